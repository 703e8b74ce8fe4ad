"""Corpus: `python3 tools/corpus.py dump FOLDER [NAME …]` writes down all that players can be offered, and what they are
told of it; `python3 tools/corpus.py compare OLD NEW` says what has changed.

Every shipped scenario is played by its commanders for several seeds. At every question that a person could be asked,
every offer is written: the order, its typed text, cost and refusal, its sentence, its sketch and its odds. It proves
that a change to how orders are written has changed nothing that people see: dump before, dump after, compare. The
folder lies outside the repository, for a corpus is large and belongs to one moment.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import setup_env

if TYPE_CHECKING:
    from sim.engine.game import Game
    from sim.engine.orders import Ask, Decider, Intent
    from sim.scenario.scenario import Scenario

SEEDS = 3
EXAMPLES = 3
"""Differences of one kind that are shown in full; the others are counted."""


@dataclass(frozen=True)
class Sampling:
    """How much of a battle is written down."""

    seeds: int
    every: int
    """Every how many questions of a battle all offers are written."""
    odds: int
    """Every how many of those the odds are, too: they take the longest."""


def plain(value: object) -> Any:
    """Return anything that an offer holds as JSON data that says the same whenever it is the same."""
    if isinstance(value, str | int | bool | None):
        return value
    if is_dataclass(value):
        told = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return {"is": type(value).__name__, **told}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return [plain(each) for each in value]
    return str(value)


class Listening:
    """Answers as somebody else does, after all that could have been answered is written down."""

    def __init__(self, decider: Decider, sampling: Sampling, out: TextIO) -> None:
        self._decider, self._sampling, self._out = decider, sampling, out
        self._asked = 0

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Write the offers down, then let the other answer. Several orders in a row are several questions."""
        self._write(game, ask)
        for intent in self._decider.orders(game, ask):
            yield intent
            self._write(game, ask)

    def _write(self, game: Game[Any, Any], ask: Ask) -> None:
        number, self._asked = self._asked, self._asked + 1
        if number % self._sampling.every:
            return
        position, rules = game.known_to(ask.side), game.battle.ruleset
        with_odds = number // self._sampling.every % self._sampling.odds == 0
        for offer in rules.offers(position, ask):
            line = {
                "question": number,
                "ask": str(ask),
                "order": plain(offer.intent),
                "typed": offer.text,
                "refusal": plain(offer.refusal or ""),
                "rule": offer.refusal.rule if offer.refusal else "",
                "cost": offer.cost,
                "sentence": rules.order_text(position, offer.intent),
                "sketch": plain(rules.insight.sketch(position, offer.intent)),
            }
            if with_odds and not offer.refusal:
                line["odds"] = plain(rules.insight.odds(position, ask, offer.intent))
            self._out.write(json.dumps(line, ensure_ascii=False) + "\n")


def dump(folder: Path, names: list[str], sampling: Sampling) -> int:
    """Play every scenario, or those named, and write a file for each seed."""
    from sim.resources import shipped_scenarios
    from sim.scenario.scenario import load_scenario

    files = [file for file in shipped_scenarios() if not names or file.stem in names]
    if unknown := sorted(set(names) - {file.stem for file in files}):
        print(f"no scenario is called {', '.join(unknown)}")
        return 2
    for file in files:
        scenario = load_scenario(file)
        for seed in range(1, sampling.seeds + 1):
            path = folder / scenario.ruleset.id / f"{file.stem}-{seed}.jsonl.gz"
            path.parent.mkdir(parents=True, exist_ok=True)
            with gzip.open(path, "wt", encoding="utf-8", compresslevel=6) as out:
                play(scenario, seed, sampling, out)
            print(path.relative_to(folder), flush=True)
    return 0


def play(scenario: Scenario, seed: int, sampling: Sampling, out: TextIO) -> None:
    """Play a battle to its end, the commander for people, and write down what people could have been offered."""
    from sim.engine.chance import Seeded
    from sim.engine.game import Game, Start
    from sim.engine.ruleset import COMMANDER, HUMAN

    deciders: dict[str, tuple[str, Decider]] = {}
    for side, player in scenario.players.items():
        decider = scenario.ruleset.decider(COMMANDER if player == HUMAN else player)
        deciders[side] = (player, Listening(decider, sampling, out) if player == HUMAN else decider)
    state, requests = scenario.state, 0
    while state.outcome is None:
        game: Game[Any, Any] = Game(scenario.battle, Start(state, 0, requests), deciders, Seeded(seed))
        scenario.ruleset.play(game)
        state, requests = game.state, game.requests


def compare(old: Path, new: Path) -> int:
    """Print by kind how many lines of two corpora differ, with the first few of each kind; 1 if any does."""
    names = sorted({path.relative_to(folder) for folder in (old, new) for path in folder.rglob("*.jsonl.gz")})
    if not names:
        print(f"there is no corpus in {old} or {new}")
        return 2
    changed, compared = Counter[str](), 0
    for name in names:
        missing = [str(folder) for folder in (old, new) if not (folder / name).exists()]
        if missing:
            print(f"{name} is not in {missing[0]}")
            changed["files"] += 1
            continue
        for before, after in paired(lines(old / name), lines(new / name)):
            compared += 1
            for kind in differences(before, after):
                changed[kind] += 1
                if changed[kind] <= EXAMPLES:
                    where = before or after
                    print(f"{name}, question {where['question']} ({where['ask']}), {where['typed']!r}: {kind}")
                    print(f"  - {before.get(kind)}\n  + {after.get(kind)}")
    found = ", ".join(f"{count} {kind}" for kind, count in changed.most_common())
    print(f"{compared} offers compared: {found or 'all the same'}")
    return int(bool(changed))


def paired(old: Iterator[dict[str, Any]], new: Iterator[dict[str, Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield what both say of each order at each question; nothing on the side that does not know the order.

    Battles that part ways are compared as far as they were the same: what follows is about other questions.
    """
    nothing: dict[str, dict[str, Any]] = {}
    for before, after in zip_longest(questions(old), questions(new), fillvalue=nothing):
        known = dict.fromkeys((*before, *after))
        yield from ((before.get(order, {}), after.get(order, {})) for order in known)
        if {line["ask"] for line in before.values()} != {line["ask"] for line in after.values()}:
            return


def questions(told: Iterator[dict[str, Any]]) -> Iterator[dict[str, dict[str, Any]]]:
    """Yield question by question what can be ordered, by the order."""
    for _, group in groupby(told, key=lambda line: line["question"]):
        yield {json.dumps(line["order"], sort_keys=True): line for line in group}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield what a file of a corpus says, offer by offer."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the kinds of thing that are said otherwise of an offer."""
    return [kind for kind in {**before, **after} if before.get(kind) != after.get(kind)]


def main(arguments: list[str]) -> int:
    """Dump or compare, in the checkout's own environment wherever this was started from."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    if not setup_env.is_inside(environment):
        return setup_env.start(environment, [str(Path(__file__).resolve()), *arguments], extra="test")
    sys.path.insert(0, str(setup_env.CHECKOUT))
    parser = argparse.ArgumentParser(
        prog="corpus.py", description="Write down every offer of every battle, or compare."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    dumping = commands.add_parser("dump", help="play the shipped scenarios and write every offer into a folder")
    dumping.add_argument("folder", type=Path)
    dumping.add_argument("names", nargs="*", metavar="NAME", help="only these scenarios, such as farm_at_kamenka")
    dumping.add_argument("--seeds", type=int, default=SEEDS, help="battles of each scenario")
    dumping.add_argument("--every", type=int, default=1, help="write the offers of every so many questions")
    dumping.add_argument("--odds", type=int, default=1, help="and the odds at every so many of those")
    comparing = commands.add_parser("compare", help="say what differs between two corpora")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    asked = parser.parse_args(arguments)
    if asked.command == "compare":
        return compare(asked.old, asked.new)
    return dump(asked.folder, asked.names, Sampling(asked.seeds, asked.every, asked.odds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
