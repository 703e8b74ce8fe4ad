"""The player's stand-in: a plan that plays Units when nobody does.

It looks no further than one action, as the AI does, and works down one list: get crews out of close combat, walk
into objectives that are open, storm who cannot strike back, fire where it counts (in groups, with cards and CAPs where
they pay), rally, come closer under cover and smoke, and dig in where there is nothing better to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.memo import memo
from sim.play.commander import allowed, best, choosing, first_allowed, hundredths, keeps_alone, unless
from sim.rules.conflict_of_heroes.combat.attacks import (
    Attack,
    Support,
    attack,
    chance_of,
    hex_defence,
    refusal,
    support_refusal,
    targets_of,
)
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED, ENEMY_MOVED, REACTIONS, REROLL
from sim.rules.conflict_of_heroes.combat.reactions import held as cards_held
from sim.rules.conflict_of_heroes.ground.moves import MovePath, cannot_move, enemy_hexes, move_paths
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, enemy_zones, sees
from sim.rules.conflict_of_heroes.orders.base import TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally, rally_needs, rally_refusal
from sim.rules.conflict_of_heroes.solo.choosing import Aim, CohSituation, printed_firepower
from sim.rules.conflict_of_heroes.solo.hexes import OUT_OF_ZONES, move_along, shelter_in
from sim.rules.conflict_of_heroes.state import CohData, CohPosition, Counter, friends, in_close_combat, opponents
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Priority, least, most, prefer, require

WORTHWHILE, WORTH_CAPS = 9, 8
"""The highest number on two dice for which a Unit fires, and for which a spent one does by CAPs or a card."""
HARD_TO_HIT = 7
"""The lowest number for which a card or CAPs that make a hit likelier are worth it."""
EASY_INSIDE = 6
"""What an attack in close combat may need for a Unit to go into it."""
EASY_RALLY = 6
"""What a rally may need without CAPs on its dice."""
NEAR_GOAL = 5
"""Hexes from its goal within which smoke is laid before a Unit."""
CLOSE_CALL, DANGEROUS = 3, 4
"""How much a roll may fall short for a card to be worth it, and the firepower of an AI on which one is."""


def held(here: CohSituation, *effects: str) -> list[str]:
    """Return the ids of the cards in the hand that have one of these effects and can be paid for."""
    return [card.id for card in cards_held(here.position, *effects)]


def fresh(here: CohSituation) -> tuple[Counter, ...]:
    """Return the fresh Units of the side."""
    return _fresh(here.position, here.side)


@memo
def _fresh(position: CohPosition, side: str) -> tuple[Counter, ...]:
    return tuple([unit for unit in friends(position, side) if unit.fresh])


def keeps_post(position: CohPosition, unit: Counter) -> bool:
    """Say whether a Unit is the only one on an objective that its side holds."""
    objectives, holder = position.battle.data.objectives.values(), position.state.holder
    ours = [each for each in objectives if holder(each.id) == unit.side]
    return keeps_alone(unit, friends(position, unit.side), ours)


# -- taking objectives ----------------------------------------------------------------------------------------


class Capture(NamedTuple):
    """A move that takes an objective."""

    unit: Counter
    way: MovePath
    points: int


def _open(here: CohSituation) -> dict[Cell, int]:
    """Return the hexes of objectives that are not ours and have no enemy in them, with their points."""
    enemies = enemy_hexes(here.position, here.side)
    return {
        cell: objective.points
        for objective in here.battle.data.objectives.values()
        if here.state.holder(objective.id) != here.side and objective.points and enemies.isdisjoint(objective.cells)
        for cell in objective.cells
    }


def _captures(here: CohSituation, units: Iterable[Counter]) -> list[Capture]:
    """Return the moves by which Units that can take control walk into such hexes."""
    position, points = here.position, _open(here)
    return [
        Capture(unit, way, points[way.end])
        for unit in units
        if points and max(unit.profile.red, unit.profile.blue) > 0 and not unit.profile.non_combat
        if not keeps_post(position, unit)
        for way in move_paths(position, unit)
        if way.end in points
    ]


def _go(here: CohSituation, each: Capture | Assault) -> Move:
    return move_along(here, each.unit, each.way)


# -- into close combat, and out of it -------------------------------------------------------------------------


class Assault(NamedTuple):
    """A move into the hex of an enemy."""

    subject: str
    """What notes call it."""
    unit: Counter
    way: MovePath
    helpless: bool
    """Nobody in the hex could strike first."""
    on_objective: bool
    needed: int
    outside: int
    """What a shot from where it stands would need; more than any dice show where there is none."""


def _assaults(here: CohSituation) -> Iterator[Assault]:
    """Yield the moves into close combat: the enemy always strikes first."""
    position, enemies = here.position, opponents(here.position, here.side)
    taken = enemy_hexes(position, here.side)
    for unit in fresh(here):
        able = not unit.hit and unit.profile.kind == "foot" and not unit.profile.crewed
        # Nearly always nobody is that near, and the ways of a Unit are dear.
        near = able and not taken.isdisjoint(position.map.grid.neighbours(unit.place))
        if not near or keeps_post(position, unit) or in_close_combat(position, unit):
            continue
        for way in move_paths(position, unit):
            there = [enemy for enemy in enemies if enemy.cell == way.end]
            if len(way.cells) == 1 and there:
                inside, known = unit.changed(cell=way.end), all(not enemy.is_rumour for enemy in there)
                # Whoever is spent, or a crew, or cannot attack.
                weak = (each.spent or each.profile.crewed or not can_attack_at_all(position, each) for each in there)
                on_foot = all(enemy.profile.kind == "foot" for enemy in there)
                shots = [each.attack.needed for each in _chances(position, unit) if each.target in there]
                yield Assault(
                    f"{unit.id} into the hex of {there[0].id}",
                    unit,
                    way,
                    known and on_foot and all(weak),
                    any(way.end in objective.cells for objective in here.battle.data.objectives.values()),
                    min(attack(position, inside, enemy).needed for enemy in there),
                    min(shots, default=99),
                )


def leave_close_combat(here: CohSituation) -> Intent | Cannot:
    """Move a crewed weapon out of close combat, where it is weak."""
    position, enemies = here.position, enemy_hexes(here.position, here.side)
    for unit in fresh(here):
        if unit.profile.crewed and in_close_combat(position, unit):
            out = [way for way in move_paths(position, unit) if way.end not in enemies]
            ap: Measure[CohSituation, MovePath] = Measure("AP", lambda _, way: way.cost.total)
            safest = Priority("HOUSE-SAVE", "where a crew goes", *_safest(unit), least(ap))
            way = safest.choose(here, out, "hexes that it can leave to")
            if way is not None:
                return move_along(here, unit, way)
    return Cannot("no crew is in close combat, or none can leave it")


def _safest(unit: Counter, goal: Aim | None = None) -> tuple[Line[CohSituation, MovePath], ...]:
    return prefer(OUT_OF_ZONES), most(Measure("DM", lambda here, way: shelter_in(here.position, unit, way.end, goal)))


# -- which shot -----------------------------------------------------------------------------------------------


class Chance(NamedTuple):
    """A shot that a Unit could make, with what it would be worth."""

    attack: Attack
    unit: Counter
    target: Counter
    destroyed_by: int
    """By how much a roll must beat the number needed to destroy at once."""
    supporters: tuple[str, ...] = ()
    turns: bool = False
    """Once the Unit has turned that way."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        group = f" with {', '.join(self.supporters)}" if self.supporters else ""
        return f"{self.unit.id}{group} {'towards' if self.turns else 'at'} {self.target.id}"

    def worth(self, support: int = 0) -> float:
        """Return how likely it hits, and again how likely it destroys, as a second hit does, with more in support."""
        needed = self.attack.needed - support
        hit = chance_of(needed)
        return hit + (hit if self.target.hit else chance_of(needed + self.destroyed_by))


@memo(of=targets_of, by=lambda position, unit: ())
def _chances(position: CohPosition, unit: Counter) -> tuple[Chance, ...]:
    """Return the shots that one Unit could take."""
    destroyed_by, targets = position.battle.data.numbers.destroyed_by, targets_of(position, unit).found
    return tuple([Chance(attack(position, unit, target), unit, target, destroyed_by) for target in targets])


def _best_shot(limit: int) -> Priority[Chance]:
    """Return the list that chooses a shot: in close combat first, then what is worth most, then what costs least."""
    return Priority(
        "HOUSE-SHOOT",
        "which shot to take",
        require(Measure(f"a shot that needs {limit} or less", lambda _, chance: chance.attack.needed <= limit)),
        prefer(Measure("in close combat", lambda _, chance: chance.attack.range == "close combat")),
        most(Measure("worth", lambda _, chance: hundredths(chance.worth()))),
        least(Measure("AP", lambda _, chance: chance.attack.cost.total)),
        most(Measure("firepower of the target", lambda here, each: printed_firepower(here.position, each.target))),
    )


@memo
def _risk(data: CohData, ap: int) -> float:
    """Return how likely an action of so many AP is to spend a Unit, by the mission's cards; at least a tenth."""
    cards = data.orders.values()
    return max(0.1, sum(card.spends(ap) for card in cards) / len(cards)) if ap > 0 else 0.1


def _with_support(here: CohSituation) -> list[Chance]:
    """Return the shots of fresh Units, with others in support where that is worth more than what they could do alone.

    A supporter adds 1 and risks being spent by the leader's action. It is asked what it gains so for that risk, and
    what its own best shot would gain for the risk of that.
    """
    position, units, own = here.position, fresh(here), dict[str, float]()
    alone = [chance for unit in units for chance in _chances(position, unit)]
    for chance in alone:
        if chance.attack.needed <= WORTHWHILE:
            gain = chance.worth() / _risk(here.battle.data, chance.attack.cost.total)
            own[chance.unit.id] = max(own.get(chance.unit.id, 0.0), gain)
    near, standing = here.battle.data.numbers.group_distance, dict[Cell, list[int]]()
    for number, unit in enumerate(units):
        standing.setdefault(unit.place, []).append(number)
    beside: dict[str, list[Counter]] = {}
    for unit in {chance.unit.id: chance.unit for chance in alone}.values():
        around = [each for cell in position.map.grid.disc(unit.place, near) for each in standing.get(cell, ())]
        beside[unit.id] = [units[each] for each in sorted(around) if units[each] is not unit]
    return [_supported(position, chance, beside[chance.unit.id], own) for chance in alone]


def _supported(position: CohPosition, chance: Chance, beside: list[Counter], own: dict[str, float]) -> Chance:
    able = [unit.id for unit in beside if support_refusal(position, chance.unit, unit, chance.target) is None]
    spending, taken = _risk(position.battle.data, chance.attack.cost.total), list[str]()
    for id_ in sorted(able, key=lambda id_: own.get(id_, 0.0)):
        more = chance.worth(len(taken) + 1) - chance.worth(len(taken))
        if more / spending > own.get(id_, 0.0) and chance.attack.needed - len(taken) > 3:
            taken.append(id_)
    if not taken:
        return chance
    made = attack(position, chance.unit, chance.target, Support(len(taken)))
    return chance._replace(attack=made, supporters=tuple(taken))


def _fire(here: CohSituation, chance: Chance) -> Fire:
    """Return the order for a shot, with the card and the CAPs on its dice that are worth it.

    Careful aiming on a hard one: needs of 7 to 9, where two more firepower always tell; a second turn while others can
    fire.
    """
    caps, needed, numbers = here.state.caps, chance.attack.needed, here.battle.data.numbers
    others = any(_chances(here.position, unit) for unit in fresh(here) if unit.id != chance.unit.id)
    worth_it = {"firepower": needed >= HARD_TO_HIT, "second_turn": others}
    card = next((card for card in cards_held(here.position, *worth_it) if worth_it[card.effect]), None)
    if card is not None:
        caps -= card.caps or 0
        needed -= card.value if card.effect == "firepower" else 0
    deadly = chance.target.hit and needed >= HARD_TO_HIT - 1
    dice_caps = min(numbers.caps_on_dice, caps, max(0, needed - 2)) if deadly else 0
    if dice_caps:
        here.say(f"{dice_caps} CAPs on the dice: a second hit destroys {chance.target.id}", "COH-3.2.1")
    used = card.id if card else ""
    return Fire(chance.unit.id, chance.target.id, chance.supporters, dice_caps=dice_caps, card=used)


def _of_spent(here: CohSituation) -> list[Chance]:
    spent = [unit for unit in friends(here.position, here.side) if unit.spent]
    return [chance for unit in spent for chance in _chances(here.position, unit)]


def _free(here: CohSituation) -> list[str]:
    """COH-3.3: the cards that make an action free; what only spent Units can use goes first."""
    return held(here, "free_action_spent") or held(here, "free_action")


def _turns(here: CohSituation) -> Iterator[Chance]:
    """Yield the shots that Units without a target would have after turning."""
    position = here.position
    for unit in fresh(here):
        if unit.profile.turret or cannot_move(position, unit) or _chances(position, unit):
            continue
        reach = targets_of(position, unit).reach
        for enemy in opponents(position, here.side):
            if 0 < position.map.grid.distance(unit.place, enemy.place) <= reach and sees(position, unit, enemy.place):
                facing = position.map.grid.towards(unit.place, enemy.place)[0]
                turned = unit.changed(facing=facing)
                if facing != unit.facing and refusal(position, turned, enemy) is None:
                    yield Chance(attack(position, turned, enemy), turned, enemy, 0, turns=True)


# -- coming closer --------------------------------------------------------------------------------------------


class Advance(NamedTuple):
    """A Unit that can come closer to its goal."""

    unit: Counter
    goal: Aim
    paths: tuple[MovePath, ...]
    hexes: int


def _advances(here: CohSituation) -> list[Advance]:
    return [each for unit in fresh(here) if (each := _advance(here.position, unit.id)) is not None]


@memo
def _advance(position: CohPosition, id_: str) -> Advance | None:
    """Return the moves of a Unit that lead nearer to its goal and into nobody's hex; None if there are none.

    Its goal is the nearest objective that the enemy holds or nobody, else the nearest enemy.
    """
    unit = position.state.unit(id_)
    enemies, holder = opponents(position, unit.side), position.state.holder
    objectives = [each for each in position.battle.data.objectives.values() if holder(each.id) != unit.side]
    goals = [Aim(each.id, each.cells) for each in objectives] or [Aim(each.id, (each.place,), each) for each in enemies]
    goal = min(goals, key=lambda aim: aim.hexes_from(position, unit.place), default=None)
    if goal is None or keeps_post(position, unit) or unit.profile.non_combat or cannot_move(position, unit):
        return None
    # A crewed weapon that has a field of fire, with a fair chance to hit anybody, stays where it is.
    if unit.profile.crewed and any(each.attack.needed <= WORTHWHILE + 1 for each in _chances(position, unit)):
        return None
    now, taken = goal.hexes_from(position, unit.place), {enemy.place for enemy in enemies}
    nearer = (way for way in move_paths(position, unit) if goal.hexes_from(position, way.end) < now)
    free = tuple([way for way in nearer if way.end not in taken])
    return Advance(unit, goal, free, now) if free else None


def _move_up(here: CohSituation, chosen: Advance) -> Move:
    """Return the move of a Unit towards its goal, under cover if possible, and of the neighbours that join it."""
    position, way = here.position, _way(here, chosen)
    steps = move_along(here, chosen.unit, way).steps
    for each in _advances(here):
        if each != chosen and position.map.distance(each.unit.place, chosen.unit.place) <= 1:
            along = _way(here, each)
            # Nobody joins in who is hit, nor out of cover into the fire of an enemy.
            exposed = along.end in enemy_zones(position, here.side).area
            bare = exposed and shelter_in(position, each.unit, along.end, each.goal) < hex_defence(position, each.unit)
            able = not (bare or each.unit.hit or each.unit.profile.crewed)
            if able and along.cost.total <= way.cost.total:
                steps += move_along(here, each.unit, along).steps
    return Move(steps)


def _way(here: CohSituation, each: Advance) -> MovePath:
    goal, position = each.goal, here.position
    hexes: Measure[CohSituation, MovePath] = Measure(
        "hexes from the goal", lambda _, way: goal.hexes_from(position, way.end)
    )
    where = Priority("HOUSE-CLOSER", "where to advance", *_safest(each.unit, goal), least(hexes))
    way = where.choose(here, each.paths, "hexes nearer to the goal")
    assert way is not None
    return way


def lay_smoke(here: CohSituation) -> Intent | Cannot:
    """Put smoke on open ground that the next Unit has to cross under fire: by a card, or by whoever has no shot."""
    cards, layers = held(here, "smoke"), [unit for unit in fresh(here) if unit.profile.smoke]
    if not cards and not layers:
        return Cannot("there is no smoke")
    orders = (
        order
        for cell in _to_cross(here)
        for order in (*(LaySmoke(cell, unit.id) for unit in layers), *(LaySmoke(cell, card=card) for card in cards))
    )
    return first_allowed(here, orders, "nobody has to cross open ground that smoke can be laid on")


def _to_cross(here: CohSituation) -> list[Cell]:
    """Return the open hexes under fire that Units on foot have to enter next, nearest to their goals first."""
    position, zones = here.position, enemy_zones(here.position, here.side).area
    found: list[tuple[int, Cell]] = []
    for unit, _, advances, hexes in _advances(here):
        near = unit.profile.kind == "foot" and not unit.profile.crewed and hexes <= NEAR_GOAL
        if near and all(way.end in zones and shelter_in(position, unit, way.end) <= 0 for way in advances):
            found += [(hexes, way.end) for way in advances]
    return [cell for _, cell in sorted(found)]


# -- rallying and digging in ----------------------------------------------------------------------------------


def _hit(here: CohSituation) -> list[Counter]:
    """Return the hit Units that can rally."""
    units = friends(here.position, here.side)
    return [unit for unit in units if unit.hit and not rally_refusal(here.position, unit)]


def _rally(here: CohSituation, unit: Counter) -> Rally:
    """Return the order to rally, with CAPs on the dice if it is hard."""
    hard = rally_needs(here.position, unit).total - EASY_RALLY
    caps = min(max(0, hard), here.battle.data.numbers.caps_on_dice, here.state.caps)
    return Rally((unit.id,), dice_caps=caps)


def rally_by_card(here: CohSituation) -> Intent | Cannot:
    """COH-3.3: rally a hit Unit with a card: without a roll, or by a roll that costs nothing."""
    sure, tries = held(here, "rally_at_once"), held(here, "rally_try")
    if sure and (able := [unit for unit in fresh(here) if unit.hit]):
        return PlayCard(sure[0], max(able, key=lambda unit: (max(unit.profile.red, unit.profile.blue), unit.id)).id)
    able = _hit(here) if tries else []
    unit = _WHO_RALLIES.choose(here, able, "Units that a card lets rally") if able else None
    return Rally((unit.id,), card=tries[0]) if unit else Cannot("no card would help anybody")


def _dig(here: CohSituation, unit: Counter) -> DigIn:
    return DigIn(unit.id, card=next(iter(held(here, "hasty_defence")), ""))


def _under_fire(here: CohSituation) -> list[Counter]:
    """Return the Units under fire that have nothing else to do."""
    zones, units = enemy_zones(here.position, here.side).area, friends(here.position, here.side)
    return [unit for unit in units if unit.place in zones and allowed(here, _dig(here, unit))]


# -- cards, and the end of a round ----------------------------------------------------------------------------


def send_an_officer(here: CohSituation) -> Intent | Cannot:
    """Play the card that brings CAPs: with a Unit that is hit, or with any once the CAPs are used up."""
    officers = held(here, "caps_die")
    if not officers:
        return Cannot("no officer is in the hand")
    able = [unit for unit in fresh(here) if unit.hit] or ([] if here.state.caps else [*fresh(here)])
    return PlayCard(officers[0], able[0].id) if able else Cannot("nobody can be spared for it")


def change_the_roll(here: CohSituation) -> Intent | Cannot:
    """Play a card on a roll that falls just short."""
    missing = here.ask.number or 0
    return Cannot(f"it falls short by {missing}") if missing > CLOSE_CALL else _first_card(here)


def answer_the_enemy(here: CohSituation) -> Intent | Cannot:
    """Play a card on an AI that is worth it: a vehicle, or one with firepower to speak of."""
    about = here.ask.about
    if about is None or about not in here.state.units:
        return Cannot("it is gone")
    profile = here.state.unit(about).profile
    if profile.kind != "vehicle" and max(profile.red, profile.blue) < DANGEROUS:
        return Cannot(f"{about} is not dangerous enough")
    return _first_card(here)


def _first_card(here: CohSituation) -> Intent | Cannot:
    """Play the first card that answers what has happened."""
    return first_allowed(here, map(PlayCard, held(here, *REACTIONS[here.ask.occasion])), "no card fits")


# -- what counts, and the list -------------------------------------------------------------------------------

# fmt: off
_WHO_TAKES: Priority[Capture] = Priority(
    "HOUSE-TAKE", "which objective to take",
    most(Measure("points", lambda _, each: each.points)),
    prefer(Measure("unhit", lambda _, each: not each.unit.hit)),
    prefer(Measure("fit for close combat", lambda _, each: not each.unit.profile.crewed)),
    least(Measure("AP", lambda _, each: each.way.cost.total)),
)
_WHOM_TO_STORM: Priority[Assault] = Priority(
    "HOUSE-STORM", "whom to storm",
    require(Measure("against enemies who cannot strike back well", lambda _, each: each.helpless)),
    require(Measure(f"an attack that needs {EASY_INSIDE} or less there", lambda _, each: each.needed <= EASY_INSIDE)),
    require(Measure("easier by 2 than a shot from here", lambda _, each: each.needed + 2 <= each.outside)),
    prefer(Measure("on an objective", lambda _, each: each.on_objective)),
    least(Measure("number needed", lambda _, each: each.needed)),
)
_WHO_TURNS: Priority[Chance] = Priority(
    "HOUSE-TURN", "who turns to fire",
    require(Measure(f"a turn to a shot that needs {WORTHWHILE} or less",
                    lambda _, turn: turn.attack.needed <= WORTHWHILE)),
    least(Measure("number needed", lambda _, turn: turn.attack.needed)),
    most(Measure("firepower", lambda here, turn: printed_firepower(here.position, turn.unit))),
)
_WHO_ADVANCES: Priority[Advance] = Priority(
    "HOUSE-CLOSER", "which Unit advances",
    prefer(Measure("unhit", lambda _, each: not each.unit.hit)),
    prefer(Measure("no crewed weapon", lambda _, each: not each.unit.profile.crewed)),
    least(Measure("AP to move", lambda _, each: each.unit.profile.move_ap)),
    least(Measure("hexes from its goal", lambda _, each: each.hexes)),
)
_WHO_RALLIES: Priority[Counter] = Priority(
    "HOUSE-RALLY", "which Unit rallies",
    least(Measure("number needed", lambda here, unit: rally_needs(here.position, unit).total)),
    most(Measure("firepower", lambda _, unit: max(unit.profile.red, unit.profile.blue))),
)
_WHO_DIGS: Priority[Counter] = Priority(
    "HOUSE-COVER", "who digs in",
    prefer(Measure("holds an objective", lambda here, unit: keeps_post(here.position, unit))),
    least(Measure("DM of its hex", lambda here, unit: hex_defence(here.position, unit))),
)

COMMANDER: dict[str, Plan] = {
    TURN: FirstOf(
        Option("HOUSE-SAVE", "get crews out of close combat", leave_close_combat),
        Option("HOUSE-TAKE", "take an objective", unless(
            {"every objective is ours or has an enemy in it": lambda here: not _open(here)},
            best(_WHO_TAKES, lambda here: _captures(here, fresh(here)), "moves that take an objective", _go,
                 "no objective is within one move"))),
        Option("HOUSE-RALLY", "rally with a card", rally_by_card),
        choosing("storm", _WHOM_TO_STORM, _assaults, "enemies next to a fresh Unit", _go, "no assault is worth it"),
        choosing("fire", _best_shot(WORTHWHILE), _with_support, "shots of fresh Units", _fire, "no shot is worth it"),
        Option("HOUSE-SHOOT", "fire with a card", unless(
            {"no card makes an action free": lambda here: not _free(here)},
            best(_best_shot(WORTH_CAPS), _of_spent, "shots of spent Units",
                 lambda here, each: Fire(each.unit.id, each.target.id, card=_free(here)[0]),
                 "no shot is worth a card"))),
        # COH-3.2.2: for CAPs alone.
        Option("HOUSE-SHOOT", "fire with CAPs", unless(
            {"no CAPs are left": lambda here: not here.state.caps},
            best(_best_shot(WORTH_CAPS),
                 lambda here: [each for each in _of_spent(here) if each.attack.cost.total <= here.state.caps],
                 "shots of spent Units that CAPs can pay for",
                 lambda _, each: Fire(each.unit.id, each.target.id, caps=each.attack.cost.total),
                 "no shot is worth CAPs"))),
        choosing("turn to fire", _WHO_TURNS, _turns, "Units that would have a shot",
                 lambda _, turn: Pivot(turn.unit.id, turn.unit.facing), "turning gives nobody a shot"),
        choosing("rally", _WHO_RALLIES, lambda here: [unit for unit in _hit(here) if unit.fresh],
                 "fresh Units that can rally", _rally, "nobody can rally"),
        Option("HOUSE-CARD", "send an officer", send_an_officer),
        Option("HOUSE-SMOKE", "lay smoke", lay_smoke),
        choosing("advance", _WHO_ADVANCES, _advances, "fresh Units that can come closer", _move_up,
                 "nobody can come closer"),
        # COH-3.2.2: with spent Units too, when the round is about to end.
        Option("HOUSE-TAKE", "advance with CAPs", unless(
            {"no CAPs are left": lambda here: not here.state.caps,
             "CAPs may still be wanted": lambda here: not here.state.passed},
            best(_WHO_TAKES,
                 lambda here: [each for each in _captures(here, friends(here.position, here.side))
                               if each.way.cost.total <= here.state.caps],
                 "moves that take an objective for CAPs",
                 lambda here, each: replace(_go(here, each), caps=each.way.cost.total),
                 "no objective is within a move that CAPs can pay for"))),
        # COH-3.3: the card that uncovers, when nothing better can be done.
        Option("HOUSE-CARD", "send scouts",
               lambda here: first_allowed(here, map(PlayCard, held(here, "scout")), "no scouts are in the hand")),
        Option("HOUSE-COVER", "dig in", unless(
            {"the enemy is still moving": lambda here: not here.state.passed and not held(here, "hasty_defence")},
            best(_WHO_DIGS, _under_fire, "Units under fire", _dig, "nobody idle is under fire"))),
        # COH-3.4: in the last round keep the battle going while the side is behind: the enemy may come out.
        Option("HOUSE-STALL", "stall", unless(
            {"a pass does not end the round yet": lambda here: not here.state.passed,
             "the round may end": lambda here: (
                 here.state.leader == here.side or here.state.turn < (here.battle.turns or 1)),
             "no CAPs are left": lambda here: not here.state.caps},
            lambda _: Stall())),
        Option("HOUSE-WAIT", "pass", lambda _: Pass()),
    ),
    REROLL: FirstOf(
        Option("HOUSE-CARD", "change the roll", change_the_roll),
        Option("HOUSE-CARD", "let the roll stand", lambda _: Pass()),
    ),
    ENEMY_ACTED: FirstOf(
        Option("HOUSE-ANSWER", "answer with a card", answer_the_enemy),
        Option("HOUSE-ANSWER", "keep the cards", lambda _: Pass()),
    ),
    ENEMY_MOVED: Option("HOUSE-ANSWER", "bog the vehicle down", _first_card),
}
# fmt: on
"""What the player's side does, by occasion."""
