"""Kinds of terrain, edges, features, ways and movement: all of it data, read from terrain sets.

A terrain set is the legend of a family of maps (a hex battlefield, a town of squares, a tabletop in inches). Its
figures carry the source they come from; a map may add kinds of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.memo import KeepsAnswers

VOID = "void"
"""The terrain of cells that are not part of the map: nobody enters them and nobody sees across them."""


@dataclass(frozen=True, slots=True)
class MoveCost:
    """What entering costs on top of an ordinary step: that step `times` a factor, plus an `extra`.

    Printed rules say it in either way: "+1 AP" or "half speed".

    >>> MoveCost(times=2).of(3), MoveCost(extra=1).of(3)
    (6, 4)
    """

    times: int = 1
    extra: int = 0

    def of(self, step: int) -> int:
        """Return the cost for a mover whose ordinary step costs `step`."""
        return step * self.times + self.extra


FREE = MoveCost()


@dataclass(frozen=True, slots=True)
class Kind:
    """What terrain, features and edges have in common: an obstacle to movement, fire and sight.

    `move` holds None where a movement class may not enter; a class that is not listed uses its own default.
    """

    id: str
    name: str
    move: Mapping[str, MoveCost | None] = field(default_factory=dict, hash=False)
    defence: int = 0
    cover: str = "none"
    blocks_sight: bool = False
    sight_height: int = 0
    """How far it rises above its ground, in height steps."""
    look: str = ""
    """What the viewer draws; the kind's own id if empty."""
    source: str = ""
    traits: tuple[str, ...] = ()
    """What games ask of it beyond its figures, in words that the terrain set explains; a kind like it has them too."""


@dataclass(frozen=True, slots=True)
class CellKind(Kind):
    """What fills a cell, as against what stands on its sides."""

    letter: str = ""
    """The letter that usually draws it in map files."""
    hindrance: int = 0
    """How much it blurs a line that passes through, where it does not block."""
    shelters_behind: bool = False
    """A low object: gives its cover to a target in the next cell, on the far side from the firer."""


@dataclass(frozen=True, slots=True)
class TerrainKind(CellKind):
    """The ground of a cell: woods, a building floor, a field."""


@dataclass(frozen=True, slots=True)
class FeatureKind(CellKind):
    """Something in a cell besides its ground: a rifle pit, smoke, wire, a barricade."""


@dataclass(frozen=True, slots=True)
class EdgeKind(Kind):
    """Something on the side between two cells: a wall, a window, a door."""

    becomes: str = ""
    """The kind it turns into when worked: a closed door becomes an open one, and back."""


@dataclass(frozen=True, slots=True)
class WayKind:
    """A road, trail or railway that links cell to cell; its cost takes the place of the terrain's."""

    id: str
    name: str
    move: Mapping[str, MoveCost | None] = field(default_factory=dict, hash=False)
    look: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class MovementClass:
    """How a kind of mover gets about: on foot, on wheels, on rails, in the air."""

    id: str
    name: str
    default: MoveCost | None = FREE
    """The cost of kinds that do not mention this class; None where it may enter only what names it."""
    up: tuple[int, ...] = (0,)
    """Extra cost of climbing 0, 1, 2 … height steps in one move; more than listed is too steep."""
    down: tuple[int, ...] = (0,)
    corners: Literal["one", "both"] = "one"
    """A diagonal step needs a free way round the corner on one side, or on both."""
    flies: bool = False
    """Passes over everything: terrain, edges and slopes do not count."""
    source: str = ""

    def cost_of(self, terrain: TerrainKind) -> MoveCost | None:
        """Return what entering that terrain costs this class; None where it may not."""
        return terrain.move.get(self.id, self.default)


@dataclass(frozen=True, eq=False)
class TerrainSet(KeepsAnswers):
    """A legend: every kind that a family of maps may use."""

    id: str
    name: str
    sight: str
    """The sight convention that its maps use where no ruleset says otherwise."""
    cover_classes: tuple[str, ...]
    """From none to best."""
    terrain: Mapping[str, TerrainKind]
    features: Mapping[str, FeatureKind]
    edges: Mapping[str, EdgeKind]
    ways: Mapping[str, WayKind]
    movement: Mapping[str, MovementClass]
    traits: Mapping[str, str] = field(default_factory=dict)
    """The words that kinds may have as traits, each with what it means."""


OFF_MAP = TerrainKind(VOID, "off the map", blocks_sight=True, letter="_")
"""Drawn in map files to leave a hole in the rectangle; every terrain set has it."""
