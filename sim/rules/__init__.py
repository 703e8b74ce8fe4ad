"""The systems that Sandtable plays, each a package of its own; none imports another."""

from __future__ import annotations

from typing import Any

from sim.engine.ruleset import Ruleset

RULESETS: tuple[Ruleset[Any, Any], ...] = ()
"""Every system that is shipped, in the order in which lists show them."""
