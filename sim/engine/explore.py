"""Exploring: every way in which a battle can go on from a state, question by question and throw by throw.

A walk meets three kinds of moments. Somebody must choose: every order on offer leads on. Dice fall or a card is drawn:
every result that the rules can tell from another leads on, with its exact probability. Or the battle is over. What lies
between is played by the very code that plays battles, printed opponents included::

    ChoiceNode  ask, choices: (offer, node) …             sides that people play
    ChanceNode  request, ways: (result, probability, node) …
    EndNode     outcome

So whatever wants to look ahead needs no rule: best play is a maximum over choices, and a mean over ways. Two nodes are
equal if everything that can come of them is: between activations that is the state alone, however it came about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.chance import DrawCard, Reads, Request, Result, Typed, Wanted, named_by, told_apart
from sim.engine.dice import Throw
from sim.engine.game import Answered, Answers, EndlessLoop, Game, Ordered, Start
from sim.engine.orders import DONE, Ask, Decider, IllegalIntent, Intent, Offer
from sim.engine.ruleset import HUMAN
from sim.engine.session import ACTIVATIONS_A_TURN, deciders_of
from sim.engine.state import Outcome, State

_TYPED = Typed()


@dataclass(frozen=True, eq=False)
class _Walk:
    """What all nodes of one walk share."""

    battle: Battle[Any]
    players: Mapping[str, str]
    deciders: Mapping[str, tuple[str, Decider]]

    def node(self, start: State[Any], given: tuple[Answered | Ordered, ...] = ()) -> Node:
        """Play on from a checkpoint, with what is known already of its activation, to where something is open."""
        checkpoint = None if given else start
        for _ in range(ACTIVATIONS_A_TURN):
            if start.outcome is not None:
                return EndNode(self, start, given, start, start)
            results = [entry for entry in given if isinstance(entry, Answered)]
            orders = [entry for entry in given if isinstance(entry, Ordered)]
            game = _Explored(self.battle, Start(start), self.deciders, _TYPED, Answers(results, orders), reasons=False)
            try:
                self.battle.ruleset.play(game)
            except Wanted as wanted:
                if isinstance(wanted.request, Ask):
                    return ChoiceNode(self, start, given, game.state, checkpoint, wanted.request, wanted.is_owed)
                assert isinstance(wanted.request, Throw | DrawCard)
                found = told_apart(wanted.request, game.reads)
                if len(found) > 1:
                    return ChanceNode(self, start, given, game.state, checkpoint, wanted.request, found)
                given = (*given, _answered(wanted.request, found[0][0]))
            else:
                start, given, checkpoint = game.state, (), game.state
        raise EndlessLoop(f"more than {ACTIVATIONS_A_TURN} activations in a row in which nothing was left open")


class _Explored(Game[Any, Any]):
    """An activation that remembers what the rules wanted to know of the last throw."""

    reads: Reads = "faces"

    def _answer(self, request: Request, reads: Reads = "faces") -> Result:
        self.reads = reads
        return super()._answer(request, reads)


def _answered(request: Request, result: Result) -> Answered:
    return Answered(str(request), result, named_by(request))


@dataclass(frozen=True, eq=False)
class Node:
    """A moment of a battle at which it can go on in several ways, or in none."""

    _walk: _Walk
    _start: State[Any]
    """The checkpoint that it follows on."""
    _given: tuple[Answered | Ordered, ...]
    """The orders and dice since."""
    state: State[Any]
    """The battle as it is now: in the middle of an activation, if something has happened in it already."""
    checkpoint: State[Any] | None
    """The state between two activations that alone decides what can come; None once more was chosen or thrown."""

    @property
    def battle(self) -> Battle[Any]:
        """The battle."""
        return self._walk.battle

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side."""
        return self._walk.players

    @property
    def position(self) -> Position[Any, Any]:
        """The battle as it is now, with its map."""
        return Position(self.battle, self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        same_walk = self._walk is other._walk
        return same_walk and self._given == other._given and self._start == other._start

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self._start, self._given))

    def _after(self, entry: Answered | Ordered) -> Node:
        return self._walk.node(self._start, (*self._given, entry))


@dataclass(frozen=True, eq=False)
class ChoiceNode(Node):
    """A side that a person plays is asked for an order."""

    ask: Ask
    is_owed: bool
    """Whether an order must be given: to be done without one is no answer."""

    @cached_property
    def known(self) -> Position[Any, Any]:
        """The battle as far as the side that is asked may know it."""
        known = self.battle.ruleset.known(self.position, self.ask.side)
        return self.position if known is self.state else Position(self.battle, known)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Everything that may be ordered, as a person is offered it; last that there are no further orders."""
        allowed = [offer for offer in self.battle.ruleset.offers(self.known, self.ask) if not offer.refusal]
        return (*allowed, *([] if self.is_owed else [DONE]))

    @property
    def leads(self) -> Iterator[tuple[Intent, Node]]:
        """Every order with what it leads to, without the words of its offer: quicker for whoever tries them all."""
        for opening in self.battle.ruleset.openings(self.known, self.ask):
            for kind in opening.kinds():
                yield from ((order, self._ordered(order)) for order in kind.orders())
        if not self.is_owed:
            yield DONE.intent, self._ordered(DONE.intent)

    @property
    def choices(self) -> Iterator[tuple[Offer, Node]]:
        """Every offer with what it leads to, one after the other."""
        return ((offer, self._ordered(offer.intent)) for offer in self.offers)

    def after(self, order: Intent) -> Node:
        """Return what an order leads to; one that is not allowed raises."""
        if not any(offer.intent == order for offer in self.offers):
            refused = self.battle.ruleset.refusal(self.known, self.ask, order)
            if refused is not None:
                raise IllegalIntent(self.ask, order, refused)
        return self._ordered(order)

    def _ordered(self, order: Intent) -> Node:
        return self._after(Ordered(self.ask, order, HUMAN))


@dataclass(frozen=True, eq=False)
class ChanceNode(Node):
    """Dice fall, or a card is drawn."""

    request: Request
    results: tuple[tuple[Result, Fraction], ...]
    """An example of each result that the rules can tell from the others, and its probability."""

    @property
    def ways(self) -> Iterator[tuple[Result, Fraction, Node]]:
        """Every such result with its probability and what it leads to, one after the other."""
        return ((result, share, self.after(result)) for result, share in self.results)

    def after(self, result: Result) -> Node:
        """Return what a result leads to."""
        return self._after(_answered(self.request, result))


@dataclass(frozen=True, eq=False)
class EndNode(Node):
    """The battle is over."""

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert self.state.outcome is not None
        return self.state.outcome


def explore(battle: Battle[Any], state: State[Any], players: Mapping[str, str]) -> Node:
    """Return the first moment from a checkpoint on at which something is open: a choice, a throw, or nothing more.

    Sides that people play are free to choose; all others are played by their plans, whose dice are open as well.
    """
    return _Walk(battle, dict(players), deciders_of(battle.ruleset, players)).node(state)
