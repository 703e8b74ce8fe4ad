"""Events and orders in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from sim.engine.events import CardTaken, DeckShuffled, Event, Passed
from sim.engine.orders import Intent
from sim.engine.words import agreeing, beginning, counted
from sim.rules.ambush_alley import actions, card_events, events, harm
from sim.rules.ambush_alley.activations import owner
from sim.rules.ambush_alley.figures import Wound
from sim.rules.ambush_alley.marks import card_of
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import FOG, AasState

PHASES = {
    "cards": "cards are drawn",
    "hot spots": "hot spots are placed",
    "arrivals": "new Insurgents, and first aid",
    "regulars": "the Regulars act",
    "insurgents": "the Insurgents act who have not reacted",
}

MOVES = {
    (False, "cautious"): "move",
    (False, "rapid"): "rapid move",
    (True, "cautious"): "patrol",
    (True, "rapid"): "cruise",
}
"""What an order to move is called, of men and of vehicles, at either pace."""
GOES = {
    (False, "cautious"): "moves",
    (False, "rapid"): "moves Rapid",
    (True, "cautious"): "patrols",
    (True, "rapid"): "cruises",
}
"""What men and vehicles do at either pace."""
BODIES = ("team", "mob")
"""The kinds of units of which one speaks in the plural, if their names are."""
WOUNDS: dict[Wound, str] = {
    "dead": "is dead",
    "serious": "is seriously wounded",
    "light": "is lightly wounded, and fights on",
    "fine": "is fine",
}
ORDERED: tuple[type[Event[Any]], ...] = (
    Passed, events.ActivationBegan, events.Moved, events.TurnedTo, events.Embarked, events.Disembarked,
    events.LeftTable, events.Searched, events.Dispersed, events.WentOnWatch, events.ReactionTested, events.Reacted,
    harm.Fired, harm.AssaultTested, harm.Fought,
)  # fmt: skip
"""Events that come of an order of who commands their unit; others befall it, or say themselves whose order it was."""


def told(position: Scene, event: Event[AasState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own.

    AAS-COOP: where several share the Regulars, what a unit was ordered begins with who commands it: so the log says
    who ordered what.
    """
    text = _of_the_game(position, event) or _of_cards(position, event) or _of_moving(position, event)
    text = text or _of_fighting(position, event) or _of_harm(event)
    unit = getattr(event, "unit", None)
    if text is None or unit not in position.state.units:
        return text
    text = agreeing(str(unit), text) if position.state.unit(str(unit)).profile.kind in BODIES else text
    who = owner(position, str(unit)) if isinstance(event, ORDERED) else ""
    return f"{who}: {text}" if who else text


def figures_text(count: int) -> str:
    """Count figures.

    >>> figures_text(0), figures_text(1), figures_text(3)
    ('nobody', '1 figure', '3 figures')
    """
    return "nobody" if not count else f"{count} {'figure' if count == 1 else 'figures'}"


def _card(position: Scene, id_: str) -> str:
    return card_of(position.battle.data, id_).name


def _said(position: Scene, id_: str) -> str:
    """Name a card and say what it says."""
    card = card_of(position.battle.data, id_)
    return f"{card.name}. {card.text}".removesuffix(".")


def of_bodies(position: Scene, text: str) -> str:
    """Let a sentence that begins with the name of a unit agree with it, if that is a body of men."""
    unit = beginning(text, (each.id for each in position.state.units))
    return agreeing(unit, text) if unit and position.state.unit(unit).profile.kind in BODIES else text


def _of_the_game(position: Scene, event: Event[Any]) -> str | None:
    """Tell what happens to the game rather than to a unit."""
    side_of = position.battle.side
    match event:
        case Passed(side, unit, why):
            whole = side_of(side).mention
            return f"{unit} {why or 'does nothing'}" if unit else agreeing(whole, f"{whole} {why or 'does nothing'}")
        case events.PhaseBegan(phase):
            return PHASES[phase]
        case events.TurnReadied():
            return "everybody may act again"
        case events.ActivationBegan(unit, _):
            return f"{unit} acts"
        case events.ActivationEnded(unit):
            return f"{unit} is done"
        case events.PointsWon(side, points, why):
            return f"{counted(points, 'point')} for {side_of(side).mention}{f': {why}' if why else ''}"
        case events.HotSpotPlaced(cell):
            return f"a hot spot in {position.name(cell)}"
        case events.HotSpotRemoved(spot, why):
            return f"hot spot {spot} is {'blocked: nobody comes, now or later' if why == 'blocked' else 'cleared'}"
        case events.InsurgencyRolled(die, comes):
            level = position.state.level
            return f"a {die} for an insurgency level of {level}: {'somebody comes' if comes else 'nobody comes'}"
        case events.CameOn(unit):
            return f"{unit.id}, {figures_text(unit.figures)}, comes on in {position.name(unit.cell)}"
        case events.LevelChanged(by, _):
            return f"the insurgency level {'rises' if by > 0 else 'falls'} to {position.state.level}"
        case _:
            return None


def _of_cards(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case CardTaken(deck, card, _) if deck == FOG:
            return f"fog of war: {_said(position, card)}"
        case DeckShuffled(deck, _):
            return f"the cards of {deck} are shuffled"
        case card_events.AssetDealt(card):
            return f"asset: {_said(position, card)}"
        case card_events.AssetPlayed(card, unit, cell, player):
            where = f" on {unit}" if unit else f" at {position.name(cell)}" if cell is not None else ""
            return f"{f'{player}: ' if player else ''}the Regulars play {_card(position, card)}{where}"
        case card_events.CardLaid(card, unit):
            return f"{_card(position, card)} is in force{f' on {unit}' if unit else ''}"
        case card_events.CardLifted(card, unit):
            return f"{_card(position, card)} is over{f' for {unit}' if unit else ''}"
        case card_events.SmokeLaid(cells):
            return f"smoke in {position.name(cells[0])}"
        case card_events.SmokeCleared():
            return "the smoke drifts away"
        case card_events.Reactivated(unit):
            return f"{unit} may act again"
        case _:
            return None


def _on_wheels(position: Scene, unit: str) -> bool:
    return unit in position.state.units and position.state.unit(unit).profile.kind == "vehicle"


def move_name(position: Scene, unit: str, pace: str) -> str:
    """Return what an order to move is called, in the menu and in words."""
    return MOVES[_on_wheels(position, unit), pace]


def _of_moving(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.Moved(unit, way, _, pace, pulled_back):
            how = "pulls back" if pulled_back else GOES[_on_wheels(position, unit), pace]
            return f"{unit} {how} to {position.name(way[-1])}"
        case events.TurnedTo(unit, facing):
            return f"{unit} turns {position.map.grid.directions[facing]}"
        case events.Embarked(unit, vehicle):
            return f"{unit} gets into {vehicle}"
        case events.Disembarked(unit, cell):
            return f"{unit} gets out in {position.name(cell)}"
        case events.Joined(unit, other, player):
            # Of the two only the other is left to be asked what it is.
            return f"{f'{player}: ' if player else ''}{agreeing(unit, f'{unit} joins {other}')}"
        case events.LeftTable(unit):
            return f"{unit} leaves the table"
        case events.Searched(unit, cell):
            return f"{unit} has been through {position.name(cell)}"
        case events.Dispersed(unit, mob, succeeded):
            return f"{unit} disperses {mob}" if succeeded else f"{unit} does not get {mob} to go"
        case _:
            return None


def _of_fighting(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.ActionChecked(unit, passed):
            return f"{unit} checks for action" if passed else f"{unit} fails its check: nothing more this turn"
        case events.ReactionTested(unit, against, first, how):
            what = "interrupts" if how == "interruption" else "on overwatch"
            return f"{unit} {what}, {'quicker' if first else 'slower'} than {against}"
        case events.Reacted(unit, about):
            return f"{unit} answers {about}"
        case events.WentOnWatch(unit):
            return f"{unit} goes on overwatch"
        case harm.Fired(unit, target, hits, casualties, downed, _, _, _):
            if not hits:
                return f"{unit} fires at {target} and misses"
            word = "hit" if hits == 1 else "hits"
            if _on_wheels(position, target):
                return f"{unit} fires at {target}: {hits} {word} on it"
            fate = f"{figures_text(casualties)} {'down' if downed else 'out'}" if casualties else "nobody is hurt"
            return f"{unit} fires at {target}: {hits} {word}, {fate}"
        case harm.AssaultTested(unit, enemy, what, passed):
            if what == "close":
                return f"{unit} closes with {enemy}" if passed else f"{unit} hangs back from {enemy}"
            return f"{unit} stands against {enemy}" if passed else f"{unit} does not stand against {enemy}"
        case harm.Fought(unit, enemy, mine, theirs):
            lost = agreeing(unit, f"{unit} loses {figures_text(mine)}, {enemy} {figures_text(theirs)}")
            return f"close assault: {lost}"
        case _:
            return None


def _of_harm(event: Event[Any]) -> str | None:
    match event:
        case harm.Struck(unit, casualties, downed, why):
            lost = agreeing(unit, f"{unit} has {figures_text(casualties)} {'down' if downed else 'out'}")
            return f"{why}: {lost}"
        case harm.Damaged(unit, result, _):
            return f"{unit} is {result if result != 'weapon out' else 'without its weapon'}"
        case harm.MoraleTested(unit, passed):
            return f"{unit} keeps its nerve" if passed else f"{unit} loses its nerve"
        case harm.Pinned(unit, until):
            return f"{unit} is pinned until the end of turn {until}"
        case harm.Barred(unit):
            return f"{unit} does nothing more this turn"
        case harm.Treated(unit, result):
            return f"one of {unit} {WOUNDS[result]}"
        case harm.OnlyReacts(unit, _):
            return f"{unit} looks after its casualties, and only reacts this turn"
        case harm.Evacuated(unit):
            return f"the wounded of {unit} are taken away"
        case _:
            return None


def worded(position: Scene, intent: Intent) -> str:
    """Put an order in a sentence; empty for an order of another game."""
    match intent:
        case actions.PlaceHotSpot(cell):
            return f"a hot spot is placed in {position.name(cell)}"
        case actions.PlayAsset():
            return f"the Regulars {typed(position, intent)}"
        case _ if isinstance(intent, actions.INTENTS):
            return of_bodies(position, f"{getattr(intent, 'unit', '')} {_ordered(position, intent)}")
    return ""


def _ordered(position: Scene, intent: Intent) -> str:
    """Say what a unit does on an order."""
    name = position.name
    match intent:
        case actions.Move(unit, way, pace):
            return f"{GOES[_on_wheels(position, unit), pace]} to {name(way[-1])}"
        case actions.Fire(_, target):
            return f"fires at {target}"
        case actions.Assault(_, target, way):
            return f"assaults {target}{f', coming from {name(way[-1])}' if way else ''}"
        case actions.Disperse(_, mob):
            return f"tries to disperse {mob}"
        case actions.Embark(_, vehicle):
            return f"gets into {vehicle}"
        case actions.Disembark(_, cell):
            return f"gets out in {name(cell)}"
        case actions.Turn(_, facing):
            return f"turns {position.map.grid.directions[facing]}"
        case actions.Join(_, other):
            return f"joins {other}"
        case _:
            return DOES[type(intent)]


DOES: dict[type[Intent], str] = {
    actions.Watch: "goes on overwatch",
    actions.Search: "searches the place",
    actions.Leave: "leaves the table",
    actions.Stay: "does nothing",
}


def typed(position: Scene, intent: Intent) -> str:
    """Put an order in words that can be typed; empty for an order of another game."""
    name = position.name
    match intent:
        case actions.PlaceHotSpot(cell):
            return f"hot spot {name(cell)}"
        case actions.Move(unit, way, pace):
            return f"{unit} {move_name(position, unit, pace)} to {name(way[-1])}"
        case actions.Fire(unit, target):
            return f"{unit} fire{f' at {target}' if target else ''}"
        case actions.Assault(unit, target, way):
            return f"{unit} assault {target}{f' by {name(way[-1])}' if way else ''}".rstrip()
        case actions.Disperse(unit, mob):
            return f"{unit} disperse {mob}".rstrip()
        case actions.Embark(unit, vehicle):
            return f"{unit} get into {vehicle or 'a vehicle'}"
        case actions.Disembark(unit, cell):
            out = unit in position.state.units and position.state.unit(unit).cell == cell
            return f"{unit} get out" if out else f"{unit} get out to {name(cell)}"
        case actions.Turn(unit, facing):
            return f"{unit} turn {position.map.grid.directions[facing]}"
        case actions.Join(unit, other):
            return f"{unit} join {other}".rstrip()
        case actions.PlayAsset(""):
            return "play a card"
        case actions.PlayAsset(card, unit, cell):
            where = f" on {unit}" if unit else f" at {name(cell)}" if cell is not None else ""
            return f"play {_card(position, card)}{where}"
        case actions.Watch(unit):
            return f"{unit} overwatch"
        case _ if isinstance(intent, actions.INTENTS):
            return f"{getattr(intent, 'unit', '')} {type(intent).__name__.lower()}"
    return ""
