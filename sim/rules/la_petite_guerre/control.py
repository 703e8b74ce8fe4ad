"""Men who are left to themselves (LPG-CTRL), and what those do who repeat their last move (LPG-REPEAT).

Every kind of action is repeated, by guns too, whose crews have lost their heads. It is done again to the same effect,
the same way or at the same target. What the rules would not take as an order is left out.
"""

from __future__ import annotations

from itertools import pairwise

from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.charging import rout
from sim.rules.la_petite_guerre.courage import control_check, control_result, is_chased
from sim.rules.la_petite_guerre.events import Broke, Controlled, ControlTested, Refrained, Stunned
from sim.rules.la_petite_guerre.ground import gunners
from sim.rules.la_petite_guerre.gunnery import is_served
from sim.rules.la_petite_guerre.moving import run
from sim.rules.la_petite_guerre.orders import BOOK, DOING
from sim.rules.la_petite_guerre.orders.order import ACTION
from sim.rules.la_petite_guerre.scene import Play, guns
from sim.rules.la_petite_guerre.units import Man

LONGEST_FILE = 64
"""More men than ever walk one behind the other."""


def take_control_tests(game: Play, side: str) -> None:
    """LPG-CTRL: test every man of a side whom no leader has reached; leaders and guns look after themselves."""
    # Whoever leads a file comes before those who follow him.
    for man in sorted(game.state.units, key=lambda man: len(_file_before(game, man))):
        now = game.state.unit(man.id)
        if man.side != side or now.out or now.profile.kind == "gun" or now.control:
            continue
        if now.profile.command and not now.broken:
            game.happen(Controlled((now.id,)))
        elif now.broken and is_chased(game.position, now):
            run(game, now.id)
            if game.state.unit(now.id).cell is not None:
                game.happen(ControlTested(now.id, "nothing"))
        elif (lead := lead_of(game, now)) is not None and lead.control and lead.able and not now.broken:
            game.note(Said(f"in single file behind {lead.id}", rule="LPG-CTRL", about=(lead.id,)))
            game.happen(ControlTested(now.id, lead.control))
        else:
            _test(game, now)
    for gun in tuple(guns(game.position, side)):
        _settle_gun(game, gun)


def _settle_gun(game: Play, gun: Man) -> None:
    """LPG-CTRL: let a gun repeat what it did if too few of its crew do as they are told, and enough of them repeat."""
    there = gunners(game.position, gun)
    free = [man for man in there if man.control == "free"]
    ready = [man for man in there if man.control in ("free", "repeats")]
    if is_served(game.position, free) or not is_served(game.position, ready):
        return
    game.note(Said(f"{len(free)} of its crew under control", rule="LPG-CTRL"))
    game.happen(ControlTested(gun.id, "repeats" if gun.last else "nothing"))


def _file_before(game: Play, man: Man) -> list[Man]:
    """Return those whom a man follows, from the next to the head of the file."""
    found: list[Man] = []
    while man.follows in game.state.units and len(found) < LONGEST_FILE:
        man = game.state.unit(man.follows)
        found.append(man)
    return found


def lead_of(game: Play, man: Man) -> Man | None:
    """Return the man at the head of a file; None for who follows nobody, or has been left behind with a gap before."""
    file = [man, *_file_before(game, man)]
    adjacent = game.battle.map.grid.adjacent
    closed_up = all(not lead.out and adjacent(lead.place, each.place) for each, lead in pairwise(file))
    return file[-1] if len(file) > 1 and closed_up else None


def _gun_acted(game: Play, man: Man) -> bool:
    """Say whether a man is with a gun that did something last turn: serving it is what he repeats."""
    gun = game.state.unit(man.serves) if man.serves in game.state.units else None
    return gun is not None and not gun.out and bool(gun.last) and man in gunners(game.position, gun)


def _test(game: Play, man: Man) -> None:
    game.note(Checked(control_check(game.position, man)))
    result = control_result(game.position, man, game.throw(Throw(D6, "control", man.id), "LPG-CTRL").total)
    match result:
        case "free":
            game.happen(ControlTested(man.id, "free"))
        case "repeats" if (man.last or _gun_acted(game, man)) and not man.broken:
            game.happen(ControlTested(man.id, "repeats"))
        case "repeats":
            game.note(Said("he did nothing that he could repeat", rule="LPG-CTRL"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks" if man.broken:
            game.note(Said("he has not come to himself yet", rule="LPG-ROUT"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks":
            game.happen(Broke(man.id))
            # The sheet lets opponents pursue whoever breaks, and names no step in which it would be otherwise.
            rout(game, man.id)
        case "stunned":
            game.happen(Stunned(man.id))


def repeat(game: Play, id_: str) -> None:
    """LPG-REPEAT: let a man repeat his last turn as far as he can; what cannot be repeated is left out."""
    repeated = False
    for done in game.state.unit(id_).last:
        man = game.state.unit(id_)
        if not man.able or not man.left:
            break
        ask, kind = Ask(man.side, ACTION, id_), DOING.get(done.what)
        order = kind.repeating(game.position, man, done) if kind else None
        if order is not None and BOOK.refusal(game.position, ask, order) is None:
            order.repeat(game, ask, done)
            repeated = True
    if not repeated:
        man = game.state.unit(id_)
        game.happen(Refrained(man.side, id_, "has nothing that he can repeat"))
