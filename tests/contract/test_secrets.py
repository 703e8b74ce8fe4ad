"""What a side may not know stands in nothing that it can read: every door out of a battle with hidden units is tried.

A person plays a side, on the advice of its commander. At every question everything that can be asked is asked, and what
comes out is searched for the names of those of whom this side has never known, for kinds that only they are of, and
for the cells in which they lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.cli import companion as companion_module
from sim.cli.companion import Companion
from sim.engine.advice import advised
from sim.engine.chance import Draw, Seeded, Typed
from sim.engine.dice import Throw
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN, SOLO
from sim.engine.session import Session
from sim.scenario.scenario import Scenario
from tests.contract.battles import FILES, scenario


def _hides(file: Path) -> bool:
    return any(getattr(unit, "hidden", False) for unit in scenario(file).state.units)


HIDING = [file for file in FILES if _hides(file)]
"""Every shipped scenario in which somebody is hidden at the beginning."""


def _sides(file: Path) -> Iterator[str]:
    """Yield the sides from which somebody is hidden."""
    state = scenario(file).state
    for side in scenario(file).battle.sides:
        if any(unit.hidden for unit in state.units if unit.side != side.id):
            yield side.id


DOORS = [pytest.param(file, side, id=f"{file.stem}-{side}") for file in HIDING for side in _sides(file)]


class Secrets:
    """What one side must not read, as long as it has not come to know of it."""

    def __init__(self, session: Session[Any, Any], side: str) -> None:
        self.session, self.side = session, side
        self._met: set[str] = set()
        self._seen = 0

    def leaks(self, text: str, cells: bool = True) -> list[str]:
        """Return the lines of a text that tell of somebody whom the side has never known of."""
        self._look()
        session = self.session
        known = session.known_to(self.side).state.units
        hidden = [unit for unit in session.state.units if unit.id not in known and unit.id not in self._met]
        kinds = {unit.profile.name for unit in session.state.units if unit.id in self._met or unit.id in known}
        words = {unit.id for unit in hidden} | {unit.profile.name for unit in hidden} - kinds
        if cells:
            words |= {session.position.name(unit.cell) for unit in hidden if unit.cell is not None}
        return [line for line in text.splitlines() if any(_says(line, word) for word in words)]

    def _look(self) -> None:
        """Remember whom the side has known of; play that was taken back does not count."""
        frames = self.session.frames
        for frame in frames[min(self._seen, len(frames)) :]:
            position = type(self.session.position)(self.session.battle, frame.state)
            self._met |= {unit.id for unit in self.session.ruleset.known(position, self.side).units}
        self._seen = len(frames)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")


def _says(line: str, word: str) -> bool:
    return word in line and _pattern(word).search(line) is not None


# -- the table ----------------------------------------------------------------------------------------------------


class Sitter:
    """Somebody who sits at the table, asks everything that can be asked there, and follows the advice he is given."""

    def __init__(self, companion: Companion, side: str, out: Callable[[], str], questions: int) -> None:
        self.companion, self.out, self.left = companion, out, questions
        self.secrets = Secrets(companion.session, side)
        self.found: list[str] = []
        self._asking: list[str] = []
        self._random = Random(1)

    def __call__(self) -> str | None:
        """Look at what was said, and type the next thing."""
        self.secrets.session = self.companion.session
        # What may be ordered is every cell that can be gone to, whoever lies hidden there.
        said, asked = self.out(), self._asking[0] if self._asking else ""
        # His own words are no leak.
        said = said.replace(asked.removeprefix("why not "), "") if asked.startswith("why not") else said
        self.found += self.secrets.leaks(said, cells=asked != "?")
        if self._asking:
            self._asking.pop(0)
        else:
            self._asking = self._everything()
        if self._asking:
            return self._asking[0]
        self.left -= 1
        return self._answer() if self.left >= 0 else None

    def _everything(self) -> list[str]:
        hidden = [unit for unit in self.companion.session.state.units if unit.hidden]
        other = hidden[self.left % len(hidden)] if hidden else None
        asked = ["", "units", "?", "why", "log 30", "no such words", "99"]
        return [*asked, *([f"why not {other.id}"] if other else []), "why not a1"]

    def _answer(self) -> str:
        session = self.companion.session
        match session.wanted:
            case Throw() as throw:
                return " ".join(str(self._random.choice(throw.die.faces)) for _ in range(throw.count))
            case Draw() as draw:
                return self._random.choice(draw.deck.left)
            case Ask() as ask:
                intent = advised(session)
                offers = session.ruleset.offers(session.known_to(ask.side), ask)
                return next((offer.text for offer in offers if offer.intent == intent and not offer.refusal), "done")
            case None:
                raise AssertionError("nothing is asked")


def sat(
    told: Scenario, side: str, typed: bool, questions: int, save: Path, out: Callable[[], str], monkeypatch: Any
) -> Sitter:
    """Sit at the table for some questions."""
    players = {each.id: HUMAN if each.id == side else SOLO for each in told.battle.sides}
    session: Session[Any, Any] = Session(told.battle, told.state, players, Typed() if typed else Seeded(2))
    companion = Companion(told, session, None if typed else 2, save)
    companion.explain = True
    sitter = Sitter(companion, side, out, questions)
    monkeypatch.setattr(companion_module, "read_line", sitter)
    with suppress(companion_module.Leave):
        companion.sit()
    return sitter


@pytest.mark.parametrize("typed", [False, True], ids=["made dice", "typed dice"])
@pytest.mark.parametrize(("file", "side"), DOORS)
def test_the_table_tells_nobody_of_hidden_enemies(
    file: Path, side: str, typed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Neither orders, dice, reasons, log and list of units nor the answers to why and why not speak of them."""
    sitter = sat(
        scenario(file), side, typed, 25, tmp_path / "a.save.jsonl", lambda: capsys.readouterr().out, monkeypatch
    )
    assert not sitter.found
