"""From a scenario to a battle and its first state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sim.board.convention import HIGH_GROUND
from sim.engine.battle import Battle
from sim.engine.decks import Deck
from sim.engine.setup import Mustered, Setup, SetupMistake, SetupRefused
from sim.engine.units import Roster
from sim.files import counted, did_you_mean, one_of, shown
from sim.grid import Cell
from sim.rules.conflict_of_heroes.data import (
    ActionCard,
    CounterProfile,
    HitMarker,
    Numbers,
    load_action_cards,
    load_hits,
    load_numbers,
    load_profiles,
)
from sim.rules.conflict_of_heroes.mission import Mission, MissionEntry, Response, ResponseEntry, Space
from sim.rules.conflict_of_heroes.printed_grammar import parse_order
from sim.rules.conflict_of_heroes.printed_words import OrderMistake
from sim.rules.conflict_of_heroes.printed_orders import (
    OrderCard,
    card_faults,
    deck_part,
    load_orders,
    printed_card,
    wrong_order,
)
from sim.rules.conflict_of_heroes.rumours import NOTHING
from sim.rules.conflict_of_heroes.units import (
    ACTION_CARDS,
    ARMOURED_HITS,
    ORDERS,
    RUMOURS,
    SOFT_HITS,
    SYSTEM,
    Arrival,
    CohData,
    CohState,
    Counter,
)

FEWEST_SWIFT = 2
"""Turns in a row that are more than one."""

if TYPE_CHECKING:
    from sim.rules.conflict_of_heroes import ConflictOfHeroes


@dataclass(frozen=True)
class Shipped:
    """The printed figures as they come with the system."""

    profiles: Mapping[str, CounterProfile]
    hits: Mapping[str, HitMarker]
    cards: Mapping[str, ActionCard]
    numbers: Numbers
    orders: Mapping[str, OrderCard]


_profiles, _hits, _cards = cache(load_profiles), cache(load_hits), cache(load_action_cards)
_numbers, _orders = cache(load_numbers), cache(load_orders)
SHIPPED_FILES: tuple[Callable[[], object], ...] = (_profiles, _hits, _cards, _numbers, _orders)


def shipped() -> Shipped:
    """Return the figures, read once: nobody changes them, and no part of a scenario takes as long to read."""
    return Shipped(_profiles(), _hits(), _cards(), _numbers(), _orders())


class Preparation:
    """Gathers everything that is wrong with a scenario before it gives up."""

    def __init__(self, ruleset: ConflictOfHeroes, setup: Setup) -> None:
        self.ruleset, self.setup = ruleset, setup
        self.entry: MissionEntry = setup.extras
        self.shipped = shipped()
        self.profiles, self.hits, self.cards = self.shipped.profiles, self.shipped.hits, self.shipped.cards
        self.mistakes: list[SetupMistake] = []

    def prepared(self) -> tuple[Battle[CohData], CohState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        self._check()
        orders = self._orders()
        mission = self._mission()
        if self.mistakes:
            raise SetupRefused(self.mistakes)
        assert mission is not None
        battle = Battle(
            self.ruleset,
            self.setup.map,
            HIGH_GROUND,
            self.setup.sides,
            self._data(orders, mission),
            self.profiles,
            self.setup.turns,
        )
        return battle, self._state(battle.data)

    # -- what may be wrong -------------------------------------------------------------------------------

    def _refuse(self, way: tuple[str | int, ...], found: str, expected: str, hint: str = "") -> None:
        self.mistakes.append(SetupMistake(way, found, expected, hint))

    def _check(self) -> None:
        sides = [side.id for side in self.setup.sides]
        if len(sides) != 2:
            self._refuse(("sides",), counted(len(sides), "side"), "two")
        if self.setup.turns is None:
            self._refuse(("limits",), "nothing", "the number of rounds, as in turns = 6")
        for key, side in (("ai", self.entry.ai), ("initiative", self.entry.initiative)):
            self._one_of((SYSTEM, key), side, sides)
        self._one_of(("victory", "leader"), self.setup.victory.leader, sides)
        for side in self.setup.victory.per_loss:
            self._one_of(("victory", "per_loss", side), side, sides)
        for unit in self.setup.units:
            self._one_of((*unit.way, "profile"), unit.entry.profile, list(self.profiles))
            if not unit.cells:
                self._refuse((*unit.way, "at"), "nothing", "where it stands, or comes on")
            if unit.cells and unit.entry.profile in self.profiles:
                self._check_ground(unit)
        for name in self.entry.rumours:
            self._one_of((SYSTEM, "rumours", name), name, [*self.profiles, NOTHING])
        for place, card in enumerate(self.entry.action_cards):
            self._one_of((SYSTEM, "action_cards", place), card, list(self.cards))
        self._check_track()

    def _one_of(self, way: tuple[str | int, ...], word: str, known: list[str]) -> None:
        if word not in known:
            self._refuse(way, shown(word) if word else "nothing", one_of(known), did_you_mean(word, known))

    def _check_ground(self, unit: Mustered) -> None:
        """Refuse a counter on ground that its kind can never enter, and that no bridge or road leads through."""
        movement = self.profiles[unit.entry.profile].movement
        if not any(self._can_stand(cell, movement) for cell in unit.cells):
            kind = self.setup.map.terrain_at(unit.cells[0]).name
            self._refuse((*unit.way, "at"), f"{unit.entry.profile} in {kind}", "ground that it can enter")

    def _can_stand(self, cell: Cell, movement: str) -> bool:
        map_ = self.setup.map
        ways = (map_.way_at(map_.grid.edge(cell, side)) for side in map_.grid.sides)
        by_way = any(way is not None and way.move.get(movement) is not None for way in ways)
        return by_way or map_.terrain_at(cell).move.get(movement, 0) is not None

    def _check_track(self) -> None:
        map_ = self.setup.map
        groups = {unit.entry.group for unit in self.setup.units if unit.entry.group}
        for place, space in enumerate(self.entry.track):
            way = (SYSTEM, "track", place)
            if space.event == "rumours":
                self._one_of((*way, "at"), space.at or "", [*map_.areas, *map_.places])
            if space.event == "swift action" and space.number < FEWEST_SWIFT:
                self._refuse((*way, "number"), str(space.number), f"at least {FEWEST_SWIFT} turns in a row")
            if space.event == "reinforcements":
                self._one_of((*way, "group"), space.group or "", sorted(groups))

    # -- what it is made of ------------------------------------------------------------------------------

    def _orders(self) -> Mapping[str, OrderCard]:
        """COH-4.5: the part of the deck that the mission uses, with the cards of its own in it."""
        own = {card.id: card for card in self._own_cards()}
        try:
            return deck_part({**self.shipped.orders, **own}, self.entry.orders)
        except OrderMistake as wrong:
            self._refuse((SYSTEM, "orders"), wrong.found, wrong.expected, wrong.hint)
            return {}

    def _own_cards(self) -> Iterator[OrderCard]:
        numbers: set[int] = set()
        for place, table in enumerate(self.entry.card):
            way, before = (SYSTEM, "card", place), len(self.mistakes)
            for sort, texts in (("priority", table.priority), ("tactical", table.tactical)):
                for n, text in enumerate(texts):
                    if wrong := wrong_order(text, table.colour):
                        self._refuse((*way, sort, n), wrong.found, wrong.expected, wrong.hint)
            for key, *told in card_faults(table):
                self._refuse((*way, key), *told)
            if table.number in numbers:
                self._refuse((*way, "number"), f"{table.number} a second time", "a number of its own")
            numbers.add(table.number)
            if len(self.mistakes) == before:
                yield printed_card(table)

    def _mission(self) -> Mission | None:
        responses = {
            key: tuple(self._responses(key, entries))
            for key, entries in (
                ("counteractions", self.entry.counteractions),
                ("mission_orders", self.entry.mission_orders),
            )
        }
        return Mission(
            initiative=self.entry.initiative,
            caps=self.entry.caps,
            cards_each_round=self.entry.cards_each_round,
            hand=self.entry.hand,
            counteractions=responses["counteractions"],
            mission_orders=responses["mission_orders"],
            track=tuple(Space(e.event, e.yellow, e.number, e.at, e.group) for e in self.entry.track),
            per_loss=tuple(self.setup.victory.per_loss.items()),
            holding=self.setup.victory.holding,
        )

    def _responses(self, key: str, entries: tuple[ResponseEntry, ...]) -> Iterator[Response]:
        """COH-4.4: read the orders of the mission; they are written like those of the cards."""
        for place, entry in enumerate(entries):
            way = (SYSTEM, key, place, "order")
            try:
                order = parse_order(entry.order)
            except OrderMistake as wrong:
                self._refuse(way, wrong.found, wrong.expected, wrong.hint)
                continue
            if order.action in ("counteraction", "mission_order"):
                self._refuse(way, shown(entry.order), "an order that says what to do")
            yield Response(order, entry.when)

    def _data(self, orders: Mapping[str, OrderCard], mission: Mission) -> CohData:
        player = next(side.id for side in self.setup.sides if side.id != self.entry.ai)
        return CohData(
            ai=self.entry.ai,
            player=player,
            numbers=self.shipped.numbers,
            hits=self.hits,
            orders=orders,
            action_cards=self.cards,
            mission=mission,
            objectives={objective.id: objective for objective in self.setup.objectives},
            fire_zone_factor=2 if self.setup.settings.fire_zone == "long" else 1,
            cap_floor=_first_said(self.setup.settings.cap_floor, self.shipped.numbers.cap_floor),
            readings=self.setup.settings,
        )

    def _state(self, data: CohData) -> CohState:
        holders = tuple((objective.id, objective.holder or "") for objective in self.setup.objectives)
        return CohState(
            units=Roster(self._counters()),
            turn=0,
            decks=tuple(self._decks(data)),
            cap_level=self.entry.caps,
            points=self.setup.victory.points,
            leader=self.setup.victory.leader,
            holders=holders,
            arrivals=tuple(
                Arrival(unit.id, unit.turn, unit.cells, unit.entry.group)
                for unit in self.setup.units
                if unit.turn or unit.entry.group
            ),
        )

    def _counters(self) -> Iterator[Counter]:
        """Yield the counters; those of an area spread over it as long as there is room."""
        taken: set[Cell] = set()
        for unit in self.setup.units:
            waits = unit.turn or unit.entry.group
            cell = None if waits else next((cell for cell in unit.cells if cell not in taken), unit.cells[0])
            if cell is not None:
                taken.add(cell)
            yield self._counter(unit, cell)

    def _counter(self, unit: Mustered, cell: Cell | None) -> Counter:
        return Counter(
            id=unit.id,
            side=unit.side,
            profile=self.profiles[unit.entry.profile],
            cell=cell,
            facing=unit.facing,
            spent=unit.entry.spent,
            hidden=unit.entry.hidden,
        )

    def _decks(self, data: CohData) -> Iterator[Deck]:
        yield Deck(ORDERS, tuple(sorted(data.orders)))
        yield Deck(SOFT_HITS, _markers(self.hits, "soft"))
        yield Deck(ARMOURED_HITS, _markers(self.hits, "armoured"))
        names = self.entry.action_cards or tuple(self.cards)
        yield Deck(ACTION_CARDS, _numbered({name: self.cards[name].count for name in names}))
        yield Deck(RUMOURS, _numbered(self.entry.rumours))


def _first_said(setting: int | None, printed: int) -> int:
    return printed if setting is None else setting


def _markers(hits: Mapping[str, HitMarker], pool: str) -> tuple[str, ...]:
    return tuple(sorted(marker.id for marker in hits.values() if marker.pool == pool for _ in range(marker.count)))


def _numbered(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return ids for cards or counters that are there several times.

    >>> _numbered({"luck": 2, "nothing": 1})
    ('luck-1', 'luck-2', 'nothing-1')
    """
    return tuple(sorted(f"{name}-{n}" for name, count in counts.items() for n in range(1, count + 1)))
