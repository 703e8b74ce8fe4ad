"""La Petite Guerre 1885: single men, simultaneous steps, guns with exact templates.

Where the sections of the rules are:

    sequence of play            turn.py                 what may be ordered          orders/
    control, repeating, morale  turn.py                 the automated side: lists,
    sight, cover, ways          ground.py                 guns, command, charges     planner.py
    acquisition, small arms,                              shots and looks            plan_shots.py
      Gatling, canister, shells shooting.py               moves                      plan_moves.py
    moves as made, rout         moving.py               who has won                  scenario.py
    charges, blows, pursuit     charging.py

Besides: units.py, events.py, scenario.py, figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from sim.engine.ruleset import COMMANDER, SOLO
from sim.play.system import System
from sim.play.tally import BreakingVictory
from sim.rules.la_petite_guerre import planner, scenario, turn
from sim.rules.la_petite_guerre.figures import figures, men
from sim.rules.la_petite_guerre.orders import BOOK
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.show import LpgShow
from sim.rules.la_petite_guerre.units import LpgState, Man


class LaPetiteGuerre(System[LpgState, LpgData]):
    """The system."""

    id = "la_petite_guerre"
    title = "La Petite Guerre 1885"
    state_type = LpgState
    unit_type = Man
    book = BOOK
    entry = scenario.ManEntry
    settings = scenario.Settings
    victory = BreakingVictory
    extras = scenario.Extras
    insight = LpgShow(book)
    own_files = (figures, men)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(scenario.complaints)
    plans = dict.fromkeys((SOLO, COMMANDER), planner.PLANS)


LA_PETITE_GUERRE = LaPetiteGuerre()
