"""First aid: what becomes of Regulars who went down in the turn before (base_games.md 3.1, 3.2).

    D6   1 dead: a Quality check, or the unit only reacts this turn      4-5 light: fights on, with the penalty
         2-3 serious: the unit only reacts, and has to carry him         6 fine

Rulings:
- A medic with the unit, or in cohesion with it, adds to the die; cards too.
- The lightly wounded slow their unit as the others do, until they are taken away.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.events import Passed
from sim.engine.notes import Checked
from sim.rules.ambush_alley.harm import OnlyReacts, Treated
from sim.rules.ambush_alley.morale import passes_quality
from sim.rules.ambush_alley.scene import Play, Scene, in_force, regulars
from sim.rules.ambush_alley.units import Team
from sim.tabletop.inches import within


def aid_check(position: Scene, unit: Team) -> Check:
    """Return what is added to the first-aid dice of a unit."""
    check = Check("first aid")
    if has_medic(position, unit):
        check = check.plus(position.battle.data.numbers.medic, "medic")
    for card in in_force(position, unit, "extra aid"):
        check = check.plus(card.amount, card.name)
    return check


def has_medic(position: Scene, unit: Team) -> bool:
    """Say whether a medic who can work is with a unit, or in cohesion with it."""
    if unit.profile.medic and unit.figures > 0:
        return True
    if unit.cell is None:
        return False
    near = position.battle.data.numbers.cohesion
    return any(
        other.profile.medic and other.id != unit.id and within(position, unit.cell, other.place, near)
        for other in regulars(position)
    )


def give_first_aid(game: Play) -> None:
    """Treat every Regular who is down, in roster order."""
    side = game.battle.data.mission.regulars
    for id_ in [unit.id for unit in game.state.units if unit.side == side and unit.downed]:
        for _ in range(game.state.unit(id_).downed):
            _treat(game, id_)


def _treat(game: Play, id_: str) -> None:
    unit, table = game.state.unit(id_), game.battle.data.first_aid
    check = aid_check(game.position, unit)
    if check.parts:
        game.note(Checked(check))
    total = game.throw(Throw(D6, "first aid", id_)).total + check.total
    result = table[max(min(table), min(max(table), total))]
    game.happen(Treated(id_, result))
    unit, turn = game.state.unit(id_), game.state.turn
    if unit.figures <= 0 or unit.only_reacts >= turn or result not in ("serious", "dead"):
        return
    if result == "dead" and passes_quality(game, id_, "to go on after a death"):
        game.happen(Passed(unit.side, id_, "goes on all the same"))
    else:
        game.happen(OnlyReacts(id_, turn))
