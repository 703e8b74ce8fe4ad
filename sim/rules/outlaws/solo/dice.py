"""The printed solitaire rules: which die, and what it says (OUT-DIE-*, OUT-TABLE, OUT-SEQ); what is done without one.

`TABLE` is laid out like the printed one, row by row and dark, medium, light from left to right. Instructions run in
sequence while actions last; one that cannot be followed is skipped, with its reason in the trace. Where nothing at
all can be done the character waits (OUT-UNCOVERED).

Without a die: whoever is out of ammo hides and reloads, or gives up (OUT-AMMO-*); in a brawl it strikes. What is in the
hand counts before what lies about, and both before the knife (OUT-BRAWL-order).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.dice import D6, Throw, between
from sim.engine.orders import Intent
from sim.play.commander import Again, ordered, unless
from sim.rules.outlaws import ground
from sim.rules.outlaws.combat import brawlers, is_knife, is_to_strike_with, knife, striking, within_grasp
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.ground import actions_to_reach, all_round, could_turn_to_see, cover_from, gait_of, in_cover, sees
from sim.rules.outlaws.orders.base import ACTION, BRAWL, SNAPSHOT
from sim.rules.outlaws.orders.fighting import ArmedBlow, BodyBlow, Snap, Stab, Strike
from sim.rules.outlaws.orders.handling import PickUp, Reload, Stow
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import Arm, Here, Square, against, along, arms, draw_item, foe, get_up, left, wait
from sim.rules.outlaws.solo.move import advance, crawl, move
from sim.rules.outlaws.solo.shoot import shoot
from sim.rules.outlaws.state import Character, Scene, enemies, free_hand
from sim.solo.plans import Against, ByScore, Cannot, FirstOf, InTurn, Option, Plan, When
from sim.solo.priority import Line, Measure, Priority, Shown, least, measure, prefer, require

# -- out of ammo (OUT-AMMO-*): hide and reload, or give up ---------------------------------------------------------

HAND_TO_HAND = ("knife", "tomahawk", "lance")
"""OUT-AMMO-2: whoever has one of these is armed without rounds, and goes on rolling; only the unarmed lie down."""


def out_of_ammo(position: Scene, unit: Character) -> bool:
    """OUT-AMMO-1: say whether a character has weapons that take rounds, and all of them are empty."""
    guns = [arm for arm in arms(position, unit) if arm.fires]
    return bool(guns) and all(arm.empty for arm in guns)


def nothing_left(position: Scene, unit: Character) -> bool:
    """OUT-AMMO-2: say whether all weapons are empty, without reloads, and there is no blade to fall back on."""
    armed = any(arm.reloadable or arm.kind.cls in HAND_TO_HAND for arm in arms(position, unit))
    return out_of_ammo(position, unit) and not armed


# -- where nobody sees it ------------------------------------------------------------------------------------------


def hide(here: Here) -> Intent | Cannot:
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
    gait = gait_of(unit)
    reach = gait.far(here.position, unit)
    costs = np.where(reach.spent == UNREACHED, np.iinfo(np.int32).max, reach.spent).min(axis=1).tolist()
    ordinal = here.position.map.ordinal
    found = [Square(cell, 0, costs[ordinal(cell)], sees=False, length=costs[ordinal(cell)]) for cell in reach.area]
    unseen: Measure[Here, Square] = Measure("out of the view of all enemies", lambda _, square: square.cell not in seen)
    choice = Priority("OUT-AMMO-1", "where to reload", require(unseen), least(acting.way_there))
    end = choice.choose(here, found, "squares that it can get to")
    return Cannot("there is no such square") if end is None else along(here, gait, end.cell, "OUT-AMMO-1")


# -- reloading -----------------------------------------------------------------------------------------------------


def _actions_to_fill(here: Here, arm: Arm) -> int:
    rounds = arm.kind.capacity - arm.item.loaded
    return -(-rounds // max(1, arm.kind.reload)) + (0 if arm.held else here.battle.data.numbers.draw)


QUICKEST: Priority[Arm] = Priority(
    "OUT-AMMO-1",
    "which weapon to reload",
    require(Measure("there are rounds for it", lambda _, arm: arm.reloadable)),
    least(Measure("actions until it is full", _actions_to_fill)),
)


def reload(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: reload the weapon that takes the fewest actions; take it into a hand first."""
    if left(here) < 1:
        return Cannot("no actions are left")
    arm = QUICKEST.choose(here, acting.unlike(arms(here.position, here.unit)), "weapons that it has")
    return Cannot("there are no reloads") if arm is None else _load(here, arm)


def reload_one(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: go on with the weapon that was begun, and with no other: once it is loaded, the auto resumes.

    All were empty before, so that the one with rounds in it is the one.
    """
    begun = next((arm for arm in arms(here.position, here.unit) if arm.fires and arm.item.loaded), None)
    if begun is None or left(here) < 1:
        return reload(here)
    return _load(here, begun) if begun.reloadable else Cannot(f"{begun.item.id} is loaded")


def _load(here: Here, arm: Arm) -> Intent | Cannot:
    unit = here.unit
    if arm.held:
        return ordered(here, Reload(unit.id, arm.item.id))
    if acting.drawable.of(here, arm).key:
        return draw_item(here, arm.item)
    return ordered(here, Stow(unit.id, unit.full_hands[0])) if unit.held else Cannot("no hand is free")


def hide_and_reload(whose: str = "") -> When:
    """OUT-AMMO-1: all weapons are empty, and there are rounds for one of them.

    `whose` tells the options of the autos from those of the commander.
    """

    def can_reload(here: Here) -> bool:
        empty = not here.unit.done and out_of_ammo(here.position, here.unit)
        return empty and any(arm.reloadable for arm in arms(here.position, here.unit))

    reloads = InTurn(
        Again(Option("OUT-AMMO-1", f"{whose}walk out of every enemy's view", hide)),
        Again(Option("OUT-AMMO-1", f"{whose}reload the quickest weapon", reload_one)),
    )
    return When("OUT-AMMO-1", "all weapons are empty: no die", can_reload, reloads)


LIE_DOWN = When(
    "OUT-AMMO-2",
    "no rounds at all: nothing more",
    # Who has given up has done so for good, whatever a brawl puts into his hands.
    lambda here: here.unit.done or nothing_left(here.position, here.unit),
    FirstOf(Option("OUT-AMMO-2", "hit the dirt", acting.hit_the_dirt), Option("OUT-AMMO-2", "do nothing more", wait)),
)
OUT_OF_AMMO = FirstOf(hide_and_reload(), LIE_DOWN)
"""What comes before the die."""

# -- brawls -------------------------------------------------------------------------------------------------------


def _with_what_is_held(blow: type[ArmedBlow], none: str) -> Callable[[Here], Intent | Cannot]:
    """OUT-BRAWL-3, OUT-BRAWL-4: return the blow with the first thing in the hands that serves; else `none` says why."""

    @against
    def act(here: Here) -> Intent | Cannot:
        item = next((item for item in here.unit.held if blow.serves(here.position, item)), None)
        return Cannot(none) if item is None else ordered(here, blow(here.unit.id, foe(here).id, item.id))

    return act


strike = _with_what_is_held(Strike, "nothing in hand to strike with")
stab = _with_what_is_held(Stab, "no knife in hand")


@against
def pick_up(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-2: the opponent has something to strike with, and so may this one."""
    if striking(here.position, foe(here)) is None:
        return Cannot(f"{foe(here).id} has nothing to strike with")
    if not any(is_to_strike_with(here.position, item) for item in within_grasp(here.position, here.unit)):
        return Cannot("there are no objects in the square")
    return ordered(here, PickUp(here.unit.id))


@against
def draw_knife(here: Here) -> Intent | Cannot:
    """OUT-KNIFE: take the knife from the belt into a free hand, if a stab can follow it."""
    unit, numbers = here.unit, here.battle.data.numbers
    found = next((item for item in unit.carried if is_knife(here.position, item)), None)
    if knife(here.position, unit) is not None or found is None:
        return Cannot("no knife on the belt" if knife(here.position, unit) is None else "it is in hand")
    if free_hand(here.position, unit, found) is None:
        return Cannot("no hand is free")
    if left(here) < numbers.draw + numbers.brawl + (numbers.get_up if unit.prone else 0):
        return acting.too_few(here, "a stab after that")
    return draw_item(here, found)


get_up_to_stab = unless({"no knife in hand": lambda here: knife(here.position, here.unit) is None}, get_up)
body_blow = against(lambda here: ordered(here, BodyBlow(here.unit.id, foe(here).id)))
OPPONENT: Priority[Character] = Priority("OUT-T-tie", "the opponent in the brawl")


def opponent(here: Here) -> Character | None:
    """OUT-BRAWL-order: return an enemy in the same square; of several one at random. Groups brawl with nobody."""
    there = brawlers(here.position, here.unit)
    return OPPONENT.choose(here, there, "enemies in the square") if left(here) > 0 else None


BLOWS = FirstOf(
    Option("OUT-BRAWL-3", "Strike with Object", strike),
    Option("OUT-BRAWL-2", "Pick up Object", pick_up),
    Option("OUT-KNIFE", "draw the knife", draw_knife),
    Option("OUT-BRAWL-4", "prone with a knife: Get Up", get_up_to_stab),
    Option("OUT-BRAWL-4", "Stab", stab),
    Option("OUT-BRAWL-1", "Body Blow", body_blow),
)
# An opponent is kept until he is out or the actions are: a die for each blow, and for getting up, decides nothing.
BRAWL_PLAN = Again(Against("OUT-BRAWL-1", "whom it brawls with", opponent, Again(BLOWS)))
"""Blow after blow, while actions last."""


# -- Prone ---------------------------------------------------------------------------------------------------------


def prone(low: int = 1, high: int = 6, *, star: bool = False) -> Option:
    """Return the instruction: "Prone", "Prone 1-4", "*Prone 1-2"."""
    certain, need = (low, high) == (1, 6), between(low, high)
    text = f"{'*' if star else ''}Prone{'' if certain else f' {low}-{high}'}"

    def lie_down(here: Here) -> Intent | Cannot:
        unit = here.unit
        if star:
            seen_by = [enemy.id for enemy in ground.watchers(here.position, unit)]
            if not seen_by:
                return Cannot("in no enemy's field of view (OUT-P-3)")
            here.say(f"in the field of view of {', '.join(seen_by)}", "OUT-P-3")
        if not certain and not need.met_by(here.throw(Throw(D6, "prone", unit.id, need), "OUT-P-2").total):
            return Cannot(f"the die is not {low}-{high}")
        one_more = Throw(D6, "a Tuwa dismounts on an even number", unit.id)
        if unit.mounted and unit.profile.tuwa and here.throw(one_more, "OUT-P-6").total % 2:
            return Cannot("the die is odd: a Tuwa stays on his horse")
        return acting.hit_the_dirt(here)

    needless = {
        "it is out of it": lambda here: here.unit.out or here.unit.cell is None,
        "already prone (OUT-P-5)": lambda here: here.unit.prone,
        "in an enemy's square (OUT-P-4)": lambda here: any(
            enemy.cell == here.unit.cell for enemy in enemies(here.position, here.side)
        ),
    }
    return Option("OUT-P-1", text, unless(needless, lie_down))


FAR = 1 << 20
"""More actions than any way takes: of whom nobody can get to."""

# -- whom an instruction is about: measures -----------------------------------------------------------------------


@measure("seen, or seen by turning")
def in_sight(here: Here, enemy: Character) -> Shown:
    """OUT-T-closest: walls count, facing does not."""
    unit = here.unit
    if sees(here.position, unit, enemy):
        return Shown(True, "seen")
    turned = could_turn_to_see(here.position, unit, enemy)
    return Shown(turned, "seen by turning" if turned else "out of sight")


squares_away: Measure[Here, Character] = Measure(
    "squares away", lambda here, each: ground.ruler(here.unit.place, each.place)
)


@measure("Walk and Turnaround actions away")
def actions_away(here: Here, enemy: Character) -> Shown:
    """OUT-T-suspected: along a real way, whoever stands in it."""
    actions = actions_to_reach(here.position, here.unit, enemy)
    return Shown(FAR, "no way") if actions is None else Shown(actions, str(actions))


def armed(what: str, serves: Callable[[WeaponKind], bool]) -> Measure[Here, Character]:
    """OUT-T-armed, OUT-ARMED: return the measure of the handguns, or the long guns, in somebody's hands."""

    def held(here: Here, enemy: Character) -> Shown:
        weapons = here.battle.data.weapons
        names = [weapons[item.kind].name for item in enemy.held if item.kind in weapons and serves(weapons[item.kind])]
        return Shown(bool(names), ", ".join(names) or "no")

    return Measure(f"holds a {what}", held)


HANDGUN = armed("handgun", lambda kind: kind.cls == "handgun")
LONG_GUN = armed("long gun", lambda kind: kind.is_long)

# -- the selectors: a tie that is left at the end of a list is rolled for (OUT-T-tie) ------------------------------


def closest(rule: str, *wanted: Line[Here, Character]) -> Priority[Character]:
    """Return the list that finds the closest enemy in sight of those who are wanted, else the closest of all."""
    return Priority(rule, "the target", require(in_sight), *wanted, least(squares_away, "OUT-T-closest"))


def suspected(rule: str, *wanted: Line[Here, Character]) -> Priority[Character]:
    """Return the list that finds the enemy with the shortest way of those who are wanted, else of all."""
    return Priority(rule, "the target", *wanted, least(actions_away, "OUT-T-suspected"))


CLOSEST, LEAST_COVER = closest("OUT-T-closest"), closest("OUT-T-cover", prefer(acting.exposed))
CLOSEST_HANDGUN, CLOSEST_LONG_GUN = (closest("OUT-T-armed", prefer(gun)) for gun in (HANDGUN, LONG_GUN))
SUSPECTED = suspected("OUT-T-suspected")
SUSPECTED_HANDGUN, SUSPECTED_LONG_GUN = (suspected("OUT-T-suspected-armed", prefer(gun)) for gun in (HANDGUN, LONG_GUN))


def selector(text: str, choice: Priority[Character]) -> Callable[..., Plan]:
    """Return what makes the plan of a die out of its first word: find the target, then follow the instructions."""

    def find(here: Here) -> Character | None:
        return choice.choose(here, enemies(here.position, here.side), "conscious enemies")

    return lambda *instructions: Against(choice.rule, text, find, InTurn(*instructions))


# -- the words on the dice -----------------------------------------------------------------------------------------
# OUT-LOOP: a Shoot that becomes Move does not become Shoot again, nor a Move that becomes Shoot a Move.

_SHOOTS_FOR_MOVE = shoot(False, instead=None), shoot(True, instead=None)
Move, Crawl = move(*_SHOOTS_FOR_MOVE), crawl(*_SHOOTS_FOR_MOVE)
_MOVE_FOR_SHOOT = move()
Shoot, ShootPlus = shoot(False, instead=_MOVE_FOR_SHOOT), shoot(True, instead=_MOVE_FOR_SHOOT)
Advance = advance(Move)
Waits = Option("OUT-WAIT", "Wait", wait)

Prone, Prone12, Prone13, Prone14, Prone15 = prone(), prone(1, 2), prone(1, 3), prone(1, 4), prone(1, 5)
Star12, Star13 = prone(1, 2, star=True), prone(1, 3, star=True)

Closest, CoverMinus = selector("Closest", CLOSEST), selector("Cover-", LEAST_COVER)
ClosestHandgun = selector("Closest Handgun", CLOSEST_HANDGUN)
ClosestLongGun = selector("Closest Long Gun", CLOSEST_LONG_GUN)
Suspected = selector("Suspected", SUSPECTED)
SuspectedHandgun = selector("Suspected Handgun", SUSPECTED_HANDGUN)
SuspectedLongGun = selector("Suspected Long Gun", SUSPECTED_LONG_GUN)

# fmt: off
TABLE: Mapping[int, tuple[Plan, Plan, Plan]] = {
    #   dark                                    medium                          light
    1: (Suspected(Advance, ShootPlus, Star12),  Closest(Prone14, ShootPlus),    Closest(ShootPlus, Prone12)),
    2: (Suspected(Advance, ShootPlus, Star12),  Closest(ShootPlus, Prone12),    ClosestHandgun(ShootPlus, Prone12)),
    3: (Suspected(Advance, ShootPlus, Star12),  Closest(Move, Prone13),         Closest(Shoot, Move, Star13)),
    4: (SuspectedLongGun(Advance, Star12),      Closest(Prone14, ShootPlus),    CoverMinus(ShootPlus, Prone12)),
    5: (SuspectedHandgun(Advance, Star12),      CoverMinus(Prone15, ShootPlus), ClosestLongGun(ShootPlus, Prone12)),
    6: (Waits,                                  Closest(Prone, Shoot, Crawl),   Closest(Move, Star13)),
}
# fmt: on
"""OUT-TABLE."""

NOTHING_DONE = Option("OUT-UNCOVERED", "nothing on the die can be done: Wait", wait)
DARK, MEDIUM, LIGHT = (
    FirstOf(
        ByScore("OUT-TABLE", f"the {colour} die", D6, {roll: row[column] for roll, row in TABLE.items()}), NOTHING_DONE
    )
    for column, colour in enumerate(("dark", "medium", "light"))
)

# -- which die -----------------------------------------------------------------------------------------------------


def sees_nobody(here: Here) -> bool:
    """OUT-DIE-dark: say whether it can neither see nor turn to see any conscious enemy."""
    seen = acting.visible_enemies(here.position, here.unit)
    here.say(f"it can see, or turn to see, {', '.join(enemy.id for enemy in seen) or 'nobody'}", "OUT-DIE-dark")
    return not seen


def without_cover(here: Here) -> bool:
    """OUT-DIE-medium, OUT-MIXED: say whether there is an enemy in sight from whom it has no cover.

    OUT-DIE-prone: lying down is none.
    """
    unit, bare = here.unit, False
    for enemy in acting.visible_enemies(here.position, unit):
        if in_cover(here.position, unit, enemy):
            found = cover_from(here.position, unit.place, enemy.place, covering=unit.covering)
            here.say(f"cover from {enemy.id}: {found[0].reason}", "OUT-DIE-light")
        else:
            here.say(f"no cover from {enemy.id}", "OUT-DIE-medium")
            bare = True
    return bare


# fmt: off
DIE = acting.settled(
    "OUT-DIE-dark", "the dark die: it cannot see, or turn to see, any conscious enemy", sees_nobody, DARK,
    acting.settled(
        "OUT-DIE-medium", "the medium die: it has no cover from somebody that it can see, or turn to see",
        without_cover, MEDIUM,
        Option("OUT-DIE-light", "the light die: it has cover from all of them", LIGHT)))
# fmt: on


spent = unless({"there are actions left": lambda here: left(here) > 0}, wait)
"""OUT-SEQ: without actions there is no die."""


def snap(here: Here) -> Intent | Cannot:
    """OUT-SNAP-1: try a snapshot at whoever came into view or fired; nobody out of range is asked."""
    return ordered(here, Snap(here.unit.id, here.ask.about or ""))


AUTO: dict[str, Plan] = {
    ACTION: FirstOf(Option("OUT-SEQ", "no actions are left", spent), OUT_OF_AMMO, DIE),
    SNAPSHOT: Option("OUT-SNAP-1", "attempt a snapshot", snap, on=SNAPSHOT),
    BRAWL: FirstOf(BRAWL_PLAN, Option("OUT-BRAWL-1", "no blow can be struck", wait)),
}
"""What the autos do, by occasion."""
