"""What may be ordered in Ambush Alley, one class an order: what it takes, what comes of it, and how it is said.

fighting.py   fire, assault, go on overwatch
tasks.py      disperse a crowd, search, join, place a hot spot, do nothing, play an asset
moving.py     get in and out, leave the table, turn, move
"""

from sim.play.book import OrderBook
from sim.rules.ambush_alley.activations import actors, to_act
from sim.rules.ambush_alley.orders import fighting, moving, tasks
from sim.rules.ambush_alley.state import AasData, AasState

BOOK: OrderBook[AasState, AasData] = OrderBook(
    *fighting.ORDERS, *tasks.ORDERS, *moving.ORDERS, gates=(to_act,), actors=actors
)
