"""Names and whole numbers as files may have them: those that every system means alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from sim.board.terrain_sets.kind_tables import KindId, Name

__all__ = ["D6", "D8", "D10", "Count", "KindId", "Length", "Name", "Printed", "Small"]

Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Printed = Annotated[int, Field(ge=-99, le=99)]
Length = Annotated[int, Field(ge=1, le=200)]
"""In inches."""

if TYPE_CHECKING:
    D6 = int
    D8 = int
    D10 = int
else:
    D6, D8, D10 = (Literal[tuple(range(1, faces + 1))] for faces in (6, 8, 10))
"""The scores of a die, as keys of a table that has something for `Every` one of them."""
