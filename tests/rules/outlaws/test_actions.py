"""Getting about, doors, cover, posture, horses, leaving: what each costs, and what comes of it."""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.engine.orders import Ask
from sim.play.happening import PointsWon
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.events import DoorWorked, EnteredSquare, Left
from sim.rules.outlaws.orders.moving import (
    Crawl,
    GetUp,
    HitTheDirt,
    Leave,
    Ride,
    Run,
    SaddleUp,
    TakeCover,
    Turnaround,
    Wait,
    Walk,
    WorkDoor,
)
from sim.rules.outlaws.orders.shooting import Shoot
from sim.rules.outlaws.state import ACTION, Horse, LootExit, OutlawsPosition
from tests.rules.outlaws.stage import GANG, LAW, OPEN, cell, character, edge, facing, item, opened, position, town, way
from tests.rules.outlaws.table import order, why_not

FAR = character("a1", "L12", "s")
"""An enemy who looks the other way."""


def alone(at: str = "C10", towards: str = "n", actions: int = 4, **words: Any) -> OutlawsPosition:
    """Return p1 with its counter out of the cup, and an enemy far away."""
    more = {key: words.pop(key) for key in ("on", "changes", "horses", "shootout", "ran", "fired") if key in words}
    return position(character("p1", at, towards, actions=4, **words), FAR, actor="p1", actions=actions, **more)


# -- walking --------------------------------------------------------------------------------------------------


def test_a_step_costs_an_action_each() -> None:
    """Two squares ahead cost two, and are paid square by square."""
    played = order(alone(), Walk("p1", way("C9 n", "C8 ne")))
    assert [event.spent for event in played.of(EnteredSquare)] == [1, 1]
    assert played.state.actions == 2
    assert (played.unit("p1").cell, played.unit("p1").facing) == (cell("C8"), facing("ne"))


def test_a_walk_counts_its_turns() -> None:
    """A Turnaround on the way costs an action like a step."""
    scene = alone()
    assert Walk("p1", way("C10 s", "C11 s")).price(scene) == 2
    assert order(scene, Walk("p1", way("C10 s", "C11 s"))).state.actions == 2


def test_a_way_must_lead_somewhere() -> None:
    """No step, a step that cannot be taken, and one too many are refused with their reasons."""
    assert why_not(alone(), Walk("p1", ())) == "a way has at least one step"
    assert why_not(alone(), Walk("p1", way("C11 s"))) is not None
    assert why_not(alone(actions=1), Walk("p1", way("C9 n", "C8 n"))) == "the way takes 2 actions, and 1 is left"
    assert why_not(alone(actions=0), Walk("p1", way("C9 n"))) == "the way takes 1 action, and none is left"


def test_nobody_walks_lying_down_or_in_the_saddle() -> None:
    """Who is prone crawls, and who is mounted rides."""
    assert why_not(alone(prone=True), Walk("p1", way("C9 n"))) == "p1 is prone"
    assert why_not(alone(mounted=True), Walk("p1", way("C9 n"))) == "p1 is mounted"
    assert why_not(alone(), Crawl("p1", way("C9 n"))) == "p1 is not prone"
    assert why_not(alone(), Ride("p1", way("C9 n"))) == "p1 is not mounted"


def test_a_wounded_leg_walks_at_two_and_does_not_run() -> None:
    """A leg wound doubles a step, and forbids to run."""
    assert Walk("p1", way("C9 n")).price(alone(leg=True)) == 2
    assert why_not(alone(leg=True), Run("p1", way("C9 n"))) == "p1 is wounded in the leg"


def test_moving_gives_up_cover() -> None:
    """Whoever took cover and walks or turns has it no longer."""
    assert not order(alone(covering=True), Walk("p1", way("C9 n"))).unit("p1").covering
    assert not order(alone(covering=True), Turnaround("p1", 3)).unit("p1").covering


def test_a_turnaround_costs_an_action() -> None:
    """To any facing but the present one."""
    played = order(alone(), Turnaround("p1", facing("s")))
    assert (played.state.actions, played.unit("p1").facing) == (3, facing("s"))
    assert why_not(alone(), Turnaround("p1", 0)) == "p1 faces n already"
    assert why_not(alone(), Turnaround("p1", 9)) == "there is no direction 9"


# -- running --------------------------------------------------------------------------------------------------


def test_a_run_takes_all_actions() -> None:
    """Two squares for each action, and whatever the way nothing is left."""
    played = order(alone(actions=2), Run("p1", way("C9 n", "C8 n", "C7 n")))
    assert played.state.actions == 0
    assert played.unit("p1").running
    assert why_not(alone(actions=1), Run("p1", way("C9 n", "C8 n", "C7 n"))) is not None


def test_who_runs_does_not_shoot_and_who_shot_does_not_run() -> None:
    """Run and shots exclude each other in one turn."""
    enemy = character("a1", "C2", "n")
    armed = character("p1", "C10", right="colt")
    ran = position(armed, enemy, actor="p1", actions=3, ran=True)
    assert why_not(ran, Shoot("p1", "a1", "colt-p1")) == "p1 has run, and cannot shoot in the same turn"
    fired = order(position(armed, enemy, actor="p1", actions=3), Shoot("p1", "a1", "colt-p1"), dice=[1, 2])
    assert why_not(fired.game.position, Run("p1", way("C9 n"))) == "p1 has fired, and cannot run in the same turn"


# -- lying down -----------------------------------------------------------------------------------------------


def test_hit_the_dirt_is_free() -> None:
    """Lying down costs nothing, even with no action left; getting up costs two."""
    played = order(alone(actions=0), HitTheDirt("p1"))
    assert played.unit("p1").prone
    assert why_not(alone(prone=True), HitTheDirt("p1")) == "p1 is prone already"
    up = order(alone(prone=True), GetUp("p1"))
    assert (up.state.actions, up.unit("p1").prone) == (2, False)
    assert why_not(alone(prone=True, actions=1), GetUp("p1")) == "it takes 2 actions, and 1 is left"
    assert why_not(alone(), GetUp("p1")) == "p1 is not prone"


def test_a_crawl_costs_two() -> None:
    """Two actions a square, lying down."""
    played = order(alone(prone=True), Crawl("p1", way("C9 n")))
    assert (played.state.actions, played.unit("p1").prone) == (2, True)


# -- doors and cover ------------------------------------------------------------------------------------------

HOUSE = town(OPEN, wall="B9/n D9/n", door="C9/n")


def test_a_door_opens_and_closes() -> None:
    """Working a door costs an action, and changes what stands on the side of the square."""
    played = order(alone("C9", on=HOUSE), WorkDoor("p1", cell("C8")))
    assert played.of(DoorWorked) == [DoorWorked("p1", edge("C9/n"), "door_open", spent=1)]
    kind = played.game.position.ground.edge_at(edge("C9/n"))
    assert kind is not None and kind.id == "door_open"
    again = order(played.game.position, WorkDoor("p1", cell("C8")))
    kind = again.game.position.ground.edge_at(edge("C9/n"))
    assert kind is not None and kind.id == "door"
    assert again.state.actions == 2


def test_an_open_door_lets_people_through() -> None:
    """What bars the way when closed does not when open."""
    assert why_not(alone("C9", on=HOUSE), Walk("p1", way("C8 n"))) is not None
    assert why_not(alone("C9", on=HOUSE, changes=opened("C9/n")), Walk("p1", way("C8 n"))) is None


def test_only_doors_beside_the_square_can_be_worked() -> None:
    """Walls do not open, nothing is nothing, and a door must be beside one; nobody works it lying down."""
    assert why_not(alone("B9", on=HOUSE), WorkDoor("p1", cell("B8"))) == "the wall cannot be opened"
    assert why_not(alone("C9", on=HOUSE), WorkDoor("p1", cell("C10"))) == "there is no door towards C10"
    assert why_not(alone("C9", on=HOUSE), WorkDoor("p1", cell("D8"))) == "D8 is not beside p1"
    assert why_not(alone("C9", on=HOUSE, prone=True), WorkDoor("p1", cell("C8"))) == "p1 is prone"
    assert why_not(alone("C9", on=HOUSE, mounted=True), WorkDoor("p1", cell("C8"))) == "p1 is mounted"


def test_taking_cover_costs_an_action() -> None:
    """Beside an open door one can take cover, in the open street one cannot."""
    played = order(alone("C9", on=HOUSE, changes=opened("C9/n")), TakeCover("p1"))
    assert (played.state.actions, played.unit("p1").covering) == (3, True)
    assert why_not(played.game.position, TakeCover("p1")) == "p1 has taken cover already"
    assert why_not(alone(), TakeCover("p1")) is not None


# -- horses ---------------------------------------------------------------------------------------------------


def test_riding_is_two_squares_an_action() -> None:
    """A part of an action counts as a whole; a way cut short is paid as far as it goes."""
    played = order(alone(mounted=True), Ride("p1", way("C9 n", "C8 n", "C7 n")))
    assert played.state.actions == 2
    assert [event.spent for event in played.of(EnteredSquare)] == [1, 0, 1]


@pytest.mark.rule("OUT-RIDE-2")
def test_the_horse_stays_behind() -> None:
    """Saddle Up costs two actions, and leaves the horse where it is."""
    played = order(alone(mounted=True), SaddleUp("p1"))
    assert not played.unit("p1").mounted
    assert played.unit("p1").dismounted
    assert [(horse.cell, horse.facing) for horse in played.state.horses] == [(cell("C10"), 0)]
    assert played.state.actions == 2
    walked = order(played.game.position, Walk("p1", way("C9 n")))
    assert walked.state.horses[0].cell == cell("C10")


@pytest.mark.rule("OUT-RIDE-1")
def test_an_auto_never_mounts_again() -> None:
    """A player's character may mount the horse in its square, and so may an auto that has not dismounted."""
    horses = (Horse("grey", cell("C10"), 0),)
    played = order(alone(horses=horses), SaddleUp("p1"))
    assert played.unit("p1").mounted and not played.state.horses
    auto = position(character("a1", "C10", dismounted=True), actor="a1", actions=4, horses=horses)
    assert why_not(auto, SaddleUp("a1")) == "a1 has dismounted, and does not mount again"
    fresh = position(character("a1", "C10"), actor="a1", actions=4, horses=horses)
    assert why_not(fresh, SaddleUp("a1")) is None
    assert why_not(alone(), SaddleUp("p1")) == "there is no horse in the square"
    assert why_not(alone(horses=horses, prone=True), SaddleUp("p1")) == "p1 is prone"


@pytest.mark.rule("OUT-P-1")
def test_an_auto_that_hits_the_dirt_in_the_saddle_dismounts_for_nothing() -> None:
    """The solitaire rules let an auto dismount at no cost; the player's characters have to pay for it."""
    auto = position(character("a1", "C10", mounted=True), actor="a1", actions=0)
    played = order(auto, HitTheDirt("a1"))
    assert not played.unit("a1").mounted and not played.unit("a1").prone
    assert len(played.state.horses) == 1
    assert why_not(alone(mounted=True), HitTheDirt("p1")) == "p1 is mounted: Saddle Up dismounts"


# -- leaving --------------------------------------------------------------------------------------------------

NORTH = LootExit(LAW, (cell("C1"),), 2, loot_points=3)


def test_leaving_is_rewarded_at_the_right_edge() -> None:
    """Whoever leaves over an edge that the shootout names wins points, with the loot more."""
    played = order(alone("C1", shootout={"exits": (NORTH,)}), Leave("p1"))
    assert played.of(Left, PointsWon) == [Left("p1", spent=1), PointsWon(LAW, 2, "p1 has left the board")]
    assert played.unit("p1").cell is None
    assert played.state.left == ("p1",)
    loaded = alone("C1", shootout={"exits": (NORTH,)}, carried=(item("loot"),))
    assert order(loaded, Leave("p1")).state.score(LAW) == 5


def test_leaving_elsewhere_wins_nothing() -> None:
    """Any edge will do to get away; from the middle of the board there is no way out."""
    assert order(alone("D1", shootout={"exits": (NORTH,)}), Leave("p1")).state.score(LAW) == 0
    assert why_not(alone("C4"), Leave("p1")) == "p1 is not at the edge of the board"


@pytest.mark.rule("OUT-MOVE-away")
def test_an_auto_leaves_only_where_that_is_rewarded() -> None:
    """Never off the board unless the shootout rewards leaving and this is the right edge."""
    auto = character("a1", "C1")
    assert (
        why_not(position(auto, actor="a1", actions=3), Leave("a1")) == "nobody is rewarded for leaving the board here"
    )
    exits = {"exits": (LootExit(GANG, (cell("C1"),), 1),)}
    assert why_not(position(auto, actor="a1", actions=3, shootout=exits), Leave("a1")) is None


# -- who may be ordered ---------------------------------------------------------------------------------------


def test_only_the_one_who_was_asked_acts() -> None:
    """Others, and those who are not there, take no orders."""
    scene = position(character("p1", "C10"), character("p2", "D10"), FAR, actor="p1", actions=4)
    ask = Ask(LAW, ACTION, "p1")
    assert OUTLAWS.refusal(scene, ask, Wait("p2")) == "p1 is to act, not p2"
    assert OUTLAWS.refusal(scene, ask, Wait("p9")) == "there is no p9"
    out = position(character("p1", "C10", conscious=False), FAR, actor="p1", actions=4)
    assert OUTLAWS.refusal(out, ask, Wait("p1")) == "p1 is out of the fight"
    assert OUTLAWS.refusal(position(character("p1", None), FAR), ask, Wait("p1")) == "p1 is not on the map"


@pytest.mark.rule("OUT-WAIT")
def test_to_wait_is_to_do_nothing() -> None:
    """Waiting costs nothing and changes nothing."""
    scene = alone()
    played = order(scene, Wait("p1"))
    assert played.events == [Passed(LAW, "p1", "waits")]
    assert played.state == scene.state


def test_an_edited_position_is_looked_over() -> None:
    """What cannot be is named: three hands, too many rounds, weapons nobody defined, a rider lying down."""
    odd = position(
        character("p1", "A1", right="winchester", left="colt"),
        character("p2", "B1", right=item("colt", loaded=9), prone=True, mounted=True),
        character("p3", "C1", carried=(item("blunderbuss"),)),
    )
    told = " / ".join(OUTLAWS.complaints(odd))
    assert "both hands" in told and "9 rounds" in told and "saddle" in told and "blunderbuss" in told
    assert not list(OUTLAWS.complaints(alone(right="colt")))


@pytest.mark.rule("OUT-RIDE-2")
@pytest.mark.parametrize(("leads", "where"), [(True, "C3"), (False, "C4")])
def test_a_horse_is_led_along_where_the_shootout_says_so(leads: bool, where: str) -> None:
    """Else it stays where its rider got off."""
    scene = alone("C4", shootout={"lead_horses": leads}, horses=(Horse("bay", cell("C4"), 0, "p1"),))
    played = order(scene, Walk("p1", way("C3 n")))
    assert [horse.cell for horse in played.state.horses] == [cell(where)]


@pytest.mark.rule("OUT-RIDE-2")
def test_only_the_own_horse_is_led_and_only_at_a_walk() -> None:
    """Another's stays, and so does the own one of a runner."""
    horses = (Horse("bay", cell("C4"), 0, "p9"), Horse("roan", cell("C4"), 0, "p1"))
    scene = alone("C4", shootout={"lead_horses": True}, horses=horses)
    assert [horse.id for horse in order(scene, Run("p1", way("C3 n"))).state.horses if horse.cell == cell("C4")] == [
        "bay",
        "roan",
    ]
    walked = order(scene, Walk("p1", way("C3 n"))).state.horses
    assert [horse.id for horse in walked if horse.cell == cell("C4")] == ["bay"]


@pytest.mark.rule("OUT-RIDE-2")
def test_a_horse_is_let_go_where_it_cannot_follow() -> None:
    """Through an open door, for one; it is not led on from beyond."""
    house = town(wall="A3/s B3/s D3/s E3/s F3/s G3/s H3/s I3/s J3/s K3/s L3/s", door_open="C3/s")
    scene = alone("C4", on=house, shootout={"lead_horses": True}, horses=(Horse("bay", cell("C4"), 0, "p1"),))
    played = order(scene, Walk("p1", way("C3 n", "C2 n")))
    assert [horse.cell for horse in played.state.horses] == [cell("C4")]


@pytest.mark.rule("OUT-RIDE-2")
def test_who_dismounts_is_the_one_who_leads_the_horse() -> None:
    """The horse knows its rider."""
    assert order(alone("C4", mounted=True), SaddleUp("p1")).state.horses[0].rider == "p1"


@pytest.mark.rule("OUT-MOVE-away")
@pytest.mark.parametrize(("words", "cost"), [({}, 1), ({"prone": True}, 2), ({"leg": True}, 2)])
def test_the_step_off_the_board_costs_what_a_step_costs(words: dict[str, Any], cost: int) -> None:
    """Walking one, crawling or limping two."""
    scene = alone("C1", shootout={"exits": (NORTH,)}, **words)
    assert order(scene, Leave("p1")).state.actions == scene.state.actions - cost
