import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from sim.board.ground import Ground
from sim.view.blocks.cell_report import sight_lines
from sim.view.board.board_picture import whole_board
from sim.view.board.paint_overlay import Overlay
from sim.view.board.render import PictureTooLarge, png_bytes, render_surface
from tests.view.drawn import difference, drawn, pixels

CHECKOUT = Path(__file__).parents[3]


def test_a_png_is_as_large_as_its_map_and_one_too_large_is_refused_with_what_would_fit() -> None:
    """Pixels per cell and the size of the map give the size of the picture; the message says which size would do."""
    png = png_bytes(render_surface(drawn("....\n....\n...."), pixels_per_cell=20))
    width, height = pygame.image.load(BytesIO(png)).get_size()
    assert 62 < width < 62 + 40 and 70 < height < 70 + 40
    with pytest.raises(PictureTooLarge, match=r"5000 pixels per cell would be .* Up to \d+ pixels per cell") as refused:
        render_surface(drawn("....\n...."), pixels_per_cell=5000)
    assert "16384" in str(refused.value)


def test_the_field_of_view_is_drawn_as_the_engine_sees_it() -> None:
    """What a wood hides is darker than what can be seen; the rest is as it was."""
    battle_map = drawn(".......\n.......\n...W...\n.......\n.......")
    plain = pixels(render_surface(battle_map, pixels_per_cell=30))
    viewer = battle_map.cell("A3")
    shown = pixels(render_surface(battle_map, pixels_per_cell=30, overlay=Overlay(view_from=viewer)))
    seen = sight_lines(Ground(battle_map)).field_of_view(viewer)
    assert 0 < len(seen) < len(battle_map.whole)
    camera = whole_board(battle_map, 30, round(30 / 4))
    for cell in battle_map.whole:
        if cell != viewer:
            x, y = (round(value) for value in camera.pixel(battle_map.grid.point(cell)))
            share = shown[y, x].sum() / max(plain[y, x].sum(), 1)
            assert (share > 0.9) == (cell in seen), battle_map.grid.name(cell)


def test_the_ruler_is_green_when_clear_and_marks_what_blocks() -> None:
    """A clear line shows no red; a blocked one does, around the blocker."""
    battle_map = drawn(".....\n.....\n..W..\n.....")

    def reds(target: str) -> int:
        overlay = Overlay(ruler=(battle_map.cell("A3"), battle_map.cell(target)))
        image = pixels(render_surface(battle_map, pixels_per_cell=40, overlay=overlay))
        return int(((image[..., 0] > 200) & (image[..., 1] < 110) & (image[..., 2] < 100)).sum())

    assert reds("A1") == 0
    assert reds("E3") > 60


def test_coordinates_are_written_in_cells_or_along_the_edges() -> None:
    """At either size the picture with coordinates has letters that the one without lacks."""
    battle_map = drawn("....\n....")
    large = [pixels(render_surface(battle_map, pixels_per_cell=60, coordinates=c)) for c in (False, True)]
    assert (difference(*large) > 100).sum() > 100
    small = pixels(render_surface(battle_map, pixels_per_cell=20, coordinates=True))
    assert small.shape[0] > pixels(render_surface(battle_map, pixels_per_cell=20)).shape[0]


def test_a_map_is_drawn_where_there_is_no_display_at_all() -> None:
    """Without display, driver setting or audio, a picture comes out."""
    script = (
        "from tests.view.drawn import drawn\n"
        "from sim.view.board.render import png_bytes, render_surface\n"
        "png = png_bytes(render_surface(drawn('..w\\n.~.'), pixels_per_cell=16, coordinates=True))\n"
        "assert len(png) > 500\n"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "XDG_RUNTIME_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    subprocess.run([sys.executable, "-c", script], cwd=CHECKOUT, env=environment, check=True, timeout=60)
