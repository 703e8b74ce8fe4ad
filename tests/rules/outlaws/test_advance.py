"""The instruction Advance: OUT-ADV-0, OUT-ADV-walk-*, OUT-ADV-run-*, OUT-ADV-ride, OUT-ADV-ride-tuwa."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.chance import Scripted
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.outlaws.ground.cover import doors_and_windows
from sim.rules.outlaws.ground.sight import ruler, sees
from sim.rules.outlaws.solo.move import run_way
from sim.rules.outlaws.solo.tables import Advance
from sim.rules.outlaws.state import OutlawsPosition
from sim.solo.situation import Situation
from tests.rules.outlaws.deciding import MISS, Decision, followed, game_of
from tests.rules.outlaws.stage import cell, character, position, read, town, with_squares
from tests.rules.positions import changed

WALK, RUN = 3, 1
"""Dice of Advance."""


def scene(
    at: str, target: str, on: BattleMap | None = None, *, actions: int = 4, towards: str = "n", **auto: Any
) -> OutlawsPosition:
    """Return a1 and p1; of both squares are given, and of the target where it faces: "C2 s"."""
    there, facing = target.split()
    return position(
        character("a1", at, towards, **{"right": "colt", "actions": 4, **auto}),
        character("p1", there, facing),
        on=on,
        actor="a1",
        actions=actions,
    )


def place(decision: Decision) -> Cell:
    """Return where a1 ended."""
    return decision.state.unit("a1").place


def advanced(here: OutlawsPosition, *dice: int) -> Decision:
    """Let a1 advance on p1."""
    return followed(here, Advance, *dice)


WALL = " ".join(f"{column}6/s" for column in "ABCDEFGHI")
"""South of the sixth row, with a gap from J to L."""

# -- walking -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-ADV-0")
@pytest.mark.parametrize(("die", "order"), [(1, "Run"), (2, "Run"), (3, "Walk"), (6, "Walk")])
def test_the_die_says_run_or_walk(die: int, order: str) -> None:
    """1-2 run, 3+ walk."""
    assert advanced(scene("C9", "C2 s", town(wall=WALL)), die).orders[0].startswith(order)


@pytest.mark.rule("OUT-ADV-0")
def test_who_lies_gets_up_and_if_seen_goes_no_further() -> None:
    """p1 looks at it; two actions would be left."""
    assert advanced(scene("C9", "C2 s", prone=True)).orders == ["GetUp"]


@pytest.mark.rule("OUT-ADV-0")
def test_who_lies_gets_up_and_if_unseen_walks_on() -> None:
    """The wall hides it."""
    orders = advanced(scene("C9", "C2 s", town(wall=WALL), prone=True), WALK).orders
    assert orders[0] == "GetUp"
    assert orders[1].startswith("Walk")


@pytest.mark.rule("OUT-ADV-0")
def test_who_gets_up_in_the_targets_view_goes_no_further_wherever_it_looks() -> None:
    """That the target sees it counts, and not what it sees itself."""
    assert advanced(scene("C9", "C2 s", towards="s", prone=True)).orders == ["GetUp"]


@pytest.mark.rule("OUT-ADV-0")
def test_who_gets_up_behind_the_targets_back_goes_on() -> None:
    """A line between them is not enough."""
    assert len(advanced(scene("C9", "C2 n", towards="s", prone=True), WALK).orders) > 1


@pytest.mark.rule("OUT-ADV-0")
def test_without_actions_no_die_is_thrown() -> None:
    """Neither to run nor to walk."""
    assert advanced(scene("C9", "C2 s", actions=0)).orders == []


@pytest.mark.rule("OUT-ADV-0")
def test_who_cannot_get_up_skips_the_instruction() -> None:
    """One action is not enough, and no die is thrown for it."""
    assert advanced(scene("C9", "C2 s", prone=True, actions=1)).orders == []


@pytest.mark.rule("OUT-ADV-walk-1")
@pytest.mark.rule("OUT-COVER-search")
def test_it_walks_to_the_cover_nearest_to_the_target_with_the_target_in_view() -> None:
    """Troughs in C8 and C6: C7, behind the second, is nearer to p1 than C9."""
    decision = advanced(scene("D10", "C2 s", town(with_squares(C8="u", C6="u"))), WALK)
    auto = decision.state.unit("a1")
    assert auto.cell == cell("C7")
    assert sees(decision.scene, auto, decision.state.unit("p1"))


@pytest.mark.rule("OUT-ADV-walk-1")
def test_every_square_is_in_the_trace_with_what_ruled_it_out() -> None:
    """In view, then cover, then the distance."""
    decision = advanced(scene("D10", "C2 s", town(with_squares(C8="u", C6="u"))), WALK)
    note = decision.sifted("the square with cover nearest to the target")
    assert [step.what for step in note.steps] == [
        "the target is in view there",
        "there is cover from the target",
        "squares from the target",
    ]
    assert len(note.candidates) > 20


@pytest.mark.rule("OUT-ADV-walk-1")
@pytest.mark.parametrize(("die", "where"), [(1, "C7"), (2, "E7")])
def test_of_equally_near_squares_a_die_chooses(die: int, where: str) -> None:
    """Two troughs side by side with a gap between them, and p1 ahead of the gap."""
    decision = advanced(scene("D9", "D2 s", town(with_squares(C6="u", E6="u")), actions=2), WALK, die)
    assert decision.state.unit("a1").cell == cell(where)


@pytest.mark.rule("OUT-ADV-walk-1")
def test_it_takes_cover_at_a_window_with_an_action_left() -> None:
    """Windows, doors and corners count for the search, and shelter only after Take Cover."""
    walls = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
    decision = advanced(scene("C8", "C3 s", town(wall=walls, window="C6/s"), actions=2), WALK)
    assert decision.orders == ["Walk C7 n", "TakeCover"]


@pytest.mark.rule("OUT-ADV-walk-1")
def test_it_may_stay_where_take_cover_is_all_that_is_needed() -> None:
    """At the window already, with the wall on both sides: no nearer cover."""
    walls = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
    house = town(wall=walls, window="C6/s")
    assert advanced(scene("C7", "C3 s", house, actions=2), WALK).orders == ["TakeCover"]


@pytest.mark.rule("OUT-ADV-walk-1")
def test_who_has_taken_the_nearest_cover_stays_in_it() -> None:
    """Nor does it lie down there."""
    walls = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
    here = scene("C7", "C3 s", town(wall=walls, window="C6/s"), actions=2, covering=True)
    assert advanced(here, WALK).orders == []


@pytest.mark.rule("OUT-ADV-walk-2")
def test_without_cover_it_goes_where_it_sees_the_target_and_lies_down() -> None:
    """In the open a turn is the least that brings p1 into view, and the nearest square is its own."""
    decision = advanced(scene("C9", "C2 s", towards="s"), WALK)
    assert place(decision) == cell("C9")
    assert sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))
    assert decision.orders[-1] == "HitTheDirt"


@pytest.mark.rule("OUT-ADV-walk-2")
def test_the_square_with_the_fewest_actions_is_the_nearest() -> None:
    """A boulder hides p1: six squares with two actions see past it, of which E8 is nearer to p1 than E10."""
    decision = advanced(scene("C10", "C2 s", town(with_squares(C5="R")), actions=3), WALK, 6)
    assert place(decision) == cell("E10")
    assert sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))
    assert decision.orders[-1] == "HitTheDirt"


@pytest.mark.rule("OUT-ADV-walk-3")
def test_else_as_close_as_possible_by_the_shortest_way() -> None:
    """Towards the gap, and not straight at the wall."""
    decision = advanced(scene("C9", "C2 s", town(wall=WALL)), WALK)
    assert decision.state.unit("a1").cell in [cell(f"G{row}") for row in range(7, 13)]
    assert "the shortest way takes" in decision.text


@pytest.mark.rule("OUT-ADV-walk-3")
def test_a_closed_door_on_the_way_is_opened() -> None:
    """A ruling: it walks to the door, opens it and goes on."""
    walls = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
    decision = advanced(scene("C8", "F2 s", town(wall=walls, door="C6/s")), WALK)
    assert place(decision).r <= 6
    assert decision.orders[0].startswith("Walk C7")
    assert decision.orders[1] == "WorkDoor C6"


# -- running -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-ADV-run-1")
def test_prone_it_moves_instead_of_running() -> None:
    """It gets up, and then the die of Move is thrown."""
    decision = advanced(scene("C9", "C2 s", town(wall=WALL), prone=True), RUN, 2)
    assert "even towards" in decision.thrown[1]
    assert decision.orders[0] == "GetUp"


@pytest.mark.rule("OUT-READ-run")
def test_who_lies_gets_up_before_a_run_becomes_a_move() -> None:
    """To get up is said of walking and of running: on an odd number it stands already."""
    here = scene("C9", "C2 s", town(wall=WALL), prone=True)
    decision = advanced(here, RUN, 1, 2)
    assert [order.split()[0] for order in decision.orders] == ["GetUp", "Walk"]


@pytest.mark.rule("OUT-READ-run")
def test_who_is_seen_when_it_gets_up_neither_runs_nor_moves() -> None:
    """No die is thrown any more."""
    assert advanced(scene("C9", "C2 s", prone=True)).orders == ["GetUp"]


@pytest.mark.rule("OUT-READ-run")
def test_to_move_at_once_is_the_other_reading() -> None:
    """With two actions, and an odd number, it crawls away without getting up."""
    here = read(scene("C9", "C2 s", town(wall=WALL), prone=True, actions=2), prone_run="moves")
    assert advanced(here, RUN, 1).orders == ["Crawl C10 n"]


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_runs_and_stops_in_the_last_square_where_neither_sees_the_other() -> None:
    """Eight squares could be run; at the gap p1 would see it."""
    here = scene("G9", "J2 s", town(wall=WALL), towards="e")
    decision = advanced(here, RUN)
    auto = decision.state.unit("a1")
    assert decision.orders[0].startswith("Run")
    assert not sees(here, decision.state.unit("p1"), auto)
    assert not sees(here, auto, decision.state.unit("p1"))
    note = decision.sifted("how far to run")
    assert note.chosen == len(note.candidates) - 1 or note.steps[0].values[note.chosen + 1] != "unseen"  # type: ignore[operator]


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_runs_with_all_its_actions_where_it_stays_unseen() -> None:
    """Two squares with each."""
    decision = advanced(scene("A9", "A2 s", town(wall=WALL), towards="e", actions=3), RUN)
    assert ruler(cell("A9"), decision.state.unit("a1").place) == 6
    assert decision.state.actions == 0


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_does_not_run_in_the_targets_view_though_it_looks_away() -> None:
    """It faces south, with p1 at its back who looks at it: the die of Move is thrown."""
    assert "even towards" in advanced(scene("C9", "C2 s", towards="s"), RUN, 2, *MISS).thrown[1]


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_runs_where_neither_looks_at_the_other() -> None:
    """Back to back in the open: a line between them stops nobody."""
    decision = advanced(scene("C9", "C2 n", towards="s"), RUN)
    assert decision.orders[0].startswith("Run")
    assert not sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_stops_the_first_time_that_it_would_be_seen() -> None:
    """At E8, below the window; beyond, in F7, the boulder would hide it again."""
    walls = [*(f"{column}7/s" for column in "ABCDGHIJKL"), *(f"{column}8/s" for column in "ABCDEFGHIJK")]
    lane = town(with_squares(E6="R"), wall=" ".join(walls), window="E7/s")
    decision = advanced(scene("A8", "B2 s", lane, towards="e"), RUN)
    assert place(decision) == cell("D8")


@pytest.mark.rule("OUT-ADV-run-2")
def test_it_stops_before_it_sees_a_target_that_looks_away() -> None:
    """As long as it is not seen it would run on; but it must not see the target either."""
    decision = advanced(scene("G9", "J2 n", town(wall=WALL), towards="e"), RUN)
    assert decision.orders[0].startswith("Run")
    assert not sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))


@pytest.mark.rule("OUT-ADV-run-2")
@pytest.mark.parametrize("kind", ["window", "door", "door_open", "batwing_door"])
def test_what_it_avoids_is_both_sides_of_doors_and_windows(kind: str) -> None:
    """Open or closed."""
    here = scene("A7", "K4 s", town(**{kind: "D6/s"}))
    assert set(doors_and_windows(here.ground)) == {cell("D6"), cell("D7")}


@pytest.mark.rule("OUT-ADV-run-2")
@pytest.mark.parametrize("kind", ["window", "door", "door_open", "batwing_door"])
@pytest.mark.parametrize("over_it", ["", "K4/e"], ids=["", "and the target beside one"])
def test_it_avoids_doors_and_windows_if_possible(kind: str, over_it: str) -> None:
    """The straight way leads by a window, or a door open or closed; a row further south there is none."""
    wall = " ".join(f"{column}6/s" for column in "ABCFGHIJK")
    house = town(**{"wall": wall, kind: f"D6/s E6/s {over_it}".strip()})
    here = scene("A7", "K4 s", house, towards="e")
    ask = Ask("gang", "action", "a1")
    situation: Situation[Any, Any] = Situation(game_of(here, {}, Scripted(())), ask).against(here.state.unit("p1"))
    reach, clear = run_way(situation)
    cells = {stand.cell for stand in reach.way(cell("K4"))}
    assert clear
    assert not {cell("D7"), cell("E7")} & cells


@pytest.mark.rule("OUT-ADV-run-2")
def test_where_every_way_leads_by_a_window_it_takes_it() -> None:
    """If it is not possible otherwise: a lane one square wide, with a window on it."""
    lane = town(wall="A7/s B7/s C7/s D7/s E7/s F7/s A6/s B6/s D6/s E6/s F6/s", window="C6/s")
    here = scene("A7", "H7 e", lane, towards="e")
    ask = Ask("gang", "action", "a1")
    situation: Situation[Any, Any] = Situation(game_of(here, {}, Scripted(())), ask).against(here.state.unit("p1"))
    assert not run_way(situation)[1]


@pytest.mark.rule("OUT-ADV-run-3")
def test_without_one_square_to_run_it_moves() -> None:
    """In plain view of p1: the die of Move is thrown."""
    decision = advanced(scene("C9", "C2 s"), RUN, 2, *MISS)
    assert "even towards" in decision.thrown[1]


@pytest.mark.rule("OUT-ADV-run-3")
def test_with_a_wounded_leg_it_moves() -> None:
    """Nobody runs with that."""
    decision = advanced(scene("C9", "C2 s", town(wall=WALL), leg=True), RUN, 2)
    assert decision.orders[0].startswith("Walk")


# -- riding --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-ADV-ride")
def test_a_rider_rides_into_cover_dismounts_and_takes_it() -> None:
    """No die: behind the trough with p1 in view; two actions are left to get off."""
    decision = advanced(scene("D10", "C2 s", town(with_squares(C6="u")), mounted=True))
    assert decision.orders[0].startswith("Ride C7")
    assert decision.orders[1] == "SaddleUp"
    assert not decision.state.unit("a1").mounted


@pytest.mark.rule("OUT-ADV-ride")
def test_of_two_covers_a_rider_takes_the_one_nearer_to_the_target() -> None:
    """C7, behind the trough in C6, though C9 behind the other takes fewer actions."""
    decision = advanced(scene("D10", "C2 s", town(with_squares(C8="u", C6="u")), mounted=True))
    assert place(decision) == cell("C7")


@pytest.mark.rule("OUT-ADV-ride")
def test_a_rider_does_not_ride_into_cover_with_his_back_to_the_target() -> None:
    """Beyond the fence behind him is cover, but he has no actions left to turn there; so he turns here."""
    decision = advanced(scene("C8", "C2 s", town(fence="C8/s"), towards="s", mounted=True, actions=1))
    assert place(decision) == cell("C8")


@pytest.mark.rule("OUT-ADV-ride")
def test_a_rider_without_cover_rides_as_close_as_possible() -> None:
    """Two actions, four squares."""
    decision = advanced(scene("C10", "C2 n", mounted=True, actions=2))
    assert decision.orders == ["Ride C6 n"]


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_rides_to_the_nearest_square_five_squares_away() -> None:
    """Cover does not matter to him."""
    decision = advanced(scene("C10", "C2 s", town(with_squares(C6="u")), mounted=True, tuwa=True), 5)
    assert ruler(decision.state.unit("a1").place, cell("C2")) == 5
    assert len(decision.orders) == 1


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_takes_the_nearest_of_the_squares_five_away() -> None:
    """Three actions lead to the first of them; further round the circle it would take four."""
    decision = advanced(scene("C12", "C2 s", mounted=True, tuwa=True), 1)
    assert ruler(place(decision), cell("C2")) == 5
    assert decision.state.actions == 1


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_need_not_face_the_target_on_the_square_five_away() -> None:
    """D7 is one square ahead of him; to look at p1 from there he would have to turn. No die is thrown."""
    decision = advanced(scene("C8", "C2 s", towards="e", mounted=True, tuwa=True))
    assert place(decision) == cell("D7")


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_the_nearest_square_five_away_is_counted_in_squares_of_the_ride() -> None:
    """One square and two are one action both, and the nearer is the one: no die is thrown."""
    here = scene("F8", "C2 s", towards="nw", mounted=True, tuwa=True)
    assert ruler(cell("F8"), cell("C2")) == 6
    decision = advanced(here, 1)
    assert decision.thrown[0].endswith("1 = E7; 2 = F7")


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_who_is_nearer_rides_back_to_five_squares() -> None:
    """Four squares are not five."""
    decision = advanced(scene("C6", "C2 s", mounted=True, tuwa=True), 1)
    assert ruler(place(decision), cell("C2")) == 5


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_five_squares_away_stays_there() -> None:
    """He is where he wants to be."""
    assert advanced(scene("C7", "C2 s", mounted=True, tuwa=True)).orders == []


@pytest.mark.rule("OUT-ADV-ride-tuwa")
def test_a_tuwa_too_far_off_rides_as_close_as_possible() -> None:
    """One action, two squares."""
    decision = advanced(scene("C12", "C1 s", mounted=True, tuwa=True, actions=1))
    assert ruler(place(decision), cell("C1")) == 9


@pytest.mark.rule("OUT-RIDE-1")
def test_once_dismounted_an_auto_walks() -> None:
    """Its horse stands beside it."""
    here = changed(scene("C9", "C2 s", town(wall=WALL), mounted=True), "a1", mounted=False, dismounted=True)
    assert advanced(here, WALK).orders[0].startswith("Walk")


@pytest.mark.rule("OUT-SEQ")
def test_whom_getting_up_has_left_no_action_throws_no_die() -> None:
    """Two actions to get up, behind a wall: nothing is left to run or to walk with."""
    decided = advanced(scene("C8", "C2 n", town(wall=WALL), prone=True, actions=2))
    assert (decided.orders, decided.thrown) == (["GetUp"], [])
