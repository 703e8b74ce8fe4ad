"""What is heard of a battle: each event that is shown in passing, the question that a person is asked, his order.

What is skipped is not heard, nor what is looked at in the past: of a skip, only what it led to. In pictures and tests,
on a sheet in memory, it is quiet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.engine.orders import Ask
from sim.view.battle.sound import Sounds
from sim.view.model.cues import Cue, cues_at
from sim.view.window import SystemWindow

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen


class Hearing:
    """Plays the cues of what a battle screen shows, as loud as its settings say."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.sounds = Sounds()
        self._has_ears = isinstance(screen.stage, SystemWindow)
        self._prompted: object = None
        """When a person was asked last: who, in which turn, after how many decisions of the others."""

    def hear_frames(self, before: int, now: int) -> None:
        """Play what the frame that is shown sounds like: the next one, or the one at which a skip ended."""
        model, settings = self._screen.model, self._screen.settings
        skipped = model.playback.skipped
        if now == before + 1 or (skipped is not None and before < now == skipped[1]):
            frame, people = model.frame_at(now), model.humans
            cues = cues_at(model.position_at(now - 1), frame, animations=settings.animations, people=people)
            self._play(*cues)

    def hear_question(self, ask: Ask) -> None:
        """Tell a person that it is his turn, unless he has only just given the order that led to it."""
        playback = self._screen.model.playback
        asked = (ask.side, ask.about, playback.frame.state.turn, len(playback.decisions))
        if asked != self._prompted:
            self._prompted = asked
            self._play(Cue.PROMPT)

    def hear_order(self) -> None:
        """Tell that an order is given."""
        self._play(Cue.ORDER)

    def _play(self, *cues: Cue) -> None:
        settings = self._screen.settings
        if self._has_ears and settings.sound:
            self.sounds.volume = settings.volume
            self.sounds.play(*cues)

    def close(self) -> None:
        """Give the sound card back."""
        self.sounds.close()
