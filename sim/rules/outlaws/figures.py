"""Every figure of OUTLAWS!: weapons, wound chits, numbers, characters and their kits.

All of them are TOML beside this module, each with its source, because the boxed game's own are not public: whoever
owns it can compare them, correct them, and have a file of their own read. Terrain is not here: its figures are those of
the terrain set "town".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.files import counted, did_you_mean, one_of, shown
from sim.play.figures import Entry, KindId, Listed, Name, OwnFile, Table, figure

TERRAIN_SET = "town"
"""Whose squares and doors the characters use."""
LOOT, OBJECT = "loot", "object"
"""The kinds of things that are no weapons of anybody's own."""
NOTHING = "nothing"
"""What stands for an empty hand where the other one holds something."""
BOTH = 2
"""As many hands as anybody has."""

Aim = Literal["poor", "standard", "best", "steady"]
"""Poor Shot, Shoot, Best Shot, Steady Aim."""
WeaponClass = Literal["handgun", "rifle", "shotgun", "bow", "lance", "tomahawk", "knife", "object"]
FIRED: tuple[WeaponClass, ...] = ("handgun", "rifle", "bow", "shotgun")
"""Those with which there are snapshots."""

Figure = Annotated[int, figure(-99, 99)]
Printed = Annotated[int, Field(ge=-99, le=99)]
Cost = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=1, le=99)]
Skill = Annotated[int, Field(ge=0, le=3)]


# -- numbers.toml --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers(Table):
    """The figures that belong to no weapon and no wound; base_games.md 2.2 has them all."""

    walk: Figure
    back_off: Figure
    turnaround: Figure
    run_squares: Figure
    """Squares run for each action."""
    crawl: Figure
    get_up: Figure
    take_cover: Figure
    draw: Figure
    stow: Figure
    door: Figure
    pick_up: Figure
    saddle_up: Figure
    ride_squares: Figure
    leg_walk: Figure
    """What a step costs with a wounded leg."""
    snapshot_needs: Figure
    snapshot_aim: Figure
    cover: Figure
    prone_target: Figure
    prone_from: Figure
    """Squares from which on a prone target is harder to hit."""
    running_target: Figure
    mounted_target: Figure
    mounted_shooter: Figure
    off_hand: Figure
    wounded_arm: Figure
    brawl_strike: Figure
    brawl_stab: Figure
    brawl_prone: Figure
    brawl_unarmed: Figure
    brawl_handgun: Figure
    tuwa_distance: Figure
    """OUT-ADV-ride-tuwa: five squares."""
    lance_distance: Figure
    """OUT-MOVE-ride-tuwa-1: three squares."""
    townsman_points: Figure
    """What a side loses for each of the townsfolk that it hits."""
    throw: Figure
    """Actions of a throw."""
    brawl: Figure
    """Actions of a blow, a strike or a stab."""
    brawl_room: Figure
    """OUT-BRAWL-join: how many characters brawl in one square."""
    point_blank: Figure
    """Squares within which two chits are drawn and the more severe is kept."""
    blow_fells: Figure
    """A body blow that wins by so much knocks down; by less it costs an action."""
    blow_stuns: Figure
    """A body blow that wins by so much leaves its victim unconscious."""
    strike_wounds: Figure
    """A strike that wins by so much draws a chit; by less it is a body blow."""
    object_breaks: Figure
    """What the die of a strike shows when the object breaks."""


@dataclass(frozen=True)
class ShotKind(Table):
    """One way to fire a weapon: what it costs in actions, and what it adds to the dice."""

    actions: Annotated[int, Field(ge=1, le=4)]
    aim: Printed = 0


@dataclass(frozen=True)
class WeaponKind(Entry):
    """A weapon."""

    id: str
    name: Name
    cls: Annotated[WeaponClass, Field(alias="class")]
    hands: Annotated[int, Field(ge=1, le=2)] = 1
    base: Annotated[int, Field(ge=2, le=12)] = 7
    """What two dice need at no distance."""
    per: Count = 2
    """How many squares make it harder by one."""
    longest: Count | None = None
    """Squares beyond which it cannot hit at all; None without limit."""
    capacity: Cost = 0
    reload: Cost = 0
    """Rounds that one action of reloading puts in; 0 for what is not reloaded."""
    barrels: Annotated[int, Field(ge=1, le=2)] = 1
    shots: Mapping[Aim, ShotKind] = field(default_factory=dict)
    """The ways to fire it; empty for what is only thrown or struck with."""
    thrown: Cost = 0
    """Squares it can be thrown; 0 if it cannot."""
    strikes: bool = False
    """OUT-BRAWL-3: it can be struck with like an object."""
    stands: bool = False
    """OUT-SHOOT-8: it can be fired only by somebody who stands: a bow."""

    @property
    def is_long(self) -> bool:
        """Say whether it is a long gun: a rifle or a shotgun."""
        return self.cls in ("rifle", "shotgun")


@dataclass(frozen=True)
class WoundChit(Entry):
    """A wound chit, and how many of it are in the pool. The order of numbers.toml is that of severity."""

    id: str
    name: Name
    count: Count
    owed: Cost = 0
    lost: Cost = 0
    prone: bool = False
    arm: bool = False
    leg: bool = False
    unconscious: bool = False
    dead: bool = False


@dataclass(frozen=True, kw_only=True)
class Figures(Table):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    snapshot_range: Mapping[WeaponClass, Figure]
    """OUT-SNAP-1, before skill is added."""
    weapons: Annotated[Listed[WeaponKind], Field(alias="weapon")]
    chits: Annotated[Listed[WoundChit], Field(alias="wound")]
    """From the least severe to the worst."""
    objects: tuple[KindId, ...] = ()
    """Kinds of terrain and features with something in them to strike with."""


def _check_figures(figures: Figures, findings: Findings) -> None:
    for kind in FIRED:
        if kind not in figures.snapshot_range:
            findings.add(("snapshot_range", kind), "nothing", f"how near a {kind} is fired in a snapshot")
    for id, weapon in figures.weapons.items():
        _check_weapon(("weapon", id), weapon, findings)
    for id, chit in figures.chits.items():
        if not any((chit.owed, chit.lost, chit.prone, chit.arm, chit.leg, chit.unconscious, chit.dead)):
            findings.add(("wound", id), "a chit that does nothing", "what it does, as in lost = 1")
    for needed in (OBJECT, LOOT):
        if needed not in figures.weapons:
            findings.add(("weapon", needed), "nothing", f"the kind {shown(needed)}, which the rules speak of")
    town = terrain_set(TERRAIN_SET)
    # A map may have kinds of its own, so that a name nobody knows is no mistake here; a name of a side is.
    for place, ground in enumerate(figures.objects):
        if ground in town.edges:
            findings.add(("objects", place), f"{shown(ground)}, which stands on the side of a square", "terrain")


def _check_weapon(way: tuple[str, str], weapon: WeaponKind, findings: Findings) -> None:
    """Note what no single key of a weapon can tell."""
    if weapon.shots and "standard" not in weapon.shots:
        findings.add((*way, "shots"), "no standard shot", "one, beside the others")
    if weapon.shots and not weapon.capacity:
        findings.add((*way, "capacity"), "0", "the rounds that a weapon with shots holds")
    if weapon.capacity and not weapon.shots:
        findings.add((*way, "capacity"), str(weapon.capacity), "0 for what is not fired, or its shots below it")
    if weapon.shots and not weapon.reload:
        findings.add((*way, "reload"), "0", "the rounds that an action of reloading puts in")
    if weapon.barrels > max(weapon.capacity, 1):
        findings.add((*way, "barrels"), str(weapon.barrels), f"at most the rounds that it holds, {weapon.capacity}")
    if weapon.thrown and weapon.longest is not None and weapon.thrown > weapon.longest:
        findings.add((*way, "thrown"), str(weapon.thrown), f"at most its longest reach, {weapon.longest}")


figures = OwnFile(Figures, __name__, "numbers.toml", _check_figures)


# -- characters.toml -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ItemTable(Table):
    """How something that is held or carried is written, where more than its kind is to be said."""

    kind: str
    loaded: Cost | None = None
    """Rounds in it; as many as it holds if left out."""
    reloads: Cost = 0


@dataclass(frozen=True)
class Kit(Entry):
    """What somebody has on him."""

    id: str
    hands: tuple[str | ItemTable, ...] = ()
    """The favoured hand first."""
    carried: tuple[str | ItemTable, ...] = ()


@dataclass(frozen=True)
class CharacterProfile(Profile, Entry):
    """The unique card of a character: what it can do before anything befalls it."""

    name: Name
    actions: Annotated[int, Field(ge=1, le=4)]
    kit: KindId
    """What those have of whom a scenario says no more."""
    gun: Skill = 0
    brawl: Skill = 0
    bow: Skill = 0
    tuwa: bool = False
    group: bool = False
    """A group of townsfolk or Tuwa: one counter, never a target (OUT-T-groups)."""


@dataclass(frozen=True)
class Cast(Table):
    """What characters.toml says."""

    kits: Annotated[Listed[Kit], Field(alias="kit")]
    profiles: Annotated[Listed[CharacterProfile], Field(alias="character")]


def _check_cast(cast: Cast, findings: Findings) -> None:
    for id, kit in cast.kits.items():
        for key, told, expected, hint in kit_faults(kit.hands, kit.carried, figures().weapons):
            findings.add(("kit", id, *key), told, expected, hint)
    for id, character in cast.profiles.items():
        if character.kit not in cast.kits:
            findings.not_among(("character", id, "kit"), character.kit, list(cast.kits))
        if character.group and (character.gun or character.brawl or character.bow):
            findings.add(("character", id), "a group with skills", "group = false, or no skills")


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


def item_table(thing: str | ItemTable) -> ItemTable:
    """Return a thing as a table, whichever way it was written."""
    return ItemTable(kind=thing) if isinstance(thing, str) else thing


cast = OwnFile(Cast, __name__, "characters.toml", _check_cast)


def profiles() -> Mapping[str, CharacterProfile]:
    """Return the characters of the shipped file by their ids."""
    return cast().profiles
