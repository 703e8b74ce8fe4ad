"""Orders as they look on the map and in a menu, and what counters and wound chits say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.insight import CardFace, Sketch
from sim.engine.orders import Ask, Done, Intent
from sim.grid import Cell
from sim.rules.outlaws import actions
from sim.rules.outlaws.costs import actions_text, shot_name
from sim.rules.outlaws.figures import WoundChit
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import CUP, WOUNDS
from sim.rules.outlaws.words import thing

VERBS: dict[type[Intent], str] = {
    actions.Walk: "walk",
    actions.Run: "run",
    actions.Crawl: "crawl",
    actions.Ride: "ride",
    actions.Turnaround: "turn around",
    actions.WorkDoor: "door",
    actions.TakeCover: "take cover",
    actions.HitTheDirt: "hit the dirt",
    actions.GetUp: "get up",
    actions.SaddleUp: "saddle up",
    actions.Draw: "draw",
    actions.Stow: "stow",
    actions.Drop: "drop",
    actions.Reload: "reload",
    actions.Shoot: "shoot",
    actions.Throw: "throw",
    actions.Snap: "snapshot",
    actions.PickUp: "pick up",
    actions.BodyBlow: "body blow",
    actions.Strike: "strike",
    actions.Stab: "stab",
    actions.Leave: "leave",
    actions.Wait: "wait",
    Done: "done",
}


def sketch(position: Scene, intent: Any) -> Sketch:
    """Return how an order looks."""
    way = getattr(intent, "way", ())
    cells: tuple[Cell, ...] = tuple(stand.cell for stand in way)
    unit = getattr(intent, "unit", "")
    return Sketch(
        VERBS.get(type(intent), type(intent).__name__.lower()),
        (unit,) if unit else (),
        getattr(intent, "target", None),
        cells[-1] if cells else getattr(intent, "beyond", None),
        _entered(position, unit, cells),
        way[-1].facing if way else getattr(intent, "facing", None),
        ", ".join(_manner(position, intent)),
    )


def _entered(position: Scene, unit: str, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the squares that are entered one after the other: a turn on the spot enters none."""
    here = position.state.units[unit].cell if unit in position.state.units else None
    found: list[Cell] = []
    for cell in cells:
        if cell != (found[-1] if found else here):
            found.append(cell)
    return tuple(found)


def _manner(position: Scene, intent: Intent) -> Iterator[str]:
    """Yield what tells an order from others like it."""
    match intent:
        case actions.Shoot(unit, _, item, aim, both):
            yield f"{shot_name(aim)} with {thing(position, unit, item)}"
            if both:
                yield "both barrels"
        case actions.Throw(unit, _, item) | actions.Strike(unit, _, item) | actions.Stab(unit, _, item):
            yield thing(position, unit, item)
        case actions.Draw(unit, item, hand):
            yield f"{thing(position, unit, item)}, {hand} hand"
        case actions.Reload(unit, item):
            yield thing(position, unit, item)
        case actions.Stow(unit, hand) | actions.Drop(unit, hand):
            held = getattr(position.state.units[unit], hand) if unit in position.state.units else None
            yield thing(position, unit, held.id) if held else f"{hand} hand"


def card_face(position: Scene, deck: str, card: str) -> CardFace:
    """Return what a counter or a chit says."""
    if deck == WOUNDS and card in position.battle.data.chits:
        chit = position.battle.data.chits[card]
        return CardFace(card, chit.name, "; ".join(effects(chit)))
    if deck == CUP and card in position.state.units:
        unit = position.state.unit(card)
        side = position.battle.side(unit.side).mention
        return CardFace(card, card, f"{unit.profile.name}, {side}: {unit.allowance} actions")
    return CardFace(card, card, "")


def effects(chit: WoundChit) -> tuple[str, ...]:
    """Return what a wound chit does."""
    told = (
        (chit.owed, f"{actions_text(chit.owed)} fewer with the next counter"),
        (chit.lost, f"{actions_text(chit.lost)} fewer for good"),
        (chit.prone, "prone"),
        (chit.arm, "an arm: what it holds is dropped, and shots with it are harder"),
        (chit.leg, "a leg: no running, and walking costs more"),
        (chit.unconscious, "unconscious"),
        (chit.dead, "dead"),
    )
    return tuple(text for so, text in told if so)


def question(position: Scene, ask: Ask) -> str:
    """Return what a player is asked, and what comes of it."""
    left = actions_text(position.state.actions) if position.state.actions else "no action"
    match ask.occasion:
        case actions.ACTION:
            return f"{ask.unit} has {left} left. Waiting gives up what is left of the counter."
        case actions.SNAPSHOT:
            return f"{ask.unit} may try a snapshot at {ask.about} before anybody else acts, or let it be."
        case actions.BRAWL:
            return f"{ask.unit} is in a brawl, and has {left} left."
        case _:
            return ""
