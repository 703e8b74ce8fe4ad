"""Answers that are kept with what they are about, and are gone when it is gone.

Most of what rules ask depends on little: the ground, two units, a card. `@memo` keeps such an answer in the thing that
it is about, which is the first argument: a map, its lines of sight, a battle, a position::

    answers about     live as long as          for example
    a map             anybody has it           which cells lie on its edge
    lines of sight    the ground is as it is   what shelters a cell from another
    a battle          it goes on               how likely an action is to spend a unit, by its deck
    a position        somebody looks at it     who is in whose fire zone

So nobody says how many answers to keep, nothing has to be forgotten by hand, and a battle that is over leaves nothing
behind. Nor do answers go to another process (`KeepsAnswers`): there they are soon found again, and a hash that was kept
would be wrong. What depends on nothing but plain values (numbers, texts) is kept by `functools.cache`, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import wraps
from itertools import count
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_NUMBERS = count()
MOST = 20_000
"""How many answers of one function one thing keeps; then all of them are forgotten at once. A guard of memory in
endless battles: nothing but time depends on it."""


@overload
def memo(made: Callable[P, T], /) -> Callable[P, T]: ...


@overload
def memo(
    *, of: Callable[..., Any] | None = None, by: Callable[..., Hashable] | None = None, most: int = MOST
) -> Callable[[Callable[P, T]], Callable[P, T]]: ...


def memo(
    made: Callable[..., Any] | None = None,
    /,
    *,
    of: Callable[..., Any] | None = None,
    by: Callable[..., Hashable] | None = None,
    most: int = MOST,
) -> Callable[..., Any]:
    """Keep the answers of a function with its first argument, by the others.

    `of` says of what it is given what the answers live with, where that is not the first argument; `by` what they
    depend on, where that is less than all the others: a position is another one after every event, though most that is
    asked of it depends on two units and the ground between them. `most` is for answers that are large themselves.

    Nothing is kept with a unit or a state: those hand on all they hold to whatever is made of them.

    >>> class Hill:
    ...     height = 3
    >>> @memo
    ... def view(hill, facing):
    ...     print("looking")
    ...     return f"{facing} from {hill.height}"
    >>> hill = Hill()
    >>> view(hill, "north"), view(hill, "north")
    looking
    ('north from 3', 'north from 3')
    >>> view(Hill(), "north")
    looking
    'north from 3'
    """
    if made is None:
        return lambda made: _kept(made, of, by, most)
    return _kept(made, of, by, most)


def _kept(
    made: Callable[..., T],
    of: Callable[..., Any] | None,
    by: Callable[..., Hashable] | None,
    most: int,
) -> Callable[..., T]:
    # A text, as the names of attributes are: other keys would make every attribute of the thing slower to find. With a
    # number, because functions that are made in one place have one name.
    shelf = f"answers {next(_NUMBERS)} of {made.__module__}.{made.__qualname__}"

    def find(holder: dict[str, Any], key: Hashable, of_what: tuple[Any, ...], named: dict[str, Any]) -> T:
        answers: dict[Hashable, T] = holder.setdefault(shelf, {})
        value = made(*of_what, **named)
        if len(answers) >= most:
            answers.clear()
        answers[key] = value
        return value

    @wraps(made)
    def answer_about(thing: Any, *rest: Any) -> T:
        try:
            return thing.__dict__[shelf][rest]  # type: ignore[no-any-return]
        except KeyError:
            return find(thing.__dict__, rest, (thing, *rest), {})

    @wraps(made)
    def answer(*of_what: Any, **named: Any) -> T:
        if named:
            holder = (of_what[0] if of is None else of(*of_what, **named)).__dict__
            key = by(*of_what, **named) if by is not None else (of_what, *sorted(named.items()))
        else:
            # Nearly always; and an empty dictionary of names would be copied for each of the two.
            holder = (of_what[0] if of is None else of(*of_what)).__dict__
            key = by(*of_what) if by is not None else (of_what,)
        try:
            return holder[shelf][key]  # type: ignore[no-any-return]
        except KeyError:
            return find(holder, key, of_what, named)

    return answer_about if of is None and by is None else answer


class KeepsAnswers:
    """A dataclass with which answers are kept, by `memo` or as properties: a pickle of it has its fields alone.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Field(KeepsAnswers):
    ...     width: int
    ...     @kept_property
    ...     def area(self):
    ...         return self.width * self.width
    >>> field = Field(7)
    >>> field.area, field.__getstate__()
    (49, {'width': 7})
    """

    def __getstate__(self) -> dict[str, Any]:
        own = {each.name for each in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in vars(self).items() if name in own}


class kept_property(Generic[T_co]):  # noqa: N801 - stands where `property` stands
    """A property that is worked out when somebody first asks, and then lies with what it is of.

    The same as `functools.cached_property` without its lock, which takes longer than most of what is kept so: positions
    come and go by the hundred. Two threads that ask at once would at worst both work out the same.

    >>> class Square:
    ...     @kept_property
    ...     def corners(self):
    ...         print("counting")
    ...         return 4
    >>> square = Square()
    >>> square.corners + square.corners
    counting
    8
    """

    def __init__(self, made: Callable[[Any], T_co]) -> None:
        self._made, self._name = made, made.__name__
        self.__doc__ = made.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> kept_property[T_co]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T_co: ...

    def __get__(self, instance: object | None, owner: type) -> kept_property[T_co] | T_co:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._made(instance)
        return value
