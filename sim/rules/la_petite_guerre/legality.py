"""What may be ordered: the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.dice import AVERAGE_DIE
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.acquiring import acquire_refusal, acquires
from sim.rules.la_petite_guerre.actions import (
    INTENTS,
    Acquire,
    Assess,
    ChangeWeapon,
    Charge,
    Control,
    Crawl,
    Encourage,
    Face,
    Fire,
    FireGun,
    FixBayonet,
    Follow,
    GoFirst,
    HearReport,
    Indicate,
    Leave,
    LieDown,
    Limber,
    Mount,
    Move,
    Reload,
    RollMove,
    StandUp,
    Wait,
)
from sim.rules.la_petite_guerre.command import in_earshot, uncontrolled
from sim.rules.la_petite_guerre.geometry import FULL_CIRCLE, sees
from sim.rules.la_petite_guerre.gunnery import fire_gun_refusal, serve_refusal
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.shooting import fire_refusal, weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import crawl_refusal, mover, way_refusal

GALLOP = 2
"""Dice of a horse that is spurred on."""
HANDLES = (Mount, LieDown, StandUp, ChangeWeapon, FixBayonet, Follow, Fire, Crawl)
"""What men do and guns do not."""


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer; None if it is."""
    if not isinstance(intent, INTENTS):
        return "La Petite Guerre knows no such order"
    if isinstance(intent, GoFirst):
        return None if ask.occasion == actions.FIRST_MOVE and intent.side == ask.side else "it is not the time for that"
    who: str = getattr(intent, "unit", "")
    if isinstance(intent, Wait) and not who:
        return None if ask.unit is None else f"{ask.unit} is to act"
    if who not in position.state.units:
        return f"there is no {who}"
    man = position.state.unit(who)
    if man.side != ask.side:
        return f"{who} is not one of {ask.side}"
    if man.out:
        return f"{who} is not on the table"
    if ask.unit is not None and who != ask.unit:
        return f"{ask.unit} is to act, not {who}"
    return _of_occasion(position, ask, man, intent)


def _of_occasion(position: Scene, ask: Ask, man: Man, intent: Intent) -> str | None:
    match ask.occasion:
        case actions.COMMAND:
            return _command_refusal(position, man, intent)
        case actions.MOVING:
            if not isinstance(intent, Move):
                return "the inches that were rolled must be gone"
            refused = way_refusal(position, man, intent.way, position.state.rolled)
            return refused or free_turn_refusal(position, man, intent)
        case actions.CHARGES:
            return _charge_refusal(position, man, intent)
        case actions.ACTION:
            return _action_refusal(position, man, intent)
    return "there is nothing to order now"


def free_turn_refusal(position: Scene, man: Man, move: Move) -> str | None:
    """Base_games.md 5.2: say why a man cannot turn so at the end of a move; None if he can, or does not turn."""
    if move.facing is None or move.facing in free_turns(position, man, move.way):
        return None
    return f"at the end of a move he can turn by {position.battle.data.numbers.free_turn} degrees"


def free_turns(position: Scene, man: Man, way: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return the directions in which a man may look at the end of a way: where he went, and 45 degrees to either hand.

    On hexes, whose directions are 60 degrees apart, there is no such turn.
    """
    grid = position.map.grid
    count, degrees = len(grid.directions), position.battle.data.numbers.free_turn
    along = grid.towards((man.place, *way)[-2], way[-1])[0]
    return (along, (along - 1) % count, (along + 1) % count) if degrees * count >= FULL_CIRCLE else (along,)


# -- command points ----------------------------------------------------------------------------------------------


def _command_refusal(position: Scene, man: Man, intent: Intent) -> str | None:
    """LPG-CMD: say why a leader cannot do this with a command point."""
    if isinstance(intent, Wait):
        return None
    if not man.able:
        return f"{man.id} is in no state to command"
    if man.spent >= man.profile.command:
        return f"{man.id} has no command points left"
    match intent:
        case Control():
            return _control_refusal(position, man)
        case Encourage():
            return None
        case Assess(target=target):
            return _unknown(position, target) or acquire_refusal(position, man, position.state.unit(target))
        case Indicate(target=target):
            return _indicate_refusal(position, man, target)
        case HearReport(man=other, target=target):
            return _report_refusal(position, man, other, target)
        case RollMove():
            return _roll_refusal(position, man, intent)
    return "that is nothing for a command point"


def _control_refusal(position: Scene, leader: Man) -> str | None:
    """LPG-CMD: a point is not thrown away on men who are under control already; himself a leader controls anyway."""
    if uncontrolled(position, leader):
        return None
    near = position.battle.data.numbers.command
    return f"there is nobody within {near} inches whom {leader.id} could control and who is not under control already"


def _unknown(position: Scene, target: str) -> str | None:
    if not target:
        return "nobody is known to be there"
    return None if target in position.state.units else f"there is no {target}"


def _indicate_refusal(position: Scene, leader: Man, target: str) -> str | None:
    if refused := _unknown(position, target):
        return refused
    enemy = position.state.unit(target)
    if enemy.out or enemy.side == leader.side or not acquires(position, leader, enemy):
        return f"{leader.id} has not acquired {target} himself"
    return None if in_earshot(position, leader) else f"nobody is near {leader.id}"


def _report_refusal(position: Scene, leader: Man, other: str, target: str) -> str | None:
    if not other:
        return f"nobody near {leader.id} has seen anybody"
    if refused := _unknown(position, target) or _unknown(position, other):
        return refused
    man, enemy = position.state.unit(other), position.state.unit(target)
    if man not in in_earshot(position, leader):
        return f"{other} is not near {leader.id}"
    if enemy.out or enemy.side == leader.side or not acquires(position, man, enemy):
        return f"{other} has nothing to report of {target}"
    return f"{leader.id} has acquired {target} already" if acquires(position, leader, enemy) else None


# -- actions -----------------------------------------------------------------------------------------------------


def _action_refusal(position: Scene, man: Man, intent: Intent) -> str | None:
    """LPG-ACT-1, LPG-ACT-2: say why a man or a gun cannot spend actions so."""
    actor = position.state.actor
    if actor and actor != man.id:
        return f"{actor} is to act, not {man.id}"
    if isinstance(intent, Wait):
        return None
    if man.left <= 0:
        return f"{man.id} has no actions left"
    if man.broken:
        return f"{man.id} runs"
    if man.stunned and not (isinstance(intent, LieDown) or (isinstance(intent, Mount) and man.mounted)):
        return f"{man.id} is stunned: he can fall prone or dismount, and nothing else"
    if man.profile.kind == "gun":
        return _gun_refusal(position, man, intent)
    return _movement_refusal(position, man, intent) or _man_refusal(position, man, intent)


def _movement_refusal(position: Scene, man: Man, intent: Intent) -> str | None:
    match intent:
        case RollMove():
            return _roll_refusal(position, man, intent)
        case Crawl(way=way):
            if refused := _shuffle_refusal(position, man):
                return refused
            return crawl_refusal(position, man, way) if way else "there is nowhere to go"
        case Face(facing=facing):
            return _turn_refusal(position, man, facing)
        case Follow(lead=lead):
            return _follow_refusal(position, man, lead)
        case Leave():
            return _exit_refusal(position, man)
    return None


def _shuffle_refusal(position: Scene, man: Man) -> str | None:
    """LPG-MOVE-1: say why a man can neither crawl nor shuffle anywhere; None if he can."""
    if man.mounted:
        return f"{man.id} is mounted: on a horse nobody crawls or shuffles"
    return None if man.prone else _file_refusal(position, man)


def _file_refusal(position: Scene, man: Man) -> str | None:
    """LPG-MOVE-3: say that a man in single file moves when his lead does."""
    lead = position.state.unit(man.follows) if man.follows in position.state.units else None
    return f"{man.id} moves with {man.follows}, whom he follows" if lead is not None and not lead.out else None


def _turn_refusal(position: Scene, man: Man, facing: int) -> str | None:
    """LPG-ACT-1: say why a man, or a gun, cannot turn so."""
    if not 0 <= facing < len(position.map.grid.directions):
        return "there is no such direction"
    return f"{man.id} faces that way" if facing == man.facing else None


def _man_refusal(position: Scene, man: Man, intent: Intent) -> str | None:
    match intent:
        case Fire(target=target):
            return _unknown(position, target) or _shot_refusal(position, man, position.state.unit(target))
        case Acquire(target=target):
            return _unknown(position, target) or acquire_refusal(position, man, position.state.unit(target))
        case Reload():
            weapon = weapon_of(position, man)
            return "there is nothing to load" if man.loaded or weapon is None or not weapon.load else None
        case LieDown():
            return "he is prone" if man.prone else "he is mounted" if man.mounted else None
        case StandUp():
            return None if man.prone else "he is not prone"
        case Mount():
            if man.prone:
                return f"{man.id} is prone"
            return None if man.mounted or (man.profile.rides and not man.unhorsed) else f"{man.id} has no horse"
        case ChangeWeapon():
            return None if man.profile.second else f"{man.id} has no other weapon"
        case FixBayonet():
            weapon = weapon_of(position, man)
            return None if weapon is not None and weapon.bayonet else "no bayonet fits what he has in his hands"
        case RollMove() | Crawl() | Face() | Follow() | Leave():
            return None
    return "that is nothing that a man does with an action"


def _shot_refusal(position: Scene, man: Man, target: Man) -> str | None:
    """LPG-ACT-2: fire and one other action; twice with a repeater."""
    return fire_refusal(position, man, target)


def _roll_refusal(position: Scene, man: Man, intent: RollMove) -> str | None:
    """LPG-MOVE-1: say why a man, or a gun, cannot move."""
    if man.prone:
        return f"{man.id} is prone: he can crawl, or stand up first"
    if refused := _dice_refusal(man, intent.dice):
        return refused
    return _file_refusal(position, man)


def _dice_refusal(man: Man, dice: int) -> str | None:
    """LPG-MOVE-1: say why nobody goes with so many dice; None if he does: a horse goes with one or two."""
    return None if dice == 1 or (dice == GALLOP and man.mounted) else "two dice are for a horse"


def _follow_refusal(position: Scene, man: Man, lead: str) -> str | None:
    """LPG-MOVE-3: say why a man cannot fall in behind another."""
    if not lead:
        return None if man.follows else f"{man.id} follows nobody"
    if refused := _unknown(position, lead):
        return refused
    other = position.state.unit(lead)
    if lead == man.id:
        return "there is no friend to follow"
    if other.side != man.side or other.out or other.profile.kind == "gun":
        return f"{man.id} cannot follow {lead}"
    if other.mounted != man.mounted:
        return "men on foot and riders do not make a file"
    if any(each.follows == lead and each.id != man.id for each in position.state.units):
        return f"somebody else follows {lead}"
    if not position.map.grid.adjacent(man.place, other.place):
        return f"{man.id} is not beside {lead}"
    return "that would be a circle" if _leads_to(position, lead, man.id) else None


def _leads_to(position: Scene, lead: str, id_: str) -> bool:
    seen: set[str] = set()
    while lead and lead in position.state.units and lead not in seen:
        if lead == id_:
            return True
        seen.add(lead)
        lead = position.state.unit(lead).follows
    return False


def _gun_refusal(position: Scene, gun: Man, intent: Intent) -> str | None:
    """LPG-ACT-1: say why a gun cannot do this."""
    if isinstance(intent, HANDLES):
        return "that is nothing that a gun does"
    if refused := serve_refusal(position, gun):
        return refused
    match intent:
        case FireGun(cell=cell, canister=canister):
            if gun.fired:
                return f"{gun.id} has fired already this turn"
            return fire_gun_refusal(position, gun, cell, canister=canister)
        case Acquire(target=target):
            return _unknown(position, target) or acquire_refusal(position, gun, position.state.unit(target))
        case Limber():
            needed = position.battle.data.numbers.limber
            return f"it takes {needed} actions" if gun.left < needed else None
        case Reload():
            return f"{gun.id} is loaded" if gun.loaded else f"{gun.id} is limbered" if gun.limbered else None
        case Face(facing=facing):
            return _turn_refusal(position, gun, facing)
        case RollMove(dice=dice):
            if not gun.limbered:
                return f"{gun.id} is not limbered"
            return _dice_refusal(gun, dice)
    return "that is nothing that a gun does"


def _exit_refusal(position: Scene, man: Man) -> str | None:
    """A man leaves over an edge for which his side is rewarded; to run away is another matter."""
    exits = [each for each in position.battle.data.engagement.exits if each.side == man.side]
    return None if any(man.cell in each.cells for each in exits) else f"{position.name(man.cell)} is no exit"


# -- charges -----------------------------------------------------------------------------------------------------


def _charge_refusal(position: Scene, man: Man, intent: Intent) -> str | None:
    """LPG-CHARGE: say why a man cannot charge another."""
    if isinstance(intent, Wait):
        return None
    if not isinstance(intent, Charge):
        return "this is the time for charges"
    if refused := _unknown(position, intent.target):
        return refused
    target = position.state.unit(intent.target)
    if man.profile.kind == "gun":
        return "no gun charges"
    states = ((man.broken, "runs"), (man.stunned, "is stunned"), (man.prone, "is prone"))
    if state := next((words for so, words in states if so), ""):
        return f"{man.id} {state}, and does not charge"
    if man.control not in ("free", "") and not man.profile.command:
        return f"{man.id} is out of control"
    if man.charged:
        return f"{man.id} has a charge on his hands already"
    if man.was_charged and position.battle.data.readings.charged_men == "do not charge":
        return f"{man.id} was charged this turn himself"
    if target.out or target.side == man.side or target.hidden:
        return f"{intent.target} is nobody to charge"
    if not sees(position, man, target):
        return f"no line of sight to {intent.target}"
    if refused := _dice_refusal(man, intent.dice):
        return refused
    steps = position.map.grid.distance(man.place, target.place) - 1
    longest = max(AVERAGE_DIE.faces) * intent.dice + position.battle.data.numbers.charge
    far = steps * mover(position, man).step > 2 * longest
    return f"{intent.target} is too far for any charge" if far else None


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    taken: dict[object, str] = {}
    for man in position.state.units:
        if man.cell is None:
            continue
        if man.cell not in position.map:
            yield f"{man.id} stands off the map"
        elif man.cell in taken:
            yield f"{man.id} and {taken[man.cell]} are both in {position.name(man.cell)}"
        taken[man.cell] = man.id
        if man.dead:
            yield f"{man.id} is dead and on the table"
        if man.weapon and man.weapon not in position.battle.data.weapons:
            yield f"{man.id} holds a {man.weapon}, which nobody has described"
    state, sides = position.state, [side.id for side in position.battle.sides]
    if state.order and sorted(state.order) != sorted(sides):
        yield f"the order of the sides is {', '.join(state.order)}: expected each of {', '.join(sides)} once"
    if state.phase not in ("first move", "end") and (not state.order or not state.side):
        yield f"it is the step of {state.phase}: expected an order of the sides, and the side whose step it is"
    for arrival in position.battle.data.engagement.arrivals:
        if arrival.unit not in state.units:
            yield f"there is no {arrival.unit}, who comes on turn {arrival.turn}"
    charges = state.charges
    if charges.to_come and position.state.phase != "charges":
        yield "charges are to come, and it is not their step"
