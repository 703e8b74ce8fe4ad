"""A battle looked back on: losses by the frames, luck by exact chances, and the moments that turned it."""

from itertools import product
from math import prod
from typing import Any

import pytest

from sim.engine.chance import Scripted, Seeded
from sim.engine.dice import probability
from sim.engine.notes import Opposed, Rolled, walk
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.engine.summary import TURNING_POINTS, Losses, at_most, summary_of
from sim.resources import find_scenario
from tests.contract.battles import battle, players, scenario
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
    assert summary.losses == (Losses("picket", 1, ()), Losses("raiders", 1, ()))


@pytest.mark.parametrize("name", ["ambush_alley/airport_road", "outlaws/street_gunfight"])
def test_a_system_that_keeps_its_lost_says_who_they_are(name: str) -> None:
    """Whoever joins another leaves the roster and is not lost; whoever falls stays in it and is."""
    session = battle(find_scenario(name), 1)
    lost = {unit for losses in summary_of(session).losses for unit, _ in losses.lost}
    assert lost and frozenset(lost) == session.ruleset.insight.lost(session.position)


# -- luck -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chances", [(), (0.5,), (0.25, 0.75, 0.1), (1.0, 0.0, 0.5), (1 / 6, 5 / 12, 1 / 36, 0.9)])
def test_luck_is_the_exact_chance_of_so_many_or_fewer(chances: tuple[float, ...]) -> None:
    """Against every way the throws can fall, one by one."""
    for most in range(len(chances) + 1):
        ways = [falls for falls in product((False, True), repeat=len(chances)) if sum(falls) <= most]
        weights = [[c if good else 1 - c for c, good in zip(chances, falls, strict=True)] for falls in ways]
        assert at_most(chances, most) == pytest.approx(sum(map(prod, weights)))


@pytest.mark.parametrize("seed", SEEDS)
def test_luck_counts_every_throw_that_had_a_need_once(seed: int) -> None:
    """Throws, and those that came off, are the shots in the log, also of men who fell later; expected is by chances."""
    session = fought(seed)
    side_of = {unit.id: unit.side for unit in session.frames[0].state.units}
    shots = [frame.event for frame in session.frames if isinstance(frame.event, Shot)]
    thrown = [note.throw for frame in session.frames for note in walk(frame.why) if isinstance(note, Rolled)]
    found = summary_of(session).luck
    assert {luck.side for luck in found} == {side_of[shot.unit] for shot in shots}
    for luck in found:
        mine = [shot for shot in shots if side_of[shot.unit] == luck.side]
        needs = [(each.die, each.count, each.need) for each in thrown if each.need and side_of[each.whom] == luck.side]
        assert (luck.throws, luck.actual) == (len(mine), sum(shot.hit for shot in mine))
        assert luck.expected == pytest.approx(float(sum(probability(*need) for need in needs)))


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


def test_blows_of_a_brawl_count_for_whoever_strikes() -> None:
    """Each blow is a throw of the striker's side against the other man's, with the chance that it had."""
    of = scenario(find_scenario("saloon_brawl"))
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(2))
    while len(session.frames) < 60 and session.advance():
        pass
    notes = [note for frame in session.frames for note in walk(frame.why)]
    blows = [note for note in notes if isinstance(note, Opposed)]
    needed = [n.throw.count if n.throw.need.each else 1 for n in notes if isinstance(n, Rolled) and n.throw.need]
    assert blows and sum(luck.throws for luck in summary_of(session).luck) == len(blows) + sum(needed)


# -- turning points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_turning_points_are_in_the_order_of_time_and_not_too_many(seed: int) -> None:
    """At most a handful of frames with their turns; of two men each loss is among them. The outcome is the battle's."""
    session = fought(seed)
    points = summary_of(session).turning_points
    assert len(points) <= TURNING_POINTS
    assert [point.frame for point in points] == sorted({point.frame for point in points})
    for point in points:
        assert session.frames[point.frame].state.turn == point.turn
        assert point.lost or point.points
    summary = summary_of(session)
    assert summary.outcome == session.state.outcome
    fallen = {(frame, unit) for losses in summary.losses for unit, frame in losses.lost}
    assert fallen == {(point.frame, unit) for point in summary.turning_points for unit in point.lost}


def test_nobody_is_lost_twice() -> None:
    """A rumour of Conflict of Heroes may come back under the name of one that was nothing."""
    for losses in summary_of(battle(find_scenario("last_train_from_borovka"), 5)).losses:
        assert len({unit for unit, _ in losses.lost}) == len(losses.lost) <= losses.fielded
