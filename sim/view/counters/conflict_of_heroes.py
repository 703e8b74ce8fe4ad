"""The counters of Conflict of Heroes.

name                        firepower above, against soft targets at the left and against armour at the right, and
red   move    blue          between them what a move costs; defence below, flank at the left and front at the right, on
    symbol or picture       shields; a figure that a hit marker changes is the changed one
flank        front
"""

from __future__ import annotations

import re

from sim.engine.insight import Scene
from sim.engine.units import Unit
from sim.rules.conflict_of_heroes.figures import CounterProfile, HitMarker
from sim.rules.conflict_of_heroes.figures import Symbol as PrintedSymbol
from sim.rules.conflict_of_heroes.state import Counter, marker_of
from sim.view.counters.portrait import Figure, Form, Mark, Portrait, Size, Symbol
from sim.view.counters.portray import PLAIN, PlainPortrayal, side_livery

LOOKS: dict[PrintedSymbol, tuple[Form, Symbol, Size]] = {
    "rifles": ("unit", "infantry", "squad"),
    "smg": ("unit", "assault_infantry", "squad"),
    "mg": ("unit", "machine_gun", "team"),
    "mortar": ("unit", "mortar", "team"),
    "engineers": ("unit", "engineers", "squad"),
    "tank_hunters": ("unit", "tank_hunters", "team"),
    "infantry_gun": ("gun", "infantry_gun", ""),
    "at_gun": ("gun", "anti_tank", ""),
    "flak": ("gun", "anti_aircraft", ""),
    "tank": ("vehicle", "tank", ""),
    "armoured_car": ("vehicle", "armoured_car", ""),
    "halftrack": ("vehicle", "halftrack", ""),
    "assault_gun": ("vehicle", "assault_gun", ""),
    "truck": ("vehicle", "truck", ""),
    "wagon": ("vehicle", "wagon", ""),
    "rumour": ("unknown", "none", ""),
}

SHORT = {
    " infantry gun": "",
    " AT gun": "",
    " mortar": "",
    "76mm F22": "F22",
    "88 FlaK18": "88 FlaK",
    "Maxim MMG": "Maxim",
    "Opel Blitz": "Opel",
    "Protze 36": "Protze",
    "PzJg 35R": "35R",
    "SMG Rifles": "SMG",
    "SdKfz": "Sd",
    "Tank hunters": "Hunters",
}
"""What names are shortened to on a counter: what the picture says anyway is left out."""


class _Portrayal(PlainPortrayal):
    """How the counters of Conflict of Heroes look."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return what a counter looks like at a moment of a battle."""
        if not isinstance(unit, Counter):
            return PLAIN.portrait(position, unit)
        form, symbol, size = LOOKS[unit.profile.symbol]
        marker = marker_of(position, unit)
        return Portrait(
            form=form,
            symbol=symbol,
            size=size,
            colours=side_livery(position, unit.side),
            label="" if unit.is_rumour else own_name(unit.id, unit.profile.name),
            facing=None if unit.is_rumour else unit.facing,
            figures=() if unit.is_rumour else figures(unit.profile, marker),
            marks=marks(unit),
            hit=initials(marker.name) if marker else "",
        )


PORTRAYAL = _Portrayal()


def label(name: str) -> str:
    """Return a name as it stands on a counter.

    >>> label("Rifles '41"), label("76mm infantry gun"), label("Pz III E")
    ('Rifles', '76mm', 'Pz III E')
    """
    for long, short in SHORT.items():
        name = name.replace(long, short)
    return re.sub(r" '\d\d$", "", name)


def own_name(id_: str, kind: str) -> str:
    """Return what tells a counter from others of its kind, as the log calls it; what its picture says is left out.

    >>> own_name("Rifles Ahrens", "Rifles '41"), own_name("Mill squad", "Rifles '41"), own_name("Maxim", "Maxim MMG")
    ('Ahrens', 'Mill squad', 'Maxim')
    """
    said = {*kind.casefold().split(), *label(kind).casefold().split()}
    left = [word for word in id_.split() if word.casefold() not in said]
    return " ".join(left) if left and not "".join(left).isdigit() else label(kind)


def initials(name: str) -> str:
    """Return two letters that tell one hit marker from all others of its pool.

    >>> initials("Pinned"), initials("Light damage"), initials("Gun damaged (red)")
    ('Pi', 'Ld', 'Gr')
    """
    words: list[str] = re.findall(r"[A-Za-z]+", name)
    return words[0][:2] if len(words) == 1 else words[0][0] + words[-1][0].lower()


def figures(profile: CounterProfile, marker: HitMarker | None) -> tuple[Figure, ...]:
    """Return firepower, the cost of a move, and defence; none for what a counter does not have."""
    found = []
    if profile.attack_ap is not None:
        red, blue = profile.red + (marker.red if marker else 0), profile.blue + (marker.blue if marker else 0)
        no_red = marker is not None and (marker.no_red or marker.no_attack or marker.only_rally)
        no_blue = marker is not None and (marker.no_blue or marker.no_attack or marker.only_rally)
        found += [Figure("nw", "–" if no_red else _signed(red), "red")]
        found += [Figure("ne", "–" if no_blue else _signed(blue), "blue")] if profile.blue else []
    no_move = marker is not None and (marker.no_move or marker.only_rally)
    found.append(Figure("n", "–" if no_move else str(profile.move_ap + (marker.move_ap if marker else 0))))
    flank, front = profile.flank + (marker.flank if marker else 0), profile.front + (marker.front if marker else 0)
    found.append(Figure("sw", str(flank), "blue_shield" if profile.flank_armoured else "red_shield"))
    found.append(Figure("se", str(front), "blue_shield" if profile.front_armoured else "red_shield"))
    return tuple(found)


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def marks(unit: Counter) -> tuple[Mark, ...]:
    """Return what has befallen a counter; what is fresh has no mark, since most are."""
    told: tuple[tuple[Mark, bool], ...] = (
        ("hit", bool(unit.hit)),
        ("spent", unit.spent),
        ("dug_in", unit.dug_in),
        ("hidden", unit.hidden),
    )
    return tuple(mark for mark, so in told if so)
