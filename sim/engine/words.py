"""Events and orders in words, for systems that have no words of their own for them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import Arrived, BattleEnded, Began, CardTaken, DeckShuffled, Event, Passed, TurnBegan
from sim.engine.state import Outcome
from sim.grid import Cell


def told(position: Position[Any, Any], event: Event[Any]) -> str:
    """Tell an event in a sentence: those that all systems share in good words, others by their fields."""
    match event:
        case Began():
            return "the battle begins"
        case TurnBegan(turn):
            return f"turn {turn} begins"
        case CardTaken(deck, card, to):
            ends = {"discard": "", "removed": ", which leaves the game", "hand": ""}
            return f'"{card}" is drawn from the {deck}{ends[to]}'
        case DeckShuffled(deck, cards):
            if cards is None:
                return f'the deck "{deck}" is shuffled'
            return f'the deck "{deck}" is filled with {len(cards)} {"card" if len(cards) == 1 else "cards"}'
        case Arrived(unit, cell, _):
            return f"{unit} arrives in {position.name(cell)}"
        case Passed(side, unit, why):
            reason = f": {why}" if why else ""
            if unit:
                return f"{unit} does nothing{reason}"
            return f"nothing is done by {position.battle.side(side).name}{reason}"
        case BattleEnded(outcome):
            return f"the battle ends: {outcome_text(position, outcome)}"
        case _:
            return listed(position, event)


def outcome_text(position: Position[Any, Any], outcome: Outcome) -> str:
    """Say who has won and why."""
    who = f"victory for {position.battle.side(outcome.winner).name}" if outcome.winner else "a draw"
    scores = ", ".join(f"{position.battle.side(side).name} {points}" for side, points in outcome.scores)
    return f"{who}, {outcome.reason}{f' ({scores})' if scores else ''}"


def listed(position: Position[Any, Any], thing: Any) -> str:
    """Name a thing and its fields."""
    parts = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        if value not in (None, "", ()):
            parts.append(f"{field.name} {_shown(position, value)}")
    return f"{type(thing).__name__}: {', '.join(parts)}" if parts else type(thing).__name__


def _shown(position: Position[Any, Any], value: object) -> str:
    match value:
        case Cell():
            return position.name(value)
        case tuple():
            return " ".join(_shown(position, item) for item in value)
        case _:
            return str(value)
