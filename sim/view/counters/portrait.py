"""A portrait: everything that the picture of a counter depends on, in the words of no system.

It is one frozen value, so that pictures can be kept by it: two units that look alike share one picture, and a unit
that changed has another one by itself, without anybody telling the viewer.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from sim.view.counters.livery import LIVERIES, Livery

Form = Literal[
    "unit", "pawn", "vehicle", "gun", "aircraft", "boat", "train", "horse", "rider", "mob", "unknown"
]  # fmt: skip
"""What kind of thing it is: a card with a symbol; a man, a machine or a crowd seen from above; a rumour."""

Symbol = Literal[
    "none", "infantry", "assault_infantry", "militia", "machine_gun", "gatling", "mortar", "anti_tank", "tank_hunters",
    "infantry_gun", "artillery", "anti_aircraft", "tank", "assault_gun", "armoured_car", "halftrack", "truck", "wagon",
    "engineers", "scout", "leader", "medic", "cavalry", "civilian",
]  # fmt: skip
"""What it does. On a card it is drawn as on a staff map; it also says which vehicle or gun is drawn."""

Size = Literal["", "team", "squad"]

Weapon = Literal[
    "none", "rifle", "carbine", "pistol", "two_pistols", "shotgun", "bow", "lance", "knife", "tomahawk", "sabre",
]  # fmt: skip
"""What a man seen from above has in his hands."""

Mark = Literal[
    "hit", "unconscious", "stunned", "routed", "wounded", "suppressed", "pinned", "shaken", "in_close_combat",
    "out_of_ammo", "reloading", "spent", "prone", "dug_in", "hidden", "overwatch", "bayonet", "moved", "mounted",
    "limbered", "leader",
]  # fmt: skip
"""What has befallen it or what it does, the most important first: a small counter shows only the first it has."""
MARKS: tuple[Mark, ...] = get_args(Mark)

Corner = Literal["nw", "n", "ne", "sw", "se"]
Tone = Literal["plain", "dark", "red", "blue", "red_shield", "blue_shield"]
"""How a figure is set: against soft targets red, against armour blue; a defence stands on a shield."""


class Figure(NamedTuple):
    """A small number in a corner, or between two."""

    corner: Corner
    text: str
    tone: Tone = "plain"


class Strength(NamedTuple):
    """How many of a unit are left."""

    now: int
    full: int


@dataclass(frozen=True, kw_only=True)
class Portrait:
    """What a counter looks like, but for its size on the screen and the angle at which it faces.

    >>> Portrait(label="MG-2", symbol="machine_gun").marked("hit").marks
    ('hit',)
    """

    form: Form = "unit"
    symbol: Symbol = "none"
    size: Size = ""
    weapon: Weapon = "none"
    colours: Livery = LIVERIES[0]
    label: str = ""
    """A few letters that name it: "MG-2"."""
    facing: int | None = None
    """A direction of the grid; None for what faces nowhere. The painter is given the angle, which grids know."""
    figures: tuple[Figure, ...] = ()
    strength: Strength | None = None
    marks: tuple[Mark, ...] = ()
    hit: str = ""
    """A letter or two on the mark "hit", where a system has hits of several kinds."""
    count: int = 1
    """How many it stands for: the heads of a crowd, or counters that lie together as one."""

    def __hash__(self) -> int:
        """Hash once: pictures are looked up by their portraits on every frame."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def marked(self, *marks: Mark) -> Portrait:
        """Return the portrait with further marks."""
        return replace(self, marks=(*self.marks, *(mark for mark in marks if mark not in self.marks)))

    @property
    def ranked_marks(self) -> tuple[Mark, ...]:
        """Its marks, the most important first."""
        return tuple(sorted(set(self.marks), key=MARKS.index))

    @property
    def title(self) -> str:
        """The label, and how many it stands for."""
        return self.label if self.count == 1 else f"{self.count}× {self.label}".strip()

    @property
    def values(self) -> tuple[Figure, ...]:
        """How many are left, if that is counted, and its figures."""
        left = (Figure("sw", f"{self.strength.now}/{self.strength.full}"),) if self.strength is not None else ()
        return (*left, *self.figures)

    @property
    def round(self) -> bool:
        """Say whether it stands on a round base, like a miniature, and is not a card."""
        return self.form in ("pawn", "horse", "rider", "mob")
