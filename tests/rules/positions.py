"""Positions of any system that are changed, and cells by their names: what the tables of the tests share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.engine.battle import Position
from sim.grid import Cell


def changed(scene: Position[Any, Any], id_: str, **words: Any) -> Position[Any, Any]:
    """Return a position in which a unit is otherwise: `changed(scene, "a1", prone=True)`. A cell may be named."""
    if isinstance(words.get("cell"), str):
        words["cell"] = scene.map.cell(words["cell"])
    return with_state(scene, units=scene.state.units.with_unit(scene.state.unit(id_).changed(**words)))


def with_state(scene: Position[Any, Any], **words: Any) -> Position[Any, Any]:
    """Return a position whose state is otherwise: `with_state(scene, turn=5)`."""
    return Position(scene.battle, scene.state.changed(**words))


def way(scene: Position[Any, Any], *names: str) -> tuple[Cell, ...]:
    """Return cells in order, by their names."""
    return tuple(map(scene.map.cell, names))


def names(scene: Position[Any, Any], cells: Iterable[Cell]) -> list[str]:
    """Return what players call some cells, in their order."""
    return [scene.name(cell) for cell in cells]
