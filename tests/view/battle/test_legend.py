"""Legends say what the shades on the map mean, and list nothing else."""

import numpy as np
import pytest

from sim.engine.check import Check
from sim.engine.insight import Band
from sim.grid import HexGrid
from sim.view.battle.figures import CellFigures, figures_layer
from sim.view.battle.overlays import (
    cover_words,
    fire_words,
    heights_legend,
    legend,
    threat_words,
    view_words,
)
from sim.view.battle.paint_battle import Overlaid
from sim.view.board.layout import layout
from tests.view.battle.bot import asked, opened, passed
from tests.view.battle.overlay_pictures import ROWS, changed_cells, overlaid, some
from tests.view.drawn import drawn

BOARD = drawn(ROWS)


def test_only_ranges_that_somebody_covers_are_listed() -> None:
    """A band without a cell is none; and they go by the names that the system gives them."""
    nothing = some(BOARD, 0, 2) - some(BOARD, 0, 2)
    bands = {"a": (Band("short range", some(BOARD, 0, 2)), Band("long range", nothing))}
    assert fire_words(bands) == {"short": "short range"}


def test_only_counts_that_occur_are_listed() -> None:
    """All from five on are one."""
    assert threat_words(np.array([0, 2, 6, 9])) == {"2", "5+"}


def test_only_modifiers_that_occur_are_listed() -> None:
    """Nothing for cells without cover."""
    checks = [Check("defence"), Check("defence").plus(1, "wood"), Check("defence").plus(-1, "water")]
    assert cover_words(dict(zip(BOARD.cells, checks, strict=False))) == {"+1", "−"}


def test_what_turning_changes_is_listed_only_while_something_is_turned() -> None:
    """Else there is what is seen, and what is not."""
    assert view_words(False) == {"seen", "not seen"} < view_words(True)


@pytest.mark.parametrize("name", ["threat", "cover", "fire zones"])
def test_where_nothing_occurs_there_is_no_legend(name: str) -> None:
    """An empty box would be asked about."""
    assert legend(name, HexGrid("flat", "odd"), 1.0, 200, ()) is None


def test_the_levels_of_a_map_are_told_beside_it() -> None:
    """Where cells are too small for figures, the tints of heights would say nothing by themselves."""
    flat, hilly = drawn("....\n...."), drawn("0123\n4444")
    one, several = (heights_legend(layout(board), 1.0, 600) for board in (flat, hilly))
    assert one is not None and several is not None
    assert several.get_bounding_rect().width > 3 * one.get_bounding_rect().width
    screen = asked(opened("conflict_of_heroes/zimovets_ridge"))
    assert "meanings" not in screen.floats.places
    screen.toggle_heights()
    passed(screen, 2)
    assert "meanings" in screen.floats.places


def test_noughts_of_cover_do_not_hide_small_counters() -> None:
    """Nor on the cards over counters; what counts is written there all the same."""
    none, some_cover = BOARD.cells[:2]
    checks = {none: Check("defence"), some_cover: Check("defence").plus(1, "wood")}
    over = Overlaid(cover=checks, occupied=(none, some_cover))
    assert over.tags(layout(BOARD), 16.0) == {some_cover: "+1"}
    assert over.tags(layout(BOARD), 40.0) == {none: "0", some_cover: "+1"}


def test_noughts_of_cover_are_left_out_where_cells_are_small() -> None:
    """A map full of them hides what there is to see; the figures that count stay."""
    checks = {cell: Check("defence") for cell in BOARD.cells}
    for scale, written in ((20.0, False), (40.0, True)):
        image = overlaid(BOARD, figures_layer(layout(BOARD), CellFigures(cover=checks), 1.0), scale=scale)
        assert bool(changed_cells(BOARD, image, scale)) == written
