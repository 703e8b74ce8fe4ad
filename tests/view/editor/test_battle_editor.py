"""The battle editor as a designer meets it: mouse and keys on a sheet in memory, and what comes of them in the file."""

import tomllib
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from sim.process import WorkerInProcess
from sim.resources import find_map, find_scenario
from sim.scenario import systems
from sim.scenario.scenario import load_scenario
from sim.view.blocks.kinds import Do
from sim.view.editor import screen as screens
from sim.view.editor.battle_commands import TABLE
from sim.view.editor.battle_editor import BattleEditor
from sim.view.editor.insights import insights
from sim.view.editor.screen import EditorScreen
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker.studying import study_at_once
from sim.workshop import document as documents
from sim.workshop import roster_edits as rosters
from sim.workshop.battle_draft import PlacedUnit
from sim.workshop.blank import BlankMap
from sim.workshop.edits import Paint
from sim.workshop.map_document import MapDocument
from sim.workshop.scenario_document import ScenarioDocument, first_battle
from sim.workshop.toml_edits import plain_text
from tests.picket import Picket
from tests.picket.men import Extras
from tests.view.editor.test_editor import Idle


class Played:
    """What stands for a battle: nothing of it matters here but whose scenario it is."""

    next: Screen | ScreenDone | None = None

    def __init__(self, scenario: Any, settings: ViewSettings) -> None:
        self.scenario = scenario


OPENS: Any = Played


class Hands:
    """Hands at an editor, which count what they do."""

    def __init__(self, screen: Any, stage: MemoryStage) -> None:
        self.screen, self.stage, self.clicks, self.letters = screen, stage, 0, 0
        self.show()

    def show(self) -> None:
        """Let a frame pass."""
        self.screen.tick(0.02)
        self.screen.paint(self.stage.surface())

    def at(self, name: str, side: str = "") -> tuple[int, int]:
        """Return the pixel in the middle of a cell, or near one of its sides."""
        grid = self.screen.battle_map.grid
        x, y = grid.point(grid.cell(name))
        if side:
            (ax, ay), (bx, by) = grid.side_points(grid.cell(name), grid.sides.index(side))
            x, y = 0.9 * (ax + bx) / 2 + 0.1 * x, 0.9 * (ay + by) / 2 + 0.1 * y
        across, down = self.screen.steering.camera.pixel((x, y))
        return round(across), round(down)

    def drag(self, *points: tuple[int, int], button: int = 1) -> None:
        """Press at the first point, move along the others, let go at the last: one click, or one drag."""
        held = tuple(int(n == button) for n in (1, 2, 3))
        self.clicks += 1
        self._post(pygame.MOUSEMOTION, pos=points[0], buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=points[0], button=button)
        for point in points[1:]:
            self._post(pygame.MOUSEMOTION, pos=point, buttons=held)
        self._post(pygame.MOUSEBUTTONUP, pos=points[-1], button=button)
        self.show()

    def click(self, cell: str, side: str = "", button: int = 1) -> None:
        """Click a cell."""
        self.drag(self.at(cell, side), button=button)

    def press(self, name: str, *args: Any) -> None:
        """Click the button that does something, scrolled to if need be."""
        self.show()
        for panel in self.screen._panels.values():
            for _ in range(40):
                spot = next((spot for spot in self.screen.spots if spot.do == Do(name, args)), None)
                if spot is not None or panel.scroll >= panel.most:
                    break
                panel.scroll_by(-3)
            if spot is not None:
                self.drag(spot.box.center)
                return
            panel.scroll_by(1000)
        raise AssertionError(f"there is no button for {name} {args}")

    def type(self, text: str) -> None:
        """Type letters."""
        self.letters += len(text)
        self._post(pygame.TEXTINPUT, text=text)
        self.show()

    def key(self, code: int, mod: int = 0) -> None:
        """Press a key."""
        self.letters += 1
        self._post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
        self.show()

    def _post(self, kind: int, **what: Any) -> None:
        self.screen.handle(pygame.event.Event(kind, **what))

    # -- of a battle -------------------------------------------------------------------------------------

    @property
    def draft(self) -> Any:
        """What the text says."""
        return self.screen.draft

    def unit(self, name: str) -> PlacedUnit:
        """Return the unit of that name, or of that kind."""
        found: PlacedUnit = next(each for each in self.draft.units if name in (each.name, each.profile))
        return found


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep drafts out of the user's folders, and frames short."""
    monkeypatch.setattr(documents, "user_data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(screens, "paint_next", lambda *_: False)


def hands(name: str = "farm_at_kamenka", **more: Any) -> Hands:
    """Return hands at a copy of a scenario."""
    stage = MemoryStage((1280, 720))
    document = more.pop("document", None) or ScenarioDocument.copied(find_scenario(name))
    editor = BattleEditor(stage, Idle(), ViewSettings(), document, opens=OPENS, make_worker=study_at_once, **more)
    return Hands(editor, stage)


def test_every_command_is_somebodys_and_every_key_does_one_thing() -> None:
    """The table is the whole of what buttons and keys can do."""
    screen = hands().screen
    for name in TABLE.commands:
        owners = (*screen.owners, screen.filing, screen)
        assert sum(hasattr(owner, name) for owner in owners) == 1, name
    pressed = [(code, key.with_) for key in TABLE.keys for code in key.codes]
    assert len(pressed) == len(set(pressed))
    assert all(TABLE.help_for(Do(each.name)) for each in TABLE.commands.values() if each.toolbar)


def test_a_unit_is_placed_and_faces_where_the_mouse_lets_go() -> None:
    """A kind of the palette is put down with a drag; the next click puts another one the same way round."""
    desk = hands()
    desk.press("take_side", "germans")
    desk.press("take_kind", "german_mg34")
    desk.drag(desk.at("F6"), desk.at("D7"))
    new = desk.draft.units[-3]
    assert (new.profile, new.side, new.at) == ("german_mg34", "germans", "F6")
    assert desk.draft.map.grid.directions[new.facing] == "sw" and desk.draft.mistakes == ()
    desk.click("G6")
    assert [each.at for each in desk.draft.units if each.profile == "german_mg34"] == ["F6", "G6", "J4"]
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    assert desk.screen.document.text == find_scenario("farm_at_kamenka").read_text()


def test_units_are_moved_turned_counted_put_off_and_removed() -> None:
    """Whoever is on the map is taken hold of where he stands."""
    desk = hands()
    desk.drag(desk.at("C4"), desk.at("D5"))
    assert desk.unit("Rifles Antonov").at == "D5" and desk.screen.placing.selected == ("sides", "soviets", "units", 0)
    desk.click("D5", button=3)
    assert desk.draft.value((*desk.unit("Rifles Antonov").path, "facing")) == "s"
    desk.drag(desk.at("D5"), desk.at("D2"), button=3)
    assert desk.draft.value((*desk.unit("Rifles Antonov").path, "facing")) == "n"
    desk.press("change_count", 1)
    assert desk.unit("Rifles Antonov").count == 2
    desk.press("change_turn", 1)
    assert desk.unit("Rifles Antonov").turn == 2 and desk.draft.mistakes == ()
    desk.press("change_side", "germans")
    assert desk.unit("Rifles Antonov").side == "germans"
    desk.key(pygame.K_DELETE)
    assert len(desk.draft.units) == 7 and desk.screen.placing.selected is None


def test_everything_is_done_by_keys_as_well() -> None:
    """A unit is placed, turned, moved and taken out without a mouse."""
    desk = hands()
    desk.key(pygame.K_SLASH)
    desk.type("mg34")
    desk.key(pygame.K_RETURN)
    assert desk.screen.kinds == ["german_mg34", "german_hmg34"]
    desk.key(pygame.K_TAB)
    for code in (pygame.K_LEFT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        desk.key(code)
    assert desk.draft.units[4].profile == "german_mg34" and len(desk.draft.units) == 9
    for code in (pygame.K_ESCAPE, pygame.K_ESCAPE):
        desk.key(code)
    desk.screen.placing.select(desk.draft.units[4].path)
    desk.key(pygame.K_PERIOD)
    assert desk.draft.units[4].facing == 1
    desk.key(pygame.K_UP)
    desk.key(pygame.K_m)
    assert desk.draft.units[4].cells == (desk.screen.placing.cursor,)
    desk.key(pygame.K_DELETE)
    assert len(desk.draft.units) == 8


def test_forms_are_filled_in_by_keys() -> None:
    """The keyboard goes through a panel: a table is opened, a figure typed, a word chosen."""
    desk = hands()
    desk.key(pygame.K_F4)
    desk.key(pygame.K_F8)

    def to(name: str, *args: Any) -> None:
        for _ in range(60):
            if desk.screen._walked == Do(name, args):
                desk.key(pygame.K_RETURN)
                return
            desk.key(pygame.K_DOWN)
        raise AssertionError(f"the keyboard does not come to {name} {args}")

    to("open_form", ("limits",))
    to("edit_field", ("limits", "turns"))
    desk.type("8")
    desk.key(pygame.K_RETURN)
    to("open_form", ())
    to("open_form", ("settings",))
    to("set_value", ("settings", "low_risk"), "the target")
    desk.key(pygame.K_ESCAPE)
    assert desk.draft.turns == 8 and desk.draft.value(("settings", "low_risk")) == "the target"
    assert desk.screen._walks == "" and desk.screen.filing.page is None


def test_forms_say_what_the_file_can_say() -> None:
    """A figure is typed, a word chosen, a table added and moved; what is no figure is told."""
    desk = hands()
    desk.press("show_page", "battle")
    desk.press("open_form", ("limits",))
    desk.press("edit_field", ("limits", "turns"))
    desk.type("7")
    desk.key(pygame.K_RETURN)
    assert desk.draft.turns == 7
    desk.press("edit_field", ("limits", "turns"))
    desk.type("many")
    desk.press("open_form", ())
    assert desk.draft.turns == 7 and "not a whole number" in desk.screen._message
    desk.press("open_form", ("settings",))
    desk.press("set_value", ("settings", "fire_zone"), "normal")
    desk.press("open_form", ())
    desk.press("open_form", ("conflict_of_heroes",))
    desk.press("open_form", ("conflict_of_heroes", "track"))
    desk.press("add_item", ("conflict_of_heroes", "track"))
    desk.press("set_value", ("conflict_of_heroes", "track", 7, "event"), "zeal")
    desk.press("move_item", ("conflict_of_heroes", "track", 7), 6)
    track = desk.draft.value(("conflict_of_heroes", "track"))
    assert [space["event"] for space in track[5:]] == ["swift action", "zeal", "bog down"]
    assert desk.draft.scenario.setup.settings.fire_zone == "normal"
    assert "# They take back what was taken" in desk.screen.document.text


def test_the_briefing_is_written_beside_what_is_read() -> None:
    """A longer text has a page of its own, with a caret and lines."""
    desk = hands()
    desk.key(pygame.K_b)
    desk.key(pygame.K_HOME, pygame.KMOD_CTRL)
    desk.type("At last.")
    desk.key(pygame.K_RETURN)
    desk.key(pygame.K_RETURN, pygame.KMOD_CTRL)
    assert desk.draft.scenario.briefing.startswith("At last.\n2 July 1941, Kamenka, west of the Losha.")
    assert max(map(len, desk.screen.document.text.splitlines())) <= 160


@pytest.mark.parametrize(("code", "letter"), [(pygame.K_b, "b"), (pygame.K_SLASH, "/")])
def test_the_key_that_opens_a_field_is_no_text_in_it(code: int, letter: str) -> None:
    """A window tells of a letter twice: as a key, and as text. What is typed next is written."""
    desk = hands()

    def text() -> str:
        page = desk.screen.filing.page
        found: str = page.fields["text"].text if page is not None else desk.screen.form.filter
        return found

    desk._post(pygame.KEYDOWN, key=code, mod=0, unicode=letter)
    before = text()
    desk._post(pygame.TEXTINPUT, text=letter)
    assert text() == before
    desk._post(pygame.KEYDOWN, key=code, mod=0, unicode=letter)
    desk._post(pygame.TEXTINPUT, text=letter)
    assert text() == before + letter


def test_each_mistake_leads_to_its_place() -> None:
    """From the list to the unit on the map, and to the field of a form."""
    desk = hands()
    desk.screen.form.set_value(("conflict_of_heroes", "ai"), "martians")
    desk.screen.form.set_value(("sides", "germans", "units", 0, "profile"), "tripod")
    desk.press("play")
    assert desk.screen.page == "check" and desk.screen.next is None and len(desk.draft.mistakes) == 2
    desk.press("go_to_mistake", 1)
    assert desk.screen.placing.unit == desk.draft.units[4] and desk.screen.page == "units"
    desk.press("show_page", "check")
    desk.press("go_to_mistake", 0)
    assert desk.screen.page == "battle" and desk.screen.form.path == ("conflict_of_heroes",)


def test_it_is_played_at_once_and_the_editor_stays_where_it_was() -> None:
    """The battle that is opened is the one on the screen; the editor is neither closed nor moved."""
    desk = hands()
    desk.drag(desk.at("C4"), desk.at("D5"))
    desk.press("play")
    played = desk.screen.next
    assert isinstance(played, Played)
    assert played.scenario.state.units["Rifles Antonov"].cell == desk.draft.map.cell("D5")
    desk.screen.next = None
    desk.screen.zoom_in()
    where, painted = desk.screen.steering, desk.screen.picture
    desk.screen.handle(pygame.event.Event(pygame.VIDEOEXPOSE))
    assert desk.unit("Rifles Antonov").at == "D5" and desk.screen.placing.selected is not None
    assert desk.screen.steering is where and desk.screen.picture is painted


def test_how_even_it_is_is_played_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The program plays it and says who wins how often."""
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    desk = hands("tutorial")
    desk.screen.trying._process = study_at_once
    desk.press("show_page", "check")
    desk.screen.trying.study(2)
    for _ in range(3):
        desk.show()
    said = " ".join(str(block) for block in desk.screen.right_blocks())
    assert "2 games" in said


def test_objectives_and_exits_are_put_on_the_map() -> None:
    """A place that matters is clicked, and moved; an exit lies at an edge."""
    desk = hands("bank_hold_up")
    desk.press("take_tool", "objectives")
    desk.click("D4")
    assert desk.draft.value(("objectives", 0, "at")) == "saddler"  # the place that is there
    desk.drag(desk.at("D4"), desk.at("F6"))
    assert desk.draft.value(("objectives", 0, "at")) == "F6"
    desk.press("take_tool", "exits")
    desk.click("F6")  # there is an objective to take hold of, and nothing is put
    before = len(desk.draft.value(("outlaws", "exits")))
    desk.click("G7")
    assert len(desk.draft.value(("outlaws", "exits"))) == before and "edge of the map" in desk.screen._message
    edge = desk.draft.map.grid.name(desk.draft.map.grid.at(5, desk.draft.map.height - 1))
    desk.click(edge)
    assert len(desk.draft.value(("outlaws", "exits"))) == before + 1


def test_a_file_that_somebody_else_has_changed_is_not_written_over(tmp_path: Path) -> None:
    """Saving asks; the page can be closed, and the battle is there still."""
    path = tmp_path / "farm.toml"
    path.write_text(find_scenario("farm_at_kamenka").read_text())
    desk = hands(document=ScenarioDocument.opened(path))
    desk.drag(desk.at("C4"), desk.at("D5"))
    path.write_text("# theirs\n" + path.read_text())
    desk.key(pygame.K_s, pygame.KMOD_CTRL)
    assert desk.screen.filing.page.title == "The file has changed" and path.read_text().startswith("# theirs")
    path.write_text("title = ")
    desk.press("reload")
    assert "cannot be read" in desk.screen._message and desk.unit("Rifles Antonov").at == "D5"
    assert desk.screen.document._draft.is_file()  # a crash now loses nothing, either


def test_a_file_that_was_broken_outside_is_not_said_to_be_shown(tmp_path: Path) -> None:
    """The battle stays as it was, and it is told why; once it is mended, the file is shown."""
    path = tmp_path / "farm.toml"
    text = find_scenario("farm_at_kamenka").read_text()
    path.write_text(text)
    desk = hands(document=ScenarioDocument.opened(path))
    path.write_text("title = ")
    desk.screen.filing.look_outside()
    assert "cannot be read" in desk.screen._message and len(desk.draft.units) == 8
    path.write_text(text.replace("Rifles Antonov", "Rifles Borin"))
    desk.screen.filing.reload()
    assert "as it is now" in desk.screen._message and desk.unit("Rifles Borin").at == "C4"


def test_what_is_gone_is_not_taken_hold_of() -> None:
    """Keys may take a unit out between two pictures, and while the mouse drags it."""
    desk = hands()
    last = desk.draft.units[-1]
    desk.click(last.at)
    at = desk.at(last.at)
    desk._post(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode="")
    desk.drag(at)  # the picture still shows it
    assert len(desk.draft.units) == 7 and desk.screen.placing.selected is None
    desk._post(pygame.MOUSEMOTION, pos=desk.at("C4"), buttons=(0, 0, 0))
    desk._post(pygame.MOUSEBUTTONDOWN, pos=desk.at("C4"), button=1)
    desk._post(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode="")
    text = desk.screen.document.text
    desk._post(pygame.MOUSEMOTION, pos=desk.at("D5"), buttons=(1, 0, 0))
    desk.show()
    desk._post(pygame.MOUSEBUTTONUP, pos=desk.at("D5"), button=1)
    assert len(desk.draft.units) == 6 and desk.screen.document.text == text


def test_who_leaves_without_saving_leaves_no_draft(tmp_path: Path) -> None:
    """Nor one of what was done last of all, of which none had been kept yet."""
    path = tmp_path / "farm.toml"
    path.write_text(find_scenario("farm_at_kamenka").read_text())
    screen = hands(document=ScenarioDocument.opened(path)).screen
    screen.form.set_value(("title",), "Another")
    screen.filing.leave_for_good()
    screen.next = None  # as the window takes it
    screen.leave()
    assert ScenarioDocument.opened(path).draft is None


def test_a_draft_that_cannot_be_read_leaves_the_file(tmp_path: Path) -> None:
    """It is told; what the file says is shown."""
    path = tmp_path / "farm.toml"
    path.write_text(find_scenario("farm_at_kamenka").read_text())
    document = ScenarioDocument.opened(path)
    document._draft.parent.mkdir(parents=True)
    document._draft.write_text("title = ")
    desk = hands(document=document)
    desk.press("take_draft")
    assert "draft cannot be read" in desk.screen._message and len(desk.draft.units) == 8


def test_a_designer_makes_a_map_and_a_battle_of_six_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A 20 by 20 map with a house, its door and two windows, a wood and a road, and six units: by mouse, and played."""
    monkeypatch.chdir(tmp_path)
    stage = MemoryStage((1280, 720))
    blank = MapDocument.begun(BlankMap().map())
    drawn = EditorScreen(
        stage, Idle(), ViewSettings(), blank, is_new=True, make_worker=lambda: WorkerInProcess(insights), opens=OPENS
    )
    desk = Hands(drawn, stage)
    desk.press("press_form", "terrain_set", "tabletop")
    desk.press("do_page")
    desk.press("take", "sides")
    desk.press("draw_with", "rectangle")
    desk.drag(desk.at("H8"), desk.at("K10"))
    desk.press("draw_with", "brush")
    desk.press("choose", "door")
    desk.click("I10", "s")
    desk.press("choose", "window")
    desk.click("H9", "w")
    desk.click("K9", "e")
    desk.press("take", "ground")
    desk.press("choose", next(kind for kind in drawn.battle_map.terrain_set.terrain if "wood" in kind))
    desk.press("draw_with", "rectangle")
    desk.drag(desk.at("N3"), desk.at("R7"))
    desk.press("take", "ways")
    desk.press("draw_with", "line")
    desk.drag(desk.at("A13"), desk.at("T13"))
    desk.press("make_battle")  # not in a file yet: it asks for one
    desk.press("do_page")
    desk.press("press_form", "system", "la_cucaracha")
    desk.press("do_page")
    battle = drawn.next
    assert isinstance(battle, BattleEditor)
    before, letters = desk.clicks, desk.letters
    desk = Hands(battle, stage)
    first, other = battle.kinds[0], battle.kinds[1]
    desk.press("take_side", "player")
    desk.press("take_kind", first)
    for cell in ("C13", "C15", "C17"):
        desk.click(cell)
    desk.press("take_side", "enemy")
    desk.press("take_kind", other)
    for cell in ("I9", "P5", "Q13"):
        desk.click(cell)
    desk.press("save")
    desk.press("do_page")
    desk.press("play")
    assert isinstance(battle.next, Played)
    scenario = load_scenario(tmp_path / "the_battle_of_new_map.toml")  # beside its map, new_map.toml
    edges = scenario.setup.map.edges.values()
    assert [*edges].count("door") == 1 and [*edges].count("window") == 2 and len(scenario.setup.units) == 6
    assert scenario.setup.units == desk.draft.scenario.setup.units
    assert (before, desk.clicks, letters + desk.letters) == (22, 13, 0)


VALUES: tuple[Any, ...] = (
    3,
    -1,
    "x",
    "",
    True,
    1.5,
    [],
    {},
    [1, 2],
    ["a", {"b": 1}],
    {"x": {"y": [{}]}},
    "A1",
    "\u202e",
)


def spoilt(chance: Random) -> str:
    """Return a shipped scenario in which anything may have become anything else."""
    names = "farm_at_kamenka bank_hold_up bridge_at_rio_colorado pursuit_to_two_loons airport_road"
    data = tomllib.loads(find_scenario(chance.choice(names.split())).read_text())
    for _ in range(chance.choice([1, 1, 2, 4])):
        path = chance.choice([*_paths((), data)])
        owner = data
        for step in path[:-1]:
            owner = owner[step]
        if chance.random() < 0.25:
            del owner[path[-1]]
        else:
            owner[path[-1]] = deepcopy(chance.choice(VALUES))
    return plain_text(data)


def _paths(path: Any, value: Any) -> Any:
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in steps:
        yield (*path, step)
        yield from _paths((*path, step), each)


def opened_and_used(number: int) -> None:
    """Open a spoilt file, go to all that is wrong with it, and do this and that."""
    chance = Random(number)
    desk = hands(document=ScenarioDocument(spoilt(chance), None, find_scenario("farm_at_kamenka").parent))
    screen = desk.screen
    for n in range(len(screen.draft.mistakes)):
        screen.trying.go_to_mistake(n)
        desk.show()
        screen.form.commit()
    paths = [*_paths((), screen.draft.data)]
    for path in chance.sample(paths, min(len(paths), 8)):
        screen.form.go_to(path)
        desk.show()
    for unit in screen.draft.units[:2]:
        screen.placing.select(unit.path)
        desk.show()
        screen.placing.turn_unit(1)
        screen.placing.change_turn(1)
        desk.show()
    before = screen.document.last
    screen.placing.undo()
    assert not before or screen.document.next == before
    screen.picture.close()


def test_a_file_full_of_mistakes_is_opened_and_mended() -> None:
    """Whatever a file says, it is shown, its mistakes lead somewhere, and what cannot be done is said."""
    for number in range(4):
        opened_and_used(number)


@pytest.mark.long
def test_two_thousand_files_full_of_mistakes() -> None:
    """The same, with many more of them."""
    for number in range(2000):
        opened_and_used(number)


def test_the_map_is_drawn_on_from_the_battle_and_seen_there(tmp_path: Path) -> None:
    """A map of one's own is opened from its battle; what was drawn is there when one comes back."""
    (tmp_path / "ford.toml").write_text(find_map("battles/kamenka_fields").read_text())
    text = find_scenario("farm_at_kamenka").read_text().replace('"battles/kamenka_fields"', '"ford.toml"')
    (tmp_path / "ford_battle.toml").write_text(text)
    desk = hands(document=ScenarioDocument.opened(tmp_path / "ford_battle.toml"))
    desk.key(pygame.K_F7)
    drawn = desk.screen.next
    assert isinstance(drawn, EditorScreen)
    drawn.drawing.do(Paint((drawn.battle_map.cell("G7"),), "marsh"))
    drawn.filing.save()
    drawn.advisor.close()
    desk.screen.next = None
    desk.screen.handle(pygame.event.Event(pygame.VIDEOEXPOSE))
    assert desk.screen.battle_map.terrain_at(desk.screen.battle_map.cell("G7")).id == "marsh"
    assert hands().screen.map_refusal.startswith("this map came with the program")


class Wanting(Picket):
    """A system of whose battles a file has to say more than anybody but its author knows."""

    class More(Extras):
        """What has to be said."""

        weather: str

    id, title = "wanting", "Wanting"
    rulebook = Picket.rulebook
    extras: Any = More


def test_units_of_a_system_from_elsewhere_are_shown_plainly_if_it_wants_to_be_told_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Their kinds are in the palette, and can be placed."""
    monkeypatch.setattr(systems, "_ADOPTED", [*systems._ADOPTED, Wanting()])
    desk = hands(document=first_battle(), is_new=True)
    desk.press("press_form", "system", "wanting")
    desk.press("do_page")
    desk.press("take_kind", "marksman")
    desk.click("C4")
    assert desk.unit("marksman").at == "C4"
    assert [each.path for each in desk.draft.mistakes] == [("wanting",)]


def test_no_scenario_has_a_map_elsewhere_drawn_on(tmp_path: Path) -> None:
    """What a stranger wrote leads nowhere out of its folder."""
    (tmp_path / "there").mkdir()
    (tmp_path / "mine.toml").write_bytes(find_map("battles/kamenka_fields").read_bytes())
    text = find_scenario("farm_at_kamenka").read_text()
    for name in ("../mine.toml", str(tmp_path / "mine.toml")):
        told = text.replace("battles/kamenka_fields", name)
        desk = hands(document=ScenarioDocument.begun(told, tmp_path / "there"))
        desk.screen.edit_map()
        assert desk.screen.next is None and "cannot be drawn on" in desk.screen._message


def test_a_battle_is_begun_with_a_system_and_a_map_that_fits() -> None:
    """The page of a new battle offers the maps of the system that is chosen; nobody need be on it."""
    desk = hands(document=first_battle(), is_new=True)
    desk.press("press_form", "system", "outlaws")
    assert "battles/dry_gulch_bank" in dict(desk.screen.filing.page.choices["map"])
    desk.press("press_form", "forces", "none")
    desk.press("do_page")
    assert desk.draft.ruleset.id == "outlaws" and desk.draft.units == () and len(desk.draft.sides) == 2
    assert [each.path for each in desk.draft.mistakes] == [("sides",)]  # nobody is there yet


def test_a_battle_is_begun_on_a_map_of_ones_own(tmp_path: Path) -> None:
    """By its path: the scenario belongs beside it. A map that is not there is told of on the page."""
    (tmp_path / "mine.toml").write_bytes(find_map("battles/kamenka_fields").read_bytes())
    desk = hands(document=first_battle(), is_new=True)
    page = desk.screen.filing.page
    page.fields["map"].text = "no such map"
    desk.press("do_page")
    assert desk.screen.filing.page is page and "no such map" in page.complaint
    page.fields["map"].text = str(tmp_path / "mine.toml")
    desk.press("do_page")
    assert desk.draft.mistakes == () and desk.draft.data["map"] == "mine.toml" and desk.screen.home == tmp_path


def test_no_two_edits_are_lost_together(tmp_path: Path) -> None:
    """However fast one is made after the other, the draft has the one before it."""
    desk = hands(document=ScenarioDocument.opened(find_scenario("farm_at_kamenka")))
    for title in ("one", "two"):
        desk.screen.do(rosters.put(("title",), title))
    (draft,) = tmp_path.glob("data/drafts/*")
    assert tomllib.loads(draft.read_text())["title"] == "one"


def test_a_draft_that_a_crash_has_left_is_taken_up(tmp_path: Path) -> None:
    """What was not saved is offered the next time, as one change."""
    path = tmp_path / "farm.toml"
    path.write_text(find_scenario("farm_at_kamenka").read_text())
    desk = hands(document=ScenarioDocument.opened(path))
    desk.drag(desk.at("C4"), desk.at("D5"))
    desk.show()
    desk.screen.filing.finish_draft()
    again = hands(document=ScenarioDocument.opened(path))
    again.press("take_draft")
    assert again.unit("Rifles Antonov").at == "D5" and again.screen.document.undo() is not None
    assert again.screen.document.text == path.read_text()
