"""Scenarios under random hands, and what becomes of the text that somebody wrote."""

import tomllib
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sim.files import FileMistakes
from sim.files.kinds import keys_of
from sim.resources import find_map, find_scenario
from sim.scenario.scenario import load_scenario, parse_scenario
from sim.workshop import document as documents
from sim.workshop import roster_edits as rosters
from sim.workshop.battle_draft import BattleDraft
from sim.workshop.document import ChangedOutside
from sim.workshop.edits import Impossible
from sim.workshop.forms import FormField, form_of, said, typed
from sim.workshop.scenario_document import ScenarioDocument
from sim.workshop.toml_edits import Add, Put, Shift, Take, TomlEdit, edited

SCENARIOS = """farm_at_kamenka bank_hold_up bridge_at_rio_colorado pursuit_to_two_loons airport_road
last_train_from_borovka"""
INLINE = """# Everything in an unusual place.
format = 1
system = "outlaws"
title = "inline"
map = "features/squares_eight"
briefing = "x"
limits.turns = 5 # short
sides.a.name = "A"
sides.b = { name = "B", units = [{ profile = "townsman", at = "C3" }] }
outlaws = { exits = [
    # the west
    { side = "a", at = "A1", points = 1 }, # for each
    { side = "b", at = "A2" },
], lead_horses = true }

[[sides.a.units]] # the first
profile = "townsman" # whoever
at = "B2"
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep drafts out of the user's folders."""
    monkeypatch.setattr(documents, "user_data_folder", lambda: tmp_path / "data")


class Setting(RuleBasedStateMachine):
    """A designer who does anything at all, in any order."""

    @initialize(name=st.sampled_from([*SCENARIOS.split(), "inline"]))
    def begin(self, name: str) -> None:
        """Open a scenario."""
        path = None if name == "inline" else find_scenario(name)
        text = INLINE if path is None else path.read_text()
        self.document = ScenarioDocument(text, None, None if path is None else path.parent)
        self.texts, self.at = [self.document.text], 0
        self.comments = [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]

    @property
    def draft(self) -> BattleDraft:
        """What the text says."""
        return self.document.draft_of_battle

    def _edit(self, data: st.DataObject) -> Any:
        draft, units = self.draft, self.draft.units

        def pick(known: Any) -> Any:
            return data.draw(st.sampled_from(list(known)))

        what = data.draw(st.sampled_from(["place", "unit", "unit", "field", "table", "shift", "side", "spot"]))
        cell = pick(draft.map.cells[:40]) if draft.map is not None else None
        assert cell is not None and draft.ruleset is not None
        if what == "place":
            kind = pick(draft.ruleset.muster.kinds())  # type: ignore[attr-defined]
            return rosters.place(draft, pick(draft.sides), kind, cell, pick(range(6)), pick([0, 0, 2, 3]))
        if what == "unit" and units:
            unit = pick(units)
            done = [
                lambda: rosters.move(draft, unit, cell),
                lambda: rosters.turn_by(draft, unit, 1),
                lambda: rosters.count_of(unit, pick([1, 3])),
                lambda: rosters.remove(draft, unit),
                lambda: rosters.copy(draft, unit, cell),
                lambda: rosters.bring(draft, unit, turn=pick([0, 2, 4]), side=pick(draft.sides)),
            ]
            return pick(done)()
        if what == "side":
            if data.draw(st.booleans()) or len(draft.sides) < 2:
                return rosters.add_side(draft, pick(["Die Neuen", "12 men", "…"]))
            return rosters.remove_side(draft, pick(draft.sides))
        if what == "spot":
            if data.draw(st.booleans()) and draft.places:
                return rosters.move_place(draft, pick(draft.places).path, cell)
            return pick([rosters.add_objective, lambda d, c: rosters.add_exit(d, c, pick(d.sides))])(draft, cell)
        table = pick(
            [(), ("limits",), ("victory",), ("settings",), (draft.ruleset.id,), *(unit.path for unit in units)]
        )
        fields = draft.form(table)
        if what == "field" and fields:
            field = pick(fields)
            path = (*table, field.key)
            if field.key in ("system", "map", "format", "sides") or data.draw(st.booleans()):
                return rosters.forget(draft, path) if not field.is_needed else rosters.put(("title",), 'x\ny # "z"')
            if field.sort in ("table", "tables", "named"):
                return rosters.add_table(draft, path, "one more")
            return rosters.put(path, rosters._likely(draft, field))
        arrays = [path for path, value in _arrays((), draft.data) if len(value) > 1]
        if what == "shift" and arrays:
            path = pick(arrays)
            return rosters.shift((*path, 0), 1)
        return rosters.put(("notes",), data.draw(st.text(max_size=20)))

    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        """Do something."""
        if not self.draft.sides:
            return
        try:
            change = self.document.do(self._edit(data))
        except Impossible:
            return
        if change:
            self.texts[self.at + 1 :] = [self.document.text]
            self.at += 1

    @rule()
    def undo(self) -> None:
        """Take something back."""
        if self.document.undo() is not None:
            self.at -= 1

    @rule()
    def redo(self) -> None:
        """Do it again."""
        if self.document.redo() is not None:
            self.at += 1

    @invariant()
    def the_file_says_what_is_on_the_screen(self) -> None:
        """The text is that of this moment, it is TOML, and whatever is whole is read again as the same."""
        if not hasattr(self, "document"):
            return
        assert self.document.text == self.texts[self.at]
        assert tomllib.loads(self.document.text) == self.draft.data
        scenario = self.draft.scenario
        if scenario is not None:
            places = {unit.path: set(unit.cells) for unit in self.draft.units}
            for unit in scenario.setup.units:
                assert set(unit.cells) == places[unit.way]


def _arrays(path: Any, value: Any) -> Any:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _arrays((*path, key), each)
    elif isinstance(value, list):
        yield path, value
        for n, each in enumerate(value):
            yield from _arrays((*path, n), each)


def run(examples: int, steps: int) -> None:
    """Have that many sequences of edits made."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        Setting,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=checks
        ),
    )


def test_whatever_is_done_the_file_says_what_is_on_the_screen() -> None:
    """Edits, undo and redo in any order leave the text of that moment, and it is read again as the same."""
    run(12, 12)


@pytest.mark.long
def test_ten_thousand_sequences_of_edits() -> None:
    """The same, ten thousand times."""
    run(10_000, 12)


def test_an_edit_touches_its_own_lines_only() -> None:
    """Of a file that a person wrote nothing else changes."""
    path = find_scenario("farm_at_kamenka")
    document = ScenarioDocument.opened(path)
    before = document.text
    draft = document.draft_of_battle
    assert draft.map is not None
    document.do(rosters.move(draft, draft.units[0], draft.map.cell("D4")))
    changed = [(a, b) for a, b in zip(before.splitlines(), document.text.splitlines(), strict=True) if a != b]
    assert changed == [('at = "C4"', 'at = "D4"')]
    document.do(rosters.remove(document.draft_of_battle, document.draft_of_battle.units[1]))
    gone = [line for line in before.splitlines() if line not in document.text.splitlines()]
    assert gone == ['at = "C4"', 'id = "Rifles Bely"', 'at = "B4"']
    assert document.undo() is not None and document.undo() is not None and document.text == before


EDITS = [
    (Put(("limits", "turns"), 6), "limits.turns = 6 # short"),
    (Put(("limits", "more"), 1), "limits.turns = 5 # short\nlimits.more = 1"),
    (Put(("outlaws", "exits", 0, "points"), 3), '{ side = "a", at = "A1", points = 3 }, # for each'),
    (Take(("outlaws", "exits", 1)), '    { side = "a", at = "A1", points = 1 },'),
    (Add(("outlaws", "exits"), {"side": "a", "at": "A3"}), '{ side = "b", at = "A2" }, { side = "a", at = "A3" },'),
    (Put(("sides", "a", "units", 0, "at"), "B3"), 'profile = "townsman" # whoever\nat = "B3"'),
    (Put(("sides", "a", "player"), "solo"), 'sides.a.name = "A"\nsides.a.player = "solo"'),
    (Take(("sides", "b", "units", 0)), 'sides.b = { name = "B", units = [] }'),
    (Add(("sides", "a", "units"), {"profile": "x"}), 'at = "B2"\n\n[[sides.a.units]]\nprofile = "x"\n'),
    (Put(("author",), "me"), 'lead_horses = true }\nauthor = "me"\n'),
    (Put(("victory",), {"tie": "a"}), '[victory]\ntie = "a"\n'),
]


@pytest.mark.parametrize(("edit", "wanted"), EDITS)
def test_tables_in_unusual_places_are_changed_where_they_stand(edit: Any, wanted: str) -> None:
    """Whether a table is in one line, dotted or under a header, the change is made in it, and comments stay."""
    after = edited(INLINE, [edit])
    assert wanted in after and "# Everything in an unusual place." in after and "# the first" in after
    data = tomllib.loads(INLINE)
    edit.apply(data)
    assert tomllib.loads(after) == data


def test_a_file_keeps_its_line_ends() -> None:
    """What is added has those of Windows where all others have; long texts say the same."""
    text = find_scenario("farm_at_kamenka").read_text()
    edits: list[TomlEdit] = [
        Put(("briefing",), "long " * 60 + "\n\nend"),
        Add(("sides", "soviets", "units"), {"profile": "x"}),
        Put(("b", "c"), 1),
    ]
    after = edited(text.replace("\n", "\r\n"), edits)
    assert after.count("\n") == after.count("\r\n") and after.replace("\r\n", "\n") == edited(text, edits)
    assert tomllib.loads(after) == tomllib.loads(edited(text, edits))


def test_a_header_takes_no_keys_of_others_for_its_own() -> None:
    """A new table stands behind the keys that no header is above."""
    text = 'sides.a.name = "A" # dotted\nnotes = "x"\n'
    assert edited(text, [Put(("sides", "c"), {"name": "C"})]) == f'{text}\n[sides.c]\nname = "C"\n'


def test_tables_change_places_with_their_comments() -> None:
    """What stands right above a table goes along with it."""
    text = "[[a.track]]\nn = 1\n\n# the second\n[[a.track]]\nn = 2 # two\n\n[b]\nc = 1\n"
    assert edited(text, [Shift(("a", "track", 1), 0)]) == (
        "# the second\n[[a.track]]\nn = 2 # two\n\n[[a.track]]\nn = 1\n\n[b]\nc = 1\n"
    )


def test_a_unit_put_off_comes_with_those_of_its_turn(tmp_path: Path) -> None:
    """A unit can come on a later turn, with a group that is there, and back; the battle stays whole."""
    document = ScenarioDocument.opened(find_scenario("farm_at_kamenka"))

    def unit(name: str) -> Any:
        return next(each for each in document.draft_of_battle.units if each.name == name)

    document.do(rosters.bring(document.draft_of_battle, unit("Rifles Ahrens"), turn=2))
    assert unit("Rifles Ahrens").turn == 2 and unit("Rifles Ahrens").at == "house"
    assert len(document.draft_of_battle.value(("sides", "germans", "reinforcements"))) == 2
    document.do(rosters.bring(document.draft_of_battle, unit("MG34"), turn=0))
    assert unit("MG34").at == "J4"  # where its group would have come on
    assert len(document.draft_of_battle.value(("sides", "germans", "reinforcements"))) == 1
    assert document.draft_of_battle.mistakes == ()
    saved = document.save(tmp_path / "farm.toml")
    assert load_scenario(saved).setup.units == document.draft_of_battle.scenario.setup.units  # type: ignore[union-attr]


def test_who_comes_later_comes_over_an_edge() -> None:
    """On the cell of a stretch of the edge that has a name, that is where a unit comes on; elsewhere it is the cell."""
    document = ScenarioDocument.opened(find_scenario("farm_at_kamenka"))
    draft = document.draft_of_battle
    assert draft.map is not None
    edge = draft.map.areas["west_edge"]
    for cell, turn in ((edge[0], 2), (edge[0], 0), (draft.map.cell("E6"), 2)):
        document.do(rosters.place(document.draft_of_battle, "soviets", "soviet_maxim", cell, 0, turn))
    new = [unit for unit in document.draft_of_battle.units if unit not in draft.units and not unit.name]
    assert sorted(unit.at for unit in new) == [draft.map.grid.name(edge[0]), "E6", "west_edge"]
    late = next(unit for unit in new if unit.turn and unit.at == "E6")
    copied = document.do(rosters.copy(document.draft_of_battle, late, edge[0])).where
    assert document.draft_of_battle.value((*copied, "at")) == "west_edge"
    assert document.draft_of_battle.mistakes == ()


@pytest.mark.parametrize("value", [10**250, float("nan"), "\ud800"])
def test_what_no_file_can_say_is_not_written(value: Any) -> None:
    """The text stays one that can be read again."""
    document = ScenarioDocument.opened(find_scenario("farm_at_kamenka"))
    before = document.text
    with pytest.raises(Impossible):
        document.do(rosters.put(("limits", "turns"), value))
    assert document.text == before and document.draft_of_battle.scenario is not None


@pytest.mark.parametrize("wrong", [5, "all of them", {"a": 1}, ["one", 2]])
def test_where_a_list_is_none_nothing_can_be_added_to_it(wrong: Any) -> None:
    """It is said, or the new one comes behind what is no table; nothing else happens."""
    side = ("sides", "soviets")
    for path in ((*side, "units"), (*side, "reinforcements"), ("objectives",)):
        document = ScenarioDocument.copied(find_scenario("farm_at_kamenka"))
        document.do(rosters.put(path, wrong))
        draft = document.draft_of_battle
        assert draft.map is not None
        cell = draft.map.cell("E6")
        try:
            if path == ("objectives",):
                document.do(rosters.add_objective(draft, cell))
            else:
                turn = 2 if "reinforcements" in path else 0
                document.do(rosters.place(draft, "soviets", "soviet_maxim", cell, 0, turn))
        except Impossible as refused:
            assert "something else there than a list" in str(refused) and not isinstance(wrong, list)
        else:
            assert isinstance(wrong, list) and len(document.draft_of_battle.value(path)) == 3


def test_a_battle_in_no_folder_has_no_map_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the program was started: it would not be found again from where the scenario is saved."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_bytes(find_map("battles/kamenka_fields").read_bytes())
    text = find_scenario("farm_at_kamenka").read_text().replace('"battles/kamenka_fields"', '"mine.toml"')
    assert ScenarioDocument.begun(text).map is None
    assert ScenarioDocument.begun(text, tmp_path).draft_of_battle.scenario is not None


def test_mistakes_know_their_place() -> None:
    """Each mistake has the way to what is wrong, and the rest of the battle is shown all the same."""
    document = ScenarioDocument.opened(find_scenario("farm_at_kamenka"))
    document.do(rosters.put(("sides", "soviets", "units", 1, "at"), "the moon"))
    document.do(rosters.put(("conflict_of_heroes", "ai"), "martians"))
    draft = document.draft_of_battle
    assert draft.scenario is None and len(draft.units) == 8 and draft.unit_at(draft.mistakes[1].path) == draft.units[1]
    assert [each.path for each in draft.mistakes] == [
        ("conflict_of_heroes", "ai"), ("sides", "soviets", "units", 1, "at"),
    ]  # fmt: skip


def test_a_file_changed_outside_is_not_written(tmp_path: Path) -> None:
    """Nobody's work is lost: neither a file that somebody else has changed, nor one that is there already."""
    path = tmp_path / "farm.toml"
    path.write_text(find_scenario("farm_at_kamenka").read_text())
    document = ScenarioDocument.opened(path)
    document.do(rosters.put(("title",), "mine"))
    path.write_text("# theirs\n" + path.read_text())
    with pytest.raises(ChangedOutside):
        document.save()
    assert document.keep() and ScenarioDocument.opened(path).draft is not None
    other = tmp_path / "other.toml"
    other.write_text("")
    with pytest.raises(FileExistsError):
        document.save(other)


def test_a_map_of_ones_own_keeps_its_scenario_beside_it(tmp_path: Path) -> None:
    """A scenario that names a file is not saved where the file is not."""
    (tmp_path / "there").mkdir()
    text = find_scenario("farm_at_kamenka").read_text().replace('"battles/kamenka_fields"', '"mine.toml"')
    document = ScenarioDocument.begun(text, tmp_path / "there")
    with pytest.raises(FileNotFoundError, match=r"mine\.toml lies in .*there"):
        document.save(tmp_path / "farm.toml")


def test_no_toml_no_document() -> None:
    """A text that is no TOML cannot be edited in its places: its mistake is told."""
    with pytest.raises(FileMistakes, match="not valid TOML"):
        ScenarioDocument("a = ", None)


def test_every_shipped_field_is_explained_by_its_model() -> None:
    """A form has the limits, the words and the help of the model that reads the file."""
    draft = ScenarioDocument.opened(find_scenario("farm_at_kamenka")).draft_of_battle
    fields = {field.key: field for field in draft.form(("conflict_of_heroes",))}
    assert fields["ai"].names == "side" and fields["ai"].is_needed and "order deck" in fields["ai"].help
    assert fields["track"].sort == "tables" and fields["rumours"].sort == "pairs"
    spaces = {field.key: field for field in form_of(fields["track"].kind)}
    assert "sniper fire" in spaces["event"].words and spaces["at"].names == "spot"
    cards = {field.key for field in form_of(fields["card"].kind)}  # keys that the code calls otherwise among them
    assert cards == set(keys_of(fields["card"].kind))
    readings = {field.key: field.help for field in draft.form(("settings",))}
    assert all(readings.values()) and "COH-" in readings["low_risk"] and '"the target"' in readings["low_risk"]
    assert draft.field(("briefing",)).sort == "prose"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("sort", "kind", "text", "value"),
    [("number", int, " 7 ", 7), ("list", str, "a, b,", ["a", "b"]), ("pairs", int, "reds: 2", {"reds": 2})],
)
def test_what_is_typed_becomes_a_value(sort: Any, kind: Any, text: str, value: Any) -> None:
    """And back; what is none of its kind is told."""
    field = FormField("a key", kind, sort)
    assert said(field, text) == value and said(field, typed(field, value)) == value
    if kind is int:
        with pytest.raises(Impossible, match="a key: “many” is not a whole number"):
            said(field, "reds many" if sort == "pairs" else "many")


def test_a_copy_reads_as_what_it_was_copied_from() -> None:
    """A copy of a scenario is in no file, and says the same."""
    path = find_scenario("bank_hold_up")
    copy = ScenarioDocument.copied(path)
    assert copy.path is None and not copy.is_saved and copy.text == path.read_text()
    assert parse_scenario(copy.text, "x.toml", path.parent).title == copy.draft_of_battle.scenario.title  # type: ignore[union-attr]
