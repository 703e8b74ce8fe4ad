"""A game in the course of one activation: events, chance, choices, and the log they leave."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sim.engine.chance import ChanceRefused, Scripted, Typed, Wanted
from sim.engine.decks import Deck
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.events import CardTaken, DeckShuffled, Passed, TurnBegan
from sim.engine.game import Answered, Answers, Diverged, EndlessLoop, Frame, Game, Ordered, Start, Unresolved
from sim.engine.notes import Checked, Drawn, Note, Rolled, Said, Scored, Selection, Tried
from sim.engine.orders import Ask, Decider, Done, IllegalIntent, Intent
from sim.engine.session import deciders_of
from sim.solo.plans import Automated, Option
from tests.picket import PICKET, Picket
from tests.picket.rules import ACTION, SNAP, MoodSet, Shoot, Stay, Stepped, Walk
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, RED, Field, Stand, field

TO_SEE = Throw(D6, "to see", "ames")


def frames_of(game: Game[Any, Any]) -> list[Frame]:
    """Return the frames of its log."""
    return [entry for entry in game.log if isinstance(entry, Frame)]


# -- happening ----------------------------------------------------------------------------------------------------


def test_an_event_makes_the_state() -> None:
    """Of the state before, and the frame has it; notes are sealed into the next event and into no other."""
    game = field().game()
    before = game.state
    game.happen(MoodSet("bold"))
    assert game.state == replace(before, mood="bold")
    assert game.log == [Frame(0, MoodSet("bold"), game.state, ())]
    game = field().game()
    game.note(Said("first"))
    game.happen(Passed("picket"))
    game.happen(Passed("picket"))
    game.note(Said("third"))
    game.happen(Passed("picket"))
    assert [frame.why for frame in frames_of(game)] == [(Said("first"),), (), (Said("third"),)]


def test_the_position_is_that_of_now() -> None:
    """The same object between two events; a hidden man is known to his own side alone."""
    game = field().game()
    before = game.position
    assert game.position is before
    assert game.known_to("picket") is game.known_to("picket")
    game.happen(TurnBegan(2))
    assert game.position.state.turn == 2
    assert game.known_to("picket").state.turn == 2
    game = field(AMES, Stand("bell", "F3", hidden=True), RED).game()
    assert ["bell" in game.known_to(side).state.units for side in ("picket", "raiders")] == [True, False]


# -- chance -------------------------------------------------------------------------------------------------------


def test_a_throw_is_noted_and_logged() -> None:
    """With faces and rule, the request in words and the result; or noted on the page of a try."""
    game = field().game(Scripted([4]))
    rolled = game.throw(TO_SEE, "PKT-1")
    assert rolled == Rolled(TO_SEE, (4,), rule="PKT-1")
    game.happen(Passed("picket"))
    assert game.log[0] == Answered("D6 for ames: to see", (4,))
    assert frames_of(game)[0].why == (rolled,)
    game = field().game(Scripted([4]))
    page = game.notebook.page()
    game.throw(TO_SEE, notebook=page)
    assert page.close() == (Rolled(TO_SEE, (4,)),)
    assert game.notebook.seal() == ()


def test_rules_may_learn_less_of_a_throw_than_its_faces() -> None:
    """Its sum, whether it is good enough, how many dice are and what comes of those, the margin of a contest."""
    two, each = Throw(D6, "to hit", "ames", at_least(8), count=2), Throw(D6, "shots", "ames", at_least(5, each=True), 3)
    game = field().game(source=Scripted([3, 4, 2, 6, 5, 1, 6]))
    assert (game.total(two), game.met(two), game.successes(each)) == (7, True, 2)
    assert game.notebook.unsealed() == (Rolled(two, (3, 4)), Rolled(two, (2, 6)), Rolled(each, (5, 1, 6)))
    hit, fall = (Throw(D6, what, "ames", at_least(5, each=True), count=3) for what in ("to hit", "casualties"))
    assert field().game(source=Scripted([5, 1, 2, 6])).chain(hit, fall) == (1, 1)
    assert field().game(source=Scripted([1, 1, 2])).chain(hit, fall) == (0, 0)
    game = field().game(source=Scripted([5, 4]))
    assert game.margin(Throw(D6, "a blow", "ames"), Throw(D6, "a blow", "red-1"), 2) == 3


def test_a_choice_among_several_is_visible() -> None:
    """A die with as many faces, options beside them, a note; none for a pick or for one, an error for nobody."""
    game = field().game(Scripted([2]))
    throw = Throw(die(3), "which")
    assert game.pick(["a", "b", "c"], throw) == ("b", Rolled(throw, (2,)))
    assert game.notebook.seal() == ()
    game = field().game(Scripted([3]))
    assert game.choose([10, 20, 30], "which way", "ames", ["n", "e", "s"]) == 30
    throw = Throw(die(3), "which way", "ames", options=("n", "e", "s"))
    assert game.notebook.seal() == (Rolled(throw, (3,)),)
    game = field().game(Scripted([1]))
    game.choose([10, 20], "which")
    assert game.log == [Answered("D2: which; 1 = 10; 2 = 20", (1,))]
    game = field().game()
    assert game.choose(["a"], "which") == "a"
    assert (game.log, game.notebook.seal()) == ([], ())
    with pytest.raises(ValueError, match="no die with 0 faces"):
        field().game().choose([], "which")


def test_a_drawn_card_is_noted() -> None:
    """It stays where it is until the rules take it; then the note belongs to that event."""
    game = field().game(Scripted(cards=["bold-1"]))
    assert game.draw("moods", "mood", "red-1") == "bold-1"
    assert game.notebook.seal() == (Drawn("moods", "mood", "red-1", "bold-1"),)
    assert game.log == [Answered('a card of the deck "moods" for red-1: mood', "bold-1")]
    assert "bold-1" in game.state.deck("moods").left
    game = field().game(Scripted(cards=["bold-1"]))
    assert game.take("moods", "mood") == "bold-1"
    (frame,) = frames_of(game)
    assert frame.event == CardTaken("moods", "bold-1")
    assert frame.why == (Drawn("moods", "mood", "", "bold-1"),)
    assert game.state.deck("moods").discarded == ("bold-1",)


def test_a_deck_that_is_used_up_is_shuffled_first() -> None:
    """When the next card is wanted, and not before; that does not help a deck without any."""
    battlefield = field()
    state = battlefield.state.with_deck(Deck("moods", ("bold-1",), ("wary-1",)))
    game = Field(battlefield.battle, state).game(Scripted(cards=["bold-1", "wary-1"]))
    game.take("moods", "mood")
    game.take("moods", "mood")
    assert [frame.event for frame in frames_of(game)] == [
        CardTaken("moods", "bold-1"),
        DeckShuffled("moods"),
        CardTaken("moods", "wary-1"),
    ]
    assert game.state.deck("moods").left == ("bold-1",)
    empty = Field(battlefield.battle, battlefield.state.with_deck(Deck("moods", ())))
    with pytest.raises(ChanceRefused):
        empty.game(Typed()).take("moods", "mood")


class Counting:
    """A source that answers with the number of the request."""

    def result(self, request: Any, number: int) -> tuple[int, ...]:
        """Answer."""
        return (number,)


def test_requests_are_counted_through_the_battle() -> None:
    """Those before this activation counted in, and those whose answers are known."""
    start = field()
    game: Game[Any, Any] = Game(start.battle, Start(start.state, 0, 3), deciders_of(PICKET, AUTOMATED), Counting())
    assert [game.throw(TO_SEE).faces for _ in range(3)] == [(3,), (4,), (5,)]
    answers = Answers([Answered(str(TO_SEE), (1,)), Answered(str(TO_SEE), (2,))])
    game = field().game(Counting(), answers=answers)
    assert [game.throw(TO_SEE).faces for _ in range(3)] == [(1,), (2,), (2,)]


# -- answers that are known already -------------------------------------------------------------------------------


def test_an_answer_to_another_question_is_a_divergence() -> None:
    """Both requests are named; a record with a seven on a D6 was not made by these rules."""
    game = field().game(answers=Answers([Answered("D6 for bell: to see", (4,))]))
    with pytest.raises(Diverged, match="the record has 'D6 for bell: to see', and play asks for 'D6 for ames: to see'"):
        game.throw(TO_SEE)
    game = field().game(answers=Answers([Answered(str(TO_SEE), (7,))]))
    with pytest.raises(Diverged, match="7 is no face of the D6"):
        game.throw(TO_SEE)
    known = Ordered(Ask("picket", ACTION, "bell"), Stay("bell"), "human")
    game = field().game(players=HOTSEAT, answers=Answers(orders=[known]))
    with pytest.raises(Diverged, match="an order for picket, action with bell, and play asks picket, action with ames"):
        game.order(Ask("picket", ACTION, "ames"))


def test_answers_are_used_up_when_all_have_been_asked_for() -> None:
    """Dice and orders."""
    ask = Ask("picket", ACTION, "ames")
    answers = Answers([Answered(str(TO_SEE), (1,))], [Ordered(ask, Stay("ames"), "human")])
    game = field().game(players=HOTSEAT, answers=answers)
    assert not answers.used_up
    game.throw(TO_SEE)
    assert not answers.used_up
    game.order(ask)
    assert answers.used_up


# -- choices ------------------------------------------------------------------------------------------------------

ASK = Ask("picket", ACTION, "ames")


def test_a_person_gives_orders_until_done() -> None:
    """What is wanted is the very question; each order is logged, and so is the end, which is no order."""
    with pytest.raises(Wanted) as wanted:
        field().game(players=HOTSEAT).order(ASK)
    assert wanted.value.request == ASK
    orders = [Ordered(ASK, Stay("ames"), "human"), Ordered(ASK, Stay("ames"), "human"), Ordered(ASK, Done(), "human")]
    game = field().game(players=HOTSEAT, answers=Answers(orders=orders))
    given = []
    for intent in game.orders(ASK):
        given.append(intent)
        game.happen(Passed("picket", "ames"))
    assert given == [Stay("ames"), Stay("ames")]
    assert [entry for entry in game.log if isinstance(entry, Ordered)] == orders
    done = Answers(orders=[Ordered(ASK, Done(), "human")])
    with pytest.raises(IllegalIntent, match="an order is needed here"):
        field().game(players=HOTSEAT, answers=done).order(ASK)


def test_an_automated_side_is_logged_as_what_it_is() -> None:
    """Commander or solo, with the question; one plan may stand for all occasions."""
    game = field().game()
    game.order(ASK)
    assert [(entry.ask, entry.by) for entry in game.log if isinstance(entry, Ordered)] == [(ASK, "commander")]
    stay = Automated(Option("PKT-X", "stay", lambda situation: Stay(situation.unit.id)))
    game = field().game()
    game.deciders = {"picket": ("commander", stay)}
    assert game.order(ASK) == Stay("ames")


def test_an_order_that_comes_to_nothing_is_a_bug_found_at_once() -> None:
    """An event comes before the next order of a side; a reaction may be ordered before what it reacts to."""
    game = field().game(players=HOTSEAT, answers=Answers(orders=[Ordered(ASK, Stay("ames"), "human")] * 2))
    orders = game.orders(ASK)
    next(orders)
    with pytest.raises(Unresolved, match="nothing came of the order"):
        next(orders)
    game = field().game()
    game.order(ASK)
    game.order(ASK)
    game.happen(Passed("picket", "ames"))
    game.expect_nothing_open()
    game.order(ASK)


class Told(Picket):
    """Picket, with a raider who gives the orders that he is told to."""

    def __init__(self, *intents: Intent) -> None:
        self.intents_told = intents

    def decider(self, player: str) -> Decider:
        """Return somebody who follows a list."""
        return _Follower(self.intents_told)


@dataclass
class _Follower:
    intents: tuple[Intent, ...]

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Give them one by one."""
        yield from self.intents


class Fly(Intent):
    """Something that nobody in Picket can do."""

    man: str


CROWD = (AMES, Stand("bell", "C3", 1), Stand("red-1", "H2", 4), Stand("red-2", "B6", 4), Stand("red-3", "C4", 4))
WALLED = "........\n........\n...w....\n........\nOOOOOOOO\n........"


def cells(*names: str) -> tuple[Any, ...]:
    """Return cells by their names."""
    return tuple(field().map.cell(name) for name in names)


ILLEGAL: list[tuple[Ask, Intent, str]] = [
    (ASK, Stay("bell"), "ames is to act, not bell"),
    (ASK, Walk("bell", cells("C2")), "ames is to act, not bell"),
    (ASK, Shoot("bell", "red-3"), "ames is to act, not bell"),
    (ASK, Walk("ames", ()), "that leads nowhere"),
    (ASK, Walk("ames", cells("B1")), "B3 has no such neighbour"),
    (ASK, Walk("ames", cells("B4", "B5")), "no way into B5"),
    (ASK, Walk("ames", cells("C3")), "another unit is in C3"),
    (ASK, Walk("ames", cells("C4")), "another unit is in C4"),
    (ASK, Walk("ames", cells("B2", "B1", "A1", "A2")), "the way costs 4, and ames has 3"),
    (ASK, Shoot("ames", "nobody"), "there is no nobody"),
    (ASK, Shoot("ames", "bell"), "bell is no target"),
    (ASK, Shoot("ames", "ames"), "ames is no target"),
    (ASK, Shoot("ames", "red-1"), "red-1 is out of range"),
    (ASK, Shoot("ames", "red-2"), "red-2 is out of sight"),
    (ASK, Fly("ames"), "Picket has no such order"),
    (Ask("picket", SNAP, "ames", "red-3"), Walk("ames", cells("B2")), "that cannot be done now"),
    (Ask("picket", SNAP, "ames", "red-2"), Shoot("ames", "red-3"), "only red-2 can be snapped at"),
]


@pytest.mark.parametrize(("ask", "intent", "reason"), ILLEGAL)
def test_an_illegal_intent_raises(ask: Ask, intent: Intent, reason: str) -> None:
    """With question, intent and reason, and it is no order; a record that was tampered with gets no further."""
    game = field(*CROWD, picture=WALLED, ruleset=Told(intent)).game()
    with pytest.raises(IllegalIntent, match=reason) as refused:
        list(game.orders(ask))
    assert (refused.value.ask, refused.value.intent) == (ask, intent)
    assert game.log == []
    answers = Answers(orders=[Ordered(ask, intent, "human")])
    with pytest.raises(IllegalIntent, match=reason):
        field(*CROWD, picture=WALLED).game(players=HOTSEAT, answers=answers).order(ask)


def test_the_second_order_is_judged_after_the_first_was_carried_out() -> None:
    """A walk that was legal from where he stood is not from where he stands."""
    (b2,) = cells("B2")
    game = field(ruleset=Told(Walk("ames", (b2,)), Walk("ames", (b2,)))).game()
    orders = game.orders(ASK)
    next(orders)
    game.happen(Stepped("ames", b2, 0))
    with pytest.raises(IllegalIntent, match="B2 has no such neighbour"):
        next(orders)


def test_an_order_is_judged_once_where_things_stand_and_anew_where_they_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asked whether he may give it need not have it judged again; a legal order may become an illegal one."""
    walk, judged = Walk("ames", cells("B2")), list[Intent]()
    judges = Picket.refusal

    def judge(*given: Any) -> Any:
        judged.append(given[-1])
        return judges(*given)

    monkeypatch.setattr(Picket, "refusal", judge)
    game = field(ruleset=Told(walk, walk)).game()
    assert game.refusal(ASK, walk) is None
    orders = game.orders(ASK)
    assert next(orders) is walk and judged == [walk]
    assert game.refusal(replace(ASK, occasion=SNAP), walk) == "that cannot be done now"
    assert game.refusal(ASK, walk) is None and len(judged) == 3
    game.happen(Stepped("ames", walk.way[0], 0))
    with pytest.raises(IllegalIntent, match="B2 has no such neighbour"):
        next(orders)


# -- without end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [lambda game: game.happen(Passed("picket")), lambda game: game.throw(TO_SEE), lambda game: game.draw("moods", "x")],
)
def test_an_activation_without_end_is_stopped(step: Callable[[Game[Any, Any]], None]) -> None:
    """Whatever it does for ever: events, dice or cards."""
    game = field().game(Scripted([1] * 100, ["bold-1"] * 100))
    game.budget = 50
    with pytest.raises(EndlessLoop, match="an activation took more than 50 steps"):
        for _ in range(100):
            step(game)


# -- a whole activation -------------------------------------------------------------------------------------------


def test_every_event_of_an_activation_has_the_notes_that_led_to_it() -> None:
    """A raider draws, rolls, advances and shoots; the list of the advance lies inside its option."""
    game = field(AMES, RED).game(Scripted([2, 1, 1, 1, 2, 3, 1], ["red-1", "wary-1"]))
    PICKET.play(game)
    frames = frames_of(game)
    kinds = [(type(frame.event).__name__, [type(note) for note in frame.why]) for frame in frames]
    moved: list[type[Note]] = [Tried, Tried, Scored, Tried]
    assert kinds[:4] == [("CardTaken", [Drawn]), ("CardTaken", [Said, Drawn]), ("MoodSet", []), ("Stepped", moved)]
    assert all(why == [] for name, why in kinds[4:] if name == "Stepped")
    assert [name for name, _ in kinds].count("Shot") == 2
    assert kinds[-1][0] == "Shot" and kinds[-1][1][:3] == [Tried, Checked, Rolled]
    advance = frames[3].why[-1]
    assert isinstance(advance, Tried) and advance.option == "2-3: advance"
    assert [type(note) for note in advance.inside()] == [Selection]
