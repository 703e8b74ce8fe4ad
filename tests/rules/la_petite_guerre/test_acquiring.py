"""LPG-ACQ: who notices whom by himself, and what makes it easier or harder."""

from fractions import Fraction
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.rules.la_petite_guerre.combat.fire import acquire_check, acquire_needed, acquires, automatic
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.solo.shots import acquire_chance
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    WIDE,
    E,
    W,
    gun,
    man,
    order,
    play_on,
    position,
    refusal_of,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed


def pair(at: str = "M10", **on: Any) -> LpgPosition:
    """Two men in a row, ten inches apart unless said otherwise."""
    return position(man("p1", "C10", E), man("a1", at, W), on=squares(**on) if on else None)


def added(scene: LpgPosition) -> int:
    """Return what is added to the die."""
    return acquire_check(scene, unit(scene, "p1"), unit(scene, "a1")).total


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("at", "noticed"), [("I10", True), ("J10", False), ("G14", True), ("H14", False)])
def test_within_six_inches_in_the_open(at: str, noticed: bool) -> None:
    """Six inches by the ruler, and no more; the diagonals are as long as they are."""
    scene = pair(at)
    assert automatic(scene, unit(scene, "p1"), unit(scene, "a1")) is noticed


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("at", "noticed"), [("E10", True), ("F10", False)])
def test_within_two_inches_in_cover(at: str, noticed: bool) -> None:
    """In a rifle pit one is noticed at two inches."""
    scene = pair(at, rifle_pit=at)
    assert automatic(scene, unit(scene, "p1"), unit(scene, "a1")) is noticed


@pytest.mark.rule("LPG-ACQ")
def test_nobody_is_noticed_without_a_line_of_sight() -> None:
    """However near he is."""
    scene = position(man("p1", "C10", E), man("a1", "F10", W), on=squares(with_cells(D10="b", E10="b")))
    assert not automatic(scene, unit(scene, "p1"), unit(scene, "a1"))


@pytest.mark.rule("LPG-ACQ")
def test_plain_die() -> None:
    """In the open at ten inches nothing is added, and two or more does."""
    scene = pair()
    assert added(scene) == 0
    assert acquire_needed(scene, unit(scene, "p1"), unit(scene, "a1")) == 2
    assert acquire_chance(scene, unit(scene, "p1"), unit(scene, "a1")) == Fraction(5, 6)


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(
    ("who", "words", "worth"),
    [
        ("a1", {"shot": 3}, 2),
        ("a1", {"shot": 2}, 2),
        ("a1", {"shot": 1}, 0),
        ("p1", {"shown": ("a1",)}, 2),
        ("p1", {"shown": ("a2",)}, 0),
        ("a1", {"moved": True}, 1),
        ("a1", {"mounted": True}, 1),
        ("a1", {"prone": True}, -2),
        ("p1", {"moved": True}, -1),
    ],
)
def test_each_modifier(who: str, words: dict[str, Any], worth: int) -> None:
    """One thing changes, and the die by so much."""
    scene = pair()
    assert added(changed(scene, who, **words)) - added(scene) == worth


@pytest.mark.rule("LPG-ACQ")
def test_attention_is_drawn_once() -> None:
    """By fire and by a leader it is two, and no more."""
    scene = pair()
    both = changed(changed(scene, "a1", shot=3), "p1", shown=("a1",))
    assert added(both) - added(scene) == 2


@pytest.mark.rule("LPG-ACQ")
def test_before_the_first_shot_nobody_has_drawn_attention() -> None:
    """In the first turn there was none before it."""
    first = position(man("p1", "C10", E), man("a1", "M10", W), turn=1)
    assert added(first) == 0


@pytest.mark.rule("LPG-ACQ", "LPG-FIRE")
def test_whoever_fires_draws_attention() -> None:
    """Which the side feels that goes first, in the turn after."""
    fired = order(changed(pair(), "a1", acquired=("p1",)), Fire("a1", "p1"), dice=[1])
    assert added(fired.scene) == 2
    ended = play_on(Position(fired.scene.battle, fired.scene.state.changed(phase="end", side=""))).scene
    assert added(Position(ended.battle, ended.state.changed(turn=4))) == 2


@pytest.mark.rule("LPG-ACQ", "LPG-GATLING")
def test_a_gun_draws_attention_to_its_crew() -> None:
    """And to nobody else."""
    crew = [man("a1", "M10", W, serves="gun"), man("a2", "M12", W, serves="gun")]
    scene = position(gun("gun", "M11", W, side="metis"), *crew, man("a3", "M8", W), man("p1", "C10", E))
    fired = order(scene, FireGun("gun", scene.map.cell("H11"))).scene
    look = [acquire_check(fired, unit(fired, "p1"), unit(fired, id_)).total for id_ in ("a1", "a2", "a3")]
    assert look == [2, 2, 0]


@pytest.mark.rule("LPG-ACQ")
def test_cover_takes_two_off() -> None:
    """Any cover, such as a rifle pit."""
    assert added(pair(rifle_pit="M10")) - added(pair()) == -2


@pytest.mark.rule("LPG-ACQ")
def test_higher_ground_adds_one() -> None:
    """The observer's, above the target."""
    heights = "\n".join(["1" * 8 + "0" * 22] * 20)
    assert added(pair(heights=heights)) - added(pair()) == 1


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("at", "worth"), [("AA3", 0), ("AB3", -1)])
def test_beyond_twenty_four_inches(at: str, worth: int) -> None:
    """One less; at twenty-four it is not yet."""
    scene = position(man("p1", "C3", E), man("a1", at, W), on=squares(WIDE))
    assert added(scene) == worth


@pytest.mark.rule("LPG-ACQ")
def test_prone_in_cover_needs_a_six() -> None:
    """Four off, and two wanted."""
    scene = changed(pair(rifle_pit="M10"), "a1", prone=True)
    assert acquire_chance(scene, unit(scene, "p1"), unit(scene, "a1")) == Fraction(1, 6)


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("die", "seen"), [(1, False), (2, True)])
def test_an_action_spent_on_looking(die: int, seen: bool) -> None:
    """Two sees him, one does not; the action is gone either way."""
    played = order(pair(), Acquire("p1", "a1"), dice=[die])
    assert ("a1" in played.unit("p1").acquired) is seen
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-ACQ")
def test_who_is_out_of_sight_is_no_longer_acquired() -> None:
    """A target is kept as long as there is a line of sight."""
    open_ = changed(pair(), "p1", acquired=("a1",))
    assert acquires(open_, unit(open_, "p1"), unit(open_, "a1"))
    wood = position(
        man("p1", "C10", E, acquired=("a1",)), man("a1", "M10", W), on=squares(with_cells(H10="b", I10="b"))
    )
    assert not acquires(wood, unit(wood, "p1"), unit(wood, "a1"))


def test_nobody_looks_for_whom_he_has() -> None:
    """That would be an action for nothing."""
    scene = pair("E10")
    assert refusal_of(scene, Acquire("p1", "a1")) == "a1 has already been acquired"


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("turn", "shot", "worth"), [(1, 1, 2), (2, 1, 2), (3, 1, 0), (2, 0, 0)])
def test_how_long_fire_draws_attention(turn: int, shot: int, worth: int) -> None:
    """This turn and the next, of a man and of a gun with its crew."""
    alone = position(man("p1", "C10", E), man("a1", "M10", W, shot=shot), turn=turn)
    crew = position(
        man("p1", "C10", E), man("a1", "M10", W, serves="gun"), gun("gun", "M11", W, side="metis", shot=shot), turn=turn
    )
    assert (added(alone), added(crew)) == (worth, worth)


@pytest.mark.rule("LPG-ACQ")
def test_whom_nobody_can_look_for() -> None:
    """A friend, who is gone, and who is behind a house."""
    friends = position(man("p1", "C10", E), man("p2", "M10", W))
    assert refusal_of(friends, Acquire("p1", "p2")) == "p2 is a friend"
    gone = changed(pair(), "a1", cell=None)
    assert refusal_of(gone, Acquire("p1", "a1")) == "a1 is not on the table"
    behind = position(man("p1", "C10", E), man("a1", "M10", W), on=squares(with_cells(H10="b", I10="b")))
    assert refusal_of(behind, Acquire("p1", "a1")) == "no line of sight to a1"


# -- whom one has seen one keeps ---------------------------------------------------------------------------------


def at_the_end_of_the_turn(scene: LpgPosition) -> LpgPosition:
    """Return the position after the last step of the turn."""
    return play_on(Position(scene.battle, scene.state.changed(phase="end", side=""))).scene


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("at", "kept"), [("H10", True), ("J10", False)])
def test_whom_one_could_not_overlook_one_keeps_in_sight(at: str, kept: bool) -> None:
    """Who was five inches away, and goes to ten, is still acquired; who was seven away never was."""
    after = changed(at_the_end_of_the_turn(pair(at)), "a1", cell="M10")
    assert acquires(after, unit(after, "p1"), unit(after, "a1")) is kept
    assert acquires(after, unit(after, "a1"), unit(after, "p1")) is kept


@pytest.mark.rule("LPG-ACQ")
def test_he_is_kept_as_soon_as_the_other_side_acts() -> None:
    """The militia has come near with its actions: the Metis who then go back have been seen."""
    scene = pair("H10")
    scene = Position(scene.battle, scene.state.changed(phase="actions", side="militia"))
    played = play_on(changed(changed(scene, "p1", left=0), "a1", control="free"))
    assert played.scene.state.side == "metis"
    assert (played.unit("p1").acquired, played.unit("a1").acquired) == (("a1",), ("p1",))


@pytest.mark.rule("LPG-ACQ")
def test_of_whom_one_has_lost_sight_one_has_lost() -> None:
    """Behind a house he is gone, and when he comes out he has to be acquired again; others are kept in their order."""
    rows = with_cells(H10="b", I10="b")
    scene = position(
        man("p1", "C10", E, acquired=("a2", "a1", "a3")),
        man("a1", "M10", W),
        man("a2", "M16", W),
        man("a3", "M4", W),
        on=squares(rows),
    )
    assert at_the_end_of_the_turn(scene).state.unit("p1").acquired == ("a2", "a3")


@pytest.mark.rule("LPG-ACQ")
def test_nobody_keeps_whom_his_side_does_not_know_of() -> None:
    """Who lies hidden five inches away is in nobody's mind, though a friend of his is."""
    scene = position(man("p1", "C10", E), man("a1", "H10", W, hidden=True), man("a2", "H11", W))
    assert at_the_end_of_the_turn(scene).state.unit("p1").acquired == ("a2",)


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(
    ("at", "words", "refused"),
    [
        ("AD3", {"prone": True}, "not even a six would do: 7 is needed to spot a1"),
        ("Z3", {"prone": True}, None),
        ("AD3", {}, None),
    ],
)
def test_nobody_looks_for_whom_he_cannot_make_out(at: str, words: dict[str, Any], refused: str | None) -> None:
    """Ruling 5.3.9: prone and in cover he takes a six, and beyond 24 inches that is not enough."""
    scene = position(man("p1", "B3", E), man("a1", at, W, **words), on=squares(WIDE, rifle_pit=at))
    assert refusal_of(scene, Acquire("p1", "a1")) == refused


@pytest.mark.rule("LPG-ACQ")
def test_a_look_that_cannot_fail_needs_a_one() -> None:
    """No die shows less."""
    scene = position(man("p1", "B3", E), man("a1", "N3", W, mounted=True, shot=3, moved=True), on=squares(WIDE))
    assert acquire_needed(scene, unit(scene, "p1"), unit(scene, "a1")) == 1
