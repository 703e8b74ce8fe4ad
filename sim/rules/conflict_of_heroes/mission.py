"""What a scenario says in this system's own words: the mission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from sim.engine.setup import UnitEntry
from sim.files.strict import Strict
from sim.rules.conflict_of_heroes.printed_orders import CardTable, Order

Happening = Literal[
    "nothing", "sniper fire", "auto-rally", "swift action", "zeal", "bog down", "rumours", "reinforcements"
]
"""What a space of the mission track can bring.

- sniper fire: one die; the player loses 0, 1, 2 or 3 CAPs
- auto-rally: the hit AI closest to a Unit is rallied, even if it is spent
- swift action: the AI takes `number` turns in a row, of which this is the first
- zeal: the spent AI closest to a Unit becomes fresh
- bog down: the fresh Unit closest to an AI becomes spent
- rumours: `number` rumoured enemies appear in the area `at`
- reinforcements: the counters of the roster that wait for this group come on
"""
When = Literal["always", "no Unit fired", "a Unit fired"]

Small = Annotated[int, Field(ge=0, le=99)]


class CounterEntry(UnitEntry):
    """What a scenario says of a counter."""

    hidden: bool = False
    spent: bool = False
    group: str | None = None
    """Waits off the map until the mission track calls this group of reinforcements."""


class Settings(Strict):
    """Rules that can be read in two ways, and how hard it is."""

    fire_zone: Literal["long", "normal"] = "long"
    """COH-FZ: fire zones reach twice the range, or the range alone."""
    idle_zones: Literal["kept", "none"] = "kept"
    """COH-FZ-idle: who cannot attack now, or not so near with a mortar, keeps its fire zone, or has none there."""
    abeam: Literal["front", "flank"] = "front"
    """COH-FLANK-abeam: hexes exactly to the side of a counter lie in its front arc, or on its flank."""
    target_firepower: Literal["against the AI", "printed"] = "against the AI"
    """COH-5.2-power: a target's firepower is that against the AI that asks, or the better of red and blue."""
    close_support: Literal["same hex", "next hex"] = "same hex"
    """COH-CC-support: who supports an attack in close combat is in that hex, or next to it."""
    hex_defence: Literal["target", "every zone"] = "target"
    """COH-DM: the DM of a hex is that against the target, or the least against all in whose fire zone it lies."""
    moves_in_close_combat: Literal["obeyed", "never"] = "obeyed"
    """COH-CC-move: a Move order takes an AI out of close combat, or never reaches it."""
    cap_floor: Small | None = None
    """CAPs below which losses do not take the player; the figure of the numbers, if it is left out."""


READINGS = {
    "fire_zone": "COH-FZ",
    "idle_zones": "COH-FZ-idle",
    "abeam": "COH-FLANK-abeam",
    "target_firepower": "COH-5.2-power",
    "close_support": "COH-CC-support",
    "hex_defence": "COH-DM",
    "moves_in_close_combat": "COH-CC-move",
}
"""The settings that are readings, and the rules that they read."""


class Victory(Strict):
    """How points are won, and who has them at the beginning."""

    leader: str
    points: Annotated[int, Field(ge=1, le=99)] = 1
    per_loss: dict[str, Small] = Field(default_factory=dict)
    """Points a side gets for each counter that the other one loses; 1 if it is not named."""
    holding: Literal["each round", "at the end"] = "each round"
    """When the points of objectives are counted."""


class SpaceEntry(Strict):
    """A space of the mission track."""

    event: Happening = "nothing"
    yellow: bool = False
    """Happens also when the marker passes over it."""
    number: Small = 1
    at: str | None = None
    group: str | None = None


class ResponseEntry(Strict):
    """A counteraction or a mission order."""

    order: str
    when: When = "always"


class MissionEntry(Strict):
    """The table of the system in a scenario file."""

    ai: str
    """The side that the order deck plays."""
    initiative: str
    """The side with the first turn of the first round."""
    caps: Small
    """CAPs the player gets each round."""
    orders: str = "1-55"
    """The part of the order deck that is used: "15-55 without 40"."""
    card: tuple[CardTable, ...] = ()
    """Order cards of the designer's own, written as in `orders.toml`; one of a number that there is replaces it."""
    action_cards: tuple[str, ...] = ()
    """The action cards that can be drawn; all, if none is named."""
    cards_each_round: Small = 1
    hand: Small = 3
    """Cards that the player can hold."""
    rumours: dict[str, Small] = Field(default_factory=dict)
    """What a rumoured enemy may turn out to be: counters by profile, and "nothing"."""
    counteractions: tuple[ResponseEntry, ...] = ()
    mission_orders: tuple[ResponseEntry, ...] = ()
    track: tuple[SpaceEntry, ...] = ()


@dataclass(frozen=True)
class Response:
    """COH-4.4: a counteraction or a mission order."""

    order: Order
    when: When


@dataclass(frozen=True)
class Space:
    """COH-4.3: a space of the mission track."""

    event: Happening
    yellow: bool
    number: int
    area: str | None
    group: str | None


@dataclass(frozen=True)
class Mission:
    """Everything that is special about a mission."""

    initiative: str
    caps: int
    cards_each_round: int
    hand: int
    counteractions: tuple[Response, ...]
    mission_orders: tuple[Response, ...]
    track: tuple[Space, ...]
    per_loss: tuple[tuple[str, int], ...]
    holding: str
