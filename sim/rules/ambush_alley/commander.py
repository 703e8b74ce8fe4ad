"""The stand-in for a player of the Regulars."""

from __future__ import annotations

from collections.abc import Mapping

from sim.solo.plans import Plan

COMMANDER: dict[str, Plan] = {}
"""What the Regulars do, by occasion."""

BY_NAME: Mapping[str, Plan] = COMMANDER
