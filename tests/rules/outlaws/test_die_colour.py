"""Which of the three dice an auto throws: OUT-DIE-dark, OUT-DIE-medium, OUT-DIE-light, OUT-DIE-prone, OUT-MIXED.

a1 stands in C6 and faces north; C5 is before it.
"""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from tests.rules.outlaws.deciding import MISS, decide, first_die
from tests.rules.outlaws.stage import character, position, town, with_squares

TROUGH = town(with_squares(C5="u"))
"""A trough directly north of C6."""
WALL = town(wall="A4/s B4/s C4/s D4/s E4/s F4/s G4/s H4/s I4/s J4/s K4/s L4/s")
"""A wall from edge to edge, south of the fourth row."""


def die_of(*law: Any, on: BattleMap | None = None, **auto: Any) -> str:
    """Return the die that a1 in C6 throws."""
    scene = position(character("a1", "C6", **{"right": "colt", **auto}), *law, on=on, actor="a1", actions=3)
    return first_die(scene)


@pytest.mark.rule("OUT-DIE-dark")
def test_the_dark_die_where_a_wall_hides_all_enemies() -> None:
    """And only then."""
    assert "the dark die" in die_of(character("p1", "C2", "s"), on=WALL)
    assert "the medium die" in die_of(character("p1", "C2", "s"))


@pytest.mark.rule("OUT-DIE-dark")
@pytest.mark.parametrize("fallen", [{"conscious": False}, {"dead": True}], ids=["unconscious", "dead"])
def test_enemies_that_are_out_do_not_count(fallen: dict[str, bool]) -> None:
    """Whoever lies in the open is no reason for another die."""
    assert "the dark die" in die_of(character("p1", "C2", "s", **fallen))


@pytest.mark.rule("OUT-DIE-dark")
def test_a_friend_is_no_enemy() -> None:
    """Two autos in sight of each other throw the dark die."""
    assert "the dark die" in die_of(character("a2", "C2"), character("p1", "C2", "s"), on=WALL)


@pytest.mark.rule("OUT-T-groups")
def test_a_group_of_townsfolk_is_no_enemy_for_the_die() -> None:
    """It is no target either."""
    assert "the dark die" in die_of(character("p9", "C2", "s", group=True))


@pytest.mark.rule("OUT-DIE-medium")
@pytest.mark.parametrize("towards", ["n", "e", "s", "w"])
def test_an_enemy_that_it_could_turn_to_see_is_seen(towards: str) -> None:
    """OUT-FOV: whatever its facing."""
    scene = position(character("a1", "C6", towards, right="colt"), character("p1", "C2", "s"), actor="a1", actions=3)
    assert "the medium die" in first_die(scene)


@pytest.mark.rule("OUT-DIE-light")
def test_the_light_die_in_cover_from_the_only_enemy() -> None:
    """The trough stands before it on the line from C2."""
    assert "the light die" in die_of(character("p1", "C2", "s"), on=TROUGH)


@pytest.mark.rule("OUT-DIE-light")
@pytest.mark.rule("OUT-COVER")
def test_cover_is_directional() -> None:
    """The trough is no cover from the south."""
    assert "the medium die" in die_of(character("p1", "C10", "n"), on=TROUGH)


@pytest.mark.rule("OUT-MIXED")
@pytest.mark.rule("OUT-DIE-medium")
def test_in_cover_from_some_but_not_all_it_is_the_medium_die() -> None:
    """One before the trough, one behind its back."""
    assert "the medium die" in die_of(character("p1", "C2", "s"), character("p2", "C10", "n"), on=TROUGH)


@pytest.mark.rule("OUT-DIE-light")
def test_an_enemy_out_of_sight_does_not_matter_for_cover() -> None:
    """In cover from the one it can see; the other is behind a wall."""
    wall = town(with_squares(C5="u"), wall="A8/s B8/s C8/s D8/s E8/s F8/s G8/s H8/s I8/s J8/s K8/s L8/s")
    assert "the light die" in die_of(character("p1", "C2", "s"), character("p2", "C10", "n"), on=wall)


@pytest.mark.rule("OUT-DIE-prone")
def test_being_prone_is_no_cover() -> None:
    """In the open it stays the medium die."""
    assert "the medium die" in die_of(character("p1", "C2", "s"), prone=True)


@pytest.mark.rule("OUT-DIE-light")
def test_a_corner_counts_after_taking_cover() -> None:
    """A wall that ends beside it shelters only whoever takes cover there."""
    corner = town(wall="B5/s")
    north = character("p1", "C2", "s")
    assert "the medium die" in die_of(north, on=corner)
    assert "the light die" in die_of(north, on=corner, covering=True)


@pytest.mark.rule("OUT-DIE-medium")
def test_the_trace_names_who_is_seen_and_from_whom_there_is_no_cover() -> None:
    """So that a player can disagree."""
    scene = position(
        character("a1", "C6", right="colt"),
        character("p1", "C2", "s"),
        character("p2", "C11", "n"),
        on=TROUGH,
        actor="a1",
        actions=3,
    )
    text = decide(scene, 2, *MISS, 6).text
    assert "it can see, or turn to see, p1, p2" in text
    assert "cover from p1: behind water trough in C5" in text
    assert "no cover from p2" in text
