"""Liveries: how one tells the sides apart, by colour, by border and by emblem.

No sign stands alone. The colours differ in lightness as much as in hue, so that they stay apart for eyes that do not
tell red from green or blue from yellow, and in print without colours; every livery has a border and an emblem besides.
The first four, which nearly all battles make do with, are the farthest from each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.view.ui.palette import Colour, between

Border = Literal["solid", "double", "dashed", "hatched", "notched", "dotted", "barred", "cornered"]
Emblem = Literal["disc", "diamond", "triangle", "square", "cross", "ring", "chevron", "star"]

PAPER: Colour = (248, 243, 230)
INK: Colour = (26, 22, 18)


@dataclass(frozen=True)
class Livery:
    """How the counters of one side look."""

    name: str
    field: Colour
    """The card itself."""
    ink: Colour
    """What is written on the card."""
    border: Border
    emblem: Emblem

    @property
    def deep(self) -> Colour:
        """The dark line around, and the clothes of men seen from above where they lie in shade."""
        return between(self.field, (12, 10, 10), 0.62)

    @property
    def light(self) -> Colour:
        """The paper on which the symbol stands."""
        return between(self.field, PAPER, 0.80)

    @property
    def trim(self) -> Colour:
        """What the border's pattern is drawn with: whatever stands out from the card."""
        return between(self.field, self.ink, 0.86)

    @property
    def spent(self) -> Livery:
        """The same side's card when there is nothing left to do with it: dull, but still its own."""
        dull = sum(self.field) // 3
        towards: Colour = (dull, dull, dull)
        away: Colour = (0, 0, 0) if self.ink == PAPER else (255, 255, 255)
        return Livery(
            f"{self.name} (spent)",
            between(between(self.field, towards, 0.45), away, 0.16),
            self.ink,
            self.border,
            self.emblem,
        )


LIVERIES: tuple[Livery, ...] = (
    Livery("blue", (27, 80, 178), PAPER, "solid", "disc"),
    Livery("orange", (235, 125, 30), INK, "double", "diamond"),
    Livery("bone", (236, 222, 180), INK, "dashed", "triangle"),
    Livery("plum", (58, 20, 40), PAPER, "notched", "square"),
    Livery("sky", (118, 225, 250), INK, "hatched", "cross"),
    Livery("green", (60, 160, 95), INK, "dotted", "ring"),
    Livery("rose", (190, 126, 160), INK, "barred", "chevron"),
    Livery("slate", (86, 66, 115), PAPER, "cornered", "star"),
)


def livery(side: int) -> Livery:
    """Return the livery of the side that comes so many places after the first; after the eighth they begin again."""
    return LIVERIES[side % len(LIVERIES)]
