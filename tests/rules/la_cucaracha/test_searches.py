"""La Cucaracha: what is worked out bit by bit or once, so that nobody waits for it."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.area import Area
from sim.board.sight import LinesOfSight
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.commander.plans import COMMANDER
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.state import ACTION
from sim.solo.plans import Automated
from tests.rules.la_cucaracha.stage import pair, shipped, stood


def test_it_looks_from_where_units_are_and_not_from_every_cell_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sight is the same both ways: an enemy's one field of view tells from which of a hundred cells he is seen."""
    houses = "ground A8:b B8:b C8:b D8:b E8:b F8:b"
    scene = stood(houses, "rebels: p1 villista_infantry D6 | federales: a1 villista_infantry D18 points:4")
    looked: list[Cell] = []
    row = LinesOfSight._row

    def counted(lines: LinesOfSight, viewer: Cell) -> Area:
        looked.append(viewer)
        return row(lines, viewer)

    monkeypatch.setattr(LinesOfSight, "_row", counted)
    deciders: Any = {"rebels": ("commander", Automated(COMMANDER))}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), deciders, Seeded(0))
    assert isinstance(next(iter(game.orders(Ask("rebels", ACTION)))), Advance)
    assert {*looked} <= {unit.place for unit in pair(scene)}


def test_the_short_orders_of_everybody_come_before_any_move() -> None:
    """A viewer that gathers hundreds of offers bit by bit can show soon who may act."""
    scenario = shipped("vespers_at_san_isidro")
    found = list(BOOK.offers(Position(scenario.battle, scenario.state), Ask("garrison", ACTION)))  # type: ignore[arg-type]
    first = next(n for n, offer in enumerate(found) if isinstance(offer.intent, Advance | Charge))
    assert all(isinstance(offer.intent, Advance | Charge) for offer in found[first:])
    assert len(found) > 300
