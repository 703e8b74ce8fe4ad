"""What viewers ask of this system: orders on the map, odds, zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle. Where one of those
needs a running game (the check for being spent, what a hit does), the same numbers and decks are read, and tests play
every roll and every card to compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sim.board.area import Area
from sim.board.movement import Mover
from sim.board.zones import disc
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.far_ways import no_way, not_entered
from sim.play.system import Show
from sim.rules.conflict_of_heroes import insight_facts, insight_odds, insight_words
from sim.rules.conflict_of_heroes.insight_reach import edge_steps, reached
from sim.rules.conflict_of_heroes.moving import cannot_move
from sim.rules.conflict_of_heroes.orders.base import CohOrder
from sim.rules.conflict_of_heroes.orders.cards import BOOK
from sim.rules.conflict_of_heroes.orders.move import step_to
from sim.rules.conflict_of_heroes.units import Counter
from sim.rules.conflict_of_heroes.units import Scene as CohScene
from sim.rules.conflict_of_heroes.zones import field_of_fire, range_of, short_zone_of, zone_of


class CohInsight(Show):
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

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what the player is asked, and what comes of it."""
        return insight_words.question(position, ask)

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a counter that has taken up a hasty defence, or left it behind."""
        return intent.once_done(_counter(unit)) if isinstance(intent, CohOrder) else unit

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every known enemy could do to a counter, the worst first."""
        return insight_odds.threats(position, position.state.unit(unit))

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

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return the defence modifiers of a hex from all sides."""
        return insight_facts.defence(position, cell)

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """COH-DM: what shelters a hex from fire out of another."""
        return insight_facts.sheltered(position, source, cell)

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return insight_facts.status(position)

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a counter."""
        return insight_facts.facts(position, _counter(unit))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives with their holders, and where reinforcements come on."""
        return insight_facts.markers(position)

    def hand(self, position: Scene, side: str) -> tuple[CardFace, ...]:
        """COH-3.3: the player's action cards; the AI has none."""
        cards = position.state.hand if side == position.battle.data.player else ()
        return tuple(insight_words.action_face(position.battle.data.action_cards[card], card) for card in cards)

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card, a hit marker or a counter out of the cup says."""
        return insight_words.card_face(position, deck, card)

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the victory points by side."""
        return insight_facts.standing(position)

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
