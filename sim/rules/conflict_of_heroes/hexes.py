"""Where an AI may move and which hex it takes: the lists of rules 5.3 and 5.3.1."""

from __future__ import annotations

from typing import Any

from sim.board.cover import Cover, own_cover
from sim.engine.keeping import Kept
from sim.grid import Cell
from sim.rules.conflict_of_heroes.aims import FAR, Aim, Here
from sim.rules.conflict_of_heroes.moving import Way, ways
from sim.rules.conflict_of_heroes.units import Counter, Scene
from sim.rules.conflict_of_heroes.zones import enemy_short_zones, enemy_zones, steps_to_flank
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require

# -- where to move --------------------------------------------------------------------------------------------


def enterable(position: Scene, unit: Counter) -> list[Way]:
    """COH-5.3-stack, COH-5.1-cc: the moves an AI may make: no stacking with AIs, no close combat for crewed weapons."""
    at = position.state.units.at
    return [way for way in ways(position, unit) if not (here := at(way.end)) or _may_end(unit, here)]


def _may_end(unit: Counter, here: tuple[Counter, ...]) -> bool:
    return not unit.profile.crewed and all(other.side != unit.side for other in here)


def closer_ways(position: Scene, unit: Counter, aim: Aim) -> list[Way]:
    """Return the moves that bring an AI nearer to a target."""
    here = aim.hexes_from(position, unit.place)
    return [way for way in enterable(position, unit) if aim.hexes_from(position, way.end) < here]


def hex_shelter(position: Scene, cell: Cell, aim: Aim | None) -> int:
    """Return the DM of a hex against a target: its own ground, and a wall between the two."""
    return _shelter(position, cell, aim).key  # type: ignore[no-any-return]


def _shelter(position: Scene, cell: Cell, aim: Aim | None) -> Shown:
    """Return the DM of a hex against a target with its reasons."""
    against = None if aim is None or aim.unit is None else aim.unit.place
    return _SHELTERS.answer((position.lines, cell, against), _shelter_shown, position, cell, against)


_SHELTERS: Kept[Shown] = Kept()


def _shelter_shown(position: Scene, cell: Cell, against: Cell | None) -> Shown:
    covers = _covers(position, cell, against)
    total, reasons = sum(cover.defence for cover in covers), [cover.reason for cover in covers if cover.defence]
    return Shown(total, f"{total} ({', '.join(reasons)})" if reasons else str(total))


def _covers(position: Scene, cell: Cell, against: Cell | None) -> tuple[Cover, ...]:
    """Return what gives a hex its DM; what a line only grazes counts for nothing, as in an attack."""
    if against is None or cell not in position.lines.field_of_view(against):
        return own_cover(position.ground, cell)
    return tuple(cover for cover in position.sight(against, cell).cover if cover.how != "grazed")


def _hexes(aim: Aim) -> Measure[Here, Way]:
    return Measure("hexes from the target", lambda situation, way: aim.hexes_from(situation.position, way.end))


def _out_of_zones(situation: Here, way: Way) -> Shown:
    units = enemy_zones(situation.position, situation.side).over(way.end)
    return Shown(False, f"in that of {', '.join(units)}") if units else _YES


_YES = Shown(True, "yes")


OUT_OF_ZONES: Measure[Here, Way] = Measure("out of every fire zone", _out_of_zones)


def shelter_of(aim: Aim | None) -> Measure[Here, Way]:
    """Measure the DM of a hex against a target, with its reasons."""
    return Measure("DM", lambda situation, way: _shelter(situation.position, way.end, aim))


def _flank_steps(unit: Counter, aim: Aim) -> Measure[Here, Way]:
    def steps(situation: Here, way: Way) -> Any:
        if aim.unit is None:
            return 0
        found = steps_to_flank(situation.position, way.end, unit, aim.unit)
        return Shown(FAR, "none") if found is None else found

    return Measure("hexes to the target's flank", steps)


def hex_list(unit: Counter, aim: Aim, *permissions: Line[Here, Way]) -> Priority[Way]:
    """COH-5.3: fewer hexes, out of fire zones, highest DM, towards the flank, then a die."""
    return Priority(
        "COH-5.3",
        "where to move",
        *permissions,
        least(_hexes(aim)),
        prefer(OUT_OF_ZONES),
        most(shelter_of(aim)),
        least(_flank_steps(unit, aim)),
    )


def flank_list(unit: Counter, aim: Aim, *permissions: Line[Here, Way]) -> Priority[Way]:
    """COH-5.3.1-in: towards the target's flank, where it cannot get closer; then as in any move."""
    return Priority(
        "COH-5.3.1-in",
        "where to move towards the flank",
        *permissions,
        least(_flank_steps(unit, aim)),
        least(_hexes(aim), "COH-5.3"),
        prefer(OUT_OF_ZONES, "COH-5.3"),
        most(shelter_of(aim), "COH-5.3"),
    )


def cover_list(unit: Counter, aim: Aim) -> Priority[Way]:
    """Return the list for a move to cover: the best shelter, then as in any move."""
    lines = (require(more_shelter(unit, aim)), most(shelter_of(aim)), least(_hexes(aim)), prefer(OUT_OF_ZONES))
    return Priority("COH-5.3", "where to find cover", *lines)


def more_shelter(unit: Counter, aim: Aim) -> Measure[Here, Way]:
    """Say whether a hex gives more shelter than the one an AI is in."""

    def more(situation: Here, way: Way) -> Shown:
        position = situation.position
        there, here = hex_shelter(position, way.end, aim), hex_shelter(position, unit.place, aim)
        return Shown(there > here, f"{there} against {here}")

    return Measure("more DM than here", more)


def _clear_of_short_range(situation: Here, way: Way) -> Shown:
    zones = enemy_short_zones(situation.position, situation.side)
    met = {cell: units for cell in way.cells if (units := zones.over(cell))}
    if not met:
        return _YES
    told = [f"{situation.position.name(cell)} in that of {', '.join(units)}" for cell, units in met.items()]
    return Shown(False, "; ".join(told))


OUT_OF_SHORT_RANGE: Measure[Here, Way] = Measure("out of every short-range fire zone", _clear_of_short_range)
"""Of every hex that is entered: whoever drives through such a zone has moved into it."""


def no_close_combat() -> Line[Here, Way]:
    """COH-5.3.1-cc: never into close combat."""

    def clear(situation: Here, way: Way) -> Shown:
        there = situation.state.units.at(way.end)
        return Shown(False, ", ".join([unit.id for unit in there])) if there else _YES

    return require(Measure("out of close combat", clear), "COH-5.3.1-cc")


def no_short_range() -> Line[Here, Way]:
    """COH-5.3.1-cc: never into a short-range fire zone of any Unit that threatens it."""
    return require(OUT_OF_SHORT_RANGE, "COH-5.3.1-cc")


def holds(of: Measure[Here, Way], situation: Here, way: Way) -> bool:
    """Say whether what a line asks for is so of a move."""
    value = of.of(situation, way)
    return bool(value.key if isinstance(value, Shown) else value)
