"""What floats over the map hides as little as can be, and gets in nobody's way."""

import pygame
import pytest

from sim.grid import Cell
from sim.view.battle.floats import CORNERS, Float, Floats
from sim.view.battle.screen import BattleScreen
from sim.view.settings import ViewSettings
from tests.view.battle.bot import asked, keys, opened, passed, pointed

ROOM = pygame.Rect(100, 50, 600, 400)
SMALL = Float((120, 90), "bottomleft")


def _box(corner: str) -> pygame.Rect:
    """Return a counter right in a corner of the room."""
    box = pygame.Rect(0, 0, 20, 20)
    setattr(box, corner, getattr(ROOM, corner))
    return box


def placed(*taken: str, floats: Floats | None = None, moves: bool = True) -> Floats:
    """Lay the small map into the room, where counters stand in some corners and one in the middle."""
    floats = floats or Floats()
    boxes = [*(_box(corner) for corner in taken), pygame.Rect(400, 250, 20, 20)]
    floats.place({"small map": SMALL}, ROOM, boxes, moves=moves)
    return floats


def _zoomed() -> BattleScreen:
    """Return a battle of which the window shows a part."""
    screen = asked(opened("la_petite_guerre/rifle_pits_of_saint_damase"))
    for _ in range(4):
        screen.looking.zoom_in()
    passed(screen, 2)
    return screen


def test_it_lies_in_its_own_corner_or_goes_where_it_hides_nothing() -> None:
    """Wherever counters stand otherwise; where three corners are taken, in the one that is left."""
    assert placed("topleft").places["small map"].bottomleft == ROOM.bottomleft
    for free in CORNERS:
        floats = placed(*(corner for corner in CORNERS if corner != free))
        assert getattr(floats.places["small map"], free) == getattr(ROOM, free)


def test_it_stays_where_it_went_until_something_comes_there() -> None:
    """What hops to and fro with every counter would be worse than what hides one; it keeps still while the map is
    dragged. Two never lie on one another, though both would like the same corner."""
    floats = placed("bottomleft")
    gone = floats.places["small map"]
    assert gone.bottomleft != ROOM.bottomleft
    assert placed(floats=floats).places["small map"] == gone
    still = placed("bottomleft", floats=placed(), moves=False)
    assert still.places["small map"].bottomleft == ROOM.bottomleft
    floats.place({"one": SMALL, "other": SMALL}, ROOM, [_box(corner) for corner in CORNERS[1:]])
    assert not floats.places["one"].colliderect(floats.places["other"])


def test_the_small_map_hides_nothing_that_is_selected_and_nothing_under_it_is_pointed_at() -> None:
    """It cannot be clicked there, so nothing is told of it either; a cell in its corner has it move to another. Shift Z
    takes it away and brings it back."""
    screen = _zoomed()
    grid, camera, places = screen.session.battle.map.grid, screen.steering.camera, screen.picture.floats.places
    cell = grid.cell_at(camera.point(places["small map"].center))
    screen.looking.selected = cell
    passed(screen, 2)
    assert not screen.picture.floats.places["small map"].collidepoint(camera.pixel(grid.point(cell)))
    pointed(screen, screen.picture.floats.places["small map"].center)
    assert screen.looking.pointed_cell is None
    for shown in (False, True):
        assert ("small map" in keys(screen, "shift-z").picture.floats.places) == shown


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)], ids=str)
@pytest.mark.parametrize("percent", [75, 100, 150, 250])
def test_nothing_in_the_window_lies_on_anything_else(size: tuple[int, int], percent: int) -> None:
    """Panels, time line, small map, what shades mean and a message are all apart, and inside the window."""
    settings = ViewSettings(animations=False, scale=percent, coordinates=True)
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka", size=size, settings=settings))
    looking = screen.looking
    for do in (*[looking.zoom_in] * 6, looking.toggle_view, looking.cycle_fire, looking.toggle_threat):
        do()
    looking.toggle_cover()
    looking.selected = Cell(4, 4)
    passed(screen, 3)
    screen.say("A message that is long enough to need more than a single line in any window that there is")
    passed(screen, 2)
    boxes = {name: panel.rect for name, panel in screen.panels.items() if panel.rect.height}
    boxes |= {**screen.picture.floats.places, "bar": screen.places.bar}
    assert {"small map", "meanings", "message", "status", "orders", "side", "hover", "bar"} <= set(boxes)
    for name, box in boxes.items():
        assert pygame.Rect((0, 0), size).contains(box), name
        others = [other for key, other in boxes.items() if key != name]
        assert box.collidelist(others) < 0, f"{name} lies on something"
