"""LPG-ACQ: who has noticed whom.

Rulings (5.3.9): a target that has been acquired stays so while there is a line of sight to it, whether it was looked
for or could not be overlooked; that is seen to before either side acts and at the end of the turn. Attention is drawn
to whoever has fired this turn or the last, as one is under fire, and to the crew of a gun that has; and to whom a
leader has pointed out to a man who could not see him then. A gun looks with the eyes of its crew: one of its actions.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.la_petite_guerre.events import Acquired, Looked
from sim.rules.la_petite_guerre.ground import gunners, is_higher
from sim.rules.la_petite_guerre.scene import Play, Scene, targets
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import best_cover, sees, within

RULE = "LPG-ACQ"


def automatic(position: Scene, man: Man, target: Man) -> bool:
    """LPG-ACQ: say whether a man cannot help noticing another: near enough, less so in cover, and in sight."""
    numbers = position.battle.data.numbers
    if not within(position, man.place, target.place, numbers.acquire_open) or not sees(position, man, target):
        return False
    covered = best_cover(position.lines, man.place, target.place) is not None
    return not covered or within(position, man.place, target.place, numbers.acquire_cover)


def acquires(position: Scene, man: Man, target: Man) -> bool:
    """Say whether a man has a target that he could aim at; a gun has what any of those has who serve it."""
    if man.profile.kind == "gun" and any(acquires(position, each, target) for each in gunners(position, man)):
        return True
    return (target.id in man.acquired and sees(position, man, target)) or automatic(position, man, target)


def sightings(position: Scene) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """LPG-ACQ: return whom each man has acquired, of those for whom that is no longer what is written down.

    Of whom he has lost sight, he has lost; whom he cannot help noticing, he has, and keeps when that one goes away.
    """
    found = []
    for man in position.state.units:
        if man.out:
            continue
        there = list(targets(position, man.side))
        seen = {enemy.id for enemy in there if enemy.id in man.acquired and sees(position, man, enemy)}
        kept = tuple(id_ for id_ in man.acquired if id_ in seen)
        new = tuple(enemy.id for enemy in there if enemy.id not in seen and automatic(position, man, enemy))
        if (*kept, *new) != man.acquired:
            found.append((man.id, (*kept, *new)))
    return tuple(found)


def acquire_check(position: Scene, man: Man, target: Man) -> Check:
    """LPG-ACQ: what is added to the die of a man who looks for another, part by part."""
    parts, check = position.battle.data.acquire, Check("to acquire")
    beyond = position.battle.data.numbers.acquire_far
    cover, attention = best_cover(position.lines, man.place, target.place), attention_drawn(position, man, target)
    return check.where(
        RULE,
        (bool(attention), parts.attention, f"attention drawn {attention}"),
        (target.moved, parts.moving, "it moves"),
        (target.mounted, parts.mounted, "it is mounted"),
        (is_higher(position, man, target), parts.higher, "from higher ground"),
        (target.prone, parts.prone, "it is prone"),
        (cover is not None, parts.cover, f"in cover: {cover.reason}" if cover else ""),
        (not within(position, man.place, target.place, beyond), parts.far, "far away"),
        (man.moved, parts.observer, "the observer has moved"),
    )


def attention_drawn(position: Scene, man: Man, target: Man) -> str:
    """LPG-ACQ: say what has drawn the attention of a man to another: fire, or a leader; empty if nothing has."""
    units, since = position.state.units, max(1, position.state.turn - 1)
    if target.shot >= since:
        return "by fire"
    if target.serves in units and units[target.serves].shot >= since:
        return f"by the fire of {target.serves}"
    eyes = (man, *gunners(position, man)) if man.profile.kind == "gun" else (man,)
    return "by a leader" if any(target.id in each.shown for each in eyes) else ""


def acquire_needed(position: Scene, man: Man, target: Man) -> int:
    """LPG-ACQ: what the bare die must show."""
    return on_die(position.battle.data.numbers.acquire_needs - acquire_check(position, man, target).total)


def acquire_refusal(position: Scene, man: Man, target: Man) -> Refusal | None:
    """LPG-ACQ: say why a man cannot try to acquire another; None if he can."""
    if target.side == man.side:
        return Refusal(f"{target.id} is a friend", TABLE_SENSE)
    if target.out:
        return Refusal(f"{target.id} is not on the table", TABLE_SENSE)
    if not sees(position, man, target):
        return Refusal(f"no line of sight to {target.id}", RULE)
    if acquires(position, man, target):
        return Refusal(f"{target.id} has been acquired", RULE)
    needed = acquire_needed(position, man, target)
    if needed <= max(D6.faces):
        return None
    return Refusal(f"not even a six would do: {needed} is needed to make out {target.id}", RULE)


def look(game: Play, id_: str, target: str) -> None:
    """LPG-ACQ: throw whether a man notices another."""
    man, enemy = game.state.unit(id_), game.state.unit(target)
    game.note(Checked(acquire_check(game.position, man, enemy)))
    need = at_least(acquire_needed(game.position, man, enemy))
    if game.met(Throw(D6, f"to acquire {target}", id_, need), RULE):
        game.happen(Acquired((id_,), target))
    else:
        game.happen(Looked(id_, target))


def on_die(number: int) -> int:
    """Return a number as a die can need it: whatever is added to it, it shows one at the least.

    >>> on_die(4), on_die(-1)
    (4, 1)
    """
    return max(min(D6.faces), number)
