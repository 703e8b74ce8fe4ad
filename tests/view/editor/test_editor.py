"""The map editor as a designer meets it: mouse and keys on a sheet in memory, and what comes of them on the map."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map, parse_map
from sim.board.terrain import MoveCost
from sim.grid import Edge
from sim.process import WorkerInProcess
from sim.view.blocks.kinds import Do
from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import BoardPicture, PainterAtOnce, whole_board
from sim.view.board.tile_painter import Spot
from sim.view.editor import screen as screens
from sim.view.editor.commands import TABLE
from sim.view.editor.insights import MapQuestion, insight_of, insights
from sim.view.editor.screen import EditorScreen
from sim.view.editor.tools import kinds_of
from sim.view.screen import ScreenDone
from sim.view.settings import ViewSettings, load_settings
from sim.view.window import MemoryStage
from sim.workshop import document as documents
from sim.workshop.blank import BlankMap
from sim.workshop.edits import DrawWay, Edit, Paint, PutFeature, SetHeight, SetSides
from sim.workshop.figures import rectangle_of, sides_around
from sim.workshop.map_document import MapDocument


class Idle(PainterAtOnce):
    """A painter that has not come to anything yet: the board stays as flat as it is while tiles are on their way."""

    def open(self, battle_map: BattleMap) -> int:
        return 0

    def forget(self, board: int) -> None:
        """Do nothing."""

    def want(self, board: int, look: BoardLook, spots: Sequence[Spot]) -> None:
        """Do nothing."""


class Desk:
    """An editor, and hands to use it with."""

    def __init__(self, document: MapDocument, size: tuple[int, int] = (1280, 720)) -> None:
        self.stage = MemoryStage(size)
        self.screen = EditorScreen(
            self.stage, Idle(), ViewSettings(), document, make_worker=lambda: WorkerInProcess(insights)
        )
        self.show()

    @property
    def map(self):  # type: ignore[no-untyped-def]
        return self.screen.drawing.document.map

    def show(self) -> None:
        """Let a frame pass."""
        self.screen.tick(0.02)
        self.screen.paint(self.stage.surface())

    def at(self, name: str, side: str = "") -> tuple[int, int]:
        """Return the pixel in the middle of a cell, or near one of its sides."""
        grid = self.map.grid
        cell = grid.cell(name)
        x, y = grid.point(cell)
        if side:
            (ax, ay), (bx, by) = grid.side_points(cell, grid.sides.index(side))
            x, y = 0.9 * (ax + bx) / 2 + 0.1 * x, 0.9 * (ay + by) / 2 + 0.1 * y
        across, down = self.screen.steering.camera.pixel((x, y))
        return round(across), round(down)

    def drag(self, *points: tuple[int, int], button: int = 1) -> None:
        """Press at the first point, move along the others, let go at the last."""
        held = tuple(int(n == button) for n in (1, 2, 3))
        self._post(pygame.MOUSEMOTION, pos=points[0], buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=points[0], button=button)
        for point in points[1:]:
            self._post(pygame.MOUSEMOTION, pos=point, buttons=held)
        self._post(pygame.MOUSEBUTTONUP, pos=points[-1], button=button)
        self.show()

    def key(self, *codes: int, mod: int = 0) -> None:
        """Press keys, one after the other."""
        for code in codes:
            self._post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
        self.show()

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self._post(pygame.TEXTINPUT, text=text)

    def press(self, do: Do) -> None:
        """Click the button that does something."""
        self.show()
        spot = next(spot for spot in self.screen.spots if spot.do == do)
        self.drag(spot.box.center)

    def _post(self, kind: int, **what: Any) -> None:
        self.screen.handle(pygame.event.Event(kind, **what))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep drafts out of the user's folders, and frames short."""
    monkeypatch.setattr(documents, "user_data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(screens, "paint_next", lambda *_: False)  # pictures of the palette, one a frame


def desk(terrain: str = "tabletop", form: str = "square", columns: int = 9, rows: int = 7) -> Desk:
    """Return a desk with an empty map."""
    return Desk(MapDocument.begun(BlankMap(terrain, form, columns, rows).map()))  # type: ignore[arg-type]


def terrain(table: Desk, names: str) -> list[str]:
    """Return the grounds of cells."""
    return [table.map.terrain_at(table.map.cell(name)).id for name in names.split()]


def test_every_command_is_somebodys_and_every_key_does_one_thing() -> None:
    """The table is the whole of what buttons and keys can do."""
    screen = desk().screen
    for name in TABLE.commands:
        assert sum(hasattr(owner, name) for owner in (screen.drawing, screen.filing, screen)) == 1, name
    pressed = [(code, key.with_) for key in TABLE.keys for code in key.codes]
    assert len(pressed) == len(set(pressed))
    assert all(TABLE.help_for(Do(command.name)) for command in TABLE.commands.values() if command.toolbar)


def test_a_house_by_mouse() -> None:
    """Floor and walls by rectangle, a door and a window on sides between two cells, a road from cell to cell."""
    table = desk()
    table.press(Do("choose", ("plaza",)))
    table.press(Do("draw_with", ("rectangle",)))
    table.drag(table.at("B2"), table.at("D4"))
    table.press(Do("take", ("sides",)))
    table.drag(table.at("B2"), table.at("D4"))
    table.press(Do("draw_with", ("brush",)))
    table.press(Do("choose", ("door",)))
    table.drag(table.at("C4", "s"))
    table.press(Do("choose", ("window",)))
    table.drag(table.at("C1", "s"))
    table.press(Do("take", ("ways",)))
    table.press(Do("draw_with", ("polygon",)))
    for name in ("A6", "E6", "H3", "H3"):
        table.drag(table.at(name))
    grid, battle_map = table.map.grid, table.map
    kinds = [
        battle_map.edges.get(grid.edge(battle_map.cell("C4"), "s")),
        battle_map.edges[grid.edge(battle_map.cell("C2"), "n")],
    ]
    assert kinds == ["door", "window"]
    assert len(battle_map.edges) == 12
    assert terrain(table, "B2 D4 E4") == ["plaza", "plaza", "open"]
    assert battle_map.ways[Edge.between(battle_map.cell("E6"), battle_map.cell("F5"))] == "road"
    table.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert not table.map.ways
    table.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert len(table.map.ways) == 7


def test_brush_eraser_pick_and_symmetry() -> None:
    """A stroke leaves no gap, also where it runs between two hexes."""
    table = desk("battlefield", "hex")
    table.press(Do("choose", ("water",)))
    table.drag(table.at("B2"), table.at("D2"))
    assert terrain(table, "B2 C2 D2 E2") == ["water"] * 3 + ["open"]
    table.key(pygame.K_x)
    table.drag(table.at("C2"))
    table.key(pygame.K_x)
    assert terrain(table, "B2 C2 D2") == ["water", "open", "water"]
    table.press(Do("choose", ("marsh",)))
    table.drag(table.at("D2"), button=3)
    assert table.screen.drawing.hand.kind == "water"
    table.key(pygame.K_m)
    table.drag(table.at("A5"))
    assert terrain(table, "A5 I5") == ["water", "water"]


def test_heights_are_set_raised_and_lowered() -> None:
    """Levels below 0 are among those that can be chosen, and none is offered twice."""
    table = desk()
    kinds = kinds_of(table.map, "height")
    assert len(kinds) == len(set(kinds)) and "-1" in kinds
    table.press(Do("take", ("height",)))
    for kind, level in (("2", 2), ("raise", 3), ("lower", 2), ("-1", -1), ("lower", -2)):
        table.press(Do("choose", (kind,)))
        table.drag(table.at("B2"))
        assert table.map.height_at(table.map.cell("B2")) == level


def test_everything_by_keyboard() -> None:
    """A line of walls and a rectangle of woods, without a mouse."""
    table = desk()
    table.key(pygame.K_UP, pygame.K_r, pygame.K_TAB)
    kind = table.screen.drawing.hand.kind
    table.key(pygame.K_RETURN, pygame.K_LEFT, pygame.K_UP, pygame.K_RETURN)
    assert [kind == each for each in terrain(table, "D2 E3 F3")] == [True, True, False]
    table.key(pygame.K_3, pygame.K_b, pygame.K_RETURN, pygame.K_PERIOD, pygame.K_RETURN)
    assert {*table.map.edges.values()} == {"wall"}
    assert len(table.map.edges) == 2
    table.key(pygame.K_u, pygame.K_u, pygame.K_u)
    assert table.map.edges == {} and {*table.map.terrain} == {"open"}


def test_pages_and_names_by_keyboard() -> None:
    """Every button of a page is reached by Tab; names are chosen, swapped for areas, renamed and deleted by keys."""
    table = desk()
    table.key(pygame.K_F2)
    page = table.screen.filing.page
    assert page is not None
    for _ in range(20):
        if page.on == Do("do_page", ("turn",)):
            break
        table.key(pygame.K_TAB)
    table.key(pygame.K_SPACE)
    assert (table.map.width, table.map.height) == (7, 9)
    for reflected in ("mirror", "flip"):
        table.key(pygame.K_F2)
        table.press(Do("do_page", (reflected,)))
        assert table.screen.document.last == f"{reflected} the map" and (table.map.width, table.map.height) == (7, 9)
    table.key(pygame.K_6, pygame.K_DELETE, pygame.K_F6)
    assert table.screen.filing.page is None and "first" in table.screen._message
    table.key(pygame.K_a, pygame.K_F4)
    table.type("gate")
    table.key(pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN, pygame.K_F6)
    table.type("ford")
    table.key(pygame.K_RETURN)
    assert [*table.map.areas] == ["ford"] and not table.map.places
    table.key(pygame.K_DELETE)
    assert not table.map.areas


def test_a_stroke_is_shown_before_a_draft_is_made_of_it(tmp_path: Path) -> None:
    """The draft of a large map takes longer than a frame may: it is written beside, once the stroke can be seen."""
    table = desk()
    screen, surface = table.screen, table.stage.surface()
    table.screen.drawing.do(Paint((table.map.cell("B2"),), "woods"))
    screen.tick(0.02)
    screen.filing.finish_draft()
    assert not [*tmp_path.glob("data/drafts/*")]
    screen.paint(surface)
    screen.tick(0.02)
    screen.filing.finish_draft()
    (draft,) = tmp_path.glob("data/drafts/*")
    assert load_map(draft).digest == table.map.digest


def test_no_two_strokes_are_lost_together(tmp_path: Path) -> None:
    """However fast one is made after the other, the draft has all but the last."""
    table = desk()
    for name in ("B2", "C2", "D2"):
        table.screen.drawing.do(Paint((table.map.cell(name),), "woods"))
    (draft,) = tmp_path.glob("data/drafts/*")
    kept = load_map(draft)
    assert [kept.terrain_at(kept.cell(name)).id for name in ("B2", "C2", "D2")] == ["woods", "woods", "open"]


def test_a_draft_is_answered_for_before_anything_else() -> None:
    """Esc does not leave the question open: the next stroke would write over what a crash has left."""
    one = desk()
    one.drag(one.at("B2"))
    one.screen.leave()
    left = desk()
    left.key(pygame.K_ESCAPE)
    assert left.screen.filing.page is not None
    left.key(pygame.K_RETURN)
    assert terrain(left, "B2") == terrain(one, "B2") != ["open"]


def test_names_and_kinds_of_the_maps_own() -> None:
    """A name is typed and drawn; a kind is made like the one in hand."""
    table = desk()
    table.key(pygame.K_F4)
    table.type("mill")
    table.key(pygame.K_RETURN, pygame.K_r)
    table.drag(table.at("B2"), table.at("C3"))
    assert [table.map.grid.name(cell) for cell in table.map.places["mill"]] == ["B2", "C2", "B3", "C3"]
    table.key(pygame.K_1, pygame.K_F3)
    table.type("Bracken")
    table.key(pygame.K_RETURN)
    table.drag(table.at("A1"))
    assert terrain(table, "A1") == ["bracken"]
    assert parse_map(table.screen.drawing.document.text).terrain_at(table.map.cell("A1")).name == "Bracken"


def test_a_kind_of_the_maps_own_is_changed() -> None:
    """What it costs to move there, too; what cannot be read is told, and the file says what is on the screen."""
    table = desk("battlefield", "hex")
    table.key(pygame.K_F3)
    table.type("Vines")
    page = table.screen.filing.page
    assert page is not None
    for said, complaint in (("foot 1, boat 2", "“boat 2”"), ("tracked x9", "x2 to x4"), ("tracked no, foot +1", "")):
        page.fields["move"].text = said
        table.key(pygame.K_RETURN)
        assert complaint in page.complaint and bool(complaint) == (table.screen.filing.page is page)
    table.drag(table.at("B2"))
    table.key(pygame.K_F3)
    page = table.screen.filing.page
    assert page is not None and page.text("name") == "Vines" and "tracked no" in page.text("move")
    page.fields["move"].text, page.fields["defence"].text = "foot x2", "2"
    table.key(pygame.K_RETURN)
    for found in (table.map, parse_map(table.screen.drawing.document.text)):
        kind = found.terrain_at(found.cell("B2"))
        assert (kind.id, kind.name, kind.defence) == ("vines", "Vines", 2)
        assert kind.move["foot"] == MoveCost(times=2) and kind.move["tracked"] is None


def test_the_page_of_the_map_turns_and_resizes() -> None:
    """What cannot be is told on the page."""
    table = desk()
    table.key(pygame.K_F2)
    table.press(Do("do_page", ("turn",)))
    assert (table.map.width, table.map.height) == (7, 9)
    table.key(pygame.K_F2, pygame.K_TAB, pygame.K_TAB)
    table.type("12")
    table.key(pygame.K_RETURN)
    assert (table.map.width, table.map.height) == (12, 9)
    table.key(pygame.K_F2, pygame.K_TAB, pygame.K_TAB)
    table.type("9999")
    table.key(pygame.K_RETURN)
    assert table.screen.filing.page is not None and "512" in table.screen.filing.page.complaint


def test_saved_as_it_was_on_screen_and_never_over_somebody_elses_file(tmp_path: Path) -> None:
    """The question comes instead of the save."""
    table = desk()
    table.drag(table.at("B2"))
    table.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    page = table.screen.filing.page
    assert page is not None
    page.fields["file"].text = str(tmp_path / "mine.toml")
    table.key(pygame.K_RETURN)
    file = tmp_path / "mine.toml"
    assert load_map(file).digest == table.map.digest
    assert load_settings().recent == (str(file),)
    table.drag(table.at("C2"))
    file.write_text(file.read_text().replace("New map", "Another"))
    table.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert table.screen.filing.page is not None and table.screen.filing.page.title == "The file has changed"
    assert "Another" in file.read_text()
    table.press(Do("reload"))
    assert table.map.title == "Another"
    table.key(pygame.K_q, mod=pygame.KMOD_CTRL)
    assert isinstance(table.screen.next, ScreenDone)


def test_unsaved_work_is_asked_for() -> None:
    """Nothing is lost by a key."""
    table = desk()
    table.drag(table.at("B2"))
    table.key(pygame.K_q, mod=pygame.KMOD_CTRL)
    assert table.screen.next is None and table.screen.filing.page is not None
    table.press(Do("leave_for_good"))
    assert isinstance(table.screen.next, ScreenDone)


@pytest.mark.parametrize("size", [(320, 200), (3840, 2160)])
def test_it_draws_in_windows_of_any_size(size: tuple[int, int]) -> None:
    """From a strip to a wall."""
    table = Desk(MapDocument.begun(BlankMap("town", "square", 6, 5).map()), size)
    table.key(pygame.K_v, pygame.K_F1)
    table.key(pygame.K_ESCAPE, pygame.K_l, mod=0)


def test_what_the_map_says() -> None:
    """A closed room is told of and shown; who looks out of it sees its walls alone."""
    document = MapDocument.begun(BlankMap("town", "square", 8, 6).map())
    room = rectangle_of(document.map, document.map.cell("B2"), document.map.cell("C3"))
    document.do(SetSides(sides_around(document.map, room), "wall"))
    cell = document.map.cell("B2")
    insight = insight_of(1, MapQuestion(document.map, cell, cell, lint=True))
    here = [document.map.ordinal(each) for each in room]
    assert [n for n, closed in enumerate(insight.closed) if closed] == here
    assert [n for n, seen in enumerate(insight.seen) if seen] == here
    assert [n for n, steps in enumerate(insight.reached) if steps] == here
    assert any("cannot be reached" in found.text for found in insight.findings)


def _pixels(picture: BoardPicture) -> bytes:
    camera = whole_board(picture.map, 22.0)
    sheet = pygame.Surface((camera.width, camera.height), depth=32)
    picture.show(BoardLook())
    picture.want(camera)
    picture.take()
    assert picture.draw(sheet, camera)
    return pygame.image.tobytes(sheet, "RGB")


@pytest.mark.parametrize(("terrain", "form"), [("battlefield", "hex"), ("town", "square")])
def test_what_is_kept_of_a_picture_is_what_would_be_painted(terrain: str, form: str) -> None:
    """Stroke by stroke the redrawn picture is that of the map, to the pixel."""
    document = MapDocument.begun(BlankMap(terrain, form, 13, 5).map())  # type: ignore[arg-type]
    picture = BoardPicture(document.map)
    _pixels(picture)
    at, kinds = document.map.cell, document.map.terrain_set
    edits: Sequence[Edit] = (
        Paint(rectangle_of(document.map, at("C3"), at("J3")), "wood_building" if form == "hex" else "floor"),
        SetSides((document.map.grid.edge(at("L2"), document.map.grid.sides[0]),), "wall"),
        Paint((at("J3"),), next(iter(kind for kind in kinds.terrain if kind != "void"))),
        SetHeight((at("M4"), at("M5")), to=2),
        PutFeature((at("A5"),), next(iter(kinds.features))),
        DrawWay((at("A1"), at("G1")), next(iter(kinds.ways), None)),
    )
    for edit in edits:
        change = document.do(edit)
        picture.redraw(document.map, change.touched(document.map))
        assert _pixels(picture) == _pixels(BoardPicture(document.map)), edit
