"""Every theme reads, with either palette, and can take the place of another while the viewer runs."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
import pygame
import pytest

from sim.view.blocks.kinds import Divider, Row, SmallPrint, Title
from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import BoardPicture
from sim.view.board.camera import fitted
from sim.view.board.ground_styles import GROUND_STYLES
from sim.view.board.layout import layout
from sim.view.board.textures import TEXTURES
from sim.view.board.tile_painter import Spot, TilePainter
from sim.view.map_viewer import MapViewer
from sim.view.ui import palette
from sim.view.ui.lettering import haloed, lettered
from sim.view.ui.palette import HALO, THEME_NAMES, Colour, Theme, Tint, contrast, over, theme, theme_named, use_theme
from sim.view.ui.panel import Panel
from sim.view.window import MemoryStage
from tests.view.drawn import difference as unlike
from tests.view.drawn import drawn, pixels
from tests.view.eyes import KINDS, READABLE, Kind, difference, seen_by

THEMES = [theme_named(name, safe=safe) for name in THEME_NAMES for safe in (False, True)]


def texts(found: Theme) -> list[tuple[str, Colour, Colour]]:
    """Return every pairing of text and what lies behind it, by name.

    A panel and a halo let a little of the map through, so they are taken over the brightest and the darkest map there
    could be. The verdict of the sight ruler has a label without that.
    """
    on_panel = [(name, getattr(found, name)) for name in ("ink", "faint", "accent", "good", "bad")]
    panels = [("label", found.panel[:3]), *over_all("panel", found.panel)]
    halos = [("halo", found.map_halo), *over_all("halo", (*found.map_halo, HALO))]
    pairs = [(f"{name} on {back}", text, behind) for name, text in on_panel for back, behind in panels]
    pairs += [(f"map ink on {back}", found.map_ink, behind) for back, behind in halos]
    return [*pairs, ("map ink on a mark of hindrance", found.map_ink, found.selected)]


def over_all(name: str, tint: Tint) -> list[tuple[str, Colour]]:
    """Return a tint over the brightest and over the darkest there is."""
    return [(f"{name} over white", over(tint, (255, 255, 255))), (f"{name} over black", over(tint, (0, 0, 0)))]


TEXTS = [
    (f"{found.name}, {found.safe}: {name}", text, behind) for found in THEMES for name, text, behind in texts(found)
]

APART = 35.0
"""The least distance in CIE Lab of signals that are drawn solid; what can just be noticed is 2.3."""
APART_ON_GROUND = 14.0
"""The same of tints that fill cells, on whatever ground lies below them."""
STEP_ON_GROUND = 7.0
"""The same of neighbouring steps of a ramp."""
SIGNALS = [
    ("good", "bad"), ("clear_line", "blocked_line"), ("fire_short", "fire_normal"), ("fire_normal", "fire_long"),
    ("fire_short", "fire_long"), ("chosen", "removed"), ("chosen", "candidate"),
    ("removed", "candidate"),
]  # fmt: skip
TINTS = [pair for pair in SIGNALS if len(getattr(Theme(), pair[0])) == 4]
GROUNDS = sorted({style.ramp[len(style.ramp) // 2] for style in GROUND_STYLES.values()})


# -- reading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text", "behind"), TEXTS, ids=[name for name, _, _ in TEXTS])
def test_text_reads_on_what_lies_behind_it(name: str, text: Colour, behind: Colour) -> None:
    """Every pairing of text and panel has a contrast of 4.5 to 1 or more, in every theme and palette."""
    assert contrast(text, behind) >= READABLE, name


def test_the_contrast_theme_deserves_its_name() -> None:
    """Its text has twice the contrast that is asked for, and its lines are heavier."""
    for safe in (False, True):
        found = theme_named("contrast", safe=safe)
        assert min(contrast(text, behind) for _, text, behind in texts(found)) >= 2 * READABLE
        assert found.weight > 1.5


# -- telling apart ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", THEMES, ids=[f"{found.name}-{found.safe}" for found in THEMES])
@pytest.mark.parametrize(("one", "other"), SIGNALS)
def test_signals_can_be_told_apart(found: Theme, one: str, other: str) -> None:
    """By usual sight in every palette; in the safe one by everybody, though red, green or blue may be missing."""
    colours = [getattr(found, name)[:3] for name in (one, other)]
    assert difference(*colours) >= APART
    for kind in KINDS if found.safe else ():
        assert difference(*(seen_by(colour, kind) for colour in colours)) >= APART, kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("one", "other"), TINTS)
def test_tints_of_the_safe_palette_can_be_told_apart_on_every_ground(one: str, other: str, kind: Kind) -> None:
    """A tint is thin, and the ground shows through; it must not swallow the difference."""
    found = theme_named("dark", safe=True)
    for ground in GROUNDS:
        seen = [seen_by(over(getattr(found, name), ground), kind) for name in (one, other)]
        assert difference(*seen) >= APART_ON_GROUND, ground


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["threat", "cover"])
def test_steps_of_a_safe_ramp_grow_darker_and_can_be_told_apart(name: str, kind: Kind) -> None:
    """How much there is of something shows in the lightness, which everybody sees."""
    steps = getattr(theme_named("dark", safe=True), name)
    lights = [palette.luminance(seen_by(step[:3], kind)) for step in steps]
    assert lights == sorted(lights, reverse=True)
    for ground in GROUNDS:
        seen = [seen_by(over(step, ground), kind) for step in steps]
        assert min(difference(*pair) for pair in pairwise(seen)) >= STEP_ON_GROUND, ground


def test_the_simulation_agrees_with_what_is_known() -> None:
    """Greys stay grey, red and green come close without red or green, and blue and yellow do not. Red and green of the
    screen lie 170.6 apart in CIE Lab, as published tables have it."""
    assert difference((255, 0, 0), (0, 255, 0)) == pytest.approx(170.6, abs=0.1)
    for kind in KINDS:
        assert all(abs(part - 128) <= 1 for part in seen_by((128, 128, 128), kind))
    red, green = (200, 60, 50), (110, 125, 40)
    for kind in ("protanopia", "deuteranopia"):
        assert difference(seen_by(red, kind), seen_by(green, kind)) < difference(red, green) / 2
        assert difference(seen_by((0, 0, 255), kind), seen_by((255, 255, 0), kind)) > 100


# -- changing --------------------------------------------------------------------------------------------


def test_another_theme_takes_the_place_of_the_one_in_use() -> None:
    """The dark one is where everything starts: nobody has to choose. Whoever asks afterwards gets the new one, with its
    palette; one that does not exist is refused by name."""
    assert theme() == Theme() == theme_named("dark")
    use_theme("light", safe=True)
    assert theme() == theme_named("light", safe=True) and (theme().name, theme().safe) == ("light", True)
    with pytest.raises(ValueError, match="there are dark, light, contrast"):
        use_theme("pink")
    assert theme().name == "light"


def test_pictures_are_dropped_when_the_theme_changes_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of the old theme is never shown again; the same theme once more costs nothing."""
    monkeypatch.setattr(palette, "_clearings", list(palette._clearings))

    @lru_cache
    def picture() -> Colour:
        return theme().ink

    palette.keeps_pictures(picture.cache_clear)
    before = picture()
    use_theme("dark")
    assert picture.cache_info().hits + picture.cache_info().misses == 1
    use_theme("light")
    assert picture() != before


def panel_pixels() -> np.ndarray:
    """Return a panel as it looks now."""
    surface, panel = pygame.Surface((200, 120), depth=32), Panel()
    blocks = (Title("Woods"), Row("cover", "heavy", "good"), Divider(), SmallPrint("small print"))
    panel.place(surface.get_rect(), blocks, 1.0)
    panel.paint(surface)
    return pixels(surface)


def test_no_picture_of_text_outlives_its_theme() -> None:
    """Panels and lettering are all drawn anew."""
    dark = panel_pixels()
    haloed("Hill", 14, theme().map_ink, theme().map_halo)
    use_theme("light")
    assert [function.cache_info().currsize for function in (lettered, haloed)] == [0, 0]
    assert unlike(dark, panel_pixels()).max() > 100


def board(picture: BoardPicture) -> np.ndarray:
    """Return the whole board in the theme that is in use."""
    camera = fitted(layout(picture.map).bounds, 320, 240)
    picture.show(BoardLook())
    picture.want(camera)
    picture.take()
    surface = pygame.Surface((320, 240), depth=32)
    assert picture.draw(surface, camera)
    return pixels(surface)


def test_a_board_is_painted_again_for_another_theme_as_if_it_had_been_there_from_the_start() -> None:
    """The table, the frame and the grid on the tiles belong to the theme; going back, all is as it was. For another
    palette nothing is painted again: signals are no part of it."""
    picture = BoardPicture(drawn("..W\n.~~\n..."))
    dark, version = board(picture), picture.version
    use_theme("contrast")
    changed = board(picture)
    assert picture.version > version
    assert (changed == board(BoardPicture(picture.map))).all()
    assert unlike(dark, changed).max() > 100
    use_theme("dark")
    assert (board(picture) == dark).all()
    painter, spot = TilePainter(picture.map), Spot(60.0, 0, 0)
    before = painter.tile(BoardLook(), spot)
    use_theme("dark", safe=True)
    assert painter.tile(BoardLook(), spot) is before


@pytest.mark.parametrize("name", [name for name in THEME_NAMES if name != "dark"])
def test_a_viewer_follows_the_theme_with_its_next_tick(name: str) -> None:
    """Nothing has to move for it: the window is drawn anew, panels and all."""
    viewer = MapViewer(MemoryStage((800, 600)), drawn("..W\n.~~\n..."))
    viewer.shows_ruler = viewer.shows_view = viewer.shows_help = True
    viewer.selected, viewer.cursor = viewer.ground.map.cell("A1"), (400, 300)
    viewer.finish_painting()
    before = pixels(viewer.stage.surface())
    use_theme(name)
    viewer.finish_painting()
    assert (unlike(before, pixels(viewer.stage.surface())) > 60).mean() > 0.2


# -- ground ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", GROUND_STYLES)
def test_every_ground_has_a_texture_and_a_ramp_that_grows_lighter(look: str) -> None:
    """A ramp runs from dark to light, and its texture exists."""
    style = GROUND_STYLES[look]
    assert style.texture in TEXTURES
    assert [sum(colour) for colour in style.ramp] == sorted(sum(colour) for colour in style.ramp)
