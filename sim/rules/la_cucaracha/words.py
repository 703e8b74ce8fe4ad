"""Events and orders in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from sim.engine.events import CardTaken, DeckShuffled, Event, Passed
from sim.engine.words import agreeing
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import DECK, JOKER, CucState, figures_text

MOVES = {
    "half": "makes half an Advance to",
    "advance": "advances to",
    "rapid": "makes a Rapid Advance to",
    "charge": "charges to",
    "evade": "evades to",
    "retire": "retires to",
}


def told(position: Scene, event: Event[CucState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own."""
    text = _of_the_game(position, event) or _of_moving(position, event)
    text = text or _of_fighting(position, event) or _of_courage(event)
    return _of_bodies(position, getattr(event, "unit", None) or "", text) if text else text


def _of_bodies(position: Scene, unit: str, text: str) -> str:
    """Let a sentence about a body of men agree with its name: "Villagers break". A gunboat may be called Las Animas."""
    units = position.state.units
    return agreeing(unit, text) if unit in units and units[unit].profile.figures > 1 else text


def _of_the_game(position: Scene, event: Event[Any]) -> str | None:
    """Tell what happens to the game rather than to a unit."""
    match event:
        case CardTaken(deck, card, _) if deck == DECK:
            return "the joker" if card == JOKER else f"a card for {position.battle.side(card).mention}"
        case DeckShuffled(deck, cards) if deck == DECK:
            return f"{len(cards or ())} cards are shuffled"
        case Passed(side, unit, why):
            name = position.battle.side(side).mention
            return f"{unit} {why or 'does nothing'}" if unit else agreeing(name, f"{name} {why or 'does nothing'}")
        case events.TroopsReadied():
            return "everybody is ready"
        case events.CardTurned(side):
            return f"{position.battle.side(side).mention} may act"
        case events.JokerTurned(ends):
            return "the joker ends the turn" if ends else "the joker changes nothing"
        case events.Nominated(unit):
            return f"{unit} acts"
        case events.OrdersRolled(unit, score):
            return f"{unit} rolls {score} for its orders"
        case events.CardSpent(unit):
            return f"{unit} is done" if unit else "the card is done with"
        case events.ExtraOrderWon(unit):
            return f"{unit} has another order"
        case events.PointsWon(side, points, why):
            word = "point" if points == 1 else "points"
            return f"{points} {word} for {position.battle.side(side).mention}{f': {why}' if why else ''}"
        case events.ObjectiveTaken(objective, side):
            return f"{_title(position, objective)} falls to {position.battle.side(side).mention}"
        case _:
            return None


def _title(position: Scene, objective: str) -> str:
    known = position.battle.data.engagement.objectives
    return next((each.title for each in known if each.id == objective), objective)


def _of_moving(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.Moved(unit, way, _, how):
            return f"{unit} {MOVES[how]} {position.name(way[-1])}"
        case events.LeftTable(unit):
            return f"{unit} leaves the table"
        case events.Fled(unit):
            return f"{unit} is gone for good"
        case events.Deployed(unit):
            return f"{unit} deploys"
        case events.PackedUp(unit):
            return f"{unit} packs up"
        case events.Reloaded(unit):
            return f"{unit} reloads"
        case events.Held(unit):
            return f"{unit} holds"
        case _:
            return None


def _of_fighting(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.Shot(unit, target, hits, losses, _, _):
            if not hits:
                return f"{unit} shoots at {target}: missed"
            return f"{unit} shoots at {target}: {hits} {'hit' if hits == 1 else 'hits'}, {figures_text(losses)} lost"
        case events.LeaderLost(unit):
            return f"the leader with {unit} falls"
        case events.ChargeDeclared(unit, target):
            return f"{unit} charges {target}"
        case events.ChargeFailed(unit, why):
            return f"the charge of {unit} comes to nothing: {why}"
        case events.PutOnBackFoot(unit):
            return f"{unit} is on the Back Foot"
        case events.Engaged(unit, enemy):
            return f"{unit} and {enemy} come to blows"
        case events.RoundFought(unit, enemy, mine, theirs):
            return f"{unit} loses {figures_text(mine)}, " + _of_bodies(
                position, enemy, f"{enemy} loses {figures_text(theirs)}"
            )
        case events.BrokeOff(unit):
            return f"{unit} is out of the fight"
        case _:
            return None


def _of_courage(event: Event[Any]) -> str | None:
    match event:
        case events.CourageTested(unit, result, _):
            words = {"passed": "keeps its courage", "shaken": "is shaken", "broken": "breaks"}
            return f"{unit} {words[result]}"
        case events.Rallied(unit, succeeded):
            return f"{unit} rallies" if succeeded else f"{unit} stays shaken"
        case events.Responded(unit, enemy, how, succeeded):
            return f"{unit} responds to {enemy}: {how}" if succeeded else f"{unit} fails to respond to {enemy}"
        case _:
            return None
