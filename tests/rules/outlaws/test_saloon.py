"""Payday at the Lucky Strike: a brawl from the first counter, advice that works, and opponents who fight."""

from functools import cache
from typing import Any

from sim.engine.chance import Seeded
from sim.engine.notes import Opposed, Rolled, walk
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.engine.summary import summary_of
from sim.resources import find_scenario
from sim.rules.outlaws.events import BlowStruck, CounterDrawn, Shot, Thrown
from sim.scenario.scenario import Scenario, load_scenario

SALOON = "outlaws/saloon_brawl"
GAMES = range(8)


@cache
def saloon() -> Scenario:
    """Read the scenario."""
    return load_scenario(find_scenario(SALOON))


@cache
def played(seed: int) -> Session[Any, Any]:
    """Return a battle of the commander against the solitaire rules."""
    of = saloon()
    players = {side: "commander" if player == HUMAN else player for side, player in of.players.items()}
    session: Session[Any, Any] = Session(of.battle, of.state, players, Seeded(seed))
    session.play_out()
    return session


def test_every_miner_has_something_that_the_table_can_work_with() -> None:
    """A gun, or a blade to throw."""
    weapons = saloon().battle.data.weapons
    for unit in saloon().state.units.of("miners"):
        kinds = [weapons[item.kind] for item in unit.items]
        assert any(kind.shots or kind.thrown for kind in kinds), unit.id


def test_the_miners_fight() -> None:
    """With more than half of their counters they strike, stab, shoot or throw."""
    counters = fought = 0
    for seed in GAMES:
        units, acted, who = saloon().state.units, False, ""
        for frame in played(seed).frames:
            match frame.event:
                case CounterDrawn(unit, _):
                    who, acted = unit, False
                    counters += units[who].side == "miners"
                case BlowStruck(unit=unit) | Shot(unit=unit) | Thrown(unit=unit) if unit == who and not acted:
                    acted = True
                    fought += units[who].side == "miners"
    assert fought > counters / 2, f"{fought} of {counters}"


def test_it_is_a_brawl() -> None:
    """Four blows and more are struck for every shot and throw."""
    events = [frame.event for seed in GAMES for frame in played(seed).frames]
    blows = sum(isinstance(event, BlowStruck) for event in events)
    assert blows >= 4 * sum(isinstance(event, Shot | Thrown) for event in events)


def test_blows_count_for_the_luck_of_who_strikes() -> None:
    """As a shot does: one throw, with the chance that the blow lands, whoever parries it."""
    session = played(1)
    sides = {unit.id: unit.side for unit in session.state.units}
    notes = [note for frame in session.frames for note in walk(frame.why)]
    blows = [note for note in notes if isinstance(note, Opposed)]
    needs = [note for note in notes if isinstance(note, Rolled) and note.throw.need]
    assert blows
    for luck in summary_of(session).luck:
        own = [note for note in blows if sides[note.one.throw.whom] == luck.side]
        assert luck.throws == len(own) + sum(sides[note.throw.whom] == luck.side for note in needs)
        assert luck.actual >= sum(note.margin > 0 for note in own)
