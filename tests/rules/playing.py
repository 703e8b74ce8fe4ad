"""Play one order or one step with dice and cards that are written down, and see what came of it: for all systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from sim.engine.battle import Position
from sim.engine.chance import Scripted
from sim.engine.events import Event
from sim.engine.game import Frame, Game, Start
from sim.engine.notes import walk
from sim.engine.orders import Ask, Intent

UnitT = TypeVar("UnitT")

Given = Mapping[str, Iterable[Intent]]
"""Orders by the occasion on which they are given."""


@dataclass
class Played(Generic[UnitT]):
    """What came of it."""

    game: Game[Any, Any]
    asked: list[Ask]

    @property
    def scene(self) -> Position[Any, Any]:
        """The position after it."""
        return self.game.position

    @property
    def state(self) -> Any:
        """The state after it."""
        return self.game.state

    def unit(self, id_: str) -> UnitT:
        """Return a unit as it is now."""
        return cast(UnitT, self.game.state.unit(id_))

    @property
    def frames(self) -> list[Frame]:
        """Everything that happened, with its reasons."""
        return [entry for entry in self.game.log if isinstance(entry, Frame)]

    @property
    def events(self) -> list[Event[Any]]:
        """What happened."""
        return [frame.event for frame in self.frames]

    def of(self, *kinds: type[Event[Any]]) -> list[Any]:
        """Return the events of some kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    def names(self) -> list[str]:
        """Return what kinds of events happened, in order."""
        return [type(event).__name__ for event in self.events]

    def rules(self) -> set[str]:
        """Return the rules that the notes name."""
        return {note.rule for frame in self.frames for note in walk(frame.why)}


@dataclass
class Hand:
    """Somebody who gives orders from lists: those of one occasion in their order."""

    given: Mapping[str, list[Intent]]
    asked: list[Ask] = field(default_factory=list)

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield the orders for an occasion."""
        self.asked.append(ask)
        waiting = self.given.get(ask.occasion, [])
        while waiting:
            yield waiting.pop(0)

    @property
    def left(self) -> list[Intent]:
        """The orders that nobody has asked for."""
        return [intent for intents in self.given.values() for intent in intents]


def hand(given: Given | None) -> Hand:
    """Return somebody who gives these orders."""
    return Hand({occasion: list(intents) for occasion, intents in (given or {}).items()})


def played(
    scene: Position[Any, Any],
    decider: Any,
    source: Scripted,
    run: Callable[[Game[Any, Any]], object],
    players: Mapping[str, str] | None = None,
) -> Played[Any]:
    """Run a part of a game in which one decider answers for every side; every die and card must be used.

    Sides are played by people unless `players` says otherwise.
    """
    deciders = {side.id: ((players or {}).get(side.id, "human"), decider) for side in scene.battle.sides}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), cast(Any, deciders), source)
    run(game)
    source.finish()
    return Played(game, decider.asked)
