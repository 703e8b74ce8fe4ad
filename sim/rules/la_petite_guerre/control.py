"""Men who are left to themselves (LPG-CTRL), and what those do who repeat their last move."""

from __future__ import annotations

from itertools import pairwise

from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Said
from sim.rules.la_petite_guerre.charging import rout
from sim.rules.la_petite_guerre.courage import control_check, control_result, is_chased
from sim.rules.la_petite_guerre.events import Broke, Controlled, ControlTested, Stunned
from sim.rules.la_petite_guerre.moving import Play
from sim.rules.la_petite_guerre.routing import run
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


def _test(game: Play, man: Man) -> None:
    game.note(Checked(control_check(game.position, man)))
    result = control_result(game.position, man, game.throw(Throw(D6, "control", man.id), "LPG-CTRL").total)
    match result:
        case "free":
            game.happen(ControlTested(man.id, "free"))
        case "repeats" if man.last and not man.broken:
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
