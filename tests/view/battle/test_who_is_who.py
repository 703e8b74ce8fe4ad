"""Who is who on the map: names on demand, and units shown that a line speaks of."""

import pygame
import pytest

from sim.view.battle.screen import BattleScreen
from sim.view.counters.paint_counters import counter_size
from sim.view.settings import load_settings
from sim.view.ui.palette import theme
from tests.picket_positions import AMES, RED, Stand
from tests.view.battle.bot import asked, keys, passed, picket, picketed, pointed, sent
from tests.view.drawn import pixels


def screen_of(*men: Stand) -> BattleScreen:
    """Return a battle of Picket in which the picket is asked."""
    return asked(picketed(picket(*(men or (AMES, RED)))))


def line_of(screen: BattleScreen, panel: str, word: str) -> tuple[int, int]:
    """Return a pixel of the first line of a panel that has a word in it."""
    shown = screen.panels[panel]
    rows = ((shown.rect.centerx, y) for y in range(shown.rect.top, shown.rect.bottom))
    return next(at for at in rows if word in shown.text_at(at))


def test_names_stand_beside_counters_while_alt_is_held() -> None:
    """They come with the key and go with it, and with the window that loses the keyboard. With Shift L they are always
    there, another day as well."""
    screen = screen_of()
    before = pixels(screen.stage.surface())
    for kind, key in ((pygame.KEYUP, pygame.K_LALT), (pygame.WINDOWFOCUSLOST, None)):
        sent(screen, pygame.KEYDOWN, key=pygame.K_LALT, mod=0)
        passed(screen)
        assert (pixels(screen.stage.surface()) != before).any()
        sent(screen, kind, key=key)
        passed(screen)
        assert (pixels(screen.stage.surface()) == before).all()
    assert keys(screen, "shift-l").looking.shows_names and load_settings().names


@pytest.mark.parametrize("panel", ["orders", "hover"])
def test_a_unit_that_a_line_names_is_shown_on_the_map(panel: str) -> None:
    """The mouse on a line in whatever panel marks whom it names; the camera stays where it is. Only whole names count:
    of red-1 and red-10 a line that speaks of the one does not mean the other."""
    screen = screen_of(AMES, RED, Stand("red-10", "G4"))
    camera = screen.steering.camera
    pointed(screen, next(spot.rect.center for spot in screen.looking.counter_spots if spot.id == AMES.id))
    pointed(screen, line_of(screen, panel, AMES.id))
    assert AMES.id in screen.looking.named_units
    assert screen.steering.camera == camera
    texts = {"red-10 fires at ames": ("red-10", "ames"), "hundred-1 names": (), "Ames fires": ("ames",)}
    assert {text: screen.model.named_in(text) for text in texts} == texts


def test_a_chosen_unit_has_a_frame_where_its_counter_hides_its_cell() -> None:
    """On a map that is shown small, the outline of a cell lies under the counter: the frame goes around that."""
    screen = screen_of()
    while counter_size(screen.steering.camera, screen.ui) <= screen.steering.camera.scale:
        before = screen.steering.camera
        screen.looking.zoom_out()
        passed(screen)
        assert screen.steering.camera != before
    screen.ordering.choose_unit(AMES.id)
    passed(screen)
    box = next(spot.rect for spot in screen.looking.counter_spots if spot.id == AMES.id)
    assert any(
        screen.stage.surface().get_at((x, box.centery))[:3] == theme().selected[:3]
        for x in range(box.left - 6, box.left)
    )
