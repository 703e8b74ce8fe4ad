"""The orders of OUTLAWS!, one file for each family, and the book that has them all."""

from sim.play.book import OrderBook, present
from sim.rules.outlaws.orders import fighting, going, handling
from sim.rules.outlaws.orders.base import able, whose_counter
from sim.rules.outlaws.state import OutData, OutState

BOOK: OrderBook[OutState, OutData] = OrderBook(
    *fighting.ORDERS, *going.ORDERS, *handling.ORDERS, gates=(present, able), actors=whose_counter
)
