"""The counters of La Cucaracha: a card for men on foot and in the saddle, a picture for guns and machines.

name                        the dice with which it shoots at the upper left, what courage needs at the lower left;
dice                        how many figures are left of how many on the bar
    symbol or picture
courage
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from sim.engine.insight import Scene
from sim.engine.units import Unit
from sim.rules.la_cucaracha.combat.courage import courage_number
from sim.rules.la_cucaracha.combat.fire import dice_of
from sim.rules.la_cucaracha.state import Troop, weapon_of
from sim.view.counters.portrait import Figure, Form, Mark, Portrait, Strength, Symbol
from sim.view.counters.portray import PLAIN, PlainPortrayal, side_livery

LONGEST = 9
"""Letters for which there is room on a counter of middling size."""
SMALL_WORDS = frozenset({"The", "La", "El", "Los", "Las", "Men", "of"})

MACHINES: dict[str, tuple[Form, Symbol]] = {
    "armoured_car": ("vehicle", "armoured_car"),
    "tank": ("vehicle", "tank"),
    "gunboat": ("boat", "none"),
    "train": ("train", "none"),
    "aircraft": ("aircraft", "none"),
}


class _Portrayal(PlainPortrayal):
    """How the troops of La Cucaracha look."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return what a unit looks like at a moment of a battle."""
        if not isinstance(unit, Troop):
            return PLAIN.portrait(position, unit)
        form, symbol = look(position, unit)
        return Portrait(
            form=form,
            symbol=symbol,
            colours=side_livery(position, unit.side),
            label=labels(tuple(each.id for each in position.state.units))[unit.id],
            # Figures turn freely; only what is seen from above has a front that the eye looks for.
            facing=unit.facing if form in ("vehicle", "aircraft", "boat", "train", "gun") else None,
            figures=figures(position, unit),
            strength=Strength(unit.figures, unit.profile.figures),
            marks=marks(unit),
        )


PORTRAYAL = _Portrayal()


@lru_cache(maxsize=64)
def labels(ids: tuple[str, ...]) -> Mapping[str, str]:
    """Return what stands on the counters of a battle: of a long name the word that tells it from the others.

    >>> labels(("First Company", "Men of Ayotla", "La Valiente", "Maxim"))["Men of Ayotla"]
    'Ayotla'
    >>> labels(("Farm hands", "Farm boys", "Farm hands 2"))["Farm hands"]
    'Farm hands'
    """
    short = {id_: label(id_) for id_ in ids}
    told = Counter(short.values())
    return {id_: text if told[text] == 1 else id_ for id_, text in short.items()}


def label(name: str) -> str:
    """Shorten a name that is too long for a counter.

    >>> label("First Company"), label("Men of Ayotla"), label("La Valiente"), label("Maxim")
    ('First', 'Ayotla', 'Valiente', 'Maxim')
    """
    if len(name) <= LONGEST:
        return name
    words = name.split()
    telling = [word for word in words if word not in SMALL_WORDS] or words
    return telling[0]


def look(position: Scene, unit: Troop) -> tuple[Form, Symbol]:
    """Say what kind of thing it is, and what it does."""
    if unit.profile.troop in MACHINES:
        return MACHINES[unit.profile.troop]
    weapon = weapon_of(position, unit)
    if unit.profile.style == "crew":
        if weapon is not None and weapon.anti_aircraft:
            return "gun", "anti_aircraft"
        return ("gun", "artillery") if weapon is not None and weapon.gun else ("unit", "machine_gun")
    if unit.profile.troop == "mounted":
        return "unit", "cavalry"
    if unit.profile.style == "fighter":
        return "unit", "assault_infantry"
    return "unit", "scout" if unit.profile.skirmisher else "infantry"


def figures(position: Scene, unit: Troop) -> tuple[Figure, ...]:
    """Return the dice of a volley, and what the die of a courage test must reach."""
    found = [Figure("sw", str(courage_number(position, unit)))]
    if dice := dice_of(position, unit):
        found.append(Figure("nw", str(dice), "red"))
    return tuple(found)


def marks(unit: Troop) -> tuple[Mark, ...]:
    """Return what has befallen a unit, and what it waits for."""
    told: tuple[tuple[Mark, bool], ...] = (
        ("shaken", unit.shaken),
        ("in_close_combat", bool(unit.fighting)),
        ("suppressed", unit.back_foot),
        ("reloading", not unit.loaded),
        ("limbered", unit.profile.style == "crew" and not unit.deployed),
        ("overwatch", unit.holding),
        ("leader", unit.leader),
        ("spent", unit.acted),
    )
    return tuple(mark for mark, so in told if so)
