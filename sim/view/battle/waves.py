"""The waveform of every sound, made of noise, decaying tones and envelopes. Nothing is recorded, nothing is read.

Each is a row of numbers between -1 and 1, at `RATE` numbers a second, that begins and ends in silence. Noise comes from
a generator of its own with a fixed seed: a cue always sounds the same, and the dice of a battle know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.view.model.cues import Cue

RATE = 44_100
"""Samples a second."""
_RISE, _FALL = 0.0005, 0.008
"""Seconds in which every part of a sound comes up and goes out, so that no loudspeaker clicks."""
_SEED = 1885

Wave = NDArray[np.float64]


@lru_cache(maxsize=len(Cue))
def wave(cue: Cue) -> Wave:
    """Return the waveform of a cue; its loudest moment is as loud as it should be beside the others."""
    make, peak = _MADE[cue]
    made = _faded(make())
    made *= peak / np.abs(made).max()
    made.setflags(write=False)
    return made


# -- what sounds are made of ---------------------------------------------------------------------------------------


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _noise(seconds: float, low: float, high: float, seed: int = 0) -> Wave:
    """Return noise between two pitches, in hertz; its edges are soft, so that it hisses and does not whistle."""
    white = np.random.default_rng((_SEED, seed)).standard_normal(round(seconds * RATE))
    pitches = np.fft.rfftfreq(white.size, 1 / RATE)
    passes = 1 / (1 + (low / np.maximum(pitches, 1)) ** 4) / (1 + (pitches / high) ** 4)
    made: Wave = np.fft.irfft(np.fft.rfft(white) * passes, white.size)
    made /= np.abs(made).max()
    return made


def _decay(seconds: float, half: float, rise: float = 0.001) -> Wave:
    """Return an envelope that rises quickly and is half as loud after every `half` seconds."""
    time = _time(seconds)
    made: Wave = np.minimum(time / rise, 1.0) * 0.5 ** (np.maximum(time - rise, 0) / half)
    return made


def _tone(seconds: float, pitch: float, half: float, falls: float = 0.0) -> Wave:
    """Return a struck tone; one that falls loses that share of its pitch in the course of it."""
    time = _time(seconds)
    swept = pitch * (time - falls * time**2 / (2 * seconds))
    made: Wave = np.sin(2 * np.pi * swept) * _decay(seconds, half, 0.002)
    return made


def _bell(seconds: float, pitch: float, half: float) -> Wave:
    """Return a soft bell: a tone with two quieter ones above it, which die away sooner."""
    over = ((1.0, 1.0, 1.0), (2.0, 0.25, 0.6), (3.01, 0.08, 0.35))
    return sum(
        (share * _tone(seconds, pitch * times, half * life) for times, share, life in over),
        np.zeros_like(_time(seconds)),
    )


def _knock(seconds: float, pitch: float, seed: int) -> Wave:
    """Return a small thing put down on wood: a dull tone, and the click of the edge."""
    body = _tone(seconds, pitch, 0.012, falls=0.3) + 0.4 * _tone(seconds, pitch * 2.7, 0.006)
    return body + 0.35 * _noise(seconds, 1500, 5000, seed) * _decay(seconds, 0.003)


def _joined(*parts: tuple[float, float, Wave]) -> Wave:
    """Lay sounds over each other: each with the second at which it begins, and how loud it is."""
    ends = [round(start * RATE) + part.size for start, _, part in parts]
    made = np.zeros(max(ends))
    for (_, share, part), end in zip(parts, ends, strict=True):
        made[end - part.size : end] += share * _faded(part)
    return made


def _faded(part: Wave) -> Wave:
    """Let a sound come out of silence and go back into it."""
    rise, fall = round(_RISE * RATE), round(_FALL * RATE)
    faded = part.copy()
    faded[:rise] *= np.linspace(0.0, 1.0, rise)
    faded[-fall:] *= np.linspace(1.0, 0.0, fall)
    return faded


# -- the cues ------------------------------------------------------------------------------------------------------


def _shot() -> Wave:
    """A rifle some way off: the crack, the report below it, and what the hills give back."""
    crack = _noise(0.05, 900, 9000, 1) * _decay(0.05, 0.004, 0.0005)
    report = _noise(0.3, 90, 700, 2) * _decay(0.3, 0.028)
    echo = _noise(0.3, 150, 500, 3) * _decay(0.3, 0.07, 0.05)
    return _joined((0.0, 1.0, crack), (0.002, 0.9, report), (0.12, 0.16, echo))


def _hit() -> Wave:
    """A dull thud, a moment after the shot that it may be heard with."""
    thud = _tone(0.2, 105, 0.035, falls=0.5)
    cloth = _noise(0.12, 150, 1300, 4) * _decay(0.12, 0.014)
    return _joined((0.09, 1.0, thud), (0.09, 0.7, cloth))


def _miss() -> Wave:
    """Something that goes past and away: a breath of air that falls in pitch, and a patter of earth."""
    time = _time(0.3)
    glide = np.sin(2 * np.pi * (1900 * time - 2200 * time**2))
    passes = (0.25 * glide + _noise(0.3, 700, 2600, 5)) * np.sin(np.pi * time / 0.3) ** 2 * 0.5 ** (time / 0.08)
    earth = _noise(0.1, 300, 1500, 6) * _decay(0.1, 0.02, 0.008)
    return _joined((0.07, 1.0, passes), (0.28, 0.25, earth))


def _move() -> Wave:
    """A counter slid over the map and put down."""
    slide = _noise(0.09, 800, 3000, 7) * np.sin(np.pi * _time(0.09) / 0.09) ** 2
    return _joined((0.0, 0.16, slide), (0.075, 1.0, _knock(0.09, 330, 8)))


def _card() -> Wave:
    """A card drawn off a deck: a swish that brightens, and the snap of its corner."""
    time = _time(0.15)
    swish = (_noise(0.15, 1200, 4500, 9) + _noise(0.15, 3500, 11_000, 10) * time / 0.15) * (time / 0.15) ** 1.5
    snap = _noise(0.05, 1500, 8000, 11) * _decay(0.05, 0.006)
    return _joined((0.0, 0.55, swish * np.minimum((0.15 - time) / 0.02, 1)), (0.145, 0.9, snap))


def _die() -> Wave:
    """Dice on a table: some knocks, nearer and quieter each time."""
    times, shares = (0.0, 0.07, 0.125, 0.165, 0.2, 0.225), (1.0, 0.8, 0.65, 0.45, 0.3, 0.2)
    pitches = (900, 1120, 840, 1260, 980, 1150)
    knocks = [_knock(0.06, pitch, 20 + n) for n, pitch in enumerate(pitches)]
    return _joined(*zip(times, shares, knocks, strict=True))


def _prompt() -> Wave:
    """Two soft notes, the second higher: your turn."""
    return _joined((0.0, 0.8, _bell(0.3, 523.25, 0.06)), (0.11, 1.0, _bell(0.4, 783.99, 0.08)))


def _order() -> Wave:
    """A pencil tapped on the table."""
    return _knock(0.07, 620, 30)


def _lost_unit() -> Wave:
    """A muffled drum, struck twice."""
    skin = _noise(0.3, 60, 300, 31) * _decay(0.3, 0.03)
    beat = _tone(0.4, 82, 0.07, falls=0.25)
    return _joined((0.0, 1.0, beat), (0.0, 0.5, skin), (0.2, 0.7, beat), (0.2, 0.35, skin))


def _chord(*notes: tuple[float, float]) -> Wave:
    """Some bells one after the other, each with its beginning and its pitch; all die away together."""
    end = 0.8
    return _joined(*((start, 1.0, _bell(end - start, pitch, 0.14)) for start, pitch in notes))


_MADE: dict[Cue, tuple[Callable[[], Wave], float]] = {
    Cue.SHOT: (_shot, 0.7),
    Cue.HIT: (_hit, 0.6),
    Cue.MISS: (_miss, 0.3),
    Cue.MOVE: (_move, 0.3),
    Cue.CARD: (_card, 0.3),
    Cue.DIE: (_die, 0.4),
    Cue.PROMPT: (_prompt, 0.35),
    Cue.ORDER: (_order, 0.25),
    Cue.LOST_UNIT: (_lost_unit, 0.7),
    Cue.WON: (lambda: _chord((0.0, 392.0), (0.12, 493.88), (0.24, 587.33), (0.36, 783.99)), 0.5),
    Cue.LOST: (lambda: _chord((0.0, 392.0), (0.16, 311.13), (0.32, 261.63), (0.32, 130.81)), 0.5),
    Cue.DRAWN: (lambda: _chord((0.0, 392.0), (0.18, 293.66), (0.18, 440.0)), 0.45),
}
"""How each is made, and its loudest moment: what is heard often is quieter than what is heard seldom."""
