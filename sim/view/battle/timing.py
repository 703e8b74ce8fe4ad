"""Going through time: forward, back, to decisions and turns, undo, and other lines of the same battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.view.model.playback import Goal, Playback
from sim.view.settings import SPEEDS

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen


class Timing:
    """What the time line and its keys do."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen

    @property
    def _playback(self) -> Playback:
        return self._screen.model.playback

    def toggle_play(self) -> None:
        """Play on, or stop; what is over does neither."""
        if self._playback.is_over:
            self._say_why_still()
            return
        self._playback.toggle()

    def forward(self) -> None:
        """Go on by one event."""
        if not self._playback.may_go_on:
            self._say_why_still()
            return
        self._stopped()
        self._playback.forward()

    def back(self) -> None:
        """Go back by one event."""
        self._playback.back()
        self._moved()

    def next_decision(self) -> None:
        """Go on to the next order of an automated side."""
        self._hurry("decision")

    def skip(self) -> None:
        """Go on to the next order of one's own, or to the end; hurry through those of a commander as well."""
        if not self._screen.ordering.hurry_deputy():
            self._hurry("end")

    def next_turn(self) -> None:
        """Go on to the beginning of the next turn."""
        self._hurry("turn")

    def next_meanwhile(self) -> None:
        """Go through what happened while was skipped, one thing after the other, and back to the latest frame."""
        lines, cursor = self._screen.looking.meanwhile, self._playback.cursor
        if not lines:
            self._screen.say("Nothing was skipped since your last order.")
            return
        frames = sorted({line.frame for line in lines})
        self.jump(
            next((frame for frame in frames if frame > cursor), frames[0])
            if cursor != frames[-1]
            else self._playback.shown - 1
        )

    def _hurry(self, goal: Goal) -> None:
        playback = self._playback
        if not playback.may_go_on:
            # Nothing is stopped by that: after the order that is waited for, play goes on as before.
            self._say_why_still()
            return
        goes_on = playback.playing or playback.goes_on
        self._stopped()
        playback.hurry_to(goal)
        # Whoever skips to his own order has not asked for the next ones to be shown step by step.
        playback.playing = goal == "end" and goes_on

    def _stopped(self) -> None:
        """Take the next steps by hand."""
        self._playback.halt()
        self._moved()

    def _say_why_still(self) -> None:
        if self._screen.engine.session.over:
            self._screen.say("The battle is over.")
        elif self._playback.wanted is not None:
            self._screen.say("It is your turn.")

    def previous_decision(self) -> None:
        """Go back to the order of an automated side before this."""
        playback = self._playback
        if not any(number < playback.cursor for number in playback.decisions):
            self._screen.say("The AI has decided nothing before this.")
            return
        playback.previous(lambda n: playback.pasts[n].is_decision)
        self._moved()

    def previous_turn(self) -> None:
        """Go back to the beginning of this turn, or of the one before."""
        frames = self._playback.frames
        self._playback.previous(lambda n: n > 0 and frames[n].state.turn != frames[n - 1].state.turn)
        self._moved()

    def first_frame(self) -> None:
        """Go back to the beginning."""
        self.jump(0)

    def live(self) -> None:
        """Go to the latest frame."""
        self.jump(len(self._playback.frames) - 1)

    def jump(self, number: int) -> None:
        """Show a frame by its number."""
        self._playback.jump(number)
        self._moved()

    def jump_and_close(self, number: int) -> None:
        """Show a frame, and close the window that it was found in."""
        self._screen.pages.close_window()
        self.jump(number)

    def cycle_speed(self) -> None:
        """Go to the next speed, and from the fastest to the slowest."""
        playback = self._playback
        playback.speed = playback.speed + 1 if playback.speed < SPEEDS[1] else SPEEDS[0]
        self._screen.say(f"Speed {playback.speed} of {SPEEDS[1]}")
        self._screen.keep(speed=playback.speed)

    def undo(self) -> None:
        """Take back the last order of one's own."""
        if not self._playback.can_undo:
            self._screen.say("You have no order to take back.")
            return
        self._playback.undo()
        self._another_line("Your last order was taken back.")

    def redo(self) -> None:
        """Give the order again that was taken back last; what came of it comes of it again."""
        if not self._playback.can_redo:
            self._screen.say("No order was taken back that could be given again.")
            return
        self._playback.redo()
        self._another_line("Your order was given again.")

    def branch(self, *, new_luck: bool = False) -> None:
        """Play on from the frame that is shown, keeping the other line; the dice fall as they would have."""
        playback = self._playback
        if playback.is_live:
            self._screen.say("This is the latest frame: go back first, then play on from there.")
            return
        frame, luck = playback.frame.number, " with new luck" if new_luck else ""
        playback.branch(new_luck=new_luck)
        self._another_line(f"Playing on from frame {frame}{luck}. The other line is kept (F8).")

    def branch_with_new_luck(self) -> None:
        """Play on from the frame that is shown, keeping the other line; the dice fall anew."""
        self.branch(new_luck=True)

    def switch_line(self, number: int) -> None:
        """Go to another line of the battle."""
        self._playback.switch(number)
        self._screen.pages.close_window()
        self._another_line("Another line of the battle.")

    def _another_line(self, text: str) -> None:
        self._screen.ordering.forget()
        self._moved()
        self._screen.say(text)

    def _moved(self) -> None:
        """Forget what belonged to another moment."""
        self._screen.looking.forget_moment()
        self._screen.motion.stop()
