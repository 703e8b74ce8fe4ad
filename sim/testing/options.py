"""Which options of a system's tables its battles take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sim.engine.notes import Tried, walk
from sim.engine.ruleset import Ruleset
from sim.solo.plans import options
from sim.testing.battles import battle

MOST = 60
"""Battles of each scenario that are searched at most."""

Named = tuple[str, str]
"""An option as the trace names it: its rule and its words."""
Battle = tuple[Path, int]
"""A scenario and a seed."""


def named_options(ruleset: Ruleset[Any, Any]) -> set[Named]:
    """Return every option of every table of a system."""
    return {(option.rule, option.text) for plan in ruleset.tables().values() for option in options(plan)}


def options_taken(file: Path, seed: int) -> tuple[int, set[Named]]:
    """Return how many frames a battle has, and every option that was taken in it."""
    frames = battle(file, seed).frames
    notes = (note for frame in frames for note in walk(frame.why))
    return len(frames), {(note.rule, note.option) for note in notes if isinstance(note, Tried) and note.taken}


def never_taken(own: list[Path], wanted: set[Named], first: Iterable[Battle] = (), most: int = MOST) -> set[Named]:
    """Return the options that no battle of some scenarios takes, neither the first ones nor so many of each."""
    missing = set(wanted)
    for file, seed in first:
        missing -= options_taken(file, seed)[1]
    for _, taken in searched(own, missing, most):
        missing -= taken
    return missing


def searched(own: list[Path], wanted: set[Named], most: int = MOST) -> Iterator[tuple[Battle, set[Named]]]:
    """Yield battles with the options that they take until all that are wanted have been, or nothing is left to play.

    All scenarios are played once. Then those go on that took something by the rule of what is still missing, always
    the one whose battles have been the shortest in all: a large battle costs as much as dozens of tiny ones.
    """
    seed, frames = dict.fromkeys(own, 0), dict.fromkeys(own, 0)
    rules: dict[Path, set[str]] = {file: set() for file in own}
    missing = set(wanted)
    while missing and own and min(seed.values()) < most:
        open_rules = {rule for rule, _ in missing}
        left = [file for file in own if seed[file] < most]
        likely = [file for file in left if not seed[file] or rules[file] & open_rules]
        file = min(likely or left, key=lambda file: (seed[file] > 0, frames[file]))
        seed[file] += 1
        length, taken = options_taken(file, seed[file])
        frames[file] += length
        rules[file] |= {rule for rule, _ in taken}
        missing -= taken
        yield (file, seed[file]), taken
