"""Events and orders in words, for systems that have no words of their own for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.events import Arrived, BattleEnded, Began, CardTaken, DeckShuffled, Event, Passed, TurnBegan, Unseen
from sim.engine.state import Outcome
from sim.files import counted as counted
from sim.grid import Cell

UNSEEN = "something happens that you cannot see"


def told(position: Position[Any, Any], event: Event[Any]) -> str:
    """Tell an event in a sentence: those that all systems share in good words, others by their fields."""
    match event:
        case Began():
            return "the battle begins"
        case Unseen():
            return UNSEEN
        case TurnBegan(turn):
            return f"turn {turn} begins"
        case CardTaken(deck, card, to):
            ends = {"discard": "", "removed": ", which leaves the game", "hand": ""}
            return f'"{card}" is drawn from the {deck}{ends[to]}'
        case DeckShuffled(deck, cards):
            if cards is None:
                return f'the deck "{deck}" is shuffled'
            return f'the deck "{deck}" is filled with {counted(len(cards), "card")}'
        case Arrived(unit, cell, _):
            return f"{unit} arrives in {position.name(cell)}"
        case Passed(side, unit, why):
            reason = f": {why}" if why else ""
            if unit:
                return f"{unit} does nothing{reason}"
            return f"nothing is done by {position.battle.side(side).mention}{reason}"
        case BattleEnded(outcome):
            return f"the battle ends: {outcome_text(position.battle, outcome)}"
        case _:
            return listed(position, event)


def outcome_text(battle: Battle[Any], outcome: Outcome) -> str:
    """Say who has won and why, and with which points."""
    scores = ", ".join(f"{battle.side(side).mention} {points}" for side, points in outcome.scores)
    return f"{verdict_text(battle, outcome)}{f' ({scores})' if scores else ''}"


def verdict_text(battle: Battle[Any], outcome: Outcome) -> str:
    """Say who has won and why, where the points stand beside it."""
    who = f"victory for {battle.side(outcome.winner).mention}" if outcome.winner else "a draw"
    return f"{who}, {outcome.reason}"


# -- grammar ------------------------------------------------------------------------------------------------------


_BEFORE_MORE = frozenset(("of", "from", "in", "on", "at", "with", "by", "for", "and"))
_MANY = frozenset(("people", "children", "police", "zulus", "hindus"))
"""Nouns of several that do not look like it."""
_ONE = frozenset(("omen", "specimen", "regimen", "debris", "iris"))
"""Nouns of one that look like several."""
_OF_ONE = ("ss", "us", "sis", "xis", "olis")
"""How nouns of one end in s: press, circus, oasis, axis, metropolis. Yaquis, Métis and taxis are several."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}


def is_plural(name: str) -> bool:
    """Say whether a name speaks of several: by its noun, which stands before "of", "from" and the like.

    It is for names of sides and of bodies of men; a man may be called James. What has a number is one of several.

    >>> [is_plural(name) for name in ("Germans", "The men of Tell Nahla", "Guests from abroad", "Market guard")]
    [True, True, True, False]
    >>> [is_plural(name) for name in ("rifles-1", "The press", "Amber Medics")]
    [False, False, True]
    >>> [is_plural(name) for name in ("Yaquis", "The Métis", "Horsemen", "The Axis", "The Oasis")]
    [True, True, True, False, False]
    """
    words = name.lower().split()
    end = next((n for n, word in enumerate(words) if n and word in _BEFORE_MORE), len(words))
    noun = words[end - 1] if words else ""
    if noun in _MANY or noun in _ONE or not noun.isalpha():
        return noun in _MANY
    return noun.endswith(("men", "s")) and not noun.endswith(_OF_ONE)


def cited(reason: str, rule: str) -> str:
    """Add the rule that says so to a reason, if there are both.

    >>> cited("D1 is 3 hexes away", "COH-3.1"), cited("D1 is 3 hexes away", ""), cited("", "COH-3.1")
    ('D1 is 3 hexes away (COH-3.1)', 'D1 is 3 hexes away', '')
    """
    return f"{reason} ({rule})" if reason and rule else reason


def agreeing(name: str, text: str) -> str:
    """Let a sentence that begins with a name agree with it.

    >>> agreeing("Contractors", "Contractors fails its check"), agreeing("Lead", "Lead is done")
    ('Contractors fail their check', 'Lead is done')
    >>> agreeing("Cousins", "Cousins fires at Lead"), agreeing("Cousins", "one of Cousins is dead")
    ('Cousins fire at Lead', 'one of Cousins is dead')
    """
    if not text.startswith(f"{name} ") or not is_plural(name):
        return text
    verb, _, rest = text[len(name) + 1 :].partition(" ")
    rest = f" {rest}".replace(" its ", " their ") if rest else ""
    return f"{name} {_of_many(verb)}{rest}"


def beginning(text: str, names: Iterable[str]) -> str:
    """Return the name that a sentence begins with; empty if it begins with none of them.

    >>> beginning("Amber One is pinned", ("Amber", "Amber One", "One"))
    'Amber One'
    """
    return max((name for name in names if text.startswith(f"{name} ")), key=len, default="")


def _of_many(verb: str) -> str:
    """Return a verb as it is said of several.

    >>> [_of_many(verb) for verb in ("is", "moves", "closes", "misses", "carries", "on", "interrupts,")]
    ['are', 'move', 'close', 'miss', 'carry', 'on', 'interrupt,']
    """
    bare = verb.rstrip(",:")
    sign = verb[len(bare) :]
    if bare in _IRREGULAR:
        return _IRREGULAR[bare] + sign
    if bare.endswith(("sses", "shes", "ches", "xes")):
        return bare[:-2] + sign
    if bare.endswith("ies"):
        return f"{bare[:-3]}y{sign}"
    return bare.removesuffix("s") + sign


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
