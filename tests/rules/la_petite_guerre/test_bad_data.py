"""Bad data of La Petite Guerre: one clear mistake each, with its file and line, and nothing starts."""

from pathlib import Path

import pytest

from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.figures import figures, men
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.commands import Wait
from sim.rules.la_petite_guerre.orders.order import ACTION
from tests.rules.la_petite_guerre.table import CROSSING, scene
from tests.rules.samples import check_mistake

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
BAD_MEN = {
    "a weapon nobody defined": ('weapon = "musket"', 'weapon = "blunderbuss"', "blunderbuss"),
    "a Gatling in his hands": ('weapon = "musket"', 'weapon = "gatling"', "in the hands of one man"),
    "a gun that is a rifle": ('weapon = "field_gun"', 'weapon = "winchester"', "which needs no crew"),
    "a gun without a crew": ("crew = 3\n", "", "how many men serve it"),
    "a man with a crew": ("marksman = true", "crew = 2", "a crew of 2 for a man"),
    "a gun that commands": ("crew = 5", "crew = 5\ncommand = 2", "command for a gun"),
    "one weapon twice": ('second = "axe"', 'second = "musket"', '"musket" twice'),
}


@pytest.mark.parametrize(
    ("file", "mistake"),
    [*((figures, each) for each in BAD_FIGURES.values()), *((men, each) for each in BAD_MEN.values())],
    ids=[name.replace(" ", "_") for name in (*BAD_FIGURES, *BAD_MEN)],
)
def test_files_of_the_system_with_a_mistake(file: object, mistake: tuple[str, str, str], tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(file, tmp_path, *mistake)  # type: ignore[arg-type]


# -- answers that nobody can type -------------------------------------------------------------------------------------


def test_whoever_is_asked_answers() -> None:
    """For him nobody says that nothing more is done; another than he does not act."""
    here, asked = scene("militia: p2 militia_veteran C12 e", "p1 C10 e"), Ask("militia", ACTION, "p1")
    assert BOOK.refusal(here, asked, Wait("")) == "p1 is to act"
    assert BOOK.refusal(here, asked, Wait("p2")) == "p1 is to act, not p2"
    assert BOOK.refusal(here, Ask("metis", ACTION), Wait("p1")) == "p1 does not belong to the Metis"
