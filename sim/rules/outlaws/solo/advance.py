"""The instruction Advance: 1-2 run, 3+ walk; riders ride (OUT-ADV-*)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.paths import TurningReach
from sim.engine.orders import Intent
from sim.grid import Edge
from sim.play.commander import plan_of
from sim.rules.outlaws.ground.geometry import OPENINGS, all_round, in_arc, ruler, sees
from sim.rules.outlaws.ground.walking import RIDE, RUN, WALK
from sim.rules.outlaws.solo import squares
from sim.rules.outlaws.solo.acting import Deciding, Here, actor, against, foe, get_up, hit_the_dirt, left
from sim.rules.outlaws.solo.move import DISMOUNT_AND_COVER, TAKE_COVER, Seek, cover_nearest, in_saddle_or_not
from sim.rules.outlaws.solo.squares import Square, approach, standing, towards
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, require

# -- walking -------------------------------------------------------------------------------------------------------


@against
def _after_cover(here: Here) -> Cannot | Plan:
    """Take cover where it has come to, if it sees the target from there."""
    return TAKE_COVER if sees(here.position, actor(here), foe(here)) else Cannot(f"{foe(here).id} is not in view")


@against
def _dirt_in_view(here: Here) -> Intent | Cannot:
    if actor(here).covering:
        return Cannot("it has taken cover")
    return hit_the_dirt(here) if sees(here.position, actor(here), foe(here)) else Cannot("the target is not in view")


VIEW: Priority[Square] = Priority(
    "OUT-ADV-walk-2",
    "the nearest square that sees the target",
    require(squares.target_in_view),
    least(squares.way_there),
)
AT_THE_END = FirstOf(
    Option("OUT-ADV-walk-2", "take cover", _after_cover), Option("OUT-ADV-walk-2", "or hit the dirt", _dirt_in_view)
)
IN_COVER = Option("OUT-ADV-walk-1", "in cover", _after_cover)
GET_UP = Option("OUT-ADV-0", "get up", get_up)
CLOSER = approach("OUT-ADV-walk-3", "as close as possible", WALK, closest=True)
INTO_VIEW = Seek(WALK, VIEW, "walk to where it sees the target", AT_THE_END, CLOSER)
INTO_COVER = Seek(WALK, cover_nearest("OUT-ADV-walk-1"), "walk into cover", IN_COVER, INTO_VIEW)


@plan_of(GET_UP, INTO_COVER)
def walking(here: Here) -> Iterator[Intent]:
    """OUT-ADV-0, then OUT-ADV-walk-1 to OUT-ADV-walk-3: whoever lies gets up first, and if he is seen then, stops.

    The clauses are followed anew after each walk or door: an opened one may show the target, or cover from it. No
    counter has the actions for more than a dozen.
    """
    if actor(here).prone and not (yield from _rises(here)):
        return
    for _ in range(12):
        if (yield from INTO_COVER.follow(here)) or (yield from INTO_VIEW.follow(here)):
            return
        given = False
        for intent in CLOSER.orders(here):
            given = True
            yield intent
        if not given or left(here) < 1:
            return


def _rises(here: Here) -> Generator[Intent, None, bool]:
    """OUT-ADV-0: get up, and return whether it goes on: not if it cannot, or if the target sees it then."""
    yield from GET_UP.orders(here)
    if actor(here).prone:
        here.say("it cannot get up: the instruction is skipped", "OUT-ADV-0")
        return False
    if sees(here.position, foe(here), actor(here)):
        here.say(f"standing, it is seen by {foe(here).id}: no further movement", "OUT-ADV-0")
        return False
    return True


# -- running -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def doors_and_windows(battle_map: BattleMap, changes: Changes) -> Area:
    """OUT-ADV-run-2: return the squares with a door or a window on one of their sides: who runs there is seen."""
    ground, steps = Ground(battle_map, changes), battle_map.grid.side_steps
    found = []
    for cell in battle_map.whole:
        kinds = [ground.edge_at(Edge.between(cell, cell.plus(step))) for step in steps]
        if any(kind is not None and (kind.look in OPENINGS or kind.look == "door") for kind in kinds):
            found.append(cell)
    return Area.of(battle_map, found)


def run_way(here: Here) -> tuple[TurningReach, bool]:
    """Return the search for the way to run, and whether it avoids doors and windows."""
    position, unit, goal = here.position, actor(here), foe(here).place
    avoid = doors_and_windows(position.map, position.state.changes) - position.map.area(goal, unit.place)
    clear = RUN.reach(position, unit, None, avoid=avoid)
    if clear.cost(goal) is not None:
        return clear, True
    return RUN.reach(position, unit, None), False


def in_each_others_view(here: Here, square: Square) -> str:
    """OUT-ADV-run-2: say who sees whom if the runner is there; nothing if neither sees the other."""
    position, target = here.position, foe(here)
    if square.cell not in all_round(position, target):
        return ""
    if in_arc(position, target.place, target.facing, square.cell):
        return f"{target.id} sees it"
    return f"{target.id} is in view" if in_arc(position, square.cell, square.facing, target.place) else ""


@against
def run(here: Here) -> Intent | Cannot:
    """OUT-ADV-run-2: run the shortest way and stop in the last square where neither sees the other."""
    reach, clear = run_way(here)
    way = [square for square in squares.way_to(here, RUN, reach, foe(here).place) if square.cost <= left(here)]
    if not way:
        return Cannot("it cannot run that way")
    here.say(f"the shortest way {'past no door or window' if clear else 'leads by doors or windows'}", "OUT-ADV-run-2")
    seen = [in_each_others_view(here, square) for square in way]
    first = next((n for n, words in enumerate(seen) if words), len(way))

    def unseen(here: Here, square: Square) -> Shown:
        place = way.index(square)
        return Shown(place < first, "unseen" if place < first else seen[place] or "beyond where it is seen")

    last: Priority[Square] = Priority(
        "OUT-ADV-run-2",
        "how far to run",
        require(Measure("unseen so far", unseen)),
        most(Measure("squares", lambda _, square: way.index(square))),
    )
    end = last.choose(here, way, "squares on the way that actions are left for")
    if end is None:
        return Cannot("not even one square (OUT-ADV-run-3)")
    return squares.follow(here, RUN, way[: way.index(end) + 1])


def on_foot(move: Plan) -> Plan:
    """OUT-ADV-0: the die, and before it getting up, which is said of walking and of running (OUT-READ-run)."""
    run_or_move = FirstOf(Option("OUT-ADV-run-2", "run", run), Option("OUT-ADV-run-3", "Move instead", move))
    was_prone = Option("OUT-ADV-run-1", "prone: Move instead", move)
    die, prone_die = (
        Deciding("OUT-ADV-0", "Advance: 1-2 run, 3+ walk", {range(1, 3): runs, range(3, 7): walking})
        for runs in (run_or_move, was_prone)
    )

    @plan_of(die, prone_die)
    def orders(here: Here) -> Iterator[Intent]:
        prone, gets_up = actor(here).prone, here.battle.data.readings.prone_run == "gets up"
        if not prone or not gets_up or (yield from _rises(here)):
            yield from (prone_die if prone else die).orders(here)

    return orders


# -- riding --------------------------------------------------------------------------------------------------------


@against
def _if_in_view(here: Here) -> Cannot | Plan:
    """Dismount only where the ride has come to cover with the target in view."""
    if not standing(here).sees or not squares.some_cover.of(here, standing(here)).key:
        return Cannot("no cover with the target in view here")
    return DISMOUNT_AND_COVER


RIDING = Seek(
    RIDE,
    cover_nearest("OUT-ADV-ride"),
    "ride into cover",
    Option("OUT-ADV-ride", "dismount and take cover", _if_in_view),
    approach("OUT-ADV-ride", "ride as close as possible", RIDE, closest=True),
)

FIVE_AWAY: Priority[Square] = Priority(
    "OUT-ADV-ride-tuwa",
    "the nearest square five squares from the target",
    require(squares.just_so_far("five", lambda numbers: numbers.tuwa_distance)),
    least(squares.way_there),
)


@against
def ride_to_five(here: Here) -> Intent | Cannot:
    """OUT-ADV-ride-tuwa."""
    return squares.best_square(here, RIDE, FIVE_AWAY, "no such square within reach", facing_it=False)


@against
def ride_close(here: Here) -> Intent | Cannot:
    """OUT-ADV-ride-tuwa: else as close as possible, though no closer than the five squares that it makes for."""
    five = here.battle.data.numbers.tuwa_distance
    if ruler(actor(here).place, foe(here).place) == five:
        return Cannot("it is five squares from the target")

    def near(here: Here, square: Square) -> bool:
        return ruler(square.cell, foe(here).place) <= five

    return towards(here, RIDE, "OUT-ADV-ride-tuwa", near, closest=True)


RIDING_TUWA = FirstOf(
    Option("OUT-ADV-ride-tuwa", "ride to five squares from the target", ride_to_five),
    Option("OUT-ADV-ride-tuwa", "ride as close as possible", ride_close),
)


# -- the instruction -----------------------------------------------------------------------------------------------


def advance(move: Plan) -> Option:
    """Return the instruction; `move` is what a run that cannot be run becomes."""
    return in_saddle_or_not("OUT-ADV-0", "Advance", on_foot(move), RIDING, RIDING_TUWA)
