"""The printed solitaire rules: which die, and what it says (OUT-DIE-*, OUT-TABLE, OUT-SEQ).

`TABLE` is laid out like the printed one, row by row and dark, medium, light from left to right. Instructions run in
sequence while actions last; one that cannot be followed is skipped, with its reason in the trace. Where nothing at
all can be done the character waits (OUT-UNCOVERED).
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.dice import D6, Throw, between
from sim.engine.orders import Intent
from sim.play.commander import unless
from sim.rules.outlaws.ground.sight import watchers
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import OutlawsSituation, snap, spent, wait
from sim.rules.outlaws.solo.move import advance, crawl, move
from sim.rules.outlaws.solo.opponents import (
    BRAWL_PLAN,
    CLOSEST,
    CLOSEST_HANDGUN,
    CLOSEST_LONG_GUN,
    LEAST_COVER,
    SUSPECTED,
    SUSPECTED_HANDGUN,
    SUSPECTED_LONG_GUN,
    selector,
)
from sim.rules.outlaws.solo.shoot import OUT_OF_AMMO, shoot
from sim.rules.outlaws.state import ACTION, BRAWL, SNAPSHOT, enemies
from sim.solo.plans import ByScore, Cannot, FirstOf, Option, Plan

# -- Prone ---------------------------------------------------------------------------------------------------------


def prone(low: int = 1, high: int = 6, *, star: bool = False) -> Option:
    """Return the instruction: "Prone", "Prone 1-4", "*Prone 1-2"."""
    certain, need = (low, high) == (1, 6), between(low, high)
    text = f"{'*' if star else ''}Prone{'' if certain else f' {low}-{high}'}"

    def lie_down(here: OutlawsSituation) -> Intent | Cannot:
        unit = here.unit
        if star:
            seen_by = [enemy.id for enemy in watchers(here.position, unit)]
            if not seen_by:
                return Cannot("in no enemy's field of view (OUT-P-3)")
            here.say(f"in the field of view of {', '.join(seen_by)}", "OUT-P-3")
        if not certain and not need.met_by(here.throw(Throw(D6, "prone", unit.id, need), "OUT-P-2").total):
            return Cannot(f"the die is not {low}-{high}")
        one_more = Throw(D6, "a Tuwa dismounts on an even number", unit.id)
        if unit.mounted and unit.profile.tuwa and here.throw(one_more, "OUT-P-6").total % 2:
            return Cannot("the die is odd: a Tuwa stays on his horse")
        return acting.hit_the_dirt(here)

    needless = {
        "it is out of the fight": lambda here: here.unit.out or here.unit.cell is None,
        "already prone (OUT-P-5)": lambda here: here.unit.prone,
        "in an enemy's square (OUT-P-4)": lambda here: any(
            enemy.cell == here.unit.cell for enemy in enemies(here.position, here.side)
        ),
    }
    return Option("OUT-P-1", text, unless(needless, lie_down))


# -- the words on the dice -----------------------------------------------------------------------------------------
# OUT-LOOP: a Shoot that becomes Move does not become Shoot again, nor a Move that becomes Shoot a Move.

_SHOOTS_FOR_MOVE = shoot(False, instead=None), shoot(True, instead=None)
Move, Crawl = move(*_SHOOTS_FOR_MOVE), crawl(*_SHOOTS_FOR_MOVE)
_MOVE_FOR_SHOOT = move()
Shoot, ShootPlus = shoot(False, instead=_MOVE_FOR_SHOOT), shoot(True, instead=_MOVE_FOR_SHOOT)
Advance = advance(Move)
Waits = Option("OUT-WAIT", "Wait", wait)

Prone, Prone12, Prone13, Prone14, Prone15 = prone(), prone(1, 2), prone(1, 3), prone(1, 4), prone(1, 5)
Star12, Star13 = prone(1, 2, star=True), prone(1, 3, star=True)

Closest, CoverMinus = selector("Closest", CLOSEST), selector("Cover-", LEAST_COVER)
ClosestHandgun = selector("Closest Handgun", CLOSEST_HANDGUN)
ClosestLongGun = selector("Closest Long Gun", CLOSEST_LONG_GUN)
Suspected = selector("Suspected", SUSPECTED)
SuspectedHandgun = selector("Suspected Handgun", SUSPECTED_HANDGUN)
SuspectedLongGun = selector("Suspected Long Gun", SUSPECTED_LONG_GUN)

# fmt: off
TABLE: Mapping[int, tuple[Plan, Plan, Plan]] = {
    #   dark                                    medium                          light
    1: (Suspected(Advance, ShootPlus, Star12),  Closest(Prone14, ShootPlus),    Closest(ShootPlus, Prone12)),
    2: (Suspected(Advance, ShootPlus, Star12),  Closest(ShootPlus, Prone12),    ClosestHandgun(ShootPlus, Prone12)),
    3: (Suspected(Advance, ShootPlus, Star12),  Closest(Move, Prone13),         Closest(Shoot, Move, Star13)),
    4: (SuspectedLongGun(Advance, Star12),      Closest(Prone14, ShootPlus),    CoverMinus(ShootPlus, Prone12)),
    5: (SuspectedHandgun(Advance, Star12),      CoverMinus(Prone15, ShootPlus), ClosestLongGun(ShootPlus, Prone12)),
    6: (Waits,                                  Closest(Prone, Shoot, Crawl),   Closest(Move, Star13)),
}
# fmt: on
"""OUT-TABLE."""

NOTHING_DONE = Option("OUT-UNCOVERED", "nothing on the die can be done: Wait", wait)
DARK, MEDIUM, LIGHT = (
    FirstOf(
        ByScore("OUT-TABLE", f"the {colour} die", D6, {roll: row[column] for roll, row in TABLE.items()}), NOTHING_DONE
    )
    for column, colour in enumerate(("dark", "medium", "light"))
)

# -- which die -----------------------------------------------------------------------------------------------------


DARK_WHEN, MEDIUM_WHEN, LIGHT_WHEN = acting.DICE
DIE = acting.settled(*DARK_WHEN, DARK, acting.settled(*MEDIUM_WHEN, MEDIUM, Option(*LIGHT_WHEN[:2], LIGHT)))


AUTO: dict[str, Plan] = {
    ACTION: FirstOf(Option("OUT-SEQ", "no actions are left", spent), OUT_OF_AMMO, DIE),
    SNAPSHOT: Option("OUT-SNAP-1", "attempt a snapshot", snap, on=SNAPSHOT),
    BRAWL: FirstOf(BRAWL_PLAN, Option("OUT-BRAWL-1", "no blow can be struck", wait)),
}
"""What the autos do, by occasion."""
