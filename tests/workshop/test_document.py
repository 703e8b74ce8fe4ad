"""What is kept of a map that is being drawn: what a person wrote, what somebody else did, what a crash leaves."""

import os
import signal
import subprocess
import sys
import time
from difflib import ndiff
from pathlib import Path
from typing import get_args

import pytest

from sim.board.mapfile import load_map, parse_map
from sim.grid import Cell, Edge
from sim.resources import find_map
from sim.workshop import document as documents
from sim.workshop.blank import FORMS, BlankMap, Form
from sim.workshop.document import ChangedOutside
from sim.workshop.edits import (
    Crop,
    DrawWay,
    Edit,
    FlipBoard,
    Impossible,
    JoinBoard,
    NameCells,
    Paint,
    PutFeature,
    SetHeight,
    SetSides,
)
from sim.workshop.figures import Symmetry, filled_from, placings, rectangle_of, sides_around
from sim.workshop.map_document import MapDocument
from sim.workshop.rewriting import rewritten

FARM = """# The farm, second try
format = 1
title = "Farm"
terrain_set = "battlefield"

rows = '''
......
..ww..
......
......
'''
heights = '''
......
..11..
......
......
'''

[grid]            # as printed
kind = "square"

[[shape]]         # the orchard
box = "D3:F4"
terrain = "orchard"
height = 2
feature = "wire"

[edges]
# the yard
wall = [
    "A1/s",  # north
    "B1/s",
    "A2/e",  # the gap beside it is meant
]
hedge = ["F1/s"]

[ways]
road = [["A4", "C4"], ["C4", "C1"]]

[places]
yard = "A1:B2"    # where they meet
"""


@pytest.fixture(autouse=True)
def drafts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have drafts in a folder of their own."""
    monkeypatch.setattr(documents, "user_data_folder", lambda: tmp_path / "data")
    return tmp_path / "data" / "drafts"


def at(name: str) -> Cell:
    """Return a cell of the farm."""
    return parse_map(FARM).cell(name)


def side(name: str) -> Edge:
    """Return a side of the farm."""
    cell, _, way = name.partition("/")
    return parse_map(FARM).grid.edge(at(cell), way)


CHANGES: list[tuple[Edit, list[str], list[str]]] = [
    (Paint((at("B2"),), "marsh"), ["..ww.."], [".mww.."]),
    (SetHeight((at("A1"),), to=3), ["......"], ["3....."]),
    (SetSides((side("B1/s"),), "hedge"), ['    "B1/s",', 'hedge = ["F1/s"]'], ['hedge = ["F1/s", "B1/s"]']),
    (SetSides((side("C1/s"),), "wall"), [], ['    "C1/s",']),
    (SetSides((side("F1/s"),), None), ['hedge = ["F1/s"]'], []),
    (DrawWay((at("C2"), at("C1")), None), ['road = [["A4", "C4"], ["C4", "C1"]]'],
     ["road = [", '    ["A4", "C4"],', '    ["C2", "C4"],', "]"]),
    (NameCells("places", "yard", (at("A1"),)),
     ['yard = "A1:B2"    # where they meet'], ['yard = "A1"    # where they meet']),
    (Paint((at("E3"),), "open"), [],
     ["# Painted over the shapes above.", "[[shape]]", 'box = "E3:E3"', 'terrain = "open"', ""]),
    (PutFeature((at("D3"),), "wire", False), ['feature = "wire"'], ["", "[features]", 'wire = ["E3", "F3", "D4:F4"]']),
]  # fmt: skip
"""Edits, and the lines of the file that they take away and bring."""


@pytest.mark.parametrize(("edit", "gone", "new"), CHANGES, ids=[repr(type(edit).__name__) for edit, *_ in CHANGES])
def test_a_change_touches_only_its_lines(edit: Edit, gone: list[str], new: list[str]) -> None:
    """Comments, order and shapes stay; taken back, the text is the one that was opened."""
    document = MapDocument(FARM, None)
    assert document.do(edit)
    lines = [line for line in ndiff(FARM.splitlines(), document.text.splitlines()) if line[0] in "-+"]
    assert [line[2:] for line in lines if line[0] == "-"] == gone
    assert [line[2:] for line in lines if line[0] == "+"] == new
    assert parse_map(document.text).digest == document.map.digest
    document.undo()
    assert document.text == FARM


def test_patches_are_written_anew_and_go_when_nothing_needs_them() -> None:
    """What is painted over a shape lies in boxes that the next session knows as its own."""
    document = MapDocument(FARM, None)
    document.do(Paint((at("E3"), at("F3"), at("E4")), "open"))
    again = MapDocument(document.text, None)
    again.do(Paint((at("F4"),), "open"))
    assert again.text.count("[[shape]]") == 2
    assert 'box = "E3:F4"' in again.text
    again.do(Paint(rectangle_of(again.map, at("E3"), at("F4")), "orchard"))
    assert again.text == FARM


# -- edits ------------------------------------------------------------------------------------------------------------


def test_a_reflected_board_says_what_it_is() -> None:
    """Where other columns are pushed than before, names stand for other cells: the file is written anew with them."""
    document = MapDocument.copied(find_map("features/hexes_flat"))
    document.do(FlipBoard())
    assert document.map.grid != document.source.map.grid
    assert parse_map(rewritten(document.source, document.map)).digest == document.map.digest


def test_walls_hold_a_fill_back() -> None:
    """A house is filled, and not the street."""
    house = MapDocument.begun(BlankMap("town", "square", 8, 6).map())
    inside = rectangle_of(house.map, house.map.cell("B2"), house.map.cell("D4"))
    house.do(SetSides(sides_around(house.map, inside), "wall"))
    assert set(filled_from(house.map, house.map.cell("C3"))) == set(inside)


def test_holes_take_what_stood_there() -> None:
    """Roads and places end where the map does."""
    document = MapDocument(FARM, None)
    document.do(Paint(rectangle_of(document.map, at("A1"), at("C4")), "void"))
    assert not document.map.ways
    assert "yard" not in document.map.places
    assert parse_map(document.text).digest == document.map.digest


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [(7, 6), (6, 7)])
@pytest.mark.parametrize("symmetry", get_args(Symmetry))
def test_a_mirror_held_twice_shows_the_same(form: Form, size: tuple[int, int], symmetry: Symmetry) -> None:
    """Neighbours stay neighbours, and what is put elsewhere is put back from there."""
    battle_map = BlankMap("battlefield", form, *size).map()
    others = list(placings(battle_map, symmetry))
    for place in others:
        for cell in battle_map.cells:
            assert place(place(cell)) == cell
            assert {*map(place, battle_map.grid.neighbours(cell))} == {*battle_map.grid.neighbours(place(cell))}
    assert not others or any(place(battle_map.cells[0]) in battle_map for place in others)


def test_what_cannot_be_done_says_why() -> None:
    """And nothing of it is done."""
    hexes = MapDocument.begun(BlankMap("battlefield", "hex", 5, 5).map())
    for edit, word in (
        (JoinBoard(BlankMap("battlefield", "hex", 4, 5).map()), "even"),
        (JoinBoard(BlankMap("town", "square", 4, 5).map()), "same"),
        (Crop(()), "nothing"),
        (Paint((hexes.map.cells[0],), "lava"), "no lava"),
    ):
        with pytest.raises(Impossible, match=word):
            hexes.do(edit)
    assert hexes.last == ""


# -- the file ---------------------------------------------------------------------------------------------------------


def test_a_file_changed_outside_is_never_overwritten(tmp_path: Path) -> None:
    """It is told, and the map can be saved elsewhere."""
    file = tmp_path / "farm.toml"
    file.write_text(FARM)
    document = MapDocument.opened(file)
    document.do(Paint((at("A1"),), "water"))
    file.write_text(FARM.replace("second", "third"))
    assert document.is_changed_outside
    with pytest.raises(ChangedOutside):
        document.save()
    assert "third" in file.read_text()
    other = document.save(tmp_path / "copy.toml")
    assert load_map(other).terrain_at(at("A1")).id == "water"
    assert not document.is_changed_outside
    with pytest.raises(FileExistsError):
        document.save(file)


def test_touching_a_file_is_no_change(tmp_path: Path) -> None:
    """What counts is what the file says."""
    file = tmp_path / "farm.toml"
    file.write_text(FARM)
    document = MapDocument.opened(file)
    os.utime(file, (1, 1))
    assert not document.is_changed_outside
    document.do(Paint((at("A1"),), "water"))
    document.save()
    document.undo()
    assert not document.is_saved
    document.save()
    assert file.read_text() == FARM


def test_a_draft_is_what_a_crash_leaves(tmp_path: Path, drafts: Path) -> None:
    """It is taken up as one change, and gone once the file is saved."""
    file = tmp_path / "farm.toml"
    file.write_text(FARM)
    document = MapDocument.opened(file)
    assert not document.keep()
    document.do(Paint((at("A1"),), "water"))
    assert document.keep()
    again = MapDocument.opened(file)
    assert again.draft is not None
    again.take_draft()
    assert again.map.digest == document.map.digest
    again.save()
    assert MapDocument.opened(file).draft is None
    assert not list(drafts.glob("*"))


def test_a_copy_has_a_draft_of_its_own(tmp_path: Path) -> None:
    """What was left of a new map is not offered for it."""
    new = MapDocument.begun(BlankMap().map())
    new.do(Paint((new.map.cells[0],), "water"))
    assert new.keep()
    (tmp_path / "farm.toml").write_text(FARM)
    copy = MapDocument.copied(tmp_path / "farm.toml")
    assert copy.path is None and copy.draft is None and copy.text == FARM
    assert MapDocument.begun(BlankMap().map()).draft is not None
    foreign = MapDocument.copy_of("<map/>", copy.map)
    assert foreign.map.digest == copy.map.digest


KILLED = """
import sys
from pathlib import Path
from sim.workshop import document
document.user_data_folder = lambda: Path(sys.argv[2])
from sim.workshop.edits import Paint
from sim.workshop.map_document import MapDocument
opened = MapDocument.opened(Path(sys.argv[1]))
for n in range(100_000):
    opened.do(Paint((opened.map.cells[n % 24],), "water" if n % 2 else "marsh"))
    opened.keep()
    if n % 3 == 0:
        opened.save()
    print(n, flush=True)
"""


def test_a_kill_in_mid_save_loses_at_most_the_last_stroke(tmp_path: Path) -> None:
    """Whenever it comes, the file and the draft are whole, and one of them has every stroke but the last."""
    file = tmp_path / "farm.toml"
    file.write_text(FARM)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for pause in (0.0, 0.013, 0.031):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(file), str(tmp_path / "data")],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        ) as killed:
            assert killed.stdout is not None
            for _ in range(7):
                last = int(killed.stdout.readline())
            time.sleep(pause)
            killed.send_signal(signal.SIGKILL)
            said = [int(line) for line in killed.stdout.read().split("\n") if line.strip().isdigit()]
            last = max([last, *said])
        found = MapDocument.opened(file)
        if found.draft is not None:
            found.take_draft()
        kind = found.map.terrain[last % 24]
        assert kind == ("water" if last % 2 else "marsh")
