"""Co-op: whose unit it is, who has the mouse, and who ordered what."""

from typing import Any

import pytest

from sim.engine.orders import Ask
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.events import ActivationBegan, Joined, MoraleTested
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.base import activation_ask, next_player
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Join, PlayAsset, Stay
from sim.rules.ambush_alley.state import ACTIVATE, REACTION, AasPosition
from tests.rules.ambush_alley.alley import PASS, SECOND, misses, says
from tests.rules.ambush_alley.table import Placed, chief, order, play_step, position, team
from tests.rules.positions import way

SHARED: dict[str, Any] = {"players": ("Anna", "Ben")}
INSIGHT = AMBUSH_ALLEY.insight


def shared(*more: Placed, **words: Any) -> AasPosition:
    """Return four units of two players."""
    units = (
        team("r1", "C10", player="Anna", **words.pop("first", {})),
        team("r2", "C14", player="Anna"),
        team("r3", "G10", player="Ben"),
        team("r4", "G14", player="Ben"),
    )
    return position(*units, *more, mission=SHARED, **words)


@pytest.mark.rule("AAS-COOP")
def test_the_mouse_goes_round() -> None:
    """Anna, Ben, Anna, Ben: with every unit that has acted."""
    scene, asked = shared(), []
    for id_ in ("r1", "r3", "r2", "r4"):
        asked.append(activation_ask(scene).player)
        scene = play_step(scene, {ACTIVATE: [Stay(id_)]}).scene
    assert asked == ["Anna", "Ben", "Anna", "Ben"]


@pytest.mark.rule("AAS-COOP")
def test_who_has_nobody_left_is_passed_over() -> None:
    """Ben goes on alone."""
    scene = shared()
    for id_ in ("r1", "r2"):
        scene = play_step(scene, {ACTIVATE: [Stay(id_)]}).scene
    assert next_player(scene) == "Ben"
    assert next_player(play_step(scene, {ACTIVATE: [Stay("r3")]}).scene) == "Ben"


@pytest.mark.rule("AAS-COOP")
def test_any_unit_may_be_next_whoever_owns_it() -> None:
    """Anna is asked, and passes the mouse: the order is Ben's, and so are the next of that unit."""
    scene = shared(team("i1", "N10", checked=True))
    played = play_step(scene, {ACTIVATE: [Move("r3", way(scene, "H10"))]})
    assert played.asked == [Ask("regulars", ACTIVATE, player="Anna")]
    assert played.of(ActivationBegan) == [ActivationBegan("r3", "Ben")]
    assert activation_ask(played.scene) == Ask("regulars", ACTIVATE, "r3", player="Ben")


@pytest.mark.rule("AAS-COOP")
def test_reactions_are_asked_of_whoever_commands_the_unit() -> None:
    """Not of whoever had the mouse."""
    scene = shared(team("i1", "K10"), actor="r3")
    replies = says(interrupt=[Fire("i1", "r3"), Fire("i1", "r3")], reaction=[Stay("r3")], return_fire=[Stay("r3")])
    dice = (PASS, *SECOND, *misses(6))
    played = order(scene, Move("r3", way(scene, "H10")), dice=dice, replies=replies)
    assert next(ask for ask in played.asked if ask.occasion == REACTION).player == "Ben"


@pytest.mark.rule("AAS-COOP")
def test_whoever_says_no_more_speaks_for_his_own_units() -> None:
    """The others go on."""
    played = play_step(shared())
    assert [played.unit(id_).acted for id_ in ("r1", "r2", "r3", "r4")] == [True, True, False, False]


@pytest.mark.rule("AAS-COOP")
def test_the_log_says_who_ordered_what() -> None:
    """Every line about a unit begins with who commands it."""
    scene = shared()
    played = play_step(scene, {ACTIVATE: [Move("r3", way(scene, "H10"))]})
    assert [AMBUSH_ALLEY.told(played.scene, event) for event in played.events][:2] == [
        "Ben: r3 acts",
        "Ben: r3 moves to H10",
    ]


@pytest.mark.rule("AAS-COOP")
def test_the_log_says_who_plays_an_asset() -> None:
    """The hand is everybody's; whoever has the mouse plays it, or who commands the unit that acts."""
    calm = Card("calm", "Calm", "", "level", -1)
    for actor, player in (("", "Anna"), ("r3", "Ben")):
        scene = shared(assets=[calm], hand=("calm",), actor=actor)
        played = play_step(scene, {ACTIVATE: [PlayAsset("calm")]})
        assert AMBUSH_ALLEY.told(played.scene, played.events[0]) == f"{player}: the Regulars play Calm"


@pytest.mark.rule("AAS-COOP")
@pytest.mark.parametrize(("unit", "player"), [("r1", "Anna"), ("r3", "Ben"), ("i1", "Anna")])
def test_a_card_for_a_unit_is_played_by_who_commands_it(unit: str, player: str) -> None:
    """Although it is Anna who was asked; one for an Insurgent is hers."""
    steady = Card("steady", "Steady", "", "defence dice", 1, "one insurgent" if unit == "i1" else "one regular")
    scene = shared(team("i1", "Z26"), assets=[steady], hand=("steady",))
    played = play_step(scene, {ACTIVATE: [PlayAsset("steady", unit)]})
    assert AMBUSH_ALLEY.told(played.scene, played.events[0]) == f"{player}: the Regulars play Steady on {unit}"


@pytest.mark.rule("AAS-COOP")
@pytest.mark.parametrize(("unit", "other"), [("r3", "r5"), ("r5", "r3")])
def test_the_log_says_who_joined(unit: str, other: str) -> None:
    """Although one of the two is no unit any more."""
    scene = shared(chief("r5", "G11", player="Ben"), actor=unit)
    played = play_step(scene, {ACTIVATE: [Join(unit, other)]})
    lines = [AMBUSH_ALLEY.told(played.scene, event) for event in played.events]
    assert "Ben: r5 joins r3" in lines


@pytest.mark.rule("AAS-COOP")
def test_several_who_join_are_several() -> None:
    """The unit is gone by then, and its name says that they were many."""
    assert AMBUSH_ALLEY.told(shared(), Joined("Engineers", "r3", "Ben")) == "Ben: Engineers join r3"


@pytest.mark.rule("AAS-COOP")
def test_what_befalls_a_unit_is_nobodys_order() -> None:
    """A card, a test of its nerve."""
    assert AMBUSH_ALLEY.told(shared(), MoraleTested("r3", passed=True)) == "r3 keeps its nerve"


@pytest.mark.rule("AAS-COOP")
def test_the_screen_says_whose_unit_it_is() -> None:
    """In what there is to know of it, and in the status, which says who has the mouse."""
    scene = shared()
    assert ("commanded by", "Ben") in [(fact.label, fact.text) for fact in INSIGHT.facts(scene, scene.state.unit("r3"))]
    status = {fact.label: fact.text for fact in INSIGHT.status(scene)}
    assert (status["at the mouse"], status["still to act"]) == ("Anna", "Anna 2, Ben 2")
    acting = {fact.label: fact.text for fact in INSIGHT.status(shared(actor="r3"))}
    assert acting["acting"] == "r3, of Ben"


@pytest.mark.rule("AAS-COOP")
def test_the_units_of_who_has_the_mouse_are_listed_first() -> None:
    """The others after them."""
    scene = play_step(shared(), {ACTIVATE: [Stay("r1")]}).scene
    assert INSIGHT.actors(scene, activation_ask(scene)) == ("r3", "r4", "r2")
    offered = [
        getattr(offer.intent, "unit", "")
        for offer in AMBUSH_ALLEY.offers(scene, activation_ask(scene))
        if not offer.refusal
    ]
    assert list(dict.fromkeys(offered)) == ["r3", "r4", "r2"]


def test_nobody_is_named_where_nobody_shares() -> None:
    """Alone one needs no name."""
    scene = position(team("r1", "C10"))
    played = play_step(scene, {ACTIVATE: [Stay("r1")]})
    assert played.asked == [Ask("regulars", ACTIVATE)]
    assert AMBUSH_ALLEY.told(played.scene, played.events[0]) == "r1 acts"
