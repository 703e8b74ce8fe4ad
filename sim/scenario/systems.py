"""Which systems there are: those that are shipped, those that are installed beside them, and any added for this run.

A system that is not shipped is a plug-in: an entry point of the group `sandtable.systems`, or a module that
`SANDTABLE_SYSTEMS` names. One that is faulty is named with what is wrong, and left out; nothing else suffers by it.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.crash import tell
from sim.files import did_you_mean, printable, shown
from sim.resources import PlugIn, UnknownName, plug_ins
from sim.rules import SHIPPED, game_title, shipped, shipped_rulebook

if TYPE_CHECKING:
    from sim.engine.rulebook import Rulebook
    from sim.engine.ruleset import Ruleset

_ADOPTED: list[Ruleset[Any, Any]] = []
_LEFT_OUT: dict[str, str] = {}
"""Plug-ins that cannot be played, by their ids, and why."""


class SystemRefused(Exception):
    """Tell what is wrong with a system, a sentence for each mistake."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        self.mistakes = mistakes
        super().__init__("; ".join(mistakes))


def systems() -> tuple[Ruleset[Any, Any], ...]:
    """Return every system that can be played."""
    return (*(shipped(name) for name in SHIPPED), *filter(None, map(_plugged, plug_ins())), *_ADOPTED)


def system_ids() -> tuple[str, ...]:
    """Return the ids of all systems, without importing any."""
    plugged = (each.id for each in plug_ins() if each.id not in _LEFT_OUT)
    return (*dict.fromkeys((*SHIPPED, *plugged, *(ruleset.id for ruleset in _ADOPTED))),)


def left_out() -> dict[str, str]:
    """Return the plug-ins that cannot be played, as far as they have been tried, with the reason."""
    return _LEFT_OUT


def adopted() -> tuple[str, ...]:
    """Return the ids of those that were added for this run alone: nobody knows their files."""
    return tuple(ruleset.id for ruleset in _ADOPTED)


def system_of_id(name: str) -> Ruleset[Any, Any] | None:
    """Return the system of exactly that id; no other is imported."""
    if name in SHIPPED:
        return shipped(name)
    plugged = next((_plugged(each) for each in plug_ins() if each.id == name), None)
    return plugged or next((ruleset for ruleset in _ADOPTED if ruleset.id == name), None)


def system_title(name: str) -> str | None:
    """Return what the game of a system is called, from its rulebook: the system itself is not imported for it."""
    if name in SHIPPED:
        return game_title(name)
    folder = next((each.folder for each in plug_ins() if each.id == name), None)
    try:
        return game_title(name, folder) if folder is not None else None
    except (OSError, ValueError, LookupError):
        return None


def adopt(ruleset: Ruleset[Any, Any]) -> None:
    """Add a system for this run; one with mistakes is refused with all of them."""
    if ruleset.id in system_ids():
        return
    from sim.scenario.adopting import mistakes_of

    if found := tuple(mistakes_of(ruleset)):
        raise SystemRefused(found)
    _ADOPTED.append(ruleset)


@cache
def _plugged(plug_in: PlugIn) -> Ruleset[Any, Any] | None:
    """Import a plug-in, and look it over; None if it has to be left out, which is told once."""
    try:
        return _imported(plug_in)
    except Exception as wrong:  # whatever a stranger's module raises
        reason = str(wrong) if isinstance(wrong, SystemRefused) else f"{type(wrong).__name__}: {wrong}"
    _LEFT_OUT[plug_in.id] = reason
    if not _is_beside_another():
        told = f"sandtable: the system {shown(plug_in.id)} ({plug_in.found}) is left out: {reason}"
        tell(printable(told.rstrip(".") + ".", 2000))
    return None


def _imported(plug_in: PlugIn) -> Ruleset[Any, Any]:
    from sim.engine.ruleset import Ruleset
    from sim.scenario.adopting import mistakes_of

    module = import_module(plug_in.module)
    if plug_in.attribute:
        there = [getattr(module, plug_in.attribute)]
    else:
        there = [each for each in vars(module).values() if isinstance(each, Ruleset)]
    match there:
        case [Ruleset() as ruleset]:
            pass
        case [_]:
            raise SystemRefused(
                (f"{plug_in.module}:{plug_in.attribute} is no ruleset but a {type(there[0]).__name__}",)
            )
        case _:
            hint = "make one, as in RULESET = MySystem()" if not there else f"say which, as in {plug_in.module}:NAME"
            raise SystemRefused((f"{plug_in.module} holds {len(there) or 'no'} rulesets: {hint}",))
    if plug_in.id in SHIPPED:
        raise SystemRefused((f"there is a shipped system {shown(plug_in.id)}: choose another id",))
    if getattr(ruleset, "id", None) != plug_in.id:
        called = shown(getattr(ruleset, "id", None))
        raise SystemRefused((f"it calls itself {called}: entry point or module and id must be the same",))
    if found_wrong := tuple(mistakes_of(ruleset)):
        raise SystemRefused(found_wrong)
    return ruleset


def _is_beside_another() -> bool:
    """Say whether this process works for another, which has told everything already."""
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


def rulebooks() -> tuple[Rulebook, ...]:
    """Return the rulebook of every system; of those that are shipped none is imported."""
    shipped_ones = map(shipped_rulebook, SHIPPED)
    return (*shipped_ones, *(ruleset.rulebook for ruleset in (*filter(None, map(_plugged, plug_ins())), *_ADOPTED)))


def find_rulebook(name: str) -> Rulebook:
    """Return the rulebook of the system of that id; of those that are shipped none is imported."""
    id_ = name.casefold()
    if id_ in SHIPPED:
        return shipped_rulebook(id_)
    found = system_of_id(id_)
    if found is None:
        known = system_ids()
        guess = did_you_mean(name, known)
        listed = ", ".join(known) or "none yet"
        raise UnknownName(f"there is no system {shown(name)}; {guess + ' ' if guess else ''}the systems are: {listed}")
    return found.rulebook
