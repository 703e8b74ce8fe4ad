"""OUTLAWS!: fields of view, turning to see, and cover from one direction."""

from pathlib import Path

import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map
from sim.grid import Cell
from sim.rules.outlaws.ground.cover import arrival, can_take_cover, cover_from, in_cover
from sim.rules.outlaws.ground.sight import all_round, could_turn_to_see, fov, in_arc, ruler, sees
from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.stage import FACINGS, GRID, cell, character, facing, opened, position, town, with_squares
from tests.rules.positions import changed

MAPS = Path(__file__).parents[3] / "maps" / "battles"
TOWNS = (
    pytest.param("perdition_main_street", marks=pytest.mark.long),
    "dry_gulch_bank",
    pytest.param("double_h_ranch", marks=pytest.mark.long),
    "lucky_strike_saloon",
)
"""The two large ones take a while."""


def names(scene: OutlawsPosition, id_: str, towards: str | None = None) -> set[str]:
    """Return the squares of a field of view by their names."""
    view = fov(scene, scene.state.unit(id_), None if towards is None else facing(towards))
    return {GRID.name(square) for square in view}


def cover(scene: OutlawsPosition, target: str, enemy: str, *, covering: bool = False) -> list[str]:
    """Return the kinds that shelter one square from another."""
    return [found.kind for found in cover_from(scene, cell(target), cell(enemy), covering=covering)]


# -- the field of view --------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-FOV")
def test_the_front_arc_is_a_cone_of_90_degrees_with_its_limits() -> None:
    """From B3 of a small street facing east: |side| <= forward, at any range, and the own square."""
    scene = position(character("p1", "B3", "e"), on=town("......\n" * 5))
    assert names(scene, "p1") == {
                      "D1", "E1", "F1",
                "C2", "D2", "E2", "F2",
          "B3", "C3", "D3", "E3", "F3",
                "C4", "D4", "E4", "F4",
                      "D5", "E5", "F5",
    }  # fmt: skip


@pytest.mark.rule("OUT-FOV")
def test_facing_diagonally_the_arc_is_a_quarter_of_the_board() -> None:
    """From B3 facing north-east: everything north and east of it, both limits included."""
    scene = position(character("p1", "B3", "ne"), on=town("....\n" * 4))
    assert names(scene, "p1") == {f"{column}{row}" for column in "BCD" for row in (1, 2, 3)}


@pytest.mark.rule("OUT-FOV")
def test_a_wall_hides_what_is_behind_it_and_a_window_does_not() -> None:
    """The same street twice: only what stands on one side differs."""
    one = position(character("p1", "B3", "e"), on=town(wall="C3/e"))
    other = position(character("p1", "B3", "e"), on=town(window="C3/e"))
    assert "C3" in names(one, "p1")
    assert "D3" not in names(one, "p1")
    assert {"D3", "L3"} <= names(other, "p1")


@pytest.mark.rule("OUT-FOV")
def test_a_closed_door_hides_and_an_open_one_does_not() -> None:
    """The state of doors is part of the moment."""
    street = town(door="C3/e")
    shut = position(character("p1", "B3", "e"), on=street)
    open_ = position(character("p1", "B3", "e"), on=street, changes=opened("C3/e"))
    assert "D3" not in names(shut, "p1")
    assert "D3" in names(open_, "p1")


@pytest.mark.rule("OUT-FOV")
@pytest.mark.parametrize(("letter", "hidden"), [("u", False), ("t", False), ("W", True), ("R", True)])
def test_high_objects_hide_and_low_ones_do_not(letter: str, hidden: bool) -> None:
    """A trough and a table against a wardrobe and a boulder."""
    scene = position(character("p1", "B3", "e"), on=town(with_squares(D3=letter)))
    assert ("F3" not in names(scene, "p1")) == hidden
    assert "D3" in names(scene, "p1"), "the object itself is seen"


@pytest.mark.rule("OUT-FOV")
def test_turning_to_see_asks_for_a_line_and_not_for_the_facing() -> None:
    """Somebody behind one's back is not seen, but would be after a Turnaround; behind a wall he is neither."""
    scene = position(character("p1", "E5", "n"), character("a1", "E9"), character("a2", "E2"), on=town(wall="E3/n"))
    p1, behind, walled = (scene.state.unit(id_) for id_ in ("p1", "a1", "a2"))
    assert (sees(scene, p1, behind), could_turn_to_see(scene, p1, behind)) == (False, True)
    assert (sees(scene, p1, walled), could_turn_to_see(scene, p1, walled)) == (False, False)
    turned = changed(scene, "p1", facing=facing("s"))
    assert sees(turned, turned.state.unit("p1"), behind)


@pytest.mark.rule("OUT-FOV")
def test_the_whole_circle_ignores_facing() -> None:
    """The 360 degree FOV is the sum of all facings."""
    scene = position(character("p1", "E5", "n"), on=town(wall="E3/n F3/n", door="C5/w"))
    unit = scene.state.unit("p1")
    together = set().union(*(names(scene, "p1", towards) for towards in FACINGS))
    assert {GRID.name(square) for square in all_round(scene, unit)} == together


@pytest.mark.rule("OUT-FOV")
def test_who_shares_a_square_is_seen_whatever_the_facing() -> None:
    """The own square is always in the field of view."""
    scene = position(character("p1", "E5", "n"), character("a1", "E5", "n"))
    assert sees(scene, scene.state.unit("p1"), scene.state.unit("a1"))


def test_nobody_off_the_board_or_unconscious_sees_anything() -> None:
    """They are neither asked for snapshots nor counted for dice."""
    scene = position(character("p1", "E5", "n", conscious=False), character("p2", None), character("a1", "E3"))
    target = scene.state.unit("a1")
    for id_ in ("p1", "p2"):
        assert not sees(scene, scene.state.unit(id_), target)
        assert not could_turn_to_see(scene, scene.state.unit(id_), target)
    assert not fov(scene, scene.state.unit("p2"))


@pytest.mark.parametrize(("one", "other", "away"), [("A1", "A4", 3), ("A1", "D4", 4), ("A1", "C2", 2), ("A1", "B2", 1)])
@pytest.mark.rule("OUT-SKILL")
def test_ranges_are_by_ruler_with_part_squares_left_off(one: str, other: str, away: int) -> None:
    """Three squares across and three down are 4.24."""
    assert ruler(cell(one), cell(other)) == away


# -- cover --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-COVER")
def test_a_low_object_directly_before_one_gives_cover_from_that_side_only() -> None:
    """The trough in E4 shelters E5 from the north, not from the east, and not somebody further back."""
    scene = position(on=town(with_squares(E4="u")))
    assert cover(scene, "E5", "E1") == ["water_trough"]
    assert cover(scene, "E5", "J5") == []
    assert cover(scene, "E6", "E1") == []


@pytest.mark.rule("OUT-COVER")
def test_a_low_object_shelters_nobody_from_one_who_stands_in_it() -> None:
    """Nothing is in the way then."""
    scene = position(on=town(with_squares(E4="u")))
    assert cover(scene, "E5", "E4") == []


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("side", ["fence", "railing", "low_wall", "counter_edge", "corral_gate"])
def test_low_sides_give_cover_without_an_action(side: str) -> None:
    """A fence on the north side of E5 shelters it from the north, and its neighbour across it from the south."""
    scene = position(on=town(**{side: "E5/n"}))
    assert cover(scene, "E5", "E1") == [side]
    assert cover(scene, "E4", "E9") == [side]
    assert cover(scene, "E5", "E9") == []


@pytest.mark.rule("OUT-COVER")
def test_rocks_shelter_from_everywhere_and_a_table_nobody_in_it() -> None:
    """What one stands in is cover if it is ground; on a table one is beside nothing."""
    scene = position(on=town(with_squares(E5="r", H8="t")))
    assert [cover(scene, "E5", enemy) for enemy in ("E1", "J5", "B8")] == [["rock"]] * 3
    assert cover(scene, "H8", "H1") == []


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("opening", ["window", "door_open", "batwing_door"])
@pytest.mark.rule("OUT-COVER-taken")
def test_openings_give_cover_only_after_take_cover(opening: str) -> None:
    """The line comes straight through: without the action nothing, with it cover against all that come in there."""
    scene = position(on=town(**{"wall": "D5/n F5/n", opening: "E5/n"}))
    for enemy in ("E1", "D1", "G1"):
        assert cover(scene, "E5", enemy) == []
        assert cover(scene, "E5", enemy, covering=True) == [opening]
    assert cover(scene, "E5", "E9", covering=True) == []


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("opening", ["window", "door_open"])
def test_openings_give_cover_at_once_where_the_line_passes_diagonally(opening: str) -> None:
    """From B2 the line passes exactly through the corner of E5 at the window's end; from C1 it is one square off."""
    scene = position(on=town(**{opening: "E5/n"}))
    assert cover(scene, "E5", "B2") == [opening]
    assert cover(scene, "E5", "C1") == []


@pytest.mark.rule("OUT-COVER")
@pytest.mark.rule("OUT-COVER-taken")
def test_a_corner_gives_cover_at_once_on_the_diagonal_only() -> None:
    """The wall ends at the corner of E5: from B2 the line touches it, from C1 it passes close beside it."""
    for wall in ("D5/n", "E4/w"):
        scene = position(on=town(wall=wall))
        assert cover(scene, "E5", "B2") == ["wall"], wall
        assert cover(scene, "E5", "D1") == [], wall


@pytest.mark.rule("OUT-COVER")
def test_a_corner_gives_cover_after_take_cover_over_the_whole_side() -> None:
    """The wall on D5's north side carries on that of E5, which is open: all lines over that side meet the corner."""
    scene = position(on=town(wall="D5/n"))
    for enemy in ("D1", "E1", "F1", "G1"):
        assert cover(scene, "E5", enemy) == []
        assert cover(scene, "E5", enemy, covering=True) == ["wall"]
    for enemy in ("J5", "E9", "C9"):
        assert cover(scene, "E5", enemy, covering=True) == []


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("square", ["D4", "D5"])
def test_a_high_object_is_a_corner_like_a_wall(square: str) -> None:
    """A boulder beside E5, or diagonally before it."""
    scene = position(on=town(with_squares(**{square: "R"})))
    assert cover(scene, "E5", "E1") == []
    assert cover(scene, "E5", "E1", covering=True) == ["boulder"]


@pytest.mark.rule("OUT-COVER")
@pytest.mark.rule("OUT-COVER-taken")
def test_an_own_wall_that_ends_shelters_from_lines_that_lean_towards_it() -> None:
    """E5 has a wall on its west side, which ends at its north-west corner: D1 leans to it, F1 and E1 do not."""
    scene = position(on=town(wall="E5/w"))
    assert cover(scene, "E5", "D1", covering=True) == ["wall"]
    assert cover(scene, "E5", "E1", covering=True) == []
    assert cover(scene, "E5", "F1", covering=True) == []


@pytest.mark.rule("OUT-COVER")
def test_a_wall_that_goes_on_is_no_corner() -> None:
    """In an alley there is nothing to lean out from."""
    alley = town(wall="E3/w E4/w E5/w E6/w E7/w E3/e E4/e E5/e E6/e E7/e")
    scene = position(character("p1", "E5", "n"), on=alley)
    assert cover(scene, "E5", "E1", covering=True) == []
    assert can_take_cover(scene, scene.state.unit("p1")) == "there is no corner, door or window beside E5"


@pytest.mark.rule("OUT-COVER")
def test_a_closed_door_beside_an_open_side_is_a_corner_and_an_open_one_of_another_square_is_none() -> None:
    """What can be hidden behind changes with the door."""
    street = town(door="D5/n")
    assert cover(position(on=street), "E5", "E1", covering=True) == ["door"]
    assert cover(position(on=street, changes=opened("D5/n")), "E5", "E1", covering=True) == []


@pytest.mark.rule("OUT-COVER")
def test_nobody_has_cover_from_somebody_without_a_line() -> None:
    """Whoever is behind a wall is unseen, which is not the same."""
    scene = position(on=town(with_squares(E4="u"), wall="E3/n D3/n F3/n"))
    assert cover(scene, "E5", "E1") == []
    assert cover(scene, "E5", "E3") == ["water_trough"]


@pytest.mark.rule("OUT-DIE-prone")
def test_being_prone_is_no_cover() -> None:
    """Two characters in the open, one of them lying down."""
    scene = position(character("p1", "E5", prone=True), character("a1", "E1", "s"))
    assert not in_cover(scene, scene.state.unit("p1"), scene.state.unit("a1"))


@pytest.mark.rule("OUT-COVER")
def test_cover_lasts_while_the_character_is_covering() -> None:
    """The same two men, before and after Take Cover."""
    scene = position(character("p1", "E5"), character("a1", "E1", "s"), on=town(wall="D5/n"))
    after = changed(scene, "p1", covering=True)
    assert not in_cover(scene, scene.state.unit("p1"), scene.state.unit("a1"))
    assert in_cover(after, after.state.unit("p1"), after.state.unit("a1"))


def test_who_can_take_cover() -> None:
    """A rider cannot, nor can one who has; lying down one can."""
    scene = position(character("p1", "E5"), on=town(window="E5/n"))
    assert can_take_cover(scene, scene.state.unit("p1")) is None
    assert can_take_cover(scene, scene.state.unit("p1").changed(prone=True)) is None
    assert "dismount" in (can_take_cover(scene, scene.state.unit("p1").changed(mounted=True)) or "")
    assert can_take_cover(scene, scene.state.unit("p1").changed(covering=True)) == "p1 has taken cover already"


# -- the same for everybody, everywhere -----------------------------------------------------------------------------


def _mirrored(name: str) -> str:
    """Return the square that a mirror from north to south puts in the place of another."""
    square = cell(name)
    return GRID.name(Cell(square.q, 11 - square.r))


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("covering", [False, True])
def test_a_mirrored_town_gives_the_same_cover(covering: bool) -> None:
    """From north to south everything is the other way round, and nothing else."""
    walls, doors = ("D5/n", "C5/n", "E4/w", "H8/e"), ("E5/n", "G7/w")
    turn = {"n": "s", "s": "n", "e": "e", "w": "w"}
    rows = with_squares(G4="u", I6="R")

    def mirror(edges: tuple[str, ...]) -> str:
        return " ".join(f"{_mirrored(edge[:-2])}/{turn[edge[-1]]}" for edge in edges)

    one = position(on=town(rows, wall=" ".join(walls), window=" ".join(doors)))
    flipped = "\n".join(reversed(rows.splitlines()))
    other = position(on=town(flipped, wall=mirror(walls), window=mirror(doors)))
    for target in one.map.cells:
        for enemy in one.map.cells[::3]:
            here = [(found.kind, found.how) for found in cover_from(one, target, enemy, covering=covering)]
            there_target, there_enemy = Cell(target.q, 11 - target.r), Cell(enemy.q, 11 - enemy.r)
            there = cover_from(other, there_target, there_enemy, covering=covering)
            assert here == [(found.kind, found.how) for found in there], (GRID.name(target), GRID.name(enemy))


@pytest.fixture(scope="module", params=TOWNS)
def shipped(request: pytest.FixtureRequest) -> BattleMap:
    """Return a town that is shipped."""
    return load_map(MAPS / f"{request.param}.toml")


@pytest.mark.rule("OUT-FOV")
def test_views_agree_with_the_line_square_by_square(shipped: BattleMap) -> None:
    """On every shipped town: fov, sees, the arc and the certificate of the line say the same, both ways."""
    scene = position(character("p1", "A1"), character("a1", "A1"), on=shipped)
    p1, a1 = scene.state.unit("p1"), scene.state.unit("a1")
    cells = list(shipped.whole)
    for n, here in enumerate(cells[::31]):
        unit = p1.changed(cell=here, facing=n % 8)
        view, circle = fov(scene, unit), all_round(scene, unit)
        for there in cells[n % 7 :: 7]:
            clear = scene.sight(here, there).clear
            other = a1.changed(cell=there)
            assert could_turn_to_see(scene, unit, other) == (there in circle) == clear == scene.sight(there, here).clear
            assert sees(scene, unit, other) == (there in view) == (clear and in_arc(scene, here, n % 8, there))


@pytest.mark.rule("OUT-COVER")
def test_cover_agrees_with_the_line_square_by_square(shipped: BattleMap) -> None:
    """On every shipped town: without Take Cover it is what the board finds on the line, but for openings crossed."""
    scene = position(on=shipped)
    cells = list(shipped.whole)
    openings = {
        kind.id for kind in shipped.terrain_set.edges.values() if kind.look in ("window", "door_open", "batwing_door")
    }
    for n, enemy in enumerate(cells[::37]):
        for target in cells[n % 7 :: 7]:
            line = scene.sight(enemy, target)
            board = [found for found in line.cover if found.how != "crossed" or found.kind not in openings]
            ours = cover_from(scene, target, enemy, covering=False)
            further = [found for found in ours if found not in board]
            assert [found for found in ours if found in board] == board
            come = arrival(target, enemy)
            assert not further or (come is not None and 0 not in come.step), "only on the diagonal there is more"
            assert set(ours) <= set(cover_from(scene, target, enemy, covering=True))
