"""Time in the viewer: back only reads, forward computes, and nothing moves unless somebody wants it to."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.game import Frame
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.rules.ambush_alley.orders.fighting import Watch
from sim.scenario.scenario import load_scenario
from sim.view.model.playback import Playback
from tests.picket.rules import Stay, Stepped, Walk
from tests.picket_positions import AUTOMATED, HOTSEAT, HUMAN_PICKET, Stand
from tests.view.battle.bot import model_of, picket, stepped

PACES = (1, 2, 3)


def automated(**more: Any) -> Playback:
    """Return a battle that plays itself."""
    return model_of(picket().session(Seeded(1), AUTOMATED), **more).playback


def manned(players: dict[str, str] = HUMAN_PICKET, *men: Stand, **more: Any) -> Playback:
    """Return a battle in which a person plays the picket."""
    return model_of(picket(*men).session(Seeded(1), players), **more).playback


def far_apart() -> Playback:
    """Return a battle of people in which nobody comes to harm: the two men stand back to back, and far away."""
    return manned(HOTSEAT, Stand("ames", "B3", 4), Stand("red-1", "H4", 1))


def shown_to_question(playback: Playback) -> Ask:
    """Play on until a person is asked."""
    while stepped(playback):
        pass
    assert isinstance(playback.wanted, Ask)
    return playback.wanted


def played_out(playback: Playback) -> list[Frame]:
    """Go forward to the end of a battle that plays itself, and return every frame on the way."""
    seen = [playback.frame]
    while stepped(playback):
        seen.append(playback.frame)
    return seen


# -- one frame at a time ----------------------------------------------------------------------------------


def test_forward_shows_every_frame_once_and_back_and_forward_again_the_same() -> None:
    """Not one event is passed over; the way back ends at the first frame, and computes nothing."""
    playback = automated()
    seen = played_out(playback)
    assert [frame.number for frame in seen] == list(range(len(seen)))
    assert seen[-1].state.outcome is not None
    before, back = list(playback.session.entries), [playback.frame]
    while playback.cursor > 0:
        playback.back()
        back.append(playback.frame)
    assert back == seen[::-1] and played_out(playback) == seen
    playback.jump(0)
    playback.forward()
    assert playback.session.entries == before


def test_what_is_computed_ahead_is_no_past_and_whoever_looks_back_is_left_alone() -> None:
    """Within an activation nobody looks back until a step back or a jump; then nothing moves by itself."""
    for look in (Playback.back, lambda playback: playback.jump(2)):
        playback = automated()
        for _ in range(12):
            assert not playback.looks_back
            playback.forward()
        look(playback)
        at = playback.cursor
        for _ in range(20):
            playback.tick(1.0)
        assert playback.cursor == at and playback.looks_back


@pytest.mark.parametrize("number", [-5, 0, 3, 10_000])
def test_a_jump_ends_at_a_frame_that_is_there(number: int) -> None:
    """A number out of range is the nearest one in it; and there is nothing before the first."""
    playback = automated()
    played_out(playback)
    playback.jump(number)
    assert playback.cursor == min(max(number, 0), len(playback.frames) - 1)
    playback.jump(0)
    playback.back()
    assert playback.cursor == 0


# -- playing by itself ------------------------------------------------------------------------------------


def seconds_to(playback: Playback, number: int) -> float:
    """Let time pass in small steps until a frame is shown; return how long that took."""
    gone = 0.0
    while playback.cursor < number:
        playback.tick(0.02)
        gone += 0.02
        assert gone < 60
    return gone


def test_three_speeds_differ_clearly_and_play_moves_by_one_frame_at_a_time() -> None:
    """Each is at least twice as fast as the one before; even a long tick, after a pause of the machine, passes over no
    event."""
    slow, middle, fast = (seconds_to(automated(speed=speed), 8) for speed in PACES)
    assert slow >= 2 * middle and middle >= 2 * fast
    for speed in PACES:
        playback = automated(speed=speed)
        for _ in range(12):
            before = playback.cursor
            playback.tick(5.0)
            assert playback.cursor - before in (0, 1)


def test_a_pause_holds_until_it_is_ended_and_stops_a_hurry_as_well() -> None:
    """The key that stops play stops everything that moves; afterwards it goes on at once."""
    playback = automated()
    seconds_to(playback, 3)
    playback.toggle()
    for _ in range(50):
        playback.tick(1.0)
    assert playback.cursor == 3
    playback.toggle()
    playback.tick(0.02)
    assert playback.cursor == 4
    playback.hurry_to("end")
    playback.toggle()
    for _ in range(10):
        playback.tick(1.0)
    assert playback.cursor == 4 and not playback.playing


# -- hurrying to something --------------------------------------------------------------------------------


def hurried(playback: Playback, goal: Any) -> None:
    """Hurry to a goal, and wait until it is reached."""
    playback.halt()
    playback.hurry_to(goal)
    for _ in range(5_000):
        playback.tick(0.02)
        if playback.goal is None:
            return
    raise AssertionError("the goal was never reached")


def test_the_next_decision_is_the_next_order_of_an_automated_side() -> None:
    """From decision to decision nothing is left out, and each stop has the order that led to it."""
    playback = automated()
    stops: list[int] = []
    while not playback.is_over:
        hurried(playback, "decision")
        stops.append(playback.cursor)
    decided = [n for n, past in enumerate(playback.pasts) if any(order.by != HUMAN for order in past.orders)]
    assert [stop for stop in stops if stop in decided] == decided
    assert set(stops) - set(decided) <= {len(playback.frames) - 1}


def test_skipping_ends_at_my_next_order_or_at_the_end() -> None:
    """Nobody is asked before all that led there was shown; where nobody is asked, the end is."""
    playback, alone = manned(), automated()
    hurried(playback, "end")
    assert isinstance(playback.wanted, Ask) and playback.wanted.side == "picket" and playback.is_live
    hurried(alone, "end")
    assert alone.is_over
    playback = manned()
    shown_to_question(playback)
    playback.back()
    assert playback.wanted is None
    playback.forward()
    assert isinstance(playback.wanted, Ask)


# -- questions --------------------------------------------------------------------------------------------


def walked_two_steps(players: dict[str, str] = HUMAN_PICKET) -> Playback:
    """Order a man to walk two cells away from everybody, while play is stopped."""
    playback = manned(players, Stand("ames", "B3", 3), Stand("red-1", "H1", 1), playing=False)
    while (ask := shown_to_question(playback)).unit != "ames":
        playback.answer(Stay(str(ask.unit)))
    cell = playback.session.battle.map.cell
    playback.answer(Walk("ames", (cell("B4"), cell("B5"))))
    return playback


def test_what_comes_of_my_order_is_shown_frame_by_frame_even_in_a_pause() -> None:
    """Two steps are two frames, one after the other; then the AI does nothing until it is let go on."""
    playback = walked_two_steps()
    seen: list[Any] = []
    for _ in range(200):
        before = playback.cursor
        playback.tick(0.05)
        assert playback.cursor - before in (0, 1)
        if playback.cursor != before:
            seen.append(playback.frame.event)
    assert [type(event) for event in seen[:2]] == [Stepped, Stepped]
    assert not any(past.is_decision for past in playback.pasts[playback.cursor - 1 :])


def test_in_a_pause_i_am_asked_again_at_once() -> None:
    """Whoever stopped the AI's play and gives an order has nothing to wait for if the next order is his own too."""
    scenario = load_scenario(find_scenario("ambush_alley/airport_road"))
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, scenario.players, Seeded(1))
    playback = model_of(session, scenario).playback
    shown_to_question(playback)
    playback.halt()
    playback.answer(Watch("Gun team"))
    for _ in range(40):
        playback.tick(0.05)
    assert isinstance(playback.wanted, Ask) and not playback.playing


# -- undo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("playing", [True, False])
def test_undo_takes_back_my_last_order_with_all_that_came_of_it(playing: bool) -> None:
    """The very same question is asked again, in the very same state, whether play was stopped or not, and without
    anything pressed: whoever takes an order back wants to give another."""
    playback = manned()
    ask = shown_to_question(playback)
    state, frames = playback.frame.state, len(playback.frames)
    playback.answer(Stay(str(ask.unit)))
    shown_to_question(playback)
    assert len(playback.frames) > frames
    playback.playing = playing
    playback.undo()
    for _ in range(40):
        playback.tick(0.05)
    assert playback.wanted == ask
    assert playback.frame.state == state and len(playback.frames) == frames


def test_undo_goes_back_order_by_order_to_the_first() -> None:
    """After the first there is none, and that is said."""
    playback = far_apart()
    for _ in range(3):
        playback.answer(Stay(str(shown_to_question(playback).unit)))
    for _ in range(3):
        assert playback.can_undo
        playback.undo()
    assert not playback.can_undo and isinstance(playback.wanted, Ask)


# -- other lines ------------------------------------------------------------------------------------------


def test_playing_on_from_an_earlier_frame_keeps_the_line_that_was_left() -> None:
    """It has every frame it had; back and forth between the two loses nothing on either."""
    playback = far_apart()
    for _ in range(4):
        playback.answer(Stay(str(shown_to_question(playback).unit)))
    shown_to_question(playback)
    first = list(playback.frames)
    playback.jump(len(first) // 2)
    playback.branch()
    assert playback.frames == first[: len(first) // 2 + 1]
    assert [kept.left_at for kept in playback.branches] == [len(first) // 2]
    shown_to_question(playback)
    second = list(playback.frames)
    for line in (first, second):
        playback.switch(0)
        assert playback.frames == line and len(playback.branches) == 1


def test_a_branch_goes_another_way_and_the_line_that_was_left_does_not_notice() -> None:
    """The same question, another answer, another event; the kept line has its own."""
    playback = far_apart()
    ask = shown_to_question(playback)
    at = playback.cursor
    playback.answer(Stay(str(ask.unit)))
    kept, line = playback.session, list(playback.frames)
    playback.jump(at)
    playback.branch()
    assert shown_to_question(playback) == ask
    place = playback.session.state.unit(str(ask.unit)).place
    beside = next(place.plus(step) for step in playback.session.battle.map.grid.steps)
    playback.answer(Walk(str(ask.unit), (beside,)))
    assert isinstance(playback.frames[at + 1].event, Stepped)
    assert kept.frames == line and not isinstance(line[at + 1].event, Stepped)


def test_a_branch_plays_on_at_once() -> None:
    """Going back has stopped play; whoever says "play on from here" need not start it again."""
    playback = automated()
    played_out(playback)
    playback.jump(3)
    playback.branch()
    seconds_to(playback, 5)


# -- marks ------------------------------------------------------------------------------------------------


def test_every_turn_is_marked_where_it_begins_and_is_hurried_to() -> None:
    """There are as many marks as turns, each on the first frame of its turn."""
    playback = automated()
    hurried(playback, "turn")
    at = playback.cursor
    played_out(playback)
    firsts = {frame.state.turn: frame.number for frame in reversed(playback.frames)}
    assert playback.turns == sorted((number, turn) for turn, number in firsts.items())
    assert at == firsts[playback.frames[0].state.turn + 1]


def test_every_decision_of_an_automated_side_is_marked() -> None:
    """As many marks as frames that such an order led to; those of people have none."""
    playback = manned()
    playback.answer(Stay(str(shown_to_question(playback).unit)))
    shown_to_question(playback)
    for number in playback.decisions:
        assert {order.by for order in playback.pasts[number].orders} & {"solo", "commander"}
    mine = [n for n, past in enumerate(playback.pasts) if past.orders and all(o.by == HUMAN for o in past.orders)]
    assert mine and not set(mine) & set(playback.decisions)


def test_what_is_taken_over_bit_by_bit_is_what_is_there() -> None:
    """While people answer in mid-activation, which is then played again, as after activations that are over."""
    playback = manned(playing=False)
    settled = 0
    for _ in range(12):
        while stepped(playback):
            fresh = Playback(playback.session)
            assert playback.frames == fresh.frames == [e for e in playback.session.entries if isinstance(e, Frame)]
            assert (playback.pasts, playback.turns, playback.decisions) == (fresh.pasts, fresh.turns, fresh.decisions)
            assert settled <= playback.settled <= len(playback.frames)
            settled = playback.settled
        ask = playback.wanted
        if not isinstance(ask, Ask):
            break
        playback.answer(Stay(str(ask.unit)))
    assert settled > 0
