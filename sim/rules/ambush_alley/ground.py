"""The eye and the ruler: sight, cover, ranges, combats, and where a unit gets to.

AAS-R-measure, AAS-R-cover: inches are measured from centre to centre and compared as squares of whole numbers. Nobody
has an arc of sight, and units block no line. Who is aboard a vehicle sees nobody, and nobody sees him. Cover is the
best single thing: two hedges are no wall. A unit is in cover if its own ground is cover, or if something shelters it
from every enemy that sees it. Where no enemy sees it, something that would shelter it from some side is enough: a wall,
a window, crates to crouch behind.

AAS-R-pace: costs of ways are half inches. A search says where a unit gets to; a price says what a way costs, part by
part, or why it cannot be gone. Both count the same steps, which a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Literal

import numpy as np

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import own_cover
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.movement import Mover
from sim.board.paths import Limits, Reach, safest_ways
from sim.board.paths import reach as search
from sim.board.sight import LinesOfSight
from sim.board.terrain import CellKind
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell, Edge
from sim.play.ways import way_price
from sim.rules.ambush_alley.figures import Support
from sim.rules.ambush_alley.state import Pace, Scene, Team, enemies, in_force, is_pinned, quality, regulars
from sim.solo.priority import Shown
from sim.tabletop import inches
from sim.tabletop.inches import Way, best_first, inch_text, least_of, within

RangeBand = Literal["optimum", "double", "far"]

# -- who is there ------------------------------------------------------------------------------------------------


def weapons(position: Scene, unit: Team) -> tuple[Support, ...]:
    """Return the support weapons that a unit can use."""
    if unit.weapon_out:
        return ()
    return tuple(position.battle.data.supports[id_] for id_ in unit.support)


def nearest_to_regulars(position: Scene, units: Iterable[Team]) -> tuple[Team, ...]:
    """AAS-SEQ: return those of some units that are nearest to any Regular; all of them where there is none."""
    squared, places = position.map.grid.squared, [unit.place for unit in regulars(position)]
    return least_of(units, lambda unit: min((squared(unit.place, place) for place in places), default=0))


# -- ranges ------------------------------------------------------------------------------------------------------


def optimum(position: Scene, unit: Team) -> int:
    """AAS-R-support: return the optimum range of a unit in inches: the faces of its Quality die.

    A support weapon doubles it where all of the dice are the weapon's, or by the other reading for the whole unit.
    """
    whole = unit.profile.kind == "vehicle" or position.battle.data.readings.support_range == "whole unit"
    return support_optimum(position, unit) if whole else quality(position, unit)


def support_optimum(position: Scene, unit: Team) -> int:
    """AAS-R-support: return the optimum range of a unit's support weapons; without any, that of its men."""
    times = position.battle.data.numbers.support_range if weapons(position, unit) else 1
    return quality(position, unit) * times


def always_optimum(position: Scene, unit: Team) -> bool:
    """Say whether every range is optimum for a unit: with a weapon on a vehicle or a mount."""
    return any(weapon.mounted for weapon in weapons(position, unit))


def range_band(position: Scene, unit: Team, target: Team) -> RangeBand:
    """AAS-R-optimum: say whether a target is within optimum range, beyond it and up to double, or further."""
    reach = optimum(position, unit)
    if always_optimum(position, unit) or within(position, unit.place, target.place, reach):
        return "optimum"
    return "double" if within(position, unit.place, target.place, 2 * reach) else "far"


# -- sight -------------------------------------------------------------------------------------------------------


def seen_by_enemies(position: Scene, unit: Team, cell: Cell | None = None) -> tuple[Team, ...]:
    """Return the enemies that see a unit where it stands, or would see it in another cell, in roster order."""
    row = position.lines.field_of_view(cell or unit.place)
    return tuple(enemy for enemy in enemies(position, unit.side) if enemy.cell in row)


# -- cover -------------------------------------------------------------------------------------------------------


def _area_where(holds: Callable[..., bool]) -> Callable[..., Area]:
    """Return the area of which something holds that depends on nothing but a cell and its neighbours, and keep it.

    To ask it of every cell takes long, and play changes few of them: the others are as they are printed.
    """

    @lru_cache(maxsize=64)
    def area(battle_map: BattleMap, changes: Changes, *how: bool) -> Area:
        ground = Ground(battle_map, changes)
        if changes == NO_CHANGES:
            return Area.of(battle_map, [cell for cell in battle_map.whole if holds(ground, cell, *how)])
        near = Area.of(battle_map, (cell for there in ground.changed_cells for cell in battle_map.grid.disc(there, 1)))
        now = Area.of(battle_map, [cell for cell in near if holds(ground, cell, *how)])
        return (area(battle_map, NO_CHANGES, *how) - near) | now

    return area


@_area_where
def own_cover_area(ground: Ground, cell: Cell) -> bool:
    """Say whether a cell's own ground is cover from all sides: buildings, ruins, scrub, sandbags."""
    return bool(best_first(ground.map, own_cover(ground, cell)))


@_area_where
def walled_area(ground: Ground, cell: Cell) -> bool:
    """AAS-R-cover: say the same also of a cell with something to stand behind: at a side, or low and beyond it."""
    beyond = (cell.plus(step) for step in ground.map.grid.side_steps)
    return cell in own_cover_area(ground.map, ground.changes) or any(_shelters(ground, cell, there) for there in beyond)


@_area_where
def may_be_sheltered(ground: Ground, cell: Cell, one_hand: bool) -> bool:
    """Say whether some line may find a cell sheltered: nowhere else need a line be traced.

    One with cover of its own or something to stand behind, or beside as many things that block sight as a line that
    grazes them needs: one hand by some conventions, else both.
    """
    if cell in walled_area(ground.map, ground.changes):
        return True
    beside = (there for step in ground.map.grid.side_steps if (there := cell.plus(step)) in ground.map)
    return sum(any(kind.blocks_sight for kind in _kinds(ground, there)) for there in beside) >= (1 if one_hand else 2)


def _kinds(ground: Ground, cell: Cell) -> tuple[CellKind, ...]:
    return (ground.terrain_at(cell), *ground.features_at(cell))


def _shelters(ground: Ground, cell: Cell, beyond: Cell) -> bool:
    """Say whether a side of a cell shelters it, or a low object in the cell beyond that side."""
    low = [kind for kind in _kinds(ground, beyond) if kind.shelters_behind] if beyond in ground.map else []
    side, classes = ground.edge_at(Edge.between(cell, beyond)), ground.map.terrain_set.cover_classes
    return any(classes.index(kind.cover) for kind in (side, *low) if kind is not None)


# -- combats -----------------------------------------------------------------------------------------------------


def nearest_combat(position: Scene, cell: Cell, length: int) -> tuple[Cell, ...]:
    """AAS-CIV-4: return where the nearest combat was, within so many inches; all places that are equally near.

    Each once, in the order in which they were fought: where somebody fired, and where he was fired at.
    """
    places = dict.fromkeys(place for combat in position.state.combats for place in (combat.by, combat.at))
    near = (place for place in places if within(position, cell, place, length))
    return least_of(near, lambda place: position.map.grid.squared(cell, place))


def in_cover(position: Scene, unit: Team) -> bool:
    """AAS-R-cover: say whether a unit is in cover where it stands."""
    return unit.cell is not None and bool(watch(position, unit).sheltered(unit.cell).key)


class Lookout:
    """What some enemies, where they stand, see of every cell, and whether it is sheltered from them.

    It is kept: hundreds of cells are asked about, time and again.
    """

    def __init__(self, lines: LinesOfSight, viewers: tuple[tuple[str, Cell], ...]) -> None:
        self._lines, self._viewers, map_ = lines, viewers, lines.ground.map
        self._ordinal = map_.ordinal
        codes = np.zeros(len(map_.cells), dtype=object if len(viewers) > 62 else np.int64)
        for n, (_, cell) in enumerate(viewers):
            codes |= lines.field_of_view(cell).mask().astype(codes.dtype) << n
        self._codes: list[int] = codes.tolist()
        """By cell, a bit for each enemy that sees it."""
        self._names: dict[int, str] = {0: ""}
        self._own = own_cover_area(map_, lines.ground.changes)
        self._walled = walled_area(map_, lines.ground.changes)
        self._traced = may_be_sheltered(map_, lines.ground.changes, lines.convention.grazing_cover)
        self.unseen = cache(self._unseen)
        """Whether no enemy sees a cell, and who does."""
        self.seen = cache(self._seen)
        """Whether an enemy would be in sight from a cell, and which."""
        self.sheltered = cache(self._sheltered)
        """AAS-R-cover: whether a cell is in cover, and from whom it is not."""

    def _unseen(self, cell: Cell) -> Shown:
        who = self._who(self._codes[self._ordinal(cell)])
        return Shown(not who, f"seen by {who}" if who else "unseen")

    def _seen(self, cell: Cell) -> Shown:
        who = self._who(self._codes[self._ordinal(cell)])
        return Shown(bool(who), f"sees {who or 'nobody'}")

    def _sheltered(self, cell: Cell) -> Shown:
        if cell in self._own:
            return Shown(True, "cover of its own")
        code = self._codes[self._ordinal(cell)]
        if not code:
            walled = cell in self._walled
            return Shown(walled, f"unseen, {'something' if walled else 'nothing'} to stand behind")
        # Those of the enemies that see the cell are left against whom nothing shelters it.
        for n, (_, at) in enumerate(self._viewers) if cell in self._traced else ():
            if code >> n & 1 and inches.line_covers(self._lines, at, cell):
                code &= ~(1 << n)
        return Shown(not code, f"no cover from {self._who(code)}" if code else "sheltered from all who see it")

    def _who(self, code: int) -> str:
        if code not in self._names:
            self._names[code] = ", ".join(id_ for n, (id_, _) in enumerate(self._viewers) if code >> n & 1)
        return self._names[code]


def watch(position: Scene, unit: Team) -> Lookout:
    """Return what the enemies of a unit see."""
    return _watch(position.lines, tuple([(enemy.id, enemy.place) for enemy in enemies(position, unit.side)]))


_watch = lru_cache(maxsize=64)(Lookout)


# -- how far -----------------------------------------------------------------------------------------------------

RULE = "AAS-R-pace"


def mover(position: Scene, unit: Team) -> Mover:
    """Return how a unit moves over the ground, in half inches."""
    return inches.half_inch_mover(unit.profile.movement, position.map.scale.per_cell)


def held(position: Scene, unit: Team) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot move at all; None if it can."""
    if unit.cell is None:
        return Refusal("aboard a vehicle", RULE) if unit.aboard else Refusal("not on the table", TABLE_SENSE)
    if unit.immobilised:
        return Refusal("immobilised", RULE)
    return Refusal("pinned", RULE) if is_pinned(position, unit) else None


def rapid_refusal(position: Scene, unit: Team) -> str | None:
    """AAS-R-pace: say why a unit cannot move Rapid; None if it can."""
    if unit.profile.kind == "mob":
        return "a mob does not hurry"
    if unit.penalty:
        return "wounded are with it"
    cards = in_force(position, unit, "no rapid")
    return cards[0].name if cards else None


def fastest(position: Scene, unit: Team) -> Pace:
    """Return the best pace that a unit can move at: its top speed."""
    return "cautious" if rapid_refusal(position, unit) else "rapid"


def allowance(position: Scene, unit: Team, pace: Pace) -> int:
    """Return how many half inches a unit may move at a pace; 0 where it may not move, or not at that pace."""
    if held(position, unit) or (pace == "rapid" and rapid_refusal(position, unit)):
        return 0
    data = position.battle.data
    if unit.profile.kind == "mob":
        return 2 * data.numbers.mob_move
    paces = data.paces[unit.profile.movement]
    return 2 * (paces.rapid if pace == "rapid" else paces.cautious)


def pace_for(position: Scene, unit: Team, cost: int) -> Pace:
    """Return the pace of a move that costs so much: nobody runs further than he must, or faster."""
    return "cautious" if cost <= allowance(position, unit, "cautious") else fastest(position, unit)


def reach(position: Scene, unit: Team, pace: Pace) -> Reach:
    """Return where a unit can move to at a pace, its own cell included. Costs are half inches."""
    budget = allowance(position, unit, pace)
    limits = Limits(budget, occupied(position, unit), one_step=pace == "cautious" and budget > 0)
    return inches.kept_reach(position.ground, mover(position, unit), unit.place, limits)


def occupied(position: Scene, unit: Team) -> Area:
    """Return the cells in which other units stand."""
    return inches.taken_cells(position, unit, _in_the_way)


def _in_the_way(position: Scene, unit: Team, other: Team) -> bool:
    return not other.gone


# -- what a way costs --------------------------------------------------------------------------------------------


def way_refusal(position: Scene, unit: Team, way: Way, pace: Pace) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot go a way at a pace; None if it can. Whose turn it is is not asked."""
    if refused := held(position, unit):
        return refused
    if pace == "rapid" and (reason := rapid_refusal(position, unit)):
        return Refusal(f"no {unit.at_pace(pace).name} move: {reason}", RULE)
    cost = price(position, unit, way)
    if isinstance(cost, str):
        return Refusal(cost, RULE)
    most = allowance(position, unit, pace)
    if cost.total <= most or (pace != "rapid" and len(way) == 1):
        return None
    return Refusal(f"too far: {inch_text(cost.total)}, and a {unit.at_pace(pace).name} move is {inch_text(most)}", RULE)


def price(position: Scene, unit: Team, way: Way) -> Check | str:
    """Add up what a way costs in half inches, part by part; a str says why it cannot be gone."""
    if not way or way[-1] == unit.cell:
        return "that leads nowhere"
    return way_price(position, mover(position, unit), unit.place, way, occupied(position, unit))


# -- what is watched ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def seen_from(lines: LinesOfSight, cells: tuple[Cell, ...]) -> Area:
    """Return every cell that is seen from some others."""
    return reduce(or_, map(lines.field_of_view, cells), Area(lines.ground.map, 0))


def danger(position: Scene, unit: Team) -> Area:
    """Return every cell that some enemy of a unit sees."""
    return seen_from(position.lines, tuple(enemy.place for enemy in enemies(position, unit.side)))


def safe_ways(position: Scene, unit: Team) -> Reach:
    """AAS-R-safest: return the ways to everywhere that enter the fewest cells in sight of the enemy, then the shortest.

    A budget is not heeded: the way is chosen whole and then walked as far as the move goes.
    """
    seen, closed = danger(position, unit), occupied(position, unit)
    return _safe_ways(position.ground, mover(position, unit), unit.place, seen, Limits(closed=closed))


_safe_ways = lru_cache(maxsize=256)(safest_ways)


def leads(position: Scene, unit: Team, goal: Cell) -> Reach:
    """AAS-R-way: return how far it is over the ground from everywhere to a goal, for such a unit, past anybody else."""
    return inches.kept_leads(position.ground, mover(position, unit), goal)


# -- contact -----------------------------------------------------------------------------------------------------


def contact_refusal(position: Scene, unit: Team, cell: Cell, target: Team) -> Refusal | None:
    """AAS-R-assault: say why a unit in a cell is not in contact with another; None if it is, or would be there."""
    return inches.contact_refusal(position, mover(position, unit), cell, target, "AAS-R-assault")


def in_contact(position: Scene, unit: Team) -> tuple[Team, ...]:
    """Return the enemies on foot who stand beside a unit and could get at it, in roster order, seen or not."""
    beside = (enemy for enemy in enemies(position, unit.side) if enemy.profile.kind == "team")
    return tuple(enemy for enemy in beside if contact_refusal(position, enemy, enemy.place, unit) is None)


def nearest_room(position: Scene, unit: Team, place: Cell, *, beside: bool = False) -> tuple[Cell, ...]:
    """Return the free cells that are nearest to a place over the ground for such a unit, in map order.

    Several where they are equally near; none on a table that is full. `beside` leaves out the place itself.
    """
    ways = search(position.ground, mover(position, unit), place)
    free = (cell for cell in ways.area if not position.state.units.at(cell) and not (beside and cell == place))
    return least_of(free, lambda cell: ways.cost(cell) or 0)
