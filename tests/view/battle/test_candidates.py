"""Candidates on the map: what became of each, and signs that need no colour."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from sim.engine.dice import Throw, die
from sim.engine.notes import Rolled, Selection, SelectionStep, Subject, walk
from sim.grid import Cell
from sim.view.battle.candidates import Candidate, Candidates, Fate, candidates_of, fitting, paint_candidates
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.ui.lettering import width_of
from sim.view.ui.palette import use_theme
from tests.picket_positions import AMES, RED, Stand, field
from tests.view.drawn import drawn, pixels

FIELD = field()
B2, C3, D4, E5 = (FIELD.map.cell(name) for name in ("B2", "C3", "D4", "E5"))
CHOICE = Selection(
    "where to go",
    "cells in reach",
    (B2, C3, D4, E5),
    (
        SelectionStep("require", "out of sight", "PKT-HIDE", (True, True, "no: seen by ames", True), (0, 1, 3)),
        SelectionStep("least", "steps", "PKT-WALK", (2, 2, 5), (0, 1), 2),
    ),
    1,
    Rolled(Throw(die(2), "tie", options=("B2", "C3")), (2,)),
    rule="PKT-MOVE",
)


def itself(subject: Subject) -> Cell | None:
    """Find cells where they are."""
    return subject if isinstance(subject, Cell) else None


# -- what became of each ------------------------------------------------------------------------------------------


def test_each_has_its_fate_after_a_line_and_at_the_end() -> None:
    """With the value of the last line it reached, and the number of the line that removed it; after a line those who
    are left are kept, and nothing later is known. A line that is not there would be a fault of the screen."""
    assert candidates_of(CHOICE, itself) == (
        Candidate(B2, B2, "2", "lost the roll"),
        Candidate(C3, C3, "2", "chosen"),
        Candidate(D4, D4, "no: seen by ames", "removed", 1),
        Candidate(E5, E5, "5", "removed", 2),
    )
    kept = ("yes", "kept", None)
    found = [(each.value, each.fate, each.line) for each in candidates_of(CHOICE, itself, 0)]
    assert found == [kept, kept, ("no: seen by ames", "removed", 1), kept]
    assert [each.fate for each in candidates_of(CHOICE, itself, 1)] == ["kept", "kept", "removed", "removed"]
    for step in (2, -1):
        with pytest.raises(IndexError, match="there is no line"):
            candidates_of(CHOICE, itself, step)


def test_units_are_found_by_whoever_knows_where_they_are() -> None:
    """What has no place has none on the map; where a choice left nobody, nobody has lost a roll."""
    note = Selection("who", "men", ("ames", "n"), (), 0, CHOICE.roll)
    assert [each.cell for each in candidates_of(note, {"ames": B2}.get)] == [B2, None]  # type: ignore[arg-type]
    note = Selection("who", "men", ("ames",), (SelectionStep("require", "hit", "R", (False,), ()),), None)
    assert [each.fate for each in candidates_of(note, itself)] == ["removed"]


def test_every_choice_of_a_battle_adds_up() -> None:
    """One is chosen at most; who is kept at the last line is chosen or lost the roll."""
    session = field(AMES, Stand("bell", "C5", 1), RED).session()
    session.play_out()
    choices = [note for frame in session.frames for note in walk(frame.why) if isinstance(note, Selection)]
    for note in choices:
        found = candidates_of(note, itself)
        assert [each.subject for each in found if each.fate == "chosen"] == (
            [] if note.chosen is None else [note.candidates[note.chosen]]
        )
        for step in range(len(note.steps)):
            kept = tuple(n for n, each in enumerate(candidates_of(note, itself, step)) if each.fate == "kept")
            assert kept == note.steps[step].kept
    assert len(choices) > 5


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("5", "5"),
        ("no: seen by ames", "no"),
        ("2 (mg-1)", "2"),
        ("yes", "yes"),
        ("", ""),
        ("defence 12: +12", "defence 12"),
    ],
)
def test_a_label_is_the_value_in_short(value: str, label: str) -> None:
    """Without the reasons behind it."""
    assert Candidate(B2, B2, value, "kept").label == label


def test_a_label_is_cut_only_where_enough_is_left() -> None:
    """A figure alone says more than half a word, but is never cut to another one: 23.9 inches are not 23."""
    for text, width, fits in (("3 against 4", 200, "3 against 4"), ("3 against 4", 20, "3"), ("sheltered", 20, "")):
        assert fitting(text, 12, width) == fits
    cut = fitting("sheltered by a stone wall", 12, 80)
    assert cut.endswith("…") and width_of(cut, 12, "bold") <= 80
    for value in ('23.9"', "1/6"):
        whole, part = width_of(value.rstrip('"'), 12, "bold"), width_of(value[0], 12, "bold")
        assert (fitting(value, 12, whole), fitting(value, 12, max(whole - 1, part))) == (value.rstrip('"'), "")


# -- on the map ---------------------------------------------------------------------------------------------------

PLAN = layout(drawn("........\n" * 6))
ALONE = PLAN.map.cell("D3")


def painted(candidates: Candidates, camera: Camera, ui: float = 1.0) -> np.ndarray:
    """Return the picture of candidates over a grey field."""
    surface = pygame.Surface((camera.width, camera.height), depth=32)
    surface.fill((120, 120, 120))
    paint_candidates(surface, PLAN, camera, candidates, ui)
    return pixels(surface)


def one(fate: Fate, cell: Cell = ALONE, value: str = "4", line: int | None = None) -> Candidates:
    """Return a choice with one candidate."""
    return (Candidate(cell, cell, value, fate, line),)


def touched(image: np.ndarray) -> np.ndarray:
    """Return which pixels were drawn on."""
    return np.asarray((image != 120).any(axis=2))


WINDOW = fitted(PLAN.bounds, 800, 600)


def test_fates_and_lines_differ_without_colour() -> None:
    """The pictures in grey, made equally bright, are all different in shape; and line 2 from line 3."""
    use_theme("contrast")
    fates: tuple[Fate, ...] = ("chosen", "kept", "removed", "lost the roll")
    pictures = (painted(one(fate, line=2 if fate == "removed" else None), WINDOW) for fate in fates)
    shapes = [picture.sum(axis=2) < 150 for picture in pictures]
    for n, shape in enumerate(shapes):
        assert all((shape != other).sum() > 60 for other in shapes[:n])
    two, three = (painted(one("removed", line=line), WINDOW) for line in (2, 3))
    assert (two != three).any()


def test_labels_are_hidden_when_cells_are_tiny() -> None:
    """Below 14 pixels a cell has its outline only."""
    for scale, differs in ((13.0, False), (14.0, True)):
        camera = Camera(scale, 0, 0, 300, 300).centred(PLAN.bounds.middle)
        four, nine = (painted(one("kept", value=value), camera) for value in ("4", "9"))
        assert (four != nine).any() == differs


@pytest.mark.parametrize("ui", [1.0, 2.0])
@pytest.mark.parametrize("at", [(2, 2), (398, 2), (2, 298), (398, 298)])
def test_a_label_is_never_cut_off(at: tuple[int, int], ui: float) -> None:
    """In a corner of the window the label of a cell has as much ink as in the middle."""
    x, y = PLAN.map.grid.point(ALONE)
    middle = Camera(90.0, 0, 0, 400, 300).centred((x, y))
    corner = replace(middle, left=x * 90 - at[0], top=y * 90 - at[1])

    def light(camera: Camera) -> int:
        """Count the light pixels that a label adds to an outline."""
        image = painted(one("removed", value="12", line=3), camera, ui)
        return int((image.min(axis=2) > 200).sum())

    assert light(corner) == light(middle) > 20


def test_labels_do_not_cover_each_other() -> None:
    """With large letters on small cells the chosen one has its label, and whole."""
    cells = [cell for cell in PLAN.map.cells if cell != ALONE]
    others = tuple(Candidate(cell, cell, "8", "removed", 1) for cell in cells)
    camera = Camera(16.0, 0, 0, 400, 300).centred(PLAN.map.grid.point(ALONE))
    alone = painted(one("chosen"), camera, 2.0)
    among = painted((*others, *one("chosen")), camera, 2.0)
    label = (alone.min(axis=2) > 200) & touched(alone)
    assert label.sum() > 20
    assert (among[label] == alone[label]).all()


def test_several_in_one_cell_are_stacked_and_what_has_no_place_is_not_drawn() -> None:
    """Three labels, and the number of the others; nothing of what lies off the map or out of the window."""
    few, many = (painted((Candidate("m", ALONE, "1", "kept"),) * count, WINDOW) for count in (3, 6))
    assert (few != many).any()
    nowhere = (Candidate("n", None, "1", "chosen"), Candidate("m", Cell(90, 90), "1", "kept"))
    assert not touched(painted(nowhere, WINDOW)).any()
    assert not touched(painted(one("chosen"), WINDOW.panned(5000, 0))).any()


def test_the_best_fate_speaks_for_a_cell() -> None:
    """Whatever the order in which they stand."""
    good, bad = Candidate("a", ALONE, "", "chosen"), Candidate("b", ALONE, "", "removed", 1)
    tiny = Camera(13.0, 0, 0, 300, 300).centred(PLAN.bounds.middle)
    one_way, other = (painted(pair, tiny) for pair in ((good, bad), (bad, good)))
    assert (one_way == other).all()
    assert (one_way == painted((good,), tiny)).all()
