"""Insight: what a system can tell of a position besides who may do what.

Viewers ask it for all that they draw and write about a battle: how an order looks on the map, how likely it is to
succeed and why, what a unit covers, reaches and is threatened by, what there is to know of it. Every answer comes from
the rules that play the battle, so that what is shown is what counts. A system overrides what it has.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal

from sim.board.area import Area
from sim.board.cover import own_cover
from sim.engine.battle import Position
from sim.engine.check import Check, all_cover
from sim.engine.dice import Throw
from sim.engine.notes import Subject
from sim.engine.orders import Ask, Intent
from sim.engine.units import Unit
from sim.engine.words import fields_text
from sim.grid import Cell, Point

Scene = Position[Any, Any]
"""A moment of a battle, of whatever system: a viewer knows none of them by name."""


AimedTo = Literal["move", "fire", "join", "search", "other"]
"""What is done to somebody or some place that is aimed at; to fight somebody hand to hand is fire, too."""


@dataclass(frozen=True)
class Sketch:
    """An order as it looks on the map and in a menu."""

    verb: str
    """The entry of the menu: "fire", "move"."""
    units: tuple[str, ...] = ()
    """Who acts, the leader first."""
    target: str | None = None
    """The unit it is done to."""
    cell: Cell | None = None
    """Where it ends, or what it is done to where that is no unit."""
    way: tuple[Cell, ...] = ()
    """The cells that are entered, the last one included."""
    facing: int | None = None
    """Which way the unit looks afterwards, where that is chosen."""
    manner: str = ""
    """What tells it from others like it: "by CAPs", "with rifles-2"."""
    card: str = ""
    """The card that is played for it, by its id."""
    key: str = ""
    """The letter that chooses its entry of the menu, where it has one."""
    rule: str = ""
    """The rule that says what it takes."""
    passes: bool = False
    """Whether nothing is done by it."""
    declared: AimedTo | None = None
    """What it is aimed to do, where its parts do not say."""

    @property
    def aimed_to(self) -> AimedTo:
        """What it is aimed to do: what the order declares; else whoever is a target is fired at, and a way is gone."""
        return self.declared or ("fire" if self.target is not None else "move" if self.way else "other")


@dataclass(frozen=True, eq=False)
class Danger:
    """What an order endangers where that is more than a target: a beaten zone, a blast."""

    area: Area
    """The cells in which somebody may come to harm."""
    outlines: tuple[tuple[Point, ...], ...] = ()
    """The template that is laid on the table, on the plane of the grid."""


@dataclass(frozen=True)
class Scope:
    """Whom an order reaches besides its target: those who hear a command, those who go along."""

    units: tuple[str, ...]
    """Who is marked on the map."""
    facts: tuple[Fact, ...] = ()
    """What the order means for them."""
    outlines: tuple[tuple[Point, ...], ...] = ()
    """How far it reaches, on the plane of the grid."""


@dataclass(frozen=True)
class Odds:
    """How likely something is, and every part of the number."""

    what: str
    """What succeeds or fails: "a hit on mg-2"."""
    unit: str
    """Who throws."""
    target: str | None
    chance: Fraction
    throw: Throw | None = None
    """What will be thrown that decides, with what is needed."""
    checks: tuple[Check, ...] = ()
    """The numbers that lead to what is needed."""
    reckoning: str = ""
    """How they do: "defence 14 less attack 6: 8 or more on 2D6"."""
    results: tuple[tuple[str, Fraction], ...] = ()
    """What may come of it, where that is more than yes or no."""
    feared: bool = False
    """Whether the one who acts hopes that it does not come about: to be spent, to step on a mine."""


@dataclass(frozen=True, eq=False)
class Band:
    """A part of what a unit covers: "short range"."""

    name: str
    area: Area
    range: Literal["short", "normal", "long"] | None = None
    """As which range it is shown; left out, its name and its place among the bands of the unit decide."""


@dataclass(frozen=True)
class Reached:
    """A cell that a unit can get to."""

    cost: int
    text: str
    """The cost in words: "3 AP"."""
    way: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Something there is to know, and where it comes from."""

    label: str
    text: str
    source: str = ""
    """The counter, a hit marker, the ground, a rule."""


@dataclass(frozen=True)
class Marker:
    """Something that lies on the map and is neither ground nor unit."""

    cell: Cell
    kind: Literal["objective", "control", "exit", "spot", "horse"]
    """A horse without a rider is drawn with the counters; of everything else a marker stands in the cell."""
    text: str
    side: str | None = None
    """Who holds it."""
    of: str = ""
    """The id of the objective that it marks."""


@dataclass(frozen=True)
class CardFace:
    """A card that somebody holds, or that was drawn."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Ranked:
    """A unit or a cell that an answer weighs, and what the rules say of it."""

    subject: Subject
    text: str
    """What was measured of it: "7 hexes", "in the zone of Maxim"."""
    place: int = 0
    """1 for what the rules would take, or of whom it is so; several share a place where a die would decide. 0: not."""
    rule: str = ""
    """The line that it passes or fails by, where that is not the rule of the whole answer."""

    @property
    def passes(self) -> bool:
        """Say whether the rules leave it."""
        return self.place > 0


@dataclass(frozen=True)
class NamedCells:
    """A part of the map that an answer shows: "short range", "by turning"."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class UnitAnswer:
    """What the rules find out about a unit by eye, before any card or die. It holds no map: it can be sent anywhere."""

    name: str
    """What is asked: "nearest enemy", "flank of Maxim"."""
    rule: str
    """The id in the rulebook by which it is answered."""
    text: str
    """The answer in a sentence."""
    ranked: tuple[Ranked, ...] = ()
    """The answer first, then the runners-up, then what is ruled out."""
    areas: tuple[NamedCells, ...] = ()
    topic: str = ""
    """The one of `Insight.topics` that it belongs to: the same whomever it is asked against."""
    is_against: bool = False
    """Whether it is asked against an enemy, who can be chosen."""

    @property
    def best(self) -> tuple[Subject, ...]:
        """What the rules would take; several where a die would decide."""
        return tuple(each.subject for each in self.ranked if each.place == 1)


NEAREST, TARGETS, SAFE, VIEW, FIRE_ZONE, COVER = "nearest", "targets", "safe places", "view", "fire zone", "cover"
"""What can be asked of a unit in more than one system."""


class Insight:
    """What can be told of any system; each adds its own."""

    topics: ClassVar[tuple[str, ...]] = ()
    """What can be asked of a unit by eye, in a word or two each: every answer belongs to one of these."""

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return how an order looks; of a system that does not say, one can only list what is in the order."""
        return replace(self.drawn(position, intent), manner=fields_text(position, intent))

    def drawn(self, position: Scene, intent: Intent) -> Sketch:
        """Return how it looks on the map alone. Its manner may take looking about; of this every event is asked."""
        return Sketch(type(intent).__name__.lower())

    def danger(self, position: Scene, intent: Intent) -> Danger | None:
        """Return what an order endangers besides its target; asked of one order at a time, for templates take long."""
        return None

    def scope(self, position: Scene, intent: Intent) -> Scope | None:
        """Return whom an order reaches besides its target; None where it is nobody else's affair."""
        return None

    def idle(self, position: Scene, ask: Ask, unit: Unit) -> str:
        """Say in a sentence why a unit can be given no order now; empty where the system has no reason to give."""
        return ""

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say why a unit cannot be ordered to a cell now; empty where the system has no reason to give."""
        return ""

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done; None where something must be, or the system does not say."""
        return None

    def letters(self) -> Mapping[str, str]:
        """Return the letters that choose orders, each with the entries of a menu that it chooses."""
        return {}

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, in a sentence or two; empty where what is on offer says it."""
        return ""

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed, as things stand; nothing where no die decides."""
        return ()

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a unit that stands and faces as an order leaves it with what else that does to it: running, dug in."""
        return unit

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what each enemy could do to a unit as things stand, the worst first."""
        return ()

    def answers(self, position: Scene, unit: Unit, about: str | None = None) -> tuple[UnitAnswer, ...]:
        """Return what the rules find out about a unit of either side by eye, as it is now: no card, no die, no order.

        `about` is an enemy who is chosen for what is asked against somebody, such as flank and cover. Without one, or
        if he is no enemy whom the side of the unit knows of, that is told of its nearest, or of all who see it.
        """
        return ()

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a unit sees, as it stands or turned to another facing."""
        return position.lines.field_of_view(unit.place)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a unit covers with fire, the nearest band first; no cell is in two bands."""
        return ()

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a unit can get to with what it has left, and at what cost."""
        return {}

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what a cell gives to a unit in it: its defence modifier, part by part."""
        return all_cover("defence", own_cover(position.ground, cell))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what shelters a cell from fire out of another that sees it, as the rules count it, part by part."""
        return all_cover("shelter", position.lines.sight(source, cell).cover)

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands: round, points, what is left to spend."""
        return ()

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what the battle is about: what brings whom how many points, and what ends it."""
        return ()

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a unit, each figure with where it comes from."""
        return (Fact("kind", unit.profile.name, "counter"),)

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return what lies on the map."""
        return ()

    def hand(self, position: Scene, side: str) -> tuple[CardFace, ...]:
        """Return the cards that a side holds."""
        return ()

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card of a deck says."""
        return CardFace(card, card, "")

    def commander(self, position: Scene, unit: str) -> str:
        """Return which player commands a unit, where several share a side; else nothing."""
        return ""

    def lost(self, position: Scene, among: Collection[str] | None = None) -> frozenset[str] | None:
        """Return who is lost for good, of a system that keeps them in its roster; None: whoever leaves that is lost.

        Of some units alone, where only they are asked about.
        """
        return None

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points of each side, where the system counts any."""
        return {}

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """Return the units that may be given orders now, in roster order."""
        return tuple(unit.id for unit in position.state.units.of(ask.side) if unit.cell is not None)
