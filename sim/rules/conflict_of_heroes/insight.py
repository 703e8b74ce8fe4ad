"""What viewers ask of this system besides its orders and facts: threats, zones, reach, and who can be ordered.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sim.board.area import Area
from sim.board.movement import Mover
from sim.board.zones import disc
from sim.engine.insight import Band, Odds, Reached, Scene
from sim.engine.orders import Ask, Refusal
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.far_ways import no_way, not_entered
from sim.play.odds import odds_of, worst_first
from sim.rules.conflict_of_heroes.combat.attacks import Attack, refusal
from sim.rules.conflict_of_heroes.ground.moving import cannot_move
from sim.rules.conflict_of_heroes.ground.zones import field_of_fire, range_of, short_zone_of, zone_of
from sim.rules.conflict_of_heroes.insight_facts import Facts
from sim.rules.conflict_of_heroes.insight_reach import edge_steps, reached
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.orders.cards import BOOK
from sim.rules.conflict_of_heroes.orders.fire import ways_to_fire
from sim.rules.conflict_of_heroes.orders.move import step_to
from sim.rules.conflict_of_heroes.orders.odds import attack_on, without_cards
from sim.rules.conflict_of_heroes.solo.choosing import Manner, shot
from sim.rules.conflict_of_heroes.units import ORDERS, CohData, Counter, opponents
from sim.rules.conflict_of_heroes.units import Scene as CohScene


class CohInsight(Facts):
    """What can be told of Conflict of Heroes."""

    def __init__(self) -> None:
        super().__init__(BOOK)

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """COH-MOVE: say why one action does not take it there: what bars the hex, or what it costs to go on."""
        reason = self._unreached(position, ask, _counter(unit), cell)
        return reason.cited if reason else ""

    def _unreached(self, position: CohScene, ask: Ask, unit: Counter, cell: Cell) -> Refusal | None:
        moving, name = Mover(unit.profile.movement, unit.profile.move_ap), position.name(cell)
        if reason := cannot_move(position, unit):
            return reason
        if not_entered(position, moving, cell):
            return Refusal(no_way(position, moving, cell), "COH-MOVE")
        if position.map.grid.adjacent(unit.place, cell):
            return self.book.refusal(position, ask, step_to(unit, cell))
        far = f"{name} is {position.map.distance(unit.place, cell)} hexes away"
        if there := self.reach(position, unit).get(cell):
            words = f"{far}, and one action does not go so far: {there.text} by moves in a row"
            return Refusal(words, "COH-MOVE")
        return Refusal(f"{far}: out of reach, even by moves in a row", "COH-MOVE")

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every known enemy could do to a counter by itself as things stand, the worst first.

        Nobody knows what a rumour can do, so that it has no fire zone (COH-FZ) and is no threat either; nor what it
        stands.
        """
        target: Counter = position.state.unit(unit)
        if target.cell is None or target.hidden or target.is_rumour:
            return ()
        there = without_cards(position)
        enemies = [enemy for enemy in opponents(position, target.side) if not enemy.is_rumour]
        found = [told for enemy in enemies for told in _threat(there, enemy, target)]
        return worst_first(found, "destroyed")

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a counter sees: all round, whichever way it faces (base game 5)."""
        return Area(position.map, 0) if unit.cell is None else super().view(position, unit, facing)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """COH-FZ: what a counter covers at short, normal and long range."""
        return tuple(_bands(position, _counter(unit))) if unit.cell is not None else ()

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a counter can get to by moves in a row."""
        counter = _counter(unit)
        return reached(position, counter, _means(position, counter)) if unit.cell is not None else {}

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out the steps of a kind of counter."""
        return edge_steps(position, _counter(unit))

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """Return the counters that have anything left to be ordered to, in roster order."""
        return tuple(unit.id for unit in self.book.actors(position, ask) if self._can_be_ordered(position, ask, unit))

    def _can_be_ordered(self, position: CohScene, ask: Ask, unit: Counter) -> bool:
        """Say whether there is any legal order for a counter; the likeliest, which stands last, is tried first."""
        kinds = (kind for kind in reversed(self.book.kinds) if ask.occasion in kind.on)
        orders = (order for kind in kinds for order in kind.candidates(position, ask, unit))
        return any(self.book.refusal(position, ask, order) is None for order in orders)


def _counter(unit: Unit) -> Counter:
    assert isinstance(unit, Counter)
    return unit


# -- fire zones -----------------------------------------------------------------------------------------------


def _bands(position: CohScene, unit: Counter) -> Iterator[Band]:
    """Part a fire zone by range; bands that are empty are left out."""
    zone, short, able = zone_of(position, unit), short_zone_of(position, unit), field_of_fire(position, unit)
    near = zone & disc(position.map, unit.place, range_of(position, unit))
    parts = (
        ("short range", short & able),
        ("normal range", (near - short) & able),
        ("long range", (zone - near - short) & able),
        ("fire zone, but it cannot fire there now", zone - able),
    )
    return (Band(name, area) for name, area in parts if area)


# -- reach ----------------------------------------------------------------------------------------------------


def _means(position: CohScene, unit: Counter) -> int:
    """Return what a counter can spend on moves.

    The solo rules know no store of AP: each move is an action of its own with a spent check after it (COH-3.1.1), and
    luck alone says when it ends. What is shown is the activation of the base game. A spent Unit has the CAPs that are
    left (COH-3.2.2), and a spent AI nothing.
    """
    if unit.fresh:
        return position.battle.data.numbers.activation
    return position.state.caps if unit.side == position.battle.data.player else 0


# -- threats ---------------------------------------------------------------------------------------------------


def _threat(position: CohScene, enemy: Counter, target: Counter) -> tuple[Odds, ...]:
    """Return the odds of the attack that an enemy could make: an AI only one that it would (COH-5.1-eleven)."""
    ways, told = ways_to_fire(position, enemy, target), [attack_on(position, enemy.id, target)]
    if enemy.side == position.battle.data.ai:
        manner = Manner(long_range=_orders_long_range(position.battle.data))
        if not _ai_may_act(position, enemy) or not isinstance(shot(position, enemy.id, target.id, manner), Attack):
            return ()
        return odds_of(position, Ask(enemy.side, AI_TURN), ways[0], told)
    if refusal(position, enemy, target):
        return ()
    payable = (way for way in ways if way.payment_refusal(position) is None)
    return next((odds_of(position, Ask(enemy.side, TURN), way, told) for way in payable), ())


@lru_cache(maxsize=64)
def _orders_long_range(data: CohData) -> bool:
    """COH-5.1-long: say whether anything lets AIs fire at long range: an order of a card, or one of the mission."""
    orders = [order for card in data.orders.values() for order in card.orders]
    orders += [each.parsed for each in (*data.mission.counteractions, *data.mission.mission_orders)]
    return any(order.action == "long_range_fire" for order in orders)


def _ai_may_act(position: CohScene, enemy: Counter) -> bool:
    """COH-4.1, COH-4.2: a spent AI acts on a blue card, of which one at least stays in any deck that has them."""
    deck, orders = position.state.deck(ORDERS), position.battle.data.orders
    return enemy.fresh or any(orders[card].colour == "blue" for card in (*deck.left, *deck.discarded))
