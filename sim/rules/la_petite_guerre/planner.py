"""LPG-SOLO: the automated side. By stance, under the same command, control and acquisition rules as a player.

    defend     stay, shoot what has been acquired, look out; step back if the enemy comes near in numbers
    advance    go for the goal or the enemy from cover to cover; shoot at short range; charge whoever cannot meet it
    skirmish   shoot and keep six inches away
    delay      shoot, and go back before the enemy comes within range of a charge

The seed has no opponent of its own: these lists are Sandtable's, and say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sim.engine.orders import Intent
from sim.play.book import of_this_book
from sim.play.commander import ordered
from sim.rules.la_petite_guerre import plan_shots as shots
from sim.rules.la_petite_guerre import plan_steps as steps
from sim.rules.la_petite_guerre.orders.commands import GoFirst
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.plan_choices import Here, actor, stance_of, wait
from sim.rules.la_petite_guerre.plan_command import CHARGING, COMMANDING
from sim.rules.la_petite_guerre.plan_guns import GUN
from sim.rules.la_petite_guerre.plan_moves import WHERE, creep, rejoin
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Man, Stance
from sim.solo.plans import Cannot, FirstOf, Option, Plan, When
from sim.solo.priority import Priority, Shown, least, measure, prefer, require

STANCES: Mapping[Stance, Plan] = {
    "defend": FirstOf(
        Option("HOUSE-BACK", "outnumbered at close quarters: one move back", steps.step_back),
        Option("HOUSE-COVER", "under fire: defend lying down", shots.take_cover),
        Option("HOUSE-SHOOT", "defend: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "defend: reload", shots.reload),
        Option("HOUSE-TURN", "defend: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-HOLD", "drive the enemy out of what is to be held", steps.drive_out),
        Option("HOUSE-LEAD", "go where the crew of his gun hears him", rejoin),
    ),
    "advance": FirstOf(
        Option("HOUSE-SHOOT", "fire at an acquired enemy who is not hard to hit", shots.fire_well),
        Option("HOUSE-STORM", "make ready to charge", steps.ready_to_charge),
        Option("HOUSE-LOOK", "look out for an enemy at short range", shots.acquire_near),
        Option("HOUSE-READY", "reload, with an enemy in range", shots.reload_in_range),
        Option("HOUSE-RIDE", "dismount to go on, or to stay", steps.dismount),
        Option("HOUSE-RIDE", "mount to advance", steps.mount),
        Option("HOUSE-CLOSER", "go for the goal, or for the enemy", steps.close_in),
        Option("HOUSE-COVER", "under fire at the goal: lie down", shots.take_cover),
        Option("HOUSE-SHOOT", "at the goal: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "at the goal: reload", shots.reload),
        Option("HOUSE-TURN", "at the goal: turn to face an enemy in range", shots.turn_to_target),
    ),
    "skirmish": FirstOf(
        Option("HOUSE-SHOOT", "skirmish: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "too near for skirmishing: away", steps.keep_away),
        Option("HOUSE-SHOOT", "skirmish: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "skirmish: reload", shots.reload),
        Option("HOUSE-RIDE", "dismount to skirmish", steps.dismount),
        Option("HOUSE-TURN", "skirmish: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-LOOK", "skirmish: look out for an enemy in range", shots.acquire_in_range),
        Option("HOUSE-RIDE", "mount to skirmish elsewhere", steps.mount),
        Option("HOUSE-POST", "go to where there is something to shoot at", steps.close_in),
    ),
    "delay": FirstOf(
        Option("HOUSE-BACK", "it is time to go: fall back", steps.go_in_time),
        Option("HOUSE-SHOOT", "delay: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "a charge is near: away", steps.keep_away),
        Option("HOUSE-SHOOT", "delay: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "delay: reload", shots.reload),
        Option("HOUSE-BACK", "the enemy has gone by: fall back", steps.fall_back),
        Option("HOUSE-TURN", "delay: turn to face an enemy in range", shots.turn_to_target),
    ),
}
"""Every line has words of its own, so that a trace tells by which list a man goes."""


class ByStance:
    """LPG-SOLO: follow the list of the stance that a man's company was ordered to take."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow it."""
        return STANCES[stance_of(here, actor(here))].orders(here)

    def parts(self) -> Iterator[Plan]:
        """Yield the four lists."""
        return iter(STANCES.values())


def is_stunned(here: Here) -> bool:
    """Say whether a man is stunned."""
    return bool(actor(here).stunned)


STUNNED = When("LPG-STUN", "he is stunned", is_stunned, Option("LPG-STUN", "fall prone, or off the horse", steps.drop))

ONE_MAN = FirstOf(
    STUNNED,
    GUN,
    Option("HOUSE-LEAVE", "leave the table where that was ordered", steps.leave),
    ByStance(),
    Option("HOUSE-SHOOT", "fire blind at who can hardly be seen", shots.fire_blind),
    Option("HOUSE-POST", "a step to where he sees the enemy", creep),
    Option("HOUSE-LOOK", "look out for the enemy", shots.acquire),
    Option("HOUSE-COVER", "keep down", shots.keep_down),
    Option("HOUSE-WAIT", "nothing of it can be done: wait", wait),
)
"""What comes before the list of a man's stance, and what is left to him after it."""

# -- who acts next -------------------------------------------------------------------------------------------------


@measure("place in the roll")
def place(here: Here, man: Man) -> int:
    """Men act in the order of the roll, so that files and guns find their crews where they are."""
    return [each.id for each in here.state.units].index(man.id)


@measure("no leader")
def is_led(here: Here, man: Man) -> bool:
    """Leaders act last: by then they know where their men are."""
    return not man.profile.command


@measure("able to act")
def can_act(here: Here, man: Man) -> Shown:
    """Has actions left, and is himself."""
    return Shown(man.left > 0 and not man.out, f"{man.left} actions")


NEXT: Priority[Man] = Priority("HOUSE-NEXT", "who acts next", require(can_act), prefer(is_led), least(place))


class EachMan:
    """LPG-ACT-1: let the next man of the side act; a man who has begun goes on."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Name a man and follow his list until his actions are spent."""
        man = actor(here) if here.ask.unit else _next(here)
        if man is None:
            return
        own = here.acting(man.id)
        while not (now := own.state.unit(man.id)).out and now.left > 0:
            given = False
            for intent in ONE_MAN.orders(own):
                given = True
                yield intent
                if of_this_book(intent).passes:
                    return
            if not given:
                return

    def parts(self) -> Iterator[Plan]:
        """Yield the list of one man."""
        yield ONE_MAN


def _next(here: Here) -> Man | None:
    ready = [man for man in _own(here.position, here.side) if man.left > 0]
    return NEXT.choose(here, ready, "men who can act") if ready else None


def _own(position: Scene, side: str) -> list[Man]:
    return [man for man in position.state.units if man.side == side and not man.out]


# -- the first move -----------------------------------------------------------------------------------------------


def go_first(here: Here) -> Intent | Cannot:
    """LPG-SEQ: whoever attacks goes first; a side that waits lets the enemy come."""
    own = _own(here.position, here.side)
    stances = [stance_of(here, man) for man in own]
    attacks = stances.count("advance") * 2 > len(stances)
    here.say(f"{stances.count('advance')} of {len(stances)} advance", "HOUSE-NEXT", [man.id for man in own])
    return ordered(here, GoFirst(here.side, attacks))


PLANS: dict[str, Plan] = {
    FIRST_MOVE: Option("HOUSE-NEXT", "choose who goes first", go_first),
    COMMAND: FirstOf(COMMANDING, Option("HOUSE-WAIT", "no further commands", wait)),
    ACTION: EachMan(),
    MOVING: WHERE,
    CHARGES: CHARGING,
}
"""What an automated side does, by occasion; either side, or both."""
