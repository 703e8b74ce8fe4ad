"""What may be ordered in Ambush Alley, one class an order: what it takes, what comes of it, and how it is said.

moving.py     move, turn, get in and out, leave the table
fighting.py   fire, assault, go on overwatch
tasks.py      disperse a crowd, search, join, play an asset, place a hot spot, do nothing
"""

from sim.play.book import OrderBook
from sim.rules.ambush_alley.activations import actors, to_act
from sim.rules.ambush_alley.orders.fighting import Assault, Fire, Watch
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Leave, Move, Turn
from sim.rules.ambush_alley.orders.tasks import Disperse, Join, PlaceHotSpot, PlayAsset, Search, Stay
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import AasState

__all__ = [
    "BOOK", "Assault", "Disembark", "Disperse", "Embark", "Fire", "Join", "Leave", "Move", "PlaceHotSpot", "PlayAsset",
    "Search", "Stay", "Turn", "Watch",
]  # fmt: skip

BOOK: OrderBook[AasState, AasData] = OrderBook(
    PlaceHotSpot, Fire, Assault, Watch, Disperse, Search, Embark, Disembark, Join, Leave, Turn, Stay, PlayAsset, Move,
    gates=(to_act,), actors=actors,
)  # fmt: skip
