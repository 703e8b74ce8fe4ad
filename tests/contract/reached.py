"""The battles that take every option of a system's tables together, as they were found.

To search for a battle for every option takes many of them, so that those which were found are kept in `reached.json`
and tried first: a run then plays few. Where they no longer do, the search goes on from there, and the test is slow
until `python -m tests.contract.reached SYSTEM` has written its line of the file anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from sim.testing.options import Battle, Named, named_options, options_taken, searched
from tests.contract.battles import OWN, SYSTEMS

KEPT = Path(__file__).with_name("reached.json")


def kept() -> tuple[Battle, ...]:
    """Return the battles that were found to take every option together."""
    own = {(ruleset.id, file.stem): file for ruleset in SYSTEMS for file in OWN.of(ruleset)}
    found = [(system, *each) for system, battles in json.loads(KEPT.read_text()).items() for each in battles]
    return tuple((own[system, name], seed) for system, name, seed in found if (system, name) in own)


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
            battles = fewest(list(searched(OWN.of(ruleset), wanted)), wanted)
            known[ruleset.id] = sorted((file.stem, seed) for file, seed in battles)
        lines.append(f"  {json.dumps(ruleset.id)}: {json.dumps(known[ruleset.id])}")
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
