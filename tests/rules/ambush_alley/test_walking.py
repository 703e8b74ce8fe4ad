"""Ambush Alley: how far, by which way, at what cost, and which cells are watched."""

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.rules.ambush_alley.combat.assault import assault_refusal, assault_ways
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground.moves import (
    allowance,
    contact_refusal,
    danger,
    fastest,
    leads,
    move_refusal,
    mover,
    occupied,
    pace_for,
    price,
    rapid_refusal,
    reach,
    way_refusal,
)
from sim.rules.ambush_alley.solo.searches import safe_ways
from sim.rules.ambush_alley.state import AasPosition, Pace
from tests.rules.ambush_alley.table import chief, hexes, position, squares, team, unit, vehicle, with_cells
from tests.rules.positions import changed, names, way

SLOW = Card("slow", "Dust storm", "", "no rapid", 0, "insurgents", "this turn")


def alone(at: str = "A1", on: BattleMap | None = None, **more: Any) -> AasPosition:
    """One Insurgent."""
    return position(team("i1", at, **more), on=on, fog=(SLOW,))


def far(scene: AasPosition, end: str, pace: Pace) -> bool:
    """Whether it can get there."""
    return unit_reach(scene, pace).cost(scene.map.cell(end)) is not None


def unit_reach(scene: AasPosition, pace: Pace) -> Any:
    """Where it can get to."""
    return reach(scene, unit(scene, "i1"), pace)


# -- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize(
    ("more", "cautious", "rapid"),
    [
        ({}, 12, 24),
        ({"kind": "leader"}, 12, 24),
        ({"kind": "vehicle", "movement": "wheeled"}, 20, 36),
        ({"kind": "vehicle", "movement": "tracked"}, 20, 36),
        ({"kind": "mob"}, 8, 0),
        ({"downed": 1}, 12, 0),
        ({"light": 1}, 12, 0),
        ({"serious": 1}, 12, 0),
        ({"pinned": 1}, 0, 0),
        ({"immobilised": True}, 0, 0),
    ],
)
def test_how_far_a_unit_goes(more: dict[str, Any], cautious: int, rapid: int) -> None:
    """Six and twelve inches on foot, ten and eighteen on wheels, four for mobs; in half inches."""
    scene = alone(**more)
    assert [allowance(scene, unit(scene, "i1"), pace) for pace in ("cautious", "rapid")] == [cautious, rapid]


@pytest.mark.parametrize(("end", "pace", "expected"), [
    ("G1", "cautious", True), ("H1", "cautious", False), ("M1", "rapid", True), ("N1", "rapid", False),
    ("E5", "cautious", True), ("F5", "cautious", False), ("E6", "cautious", False),
])  # fmt: skip
def test_moves_end_exactly_on_squares(end: str, pace: Pace, expected: bool) -> None:
    """Six squares straight, four aslant; a diagonal is an inch and a half."""
    assert far(alone(), end, pace) is expected


@pytest.mark.parametrize(
    ("end", "pace", "expected"),
    [("A7", "cautious", True), ("A8", "cautious", False), ("A13", "rapid", True), ("A14", "rapid", False)],
)
def test_moves_end_exactly_on_hexes(end: str, pace: Pace, expected: bool) -> None:
    """Six hexes of an inch, and twelve."""
    assert far(alone(on=hexes()), end, pace) is expected


def test_steps_count_the_scale() -> None:
    """On squares of two inches a step is four half inches and a diagonal six."""
    scene = alone(on=squares(scale=2))
    assert (mover(scene, unit(scene, "i1")).step, mover(scene, unit(scene, "i1")).diagonal) == (4, 6)


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize(("end", "pace", "expected"), [
    ("D1", "cautious", True), ("E1", "cautious", False), ("G1", "rapid", True), ("H1", "rapid", False),
])  # fmt: skip
def test_difficult_ground_halves_either_pace(end: str, pace: Pace, expected: bool) -> None:
    """Three inches of rough ground are a Cautious move and six a Rapid one: nothing bars running there."""
    assert far(alone(on=squares("rrrrrrrrrr")), end, pace) is expected


@pytest.mark.rule("AAS-R-pace")
def test_one_step_can_always_be_taken() -> None:
    """A step that costs more than a mob's whole move is taken all the same, by itself; two are not."""
    scene = position(team("m1", "A1"), on=squares("rr..", scale=2.5))
    mob = unit(scene, "m1")
    assert reach(scene, mob, "cautious").cost(scene.map.cell("B1")) == 10
    assert way_refusal(scene, mob, way(scene, "B1"), "cautious") is None
    assert reach(scene, mob, "cautious").cost(scene.map.cell("C1")) is None
    assert way_refusal(scene, mob, way(scene, "B1", "C1"), "cautious") is not None


def test_who_is_held_goes_nowhere() -> None:
    """Pinned troops do not take even one step."""
    scene = alone(pinned=1)
    assert names(scene, unit_reach(scene, "cautious").area) == ["A1"]


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize(
    ("more", "expected"),
    [({}, None), ({"immobilised": True}, "immobilised"), ({"pinned": 1}, "pinned"), ({"aboard": "i2"}, None)],
)
def test_why_a_unit_does_not_move(more: dict[str, Any], expected: str | None) -> None:
    """Each reason by itself."""
    scene = alone(**more)
    assert move_refusal(scene, unit(scene, "i1")) == expected


def test_who_is_not_on_the_table_does_not_move() -> None:
    """Whoever is aboard a vehicle, or away, has no cell to go from."""
    scene = position(team("r1", None, aboard="r2"), team("r3", None))
    assert [move_refusal(scene, each) for each in scene.state.units] == ["aboard a vehicle", "not on the table"]


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize(
    ("more", "state", "expected"),
    [
        ({}, {}, None),
        ({"kind": "mob"}, {}, "a mob does not hurry"),
        ({"light": 1}, {}, "it has wounded with it"),
        ({}, {"in_force": ("slow",)}, "Dust storm"),
    ],
)
def test_why_a_unit_does_not_hurry(more: dict[str, Any], state: dict[str, Any], expected: str | None) -> None:
    """Each reason by itself; the best pace follows from it."""
    scene = position(team("i1", "A1", **more), fog=(SLOW,), **state)
    assert rapid_refusal(scene, unit(scene, "i1")) == expected
    assert fastest(scene, unit(scene, "i1")) == ("rapid" if expected is None else "cautious")


@pytest.mark.parametrize(("cost", "expected"), [(12, "cautious"), (13, "rapid"), (24, "rapid")])
def test_nobody_runs_without_need(cost: int, expected: str) -> None:
    """Six inches are walked, more are run."""
    scene = alone()
    assert pace_for(scene, unit(scene, "i1"), cost) == expected


def test_who_may_not_run_walks() -> None:
    """A dear single step of somebody with wounded is a Cautious move."""
    scene = alone(light=1)
    assert pace_for(scene, unit(scene, "i1"), 13) == "cautious"


# -- others in the way -------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize("other", [team("i2", "B1"), team("r1", "B1"), team("m1", "B1"), vehicle("r1", "B1")])
def test_nobody_passes_another(other: Any) -> None:
    """In a lane a friend, an enemy, a mob and a vehicle all stop a move."""
    scene = position(team("i1", "A1"), other, on=squares("......"))
    assert names(scene, unit_reach(scene, "rapid").area) == ["A1"]
    assert way_refusal(scene, unit(scene, "i1"), way(scene, "B1", "C1"), "rapid") == "another unit is in B1"


def test_who_has_only_wounded_left_still_blocks() -> None:
    """Regulars who are down lie in their cell; who is gone does not."""
    down = position(team("r1", "A1"), team("r2", "C1", figures=0, full=4, downed=2))
    gone = position(team("r1", "A1"), team("r2", "C1", figures=0, full=4))
    assert names(down, occupied(down, unit(down, "r1"))) == ["C1"]
    assert names(gone, occupied(gone, unit(gone, "r1"))) == []


# -- what a way costs --------------------------------------------------------------------------------------------


def test_the_price_of_a_way_is_told_part_by_part() -> None:
    """Open ground, rough ground and a hedge, in half inches."""
    scene = alone(on=squares("..r.", hedge="C1/e"))
    assert str(price(scene, unit(scene, "i1"), way(scene, "B1", "C1", "D1"))) == (
        "cost of the way 10: +4 open ground, +4 rough ground, +2 hedge"
    )


def test_a_way_that_cannot_be_gone_has_no_price() -> None:
    """But a reason."""
    scene = alone(on=squares("..", wall="A1/e"))
    assert "may not cross wall" in str(price(scene, unit(scene, "i1"), way(scene, "B1")))


@pytest.mark.parametrize(
    ("cells", "pace", "more", "reason"),
    [
        (("B1", "C1", "D1", "E1", "F1", "G1"), "cautious", {}, None),
        (
            ("B1", "C1", "D1", "E1", "F1", "G1", "H1"),
            "cautious",
            {},
            "too far: 7 inches, and a Cautious move is 6 inches",
        ),
        (("B1", "C1", "D1", "E1", "F1", "G1", "H1"), "rapid", {}, None),
        (("B1",), "rapid", {"light": 1}, "no Rapid move: it has wounded with it"),
        (("B1",), "cautious", {"light": 1}, None),
        (("B1",), "cautious", {"pinned": 1}, "pinned"),
        (("B1",), "rapid", {"pinned": 1}, "pinned"),
        ((), "cautious", {}, "that leads nowhere"),
        (("B1", "A1"), "cautious", {}, "that leads nowhere"),
        (("C1",), "cautious", {}, "A1 has no such neighbour"),
        (("A2",), "cautious", {}, "no way into A2: troops on foot may not cross wall"),
    ],
)
def test_why_a_way_cannot_be_gone(cells: tuple[str, ...], pace: Pace, more: dict[str, Any], reason: str | None) -> None:
    """Each reason by itself."""
    scene = alone(on=squares(wall="A1/s"), **more)
    assert way_refusal(scene, unit(scene, "i1"), way(scene, *cells), pace) == reason


def test_a_rapid_move_is_no_longer_than_it_is() -> None:
    """Twelve inches and not thirteen."""
    scene = alone()
    row = [scene.map.grid.at(column, 0) for column in range(1, 14)]
    assert way_refusal(scene, unit(scene, "i1"), tuple(row[:12]), "rapid") is None
    assert way_refusal(scene, unit(scene, "i1"), tuple(row), "rapid") is not None


@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
@pytest.mark.parametrize("pace", ["cautious", "rapid"])
def test_a_reach_and_a_price_agree(drawn: Any, pace: Pace) -> None:
    """Every cell of a reach has a way that is allowed and costs what the reach says."""
    rows = with_cells(D3="r", E4="b", F6="s", G7="w", H5="n", C6="m", J9="~")
    scene = position(team("i1", "F5"), team("i2", "G5"), team("m1", "E6"), on=drawn(rows, hedge="F5/n", wall="H8/n"))
    found = unit_reach(scene, pace)
    for cell in found.area:
        if cell != found.start:
            steps = found.way(cell)[1:]
            assert way_refusal(scene, unit(scene, "i1"), steps, pace) is None
            assert getattr(price(scene, unit(scene, "i1"), steps), "total", None) == found.cost(cell)


# -- what is watched ---------------------------------------------------------------------------------------------


def test_cells_that_a_side_sees() -> None:
    """What any of its units sees, none of which is gone."""
    street = squares("....b....\n" * 1)
    scene = position(team("r1", "A1"), team("i1", "I1"), team("r2", "I1", figures=0, full=4), on=street)
    assert names(scene, danger(scene, unit(scene, "i1"))) == ["A1", "B1", "C1", "D1", "E1"]


def test_without_enemies_nothing_is_in_danger() -> None:
    """Nobody watches, and a mob fears nobody."""
    scene = position(team("i1", "A1"), team("m1", "B1"))
    assert not danger(scene, unit(scene, "i1"))
    armed = position(team("m1", "A1"), team("r1", "C1"))
    assert not danger(armed, unit(armed, "m1"))


@pytest.mark.rule("AAS-R-safest")
def test_the_safest_way_goes_round_what_is_seen() -> None:
    """Along the lane is shorter; through the woods behind it fewer cells of the way are in sight."""
    scene = position(team("i1", "A1"), team("r1", "I1"), on=squares(".........\nwwwwwwwww\n........."))
    who, end, seen = unit(scene, "i1"), scene.map.cell("F2"), danger(scene, unit(scene, "i1"))
    safe, short = safe_ways(scene, who), reach(scene, who, "rapid")
    counts = [sum(cell in seen for cell in ways.way(end)[1:]) for ways in (safe, short)]
    assert counts[0] == safe.danger(end)
    assert counts[0] < counts[1]
    assert (safe.cost(end) or 0) > (short.cost(end) or 0)


def test_a_safe_way_passes_nobody() -> None:
    """In a lane a friend is in the way."""
    scene = position(team("i1", "A1"), team("i2", "C1"), on=squares("......"))
    assert safe_ways(scene, unit(scene, "i1")).cost(scene.map.cell("F1")) is None


@pytest.mark.rule("AAS-R-safest")
def test_of_equally_safe_ways_the_shortest() -> None:
    """Where nobody sees anything the safest way is the shortest."""
    scene = position(team("i1", "A1"))
    assert safe_ways(scene, unit(scene, "i1")).cost(scene.map.cell("F1")) == 10


def test_what_leads_to_a_goal_goes_round_walls_and_not_round_people() -> None:
    """The way over the ground is counted, and nobody is in it."""
    scene = position(team("i1", "A1"), team("i2", "C1"), on=squares("......"))
    assert leads(scene, unit(scene, "i1"), scene.map.cell("F1")).cost(scene.map.cell("A1")) == 10


@pytest.mark.rule("AAS-R-way")
@pytest.mark.parametrize(("cell", "left"), [("A1", 14), ("C1", 8), ("E1", 4), ("F1", 0)])
def test_the_way_left_counts_the_ground_that_is_still_to_be_entered(cell: str, left: int) -> None:
    """Scrub doubles the cost: that of the goal counts, and that of the cell where one stands does not."""
    scene = position(team("i1", "A1"), on=squares("..s..s"))
    assert leads(scene, unit(scene, "i1"), scene.map.cell("F1")).cost(scene.map.cell(cell)) == left


# -- assaults ----------------------------------------------------------------------------------------------------


def assault(at: str = "E3", whom: Any = None, on: BattleMap | None = None, **more: Any) -> AasPosition:
    """A Regular in A3 who would assault an Insurgent."""
    return position(team("r1", "A3", **more), whom or team("i1", at), on=on)


def ends(scene: AasPosition) -> list[str]:
    """Where the assault can end."""
    return names(scene, assault_ways(scene, unit(scene, "r1"), unit(scene, "i1")))


@pytest.mark.rule("AAS-R-assault")
def test_an_assault_ends_beside_the_target_cheapest_first() -> None:
    """Before it, then aslant, then round it."""
    assert ends(assault())[0] == "D3"
    assert sorted(ends(assault())) == ["D2", "D3", "D4", "E2", "E4", "F2", "F3", "F4"]


@pytest.mark.parametrize(("at", "expected"), [("N3", True), ("O3", False)])
def test_an_assault_is_run(at: str, expected: bool) -> None:
    """Twelve inches to the cell beside the target, and no further."""
    assert bool(ends(assault(at))) is expected


@pytest.mark.parametrize(("at", "expected"), [("H3", True), ("I3", False)])
def test_who_cannot_run_assaults_at_a_walk(at: str, expected: bool) -> None:
    """With wounded it is six inches."""
    assert bool(ends(assault(at, light=1))) is expected


def test_beside_it_already_no_step_is_needed() -> None:
    """The own cell comes first, with an empty way."""
    scene = assault("B3")
    assert ends(scene)[0] == "A3"
    assert assault_ways(scene, unit(scene, "r1"), unit(scene, "i1"))[scene.map.cell("A3")] == ()
    assert assault_refusal(scene, unit(scene, "r1"), unit(scene, "i1"), ()) is None


def test_who_is_pinned_does_not_assault_even_beside_the_enemy() -> None:
    """No step is needed, and none is the matter: pinned men stay down."""
    scene = assault("B3", pinned=1)
    assert ends(scene) == []
    assert assault_refusal(scene, unit(scene, "r1"), unit(scene, "i1"), ()) == "pinned"


@pytest.mark.rule("AAS-R-assault")
def test_nobody_assaults_through_a_wall() -> None:
    """From behind a wall that cannot be crossed there is no contact."""
    scene = assault("B3", on=squares("...\n...\n...\n...", wall="A3/e B3/n B3/s B3/e"))
    assert ends(scene) == []
    told = contact_refusal(scene, unit(scene, "r1"), scene.map.cell("A3"), unit(scene, "i1"))
    assert told is not None
    assert "may not cross wall" in told


@pytest.mark.rule("AAS-R-assault")
@pytest.mark.parametrize(
    ("whom", "more", "reason"),
    [
        (team("i1", "E3", figures=0, full=4), {}, "not on the table"),
        (team("i1", "E3", side="regulars"), {}, "i1 is not an enemy"),
        (team("i1", "E3", side="civilians"), {}, "i1 is not an enemy"),
        (vehicle("i1", "E3"), {}, "nobody assaults a vehicle"),
        (None, {"kind": "vehicle"}, "a vehicle never assaults"),
        (None, {"kind": "leader"}, "a leader never assaults"),
        (None, {"pinned": 1}, "pinned"),
    ],
)
def test_why_nobody_assaults(whom: Any, more: dict[str, Any], reason: str) -> None:
    """Each reason by itself."""
    scene = assault(whom=whom, **more)
    assert assault_refusal(scene, unit(scene, "r1"), unit(scene, "i1"), way(scene, "B3", "C3", "D3")) == reason
    assert ends(scene) == []


def test_a_way_that_ends_elsewhere_is_no_assault() -> None:
    """It ends beside the target, by a way that can be gone."""
    scene = assault()
    both = unit(scene, "r1"), unit(scene, "i1")
    assert assault_refusal(scene, *both, way(scene, "B3", "C3")) == "C3 is not beside i1"
    assert assault_refusal(scene, *both, way(scene, "C3", "D3")) == "A3 has no such neighbour"
    assert assault_refusal(scene, *both, way(scene, "B3", "C3", "D3")) is None


def test_ways_are_worked_out_when_asked_for() -> None:
    """A mapping of cells to ways, with what they cost; other cells have none."""
    scene = assault()
    found = assault_ways(scene, unit(scene, "r1"), unit(scene, "i1"))
    assert names(scene, found[scene.map.cell("D3")]) == ["B3", "C3", "D3"]
    assert found.cost(scene.map.cell("D3")) == 6
    assert len(found) == 8
    assert scene.map.cell("A1") not in found
    with pytest.raises(KeyError):
        found[scene.map.cell("A1")]
    with pytest.raises(KeyError):
        found.cost(scene.map.cell("A1"))


def test_a_lone_leader_moves_as_his_men() -> None:
    """He goes on foot."""
    scene = changed(position(chief("i1", "A1")), "i1", cell="B1")
    assert allowance(scene, unit(scene, "i1"), "rapid") == 24
