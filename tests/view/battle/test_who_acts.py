"""Who acts is shown, stays drawn, is told by signs in the log, and is heard."""

from collections.abc import Iterator

import pytest

from sim.engine.chance import Seeded
from sim.view.battle.compose import composed, marked_of, side_sign
from sim.view.battle.screen import BattleScreen
from sim.view.battle.tutorial import my_turn, my_turn_or_an_order
from sim.view.blocks.kinds import NO_SIGN, TextLine
from sim.view.board.steering import HANDS_ON
from sim.view.model.cues import Cue
from sim.view.settings import ViewSettings, load_settings
from tests.picket_positions import AUTOMATED
from tests.view.battle.bot import asked, clicked, keys, menu, opened, passed, picketed
from tests.view.drawn import pixels


def ordered(screen: BattleScreen) -> BattleScreen:
    """Give an order as advised, and skip to the next question."""
    screen.ordering.take_advice()
    screen.ordering.confirm()
    passed(screen)
    screen.timing.skip()
    return asked(screen)


def acted() -> BattleScreen:
    """Return a battle at a question before which the AI did something that was skipped."""
    screen = asked(opened("street_gunfight", seed=3))
    while not (screen.looking.trail and screen.looking.meanwhile):
        ordered(screen)
    return screen


# -- the camera -------------------------------------------------------------------------------------------


def near(screen: BattleScreen) -> BattleScreen:
    """Zoom in on a corner of the map, and wait until nobody minds if it moves."""
    for _ in range(12):
        screen.looking.zoom_in()
    screen.steering.centre((0.0, 0.0))
    screen.tick(HANDS_ON)
    return screen


def actors_in_room(screen: BattleScreen) -> bool:
    """Say whether those can be seen whom the event that is shown is about."""
    grid, camera = screen.session.battle.map.grid, screen.steering.aim
    cells = screen.picture.happened.actors(screen.model.concerned_at(screen.model.playback.cursor))
    return all(screen.places.room.collidepoint(camera.pixel(grid.point(cell))) for cell in cells)


@pytest.mark.parametrize("follows", [True, False])
def test_who_acts_comes_into_the_free_part_of_the_window_if_that_is_wanted(follows: bool) -> None:
    """With the setting each event that is played is in view; without it the map stays where it was put."""
    screen = near(picketed(players=AUTOMATED, settings=ViewSettings(animations=False, follow=follows)))
    start, seen = screen.steering.camera, []
    for _ in range(40):
        screen.timing.forward()
        screen.tick(0.02)
        seen.append(actors_in_room(screen))
    assert all(seen) == follows
    assert (screen.steering.camera == start) != follows


def test_who_is_asked_comes_into_view() -> None:
    """A question that names a unit brings it into the room."""
    screen = near(opened("street_gunfight"))
    screen.timing.skip()
    cell = screen.model.where(str(menu(asked(screen)).ask.unit))
    assert cell is not None
    assert screen.places.room.collidepoint(screen.steering.aim.pixel(screen.session.battle.map.grid.point(cell)))


@pytest.mark.parametrize(("key", "name"), [("ctrl-f", "follow"), ("shift-j", "trail"), ("ctrl-m", "sound")])
def test_a_key_turns_each_on_and_off_and_that_is_kept(key: str, name: str) -> None:
    """The same key again turns it back; what is chosen is in the file, and said."""
    screen = picketed()
    for is_on in (False, True):
        keys(screen, key)
        assert getattr(screen.settings, name) is is_on is getattr(load_settings(), name)
        assert screen.message.endswith("on" if is_on else "off")


def test_the_volume_goes_up_by_clicks_in_the_menu_and_from_the_loudest_to_none() -> None:
    """One button is volume and switch: 40, 60, 80, 100, off, 20."""
    screen = picketed()
    screen.pages.show_menu()
    heard = []
    for _ in range(5):
        screen.pages.next_volume()
        heard.append(screen.settings.volume if screen.settings.sound else 0)
    assert heard == [60, 80, 100, 0, 20]


# -- the trail --------------------------------------------------------------------------------------------


def test_what_the_ai_did_stays_drawn_and_is_faint_while_an_order_is_aimed() -> None:
    """The picture differs with the trail, without it, and once a unit is chosen."""
    screen = acted()
    trail = marked_of(screen).trail
    assert trail and not marked_of(screen).is_aimed
    passed(screen)
    drawn = pixels(screen.stage.surface()).copy()
    assert not marked_of(keys(screen, "shift-j")).trail
    assert (drawn != pixels(screen.stage.surface())).any()
    screen.ordering.next_aim()
    assert marked_of(keys(screen, "shift-j")).trail and marked_of(screen).is_aimed


# -- after a skip -----------------------------------------------------------------------------------------


def test_after_a_skip_three_lines_lead_to_what_happened_by_mouse_and_by_key() -> None:
    """Above the orders; a click goes to the frame of a line, Shift S through all of them and back to the latest."""
    screen = acted()
    lines = screen.looking.meanwhile
    assert 1 <= len(lines) <= 3
    shown = [block for block in composed(screen)["orders"][1] if isinstance(block, TextLine)][1 : len(lines) + 1]
    assert [line.text for line in shown] == [line.text for line in lines]
    latest = screen.model.playback.cursor
    clicked(screen, next(s for s in screen.panels["orders"].spots if s.do == shown[0].do).box.center)
    assert screen.model.playback.cursor == lines[0].frame and screen.looking.meanwhile == lines
    screen.timing.live()
    for frame in (*sorted({line.frame for line in lines}), latest):
        assert keys(screen, "shift-s").model.playback.cursor == frame


# -- the log ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["farm_at_kamenka", "airport_road", "bridge_at_rio_colorado", "street_gunfight"])
def test_a_line_of_the_log_has_the_sign_of_the_side_it_tells_of(name: str) -> None:
    """No two sides have the same shape, and lines of both are there; a turn is a heading without one."""
    screen = asked(opened(name))
    screen.timing.skip()
    asked(screen)
    lines = [block for block in screen.log.blocks() if isinstance(block, TextLine)]
    signs = {line.sign for line in lines if line.do is not None} - {NO_SIGN}
    assert signs <= {side_sign(place) for place in range(len(screen.session.battle.sides))} and signs
    assert all(line.sign is None for line in lines if line.do is None)
    assert all(line.sign is NO_SIGN for line in lines if line.text.endswith("into the cup")), (
        "of both sides, so nobody's"
    )
    shapes = [side_sign(place).corners for place in range(8)]
    assert len(set(shapes)) == len(shapes)


# -- sound ------------------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[BattleScreen]:
    """Return a battle with ears, though it is on a sheet."""
    screen = picketed(source=Seeded(3), settings=ViewSettings(animations=True))
    screen.hearing._has_ears = True
    yield screen
    screen.hearing.close()


def cues(screen: BattleScreen) -> set[Cue]:
    """Return what was played since this was asked last."""
    played = set(screen.hearing.sounds._played)
    screen.hearing.sounds._played.clear()
    return played


def test_a_question_an_order_and_what_comes_of_it_are_heard(heard: BattleScreen) -> None:
    """Each as it is shown; nothing when going back, nor without sound, and a sheet in memory opens no sound card."""
    silent = asked(picketed())
    assert not cues(silent) and silent.hearing.sounds.available is None
    asked(heard)
    assert Cue.PROMPT in cues(heard)
    heard.ordering.take_advice()
    heard.ordering.confirm()
    assert cues(heard) == {Cue.ORDER}
    asked(heard)
    assert cues(heard)
    for _ in range(4):
        heard.timing.back()
        heard.tick(0.02)
    assert not cues(heard)
    heard.pages.toggle_sound()
    heard.timing.live()
    ordered(heard)
    assert not cues(heard)


def test_a_skip_is_heard_once() -> None:
    """No more than the last frame and the question that it led to."""
    screen = opened("street_gunfight", seed=3)
    screen.hearing._has_ears = True
    screen.timing.skip()
    while screen.model.playback.goal is not None:
        screen.tick(0.02)
    skipped, cursor = cues(screen), screen.model.playback.cursor
    assert cursor > 3 and Cue.PROMPT in skipped
    screen.hearing.hear_frames(cursor - 1, cursor)
    assert skipped == {Cue.PROMPT} | cues(screen)
    screen.hearing.close()


# -- said -------------------------------------------------------------------------------------------------


def test_before_the_first_decision_there_is_none_and_that_is_said() -> None:
    """Shift and comma stay at the frame that is shown."""
    screen = asked(picketed())
    screen.timing.first_frame()
    passed(screen)
    assert keys(screen, "shift-,").message == "The AI has decided nothing before this."
    assert screen.model.playback.cursor == 0


def test_at_the_latest_frame_no_lesson_says_that_one_looks_back() -> None:
    """Neither after looking back and returning nor after taking an order back."""
    screen = asked(opened("conflict_of_heroes/tutorial"))
    for lead in (screen.timing.first_frame, screen.timing.live, lambda: ordered(screen), screen.timing.undo):
        lead()
        if asked(screen).model.playback.is_live:
            assert "looking back" not in my_turn(screen) + my_turn_or_an_order(screen)
