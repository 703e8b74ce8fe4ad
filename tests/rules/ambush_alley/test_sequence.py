"""The thirteen steps: cards, hot spots, arrivals, Regulars, Insurgents, mobs, and again."""

from typing import Any

import pytest

from sim.engine.dice import Throw
from sim.engine.events import BattleEnded, Passed, TurnBegan
from sim.engine.notes import Rolled, walk
from sim.engine.orders import Ask
from sim.rules.ambush_alley.events import (
    ActionChecked,
    ActivationBegan,
    ActivationEnded,
    AssetDealt,
    CardLaid,
    HotSpotPlaced,
    PhaseBegan,
    SmokeCleared,
)
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Join, PlaceHotSpot, Stay
from sim.rules.ambush_alley.state import ACTIVATE, ASSETS, END_OF_TURN, HOT_SPOT, HotSpot
from tests.rules.ambush_alley.alley import PASS, alley, go_north, misses
from tests.rules.ambush_alley.table import INSURGENTS, REGULARS, chief, play_step, position, refusal, team
from tests.rules.positions import way, with_state

JAM = Card("jam", "Jam", "A Regular unit has a die less this turn.", "firepower dice", -1, "regulars", "this turn")
SMOKE_CARD = Card("smoke", "Smoke", "Smoke where you want it.", "smoke")
RADIO = Card("radio", "Radio", "Better first aid this turn.", "extra aid", 1, "regulars", "this turn")


# -- before the first turn ---------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-SEQ")
def test_fog_cards_take_effect_before_anything_else() -> None:
    """As many as the mission says; they stay in force into the first turn."""
    scene = position(team("r1", "C10"), fog=[JAM], mission={"fog_cards": 1}, phase="cards", turn=0)
    played = play_step(scene, cards=("jam",))
    assert played.of(CardLaid) == [CardLaid("jam")]
    assert played.of(PhaseBegan) == [PhaseBegan("hot spots")]
    begun = play_step(with_state(played.scene, phase="hot spots"))
    assert begun.scene.state.in_force == ("jam",)


@pytest.mark.rule("AAS-SEQ")
def test_assets_that_the_mission_names_and_those_that_are_drawn() -> None:
    """Out of the deck, into the hand."""
    mission = {"assets": ("radio",), "asset_cards": 1}
    scene = position(team("r1", "C10"), assets=[RADIO, SMOKE_CARD], mission=mission, phase="cards", turn=0)
    played = play_step(scene, cards=("smoke",))
    assert played.scene.state.hand == ("radio", "smoke")
    assert played.scene.state.deck(ASSETS).left == ()
    assert [event.card for event in played.of(AssetDealt)] == ["radio", "smoke"]


@pytest.mark.rule("AAS-HOT")
def test_hot_spots_of_the_scenario_are_there_already() -> None:
    """The first turn begins at once."""
    played = play_step(position(team("r1", "C10"), phase="hot spots", turn=0))
    assert played.names() == ["TurnBegan", "TurnReadied", "PhaseBegan"]
    assert not played.asked


@pytest.mark.rule("AAS-HOT")
@pytest.mark.parametrize(("placing", "side"), [("player", REGULARS), ("automatic", INSURGENTS)])
def test_hot_spots_are_placed_one_by_one(placing: str, side: str) -> None:
    """By the player, or by the plan of the Insurgents; each is a step of its own."""
    scene = position(team("r1", "C10"), mission={"placing": placing}, phase="hot spots", turn=0)
    cells = [scene.map.cell(name) for name in ("V3", "V8", "V13", "V18", "V23")]
    for number, cell in enumerate(cells, 1):
        played = play_step(scene, {HOT_SPOT: [PlaceHotSpot(cell)]})
        assert played.asked == [Ask(side, HOT_SPOT, number=number)]
        assert played.of(HotSpotPlaced) == [HotSpotPlaced(cell)]
        scene = played.scene
    assert [spot.id for spot in scene.state.hot_spots] == ["1", "2", "3", "4", "5"]
    last = play_step(scene)
    assert last.of(TurnBegan) == [TurnBegan(1)]
    assert not last.asked


@pytest.mark.rule("AAS-HOT")
def test_a_player_may_be_content_with_fewer() -> None:
    """Who places no more begins."""
    spots = (HotSpot("1", position().map.cell("V3")),)
    scene = position(team("r1", "C10"), mission={"placing": "player"}, phase="hot spots", turn=0, hot_spots=spots)
    played = play_step(scene)
    assert played.asked == [Ask(REGULARS, HOT_SPOT, number=2)]
    assert played.of(TurnBegan) == [TurnBegan(1)]


@pytest.mark.rule("AAS-HOT")
def test_no_two_hot_spots_share_a_cell() -> None:
    """Nor can one be where nobody can stand."""
    scene = position(team("r1", "C10"), mission={"placing": "player"}, phase="hot spots", turn=0)
    cell = scene.map.cell("V3")
    played = play_step(scene, {HOT_SPOT: [PlaceHotSpot(cell)]})
    told = refusal(played.scene, Ask(REGULARS, HOT_SPOT, number=2), PlaceHotSpot(cell))
    assert told == "there is a hot spot in V3 already"


# -- the Regulars ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-SEQ")
def test_regulars_act_until_all_have() -> None:
    """One order a step; then it is the Insurgents' turn."""
    scene = position(team("r1", "C10"), team("r2", "C14"), team("i1", "X24"))
    for id_ in ("r2", "r1"):
        played = play_step(scene, {ACTIVATE: [Stay(id_)]})
        assert played.events == [ActivationBegan(id_), Passed(REGULARS, id_, "stays"), ActivationEnded(id_)]
        scene = played.scene
    assert play_step(scene).of(PhaseBegan) == [PhaseBegan("insurgents")]


@pytest.mark.rule("AAS-SEQ")
def test_the_last_turn_is_not_over_while_regulars_are_to_act() -> None:
    """Although every Insurgent has reacted, and nobody waits for its end."""
    scene = position(team("r1", "C10"), team("i1", "X24", reacted=True), turns=1)
    assert not play_step(scene, {ACTIVATE: [Stay("r1")]}).of(BattleEnded)
    assert play_step(with_state(scene, phase="insurgents")).of(BattleEnded)


@pytest.mark.rule("AAS-SEQ")
def test_the_first_order_names_the_unit() -> None:
    """From then on it is the one that acts."""
    scene = with_state(alley(team("r2", "C14"), team("i1", "C4")), actor="")
    played = play_step(scene, {ACTIVATE: [go_north(scene, "E9")]}, dice=(3,))
    assert played.of(ActivationBegan) == [ActivationBegan("r1")]
    assert refusal(played.scene, Ask(REGULARS, ACTIVATE, "r1"), Stay("r2")) == "r1 acts now, not r2"


@pytest.mark.rule("AAS-R-activation")
@pytest.mark.parametrize("moves_first", [True, False])
def test_a_unit_moves_and_fires_in_either_order(moves_first: bool) -> None:
    """Once each; with both its activation is over."""
    scene = position(team("r1", "C10"), team("i1", "J10", checked=True, reacted=True))
    move = Move("r1", way(scene, "D10"))
    orders: list[Any] = [move, Fire("r1", "i1")] if moves_first else [Fire("r1", "i1"), move]
    for order_ in orders:
        dice = misses(6) if isinstance(order_, Fire) else ()
        played = play_step(scene, {ACTIVATE: [order_]}, dice=dice)
        scene = played.scene
    assert played.unit("r1").acted
    assert scene.state.actor == ""


@pytest.mark.rule("AAS-R-activation")
def test_nobody_moves_twice() -> None:
    """Nor fires twice, in one activation."""
    scene = position(team("r1", "C10"), team("i1", "J10"), actor="r1", moved=True, fired=False)
    assert refusal(scene, Ask(REGULARS, ACTIVATE, "r1"), Move("r1", way(scene, "D10"))) == "r1 has moved already"
    scene = with_state(scene, moved=False, fired=True)
    assert refusal(scene, Ask(REGULARS, ACTIVATE, "r1"), Fire("r1", "i1")) == "r1 has fired already"


def test_a_unit_that_has_moved_and_sees_nobody_is_done() -> None:
    """Nobody has to say so."""
    scene = position(team("r1", "C10"))
    assert play_step(scene, {ACTIVATE: [Move("r1", way(scene, "D10"))]}).unit("r1").acted


def test_no_order_lets_all_stay_who_are_left() -> None:
    """A player who has nothing more to say."""
    scene = position(team("r1", "C10"), team("r2", "C14"))
    played = play_step(scene)
    assert all(played.unit(id_).acted for id_ in ("r1", "r2"))


def test_no_further_order_ends_the_activation() -> None:
    """Of a unit that has begun."""
    scene = position(team("r1", "C10"), team("i1", "J10"), actor="r1", moved=True)
    played = play_step(scene)
    assert played.names() == ["Passed", "ActivationEnded"]


def test_a_unit_that_only_reacts_is_passed_over() -> None:
    """The phase ends without it."""
    scene = position(team("r1", "C10", only_reacts=1))
    assert play_step(scene).of(PhaseBegan) == [PhaseBegan("insurgents")]


def test_who_is_pinned_may_fire_but_not_move() -> None:
    """A die less, and no step."""
    scene = position(team("r1", "C10", pinned=1), team("i1", "J10"), actor="r1")
    ask = Ask(REGULARS, ACTIVATE, "r1")
    assert refusal(scene, ask, Move("r1", way(scene, "D10"))) is not None
    assert refusal(scene, ask, Fire("r1", "i1")) is None


# -- the Insurgents ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-SEQ")
def test_the_nearest_to_a_regular_acts_first() -> None:
    """One a step."""
    scene = position(team("r1", "C10", acted=True), chief("i1", "T10"), chief("i2", "J10"), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("i2")]})
    assert played.of(ActivationEnded) == [ActivationEnded("i2")]


def test_a_die_decides_who_of_two_equally_near_acts_first() -> None:
    """A tie is a tie."""
    scene = position(team("r1", "M10", acted=True), chief("i1", "T10"), chief("i2", "F10"), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("i2")]}, dice=(2,))
    assert played.of(ActivationEnded) == [ActivationEnded("i2")]


@pytest.mark.rule("AAS-R-fail")
@pytest.mark.parametrize("passed", [True, False])
def test_who_has_not_checked_checks_at_the_end(passed: bool) -> None:
    """A leaderless unit that nobody came in sight of; failure means that it stays where it is."""
    scene = position(team("r1", "C10", acted=True), team("i1", "T10"), phase="insurgents")
    given: dict[str, Any] = {END_OF_TURN: [Stay("i1")]} if passed else {}
    played = play_step(scene, given, dice=(PASS if passed else 3,))
    assert played.of(ActionChecked) == [ActionChecked("i1", passed)]
    assert played.unit("i1").acted
    assert bool(played.asked) == passed


@pytest.mark.rule("AAS-R-fail")
def test_who_failed_does_nothing_at_the_end_either() -> None:
    """It is barred for the turn."""
    scene = position(team("r1", "C10"), team("i1", "J10", checked=True, barred=True), phase="insurgents", turns=9)
    assert play_step(scene).of(TurnBegan) == [TurnBegan(2)]


@pytest.mark.rule("AAS-CHECK-4")
def test_who_has_checked_does_not_check_again_at_the_end() -> None:
    """One check a turn: it simply acts."""
    scene = position(team("r1", "C10"), team("i1", "J10", checked=True), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("i1")]})
    assert not played.of(ActionChecked)


def test_a_move_and_then_to_join() -> None:
    """Two orders of one unit at the end of the turn."""
    scene = position(
        team("r1", "C20"), chief("i1", "J10", checked=True), team("i2", "N10", acted=True), phase="insurgents"
    )
    orders = [Move("i1", way(scene, "K10", "L10")), Join("i1", "i2")]
    played = play_step(scene, {END_OF_TURN: orders})
    assert "i1" not in played.scene.state.units
    assert played.unit("i2").leader == 8


@pytest.mark.rule("AAS-SEQ")
def test_mobs_come_last() -> None:
    """When no Insurgent is left to act."""
    scene = position(team("r1", "C10"), team("m1", "D10"), chief("i1", "T10", checked=True), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("i1")]})
    played = play_step(played.scene, {END_OF_TURN: [Stay("m1")]})
    assert played.of(ActivationEnded) == [ActivationEnded("m1")]


@pytest.mark.rule("AAS-SEQ")
def test_mobs_act_in_the_order_of_the_scenario() -> None:
    """One after the other, and no die is thrown for it, however near to a Regular they are."""
    scene = position(team("r1", "C10"), team("m1", "T10"), team("m2", "D10"), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("m1")]})
    assert played.of(ActivationEnded) == [ActivationEnded("m1")]
    assert play_step(played.scene, {END_OF_TURN: [Stay("m2")]}).of(ActivationEnded) == [ActivationEnded("m2")]


@pytest.mark.rule("AAS-SEQ")
def test_then_a_turn_begins_and_everybody_may_act_again() -> None:
    """What lasts for a turn is over: smoke, cards, checks, shots, overwatch."""
    spent = {
        "acted": True,
        "checked": True,
        "barred": True,
        "reacted": True,
        "overwatch": True,
        "shots": 2,
        "pace": "rapid",
    }
    scene = position(
        team("r1", "C10", marks=("jam",), **spent),
        phase="insurgents",
        fog=[JAM],
        in_force=("jam",),
        combats=(),
        raised=True,
        turns=9,
    )
    scene = with_state(scene, changes=scene.state.changes.with_feature(scene.map.cell("D4"), "smoke"))
    played = play_step(scene)
    unit = played.unit("r1")
    assert not any((unit.acted, unit.checked, unit.barred, unit.reacted, unit.overwatch, unit.shots, unit.pace))
    assert unit.marks == () and played.scene.state.in_force == ()
    assert played.of(SmokeCleared) == [SmokeCleared((scene.map.cell("D4"),))]
    assert not played.scene.state.raised
    assert (played.scene.state.turn, played.scene.state.phase) == (2, "arrivals")


@pytest.mark.rule("AAS-SEQ")
def test_the_last_turn_ends_the_mission() -> None:
    """When nobody is left to act in it."""
    scene = position(team("r1", "C10", acted=True), phase="insurgents", turns=1)
    assert play_step(scene).of(BattleEnded)


def test_a_unit_without_orders_has_found_nothing_to_do() -> None:
    """Doing nothing is an event."""
    scene = position(team("r1", "C10"), chief("i1", "T10", checked=True), phase="insurgents")
    assert play_step(scene).of(Passed) == [Passed(INSURGENTS, "i1", "finds nothing to do")]


def test_every_die_says_what_for_and_for_whom() -> None:
    """No throw without a purpose and a name."""
    scene = position(team("r1", "C10", acted=True), team("i1", "T10"), phase="insurgents")
    played = play_step(scene, {END_OF_TURN: [Stay("i1")]}, dice=(PASS,))
    throws: list[Throw] = [
        note.throw for frame in played.frames for note in walk(frame.why) if isinstance(note, Rolled)
    ]
    assert [(throw.purpose, throw.whom) for throw in throws] == [("action check", "i1")]
