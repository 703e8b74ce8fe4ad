"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.engine.check import Check, Part
from sim.engine.dice import AVERAGE_DIE
from sim.engine.insight import Band, Danger, Fact, Insight, Marker, Odds, Reached, Scene, Scope, Sketch
from sim.engine.orders import Ask, Intent
from sim.engine.units import Unit
from sim.grid import Cell, Point
from sim.rules.la_petite_guerre import actions, insight_facts, insight_odds, insight_scope, insight_stakes
from sim.rules.la_petite_guerre.geometry import in_arc
from sim.rules.la_petite_guerre.gunnery import beaten_zone, blast, blast_shapes, gun_weapon, wedge
from sim.rules.la_petite_guerre.plan_ways import measure_goals
from sim.rules.la_petite_guerre.scene import Scene as LpgScene
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.unreached import rule_for, unreached
from sim.rules.la_petite_guerre.victory import lost, standing
from sim.rules.la_petite_guerre.walking import crawl_ways, full_ways, look_over, move_reach, mover, way_cost
from sim.rules.la_petite_guerre.words import verb
from sim.tabletop.inches import HARD, area_within, best_first, covers

if TYPE_CHECKING:
    import shapely


class LpgInsight(Insight):
    """What can be told of La Petite Guerre."""

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return how an order looks."""
        return _sketch(position, intent)

    def danger(self, position: Scene, intent: Intent) -> Danger | None:
        """Return what a gun's shot endangers."""
        return _danger(position, intent)

    def scope(self, position: Scene, intent: Intent) -> Scope | None:
        """Return who hears a command, or goes along in single file."""
        return insight_scope.scope(position, intent)

    def idle(self, position: Scene, ask: Ask, unit: Unit) -> str:
        """Say why a man or a gun can be given no order now."""
        return insight_scope.idle(position, ask, _man(unit))

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to a move there."""
        return unreached(position, ask, _man(unit), cell)

    def rule(self, intent: Intent, reason: str) -> str:
        """Return the rule that says whether an order may be given."""
        return rule_for(intent, reason)

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done; inches that were rolled must be moved."""
        match ask.occasion:
            case actions.COMMAND | actions.ACTION | actions.CHARGES:
                return actions.Wait(ask.unit or "")
            case _:
                return None

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed."""
        return insight_odds.odds(position, ask, intent)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a man as they stand, the worst first."""
        return insight_odds.threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a man sees, whichever way he faces."""
        return Area(position.map, 0) if unit.cell is None else position.lines.field_of_view(unit.cell)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a man, or a gun, covers with fire, at short and at long range."""
        man = _man(unit)
        return () if man.out else tuple(_bands(position, man))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a man can get to with an action; once he has rolled, with the inches that he has."""
        man = _man(unit)
        return {} if not man.able else _reach(position, man)

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs."""
        return step_cost_steps(position.map, mover(position, _man(unit)), position.state.changes)

    def look_around(self, position: Scene) -> Iterator[None]:
        """Work out what hinders a move and where it stops, what a step costs, and how far it is to every goal."""
        yield from look_over(position)
        yield from super().look_around(position)
        yield from measure_goals(position)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell takes off an aimed shot at whoever is in it."""
        return _best(position, Check("defence"), best_first(position.map, own_cover(position.ground, cell)))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line takes off an aimed shot along it."""
        return _best(position, Check("shelter"), covers(position.lines, source, cell))

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(insight_facts.status(position))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked where the name of the step does not say it."""
        return insight_stakes.question(position, ask)

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points, and what ends the battle."""
        return tuple(insight_stakes.stakes(position))

    def lost(self, position: Scene) -> frozenset[str]:
        """Return who is dead or has fled, and the guns that have nobody left."""
        return frozenset(unit.id for unit in position.state.units if lost(position, unit))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a man."""
        return tuple(insight_facts.facts(position, _man(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives and exits."""
        return tuple(insight_facts.markers(position))

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """LPG-ACT-1: whoever is in the middle of his actions; else everybody who has some left."""
        if ask.unit:
            return (ask.unit,)
        own = [unit for unit in position.state.units if unit.side == ask.side and not unit.out]
        if ask.occasion == actions.CHARGES:
            return tuple(man.id for man in own if man.able and man.profile.kind == "man" and not man.charged)
        actor = position.state.actor
        return (actor,) if actor else tuple(man.id for man in own if man.left > 0)


def _best(position: Scene, check: Check, found: Sequence[Cover]) -> Check:
    """LPG-FIRE, LPG-ACQ: add the best of some cover; no more counts, and soft cover only hides."""
    for cover in found[:1]:
        data = position.battle.data
        if cover.cover == HARD:
            return check.plus(-data.fire.cover, f"hard cover: {cover.reason}", "LPG-FIRE")
        hides = f"{cover.cover} cover: {cover.reason}, {data.acquire.cover} to be seen, no harder to hit"
        return Check(check.name, (Part(0, hides, "LPG-ACQ"),))
    return check


def _man(unit: Unit) -> Man:
    assert isinstance(unit, Man)
    return unit


# -- orders on the map -------------------------------------------------------------------------------------------


def _sketch(position: LpgScene, intent: Any) -> Sketch:
    way: tuple[Cell, ...] = getattr(intent, "way", ())
    unit = getattr(intent, "unit", "")
    return Sketch(
        verb(position, intent),
        (unit,) if unit else (),
        getattr(intent, "target", None) or getattr(intent, "lead", None) or _under(position, intent),
        getattr(intent, "cell", None) or (way[-1] if way else None),
        way,
        getattr(intent, "facing", None),
        ", ".join(_manner(intent)),
    )


def _under(position: LpgScene, intent: Any) -> str | None:
    """Return the enemy in the cell on which a gun is laid; one's own men there are in danger, and no target."""
    if not isinstance(intent, actions.FireGun) or intent.unit not in position.state.units:
        return None
    own = position.state.unit(intent.unit).side
    return next((unit.id for unit in position.state.units.at(intent.cell) if unit.side != own), None)


def _manner(intent: Any) -> Iterator[str]:
    """Yield what tells an order from others like it."""
    match intent:
        case actions.RollMove(dice=2) | actions.Charge(dice=2):
            yield "two dice"
        case actions.FireGun(again=True):
            yield "again if it goes astray"
        case actions.GoFirst(first=first):
            yield "first" if first else "the enemy first"
        case actions.HearReport(man=man):
            yield f"from {man}"


def _danger(position: LpgScene, intent: Any) -> Danger | None:
    """LPG-GATLING, LPG-SHELL: the beaten zone of a gun, or the two circles of a shell that falls where it is aimed."""
    if not isinstance(intent, actions.FireGun) or intent.unit not in position.state.units:
        return None
    gun = position.state.unit(intent.unit)
    if gun.out or intent.cell == gun.cell or intent.cell not in position.map:
        return None
    if intent.canister or gun_weapon(position, gun).kind == "gatling":
        zone = wedge(position, gun, intent.cell, canister=intent.canister).shape(position.map)
        return Danger(beaten_zone(position, gun, intent.cell, canister=intent.canister), (_outline(zone),))
    return Danger(blast(position, intent.cell), tuple(map(_outline, blast_shapes(position, intent.cell))))


def _outline(shape: shapely.Polygon) -> tuple[Point, ...]:
    return tuple((x, y) for x, y, *_ in shape.exterior.coords)


# -- what a man covers, and where he gets to ---------------------------------------------------------------------


def _bands(position: LpgScene, man: Man) -> Iterator[Band]:
    """Part what lies to the front of a man by the ranges of his weapon; bands that are empty are left out."""
    weapon = gun_weapon(position, man) if man.profile.kind == "gun" else weapon_of(position, man)
    if weapon is None or weapon.kind == "melee" or man.limbered:
        return
    far = position.lines.field_of_view(man.place) & area_within(position, man.place, weapon.longest)
    front = Area.of(position.map, (cell for cell in far if cell != man.cell and in_arc(position, man, cell)))
    short = front & area_within(position, man.place, weapon.short)
    for name, area in (("short range", short), ("long range", front - short)):
        if area:
            yield Band(name, area)


def _reach(position: LpgScene, man: Man) -> dict[Cell, Reached]:
    """Return the ways for what was rolled; else what the best die of one action allows, or two inches for a crawl."""
    state = position.state
    if state.rolled and state.actor == man.id:
        return {cell: Reached(2 * state.rolled, f'{state.rolled}"', way) for cell, way in _ways(position, man)}
    if man.profile.kind == "gun" and not man.limbered:
        return {}
    if man.prone:
        return {cell: _crawled(position, man, way) for cell, way in crawl_ways(position, man).items()}
    run = move_reach(position, man, (2 if man.mounted else 1) * max(AVERAGE_DIE.faces))
    costs = {cell: run.cost(cell) or 0 for cell in run.area if cell != man.cell}
    return {cell: Reached(cost, f'{cost / 2:g}" at most', run.way(cell)[1:]) for cell, cost in costs.items()}


def _crawled(position: LpgScene, man: Man, way: tuple[Cell, ...]) -> Reached:
    cost = way_cost(position, man, way)
    assert not isinstance(cost, str)
    return Reached(cost.total, f'{cost.total / 2:g}", crawling', way)


def _ways(position: LpgScene, man: Man) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    yield from full_ways(position, man, position.state.rolled).items()
