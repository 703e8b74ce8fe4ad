"""Going through time on the screen, by keys, by the bar at the bottom and by the log; and what follows each move."""

import pygame
import pytest

from sim.engine.orders import Ask
from sim.view.battle.compose import timeline_of
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import TextLine, Title
from sim.view.settings import ViewSettings
from tests.picket.rules import Stay
from tests.picket_positions import AUTOMATED, HOTSEAT, Stand
from tests.view.battle.bot import asked, clicked, ended, passed, picket, picketed, pointed, pressed, sent, spots

SHIFT = pygame.KMOD_LSHIFT


def watched() -> BattleScreen:
    """Return a battle without people, stopped at its first frame."""
    screen = picketed(players=AUTOMATED)
    passed(screen)
    pressed(screen, pygame.K_SPACE)
    return screen


def over() -> BattleScreen:
    """Return a battle without people that has been skipped to its end, with the summary closed."""
    return ended(watched())


def at(screen: BattleScreen) -> int:
    """Return the frame that is shown."""
    return screen.model.playback.cursor


def test_at_the_end_the_button_is_dark_and_says_why() -> None:
    """There is nothing to pause, and nothing to play."""
    screen = picketed(players=AUTOMATED)
    while not screen.model.playback.is_over:
        assert timeline_of(screen).playing
        passed(screen)
    assert not timeline_of(screen).playing
    passed(screen)
    pressed(screen, pygame.K_ESCAPE)
    pressed(screen, pygame.K_SPACE)
    assert screen.message == "The battle is over."
    assert not timeline_of(screen).playing


# -- keys -------------------------------------------------------------------------------------------------


def test_one_event_on_and_back() -> None:
    """Full stop and comma move by exactly one frame, as often as they are pressed."""
    screen = watched()
    start = at(screen)
    for n in range(1, 8):
        pressed(screen, pygame.K_PERIOD)
        assert at(screen) == start + n
    for n in range(6, -1, -1):
        pressed(screen, pygame.K_COMMA)
        assert at(screen) == start + n


def test_one_decision_on_and_back() -> None:
    """Shift with the same keys goes from one order of the AI to the next, and the same way back."""
    screen = watched()
    stops = []
    for _ in range(4):
        pressed(screen, pygame.K_PERIOD, SHIFT)
        while screen.model.playback.goal is not None:
            passed(screen)
        stops.append(at(screen))
    assert stops == list(screen.model.playback.decisions[:4])
    for stop in reversed(stops[:-1]):
        pressed(screen, pygame.K_COMMA, SHIFT)
        assert at(screen) == stop


def test_turns_by_page_keys() -> None:
    """Page down comes to where the next turn begins; page up goes back to such places."""
    screen = over()
    pressed(screen, pygame.K_HOME)
    marks = [frame for frame, _ in screen.model.playback.turns]
    seen = []
    for _ in marks[1:]:
        pressed(screen, pygame.K_PAGEDOWN)
        while screen.model.playback.goal is not None:
            passed(screen)
        seen.append(at(screen))
    assert seen == marks[1:]
    pressed(screen, pygame.K_PAGEUP)
    assert at(screen) == marks[-2]


def test_home_and_end() -> None:
    """The first frame, and the latest."""
    screen = over()
    last = at(screen)
    pressed(screen, pygame.K_HOME)
    assert at(screen) == 0
    pressed(screen, pygame.K_END)
    assert at(screen) == last


def test_space_plays_and_stops() -> None:
    """Play moves on by itself, and a second press holds it."""
    screen = watched()
    pressed(screen, pygame.K_SPACE)
    passed(screen, 60, 0.05)
    moved = at(screen)
    assert moved >= 2
    pressed(screen, pygame.K_SPACE)
    here = at(screen)
    passed(screen, 60, 0.05)
    assert at(screen) == here


def test_the_speed_key_goes_round_three_speeds() -> None:
    """After the third comes the first, and each is told."""
    screen = watched()
    seen = [screen.model.playback.speed]
    for _ in range(3):
        pressed(screen, pygame.K_SLASH)
        seen.append(screen.model.playback.speed)
        assert str(seen[-1]) in screen.message
    assert set(seen) == {1, 2, 3} and seen[0] == seen[3]


# -- the bar ----------------------------------------------------------------------------------------------


def test_a_click_on_the_track_shows_that_frame() -> None:
    """Everywhere along it."""
    screen = over()
    bar = screen.picture.timeline
    for frame in (0, 3, len(screen.model.playback.frames) // 2, len(screen.model.playback.frames) - 1):
        clicked(screen, (bar.x_of(frame), bar.track.centery))
        assert at(screen) == frame


def test_the_track_can_be_dragged_along() -> None:
    """The frame follows the mouse, even where the mouse leaves the bar, until the button is let go."""
    screen = over()
    bar = screen.picture.timeline
    y, seen = bar.track.centery, []
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=(bar.x_of(2), y), button=1)
    for frame, height in ((4, y), (8, y - 200), (5, y + 3)):
        pointed(screen, (bar.x_of(frame), height), held=True)
        seen.append(at(screen))
    sent(screen, pygame.MOUSEBUTTONUP, pos=(bar.x_of(5), y), button=1)
    pointed(screen, (bar.x_of(9), y))
    assert seen == [4, 8, 5] and at(screen) == 5


@pytest.mark.parametrize("name", ["back", "forward", "toggle_play", "cycle_speed", "previous_decision", "skip"])
def test_every_button_of_the_bar_does_what_its_key_does(name: str) -> None:
    """A mouse alone can do it."""
    screen = over()
    screen.timing.jump(6)
    before = (at(screen), screen.model.playback.speed, screen.model.playback.playing)
    spot = next(spot for spot in spots(screen) if spot.do.name == name)
    clicked(screen, spot.box.center)
    passed(screen, 3)
    assert (at(screen), screen.model.playback.speed, screen.model.playback.playing) != before


# -- the log ----------------------------------------------------------------------------------------------


def test_a_click_on_a_line_of_the_log_goes_there() -> None:
    """Each line that shows leads to its own frame, and is the marked one afterwards."""
    screen = over()
    lines = [spot for spot in spots(screen) if spot.do.name == "jump"]
    assert len(lines) > 3
    for spot in lines[1:4]:
        clicked(screen, spot.box.center)
        assert at(screen) == spot.do.args[0]
        chosen = [b for b in screen.panels["side"].blocks if isinstance(b, TextLine) and b.chosen]
        assert [line.do for line in chosen] == [spot.do]
        screen.timing.live()
        passed(screen)


def test_the_log_follows_what_is_shown() -> None:
    """The line of the frame that is shown is in sight, wherever one goes."""
    screen = over()
    for frame in (0, len(screen.model.playback.frames) // 2, len(screen.model.playback.frames) - 1):
        screen.timing.jump(frame)
        passed(screen, 2)
        shown = [spot.do.args[0] for spot in screen.panels["side"].spots if spot.do.name == "jump"]
        assert frame in shown


# -- undo and other lines ---------------------------------------------------------------------------------


def stayed(screen: BattleScreen) -> Ask:
    """Let whoever is asked stay where he is, and wait for the next question; return the one that was answered."""
    ask = screen.model.playback.wanted
    assert isinstance(ask, Ask)
    screen.model.playback.answer(Stay(str(ask.unit)))
    asked(screen)
    return ask


FAR_APART = (Stand("ames", "B3", 4), Stand("red-1", "H4", 1))


def test_undo_by_key_asks_me_again() -> None:
    """The state is that before my order, and orders can be given at once."""
    screen = asked(picketed(picket(*FAR_APART), players=HOTSEAT))
    before, ask = screen.model.position.state, stayed(screen)
    pressed(screen, pygame.K_u)
    asked(screen)
    assert screen.model.playback.wanted == ask and screen.model.position.state == before


def test_where_there_is_nothing_to_take_back_or_to_branch_from_that_is_said() -> None:
    """And nothing changes."""
    screen = watched()
    pressed(screen, pygame.K_u)
    assert "no order to take back" in screen.message
    pressed(screen, pygame.K_END)
    pressed(screen, pygame.K_b)
    assert "go back first" in screen.message and not screen.model.playback.branches


def test_playing_on_from_here_keeps_the_other_line_and_both_can_be_reached() -> None:
    """B branches, F8 lists what was left, and a click there comes back to it."""
    screen = over()
    line = list(screen.session.frames)
    screen.timing.jump(5)
    passed(screen)
    pressed(screen, pygame.K_b)
    assert screen.session.frames == line[:6]
    pressed(screen, pygame.K_F8)
    spot = next(spot for spot in spots(screen) if spot.do.name == "switch_line")
    clicked(screen, spot.box.center)
    assert screen.session.frames == line and screen.pages.window is None


def test_lines_are_not_lost_by_undo() -> None:
    """A line that was kept is still kept after an order was taken back."""
    screen = asked(picketed(picket(*FAR_APART), players=HOTSEAT))
    stayed(screen)
    screen.timing.jump(1)
    pressed(screen, pygame.K_b)
    stayed(asked(screen))
    pressed(screen, pygame.K_u)
    assert len(screen.model.playback.branches) == 1


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
    pressed(screen, pygame.K_ESCAPE)
    pressed(screen, pygame.K_COMMA)
    assert headline(screen) == "Looking back"


def test_no_orders_can_be_given_while_looking_back() -> None:
    """The menu is gone, and comes back with the latest frame."""
    screen = asked(picketed())
    pressed(screen, pygame.K_COMMA)
    assert screen.ordering.menu is None and not [s for s in spots(screen) if s.do.name in ("confirm", "choose_verb")]
    pressed(screen, pygame.K_END)
    assert screen.ordering.menu is not None


def test_a_forecast_is_never_shown_of_another_moment() -> None:
    """Once I have given an order, what was foreseen before it is not on the screen any more."""
    screen = asked(picketed(picket(*FAR_APART)))
    pressed(screen, pygame.K_a)
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
    pressed(screen, pygame.K_SPACE)
    slid = False
    for _ in range(30):
        pressed(screen, pygame.K_PERIOD)
        slid = slid or screen.motion.is_on
    assert slid


# -- going on after a look back ---------------------------------------------------------------------------


def human() -> BattleScreen:
    """Return a battle that plays on by itself, at the first question to its player."""
    return asked(picketed())


def test_play_goes_on_after_a_look_back() -> None:
    """Whoever looked at the past and returned to the latest frame is answered by the AI as before."""
    screen = human()
    assert screen.model.playback.playing
    pressed(screen, pygame.K_COMMA)
    assert not screen.model.playback.playing
    passed(screen, 20, 0.2)
    assert screen.model.playback.looks_back
    pressed(screen, pygame.K_END)
    assert screen.model.playback.playing


def test_play_that_was_stopped_stays_so() -> None:
    """Space stops play for good: a look back and the way home change nothing about it."""
    screen = human()
    for code in (pygame.K_SPACE, pygame.K_COMMA, pygame.K_END):
        pressed(screen, code)
    assert not screen.model.playback.playing


def test_an_order_taken_back_from_the_past_leaves_play_on() -> None:
    """To look back, see a mistake and take the order back is no reason to stop play."""
    screen = human()
    stayed(screen)
    for code in (pygame.K_COMMA, pygame.K_u):
        pressed(screen, code)
    assert screen.model.playback.playing


def test_keys_that_lead_nowhere_say_so_and_stop_nothing() -> None:
    """Where the player is to choose, nothing happens behind his back; after the order the AI plays as before."""
    screen = human()
    frames = len(screen.session.frames)
    for code, mod in ((pygame.K_PERIOD, 0), (pygame.K_PERIOD, SHIFT), (pygame.K_s, 0), (pygame.K_PAGEDOWN, 0)):
        pressed(screen, code, mod)
        assert screen.message == "It is your turn."
        assert screen.model.playback.playing and len(screen.session.frames) == frames


def test_a_skip_does_not_stop_play() -> None:
    """After skipping to one's order the AI goes on by itself; stepping to a decision stops at every one."""
    screen = watched()
    pressed(screen, pygame.K_SPACE)
    pressed(screen, pygame.K_s)
    assert screen.model.playback.playing
    other = watched()
    pressed(other, pygame.K_SPACE)
    pressed(other, pygame.K_PERIOD, SHIFT)
    assert not other.model.playback.playing
