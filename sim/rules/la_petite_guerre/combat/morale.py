"""Men who are left to themselves, and the morale of companies (LPG-CTRL, LPG-MORALE)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Said
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.combat.charge import encouragement, rout
from sim.rules.la_petite_guerre.combat.fire import is_served, passes
from sim.rules.la_petite_guerre.events import ControlTested
from sim.rules.la_petite_guerre.figures import Grade
from sim.rules.la_petite_guerre.ground.moving import away, inches_rolled, is_chased, leads, most_dice, run
from sim.rules.la_petite_guerre.ground.sight import gun_of, gunners, sheltered
from sim.rules.la_petite_guerre.state import LpgGame, LpgPosition, Man, guns, is_under_fire

# -- control: men who are left to themselves -----------------------------------------------------------------------


def control_check(position: LpgPosition, man: Man) -> Check:
    """LPG-CTRL: what is added to the die of a man no leader controls."""
    data, grade, cover = position.battle.data, man.profile.grade, sheltered(position, man)
    check = Check("control").plus(data.control_grade[grade], f"{grade} grade", "LPG-CTRL")
    return check.plus(data.numbers.control_cover, f"in cover: {cover.reason}", "LPG-CTRL") if cover else check


def control_result(position: LpgPosition, man: Man, die: int) -> Literal["free", "repeats", "breaks", "stunned"]:
    """LPG-CTRL: what the die comes to."""
    numbers, total = position.battle.data.numbers, die + control_check(position, man).total
    if total >= numbers.control_free:
        return "free"
    if total >= numbers.control_repeat:
        return "repeats"
    return "breaks" if is_under_fire(position, man) else "stunned"


def take_control_tests(game: LpgGame, side: str) -> None:
    """LPG-CTRL: test every man of a side no leader has reached; leaders and guns look after themselves.

    A gun repeats what it did if too few of its crew do as they are told, and enough of them repeat.
    """
    # Whoever leads a file comes before those who follow him.
    for man in sorted(game.state.units, key=lambda man: len(leads(game.state, man))):
        now = game.state.unit(man.id)
        if man.side != side or now.out or now.profile.kind == "gun" or now.control:
            continue
        if now.profile.command and not now.broken:
            game.happen(events.Controlled((now.id,)))
        elif now.broken and is_chased(game.position, now):
            run(game, now.id)
            if game.state.unit(now.id).cell is not None:
                game.happen(ControlTested(now.id, "nothing"))
        elif (lead := lead_of(game, now)) is not None and lead.control and lead.able and not now.broken:
            game.note(Said(f"in single file behind {lead.id}", rule="LPG-CTRL", about=(lead.id,)))
            game.happen(ControlTested(now.id, lead.control))
        else:
            _test_control(game, now)
    for gun in tuple(guns(game.position, side)):
        there = gunners(game.position, gun)
        free = [man for man in there if man.control == "free"]
        ready = [man for man in there if man.control in ("free", "repeats")]
        if not is_served(game.position, free) and is_served(game.position, ready):
            game.note(Said(f"{len(free)} of its crew are under control", rule="LPG-CTRL"))
            game.happen(ControlTested(gun.id, "repeats" if gun.last else "nothing"))


def lead_of(game: LpgGame, man: Man) -> Man | None:
    """Return the man at the head of a file; None for a man who follows nobody, or has been left behind."""
    file = [man, *leads(game.state, man)]
    adjacent = game.battle.map.grid.adjacent
    closed_up = all(not lead.out and adjacent(lead.place, each.place) for each, lead in pairwise(file))
    return file[-1] if len(file) > 1 and closed_up else None


def _test_control(game: LpgGame, man: Man) -> None:
    game.note(Checked(control_check(game.position, man)))
    # Whoever is with a gun that did something last turn repeats that he serves it.
    can_repeat = not man.broken and (man.last or ((gun := gun_of(game.position, man)) and gun.last))
    match control_result(game.position, man, game.throw(Throw(D6, "control", man.id), "LPG-CTRL").total):
        case "free":
            game.happen(ControlTested(man.id, "free"))
        case "repeats" if can_repeat:
            game.happen(ControlTested(man.id, "repeats"))
        case "repeats":
            game.note(Said("he did nothing last turn that he could repeat", rule="LPG-CTRL"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks" if man.broken:
            game.note(Said("he has not come to himself yet", rule="LPG-ROUT"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks":
            game.happen(events.Broke(man.id))
            # The sheet lets opponents pursue whoever breaks, and names no step in which it would be otherwise.
            rout(game, man.id)
        case "stunned":
            game.happen(events.Stunned(man.id))


# -- the morale of companies ---------------------------------------------------------------------------------------


def morale_check(position: LpgPosition, company: str) -> Check:
    """LPG-MORALE: what is added to the die of a company: its able men, its grade, encouragement.

    The grade is the one that most of its men have; of several the worst.
    """
    own = [man for man in position.state.units if man.company == company and man.profile.kind == "man"]
    able = [man for man in own if man.able]
    held, grades = [man.profile.grade for man in able or own], tuple[Grade, ...](("C", "B", "A"))
    grade = max(grades, key=held.count)
    check = Check("morale").plus(len(able), "able men", "LPG-MORALE")
    check = check.plus(position.battle.data.morale_grade[grade], f"{grade} grade", "LPG-MORALE")
    return check.plus(max((encouragement(position, man) for man in able), default=0), "encouraged", "LPG-MORALE")


def take_morale_tests(game: LpgGame, side: str) -> None:
    """LPG-MORALE: test every company of a side of which somebody was killed or broke this turn."""
    units, needs = game.state.units, game.battle.data.numbers.morale
    hit = {units[id_].company for id_, _ in game.state.fallen if id_ in units and units[id_].side == side}
    for company in dict.fromkeys(man.company for man in units if man.company in hit):
        there = (man for man in game.state.units if man.company == company and man.profile.kind == "man")
        own = [man for man in there if not man.out]
        if not company or company in game.state.tested or not any(man.able for man in own):
            continue
        check, purpose = morale_check(game.position, company), game.battle.data.engagement.mention(company)
        # For the side, whose luck it is.
        holds = passes(game, check, needs, f"morale of {purpose}", side, "LPG-MORALE", [man.id for man in own])
        game.happen(events.MoraleTested(company, holds))
        for man in () if holds else own:
            if man.able:
                dice = most_dice(game.position, man)
                away(game, man.id, inches_rolled(game, man.id, dice, "inches to retire"), "retire")
