"""Quality checks, reaction tests, morale and first aid: which die, what is added, how it is thrown, what comes of it.

What is added to a die never changes what it shows: a bare 1 of a Regular draws a card whatever is added. To pull back
is to move: cards that last until a unit moves are over.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.rules.ambush_alley.activations import END_OF_TURN
from sim.rules.ambush_alley.events import Barred, CardLifted, MoraleTested, Moved, OnlyReacts, Pinned, Treated
from sim.rules.ambush_alley.ground import fastest, held, in_contact, seen_by_enemies
from sim.rules.ambush_alley.scene import Play, Scene, check_die, regulars, with_cards
from sim.rules.ambush_alley.searches import pull_back as way_back
from sim.rules.ambush_alley.units import Pace, Team
from sim.solo.moves import Going
from sim.solo.situation import Situation
from sim.tabletop.inches import Way, within

# -- reaction tests ----------------------------------------------------------------------------------------------


def reaction_check(position: Scene, unit: Team) -> Check:
    """Return what is added to a unit's die in a reaction test: the casualty penalty, and cards."""
    check = Check("reaction").plus(position.battle.data.numbers.penalty * unit.penalty, "wounded with it")
    return with_cards(check, position, unit, "reaction")


def reaction_won(position: Scene, insurgent: int, regular: int) -> bool:
    """Say whether who interrupts is first: his total must be a success, and more than the other's."""
    return insurgent >= position.battle.data.numbers.success and insurgent > regular


# -- morale ------------------------------------------------------------------------------------------------------


def takes_morale(unit: Team) -> bool:
    """Say whether a unit tests its morale after losses."""
    return unit.profile.kind in ("team", "leader")


def at_half_strength(unit: Team) -> bool:
    """Say whether half of a unit or fewer can still fight, of those who came."""
    return 2 * unit.figures <= (unit.strength or unit.profile.figures)


def morale_check(position: Scene, unit: Team, minus: int = 0) -> Check:
    """Return what is added to the die of a morale test; `minus` is taken off it, for who lost a close assault."""
    half = position.battle.data.numbers.half_strength * at_half_strength(unit)
    check = Check("morale").plus(half, "half strength or less")
    return with_cards(check, position, unit, "morale").plus(-minus, "lost the close assault")


RULE = "AAS-R-morale"


def noted(game: Play, check: Check) -> int:
    """Write down what is added to a die, if anything is; return how much."""
    if check.parts:
        game.note(Checked(check))
    return check.total


def passes_quality(game: Play, id_: str, purpose: str, rule: str = "") -> bool:
    """AAS-CHECK-3: throw a Quality check. Nothing is added to it; cards change the die itself."""
    need = at_least(game.battle.data.numbers.success)
    die_ = check_die(game.position, game.state.unit(id_))
    return game.met(Throw(die_, purpose, id_, need), rule)


def after_casualties(game: Play, id_: str, minus: int = 0) -> None:
    """Test the morale of a unit that has lost somebody, if anybody is left to be tested; who fails suffers it."""
    unit = game.state.unit(id_)
    if unit.figures <= 0 or unit.cell is None or not takes_morale(unit):
        return
    need = at_least(game.battle.data.numbers.success - noted(game, morale_check(game.position, unit, minus)))
    passed = game.met(Throw(die(unit.profile.morale), "morale", id_, need), RULE)
    game.happen(MoraleTested(id_, passed))
    if not passed:
        give_way(game, id_)


def give_way(game: Play, id_: str) -> None:
    """Let a unit suffer a failed test: Regulars are pinned, Insurgents pull back and do nothing more this turn."""
    unit = game.state.unit(id_)
    if unit.side == game.battle.data.mission.regulars:
        game.happen(Pinned(id_, max(1, game.state.turn) + 1))
        return
    _pull_back(game, unit)
    game.happen(Barred(id_))


def _pull_back(game: Play, unit: Team) -> None:
    """Move a unit out of sight at its best pace, if it can get there; who is, and not at close quarters, stays."""
    position = game.position
    if held(position, unit) is not None or not (seen_by_enemies(position, unit) or in_contact(position, unit)):
        return
    going = way_back(Situation(game, Ask(unit.side, END_OF_TURN, unit.id)), RULE)
    if not isinstance(going, Going):
        game.note(Said(going.reason, rule=RULE))
        return
    take_steps(game, unit.id, going.way, fastest(position, unit), pulled_back=True)


def take_steps(game: Play, id_: str, way: Way, pace: Pace, *, pulled_back: bool = False) -> None:
    """Move a unit some steps, and drop the cards that last until it moves."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], pace, pulled_back))
    drop_cards(game, id_)


def drop_cards(game: Play, id_: str) -> None:
    """Drop the cards that last until a unit moves, now that it has."""
    for card in game.state.unit(id_).marks:
        if game.battle.data.card(card).lasts == "until it moves":
            game.happen(CardLifted(card, id_))


def aid_check(position: Scene, unit: Team) -> Check:
    """Return what is added to the first-aid dice of a unit."""
    check = Check("first aid").plus(position.battle.data.numbers.medic * has_medic(position, unit), "medic")
    return with_cards(check, position, unit, "extra aid")


def has_medic(position: Scene, unit: Team) -> bool:
    """Say whether a medic who can work is with a unit, or in cohesion with it."""
    here, cohesion = unit.cell, position.battle.data.numbers.cohesion
    medics = [other for other in regulars(position) if other.profile.medic]
    with_it = unit.profile.medic and unit.figures > 0
    return with_it or (here is not None and any(within(position, here, medic.place, cohesion) for medic in medics))


def give_first_aid(game: Play) -> None:
    """Treat every Regular who is down, in roster order."""
    side = game.battle.data.mission.regulars
    for id_ in [unit.id for unit in game.state.units if unit.side == side and unit.downed]:
        for _ in range(game.state.unit(id_).downed):
            _treat(game, id_)


def _treat(game: Play, id_: str) -> None:
    unit, table = game.state.unit(id_), game.battle.data.first_aid
    added = noted(game, aid_check(game.position, unit))
    total = game.throw(Throw(D6, "first aid", id_)).total + added
    result = table[max(min(table), min(max(table), total))]
    game.happen(Treated(id_, result))
    unit, turn = game.state.unit(id_), game.state.turn
    if unit.figures <= 0 or unit.only_reacts >= turn or result not in ("serious", "dead"):
        return
    if result == "dead" and passes_quality(game, id_, "to go on after a death"):
        game.happen(Passed(unit.side, id_, "goes on all the same"))
    else:
        game.happen(OnlyReacts(id_, turn))
