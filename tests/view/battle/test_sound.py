"""The sounds of the window: which event has which, what they are like, and that nothing comes of a missing card."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pygame
import pytest

from sim.cli.main import main
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.events import Arrived, BattleEnded, Event, Passed
from sim.engine.session import Session
from sim.engine.state import Outcome
from sim.grid import Cell
from sim.play.happening import Moved
from sim.resources import find_scenario
from sim.rules import SHIPPED, shipped
from sim.rules.ambush_alley import events as aas
from sim.rules.conflict_of_heroes import events as coh
from sim.rules.la_cucaracha import events as cuc
from sim.rules.la_petite_guerre import events as lpg
from sim.rules.outlaws import events as out
from sim.scenario.scenario import load_scenario
from sim.view.battle.sound import APART, Sounds, gain
from sim.view.battle.waves import RATE, wave
from sim.view.model.cues import NAMED, Cue, cues_at, cues_of, name_of
from sim.view.settings import ViewSettings

HERE = Cell(1, 1)
ENDS = (Cue.WON, Cue.LOST, Cue.DRAWN)


# -- which event has which sound ---------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SHIPPED)
def test_every_event_of_every_system_is_in_the_table(system: str) -> None:
    """Each has a sound, or is named as one without."""
    forgotten = [kind.__name__ for kind in shipped(system).events if kind is not BattleEnded and name_of(kind) is None]
    assert not forgotten, f"say in sim/view/model/cues.py how these sound, or that they do not: {forgotten}"


def test_the_table_names_no_event_that_is_gone_and_none_twice() -> None:
    """A name that no system has is one that was renamed. A process without pygame looks sounds up."""
    named = [name for names in NAMED.values() for name in names.split()]
    assert len(named) == len(set(named))
    assert {name_of(kind) for system in SHIPPED for kind in shipped(system).events} - {None} == set(named)
    told = "import sys; import sim.view.model.cues; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0


@pytest.mark.parametrize(
    ("event", "cues"),
    [
        (coh.Attacked("mg", "rifles", 8, "missed"), (Cue.SHOT, Cue.MISS)),
        (coh.Attacked("mg", "rifles", 8, "hit"), (Cue.SHOT,)),  # what the hit does is told by the next event
        (coh.HitTaken("rifles", "pinned", "soft hits"), (Cue.HIT,)),
        (coh.Searched("mg", HERE, 8, "nobody"), (Cue.SHOT, Cue.MISS)),
        (coh.Destroyed("rifles"), (Cue.LOST_UNIT,)),
        (out.Shot("ash", "boone", "colt", hit=False), (Cue.SHOT, Cue.MISS)),
        (out.Shot("ash", "boone", "colt", hit=True), (Cue.SHOT,)),
        (out.BlowStruck("olaf", "buck", "body blow", 0), (Cue.MISS,)),
        (out.BlowStruck("olaf", "buck", "body blow", 2), (Cue.HIT,)),
        (cuc.Shot("yaquis", "train", hits=2, losses=1, facing=0), (Cue.SHOT, Cue.HIT)),
        (cuc.Shot("yaquis", "train", hits=1, losses=0, facing=0), (Cue.SHOT,)),
        (cuc.Shot("yaquis", "train", hits=0, losses=0, facing=0), (Cue.SHOT, Cue.MISS)),
        (aas.Fired("team", "cell", 3, 2, False, HERE, HERE, 0), (Cue.SHOT, Cue.HIT)),
        (aas.Fired("team", "cell", 0, 0, False, HERE, HERE, 0), (Cue.SHOT, Cue.MISS)),
        (aas.Searched("team", HERE), (Cue.ORDER,)),  # a house, not by fire
        (lpg.Fired("howe", "gabriel", hit=False), (Cue.SHOT, Cue.MISS)),
        (lpg.GunFired("gatling", HERE, "gatling", None, ()), (Cue.SHOT,)),
        (lpg.Struck("howe", "gabriel"), (Cue.MISS,)),
        (lpg.Struck("howe", "gabriel", "howe"), (Cue.HIT,)),
        (lpg.Refrained("canada"), ()),  # a kind of pass, though it has a name of its own
        (Passed("canada"), ()),
    ],
)
def test_a_shot_says_what_it_came_to(event: Event[Any], cues: tuple[Cue, ...]) -> None:
    """That it missed is heard with it; that it hit, with the event that says whom it cost."""
    assert cues_of(event) == cues


def test_an_event_that_nobody_has_named_sounds_like_what_it_derives_from() -> None:
    """A system of one's own is heard as well."""

    class Flew(Moved[Any]):
        pass

    class Dreamt(Event[Any]):
        def apply(self, state: Any) -> Any:
            return state

    assert cues_of(Flew("a1", (HERE,), 0)) == (Cue.MOVE,)
    assert cues_of(Dreamt()) == ()
    assert cues_of(Dreamt(), thrown=True) == (Cue.DIE,)


WON, DRAWN = BattleEnded(Outcome("law", "")), BattleEnded(Outcome(None, ""))
CIRCUMSTANCES: dict[str, tuple[Event[Any], dict[str, Any], Cue | None]] = {
    "a loss takes the place of a hit": (cuc.Shot("a", "b", hits=3, losses=3, facing=0), {"lost": True}, Cue.LOST_UNIT),
    "whatever brought it": (lpg.RanOff("a"), {"lost": True}, Cue.LOST_UNIT),
    "and is heard once": (coh.Destroyed("a"), {"lost": True}, Cue.LOST_UNIT),
    "rather than dice": (Passed("a"), {"lost": True, "thrown": True}, Cue.LOST_UNIT),
    "moves are heard": (Arrived("a1", HERE, 0), {}, Cue.MOVE),
    "but not by those who want no motion": (Arrived("a1", HERE, 0), {"animations": False}, None),
    "who hear losses": (lpg.RanOff("a"), {"lost": True, "animations": False}, Cue.LOST_UNIT),
    "and orders": (coh.DugIn("a"), {"animations": False}, Cue.ORDER),
    "the end is a victory for who has won": (WON, {"people": ["law"]}, Cue.WON),
    "a defeat for who has lost": (WON, {"people": ["gang"]}, Cue.LOST),
    "a victory if both sit at the screen": (WON, {"people": ["gang", "law"]}, Cue.WON),
    "or nobody": (WON, {}, Cue.WON),
    "or a draw": (DRAWN, {"people": ["gang"]}, Cue.DRAWN),
}


@pytest.mark.parametrize(("event", "more", "cue"), CIRCUMSTANCES.values(), ids=CIRCUMSTANCES)
def test_what_an_event_sounds_like_depends_on_what_came_of_it_and_who_hears_it(
    event: Event[Any], more: dict[str, Any], cue: Cue | None
) -> None:
    """A shot is heard before what it came to."""
    shots = (Cue.SHOT,) if isinstance(event, cuc.Shot) else ()
    assert cues_of(event, **more) == (*shots, *((cue,) if cue else ()))


def test_a_whole_battle_is_heard_frame_by_frame() -> None:
    """Who fell and whether dice were thrown is read from the frames."""
    scenario = load_scenario(find_scenario("street_gunfight"))
    session: Session[Any, Any] = Session(
        scenario.battle, scenario.state, {"law": "commander", "gang": "solo", "town": "solo"}, Seeded(1)
    )
    while session.advance():
        pass
    frames = session.frames
    heard = [
        (frame, cues_at(Position(scenario.battle, before.state), frame, people=["law"]))
        for before, frame in pairwise(frames)
    ]
    losses = [frame for frame, cues in heard if Cue.LOST_UNIT in cues]
    outcome = frames[-1].state.outcome
    assert outcome is not None and len(losses) == sum(dict(outcome.scores).values())  # here a man is a point
    shots = [frame for frame, cues in heard if Cue.SHOT in cues]
    assert len(shots) == sum(isinstance(frame.event, out.Shot | out.Thrown) for frame in frames)
    assert heard[-1][1] == (Cue.WON,)
    assert {Cue.DIE, Cue.MOVE, Cue.CARD} <= {cue for _, cues in heard for cue in cues}


# -- what they are like --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_is_short_and_neither_clips_nor_clicks(cue: Cue) -> None:
    """It begins and ends in silence, and leaves room for others to be mixed with it."""
    made = wave(cue)
    assert 0.05 <= made.size / RATE <= 0.8
    assert 0.2 <= np.abs(made).max() <= 0.75
    assert made[0] == made[-1] == 0
    assert abs(made.mean()) < 0.01  # no hum of a direct current
    assert np.abs(made[-RATE // 200 :]).max() < 0.02  # gone before it ends


def test_sounds_differ_and_a_shot_is_a_crack_and_no_beep() -> None:
    """By more than loudness: no two are alike in their pitches. The strength of a shot comes at once, and lies in no
    one pitch, as that of a note does."""

    def pitches(cue: Cue) -> Any:
        spectrum = np.abs(np.fft.rfft(wave(cue), RATE)) ** 2
        bands = np.array([band.sum() for band in np.split(spectrum[:16_000], np.geomspace(50, 12_000, 40).astype(int))])
        return np.sqrt(bands / bands.sum())

    def in_one_pitch(cue: Cue) -> float:
        spectrum = np.abs(np.fft.rfft(wave(cue))) ** 2
        return float(spectrum.max() / spectrum.sum())

    alike = {(one, other): float(pitches(one) @ pitches(other)) for one, other in combinations(Cue, 2)}
    assert not [pair for pair, value in alike.items() if not set(pair) <= {*ENDS} and value >= 0.95]
    assert not np.array_equal(wave(Cue.WON), wave(Cue.LOST))
    strength = np.cumsum(wave(Cue.SHOT) ** 2) / (wave(Cue.SHOT) ** 2).sum()
    assert strength[round(0.06 * RATE)] > 0.8
    assert in_one_pitch(Cue.SHOT) < 0.05 < in_one_pitch(Cue.PROMPT)


def test_a_cue_always_sounds_the_same_and_leaves_other_chance_alone() -> None:
    """Its noise comes from a generator of its own."""
    np.random.seed(7)
    first = wave.__wrapped__(Cue.DIE)
    assert np.random.random() == np.random.RandomState(7).random_sample()
    assert np.array_equal(first, wave.__wrapped__(Cue.DIE))


# -- playing -------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that stands still until it is told the time."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def sounds() -> Iterator[tuple[Sounds, Clock]]:
    """Sounds on a card that takes everything and makes no noise."""
    clock = Clock()
    made = Sounds(clock=clock)
    yield made, clock
    made.close()


def playing() -> int:
    """Return how many sounds are to be heard."""
    return sum(pygame.mixer.Channel(number).get_busy() for number in range(pygame.mixer.get_num_channels()))


def test_nothing_is_opened_before_the_first_cue_and_the_same_is_not_heard_twice_at_once(
    sounds: tuple[Sounds, Clock],
) -> None:
    """The mixer is opened beside the game, and waits for nobody. Several are mixed, none within 60 ms of itself, in the
    volume of the moment."""
    made, clock = sounds
    assert made.available is None and pygame.mixer.get_init() is None
    made.play(Cue.WON)
    assert made._opening is not None and made._opening is not threading.current_thread()
    made.finish()
    assert made.available and playing() == 1  # what was wanted while it opened is heard then
    made.volume = 80
    made.play(Cue.WON, Cue.LOST_UNIT, Cue.LOST_UNIT)
    assert playing() == 2
    channels = map(pygame.mixer.Channel, range(pygame.mixer.get_num_channels()))
    loudness = sorted(sound.get_volume() for channel in channels if (sound := channel.get_sound()) is not None)
    assert loudness == pytest.approx([gain(ViewSettings.volume), gain(80)], abs=0.01)
    for passed, heard in ((APART * 0.9, 2), (APART * 0.2, 3)):
        clock.now += passed
        made.play(Cue.WON)
        assert playing() == heard


def test_a_cue_that_had_to_wait_too_long_is_left_out(sounds: tuple[Sounds, Clock], monkeypatch: Any) -> None:
    """A shot that is heard a second later says something wrong."""
    made, clock = sounds
    really = pygame.mixer.set_num_channels

    def slow(number: int) -> None:
        clock.now += 2
        really(number)

    monkeypatch.setattr(pygame.mixer, "set_num_channels", slow)
    made.play(Cue.WON)
    made.finish()
    assert made.available and playing() == 0


@pytest.mark.parametrize("option", ["--no-sound", "--quiet"])
def test_a_run_can_be_kept_silent(option: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """By a word on the command line, whatever the settings say, and for this time only; nor is a card woken for nothing
    where there is no volume."""
    made = Sounds(volume=0)
    made.play(*Cue)
    assert made.available is None and pygame.mixer.get_init() is None
    monkeypatch.setattr(Sounds, "allowed", True)
    monkeypatch.setattr("sim.view.window.has_display", lambda: False)
    assert main(["play", "farm_at_kamenka", option]) == 0
    made = Sounds(volume=100)
    made.play(*Cue)
    assert made.available is None and pygame.mixer.get_init() is None
    assert "sound" not in capsys.readouterr().err


def test_without_a_sound_card_the_game_goes_on(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    """It is said in `available`, and nowhere else."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    made = Sounds()
    made.play(Cue.SHOT)
    made.finish()
    assert made.available is False
    made.play(*Cue)
    made.close()
    assert capfd.readouterr() == ("", "")


def test_a_mixer_that_is_closed_under_its_feet_harms_nobody(sounds: tuple[Sounds, Clock]) -> None:
    """As when the window closes, or a card is pulled out."""
    made, clock = sounds
    made.play(Cue.SHOT)
    made.finish()
    pygame.mixer.quit()
    clock.now += 1
    made.play(Cue.SHOT)
    assert made.available is False
    made.close()  # and opened again
    made.play(Cue.HIT)
    made.finish()
    assert made.available
