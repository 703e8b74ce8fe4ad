"""Bad data of La Cucaracha: one clear mistake each, with its file and line, and nothing starts."""

from pathlib import Path

import pytest

from sim.rules.la_cucaracha.figures import figures, troops
from tests.rules.la_cucaracha.battles import FIELD, HALT, VALID
from tests.rules.samples import check_mistake

mistakes_of, changed = HALT.mistakes_of, HALT.changed


# -- scenarios ----------------------------------------------------------------------------------------------------

BAD = {
    "a train off the rails": ('at = "B5"', 'at = "B4"', "an armoured train, in B4, off the rails", "a railway"),
    "a gunboat on land": ('at = "F7"', 'at = "F6"', "a steam launch, in F6, on open ground", "deep water"),
    "infantry in the river": ('at = "C4"', 'at = "C8"', "in C8, on deep water", "can enter"),
    "riders in a wood": ('at = "J3"\nfacing', 'at = "H4"\nfacing', "in H4, on woods", "can enter"),
    "two units in a cell": ('at = "C4"', 'at = "E3"', '"Maxim" in a cell that is taken', "of its own"),
    "two aircraft in a cell": ('id = "Biplane"', 'id = "Biplane"\ncount = 2', "a cell that is taken", "of its own"),
    "an unknown profile": ('"federal_infantry"', '"federal_infantery"', "federal_infantery", "federal_infantry"),
    "nowhere": ('at = "C4"\n', "", "nothing", "where it stands"),
    "nowhere to come on": ('turn = 3\nat = "meadow"', "turn = 3", "nothing", "where it comes on"),
    "more figures than it has": ("figures = 2", "figures = 5", "5 figures of Federal field gun", "at most 4"),
    "no figures at all": ("figures = 2", "figures = 0", "0", "1"),
    "riders that deploy": ('facing = "w"', "deployed = true", "Villista cavalry that deploy", "a crewed weapon"),
    "a rifle that is not loaded": ("leader = true", "loaded = false", "an unloaded magazine rifle", "takes a card"),
    "a close combat far off": ('facing = "w"', 'fighting = ["Maxim"]', "not beside", "in the next cell"),
    "a close combat with a friend": ('facing = "w"', 'fighting = ["Launch"]', "Launch", "Company"),
    "an exit of nobody": ('side = "rebels"', 'side = "rebel"', "rebel", "rebels"),
    "more losses than units": ("{ rebels = 2 }", "{ rebels = 5 }", "5 units of 4", "no more than it has"),
    "an unknown way to nominate": ('"nearest"', '"neerest"', "neerest", "nearest"),
    "an unknown key": ("deployed = true", "deploied = true", "deploied", "deployed"),
    "a holder of nobody": ('holder = "federals"', 'holder = "federal"', "federal", "federals"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    HALT.check_one_mistake(*BAD[case])


def test_the_line_is_that_of_the_mistake() -> None:
    """Of a train off the rails the line that says where it stands."""
    HALT.check_line('at = "B5"', 'at = "B4"')


def test_an_aircraft_fights_nobody_hand_to_hand() -> None:
    """Even right over an enemy."""
    text = changed(('profile = "biplane"\nat = "J3"', 'profile = "biplane"\nat = "D4"\nfighting = ["Maxim"]'))
    (told,) = mistakes_of(text)
    assert "a biplane in close combat" in told and "units on the ground" in told


def test_a_gunboat_fights_nobody_hand_to_hand() -> None:
    """Nobody could have charged it from the bank."""
    text = changed(('at = "C4"', 'at = "F6"\nfighting = ["Launch"]'))
    (told,) = mistakes_of(text)
    assert "a steam launch in close combat" in told and "units on the ground" in told


@pytest.mark.rule("CUC-CARD")
def test_a_side_called_like_the_joker() -> None:
    """Its cards could not be told from the joker, and it would never act."""
    text = changed(('tie = "federals"', 'tie = "joker"'), ('holder = "federals"', 'holder = "joker"'))
    (told,) = mistakes_of(text.replace("sides.federals", "sides.joker"))
    assert 'a side called "joker"' in told and "another id" in told


def test_a_map_of_another_set() -> None:
    """Ground is that of the tabletop."""
    field = "format = 1\ntitle = 'Town'\nterrain_set = 'town'\nrows = '''\n" + f"{'.' * 12}\n" * 8 + "'''\n"
    field += "\n[grid]\nkind = 'square'\nneighbours = 8\ncell = 2\nunit = 'metre'\n"
    field += "\n[places]\nhalt = 'E3'\n\n[areas]\nwest_edge = 'A1:A8'\nmeadow = 'A1:L2'\n"
    assert 'the terrain set "town", expected a map of the set "tabletop"' in mistakes_of(VALID, field)[0]


def test_a_map_in_metres() -> None:
    """Nothing could be measured on it."""
    (told,) = mistakes_of(VALID, FIELD.replace('unit = "inch"', 'unit = "metre"'))
    assert "measured by the metre" in told and "inches" in told


# -- the files of the system --------------------------------------------------------------------------------------

BAD_FIGURES = {
    "an unknown class": ('class = "tracked"', 'class = "halftrack"', "halftrack"),
    "a Rapid Advance that is slow": ("rapid = 32", "rapid = 12", "no less than the Advance, 20"),
    "a long range that is short": ("long = 48\nleast", "long = 18\nleast", "no less than the short range, 20"),
    "no range at all": ("least = 6", "least = 72", "less than the long range, 72"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FIGURES, ids=[name.replace(" ", "_") for name in BAD_FIGURES])
def test_figures_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(figures, tmp_path, *BAD_FIGURES[case])


BAD_TROOPS = {
    "a weapon nobody defined": ('weapon = "bow"', 'weapon = "crossbow"', "crossbow"),
    "a way to move that is none": ('troop = "train"', 'troop = "trains"', "trains"),
    "shooters without a weapon": ('weapon = "bow"\n', "", "which only fighters can do without"),
    "a machine gun for every man": ('weapon = "bow"', 'weapon = "machine_gun"', "in the hands of every man"),
    "a crew with pistols": ('weapon = "field_gun"', 'weapon = "pistol"', "which needs no crew"),
    "cavalry that flies": ('style = "fighter"\ntroop = "mounted"', 'style = "fighter"\ntroop = "aircraft"', "fly"),
    "a skirmishing train": ('troop = "train"', 'troop = "train"\nskirmisher = true', "skirmishers of the style"),
}


@pytest.mark.parametrize("case", BAD_TROOPS, ids=[name.replace(" ", "_") for name in BAD_TROOPS])
def test_troops_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(troops, tmp_path, *BAD_TROOPS[case])
