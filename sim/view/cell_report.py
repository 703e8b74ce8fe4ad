"""What the hover panel says of a cell: all of it asked of the board, each figure with where it comes from."""

from __future__ import annotations

from sim.board.cover import Cover, own_cover
from sim.board.ground import Ground
from sim.board.sight import Sight
from sim.grid import Cell, Edge
from sim.view.paint_names import place_name
from sim.view.paint_overlay import sight_lines
from sim.view.panel import Block, Chart, Note, Row, Rule, Title
from sim.view.sight_ruler import profile


def cell_report(ground: Ground, cell: Cell, selected: Cell | None, *, ruler: bool = False) -> tuple[Block, ...]:
    """Return the blocks of the panel: the cell, its sides, its shelter, and how it lies to the selected one."""
    grid, battle_map = ground.map.grid, ground.map
    places = [place_name(name) for name in battle_map.places_at(cell)]
    blocks: list[Block] = [Title(grid.name(cell))]
    blocks.append(Row("terrain", ground.terrain_at(cell).name))
    blocks.append(Row("height", f"level {ground.height_at(cell)}"))
    features = [kind.name for kind in ground.features_at(cell)]
    if features:
        blocks.append(Row("features", ", ".join(features)))
    if places:
        blocks.append(Row("places", ", ".join(places)))
    areas = [place_name(name) for name in battle_map.areas_at(cell)]
    if areas:
        blocks.append(Row("areas", ", ".join(areas)))
    blocks += _sides(ground, cell)
    blocks += _shelter(own_cover(ground, cell))
    if selected is not None and selected != cell:
        blocks += _relation(ground, selected, cell, ruler=ruler)
    return tuple(blocks)


def _sides(ground: Ground, cell: Cell) -> list[Block]:
    """Say what stands on the sides of a cell, and where its roads lead."""
    grid = ground.map.grid
    edges = [(side, ground.edge_at(grid.edge(cell, side))) for side in grid.sides]
    links = [(name, ground.way_at(Edge.between(cell, cell.plus(step)))) for name, step in _steps(ground)]
    blocks: list[Block] = []
    standing = _gathered([(side, kind.name) for side, kind in edges if kind is not None])
    leading = _gathered([(side, kind.name) for side, kind in links if kind is not None])
    if standing:
        blocks.append(Row("sides", standing))
    if leading:
        blocks.append(Row("ways", leading))
    return blocks


def _steps(ground: Ground) -> list[tuple[str, Cell]]:
    grid = ground.map.grid
    return list(zip(grid.directions, grid.steps, strict=True))


def _gathered(named: list[tuple[str, str]]) -> str:
    """Write directions together that have the same: "wall n, ne; hedge s"."""
    kinds = list(dict.fromkeys(name for _, name in named))
    return "; ".join(f"{kind} {', '.join(side for side, name in named if name == kind)}" for kind in kinds)


def _shelter(covers: tuple[Cover, ...]) -> list[Block]:
    """Say what shelters a cell, part by part, and what it adds up to."""
    if not covers:
        return [Row("defence", "0, no cover")]
    total = sum(cover.defence for cover in covers)
    rows: list[Block] = [Row("defence", f"{total:+d}, {' and '.join(dict.fromkeys(c.cover for c in covers))} cover")]
    rows += [Note(f"{cover.defence:+d}  {cover.reason}") for cover in covers]
    return rows


def _relation(ground: Ground, selected: Cell, cell: Cell, *, ruler: bool) -> list[Block]:
    """Say how far a cell lies from the selected one, and whether it can be seen from there."""
    battle_map, scale = ground.map, ground.map.scale
    name = battle_map.grid.name(selected)
    steps, length = battle_map.distance(selected, cell), battle_map.length(selected, cell)
    unit = {"inch": "in", "metre": "m"}[scale.unit]
    cells = "1 cell" if steps == 1 else f"{steps} cells"
    sight = sight_lines(ground).sight(selected, cell)
    blocks: list[Block] = [Rule(), Row(f"from {name}", f"{cells}, {_figure(length)} {unit}")]
    blocks.append(Row("sight", sight.reason, "good" if sight.clear else "bad"))
    blocks += _sight_shelter(sight)
    if ruler:
        blocks.append(Chart(profile(ground, sight)))
        blocks.append(Note(f"judged under “{sight.convention.replace('_', ' ')}”"))
    return blocks


def _sight_shelter(sight: Sight) -> list[Block]:
    if not sight.clear or not sight.cover:
        return []
    rows: list[Block] = [Row("shelter", f"{sight.defence_modifier:+d} against fire from there")]
    rows += [Note(f"{cover.defence:+d}  {cover.reason}") for cover in sight.cover]
    return rows


def _figure(value: float) -> str:
    """Write a length as players do: whole where it is whole, else with one decimal."""
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"
