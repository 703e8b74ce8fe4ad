"""What battles take: automated turns and activations with their full trace, interruptions, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from bench_table import table
from bench_timing import Contender, Effort, Line, Target, race

from sim.board.mapfile import parse_map
from sim.board.sight import lines_of_sight
from sim.engine.battle import Battle, Position
from sim.engine.chance import Seeded
from sim.engine.decide import decide
from sim.engine.game import Answered, Answers, Frame, Game, Start
from sim.engine.ruleset import COMMANDER, HUMAN, SOLO
from sim.engine.session import Checkpoint, Session, deciders_of
from sim.engine.units import Roster
from sim.research.match import Match
from sim.resources import find_scenario
from sim.rules.ambush_alley.orders.reactions import meet
from sim.rules.ambush_alley.state import Team
from sim.rules.la_cucaracha.events import Nominated
from sim.rules.outlaws.state import CUP
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario

SMALLEST, LARGEST = "farm_at_kamenka", "zimovets_ridge"
GAMES = 4
TOWN, INSURGENTS, ROUNDS = 48, 12, 64
"""Inches of a table, units that check, and positions: more than the searches keep, so that each is worked out anew."""

STREET, TURNS = "street_gunfight", 2
"""The shootout on 42 by 30 squares with houses on both sides of a street, and how many of its turns are timed."""
SIX_MORE = """
law Amos deputy K16 e
law Bert deputy C14 e
law Cora ranch_hand U16 e
gang Dell outlaw AF14 w
gang Earl bandit AH16 w
gang Finn rustler Y16 w
"""
"""With the ten of the shootout they make sixteen characters: side, id, profile, where, facing."""


@cache
def _scenario(name: str) -> Scenario:
    return load_scenario(find_scenario(f"conflict_of_heroes/{name}"))


def _players(of: Scenario) -> dict[str, str]:
    return {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}


def _played(name: str, seed: int) -> Session[Any, Any]:
    of = _scenario(name)
    session: Session[Any, Any] = Session(of.battle, of.state, _players(of), Seeded(seed))
    session.play_out()
    return session


@cache
def _ai_turns(name: str) -> list[Checkpoint]:
    """Return the checkpoints of one battle from which the AI is to act."""
    session = _played(name, 1)
    ai = session.battle.data.ai
    marks = [entry for entry in session.log if isinstance(entry, Checkpoint)]
    return [mark for mark in marks if mark.state.stage == "turn" and mark.state.mover == ai and not mark.state.outcome]


def ai_turns(effort: Effort) -> Iterator[Line]:
    """Decide an AI's turn, trace and all, over the turns of one battle."""
    for name, limit in ((SMALLEST, 1e-3), (LARGEST, 3e-3)):
        turns, of = _ai_turns(name), _scenario(name)

        def deciding(turns: list[Checkpoint] = turns, of: Scenario = of) -> Any:
            def run() -> None:
                for turn in turns:
                    decide(of.battle, turn.state, _players(of), Seeded(1), turn.number)

            return run

        (ours,) = race([Contender(deciding, len(turns))], effort)
        yield Line(f"coh-turn-{name}", f"an AI turn with its trace, {name}", ours, target=Target(under=limit))


@cache
def _sixteen() -> Scenario:
    """Return the shootout in the street with sixteen characters, all of them autos."""
    file = find_scenario(f"outlaws/{STREET}")
    text = file.read_text(encoding="utf-8").replace(f'player = "{HUMAN}"', f'player = "{SOLO}"')
    for line in SIX_MORE.split("\n"):
        if line:
            side, *entry = line.split()
            keys = zip(("id", "profile", "at", "facing"), entry, strict=True)
            text += "".join((f"\n[[sides.{side}.units]]\n", *(f'{key} = "{value}"\n' for key, value in keys)))
    return parse_scenario(text, "sixteen.toml", file.parent)


@cache
def _counters() -> list[Checkpoint]:
    """Return the checkpoints of the first turns from which a counter comes out of the cup."""
    of = _sixteen()
    session: Session[Any, Any] = Session(of.battle, of.state, of.players, Seeded(1))
    while session.state.turn <= TURNS and session.advance():
        pass
    marks = [entry for entry in session.log if isinstance(entry, Checkpoint) and entry.state.turn <= TURNS]
    return [mark for mark in marks if mark.state.deck(CUP).left]


def activations(effort: Effort) -> Iterator[Line]:
    """Play the counters of sixteen characters to their ends, trace and all.

    Every round has a map of its own, which knows of no search yet, because no battle comes to the same position twice.
    Who sees what is known, as it soon is in play.
    """
    counters, of = _counters(), _sixteen()
    deciders = deciders_of(of.battle.ruleset, of.players)

    def playing() -> Any:
        battle = replace(of.battle, map=replace(of.battle.map))
        lines_of_sight(battle.map, battle.convention).all_pairs()

        def run() -> None:
            for mark in counters:
                start: Start[Any] = Start(mark.state, requests=mark.number)
                of.battle.ruleset.play(Game(battle, start, deciders, Seeded(mark.number), Answers()))

        return run

    (ours,) = race([Contender(playing, len(counters))], effort)
    words = "an activation with its trace, 16 characters on 42 x 30 squares"
    yield Line("outlaws-activation", words, ours, target=Target(under=5e-3))


@cache
def _cards() -> list[tuple[Any, int]]:
    """Return the states of one battle of La Cucaracha from which an automated unit acts, and the requests before."""
    of = table()
    session: Session[Any, Any] = Session(of.battle, of.state, _players(of), Seeded(1))
    session.play_out()
    found: list[tuple[Any, int]] = []
    state, requests, begun, automated = of.state, 0, 0, False
    for entry in session.log:
        if isinstance(entry, Checkpoint):
            if automated:
                found.append((state, begun))
            state, begun, automated = entry.state, requests, False
        elif isinstance(entry, Answered):
            requests += 1
        elif isinstance(entry, Frame) and isinstance(entry.event, Nominated):
            automated = entry.event.unit.startswith("rebels")
    return found


def cuc_turns(effort: Effort) -> Iterator[Line]:
    """Let an automated unit act with its card, trace and all, over one battle on a large table; the median card counts.

    The cards of a round are timed one by one, and the next round begins with another: none finds what it left itself.
    """
    of, cards = table(), _cards()
    deciders = deciders_of(of.ruleset, _players(of))

    def acting(state: Any, requests: int) -> Any:
        game: Game[Any, Any] = Game(of.battle, Start(state, requests=requests), deciders, Seeded(1))
        return lambda: of.ruleset.play(game)

    contenders = [Contender(partial(acting, state, requests)) for state, requests in cards]
    measured = race(contenders, effort)
    ours = sorted(measured, key=lambda figures: figures.median)[len(measured) // 2]
    yield Line("cuc-turn", "an automated card with its trace, 24 units, 72x48 inches", ours, target=Target(under=5e-3))


def games(effort: Effort) -> Iterator[Line]:
    """Play the smallest set battle to its end; 25 games a second are wanted."""

    def playing() -> Any:
        def run() -> None:
            for seed in range(GAMES):
                _played(SMALLEST, seed)

        return run

    (ours,) = race([Contender(playing, GAMES)], effort)
    yield Line("coh-game", f"a whole game without a window, {SMALLEST}", ours, target=Target(under=1 / 25))


def environments(effort: Effort) -> Iterator[Line]:
    """Play by the masks, at random, and look at all there is to see before every step.

    Atlatl, a hex wargame made for this, is said to take 0.74 ms an action on 10 by 10 hexes, and 45 ms a game: as large
    as the smallest set battle, whose rules know far more.
    """
    match = Match(SMALLEST)

    def play(seed: int) -> int:
        steps, random = 0, Random(seed)
        match.reset(seed)
        while match.choosing is not None and match.side is not None:
            match.observation(match.side)
            match.choose(random.choice(match.choosing.numbers))
            steps += 1
        return steps

    steps = sum(map(play, range(GAMES)))
    for name, what, calls, limit in (
        ("step", "a step of an environment (Atlatl: 0.74 ms)", steps, 0.74e-3),
        ("game", "a game at random in an environment (Atlatl: 45 ms)", GAMES, 1 / 22),
    ):
        (ours,) = race([Contender(lambda: lambda: [play(seed) for seed in range(GAMES)], calls)], effort)
        yield Line(f"research-{name}", f"{what}, {SMALLEST}", ours, target=Target(under=limit))


# -- Ambush Alley -------------------------------------------------------------------------------------------------


def _houses(row: int) -> str:
    """Draw a row of a town: houses of three inches, yards with crops, and streets of three inches between them."""
    return "".join(".....bbb.....ggg"[(column + (row // 6) * 3) % 16] if row % 6 < 3 else "." for column in range(TOWN))


@cache
def _town() -> Battle[Any]:
    """Return a mission on a table of 48 by 48 inches."""
    rows = "\n".join(map(_houses, range(TOWN)))
    text = f'format = 1\ntitle = "Town"\nterrain_set = "tabletop"\nrows = """\n{rows}\n"""\n'
    grid = '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
    battle = load_scenario(find_scenario("ambush_alley/airport_road")).battle
    return replace(battle, map=parse_map(text + grid, "town.toml"))


@cache
def _encounters() -> tuple[Position[Any, Any], ...]:
    """Return positions in which twelve Insurgent units of four kinds see a Regular one."""
    battle, first = _town(), load_scenario(find_scenario("ambush_alley/airport_road")).state
    mission, free = battle.data.mission, [cell for cell in battle.map.cells if battle.map.terrain_at(cell).id == "open"]
    kinds = [unit for unit in first.units if unit.side == mission.insurgents]
    regular = next(unit for unit in first.units if unit.side == mission.regulars)
    found: list[Position[Any, Any]] = []
    for cell in free[:: len(free) // (4 * ROUNDS)]:
        seen = [other for other in Position(battle, first).lines.field_of_view(cell) if other != cell]
        places = seen[:: max(1, len(seen) // INSURGENTS)][:INSURGENTS]
        if len(places) == INSURGENTS and len(found) < ROUNDS:
            units = [kinds[n % len(kinds)].changed(id=f"i{n}", cell=place) for n, place in enumerate(places)]
            # So many that nobody need stop the round by shooting the last of them.
            units.append(regular.changed(id="r", cell=cell, figures=60))
            found.append(Position(battle, first.changed(units=Roster[Team](units), phase="regulars", turn=1)))
    assert len(found) == ROUNDS
    return tuple(found)


def interruptions(effort: Effort) -> Iterator[Line]:
    """Let twelve Insurgent units check, decide and interrupt one Regular unit: rows, searches, dice, trace and all."""

    def meeting() -> Any:
        games = []
        for seed, position in enumerate(_encounters()):
            deciders = {side.id: (SOLO, position.battle.ruleset.decider(SOLO)) for side in position.battle.sides}
            games.append(Game(position.battle, Start(position.state), deciders, Seeded(seed)))

        def run() -> None:
            for game in games:
                meet(game, "r", [])

        return run

    (ours,) = race([Contender(meeting, ROUNDS)], effort)
    said = f"a round of interruptions by {INSURGENTS} units, {TOWN} x {TOWN} inches"
    yield Line("aas-interrupt", said, ours, target=Target(under=20e-3))
