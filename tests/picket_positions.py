"""Positions of Picket for tests: men on a map that is drawn in the test, without a scenario file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sim.board.battlemap import BattleMap
from sim.engine.battle import Battle, Side
from sim.engine.chance import Scripted, Seeded, Source
from sim.engine.game import Answers, Game, Start
from sim.engine.orders import Ask
from sim.engine.ruleset import Ruleset
from sim.engine.session import Session, deciders_of
from sim.engine.setup import Objective, RosterEntry, Setup
from sim.solo.situation import Situation
from tests.board.drawn import drawn
from tests.picket import PICKET, Picket
from tests.picket.men import Data, Extras, ManEntry, PicketState, Settings, Victory
from tests.picket.rules import ACTION

AUTOMATED = {"picket": "commander", "raiders": "solo"}
HUMAN_PICKET = {"picket": "human", "raiders": "solo"}
HOTSEAT = {"picket": "human", "raiders": "human"}

FIELD = """
    ........
    ........
    ...w....
    ........
    ........
    ........
"""
"""Flat hexes with one wood at D3. Directions: 0 n, 1 ne, 2 se, 3 s, 4 sw, 5 nw."""


@dataclass(frozen=True)
class Stand:
    """A man to be put on the map; whoever is called red is a raider."""

    id: str
    at: str
    facing: int = 0
    profile: str = "rifleman"
    hidden: bool = False
    turn: int = 0

    @property
    def side(self) -> str:
        """The side he belongs to."""
        return "raiders" if self.id.startswith("red") else "picket"


AMES, RED = Stand("ames", "B3", 1), Stand("red-1", "G2", 4)


@dataclass(frozen=True)
class Field:
    """A battle that has not begun."""

    battle: Battle[Data]
    state: PicketState

    @property
    def map(self) -> BattleMap:
        """The map it is fought on."""
        return self.battle.map

    def session(self, source: Source | None = None, players: Mapping[str, str] = AUTOMATED) -> Session[Any, Any]:
        """Begin to play it; with seed 1, unless a source is given."""
        return Session(self.battle, self.state, players, source or Seeded(1))

    def game(
        self, source: Source | None = None, players: Mapping[str, str] = AUTOMATED, answers: Answers | None = None
    ) -> Game[Any, Any]:
        """Begin one activation; without a source nobody is expected to throw a die."""
        deciders = deciders_of(self.battle.ruleset, players)
        return Game(self.battle, Start(self.state), deciders, source or Scripted(), answers or Answers())

    def situation(self, unit: str, source: Source | None = None, occasion: str = ACTION) -> Situation[Any, Any]:
        """Ask a man what he means to do."""
        return Situation(self.game(source), Ask(self.state.unit(unit).side, occasion, unit))


@cache
def _field(picture: str) -> BattleMap:
    """Return a map that is drawn once, so that what is worked out of it is worked out once, too."""
    return drawn(picture)


def field(
    *men: Stand,
    picture: str | BattleMap = FIELD,
    ruleset: Ruleset[Any, Any] = PICKET,
    turns: int | None = 6,
    objective: str = "C4",
    moods: Mapping[str, int] | None = None,
    to_hit: int = 8,
) -> Field:
    """Put men on a map."""
    map_ = _field(picture) if isinstance(picture, str) else picture
    setup = Setup(
        "test",
        map_,
        (Side("picket", "The picket", "commander"), Side("raiders", "The raiders", "solo")),
        tuple(_mustered(map_, men or (AMES, RED))),
        (Objective("ford", "The ford", (map_.cell(objective),)),) if objective else (),
        turns,
        Settings(to_hit=to_hit),
        Victory(),
        Extras(moods=dict(moods)) if moods is not None else Extras(),
    )
    return Field(*ruleset.prepare(setup))


class Odd(Picket):
    """Picket with an activation of its own."""

    def __init__(self, activation: Callable[[Game[PicketState, Data]], object]) -> None:
        self.activation = activation

    def play(self, game: Game[PicketState, Data]) -> None:
        """Play it."""
        self.activation(game)


def _mustered(map_: BattleMap, men: Iterable[Stand]) -> Iterable[RosterEntry]:
    for man in men:
        entry = ManEntry(profile=man.profile, hidden=man.hidden)
        yield RosterEntry(man.id, man.side, entry, (map_.cell(man.at),), man.facing, man.turn, ("sides", man.side))
