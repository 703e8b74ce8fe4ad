"""The situation of a side that has to decide: all a plan ever sees of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from sim.engine.battle import Battle, DataT, Position
from sim.engine.dice import Throw
from sim.engine.frozen import changed
from sim.engine.game import Game
from sim.engine.notes import Note, Notebook, Rolled, Said
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.state import StateT
from sim.engine.units import Unit

T = TypeVar("T")
Marked = TypeVar("Marked", Note, Throw)


class Situation(Generic[StateT, DataT]):
    """What a side knows, what it is asked, and against whom it thinks.

    The position is the present one as far as the side may know it; while a plan gives several orders it moves on with
    the battle. Nothing else leads from here to the battle: what a side cannot know cannot change what it does.
    """

    __slots__ = ("_game", "_known", "_notebook", "ask", "chosen", "side", "target")

    def __init__(self, game: Game[StateT, DataT], ask: Ask) -> None:
        self._game = game
        self._known = game.known
        self._notebook = game.notebook
        self.ask = ask
        self.side = ask.side
        """The side that decides."""
        self.target: Any = None
        """Whom or what the plan is about: set by `Against`."""
        self.chosen = ""
        """The unit of the side that was chosen last: what is weighed from then on is weighed for it."""

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
        try:
            return self._known[self.side].state
        except KeyError:
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

    def refusal(self, intent: Intent) -> Refusal | None:
        """Say why the rules would not take an order as the answer; None if they would."""
        return self._game.refusal(self.ask, intent)

    # -- narrower situations -----------------------------------------------------------------------------

    def _twin(self) -> Situation[StateT, DataT]:
        # Not `copy.copy`, which takes several times as long: every try of every option makes one.
        twin: Situation[StateT, DataT] = Situation.__new__(Situation)
        twin._game, twin._known, twin._notebook = self._game, self._known, self._notebook
        twin.ask, twin.side, twin.target, twin.chosen = self.ask, self.side, self.target, self.chosen
        return twin

    def against(self, target: Any) -> Situation[StateT, DataT]:
        """Return the same situation with a target."""
        other = self._twin()
        other.target = target
        return other

    def acting(self, unit: str) -> Situation[StateT, DataT]:
        """Return the same situation for a unit that has been chosen to act."""
        other = self._twin()
        other.ask = changed(self.ask, {"unit": unit})
        return other

    def page(self) -> tuple[Situation[StateT, DataT], Notebook]:
        """Return the same situation with a page for the notes of one try."""
        other = self._twin()
        other._notebook = page = self._notebook.page()
        return other, page

    # -- chance and notes --------------------------------------------------------------------------------

    @property
    def keeps_notes(self) -> bool:
        """Whether notes are kept: where nobody reads them, the dear ones need not be made."""
        return self._notebook.keeps

    def note(self, note: Note) -> None:
        """Leave a note."""
        if self._notebook.keeps:
            self._notebook.write(self.marked(note))

    def say(self, text: str, rule: str = "", about: Iterable[str] = ()) -> None:
        """Leave a fact that mattered, in words; `about` are the units that they name."""
        self.note(Said(text, rule=rule, about=tuple(about)))

    def throw(self, throw: Throw, rule: str = "") -> Rolled:
        """Throw dice; the result is noted."""
        return self._game.throw(self.marked(throw), rule, self._notebook)

    def pick(self, options: Sequence[T], throw: Throw) -> tuple[T, Rolled]:
        """Pick one of several by a die, which becomes part of somebody's note."""
        return self._game.pick(options, self.marked(throw))

    @property
    def has_secrets(self) -> bool:
        """Say whether there is anybody of whom not every side knows."""
        return bool(self._game.secrets)

    def is_secret(self, unit: str) -> bool:
        """Say whether not every side knows of a unit."""
        return unit in self._game.secrets

    def choose(self, candidate: object) -> None:
        """Remember a unit of one's own that was chosen: what is weighed from now on is weighed for it."""
        unit = candidate if isinstance(candidate, Unit) else getattr(candidate, "unit", None)
        if isinstance(unit, Unit) and unit.side == self.side:
            self.chosen = unit.id

    def marked(self, thing: Marked, *about: str) -> Marked:
        """Return a note or a throw with those of whom not every side knows: who acts here, and others that it names."""
        secrets = self._game.secrets
        if not secrets:
            return thing
        named = (self.ask.unit or "", self.chosen, *about, *thing.about)
        units = () if secrets.isdisjoint(named) else tuple([name for name in dict.fromkeys(named) if name in secrets])
        return thing if units == thing.about else changed(thing, {"about": units})

    def draw(self, deck: str, purpose: str, rule: str = "") -> str:
        """Draw a card, noted; the rules say where it goes."""
        return self._game.draw(deck, purpose, self.ask.unit or self.side, rule, self._notebook)
