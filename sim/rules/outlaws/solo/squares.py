"""Where to go: squares within reach as candidates for priority lists, and the shortest way towards somebody.

`sim.solo.moves` looks for cells; here a stand counts, a square and the direction one faces there, because the target
must be in view at the end of a move and turning costs actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from sim.board.paths import UNREACHED, Stand, TurningReach
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.grid import Cell, Edge
from sim.rules.outlaws.combat import blocked_by
from sim.rules.outlaws.figures import Numbers
from sim.rules.outlaws.ground.geometry import all_round, cover_from, facings_to_see, in_cover, ruler, sees
from sim.rules.outlaws.ground.walking import Gait, Way, Ways
from sim.rules.outlaws.orders.going import BY_GAIT, WorkDoor
from sim.rules.outlaws.solo.acting import Here, actor, against, foe, left, ordered, present, too_few, useful, wait
from sim.rules.outlaws.state import Character, enemies
from sim.solo.plans import Cannot, Option
from sim.solo.priority import Measure, Priority, Shown, least, measure, most


@quickly_made
@dataclass(frozen=True)
class Square:
    """A square within reach, and how one would stand there."""

    cell: Cell
    facing: int
    cost: int
    """Actions to get there."""
    sees: bool
    length: int = 0
    """The way there as the search counts it: actions, or squares of a ride, of which an action has several."""
    onward: tuple[int, ...] = ()
    """The facings from which the way goes on, where it is part of a longer one; none where that does not matter."""

    @property
    def subject(self) -> Cell:
        """What notes call it."""
        return self.cell


def standing(here: Here) -> Square:
    """Return where the actor stands, as a square that it has come to."""
    unit = actor(here)
    return Square(unit.place, unit.facing, 0, sees=sees(here.position, unit, foe(here)))


def within_reach(here: Here, gait: Gait, *, facing_it: bool = True, actions: int | None = None) -> list[Square]:
    """Return every square within reach of so many actions, of those that are left if none are named, in map order.

    Each has the cheapest way there; with `facing_it` the cheapest of those that end with the target in view, where one
    does: turning costs actions, so that it is asked for only where the rule wants the target to be visible. Squares of
    enemies are left out: one enters them by the shortest way, to brawl, and never looks for cover there.
    """
    position, target = here.position, foe(here).place
    reach = gait.reach(position, actor(here), left(here) if actions is None else actions)
    in_sight = all_round(position, foe(here)) if facing_it else ()
    theirs = {enemy.cell for enemy in enemies(position, here.side)}
    found = []
    for cell in reach.area:
        if cell in theirs and cell != actor(here).cell:
            continue
        row = reach.spent[position.map.ordinal(cell)].tolist()
        costs = {f: cost for f, cost in enumerate(row) if cost != UNREACHED}
        seeing = [f for f in facings_to_see(position, cell, target) if f in costs] if cell in in_sight else []
        facing = min(seeing or costs, key=lambda f: (costs[f], f))
        found.append(Square(cell, facing, gait.actions(here.position, costs[facing]), bool(seeing), costs[facing]))
    return found


def go(here: Here, gait: Gait, square: Square) -> Intent | Cannot:
    """Return the order that leads to a square within reach; staying is none.

    OUT-WAY: of ways that cost the same the straightest, whichever way one faces at its end, if only the target is in
    view there where it was to be, and the way goes on from there where it leads further.
    """
    unit, reach = actor(here), gait.reach(here.position, actor(here), left(here))
    if (square.cell, square.facing) == (unit.cell, unit.facing):
        return Cannot(f"it is in {here.position.name(square.cell)} already")
    seeing = facings_to_see(here.position, square.cell, foe(here).place) if square.sees else reach.facings(square.cell)
    facings = square.onward or seeing
    ends = [Stand(square.cell, facing) for facing in facings if reach.cost(square.cell, facing) == square.length]
    ways = Ways(here.position, unit, gait.mover(here.battle.data.numbers, unit), reach)
    return follow(here, gait, ways.straightest(ends)[1:])


def best_square(
    here: Here, gait: Gait, choice: Priority[Square], none: str, *, facing_it: bool = True
) -> Intent | Cannot:
    """Go to the square that a list chooses among those within reach; `none` says what it means that there is none."""
    end = choice.choose(here, within_reach(here, gait, facing_it=facing_it), "squares within reach")
    return Cannot(none) if end is None else go(here, gait, end)


def follow(here: Here, gait: Gait, way: Sequence[Square] | Way) -> Intent | Cannot:
    """Return the order to go a way."""
    return ordered(here, BY_GAIT[gait](actor(here).id, tuple(Stand(each.cell, each.facing) for each in way)))


# -- measures ------------------------------------------------------------------------------------------------------


@measure("the target is in view there")
def target_in_view(here: Here, square: Square) -> bool:
    """Facing included: the last turn is part of the way."""
    return square.sees


@measure("some cover from the target")
def some_cover(here: Here, square: Square) -> Shown:
    """OUT-COVER-search: what stands there, and what Take Cover would make use of."""
    found = cover_from(here.position, square.cell, foe(here).place, covering=True)
    return Shown(bool(found), found[0].reason if found else "none")


@measure("squares from the target")
def from_target(here: Here, square: Square) -> int:
    """OUT-ADV-walk-1."""
    return ruler(square.cell, foe(here).place)


@measure("not next to the target")
def not_adjacent(here: Here, square: Square) -> bool:
    """OUT-MOVE-walk-fov."""
    return here.position.map.distance(square.cell, foe(here).place) > 1


@measure("length of the way, turns included")
def way_there(here: Here, square: Square) -> int:
    """Count what it takes to get there."""
    return square.length


def just_so_far(number: str, figure: Callable[[Numbers], int]) -> Measure[Here, Square]:
    """OUT-ADV-ride-tuwa, OUT-MOVE-ride-tuwa-2: return whether a square is just so far from the target."""
    return Measure(
        f"{number} squares from the target",
        lambda here, square: ruler(square.cell, foe(here).place) == figure(here.battle.data.numbers),
    )


@measure("in no cover, or prone")
def exposed(here: Here, enemy: Character) -> Shown:
    """OUT-T-cover, OUT-MOVE-ride-tuwa-1: from where the auto is."""
    if enemy.prone:
        return Shown(True, "prone")
    sheltered = in_cover(here.position, enemy, actor(here))
    return Shown(not sheltered, "in cover" if sheltered else "in no cover")


# -- the shortest way ----------------------------------------------------------------------------------------------


def way_to(here: Here, gait: Gait, reach: TurningReach, cell: Cell) -> list[Square]:
    """OUT-WAY: return the stands on the straightest of the cheapest ways to a square; none where there is no way.

    The present stand is left out.
    """
    cost, unit = reach.cost(cell), actor(here)
    if cost is None:
        return []
    ends = [Stand(cell, facing) for facing in reach.facings(cell) if reach.cost(cell, facing) == cost]
    ways = Ways(here.position, unit, gait.far_mover(here.battle.data.numbers, unit), reach)
    return [_stand_on(here, gait, reach, stand) for stand in ways.straightest(ends)[1:]]


def _stand_on(here: Here, gait: Gait, reach: TurningReach, stand: Stand) -> Square:
    length = reach.cost(stand.cell, stand.facing) or 0
    return Square(stand.cell, stand.facing, gait.actions(here.position, length), sees=False, length=length)


def ends_of_ways(here: Here, gait: Gait, goal: Cell) -> list[Square]:
    """Return where the cheapest ways to a square lead with the actions that are left, in map order.

    Facing is part of a way, and a turn one of its steps; an enemy in the square does not keep anybody out of it.
    """
    position, unit, far = here.position, actor(here), gait.far(here.position, actor(here))
    if far.cost(goal) is None:
        return []
    ways = Ways(position, unit, gait.far_mover(here.battle.data.numbers, unit), far)
    stands = sorted(ways.stands(goal) - {far.start}, key=lambda stand: stand.facing)
    reached = [square for stand in stands if (square := _stand_on(here, gait, far, stand)).cost <= left(here)]
    longest = max((square.length for square in reached), default=0)
    ends: dict[Cell, list[Square]] = {}
    for square in reached:
        if square.length == longest:
            ends.setdefault(square.cell, []).append(square)
    return [
        replace(ends[cell][0], onward=tuple(square.facing for square in ends[cell]))
        for cell in sorted(ends, key=position.map.ordinal)
    ]


Halt = Callable[[Here, Square], bool]
"""Says whether to stop in a square of the way."""


def approach(
    rule: str, text: str, gait: Gait, halt: Halt | None = None, there: str = "", *, closest: bool = False
) -> Option:
    """Return the option to go towards the target until `halt` says so; `there` says that it need not go at all."""

    @against
    def act(here: Here) -> Intent | Cannot:
        if halt and there and halt(here, standing(here)):
            return Cannot(there)
        return towards(here, gait, rule, halt, closest=closest)

    return Option(rule, text, act)


def towards(here: Here, gait: Gait, rule: str, halt: Halt | None = None, *, closest: bool = False) -> Intent | Cannot:
    """Go towards the target by the shortest way, as far as actions last or until `halt` says so.

    Where there is no way at all: OUT-READ-no-way; with `closest`, "as close as possible", to the nearest square as the
    crow flies.
    """
    if gone := present(here):
        return gone
    far = gait.far(here.position, actor(here))
    if far.cost(foe(here).place) is not None:
        return along(here, gait, foe(here).place, rule, halt)
    here.say(f"there is no way to {foe(here).id}", rule if closest else "OUT-READ-no-way")
    if not closest and here.battle.data.readings.no_way == "waits":
        return wait(here)
    return _nearer(here, gait, rule, halt)


def along(here: Here, gait: Gait, goal: Cell, rule: str, halt: Halt | None = None) -> Intent | Cannot:
    """Go the shortest way to a square as far as actions last; a closed door on it is opened first.

    OUT-DOOR: else nobody would ever come out of a room.
    """
    far = gait.far(here.position, actor(here))
    way = way_to(here, gait, far, goal)
    if not way:
        return Cannot(f"no way leads to {here.position.name(goal)}")
    named = ", ".join(here.position.name(cell) for cell, _ in groupby(square.cell for square in way))
    here.say(f"the shortest way takes {counted(way[-1].cost, 'action')}: {named}", rule)
    until, beyond = _first_door(here, way)
    if until == 0 and beyond is not None:
        here.say(f"a closed door towards {here.position.name(beyond)} is in the way", "OUT-DOOR")
        return ordered(here, WorkDoor(actor(here).id, beyond))
    way = [square for square in way[:until] if square.cost <= left(here)]
    way = way[: next((n for n, square in enumerate(way, 1) if halt and halt(here, square)), None)]
    if not way:
        return too_few(here, "the first step")
    last = Priority[Square](rule, "how far along the way", most(Measure("stands", lambda _, square: way.index(square))))
    end = last.choose(here, way, "stands on the way that actions are left for")
    assert end is not None
    return follow(here, gait, way[: way.index(end) + 1])


def _first_door(here: Here, way: list[Square]) -> tuple[int, Cell | None]:
    """Return how many stands of a way come before a closed door, and the square beyond it."""
    before = actor(here).place
    for n, square in enumerate(way):
        if square.cell != before:
            edge = here.position.ground.edge_at(Edge.between(before, square.cell))
            if edge is not None and edge.becomes and edge.blocks_sight:
                return n, square.cell
        before = square.cell
    return len(way), None


def _nearer(here: Here, gait: Gait, rule: str, halt: Halt | None) -> Intent | Cannot:
    """Go as near as one gets where no way leads to the target, or to the first square where `halt` says so."""
    now = ruler(actor(here).place, foe(here).place)
    found = [square for square in within_reach(here, gait, facing_it=False) if from_target.of(here, square) < now]
    nearest = Priority[Square](rule, "as close as possible", least(from_target), least(way_there))
    if halt and any(halt(here, square) for square in found):
        found = [square for square in found if halt(here, square)]
        nearest = Priority[Square](rule, "the first square that is near enough", least(way_there))
    end = nearest.choose(here, found, "squares within reach that are nearer")
    return Cannot("no square within reach is nearer") if end is None else go(here, gait, end)


# -- where a weapon could wound ------------------------------------------------------------------------------------


def within_wounding(here: Here, square: Square) -> bool:
    """OUT-MOVE-walk-fov: say whether a weapon could wound the target from a square.

    It must be near enough, in sight, and no friend may stand in the way: whoever comes here because a shot was
    blocked would otherwise lie down where the shot is still blocked.
    """
    position, target = here.position, foe(here)
    if square.cell == target.cell:
        return True
    there = actor(here).changed(cell=square.cell, facing=square.facing)
    if square.cell not in all_round(position, target) or blocked_by(position, there, target):
        return False
    return bool(useful(position, there, target))
