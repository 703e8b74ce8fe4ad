"""The public surface: what `import sim` offers to programs. Everything else is private, except `sim.kit` for authors.

Few nouns, all of them the program's own: a map, a scenario, a session (a battle that is being played), a record. What
has a battle, a state and players is *playable*: a scenario (its start), a session (now), a position from a file, a node
of `explore`. Whatever is asked is asked of one of these; where a battle, map or scenario is wanted, its name will do.

`sim/__init__.py` brings each name from here when it is first used; API.md is written from what stands here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from secrets import randbelow
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from sim.board.any_map import load_any_map
from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.sight import LinesOfSight, Sight, lines_of_sight
from sim.engine import decide as _deciding
from sim.engine import explore as _exploring
from sim.engine import forecast as _forecasting
from sim.engine.battle import Battle, Position
from sim.engine.chance import ChanceRefused, Scripted, Seeded, Source
from sim.engine.decide import Decision, NoDecision
from sim.engine.explore import ChanceNode, ChoiceNode, EndNode, Node
from sim.engine.forecast import Forecast, ForecastRefused
from sim.engine.game import Frame
from sim.engine.insight import Odds, Reached
from sim.engine.notes import Note, Subject
from sim.engine.orders import Ask, IllegalIntent, Intent, Offer
from sim.engine.rulebook import Rulebook
from sim.engine.session import Session, led_to
from sim.engine.state import Outcome, State
from sim.files import FileMistakes, did_you_mean, shown
from sim.resources import (
    UnknownName,
    find_map,
    find_scenario,
    map_name,
    scenario_name,
    shipped_maps,
    shipped_scenarios,
)
from sim.scenario import positions as _positions
from sim.scenario import records as _records
from sim.scenario import scenario as _scenario
from sim.scenario.envelope import Opened
from sim.scenario.records import Departure, Record
from sim.scenario.scenario import Scenario
from sim.scenario.systems import find_rulebook, system_ids
from sim.solo.explain import ALL, explained, verdict_text
from sim.solo.explain import why_not as _why_not

Name: TypeAlias = str | os.PathLike[str]
"""The name of something shipped, or the path of a file."""


class Playable(Protocol):
    """Whatever has a battle, a state and players: a scenario, a session, a position from a file, a node."""

    @property
    def battle(self) -> Battle[Any]:
        """What stays the same from the first frame to the last."""

    @property
    def state(self) -> Any:
        """How things stand."""

    @property
    def players(self) -> Mapping[str, str]:
        """By side who plays it: human, solo (the printed AI), commander (our stand-in for a person)."""


class BattleAt(NamedTuple):
    """A battle at any state that you have, such as that of a frame, played by whom you like."""

    battle: Battle[Any]
    state: State[Any]
    players: Mapping[str, str]


# -- what there is ------------------------------------------------------------------------------------------------


def systems() -> tuple[str, ...]:
    """Return the ids of all systems: those that are shipped, and those that are installed beside them.

    >>> systems()[:2]
    ('conflict_of_heroes', 'outlaws')
    """
    return system_ids()


def scenarios() -> tuple[str, ...]:
    """Return the names of all scenarios.

    >>> "conflict_of_heroes/farm_at_kamenka" in scenarios()
    True
    """
    return tuple(map(scenario_name, shipped_scenarios()))


def maps() -> tuple[str, ...]:
    """Return the names of all maps.

    >>> "battles/zimovets_ridge" in maps()
    True
    """
    return tuple(map(map_name, shipped_maps()))


def rulebook(system: str) -> Rulebook:
    """Return the rules of a system by their ids, as reasons cite them.

    >>> rulebook("outlaws").rule("OUT-CUP").title
    'One cup for everybody'
    """
    return find_rulebook(system)


# -- loading ------------------------------------------------------------------------------------------------------


def load_map(name: Name) -> BattleMap:
    """Load a map by its name or its path; maps of Tiled and of other programs are read as well.

    >>> ridge = load_map("zimovets_ridge")
    >>> ridge.title, len(ridge.cells)
    ('Zimovets Ridge', 616)
    """
    return load_any_map(find_map(name))


def load_scenario(name: Name) -> Scenario:
    """Load a scenario by its name or its path; a file with mistakes raises `FileMistakes` with all of them.

    >>> farm = load_scenario("farm_at_kamenka")
    >>> farm.title, farm.players
    ('The farm at Kamenka', {'soviets': 'human', 'germans': 'solo'})
    """
    return _scenario.load_scenario(find_scenario(name))


def load_position(path: Name) -> Opened:
    """Load a position file, as JSON or as text: a playable state of a battle, to be asked for a decision."""
    return _positions.load_position(path)


def load_record(path: Name) -> Record:
    """Load a record or a save: `frames` to look at, and `session()` to play on."""
    return _records.load_record(path)


def save_record(path: Name, scenario: Scenario, session: Session[Any, Any]) -> None:
    """Write the record of a session that was started from a scenario; an unfinished one is a save."""
    seed = session.source.seed if isinstance(session.source, Seeded) else None
    _records.write_record(Path(path), scenario, session, seed)


def verify(record: Record) -> Departure | None:
    """Play the dice and orders of a record again; return where that departs from it, or None."""
    return _records.departure(record)


# -- the ground ---------------------------------------------------------------------------------------------------


def sight(where: BattleMap | Playable, viewer: str, target: str) -> Sight:
    """Return the line of sight between two cells, with all that it meets; it is true where the line is clear.

    >>> line = sight(load_map("zimovets_ridge"), "C4", "K9")
    >>> bool(line), line.reason
    (False, 'blocked by light woods in F5: it rises to level 1, not below the high ground at level 1')
    """
    lines = _lines(where)
    cell = lines.ground.map.cell
    return lines.sight(cell(viewer), cell(target))


def field_of_view(where: BattleMap | Playable, viewer: str) -> Area:
    """Return all cells that can be seen from a cell, in all directions.

    >>> ridge = load_map("zimovets_ridge")
    >>> seen = field_of_view(ridge, "C4")
    >>> ridge.cell("C5") in seen, ridge.cell("K9") in seen
    (True, False)
    """
    lines = _lines(where)
    return lines.field_of_view(lines.ground.map.cell(viewer))


def _lines(where: BattleMap | Playable) -> LinesOfSight:
    if isinstance(where, BattleMap):
        return lines_of_sight(where, CONVENTIONS[where.terrain_set.sight])
    return _position(where).lines


def reach(of: Playable, unit: str) -> dict[str, Reached]:
    """Return where a unit can get to with what it has left: by the name of each cell its cost and way.

    >>> reached = reach(load_scenario("target_choice"), "Rifles Anders")
    >>> reached["E5"].text
    '1 AP'
    """
    position = _position(of)
    found = of.battle.ruleset.insight.reach(position, position.state.unit(_unit(of, unit)))
    return {position.name(cell): each for cell, each in found.items()}


def _position(of: Playable) -> Position[Any, Any]:
    return Position(of.battle, of.state)


# -- playing ------------------------------------------------------------------------------------------------------


def start(
    scenario: Playable | str, *, seed: int | None = None, players: Mapping[str, str] = {}, automatic: bool = False
) -> Session[Any, Any]:
    """Begin a battle, or go on from any state; without a seed the dice are new every time.

    Each side is played as the scenario says, unless `players` says otherwise; with `automatic` the commander stands in
    for people. `advance` plays one activation, `play_out` goes on until the battle is over or a person is asked:
    `wanted` is the question then, `offers` are its answers, and `answer` gives one.

    >>> session = start("target_choice", seed=1, automatic=True)
    >>> session.play_out()
    >>> session.over, session.state.outcome.winner
    (True, 'soviets')
    """
    begun: Playable = load_scenario(scenario) if isinstance(scenario, str) else scenario
    chosen = {**(_scenario.automated(begun.players) if automatic else begun.players), **players}
    if strange := [side for side in chosen if side not in begun.players]:
        sides = list(begun.players)
        told = f"there is no side {shown(strange[0])}: the sides are {', '.join(sides)}"
        raise UnknownName(f"{told}; {did_you_mean(strange[0], sides)}".rstrip("; "))
    dice = Seeded(_made_up() if seed is None else seed)
    return Session(begun.battle, begun.state, chosen, dice)


def odds(at: Session[Any, Any] | ChoiceNode, order: Offer | Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed, with every part of the number; nothing where no die decides.

    >>> session = start("target_choice", seed=1)
    >>> session.play_out()
    >>> shot = next(session.offers())
    >>> shot.text, [(each.what, str(each.chance)) for each in odds(session, shot)]
    ('Rifles Anders fire Maxim (needs 10)', [('a hit on Maxim', '1/6'), ('Rifles Anders is spent', '0')])
    """
    ask = at.wanted if isinstance(at, Session) else at.ask
    if not isinstance(ask, Ask):
        return ()
    known = at.known_to(ask.side) if isinstance(at, Session) else at.known
    return known.battle.ruleset.insight.odds(known, ask, order.intent if isinstance(order, Offer) else order)


# -- asking -------------------------------------------------------------------------------------------------------


def decide(
    of: Playable, *, seed: int | None = None, dice: Iterable[int] | None = None, cards: Iterable[str] | None = None
) -> Decision:
    """Return what an automated side orders in the next activation, with all that led to it; nothing is changed by it.

    The dice are those that are given, or those of a seed; without either those that a session or a position would have
    next, and of a scenario new ones. `order` is None where the activation ends without one, as a new round may; where
    a person is asked first, it raises `NoDecision`.

    >>> session = start("target_choice", seed=1)
    >>> session.advance()
    True
    >>> tell(session, decide(session))
    'Maxim fires at Rifles Conrad'
    """
    requests = 0
    source: Source
    if dice is not None or cards is not None:
        source = Scripted(dice or (), cards or ())
    elif seed is None and isinstance(of, Session | Opened):
        source, requests = of.source, of.requests if isinstance(of, Session) else 0  # a position's go on by themselves
    else:
        source = Seeded(_made_up() if seed is None else seed)
    return _deciding.decide(of.battle, _checkpoint(of), of.players, source, requests)


def _checkpoint(of: Playable) -> State[Any]:
    """Return the state between two activations that what is to come is asked from."""
    if isinstance(of, Session) and of.wanted is not None:
        raise NoDecision(f"the session waits in the middle of an activation: {of.wanted}")
    state: State[Any] = of.state
    return state


def _made_up() -> int:
    return randbelow(1_000_000_000)


def forecast(of: Playable, upto: Literal["order", "activation"] = "order", runs: int = _forecasting.RUNS) -> Forecast:
    """Return all that may come next, with exact probabilities: up to the next automated order, or a whole activation.

    >>> found = forecast(start("target_choice", seed=1))
    >>> sum(prospect.probability for prospect in found.prospects)
    Fraction(1, 1)
    """
    return _forecasting.forecast(of.battle, _checkpoint(of), of.players, upto, runs)


def explore(of: Playable) -> Node:
    """Return the first moment from here at which something is open: a `ChoiceNode`, a `ChanceNode`, or an `EndNode`.

    Nodes lead on to all that can come of them, can be compared, and are playable themselves. `BattleAt` goes on from a
    state of your own; it must be one between two activations.
    """
    return _exploring.explore(of.battle, _checkpoint(of), of.players)


def tell(of: Playable | Record, what: Frame | Decision) -> str:
    """Put what happened, or what was decided, in a sentence."""
    battle = _battle(of)
    if isinstance(what, Frame):
        return battle.ruleset.event_text(Position(battle, what.state), what.event)
    if what.order is None:
        return "no order"
    state = what.frames[-1].state if what.frames or not hasattr(of, "state") else of.state
    return battle.ruleset.order_text(Position(battle, state), what.order.intent)


def why(of: Playable | Record, what: Frame | Decision) -> list[str]:
    """Return the reasons line by line: every instruction that was tried, every rule that removed somebody, every die.

    >>> session = start("target_choice", seed=1, automatic=True)
    >>> session.play_out()
    >>> tell(session, session.frames[6])
    'Maxim attacks Rifles Conrad, needing 8: hit'
    >>> print(*why(session, session.frames[6])[-3:], sep="\\n")
    COH-ATTACK: attack 3: +3 red firepower
    COH-ATTACK: defence 11: +11 flank
    COH-ATTACK: 2D6 for Maxim: Maxim attacks Rifles Conrad, 8+ needed: 4 + 6 = 10
    """
    notes = what.why if isinstance(what, Frame) else what.notes
    return list(explained(notes, lambda subject: _called(_battle(of), subject), listed=ALL))


def why_not(of: Session[Any, Any] | Record | Playable, subject: str, what: Frame | Decision) -> list[str]:
    """Return what became of a cell or a unit in every choice that led to a frame or a decision: why not this one?

    >>> session = start("target_choice", seed=1, automatic=True)
    >>> session.play_out()
    >>> print(why_not(session, "Rifles Bauer", session.frames[6])[-1])  # doctest: +ELLIPSIS
    whom to fire at: Rifles Bauer was ruled out by COH-5.0-hfp, total DV: it has defence 13: +12 front, +1 light ...
    """
    battle = _battle(of)
    states: list[State[Any]] = [frame.state for frame in what.frames] if isinstance(what, Decision) else [what.state]
    whom = subject_called(battle, [*states, *([of.state] if not isinstance(of, Record) else [])], subject)
    notes = what.notes if isinstance(what, Decision) else _notes_up_to(of, what)
    return [verdict_text(verdict, _called(battle, whom)) for verdict in _why_not(notes, whom)]


def _notes_up_to(of: Session[Any, Any] | Record | Playable, frame: Frame) -> tuple[Note, ...]:
    frames = led_to(of.entries, frame.number) if isinstance(of, Session | Record) else (frame,)
    return tuple(note for each in frames for note in each.why)


def _battle(of: Playable | Record) -> Battle[Any]:
    return of.header.battle if isinstance(of, Record) else of.battle


def _called(battle: Battle[Any], subject: Subject) -> str:
    return subject if isinstance(subject, str) else battle.map.grid.name(subject)


def subject_called(battle: Battle[Any], states: Iterable[State[Any]], text: str) -> Subject:
    """Return the unit or the cell that somebody means, in small or capital letters; units come first."""
    units: list[str] = list(dict.fromkeys(unit.id for state in states for unit in state.units))
    for unit in units:
        if unit.casefold() == text.strip().casefold():
            return unit
    try:
        return battle.map.cell(text.strip())
    except ValueError:
        last = battle.map.grid.name(battle.map.grid.at(battle.map.width - 1, battle.map.height - 1))
        guess = did_you_mean(text, units) or f"the map goes up to {last}"
        raise UnknownName(f"{shown(text)} is neither a cell of the map nor a unit of the battle; {guess}") from None


def _unit(of: Playable, text: str) -> str:
    found = subject_called(of.battle, [of.state], text)
    if not isinstance(found, str):
        raise UnknownName(f"{shown(text)} is a cell: expected a unit")
    return found


__all__ = [
    "Area", "Ask", "Battle", "BattleAt", "BattleMap", "ChanceNode", "ChanceRefused", "ChoiceNode", "Decision",
    "Departure", "EndNode", "FileMistakes", "Forecast", "ForecastRefused", "Frame", "IllegalIntent", "NoDecision",
    "Node", "Odds", "Offer", "Opened", "Outcome", "Playable", "Position", "Reached", "Record", "Rulebook",
    "Scenario", "Session", "Sight", "State", "UnknownName", "decide", "explore", "field_of_view", "forecast",
    "load_map", "load_position", "load_record", "load_scenario", "maps", "odds", "reach", "rulebook", "save_record",
    "scenarios", "sight", "start", "systems", "tell", "verify", "why", "why_not",
]  # fmt: skip
