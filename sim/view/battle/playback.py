"""Where a viewer is in a battle: a cursor into its frames, and how it moves on.

Forward computes what is not there yet, one activation at a time; back only reads. Nothing here draws, and nothing
waits: `tick` is told how much time has passed, and moves the cursor as far as the speed allows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from sim.engine.chance import DrawCard, Result
from sim.engine.dice import Throw
from sim.engine.game import Frame, Ordered
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import HUMAN
from sim.engine.session import LogEntry, Session

SECONDS = {1: 1.3, 2: 0.55, 3: 0.12}
"""How long a frame stays, by speed."""
BUDGET = 0.008
"""Seconds that one tick may spend on hurrying to a goal, so that the window goes on answering."""

Goal = Literal["decision", "turn", "end"]
"""What the cursor hurries to: the next order of an automated side, the next turn, or the end of what can be played."""


@dataclass(frozen=True)
class Past:
    """What led from one frame to the next: the orders that were given between them."""

    orders: tuple[Ordered, ...]

    @property
    def is_decision(self) -> bool:
        """Say whether an automated side gave an order here."""
        return any(order.by != HUMAN for order in self.orders)


@dataclass(frozen=True)
class Branch:
    """Another line of the same battle, which was left at a frame."""

    session: Session[Any, Any]
    left_at: int


@dataclass(frozen=True)
class _Settled:
    """How far the log has been taken over for good: all activations that are over."""

    entries: int = 0
    frames: int = 0
    turns: int = 0
    decisions: int = 0
    orders: tuple[Ordered, ...] = ()
    """Orders to which no frame has led yet."""


class Playback:
    """A battle and the moment of it that is shown."""

    def __init__(self, session: Session[Any, Any], *, speed: int = 2, playing: bool = True) -> None:
        self.speed, self.playing = speed, playing
        self.branches: list[Branch] = []
        self.goal: Goal | None = None
        self._since = 0.0
        self._own_until = -1
        self._take(session)
        self.cursor = self._furthest = len(self.frames) - 1

    def _take(self, session: Session[Any, Any]) -> None:
        self.session = session
        self._known_entries = -1
        self.frames: list[Frame] = []
        self.pasts: list[Past] = []
        self.turns: list[tuple[int, int]] = []
        """The frames with which turns begin, and the numbers of those turns."""
        self.decisions: list[int] = []
        """The frames to which an order of an automated side led."""
        self._settled = _Settled()
        self._sync()

    @property
    def settled(self) -> int:
        """How many frames stay as they are: an activation that waits for somebody is played again from its start."""
        return self._settled.frames

    def _sync(self) -> None:
        """Take over what the session has come to: what is new, and what is played again."""
        log, tail = self.session.log, self.session.tail
        if len(log) + len(tail) == self._known_entries:
            return
        self._known_entries = len(log) + len(tail)
        settled = self._settled
        del self.frames[settled.frames :], self.pasts[settled.frames :]
        del self.turns[settled.turns :], self.decisions[settled.decisions :]
        orders = self._take_over(log[settled.entries :], list(settled.orders))
        self._settled = _Settled(len(log), len(self.frames), len(self.turns), len(self.decisions), tuple(orders))
        self._take_over(tail, orders)

    def _take_over(self, entries: Sequence[LogEntry], orders: list[Ordered]) -> list[Ordered]:
        """Add entries to what is known; return the orders to which no frame has led yet."""
        for entry in entries:
            if isinstance(entry, Frame):
                self._add(entry, Past(tuple(orders)))
                orders = []
            elif isinstance(entry, Ordered):
                orders.append(entry)
        return orders

    def _add(self, frame: Frame, past: Past) -> None:
        number, turn = len(self.frames), frame.state.turn
        if number == 0 or turn != self.frames[-1].state.turn:
            self.turns.append((number, turn))
        if past.is_decision:
            self.decisions.append(number)
        self.frames.append(frame)
        self.pasts.append(past)

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.frames[self.cursor]

    @property
    def is_live(self) -> bool:
        """Say whether the latest frame is shown."""
        return self.cursor == len(self.frames) - 1

    @property
    def shown(self) -> int:
        """How many frames have been shown: what is computed ahead of them gives away what comes."""
        return self._furthest + 1

    @property
    def looks_back(self) -> bool:
        """Say whether a frame is shown that was passed already: what has been computed ahead is no past."""
        return self.cursor < self._furthest

    @property
    def carries_out(self) -> bool:
        """Say whether what came of an order of one's own is being shown."""
        return self.cursor < self._own_until

    @property
    def wanted(self) -> Ask | Throw | DrawCard | None:
        """What play waits for, once everything that led there has been shown."""
        return self.session.wanted if self.is_live else None

    @property
    def is_over(self) -> bool:
        """Say whether the end of the battle is shown."""
        return self.is_live and self.session.over

    @property
    def is_going(self) -> bool:
        """Say whether time passes, or would if nobody were asked: at the end of the battle it does no more."""
        return (self.playing and not self.is_over) or self.goal is not None

    @property
    def may_go_on(self) -> bool:
        """Say whether there is anything to show or to compute after this frame."""
        return not self.is_live or (self.session.wanted is None and not self.session.over)

    # -- moving ------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        if self.goal is not None:
            self._hurry()
        elif self._runs():
            self._since += seconds
            if self._since >= SECONDS[self.speed]:
                self._since = 0.0
                self.forward()
        elif self.is_live and self.cursor == self._own_until:
            # All that came of an order is shown. A person who is asked next must hear of it even if play is stopped.
            self._own_until = -1
            asked = self.session.next_wanted()
            if isinstance(asked, Ask) and self.session.players[asked.side] == HUMAN:
                self._played_on()

    @property
    def is_about_to_play(self) -> bool:
        """Say whether the next frame must be played first, and is going to be without anybody asking."""
        return self.is_live and self.may_go_on and (self.goal is not None or self._runs())

    def _runs(self) -> bool:
        """Say whether the cursor moves by itself: in play, and through what follows from an order of one's own."""
        return self.may_go_on and (self.playing or self.cursor < self._own_until)

    def _hurry(self) -> None:
        until = perf_counter() + BUDGET
        while self.goal is not None and perf_counter() < until:
            if not self.forward() or self._reached():
                self.goal = None

    def _reached(self) -> bool:
        match self.goal:
            case "decision":
                return self.pasts[self.cursor].is_decision
            case "turn":
                return self.cursor > 0 and self.frame.state.turn != self.frames[self.cursor - 1].state.turn
            case _:
                return False

    def forward(self) -> bool:
        """Go on by one frame, playing an activation if need be; say whether there was one."""
        if self.is_live and not self._played_on():
            return False
        self.cursor += 1
        self._furthest = max(self._furthest, self.cursor)
        return True

    def _played_on(self) -> bool:
        if self.session.over or self.session.wanted is not None:
            return False
        try:
            self.session.advance()
        finally:
            # What led to a failure must be there to be looked at.
            self._sync()
        return not self.is_live

    def back(self) -> bool:
        """Go back by one frame; whoever looks back wants it to stay."""
        self._look_elsewhere()
        self.cursor = max(self.cursor - 1, 0)
        return True

    def jump(self, number: int) -> None:
        """Show a frame by its number; at the latest one play goes on, if it went on before somebody looked back."""
        self._look_elsewhere()
        self.cursor = min(max(number, 0), len(self.frames) - 1)
        self._furthest = max(self._furthest, self.cursor)
        self.playing = self.is_live and self.goes_on

    def hurry_to(self, goal: Goal) -> None:
        """Go on as fast as possible to a goal, or until somebody must be asked."""
        self.goal = goal

    def previous(self, fits: Callable[[int], bool]) -> None:
        """Go back to the nearest frame before this one that fits, or to the first."""
        self.jump(next((n for n in range(self.cursor - 1, -1, -1) if fits(n)), 0))

    def halt(self) -> None:
        """Stop where the cursor is, until somebody has it play on."""
        self.playing, self.goal, self._own_until, self._since = False, None, -1, 0.0
        self.goes_on = False

    def _look_elsewhere(self) -> None:
        """Stop for as long as something else than the latest frame is looked at."""
        goes_on = self.playing or self.goes_on
        self.halt()
        self.goes_on = goes_on

    goes_on = False
    """Whether play goes on once the latest frame is shown again: it was not stopped, only left to look back."""

    def toggle(self) -> None:
        """Play on, or stop."""
        if self.playing or self.goal is not None:
            self.halt()
        else:
            self.playing, self._since = True, SECONDS[self.speed]

    # -- playing -----------------------------------------------------------------------------------------

    def answer(self, answer: Intent | Result) -> None:
        """Answer what is wanted; what follows from it is shown frame by frame, even while play is stopped."""
        try:
            self.session.answer(answer)
        finally:
            self._sync()
        self._own_until, self._since = len(self.frames) - 1, SECONDS[self.speed]

    def undo(self) -> bool:
        """Take back the last order that a person gave, with all that came of it; say whether there was one."""
        earlier = self.session.undone()
        if earlier is None:
            return False
        self._turn_to(earlier)
        self.playing = self.playing or self.goes_on
        # Even while play is stopped: whoever takes an order back is to give another.
        self._played_on()
        return True

    def branch(self) -> None:
        """Play on from the frame that is shown. The line that was played before is kept."""
        self.branches.append(Branch(self.session, self.cursor))
        self._turn_to(self.session.branch(self.frame.number))
        self.playing = True

    def switch(self, number: int) -> None:
        """Go back to a line that was kept; the one that is played now is kept in its stead."""
        other = self.branches[number]
        self.branches[number] = Branch(self.session, self.cursor)
        self._turn_to(other.session)
        self.cursor = min(other.left_at, len(self.frames) - 1)

    def _turn_to(self, session: Session[Any, Any]) -> None:
        self._take(session)
        self.goal, self._own_until = None, -1
        self.cursor = self._furthest = len(self.frames) - 1
