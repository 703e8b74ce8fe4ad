"""Who acts, and on whom: what an order can be aimed at, and the lists of rules 5.0 to 5.2.

A candidate AI is judged by what it could do: by the targets that it can fire at, or the hexes it could move to. These
are worked out once for a position and kept, because every order of a card asks for them again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.engine.check import Check
from sim.engine.frozen import fast_frozen
from sim.engine.mending import mended
from sim.grid import Cell
from sim.memo import kept_property, memo
from sim.play.commander import possible
from sim.rules.conflict_of_heroes.combat import attacks
from sim.rules.conflict_of_heroes.combat.attacks import Attack, Support, targets_of
from sim.rules.conflict_of_heroes.ground.zones import enemy_zones
from sim.rules.conflict_of_heroes.solo.grammar import CardOrder, TargetFilter
from sim.rules.conflict_of_heroes.state import (
    CohData,
    CohPosition,
    CohState,
    Counter,
    friends,
    in_close_combat,
    marker_of,
    opponents,
)
from sim.solo.priority import Line, Measure, Measured, Priority, least, most, prefer, require
from sim.solo.situation import Situation

CohSituation = Situation[CohState, CohData]
FAR = 1 << 20
"""Further than anything on a map."""
FEW = 60
"""Pairs of counters below which it takes less to measure each than to measure all at once."""
TESTS: dict[str, tuple[str, Callable[[CohPosition, Counter], bool]]] = {
    "fresh": ("fresh", lambda position, unit: unit.fresh),
    "spent": ("spent", lambda position, unit: unit.spent),
    "hit": ("hit", lambda position, unit: bool(unit.hit)),
    "unhit": ("unhit", lambda position, unit: not unit.hit),
    "mg": ("a machine gun", lambda position, unit: unit.profile.symbol == "mg"),
    "mortar": ("a mortar", lambda position, unit: unit.profile.symbol == "mortar"),
    "gun": ("a gun", lambda position, unit: unit.profile.kind == "gun"),
    "foot": ("on foot", lambda position, unit: unit.profile.kind == "foot"),
    "vehicle": ("a vehicle", lambda position, unit: unit.profile.kind == "vehicle"),
    # Water, which does the opposite of sheltering, is no cover.
    "in_open": ("in the open", lambda position, unit: attacks.hex_defence(position, unit) <= 0),
    "in_cover": ("in cover", lambda position, unit: attacks.hex_defence(position, unit) > 0),
    "in_fire_zone": ("in a fire zone", lambda position, unit: unit.place in enemy_zones(position, unit.side).area),
    "in_close_combat": ("in close combat", in_close_combat),
    "on_objective": (
        "on an objective",
        lambda position, unit: any(unit.place in place.cells for place in position.battle.data.objectives.values()),
    ),
}
"""COH-5.0: what an order can say of an AI, or of a Unit: in notes, and whether it is so."""


# -- targets --------------------------------------------------------------------------------------------------


@fast_frozen
@dataclass(frozen=True)
class Aim:
    """Something that an order can be aimed at: a Unit, or a mission objective (COH-5.0-obj)."""

    subject: str
    cells: tuple[Cell, ...]
    unit: Counter | None = None

    @kept_property
    def meaning(self) -> Hashable:
        """Return what a move towards it depends on: where it is, and how a Unit stands there."""
        unit = self.unit
        return self.subject, self.cells, None if unit is None else (unit.facing, unit.profile.id)

    def hexes_from(self, position: CohPosition, cell: Cell) -> int:
        """Return the distance of its nearest hex."""
        map_, cells = position.battle.map, self.cells
        return map_.distance(cell, cells[0]) if len(cells) == 1 else map_.nearest(cells)[map_.ordinal(cell)]

    def nearest(self, position: CohPosition, cell: Cell) -> Cell:
        """Return its hex nearest to a cell; the first in map order of several."""
        return min(self.cells, key=lambda here: position.map.distance(cell, here))


@memo
def aims(position: CohPosition, order: CardOrder, side: str) -> tuple[Aim, ...]:
    """COH-5.0-obj: everything on the map that fits the order's words for its target."""
    words = words_of(order)
    if order.target is None:
        return ()
    if order.target.kind == "Objective":
        # Nobody's name is empty: what nobody holds, the player does not hold either.
        spared = (None, "", side) if "player_controlled" in words else ()
        places = position.battle.data.objectives.values()
        return tuple(Aim(place.id, place.cells) for place in places if position.state.holder(place.id) not in spared)
    tests = [TESTS[word][1] for word in words if word in TESTS]
    found = unit_aims(position, side)
    return tuple(aim for aim in found if aim.unit and all(test(position, aim.unit) for test in tests))


@mended
def unit_aims(
    position: CohPosition, side: str, before: tuple[Aim, ...] | None, changed: Sequence[Counter]
) -> tuple[Aim, ...]:
    """Return the Units that a side can aim at; the orders of a card, one after the other, all begin with these."""
    doubtful = {unit.id for unit in changed}
    known = {aim.subject: aim for aim in before or () if aim.subject not in doubtful}
    return tuple([known.get(unit.id) or Aim(unit.id, (unit.place,), unit) for unit in opponents(position, side)])


def words_of(order: CardOrder) -> tuple[TargetFilter, ...]:
    """Return what an order says of its target."""
    return order.target.filters if order.target else ()


@memo
def targets(position: CohPosition, id_: str, order: CardOrder) -> tuple[Aim, ...]:
    """COH-5.0-hfp: what an order means to one AI that is to move, rally or turn: the lowest or highest of what fits."""
    unit = position.state.unit(id_)
    return tuple(singled_out(position, unit, meant(position, unit, order), order))


def meant(position: CohPosition, unit: Counter, order: CardOrder) -> Sequence[Aim]:
    """Return what the words of an order can mean to one AI: of adjacent targets those next to it, and no others."""
    return adjacent(position, unit, order) if "adjacent" in words_of(order) else aims(position, order, unit.side)


def adjacent(position: CohPosition, unit: Counter, order: CardOrder) -> Sequence[Aim]:
    """Return what fits the words of an order in the hex of an AI, or next to it."""
    return _away(position, order, unit.side).adjacent.get(unit.id, ())


class _Away(NamedTuple):
    """How far what fits an order is from the AIs of a side: by AI what is nearest, and what is next to it."""

    nearest: Mapping[str, Sequence[Aim]]
    adjacent: Mapping[str, Sequence[Aim]]


@memo
def _away(position: CohPosition, order: CardOrder, side: str) -> _Away:
    """COH-5.0-closest: measure for all AIs at once, since each is asked by every line that names a distance."""
    own, found = friends(position, side), aims(position, order, side)
    if not own or not found:
        return _Away({}, {})
    if len(own) * len(found) < FEW:
        rows = [[aim.hexes_from(position, unit.place) for aim in found] for unit in own]
        nearest = [[aim for aim, away in zip(found, row, strict=True) if away == min(row)] for row in rows]
        beside = [[aim for aim, away in zip(found, row, strict=True) if away <= 1] for row in rows]
        return _Away(*({unit.id: each for unit, each in zip(own, told, strict=True)} for told in (nearest, beside)))
    hexes = position.map.distances([unit.place for unit in own], [cell for aim in found for cell in aim.cells])
    if hexes.shape[1] > len(found):  # a place of several hexes is as far off as the nearest of them
        firsts = np.cumsum([0, *(len(aim.cells) for aim in found[:-1])])
        hexes = np.minimum.reduceat(hexes, firsts, axis=1)

    def gathered(marked: NDArray[np.bool_]) -> dict[str, list[Aim]]:
        by_unit: dict[str, list[Aim]] = {unit.id: [] for unit in own}
        for row, column in np.argwhere(marked).tolist():
            by_unit[own[row].id].append(found[column])
        return by_unit

    return _Away(gathered(hexes == hexes.min(axis=1, keepdims=True)), gathered(hexes <= 1))


def singled_out(position: CohPosition, unit: Counter, found: Sequence[Aim], order: CardOrder) -> Sequence[Aim]:
    """COH-5.0-hfp: of the targets that an AI has, those with the lowest DV or the highest firepower, if asked for."""
    words = words_of(order)
    if "lowest_dv" in words and found:
        values = [defence_against(position, unit, aim).total for aim in found]
        found = [aim for aim, value in zip(found, values, strict=True) if value == min(values)]
    if "highest_fp" in words and found:
        powers = [target_firepower(position, unit, aim) for aim in found]
        found = [aim for aim, power in zip(found, powers, strict=True) if power == max(powers)]
    return found


def nearest_of(position: CohPosition, unit: Counter, found: Iterable[Aim]) -> list[Aim]:
    """Return the nearest targets of an AI: several, if they are equally near."""
    hexes = [(aim.hexes_from(position, unit.place), aim) for aim in found]
    least_hexes = min((distance for distance, _ in hexes), default=FAR)
    return [aim for distance, aim in hexes if distance == least_hexes]


def defence_against(position: CohPosition, unit: Counter, aim: Aim) -> Check:
    """COH-5.0-hfp: the total DV of a target as it would be against this AI, from where that stands."""
    return attacks.attack(position, unit, aim.unit).defence if aim.unit else Check("defence")


def target_firepower(position: CohPosition, unit: Counter, aim: Aim) -> int:
    """COH-5.2-power: the firepower of a target against the AI that asks; by the other reading its better one."""
    if aim.unit is None:
        return 0
    if position.battle.data.readings.target_firepower == "printed":
        return printed_firepower(position, aim.unit)
    return attacks.firepower(position, aim.unit, unit)


def printed_firepower(position: CohPosition, unit: Counter) -> int:
    """Return the better firepower of a counter, whoever its target may be, with what a hit takes off."""
    marker, profile = marker_of(position, unit), unit.profile
    if marker is None:
        return max(profile.red, profile.blue)
    guns = [(profile.red + marker.red, marker.no_red), (profile.blue + marker.blue, marker.no_blue)]
    return max((power for power, lost in guns if not lost), default=0)


# -- shots ----------------------------------------------------------------------------------------------------


class Manner(NamedTuple):
    """How an order lets AIs fire."""

    long_range: bool = False
    """COH-5.1-long: beyond the printed range as well."""
    group: bool = False
    """Only with others in support."""
    command: bool = False
    """COH-4.1: on a blue card, where spent AIs support too."""


def manner_of(order: CardOrder, command: bool) -> Manner:
    """Return how an order of a blue or a green card lets AIs fire."""
    return Manner(order.action == "long_range_fire", order.action == "group_fire", command)


@memo
def shot(position: CohPosition, unit: str, target: str, manner: Manner) -> Attack | str:
    """Return the attack of a counter on another, or the reason why there is none that an AI would make.

    COH-5.0-hfp, COH-5.1-eleven: a group is judged with all who support it, and without anybody it is none.
    """
    one, other = position.state.unit(unit), position.state.unit(target)
    if reason := attacks.refusal(position, one, other, manner.long_range):
        return reason
    helpers = supporters(position, unit, target, manner.command) if manner.group else ()
    if manner.group and not helpers:
        return f"nobody can support {unit} against {target}"
    made = attacks.attack(position, one, other, Support(len(helpers)))
    if made.needed >= position.battle.data.numbers.never_needs:
        return f"needs {made.needed} against {target}"
    return made


@memo
def supporters(position: CohPosition, leader: str, target: str, command: bool) -> tuple[str, ...]:
    """Return the AIs that can support another one's fire: on a green card fresh ones."""
    one, other = position.state.unit(leader), position.state.unit(target)
    able = [unit for unit in friends(position, one.side) if unit.id != leader and (command or unit.fresh)]
    # Nobody knows whether a rumour is anybody at all.
    able = [unit for unit in able if not unit.is_rumour]
    return tuple([unit.id for unit in able if attacks.support_refusal(position, one, unit, other) is None])


def _kept_with(position: CohPosition, unit: Counter, manner: Manner, *_: object) -> object:
    """Say with what answers about the shots of an AI are kept: with its targets, if nobody has to support it."""
    return position if manner.group else targets_of(position, unit)


@memo(of=_kept_with, by=lambda position, unit, manner, order: (unit.id, manner, order))
def shots(position: CohPosition, unit: Counter, manner: Manner, order: CardOrder) -> tuple[tuple[Aim, Attack], ...]:
    """COH-5.1-long, COH-5.1-eleven: the targets of an order that an AI can fire at and would."""
    able = targets_of(position, unit).ids
    fitting = [aim for aim in meant(position, unit, order) if aim.subject in able]
    found = [(aim, shot(position, unit.id, aim.subject, manner)) for aim in fitting]
    return tuple([(aim, made) for aim, made in found if isinstance(made, Attack)])


@memo(of=_kept_with, by=lambda position, unit, manner, order: (unit.id, manner, order))
def best_shots(
    position: CohPosition, unit: Counter, manner: Manner, order: CardOrder
) -> tuple[tuple[Aim, Attack], ...]:
    """COH-5.0-hfp, COH-5.0-closest: of the targets that an AI can fire at those the order singles out, the nearest."""
    made = {aim.subject: (aim, made) for aim, made in shots(position, unit, manner, order)}
    chosen = singled_out(position, unit, [aim for aim, _ in made.values()], order)
    return tuple(made[aim.subject] for aim in nearest_of(position, unit, chosen))


@memo(of=_kept_with, by=lambda position, unit, manner, among: (
    unit.id, manner, tuple([aim.meaning for aim in among])
))  # fmt: skip
def why_no_shots(position: CohPosition, unit: Counter, manner: Manner, among: tuple[Aim, ...]) -> str:
    """Say why an AI fires at none of some targets."""
    return "; ".join([str(shot(position, unit.id, aim.subject, manner)) for aim in among])


# -- who acts -------------------------------------------------------------------------------------------------

UNHIT: Measure[CohSituation, Counter] = Measure("unhit", lambda situation, unit: not unit.hit)
COST_TO_MOVE: Measure[CohSituation, Counter] = Measure("AP to move", lambda situation, unit: move_cost(situation, unit))
SHELTER: Measure[CohSituation, Counter] = Measure(
    "DM of its hex", lambda here, unit: attacks.hex_defence(here.position, unit)
)
_READY: Measure[CohSituation, Counter] = Measure("fresh", lambda situation, unit: unit.fresh)
_FRESH, _SPENT = Measured(True, "fresh"), Measured(True, "spent")
_EITHER: Measure[CohSituation, Counter] = Measure(
    "fresh or spent", lambda situation, unit: _SPENT if unit.spent else _FRESH
)


def move_cost(situation: CohSituation, unit: Counter) -> int:
    """Return what a move costs a counter on any ground: what is printed, and what its hit adds."""
    marker = marker_of(situation.position, unit)
    return unit.profile.move_ap + (marker.move_ap if marker else 0)


def _said(word: str) -> Line[CohSituation, Counter]:
    what, test = TESTS[word]
    return require(Measure(what, lambda situation, unit: test(situation.position, unit)), "COH-5.0")


@dataclass(frozen=True)
class Who:
    """COH-5.0: how the AI is found that carries out an order."""

    order: CardOrder
    command: bool
    near: Callable[[CohPosition, Counter], Sequence[Aim]]
    """Finds the targets that an AI would have for it, the nearest."""
    hexes: str = "hexes from its nearest target"

    def eligible(self) -> list[Line[CohSituation, Counter]]:
        """COH-4.1, COH-4.2, COH-5.0: on a blue card anybody, on a green one the fresh; and what is said of the AI."""
        ready = require(_EITHER, "COH-4.1") if self.command else require(_READY, "COH-4.2")
        return [ready, *(_said(word) for word in self.order.who if word in TESTS)]

    @property
    def power(self) -> Measure[CohSituation, Counter]:
        """COH-5.0-hfp: firepower against the target it would have, the best of several; of a rumour the lowest."""

        def power(situation: CohSituation, unit: Counter) -> int | Measured:
            position = situation.position
            if unit.is_rumour:
                return Measured(-FAR, "a rumour: lowest")
            powers = [attacks.firepower(position, unit, aim.unit) for aim in self.near(position, unit) if aim.unit]
            return max(powers, default=printed_firepower(position, unit))

        return Measure("firepower", power)

    def distance(self, situation: CohSituation, unit: Counter) -> Measured:
        """COH-5.0-closest: the distance of an AI from its own nearest targets, and which they are."""
        near = self.near(situation.position, unit)
        if not near:
            return Measured(FAR, "none")
        hexes = near[0].hexes_from(situation.position, unit.place)
        return Measured(hexes, lambda: f"{hexes}: {', '.join([aim.subject for aim in near])}")

    def listed(
        self, rule: str, what: str, *bans: Line[CohSituation, Counter], ties: Iterable[Line[CohSituation, Counter]] = ()
    ) -> Priority[Counter]:
        """COH-5.0-hfp, COH-5.0-closest: of those who can, by firepower if the order says so, the closest or farthest.

        "Highest FP AI" is meant among those that can carry out the order, so after all bans. The closest is nearest to
        its own nearest target, and the farthest the one whose nearest is farthest away.
        """
        order, lines = self.order, [*self.eligible(), *bans]
        if "highest_fp" in order.who:
            lines.append(most(self.power, "COH-5.0-hfp"))
        if "lowest_fp" in order.who:
            lines.append(least(self.power, "COH-5.0-hfp"))
        if order.distance:
            nearest = least if order.distance == "closest" else most
            lines.append(nearest(Measure(self.hexes, self.distance), "COH-5.0-closest"))
        return Priority(rule, what, *lines, *ties)

    def attacking(
        self, what: str, cost: Callable[[CohPosition, Counter], int], *bans: Line[CohSituation, Counter]
    ) -> Priority[Counter]:
        """COH-5.1.1-fire: unhit, then the highest firepower, the lowest cost to fire, the hex with the highest DM."""
        in_ap: Measure[CohSituation, Counter] = Measure("AP to fire", lambda here, unit: cost(here.position, unit))
        ties = (prefer(UNHIT), most(self.power), least(in_ap), most(SHELTER))
        return self.listed("COH-5.1.1-fire", what, *bans, ties=ties)


def acting(situation: CohSituation, who: Priority[Counter]) -> Counter | None:
    """Return the AI that a list finds; None if none can."""
    return who.choose(situation, friends(situation.position, situation.side), "AIs on the map")


def nearest_targets(order: CardOrder) -> Callable[[CohPosition, Counter], Sequence[Aim]]:
    """Return what finds the nearest targets of an order that does not fire."""
    words = words_of(order)
    if "lowest_dv" in words or "highest_fp" in words or "adjacent" in words:
        return lambda position, unit: nearest_of(position, unit, targets(position, unit.id, order))
    return lambda position, unit: _away(position, order, unit.side).nearest.get(unit.id, ())


# -- whom to fire at ------------------------------------------------------------------------------------------


@fast_frozen
@dataclass(frozen=True)
class Victim:
    """A Unit that an order can mean, with the attack that one AI would make on it, or the reason why it makes none."""

    ai: Counter
    aim: Aim
    unit: Counter
    shot: Attack | str

    @property
    def subject(self) -> str:
        """Its id."""
        return self.aim.subject

    @property
    def attack(self) -> Attack:
        """The attack, where there is one."""
        assert isinstance(self.shot, Attack)
        return self.shot


def victims(position: CohPosition, ai: Counter, order: CardOrder, manner: Manner) -> list[Victim]:
    """Return every Unit that an order can mean to one AI, with the shot at it or the reason for none."""
    found = [(aim, aim.unit, shot(position, ai.id, aim.subject, manner)) for aim in meant(position, ai, order)]
    return [Victim(ai, aim, unit, made) for aim, unit, made in found if unit is not None]


def _fired_at(_: CohSituation, victim: Victim) -> Measured:
    if isinstance(victim.shot, Attack):
        return Measured(True, f"needs {victim.shot.needed}")
    return Measured(False, victim.shot)


def _cost(situation: CohSituation, victim: Victim) -> int | Measured:
    unarmed = victim.unit.profile.attack_ap is None
    return Measured(FAR, "cannot") if unarmed else attacks.cost_to_fire(situation.position, victim.unit).total


_VALUE: Measure[CohSituation, Victim] = Measure(
    "total DV", lambda situation, victim: Measured(victim.attack.defence.total, victim.attack.defence.__str__)
)
_POWER: Measure[CohSituation, Victim] = Measure(
    "firepower", lambda here, victim: target_firepower(here.position, victim.ai, victim.aim)
)
_HEXES: Measure[CohSituation, Victim] = Measure(
    "hexes from the AI", lambda here, victim: victim.aim.hexes_from(here.position, victim.ai.place)
)


@cache
def target_list(order: CardOrder) -> Priority[Victim]:
    """COH-5.2: whom an AI fires at."""
    words = words_of(order)
    return Priority(
        "COH-5.2",
        "whom to fire at",
        require(Measure("a target for it, needing less than 11", _fired_at), "COH-5.1-eleven"),
        *([least(_VALUE, "COH-5.0-hfp")] if "lowest_dv" in words else []),
        *([most(_POWER, "COH-5.0-hfp")] if "highest_fp" in words else []),
        least(_HEXES),
        least(_VALUE),
        prefer(Measure("hit", lambda situation, victim: bool(victim.unit.hit))),
        prefer(Measure("fresh", lambda situation, victim: victim.unit.fresh)),
        most(_POWER),
        least(Measure("its AP to fire", _cost)),
        least(Measure("its AP to move", lambda situation, victim: move_cost(situation, victim.unit))),
    )


# -- towards what ---------------------------------------------------------------------------------------------


def hexes_from(ai: Counter) -> Measure[CohSituation, Aim]:
    """Count the hexes from an AI to a target."""
    return Measure("hexes from the AI", lambda here, aim: aim.hexes_from(here.position, ai.place))


def nearest_aim(situation: CohSituation, ai: Counter, found: Sequence[Aim], what: str) -> Aim:
    """COH-5.2-move: the nearest of several; a die if they are equally near."""
    aim = Priority("COH-5.2-move", what, least(hexes_from(ai))).choose(situation, found, "Units")
    assert aim is not None
    return aim


def move_target(order: CardOrder, ai: Counter, why_not: Callable[[CohSituation, Aim], str]) -> Priority[Aim]:
    """COH-5.2-move: the nearest target; of several equally near ones, towards which it can move so, a die chooses."""
    words = words_of(order)
    value: Measure[CohSituation, Aim] = Measure(
        "total DV", lambda here, aim: defence_against(here.position, ai, aim).total
    )
    power: Measure[CohSituation, Aim] = Measure("firepower", lambda here, aim: target_firepower(here.position, ai, aim))
    return Priority(
        "COH-5.2-move",
        "which target to move towards",
        *([least(value, "COH-5.0-hfp")] if "lowest_dv" in words else []),
        *([most(power, "COH-5.0-hfp")] if "highest_fp" in words else []),
        least(hexes_from(ai)),
        require(possible("a target that it can move towards", why_not)),
    )
