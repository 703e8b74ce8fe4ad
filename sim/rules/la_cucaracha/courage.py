"""Courage and the test to respond (base_games.md 4.2, CUC-HOLD): what a D10 must show, and what becomes of who fails.

Rulings (CUC-COURAGE, CUC-HOLD, CUC-RETIRE):
- A courage test that fails by no more than `shaken_by` leaves a unit shaken; by more it breaks. A unit that is shaken
  already breaks by any failure, and who breaks is shaken as well when it stops running: it has to be rallied.
- A failed try to rally changes nothing: nobody breaks of trying.
- Any test that a unit takes at half strength does for the one that being there asks of it.
- A drilled unit rolls a failed test to respond once more, always.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.grid import Cell
from sim.rules.la_cucaracha.events import BrokeOff, CourageTested, Fled, Moved, Rallied
from sim.rules.la_cucaracha.ground import away_cells, leader_near, retire_ways, runs_off
from sim.rules.la_cucaracha.scene import Play, Scene, enemies
from sim.rules.la_cucaracha.units import Move, Nerve, Troop
from sim.tabletop.inches import Ways, nearest


def courage_number(position: Scene, unit: Troop) -> int:
    """Return what a courage test must reach, by quality."""
    return position.battle.data.courage[unit.profile.quality]


def courage_check(position: Scene, unit: Troop, minus: int = 0) -> Check:
    """Return what is added to the die of a courage test; `minus` is the difference by which a round was lost."""
    numbers = position.battle.data.numbers
    fallen = min(unit.fallen, numbers.most_fallen)
    check = Check("courage").plus(numbers.leader * leader_near(position, unit), "leader near")
    return check.plus(-fallen, "lost this turn").plus(-minus, "worse in close combat")


def courage_needed(position: Scene, unit: Troop, minus: int = 0) -> int:
    """Return what the bare die of a courage test must show."""
    return courage_number(position, unit) - courage_check(position, unit, minus).total


def nerve(position: Scene, unit: Troop, die: int, minus: int = 0) -> Nerve:
    """Return what a die of a courage test comes to."""
    short = courage_needed(position, unit, minus) - die
    if short <= 0:
        return "passed"
    return "broken" if unit.shaken or short > position.battle.data.numbers.shaken_by else "shaken"


def respond_check(position: Scene, unit: Troop) -> Check:
    """CUC-HOLD: what is added to the die of a test to respond."""
    numbers = position.battle.data.numbers
    return (
        Check("to respond")
        .plus(numbers.respond_leader * leader_near(position, unit), "leader near", "CUC-HOLD")
        .plus(numbers.respond_raw * (unit.profile.quality == "raw"), "raw", "CUC-HOLD")
        .plus(numbers.respond_shaken * unit.shaken, "shaken", "CUC-HOLD")
    )


def respond_needed(position: Scene, unit: Troop) -> int:
    """CUC-HOLD: what the bare die of a test to respond must show."""
    return position.battle.data.numbers.respond - respond_check(position, unit).total


COURAGE = "CUC-COURAGE"


def after_losses(game: Play, id_: str) -> Nerve:
    """Test a unit that has lost figures to one attack; the test does for being at half strength as well."""
    return take_courage_test(game, id_) if not game.state.unit(id_).lost else "broken"


def take_courage_test(game: Play, id_: str, minus: int = 0) -> Nerve:
    """Test the courage of a unit, and let it suffer what comes of that."""
    unit = game.state.unit(id_)
    result = _thrown(game, unit, minus)
    game.happen(CourageTested(id_, result, at_half_strength(unit)))
    if result == "broken":
        break_and_retire(game, id_)
    return result


def at_half_strength(unit: Troop) -> bool:
    """Say whether a unit is at half strength or less and has not been tested for it."""
    return not unit.halved and not unit.lost and 2 * unit.figures <= unit.profile.figures


def rally(game: Play, id_: str) -> None:
    """Let a shaken unit try to get over it."""
    unit = game.state.unit(id_)
    game.happen(Rallied(id_, _thrown(game, unit, 0) == "passed"))


def _thrown(game: Play, unit: Troop, minus: int) -> Nerve:
    position = game.position
    game.note(Checked(courage_check(position, unit, minus), rule=COURAGE))
    need = at_least(courage_needed(position, unit, minus))
    rolled = game.throw(Throw(D10, "courage", unit.id, need), COURAGE)
    return nerve(position, unit, rolled.total, minus)


def passes_response(game: Play, id_: str) -> bool:
    """CUC-HOLD: throw whether a unit responds; a drilled one throws a failed die once more."""
    position, unit = game.position, game.state.unit(id_)
    game.note(Checked(respond_check(position, unit), rule="CUC-HOLD"))
    need = at_least(respond_needed(position, unit))
    if game.met(Throw(D10, "to respond", id_, need), "CUC-HOLD"):
        return True
    if not unit.profile.drilled:
        return False
    game.note(Said("drilled: once more", rule="CUC-HOLD"))
    return game.met(Throw(D10, "to respond, again", id_, need), "CUC-HOLD")


# -- running -----------------------------------------------------------------------------------------------------


def break_and_retire(game: Play, id_: str) -> None:
    """Let a broken unit run; crews leave their weapon behind, and whoever breaks twice does not come back."""
    unit = game.state.unit(id_)
    if unit.profile.style == "crew" or unit.broken >= game.battle.data.numbers.breaks:
        why = "the crew abandons its weapon" if unit.profile.style == "crew" else "it breaks for the second time"
        game.note(Said(why, rule="CUC-RETIRE"))
        game.happen(Fled(id_))
        return
    break_off(game, id_)
    enemy = nearest_enemy(game, unit)
    ways = retire_ways(game.position, unit, enemy)
    if ways:
        cell = picked(game, id_, ways, "where it runs")
        off = runs_off(game.position, unit, cell, enemy)
        move(game, id_, ways[cell], "retire")
    else:
        off = runs_off(game.position, unit, unit.place, enemy)
    if off:
        game.note(Said("it runs off the table", rule="CUC-RETIRE"))
        game.happen(Fled(id_))


def fall_back(game: Play, id_: str, enemy: Troop) -> None:
    """Let a unit that was shaken in close combat fall back half an Advance, out of the fight."""
    break_off(game, id_)
    unit = game.state.unit(id_)
    ways = away_cells(game.position, unit, enemy, "half") if enemy.cell is not None else None
    if ways:
        move(game, id_, ways[picked(game, id_, ways, "where it falls back to")], "retire")


def break_off(game: Play, id_: str) -> None:
    """Free a unit of whatever close combat it is in."""
    if game.state.unit(id_).fighting:
        game.happen(BrokeOff(id_))


def nearest_enemy(game: Play, unit: Troop) -> Troop | None:
    """CUC-NEAREST: return the nearest enemy, a die deciding between several; None where there is none."""
    found = nearest(game.position, unit.place, enemies(game.position, unit.side))
    return game.choose(found, "the nearest enemy", unit.id, [each.id for each in found]) if found else None


def picked(game: Play, id_: str, ways: Ways, purpose: str) -> Cell:
    """Return one of several cells that are equally good, by a die."""
    return game.choose(ways.cells, purpose, id_, [game.position.name(cell) for cell in ways.cells])


def move(game: Play, id_: str, way: tuple[Cell, ...], how: Move) -> None:
    """Move a unit along a way."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], how))
