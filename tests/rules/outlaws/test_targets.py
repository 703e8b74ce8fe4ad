"""Whom the first word on the die means: OUT-T-closest to OUT-T-groups.

a1 stands in F6 of an open town and faces north, unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.chance import Scripted
from sim.engine.orders import Ask
from sim.rules.outlaws.solo.opponents import (
    CLOSEST,
    CLOSEST_HANDGUN,
    CLOSEST_LONG_GUN,
    LEAST_COVER,
    SUSPECTED,
    SUSPECTED_HANDGUN,
    SUSPECTED_LONG_GUN,
)
from sim.rules.outlaws.state import Character, enemies
from sim.solo.priority import Priority
from sim.solo.situation import Situation
from tests.rules.outlaws.deciding import game_of
from tests.rules.outlaws.stage import character, position, town, with_squares


def chosen(
    choice: Priority[Character],
    *law: Character,
    on: BattleMap | None = None,
    tie: tuple[int, ...] = (),
    shootout: Mapping[str, Any] | None = None,
) -> str | None:
    """Return whom a selector picks."""
    scene = position(character("a1", "F6"), *law, on=on, actor="a1", actions=3, shootout=shootout)
    source = Scripted(tie)
    here: Situation[Any, Any] = Situation(game_of(scene, {}, source), Ask("gang", "action", "a1"))
    found = choice.choose(here, enemies(scene, "gang"), "conscious enemies")
    source.finish()
    return found.id if found else None


@pytest.mark.rule("OUT-T-closest")
def test_closest_is_the_nearest_in_sight() -> None:
    """Behind it or before it."""
    assert chosen(CLOSEST, character("p1", "F1"), character("p2", "F9")) == "p2"


@pytest.mark.rule("OUT-T-closest")
def test_closest_does_not_mean_somebody_out_of_sight() -> None:
    """However near he is."""
    wall = town(wall="E6/s F6/s G6/s")
    assert chosen(CLOSEST, character("p1", "F1"), character("p2", "F7"), on=wall) == "p1"


@pytest.mark.rule("OUT-T-closest")
def test_closest_is_measured_by_ruler() -> None:
    """Four squares straight ahead are nearer than four on the diagonal: no die is thrown."""
    assert chosen(CLOSEST, character("p1", "J2"), character("p2", "B6")) == "p2"


@pytest.mark.rule("OUT-T-closest")
def test_closest_does_not_mean_the_fallen() -> None:
    """Only conscious enemies are targets."""
    assert chosen(CLOSEST, character("p1", "F1"), character("p2", "F7", conscious=False)) == "p1"


@pytest.mark.rule("OUT-T-tie")
@pytest.mark.parametrize(("die", "who"), [(1, "p1"), (2, "p2")])
def test_ties_are_settled_by_a_die(die: int, who: str) -> None:
    """With a face for each."""
    assert chosen(CLOSEST, character("p1", "F3"), character("p2", "F9"), tie=(die,)) == who


# p1 is the nearer one, behind a trough; p2 is farther, in the open.
TROUGH = town(with_squares(F5="u"))


@pytest.mark.rule("OUT-T-cover")
def test_cover_minus_takes_the_closest_in_no_cover() -> None:
    """The nearer one is in cover."""
    assert chosen(LEAST_COVER, character("p1", "F4"), character("p2", "J6"), on=TROUGH) == "p2"


@pytest.mark.rule("OUT-T-cover")
def test_cover_minus_takes_the_prone_as_well() -> None:
    """Prone in cover counts as a target of Cover-."""
    assert chosen(LEAST_COVER, character("p1", "F4", prone=True), character("p2", "J6"), on=TROUGH) == "p1"


@pytest.mark.rule("OUT-T-cover")
def test_cover_minus_without_such_a_target_is_closest() -> None:
    """All are in cover: the nearest of them."""
    both = town(with_squares(F5="u", F8="u"))
    assert chosen(LEAST_COVER, character("p1", "F4"), character("p2", "F9", "n"), on=both) == "p1"


@pytest.mark.rule("OUT-T-armed")
@pytest.mark.parametrize(
    ("choice", "who"), [(CLOSEST_HANDGUN, "p2"), (CLOSEST_LONG_GUN, "p3")], ids=["handgun", "long gun"]
)
def test_closest_so_armed(choice: Priority[Character], who: str) -> None:
    """A nearer one with empty hands, or armed otherwise, is passed over."""
    law = (
        character("p1", "F5"),
        character("p2", "F3", right="colt"),
        character("p3", "F2", right="shotgun"),
        character("p4", "F1", right="colt"),
    )
    assert chosen(choice, *law) == who


@pytest.mark.rule("OUT-T-armed")
@pytest.mark.parametrize("choice", [CLOSEST_HANDGUN, CLOSEST_LONG_GUN])
@pytest.mark.rule("OUT-ARMED")
def test_a_gun_in_the_pocket_makes_nobody_a_target(choice: Priority[Character]) -> None:
    """Nobody holds one: the nearer one with nothing at all is the target, and not the one with two on the belt."""
    armed = character("p1", "F3", carried=("colt", "winchester"))
    assert chosen(choice, armed, character("p2", "F4")) == "p2"


@pytest.mark.rule("OUT-T-armed")
@pytest.mark.parametrize("gun", ["winchester", "shotgun"])
def test_rifles_and_shotguns_are_long_guns(gun: str) -> None:
    """A bow takes two hands and is none."""
    law = (character("p1", "F5", right="bow"), character("p2", "F1", right=gun))
    assert chosen(CLOSEST_LONG_GUN, *law) == "p2"


@pytest.mark.rule("OUT-T-cover")
@pytest.mark.rule("OUT-T-armed")
@pytest.mark.parametrize(
    ("choice", "gun"),
    [(LEAST_COVER, None), (CLOSEST_HANDGUN, "colt"), (CLOSEST_LONG_GUN, "winchester")],
    ids=["cover", "handgun", "long gun"],
)
def test_only_who_can_be_seen_is_meant(choice: Priority[Character], gun: str | None) -> None:
    """p2 would be the one, but a wall hides him; p1, behind a trough and with empty hands, is in sight."""
    walled = town(with_squares(F5="u"), wall="E6/s F6/s G6/s")
    assert chosen(choice, character("p1", "F4"), character("p2", "F7", right=gun), on=walled) == "p1"


@pytest.mark.rule("OUT-T-armed")
@pytest.mark.parametrize("choice", [CLOSEST_HANDGUN, CLOSEST_LONG_GUN])
def test_closest_so_armed_without_one_is_closest(choice: Priority[Character]) -> None:
    """A gun in the pocket is not seen; a bow is neither handgun nor long gun."""
    assert chosen(
        choice, character("p1", "F3", carried=("colt", "winchester")), character("p2", "F1", right="bow")
    ) == ("p1")


# p1 is two squares away as the crow flies, behind a long wall; p2 is four squares away in the open.
WALL = town(wall=" ".join(f"{column}5/s" for column in "ABCDEFGHIJK"))


@pytest.mark.rule("OUT-T-suspected")
def test_suspected_counts_walking_actions_and_not_squares() -> None:
    """The way round the wall is longer."""
    assert chosen(SUSPECTED, character("p1", "F4"), character("p2", "F10"), on=WALL) == "p2"


@pytest.mark.rule("OUT-T-suspected")
def test_suspected_counts_turns() -> None:
    """Facing north: four squares ahead are nearer than four behind and to the side, where a turn comes first."""
    assert chosen(SUSPECTED, character("p1", "J10"), character("p2", "F2")) == "p2"


@pytest.mark.rule("OUT-T-suspected-armed")
def test_suspected_so_armed() -> None:
    """The nearest on foot of those who are armed so; without one, the nearest."""
    law = (character("p1", "F4", right="colt"), character("p2", "F8", right="winchester"), character("p3", "F7"))
    assert chosen(SUSPECTED_HANDGUN, *law, on=WALL) == "p1"
    assert chosen(SUSPECTED_LONG_GUN, *law, on=WALL) == "p2"
    assert chosen(SUSPECTED_HANDGUN, *law[1:], on=WALL) == "p3"


@pytest.mark.rule("OUT-T-suspected")
def test_whom_no_way_leads_to_is_suspected_last() -> None:
    """p1 is next to it, in a cell without a door."""
    cell = town(wall="F5/n F5/e F5/s F5/w")
    assert chosen(SUSPECTED, character("p1", "F5"), character("p2", "A12"), on=cell) == "p2"


@pytest.mark.rule("OUT-T-suspected-armed")
@pytest.mark.parametrize(("choice", "gun"), [(SUSPECTED_HANDGUN, "colt"), (SUSPECTED_LONG_GUN, "winchester")])
def test_of_several_so_armed_the_nearest_on_foot_is_suspected(choice: Priority[Character], gun: str) -> None:
    """p1 is nearer as the crow flies, and behind the wall."""
    law = (character("p1", "F4", right=gun), character("p2", "F10", right=gun))
    assert chosen(choice, *law, on=WALL) == "p2"


@pytest.mark.rule("OUT-T-groups")
def test_groups_are_no_targets_unless_the_shootout_says_so() -> None:
    """The posse is nearer."""
    law = (character("p1", "F1"), character("p9", "F4", group=True))
    assert chosen(CLOSEST, *law) == "p1"
    assert chosen(CLOSEST, *law, shootout={"targets_allowed": ("p9",)}) == "p9"
