"""Every order of La Petite Guerre, in the order in which it is offered; a file for each family."""

from sim.play.book import OrderBook, present
from sim.rules.la_petite_guerre.orders.commands import (
    Assess,
    Control,
    Encourage,
    GoFirst,
    HearReport,
    Indicate,
    Wait,
)
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.orders.handling import (
    ChangeWeapon,
    FixBayonet,
    LieDown,
    Limber,
    Mount,
    Reload,
    StandUp,
)
from sim.rules.la_petite_guerre.orders.moves import Charge, Crawl, Face, Follow, Leave, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import (
    ACTION,
    CHARGES,
    COMMAND,
    FIRST_MOVE,
    MOVING,
    LpgOrder,
    actors,
    is_fit,
)
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import Doing, LpgState

__all__ = [
    "ACTION", "BOOK", "CHARGES", "COMMAND", "DOING", "FIRST_MOVE", "MOVING", "Acquire", "Assess", "ChangeWeapon",
    "Charge", "Control", "Crawl", "Encourage", "Face", "Fire", "FireGun", "FixBayonet", "Follow", "GoFirst",
    "HearReport", "Indicate", "Leave", "LieDown", "Limber", "LpgOrder", "Mount", "Move", "Reload", "RollMove",
    "StandUp", "Wait",
]  # fmt: skip

_OF_UNITS: tuple[type[LpgOrder], ...] = (
    Control, Encourage, Assess, Indicate, HearReport, RollMove, Fire, FireGun, Acquire, Reload, LieDown, StandUp, Mount,
    ChangeWeapon, FixBayonet, Limber, Leave, Face, Follow, Crawl, Move, Charge, Wait,
)  # fmt: skip
BOOK: OrderBook[LpgState, LpgData] = OrderBook(GoFirst, *_OF_UNITS, gates=(present, is_fit), actors=actors)
DOING: dict[Doing, type[LpgOrder]] = {doing: kind for kind in _OF_UNITS for doing in kind.doing}
"""LPG-REPEAT: the order by which each kind of action is done."""
