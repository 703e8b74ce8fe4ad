"""Quality checks and morale tests as they are thrown, and what becomes of those who fail (base_games.md 3.2).

Rulings:
- Insurgents pull back at their best pace to where no Regular sees them, the nearest such place that is cover or near a
  hot spot before others; where there is none, into cover; who is in cover, or finds none, stays. They do nothing more
  this turn. Whoever stands at close quarters, be it round a corner that hides both, leaves them.
- To pull back is to move: cards that last until a unit moves are over.
- Regulars are pinned until the end of the next turn. Vehicles and mobs take no morale test.
"""

from __future__ import annotations

from sim.engine.dice import Throw, at_least
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.rules.ambush_alley.activations import END_OF_TURN
from sim.rules.ambush_alley.checks import morale_check, morale_die, quality_check, takes_morale
from sim.rules.ambush_alley.events import CardLifted, Moved
from sim.rules.ambush_alley.geometry import seen_by_enemies
from sim.rules.ambush_alley.harm import Barred, MoraleTested, Pinned
from sim.rules.ambush_alley.scene import Play, check_die
from sim.rules.ambush_alley.searches import pull_back as way_back
from sim.rules.ambush_alley.walking import fastest, held, in_contact
from sim.solo.moves import Going
from sim.solo.situation import Situation

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
