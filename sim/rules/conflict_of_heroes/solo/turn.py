"""The AI's turn: the order card, worked down from the top (rules 4.0 to 5.3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.combat.attacks import Attack, cannot_attack, cost_to_fire
from sim.rules.conflict_of_heroes.ground.moving import Way, cannot_move
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, in_front
from sim.rules.conflict_of_heroes.orders.base import AI_TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.rest import Rally, rally_refusal
from sim.rules.conflict_of_heroes.scenario import READINGS, Settings
from sim.rules.conflict_of_heroes.solo.aims import (
    Aim,
    Here,
    aims,
    defence_against,
    meant,
    nearest_of,
    singled_out,
    target_firepower,
    targets,
    words_of,
)
from sim.rules.conflict_of_heroes.solo.choosing import (
    COST_TO_MOVE,
    OWN_DEFENCE,
    UNHIT,
    Manner,
    able_to_act,
    by_firepower,
    closeness,
    filter_lines,
    firepower_at,
    firepower_words,
    firing_ai,
    hexes_shown,
    hexes_to_target,
    manner_of,
    shot,
    supporters,
    target_list,
    victims,
)
from sim.rules.conflict_of_heroes.solo.grammar import Order
from sim.rules.conflict_of_heroes.solo.hexes import (
    LOW_RISK,
    OUT_OF_SHORT_RANGE,
    OUT_OF_ZONES,
    closer_ways,
    cover_bans,
    cover_list,
    enterable,
    hex_list,
    hexes_from_ai,
    holds,
    move_along,
    nearest_aim,
    shelter_of,
    shelter_shown,
    turn_towards,
)
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends, in_close_combat
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

ALONE = Manner()
"""By itself, at normal range."""


class CardInHand:
    """COH-4.0: carry out at most one order of the card that was drawn, Priority orders first, then Tactical ones."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Work down the card."""
        assert situation.ask.about is not None
        card = situation.battle.data.orders[situation.ask.about]
        for text, rule in other_readings(situation.battle.data.readings):
            situation.say(text, rule)
        return card_plan(card.orders, card.colour == "blue").orders(situation)

    def parts(self) -> Iterator[Plan]:
        """Yield nothing: which orders there are depends on the deck."""
        return iter(())


def other_readings(readings: Settings) -> list[tuple[str, str]]:
    """Return what a mission reads otherwise than we do, with the rules, so that the reasons can name it."""
    usual = Settings()
    return [
        (f"as the mission reads it: {name.replace('_', ' ')}, {getattr(readings, name)}", rule)
        for name, rule in READINGS.items()
        if getattr(readings, name) != getattr(usual, name)
    ]


@cache
def card_plan(orders: tuple[Order, ...], command: bool) -> FirstOf:
    """Return the plan of a card: disengage crewed weapons, then its orders, else pass."""
    return FirstOf(DISENGAGE_CREWED[command], *(order_option(order, command) for order in orders), PASS)


@cache
def order_option(order: Order, command: bool) -> Option:
    """COH-4.0: one order of a card; a blue card is a command order, a green one an action order."""
    rule = "COH-4.4" if order.action in ("counteraction", "mission_order") else "COH-5.0"
    colour = "command" if command else "action"
    return Option(rule, f"{order.text} ({colour})", lambda situation: carry_out(situation, order, command))


def carry_out(situation: Here, order: Order, command: bool) -> Intent | Cannot | Plan:
    """Return what comes of an order."""
    match order.action:
        case "fire" | "long_range_fire" | "group_fire":
            return fire(situation, order, command)
        case "close_combat":
            return close_combat(situation, order, command)
        case "move" | "low_risk_move" | "move_to_cover":
            return move(situation, order, command)
        case "rally":
            return rally(situation, order, command)
        case "disengage":
            return disengage(situation, order, command)
        case "pivot":
            return pivot(situation, order, command)
        case "counteraction" | "mission_order":
            return respond(situation, order, command)


# -- fire -----------------------------------------------------------------------------------------------------


def fire(situation: Here, order: Order, command: bool) -> Intent | Cannot:
    """COH-5.1, COH-5.2: choose the AI, then its target (COH-5.2-order)."""
    manner, position = manner_of(order, command), situation.position
    ai = firing_ai(order, command).choose(situation, _everybody(situation), "AIs on the map")
    if ai is None:
        return Cannot("no AI can fire at such a Unit")
    victim = target_list(order).choose(situation, victims(position, ai, order, manner), "Units that the order means")
    assert victim is not None
    helpers = supporters(position, ai.id, victim.subject, command) if manner.group else ()
    if helpers:
        situation.say(f"in support: {', '.join(helpers)}", "COH-5.0", helpers)
    return Fire(ai.id, victim.subject, helpers)


def close_combat(situation: Here, order: Order, command: bool) -> Intent | Cannot:
    """Attack in close combat; an AI that is not in one yet enters the hex of a Unit next to it."""
    position = situation.position
    ai = fighting_ai(order, command).choose(situation, _everybody(situation), "AIs on the map")
    if ai is None:
        return Cannot("no AI can go into close combat")
    near = _close(position, ai, order)
    if in_close_combat(position, ai):
        found = [victim for victim in victims(position, ai, order, ALONE) if ai.place in victim.aim.cells]
        victim = target_list(order).choose(situation, found, f"Units in the hex of {ai.id}")
        assert victim is not None
        return Fire(ai.id, victim.subject)
    aim = nearest_aim(situation, ai, near, "whom to close with")
    into = next(way for way in enterable(position, ai) if way.end in aim.cells)
    return move_along(situation, ai, into)


@cache
def fighting_ai(order: Order, command: bool) -> Priority[Counter]:
    """COH-5.1.1-fire: which AI goes into close combat, or fights on in it."""

    def reach(situation: Here, unit: Counter) -> Shown:
        near = _close(situation.position, unit, order)
        return Shown(bool(near), ", ".join(aim.subject for aim in near) or "no")

    def hexes(situation: Here, unit: Counter) -> Shown:
        return hexes_shown(situation.position, unit, _close(situation.position, unit, order))

    def armed(situation: Here, unit: Counter) -> Shown:
        able = can_attack_at_all(situation.position, unit)
        return Shown(able, "yes" if able else cannot_attack(situation.position, unit))

    fit: Measure[Here, Counter] = Measure("fit for close combat", lambda _, unit: not unit.profile.crewed)
    cost: Measure[Here, Counter] = Measure(
        "AP to fire", lambda situation, unit: cost_to_fire(situation.position, unit).total
    )
    power = firepower_at(lambda position, unit: _close(position, unit, order))
    return Priority(
        "COH-5.1.1-fire",
        "which AI goes into close combat",
        able_to_act(command),
        *filter_lines(order),
        require(fit, "COH-5.1-cc"),
        require(Measure("able to attack", armed), "COH-5.0"),
        require(Measure("in the hex of a Unit that it can hit, or next to one", reach), "COH-5.0"),
        *firepower_words(order, power),
        *closeness(order, Measure("hexes from its nearest target", hexes)),
        prefer(UNHIT),
        most(power),
        least(cost),
        most(OWN_DEFENCE),
    )


def _close(position: Scene, unit: Counter, order: Order) -> list[Aim]:
    """Return the targets of an order in a counter's hex; if it is in no close combat, those whose hex it can enter.

    COH-5.1-eleven holds in close combat as well. Whoever only enters a hex does not attack yet, and needs nothing.
    """
    near = [aim for aim in aims(position, order, unit.side) if aim.hexes_from(position, unit.place) <= 1]
    if in_close_combat(position, unit):
        here = [aim for aim in near if unit.place in aim.cells]
        found = [aim for aim in here if isinstance(shot(position, unit.id, aim.subject, ALONE), Attack)]
    else:
        ends = {way.end for way in enterable(position, unit)}
        found = [aim for aim in near if ends & set(aim.cells)]
    return singled_out(position, unit, found, order)


# -- move -----------------------------------------------------------------------------------------------------


def move(situation: Here, order: Order, command: bool) -> Intent | Cannot | Plan:
    """COH-5.1.1-move: choose the AI, its target, and the hex."""
    ai = moving_ai(order, command).choose(situation, _everybody(situation), "AIs on the map")
    if ai is None:
        _show_hexes(situation, order, command)
        return Cannot("no AI can move so")
    aim = move_target(order, ai).choose(situation, meant(situation.position, ai, order), "targets")
    assert aim is not None
    match order.action:
        case "low_risk_move":
            return LOW_RISK.against(situation, ai, aim)
        case "move_to_cover":
            way = cover_list(ai, aim).choose(situation, enterable(situation.position, ai), "hexes it can enter")
        case _:
            near = closer_ways(situation.position, ai, aim)
            way = hex_list(ai, aim).choose(situation, near, "hexes nearer to the target")
    assert way is not None
    return move_along(situation, ai, way)


def _show_hexes(situation: Here, order: Order, command: bool) -> None:
    """Go through the hexes of the AI that the order would have meant, so that each of them has its reason."""
    position = situation.position
    lines = [able_to_act(command), *filter_lines(order)]
    meant = [unit for unit in _everybody(situation) if all(line.measure.of(situation, unit) for line in lines)]
    found = [
        (aim.hexes_from(position, unit.place), place, unit, aim)
        for place, unit in enumerate(meant)
        if not cannot_move(position, unit)
        for aim in nearest_of(position, unit, targets(position, unit.id, order))[:1]
        if why_not_towards(situation, unit, aim, order)
    ]
    if not found:
        return
    _, _, unit, aim = min(found, key=lambda each: each[:2])
    if order.action == "low_risk_move":
        for permission in LOW_RISK.lists(situation, unit, aim):
            permission.choose(situation, closer_ways(position, unit, aim), f"hexes nearer to {aim.subject}")
    elif order.action == "move_to_cover":
        cover_list(unit, aim).choose(situation, enterable(position, unit), f"hexes that {unit.id} can enter")


@cache
def moving_ai(order: Order, command: bool) -> Priority[Counter]:
    """COH-5.1.1-move: unhit, then the lowest cost to move, among those nearest to their own nearest target."""

    def able(situation: Here, unit: Counter) -> Shown:
        reason = why_not_move(situation, unit, order)
        return Shown(not reason, reason or "yes")

    return Priority(
        "COH-5.1.1-move",
        "which AI moves",
        able_to_act(command),
        *filter_lines(order),
        require(Measure("able to make such a move", able), "COH-5.0"),
        *by_firepower(order),
        *closeness(order, hexes_to_target(order)),
        prefer(UNHIT),
        least(COST_TO_MOVE),
    )


def why_not_move(situation: Here, unit: Counter, order: Order) -> str:
    """Say why an AI cannot carry out a move order; nothing if it can, towards any of its nearest targets."""
    position = situation.position
    if reason := cannot_move(position, unit):
        return reason
    if in_close_combat(position, unit) and position.battle.data.readings.moves_in_close_combat == "never":
        return "in close combat"
    near = nearest_of(position, unit, targets(position, unit.id, order))
    if not near:
        return "no such target"
    reasons = [why_not_towards(situation, unit, aim, order) for aim in near]
    return "" if "" in reasons else reasons[0]


def why_not_towards(situation: Here, unit: Counter, aim: Aim, order: Order) -> str:
    """Say why an AI cannot make the move of an order towards one target; nothing if it can."""
    position = situation.position
    match order.action:
        case "low_risk_move":
            return LOW_RISK.why_not(situation, unit, aim)
        case "move_to_cover":
            return _why_no_cover(situation, unit, aim)
        case _:
            if aim.hexes_from(position, unit.place) == 0:
                return f"at {aim.subject} already"
            return "" if closer_ways(position, unit, aim) else f"no hex nearer to {aim.subject} that it can enter"


def _why_no_cover(situation: Here, unit: Counter, aim: Aim) -> str:
    """COH-COVER: say why there is no better cover, with the DM of each hex; nothing if there is some."""
    position, bans = situation.position, cover_bans(unit, aim)
    around = enterable(position, unit)
    if any(all(holds(line.measure, situation, way) for line in bans) for way in around):
        return ""
    here = shelter_shown(position, unit, unit.place, aim).text
    told = [f"{position.name(way.end)} {_cover_at(situation, unit, way, aim)}" for way in around]
    return f"no better cover than DM {here} within one move: {', '.join(told) or 'nowhere to go'}"


def _cover_at(situation: Here, unit: Counter, way: Way, aim: Aim) -> str:
    there = situation.state.units.at(way.end)
    if there:
        return f"is the hex of {', '.join([other.id for other in there])}"
    return shelter_shown(situation.position, unit, way.end, aim).text


def move_target(order: Order, ai: Counter) -> Priority[Aim]:
    """COH-5.2-move: the nearest target; of several equally near ones, towards which it can move so, a die chooses."""
    words = words_of(order)

    def possible(situation: Here, aim: Aim) -> Shown:
        reason = why_not_towards(situation, ai, aim, order)
        return Shown(not reason, reason or "yes")

    value: Measure[Here, Aim] = Measure("total DV", lambda here, aim: defence_against(here.position, ai, aim).total)
    power: Measure[Here, Aim] = Measure("firepower", lambda here, aim: target_firepower(here.position, ai, aim))
    return Priority(
        "COH-5.2-move",
        "which target to move towards",
        *([least(value, "COH-5.0-hfp")] if "lowest_dv" in words else []),
        *([most(power, "COH-5.0-hfp")] if "highest_fp" in words else []),
        least(hexes_from_ai(ai)),
        require(Measure("possible to move towards", possible)),
    )


# -- rally, disengage, pivot ----------------------------------------------------------------------------------


def rally(situation: Here, order: Order, command: bool) -> Intent | Cannot:
    """Rally a hit AI; the one nearest to a Unit, if the order says so."""
    ai = rallying_ai(order, command).choose(situation, _everybody(situation), "AIs on the map")
    return Cannot("no AI can rally") if ai is None else Rally((ai.id,))


@cache
def rallying_ai(order: Order, command: bool) -> Priority[Counter]:
    """COH-5.0: which AI rallies."""

    def able(here: Here, unit: Counter) -> Shown:
        reason = rally_refusal(here.position, unit)
        return Shown(reason is None, reason or "yes")

    return Priority(
        "COH-5.0",
        "which AI rallies",
        able_to_act(command),
        *filter_lines(order),
        require(Measure("able to rally", able)),
        *by_firepower(order),
        *closeness(order, hexes_to_target(order)),
    )


def disengage(situation: Here, order: Order | None, command: bool) -> Intent | Cannot:
    """COH-5.1-cc: leave close combat, by the ranking of a Low Risk move; without an order, as crewed weapons do."""
    if order is None and not any(unit.profile.crewed for unit in _everybody(situation)):
        return Cannot("there are no crewed weapons")
    ai = disengaging_ai(order, command).choose(situation, _everybody(situation), "AIs on the map")
    if ai is None:
        return Cannot("no such AI is in close combat, or none can leave it")
    enemy = next(unit for unit in situation.state.units.at(ai.place) if unit.side != ai.side)
    aim = Aim(enemy.id, (enemy.place,), enemy)
    away = Priority[Way](
        "COH-5.1-cc",
        "where to disengage to",
        prefer(OUT_OF_ZONES),
        prefer(OUT_OF_SHORT_RANGE),
        most(shelter_of(ai, aim)),
    )
    way = away.choose(situation, _ways_out(situation.position, ai), "hexes it can leave to")
    assert way is not None
    return move_along(situation, ai, way)


@cache
def disengaging_ai(order: Order | None, command: bool) -> Priority[Counter]:
    """COH-5.1-cc: which AI leaves close combat."""

    def able(here: Here, unit: Counter) -> Shown:
        if not in_close_combat(here.position, unit):
            return Shown(False, "not in close combat")
        reason = cannot_move(here.position, unit) or ("" if _ways_out(here.position, unit) else "no way out")
        return Shown(not reason, reason or "yes")

    crewed: Measure[Here, Counter] = Measure("a crewed weapon", lambda _, unit: unit.profile.crewed)
    return Priority(
        "COH-5.1-cc",
        "which AI disengages",
        able_to_act(command),
        *(filter_lines(order) if order else [require(crewed)]),
        require(Measure("in close combat, with a way out", able)),
        *(by_firepower(order) if order else []),
        *(closeness(order, hexes_to_target(order)) if order else []),
        prefer(UNHIT, "COH-5.1.1-move"),
        least(COST_TO_MOVE, "COH-5.1.1-move"),
    )


def _ways_out(position: Scene, unit: Counter) -> list[Way]:
    return [way for way in enterable(position, unit) if not position.state.units.at(way.end)]


def pivot(situation: Here, order: Order, command: bool) -> Intent | Cannot:
    """Turn an AI towards the order's target."""

    def able(here: Here, unit: Counter) -> Shown:
        reason = cannot_move(here.position, unit) or (
            "" if _behind(here.position, unit, order) else "nothing outside its arc"
        )
        return Shown(not reason, reason or "yes")

    def nearest(position: Scene, unit: Counter) -> list[Aim]:
        return nearest_of(position, unit, _behind(position, unit, order))

    def hexes(here: Here, unit: Counter) -> Shown:
        return hexes_shown(here.position, unit, nearest(here.position, unit))

    ai = Priority(
        "COH-5.1.1-move",
        "which AI turns",
        able_to_act(command),
        *filter_lines(order),
        require(Measure("able to turn to such a target", able), "COH-5.0"),
        *firepower_words(order, firepower_at(nearest)),
        *closeness(order, Measure("hexes from the nearest target outside its arc", hexes)),
        prefer(UNHIT),
    ).choose(situation, _everybody(situation), "AIs on the map")
    if ai is None:
        return Cannot("no AI has to turn")
    return turn_towards(situation, ai, _behind(situation.position, ai, order))


def _behind(position: Scene, unit: Counter, order: Order) -> list[Aim]:
    """Return the targets of an order that lie outside a counter's front arc; of Units those that it sees.

    A rumoured enemy has no facing.
    """
    seen = position.lines.field_of_view(unit.place)
    found = [] if unit.is_rumour else targets(position, unit.id, order)
    return [
        aim
        for aim in found
        if not any(in_front(position, unit, cell) for cell in aim.cells) and (aim.unit is None or aim.cells[0] in seen)
    ]


# -- what the mission says ------------------------------------------------------------------------------------


def respond(situation: Here, order: Order, command: bool) -> Cannot | Plan:
    """COH-4.4: the mission's counteraction or mission order; all of them in turn, if the card names none."""
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


# -- the whole ------------------------------------------------------------------------------------------------


def _everybody(situation: Here) -> tuple[Counter, ...]:
    return friends(situation.position, situation.side)


PASS = Option("COH-4.0-none", "no order can be carried out: pass", lambda situation: Pass())


def _disengage_crewed(command: bool) -> Option:
    text = f"crewed weapons leave close combat ({'command' if command else 'action'})"
    return Option("COH-5.1-cc", text, lambda situation: disengage(situation, None, command))


DISENGAGE_CREWED = {command: _disengage_crewed(command) for command in (False, True)}

AI_PLANS: dict[str, Plan] = {AI_TURN: CardInHand()}
