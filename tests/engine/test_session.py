"""Sessions: playing, waiting, going back, and battles that do not come to an end."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sim.engine.chance import ChanceRefused, DrawCard, Scripted, Seeded, Typed
from sim.engine.dice import D6, Throw
from sim.engine.events import Began, Passed, TurnBegan
from sim.engine.game import Answered, Diverged, EndlessLoop, Frame, Game, Ordered, Unresolved
from sim.engine.orders import Ask, Done, IllegalIntent, Intent
from sim.engine.session import Checkpoint, Session, Stillness, deciders_of
from sim.engine.state import Outcome
from tests.picket import PICKET, Picket
from tests.picket.men import Data, PicketState
from tests.picket.rules import ACTION, SNAP, MoodSet, Shoot, Shot, Stay, Stepped, Walk
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, HUMAN_PICKET, RED, Field, Odd, Stand, field

Play = Session[Any, Any]
MEN = (AMES, Stand("bell", "C5", 1), RED, Stand("red-2", "H4", 4))
THROW = Throw(D6, "to see")


def everything(session: Play) -> tuple[object, ...]:
    """Return all there is of a session, to see that nothing has changed."""
    return list(session.entries), list(session.log), session.wanted, session.frames, session.state, session.over


def first_legal(session: Play) -> Intent:
    """Answer as somebody would who takes the first offer that is a shot, else the last that can be ordered."""
    assert isinstance(session.wanted, Ask)
    offers = [offer for offer in session.ruleset.offers(session.position, session.wanted) if not offer.refusal]
    return next((offer.intent for offer in offers if isinstance(offer.intent, Shoot)), offers[-1].intent)


def typed_out(session: Play, seed: int, until: Callable[[Play], bool] = lambda _: False) -> None:
    """Play to the end, typing in the dice that the seed would have thrown, and answering for people."""
    while not session.over and not until(session):
        match session.wanted:
            case None:
                session.advance()
            case Ask():
                session.answer(first_legal(session))
            case request:
                number = sum(isinstance(entry, Answered) for entry in session.entries)
                session.answer(Seeded(seed).result(request, number))


# -- playing ------------------------------------------------------------------------------------------------------


def test_advancing_plays_one_activation() -> None:
    """From a frame that says that it began, with a checkpoint, to the next checkpoint and no further."""
    battlefield = field()
    session = battlefield.session()
    assert session.frames == [Frame(0, Began(), battlefield.state, ())]
    assert session.log == [*session.frames, Checkpoint(0, battlefield.state)]
    assert (session.state, session.over, session.wanted) == (battlefield.state, False, None)
    assert session.advance()
    assert session.checkpoint.number == 1
    assert sum(isinstance(entry, Checkpoint) for entry in session.log) == 2
    assert session.checkpoint.state == session.state == session.frames[-1].state


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_comes_to_its_end(seed: int) -> None:
    """And then nothing more can be played."""
    session = field(*MEN).session(Seeded(seed))
    session.play_out()
    assert session.over
    assert session.state.outcome is not None
    before = everything(session)
    assert not session.advance()
    assert everything(session) == before


def test_frames_are_a_list_of_states_to_step_back_through() -> None:
    """Numbered without a gap, each made by its event of the one before; the log has them in order, with checkpoints."""
    session = field(*MEN).session()
    early = session.state
    session.play_out()
    frames = session.frames
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert frames[0].state is early
    for before, after in pairwise(frames):
        assert after.event.apply(before.state) == after.state
    assert session.last_frame is frames[-1]
    assert [entry for entry in session.entries if isinstance(entry, Frame)] == session.frames
    marks = [entry.number for entry in session.entries if isinstance(entry, Checkpoint)]
    assert marks == list(range(len(marks)))


def test_who_plays_is_looked_up_for_each_side() -> None:
    """Human, solo and commander sides in every mixture come to an end."""
    deciders = deciders_of(PICKET, {"picket": "human", "raiders": "solo"})
    assert [player for player, _ in deciders.values()] == ["human", "solo"]
    battlefield: Field = field(*MEN)
    for players in (AUTOMATED, HUMAN_PICKET, HOTSEAT, {"picket": "solo", "raiders": "commander"}):
        session = battlefield.session(Seeded(3), players)
        typed_out(session, 3)
        assert session.over


# -- people -------------------------------------------------------------------------------------------------------


def waiting() -> Play:
    """Return a session that waits for what Ames is to do."""
    session = field().session(Scripted([6, 6, 1, 1, 1, 1], ["ames", "red-1", "wary-1"]), HUMAN_PICKET)
    session.advance()
    assert session.wanted == Ask("picket", ACTION, "ames")
    return session


def test_a_person_s_turn_suspends_the_activation() -> None:
    """What has happened can be seen, the checkpoint is the one before, and nothing advances without an answer."""
    session = waiting()
    assert session.checkpoint.number == 0
    assert [frame.number for frame in session.frames] == [0, 1]
    assert session.state.deck("cup").left == ("red-1",)
    assert session.position.state is session.state
    before = everything(session)
    assert not session.advance()
    session.play_out()
    assert everything(session) == before


def test_an_answer_plays_on() -> None:
    """The order is logged as a person's, and the activation ends; whoever may give several may give none."""
    session = waiting()
    session.answer(Shoot("ames", "red-1"))
    assert session.wanted is None
    assert session.checkpoint.number == 1
    ask = Ask("picket", ACTION, "ames")
    assert Ordered(ask, Shoot("ames", "red-1"), "human") in session.entries
    assert session.tail == []
    assert isinstance(session.frames[-1].event, Shot)
    session = waiting()
    session.answer(Done())
    assert session.checkpoint.number == 1
    assert Ordered(Ask("picket", ACTION, "ames"), Done(), "human") in session.entries


def test_an_order_that_cannot_be_given_changes_nothing() -> None:
    """It raises with the reason, and can be given again; a shot at a hidden raider is refused as one at nobody."""
    session = waiting()
    before = everything(session)
    with pytest.raises(IllegalIntent, match="B3 has no such neighbour"):
        session.answer(Walk("ames", (field().map.cell("H6"),)))
    assert everything(session) == before
    session.answer(Stay("ames"))
    assert session.checkpoint.number == 1
    battlefield = field(AMES, Stand("red-2", "C4", hidden=True), RED)
    session = battlefield.session(Scripted([6, 6, 1], ["ames"]), HUMAN_PICKET)
    session.advance()
    with pytest.raises(IllegalIntent, match="there is no red-2"):
        session.answer(Shoot("ames", "red-2"))


def test_an_answer_that_is_none_changes_nothing() -> None:
    """Silence for a snap shot, a number for an order, or anything where nothing was asked."""
    session = snapping()
    before = everything(session)
    with pytest.raises(IllegalIntent, match="an order is needed here"):
        session.answer(Done())
    assert everything(session) == before
    session = waiting()
    before = everything(session)
    with pytest.raises(TypeError, match="an order is wanted"):
        session.answer((4,))
    assert everything(session) == before
    with pytest.raises(ValueError, match="nothing was asked"):
        field().session().answer(Stay("ames"))


def snapping(*dice: int) -> Play:
    """Return a session in which the raider has walked into the view of Ames, whom a person plays."""
    session = field().session(Scripted([2, *dice], ["red-1", "wary-1"]), HUMAN_PICKET)
    session.advance()
    assert session.wanted == Ask("picket", SNAP, "ames", "red-1")
    return session


def test_a_reaction_in_mid_move_suspends_the_move() -> None:
    """The raider stands where he came into view, with part of his walk behind him."""
    session = snapping()
    walk = next(e.intent for e in session.entries if isinstance(e, Ordered))
    assert isinstance(walk, Walk)
    steps = [frame.event.cell for frame in session.frames if isinstance(frame.event, Stepped)]
    assert 0 < len(steps) <= len(walk.way)
    assert tuple(steps) == walk.way[: len(steps)]
    assert session.state.unit("red-1").cell == steps[-1]


def test_a_reaction_lets_the_move_go_on_or_ends_it() -> None:
    """Let go, the rest comes about as if nobody had been asked; PKT-SNAP: who is hit walks no further."""
    session = snapping(1, 2, 1)
    before = session.frames
    session.answer(Stay("ames"))
    assert session.frames[: len(before)] == before
    assert Passed("picket", "ames") in [frame.event for frame in session.frames]
    assert session.checkpoint.number == 1
    assert isinstance(session.frames[-1].event, Shot)
    session = snapping(6, 6, 1, 1, 1, 1)
    session.answer(Shoot("ames", "red-1"))
    assert session.state.unit("red-1").hits == 1
    shots = [frame.event for frame in session.frames if isinstance(frame.event, Shot)]
    assert [(shot.unit, shot.snap, shot.hit) for shot in shots] == [("ames", True, True), ("red-1", False, False)]


# -- typed dice ---------------------------------------------------------------------------------------------------


def test_typed_chance_is_asked_for_one_by_one() -> None:
    """First who acts, then the mood, then the table: each with what it is for."""
    session = field().session(Typed())
    assert not session.advance()
    asked = [str(session.wanted)]
    for answer in ("red-1", "bold-1"):
        session.answer(answer)
        asked.append(str(session.wanted))
    assert asked[:2] == ['a card of the deck "cup": who acts', 'a card of the deck "moods" for red-1: mood']
    assert asked[2].startswith("2D6 for red-1: red-1 fires at ames, ")


@pytest.mark.parametrize(
    ("answers", "wrong", "reason"),
    [
        ((), "nobody", 'card "nobody" is not there .left: ames, red-1.'),
        ((), (3,), "numbers given, wanted a card"),
        ((), Stay("ames"), "an order given, wanted a card"),
        (("red-1", "bold-1"), (7, 1), "7 is no face of the D6 .it has 1 to 6."),
        (("red-1", "bold-1"), (3,), "1 number for 2D6"),
        (("red-1", "bold-1"), "bold-2", "a card given, wanted 2D6"),
        (("red-1", "bold-1"), Stay("ames"), "an order given, wanted 2D6"),
    ],
)
def test_an_impossible_typed_answer_changes_nothing(answers: Any, wrong: Any, reason: str) -> None:
    """It is refused with the reason, and can be typed again."""
    session = field().session(Typed())
    session.advance()
    for answer in answers:
        session.answer(answer)
    before = everything(session)
    with pytest.raises(ChanceRefused, match=reason):
        session.answer(wrong)
    assert everything(session) == before


@pytest.mark.parametrize(("seed", "players"), [(1, AUTOMATED), (2, AUTOMATED), (3, AUTOMATED), (4, HOTSEAT)])
def test_typed_dice_give_the_battle_that_the_same_dice_give_otherwise(seed: int, players: dict[str, str]) -> None:
    """Every activation is suspended many times, and the log is the same, entry by entry; also where people play."""
    typed, seeded = field(*MEN).session(Typed(), players), field(*MEN).session(Seeded(seed), players)
    typed_out(typed, seed)
    typed_out(seeded, seed)
    assert typed.over
    assert typed.entries == seeded.entries


# -- going back ---------------------------------------------------------------------------------------------------


def test_a_branch_from_any_frame_plays_on_exactly() -> None:
    """Also from the middle of an activation: seeded dice fall as they would have, and the old session is untouched."""
    session = field(*MEN).session(Seeded(2))
    session.play_out()
    before = everything(session)
    for frame in session.frames:
        branch = session.branch(frame.number)
        assert branch.frames == session.frames[: frame.number + 1]
        assert branch.state == frame.state
        branch.play_out()
        assert branch.entries == session.entries
    assert everything(session) == before


def test_a_branch_can_take_another_way() -> None:
    """With another answer at the same place; the first session keeps its own future."""
    session = snapping(1, 2, 1)
    place = session.last_frame.number
    session.answer(Stay("ames"))
    before = everything(session)
    branch = session.branch(place)
    branch.source = Scripted([6, 6, 1, 1, 1, 1])
    branch.advance()
    assert branch.wanted == Ask("picket", SNAP, "ames", "red-1")
    branch.answer(Shoot("ames", "red-1"))
    assert everything(session) == before
    assert branch.frames[: place + 1] == session.frames[: place + 1]
    assert branch.frames[place + 1].event != session.frames[place + 1].event


def test_a_branch_keeps_the_orders_and_dice_before_it() -> None:
    """And drops those after: a person's later order is asked for again."""
    session = field(*MEN).session(Seeded(5), HUMAN_PICKET)
    typed_out(session, 5, until=lambda played: played.checkpoint.number >= 6 and played.wanted is not None)
    for frame in session.frames:
        branch = session.branch(frame.number)
        typed_out(branch, 5, until=lambda played: len(played.entries) >= len(session.entries))
        assert branch.entries[: len(session.entries)] == session.entries


def test_where_a_branch_begins() -> None:
    """At a checkpoint nothing is played again; there is none from the future; automated sides undo nothing."""
    session = field().session()
    with pytest.raises(LookupError, match="there is no frame 5; the last is 0"):
        session.branch(5)
    session.advance()
    branch = session.branch(session.last_frame.number)
    assert branch.checkpoint.number == 1
    assert branch.tail == []
    assert session.undone() is None


def test_undoing_takes_back_the_last_order_of_a_person() -> None:
    """The same question is asked again, and what came before it stands; the session itself is untouched."""
    session = waiting()
    asked, frames = session.wanted, session.frames
    session.answer(Stay("ames"))
    before = everything(session)
    undone = session.undone()
    assert undone is not None
    assert everything(session) == before
    undone.advance()
    assert (undone.wanted, undone.frames) == (asked, frames)
    undone.answer(Walk("ames", (field().map.cell("B2"),)))
    assert undone.state.unit("ames").cell == field().map.cell("B2")


def test_undoing_twice_takes_back_two_orders() -> None:
    """Back through activations of others as well."""
    session = field(*MEN).session(Seeded(5), HUMAN_PICKET)
    typed_out(session, 5, until=lambda played: played.checkpoint.number >= 8 and isinstance(played.wanted, Ask))
    asked = [entry for entry in session.entries if isinstance(entry, Ordered) and entry.by == "human"]
    assert len(asked) > 2
    back = session.undone()
    assert back is not None
    back = back.undone()
    assert back is not None
    orders = [entry for entry in back.entries if isinstance(entry, Ordered) and entry.by == "human"]
    assert orders == asked[:-2]
    back.advance()
    assert back.wanted == asked[-2].ask


# -- battles that do not end --------------------------------------------------------------------------------------


Activation = Callable[[Game[PicketState, Data]], object]


def odd(activation: Activation, source: Any = None, **players: str) -> Play:
    """Begin a session of a game with such an activation."""
    return field(ruleset=Odd(activation)).session(source, players or AUTOMATED)


def throws(game: Game[PicketState, Data]) -> None:
    """Throw a die, of which nothing comes."""
    game.throw(THROW)


def waits(game: Game[PicketState, Data]) -> None:
    """Throw a die and pass."""
    game.throw(THROW)
    game.happen(Passed("picket"))


def asks(game: Game[PicketState, Data]) -> None:
    """Ask for an order, and pass whatever it is."""
    game.order(Ask("picket", ACTION, "ames"))
    game.happen(Passed("picket"))


def swings(game: Game[PicketState, Data]) -> None:
    """Be calm, and throw a die before being angry."""
    if game.state.mood == "calm":
        game.throw(THROW)
        game.happen(MoodSet("angry"))
    else:
        game.happen(MoodSet("calm"))


def asks_last(game: Game[PicketState, Data]) -> None:
    """Pass, and then ask for an order."""
    game.happen(Passed("picket"))
    game.order(Ask("picket", ACTION, "ames"))


ENDLESS: dict[str, tuple[Activation, type[Exception], str]] = {
    "nothing would ever change": (lambda game: None, EndlessLoop, "an activation ended without an event"),
    "dice alone are no event": (throws, EndlessLoop, "without an event"),
    "a plan that passes will pass again": (asks, EndlessLoop, "earlier state"),
    "an event before the order was not the order's": (asks_last, Unresolved, "nothing came of the order"),
}


@pytest.mark.parametrize(("activation", "error", "told"), ENDLESS.values(), ids=ENDLESS)
def test_what_would_not_end_is_stopped(activation: Activation, error: type[Exception], told: str) -> None:
    """With an error of its own, and not hung."""
    with pytest.raises(error, match=told):
        odd(activation).play_out()


GOES_ON: dict[str, Activation] = {
    "a state that is new each time is no loop": lambda game: game.happen(MoodSet(f"{game.state.mood}.")),
    "next time the die may fall otherwise": waits,
    "a state that comes again after a die was thrown elsewhere": swings,
}


@pytest.mark.parametrize("activation", GOES_ON.values(), ids=GOES_ON)
def test_a_battle_that_goes_on_does_not_stand_still(activation: Activation) -> None:
    """Where chance has a say, or the state is new."""
    session = odd(activation)
    assert all(session.advance() for _ in range(50))


def test_where_a_person_has_a_say_a_state_may_come_again() -> None:
    """Somebody may pass as often as they like."""
    session = odd(asks, picket="human", raiders="solo")
    for _ in range(30):
        session.advance()
        session.answer(Stay("ames"))
    assert session.checkpoint.number == 30


def test_a_turn_that_never_ends_is_an_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the dice fall: there is a limit to the activations of one turn; a battle of short turns is no loop."""
    monkeypatch.setattr("sim.engine.session.ACTIVATIONS_A_TURN", 40)
    session = odd(waits)
    with pytest.raises(EndlessLoop, match="turn 1 has had more than 40 activations"):
        session.play_out()
    assert session.checkpoint.number == 40
    monkeypatch.setattr("sim.engine.session.ACTIVATIONS_A_TURN", 3)
    session = odd(lambda game: game.happen(TurnBegan(game.state.turn + 1)))
    assert all(session.advance() for _ in range(20))


def test_stillness_finds_every_round() -> None:
    """Whatever the lead and the length of a round, and soon; and none where all states differ."""
    for lead in range(6):
        for length in range(1, 9):
            stillness = Stillness()
            sequence = (n if n < lead else lead + (n - lead) % length for n in range(1000))
            found = next(n for n, state in enumerate(sequence) if stillness.seen(state))
            assert found <= 3 * (lead + length) + 3
    stillness = Stillness()
    assert not any(stillness.seen(n) for n in range(500))


# -- activations that do not go as they went ----------------------------------------------------------------------


def throws_otherwise(game: Game[PicketState, Data], call: int) -> None:
    """Throw for another reason each time."""
    game.throw(Throw(D6, f"reason {call}"))
    game.happen(Passed("picket"))


def happens_otherwise(game: Game[PicketState, Data], call: int) -> None:
    """Do something else each time."""
    game.happen(MoodSet(f"mood {call}"))
    game.throw(THROW)


def throws_once(game: Game[PicketState, Data], call: int) -> None:
    """Throw the first time alone."""
    if call == 0:
        game.throw(THROW)
    game.happen(Passed("picket"))


@pytest.mark.parametrize(
    ("what", "answer", "told"),
    [
        (throws_otherwise, (3,), r"'D6: reason 0'.*'D6: reason 1'"),
        (
            lambda game, call: game.order(Ask("picket", ACTION, "ames", f"about {call}")),
            Stay("ames"),
            "about 0.*about 1",
        ),
        (happens_otherwise, (3,), r"frame 1 was .*mood 0.* and is now .*mood 1"),
        (throws_once, (3,), "ended before all its dice and orders were used"),
    ],
    ids=["another throw", "another question", "another event", "an answer that nobody asks for again"],
)
def test_rules_that_remember_are_a_divergence(
    what: Callable[[Game[PicketState, Data], int], object], answer: Any, told: str
) -> None:
    """No rule may know how often it was called: what was shown and answered already must come again."""
    calls = iter(range(100))
    session = odd(lambda game: what(game, next(calls)), Typed(), picket="human", raiders="human")
    session.advance()
    with pytest.raises(Diverged, match=told):
        session.answer(answer)


# -- bugs of a system ---------------------------------------------------------------------------------------------


class Cheat(Picket):
    """Picket whose raiders, and whose commander, walk where they please."""

    def decider(self, player: str) -> Any:
        """Return somebody who orders a walk to the end of the world."""
        return self

    def orders(self, game: Game[Any, Any], ask: Ask) -> Any:
        """Order it."""
        assert ask.unit is not None
        yield Walk(ask.unit, (game.battle.map.cell("H6"),))


def test_an_illegal_order_of_an_automated_side_stops_the_battle() -> None:
    """It raises; what led to it can still be seen, and the checkpoint before it is the last."""
    session = field(ruleset=Cheat()).session(Scripted([], ["ames"]))
    with pytest.raises(IllegalIntent, match="B3 has no such neighbour"):
        session.advance()
    assert session.checkpoint.number == 0
    assert len(session.frames) == 2


def test_an_order_that_brings_a_cheat_to_light_stays_in_the_log() -> None:
    """The answer of the other side raises: the person's order and what it led to are kept, for the crash bundle."""
    battlefield = field(AMES, Stand("red-1", "C1", 3), ruleset=Cheat())
    session = battlefield.session(Scripted([], ["ames"]), HUMAN_PICKET)
    session.advance()
    ways = [offer.intent for offer in PICKET.offers(session.position, Ask("picket", ACTION, "ames"))]
    walk = next(i for i in ways if isinstance(i, Walk) and i.way[-1] == battlefield.map.cell("B2"))
    with pytest.raises(IllegalIntent, match="raiders, snap shot"):
        session.answer(walk)
    assert Ordered(Ask("picket", ACTION, "ames"), walk, "human") in session.tail
    assert type(session.last_frame.event).__name__ == "Stepped"


def test_a_battle_that_is_over_at_once() -> None:
    """One side alone: the first activation ends it; what is needed next is known without a die, and nothing moves."""
    session = field(AMES).session(Scripted())
    session.play_out()
    assert session.state.outcome == Outcome("picket", "nobody is left against them", (("picket", 0), ("raiders", 0)))
    assert session.checkpoint.number == 1
    session = field().session(Seeded(1), AUTOMATED)
    before = len(session.entries)
    first = session.next_wanted()
    assert isinstance(first, DrawCard) and len(session.entries) == before
    session.play_out()
    assert session.next_wanted() is None


def test_a_branch_does_not_use_up_the_dice_of_the_session_it_left() -> None:
    """Scripted dice are given out by the place in the battle: both lines of play find theirs."""
    script = [6, 6, 1, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6] * 4, ["ames", "wary-1", "red-1"] * 4
    parent = field(AMES, RED).session(Scripted(*script))
    parent.advance()
    branch = parent.branch(0)
    branch.advance()
    assert branch.entries == parent.entries
