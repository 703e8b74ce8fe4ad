"""What Picket can tell of a position, for the tests of overlays and reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sim.board.area import Area
from sim.board.zones import Front, disc, field_of_view
from sim.engine.insight import Band, Fact, Marker, Reached, Scene
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.show import Show, bands
from tests.picket.men import SPREAD, zone_of
from tests.picket.rules import BOOK

SHORT = 2


class PicketInsight(Show):
    """Zones, reach, cover and odds of single men; it counts how often it is asked for each."""

    def __init__(self) -> None:
        super().__init__(BOOK)
        self.asked: Counter[str] = Counter()

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        self.asked["view"] += 1
        return field_of_view(position.lines, Front(unit.place, unit.facing if facing is None else facing, SPREAD))

    def fire_zone(self, position: Scene, unit: Any) -> tuple[Band, ...]:
        self.asked["fire_zone"] += 1
        zone = zone_of(position, unit)
        return bands(zone, ("short range", disc(position.map, unit.place, SHORT)), ("long range", zone))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        self.asked["reach"] += 1
        costs = {cell: position.map.distance(unit.place, cell) for cell in disc(position.map, unit.place, 2)}
        return {cell: Reached(cost, f"{cost} steps") for cell, cost in costs.items() if cost}

    def facts(self, position: Scene, unit: Any) -> tuple[Fact, ...]:
        profile = unit.profile
        return (
            Fact("kind", profile.name, "counter"),
            Fact("range", str(profile.range), "PKT-MAN"),
            Fact("weapon in hand", "a rifle", "counter"),
        )

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        objectives = position.battle.data.objectives
        return tuple(Marker(each.cells[0], "objective", "The ford", "picket") for each in objectives)


class Talkative(PicketInsight):
    """The same with a status of its own."""

    def status(self, position: Scene) -> tuple[Fact, ...]:
        return (Fact("mood", position.state.mood, "PKT-CARD"),)
