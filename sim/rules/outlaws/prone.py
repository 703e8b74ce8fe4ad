"""The instruction Prone, with and without a range and a star (OUT-P-1 to OUT-P-6)."""

from __future__ import annotations

from sim.engine.dice import D6, Throw, between
from sim.engine.orders import Intent
from sim.rules.outlaws.acting import Here, actor, hit_the_dirt, in_enemy_square, watchers
from sim.solo.plans import Cannot, Option


def prone(low: int = 1, high: int = 6, *, star: bool = False) -> Option:
    """Return the instruction: "Prone", "Prone 1-4", "*Prone 1-2"."""
    certain = (low, high) == (1, 6)
    text = f"{'*' if star else ''}Prone{'' if certain else f' {low}-{high}'}"

    def lie_down(here: Here) -> Intent | Cannot:
        if cannot := _needless(here, star):
            return cannot
        if not certain and not _falls(here, low, high):
            return Cannot(f"the die is not {low}-{high}")
        if actor(here).mounted and actor(here).profile.tuwa and not _even(here):
            return Cannot("the die is odd: a Tuwa stays on his horse")
        return hit_the_dirt(here)

    return Option("OUT-P-1", text, lie_down)


def _needless(here: Here, star: bool) -> Cannot | None:
    """Return why no die is thrown at all."""
    unit, position = actor(here), here.position
    if unit.out or unit.cell is None:
        return Cannot("it is out of it")
    if unit.prone:
        return Cannot("already prone (OUT-P-5)")
    if in_enemy_square(position, unit):
        return Cannot("in an enemy's square (OUT-P-4)")
    if star:
        seen_by = [enemy.id for enemy in watchers(position, unit)]
        if not seen_by:
            return Cannot("in no enemy's field of view (OUT-P-3)")
        here.say(f"in the field of view of {', '.join(seen_by)}", "OUT-P-3")
    return None


def _falls(here: Here, low: int, high: int) -> bool:
    need = between(low, high)
    return need.met_by(here.throw(Throw(D6, "prone", actor(here).id, need), "OUT-P-2").total)


def _even(here: Here) -> bool:
    """OUT-P-6: one more die, and no range but even numbers."""
    return here.throw(Throw(D6, "a Tuwa dismounts on an even number", actor(here).id), "OUT-P-6").total % 2 == 0
