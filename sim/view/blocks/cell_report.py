"""What panels say of a cell: all of it asked of the board, each figure with where it comes from.

The map viewer shows `cell_report`. The battle screen puts the same parts together with what the rules say of the cell
and with who stands in it (`battle/reports.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.board.convention import CONVENTIONS
from sim.board.cover import own_cover
from sim.board.ground import Ground
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.engine.check import Check, all_cover
from sim.engine.words import counted
from sim.grid import Cell, Edge
from sim.view.blocks.kinds import Block, Chart, Divider, Row, SmallPrint, Title
from sim.view.blocks.sight_profile import profile

UNITS = {"inch": "in", "metre": "m"}
"""How units of length are written."""


def cell_report(ground: Ground, cell: Cell, selected: Cell | None, *, ruler: bool = False) -> tuple[Block, ...]:
    """Return the blocks of the panel: the cell, its sides, its shelter, and how it lies to the selected one."""
    blocks = [*place_blocks(ground, cell), *_shelter(ground, cell)]
    if selected is not None and selected != cell:
        lines, name = sight_lines(ground), ground.map.grid.name(selected)
        blocks += relation_blocks(lines, selected, cell, name, ruler=ruler)
    return tuple(blocks)


def sight_lines(ground: Ground) -> LinesOfSight:
    """Return the engine's own lines of sight over a ground, under the convention of its terrain set."""
    return lines_of_sight(ground.map, CONVENTIONS[ground.map.terrain_set.sight], ground.changes)


def place_name(name: str) -> str:
    """Return a place's name as it is lettered: files write it in one word.

    >>> place_name("east_wood"), place_name("Hill 112")
    ('East wood', 'Hill 112')
    """
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


# -- the place --------------------------------------------------------------------------------------------


def place_blocks(ground: Ground, cell: Cell) -> list[Block]:
    """Say what a cell is called, what is there, what stands on its sides, and where its roads lead."""
    battle_map = ground.map
    said = [
        ("terrain", ground.terrain_at(cell).name),
        ("height", f"level {ground.height_at(cell)}"),
        ("features", ", ".join(kind.name for kind in ground.features_at(cell))),
        ("places", ", ".join(map(place_name, battle_map.places_at(cell)))),
        ("areas", ", ".join(map(place_name, battle_map.areas_at(cell)))),
        *_sides(ground, cell),
    ]
    return [Title(battle_map.grid.name(cell)), *(Row(label, text) for label, text in said if text)]


def _sides(ground: Ground, cell: Cell) -> list[tuple[str, str]]:
    """Say what stands on the sides of a cell, and where its roads lead."""
    grid = ground.map.grid
    edges = [(side, ground.edge_at(grid.edge(cell, side))) for side in grid.sides]
    steps = zip(grid.directions, grid.steps, strict=True)
    links = [(name, ground.way_at(Edge.between(cell, cell.plus(step)))) for name, step in steps]
    return [
        ("sides", _gathered([(side, kind.name) for side, kind in edges if kind is not None])),
        ("ways", _gathered([(side, kind.name) for side, kind in links if kind is not None])),
    ]


def _gathered(named: list[tuple[str, str]]) -> str:
    """Write directions together that have the same: "wall n, ne; hedge s"."""
    kinds = list(dict.fromkeys(name for _, name in named))
    return "; ".join(f"{kind} {', '.join(side for side, name in named if name == kind)}" for kind in kinds)


# -- shelter ----------------------------------------------------------------------------------------------


def _shelter(ground: Ground, cell: Cell) -> list[Block]:
    """Say what shelters a cell, part by part, and what it adds up to."""
    covers = own_cover(ground, cell)
    if not covers:
        return [Row("defence", "0, no cover")]
    total = sum(cover.defence for cover in covers)
    words = f"{total:+d}, {' and '.join(dict.fromkeys(cover.cover for cover in covers))} cover"
    return [Row("defence", words), *part_notes((cover.defence, cover.reason) for cover in covers)]


def part_notes(parts: Iterable[tuple[int, str]]) -> list[Block]:
    """List the parts of a sum, each with its reason."""
    return [SmallPrint(f"{value:+d}  {reason}") for value, reason in parts]


# -- from somewhere else ----------------------------------------------------------------------------------


Shelter = Callable[[Cell, Cell], Check]
"""Returns what shelters a cell from fire out of another, as the rules of a game count it."""


def relation_blocks(
    lines: LinesOfSight, one: Cell, cell: Cell, name: str, *, ruler: bool, shelter: Shelter | None = None
) -> list[Block]:
    """Say how far a cell lies from another, which goes by a name, and whether it can be seen from there.

    Without the rules of a game the modifiers of everything that shelters are added up.
    With the ruler the line is also shown from the side, and the convention it was judged under is named.
    """
    ground = lines.ground
    steps, length = ground.map.distance(one, cell), ground.map.length(one, cell)
    cells = counted(steps, "cell")
    sight = lines.sight(one, cell)
    far = f"{cells}, {_figure(length)} {UNITS[ground.map.scale.unit]}"
    blocks: list[Block] = [Divider(), Row(f"from {name}", far)]
    limit = lines.convention.hindrance_limit
    # How much a hindrance matters is to be seen only beside what it takes to block.
    more = f" ({limit} would block)" if sight.clear and sight.hindrance and limit else ""
    blocks.append(Row("sight", f"{sight.reason}{more}", "good" if sight.clear else "bad"))
    if sight.clear:
        blocks += _shelter_there(shelter(one, cell) if shelter else all_cover("shelter", sight.cover))
    if ruler:
        blocks.append(Chart(profile(lines, sight)))
        blocks.append(SmallPrint(f"judged under “{sight.convention.replace('_', ' ')}”"))
    return blocks


def _shelter_there(check: Check) -> list[Block]:
    if not check.parts:
        return []
    row = Row("shelter", f"{check.total:+d} against fire from there")
    return [row, *part_notes((part.value, part.reason) for part in check.parts)]


def _figure(value: float) -> str:
    """Write a length as players do: whole where it is whole, else with one decimal."""
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"
