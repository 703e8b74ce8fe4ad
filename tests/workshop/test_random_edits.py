"""Maps under random hands: whatever is done, taken back and done again, the file says what is on the screen."""

from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sim.board.mapfile import parse_map
from sim.board.terrain import VOID
from sim.grid import Cell
from sim.resources import find_map
from sim.workshop import edits
from sim.workshop.blank import BlankMap
from sim.workshop.edits import Edit, Impossible, Together
from sim.workshop.figures import disc_of, filled_from, line_of, placings, polygon_of, rectangle_of, sides_around
from sim.workshop.map_document import MapDocument
from sim.workshop.rewriting import rewritten

FEATURES = """doors_and_windows features heights hexes_flat hexes_pointy holes low_and_high_objects own_terrain
roads_and_rails shapes squares_eight squares_four walls_on_hexsides"""
INLINE = """format = 1
title = "one line"  # and a comment
terrain_set = "battlefield"
size = [6, 5]
fill = "open"
grid = { kind = "hex" }
edges = { wall = ["B2/n"], hedge = ["C3/s", "D4/n"] }
features.trench = ["B2", "C2:C4"]
places = { "a # b" = "A1:B2" }
shape = [{ box = "B2:D4", terrain = "light_woods", feature = "wire" }, { line = [[0.6, 0.6], [4, 3]], way = "road" }]
"""
"""Every table written in an unusual place."""


class Drawing(RuleBasedStateMachine):
    """A designer who does anything at all, in any order."""

    @initialize(name=st.sampled_from([*FEATURES.split(), "blank", "inline"]))
    def begin(self, name: str) -> None:
        if name == "blank":
            self.document = MapDocument.begun(BlankMap("town", "square", 7, 6).map())
        elif name == "inline":
            self.document = MapDocument(INLINE, None)
        else:
            self.document = MapDocument.copied(find_map(f"features/{name}"))
        self.first, self.digests = self.document.text, [self.document.map.digest]
        self.at = 0

    def _cells(self, data: st.DataObject, most: int = 4) -> tuple[Cell, ...]:
        battle_map = self.document.map
        cells = list(battle_map.grid.rectangle(battle_map.width, battle_map.height))
        one, other = (data.draw(st.sampled_from(cells)) for _ in range(2))
        match data.draw(st.sampled_from(["disc", "line", "rectangle", "polygon", "fill"])):
            case "disc":
                return disc_of(battle_map, one, data.draw(st.integers(1, 3)))
            case "line":
                return tuple(cell for cell in line_of(battle_map, one, other, 1))
            case "rectangle":
                return rectangle_of(battle_map, one, other)
            case "polygon":
                return polygon_of(battle_map, [one, other, data.draw(st.sampled_from(cells))])
        return filled_from(battle_map, one)

    def _edit(self, data: st.DataObject) -> Edit:
        battle_map = self.document.map
        kinds = battle_map.terrain_set

        def pick(known: Any) -> Any:
            return data.draw(st.sampled_from(list(known)))

        cells: tuple[Cell, ...] = ()
        sort = pick(["paint", "height", "sides", "feature", "way", "name", "rename", "head", "board", "own"])
        if sort in ("paint", "height", "sides", "feature", "way", "name"):
            cells = self._cells(data)
        drawn: Any = edits.Paint(cells, pick(kinds.terrain))
        match sort:
            case "height":
                drawn = edits.SetHeight(cells, pick([None, 0, 2]), pick([-1, 0, 1, 40]))
            case "sides":
                drawn = edits.SetSides(sides_around(battle_map, cells), pick([None, *kinds.edges]))
            case "feature":
                drawn = edits.PutFeature(cells, pick([None, *kinds.features]), pick([True, False]))
            case "way":
                drawn = edits.DrawWay(cells[:3], pick([None, *kinds.ways]))
            case "name":
                return edits.NameCells(pick(["places", "areas"]), pick(["a", "b c", 'the "x" # y']), cells)
            case "rename":
                return edits.Rename("places", pick(battle_map.places or ["a"]), pick(["new", "b c"]))
            case "head":
                said = pick(["One", 'Two "two" \\ #', "Three\nlines"])
                return edits.SetHead(said.partition("\n")[0], pick([None, "", said]))
            case "own":
                like = pick([kind for kind in kinds.terrain.values() if kind.id != VOID])
                letter = pick(["", "1", "ß"])
                taken = any(kind.letter == letter for kind in kinds.terrain.values())
                own = like.__class__(
                    "mine" + pick("ab"), "mine", like.move, letter="" if taken else letter, look=like.id
                )
                return Together(
                    (edits.OwnKind("terrain", own), edits.Paint(disc_of(battle_map, battle_map.cells[0], 1), own.id))
                )
            case "board":
                whole = battle_map.width, battle_map.height
                board: Edit = pick([
                    edits.TurnBoard(1), edits.MirrorBoard(), edits.FlipBoard(),
                    edits.Crop(rectangle_of(battle_map, battle_map.cells[0], pick(battle_map.cells))),
                    edits.Resize(min(whole[0] + 2, 14), max(whole[1] - 1, 1), pick(list(kinds.terrain))),
                ])  # fmt: skip
                return board
        others = placings(battle_map, pick(["none", "none", "mirror", "flip", "turn", "four"]))
        return Together((drawn, *(drawn.moved(place) for place in others)))

    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        try:
            change = self.document.do(self._edit(data))
        except Impossible:
            return
        if change:
            self.at += 1
            self.digests[self.at :] = [self.document.map.digest]

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self) -> None:
        self.at -= 1
        assert self.document.undo()

    @precondition(lambda self: self.at < len(self.digests) - 1)
    @rule()
    def redo(self) -> None:
        self.at += 1
        assert self.document.redo()

    @invariant()
    def is_the_map_that_it_was(self) -> None:
        """The map depends on what was done, and not on the way there."""
        assert self.document.map.digest == self.digests[self.at]

    def teardown(self) -> None:
        if not hasattr(self, "document"):
            return
        # As it is written, with no plain form to fall back on.
        text = rewritten(self.document.source, self.document.map)
        assert parse_map(text).digest == self.document.map.digest
        again = MapDocument(text, Path("again.toml"))
        assert again.text == text
        while self.document.undo():
            pass
        assert self.document.text == self.first


def drawn(examples: int, steps: int) -> None:
    """Have so many sequences drawn, each of so many steps."""
    run_state_machine_as_test(
        Drawing,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_few_hundred_edits() -> None:
    """The everyday share of the soak below."""
    drawn(25, 12)


@pytest.mark.long
def test_ten_thousand_sequences() -> None:
    """The soak."""
    drawn(10_000, 12)
