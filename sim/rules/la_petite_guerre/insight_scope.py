"""Whom an order reaches besides its target, and why a man can be given none: commands, single file, crews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sim.board.templates import Circle
from sim.engine.insight import Fact, Scope
from sim.engine.orders import Ask
from sim.engine.words import cited
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.command import in_earshot, uncontrolled
from sim.rules.la_petite_guerre.geometry import gunners, sees
from sim.rules.la_petite_guerre.scene import Scene, guns
from sim.rules.la_petite_guerre.units import Man


def scope(position: Scene, intent: Any) -> Scope | None:
    """Return whom an order reaches; None of orders that are one man's own affair."""
    if getattr(intent, "unit", "") not in position.state.units:
        return None
    man = position.state.unit(intent.unit)
    if man.out:
        return None
    match intent:
        case actions.Control() | actions.Encourage() | actions.Indicate():
            return _heard(position, man, intent)
        case actions.RollMove() if position.state.phase == "actions":
            behind = tuple(_behind(position, man))
            return Scope(behind, (_named("with him", behind, "LPG-MOVE-3"),)) if behind else None
    return None


def _heard(position: Scene, leader: Man, intent: Any) -> Scope:
    """LPG-CMD: tell what those within earshot of a leader make of his command."""
    length = position.battle.data.numbers.command
    there = in_earshot(position, leader)
    shape = Circle(leader.place, Fraction(length)).shape(position.map)
    outline = tuple((x, y) for x, y, *_ in shape.exterior.coords)
    if isinstance(intent, actions.Encourage):
        names = [man.id for man in there]
        return Scope(tuple(names), (_named("encourages", names, "LPG-CMD"),), (outline,))
    if isinstance(intent, actions.Control):
        names = [man.id for man in uncontrolled(position, leader)]
        own = [] if leader.control else [leader.id]
        return Scope(tuple(names), (_named("controls", own + names, "LPG-CTRL"),), (outline,))
    enemy = position.state.unit(intent.target)
    seen = [man.id for man in there if sees(position, man, enemy)]
    others = [man.id for man in there if man.id not in seen]
    facts = [_named("have acquired him", seen, "LPG-ACQ")]
    facts += [_named("are told of him", others, "LPG-ACQ")] if others else []
    return Scope(tuple(seen), tuple(facts), (outline,))


def _named(label: str, names: Iterable[str], rule: str) -> Fact:
    return Fact(label, ", ".join(names) or "nobody who is not already", rule)


def _behind(position: Scene, lead: Man) -> Iterator[str]:
    """LPG-MOVE-3: yield who goes along in single file, the next first."""
    found = {lead.id}
    while (man := next((each for each in position.state.units if each.follows == lead.id), None)) and not man.out:
        if man.id in found:
            return
        found.add(man.id)
        yield man.id
        lead = man


def idle(position: Scene, ask: Ask, man: Man) -> str:
    """Say why a man of one's own can be given no order now."""
    serving = any(man in gunners(position, gun) for gun in guns(position, man.side) if gun.id == man.serves)
    is_gun = man.profile.kind == "gun"
    told = (
        (man.dead and not is_gun, "is dead", "LPG-HIT"),
        (man.dead, "is out of action, or taken", "LPG-GUNS"),
        (man.broken, "runs, and hears nobody", "LPG-ROUT"),
        (man.out, "is not on the table", "LPG-LEAVE"),
        (ask.occasion != actions.ACTION, "", ""),
        (bool(man.stunned) and not man.left, "is stunned", "LPG-STUN"),
        (is_gun and man.control == "repeats", "is worked by men out of control, as it was last turn", "LPG-REPEAT"),
        (is_gun and not man.left and not man.did, "has too few of its crew with it", "LPG-GUNS"),
        (serving and not man.left, f"serves the {man.serves}: order the gun", "LPG-ACT-1"),
        (man.control == "repeats", "is out of control, and repeats what he did last turn", "LPG-REPEAT"),
        (man.control == "nothing", "is out of control, and does nothing this turn", "LPG-CTRL"),
        (man.left <= 0, "has no actions left this turn", "LPG-ACT-1"),
    )
    reason, rule = next(((text, rule) for so, text, rule in told if so), ("", ""))
    return f"{man.id} {cited(reason, rule)}." if reason else ""
