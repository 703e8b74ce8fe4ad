"""Ambush Alley: where to go out of sight, into cover, into range, by the safest way, and what the trace says of it."""

from random import Random
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.notes import Said, Sifted
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground.cover import own_cover_area, walled_area
from sim.rules.ambush_alley.ground.moves import danger, into_cover, out_of_sight, pull_back, reach, watch, way_refusal
from sim.rules.ambush_alley.solo.searches import into_optimum, safest_way, toward
from sim.rules.ambush_alley.state import AasPosition, regulars
from sim.solo.explain import why_not
from sim.solo.moves import Going
from sim.solo.plans import Cannot
from sim.tabletop.inches import covers, within
from tests.rules.ambush_alley.table import (
    Thinking,
    hexes,
    position,
    squares,
    team,
    thinking,
    unit,
    with_cells,
)

SLOW = Card("slow", "Dust storm", "", "no rapid", 0, "insurgents", "this turn")

LANE = """
    ..........
    ..b..b....
    ..........
    """
"""Two houses beside a lane: the Regular at the west end of row 2 sees the lane, and not behind the houses."""


def lane(at: str = "E2", regular: str = "A2", **more: Any) -> AasPosition:
    """An Insurgent in the lane and a Regular at its end."""
    return position(team("i1", at, **more), team("r1", regular), on=squares(LANE), fog=(SLOW,))


def end(scene: AasPosition, going: Going | Cannot) -> str:
    """The name of the cell in which a move ends."""
    assert isinstance(going, Going), going
    return scene.name(going.end)


def sifted(thought: Thinking) -> Sifted:
    """The choice that was noted."""
    return next(note for note in thought.notes if isinstance(note, Sifted))


# -- out of sight ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-3")
def test_out_of_sight_by_the_shortest_way() -> None:
    """Behind the nearer of two houses, and nowhere that anybody sees."""
    rows = with_cells("\n".join(["." * 12] * 3), D2="b", J2="b")
    scene = position(team("i1", "F3"), team("r1", "A2"), on=squares(rows))
    going = out_of_sight(thinking(scene, "i1", dice=[1]).here, "AAS-N-3")
    assert isinstance(going, Going)
    assert going.end not in danger(scene, unit(scene, "i1"))
    hidden = scene.map.whole - danger(scene, unit(scene, "i1"))
    run = reach(scene, unit(scene, "i1"), "rapid")
    assert going.cost == min(cost for cell in hidden if (cost := run.cost(cell)) is not None)


@pytest.mark.rule("AAS-N-3")
def test_out_of_sight_toward_friends() -> None:
    """Of the cells that nobody sees the nearest to the friends, though another is nearer to the unit."""
    scene = position(team("i1", "C2"), team("r1", "A2"), on=squares(with_cells("\n".join(["." * 10] * 3), D2="b")))
    thought = thinking(scene, "i1")
    near = out_of_sight(thought.here, "AAS-N-3")
    far = out_of_sight(thought.here, "AAS-N-3", toward=scene.map.cell("J2"))
    assert (end(scene, near), end(scene, far)) == ("E2", "J2")


def test_no_way_out_of_sight() -> None:
    """In the open there is none, which is said."""
    scene = position(team("i1", "E2"), team("r1", "A2"))
    assert out_of_sight(thinking(scene, "i1").here, "AAS-N-3") == Cannot("none of the cells in reach will do")


@pytest.mark.rule("AAS-R-nothing")
def test_who_is_held_finds_nothing() -> None:
    """Pinned men cannot leave, and staying is no move."""
    scene = lane(pinned=1)
    assert isinstance(out_of_sight(thinking(scene, "i1").here, "AAS-N-3"), Cannot)


def test_every_regular_counts() -> None:
    """What one does not see another may."""
    rows = with_cells("\n".join(["." * 12] * 3), E2="b")
    one = position(team("i1", "D2"), team("r1", "A2"), on=squares(rows))
    two = position(team("i1", "D2"), team("r1", "A2"), team("r2", "L2"), on=squares(rows))
    assert isinstance(out_of_sight(thinking(one, "i1").here, "AAS-N-3"), Going)
    assert isinstance(out_of_sight(thinking(two, "i1").here, "AAS-N-3"), Cannot)


@pytest.mark.parametrize("more", [{"in_force": ()}, {"in_force": ("slow",)}])
def test_who_may_not_run_looks_less_far(more: dict[str, Any]) -> None:
    """A place ten inches off is in reach of a Rapid move alone."""
    rows = with_cells("\n".join(["." * 20] * 1), M1="b")
    scene = position(team("i1", "C1"), team("r1", "A1"), on=squares(rows), fog=(SLOW,), **more)
    going = out_of_sight(thinking(scene, "i1").here, "AAS-N-3")
    assert isinstance(going, Cannot if more["in_force"] else Going)


def test_a_cautious_search_looks_less_far() -> None:
    """The same by the pace that is asked for."""
    rows = with_cells("\n".join(["." * 20] * 1), M1="b")
    scene = position(team("i1", "C1"), team("r1", "A1"), on=squares(rows))
    assert isinstance(out_of_sight(thinking(scene, "i1").here, "x", pace="cautious"), Cannot)


# -- the trace ---------------------------------------------------------------------------------------------------


def test_the_trace_says_who_sees_each_cell() -> None:
    """Every cell in reach is a candidate; the first line says by whom it is seen, and keeps those that nobody sees."""
    scene = lane("E2", "A2")
    thought = thinking(scene, "i1", dice=[1])
    out_of_sight(thought.here, "AAS-N-3")
    note = sifted(thought)
    assert note.rule == "AAS-N-3"
    assert scene.map.cell("E2") not in note.candidates
    values = dict(zip(note.candidates, note.steps[0].values, strict=True))
    for cell, value in values.items():
        seen = cell in scene.lines.field_of_view(scene.map.cell("A2"))  # type: ignore[comparison-overlap, operator]
        assert value == ("seen by r1" if seen else "unseen")


def test_why_not_there() -> None:
    """A cell that was ruled out is told with its reason, one out of reach as no candidate."""
    scene = lane("E2", "A1")
    thought = thinking(scene, "i1", dice=[1])
    going = out_of_sight(thought.here, "AAS-N-3")
    notes = thought.notes
    assert isinstance(going, Going)
    assert why_not(notes, scene.map.cell("E1"))[0].value == "seen by r1"
    assert why_not(notes, going.end)[0].fate == "chosen"
    assert why_not(notes, scene.map.cell("A1"))[0].fate == "no candidate"


def test_equally_good_cells_are_thrown_for() -> None:
    """Two corners alike: a die decides, visibly."""
    rows = with_cells("\n".join(["." * 9] * 5), D2="b", D4="b")
    scene = position(team("i1", "D3"), team("r1", "A3"), on=squares(rows))
    ends = set()
    for face in (1, 2):
        thought = thinking(scene, "i1", dice=[face])
        ends.add(end(scene, into_cover(thought.here, "AAS-N-2")))
        assert sifted(thought).roll is not None
    assert ends == {"D2", "D4"}


# -- into cover --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-2")
def test_into_the_nearest_cover() -> None:
    """A house two inches off rather than one three inches off."""
    rows = with_cells("\n".join(["." * 12] * 3), C2="b", H2="b")
    scene = position(team("i1", "E2"), team("r1", "A1"), on=squares(rows))
    assert end(scene, into_cover(thinking(scene, "i1").here, "AAS-N-2")) == "C2"


@pytest.mark.rule("AAS-N-2")
def test_behind_a_wall_is_cover() -> None:
    """The lee of a low wall shelters from who is beyond it, and not from who is on the same side."""
    on = squares("\n".join(["." * 12] * 1), low_wall="F1/e")
    west = position(team("i1", "D1"), team("r1", "A1"), on=on)
    assert end(west, into_cover(thinking(west, "i1").here, "AAS-N-2")) == "G1"
    both = position(team("i1", "D1"), team("r1", "A1"), team("r2", "L1"), on=on)
    assert isinstance(into_cover(thinking(both, "i1").here, "AAS-N-2"), Cannot)


@pytest.mark.rule("AAS-N-8")
def test_cover_out_of_sight() -> None:
    """A house that the enemy sees will not do; one that he does not see, further off, will."""
    rows = with_cells("\n".join(["." * 14] * 3), F2="b", G2="b")
    scene = position(team("i1", "E1"), team("r1", "A2"), on=squares(rows))
    assert end(scene, into_cover(thinking(scene, "i1").here, "x")) == "F2"
    assert end(scene, into_cover(thinking(scene, "i1").here, "AAS-N-8", seen=False)) == "G2"


@pytest.mark.rule("AAS-W-9")
def test_cover_with_sight_of_the_enemy() -> None:
    """The house in the second row sees nobody; the one that sees him is taken, though it is further."""
    rows = with_cells("\n".join(["." * 14] * 3), F2="b", G2="b")
    scene = position(team("i1", "I2"), team("r1", "A2"), on=squares(rows))
    assert end(scene, into_cover(thinking(scene, "i1").here, "x")) == "G2"
    assert end(scene, into_cover(thinking(scene, "i1").here, "AAS-W-9", seen=True)) == "F2"


@pytest.mark.rule("AAS-W-12")
def test_cover_nearest_to_a_place() -> None:
    """With a place to go to, the cover nearest to it, whatever the way."""
    rows = with_cells("\n".join(["." * 14] * 3), F2="b", J2="b")
    scene = position(team("i1", "I2"), team("r1", "A1"), on=squares(rows))
    there = unit(scene, "r1").place
    assert end(scene, into_cover(thinking(scene, "i1").here, "x")) == "J2"
    assert end(scene, into_cover(thinking(scene, "i1").here, "AAS-W-12", toward=there)) == "F2"


def test_the_trace_says_from_whom_there_is_no_cover() -> None:
    """Cells in the open are told with those who would see them bare."""
    scene = lane("E3", "A3")
    thought = thinking(scene, "i1", dice=[1])
    into_cover(thought.here, "AAS-N-2")
    told = why_not(thought.notes, scene.map.cell("F3"))[0]
    assert (told.criterion, told.value) == ("in cover", "no cover from r1")


@pytest.mark.rule("AAS-R-cover")
@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
def test_what_is_watched_is_what_the_rules_say(drawn: Any) -> None:
    """Over random ground: who sees a cell, and whether it is in cover, cell by cell as geometry has it."""
    dice = Random(3)
    rows = "\n".join("".join(dice.choices(".bsrn", (12, 2, 1, 1, 1), k=16)) for _ in range(16))
    on: BattleMap = drawn(rows, low_wall="C3/n G7/s J9/n", hedge="E11/n F4/s")
    cells = dice.sample(list(on.whole), 4)
    placed = [team(id_, on.grid.name(cell)) for id_, cell in zip(("i1", "r1", "r2", "r3"), cells, strict=True)]
    scene = position(*placed, on=on)
    watching = watch(scene, unit(scene, "i1"))
    for cell in on.whole:
        looking = [each for each in regulars(scene) if cell in scene.lines.field_of_view(each.place)]
        eyes = [each.id for each in looking]
        sheltered = all(covers(scene.lines, each.place, cell) for each in looking)
        assert watching.unseen(cell)[:2] == (not eyes, f"seen by {', '.join(eyes)}" if eyes else "unseen")
        assert watching.seen(cell).key is bool(eyes)
        behind = sheltered if looking else cell in walled_area(scene.map, scene.state.changes)
        assert watching.sheltered(cell).key is (behind or cell in own_cover_area(scene.map, scene.state.changes))


@pytest.mark.parametrize(
    ("at", "sheltered", "text"),
    [
        ("C1", True, "cover of its own"),
        ("F1", True, "sheltered from all who see it"),
        ("E1", False, "no cover from r1"),
        ("J1", True, "unseen, something to stand behind"),
        ("L1", False, "unseen, nothing to stand behind"),
    ],
)
def test_the_trace_says_what_shelters(at: str, sheltered: bool, text: str) -> None:
    """A house, a wall before one, the open; and where nobody looks, a wall beside one or none."""
    on = squares("..b.....b...", low_wall="F1/w J1/e")
    scene = position(team("i1", "E1"), team("r1", "D1"), on=on)
    assert watch(scene, unit(scene, "i1")).sheltered(on.cell(at))[:2] == (sheltered, text)


def test_more_enemies_than_bits() -> None:
    """Seventy enemies are told apart as well as two: one of the last is behind a house, and does not see the cell."""
    on = squares(with_cells("\n".join(["." * 72] * 3), C3="b"))
    placed = [team(f"r{n}", on.grid.name(on.grid.at(n, 0))) for n in range(69)]
    scene = position(team("i1", "A2"), *placed, team("r69", "A3"), team("r70", "B3"), on=on)
    told = watch(scene, unit(scene, "i1")).unseen(scene.map.cell("F3"))
    assert told.text.count("r") == 69


# -- into range --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-4")
@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
def test_into_optimum_range(drawn: Any) -> None:
    """A D6 nine inches off goes three inches nearer, and no further."""
    on: BattleMap = drawn("\n".join(["." * 3] * 20))
    scene = position(team("i1", "B12", quality=6), team("r1", "B3"), on=on)
    going = into_optimum(thinking(scene, "i1", dice=[1]).here, unit(scene, "r1"), "AAS-N-4")
    assert isinstance(going, Going)
    assert within(scene, going.end, unit(scene, "r1").place, 6)
    assert going.cost == 6


@pytest.mark.rule("AAS-N-4")
def test_into_optimum_range_with_sight() -> None:
    """The nearest cell in range is behind a wall, in cover and no good: from there the enemy cannot be fired at."""
    scene = position(team("i1", "K2", quality=6), team("r1", "A2"), on=squares("\n".join(["." * 20] * 3), wall="G2/w"))
    going = into_optimum(thinking(scene, "i1", dice=[1]).here, unit(scene, "r1"), "AAS-N-4")
    assert isinstance(going, Going)
    assert unit(scene, "r1").place in scene.lines.field_of_view(going.end)


@pytest.mark.rule("AAS-N-4")
def test_into_optimum_range_in_cover_if_possible() -> None:
    """A house within range is preferred to the open ground, though that is nearer."""
    scene = position(team("i1", "J1", quality=6), team("r1", "A1"), on=squares("." * 20 + "\n.....b" + "." * 14))
    there = into_optimum(thinking(scene, "i1").here, unit(scene, "r1"), "AAS-N-4")
    assert end(scene, there) == "F2"


def test_too_far_to_get_into_range() -> None:
    """Who is more than his move away from it cannot."""
    scene = position(team("i1", "Z1", quality=6), team("r1", "A1"))
    assert isinstance(into_optimum(thinking(scene, "i1").here, unit(scene, "r1"), "x"), Cannot)


# -- pulling back ------------------------------------------------------------------------------------------------


def test_pulling_back_prefers_cover() -> None:
    """Out of sight and in cover, though the open ground behind the house is out of sight as well."""
    rows = with_cells("\n".join(["." * 12] * 3), D2="b", G2="b")
    scene = position(team("i1", "E2"), team("r1", "A2"), on=squares(rows))
    assert end(scene, pull_back(thinking(scene, "i1").here)) == "G2"


def test_pulling_back_without_cover_is_out_of_sight() -> None:
    """Where no cover is out of sight, out of sight is enough; in the open there is nowhere to run to."""
    rows = with_cells("\n".join(["." * 8] * 1), C1="b")
    scene = position(team("i1", "B1"), team("r1", "A1"), on=squares(rows))
    assert end(scene, pull_back(thinking(scene, "i1").here)) == "D1"
    bare = position(team("i1", "B1"), team("r1", "A1"))
    assert isinstance(pull_back(thinking(bare, "i1").here), Cannot)


# -- toward ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-W-11")
def test_toward_a_place_is_by_the_way_that_is_left() -> None:
    """A wall between is gone round, though that leads away from the place by ruler."""
    on = squares("\n".join(["." * 5] * 12), wall="A6/s B6/s C6/s D6/s")
    scene = position(team("i1", "A6"), on=on)
    assert end(scene, toward(thinking(scene, "i1").here, on.cell("A9"), "AAS-W-11")) == "D8"


@pytest.mark.rule("AAS-W-11")
@pytest.mark.parametrize(("pace", "expected"), [("cautious", "G1"), ("rapid", "M1")])
def test_toward_a_place_as_far_as_the_move_goes(pace: Any, expected: str) -> None:
    """Six inches at a Cautious pace, twelve at a Rapid one."""
    scene = position(team("i1", "A1"))
    going = toward(thinking(scene, "i1").here, scene.map.cell("Z1"), "AAS-W-11", pace)
    assert end(scene, going) == expected


def test_toward_a_place_that_somebody_stands_in() -> None:
    """As near as one gets: beside it."""
    scene = position(team("m1", "A1"), team("r1", "D1"), on=squares("......"))
    going = toward(thinking(scene, "m1").here, unit(scene, "r1").place, "AAS-CIV-1")
    assert end(scene, going) == "C1"


def test_toward_a_place_that_is_shut_off_is_by_inches() -> None:
    """No way leads there: the nearest cell by ruler."""
    on = squares("..........", wall="H1/w")
    scene = position(team("i1", "A1"), on=on)
    assert end(scene, toward(thinking(scene, "i1").here, on.cell("J1"), "AAS-W-11")) == "G1"


def test_nothing_leads_nearer() -> None:
    """Who is there, or hemmed in, does not move."""
    scene = position(team("i1", "A1"), team("i2", "B1"), on=squares("....."))
    assert isinstance(toward(thinking(scene, "i1").here, scene.map.cell("E1"), "x"), Cannot)
    there = position(team("i1", "A1"), on=squares("....."))
    assert isinstance(toward(thinking(there, "i1").here, there.map.cell("A1"), "x"), Cannot)


# -- the safest way ----------------------------------------------------------------------------------------------


ROUND = """
    .........
    .bbbbbbb.
    .........
    """


@pytest.mark.rule("AAS-R-safest")
def test_the_safest_way_is_taken_though_it_is_longer() -> None:
    """Through the houses or behind them, not along the lane that is watched; the note tells the whole way."""
    scene = position(team("i1", "A3"), team("r1", "I1"), on=squares(ROUND))
    thought = thinking(scene, "i1")
    going = safest_way(thought.here, scene.map.cell("B1"), "rapid", "AAS-L-4")
    assert isinstance(going, Going)
    assert sum(cell in danger(scene, unit(scene, "i1")) for cell in going.way) == 1
    told = [note.text for note in thought.notes if isinstance(note, Said)]
    assert told[0].startswith("the safest way to B1 enters 1 cell in sight of the enemy, of ")
    assert "B1 (seen by r1); this move" in told[0] and told[0].count("seen by") == 1


@pytest.mark.rule("AAS-R-safest")
@pytest.mark.parametrize(("pace", "expected"), [("cautious", "G1"), ("rapid", "M1")])
def test_the_safest_way_is_walked_as_far_as_the_move_goes(pace: Any, expected: str) -> None:
    """The way is chosen whole, and this move is its beginning."""
    scene = position(team("i1", "A1"), on=squares("." * 26))
    going = safest_way(thinking(scene, "i1").here, scene.map.cell("Z1"), pace, "AAS-L-4")
    assert end(scene, going) == expected
    assert isinstance(going, Going)
    assert way_refusal(scene, unit(scene, "i1"), going.way, pace) is None


@pytest.mark.rule("AAS-L-3")
def test_the_safest_way_to_somebody_leads_into_cohesion() -> None:
    """Two inches from him are near enough, and his own cell is not entered."""
    scene = position(team("i1", "A1"), team("i2", "H1"), on=squares("." * 12))
    thought = thinking(scene, "i1")
    going = safest_way(thought.here, scene.map.cell("H1"), "rapid", "AAS-L-3")
    assert end(scene, going) == "F1"
    assert sifted(thought).pool == "cells in cohesion with H1"


@pytest.mark.rule("AAS-L-3")
def test_of_the_cells_in_cohesion_the_safest_to_get_to() -> None:
    """The cell in cohesion by whose way one is seen least, though another is nearer."""
    rows = with_cells("\n".join(["." * 12] * 5), F1="b", F2="b", F3="b")
    scene = position(team("i1", "C1"), team("i2", "H1"), team("r1", "L5"), on=squares(rows))
    going = safest_way(thinking(scene, "i1").here, scene.map.cell("H1"), "rapid", "AAS-L-3")
    assert isinstance(going, Going)
    assert within(scene, going.end, scene.map.cell("H1"), 2)
    assert sum(cell in danger(scene, unit(scene, "i1")) for cell in going.way) <= 1


def test_no_way_to_a_goal() -> None:
    """Shut off, or there already: said and not done."""
    shut = position(team("i1", "A1"), on=squares("......", wall="C1/e"))
    assert safest_way(thinking(shut, "i1").here, shut.map.cell("F1"), "rapid", "x") == Cannot("there is no way to F1")
    there = position(team("i1", "A1"), on=squares("......"))
    assert isinstance(safest_way(thinking(there, "i1").here, there.map.cell("A1"), "rapid", "x"), Cannot)


def test_who_is_held_goes_no_safe_way() -> None:
    """Pinned men do not take the first step."""
    scene = position(team("i1", "A1", pinned=1), on=squares("......"))
    going = safest_way(thinking(scene, "i1").here, scene.map.cell("F1"), "rapid", "x")
    assert going == Cannot("the first step costs more than the move has")


def test_who_may_not_run_walks_the_safest_way() -> None:
    """Asked to run with a card against it, he goes six inches."""
    scene = position(team("i1", "A1"), on=squares("." * 20), fog=(SLOW,), in_force=("slow",))
    going = safest_way(thinking(scene, "i1").here, scene.map.cell("T1"), "rapid", "x")
    assert end(scene, going) == "G1"
