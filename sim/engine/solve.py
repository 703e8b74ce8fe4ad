"""Best play: the exact value of a position for one side, against opponents that play by their plans.

Every choice of the side that is solved for is the best of its offers, every throw the mean of its ways. What is known
of states between activations is kept by their fingerprints, and whoever wants to go on another day is told of each: a
state that was solved once is never solved again.

Values are sums of floats: with some million states the error stays below one in a billion. `sim.explore` gives the same
walk to whoever wants fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.engine.battle import Battle
from sim.engine.explore import ChanceNode, ChoiceNode, EndNode, Node, explore
from sim.engine.orders import Offer
from sim.engine.record import Scribe
from sim.engine.ruleset import HUMAN
from sim.engine.state import Outcome, State


class Unsolved(Exception):
    """Tell why there is no exact value: too many states, hidden units, or play that comes back to where it was."""


def victory(outcome: Outcome, side: str) -> float:
    """Return 1 for a victory, 0 for a defeat, and a half for a draw."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


@dataclass
class Solver:
    """Finds the value of positions of one battle for one side, and remembers all of them.

    Where the side itself plays by a plan nothing is chosen, and the value is what that plan is worth.
    """

    battle: Battle[Any]
    players: Mapping[str, str]
    side: str
    most: int = 2_000_000
    """How many states may be kept at most."""
    known: dict[str, float] = field(default_factory=dict)
    """By the fingerprint of a state between activations: its value."""
    solved: Callable[[str, float], None] = lambda fingerprint, value: None
    """Is told of every state that was solved, in the order in which they are."""
    met: int = 0
    """How many choices, throws and ends have been met."""

    def __post_init__(self) -> None:
        people = [side for side, player in self.players.items() if player == HUMAN]
        if others := [side for side in people if side != self.side]:
            raise Unsolved(
                f"{' and '.join(others)} would be played by people: all but one side must play by their plans"
            )
        self._scribe = Scribe(self.battle)

    def value(self, state: State[Any]) -> float:
        """Return how likely the side is to win from a state, if it plays as well as it can; a draw counts as half."""
        return self._value(self._node(state))

    def orders(self, state: State[Any]) -> Iterator[tuple[float, Offer]]:
        """Yield what the side may order first, each with its value; dice before that fall in the likeliest way."""
        node = self._node(state)
        while isinstance(node, ChanceNode):
            node = node.after(max(node.results, key=lambda each: each[1])[0])
        if isinstance(node, ChoiceNode):
            yield from ((self._value(then), offer) for offer, then in node.choices)

    def _node(self, state: State[Any]) -> Node:
        return explore(self.battle, state, self.players)

    def _value(self, root: Node) -> float:
        """Work down the tree without recursion, which a long battle would exhaust."""
        open_ = [_Open(root, self._key(root), self._parts(root))]
        under_way = {open_[0].key}
        while True:
            top = open_[-1]
            # Nothing is better than a victory that is certain, and after it there is nothing left of a throw.
            then = next(top.parts, None) if top.value < 1 else None
            if then is not None:
                share, node = then
                key = self._key(node)
                if (value := self._ready(node, key)) is not None:
                    top.add(share, value)
                    continue
                if key and key in under_way:
                    raise Unsolved("play can come back to where it was: there is no end to what may come")
                under_way.add(key)
                open_.append(_Open(node, key, self._parts(node), share))
                continue
            open_.pop()
            under_way.discard(top.key)
            value = self._settled(top)
            if not open_:
                return value
            open_[-1].add(top.share, value)

    def _ready(self, node: Node, key: str) -> float | None:
        if isinstance(node, EndNode):
            self.met += 1
            return victory(node.outcome, self.side)
        return self.known.get(key) if key else None

    def _settled(self, top: _Open) -> float:
        if isinstance(top.node, EndNode):
            return victory(top.node.outcome, self.side)
        if top.key and top.key not in self.known:
            if len(self.known) >= self.most:
                raise Unsolved(f"there are more than {self.most:,} states")
            self.known[top.key] = top.value
            self.solved(top.key, top.value)
        return top.value

    def _key(self, node: Node) -> str:
        return "" if node.checkpoint is None else self._scribe.fingerprint(node.checkpoint)

    def _parts(self, node: Node) -> Iterator[tuple[float | None, Node]]:
        """Yield what a node leads to, each with its probability; None where it is a choice."""
        self.met += 1
        match node:
            case ChanceNode():
                return ((float(share), then) for _, share, then in node.ways)
            case ChoiceNode():
                if node.known.state != node.state:
                    raise Unsolved("there are hidden units: whoever looked ahead would see them")
                return ((None, then) for _, then in node.leads)
        return iter(())


@dataclass
class _Open:
    """A node of which not all that can come has been looked at."""

    node: Node
    key: str
    parts: Iterator[tuple[float | None, Node]]
    share: float | None = None
    """How likely it is, below a throw."""
    value: float = 0.0

    def add(self, share: float | None, value: float) -> None:
        """Take in what one of its ways is worth."""
        self.value = max(self.value, value) if share is None else self.value + share * value
