"""What a player may order: every order that is possible, and those that are not, with the reason."""

from __future__ import annotations

from collections.abc import Iterator

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
from sim.rules.ambush_alley.activations import ready_for
from sim.rules.ambush_alley.assets import needs_cell, needs_unit
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.geometry import enemies
from sim.rules.ambush_alley.legality import join_refusal, refusal
from sim.rules.ambush_alley.scene import Scene, mobs
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.walking import allowance, assault_ways, held, reach
from sim.rules.ambush_alley.words import typed
from sim.rules.common.inches import within

NEAR = 4
"""Inches within which an order is shown that cannot be given now: beyond, nobody would think of it."""


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
    if not isinstance(intent, Move):
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
            for actor in (unit,) if unit is not None else tuple(ready_for(position, ask.player)):
                yield from _orders(position, actor)
        case actions.END_OF_TURN if unit is not None:
            yield from (Fire(unit.id, enemy.id) for enemy in enemies(position, unit.side))
            yield from (Join(unit.id, other.id) for other in joins(position, unit))
            if any(each.side == unit.side for each in position.battle.data.mission.exits):
                yield Leave(unit.id)
            yield Stay(unit.id)
            yield from _moves(position, unit)
        case _ if unit is not None:
            yield Fire(unit.id, ask.about or "")
            yield Stay(unit.id)
            if unit.side == position.battle.data.mission.insurgents and ask.occasion != actions.OVERWATCH:
                yield from _moves(position, unit)


# -- a Regular unit ----------------------------------------------------------------------------------------------


def _orders(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield what one unit could be ordered, moves last because there are many."""
    if unit.aboard:
        yield from _ways_out(position, unit)
        yield Stay(unit.id)
        return
    yield from (Fire(unit.id, enemy.id) for enemy in enemies(position, unit.side))
    if not position.state.moved and not position.state.fired:
        for enemy in enemies(position, unit.side):
            yield from (Assault(unit.id, enemy.id, way) for way in assault_ways(position, unit, enemy).values())
    yield Watch(unit.id)
    yield from _instead_of_fire(position, unit)
    if unit.profile.kind == "vehicle":
        yield from (Turn(unit.id, facing) for facing in range(len(position.map.grid.directions)))
    yield Stay(unit.id)
    yield from _one_step(position, unit, "cautious", "rapid") if position.state.moved else _moves(position, unit)


def _instead_of_fire(position: Scene, unit: Team) -> Iterator[Intent]:
    """Yield what a unit could do in place of firing, as far as one would think of it."""
    mission = position.battle.data.mission
    yield from (Disperse(unit.id, mob.id) for mob in mobs(position) if _is_near(position, unit, mob))
    if unit.profile.kind != "vehicle":
        yield Search(unit.id)
        for other in position.state.units:
            if other.profile.kind == "vehicle" and other.side == unit.side and _is_near(position, unit, other):
                yield Embark(unit.id, other.id)
    yield from (Join(unit.id, other.id) for other in joins(position, unit))
    if any(each.side == unit.side for each in mission.exits):
        yield Leave(unit.id)


def _is_near(position: Scene, unit: Team, other: Team) -> bool:
    return other.cell is not None and within(position, unit.place, other.cell, NEAR)


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
    paces: tuple[Pace, ...] = ("cautious", "rapid")
    yield from _one_step(position, unit, *(pace for pace in paces if allowance(position, unit, pace) == 0))


def _one_step(position: Scene, unit: Team, *paces: Pace) -> Iterator[Intent]:
    """Yield one step at each pace at which a unit cannot move now: a player reads why, and looks for no way."""
    step = next((cell for cell in position.map.grid.neighbours(unit.place) if cell in position.map), None)
    if step is not None and unit.profile.kind != "mob":
        yield from (Move(unit.id, (step,), pace) for pace in paces)


def _assets(position: Scene) -> Iterator[Intent]:
    """Yield how each card of the hand could be played; a cell may be any where somebody stands, or beside him."""
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
