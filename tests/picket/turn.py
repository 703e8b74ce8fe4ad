"""The sequence of play."""

from __future__ import annotations

from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, TurnBegan
from sim.engine.game import Game
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.engine.state import Outcome
from sim.play.tally import Tally, bring_on_due
from tests.picket.actions import ACTION, BOOK, MoodSet, Rested
from tests.picket.units import Data, PicketState

Play = Game[PicketState, Data]
CUP, CARDS = "cup", "moods"


def play(game: Play) -> None:
    """PKT-CUP: one activation: draw a counter; an empty cup ends the turn."""
    if outcome := _outcome(game):
        game.happen(BattleEnded(outcome))
    elif not game.state.deck(CUP).left:
        _new_turn(game)
    else:
        _activate(game)


def _activate(game: Play) -> None:
    id_ = game.draw(CUP, "who acts")
    game.happen(CardTaken(CUP, id_, "hand"))
    if id_ not in game.state.units or game.state.unit(id_).cell is None:
        return
    side = game.state.unit(id_).side
    if game.deciders[side][0] == SOLO:
        game.note(Said("the raiders draw a card before they act", rule="PKT-CARD"))
        game.happen(MoodSet(game.take(CARDS, "mood", id_).split("-")[0]))
    ask = Ask(side, ACTION, id_)
    for done, intent in enumerate(game.orders(ask), start=1):
        BOOK.resolve(game, ask, intent)
        if done == 2 or id_ not in game.state.units or game.deciders[side][0] != SOLO:
            break


def _new_turn(game: Play) -> None:
    """PKT-TURN: count the turn, bring on who is due, fill the cup."""
    game.happen(TurnBegan(game.state.turn + 1))
    game.happen(Rested())
    bring_on_due(game, game.state.arrivals, lambda man: man.cell is None)
    game.happen(DeckShuffled(CUP, tuple(man.id for man in game.state.units)))


def _outcome(game: Play) -> Outcome | None:
    """PKT-END: a side is wiped out, or the last turn is over: the objective decides."""
    state, sides = game.state, [side.id for side in game.battle.sides]
    left = [side for side in sides if state.units.of(side)]
    if len(left) == 1:
        return Outcome(left[0], "nobody else is left")
    if game.battle.turns is None or state.turn <= game.battle.turns:
        return None
    tally = Tally(lambda: {side: _at_objective(game, side) for side in sides})
    needs = dict.fromkeys(sides, game.battle.data.needed_at_objective)
    return tally.enough(needs, tally.points.__getitem__) or tally.won(None, "nobody holds the objective")


def _at_objective(game: Play, side: str) -> int:
    objective = game.battle.data.objective
    cells = objective.cells if objective else ()
    return sum(man.cell in cells for man in game.state.units.of(side))
