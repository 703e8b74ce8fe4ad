"""Which systems there are: those that are shipped, and any that somebody has added for this run."""

from __future__ import annotations

from typing import Any

from sim.engine.ruleset import Ruleset
from sim.files import did_you_mean, shown
from sim.resources import UnknownName
from sim.rules import RULESETS

_ADOPTED: list[Ruleset[Any, Any]] = []


def systems() -> tuple[Ruleset[Any, Any], ...]:
    """Return every system that can be played."""
    return (*RULESETS, *_ADOPTED)


def adopt(ruleset: Ruleset[Any, Any]) -> None:
    """Add a system that is not shipped: one's own, or one that tests are made with."""
    if ruleset.id not in {known.id for known in systems()}:
        _ADOPTED.append(ruleset)


def find_system(name: str) -> Ruleset[Any, Any]:
    """Return the system of that id."""
    known = {ruleset.id: ruleset for ruleset in systems()}
    if name.casefold() not in known:
        guess = did_you_mean(name, known)
        listed = ", ".join(known) or "none yet"
        raise UnknownName(f"there is no system {shown(name)}; {guess + ' ' if guess else ''}the systems are: {listed}")
    return known[name.casefold()]
