"""The situation of a side that has to decide: all a plan ever sees of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from sim.engine.battle import Battle, DataT, Position
from sim.engine.dice import Throw
from sim.engine.game import Game
from sim.engine.notes import Note, Notebook, Rolled, Said
from sim.engine.orders import Ask
from sim.engine.state import StateT

T = TypeVar("T")


class Situation(Generic[StateT, DataT]):
    """What a side knows, what it is asked, and against whom it thinks.

    The position is the present one as far as the side may know it; while a plan gives several orders it moves on with
    the battle. Nothing else leads from here to the battle: what a side cannot know cannot change what it does.
    """

    __slots__ = ("_game", "_known", "_notebook", "ask", "side", "target")

    def __init__(self, game: Game[StateT, DataT], ask: Ask) -> None:
        self._game = game
        self._known = game.known
        self._notebook = game.notebook
        self.ask = ask
        self.side = ask.side
        """The side that decides."""
        self.target: Any = None
        """Whom or what the plan is about: set by `Against`."""

    @property
    def position(self) -> Position[StateT, DataT]:
        """The battle as this side knows it."""
        # Every measure of every candidate asks for it.
        try:
            return self._known[self.side]
        except KeyError:
            return self._game.known_to(self.side)

    @property
    def state(self) -> StateT:
        """The state as this side knows it."""
        return self.position.state

    @property
    def battle(self) -> Battle[DataT]:
        """Map, profiles and numbers."""
        return self._game.battle

    @property
    def unit(self) -> Any:
        """The unit that is asked, as it is now."""
        if self.ask.unit is None:
            raise ValueError(f"no unit is asked: {self.ask}")
        return self.state.unit(self.ask.unit)

    # -- narrower situations -----------------------------------------------------------------------------

    def _twin(self) -> Situation[StateT, DataT]:
        # Not `copy.copy`, which takes several times as long: every try of every option makes one.
        twin: Situation[StateT, DataT] = Situation.__new__(Situation)
        twin._game, twin._known, twin._notebook = self._game, self._known, self._notebook
        twin.ask, twin.side, twin.target = self.ask, self.side, self.target
        return twin

    def against(self, target: Any) -> Situation[StateT, DataT]:
        """Return the same situation with a target."""
        other = self._twin()
        other.target = target
        return other

    def acting(self, unit: str) -> Situation[StateT, DataT]:
        """Return the same situation for a unit that has been chosen to act."""
        other = self._twin()
        other.ask = replace(self.ask, unit=unit)
        return other

    def page(self) -> tuple[Situation[StateT, DataT], Notebook]:
        """Return the same situation with a page for the notes of one try."""
        other = self._twin()
        other._notebook = page = Notebook(self._notebook)
        return other, page

    # -- chance and notes --------------------------------------------------------------------------------

    def note(self, note: Note) -> None:
        """Leave a note."""
        self._notebook.write(note)

    def say(self, text: str, rule: str = "") -> None:
        """Leave a fact that mattered, in words."""
        self.note(Said(text, rule=rule))

    def throw(self, throw: Throw, rule: str = "") -> Rolled:
        """Throw dice; the result is noted."""
        return self._game.throw(throw, rule, self._notebook)

    def pick(self, options: Sequence[T], throw: Throw) -> tuple[T, Rolled]:
        """Pick one of several by a die, which becomes part of somebody's note."""
        return self._game.pick(options, throw)

    def draw(self, deck: str, purpose: str, rule: str = "") -> str:
        """Draw a card, noted; the rules say where it goes."""
        return self._game.draw(deck, purpose, self.ask.unit or self.side, rule, self._notebook)
