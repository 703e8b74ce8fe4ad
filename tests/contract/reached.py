"""Which options of a system's tables its battles take.

To search for a battle for every option takes many of them, so that those which were found are kept in `reached.json`
and tried first: a run then plays few. Where they no longer do, the search goes on from there, and the test is slow
until `python -m tests.contract.reached SYSTEM` has written its line of the file anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sim.engine.notes import Tried, walk
from sim.engine.ruleset import Ruleset
from sim.solo.plans import options
from tests.contract.battles import FILES, SYSTEMS, battle, scenario

KEPT = Path(__file__).with_name("reached.json")
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


def kept(ruleset: Ruleset[Any, Any]) -> Iterator[Battle]:
    """Yield the battles that were found to take every option together."""
    known = {file.stem: file for file in own_files(ruleset)}
    for name, seed in json.loads(KEPT.read_text()).get(ruleset.id, ()):
        if name in known:
            yield known[name], seed


def never_taken(ruleset: Ruleset[Any, Any], wanted: set[Named], most: int = MOST) -> set[Named]:
    """Return the options that no battle of a system takes, those that are kept or so many of each scenario."""
    missing = set(wanted)
    for file, seed in kept(ruleset):
        missing -= options_taken(file, seed)[1]
    for _, taken in searched(own_files(ruleset), missing, most):
        missing -= taken
    return missing


def own_files(ruleset: Ruleset[Any, Any]) -> list[Path]:
    """Return the scenarios of a system."""
    return [file for file in FILES if scenario(file).ruleset is ruleset]


def searched(own: list[Path], wanted: set[Named], most: int) -> Iterator[tuple[Battle, set[Named]]]:
    """Yield battles with the options that they take until all that are wanted have been, or nothing is left to play.

    All scenarios are played once. Then those go on that took something by the rule of what is still missing, always
    the one whose battles have been the shortest in all: a large battle costs as much as dozens of tiny ones.
    """
    seed, frames = dict.fromkeys(own, 0), dict.fromkeys(own, 0)
    rules: dict[Path, set[str]] = {file: set() for file in own}
    missing = set(wanted)
    while missing and min(seed.values()) < most:
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


def fewest(found: Iterable[tuple[Battle, set[Named]]], wanted: set[Named]) -> list[Battle]:
    """Return some of the battles that take all that is wanted and can be taken, the best for its length first."""
    worth = {battle_: taken & wanted for battle_, taken in found}
    length = {battle_: options_taken(*battle_)[0] for battle_ in worth}
    chosen, missing = [], set[Named]().union(*worth.values())
    while missing:
        best = max(worth, key=lambda one: (len(worth[one] & missing) / length[one], -length[one]))
        chosen.append(best)
        missing -= worth[best]
    return chosen


def main() -> None:
    """Search from the beginning for every system, or for those that are named, and keep what was found."""
    known, named = json.loads(KEPT.read_text()), sys.argv[1:]
    lines = []
    for ruleset in SYSTEMS:
        if not named or ruleset.id in named:
            wanted = named_options(ruleset)
            battles = fewest(list(searched(own_files(ruleset), wanted, MOST)), wanted)
            known[ruleset.id] = sorted((file.stem, seed) for file, seed in battles)
        lines.append(f"  {json.dumps(ruleset.id)}: {json.dumps(known[ruleset.id])}")
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
