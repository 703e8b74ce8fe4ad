"""Events in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from sim.engine.events import Event, Passed
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import LpgState

GAITS = {
    "walk": "goes", "ride": "rides", "crawl": "crawls", "shuffle": "shuffles", "charge": "charges",
    "run": "runs", "retire": "retires", "pursue": "pursues", "follow": "follows",
}  # fmt: skip
STEPS = {
    "first move": "the first move", "command": "command", "control": "control tests", "actions": "actions",
    "charges": "charges", "morale": "morale", "end": "the end of the turn",
}  # fmt: skip
ACTIONS = {
    "fire": "takes aim", "move": "moves off", "crawl": "crawls on", "shuffle": "shuffles on",
    "turn": "turns", "reload": "reloads",
    "prone": "goes down", "stand": "gets up", "acquire": "looks out", "mount": "is at his horse",
    "dismount": "is at his horse", "weapon": "sees to his weapon", "fix bayonet": "sees to his weapon",
    "unfix bayonet": "sees to his weapon", "fire gun": "is worked", "fire canister": "is worked",
    "limber": "is worked", "unlimber": "is worked",
}  # fmt: skip
COMMANDS = {
    "control": "controls", "assess": "assesses the situation", "indicate": "indicates", "report": "hears a report",
    "encourage": "encourages", "move": "leads on",
}  # fmt: skip
HARMS = {
    "nothing": "is not hurt", "stunned": "is stunned", "wounded": "is wounded", "killed": "is killed",
    "thrown": "is thrown: his horse is dead",
}  # fmt: skip

GUN_HARMS = ("is not damaged", "is put out of action")


def told(position: Scene, event: Event[LpgState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own."""
    return _of_the_game(position, event) or _of_men(position, event) or _of_fighting(position, event)


def _of_the_game(position: Scene, event: Event[Any]) -> str | None:
    """Tell what happens to the game rather than to a man."""
    match event:
        case Passed(side, unit, why):
            return f"{unit or position.battle.side(side).mention} {why or 'does nothing'}"
        case events.OrderSettled(order):
            return f"{position.battle.side(order[0]).mention} go first"
        case events.StepBegan(phase, side):
            return f"{STEPS[phase]}{f': {position.battle.side(side).mention}' if side else ''}"
        case events.TurnEnded():
            return "the turn is over"
        case events.ActionsGiven(units, given, _):
            return f"{sum(number > 0 for number in given)} of {len(units)} can act"
        case events.ActorNamed(unit):
            return f"{unit} acts"
        case events.ActorDone(unit):
            return f"{unit} is done"
        case events.PointsWon(side, points, why):
            word = "point" if points == 1 else "points"
            return f"{position.battle.side(side).mention} win {points} {word}{f': {why}' if why else ''}"
        case events.MoraleTested(company, holds):
            name = position.battle.data.engagement.mention(company)
            return f"{name} carry on" if holds else f"{name} retire"
        case _:
            return None


def _of_men(position: Scene, event: Event[Any]) -> str | None:
    """Tell what men do."""
    match event:
        case events.Commanded(unit, how):
            return f"{unit} {COMMANDS[how]}"
        case events.Controlled(units):
            return f"{', '.join(units)} {'is' if len(units) == 1 else 'are'} under control"
        case events.ControlTested(unit, result):
            words = {"free": "keeps his head", "repeats": "does what he did before", "nothing": "does nothing"}
            return f"{unit} {words[result]}"
        case events.Acquired(units, target):
            return f"{', '.join(units) or 'nobody'} {'has' if len(units) == 1 else 'have'} seen {target}"
        case events.Shown(units, target):
            return f"{', '.join(units)} {'is' if len(units) == 1 else 'are'} told of {target}"
        case events.Looked(unit, target):
            return f"{unit} does not make out {target}"
        case events.Revealed(unit):
            return f"{unit} is discovered"
        case events.Acted(unit, what):
            return f"{unit} {ACTIONS.get(what, what)}"
        case events.MoveRolled(unit, inches):
            return f'{unit} has {inches}" to move'
        case events.Moved(unit, way, _, gait):
            return f"{unit} {GAITS[gait]} to {position.name(way[-1])}"
        case events.MoveGivenUp(unit):
            return f"{unit} can go nowhere"
        case events.Turned(unit, facing):
            return f"{unit} faces {position.map.grid.directions[facing]}"
        case events.PostureChanged():
            return _posture(position, event)
        case events.Reloaded(unit, loaded):
            return f"{unit} has loaded" if loaded else f"{unit} is loading"
        case events.LeftTable(unit):
            return f"{unit} leaves the table"
        case _:
            return None


def _posture(position: Scene, event: events.PostureChanged) -> str:
    told = (
        (event.prone is True, "falls prone"),
        (event.mounted is True, "mounts"),
        (event.mounted is False, "dismounts"),
        (event.prone is False and event.mounted is None, "stands up"),
        (event.bayonet is True, "fixes his bayonet"),
        (event.bayonet is False, "unfixes his bayonet"),
        (event.limbered is True, "is limbered"),
        (event.limbered is False, "is unlimbered"),
        (bool(event.follows), f"follows {event.follows}"),
        (event.follows == "", "follows nobody"),
    )
    if event.weapon is not None:
        weapon = position.battle.data.weapons.get(event.weapon)
        return f"{event.unit} takes up his {weapon.name if weapon else event.weapon}"
    return f"{event.unit} {next((text for so, text in told if so), 'waits')}"


def _of_fighting(position: Scene, event: Event[Any]) -> str | None:
    match event:
        case events.Fired(unit, target, hit, blind, _):
            how = "fires blind at" if blind else "fires at"
            return f"{unit} {how} {target} and {'hits' if hit else 'misses'}"
        case events.GunFired(unit, cell, what, burst, there, _):
            where = position.name(burst or cell)
            told = {"gatling": "sweeps", "canister": "fires canister at", "shell": "drops a shell on"}[what]
            return f"{unit} {told} {where}: {len(there)} under fire"
        case events.Hit(unit, harm):
            is_gun = position.state.unit(unit).profile.kind == "gun"
            return f"{unit} {GUN_HARMS[harm == 'killed'] if is_gun else HARMS[harm]}"
        case events.GunTaken(unit, by):
            return f"{unit} is taken by {by}"
        case events.Stunned(unit):
            return f"{unit} stands as if stunned"
        case events.Broke(unit):
            return f"{unit} breaks and runs"
        case events.RanOff(unit):
            return f"{unit} runs off the table"
        case events.ChargeDeclared(unit, target):
            return f"{unit} charges {target}"
        case events.ChargeTested(unit, charging, holds):
            return f"{unit} {'has' if holds else 'has not'} the heart to {'charge' if charging else 'stand'}"
        case events.ChargeFailed(unit, why):
            return f"the charge of {unit} comes to nothing: {why}"
        case events.Struck(unit, enemy, hit):
            return f"{unit} and {enemy} come to blows: {f'{hit} is hit' if hit else 'nobody is hit'}"
        case _:
            return None
