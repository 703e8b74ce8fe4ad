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
from sim.play.commander import Again, ordered, plan_of
from sim.rules.la_petite_guerre import plan_moves as moves
from sim.rules.la_petite_guerre import plan_shots as shots
from sim.rules.la_petite_guerre.orders.commands import GoFirst
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.plan_command import COMMANDING, each_charge
from sim.rules.la_petite_guerre.plan_guns import GUN
from sim.rules.la_petite_guerre.plan_shots import Here, OfMan, actor, stance_of
from sim.rules.la_petite_guerre.units import Man, Stance
from sim.solo.plans import Cannot, FirstOf, Option, Plan, When
from sim.solo.priority import Priority, Shown, least, prefer, require

STANCES: Mapping[Stance, Plan] = {
    "defend": FirstOf(
        Option("HOUSE-BACK", "outnumbered at close quarters: one move back", moves.step_back),
        Option("HOUSE-COVER", "under fire: defend lying down", shots.take_cover),
        Option("HOUSE-SHOOT", "defend: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "defend: reload", shots.reload),
        Option("HOUSE-TURN", "defend: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-HOLD", "drive the enemy out of what is to be held", moves.drive_out),
        Option("HOUSE-LEAD", "go where the crew of his gun hears him", moves.rejoin),
    ),
    "advance": FirstOf(
        Option("HOUSE-SHOOT", "fire at an acquired enemy who is not hard to hit", shots.fire_well),
        Option("HOUSE-STORM", "make ready to charge", moves.ready_to_charge),
        Option("HOUSE-LOOK", "look out for an enemy at short range", shots.acquire_near),
        Option("HOUSE-READY", "reload, with an enemy in range", shots.reload_in_range),
        Option("HOUSE-RIDE", "dismount to go on, or to stay", moves.dismount),
        Option("HOUSE-RIDE", "mount to advance", moves.mount),
        Option("HOUSE-CLOSER", "go for the goal, or for the enemy", moves.close_in),
        Option("HOUSE-COVER", "under fire at the goal: lie down", shots.take_cover),
        Option("HOUSE-SHOOT", "at the goal: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "at the goal: reload", shots.reload),
        Option("HOUSE-TURN", "at the goal: turn to face an enemy in range", shots.turn_to_target),
    ),
    "skirmish": FirstOf(
        Option("HOUSE-SHOOT", "skirmish: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "too near for skirmishing: away", moves.keep_away),
        Option("HOUSE-SHOOT", "skirmish: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "skirmish: reload", shots.reload),
        Option("HOUSE-RIDE", "dismount to skirmish", moves.dismount),
        Option("HOUSE-TURN", "skirmish: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-LOOK", "skirmish: look out for an enemy in range", shots.acquire_in_range),
        Option("HOUSE-RIDE", "mount to skirmish elsewhere", moves.mount),
        Option("HOUSE-POST", "go to where there is something to shoot at", moves.close_in),
    ),
    "delay": FirstOf(
        Option("HOUSE-BACK", "it is time to go: fall back", moves.go_in_time),
        Option("HOUSE-SHOOT", "delay: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "a charge is near: away", moves.keep_away),
        Option("HOUSE-SHOOT", "delay: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "delay: reload", shots.reload),
        Option("HOUSE-BACK", "the enemy has gone by: fall back", moves.fall_back),
        Option("HOUSE-TURN", "delay: turn to face an enemy in range", shots.turn_to_target),
    ),
}
"""Every line has words of its own, so that a trace tells by which list a man goes."""


@plan_of(*STANCES.values())
def by_stance(here: Here) -> Iterator[Intent]:
    """LPG-SOLO: follow the list of the stance that a man's company was ordered to take."""
    return STANCES[stance_of(here, actor(here))].orders(here)


ONE_MAN = FirstOf(
    When(
        "LPG-STUN",
        "he is stunned",
        lambda here: bool(here.unit.stunned),
        Option("LPG-STUN", "fall prone, or off the horse", moves.drop),
    ),
    GUN,
    Option("HOUSE-LEAVE", "leave the table where that was ordered", moves.leave),
    by_stance,
    Option("HOUSE-SHOOT", "fire blind at who can hardly be seen", shots.fire_blind),
    Option("HOUSE-POST", "a step to where he sees the enemy", moves.creep),
    Option("HOUSE-LOOK", "look out for the enemy", shots.acquire),
    Option("HOUSE-COVER", "keep down", shots.keep_down),
    Option("HOUSE-WAIT", "nothing of it can be done: wait", shots.wait),
)
"""What comes before the list of a man's stance, and what is left to him after it."""

# -- who acts next -------------------------------------------------------------------------------------------------


NEXT: Priority[Man] = Priority(
    "HOUSE-NEXT",
    "who acts next",
    require(OfMan("able to act", lambda _, man: Shown(man.left > 0 and not man.out, f"{man.left} actions"))),
    prefer(OfMan("no leader", lambda _, man: not man.profile.command)),
    least(OfMan("place in the roll", lambda here, man: [each.id for each in here.state.units].index(man.id))),
)
"""Men act in the order of the roll, so that files and guns find their crews where they are.

Leaders act last: by then they know where their men are.
"""
ACTIONS = Again(ONE_MAN, able=lambda here: not here.unit.out and here.unit.left > 0)
"""LPG-ACT-1: a man's list, until his actions are spent."""


@plan_of(ACTIONS)
def each_man(here: Here) -> Iterator[Intent]:
    """LPG-ACT-1: let the next man of the side act; a man who has begun goes on."""
    ready = [man for man in _own(here) if man.left > 0]
    man = actor(here) if here.ask.unit else NEXT.choose(here, ready, "men who can act") if ready else None
    return ACTIONS.orders(here.acting(man.id)) if man else iter(())


def _own(here: Here) -> list[Man]:
    return [man for man in here.state.units if man.side == here.side and not man.out]


# -- the first move -----------------------------------------------------------------------------------------------


def go_first(here: Here) -> Intent | Cannot:
    """LPG-SEQ: whoever attacks goes first; a side that waits lets the enemy come."""
    own = _own(here)
    stances = [stance_of(here, man) for man in own]
    attacks = stances.count("advance") * 2 > len(stances)
    here.say(f"{stances.count('advance')} of {len(stances)} advance", "HOUSE-NEXT", [man.id for man in own])
    return ordered(here, GoFirst(here.side, attacks))


PLANS: dict[str, Plan] = {
    FIRST_MOVE: Option("HOUSE-NEXT", "choose who goes first", go_first),
    COMMAND: FirstOf(COMMANDING, Option("HOUSE-WAIT", "no further commands", shots.wait)),
    ACTION: each_man,
    MOVING: Option("LPG-MOVE-3", "go the full distance", moves.where),
    CHARGES: each_charge,
}
"""What an automated side does, by occasion; either side, or both."""
