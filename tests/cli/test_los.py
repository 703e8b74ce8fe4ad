"""`sandtable los`: the certificate of a line of sight, word by word and as JSON."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest

from sim.board.convention import CONVENTIONS, HIGH_GROUND, TABLETOP
from sim.board.sight import lines_of_sight
from sim.cli.los import certificate_data, certificate_lines
from sim.cli.output import ExitCode
from sim.grid import Grid, SquareGrid
from tests.board.drawn import GRIDS, drawn, random_map
from tests.cli.commands import Command, Said

STREET = dedent('''
    format = 1
    title = "Street"
    terrain_set = "town"
    rows = """
    ......
    ....._
    """
    grid = { kind = "square", cell = 2, unit = "metre" }
    edges = { wall = ["D1/e"], window = ["B1/e"] }
''')
"""A window east of B1, a wall east of D1, a hole at F2."""


Los = Callable[..., Said]


@pytest.fixture
def los(sandtable: Command, folder: Path) -> Los:
    """Ask about a line on a map of one street."""
    (folder / "street.toml").write_text(STREET, encoding="utf-8")
    return partial(sandtable, "los", "street.toml")


def told(picture: str, one: str, other: str) -> list[str]:
    """Return the certificate of a line on a drawn map of squares, under levels and high ground."""
    battle_map = drawn(picture, grid=SquareGrid(8))
    sight = lines_of_sight(battle_map, HIGH_GROUND).sight(battle_map.cell(one), battle_map.cell(other))
    return list(certificate_lines(battle_map, HIGH_GROUND, sight))


# -- text ---------------------------------------------------------------------------------------------------------


def test_a_clear_line_in_full(los: Los) -> None:
    """The verdict; map, convention, distance, ends; all that was met, and cover. A blocked one says by what."""
    said = los("A1", "C1")
    assert said.code == ExitCode.OK
    assert said.lines == [
        "A1 to C1: clear",
        "",
        "map         Street",
        "convention  town: walls, windows and corners",
        "distance    2 cells, 4 metres",
        "from        A1, street, level 0",
        "to          C1, street, level 0",
        "hindrance   0, which never blocks",
        "",
        "way  met             top  line",
        "25%  open side A1/e    -     1",
        "25%  street in B1      0     1",
        "75%  window B1/e       -     1",
        "",
        "Cover of C1: defence modifier +2 from this direction",
        "  +2  window crossed into the cell (hard cover)",
    ]
    answer = los("C1", "F1").lines
    assert answer[0] == "C1 to F1: blocked by wall between D1 and E1: it rises to 3 where the line is at 1"
    (last,) = (line for line in answer if line.endswith("stops the line"))
    assert " ".join(last.split()) == "50% wall between D1 and E1 3 1 stops the line"
    assert answer[-3:] == [last, "", "Cover of F1: not asked for, since the line is blocked."]


def test_hindrance_corners_and_heights() -> None:
    """Hindrance where it is met, at a corner both hands, heights between the steps as fractions."""
    answer = told(".b..", "A1", "D1")
    assert answer[0] == "A1 to D1: clear, hindrance 1"
    assert "hindrance   1, and 2 block" in answer
    assert [line for line in answer if "brush in B1" in line] == ["17%  brush in B1          0     0  hindrance 1"]
    assert any("past woods in B1 and open ground in A2" in line for line in told(".w\n..", "A1", "B2"))
    battle_map = drawn("0.2", grid=SquareGrid(8))
    sight = lines_of_sight(battle_map, TABLETOP).sight(battle_map.cell("A1"), battle_map.cell("C1"))
    (line,) = (line for line in certificate_lines(battle_map, TABLETOP, sight) if "in B1" in line)
    assert " ".join(line.split()) == "25% open ground in B1 0 3/2"


def test_holes_and_names_of_strangers(los: Los) -> None:
    """The edge of the map may be anywhere, no name in a map repaints the terminal, and a cell sees itself."""
    answer = los("B1", "B1").lines
    assert answer[0] == "B1 to B1: clear"
    assert "The line meets nothing: it ends where it starts." in answer
    assert los("a1", "b1").lines[0] == "A1 to B1: clear"
    Path("street.toml").write_text(STREET.replace("......", "..._.."), encoding="utf-8")
    assert any("a hole at " in line and line.endswith("stops the line") for line in los("A1", "F1").lines)
    Path("street.toml").write_text(STREET.replace('"Street"', '"\\u001b[31mStreet\\u202e"'), encoding="utf-8")
    assert all(line.isprintable() for line in los("A1", "C1").lines)


@pytest.mark.parametrize(
    ("end", "distance"), [("A1", "0 cells, 0 metres"), ("B1", "1 cell, 2 metres"), ("B2", "1 cell, 2.83 metres")]
)
def test_the_distance_is_told_in_cells_and_in_the_unit_of_the_map(end: str, distance: str, los: Los) -> None:
    """From centre to centre."""
    assert f"distance    {distance}" in los("A1", end).lines


# -- conventions --------------------------------------------------------------------------------------------------


def test_the_convention_is_that_of_the_terrain_set(los: Los) -> None:
    """Unless another is asked for, which must be one of those there are."""
    assert json.loads(los("A1", "B1", "--json").out)["convention"] == "town"
    expected = '"twon" is not a sight convention: expected one of high_ground, town, tabletop; did you mean "town"?'
    assert expected in los("A1", "B1", "--convention", "twon").refused(ExitCode.USAGE)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_line_may_be_judged_by_any_convention(name: str, los: Los) -> None:
    """The answer says by which."""
    assert f"convention  {name}: {CONVENTIONS[name].name}" in los("A1", "B1", "--convention", name).lines


# -- mistakes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", [("Z9", "A1"), ("A1", "Z9")])
def test_a_cell_off_the_map_is_named(ends: tuple[str, str], los: Los) -> None:
    """With where the map ends, whichever end of the line it is."""
    said = los(*ends)
    assert said.out == ""
    assert said.refused() == 'sandtable: "Z9" is not on the map "street", which ends at F2\n'


def test_what_cannot_be_asked(los: Los, sandtable: Command) -> None:
    """A hole is named as such, a missing map in the words of `sandtable map`, a bad one with its line."""
    expected = 'sandtable: "F2" is a hole in the map "street": expected a cell of it\n'
    assert los("A1", "F2").refused() == expected
    assert (
        "there is neither a file 'stret.toml' nor a shipped map" in sandtable("los", "stret.toml", "A1", "B1").refused()
    )
    Path("street.toml").write_text(STREET.replace('"town"', '"twon"'), encoding="utf-8")
    assert los("A1", "B1").refused().startswith("street.toml:4: terrain_set: ")


@pytest.mark.parametrize("name", ["", "3", "A", "A0", "A1/n", "A" * 300 + "1", "A" + "9" * 6000, "\x1b[31m", "é1"])
def test_what_is_no_cell_name_is_refused(name: str, los: Los) -> None:
    """In one line of bounded length, fit for the terminal."""
    line = los(name, "A1").refused()
    assert line.startswith("sandtable: ")
    assert line[:-1].isprintable() and len(line) < 250


@pytest.mark.parametrize(
    ("text", "kind"),
    [('format = 1\nsystem = "picket"\ntitle = "A scenario"\n', "scenario"), ('prefix = "PKT"\n', "rulebook")],
)
def test_what_is_no_map_is_named(text: str, kind: str, los: Los) -> None:
    """In one line, rather than by everything that a map would have and it has not."""
    Path("street.toml").write_text(text, encoding="utf-8")
    assert los("A1", "B1").refused() == f"street.toml: found a {kind}, expected a map\n"


# -- data ---------------------------------------------------------------------------------------------------------


def test_the_certificate_can_be_had_as_json(los: Los) -> None:
    """Everything that the text says, points of the way exact; of a blocked line cover was not asked for."""
    data = json.loads(los("A1", "C1", "--json").out)
    assert (data["from"], data["to"], data["clear"], data["blocker"]) == ("A1", "C1", True, None)
    assert data["distance"] == {"cells": 2, "length": 4.0, "unit": "metre"}
    assert [met["name"] for met in data["met"]] == ["open side A1/e", "street in B1", "window B1/e"]
    assert data["cover"][0]["place"] == "B1/e"
    assert data["defence_modifier"] == 2
    met = json.loads(los("A1", "D1", "--json").out)["met"]
    assert [(each["what"], each["enters"], each["leaves"]) for each in met[:2]] == [
        ("side", "1/6", "1/6"),
        ("cell", "1/6", "1/2"),
    ]
    data = json.loads(los("C1", "F1", "--json").out)
    assert (data["clear"], data["blocker"]) == (False, "wall between D1 and E1")
    assert (data["cover"], data["defence_modifier"]) == ([], None)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_line_has_a_certificate(grid: Grid) -> None:
    """Also along the rim, where cells beside the line have no names."""
    battle_map = random_map(grid, 4, 4, seed=5)
    lines = lines_of_sight(battle_map, TABLETOP)
    for viewer in battle_map.whole:
        for target in battle_map.whole:
            sight = lines.sight(viewer, target)
            data = certificate_data(battle_map, sight)
            assert len(data["met"]) == len(sight.passed)
            assert json.loads(json.dumps(data)) == data
            first, *_ = certificate_lines(battle_map, TABLETOP, sight)
            assert first.endswith(sight.reason)
