"""La Petite Guerre 1885: single men, simultaneous steps, guns with exact templates.

Where the sections of the rules are:

    sequence of play, repeating  turn.py              charges, blows, pursuit    combat/charge.py
    sight, cover, crews          ground/sight.py      control and morale         combat/morale.py
    ways                         ground/ways.py       what may be ordered        orders/
    moves as made, rout          ground/moving.py     the automated side: lists  solo/planner.py
    acquisition, small arms,                            what a man goes by       solo/situation.py
      hits                       combat/fire.py         shots and looks          solo/shots.py
    Gatling, canister, shells    combat/guns.py         moves                    solo/moves.py
                                                      who has won                scenario.py

Besides: state.py, events.py, scenario.py, figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from sim.engine.ruleset import COMMANDER, SOLO
from sim.play.system import System
from sim.play.tally import BreakingVictory
from sim.rules.la_petite_guerre import scenario, turn
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.show import LpgShow
from sim.rules.la_petite_guerre.solo import planner
from sim.rules.la_petite_guerre.state import LpgData, LpgState, Man, Settings


class LaPetiteGuerre(System[LpgState, LpgData]):
    """The system."""

    id = "la_petite_guerre"
    title = "La Petite Guerre 1885"
    state_type = LpgState
    unit_type = Man
    book = BOOK
    entry = scenario.ManEntry
    settings = Settings
    victory = BreakingVictory
    extras = scenario.Extras
    insight = LpgShow(book)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(scenario.complaints)
    plans = dict.fromkeys((SOLO, COMMANDER), planner.PLANS)


LA_PETITE_GUERRE = LaPetiteGuerre()
