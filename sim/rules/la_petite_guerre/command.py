"""Command points (LPG-CMD): what a leader does before his men act."""

from __future__ import annotations

from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.engine.orders import Intent
from sim.rules.la_petite_guerre.acquiring import acquire_check, acquire_needed
from sim.rules.la_petite_guerre.actions import Assess, Control, Encourage, HearReport, Indicate
from sim.rules.la_petite_guerre.courage import is_chased
from sim.rules.la_petite_guerre.events import Acquired, Commanded, Controlled, Looked, Shown
from sim.rules.la_petite_guerre.geometry import near, sees
from sim.rules.la_petite_guerre.moving import Play
from sim.rules.la_petite_guerre.scene import Scene, men
from sim.rules.la_petite_guerre.units import Man


def in_earshot(position: Scene, leader: Man) -> tuple[Man, ...]:
    """LPG-CMD: return the men of his side within four inches of a leader, himself left out."""
    length = position.battle.data.numbers.command
    return tuple(
        man for man in men(position, leader.side) if man.id != leader.id and near(position, leader, man, length)
    )


def is_running(position: Scene, man: Man) -> bool:
    """LPG-ROUT: say whether a broken man cannot be stopped yet."""
    return man.broken and is_chased(position, man)


def uncontrolled(position: Scene, leader: Man) -> tuple[Man, ...]:
    """LPG-CMD, LPG-ROUT: return the men near a leader whom he could bring under control: not those who still run."""
    return tuple(man for man in in_earshot(position, leader) if not man.control and not is_running(position, man))


def command(game: Play, order: Intent) -> None:
    """Carry out what a leader does with a command point."""
    match order:
        case Control(unit=id_):
            game.happen(Commanded(id_, "control"))
            reached = uncontrolled(game.position, game.state.unit(id_))
            game.happen(Controlled((id_, *(man.id for man in reached))))
        case Assess(unit=id_, target=target):
            game.happen(Commanded(id_, "assess"))
            look(game, id_, target)
        case Indicate(unit=id_, target=target):
            game.happen(Commanded(id_, "indicate"))
            enemy = game.state.unit(target)
            there = in_earshot(game.position, game.state.unit(id_))
            seen = tuple(man.id for man in there if sees(game.position, man, enemy))
            if seen:
                game.happen(Acquired(seen, target))
            if others := tuple(man.id for man in there if man.id not in seen):
                game.happen(Shown(others, target))
        case HearReport(unit=id_, target=target):
            game.happen(Commanded(id_, "report"))
            game.happen(Acquired((id_,), target))
        case Encourage(unit=id_):
            game.happen(Commanded(id_, "encourage"))


def look(game: Play, id_: str, target: str) -> None:
    """LPG-ACQ: throw whether a man notices another."""
    man, enemy = game.state.unit(id_), game.state.unit(target)
    game.note(Checked(acquire_check(game.position, man, enemy)))
    need = at_least(acquire_needed(game.position, man, enemy))
    if game.met(Throw(D6, f"to acquire {target}", id_, need), "LPG-ACQ"):
        game.happen(Acquired((id_,), target))
    else:
        game.happen(Looked(id_, target))
