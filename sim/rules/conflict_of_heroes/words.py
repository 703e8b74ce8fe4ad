"""Events and orders in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from sim.engine.events import CardTaken, Event, Passed
from sim.engine.words import Name, agreeing, counted, is_plural
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.units import ACTION_CARDS, ORDERS, RUMOUR, RUMOURS, CohState, Scene
from sim.rules.conflict_of_heroes.units import called as name_of

MOVES = {"action": "moves to {}", "bonus": "goes on to {} by its bonus move", "card": "goes on to {} by the card"}


SEARCHED = {"missed": "nothing is seen", "nobody": "nobody is there", "found": "somebody is there"}


def called(position: Scene, unit: str) -> Name:
    """Return what a counter is called in the log: one that was a rumour with what it has turned out to be."""
    known = position.state.units[unit].profile if unit in position.state.units else None
    was_rumour = unit.startswith(f"{RUMOUR}-") and known is not None and known.id != RUMOUR
    return Name(f"{unit} ({known.name})") if was_rumour and known else name_of(unit)


def of_counter(name: str, text: str) -> str:
    """Let a sentence that begins with the name of a counter agree with it. Men under somebody's name are one Unit.

    >>> of_counter("Orlova's SMGs", "Orlova's SMGs attacks Maxim"), of_counter("Maxim", "Maxim attacks Pioneers")
    ("Orlova's SMGs attack Maxim", 'Maxim attacks Pioneers')
    >>> [said_of(name, "is hit") for name in ("Pioneers", "Rifles Kern", "Rifles Ahrens")]
    ['Pioneers are hit', 'Rifles Kern is hit', 'Rifles Ahrens is hit']
    """
    kind, _, whose = name.partition(" ")
    return text if whose and is_plural(kind) else agreeing(name, text)


def said_of(name: str, words: str) -> str:
    """Say something of a counter.

    >>> said_of("Pioneers", "is spent"), said_of("Rifles Kern", "is spent")
    ('Pioneers are spent', 'Rifles Kern is spent')
    """
    return of_counter(name, f"{name} {words}")


def told(position: Scene, event: Event[CohState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own."""
    text = _of_a_counter(position, event)
    if text is None:
        return _of_the_game(position, event)
    return of_counter(getattr(event, "unit", None) or "", text)


def _of_a_counter(position: Scene, event: Event[CohState]) -> str | None:
    """Tell what a counter does, or what befalls it or a hex."""
    name, directions = position.name, position.map.grid.directions

    def who(*units: str) -> str:
        return ", ".join(called(position, unit) for unit in units)

    match event:
        case events.Moved(unit, cell, facing, by):
            return f"{who(unit)} {MOVES[by].format(name(cell))}, facing {directions[facing]}"
        case events.Searched(unit, cell, needed, result):
            return f"{who(unit)} searches {name(cell)} by fire, needing {needed}: {SEARCHED[result]}"
        case events.Attacked(unit, target, needed, result, supporters, _, spotter):
            group = f", with {who(*supporters)} in support" if supporters else ""
            spotted = f", spotted from {name(spotter)}" if spotter is not None else ""
            return f"{who(unit)} attacks {who(target)}{group}{spotted}, needing {needed}: {result}"
        case events.HitTaken(unit, marker, _):
            return f"{who(unit)} is hit: {position.battle.data.hits[marker].name}"
        case events.Destroyed(unit):
            return f"{unit} is destroyed"
        case events.RallyTried(unit, rallied):
            return f"{who(unit)} {'rallies' if rallied else 'does not rally'}"
        case events.SpentChecked(units, spent):
            if len(units) > 1:
                return f"{who(*units)} {'are spent' if spent else 'remain fresh'}"
            return of_counter(units[0], f"{who(units[0])} {'is spent' if spent else 'remains fresh'}")
        case events.Freshened(unit, spent):
            return f"{who(unit)} becomes {'spent' if spent else 'fresh'}"
        case events.DugIn(unit):
            return f"{who(unit)} takes up a hasty defence"
        case events.SmokeLaid(cell):
            return f"smoke rises in {name(cell)}"
        case events.SmokeThinned():
            return "the smoke thins"
        case events.MinesLaid(cell):
            return f"mines are laid in {name(cell)}"
        case events.ObstaclesCleared(cell):
            return f"{name(cell)} is cleared of wire and mines"
        case events.Concealed(unit, hidden):
            return f"{who(unit)} {'hides' if hidden else 'is found'}"
        case events.Revealed(unit, profile, _):
            return f"{unit} turns out to be {profile.name if profile else 'nothing'}"
        case events.Rumoured(unit, _, _, cell):
            return f"{unit} appears in {name(cell)}"
        case _:
            return None


def _of_the_game(position: Scene, event: Event[Any]) -> str | None:
    """Tell what happens to the game rather than to a counter."""
    side = position.battle.side
    match event:
        case Passed(who, unit, why):
            return f"{called(position, unit) if unit else side(who).mention}: {why or 'nothing'}"
        case CardTaken(deck, card, to) if deck == ORDERS:
            colour = position.battle.data.orders[card].colour
            return f"order card {card} ({colour}) is drawn{' and leaves the game' if to == 'removed' else ''}"
        case CardTaken(deck, _, _) if deck in (ACTION_CARDS, RUMOURS):
            return f"one of the {deck} is drawn"
        case events.CapsChanged(by):
            caps = "CAP" if abs(by) == 1 else "CAPs"
            return f"{'minus' if by <= 0 else 'plus'} {abs(by)} {caps}; {position.state.caps} left"
        case events.CardGained(card):
            return f"the card {position.battle.data.action_cards[card].name} is taken in hand"
        case events.CardPlayed(card):
            return f"{position.battle.data.action_cards[card].name} is played"
        case events.SwiftGiven(turns):
            return f"{turns} more {'turn' if turns == 1 else 'turns'} in a row"
        case events.TrackAdvanced(space, passing):
            there = position.battle.data.mission.track[space - 1]
            if not passing:
                return f"the mission track advances to space {space} ({there.event})"
            fate = "happens in passing" if there.yellow else "does not happen"
            return f"the mission track passes space {space} ({there.event}), which {fate}"
        case events.ControlTaken(objective, holder):
            taker = side(holder).mention
            return agreeing(taker, f"{taker} takes {position.battle.data.objectives[objective].title}")
        case events.PointsWon(winner, points, why):
            lead = f"{side(position.state.leader).mention} ahead with {position.state.points}"
            return f"{counted(points, 'point')} for {side(winner).mention}{f' ({why})' if why else ''}; {lead}"
        case events.RoundBegan(round_):
            return f"round {round_} begins"
        case events.InitiativeTaken(first):
            return f"the first turn goes to {side(first).mention}"
        case events.TurnTaken(who, _, passed, over):
            ended = ", and the round is over" if over else ""
            return f"end of the turn of {side(who).mention}{' with a pass' if passed else ''}{ended}"
        case events.TurnStarted(who):
            return f"turn of {side(who).mention}"
        case _:
            return None
