from typing import Any

import pygame

from sim.board.battlemap import Scale
from sim.board.convention import HIGH_GROUND
from sim.board.ground import Ground
from sim.board.sight import lines_of_sight
from sim.view.blocks.cell_report import cell_report
from sim.view.blocks.kinds import Block, Chart, Row, SmallPrint, Title
from sim.view.blocks.sight_profile import profile
from sim.view.ui.palette import theme
from sim.view.ui.sight_profile import paint_profile
from tests.view.drawn import SQUARES, drawn

ROWS = """
    .....
    ..w..
    .....
"""


def texts(blocks: tuple[Block, ...]) -> dict[str, str]:
    """Return what the panel says, by label."""
    return {block.label: block.text for block in blocks if isinstance(block, Row)}


def report_of(name: str, selected: str | None = None, *, ruler: bool = False, **more: Any) -> tuple[Block, ...]:
    """Return the panel of a cell of the drawn map."""
    battle_map = drawn(ROWS, **more)
    chosen = None if selected is None else battle_map.cell(selected)
    return cell_report(Ground(battle_map), battle_map.cell(name), chosen, ruler=ruler)


def test_a_cell_is_named_with_terrain_height_and_defence() -> None:
    """The panel begins with the cell's name and its terrain; defence carries its reason."""
    blocks = report_of("C2")
    assert blocks[0] == Title("C2")
    assert texts(blocks) == {"terrain": "light woods", "height": "level 0", "defence": "+1, soft cover"}
    assert SmallPrint("+1  light woods in C2") in blocks


def test_areas_are_listed_apart_from_places() -> None:
    """What only scenarios name can be read off the panel, under a label of its own."""
    cell = drawn(ROWS).cell("C2")
    said = texts(report_of("C2", areas={"north_edge": (cell,)}))
    assert said["areas"] == "North edge"
    assert "places" not in said


def test_sides_ways_features_and_places_are_listed() -> None:
    """What stands on the sides is gathered by kind, with directions."""
    plain = drawn(ROWS)
    grid = plain.grid
    cell, north, south = plain.cell("C2"), grid.edge(plain.cell("C2"), "n"), grid.edge(plain.cell("C2"), "s")
    more: dict[str, Any] = {
        "edges": {north: "wall", south: "wall"},
        "ways": {grid.edge(cell, "ne"): "road"},
        "features": {cell: ("rifle_pit",)},
        "places": {"old_mill": (cell,)},
    }
    said = texts(report_of("C2", **more))
    assert said["sides"] == "wall n, s"
    assert said["ways"] == "road ne"
    assert said["features"] == "rifle pit"
    assert said["places"] == "Old mill"


def test_distance_is_given_in_cells_and_in_the_maps_unit() -> None:
    """From the selected cell: steps, and the straight distance."""
    said = texts(report_of("C3", "C1", scale=Scale(50, "metre")))
    assert said["from C1"] == "2 cells, 100 m"
    said = texts(report_of("B1", "A1"))
    assert said["from A1"] == "1 cell, 1 in"


def test_sight_names_what_blocks_it() -> None:
    """The verdict is the engine's own, with its reason."""
    said = texts(report_of("E2", "A2"))
    assert said["sight"].startswith("blocked by light woods in C2")
    assert texts(report_of("A3", "A1"))["sight"] == "clear"


def test_the_ruler_adds_a_profile() -> None:
    """With the ruler on, the panel shows the line from the side."""
    charts = [block for block in report_of("E2", "A2", ruler=True) if isinstance(block, Chart)]
    assert len(charts) == 1
    assert any(stops for _, _, _, stops in charts[0].profile.risen)
    assert not charts[0].profile.clear


def test_the_profile_goes_on_to_the_target_behind_what_blocks() -> None:
    """All ground up to the end, what stands there, and only the first thing that stops the line marked as doing so."""
    battle_map = drawn("..w1200", grid=SQUARES)
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    sight = lines.sight(battle_map.cell("A1"), battle_map.cell("G1"))
    assert sight.blocker is not None and "C1" in sight.blocker.name
    drawn_line = profile(lines, sight)
    assert [level for _, _, level in drawn_line.ground] == [0, 0, 0, 1, 2, 0, 0]
    assert (drawn_line.ground[0][0], drawn_line.ground[-1][1]) == (0.0, 1.0)
    assert [end for _, end, _ in drawn_line.ground[:-1]] == [start for start, _, _ in drawn_line.ground[1:]]
    [stopping] = [(start, end) for start, end, _, stops in drawn_line.risen if stops]
    assert drawn_line.blocked_at is not None and stopping[0] < drawn_line.blocked_at < stopping[1]
    assert max(start for start, _, _, _ in drawn_line.risen) > stopping[1]


def test_a_clear_line_is_blocked_nowhere() -> None:
    """And nothing is left behind it."""
    battle_map = drawn(ROWS)
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    sight = lines.sight(battle_map.cell("A1"), battle_map.cell("A3"))
    assert lines.beyond(sight) == ()
    assert profile(lines, sight).blocked_at is None


def test_the_chart_marks_the_blocker_and_the_rest_of_the_line() -> None:
    """Green up to the cross, broken behind it, and ground under all of it."""
    battle_map = drawn("..w....", grid=SQUARES)
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    frame = pygame.Rect(0, 0, 280, 120)
    surface = pygame.Surface(frame.size)
    paint_profile(surface, frame, profile(lines, lines.sight(battle_map.cell("A1"), battle_map.cell("G1"))))
    pixels = [[tuple(surface.get_at((x, y))[:3]) for y in range(120)] for x in range(280)]
    assert all(theme().chart_ground[:3] in column for column in (pixels[200], pixels[260]))
    assert any(theme().clear_line[:3] in column for column in pixels[20:60])
    assert not any(theme().clear_line[:3] in column for column in pixels[130:270])
    assert any(theme().hover[:3] in column for column in pixels[150:270])
