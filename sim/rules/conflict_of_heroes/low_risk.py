"""Low Risk moves: what is never done, what is allowed, and in which order (rule 5.3.1)."""

from __future__ import annotations

from sim.engine.keeping import Kept
from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.aims import (
    Aim,
    Here,
)
from sim.rules.conflict_of_heroes.hexes import (
    OUT_OF_ZONES,
    closer_ways,
    enterable,
    flank_list,
    hex_list,
    holds,
    move_along,
    no_close_combat,
    no_short_range,
    shelter_in,
    turn_towards,
)
from sim.rules.conflict_of_heroes.moving import Way
from sim.rules.conflict_of_heroes.units import Counter, opponents
from sim.rules.conflict_of_heroes.zones import enemy_zones, in_front, steps_to_flank, zone_of
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Priority, Shown, require

IN, OUT = "COH-5.3.1-in", "COH-5.3.1-out"
NEVER: tuple[Line[Here, Way], ...] = (no_close_combat(), no_short_range())
"""COH-5.3.1-cc: what holds for every Low Risk move."""


_WHY_NOT: Kept[str] = Kept(most=64)
"""By positions, of which there are many, each of them soon past."""


class LowRisk:
    """COH-5.3.1: the permissions of a Low Risk move, tried in order; COH-5.3 ranks what each of them leaves."""

    def against(self, situation: Here, ai: Counter, aim: Aim) -> Plan:
        """Return the plan of one AI against one target."""
        steps = [self._closer(text, ai, aim, allowed) for text, allowed in self._permissions(situation, ai, aim)]
        return FirstOf(*steps, self._flank(ai, aim), self._turn(ai)) if self._inside(situation, ai) else FirstOf(*steps)

    def lists(self, situation: Here, ai: Counter, aim: Aim) -> list[Priority[Way]]:
        """Return the lists that rank hexes nearer to the target, one for each permission."""
        return [hex_list(ai, aim, *NEVER, allowed) for _, allowed in self._permissions(situation, ai, aim)]

    def why_not(self, situation: Here, ai: Counter, aim: Aim) -> str:
        """Say why none of the permissions leaves a move; nothing if one does. No note: the plan itself leaves them."""
        # Asked of every AI to find who moves, again of its target, and again by the next order of the card.
        key = (situation.position, situation.side, ai, aim.subject)
        return _WHY_NOT.answer(key, lambda: self._why_not(situation, ai, aim))

    def _why_not(self, situation: Here, ai: Counter, aim: Aim) -> str:
        permissions = [allowed for _, allowed in self._permissions(situation, ai, aim)]
        refused = []
        for way in closer_ways(situation.position, ai, aim):
            reason = _broken(situation, way, NEVER)
            if not reason:
                for allowed in permissions:
                    reason = _broken(situation, way, (allowed,))
                    if not reason:
                        return ""
            refused.append(reason)
        if self._inside(situation, ai) and (self._flankers(situation, ai) or self._can_go_aside(situation, ai, aim)):
            return ""
        return "no Low Risk move: " + ("; ".join(refused) or f"no hex nearer to {aim.subject}")

    def _can_go_aside(self, situation: Here, ai: Counter, aim: Aim) -> bool:
        measures = [line.measure for line in (*NEVER, *self._aside(ai, aim))]
        ways = enterable(situation.position, ai)
        return any(all(holds(each, situation, way) for each in measures) for way in ways)

    def _inside(self, situation: Here, ai: Counter) -> bool:
        return ai.place in enemy_zones(situation.position, situation.side).area

    def _permissions(self, situation: Here, ai: Counter, aim: Aim) -> tuple[tuple[str, Line[Here, Way]], ...]:
        if self._inside(situation, ai):
            return (
                ("1. out of the fire zones", require(OUT_OF_ZONES, IN)),
                ("2. no less DM than here", self._as_sheltered(ai, aim)),
            )
        return (
            ("1. stay out of the fire zones", require(OUT_OF_ZONES, OUT)),
            ("2. into a fire zone with a DM", self._sheltered(ai, aim)),
        )

    def _closer(self, text: str, ai: Counter, aim: Aim, allowed: Line[Here, Way]) -> Option:
        """COH-5.3.1-closer: of the hexes nearer to the target those that one permission allows."""

        def act(situation: Here) -> Intent | Cannot:
            near = closer_ways(situation.position, ai, aim)
            way = hex_list(ai, aim, *NEVER, allowed).choose(situation, near, "hexes nearer to the target")
            return Cannot("no such hex") if way is None else move_along(situation, ai, way)

        return Option(allowed.rule, text, act)

    def _sheltered(self, ai: Counter, aim: Aim) -> Line[Here, Way]:
        def any_at_all(situation: Here, way: Way) -> Shown:
            there = shelter_in(situation.position, ai, way.end, aim)
            return Shown(there > 0, str(there))

        return require(Measure("sheltered (any DM)", any_at_all), OUT)

    def _as_sheltered(self, ai: Counter, aim: Aim) -> Line[Here, Way]:
        def enough(situation: Here, way: Way) -> Shown:
            here = shelter_in(situation.position, ai, ai.place, aim)
            there = shelter_in(situation.position, ai, way.end, aim)
            return Shown(there >= here, f"{there} against {here}")

        return require(Measure("as sheltered as here (DM)", enough), IN)

    def _flank(self, ai: Counter, aim: Aim) -> Option:
        def act(situation: Here) -> Intent | Cannot:
            lines = (*NEVER, *self._aside(ai, aim))
            round_it = enterable(situation.position, ai)
            way = flank_list(ai, aim, *lines).choose(situation, round_it, "hexes that it can enter")
            return Cannot("no hex nearer to the flank") if way is None else move_along(situation, ai, way)

        return Option(IN, "3. towards the target's flank", act)

    def _aside(self, ai: Counter, aim: Aim) -> tuple[Line[Here, Way], ...]:
        """Return what a move must be that leads nearer to the target's flank and not to the target: no more risk."""

        def nearer(situation: Here, way: Way) -> Shown:
            if aim.unit is None:
                return Shown(False, "an objective has none")
            position = situation.position
            now, then = (steps_to_flank(position, cell, ai, aim.unit) for cell in (ai.place, way.end))
            if then is None:
                return Shown(False, "out of reach")
            return Shown(now is None or then < now, f"{then} against {'none' if now is None else now}")

        as_sheltered = self._as_sheltered(ai, aim).measure

        def careful(situation: Here, way: Way) -> Shown:
            sheltered, out = as_sheltered.of(situation, way), OUT_OF_ZONES.of(situation, way)
            return Shown(sheltered.key or out.key, f"{out.text}, DM {sheltered.text}")

        return (
            require(Measure("nearer to the target's flank", nearer), IN),
            require(Measure("out of every fire zone, or as sheltered as here", careful), IN),
        )

    def _turn(self, ai: Counter) -> Option:
        def act(situation: Here) -> Intent | Cannot:
            threats = self._flankers(situation, ai)
            return turn_towards(situation, ai, threats) if threats else Cannot("no Unit on its flank")

        return Option(IN, "4. turn towards a flanking Unit", act)

    def _flankers(self, situation: Here, ai: Counter) -> list[Aim]:
        """COH-FLANK: the Units that threaten an AI from its flank; a turret protects nobody's flank."""
        position = situation.position
        if ai.is_rumour:
            return []
        behind = [unit for unit in opponents(position, ai.side) if not in_front(position, ai, unit.place)]
        return [Aim(unit.id, (unit.place,), unit) for unit in behind if ai.place in zone_of(position, unit)]


def _broken(situation: Here, way: Way, lines: tuple[Line[Here, Way], ...]) -> str:
    """Say which of several bans a move breaks first; nothing if it keeps them all."""
    for line in lines:
        value = line.measure.of(situation, way)
        if not (value.key if isinstance(value, Shown) else value):
            shown = f" ({value.text})" if isinstance(value, Shown) else ""
            return f"{situation.position.name(way.end)} is not {line.measure.what}{shown}"
    return ""


LOW_RISK = LowRisk()
