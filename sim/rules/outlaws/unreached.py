"""Why a character cannot be ordered to a square or against somebody, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.play.far_ways import no_way
from sim.rules.common.citing import with_rule
from sim.rules.outlaws.actions import Crawl, Ride, Run, Walk
from sim.rules.outlaws.costs import REACHES, Going
from sim.rules.outlaws.legality import gait_refusal, refusal
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import Character
from sim.rules.outlaws.walking import barred, walking

RULES = {
    # The first words that are found count: what is narrower stands before what is wider.
    "is prone: Get Up first": "OUT-BRAWL-4",
    "nobody stabs with": "OUT-BRAWL-4",
    "a knife to stab with": "OUT-BRAWL-4",
    "nobody strikes with": "OUT-BRAWL-3",
    "anything to strike with": "OUT-BRAWL-3",
    "is in a brawl": "OUT-BRAWL-0",
    "in a brawl": "OUT-BRAWL-0",
    "are brawling in": "OUT-BRAWL-join",
    "no enemy is in the square": "OUT-BRAWL-0",
    "is not in the same square": "OUT-BRAWL-0",
    "has tried a snapshot": "OUT-SNAP-1",
    "could neither shoot nor drop": "OUT-SNAP-2",
    "snap": "OUT-SNAP-1",
    "is the most": "OUT-SNAP-1",
    "does not mount again": "OUT-RIDE-1",
    "no target": "OUT-T-groups",
    "the shot is blocked by": "OUT-SHOOT-9",
    "no line of sight": "OUT-FOV",
    "not in the field of view": "OUT-FOV",
    "take cover": "OUT-COVER",
    "taken cover": "OUT-COVER",
    "in cover already": "OUT-COVER",
    "corner, door or window": "OUT-COVER",
    "is rewarded": "OUT-MOVE-away",
    "too far to run": "OUT-CUP",
    "the way takes": "OUT-CUP",
    "it takes": "OUT-CUP",
    "no actions are left": "OUT-CUP",
    "no action left": "OUT-CUP",
    "is taken by": "OUT-SQUARE",
    "has fired": "OUT-GAIT",
    "has run": "OUT-GAIT",
    "wounded in the leg": "OUT-GAIT",
    "mounted": "OUT-GAIT",
    "horse": "OUT-GAIT",
    "in the saddle": "OUT-GAIT",
    "is prone": "OUT-GAIT",
    "is not prone": "OUT-GAIT",
    "can be entered": "OUT-GAIT",
    "no way into": "OUT-GAIT",
    "turn around first": "OUT-GAIT",
    "45 degrees": "OUT-GAIT",
    "at the edge of the board": "OUT-GAIT",
    "door": "OUT-GAIT",
    "cannot be opened": "OUT-GAIT",
    "anything to shoot with": "OUT-WEAPON",
    "anything to throw": "OUT-WEAPON",
    "anything to reload": "OUT-WEAPON",
    "nobody shoots": "OUT-WEAPON",
    "nobody throws": "OUT-WEAPON",
    "barrel": "OUT-WEAPON",
    "is empty": "OUT-WEAPON",
    "is full": "OUT-WEAPON",
    "is not loaded": "OUT-WEAPON",
    "to reload": "OUT-WEAPON",
    "too far": "OUT-WEAPON",
    "such shot": "OUT-WEAPON",
    "hand": "OUT-HANDS",
    "does not carry": "OUT-HANDS",
    "does not hold": "OUT-HANDS",
    "the loot": "OUT-HANDS",
    "put away": "OUT-HANDS",
    "pick up": "OUT-HANDS",
}
"""Words of refusals, and the rules that they follow."""
FASTEST: tuple[Going, ...] = (Ride, Run, Walk, Crawl)
"""The ways to get about, that which goes furthest first."""


def unreached(position: Scene, ask: Ask, unit: Character, cell: Cell) -> str:
    """Say what the rules say to the whole way there, in the fastest manner that is possible at all."""
    kind = next((kind for kind in FASTEST if gait_refusal(position, unit, kind) is None), Walk)
    if reason := gait_refusal(position, unit, kind):
        return with_rule(reason, RULES)
    run = REACHES[kind](position, unit, None)
    if run.cost(cell) is None:
        return _not_entered(position, unit, cell)
    return with_rule(refusal(position, ask, kind(unit.id, run.way(cell)[1:])), RULES)


def _not_entered(position: Scene, unit: Character, cell: Cell) -> str:
    """Say why no way leads to a square: what stands there, or who."""
    if reason := barred(position, unit, cell):
        return with_rule(reason, RULES)
    return no_way(position, walking(position.battle.data.numbers, unit).mover, cell)
