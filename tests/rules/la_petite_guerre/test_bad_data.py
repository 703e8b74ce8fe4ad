"""Bad data of La Petite Guerre: one clear mistake each, with its file and line, and nothing starts."""

from pathlib import Path

import pytest

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.la_petite_guerre.figures import figures, men
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.commands import Wait
from sim.rules.la_petite_guerre.orders.order import ACTION
from sim.rules.la_petite_guerre.scenario import complaints
from sim.rules.la_petite_guerre.state import Charges
from tests.rules.la_petite_guerre.battles import CROSSING, FIELD, VALID, battle, changed
from tests.rules.la_petite_guerre.table import scene
from tests.rules.positions import changed as moved
from tests.rules.positions import with_state
from tests.rules.samples import check_mistake

mistakes_of = CROSSING.mistakes_of


# -- scenarios ----------------------------------------------------------------------------------------------------

BAD = {
    "a horse in the wood": ('at = "Q4"', 'at = "Q3"', '"Rider" mounted in Q3, on woods', "can be entered"),
    "a man in the river": ('at = "C8"', 'at = "C11"', '"Captain" in C11, on deep water', "can be entered"),
    "a gun in a wood": ('at = "B9"', 'at = "R3"', '"Nine" with its wheels in R3, on woods', "can be entered"),
    "two men in a cell": ('at = "C8"', 'at = "D8"', '"Private" in a cell that is taken', "of his own"),
    "an unknown profile": ('"militia_private"', '"militia_pirate"', "militia_pirate", "militia_private"),
    "nowhere": ('at = "C8"\n', "", "nothing", "where he stands"),
    "nowhere to come on": ('turn = 3\nat = "meadow"', "turn = 3", "nothing", "where he comes on"),
    "a bayonet on a revolver": ('at = "C8"', 'at = "C8"\nbayonet = true', "a bayonet on a revolver", "takes one"),
    "an unloaded repeater": ("hidden = true", "loaded = false", "an unloaded Winchester", "takes time to load"),
    "somebody else's weapon": ('at = "C8"', 'at = "C8"\nweapon = "musket"', "musket", "one of revolver, sabre"),
    "militia on horses": ("bayonet = true", "mounted = true", "private of militia on a horse", "somebody who rides"),
    "a rider who lies down": ("mounted = true", "mounted = true\nprone = true", "mounted and prone", "one or the"),
    "a man who is limbered": ("bayonet = true", "limbered = true", "limbered = … for a man", "a gun"),
    "a gun that is wounded": ("loaded = false", "wounded = true", "wounded = … for a gun", "its crew are men"),
    "a stunned man who runs": ("bayonet = true", "broken = true\nstunned = true", "running and stunned", "one or"),
    "hidden in the open": ('at = "H8"', 'at = "H7"', '"Hunter" hidden in H7, on open ground', "a rifle pit"),
    "hidden and not there": ('"metis_boy"', '"metis_boy"\nhidden = true', "who comes on turn 3", "a man who is there"),
    "the crew of nothing": ('serves = "Nine"', 'serves = "Ten"', "Ten", "Nine"),
    "a side without guns": ("hidden = true", 'serves = "Nine"', '"Nine"', "a gun of his side, which has none"),
    "a gun with nobody": ('serves = "Nine"\n', "", '"Nine" with nobody to serve it', "2 or more"),
    "a gun with one man": ("count = 5", "count = 1", '"Nine" with one man to serve it', "2 or more"),
    "a company without men": (
        "[sides.militia]", '[la_petite_guerre.companies.ghosts]\nside = "militia"\n\n[sides.militia]',
        '"ghosts" without a man', 'company = "ghosts"',
    ),
    "too large a crew": ("count = 5", "count = 6", 'more than 5 for "Nine"', "at most 5 men"),
    "a file behind an enemy": ("bayonet = true", 'follows = "Rider"', "Rider", "Captain"),
    "a file behind himself": ("bayonet = true", 'follows = "Private"', "Private", "Captain"),
    "a friend acquired": ('acquired = ["Rider"]', 'acquired = ["Captain"]', "Captain", "Rider"),
    "a hidden man acquired": ('acquired = ["Rider"]', 'acquired = ["Hunter"]', '"Hunter", who is hidden', "side knows"),
    "an unknown company": ('company = "rifles"\nat = "C8"', 'company = "rifels"\nat = "C8"', "rifels", "rifles"),
    "no company of two": ('company = "rifles"\nat = "C8"', 'at = "C8"', "nothing", "his company"),
    "a company of the enemy": ('company = "rifles"\nat = "C8"', 'company = "hunt"\nat = "C8"', "hunt", "rifles"),
    "a company of nobody": ('side = "metis"\nstance', 'side = "meti"\nstance', "meti", "metis"),
    "an unknown goal": ('goal = "house"', 'goal = "hause"', "hause", "house"),
    "an exit of nobody": ('{ side = "metis", at', '{ side = "meti", at', "meti", "metis"),
    "more losses than men": ("{ metis = 2 }", "{ metis = 5 }", "5 men of 4", "no more than it has"),
    "guns that are counted as men": ("{ metis = 2 }", "{ militia = 8 }", "8 men of 7", "no more than it has"),
    "a holder of nobody": ('holder = "metis"', 'holder = "meti"', "meti", "metis"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    CROSSING.check_one_mistake(*BAD[case])


def test_the_line_is_that_of_the_mistake() -> None:
    """Of a horse in a wood the line that says where it stands."""
    CROSSING.check_line('at = "Q4"', 'at = "Q3"')


def test_a_company_of_a_side_that_has_none() -> None:
    """It is told so, and not offered those of the enemy."""
    start, end = VALID.index("[la_petite_guerre.companies.hunt]"), VALID.index("[sides.militia]")
    text = changed(("hidden = true", 'company = "hunt"'), text=VALID[:start] + VALID[end:])
    (told,) = mistakes_of(text)
    assert '"hunt"' in told and "no companies for his side" in told


@pytest.mark.rule("LPG-MOVE-3")
def test_a_file_that_goes_in_a_circle() -> None:
    """Captain behind private behind captain: nobody leads, and both are told so."""
    text = changed(("bayonet = true", 'follows = "Captain"'), ('at = "C8"', 'at = "C8"\nfollows = "Private"'))
    told = mistakes_of(text)
    assert len(told) == 2
    assert all("follows himself" in mistake for mistake in told)


@pytest.mark.rule("LPG-MOVE-3")
def test_a_file_with_a_gap() -> None:
    """Two inches behind his lead nobody follows; beside him he does."""
    text = changed(("bayonet = true", 'follows = "Captain"'))
    battle(text, FIELD)
    (told,) = mistakes_of(changed(('at = "C8"', 'at = "B8"'), text=text))
    assert '"Private" behind "Captain", who is elsewhere' in told


@pytest.mark.rule("LPG-MOVE-3")
def test_two_men_behind_one() -> None:
    """A file is no crowd."""
    text = changed(
        ("bayonet = true", 'follows = "Captain"'),
        ('serves = "Nine"\n', 'serves = "Nine"\n\n[[sides.militia.units]]\n'
         'id = "Third"\nprofile = "militia_private"\ncompany = "rifles"\nat = "C7"\nfollows = "Captain"\n'),
    )  # fmt: skip
    (told,) = mistakes_of(text)
    assert 'a second man behind "Captain"' in told and "one behind each" in told


@pytest.mark.rule("LPG-MOVE-3")
def test_a_file_of_riders_and_men_on_foot() -> None:
    """As it is refused in play."""
    (told,) = mistakes_of(changed(("hidden = true", 'follows = "Rider"'), ('at = "H8"', 'at = "P5"')))
    assert "riders and men on foot" in told and "none mounted" in told


def test_a_map_of_another_set() -> None:
    """Ground is that of the tabletop."""
    field = "format = 1\ntitle = 'Town'\nterrain_set = 'town'\nrows = '''\n" + f"{'.' * 24}\n" * 12 + "'''\n"
    field += "\n[grid]\nkind = 'square'\nneighbours = 8\ncell = 2\nunit = 'metre'\n"
    field += "\n[places]\nhouse = 'E3:F4'\n\n[areas]\nwest_edge = 'A1:A12'\nmeadow = 'A1:X2'\n"
    assert 'the terrain set "town", expected a map of the set "tabletop"' in mistakes_of(VALID, field)[0]


def test_a_map_in_metres() -> None:
    """Nothing could be measured on it."""
    (told,) = mistakes_of(VALID, FIELD.replace('unit = "inch"', 'unit = "metre"'))
    assert "measured by the metre" in told and "inches" in told


# -- the files of the system --------------------------------------------------------------------------------------


BAD_FIGURES = {
    "a wedge without an angle": ('value = "5.625"', 'value = "0"', "more than 0 degrees and less than 90"),
    "a wedge all round": ('value = "5.625"', 'value = "90"', "more than 0 degrees and less than 90"),
    "bands that go back": ("up_to = 12", "up_to = 5", "more than the 6 inches"),
    "wounds before deaths": ("wounded = { value = 3", "wounded = { value = 1", "more than that for killed, 1"),
    "a longest range that is short": ("longest = 48", "longest = 8", "no less than the short range, 10"),
    "a rifle without a range": ("short = 4\nlongest = 10\n", "", "how far it shoots"),
    "a sabre that shoots": ('name = "sabre"', 'name = "sabre"\nlongest = 4', "for what is not shot with"),
    "a bayonet on a Gatling": ('kind = "gatling"', 'kind = "gatling"\nbayonet = true', "a small arm"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FIGURES, ids=[name.replace(" ", "_") for name in BAD_FIGURES])
def test_figures_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(figures, tmp_path, *BAD_FIGURES[case])


BAD_MEN = {
    "a weapon nobody defined": ('weapon = "musket"', 'weapon = "blunderbuss"', "blunderbuss"),
    "a Gatling in his hands": ('weapon = "musket"', 'weapon = "gatling"', "in the hands of one man"),
    "a gun that is a rifle": ('weapon = "field_gun"', 'weapon = "winchester"', "which needs no crew"),
    "a gun without a crew": ("crew = 3\n", "", "how many men serve it"),
    "a man with a crew": ("marksman = true", "crew = 2", "a crew of 2 for a man"),
    "a gun that commands": ("crew = 5", "crew = 5\ncommand = 2", "command for a gun"),
    "one weapon twice": ('second = "axe"', 'second = "musket"', '"musket" twice'),
}


@pytest.mark.parametrize("case", BAD_MEN, ids=[name.replace(" ", "_") for name in BAD_MEN])
def test_men_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(men, tmp_path, *BAD_MEN[case])


# -- positions that were edited by hand, and answers that nobody can type ---------------------------------------------


def test_what_is_impossible_in_a_position_is_said() -> None:
    """Two in a cell, off the map, a weapon that there is not, a dead man who stands, charges in another step."""
    here = scene("militia: p2 militia_veteran C12 e", "p1 C10 e | a1 Z10")
    spoon = moved(moved(here, "p1", cell="C12", weapon="spoon"), "a1", dead=True)
    assert sorted(complaints(spoon)) == [
        "a1 is dead and on the table", "p1 holds a spoon, which nobody has described", "p2 and p1 are both in C12"
    ]  # fmt: skip
    assert list(complaints(moved(here, "p1", cell=Cell(-5, 0)))) == ["p1 stands off the map"]
    charges = Charges((("p1", "a1"),), ("p1",))
    assert list(complaints(with_state(here, phase="charges", charges=charges))) == []
    late = with_state(here, phase="morale", charges=charges)
    assert list(complaints(late)) == ["charges are to come, and it is not their step"]


def test_whoever_is_asked_answers() -> None:
    """For him nobody says that nothing more is done; another than he does not act."""
    here, asked = scene("militia: p2 militia_veteran C12 e", "p1 C10 e"), Ask("militia", ACTION, "p1")
    assert BOOK.refusal(here, asked, Wait("")) == "p1 is to act"
    assert BOOK.refusal(here, asked, Wait("p2")) == "p1 is to act, not p2"
    assert BOOK.refusal(here, Ask("metis", ACTION), Wait("p1")) == "p1 does not belong to the Metis"
