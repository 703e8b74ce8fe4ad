"""The companion at a real table: asks for dice and orders, tells what the automated side does, and loses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.cli.explain import verdict_lines
from sim.cli.table_words import (
    LISTED,
    Script,
    choice_text,
    fitting,
    offer_lines,
    printed_names,
    request_text,
    result_typed,
    unit_lines,
    why_not_anywhere,
    why_not_there,
)
from sim.cli.telling import LogFormatter, notes_of, say
from sim.engine.chance import ChanceRefused, DrawCard, Result
from sim.engine.dice import Throw
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Note
from sim.engine.orders import Ask, Done, IllegalIntent, Intent, Offer
from sim.engine.reader import UNTOLD_DIE, UNTOLD_ORDER, Reader, people_of, reader_of
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, LogEntry, Session, led_to
from sim.resources import UnknownName
from sim.scenario.saves import SaveFile
from sim.scenario.scenario import Scenario
from sim.surface import subject_called

HELP = """\
Type the words of an order; the beginnings of words will do: "wa c3". Dice and cards are typed as they came up.
  ?              list all orders, and why some cannot be given; for a deck, the cards that are left
  done           no further orders, where several may be given
  units          who stands where, to compare with the table
  why            the reasons of the last automated decision, and of the dice that are asked for now
  why not CELL   what became of a cell or a unit in that decision
  undo           take back the last thing that was typed
  log [N]        the last events
  save           save now (it is done after every activation anyway)
  quit           save and stop; `--resume` continues
An empty line repeats the question."""


class WantsToStop(Exception):
    """Tell that somebody wants to stop."""


class Companion:
    """One sitting at the table."""

    def __init__(self, scenario: Scenario, session: Session[Any, Any], seed: int | None, save: Path) -> None:
        self.scenario, self.session, self.seed = scenario, session, seed
        self.explain = False
        self._save = SaveFile(save, scenario, session, seed)
        self._formatter = LogFormatter(scenario.battle)
        self._told = len(session.entries)
        self._turn: int | None = None if len(session.frames) == 1 else session.state.turn
        """The turn whose heading stands already; of a battle that goes on it was told with its last events."""
        self._has_warned = False
        self.is_saved = False

    @property
    def save_path(self) -> Path:
        """Where the battle is saved."""
        return self._save.path

    # -- the sitting -------------------------------------------------------------------------------------

    def sit(self) -> None:
        """Play until the battle is over or somebody leaves, who finds it saved.

        Not if a bug ends it: then the save of the last checkpoint stands, from which the battle can be continued.
        """
        try:
            self._play()
        except (KeyboardInterrupt, WantsToStop, OSError):
            self.save()
            raise

    def _play(self) -> None:
        while True:
            self.tell()
            if not self.session.tail:
                self.save()
            if self.session.over:
                return
            if self.session.wanted is None:
                with self._nothing_lost():
                    self.session.advance()
            else:
                self._ask(self.session.wanted)

    @contextmanager
    def _nothing_lost(self) -> Iterator[None]:
        """Keep what was typed in this activation if Ctrl-C comes while it is played again, which cuts its log short."""
        session, tail, checkpoint = self.session, self.session.tail, self.session.checkpoint
        try:
            yield
        except KeyboardInterrupt:
            if session.checkpoint is checkpoint:
                session.tail = tail
            raise

    def tell(self) -> None:
        """Tell what has come about since it was last told."""
        entries = self.session.entries
        fresh = entries[self._told :]
        if not fresh:
            return
        before = _state_before(entries, self._told)
        # Everybody at the table reads what stands there, whoever is asked.
        reader = Reader(self.session.battle, () if self.session.over else people_of(self.session))
        told = list(reader.entries(fresh, before))
        say(Script(self._formatter, self.explain, self.seed is not None).lines(told, self._turn, reader.known(before)))
        self._told, self._turn = len(entries), self.session.state.turn

    def save(self) -> None:
        """Save the battle. If that fails it is said once, and the game goes on."""
        try:
            self._save.save(self.session)
            self.is_saved = True
        except OSError as refused:
            self.is_saved = False
            if not self._has_warned:
                told = f"the battle cannot be saved: {refused.filename or self.save_path}: {refused.strerror}"
                say(f"sandtable: {told}; the game goes on unsaved (--record writes it at the end)", to_err=True)
            self._has_warned = True

    # -- asking ------------------------------------------------------------------------------------------

    def _ask(self, wanted: Ask | Throw | DrawCard) -> None:
        """Put the question until it is answered, taken back or left."""
        question = self._question()
        say(question)
        while self.session.wanted is wanted:
            typed = read_line()
            if typed is None:
                raise WantsToStop
            if not typed.strip():
                say(question)
            elif not self._command(typed.strip(), wanted):
                self._take(typed.strip(), wanted)

    def _question(self) -> str:
        read = reader_of(self.session).wanted(self.session)
        if isinstance(read, Ask):
            return f"{self._formatter.ask(read)}. Your order? (? lists them, help helps)"
        return request_text(read) if read is not None else ""

    def _take(self, typed: str, wanted: Ask | Throw | DrawCard) -> None:
        """Make an answer of what was typed, and give it; what cannot be is refused with the reason."""
        answer = self._order(wanted, typed) if isinstance(wanted, Ask) else self._result(wanted, typed)
        if answer is not None and (reason := self._answered(answer)):
            say(f"Not possible: {reason}.")

    def _result(self, wanted: Throw | DrawCard, typed: str) -> Result | None:
        read = reader_of(self.session).wanted(self.session)
        answer = result_typed(wanted, typed, self._names(wanted))
        if answer is None and isinstance(read, DrawCard):
            say(f"Not possible: no card fits {typed!r}. {choice_text(read, self._names(read))}")
        elif answer is None:
            many = "s with spaces, as in 3 5" if isinstance(wanted, Throw) and wanted.count > 1 else ""
            say(f"Not a number: type the face{many}. {self._question()}")
        return answer

    def _names(self, wanted: Throw | DrawCard) -> Mapping[str, str]:
        return printed_names(self.session.position, wanted)

    def _order(self, ask: Ask, typed: str) -> Intent | None:
        """Return the one offer that fits; else say what does."""
        offers = self._offers(ask)
        match fitting(offers, typed):
            case [Offer(intent=intent, refusal=None)]:
                return intent
            case [offer]:
                say(f"Not possible: {offer.text}: {offer.why_not}.")
            case []:
                known = self.session.known_to(ask.side)
                reason = why_not_anywhere(known, offers, typed) or why_not_there(known, ask, typed)
                say(reason or f"Nothing that can be ordered fits {typed!r}; ? lists everything.")
            case several:
                say(["Which of these?", *offer_lines(several, LISTED)])
        return None

    def _offers(self, ask: Ask) -> list[Offer]:
        """Return what may be ordered, as far as the side can know: a hidden enemy is no target."""
        return list(self.session.ruleset.offers(self.session.known_to(ask.side), ask))

    def _answered(self, answer: Intent | Result) -> str | None:
        """Give an answer; return why it is refused."""
        wanted = self.session.wanted
        try:
            with self._nothing_lost():
                self.session.answer(answer)
        except (IllegalIntent, ChanceRefused) as refused:
            if self.session.wanted is not wanted:
                raise  # Not this answer was refused, but what an automated side made of it: a bug.
            if isinstance(refused, IllegalIntent):
                return refused.reason.cited
            assert not isinstance(answer, Intent)
            return reader_of(self.session).complaint(self.session, answer)
        return None

    # -- commands ----------------------------------------------------------------------------------------

    def _command(self, typed: str, wanted: Ask | Throw | DrawCard) -> bool:
        """Follow a command; say whether it was one."""
        word, _, rest = typed.casefold().partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self._list(wanted),
            "help": lambda: say(HELP.splitlines()),
            "done": lambda: self._take_done(wanted),
            "undo": self._undo,
            "save": self._save_now,
            "quit": _leave,
            "units": self._units,
            "why": self._why,
        }
        if word in commands and not rest:
            commands[word]()
        elif word == "why" and rest.startswith("not"):
            self._why_not(typed.split(None, 2)[2] if len(typed.split(None, 2)) > 2 else "")
        elif word == "log" and (not rest or rest.isdecimal()):
            count = min(int(rest[:6] or 20), len(self.session.frames))
            frames = [entry for entry in self._story() if isinstance(entry, Frame)]
            say(self._formatter.log(frames[len(frames) - count :]))
        else:
            return False
        return True

    def _list(self, wanted: Ask | Throw | DrawCard) -> None:
        if isinstance(wanted, Ask):
            say(["You can order:", *offer_lines(self._offers(wanted))])
        else:
            read = reader_of(self.session).wanted(self.session)
            choice = [choice_text(read, self._names(read))] if isinstance(read, Throw | DrawCard) else []
            say([self._question(), *choice])

    def _units(self) -> None:
        """Tell who stands where, as far as whoever is asked may know."""
        say(unit_lines(self._formatter, reader_of(self.session).known(self.session.state)))

    def _take_done(self, wanted: Ask | Throw | DrawCard) -> None:
        if not isinstance(wanted, Ask):
            say(self._question())
        elif reason := self._answered(Done()):
            say(f"Not possible: {reason}.")

    def _undo(self) -> None:
        """Take back the last thing that was typed: an order, or a die that was misread."""
        entries = self.session.entries
        place = next((n for n in range(len(entries) - 1, -1, -1) if self._was_typed(entries[n])), None)
        if place is None:
            say("There is nothing to take back.")
            return
        taken, reader = entries[place], reader_of(self.session)
        battle, players, source = self.session.battle, self.session.players, self.session.source
        self.session = Session.from_log(battle, players, source, entries[:place])
        self._told, self._turn = place, self.session.state.turn
        say(f"Taken back: {self._taken_text(taken, reader)}")

    def _was_typed(self, entry: LogEntry) -> bool:
        match entry:
            case Ordered(by=by):
                return by == HUMAN
            case Answered():
                return self.seed is None
            case _:
                return False

    def _taken_text(self, entry: LogEntry, reader: Reader) -> str:
        """Put what is taken back in words, for whoever takes it back: of several people it may be another's order."""
        hidden = reader.hidden(self.session.state)
        match entry:
            case Ordered(intent=intent):
                is_secret = reader.is_secret(entry, hidden)
                return UNTOLD_ORDER if is_secret else self._formatter.order(self.session.state, intent)
            case Answered(asked, result, about):
                asked = asked if hidden.isdisjoint(about) else UNTOLD_DIE
                return f"{asked}: {result if isinstance(result, str) else ' '.join(map(str, result))}"
            case _:
                raise TypeError(f"nobody types {entry}")

    def _save_now(self) -> None:
        self._has_warned = False  # Who asks wants to be told again.
        self.save()
        if self.is_saved:
            say(f"Saved in {self.save_path}")

    def _why(self) -> None:
        """Give the reasons of the last automated decision, and those so far of the dice that are asked for."""
        frame, order = self._last_decision(), self._pending_order()
        why = reader_of(self.session).why(self.session)
        if order is not None:
            told = self._formatter.order(self.session.state, order.intent)
            say([f"{told}, because:", *self._formatter.reasons(why, "  ")])
            return
        if frame is not None:
            say(
                [
                    f"{self._formatter.event(frame.state, frame.event)}, because:",
                    *self._formatter.reasons(frame.why, "  "),
                ]
            )
        if why and not isinstance(self.session.wanted, Ask):
            say(["The reasons so far for what is going on now:", *self._formatter.reasons(why, "  ")])
        elif frame is None:
            say("No automated side has decided anything yet.")

    def _why_not(self, other: str) -> None:
        notes = self._notes_of_decision()
        if notes is None or not other:
            missing = notes is None
            say("No automated side has decided anything yet." if missing else "Why not what? Name a cell or a unit.")
            return
        try:
            known = map(reader_of(self.session).known, (self.scenario.state, self.session.state))
            subject = subject_called(self.scenario.battle, known, other)
        except UnknownName as refused:
            say(str(refused))
            return
        say(verdict_lines(self.scenario.battle, notes, subject))

    def _notes_of_decision(self) -> tuple[Note, ...] | None:
        """Return the notes of the activation of the last automated decision, up to it."""
        story, frame = self._story(), self._last_decision()
        if self._pending_order() is not None:
            waiting = story[story.index(self.session.checkpoint) :]
            return (
                *notes_of(entry for entry in waiting if isinstance(entry, Frame)),
                *reader_of(self.session).why(self.session),
            )
        return None if frame is None else notes_of(led_to(story, frame.number))

    def _story(self) -> list[LogEntry]:
        """Return the whole log as whoever is asked may read it."""
        entries = self.session.entries
        return list(reader_of(self.session).entries(entries, _state_before(entries, 0)))

    def _pending_order(self) -> Ordered | None:
        """Return the automated order of which nothing has come yet, because its dice are still to be thrown."""
        for entry in reversed(self._story()):
            match entry:
                case Frame() | Checkpoint():
                    return None
                case Ordered(by=by):
                    return entry if by != HUMAN else None
        return None

    def _last_decision(self) -> Frame | None:
        """Return the first frame after the last automated order: its notes are the reasons of that order."""
        following: Frame | None = None
        for entry in reversed(self._story()):
            match entry:
                case Frame():
                    following = entry
                case Ordered(by=by) if by != HUMAN and following is not None:
                    return following
        return None


def _leave() -> None:
    raise WantsToStop


def _state_before(entries: list[LogEntry], place: int) -> Any:
    frames = (entry for entry in reversed(entries[:place]) if isinstance(entry, Frame))
    return next(frames, entries[0]).state  # type: ignore[union-attr]  # the log begins with a frame


def read_line() -> str | None:
    """Read what somebody types; None when there is nothing more to come."""
    if sys.stdin is None:  # started without one, as by `<&-`
        return None
    try:
        return input("> ")
    except EOFError:
        return None
    except UnicodeDecodeError:
        say("That could not be read; type it again.")
        return ""
    finally:
        sys.stdout.flush()
