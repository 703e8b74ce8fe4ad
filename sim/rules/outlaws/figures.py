"""Every figure of OUTLAWS!: weapons, wound chits, numbers, characters and their kits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field

from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.files import counted, did_you_mean, one_of, shown
from sim.play.figures import Entry, Faults, OwnFile, Table
from sim.play.limits import Count, KindId, Listed, Name, Printed, Small, Written, figure

TERRAIN_SET = "town"
"""Whose squares and doors the characters use."""
LOOT, OBJECT = "loot", "object"
"""The kinds of things that are no weapons of anybody's own."""
NOTHING = "nothing"
"""What stands for an empty hand where the other one holds something."""
BOTH = 2
"""As many hands as anybody has."""

Hand = Literal["right", "left"]
HANDS: tuple[Hand, Hand] = ("right", "left")
GaitName = Literal["walk", "run", "crawl", "ride"]
Aim = Literal["poor", "standard", "best", "steady"]
SHOTS: dict[Aim, str] = {"poor": "Poor Shot", "standard": "Shoot", "best": "Best Shot", "steady": "Steady Aim"}
"""What the game calls the ways to fire a weapon."""
WeaponClass = Literal["handgun", "rifle", "shotgun", "bow", "lance", "tomahawk", "knife", "object"]
FIRED: tuple[WeaponClass, ...] = ("handgun", "rifle", "bow", "shotgun")
"""Those with which there are snapshots."""

Figure = Annotated[int, figure(-99, 99)]
Skill = Annotated[int, Field(ge=0, le=3)]


# -- numbers.toml --------------------------------------------------------------------------------------------------


class Numbers(Table):
    """The figures that belong to no weapon and no wound; base_games.md 2.2 has them all."""

    walk: Figure
    back_off: Figure
    turnaround: Figure
    run_squares: Figure
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


class ShotKind(Table):
    """One way to fire a weapon: what it costs in actions, and what it adds to the dice."""

    actions: Annotated[int, Field(ge=1, le=4)]
    aim: Printed = 0


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
    capacity: Small = 0
    reload: Small = 0
    """Rounds that one action of reloading puts in; 0 for what is not reloaded."""
    barrels: Annotated[int, Field(ge=1, le=2)] = 1
    shots: Mapping[Aim, ShotKind] = field(default_factory=dict)
    """The ways to fire it; empty for what is only thrown or struck with."""
    thrown: Small = 0
    """Squares it can be thrown; 0 if it cannot."""
    strikes: bool = False
    """OUT-BRAWL-3: it can be struck with like an object."""
    stands: bool = False
    """OUT-SHOOT-8: it can be fired only by somebody who stands: a bow."""

    @property
    def is_long(self) -> bool:
        """Say whether it is a long gun: a rifle or a shotgun."""
        return self.cls in ("rifle", "shotgun")

    def faults(self) -> Faults:
        """Yield shots without rounds, rounds without shots, and the like."""
        if self.shots and "standard" not in self.shots:
            yield "shots", "no standard shot", "one, beside the others"
        if self.shots and not self.capacity:
            yield "capacity", "0", "the rounds that a weapon with shots holds"
        if self.capacity and not self.shots:
            yield "capacity", str(self.capacity), "0 for what is not fired, or its shots below it"
        if self.shots and not self.reload:
            yield "reload", "0", "the rounds that an action of reloading puts in"
        if self.barrels > max(self.capacity, 1):
            yield "barrels", str(self.barrels), f"at most the rounds that it holds, {self.capacity}"
        if self.thrown and self.longest is not None and self.thrown > self.longest:
            yield "thrown", str(self.thrown), f"at most its longest reach, {self.longest}"


class WoundChit(Entry):
    """A wound chit, and how many of it are in the pool. The order of numbers.toml is that of severity."""

    id: str
    name: Name
    count: Count
    owed: Small = 0
    lost: Small = 0
    prone: bool = False
    arm: bool = False
    leg: bool = False
    unconscious: bool = False
    dead: bool = False

    def faults(self) -> Faults:
        """Yield that it does nothing."""
        if not any((self.owed, self.lost, self.prone, self.arm, self.leg, self.unconscious, self.dead)):
            yield "", "a chit that does nothing", "what it does, as in lost = 1"


class Figures(Table, kw_only=True):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    snapshot_range: Mapping[WeaponClass, Figure]
    """OUT-SNAP-1, before skill is added."""
    weapons: Annotated[Listed[WeaponKind], Field(alias="weapon")]
    chits: Annotated[Listed[WoundChit], Field(alias="wound")]
    """From the least severe to the worst."""
    objects: tuple[KindId, ...] = ()
    """Kinds of terrain and features with something in them to strike with."""

    def faults(self) -> Faults:
        """Yield what the rules speak of and is not there, and objects that nothing can lie in."""
        for kind in FIRED:
            if kind not in self.snapshot_range:
                yield ("snapshot_range", kind), "nothing", f"how near a {kind} is fired in a snapshot"
        for needed in (OBJECT, LOOT):
            if needed not in self.weapons:
                yield ("weapon", needed), "nothing", f"the kind {shown(needed)}, which the rules speak of"
        # A map may have kinds of its own, so that a name nobody knows is no mistake here; a name of a side is.
        for place, ground in enumerate(self.objects):
            if ground in terrain_set(TERRAIN_SET).edges:
                yield ("objects", place), f"{shown(ground)}, which stands on the side of a square", "terrain"


figures = OwnFile(Figures, __name__, "numbers.toml")


# -- characters.toml -----------------------------------------------------------------------------------------------


class ItemTable(Table):
    """How something that is held or carried is written, where more than its kind is to be said."""

    kind: str
    loaded: Small | None = None
    """Rounds in it; as many as it holds if left out."""
    reloads: Small = 0


def _thing(written: str | ItemTable) -> ItemTable:
    return ItemTable(kind=written) if isinstance(written, str) else written


Thing = Annotated[ItemTable, Written(str | ItemTable, _thing)]
"""What is held or carried, which is written as its kind or as a table."""


class Kit(Entry):
    """What somebody has on him."""

    id: str
    hands: tuple[Thing, ...] = ()
    """The favoured hand first."""
    carried: tuple[Thing, ...] = ()

    def faults(self) -> Faults:
        """Yield what nobody can hold, or carry; scenarios are asked the same."""
        for key, things in (("hands", self.hands), ("carried", self.carried)):
            for n, thing in enumerate(things):
                kind = figures().weapons.get(thing.kind)
                if kind:
                    yield from (((key, n), *told) for told in _load_faults(thing, kind))
                elif thing.kind != NOTHING or key != "hands":
                    known = list(figures().weapons)
                    found = f"{shown(thing.kind)}, a weapon nobody defined"
                    yield (key, n), found, one_of(known), did_you_mean(thing.kind, known)
        held = [thing.kind for thing in self.hands if thing.kind != NOTHING]
        heavy = [kind for kind in held if kind in figures().weapons and figures().weapons[kind].hands == BOTH]
        if len(self.hands) > BOTH:
            yield "hands", f"{len(self.hands)} things in two hands", "at most two; the rest is carried"
        elif heavy and len(held) == BOTH:
            other = held[1] if heavy[0] == held[0] else held[0]
            yield "hands", f"{shown(heavy[0])}, which takes both hands, and {shown(other)}", "the other hand empty"


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

    def faults(self) -> Faults:
        """Yield that a group has skills."""
        if self.group and (self.gun or self.brawl or self.bow):
            yield "", "a group with skills", "group = false, or no skills"


class Cast(Table):
    """What characters.toml says."""

    kits: Annotated[Listed[Kit], Field(alias="kit")]
    profiles: Annotated[Listed[CharacterProfile], Field(alias="character")]

    def faults(self) -> Faults:
        """Yield kits that nobody defined."""
        known = list(self.kits)
        for id, character in self.profiles.items():
            if character.kit not in known:
                yield ("character", id, "kit"), shown(character.kit), one_of(known), did_you_mean(character.kit, known)


def _load_faults(thing: ItemTable, kind: WeaponKind) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the rounds of a weapon."""
    if thing.loaded is not None and thing.loaded > kind.capacity:
        most = f"at most {kind.capacity}" if kind.capacity else "no rounds: it is not loaded"
        yield f"{counted(thing.loaded, 'round')} in a {kind.name}", most
    elif thing.reloads and not kind.capacity:
        yield f"reloads for a {kind.name}", "none: it is not loaded"


cast = OwnFile(Cast, __name__, "characters.toml")
