"""Bad data of La Cucaracha: what contradicts itself is one clear mistake, with its file and line."""

from pathlib import Path
from typing import Any

import pytest

from sim.play.figures import OwnFile
from sim.rules.la_cucaracha.figures import figures, troops
from tests.rules.la_cucaracha.stage import HALT
from tests.rules.samples import check_mistake

BAD = {
    "a train off the rails": ('at = "B5"', 'at = "B4"', "an armoured train, in B4, off the rails", "a railway"),
    "a gunboat on land": ('at = "F7"', 'at = "F6"', "a steam launch, in F6, on open ground", "deep water"),
    "infantry in the river": ('at = "C4"', 'at = "C8"', "in C8, on deep water", "can enter"),
    "riders in a wood": ('"J3", facing', '"H4", facing', "in H4, on woods", "can enter"),
    "two units in a cell": ('at = "C4"', 'at = "E3"', '"Maxim" in a cell that is taken', "of its own"),
    "two aircraft in a cell": ('id = "Biplane"', 'id = "Biplane", count = 2', "a cell that is taken", "of its own"),
    "nowhere": (', at = "C4"', "", "nothing", "where it stands"),
    "nowhere to come on": ('turn = 3\nat = "meadow"', "turn = 3", "nothing", "where it comes on"),
    "more figures than it has": ("figures = 2", "figures = 5", "5 figures of Federal field gun", "at most 4"),
    "riders that deploy": ('facing = "w"', "deployed = true", "Villista cavalry that deploy", "a crewed weapon"),
    "a rifle that is not loaded": ("leader = true", "loaded = false", "an unloaded magazine rifle", "takes a card"),
    "a close combat far off": ('facing = "w"', 'fighting = ["Maxim"]', "not beside", "in the next cell"),
    "a close combat with a friend": ('facing = "w"', 'fighting = ["Launch"]', "Launch", "Company"),
    "an aircraft that fights": ('"biplane", at = "J3"', '"biplane", at = "D4", fighting = ["Maxim"]',
                                "a biplane in close combat", "units on the ground"),
    "a gunboat that fights": ('at = "C4"', 'at = "F6", fighting = ["Launch"]', "a steam launch in close combat",
                              "units on the ground"),
    "more losses than units": ("{ rebels = 2 }", "{ rebels = 5 }", "5 units of 4", "no more than it has"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    HALT.check_one_mistake(*BAD[case])


@pytest.mark.rule("CUC-CARD")
def test_a_side_called_like_the_joker() -> None:
    """Its cards could not be told from the joker, and it would never act."""
    text = HALT.changed(('tie = "federals"', 'tie = "joker"'), ('holder = "federals"', 'holder = "joker"'))
    (told,) = HALT.mistakes_of(text.replace("sides.federals", "sides.joker"))
    assert 'a side called "joker"' in told and "another id" in told


WRONG: dict[str, tuple[OwnFile[Any], str, str, str]] = {
    "an unknown class": (figures, 'class = "tracked"', 'class = "halftrack"', "halftrack"),
    "a Rapid Advance that is slow": (figures, "rapid = 32", "rapid = 12", "no less than the Advance, 20"),
    "a long range that is short": (figures, "long = 48\nleast", "long = 18\nleast", "no less than the short range, 20"),
    "no range at all": (figures, "least = 6", "least = 72", "less than the long range, 72"),
    "a weapon nobody defined": (troops, 'weapon = "bow"', 'weapon = "crossbow"', "crossbow"),
    "a way to move that is none": (troops, 'troop = "train"', 'troop = "trains"', "trains"),
    "shooters without a weapon": (troops, 'weapon = "bow"\n', "", "which only fighters can do without"),
    "a machine gun for every man": (troops, 'weapon = "bow"', 'weapon = "machine_gun"', "in the hands of every man"),
    "a crew with pistols": (troops, 'weapon = "field_gun"', 'weapon = "pistol"', "which needs no crew"),
    "cavalry that flies": (troops, 'troop = "mounted"', 'troop = "aircraft"', "fly"),
    "a skirmishing train": (
        troops,
        'troop = "train"',
        'troop = "train"\nskirmisher = true',
        "skirmishers of the style",
    ),
}


@pytest.mark.parametrize("case", WRONG, ids=[name.replace(" ", "_") for name in WRONG])
def test_figures_and_troops_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    file, old, new, told = WRONG[case]
    check_mistake(file, tmp_path, old, new, told)
