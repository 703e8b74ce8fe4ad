"""What may be ordered: the reason why not, and the list of what may."""

from __future__ import annotations

from itertools import pairwise

from sim.engine.dice import D6
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.rules.conflict_of_heroes.actions import (
    AI_TURN,
    ENEMY_ACTED,
    ENEMY_MOVED,
    REROLL,
    TURN,
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pass,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
    Step,
)
from sim.rules.conflict_of_heroes.combat import Support, attack, chance_of, in_the_water, is_wet
from sim.rules.conflict_of_heroes.combat import refusal as attack_refusal
from sim.rules.conflict_of_heroes.costs import actors, card_of, payment_refusal
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.moving import all_ways, barred_hexes, cannot_move, step_of
from sim.rules.conflict_of_heroes.rallying import rally_refusal
from sim.rules.conflict_of_heroes.recon_by_fire import recon_refusal
from sim.rules.conflict_of_heroes.spotting import sees, spotter_hex
from sim.rules.conflict_of_heroes.units import HEAVY_SMOKE, Counter, Scene, marker_of, opponents
from sim.rules.conflict_of_heroes.zones import arc_of_fire, can_attack_at_all, in_front

ACTIONS = (Move, Pivot, Fire, ReconByFire, Rally, DigIn, LaySmoke, Hide)
CARD_ORDERS = {
    "free_action": ACTIONS,
    "free_action_spent": ACTIONS,
    "rally_try": (Rally,),
    "extra_hex": (Move,),
    "firepower": (Fire,),
    "smoke": (LaySmoke,),
    "hasty_defence": (DigIn,),
    "second_turn": ACTIONS,
    "scout": ACTIONS,
}
"""Which orders a card goes along with; the others are orders by themselves."""
ALONE_TOO = ("scout",)
"""Cards of those that can also be all that is done in a turn."""
FOR_ONE = ("free_action", "free_action_spent", "rally_try", "extra_hex")
"""Cards that no group can use."""
REACTIONS = {REROLL: ("reroll", "luck"), ENEMY_ACTED: ("enemy_cost",), ENEMY_MOVED: ("bog_down",)}
"""The cards that answer what has just happened."""
WHEN: dict[str, str] = {
    "reroll": "after a roll of one's own that has missed",
    "luck": "after a roll of one's own that has missed",
    "enemy_cost": "before the spent check of an AI",
    "bog_down": "after an AI vehicle has moved",
    "free_action": "any that a Unit can carry out",
    "free_action_spent": "any that a spent Unit can carry out",
    "rally_try": "to rally",
    "extra_hex": "to move on into one hex more",
    "firepower": "to fire",
    "smoke": "smoke in a hex that a Unit sees",
    "hasty_defence": "to dig in",
    "second_turn": "any for which another turn is wanted",
}
"""When cards are played that are no actions by themselves."""


APART = "a group stands in the same hex or in hexes next to each other"


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer; None if it is."""
    if ask.occasion in REACTIONS:
        return _reaction_refusal(position, ask, intent)
    if reason := _strangers(position, ask, intent):
        return reason
    if ask.occasion == AI_TURN:
        return _ai_refusal(position, ask, intent) or action_refusal(position, intent)
    assert ask.occasion == TURN
    return _card_refusal(position, intent) or action_refusal(position, intent) or payment_refusal(position, intent)


def _strangers(position: Scene, ask: Ask, intent: Intent) -> str | None:
    acting, units = actors(intent), position.state.units
    for unit in acting:
        if unit not in units:
            return f"there is no {unit}"
        if units[unit].side != ask.side:
            return f"{unit} is not on your side"
        if units[unit].cell is None:
            return f"{unit} is not on the map"
    if len(set(acting)) < len(acting):
        return "nobody acts twice in one action"
    return None


def _ai_refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """COH-4.1, COH-4.2: on a green card only fresh AIs act, and AIs have neither CAPs nor cards."""
    if getattr(intent, "caps", 0) or getattr(intent, "dice_caps", 0) or getattr(intent, "card", ""):
        return "AIs have neither CAPs nor cards"
    if isinstance(intent, Stall):
        return "AIs do not stall"
    command = ask.about is not None and position.battle.data.orders[ask.about].colour == "blue"
    spent = [unit for unit in actors(intent) if position.state.unit(unit).spent]
    return f"{', '.join(spent)} is spent" if spent and not command else None


def _reaction_refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    match intent:
        case Pass():
            return None
        case PlayCard(card=name) if name in position.state.hand:
            card = position.battle.data.action_cards[name]
            if card.effect not in REACTIONS[ask.occasion]:
                return f"{card.name} is no answer to that"
            if (card.caps or 0) > position.state.caps:
                return f"{card.name} takes {card.caps} CAPs"
            return _useless(position, ask, card)
        case PlayCard(card=name):
            return f"you do not hold the card {name}"
        case _:
            return "only a card can be played now, or nothing done"


def _useless(position: Scene, ask: Ask, card: ActionCard) -> str | None:
    """COH-3.3: say that a card cannot change a roll, though the others in the hand were played as well."""
    missing = ask.number or 0
    most = most_added(position, (1,) * 2)
    if ask.occasion == REROLL and missing > most:
        return f"{card.name} cannot change the result: the roll falls short by {missing}"
    return None


def most_added(position: Scene, faces: tuple[int, ...]) -> int:
    """Return what the cards in the hand can add to a roll at most: luck, and a 6 of every die that is thrown again."""
    state, cards = position.state, position.battle.data.action_cards
    held = [cards[name] for name in state.hand if (cards[name].caps or 0) <= state.caps]
    luck = sum(card.value for card in held if card.effect == "luck")
    again = sum(card.value for card in held if card.effect == "reroll")
    return luck + sum(D6.faces[-1] - face for face in sorted(faces)[:again])


def _card_refusal(position: Scene, intent: Intent) -> str | None:
    """COH-3.3: a card must be in the hand, and go along with the order."""
    name = getattr(intent, "card", "")
    if not name:
        return None
    if name not in position.state.hand:
        return f"you do not hold the card {name}"
    card = card_of(position, intent)
    assert card is not None
    if isinstance(intent, PlayCard):
        answers = [effect for effects in REACTIONS.values() for effect in effects]
        if card.effect in answers:
            return f"{card.name} is an answer: {WHEN[card.effect]}"
        if card.effect in CARD_ORDERS and card.effect not in ALONE_TOO:
            return f"{card.name} is played along with an order: {WHEN[card.effect]}"
        return _own_card_refusal(position, intent, card.effect)
    if not isinstance(intent, CARD_ORDERS.get(card.effect, ())):
        return f"{card.name} does not go with that"
    if card.effect == "free_action_spent" and any(position.state.unit(unit).fresh for unit in actors(intent)):
        return f"{card.name} is for a spent Unit"
    if card.effect in FOR_ONE and len(actors(intent)) > 1:
        return f"{card.name} is for one Unit"
    return None


def _own_card_refusal(position: Scene, intent: PlayCard, effect: str) -> str | None:
    card = position.battle.data.action_cards[intent.card]
    if (card.ap or effect == "rally_at_once") and not intent.unit:
        return f"{card.name} needs a Unit"
    if not intent.unit:
        return None
    if not card.ap and effect != "rally_at_once":
        return f"{card.name} needs no Unit"
    unit = position.state.unit(intent.unit)
    if card.ap and unit.spent:
        return f"{unit.id} is spent"
    if effect == "rally_at_once" and not unit.hit:
        return f"{unit.id} is not hit"
    if effect in ("clear_obstacle", "lay_mines") and (unit.hit or _enemy_in_hex(position, unit)):
        return f"{unit.id} is hit or in close combat"
    if effect == "clear_obstacle" and not _obstacles(position, unit.place):
        return "there is nothing to clear"
    return _mines_refusal(position, unit, intent.cell, card.value) if effect == "lay_mines" else None


def _mines_refusal(position: Scene, unit: Counter, cell: Cell | None, reach: int) -> str | None:
    if cell is None or cell not in position.map:
        return "mines need a hex of the map"
    if position.map.distance(unit.place, cell) > reach:
        return f"{position.name(cell)} is too far away"
    if position.state.units.at(cell):
        return f"{position.name(cell)} is not empty"
    return f"{position.name(cell)} has an obstacle already" if _obstacles(position, cell) else None


def _obstacles(position: Scene, cell: Cell) -> list[str]:
    return [feature.id for feature in position.ground.features_at(cell) if feature.id in ("wire", "mines")]


# -- actions --------------------------------------------------------------------------------------------------


def action_refusal(position: Scene, intent: Intent) -> str | None:
    """Say why the counters cannot do what is ordered, whoever pays for it."""
    state = position.state
    match intent:
        case Pass() | Stall() | PlayCard():
            return None
        case Move(steps=steps):
            return _move_refusal(position, steps, card_of(position, intent))
        case Pivot(unit=unit, facing=facing):
            return cannot_move(position, state.unit(unit)) or _facing_refusal(position, facing)
        case Fire():
            return _fire_refusal(position, intent)
        case ReconByFire(unit=unit, cell=cell, dice_caps=dice_caps):
            return recon_refusal(position, state.unit(unit), cell) or _dice_refusal(position, dice_caps)
        case Rally(units=units, dice_caps=dice_caps):
            return _rally_refusal(position, [state.unit(unit) for unit in units]) or _dice_refusal(position, dice_caps)
        case DigIn(unit=unit, card=card):
            return _dig_in_refusal(position, state.unit(unit), bool(card))
        case LaySmoke():
            return _smoke_refusal(position, intent)
        case Hide(unit=unit):
            return _hide_refusal(position, state.unit(unit))
        case _:
            return "no such order"


def _rally_refusal(position: Scene, units: list[Counter]) -> str | None:
    if not units:
        return "nobody rallies"
    if reason := next((reason for unit in units if (reason := rally_refusal(position, unit))), None):
        return reason
    return None if _stand_together(position, units) else APART


def _facing_refusal(position: Scene, facing: int) -> str | None:
    directions = len(position.map.grid.directions)
    return None if 0 <= facing < directions else f"there are {directions} directions"


def _move_refusal(position: Scene, steps: tuple[Step, ...], card: ActionCard | None) -> str | None:
    """A move is one action; a group stands together, and each of its members makes a move of its own."""
    if not steps:
        return "nobody moves"
    for step in steps:
        unit = position.state.unit(step.unit)
        turned = _facing_refusal(position, step.facing)
        if reason := cannot_move(position, unit) or turned or _way_refusal(position, unit, step, card):
            return reason
    if not _stand_together(position, [position.state.unit(step.unit) for step in steps]):
        return APART
    return None


def _way_refusal(position: Scene, unit: Counter, step: Step, card: ActionCard | None) -> str | None:
    if barred := barred_hexes(position, unit).intersection(step.way):
        return f"{unit.id} cannot withdraw to {position.name(min(barred))}: an enemy has just come from there"
    further = card.value if card is not None and card.effect == "extra_hex" else 0
    if further and card is not None and any(way.cells == step.way for way in all_ways(position, unit)):
        return f"{card.name} changes nothing: the move goes no further than without it"
    for length in range(max(1, len(step.way) - further), len(step.way) + 1):
        first, rest = step.way[:length], step.way[length - 1 :]
        if any(way.cells == first for way in all_ways(position, unit)) and _can_walk(position, unit, rest):
            return None
    names = " ".join(map(position.name, step.way)) or "nowhere"
    if len(step.way) == 1 and position.map.grid.adjacent(unit.place, step.way[0]) and step.way[0] in position.map:
        return f"no step leads to {names}: {step_of(position, unit, unit.place, step.way[0]).barred}"
    return f"{unit.id} cannot move to {names} by one action"


def _can_walk(position: Scene, unit: Counter, cells: tuple[Cell, ...]) -> bool:
    """Say whether a counter can go on along these hexes; nobody walks through an enemy."""
    through = (other for cell in cells[:-1] for other in position.state.units.at(cell))
    if any(other.side != unit.side for other in through):
        return False
    return all(
        position.map.grid.adjacent(here, there) and step_of(position, unit, here, there)
        for here, there in pairwise(cells)
    )


def _stand_together(position: Scene, units: list[Counter]) -> bool:
    """Say whether counters form one group: each in reach of another by hexes next to each other."""
    joined, waiting = [units[0]], units[1:]
    while True:
        near = [u for u in waiting if any(position.map.distance(u.place, other.place) <= 1 for other in joined)]
        if not near:
            return not waiting
        joined += near
        waiting = [u for u in waiting if u not in near]


def _fire_refusal(position: Scene, intent: Fire) -> str | None:
    state = position.state
    if not intent.target:
        return "no enemy is known to be on the map"
    if intent.target not in state.units:
        return f"there is no {intent.target}"
    leader, target = state.unit(intent.unit), state.unit(intent.target)
    if reason := attack_refusal(position, leader, target):
        return reason
    if reason := _aiming_in_vain(position, intent):
        return reason
    if reason := _dice_refusal(position, intent.dice_caps):
        return reason
    for id_ in intent.supporters:
        if reason := support_refusal(position, leader, state.unit(id_), target):
            return reason
    return None


def _aiming_in_vain(position: Scene, intent: Fire) -> str | None:
    """COH-3.3: say that a card with firepower neither makes a hit likelier nor a kill."""
    card = card_of(position, intent)
    if card is None or card.effect != "firepower":
        return None
    leader, target = position.state.unit(intent.unit), position.state.unit(intent.target)
    support, numbers = Support(len(intent.supporters), intent.dice_caps), position.battle.data.numbers
    needed = attack(position, leader, target, support).needed
    counted = (needed, needed if target.hit else needed + numbers.destroyed_by)
    if any(chance_of(number) != chance_of(number - card.value) for number in counted):
        return None
    return f"{card.name} cannot change the result: the attack needs {needed}"


def _dice_refusal(position: Scene, dice_caps: int) -> str | None:
    most = position.battle.data.numbers.caps_on_dice
    return f"at most {most} CAPs go on the dice" if dice_caps > most else None


def support_refusal(position: Scene, leader: Counter, unit: Counter, target: Counter) -> str | None:
    """Say why a counter cannot support the attack of another; None if it can."""
    marker, data = marker_of(position, unit), position.battle.data
    if position.map.distance(unit.place, leader.place) > data.numbers.group_distance:
        return f"{unit.id} is too far from {leader.id} to support it"
    if leader.place == target.place != unit.place and data.readings.close_support == "same hex":
        return f"{unit.id} is in another hex, and only those in the hex support a close combat"
    if marker and (marker.red or marker.blue):
        return f"{unit.id} is {marker.name.lower()} and gives no support"
    if not sees(position, unit, target.place):
        return f"{unit.id} does not see {target.id}"
    return attack_refusal(position, unit, target, long_range=False)


def _dig_in_refusal(position: Scene, unit: Counter, by_card: bool) -> str | None:
    if unit.dug_in:
        return f"{unit.id} is in hasty defence already"
    if _enemy_in_hex(position, unit):
        return f"{unit.id} is in close combat"
    if unit.profile.kind == "vehicle" and not by_card:
        return "vehicles do not dig in"
    marker = marker_of(position, unit)
    return f"{unit.id} is {marker.name.lower()} and can only rally" if marker and marker.only_rally else None


def _smoke_refusal(position: Scene, intent: LaySmoke) -> str | None:
    if intent.cell not in position.map:
        return "smoke needs a hex of the map"
    if intent.unit and not position.state.unit(intent.unit).profile.smoke:
        return f"{intent.unit} has no smoke"
    if is_wet(position.ground, intent.cell):
        return "no smoke on water"
    if any(feature.id == HEAVY_SMOKE for feature in position.ground.features_at(intent.cell)):
        return f"{position.name(intent.cell)} is full of smoke already"
    if not intent.unit:
        if card_of(position, intent) is None:
            return "smoke needs somebody to lay it"
        own = [unit for unit in position.state.units if unit.side == position.battle.data.player and unit.cell]
        seen = any(intent.cell in position.lines.field_of_view(unit.place) for unit in own)
        return None if seen else "none of your Units sees that hex"
    card = card_of(position, intent)
    if card is not None and card.effect == "smoke":
        return f"{card.name} needs no Unit"
    unit = position.state.unit(intent.unit)
    hexes = position.map.distance(unit.place, intent.cell)
    if not can_attack_at_all(position, unit) or _enemy_in_hex(position, unit):
        return f"{unit.id} cannot fire smoke now"
    if in_the_water(position, unit):
        return f"{unit.id} is in the water"
    if arc_of_fire(position, unit).spread is not None and not in_front(position, unit, intent.cell):
        return f"{position.name(intent.cell)} is outside the arc of fire"
    if not unit.profile.min_range <= hexes <= unit.profile.range:
        return f"{position.name(intent.cell)} is {hexes} hexes away"
    seen = sees(position, unit, intent.cell) or spotter_hex(position, unit, intent.cell) is not None
    return None if seen else f"{unit.id} does not see {position.name(intent.cell)}"


def _hide_refusal(position: Scene, unit: Counter) -> str | None:
    if unit.hidden:
        return f"{unit.id} is hidden already"
    if reason := cannot_move(position, unit):
        return reason
    seen_from = position.lines.field_of_view(unit.place)
    seers = [enemy.id for enemy in opponents(position, unit.side) if enemy.place in seen_from]
    return f"{', '.join(seers)} would see it" if seers else None


def _enemy_in_hex(position: Scene, unit: Counter) -> bool:
    return any(other.side != unit.side for other in position.state.units.at(unit.place))
