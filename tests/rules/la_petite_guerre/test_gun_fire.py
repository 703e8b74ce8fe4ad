"""LPG-GATLING, LPG-SHELL: guns as they are fired, who is in danger, and who is not."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.combat.fire import acquire_check, acquires
from sim.rules.la_petite_guerre.combat.guns import beaten_zone, blast_shapes, fire_gun_refusal, shell_needed, swept
from sim.rules.la_petite_guerre.events import GunFired, Hit
from sim.rules.la_petite_guerre.orders.fire import Acquire, FireGun
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    WIDE,
    E,
    Placed,
    W,
    gun,
    man,
    order,
    position,
    refusal_of,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed


def battery(*others: Placed, weapon: str = "gatling", on: Any = None, **words: Any) -> LpgPosition:
    """A gun in C3 that points east, with two men beside it."""
    # The crew has acquired everybody, unless that is what the test is about.
    words.setdefault("acquired", tuple(each.unit.id for each in others if each.unit.side == METIS))
    there = gun("gun", "C3", E, weapon, side=MILITIA, **words)
    crew = [man("p1", "B2", E, serves="gun"), man("p2", "B4", E, serves="gun")]
    return position(there, *crew, *others, on=squares(WIDE) if on is None else on)


def fired(scene: LpgPosition, at: str, *dice: int, **words: Any) -> Any:
    """Fire the gun at a cell."""
    return order(scene, FireGun("gun", scene.map.cell(at), **words), dice)


# -- the beaten zone ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-GATLING")
def test_canister_beats_a_zone_and_is_no_shell() -> None:
    """Three dice for a man six inches away, two for one at nine, and nobody beyond ten is in danger."""
    scene = battery(man("a1", "I3", W), man("a2", "L3", W), man("a3", "N3", W), weapon="field_gun")
    played = fired(scene, "I3", 5, 1, 1, 4, 6, 4, 4, canister=True)
    assert [hit.unit for hit in played.of(Hit)] == ["a1", "a2"]
    shot = played.of(GunFired)[0]
    assert (shot.what, shot.burst, shot.under_fire, shot.laid) == ("canister", None, ("a1", "a2"), "")
    assert not played.unit("gun").loaded


@pytest.mark.rule("LPG-GATLING")
def test_a_gatling_fires_no_shells() -> None:
    """And says what it does."""
    assert fired(battery(), "H3").of(GunFired)[0].what == "gatling"


@pytest.mark.rule("LPG-GATLING")
def test_a_guns_own_crew_is_in_no_danger() -> None:
    """One of them stands before it; a friend who does not serve it is less lucky, and so is another gun."""
    crewman, friend = man("p3", "E3", E, serves="gun"), man("p4", "F3", E)
    scene = battery(crewman, friend, gun("other", "G3", E, side=MILITIA), crew=3)
    assert fired(scene, "H3", 1, 1, 1, 1, 1, 1).of(GunFired)[0].under_fire == ("p4", "other")


@pytest.mark.rule("LPG-GATLING")
def test_the_dead_are_not_hit_again() -> None:
    """Of three hits the first kills: there is no die for the others, and each counted by itself."""
    scene = battery(man("a1", "H3", W))
    played = fired(scene, "H3", 5, 5, 5, 1)
    assert [hit.harm for hit in played.of(Hit)] == ["killed"]


@pytest.mark.rule("LPG-GATLING")
def test_soft_cover_does_not_stop_the_gatling() -> None:
    """A hedge hides, a pit protects."""
    hedge = battery(man("a1", "H3", W), on=squares(WIDE, hedge="H3/w"))
    assert swept(hedge, unit(hedge, "gun"), unit(hedge, "a1")).check.total == 0


@pytest.mark.rule("LPG-GATLING")
def test_behind_a_house_nobody_is_in_the_beaten_zone() -> None:
    """The gun has no line of sight to him, and cannot be laid on him either."""
    scene = battery(man("a1", "L3", W), on=squares(with_cells(WIDE, H2="b", H3="b", H4="b")))
    zone = beaten_zone(scene, unit(scene, "gun"), scene.map.cell("G3"), canister=False)
    assert unit(scene, "a1").cell not in zone
    refused = fire_gun_refusal(scene, unit(scene, "gun"), scene.map.cell("L3"), canister=False)
    assert refused == "no line of sight to L3"


def test_a_gun_that_nobody_serves_is_not_fired() -> None:
    """Nor is one laid on what is off the table."""
    scene = battery()
    cell = scene.map.cell("H3")
    alone = changed(scene, "p1", cell="K3")
    assert fire_gun_refusal(alone, unit(alone, "gun"), cell, canister=False) == "gun has no crew to serve it"
    off = type(cell)(cell.q, cell.r - 40)
    assert fire_gun_refusal(scene, unit(scene, "gun"), off, canister=False) == "that is not a target"


# -- bursts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SHELL")
def test_who_comes_under_the_fire_of_a_burst() -> None:
    """Those within two inches of it, hit or not; not who is three away."""
    scene = battery(man("a1", "T3", W), man("a2", "V3", W), man("a3", "W3", W), weapon="field_gun")
    played = fired(scene, "T3", 5, 1)
    assert played.of(GunFired)[0].under_fire == ("a1", "a2")
    assert [played.unit(id_).under_fire for id_ in ("a1", "a2", "a3")] == [3, 3, 0]


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(
    ("laid", "need"),
    [({}, 3), ({"hedge": "U3/w"}, 3), ({"rifle_pit": "U3"}, 5), ({"low_wall": "U3/w"}, 5)],
)
def test_what_shelters_from_a_burst(laid: dict[str, Any], need: int) -> None:
    """Hard cover between him and it, or in which he lies; a hedge does not."""
    scene = battery(man("a1", "U3", W), weapon="field_gun", on=squares(WIDE, **laid))
    assert shell_needed(scene, scene.map.cell("T3"), unit(scene, "a1")) == need


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(("ground", "need"), [(".", 3), ("s", 3)])
def test_soft_ground_under_a_burst_shelters_nobody(ground: str, need: int) -> None:
    """It falls on him: scrub is no pit."""
    scene = battery(man("a1", "T3", W), weapon="field_gun", on=squares(with_cells(WIDE, T3=ground)))
    assert shell_needed(scene, scene.map.cell("T3"), unit(scene, "a1")) == need


@pytest.mark.rule("LPG-COVER")
@pytest.mark.rule("LPG-SHELL")
def test_behind_a_house_a_burst_is_as_good_as_behind_hard_cover() -> None:
    """Two inches away, with the house between: seven is needed, so a six."""
    rows = with_cells(WIDE, U2="b", U3="b", U4="b")
    scene = battery(man("a1", "V3", W), weapon="field_gun", on=squares(rows))
    assert shell_needed(scene, scene.map.cell("T3"), unit(scene, "a1")) == 6
    assert shell_needed(battery(man("a1", "V3", W)), scene.map.cell("T3"), unit(scene, "a1")) == 5


@pytest.mark.rule("LPG-SHELL")
def test_the_circles_that_are_drawn() -> None:
    """One inch and two, around the middle of the cell."""
    scene = battery()
    one, two = blast_shapes(scene, scene.map.cell("T3"))
    assert [round(shape.bounds[2] - shape.bounds[0], 6) for shape in (one, two)] == [2, 4]


# -- what the crew has seen ---------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ACQ", "LPG-GATLING")
@pytest.mark.parametrize(
    ("words", "has"),
    [({}, True), ({"stunned": 4}, False), ({"cell": "G5"}, False), ({"acquired": ()}, False), ({"serves": ""}, False)],
)
def test_a_gun_has_what_those_have_who_serve_it(words: dict[str, Any], has: bool) -> None:
    """One of the crew has seen him; not who is stunned, or away from the gun, or not of its crew."""
    scene = battery(man("a1", "P3", W), acquired=())
    scene = changed(changed(scene, "p1", acquired=("a1",)), "p1", **words)
    assert acquires(scene, unit(scene, "gun"), unit(scene, "a1")) is has


@pytest.mark.rule("LPG-ACQ", "LPG-ACT-1")
@pytest.mark.parametrize(("die", "seen"), [(1, False), (2, True)])
def test_a_gun_looks_with_one_of_its_actions(die: int, seen: bool) -> None:
    """As a man does, and for nobody twice."""
    scene = battery(man("a1", "P3", W), acquired=())
    played = order(scene, Acquire("gun", "a1"), [die])
    assert (played.unit("gun").acquired == ("a1",), played.unit("gun").left) == (seen, 1)
    has = battery(man("a1", "P3", W))
    assert refusal_of(has, Acquire("gun", "a1")) == "a1 has already been acquired"
    assert refusal_of(has, Acquire("gun", "a9")) == "there is no a9"


@pytest.mark.rule("LPG-ACQ", "LPG-CMD")
def test_what_is_pointed_out_to_its_crew_draws_the_attention_of_a_gun() -> None:
    """Two more for one of them, and nothing for a man who is not with it."""
    scene = battery(man("a1", "P3", W), acquired=())
    told, away = changed(scene, "p1", shown=("a1",)), changed(scene, "p1", shown=("a1",), cell="G5")
    found = [acquire_check(each, unit(each, "gun"), unit(each, "a1")).total for each in (scene, told, away)]
    assert found == [0, 2, 0]


@pytest.mark.rule("LPG-BLIND", "LPG-GATLING")
@pytest.mark.parametrize(("acquired", "dice", "harms"), [(("a1",), [5, 2], ["wounded"]), ((), [5], [])])
def test_a_gatling_at_whom_nobody_has_acquired_is_blind(
    acquired: tuple[str, ...], dice: list[int], harms: list[str]
) -> None:
    """A five hits no more, and of a six one to three does nothing; friends are known to be there."""
    scene = battery(man("a1", "P3", W), acquired=acquired)
    assert [hit.harm for hit in fired(scene, "P3", *dice).of(Hit)] == harms
    unseen = battery(man("a1", "P3", W), acquired=())
    assert [hit.harm for hit in fired(unseen, "P3", 6, 2).of(Hit)] == ["nothing"]
    friend = battery(man("p4", "P3", W), acquired=())
    assert [hit.harm for hit in fired(friend, "P3", 5, 2).of(Hit)] == ["wounded"]


@pytest.mark.rule("LPG-BLIND", "LPG-SHELL")
def test_a_shell_at_whom_nobody_has_acquired_is_blind() -> None:
    """A six of the burst, and of that one to three does nothing; whom it is laid on counts, not who stands beside."""
    men = [man("a1", "T3", W), man("a2", "U3", W)]
    unseen = battery(*men, weapon="field_gun", acquired=("a2",))
    assert not fired(unseen, "T3", 5, 5).of(Hit)
    assert [hit.harm for hit in fired(unseen, "T3", 5, 6, 3, 4).of(Hit)] == ["nothing", "stunned"]
    seen = battery(*men, weapon="field_gun", acquired=("a1",))
    assert [hit.harm for hit in fired(seen, "T3", 5, 3, 3, 4).of(Hit)] == ["wounded", "stunned"]


@pytest.mark.rule("LPG-BLIND", "LPG-SHELL")
def test_a_shell_at_an_empty_place_is_blind() -> None:
    """Nobody can be aimed at there, not even a friend."""
    scene = battery(man("a1", "U3", W), man("p4", "T3", W), weapon="field_gun")
    assert not fired(scene, "T3", 5, 5).of(Hit)


# -- men of whom nobody knows -------------------------------------------------------------------------------------


def secretly(*others: Placed, weapon: str = "gatling") -> LpgPosition:
    """A battle in which somebody began hidden."""
    there = gun("gun", "C3", E, weapon, side=MILITIA)
    crew = [man("p1", "B2", E, serves="gun"), man("p2", "B4", E, serves="gun")]
    return position(there, *crew, *others, on=squares(WIDE), engagement={"hidden": ("a9",)})


@pytest.mark.rule("LPG-BLIND", "LPG-GATLING")
@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("die", [1, 5])
def test_no_die_tells_of_a_hidden_man(there: bool, die: int) -> None:
    """One is thrown whether he is in the beaten zone or not, and what is told is the same."""
    hider = man("a9", "P3" if there else "P5", W, hidden=True)
    played = fired(secretly(hider), "P3", die)
    assert [str(event) for event in played.events] == [
        str(event) for event in fired(secretly(man("a9", None, W)), "P3", die).events
    ]
    assert (played.unit("a9").hidden, played.unit("a9").under_fire) == (True, 0)


@pytest.mark.rule("LPG-BLIND", "LPG-GATLING")
def test_a_six_finds_out_who_hides_in_the_beaten_zone() -> None:
    """All of them, and nobody beside it: discovered first, then hit, and one to three does nothing."""
    hiders = [man("a8", "P3", W, hidden=True), man("a9", "S3", W, hidden=True), man("a7", "P5", W, hidden=True)]
    played = fired(secretly(*hiders), "P3", 6, 2, 4)
    assert [type(event).__name__ for event in played.events[-4:]] == ["Revealed", "Hit", "Revealed", "Hit"]
    assert [(hit.unit, hit.harm) for hit in played.of(Hit)] == [("a8", "nothing"), ("a9", "stunned")]
    assert [played.unit(id_).hidden for id_ in ("a7", "a8", "a9")] == [True, False, False]


@pytest.mark.rule("LPG-BLIND", "LPG-SHELL")
@pytest.mark.parametrize(("die", "found"), [(5, False), (6, True)])
def test_a_burst_finds_out_who_hides_near_it(die: int, found: bool) -> None:
    """With a six, within two inches; the die is thrown even where nobody is to be seen."""
    hiders = [man("a9", "V3", W, hidden=True), man("a8", "W3", W, hidden=True)]
    played = fired(secretly(*hiders, weapon="field_gun"), "T3", 5, die, *([4] if found else []))
    assert [hit.unit for hit in played.of(Hit)] == (["a9"] if found else [])
    assert played.of(GunFired)[0].under_fire == ()
    assert fired(secretly(weapon="field_gun"), "T3", 5, 6).of(GunFired)


def test_a_crew_that_fires_is_hidden_no_longer() -> None:
    """As any man who fires."""
    scene = changed(battery(), "p1", hidden=True)
    assert not fired(scene, "H3").unit("p1").hidden


@pytest.mark.rule("LPG-BLIND", "LPG-GATLING")
def test_who_is_hard_to_hit_is_not_hit_blind() -> None:
    """A prone man needs a six, which then does all that a hit does; prone in a pit he could not be hit at all."""
    prone = battery(man("a1", "P3", W, prone=True))
    assert [hit.harm for hit in fired(prone, "P3", 6, 2).of(Hit)] == ["wounded"]
    pit = battery(man("a1", "P3", W, prone=True), on=squares(WIDE, rifle_pit="P3"))
    assert [hit.harm for hit in fired(pit, "P3", 6, 2).of(Hit)] == ["nothing"]


@pytest.mark.rule("LPG-BLIND", "LPG-SHELL")
def test_a_friend_is_no_target_for_a_shell() -> None:
    """Laid on him, however near, it is blind to the enemy beside him."""
    scene = battery(man("p4", "H3", W), man("a1", "I3", W), weapon="field_gun")
    assert not fired(scene, "H3", 5, 5).of(Hit)
