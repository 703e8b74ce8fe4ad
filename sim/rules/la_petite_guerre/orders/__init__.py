"""The orders of La Petite Guerre, a file for each family, and the book that has them all."""

from sim.play.book import OrderBook, present
from sim.rules.la_petite_guerre.orders import commands, fire, moves, order
from sim.rules.la_petite_guerre.orders.order import LpgOrder, actors, is_fit
from sim.rules.la_petite_guerre.state import Doing, LpgData, LpgState

_OF_UNITS: tuple[type[LpgOrder], ...] = (
    *commands.ORDERS, *fire.ORDERS, *moves.ORDERS, *order.ORDERS, moves.Charge, commands.Wait,
)  # fmt: skip
BOOK: OrderBook[LpgState, LpgData] = OrderBook(commands.GoFirst, *_OF_UNITS, gates=(present, is_fit), actors=actors)
DOING: dict[Doing, type[LpgOrder]] = {doing: kind for kind in _OF_UNITS for doing in kind.doing}
"""LPG-REPEAT: the order by which each kind of action is done."""
