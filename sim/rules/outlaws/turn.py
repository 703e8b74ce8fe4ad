"""The sequence of play: counters out of one cup, each with a character's actions (OUT-CUP), and who has won."""

from __future__ import annotations

from operator import attrgetter

from sim.board.movement import Mover, step_cost
from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, Passed, TurnBegan
from sim.engine.game import Ordered
from sim.engine.notes import Said
from sim.engine.orders import Ask, Done
from sim.engine.ruleset import HUMAN
from sim.engine.state import Outcome
from sim.play.book import of_this_book
from sim.play.tally import Reckoning, Tally
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.combat.weapons import nothing_left
from sim.rules.outlaws.events import CounterDrawn, CounterSpent, EnteredSquare, GaveUp
from sim.rules.outlaws.orders.base import occasion_of
from sim.rules.outlaws.state import CUP, Character, OutlawsGame, OutlawsPosition, actions_text


def play(game: OutlawsGame) -> None:
    """OUT-CUP: draw a counter and let its character act; an empty cup begins a turn, unless the shootout is over."""
    ended = not game.state.deck(CUP).left and game.state.turn > 0
    if over := outcome(game.position, ended):
        game.happen(BattleEnded(over))
    elif game.state.deck(CUP).left:
        _activate(game)
    else:  # everybody who is conscious, groups too, has a counter in the cup
        game.happen(TurnBegan(game.state.turn + 1))
        there = tuple(unit.id for unit in game.state.units if unit.cell is not None and not unit.out)
        game.note(Said("the cup is refilled", rule="OUT-CUP"))
        game.happen(DeckShuffled(CUP, there))


def _activate(game: OutlawsGame) -> None:
    """OUT-CUP: a counter, and everything that its character does with it."""
    id_ = game.draw(CUP, "whose counter", rule="OUT-CUP")
    game.happen(CardTaken(CUP, id_))
    unit = game.state.unit(id_)
    actions = max(0, unit.allowance - unit.owed)
    if unit.owed:
        game.note(Said(f"{id_} loses {actions_text(unit.owed)} to a graze or a blow"))
    game.happen(CounterDrawn(id_, actions))
    if unit.side in game.battle.data.autos and not unit.done and nothing_left(game.position, unit):
        game.note(Said(f"all weapons of {id_} are empty, and there is nothing to reload with", rule="OUT-AMMO-2"))
        game.happen(GaveUp(id_))
    if unit.profile.group:
        _flee(game, id_)
    elif actions:
        _act(game, id_)
    else:
        game.happen(Passed(unit.side, id_, "has no actions left"))
    game.happen(CounterSpent(id_))


def _act(game: OutlawsGame, id_: str) -> None:
    """Take orders until there are none, the character is out or gone, or it waits.

    No actions are no reason to stop: to hit the dirt costs nothing. Whoever comes into a brawl, or out of one, is asked
    anew, because the occasion is another.
    """
    side = game.state.unit(id_).side
    while not _is_over(game, id_):
        occasion = occasion_of(game.position, game.state.unit(id_))
        ask = Ask(side, occasion, id_)
        for intent in game.orders(ask):
            order = of_this_book(intent)
            order.resolve(game, ask)
            if order.passes:
                return
            if _is_over(game, id_) or occasion_of(game.position, game.state.unit(id_)) != occasion:
                break
        else:
            if not any(isinstance(entry, Ordered) and not isinstance(entry.intent, Done) for entry in game.log):
                game.happen(Passed(side, id_, "finds nothing to do"))
            return


def _is_over(game: OutlawsGame, id_: str) -> bool:
    """Say whether a character can do no more; a person is not asked once there is nothing left that costs nothing.

    Without actions one can still lie down. What is in the hands may be dropped another time.
    """
    unit = game.state.unit(id_)
    if unit.out or unit.cell is None:
        return True
    is_person = game.deciders[unit.side][0] == HUMAN
    can_lie_down = not unit.prone and not unit.mounted and not in_brawl(game.position, unit)
    return is_person and not game.state.actions and not can_lie_down


# -- townsfolk ------------------------------------------------------------------------------------------------


def _flee(game: OutlawsGame, id_: str) -> None:
    """OUT-FOLK: let a group go one square away from the last shot that was fired; nobody decides that.

    It goes where it can walk and nobody stands.
    """
    unit, shot, map_ = game.state.unit(id_), game.state.gunfire, game.battle.map
    if shot is None:
        game.happen(Passed(unit.side, id_, "sees no reason to go"))
        return
    near = sorted((cell for cell in map_.grid.neighbours(unit.place) if cell in map_), key=map_.ordinal)
    open_ = [cell for cell in near if step_cost(game.position.ground, Mover("walk"), unit.place, cell)]
    free = [cell for cell in open_ if all(other.out for other in game.state.units.at(cell))]
    furthest = max((map_.distance(cell, shot) for cell in free), default=0)
    if furthest <= map_.distance(unit.place, shot):
        game.happen(Passed(unit.side, id_, "cannot get further away from the shots"))
        return
    cells = [cell for cell in free if map_.distance(cell, shot) == furthest]
    cell = game.choose(cells, "where the group goes", id_, [game.position.name(cell) for cell in cells])
    game.note(Said("away from the last shot", rule="OUT-FOLK"))
    game.happen(EnteredSquare(id_, cell, map_.grid.towards(unit.place, cell)[0]))


# -- who has won ---------------------------------------------------------------------------------------------------


class OutlawsReckoning(Reckoning):
    """Points for enemies out of action and for deeds; the shootout ends when one side at most is on the board."""

    stakes, fallen = attrgetter("battle.data.shootout"), attrgetter("out")

    def sides(self, position: OutlawsPosition) -> tuple[str, ...]:
        """Leave out one that has groups of townsfolk only."""
        fighting = {unit.side for unit in position.state.units if self.fights(unit)}
        return tuple(side.id for side in position.battle.sides if side.id in fighting)

    def fights(self, unit: Character) -> bool:
        return not unit.profile.group

    def gained(self, position: OutlawsPosition, side: str) -> int:
        """Return the points of a side: what it was given in play, and those for enemies who are out of action."""
        fallen = sum(unit.out for unit in position.state.units if unit.side != side and self.fights(unit))
        return position.state.score(side) + position.battle.data.shootout.kill_points * fallen

    def nobody_left(self, position: OutlawsPosition, tally: Tally) -> Outcome | None:
        """Go on where one side may be alone: then the shootout ends when nobody is left."""
        if self.there(position) and not position.battle.data.shootout.last_standing:
            return None
        return super().nobody_left(position, tally)


_COUNT = OutlawsReckoning()
outcome, standing, points, parties = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.sides
