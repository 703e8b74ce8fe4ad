"""The figures of La Petite Guerre as they are read from files: numbers, weapons, men and guns.

All of them are TOML beside this module, each with its source: whoever plays otherwise can correct them, and hand a file
of their own to the loaders. Terrain is not here: its figures are those of the terrain set "tabletop".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from sim.board.findings import Findings
from sim.board.terrain_sets.kind_tables import spoken
from sim.files import shown
from sim.files.strict import validated
from sim.rules.common.own_files import PathLike, check_keys, own_document
from sim.rules.la_petite_guerre.data import Numbers, Weapon
from sim.rules.la_petite_guerre.data_tables import ManTable, MenFile, NumbersFile, WeaponTable
from sim.rules.la_petite_guerre.units import Grade, ManProfile

TERRAIN_SET = "tabletop"
"""Whose ground the men move over."""
GRADES: tuple[Grade, ...] = get_args(Grade)
GUNS = ("gatling", "field gun")
"""The kinds of weapons that are served by a crew."""
_EXACT = ("wedge_half_angle", "wedge_least")
_TABLES: Mapping[str, tuple[str, ...]] = {
    "control_grade": GRADES,
    "charge_grade": GRADES,
    "morale_grade": GRADES,
    "acquire": ("attention", "moving", "mounted", "higher", "prone", "cover", "far", "observer"),
    "fire": ("short", "marksman", "mounted", "second", "bayonet", "prone", "cover"),
    "wedge": ("prone", "cover", "mounted"),
    "charge_test": ("encouraged", "friends", "fire", "wounded", "fallen", "mounted"),
    "pursuit": ("mounted", "metis", "pit", "a_grade"),
    "planner": (
        "close",
        "skirmish",
        "delay",
        "far",
        "move",
        "turn",
        "charge",
        "charge_riding",
        "charged",
        "near",
        "danger",
        "stride",
        "gun_near",
        "gun_way",
        "enough",
    ),
}
"""The fields of `Numbers` that are tables of their own in the file, and what each must have."""
_NUMBERS = tuple(field.name for field in fields(Numbers) if field.name not in (*_TABLES, *_EXACT, "wedge_dice"))
_LADDERS = (
    ("killed", "wounded"), ("wounded", "stunned"), ("control_repeat", "control_free"), ("charge_weak", "charge_stand"),
    ("shell_one", "shell_two"), ("burst_one", "burst_two"), ("scatter_short", "scatter_long"),
)  # fmt: skip
"""Bands of a die: the second begins or ends above the first."""
_LEAST = {
    "actions": 1, "wounded_actions": 0, "crawl": 1, "full_speed": 1, "free_turn": 0, "charge": 0, "stop": 0,
    "command": 0, "acquire_open": 0,
    "acquire_cover": 0, "acquire_far": 0, "come_upon": 0, "beside": 0, "served": 1, "limber": 1, "canister": 1,
    "wedge_far_dice": 1, "arrows": 0, "scatter_short": 0, "scatter_first": 0, "burst_one": 0, "charge_friends": 0,
    "charge_fallen": 0, "bayonet": 0, "rout": 0, "pursue_within": 0,
}  # fmt: skip
"""What lengths, actions and dice are at the least: with less no battle could be played."""
_AT_MOST_NOTHING = ("woods", "scrub")
"""What is taken off, and so written with a minus."""
RIGHT_ANGLE = 90


class Figures(NamedTuple):
    """What numbers.toml says."""

    weapons: Mapping[str, Weapon]
    numbers: Numbers


@cache
def figures() -> Figures:
    """Read the shipped figures, once: nobody changes them."""
    return load_figures()


@cache
def profiles() -> Mapping[str, ManProfile]:
    """Read the shipped men and guns, once."""
    return load_profiles()


# -- numbers.toml ----------------------------------------------------------------------------------------------


def load_figures(path: PathLike | None = None) -> Figures:
    """Read the figures, ours or those of a file, which must have them all; or raise every mistake in it."""
    document = own_document("la_petite_guerre", "numbers.toml", path)
    file, findings = validated(NumbersFile, document), Findings(document)
    for table, known in (("number", _NUMBERS), ("exact", _EXACT), *_TABLES.items()):
        check_keys(findings, table, getattr(file, table), known)
    _check_results(file, findings)
    _check_limits(file, findings)
    _check_bands(file, findings)
    for id, weapon in file.weapon.items():
        _check_weapon(("weapon", id), weapon, findings)
    findings.settle()
    return Figures({id: _weapon(id, table) for id, table in file.weapon.items()}, _numbers(file))


def _check_results(file: NumbersFile, findings: Findings) -> None:
    """Note bands of a die that overlap: each must end after the one before it."""
    for lower, upper in _LADDERS:
        if lower in file.number and upper in file.number:
            least, found = file.number[lower].value, file.number[upper].value
            if found <= least:
                findings.add(("number", upper, "value"), str(found), f"more than that for {spoken(lower)}, {least}")


def _check_limits(file: NumbersFile, findings: Findings) -> None:
    """Note lengths, actions and dice that there cannot be, and a beaten zone that is no wedge."""
    for name, table in file.number.items():
        if table.value < _LEAST.get(name, table.value):
            findings.add(("number", name, "value"), str(table.value), f"{_LEAST[name]} or more")
        if name in _AT_MOST_NOTHING and table.value > 0:
            findings.add(("number", name, "value"), str(table.value), "what is taken off, as in -1")
    angle = file.exact.get("wedge_half_angle")
    if angle is not None and not 0 < Fraction(angle.value) < RIGHT_ANGLE:
        told = f"more than 0 degrees and less than {RIGHT_ANGLE}"
        findings.add(("exact", "wedge_half_angle", "value"), shown(angle.value), told)


def _check_bands(file: NumbersFile, findings: Findings) -> None:
    for place, (near, far) in enumerate(pairwise(file.wedge_band)):
        if far.up_to <= near.up_to:
            told = f"more than the {near.up_to} inches of the band before it"
            findings.add(("wedge_band", place + 1, "up_to"), f"{far.up_to} inches", told)


def _check_weapon(way: tuple[str, str], table: WeaponTable, findings: Findings) -> None:
    """Note what no single key of a weapon can tell."""
    if table.kind == "melee":
        for key in ("short", "longest", "load"):
            if getattr(table, key):
                findings.add((*way, key), f"{getattr(table, key)} for what is not shot with", "nothing")
    elif not table.longest:
        findings.add((*way, "longest"), "no range", "how far it shoots")
    elif table.longest < table.short:
        findings.add((*way, "longest"), f"{table.longest} inches", f"no less than the short range, {table.short}")
    if table.bayonet and table.kind != "small arm":
        findings.add((*way, "bayonet"), f"a bayonet on a weapon of the kind {shown(table.kind)}", "a small arm")


def _weapon(id: str, table: WeaponTable) -> Weapon:
    return Weapon(
        id=id,
        name=table.name,
        short=table.short,
        longest=table.longest,
        load=table.load,
        kind=table.kind,
        bayonet=table.bayonet,
        melee=table.melee,
    )


def _numbers(file: NumbersFile) -> Numbers:
    values: dict[str, Any] = {name: table.value for name, table in file.number.items()}
    values |= {name: table.value for name, table in file.exact.items()}
    values |= {name: {key: entry.value for key, entry in getattr(file, name).items()} for name in _TABLES}
    return Numbers(**values, wedge_dice={band.up_to: band.dice for band in file.wedge_band})


# -- men.toml --------------------------------------------------------------------------------------------------


def load_profiles(path: PathLike | None = None, known: Figures | None = None) -> Mapping[str, ManProfile]:
    """Read the men and the guns, ours or those of a file, or raise every mistake in it."""
    known = figures() if known is None else known
    document = own_document("la_petite_guerre", "men.toml", path)
    file, findings = validated(MenFile, document), Findings(document)
    for id, table in file.man.items():
        _check_arms(("man", id), table, known.weapons, findings)
        _check_man(("man", id), table, findings)
    findings.settle()
    return {id: _profile(id, table) for id, table in file.man.items()}


def _check_arms(way: tuple[str, str], table: ManTable, weapons: Mapping[str, Weapon], findings: Findings) -> None:
    for key, id in (("weapon", table.weapon), ("second", table.second)):
        if id is None:
            continue
        if id not in weapons:
            findings.not_among((*way, key), id, list(weapons))
        elif table.kind == "man" and weapons[id].kind in GUNS:
            findings.add((*way, key), f"{shown(id)} in the hands of one man", 'kind = "gun", and a crew')
        elif table.kind == "gun" and weapons[id].kind not in GUNS:
            findings.add((*way, key), f"{shown(id)}, which needs no crew", "a Gatling or a field gun")
    if table.second is not None and table.second == table.weapon:
        findings.add((*way, "second"), f"{shown(table.second)} twice", "another weapon, or none")


def _check_man(way: tuple[str, str], table: ManTable, findings: Findings) -> None:
    """Note what a gun cannot be, and what only a gun can have."""
    if table.kind == "man":
        if table.crew:
            findings.add((*way, "crew"), f"a crew of {table.crew} for a man", 'kind = "gun"')
        return
    if not table.crew:
        findings.add((*way, "crew"), "a gun without a crew", "how many men serve it")
    for key in ("second", "command", "marksman", "metis", "rides"):
        if getattr(table, key):
            findings.add((*way, key), f"{spoken(key)} for a gun", "nothing: its crew are men of their own")


def _profile(id: str, table: ManTable) -> ManProfile:
    return ManProfile(
        id=id,
        name=table.name,
        kind=table.kind,
        grade=table.grade,
        weapon=table.weapon,
        second=table.second or "",
        command=table.command,
        marksman=table.marksman,
        metis=table.metis,
        rides=table.rides,
        crew=table.crew,
        points=table.points,
    )
