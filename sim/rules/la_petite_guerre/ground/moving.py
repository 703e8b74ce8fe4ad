"""Moves as they are made: dice, ways, single file, discovering hidden men, running and retiring.

LPG-MOVE-1 to LPG-MOVE-4, LPG-ROUT, LPG-MORALE.

Rulings: a man who comes upon a hidden enemy stops where he sees him, unless he charges or runs. The crew of a limbered
gun goes along with it, on its roll. With a command point a leader moves alone: whoever follows him in single file has
his own actions later. A man who breaks runs at once at full speed, two moves on foot and four dice on a horse, as far
from the enemies near him as he can, and again every turn while one is within twelve inches. A man who can run no
further at the edge of the table leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import dropwhile

from sim.board.area import Area
from sim.engine.dice import AVERAGE_DIE, Throw
from sim.engine.notes import Said
from sim.engine.orders import Refusal
from sim.grid import Cell
from sim.memo import memo
from sim.rules.la_petite_guerre.events import Acted, Gait, Moved, RanOff, Revealed
from sim.rules.la_petite_guerre.ground.sight import gunners, near
from sim.rules.la_petite_guerre.ground.ways import closest_ways, rout_ways, seen_within, unstopped, way_cost
from sim.rules.la_petite_guerre.state import LpgGame, LpgPosition, LpgState, Man, enemies, known_enemies
from sim.tabletop.inches import CellPath, within

HEADLONG: tuple[Gait, ...] = ("charge", "pursue", "run", "retire")
"""Men who move like this do not stop because they see an enemy."""


def most_dice(position: LpgPosition, man: Man) -> int:
    """LPG-MOVE-1: return how many average dice a man goes with at the most: two on a horse that is spurred on."""
    return position.battle.data.numbers.gallop if man.mounted else 1


def inches_rolled(game: LpgGame, id_: str, dice: int, purpose: str = "inches to move") -> int:
    """LPG-MOVE-1: throw average dice."""
    return game.total(Throw(AVERAGE_DIE, purpose, id_, count=dice), "LPG-MOVE-1")


def chosen(game: LpgGame, ways: Mapping[Cell, CellPath], purpose: str, id_: str) -> CellPath:
    """Return one of some ways that are equally good, by lot."""
    cells = list(ways)
    return ways[game.choose(cells, purpose, id_, [game.position.name(cell) for cell in cells])]


def trail_of(game: LpgGame, man: Man, way: CellPath) -> CellPath:
    """Return the cells that a man trod on a way, from the first to where he is now."""
    here = game.state.unit(man.id).cell
    return (man.place, *way[: way.index(here) + 1]) if here in way else (man.place,)


def bring_crew(game: LpgGame, id_: str, inches: int) -> None:
    """Let those who serve a limbered gun go along with it, on its roll."""
    for man in gunners(game.position, game.state.unit(id_), inches):
        gun = game.state.unit(id_)
        ways = closest_ways(game.position, man, gun.place, inches)
        way = unstopped(game.position, man, next(iter(ways.values()), ()))
        if way and not within(game.position, man.place, gun.place, 1):
            go(game, man.id, way, "follow")


def go(game: LpgGame, id_: str, way: CellPath, gait: Gait, turned: int | None = None) -> None:
    """Move a man along a way, and see whom he comes upon; if nothing stops him he may have turned at its end."""
    whole = len(way)
    way, noticed = _as_far_as_known(game, id_, way, halts=gait not in HEADLONG)
    if not way:
        reveal(game, noticed)
        return
    man = game.state.unit(id_)
    before = (man.place, *way)[-2]
    along = game.battle.map.grid.towards(before, way[-1])[0]
    # Ruling 5.3.22: who retires goes backwards.
    facing = man.facing if gait == "retire" else turned if turned is not None and len(way) == whole else along
    game.happen(Moved(id_, way, facing, gait, along if along != facing else None))
    reveal(game, noticed)


def _as_far_as_known(game: LpgGame, id_: str, way: CellPath, *, halts: bool) -> tuple[CellPath, tuple[str, ...]]:
    """Cut a way short where a man comes upon a hidden enemy, and return whom he notices on it.

    He stops where he sees him, if he `halts` for that, and in any case where the other lies in his way.
    """
    man = game.state.unit(id_)
    hidden = [other for other in game.state.units if other.hidden and not other.out and other.side != man.side]
    noticed: dict[str, None] = {}
    zones = [(other, _come_upon(game.position, other)) for other in hidden]
    for n, cell in enumerate(way if hidden else ()):
        met = [other.id for other in hidden if other.cell == cell]
        if met:
            return way[:n], (*noticed, *met)
        noticed |= dict.fromkeys(other.id for other, around in zones if cell in around)
        if noticed and halts:
            return way[: n + 1], tuple(noticed)
    return way, tuple(noticed)


def reveal(game: LpgGame, noticed: tuple[str, ...] = ()) -> None:
    """Reveal hidden men whom an enemy has come near or passed."""
    for man in [each for each in game.state.units if each.hidden and not each.out]:
        if man.id in noticed or _come_upon(game.position, man) & _held_against(game.position, man.side):
            game.happen(Revealed(man.id))


def _come_upon(position: LpgPosition, man: Man) -> Area:
    """Return the cells from which somebody who comes there notices a hidden man: sight is the same both ways."""
    return seen_within(position, man.place, position.battle.data.numbers.come_upon)


@memo
def _held_against(position: LpgPosition, side: str) -> Area:
    """Return the cells in which men of the other side are."""
    return Area.of(position.map, [enemy.place for enemy in enemies(position, side)])


def leads(state: LpgState, man: Man) -> list[Man]:
    """LPG-MOVE-3: return those whom a man follows in single file, from the next to the head of it."""
    found: list[Man] = []
    while man.follows in state.units and (man := state.unit(man.follows)) not in found:
        found.append(man)
    return found


def follow(game: LpgGame, lead: str, trail: CellPath) -> None:
    """LPG-MOVE-3: let those who follow a man in single file come after him on his roll, each on the heels of the last.

    They tread where the man before them trod, from where he was to the cell behind him. Who cannot keep up, has no
    action left, or lies down, stays.
    """
    free = list(trail[:-1])
    before = lead
    while free and (follower := next((man for man in game.state.units if man.follows == before and not man.out), None)):
        way = _way_behind(game, follower, free)
        if not way or not follower.able or follower.prone or follower.left < 1:
            return
        game.happen(Acted(follower.id, "move"))
        go(game, follower.id, way, "follow")
        free = list(trail_of(game, follower, way)[:-1])
        before = follower.id


def _way_behind(game: LpgGame, man: Man, free: list[Cell]) -> CellPath:
    """Return the way of a follower along the trail to the last free cell of it that he can get to; empty if to none."""
    grid, way = game.battle.map.grid, CellPath()
    tail = dropwhile(lambda cell: cell != man.cell and not grid.adjacent(cell, man.place), free)
    for cell in (cell for cell in tail if cell != man.cell):
        if isinstance(way_cost(game.position, man, (*way, cell)), Refusal):
            break
        way = (*way, cell)
    return unstopped(game.position, man, way)


# -- running away and retiring -------------------------------------------------------------------------------------


def is_chased(position: LpgPosition, man: Man) -> bool:
    """LPG-ROUT: say whether a known enemy who is not running himself is within twelve inches."""
    length = position.battle.data.numbers.rout
    feared = (enemy for enemy in known_enemies(position, man.side) if not enemy.broken)
    return any(near(position, man, enemy, length) for enemy in feared)


def run(game: LpgGame, id_: str) -> None:
    """LPG-ROUT: let a broken man run."""
    man = game.state.unit(id_)
    if man.cell is None or not is_chased(game.position, man):
        return
    moves, reading = game.battle.data.numbers.full_speed, game.battle.data.readings.wounded_men
    if man.wounded:
        moves = 1 if reading == "run one move" else moves
        game.note(Said(f"wounded men {reading}", rule="LPG-ROUT-wounded"))
    dice = moves * most_dice(game.position, man)
    away(game, id_, inches_rolled(game, id_, dice, "inches to run"), "run")


def away(game: LpgGame, id_: str, inches: int, gait: Gait) -> None:
    """Move a man as far from the enemy as so many inches take him; off the table, if he runs and stands at its edge."""
    man = game.state.unit(id_)
    if ways := rout_ways(game.position, man, inches):
        go(game, id_, chosen(game, ways, "where he runs to", id_), gait)
    man = game.state.unit(id_)
    cornered = man.cell is not None and game.battle.map.is_at_edge(man.cell) and is_chased(game.position, man)
    if gait == "run" and cornered:
        game.note(Said("he can run no further on this table", rule="LPG-ROUT"))
        game.happen(RanOff(id_))
