"""The morale of companies (LPG-MORALE)."""

from __future__ import annotations

from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.rules.la_petite_guerre.courage import morale_check, morale_needed
from sim.rules.la_petite_guerre.events import MoraleTested
from sim.rules.la_petite_guerre.moving import Play, inches_rolled
from sim.rules.la_petite_guerre.routing import away
from sim.rules.la_petite_guerre.units import Man


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
                dice = 2 if man.mounted else 1
                away(game, man.id, inches_rolled(game, man.id, dice, "inches to retire"), "retire")
