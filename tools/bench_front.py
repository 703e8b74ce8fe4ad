"""What an activation takes in battles of Conflict of Heroes from the size of the box to ten times that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

from bench_table import letters
from bench_timing import Contender, Effort, Line, Target, race

from sim.engine.chance import Seeded
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.session import Session
from sim.scenario.scenario import Scenario, parse_scenario

SEED = 1941
DEPTH = 8
"""Rows of hexes in which each side stands."""
BEFORE = 10
"""Activations that are played before any is timed."""
PLAYERS = {"germans": COMMANDER, "soviets": SOLO}
GERMANS = (
    "german_rifles_41", "german_rifles_41", "german_rifles_41", "german_hmg34", "german_8cm_mortar",
    "german_rifles_41", "german_pak38", "german_rifles_41", "german_pz3e", "german_pioneers",
)  # fmt: skip
SOVIETS = (
    "soviet_rifles_41", "soviet_rifles_41", "soviet_rifles_41", "soviet_maxim", "soviet_82mm_mortar",
    "soviet_rifles_41", "soviet_45mm_at_gun", "soviet_rifles_41", "soviet_t34a", "soviet_smg_rifles",
)  # fmt: skip


class Front(NamedTuple):
    """How long a front is: hexes along each side of the map, counters a side, and activations that are timed."""

    hexes: int
    counters: int
    activations: int
    under: float
    """Seconds that an activation may take."""


FRONTS = (Front(20, 10, 60, 1.2e-3), Front(50, 30, 60, 2e-3), Front(100, 60, 40, 3e-3), Front(200, 150, 20, 6e-3))


@cache
def battle(front: Front) -> Scenario:
    """Return a battle of two lines, which begins within range."""
    random = Random(SEED)
    band = [(column, row) for column in range(front.hexes) for row in range(DEPTH)]
    places = iter(random.sample(band, 2 * front.counters))
    middle = front.hexes // 2
    text = f"""\
format = 1
system = "conflict_of_heroes"
title = "A front of {front.hexes} hexes"
map = "front.toml"
briefing = "A whole front."
[limits]
turns = 9
[victory]
leader = "soviets"
[conflict_of_heroes]
ai = "soviets"
initiative = "germans"
caps = 6
orders = "5-45"
[sides.germans]
name = "The division"
{"".join(_unit("germans", number, middle - DEPTH, GERMANS, next(places)) for number in range(front.counters))}
[sides.soviets]
name = "The corps"
player = "solo"
{"".join(_unit("soviets", number, middle, SOVIETS, next(places)) for number in range(front.counters))}
"""
    return parse_scenario(text, "bench.toml", map_text=_drawn(front))


def _unit(side: str, number: int, row: int, kinds: tuple[str, ...], place: tuple[int, int]) -> str:
    at = f"{letters(place[0])}{row + place[1] + 1}"
    facing = "s" if side == "germans" else "n"
    keys = {"id": f"{side}-{number}", "profile": kinds[number % len(kinds)], "at": at, "facing": facing}
    return "".join((f"[[sides.{side}.units]]\n", *(f'{key} = "{value}"\n' for key, value in keys.items())))


def _drawn(front: Front) -> str:
    """Draw woods, grain and houses over open ground; the same on every machine."""
    random = Random(SEED)
    rows = ["".join(random.choices(".gwb", (70, 12, 14, 4), k=front.hexes)) for _ in range(front.hexes)]
    drawn = "\n".join(rows)
    return f"""\
format = 1
title = "Front"
terrain_set = "battlefield"
rows = '''
{drawn}
'''
[grid]
kind = "hex"
top = "flat"
shifted = "odd"
cell = 50
unit = "metre"
"""


def activations(effort: Effort) -> Iterator[Line]:
    """Play activations of both sides, trace and all, on fronts of several lengths.

    Every round has dice of its own, so that none comes to the positions of another; of the ground everything is known
    that earlier rounds have asked, as it soon is in play.
    """
    for front in FRONTS:
        of, seeds = battle(front), count(1)

        def playing(front: Front = front, of: Scenario = of, seeds: Iterator[int] = seeds) -> Any:
            session: Session[Any, Any] = Session(of.battle, of.state, PLAYERS, Seeded(next(seeds)))
            for _ in range(BEFORE):
                session.advance()

            def run() -> None:
                for _ in range(front.activations):
                    session.advance()

            return run

        (ours,) = race([Contender(playing, front.activations)], effort)
        words = f"an activation with its trace, {front.counters} counters a side, {front.hexes} x {front.hexes} hexes"
        yield Line(f"coh-front-{front.counters}", words, ours, target=Target(under=front.under))
