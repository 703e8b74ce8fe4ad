"""What else a unit can be ordered: disperse, search, get in and out, turn, join, leave, assault."""

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.events import Passed
from sim.engine.orders import Ask
from sim.play.happening import PointsWon
from sim.play.tally import Exit
from sim.rules.ambush_alley.combat.assault import assault_refusal
from sim.rules.ambush_alley.events import AssaultTested, Dispersed, Fought, Joined, MoraleTested, Moved, Searched
from sim.rules.ambush_alley.orders.fighting import Assault
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Leave, Move, Turn
from sim.rules.ambush_alley.orders.tasks import Disperse, Join, Search, Stay
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import ACTIVATE, AasPosition, complaints
from sim.tabletop.inches import sees
from tests.rules.ambush_alley.alley import FAIL, FIRE_AT_R1, FIRST, PASS, misses, says
from tests.rules.ambush_alley.table import (
    REGULARS,
    chief,
    order,
    play_step,
    position,
    refusal,
    squares,
    team,
    unit,
    vehicle,
    with_cells,
)
from tests.rules.positions import names, way

ACT = Ask(REGULARS, ACTIVATE, "r1")
MAP = squares()


def why_not(scene: AasPosition, intent: object) -> str | None:
    """Say why r1 cannot be ordered something."""
    return refusal(scene, ACT, intent)  # type: ignore[arg-type]


# -- mobs --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-crowd")
@pytest.mark.parametrize(("die", "goes"), [(PASS, True), (FAIL, False)])
def test_a_mob_is_dispersed_by_a_quality_check(die: int, goes: bool) -> None:
    """It goes home, or does not."""
    scene = position(team("r1", "C10"), team("m1", "E10"), actor="r1")
    played = order(scene, Disperse("r1", "m1"), dice=(die,))
    assert played.of(Dispersed) == [Dispersed("r1", "m1", goes)]
    assert (played.unit("m1").cell is None) == goes


@pytest.mark.rule("AAS-R-crowd")
def test_a_mob_has_to_be_near() -> None:
    """Within two inches."""
    scene = position(team("r1", "C10"), team("m1", "F10"), actor="r1")
    assert why_not(scene, Disperse("r1", "m1")) == "m1 is more than 2 inches away"


@pytest.mark.rule("AAS-R-activation")
def test_it_can_be_done_after_a_move() -> None:
    """In place of fire, and then the activation is over."""
    scene = position(team("r1", "C10"), team("m1", "E10"), actor="r1", moved=True)
    assert play_step(scene, {ACTIVATE: [Disperse("r1", "m1")]}, dice=(PASS,)).unit("r1").acted


# -- places ------------------------------------------------------------------------------------------------------

CACHE = Task("cache", "The cache", (MAP.cell("C10"), MAP.cell("D10")), 3, kind="search")
CORNER = Task("corner", "The corner", (MAP.cell("D10"),), 3, kind="reach")


@pytest.mark.rule("AAS-R-search")
def test_a_place_is_searched_where_the_unit_stands() -> None:
    """The place is written down, and counts."""
    scene = position(team("r1", "C10"), actor="r1", mission={"objectives": (CACHE,)})
    played = order(scene, Search("r1"))
    assert played.of(Searched) == [Searched("r1", MAP.cell("C10"))]
    assert played.scene.state.searched == (MAP.cell("C10"),)


def test_a_place_is_searched_once() -> None:
    """All its cells are one place."""
    scene = position(team("r1", "C10"), actor="r1", mission={"objectives": (CACHE,)}, searched=(MAP.cell("D10"),))
    assert why_not(scene, Search("r1")) == "The cache has been searched"


@pytest.mark.rule("AAS-R-search")
def test_elsewhere_there_is_nothing_to_search_for() -> None:
    """Nor is there for a vehicle."""
    scene = position(team("r1", "C11"), actor="r1", mission={"objectives": (CACHE,)})
    assert why_not(scene, Search("r1")) == "there is nothing to search for in C11"


def test_a_place_to_reach_is_reached_by_ending_there() -> None:
    """No order is needed."""
    scene = position(team("r1", "C10"), actor="r1", mission={"objectives": (CORNER,)})
    played = play_step(scene, {ACTIVATE: [Move("r1", way(scene, "D10"))]})
    assert played.of(Searched) == [Searched("r1", MAP.cell("D10"))]


def test_a_place_that_was_reached_is_not_reached_again() -> None:
    """Nothing more is told of it."""
    scene = position(team("r1", "C10"), actor="r1", mission={"objectives": (CORNER,)}, searched=(MAP.cell("D10"),))
    assert not play_step(scene, {ACTIVATE: [Move("r1", way(scene, "D10"))]}).of(Searched)


@pytest.mark.parametrize(("moved", "told"), [(False, "stays"), (True, "does nothing more")])
def test_to_do_nothing_after_a_move_is_not_to_stay(moved: bool, told: str) -> None:
    """The log tells one from the other."""
    scene = position(team("r1", "C10"), actor="r1", moved=moved)
    assert play_step(scene, {ACTIVATE: [Stay("r1")]}).of(Passed) == [Passed("regulars", "r1", told)]


# -- vehicles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-aboard")
def test_a_unit_gets_into_a_vehicle_beside_it() -> None:
    """With its wounded; it has no cell then."""
    scene = position(team("r1", "C10", serious=1), vehicle("r2", "D10", seats=6), actor="r1")
    played = order(scene, Embark("r1", "r2"))
    assert (played.unit("r1").aboard, played.unit("r1").cell) == ("r2", None)


@pytest.mark.rule("AAS-R-aboard")
@pytest.mark.parametrize(
    ("at", "seats", "told"), [("E10", 6, "r2 is not beside r1"), ("D10", 3, "r2 has 3 seats left")]
)
def test_it_must_be_beside_and_have_room(at: str, seats: int, told: str) -> None:
    """The wounded need seats as well."""
    scene = position(team("r1", "C10"), vehicle("r2", at, seats=seats), actor="r1")
    assert why_not(scene, Embark("r1", "r2")) == told


@pytest.mark.parametrize(
    ("wound", "told"), [("", None), ("serious", "r2 has 4 seats left"), ("downed", "r2 has 4 seats left")]
)
def test_four_seats_are_enough_for_four_and_not_for_one_who_is_carried_as_well(wound: str, told: str | None) -> None:
    """Who is seriously wounded, or waits for first aid, is not among the figures, and sits all the same."""
    hurt = {wound: 1} if wound else {}
    scene = position(team("r1", "C10", **hurt), vehicle("r2", "D10", seats=4), actor="r1")
    assert why_not(scene, Embark("r1", "r2")) == told


def test_who_is_aboard_takes_a_seat() -> None:
    """Four of six are taken."""
    scene = position(team("r1", "C10"), vehicle("r2", "D10", seats=6), team("r3", None, aboard="r2"), actor="r1")
    assert why_not(scene, Embark("r1", "r2")) == "r2 has 2 seats left"


def test_a_passenger_gets_out_beside_the_vehicle() -> None:
    """That is its move: it may fire then."""
    scene = position(team("r1", None, aboard="r2"), vehicle("r2", "D10", seats=6), actor="r1")
    played = order(scene, Disembark("r1", MAP.cell("E10")))
    assert names(scene, [played.unit("r1").place]) == ["E10"]
    assert played.scene.state.moved


@pytest.mark.rule("AAS-R-aboard")
def test_a_passenger_does_nothing_else() -> None:
    """Out first."""
    scene = position(team("r1", None, aboard="r2"), vehicle("r2", "D10"), actor="r1")
    assert why_not(scene, Search("r1")) == "r1 is aboard r2"
    assert why_not(scene, Disembark("r1", MAP.cell("H10"))) == "H10 is not beside r2"
    assert why_not(scene, Stay("r1")) is None


def test_passengers_are_asked_too() -> None:
    """The phase is not over before they have acted, or stayed."""
    scene = position(team("r1", None, aboard="r2"), vehicle("r2", "D10", acted=True))
    assert play_step(scene, {ACTIVATE: [Stay("r1")]}).unit("r1").acted


def test_who_gets_out_in_sight_may_be_interrupted() -> None:
    """It has come into sight."""
    scene = position(team("r1", None, aboard="r2"), vehicle("r2", "D10"), team("i1", "K10"), actor="r1")
    played = order(scene, Disembark("r1", MAP.cell("E10")), dice=(PASS,), replies=says(interrupt=[Stay("i1")]))
    assert played.names() == ["Disembarked", "ActionChecked", "Passed"]


@pytest.mark.rule("AAS-R-vehicle")
def test_a_vehicle_turns_on_the_spot() -> None:
    """And men do not."""
    scene = position(vehicle("r1", "D10"), actor="r1")
    assert order(scene, Turn("r1", 4)).unit("r1").facing == 4
    assert why_not(position(team("r1", "D10"), actor="r1"), Turn("r1", 4)) == "only vehicles have a facing"


def test_an_immobilised_vehicle_does_not_turn() -> None:
    """Nor move."""
    assert why_not(position(vehicle("r1", "D10", immobilised=True), actor="r1"), Turn("r1", 4)) is not None


# -- joining and leaving -----------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-join")
def test_a_leader_joins_his_men() -> None:
    """They have his die then, and he is no counter any more."""
    scene = position(chief("r1", "C10"), team("r2", "E10"), actor="r1")
    played = order(scene, Join("r1", "r2"))
    assert played.unit("r2").leader == 8
    assert "r1" not in played.scene.state.units
    assert played.scene.state.actor == ""
    assert not played.unit("r2").acted


@pytest.mark.rule("AAS-R-join")
@pytest.mark.parametrize("words", [{"acted": True}, {"pace": "rapid"}, {}])
def test_men_who_have_acted_do_not_act_again_by_joining_others(words: dict[str, Any]) -> None:
    """Nor those whose activation it is, or who have moved."""
    scene = position(team("r1", "C10", **words), team("r2", "E10"), actor="" if words else "r1")
    assert Joined("r1", "r2").apply(scene.state).unit("r2").acted


def test_who_joins_in_the_activation_of_another_does_not_end_it() -> None:
    """Only the activation of who joins is over."""
    scene = position(team("r1", "C10"), team("r2", "E10"), team("r3", "C14"), actor="r3")
    state = Joined("r1", "r2").apply(scene.state)
    assert state.actor == "r3"
    assert not state.unit("r2").acted


def test_men_who_join_a_leader_take_him_along() -> None:
    """It is the men who are left on the table."""
    scene = position(team("i1", "C10"), chief("i2", "E10"), phase="insurgents")
    played = order(scene, Join("i1", "i2"))
    assert played.of(Joined) == [Joined("i2", "i1")]
    assert played.unit("i1").leader == 8


@pytest.mark.rule("AAS-R-join")
def test_two_units_become_one() -> None:
    """Figures and weapons are put together; what either has used up is used up."""
    scene = position(
        team("i1", "C10", support=("rpg",)), team("i2", "E10", figures=3, checked=True), phase="insurgents"
    )
    played = order(scene, Join("i1", "i2"))
    joined = played.unit("i2")
    assert (joined.figures, joined.support, joined.checked) == (7, ("rpg",), True)


@pytest.mark.rule("AAS-R-join")
@pytest.mark.parametrize(
    ("other", "told"),
    [
        (team("r2", "F10"), "r2 is more than 2 inches away"),
        (vehicle("r2", "D10"), "r1 and r2 cannot be one unit"),
        (team("i2", "D10"), "i2 cannot be joined"),
    ],
)
def test_whom_one_cannot_join(other: object, told: str) -> None:
    """Only men of one's own side, in cohesion."""
    scene = position(team("r1", "C10"), other, actor="r1")  # type: ignore[arg-type]
    assert why_not(scene, Join("r1", other.unit.id)) == told  # type: ignore[attr-defined]


EDGE = Exit(REGULARS, (MAP.cell("A10"),), 5)


@pytest.mark.rule("AAS-R-exit")
def test_leaving_over_an_exit_is_worth_points() -> None:
    """With all who are aboard."""
    scene = position(vehicle("r1", "A10"), team("r2", None, aboard="r1"), actor="r1", mission={"exits": (EDGE,)})
    played = order(scene, Leave("r1"))
    assert [event.points for event in played.of(PointsWon)] == [5, 5]
    assert played.scene.state.left == ("r1", "r2")


def test_an_exit_that_is_worth_nothing_is_told_without_points() -> None:
    """One leaves, and that is all."""
    scene = position(team("r1", "A10"), actor="r1", mission={"exits": (replace(EDGE, points=0),)})
    assert order(scene, Leave("r1")).names() == ["Left"]


def test_an_exit_may_be_for_some_only() -> None:
    """Those whom it names."""
    only = Exit(REGULARS, (MAP.cell("A10"),), 5, ("r9",))
    assert why_not(position(team("r1", "A10"), actor="r1", mission={"exits": (only,)}), Leave("r1")) is not None


def leaving() -> AasPosition:
    """Return r1 at the exit, and i1 who sees it."""
    return position(team("r1", "A10"), team("i1", "F10"), actor="r1", mission={"exits": (EDGE,)})


@pytest.mark.rule("AAS-CHECK-1", "AAS-R-exit")
def test_who_leaves_in_sight_may_be_interrupted() -> None:
    """To leave is to move: the shot falls before, and the unit gets away."""
    played = order(leaving(), Leave("r1"), dice=(PASS, *FIRST, *misses(6)), replies=says(interrupt=[FIRE_AT_R1]))
    assert played.names() == ["ActionChecked", "ReactionTested", "Fired", "Passed", "Left", "PointsWon"]


@pytest.mark.rule("AAS-CHECK-1")
def test_who_is_pinned_at_the_edge_does_not_get_away() -> None:
    """A casualty, and a failed morale test."""
    dice = (PASS, *FIRST, 8, *misses(5), *(2,) * 4, FAIL)
    played = order(leaving(), Leave("r1"), dice=dice, replies=says(interrupt=[FIRE_AT_R1]))
    assert played.events[-1] == Passed(REGULARS, "r1", "does not get away")
    assert not played.scene.state.left


@pytest.mark.rule("AAS-CHECK-1")
def test_who_is_quicker_is_gone() -> None:
    """And nobody is left to be fired at."""
    replies = says(interrupt=[FIRE_AT_R1], reaction=[Stay("r1")])
    played = order(leaving(), Leave("r1"), dice=(PASS, 4, 6), replies=replies)
    assert played.scene.state.left == ("r1",)
    assert played.events[-1] == Passed("insurgents", "i1", "can no longer interrupt")


@pytest.mark.rule("AAS-R-step")
def test_who_was_about_to_move_when_the_regular_left_moves_as_it_meant_to() -> None:
    """Nobody is left whom it could look at again."""
    away = Move("i1", way(leaving(), "G10"))
    replies = says(interrupt=[away], reaction=[Stay("r1")])
    played = order(leaving(), Leave("r1"), dice=(PASS, 4, 6), replies=replies)
    assert [move.way for move in played.of(Moved)] == [away.way]
    assert len([ask for ask in played.asked if ask.occasion == "interrupt"]) == 1


@pytest.mark.rule("AAS-R-exit")
@pytest.mark.parametrize(
    ("at", "told"), [("A11", "A11 is no exit for r1"), ("C10", "C10 is not at the edge of the table")]
)
def test_nobody_leaves_elsewhere(at: str, told: str) -> None:
    """An edge is not enough."""
    scene = position(team("r1", at), actor="r1", mission={"exits": (EDGE,)})
    assert why_not(scene, Leave("r1")) == told


# -- who cannot move -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("intent", [Embark("r1", "r2"), Leave("r1"), Join("r1", "r3")], ids=["get in", "leave", "join"])
def test_who_is_pinned_goes_nowhere_by_another_name(intent: Any) -> None:
    """Pinned men do not move: into no vehicle, off no table and to nobody."""
    others = vehicle("r2", "B10", seats=6), team("r3", "A12")
    for pinned, told in ((0, None), (1, "pinned")):
        scene = position(team("r1", "A10", pinned=pinned), *others, actor="r1", mission={"exits": (EDGE,)})
        assert why_not(scene, intent) == told


def test_who_is_pinned_stays_aboard() -> None:
    """Getting out is a move."""
    scene = position(team("r1", None, aboard="r2", pinned=1), vehicle("r2", "D10", seats=6), actor="r1")
    assert why_not(scene, Disembark("r1", MAP.cell("E10"))) == "pinned"


def test_an_immobilised_vehicle_does_not_leave() -> None:
    """With nobody aboard."""
    scene = position(vehicle("r1", "A10", immobilised=True), actor="r1", mission={"exits": (EDGE,)})
    assert why_not(scene, Leave("r1")) == "immobilised"


@pytest.mark.parametrize(("pinned", "told"), [("r1", None), ("r2", "pinned")])
def test_a_leader_goes_to_pinned_men_and_not_they_to_him(pinned: str, told: str | None) -> None:
    """Whoever is told to join."""
    words = {id_: {"pinned": int(id_ == pinned)} for id_ in ("r1", "r2")}
    scene = position(team("r1", "C10", **words["r1"]), chief("r2", "E10", **words["r2"]), actor="r1")
    assert why_not(scene, Join("r1", "r2")) == told


@pytest.mark.parametrize("pinned", ["r1", "r2"])
def test_nobody_is_freed_of_fear_by_joining(pinned: str) -> None:
    """Who was pinned makes the whole of them so."""
    words = {id_: {"pinned": 4 if id_ == pinned else 0} for id_ in ("r1", "r2")}
    scene = position(team("r1", "C10", **words["r1"]), team("r2", "E10", **words["r2"]), actor="r1")
    assert Joined("r1", "r2").apply(scene.state).unit("r2").pinned == 4


def test_who_is_pinned_at_the_door_does_not_get_in() -> None:
    """An interruption: a casualty, and a failed morale test."""
    scene = position(team("r1", "C10"), vehicle("r2", "C11", seats=6), team("i1", "H10"), actor="r1")
    replies = says(interrupt=[FIRE_AT_R1])
    dice = (PASS, *FIRST, 8, *misses(5), *(2,) * 4, FAIL)
    played = order(scene, Embark("r1", "r2"), dice=dice, replies=replies)
    assert played.unit("r1").pinned == 2
    assert not played.unit("r1").aboard


# -- close assault -----------------------------------------------------------------------------------------------


CORNER_HOUSE = squares(adobe_wall="E3/w E3/n F3/n F3/e F4/e E4/s F4/s", door="E4/w")
"""A house of four cells; D3 is beside E4 through its door, and neither sees the other past the wall of E3."""


def test_who_does_not_stand_leaves_close_quarters_though_nobody_sees_him() -> None:
    """Round the corner of a door: out of reach, and no bout is fought."""
    scene = position(team("r1", "D3"), team("i1", "E4", checked=True), actor="r1", on=CORNER_HOUSE)
    assert not sees(scene, unit(scene, "r1"), unit(scene, "i1"))
    played = order(scene, Assault("r1", "i1", ()), dice=(PASS, FAIL))
    assert played.names() == ["AssaultTested", "AssaultTested", "Moved", "Barred"]
    assert assault_refusal(played.scene, played.unit("r1"), played.unit("i1"), ()) is not None


def assault() -> tuple[AasPosition, Assault]:
    """Return r1 beside i1, and the order to assault it."""
    scene = position(team("r1", "C10"), team("i1", "D10", checked=True, reacted=True), actor="r1")
    return scene, Assault("r1", "i1", ())


@pytest.mark.rule("AAS-R-assault")
def test_who_does_not_find_the_heart_to_close_stays() -> None:
    """A Quality check of the attacker."""
    scene, intent = assault()
    played = order(scene, intent, dice=(FAIL,))
    assert played.of(AssaultTested) == [AssaultTested("r1", "i1", "close", passed=False)]
    assert not played.of(Fought)


@pytest.mark.rule("AAS-R-bout")
def test_who_does_not_stand_pulls_back() -> None:
    """A Quality check of the defender: out of sight, and there is no bout."""
    house = squares(with_cells(D12="b", D13="b", C12="b", E12="b"))
    scene = position(team("r1", "C10"), team("i1", "D10", checked=True), on=house, actor="r1")
    played = order(scene, Assault("r1", "i1", ()), dice=(PASS, FAIL))
    assert played.of(Moved)[0].pulled_back
    assert not played.of(Fought)


@pytest.mark.rule("AAS-CHECK-1")
def test_an_assault_from_beside_the_enemy_may_be_interrupted() -> None:
    """No step is to be taken, and still it is a move at him."""
    scene = position(team("r1", "C10"), team("i1", "D10"), actor="r1")
    dice = (PASS, PASS, *FIRST, *misses(6), PASS, *(2,) * 8)
    played = order(scene, Assault("r1", "i1", ()), dice=dice, replies=says(interrupt=[FIRE_AT_R1]))
    happened = ["AssaultTested", "ActionChecked", "ReactionTested", "Fired", "Passed", "AssaultTested", "Fought"]
    assert played.names() == happened


def test_who_has_nowhere_to_go_has_to_fight() -> None:
    """An open field."""
    scene, intent = assault()
    assert order(scene, intent, dice=(PASS, FAIL, *(2,) * 4, *(2,) * 4)).of(Fought)


@pytest.mark.rule("AAS-R-bout")
def test_a_bout_is_a_die_a_figure_matched() -> None:
    """Without cover, support or armour; the loser tests his morale at a penalty."""
    scene, intent = assault()
    played = order(scene, intent, dice=(PASS, PASS, 8, 8, 2, 2, 5, 2, 2, 2, 4))
    fought = played.of(Fought)[0]
    assert (fought.unit_losses, fought.enemy_losses) == (0, 2)
    # Half of them are left, and they have lost: a 4 counts as 2.
    assert played.of(MoraleTested) == [MoraleTested("i1", passed=False)]


@pytest.mark.parametrize(("mine", "theirs", "each"), [((2,) * 4, (2,) * 4, 0), ((8, 2, 2, 2), (5, 5, 2, 2), 1)])
def test_equal_losses_are_nobodys_victory(mine: tuple[int, ...], theirs: tuple[int, ...], each: int) -> None:
    """No morale test, not even where both have lost somebody."""
    scene, intent = assault()
    played = order(scene, intent, dice=(PASS, PASS, *mine, *theirs))
    assert (played.of(Fought)[0].unit_losses, played.of(Fought)[0].enemy_losses) == (each, each)
    assert not played.of(MoraleTested)


# -- positions by hand -------------------------------------------------------------------------------------------


def test_a_position_that_cannot_be_is_complained_of() -> None:
    """Everything that is wrong, in words."""
    scene = position(
        team("r1", "C10", support=("gatling",)),
        team("r2", "C10", marks=("none",)),
        level=9,
        hand=("ace",),
    )
    assert list(complaints(scene)) == [
        "r2 and r1 are both in C10",
        "r1 has a gatling, which nobody knows",
        "there is no card none",
        "the insurgency level is 9, and goes from 0 to 6",
        "there is no card ace",
    ]
