"""What viewers ask of this system."""

from __future__ import annotations

from sim.engine.insight import Insight


class LpgInsight(Insight):
    """What can be told of La Petite Guerre."""
