"""`sandtable table`: dice and orders typed in, automated turns as a script, and nothing lost."""

import re
from pathlib import Path

import pytest

from sim.cli import companion as companion_module
from sim.cli.output import ExitCode
from sim.scenario.records import departure, load_record
from sim.scenario.saves import autosave_file
from sim.scenario.scenario import load_scenario
from tests.cli.commands import Command
from tests.picket import SCENARIOS

SEEDED = ("table", "ford.toml", "--players", "picket=human", "--dice", "seeded", "--seed", "3")
"""With this seed red-1 fires first, then boyle is asked."""
TYPED = ("table", "ford.toml", "--players", "picket=human")


@pytest.fixture
def autosave(folder: Path) -> Path:
    """Return where the battle is saved."""
    return autosave_file(load_scenario(folder / "ford.toml"))


# -- dice and cards -----------------------------------------------------------------------------------------------


VESPERS = ("table", "vespers_at_san_isidro")
SPRING = ("table", "house_of_the_spring", "--dice", "seeded", "--seed", "3")
NO_WHY = "No automated side has decided anything yet."
Shown = tuple[tuple[tuple[str, ...], str], *tuple[str, ...]]
SAID: dict[str, Shown] = {
    # what is shown by it: the command with what is typed, and what is said, in this order
    "what to roll, for whom, what for, and what is needed": (
        (TYPED, "red-1 | wary-1 | 5 | 3 4"),
        'Draw a card of the deck "cup": who acts\n',
        "Roll D6 for red-1: the raiders' table\n",
        "Roll 2D6 for red-1: red-1 fires at ames, 8+ needed\n",
        "red-1 fires at ames: missed [PKT-TABLE, PKT-FIRE]",
    ),
    "an impossible card is refused with those that are left; capital and small letters are the same": (
        (TYPED, "red-9 | RED-1"),
        "Not possible: no card fits 'red-9'. Left in the deck: ames, boyle, red-1, red-2",
        'Draw a card of the deck "moods" for red-1: mood',
    ),
    "the beginning of cards that are not alike fits none; the list has what is printed, and how many there are": (
        (("table", "farm_at_kamenka"), "ra"),
        "Not possible: no card fits 'ra'. Left in the deck: Adrenaline (4 of them), ",
    ),
    "a die that nobody owns comes with the way to throw it": (
        (TYPED, "red-2 | wary-1 | 1"),
        "Roll D2 for red-2: tie: whom to think about; 1 = ames; 2 = boyle (D2: a D6, odd is 1 and even is 2)\n",
        "Roll D6 for red-2: the raiders' table\n",
    ),
    "a question mark tells the cards that are left and the faces of the die": (
        (TYPED, "? | red-1 | wary-1 | ? | 5 | ?"),
        "Left in the deck: ames, boyle, red-1, red-2\n",
        "Type the face that came up, 1 to 6\n",
        "Type the face that came up, 1 to 6, 2 of them with spaces between\n",
    ),
    "reasons can be had with the script": (((*SEEDED, "--explain"), ""), "         PKT-TABLE: 5-6: shoot: yes\n"),
    "why gives the reasons of the last decision": (
        (SEEDED, "why"),
        "red-1 fires at ames: missed, because:\n  PKT-CARD: bold: shoot: no (the mood is wary)\n",
    ),
    "why not asks about a cell or a unit of the last decision": (
        (SEEDED, "why not boyle | why not Z99 | why not"),
        "whom to fire at: boyle was ruled out by PKT-TARGET",
        '"Z99" is neither a cell of the map nor a unit of the battle',
        "Why not what?",
    ),
    "why of an order while its dice are still in the hand: the reasons are its own": (
        (TYPED, "red-1 | wary-1 | 5 | why | why not boyle"),
        "red-1 fires at ames, because:\n  PKT-CARD: bold: shoot: no (the mood is wary)\n",
        "  PKT-TABLE: 5-6: shoot: yes\n",
        "whom to think about: boyle was ruled out by PKT-TARGET, cells from the man: it has 6, 5 was needed\n",
    ),
    "why of a die in the middle of a decision tells how far it has come": (
        (TYPED, "red-1 | wary-1 | why"),
        "The reasons so far for what is going on now:\n  PKT-CARD: bold: shoot: no (the mood is wary)\n",
    ),
    "why of one's own dice tells what their need is made of, besides the last automated decision": (
        (TYPED, "red-1 | wary-1 | 5 | 3 4 | boyle | shoot red-2 | why"),
        "red-1 fires at ames: missed, because:\n",
        "The reasons so far for what is going on now:\n  PKT-FIRE: attack 1: +1 aim\n",
    ),
    "before any decision there is no why": ((TYPED, "why | why not C3"), NO_WHY, NO_WHY),
    "the beginnings of words are enough": ((SEEDED, "wa c5"), "boyle goes to C5"),
    "words that fit nothing are told with the way to the list": (
        (SEEDED, "fly"),
        "Nothing that can be ordered fits 'fly'; ? lists everything.",
    ),
    "an impossible order is refused with its reason": (
        (SEEDED, "shoot red-1"),
        "Not possible: boyle shoot red-1: red-1 is out of sight: blocked by light woods in D3",
    ),
    "with a card of La Cucaracha nobody is settled yet: the order names who is to go": (
        (VESPERS, "the garrison | First Company advance to A1 | Maxim advance to Q16 | advance to A1"),
        "> Not possible: too far: ",
        "> Not possible: deployed: it has to be packed up first (CUC-DEPLOY).\n",
        "> Nothing that can be ordered fits 'advance to A1'; ? lists everything.\n",
    ),
    "what cannot be ordered has its rule, in the list and when it is typed": (
        (VESPERS, "garrison | ? | maxim deploy"),
        "  Maxim rally - not now: Maxim is not shaken (CUC-COURAGE)\n",
        "Not possible: Maxim deploy: it is deployed already (CUC-DEPLOY).\n",
    ),
    "an empty line repeats the question": (
        (SEEDED, ""),
        "The picket: action with boyle. Your order?",
        "The picket: action with boyle. Your order?",
    ),
    "an order can be taken back, and everything since": (
        (SEEDED, "walk c5 | undo | stay | undo | undo"),
        "Taken back: boyle walks to C5\n",
        "There is nothing to take back.",
    ),
    "help names every command": ((SEEDED, "help"), "why not CELL"),
}


@pytest.mark.parametrize("shown", SAID.values(), ids=SAID)
def test_what_is_typed_is_answered(sandtable: Command, shown: Shown) -> None:
    """One thing after the other."""
    (command, typed), *told = shown
    said = sandtable(*command, typed=(*typed.split(" | "), "quit"))
    assert said.code == ExitCode.OK
    place = 0
    for words in told:
        assert words in said.out[place:], words
        place = said.out.index(words, place) + 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("7", "Not possible: 7 is no face of the D6 (it has 1 to 6)"),
        ("1 2", "Not possible: 2 numbers for D6"),
        ("five", "Not a number: type the face. Roll D6 for red-1"),
        ("-1", "Not possible: -1 is no face"),
        ("99999999999999", "Not a number"),
    ],
)
def test_an_impossible_die_is_refused_and_asked_for_again(sandtable: Command, typed: str, told: str) -> None:
    """With the reason; the right one is then taken."""
    said = sandtable(*TYPED, typed=("red-1", "wary-1", typed, "5", "quit"))
    assert told in said.out
    assert "Roll 2D6 for red-1: red-1 fires at ames" in said.out


@pytest.mark.parametrize(
    ("scenario", "typed", "told"),
    [
        ("farm_at_kamenka", "Adrenaline", "Adrenaline is added to the hand"),
        ("farm_at_kamenka", "careful a", "Careful Aiming is added to the hand"),
        ("farm_at_kamenka", "luck-2", "Luck! is added to the hand"),
        ("vespers_at_san_isidro", "the garrison", "a card for the garrison"),
        ("vespers_at_san_isidro", "Army of the South", "a card for the Army of the South"),
        ("vespers_at_san_isidro", "zapatistas", "a card for the Army of the South"),
        ("bank_hold_up", "mr pym", "Mr Pym"),
        ("airport_road", "the back gate", "back gate"),
    ],
)
def test_a_card_goes_by_what_is_printed_on_it(sandtable: Command, scenario: str, typed: str, told: str) -> None:
    """Or by the beginning of that, or by its id; of several alike any will do."""
    said = sandtable("table", scenario, typed=(typed, "quit"))
    assert "Not possible" not in said.out
    assert told in said.out


def test_a_misread_die_can_be_taken_back(sandtable: Command) -> None:
    """And what came of it never happened; an automated turn is a script: what to roll and do, each under its rule."""
    said = sandtable(*TYPED, typed=("red-1", "wary-1", "4", "undo", "5", "6 6", "log", "quit"))
    assert "Taken back: D6 for red-1: the raiders' table: 4\n" in said.out
    assert "red-1 goes to" not in said.out.partition("fires at ames: hit")[2]
    lines = sandtable(*SEEDED, typed=("quit",)).lines
    start = lines.index("  Roll D6 for red-1: the raiders' table: 5 [PKT-TABLE]")
    assert lines[start + 1 : start + 4] == [
        "  Order: red-1 fires at ames [PKT-TABLE]",
        "  Roll 2D6 for red-1: red-1 fires at ames, 8+ needed: 1 + 4 = 5 [PKT-FIRE]",
        "    4  red-1 fires at ames: missed [PKT-FIRE]",
    ]


# -- automated turns ----------------------------------------------------------------------------------------------


# -- orders -------------------------------------------------------------------------------------------------------


def test_offers_are_listed(sandtable: Command) -> None:
    """Several that fit, and none is taken; with ? everything, with reasons, but no hidden enemy; the log on request."""
    out = sandtable(*SEEDED, typed=("walk", "quit")).out
    assert "Which of these?\n  boyle walk A4 (2 steps)\n" in out
    assert "boyle goes to" not in out
    out = sandtable(*SEEDED, typed=("?", "quit")).out
    assert out.partition("You can order:\n")[2].startswith("  boyle stay\n")
    assert "  boyle shoot red-1 - not now: red-1 is out of sight" in out
    listed = out.partition("You can order:")[2]
    assert "red-2" in listed
    assert "red-3" not in listed
    out = sandtable(*SEEDED, typed=("log 2", "quit")).out
    assert out.count("    4  red-1 fires at ames: missed\n") == 1


def test_the_units_can_be_compared_with_the_table(sandtable: Command) -> None:
    """Where they stand and what has befallen them, as far as the player may know: red-3 lies hidden."""
    out = sandtable(*TYPED, typed=("units", "red-1", "wary-1", "5", "6 6", "units", "quit")).out
    first, second = out.split("The picket:\n")[1:]
    assert first.startswith(
        "  ames (Rifleman): B3, facing se\n  boyle (Marksman): B5, facing ne\n"
        "The raiders:\n  red-1 (Rifleman): G2, facing sw\n  red-2 (Runner): G6, facing nw\n>"
    )
    assert second.startswith("  ames (Rifleman): B3, facing se, hits 1\n")


def test_figures_lost_and_units_on_the_way_are_told(sandtable: Command, folder: Path) -> None:
    """Six of eight are worth a word, eight of eight are not; who is still to come stands beside the map."""
    battle = Path(__file__).parents[2] / "scenarios" / "la_cucaracha" / "vespers_at_san_isidro.toml"
    text = battle.read_text(encoding="utf-8").replace("leader = true", "leader = true\nfigures = 6")
    (folder / "fewer.toml").write_text(text, encoding="utf-8")
    out = sandtable("table", "fewer.toml", "--dice", "seeded", "--seed", "4242", typed=("units", "quit")).out
    assert "  Macheteros (Zapatista macheteros): AM45, facing n\n" in out
    assert "  Cane cutters (Zapatista macheteros): C35, facing n, figures 6 of 8, leader\n" in out
    assert "  First Company (Federal infantry): J14, facing s, leader\n" in out
    yard = next(file for file in SCENARIOS if file.stem == "yard")
    (folder / "yard.toml").write_bytes(yard.read_bytes())
    out = sandtable("table", "yard.toml", "--players", "raiders=human", typed=("units", "quit")).out
    assert ": off the map\n" in out


@pytest.mark.rule("AAS-R-search")
def test_what_cannot_be_ordered_is_listed_with_its_rule(sandtable: Command) -> None:
    """So that it can be looked up; and so is what somebody types all the same."""
    out = sandtable(*SPRING, typed=("?", "amber one search", "quit")).out
    assert out.count("there is nothing to search for in F37 (AAS-R-search)") == 2


@pytest.mark.rule("AAS-R-pace")
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("amber one rapid move to A1", "Not possible: too far: "),
        ("contractors rapid move to G14", "Not possible: no Rapid move: it has wounded with it (AAS-R-pace)."),
    ],
    ids=["a cell too far", "a pace that it has not"],
)
def test_a_move_of_a_unit_that_is_named_says_why_not(sandtable: Command, typed: str, told: str) -> None:
    """Where the side is asked, and any of its units may be ordered."""
    scenario = "airport_road" if typed.startswith("contractors") else "house_of_the_spring"
    out = sandtable("table", scenario, "--dice", "seeded", "--seed", "3", typed=(typed, "quit")).out
    assert f"> {told}" in out


@pytest.mark.rule("AAS-W-11", "AAS-MOT")
def test_a_line_of_the_log_does_not_repeat_the_rules_of_the_choice(sandtable: Command) -> None:
    """Which table was read belongs to the order, whose row is told before it."""
    out = sandtable(*SPRING, "--players", "task_force=commander", typed=("quit",)).out
    order = re.search(r"  Order: (.*) \[AAS-W-11\]\n +[0-9]+  (.*)\n", out)
    assert order is not None and order[2] == order[1]


@pytest.mark.rule("AAS-COOP")
def test_the_question_names_the_player_whose_turn_it_is(sandtable: Command) -> None:
    """Where several share a side, one after the other."""
    out = sandtable(*SPRING, typed=("amber one stay", "cobalt truck stay", "quit")).out
    asked = [line.lstrip("> ").partition(":")[0] for line in out.splitlines() if "Your order?" in line]
    assert asked == [f"{player}, of the task force" for player in ("Amber", "Cobalt", "Amber")]


def test_a_battle_is_played_to_its_end(sandtable: Command, autosave: Path) -> None:
    """With nobody to ask and made dice it plays itself; the record of it verifies."""
    arguments = ("table", "ford.toml", "--dice", "seeded", "--seed", "3", "--record", "out.jsonl")
    said = sandtable(*arguments)
    ended = "The battle is over: victory for the picket, nobody is left against them"
    assert said.lines[-4:-2] == [f"{ended} (the picket 0, the raiders 0).", "Grade for the picket: victory"]
    assert departure(load_record("out.jsonl")) is None
    assert load_record(autosave).over


# -- saving -------------------------------------------------------------------------------------------------------


def test_the_end_of_the_input_saves(sandtable: Command, autosave: Path) -> None:
    """As `quit` does; it is gone on with inside an activation, the last events told again, and can be taken back."""
    said = sandtable(*SEEDED, typed=("stay",))
    assert said.code == ExitCode.OK
    assert said.lines[-1].endswith("The battle is saved; `sandtable table ford.toml --resume` continues it.")
    assert departure(load_record(autosave)) is None
    sandtable(*SEEDED, typed=("stay", "quit"))
    said = sandtable("table", "ford.toml", "--resume", typed=("stay", "quit"))
    assert said.code == ExitCode.OK
    assert "    6  boyle does nothing\n" in said.out
    assert "The picket: action with ames. Your order?" in said.out
    assert said.out.count("Turn 1\n") == 1
    sandtable(*SEEDED, typed=("walk c5", "quit"))
    said = sandtable("table", "ford.toml", "--resume", typed=("undo", "stay", "quit"))
    assert "Taken back: boyle walks to C5\n" in said.out
    assert "boyle does nothing" in said.out


def test_ctrl_c_saves_and_ends_in_130(sandtable: Command, autosave: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at the prompt."""

    def pressed() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(companion_module, "read_line", pressed)
    assert "The battle is saved" in sandtable(*SEEDED, "--record", "out.jsonl").refused(ExitCode.INTERRUPTED)
    assert len(load_record(autosave).frames) == len(load_record("out.jsonl").frames) == 6


def test_what_cannot_be_gone_on_with(sandtable: Command, record: str) -> None:
    """Nothing without a save; of a battle that is over the outcome is told instead."""
    assert "there is no save to continue" in sandtable("table", "ford.toml", "--resume").refused()
    said = sandtable("table", record)
    assert said.code == ExitCode.INVALID_INPUT
    assert "there is nothing to continue. The battle is over: victory for the picket" in said.err


def test_a_damaged_save_is_named_and_the_one_before_it_offered(sandtable: Command, autosave: Path) -> None:
    """Nobody is led into an older battle without being asked, unless he has said so himself."""
    sandtable(*SEEDED, typed=("stay", "quit"))
    autosave.write_bytes(autosave.read_bytes()[:-30])
    refused = sandtable("table", "ford.toml", "--resume")
    assert refused.code == ExitCode.INVALID_INPUT
    assert "this save is damaged; the save before it is sound" in refused.err
    assert "--resume --previous continues the one before it" in refused.err
    agreed = sandtable("table", "ford.toml", "--resume", typed=("yes", "quit"))
    assert agreed.code == ExitCode.OK
    assert load_record(autosave).frames
    sandtable(*SEEDED, typed=("stay", "quit"))
    autosave.write_bytes(b"ruined")
    assert sandtable("table", "ford.toml", "--resume", "--previous", typed=("quit",)).code == ExitCode.OK


def test_a_new_battle_puts_the_saved_one_aside(sandtable: Command, autosave: Path) -> None:
    """From where it can be continued by its name."""
    sandtable(*SEEDED, typed=("stay", "quit"))
    said = sandtable(*SEEDED, typed=("quit",))
    (aside,) = autosave.parent.glob("picket-ford-*-2*.save.jsonl")
    assert f"is kept as {aside}" in said.err
    assert "boyle does nothing" in sandtable("table", str(aside), typed=("quit",)).out


def test_a_battle_that_cannot_be_saved_goes_on(sandtable: Command, folder: Path) -> None:
    """With one warning, however often it is tried."""
    (folder / "home").mkdir()
    (folder / "home" / "data").write_text("in the way", encoding="utf-8")
    said = sandtable(*SEEDED, typed=("stay", "stay"))
    assert said.err.count("the battle cannot be saved") == 1
    assert "ames does nothing" in said.out
    assert said.code == ExitCode.INPUT_OUTPUT
    assert said.lines[-1].endswith("The battle could not be saved.")


@pytest.mark.parametrize(
    "options", [("--resume", "--seed", "3"), ("--previous",), ("--dice", "typed", "--seed", "3"), ("--dice", "loaded")]
)
def test_options_that_do_not_go_together_are_refused(sandtable: Command, options: tuple[str, ...]) -> None:
    """Rather than ignored."""
    assert sandtable("table", "ford.toml", *options).code == ExitCode.USAGE


def test_what_cannot_be_ordered_says_by_which_rule(sandtable: Command) -> None:
    """In the list and where one was typed, of squares too; a word that names none leaves it at the list."""
    table = ("table", "outlaws/saloon_brawl", "--dice", "seeded", "--seed", "1")
    out = sandtable(*table, typed=("?", "stab", "quit")).out
    assert re.search(r"  [A-Z].* stab - not now: .* \(OUT-BRAWL-[04]\)\n", out)
    assert re.search(r"Not possible: .* stab: .* \(OUT-BRAWL-[04]\)\.\n", out)
    out = sandtable(*table, typed=("walk A1", "walk nowhere", "quit")).out
    assert re.search(r"> Not possible: .* \(OUT-[A-Z]+(-[0-9a-z]+)?\)\.\n", out)
    assert "> Nothing that can be ordered fits 'walk nowhere'; ? lists everything.\n" in out
