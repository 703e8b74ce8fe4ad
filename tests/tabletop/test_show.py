"""What viewers are told alike of every game in inches: cover, who sees whom, strides and ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.board.cover import Cover
from sim.board.paths import Limits
from sim.engine.check import Check
from sim.play.book import OrderBook
from sim.tabletop.inches import kept_reach
from sim.tabletop.show import TableShow, by_range, stride
from tests.tabletop.test_inches import CELL, FOOT, GROUND, scene


class RulerShow(TableShow):
    """A game in which cover takes one off."""

    covered = staticmethod(lambda position, check, covers: _covered(check, covers))

    def how_seen(self, position: Any, enemy: Any, unit: Any) -> str:
        return ", from afar"


def _covered(check: Check, covers: Sequence[Cover]) -> Check:
    return check.plus(-1, covers[0].reason) if covers else check


SHOW = RulerShow(OrderBook[Any, Any]())


def test_of_cover_the_best_on_the_line_is_told() -> None:
    """Behind the wall there is some from the west and none from beside; open ground is none by itself."""
    position = scene(a="A1")
    assert SHOW.shelter(position, CELL("E1"), CELL("C1")).total == -1
    assert SHOW.shelter(position, CELL("B1"), CELL("C1")).total == 0
    assert SHOW.defence(position, CELL("A1")).total == 0


def test_a_unit_is_told_which_enemies_see_it_and_what_shelters_it() -> None:
    """Those whom it is asked about, in their order; a game adds what else there is to a glance."""
    position = scene(unit="C1", far="E1", near="B1")
    unit, far, near = (position.state.unit(id_) for id_ in ("unit", "far", "near"))
    told = [fact.text for fact in SHOW.seen_by(position, unit, [far, near])]
    assert [text.partition(":")[0] for text in told] == ["far, from afar", "near, from afar"]
    assert "wall" in told[0] and told[1].endswith(": no cover")
    assert list(SHOW.seen_by(position, unit, [far.changed(cell=None)])) == []


def test_ways_are_told_in_inches() -> None:
    """The searches count by halves."""
    told = stride(kept_reach(GROUND, FOOT, CELL("A1"), Limits(12)), " at a walk")
    assert told.said(3) == '1.5" at a walk'
    assert told.run.cost(CELL("C1")) == 4


def test_what_is_seen_is_parted_by_range() -> None:
    """The shortest first; None is as far as the eye goes, and bands with nothing in them are left out."""
    position = scene(a="A1")
    seen = position.map.whole
    bands = by_range(position, CELL("A1"), seen, ("close", 1), ("as close", 1), ("far", None))
    assert [(band.name, len(list(band.area))) for band in bands] == [("close", 3), ("far", len(list(seen)) - 3)]
