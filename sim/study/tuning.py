"""Tune a scenario: change one thing that its file says, and see how often a side wins then.

What can be changed stands in the file: the last turn, points and what decides (`[victory]`), how many units there are
and when they come, and the figures of the system's own table. A change is made in the text of the file, so that its
comments stay, and only what still is a scenario is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from sim.files import FileMistakes
from sim.files.mistakes import KeyPath
from sim.files.toml_document import TomlDocument, parse_toml
from sim.study.plan import Arm
from sim.study.rates import Rate
from sim.study.running import Crew, Progress, run
from sim.study.store import Store

STEPS = (-2, -1, 1, 2)
"""By how much a figure is changed."""
FIRST = 8
"""Games of every proposal in the first round; in each round those that go on play twice as many as before."""
FEWEST = 4
"""How many proposals play to the end, at least."""
SURE = 2.576
"""Standard deviations within which 99 of 100 results lie: what wants to be given up early has to be clear."""


@dataclass(frozen=True)
class Proposal:
    """A scenario with one thing changed."""

    change: str
    """What, as the file says it; empty for the scenario as it is."""
    arm: Arm


@dataclass(frozen=True)
class PlayedProposal:
    """How often the side won in the games of a proposal."""

    proposal: Proposal
    rate: Rate
    is_through: bool
    """Whether it was played to the end; else it was given up, for others were nearer."""

    def distance(self, target: float) -> float:
        """How far from what is wanted."""
        return abs(self.rate.share - target)

    def is_hopeless(self, target: float) -> bool:
        """Whether what is wanted lies clearly outside of what its games allow."""
        low, high = self.rate.wilson(SURE)
        return not low <= target <= high


# -- proposals --------------------------------------------------------------------------------------------------------


def proposals(arm: Arm, weaker: str) -> Iterator[Proposal]:
    """Yield the scenario with each change that it allows; units are taken from others than the weaker side alone."""
    document = parse_toml(arm.text, arm.name)
    for change, text in (*_figures(document), *_ties(document), *_units(document, weaker)):
        changed = replace(arm, text=text)
        try:
            changed.scenario()
        except FileMistakes:
            continue
        yield Proposal(change, changed)


def _figures(document: TomlDocument) -> Iterator[tuple[str, str]]:
    """Yield the text with every figure a little changed."""
    for path, value in _values(document.data):
        if isinstance(value, int) and not isinstance(value, bool) and _may_change(path, document.data):
            for step in STEPS:
                if value + step >= 0 and (text := _with_value(document, path, str(value), value + step)):
                    yield f"{_named(document.data, path)} {value} → {value + step}", text


def _ties(document: TomlDocument) -> Iterator[tuple[str, str]]:
    """Yield the text with a tie won by another side."""
    path: KeyPath = ("victory", "tie")
    tie = document.data.get("victory", {}).get("tie")
    for side in document.data["sides"] if tie else ():
        if side != tie and (text := _with_value(document, path, f'"{tie}"', side)):
            yield f"victory.tie {tie} → {side}", text


def _units(document: TomlDocument, weaker: str) -> Iterator[tuple[str, str]]:
    """Yield the text without each of the units that are there at the beginning, and without each reinforcement."""
    for side, table in document.data["sides"].items():
        for kind in ("units", "reinforcements") if side != weaker else ():
            for number in range(len(table.get(kind, ()))):
                path: KeyPath = ("sides", side, kind, number)
                if text := _without(document, path):
                    yield f"without {_named(document.data, path)}", text


def _may_change(path: KeyPath, data: Mapping[str, Any]) -> bool:
    match path:
        case ("limits", "turns") | ("victory", *_) | ("objectives", _, "points"):
            return True
        case ("sides", _, "reinforcements", _, "turn") | ("sides", *_, "units", _, "count"):
            return True
        case (system, _) | (system, _, _, "points"):
            return bool(system == data["system"])
    return False


def _values(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _values(value, (*path, key))
    else:
        yield path, data


def _named(data: Any, path: KeyPath) -> str:
    """Return a place in the file as people call it: units and objectives by their id.

    >>> _named({"objectives": [{"id": "ford", "points": 2}], "limits": {"turns": 5}}, ("objectives", 0, "points"))
    'objectives.ford.points'
    """
    words = []
    for key in path:
        data = data[key]
        known = data.get("id") or data.get("at") if isinstance(data, dict) and isinstance(key, int) else None
        words.append(str(known or (key + 1 if isinstance(key, int) else key)))
    return ".".join(words)


def _with_value(document: TomlDocument, path: KeyPath, old: str, new: int | str) -> str:
    """Return the text with a value changed; nothing where that would change anything else."""
    lines, line = document.text.splitlines(keepends=True), document.line_of(path)
    written = f'"{new}"' if isinstance(new, str) else str(new)
    pattern = rf"(?<![\w\"]){re.escape(str(path[-1]))}(\s*=\s*){re.escape(old)}(?!\w)"
    if line is None:
        return ""
    lines[line - 1], often = re.subn(pattern, rf"{path[-1]}\g<1>{written}", lines[line - 1])
    wanted = deepcopy(document.data)
    _table_of(wanted, path)[path[-1]] = new
    return _if_it_says("".join(lines), wanted) if often == 1 else ""


def _without(document: TomlDocument, path: KeyPath) -> str:
    """Return the text without a table of a list and what belongs to it; nothing where that would change more."""
    lines, line = document.text.splitlines(keepends=True), document.line_of(path)
    header = "[[" + ".".join(str(key) for key in path[:-1])
    if line is None or not lines[line - 1].startswith(f"{header}]]"):
        return ""
    end = next(
        (n for n in range(line, len(lines)) if lines[n].startswith("[") and not lines[n].startswith(f"{header}.")),
        len(lines),
    )
    wanted = deepcopy(document.data)
    del _table_of(wanted, path)[path[-1]]
    if not _table_of(wanted, path):
        del _table_of(wanted, path[:-1])[path[-2]]
    return _if_it_says("".join(lines[: line - 1] + lines[end:]), wanted)


def _table_of(data: Any, path: KeyPath) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def _if_it_says(text: str, wanted: Mapping[str, Any]) -> str:
    try:
        return text if parse_toml(text, "").data == wanted else ""
    except FileMistakes:
        return ""


# -- games ------------------------------------------------------------------------------------------------------------


def tuned(
    store: Store, arm: Arm, side: str, target: float, games: int, crew: Crew, told: Callable[[Progress], object]
) -> tuple[Rate, list[PlayedProposal]]:
    """Play the scenario as it is, and what is proposed; return how often the side wins, the nearest proposals first.

    In rounds: whatever is clearly off, or not among the nearer half, plays no further. What is wanted of a change is
    known after few games, and most changes bring nothing.
    """
    run(store, [arm], games, crew, told)
    as_it_is = _rate(store, arm, side)
    others = [one for one in arm.players if one != side]
    weaker = side if as_it_is.share < target else others[0] if len(others) == 1 else ""
    racing, ended, played = list(proposals(arm, weaker)), list[PlayedProposal](), FIRST
    while racing:
        played = min(played, games)
        run(store, [each.arm for each in racing], played, crew, told)
        found = [PlayedProposal(each, _rate(store, each.arm, side), played == games) for each in racing]
        found.sort(key=lambda outcome: outcome.distance(target))
        on = [] if played == games else _going_on(found, target)
        ended += [outcome for outcome in found if outcome not in on]
        racing, played = [outcome.proposal for outcome in on], played * 2
    return as_it_is, sorted(ended, key=lambda outcome: (-outcome.rate.games, outcome.distance(target)))


def _going_on(found: Sequence[PlayedProposal], target: float) -> list[PlayedProposal]:
    nearer = found[: max(FEWEST, ceil(len(found) / 2))]
    return [outcome for n, outcome in enumerate(nearer) if n < FEWEST or not outcome.is_hopeless(target)]


def _rate(store: Store, arm: Arm, side: str) -> Rate:
    question = "SELECT COUNT(*), COALESCE(SUM(winner IS ?), 0) FROM game WHERE arm = ?"
    games, won = store.connection.execute(question, (side, store.arm(arm))).fetchone()
    return Rate(won, games)
