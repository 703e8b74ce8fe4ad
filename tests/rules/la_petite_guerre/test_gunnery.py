"""LPG-GATLING, LPG-SHELL, LPG-WPN: the beaten zone, shells, and what it takes to load a gun."""

from fractions import Fraction
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.dice import D6
from sim.rules.la_petite_guerre.combat.fire import load_actions
from sim.rules.la_petite_guerre.combat.guns import (
    beaten_zone,
    burst_cell,
    fire_gun_refusal,
    in_danger,
    shell_needed,
    swept,
    wedge,
    wedge_dice,
)
from sim.rules.la_petite_guerre.events import GunFired, Hit
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.orders.moves import Face
from sim.rules.la_petite_guerre.orders.order import Reload
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    SE,
    WIDE,
    E,
    Placed,
    W,
    gun,
    man,
    order,
    play_on,
    position,
    refusal_of,
    squares,
    unit,
)
from tests.rules.positions import changed, names


def battery(*others: Placed, weapon: str = "gatling", on: Any = None, **words: Any) -> LpgPosition:
    """A gun in C3 that points east, with two men beside it."""
    # The crew has acquired everybody, unless that is what the test is about.
    words.setdefault("acquired", tuple(each.unit.id for each in others if each.unit.side == METIS))
    there = gun("gun", "C3", E, weapon, side=MILITIA, **words)
    crew = [man("p1", "B2", E, serves="gun"), man("p2", "B4", E, serves="gun")]
    return position(there, *crew, *others, on=squares(WIDE) if on is None else on)


def at(scene: LpgPosition, name: str) -> Any:
    """Return a cell by its name."""
    return scene.map.cell(name)


# -- the beaten zone ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-GATLING")
def test_the_wedge() -> None:
    """Eleven and a quarter degrees, half an inch to either side at least, as long as the gun carries."""
    scene = battery()
    found = wedge(scene, unit(scene, "gun"), at(scene, "M3"), canister=False)
    assert (found.degrees, found.length, found.least) == (Fraction("11.25"), 24, Fraction(1, 2))
    assert wedge(scene, unit(scene, "gun"), at(scene, "M3"), canister=True).length == 10


@pytest.mark.rule("LPG-GATLING")
def test_who_is_in_the_wedge() -> None:
    """Ten inches away it is an inch to either side wide, but for what is behind a corner of it."""
    near, beside, far, past = man("a1", "H3", W), man("a2", "H4", W), man("a3", "Y4", W), man("a4", "AB3", W)
    scene = battery(near, beside, far, past)
    zone = beaten_zone(scene, unit(scene, "gun"), at(scene, "H3"), canister=False)
    assert [each.id for each in in_danger(scene, zone)] == ["a1", "a3"]


@pytest.mark.rule("LPG-GATLING")
@pytest.mark.parametrize(("cell", "dice"), [("I3", 3), ("J3", 2), ("O3", 2), ("P3", 1), ("AA3", 1)])
def test_dice_by_distance(cell: str, dice: int) -> None:
    """Three up to six inches, two up to twelve, one beyond."""
    scene = battery(man("a1", cell, W))
    assert wedge_dice(scene, unit(scene, "gun"), unit(scene, "a1")) == dice


@pytest.mark.rule("LPG-GATLING")
@pytest.mark.parametrize(("words", "worth"), [({"prone": True}, -1), ({"mounted": True}, 2)])
def test_each_modifier(words: dict[str, Any], worth: int) -> None:
    """One thing changes, and each die by so much."""
    scene = battery(man("a1", "H3", W))
    other = changed(scene, "a1", **words)
    one, two = (swept(each, unit(each, "gun"), unit(each, "a1")).check.total for each in (scene, other))
    assert two - one == worth


@pytest.mark.rule("LPG-GATLING")
def test_hard_cover_takes_one_off() -> None:
    """A rifle pit."""
    scene = battery(man("a1", "H3", W), on=squares(WIDE, rifle_pit="H3"))
    assert swept(scene, unit(scene, "gun"), unit(scene, "a1")).check.total == -1


@pytest.mark.rule("LPG-GATLING")
def test_each_die_may_hit_friend_or_foe() -> None:
    """Fives and sixes; and the friend in the way has dice of his own."""
    scene = battery(man("p3", "F3", E), man("a1", "L3", W))
    played = order(scene, FireGun("gun", at(scene, "L3")), [1, 2, 5, 4, 4, 6, 4])
    assert [(hit.unit, hit.harm) for hit in played.of(Hit)] == [("p3", "stunned"), ("a1", "stunned")]
    assert played.of(GunFired)[0].under_fire == ("p3", "a1")
    assert all(played.unit(id_).under_fire == 3 for id_ in ("p3", "a1"))


@pytest.mark.rule("LPG-GATLING", "LPG-WOUND")
def test_two_hits_may_be_two_wounds() -> None:
    """The second kills."""
    scene = battery(man("a1", "H3", W))
    assert order(scene, FireGun("gun", at(scene, "H3")), [5, 6, 1, 2, 3]).unit("a1").dead


@pytest.mark.rule("LPG-BLIND", "LPG-GATLING")
def test_who_could_not_be_hit_is_hit_on_sixes_and_less() -> None:
    """Prone in a pit: seven would be needed; a six hits, and one to three for it does nothing."""
    scene = battery(man("a1", "P3", W, prone=True), on=squares(WIDE, rifle_pit="P3"))
    assert swept(scene, unit(scene, "gun"), unit(scene, "a1")).need == 6
    assert order(scene, FireGun("gun", at(scene, "P3")), [6, 1]).of(Hit)[0].harm == "nothing"


@pytest.mark.rule("LPG-GATLING")
@pytest.mark.parametrize(("cell", "allowed"), [("M3", True), ("N3", False)])
def test_canister_carries_ten_inches(cell: str, allowed: bool) -> None:
    """Only a field gun has it."""
    scene = battery(weapon="field_gun")
    assert (fire_gun_refusal(scene, unit(scene, "gun"), at(scene, cell), canister=True) is None) is allowed
    gatling = battery()
    assert "not fire canister" in (
        fire_gun_refusal(gatling, unit(gatling, "gun"), at(gatling, "H3"), canister=True) or ""
    )


# -- shells -------------------------------------------------------------------------------------------------------


def shelled(*others: Placed, **words: Any) -> LpgPosition:
    """A field gun."""
    return battery(*others, weapon="field_gun", **words)


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize("die", [5, 6])
def test_a_hit_of_the_scatter_die_falls_on_the_target(die: int) -> None:
    """Two faces of six."""
    scene = shelled()
    assert order(scene, FireGun("gun", at(scene, "T3")), [die]).of(GunFired)[0].burst == at(scene, "T3")


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(
    ("laid", "distance", "cell"),
    [("T3", 4, "U3"), ("T3", 3, "V3"), ("", 6, "V3"), ("", 1, "W3")],
)
def test_an_arrow_goes_astray(laid: str, distance: int, cell: str) -> None:
    """Four to six an inch, one to three two; an inch more with the first shot at that target."""
    scene = shelled(laid=laid)
    played = order(scene, FireGun("gun", at(scene, "T3")), [1, E + 1, distance])
    assert names(scene, [played.of(GunFired)[0].burst]) == [cell]


@pytest.mark.rule("LPG-SHELL")
def test_the_scatter_die_is_thrown_again_at_the_same_target() -> None:
    """If that is wanted, and the gun is laid on it already."""
    scene = shelled(laid="T3")
    again = FireGun("gun", at(scene, "T3"), again=True)
    assert order(scene, again, [4, 5]).of(GunFired)[0].burst == at(scene, "T3")
    first = order(shelled(), again, [4, E + 1, 6])
    assert names(scene, [first.of(GunFired)[0].burst]) == ["V3"]


@pytest.mark.rule("LPG-SHELL")
def test_a_gun_that_is_turned_has_to_be_laid_anew() -> None:
    """The range is no longer the same."""
    assert order(shelled(laid="T3"), Face("gun", W)).unit("gun").laid == ""


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(
    ("cell", "faces"), [("T3", [3, 4, 5, 6]), ("U3", [3, 4, 5, 6]), ("U4", [5, 6]), ("V3", [5, 6]), ("W3", [])]
)
def test_whom_a_burst_hits(cell: str, faces: list[int]) -> None:
    """Within an inch on three to six, within two on five and six."""
    scene = shelled(man("a1", cell, W))
    need = shell_needed(scene, at(scene, "T3"), unit(scene, "a1"))
    assert [face for face in D6.faces if need is not None and face >= need] == faces


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(("cell", "need"), [("U3", 5), ("V3", 6), ("T3", 5)])
def test_hard_cover_is_worth_two(cell: str, need: int) -> None:
    """Even in the pit that is hit; where seven would be needed, a six does (LPG-BLIND)."""
    scene = shelled(man("a1", cell, W), on=squares(WIDE, rifle_pit=cell))
    assert shell_needed(scene, at(scene, "T3"), unit(scene, "a1")) == need


@pytest.mark.rule("LPG-SHELL", "LPG-BLIND")
@pytest.mark.parametrize(
    ("cell", "dice", "harm"),
    [("V3", [6, 3], "nothing"), ("V3", [6, 4], "stunned"), ("V3", [5], None), ("U3", [6, 3], "wounded")],
)
def test_a_burst_that_could_not_hit_does_less_with_a_six(cell: str, dice: list[int], harm: str | None) -> None:
    """In a pit two inches from it; an inch from it a six is a hit like others."""
    scene = shelled(man("a1", cell, W), man("a2", "T3", W), on=squares(WIDE, rifle_pit=cell))
    # The man on whom it falls is stunned.
    played = order(scene, FireGun("gun", at(scene, "T3")), [5, *dice, 4])
    assert [hit.harm for hit in played.of(Hit) if hit.unit == "a1"] == ([harm] if harm else [])


@pytest.mark.rule("LPG-SHELL")
def test_one_die_for_the_whole_burst() -> None:
    """A four hits those within an inch, and not who is farther."""
    scene = shelled(man("a1", "T3", W), man("a2", "V3", W), man("p3", "S3", E))
    played = order(scene, FireGun("gun", at(scene, "T3")), [5, 4, 6, 6])
    assert [hit.unit for hit in played.of(Hit)] == ["a1", "p3"]


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_may_burst_off_the_table() -> None:
    """And harms nobody."""
    scene = shelled(man("a1", "T1", W))
    assert burst_cell(scene, at(scene, "T1"), 0, 2) is None
    assert not order(scene, FireGun("gun", at(scene, "T1")), [1, 1, 6]).of(Hit)


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_goes_astray_by_as_many_cells_as_come_nearest() -> None:
    """Half an inch a cell: two inches slantwise are 2.83 cells, and so three."""
    scene = battery(on=squares(scale=0.5))
    assert names(scene, [burst_cell(scene, at(scene, "M10"), SE, 2) or at(scene, "A1")]) == ["P13"]


# -- crews --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-WPN")
@pytest.mark.parametrize(("weapon", "load", "longest"), [("gatling", 1, 24), ("field_gun", 2, 48)])
def test_what_guns_are(weapon: str, load: int, longest: int) -> None:
    """Actions to load with the whole crew, and how far they carry."""
    scene = battery(weapon=weapon)
    assert load_actions(scene, unit(scene, "gun")).total == load
    names_ = {length: scene.map.cells[2 * 60 + 2 + length] for length in (longest, longest + 1)}
    refused = {
        length: fire_gun_refusal(scene, unit(scene, "gun"), cell, canister=False) for length, cell in names_.items()
    }
    assert refused[longest] is None and "too far" in (refused[longest + 1] or "")


@pytest.mark.rule("LPG-WPN")
def test_an_action_more_for_each_man_who_is_missing() -> None:
    """Stunned, dead or away."""
    scene = battery(man("p3", "B3", E, serves="gun", stunned=4), crew=4)
    assert load_actions(scene, unit(scene, "gun")).total == 3


@pytest.mark.rule("LPG-WPN")
@pytest.mark.parametrize(
    ("words", "more"),
    [({}, 0), ({"wounded": True}, 1), ({"stunned": 4}, 1), ({"broken": True}, 1), ({"cell": "G3"}, 1)],
)
def test_who_of_the_crew_is_out_of_action(words: dict[str, Any], more: int) -> None:
    """One thing changes about one man: wounded, stunned, running, or more than two inches away."""
    scene = battery(man("p3", "B3", E, serves="gun"), crew=3)
    other = changed(scene, "p3", **words)
    one, two = (load_actions(each, unit(each, "gun")).total for each in (scene, other))
    assert two - one == more


@pytest.mark.rule("LPG-ACT-1", "LPG-STUN")
def test_only_who_serves_the_gun_does_nothing_else() -> None:
    """Those who are far from it, left to themselves or stunned have what every man has."""
    there = [
        man("p3", "B3", E, serves="gun", stunned=4, control="free"),
        man("p4", "M3", E, serves="gun", control="free"),
        man("p5", "A3", E, serves="gun", control="repeats"),
        man("a1", "BA3", W),
    ]
    scene = battery(*there, crew=5)
    for id_ in ("p1", "p2"):
        scene = changed(scene, id_, control="free")
    begun = play_on(Position(scene.battle, scene.state.changed(phase="control", side="metis")), dice=[4])
    assert begun.unit("gun").left == 2
    assert [begun.unit(f"p{n}").left for n in range(1, 6)] == [0, 0, 1, 2, 2]


@pytest.mark.rule("LPG-ACT-1")
def test_a_gun_fires_once_and_is_loaded() -> None:
    """The Gatling takes one action for each."""
    scene = battery()
    fired = order(scene, FireGun("gun", at(scene, "H3"))).scene
    assert (unit(fired, "gun").loaded, unit(fired, "gun").left) == (False, 1)
    assert order(fired, Reload("gun")).unit("gun").loaded
    assert "already" in (refusal_of(changed(fired, "gun", loaded=True), FireGun("gun", at(scene, "H3"))) or "")


def test_a_gun_needs_two_men() -> None:
    """With one it can do nothing."""
    scene = changed(battery(), "p2", stunned=4)
    assert refusal_of(scene, FireGun("gun", at(scene, "H3"))) == "gun has no crew to serve it"


@pytest.mark.parametrize(
    ("words", "cell", "why"),
    [
        ({"limbered": True}, "H3", "gun is limbered"),
        ({"loaded": False}, "H3", "gun is not loaded"),
        ({}, "A3", "A3 is not in front of gun"),
        ({}, "C3", "nobody is known to be there"),
    ],
)
def test_when_a_gun_cannot_fire(words: dict[str, Any], cell: str, why: str) -> None:
    """And the reason."""
    scene = changed(battery(), "gun", **words)
    assert fire_gun_refusal(scene, unit(scene, "gun"), at(scene, cell), canister=False) == why


@pytest.mark.rule("LPG-ACT-1")
@pytest.mark.parametrize(
    ("facing", "why"), [(W, None), (E, "gun already faces that way"), (8, "there is no such direction")]
)
def test_a_gun_turns_to_where_there_is_a_direction(facing: int, why: str | None) -> None:
    """Eight of them, and not the one in which it points."""
    assert refusal_of(battery(), Face("gun", facing)) == why
    assert refusal_of(battery(), Face("gun", -1)) == "there is no such direction"
