"""Corners of the solitaire rules that the other files do not come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.rules.outlaws.events import GaveUp, ItemPickedUp
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.orders.moving import Wait, Walk
from sim.rules.outlaws.solo.move import walking
from sim.rules.outlaws.solo.tables import Shoot
from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.deciding import decide, followed
from tests.rules.outlaws.stage import GANG, LAW, cell, character, item, position, town, way, with_squares
from tests.rules.outlaws.table import counter, order

EMPTY = item("colt", "a1", loaded=0, reloads=0)
ROOM = " ".join(f"{column}6/s" for column in "ABDEFGHIJKL")
"""A wall across the board, south of the sixth row, with a gap in column C."""

# -- out of ammunition ---------------------------------------------------------------------------------------------


def spent(**auto: Any) -> OutlawsPosition:
    """Return an auto and an enemy who cannot see it, with the counter of the auto in the cup."""
    return position(character("a1", "C8", **auto), character("p1", "C2", "s"), on=town(wall=f"{ROOM} C6/s"))


@pytest.mark.rule("OUT-AMMO-2")
def test_who_has_nothing_left_gives_up_for_the_rest_of_the_shootout() -> None:
    """The counter that finds it so says it."""
    played = counter(spent(right=EMPTY), Wait("a1"), cards=["a1"])
    assert played.of(GaveUp) == [GaveUp("a1")]
    assert played.unit("a1").done
    assert "OUT-AMMO-2" in played.rules()


@pytest.mark.rule("OUT-AMMO-2")
@pytest.mark.parametrize(
    "auto",
    [
        {"right": "colt"},
        {"right": item("colt", "a1", loaded=0, reloads=1)},
        {"right": EMPTY, "carried": ("knife",)},
        {"right": EMPTY, "done": True},
        {},
    ],
)
def test_nobody_else_gives_up(auto: dict[str, Any]) -> None:
    """Rounds, reloads or a blade are something left; who never had a gun is not out of ammunition; once is enough."""
    assert counter(spent(**auto), Wait("a1"), cards=["a1"]).of(GaveUp) == []


@pytest.mark.rule("OUT-AMMO-2")
def test_a_player_does_not_give_up() -> None:
    """It is a rule for autos."""
    scene = position(character("p1", "C2", right=replace(EMPTY, id="colt-p1")), character("a1", "C8"))
    assert counter(scene, Wait("p1"), cards=["p1"]).of(GaveUp) == []


@pytest.mark.rule("OUT-AMMO-2")
def test_who_gave_up_takes_no_part_again_whatever_it_holds() -> None:
    """A loaded rifle that it picked up in a brawl changes nothing; no die is thrown."""
    scene = position(
        character("a1", "C8", "n", right="winchester", done=True), character("p1", "C2", "s"), actor="a1", actions=4
    )
    assert decide(scene).orders == ["HitTheDirt"]
    lying = position(*(unit.changed(prone=unit.id == "a1") for unit in scene.state.units), actor="a1", actions=4)
    assert decide(lying).orders == ["Wait"]


@pytest.mark.rule("OUT-AMMO-2")
@pytest.mark.parametrize(("done", "asked"), [(False, 1), (True, 0)])
def test_who_gave_up_tries_no_snapshot(done: bool, asked: int) -> None:
    """Not even so as to duck; whoever has only not found out yet that he is empty does try."""
    scene = position(
        character("p1", "D10", "n", actions=4),
        character("a1", "A8", "ne", right=EMPTY, done=done),
        actor="p1",
        actions=4,
    )
    assert len(order(scene, Walk("p1", way("D9 n", "D8 n"))).asked) == asked


@pytest.mark.rule("OUT-AMMO-1")
def test_one_weapon_is_reloaded_and_no_other() -> None:
    """The shotgun is full after one action; the Winchester stays empty though actions are left."""
    guns = (item("shotgun", "a1", loaded=0), item("winchester", "a1", loaded=0))
    scene = position(
        character("a1", "C8", right=guns[0], carried=(guns[1],)),
        character("p1", "C2", "s"),
        on=town(wall=f"{ROOM} C6/s"),
        actor="a1",
        actions=4,
    )
    assert decide(scene).orders == ["Reload shotgun-a1"]


@pytest.mark.rule("OUT-AMMO-1")
def test_a_rider_rides_out_of_view_to_reload() -> None:
    """It has no feet to walk on, and stays in the saddle."""
    wall = town(wall="A5/s B5/s C5/s D5/s")
    gun = item("colt", "a1", loaded=0, reloads=2)
    scene = position(
        character("a1", "F6", "w", right=gun, mounted=True), character("p1", "C2", "s"), on=wall, actor="a1", actions=4
    )
    decision = decide(scene)
    assert decision.orders[0].startswith("Ride")
    assert decision.state.unit("a1").cell not in scene.lines.field_of_view(cell("C2"))
    assert decision.orders[1] == "Reload colt-a1"


# -- weapons -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-8")
def test_who_has_one_action_for_good_does_not_draw_a_bow() -> None:
    """It would be dropped at once; the lance is drawn, and so it is whatever a die might say."""
    scene = position(
        character("a1", "C8", "n", carried=("bow", "lance"), actions=3, lost=2),
        character("p1", "C6", "n"),
        actor="a1",
        actions=1,
    )
    assert followed(scene, Shoot).orders == ["Draw lance-a1"]


@pytest.mark.rule("OUT-BRAWL-2")
@pytest.mark.parametrize("thing", ["colt", "loot"])
def test_in_a_brawl_one_picks_up_what_one_can_strike_with(thing: str) -> None:
    """Not the gun or the purse that lies there too."""
    scene = position(
        character("a1", "C6"),
        character("p1", "C6", right="object"),
        actor="a1",
        actions=1,
        shootout={"objects": (cell("C6"),)},
        lying=((cell("C6"), item(thing)),),
    )
    decision = decide(scene, occasion="brawl")
    assert decision.orders[0] == "PickUp"
    assert [held.kind for held in decision.state.unit("a1").held] == ["object"]


@pytest.mark.rule("OUT-BRAWL-2")
def test_a_rifle_on_the_floor_is_picked_up_before_a_chair_in_a_brawl() -> None:
    """Both can be struck with, and what lies there is nearer at hand."""
    scene = position(
        character("a1", "C6"),
        character("p1", "C6", right="object"),
        actor="a1",
        actions=1,
        shootout={"objects": (cell("C6"),)},
        lying=((cell("C6"), item("colt")), (cell("C6"), item("winchester"))),
    )
    decision = decide(scene, occasion="brawl")
    assert [held.kind for held in decision.state.unit("a1").held] == ["winchester"]


# -- snapshots -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.parametrize(("autos", "asked"), [((GANG,), 1), ((GANG, LAW), 0)])
def test_autos_try_snapshots_at_players_characters_only(autos: tuple[str, ...], asked: int) -> None:
    """Where the solitaire rules run both sides, nobody tries any."""
    scene = position(
        character("p1", "D10", "n", actions=4),
        character("a1", "A8", "ne", right="colt", gun=1, actions=4),
        actor="p1",
        actions=4,
    )
    battle = replace(scene.battle, data=replace(scene.battle.data, autos=autos))
    played = order(Position(battle, scene.state), Walk("p1", way("D9 n", "D8 n")))
    assert len(played.asked) == asked


# -- doors on the way ----------------------------------------------------------------------------------------------


def behind_a_door(target: str, actions: int = 4) -> OutlawsPosition:
    """Return an auto two steps south of a closed door in C6/s, and an enemy on the other side."""
    return position(
        character("a1", "C8", "n", right="colt"),
        character("p1", target, "s"),
        on=town(with_squares(), wall=ROOM, door="C6/s"),
        actor="a1",
        actions=actions,
    )


@pytest.mark.rule("OUT-ADV-walk-1")
def test_an_opened_door_is_cover_to_stop_at() -> None:
    """With the door open the enemy is in view and the doorway is cover: it goes no nearer, and hides beside it."""
    decision = followed(behind_a_door("C2", actions=3), walking)
    assert decision.orders == ["Walk C7 n", "WorkDoor C6", "TakeCover"]


@pytest.mark.rule("OUT-ADV-walk-3")
def test_behind_a_door_that_shows_nobody_it_goes_on() -> None:
    """The enemy is round the corner: as close as possible, through the door."""
    corner = town(wall=f"{ROOM} C6/e C5/e C4/e C3/e C6/w C5/w C4/w C3/w", door="C6/s")
    scene = position(
        character("a1", "C8", "n", right="colt"), character("p1", "G5", "s"), on=corner, actor="a1", actions=4
    )
    decision = followed(scene, walking)
    assert [each.split()[:2] for each in decision.orders] == [["Walk", "C7"], ["WorkDoor", "C6"], ["Walk", "C5"]]


@pytest.mark.rule("OUT-BRAWL-2")
def test_outside_a_brawl_the_loot_is_picked_up_first() -> None:
    """It is what everybody came for."""
    scene = position(
        character("p1", "C6"),
        character("a1", "J2"),
        actor="p1",
        actions=1,
        shootout={"objects": (cell("C6"),)},
        lying=((cell("C6"), item("winchester")), (cell("C6"), item("loot"))),
    )
    (event,) = order(scene, PickUp("p1")).of(ItemPickedUp)
    assert event.item.kind == "loot"
