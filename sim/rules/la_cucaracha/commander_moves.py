"""Where the stand-in for a player sends its units: off the table, to objectives, where they can shoot, into cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import Acting, best, hundredths, ordered
from sim.rules.la_cucaracha import prospects
from sim.rules.la_cucaracha.choices import Here, actor
from sim.rules.la_cucaracha.ground import anchored, flies, leads, nearest, reach
from sim.rules.la_cucaracha.orders import Advance, Shoot
from sim.rules.la_cucaracha.printed_orders import Going
from sim.rules.la_cucaracha.prospects import Volley, Zones, at_ease, guards, volley, volleys
from sim.rules.la_cucaracha.scene import enemies
from sim.rules.la_cucaracha.shooting import has_target_from
from sim.rules.la_cucaracha.units import Pace, Troop
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, require

WORTH_MOVING = Fraction(3, 20)
"""Points to be hoped for from hasty shots that make a move for them worth it."""


@quickly_made
@dataclass(frozen=True)
class Errand:
    """A unit and a place that it could be sent to."""

    unit: Troop
    goal: Cell
    way: int
    """Half inches that are left to go."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.unit.id


Errands = Callable[[Here], Iterator[Errand]]


def mobile(here: Here) -> list[Troop]:
    """Return the units that could be sent somewhere."""
    return [unit for unit in at_ease(here) if not anchored(unit)]


def _errands(here: Here, unit: Troop, goals: Iterable[Cell]) -> Iterator[Errand]:
    """Yield the nearest goal of several by the way that such troops have to go."""
    found = []
    for goal in goals:
        cost = int(leads(here.position, unit, goal)[here.position.map.ordinal(unit.place)])
        if cost != UNREACHED and goal != unit.cell:
            found.append((cost, goal))
    if found:
        cost, goal = min(found, key=lambda each: (each[0], here.position.map.ordinal(each[1])))
        yield Errand(unit, goal, cost)


def _exits(here: Here) -> Iterator[Errand]:
    exits = [each for each in here.battle.data.engagement.exits if each.side == here.side and each.points > 0]
    if exits:
        for unit in mobile(here):
            if not any(unit.cell in each.cells for each in exits):
                yield from _errands(here, unit, [cell for each in exits for cell in each.cells])


def _in_reach(here: Here) -> Iterator[Errand]:
    """Yield who could take an objective with this card."""
    for unit in mobile(here):
        if flies(here.position, unit) or guards(here.position, unit):
            continue
        run = reach(here.position, unit, "rapid").area | reach(here.position, unit, "advance").area
        for objective in prospects.wanted(here):
            if unit.cell not in objective.cells:
                yield from _errands(here, unit, [cell for cell in objective.cells if cell in run])


def _attack(here: Here) -> Iterator[Errand]:
    """Yield whom to send where, for a side that has to attack: to objectives, or if there are none at the enemy."""
    if prospects.is_ahead(here):
        return
    cells = [cell for each in prospects.wanted(here) for cell in each.cells[:3]]
    for unit in mobile(here):
        if guards(here.position, unit) or _shoots_well(here, unit):
            continue
        if cells and not flies(here.position, unit):
            yield from _errands(here, unit, cells)
        else:
            near = nearest(here.position, unit, enemies(here.position, here.side))[:1]
            yield from (Errand(unit, enemy.place, 0) for enemy in near)


def _shoots_well(here: Here, unit: Troop) -> bool:
    """Say whether a unit does better to stand and shoot than to go on and shoot hastily."""
    return any(each.points >= WORTH_MOVING for each in volleys(here.position, unit))


def _list(idea: str, what: str) -> Priority[Errand]:
    return Priority(
        idea,
        what,
        least(Measure("inches to go", lambda _, each: Shown(each.way, f'{each.way / 2:g}"'))),
        most(Measure("figures", lambda _, each: each.unit.figures)),
    )


@dataclass(frozen=True)
class Purpose:
    """What units are sent for: who could go, and who goes first."""

    errands: Errands
    choice: Priority[Errand]
    none: str


EXITS = Purpose(_exits, _list("HOUSE-LEAVE", "who goes for an exit"), "there is no exit to go for")
OBJECTIVES = Purpose(_in_reach, _list("HOUSE-TAKE", "who takes an objective"), "no objective is in reach")
ATTACK = Purpose(_attack, _list("HOUSE-CLOSER", "who attacks"), "there is nobody to send, or no need")


def go(purpose: Purpose) -> Callable[[Here], Intent | Cannot | Plan]:
    """Return the act of sending a unit on an errand, with hasty shots after an Advance."""

    def act(here: Here) -> Intent | Cannot | Plan:
        candidates = list(purpose.errands(here))
        while candidates:
            errand = purpose.choice.choose(here, candidates, "units that could be sent")
            assert errand is not None
            order = _step(here, errand)
            if not isinstance(order, Cannot):
                return _and_shots(errand.unit, order)
            here.say(f"{errand.unit.id}: {order.reason}")
            candidates.remove(errand)
        return Cannot(purpose.none)

    return act


def _step(here: Here, errand: Errand) -> Intent | Cannot:
    """Return the move that brings a unit nearest to its goal: an Advance if that is as good, for the shots after it."""
    paces: tuple[Pace, ...] = ("advance", "rapid")
    found = []
    for pace in paces:
        best = _nearest_cell(here, errand, pace)
        if best is not None:
            found.append((best[0], pace, best[1]))
    if not found:
        return Cannot("no step leads nearer")
    left, pace, way = found[0]
    if len(found) > 1 and found[1][0] < left and not _could_shoot_from(here, errand.unit, way[-1]):
        left, pace, way = found[1]
    return ordered(here, Advance(errand.unit.id, way, pace))


def _nearest_cell(here: Here, errand: Errand, pace: Pace) -> tuple[int, tuple[Cell, ...]] | None:
    """Return what is left to go after a move, and its way; None where no move leads nearer."""
    unit, position = errand.unit, here.position
    run, left = reach(position, unit, pace), leads(position, unit, errand.goal)
    now = left[position.map.ordinal(unit.place)]
    reached = (run.spent != UNREACHED) & (left != UNREACHED)
    if now == UNREACHED or not reached.any():
        return None
    least_left = int(left[reached].min())
    if least_left >= now:
        return None
    cells = tuple(Area.where(position.map, reached & (left == least_left)))
    end = min(cells, key=lambda cell: (run.cost(cell) or 0, position.map.ordinal(cell)))
    return least_left, run.way(end)[1:]


def _and_shots(unit: Troop, order: Intent) -> Plan:
    """Return the move as a plan, with the best hasty volley after it."""
    return Acting(unit.id, Going(order, _parting_shot))


PARTING_SHOT: Priority[Volley] = Priority(
    "HOUSE-SHOOT",
    "the volley with the best prospects",
    most(Measure("points to be hoped for", lambda _, each: hundredths(each.points))),
)


def _parting_shot(here: Here) -> Intent | Cannot | None:
    if here.state.moved == "rapid":
        return None
    unit = actor(here)
    found = volleys(here.position, unit, hasty=True)
    shot = PARTING_SHOT.choose(here, found, "volleys that could be shot after the move") if found else None
    return None if shot is None else ordered(here, Shoot(unit.id, shot.target.id, hasty=True))


# -- to shoot ----------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Post:
    """A cell to go to, and what is to be hoped for from hasty shots there, in points."""

    unit: Troop
    cell: Cell
    subject: str
    """What notes call it."""
    hoped: Fraction
    threatened: Zones


def _post(here: Here, unit: Troop, cell: Cell, hoped: Fraction, threatened: Zones) -> Post:
    return Post(unit, cell, f"{unit.id} in {here.position.name(cell)}", hoped, threatened)


def _hope_left(here: Here, post: Post) -> Shown:
    """Take off what is to be feared in a place, which is only worked out for those that are worth it."""
    feared = prospects.exposure(here.position, post.unit, post.cell, post.threatened) * prospects.worth(post.unit)
    return hundredths(post.hoped - feared)


def hopes(here: Here, unit: Troop, cells: Area) -> Iterator[tuple[Cell, Fraction]]:
    """Yield those of some cells from which hasty volleys could be shot, with what the best of them would be worth."""
    if not unit.loaded or not unit.ready:
        return
    position, zones = here.position, prospects.targets(here.position, unit)
    anywhere = reduce(or_, (zone for _, zone in zones), Area(position.map, 0))
    for cell in cells & anywhere:
        there = unit.changed(cell=cell)
        hoped = (volley(position, there, enemy, hasty=True).points for enemy, zone in zones if cell in zone)
        yield cell, max(hoped)


def _could_shoot_from(here: Here, unit: Troop, cell: Cell) -> bool:
    return unit.loaded and unit.ready and has_target_from(here.position, unit, cell)


def _hope_from(here: Here, unit: Troop, cell: Cell) -> Fraction:
    return next((hoped for _, hoped in hopes(here, unit, Area.of(here.position.map, [cell]))), Fraction(0))


def _inches_to_go(here: Here, post: Post) -> Shown:
    cost = reach(here.position, post.unit, "advance").cost(post.cell) or 0
    return Shown(cost, f'{cost / 2:g}"')


BALANCE: Measure[Here, Post] = Measure("points to be hoped for less those to be feared", _hope_left)
POST: Priority[Post] = Priority(
    "HOUSE-POST",
    "the best place to shoot from",
    require(Measure("worth it", lambda _, each: Shown(each.hoped >= WORTH_MOVING, f"{float(each.hoped):.2f} points"))),
    most(BALANCE),
    least(Measure("inches to go", _inches_to_go)),
)
SHELTER: Priority[Post] = Priority("HOUSE-COVER", "the best cover near by", most(BALANCE))


def _all_posts(here: Here) -> list[Post]:
    """Return where those could go and shoot who cannot shoot from where they are."""
    able = [unit for unit in mobile(here) if not guards(here.position, unit)]
    return [post for unit in able if not volleys(here.position, unit) for post in _posts(here, unit)]


def _posts(here: Here, unit: Troop) -> Iterator[Post]:
    position = here.position
    others = reach(position, unit, "advance").area - Area.of(position.map, [unit.place])
    threatened = prospects.threats(position, unit)
    for cell, hoped in hopes(here, unit, others):
        if hoped:
            yield _post(here, unit, cell, hoped, threatened)


def _shelters(here: Here) -> list[Post]:
    """Return where those find cover who stand where they can be shot at."""
    return [post for unit in mobile(here) if (post := _shelter(here, unit)) is not None]


def _shelter(here: Here, unit: Troop) -> Post | None:
    """Return the safest place near by; None for who needs none or finds none."""
    position = here.position
    if flies(position, unit) or guards(position, unit):
        return None
    threatened = prospects.threats(position, unit)
    now = prospects.exposure(position, unit, unit.place, threatened)
    if not now:
        return None
    near = reach(position, unit, "half")
    places = [(prospects.exposure(position, unit, cell, threatened), cell) for cell in near.area]
    feared, cell = min(places, key=lambda each: (each[0], near.cost(each[1]), position.map.ordinal(each[1])))
    return _post(here, unit, cell, _hope_from(here, unit, cell), threatened) if feared < now else None


def _taken_up(pace: Pace) -> Callable[[Here, Post], Intent | Cannot | Plan]:
    def order(here: Here, post: Post) -> Intent | Cannot | Plan:
        way = reach(here.position, post.unit, pace).way(post.cell)[1:]
        order = ordered(here, Advance(post.unit.id, way, pace))
        return order if isinstance(order, Cannot) else _and_shots(post.unit, order)

    return order


moves_to_shoot = best(POST, _all_posts, "places to shoot from", _taken_up("advance"), "no such place is in reach")
"""Advance to where the enemy can be shot at."""
take_cover = best(SHELTER, _shelters, "places with better cover", _taken_up("half"), "nobody needs cover, or finds any")
"""Go half an Advance to where less is to be feared."""
