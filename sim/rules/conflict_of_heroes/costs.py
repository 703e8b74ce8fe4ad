"""What an order costs, who takes part in it, and who may pay for it with what."""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.rules.conflict_of_heroes.actions import (
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
    Step,
)
from sim.rules.conflict_of_heroes.combat import cost_to_fire, cost_to_fire_at
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.moving import cost_of_step
from sim.rules.conflict_of_heroes.units import Counter, Scene, marker_of

FREE = ("free_action", "free_action_spent", "rally_try", "hasty_defence")
"""Cards that make an action cost nothing."""
NOTHING = Check("cost")


def actors(intent: Intent) -> tuple[str, ...]:
    """Return the counters that an order sets to work, its leader first."""
    match intent:
        case Move(steps=steps):
            return tuple(step.unit for step in steps)
        case Fire(unit=unit, supporters=supporters):
            return (unit, *supporters)
        case Rally(units=units):
            return units
        case Pivot(unit=unit) | DigIn(unit=unit) | Hide(unit=unit) | ReconByFire(unit=unit):
            return (unit,)
        case LaySmoke(unit=unit) | PlayCard(unit=unit) | Stall(unit=unit):
            return (unit,) if unit else ()
        case _:
            return ()


def card_of(position: Scene, intent: Intent) -> ActionCard | None:
    """Return the action card that is played along with an order, or is the order."""
    name = getattr(intent, "card", "")
    return position.battle.data.action_cards.get(name) if name else None


def full_cost(position: Scene, intent: Intent) -> Check:
    """Return what an order costs in AP before CAPs and cards; of a group the dearest member counts."""
    numbers, state = position.battle.data.numbers, position.state
    match intent:
        case Move(steps=steps):
            return max((cost_of_move(position, step) for step in steps), key=lambda cost: cost.total)
        case Pivot(unit=unit):
            return _with_marker(position, state.unit(unit), Check("cost").plus(numbers.pivot_ap, "pivot"))
        case Fire(unit=unit, target=target):
            return cost_to_fire(position, state.unit(unit), state.unit(target))
        case Rally():
            return Check("cost").plus(numbers.rally_ap, "rally")
        case DigIn():
            return Check("cost").plus(numbers.hasty_ap, "hasty defence")
        case Hide():
            return Check("cost").plus(numbers.hide_ap, "hide")
        case LaySmoke(unit=unit, cell=cell) if unit:
            return cost_to_fire_at(position, state.unit(unit), cell).plus(numbers.smoke_ap, "smoke")
        case ReconByFire(unit=unit, cell=cell):
            return cost_to_fire_at(position, state.unit(unit), cell)
        case Stall(unit=unit) if unit:
            return Check("cost").plus(numbers.stall, "stall")
        case _:
            return NOTHING


def cost_of_move(position: Scene, step: Step) -> Check:
    """Return what the move of one counter costs; one that is hidden takes its time, whatever the ground."""
    unit = position.state.unit(step.unit)
    if unit.hidden:
        hidden = Check("cost").plus(position.battle.data.numbers.hide_ap, "hidden move")
        return _with_marker(position, unit, hidden)
    return cost_of_step(position, unit, step.way[0]) or NOTHING


def _with_marker(position: Scene, unit: Counter, cost: Check) -> Check:
    marker = marker_of(position, unit)
    return cost.plus(marker.move_ap, f"hit: {marker.name}") if marker else cost


def cost(position: Scene, intent: Intent) -> Check:
    """COH-3.2.1, COH-3.3: what is left to pay in AP, after CAPs and with the card."""
    card = card_of(position, intent)
    if card is not None and card.effect in FREE:
        return NOTHING
    check = full_cost(position, intent)
    if card is not None and card.ap:
        check = check.plus(card.ap, f"card: {card.name}")
    return check.plus(-getattr(intent, "caps", 0), "paid in CAPs")


def caps_needed(position: Scene, intent: Intent) -> int:
    """Return the CAPs that an order takes: towards its cost, on the dice, and for its card."""
    card = card_of(position, intent)
    stalled = position.battle.data.numbers.stall if isinstance(intent, Stall) and not intent.unit else 0
    rolls = len(intent.units) if isinstance(intent, Rally) else 1
    paid: int = getattr(intent, "caps", 0) + getattr(intent, "dice_caps", 0) * rolls
    return paid + stalled + ((card.caps or 0) if card else 0)


def payment_refusal(position: Scene, intent: Intent) -> str | None:
    """COH-3.1, COH-3.2.2: say why the player cannot pay for an order so."""
    if getattr(intent, "caps", 0) < 0 or getattr(intent, "dice_caps", 0) < 0:
        return "CAPs cannot be won back"
    needed = caps_needed(position, intent)
    if needed > position.state.caps:
        return f"that takes {counted(needed, 'CAP')}, and there are {position.state.caps}"
    left, card = cost(position, intent).total, card_of(position, intent)
    free = card is not None and card.effect in FREE
    if left < 0 or (free and getattr(intent, "caps", 0) > 0):
        return "more CAPs than the action costs"
    spent = [unit for unit in actors(intent) if position.state.unit(unit).spent]
    if left > 0 and spent:
        return f"{', '.join(spent)} is spent: the action would have to be paid wholly in CAPs ({left} more)"
    return None
