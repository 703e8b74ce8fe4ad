"""Running away, retiring and pursuing (LPG-ROUT, LPG-PURSUE, LPG-MORALE).

Rulings: a man who breaks runs at once at full speed, two moves on foot and four dice on a horse, as far from the
enemies near him as he can, and again every turn while one is within twelve inches. Who can run no further at the edge
of the table leaves it.
"""

from __future__ import annotations

from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.rules.la_petite_guerre.courage import is_chased, morale_check, morale_needed
from sim.rules.la_petite_guerre.events import Gait, MoraleTested, RanOff
from sim.rules.la_petite_guerre.moving import go, inches_rolled, most_dice
from sim.rules.la_petite_guerre.scene import Play
from sim.rules.la_petite_guerre.units import Man
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
    dice = moves * most_dice(game.position, man)
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


# -- the morale of companies ---------------------------------------------------------------------------------------


def take_morale_tests(game: Play, side: str) -> None:
    """LPG-MORALE: test every company of a side of which somebody was killed or broke this turn."""
    units = game.state.units
    hit = {units[id_].company for id_, _ in game.state.fallen if id_ in units and units[id_].side == side}
    for company in dict.fromkeys(man.company for man in units if man.company in hit):
        if company and company not in game.state.tested and any(man.able for man in _own(game, company)):
            _test(game, side, company)


def _own(game: Play, company: str) -> list[Man]:
    return [man for man in game.state.units if man.company == company and man.profile.kind == "man" and not man.out]


def _test(game: Play, side: str, company: str) -> None:
    game.note(Checked(morale_check(game.position, company), about=tuple(man.id for man in _own(game, company))))
    need, name = at_least(morale_needed(game.position, company)), game.battle.data.engagement.mention(company)
    # For the side, whose luck it is.
    holds = game.met(Throw(D6, f"morale of {name}", side, need), "LPG-MORALE")
    game.happen(MoraleTested(company, holds))
    if not holds:
        for man in _own(game, company):
            if man.able:
                dice = most_dice(game.position, man)
                away(game, man.id, inches_rolled(game, man.id, dice, "inches to retire"), "retire")
