"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.board.area import Area
from sim.board.cover import Cover
from sim.board.movement import step_cost_steps
from sim.board.paths import Reach
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Insight, Marker, Odds, Reached, Scene, Sketch
from sim.engine.orders import Ask, Done, Intent
from sim.engine.units import Unit
from sim.grid import Cell
from sim.rules.common.citing import rule_of
from sim.rules.la_cucaracha import actions, insight_facts, insight_odds
from sim.rules.la_cucaracha.geometry import covers_of, flies
from sim.rules.la_cucaracha.scene import Scene as CucScene
from sim.rules.la_cucaracha.scene import friends
from sim.rules.la_cucaracha.shooting import weapon_of
from sim.rules.la_cucaracha.units import JOKER, Troop
from sim.rules.la_cucaracha.unreached import RULES, unreached
from sim.rules.la_cucaracha.victory import gone, standing
from sim.rules.la_cucaracha.walking import mover_at, reach
from sim.rules.la_cucaracha.words import PACES
from sim.tabletop.inches import HARD, area_nearer_than, area_within

VERBS: dict[type[Intent], str] = {
    actions.Charge: "charge",
    actions.Shoot: "shoot",
    actions.PackUp: "pack up",
    actions.FightOn: "fight on",
    actions.AnotherOrder: "another order",
    actions.RollAgain: "roll again",
    Done: "done",
}
"""What the menu calls an order, where that is not the name of the order."""


class CucInsight(Insight):
    """What can be told of La Cucaracha."""

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return how an order looks."""
        return _sketch(position, intent)

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to a move there."""
        return unreached(position, ask, _troop(unit), cell)

    def rule(self, intent: Intent, reason: str) -> str:
        """Return the rule by which an order is refused."""
        return rule_of(reason, RULES)

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done: to stand, or to let a die be."""
        unit = ask.unit or next((each.id for each in friends(position, ask.side) if not each.acted), None)
        if unit is None or ask.occasion == actions.NOMINATE:
            return None
        return actions.Accept(unit) if ask.occasion == actions.REROLL else actions.Stand(unit)

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it."""
        return insight_facts.question(position, ask)

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed."""
        return insight_odds.odds(position, ask, intent)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a unit as they stand, the worst first."""
        return insight_odds.threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """CUC-AIR: what a unit sees, whichever way it faces; aircraft see everything."""
        troop = _troop(unit)
        if troop.cell is None or troop.lost:
            return Area(position.map, 0)
        return position.map.whole if flies(position, troop) else position.lines.field_of_view(troop.cell)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a unit covers with fire, at short and at long range."""
        troop = _troop(unit)
        return () if troop.cell is None or troop.lost else tuple(_bands(position, troop))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a unit can get to: by an Advance, and beyond that by a Rapid Advance."""
        troop = _troop(unit)
        return {} if troop.cell is None or troop.lost or troop.fighting else _reach(position, troop)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell takes off the dice of whoever shoots into it."""
        return _best(position, Check("defence"), covers_of(position, cell, cell, above=True))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line takes off the dice of whoever shoots along it."""
        return _best(position, Check("shelter"), covers_of(position, source, cell))

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs, in an Advance and in a Rapid Advance."""
        paces: tuple[actions.Pace, ...] = ("advance", "rapid")
        for pace in paces:
            moving = mover_at(position, _troop(unit), pace)
            yield from step_cost_steps(position.map, moving, position.state.changes)

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(insight_facts.status(position))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a unit."""
        return tuple(insight_facts.facts(position, _troop(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives and exits."""
        return tuple(insight_facts.markers(position))

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points, and what ends the battle."""
        return tuple(insight_facts.stakes(position))

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card of the activation deck says."""
        if card == JOKER:
            return CardFace(card, "Joker", "ends the turn when few cards are left, and is nothing before")
        side = position.battle.side(card)
        return CardFace(card, side.name, f"a unit of {side.mention} acts")

    def lost(self, position: Scene) -> frozenset[str]:
        """Return the units that are destroyed or have fled."""
        return frozenset(unit.id for unit in position.state.units if gone(position, unit))

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """CUC-NOMINATE: whoever was named; else everybody who has not acted."""
        if ask.occasion == actions.NOMINATE:
            return tuple(unit.id for unit in friends(position, ask.about or "") if not unit.acted)
        if ask.unit:
            return (ask.unit,)
        return tuple(unit.id for unit in friends(position, ask.side) if not unit.acted)


def _troop(unit: Unit) -> Troop:
    assert isinstance(unit, Troop)
    return unit


def _sketch(position: Scene, intent: Any) -> Sketch:
    way: tuple[Cell, ...] = getattr(intent, "way", ())
    verb = VERBS.get(type(intent), type(intent).__name__.lower())
    match intent:
        case actions.Advance(pace=pace):
            verb = PACES[pace]
        case actions.Respond(how=how):
            verb = how
    unit = getattr(intent, "unit", "")
    return Sketch(
        verb,
        (unit,) if unit else (),
        getattr(intent, "target", None) or getattr(intent, "enemy", None),
        way[-1] if way else None,
        way,
        manner=", ".join(_manner(position, intent)),
    )


def _manner(position: Scene, intent: Any) -> Iterator[str]:
    """Yield what tells an order from others like it."""
    if isinstance(intent, actions.Charge) and intent.way:
        yield f"from {position.name(intent.way[-1])}"
    if getattr(intent, "hasty", False):
        yield "in haste"
    if getattr(intent, "reroll", False):
        yield "one missed die again"
    if getattr(intent, "back_foot", False):
        yield "on the Back Foot"


def _bands(position: CucScene, unit: Troop) -> Iterator[Band]:
    """Part what a unit sees by the ranges of its weapon; bands that are empty are left out."""
    weapon = weapon_of(position, unit)
    if weapon is None:
        return
    here = unit.place
    seen = position.map.whole if flies(position, unit) else position.lines.field_of_view(here)
    if weapon.least:
        seen = seen - area_nearer_than(position, here, weapon.least)
    short = seen & area_within(position, here, weapon.short)
    long = (seen & area_within(position, here, weapon.long)) - short
    for name, area in (("short range", short), ("long range", long)):
        if area:
            yield Band(name, area)


def _reach(position: CucScene, unit: Troop) -> dict[Cell, Reached]:
    near = reach(position, unit, "half" if unit.shaken else "advance")
    found = {cell: _reached(near, cell) for cell in near.area if cell != unit.cell}
    if not unit.shaken:
        far = reach(position, unit, "rapid")
        for cell in far.area:
            if cell != unit.cell and cell not in found:
                found[cell] = _reached(far, cell, ", Rapid Advance")
    return found


def _reached(run: Reach, cell: Cell, pace: str = "") -> Reached:
    """Tell the inches of a way, which the search counts by halves; as a bare figure they are rounded up."""
    halves = run.cost(cell)
    assert halves is not None
    return Reached(-(-halves // 2), f'{halves / 2:g}"{pace}', run.way(cell)[1:])


def _best(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best of some cover: no more counts."""
    numbers = position.battle.data.numbers
    for cover in covers[:1]:
        worth = numbers.hard_cover if cover.cover == HARD else numbers.soft_cover
        check = check.plus(-worth, f"{cover.cover} cover: {cover.reason}")
    return check
