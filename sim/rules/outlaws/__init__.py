"""OUTLAWS! Adventures in the Old West, with its solitaire rules, on squares.

An "auto" is a character that is run by the solitaire rules. Where the sections of the rules are:

    action cup, townsfolk, victory   turn.py           the dice, their table, Prone   solo/tables.py
    what may be ordered, its price   orders/           Shoot, out of ammo             solo/shoot.py
      and what comes of it                             Move, Crawl, Advance           solo/move.py
    field of view, cover, gaits      ground/           targets, brawls                solo/opponents.py
    weapons, shots, brawls, wounds   combat/           what every instruction needs,
    the player's stand-in            commander.py        and where autos go           solo/acting.py

Besides: state.py (a moment, who is in it, and what is in their hands), events.py, scenario.py, figures.py with the
files of figures/, and show.py (what viewers ask).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import CardTaken, DeckShuffled, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.play.book import OrderBook, present
from sim.play.system import System
from sim.rules.outlaws import commander, scenario, turn
from sim.rules.outlaws.combat.wounds import TWO_CHITS
from sim.rules.outlaws.orders import brawling, handling, moving, shooting
from sim.rules.outlaws.orders.base import able, whose_counter
from sim.rules.outlaws.show import OutlawsShow
from sim.rules.outlaws.solo.tables import AUTO
from sim.rules.outlaws.state import CUP, WOUNDS, Character, OutlawsData, OutlawsState, Settings, Victory, named

BOOK: OrderBook[OutlawsState, OutlawsData] = OrderBook(
    *shooting.ORDERS, *brawling.ORDERS, *moving.ORDERS, *handling.ORDERS, gates=(present, able), actors=whose_counter
)


class Outlaws(System[OutlawsState, OutlawsData]):
    """The system."""

    id = "outlaws"
    title = "OUTLAWS!, solitaire"
    state_type = OutlawsState
    unit_type = Character
    book = BOOK
    entry = scenario.CharacterEntry
    settings = Settings
    victory = Victory
    extras = scenario.Extras
    insight = OutlawsShow(book)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    plans = {SOLO: AUTO, COMMANDER: commander.COMMANDER}

    def complaints(self, position: Position[OutlawsState, OutlawsData]) -> Iterator[str]:
        """Yield what is impossible: too much in two hands, more rounds than fit, counters of nobody."""
        state, weapons = position.state, position.battle.data.weapons
        for card in dict.fromkeys((*state.deck(CUP).left, *state.deck(CUP).discarded)):
            if card not in state.units:
                yield f'the cup has a counter "{card}", and there is nobody of that name'
        if len(state.deck(WOUNDS).left) < TWO_CHITS:
            yield f"the pool of wounds has {len(state.deck(WOUNDS).left)} chits left: expected {TWO_CHITS} or more"
        for unit in state.units:
            if unit.cell is not None and unit.cell not in position.map:
                yield f"{unit.id} is off the map"
            if unit.prone and unit.mounted:
                yield f"{unit.id} is prone in the saddle"
            if len(unit.held) > 1 and any(weapons[item.kind].hands > 1 for item in unit.held if item.kind in weapons):
                yield f"{unit.id} holds two things, and one of them takes both hands"
            for item in unit.items:
                if item.kind not in weapons:
                    yield f'{unit.id} has a "{item.kind}", a weapon nobody defined'
                elif item.loaded > (most := weapons[item.kind].capacity):
                    yield f"{unit.id} has {item.loaded} rounds in {named(position, item)}, and {most} is the most"

    def event_text(self, position: Position[OutlawsState, OutlawsData], event: Event[Any]) -> str:
        """Tell an event in a sentence; counters and chits are cards by other names."""
        match event:
            case CardTaken(deck, card, _) if deck == CUP:
                return f"the counter of {card} comes out of the cup"
            case CardTaken(deck, card, _) if deck == WOUNDS:
                return f"a wound chit: {position.battle.data.chits[card].name}"
            case DeckShuffled(deck, cards) if deck == CUP:
                return f"{len(cards or ())} counters go into the cup"
            case DeckShuffled(deck, _) if deck == WOUNDS:
                return "the wound chits go back into the pool"
            case _:
                return super().event_text(position, event)


OUTLAWS = Outlaws()
