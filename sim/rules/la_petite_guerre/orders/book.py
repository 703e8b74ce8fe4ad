"""The book of all orders, and who can be given any on an occasion."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.book import OrderBook, present
from sim.play.order import Refused
from sim.rules.la_petite_guerre.combat.fire import serve_refusal
from sim.rules.la_petite_guerre.orders import commands, fire, moves
from sim.rules.la_petite_guerre.orders import order as common
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, MOVING, LpgOrder
from sim.rules.la_petite_guerre.state import Doing, LpgData, LpgPosition, LpgState, Man, men

INSTEAD = {
    COMMAND: Refusal("that is not done with a command point", "LPG-CMD"),
    ACTION: Refusal("that is not done with an action", "LPG-ACT-1"),
    MOVING: Refusal("the inches that were rolled must be moved first", "LPG-MOVE-3"),
    CHARGES: Refusal("only charges are declared now", "LPG-SEQ"),
}
"""What is said to an order of another occasion."""


def actors(position: LpgPosition, ask: Ask) -> Iterator[Man]:
    """LPG-ACT-1: yield whoever is in the middle of his actions; else everybody who has some left, or may charge."""
    if actor := ask.unit or position.state.actor:
        yield position.state.unit(actor)
    elif ask.occasion == CHARGES:
        yield from men(position, ask.side)
    else:
        yield from (man for man in position.state.units.of(ask.side) if not man.out and man.left > 0)


def is_fit(position: LpgPosition, ask: Ask, order: LpgOrder) -> Refused:
    """Say why somebody can be given no order on this occasion, or none of this kind; None if he can."""
    if not order.units:
        return None
    if ask.occasion not in order.on:
        return INSTEAD.get(ask.occasion)
    man, actor = position.state.unit(order.units[0]), position.state.actor
    if ask.occasion == ACTION and actor not in ("", man.id):
        return Refusal(f"{actor} is to act, not {man.id}", TABLE_SENSE)
    if order.passes or ask.occasion not in (COMMAND, ACTION):
        return None
    if ask.occasion == ACTION:
        return _unfit_to_act(position, man, order)
    if not man.able:
        return Refusal(f"{man.id} is in no state to command", "LPG-CMD")
    return Refusal(f"{man.id} has no command points left", "LPG-CMD") if man.spent >= man.profile.command else None


def _unfit_to_act(position: LpgPosition, man: Man, order: LpgOrder) -> Refusal | None:
    if man.left <= 0:
        return Refusal(f"{man.id} has no actions left", "LPG-ACT-1")
    if man.broken:
        return Refusal(f"{man.id} is running away", "LPG-ROUT")
    if man.stunned and ((acted := order.acted(position, man)) is None or acted.what not in ("prone", "dismount")):
        return Refusal(f"{man.id} is stunned: he can fall prone or dismount, and nothing else", "LPG-STUN")
    is_gun = man.profile.kind == "gun"
    if man.profile.kind not in order.by:
        return Refusal("a gun cannot do that" if is_gun else "a man cannot do that with an action", "LPG-ACT-1")
    return serve_refusal(position, man) if is_gun else None


_OF_UNITS: tuple[type[LpgOrder], ...] = (
    *commands.ORDERS, *fire.ORDERS, *moves.ORDERS, *common.ORDERS, moves.Charge, commands.Wait,
)  # fmt: skip
BOOK: OrderBook[LpgState, LpgData] = OrderBook(commands.GoFirst, *_OF_UNITS, gates=(present, is_fit), actors=actors)
DOING: dict[Doing, type[LpgOrder]] = {doing: kind for kind in _OF_UNITS for doing in kind.doing}
"""LPG-REPEAT: the order by which each kind of action is done."""
