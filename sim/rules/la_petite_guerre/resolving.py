"""Carry out one order."""

from __future__ import annotations

from typing import Literal

from sim.engine.events import Passed
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre.actions import (
    Acquire,
    Assess,
    ChangeWeapon,
    Control,
    Crawl,
    Encourage,
    Face,
    Fire,
    FireGun,
    FixBayonet,
    Follow,
    HearReport,
    Indicate,
    Leave,
    LieDown,
    Limber,
    Mount,
    Reload,
    RollMove,
    StandUp,
)
from sim.rules.la_petite_guerre.command import command, look
from sim.rules.la_petite_guerre.events import (
    Acted,
    LeftTable,
    PointsWon,
    PostureChanged,
    Reloaded,
    Turned,
)
from sim.rules.la_petite_guerre.firing import fire
from sim.rules.la_petite_guerre.gun_fire import fire_gun
from sim.rules.la_petite_guerre.gunnery import load_actions
from sim.rules.la_petite_guerre.moving import Play, go, roll_and_move
from sim.rules.la_petite_guerre.shooting import weapon_of


def resolve(game: Play, ask: Ask, intent: Intent) -> None:
    """Carry out an order that is allowed."""
    match intent:
        case RollMove():
            roll_and_move(game, intent)
        case Fire(unit=id_, target=target):
            fire(game, id_, target)
        case FireGun():
            fire_gun(game, intent)
        case Control() | Assess() | Indicate() | HearReport() | Encourage():
            command(game, intent)
        case Acquire(unit=id_, target=target):
            game.happen(Acted(id_, "acquire", target))
            look(game, id_, target)
        case Crawl(unit=id_, way=way):
            gait: Literal["crawl", "shuffle"] = "crawl" if game.state.unit(id_).prone else "shuffle"
            game.happen(Acted(id_, gait))
            go(game, id_, way, gait)
        case Face(unit=id_, facing=facing):
            game.happen(Acted(id_, "turn"))
            game.happen(Turned(id_, facing))
        case Reload(unit=id_):
            _reload(game, id_)
        case Leave(unit=id_):
            _leave(game, id_)
        case _:
            _change(game, ask, intent)


def _change(game: Play, ask: Ask, intent: Intent) -> None:
    """Lie down, stand up, mount, change a weapon, fix a bayonet, limber, fall in; or do nothing."""
    match intent:
        case LieDown(unit=id_):
            game.happen(Acted(id_, "prone"))
            game.happen(PostureChanged(id_, prone=True))
        case StandUp(unit=id_):
            game.happen(Acted(id_, "stand"))
            game.happen(PostureChanged(id_, prone=False))
        case Mount(unit=id_):
            up = not game.state.unit(id_).mounted
            game.happen(Acted(id_, "mount" if up else "dismount"))
            game.happen(PostureChanged(id_, mounted=up, prone=False))
        case ChangeWeapon(unit=id_):
            man = game.state.unit(id_)
            other = man.profile.second if man.weapon == man.profile.weapon else man.profile.weapon
            game.happen(Acted(id_, "weapon", other))
            game.happen(PostureChanged(id_, weapon=other))
        case FixBayonet(unit=id_):
            fixed = not game.state.unit(id_).bayonet
            game.happen(Acted(id_, "fix bayonet" if fixed else "unfix bayonet"))
            game.happen(PostureChanged(id_, bayonet=fixed))
        case Limber(unit=id_):
            limbers = not game.state.unit(id_).limbered
            game.happen(Acted(id_, "limber" if limbers else "unlimber", actions=game.battle.data.numbers.limber))
            game.happen(PostureChanged(id_, limbered=limbers))
        case Follow(unit=id_, lead=lead):
            game.happen(PostureChanged(id_, follows=lead))
        case _:
            game.happen(Passed(ask.side, getattr(intent, "unit", ask.unit) or None, "does nothing more"))


def _reload(game: Play, id_: str) -> None:
    """LPG-ACT-1: spend an action on reloading; with the last one the weapon is loaded."""
    man = game.state.unit(id_)
    if man.profile.kind == "gun":
        needed = load_actions(game.position, man).total
    else:
        weapon = weapon_of(game.position, man)
        needed = weapon.load if weapon else 0
    game.happen(Acted(id_, "reload"))
    game.happen(Reloaded(id_, man.loading + 1 >= needed))


def _leave(game: Play, id_: str) -> None:
    """Leave the table; where the scenario rewards it, that is worth points."""
    man = game.state.unit(id_)
    exits = [each for each in game.battle.data.engagement.exits if each.side == man.side and man.cell in each.cells]
    game.happen(LeftTable(id_))
    for each in exits[:1]:
        if each.points:
            game.happen(PointsWon(man.side, each.points, f"{id_} has got away"))
