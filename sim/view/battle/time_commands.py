"""Going through time: forward, back, to decisions and turns, undo, and other lines of the same battle."""

from __future__ import annotations

from dataclasses import replace

from sim.view.battle.core import Core
from sim.view.battle.playback import Goal
from sim.view.settings import SPEEDS


class TimeCommands(Core):
    """What the time line and its keys do."""

    def toggle_play(self) -> None:
        """Play on, or stop; what is over does neither."""
        if self.model.playback.is_over:
            self._say_why_still()
            return
        self.model.playback.toggle()

    def forward(self) -> None:
        """Go on by one event."""
        if not self.model.playback.may_go_on:
            self._say_why_still()
            return
        self._stopped()
        if not self.model.playback.forward():
            self._say_why_still()

    def back(self) -> None:
        """Go back by one event."""
        self.model.playback.back()
        self._moved()

    def next_decision(self) -> None:
        """Go on to the next order of an automated side."""
        self._hurry("decision")

    def skip(self) -> None:
        """Go on to the next order of one's own, or to the end."""
        self._hurry("end")

    def next_turn(self) -> None:
        """Go on to the beginning of the next turn."""
        self._hurry("turn")

    def _hurry(self, goal: Goal) -> None:
        playback = self.model.playback
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
        self.model.playback.halt()
        self._moved()

    def _say_why_still(self) -> None:
        if self.session.over:
            self.say("The battle is over.")
        elif self.model.playback.wanted is not None:
            self.say("It is your turn.")

    def previous_decision(self) -> None:
        """Go back to the order of an automated side before this."""
        playback = self.model.playback
        playback.previous(lambda n: playback.pasts[n].is_decision)
        self._moved()

    def previous_turn(self) -> None:
        """Go back to the beginning of this turn, or of the one before."""
        frames = self.model.playback.frames
        self.model.playback.previous(lambda n: n > 0 and frames[n].state.turn != frames[n - 1].state.turn)
        self._moved()

    def first_frame(self) -> None:
        """Go back to the beginning."""
        self.jump(0)

    def live(self) -> None:
        """Go to the latest frame."""
        self.jump(len(self.model.playback.frames) - 1)

    def jump(self, number: int) -> None:
        """Show a frame by its number."""
        self.model.playback.jump(number)
        self._moved()

    def jump_and_close(self, number: int) -> None:
        """Show a frame, and close the window that it was found in."""
        self.window = None
        self.jump(number)

    def cycle_speed(self) -> None:
        """Go to the next speed, and from the fastest to the slowest."""
        playback = self.model.playback
        playback.speed = playback.speed + 1 if playback.speed < SPEEDS[1] else SPEEDS[0]
        self.say(f"Speed {playback.speed} of {SPEEDS[1]}")
        self.keep(replace(self.settings, speed=playback.speed))

    def undo(self) -> None:
        """Take back the last order of one's own."""
        if not self.model.playback.undo():
            self.say("You have no order to take back.")
            return
        self._another_line("Your last order was taken back.")

    def branch(self) -> None:
        """Play on from the frame that is shown, keeping the other line."""
        if self.model.playback.is_live:
            self.say("This is the latest frame: go back first, then play on from there.")
            return
        frame = self.model.playback.frame.number
        self.keep_line()
        self.model.playback.branch()
        self._another_line(f"Playing on from frame {frame}. The other line is kept (F8).")

    def switch_line(self, number: int) -> None:
        """Go to another line of the battle."""
        self.model.playback.switch(number)
        self.window = None
        self._another_line("Another line of the battle.")

    def _another_line(self, text: str) -> None:
        self.menu, self._saved_at = None, -1
        self._moved()
        self.say(text)

    def _moved(self) -> None:
        """Forget what belonged to another moment."""
        self.picked_note = None
        self.motion.stop()
