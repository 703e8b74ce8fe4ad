"""What a scenario says in the words of Conflict of Heroes, the mission, and how the first state comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, Literal

from pydantic import Field

from sim.engine.decks import Deck
from sim.engine.setup import NamedSide, NamedSpot, RosterEntry, UnitEntry
from sim.engine.units import Roster
from sim.files import KeyPath, shown
from sim.files.strict import Strict
from sim.grid import Cell
from sim.play.limits import Small
from sim.play.setup import Preparation, numbered
from sim.rules.conflict_of_heroes.figures import TERRAIN_SET, action_cards, figures, hits
from sim.rules.conflict_of_heroes.figures import units as counters
from sim.rules.conflict_of_heroes.solo.cards import OrderCard, deck_part, load_orders
from sim.rules.conflict_of_heroes.solo.grammar import MISSION_ACTIONS, CardOrder, OrderMistake, parse_order
from sim.rules.conflict_of_heroes.state import (
    ACTION_CARDS,
    NOTHING,
    ORDERS,
    POOLS,
    RUMOURS,
    CohData,
    CohState,
    Counter,
    CounterDue,
)

order_cards = cache(load_orders)
"""The printed cards, read once: nobody changes them, and no part of a scenario takes as long to read."""

# -- what the file may say -----------------------------------------------------------------------------------------

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
FEWEST_SWIFT = 2
"""Turns in a row that are more than one."""
When = Literal["always", "no Unit fired", "a Unit fired"]


class CounterEntry(UnitEntry):
    """What a scenario says of a counter."""

    hidden: bool = False
    spent: bool = False
    group: str | None = None
    """Waits off the map until the mission track calls this group of reinforcements."""


class Settings(Strict):
    """Rules that can be read in two ways, as the rulebook tells, and how hard it is."""

    fire_zone: Literal["long", "normal"] = "long"
    low_risk: Literal["every Unit", "the target"] = "every Unit"
    idle_zones: Literal["kept", "none"] = "kept"
    abeam: Literal["front", "flank"] = "front"
    target_firepower: Literal["against the AI", "printed"] = "against the AI"
    close_support: Literal["same hex", "next hex"] = "same hex"
    hex_defence: Literal["target", "every zone"] = "target"
    moves_in_close_combat: Literal["obeyed", "never"] = "obeyed"
    cap_floor: Small | None = None
    """CAPs below which losses do not take the player; the figure of the numbers, if it is left out."""


class Victory(Strict):
    """How points are won, and who has them at the beginning."""

    leader: NamedSide
    """The side that has points at the beginning."""
    points: Annotated[int, Field(ge=1, le=99)] = 1
    """How many it has."""
    per_loss: dict[str, Small] = Field(default_factory=dict)
    """Points a side gets for each counter that the other one loses; 1 if it is not named."""
    holding: Literal["each round", "at the end"] = "each round"
    """When the points of objectives are counted."""


class Space(Strict):
    """COH-4.3: a space of the mission track."""

    event: Happening = "nothing"
    yellow: bool = False
    """Happens also when the marker passes over it."""
    number: Small = 1
    at: NamedSpot | None = None
    group: str | None = None


class Response(Strict):
    """COH-4.4: a counteraction or a mission order, which is written like those of the cards."""

    order: str
    when: When = "always"

    @property
    def parsed(self) -> CardOrder:
        """The order, read; OrderMistake for one that cannot be."""
        return parse_order(self.order)


class Mission(Strict):
    """The table of the system in a scenario file: everything that is special about a mission."""

    ai: NamedSide
    """The side that the order deck plays."""
    initiative: NamedSide
    """The side with the first turn of the first round."""
    caps: Small
    """CAPs the player gets each round."""
    orders: str = "1-55"
    """The part of the order deck that is used: "15-55 without 40"."""
    card: tuple[OrderCard, ...] = ()
    """Order cards of the designer's own, written as in `orders.toml`; one of a number that there is replaces it."""
    action_cards: tuple[str, ...] = ()
    """The action cards that can be drawn; all, if none is named."""
    cards_each_round: Small = 1
    hand: Small = 3
    """Cards that the player can hold."""
    rumours: dict[str, Small] = Field(default_factory=dict)
    """What a rumoured enemy may turn out to be: counters by profile, and "nothing"."""
    counteractions: tuple[Response, ...] = ()
    mission_orders: tuple[Response, ...] = ()
    track: tuple[Space, ...] = ()


# -- the first state -----------------------------------------------------------------------------------------------


class Muster(Preparation[CohState, CohData]):
    """The counters, cards and cups of a mission, and what is wrong with them."""

    kinds = staticmethod(counters)
    terrain_set = TERRAIN_SET
    cell, table = "hex", "map"
    stands, stacks = "stands, or comes on", True
    last_turn = "the number of rounds, as in turns = 6"
    extras: Mission

    # -- what may be wrong -------------------------------------------------------------------------------

    def check(self) -> None:
        """Note what is wrong with sides, rounds, points, cards, rumours and the mission track."""
        entry, system = self.extras, self.ruleset.id
        super().check()
        self.one_of((system, "ai"), entry.ai, self.sides)
        self.one_of((system, "initiative"), entry.initiative, self.sides)
        self.one_of(("victory", "leader"), self.setup.victory.leader, self.sides)
        self.all_of(("victory", "per_loss"), self.setup.victory.per_loss, self.sides)
        self.all_of((system, "rumours"), entry.rumours, [*self.profiles, NOTHING])
        self.all_of((system, "action_cards"), entry.action_cards, list(action_cards()))
        # COH-4.4: orders of the mission that cannot be read, or carried out.
        for key in ("counteractions", "mission_orders"):
            for place, response in enumerate(getattr(entry, key)):
                try:
                    if response.parsed.action in MISSION_ACTIONS:
                        expected = "an order that says what to do"
                        self.refuse((system, key, place, "order"), shown(response.order), expected)
                except OrderMistake as wrong:
                    self.refuse((system, key, place, "order"), wrong.found, wrong.expected, wrong.hint)
        groups = sorted({unit.entry.group for unit in self.setup.units if unit.entry.group})
        for place, space in enumerate(entry.track):
            way: KeyPath = (system, "track", place)
            if space.event == "rumours":
                self.one_of((*way, "at"), space.at or "", [*self.map.areas, *self.map.places])
            if space.event == "swift action" and space.number < FEWEST_SWIFT:
                self.refuse((*way, "number"), str(space.number), f"at least {FEWEST_SWIFT} turns in a row")
            if space.event == "reinforcements":
                self.one_of((*way, "group"), space.group or "", groups)

    # -- counters ----------------------------------------------------------------------------------------

    def waits(self, unit: RosterEntry) -> bool:
        """Say whether a counter comes in a later round, or when the mission track calls its group."""
        return bool(unit.turn or unit.entry.group)

    def preferred(self, unit: RosterEntry, cells: list[Cell]) -> list[Cell]:
        """Let the counters of an area spread over it as long as there is room."""
        return sorted(cells, key=lambda cell: cell in self.taken)

    # -- cards -------------------------------------------------------------------------------------------

    @cached_property
    def _orders(self) -> Mapping[str, OrderCard]:
        """COH-4.5: the part of the deck that the mission uses, with the cards of its own in it."""
        own, seen = dict[str, OrderCard](), set[int]()
        for place, card in enumerate(self.extras.card):
            way = (self.ruleset.id, "card", place)
            sound = not self.notes_any(way, card.faults())
            if card.number in seen:
                self.refuse((*way, "number"), f"{card.number} a second time", "a number of its own")
            elif sound:
                own[card.id] = card
            seen.add(card.number)
        try:
            return deck_part({**order_cards(), **own}, self.extras.orders)
        except OrderMistake as wrong:
            self.refuse((self.ruleset.id, "orders"), wrong.found, wrong.expected, wrong.hint)
            return {}

    # -- the mission -------------------------------------------------------------------------------------

    def data(self, units: list[Counter]) -> CohData:
        settings, numbers = self.setup.settings, figures().numbers
        return CohData(
            ai=self.extras.ai,
            player=next(side for side in self.sides if side != self.extras.ai),
            numbers=numbers,
            sniper_fire=figures().sniper_fire,
            hits=hits(),
            orders=self._orders,
            action_cards=action_cards(),
            mission=self.extras,
            victory=self.setup.victory,
            objectives={objective.id: objective for objective in self.setup.objectives},
            fire_zone_factor=numbers.long_range_factor if settings.fire_zone == "long" else 1,
            cap_floor=numbers.cap_floor if settings.cap_floor is None else settings.cap_floor,
            readings=settings,
            ai_hides=any(unit.side == self.extras.ai and unit.entry.hidden for unit in self.setup.units),
        )

    def state(self, units: list[Counter]) -> CohState:
        waiting = [unit for unit in self.setup.units if self.waits(unit) and self.is_known(unit)]
        return CohState(
            units=Roster(units),
            turn=0,
            decks=tuple(self._decks()),
            cap_level=self.extras.caps,
            points=self.setup.victory.points,
            leader=self.setup.victory.leader,
            holders=tuple((objective.id, objective.holder or "") for objective in self.setup.objectives),
            arrivals=tuple(CounterDue(u.id, u.turn, tuple(self.fit(u)), u.entry.group) for u in waiting),
        )

    def _decks(self) -> Iterator[Deck]:
        yield Deck(ORDERS, tuple(sorted(self._orders)))
        for pool, cup in POOLS.items():
            markers = [marker for marker in hits().values() if marker.pool == pool]
            yield Deck(cup, tuple(sorted(marker.id for marker in markers for _ in range(marker.count))))
        used = self.extras.action_cards or tuple(action_cards())
        yield Deck(ACTION_CARDS, numbered({name: card.count for name, card in action_cards().items() if name in used}))
        yield Deck(RUMOURS, numbered(self.extras.rumours))
