"""What a player may order: every order that is possible, and those that are not, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sim.engine.orders import Ask, Intent, Offer
from sim.grid import Cell
from sim.rules.ambush_alley import actions
from sim.rules.ambush_alley.actions import (
    Assault,
    Disembark,
    Disperse,
    Embark,
    Fire,
    Join,
    Leave,
    Move,
    PlaceHotSpot,
    PlayAsset,
    Search,
    Stay,
    Turn,
    Watch,
)
from sim.rules.ambush_alley.activations import is_able, ready_for
from sim.rules.ambush_alley.assets import needs_cell, needs_unit
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.geometry import enemies
from sim.rules.ambush_alley.legality import join_refusal, refusal
from sim.rules.ambush_alley.scene import Scene, mobs
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.walking import assault_ways, held, reach
from sim.rules.ambush_alley.words import typed
from sim.tabletop.inches import NO_WAYS


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered.

    The moves of one unit at one pace come out of one search: what forbids one of them forbids them all, and to price a
    thousand ways again would take a player's time.
    """
    known: dict[tuple[str, str], str] = {}
    for intent in _answers(position, ask):
        if isinstance(intent, Move):
            key = intent.unit, intent.pace
            if key not in known:
                known[key] = refusal(position, ask, intent) or ""
            why = known[key]
        else:
            why = refusal(position, ask, intent) or ""
        yield Offer(intent, typed(position, intent), why, _cost(position, intent))


def _cost(position: Scene, intent: Intent) -> str:
    """Say how far a move is, in inches."""
    if not isinstance(intent, Move) or position.state.unit(intent.unit).cell is None:
        return ""
    halves = reach(position, position.state.unit(intent.unit), intent.pace).cost(intent.way[-1])
    return "" if halves is None else f'{halves / 2:g}"'


def _answers(position: Scene, ask: Ask) -> Iterator[Intent]:
    unit = position.state.unit(ask.unit) if ask.unit else None
    match ask.occasion:
        case actions.HOT_SPOT:
            yield from (PlaceHotSpot(cell) for cell in position.map.whole)
        case actions.ACTIVATE:
            yield from _assets(position)
            able = (unit,) if unit is not None else tuple(ready_for(position, ask.player))
            for actor in able:
                yield from _with_the_rest(position, actor, _orders(position, actor))
            for other in position.state.units.of(ask.side) if unit is None else ():
                if other not in able and is_able(other):
                    yield from _one_of_each(position, other)
        case actions.END_OF_TURN if unit is not None:
            yield from _with_the_rest(position, unit, _orders_at_the_end(position, unit))
        case _ if unit is not None:
            yield Fire(unit.id, ask.about or "")
            yield Stay(unit.id)
            if unit.side == position.battle.data.mission.insurgents and ask.occasion != actions.OVERWATCH:
                yield from _moves(position, unit)


# -- every kind of order -----------------------------------------------------------------------------------------


def _with_the_rest(position: Scene, unit: Team, orders: Iterable[Intent]) -> Iterator[Intent]:
    """Yield orders, and one of each kind that is not among them: what cannot be ordered is shown with the reason."""
    found = set()
    for order in orders:
        found.add(_kind(order))
        yield order
    yield from (order for order in _one_of_each(position, unit) if _kind(order) not in found)


def _kind(order: Intent) -> tuple[type[Intent], str]:
    return type(order), getattr(order, "pace", "")


def _one_of_each(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield one order of each kind, which names nobody where it would have to name somebody."""
    carrier = position.state.unit(unit.aboard).cell if unit.aboard in position.state.units else None
    here = unit.cell or carrier or position.map.cells[0]
    step = next((cell for cell in position.map.grid.neighbours(here) if cell in position.map), here)
    id_ = unit.id
    yield from (Fire(id_, ""), Assault(id_, "", ()), Watch(id_), Disperse(id_, ""), Search(id_), Embark(id_, ""))
    yield from (Disembark(id_, here), Join(id_, ""), Leave(id_), Turn(id_, unit.facing), Stay(id_))
    paces: tuple[Pace, ...] = ("cautious", "rapid")
    yield from (Move(id_, (step,), pace) for pace in paces)


# -- a Regular unit ----------------------------------------------------------------------------------------------


def _orders(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield what one unit could be ordered, moves last because there are many."""
    if unit.aboard:
        yield from _ways_out(position, unit)
        yield Stay(unit.id)
        return
    yield from (Fire(unit.id, enemy.id) for enemy in enemies(position, unit.side))
    for enemy in enemies(position, unit.side):
        ways = NO_WAYS if position.state.moved or position.state.fired else assault_ways(position, unit, enemy)
        yield from (Assault(unit.id, enemy.id, way) for way in (*ways.values(),) or ((),))
    yield Watch(unit.id)
    yield from _instead_of_fire(position, unit)
    if unit.profile.kind == "vehicle":
        yield from (Turn(unit.id, facing) for facing in range(len(position.map.grid.directions)))
    yield Stay(unit.id)
    if not position.state.moved:
        yield from _moves(position, unit)


def _instead_of_fire(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield what a unit could do in place of firing."""
    yield from (Disperse(unit.id, mob.id) for mob in mobs(position))
    yield Search(unit.id)
    others = [each for each in position.state.units.of(unit.side) if each.id != unit.id and each.cell is not None]
    yield from (Embark(unit.id, other.id) for other in others if other.profile.kind == "vehicle")
    yield from (Join(unit.id, other.id) for other in others)
    yield Leave(unit.id)


def _orders_at_the_end(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield what an Insurgent, or a mob, could be ordered at the end of a turn."""
    yield from (Fire(unit.id, enemy.id) for enemy in enemies(position, unit.side))
    yield from (Join(unit.id, other.id) for other in joins(position, unit))
    yield Leave(unit.id)
    yield Stay(unit.id)
    yield from _moves(position, unit)


def _ways_out(position: Scene, unit: Team) -> Iterator[Intent]:
    vehicle = position.state.unit(unit.aboard)
    if vehicle.cell is not None:
        near = [cell for cell in position.map.grid.neighbours(vehicle.cell) if cell in position.map]
        yield from (Disembark(unit.id, cell) for cell in sorted(near, key=position.map.ordinal))


def _moves(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield a move to every cell in reach: Cautious where that is enough, for who moves Rapid fires worse."""
    near = reach(position, unit, "cautious")
    seen: set[Cell] = set()
    for cell in near.area:
        seen.add(cell)
        if cell != unit.cell:
            yield Move(unit.id, near.way(cell)[1:], "cautious")
    far = reach(position, unit, "rapid")
    yield from (Move(unit.id, far.way(cell)[1:], "rapid") for cell in far.area if cell not in seen)


def _assets(position: Scene) -> Iterator[Intent]:
    """Yield how each card of the hand could be played, on any unit or at any cell; without any, that there is none."""
    if not position.state.hand:
        yield PlayAsset("")
    for id_ in dict.fromkeys(position.state.hand):
        card = position.battle.data.assets[id_]
        if needs_unit(card):
            yield from (PlayAsset(id_, unit.id) for unit in position.state.units if unit.cell is not None)
        elif needs_cell(card):
            yield from (PlayAsset(id_, cell=cell) for cell in position.map.whole)
        else:
            yield PlayAsset(id_)


# -- what is left to do ------------------------------------------------------------------------------------------


def joins(position: Scene, unit: Team) -> list[Team]:
    """Return whom a unit could join where it stands, in roster order."""
    return [other for other in position.state.units.of(unit.side) if join_refusal(position, unit, other.id) is None]


def has_more(position: Scene, id_: str) -> bool:
    """Say whether a Regular unit that has begun to act has anything left to do."""
    unit, state = position.state.unit(id_), position.state
    if not state.moved and held(position, unit) is None:
        return True
    if state.fired:
        return False
    if any(fire_refusal(position, unit, enemy) is None for enemy in enemies(position, unit.side)):
        return True
    ask = Ask(unit.side, actions.ACTIVATE, id_)
    return any(refusal(position, ask, intent) is None for intent in _instead_of_fire(position, unit))
