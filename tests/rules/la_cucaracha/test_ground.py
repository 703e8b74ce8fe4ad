"""La Cucaracha: inches, shots and cover agree with what is asked cell by cell, on every grid."""

from dataclasses import replace

import pytest

from sim.board.mapfile import parse_map
from sim.engine.battle import Position
from sim.rules.la_cucaracha.ground.sight import covers_of, sees, shot_area, shot_refusal
from sim.rules.la_cucaracha.state import CucPosition, Troop
from sim.tabletop.inches import area_nearer_than, area_within, nearer_than, within
from tests.rules.la_cucaracha.stage import pair, stood
from tests.rules.positions import names

TABLES = [stood(), stood(stage="on_hexes"), stood(inches=1.5)]


@pytest.mark.parametrize(
    ("scene", "length", "nearer", "exactly", "further"),
    [
        (TABLES[0], 5, "E1 D4", "F1 D5 E4", "G1 D6 E5"),
        (TABLES[1], 16, "A8 I4", "A9 I5", "A10 I6"),
        (stood(inches=1.3), 13, "J1", "K1", "L1"),
    ],
)
def test_a_length_ends_exactly(scene: CucPosition, length: int, nearer: str, exactly: str, further: str) -> None:
    """Three by four is five inches, eight hexes are sixteen, ten squares of 1.3 thirteen: within, and not nearer."""
    for names_, inside, closer in ((nearer, True, True), (exactly, True, False), (further, False, False)):
        for one, two in ((scene.map.cell("A1"), scene.map.cell(name)) for name in names_.split()):
            assert (within(scene, one, two, length), nearer_than(scene, one, two, length)) == (inside, closer)


@pytest.mark.parametrize("scene", TABLES, ids=["squares", "hexes", "wide"])
@pytest.mark.parametrize("length", [2, 3, 6, 7])
def test_the_areas_of_a_length_are_the_cells_of_which_it_is_said(scene: CucPosition, length: int) -> None:
    """Within it, and nearer than it: one that is exactly as far is in the first alone."""
    here = scene.map.cell("H9")
    inside = [cell for cell in scene.map.whole if within(scene, here, cell, length)]
    assert list(area_within(scene, here, length)) == inside
    nearer = [cell for cell in scene.map.whole if nearer_than(scene, here, cell, length)]
    assert list(area_nearer_than(scene, here, length)) == nearer


def could_shoot(scene: CucPosition, one: Troop, other: Troop) -> bool:
    """Say whether one has the range and sees the other, ready and loaded or not."""
    return shot_refusal(scene, one.changed(deployed=True), other) is None and sees(scene, one, other)


@pytest.mark.parametrize(
    "who", ["villista_infantry", "federal_field_gun", "dorados", "biplane", "zapatista_macheteros"]
)
def test_all_cells_of_a_shot_at_once_are_those_asked_one_by_one(who: str) -> None:
    """Whichever of the two stands still; houses are in the way, and a field gun needs some inches."""
    whom = "biplane" if who == "dorados" else "villista_infantry"
    scene = stood("ground D3:b E3:b N3:b", f"rebels: p1 {who} A3 | federales: a1 {whom} I3", stage="far")
    one, other = pair(scene)
    cells = list(scene.map.whole)
    froms = [cell for cell in cells if could_shoot(scene, one.changed(cell=cell), other)]
    assert list(shot_area(scene, one, other, other.place)) == froms
    ats = [cell for cell in cells if could_shoot(scene, one, other.changed(cell=cell))]
    assert list(shot_area(scene, one, other, one.place)) == ats


def test_a_defence_without_a_class_of_cover_is_none() -> None:
    """Ground that a map gives a defence but no class of cover shelters nobody here, where only the class counts."""
    field = parse_map(
        'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nrows = """\n...q..\n"""\n'
        '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
        '[terrain.furrows]\nlike = "field"\nletter = "q"\ndefence = 1\n',
        "x.toml",
    )
    scene = Position(replace(TABLES[0].battle, map=field), TABLES[0].state)
    assert not covers_of(scene, field.cell("A1"), field.cell("D1"))


@pytest.mark.parametrize("stage", ["stage", "on_hexes"])
def test_cover_is_what_the_certificate_of_the_line_says(stage: str) -> None:
    """For every pair of cells the quick answer is the cover of the full line of sight, the best of it first."""
    rows = "map\n..s..k..\n.b...s..\n...g..n.\n..w..u..\n........\n.k....s.\n\n"
    laid = "edges hedge B3/s C3/s F4/s low_wall E5/s D2/s\nfeatures barricade H5\n"
    scene = stood(rows + laid, "federales: a1 villista_infantry A1", stage=stage)
    for one in scene.map.whole:
        for other in scene.map.whole:
            found = covers_of(scene, one, other)
            line = {each for each in scene.sight(one, other).cover if each.cover != "none"}
            assert set(found) == line, names(scene, (one, other))
            assert list(found) == sorted(found, key=lambda each: each.cover == "soft")
