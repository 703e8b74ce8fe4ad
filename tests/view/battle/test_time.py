"""Going through time on the screen, by keys, by the bar at the bottom and by the log; and what follows each move."""

from collections.abc import Callable

import pygame
import pytest

from sim.engine.orders import Ask
from sim.view.battle.compose import timeline_of
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import TextLine, Title
from sim.view.settings import ViewSettings
from tests.picket.rules import Stay
from tests.picket_positions import AUTOMATED, HOTSEAT, Stand
from tests.view.battle.bot import (
    asked,
    click_named,
    clicked,
    ended,
    keys,
    page,
    passed,
    picket,
    picketed,
    pointed,
    sent,
    spots,
)


def watched() -> BattleScreen:
    """Return a battle without people, stopped at its first frame."""
    screen = picketed(players=AUTOMATED)
    passed(screen)
    return keys(screen, "space")


def over() -> BattleScreen:
    """Return a battle without people that has been skipped to its end, with the summary closed."""
    return ended(watched())


def human() -> BattleScreen:
    """Return a battle that plays on by itself, at the first question to its player."""
    return asked(picketed())


def at(screen: BattleScreen) -> int:
    """Return the frame that is shown."""
    return screen.model.playback.cursor


def reached(screen: BattleScreen, key: str) -> int:
    """Press a key and wait until the battle has come to where it leads; return the frame."""
    keys(screen, key)
    while screen.model.playback.goal is not None:
        passed(screen)
    return at(screen)


def test_at_the_end_the_button_is_dark_and_says_why() -> None:
    """There is nothing to pause, and nothing to play."""
    screen = picketed(players=AUTOMATED)
    while not screen.model.playback.is_over:
        assert timeline_of(screen).playing
        passed(screen)
    assert not timeline_of(screen).playing
    passed(screen)
    assert keys(screen, "escape space").message == "The battle is over."
    assert not timeline_of(screen).playing


# -- keys -------------------------------------------------------------------------------------------------


def test_one_event_or_one_decision_on_and_back() -> None:
    """Full stop and comma move by exactly one frame; with Shift from one order of the AI to the next."""
    screen = watched()
    start = at(screen)
    assert [at(keys(screen, key)) - start for key in "...,,."] == [1, 2, 3, 2, 1, 2]
    keys(screen, ", ,")
    stops = [reached(screen, "shift-.") for _ in range(4)]
    assert stops == list(screen.model.playback.decisions[:4])
    assert [at(keys(screen, "shift-,")) for _ in stops[1:]] == stops[-2::-1]


def test_turns_by_page_keys_and_the_ends_by_home_and_end() -> None:
    """Page down comes to where the next turn begins; page up goes back to such places."""
    screen = over()
    last, marks = at(screen), [frame for frame, _ in screen.model.playback.turns]
    assert at(keys(screen, "home")) == 0
    assert [reached(screen, "pagedown") for _ in marks[1:]] == marks[1:]
    assert at(keys(screen, "pageup")) == marks[-2]
    assert at(keys(screen, "end")) == last


def test_space_plays_and_stops_and_the_speed_key_goes_round_three_speeds() -> None:
    """Play moves on by itself, and a second press holds it; each speed is told, and after the third comes the first."""
    screen = keys(watched(), "space")
    passed(screen, 60, 0.05)
    assert at(screen) >= 2
    here = at(keys(screen, "space"))
    passed(screen, 60, 0.05)
    assert at(screen) == here
    seen = [screen.model.playback.speed]
    for _ in range(3):
        seen.append(keys(screen, "/").model.playback.speed)
        assert str(seen[-1]) in screen.message
    assert set(seen) == {1, 2, 3} and seen[0] == seen[3]


# -- the bar and the log ----------------------------------------------------------------------------------


def test_the_track_is_clicked_and_dragged_along() -> None:
    """Everywhere; the frame follows the mouse, even where it leaves the bar, until the button is let go."""
    screen = over()
    bar, y, seen = screen.picture.timeline, screen.picture.timeline.track.centery, []
    for frame in (0, 3, len(screen.model.playback.frames) // 2, len(screen.model.playback.frames) - 1):
        clicked(screen, (bar.x_of(frame), y))
        assert at(screen) == frame
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=(bar.x_of(2), y), button=1)
    for frame, height in ((4, y), (8, y - 200), (5, y + 3)):
        pointed(screen, (bar.x_of(frame), height), held=True)
        seen.append(at(screen))
    sent(screen, pygame.MOUSEBUTTONUP, pos=(bar.x_of(5), y), button=1)
    pointed(screen, (bar.x_of(9), y))
    assert seen == [4, 8, 5] and at(screen) == 5


def test_every_button_of_the_bar_does_what_its_key_does() -> None:
    """A mouse alone can do it."""
    screen = over()
    for name in ("back", "forward", "toggle_play", "cycle_speed", "previous_decision", "skip"):
        screen.timing.jump(6)
        before = (at(screen), screen.model.playback.speed, screen.model.playback.playing)
        click_named(screen, name)
        passed(screen, 3)
        assert (at(screen), screen.model.playback.speed, screen.model.playback.playing) != before, name


def test_the_log_follows_what_is_shown_and_a_click_on_a_line_goes_there() -> None:
    """The line of the frame that is shown is in sight and the marked one; each leads to its own frame."""
    screen = over()
    for frame in (0, len(screen.model.playback.frames) // 2, len(screen.model.playback.frames) - 1):
        screen.timing.jump(frame)
        passed(screen, 2)
        assert frame in [spot.do.args[0] for spot in screen.panels["side"].spots if spot.do.name == "jump"]
    lines = [spot for spot in spots(screen) if spot.do.name == "jump"]
    assert len(lines) > 3
    for spot in lines[1:4]:
        clicked(screen, spot.box.center)
        assert at(screen) == spot.do.args[0]
        chosen = [b for b in screen.panels["side"].blocks if isinstance(b, TextLine) and b.chosen]
        assert [line.do for line in chosen] == [spot.do]
        screen.timing.live()
        passed(screen)


# -- undo and other lines ---------------------------------------------------------------------------------


def stayed(screen: BattleScreen) -> Ask:
    """Let whoever is asked stay where he is, and wait for the next question; return the one that was answered."""
    ask = screen.model.playback.wanted
    assert isinstance(ask, Ask)
    screen.model.playback.answer(Stay(str(ask.unit)))
    asked(screen)
    return ask


FAR_APART = (Stand("ames", "B3", 4), Stand("red-1", "H4", 1))


def test_undo_by_key_asks_me_again_and_loses_no_line() -> None:
    """The state is that before my order, and orders can be given at once; a line that was kept is still kept."""
    screen = asked(picketed(picket(*FAR_APART), players=HOTSEAT))
    before, ask = screen.model.position.state, stayed(screen)
    asked(keys(screen, "u"))
    assert screen.model.playback.wanted == ask and screen.model.position.state == before
    stayed(screen)
    screen.timing.jump(1)
    stayed(asked(keys(screen, "b")))
    assert len(keys(screen, "u").model.playback.branches) == 1


def test_where_there_is_nothing_to_take_back_or_to_branch_from_that_is_said() -> None:
    """And nothing changes."""
    screen = watched()
    assert "no order to take back" in keys(screen, "u").message
    assert "go back first" in keys(screen, "end b").message and not screen.model.playback.branches


def test_playing_on_from_here_keeps_the_other_line_and_both_can_be_reached() -> None:
    """B branches, F8 lists what was left, and a click there comes back to it."""
    screen = over()
    line = list(screen.session.frames)
    screen.timing.jump(5)
    passed(screen)
    assert keys(screen, "b").session.frames == line[:6]
    click_named(keys(screen, "f8"), "switch_line")
    assert screen.session.frames == line and page(screen) == ""


# -- what the screen says of it ---------------------------------------------------------------------------


def headline(screen: BattleScreen) -> str:
    """Return the first line of the panel of orders."""
    passed(screen)
    title = screen.panels["orders"].blocks[0]
    assert isinstance(title, Title)
    return title.text


def test_while_the_ai_plays_nobody_is_told_that_they_look_back() -> None:
    """Frames that are computed ahead are no past."""
    screen = picketed(players=AUTOMATED)
    for _ in range(60):
        screen.tick(0.3)
        assert "Looking back" not in headline(screen)
        if screen.model.playback.is_over:
            break
    assert headline(keys(screen, "escape ,")) == "Looking back"


def test_a_forecast_is_never_shown_of_another_moment() -> None:
    """Once I have given an order, what was foreseen before it is not on the screen any more."""
    screen = keys(asked(picketed(picket(*FAR_APART))), "a")
    before, ask = screen.looking.foreseen, screen.model.playback.wanted
    assert before is not None and isinstance(ask, Ask)
    screen.model.playback.playing = False
    screen.model.playback.answer(Stay(str(ask.unit)))
    passed(screen, 60, 0.1)
    assert screen.looking.foreseen is not before


def test_a_step_by_key_slides_the_counters_as_play_does() -> None:
    """Somebody who steps through a move sees it, too."""
    screen = picketed(players=AUTOMATED, settings=ViewSettings(animations=True))
    passed(screen)
    keys(screen, "space")
    assert any(keys(screen, ".").motion.is_on for _ in range(30))


# -- going on after a look back ---------------------------------------------------------------------------


def test_no_orders_can_be_given_while_looking_back_and_play_goes_on_after_it() -> None:
    """The menu comes back with the latest frame, and the AI answers as before."""
    screen = human()
    assert screen.model.playback.playing
    assert keys(screen, ",").ordering.menu is None and not screen.model.playback.playing
    assert not [spot for spot in spots(screen) if spot.do.name in ("confirm", "choose_verb")]
    passed(screen, 20, 0.2)
    assert screen.model.playback.looks_back
    assert keys(screen, "end").ordering.menu is not None and screen.model.playback.playing


def ordered() -> BattleScreen:
    """Return a battle in which the player has given an order."""
    screen = human()
    stayed(screen)
    return screen


PLAYING: dict[str, tuple[Callable[[], BattleScreen], str, bool]] = {
    "space stops play for good: a look back and the way home change nothing about it": (human, "space , end", False),
    "an order taken back from the past is no reason to stop play": (ordered, ", u", True),
    "after skipping to one's order the AI goes on by itself": (watched, "space s", True),
    "stepping to a decision stops at every one": (watched, "space shift-.", False),
}


@pytest.mark.parametrize(("start", "pressed", "playing"), PLAYING.values(), ids=PLAYING)
def test_play_goes_on_unless_it_was_stopped(start: Callable[[], BattleScreen], pressed: str, playing: bool) -> None:
    """Whatever is looked at meanwhile."""
    assert keys(start(), pressed).model.playback.playing == playing


def test_keys_that_lead_nowhere_say_so_and_stop_nothing() -> None:
    """Where the player is to choose, nothing happens behind his back; after the order the AI plays as before."""
    screen = human()
    frames = len(screen.session.frames)
    for key in (".", "shift-.", "s", "pagedown"):
        assert keys(screen, key).message == "It is your turn."
        assert screen.model.playback.playing and len(screen.session.frames) == frames
