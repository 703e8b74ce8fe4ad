"""The forms of a battle: what its file can say, table by table, with the help that its models have.

A form is made anew from the text on every change; what is typed goes into the text when the field is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pygame

from sim.files import KeyPath, printable
from sim.view.blocks.kinds import Block, Button, Buttons, Divider, Do, Field, Gap, SmallPrint, TextLine, Title
from sim.view.ui.keys import CTRL, SHIFT
from sim.view.ui.text_field import TextField
from sim.workshop import roster_edits as rosters
from sim.workshop.edits import Impossible
from sim.workshop.forms import FormField, said, typed

if TYPE_CHECKING:
    from sim.view.editor.battle_editor import BattleEditor
    from sim.workshop.battle_draft import BattleDraft

FILTER: KeyPath = ("the filter of the palette",)
"""Where one types what the palette shall show: no place of the file."""
_SHORT = 9
"""Letters of a word of a choice of which three have room beside each other."""
_TOLD = 40
"""Letters of a value beyond which it is no word of what an item is about."""
_TYPED = ("number", "decimal", "text", "list", "pairs")


class BattleForm:
    """The form that is open, and the field that is typed into."""

    def __init__(self, screen: BattleEditor) -> None:
        self._screen = screen
        self.path: KeyPath = ()
        """The table or the list that is shown."""
        self.focus: KeyPath | None = None
        """The value that is typed."""
        self.field = TextField(2000)
        self.complaint = ""
        self.filter = ""
        self.picks: KeyPath | None = None
        """The value that the next click on the map gives."""

    @property
    def _draft(self) -> BattleDraft:
        return self._screen.draft

    # -- where one is ------------------------------------------------------------------------------------

    def open_form(self, path: KeyPath) -> None:
        """Show a table or a list of the file."""
        self._screen.show_page("battle")
        self.path, self.complaint = path, ""
        place = self._screen.placing.place_of(path)
        if place is not None:
            self._screen.placing.selected = path
            self._screen.reveal(place.cells[:1])

    def settle(self) -> None:
        """Go up to what is there still, after something was taken out or undone."""
        while self.path and self._draft.value(self.path) is None and self._draft.field(self.path) is None:
            self.path = self.path[:-1]
        while self.path and isinstance(self.path[-1], int) and self._draft.value(self.path) is None:
            self.path = self.path[:-1]

    def go_to(self, path: KeyPath) -> None:
        """Show a place of the file, and have it typed if it is a text or a figure."""
        table = path
        while table and not self._is_shown(table):
            table = table[:-1]
        self.open_form(table)
        field = self._draft.field(path)
        if field is not None and field.sort in _TYPED and path[:-1] == table:
            self.edit_field(path)

    def _is_shown(self, path: KeyPath) -> bool:
        field = self._draft.field(path)
        return field is not None and field.sort in ("table", "tables", "named") and self._draft.value(path) is not None

    # -- typing ------------------------------------------------------------------------------------------

    def edit_field(self, path: KeyPath) -> None:
        """Type into a field."""
        self.focus, self.complaint = path, ""
        if path == FILTER:
            self.field.text = self.filter
        else:
            field = self._draft.field(path)
            self.field.text = "" if field is None else typed(field, self._draft.value(path))
        self.field.is_marked = bool(self.field.text)

    def take_text(self, text: str) -> bool:
        """Take what was typed; say whether anything is typed into."""
        if self.focus is None:
            return False
        self.field.type(text)
        self._follow()
        return True

    def take_key(self, code: int, modifiers: int) -> bool:
        """Do what a key does in the field that is typed into; say whether it was for that."""
        if self.focus is None:
            return False
        if self.field.press(code, modifiers):
            self._follow()
            return True
        match code:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self.commit()
            case pygame.K_ESCAPE:
                self.focus = None
                if self.filter and self._screen.page == "units":
                    self.filter = ""
            case pygame.K_TAB:
                self._next(-1 if modifiers & SHIFT else 1)
            case _:
                return not (modifiers & CTRL or pygame.K_F1 <= code <= pygame.K_F12)
        return True

    def _follow(self) -> None:
        if self.focus == FILTER:
            self.filter = self.field.text

    def _next(self, step: int) -> None:
        """Go on to the next field of the form that can be typed into."""
        here = self.focus
        self.commit()
        table = here[:-1] if here else ()
        fields = [(*table, field.key) for field in self._draft.form(table) if field.sort in _TYPED and not field.words]
        if here in fields and len(fields) > 1:
            self.edit_field(fields[(fields.index(here) + step) % len(fields)])

    def commit(self) -> None:
        """Write what was typed into the text; what cannot be is told, and stays as it was."""
        path, self.focus = self.focus, None
        if path is None or path == FILTER:
            return
        field = self._draft.field(path)
        if field is None or self.field.text == typed(field, self._draft.value(path)):
            return
        try:
            value = said(field, self.field.text)
        except Impossible as refused:
            self._screen.say(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return
        self.set_value(path, value)

    # -- what buttons do ---------------------------------------------------------------------------------

    def set_value(self, path: KeyPath, value: Any) -> None:
        """Say something; nothing, to leave a key out."""
        field = self._draft.field(path)
        is_needed = field is not None and field.is_needed and field.sort == "text"
        if value is None and not is_needed:
            self._screen.attempt(lambda: rosters.forget(self._draft, path))
        else:
            self._screen.attempt(lambda: rosters.put(path, "" if value is None else value))

    def add_item(self, path: KeyPath, name: str = "") -> None:
        """Add a table to a list."""
        field = self._draft.field(path)
        if field is not None and field.sort == "named" and not name:
            self._screen.filing.ask_item(path)
            return
        change = self._screen.attempt(lambda: rosters.add_table(self._draft, path, name))
        if change is not None:
            self.open_form(change.where)

    def remove_item(self, path: KeyPath) -> None:
        """Take a table out of its list."""
        self._screen.attempt(lambda: rosters.forget(self._draft, path))
        self.open_form(path[:-1])

    def move_item(self, path: KeyPath, to: int) -> None:
        """Move a table earlier or later in its list."""
        self._screen.attempt(lambda: rosters.shift(path, to))
        self.open_form((*path[:-1], to))

    def pick_spot(self, path: KeyPath) -> None:
        """Have the next click on the map say which cell is meant."""
        self.picks = path
        self._screen.say("Click the cell on the map. Esc: leave it as it is.")

    # -- what it says ------------------------------------------------------------------------------------

    def blocks(self) -> tuple[Block, ...]:
        """Return the form that is open."""
        path, draft = self.path, self._draft
        field = draft.field(path) if path else None
        value = draft.value(path) if path else draft.data
        title = "The battle" if not path else self._title(path)
        blocks: list[Block] = []
        if path:
            above = path[:-1]
            blocks.append(
                TextLine(f"Back to {self._title(above) if above else 'the battle'}", do=Do("open_form", (above,)))
            )
        blocks.append(Title(title))
        if field is not None and field.help and not isinstance(path[-1], int):
            blocks.append(SmallPrint(field.help))
        is_list = field is not None and field.sort == "tables" and not isinstance(path[-1], int)
        is_named = field is not None and field.sort == "named" and path[-1] == field.key
        if is_list or is_named:
            return (*blocks, *self._items(path, value))
        if path and isinstance(path[-1], int):
            blocks.append(self._item_buttons(path))
        elif len(path) > 1 and field is not None and field.sort == "named":
            blocks.append(Buttons((Button("Remove", Do("remove_item", (path,))),), 2))
        blocks += self.fields(path)
        return tuple(blocks)

    def _title(self, path: KeyPath) -> str:
        value, last = self._draft.value(path), path[-1]
        if isinstance(last, int):
            name = ""
            if isinstance(value, dict):
                name = next((str(value[key]) for key in ("title", "id", "name", "event", "order") if key in value), "")
            return printable(name) or f"{str(path[-2]).replace('_', ' ').removesuffix('s')} {last + 1}"
        if isinstance(value, dict) and isinstance(value.get("name"), str) and value["name"]:
            return printable(value["name"])
        if last == (self._draft.ruleset.id if self._draft.ruleset else None):
            return self._draft.ruleset.title if self._draft.ruleset else ""
        return printable(str(last).replace("_", " ").capitalize()) or "?"

    def place_words(self, path: KeyPath) -> str:
        """Return what a place of the file is called here: a unit by its name, a field by the forms that lead to it."""
        unit = self._draft.unit_at(path)
        if unit is not None:
            return ": ".join([rosters.called(unit), *(str(step).replace("_", " ") for step in path[len(unit.path) :])])
        return ": ".join(self._title(path[: n + 1]) for n in range(len(path)) if path[n] != "sides")

    def _items(self, path: KeyPath, value: Any) -> Iterator[Block]:
        keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
        for key in keys:
            said_of = self._draft.value((*path, key))
            told = ""
            if isinstance(said_of, dict):
                parts = [
                    f"{word} {each}"
                    for word, each in said_of.items()
                    if isinstance(each, str | int) and len(str(each)) < _TOLD
                ][:3]
                told = printable("  ·  ".join(parts), 120)
            place = f"{key + 1}. " if isinstance(key, int) else ""
            yield TextLine(f"{place}{self._title((*path, key))} …", do=Do("open_form", ((*path, key),)))
            yield SmallPrint(told)
        yield Button("Add …" if path == ("sides",) else "Add one", Do("add_item", (path,)))

    def _item_buttons(self, path: KeyPath) -> Buttons:
        n, count = int(path[-1]), len(self._draft.value(path[:-1]) or ())
        first, last = "it is the first" if n == 0 else "", "it is the last" if n + 1 >= count else ""
        return Buttons(
            (
                Button("Earlier", Do("move_item", (path, n - 1)), refusal=first),
                Button("Later", Do("move_item", (path, n + 1)), refusal=last),
                Button("Remove", Do("remove_item", (path,))),
            ),
            3,
        )

    def fields(self, path: KeyPath, without: tuple[str, ...] = ()) -> Iterator[Block]:
        """Yield the fields of a table."""
        for field in self._draft.form(path):
            if field.key not in without and not (not path and field.key == "format"):
                yield from self._field((*path, field.key), field)

    def _field(self, path: KeyPath, field: FormField) -> Iterator[Block]:
        value, draft = self._draft.value(path), self._draft
        if field.sort in ("table", "tables", "named"):
            count = f"  ({len(value)})" if field.sort != "table" and isinstance(value, dict | list) and value else ""
            yield TextLine(f"{self._title(path)}{count} …", bold=True, do=Do("open_form", (path,)))
        elif field.sort == "prose":
            yield TextLine(f"{field.label} …", bold=True, do=Do("edit_prose", (path,)))
            words = printable(" ".join(str(value or "").split()), 130)
            yield SmallPrint(
                f"{words[:110]}…" if len(words) > 110 else words or "nothing yet", do=Do("edit_prose", (path,))
            )
        elif field.sort == "yes_no" or (field.words and field.sort == "choice") or field.names == "side":
            yield TextLine(field.label)
            yield Buttons(*self._choices(path, field, value))
        else:
            is_here = self.focus == path
            shown = self.field.text if is_here else printable(typed(field, value), 400)
            usual = "" if value is not None or field.default in (None, (), {}) else typed(field, field.default)
            label = f"{field.label} ({usual})" if usual else field.label
            yield Field(label, shown, Do("edit_field", (path,)), is_here, is_here and self.field.is_marked)
            if field.names == "spot" and field.sort == "text":
                yield Button("Pick on the map", Do("pick_spot", (path,)), chosen=self.picks == path)
            if field.names == "kind":
                kind = self._screen.placing.kind
                if kind and kind != value:
                    yield Button("The one in hand", Do("set_value", (path, kind)))
        for mistake in draft.mistakes:
            if mistake.path == path or (mistake.path[:-1] == path and field.sort in ("list", "pairs")):
                yield SmallPrint(_told(mistake.found, mistake.expected, mistake.hint), "bad")
        if field.help:
            yield SmallPrint(field.help)
        yield Gap(2)

    def _choices(self, path: KeyPath, field: FormField, value: Any) -> tuple[tuple[Button, ...], int]:
        """Return the buttons of a choice, and how many stand in a row; what is usual is marked until it is chosen."""
        now = value if value is not None else field.default
        words: list[tuple[Any, str]] = [(word, str(word)) for word in field.words]
        if field.sort == "yes_no":
            words = [(True, "yes"), (False, "no")]
        elif field.names == "side":
            words = [(side, self._draft.side_name(side)) for side in self._draft.sides]
        buttons = [Button(said_as, Do("set_value", (path, word)), chosen=word == now) for word, said_as in words]
        if value is not None and not field.is_needed:
            buttons.append(Button("leave out", Do("set_value", (path, None))))
        longest = max((len(button.text) for button in buttons), default=0)
        across = 2 if longest > _SHORT else 3
        return tuple(buttons), min(len(buttons), across) or 1


def _told(found: str, expected: str, hint: str) -> str:
    what = f"{found}: expected {expected}" if found else expected
    return f"{what}; {hint}" if hint else what


def check_blocks(screen: BattleEditor) -> tuple[Block, ...]:
    """Return what is wrong, each mistake with the way to it, and what can be done once nothing is."""
    draft = screen.draft
    blocks: list[Block] = [Title("Check and play")]
    if not draft.mistakes:
        blocks.append(TextLine("Nothing is wrong: it can be played.", "good"))
    for n, mistake in enumerate(draft.mistakes):
        where = screen.form.place_words(mistake.path) or mistake.where or mistake.file
        blocks.append(TextLine(where, "bad", do=Do("go_to_mistake", (n,)), bold=True))
        blocks.append(
            SmallPrint(_told(mistake.found, mistake.expected, mistake.hint), "ink", Do("go_to_mistake", (n,)))
        )
    refusal = "" if draft.scenario is not None else "first mend what is wrong"
    blocks += [
        Divider(),
        Button("Play it now", Do("play"), "F9", refusal=refusal or screen.trying.play_refusal),
        *screen.trying.blocks(refusal),
    ]
    return tuple(blocks)
