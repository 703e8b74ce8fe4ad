"""Running away, retiring and pursuing (LPG-ROUT, LPG-PURSUE, LPG-MORALE).

Rulings: a man who breaks runs at once at full speed, two moves on foot and four dice on a horse, as far from the
enemies near him as he can, and again every turn while one is within twelve inches. Who can run no further at the edge
of the table leaves it.
"""

from __future__ import annotations

from sim.engine.notes import Said
from sim.rules.la_petite_guerre.courage import is_chased
from sim.rules.la_petite_guerre.events import Gait, RanOff
from sim.rules.la_petite_guerre.moving import go, inches_rolled
from sim.rules.la_petite_guerre.scene import Play
from sim.rules.la_petite_guerre.walking import rout_ways


def run(game: Play, id_: str) -> None:
    """LPG-ROUT: let a broken man run."""
    man = game.state.unit(id_)
    if man.cell is None or not is_chased(game.position, man):
        return
    moves, reading = game.battle.data.numbers.full_speed, game.battle.data.readings.wounded_men
    if man.wounded:
        moves = 1 if reading == "run one move" else moves
        game.note(Said(f"wounded men {reading}", rule="LPG-ROUT"))
    dice = moves * (2 if man.mounted else 1)
    away(game, id_, inches_rolled(game, id_, dice, "inches to run"), "run")


def away(game: Play, id_: str, inches: int, gait: Gait) -> None:
    """Move a man as far from the enemy as so many inches take him; off the table, if he runs and stands at its edge."""
    man = game.state.unit(id_)
    ways = rout_ways(game.position, man, inches)
    if ways:
        cells = list(ways)
        end = game.choose(cells, "where he runs to", id_, [game.position.name(cell) for cell in cells])
        go(game, id_, ways[end], gait)
    if gait == "run" and _is_cornered(game, id_):
        game.note(Said("there is no further to run on this table", rule="LPG-ROUT"))
        game.happen(RanOff(id_))


def _is_cornered(game: Play, id_: str) -> bool:
    man = game.state.unit(id_)
    return man.cell is not None and game.battle.map.is_at_edge(man.cell) and is_chased(game.position, man)
