"""An order is written once: what is asked of it is derived. Picket has the orders; some of its own stand here."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.events import Passed
from sim.engine.game import Answers, Ordered
from sim.engine.insight import Danger, Scope
from sim.engine.orders import TABLE_SENSE, Ask, Done, Refusal
from sim.play.book import UNTIMELY, OrderBook, one_by_one, present
from sim.play.order import Actor, Actors, Choice, Enemy, Facing, Friend, Order, Refused
from sim.play.show import Show
from tests.picket.rules import ACTION, BOOK, SNAP, Shoot, Stay, Walk
from tests.picket_positions import AMES, HUMAN_PICKET, RED, Stand, field

Scene = Any
BOYLE = Stand("boyle", "C3")


class Signal(Order[Any, Any]):
    """Wave to a friend, and look another way."""

    rule, verb = "PKT-MAN", "signal"
    typed, says = "{unit} signal {friend} {facing}", "{unit} {unit:waves|wave} to {friend}, facing {facing}"
    unit: Actor
    friend: Friend
    facing: Facing
    loudly: bool = False

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Nobody waves to nobody; whoever waves loudly breaks another rule."""
        yield "there is nobody to wave to" if not self.friend else None
        if self.loudly:
            yield Refusal("the raiders would hear it", "PKT-HIDE")
        yield "too late to be asked"

    def resolve(self, game: Any, ask: Ask) -> None:
        """Do nothing."""
        game.happen(Passed(ask.side, self.unit, "waves"))


class Truce(Order[Any, Any]):
    """Nobody shoots: an order of the side."""

    rule, verb, typed, says, passes = "PKT-END", "truce", "truce", "there is a truce", True
    on = (ACTION,)


class Storm(Order[Any, Any]):
    """Several go for one enemy."""

    rule, verb, typed, says = "PKT-WALK", "storm", "{units_} storm {target}", "{men} {men:storms|storm} {target}"
    men: Actors
    target: Enemy = ""
    how: Annotated[str, Choice(values=lambda position, ask, unit: ("quietly", "loudly"))] = "quietly"

    def danger(self, position: Scene) -> Danger:
        """Everybody may come to harm."""
        return Danger(position.map.whole)

    def scope(self, position: Scene) -> Scope:
        """All who storm are in it."""
        return Scope(self.men)

    @property
    def listed_refused(self) -> bool:
        """To storm loudly is one of two ways, and not listed where it is none."""
        return self.how == "quietly"

    def units_(self, position: Scene) -> str:
        """Name them as one would type it."""
        return "+".join(self.men)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Only what is on the map can be stormed."""
        yield None if self.target in position.state.units else "nobody is known to be there"


class Paid(Order[Any, Any]):
    """What has its price said by name, before what those that derive from it are about."""

    coins: int = dataclasses.field(default=1, kw_only=True)


class Bribe(Paid):
    """Pay an enemy."""

    rule, verb, leaves = "PKT-MAN", "bribe", {"hidden": False}
    typed, says = "{unit} bribe {target}", "{unit} {unit:bribes|bribe} {target}"
    unit: Actor
    target: Enemy

    def text_for(self, position: Scene, ask: Ask) -> str:
        """Say no more than is needed to one who has just been seen."""
        return "bribe him" if ask.occasion == SNAP else self.text(position)


BOTH: OrderBook[Any, Any] = OrderBook(Signal, Truce)
ASK = Ask("picket", ACTION, "ames")


def position_of(*men: Stand) -> Any:
    """Return a position of Picket with these men."""
    return field(*men).game().position


# -- fields and what may stand in them ------------------------------------------------------------------------


def test_every_choice_of_every_field_is_a_candidate() -> None:
    """A field without a choice keeps its default; where nobody can be chosen, nobody is, so that it can be listed."""
    position = position_of(AMES, BOYLE, RED)
    found = list(Signal.candidates(position, ASK, position.state.unit("ames")))
    assert [(order.friend, order.facing) for order in found] == [("boyle", n) for n in (0, 2, 3, 4, 5)]
    assert not any(order.loudly for order in found)
    position = position_of(AMES, RED)
    assert {order.friend for order in Signal.candidates(position, ASK, position.state.unit("ames"))} == {""}
    position = position_of(AMES, RED)
    assert list(Bribe.candidates(position, ASK, position.state.unit("ames"))) == [Bribe("ames", "red-1", coins=1)]


def test_an_order_of_the_side_is_no_units_order() -> None:
    """It is a candidate once, for nobody; those who carry another out are its units, and it is never one for nobody."""
    position = position_of(AMES, RED)
    assert list(Truce.candidates(position, ASK, None)) == [Truce()]
    assert not list(Truce.candidates(position, ASK, position.state.unit("ames")))
    assert not list(Signal.candidates(position, ASK, None))
    assert Signal("ames", "boyle", 0).units == ("ames",)
    assert Storm(("ames", "boyle"), "red-1").units == ("ames", "boyle")
    assert Truce().units == ()


# -- words and pictures ---------------------------------------------------------------------------------------


def test_the_typed_words_and_the_sentence_have_names_in_their_slots() -> None:
    """Of units, directions and cells, and no gap for nobody; a slot may be a method, and several take their verb."""
    position = position_of(AMES, BOYLE, RED)
    order = Signal("ames", "boyle", 3)
    assert order.text(position) == "ames signal boyle s"
    assert order.sentence(position) == "ames waves to boyle, facing s"
    assert Walk("ames", (position.map.cell("B2"), position.map.cell("B1"))).sentence(position) == "ames walks to B1"
    assert Signal("ames", "", 3).text(position_of(AMES, RED)) == "ames signal s"
    assert Storm(("ames", "boyle"), "red-1").text(position) == "ames+boyle storm red-1"
    assert Storm(("ames", "boyle"), "red-1").sentence(position) == "ames and boyle storm red-1"
    assert Storm(("ames",), "red-1").sentence(position) == "ames storms red-1"


def test_a_sketch_has_the_parts_that_the_fields_are() -> None:
    """Who, whom, where it ends, which way; a target is fired at and a way is gone, unless it says otherwise."""
    position = position_of(AMES, BOYLE, RED)
    sketch = Signal("ames", "boyle", 3).sketch(position)
    assert (sketch.verb, sketch.units, sketch.target, sketch.facing) == ("signal", ("ames",), "boyle", 3)
    way = (position.map.cell("B2"), position.map.cell("B1"))
    assert (walk := Walk("ames", way).sketch(position)).cell == way[-1] and walk.way == way
    assert Signal("ames", "", 3).sketch(position).target is None
    orders = Shoot("ames", "red-1"), Walk("ames", (position.map.cell("B2"),)), Stay("ames"), Beckon("ames", "boyle", 0)
    assert [order.sketch(position).aimed_to for order in orders] == ["fire", "move", "other", "join"]


class Beckon(Signal):
    """Call a friend over."""

    aimed_to = "join"


# -- refusals -------------------------------------------------------------------------------------------------


def test_a_refusal_follows_the_rule_of_its_order_unless_it_names_another() -> None:
    """The first reason counts; later ones are not asked."""
    alone, together = position_of(AMES, RED), position_of(AMES, BOYLE, RED)
    nobody = BOTH.refusal(alone, ASK, Signal("ames", "", 0))
    loud = BOTH.refusal(together, ASK, Signal("ames", "boyle", 0, True))
    assert nobody == "there is nobody to wave to" and nobody.rule == "PKT-MAN"
    assert loud == "the raiders would hear it" and loud.rule == "PKT-HIDE"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Stay("casey"), "there is no casey"),
        (Stay(""), "no unit is named"),
        (Stay("red-1"), "red-1 does not belong to the picket"),
        (Stay("boyle"), "ames is to act, not boyle"),
        (Stay("dunn"), "dunn is not on the map"),
    ],
)
def test_whoever_is_not_there_or_not_asked_cannot_be_ordered(order: Stay, reason: str) -> None:
    """No book needs to say so: it is table sense."""
    refused = BOOK.refusal(position_of(AMES, BOYLE, RED, Stand("dunn", "A1", turn=3)), ASK, order)
    assert refused == reason and refused.rule == TABLE_SENSE and refused.cited == reason


def test_an_order_has_its_occasions() -> None:
    """On another one it is refused, by its rule, and not offered."""
    position, snap = position_of(AMES, RED), Ask("picket", SNAP, "ames", "red-1")
    refused = BOOK.refusal(position, snap, Walk("ames", (position.map.cell("B2"),)))
    assert refused == UNTIMELY and refused.rule == "PKT-WALK"
    assert {type(offer.intent) for offer in BOOK.offers(position, snap)} == {Stay, Shoot}


class Reply(Signal):
    """Wave back to somebody who has shown himself."""

    on = (SNAP,)


def test_who_can_be_given_no_order_is_told_the_one_reason_of_all_that_it_is_the_time_for() -> None:
    """Orders for other occasions do not blur it; where something can be done there is nothing to say."""
    alone, together, show = position_of(AMES, RED), position_of(AMES, BOYLE, RED), Show(OrderBook(Signal, Reply))
    assert show.idle(alone, ASK, alone.state.unit("ames")) == "there is nobody to wave to (PKT-MAN)"
    assert Show(BOOK).idle(together, ASK, together.state.unit("ames")) == ""


def test_an_order_of_another_game_is_refused() -> None:
    """The book knows its own, and no more; nor may an order name a man twice."""
    assert BOOK.refusal(position_of(AMES, RED), ASK, Signal("ames", "", 0)) == "Picket has no such order"
    with pytest.raises(TypeError, match="Done is no order"):
        BOOK.resolve(field(AMES, RED).game(), ASK, Done())
    assert "twice" in (present(position_of(AMES, RED), ASK, Storm(("ames", "ames"), "red-1")) or "")


def test_an_order_says_itself_what_it_endangers_whom_it_reaches_and_how_it_leaves_who_does_it() -> None:
    """A viewer asks for all three; of most orders there is nothing to say."""
    position, show = position_of(AMES, BOYLE, RED), Show(BOTH)
    storm, truce = Storm(("ames", "boyle"), "red-1"), Truce()
    danger = show.danger(position, storm)
    assert danger is not None and danger.area == position.map.whole
    assert show.scope(position, storm) == Scope(("ames", "boyle"))
    assert show.danger(position, truce) is None and show.scope(position, truce) is None
    position = position_of(Stand("ames", "B2", hidden=True), RED)
    ames, show = position.state.unit("ames"), Show(OrderBook(Bribe, Signal))
    assert ames.hidden and not show.once_done(Bribe("ames", "red-1"), ames).hidden  # type: ignore[attr-defined]
    assert show.once_done(Signal("ames", "", 0), ames) is ames


# -- offers ---------------------------------------------------------------------------------------------------


def test_offers_are_listed_unit_by_unit_and_what_there_are_hundreds_of_comes_last() -> None:
    """Impossible ones have their reason, with the rule."""
    offers = list(BOOK.offers(position_of(AMES, Stand("red-9", "H6")), ASK))
    assert [type(offer.intent) for offer in offers[:2]] == [Stay, Shoot]
    assert {type(offer.intent) for offer in offers[2:]} == {Walk}
    assert isinstance(offers[1].refusal, Refusal) and offers[1].refusal.cited == "red-9 is out of range (PKT-FIRE)"
    assert offers[-1].cost.endswith("steps")


def test_an_order_may_be_typed_in_other_words_on_another_occasion() -> None:
    """The question makes some of them needless."""
    book, position = OrderBook[Any, Any](Bribe), position_of(AMES, RED)
    assert [offer.text for offer in book.offers(position, ASK)] == ["ames bribe red-1"]
    assert [offer.text for offer in book.offers(position, Ask("picket", SNAP, "ames", "red-1"))] == ["bribe him"]


def test_one_of_several_ways_is_not_listed_where_it_is_none() -> None:
    """With nobody to storm the plain order stands there with its reason, and its variants do not."""
    book: OrderBook[Any, Any] = OrderBook(Storm)
    assert [offer.text for offer in book.offers(position_of(AMES, BOYLE), ASK)] == ["ames storm"]
    there = [offer.intent for offer in book.offers(position_of(AMES, RED), ASK)]
    assert there == [Storm(("ames",), "red-1", "quietly"), Storm(("ames",), "red-1", "loudly")]


def test_orders_that_are_judged_alike_are_judged_once() -> None:
    """The reason of the first stands for all; what they have not in common is judged by itself."""
    asked: list[Any] = []

    class Hail(Signal):
        """Wave to a friend: whichever way one looks, the reason is the same."""

        def alike(self) -> object:
            """The friend."""
            return self.friend

        def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
            """Write down who was judged."""
            asked.append(self.friend)
            yield f"{self.friend} does not look"

    book: OrderBook[Any, Any] = OrderBook(Hail)
    offers = list(book.offers(position_of(AMES, BOYLE, Stand("casey", "C2"), RED), ASK))
    assert asked == ["boyle", "casey"] and len(offers) == 10
    assert {offer.intent.friend: offer.refusal for offer in offers} == {  # type: ignore[attr-defined]
        "boyle": "boyle does not look", "casey": "casey does not look",
    }  # fmt: skip


def test_the_answer_by_which_nothing_is_done_is_found() -> None:
    """It is the first that passes and is allowed; on another occasion there may be none."""
    position = position_of(AMES, RED)
    assert BOOK.passing(position, ASK) == Stay("ames")
    assert BOTH.passing(position, ASK) == Truce()
    assert BOTH.passing(position, Ask("picket", SNAP, "ames", "red-1")) is None


def test_a_person_is_asked_anew_after_each_order_and_a_plan_goes_on() -> None:
    """What was ordered settles who acts, and the next question says so; a plan knows what it is about."""
    first, then = Ask("picket", ACTION), Ask("picket", ACTION, "ames")
    stay, over = Ordered(first, Stay("ames"), "human"), Ordered(then, Done(), "human")
    game = field().game(players=HUMAN_PICKET, answers=Answers(orders=[stay, over]))
    asks = iter((first, then))
    assert [(ask, order) for ask, order in one_by_one(game, lambda: next(asks))] == [(first, Stay("ames"))]
    planned, raider, asked = field().game(source=Seeded(1)), Ask("picket", ACTION, "ames"), list[Ask]()

    def next_ask() -> Ask:
        asked.append(raider)
        return raider

    for ask, order in one_by_one(planned, next_ask):
        BOOK.resolve(planned, ask, order)
    assert asked == [raider]
