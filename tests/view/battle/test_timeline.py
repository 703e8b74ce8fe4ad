"""The time line: every frame has its place on it, and a click there finds the frame again."""

import numpy as np
import pygame
import pytest

from sim.view.battle.timeline import TimeLine, TimeLineContents
from sim.view.ui.palette import theme
from tests.view.drawn import pixels

TURNS = ((0, 0), (1, 1), (30, 2), (64, 3))


def line(frames: int = 101, cursor: int = 50, *, wide: int = 1200, ui: float = 1.0, playing: bool = False) -> TimeLine:
    """Return a time line in a window of some width."""
    rect = pygame.Rect(8, 640, wide - 16, round(58 * ui))
    facts = TimeLineContents(frames, cursor, TURNS, (2, 5, 40), playing, 2, cursor == frames - 1, f"frame {cursor}")
    return TimeLine(rect, ui, facts)


@pytest.mark.parametrize("ui", [0.75, 1.0, 2.5])
@pytest.mark.parametrize("frames", [1, 2, 3, 60, 300])
def test_a_click_where_a_frame_lies_finds_that_frame(frames: int, ui: float) -> None:
    """As long as there is a pixel for each, every frame can be clicked; later is further right."""
    bar = line(frames, 0, wide=2400, ui=ui)
    assert frames <= bar.track.width
    places = [bar.x_of(frame) for frame in range(frames)]
    assert places == sorted(places) and places[0] == bar.track.left
    assert [bar.frame_at((x, bar.track.centery)) for x in places] == list(range(frames))


def test_a_little_beyond_the_track_is_its_end_and_farther_off_there_is_no_frame() -> None:
    """Neither on the buttons nor above the bar."""
    bar = line()
    track = bar.track
    assert bar.frame_at((track.left - 3, track.centery)) == 0
    assert bar.frame_at((track.right + 3, track.centery)) == 100
    assert bar.frame_at(bar.spots[0].box.center) is None
    assert bar.frame_at((track.centerx, bar.rect.top - 30)) is None


@pytest.mark.parametrize("ui", [0.75, 1.0, 1.5, 2.5])
def test_there_is_a_button_for_every_way_to_move_in_time(ui: float) -> None:
    """Step by event and by decision, both ways; play or pause; skip; speed. Each can be hit beside the track."""
    bar = line(wide=2400, ui=ui)
    names, boxes = {spot.do.name for spot in bar.spots}, [spot.box for spot in bar.spots]
    assert names == {"previous_decision", "back", "toggle_play", "forward", "next_decision", "skip", "cycle_speed"}
    for n, box in enumerate(boxes):
        assert bar.rect.contains(box) and not box.colliderect(bar.track)
        assert box.collidelist(boxes[n + 1 :]) == -1


def painted(bar: TimeLine) -> np.ndarray:
    """Return the picture of a bar."""
    surface = pygame.Surface((1200, 720), depth=32)
    bar.paint(surface)
    return pixels(surface)


def test_every_turn_has_a_mark_above_the_track() -> None:
    """Where a turn begins there is ink, and between two turns there is none."""
    bar = line(cursor=100)
    image, track = painted(bar), bar.track
    row = image[track.top - 3].astype(int)
    ink = np.abs(row - np.array(theme().ink[:3])).sum(axis=1) < 60
    for frame, _ in TURNS:
        assert ink[bar.x_of(frame) - 1 : bar.x_of(frame) + 2].any(), frame
    assert not ink[bar.x_of(45)]


def test_the_knob_is_where_the_viewer_is_and_play_and_pause_look_different() -> None:
    """Another frame, another place; the button says what it will do."""
    one, other, running = (painted(line(cursor=at, playing=on)) for at, on in ((10, False), (90, False), (10, True)))
    bar = line()
    at = (bar.track.centery, bar.x_of(90))
    assert not np.array_equal(one[at], other[at])
    box = next(spot.box for spot in bar.spots if spot.do.name == "toggle_play")
    part = (slice(box.top, box.bottom), slice(box.left, box.right))
    assert not np.array_equal(one[part], running[part])


@pytest.mark.parametrize("wide", [1, 20, 120, 400])
def test_a_bar_with_no_room_is_still_drawn(wide: int) -> None:
    """Nothing raises, whatever the size of the window."""
    bar = line(wide=wide)
    bar.paint(pygame.Surface((max(wide, 1), 720), depth=32))
    assert bar.frame_at((bar.track.left, bar.track.centery)) == 0
