"""Sight conventions: what the rulebooks disagree about, as data.

What they agree about is not here: sight runs from centre to centre; the cells at its ends never block; a side that
is crossed blocks if it is high enough; where a line grazes, through a corner or along a side, what lies on its two
hands decides. Cells off the map block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, eq=False)
class SightConvention:
    """How one family of games reads heights, hindrances and cover.

    heights "high_ground": between cells of one level, whatever rises above that level blocks; between different
    levels, whatever is not strictly lower than the higher cell blocks, and the lower cell lies in a blind spot if
    blocking terrain that overtops it stands directly before it.

    heights "straight_line": an eye stands `eye` steps above the ground of both ends, and whatever rises above the
    straight line between the eyes blocks it. Touching the top does not.

    A convention is the same only as itself, which makes it a quick key for what is kept of a map.
    """

    id: str
    name: str
    heights: Literal["high_ground", "straight_line"]
    eye: int = 0
    hindrance_limit: int = 0
    """Hindrances that add up to this block; 0 means that they never do."""
    grazing: Literal["both", "either"] = "both"
    """Whether a grazing line is blocked only if both hands block, or already if one does."""
    grazing_cover: bool = False
    """Whether a line that grazes one corner or wall end before the target gives cover, or only two."""
    corners: bool = True
    """Whether what stands in the cells beside such a line gives cover too, or only the sides it enters between."""


HIGH_GROUND = SightConvention("high_ground", "levels and high ground", "high_ground", hindrance_limit=2, corners=False)
TOWN = SightConvention("town", "walls, windows and corners", "straight_line", eye=1, grazing_cover=True)
TABLETOP = SightConvention("tabletop", "straight line between eyes", "straight_line", eye=1, hindrance_limit=3)

CONVENTIONS = {convention.id: convention for convention in (HIGH_GROUND, TOWN, TABLETOP)}
