"""Events and orders in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from sim.engine.events import CardTaken, DeckShuffled, Event, Passed
from sim.engine.words import agreeing
from sim.rules.outlaws import events
from sim.rules.outlaws.hands import named, thing
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import CUP, SHOTS, WOUNDS, OutState, actions_text

GAITS = {"walk": "walks", "run": "runs", "crawl": "crawls", "ride": "rides"}


def told(position: Scene, event: Event[OutState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own."""
    text = (
        _of_the_game(position, event)
        or _of_moving(position, event)
        or _of_hands(position, event)
        or _of_fighting(event)
    )
    unit, units = getattr(event, "unit", ""), position.state.units
    return agreeing(unit, text) if text and unit in units and units[unit].profile.group else text


def points_text(points: int) -> str:
    """Count points.

    >>> points_text(1), points_text(-2)
    ('1 point', '2 points')
    """
    return f"{abs(points)} {'point' if abs(points) == 1 else 'points'}"


def _of_the_game(position: Scene, event: Event[Any]) -> str | None:
    """Tell what happens to the game rather than to a character."""
    match event:
        case CardTaken(deck, card, _) if deck == CUP:
            return f"the counter of {card} comes out of the cup"
        case CardTaken(deck, card, _) if deck == WOUNDS:
            return f"a wound chit: {position.battle.data.chits[card].name}"
        case DeckShuffled(deck, cards) if deck == CUP:
            return f"{len(cards or ())} counters go into the cup"
        case DeckShuffled(deck, _) if deck == WOUNDS:
            return "the wound chits go back"
        case Passed(side, unit, why):
            name = position.battle.side(side).mention
            return f"{unit} {why or 'does nothing'}" if unit else agreeing(name, f"{name} {why or 'does nothing'}")
        case events.CounterDrawn(unit, number):
            return f"{unit} has {number} {'action' if number == 1 else 'actions'}"
        case events.CounterSpent(unit):
            return f"{unit} is done"
        case events.GaveUp(unit):
            return f"{unit} has nothing left to fight with and takes no further part"
        case events.PointsWon(side, points, why):
            name, verb = position.battle.side(side).mention, "wins" if points > 0 else "loses"
            return agreeing(name, f"{name} {verb} {points_text(points)}{f': {why}' if why else ''}")
        case _:
            return None


def _of_moving(position: Scene, event: Event[Any]) -> str | None:
    name, directions = position.name, position.map.grid.directions
    match event:
        case events.Moved(unit, cell, facing, gait, _):
            return f"{unit} {GAITS[gait]} to {name(cell)}, facing {directions[facing]}"
        case events.TurnedAround(unit, facing, _):
            return f"{unit} turns to face {directions[facing]}"
        case events.DoorWorked(unit, edge, kind, _):
            where = " and ".join(name(cell) for cell in edge)
            return f"{unit} works the door between {where}: {position.map.terrain_set.edges[kind].name}"
        case events.CoverTaken(unit, _):
            return f"{unit} takes cover"
        case events.WentProne(unit):
            return f"{unit} hits the dirt"
        case events.GotUp(unit, _):
            return f"{unit} gets up"
        case events.Mounted(unit, _, _):
            return f"{unit} mounts a horse"
        case events.Dismounted(unit, _):
            return f"{unit} dismounts"
        case events.HorseLed(unit, _, cell, _):
            return f"{unit} leads the horse to {position.name(cell)}"
        case events.LeftBoard(unit, _):
            return f"{unit} leaves the board"
        case _:
            return None


def _of_hands(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.ItemDrawn(unit, item, hand, _):
            return f"{unit} draws {thing(position, unit, item)} with the {hand} hand"
        case events.ItemStowed(unit, hand, _):
            return f"{unit} puts away what the {hand} hand held"
        case events.ItemDropped(unit, hand):
            return f"{unit} drops what the {hand} hand held"
        case events.ItemPickedUp(unit, item, _, _, _):
            return f"{unit} picks up {named(position, item)}"
        case events.ObjectBroke(unit, hand):
            return f"what {unit} struck with breaks in the {hand} hand"
        case events.Reloaded(unit, item, _):
            kind = position.battle.data.weapons[item.kind]
            return f"{unit} reloads {named(position, item)}: {item.loaded} of {kind.capacity}"
        case events.Thrown(unit, target, item, hit, _):
            return f"{unit} throws {thing(position, unit, item)} at {target}: {'hit' if hit else 'missed'}"
        case events.Shot(unit, target, item, hit, aim, rounds, snap, _):
            how = "snapshot" if snap else SHOTS[aim]
            both = ", both barrels" if rounds > 1 else ""
            weapon = thing(position, unit, item)
            return f"{unit} shoots at {target} with {weapon} ({how}{both}): {'hit' if hit else 'missed'}"
        case _:
            return None


def _of_fighting(event: Event[Any]) -> str | None:
    match event:
        case events.SnapshotTried(unit, target, succeeded):
            return f"{unit} tries a snapshot at {target}{'' if succeeded else ', too late'}"
        case events.BystanderHit(unit, group):
            return f"the shot of {unit} goes into {group}"
        case events.Wounded():
            return f"{event.unit}: {', '.join(_hurt(event))}"
        case events.BlowStruck(unit, target, kind, won_by, _):
            verb = {"body blow": "hits out at", "strike": "strikes at", "stab": "stabs at"}[kind]
            return f"{unit} {verb} {target}: {f'wins by {won_by}' if won_by > 0 else 'it does not land'}"
        case _:
            return None


def _hurt(event: events.Wounded) -> list[str]:
    """Say what a wound does, its name first; what the name says already is left out."""
    told_ = (
        (event.owed, f"{actions_text(event.owed)} fewer with the next counter"),
        (event.lost, f"{actions_text(event.lost)} fewer for good"),
        (event.arm is not None, f"{event.arm} arm"),
        (event.leg, "no running"),
        (event.prone, "prone"),
        (event.unconscious, "unconscious"),
        (event.dead, "dead"),
    )
    name = event.chit.lower()
    felt = [text for so, text in told_ if so]
    return [name, *(text for text in felt if text != name)] if felt else [name, "which changes nothing"]
