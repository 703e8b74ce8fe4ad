"""The instructions Move and Crawl: OUT-MOVE-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.chance import Scripted
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.outlaws.ground.cover import cover_from
from sim.rules.outlaws.ground.moves import CRAWL
from sim.rules.outlaws.ground.sight import ruler, sees
from sim.rules.outlaws.orders.moving import Ride, Walk
from sim.rules.outlaws.solo.tables import AUTO, Crawl, Move
from sim.rules.outlaws.state import LootExit, OutlawsPosition
from sim.solo.plans import Option
from sim.solo.situation import Situation
from tests.rules.outlaws.deciding import MISS, Decision, followed, game_of
from tests.rules.outlaws.stage import GRID, cell, character, facing, item, position, read, town, way, with_squares
from tests.rules.positions import changed

EVEN, ODD = 2, 1


def scene(
    at: str, target: str, on: BattleMap | None = None, *more: Any, actions: int = 4, towards: str = "n", **auto: Any
) -> OutlawsPosition:
    """Return a1 and p1; of the target the square and the facing are given: "C2 s"."""
    there, facing = target.split()
    return position(
        character("a1", at, towards, **{"right": "colt", "actions": 4, **auto}),
        character("p1", there, facing),
        *more,
        on=on,
        actor="a1",
        actions=actions,
    )


def moved(here: OutlawsPosition, *dice: int) -> Decision:
    """Let a1 follow Move."""
    return followed(here, Move, *dice)


def place(decision: Decision) -> Cell:
    """Return where a1 ended."""
    return decision.state.unit("a1").place


# -- away ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-away")
def test_odd_leads_to_the_furthest_square_within_reach() -> None:
    """Backing off four squares; the corner squares are as far by the ruler, and a die chooses."""
    decision = moved(scene("C6", "C4 n"), ODD, 1)
    assert ruler(place(decision), cell("C4")) == 6
    assert decision.thrown[0].endswith("even towards, odd away")


@pytest.mark.rule("OUT-MOVE-away")
def test_nobody_leaves_the_board_unless_it_is_rewarded() -> None:
    """At the edge it stays."""
    corner = scene("A12", "C10 n", actions=1)
    assert moved(corner, ODD).orders == []


@pytest.mark.rule("OUT-MOVE-away")
def test_at_the_right_edge_it_leaves_if_that_is_rewarded() -> None:
    """The shootout gives its side points for it; the law's exit is none of its own."""
    at = (cell("A12"),)
    for side, orders in (("gang", ["Leave"]), ("law", [])):
        here = position(
            character("a1", "A12", right="colt"),
            character("p1", "C10", "n"),
            actor="a1",
            actions=1,
            shootout={"exits": (LootExit(side, at, 3),)},
        )
        assert moved(here, ODD).orders == orders


def at_an_exit(
    at: str, target: str, *, leave: str = "A12", on: BattleMap | None = None, **auto: Any
) -> OutlawsPosition:
    """Return a1 with four actions, whose side is rewarded for leaving over one square."""
    return position(
        character("a1", at, "s", right="colt", **auto),
        character("p1", target),
        on=on,
        actor="a1",
        actions=4,
        shootout={"exits": (LootExit("gang", (cell(leave),), 3),)},
    )


@pytest.mark.rule("OUT-MOVE-away")
@pytest.mark.parametrize("plan", [Move, Crawl], ids=["move", "crawl"])
def test_where_leaving_is_rewarded_it_does_not_go_further_away_first(plan: Option) -> None:
    """Nor does it lie down: there are actions for both."""
    assert followed(at_an_exit("G12", "G8", leave="G12"), plan, ODD).orders == ["Leave"]


@pytest.mark.rule("OUT-MOVE-away")
@pytest.mark.parametrize(("mounted", "gait"), [(False, "Walk"), (True, "Ride")])
def test_with_an_action_left_at_the_right_edge_it_leaves(mounted: bool, gait: str) -> None:
    """One step leads there, and no other way is open."""
    lane = town(wall="A11/n A11/e A12/e")
    orders = moved(at_an_exit("A11", "A5", on=lane, mounted=mounted), ODD).orders
    assert orders[0].startswith(f"{gait} A12")
    assert orders[1:] == ["Leave"]


@pytest.mark.rule("OUT-MOVE-away")
@pytest.mark.rule("OUT-MOVE-walk-0")
def test_who_lies_stands_up_to_go_away() -> None:
    """And walks with what is left of its actions."""
    assert moved(scene("C8", "C4 n", prone=True, actions=3), ODD).orders == ["GetUp", "Walk C9 n"]


@pytest.mark.rule("OUT-MOVE-away")
def test_a_rider_rides_away() -> None:
    """Two squares with each action."""
    decision = moved(scene("C6", "C4 n", towards="s", mounted=True, actions=2), ODD)
    assert decision.orders[0].startswith("Ride")
    assert ruler(place(decision), cell("C4")) == 7


@pytest.mark.rule("OUT-MOVE-away")
@pytest.mark.parametrize("plan", [Move, Crawl], ids=["move", "crawl"])
def test_who_lies_on_an_exit_crawls_off_the_board(plan: Option) -> None:
    """For what crawling a square costs; it does not get up for that."""
    decision = followed(at_an_exit("G12", "G8", leave="G12", prone=True), plan, ODD)
    assert (decision.orders, decision.state.actions) == (["Leave"], 2)


@pytest.mark.rule("OUT-MOVE-away")
def test_who_crawls_to_an_exit_leaves_with_the_actions_that_are_left() -> None:
    """Two to the last square, two over the edge."""
    lane = town(wall="A11/n A11/e A12/e")
    decision = followed(at_an_exit("A11", "A5", on=lane, prone=True), Crawl, ODD)
    assert [order.split()[0] for order in decision.orders] == ["Crawl", "Leave"]


# -- walking towards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-walk-0")
def test_who_lies_stands_up_first() -> None:
    """And walks with what is left of its actions."""
    decision = moved(scene("C8", "C2 n", prone=True), EVEN)
    assert decision.orders == ["GetUp", "Walk C6 n"]


@pytest.mark.rule("OUT-MOVE-walk-0")
def test_who_cannot_stand_up_does_not_walk() -> None:
    """One action is not enough to get up, and with the figures as they are not to crawl either."""
    assert moved(scene("C8", "C2 n", prone=True, actions=1)).orders == []


@pytest.mark.rule("OUT-MOVE-walk-0")
@pytest.mark.parametrize(("die", "where"), [(EVEN, "C7"), (ODD, "C9")])
def test_who_cannot_stand_up_crawls(die: int, where: str) -> None:
    """Towards and away, with figures of one's own by which crawling is cheaper than getting up."""
    here = scene("C8", "C2 n", prone=True, actions=1)
    data = replace(here.battle.data, numbers=replace(here.battle.data.numbers, crawl=1))
    cheap = type(here)(replace(here.battle, data=data), here.state)
    decision = moved(cheap, die, *([2] if die == EVEN else []))
    assert decision.orders == [f"Crawl {where} n"]


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_in_view_it_walks_to_the_nearest_cover_that_is_not_next_to_the_target() -> None:
    """The trough in C3 is next to p1 in C2: C4 behind it is two squares away and will do."""
    decision = moved(scene("C7", "C2 s", town(with_squares(C3="u"))), EVEN)
    assert decision.orders == ["Walk C4 n"]
    assert cover_from(decision.scene, place(decision), cell("C2"), covering=False)


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_a_covered_square_next_to_the_target_is_not_taken() -> None:
    """Rocks in C3 would be cover, beside p1."""
    decision = moved(scene("C6", "C2 s", town(with_squares(C3="r"))), EVEN, *MISS)
    assert place(decision) != cell("C3")


@pytest.mark.rule("OUT-MOVE-walk-fov")
@pytest.mark.rule("OUT-MOVE-ride")
@pytest.mark.parametrize("mounted", [False, True])
def test_of_two_covers_the_one_nearer_to_the_target_is_taken(mounted: bool) -> None:
    """Behind the trough in C6, though C9 behind the other would take fewer actions."""
    decision = moved(scene("D10", "C2 s", town(with_squares(C8="u", C6="u")), mounted=mounted), EVEN)
    assert place(decision) == cell("C7")


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_no_cover_is_sought_in_another_enemys_square() -> None:
    """C4 is behind the trough, but p2 stands there."""
    decision = moved(scene("C7", "C2 s", town(with_squares(C3="u")), character("p2", "C4", "s")), EVEN, *MISS)
    assert place(decision) != cell("C4")


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_in_view_without_cover_it_shoots() -> None:
    """A standard Shoot."""
    assert moved(scene("C7", "C2 s"), EVEN, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_in_view_without_cover_or_shot_it_walks_into_range_and_lies_down() -> None:
    """A derringer's throw: a lance in hand carries three squares."""
    decision = moved(scene("C7", "C2 s", right="lance"), EVEN)
    assert decision.orders == ["Walk C5 n", "HitTheDirt"]


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_out_of_actions_before_it_is_in_range_it_stays_up() -> None:
    """One step is not enough."""
    assert moved(scene("C7", "C2 s", right="lance", actions=1), EVEN).orders == ["Walk C6 n"]


WINDOW = town(wall=" ".join(f"{column}6/s" for column in "ABDEFGHIJKL"), window="C6/s")
"""A wall from edge to edge, with a window in it."""


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_with_an_action_left_it_takes_the_cover_that_it_walked_to() -> None:
    """A window shelters whoever takes cover at it."""
    assert moved(scene("C8", "C3 s", WINDOW, actions=2), EVEN).orders == ["Walk C7 n", "TakeCover"]


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_who_stands_at_the_nearest_cover_takes_it() -> None:
    """No step is needed, and no shot fired."""
    assert moved(scene("C7", "C3 s", WINDOW, actions=2), EVEN).orders == ["TakeCover"]


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_in_range_but_without_the_actions_for_a_shot_it_lies_down_where_it_is() -> None:
    """A bow takes two."""
    assert moved(scene("C7", "C2 s", right="bow", actions=1), EVEN).orders == ["HitTheDirt"]


@pytest.mark.rule("OUT-MOVE-walk-nofov")
@pytest.mark.rule("OUT-DOOR")
def test_a_closed_door_on_the_shortest_way_is_opened() -> None:
    """A ruling: it walks to the door, opens it and goes on."""
    walls = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
    orders = moved(scene("C8", "F2 n", town(wall=walls, door="C6/s")), EVEN).orders
    assert orders[:2] == ["Walk C7 n", "WorkDoor C6"]
    assert orders[2].startswith("Walk")


@pytest.mark.rule("OUT-MOVE-walk-nofov")
def test_out_of_the_targets_view_it_walks_the_shortest_way_into_a_brawl() -> None:
    """p1 looks the other way: no cover is sought, no shot fired, and its square is entered."""
    decision = moved(scene("C5", "C2 n"), EVEN)
    assert place(decision) == cell("C2")
    assert decision.orders == ["Walk C2 n"] or decision.orders[0].startswith("Walk C2")


@pytest.mark.rule("OUT-WAY")
@pytest.mark.parametrize(("at", "there"), [("F8", "F2"), ("B8", "H2"), ("F8", "L8")])
def test_of_ways_that_cost_the_same_the_straightest_is_walked(at: str, there: str) -> None:
    """Many lead six squares on with the same actions; no die is thrown between them, and nobody weaves about."""
    ahead = GRID.directions[GRID.towards(cell(at), cell(there))[0]]
    decision = moved(scene(at, f"{there} {ahead}", towards=ahead), EVEN)
    step = GRID.steps[facing(ahead)]
    assert decision.sifted("how far to go").candidates == tuple(
        cell(at).plus(step.times(number)) for number in range(1, 5)
    )


# -- crawling ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-crawl")
def test_it_lies_down_and_crawls_towards_the_target() -> None:
    """Two actions a square; of equally short ways a die chooses."""
    decision = followed(scene("C8", "C2 s", actions=2), Crawl, EVEN, 2)
    assert decision.orders == ["HitTheDirt", "Crawl C7 n"]
    assert "tie: the most direct way" in decision.thrown[1]


@pytest.mark.rule("OUT-MOVE-crawl")
def test_it_crawls_as_far_as_its_actions_lead_on_one_of_the_most_direct_ways() -> None:
    """Four actions are two squares; five squares of the sixth row lie on shortest ways, and nothing nearer is asked."""
    decision = followed(scene("C8", "C2 s"), Crawl, EVEN, 5)
    assert decision.thrown[1].endswith("1 = A6; 2 = B6; 3 = C6; 4 = D6; 5 = E6")
    assert place(decision) == cell("E6")


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.parametrize("towards", ["n", "ne", "e", "se", "s", "sw", "w", "nw"])
@pytest.mark.parametrize("there", ["C5", "D5", "D6", "D7", "C7", "B7", "B6", "B5"])
def test_the_most_direct_way_to_a_target_next_door_leads_into_its_square(there: str, towards: str) -> None:
    """Two actions ahead and straight back, three if it must turn first; no way round is crawled instead."""
    decision = followed(scene("C6", f"{there} s", actions=3, towards=towards, prone=True), Crawl, EVEN)
    assert place(decision) == cell(there)
    way = GRID.towards(cell("C6"), cell(there))[0]
    off = min((way - facing(towards)) % 8, (facing(towards) - way) % 8)
    assert decision.state.actions == (1 if off in (0, 1, 4) else 0)


@pytest.mark.rule("OUT-MOVE-crawl")
def test_a_turn_is_part_of_the_most_direct_way() -> None:
    """The target is behind its back: it backs off, for which no turn is needed, and takes no action more."""
    decision = followed(scene("C6", "C9 n", actions=4, prone=True), Crawl, EVEN, 2)
    assert (decision.orders, place(decision)) == (["Crawl C8 n"], cell("C8"))


@pytest.mark.rule("OUT-MOVE-crawl")
def test_with_one_action_it_turns_into_the_most_direct_way() -> None:
    """To the south-west it must turn before it can crawl, and has no actions for more."""
    decision = followed(scene("H6", "G7 n", actions=1, prone=True), Crawl, EVEN)
    assert place(decision) == cell("H6")
    assert decision.orders[0].startswith("Crawl H6")


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.rule("OUT-MOVE-away")
def test_who_stands_lies_down_to_crawl_away() -> None:
    """It costs nothing."""
    assert followed(scene("C6", "C2 s", actions=2), Crawl, ODD).orders == ["HitTheDirt", "Crawl C7 n"]


@pytest.mark.rule("OUT-MOVE-crawl")
def test_without_a_way_to_crawl_it_waits() -> None:
    """Doors and windows bar all ways: p1's room has a window and a closed door."""
    room = town(wall="B2/n C2/n D2/n B2/w B4/w B3/w D2/e D3/e D4/e B4/s", window="C4/s", door="D4/s")
    decision = followed(scene("C8", "C3 s", room), Crawl, EVEN)
    assert decision.orders == ["HitTheDirt", "Wait"]


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.rule("OUT-MOVE-away")
def test_odd_crawls_away() -> None:
    """Lying down."""
    decision = followed(scene("C6", "C2 s", actions=2, prone=True), Crawl, ODD)
    assert decision.orders == ["Crawl C7 n"]


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_a_tuwa_who_stayed_in_the_saddle_rides_instead_of_crawling() -> None:
    """As for Move: rocks are cover from all sides, and it becomes a Shoot+."""
    here = scene("C8", "C2 s", town(with_squares(C2="r")), actions=3, mounted=True, tuwa=True, gun=1)
    assert followed(here, Crawl, EVEN, *MISS).orders == ["Shoot p1 colt-a1 steady"]


# -- riding --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_rides_into_cover_and_dismounts() -> None:
    """Behind the trough; whether p1 looks or not."""
    decision = moved(scene("D10", "C2 n", town(with_squares(C6="u")), mounted=True), EVEN)
    assert decision.orders[0].startswith("Ride C7")
    assert decision.orders[1] == "SaddleUp"


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_takes_cover_even_next_to_the_target() -> None:
    """C3 is behind the fence, beside p1: who walks keeps one square away, who rides does not."""
    decision = moved(scene("C7", "C2 s", town(fence="C3/n"), mounted=True), EVEN)
    assert decision.orders[:2] == ["Ride C3 n", "SaddleUp"]


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_takes_no_cover_with_his_back_to_the_target() -> None:
    """In cover beyond the fence behind him he could not turn: he turns here, to shoot."""
    here = scene("C8", "C2 s", town(fence="C8/s"), towards="s", mounted=True, actions=1)
    assert moved(here, EVEN).orders == ["Turnaround n"]


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_without_cover_shoots() -> None:
    """From the saddle."""
    assert moved(scene("C7", "C2 s", mounted=True), EVEN, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_without_cover_or_shot_rides_until_a_weapon_could_wound() -> None:
    """And stays in the saddle: a lance carries three squares."""
    decision = moved(scene("C9", "C2 s", right="lance", mounted=True), EVEN)
    assert decision.orders == ["Ride C5 n"]
    assert decision.state.unit("a1").mounted


TUWA = {"mounted": True, "tuwa": True}


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_rides_at_a_target_in_the_open_and_throws_his_lance() -> None:
    """He stops three squares away."""
    decision = moved(scene("C9", "C2 s", right="lance", **TUWA), EVEN, *MISS)
    assert decision.orders == ["Ride C5 n", "ThrowWeapon p1 lance-a1"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_rides_at_a_prone_target_in_cover() -> None:
    """Being prone makes it one like those in the open."""
    here = scene("C9", "C2 s", town(with_squares(C3="u")), right="lance", **TUWA)
    down = here.state.with_unit(here.state.unit("p1").changed(prone=True))
    decision = moved(type(here)(here.battle, down), EVEN, *MISS)
    assert ruler(place(decision), cell("C2")) == 3
    assert decision.orders[-1] == "ThrowWeapon p1 lance-a1"


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_draws_a_lance_that_he_carries_if_there_are_actions_for_the_throw() -> None:
    """With one action left he keeps it."""
    near = {"right": None, "carried": ("lance",), **TUWA}
    assert moved(scene("C5", "C2 s", actions=2, **near), EVEN, *MISS).orders == [
        "Draw lance-a1",
        "ThrowWeapon p1 lance-a1",
    ]
    assert moved(scene("C5", "C2 s", actions=1, towards="w", **near), EVEN).orders == []


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_turns_to_throw() -> None:
    """Three squares away, with his back to p1."""
    orders = moved(scene("C5", "C2 s", towards="s", right="lance", **TUWA), EVEN, *MISS).orders
    assert orders == ["Turnaround n", "ThrowWeapon p1 lance-a1"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_throws_nothing_but_a_lance() -> None:
    """The tomahawk stays where it is."""
    assert moved(scene("C5", "C2 s", actions=2, right=None, carried=("tomahawk",), **TUWA), EVEN).orders == []


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_who_cannot_come_near_draws_no_lance() -> None:
    """Railings hold his horse seven squares away, with all his actions left."""
    pen = town(railing="C9/n C9/e C9/s C9/w")
    here = scene("C9", "C2 s", pen, right=None, carried=("lance",), **TUWA)
    assert moved(here, EVEN).orders == ["Wait"]
    assert moved(read(here, no_way="goes nearer")).orders == []


FENCED = town(fence="C6/n")
"""Cover for C6 from the north; F4, three squares away, is the nearest from which there is none."""


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
def test_a_tuwa_rides_to_the_nearest_square_that_denies_the_cover() -> None:
    """Others are further round: no die is thrown between them."""
    orders = moved(scene("D2", "C6 n", FENCED, towards="se", right="lance", **TUWA), EVEN, *MISS).orders
    assert orders[0].startswith("Ride F")
    assert orders[-1] == "ThrowWeapon p1 lance-a1"


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
def test_a_tuwa_does_not_outflank_with_his_back_to_the_target() -> None:
    """F4 is in reach, but he could not turn there: it becomes a Shoot+, for which he turns here."""
    assert moved(scene("D2", "C6 n", FENCED, towards="e", actions=1, **TUWA), EVEN).orders == ["Turnaround s"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
def test_a_tuwa_outflanks_before_he_shoots() -> None:
    """He has no lance, and a Colt in his hand."""
    decision = moved(scene("C6", "C2 s", town(with_squares(C3="u")), **TUWA), EVEN, 1)
    assert decision.orders == ["Ride F3 nw"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_cover_that_the_target_has_taken_is_not_denied_from_before_the_window() -> None:
    """C3 is three squares away, but p1 has taken cover at the window: Shoot+ instead."""
    house = town(wall=" ".join(f"{column}6/n" for column in "ABDEFGHIJKL"), window="C6/n")
    here = scene("C2", "C6 n", house, towards="s", actions=3, **TUWA)
    assert moved(changed(here, "p1", covering=True), EVEN, *MISS).orders == ["Shoot p1 colt-a1 steady"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
def test_a_tuwa_rides_to_where_the_target_has_no_cover() -> None:
    """Three squares away, p1 in view; the trough is between them no more."""
    decision = moved(scene("C6", "C2 s", town(with_squares(C3="u")), right="lance", **TUWA), EVEN, 1, *MISS)
    where = place(decision)
    assert ruler(where, cell("C2")) == 3
    assert not cover_from(decision.scene, cell("C2"), where, covering=False)
    assert decision.orders[-1] == "ThrowWeapon p1 lance-a1"


@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_a_tuwa_who_cannot_deny_the_cover_takes_a_shoot_plus() -> None:
    """Rocks are cover from all sides: Steady Aim with three actions."""
    here = scene("C8", "C2 s", town(with_squares(C2="r")), actions=3, gun=1, **TUWA)
    assert moved(here, EVEN, *MISS).orders == ["Shoot p1 colt-a1 steady"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_a_tuwa_without_a_shot_rides_until_a_weapon_could_wound() -> None:
    """An empty Colt and a lance: at two squares 7, 2, 2 for the cover and 1 for the saddle make 12."""
    here = scene(
        "C9", "C2 s", town(with_squares(C2="r")), right=item("colt", "a1", loaded=0), carried=("lance",), **TUWA
    )
    decision = moved(read(here, no_way="goes nearer"), EVEN, 3)
    assert ruler(place(decision), cell("C2")) == 2
    assert len(decision.orders) == 1


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_at_the_end_of_a_walk_into_cover_the_target_is_in_view() -> None:
    """The last facing is part of the way."""
    decision = moved(scene("H7", "C2 se", town(with_squares(D3="u", F5="u")), towards="s"), EVEN, 1)
    assert sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))


# -- lances ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
@pytest.mark.parametrize(
    ("actions", "arms"),
    [(4, {}), (1, {"right": "lance"}), (2, {"right": None, "carried": ("lance",)})],
    ids=["no lance", "no action for the throw", "none after drawing and turning"],
)
def test_a_tuwa_does_not_turn_for_a_throw_that_cannot_be(actions: int, arms: dict[str, Any]) -> None:
    """p1 is behind him, three squares away, in the open."""
    assert moved(scene("C5", "C2 s", towards="s", actions=actions, **TUWA, **arms), EVEN).orders == []


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_no_die_is_thrown_between_two_lances_alike() -> None:
    """It would decide nothing."""
    spare = (item("lance", "a1"), item("lance", "second", reloads=0))
    decision = moved(scene("C5", "C2 s", right=None, carried=spare, **TUWA), EVEN, *MISS)
    assert decision.orders == ["Draw lance-a1", "ThrowWeapon p1 lance-a1"]


# -- readings ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-READ-away")
def test_who_lies_crawls_away_if_that_leads_further() -> None:
    """Two actions get it up, or one square further."""
    assert moved(scene("C8", "C4 n", prone=True, actions=2), ODD).orders == ["Crawl C9 n"]


@pytest.mark.rule("OUT-READ-away")
@pytest.mark.parametrize(("actions", "dice"), [(3, ()), (4, (2,))])
def test_who_lies_gets_up_to_walk_as_far_as_it_would_crawl(actions: int, dice: tuple[int, ...]) -> None:
    """One square each with three actions, two with four."""
    decision = moved(scene("C6", "C4 n", prone=True, actions=actions), ODD, *dice)
    assert [order.split()[0] for order in decision.orders] == ["GetUp", "Walk"]


@pytest.mark.rule("OUT-READ-away")
def test_who_can_get_no_further_away_does_not_get_up_for_it() -> None:
    """It lies in the corner: to stand up is said of the way towards the target."""
    assert moved(scene("L12", "A1 n", prone=True), ODD).orders == []


@pytest.mark.rule("OUT-READ-away")
def test_to_stand_up_first_is_the_other_reading() -> None:
    """With two actions nothing is left to walk with."""
    assert moved(read(scene("C8", "C4 n", prone=True, actions=2), prone_away="stands up"), ODD).orders == ["GetUp"]


PEN = town(wall="B7/n C7/n D7/n B7/w D7/e B8/w D8/e B8/s C8/s D8/s")
"""Walls round six squares, B7 to D8."""


@pytest.mark.rule("OUT-READ-no-way")
def test_without_a_way_to_the_target_it_waits() -> None:
    """Walls all round: whatever else the die says is dropped."""
    assert moved(scene("C8", "C2 n", PEN), EVEN).orders == ["Wait"]


@pytest.mark.rule("OUT-READ-no-way")
def test_to_go_nearer_as_the_crow_flies_is_the_other_reading() -> None:
    """One square is nearer within the walls, or another beside it."""
    orders = moved(read(scene("C8", "C2 n", PEN), no_way="goes nearer"), EVEN, 2).orders
    assert orders == ["Walk C7 n"]


@pytest.mark.rule("OUT-READ-in-place")
def test_who_stands_in_the_square_with_cover_nearest_to_the_target_stays() -> None:
    """A trough before it, and nothing nearer: it has done what it was told, and shoots at nobody."""
    assert moved(scene("C6", "C2 s", town(with_squares(C5="u"))), EVEN).orders == []


@pytest.mark.rule("OUT-READ-in-place")
def test_to_shoot_from_there_is_the_other_reading() -> None:
    """Whoever cannot go there takes the next clause."""
    here = read(scene("C6", "C2 s", town(with_squares(C5="u"))), in_place="goes on")
    assert moved(here, EVEN, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-READ-in-place")
def test_a_rider_in_the_chosen_square_gets_off_there() -> None:
    """With two actions and more."""
    here = scene("C6", "C2 s", town(with_squares(C5="u")), mounted=True, actions=3)
    assert moved(here, EVEN).orders == ["SaddleUp"]


@pytest.mark.rule("OUT-WAY")
@pytest.mark.parametrize("mounted", [False, True])
def test_who_goes_to_a_chosen_square_does_not_weave_about(mounted: bool) -> None:
    """Four squares away from p1 in a lane two squares wide: straight ahead, and facing so to the last."""
    lane = town(wall="B1/e B2/e B3/e B4/e B5/e B6/e B7/e B8/e B9/e B10/e B11/e B12/e")
    here = scene("A6", "A2 n", lane, towards="s", mounted=mounted, actions=2 if mounted else 4)
    battle = game_of(here, AUTO, Scripted((ODD, *[1] * 3)))
    situation = Situation(battle, Ask("gang", "action", "a1")).against(here.state.unit("p1"))
    order = next(iter(Move.orders(situation)))
    assert isinstance(order, Walk | Ride)
    assert order.way == way("A7 s", "A8 s", "A9 s", "A10 s")


# -- no die that decides nothing -----------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SEQ")
def test_no_die_is_thrown_for_a_move_that_leads_nowhere_either_way() -> None:
    """A leg wound and one action, behind the target's back: no step is to be had, nearer or further away."""
    assert moved(scene("C9", "C2 n", actions=1, leg=True)).thrown == []


@pytest.mark.rule("OUT-MOVE-crawl")
def test_who_can_only_lie_down_throws_no_die_for_the_crawl() -> None:
    """One action does not crawl a square, be it towards the target or away from it."""
    decided = followed(scene("C8", "C2 s", actions=1), Crawl)
    assert (decided.orders, decided.thrown) == (["HitTheDirt"], [])


@pytest.mark.rule("OUT-MOVE-crawl")
def test_where_nobody_can_crawl_there_is_no_die_between_waiting_and_nothing() -> None:
    """Walled in and prone, with one action and the target behind the wall."""
    cell_ = town(wall="C9/n C9/e C9/s C9/w")
    assert followed(scene("C9", "C2 s", cell_, prone=True, actions=1), Crawl).thrown == []


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.parametrize(
    ("at", "towards", "target", "actions", "order"),
    [
        # Backwards to F3, facing north there, so that G2 is ahead to the right; facing north-west it is a turn off.
        ("E2", "nw", "G2 s", 3, "Crawl F3 n"),
        # With one action only the turn, to a facing from which the first square is ahead.
        ("F4", "se", "E4 n", 1, "Crawl F4 "),
    ],
)
def test_who_crawls_faces_the_way_that_is_left(at: str, towards: str, target: str, actions: int, order: str) -> None:
    """What is left of the way costs what the whole of it would have, less what was crawled."""
    here = scene(at, target, prone=True, towards=towards, actions=actions)
    goal = here.state.unit("p1").place
    whole = CRAWL.reach(here, here.state.unit("a1"), None).cost(goal)
    decided = followed(here, Crawl, EVEN)
    assert decided.orders[0].startswith(order)
    crawler = decided.state.unit("a1")
    rest = CRAWL.reach(changed(here, "a1", cell=crawler.cell, facing=crawler.facing), crawler, None).cost(goal)
    assert whole is not None and rest == whole - (actions - decided.state.actions)
