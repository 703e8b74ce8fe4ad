"""The shootouts that are shipped, and what cannot be said of one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sim.resources import find_scenario
from sim.rules.outlaws.figures import cast, figures
from sim.scenario.scenario import load_scenario
from tests.rules.outlaws.questions import CASES
from tests.rules.samples import Sample, check_mistake, line_of

YARD = Sample("yard.toml", *((CASES / name).read_text(encoding="utf-8") for name in ("yard.toml", "field.toml")))
"""A shootout in the yard of the cases, to be broken on purpose."""

SCENES = sorted(path.stem for path in (Path(find_scenario("outlaws/saloon_brawl")).parent / "behaviour").glob("*.toml"))


def shipped(name: str) -> Any:
    """Read a shootout that is shipped."""
    return load_scenario(find_scenario(f"outlaws/{name}"))


# -- those that are shipped ------------------------------------------------------------------------------------------


def test_what_shipped_shootouts_are_about() -> None:
    """Loot that alone is worth the victory, Tuwa who all ride, and ten scenes."""
    bank = shipped("bank_hold_up")
    stakes = bank.battle.data.shootout
    assert all(each.loot_points >= stakes.needs["robbers"] > each.points for each in stakes.exits)
    assert stakes.kill_points == 0 and bank.state.lying
    assert all(unit.mounted for unit in shipped("ranch_under_attack").state.units.of("tuwa"))
    assert len(SCENES) >= 10


# -- what is told of mistakes, beyond what is told of every field ----------------------------------------------------

BAD = {
    "a weapon nobody defined": ('"knife"]', '"knive"]', "knive", "a weapon nobody defined"),
    "a character inside a boulder": ('at = "C2"', 'at = "G3"', "Boone", "inside boulder"),
    "a character inside a wagon": ('at = "C2"', 'at = "H4"', "Boone", "inside wagon"),
    "hands that hold three things": (', "colt_45"]', ', "colt_45", "knife"]', "3 things", "two hands"),
    "two hands and more": (', "colt_45"]', ', "winchester"]', "winchester", "takes both hands"),
    "one id for two": ('id = "Boone"', 'id = "Ames"', "Ames", "an id of its own"),
    "a horse in a house": ('at = "C2"', 'at = "C2"\nmounted = true', "mounted in C2", "floor"),
    "a horse without a rider in a house": ('at = "F5"', 'at = "C3"', "a horse on floor", "can enter"),
    "a square that two share": ('at = "J1"', 'at = "E3"', "folk", "a square that is taken"),
    "an area that is full": ('id = "Boone"\nprofile = "outlaw_leader"\nat = "C2"',
                             'profile = "outlaw_leader"\ncount = 10\nat = "house"', "outlaw_leader", "that is taken"),
    "nowhere": ('at = "C2"\n', "", "nothing", "where it stands"),
    "too many rounds": ("loaded = 4", "loaded = 7", "7 rounds", "at most 6"),
    "rounds for a knife": ('"knife"]', '{ kind = "knife", reloads = 1 }]', "reloads", "not loaded"),
    "a kit and things": ('carried = ["knife"]', 'carried = ["knife"]\nkit = "six_gun"', "a kit beside", "either"),
    "mounted and prone": ("mounted = true", "mounted = true\nprone = true", "mounted and prone", "one or the other"),
    "no actions left": ('favours = "left"', "lost = 4", "4 actions lost of 4", "unconscious"),
    "an armed group": ('at = "J1"', 'at = "J1"\nkit = "six_gun"', "a group", "armed or mounted"),
    "loot in a boulder": ('at = "C3"', 'at = "G3"', "loot inside boulder", "can be entered"),
    "a target that is one anyway": ("[outlaws]\n", '[outlaws]\ntargets = ["Ames"]\n', "Ames", "a target anyway"),
    "a target that is nobody": ("[outlaws]\n", '[outlaws]\ntargets = ["folks"]\n', "folks", "folk"),
    "reinforcements": ('[sides.gang]\n', '[[sides.law.reinforcements]]\nturn = 2\nat = "A1"\nunits = '
                       '[{ profile = "outlaw" }]\n\n[sides.gang]\n', "comes on turn 2", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    YARD.check_one_mistake(*BAD[case])


def test_mistakes_that_are_told_of_another_line_or_file() -> None:
    """The hands of the third thing, the limits that are missing, the door in the map's own file."""
    text = YARD.changed((', "colt_45"]', ', "colt_45", "knife"]'))
    assert YARD.mistakes_of(text)[0].startswith(f"yard.toml:{line_of(text, 'hands = ')}")
    assert "the number of turns" in YARD.mistakes_of(YARD.changed(("[limits]\nturns = 8\n", "")))[0]
    field = YARD.map_text.replace('door = ["D3/e"]', 'door = ["D3/e", "Z9/n"]')
    (told,) = YARD.mistakes_of(YARD.text, field)
    assert f":{line_of(field, 'door = [')}" in told and "Z9" in told


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        ('kind = "hex"', "hexes with 6 neighbours, expected squares with 8"),
        ('kind = "square"\nneighbours = 4', "squares with 4 neighbours, expected squares with 8"),
        ('kind = "square"\nneighbours = 8', "battlefield"),
    ],
)
def test_a_map_for_another_game(grid: str, told: str) -> None:
    """Walls, doors and furniture are those of a town, and one faces in eight directions."""
    head, rows = "format = 1\ntitle = 'Field'\nterrain_set = 'battlefield'", "..........\n" * 6
    places = "[places]\nhouse = 'B2:D4'\n[areas]\nwest_edge = 'A1:A6'\n"
    field = f"{head}\nrows = '''\n{rows}'''\n[grid]\n{grid}\n{places}"
    assert told in YARD.mistakes_of(re.sub("facing = .*", "", YARD.text), field)[0]


BAD_FIGURES = {
    "no standard shot": ("standard = { actions = 2 }\nbest = { actions = 3, aim = 2 }\n\n[weapon.lance]",
                         "best = { actions = 3, aim = 2 }\n\n[weapon.lance]", "no standard shot"),
    "nothing in the magazine": ("capacity = 12", "capacity = 0", "the rounds that a weapon with shots holds"),
    "two barrels for one round": ("capacity = 2\nreload = 1", "capacity = 1\nreload = 1", "at most the rounds"),
    "a chit that does nothing": ("owed = 1\n", "", "a chit that does nothing"),
    "no loot": ("[weapon.loot]", "[weapon.bag]", "loot"),
    "objects in a wall": ('objects = ["chair"', 'objects = ["wall"', "side of a square"),
}  # fmt: skip
BAD_CAST = {
    "a weapon nobody defined": ('"derringer"', '"deringer"', "a weapon nobody defined"),
    "three things in two hands": ('reloads = 2 }, "colt_45"]', 'reloads = 2 }, "colt_45", "colt_45"]', "two hands"),
    "both hands and more": ('hands = [{ kind = "sharps", reloads = 10 }]',
                            'hands = [{ kind = "sharps", reloads = 10 }, "knife"]', "takes both hands"),
    "a group with skills": ("group = true", "group = true\ngun = 1", "a group with skills"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("file", "mistake"),
    [*((figures, each) for each in BAD_FIGURES.values()), *((cast, each) for each in BAD_CAST.values())],
    ids=[name.replace(" ", "_") for name in (*BAD_FIGURES, *BAD_CAST)],
)
def test_files_of_the_system_with_a_mistake(file: object, mistake: tuple[str, str, str], tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(file, tmp_path, *mistake)  # type: ignore[arg-type]
