"""Quality checks, reaction tests, morale and first aid: which die, what is added, how it is thrown, what comes of it.

What is added to a die never changes what it shows: a bare 1 of a Regular draws a card whatever is added. To pull back
is to move: cards that last until a unit moves are over.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.engine.check import Check
from sim.engine.dice import D6, Die, Throw, at_least, die
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.rules.ambush_alley.activations import END_OF_TURN
from sim.rules.ambush_alley.events import CardLifted, Moved
from sim.rules.ambush_alley.geometry import seen_by_enemies
from sim.rules.ambush_alley.harm import Barred, MoraleTested, OnlyReacts, Pinned, Treated
from sim.rules.ambush_alley.scene import Play, Scene, check_die, in_force, regulars
from sim.rules.ambush_alley.searches import pull_back as way_back
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import fastest, held, in_contact
from sim.solo.moves import Going
from sim.solo.situation import Situation
from sim.tabletop.inches import within

# -- Quality checks ----------------------------------------------------------------------------------------------


def quality_check(position: Scene, unit: Team) -> Check:
    """AAS-CHECK-3: return what is added to the die of a Quality check. Nothing is; cards change the die itself."""
    return Check("Quality check")


def passed(position: Scene, total: int) -> bool:
    """Say whether a total is a success: 4 or more."""
    return total >= position.battle.data.numbers.success


def quality_chance(position: Scene, unit: Team) -> Fraction:
    """AAS-CHECK-3: return how likely a unit passes a Quality check."""
    needed = position.battle.data.numbers.success - quality_check(position, unit).total
    return at_least_chance(len(check_die(position, unit).faces), needed)


@lru_cache(maxsize=256)
def at_least_chance(faces: int, number: int) -> Fraction:
    """Return how likely a die shows a number or more.

    >>> at_least_chance(8, 4), at_least_chance(6, 7), at_least_chance(6, 0)
    (Fraction(5, 8), Fraction(0, 1), Fraction(1, 1))
    """
    return Fraction(min(faces, max(0, faces + 1 - number)), faces)


# -- reaction tests ----------------------------------------------------------------------------------------------


def reaction_check(position: Scene, unit: Team) -> Check:
    """Return what is added to a unit's die in a reaction test: the casualty penalty, and cards."""
    check = Check("reaction")
    if unit.penalty:
        check = check.plus(position.battle.data.numbers.penalty, "wounded with it")
    for card in in_force(position, unit, "reaction"):
        check = check.plus(card.amount, card.name)
    return check


def reaction_won(position: Scene, insurgent: int, regular: int) -> bool:
    """Say whether who interrupts is first: his total must be a success, and more than the other's."""
    return passed(position, insurgent) and insurgent > regular


def reaction_chance(position: Scene, interrupting: Team, interrupted: Team) -> Fraction:
    """Return how likely a unit that interrupts is first."""
    dice = [len(check_die(position, unit).faces) for unit in (interrupting, interrupted)]
    added = [reaction_check(position, unit).total for unit in (interrupting, interrupted)]
    return _first_chance(dice[0], dice[1], added[0], added[1], position.battle.data.numbers.success)


@lru_cache(maxsize=1024)
def _first_chance(faces: int, other_faces: int, added: int, other_added: int, success: int) -> Fraction:
    good = sum(
        one + added >= success and one + added > other + other_added
        for one in range(1, faces + 1)
        for other in range(1, other_faces + 1)
    )
    return Fraction(good, faces * other_faces)


# -- morale ------------------------------------------------------------------------------------------------------


def takes_morale(unit: Team) -> bool:
    """Say whether a unit tests its morale after losses."""
    return unit.profile.kind in ("team", "leader")


def at_half_strength(unit: Team) -> bool:
    """Say whether half of a unit or fewer can still fight, of those who came."""
    return 2 * unit.figures <= (unit.strength or unit.profile.figures)


def morale_die(position: Scene, unit: Team) -> Die:
    """Return the die of a morale test."""
    return die(unit.profile.morale)


def morale_check(position: Scene, unit: Team, minus: int = 0) -> Check:
    """Return what is added to the die of a morale test; `minus` is taken off it, for who lost a close assault."""
    check = Check("morale")
    if at_half_strength(unit):
        check = check.plus(position.battle.data.numbers.half_strength, "half strength or less")
    for card in in_force(position, unit, "morale"):
        check = check.plus(card.amount, card.name)
    return check.plus(-minus, "lost the close assault")


RULE = "AAS-R-morale"


def passes_quality(game: Play, id_: str, purpose: str, rule: str = "") -> bool:
    """AAS-CHECK-3: throw a Quality check."""
    position, unit = game.position, game.state.unit(id_)
    check = quality_check(position, unit)
    if check.parts:
        game.note(Checked(check))
    need = at_least(game.battle.data.numbers.success - check.total)
    return need.met_by(game.throw(Throw(check_die(position, unit), purpose, id_, need), rule).total)


def passes_morale(game: Play, id_: str, minus: int = 0) -> bool:
    """Throw a morale test, and let a unit suffer it if it fails."""
    position, unit = game.position, game.state.unit(id_)
    check = morale_check(position, unit, minus)
    if check.parts:
        game.note(Checked(check))
    need = at_least(game.battle.data.numbers.success - check.total)
    passed = need.met_by(game.throw(Throw(morale_die(position, unit), "morale", id_, need), RULE).total)
    game.happen(MoraleTested(id_, passed))
    if not passed:
        give_way(game, id_)
    return passed


def after_casualties(game: Play, id_: str, minus: int = 0) -> None:
    """Test the morale of a unit that has lost somebody, if anybody is left to be tested."""
    unit = game.state.unit(id_)
    if unit.figures > 0 and unit.cell is not None and takes_morale(unit):
        passes_morale(game, id_, minus)


def give_way(game: Play, id_: str) -> None:
    """Let a unit suffer a failed test: Regulars are pinned, Insurgents pull back and do nothing more this turn."""
    unit = game.state.unit(id_)
    if unit.side == game.battle.data.mission.regulars:
        game.happen(Pinned(id_, max(1, game.state.turn) + 1))
        return
    pull_back(game, id_)
    game.happen(Barred(id_))


def pull_back(game: Play, id_: str) -> None:
    """Move a unit out of sight at its best pace, if it can get there; who is, and not at close quarters, stays."""
    position, unit = game.position, game.state.unit(id_)
    if held(position, unit) is not None or not (seen_by_enemies(position, unit) or in_contact(position, unit)):
        return
    going = way_back(Situation(game, Ask(unit.side, END_OF_TURN, id_)), unit, RULE)
    if not isinstance(going, Going):
        game.note(Said(going.reason, rule=RULE))
        return
    before = (unit.place, *going.way)[-2]
    facing = game.battle.map.grid.towards(before, going.end)[0]
    game.happen(Moved(id_, going.way, facing, fastest(game.position, unit), pulled_back=True))
    drop_cards(game, id_)


def drop_cards(game: Play, id_: str) -> None:
    """Drop the cards that last until a unit moves, now that it has."""
    for card in game.state.unit(id_).marks:
        if game.battle.data.card(card).lasts == "until it moves":
            game.happen(CardLifted(card, id_))


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
