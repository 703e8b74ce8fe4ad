"""The pages that lie over the editor: forms that are filled in, and questions that must be answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pydantic import ValidationError

from sim.board.any_map import FOREIGN, load_any_map
from sim.board.battlemap import Scale
from sim.board.terrain import CellKind, EdgeKind, FeatureKind, Kind, MoveCost, TerrainKind
from sim.board.terrain_sets import TerrainSetId
from sim.board.terrain_sets.kind_tables import CellKindTable, move_costs, move_figure
from sim.files import FileMistakes, one_of
from sim.resources import find_map
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Field, Gap, SmallPrint, Swatches, TextLine, Title
from sim.view.ui.text_field import TextField
from sim.workshop.blank import FORMS, SCALES, BlankMap
from sim.workshop.edits import (
    Crop,
    Edit,
    FlipBoard,
    Impossible,
    JoinBoard,
    MirrorBoard,
    OwnKind,
    Rename,
    Resize,
    Section,
    SetHead,
    TurnBoard,
)
from sim.workshop.figures import rectangle_of
from sim.workshop.map_document import MapDocument

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen
    from sim.view.editor.workbench import Workbench

Submit = Callable[["Form"], str]
"""Does what a form says; returns why it cannot, or nothing."""


@dataclass
class Form:
    """A page with fields and choices."""

    title: str
    fields: dict[str, TextField] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    choices: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """What can be chosen, by name: each with what its button says."""
    chosen: dict[str, str] = field(default_factory=dict)
    told: tuple[Block, ...] = ()
    buttons: tuple[Button, ...] = ()
    """Besides the one that submits it."""
    submit: Submit | None = None
    verb: str = "Do it"
    focus: str = ""
    """The field that is typed into."""
    on: Do | None = None
    """The button that the keyboard is on, once it has left the fields."""
    complaint: str = ""
    is_wide: bool = False
    must_answer: bool = False
    """Whether it is left by its own buttons alone."""

    def add(self, name: str, label: str, text: str = "", longest: int = 200) -> Form:
        """Add a field."""
        typed = TextField(longest)
        typed.text, typed.is_marked = text, False
        self.fields[name], self.labels[name] = typed, label
        if not self.focus:
            self.focus, typed.is_marked = name, bool(text)
        return self

    def choose(self, name: str, choices: Mapping[str, str], chosen: str) -> Form:
        """Add a choice."""
        self.choices[name], self.chosen[name] = tuple(choices.items()), chosen
        return self

    def text(self, name: str) -> str:
        """Return what a field says."""
        return self.fields[name].text.strip()

    def number(self, name: str) -> int:
        """Return the number in a field; `Impossible` says that it is none."""
        try:
            return int(self.text(name))
        except ValueError:
            raise Impossible(f"{self.labels[name]}: “{self.text(name)}” is no whole number") from None

    @property
    def can_be_left(self) -> bool:
        """Whether Esc closes it."""
        return not self.must_answer or any(button.key == "Esc" for button in self.buttons)

    def go_round(self, step: int) -> None:
        """Put the keyboard on the next field or button, and from the last on the first."""
        ring = [do for block in self.blocks for do in pressed_in(block)]
        here = Do("focus_field", (self.focus,)) if self.focus else self.on
        do = ring[(ring.index(here) + step) % len(ring) if here in ring else 0 if step > 0 else -1]
        is_field = do.name == "focus_field"
        self.focus, self.on = str(do.args[0]) if is_field else "", None if is_field else do
        if is_field:
            self.fields[self.focus].is_marked = bool(self.fields[self.focus].text)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What it says."""
        blocks: list[Block] = [Title(self.title), *self.told]
        for name, choices in self.choices.items():
            blocks.append(
                Buttons(
                    tuple(
                        Button(word, Do("press_form", (name, each)), chosen=each == self.chosen[name])
                        for each, word in choices
                    ),
                    4 if len(choices) > 3 else len(choices),
                )
            )
        for name, typed in self.fields.items():
            is_here = name == self.focus
            blocks.append(
                Field(self.labels[name], typed.text, Do("focus_field", (name,)), is_here, typed.is_marked and is_here)
            )
        if self.complaint:
            blocks.append(TextLine(self.complaint, "bad"))
        buttons = list(self.buttons)
        if self.submit is not None:
            buttons.insert(0, Button(self.verb, Do("do_page"), "Enter", chosen=True))
        if not self.must_answer:
            buttons.append(Button("Close", Do("close_page"), "Esc"))
        return (*blocks, Gap(4), Buttons(tuple(buttons), min(len(buttons), 3)))


def pressed_in(block: Block) -> tuple[Do, ...]:
    """Return what can be pressed in a block, in its order: what the keyboard goes through."""
    match block:
        case Buttons(buttons):
            return tuple(button.do for button in buttons)
        case Swatches(swatches):
            return tuple(swatch.do for swatch in swatches)
        case Field(do=do) | Button(do=do):
            return (do,)
        case TextLine(do=Do() as do):
            return (do,)
    return ()


# -- the map -------------------------------------------------------------------------------------------------


def map_page(screen: EditorScreen) -> Form:
    """Return the page of the map: what it is called, and what is done to the whole board."""
    battle_map = screen.drawing.document.map
    page = Form("The map", verb="Apply", submit=lambda form: _apply_map(screen, form))
    page.add("title", "title", battle_map.title).add("notes", "notes", battle_map.notes.replace("\n", " / "), 2000)
    page.add("columns", "columns", str(battle_map.width), 3).add("rows", "rows", str(battle_map.height), 3)
    page.add("cell", "cell size", f"{battle_map.scale.per_cell:g}", 9)
    page.choose("unit", {"inch": "inches", "metre": "metres"}, battle_map.scale.unit)
    page.add(
        "crop",
        "crop to",
        f"A1:{battle_map.grid.name(battle_map.grid.at(battle_map.width - 1, battle_map.height - 1))}",
        20,
    )
    page.add("join", "join map", "", 300)
    page.told = (
        SmallPrint("New columns and rows come at the right and the lower end. Everything can be undone."),
        SmallPrint("Mirror exchanges left and right, Flip top and bottom."),
    )
    page.buttons = (
        Button("Turn", Do("do_page", ("turn",))),
        Button("Mirror", Do("do_page", ("mirror",))),
        Button("Flip", Do("do_page", ("flip",))),
        Button("Crop", Do("do_page", ("crop",))),
        Button("Join at right", Do("do_page", ("join_right",))),
        Button("Join below", Do("do_page", ("join_below",))),
    )
    return page


def _apply_map(screen: EditorScreen, form: Form) -> str:
    battle_map = screen.drawing.document.map
    try:
        cell = float(form.text("cell"))
    except ValueError:
        return f"cell size: “{form.text('cell')}” is no number"
    if not 0.001 <= cell <= 100_000:
        return "a cell measures from 0.001 to 100000"
    notes = battle_map.notes if form.text("notes") == battle_map.notes.replace("\n", " / ") else form.text("notes")
    unit: Any = form.chosen["unit"]
    edits: list[Edit] = [SetHead(form.text("title"), notes, Scale(cell, unit))]
    columns, rows = form.number("columns"), form.number("rows")
    if (columns, rows) != (battle_map.width, battle_map.height):
        from sim.workshop.blank import base_ground

        edits.append(Resize(columns, rows, base_ground(battle_map)))
    for edit in edits:
        screen.drawing.do(edit)
    return ""


def board_edit(screen: EditorScreen, form: Form, what: str) -> Edit:
    """Return what a button of the page of the map does to the board."""
    battle_map = screen.drawing.document.map
    match what:
        case "turn":
            return TurnBoard(1)
        case "mirror":
            return MirrorBoard()
        case "flip":
            return FlipBoard()
        case "crop":
            first, _, last = form.text("crop").partition(":")
            try:
                return Crop(rectangle_of(battle_map, battle_map.grid.cell(first), battle_map.grid.cell(last or first)))
            except ValueError:
                raise Impossible("crop to two corners, as in B2:K12") from None
    try:
        other = load_any_map(find_map(form.text("join")))
    except (FileMistakes, OSError) as wrong:
        raise Impossible(str(wrong).splitlines()[0]) from None
    return JoinBoard(other, below=what == "join_below")


def new_page(screen: EditorScreen) -> Form:
    """Return the page that begins a map."""
    words = {"battlefield": "battlefield", "town": "town", "tabletop": "tabletop"}
    page = Form("New map", verb="Begin", submit=lambda form: _begin(screen, form))
    page.told = (
        SmallPrint("battlefield: hexes and levels (Conflict of Heroes)  ·  town: squares and interiors (OUTLAWS!)  ·  "
                   "tabletop: games in inches"),
    )  # fmt: skip
    page.choose("terrain_set", {each: words.get(each, each) for each in get_args(TerrainSetId)}, "battlefield")
    page.choose("form", {form: word for form, (word, _) in FORMS.items()}, "hex")
    return page.add("title", "title", "New map").add("columns", "columns", "20", 3).add("rows", "rows", "20", 3)


def _begin(screen: EditorScreen, form: Form) -> str:
    chosen: Any = form.chosen
    wish = BlankMap(
        chosen["terrain_set"],
        chosen["form"],
        form.number("columns"),
        form.number("rows"),
        form.text("title") or "New map",
    )
    try:
        screen.drawing.open(MapDocument.begun(wish.map()))
    except ValueError as refused:
        return str(refused)
    return ""


def usual_form(form: Form) -> None:
    """Have a new map of another terrain set take the form that such maps usually have."""
    chosen: Any = form.chosen["terrain_set"]
    form.chosen["form"] = SCALES[chosen][0]


# -- names, kinds, files -------------------------------------------------------------------------------------


def name_page(screen: EditorScreen) -> Form:
    """Return the page that asks for a name; what is drawn next belongs to it."""

    def named(form: Form) -> str:
        if not form.text("name"):
            return "a name has at least one letter"
        screen.drawing.begin_name(form.text("name"), form.chosen["table"])
        return ""

    page = Form("New name", verb="Draw it", submit=named)
    page.told = (SmallPrint("Then draw which cells it has."),)
    page.choose(
        "table", {"places": "place, lettered on the map", "areas": "area, for scenarios"}, screen.drawing.hand.table
    )
    return page.add("name", "name", "", 60)


def rename_page(screen: EditorScreen) -> Form:
    """Return the page that asks for another name."""
    hand = screen.drawing.hand

    def renamed(form: Form) -> str:
        screen.drawing.do(Rename(hand.table, hand.kind, form.text("name")))
        screen.drawing.choose(form.text("name"))
        return ""

    return Form("Rename", verb="Rename", submit=renamed).add("name", "name", hand.kind, 60)


_SECTIONS: Mapping[Section, str] = {"terrain": "ground", "feature_kinds": "feature", "edge_kinds": "side"}
_YES: Mapping[str, str] = {"no": "sight passes", "yes": "blocks sight"}


def kind_page(screen: EditorScreen) -> Form:
    """Return the page that makes a kind of the map's own, like the one in hand, or changes the one in hand if it is."""
    battle_map, hand = screen.drawing.document.map, screen.drawing.hand
    sections: Mapping[str, Section] = {"features": "feature_kinds", "sides": "edge_kinds"}
    section = sections.get(hand.layer, "terrain")
    part: Any = {"terrain": "terrain", "feature_kinds": "features", "edge_kinds": "edges"}[section]
    known: Mapping[str, Kind] = getattr(battle_map.terrain_set, part)
    like = known.get(hand.kind) or next(kind for key, kind in known.items() if key != "void")
    page = Form("A kind of the map's own", verb="Add it", submit=lambda form: _add_kind(screen, form, section, like))
    page.told = (
        SmallPrint(
            f"A {_SECTIONS[section]} like {like.name}, with figures of its own; begin with another one of the palette."
        ),
        SmallPrint(f"move: who pays what, as in “{next(iter(battle_map.terrain_set.movement))} 1”, “x2” or “no”."),
    )
    is_own = like.source == "map"
    if is_own:
        page.choose("what", {"change": f"change {like.name}", "new": "another one like it"}, "change")
    page.choose("blocks", _YES, "yes" if like.blocks_sight else "no")
    page.choose(
        "cover",
        {each: f"{each} cover".replace("none", "no") for each in battle_map.terrain_set.cover_classes},
        like.cover,
    )
    page.add("name", "name", like.name if is_own else "", 40)
    if isinstance(like, TerrainKind):
        page.add("letter", "letter", like.letter if is_own else "", 1)
    page.add("move", "move", ", ".join(f"{by} {move_figure(cost)}" for by, cost in like.move.items()), 400)
    page.add("height", "height", str(like.sight_height), 2).add("defence", "defence", str(like.defence), 3)
    if isinstance(like, CellKind):
        page.add("hindrance", "hindrance", str(like.hindrance), 1)
    return page


def _add_kind(screen: EditorScreen, form: Form, section: Section, like: Kind) -> str:
    name = form.text("name")
    key = "".join(mark if mark.isalnum() and mark.isascii() else "_" for mark in name.lower()).strip("_")
    kinds = screen.drawing.document.map.terrain_set
    changes = form.chosen.get("what") == "change"
    if not key or not key[0].isalpha():
        return "the name begins with a letter from a to z"
    if changes:
        key = like.id
    elif any(key in known for known in (kinds.terrain, kinds.features, kinds.edges)):
        return f"there is a {name} already"
    letter = form.text("letter") if section == "terrain" else ""
    others = (kind for kind in kinds.terrain.values() if not (changes and kind.id == key))
    if letter and (letter in "_\"'\\" or any(kind.letter == letter for kind in others)):
        return f"the letter {letter} draws something else already"
    figures: dict[str, Any] = {
        "sight_height": min(max(form.number("height"), 0), 99),
        "defence": min(max(form.number("defence"), -20), 20),
        "cover": form.chosen["cover"],
        "blocks_sight": form.chosen["blocks"] == "yes",
        "move": {**like.move, **_costs(form.text("move"), kinds.movement)},
    }
    if isinstance(like, CellKind):
        figures |= {"hindrance": min(max(form.number("hindrance"), 0), 9), "letter": letter}
    made: Kind = replace(like, id=key, name=name, look=like.look or like.id, source="map", **figures)
    assert isinstance(made, TerrainKind | FeatureKind | EdgeKind)
    screen.drawing.do(OwnKind(section, made))
    screen.drawing.choose(key)
    return ""


def _costs(text: str, known: Collection[str]) -> Mapping[str, MoveCost | None]:
    """Return what movement classes pay, as it was typed; `Impossible` says what cannot be read."""
    said: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        by, _, cost = part.partition(" ")
        if by not in known or not cost:
            raise Impossible(f"move: “{part}” is not {one_of(known, like=by)} with a cost behind it")
        said[by] = int(cost) if cost.strip().lstrip("+-").isdecimal() else cost.strip()
    try:
        return move_costs(CellKindTable.model_validate({"move": said}).move)
    except ValidationError:
        raise Impossible("move: a cost is a number that is added to a step, x2 to x4, or no") from None


def save_page(screen: Workbench, then: Callable[[], None] = lambda: None) -> Form:
    """Return the page that asks where to save."""
    document = screen.document
    stem = "".join(mark if mark.isalnum() else "_" for mark in screen.title.lower()).strip("_") or document.kind

    def saved(form: Form) -> str:
        text = form.text("file")
        if not text:
            return "a file has a name"
        path = Path(text).expanduser()
        path = path if path.suffix else path.with_suffix(".toml")
        if path.suffix.lower() in FOREIGN:
            return f"it is saved as a .toml file; `sandtable map convert` makes a {path.suffix} file of a map"
        complaint = screen.filing.save_as(path)
        if not complaint:
            then()
        return complaint

    page = Form("Save as", verb="Save", submit=saved)
    page.told = (SmallPrint(f"A {document.kind} file; no file that is there is written over."),)
    home = screen.home or Path.cwd()
    file = document.path.with_name(f"{document.path.stem}_copy.toml") if document.path else home / f"{stem}.toml"
    return page.add("file", "file", str(file), 400)


def leave_page(screen: Workbench) -> Form:
    """Return the question that is asked before unsaved work is left."""
    page = Form("Leave the editor?")
    page.told = (TextLine(f"“{screen.title}” has changes that are not saved."),)
    page.buttons = (
        Button("Save and leave", Do("save_and_leave"), "Enter", chosen=True),
        Button("Leave without saving", Do("leave_for_good")),
    )
    return page


def outside_page(screen: Workbench) -> Form:
    """Return the question that is asked when somebody else has changed the file."""
    page = Form("The file has changed", must_answer=True)
    path = screen.document.path
    page.told = (
        TextLine(f"{path.name if path else 'The file'} was changed outside since it was opened here."),
        SmallPrint(
            "It is not written over. Reload it, and what you have done since goes; or save yours under another name."
        ),
    )
    page.buttons = (
        Button("Save mine as …", Do("ask_name"), chosen=True),
        Button("Reload the file", Do("reload")),
        Button("Go on", Do("close_page"), "Esc"),
    )
    return page


def draft_page(screen: Workbench) -> Form:
    """Return the question that is asked when a crash has left a draft."""
    page = Form("There is a draft", must_answer=True)
    page.told = (
        TextLine(f"Work on this {screen.document.kind} was left unsaved when the program ended last time."),
        SmallPrint("Take it up as one change, which can be undone, or throw it away."),
    )
    page.buttons = (
        Button("Take it up", Do("take_draft"), "Enter", chosen=True),
        Button("Throw it away", Do("drop_draft")),
    )
    return page
