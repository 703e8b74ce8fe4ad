"""Out of ammo: OUT-AMMO-1, OUT-AMMO-2."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.deciding import decide, first_die
from tests.rules.outlaws.stage import character, item, position, town

EMPTY = item("colt", "a1", loaded=0, reloads=2)
NO_RELOADS = item("colt", "a1", loaded=0, reloads=0)
CORNER = town(wall="A5/s B5/s C5/s D5/s")
"""A wall south of the fifth row; whoever stands close behind it is not seen from C2."""


def scene(*more: Any, on: BattleMap | None = None, at: str = "F6", actions: int = 4, **auto: Any) -> OutlawsPosition:
    """Return a1 with p1 looking on from C2."""
    return position(
        character("a1", at, "w", actions=4, **auto),
        character("p1", "C2", "s"),
        *more,
        on=on,
        actor="a1",
        actions=actions,
    )


@pytest.mark.rule("OUT-AMMO-1")
def test_with_all_weapons_empty_it_hides_and_reloads_without_a_die() -> None:
    """The nearest square that p1 does not see, whatever p1's facing; what is left of the actions reloads."""
    decision = decide(scene(on=CORNER, right=EMPTY))
    assert decision.thrown == []
    assert decision.orders[0].startswith("Walk")
    assert decision.state.unit("a1").cell not in decision.scene.lines.field_of_view(decision.scene.map.cell("C2"))
    assert decision.orders[1:] == ["Reload colt-a1"] * (len(decision.orders) - 1)
    assert decision.state.actions == 0


@pytest.mark.rule("OUT-AMMO-1")
@pytest.mark.parametrize("order", [("C2", "C11"), ("C11", "C2")], ids=["first", "last"])
def test_it_hides_from_all_enemies_and_not_from_one(order: tuple[str, str]) -> None:
    """Behind the wall p1 in C2 does not see it, but another in C11 does: there is no such square, and it stays."""
    law = (character(f"p{n}", at, "n") for n, at in enumerate(order, 1))
    here = position(character("a1", "C6", "w", actions=4, right=EMPTY), *law, on=CORNER, actor="a1", actions=4)
    seen = {cell for at in order for cell in here.lines.field_of_view(here.map.cell(at))}
    decision = decide(here)
    assert here.map.cell("C6") in seen
    assert decision.state.unit("a1").cell not in seen or decision.orders[0].startswith("Reload")


@pytest.mark.rule("OUT-AMMO-1")
def test_who_lies_gets_up_to_hide() -> None:
    """It walks with what is left."""
    orders = decide(scene(on=CORNER, right=EMPTY, prone=True)).orders
    assert orders[0] == "GetUp"
    assert orders[1].startswith("Walk")


@pytest.mark.rule("OUT-AMMO-1")
def test_of_two_weapons_alike_the_one_in_hand_is_the_quickest() -> None:
    """The other one has to be drawn; no die is thrown."""
    second = item("colt", "second", loaded=0)
    assert decide(scene(on=CORNER, at="C6", right=EMPTY, carried=(second,))).orders[0] == "Reload colt-a1"


@pytest.mark.rule("OUT-AMMO-1")
@pytest.mark.parametrize(("die", "first"), [(1, "Reload colt-a1"), (2, "Draw double_shotgun-a1")])
def test_the_quickest_is_counted_in_actions(die: int, first: str) -> None:
    """Six rounds by two are three actions, and so are a draw and two barrels: a die decides."""
    double = item("double_shotgun", "a1", loaded=0)
    orders = decide(scene(on=CORNER, at="C6", right=EMPTY, carried=(double,)), die).orders
    assert first in orders[:2]


@pytest.mark.rule("OUT-AMMO-1")
def test_a_weapon_without_rounds_is_not_the_quickest() -> None:
    """The shotgun would take one action, but there is nothing to put into it."""
    shotgun = item("shotgun", "a1", loaded=0, reloads=0)
    orders = decide(scene(on=CORNER, at="C6", right=shotgun, carried=(EMPTY,))).orders
    assert orders[:3] == ["Stow right", "Draw colt-a1", "Reload colt-a1"]


@pytest.mark.rule("OUT-AMMO-1")
def test_who_is_hidden_reloads_where_it_stands() -> None:
    """Two rounds with each action, until the gun is full."""
    decision = decide(scene(on=CORNER, at="C6", right=EMPTY))
    assert decision.orders == ["Reload colt-a1"] * 3
    assert decision.state.unit("a1").items[0].loaded == 6


@pytest.mark.rule("OUT-AMMO-1")
def test_the_quickest_weapon_is_reloaded() -> None:
    """A shotgun takes one action, though it has to be drawn; a Winchester in hand takes six."""
    long = item("winchester", "a1", loaded=0)
    decision = decide(scene(on=CORNER, at="C6", right=long, carried=(item("shotgun", "a1", loaded=0),)))
    assert decision.orders[:3] == ["Stow right", "Draw shotgun-a1", "Reload shotgun-a1"]


@pytest.mark.rule("OUT-AMMO-1")
def test_a_hiding_place_may_take_several_turns() -> None:
    """It goes as far as its actions lead."""
    decision = decide(scene(on=CORNER, at="L12", right=EMPTY, actions=2))
    assert len(decision.orders) == 1
    assert decision.state.actions == 0


@pytest.mark.rule("OUT-AMMO-1")
def test_without_a_hiding_place_it_reloads_in_the_open() -> None:
    """A ruling: every square is seen."""
    assert decide(scene(right=EMPTY)).orders == ["Reload colt-a1"] * 3


@pytest.mark.rule("OUT-AMMO-1")
def test_with_one_loaded_weapon_it_throws_the_die() -> None:
    """Even if that is on its belt; and so does whoever has a bow with arrows, or no gun at all."""
    assert "the medium die" in first_die(scene(right=EMPTY, carried=("winchester",)))
    assert "the medium die" in first_die(scene(right=item("bow", "a1", loaded=0, reloads=3)))
    assert "the medium die" in first_die(scene())


@pytest.mark.rule("OUT-AMMO-1")
def test_a_reloaded_weapon_ends_it() -> None:
    """Two rounds are enough to resume."""
    assert "the medium die" in first_die(scene(right=item("colt", "a1", loaded=2)))


@pytest.mark.rule("OUT-AMMO-2")
def test_without_reloads_it_hits_the_dirt_and_does_nothing_more() -> None:
    """At once, without a die; and at its next counter it waits."""
    assert decide(scene(right=NO_RELOADS)).orders[0] == "HitTheDirt"
    assert decide(scene(right=NO_RELOADS, prone=True)).orders == ["Wait"]


@pytest.mark.rule("OUT-AMMO-2")
@pytest.mark.parametrize("blade", ["knife", "tomahawk", "lance"])
def test_with_a_blade_it_goes_on_throwing_dice(blade: str) -> None:
    """A ruling: it is armed."""
    assert "the medium die" in first_die(scene(right=NO_RELOADS, carried=(blade,)))


@pytest.mark.rule("OUT-AMMO-2")
def test_it_still_defends_itself_in_a_brawl() -> None:
    """With its fists."""
    here = position(
        character("a1", "C6", right=NO_RELOADS, prone=True), character("p1", "C6", "s"), actor="a1", actions=1
    )
    assert decide(here, 1, 6, occasion="brawl").orders[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-AMMO-1")
def test_no_die_is_thrown_for_a_hiding_place_without_an_action_to_get_there() -> None:
    """Behind the wall there are several, far off; with its one action spent it asks for none of them."""
    here = position(
        character("a1", "F12", "n", actions=4, right=EMPTY),
        character("p1", "F2", "s"),
        on=town(wall="C6/s D6/s E6/s G6/s H6/s I6/s"),
        actor="a1",
        actions=1,
    )
    decision = decide(here, 1)
    assert (len(decision.thrown), decision.state.actions) == (1, 0)
