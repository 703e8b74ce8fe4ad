"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the mission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.board.paths import Reach
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.far_ways import far_way, no_way
from sim.play.system import Show
from sim.rules.ambush_alley import insight_facts, insight_odds
from sim.rules.ambush_alley.activations import ACTIVATE, owner, ready_for
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.fire import firepower
from sim.rules.ambush_alley.geometry import (
    always_optimum,
    cover_of,
    may_be_sheltered,
    optimum,
    own_cover_area,
    walled_area,
)
from sim.rules.ambush_alley.orders import Move
from sim.rules.ambush_alley.scene import Scene as AasScene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.victory import standing
from sim.rules.ambush_alley.walking import fastest, mover, occupied, pace_name, reach
from sim.tabletop.inches import area_within, best_first


class AasInsight(Show):
    """What can be told of Ambush Alley."""

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to the whole way there at the fastest pace; empty if they have nothing against it."""
        team = _team(unit)
        if team.cell is None:
            return self._refused(position, ask, Move(team.id, (cell,)))
        moving = mover(position, team)
        way = far_way(position, moving, team.cell, cell, occupied(position, team))
        if not way:
            return Refusal(no_way(position, moving, cell), "AAS-R-pace").cited
        return self._refused(position, ask, Move(team.id, way, fastest(position, team)))

    def _refused(self, position: Scene, ask: Ask, move: Move) -> str:
        refused = self.book.refusal(position, ask, move)
        return refused.cited if refused else ""

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done, by whoever is asked or by the first who could act."""
        unit = next(iter(self.actors(position, ask)), None)
        return super().passing(position, replace(ask, unit=unit))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what has happened that somebody is asked, and what comes of either answer."""
        return insight_facts.question(position, ask)

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed."""
        return insight_odds.odds(position, ask, intent)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a unit as they stand, the worst first."""
        return insight_odds.threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a unit sees, whichever way it faces."""
        team = _team(unit)
        if team.cell is None or team.figures <= 0:
            return Area(position.map, 0)
        return position.lines.field_of_view(team.cell)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a unit covers with fire: within optimum range, up to double, and beyond."""
        team = _team(unit)
        able = team.cell is not None and firepower(team, position.battle.data.supports) > 0 and team.figures > 0
        return tuple(_bands(position, team)) if able else ()

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a unit can get to: Cautious, and beyond that Rapid."""
        team = _team(unit)
        return {} if team.cell is None or team.figures <= 0 else _reach(position, team)

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs."""
        return step_cost_steps(position.map, mover(position, _team(unit)), position.state.changes)

    def look_around(self, position: Scene) -> Iterator[None]:
        """Work out where cover is, and what a step costs."""
        ground = position.map, position.state.changes
        own_cover_area(*ground)
        yield
        walled_area(*ground)
        yield
        may_be_sheltered(*ground, position.lines.convention.grazing_cover)
        yield
        yield from super().look_around(position)

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the mission stands."""
        return tuple(insight_facts.status(position))

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return the dice that the best cover of a cell gives to whoever is in it."""
        return _best(position, Check("defence"), best_first(position.map, own_cover(position.ground, cell)))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return the dice that the best cover on a line gives to whoever is fired at along it."""
        cover = cover_of(position, source, cell)
        return _best(position, Check("shelter"), (cover,) if cover else ())

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points, and what ends the mission."""
        return tuple(insight_facts.stakes(position))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a unit."""
        return tuple(insight_facts.facts(position, _team(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return hot spots, objectives and exits."""
        return tuple(insight_facts.markers(position))

    def hand(self, position: Scene, side: str) -> tuple[CardFace, ...]:
        """Return the assets of the Regulars."""
        if side != position.battle.data.mission.regulars:
            return ()
        return tuple(_face(position.battle.data.assets[id_]) for id_ in position.state.hand)

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card of either deck says."""
        return _face(position.battle.data.card(card))

    def commander(self, position: Scene, unit: str) -> str:
        """AAS-COOP: return whose unit it is."""
        return owner(position, unit) if unit in position.state.units else ""

    def lost(self, position: Scene) -> frozenset[str]:
        """Return the units of which nobody is left; whoever joins another unit is not lost."""
        return frozenset(unit.id for unit in position.state.units if unit.gone)

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """Return whoever is asked; else everybody who has not acted, those of whoever is asked first."""
        if ask.unit or ask.occasion != ACTIVATE:
            return super().actors(position, ask)
        return tuple(unit.id for unit in ready_for(position, ask.player))


def _team(unit: Unit) -> Team:
    assert isinstance(unit, Team)
    return unit


def _face(card: Card) -> CardFace:
    return CardFace(card.id, card.name, card.text)


# -- overlays ----------------------------------------------------------------------------------------------------


def _bands(position: AasScene, unit: Team) -> Iterator[Band]:
    """Part what a unit sees by its optimum range; bands that are empty are left out."""
    here, seen = unit.place, position.lines.field_of_view(unit.place)
    if always_optimum(position, unit):
        yield Band("optimum range", seen, "short")
        return
    length = optimum(position, unit)
    near = seen & area_within(position, here, length)
    double = (seen & area_within(position, here, 2 * length)) - near
    parts: tuple[tuple[str, Area, Literal["short", "normal", "long"]], ...] = (
        ("optimum range", near, "short"),
        ("double optimum", double, "normal"),
        ("beyond", seen - near - double, "long"),
    )
    yield from (Band(name, area, shown) for name, area, shown in parts if area)


def _reach(position: AasScene, unit: Team) -> dict[Cell, Reached]:
    near = reach(position, unit, "cautious")
    found = {cell: _reached(near, cell) for cell in near.area if cell != unit.cell}
    far = reach(position, unit, "rapid")
    for cell in far.area:
        if cell != unit.cell and cell not in found:
            found[cell] = _reached(far, cell, f", {pace_name(unit, 'rapid')}")
    return found


def _reached(run: Reach, cell: Cell, pace: str = "") -> Reached:
    cost = run.cost(cell)
    assert cost is not None
    return Reached(cost, f'{cost / 2:g}"{pace}', run.way(cell)[1:])


def _best(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best of some cover: no more counts."""
    for cover in covers[:1]:
        check = check.plus(position.battle.data.cover[cover.cover], f"{cover.cover} cover: {cover.reason}")
    return check
