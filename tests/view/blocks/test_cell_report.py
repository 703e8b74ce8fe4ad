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


def test_sides_ways_features_places_and_areas_are_listed() -> None:
    """What stands on the sides is gathered by kind, with directions; areas, which only scenarios name, lie apart."""
    plain = drawn(ROWS)
    grid, cell = plain.grid, plain.cell("C2")
    more: dict[str, Any] = {
        "edges": {grid.edge(cell, "n"): "wall", grid.edge(cell, "s"): "wall"},
        "ways": {grid.edge(cell, "ne"): "road"},
        "features": {cell: ("rifle_pit",)},
    }
    said = texts(report_of("C2", **more, places={"old_mill": (cell,)}, areas={"north_edge": (cell,)}))
    listed = {"sides": "wall n, s", "ways": "road ne", "features": "rifle pit", "places": "Old mill"}
    assert said | listed | {"areas": "North edge"} == said
    assert "places" not in texts(report_of("C2", areas={"north_edge": (cell,)}))


def test_distance_is_given_in_cells_and_in_the_maps_unit_and_sight_names_what_blocks_it() -> None:
    """Steps, and the straight distance; the verdict is the engine's own. The ruler shows the line from the side."""
    assert texts(report_of("C3", "C1", scale=Scale(50, "metre")))["from C1"] == "2 cells, 100 m"
    assert texts(report_of("B1", "A1"))["from A1"] == "1 cell, 1 in"
    assert texts(report_of("A3", "A1"))["sight"] == "clear"
    blocked = report_of("E2", "A2", ruler=True)
    assert texts(blocked)["sight"].startswith("blocked by light woods in C2")
    (chart,) = (block for block in blocked if isinstance(block, Chart))
    assert any(stops for _, _, _, stops in chart.profile.risen) and not chart.profile.clear


def test_the_profile_goes_on_to_the_target_behind_what_blocks() -> None:
    """All ground up to the end, what stands there, and the first that stops it marked so; a clear one has none."""
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
    clear = lines.sight(battle_map.cell("A1"), battle_map.cell("B1"))
    assert lines.beyond(clear) == () and profile(lines, clear).blocked_at is None


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
