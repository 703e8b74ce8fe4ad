"""The printed solitaire rules: which die, and what it says (OUT-DIE-*, OUT-TABLE, OUT-SEQ).

`TABLE` is laid out like the printed one, row by row and dark, medium, light from left to right. Instructions run in
sequence while actions last; one that cannot be followed is skipped, with its reason in the trace. Where nothing at
all can be done the character waits (OUT-UNCOVERED).
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.dice import D6
from sim.engine.orders import Intent
from sim.rules.outlaws.acting import Here, Settled, actor, left, ordered, visible_enemies, wait
from sim.rules.outlaws.advance import advance
from sim.rules.outlaws.ammo import OUT_OF_AMMO
from sim.rules.outlaws.brawl_plan import BRAWL_PLAN
from sim.rules.outlaws.geometry import cover_from, in_cover
from sim.rules.outlaws.move import crawl, move
from sim.rules.outlaws.orders.base import ACTION, BRAWL
from sim.rules.outlaws.orders.fighting import Snap
from sim.rules.outlaws.prone import prone
from sim.rules.outlaws.shoot import shoots
from sim.rules.outlaws.snapshots import SNAPSHOT
from sim.rules.outlaws.targets import (
    CLOSEST,
    CLOSEST_HANDGUN,
    CLOSEST_LONG_GUN,
    LEAST_COVER,
    SUSPECTED,
    SUSPECTED_HANDGUN,
    SUSPECTED_LONG_GUN,
    selector,
)
from sim.solo.plans import ByScore, Cannot, FirstOf, Option, Plan

# -- the words on the dice -----------------------------------------------------------------------------------------
# OUT-LOOP: a Shoot that becomes Move does not become Shoot again, nor a Move that becomes Shoot a Move.

_SHOOT_FOR_MOVE, _SHOOT_PLUS_FOR_MOVE = shoots(instead=None)
_MOVE_FOR_SHOOT = move(None, None)

Move = move(_SHOOT_FOR_MOVE, _SHOOT_PLUS_FOR_MOVE)
Crawl = crawl(_SHOOT_FOR_MOVE, _SHOOT_PLUS_FOR_MOVE)
Shoot, ShootPlus = shoots(instead=_MOVE_FOR_SHOOT)
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

COLOURS = ("dark", "medium", "light")


def _die(column: int) -> Plan:
    rows: dict[int | range, Plan] = {roll: row[column] for roll, row in TABLE.items()}
    die = ByScore("OUT-TABLE", f"the {COLOURS[column]} die", D6, rows)
    return FirstOf(die, NOTHING_DONE)


NOTHING_DONE = Option("OUT-UNCOVERED", "nothing on the die can be done: Wait", wait)
DARK, MEDIUM, LIGHT = map(_die, range(3))

# -- which die -----------------------------------------------------------------------------------------------------


def sees_nobody(here: Here) -> bool:
    """OUT-DIE-dark: say whether it can neither see nor turn to see any conscious enemy."""
    seen = visible_enemies(here.position, actor(here))
    here.say(f"it can see, or turn to see, {', '.join(enemy.id for enemy in seen) or 'nobody'}", "OUT-DIE-dark")
    return not seen


def without_cover(here: Here) -> bool:
    """OUT-DIE-medium, OUT-MIXED: say whether there is an enemy in sight from whom it has no cover.

    OUT-DIE-prone: lying down is none.
    """
    unit, bare = actor(here), False
    for enemy in visible_enemies(here.position, unit):
        if in_cover(here.position, unit, enemy):
            found = cover_from(here.position, unit.place, enemy.place, covering=unit.covering)
            here.say(f"cover from {enemy.id}: {found[0].reason}", "OUT-DIE-light")
        else:
            here.say(f"no cover from {enemy.id}", "OUT-DIE-medium")
            bare = True
    return bare


DIE = Settled(
    "OUT-DIE-dark",
    "the dark die: it cannot see, or turn to see, any conscious enemy",
    sees_nobody,
    DARK,
    Settled(
        "OUT-DIE-medium",
        "the medium die: it has no cover from somebody that it can see, or turn to see",
        without_cover,
        MEDIUM,
        Option("OUT-DIE-light", "the light die: it has cover from all of them", LIGHT),
    ),
)


def spent(here: Here) -> Intent | Cannot:
    """OUT-SEQ: without actions there is no die."""
    return Cannot("there are actions left") if left(here) > 0 else wait(here)


# -- snapshots -----------------------------------------------------------------------------------------------------


def snap(here: Here) -> Intent | Cannot:
    """OUT-SNAP-1: try a snapshot at whoever came into view or fired; nobody out of range is asked."""
    assert here.ask.about is not None
    return ordered(here, Snap(actor(here).id, here.ask.about))


AUTO: dict[str, Plan] = {
    ACTION: FirstOf(Option("OUT-SEQ", "no actions are left", spent), OUT_OF_AMMO, DIE),
    SNAPSHOT: Option("OUT-SNAP-1", "attempt a snapshot", snap, on=SNAPSHOT),
    BRAWL: FirstOf(BRAWL_PLAN, Option("OUT-BRAWL-1", "no blow can be struck", wait)),
}
"""What the autos do, by occasion."""
