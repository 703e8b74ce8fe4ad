"""The instructions Shoot and Shoot+ (OUT-SHOOT-1 to OUT-SHOOT-9, OUT-SHOOT-plus), and what is done without ammo.

Whoever is out of ammo throws no die: it hides and reloads, or gives up (OUT-AMMO-1, OUT-AMMO-2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.dice import D6, Throw, between
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.memo import memo
from sim.play.commander import Again, ordered, unless
from sim.rules.outlaws.combat.shots import blocked_by
from sim.rules.outlaws.combat.weapons import OwnedWeapon, distinct, in_hand, nothing_left, out_of_ammo, weapons_of
from sim.rules.outlaws.figures import SHOTS, Aim, WeaponClass
from sim.rules.outlaws.ground.moves import WALK, gait_of
from sim.rules.outlaws.ground.sight import all_round, could_turn_to_see, sees
from sim.rules.outlaws.orders.handling import Drop, Reload, Stow
from sim.rules.outlaws.orders.shooting import Shoot, ThrowWeapon
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import (
    OutlawsSituation,
    Square,
    along,
    draw_item,
    foe,
    get_up,
    go,
    left,
    target_in_view,
    wait,
    way_there,
)
from sim.rules.outlaws.state import enemies, favoured, free_hand
from sim.solo.plans import Cannot, FirstOf, InTurn, Option, Plan, When
from sim.solo.priority import Measure, Measured, Priority, least, most, prefer, require

# -- which weapon to draw ------------------------------------------------------------------------------------------

# fmt: off
WEAPON: Priority[OwnedWeapon] = Priority(
    "OUT-SHOOT-2", "which weapon to draw",
    require(acting.drawable),
    require(Measure("loaded", lambda _, weapon: Measured(
        weapon.of_use, f"{weapon.item.loaded} in it" if weapon.fires else "it is thrown"))),
    require(Measure("could wound the target with a standard Shoot",
                    lambda here, weapon: acting.wounds_from_here(here.position, here.unit, foe(here), weapon))),
    prefer(acting.fired, "OUT-THROW"),
)
RIDERS_FIRST: tuple[WeaponClass, ...] = ("handgun", "bow", "lance")
RIDERS_ELSE: tuple[WeaponClass, ...] = ("rifle", "shotgun")
RIDERS_WEAPON: Priority[OwnedWeapon] = Priority(
    "OUT-SHOOT-4", "which weapon a rider draws",
    require(acting.drawable),
    require(Measure("loaded", lambda _, weapon: weapon.of_use)),
    require(Measure("neither a knife nor a tomahawk", lambda _, weapon: weapon.kind.cls in RIDERS_FIRST + RIDERS_ELSE)),
    prefer(Measure("a handgun, a bow or a lance", lambda _, weapon: weapon.kind.cls in RIDERS_FIRST)),
)
INSTEAD_OF_A_BOW: tuple[WeaponClass, ...] = ("handgun", "rifle", "lance", "tomahawk", "knife")
"""OUT-SHOOT-8: what is drawn by somebody who can never draw a bow again, in this order."""
INSTEAD: Priority[OwnedWeapon] = Priority(
    "OUT-SHOOT-8", "which weapon instead of the bow",
    require(acting.drawable),
    require(Measure("of a kind that the rule names", lambda _, weapon: weapon.kind.cls in INSTEAD_OF_A_BOW)),
    require(Measure("not out of ammo", lambda _, weapon: not weapon.empty)),
    least(Measure(
        f"place in the order {', '.join(INSTEAD_OF_A_BOW)}",
        lambda _, weapon: INSTEAD_OF_A_BOW.index(weapon.kind.cls))),
)
# fmt: on

# -- whether there is anything to shoot at, and with ---------------------------------------------------------------


def no_weapon(here: OutlawsSituation) -> str:
    """OUT-SHOOT-3: say that no weapon could wound; nothing if one could."""
    useful = acting.useful(here.position, here.unit, foe(here))
    return "" if useful else f"nothing that {here.unit.id} has could wound {foe(here).id} from here"


def out_of_sight(here: OutlawsSituation) -> str:
    """OUT-SHOOT-3: say that the target cannot be brought into view; nothing if a turn or one step does."""
    unit, target = here.unit, foe(here)
    if could_turn_to_see(here.position, unit, target):
        return ""
    can_step = not unit.prone and not unit.mounted and left(here) > 0
    return "" if can_step and any(square.sees for square in _next_to(here)) else f"{target.id} cannot be seen"


def in_the_way(here: OutlawsSituation) -> str:
    """OUT-SHOOT-9: name the friends who stand in the way of the shot; nothing if nobody does."""
    friends = blocked_by(here.position, here.unit, foe(here))
    return f"{', '.join(friends)} in the way" if friends else ""


OBSTACLES: tuple[tuple[str, str, Callable[[OutlawsSituation], str]], ...] = (
    ("OUT-SHOOT-3", "no weapon could wound: Move instead", no_weapon),
    ("OUT-SHOOT-3", "the target cannot be seen: Move instead", out_of_sight),
    ("OUT-SHOOT-9", "a friend is in the way: Move instead", in_the_way),
)


@memo(of=lambda here: here.position, by=lambda here: (here.ask.unit, here.side, here.target.id))
def no_shot(here: OutlawsSituation) -> str:
    """Say why there is no shot from here; nothing if there may be one."""
    reason = acting.gone(here) or ("it has run" if here.state.ran else "")
    return reason or next(filter(None, (obstacle(here) for _, _, obstacle in OBSTACLES)), "")


# -- getting ready -------------------------------------------------------------------------------------------------


with_a_shot = partial(unless, no_shot)
"""For what leads to a shot: not where there is none from here."""
FIRST_STEP: Priority[Square] = Priority("OUT-SHOOT-1", "where to step", require(target_in_view), least(way_there))


@with_a_shot
def step(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-1: where turning cannot help, one step that brings the target into view."""
    if could_turn_to_see(here.position, here.unit, foe(here)):
        return Cannot("no step is needed")
    if here.unit.prone or here.unit.mounted:
        return Cannot("only on foot")
    square = FIRST_STEP.choose(here, _next_to(here), "squares next to it")
    return Cannot("no step brings it into view") if square is None else go(here, WALK, square)


def _next_to(here: OutlawsSituation) -> list[Square]:
    """Return the free squares next to the shooter that it has the actions for."""
    unit, distance = here.unit, here.position.map.distance
    return [square for square in acting.within_reach(here, WALK) if distance(square.cell, unit.place) == 1]


def drop_bow(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-8: whoever has one action for good can never draw a bow again."""
    unit = here.unit
    hand = next((weapon.hand for weapon in in_hand(here.position, unit) if weapon.kind.stands), None)
    if hand is None:
        return Cannot("no bow in hand")
    return ordered(here, Drop(unit.id, hand)) if unit.allowance == 1 else Cannot(f"it has {unit.allowance} actions")


def draw_instead_of_bow(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-8: draw something else after the bow was dropped."""
    unit = here.unit
    lying = [here.battle.data.weapons[item.kind] for cell, item in here.state.lying if cell == unit.cell]
    if in_hand(here.position, unit) or unit.allowance != 1 or not any(kind.stands for kind in lying):
        return Cannot("it has not dropped a bow")
    return _draw(here, INSTEAD)


@with_a_shot
def get_up_for_bow(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-8: stand up for the shot; OUT-READ-archer says whether there must be actions for that as well."""
    unit = here.unit
    bow = next((weapon for weapon in in_hand(here.position, unit) if weapon.kind.stands and weapon.of_use), None)
    if bow is None or not unit.prone:
        return Cannot("no bow in hand" if bow is None else "it stands")
    needed = here.battle.data.numbers.get_up + bow.kind.shots["standard"].actions + (0 if bow.item.loaded else 1)
    if left(here) < needed:
        short_of_it = f"to get up and shoot takes {counted(needed, 'action')}"
        if here.battle.data.readings.prone_archer == "gets up to shoot":
            return Cannot(short_of_it)
        here.say(f"{short_of_it}: it gets up all the same", "OUT-READ-archer")
    return get_up(here)


def _fit(here: OutlawsSituation) -> list[OwnedWeapon]:
    """Return the weapons in the hands that are of use against the target."""
    return [weapon for weapon in acting.useful(here.position, here.unit, foe(here)) if weapon.held]


@with_a_shot
def stow(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-2: put away what cannot wound or is empty."""
    unit, held = here.unit, {weapon.hand: weapon for weapon in in_hand(here.position, here.unit)}
    if fit := _fit(here):
        return Cannot(f"{fit[0].item.id} is fit to shoot with")
    hand = next((hand for hand in favoured(here.position, unit) if hand in held), None)
    if hand is None:
        return Cannot("it has no weapon in hand")
    here.say(f"{held[hand].item.id} {'is empty' if held[hand].empty else 'cannot wound from here'}", "OUT-SHOOT-2")
    return ordered(here, Stow(unit.id, hand))


@with_a_shot
def clear_hands(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-2: go on until a hand is free for a weapon that could wound, or two where it takes both.

    A chair leg cannot be put away, and dropping it is free.
    """
    unit = here.unit
    if _fit(here) or any(
        free_hand(here.position, unit, weapon.item) for weapon in acting.useful(here.position, unit, foe(here))
    ):
        return Cannot("there is a hand for it")
    if in_hand(here.position, unit):
        return stow(here)
    return ordered(here, Drop(unit.id, unit.full_hands[0])) if unit.held else Cannot("its hands are empty")


STOWING = InTurn(
    Option("OUT-SHOOT-2", "stow it", stow),
    Again(Option("OUT-SHOOT-2", "and whatever else keeps the hands full", clear_hands)),
)


@with_a_shot
def put_away(here: OutlawsSituation) -> Cannot | Plan:
    """OUT-SHOOT-2: have the hands free for a weapon that could wound, if there is none in them."""
    if fit := _fit(here):
        return Cannot(f"{fit[0].item.id} is fit to shoot with")
    return STOWING if here.unit.held else Cannot("its hands are empty")


@with_a_shot
def draw(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-SHOOT-2: draw a weapon that could wound."""
    if fit := _fit(here):
        return Cannot(f"{fit[0].item.id} is in hand")
    return _draw(here, WEAPON)


def _draw(here: OutlawsSituation, choice: Priority[OwnedWeapon]) -> Intent | Cannot:
    if left(here) < here.battle.data.numbers.draw:
        return acting.too_few(here, "drawing a weapon")
    weapon = choice.choose(here, distinct(weapons_of(here.position, here.unit)), "weapons that it has")
    return Cannot("there is nothing to draw") if weapon is None else acting.draw_item(here, weapon.item)


@with_a_shot
def ready_arrow(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-ARROW: an arrow is put on the string as part of the shot."""
    bow = next((weapon for weapon in _fit(here) if weapon.kind.cls == "bow"), None)
    if bow is None or bow.item.loaded:
        return Cannot("no bow in hand" if bow is None else "an arrow is on the string")
    return ordered(here, Reload(here.unit.id, bow.item.id))


# -- the shot ------------------------------------------------------------------------------------------------------


class Volley(NamedTuple):
    """A way to spend actions on shots, the best aimed one first."""

    aims: tuple[Aim, ...]
    actions: int
    aimed: int
    """What the first shot adds to the dice."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return ", then ".join(SHOTS[aim] for aim in self.aims)


# fmt: off
IN_HAND: Priority[OwnedWeapon] = Priority(
    "OUT-SHOOT-2", "which weapon to shoot with",
    prefer(acting.fired, "OUT-THROW"),
    # A shot with the other one is harder.
    prefer(Measure("in the better hand", lambda here, weapon: weapon.hand == favoured(here.position, here.unit)[0])),
)
MOST_ACTIONS: Priority[Volley] = Priority(
    "OUT-SHOOT-plus", "how to shoot",
    most(Measure("actions spent", lambda _, volley: volley.actions)),
    least(Measure("shots", lambda _, volley: len(volley.aims))),
    most(Measure("aim", lambda _, volley: volley.aimed)),
)
# fmt: on


def volleys(weapon: OwnedWeapon, actions: int) -> list[Volley]:
    """Return every way to spend at most so many actions on shots with a weapon, as far as its rounds go.

    >>> from sim.rules.outlaws.figures import ShotKind, WeaponKind
    >>> from sim.rules.outlaws.state import Item
    >>> colt = WeaponKind("colt", "Colt", "handgun", shots={"standard": ShotKind(1, 0), "best": ShotKind(2, 2)})
    >>> [volley.subject for volley in volleys(OwnedWeapon(Item("c", "colt", loaded=6), colt, "right"), 2)]
    ['Shoot', 'Best Shot', 'Shoot, then Shoot']
    """
    shots, most_shots = weapon.kind.shots, min(weapon.item.loaded, actions)
    several = (combinations_with_replacement(shots, count) for count in range(1, most_shots + 1))
    found = []
    for aims in chain.from_iterable(several):
        if (spent := sum(shots[aim].actions for aim in aims)) <= actions:
            best_first = tuple(sorted(aims, key=lambda aim: -shots[aim].aim))
            found.append(Volley(best_first, spent, shots[best_first[0]].aim))
    return found


def fire(plus: bool) -> Callable[[OutlawsSituation], Intent | Cannot]:
    """Return the shot of Shoot (OUT-SHOOT-5, OUT-SHOOT-6) or of Shoot+ (OUT-SHOOT-plus)."""

    @with_a_shot
    def shot(here: OutlawsSituation) -> Intent | Cannot:
        fit = [weapon for weapon in _fit(here) if weapon.ready]
        weapon = (
            IN_HAND.choose(here, fit, "weapons in hand that could wound") if len(fit) > 1 else next(iter(fit), None)
        )
        if weapon is None:
            return Cannot("no weapon in hand is ready")
        if not sees(here.position, here.unit, foe(here)):
            return Cannot(f"{foe(here).id} is not in view")
        if not weapon.fires:
            return ordered(here, ThrowWeapon(here.unit.id, foe(here).id, weapon.item.id))
        aim = _aim(here, weapon, plus)
        if aim is None:
            return acting.too_few(here, "a shot")
        single = Shoot(here.unit.id, foe(here).id, weapon.item.id, aim)
        return _both_barrels(here, weapon, replace(single, both=True)) or ordered(here, single)

    return shot


def _aim(here: OutlawsSituation, weapon: OwnedWeapon, plus: bool) -> Aim | None:
    """OUT-SHOOT-plus: the first shot of those that spend the most actions.

    OUT-SHOOT-5, OUT-SHOOT-6: else a standard shot; a rifle with one action takes a Poor Shot.
    """
    shots = weapon.kind.shots
    if plus:
        volley = MOST_ACTIONS.choose(here, volleys(weapon, left(here)), "ways to shoot")
        return volley.aims[0] if volley else None
    if shots["standard"].actions <= left(here):
        return "standard"
    if weapon.kind.cls == "rifle" and "poor" in shots and shots["poor"].actions <= left(here):
        here.say("a rifle with one action: Poor Shot", "OUT-SHOOT-6")
        return "poor"
    return None


def _both_barrels(here: OutlawsSituation, weapon: OwnedWeapon, shot: Shoot) -> Shoot | None:
    """OUT-SHOOT-7: a double-barrelled shotgun fires both barrels on 1-2, if it can."""
    if weapon.kind.barrels < 2 or weapon.item.loaded < 2 or isinstance(ordered(here, shot), Cannot):
        return None
    need = between(1, 2)
    return shot if need.met_by(here.throw(Throw(D6, "both barrels", shot.unit, need), "OUT-SHOOT-7").total) else None


# -- the instruction -----------------------------------------------------------------------------------------------


def _holds(rule: str, obstacle: Callable[[OutlawsSituation], str], here: OutlawsSituation) -> bool:
    if acting.gone(here) or here.state.ran or left(here) < 1 or not (reason := obstacle(here)):
        return False
    here.say(reason, rule)
    return True


def _instead(move: Plan | None) -> Plan:
    """Return what turns a Shoot into a Move, or into nothing where it was one before (OUT-LOOP).

    The first obstacle settles it: a Move that cannot be done is no Shoot that the next obstacle could turn once more.
    """
    was_move = Option("OUT-LOOP", "a Move does not become a Move", lambda _: Cannot("it was a Move before"))
    plan: Plan = FirstOf()
    for rule, text, obstacle in reversed(OBSTACLES):
        plan = acting.settled(rule, text, partial(_holds, rule, obstacle), move or was_move, plan)
    return plan


# fmt: off
ARROW = Option("OUT-ARROW", "an arrow on the string", ready_arrow)
DROPPED_BOW = InTurn(
    Option("OUT-SHOOT-8", "one action left for good: drop the bow", drop_bow),
    Option("OUT-SHOOT-8", "draw another weapon", draw_instead_of_bow),
)
GET_READY = InTurn(
    Option("OUT-SHOOT-1", "turn to see the target", with_a_shot(acting.turn_to_target)),
    Option("OUT-SHOOT-1", "one step to see the target", step),
    Option("OUT-SHOOT-4", "mounted and unarmed: draw", with_a_shot(unless(
        {"it is on foot": lambda here: not here.unit.mounted,
         "it has a weapon in hand": lambda here: in_hand(here.position, here.unit)},
        lambda here: _draw(here, RIDERS_WEAPON)))),
    Option("OUT-SHOOT-2", "stow what is of no use", put_away),
    Option("OUT-SHOOT-2", "draw a weapon", draw),
    Option("OUT-SHOOT-8", "get up to draw the bow", get_up_for_bow),
)
# fmt: on


def shoot(plus: bool, instead: Plan | None) -> Option:
    """Return Shoot or Shoot+; `instead` is the Move that it becomes, None where it has been one (OUT-LOOP)."""
    rule = "OUT-SHOOT-plus" if plus else "OUT-SHOOT-5"
    shot = InTurn(ARROW, Option(rule, "shoot", fire(plus)))
    aimed = InTurn(GET_READY, Again(shot) if plus else shot)
    from_here = Option(rule, "a shot from here", with_a_shot(lambda _: aimed))
    return Option(rule, "Shoot+" if plus else "Shoot", InTurn(DROPPED_BOW, FirstOf(from_here, _instead(instead))))


# -- out of ammo (OUT-AMMO-*): hide and reload, or give up ---------------------------------------------------------


def hide(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-AMMO-1: walk to the nearest square that no enemy sees all round, over several turns if need be.

    A rider rides.
    """
    unit, seen = here.unit, Area(here.position.map, 0)
    for enemy in enemies(here.position, here.side):
        seen |= all_round(here.position, enemy)
    if unit.cell not in seen:
        return Cannot("no enemy sees this square")
    if left(here) < 1:
        return Cannot("no actions are left")
    if not isinstance(up := get_up(here), Cannot):
        return up
    reach = (gait := gait_of(unit)).far(here.position, unit)
    spent = reach.spent[reach.area.mask()]
    costs = np.where(spent == UNREACHED, np.iinfo(np.int32).max, spent).min(axis=1).tolist()
    found = [Square(cell, 0, cost, False, cost) for cell, cost in zip(reach.area, costs, strict=True)]
    view = frozenset(seen)  # asked of all squares of the board
    unseen: Measure[OutlawsSituation, Square] = Measure(
        "out of the view of all enemies", lambda _, square: square.cell not in view
    )
    choice = Priority("OUT-AMMO-1", "where to reload", require(unseen), least(acting.way_there))
    end = choice.choose(here, found, "squares that it can get to")
    return Cannot("there is no such square") if end is None else along(here, gait, end.cell, "OUT-AMMO-1")


def _actions_to_fill(here: OutlawsSituation, weapon: OwnedWeapon) -> int:
    rounds = weapon.kind.capacity - weapon.item.loaded
    return -(-rounds // max(1, weapon.kind.reload)) + (0 if weapon.held else here.battle.data.numbers.draw)


QUICKEST: Priority[OwnedWeapon] = Priority(
    "OUT-AMMO-1",
    "which weapon to reload",
    require(Measure("there are rounds for it", lambda _, weapon: weapon.reloadable)),
    least(Measure("actions until it is full", _actions_to_fill)),
)


def reload(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-AMMO-1: reload the weapon that takes the fewest actions; take it into a hand first."""
    if left(here) < 1:
        return Cannot("no actions are left")
    weapon = QUICKEST.choose(here, distinct(weapons_of(here.position, here.unit)), "weapons that it has")
    return Cannot("there are no reloads") if weapon is None else _load(here, weapon)


def reload_one(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-AMMO-1: go on with the weapon that was begun, and with no other: once it is loaded, the auto resumes.

    All were empty before, so that the one with rounds in it is the one.
    """
    begun = next(
        (weapon for weapon in weapons_of(here.position, here.unit) if weapon.fires and weapon.item.loaded), None
    )
    if begun is None or left(here) < 1:
        return reload(here)
    return _load(here, begun) if begun.reloadable else Cannot(f"{begun.item.id} is loaded")


def _load(here: OutlawsSituation, weapon: OwnedWeapon) -> Intent | Cannot:
    unit = here.unit
    if weapon.held:
        return ordered(here, Reload(unit.id, weapon.item.id))
    if acting.drawable.of(here, weapon).key:
        return draw_item(here, weapon.item)
    return ordered(here, Stow(unit.id, unit.full_hands[0])) if unit.held else Cannot("no hand is free")


def hide_and_reload(whose: str = "") -> When:
    """OUT-AMMO-1: all weapons are empty, and there are rounds for one of them.

    `whose` tells the options of the autos from those of the commander.
    """

    def can_reload(here: OutlawsSituation) -> bool:
        empty = not here.unit.done and out_of_ammo(here.position, here.unit)
        return empty and any(weapon.reloadable for weapon in weapons_of(here.position, here.unit))

    reloads = InTurn(
        Again(Option("OUT-AMMO-1", f"{whose}walk out of every enemy's view", hide)),
        Again(Option("OUT-AMMO-1", f"{whose}reload the quickest weapon", reload_one)),
    )
    return When("OUT-AMMO-1", "all weapons are empty: no die", can_reload, reloads)


LIE_DOWN = When(
    "OUT-AMMO-2",
    "no rounds left at all: no further part",
    # Who has given up has done so for good, whatever a brawl puts into his hands.
    lambda here: here.unit.done or nothing_left(here.position, here.unit),
    FirstOf(Option("OUT-AMMO-2", "hit the dirt", acting.hit_the_dirt), Option("OUT-AMMO-2", "do nothing more", wait)),
)
OUT_OF_AMMO = FirstOf(hide_and_reload(), LIE_DOWN)
"""What comes before the die."""
