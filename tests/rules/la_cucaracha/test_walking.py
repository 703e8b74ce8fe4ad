"""La Cucaracha: how far troops go, over what, and by which ways they charge and run."""

from itertools import pairwise
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.board.ground import Changes
from sim.board.paths import reach as search
from sim.engine.check import Check
from sim.grid import Cell
from sim.play.ways import way_price
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.ground.charges import charge_refusal, charge_ways, way_refusal
from sim.rules.la_cucaracha.ground.moves import (
    allowance,
    away_cells,
    edge_cells,
    mover,
    nearer_ways,
    nearest_edge,
    reach,
    retire_ways,
    retreat_reach,
    runs_off,
    way_left,
)
from sim.rules.la_cucaracha.orders.move import Advance
from sim.rules.la_cucaracha.state import CucPosition, Pace
from tests.rules.la_cucaracha.table import MOVEMENTS, OPEN, ask_of, hexes, position, squares, troop, unit, with_cells
from tests.rules.positions import changed, names, way

PACES: tuple[Pace, ...] = ("half", "advance", "rapid")


def cost(scene: CucPosition, at: str, pace: Pace = "advance", who: str = "p1") -> int | None:
    """What it costs a unit to get to a cell; None where it cannot."""
    return reach(scene, unit(scene, who), pace).cost(scene.map.cell(at))


def alone(at: str = "C3", on: BattleMap | None = None, **more: Any) -> CucPosition:
    """One unit of the player's on the table."""
    return position(troop("p1", at, **more), on=on)


# -- how far -----------------------------------------------------------------------------------------------------

PRINTED = {
    "foot": (6, 12, 20),
    "mounted": (10, 20, 32),
    "crew": (4, 8, 12),
    "armoured_car": (8, 16, 28),
    "tank": (4, 8, 16),
    "train": (8, 16, 24),
    "gunboat": (8, 16, 24),
    "aircraft": (20, 40, 64),
}
"""Half inches of half an Advance on squares of an inch, an Advance and a Rapid Advance."""


@pytest.mark.parametrize(("kind", "figures"), PRINTED.items())
def test_each_kind_of_troops_has_its_paces(kind: str, figures: tuple[int, int, int]) -> None:
    """Half an Advance, an Advance and a Rapid Advance, in half inches."""
    scene = alone(troop=kind)
    assert tuple(allowance(scene, unit(scene, "p1"), pace) for pace in PACES) == figures


@pytest.mark.parametrize(
    ("made", "kind", "half"),
    [
        (squares(), "foot", 6),
        (hexes(), "foot", 8),
        (hexes(), "mounted", 12),
        (hexes(), "crew", 4),
        (squares(scale=1.5), "foot", 6),
        (squares(scale=1.5), "crew", 6),
        (hexes(scale=4), "foot", 8),
    ],
)
@pytest.mark.rule("CUC-PACE")
def test_half_an_advance_is_rounded_up_to_a_step(made: BattleMap, kind: str, half: int) -> None:
    """Three inches are three squares, but two hexes of two inches."""
    scene = alone(on=made, troop=kind)
    assert allowance(scene, unit(scene, "p1"), "half") == half


@pytest.mark.parametrize(
    ("pace", "last", "beyond"),
    [("half", "F3", "G3"), ("advance", "I3", "J3"), ("rapid", "M3", "N3")],
)
def test_open_ground_is_an_inch_a_square(pace: Pace, last: str, beyond: str) -> None:
    """Foot goes three, six and ten squares straight, and not one more."""
    assert cost(alone(), last, pace) is not None
    assert cost(alone(), beyond, pace) is None


def test_aslant_is_an_inch_and_a_half() -> None:
    """Four squares aslant are six inches; the fifth is too far."""
    assert (cost(alone(), "D4"), cost(alone(), "G7"), cost(alone(), "H8")) == (3, 12, None)


@pytest.mark.parametrize(("pace", "hexes_away"), [("half", 2), ("advance", 3), ("rapid", 5)])
def test_on_hexes_of_two_inches_foot_goes_as_printed(pace: Pace, hexes_away: int) -> None:
    """Two hexes, three and five."""
    scene = alone("L12", on=hexes())
    start = scene.map.cell("L12")
    found = reach(scene, unit(scene, "p1"), pace).area
    assert max(scene.map.distance(start, cell) for cell in found) == hexes_away


# -- over what ---------------------------------------------------------------------------------------------------

ROUGH = with_cells(D3="r", E3="r", F3="r", G3="r", D2="~", D4="~", E2="~", E4="~", F2="~", F4="~", G2="~", G4="~")
"""A causeway of rough ground, eastwards from C3."""


def test_difficult_ground_halves() -> None:
    """Three squares of rough ground take an Advance."""
    assert (cost(alone(on=squares(ROUGH)), "F3"), cost(alone(on=squares(ROUGH)), "G3")) == (12, None)


@pytest.mark.rule("CUC-PACE")
def test_a_rapid_advance_takes_no_difficult_ground() -> None:
    """The rough causeway is closed to it, and it says why."""
    scene = alone(on=squares(ROUGH))
    assert cost(scene, "D3", "rapid") is None
    refused = way_refusal(scene, unit(scene, "p1"), way(scene, "D3"), "rapid")
    assert refused == "no way into D3: too difficult for a rush: rough ground"


def test_a_road_makes_difficult_ground_easy() -> None:
    """Along a road a Rapid Advance goes through rough ground."""
    assert cost(alone(on=squares(ROUGH, road="C3-G3")), "G3", "rapid") == 8


FENCED = {"hedge": " ".join(f"{column}3/s" for column in "ABCDEFGHIJKLMNOPQRSTUVWX")}
"""A hedge right across the table, south of row 3."""


def test_a_hedge_costs_an_inch() -> None:
    """Over the hedge it is an inch more, and six inches end a square earlier."""
    scene = alone(on=squares(**FENCED))
    assert (cost(scene, "C4"), cost(scene, "C8"), cost(scene, "C9")) == (4, 12, None)


def test_a_rapid_advance_crosses_no_obstacle() -> None:
    """The hedge stops it, straight and aslant."""
    scene = alone(on=squares(**FENCED))
    found = reach(scene, unit(scene, "p1"), "rapid").area
    assert {scene.map.grid.offset(cell)[1] for cell in found} == {0, 1, 2}


SLOPE = "\n".join(["." * 6 + "1" * 18] * 24)


def test_a_rapid_advance_pays_for_a_slope() -> None:
    """Riders climb a step for an inch, at any pace."""
    scene = alone("F3", on=squares(heights=SLOPE), troop="mounted")
    assert (cost(scene, "G3"), cost(scene, "G3", "rapid")) == (4, 4)
    assert cost(alone("F3", on=squares(heights=SLOPE)), "G3", "rapid") == 2


@pytest.mark.rule("CUC-PACE")
def test_one_step_can_always_be_taken() -> None:
    """Half an Advance of a tank is one hex, and in a wood that step is too long: it is taken all the same."""
    woods = hexes(OPEN.replace(".", "w"))
    scene = alone(on=woods, troop="tank")
    assert cost(scene, "C4", "half") == 8
    assert allowance(scene, unit(scene, "p1"), "half") == 4
    assert cost(scene, "C5", "half") is None
    assert way_refusal(scene, unit(scene, "p1"), way(scene, "C4"), "half") is None
    assert way_refusal(scene, unit(scene, "p1"), way(scene, "C4", "C5"), "half") is not None
    assert cost(scene, "C4", "rapid") is None


def test_one_step_is_no_right_of_a_rapid_advance() -> None:
    """Where a step is longer than either pace, an Advance takes it and a Rapid Advance does not."""
    scene = alone(on=hexes(scale=8), troop="crew")
    assert (cost(scene, "C4"), cost(scene, "C4", "rapid")) == (16, None)
    refused = way_refusal(scene, unit(scene, "p1"), way(scene, "C4"), "rapid")
    assert refused == "too far: 8 inches, and a Rapid Advance is 6 inches"


def test_one_step_is_not_taken_where_it_is_barred() -> None:
    """Cars do not enter woods, however short their way."""
    scene = alone(on=squares(with_cells(C4="w")), troop="armoured_car")
    assert cost(scene, "C4", "half") is None


# -- others in the way -------------------------------------------------------------------------------------------

LANE = with_cells("~" * 8 + "\n........\n" + "~" * 8)


@pytest.mark.parametrize("other", ["p2", "a2"])
@pytest.mark.rule("CUC-PACE")
def test_nobody_passes_another_unit(other: str) -> None:
    """In a lane a unit, friend or enemy, closes its cell and what lies behind it."""
    scene = position(troop("p1", "A2"), troop(other, "C2"), on=squares(LANE), readings={"contact": "touching"})
    assert (cost(scene, "B2"), cost(scene, "C2"), cost(scene, "D2")) == (2, None, None)
    assert way_refusal(scene, unit(scene, "p1"), way(scene, "B2", "C2", "D2"), "advance") == "another unit is in C2"


@pytest.mark.parametrize("more", [{"figures": 0}, {"troop": "aircraft"}])
def test_the_lost_and_aircraft_bar_nobody(more: dict[str, Any]) -> None:
    """Who is lost, or flies, leaves the ground free."""
    scene = position(troop("p1", "A2"), troop("a2", "C2", **more), on=squares(LANE))
    assert (cost(scene, "C2"), cost(scene, "D2")) == (4, 6)


@pytest.mark.rule("CUC-AIR")
def test_aircraft_pass_over_everybody_and_end_over_no_aircraft() -> None:
    """It ends over troops, but over another aircraft it only passes."""
    placed = troop("p1", "A2", troop="aircraft"), troop("a1", "B2"), troop("a2", "C2", troop="aircraft")
    scene = position(*placed, on=squares(LANE))
    assert [cost(scene, at) for at in ("B2", "C2", "D2", "D1")] == [2, None, 6, 7]
    flyer = unit(scene, "p1")
    assert way_refusal(scene, flyer, way(scene, "B2", "C2", "D2"), "advance") is None
    assert way_refusal(scene, flyer, way(scene, "B2", "C2"), "advance") == "another unit is in C2"


@pytest.mark.rule("CUC-AIR")
def test_aircraft_ignore_terrain() -> None:
    """Water, woods, walls and heights are as open air, at every pace."""
    rows = with_cells(D3="w", E3="~", F3="b", G3="k")
    scene = alone(on=squares(rows, heights=SLOPE.replace("1", "9"), wall="C3/e"), troop="aircraft")
    assert [cost(scene, at, "rapid") for at in ("D3", "E3", "F3", "G3")] == [2, 4, 6, 8]


# -- trains and boats --------------------------------------------------------------------------------------------


def test_a_train_stays_on_its_rails() -> None:
    """It follows the line round its bend, eight inches of it, and leaves it nowhere."""
    scene = alone("A3", on=squares(rail="A3-D3-G6-X6"), troop="train")
    found = names(scene, reach(scene, unit(scene, "p1"), "advance").area)
    assert sorted(found) == ["A3", "B3", "C3", "D3", "E4", "F5", "G6"]
    assert cost(scene, "G6") == 15
    assert cost(scene, "H6", "rapid") == 17


def test_a_train_on_hexes_stays_on_its_rails() -> None:
    """Four hexes of two inches are an Advance."""
    scene = alone("C1", on=hexes(rail="C1-C12"), troop="train")
    assert names(scene, reach(scene, unit(scene, "p1"), "advance").area) == ["C1", "C2", "C3", "C4", "C5"]


def test_a_gunboat_stays_on_deep_water() -> None:
    """It goes along the river and not up a bank or into the shallows."""
    rows = "......\n~~~~-~\n......"
    scene = alone("A2", on=squares(rows), troop="gunboat")
    assert names(scene, reach(scene, unit(scene, "p1"), "rapid").area) == ["A2", "B2", "C2", "D2"]


def test_a_train_bars_the_line_for_another() -> None:
    """Two trains on one line do not pass each other."""
    trains = (troop("p1", "A3", troop="train"), troop("a1", "C3", troop="train"))
    scene = position(*trains, on=squares(rail="A3-H3"), readings={"contact": "touching"})
    assert (cost(scene, "B3"), cost(scene, "C3"), cost(scene, "D3")) == (2, None, None)


def test_changes_of_the_ground_count() -> None:
    """Where the rail is torn up no train goes on."""
    scene = alone("A3", on=squares(rail="A3-H3"), troop="train")
    link = next(edge for edge in scene.map.ways if scene.map.cell("C3") in edge and scene.map.cell("D3") in edge)
    torn = position(troop("p1", "A3", troop="train"), on=scene.map, changes=Changes().with_way(link, None))
    assert (cost(torn, "C3"), cost(torn, "D3")) == (4, None)


# -- crews -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.rule("CUC-DEPLOY")
def test_a_deployed_crew_cannot_move(pace: Pace) -> None:
    """It has to pack up first, whatever the pace; packed up, it moves."""
    scene = alone(troop="crew", deployed=True)
    assert names(scene, reach(scene, unit(scene, "p1"), pace).area) == ["C3"]
    assert way_refusal(scene, unit(scene, "p1"), way(scene, "C4"), pace) == "deployed: it has to be packed up first"
    packed = changed(scene, "p1", deployed=False)
    assert cost(packed, "C4", pace) == 2


def test_vehicles_count_as_deployed_and_move() -> None:
    """A vehicle that is marked as deployed moves as any other."""
    assert cost(alone(troop="tank", deployed=True), "C4") == 2


# -- ways --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "refused"),
    [
        ((), "that leads nowhere"),
        (("D3", "C3"), "that leads nowhere"),
        (("E3",), "C3 has no such neighbour"),
        (("D3", "E3", "F3", "G3", "H3", "I3", "J3"), "too far: 7 inches, and an Advance is 6 inches"),
        (("D4", "E5", "F6", "G7", "G8"), "too far: 7 inches, and an Advance is 6 inches"),
    ],
)
def test_a_way_that_cannot_be_gone_says_why(cells: tuple[str, ...], refused: str) -> None:
    """Every refusal has its words."""
    scene = alone()
    assert way_refusal(scene, unit(scene, "p1"), way(scene, *cells), "advance") == refused


def test_a_unit_off_the_table_goes_no_way() -> None:
    """It is not on the table."""
    scene = alone()
    off = changed(scene, "p1", cell=None)
    assert way_refusal(off, unit(off, "p1"), way(off, "C4"), "advance") == "not on the table"


def price(scene: CucPosition, cells: tuple[Cell, ...]) -> Check:
    """Return what a way costs p1 that it can go."""
    found = way_price(scene, mover(scene, unit(scene, "p1")), unit(scene, "p1").place, cells, ())
    assert isinstance(found, Check)
    return found


def test_a_way_tells_what_it_costs_part_by_part() -> None:
    """Open ground, rough ground and a hedge each have their part, in half inches."""
    scene = alone(on=squares(with_cells(C5="r"), **FENCED))
    parts = price(scene, way(scene, "C4", "C5")).parts
    assert [(part.value, part.reason) for part in parts] == [(2, "open ground"), (2, "hedge"), (4, "rough ground")]


MIXED = "..s..k..~~\n.b...s..~.\n...g..n.~.\n..w..u..==\n........~.\n.k....s.~.\n..m.f...~~"


@pytest.mark.parametrize("grid", ["squares", "hexes"])
@pytest.mark.parametrize("kind", MOVEMENTS)
@pytest.mark.parametrize("pace", PACES)
def test_reach_and_prices_agree(grid: str, kind: str, pace: Pace) -> None:
    """Every cell of a reach has a way that is allowed at the price it says, and no other cell has one."""
    laid = {"hedge": "B3/s C3/s F4/s", "low_wall": "E5/s D2/s", "wire": "H5", "rail": "C1-C7", "road": "F1-F7"}
    made = squares(MIXED, **laid) if grid == "squares" else hexes(MIXED, scale=1, **laid)
    start = {"gunboat": "I2", "train": "C5"}.get(kind, "D5")
    scene = position(troop("p1", start, troop=kind), troop("a1", "E4"), troop("a2", "F5", troop="aircraft"), on=made)
    who = unit(scene, "p1")
    found = reach(scene, who, pace)
    everywhere = search(scene.ground, mover(scene, who), who.place)
    for cell in scene.map.whole:
        if cell == who.place:
            continue
        if cell in found.area:
            leads = found.way(cell)[1:]
            assert way_refusal(scene, who, leads, pace) is None
            assert price(scene, leads).total == found.cost(cell)
        elif cell in everywhere.area:
            assert way_refusal(scene, who, everywhere.way(cell)[1:], pace) is not None


# -- charging ----------------------------------------------------------------------------------------------------


def duel(target: str = "H3", on: BattleMap | None = None, who: Any = None, whom: Any = None) -> CucPosition:
    """A charger in C3 and its enemy."""
    return position(troop("p1", "C3", **(who or {})), troop("a1", target, **(whom or {})), on=on)


def charges(scene: CucPosition) -> list[str]:
    """The cells in which a charge of p1 at a1 can end."""
    return names(scene, charge_ways(scene, unit(scene, "p1"), unit(scene, "a1")))


@pytest.mark.parametrize(("target", "can"), [("N3", True), ("O3", False), ("J10", True), ("K11", False)])
def test_a_charge_ends_beside_its_target(target: str, can: bool) -> None:
    """Ten inches of way, and the enemy in the next cell; straight or aslant."""
    assert bool(charges(duel(target))) is can


def test_the_cheapest_end_of_a_charge_comes_first() -> None:
    """Of the cells beside the target the nearest by way is the first, and none is left out."""
    scene = duel("E3")
    assert charges(scene) == ["D3", "D2", "D4", "E2", "E4", "F2", "F4", "F3"]
    ways = charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert (ways[scene.map.cell("D3")], ways.cost(scene.map.cell("D3"))) == (way(scene, "D3"), 2)


def test_who_is_beside_charges_from_where_it_stands() -> None:
    """The way is empty, and allowed."""
    scene = duel("D4")
    ways = charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert ways[scene.map.cell("C3")] == ()
    assert charge_refusal(scene, unit(scene, "p1"), unit(scene, "a1"), ()) is None


@pytest.mark.parametrize("made", [squares(), hexes()], ids=["squares", "hexes"])
def test_every_charge_that_is_found_is_allowed(made: BattleMap) -> None:
    """Its way runs from cell to neighbouring cell and ends beside the target."""
    scene = duel("F4", on=made)
    one, other = unit(scene, "p1"), unit(scene, "a1")
    ways = charge_ways(scene, one, other)
    assert ways
    for end, leads in ways.items():
        assert charge_refusal(scene, one, other, leads) is None
        assert all(scene.map.grid.adjacent(*pair) for pair in pairwise((one.place, *leads)))
        assert end == (leads or (one.place,))[-1]


def test_a_charge_ends_nowhere_else() -> None:
    """A way that ends two squares off is no charge."""
    scene = duel("F3")
    refused = charge_refusal(scene, unit(scene, "p1"), unit(scene, "a1"), way(scene, "D3"))
    assert refused == "D3 is not beside a1"


def test_a_charge_crosses_no_difficult_ground() -> None:
    """A belt of rough ground right across the table stops it; a road through the belt lets it pass."""
    belt = "\n".join(["...r" + "." * 20] * 24)
    assert charges(duel("H3", on=squares(belt))) == []
    assert charges(duel("H3", on=squares(belt, road="C3-F3")))


@pytest.mark.rule("CUC-CONTACT")
def test_contact_may_be_made_over_a_hedge_but_not_a_wall() -> None:
    """A hedge between charger and target only gives it something to defend; a wall keeps them apart."""
    south = "C3/s B3/s D3/s"
    assert "C3" in charges(duel("C4", on=squares(hedge=south)))
    walled = duel("C4", on=squares(wall=south))
    assert "C3" not in charges(walled)
    refused = charge_refusal(walled, unit(walled, "p1").changed(cell=walled.map.cell("C3")), unit(walled, "a1"), ())
    assert refused == "no way to a1 from C3: troops on foot may not cross wall"


def test_riders_cannot_charge_into_woods() -> None:
    """Troops on foot can, and horses may not enter."""
    woods = squares(with_cells(F3="w"))
    assert charges(duel("F3", on=woods))
    assert charges(duel("F3", on=woods, who={"troop": "mounted"})) == []


@pytest.mark.parametrize(
    ("who", "whom", "refused"),
    [
        ({"troop": "crew"}, {}, "crewed weapon never charges"),
        ({"troop": "aircraft"}, {}, "aircraft never charges"),
        ({"troop": "train"}, {}, "armoured train never charges"),
        ({}, {"troop": "aircraft"}, "nobody charges an aircraft"),
        ({}, {"troop": "gunboat"}, "nobody charges a gunboat on the water"),
        ({}, {"side": "rebels"}, "a1 is a friend"),
        ({}, {"figures": 0}, "not on the table"),
    ],
)
@pytest.mark.rule("CUC-AIR")
@pytest.mark.rule("CUC-CHARGE")
def test_some_never_charge_and_some_are_never_charged(who: Any, whom: Any, refused: str) -> None:
    """Crews, trains and aircraft do not charge; aircraft, gunboats and friends are not charged."""
    scene = duel("D4", who=who, whom=whom)
    assert charge_refusal(scene, unit(scene, "p1"), unit(scene, "a1"), ()) == refused
    assert charges(scene) == []


def test_an_occupied_cell_is_no_end_of_a_charge() -> None:
    """Where a friend stands beside the target nobody else ends."""
    scene = position(troop("p1", "C3"), troop("p2", "E3"), troop("a1", "F3"))
    assert "E3" not in charges(scene)


def test_a_train_can_be_charged() -> None:
    """It stands on ground that troops can enter."""
    assert charges(duel("F5", on=squares(rail="A5-X5"), whom={"troop": "train"}))


# -- nearer and further ------------------------------------------------------------------------------------------


WALLED = "\n".join(["." * 9, *["....~...."] * 6, "." * 9])
"""Water in column E, but for the first and the last row."""


@pytest.mark.rule("CUC-NEARER")
def test_nearer_is_by_the_way_that_is_left() -> None:
    """Behind water the way leads round its end, where the ruler says that every step leads away."""
    there = (troop("p1", "D6"), troop("a1", "F6"))
    scene = position(*there, on=squares(WALLED))
    one, goal = unit(scene, "p1"), scene.map.cell("F6")
    assert names(scene, nearer_ways(scene, one, goal, "half")) == ["D7", "C8", "D8", "E8"]
    by_ruler = position(*there, on=squares(WALLED), readings={"nearer": "inches"})
    assert names(scene, nearer_ways(by_ruler, one, goal, "half")) == []


@pytest.mark.rule("CUC-NEARER")
def test_others_are_in_the_way_of_a_move_but_not_of_what_is_left() -> None:
    """A friend in the only gap is no reason to walk to the other end of the water: one waits behind him."""
    scene = position(troop("p1", "D8"), troop("p2", "E8"), troop("a1", "H8"), on=squares(WALLED))
    assert names(scene, nearer_ways(scene, unit(scene, "p1"), scene.map.cell("H8"), "advance")) == []


@pytest.mark.rule("CUC-NEARER")
def test_what_no_way_leads_to_is_come_as_near_to_as_can_be() -> None:
    """A train goes along its rails to where the enemy is nearest, and no further."""
    scene = position(troop("p1", "C3", troop="train"), troop("a1", "J9"), on=squares(rail="A3-X3"))
    one, goal = unit(scene, "p1"), scene.map.cell("J9")
    found = nearer_ways(scene, one, goal, "advance")
    assert names(scene, found) == [f"{column}3" for column in "DEFGHIJK"]
    left = way_left(scene, one, goal)
    assert [left[scene.map.ordinal(scene.map.cell(at))] for at in ("J3", "K3")] == [0, 2]


@pytest.mark.rule("CUC-NEARER")
def test_what_is_left_is_paid_for_where_a_step_leads_to() -> None:
    """Two inches to a goal in a wood: the wood counts double, what one stands in does not count."""
    for ground, left in (({"E3": "w"}, 6), ({"C3": "w"}, 4)):
        scene = position(troop("p1", "C3"), on=squares(with_cells(**ground)))
        costs = way_left(scene, unit(scene, "p1"), scene.map.cell("E3"))
        assert costs[scene.map.ordinal(scene.map.cell("C3"))] == left


def test_nothing_is_nearer_where_one_is_shut_in() -> None:
    """A unit with water on all sides gets no nearer to anything, and no further away."""
    island = with_cells(B2="~", C2="~", D2="~", B3="~", D3="~", B4="~", C4="~", D4="~")
    scene = duel("H3", on=squares(island))
    one, other = unit(scene, "p1"), unit(scene, "a1")
    assert not nearer_ways(scene, one, other.place, "advance")
    assert not away_cells(scene, one, other, "advance")
    assert not retire_ways(scene, one, other)


def test_ways_know_only_their_own_cells() -> None:
    """Asking for the way to another cell is a mistake."""
    scene = alone()
    found = nearer_ways(scene, unit(scene, "p1"), scene.map.cell("C12"), "half")
    assert found[scene.map.cell("C6")] == way(scene, "C4", "C5", "C6")
    for ask in (found.__getitem__, found.cost):
        with pytest.raises(KeyError):
            ask(scene.map.cell("C2"))


# -- contact -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-CONTACT")
def test_ordinary_moves_stop_short_of_contact() -> None:
    """No cell beside an enemy is in reach, and a way by one is refused; in the other reading both are allowed."""
    scene = position(troop("p1", "C3"), troop("a1", "C8"))
    one, beside = unit(scene, "p1"), scene.map.cell("C7")
    straight = way(scene, "C4", "C5", "C6", "C7")
    assert beside not in reach(scene, one, "advance").area
    assert way_refusal(scene, one, straight, "advance") == "C7 is beside an enemy: only a charge comes into contact"
    touching = position(troop("p1", "C3"), troop("a1", "C8"), readings={"contact": "touching"})
    assert beside in reach(touching, one, "advance").area
    assert way_refusal(touching, one, straight, "advance") is None


@pytest.mark.rule("CUC-CONTACT")
def test_a_charge_comes_into_contact() -> None:
    """That is what it is for."""
    scene = position(troop("p1", "C3"), troop("a1", "C8"))
    assert charge_refusal(scene, unit(scene, "p1"), unit(scene, "a1"), way(scene, "C4", "C5", "C6", "C7")) is None


@pytest.mark.rule("CUC-CONTACT")
def test_there_is_no_contact_through_a_wall() -> None:
    """Whoever could not step over to the enemy does not touch him."""
    scene = position(troop("p1", "C3"), troop("a1", "C8"), on=squares(wall="B8/n C8/n D8/n"))
    assert scene.map.cell("C7") in reach(scene, unit(scene, "p1"), "advance").area


@pytest.mark.rule("CUC-CONTACT", "CUC-AIR")
def test_nobody_touches_what_flies_and_what_flies_touches_nobody() -> None:
    """Below an aeroplane, and in one."""
    for who, whom in (("foot", "aircraft"), ("aircraft", "foot")):
        scene = position(troop("p1", "C3", troop=who), troop("a1", "C8", troop=whom))
        assert scene.map.cell("C7") in reach(scene, unit(scene, "p1"), "advance").area


@pytest.mark.rule("CUC-CONTACT")
def test_who_stands_beside_an_enemy_may_go() -> None:
    """But not along him."""
    scene = position(troop("p1", "C3"), troop("a1", "C4"))
    near = reach(scene, unit(scene, "p1"), "half").area
    assert scene.map.cell("C2") in near
    assert scene.map.cell("D3") not in near


@pytest.mark.rule("CUC-RESPOND")
def test_away_is_the_furthest_from_the_enemy() -> None:
    """From the west one goes straight east, and out of a corner nowhere: past the enemy is not away from him."""
    scene = position(troop("p1", "L12"), troop("a1", "K12"))
    assert names(scene, away_cells(scene, unit(scene, "p1"), unit(scene, "a1"), "half")) == ["O12"]
    cornered = position(troop("p1", "A1"), troop("a1", "B2"), on=squares(".....\n.....\n.....\n.....\n....."))
    found = names(cornered, away_cells(cornered, unit(cornered, "p1"), unit(cornered, "a1"), "advance"))
    assert found == []
    beside = position(troop("p1", "C3"), troop("a1", "B2"), on=squares(".....\n.....\n.....\n.....\n....."))
    assert names(beside, away_cells(beside, unit(beside, "p1"), unit(beside, "a1"), "advance")) == ["E5"]


def test_away_may_lead_through_what_is_as_far() -> None:
    """On the way out of a pocket a step aside, no nearer to the enemy and no further, is allowed."""
    pocket = "." + "~" * 5 + "\n" + "~" * 6 + "\n" + "~" * 6 + "\n~~~...\n~~~.~~"
    scene = position(troop("p1", "D5"), troop("a1", "A1"), on=squares(pocket))
    assert names(scene, away_cells(scene, unit(scene, "p1"), unit(scene, "a1"), "advance")) == ["F4"]


def test_further_is_told_of_single_cells() -> None:
    """Equally far is not further."""
    scene = position(troop("p1", "O13", shaken=True), troop("a1", "L9"))
    ways = [(scene.map.cell(at),) for at in ("O14", "P12", "O12", "P13")]
    refused = [BOOK.refusal(scene, ask_of(scene, "p1"), Advance("p1", way, "half")) for way in ways]
    assert [each is None for each in refused] == [True, False, False, True]
    assert refused[1] == refused[2] == "p1 is shaken: only away from the enemy"


# -- off the table -----------------------------------------------------------------------------------------------


def test_the_edge_is_the_outer_rows_and_columns() -> None:
    """Every cell of the rim, hexes or squares, and no other."""
    for made in (squares("....\n....\n...."), hexes("....\n....\n....")):
        assert len(edge_cells(made)) == 10


def test_the_nearest_edge_lies_away_from_the_enemy() -> None:
    """The edge behind the enemy is nearer, but one does not run through him; both hands are a tie."""
    scene = position(troop("p1", "C12"), troop("a1", "B12"))
    one = unit(scene, "p1")
    assert names(scene, nearest_edge(scene, one, None)) == ["A12"]
    assert names(scene, nearest_edge(scene, one, unit(scene, "a1"))) == ["C1"]
    corner = position(troop("p1", "C3"), troop("a1", "H8"))
    assert names(corner, nearest_edge(corner, unit(corner, "p1"), unit(corner, "a1"))) == ["C1", "A3"]


@pytest.mark.rule("CUC-COURAGE")
def test_who_breaks_runs_to_its_nearest_edge() -> None:
    """As near to it as a Rapid Advance leads, and never nearer to the enemy."""
    scene = position(troop("p1", "M12"), troop("a1", "M14"))
    one, other = unit(scene, "p1"), unit(scene, "a1")
    assert names(scene, nearest_edge(scene, one, other)) == ["M1", "X12"]
    assert names(scene, retire_ways(scene, one, other)) == ["M2", "W12"]
    aside = changed(scene, "a1", cell="O14")
    assert names(aside, retire_ways(aside, one, unit(aside, "a1"))) == ["M2"]


@pytest.mark.rule("CUC-RETIRE")
def test_who_breaks_runs_through_difficult_ground() -> None:
    """A wood halves the way and does not hold anybody, though no Rapid Advance enters it."""
    scene = position(troop("p1", "M11"), troop("a1", "M13"), on=squares(OPEN.replace(".", "w")))
    one, other = unit(scene, "p1"), unit(scene, "a1")
    assert names(scene, retire_ways(scene, one, other)) == ["M6"]
    assert retreat_reach(scene, one).cost(scene.map.cell("M6")) == 20


def test_a_train_retires_along_its_rails() -> None:
    """No rail leads to the nearest edge, so it runs as far from the enemy as it can."""
    scene = position(troop("p1", "H3", troop="train"), troop("a1", "F4"), on=squares(rail="A3-X3"))
    one, other = unit(scene, "p1"), unit(scene, "a1")
    assert names(scene, nearest_edge(scene, one, other)) == ["H1"]
    assert names(scene, retire_ways(scene, one, other)) == ["T3"]


def test_who_runs_round_the_enemy_has_no_step_left() -> None:
    """What counts at the edge is the way on which nobody comes nearer to the enemy: straight past him is no flight."""
    scene = position(troop("p1", "L5", troop="crew"), troop("p2", "K4"), troop("a1", "N3"))
    one, edge = unit(scene, "p1"), scene.map.cell("L1")
    assert runs_off(scene, one, edge)
    assert not runs_off(scene, one, edge, unit(scene, "a1"))


@pytest.mark.parametrize(("start", "off"), [("L11", False), ("L10", True), ("L1", True)])
@pytest.mark.rule("CUC-RETIRE")
def test_who_has_a_step_left_at_the_edge_runs_off(start: str, off: bool) -> None:
    """Ten inches to the edge end there; nine leave one for the step over it."""
    scene = position(troop("p1", start), troop("a1", "L20"))
    one, other = unit(scene, "p1"), unit(scene, "a1")
    ends = list(retire_ways(scene, one, other)) or [one.place]
    assert names(scene, ends) == ["L1"]
    assert runs_off(scene, one, ends[0]) is off


def test_nobody_runs_off_from_the_middle() -> None:
    """A cell that is not at the edge, or not reached, leads nowhere."""
    scene = position(troop("p1", "L12"), troop("a1", "L20"))
    assert not runs_off(scene, unit(scene, "p1"), scene.map.cell("L12"))
    assert not runs_off(scene, unit(scene, "p1"), scene.map.cell("L1"))
