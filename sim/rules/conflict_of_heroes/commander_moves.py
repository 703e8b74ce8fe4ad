"""How the player's stand-in moves: where to, who, along with whom, and who stays where it is."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.conflict_of_heroes.combat.attacks import attack, hex_defence, refusal
from sim.rules.conflict_of_heroes.commander_fire import WORTHWHILE
from sim.rules.conflict_of_heroes.ground.moving import Way, cannot_move, ways
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, enemy_zones
from sim.rules.conflict_of_heroes.orders.move import Move, Step
from sim.rules.conflict_of_heroes.solo.choosing import Aim, Here
from sim.rules.conflict_of_heroes.solo.hexes import OUT_OF_ZONES, facing_after, shelter_in
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends, in_close_combat, marker_of, opponents
from sim.solo.plans import Cannot
from sim.solo.priority import Measure, Priority, least, most, prefer, require

# -- goals ----------------------------------------------------------------------------------------------------


def goal_of(position: Scene, unit: Counter) -> Aim | None:
    """Return what a Unit makes for: the nearest objective that the enemy holds or nobody, else the nearest enemy."""
    wanted = [
        Aim(objective.id, objective.cells)
        for objective in position.battle.data.objectives.values()
        if position.state.holder(objective.id) != unit.side
    ]
    found = wanted or [Aim(enemy.id, (enemy.place,), enemy) for enemy in opponents(position, unit.side)]
    return min(found, key=lambda aim: aim.hexes_from(position, unit.place), default=None)


def keeps_post(position: Scene, unit: Counter) -> bool:
    """Say whether a Unit is the only one on an objective that its side holds."""
    for objective in position.battle.data.objectives.values():
        if unit.cell in objective.cells and position.state.holder(objective.id) == unit.side:
            others = [u for cell in objective.cells for u in position.state.units.at(cell) if u.side == unit.side]
            return len(others) == 1
    return False


def has_a_field_of_fire(position: Scene, unit: Counter) -> bool:
    """Say whether a crewed weapon can fire from where it is at anybody, with a fair chance: then it stays there."""
    if not unit.profile.crewed or not can_attack_at_all(position, unit):
        return False
    return any(
        refusal(position, unit, enemy) is None and attack(position, unit, enemy).needed <= WORTHWHILE + 1
        for enemy in opponents(position, unit.side)
    )


def armed(unit: Counter) -> bool:
    """Say whether a Unit can take control of anything."""
    return max(unit.profile.red, unit.profile.blue) > 0 and not unit.profile.non_combat


# -- taking objectives ----------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Capture:
    """A move that takes an objective."""

    unit: Counter
    way: Way
    points: int
    card: str = ""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.unit.id


_WHO_TAKES: Priority[Capture] = Priority(
    "HOUSE-TAKE",
    "which objective to take",
    most(Measure("points", lambda _, each: each.points)),
    prefer(Measure("unhit", lambda _, each: not each.unit.hit)),
    prefer(Measure("fit for close combat", lambda _, each: not each.unit.profile.crewed)),
    least(Measure("AP", lambda _, each: each.way.cost.total)),
)


def take_objective(situation: Here) -> Intent | Cannot:
    """Walk into an objective of the enemy, or of nobody, that is within one move and has nobody in it."""
    position = situation.position
    open_to_us = _open_objectives(position, situation.side)
    if not open_to_us:
        return Cannot("every objective is ours or has an enemy in it")
    found = [
        Capture(unit, way, open_to_us[way.end])
        for unit in friends(position, situation.side)
        if unit.fresh and armed(unit) and not keeps_post(position, unit)
        for way in ways(position, unit)
        if way.end in open_to_us
    ]
    capture = _WHO_TAKES.choose(situation, found, "moves that take an objective")
    if capture is None:
        return Cannot("no objective is within one move")
    return Move((_step(situation, capture.unit, capture.way),))


def _open_objectives(position: Scene, side: str) -> dict[Cell, int]:
    """Return the hexes of objectives that are not ours and have no enemy in them, with their points."""
    enemies = {enemy.place for enemy in opponents(position, side)}
    return {
        cell: objective.points
        for objective in position.battle.data.objectives.values()
        if position.state.holder(objective.id) != side and objective.points and enemies.isdisjoint(objective.cells)
        for cell in objective.cells
    }


# -- close combat ---------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Assault:
    """A move into the hex of an enemy."""

    unit: Counter
    way: Way
    enemy: Counter
    helpless: bool
    """Nobody in the hex could strike first."""
    on_objective: bool
    needed: int
    outside: int
    """What a shot from where it stands would need."""

    @property
    def is_good(self) -> bool:
        """Say whether the attack there would be easy enough."""
        return self.needed <= GOOD_IN_CLOSE_COMBAT

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} into the hex of {self.enemy.id}"


GOOD_IN_CLOSE_COMBAT = 6
"""What an attack in close combat may need for a Unit to go into it."""
NO_SHOT = 99

_WHOM_TO_STORM: Priority[Assault] = Priority(
    "HOUSE-STORM",
    "whom to storm",
    require(Measure("against nobody who strikes back well", lambda _, each: each.helpless)),
    require(Measure(f"an attack there with {GOOD_IN_CLOSE_COMBAT} or less", lambda _, each: each.is_good)),
    require(Measure("easier by 2 than a shot from here", lambda _, each: each.needed + 2 <= each.outside)),
    prefer(Measure("on an objective", lambda _, each: each.on_objective)),
    least(Measure("number needed", lambda _, each: each.needed)),
)


def storm(situation: Here) -> Intent | Cannot:
    """Go into close combat with enemies who are spent, cannot attack, or are crews: the enemy always strikes first."""
    position = situation.position
    enemies = opponents(position, situation.side)
    found = [
        each
        for unit in friends(position, situation.side)
        if unit.fresh and not unit.hit and unit.profile.kind == "foot" and not unit.profile.crewed
        # Nearly always nobody is that near, and the ways of a Unit are dear.
        if any(position.map.distance(unit.place, enemy.place) == 1 for enemy in enemies)
        if not keeps_post(position, unit) and not in_close_combat(position, unit)
        for way in ways(position, unit)
        if len(way.cells) == 1 and (each := _assault(position, unit, way)) is not None
    ]
    assault = _WHOM_TO_STORM.choose(situation, found, "enemies next to a fresh Unit")
    if assault is None:
        return Cannot("there is nobody to storm")
    return Move((_step(situation, assault.unit, assault.way),))


def _assault(position: Scene, unit: Counter, way: Way) -> Assault | None:
    there = [other for other in opponents(position, unit.side) if other.cell == way.end]
    if not there:
        return None
    inside = unit.changed(cell=way.end)
    needed = min(attack(position, inside, other).needed for other in there)
    shots = [attack(position, unit, other).needed for other in there if refusal(position, unit, other) is None]
    objectives = position.battle.data.objectives.values()
    return Assault(
        unit,
        way,
        there[0],
        all(_is_helpless(position, other) for other in there),
        any(way.end in objective.cells for objective in objectives),
        needed,
        min(shots, default=NO_SHOT),
    )


def _is_helpless(position: Scene, enemy: Counter) -> bool:
    marker = marker_of(position, enemy)
    hurt = marker is not None and (marker.only_rally or marker.no_attack)
    return enemy.profile.kind == "foot" and not enemy.is_rumour and (enemy.spent or enemy.profile.crewed or hurt)


# -- advancing ------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Advance:
    """A Unit that can come closer to what it makes for."""

    unit: Counter
    goal: Aim
    ways: tuple[Way, ...]
    hexes: int

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.unit.id


_WHO: Priority[Advance] = Priority(
    "HOUSE-CLOSER",
    "which Unit advances",
    prefer(Measure("unhit", lambda _, each: not each.unit.hit)),
    prefer(Measure("no crewed weapon", lambda _, each: not each.unit.profile.crewed)),
    least(Measure("AP to move", lambda _, each: each.unit.profile.move_ap)),
    least(Measure("hexes from its goal", lambda _, each: each.hexes)),
)


def advance(situation: Here) -> Intent | Cannot:
    """Bring the Unit that is nearest to its goal one hex nearer, under cover if it can be, and its neighbours along."""
    position = situation.position
    fresh = [unit for unit in friends(position, situation.side) if unit.fresh]
    found = [each for unit in fresh if (each := _advance(position, unit)) is not None]
    chosen = _WHO.choose(situation, found, "fresh Units that can come closer")
    if chosen is None:
        return Cannot("nobody can come closer")
    way = _way(situation, chosen)
    steps = [_step(situation, chosen.unit, way)]
    for each in found:
        if each != chosen and position.map.distance(each.unit.place, chosen.unit.place) <= 1:
            along = _way(situation, each)
            if along.cost.total <= way.cost.total and _goes_along(position, each, along):
                steps.append(_step(situation, each.unit, along))
    return Move(tuple(steps))


def _goes_along(position: Scene, each: Advance, way: Way) -> bool:
    """Say whether a Unit joins in a group move: not if it is hit, nor out of cover into the fire of an enemy."""
    if each.unit.hit or each.unit.profile.crewed:
        return False
    exposed = way.end in enemy_zones(position, each.unit.side).area
    return not exposed or shelter_in(position, each.unit, way.end, each.goal) >= hex_defence(position, each.unit)


def _way(situation: Here, each: Advance) -> Way:
    way = _where(situation.position, each).choose(situation, each.ways, "hexes nearer to the goal")
    assert way is not None
    return way


def _where(position: Scene, each: Advance) -> Priority[Way]:
    goal = each.goal
    return Priority(
        "HOUSE-CLOSER",
        "where to advance",
        prefer(OUT_OF_ZONES),
        most(Measure("DM", lambda _, way: shelter_in(position, each.unit, way.end, goal))),
        least(Measure("hexes from the goal", lambda _, way: goal.hexes_from(position, way.end))),
    )


def _advance(position: Scene, unit: Counter) -> Advance | None:
    """Return the moves of a Unit that lead nearer to its goal and into nobody's hex; None if there are none."""
    goal = goal_of(position, unit)
    if goal is None or keeps_post(position, unit) or unit.profile.non_combat or cannot_move(position, unit):
        return None
    if has_a_field_of_fire(position, unit):
        return None
    here = goal.hexes_from(position, unit.place)
    enemies = {enemy.place for enemy in opponents(position, unit.side)}
    nearer = [way for way in ways(position, unit) if goal.hexes_from(position, way.end) < here]
    free = tuple(way for way in nearer if way.end not in enemies)
    return Advance(unit, goal, free, here) if free else None


def _step(situation: Here, unit: Counter, way: Way) -> Step:
    return Step(unit.id, way.cells, facing_after(situation, unit, way.end))


def advance_by_caps(situation: Here) -> Intent | Cannot:
    """COH-3.2.2: take an objective with a spent Unit for CAPs, when the round is about to end."""
    position, state = situation.position, situation.state
    if not state.caps or not state.passed:
        return Cannot("no CAPs are left" if not state.caps else "CAPs may still be wanted")
    open_to_us = _open_objectives(position, situation.side)
    found = [
        Capture(unit, way, open_to_us[way.end])
        for unit in friends(position, situation.side)
        if open_to_us and armed(unit) and not keeps_post(position, unit)
        for way in ways(position, unit)
        if way.end in open_to_us and way.cost.total <= state.caps
    ]
    capture = _WHO_TAKES.choose(situation, found, "moves that take an objective for CAPs")
    if capture is None:
        return Cannot("no objective is within one move that CAPs can pay")
    return Move((_step(situation, capture.unit, capture.way),), caps=capture.way.cost.total)


# -- out of close combat, and through smoke -------------------------------------------------------------------


def leave_close_combat(situation: Here) -> Intent | Cannot:
    """Move a crewed weapon out of the hex of an enemy, whom it can do little to there."""
    position = situation.position
    crews = [
        unit
        for unit in friends(position, situation.side)
        if unit.fresh and unit.profile.crewed and in_close_combat(position, unit)
    ]
    for unit in crews:
        enemies = {enemy.place for enemy in opponents(position, situation.side)}
        out = [way for way in ways(position, unit) if way.end not in enemies]
        way = _way_out(unit).choose(situation, out, "hexes that it can leave to")
        if way is not None:
            return Move((_step(situation, unit, way),))
    return Cannot("no crew is in close combat, or none can leave it")


def _way_out(unit: Counter) -> Priority[Way]:
    return Priority(
        "HOUSE-SAVE",
        "where a crew goes",
        prefer(OUT_OF_ZONES),
        most(Measure("DM", lambda here, way: shelter_in(here.position, unit, way.end))),
        least(Measure("AP", lambda _, way: way.cost.total)),
    )


NEAR_GOAL = 5
"""Hexes from its goal within which smoke is laid before a Unit."""


def hexes_to_smoke(situation: Here) -> list[Cell]:
    """Return the open hexes under fire that Units on foot have to enter next, nearest to their goals first."""
    position = situation.position
    zones = enemy_zones(position, situation.side).area
    found: list[tuple[int, Cell]] = []
    for unit in friends(position, situation.side):
        each = _advance(position, unit) if unit.fresh and unit.profile.kind == "foot" else None
        if each is None or each.hexes > NEAR_GOAL or unit.profile.crewed:
            continue
        safe = [way for way in each.ways if way.end not in zones or shelter_in(position, unit, way.end) > 0]
        found += [(each.hexes, way.end) for way in each.ways if not safe]
    return [cell for _, cell in sorted(found)]
