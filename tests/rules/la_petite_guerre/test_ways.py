"""LPG-MOVE-1 to LPG-MOVE-4: ways, who is in them, ways around, and ways that charges and runs take."""

from functools import partial
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.events import Moved, MoveGivenUp, Revealed
from sim.rules.la_petite_guerre.ground.ways import (
    charge_ways,
    closest_ways,
    crawl_ways,
    full_ways,
    move_reach,
    rout_ways,
    way_refusal,
)
from sim.rules.la_petite_guerre.orders.moves import Move, RollMove
from sim.rules.la_petite_guerre.orders.order import COMMAND, MOVING
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    NE,
    OPEN,
    SE,
    E,
    N,
    Placed,
    W,
    gun,
    hexes,
    man,
    order,
    position,
    refusal_of,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed, names, way

crawl_refusal = partial(way_refusal, inches=2, crawling=True)
"""LPG-MOVE-1: two inches."""


def corridor(row: str) -> Any:
    """Return a table of one row of ground, the tenth, between waters."""
    return squares("\n".join(["~" * 30] * 9 + [row.ljust(30, ".")] + ["~" * 30] * 10))


def walker(*others: Placed, on: Any = None, **words: Any) -> LpgPosition:
    """A man in C10, and others."""
    return position(man("p1", "C10", E, **words), *others, on=on)


def refused(scene: LpgPosition, inches: int, *cells: str) -> str | None:
    """Return why the man cannot go that way."""
    return way_refusal(scene, unit(scene, "p1"), way(scene, *cells), inches)


def ends(scene: LpgPosition, inches: int) -> list[str]:
    """Return where his ways end."""
    return names(scene, full_ways(scene, unit(scene, "p1"), inches))


# -- who is in the way --------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-3")
def test_what_is_no_way() -> None:
    """Nothing, a jump, off the table, into somebody."""
    scene = walker(man("p2", "D10", E))
    assert refused(scene, 3) == "that leads nowhere"
    assert refused(scene, 3, "C9", "C7") == "C9 has no such neighbour"
    assert refused(scene, 3, "D10", "E10", "F10") == "another unit is in D10"
    off = scene.map.cell("A10")
    gone = type(off)(off.q - 1, off.r)
    edge = way(scene, "B10", "A10")
    assert way_refusal(scene, unit(scene, "p1"), (*edge, gone), 3) == "A10 has no such neighbour"


@pytest.mark.rule("LPG-MOVE-3")
@pytest.mark.parametrize(
    ("other", "closed"),
    [
        (man("p2", "D10"), True),
        (man("p2", "D10", hidden=True), True),
        (man("p2", "D10", side="metis", hidden=True), False),
        (man("p2", None, dead=True), False),
    ],
    ids=["a friend", "a hidden friend", "a hidden enemy", "a dead friend"],
)
def test_who_closes_a_cell(other: Placed, closed: bool) -> None:
    """Of hidden enemies nobody knows; whoever would walk into one comes upon him first."""
    assert (refused(walker(other), 3, "D10", "E10", "F10") == "another unit is in D10") is closed


@pytest.mark.rule("LPG-MOVE-3")
def test_there_is_a_way_around_a_friend() -> None:
    """Four inches around him lead to where three lead through him."""
    scene = walker(man("p2", "D10", E))
    assert "F10" in ends(scene, 4)
    assert "D10" not in names(scene, move_reach(scene, unit(scene, "p1"), 5).area)


@pytest.mark.rule("LPG-MOVE-3")
def test_who_is_blocked_need_not_go_on() -> None:
    """A friend fills the only way."""
    assert refused(walker(man("p2", "E10", E), on=corridor("~~")), 4, "D10") is None
    assert refused(walker(on=corridor("~~")), 4, "D10") == 'the full distance must be moved: 3" left over'


@pytest.mark.rule("LPG-MOVE-4")
def test_a_hidden_enemy_stops_nobody_beforehand() -> None:
    """The ways are the same as without him."""
    assert ends(walker(man("a1", "G10", W, hidden=True)), 5) == ends(walker(), 5)


# -- woods --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-2", "LPG-MOVE-3")
def test_an_inch_that_the_wood_would_take_is_not_left() -> None:
    """Three inches end before the wood, for the step into it costs two; four do not."""
    on = corridor("~~...wwww")
    assert refused(walker(on=on), 3, "D10", "E10") is None
    assert refused(walker(on=on), 4, "D10", "E10") == 'the full distance must be moved: 2" left over'
    assert refused(walker(on=on), 4, "D10", "E10", "F10") is None
    assert refused(walker(on=on), 5, "D10", "E10", "F10", "G10") is None


@pytest.mark.rule("LPG-MOVE-2", "LPG-MOVE-3")
@pytest.mark.parametrize("scrub", ["D9", "D10", "D11"])
@pytest.mark.parametrize("end", ["E9", "E11"])
def test_ways_keep_out_of_scrub_where_they_can(scrub: str, end: str) -> None:
    """Two and a half inches lead there by either of two cells: of three none are lost."""
    assert end in ends(walker(on=squares(with_cells(**{scrub: "s"}))), 3)


@pytest.mark.rule("LPG-MOVE-2")
def test_a_gun_does_not_go_where_a_man_does() -> None:
    """Wheels do not go into a wood."""
    on = squares(with_cells(D10="w"))
    piece = position(gun("p1", "C10", E, limbered=True), on=on)
    assert "no way into D10" in (way_refusal(piece, unit(piece, "p1"), way(piece, "D10"), 2) or "")
    assert refused(walker(on=on), 2, "D10") is None


# -- two inches off -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-4")
def test_nobody_passes_by_two_inches_from_the_enemy() -> None:
    """In the first cell so near he stops, even if the next one is farther away."""
    scene = walker(man("a1", "G10", W))
    assert refused(scene, 4, "D10", "E10", "E11", "E12") == "he has to stop within two inches of the enemy"


@pytest.mark.rule("LPG-MOVE-4")
def test_nobody_goes_around_an_enemy_at_his_elbow() -> None:
    """As near on the other side is not farther away, whoever else is about."""
    scene = position(man("p1", "L11", E), man("a1", "M10", W), man("a2", "Z1", W))
    assert refused(scene, 3, "M12", "N11") == "so close to the enemy he can only move away"


@pytest.mark.rule("LPG-MOVE-4", "LPG-MOVE-1")
def test_nobody_crawls_nearer_than_two_inches() -> None:
    """One inch, and no second; into somebody else not at all."""
    scene = walker(man("a1", "F10", W), man("p2", "C9", E), prone=True)
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10")) is None
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10", "E10")) is not None
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "C9")) == "another unit is in C9"
    assert "E10" not in names(scene, crawl_ways(scene, unit(scene, "p1")))


# -- charges and runs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE", "LPG-MOVE-2")
def test_scrub_takes_an_inch_off_a_charge() -> None:
    """Four inches reach a man five away, but not through scrub."""
    rows = with_cells(**{f"E{row}": "s" for row in range(1, 21)})
    for on, found in ((squares(OPEN), True), (squares(rows), False)):
        scene = walker(man("a1", "H10", W), on=on)
        assert bool(charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"), 4)) is found


@pytest.mark.rule("LPG-CHARGE")
def test_a_charge_takes_the_shortest_way() -> None:
    """The first of them; every other is no shorter."""
    scene = walker(man("a1", "G10", W))
    ways = charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"), 6)
    assert names(scene, ways)[0] == "F10"
    assert names(scene, next(iter(ways.values()))) == ["D10", "E10", "F10"]


@pytest.mark.rule("LPG-CHARGE")
def test_nobody_is_reached_through_a_wall() -> None:
    """Beside him is not enough: a step to him must be possible."""
    beside = walker(man("a1", "D10", W), on=corridor("~~"))
    walled = walker(man("a1", "D10", W), on=_walled())
    assert charge_ways(beside, unit(beside, "p1"), unit(beside, "a1"), 3)
    assert not charge_ways(walled, unit(walled, "p1"), unit(walled, "a1"), 3)


def _walled() -> Any:
    rows = "\n".join(["~" * 30] * 9 + ["~~" + "." * 28] + ["~" * 30] * 10)
    return squares(rows, wall="C10/e")


@pytest.mark.rule("LPG-CHARGE")
def test_a_charge_that_is_too_short_ends_as_near_as_it_can() -> None:
    """Nearer than before, by as many inches as the ground leaves."""
    scene = walker(man("a1", "M10", W))
    assert names(scene, closest_ways(scene, unit(scene, "p1"), scene.map.cell("M10"), 3)) == ["F10"]
    wood = walker(man("a1", "M10", W), on=squares("\n".join(["..." + "w" * 20 + "." * 7] * 20)))
    assert names(wood, closest_ways(wood, unit(wood, "p1"), wood.map.cell("M10"), 3)) == ["E10"]
    shut = walker(man("a1", "M10", W), on=corridor("~~.~"))
    assert not closest_ways(shut, unit(shut, "p1"), shut.map.cell("M10"), 3)


@pytest.mark.rule("LPG-ROUT")
def test_men_run_from_the_nearest_enemy() -> None:
    """Between two he runs from the near one as far as the other lets him; those who run themselves frighten nobody."""
    on = corridor("")
    scene = position(man("p1", "J10", E), man("a1", "H10", E), man("a2", "V10", W), on=on)
    assert names(scene, rout_ways(scene, unit(scene, "p1"), 8)) == ["O10"]
    alone = changed(scene, "a2", broken=True)
    assert names(scene, rout_ways(alone, unit(alone, "p1"), 8)) == ["R10"]
    assert not rout_ways(changed(alone, "a1", broken=True), unit(alone, "p1"), 8)


@pytest.mark.rule("LPG-ROUT")
def test_nobody_runs_to_where_he_is_no_better_off() -> None:
    """At the end of his way he stays."""
    scene = position(man("p1", "C10", E), man("a1", "F10", W), on=corridor("~~"))
    assert not rout_ways(scene, unit(scene, "p1"), 4)


# -- moves as they are made ---------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-2")
def test_who_charges_runs_or_falls_short_goes_around_scrub() -> None:
    """Of two ways of the same length the one that enters no scrub keeps its inch, for every kind of move."""
    rows = squares(with_cells(G10="s"))
    scene = position(man("p1", "F10", E), man("a1", "K11", W), on=rows)
    assert "J11" in names(scene, charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"), 5))
    scene = position(man("p1", "F10", E), man("a1", "P13", W), on=rows)
    assert names(scene, closest_ways(scene, unit(scene, "p1"), unit(scene, "a1").place, 5)) == ["J12"]
    scene = position(man("p1", "F10", E), man("a1", "C9", E), on=rows)
    assert names(scene, rout_ways(scene, unit(scene, "p1"), 5)) == ["J12"]


@pytest.mark.rule("LPG-MOVE-3", "LPG-ACT-1")
def test_who_can_go_nowhere_has_spent_his_action() -> None:
    """The die was thrown, and nobody is asked for a way."""
    played = order(walker(on=corridor("~~.~")), RollMove("p1"), [3])
    assert played.of(MoveGivenUp) and not played.asked
    assert (played.unit("p1").left, played.scene.state.rolled) == (1, 0)


@pytest.mark.parametrize(("mounted", "gait"), [(False, "walk"), (True, "ride")])
def test_how_he_goes(mounted: bool, gait: str) -> None:
    """On foot or on a horse; he looks where he goes."""
    scene = walker(mounted=mounted)
    going = Move("p1", way(scene, "C11", "C12"))
    moved = order(scene, RollMove("p1"), [2], {MOVING: [going]}).of(Moved)[0]
    assert (moved.gait, scene.map.grid.directions[moved.facing]) == (gait, "s")


@pytest.mark.rule("LPG-MOVE-1")
@pytest.mark.parametrize(
    ("facing", "allowed"), [(None, True), (E, True), (NE, True), (SE, True), (N, False), (W, False)]
)
def test_at_the_end_of_a_move_he_may_turn_a_little(facing: int | None, allowed: bool) -> None:
    """By 45 degrees to either hand of where he went, for nothing; what he repeats is where he went."""
    scene = Position(walker().battle, walker().state.changed(rolled=2, actor="p1"))
    going = Move("p1", way(scene, "D10", "E10"), facing)
    refused_ = refusal_of(scene, going, Ask("militia", MOVING, "p1"))
    assert (refused_ is None) is allowed
    if allowed:
        moved = order(walker(), RollMove("p1"), [2], {MOVING: [going]}).unit("p1")
        assert (moved.facing, moved.did[-1].facing, moved.left) == (E if facing is None else facing, E, 1)


@pytest.mark.rule("LPG-MOVE-1")
def test_on_hexes_there_is_no_turn_of_45_degrees() -> None:
    """Sixty are too many: he looks where he went."""
    scene = position(man("p1", "M10", 0), on=hexes(), rolled=2, actor="p1")
    going = way(scene, "M9", "M8")
    asked = Ask("militia", MOVING, "p1")
    assert [refusal_of(scene, Move("p1", going, facing), asked) is None for facing in range(6)] == [True] + [False] * 5


def test_who_is_stopped_has_not_turned() -> None:
    """He comes upon a hidden enemy, and looks where he went."""
    scene = walker(man("a1", "J10", W, hidden=True))
    going = Move("p1", way(scene, "D10", "E10", "F10"), NE)
    assert order(scene, RollMove("p1"), [3], {MOVING: [going]}).unit("p1").facing == E


@pytest.mark.rule("LPG-CMD", "LPG-MOVE-3")
def test_with_a_command_point_a_leader_moves_alone() -> None:
    """His file has its own actions later."""
    scene = position(man("p1", "C10", E, command=1), man("p2", "B10", E, follows="p1", left=2), phase="command")
    going = Move("p1", way(scene, "D10", "E10"))
    played = order(scene, RollMove("p1"), [2], {MOVING: [going]}, Ask("militia", COMMAND, "p1"))
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2")]) == ["E10", "B10"]


@pytest.mark.rule("LPG-MOVE-3")
@pytest.mark.parametrize(
    ("words", "ends_at"), [({}, "F10"), ({"stunned": 4}, "D10"), ({"left": 0}, "D10"), ({"cell": "D15"}, "D15")]
)
def test_who_follows(words: dict[str, Any], ends_at: str) -> None:
    """Whoever is beside the way of his lead, has an action left and is himself."""
    scene = position(man("p1", "E10", E), man("p2", "D10", E, follows="p1"))
    scene = changed(scene, "p2", **words)
    played = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "F10", "G10"))]})
    assert names(scene, [played.unit("p2").place]) == [ends_at]


@pytest.mark.rule("LPG-MOVE-3", "LPG-MOVE-2")
def test_who_follows_goes_no_farther_than_the_way_is_free() -> None:
    """Behind a lead on foot he comes up as far as he can: another has stepped in his way, and he stays behind him."""
    scene = position(man("p1", "E10", E), man("p2", "C10", E, follows="p1"), man("p3", "D10", E))
    played = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "F10", "G10"))]})
    assert names(scene, [played.unit("p2").place]) == ["C10"]


def test_a_crew_that_is_beside_its_gun_stays() -> None:
    """Who is farther off goes along."""
    crew = [man("p1", "C11", E, serves="gun"), man("p2", "B9", E, serves="gun")]
    scene = position(gun("gun", "C10", E, limbered=True, side="militia"), *crew)
    played = order(scene, RollMove("gun"), [2], {MOVING: [Move("gun", way(scene, "D11"))]})
    assert [event.unit for event in played.of(Moved)] == ["gun", "p2"]


# -- hidden men ---------------------------------------------------------------------------------------------------


def going_east(*others: Placed, on: Any = None) -> Any:
    """Let a man go three inches east."""
    scene = walker(*others, on=on)
    return order(scene, RollMove("p1"), [3], {MOVING: [Move("p1", way(scene, "D10", "E10", "F10"))]})


def test_nobody_walks_onto_a_hidden_man() -> None:
    """He is found out, and the other stays where he was."""
    played = going_east(man("a1", "D10", W, hidden=True))
    assert [event.unit for event in played.of(Revealed)] == ["a1"]
    assert not played.of(Moved)


def test_who_is_not_in_sight_is_not_come_upon() -> None:
    """Behind a house he stays hidden, however near."""
    played = going_east(man("a1", "J10", W, hidden=True), on=squares(with_cells(H10="b", H9="b", H11="b")))
    assert played.unit("a1").hidden and len(played.of(Moved)[0].way) == 3


def test_friends_and_known_enemies_stop_nobody() -> None:
    """A friend who hides, and an enemy who does not, six inches away."""
    played = going_east(man("p2", "C12", E, hidden=True), man("a1", "L10", W))
    assert len(played.of(Moved)[0].way) == 3
    assert played.unit("p2").hidden


def test_who_was_come_upon_by_another_is_found_out_too() -> None:
    """Somebody moves, and all who hide within six inches of an enemy's eyes are discovered."""
    played = going_east(man("p2", "S3", E), man("a1", "W3", W, hidden=True), man("a2", "AD20", W, hidden=True))
    assert [event.unit for event in played.of(Revealed)] == ["a1"]
