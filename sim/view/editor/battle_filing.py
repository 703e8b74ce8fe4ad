"""The pages of the battle editor, and the file of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.board.any_map import load_any_map
from sim.board.mapfile import load_map
from sim.files import FileMistakes, KeyPath
from sim.resources import UnknownName, find_map, map_name, shipped_maps
from sim.scenario.systems import system_ids, system_of_id
from sim.view.blocks.kinds import Block, SmallPrint
from sim.view.editor.filing import Filing
from sim.view.editor.pages import Form
from sim.view.editor.prose import ProseField, prose_blocks
from sim.workshop import roster_edits as rosters
from sim.workshop.random_battle import WrongMap, terrain_of
from sim.workshop.scenario_document import ScenarioDocument

if TYPE_CHECKING:
    from sim.view.editor.battle_editor import BattleEditor

FORCES = {"two": "two small forces", "none": "nobody yet"}
"""With whom a battle begins."""


@dataclass
class ProsePage(Form):
    """A page on which a longer text is written."""

    help: str = ""

    @property
    def share(self) -> float:
        """How far down the text one writes."""
        field = self.fields["text"]
        assert isinstance(field, ProseField)
        return field.at / max(len(field.text), 1)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What it says."""
        field = self.fields["text"]
        assert isinstance(field, ProseField)
        return prose_blocks(self.title, self.help, field)


def system_titles() -> dict[str, str]:
    """Return what the systems are called, by their ids."""
    found = {id_: system_of_id(id_) for id_ in system_ids()}
    return {id_: ruleset.title for id_, ruleset in found.items() if ruleset is not None and hasattr(ruleset, "muster")}


def maps_for(system: str) -> dict[str, str]:
    """Return the shipped maps that a system can be played on, each with what its button says."""
    found = {}
    for path in shipped_maps():
        name = map_name(path)
        if name.startswith("battles/"):
            try:
                battle_map = load_map(path)
            except (FileMistakes, OSError):
                continue
            if battle_map.terrain_set.id == terrain_of(system):
                found[name] = battle_map.title or name
    return found


class BattleFiling(Filing):
    """The pages of the battle editor, and the file."""

    _screen: BattleEditor

    def show_new_page(self) -> None:
        """Show the page that begins a battle."""
        page = Form("New battle", verb="Begin", submit=self._begin)
        titles = system_titles()
        page.told = (SmallPrint("What you choose can be changed later, but for the system and its kinds of units."),)
        page.choose("system", titles, next(iter(titles)))
        maps = maps_for(next(iter(titles)))
        page.choose("map", maps, next(iter(maps), ""))
        page.choose("forces", FORCES, "two")
        self.page = page.add("title", "title", "New battle").add("map", "or a map", "", 200)

    def press_form(self, name: str, choice: str) -> None:
        """Choose something on a page; another system has other maps."""
        super().press_form(name, choice)
        if name == "system" and self.page is not None and "map" in self.page.choices:
            maps = maps_for(choice)
            self.page.choose("map", maps, next(iter(maps), ""))

    def _begin(self, form: Form) -> str:
        name, folder = form.text("map") or form.chosen["map"], None
        try:
            path = find_map(name)
            battle_map = load_any_map(path)
            if Path(name).is_file():  # one's own, beside which the scenario will be saved
                name, folder = path.name, path.absolute().parent
            document = ScenarioDocument.begun_on(
                form.chosen["system"], battle_map, name, form.text("title") or "New battle", folder,
                forces=form.chosen["forces"] == "two",
            )  # fmt: skip
        except (FileMistakes, OSError, UnknownName, WrongMap) as refused:
            return str(refused).splitlines()[0]
        self._screen.open(document)
        return ""

    def save_as(self, path: Path | None) -> str:
        """Save, and tell whoever waits for it; return why it cannot be saved."""
        complaint = super().save_as(path)
        document = self._screen.document
        if document.path is not None and document.is_saved and not complaint:
            self._screen.on_saved(document.path)
        return complaint

    def ask_item(self, path: KeyPath) -> None:
        """Ask for the name of a side, or of whatever else has a name in the file."""
        field = self._screen.draft.field(path)
        label = "side" if path == ("sides",) else str(path[-1]).replace("_", " ").removesuffix("s")

        def named(form: Form) -> str:
            name = form.text("name")
            if not name:
                return f"a {label} has a name"
            if path == ("sides",):
                change = self._screen.attempt(lambda: rosters.add_side(self._screen.draft, name))
                if change is not None:
                    self._screen.placing.side = str(change.where[-1])
            else:
                self._screen.form.add_item(path, name)
            return ""

        page = Form(f"Another {label}", verb="Add it", submit=named)
        if field is not None and field.help:
            page.told = (SmallPrint(field.help),)
        self.page = page.add("name", "name", "", 60)

    def brief(self) -> None:
        """Write the briefing."""
        self.edit_prose(("briefing",))

    def edit_prose(self, path: KeyPath) -> None:
        """Write a longer text, with what is read of it beside it."""
        draft = self._screen.draft
        field, before = draft.field(path), str(draft.value(path) or "")

        def written(form: Form) -> str:
            text = form.fields["text"].text
            if text != before:
                self._screen.form.set_value(path, text or None)
            return ""

        label = field.label if field is not None else str(path[-1])
        whose = draft.side_name(str(path[1])) if path[:1] == ("sides",) and len(path) > 1 else ""
        title = f"{label.capitalize()}: {whose}" if whose else label.capitalize()
        page = ProsePage(title, submit=written, is_wide=True, help=field.help if field is not None else "")
        page.fields["text"], page.labels["text"], page.focus = ProseField(before), label, "text"
        self.page = page

    def press_in_page(self, code: int, modifiers: int) -> None:
        """Do what a key does on a page; of a long text that part shows in which one writes."""
        super().press_in_page(code, modifiers)
        if isinstance(self.page, ProsePage):
            self._screen.scroll_page(self.page.share)


def begin_page(screen: Any, begin: Any) -> Form:
    """Return the page on which a battle is begun on a map that is drawn: `begin` does it, by system and forces."""
    titles = {
        id_: title for id_, title in system_titles().items() if terrain_of(id_) == screen.battle_map.terrain_set.id
    }
    page = Form("Make a battle here", verb="Begin", submit=begin)
    if not titles:
        page.told = (SmallPrint(f"No system is played on maps of the set {screen.battle_map.terrain_set.name}."),)
        page.submit = None
        return page
    page.told = (SmallPrint("The map stays as it is; the scenario is saved beside it."),)
    page.choose("system", titles, next(iter(titles))).choose("forces", FORCES, "none")
    return page.add("title", "title", f"The battle of {screen.title}")
