"""What every instruction needs: who acts against whom, with what, and where he could go; orders that several give.

`sim.solo.moves` looks for cells; here a stand counts, a square and the direction one faces there, because the target
must be in view at the end of a move and turning costs actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

import numpy as np

from sim.board.paths import UNREACHED, Stand, TurningReach
from sim.engine.chance import ChanceRefused, Scripted
from sim.engine.dice import D6
from sim.engine.game import Game, Start
from sim.engine.notes import Tried
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.grid import Cell, Edge
from sim.memo import memo
from sim.play.book import of_this_book
from sim.play.commander import does, ordered, plan_of, unless
from sim.rules.outlaws.combat.shots import blocked_by, could_wound
from sim.rules.outlaws.combat.weapons import OwnedWeapon, in_hand, weapons_of
from sim.rules.outlaws.ground.cover import can_take_cover, cover_from, in_cover
from sim.rules.outlaws.ground.moves import Gait, Stands, StraightWays
from sim.rules.outlaws.ground.sight import all_round, could_turn_to_see, facings_to_see, ruler, sees
from sim.rules.outlaws.orders.handling import Draw
from sim.rules.outlaws.orders.moving import BY_GAIT, GetUp, HitTheDirt, TakeCover, Turnaround, Wait, WorkDoor
from sim.rules.outlaws.orders.shooting import Snap
from sim.rules.outlaws.state import (
    Character,
    Item,
    OutlawsData,
    OutlawsPosition,
    OutlawsState,
    enemies,
    favoured,
    free_hand,
)
from sim.solo.plans import ByScore, Cannot, Option, Plan
from sim.solo.priority import Measure, Measured, Priority, at_a_look, least, measure, most
from sim.solo.situation import Situation

OutlawsSituation = Situation[OutlawsState, OutlawsData]


def foe(here: OutlawsSituation) -> Character:
    """Return the target as it is now: an order may have wounded it, or made it move, since it was chosen."""
    assert isinstance(here.target, Character)
    return here.state.unit(here.target.id)


def left(here: OutlawsSituation) -> int:
    """Return the actions that are left of the counter."""
    return here.state.actions


def too_few(here: OutlawsSituation, purpose: str) -> Cannot:
    """Say that the actions that are left do not do for something."""
    number = left(here)
    return Cannot(f"{counted(number, 'action')} {'is' if number == 1 else 'are'} too few for {purpose}")


def visible_enemies(position: OutlawsPosition, unit: Character) -> list[Character]:
    """OUT-FOV: the conscious enemies that a character sees, or could turn to see."""
    return [enemy for enemy in enemies(position, unit.side) if could_turn_to_see(position, unit, enemy)]


def gone(here: OutlawsSituation) -> str:
    """Say why nothing can be done about the target any more; nothing while it is a target."""
    target = foe(here)
    if target.out or target.cell is None:
        return f"{target.id} is out of the fight"
    return "it is unconscious" if here.unit.out else ""


against = partial(unless, gone)
"""For what is done to a target: not once that is none any more."""


@memo(by=lambda position, unit, target: (unit.id, unit.cell, unit.facing, target.id, target.cell))
def useful(position: OutlawsPosition, unit: Character, target: Character) -> list[OwnedWeapon]:
    """OUT-SHOOT-2: return the weapons with which a standard Shoot could wound the target, loaded, drawn or not.

    From where somebody stands, or would stand: every part of a Shoot asks for it again.
    """
    return [
        weapon
        for weapon in weapons_of(position, unit)
        if weapon.of_use and wounds_from_here(position, unit, target, weapon)
    ]


def wounds_from_here(position: OutlawsPosition, unit: Character, target: Character, weapon: OwnedWeapon) -> bool:
    """OUT-SHOOT-2: say whether a weapon could wound the target, in the hand that holds it or that would draw it.

    OUT-SHOOT-8: what takes more actions than its owner will ever have again wounds nobody, so that it is not drawn
    only to be dropped.
    """
    if min((shot.actions for shot in weapon.kind.shots.values()), default=0) > unit.allowance:
        return False
    if not weapon.held:  # for a weapon that it draws it puts away the others that it holds
        unit = unit.changed(**{other.hand: None for other in in_hand(position, unit) if other.hand})
        unit = unit.changed(**{free_hand(position, unit, weapon.item) or favoured(position, unit)[0]: weapon.item})
    return could_wound(position, unit, target, weapon.item)


fired: Measure[OutlawsSituation, OwnedWeapon] = Measure("fired, not thrown", lambda _, weapon: weapon.fires)
"""OUT-THROW: nobody throws his knife away while a gun or a bow will do."""


@measure("not in a hand yet, and there is a hand for it")
def drawable(here: OutlawsSituation, weapon: OwnedWeapon) -> Measured:
    """OUT-SHOOT-2."""
    if weapon.held:
        return Measured(False, "held")
    hand = free_hand(here.position, here.unit, weapon.item)
    return Measured(hand is not None, f"the {hand} hand" if hand else "no hand is free")


# -- which die ------------------------------------------------------------------------------------------------


def sees_nobody(here: OutlawsSituation) -> bool:
    """OUT-DIE-dark: say whether it can neither see nor turn to see any conscious enemy."""
    seen = visible_enemies(here.position, here.unit)
    here.say(f"it can see, or turn to see, {', '.join(enemy.id for enemy in seen) or 'nobody'}", "OUT-DIE-dark")
    return not seen


def without_cover(here: OutlawsSituation) -> bool:
    """OUT-DIE-medium, OUT-MIXED: say whether there is an enemy in sight from whom it has no cover.

    OUT-DIE-prone: lying down is none.
    """
    unit, bare, covered = here.unit, False, False
    for enemy in visible_enemies(here.position, unit):
        if in_cover(here.position, unit, enemy):
            found = cover_from(here.position, unit.place, enemy.place, covering=unit.covering)
            here.say(f"cover from {enemy.id}: {found[0].reason}", "OUT-DIE-light")
            covered = True
        else:
            here.say(f"no cover from {enemy.id}", "OUT-DIE-medium")
            bare = True
    if bare and covered and here.battle.data.readings.mixed_cover == "light":
        here.say("cover from some of them will do", "OUT-MIXED")
        return False
    return bare


# fmt: off
DICE: tuple[tuple[str, str, Callable[[OutlawsSituation], bool]], ...] = (
    ("OUT-DIE-dark", "the dark die: it cannot see, or turn to see, any conscious enemy", sees_nobody),
    ("OUT-DIE-medium", "the medium die: it has no cover from somebody that it can see, or turn to see", without_cover),
    ("OUT-DIE-light", "the light die: it has cover from all of them", lambda here: True),
)
# fmt: on
"""By colour its rule, and when it is thrown: the first that is so."""

# -- orders that several instructions give -------------------------------------------------------------------------


@against
def turn_to_target(here: OutlawsSituation) -> Intent | Cannot:
    """Turn on the spot so that the target is in view: to look most straight at it, of two the first from north."""
    unit, target = here.unit, foe(here)
    if sees(here.position, unit, target):
        return Cannot(f"{target.id} is in view")
    if not could_turn_to_see(here.position, unit, target):
        return Cannot(f"no turn brings {target.id} into view")
    return ordered(here, Turnaround(unit.id, here.position.map.grid.towards(unit.place, target.place)[0]))


@against
def take_cover(here: OutlawsSituation) -> Intent | Cannot:
    """Take cover where that shelters from the target."""
    unit = here.unit
    if unit.covering:
        return Cannot("it has taken cover already")
    if unit.prone or unit.mounted:
        return Cannot("it is prone" if unit.prone else "it is mounted")
    if reason := can_take_cover(here.position, unit):
        return Cannot(reason)
    cell, enemy = unit.place, foe(here).place
    if not cover_from(here.position, cell, enemy, covering=True):
        return Cannot(f"nothing there shelters from {foe(here).id}")
    if cover_from(here.position, cell, enemy, covering=False):
        return Cannot("it is in cover anyway")
    return ordered(here, TakeCover(unit.id))


hit_the_dirt = unless(
    {"it is unconscious": lambda here: here.unit.out, "already prone": lambda here: here.unit.prone}, does(HitTheDirt)
)
"""Go prone; a rider dismounts (OUT-P-1)."""
get_up = unless({"it is not prone": lambda here: not here.unit.prone}, does(GetUp))
wait = does(Wait)
"""OUT-WAIT: do nothing."""


def draw_item(here: OutlawsSituation, item: Item) -> Intent | Cannot:
    """Take something that is carried into the better hand that is free."""
    hand = free_hand(here.position, here.unit, item)
    return Cannot("no hand is free") if hand is None else ordered(here, Draw(here.unit.id, item.id, hand))


spent = unless({"there are actions left": lambda here: left(here) > 0}, wait)
"""OUT-SEQ: without actions there is no die."""


def snap(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SNAP-1: try a snapshot at whoever came into view or fired; nobody out of range is asked."""
    return ordered(here, Snap(here.unit.id, here.ask.about or ""))


# -- where to go: squares within reach, and how one would stand there -------------------------------------------------


class Square(NamedTuple):
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


def standing(here: OutlawsSituation) -> Square:
    """Return where the actor stands, as a square that it has come to."""
    unit = here.unit
    return Square(unit.place, unit.facing, 0, sees=sees(here.position, unit, foe(here)))


def within_reach(
    here: OutlawsSituation, gait: Gait, *, facing_it: bool = True, actions: int | None = None
) -> tuple[Square, ...]:
    """Return every square within reach of so many actions, of those that are left if none are named, in map order.

    Each has the cheapest way there; with `facing_it` the cheapest of those that end with the target in view, where one
    does: turning costs actions, so that it is asked for only where the rule wants the target to be visible. Squares of
    enemies are left out: one enters them by the shortest way, to brawl, and never looks for cover there.
    """
    target = foe(here).id if facing_it else ""
    return _within_reach(
        here.position, here.unit.id, here.side, gait, target, left(here) if actions is None else actions
    )


@memo
def _within_reach(
    position: OutlawsPosition, who: str, side: str, gait: Gait, facing: str, actions: int
) -> tuple[Square, ...]:
    unit, found = position.state.unit(who), list[Square]()
    reach = gait.reach(position, unit, actions)
    faced = position.state.unit(facing) if facing else None
    in_sight = frozenset(all_round(position, faced) & reach.area) if faced else frozenset[Cell]()
    theirs, prices = {enemy.cell for enemy in enemies(position, side)}, dict[int, int]()
    spent = reach.spent[reach.area.mask()]
    cheapest = np.where(spent == UNREACHED, np.iinfo(np.int32).max, spent).argmin(axis=1).tolist()
    for cell, costs, first in zip(reach.area, spent.tolist(), cheapest, strict=True):
        if cell in theirs and cell != unit.cell:
            continue
        ahead = facings_to_see(position, cell, faced.place) if faced and cell in in_sight else ()
        end, is_seen = first, first in ahead  # the cheapest of all facings is the cheapest of those, if it is one
        if ahead and not is_seen:
            seeing = [f for f in ahead if costs[f] != UNREACHED]
            end, is_seen = min(seeing, key=costs.__getitem__, default=first), bool(seeing)
        length = costs[end]
        if length not in prices:
            prices[length] = gait.actions(position, length)
        found.append(Square(cell, end, prices[length], is_seen, length))
    return tuple(found)


def go(here: OutlawsSituation, gait: Gait, square: Square) -> Intent | Cannot:
    """Return the order that leads to a square within reach; staying is none.

    OUT-WAY: of ways that cost the same the straightest, whichever way one faces at its end, if only the target is in
    view there where it was to be, and the way goes on from there where it leads further.
    """
    unit, reach = here.unit, gait.reach(here.position, here.unit, left(here))
    if (square.cell, square.facing) == (unit.cell, unit.facing):
        return Cannot(f"it is in {here.position.name(square.cell)} already")
    seeing = facings_to_see(here.position, square.cell, foe(here).place) if square.sees else reach.facings(square.cell)
    facings = square.onward or seeing
    ends = [Stand(square.cell, facing) for facing in facings if reach.cost(square.cell, facing) == square.length]
    ways = StraightWays(here.position, unit, gait.mover(here.battle.data.numbers, unit), reach)
    return follow(here, gait, ways.straightest(ends)[1:])


def best_square(
    here: OutlawsSituation, gait: Gait, choice: Priority[Square], none: str, *, facing_it: bool = True
) -> Intent | Cannot:
    """Go to the square that a list chooses among those within reach; `none` says what it means that there is none."""
    end = choice.choose(here, within_reach(here, gait, facing_it=facing_it), "squares within reach")
    return Cannot(none) if end is None else go(here, gait, end)


def follow(here: OutlawsSituation, gait: Gait, way: Sequence[Square] | Stands) -> Intent | Cannot:
    """Return the order to go a way."""
    return ordered(here, BY_GAIT[gait](here.unit.id, tuple(Stand(each.cell, each.facing) for each in way)))


# -- measures ------------------------------------------------------------------------------------------------------


target_in_view: Measure[OutlawsSituation, Square] = Measure(
    "the target is in view there", lambda _, square: square.sees
)
"""Facing included: the last turn is part of the way."""
way_there: Measure[OutlawsSituation, Square] = Measure(
    "cost of the way, turns included", lambda _, square: square.length
)


@at_a_look("there is cover from the target")
def some_cover(here: OutlawsSituation) -> Callable[[Square], Measured]:
    """OUT-COVER-search: what stands there, and what Take Cover would make use of."""
    position, enemy = here.position, foe(here).place

    def cover(square: Square) -> Measured:
        found = cover_from(position, square.cell, enemy, covering=True)
        return Measured(bool(found), found[0].reason if found else "none")

    return cover


@at_a_look("squares from the target")
def from_target(here: OutlawsSituation) -> Callable[[Square], int]:
    """OUT-ADV-walk-1."""
    target = foe(here).place
    return lambda square: ruler(square.cell, target)


@measure("in no cover, or prone")
def exposed(here: OutlawsSituation, enemy: Character) -> Measured:
    """OUT-T-cover, OUT-MOVE-ride-tuwa-1: from where the auto is."""
    if enemy.prone:
        return Measured(True, "prone")
    sheltered = in_cover(here.position, enemy, here.unit)
    return Measured(not sheltered, "in cover" if sheltered else "in no cover")


# -- the shortest way ----------------------------------------------------------------------------------------------


def way_to(here: OutlawsSituation, gait: Gait, reach: TurningReach, cell: Cell) -> list[Square]:
    """OUT-WAY: return the stands on the straightest of the cheapest ways to a square; none where there is no way.

    The present stand is left out.
    """
    cost, unit = reach.cost(cell), here.unit
    if cost is None:
        return []
    ends = [Stand(cell, facing) for facing in reach.facings(cell) if reach.cost(cell, facing) == cost]
    ways = StraightWays(here.position, unit, gait.far_mover(here.battle.data.numbers, unit), reach)
    return [_stand_on(here, gait, reach, stand) for stand in ways.straightest(ends)[1:]]


def _stand_on(here: OutlawsSituation, gait: Gait, reach: TurningReach, stand: Stand) -> Square:
    length = reach.cost(stand.cell, stand.facing) or 0
    return Square(stand.cell, stand.facing, gait.actions(here.position, length), sees=False, length=length)


def ends_of_ways(here: OutlawsSituation, gait: Gait, goal: Cell) -> list[Square]:
    """Return where the cheapest ways to a square lead with the actions that are left, in map order.

    Facing is part of a way, and a turn one of its steps; an enemy in the square does not keep anybody out of it.
    """
    position, unit, far = here.position, here.unit, gait.far(here.position, here.unit)
    if far.cost(goal) is None:
        return []
    ways = StraightWays(position, unit, gait.far_mover(here.battle.data.numbers, unit), far)
    stands = sorted(ways.stands(goal) - {far.start}, key=lambda stand: stand.facing)
    reached = [square for stand in stands if (square := _stand_on(here, gait, far, stand)).cost <= left(here)]
    longest = max((square.length for square in reached), default=0)
    ends: dict[Cell, list[Square]] = {}
    for square in reached:
        if square.length == longest:
            ends.setdefault(square.cell, []).append(square)
    return [
        ends[cell][0]._replace(onward=tuple(square.facing for square in ends[cell]))
        for cell in sorted(ends, key=position.map.ordinal)
    ]


Halt = Callable[[OutlawsSituation, Square], bool]
"""Says whether to stop in a square of the way."""


def approach(
    rule: str, text: str, gait: Gait, halt: Halt | None = None, there: str = "", *, closest: bool = False
) -> Option:
    """Return the option to go towards the target until `halt` says so; `there` says that it need not go at all."""

    @against
    def act(here: OutlawsSituation) -> Intent | Cannot:
        if halt and there and halt(here, standing(here)):
            return Cannot(there)
        return towards(here, gait, rule, halt, closest=closest)

    return Option(rule, text, act)


def towards(
    here: OutlawsSituation, gait: Gait, rule: str, halt: Halt | None = None, *, closest: bool = False
) -> Intent | Cannot:
    """Go towards the target by the shortest way, as far as actions last or until `halt` says so.

    Where there is no way at all: OUT-READ-no-way; with `closest`, "as close as possible", to the nearest square as the
    crow flies.
    """
    if reason := gone(here):
        return Cannot(reason)
    far = gait.far(here.position, here.unit)
    if far.cost(foe(here).place) is not None:
        return along(here, gait, foe(here).place, rule, halt)
    here.say(f"there is no way to {foe(here).id}", rule if closest else "OUT-READ-no-way")
    if not closest and here.battle.data.readings.no_way == "waits":
        return wait(here)
    return _nearer(here, gait, rule, halt)


def along(here: OutlawsSituation, gait: Gait, goal: Cell, rule: str, halt: Halt | None = None) -> Intent | Cannot:
    """Go the shortest way to a square as far as actions last; a closed door on it is opened first.

    OUT-DOOR: else nobody would ever come out of a room.
    """
    far = gait.far(here.position, here.unit)
    way = way_to(here, gait, far, goal)
    if not way:
        return Cannot(f"no way leads to {here.position.name(goal)}")
    named = ", ".join(here.position.name(cell) for cell, _ in groupby(square.cell for square in way))
    here.say(f"the shortest way takes {counted(way[-1].cost, 'action')}: {named}", rule)
    until, beyond = _first_door(here, way)
    if until == 0 and beyond is not None:
        here.say(f"a closed door towards {here.position.name(beyond)} is in the way", "OUT-DOOR")
        return ordered(here, WorkDoor(here.unit.id, beyond))
    way = [square for square in way[:until] if square.cost <= left(here)]
    way = way[: next((n for n, square in enumerate(way, 1) if halt and halt(here, square)), None)]
    if not way:
        return too_few(here, "the first step")
    last = Priority[Square](
        rule, "how far to go", most(Measure("steps along the way", lambda _, square: way.index(square)))
    )
    end = last.choose(here, way, "stands on the way that there are actions for")
    assert end is not None
    return follow(here, gait, way[: way.index(end) + 1])


def _first_door(here: OutlawsSituation, way: list[Square]) -> tuple[int, Cell | None]:
    """Return how many stands of a way come before a closed door, and the square beyond it."""
    before = here.unit.place
    for n, square in enumerate(way):
        if square.cell != before:
            edge = here.position.ground.edge_at(Edge.between(before, square.cell))
            if edge is not None and edge.becomes and edge.blocks_sight:
                return n, square.cell
        before = square.cell
    return len(way), None


def _nearer(here: OutlawsSituation, gait: Gait, rule: str, halt: Halt | None) -> Intent | Cannot:
    """Go as near as one gets where no way leads to the target, or to the first square where `halt` says so."""
    now, away = ruler(here.unit.place, foe(here).place), from_target.each(here)
    found = [square for square in within_reach(here, gait, facing_it=False) if away(square) < now]
    nearest = Priority[Square](rule, "as close as possible", least(from_target), least(way_there))
    if halt and any(halt(here, square) for square in found):
        found = [square for square in found if halt(here, square)]
        nearest = Priority[Square](rule, "the first square that is near enough", least(way_there))
    end = nearest.choose(here, found, "squares within reach that are nearer")
    return Cannot("no square within reach is nearer") if end is None else go(here, gait, end)


# -- where a weapon could wound ------------------------------------------------------------------------------------


def within_wounding(here: OutlawsSituation, square: Square) -> bool:
    """OUT-MOVE-walk-fov: say whether a weapon could wound the target from a square.

    It must be near enough, in sight, and no friend may stand in the way: whoever comes here because a shot was
    blocked would otherwise lie down where the shot is still blocked.
    """
    position, target = here.position, foe(here)
    if square.cell == target.cell:
        return True
    there = here.unit.changed(cell=square.cell, facing=square.facing)
    if square.cell not in all_round(position, target) or blocked_by(position, there, target):
        return False
    return bool(useful(position, there, target))


# -- shapes of plans that this game needs besides those of `sim.solo` ----------------------------------------------


class Deciding(ByScore):
    """A table whose die is thrown only where one of its rows leads to an order, or to another die.

    With real dice on a real table nobody wants to roll for nothing. To who lies a Wait is nothing as well: what it
    drops of the list is Prone.
    """

    def __init__(self, rule: str, table: str, rows: Mapping[int | range, Plan]) -> None:
        super().__init__(rule, table, D6, rows)

    def orders(self, here: OutlawsSituation) -> Iterator[Intent]:
        """Throw the die and follow its row; without a row that leads to anything, say so and do nothing."""
        if any(_leads_on(here, plan) for plan in self.rows.values()):
            yield from super().orders(here)
        else:
            here.note(Tried(self.table, False, "nothing could be done, whatever the die shows", rule=self.rule))


def _leads_on(here: OutlawsSituation, plan: Plan) -> bool:
    """Say whether a plan has an order, or needs a die to find one."""
    game: Game[OutlawsState, OutlawsData] = Game(here.battle, Start(here.state), {}, Scripted(), reasons=False)
    game.known[here.side] = here.position  # What is found out on trial need not be found out again.
    trial = Situation(game, here.ask).against(here.target)
    try:
        first = next(iter(plan.orders(trial)), None)
    except ChanceRefused:
        return True
    return first is not None and not (here.unit.prone and of_this_book(first).passes)


def settled(rule: str, text: str, condition: Callable[[OutlawsSituation], object], yes: Plan, no: Plan) -> Plan:
    """Return a choice between plans that stands even if nothing of the chosen one can be done.

    The other die is not thrown, unlike with `FirstOf(When(…), When(…))`, which would try the next condition in a
    position that has not changed.
    """

    @plan_of(yes, no)
    def orders(here: OutlawsSituation) -> Iterator[Intent]:
        inner, page = here.page()
        holds = bool(condition(inner))
        here.note(Tried(text, holds, "" if holds else "it is not so", page.close(), rule=rule))
        yield from (yes if holds else no).orders(here)

    return orders
