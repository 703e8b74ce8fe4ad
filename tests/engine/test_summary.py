"""A battle looked back on: losses by the frames, luck by exact chances, and the moments that turned it."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.engine.chance import Scripted, Seeded
from sim.engine.dice import probability
from sim.engine.notes import Opposed, Rolled, walk
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.engine.summary import TURNING_POINTS, at_most, summary_of
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from tests.picket.rules import Shoot, Shot, Stay
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, Field, Stand, field

NEAR = Stand("red-1", "D3", 5)
SEEDS = range(6)


def fought(seed: int, start: Field | None = None) -> Session[Any, Any]:
    """Return a battle that has played itself to its end."""
    session = (start or field()).session(Seeded(seed), AUTOMATED)
    session.play_out()
    assert session.over
    return session


# -- losses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_are_those_who_are_gone_at_the_end(seed: int) -> None:
    """Whoever was on the map once and is in the roster no more, each with the frame after which he was missing."""
    session = fought(seed)
    first, last = session.frames[0].state.units, session.frames[-1].state.units
    for losses in summary_of(session).losses:
        assert {unit for unit, _ in losses.lost} == {u.id for u in first if u.side == losses.side and u.id not in last}
        for unit, frame in losses.lost:
            assert unit in session.frames[frame - 1].state.units and unit not in session.frames[frame].state.units


def test_whoever_never_came_is_not_lost_and_was_not_fielded() -> None:
    """One due after the last turn counts nowhere; before anything happened nobody is lost."""
    late = Stand("boyle", "A1", 0, turn=99)
    summary = summary_of(fought(1, field(AMES, NEAR, late)))
    picket = next(losses for losses in summary.losses if losses.side == "picket")
    assert picket.fielded == 1 and "boyle" not in {unit for unit, _ in picket.lost}
    summary = summary_of(field().session(Seeded(1), AUTOMATED))
    assert summary.outcome is None and not summary.luck and not summary.turning_points
    assert [(losses.side, losses.fielded, losses.lost) for losses in summary.losses] == [
        ("picket", 1, ()),
        ("raiders", 1, ()),
    ]


@pytest.mark.parametrize("name", ["ambush_alley/airport_road", "outlaws/street_gunfight"])
def test_a_system_that_keeps_its_lost_says_who_they_are(name: str) -> None:
    """Whoever joins another leaves the roster and is not lost; whoever falls stays in it and is."""
    scenario = load_scenario(find_scenario(name))
    players = {side: "commander" if player == HUMAN else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    session.play_out()
    lost = {unit for losses in summary_of(session).losses for unit, _ in losses.lost}
    assert lost and frozenset(lost) == session.ruleset.insight.lost(session.position)


# -- luck -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chances", [(), (0.5,), (0.25, 0.75, 0.1), (1.0, 0.0, 0.5), (1 / 6, 5 / 12, 1 / 36, 0.9)])
def test_luck_is_the_exact_chance_of_so_many_or_fewer(chances: tuple[float, ...]) -> None:
    """Against every way the throws can fall, one by one."""
    for most in range(len(chances) + 1):
        exact = 0.0
        for falls in product((False, True), repeat=len(chances)):
            if sum(falls) <= most:
                weight = 1.0
                for chance, good in zip(chances, falls, strict=True):
                    weight *= chance if good else 1 - chance
                exact += weight
        assert at_most(chances, most) == pytest.approx(exact)


@pytest.mark.parametrize("seed", SEEDS)
def test_luck_counts_every_throw_that_had_a_need_once(seed: int) -> None:
    """As many throws, and as many that came off, as shots in the log; expected is the sum of their chances."""
    session = fought(seed)
    shots = [frame.event for frame in session.frames if isinstance(frame.event, Shot)]
    side_of = {unit.id: unit.side for unit in session.frames[0].state.units}
    found = {luck.side: luck for luck in summary_of(session).luck}
    for side in ("picket", "raiders"):
        mine = [shot for shot in shots if side_of[shot.unit] == side]
        if not mine:
            assert side not in found
            continue
        assert (found[side].throws, found[side].actual) == (len(mine), sum(shot.hit for shot in mine))
        assert found[side].expected == pytest.approx(float(_expected(session, side, side_of)))


def _expected(session: Session[Any, Any], side: str, side_of: dict[str, str]) -> Fraction:
    total = Fraction(0)
    for frame in session.frames:
        for note in walk(frame.why):
            if isinstance(note, Rolled) and note.throw.need is not None and side_of[note.throw.whom] == side:
                total += probability(note.throw.die, note.throw.count, note.throw.need)
    return total


def shot_at(*dice: int) -> Session[Any, Any]:
    """Let ames fire at the man before him as often as there are pairs of dice, with scripted dice."""
    start = field(AMES, Stand("red-1", "B1", 3))
    session: Session[Any, Any] = start.session(Scripted(dice, ("ames", "red-1") * 20), HOTSEAT)
    while session.advance() or isinstance(session.wanted, Ask):
        ask = session.wanted
        if isinstance(ask, Ask):
            shots = sum(isinstance(frame.event, Shot) for frame in session.frames)
            fires = ask.unit == "ames" and 2 * shots < len(dice)
            session.answer(Shoot("ames", "red-1") if fires else Stay(str(ask.unit)))
            if 2 * shots >= len(dice):
                break
    return session


def test_two_sixes_are_luck_and_two_ones_are_the_lack_of_it() -> None:
    """The share says how many of all battles go worse, those that go the same counted half: a miss is never lucky."""
    (good,) = summary_of(shot_at(6, 6)).luck
    (bad,) = summary_of(shot_at(1, 1)).luck
    assert (good.side, good.throws, good.actual) == ("picket", 1, 1)
    assert good.share == pytest.approx(1 - good.expected / 2)
    assert (bad.throws, bad.actual) == (1, 0) and bad.share == pytest.approx((1 - bad.expected) / 2)
    assert bad.share < 0.5 < good.share


def test_the_throws_of_somebody_who_is_gone_still_count_for_his_side() -> None:
    """The raiders' luck is that of the raiders, also of those who fell later."""
    for seed in SEEDS:
        session = fought(seed)
        sides = {side.id for side in session.battle.sides}
        assert {luck.side for luck in summary_of(session).luck} <= sides


def test_blows_of_a_brawl_count_for_whoever_strikes() -> None:
    """Each blow is a throw of the striker's side against the other man's, with the chance that it had."""
    scenario = load_scenario(find_scenario("saloon_brawl"))
    players = {side: "commander" if player == HUMAN else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(2))
    while len(session.frames) < 60 and session.advance():
        pass
    notes = [note for frame in session.frames for note in walk(frame.why)]
    blows = [note for note in notes if isinstance(note, Opposed)]
    needed = [n.throw.count if n.throw.need.each else 1 for n in notes if isinstance(n, Rolled) and n.throw.need]
    assert blows and sum(luck.throws for luck in summary_of(session).luck) == len(blows) + sum(needed)


# -- turning points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_turning_points_are_in_the_order_of_time_and_not_too_many(seed: int) -> None:
    """At most a handful of frames with their turns; of two men each loss is among them."""
    session = fought(seed)
    points = summary_of(session).turning_points
    assert len(points) <= TURNING_POINTS
    assert [point.frame for point in points] == sorted({point.frame for point in points})
    for point in points:
        assert session.frames[point.frame].state.turn == point.turn
        assert point.lost or point.points
    summary = summary_of(session)
    fallen = {(frame, unit) for losses in summary.losses for unit, frame in losses.lost}
    assert fallen == {(point.frame, unit) for point in summary.turning_points for unit in point.lost}


def test_the_outcome_is_the_battles_own() -> None:
    """Winner, reason and scores are not reckoned again."""
    session = fought(1)
    assert summary_of(session).outcome == session.state.outcome


def test_nobody_is_lost_twice() -> None:
    """A rumour of Conflict of Heroes may come back under the name of one that was nothing."""
    scenario = load_scenario(find_scenario("last_train_from_borovka"))
    session: Session[Any, Any] = Session(
        scenario.battle, scenario.state, {"soviets": "commander", "germans": "solo"}, Seeded(5)
    )
    session.play_out()
    for losses in summary_of(session).losses:
        assert len({unit for unit, _ in losses.lost}) == len(losses.lost) <= losses.fielded
