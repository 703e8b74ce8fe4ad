"""What a state may say: units, sides and numbers that there are, by what its fields say of themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.domains import AnyNumber, Holder, SideId, UnitId, misfits
from sim.engine.state import Outcome, State
from tests.picket_positions import field


class Noted(State[Any]):
    """A state that says something of everything."""

    actor: UnitId = ""
    side: SideId = ""
    holders: tuple[tuple[str, Holder], ...] = ()
    score: AnyNumber = 0
    spent: int = 0
    word: str = ""
    seen: tuple[UnitId, ...] = ()


def told(**said: Any) -> list[str]:
    """Return where something in a state is wrong, and what would be right."""
    start = field()
    state = Noted(units=start.state.units, **said)
    position: Position[Any, Any] = Position(start.battle, state)
    return [f"{'.'.join(map(str, each.way))}: {each.found} - {each.expected}" for each in misfits(position)]


def test_a_state_as_it_should_be_has_no_misfits() -> None:
    """What is as by default is always right, and so is what there is."""
    assert told() == []
    assert (
        told(actor="ames", side="picket", holders=(("hill", ""), ("ford", "raiders")), score=-4, seen=("red-1",)) == []
    )


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"actor": "nobody"}, 'actor: "nobody" - a unit of the battle (one of ames, red-1)'),
        ({"side": "romans"}, 'side: "romans" - a side (one of picket, raiders)'),
        ({"holders": (("hill", "romans"),)}, 'holders.0.1: "romans" - a side, or nobody'),
        ({"spent": -1}, "spent: -1 - a number from 0 to 1000"),
        ({"spent": 10**9}, "spent: 1000000000 - a number from 0 to 1000"),
        ({"word": "x\0y"}, "word: "),
        ({"seen": ("ames", "nobody")}, 'seen.1: "nobody" - a unit of the battle'),
        ({"outcome": Outcome("romans", "x")}, 'outcome.winner: "romans" - a side'),
    ],
)
def test_what_is_not_there_is_told_with_its_place(said: dict[str, Any], where: str) -> None:
    """And with what would be right."""
    assert [each for each in told(**said) if each.startswith(where)] and len(told(**said)) == 1


def test_a_unit_must_have_a_name_that_can_be_typed() -> None:
    """As in a scenario."""
    start = field()
    units = type(start.state.units)(replace(unit, id="x/y") for unit in list(start.state.units)[:1])
    position: Position[Any, Any] = Position(start.battle, Noted(units=units))
    assert [each.way for each in misfits(position)] == [("units", 0, "id")]
