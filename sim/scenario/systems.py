"""Which systems there are: those that are shipped, and any that somebody has added for this run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.files import did_you_mean, shown
from sim.resources import UnknownName
from sim.rules import SHIPPED, shipped, shipped_rulebook

if TYPE_CHECKING:
    from sim.engine.rulebook import Rulebook
    from sim.engine.ruleset import Ruleset

_ADOPTED: list[Ruleset[Any, Any]] = []


def systems() -> tuple[Ruleset[Any, Any], ...]:
    """Return every system that can be played."""
    return (*(shipped(name) for name in SHIPPED), *_ADOPTED)


def system_ids() -> tuple[str, ...]:
    """Return the ids of all systems, without importing any."""
    return (*SHIPPED, *(ruleset.id for ruleset in _ADOPTED))


def system_of_id(name: str) -> Ruleset[Any, Any] | None:
    """Return the system of exactly that id; no other is imported."""
    if name in SHIPPED:
        return shipped(name)
    return next((ruleset for ruleset in _ADOPTED if ruleset.id == name), None)


def adopt(ruleset: Ruleset[Any, Any]) -> None:
    """Add a system that is not shipped: one's own, or one that tests are made with."""
    if ruleset.id not in system_ids():
        _ADOPTED.append(ruleset)


def rulebooks() -> tuple[Rulebook, ...]:
    """Return the rulebook of every system; of those that are shipped none is imported."""
    return tuple(map(find_rulebook, system_ids()))


def find_rulebook(name: str) -> Rulebook:
    """Return the rulebook of the system of that id; of those that are shipped none is imported."""
    id_, known = name.casefold(), system_ids()
    if id_ in SHIPPED:
        return shipped_rulebook(id_)
    found = system_of_id(id_)
    if found is None:
        guess = did_you_mean(name, known)
        listed = ", ".join(known) or "none yet"
        raise UnknownName(f"there is no system {shown(name)}; {guess + ' ' if guess else ''}the systems are: {listed}")
    return found.rulebook
