"""Where a viewer is in a battle: a cursor into its frames, and how it moves on.

Back only reads. Forward has the engine play what is not there yet, and goes on when word of it has come. Nothing here
draws, and nothing waits: `tick` is told how much time has passed, and moves the cursor as far as the speed allows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from sim.engine.chance import DrawCard, Result
from sim.engine.dice import Throw
from sim.engine.game import Frame, Ordered
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import HUMAN
from sim.engine.session import LogEntry, Session

SECONDS = {1: 1.3, 2: 0.55, 3: 0.12}
"""How long a frame stays, by speed."""
IN_A_HURRY = 12
"""Activations that are played at once on the way to a goal."""

Goal = Literal["decision", "turn", "end"] | int
"""What the cursor hurries to: the next order of an automated side, the next turn, the end of what can be played, or a
frame by its number."""


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
    """Another line of the same battle, which is kept."""

    left_at: int
    """The frame that was shown when it was left."""


class Plays(Protocol):
    """Who plays the battle: he is told what to do, and word of it comes when it is done."""

    branches: tuple[Branch, ...]

    @property
    def session(self) -> Session[Any, Any]:
        """The line of the battle that is played, as far as word of it has come."""

    @property
    def is_waited_for(self) -> bool:
        """Whether something that was wanted of him is not done yet."""

    @property
    def is_caught_up(self) -> bool:
        """Whether word of all that had happened before has come."""

    def advance(self, activations: int) -> None:
        """Play on."""

    def give(self, answer: Intent | Result) -> None:
        """Answer what is asked for, and play on as far as that leads."""

    def give_advised(self) -> None:
        """Answer what is asked for as the commander would."""

    def play_on_if_asked(self) -> None:
        """Play on if a person is asked next."""

    def undo(self) -> None:
        """Take back the last order that a person gave."""

    @property
    def can_redo(self) -> bool:
        """Whether an order was taken back, and none was given since."""

    def redo(self) -> None:
        """Go back to the line that was left when an order was taken back."""

    def branch(self, frame: int, left_at: int, *, new_luck: bool) -> None:
        """Play on from a frame on a line of its own."""

    def switch(self, number: int, left_at: int) -> None:
        """Go to another line that is kept."""


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

    def __init__(
        self, session: Session[Any, Any], player: Plays | None = None, *, speed: int = 2, playing: bool = True
    ) -> None:
        self.speed, self.playing = speed, playing
        self._player = player
        self.goal: Goal | None = None
        self._since = 0.0
        self._own_until = -1
        self._answered = False
        """Whether an order of one's own is being carried out: what comes of it is shown frame by frame."""
        self._owes_step = False
        """Whether one more event was asked for, which is being played."""
        self._skipped: tuple[int, int] | None = None
        self._goes_to: int | None = None
        """The frame to be shown of a line that was switched to."""
        self._catches_up = player is not None and not player.is_caught_up
        """Whether what happened before is still being heard of: nobody wants to see it all again."""
        self._take(session)
        self.cursor = self._furthest = len(self.frames) - 1

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The other lines of this battle that are kept."""
        return self._player.branches if self._player is not None else ()

    def follow(self) -> None:
        """Take over what has become of the battle since the last time."""
        if self._player is None:
            return
        if self._player.session is not self.session:
            self._turn_to(self._player.session)
        else:
            self._sync()
        if self._catches_up:
            self._catch_up(self._player)
        elif self._answered and not self._player.is_waited_for:
            self._answered, self._own_until, self._since = False, len(self.frames) - 1, SECONDS[self.speed]

    def _take(self, session: Session[Any, Any]) -> None:
        self.session = session
        self._known_entries = (-1, -1)
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
        if (len(log), len(tail)) == self._known_entries:
            return
        self._known_entries = len(log), len(tail)
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
    def skipped(self) -> tuple[int, int] | None:
        """The frames from which and to which was skipped last, until more is shown."""
        return self._skipped if self._skipped is not None and self._skipped[1] == self._furthest else None

    @property
    def carries_out(self) -> bool:
        """Say whether an order of one's own is being carried out, or what came of it is being shown."""
        return (self._answered and self.is_live) or self.cursor < self._own_until

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
        """Say whether there is anything to show or to play after this frame."""
        return not self.is_live or (self.session.wanted is None and not self.session.over)

    @property
    def is_settled(self) -> bool:
        """Say whether nothing that was commanded is still to come."""
        return self._player is None or not self._player.is_waited_for

    # -- moving ------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.follow()
        if self.goal is not None:
            self._hurry()
        elif self._owes_step and (not self.is_live or not self.may_go_on):
            self._owes_step = False
            self._step()
        elif self._runs():
            self._since += seconds
            if self._since >= SECONDS[self.speed] and self._step():
                self._since = 0.0
        elif self.is_live and self.cursor == self._own_until and self._player is not None:
            # All that came of an order is shown. A person who is asked next must hear of it even if play is stopped.
            self._own_until = -1
            self._player.play_on_if_asked()
            self.follow()

    def _runs(self) -> bool:
        """Say whether the cursor moves by itself: in play, and through what follows from an order of one's own."""
        return self.may_go_on and (self.playing or self.cursor < self._own_until)

    def _hurry(self) -> None:
        first = self._skipped[0] if self._skipped is not None else None
        self._hurry_on()
        self._skipped = (first, self.cursor) if first is not None else None

    def _hurry_on(self) -> None:
        while self.goal is not None:
            if not self.may_go_on:
                self.goal = None
            elif not self._step(1 if isinstance(self.goal, int) else IN_A_HURRY):
                return  # it is being played
            elif self._reached():
                self.goal = None

    def _reached(self) -> bool:
        match self.goal:
            case "decision":
                return self.pasts[self.cursor].is_decision
            case int(number):
                return self.cursor >= number
            case "turn":
                return self.cursor > 0 and self.frame.state.turn != self.frames[self.cursor - 1].state.turn
            case _:
                return False

    def forward(self) -> None:
        """Go on by one frame, as soon as it is there."""
        self._owes_step = not self._step()

    def _step(self, activations: int = 1) -> bool:
        """Show the next frame; if it is not there yet have it played, and say so."""
        if self.is_live and self.may_go_on and self._player is not None and not self._player.is_waited_for:
            self._player.advance(activations)
            self.follow()
        if self.is_live:
            return False
        self.cursor += 1
        self._furthest = max(self._furthest, self.cursor)
        return True

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
        if goal == "decision":
            self._skipped = None
        elif self.skipped is None:  # else it goes on where the last skip ended
            self._skipped = self.cursor, self.cursor
        self.goal = goal

    def previous(self, fits: Callable[[int], bool]) -> None:
        """Go back to the nearest frame before this one that fits, or to the first."""
        self.jump(next((n for n in range(self.cursor - 1, -1, -1) if fits(n)), 0))

    def play_to(self, number: int) -> None:
        """Play as far as a frame, and stop there."""
        self.halt()
        self.goal = number

    def halt(self) -> None:
        """Stop where the cursor is, until somebody has it play on."""
        self.playing, self.goal, self._own_until, self._since = False, None, -1, 0.0
        self.goes_on = self._owes_step = False

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
        assert self._player is not None
        self._answered, self._skipped = True, None
        self._player.give(answer)
        self.follow()

    def answer_as_advised(self) -> None:
        """Have what is wanted answered as the commander would."""
        assert self._player is not None
        self._answered = True
        self._player.give_advised()
        self.follow()

    @property
    def can_undo(self) -> bool:
        """Say whether a person has given an order that can be taken back."""
        return any(isinstance(entry, Ordered) and entry.by == HUMAN for entry in self.session.entries)

    def undo(self) -> None:
        """Take back the last order that a person gave, with all that came of it."""
        assert self._player is not None
        # Even while play is stopped it goes on to the next question: whoever takes an order back is to give another.
        self.playing = self.playing or self.goes_on
        self._player.undo()
        self.follow()

    @property
    def can_redo(self) -> bool:
        """Say whether an order was taken back that can be given again."""
        return self._player is not None and self._player.can_redo

    def redo(self) -> None:
        """Give the order again that was taken back last, with all that came of it."""
        assert self._player is not None
        self._player.redo()
        self.follow()

    def branch(self, *, new_luck: bool = False) -> None:
        """Play on from the frame that is shown. The line that was played before is kept."""
        assert self._player is not None
        self._player.branch(self.frame.number, self.cursor, new_luck=new_luck)
        self.playing = True
        self.follow()

    def switch(self, number: int) -> None:
        """Go back to a line that was kept; the one that is played now is kept in its stead."""
        assert self._player is not None
        self._goes_to = self.branches[number].left_at
        self._player.switch(number, self.cursor)
        self.follow()

    def _turn_to(self, session: Session[Any, Any]) -> None:
        self._take(session)
        self.goal, self._own_until, self._answered, self._owes_step = None, -1, False, False
        self._skipped, self._catches_up = None, True

    def _catch_up(self, player: Plays) -> None:
        """Show the latest frame that is known, or the one at which the line was left."""
        self._furthest = len(self.frames) - 1
        self.cursor = self._furthest if self._goes_to is None else min(self._goes_to, self._furthest)
        if player.is_caught_up:
            self._catches_up, self._goes_to = False, None
