"""The companion at a real table: asks for dice and orders, tells what the automated side does, and loses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.cli.exits import Refused
from sim.cli.explain import subject_called, verdict_lines
from sim.cli.table_words import (
    LISTED,
    Script,
    choice_text,
    fitting,
    offer_lines,
    printed_names,
    refusal_text,
    request_text,
    result_typed,
    unit_lines,
)
from sim.cli.telling import Teller, led_to, notes_of, say
from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused, Draw, Result
from sim.engine.dice import Throw
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Note
from sim.engine.orders import Ask, Done, IllegalIntent, Intent, Offer
from sim.engine.ruleset import HUMAN
from sim.engine.session import LogEntry, Session
from sim.scenario.saves import SaveFile
from sim.scenario.scenario import Scenario

HELP = """\
Type the words of an order; the beginnings of words will do: "wa c3". A die or a card is typed as it fell.
  ?              list everything that can be ordered, and why not what cannot; of a deck, the cards that are left
  done           no further orders, where several may be given
  units          who stands where, to compare with the table
  why            the reasons of the last automated decision, and of the dice that are asked for now
  why not CELL   what became of a cell or a unit in that decision
  undo           take back the last thing that was typed
  log [N]        the last events
  save           save now (it is done after every activation anyway)
  quit           save and stop; `--resume` goes on
An empty line repeats the question."""


class Leave(Exception):
    """Tell that somebody wants to stop."""


class Companion:
    """One sitting at the table."""

    def __init__(self, scenario: Scenario, session: Session[Any, Any], seed: int | None, save: Path) -> None:
        self.scenario, self.session, self.seed = scenario, session, seed
        self.explain = False
        self._save = SaveFile(save, scenario, session, seed)
        self._teller = Teller(scenario.battle)
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

        Not if a bug ends it: then the save of the last checkpoint stands, from which the battle can be gone on with.
        """
        try:
            self._play()
        except (KeyboardInterrupt, Leave, OSError):
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
        say(Script(self._teller, self.explain, self.seed is not None).lines(fresh, self._turn, before))
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
                say(f"sandtable: {told}; the game goes on unsaved (--record keeps it at the end)", to_err=True)
            self._has_warned = True

    # -- asking ------------------------------------------------------------------------------------------

    def _ask(self, wanted: Ask | Throw | Draw) -> None:
        """Put the question until it is answered, taken back or left."""
        question = self._question(wanted)
        say(question)
        while self.session.wanted is wanted:
            typed = read_line()
            if typed is None:
                raise Leave
            if not typed.strip():
                say(question)
            elif not self._command(typed.strip(), wanted):
                self._take(typed.strip(), wanted)

    def _question(self, wanted: Ask | Throw | Draw) -> str:
        if isinstance(wanted, Ask):
            return f"{self._teller.ask(wanted)}. Your order? (? lists them, help helps)"
        return request_text(wanted)

    def _take(self, typed: str, wanted: Ask | Throw | Draw) -> None:
        """Make an answer of what was typed, and give it; what cannot be is refused with the reason."""
        answer = self._order(wanted, typed) if isinstance(wanted, Ask) else self._result(wanted, typed)
        if answer is not None and (reason := self._answered(answer)):
            say(f"Not possible: {reason}.")

    def _result(self, wanted: Throw | Draw, typed: str) -> Result | None:
        names = printed_names(self.session.position, wanted)
        answer = result_typed(wanted, typed, names)
        if answer is None and isinstance(wanted, Draw):
            say(f"Not possible: no card fits {typed!r}. {choice_text(wanted, names)}")
        elif answer is None:
            many = "s with spaces, as in 3 5" if isinstance(wanted, Throw) and wanted.count > 1 else ""
            say(f"Not a number: type the face{many}. {request_text(wanted)}")
        return answer

    def _order(self, ask: Ask, typed: str) -> Intent | None:
        """Return the one offer that fits; else say what does."""
        match fitting(self._offers(ask), typed):
            case [Offer(intent=intent, refusal="")]:
                return intent
            case [offer]:
                say(f"Not possible: {offer.text}: {refusal_text(self.scenario.ruleset.insight, offer)}.")
            case []:
                say(f"Nothing that can be ordered fits {typed!r}; ? lists everything.")
            case several:
                say(["Which of these?", *offer_lines(self.scenario.ruleset.insight, several, LISTED)])
        return None

    def _offers(self, ask: Ask) -> list[Offer]:
        """Return what may be ordered, as far as the side can know: a hidden enemy is no target."""
        ruleset, position = self.scenario.ruleset, self.session.position
        known = Position(self.scenario.battle, ruleset.known(position, ask.side))
        return list(ruleset.offers(known, ask))

    def _answered(self, answer: Intent | Result) -> str | None:
        """Give an answer; return why it is refused."""
        wanted = self.session.wanted
        try:
            with self._nothing_lost():
                self.session.answer(answer)
        except (IllegalIntent, ChanceRefused) as refused:
            if self.session.wanted is not wanted:
                raise  # Not this answer was refused, but what an automated side made of it: a bug.
            return refused.reason if isinstance(refused, IllegalIntent) else str(refused)
        return None

    # -- commands ----------------------------------------------------------------------------------------

    def _command(self, typed: str, wanted: Ask | Throw | Draw) -> bool:
        """Follow a command; say whether it was one."""
        word, _, rest = typed.casefold().partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self._list(wanted),
            "help": lambda: say(HELP.splitlines()),
            "done": lambda: self._take_done(wanted),
            "undo": self._undo,
            "save": self._save_now,
            "quit": _leave,
            "units": lambda: self._units(wanted),
            "why": self._why,
        }
        if word in commands and not rest:
            commands[word]()
        elif word == "why" and rest.startswith("not"):
            self._why_not(typed.split(None, 2)[2] if len(typed.split(None, 2)) > 2 else "")
        elif word == "log" and (not rest or rest.isdecimal()):
            count = min(int(rest[:6] or 20), len(self.session.frames))
            say(self._teller.log(self.session.frames[len(self.session.frames) - count :]))
        else:
            return False
        return True

    def _list(self, wanted: Ask | Throw | Draw) -> None:
        if isinstance(wanted, Ask):
            say(["You can order:", *offer_lines(self.scenario.ruleset.insight, self._offers(wanted))])
        else:
            say([request_text(wanted), choice_text(wanted, printed_names(self.session.position, wanted))])

    def _units(self, wanted: Ask | Throw | Draw) -> None:
        """Tell who stands where, as far as whoever is asked may know; else as far as the first person may."""
        people = [side for side, player in self.session.players.items() if player == HUMAN]
        sides = [wanted.side] if isinstance(wanted, Ask) else people
        say(unit_lines(self._teller, self.session.known_to(sides[0]).state if sides else self.session.state))

    def _take_done(self, wanted: Ask | Throw | Draw) -> None:
        if not isinstance(wanted, Ask):
            say(request_text(wanted))
        elif reason := self._answered(Done()):
            say(f"Not possible: {reason}.")

    def _undo(self) -> None:
        """Take back the last thing that was typed: an order, or a die that was misread."""
        entries = self.session.entries
        place = next((n for n in range(len(entries) - 1, -1, -1) if self._was_typed(entries[n])), None)
        if place is None:
            say("There is nothing to take back.")
            return
        taken = entries[place]
        battle, players, source = self.session.battle, self.session.players, self.session.source
        self.session = Session.from_log(battle, players, source, entries[:place])
        self._told, self._turn = place, self.session.state.turn
        say(f"Taken back: {self._taken_text(taken)}")

    def _was_typed(self, entry: LogEntry) -> bool:
        match entry:
            case Ordered(by=by):
                return by == HUMAN
            case Answered():
                return self.seed is None
            case _:
                return False

    def _taken_text(self, entry: LogEntry) -> str:
        match entry:
            case Ordered(_, intent, _):
                return self._teller.order(self.session.state, intent)
            case Answered(asked, result):
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
        session, frame, order = self.session, self._last_decision(), self._pending_order()
        if order is not None:
            told = self._teller.order(session.state, order.intent)
            say([f"{told}, because:", *self._teller.reasons(session.why, "  ")])
            return
        if frame is not None:
            say([f"{self._teller.event(frame.state, frame.event)}, because:", *self._teller.reasons(frame.why, "  ")])
        if session.why and not isinstance(session.wanted, Ask):
            say(["Of what is going on now, so far:", *self._teller.reasons(session.why, "  ")])
        elif frame is None:
            say("No automated side has decided anything yet.")

    def _why_not(self, other: str) -> None:
        notes = self._notes_of_decision()
        if notes is None or not other:
            missing = notes is None
            say("No automated side has decided anything yet." if missing else "Why not what? Name a cell or a unit.")
            return
        try:
            subject = subject_called(self.scenario.battle, (self.scenario.state, self.session.state), other)
        except Refused as refused:
            say(str(refused))
            return
        say(verdict_lines(self.scenario.battle, notes, subject))

    def _notes_of_decision(self) -> tuple[Note, ...] | None:
        """Return the notes of the activation of the last automated decision, up to it."""
        entries, frame = self.session.entries, self._last_decision()
        if self._pending_order() is not None:
            waiting = [entry for entry in self.session.tail if isinstance(entry, Frame)]
            return (*notes_of(waiting), *self.session.why)
        return None if frame is None else notes_of(led_to(entries, frame.number))

    def _pending_order(self) -> Ordered | None:
        """Return the automated order of which nothing has come yet, because its dice are still to be thrown."""
        for entry in reversed(self.session.tail):
            match entry:
                case Frame():
                    return None
                case Ordered(by=by):
                    return entry if by != HUMAN else None
        return None

    def _last_decision(self) -> Frame | None:
        """Return the first frame after the last automated order: its notes are the reasons of that order."""
        following: Frame | None = None
        for entry in reversed(self.session.entries):
            match entry:
                case Frame():
                    following = entry
                case Ordered(by=by) if by != HUMAN and following is not None:
                    return following
        return None


def _leave() -> None:
    raise Leave


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
