"""Ways, fronts and templates, looked at cell by cell: what no single example shows."""

import pytest
from shapely import Point, Polygon

from sim.board.area import Area
from sim.grid import Cell
from sim.rules.la_petite_guerre.combat.guns import beaten_zone, blast, blast_shapes, burst_cell, wedge
from sim.rules.la_petite_guerre.ground.sight import faces_away
from sim.rules.la_petite_guerre.ground.ways import crawl_ways, full_ways, move_reach, way_refusal
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.state import LpgPosition
from sim.tabletop.inches import area_within, nearer_than, within
from tests.rules.la_petite_guerre.questions import SHOW
from tests.rules.la_petite_guerre.table import WIDE, scene, unit
from tests.rules.positions import way

TABLES = [("stage.toml", ""), ("hexes.toml", ""), ("stage.toml", "ground E9:w E10:b F8:b G8:s")]
"""Squares, hexes, and squares with woods, houses and scrub."""


def placed(start: str, on: str, ground: str = "") -> LpgPosition:
    """A man somewhere, and an enemy in G10."""
    return scene(ground, f"p1 {start} | a1 G10", on=on)


def gun(kind: str = "gatling") -> LpgPosition:
    """A gun in C3 that points east, with its crew."""
    crew = f"militia: gun {kind} C3 e crew:2 | p1 gunner B2 e serves:gun | p2 gunner B4 e serves:gun"
    return scene(WIDE, crew, "metis: a1 militia_veteran I3 w")


def under(of: LpgPosition, template: Polygon) -> set[Cell]:
    """Return the cells whose centres a template covers."""
    return {cell for cell in of.map.whole if template.covers(Point(of.map.grid.point(cell)))}


# -- ways -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-4")
@pytest.mark.parametrize("inches", [2, 3, 4, 5])
@pytest.mark.parametrize(("on", "ground"), TABLES[:2])
def test_no_move_ends_nearer_than_two_inches(on: str, ground: str, inches: int) -> None:
    """Whatever was rolled and wherever it began: nor does a crawl."""
    for start in ("C10", "D9", "E8", "F7"):
        here = placed(start, on, ground)
        ends = [*full_ways(here, unit(here, "p1"), inches), *crawl_ways(here, unit(here, "p1"))]
        assert ends and not any(nearer_than(here, unit(here, "a1").place, cell, 2) for cell in ends)


@pytest.mark.rule("LPG-MOVE-4")
@pytest.mark.parametrize("inches", [2, 3, 4, 5])
@pytest.mark.parametrize(("on", "ground"), TABLES)
def test_no_way_leads_back_to_an_enemy_who_was_left(on: str, ground: str, inches: int) -> None:
    """Of all ways that a man in contact may go, walking or crawling: once more than two inches off, never nearer."""
    for start in ("F10", "F9", "G9", "G11"):
        here = placed(start, on, ground)
        me, enemy = unit(here, "p1"), unit(here, "a1").place
        for each in (*full_ways(here, me, inches).values(), *crawl_ways(here, me).values()):
            out = [not within(here, enemy, cell, 2) for cell in each]
            left = each[out.index(True) :] if True in out else ()
            assert not any(nearer_than(here, enemy, cell, 2) for cell in left)


@pytest.mark.rule("LPG-MOVE-3")
@pytest.mark.parametrize("inches", [2, 3, 4, 5])
def test_the_ways_of_a_move_are_those_that_nothing_speaks_against(inches: int) -> None:
    """Every one is allowed, also when asked again; where none leads to, the shortest is refused."""
    here = scene(
        "ground D10:w D11:s E9:s C12:w",
        "militia: p2 militia_veteran D9 e",
        "metis: a2 militia_veteran B14 w",
        "p1 C10 e | a1 F12 w",
    )
    me = unit(here, "p1")
    for _ in range(2):
        ways = full_ways(here, me, inches)
        assert ways and all(way_refusal(here, me, each, inches) is None for each in ways.values())
    search = move_reach(here, me, inches)
    missing = [cell for cell in search.area if cell not in ways and cell != me.cell]
    assert missing and all(way_refusal(here, me, search.way(cell)[1:], inches) for cell in missing)
    assert way_refusal(here, me, (*way(here, "B10", "A10"), Cell(-1, 9)), 3) == "A10 has no such neighbour"


# -- fronts and templates ---------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
@pytest.mark.parametrize("on", ["stage.toml", "hexes.toml"])
def test_a_back_is_a_back_on_either_hand(on: str) -> None:
    """Who looks north has at his back exactly those who are south of him, east of the line as west of it."""
    here = scene("p1 M10 n | a1 M1 s", on=on)
    me, grid = unit(here, "p1"), here.map.grid
    for cell in (cell for cell in here.map.cells if cell != me.cell):
        behind = grid.point(cell)[1] > grid.point(me.place)[1] + 1e-6
        assert faces_away(here, me, unit(here, "a1").changed(cell=cell)) is behind, grid.name(cell)


@pytest.mark.rule("LPG-GATLING")
def test_the_template_of_a_gatling_is_laid_over_its_beaten_zone() -> None:
    """In danger are the cells in which play looks for men, and whose centres lie under its outline."""
    here = gun()
    cell = here.map.cell("I3")
    danger = SHOW.danger(here, FireGun("gun", cell))
    assert danger is not None and danger.area == beaten_zone(here, unit(here, "gun"), cell, canister=False)
    template = Polygon(danger.outlines[0]).buffer(1e-9)
    assert danger.area == Area.of(here.map, under(here, template) - {unit(here, "gun").place})
    shape = wedge(here, unit(here, "gun"), cell, canister=False)
    assert (float(shape.degrees), shape.length, float(shape.least)) == (11.25, 24, 0.5)


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_endangers_two_inches() -> None:
    """Around where it is aimed: circles of one inch and two."""
    here = gun("nine_pounder")
    cell = here.map.cell("T3")
    danger = SHOW.danger(here, FireGun("gun", cell))
    assert danger is not None and danger.area == blast(here, cell)
    inner, outer = (Polygon(outline).buffer(0.05) for outline in danger.outlines)
    assert (under(here, outer), under(here, inner)) == (set(blast(here, cell)), set(area_within(here, cell, 1)))
    assert [round(shape.bounds[2] - shape.bounds[0], 6) for shape in blast_shapes(here, cell)] == [2, 4]


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_goes_astray_by_as_many_cells_as_come_nearest() -> None:
    """Slantwise a cell is 1.41 inches: two inches are one, three are two; off the table it is nowhere."""
    here = gun()
    aim = here.map.cell("T3")
    found = [burst_cell(here, aim, 3, inches) for inches in (1, 2, 3)]
    assert found == list(way(here, "U4", "U4", "V5"))
    assert burst_cell(here, here.map.cell("T1"), 0, 2) is None
