"""What viewers ask of this system: orders on the map, odds, zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle. Where one of those
needs a running game (the check for being spent, what a hit does), the same numbers and decks are read, and tests play
every roll and every card to compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sim.board.area import Area
from sim.board.zones import disc
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Insight, Marker, Odds, Reached, Scene, Sketch
from sim.engine.orders import Ask, Intent
from sim.engine.units import Unit
from sim.grid import Cell
from sim.rules.conflict_of_heroes import insight_facts, insight_odds, insight_words
from sim.rules.conflict_of_heroes.actions import AI_TURN, TURN, DigIn, Fire, LaySmoke, Move, Pass, Pivot, Rally, Stall
from sim.rules.conflict_of_heroes.costs import FREE, full_cost
from sim.rules.conflict_of_heroes.insight_reach import edge_steps, reached
from sim.rules.conflict_of_heroes.legality import refusal
from sim.rules.conflict_of_heroes.units import Counter, friends, opponents
from sim.rules.conflict_of_heroes.units import Scene as CohScene
from sim.rules.conflict_of_heroes.unreached import rule_for, unreached
from sim.rules.conflict_of_heroes.zones import field_of_fire, range_of, short_zone_of, zone_of


class CohInsight(Insight):
    """What can be told of Conflict of Heroes."""

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return how an order looks."""
        return insight_words.sketch(position, intent)

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to a move there."""
        return unreached(position, ask, _counter(unit), cell, self.reach(position, unit))

    def rule(self, intent: Intent, reason: str) -> str:
        """Return the rule by which an order is refused."""
        return rule_for(intent, reason)

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """COH-3.5: the pass, if it may be given."""
        return Pass() if refusal(position, ask, Pass()) is None else None

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what the player is asked, and what comes of it."""
        return insight_words.question(position, ask)

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed, and how likely those who act are to be spent by it."""
        return insight_odds.odds(position, ask, intent)

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a counter that has taken up a hasty defence, or left it behind."""
        match intent:
            case Move() | Pivot():
                return unit.changed(dug_in=False)
            case DigIn():
                return unit.changed(dug_in=True)
            case _:
                return unit

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
        if ask.occasion not in (TURN, AI_TURN):
            return ()
        return tuple(unit.id for unit in friends(position, ask.side) if _can_be_ordered(position, ask, unit))


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


# -- who can be ordered ---------------------------------------------------------------------------------------


def _can_be_ordered(position: CohScene, ask: Ask, unit: Counter) -> bool:
    """Say whether there is any legal order for a counter; the cheapest and likeliest are tried first."""
    if ask.occasion == TURN and refusal(position, ask, Stall(unit.id)) is None:
        return True
    paid = (each for intent in _actions(position, unit) for each in _payments(position, ask, intent))
    return any(refusal(position, ask, each) is None for each in paid)


_Paid = Pivot | Rally | DigIn | Fire | LaySmoke
"""The actions that can be paid for in CAPs or by a card."""


def _actions(position: CohScene, unit: Counter) -> Iterator[_Paid]:
    """Yield one action of each kind; whoever may move or hide may pivot as well, and for less."""
    yield Pivot(unit.id, (unit.facing + 1) % len(position.map.grid.directions))
    yield Rally((unit.id,))
    yield DigIn(unit.id)
    for enemy in opponents(position, unit.side):
        yield Fire(unit.id, enemy.id)
    if unit.profile.smoke:
        for cell in position.lines.field_of_view(unit.place):
            yield LaySmoke(cell, unit.id)


def _payments(position: CohScene, ask: Ask, intent: _Paid) -> Iterator[Intent]:
    """Yield an action for AP, wholly in CAPs, and for nothing by a card."""
    if ask.occasion == AI_TURN:
        yield intent
        return
    yield replace(intent, caps=full_cost(position, intent).total)
    cards = position.battle.data.action_cards
    for card in dict.fromkeys(position.state.hand):
        if cards[card].effect in FREE:
            yield replace(intent, card=card)
