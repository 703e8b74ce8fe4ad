"""LPG-CTRL: men out of control do again what they did in the turn before: the same actions, the same way or target."""

from __future__ import annotations

from sim.engine.events import Passed
from sim.grid import Cell
from sim.rules.la_petite_guerre.acquiring import acquire_refusal
from sim.rules.la_petite_guerre.command import look
from sim.rules.la_petite_guerre.events import Acted, MoveGivenUp, MoveRolled, Reloaded
from sim.rules.la_petite_guerre.firing import fire
from sim.rules.la_petite_guerre.moving import Play, follow, go, inches_rolled, trail_of
from sim.rules.la_petite_guerre.shooting import fire_refusal, weapon_of
from sim.rules.la_petite_guerre.units import Done, Man
from sim.rules.la_petite_guerre.walking import crawl_ways, full_ways


def repeat(game: Play, id_: str) -> None:
    """Let a man repeat his last turn as far as he can; what cannot be repeated is left out."""
    repeated = False
    for done in game.state.unit(id_).last:
        man = game.state.unit(id_)
        if not man.able or not man.left:
            break
        repeated = _again(game, man, done) or repeated
    if not repeated:
        man = game.state.unit(id_)
        game.happen(Passed(man.side, id_, "has nothing that he can repeat"))


def _again(game: Play, man: Man, done: Done) -> bool:
    """Do one thing again; say whether that could be done."""
    match done.what:
        case "fire" if done.target in game.state.units:
            if fire_refusal(game.position, man, game.state.unit(done.target)) is not None:
                return False
            fire(game, man.id, done.target)
            return True
        case "move" if not man.follows:
            return _move_again(game, man, done)
        case "crawl" if man.prone:
            return _crawl_again(game, man, done.facing)
        case "acquire" if done.target in game.state.units:
            if acquire_refusal(game.position, man, game.state.unit(done.target)) is not None:
                return False
            game.happen(Acted(man.id, "acquire", done.target))
            look(game, man.id, done.target)
            return True
        case "reload":
            return _reload_again(game, man)
    return False


def _move_again(game: Play, man: Man, done: Done) -> bool:
    """Move the way that he went before, as straight as he can, and a rider as fast."""
    if man.prone:
        return False
    dice = done.dice if man.mounted else 1
    game.happen(Acted(man.id, "move", dice=dice))
    game.happen(MoveRolled(man.id, inches_rolled(game, man.id, dice)))
    ways = full_ways(game.position, man, game.state.rolled)
    ahead = _furthest_ahead(game, man, done.facing, list(ways))
    if ahead is None:
        game.happen(MoveGivenUp(man.id))
        return True
    go(game, man.id, ways[ahead], "ride" if man.mounted else "walk")
    follow(game, man.id, trail_of(game, man, ways[ahead]))
    return True


def _crawl_again(game: Play, man: Man, facing: int) -> bool:
    """Crawl the way that he crawled before."""
    ways = crawl_ways(game.position, man)
    ahead = _furthest_ahead(game, man, facing, list(ways))
    if ahead is None:
        return False
    game.happen(Acted(man.id, "crawl"))
    go(game, man.id, ways[ahead], "crawl")
    return True


def _furthest_ahead(game: Play, man: Man, facing: int, cells: list[Cell]) -> Cell | None:
    """Return the cell that lies most straight in a direction, and of those the furthest; None if none lies that way."""
    grid = game.battle.map.grid
    straight = [cell for cell in cells if facing in grid.towards(man.place, cell)]
    return max(straight, key=lambda cell: grid.squared(man.place, cell), default=None)


def _reload_again(game: Play, man: Man) -> bool:
    weapon = weapon_of(game.position, man)
    if weapon is None or man.loaded:
        return False
    game.happen(Acted(man.id, "reload"))
    game.happen(Reloaded(man.id, man.loading + 1 >= weapon.load))
    return True
