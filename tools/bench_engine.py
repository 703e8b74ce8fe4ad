"""What the engine itself takes: an activation without rules, and the record of a long battle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from bench_timing import Contender, Effort, Line, Target, race, repeated

from sim.board.convention import CONVENTIONS
from sim.board.mapfile import load_map
from sim.engine.battle import Battle, Position, Side
from sim.engine.chance import Seeded
from sim.engine.events import TurnBegan
from sim.engine.game import Game
from sim.engine.orders import Ask, Decider, Intent, Offer, Refusal
from sim.engine.rulebook import Rulebook
from sim.engine.ruleset import SOLO, Ruleset
from sim.engine.session import Session
from sim.engine.setup import Setup, SetupMistake, SetupRefused
from sim.engine.state import State
from sim.engine.units import Profile, Roster, Unit
from sim.resources import find_map
from sim.scenario.records import Record, Writer, departure, parse_record
from sim.scenario.scenario import Scenario, parse_scenario
from sim.scenario.systems import adopt
from sim.solo.plans import Automated, Cannot, FirstOf, Option
from sim.solo.situation import Situation

CHECKOUT = Path(__file__).resolve().parent.parent
CALLS = 200
FRAMES = 2_000


class Stay(Intent):
    """Do nothing."""

    unit: str


class Bare(Ruleset[State[Unit], None]):
    """No rules at all: the first unit is asked, thinks, and does nothing."""

    id, title = "bare", "No rules"
    rulebook = Rulebook("bare", "No rules", "BARE", ())
    state_type, unit_type, own_events, intents = State, Unit, (), (Stay,)

    def prepare(self, setup: Setup) -> tuple[Battle[None], State[Unit]]:
        """Say that there is no scenario for this."""
        raise SetupRefused([SetupMistake((), "a scenario", "none, for the battle is set up by hand")])

    def play(self, game: Game[State[Unit], None]) -> None:
        """Ask, and let a turn go by: a battle in which nothing changes is an endless loop, and the engine says so."""
        game.order(Ask("red", "turn", "unit-0"))
        game.happen(TurnBegan(game.state.turn + 1))

    def resolve(self, game: Game[State[Unit], None], ask: Ask, intent: Intent) -> None:
        """Do the one thing there is."""
        game.happen(TurnBegan(game.state.turn + 1))

    def refusal(self, position: Position[State[Unit], None], ask: Ask, intent: Intent) -> Refusal | None:
        """Allow everything."""
        return None

    def offers(self, position: Position[State[Unit], None], ask: Ask) -> Iterator[Offer]:
        """Offer the one thing there is."""
        yield Offer(Stay("unit-0"), "stay")

    def decider(self, player: str) -> Decider:
        """Return a plan of two options, the second of which is taken."""
        return Automated(FirstOf(Option("BARE-1", "move", _nothing), Option("BARE-2", "stay", _stay)))


def _nothing(situation: Situation[Any, Any]) -> Cannot:
    return Cannot("there is nothing to do")


def _stay(situation: Situation[Any, Any]) -> Stay:
    return Stay(situation.unit.id)


def _bare_session() -> Session[State[Unit], None]:
    profile = Profile("man", "Man")
    map_ = load_map(find_map("features/hexes_flat"))
    units = Roster(Unit(id=f"unit-{n}", side="red", profile=profile, cell=map_.cells[n]) for n in range(40))
    sides = (Side("red", "Red", SOLO),)
    battle = Battle(Bare(), map_, CONVENTIONS[map_.terrain_set.sight], sides, None, {"man": profile})
    return Session(battle, State(units=units), {"red": SOLO}, Seeded(1))


def empty_activation(effort: Effort) -> Iterator[Line]:
    """Play activations without rules: ask, plan, notes, event, frame; the peer copies the state, as undo often does."""

    def playing() -> Any:
        session = _bare_session()

        def run() -> None:
            for _ in range(CALLS):
                session.advance()

        return run

    state = _bare_session().state
    ours, copied = race([Contender(playing, CALLS), repeated(lambda: deepcopy(state))], effort)
    what = "an activation without rules, 40 units"
    yield Line("engine-empty", what, ours, "copy.deepcopy of the state", copied, Target(under=60e-6))


@cache
def _long_battle() -> tuple[Scenario, Session[Any, Any]]:
    """Return a battle of the test system that goes on for so many frames: nobody hits anybody."""
    from tests.picket import PICKET, SCENARIOS

    adopt(PICKET)
    text = SCENARIOS[0].read_text(encoding="utf-8").replace("turns = 6", "turns = 900")
    text = text.replace("[victory]", "[settings]\nto_hit = 20\n\n[victory]")
    scenario = parse_scenario(text, "bench")
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, scenario.players, Seeded(1))
    while session.last_frame.number < FRAMES and session.advance():
        pass
    return scenario, session


def records(effort: Effort) -> Iterator[Line]:
    """Write the record of a long battle, and load and verify it; the peer is Python's own JSON on the same lines."""
    scenario, session = _long_battle()
    text = Writer(scenario, session, 1).text(session)
    data = [json.loads(line) for line in text.splitlines()]
    what = f"{len(session.frames)} frames, {len(text) / 1e6:.1f} MB"

    def plain_writing() -> list[str]:
        return [json.dumps(line) for line in data]

    def plain_reading() -> list[Any]:
        return [json.loads(line) for line in text.splitlines()]

    ours, theirs = race([repeated(lambda: Writer(scenario, session, 1).text(session)), repeated(plain_writing)], effort)
    yield Line("record-write", f"record {what}", ours, "json.dumps alone", theirs, Target(under=1.0))

    def loading() -> Record:
        record = parse_record(text, "bench")
        if departure(record) is not None:
            raise RuntimeError("the record of the benchmark does not verify")
        return record

    ours, theirs = race([repeated(loading), repeated(plain_reading)], effort)
    yield Line("record-verify", f"load and verify {what}", ours, "json.loads alone", theirs, Target(under=2.0))
