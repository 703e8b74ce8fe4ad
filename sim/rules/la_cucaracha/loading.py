"""The figures of La Cucaracha as they are read from files: numbers, ways to move, weapons, troops.

All of them are TOML beside this module, each with its source, because the printed ones are not public: whoever owns
the rules can compare them, correct them, and hand a file of their own to the loaders. Terrain is not here: its figures
are those of the terrain set "tabletop".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import NamedTuple, get_args

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.files import shown
from sim.files.strict import validated
from sim.rules.common.own_files import PathLike, check_keys, own_document
from sim.rules.la_cucaracha.data import Movement, Numbers, Weapon
from sim.rules.la_cucaracha.data_tables import NumbersFile, TroopsFile, TroopTable, WeaponTable
from sim.rules.la_cucaracha.units import Quality, Style, TroopProfile

TERRAIN_SET = "tabletop"
"""Whose ground the troops move over."""
CREWED: tuple[Style, ...] = ("crew", "vehicle", "aircraft")
"""The styles that are nothing without their weapon."""
_TABLES = ("courage",)
"""The fields of `Numbers` that are tables of their own in the file."""


class Figures(NamedTuple):
    """What numbers.toml says."""

    movements: Mapping[str, Movement]
    weapons: Mapping[str, Weapon]
    numbers: Numbers


@cache
def figures() -> Figures:
    """Read the shipped figures, once: nobody changes them."""
    return load_figures()


@cache
def profiles() -> Mapping[str, TroopProfile]:
    """Read the shipped troops, once."""
    return load_profiles()


# -- numbers.toml ----------------------------------------------------------------------------------------------


def load_figures(path: PathLike | None = None) -> Figures:
    """Read the figures, ours or those of a file, which must have them all; or raise every mistake in it."""
    document = own_document("la_cucaracha", "numbers.toml", path)
    file, findings = validated(NumbersFile, document), Findings(document)
    _check_numbers(file, findings)
    _check_movements(file, findings)
    for id, weapon in file.weapon.items():
        _check_weapon(("weapon", id), weapon, findings)
    findings.settle()
    return Figures(
        movements={
            id: Movement(id, table.name, table.cls, table.advance, table.rapid, table.charges, table.large)
            for id, table in file.movement.items()
        },
        weapons={id: _weapon(id, table) for id, table in file.weapon.items()},
        numbers=Numbers(
            **{name: table.value for name, table in file.number.items()},
            courage={quality: table.value for quality, table in file.courage.items()},
        ),
    )


def _check_numbers(file: NumbersFile, findings: Findings) -> None:
    known = [field.name for field in fields(Numbers) if field.name not in _TABLES]
    check_keys(findings, "number", file.number, known)
    for quality in get_args(Quality):
        if quality not in file.courage:
            findings.add(("courage", quality), "nothing", f"what the courage of {quality} troops needs")
    if "joker_share" in file.number and file.number["joker_share"].value < 1:
        found = str(file.number["joker_share"].value)
        findings.add(("number", "joker_share", "value"), found, "at least 1, the whole of the deck")


def _check_movements(file: NumbersFile, findings: Findings) -> None:
    classes = list(terrain_set(TERRAIN_SET).movement)
    for id, table in file.movement.items():
        way = ("movement", id)
        if table.cls not in classes:
            findings.not_among((*way, "class"), table.cls, classes)
        if table.rapid < table.advance:
            found = f"a Rapid Advance of {table.rapid} inches"
            findings.add((*way, "rapid"), found, f"no less than the Advance, {table.advance}")


def _check_weapon(way: tuple[str, str], table: WeaponTable, findings: Findings) -> None:
    """Note what no single key of a weapon can tell."""
    if table.long < table.short:
        findings.add((*way, "long"), f"{table.long} inches", f"no less than the short range, {table.short}")
    if table.least >= table.long:
        findings.add((*way, "least"), f"{table.least} inches", f"less than the long range, {table.long}")


def _weapon(id: str, table: WeaponTable) -> Weapon:
    return Weapon(
        id=id,
        name=table.name,
        short=table.short,
        long=table.long,
        least=table.least,
        dice=table.dice,
        reload=table.reload,
        gun=table.gun,
        anti_aircraft=table.anti_aircraft,
    )


# -- troops.toml -----------------------------------------------------------------------------------------------


def load_profiles(path: PathLike | None = None, known: Figures | None = None) -> Mapping[str, TroopProfile]:
    """Read the troops, ours or those of a file, or raise every mistake in it."""
    known = figures() if known is None else known
    document = own_document("la_cucaracha", "troops.toml", path)
    file, findings = validated(TroopsFile, document), Findings(document)
    for id, table in file.troop.items():
        _check_troop(("troop", id), table, known, findings)
    findings.settle()
    return {id: _profile(id, table) for id, table in file.troop.items()}


def _check_troop(way: tuple[str, str], table: TroopTable, known: Figures, findings: Findings) -> None:
    movement = known.movements.get(table.troop)
    if movement is None:
        findings.not_among((*way, "troop"), table.troop, list(known.movements))
    elif (table.style == "aircraft") != (movement.movement == "air"):
        found = f"{shown(table.style)} that moves like {shown(table.troop)}"
        findings.add((*way, "style"), found, "aircraft that fly, and no others")
    _check_arms(way, table, known, findings)
    if table.skirmisher and table.style in CREWED:
        findings.add((*way, "skirmisher"), f"skirmishers of the style {shown(table.style)}", "shooters or fighters")


def _check_arms(way: tuple[str, str], table: TroopTable, known: Figures, findings: Findings) -> None:
    if table.weapon is None:
        if table.style != "fighter":
            findings.add((*way, "weapon"), "nothing", f"a weapon, which only fighters can do without: {table.style}")
        return
    if table.weapon not in known.weapons:
        findings.not_among((*way, "weapon"), table.weapon, list(known.weapons))
    elif table.style == "crew" and not known.weapons[table.weapon].dice:
        findings.add((*way, "weapon"), f"{shown(table.weapon)}, which needs no crew", "one that has dice of its own")
    elif table.style in ("shooter", "fighter") and known.weapons[table.weapon].dice:
        findings.add((*way, "weapon"), f"{shown(table.weapon)} in the hands of every man", 'style = "crew"')


def _profile(id: str, table: TroopTable) -> TroopProfile:
    return TroopProfile(
        id=id,
        name=table.name,
        style=table.style,
        troop=table.troop,
        figures=table.figures,
        weapon=table.weapon or "",
        quality=table.quality,
        drilled=table.drilled,
        aggressive=table.aggressive,
        skirmisher=table.skirmisher,
        marksmen=table.marksmen,
        armoured=table.armoured,
        points=table.points,
    )
