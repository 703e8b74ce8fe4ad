"""Frozen dataclasses that are made quickly: notes, checks and events come in their thousands."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


def fast_frozen(cls: type[T]) -> type[T]:
    """Give a frozen dataclass an `__init__` that writes straight into the dictionary of what is made.

    The one it has calls `object.__setattr__` for every field, because the class itself lets nobody set any, and that
    takes more than twice as long: a sixth of a whole battle. Nothing else changes, and it is as frozen as before.

    >>> from dataclasses import dataclass
    >>> @fast_frozen
    ... @dataclass(frozen=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(1, y=2) == Point(1, 2)
    (Point(x=3, y=0), True)
    >>> Point(3).x = 4
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    if "__slots__" in cls.__dict__ or hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} has slots, or something to do once it is made")
    given = fields(cls)  # type: ignore[arg-type]
    if any(each.default_factory is not MISSING or not each.init for each in given):
        raise TypeError(f"{cls.__name__} has a field that is not simply given")
    names: dict[str, Any] = {f"_{each.name}": each.default for each in given}
    ordered = [_parameter(each) for each in given if not each.kw_only]
    by_name = [_parameter(each) for each in given if each.kw_only]
    parameters = ", ".join(["self", *ordered, *(["*", *by_name] if by_name else [])])
    lines = [f"    _[{each.name!r}] = {each.name}" for each in given]
    # As `dataclasses` does it: only code written for these very fields is quick, and nothing in it comes from outside.
    exec("\n".join([f"def __init__({parameters}):", "    _ = self.__dict__", *lines]), names)
    names["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = names["__init__"]  # type: ignore[method-assign]
    return cls


def _parameter(field: Field[Any]) -> str:
    return field.name if field.default is MISSING else f"{field.name}=_{field.name}"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """The base of values that come in hundreds of kinds: whatever derives from it is a frozen dataclass by itself.

    Events and orders are written by the page; a decorator above each would be a line that says nothing, and one that is
    forgotten would be found late.

    >>> class Step(Frozen):
    ...     unit: str
    ...     cells: int = 1
    >>> Step("Antonov"), Step("Antonov", 2) == Step("Antonov", cells=2)
    (Step(unit='Antonov', cells=1), True)
    """

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        dataclass(frozen=True)(cls)
        if all(each.default_factory is MISSING and each.init for each in fields(cls)):  # type: ignore[arg-type]
            fast_frozen(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class FrozenByName:
    """The base of units and states: frozen as well, and every field is given by name, for systems add their own."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        dataclass(frozen=True, kw_only=True)(cls)


def changed(thing: T, changes: dict[str, Any]) -> T:
    """Return a frozen dataclass with some fields changed.

    The same as `dataclasses.replace`, which takes several times as long: every event makes a state, and most a unit.
    The fields come in a dictionary of their own, not in the one that an object makes of itself: that one shares its
    keys with others of its class, and before Python 3.13 each of its fields takes three times as long to read.
    """
    values = {**thing.__dict__, **changes}
    if len(values) > len(thing.__dict__):
        raise TypeError(f"{type(thing).__name__} has no {', '.join(changes.keys() - thing.__dict__.keys())}")
    new: T = object.__new__(type(thing))
    object.__setattr__(new, "__dict__", values)
    return new
