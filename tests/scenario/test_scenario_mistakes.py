import os
import time
from pathlib import Path
from typing import Any

import pytest

from sim.files import FileMistakes, UnsupportedVersion
from sim.scenario import systems
from sim.scenario.scenario import parse_scenario
from tests.scenario.marker import FORD, VALID

pytestmark = pytest.mark.usefixtures("marker_systems")


def mistakes(text: str, **where: Any) -> list[str]:
    """Return what is told of a scenario, line by line."""
    brought = {} if "folder" in where else {"map_text": FORD}
    with pytest.raises(FileMistakes) as caught:
        parse_scenario(text, "bad.toml", **{**brought, **where})
    return str(caught.value).splitlines()


def line_of(part: str, text: str = VALID) -> int:
    """Return the line on which something stands."""
    return text[: text.index(part)].count("\n") + 1


# Each is one change to the good scenario, and the mistake that it makes.
SLIPS = {
    # the head
    "no title": ('title = "Markers at the ford"\n', "", "bad.toml: title: found nothing, expected a text"),
    "no briefing": ('briefing = """\nHold the ford.\n"""\n', "", "bad.toml: briefing: found nothing, expected a text"),
    "an unknown key": ("author =", "auther =", "auther: found an unknown key, expected one of author, format, system"),
    "an empty title": ('"Markers at the ford"', '""', "title: found"),
    "an empty file": (VALID, " \n", "bad.toml: the file is empty"),
    "no TOML": ("turns = 4", "turns =", "bad.toml:13: column 8: not valid TOML"),
    **{
        f"a difficulty of {value}": ("author", f"difficulty = {value}\nauthor", "difficulty: found")
        for value in ("0", "6", "-1", "2.5", "true", '"hard"', "[1]")
    },
    # the system
    "no system": ('system = "marker"\n', "", "bad.toml: system: found nothing, expected one of"),
    "an unknown system": ('"marker"\ntitle', '"markr"\ntitle', 'bad.toml:3: system: found "markr", expected one of'),
    "a system to guess": ('"marker"\ntitle', '"markr"\ntitle', 'did you mean "marker"?'),
    "a number for a system": ('"marker"\ntitle', "3\ntitle", "bad.toml:3: system: found 3, expected one of"),
    # tables of the system
    "a bad setting": ("patience = 5", "patience = 50", "settings.patience: found 50, expected at most 9"),
    "a victory that says nothing": ("points = 3", "", "victory.points: found nothing, expected a whole number"),
    "no victory": ("[victory]\npoints = 3", "", "bad.toml: victory: found nothing, expected a table [victory]"),
    "bad extras": (
        '"foul"',
        '"fowl"',
        'marker.weather: found "fowl", expected one of fair, foul; did you mean "foul"?',
    ),
    "a table of another system": ("[marker]", "[picket]", "picket: found an unknown key"),
    "a bad key of a unit": ('colour = "blue"', 'color = "blue"', 'did you mean "colour"?'),
    "a bad value of a unit": ('colour = "blue"', 'colour = "green"', "units[0].colour: found"),
    # epilogues
    "an end that nobody knows": (
        "lost =",
        "loses =",
        "sides.blue.epilogue.loses: found an unknown key, expected one of",
    ),
    "a number for an epilogue": ('"You ran."', "3", "sides.blue.epilogue.lost: found 3, expected a text"),
    # limits
    "no turns": ("turns = 4", "turns = 0", "limits.turns: found 0, expected at least 1"),
    "a turn too late": (
        "turn = 3",
        "turn = 5",
        "sides.blue.reinforcements[0].turn: found turn 5, expected a turn up to 4, which is the last (limits.turns)",
    ),
    "a turn before the first": ("turn = 3", "turn = 0", "reinforcements[0].turn: found 0, expected at least 1"),
    "notes below a table": (
        "turns = 4",
        'turns = 4\nnotes = "x"',
        'limits.notes: found an unknown key, expected "turns"; move notes above the first [table]',
    ),
    # sides
    "an unknown player": ('player = "solo"', 'player = "robot"', "sides.blue.player: found"),
    "a player without a plan": (
        'player = "solo"',
        'player = "commander"',
        'sides.blue.player: found "commander", of which Marker has no plan, expected one of human, solo',
    ),
    "a side without a name": ('name = "The raiders"', "", "sides.red.name: found nothing, expected a text"),
    "a side with capitals": (
        '[sides.red]\nname = "The raiders"\n\n[[sides.red.units]]',
        '[sides.Red]\nname = "The raiders"\n\n[[sides.Red.units]]',
        'sides.Red: found "Red", expected small letters',
    ),
    # units
    "an unknown place": (
        'at = "B3"',
        'at = "frod"',
        'bad.toml:33: sides.blue.units[0].at: found "frod", expected a cell, or a place or area: ',
    ),
    "a place of several, told once": (
        'at = "east edge"',
        'at = "west edge"',
        'reinforcements[0].at: found "west edge", expected a cell, or a place or area: one of ford, C4',
    ),
    "two ids but for case": (
        'id = "late"',
        'id = "Sentry"',
        'bad.toml:50: sides.blue.reinforcements[0].units[1].id: found "Sentry", which is the id of sides.blue.units[0] '
        "on line 31",
    ),
    "the number of one of several": (
        'id = "late"',
        'id = "raider-2"',
        'sides.red.units[0].id: found "raider-2", which is the id of sides.blue.reinforcements[0].units[1]',
    ),
    "a place to guess": ('at = "B3"', 'at = "frod"', 'did you mean "ford"?'),
    "a cell off the map": ('at = "B3"', 'at = "Z9"', 'found "Z9", expected a cell of the map, which ends at F4'),
    "a hole": ('at = "B3"', 'at = "C3"', 'units[0].at: found "C3", a hole, expected a cell that is part of the map'),
    "an unknown direction": ('"SE"', '"E"', 'units[0].facing: found "E", expected one of n, ne, se, s, sw, nw'),
    "too many of it": ("count = 2\n\n[[sides.blue.rein", "count = 51\n\n[[sides.blue.rein", "expected at most 50"),
    "an id that cannot be typed": (
        'id = "sentry"',
        'id = "#1"',
        'units[0].id: found "#1", expected at most 40 letters',
    ),
    "an unknown profile": (
        '"flag"\n\n',
        '"flg"\n\n',
        'bad.toml:47: sides.blue.reinforcements[0].units[0].profile: found "flg", expected one of marker, flag; did',
    ),
    "what only the system sees": (
        'at = "B3"',
        'at = "A1"',
        "units[0]: found sentry in the corner, expected another cell",
    ),
    "a reinforcement of nobody": (
        "[[sides.blue.reinforcements]]",
        "[[sides.blue.reinforcements]]\nturn = 1\n[[sides.blue.reinforcements]]",
        "sides.blue.reinforcements[0]: found no units, expected at least one",
    ),
    # objectives
    "an objective nowhere": ('at = "the mill"', 'at = "mill"', 'objectives[1].at: found "mill", expected a cell, or'),
    "an unknown holder": ('holder = "blue"', 'holder = "bleu"', "objectives[0].holder: found"),
    "an objective without an id": ('id = "mill"', "", "objectives[1].id: found nothing, expected a text"),
    "two objectives of one id": (
        'id = "mill"',
        'id = "Ford"',
        'found "Ford", which is the id of objectives[0] on line 64',
    ),
}


@pytest.mark.parametrize(("old", "new", "told"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told(old: str, new: str, told: str) -> None:
    """A single slip is one mistake, with its place and what would be right."""
    assert VALID.count(old) == 1
    (only,) = mistakes(VALID.replace(old, new))
    assert told in only


TOGETHER: dict[str, tuple[dict[str, str], str]] = {
    "form, names, ids and turns": (
        {
            "patience = 5": "patience = 50",
            'at = "B3"': 'at = "frod"',
            'colour = "blue"': "color = 3",
            'id = "late"': 'id = "raider-1"',
            "turn = 3": "turn = 9",
            'holder = "blue"': 'holder = "bleu"',
        },
        "settings.patience sides.blue.units[0].color sides.blue.reinforcements[0].turn sides.red.units[0].id "
        "objectives[0].holder",
    ),
    "what is spoilt does not shift the rest: each goes by its own number": (
        {'colour = "blue"': "color = 3", 'at = "ford"\ncount': 'at = "frod"\ncount'},
        "sides.blue.units[0].color sides.blue.units[1].at",
    ),
    "a unit that stands nowhere still has a profile, and its place is told once": (
        {'id = "sentry"\nprofile = "marker"\nat = "B3"': 'profile = "markr"\nat = "frod"'},
        "sides.blue.units[0].profile sides.blue.units[0].at",
    ),
    "without its system a file is looked at as far as all systems agree": (
        {'"marker"\ntitle': '"markr"\ntitle', 'at = "B3"': 'at = "frod"'},
        "system sides.blue.units[0].at",
    ),
    "nobody shall write settings that do nothing in a system": (
        {'"marker"\ntitle': '"bare"\ntitle', 'colour = "blue"\n': ""},
        "settings victory marker",
    ),
}


@pytest.mark.parametrize(("changes", "places"), TOGETHER.values(), ids=TOGETHER)
def test_all_is_told_at_once(changes: dict[str, str], places: str) -> None:
    """Who mends a file wants to hear of everything."""
    text = VALID
    for old, new in changes.items():
        text = text.replace(old, new)
    assert [line.split(": ")[1] for line in mistakes(text)] == places.split()


def test_a_sandtable_without_systems_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is listed where there is nothing."""
    monkeypatch.setattr(systems, "_ADOPTED", [])
    monkeypatch.setattr(systems, "SHIPPED", ())
    (only,) = mistakes(VALID)
    assert only == 'bad.toml:3: system: found "marker", expected the id of a system, of which none is installed'


# -- numbers -----------------------------------------------------------------------------------------------------


def sided(number: int, more: str = "") -> str:
    """Return a scenario of so many sides with one unit in all."""
    sides = "".join(f'[sides.s{n}]\nname = "S"\n' for n in range(number))
    head = 'format = 1\nsystem = "bare"\ntitle = "x"\nmap = "ford.toml"\nbriefing = "x"\n'
    return f'{head}{sides}[[sides.s0.units]]\nprofile = "marker"\n{more}'


FIFTY = '[[sides.s0.units]]\nprofile = "marker"\ncount = 50\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (sided(1), "1 side, expected 2 to 8"),
        (sided(9), "9 sides, expected 2 to 8"),
        (sided(2).partition("[[")[0], "no units, expected at least one"),
        (sided(2, FIFTY * 8), "401 units in all, expected at most 400"),
    ],
)
def test_a_battle_has_two_to_eight_sides_and_up_to_400_units(text: str, told: str) -> None:
    """One side is no battle, nor are sides alone; counts count, and the bound itself is allowed."""
    (only,) = mistakes(text)
    assert f"sides: found {told}" in only
    crowd = FIFTY * 7 + '[[sides.s1.units]]\nprofile = "flag"\ncount = 49\n'
    assert len(parse_scenario(sided(2, crowd), "x.toml", map_text=FORD).setup.units) == 400


# -- maps --------------------------------------------------------------------------------------------------------


NOWHERE = {
    "ford.toml": 'found "ford.toml", which is not a file, expected a map file beside the scenario',
    "pipe.toml": 'found "pipe.toml", which is not a file, expected a map file beside the scenario',
    "features/hexes_flt": "there is no shipped map 'features/hexes_flt'; did you mean features/hexes_flat",
    **dict.fromkeys(("../ford.toml", "/etc/ford.toml", "c:/ford.toml", "a\\\\b.toml", "a\\u0000.toml"), "found "),
}


@pytest.mark.parametrize(("name", "told"), NOWHERE.items())
def test_a_map_lies_within_the_folder_or_is_shipped(tmp_path: Path, name: str, told: str) -> None:
    """No way out of the scenario's folder is taken, nobody waits for a pipe, and a near name is asked for."""
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
    (only,) = mistakes(VALID.replace("ford.toml", name), folder=tmp_path)
    assert only.startswith(f"bad.toml:5: map: {told}") and (told != "found " or "expected a file name" in only)


@pytest.mark.parametrize("name", ["ford.tmj", "ford.TMX", "ford.board", "ford.map"])
def test_a_map_of_another_program_is_looked_for_beside_the_scenario(tmp_path: Path, name: str) -> None:
    """Never among the shipped ones; and its mistakes are told under its own name."""
    (only,) = mistakes(VALID.replace("ford.toml", name), folder=tmp_path)
    assert only.startswith(f'bad.toml:5: map: found "{name}", which is not a file')
    (tmp_path / name).write_text("?", encoding="utf-8")
    told = mistakes(VALID.replace("ford.toml", name), folder=tmp_path)
    assert told and all(line.startswith(f"{tmp_path / name}:") for line in told)


def test_without_a_folder_only_shipped_maps_are_found() -> None:
    """A text from nowhere has nothing beside it."""
    (only,) = mistakes(VALID, folder=None)
    assert 'map: found "ford.toml", expected the name of a shipped map' in only


def test_mistakes_of_the_map_are_told_with_those_of_the_scenario(tmp_path: Path) -> None:
    """Each file is named; places are not looked for on a map that cannot be read."""
    (tmp_path / "ford.toml").write_text(FORD.replace("..~~..", "..q~.."), encoding="utf-8")
    told = mistakes(VALID.replace('at = "B3"', 'at = "frod"').replace("turn = 3", "turn = 9"), folder=tmp_path)
    assert [line.partition(": ")[0] for line in told] == [
        f"{tmp_path / 'ford.toml'}:7",
        f"bad.toml:{line_of('turn = 3')}",
    ]


def test_mistakes_of_a_map_that_was_brought_along_name_it() -> None:
    """A map inside a record is told of as the map of that record."""
    (only,) = mistakes(VALID, map_text=FORD.replace("..~~..", "..q~.."))
    assert only.startswith("bad.toml: map:7: rows, row 2: ")


def test_a_map_of_a_newer_format_is_told_as_such() -> None:
    """Nothing in it needs mending."""
    with pytest.raises(UnsupportedVersion, match=r"bad\.toml: map:2: format: found 2"):
        parse_scenario(VALID, "bad.toml", map_text=FORD.replace("format = 1", "format = 2"))


# -- whole files -------------------------------------------------------------------------------------------------


def test_a_newer_format_is_told_as_such() -> None:
    """Before anything else, for a newer file would be blamed for all that is new in it."""
    with pytest.raises(UnsupportedVersion, match="written by a newer Sandtable"):
        parse_scenario(VALID.replace("format = 1", "format = 2\nnew = true"), "new.toml", map_text=FORD)


@pytest.mark.parametrize("sides", ["3", "[]", "[1]", "{ blue = 3, red = [] }", '{ "" = {}, red = { units = 3 } }'])
def test_sides_that_are_none_are_told(sides: str) -> None:
    """Whatever stands where the sides should be, it ends in mistakes."""
    head = VALID.partition("[limits]")[0]
    assert any("sides" in line for line in mistakes(f"{head}sides = {sides}\nvictory.points = 1\n"))


# -- files made to exhaust ---------------------------------------------------------------------------------------


BOMBS = {
    "very many units": sided(2, '[[sides.s0.units]]\nprofile="flag"\ncount=50\n' * 19_000),
    "very many units of one id": sided(2, '[[sides.s0.units]]\nprofile="flag"\nid="x"\n' * 19_000),
    "very many bad units": sided(2, '[[sides.s0.units]]\nprofil="flag"\n' * 19_000),
    "very many bad keys": sided(2, "".join(f"[[sides.s0.units]]\nprofile='flag'\nk{n}=1\n" for n in range(900))),
    "very many sides": sided(4000),
    "very many objectives": sided(2, '[[objectives]]\nid="x"\nat="nowhere"\n' * 15_000),
    "very many groups": sided(2, "[[sides.s0.reinforcements]]\nturn=1\n" * 15_000),
    "very many groups, many spoilt": sided(
        2, "[[sides.s0.reinforcements]]\nturn=0\n" * 990 + "[[sides.s0.reinforcements]]\nturn=1\n" * 14_000
    ),
    "very many sides to hold": sided(3000, '[[objectives]]\nid="x"\nat="B1"\nholder="s"\n' * 100),
    "a very long profile": sided(2, f'[[sides.s0.units]]\nprofile="{"x" * 900_000}"\ncount=50\n'),
    "a very long place": sided(2, f'[[sides.s0.units]]\nprofile="flag"\nat="{"x" * 900_000}"\n'),
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_harmless(text: str) -> None:
    """Seconds are enough for any file; a busy machine is given twice the time."""
    start = time.process_time()
    assert mistakes(text)
    assert time.process_time() - start < 5


def test_very_many_names_are_searched_in_time() -> None:
    """Four hundred names that a map has not, among thousands that it has, end soon."""
    places = "".join(f'"place number {n}" = "A1"\n' for n in range(5_000))
    lost = "".join(f'[[sides.s0.units]]\nprofile = "flag"\nat = "plaice numbr {n}"\n' for n in range(390))
    start = time.process_time()
    assert mistakes(sided(2, lost), map_text=FORD.replace("[areas]", f"{places}[areas]"))
    assert time.process_time() - start < 5
