"""The systems that Sandtable plays, each a package of its own; none imports another."""

from __future__ import annotations

from typing import Any

from sim.engine.ruleset import Ruleset
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.la_cucaracha import LA_CUCARACHA
from sim.rules.outlaws import OUTLAWS

RULESETS: tuple[Ruleset[Any, Any], ...] = (CONFLICT_OF_HEROES, OUTLAWS, LA_CUCARACHA, AMBUSH_ALLEY)
"""Every system that is shipped, in the order in which lists show them."""
