"""The palette: pictures of all that can be drawn, as the map itself would show it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from itertools import pairwise

import pygame

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID, Kind, WayKind
from sim.grid import Edge
from sim.view.board.board_look import PLAIN
from sim.view.board.board_picture import board_surface
from sim.view.editor.tools import LOWER, RAISE, Layer
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import between, theme
from sim.workshop.blank import base_ground

SIDE = 72
"""Pixels of a picture in either direction."""
_PER_CELL: dict[Layer, float] = {"ground": 46.0, "sides": 62.0, "ways": 46.0, "features": 66.0}
_KEPT = 400
_pictures: OrderedDict[object, pygame.Surface] = OrderedDict()


def known_picture(battle_map: BattleMap, layer: Layer, kind: str) -> pygame.Surface:
    """Return the picture of a kind, or a plain stand-in until it is painted."""
    key = _key(battle_map, layer, kind)
    return _pictures.get(key) or _stand_in(layer, kind)


def paint_next(battle_map: BattleMap, layer: Layer, kinds: tuple[str, ...]) -> bool:
    """Paint one picture that is missing, for each takes as long as a frame; say whether there was one."""
    for kind in kinds:
        key = _key(battle_map, layer, kind)
        if layer in _PER_CELL and kind != VOID and key not in _pictures:
            _pictures[key] = _painted(battle_map, layer, kind)
            while len(_pictures) > _KEPT:
                _pictures.popitem(last=False)
            return True
    return False


def kind_named(battle_map: BattleMap, layer: Layer, kind: str) -> Kind | WayKind | None:
    """Return a kind of the terrain set; None for what is none, such as a level or a name."""
    kinds = battle_map.terrain_set
    match layer:
        case "ground":
            return kinds.terrain.get(kind)
        case "sides":
            return kinds.edges.get(kind)
        case "ways":
            return kinds.ways.get(kind)
        case "features":
            return kinds.features.get(kind)
    return None


def _key(battle_map: BattleMap, layer: Layer, kind: str) -> object:
    return battle_map.terrain_set.id, battle_map.grid, layer, kind, kind_named(battle_map, layer, kind), theme()


def _painted(battle_map: BattleMap, layer: Layer, kind: str) -> pygame.Surface:
    """Draw a few cells of it, and cut out their middle."""
    grid, base = battle_map.grid, base_ground(battle_map)
    ground = kind if layer == "ground" else base
    middle = grid.at(1, 1)
    few = BattleMap("", grid, 3, 3, battle_map.terrain_set, (ground,) * 9, (0,) * 9)
    look_at = grid.point(middle)
    match layer:
        case "sides":
            edge = Edge.between(middle, middle.plus(grid.side_steps[0]))
            few = replace(few, edges={edge: kind})
            ends = grid.side_points(edge.first, grid.side_steps.index(edge.second.minus(edge.first)))
            look_at = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        case "ways":
            row = [grid.at(column, 1) for column in range(3)]
            few = replace(few, ways={Edge.between(*ends): kind for ends in pairwise(row) if grid.adjacent(*ends)})
        case "features":
            few = replace(few, features={middle: (kind,)})
    scale = _PER_CELL[layer]
    whole = board_surface(few, scale, dress=PLAIN)
    bounds = [grid.outline(cell) for cell in few.cells]
    left, top = min(x for shape in bounds for x, _ in shape), min(y for shape in bounds for _, y in shape)
    x, y = (look_at[0] - left) * scale + 2, (look_at[1] - top) * scale + 2
    part = pygame.Rect(0, 0, SIDE, SIDE)
    part.center = (round(x), round(y))
    return whole.subsurface(part.clamp(whole.get_rect())).copy()


def _stand_in(layer: Layer, kind: str) -> pygame.Surface:
    """Return a plain square: of a level, its number on the brighter ground the higher it is."""
    key = (layer, kind, theme())
    known = _pictures.get(key)
    if known is not None:
        return known
    picture = pygame.Surface((SIDE, SIDE), depth=32)
    colours = theme()
    if layer == "height":
        level = 0 if kind in (RAISE, LOWER) else int(kind)
        picture.fill(between((84, 104, 62), (226, 206, 158), min(max(level, 0), 6) / 6))
        if kind in (RAISE, LOWER):
            points = [(36, 18), (56, 52), (16, 52)] if kind == RAISE else [(36, 54), (56, 20), (16, 20)]
            pygame.draw.polygon(picture, (30, 26, 20), points)
        else:
            letters = lettered(kind, 34, (30, 26, 20), "bold")
            picture.blit(letters, letters.get_rect(center=(SIDE // 2, SIDE // 2)))
    else:
        picture.fill(colours.table)
        pygame.draw.rect(picture, colours.frame, picture.get_rect(), 2)
        if kind == VOID:
            pygame.draw.line(picture, colours.frame, (14, 14), (58, 58), 3)
            pygame.draw.line(picture, colours.frame, (58, 14), (14, 58), 3)
    _pictures[key] = picture
    return picture
