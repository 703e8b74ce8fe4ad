"""The AI's turn: the order card, worked down from the top (rules 4.0 to 5.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from sim.engine.orders import Intent
from sim.memo import memo
from sim.play.commander import plan_of, possible
from sim.rules.conflict_of_heroes.combat.attacks import Attack, cannot_attack, cost_to_fire
from sim.rules.conflict_of_heroes.ground.moves import MovePath, around, cannot_move, enterable
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, in_front
from sim.rules.conflict_of_heroes.orders.base import AI_TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.rally import Rally, rally_refusal
from sim.rules.conflict_of_heroes.solo import choosing, hexes
from sim.rules.conflict_of_heroes.solo.choosing import Aim, CohSituation, Who
from sim.rules.conflict_of_heroes.solo.grammar import MISSION_ACTIONS, Action, CardOrder
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, friends, in_close_combat
from sim.solo.plans import Act, Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Measured, Priority, least, most, prefer, require

ALONE = choosing.Manner()
"""By itself, at normal range."""


@plan_of()
def card_in_hand(situation: CohSituation) -> Iterator[Intent]:
    """COH-4.0: carry out at most one order of the card that was drawn, Priority orders first, then Tactical ones.

    What the mission reads otherwise than we do is said before: arcs and zones go into most that follows.
    """
    assert situation.ask.about is not None
    for rule, told in situation.battle.otherwise.items():
        situation.say(told, rule)
    card = situation.battle.data.orders[situation.ask.about]
    return card_plan(card.orders, card.colour == "blue").orders(situation)


@cache
def card_plan(orders: tuple[CardOrder, ...], command: bool) -> FirstOf:
    """Return the plan of a card: disengage crewed weapons, then its orders, else pass."""
    text = f"crewed weapons leave close combat ({'command' if command else 'action'})"
    crewed = Option("COH-5.1-cc", text, disengage(None, command))
    none = Option("COH-4.0-none", "no order can be carried out: pass", lambda situation: Pass())
    return FirstOf(crewed, *(order_option(order, command) for order in orders), none)


@cache
def order_option(order: CardOrder, command: bool) -> Option:
    """COH-4.0: one order of a card; a blue card is a command order, a green one an action order."""
    rule = "COH-4.4" if order.action in MISSION_ACTIONS else "COH-5.0"
    text = f"{order.text} ({'command' if command else 'action'})"
    return Option(rule, text, CARRIED_OUT[order.action](order, command))


# -- fire -----------------------------------------------------------------------------------------------------


def fire(order: CardOrder, command: bool) -> Act:
    """COH-5.1, COH-5.2: choose the AI, of those that need less than 11, then its target (COH-5.2-order)."""
    manner = choosing.manner_of(order, command)

    def able(here: CohSituation, unit: Counter) -> Measured:
        if found := choosing.shots(here.position, unit, manner, order):
            return Measured(True, lambda: f"yes: {', '.join(f'{aim.subject} at {made.needed}' for aim, made in found)}")
        first = tuple(choosing.meant(here.position, unit, order)[:3])
        none = "no such Unit next to it" if "adjacent" in choosing.words_of(order) else "no such Unit"
        return Measured(False, lambda: f"no: {choosing.why_no_shots(here.position, unit, manner, first) or none}")

    def near(position: CohPosition, unit: Counter) -> list[Aim]:
        return [aim for aim, _ in choosing.best_shots(position, unit, manner, order)]

    def cost(position: CohPosition, unit: Counter) -> int:
        return min(made.cost.total for _, made in choosing.best_shots(position, unit, manner, order))

    armed = require(Measure("able to fire, needing less than 11", able), "COH-5.1-eleven")
    who, whom = Who(order, command, near).attacking("which AI fires", cost, armed), choosing.target_list(order)

    def act(situation: CohSituation) -> Intent | Cannot:
        ai, position = choosing.acting(situation, who), situation.position
        if ai is None:
            return Cannot("no AI can fire at such a Unit")
        found = choosing.victims(position, ai, order, manner)
        victim = whom.choose(situation, found, "Units that the order means")
        assert victim is not None
        helpers = choosing.supporters(position, ai.id, victim.subject, command) if manner.group else ()
        if helpers:
            situation.say(f"in support: {', '.join(helpers)}", "COH-5.0", helpers)
        return Fire(ai.id, victim.subject, helpers)

    return act


def close_combat(order: CardOrder, command: bool) -> Act:
    """COH-5.1.1-fire: attack in close combat; an AI that is not in one yet enters the hex of a Unit next to it."""

    def near(position: CohPosition, unit: Counter) -> Sequence[Aim]:
        return _close(position, unit, order)

    def reach(here: CohSituation, unit: Counter) -> Measured:
        found = near(here.position, unit)
        return Measured(bool(found), ", ".join(aim.subject for aim in found) or "no")

    def unarmed(here: CohSituation, unit: Counter) -> str | None:
        return None if can_attack_at_all(here.position, unit) else cannot_attack(here.position, unit)

    fit: Measure[CohSituation, Counter] = Measure("fit for close combat", lambda _, unit: not unit.profile.crewed)
    who = Who(order, command, near).attacking(
        "which AI goes into close combat",
        lambda position, unit: cost_to_fire(position, unit).total,
        require(fit, "COH-5.1-cc"),
        require(possible("able to attack", unarmed), "COH-5.0"),
        require(Measure("in the hex of a Unit that it can hit, or next to one", reach), "COH-5.0"),
    )

    def act(situation: CohSituation) -> Intent | Cannot:
        ai, position = choosing.acting(situation, who), situation.position
        if ai is None:
            return Cannot("no AI can go into close combat")
        if in_close_combat(position, ai):
            found = [victim for victim in choosing.victims(position, ai, order, ALONE) if ai.place in victim.aim.cells]
            victim = choosing.target_list(order).choose(situation, found, f"Units in the hex of {ai.id}")
            assert victim is not None
            return Fire(ai.id, victim.subject)
        aim = choosing.nearest_aim(situation, ai, near(position, ai), "whom to close with")
        into = next(way for way in enterable(position, ai) if way.end in aim.cells)
        return hexes.move_along(situation, ai, into)

    return act


def _close(position: CohPosition, unit: Counter, order: CardOrder) -> Sequence[Aim]:
    """Return the targets of an order in a counter's hex; if it is in no close combat, those whose hex it can enter.

    COH-5.1-eleven holds in close combat as well. Whoever only enters a hex does not attack yet, and needs nothing.
    """
    near = choosing.adjacent(position, unit, order)
    if in_close_combat(position, unit):
        here = [aim for aim in near if unit.place in aim.cells]
        found = [aim for aim in here if isinstance(choosing.shot(position, unit.id, aim.subject, ALONE), Attack)]
    else:
        ends = {way.end for way in enterable(position, unit)}
        found = [aim for aim in near if ends & set(aim.cells)]
    return choosing.singled_out(position, unit, found, order)


# -- move -----------------------------------------------------------------------------------------------------


def move(order: CardOrder, command: bool) -> Act:
    """COH-5.1.1-move: choose the AI, its target, and the hex.

    The AI is unhit, then of the lowest cost to move, among those nearest to their own nearest target. It must be able
    to carry out the order, towards any of its nearest targets.
    """
    near = choosing.nearest_targets(order)

    def why_not(here: CohSituation, unit: Counter) -> str:
        if reason := cannot_move(here.position, unit):
            return reason
        if in_close_combat(here.position, unit) and here.battle.data.readings.moves_in_close_combat == "never":
            return "in close combat"
        reasons = [why_not_towards(here, unit, aim, order) for aim in near(here.position, unit)]
        return "" if "" in reasons else (*reasons, "no such target")[0]

    able = require(possible("able to make such a move", why_not), "COH-5.0")
    ties = (prefer(choosing.UNHIT), least(choosing.COST_TO_MOVE))
    who = Who(order, command, near).listed("COH-5.1.1-move", "which AI moves", able, ties=ties)

    def act(situation: CohSituation) -> Intent | Cannot | Plan:
        ai, position = choosing.acting(situation, who), situation.position
        if ai is None:
            if situation.keeps_notes:
                _show_hexes(situation, order, command)
            return Cannot("no AI can move so")
        towards = choosing.move_target(order, ai, lambda here, aim: why_not_towards(here, ai, aim, order))
        aim = towards.choose(situation, choosing.meant(position, ai, order), "targets")
        assert aim is not None
        if order.action == "low_risk_move":
            return hexes.LowRisk(ai, aim).plan(situation)
        if order.action == "move_to_cover":
            way = hexes.cover_list(ai, aim).choose(situation, enterable(position, ai), "hexes it can enter")
        else:
            nearer = hexes.closer_paths(position, ai, aim)
            way = hexes.hex_list(ai, aim).choose(situation, nearer, "hexes nearer to the target")
        assert way is not None
        return hexes.move_along(situation, ai, way)

    return act


def _show_hexes(situation: CohSituation, order: CardOrder, command: bool) -> None:
    """Go through the hexes of the AI that the order would have meant, so that each of them has its reason."""
    position, near = situation.position, choosing.nearest_targets(order)
    lines, own = Who(order, command, near).eligible(), friends(position, situation.side)
    found = [
        (aim.hexes_from(position, unit.place), place, unit, aim)
        for place, unit in enumerate(own)
        if all(line.measure.of(situation, unit) for line in lines) and not cannot_move(position, unit)
        for aim in near(position, unit)[:1]
        if why_not_towards(situation, unit, aim, order)
    ]
    for _, _, unit, aim in sorted(found, key=lambda each: each[:2])[:1]:
        if order.action == "low_risk_move":
            for permission in hexes.LowRisk(unit, aim).lists(situation):
                permission.choose(situation, hexes.closer_paths(position, unit, aim), f"hexes nearer to {aim.subject}")
        elif order.action == "move_to_cover":
            ways = enterable(position, unit)
            hexes.cover_list(unit, aim).choose(situation, ways, f"hexes that {unit.id} can enter")


# Asked of every AI to find who moves, again of its target, and again by the next order of this card and of others.
@memo(
    of=lambda situation, unit, aim, order: around(situation.position, unit),
    by=lambda situation, unit, aim, order: (order.action, aim.meaning),
)
def why_not_towards(situation: CohSituation, unit: Counter, aim: Aim, order: CardOrder) -> str:
    """Say why an AI cannot make the move of an order towards one target; nothing if it can.

    COH-COVER: why there is no better cover, with the DM of each hex.
    """
    position = situation.position
    if order.action == "low_risk_move":
        return hexes.LowRisk(unit, aim).why_not(situation)
    if order.action != "move_to_cover":
        if aim.hexes_from(position, unit.place) == 0:
            return f"at {aim.subject} already"
        return "" if hexes.closer_paths(position, unit, aim) else f"no hex nearer to {aim.subject} that it can enter"
    bans, ways = hexes.cover_bans(unit, aim), enterable(position, unit)
    if any(not hexes.broken(situation, way, *bans) for way in ways):
        return ""

    def cover_at(way: MovePath) -> str:
        there = ", ".join(other.id for other in position.state.units.at(way.end))
        return f"is the hex of {there}" if there else hexes.shelter_shown(position, unit, way.end, aim).text

    here = hexes.shelter_shown(position, unit, unit.place, aim).text
    told = ", ".join(f"{position.name(way.end)} {cover_at(way)}" for way in ways)
    return f"no better cover than DM {here} within one move: {told or 'nowhere to go'}"


# -- rally, disengage, pivot ----------------------------------------------------------------------------------


def rally(order: CardOrder, command: bool) -> Act:
    """COH-5.0: rally a hit AI; the one nearest to a Unit, if the order says so."""

    def why_not(here: CohSituation, unit: Counter) -> str | None:
        return rally_refusal(here.position, unit)

    able = require(possible("able to rally", why_not))
    who = Who(order, command, choosing.nearest_targets(order)).listed("COH-5.0", "which AI rallies", able)

    def act(situation: CohSituation) -> Intent | Cannot:
        ai = choosing.acting(situation, who)
        return Cannot("no AI can rally") if ai is None else Rally((ai.id,))

    return act


def disengage(order: CardOrder | None, command: bool) -> Act:
    """COH-5.1-cc: leave close combat, by the ranking of a Low Risk move; without an order, as crewed weapons do."""

    def ways_out(here: CohSituation, unit: Counter) -> list[MovePath]:
        return [way for way in enterable(here.position, unit) if not here.state.units.at(way.end)]

    def why_not(here: CohSituation, unit: Counter) -> str:
        if not in_close_combat(here.position, unit):
            return "not in close combat"
        return cannot_move(here.position, unit) or ("" if ways_out(here, unit) else "no way out")

    said = order or CardOrder("", (), None, None, "disengage")
    crewed: Measure[CohSituation, Counter] = Measure("a crewed weapon", lambda _, unit: unit.profile.crewed)
    bans = [*([] if order else [require(crewed)]), require(possible("in close combat, with a way out", why_not))]
    ties = (prefer(choosing.UNHIT, "COH-5.1.1-move"), least(choosing.COST_TO_MOVE, "COH-5.1.1-move"))
    near = choosing.nearest_targets(said)
    who = Who(said, command, near).listed("COH-5.1-cc", "which AI disengages", *bans, ties=ties)

    def act(situation: CohSituation) -> Intent | Cannot:
        position = situation.position
        if order is None and not any(unit.profile.crewed for unit in friends(position, situation.side)):
            return Cannot("there are no crewed weapons")
        ai = choosing.acting(situation, who)
        if ai is None:
            return Cannot("no such AI is in close combat, or none can leave it")
        enemy = next(unit for unit in position.state.units.at(ai.place) if unit.side != ai.side)
        shelter = most(hexes.shelter_of(ai, Aim(enemy.id, (enemy.place,), enemy)))
        lines = (prefer(hexes.OUT_OF_ZONES), prefer(hexes.OUT_OF_SHORT_RANGE), shelter)
        away = Priority[MovePath]("COH-5.1-cc", "where to disengage to", *lines)
        way = away.choose(situation, ways_out(situation, ai), "hexes it can leave to")
        assert way is not None
        return hexes.move_along(situation, ai, way)

    return act


def pivot(order: CardOrder, command: bool) -> Act:
    """COH-5.1.1-move: turn an AI towards the order's target: outside its front arc, and of Units one that it sees.

    A rumoured enemy has no facing.
    """

    def behind(position: CohPosition, unit: Counter) -> list[Aim]:
        seen = position.lines.field_of_view(unit.place)
        found = [] if unit.is_rumour else choosing.targets(position, unit.id, order)
        aside = [aim for aim in found if not any(in_front(position, unit, cell) for cell in aim.cells)]
        return [aim for aim in aside if aim.unit is None or aim.cells[0] in seen]

    def why_not(here: CohSituation, unit: Counter) -> str:
        found = behind(here.position, unit)
        return cannot_move(here.position, unit) or ("" if found else "nothing outside its arc")

    def near(position: CohPosition, unit: Counter) -> list[Aim]:
        return choosing.nearest_of(position, unit, behind(position, unit))

    able = require(possible("able to turn to such a target", why_not), "COH-5.0")
    far = Who(order, command, near, "hexes from the nearest target outside its arc")
    who = far.listed("COH-5.1.1-move", "which AI turns", able, ties=(prefer(choosing.UNHIT),))

    def act(situation: CohSituation) -> Intent | Cannot:
        ai = choosing.acting(situation, who)
        if ai is None:
            return Cannot("no AI has to turn")
        return hexes.turn_towards(situation, ai, behind(situation.position, ai))

    return act


# -- what the mission says ------------------------------------------------------------------------------------


def respond(order: CardOrder, command: bool) -> Act:
    """COH-4.4: the mission's counteraction or mission order; all of them in turn, if the card names none."""

    def act(situation: CohSituation) -> Cannot | Plan:
        mission = situation.battle.data.mission
        responses = mission.counteractions if order.action == "counteraction" else mission.mission_orders
        chosen = responses[order.number - 1 : order.number] if order.number else responses
        if not chosen:
            return Cannot("the mission has none")
        fired = situation.state.fired
        fitting = [each for each in chosen if each.when == "always" or (each.when == "a Unit fired") == fired]
        if not fitting:
            return Cannot("not after a Unit has fired" if fired else "only after a Unit has fired")
        return FirstOf(*(order_option(each.parsed, command) for each in fitting))

    return act


CARRIED_OUT: Mapping[Action, Callable[[CardOrder, bool], Act]] = {
    **dict.fromkeys(("fire", "long_range_fire", "group_fire"), fire),
    "close_combat": close_combat,
    **dict.fromkeys(("move", "low_risk_move", "move_to_cover"), move),
    "rally": rally,
    "disengage": disengage,
    "pivot": pivot,
    **dict.fromkeys(("counteraction", "mission_order"), respond),
}
"""COH-5.0: what comes of an order, by its action."""
AI_PLANS: dict[str, Plan] = {AI_TURN: card_in_hand}
