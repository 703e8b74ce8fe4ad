"""The pawns of OUTLAWS!: a man or a rider seen from above with what is in his hands, a crowd for a group.

name                        skill with what is held at the upper left, rounds in it at the upper right;
gun           rounds        actions of a counter at the lower left, those that wounds have cost taken off
    pawn, facing, weapon
actions
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sim.engine.battle import Position
from sim.engine.units import Unit
from sim.grid import Cell
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.combat.shots import skill_of
from sim.rules.outlaws.figures import WeaponClass
from sim.rules.outlaws.state import Character, kind_of
from sim.view.counters.portrait import Figure, Form, Mark, Portrait, Weapon
from sim.view.counters.portray import PLAIN, side_livery

HELD: dict[WeaponClass, Weapon] = {
    "handgun": "pistol",
    "rifle": "rifle",
    "shotgun": "shotgun",
    "bow": "bow",
    "lance": "lance",
    "tomahawk": "tomahawk",
    "knife": "knife",
    "object": "none",
}
CROWD = 5
"""The heads of a group."""
BLANKET = (196, 176, 138)
"""Under the saddle of a horse that stands alone: no side's colour."""


class _Portrayal:
    """How the characters of OUTLAWS! look."""

    def portrait(self, position: Position[Any, Any], unit: Unit) -> Portrait:
        """Return what a character looks like at a moment of a shootout."""
        if not isinstance(unit, Character):
            return PLAIN.portrait(position, unit)
        if unit.profile.group:
            return Portrait(
                form="mob", symbol="civilian", colours=side_livery(position, unit.side), label=unit.id, count=CROWD
            )
        return Portrait(
            form=form(unit),
            symbol="cavalry" if unit.mounted else "infantry",
            weapon="none" if unit.out else weapon(position, unit),
            colours=side_livery(position, unit.side),
            label=unit.id,
            facing=unit.facing,
            figures=figures(position, unit),
            marks=marks(position, unit),
            hit="†" if unit.dead else "",
        )

    def loose(self, position: Position[Any, Any]) -> Iterable[tuple[Portrait, Cell]]:
        """Return the horses that stand where their riders left them."""
        colours = replace(side_livery(position, ""), field=BLANKET)
        horses = position.state.horses
        return [(Portrait(form="horse", symbol="cavalry", colours=colours, facing=h.facing), h.cell) for h in horses]


PORTRAYAL = _Portrayal()


def form(unit: Character) -> Form:
    """Say what kind of thing it is."""
    return "rider" if unit.mounted else "pawn"


def weapon(position: Position[Any, Any], unit: Character) -> Weapon:
    """Return what a character has in its hands; of two different things what it shoots with."""
    kinds = [kind_of(position, item) for item in unit.held]
    if len(kinds) == 2 and all(kind.cls == "handgun" for kind in kinds):
        return "two_pistols"
    kinds.sort(key=lambda kind: not kind.shots)
    return HELD[kinds[0].cls] if kinds else "none"


def figures(position: Position[Any, Any], unit: Character) -> tuple[Figure, ...]:
    """Return skill and rounds of what is held, and the actions of a counter."""
    if unit.out:
        return ()
    found = [Figure("sw", str(unit.allowance), "dark" if unit.lost else "plain")]
    for item in unit.held:
        kind = kind_of(position, item)
        if kind.shots:
            found.append(Figure("nw", str(skill_of(unit, kind)), "plain"))
            found.append(Figure("ne", str(item.loaded), "plain" if item.loaded else "red"))
            break
    return tuple(found)


def marks(position: Position[Any, Any], unit: Character) -> tuple[Mark, ...]:
    """Return what has befallen a character; who is out of the fight has no other mark."""
    if unit.dead:
        return ("hit",)
    if not unit.conscious:
        return ("unconscious",)
    empty = [item for item in unit.held if kind_of(position, item).capacity and not item.loaded]
    told: tuple[tuple[Mark, bool], ...] = (
        ("wounded", bool(unit.lost or unit.arms or unit.leg)),
        ("stunned", bool(unit.owed)),
        ("in_close_combat", in_brawl(position, unit)),
        ("out_of_ammo", bool(empty)),
        ("prone", unit.prone),
        ("dug_in", unit.covering),
        ("moved", unit.running),
        ("mounted", unit.mounted),
    )
    return tuple(mark for mark, so in told if so)
