"""What the cells of the tables tell a unit to do with its card, option by option.

CUC-DEAD: options stand in the printed order, and one is possible if any part of it is.
- "Move towards, and if in range shoot": a unit that can come no nearer stands and shoots.
- A bare move towards the enemy needs a step that leads nearer.
- A move "to get in range" is not for who is in range, nor "move and if in range shoot" of vehicles and aircraft for who
  is not and would not be: the later option of their cells is the move to get in range. Crews deploy for a target only.
- A gun whose nearest enemy is too near for it gets nobody in range by a step towards him: it stands, and packs up only
  for a move that would help.
- Of a weapon that is empty every option that shoots is to reload (CUC-OVERRIDE).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from sim.engine.orders import Intent
from sim.play.commander import ordered
from sim.rules.la_cucaracha import choices, orders
from sim.rules.la_cucaracha.choices import Here, actor
from sim.rules.la_cucaracha.shooting import has_target_from, weapon_of
from sim.rules.la_cucaracha.units import Pace
from sim.solo.plans import Cannot, Plan

Act = Callable[[Here], "Intent | Cannot | Plan"]
Then = Callable[[Here], Intent | Cannot | None]
P = ParamSpec("P")
R = TypeVar("R")

IN_RANGE = "there is an enemy in range"
NO_TARGET = "there is no enemy that it could shoot at"
TOO_NEAR = "the nearest enemy is nearer than the weapon can shoot: no step towards him brings him in range"


@dataclass(frozen=True)
class Going:
    """An order that comes first, and what follows it with the same card."""

    first: Intent
    then: Then

    def orders(self, here: Here) -> Iterator[Intent]:
        """Give the first order; then look again, and give the second if it can be done."""
        yield self.first
        unit = actor(here)
        if unit.cell is None or unit.shaken or unit.fighting:
            return
        second = self.then(here)
        if isinstance(second, Cannot):
            here.say(second.reason)
        elif second is not None:
            yield second

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


def _nothing_more(here: Here) -> None:
    return None


def stated(act: Callable[Concatenate[Here, P], R]) -> Callable[P, Callable[[Here], R]]:
    """Let a cell of a table state what it says of an act: `charge("CUC-S5", back_foot=True)`."""
    return lambda *words, **more: lambda here: act(here, *words, **more)


# -- without a choice --------------------------------------------------------------------------------------------


def simply(order: Callable[[str], Intent]) -> Callable[[Here], Intent | Cannot]:
    """Return the act of giving an order that leaves nothing to choose."""
    return lambda here: ordered(here, order(actor(here).id))


stand, fight_on, rally = simply(orders.Stand), simply(orders.FightOn), simply(orders.Rally)
another_order = simply(orders.AnotherOrder)
"""CUC-EXTRA: ask for another order with the same card."""


def unprepared(here: Here) -> Intent | Cannot:
    """CUC-C1: a deployed weapon is not ready to fire."""
    return stand(here) if actor(here).deployed else Cannot("it is not deployed")


# -- shooting ----------------------------------------------------------------------------------------------------


@stated
def shoot(here: Here, *, hasty: bool = False, reroll: bool = False, deployed: bool = False) -> Intent | Cannot:
    """Shoot at the nearest enemy in range from where the unit stands; a weapon that is empty is reloaded instead."""
    if deployed and not actor(here).deployed:
        return Cannot("it is not deployed")
    return reloading(here) or aimed(here, hasty=hasty, reroll=reroll)


def reloading(here: Here) -> Intent | None:
    """CUC-OVERRIDE: return the order to reload, for who has nothing in the barrel."""
    unit = actor(here)
    if unit.loaded:
        return None
    here.say("not loaded: it reloads in place of the shot", "CUC-OVERRIDE")
    reload = ordered(here, orders.Reload(unit.id))
    return None if isinstance(reload, Cannot) else reload


def aimed(here: Here, *, hasty: bool, reroll: bool = False) -> Intent | Cannot:
    """Return shots at the nearest enemy that can be shot at."""
    if weapon_of(here.position, actor(here)) is None:
        return Cannot("it has nothing to shoot with")
    target = choices.target_in_range(here)
    if target is None:
        return Cannot(NO_TARGET)
    return ordered(here, orders.Shoot(actor(here).id, target.id, hasty, reroll))


def _shots(*, hasty: bool) -> Then:
    return lambda here: aimed(here, hasty=hasty)


# -- moving ------------------------------------------------------------------------------------------------------


@stated
def advance(here: Here, rule: str, pace: Pace, then: Then = _nothing_more) -> Intent | Cannot | Plan:
    """Move towards the nearest enemy, and perhaps do something after it."""
    order = _towards(here, rule, pace)
    return order if isinstance(order, Cannot) else Going(order, then)


def _towards(here: Here, rule: str, pace: Pace) -> Intent | Cannot:
    way = choices.where_to(here, pace, rule)
    return way if isinstance(way, Cannot) else ordered(here, orders.Advance(actor(here).id, way, pace))


@stated
def advance_and_shoot(here: Here, rule: str, pace: Pace = "advance", *, hasty: bool) -> Intent | Cannot | Plan:
    """Move towards the nearest enemy, and shoot if anybody is in range then; who can come no nearer stands and shoots.

    CUC-DEAD: either part will do.
    """
    if reload := reloading(here):
        return reload
    order = _towards(here, rule, pace)
    if not isinstance(order, Cannot):
        return Going(order, _shots(hasty=hasty))
    if not choices.has_target(here):
        return Cannot(f"{order.reason}, and {NO_TARGET}")
    here.say(order.reason, "CUC-DEAD")
    return aimed(here, hasty=hasty)


@stated
def into_range_and_shoot(here: Here, rule: str, *, hasty: bool) -> Intent | Cannot | Plan:
    """CUC-V-range: the same for vehicles and aircraft, but only if somebody is in range or will be.

    For who will not be, the same cell has a move to get in range.
    """
    if actor(here).loaded and not choices.has_target(here):
        way = choices.where_to(here, "advance", rule)
        if not isinstance(way, Cannot) and not has_target_from(here.position, actor(here), way[-1]):
            return Cannot(f"{NO_TARGET}, nor would there be from {here.position.name(way[-1])}")
    return advance_and_shoot(rule, hasty=hasty)(here)


@stated
def get_in_range(here: Here, rule: str, pace: Pace, *, another: bool = False) -> Intent | Cannot | Plan:
    """Move towards the nearest enemy, for who is not in range yet; with a 10 perhaps for another order."""
    if choices.has_target(here):
        return Cannot(IN_RANGE)
    if choices.is_too_near(here):
        return Cannot(TOO_NEAR)
    return advance(rule, pace, another_order if another else _nothing_more)(here)


# -- fighters ----------------------------------------------------------------------------------------------------


@stated
def charge(here: Here, rule: str, *, reroll: bool = False, back_foot: bool = False) -> Intent | Cannot:
    """Charge the nearest enemy, if it is close enough."""
    enemy = choices.nearest_enemy(here)
    if enemy is None:
        return Cannot("there is no enemy on the table")
    way = choices.charge_way(here, enemy, rule)
    if isinstance(way, Cannot):
        return way
    return ordered(here, orders.Charge(actor(here).id, enemy.id, way, reroll, back_foot))


@stated
def with_missiles(here: Here, rule: str, pace: Pace, *, hasty: bool) -> Intent | Cannot | Plan:
    """Advance and shoot, for fighters who have something to shoot with."""
    if weapon_of(here.position, actor(here)) is None:
        return Cannot("it has no missiles")
    return advance_and_shoot(rule, pace, hasty=hasty)(here)


# -- crewed weapons ----------------------------------------------------------------------------------------------


def deploy(here: Here) -> Intent | Cannot:
    """CUC-C2: make ready to shoot with the next card, for who has a target."""
    return ordered(here, orders.Deploy(actor(here).id)) if choices.has_target(here) else Cannot(NO_TARGET)


@stated
def deploy_and_shoot(here: Here, *, hasty: bool) -> Intent | Cannot | Plan:
    """CUC-C5, CUC-C10: make ready and shoot at once, for who has a target."""
    if actor(here).deployed:
        return Cannot("it is deployed already")
    if reload := reloading(here):
        return reload
    order = deploy(here)
    return order if isinstance(order, Cannot) else Going(order, _shots(hasty=hasty))


def pack_up(here: Here) -> Intent | Cannot:
    """Ruling 4.3.8: a weapon that is deployed out of range is packed up, to be moved with the next card."""
    if not actor(here).deployed:
        return Cannot("it is not deployed")
    if choices.has_target(here):
        return Cannot(IN_RANGE)
    return Cannot(TOO_NEAR) if choices.is_too_near(here) else ordered(here, orders.PackUp(actor(here).id))


# -- if charged --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reply:
    """Respond to the charge, by the test to respond unless the table does without."""

    how: orders.How
    test: bool = True
    hasty: bool = False
    back_foot: bool = False

    def __call__(self, here: Here) -> Intent | Cannot:
        """Return the response to whoever charges."""
        assert here.ask.about is not None
        return ordered(
            here, orders.Respond(actor(here).id, here.ask.about, self.how, self.test, self.hasty, self.back_foot)
        )
