"""Grids: hexes and squares, their cells, sides, directions, arcs and lines. Knows nothing of maps or games."""

from sim.grid.base import Grid, Point, cross
from sim.grid.cell import Cell, Edge
from sim.grid.hexes import HexGrid
from sim.grid.line import Across, Bank, Between, Met, Through, trace, trace_end, trace_from_origin
from sim.grid.squares import SquareGrid

__all__ = [
    "Across",
    "Bank",
    "Between",
    "Cell",
    "Edge",
    "Grid",
    "HexGrid",
    "Met",
    "Point",
    "SquareGrid",
    "Through",
    "cross",
    "trace",
    "trace_end",
    "trace_from_origin",
]
