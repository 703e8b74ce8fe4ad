"""Where an AI may move and which hex it takes: the lists of rules 5.3 and 5.3.1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sim.engine.frozen import fast_frozen
from sim.engine.insight import Ranked
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.memo import memo
from sim.rules.conflict_of_heroes.combat.attacks import Shelter, hex_shelter
from sim.rules.conflict_of_heroes.ground.moves import MovePath, around, enterable
from sim.rules.conflict_of_heroes.ground.zones import (
    arcs_over,
    enemy_short_zones,
    enemy_zones,
    in_front,
    steps_to_flank,
    zone_of,
)
from sim.rules.conflict_of_heroes.orders.move import CounterMove, Move, Pivot
from sim.rules.conflict_of_heroes.solo.choosing import FAR, Aim, CohSituation, nearest_aim
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, opponents
from sim.solo.answers import Clause, by_clauses
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Measured, Priority, least, most, prefer, require

# -- where to move --------------------------------------------------------------------------------------------


@memo(of=around, by=lambda position, unit, aim: aim.cells)
def closer_paths(position: CohPosition, unit: Counter, aim: Aim) -> tuple[MovePath, ...]:
    """Return the moves that bring an AI nearer to a target."""
    here = aim.hexes_from(position, unit.place)
    return tuple([way for way in enterable(position, unit) if aim.hexes_from(position, way.end) < here])


def shelter_in(position: CohPosition, unit: Counter, cell: Cell, aim: Aim | None = None) -> int:
    """COH-DM: the DM of a hex against a target; from all sides if the target is no Unit or does not see the hex.

    By the other reading that against the one Unit whose fire meets least shelter there.
    """
    return sum([part.defence for part in _shelter(position, unit, cell, aim)])


def shelter_shown(position: CohPosition, unit: Counter, cell: Cell, aim: Aim | None) -> Measured:
    """COH-DM: the same with its reasons."""
    parts = _shelter(position, unit, cell, aim)
    total = sum([part.defence for part in parts])
    return Measured(total, lambda: f"{total} ({', '.join([part.reason for part in parts])})" if parts else str(total))


def _shelter(position: CohPosition, unit: Counter, cell: Cell, aim: Aim | None) -> tuple[Shelter, ...]:
    if position.battle.data.readings.hex_defence == "every zone":
        over = enemy_zones(position, unit.side).over(cell)
        if found := [hex_shelter(position, unit, cell, position.state.unit(other)) for other in over]:
            return min(found, key=lambda parts: sum(part.defence for part in parts))
    return hex_shelter(position, unit, cell, None if aim is None else aim.unit)


# -- what moves are ranked by ---------------------------------------------------------------------------------

_YES = Measured(True, "yes")


def _out_of_zones(situation: CohSituation, way: MovePath) -> Measured:
    units = enemy_zones(situation.position, situation.side).over(way.end)
    return Measured(False, f"in the zone of {', '.join(units)}") if units else _YES


def _clear_of_short_range(situation: CohSituation, way: MovePath, of: str | None = None) -> Measured:
    """Measure whether a way keeps out of every short-range fire zone, or out of that `of` a Unit."""
    zones, name = enemy_short_zones(situation.position, situation.side), situation.position.name
    met = {cell: units for cell in way.cells if (units := zones.over(cell)) and of in (None, *units)}
    told = (f"{name(cell)} in the zone of {', '.join(units)}" for cell, units in met.items())
    return Measured(not met, "; ".join(told) or "yes")


def _clear_of_close_combat(situation: CohSituation, way: MovePath) -> Measured:
    there = situation.state.units.at(way.end)
    return Measured(False, ", ".join([unit.id for unit in there])) if there else _YES


OUT_OF_ZONES: Measure[CohSituation, MovePath] = Measure("out of every fire zone", _out_of_zones)
OUT_OF_SHORT_RANGE: Measure[CohSituation, MovePath] = Measure(
    "out of every short-range fire zone", _clear_of_short_range
)
"""Of every hex that is entered: whoever drives through such a zone has moved into it."""
_OUT_OF_CLOSE_COMBAT: Measure[CohSituation, MovePath] = Measure("out of close combat", _clear_of_close_combat)


def shelter_of(unit: Counter, aim: Aim | None) -> Measure[CohSituation, MovePath]:
    """Measure the DM of a hex against a target, with its reasons."""
    return Measure("DM", lambda situation, way: shelter_shown(situation.position, unit, way.end, aim))


def _gains(what: str, unit: Counter, aim: Aim, gain: int) -> Measure[CohSituation, MovePath]:
    """Measure whether a hex gives that much more DM than the one an AI is in."""

    def gains(situation: CohSituation, way: MovePath) -> Measured:
        there, here = (shelter_in(situation.position, unit, cell, aim) for cell in (way.end, unit.place))
        return Measured(there >= here + gain, lambda: f"{there} against {here}")

    return Measure(what, gains)


def _hexes(aim: Aim) -> Measure[CohSituation, MovePath]:
    return Measure("hexes from the target", lambda situation, way: aim.hexes_from(situation.position, way.end))


def _flank_steps(unit: Counter, aim: Aim) -> Measure[CohSituation, MovePath]:
    def steps(situation: CohSituation, way: MovePath) -> Any:
        if aim.unit is None:
            return 0
        found = steps_to_flank(situation.position, way.end, unit, aim.unit)
        return Measured(FAR, "none") if found is None else found

    return Measure("hexes to the target's flank", steps)


def hex_list(unit: Counter, aim: Aim, *permissions: Line[CohSituation, MovePath]) -> Priority[MovePath]:
    """COH-5.3: fewer hexes, out of fire zones, highest DM, towards the flank, then a die."""
    return Priority(
        "COH-5.3",
        "where to move",
        *permissions,
        least(_hexes(aim)),
        prefer(OUT_OF_ZONES),
        most(shelter_of(unit, aim)),
        least(_flank_steps(unit, aim)),
    )


def flank_list(unit: Counter, aim: Aim, *permissions: Line[CohSituation, MovePath]) -> Priority[MovePath]:
    """COH-5.3.1-in: towards the target's flank, where it cannot get closer; then as in any move."""
    return Priority(
        "COH-5.3.1-in",
        "where to move towards the flank",
        *permissions,
        least(_flank_steps(unit, aim)),
        least(_hexes(aim), "COH-5.3"),
        prefer(OUT_OF_ZONES, "COH-5.3"),
        most(shelter_of(unit, aim), "COH-5.3"),
    )


def cover_list(unit: Counter, aim: Aim) -> Priority[MovePath]:
    """COH-COVER: the list for a move to cover: into nobody's hex, the best shelter, then as in any move."""
    lines = (most(shelter_of(unit, aim)), least(_hexes(aim), "COH-5.3"), prefer(OUT_OF_ZONES, "COH-5.3"))
    return Priority("COH-COVER", "where to find cover", *cover_bans(unit, aim), *lines)


def cover_bans(unit: Counter, aim: Aim) -> tuple[Line[CohSituation, MovePath], ...]:
    """COH-COVER: what a move to cover must be: not into an enemy's hex, and to more shelter."""
    return require(_OUT_OF_CLOSE_COMBAT), require(_gains("more DM than here", unit, aim, 1))


def broken(situation: CohSituation, way: MovePath, *lines: Line[CohSituation, MovePath]) -> str:
    """Say which of several bans a move breaks first; nothing if it keeps them all."""
    for line in lines:
        value = line.measure.of(situation, way)
        if not value.key:
            return f"{situation.position.name(way.end)} is not {line.measure.what} ({value.text})"
    return ""


# -- moves and turns, with the facing that nothing printed says ------------------------------------------------


@fast_frozen
@dataclass(frozen=True)
class FacingChoice:
    """A direction in which an AI may face, with what would lie before it."""

    subject: str
    """What the direction is called."""
    units: tuple[str, ...]
    to_target: bool
    to_nearest: bool
    turned: int

    def counted(self) -> Measured:
        """Count the Units before it."""
        return Measured(len(self.units), f"{len(self.units)}: {', '.join(self.units)}" if self.units else "0")


_MOST_UNITS: tuple[Line[CohSituation, FacingChoice], ...] = (
    most(Measure("Units before it", lambda _, facing: facing.counted())),
    prefer(Measure("facing the nearest Unit", lambda _, facing: facing.to_nearest)),
    least(Measure("hexsides turned", lambda _, facing: facing.turned)),
)
_TO_TARGET: Line[CohSituation, FacingChoice] = prefer(Measure("towards the target", lambda _, facing: facing.to_target))
_FACING: Priority[FacingChoice] = Priority("COH-FACE", "where to face", *_MOST_UNITS)
_FACING_TARGET: Priority[FacingChoice] = Priority("COH-FACE", "where to face", _TO_TARGET, *_MOST_UNITS)


def facing_after(situation: CohSituation, ai: Counter, cell: Cell, towards: Cell | None = None) -> int:
    """Return the direction in which an AI puts most Units before it, then the nearest, then turns least.

    COH-FACE. With `towards`, that cell must lie before it. A rumoured enemy has no facing to choose.
    """
    if ai.is_rumour:
        return ai.facing
    order = _FACING_TARGET if towards else _FACING
    chosen = order.choose(situation, _facings(situation, ai, cell, towards), "directions")
    assert chosen is not None
    return situation.position.map.grid.directions.index(chosen.subject)


def _facings(situation: CohSituation, ai: Counter, cell: Cell, towards: Cell | None) -> Iterator[FacingChoice]:
    position = situation.position
    enemies = opponents(position, situation.side)
    view = position.lines.field_of_view(cell)
    seen = [unit for unit in enemies if unit.place in view] or list(enemies)
    hexes = [position.map.distance(cell, unit.place) for unit in seen]
    arcs = [arcs_over(position, cell, unit.place) for unit in seen]
    nearest = min(hexes, default=0)
    near = [arc for arc, distance in zip(arcs, hexes, strict=True) if distance == nearest]
    ahead = None if towards is None else arcs_over(position, cell, towards)
    directions = position.map.grid.directions
    for direction, name in enumerate(directions):
        units = tuple([unit.id for unit, arc in zip(seen, arcs, strict=True) if arc[direction]])
        to_nearest = True in [arc[direction] for arc in near]
        to_target = ahead is not None and ahead[direction]
        turn = abs(direction - ai.facing) % len(directions)
        yield FacingChoice(name, units, to_target, to_nearest, min(turn, len(directions) - turn))


def move_along(situation: CohSituation, ai: Counter, way: MovePath) -> Move:
    """Return the order to make a move, and face where most Units are."""
    return Move((CounterMove(ai.id, way.cells, facing_after(situation, ai, way.end)),))


def turn_towards(situation: CohSituation, ai: Counter, found: list[Aim]) -> Pivot:
    """Return the order to turn towards the nearest of several."""
    aim = nearest_aim(situation, ai, found, "what to turn towards")
    return Pivot(ai.id, facing_after(situation, ai, ai.place, aim.nearest(situation.position, ai.place)))


# -- Low Risk moves (rule 5.3.1) -------------------------------------------------------------------------------


IN, OUT = "COH-5.3.1-in", "COH-5.3.1-out"
NEVER: tuple[Line[CohSituation, MovePath], ...] = (
    require(_OUT_OF_CLOSE_COMBAT, "COH-5.3.1-cc"),
    require(OUT_OF_SHORT_RANGE, "COH-5.3.1-cc"),
)
"""COH-5.3.1-cc: what holds for every Low Risk move as it is usually read."""


@dataclass(frozen=True)
class LowRisk:
    """COH-5.3.1: a Low Risk move: its permissions are tried in order, and COH-5.3 ranks what each of them leaves."""

    ai: Counter
    aim: Aim

    def plan(self, situation: CohSituation) -> Plan:
        """COH-5.3.1-closer: of the hexes nearer to the target those that one permission after the other allows.

        Inside a fire zone it may go aside, or turn, where it cannot get closer.
        """
        options = [Option(each.rule, each.text, self._goes(each)) for each in self.clauses(situation)]
        if self._inside(situation):
            options.append(Option(IN, "4. turn towards a flanking Unit", self._turn))
        return FirstOf(*options)

    def clauses(self, situation: CohSituation) -> list[Clause[MovePath]]:
        """Return what is permitted one after the other, each with its list and the moves that it is for."""
        position, ai, aim = situation.position, self.ai, self.aim
        near, nearer = closer_paths(position, ai, aim), "hexes nearer to the target"
        lists = zip(self._permissions(situation), self.lists(situation), strict=True)
        found = [Clause(line.rule, text, where, near, nearer, "no such hex") for (text, line), where in lists]
        if self._inside(situation):
            never = self._never(situation)
            aside, paths = flank_list(ai, aim, *never, *self._aside()), enterable(position, ai)
            text, none = "3. towards the target's flank", "no hex nearer to the flank"
            found.append(Clause(IN, text, aside, paths, "hexes that it can enter", none))
        return found

    def _goes(self, clause: Clause[MovePath]) -> Callable[[CohSituation], Intent | Cannot]:
        def act(situation: CohSituation) -> Intent | Cannot:
            way = clause.order.choose(situation, clause.candidates, clause.pool)
            return Cannot(clause.none) if way is None else move_along(situation, self.ai, way)

        return act

    def lists(self, situation: CohSituation) -> list[Priority[MovePath]]:
        """Return the lists that rank hexes nearer to the target, one for each permission."""
        return [
            hex_list(self.ai, self.aim, *self._never(situation), allowed) for _, allowed in self._permissions(situation)
        ]

    def ranked(self, situation: CohSituation) -> Iterator[Ranked]:
        """Yield every hex that it can enter, those first that it would take, then whom it would turn to; else why not.

        COH-5.3.1-closer: of those that are no nearer, outside fire zones, it is said that they are not.
        """
        found = by_clauses(situation, self.clauses(situation))
        turns = self._flankers(situation) if self._inside(situation) else []
        taken, told = sum(each.passes for each in found), {each.subject for each in found}
        yield from (each for each in found if each.passes)
        yield from (Ranked(aim.subject, "4. turn towards it", taken + 1, IN) for aim in turns)
        yield from (each for each in found if not each.passes)
        far = (way.end for way in enterable(situation.position, self.ai) if way.end not in told)
        yield from (Ranked(cell, f"no nearer to {self.aim.subject}", 0, "COH-5.3.1-closer") for cell in far)

    def why_not(self, situation: CohSituation) -> str:
        """Say why none of the permissions leaves a move; nothing if one does. No note: the plan itself leaves them."""
        permissions, never, refused = self._permissions(situation), self._never(situation), list[str]()
        for way in closer_paths(situation.position, self.ai, self.aim):
            reason = broken(situation, way, *never)
            for _, allowed in () if reason else permissions:
                reason = broken(situation, way, allowed)
                if not reason:
                    return ""
            refused.append(reason)
        if self._inside(situation):
            aside, paths = (*never, *self._aside()), enterable(situation.position, self.ai)
            if self._flankers(situation) or any(not broken(situation, way, *aside) for way in paths):
                return ""
        return "no Low Risk move: " + ("; ".join(refused) or f"no hex nearer to {self.aim.subject}")

    def _never(self, situation: CohSituation) -> tuple[Line[CohSituation, MovePath], ...]:
        """COH-5.3.1-cc: what holds for every Low Risk move, of any Unit, or of the target alone."""
        if situation.battle.data.readings.low_risk == "every Unit":
            return NEVER
        target = self.aim.unit.id if self.aim.unit else ""
        clear = Measure[CohSituation, MovePath](
            f"out of the short-range fire zone of {target or 'no Unit'}",
            lambda here, way: _clear_of_short_range(here, way, target),
        )
        return (NEVER[0], require(clear, "COH-5.3.1-cc"))

    def _inside(self, situation: CohSituation) -> bool:
        return self.ai.place in enemy_zones(situation.position, situation.side).area

    def _permissions(self, situation: CohSituation) -> tuple[tuple[str, Line[CohSituation, MovePath]], ...]:
        if self._inside(situation):
            return (
                ("1. out of the fire zones", require(OUT_OF_ZONES, IN)),
                ("2. no less DM than here", require(self._as_sheltered, IN)),
            )

        def any_shelter(here: CohSituation, way: MovePath) -> Measured:
            there = shelter_in(here.position, self.ai, way.end, self.aim)
            return Measured(there > 0, str(there))

        return (
            ("1. stay out of the fire zones", require(OUT_OF_ZONES, OUT)),
            ("2. into a fire zone with a DM", require(Measure("sheltered (any DM)", any_shelter), OUT)),
        )

    @property
    def _as_sheltered(self) -> Measure[CohSituation, MovePath]:
        return _gains("as sheltered as here (DM)", self.ai, self.aim, 0)

    def _aside(self) -> tuple[Line[CohSituation, MovePath], ...]:
        """Return what a move towards the target's flank must be, if it leads no nearer to the target: no riskier."""
        ai, target, as_sheltered = self.ai, self.aim.unit, self._as_sheltered

        def nearer(situation: CohSituation, way: MovePath) -> Measured:
            if target is None:
                return Measured(False, "an objective has none")
            now, then = (steps_to_flank(situation.position, cell, ai, target) for cell in (ai.place, way.end))
            if then is None:
                return Measured(False, "out of reach")
            return Measured(now is None or then < now, f"{then} against {'none' if now is None else now}")

        def careful(situation: CohSituation, way: MovePath) -> Measured:
            sheltered, out = as_sheltered.of(situation, way), OUT_OF_ZONES.of(situation, way)
            return Measured(sheltered.key or out.key, lambda: f"{out.text}, DM {sheltered.text}")

        return (
            require(Measure("nearer to the target's flank", nearer), IN),
            require(Measure("out of every fire zone, or as sheltered as here", careful), IN),
        )

    def _turn(self, situation: CohSituation) -> Intent | Cannot:
        threats = self._flankers(situation)
        return turn_towards(situation, self.ai, threats) if threats else Cannot("no Unit on its flank")

    def _flankers(self, situation: CohSituation) -> list[Aim]:
        """COH-FLANK: the Units that threaten an AI from its flank; a turret protects nobody's flank."""
        position, ai = situation.position, self.ai
        if ai.is_rumour:
            return []
        behind = [unit for unit in opponents(position, ai.side) if not in_front(position, ai, unit.place)]
        return [Aim(unit.id, (unit.place,), unit) for unit in behind if ai.place in zone_of(position, unit)]
