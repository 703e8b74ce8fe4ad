"""A game in the course of one activation: what rules and plans talk to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from sim.engine.battle import Battle, DataT, Position
from sim.engine.chance import DrawCard, Reads, Request, Result, Source, Wanted, complaint, named_by
from sim.engine.dice import Throw, die
from sim.engine.events import CardTaken, DeckShuffled, Event
from sim.engine.frozen import fast_frozen
from sim.engine.matching import unsaved
from sim.engine.notes import Drawn, NoNotes, Note, Notebook, Opposed, Rolled
from sim.engine.orders import ORDER_NEEDED, Ask, Decider, Done, IllegalIntent, Intent, Refusal
from sim.engine.state import State, StateT

T = TypeVar("T")

BUDGET = 20_000
"""Steps that one activation may take. The longest honest ones take a few hundred."""


class Frame(NamedTuple):
    """One event, the state after it, and the notes that led to it."""

    number: int
    event: Event[Any]
    state: State[Any]
    why: tuple[Note, ...]


@fast_frozen
@dataclass(frozen=True)
class Answered:
    """A request and what chance, or somebody at the table, made of it."""

    asked: str
    """The request in words: two requests that read the same are the same."""
    result: Result
    about: tuple[str, ...] = ()
    """The units concerned that not every side knew of."""


@fast_frozen
@dataclass(frozen=True)
class Ordered:
    """An order as it was given."""

    ask: Ask
    intent: Intent
    by: str
    """human, solo or commander."""


Entry = Answered | Ordered | Frame
"""What an activation writes down, in the order in which it came about."""


class Diverged(Exception):
    """Tell that play did not go as it went before."""


class EndlessLoop(Exception):
    """Tell that an activation does not come to an end; a bug in a system, and never a hang."""


class Unresolved(Exception):
    """Tell that an order came to nothing: every order ends in at least one event, if only that nothing was done."""


class Matched(NamedTuple):
    """What came of dice against dice that cancel each other."""

    hits: int
    left: int
    """Those of them that were not cancelled."""
    faces: tuple[int, ...]
    """The dice of the attack."""


class Human:
    """A person: the answers they have given so far, and then a question."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield what the person has answered; when that is used up, the game waits."""
        while not isinstance(intent := game.answers.order(ask), Done):
            yield intent
        game.write(Ordered(ask, intent, "human"))


class Answers:
    """What is known already of an activation that is played again: results of chance and orders of people."""

    def __init__(self, results: Sequence[Answered] = (), orders: Sequence[Ordered] = ()) -> None:
        self._results, self._orders = results, orders
        self._next_result = self._next_order = 0

    def result(self, asked: str) -> Result | None:
        """Return the next result; None if there is none yet. The request must be the one it was an answer to."""
        if self._next_result == len(self._results):
            return None
        known = self._results[self._next_result]
        if known.asked != asked:
            raise Diverged(f"the record has {known.asked!r}, and play asks for {asked!r}")
        self._next_result += 1
        return known.result

    def order(self, ask: Ask) -> Intent:
        """Return the next order, or want it."""
        if self._next_order == len(self._orders):
            raise Wanted(ask)
        known = self._orders[self._next_order]
        if known.ask != ask:
            raise Diverged(f"the record has an order for {known.ask}, and play asks {ask}")
        self._next_order += 1
        return known.intent

    @property
    def used_up(self) -> bool:
        """Say whether everything that was known has been asked for."""
        return self._next_result == len(self._results) and self._next_order == len(self._orders)


@fast_frozen
@dataclass(frozen=True)
class Start(Generic[StateT]):
    """Where an activation begins: a checkpoint, and how much had happened before it."""

    state: StateT
    frames: int = 0
    requests: int = 0


@dataclass
class Game(Generic[StateT, DataT]):
    """One activation in progress.

    Rules change the battle by `happen` alone. All chance goes through `throw`, `pick` and `draw`, and all choices
    through `order` and `orders`; each leaves an entry in the log, and the dice leave notes.
    """

    battle: Battle[DataT]
    start: Start[StateT]
    deciders: Mapping[str, tuple[str, Decider]]
    """By side: who plays it, and their decider."""
    source: Source
    answers: Answers = field(default_factory=Answers)
    budget: int = BUDGET
    reasons: bool = True
    """Whether notes are kept. Dice and decisions are the same either way."""

    def __post_init__(self) -> None:
        self.state: StateT = self.start.state
        self.log: list[Entry] = []
        self.notebook = Notebook() if self.reasons else NoNotes()
        self._frames = self.start.frames
        self._requests = self.start.requests
        self._position: Position[StateT, DataT] | None = None
        self.known: dict[str, Position[StateT, DataT]] = {}
        """By side what `known_to` has found since the last event."""
        self._secrets: frozenset[str] | None = None
        self._unresolved: Ordered | None = None
        self._judged: tuple[Position[StateT, DataT] | None, Ask | None, Intent | None, Refusal | None] = (None,) * 4

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Position[StateT, DataT]:
        """The battle as it is now."""
        if self._position is None:
            self._position = Position(self.battle, self.state)
        return self._position

    def known_to(self, side: str) -> Position[StateT, DataT]:
        """Return the battle as far as a side may know it."""
        known = self.known.get(side)
        if known is None:
            here = self.position
            state = self.battle.ruleset.known(here, side)
            # What is worked out of a position is kept with it: a side that knows everything shares the one there is.
            known = self.known[side] = here if state is here.state else Position(self.battle, state)
        return known

    @property
    def secrets(self) -> frozenset[str]:
        """The units that not every side knows of."""
        if self._secrets is None:
            positions = [self.known_to(side.id) for side in self.battle.sides]
            known = [position.state.units.ids for position in positions if position is not self.position]
            self._secrets = frozenset().union(*(self.state.units.ids - each for each in known))
        return self._secrets

    # -- happening ---------------------------------------------------------------------------------------

    def happen(self, event: Event[Any]) -> None:
        """Let something happen, with the notes so far as its reasons."""
        self.state = event.apply(self.state)
        self._position = None
        self.known.clear()
        self._secrets = None
        # As `write` does it, without asking what kind of entry this is: nothing is written more often.
        self._unresolved = None
        self.log.append(Frame(self._frames, event, self.state, self.notebook.seal()))
        self._frames += 1
        if len(self.log) > self.budget:
            self._give_up(event)

    def note(self, note: Note) -> None:
        """Leave a note for the next event."""
        self.notebook.write(note)

    def write(self, entry: Entry) -> None:
        """Write an order or a result into the log, as long as the budget lasts."""
        if isinstance(entry, Ordered) and not isinstance(entry.intent, Done):
            self._unresolved = entry
        self.log.append(entry)
        if len(self.log) > self.budget:
            self._give_up(entry)

    def _give_up(self, last: object) -> NoReturn:
        raise EndlessLoop(f"an activation took more than {self.budget} steps; the last was {last}")

    @property
    def requests(self) -> int:
        """How many throws and cards have been asked for since the battle began."""
        return self._requests

    def expect_nothing_open(self) -> None:
        """Raise if the last order has come to nothing. A reaction may be ordered before what it reacts to happens."""
        if self._unresolved is not None:
            raise Unresolved(f"nothing came of the order {self._unresolved.intent} ({self._unresolved.ask})")

    # -- chance ------------------------------------------------------------------------------------------

    def throw(self, throw: Throw, rule: str = "", notebook: Notebook | None = None) -> Rolled:
        """Throw dice; the result is noted."""
        return self._thrown(throw, rule, "faces", notebook)

    def total(self, throw: Throw, rule: str = "", against: tuple[int, ...] = ()) -> int:
        """Throw dice and return what they add up to, and nothing else of them.

        Rules that will only ask which of some numbers it reaches name them.
        """
        return self._thrown(throw, rule, against or "total").total

    def met(self, throw: Throw, rule: str = "") -> bool:
        """Throw dice and say whether they are good enough, and nothing else of them."""
        return self._thrown(throw, rule, "met").is_good

    def successes(self, throw: Throw, rule: str = "") -> int:
        """Throw dice that are judged each by itself, and return how many are good enough, and nothing else of them."""
        return self._thrown(throw, rule, "successes").successes

    def chain(self, first: Throw, *further: Throw, rule: str = "") -> tuple[int, ...]:
        """Throw dice, for each that is good enough another, and so on; return how many are at each stage.

        Rules may tell all of them, and go by the last alone.
        """
        found = [self.successes(first, rule)]
        for throw in further:
            found.append(self.successes(replace(throw, count=found[-1]), rule) if found[-1] else 0)
        return tuple(found)

    def matched(self, attack: Throw, defence: Throw, between: Note) -> Matched:
        """Throw dice, and where any is good enough those that may cancel it, after a note; a die cancels no higher one.

        Rules may tell all of it, and go by how many are left alone.
        """
        rolled, saves = self.throw(attack), tuple[int, ...]()
        if not rolled.successes:
            return Matched(0, 0, rolled.faces)
        self.note(between)
        if defence.count > 0:
            saves = self.throw(defence).faces
        left = unsaved(rolled.faces, saves, _low(attack), _low(defence))
        return Matched(rolled.successes, left, rolled.faces)

    def exchanged(self, one: Throw, other: Throw, between: Note) -> tuple[int, int]:
        """Throw dice against each other that are attack and defence at once; return what each side loses by it."""
        mine = self.throw(one).faces
        self.note(between)
        theirs = self.throw(other).faces
        return unsaved(theirs, mine, _low(other), _low(one)), unsaved(mine, theirs, _low(one), _low(other))

    def _thrown(self, throw: Throw, rule: str, reads: Reads, notebook: Notebook | None = None) -> Rolled:
        faces = self._answer(throw, reads)
        assert isinstance(faces, tuple)
        rolled = Rolled(throw, faces, rule=rule)
        (notebook or self.notebook).write(rolled)
        return rolled

    def oppose(self, one: Throw, other: Throw, ahead: int, rule: str = "") -> Opposed:
        """Throw dice against each other, first one and then the other; both are noted as one contest."""
        opposed = Opposed(*self._both(one, other, "faces"), ahead, rule=rule)
        self.notebook.write(opposed)
        return opposed

    def margin(self, one: Throw, other: Throw, ahead: int, rule: str = "") -> int:
        """Throw dice against each other, and return by how much the first ends above the second, and nothing else."""
        opposed = Opposed(*self._both(one, other, "total"), ahead, rule=rule)
        self.notebook.write(opposed)
        return opposed.margin

    def _both(self, one: Throw, other: Throw, reads: Reads) -> tuple[Rolled, Rolled]:
        faces = [self._answer(throw, reads) for throw in (one, other)]
        assert isinstance(faces[0], tuple) and isinstance(faces[1], tuple)
        return Rolled(one, faces[0]), Rolled(other, faces[1])

    def pick(self, options: Sequence[T], throw: Throw) -> tuple[T, Rolled]:
        """Pick one of several by a die with as many faces. It is not noted: the die becomes part of a note."""
        faces = self._answer(throw)
        assert isinstance(faces, tuple)
        return options[faces[0] - 1], Rolled(throw, faces)

    def choose(self, options: Sequence[T], purpose: str, whom: str = "", names: Sequence[str] = ()) -> T:
        """Pick one of several at random, visibly. One alone needs no die."""
        if len(options) == 1:
            return options[0]
        names = tuple(names) or tuple(map(str, options))
        chosen, rolled = self.pick(options, Throw(die(len(options)), purpose, whom, options=tuple(names)))
        self.note(rolled)
        return chosen

    def draw(self, deck: str, purpose: str, whom: str = "", rule: str = "", notebook: Notebook | None = None) -> str:
        """Draw a card and note it. The rules say where it goes: see `take`."""
        card = self._answer(DrawCard(self.state.deck(deck), purpose, whom))
        assert isinstance(card, str)
        (notebook or self.notebook).write(Drawn(deck, purpose, whom, card, rule=rule))
        return card

    def take(self, deck: str, purpose: str, whom: str = "", rule: str = "") -> str:
        """Draw a card and discard it; a deck that is used up is shuffled first."""
        if not self.state.deck(deck).left:
            self.happen(DeckShuffled(deck))
        card = self.draw(deck, purpose, whom, rule)
        self.happen(CardTaken(deck, card))
        return card

    def _answer(self, request: Request, reads: Reads = "faces") -> Result:
        """Return the result of a request; `reads` is all that the rules will learn of it."""
        asked = str(request)
        result = self.answers.result(asked)
        if result is None:
            result = self.source.result(request, self._requests)
        if reason := complaint(request, result):
            raise Diverged(reason)
        self._requests += 1
        # Most name nobody but a side: then nobody's knowledge need be looked into.
        units = self.state.units
        about = tuple([name for name in named_by(request) if name in units and name in self.secrets])
        self.write(Answered(asked, result, about))
        return result

    # -- choices -----------------------------------------------------------------------------------------

    def refusal(self, ask: Ask, intent: Intent) -> Refusal | None:
        """Say why an order cannot be the answer to what is asked, by what the side may know; None if it can.

        Nobody aims at what he cannot know of, nor is warned of it. A plan asks before it gives an order, which is then
        judged: the last answer serves for both.
        """
        known = self.known_to(ask.side)
        position, asked, judged, refused = self._judged
        if position is not known or judged is not intent or asked != ask:
            refused = self.battle.ruleset.refusal(known, ask, intent)
            self._judged = known, ask, intent, refused
        return refused

    def order(self, ask: Ask) -> Intent:
        """Ask for one order."""
        try:
            for intent in self.orders(ask):
                return intent
        except Wanted as wanted:
            wanted.is_owed = wanted.request is ask
            raise
        raise IllegalIntent(ask, Done(), ORDER_NEEDED)

    def orders(self, ask: Ask) -> Iterator[Intent]:
        """Ask for orders, as many as the side has to give; each is carried out before the next is asked for."""
        player, decider = self.deciders[ask.side]
        for intent in decider.orders(self, ask):
            if reason := self.refusal(ask, intent):
                raise IllegalIntent(ask, intent, reason)
            self.write(Ordered(ask, intent, player))
            yield intent
            self.expect_nothing_open()


def _low(throw: Throw) -> int:
    """Return what one of some dice must show."""
    return (throw.need.low or 0) if throw.need is not None else 0
