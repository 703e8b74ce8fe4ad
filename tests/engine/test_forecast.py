"""Forecasts: exact, whole, and by the code that decides."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.chance import DrawCard, Request, Result, Scripted
from sim.engine.decks import Deck
from sim.engine.dice import D6, Die, Throw
from sim.engine.events import Passed
from sim.engine.forecast import Forecast, ForecastOutcome, ForecastRefused, forecast
from sim.engine.game import Frame, Game, Ordered
from sim.engine.notes import Drawn, Rolled, walk
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.engine.state import Outcome
from tests.picket.men import Data, PicketState
from tests.picket.rules import ACTION, MoodSet, Shoot, Stay, Walk
from tests.picket_positions import AMES, AUTOMATED, HUMAN_PICKET, RED, Field, Odd, Stand, field

MEN = (AMES, Stand("bell", "C5", 1), RED)
AWAY, MARKSMAN = Stand("ames", "D1"), replace(RED, profile="marksman")


def red_acts(*men: Stand) -> Field:
    """Return a battle in which nobody but the first raider is left in the cup."""
    battlefield = field(*(men or (AMES, RED)))
    return Field(battlefield.battle, battlefield.state.with_deck(Deck("cup", ("red-1",))))


def foreseen(battlefield: Field, **more: Any) -> Forecast:
    """Return what may come."""
    return forecast(battlefield.battle, battlefield.state, AUTOMATED, **more)


def activated(activation: Callable[[Game[PicketState, Data]], object], **more: Any) -> Forecast:
    """Return what may come of an activation that is not Picket's."""
    return foreseen(field(ruleset=Odd(activation)), upto="activation", **more)


def thrown(throw: Throw) -> Callable[[Game[PicketState, Data]], object]:
    """Return an activation that throws dice which do not matter."""
    return lambda game: game.happen(Passed("picket", why=f"throws {len(game.throw(throw).faces)}"))


def scripted(prospect: ForecastOutcome) -> Scripted:
    """Return the dice and cards of a prospect as a script."""
    results = [answer.result for answer in prospect.answers]
    dice = [face for result in results if isinstance(result, tuple) for face in result]
    return Scripted(dice, [result for result in results if isinstance(result, str)])


# -- exact --------------------------------------------------------------------------------------------------------


class Grid:
    """A source that takes its answers from one point of the grid of all faces, cards and ties."""

    def __init__(self, card: int, face: int, tie: int) -> None:
        self.card, self.face, self.tie, self.ties = card, face, tie, 0

    def result(self, request: Request, number: int) -> Result:
        """Answer from the coordinate that the request belongs to."""
        match request:
            case DrawCard(deck=deck):
                return deck.left[self.card % len(deck.left)]
            case Throw(purpose=purpose, die=die) if purpose.startswith("tie"):
                self.ties += 1
                assert 12 % len(die.faces) == 0
                return (die.faces[self.tie % len(die.faces)],)
            case Throw(die=die):
                assert die == D6
                return (die.faces[self.face],)


class Stopped(Exception):
    """The first order has been given."""


class First(Game[Any, Any]):
    """A game that stops at its first order."""

    def write(self, entry: Any) -> None:
        """Stop there."""
        super().write(entry)
        if isinstance(entry, Ordered):
            raise Stopped


@pytest.mark.parametrize("men", [(AMES, RED), (Stand("ames", "A1", 1), Stand("red-1", "G2", 4))])
def test_a_forecast_equals_frequencies_counted_one_by_one(men: tuple[Stand, ...]) -> None:
    """5 cards by 6 faces by 12 ways to settle a tie, each played through once: what was ordered how often."""
    battlefield = red_acts(*men)
    counted: Counter[Any] = Counter()
    for card in range(5):
        for face in range(6):
            for tie in range(12):
                source = Grid(card, face, tie)
                plain = battlefield.game(source)
                game = First(plain.battle, plain.start, plain.deciders, source)
                with pytest.raises(Stopped):
                    battlefield.battle.ruleset.play(game)
                assert source.ties <= 1
                order = game.log[-1]
                assert isinstance(order, Ordered)
                counted[order.intent] += 1
    found = {prospect.orders[0].intent: prospect.probability for prospect in foreseen(battlefield).prospects}
    assert found == {intent: Fraction(number, 360) for intent, number in counted.items()}
    assert len(found) > 2


def test_a_die_with_faces_of_its_own_has_its_own_weights() -> None:
    """A face that is there twice is twice as likely."""
    loaded = Throw(Die("loaded", (7, 7, 1)), "x")
    found = activated(lambda game: game.happen(MoodSet(str(game.total(loaded)))))
    assert [(prospect.events, prospect.probability) for prospect in found.prospects] == [
        ((MoodSet("7"),), Fraction(2, 3)),
        ((MoodSet("1"),), Fraction(1, 3)),
    ]


# -- by the code that decides -------------------------------------------------------------------------------------


@pytest.mark.parametrize("men", [(AMES, RED), MEN])
def test_played_with_its_answers_a_prospect_comes_about(men: tuple[Stand, ...]) -> None:
    """The first order of the game is the prospect's, with the same notes before it."""
    battlefield = field(*men)
    for prospect in foreseen(battlefield).prospects:
        plain = battlefield.game(scripted(prospect))
        game = First(plain.battle, plain.start, plain.deciders, plain.source)
        with pytest.raises(Stopped):
            battlefield.battle.ruleset.play(game)
        assert tuple(entry for entry in game.log if isinstance(entry, Ordered)) == prospect.orders
        frames = [entry for entry in game.log if isinstance(entry, Frame)]
        assert tuple(frame.event for frame in frames) == prospect.events
        notes = (*(note for frame in frames for note in frame.why), *game.notebook.seal())
        assert notes == prospect.why


def test_a_whole_activation_comes_about_as_foreseen() -> None:
    """Played with the prospect's dice in a session, its events and orders happen, and no die is left over."""
    battlefield = red_acts(AMES, MARKSMAN)
    prospects = foreseen(battlefield, upto="activation").prospects
    for prospect in (*prospects[:10], *prospects[-10:]):
        source = scripted(prospect)
        session: Session[Any, Any] = battlefield.session(source)
        session.advance()
        source.finish()
        assert tuple(frame.event for frame in session.frames[1:]) == prospect.events
        assert tuple(entry for entry in session.entries if isinstance(entry, Ordered)) == prospect.orders


@pytest.mark.parametrize("faces", [(1, 7, 7), (7, 7, 1)])
def test_of_several_ways_to_one_end_the_likeliest_is_told(faces: tuple[int, ...]) -> None:
    """Whether it is found first or last: the answers are its dice."""
    (prospect,) = activated(thrown(Throw(Die("loaded", faces), "x"))).prospects
    assert prospect.probability == 1
    assert [answer.result for answer in prospect.answers] == [(7,)]


def test_the_likeliest_comes_first() -> None:
    """The others in order of their chances, one order each: nothing later is looked at."""
    prospects = foreseen(field(*MEN)).prospects
    assert list(prospects) == sorted(prospects, key=lambda prospect: -prospect.probability)
    assert {len(prospect.orders) for prospect in prospects} == {1}


def test_the_same_decision_is_one_prospect() -> None:
    """However many cards and faces lead to it; walks, shots and nothing, with the dice and cards of its answers."""
    prospects = foreseen(red_acts()).prospects
    intents = [prospect.orders[0].intent for prospect in prospects]
    assert len(intents) == len(set(intents))
    for prospect in prospects:
        assert isinstance(prospect.orders[0].intent, Walk | Shoot | Stay)
        assert prospect.orders[0].ask == Ask("raiders", ACTION, "red-1")
        notes = [note for note in walk(prospect.why) if isinstance(note, Rolled | Drawn)]
        results = [note.faces if isinstance(note, Rolled) else note.card for note in notes]
        assert results == [answer.result for answer in prospect.answers]


def test_a_forecast_changes_nothing() -> None:
    """A second one is equal; an activation without an order is a prospect too."""
    battlefield = field()
    before = battlefield.state
    assert foreseen(battlefield) == foreseen(battlefield)
    assert battlefield.state is before
    battlefield = field()
    empty = Field(battlefield.battle, battlefield.state.with_deck(Deck("cup", ("ghost",))))
    (prospect,) = foreseen(empty).prospects
    assert (prospect.orders, prospect.probability, len(prospect.events)) == ((), Fraction(1), 1)


@pytest.mark.parametrize(
    ("battlefield", "upto"),
    [(field(*MEN), "order"), (field(AWAY, RED), "order"), (red_acts(AMES, MARKSMAN), "activation")],
)
def test_probabilities_add_up(battlefield: Field, upto: str) -> None:
    """Exactly, as fractions, to one; those of its ways to that of a prospect, of which the likeliest is told."""
    found = foreseen(battlefield, upto=upto)
    assert sum(prospect.probability for prospect in found.prospects) == 1
    for prospect in found.prospects:
        assert isinstance(prospect.probability, Fraction)
        assert sum(way.probability for way in prospect.ways) == prospect.probability
        assert len({way.answers for way in prospect.ways}) == len(prospect.ways)
        assert max(prospect.ways, key=lambda way: way.probability).answers == prospect.answers


# -- with other things to do -------------------------------------------------------------------------------------------


def test_work_of_others_after_every_run_changes_nothing() -> None:
    """Another battle on the same field is played in the pauses."""
    battlefield, paused = field(*MEN), list[bool]()
    session: Session[Any, Any] = battlefield.session()
    found = foreseen(battlefield, pause=lambda: paused.append(session.advance()))
    assert len(paused) == found.runs > 20
    assert len(session.frames) > 5
    assert found == foreseen(battlefield)
    assert activated(thrown(Throw(D6, "x"))).runs == 6  # one for each way


def test_a_forecast_can_be_given_up() -> None:
    """What a pause raises ends the work there and then."""
    paused: list[int] = []

    def pause() -> None:
        paused.append(1)
        if len(paused) == 5:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        foreseen(field(*MEN), pause=pause)
    assert len(paused) == 5


# -- refused ------------------------------------------------------------------------------------------------------


def test_a_larger_allowance_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever allows more runs than usual gets a whole forecast, not the beginning of one: 64 ways, by their total."""
    monkeypatch.setattr("sim.engine.forecast.RUNS", 10)
    coins = Throw(Die("coin", (1, 2)), "x", count=6)
    found = activated(lambda game: game.happen(MoodSet(str(game.total(coins)))), runs=100)
    assert sum(prospect.probability for prospect in found.prospects) == 1


def test_what_has_no_forecast() -> None:
    """A battle that is over, a player's decision, more ways than allowed: each with its reason, and at once."""
    battlefield = field()
    over = replace(battlefield.state, outcome=Outcome(None, "dusk"))
    with pytest.raises(ForecastRefused, match="the battle is over: dusk"):
        forecast(battlefield.battle, over, AUTOMATED)
    battlefield = field()
    ames_acts = battlefield.state.with_deck(Deck("cup", ("ames",)))
    with pytest.raises(ForecastRefused, match="the next decision is a player's: picket, action with ames"):
        forecast(battlefield.battle, ames_acts, HUMAN_PICKET)
    with pytest.raises(ForecastRefused, match="there are more than 20 ways in which this can go"):
        foreseen(field(*MEN), runs=20)
    with pytest.raises(ForecastRefused, match="more than 20000 ways"):
        activated(thrown(Throw(D6, "x", count=20)))


def again_and_again(game: Game[PicketState, Data]) -> None:
    """Throw two dice until they differ, or forty times."""
    for _ in range(40):
        if len({game.throw(Throw(D6, "first", side)).total for side in ("picket", "raiders")}) == 2:
            break
    game.happen(MoodSet("calm"))


def much_on_three_ones(game: Game[PicketState, Data]) -> None:
    """Throw four dice more after three ones, and none after anything else."""
    ones = game.throw(Throw(D6, "first", count=3)).total == 3
    game.happen(MoodSet(str(sum(game.total(Throw(D6, "more")) for _ in range(4)) if ones else 0)))


def test_what_never_ends_is_refused_soon_and_what_seems_so_at_first_is_not() -> None:
    """Dice that may tie for long, after some hundreds of ways; 1296 of 1511 ways that are 1/216 of the whole."""
    paused = list[int]()
    with pytest.raises(ForecastRefused, match="more than 6000 ways"):
        activated(again_and_again, runs=6000, pause=lambda: paused.append(1))
    assert 300 < len(paused) < 1000
    found = activated(much_on_three_ones, runs=6000)
    assert found.runs == 215 + 1296 and sum(prospect.probability for prospect in found.prospects) == 1


def test_a_forecast_ends_where_a_person_is_asked() -> None:
    """To the raider's order nobody is; later one may be, and half of the time the player's man comes first."""
    battlefield = red_acts()
    assert all(each.asks is None for each in forecast(battlefield.battle, battlefield.state, HUMAN_PICKET).prospects)
    whole = forecast(battlefield.battle, battlefield.state, HUMAN_PICKET, upto="activation")
    assert Ask("picket", "snap shot", "ames", "red-1") in [each.asks for each in whole.prospects]
    assert sum(each.probability for each in whole.prospects) == 1
    battlefield = field(Stand("ames", "B3"), Stand("red-1", "G2", 4))
    found = forecast(battlefield.battle, battlefield.state, HUMAN_PICKET)
    asked = [each for each in found.prospects if each.asks is not None]
    assert [(each.probability, each.asks) for each in asked] == [(Fraction(1, 2), Ask("picket", ACTION, "ames"))]
    assert sum(each.probability for each in found.prospects) == 1
