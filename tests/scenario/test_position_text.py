"""Positions as text: what is written is read back, and what cannot be read is told with its line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import FileMistakes
from sim.resources import find_scenario
from sim.scenario.envelope import Contents
from sim.scenario.file_kinds import is_position_text, kind_of
from sim.scenario.position_text import parse_position
from sim.scenario.position_writing import position_text
from sim.scenario.scenario import load_scenario, parse_scenario
from sim.scenario.statements import WORDS

KAMENKA = "scenario conflict_of_heroes/farm_at_kamenka\n"


def test_a_scenario_that_nobody_else_has_is_carried_along() -> None:
    """With its map."""
    shipped = load_scenario(find_scenario("target_choice"))
    own = parse_scenario(shipped.text.replace("Whom to fire at", "My own"), "own.toml", map_text=shipped.map_text)
    text = position_text(own, Contents(dict(own.players), None, own.state))
    assert "--- scenario\n" in text and "--- map\n" in text
    again = parse_position(text, "x.txt")
    assert (again.scenario.title, again.state) == ("My own", own.state)
    assert is_position_text(text)
    crlf = parse_position(text.replace("\n", "\r\n"), "x.txt")
    assert crlf.state == own.state


def test_later_lines_stand_over_earlier_ones_and_the_scenario() -> None:
    """Of the unit, of the state and of the dice."""
    text = KAMENKA + "Maxim B2 n\nMaxim B3 spent\nset turn:2\nset turn:3 caps:1\ndice 1 2\ndice 6 6\n"
    opened = parse_position(text, "x.txt")
    maxim = opened.state.unit("Maxim")
    grid = opened.battle.map.grid
    assert (grid.name(maxim.place), grid.directions[maxim.facing], maxim.spent) == ("B3", "n", True)
    assert (opened.state.turn, opened.state.caps, opened.dice) == (3, 1, (6, 6))  # type: ignore[attr-defined]


def test_units_and_ground_that_the_scenario_does_not_have() -> None:
    """A line with a kind brings a unit in; ground, sides of cells and objectives are drawn over the map."""
    text = KAMENKA + "germans: Scouts german_rifles_41 C9 n -spent hit:soft_pinned\nground C9:w\nedges wall C9/n\n"
    opened = parse_position(text + 'objective ford A1 points:2 title:"the ford"\ngone Maxim\n', "x.txt")
    scouts = opened.state.unit("Scouts")
    assert (scouts.side, scouts.profile.id, scouts.hit) == ("germans", "german_rifles_41", "soft_pinned")
    assert opened.battle.map.terrain_at(scouts.place).id == "light_woods"
    assert [unit.id for unit in opened.state.units if unit.id == "Maxim"] == []
    assert [each.title for each in opened.scenario.setup.objectives][-1] == "the ford"


def test_a_line_may_bring_in_units_of_both_sides() -> None:
    """A side holds for the parts behind it that are units, up to the next one."""
    line = "germans: A german_rifles_41 C9 n | B german_rifles_41 D9 n | soviets: C soviet_maxim B2 s | Maxim spent"
    opened = parse_position(f"{KAMENKA}{line} | dice 4\n", "x.txt")
    assert opened.dice == (4,)
    state = opened.state
    assert [state.unit(id_).side for id_ in "ABC"] == ["germans", "germans", "soviets"]
    assert state.unit("Maxim").spent


def test_a_word_of_the_kind_makes_a_kind_of_its_own() -> None:
    """The others of that kind stay as they are printed."""
    opened = parse_position(KAMENKA + '"Rifles Bely" range:9\n', "x.txt")
    bely, antonov = (opened.state.unit(id_).profile for id_ in ("Rifles Bely", "Rifles Antonov"))
    assert (bely.range, bely.id) == (9, "soviet_rifles_41 of Rifles Bely")
    assert antonov.range != 9


def test_what_only_an_entry_says_is_changed_in_the_entry_that_brings_a_unit_in() -> None:
    """Items are named there; written out with all their fields they are those of the state."""
    text = "scenario outlaws/behaviour/closest\nReed -prone hands:knife carried:colt_45\n"
    reed = parse_position(text, "x.txt").state.unit("Reed")
    assert [item.kind for item in reed.items] == ["knife", "colt_45"]
    empty = parse_position(text + 'Reed carried:[{"id": "x", "kind": "lance"}]\n', "x.txt").state.unit("Reed")
    assert [item.id for item in empty.items] == ["knife-Reed", "x"]


@pytest.mark.parametrize("corners", ["C4:D5", "D5:C4", "C5:D4"])
def test_ground_is_drawn_between_two_corners(corners: str) -> None:
    """A wood of four hexes, and no more, whichever two corners are named."""
    opened, plain = (parse_position(f"{KAMENKA}{more}", "x.txt").battle.map for more in (f"ground {corners}:w\n", ""))
    for name in (f"{column}{row}" for column in "BCDE" for row in range(3, 7)):
        there = "light_woods" if name in ("C4", "C5", "D4", "D5") else plain.terrain_at(plain.cell(name)).id
        assert opened.terrain_at(opened.cell(name)).id == there


def test_lines_of_other_systems_and_tabs_are_read() -> None:
    """A text may have been edited anywhere."""
    text = (KAMENKA + "Maxim\tB3\tspent\n").replace("\n", "\r\n")
    assert parse_position(text, "x.txt").state.unit("Maxim").spent


def test_a_map_is_drawn() -> None:
    """In the letters of the map that it stands over, rows up to an empty line."""
    text = "scenario conflict_of_heroes/behaviour/target_choice\nmap\n" + "...w.....\n" * 7 + "\nset turn:2\n"
    opened = parse_position(text, "x.txt")
    assert opened.battle.map.terrain_at(opened.battle.map.cell("D2")).id == "light_woods"
    assert opened.state.turn == 2


def test_single_cells_are_drawn_anew() -> None:
    """Their ground, and how high they are, on a map of which no heights are drawn."""
    text = "scenario conflict_of_heroes/behaviour/target_choice\nground D2:w\nheights D2:2 D3:1\nheights D3:0\n"
    board = parse_position(text, "x.txt").battle.map
    assert board.terrain_at(board.cell("D2")).id == "light_woods"
    assert [board.height_at(board.cell(name)) for name in ("D1", "D2", "D3")] == [0, 2, 0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "x.txt: scenario: found nothing, expected scenario NAME"),
        ("scenario nowhere\n", 'x.txt:1: scenario: found "nowhere", expected the name of a shipped scenario'),
        ("scenario ../../secret.toml\n", "x.txt:1: scenario: "),
        (KAMENKA + "Maxm B2\n", 'x.txt:2: Maxm: found "Maxm", expected a unit of the battle'),
        (KAMENKA + "Maxim B2 spnt\n", 'did you mean "spent"?'),
        (KAMENKA + "Maxim Z99\n", 'x.txt:2: state.units[3].cell: found "Z99", expected a cell of the map'),
        (KAMENKA + "Maxim e\n", 'x.txt:2: Maxim: found "e", expected a cell, a direction'),
        (KAMENKA + "Maxim hit:soft_nothing\n", "x.txt:2: state.units[3].hit: "),
        (KAMENKA + "russians: A soviet_maxim B2\n", 'found "russians", expected one of soviets, germans'),
        (KAMENKA + "soviets: A soviet_maxm B2\n", 'x.txt:2: sides.soviets.units[4].profile: found "soviet_maxm"'),
        (KAMENKA + "set trn:3\n", 'x.txt:2: set: found "trn"'),
        (KAMENKA + "set turn:x\n", 'x.txt:2: state.turn: found "x", expected a whole number'),
        (KAMENKA + "ground Z9:w\n", 'x.txt:2: ground: found "Z9:w", expected CELL:LETTER'),
        (KAMENKA + "ground A1:Z9:w\n", 'x.txt:2: ground: found "A1:Z9:w", expected CELL:LETTER'),
        (KAMENKA + "ground A1:?\n", "x.txt:2: rows"),
        (KAMENKA + "edges wal A1/s\n", 'x.txt:2: edges.wal: found "wal"'),
        (KAMENKA + "settings fire_zne:long\n", "x.txt:2: settings.fire_zne: "),
        (KAMENKA + "deck orders lft:1\n", 'x.txt:2: deck: found "lft:1", expected left:CARDS'),
        (KAMENKA + "deck ordrs left:1\n", 'x.txt:2: deck: found "ordrs", expected a deck of the battle'),
        (KAMENKA + '"Maxim B2\n', "x.txt:2: found a text in quotes that does not end"),
        (KAMENKA + "set holders:[[1\n", "x.txt:2: found brackets that do not close"),
        (KAMENKA + "set holders:[1,]\n", 'x.txt:2: set: found "holders:[1,]", expected a value'),
        (KAMENKA + "dice four\n", 'x.txt:2: dice: found "four", expected'),
        (KAMENKA + "players soviets:robot\n", "x.txt:2: sides.soviets.player: "),
        (KAMENKA + "objective ford\n", "x.txt:2: objective: found objective ford, expected objective ID CELL"),
        (KAMENKA + "turns many\n", "x.txt:2: limits.turns: "),
        (KAMENKA + '"a\\q" B2\n', 'x.txt:2: found "\\"a\\\\q\\"", expected a text in quotes'),
        (KAMENKA + '"Maxim"x B2\n', "expected a text in quotes, as in JSON"),
        (KAMENKA + "turns [x]\n", 'x.txt:2: turns: found "[x]", expected a value'),
        (KAMENKA + "turns 3 4\n", "x.txt:2: turns: found 2 words, expected the number of turns"),
        (KAMENKA + f"set turn:{'[' * 5000}{']' * 5000}\n", "x.txt:2: set: found"),
        (KAMENKA + "Maxim range:abc\n", 'x.txt:2: Maxim: found "range:abc", expected a whole number'),
        (KAMENKA + "Maxim id:x\n", 'x.txt:2: Maxim: found "id:x", expected a cell'),
        (KAMENKA + "Maxim profile:foo\n", 'x.txt:2: Maxim: found "foo", expected the profile of a kind'),
        (KAMENKA + 'unit {"id":"x"} | x spent\n', "x.txt:2: unit: found a table of 1, expected a table as JSON"),
        (KAMENKA + 'unit {"id":"x","profile":[1]}\n', "with an id and a known profile"),
        (KAMENKA + "players soviets\n", 'x.txt:2: players: found "soviets", expected SIDE:PLAYER'),
        (KAMENKA + "players foo:human\n", 'x.txt:2: players: found "foo:human", expected SIDE:PLAYER'),
        (KAMENKA + "edges C2/s\n", 'x.txt:2: edges: found "C2/s", expected a kind before its cells'),
        (KAMENKA + "edges wall\n", "x.txt:2: edges: found edges wall, expected a kind and its cells"),
        (KAMENKA + "deck orders left:9999\n", "x.txt:2: state.decks[0].left[0]: "),
        (KAMENKA + "set units:3\n", 'x.txt:2: set: found "units", expected one of turn'),
        (KAMENKA + "--- scenario\nformat = 1\n", "x.txt: scenario: scenario below at the beginning"),
        ("scenario below\n", "x.txt:1: scenario: scenario below at the beginning"),
        ("scenario below\nset turn:2\n--- scenario\nsettings = 3\n--- map\n", "x.txt: scenario: system: "),
        (
            'scenario below\nsettings x:1\n--- scenario\nsystem = "conflict_of_heroes"\nsettings = 3\n--- map\n',
            "x.txt: scenario: format",
        ),
        (KAMENKA + "gone Nobody\n", 'x.txt:2: gone: found "Nobody", expected a unit of the battle'),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, told: str, tmp_path: Path) -> None:
    """What, where, and what would be right."""
    with pytest.raises(FileMistakes) as refused:
        parse_position(text, "x.txt", tmp_path)
    assert told in str(refused.value)


def test_a_text_names_no_file_elsewhere_on_the_disk(tmp_path: Path) -> None:
    """A text from a stranger cannot have a scenario of yours read: only what is shipped, or lies beside it."""
    secret = tmp_path / "secret"
    secret.write_text(find_scenario("target_choice").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(FileMistakes, match="the name of a shipped scenario"):
        parse_position(f"scenario {secret}\n", "x.txt", tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("text", "told"),
    [(KAMENKA + "ground A1:w\n" * 2_001, "more than 2,000 statements"), ("#" * (5 << 20), "5,242,880 characters")],
)
def test_a_text_has_its_limits(text: str, told: str) -> None:
    """As all files of strangers."""
    with pytest.raises(FileMistakes, match=told):
        parse_position(text, "x.txt")


SOME = """
    Maxim soviets: germans: soviet_maxim B2 Z99 n off spent -spent hit:x | turn:3 turn:-1 turn:x " [ {} A1:w A1:B2:w
    wall A1/s A1-C3 orders left:1,2 holders:[[1]] none units:[] decks:[] changes:{} outcome:{} {"id":"x"} profile:rumour
"""
WORDS_OF_TEXTS = st.sampled_from([*WORDS, *SOME.split(), "\n"])


@given(st.lists(WORDS_OF_TEXTS, max_size=24))
def test_any_words_end_in_a_position_or_in_mistakes(words: list[str]) -> None:
    """And in nothing else."""
    text = KAMENKA + " ".join(words)
    with suppress(FileMistakes):
        parse_position(text, "x.txt")


@pytest.mark.parametrize("text", ["# note\n\nscenario x\n", "\r\nscenario below\r\n", "scenario\tx"])
def test_a_file_is_known_for_a_position_by_how_it_begins(text: str, tmp_path: Path) -> None:
    """`check`, `decide` and the window ask what a file is before they read it."""
    file = tmp_path / "x.txt"
    file.write_text(text, encoding="utf-8")
    assert kind_of(file) == "position"
