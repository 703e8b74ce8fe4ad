"""The window's sounds: quiet, short, and never in the way. Without a sound card there are none, and the game goes on.

The mixer is opened when the first cue is wanted, in a thread of its own: a sound server that sleeps takes a good part
of a second to wake up, and a frame has fifty milliseconds.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pygame

from sim.view.model.cues import Cue
from sim.view.settings import VOLUMES, ViewSettings

APART = 0.06
"""Seconds in which a cue is not heard twice: a volley is one sound, not a rattle."""
_LATE = 0.5
"""Seconds after which a cue that had to wait for the mixer is out of place."""
_PATIENCE = 1.0
"""Seconds that whoever leaves waits for a mixer that is just being opened."""
_DRIVER = "SDL_AUDIODRIVER"
_AT_ONCE = 16
"""Sounds that are mixed; one more than that is not heard."""
_BUFFER = 512
"""Samples that the card is given at a time: 12 ms, which nobody hears as late."""


class Sounds:
    """Plays cues; nothing that goes wrong with that ever reaches whoever asked for one."""

    allowed: ClassVar[bool] = True
    """Whether this run of the program makes any sound at all, whatever the settings say."""

    def __init__(self, volume: int = ViewSettings.volume, clock: Callable[[], float] = time.monotonic) -> None:
        self.volume = volume
        """In percent; it may be changed at any time."""
        self.available: bool | None = None
        """Whether there is something to play on; None until the first cue has found out."""
        self._clock = clock
        self._played: dict[Cue, float] = {}
        self._made: dict[Cue, pygame.mixer.Sound] = {}
        self._opening: Thread | None = None
        self._waiting: list[tuple[float, Cue]] = []

    def play(self, *cues: Cue) -> None:
        """Play cues at once, mixed with whatever is still to be heard. Returns at once, always."""
        if not self.allowed or self.volume <= VOLUMES[0] or self.available is False:
            return
        now = self._clock()
        for cue in cues:
            if now - self._played.get(cue, -APART) >= APART:
                self._played[cue] = now
                self._start(cue, now)

    def finish(self, seconds: float | None = None) -> bool:
        """Wait until the mixer is open or is known not to open, no longer than so many seconds; say whether it is."""
        if self._opening is not None:
            self._opening.join(seconds)
        return self._opening is None or not self._opening.is_alive()

    def close(self) -> None:
        """Give the sound card back; the next cue opens it again. A driver that hangs is left to itself."""
        if self.finish(_PATIENCE):
            self._made, self._opening, self.available = {}, None, None
            pygame.mixer.quit()

    def _start(self, cue: Cue, now: float) -> None:
        if self.available:
            self._sound(cue)
            return
        self._waiting.append((now, cue))
        if self._opening is None:
            self._opening = Thread(target=self._open, name="sound", daemon=True)
            self._opening.start()

    def _open(self) -> None:
        """Open the mixer, make all sounds, and play what has been waiting for no longer than a moment."""
        from sim.view.battle.waves import RATE

        try:
            with _without_alsa_where_it_finds_nothing():
                pygame.mixer.init(RATE, -16, 1, _BUFFER, allowedchanges=0)
            pygame.mixer.set_num_channels(_AT_ONCE)
            self._made = {cue: pygame.mixer.Sound(buffer=_samples(cue)) for cue in Cue}
        except Exception:  # whatever a driver may come up with: a battle is not lost for want of a sound
            self.available, self._waiting = False, []
            return
        self.available = True
        waiting, self._waiting = self._waiting, []
        for wanted, cue in waiting:
            if self._clock() - wanted < _LATE:
                self._sound(cue)

    def _sound(self, cue: Cue) -> None:
        try:
            sound = self._made[cue]
            sound.set_volume(gain(self.volume))
            sound.play()
        except Exception:  # the card was pulled out, or somebody has closed the mixer
            self.available = False


@contextmanager
def _without_alsa_where_it_finds_nothing() -> Iterator[None]:
    """Ask sound servers alone on a Linux without a sound card: ALSA would complain on the terminal, in ten lines."""
    if not sys.platform.startswith("linux") or _DRIVER in os.environ or Path("/dev/snd").exists():
        yield
        return
    os.environ[_DRIVER] = "pulseaudio,pipewire"
    try:
        yield
    finally:
        del os.environ[_DRIVER]


def gain(volume: int) -> float:
    """Return by how much samples are multiplied: half of the scale is a quarter of the strength, as ears have it.

    >>> gain(100), gain(50), gain(0), gain(300)
    (1.0, 0.25, 0.0, 1.0)
    """
    softest, loudest = VOLUMES
    return (min(max(volume, softest), loudest) / loudest) ** 2


def _samples(cue: Cue) -> bytes:
    from sim.view.battle.waves import wave

    return (wave(cue) * 32_767).astype("<i2").tobytes()
