"""LPG-CTRL: who is out of control does again what he did in the turn before: the same actions, the same way or target.

Every kind of action is repeated, by guns too, whose crews have lost their heads. It is done again to the same effect:
who mounted last turn and sits on his horse does not get down. What the rules would not take as an order is left out.
"""

from __future__ import annotations

from sim.engine.events import Passed
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre.actions import (
    ACTION,
    Acquire,
    ChangeWeapon,
    Crawl,
    Face,
    Fire,
    FireGun,
    FixBayonet,
    LieDown,
    Limber,
    Mount,
    Reload,
    RollMove,
    StandUp,
)
from sim.rules.la_petite_guerre.legality import refusal
from sim.rules.la_petite_guerre.moving import Play, roll_and_move
from sim.rules.la_petite_guerre.resolving import resolve
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Done, Man
from sim.rules.la_petite_guerre.walking import crawl_ways, straight_on


def repeat(game: Play, id_: str) -> None:
    """Let a man repeat his last turn as far as he can; what cannot be repeated is left out."""
    repeated = False
    for done in game.state.unit(id_).last:
        man = game.state.unit(id_)
        if not man.able or not man.left:
            break
        ask, intent = Ask(man.side, ACTION, id_), again(game.position, man, done)
        if intent is None or refusal(game.position, ask, intent) is not None:
            continue
        if isinstance(intent, RollMove):
            roll_and_move(game, intent, done.facing)
        else:
            resolve(game, ask, intent)
        repeated = True
    if not repeated:
        man = game.state.unit(id_)
        game.happen(Passed(man.side, id_, "has nothing that he can repeat"))


def again(position: Scene, man: Man, done: Done) -> Intent | None:
    """Return the order by which an action is done again; None where there is nothing more to do of it."""
    match done.what:
        case "move":
            return RollMove(man.id, done.dice if man.mounted else 1)
        case "crawl" | "shuffle" if man.prone == (done.what == "crawl"):
            way = straight_on(position, man, done.facing, crawl_ways(position, man))
            return Crawl(man.id, way) if way else None
        case "fire":
            return Fire(man.id, done.target)
        case "acquire":
            return Acquire(man.id, done.target)
        case "fire gun" | "fire canister":
            return FireGun(man.id, position.map.cell(done.target), done.what == "fire canister", again=True)
        case "turn":
            return Face(man.id, done.facing)
        case "reload":
            return Reload(man.id)
        case _:
            return _handled(man, done)


def _handled(man: Man, done: Done) -> Intent | None:
    """Return what a man does again with himself, his horse or his weapon; None where he has already."""
    orders: dict[str, tuple[bool, type[Intent]]] = {
        "prone": (not man.prone, LieDown),
        "stand": (man.prone, StandUp),
        "mount": (not man.mounted, Mount),
        "dismount": (man.mounted, Mount),
        "weapon": (man.weapon != done.target, ChangeWeapon),
        "fix bayonet": (not man.bayonet, FixBayonet),
        "unfix bayonet": (man.bayonet, FixBayonet),
        "limber": (not man.limbered, Limber),
        "unlimber": (man.limbered, Limber),
    }
    undone, order = orders.get(done.what, (False, LieDown))
    return order(man.id) if undone else None  # type: ignore[call-arg]  # Each of them is given to one man.
