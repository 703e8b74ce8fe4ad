"""Courage: what is tested, what comes of it, and where those run who break.

Rulings (CUC-COURAGE, CUC-RETIRE):
- A courage test that fails by no more than `shaken_by` leaves a unit shaken; by more it breaks. A unit that is shaken
  already breaks by any failure, and who breaks is shaken as well when it stops running: it has to be rallied.
- A failed try to rally changes nothing: nobody breaks of trying.
- Any test that a unit takes at half strength does for the one that being there asks of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.grid import Cell
from sim.play.consequences import happens
from sim.play.odds import Told
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.events import NERVES, CourageTested, Rallied
from sim.rules.la_cucaracha.ground import moves
from sim.rules.la_cucaracha.ground.sight import leader_near
from sim.rules.la_cucaracha.state import CucGame, CucPosition, Move, Nerve, Troop, enemies
from sim.tabletop.inches import CellPath, CellPaths, nearest

# -- the test --------------------------------------------------------------------------------------------------------

COURAGE = "CUC-COURAGE"


def courage_number(position: CucPosition, unit: Troop) -> int:
    """Return what a courage test must reach, by quality."""
    return position.battle.data.courage[unit.profile.quality]


def courage_check(position: CucPosition, unit: Troop, minus: int = 0) -> Check:
    """Return what is added to the die of a courage test; `minus` is the difference by which a round was lost."""
    numbers = position.battle.data.numbers
    fallen = min(unit.fallen, numbers.most_fallen)
    check = Check("courage").plus(numbers.leader * leader_near(position, unit), "leader near")
    return check.plus(-fallen, "lost this turn").plus(-minus, "worse in close combat")


def courage_needed(position: CucPosition, unit: Troop, minus: int = 0) -> int:
    """Return what the bare die of a courage test must show."""
    return courage_number(position, unit) - courage_check(position, unit, minus).total


def nerve(position: CucPosition, unit: Troop, die: int, minus: int = 0) -> Nerve:
    """Return what a die of a courage test comes to."""
    return nerves(position, unit, [die], minus)[0]


def nerves(position: CucPosition, unit: Troop, dice: Iterable[int], minus: int = 0) -> list[Nerve]:
    """Return what each of some dice of a courage test would come to."""
    needed, shaken_by = courage_needed(position, unit, minus), position.battle.data.numbers.shaken_by
    worse: Nerve = "broken" if unit.shaken else "shaken"
    return ["passed" if die >= needed else worse if needed - die <= shaken_by else "broken" for die in dice]


def take_courage_test(game: CucGame, id_: str, minus: int = 0) -> Nerve:
    """Test the courage of a unit, with the consequences."""
    unit = game.state.unit(id_)
    result = courage_thrown(game, unit, minus)
    game.happen(events.CourageTested(id_, result, at_half_strength(unit)))
    if result == "broken":
        break_and_retire(game, id_)
    return result


def at_half_strength(unit: Troop) -> bool:
    """Say whether a unit is at half strength or less and has not been tested for it."""
    return not unit.halved and not unit.lost and 2 * unit.figures <= unit.profile.figures


def courage_thrown(game: CucGame, unit: Troop, minus: int = 0) -> Nerve:
    """Throw the die of a courage test, without any consequences yet."""
    position = game.position
    game.note(Checked(courage_check(position, unit, minus), rule=COURAGE))
    need = at_least(courage_needed(position, unit, minus))
    rolled = game.throw(Throw(D10, "courage", unit.id, need), COURAGE)
    return nerve(position, unit, rolled.total, minus)


# -- running ---------------------------------------------------------------------------------------------------------


def break_and_retire(game: CucGame, id_: str) -> None:
    """Let a broken unit run; crews leave their weapon behind, and whoever breaks twice does not come back."""
    unit = game.state.unit(id_)
    if unit.profile.style == "crew" or unit.broken >= game.battle.data.numbers.breaks:
        why = "the crew abandons its weapon" if unit.profile.style == "crew" else "it breaks for the second time"
        game.note(Said(why, rule="CUC-RETIRE"))
        game.happen(events.Fled(id_))
        return
    if unit.fighting:
        game.happen(events.BrokeOff(id_))
    near = nearest(game.position, unit.place, enemies(game.position, unit.side))
    enemy = game.choose(near, "the nearest enemy", id_, [each.id for each in near]) if near else None  # CUC-NEAREST
    ways = moves.retire_ways(game.position, unit, enemy)
    cell = pick(game, id_, ways, "where it runs") if ways else unit.place
    off = moves.runs_off(game.position, unit, cell, enemy)
    if ways:
        move(game, id_, ways[cell], "retire")
    if off:
        game.note(Said("it runs off the table", rule="CUC-RETIRE"))
        game.happen(events.Fled(id_))


def pick(game: CucGame, id_: str, ways: CellPaths, purpose: str) -> Cell:
    """Return one of several equally good cells, by a die."""
    return game.choose(ways.cells, purpose, id_, [game.position.name(cell) for cell in ways.cells])


def move(game: CucGame, id_: str, way: CellPath, how: Move) -> None:
    """Move a unit along a way."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(events.Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], how))


# -- what is told of its chances -------------------------------------------------------------------------------------


def courage_kept(position: CucPosition, target: str) -> Told:
    """CUC-COURAGE: tell how likely a unit that is charged stands."""

    def tested(game: CucGame) -> None:
        take_courage_test(game, target)

    return Told(
        f"{target} keeps its courage",
        target,
        target,
        "courage",
        ends=lambda run: NERVES[run.all_of(CourageTested)[0].result],
        order=tuple(NERVES.values()),
        because="its courage when it is charged",
        asks=_courage_of(position, target),
        resolve=tested,
        until=happens(CourageTested),
    )


def rallied(position: CucPosition, unit: str) -> Told:
    """CUC-COURAGE: tell how likely a unit gets over being shaken."""
    return Told(f"{unit} rallies", unit, throw="courage", asks=_courage_of(position, unit), until=happens(Rallied))


def _courage_of(position: CucPosition, unit: str) -> str:
    return f"courage of {position.state.unit(unit).profile.quality} troops"
