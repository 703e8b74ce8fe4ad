"""Bad data of OUTLAWS!: one clear mistake each, with its file and line, and nothing starts."""

import re
from pathlib import Path

import pytest

from sim.rules.outlaws.figures import cast, figures
from tests.rules.outlaws.shootouts import FIELD, VALID, YARD, changed
from tests.rules.samples import check_mistake, line_of

mistakes_of = YARD.mistakes_of


# -- scenarios ----------------------------------------------------------------------------------------------------

BAD = {
    "a weapon nobody defined": ('"knife"]', '"knive"]', "knive", "a weapon nobody defined"),
    "a character inside a boulder": ('at = "C2"', 'at = "G3"', "Boone", "inside boulder"),
    "a character inside a wagon": ('at = "C2"', 'at = "H4"', "Boone", "inside wagon"),
    "hands that hold three things": (', "colt_45"]', ', "colt_45", "knife"]', "3 things", "two hands"),
    "two hands and more": (', "colt_45"]', ', "winchester"]', "winchester", "takes both hands"),
    "an unknown profile": ('profile = "sheriff"', 'profile = "sherif"', "sherif", "sheriff"),
    "one id for two": ('id = "Boone"', 'id = "Ames"', "Ames", "an id of its own"),
    "a horse in a house": ('at = "C2"', 'at = "C2"\nmounted = true', "mounted in C2", "floor"),
    "a horse without a rider in a house": ('at = "F5"', 'at = "C3"', "a horse on floor", "can enter"),
    "a square that two share": ('at = "J1"', 'at = "E3"', "folk", "a square that is taken"),
    "nowhere": ('at = "C2"\n', "", "nothing", "where it stands"),
    "too many rounds": ("loaded = 4", "loaded = 7", "7 rounds", "at most 6"),
    "rounds for a knife": ('"knife"]', '{ kind = "knife", reloads = 1 }]', "reloads", "not loaded"),
    "an unknown kit": ('favours = "left"', 'kit = "six_guns"', "six_guns", "six_gun"),
    "a kit and things": ('carried = ["knife"]', 'carried = ["knife"]\nkit = "six_gun"', "a kit beside", "either"),
    "mounted and prone": ("mounted = true", "mounted = true\nprone = true", "mounted and prone", "one or the other"),
    "no actions left": ('favours = "left"', "lost = 4", "4 actions lost of 4", "unconscious"),
    "an armed group": ('at = "J1"', 'at = "J1"\nkit = "six_gun"', "a group", "armed or mounted"),
    "an exit of nobody": ('side = "gang"', 'side = "gangs"', "gangs", "gang"),
    "loot in a boulder": ('at = "C3"', 'at = "G3"', "loot inside boulder", "can be entered"),
    "an auto side that is none": ("[outlaws]\n", '[outlaws]\nautos = ["gangs"]\n', "gangs", "gang"),
    "a target that is one anyway": ("[outlaws]\n", '[outlaws]\ntargets = ["Ames"]\n', "Ames", "a target anyway"),
    "a target that is nobody": ("[outlaws]\n", '[outlaws]\ntargets = ["folks"]\n', "folks", "folk"),
    "a horse that faces nowhere": ('facing = "n"', 'facing = "up"', "up", "ne"),
    "an unknown key": ('favours = "left"', 'favors = "left"', "favors", "favours"),
    "an unknown hand": ('favours = "left"', 'favours = "middle"', "middle", "right"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    YARD.check_one_mistake(*BAD[case])


def test_the_line_is_that_of_the_mistake() -> None:
    """Of the third thing in two hands the line of the hands is told."""
    text = changed((', "colt_45"]', ', "colt_45", "knife"]'))
    assert mistakes_of(text)[0].startswith(f"yard.toml:{line_of(text, 'hands = ')}")


def test_an_area_that_is_full() -> None:
    """More men than squares: those without one are told of."""
    text = changed(('id = "Boone"', 'id = "men"\ncount = 10'), ('at = "C2"', 'at = "house"'))
    assert "a square that is taken" in mistakes_of(text)[0]


def test_reinforcements_are_not_of_this_game() -> None:
    """All counters are in the cup from the first turn on."""
    late = '\n[[sides.gang.reinforcements]]\nturn = 2\nat = "A1"\n'
    late += '\n[[sides.gang.reinforcements.units]]\nprofile = "outlaw"\n'
    assert "comes on turn 2" in mistakes_of(VALID + late)[0]


def test_no_last_turn() -> None:
    """Two sides that cannot find each other would play for ever."""
    assert "the number of turns" in mistakes_of(changed(("[limits]\nturns = 8\n", "")))[0]


OTHER_MAPS = {
    'kind = "hex"': "hexes with 6 neighbours, expected squares with 8",
    'kind = "square"\nneighbours = 4': "squares with 4 neighbours, expected squares with 8",
    'kind = "square"\nneighbours = 8': "battlefield",
}


@pytest.mark.parametrize("grid", OTHER_MAPS)
def test_a_map_for_another_game(grid: str) -> None:
    """Walls, doors and furniture are those of a town, and one faces in eight directions."""
    rows = "..........\n" * 6
    field = f"format = 1\ntitle = 'Field'\nterrain_set = 'battlefield'\nrows = '''\n{rows}'''\n\n[grid]\n{grid}\n"
    field += "\n[places]\nhouse = 'B2:D4'\n\n[areas]\nwest_edge = 'A1:A6'\n"
    text = re.sub("facing = .*", "", VALID)
    assert OTHER_MAPS[grid] in mistakes_of(text, field)[0]


def test_a_door_of_the_map_on_a_missing_side() -> None:
    """The map's own file is told, and the line of the door."""
    field = FIELD.replace('door = ["D3/e"]', 'door = ["D3/e", "Z9/n"]')
    (told,) = mistakes_of(VALID, field)
    assert f":{line_of(field, 'door = [')}" in told and "Z9" in told


# -- the files of the system --------------------------------------------------------------------------------------

BAD_FIGURES = {
    "no standard shot": ("standard = { actions = 2 }\nbest = { actions = 3, aim = 2 }\n\n[weapon.lance]",
                         "best = { actions = 3, aim = 2 }\n\n[weapon.lance]", "no standard shot"),
    "nothing in the magazine": ("capacity = 12", "capacity = 0", "the rounds that a weapon with shots holds"),
    "two barrels for one round": ("capacity = 2\nreload = 1", "capacity = 1\nreload = 1", "at most the rounds"),
    "a chit that does nothing": ("owed = 1\n", "", "a chit that does nothing"),
    "no loot": ("[weapon.loot]", "[weapon.bag]", "loot"),
    "objects in a wall": ('objects = ["chair"', 'objects = ["wall"', "side of a square"),
    "no range for a bow": ('bow = { value = 8, source = "solitaire rules" }\n', "", "bow"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FIGURES, ids=[name.replace(" ", "_") for name in BAD_FIGURES])
def test_figures_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(figures, tmp_path, *BAD_FIGURES[case])


BAD_CAST = {
    "a kit nobody defined": ('kit = "two_guns"', 'kit = "three_guns"', "three_guns"),
    "a weapon nobody defined": ('"derringer"', '"deringer"', "a weapon nobody defined"),
    "three things in two hands": ('reloads = 2 }, "colt_45"]', 'reloads = 2 }, "colt_45", "colt_45"]', "two hands"),
    "both hands and more": ('hands = [{ kind = "sharps", reloads = 10 }]',
                            'hands = [{ kind = "sharps", reloads = 10 }, "knife"]', "takes both hands"),
    "a group with skills": ("group = true", "group = true\ngun = 1", "a group with skills"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_CAST, ids=[name.replace(" ", "_") for name in BAD_CAST])
def test_characters_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(cast, tmp_path, *BAD_CAST[case])
