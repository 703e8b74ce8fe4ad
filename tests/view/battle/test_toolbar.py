"""The toolbar: every overlay, undo and redo, and all pages by the mouse; what each does is told beside it."""

from pathlib import Path

import pygame
import pytest

from sim.scenario.records import departure
from sim.scenario.saves import load_save
from sim.view.battle.commands import COMMANDS
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import SmallPrint
from sim.view.settings import ViewSettings
from tests.view.battle.bot import asked, click_named, opened, passed, picketed, pointed, spots

TOOLS = [name for name, command in COMMANDS.items() if command.toolbar is not None]
SWITCHES = [name for name, command in COMMANDS.items() if command.is_on is not None]


def on(screen: BattleScreen) -> set[str]:
    """Return the switches of the toolbar that are on."""
    return {tool.do.name for tool in screen.picture.toolbar.tools if tool.is_on}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1000, 600)])
@pytest.mark.parametrize("scale", [75, 100, 250])
def test_it_lies_between_the_columns_above_the_map(size: tuple[int, int], scale: int) -> None:
    """All buttons are apart from one another and from every panel, in one row where letters are of the usual size.

    The room of the map begins below them.
    """
    screen = picketed(size=size, settings=ViewSettings(animations=False, scale=scale))
    passed(screen)
    bar, places = screen.picture.toolbar, screen.places
    assert [spot.do.name for spot in bar.spots] == TOOLS
    assert all(box.collidelist(bar.boxes[:n]) < 0 for n, box in enumerate(bar.boxes))
    between = pygame.Rect(places.left.right, 0, places.right.left - places.left.right, places.room.top)
    assert between.contains(bar.rect)
    assert len({box.top for box in bar.boxes}) == 1 or scale > 100 or size == (1000, 600)


def test_a_switch_is_seen_to_be_on() -> None:
    """A click changes its state, and with it how its button looks; a second one goes back."""
    screen = asked(picketed())
    before = on(screen)
    for name in SWITCHES:
        looks = []
        for _ in range(3 if name == "cycle_fire" else 2):
            pointed(screen, (1, 1))
            box = next(spot.box for spot in screen.picture.toolbar.spots if spot.do.name == name)
            looks.append(pygame.image.tobytes(screen.stage.surface().subsurface(box), "RGB"))
            click_named(screen, name)
        assert looks[0] != looks[1] and on(screen) == before, name


def test_the_tip_names_the_key() -> None:
    """One line beside the button; the panel at the lower right goes on telling of what was pointed at."""
    screen = asked(picketed())
    told = screen.panels["hover"].blocks
    spot = next(spot for spot in screen.picture.toolbar.spots if spot.do.name == "toggle_threat")
    pointed(screen, spot.box.center)
    tip = screen.panels["tip"]
    assert tip.blocks == (SmallPrint("How many enemies can fire at each cell  (Shift T)", "ink"),)
    assert not tip.rect.colliderect(spot.box) and screen.panels["hover"].blocks == told


def test_undo_and_redo() -> None:
    """What was taken back comes again as it was; after another order nothing is left to be given again."""
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka"))

    def clicks(name: str) -> list[object]:
        click_named(screen, name)
        return [frame.event for frame in asked(screen).session.frames]

    start = len(screen.session.frames)
    after = clicks("choose_side_order")
    assert len(after) > start
    assert len(clicks("undo")) == start
    assert clicks("redo") == after
    click_named(screen, "redo")
    assert "No order was taken back" in screen.message
    clicks("undo")
    clicks("choose_side_order")
    assert not screen.model.playback.can_redo


def test_leaving_is_asked_about_and_a_window_without_room_for_panels_has_no_tools() -> None:
    """One click asks, the second leaves; whoever stays has lost nothing. Of a small window the map is all there is."""
    screen = asked(picketed())
    click_named(screen, "ask_to_leave")
    assert {spot.do.name for spot in spots(screen)} == {"leave_battle", "close_window"}
    click_named(screen, "close_window")
    assert screen.next is None and screen.ordering.menu is not None
    small = picketed(size=(400, 300))
    passed(small)
    assert small.places.is_narrow and small.spot_at((200, 20)) is None


def test_a_line_with_new_luck_is_saved_with_it(tmp_path: Path) -> None:
    """What was saved plays again to the same end, and goes on with the same dice: the new ones."""
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka", save=tmp_path / "a.save.jsonl"))
    click_named(screen, "choose_side_order")
    asked(screen).timing.jump(3)
    screen.timing.branch_with_new_luck()
    asked(screen).leave()
    record = load_save(tmp_path / "a.save.jsonl")
    assert record.header.new_luck and departure(record) is None
