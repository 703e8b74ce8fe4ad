"""A session: a battle that is being played, with all its past.

Time is a list of frames. Going back is reading; a branch is another session that shares the past up to a frame. Only
activations are ever computed, each from the checkpoint where it begins: when somebody must be asked first, or a die
must be thrown at the table, the activation is left there, and played again from its checkpoint with the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, cast

from sim.engine.battle import Battle, DataT, Position
from sim.engine.chance import ChanceRefused, DrawCard, Result, Source, Typed, Wanted, complaint
from sim.engine.dice import Throw
from sim.engine.events import Began
from sim.engine.frozen import fast_frozen
from sim.engine.game import Answered, Answers, Diverged, EndlessLoop, Entry, Frame, Game, Human, Ordered, Start
from sim.engine.notes import Note
from sim.engine.orders import DONE, ORDER_NEEDED, TABLE_SENSE, Ask, Decider, Done, IllegalIntent, Intent, Offer, Refusal
from sim.engine.ruleset import HUMAN, OpenActor, OpenKind, Ruleset
from sim.engine.state import StateT

ACTIVATIONS_A_TURN = 5_000
"""More than any battle has in one turn: a turn that never ends, even though its dice fall differently each time."""


@fast_frozen
@dataclass(frozen=True)
class Checkpoint:
    """A moment between two activations, from which play can start."""

    number: int
    state: Any


LogEntry = Entry | Checkpoint


class Stillness:
    """Finds a state that comes again, where neither chance nor people had a say: it would come again for ever.

    Brent's way: the newest state is compared with one kept from before, which is replaced after 1, 2, 4, 8, … states.
    One comparison a state, and a round of any length is found within three times its length.
    """

    def __init__(self) -> None:
        self._kept: object = None
        self._since = 0
        self._patience = 1

    def seen(self, state: object) -> bool:
        """Say whether a state is the one that was kept."""
        if self._kept is not None and state == self._kept:
            return True
        self._since += 1
        if self._since == self._patience:
            self._kept, self._since, self._patience = state, 0, self._patience * 2
        return False


def _comes_from_outside(entry: Entry) -> bool:
    """Say whether an entry is an answer of chance or of a person, so that the next time can be different."""
    return isinstance(entry, Answered) or (isinstance(entry, Ordered) and entry.by == HUMAN)


class Session(Generic[StateT, DataT]):
    """A battle in progress, or over."""

    def __init__(
        self,
        battle: Battle[DataT],
        state: StateT,
        players: Mapping[str, str],
        source: Source,
        *,
        reasons: bool = True,
    ) -> None:
        self.battle = battle
        self.players = dict(players)
        self.source = source
        self.reasons = reasons
        """Whether frames have their reasons; without them play is quicker, and `with_reasons` finds them later."""
        self.log: list[LogEntry] = [Frame(0, Began(), state, ()), Checkpoint(0, state)]
        """Everything up to the last checkpoint."""
        self.tail: list[Entry] = []
        """What has come about since: the part of an activation that waits for somebody."""
        self.wanted: Ask | Throw | DrawCard | None = None
        """What play waits for."""
        self.is_owed = False
        """Whether that is an order which must be given: to be done without one is no answer."""
        self.why: tuple[Note, ...] = ()
        """The reasons so far of what play waits in the middle of: no event has taken them yet."""
        self._frames: list[Frame] = [self.log[0]]  # type: ignore[list-item]
        self._requests = 0
        self._deciders = deciders_of(battle.ruleset, players)
        self._activations = 0
        self._stillness = Stillness()

    @classmethod
    def from_log(
        cls,
        battle: Battle[DataT],
        players: Mapping[str, str],
        source: Source,
        entries: Sequence[LogEntry],
        *,
        reasons: bool = True,
    ) -> Session[StateT, DataT]:
        """Return a session that has come as far as a log says: everything in it stands, and play goes on from there."""
        last = max(n for n, entry in enumerate(entries) if isinstance(entry, Checkpoint))
        first = next(entry.state for entry in entries if isinstance(entry, Checkpoint))
        session: Session[StateT, DataT] = cls(battle, first, players, source, reasons=reasons)
        session.log = list(entries[: last + 1])
        session.tail = [entry for entry in entries[last + 1 :] if not isinstance(entry, Checkpoint)]
        session._frames = [entry for entry in session.log if isinstance(entry, Frame)]
        session._requests = sum(isinstance(entry, Answered) for entry in session.log)
        return session

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset[StateT, DataT]:
        """The rules of the battle."""
        return self.battle.ruleset

    @property
    def checkpoint(self) -> Checkpoint:
        """The last checkpoint."""
        last = self.log[-1]
        assert isinstance(last, Checkpoint)
        return last

    @property
    def frames(self) -> list[Frame]:
        """Every frame so far, those of a waiting activation included."""
        return self._frames + [entry for entry in self.tail if isinstance(entry, Frame)]

    @property
    def last_frame(self) -> Frame:
        """The latest frame."""
        return next((entry for entry in reversed(self.tail) if isinstance(entry, Frame)), self._frames[-1])

    @property
    def entries(self) -> list[LogEntry]:
        """The whole log so far."""
        return self.log + self.tail

    @property
    def requests(self) -> int:
        """How many throws and cards there have been so far: the next one has this number."""
        return self._requests + sum(isinstance(entry, Answered) for entry in self.tail)

    @property
    def state(self) -> StateT:
        """The battle as it is now."""
        return cast(StateT, self.last_frame.state)

    @property
    def position(self) -> Position[StateT, DataT]:
        """The battle as it is now, with its map."""
        return Position(self.battle, self.state)

    @property
    def over(self) -> bool:
        """Say whether the battle has ended."""
        return self.checkpoint.state.outcome is not None

    def next_wanted(self) -> Ask | Throw | DrawCard | None:
        """Return the first order, throw or card that is needed from here on, whoever gives it; None if none is.

        Nobody decides anything for it, and no die falls.
        """
        if self.over or self.wanted is not None:
            return self.wanted
        probe: Session[StateT, DataT] = Session(
            self.battle, self.checkpoint.state, dict.fromkeys(self.players, HUMAN), Typed()
        )
        probe.play_out()
        return probe.wanted

    # -- playing -----------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Play one activation, or as much of it as can be played. Say whether it came to its end."""
        if self.over or self.wanted is not None:
            return False
        return self._play(self._answers())

    def play_out(self) -> None:
        """Play until the battle is over or somebody must be asked."""
        while self.advance():
            pass

    def answer(self, answer: Intent | Result) -> None:
        """Answer what is wanted, and play on as far as that leads. A wrong answer raises, and changes nothing."""
        match self.wanted:
            case None:
                raise ValueError("nothing was asked")
            case Ask() as ask:
                if not isinstance(answer, Intent):
                    raise TypeError(f"an order is wanted, not {answer!r}")
                if refused := self.refusal(answer):
                    raise IllegalIntent(ask, answer, refused)
                given: Entry = Ordered(ask, answer, HUMAN)
            case request:
                if isinstance(answer, Intent) or (reason := complaint(request, answer)):
                    raise ChanceRefused(f"an order given, wanted {request}" if isinstance(answer, Intent) else reason)
                given = Answered(str(request), answer)
        waiting, self.wanted = self.wanted, None
        before, self.tail = self.tail, [*self.tail, given]
        try:
            self._play(self._answers())
        except KeyboardInterrupt:
            self.tail, self.wanted = before, waiting
            raise
        except IllegalIntent as illegal:
            # Of an automated side it is a bug, and what led to it must stay in the log.
            if (illegal.ask, illegal.intent) == (waiting, answer):
                self.tail, self.wanted = before, waiting
            raise

    def known_to(self, side: str) -> Position[StateT, DataT]:
        """Return the battle as it is now, as far as a side may know it."""
        return Position(self.battle, self.ruleset.known(self.position, side))

    def refusal(self, intent: Intent) -> Refusal | None:
        """Say why an order cannot be the answer to what is asked; None if it can."""
        if not isinstance(self.wanted, Ask):
            return Refusal("nobody is asked for an order", TABLE_SENSE)
        if isinstance(intent, Done):
            return ORDER_NEEDED if self.is_owed else None
        return self.ruleset.refusal(self.known_to(self.wanted.side), self.wanted, intent)

    def offers(self) -> Iterator[Offer]:
        """Yield what can be the answer to what is asked, as the side that is asked knows it; nothing if nobody is.

        What cannot be ordered now comes with its reason. The last of all, where it is an answer, is to be done.
        """
        if isinstance(self.wanted, Ask):
            yield from self.ruleset.offers(self.known_to(self.wanted.side), self.wanted)
            if not self.is_owed:
                yield DONE

    def openings(self) -> Iterator[OpenActor]:
        """Yield who may do what as the answer to what is asked, as the side that is asked knows it, without words."""
        if isinstance(self.wanted, Ask):
            yield from self.ruleset.openings(self.known_to(self.wanted.side), self.wanted)
            if not self.is_owed:
                yield OpenActor(None, (OpenKind(Done, (Done(),).__iter__),).__iter__)

    def _answers(self) -> Answers:
        results = [entry for entry in self.tail if isinstance(entry, Answered)]
        orders = [entry for entry in self.tail if isinstance(entry, Ordered) and entry.by == HUMAN]
        return Answers(results, orders)

    def _play(self, answers: Answers) -> bool:
        before = [entry for entry in self.tail if isinstance(entry, Frame)]
        start: Start[StateT] = Start(self.checkpoint.state, len(self._frames), self._requests)
        game: Game[StateT, DataT] = Game(self.battle, start, self._deciders, self.source, answers, reasons=self.reasons)
        self.why = ()
        try:
            self.ruleset.play(game)
        except Wanted as wanted:
            assert isinstance(wanted.request, Ask | Throw | DrawCard)
            self.wanted, self.is_owed, self.why = wanted.request, wanted.is_owed, game.notebook.seal()
        except Exception:
            # The bundle that reproduces a bug is made of this.
            self.tail = game.log
            raise
        self.tail = game.log
        self._compare(before)
        if self.wanted is not None:
            return False
        if not answers.used_up:
            raise Diverged("an activation ended before all its dice and orders were used")
        self._commit(game)
        return True

    def _compare(self, before: list[Frame]) -> None:
        """Make sure that what was shown already has happened again in the same way."""
        if not before:
            return
        for then, now in zip(before, (entry for entry in self.tail if isinstance(entry, Frame)), strict=False):
            if then.event != now.event:
                raise Diverged(f"frame {then.number} was {then.event}, and is now {now.event}")

    def _commit(self, game: Game[StateT, DataT]) -> None:
        game.expect_nothing_open()
        frames = [entry for entry in self.tail if isinstance(entry, Frame)]
        if not frames:
            raise EndlessLoop("an activation ended without an event")
        self._look_for_loops(game)
        number = self.checkpoint.number + 1
        self._frames += frames
        self._requests = game.requests
        self.log += self.tail
        self.log.append(Checkpoint(number, game.state))
        self.tail = []

    def _look_for_loops(self, game: Game[StateT, DataT]) -> None:
        """Notice a battle that stands still."""
        same_turn = game.state.turn == self.checkpoint.state.turn
        self._activations = self._activations + 1 if same_turn else 0
        if self._activations > ACTIVATIONS_A_TURN:
            raise EndlessLoop(f"turn {game.state.turn} has had more than {ACTIVATIONS_A_TURN} activations")
        if any(map(_comes_from_outside, self.tail)):
            self._stillness = Stillness()
        elif self._stillness.seen(game.state):
            raise EndlessLoop(f"the battle has come back to an earlier state after checkpoint {self.checkpoint.number}")

    # -- going back --------------------------------------------------------------------------------------

    def branch(self, frame: int) -> Session[StateT, DataT]:
        """Return a session that plays on from a frame; this one keeps its own future.

        The orders and dice up to that frame stand, those after it do not: seeded dice fall again as they would have.
        """
        entries = self.entries
        place = next((n for n, entry in enumerate(entries) if isinstance(entry, Frame) and entry.number == frame), None)
        if place is None:
            raise LookupError(f"there is no frame {frame}; the last is {self.frames[-1].number}")
        return self._cut(place + 1)

    def undone(self) -> Session[StateT, DataT] | None:
        """Return the session as it was before the last order that a person gave; None if there was none."""
        entries = self.entries
        for place in range(len(entries) - 1, -1, -1):
            entry = entries[place]
            if isinstance(entry, Ordered) and entry.by == HUMAN:
                return self._cut(place)
        return None

    def with_reasons(self) -> Session[StateT, DataT]:
        """Return the battle with the reasons of everything: played again, with the dice and the orders of people."""
        if self.reasons:
            return self
        first = cast(StateT, self._frames[0].state)
        again: Session[StateT, DataT] = Session(self.battle, first, self.players, self.source)
        for activation in activations(self.entries[len(again.log) :]):
            # With all that has happened, so that what happens otherwise now is noticed.
            again.tail = [entry for entry in activation if not isinstance(entry, Checkpoint)]
            again.advance()
        return again

    def _cut(self, length: int) -> Session[StateT, DataT]:
        entries = self.entries
        # A checkpoint follows at once on the last frame of its activation, and belongs to it.
        if length < len(entries) and isinstance(entries[length], Checkpoint):
            length += 1
        kept = entries[:length]
        return Session.from_log(self.battle, self.players, self.source, kept, reasons=self.reasons)


def activations(entries: Sequence[LogEntry]) -> Iterator[list[LogEntry]]:
    """Yield the entries of one activation after the other, each with the checkpoint that ends it."""
    activation: list[LogEntry] = []
    for entry in entries:
        activation.append(entry)
        if isinstance(entry, Checkpoint):
            yield activation
            activation = []
    if activation:
        yield activation


def led_to(entries: Sequence[LogEntry], number: int) -> tuple[Frame, ...]:
    """Return the frames of the activation that a frame belongs to, up to that frame."""
    frames: list[Frame] = []
    for entry in entries:
        match entry:
            case Frame():
                frames.append(entry)
                if entry.number == number:
                    return tuple(frames)
            case Checkpoint():
                frames = []
    raise LookupError(f"there is no frame {number}")


def deciders_of(ruleset: Ruleset[Any, Any], players: Mapping[str, str]) -> dict[str, tuple[str, Decider]]:
    """Return by side who plays it, and their decider."""
    return {side: (player, Human() if player == HUMAN else ruleset.decider(player)) for side, player in players.items()}
