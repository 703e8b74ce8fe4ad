"""The engine as the window has it: what it was told, what it was asked, and what has come of that so far.

Nothing here waits. A command is sent, and news of what came of it is taken in by a later `tick`; a question is sent
once, and until its answer is there the last one of its kind is shown. The engine may be a process of its own, or be in
this one (pictures, tests), where everything is answered at once.

A process that dies or hangs is started again with all that is known here, which is all that was ever shown.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import randbelow
from time import monotonic, sleep
from typing import Any, TypeVar

from sim.board.battlemap import BattleMap
from sim.board.warm_up import warming_up
from sim.engine.chance import Result, Seeded, Source, Typed
from sim.engine.events import BattleEnded
from sim.engine.orders import Intent
from sim.engine.session import Session
from sim.process import Failure, Meanwhile, Worker, WorkerInProcess, WorkerProcess
from sim.scenario.saves import SaveFile, autosave_file, freed_autosave
from sim.scenario.scenario import Scenario
from sim.view.model.playback import Branch
from sim.view.worker.files import FileQuestion
from sim.view.worker.following import EntrySent, FollowedSession, FrameSent, News, entries_of
from sim.view.worker.questions import Question
from sim.view.worker.table import (
    BattleTable,
    BranchOff,
    Close,
    Command,
    Give,
    GiveAdvised,
    Lines,
    Message,
    NoAdvice,
    PlayIfAsked,
    PlayOn,
    Redo,
    SaveNow,
    SaveState,
    Superseded,
    SwitchTo,
    Undo,
)

A = TypeVar("A")

_KEPT = 40
"""Answers that are kept of each kind of question: whoever goes back and forth need not wait again."""
_LAST_WORDS = 10.0
"""Seconds that a battle has to be saved when its window closes."""
_SOON = 60.0
"""Seconds within which an engine that ends again, with nothing played meanwhile, has ended for the same reason."""


class EngineFailed(Exception):
    """Tell of a bug in the engine: the battle cannot go on, and all that is known of it is kept."""


class _Trace(Exception):
    """Where in the other process it failed: printed with the traceback of this one."""


# -- in the process of the engine ---------------------------------------------------------------------------


@dataclass(frozen=True)
class StartBattle:
    """Set up a battle as it stands in the window: a new one, or one that was played before."""

    scenario: Scenario
    players: Mapping[str, str]
    source: Source
    seed: int | None
    save: Path | None
    told: tuple[EntrySent, ...] = ()
    """All that happened so far."""
    others: tuple[tuple[tuple[EntrySent, ...], int, Source], ...] = ()
    """Its other lines, each with the frame that was shown when it was left, and its dice."""

    @property
    def is_over(self) -> bool:
        """Say whether the battle has come to its end."""
        return any(isinstance(entry, FrameSent) and isinstance(entry.event, BattleEnded) for entry in self.told)

    def table(self) -> BattleTable:
        """Return the battle as the engine has it."""
        session = self._session(self.told, self.source)
        save = None if self.save is None else SaveFile(self.save, self.scenario, session, self.seed)
        table = BattleTable(self.scenario, session, self.seed, save)
        table.lines = [(self._session(told, dice), left_at) for told, left_at, dice in self.others]
        if session.tail:
            session.advance()
        return table

    def _session(self, told: tuple[EntrySent, ...], dice: Source) -> Session[Any, Any]:
        battle, state, players = self.scenario.battle, self.scenario.state, dict(self.players)
        if not told:
            return Session(battle, state, players, dice)
        return Session.from_log(battle, players, dice, entries_of(told, state))


@dataclass(frozen=True)
class Asked:
    """A question, and what kind of answer it is for: a newer one of the same kind takes its place."""

    kind: str
    question: Question[Any]


@dataclass(frozen=True)
class AnswerSent:
    """An answer to a question, or a part of one."""

    answer: Any


@dataclass(frozen=True)
class CarriedOut:
    """Tell that a command was carried out, and all that came of it has been told."""


@dataclass(frozen=True)
class SignOfLife:
    """Tell that something takes long, and goes on."""


@dataclass(frozen=True)
class Packed:
    """Something that is said of a map, without the map: both sides have it."""

    data: bytes


class EngineHandler:
    """Answers what the window asks, at a table that it sets up when it is told to."""

    def __init__(self, table: BattleTable | None = None, *, packs: bool = True) -> None:
        self._table, self._packs = table, packs

    def __call__(self, message: object, meanwhile: Meanwhile) -> Iterator[object]:
        match message:
            case StartBattle():
                # Compiled in the middle of a battle they would keep a player waiting, and be taken for a hang.
                for _ in warming_up():
                    yield SignOfLife()
                self._table = message.table()
                yield from self._table.news()
                yield CarriedOut()
            case Command():
                yield from self.table.carry_out(message)
                yield CarriedOut()
            case FileQuestion():
                yield message.answer()
            case Asked(kind, question):
                yield from self._answers(kind, question, meanwhile)

    @property
    def table(self) -> BattleTable:
        """The battle that is played."""
        assert self._table is not None, "no battle has been set up"
        return self._table

    def _answers(self, kind: str, question: Question[Any], meanwhile: Meanwhile) -> Iterator[object]:
        table = self.table

        def pause() -> None:
            if _is_superseded(kind, meanwhile) or not (question.lasts or question.at.line == table.line):
                raise Superseded
            meanwhile.attend()

        if _is_superseded(kind, meanwhile):
            return
        if question.at.line != table.line:
            if question.too_late is not None:
                yield self._packed(AnswerSent(question.too_late))
            return
        try:
            for part in question.parts(table, pause):
                yield self._packed(AnswerSent(part))
        except Superseded:
            return

    def _packed(self, reply: AnswerSent) -> object:
        if not self._packs:
            return reply
        buffer = io.BytesIO()
        _Packer(buffer, self.table.session.battle.map).dump(reply)
        return Packed(buffer.getvalue())


def _is_superseded(kind: str, meanwhile: Meanwhile) -> bool:
    return any(isinstance(newer, Asked) and newer.kind == kind for newer in meanwhile())


class _Packer(pickle.Pickler):
    """Writes answers without the map that they are about."""

    def __init__(self, file: io.BytesIO, battle_map: BattleMap) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._map = battle_map

    def persistent_id(self, thing: object) -> str | None:
        return "map" if thing is self._map else None


class _Unpacker(pickle.Unpickler):
    """Reads answers, with the map of this process in the place of the other's. They come from our own process alone."""

    def __init__(self, packed: Packed, battle_map: BattleMap) -> None:
        super().__init__(io.BytesIO(packed.data))
        self._map = battle_map

    def persistent_load(self, name: str) -> BattleMap:
        return self._map


# -- in the window ------------------------------------------------------------------------------------------


@dataclass
class _Kind:
    """What was asked of one kind, and the answers that are kept."""

    asked: Question[Any] | None = None
    known: OrderedDict[Question[Any], Any] = field(default_factory=OrderedDict)
    last: Any = None


class Engine:
    """A battle that is played beside the window."""

    def __init__(self, worker: Worker, start: StartBattle, session: FollowedSession, saved: SaveState) -> None:
        self._worker, self._start = worker, start
        self.session, self.saved = session, saved
        self.branches: tuple[Branch, ...] = ()
        self.version = 0
        """Goes up whenever something has come."""
        self._left: list[FollowedSession] = []
        """The lines that were left, as far as they are known here."""
        self._undone = 0
        """How many orders were taken back since the last that was given."""
        self._commands: dict[int, Command | StartBattle] = {}
        self._questions: dict[int, tuple[str, Question[Any], Callable[[Any], None] | None]] = {}
        self._kinds: dict[str, _Kind] = {}
        self._told: list[str] = []
        self._unheard: list[tuple[int, Any]] = []
        """What has come besides answers since the last tick."""
        self.has_no_advice = False
        """Whether the commander did not know what to order when he was last asked to."""
        self._restarted_at, self._reached = -_SOON, 0
        """When the engine was started again, and how many entries the battle had by then."""
        self._given: Give | None = None
        """What somebody answered, as long as nothing is known of what became of it."""

    # -- starting ----------------------------------------------------------------------------------------

    @classmethod
    def in_process(
        cls, scenario: Scenario, session: Session[Any, Any], seed: int | None = None, save: SaveFile | None = None
    ) -> Engine:
        """Return an engine that answers at once, in this process."""
        table = BattleTable(scenario, session, seed, save)
        start = StartBattle(scenario, session.players, session.source, seed, save.path if save is not None else None)
        first = session.log[0]
        followed = FollowedSession(session.battle, first.state, session.players)  # type: ignore[union-attr]
        engine = cls(WorkerInProcess(lambda: EngineHandler(table, packs=False)), start, followed, table.saved)
        for news in table.news():
            engine._hear(news)
        return engine

    @classmethod
    def beside(cls, worker: Worker, start: StartBattle) -> Engine:
        """Have a battle played in another process."""
        followed = FollowedSession(start.scenario.battle, start.scenario.state, start.players)
        engine = cls(worker, start, followed, SaveState(start.save.name if start.save is not None else ""))
        engine._command(start)
        return engine

    @property
    def scenario(self) -> Scenario:
        """The scenario of the battle."""
        return self._start.scenario

    @property
    def seed(self) -> int | None:
        """The seed of its dice; None if they are typed in."""
        return self._start.seed

    # -- commands ----------------------------------------------------------------------------------------

    @property
    def is_waited_for(self) -> bool:
        """Whether something that was wanted is not done yet."""
        return bool(self._commands)

    @property
    def is_caught_up(self) -> bool:
        """Whether word of all that had happened before has come: a long battle that is opened comes in parts."""
        return self.session.is_complete

    def _command(self, command: Command | StartBattle) -> None:
        try:
            self._commands[self._worker.ask(command)] = command
        finally:
            self.tick()

    def advance(self, activations: int) -> None:
        """Play on."""
        self._command(PlayOn(activations))

    def give(self, answer: Intent | Result) -> None:
        """Answer what is asked for, and play on as far as that leads."""
        self._undone = 0
        self.session.await_answer()
        self._given = Give(answer)
        self._command(self._given)

    def give_advised(self) -> None:
        """Answer what is asked for as the commander would."""
        self.has_no_advice, self._undone = False, 0
        self.session.await_answer()
        self._command(GiveAdvised())

    def play_on_if_asked(self) -> None:
        """Play on if a person is asked next."""
        self._command(PlayIfAsked())

    def undo(self) -> None:
        """Take back the last order that a person gave."""
        self._undone += 1
        self._command(Undo())

    @property
    def can_redo(self) -> bool:
        """Whether an order was taken back, and none was given since."""
        return self._undone > 0

    def redo(self) -> None:
        """Go back to the line that was left when an order was taken back."""
        self._undone -= 1
        self._command(Redo())

    def branch(self, frame: int, left_at: int, *, new_luck: bool = False) -> None:
        """Play on from a frame on a line of its own."""
        self._undone = 0
        self._left.append(self.session)
        self._command(BranchOff(frame, left_at, randbelow(1 << 30) if new_luck else None))

    def switch(self, number: int, left_at: int) -> None:
        """Go to another line that is kept."""
        self._undone = 0
        self._left[number] = self.session
        self._command(SwitchTo(number, left_at))

    def save(self) -> None:
        """Save the battle now, and say so."""
        self._command(SaveNow(is_loud=True))

    # -- questions ---------------------------------------------------------------------------------------

    def ask(self, kind: str, question: Question[A], then: Callable[[A], None]) -> None:
        """Ask something once, and do something with the answer when it comes; with several parts, with each."""
        number = self._worker.ask(Asked(kind, question))
        self._questions[number] = (kind, question, then)
        self._take_answers()

    def answer(self, kind: str, question: Question[A]) -> A | None:
        """Return the answer to a question as far as it is known; it is asked if it was not before."""
        known = self._kinds.setdefault(kind, _Kind())
        if question in known.known:
            known.known.move_to_end(question)
            known.last = known.known[question]
            return known.last  # type: ignore[no-any-return]
        if known.asked != question:
            known.asked = question
            number = self._worker.ask(Asked(kind, question))
            self._questions[number] = (kind, question, None)
            self._take_answers()
        return known.known.get(question)

    def latest(self, kind: str, question: Question[A]) -> A | None:
        """Return the answer to a question, or until it is there the last one of its kind."""
        answer = self.answer(kind, question)
        return answer if answer is not None else self._kinds[kind].last

    # -- what has come -----------------------------------------------------------------------------------

    def tick(self) -> None:
        """Take in what has come; see that the engine is well."""
        self._take_answers()
        heard, self._unheard = self._unheard, []
        for number, said in heard:
            match said:
                case CarriedOut():
                    self._commands.pop(number, None)
                case Failure(text, trace):
                    raise EngineFailed(text) from _Trace(f"in the engine:\n{trace}")
                case _:
                    self._hear(said)
        if fault := self._worker.fault:
            self._start_again(fault)

    def _take_answers(self) -> None:
        """Take in answers alone: in the middle of a frame the battle must not become another one."""
        for number, said in self._worker.answers():
            self.version += 1
            match said:
                case Packed():
                    self._take(number, _Unpacker(said, self.session.battle.map).load())
                case AnswerSent():
                    self._take(number, said)
                case _:
                    self._unheard.append((number, said))

    def _take(self, number: int, reply: AnswerSent) -> None:
        kind, question, then = self._questions.get(number, ("", None, None))
        if then is not None:
            then(reply.answer)
        elif question is not None:
            known = self._kinds[kind]
            known.known[question] = known.last = reply.answer
            while len(known.known) > _KEPT:
                known.known.popitem(last=False)

    def _hear(self, said: object) -> None:
        match said:
            case News():
                self.session, self._given = self.session.follow(said), None
            case Lines(branches):
                self.branches = branches
            case SaveState():
                self.saved = said
            case NoAdvice():
                self.has_no_advice = True
                self._told.append("Your commander leaves this to you.")
            case Message(text):
                self._told.append(text)

    def said(self) -> str:
        """Return the last thing that was said since somebody listened; empty if nothing was."""
        said, self._told = self._told[-1:], []
        return "".join(said)

    # -- when it fails -----------------------------------------------------------------------------------

    def _start_again(self, fault: str) -> None:
        """Start the engine again with all that is known; one that ends again soon, and got no further, cannot go on."""
        reached = len(self.session.entries)
        if monotonic() - self._restarted_at < _SOON and reached <= self._reached:
            raise EngineFailed(f"{fault} It was started again before, and could not go on.")
        self._restarted_at, self._reached = monotonic(), reached
        given, self._undone = self._given, 0
        self._commands.clear()
        self._questions.clear()
        for kind in self._kinds.values():
            kind.asked = None
        self._worker.restart()
        start, left_at = self._start, [branch.left_at for branch in self.branches]
        others = tuple(
            (line.told(), at, line.dice or start.source) for line, at in zip(self._left, left_at, strict=False)
        )
        dice = self.session.dice or start.source
        again = replace(start, source=dice, told=self.session.told(), others=others)
        self.session = FollowedSession(start.scenario.battle, start.scenario.state, start.players, line=-1)
        self._told.append(f"{fault} It was started again from the last checkpoint; nothing is lost.")
        self._command(again)
        if given is not None:
            self._given = given  # of what became of it nothing was heard: it is given once more
            self._command(given)

    def close(self) -> str:
        """Have the battle saved for the last time, and end; return what must be said of it."""
        number = self._worker.ask(Close())
        self._commands[number] = Close()
        until = monotonic() + _LAST_WORDS
        while number in self._commands and monotonic() < until and not self._worker.fault:
            for answered, said in self._worker.answers():
                if isinstance(said, CarriedOut):
                    self._commands.pop(answered, None)
                else:
                    self._hear(said)
            if number in self._commands:
                sleep(0.002)
        return self.said() if self.saved.refusal else ""


# -- who opens a battle -------------------------------------------------------------------------------------


def engine_process() -> WorkerProcess:
    """Start the process in which battles are played."""
    return WorkerProcess("engine", EngineHandler)


def new_battle(scenario: Scenario, players: Mapping[str, str], seed: int | None) -> tuple[StartBattle, Path | None]:
    """Return a new battle, and where the save is kept that lay in the way of its own."""
    file, aside = freed_autosave(scenario)
    source: Source = Typed() if seed is None else Seeded(seed)
    return StartBattle(scenario, dict(players), source, seed, file), aside


def old_battle(start: StartBattle, file: Path) -> tuple[StartBattle, Path | None]:
    """Return a battle that was read from a file, and where the save is kept that lay in the way of its own.

    One that is over is only looked at, and not saved again. Any other save than its own must not be written over, least
    of all a damaged one over the sound one before it.
    """
    if start.is_over:
        return start, None
    own, aside = autosave_file(start.scenario), None
    if own.resolve() != file.resolve():
        own, aside = freed_autosave(start.scenario)
    return replace(start, save=own), aside
