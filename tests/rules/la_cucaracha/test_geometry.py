"""La Cucaracha: inches, the nearest, sight and cover."""

import pytest

from sim.board.mapfile import parse_map
from sim.rules.la_cucaracha.ground.sight import covers_of, leader_near, sees
from sim.rules.la_cucaracha.state import CucPosition, enemies, flies
from sim.tabletop.inches import area_nearer_than, area_within, inches, nearer_than, nearest, within
from tests.rules.la_cucaracha.table import hexes, position, squares, troop, unit, with_cells
from tests.rules.positions import changed, names

# -- inches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "length", "inside", "nearer"),
    [
        ("G1", 5, False, False),
        ("F1", 5, True, False),
        ("E1", 5, True, True),
        ("D5", 5, True, False),
        ("D6", 5, False, False),
        ("E5", 5, False, False),
        ("E4", 5, True, False),
        ("D4", 5, True, True),
    ],
)
def test_a_length_ends_exactly_on_squares(other: str, length: int, inside: bool, nearer: bool) -> None:
    """Three by four is exactly five inches: within five, and not nearer than five; a whisker more is outside."""
    scene = position()
    one, two = scene.map.cell("A1"), scene.map.cell(other)
    assert (within(scene, one, two, length), nearer_than(scene, one, two, length)) == (inside, nearer)


@pytest.mark.parametrize(("other", "inside"), [("A9", True), ("A10", False), ("I5", True), ("I6", False)])
def test_a_length_ends_exactly_on_hexes(other: str, inside: bool) -> None:
    """On hexes of two inches eight hexes in a row are sixteen inches and nine are eighteen."""
    scene = position(on=hexes())
    assert within(scene, scene.map.cell("A1"), scene.map.cell(other), 16) is inside


def test_a_scale_of_tenths_is_exact() -> None:
    """Ten squares of 1.3 inches are thirteen inches, though no binary number is 1.3."""
    scene = position(on=squares(scale=1.3))
    one = scene.map.cell("A1")
    assert within(scene, one, scene.map.cell("K1"), 13)
    assert not nearer_than(scene, one, scene.map.cell("K1"), 13)
    assert not within(scene, one, scene.map.cell("L1"), 13)


@pytest.mark.parametrize("battle_map", [squares(), hexes(), squares(scale=1.5)], ids=["squares", "hexes", "wide"])
def test_the_area_within_a_length_is_the_cells_within_it(battle_map: object) -> None:
    """The area is those cells of which `within` says so."""
    scene = position(on=battle_map)  # type: ignore[arg-type]  # a battle map
    centre = scene.map.cell("H9")
    expected = [cell for cell in scene.map.whole if within(scene, centre, cell, 7)]
    assert list(area_within(scene, centre, 7)) == expected


@pytest.mark.parametrize("battle_map", [squares(), hexes(), squares(scale=1.5)], ids=["squares", "hexes", "wide"])
@pytest.mark.parametrize("length", [2, 3, 6])
def test_the_area_nearer_than_a_length_is_the_cells_nearer_than_it(battle_map: object, length: int) -> None:
    """The area is those cells of which `nearer_than` says so: one that is exactly as far is not in it."""
    scene = position(on=battle_map)  # type: ignore[arg-type]  # a battle map
    centre = scene.map.cell("H9")
    expected = [cell for cell in scene.map.whole if nearer_than(scene, centre, cell, length)]
    assert list(area_nearer_than(scene, centre, length)) == expected


def test_inches_are_for_show() -> None:
    """Inches count the scale of the map."""
    scene = position(on=hexes())
    assert inches(scene, scene.map.cell("A1"), scene.map.cell("A4")) == pytest.approx(6)


# -- the nearest -------------------------------------------------------------------------------------------------


def nearest_names(scene: CucPosition) -> list[str]:
    """The units nearest to p1, of all enemies."""
    return [found.id for found in nearest(scene, unit(scene, "p1").place, enemies(scene, "rebels"))]


@pytest.mark.rule("CUC-NEAREST")
def test_the_nearest_is_by_inches_and_not_by_squares() -> None:
    """Five squares straight are nearer than four squares aslant."""
    assert nearest_names(position(troop("p1", "A1"), troop("a1", "E5"), troop("a2", "F1"))) == ["a2"]


@pytest.mark.rule("CUC-NEAREST")
def test_equally_near_is_exact_on_squares() -> None:
    """Five squares straight and three by four are a tie, in roster order."""
    scene = position(troop("p1", "A1"), troop("a2", "D5"), troop("a1", "F1"), troop("a3", "G1"))
    assert nearest_names(scene) == ["a2", "a1"]


@pytest.mark.rule("CUC-NEAREST")
def test_equally_near_is_exact_on_hexes() -> None:
    """Seven hexes in a row and three aside five are equally far by ruler, though not in hexes."""
    scene = position(troop("p1", "A1"), troop("a1", "A8"), troop("a2", "D7"), troop("a3", "A9"), on=hexes())
    here, far = scene.map.cell("A1"), [unit(scene, name).place for name in ("a1", "a2")]
    assert [scene.map.grid.squared(here, cell) for cell in far] == [49, 49]
    assert [scene.map.distance(here, cell) for cell in far] == [7, 8]
    assert nearest_names(scene) == ["a1", "a2"]


@pytest.mark.rule("CUC-NEAREST")
def test_who_is_lost_or_away_is_not_the_nearest() -> None:
    """Units that are lost or off the table are nobody's nearest enemy."""
    scene = position(troop("p1", "A1"), troop("a1", "B1", figures=0), troop("a2", None), troop("a3", "H8"))
    assert nearest_names(scene) == ["a3"]
    assert nearest_names(changed(scene, "a3", cell=None)) == []


# -- leaders -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "near"), [("I1", True), ("J1", False), ("A9", True), ("A10", False)])
def test_a_leader_is_near_within_eight_inches(at: str, near: bool) -> None:
    """Eight inches are near and nine are not."""
    scene = position(troop("p1", "A1"), troop("p2", at, leader=True))
    assert leader_near(scene, unit(scene, "p1")) is near


def test_a_leader_is_near_to_its_own_unit() -> None:
    """A leader who is with the unit is near it, and gone with his men."""
    scene = position(troop("p1", "A1", leader=True))
    assert leader_near(scene, unit(scene, "p1"))
    away = changed(scene, "p1", cell=None)
    assert not leader_near(away, unit(away, "p1"))


@pytest.mark.parametrize("more", [{"side": "federales"}, {"figures": 0}, {"leader": False}])
def test_only_a_leader_of_ones_own_who_lives_counts(more: dict[str, object]) -> None:
    """Enemy leaders, lost ones and plain units do nothing."""
    words: dict[str, object] = {"leader": True, **more}
    scene = position(troop("p1", "A1"), troop("p2", "B1", **words))
    assert not leader_near(scene, unit(scene, "p1"))


# -- sight -------------------------------------------------------------------------------------------------------

HOUSE = with_cells(D1="b", D2="b")


@pytest.mark.rule("CUC-SIGHT")
def test_a_building_hides_who_is_behind_it() -> None:
    """Nobody on the ground sees through a building, either way; beside it one does."""
    scene = position(troop("p1", "A1"), troop("a1", "H1"), troop("a2", "H8"), on=squares(HOUSE))
    one, hidden, seen = (unit(scene, name) for name in ("p1", "a1", "a2"))
    assert not sees(scene, one, hidden)
    assert not sees(scene, hidden, one)
    assert sees(scene, one, seen)


@pytest.mark.rule("CUC-AIR")
@pytest.mark.parametrize("flyer", ["p1", "a1"])
def test_aircraft_see_and_are_seen_over_everything(flyer: str) -> None:
    """A building hides nobody from an aircraft, and no aircraft from anybody."""
    troops = {"p1": "A1", "a1": "H1"}
    placed = [troop(id_, at, troop="aircraft" if id_ == flyer else "foot") for id_, at in troops.items()]
    scene = position(*placed, on=squares(HOUSE))
    assert flies(scene, unit(scene, flyer))
    assert sees(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert sees(scene, unit(scene, "a1"), unit(scene, "p1"))


def test_sight_can_be_asked_from_another_cell() -> None:
    """From the other end of the house the hidden unit would be seen."""
    scene = position(troop("p1", "A1"), troop("a1", "H1"), on=squares(HOUSE))
    assert sees(scene, unit(scene, "p1").changed(cell=scene.map.cell("H9")), unit(scene, "a1"))
    assert not sees(scene, unit(scene, "p1").changed(cell=scene.map.cell("B1")), unit(scene, "a1"))


def test_who_is_off_the_table_sees_nobody() -> None:
    """Sight needs both on the table."""
    scene = position(troop("p1", None), troop("a1", "H1"))
    assert not sees(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert not sees(scene, unit(scene, "a1"), unit(scene, "p1"))


# -- cover -------------------------------------------------------------------------------------------------------


def cover(scene: CucPosition, enemy: str, target: str, *, above: bool = False) -> str | None:
    """The class of cover of a cell from another."""
    found = next(iter(covers_of(scene, scene.map.cell(enemy), scene.map.cell(target), above=above)), None)
    return None if found is None else found.cover


def test_cover_comes_from_the_ground_and_the_sides() -> None:
    """Scrub is soft, rocks are hard, a hedge is soft for who is right behind it, and open ground is nothing."""
    scene = position(on=squares(with_cells(F1="s", F2="k"), hedge="E3/e"))
    assert [cover(scene, f"B{row}", f"F{row}") for row in (1, 2, 3, 4)] == ["soft", "hard", "soft", None]
    assert cover(scene, "J3", "F3") is None


@pytest.mark.rule("CUC-SIGHT")
def test_the_best_single_cover_counts() -> None:
    """Scrub behind a low wall is hard cover, and both are told, the better first."""
    scene = position(on=squares(with_cells(F1="s"), low_wall="E1/e"))
    found = covers_of(scene, scene.map.cell("B1"), scene.map.cell("F1"))
    assert [each.cover for each in found] == ["hard", "soft"]
    assert cover(scene, "B1", "F1") == "hard"


def test_a_defence_without_a_class_of_cover_is_none() -> None:
    """Ground that a map gives a defence but no class of cover shelters nobody here, where only the class counts."""
    field = parse_map(
        'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nrows = """\n...q..\n"""\n'
        '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
        '[terrain.furrows]\nlike = "field"\nletter = "q"\ndefence = 1\n',
        "x.toml",
    )
    scene = position(on=field)
    assert cover(scene, "A1", "D1") is None


def test_nobody_has_cover_from_whom_he_is_hidden() -> None:
    """Behind a house there is no line, and so no cover."""
    scene = position(on=squares(HOUSE))
    assert cover(scene, "A1", "H1") is None


@pytest.mark.rule("CUC-AIR")
@pytest.mark.rule("CUC-SIGHT")
def test_from_above_only_the_ground_shelters() -> None:
    """An aircraft looks over a low wall but not into scrub; a house neither hides anybody from it nor covers."""
    scene = position(on=squares(with_cells(F1="s", D4="b"), low_wall="E1/e E2/e"))
    assert cover(scene, "B1", "F1", above=True) == "soft"
    assert cover(scene, "B2", "F2", above=True) is None
    assert cover(scene, "B2", "F2") == "hard"
    assert cover(scene, "A4", "H4", above=True) is None


@pytest.mark.parametrize("battle_map", ["squares", "hexes"])
def test_cover_is_what_the_certificate_of_the_line_says(battle_map: str) -> None:
    """For every pair of cells the quick answer is the cover of the full line of sight, the best of it first."""
    rows = "..s..k..\n.b...s..\n...g..n.\n..w..u..\n........\n.k....s."
    laid = {"hedge": "B3/s C3/s F4/s", "low_wall": "E5/s D2/s", "barricade": "H5"}
    made = squares(rows, **laid) if battle_map == "squares" else hexes(rows, **laid)
    scene = position(on=made)
    for one in scene.map.whole:
        for other in scene.map.whole:
            line = scene.sight(one, other)
            found = covers_of(scene, one, other)
            assert set(found) == {each for each in line.cover if each.cover != "none"}, names(scene, (one, other))
            assert list(found) == sorted(found, key=lambda each: each.cover == "soft")
