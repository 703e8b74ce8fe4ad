"""The instructions Move and Crawl: OUT-MOVE-*."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.grid import Cell
from sim.rules.outlaws.data import Exit
from sim.rules.outlaws.geometry import cover_from, sees
from sim.rules.outlaws.geometry import squares as ruler
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.solo import Crawl, Move
from tests.rules.outlaws.deciding import MISS, Decision, followed
from tests.rules.outlaws.stage import cell, character, item, position, town, with_squares

EVEN, ODD = 2, 1


def scene(
    at: str, target: str, on: BattleMap | None = None, *more: Any, actions: int = 4, towards: str = "n", **auto: Any
) -> Scene:
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


def moved(here: Scene, *dice: int) -> Decision:
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
            shootout={"exits": (Exit(side, at, 3),)},
        )
        assert moved(here, ODD).orders == orders


@pytest.mark.rule("OUT-MOVE-away")
def test_a_rider_rides_away() -> None:
    """Two squares with each action."""
    decision = moved(scene("C6", "C4 n", towards="s", mounted=True, actions=2), ODD)
    assert decision.orders[0].startswith("Ride")
    assert ruler(place(decision), cell("C4")) == 7


# -- walking towards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-walk-0")
def test_who_lies_stands_up_first() -> None:
    """And crawls if it cannot."""
    assert moved(scene("C8", "C2 n", prone=True), EVEN).orders[0] == "GetUp"
    crawling = moved(scene("C8", "C2 n", prone=True, actions=1, leg=False), EVEN)
    assert not any(order.startswith("Walk") for order in crawling.orders)


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


@pytest.mark.rule("OUT-MOVE-walk-nofov")
def test_out_of_the_targets_view_it_walks_the_shortest_way_into_a_brawl() -> None:
    """p1 looks the other way: no cover is sought, no shot fired, and its square is entered."""
    decision = moved(scene("C5", "C2 n"), EVEN)
    assert place(decision) == cell("C2")
    assert decision.orders == ["Walk C2 n"] or decision.orders[0].startswith("Walk C2")


# -- crawling ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-crawl")
def test_it_lies_down_and_crawls_towards_the_target() -> None:
    """Two actions a square; of equally short ways a die chooses."""
    decision = followed(scene("C8", "C2 s", actions=2), Crawl, EVEN, 2)
    assert decision.orders == ["HitTheDirt", "Crawl C7 n"]
    assert "tie: the most direct way" in decision.thrown[1]


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


# -- riding --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-ride")
def test_a_rider_rides_into_cover_and_dismounts() -> None:
    """Behind the trough; whether p1 looks or not."""
    decision = moved(scene("D10", "C2 n", town(with_squares(C6="u")), mounted=True), EVEN)
    assert decision.orders[0].startswith("Ride C7")
    assert decision.orders[1] == "SaddleUp"


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
    assert decision.orders == ["Ride C5 n", "Throw p1 lance-a1"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_rides_at_a_prone_target_in_cover() -> None:
    """Being prone makes it one like those in the open."""
    here = scene("C9", "C2 s", town(with_squares(C3="u")), right="lance", **TUWA)
    down = here.state.with_unit(here.state.unit("p1").changed(prone=True))
    decision = moved(type(here)(here.battle, down), EVEN, *MISS)
    assert ruler(place(decision), cell("C2")) == 3
    assert decision.orders[-1] == "Throw p1 lance-a1"


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_tuwa_draws_a_lance_that_he_carries_if_there_are_actions_for_the_throw() -> None:
    """With one action left he keeps it."""
    near = {"right": None, "carried": ("lance",), **TUWA}
    assert moved(scene("C5", "C2 s", actions=2, **near), EVEN, *MISS).orders == ["Draw lance-a1", "Throw p1 lance-a1"]
    assert moved(scene("C5", "C2 s", actions=1, **near), EVEN).orders == []


@pytest.mark.rule("OUT-MOVE-ride-tuwa-2")
def test_a_tuwa_rides_to_where_the_target_has_no_cover() -> None:
    """Three squares away, p1 in view; the trough is between them no more."""
    decision = moved(scene("C6", "C2 s", town(with_squares(C3="u")), right="lance", **TUWA), EVEN, 1, *MISS)
    where = place(decision)
    assert ruler(where, cell("C2")) == 3
    assert not cover_from(decision.scene, cell("C2"), where, covering=False)
    assert decision.orders[-1] == "Throw p1 lance-a1"


@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_a_tuwa_who_cannot_deny_the_cover_takes_a_shoot_plus() -> None:
    """Rocks are cover from all sides: Steady Aim with three actions."""
    here = scene("C8", "C2 s", town(with_squares(C2="r")), actions=3, **TUWA)
    assert moved(here, EVEN, *MISS).orders == ["Shoot p1 colt-a1 steady"]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-3")
def test_a_tuwa_without_a_shot_rides_until_a_weapon_could_wound() -> None:
    """An empty Colt and a lance: three squares."""
    here = scene(
        "C9", "C2 s", town(with_squares(C2="r")), right=item("colt", "a1", loaded=0), carried=("lance",), **TUWA
    )
    decision = moved(here, EVEN, 2)
    assert ruler(place(decision), cell("C2")) == 3
    assert len(decision.orders) == 1


@pytest.mark.rule("OUT-MOVE-walk-fov")
def test_at_the_end_of_a_walk_into_cover_the_target_is_in_view() -> None:
    """The last facing is part of the way."""
    decision = moved(scene("H7", "C2 se", town(with_squares(D3="u", F5="u")), towards="s"), EVEN, 1)
    assert sees(decision.scene, decision.state.unit("a1"), decision.state.unit("p1"))
