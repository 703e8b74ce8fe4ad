"""What the cells of the tables tell a unit to do with its card, option by option.

CUC-DEAD: an unconditional move that stands above other options would kill them. So
- a move "towards" is possible only if a step leads nearer;
- a shooter in hard cover with a target in range does not hesitate forwards with a 1 but stands; with 2-4 it goes, for
  no later option of that cell would let it shoot;
- a shooter who can charge with 5 or more does not Advance where nobody could be shot at after it (base_games.md 4.3.6);
- a move "to get in range" is not possible for who is in range, nor "move and if in range shoot" of vehicles and
  aircraft for who would not be: the next option is theirs; a crew deploys only for a target (4.3.8);
- a gun whose nearest enemy is too near for it gets nobody in range by a step towards him: it stands, and packs up only
  for a move that would help;
- a fighter with missiles does not move past the range of a later option that shoots: it takes a move without shots only
  if that option would not shoot, or if after a Rapid Advance it could charge with its next card (4.3.7);
- where a shot is told and somebody is in range, an empty weapon is reloaded in place of all that (CUC-OVERRIDE).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sim.engine.orders import Intent
from sim.rules.common.inches import within
from sim.rules.la_cucaracha.actions import (
    Advance,
    AnotherOrder,
    Charge,
    Deploy,
    FightOn,
    Pace,
    PackUp,
    Rally,
    Reload,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.choices import (
    Here,
    actor,
    charge_way,
    has_target,
    is_too_near,
    nearest_enemy,
    ordered,
    target_in_range,
    where_to,
    within_grasp,
    would_shoot,
)
from sim.rules.la_cucaracha.geometry import in_hard_cover, nearest
from sim.rules.la_cucaracha.scene import enemies
from sim.rules.la_cucaracha.shooting import weapon_of
from sim.rules.la_cucaracha.walking import charge_ways, never_charged
from sim.solo.plans import Cannot, Plan

Act = Callable[[Here], "Intent | Cannot | Plan"]

IN_RANGE = "there is an enemy in range"
OUT_OF_RANGE = "there is no enemy in range"
TOO_NEAR = "the nearest enemy is nearer than the weapon can shoot: no step towards him brings him in range"


@dataclass(frozen=True)
class Going:
    """An order that comes first, and what follows it with the same card."""

    first: Intent
    then: Callable[[Here], Intent | Cannot | None]

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


# -- standing ----------------------------------------------------------------------------------------------------


def stand(here: Here) -> Intent | Cannot:
    """Stand."""
    return ordered(here, Stand(actor(here).id))


def unprepared(here: Here) -> Intent | Cannot:
    """CUC-C1: a deployed weapon is not ready to fire."""
    return stand(here) if actor(here).deployed else Cannot("it is not deployed")


def fight_on(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: in close combat there is nothing but fighting on."""
    return ordered(here, FightOn(actor(here).id))


def rally(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: a shaken unit tries to get over it."""
    return ordered(here, Rally(actor(here).id))


# -- shooting ----------------------------------------------------------------------------------------------------


def shoot(*, hasty: bool = False, reroll: bool = False, deployed: bool = False) -> Act:
    """Shoot at the nearest enemy in range from where the unit stands; a weapon that is empty is reloaded instead."""

    def act(here: Here) -> Intent | Cannot:
        unit = actor(here)
        if deployed and not unit.deployed:
            return Cannot("it is not deployed")
        return reloading(here) or aimed(here, hasty=hasty, reroll=reroll)

    return act


def reloading(here: Here) -> Intent | None:
    """CUC-OVERRIDE: return the order to reload, for who would have a target and nothing in the barrel."""
    unit = actor(here)
    if unit.loaded or not has_target(here):
        return None
    here.say("not loaded: it reloads in place of the shot", "CUC-OVERRIDE")
    reload = ordered(here, Reload(unit.id))
    return None if isinstance(reload, Cannot) else reload


def aimed(here: Here, *, hasty: bool, reroll: bool = False) -> Intent | Cannot:
    """Return shots at the nearest enemy that can be shot at."""
    if weapon_of(here.position, actor(here)) is None:
        return Cannot("it has nothing to shoot with")
    if not actor(here).loaded:
        return Cannot("it is not loaded")
    target = target_in_range(here)
    if target is None:
        return Cannot(OUT_OF_RANGE)
    return ordered(here, Shoot(actor(here).id, target.id, hasty, reroll))


def _shots(*, hasty: bool) -> Callable[[Here], Intent | Cannot]:
    return lambda here: aimed(here, hasty=hasty)


# -- moving ------------------------------------------------------------------------------------------------------


def advance(rule: str, pace: Pace, then: Callable[[Here], Intent | Cannot | None] = _nothing_more) -> Act:
    """Move towards the nearest enemy, and perhaps do something after it."""

    def act(here: Here) -> Intent | Cannot | Plan:
        order = _towards(here, rule, pace)
        return order if isinstance(order, Cannot) else Going(order, then)

    return act


def _towards(here: Here, rule: str, pace: Pace) -> Advance | Cannot:
    enemy = nearest_enemy(here)
    if enemy is None:
        return Cannot("there is no enemy on the table")
    way = where_to(here, enemy, pace, rule)
    if isinstance(way, Cannot):
        return way
    order = ordered(here, Advance(actor(here).id, way, pace))
    return order if isinstance(order, Cannot | Advance) else Cannot("no move")


def advance_and_shoot(rule: str, pace: Pace = "advance", *, hasty: bool) -> Act:
    """Move towards the nearest enemy, and shoot if anybody is in range then."""

    def act(here: Here) -> Intent | Cannot | Plan:
        return reloading(here) or advance(rule, pace, _shots(hasty=hasty))(here)

    return act


def into_range_and_shoot(rule: str, *, hasty: bool) -> Act:
    """CUC-DEAD: the same for vehicles and aircraft, but only if somebody will be in range."""

    def act(here: Here) -> Intent | Cannot | Plan:
        if reload := reloading(here):
            return reload
        if not would_shoot(here.position, actor(here), "advance"):
            return Cannot(f"{OUT_OF_RANGE} after an Advance")
        return advance(rule, "advance", _shots(hasty=hasty))(here)

    return act


def get_in_range(rule: str, pace: Pace, *, another: bool = False) -> Act:
    """Move towards the nearest enemy, for who is not in range yet; with a 10 perhaps for another order."""

    def act(here: Here) -> Intent | Cannot | Plan:
        if has_target(here):
            return Cannot(IN_RANGE)
        if is_too_near(here):
            return Cannot(TOO_NEAR)
        order = _towards(here, rule, pace)
        return order if isinstance(order, Cannot) else Going(order, another_order if another else _nothing_more)

    return act


def another_order(here: Here) -> Intent | Cannot:
    """CUC-EXTRA: ask for another order with the same card."""
    return ordered(here, AnotherOrder(actor(here).id))


# -- shooters ----------------------------------------------------------------------------------------------------


def hesitate(rule: str) -> Act:
    """CUC-S1, CUC-DEAD: half an Advance, unless the unit has hard cover and a target."""

    def act(here: Here) -> Intent | Cannot | Plan:
        unit = actor(here)
        sheltered = [enemy for enemy in enemies(here.position, here.side) if in_hard_cover(here.position, unit, enemy)]
        if sheltered and has_target(here):
            return Cannot("it is in hard cover, with a target in range")
        return advance(rule, "half")(here)

    return act


def come_to_shoot(rule: str, *, hasty: bool) -> Act:
    """CUC-S5, CUC-S10, CUC-DEAD: Advance and shoot, unless nobody could be shot at then and a charge could be made."""

    def act(here: Here) -> Intent | Cannot | Plan:
        position, unit = here.position, actor(here)
        near = nearest(position, unit, within_grasp(position, unit))
        if not would_shoot(position, unit, "advance") and any(charge_ways(position, unit, enemy) for enemy in near):
            return Cannot("nobody could be shot at after an Advance, and it can charge")
        return advance_and_shoot(rule, hasty=hasty)(here)

    return act


# -- fighters ----------------------------------------------------------------------------------------------------


def charge(rule: str, *, reroll: bool = False, back_foot: bool = False) -> Act:
    """Charge the nearest enemy, if it is close enough."""

    def act(here: Here) -> Intent | Cannot:
        enemy = nearest_enemy(here)
        if enemy is None:
            return Cannot("there is no enemy on the table")
        way = charge_way(here, enemy, rule)
        if isinstance(way, Cannot):
            return way
        return ordered(here, Charge(actor(here).id, enemy.id, way, reroll, back_foot))

    return act


def advance_without_shots(rule: str) -> Act:
    """CUC-F2, CUC-DEAD: an Advance, unless half of one would bring missiles into range."""

    def act(here: Here) -> Intent | Cannot | Plan:
        if would_shoot(here.position, actor(here), "half"):
            return Cannot("it has missiles, and half an Advance brings them into range")
        return advance(rule, "advance")(here)

    return act


def rapid_advance(rule: str, *, another: bool = False) -> Act:
    """CUC-F5, CUC-DEAD: a Rapid Advance, unless missiles would be in range and no charge could follow it."""

    def act(here: Here) -> Intent | Cannot | Plan:
        order = _towards(here, rule, "rapid")
        if isinstance(order, Cannot):
            return order
        if would_shoot(here.position, actor(here), "advance") and not _could_charge_from(here, order):
            return Cannot("it has missiles for after an Advance, and could not charge with its next card")
        return Going(order, another_order if another else _nothing_more)

    return act


def with_missiles(rule: str, pace: Pace, *, hasty: bool) -> Act:
    """Advance and shoot, for fighters who have something to shoot with."""

    def act(here: Here) -> Intent | Cannot | Plan:
        if weapon_of(here.position, actor(here)) is None:
            return Cannot("it has no missiles")
        return advance_and_shoot(rule, pace, hasty=hasty)(here)

    return act


def _could_charge_from(here: Here, order: Advance) -> bool:
    """Say whether somebody who can be charged would be within the length of a charge of the end of a move."""
    position, unit = here.position, actor(here)
    rapid = here.battle.data.movements[unit.profile.troop].rapid
    return any(
        within(position, order.way[-1], enemy.place, rapid) and never_charged(position, unit, enemy) is None
        for enemy in enemies(position, here.side)
    )


# -- crewed weapons ----------------------------------------------------------------------------------------------


def deploy(here: Here) -> Intent | Cannot:
    """CUC-C2: make ready to shoot with the next card, for who has a target."""
    return ordered(here, Deploy(actor(here).id)) if has_target(here) else Cannot(OUT_OF_RANGE)


def deploy_and_shoot(*, hasty: bool) -> Act:
    """CUC-C5, CUC-C10: make ready and shoot at once, for who has a target."""

    def act(here: Here) -> Intent | Cannot | Plan:
        order = deploy(here)
        return order if isinstance(order, Cannot) else Going(order, _shots(hasty=hasty))

    return act


def pack_up(here: Here) -> Intent | Cannot:
    """Ruling 4.3.8: a weapon that is deployed out of range is packed up, to be moved with the next card."""
    if not actor(here).deployed:
        return Cannot("it is not deployed")
    if has_target(here):
        return Cannot(IN_RANGE)
    return Cannot(TOO_NEAR) if is_too_near(here) else ordered(here, PackUp(actor(here).id))
