"""What viewers ask of this system: whom to order, fire zones, reach, cover, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.engine.check import Check, Part
from sim.engine.dice import AVERAGE_DIE
from sim.engine.insight import Band, Fact, Marker, Odds, Reached
from sim.engine.orders import Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.facts import SCENARIO, course, exit_markers, objective_markers, points, stakes_of, states
from sim.play.system import Show
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.courage import is_under_fire
from sim.rules.la_petite_guerre.events import STEPS
from sim.rules.la_petite_guerre.ground import (
    cover_from,
    crawl_ways,
    full_ways,
    gunners,
    in_arc,
    look_over,
    move_reach,
    mover,
    sees,
    way_cost,
)
from sim.rules.la_petite_guerre.gunnery import gun_weapon, load_actions
from sim.rules.la_petite_guerre.moving import most_dice
from sim.rules.la_petite_guerre.orders.fire import threats
from sim.rules.la_petite_guerre.orders.moves import unreached
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.plan_moves import measure_goals
from sim.rules.la_petite_guerre.scene import Scene, enemies, guns
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.victory import holder, losses, lost, standing
from sim.tabletop.inches import HARD, area_within, best_first, covers

COUNTER = "list of men"
"""Where facts come from, besides rules and the scenario."""


class LpgInsight(Show):
    """What can be told of La Petite Guerre."""

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """LPG-ACT-1, LPG-CHARGE: of all who may declare a charge those who are free to."""
        there = self.book.actors(position, ask)
        return tuple(man.id for man in there if ask.occasion != CHARGES or (man.able and not man.charged))

    def idle(self, position: Scene, ask: Ask, unit: Any) -> str:
        """Say why a man of one's own, or a gun, can be given no order now."""
        reason, rule = next(((text, rule) for so, text, rule in _hindrances(position, ask, unit) if so), ("", ""))
        return f"{unit.id} {Refusal(reason, rule).cited}." if reason else ""

    def unreached(self, position: Scene, ask: Ask, unit: Any, cell: Cell) -> str:
        return unreached(position, ask, unit, cell)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        return threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Any, facing: int | None = None) -> Area:
        """Return what a man sees, whichever way he faces."""
        return Area(position.map, 0) if unit.cell is None else position.lines.field_of_view(unit.cell)

    def fire_zone(self, position: Scene, unit: Any) -> tuple[Band, ...]:
        """Part what lies to the front of a man, or a gun, by the ranges of his weapon; empty bands are left out."""
        weapon = gun_weapon(position, unit) if unit.profile.kind == "gun" else weapon_of(position, unit)
        if unit.out or weapon is None or weapon.kind == "melee" or unit.limbered:
            return ()
        far = position.lines.field_of_view(unit.place) & area_within(position, unit.place, weapon.longest)
        front = Area.of(position.map, (cell for cell in far if cell != unit.cell and in_arc(position, unit, cell)))
        short = front & area_within(position, unit.place, weapon.short)
        bands = (("short range", short), ("long range", front - short))
        return tuple(Band(name, area) for name, area in bands if area)

    def reach(self, position: Scene, unit: Any) -> Mapping[Cell, Reached]:
        """Return the ways for what was rolled; else what the best die of an action allows, or a crawl."""
        state = position.state
        if not unit.able:
            return {}
        if state.rolled and state.actor == unit.id:
            ways = full_ways(position, unit, state.rolled)
            return {cell: Reached(2 * state.rolled, f'{state.rolled}"', way) for cell, way in ways.items()}
        if unit.profile.kind == "gun" and not unit.limbered:
            return {}
        if unit.prone:
            return {cell: _crawled(position, unit, way) for cell, way in crawl_ways(position, unit).items()}
        run = move_reach(position, unit, most_dice(position, unit) * max(AVERAGE_DIE.faces))
        costs = {cell: run.cost(cell) or 0 for cell in run.area if cell != unit.cell}
        return {cell: Reached(cost, f'{cost / 2:g}" at most', run.way(cell)[1:]) for cell, cost in costs.items()}

    def reach_steps(self, position: Scene, unit: Any) -> Iterator[None]:
        """Work out what a step costs."""
        return step_cost_steps(position.map, mover(position, unit), position.state.changes)

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

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it, where the name of the step does not say it."""
        if ask.occasion == ACTION and (not ask.unit or position.state.actor != ask.unit):
            return ""
        return QUESTIONS.get(ask.occasion, "").format(ask=ask, points=_points_left(position, ask.unit))

    def status(self, position: Scene) -> tuple[Fact, ...]:
        return tuple(_status(position))

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        return tuple(_stakes(position))

    def standing(self, position: Scene) -> Mapping[str, int]:
        return standing(position)

    def lost(self, position: Scene) -> frozenset[str]:
        """Return who is dead or has fled, and the guns that have nobody left."""
        return frozenset(unit.id for unit in position.state.units if lost(position, unit))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives and exits: each is marked in one cell, for a table has too many inches to mark all."""
        told = position.battle.data.engagement
        held = {each.id: holder(position, each) for each in told.objectives}
        places = [replace(each, cells=_middle(position.map, each.cells)) for each in told.objectives]
        exits = [replace(each, cells=_middle(position.map, each.cells)) for each in told.exits]
        found = objective_markers(position, places, lambda place: held[place.id])
        return (*found, *exit_markers(position, exits))

    def facts(self, position: Scene, unit: Any) -> tuple[Fact, ...]:
        return tuple(_facts(position, unit))


QUESTIONS = {
    FIRST_MOVE: "Your die was the higher: every step of this turn is taken by one side first. Which is it to be?",
    COMMAND: "{ask.unit} has {points}. Whom nobody controls has to test himself.",
    MOVING: '{ask.unit} has {ask.number}" to go, and goes all of it unless something stops him.',
    CHARGES: "Declare who charges whom. They test and run in when all are declared.",
    ACTION: "{ask.unit} is acting. What he leaves undone now, he cannot do later this turn.",
}


def _points_left(position: Scene, unit: str | None) -> str:
    """LPG-CMD: count the command points that a leader has left."""
    man = position.state.unit(unit) if unit else None
    return counted(man.profile.command - man.spent, "command point") if man else ""


def _hindrances(position: Scene, ask: Ask, man: Man) -> tuple[tuple[bool, str, str], ...]:
    """Return what may keep a man, or a gun, from all orders, the weightiest first, and whether it does."""
    serving = any(man in gunners(position, gun) for gun in guns(position, man.side) if gun.id == man.serves)
    is_gun = man.profile.kind == "gun"
    return (
        (man.dead and not is_gun, "is dead", "LPG-HIT"),
        (man.dead, "is out of action, or taken", "LPG-GUNS"),
        (man.broken, "runs, and hears nobody", "LPG-ROUT"),
        (man.out, "is not on the table", "LPG-LEAVE"),
        (ask.occasion != ACTION, "", ""),
        (bool(man.stunned) and not man.left, "is stunned", "LPG-STUN"),
        (is_gun and man.control == "repeats", "is worked by men out of control, as it was last turn", "LPG-REPEAT"),
        (is_gun and not man.left and not man.did, "has too few of its crew with it", "LPG-GUNS"),
        (serving and not man.left, f"serves the {man.serves}: order the gun", "LPG-ACT-1"),
        (man.control == "repeats", "is out of control, and repeats what he did last turn", "LPG-REPEAT"),
        (man.control == "nothing", "is out of control, and does nothing this turn", "LPG-CTRL"),
        (man.left <= 0, "has no actions left this turn", "LPG-ACT-1"),
    )


def _best(position: Scene, check: Check, found: Sequence[Cover]) -> Check:
    """LPG-FIRE, LPG-ACQ: add the best of some cover; no more counts, and soft cover only hides."""
    for cover in found[:1]:
        data = position.battle.data
        if cover.cover == HARD:
            return check.plus(-data.fire.cover, f"hard cover: {cover.reason}", "LPG-FIRE")
        hides = f"{cover.cover} cover: {cover.reason}, {data.acquire.cover} to be seen, no harder to hit"
        return Check(check.name, (Part(0, hides, "LPG-ACQ"),))
    return check


def _crawled(position: Scene, man: Man, way: tuple[Cell, ...]) -> Reached:
    cost = way_cost(position, man, way)
    assert isinstance(cost, Check)
    return Reached(cost.total, f'{cost.total / 2:g}", crawling', way)


@lru_cache(maxsize=64)
def _middle(battle_map: BattleMap, cells: tuple[Cell, ...]) -> tuple[Cell]:
    """Return the cell of a place that is nearest to all of it. Kept: markers are asked for with every picture."""
    squared = battle_map.grid.squared
    sample = cells[:: max(1, len(cells) // 32)]
    return (min(cells, key=lambda cell: (sum(squared(cell, other) for other in sample), battle_map.ordinal(cell))),)


# -- how the battle stands -----------------------------------------------------------------------------------------


def _status(position: Scene) -> Iterator[Fact]:
    state, battle = position.state, position.battle
    yield from course(position)
    whose = f", {battle.side(state.side).mention}" if state.side else ""
    yield Fact("step", f"{STEPS[state.phase]}{whose}", "LPG-SEQ")
    if state.order:
        yield Fact("first move", battle.side(state.order[0]).name, "LPG-SEQ")
    if state.actor:
        rolled = f', {state.rolled}" to move' if state.rolled else ""
        yield Fact("acts", f"{state.actor}{rolled}", "LPG-ACT-1")
    yield from points(position, standing(position), battle.data.engagement, lambda side: str(losses(position, side)))


def _stakes(position: Scene) -> Iterator[Fact]:
    battle, engagement = position.battle, position.battle.data.engagement

    def objective(place: Any) -> str:
        begins = f"; else for {battle.side(place.holder).mention}" if place.holder else ""
        return f"whoever has more able men there at the end{begins}"

    yield from stakes_of(position, engagement, objective=objective, each="man", ends="a side has nobody left")
    yield Fact("losses", "points for each enemy who is dead or has fled, by what he is worth", SCENARIO)
    for side, most in engagement.breaks_at.items():
        yield Fact("giving up", f"{battle.side(side).mention}, with {most} men dead, fled or running", SCENARIO)


# -- what there is to know of a man --------------------------------------------------------------------------------


def _facts(position: Scene, man: Man) -> Iterator[Fact]:
    yield Fact("kind", man.profile.name, COUNTER)
    company = position.battle.data.engagement.companies.get(man.company)
    if company is not None:
        yield Fact("company", company.name, SCENARIO)
    if man.serves:
        yield Fact("serves", man.serves, SCENARIO)
    yield from _gun(position, man) if man.profile.kind == "gun" else _abilities(position, man)
    yield from _condition(position, man)
    if not man.out:
        yield from (Fact("has acquired", enemy.id, "LPG-ACQ") for enemy in _acquired(position, man))
    for enemy in enemies(position, man.side) if not man.out and man.profile.kind == "man" else ():
        if sees(position, enemy, man):
            cover = cover_from(position, enemy, man)
            how = "has acquired him" if acquires(position, enemy, man) else "could see him"
            yield Fact("seen by", f"{enemy.id}, who {how}: {cover.reason if cover else 'no cover'}")


def _acquired(position: Scene, man: Man) -> Iterator[Man]:
    """LPG-ACQ: yield whom a man, or the crew of a gun, has acquired."""
    return (enemy for enemy in enemies(position, man.side) if acquires(position, man, enemy))


def _abilities(position: Scene, man: Man) -> Iterator[Fact]:
    profile, weapons = man.profile, position.battle.data.weapons
    known = (
        ("marksman", profile.marksman),
        ("Metis or Indian", profile.metis),
        ("has a horse", profile.rides and not man.unhorsed),
    )
    yield Fact("grade", ", ".join([profile.grade, *(word for word, so in known if so)]), COUNTER)
    if profile.command:
        yield Fact("command points", f"{profile.command - man.spent} of {profile.command}", "LPG-CMD")
    weapon = weapon_of(position, man)
    if weapon is not None:
        ranges = f', {weapon.short}" and {weapon.longest}"' if weapon.longest else ""
        repeats = ", a repeater" if weapon.longest else ""
        load = f", {counted(weapon.load, 'action')} to load" if weapon.load else repeats
        yield Fact("weapon", f"{weapon.name}{ranges}{load}", "LPG-WPN")
    if profile.second:
        other = profile.second if man.weapon == profile.weapon else profile.weapon
        yield Fact("besides", weapons[other].name if other in weapons else other, COUNTER)


def _gun(position: Scene, gun: Man) -> Iterator[Fact]:
    weapon = gun_weapon(position, gun)
    yield Fact("weapon", f'{weapon.name}, {weapon.short}" and {weapon.longest}"', "LPG-WPN")
    yield Fact("crew", f"{len(gunners(position, gun))} of {gun.profile.crew} with it", COUNTER)
    yield Fact("to load", counted(load_actions(position, gun).total, "action"), "LPG-WPN")
    if gun.laid:
        yield Fact("laid on", gun.laid, "LPG-SHELL")


CONTROLS = {
    "free": "does as he is told",
    "repeats": "out of control: repeats what he did last turn",
    "nothing": "out of control: does nothing",
}


def _condition(position: Scene, man: Man) -> Iterator[Fact]:
    yield from states(
        (man.dead, "dead", "LPG-HIT"),
        (man.broken, "runs", "LPG-ROUT"),
        (man.stunned, f"stunned until the end of turn {man.stunned}", "LPG-STUN"),
        (man.wounded, "wounded: one action a turn", "LPG-WOUND"),
        (man.mounted, "mounted"),
        (man.unhorsed, "his horse is dead", "LPG-HIT"),
        (man.prone, "prone"),
        (man.limbered, "limbered", "LPG-ACT-1"),
        (man.bayonet, "bayonet fixed", "LPG-ACT-1"),
        (not man.loaded, "not loaded", "LPG-ACT-1"),
        (man.hidden, "hidden"),
        (man.follows, f"follows {man.follows} in single file", "LPG-MOVE-3"),
        (is_under_fire(position, man), "under fire", "LPG-CTRL"),
        (man.control and not man.out, CONTROLS.get(man.control, ""), "LPG-CTRL"),
        (man.encourages, f"encourages: +{man.encourages}", "LPG-CMD"),
    )
    if position.state.phase == "actions" and position.state.side == man.side and not man.out:
        yield Fact("actions left", str(man.left), "LPG-ACT-1")
