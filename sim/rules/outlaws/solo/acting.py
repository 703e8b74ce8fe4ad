"""What every instruction needs: who acts, against whom, with what and how many actions; orders that several give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from sim.engine.chance import ChanceRefused, Scripted
from sim.engine.dice import D6
from sim.engine.frozen import quickly_made
from sim.engine.game import Game, Start
from sim.engine.notes import Tried
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.book import of_this_book
from sim.play.commander import allowed as allowed
from sim.play.commander import does, plan_of
from sim.play.commander import ordered as ordered
from sim.rules.outlaws.combat import could_wound
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.ground.geometry import can_take_cover, could_turn_to_see, cover_from, sees
from sim.rules.outlaws.orders.going import GetUp, HitTheDirt, TakeCover, Turnaround, Wait
from sim.rules.outlaws.orders.handling import Draw
from sim.rules.outlaws.state import (
    Character,
    Hand,
    Item,
    OutData,
    OutState,
    Scene,
    enemies,
    favoured,
    free_hand,
    has_rounds_for,
)
from sim.solo.plans import ByScore, Cannot, Plan
from sim.solo.priority import Shown, measure
from sim.solo.situation import Situation

Here = Situation[OutState, OutData]
Done = TypeVar("Done")


def actor(here: Here) -> Character:
    """Return whoever acts, as he is now."""
    unit = here.unit
    assert isinstance(unit, Character)
    return unit


def foe(here: Here) -> Character:
    """Return the target as it is now: an order may have wounded it, or made it move, since it was chosen."""
    assert isinstance(here.target, Character)
    return here.state.unit(here.target.id)


def left(here: Here) -> int:
    """Return the actions that are left of the counter."""
    return here.state.actions


def too_few(here: Here, purpose: str) -> Cannot:
    """Say that the actions that are left do not do for something."""
    number = left(here)
    return Cannot(f"{counted(number, 'action')} {'is' if number == 1 else 'are'} too few for {purpose}")


def visible_enemies(position: Scene, unit: Character) -> list[Character]:
    """OUT-FOV: the conscious enemies that a character sees, or could turn to see."""
    return [enemy for enemy in enemies(position, unit.side) if could_turn_to_see(position, unit, enemy)]


def present(here: Here) -> Cannot | None:
    """Return why nothing can be done about the target any more; None while it is a target."""
    target = foe(here)
    if target.out or target.cell is None:
        return Cannot(f"{target.id} is out of it")
    return Cannot("it lies out cold") if actor(here).out else None


def unless(
    cannot: Callable[[Here], Cannot | None],
) -> Callable[[Callable[[Here], Done]], Callable[[Here], Done | Cannot]]:
    """Return what makes an action impossible where something else is: then its reason counts."""

    def guarding(act: Callable[[Here], Done]) -> Callable[[Here], Done | Cannot]:
        return wraps(act)(lambda here: cannot(here) or act(here))

    return guarding


against = unless(present)
"""For what is done to a target: not once that is none any more."""


def facing_to(position: Scene, origin: Cell, target: Cell) -> int:
    """Return the direction that looks most straight at a square; of two the first clockwise from north."""
    return position.map.grid.towards(origin, target)[0]


# -- with what -----------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Arm:
    """A weapon that a character has, in the hand or on the belt."""

    item: Item
    kind: WeaponKind
    hand: Hand | None
    """The one that holds it."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.item.id

    @property
    def held(self) -> bool:
        """Say whether it is in a hand."""
        return self.hand is not None

    @property
    def fires(self) -> bool:
        """Say whether it takes rounds: a gun or a bow."""
        return bool(self.kind.shots)

    @property
    def ready(self) -> bool:
        """OUT-THROW: say whether it could be fired or thrown as it is."""
        return self.item.loaded > 0 if self.fires else self.kind.thrown > 0

    @property
    def reloadable(self) -> bool:
        """Say whether there are rounds to put into it."""
        return self.fires and has_rounds_for(self.kind, self.item)

    @property
    def empty(self) -> bool:
        """OUT-AMMO-1, OUT-ARROW: say whether it is out of ammo; a bow is not, as long as there are arrows to ready."""
        return self.fires and not self.item.loaded and not (self.kind.cls == "bow" and self.reloadable)

    @property
    def of_use(self) -> bool:
        """Say whether it can be shot with now, or as soon as an arrow is on the string."""
        return self.ready or (self.fires and not self.empty)


def arms(position: Scene, unit: Character) -> list[Arm]:
    """Return the weapons of a character, those in the hands first."""
    weapons, hands = position.battle.data.weapons, {getattr(unit, hand).id: hand for hand in unit.full_hands}
    return [
        Arm(item, kind, hands.get(item.id))
        for item in unit.items
        if (kind := weapons.get(item.kind)) is not None and (kind.shots or kind.thrown)
    ]


def unlike(found: list[Arm]) -> list[Arm]:
    """Return weapons of which no two are alike: to roll between two equal lances would decide nothing."""
    first: dict[tuple[object, ...], Arm] = {}
    for arm in found:
        item = arm.item
        first.setdefault((arm.held, item.kind, item.loaded, item.reloads, item.loose), arm)
    return list(first.values())


def in_hand(position: Scene, unit: Character) -> list[Arm]:
    """Return the weapons in a character's hands."""
    return [arm for arm in arms(position, unit) if arm.held]


def useful(position: Scene, unit: Character, target: Character) -> list[Arm]:
    """OUT-SHOOT-2: return the weapons with which a standard Shoot could wound the target, loaded, drawn or not."""
    return [arm for arm in arms(position, unit) if arm.of_use and wounds_from_here(position, unit, target, arm)]


def wounds_from_here(position: Scene, unit: Character, target: Character, arm: Arm) -> bool:
    """OUT-SHOOT-2: say whether a weapon could wound the target, in the hand that holds it or that would draw it.

    OUT-SHOOT-8: what takes more actions than its owner will ever have again wounds nobody, so that it is not drawn
    only to be dropped.
    """
    if min((shot.actions for shot in arm.kind.shots.values()), default=0) > unit.allowance:
        return False
    if not arm.held:  # for a weapon that it draws it puts away the others that it holds
        unit = unit.changed(**{other.hand: None for other in in_hand(position, unit) if other.hand})
        unit = unit.changed(**{free_hand(position, unit, arm.item) or favoured(position, unit)[0]: arm.item})
    return could_wound(position, unit, target, arm.item)


@measure("loaded")
def loaded(here: Here, arm: Arm) -> Shown:
    """OUT-SHOOT-2."""
    return Shown(arm.of_use, f"{arm.item.loaded} in it" if arm.fires else "it is thrown")


@measure("fired, not thrown")
def fired(here: Here, arm: Arm) -> bool:
    """OUT-THROW: nobody throws his knife away while a gun or a bow will do."""
    return arm.fires


@measure("could wound the target with a standard Shoot")
def wounding(here: Here, arm: Arm) -> bool:
    """OUT-SHOOT-2."""
    return wounds_from_here(here.position, actor(here), foe(here), arm)


@measure("not in a hand yet, and there is a hand for it")
def drawable(here: Here, arm: Arm) -> Shown:
    """OUT-SHOOT-2."""
    if arm.held:
        return Shown(False, "held")
    hand = free_hand(here.position, actor(here), arm.item)
    return Shown(hand is not None, f"the {hand} hand" if hand else "no hand is free")


@measure("in the better hand")
def in_better_hand(here: Here, arm: Arm) -> bool:
    """A shot with the other one is harder."""
    return arm.hand == favoured(here.position, actor(here))[0]


# -- orders that several instructions give -------------------------------------------------------------------------


@against
def turn_to_target(here: Here) -> Intent | Cannot:
    """Turn on the spot so that the target is in view."""
    unit, target = actor(here), foe(here)
    if sees(here.position, unit, target):
        return Cannot(f"{target.id} is in view")
    if not could_turn_to_see(here.position, unit, target):
        return Cannot(f"no turn brings {target.id} into view")
    return ordered(here, Turnaround(unit.id, facing_to(here.position, unit.place, target.place)))


@against
def take_cover(here: Here) -> Intent | Cannot:
    """Take cover where that shelters from the target."""
    unit = actor(here)
    if unit.covering:
        return Cannot("it has taken cover")
    if unit.prone or unit.mounted:
        return Cannot("it is prone" if unit.prone else "it is mounted")
    if reason := can_take_cover(here.position, unit):
        return Cannot(reason)
    cell, enemy = unit.place, foe(here).place
    if not cover_from(here.position, cell, enemy, covering=True):
        return Cannot(f"nothing there shelters from {foe(here).id}")
    if cover_from(here.position, cell, enemy, covering=False):
        return Cannot("it is in cover without")
    return ordered(here, TakeCover(unit.id))


def hit_the_dirt(here: Here) -> Intent | Cannot:
    """Go prone; a rider dismounts (OUT-P-1)."""
    unit = actor(here)
    if unit.out:
        return Cannot("it lies out cold")
    return Cannot("already prone") if unit.prone else ordered(here, HitTheDirt(unit.id))


def get_up(here: Here) -> Intent | Cannot:
    """Stand up, for whoever lies."""
    return ordered(here, GetUp(actor(here).id)) if actor(here).prone else Cannot("it is not prone")


def draw_item(here: Here, item: Item) -> Intent | Cannot:
    """Take something that is carried into the better hand that is free."""
    hand = free_hand(here.position, actor(here), item)
    return Cannot("no hand is free") if hand is None else ordered(here, Draw(actor(here).id, item.id, hand))


wait = does(Wait)
"""OUT-WAIT: do nothing."""


# -- shapes of plans that this game needs besides those of `sim.solo` ----------------------------------------------


class Deciding(ByScore):
    """A table whose die is thrown only where one of its rows leads to an order, or to another die.

    With real dice on a real table nobody wants to roll for nothing. To who lies a Wait is nothing as well: what it
    drops of the list is Prone.
    """

    def __init__(self, rule: str, table: str, rows: Mapping[int | range, Plan]) -> None:
        super().__init__(rule, table, D6, rows)

    def orders(self, here: Here) -> Iterator[Intent]:
        """Throw the die and follow its row; without a row that leads to anything, say so and do nothing."""
        if any(_leads_on(here, plan) for plan in self.rows.values()):
            yield from super().orders(here)
        else:
            here.note(Tried(self.table, False, "nothing could be done, whatever the die shows", rule=self.rule))


def _leads_on(here: Here, plan: Plan) -> bool:
    """Say whether a plan has an order, or needs a die to find one."""
    trial = Situation(Game(here.battle, Start(here.state), {}, Scripted()), here.ask).against(here.target)
    try:
        first = next(iter(plan.orders(trial)), None)
    except ChanceRefused:
        return True
    return first is not None and not (actor(here).prone and of_this_book(first).passes)


def settled(rule: str, text: str, condition: Callable[[Here], object], yes: Plan, no: Plan) -> Plan:
    """Return a choice between plans that stands even if nothing of the chosen one can be done.

    The other die is not thrown, unlike with `FirstOf(When(…), When(…))`, which would try the next condition in a
    position that has not changed.
    """

    @plan_of(yes, no)
    def orders(here: Here) -> Iterator[Intent]:
        inner, page = here.page()
        holds = bool(condition(inner))
        here.note(Tried(text, holds, "" if holds else "it is not so", page.close(), rule=rule))
        yield from (yes if holds else no).orders(here)

    return orders
