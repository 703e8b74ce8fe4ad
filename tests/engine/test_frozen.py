"""Dataclasses that are made quickly are what they would be otherwise."""

from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from sim.engine.frozen import fast_frozen


@dataclass(frozen=True, kw_only=True)
class Slow:
    rule: str = "none"


@fast_frozen
@dataclass(frozen=True)
class Quick(Slow):
    values: tuple[int, ...]
    self_made: bool = False


def test_fields_are_given_by_place_and_by_name() -> None:
    """Those that must be named are refused by place, and whoever leaves one out is told which."""
    made = Quick((1, 2), rule="A-1")
    assert (made.values, made.self_made, made.rule) == ((1, 2), False, "A-1")
    with pytest.raises(TypeError, match=r"Quick\.__init__"):
        Quick((1,), True, "A-1")  # type: ignore[call-arg]  # that is what is refused
    with pytest.raises(TypeError, match="values"):
        Quick()  # type: ignore[call-arg]


def test_it_is_frozen_equal_and_a_key() -> None:
    """Two that say the same are the same, and show all fields in their order."""
    with pytest.raises(FrozenInstanceError):
        Quick((1,)).rule = "A-2"  # type: ignore[misc]
    assert {Quick((1,)): 1}[Quick((1,))] == 1
    assert replace(Quick((1,)), rule="A-2") == Quick((1,), rule="A-2") != Quick((1,))
    assert repr(Quick((1,))) == "Quick(rule='none', values=(1,), self_made=False)"


def test_what_is_not_simply_given_is_refused() -> None:
    """A class with slots, or with a field that is made anew each time, keeps its own way of being made."""

    @dataclass(frozen=True, slots=True)
    class Slotted:
        x: int

    @dataclass(frozen=True)
    class Fresh:
        x: list[int] = field(default_factory=list)

    for each in (Slotted, Fresh):
        with pytest.raises(TypeError):
            fast_frozen(each)
