"""One decision by itself: what an automated side does in a position, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.engine.battle import Battle
from sim.engine.chance import Source, Wanted
from sim.engine.game import Answers, Entry, Frame, Game, Ordered, Start
from sim.engine.notes import Note
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN
from sim.engine.session import deciders_of
from sim.engine.state import State


class NoDecision(Exception):
    """Tell why there is no automated decision to show."""


@dataclass(frozen=True)
class Decision:
    """The first order that an automated side gives, and everything that led to it."""

    order: Ordered | None
    """None if the activation ended without one."""
    frames: tuple[Frame, ...]
    """What happened before it: cards drawn, markers moved."""
    why: tuple[Note, ...]
    """The notes that no event has taken yet."""
    is_unseen: bool = False
    """Whether there is an order that the reader may not know of."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes, from the beginning."""
        return (*(note for frame in self.frames for note in frame.why), *self.why)


class GivenOrder(Exception):
    """An automated side has given its order: as far as a decision goes."""


class UpToOrder(Game[Any, Any]):
    """An activation that stops at the first automated order."""

    def write(self, entry: Entry) -> None:
        """Write an entry, and stop if it is such an order."""
        super().write(entry)
        if isinstance(entry, Ordered) and entry.by != HUMAN:
            raise GivenOrder


def decide(
    battle: Battle[Any], state: State[Any], players: Mapping[str, str], source: Source, requests: int = 0
) -> Decision:
    """Play from a checkpoint to the first automated order, through the very code that plays battles."""
    if state.outcome is not None:
        raise NoDecision(f"the battle is over: {state.outcome.reason}")
    start = Start(state, requests=requests)
    game = UpToOrder(battle, start, deciders_of(battle.ruleset, players), source, Answers())
    try:
        battle.ruleset.play(game)
    except GivenOrder:
        pass
    except Wanted as wanted:
        if isinstance(wanted.request, Ask):
            raise NoDecision(f"the next decision is a player's: {wanted.request}") from None
        raise
    order = next((entry for entry in game.log if isinstance(entry, Ordered)), None)
    return Decision(order, tuple(entry for entry in game.log if isinstance(entry, Frame)), game.notebook.seal())
