"""Where to go: squares within reach as candidates for priority lists, and the shortest way towards somebody.

`sim.solo.moves` looks for cells; here a stand counts, a square and the direction one faces there, because the target
must be in view at the end of a move and turning costs actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from sim.board.area import Area
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.paths import UNREACHED, Stand, TurningReach
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.grid import Cell, Edge
from sim.rules.outlaws.acting import Here, actor, foe, left, ordered, present, too_few, wait
from sim.rules.outlaws.arms import useful
from sim.rules.outlaws.geometry import all_round, cover_from, facings_to_see, in_arc, ruler, sees
from sim.rules.outlaws.orders.going import BY_GAIT, WorkDoor
from sim.rules.outlaws.scene import Scene, enemies
from sim.rules.outlaws.shooting import blocked_by
from sim.rules.outlaws.walking import Gait, Way, closed_and_last
from sim.solo.plans import Cannot
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


def squares(here: Here, gait: Gait, reach: TurningReach, *, facing_it: bool = True) -> list[Square]:
    """Return every square of a reach, in map order, each with the cheapest way there.

    With `facing_it` the cheapest of those that end with the target in view, where one does: turning costs actions, so
    that it is asked for only where the rule wants the target to be visible. Squares of enemies are left out: one enters
    them by the shortest way, to brawl, and never looks for cover there.
    """
    position, target = here.position, foe(here).place
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


def go(here: Here, gait: Gait, reach: TurningReach, square: Square) -> Intent | Cannot:
    """Return the order that leads to a square; staying is none.

    OUT-WAY: of ways that cost the same the straightest, whichever way one faces at its end, if only the target is in
    view there where it was to be, and the way goes on from there where it leads further.
    """
    unit = actor(here)
    if (square.cell, square.facing) == (unit.cell, unit.facing):
        return Cannot(f"it is in {here.position.name(square.cell)} already")
    seeing = facings_to_see(here.position, square.cell, foe(here).place) if square.sees else reach.facings(square.cell)
    facings = square.onward or seeing
    ends = [Stand(square.cell, facing) for facing in facings if reach.cost(square.cell, facing) == square.length]
    mover = gait.mover(here.battle.data.numbers, unit)
    return follow(here, gait, _straightest(here, mover, reach, ends)[1:])


def best_square(
    here: Here, gait: Gait, choice: Priority[Square], none: str, *, facing_it: bool = True
) -> Intent | Cannot:
    """Go to the square that a list chooses among those within reach; `none` says what it means that there is none."""
    reach = gait.reach(here.position, actor(here), left(here))
    end = choice.choose(here, squares(here, gait, reach, facing_it=facing_it), "squares within reach")
    return Cannot(none) if end is None else go(here, gait, reach, end)


def follow(here: Here, gait: Gait, way: Way) -> Intent | Cannot:
    """Return the order to go a way."""
    return ordered(here, BY_GAIT[gait](actor(here).id, way))


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


# -- the shortest way ----------------------------------------------------------------------------------------------


def way_to(here: Here, gait: Gait, reach: TurningReach, cell: Cell) -> list[Square]:
    """Return the stands on the cheapest way to a square, the present one left out; none where there is no way.

    OUT-WAY: of ways that cost the same the one with the fewest steps backwards, then the straightest: nobody walks a
    street back to front, or weaves about on it.
    """
    cost, unit = reach.cost(cell), actor(here)
    if cost is None:
        return []
    ends = [Stand(cell, facing) for facing in reach.facings(cell) if reach.cost(cell, facing) == cost]
    best = _straightest(here, gait.far_mover(here.battle.data.numbers, unit), reach, ends)
    return [_stand_on(here, gait, reach, stand) for stand in best[1:]]


def _straightest(here: Here, mover: Mover, reach: TurningReach, ends: list[Stand]) -> tuple[Stand, ...]:
    _, last = closed_and_last(here.position, actor(here))
    return min(straight_ways(here.position, mover, reach, ends, last), key=lambda way: _awkward(here, way))


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
    mover, (_, last) = gait.far_mover(here.battle.data.numbers, unit), closed_and_last(position, unit)
    stands = sorted(on_the_way(position, mover, far, goal, last) - {far.start}, key=lambda stand: stand.facing)
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


def _awkward(here: Here, way: tuple[Stand, ...]) -> tuple[int, int, int]:
    """Count the steps backwards of a way, its turns, and the steps to the side of the facing."""
    steps = [(one, other) for one, other in pairwise(way) if one.cell != other.cell]
    back = sum(not in_arc(here.position, one.cell, one.facing, other.cell) for one, other in steps)
    turns = sum(one.facing != other.facing for one, other in pairwise(way))
    ahead = here.position.map.grid.steps
    return back, turns, sum(one.cell.plus(ahead[one.facing]) != other.cell for one, other in steps)


Halt = Callable[[Here, Square], bool]
"""Says whether to stop in a square of the way."""


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
    named = ", ".join(here.position.name(cell) for cell in _cells(way))
    here.say(f"the shortest way takes {counted(way[-1].cost, 'action')}: {named}", rule)
    until, beyond = _first_door(here, way)
    if until == 0 and beyond is not None:
        here.say(f"a closed door towards {here.position.name(beyond)} is in the way", "OUT-DOOR")
        return ordered(here, WorkDoor(actor(here).id, beyond))
    return _walk_along(here, gait, [square for square in way[:until] if square.cost <= left(here)], rule, halt)


def _walk_along(here: Here, gait: Gait, way: list[Square], rule: str, halt: Halt | None) -> Intent | Cannot:
    if halt:
        stop = next((n for n, square in enumerate(way) if halt(here, square)), None)
        way = way if stop is None else way[: stop + 1]
    if not way:
        return too_few(here, "the first step")
    last = Priority[Square](rule, "how far along the way", most(Measure("stands", lambda _, square: way.index(square))))
    end = last.choose(here, way, "stands on the way that actions are left for")
    assert end is not None
    return follow(here, gait, stands_to(way, end))


def stands_to(way: list[Square], end: Square) -> tuple[Stand, ...]:
    """Return the stands of a way up to one of its squares."""
    return tuple(Stand(square.cell, square.facing) for square in way[: way.index(end) + 1])


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
    reach = gait.reach(here.position, actor(here), left(here))
    now = ruler(actor(here).place, foe(here).place)
    near = squares(here, gait, reach, facing_it=False)
    found = [square for square in near if from_target.of(here, square) < now]
    nearest = Priority[Square](rule, "as close as possible", least(from_target), least(way_there))
    if halt and any(halt(here, square) for square in found):
        found = [square for square in found if halt(here, square)]
        nearest = Priority[Square](rule, "the first square that is near enough", least(way_there))
    end = nearest.choose(here, found, "squares within reach that are nearer")
    return Cannot("no square within reach is nearer") if end is None else go(here, gait, reach, end)


def _cells(way: list[Square]) -> Iterator[Cell]:
    last = None
    for square in way:
        if square.cell != last:
            yield square.cell
        last = square.cell


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


# -- the straightest of all cheapest ways --------------------------------------------------------------------------


def straight_ways(
    position: Scene, mover: Mover, reach: TurningReach, ends: Iterable[Stand], last: Area
) -> list[tuple[Stand, ...]]:
    """Return every stand of a cheapest way to each end, both ends included; `last` are squares that nobody leaves."""
    back = _WayBack(position, mover, reach, last)
    return [back.way(end) for end in ends]


def on_the_way(position: Scene, mover: Mover, reach: TurningReach, end: Cell, last: Area) -> set[Stand]:
    """Return every stand that lies on some cheapest way to a square, both ends included."""
    back, cost = _WayBack(position, mover, reach, last), reach.cost(end)
    open_ = [Stand(end, facing) for facing in reach.facings(end) if reach.cost(end, facing) == cost]
    found = set(open_)
    while open_:
        fresh = [before for before in back.before(open_.pop()) if before not in found]
        found.update(fresh)
        open_ += fresh
    return found


class _WayBack:
    """Walks back from the ends of ways. Those to one square in several facings soon run together.

    So what comes before a stand is looked for once, and what is the same for all stands is taken once.
    """

    def __init__(self, position: Scene, mover: Mover, reach: TurningReach, last: Area) -> None:
        assert mover.turning is not None
        self.map, self.turning, self.reach, self.last = position.map, mover.turning, reach, last
        self.steps = step_costs(position.map, mover, position.state.changes).costs
        self.offs, self.orders = _compass(len(position.map.grid.directions))
        self.known: dict[Stand, Stand | None] = {}

    def way(self, end: Stand) -> tuple[Stand, ...]:
        """Return the stands of a cheapest way to an end, in order."""
        way = [end]
        while (stand := way[-1]) != self.reach.start:
            if stand not in self.known:
                self.known[stand] = next(self.before(stand), None)
            before = self.known[stand]
            if before is None:
                return self.reach.way(end.cell, end.facing)
            way.append(before)
        return tuple(reversed(way))

    def before(self, stand: Stand) -> Iterator[Stand]:
        """Yield the stands from which a cheapest way comes to a stand: straight ahead first, turns on the spot last."""
        spent = self.reach.cost(stand.cell, stand.facing)
        assert spent is not None
        facings, turned = self.orders[stand.facing], self.offs[stand.facing]
        turning, slots = self.turning, self.map.slots.of_cell
        for direction in facings:
            before = stand.cell.minus(self.map.grid.steps[direction])
            if before not in self.map or (before in self.last and before != self.reach.start.cell):
                continue
            place = self.map.ordinal(before)
            costs = self.reach.spent[place].tolist()
            if not any(UNREACHED < cost < spent for cost in costs):
                continue
            step = int(self.steps[slots[place], direction])
            for facing in facings if step != BARRED else ():
                extra, after = turning.step[self.offs[facing][direction]], turning.after[turned[facing]]
                if extra is None or after is None or costs[facing] == UNREACHED:
                    continue
                if costs[facing] + extra + after + step == spent:
                    yield Stand(before, facing)
        here = self.reach.spent[self.map.ordinal(stand.cell)].tolist()
        for facing in facings:
            pivot = turning.pivot[turned[facing]]
            if pivot and here[facing] != UNREACHED and here[facing] + pivot == spent:
                yield Stand(stand.cell, facing)


@lru_cache(maxsize=4)
def _compass(count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return how far each two of so many directions differ, and for each the others in order of that.

    >>> offs, orders = _compass(8)
    >>> offs[0], orders[0]
    ((0, 1, 2, 3, 4, 3, 2, 1), (0, 1, 7, 2, 6, 3, 5, 4))
    """
    offs = tuple(tuple(min((b - a) % count, (a - b) % count) for b in range(count)) for a in range(count))
    return offs, tuple(tuple(sorted(range(count), key=off.__getitem__)) for off in offs)
