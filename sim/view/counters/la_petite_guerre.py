"""The figures of La Petite Guerre: a man or a rider seen from above with what is in his hands, and guns.

name                        grade at the upper left, command points of a leader at the upper right;
grade         command       actions that he has left at the lower left
    pawn, facing, weapon
actions
"""

from __future__ import annotations

from sim.engine.insight import Scene
from sim.engine.units import Unit
from sim.rules.la_petite_guerre.ground.sight import gunners
from sim.rules.la_petite_guerre.state import Man
from sim.view.counters.portrait import Figure, Form, Mark, Portrait, Strength, Symbol, Weapon
from sim.view.counters.portray import PLAIN, PlainPortrayal, side_livery

HELD: dict[str, Weapon] = {
    "revolver": "pistol",
    "musket": "rifle",
    "snider_enfield": "rifle",
    "winchester": "carbine",
    "sabre": "sabre",
    "lance": "lance",
    "war_club": "tomahawk",
    "axe": "tomahawk",
}
"""How what is in a man's hands is drawn."""


LONGEST = 11
"""Letters for which there is room on a figure of middling size."""
RANKS = frozenset({"Colonel", "Superintendent", "Captain", "Lieutenant", "Sergeant", "Corporal"})
"""Not written out: who leads is marked with a star and his command points."""


class _Portrayal(PlainPortrayal):
    """How men and guns of 1885 look."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return what a man or a gun looks like at a moment of a battle."""
        if not isinstance(unit, Man):
            return PLAIN.portrait(position, unit)
        form, symbol = look(unit)
        is_gun = form == "gun"
        return Portrait(
            form=form,
            symbol=symbol,
            weapon="none" if is_gun else HELD.get(unit.weapon, "none"),
            colours=side_livery(position, unit.side),
            label=label(unit.id),
            facing=unit.facing,
            figures=() if is_gun else figures(position, unit),
            strength=Strength(len(gunners(position, unit)), unit.profile.crew) if is_gun else None,
            marks=marks(unit),
        )


PORTRAYAL = _Portrayal()


def label(name: str) -> str:
    """Shorten a name that is too long for a figure, so that those who share a word can still be told apart.

    >>> label("Captain Straubenzie"), label("South musket-3"), label("Four Sky Thunder"), label("Prize shot")
    ('Straubenzie', 'S. musket-3', 'F. S. Thunder', 'Prize shot')
    """
    words = name.split()
    if len(name) <= LONGEST or len(words) < 2:
        return name
    if words[0] in RANKS:
        return label(" ".join(words[1:]))
    return " ".join([f"{word[0]}." for word in words[:-1]] + words[-1:])


def look(unit: Man) -> tuple[Form, Symbol]:
    """Say what kind of thing it is, and what it does."""
    if unit.profile.kind == "gun":
        return "gun", "gatling" if unit.profile.weapon == "gatling" else "artillery"
    if unit.mounted:
        return "rider", "cavalry"
    return "pawn", "leader" if unit.profile.command else "infantry"


def figures(position: Scene, unit: Man) -> tuple[Figure, ...]:
    """Return the grade of a man, a leader's command points, and the actions that are left in his side's step."""
    found = [Figure("nw", unit.profile.grade)]
    if unit.profile.command:
        found.append(Figure("ne", str(unit.profile.command - unit.spent), "dark"))
    if position.state.phase == "actions" and position.state.side == unit.side and unit.left:
        found.append(Figure("sw", str(unit.left)))
    return tuple(found)


def marks(unit: Man) -> tuple[Mark, ...]:
    """Return what has befallen a man: `shaken` is out of control."""
    told: tuple[tuple[Mark, bool], ...] = (
        ("routed", unit.broken),
        ("stunned", bool(unit.stunned)),
        ("wounded", unit.wounded),
        ("shaken", unit.control in ("repeats", "nothing") and unit.able),
        ("reloading", not unit.loaded),
        ("prone", unit.prone),
        ("hidden", unit.hidden),
        ("bayonet", unit.bayonet),
        ("mounted", unit.mounted),
        ("limbered", unit.limbered),
        ("leader", bool(unit.profile.command)),
    )
    return tuple(mark for mark, so in told if so)
