"""What a side may not know stands in nothing that it can read: every door out of a battle with hidden units is tried.

A person plays a side, on the advice of its commander. At every question everything that can be asked is asked, and what
comes out is searched for the names of those of whom this side has never known, for kinds that only they are of, and
for the cells in which they lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.cli import companion as companion_module
from sim.cli.companion import Companion
from sim.engine.advice import advised
from sim.engine.battle import Position
from sim.engine.chance import DrawCard, Seeded, Typed
from sim.engine.dice import Throw
from sim.engine.game import Ordered
from sim.engine.orders import Ask, Done
from sim.engine.reader import Reader
from sim.engine.ruleset import COMMANDER, HUMAN, SOLO
from sim.engine.session import Session
from sim.engine.units import Unit
from sim.scenario.scenario import Scenario
from sim.solo.explain import explained
from sim.testing.promises import leaks, sides_in_the_dark, speaks_of
from sim.view.battle.compose import front_part, hover_part, marked_of, orders_part, overlaid_of, side_part, status_part
from sim.view.battle.looking import OverlayChoice, Tab
from sim.view.battle.screen import BattleScreen
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker import table
from sim.view.worker.engine import Engine
from tests.contract.battles import FILES, scenario
from tests.picket import SCENARIOS
from tests.view.flat import FlatPainter

HIDING = [file for file in FILES if any(getattr(unit, "hidden", False) for unit in scenario(file).state.units)]
"""Every shipped scenario in which somebody is hidden at the beginning."""


DOORS = [
    pytest.param(file, side, id=f"{file.stem}-{side}") for file in HIDING for side in sides_in_the_dark(scenario(file))
]


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
        return [line for line in text.splitlines() if any(speaks_of(line, word) for word in words)]

    def _look(self) -> None:
        """Remember whom the side has known of; play that was taken back does not count."""
        frames = self.session.frames
        for frame in frames[min(self._seen, len(frames)) :]:
            position: Position[Any, Any] = Position(self.session.battle, frame.state)
            self._met |= {unit.id for unit in self.session.ruleset.known(position, self.side).units}
        self._seen = len(frames)


def _session(told: Scenario, side: str, typed: bool) -> Session[Any, Any]:
    players = {each.id: HUMAN if each.id == side else SOLO for each in told.battle.sides}
    return Session(told.battle, told.state, players, Typed() if typed else Seeded(2))


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
        session, answer = self.companion.session, answered(self.companion.session, self._random)
        if not isinstance(session.wanted, Ask):
            return answer if isinstance(answer, str) else " ".join(map(str, answer))
        offers = session.ruleset.offers(session.known_to(session.wanted.side), session.wanted)
        return next((offer.text for offer in offers if offer.intent == answer and not offer.refusal), "done")


def sat(
    told: Scenario, side: str, typed: bool, questions: int, save: Path, out: Callable[[], str], monkeypatch: Any
) -> Sitter:
    """Sit at the table for some questions."""
    session = _session(told, side, typed)
    companion = Companion(told, session, None if typed else 2, save)
    companion.explain = True
    sitter = Sitter(companion, side, out, questions)
    monkeypatch.setattr(companion_module, "read_line", sitter)
    with suppress(companion_module.WantsToStop):
        companion.sit()
    return sitter


@pytest.mark.parametrize("typed", [False, True], ids=["made dice", "typed dice"])
@pytest.mark.parametrize(("file", "side"), DOORS)
def test_the_table_tells_nobody_of_hidden_enemies(
    file: Path, side: str, typed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Neither orders, dice, reasons, log and list of units nor the answers to why and why not speak of them."""
    sitter = sat(
        scenario(file), side, typed, 6, tmp_path / "a.save.jsonl", lambda: capsys.readouterr().out, monkeypatch
    )
    assert not sitter.found


@pytest.mark.parametrize(
    ("file", "side"), [param for param in DOORS if param.id in ("yard-raiders", "acquisition-militia")]
)
def test_who_takes_back_an_order_of_somebody_else_is_not_told_of_whom_it_was(
    file: Path, side: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Of two people at one table, the one who is asked next takes back what the other has ordered a hidden man."""
    told, random = scenario(file), Random(1)
    session: Session[Any, Any] = Session(
        told.battle, told.state, {each.id: HUMAN for each in told.battle.sides}, Seeded(2)
    )
    session.play_out()
    known = Reader(told.battle, (side,))
    while not (isinstance(session.wanted, Ask) and session.wanted.side == side and _last_is_secret(session, known)):
        session.answer(answered(session, random))
        session.play_out()
    secrets = Secrets(session, side)
    companion = Companion(told, session, 2, tmp_path / "a.save.jsonl")
    typed = iter(("undo", None))
    monkeypatch.setattr(companion_module, "read_line", lambda: next(typed))
    with suppress(companion_module.WantsToStop):
        companion.sit()
    said = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Taken back"))
    assert not secrets.leaks(said)


def _last_is_secret(session: Session[Any, Any], reader: Reader) -> bool:
    ordered = next((entry for entry in reversed(session.entries) if isinstance(entry, Ordered)), None)
    return ordered is not None and reader.is_secret(ordered, reader.hidden(session.state))


# -- the window ---------------------------------------------------------------------------------------------------


LONGEST = 1_000
"""More activations than any battle goes on for until somebody is asked."""


def _window(told: Scenario, session: Session[Any, Any]) -> BattleScreen:
    calm = ViewSettings(animations=False)
    screen = BattleScreen(MemoryStage((1280, 720)), Engine.in_process(told, session), calm, FlatPainter())
    screen.timing.live()
    screen.tick(0.0)
    return screen


def _panels(screen: BattleScreen) -> Iterator[str]:
    """Yield what every panel says and the map marks at the moment that is shown."""
    tabs: tuple[Tab, ...] = ("log", "reasons", "forecast")
    for screen.looking.tab in tabs:
        yield repr(side_part(screen))
    yield from map(repr, (status_part(screen), front_part(screen), orders_part(screen)))
    screen.pages.show_summary()
    assert screen.pages.window is not None
    yield repr(screen.pages.window.blocks)
    position = screen.model.position
    marked = marked_of(screen)
    yield " ".join(map(position.name, marked.concerned))
    yield " ".join(position.name(cell) for way in marked.happened.ways for cell in (way.start, *way.cells))
    yield repr(marked.arrows)


def _pointed_at(screen: BattleScreen, hidden: Unit) -> Iterator[str]:
    """Yield what is told while the cursor lies where somebody is hidden, with all overlays on."""
    looking, own = screen.looking, next(iter(screen.model.position.state.units.of(screen.looking.own_side)), None)
    looking.selected, looking.cell_cursor = own and own.id, hidden.cell
    looking.shown = OverlayChoice(ruler=True, view=True, fire=hidden.side, threat=True, reach=True, cover=True)
    yield repr(hover_part(screen))
    yield repr(overlaid_of(screen).fire)
    looking.shown, looking.selected, looking.cell_cursor = OverlayChoice(), None, None


@pytest.mark.parametrize("typed", [False, True], ids=["made dice", "typed dice"])
@pytest.mark.parametrize(("file", "side"), DOORS)
def test_the_window_tells_nobody_of_hidden_enemies(
    file: Path, side: str, typed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither any panel nor anything that is marked on the map speaks of them, wherever the cursor is."""
    monkeypatch.setattr(table, "FORECAST_RUNS", 100)  # enough for most; for the others it is said that it is not
    session, random, found = _session(scenario(file), side, typed), Random(1), list[str]()
    secrets = Secrets(session, side)
    session.play_out()
    screen = _window(scenario(file), session)
    for _ in range(8 if typed else 3):
        if session.over:
            break
        for unit in [unit for unit in session.state.units if unit.hidden and unit.cell is not None][:2]:
            found += secrets.leaks("\n".join(_pointed_at(screen, unit)), cells=False)
        for text in _panels(screen):
            for line in text.replace("), ", "),\n").splitlines():
                # Orders, given or foreseen, name every cell that can be gone to, whoever lies hidden there.
                found += secrets.leaks(line, cells="order" not in text[:200] and "show_prospect" not in line)
        screen.engine.give(answered(session, random))
        screen.engine.advance(LONGEST)
        screen.timing.live()
        screen.tick(0.0)
    for number in range(len(session.frames)):
        screen.model.playback.jump(number)
        found += secrets.leaks(screen.model.told(number))
        found += secrets.leaks("\n".join(explained(screen.model.notes, screen.model.naming)))
        found += secrets.leaks(" ".join(map(screen.model.position.name, marked_of(screen).concerned)))
    assert not found


def answered(session: Session[Any, Any], random: Random) -> Any:
    """Return an answer to what is asked: that of the commander, or what the dice show."""
    match session.wanted:
        case Throw() as throw:
            return tuple(random.choice(throw.die.faces) for _ in range(throw.count))
        case DrawCard() as draw:
            return random.choice(draw.deck.left)
        case _:
            return advised(session) or Done()


# -- whole battles ------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("other", [SOLO, COMMANDER])
@pytest.mark.parametrize("seed", range(1, 12))
@pytest.mark.parametrize(("file", "side"), DOORS)
def test_no_battle_names_anybody_before_he_is_known(file: Path, side: str, seed: int, other: str) -> None:
    """With other dice and players than those of the contract, which asks it of every scenario."""
    told = scenario(file)
    players = {each.id: SOLO if each.id == side else other for each in told.battle.sides}
    session: Session[Any, Any] = Session(told.battle, told.state, players, Seeded(seed))
    session.play_out()
    assert not leaks(session, side, cells=file not in SCENARIOS)
