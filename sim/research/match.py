"""A battle as environments play it: who is asked, what it may know, which numbers it may choose, what it gets.

It knows neither Gymnasium nor PettingZoo, so that whoever has another library, or none, can play on it as well.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from sim.engine.chance import Seeded
from sim.engine.game import EndlessLoop
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import COMMANDER, HUMAN, SOLO
from sim.engine.session import Session
from sim.files import did_you_mean, one_of, shown
from sim.research.choosing import Basis, Choosing, Mask, Numbering
from sim.research.observing import Eyes, Numbers, Observer, points_of
from sim.resources import find_scenario
from sim.scenario.scenario import Scenario, load_scenario

PER_POINT = 0.05
"""What a victory point is worth beside a victory, unless somebody says otherwise."""
ROWS = 16
"""The table of units has as many rows as the units of a scenario and eight more need, in steps of so many."""


ScenarioName = Scenario | str | os.PathLike[str]


class NotAllowed(ValueError):
    """Tell that a number was chosen that the mask does not allow."""


class Match:
    """A battle in progress. `reset` begins one; `choose` answers for the side that is asked."""

    def __init__(
        self,
        scenario: ScenarioName,
        players: Mapping[str, str] | None = None,
        units: int | None = None,
        per_point: float = PER_POINT,
    ) -> None:
        self.scenario = scenario_called(scenario)
        self.players = _players(self.scenario, players or {})
        self.sides = tuple(side.id for side in self.scenario.battle.sides if self.players[side.id] == HUMAN)
        """The sides that choose: those that nobody else plays."""
        if not self.sides:
            sides = [side.id for side in self.scenario.battle.sides]
            raise ValueError(
                f"every side of {self.scenario.name} is automated: leave one to be played, "
                f'as in players={{"{sides[0]}": "human"}}'
            )
        rows = units or -(-(len(self.scenario.setup.units) + 8) // ROWS) * ROWS
        self.words = Numbering(self.scenario.battle, rows)
        self.observer = Observer(self.scenario.battle, self.scenario.state, self.words)
        self.per_point = per_point
        self.stands_still = False
        """Whether the battle has been given up because nothing in it could come to an end."""
        self._units = rows
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin the battle anew, with the dice of a seed."""
        start = self.scenario
        self.seed = seed
        self.session: Session[Any, Any] = Session(start.battle, start.state, self.players, Seeded(seed), reasons=False)
        self.stands_still = False
        self._rows: dict[str, dict[str, int]] = {side: {} for side in self.sides}
        self._points = dict.fromkeys(self.sides, 0)
        self.choosing: Choosing | None = None
        self._give(None)
        self._go_on()
        self._points = {side: self._lead(side) for side in self.sides}

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Say whether the battle has ended, or was given up."""
        return self.session.over or self.stands_still

    @property
    def ask(self) -> Ask | None:
        """What is asked."""
        return self.session.wanted if isinstance(self.session.wanted, Ask) and not self.over else None

    @property
    def side(self) -> str | None:
        """The side that is asked; None once the battle is over."""
        return self.ask.side if self.ask is not None else None

    def mask(self, side: str) -> Mask:
        """Return which numbers a side may choose now: none while another is asked."""
        if side != self.side or self.choosing is None:
            return np.zeros(self.words.size, dtype=np.int8)
        return self.choosing.mask

    def observation(self, side: str) -> dict[str, Numbers]:
        """Return all that a side may know, as arrays of fixed shape."""
        own = side == self.side
        eyes = Eyes(self.session.known_to(side), side, self._rows[side])
        return self.observer.seen(eyes, self.ask if own else None, self.choosing if own else None)

    # -- choosing ----------------------------------------------------------------------------------------

    def choose(self, number: int) -> dict[str, float]:
        """Choose a number for the side that is asked; return what each side gets for what has come of it."""
        if self.choosing is None:
            raise NotAllowed("the battle is over: reset begins another")
        if number not in self.choosing.numbers:
            raise NotAllowed(f"{number} cannot be chosen now: the mask of {self.side} leaves it out")
        self.choosing = self.choosing.then(int(number))
        if self.choosing.order is None:
            return dict.fromkeys(self.sides, 0.0)
        self._give(self.choosing.order)
        self._go_on()
        return {side: self._reward(side) for side in self.sides}

    def _go_on(self) -> None:
        """Play on until a side has something to choose, or the battle is over; one answer alone is no choice."""
        while True:
            for side in self.sides:
                self._give_rows(side)
            ask = self.ask
            if ask is None:
                self.choosing = None
                return
            known = self.session.known_to(ask.side)
            basis = Basis(self.words, known, dict(self._rows[ask.side]))
            self.choosing = Choosing(basis, tuple(self.session.openings()))
            if self.choosing.order is None:
                return
            self._give(self.choosing.order)

    def _give(self, order: Intent | None) -> None:
        """Give an order, if there is one, and play until somebody is asked again."""
        try:
            if order is not None:
                self.session.answer(order)
            self.session.play_out()
        except EndlessLoop:
            self.stands_still = True

    def _give_rows(self, side: str) -> None:
        """Give a row of the table to every unit that a side has come to know of; nobody's changes while he is there."""
        rows, known = self._rows[side], self.session.known_to(side).state.units
        new = [unit.id for unit in known if unit.id not in rows]
        if new and len(rows) + len(new) > self._units:
            for id_ in [id_ for id_ in rows if id_ not in known]:
                del rows[id_]
        free = (row for row in range(self._units) if row not in {*rows.values()})
        rows.update(zip(new, list(free), strict=False))

    def _reward(self, side: str) -> float:
        """Return what a side gets: a part of each point by which its lead has changed, and 1 or -1 at the end."""
        before, self._points[side] = self._points[side], self._lead(side)
        end = 0.0
        outcome = self.session.state.outcome
        if outcome is not None and outcome.winner is not None:
            end = 1.0 if outcome.winner == side else -1.0
        return end + self.per_point * (self._points[side] - before)

    def _lead(self, side: str) -> int:
        """Return by how many points a side is ahead of the best of the others, as far as it knows."""
        points = dict(points_of(self.session.known_to(side)))
        return points.pop(side, 0) - max(points.values(), default=0)

    # -- copies ------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what can be found again: the plans of opponents, and how far an order is chosen."""
        kept = {**self.__dict__, "session": self.session.entries, "choosing": None}
        kept["chosen"] = self.choosing.chosen if self.choosing is not None else ()
        del kept["observer"]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take up the battle where it was."""
        entries, chosen = kept.pop("session"), kept.pop("chosen")
        self.__dict__.update(kept)
        self.observer = Observer(self.scenario.battle, self.scenario.state, self.words)
        self._take_up(entries, chosen)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a match that goes on by itself from here; what never changes is shared."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._rows = {side: dict(rows) for side, rows in self._rows.items()}
        other._points = dict(self._points)
        other._take_up(self.session.entries, self.choosing.chosen if self.choosing is not None else ())
        return other

    def _take_up(self, entries: list[Any], chosen: tuple[int, ...]) -> None:
        self.session = Session.from_log(self.scenario.battle, self.players, Seeded(self.seed), entries, reasons=False)
        self.choosing = None
        if not self.over:
            self._give(None)
            self._go_on()
        choosing: Any = self.choosing
        for number in chosen:
            choosing = choosing.then(number)
        self.choosing = choosing


def scenario_called(name: ScenarioName) -> Scenario:
    """Return a scenario by its name or its path; one that is loaded already as it is."""
    return name if isinstance(name, Scenario) else load_scenario(find_scenario(name))


def against(scenario: Scenario, side: str | None, players: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return who plays where one side is left to be played: the printed AI, or the commander where there is none."""
    given = dict(players or {})
    if side is None:
        return given
    stand_in = SOLO if SOLO in scenario.ruleset.players else COMMANDER
    others = {each: stand_in if player == HUMAN else player for each, player in scenario.players.items()}
    return {**others, **given, side: HUMAN}


def _players(scenario: Scenario, given: Mapping[str, str]) -> dict[str, str]:
    """Return who plays each side: as the scenario says, unless somebody says otherwise."""
    sides = [side.id for side in scenario.battle.sides]
    known = [HUMAN, *scenario.ruleset.players]
    for side, player in given.items():
        if side not in sides:
            raise ValueError(
                f"there is no side {shown(side)}: expected {one_of(sides)}; {did_you_mean(side, sides)}".rstrip("; ")
            )
        if player not in known:
            raise ValueError(f"{shown(player)} cannot play {side}: expected {one_of(known)}")
    return {**scenario.players, **given}
