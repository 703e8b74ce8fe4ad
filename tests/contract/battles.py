"""What the contract is checked on here: every scenario of every system, those that are shipped and those of the tests.

`tests/sharing.py` brings all that is asked of one scenario to the same process. So a further scenario costs its battle,
and little besides: what would play it again, or ask it everything, is asked of a spread of it here and of all of it
under `-m long`.
"""

from __future__ import annotations

from pathlib import Path

from sim.resources import shipped_scenarios
from sim.scenario.systems import adopt, systems
from sim.testing.battles import Battles
from sim.testing.battles import battle as battle
from sim.testing.battles import players as players
from sim.testing.battles import record as record
from sim.testing.battles import scenario as scenario
from tests.picket import PICKET, SCENARIOS

adopt(PICKET)

FILES: tuple[Path, ...] = (*SCENARIOS, *shipped_scenarios())
SYSTEMS = systems()
OWN = Battles(SYSTEMS, FILES, long_ones=frozenset(shipped_scenarios()))
sampled, spread, few_of_each_system = OWN.sampled, OWN.spread, OWN.few_of_each_system
