"""How kinds of terrain are written in files: in the terrain sets, and in maps that bring kinds of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, StringConstraints

from sim.board.findings import Findings
from sim.board.terrain import Kind, MoveCost, TerrainSet
from sim.files.strict import Strict
from sim.files.wording import formed

KindId = Annotated[
    str, formed("^[a-z][a-z0-9_]{0,39}$", "small letters, digits and _, a letter first and at most 40 in all")
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Letter = Annotated[str, formed(r"""^[^\s"'\\_]$""", "one character, not a space, quote, backslash or _")]
"""One visible character. No quote or backslash, which the rows of a TOML text could not simply show, and not the
underscore, which always draws a hole."""

MoveFigure = Annotated[int, Field(ge=0, le=99)] | Literal["no", "x2", "x3", "x4"]
"""A number is added to the cost of an ordinary step, "x2" multiplies it, "no" may not be entered."""


class KindTable(Strict):
    """What terrain, features and edges have in common."""

    name: Name = Field("", validate_default=False, description="What players call it; its id if left out")
    move: dict[str, MoveFigure] = Field(default_factory=dict, description="Cost by movement class")
    defence: int = Field(0, ge=-20, le=20, description="Defence modifier of whoever it shelters")
    cover: str = Field("none", description="One of the set's classes of cover")
    blocks_sight: bool = False
    sight_height: int = Field(0, ge=0, le=99, description="Height steps it rises above its ground")
    look: str = Field("", max_length=40, description="What the viewer draws; its id if left out")
    source: str = Field("", max_length=200, description="Where the figures come from")
    traits: tuple[str, ...] = Field((), description="Words that games ask for, of those that the terrain set explains")


class CellKindTable(KindTable):
    """A kind of terrain or feature."""

    letter: Letter | Literal[""] = Field("", description="What draws it in rows")
    hindrance: int = Field(0, ge=0, le=9, description="How much it blurs a line that passes through")
    shelters_behind: bool = Field(False, description="A low object that shelters the next cell")


class EdgeKindTable(KindTable):
    """A kind of wall, hedge, door."""

    becomes: str = Field("", description="The kind it turns into when worked, as a door that opens")


AnyKind = TypeVar("AnyKind", bound=Kind)


def move_cost(figure: MoveFigure) -> MoveCost | None:
    """Read a cost as files write it.

    >>> move_cost(2), move_cost("x2"), move_cost("no")
    (MoveCost(times=1, extra=2), MoveCost(times=2, extra=0), None)
    """
    match figure:
        case "no":
            return None
        case int():
            return MoveCost(extra=figure)
        case _:
            return MoveCost(times=int(figure[1:]))


def move_figure(cost: MoveCost | None) -> MoveFigure:
    """Write a cost as files do.

    >>> move_figure(MoveCost(times=2)), move_figure(None)
    ('x2', 'no')
    """
    if cost is None:
        return "no"
    if cost.times == 1:
        return cost.extra
    if cost.extra or cost.times not in (2, 3, 4):
        raise ValueError(f"no file can write {cost}")
    return f"x{cost.times}"  # type: ignore[return-value]  # one of the three


def move_costs(figures: Mapping[str, MoveFigure]) -> dict[str, MoveCost | None]:
    """Read the costs of all movement classes."""
    return {movement: move_cost(figure) for movement, figure in figures.items()}


def altered(base: AnyKind, table: KindTable) -> AnyKind:
    """Return a kind with what a table says of it; costs that the table does not mention stay as they are."""
    known = {field.name for field in fields(base)} - {"move"}
    said: dict[str, Any] = {key: getattr(table, key) for key in table.model_fields_set & known}
    return replace(base, move={**base.move, **move_costs(table.move)}, **said)


def spoken(kind_id: str) -> str:
    """Turn an id into words.

    >>> spoken("light_woods")
    'light woods'
    """
    return kind_id.replace("_", " ")


def check_kinds(section: str, tables: Mapping[str, KindTable], terrain_set: TerrainSet, findings: Findings) -> None:
    """Note every word in the kinds of one section that the terrain set does not know."""
    for kind_id, table in tables.items():
        where = (section, kind_id)
        for movement in table.move:
            if movement not in terrain_set.movement:
                findings.not_among((*where, "move", movement), movement, list(terrain_set.movement))
        if table.cover not in terrain_set.cover_classes:
            findings.not_among((*where, "cover"), table.cover, terrain_set.cover_classes)
        for place, trait in enumerate(table.traits):
            if trait not in terrain_set.traits:
                findings.not_among((*where, "traits", place), trait, list(terrain_set.traits))
        becomes = table.becomes if isinstance(table, EdgeKindTable) else ""
        if becomes and becomes not in terrain_set.edges:
            findings.not_among((*where, "becomes"), becomes, list(terrain_set.edges))
        if kind_id in RESERVED:
            findings.add(where, f'"{kind_id}"', f"another name: {RESERVED[kind_id]}")


RESERVED = {"void": "this one draws holes", "none": "this one takes edges away"}
"""Ids that mean something of their own in map files."""
