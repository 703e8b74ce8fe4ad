"""`sandtable los`: the certificate of one line of sight, as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from sim.cli.map_files import loaded
from sim.cli.output import as_json_option, echo, echo_json
from sim.resources import UnknownName, find_map

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap
    from sim.board.convention import SightConvention
    from sim.board.cover import Cover
    from sim.board.sight import MetOnLine, Sight
    from sim.grid import Cell, Edge

_LONGEST = 600
"""Characters of one line: a reason may name two obstacles, each called by a map file what it likes."""


@click.command("los")
@click.argument("name", metavar="MAP")
@click.argument("viewer", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--convention", metavar="NAME", help="Judge by this sight convention instead of the map's own.")
@as_json_option
def los_command(name: str, viewer: str, target: str, convention: str | None, as_json: bool) -> None:
    """Say whether one cell of a map sees another, and why.

    MAP is the name of a shipped map or the path of a map file; FROM and TO are cells, as in C4. All that the line meets
    is listed in order, up to whatever stops it; then what shelters the target.
    """
    from sim.board.sight import lines_of_sight
    from sim.files import printable

    battle_map = loaded(find_map(name))
    judged_by = chosen_convention(battle_map, convention)
    ends = cell_called(battle_map, viewer), cell_called(battle_map, target)
    sight = lines_of_sight(battle_map, judged_by).sight(*ends)
    if as_json:
        echo_json(certificate_data(battle_map, sight))
        return
    for line in certificate_lines(battle_map, judged_by, sight):
        echo(printable(line, _LONGEST))


def chosen_convention(battle_map: BattleMap, name: str | None) -> SightConvention:
    """Return the convention of that name, or the one that the map's terrain set names."""
    from sim.board.convention import CONVENTIONS
    from sim.files import did_you_mean, one_of, shown

    wanted = battle_map.terrain_set.sight if name is None else name
    if wanted not in CONVENTIONS:
        told = f"{shown(wanted)} is not a sight convention: expected {one_of(CONVENTIONS)}; "
        told += did_you_mean(wanted, CONVENTIONS)
        raise click.BadParameter(told.rstrip("; "), param_hint="--convention")
    return CONVENTIONS[wanted]


def cell_called(battle_map: BattleMap, name: str) -> Cell:
    """Return the cell of that name; the error says what a name looks like, or why there is no such cell."""
    from sim.files import printable, shown

    try:
        if _is_hole(battle_map, battle_map.grid.cell(name)):
            raise UnknownName(f"{shown(name)} is a hole in the map {shown(battle_map.name)}: expected a cell of it")
        return battle_map.cell(name)
    except ValueError as error:
        raise UnknownName(printable(str(error), 200)) from None


def _is_hole(battle_map: BattleMap, cell: Cell) -> bool:
    return cell not in battle_map and _is_within(battle_map, cell)


def _is_within(battle_map: BattleMap, cell: Cell) -> bool:
    """Say whether a cell lies in the rectangle of the map, hole or not; one before its first column has no name."""
    column, row = battle_map.grid.offset(cell)
    return 0 <= column < battle_map.width and 0 <= row < battle_map.height


# -- as text ------------------------------------------------------------------------------------------------------


def certificate_lines(battle_map: BattleMap, convention: SightConvention, sight: Sight) -> Iterator[str]:
    """Yield the certificate line by line: the verdict first, then everything it rests on."""
    name = battle_map.grid.name
    yield f"{name(sight.viewer)} to {name(sight.target)}: {sight.reason}"
    yield ""
    yield f"map         {battle_map.title or battle_map.name}"
    yield f"convention  {convention.id}: {convention.name}"
    yield f"distance    {_distance(battle_map, sight)}"
    yield f"from        {_end(battle_map, sight.viewer)}"
    yield f"to          {_end(battle_map, sight.target)}"
    yield f"hindrance   {_hindrance(convention, sight)}"
    yield ""
    yield from _way_lines(battle_map, sight)
    yield ""
    yield from _cover_lines(battle_map, sight)


def _distance(battle_map: BattleMap, sight: Sight) -> str:
    cells, length = battle_map.distance(sight.viewer, sight.target), battle_map.length(sight.viewer, sight.target)
    unit = {"inch": ("inch", "inches"), "metre": ("metre", "metres")}[battle_map.scale.unit]
    figure = f"{length:.2f}".rstrip("0").rstrip(".")
    return f"{cells} {'cell' if cells == 1 else 'cells'}, {figure} {unit[figure != '1']}"


def _end(battle_map: BattleMap, cell: Cell) -> str:
    kinds = (battle_map.terrain_at(cell), *battle_map.features_at(cell))
    return f"{battle_map.grid.name(cell)}, {', '.join(kind.name for kind in kinds)}, level {battle_map.height_at(cell)}"


def _hindrance(convention: SightConvention, sight: Sight) -> str:
    limit = convention.hindrance_limit
    return f"{sight.hindrance}, and {limit} block" if limit else f"{sight.hindrance}, which never blocks"


def _way_lines(battle_map: BattleMap, sight: Sight) -> Iterator[str]:
    """Yield what the line met as a table: how far along, how high, how high the line is there, and what came of it."""
    if not sight.passed:
        yield "The line meets nothing: it ends where it starts."
        return
    rows = [("way", "met", "top", "line", "")]
    rows += [_row(battle_map, passed) for passed in sight.passed]
    way, met, top, line = (max(len(row[column]) for row in rows) for column in range(4))
    for row in rows:
        yield f"{row[0]:>{way}}  {row[1]:{met}}  {row[2]:>{top}}  {row[3]:>{line}}  {row[4]}".rstrip()


def _row(battle_map: BattleMap, passed: MetOnLine) -> tuple[str, str, str, str, str]:
    told = [f"hindrance {passed.hindrance}"] if passed.hindrance else []
    told += ["stops the line"] if passed.stops else []
    top = height_of(passed)
    return (
        f"{float(passed.lowest_at):.0%}",
        described(battle_map, passed),
        "-" if top is None else str(top),
        _figure(passed.line),
        ", ".join(told),
    )


def _cover_lines(battle_map: BattleMap, sight: Sight) -> Iterator[str]:
    """Yield what shelters the target, each part with its reason, and what it adds up to."""
    name = battle_map.grid.name(sight.target)
    if not sight.clear:
        yield f"Cover of {name}: not asked for, since the line is blocked."
    elif not sight.cover:
        yield f"Cover of {name}: none from this direction."
    else:
        yield f"Cover of {name}: defence modifier {sight.defence_modifier:+d} from this direction"
        yield from (f"  {cover.defence:+d}  {cover.reason} ({cover.cover} cover)" for cover in sight.cover)


def _figure(height: Fraction) -> str:
    """Write a height as players would: 3, 5/2, 1.33."""
    return str(height) if height.denominator <= 4 else f"{float(height):.2f}"


# -- what was met -------------------------------------------------------------------------------------------------


def described(battle_map: BattleMap, passed: MetOnLine) -> str:
    """Say what was met and where. The certificate gives no names to sides that block nothing, nor to holes."""
    from sim.grid import Across, Between, Through

    match passed.met:
        case Across(edge) if height_of(passed) is None:
            kind = battle_map.edge_at(edge)
            return f"{kind.name if kind else 'open side'} {battle_map.grid.edge_name(edge)}"
        case Through(cell) if _is_hole(battle_map, cell):
            return f"{passed.name}, a hole at {battle_map.grid.name(cell)}"
        case Between():
            return f"past {passed.name}"
        case _:
            return passed.name


def height_of(passed: MetOnLine) -> int | None:
    """Return how high something stands; None for what has no height, an open side or the edge of the map."""
    from sim.board.sight_table import NOTHING, WALL_TOP

    return passed.top if NOTHING < passed.top < WALL_TOP else None


# -- as data ------------------------------------------------------------------------------------------------------


def certificate_data(battle_map: BattleMap, sight: Sight) -> dict[str, Any]:
    """Return the certificate as data. Points of the way and heights of the line are exact, as in "5/2"."""
    name = battle_map.grid.name
    return {
        "map": battle_map.name,
        "from": name(sight.viewer),
        "to": name(sight.target),
        "convention": sight.convention,
        "clear": sight.clear,
        "reason": sight.reason,
        "blocker": described(battle_map, sight.blocker) if sight.blocker else None,
        "distance": {
            "cells": battle_map.distance(sight.viewer, sight.target),
            "length": battle_map.length(sight.viewer, sight.target),
            "unit": battle_map.scale.unit,
        },
        "heights": {"from": battle_map.height_at(sight.viewer), "to": battle_map.height_at(sight.target)},
        "hindrance": sight.hindrance,
        "met": [_met_data(battle_map, passed) for passed in sight.passed],
        "cover": [_cover_data(battle_map, cover) for cover in sight.cover],
        "defence_modifier": sight.defence_modifier if sight.clear else None,
    }


def _met_data(battle_map: BattleMap, passed: MetOnLine) -> dict[str, Any]:
    return {
        **_place_data(battle_map, passed),
        "name": described(battle_map, passed),
        "top": height_of(passed),
        "line": str(passed.line),
        "lowest_at": str(passed.lowest_at),
        "hindrance": passed.hindrance,
        "stops": passed.stops,
        "why": passed.why,
    }


def _place_data(battle_map: BattleMap, passed: MetOnLine) -> dict[str, Any]:
    """Say where it was: in a cell, on a side, or in a gap between two hands."""
    from sim.grid import Across, Between, Through

    match passed.met:
        case Through(cell, enters, leaves):
            what, places = "cell", _names(battle_map, cell)
        case Across(edge, at):
            what, places, enters, leaves = "side", [battle_map.grid.edge_name(edge)], at, at
        case Between(left, right, enters, leaves):
            what, places = "gap", _names(battle_map, left.cell, right.cell)
    return {"what": what, "places": places, "enters": str(enters), "leaves": str(leaves)}


def _names(battle_map: BattleMap, *cells: Cell | None) -> list[str]:
    return [battle_map.grid.name(cell) for cell in cells if cell is not None and _is_within(battle_map, cell)]


def _cover_data(battle_map: BattleMap, cover: Cover) -> dict[str, Any]:
    return {
        "defence": cover.defence,
        "cover": cover.cover,
        "reason": cover.reason,
        "how": cover.how,
        "kind": cover.kind,
        "place": _place_name(battle_map, cover.place),
    }


def _place_name(battle_map: BattleMap, place: Cell | Edge) -> str:
    from sim.grid import Cell

    return battle_map.grid.name(place) if isinstance(place, Cell) else battle_map.grid.edge_name(place)
