"""Who acts, and whom it fires at: the measures and priority lists of rules 5.0 to 5.2.

A candidate AI is judged by what it could do: by the targets that it can fire at, or the hexes it could move to. These
are worked out once for a position and kept, because every order of a card asks for them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from sim.engine.frozen import quickly_made
from sim.rules.conflict_of_heroes.combat.attacks import (
    Attack,
    Support,
    attack,
    cost_to_fire,
    firepower,
    hex_defence,
    refusal,
    support_refusal,
)
from sim.rules.conflict_of_heroes.ground.zones import enemy_zones
from sim.rules.conflict_of_heroes.solo.aims import (
    FAR,
    Aim,
    Here,
    in_cover,
    meant,
    nearest_of,
    printed_firepower,
    singled_out,
    target_firepower,
    targets,
    words_of,
)
from sim.rules.conflict_of_heroes.solo.grammar import AiFilter, Order
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends, in_close_combat, marker_of
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require

# -- who may act ----------------------------------------------------------------------------------------------

_AI_TESTS: dict[str, tuple[str, Callable[[Scene, Counter], bool]]] = {
    "fresh": ("fresh", lambda position, unit: unit.fresh),
    "spent": ("spent", lambda position, unit: unit.spent),
    "hit": ("hit", lambda position, unit: bool(unit.hit)),
    "unhit": ("unhit", lambda position, unit: not unit.hit),
    "mg": ("a machine gun", lambda position, unit: unit.profile.symbol == "mg"),
    "mortar": ("a mortar", lambda position, unit: unit.profile.symbol == "mortar"),
    "gun": ("a gun", lambda position, unit: unit.profile.kind == "gun"),
    "foot": ("on foot", lambda position, unit: unit.profile.kind == "foot"),
    "vehicle": ("a vehicle", lambda position, unit: unit.profile.kind == "vehicle"),
    "in_open": ("in the open", lambda position, unit: not in_cover(position, unit)),
    "in_cover": ("in cover", lambda position, unit: in_cover(position, unit)),
    "in_fire_zone": (
        "in a fire zone",
        lambda position, unit: unit.place in enemy_zones(position, unit.side).area,
    ),
    "in_close_combat": ("in close combat", lambda position, unit: in_close_combat(position, unit)),
    "on_objective": (
        "on an objective",
        lambda position, unit: any(unit.place in place.cells for place in position.battle.data.objectives.values()),
    ),
}


def filter_lines(order: Order) -> list[Line[Here, Counter]]:
    """COH-5.0: the words before "closest": what an AI must be."""
    return [require(_test(word), "COH-5.0") for word in order.who if word in _AI_TESTS]


def _test(word: AiFilter) -> Measure[Here, Counter]:
    what, test = _AI_TESTS[word]
    return Measure(what, lambda situation, unit: test(situation.position, unit))


def able_to_act(command: bool) -> Line[Here, Counter]:
    """COH-4.1, COH-4.2: on a blue card anybody acts, on a green one only fresh AIs."""
    if command:
        either: Measure[Here, Counter] = Measure("fresh or spent", lambda _, unit: _SPENT if unit.spent else _FRESH)
        return require(either, "COH-4.1")
    return require(Measure("fresh", lambda situation, unit: unit.fresh), "COH-4.2")


_FRESH, _SPENT = Shown(True, "fresh"), Shown(True, "spent")


# -- firing ---------------------------------------------------------------------------------------------------


class Manner(NamedTuple):
    """How an order lets AIs fire."""

    long_range: bool = False
    """COH-5.1-long: beyond the printed range as well."""
    group: bool = False
    """Only with others in support."""
    command: bool = False
    """COH-4.1: on a blue card, where spent AIs support too."""


def manner_of(order: Order, command: bool) -> Manner:
    """Return how an order of a blue or a green card lets AIs fire."""
    return Manner(order.action == "long_range_fire", order.action == "group_fire", command)


@lru_cache(maxsize=2048)
def shot(position: Scene, unit: str, target: str, manner: Manner) -> Attack | str:
    """Return the attack of a counter on another, or the reason why there is none that an AI would make.

    COH-5.0-hfp, COH-5.1-eleven: a group is judged with all who support it, and without anybody it is none.
    """
    one, other = position.state.unit(unit), position.state.unit(target)
    reason = refusal(position, one, other, manner.long_range)
    if reason:
        return reason
    helpers = supporters(position, unit, target, manner.command) if manner.group else ()
    if manner.group and not helpers:
        return f"nobody can support {unit} against {target}"
    made = attack(position, one, other, Support(len(helpers)))
    if made.needed >= position.battle.data.numbers.never_needs:
        return f"needs {made.needed} against {target}"
    return made


@lru_cache(maxsize=2048)
def shots(position: Scene, id_: str, order: Order, manner: Manner) -> tuple[tuple[Aim, Attack], ...]:
    """COH-5.1-long, COH-5.1-eleven: the targets of an order that an AI can fire at and would."""
    unit, found = position.state.unit(id_), []
    for aim in meant(position, unit, order):
        made = shot(position, id_, aim.subject, manner)
        if isinstance(made, Attack):
            found.append((aim, made))
    return tuple(found)


@lru_cache(maxsize=2048)
def best_shots(position: Scene, id_: str, order: Order, manner: Manner) -> tuple[tuple[Aim, Attack], ...]:
    """COH-5.0-hfp, COH-5.0-closest: of the targets that an AI can fire at those the order singles out, the nearest."""
    unit = position.state.unit(id_)
    made = {aim.subject: (aim, attack) for aim, attack in shots(position, id_, order, manner)}
    chosen = singled_out(position, unit, [aim for aim, _ in made.values()], order)
    return tuple(made[aim.subject] for aim in nearest_of(position, unit, chosen))


def can_fire(order: Order, manner: Manner) -> Line[Here, Counter]:
    """COH-5.1-eleven: an AI that has somebody to fire at, needing less than 11."""

    def able(situation: Here, unit: Counter) -> Shown:
        found = shots(situation.position, unit.id, order, manner)
        if found:
            return Shown(True, f"yes: {', '.join(f'{aim.subject} at {made.needed}' for aim, made in found)}")
        return Shown(False, _why_not(situation.position, unit, order, manner))

    return require(Measure("able to fire, needing less than 11", able), "COH-5.1-eleven")


def _why_not(position: Scene, unit: Counter, order: Order, manner: Manner) -> str:
    """Say why an AI has no shot: of each target that the order can mean, and of no other."""
    told = [str(shot(position, unit.id, aim.subject, manner)) for aim in meant(position, unit, order)]
    none = "no such Unit next to it" if "adjacent" in words_of(order) else "no such Unit"
    return "no: " + ("; ".join(told[:3]) or none)


def nearest_shot(order: Order, manner: Manner) -> Measure[Here, Counter]:
    """COH-5.0-closest: the distance of an AI from its own nearest target."""

    def hexes(situation: Here, unit: Counter) -> Shown:
        found = best_shots(situation.position, unit.id, order, manner)
        return hexes_shown(situation.position, unit, [aim for aim, _ in found])

    return Measure("hexes from its nearest target", hexes)


def hexes_shown(position: Scene, unit: Counter, nearest: Iterable[Aim]) -> Shown:
    """Show how far an AI is from its nearest targets, and which they are."""
    near = list(nearest)
    if not near:
        return Shown(FAR, "none")
    hexes = near[0].hexes_from(position, unit.place)
    return Shown(hexes, f"{hexes} ({', '.join(aim.subject for aim in near)})")


Against = Callable[[Scene, Counter], Iterable[Aim]]
"""Finds the targets that an AI would have for an order."""


def firepower_at(against: Against) -> Measure[Here, Counter]:
    """COH-5.0-hfp: firepower against the target it would have, the best of several; that of a rumour is the lowest."""

    def power(situation: Here, unit: Counter) -> int | Shown:
        position = situation.position
        if unit.is_rumour:
            return Shown(-FAR, "a rumour: lowest")
        powers = [firepower(position, unit, aim.unit) for aim in against(position, unit) if aim.unit]
        return max(powers, default=printed_firepower(position, unit))

    return Measure("firepower", power)


def firepower_words(order: Order, power: Measure[Here, Counter]) -> list[Line[Here, Counter]]:
    """COH-5.0-hfp: "Highest FP AI", "Lowest FP AI": among those that can carry out the order, so after all bans."""
    lines = []
    if "highest_fp" in order.who:
        lines.append(most(power, "COH-5.0-hfp"))
    if "lowest_fp" in order.who:
        lines.append(least(power, "COH-5.0-hfp"))
    return lines


UNHIT: Measure[Here, Counter] = Measure("unhit", lambda situation, unit: not unit.hit)
OWN_DEFENCE: Measure[Here, Counter] = Measure(
    "DM of its hex", lambda situation, unit: hex_defence(situation.position, unit)
)
COST_TO_MOVE: Measure[Here, Counter] = Measure("AP to move", lambda situation, unit: move_cost(situation, unit))


def move_cost(situation: Here, unit: Counter) -> int:
    """Return what a move costs a counter on any ground: what is printed, and what its hit adds."""
    marker = marker_of(situation.position, unit)
    return unit.profile.move_ap + (marker.move_ap if marker else 0)


def closeness(order: Order, of: Measure[Here, Counter]) -> list[Line[Here, Counter]]:
    """COH-5.0-closest: nearest to its own nearest target, or the one whose nearest is farthest away."""
    match order.distance:
        case "closest":
            return [least(of, "COH-5.0-closest")]
        case "farthest":
            return [most(of, "COH-5.0-closest")]
        case None:
            return []


@cache
def firing_ai(order: Order, command: bool) -> Priority[Counter]:
    """COH-5.1.1-fire: which AI fires."""
    manner = manner_of(order, command)

    def found(position: Scene, unit: Counter) -> list[Aim]:
        return [aim for aim, _ in best_shots(position, unit.id, order, manner)]

    def cost(situation: Here, unit: Counter) -> int:
        return min(made.cost.total for _, made in best_shots(situation.position, unit.id, order, manner))

    power = firepower_at(found)
    return Priority(
        "COH-5.1.1-fire",
        "which AI fires",
        able_to_act(command),
        *filter_lines(order),
        can_fire(order, manner),
        *firepower_words(order, power),
        *closeness(order, nearest_shot(order, manner)),
        prefer(UNHIT),
        most(power),
        least(Measure("AP to fire", cost)),
        most(OWN_DEFENCE),
    )


def hexes_to_target(order: Order) -> Measure[Here, Counter]:
    """COH-5.0-closest: the distance of an AI from its own nearest target, of an order that does not fire."""

    def hexes(situation: Here, unit: Counter) -> Shown:
        position = situation.position
        return hexes_shown(position, unit, nearest_of(position, unit, targets(position, unit.id, order)))

    return Measure("hexes from its nearest target", hexes)


def by_firepower(order: Order) -> list[Line[Here, Counter]]:
    """COH-5.0-hfp: "Highest FP AI" in an order that does not fire."""
    power = firepower_at(lambda position, unit: nearest_of(position, unit, targets(position, unit.id, order)))
    return firepower_words(order, power)


# -- whom to fire at ------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Victim:
    """A Unit that an order can mean, with the attack that one AI would make on it, or the reason why it makes none."""

    aim: Aim
    shot: Attack | str

    @property
    def subject(self) -> str:
        """Its id."""
        return self.aim.subject

    @property
    def unit(self) -> Counter:
        """The Unit."""
        assert self.aim.unit is not None
        return self.aim.unit

    @property
    def attack(self) -> Attack:
        """The attack, where there is one."""
        assert isinstance(self.shot, Attack)
        return self.shot


def victims(position: Scene, ai: Counter, order: Order, manner: Manner) -> list[Victim]:
    """Return all whom an order can mean to one AI, so that each has its reason."""
    return [Victim(aim, shot(position, ai.id, aim.subject, manner)) for aim in meant(position, ai, order)]


def _fired_at(_: Here, victim: Victim) -> Shown:
    if isinstance(victim.shot, Attack):
        return Shown(True, f"needs {victim.shot.needed}")
    return Shown(False, victim.shot)


_VALUE: Measure[Here, Victim] = Measure(
    "total DV", lambda situation, victim: Shown(victim.attack.defence.total, str(victim.attack.defence))
)
_POWER: Measure[Here, Victim] = Measure(
    "firepower", lambda here, victim: target_firepower(here.position, _attacker(here, victim), victim.aim)
)
_COST: Measure[Here, Victim] = Measure(
    "its AP to fire",
    lambda situation, victim: (
        Shown(FAR, "cannot") if victim.unit.profile.attack_ap is None else _cost_of(situation, victim.unit)
    ),
)


def _cost_of(situation: Here, unit: Counter) -> int:
    return cost_to_fire(situation.position, unit).total


def _attacker(situation: Here, victim: Victim) -> Counter:
    return situation.state.unit(victim.attack.attacker)


def _hexes_to(situation: Here, victim: Victim) -> int:
    return victim.aim.hexes_from(situation.position, _attacker(situation, victim).place)


@cache
def target_list(order: Order) -> Priority[Victim]:
    """COH-5.2: whom an AI fires at."""
    words = words_of(order)
    return Priority(
        "COH-5.2",
        "whom to fire at",
        require(Measure("a target for it, needing less than 11", _fired_at), "COH-5.1-eleven"),
        *([least(_VALUE, "COH-5.0-hfp")] if "lowest_dv" in words else []),
        *([most(_POWER, "COH-5.0-hfp")] if "highest_fp" in words else []),
        least(Measure("hexes from the AI", _hexes_to)),
        least(_VALUE),
        prefer(Measure("hit", lambda situation, victim: bool(victim.unit.hit))),
        prefer(Measure("fresh", lambda situation, victim: victim.unit.fresh)),
        most(_POWER),
        least(_COST),
        least(Measure("its AP to move", lambda situation, victim: move_cost(situation, victim.unit))),
    )


# -- in support ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def supporters(position: Scene, leader: str, target: str, command: bool) -> tuple[str, ...]:
    """Return the AIs that can support another one's fire: on a green card fresh ones."""
    one, other = position.state.unit(leader), position.state.unit(target)
    able = [unit for unit in friends(position, one.side) if unit.id != leader and (command or unit.fresh)]
    # Nobody knows whether a rumour is anybody at all.
    able = [unit for unit in able if not unit.is_rumour]
    return tuple([unit.id for unit in able if support_refusal(position, one, unit, other) is None])
