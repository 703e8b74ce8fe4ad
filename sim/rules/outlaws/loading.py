"""The figures of OUTLAWS! as they are read from files: weapons, wound chits, numbers, characters and their kits.

All of them are TOML beside this module, each with its source, because the boxed game's own are not public: whoever
owns it can compare them, correct them, and hand a file of their own to the loaders. Terrain is not here: its
figures are those of the terrain set "town".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.files import counted, did_you_mean, one_of, shown
from sim.files.strict import validated
from sim.rules.common.own_files import PathLike, check_keys, own_document
from sim.rules.outlaws.data import Numbers, ShotKind, WeaponKind, WoundChit
from sim.rules.outlaws.data_tables import CharactersFile, ItemTable, KitTable, NumbersFile, WeaponTable, WoundTable
from sim.rules.outlaws.units import CharacterProfile, WeaponClass

TERRAIN_SET = "town"
"""Whose squares and doors the characters use."""
LOOT, OBJECT = "loot", "object"
"""The kinds of things that are no weapons of anybody's own."""
BOTH = 2
"""As many hands as anybody has."""
_TABLES = ("snapshot_range",)
"""The fields of `Numbers` that are tables of their own in the file."""


@dataclass(frozen=True)
class Figures:
    """What numbers.toml says."""

    weapons: Mapping[str, WeaponKind]
    chits: Mapping[str, WoundChit]
    """From the least severe to the worst."""
    numbers: Numbers
    objects: tuple[str, ...]
    """Kinds of terrain and features with something in them to strike with."""


@dataclass(frozen=True)
class Cast:
    """What characters.toml says."""

    profiles: Mapping[str, CharacterProfile]
    kits: Mapping[str, KitTable]
    typical: Mapping[str, str]
    """The kit of each profile, for those of whom a scenario says no more."""


def profiles() -> Mapping[str, CharacterProfile]:
    """Return the shipped characters by their ids."""
    return cast().profiles


@cache
def figures() -> Figures:
    """Read the shipped figures, once: nobody changes them."""
    return load_figures()


@cache
def cast() -> Cast:
    """Read the shipped characters, once."""
    return load_cast()


# -- numbers.toml ----------------------------------------------------------------------------------------------


def load_figures(path: PathLike | None = None) -> Figures:
    """Read the figures, ours or those of a file, which must have them all; or raise every mistake in it."""
    document = own_document("outlaws", "numbers.toml", path)
    file, findings = validated(NumbersFile, document), Findings(document)
    _check_numbers(file, findings)
    for id, weapon in file.weapon.items():
        _check_weapon(("weapon", id), weapon, findings)
    for id, wound in file.wound.items():
        _check_wound(("wound", id), wound, findings)
    for needed in (OBJECT, LOOT):
        if needed not in file.weapon:
            findings.add(("weapon", needed), "nothing", f"the kind {shown(needed)}, which the rules speak of")
    town = terrain_set(TERRAIN_SET)
    # A map may have kinds of its own, so that a name nobody knows is no mistake here; a name of a side is.
    for place, kind in enumerate(file.objects):
        if kind in town.edges:
            findings.add(("objects", place), f"{shown(kind)}, which stands on the side of a square", "terrain")
    findings.settle()
    return Figures(
        weapons={id: _weapon(id, table) for id, table in file.weapon.items()},
        chits={id: _chit(id, n, table) for n, (id, table) in enumerate(file.wound.items(), 1)},
        numbers=Numbers(
            **{name: table.value for name, table in file.number.items()},
            snapshot_range={kind: table.value for kind, table in file.snapshot_range.items()},
        ),
        objects=file.objects,
    )


def _check_numbers(file: NumbersFile, findings: Findings) -> None:
    known = [field.name for field in fields(Numbers) if field.name not in _TABLES]
    check_keys(findings, "number", file.number, known)
    needed: tuple[WeaponClass, ...] = ("handgun", "rifle", "bow", "shotgun")
    for kind in needed:
        if kind not in file.snapshot_range:
            findings.add(("snapshot_range", kind), "nothing", f"how near a {kind} is fired in a snapshot")


def _check_weapon(way: tuple[str, str], table: WeaponTable, findings: Findings) -> None:
    """Note what no single key of a weapon can tell."""
    if table.shots and "standard" not in table.shots:
        findings.add((*way, "shots"), "no standard shot", "one, beside the others")
    if table.shots and not table.capacity:
        findings.add((*way, "capacity"), "0", "the rounds that a weapon with shots holds")
    if table.capacity and not table.shots:
        findings.add((*way, "capacity"), str(table.capacity), "0 for what is not fired, or its shots below it")
    if table.shots and not table.reload:
        findings.add((*way, "reload"), "0", "the rounds that an action of reloading puts in")
    if table.barrels > max(table.capacity, 1):
        findings.add((*way, "barrels"), str(table.barrels), f"at most the rounds that it holds, {table.capacity}")
    if table.thrown and table.longest is not None and table.thrown > table.longest:
        findings.add((*way, "thrown"), str(table.thrown), f"at most its longest reach, {table.longest}")


def _check_wound(way: tuple[str, str], table: WoundTable, findings: Findings) -> None:
    does = (table.owed, table.lost, table.prone, table.arm, table.leg, table.unconscious, table.dead)
    if not any(does):
        findings.add(way, "a chit that does nothing", "what it does, as in lost = 1")


def _weapon(id: str, table: WeaponTable) -> WeaponKind:
    return WeaponKind(
        id=id,
        name=table.name,
        cls=table.cls,
        hands=table.hands,
        base=table.base,
        per=table.per,
        longest=table.longest,
        capacity=table.capacity,
        reload=table.reload,
        barrels=table.barrels,
        shots={aim: ShotKind(shot.actions, shot.aim) for aim, shot in table.shots.items()},
        thrown=table.thrown,
        strikes=table.strikes,
        stands=table.stands,
    )


def _chit(id: str, severity: int, table: WoundTable) -> WoundChit:
    return WoundChit(
        id=id,
        name=table.name,
        count=table.count,
        severity=severity,
        owed=table.owed,
        lost=table.lost,
        prone=table.prone,
        arm=table.arm,
        leg=table.leg,
        unconscious=table.unconscious,
        dead=table.dead,
    )


# -- characters.toml -------------------------------------------------------------------------------------------


def load_cast(path: PathLike | None = None, weapons: Mapping[str, WeaponKind] | None = None) -> Cast:
    """Read the characters and their kits, ours or those of a file, or raise every mistake in it."""
    known = figures().weapons if weapons is None else weapons
    document = own_document("outlaws", "characters.toml", path)
    file, findings = validated(CharactersFile, document), Findings(document)
    for id, kit in file.kit.items():
        for key, told, expected, hint in kit_faults(kit.hands, kit.carried, known):
            findings.add(("kit", id, *key), told, expected, hint)
    for id, table in file.character.items():
        if table.kit not in file.kit:
            findings.not_among(("character", id, "kit"), table.kit, list(file.kit))
        if table.group and (table.gun or table.brawl or table.bow):
            findings.add(("character", id), "a group with skills", "group = false, or no skills")
    findings.settle()
    return Cast(
        profiles={
            id: CharacterProfile(
                id, table.name, table.actions, table.gun, table.brawl, table.bow, table.tuwa, table.group
            )
            for id, table in file.character.items()
        },
        kits=file.kit,
        typical={id: table.kit for id, table in file.character.items()},
    )


Fault = tuple[tuple[str | int, ...], str, str, str]
"""Where in a kit, what was found, what was expected, and what may have been meant."""


def kit_faults(
    hands: tuple[str | ItemTable, ...], carried: tuple[str | ItemTable, ...], weapons: Mapping[str, WeaponKind]
) -> list[Fault]:
    """Return everything that is wrong with what somebody holds and carries; scenarios are asked the same."""
    found: list[Fault] = []
    for key, things in (("hands", hands), ("carried", carried)):
        for n, thing in enumerate(map(item_table, things)):
            if thing.kind == NOTHING and key == "hands":
                continue
            if thing.kind not in weapons:
                known = list(weapons)
                hint = did_you_mean(thing.kind, known)
                found.append(((key, n), f"{shown(thing.kind)}, a weapon nobody defined", one_of(known), hint))
            else:
                found += [((key, n), *told, "") for told in _load_faults(thing, weapons[thing.kind])]
    if len(hands) > BOTH:
        found.append((("hands",), f"{len(hands)} things in two hands", "at most two; the rest is carried", ""))
    else:
        held = [item_table(thing).kind for thing in hands if item_table(thing).kind != NOTHING]
        heavy = next((kind for kind in held if kind in weapons and weapons[kind].hands == BOTH), None)
        if heavy is not None and len(held) == BOTH:
            other = held[1] if heavy == held[0] else held[0]
            told = f"{shown(heavy)}, which takes both hands, and {shown(other)}"
            found.append((("hands",), told, "the other hand empty", ""))
    return found


def _load_faults(thing: ItemTable, kind: WeaponKind) -> list[tuple[str, str]]:
    """Return what is wrong with the rounds of a weapon."""
    if thing.loaded is not None and thing.loaded > kind.capacity:
        most = f"at most {kind.capacity}" if kind.capacity else "no rounds: it is not loaded"
        return [(f"{counted(thing.loaded, 'round')} in a {kind.name}", most)]
    if thing.reloads and not kind.capacity:
        return [(f"reloads for a {kind.name}", "none: it is not loaded")]
    return []


NOTHING = "nothing"
"""What stands for an empty hand where the other one holds something."""


def item_table(thing: str | ItemTable) -> ItemTable:
    """Return a thing as a table, whichever way it was written."""
    return ItemTable(kind=thing) if isinstance(thing, str) else thing
