"""`sandtable decide` and `sandtable forecast`: what an automated side does in a position, and what it may do."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from tests.cli.commands import Command

CARDS = "red-1,wary-1"


@pytest.fixture
def position(sandtable: Command, record: str) -> str:
    """Take the position at the beginning of turn 2 out of the record: frame 21 is a card, drawn by the seed."""
    assert sandtable("position", record, "--frame", "20", "--out", "position.json").code == ExitCode.OK
    return "position.json"


def test_a_decision_is_the_order_and_what_led_to_it(sandtable: Command) -> None:
    """Cards, dice, who was asked, the order in words; on request every option that was tried, and why not."""
    said = sandtable("decide", "ford.toml", "--cards", CARDS, "--dice", "5")
    assert said.code == ExitCode.OK
    assert said.lines[0] == 'card: card red-1 of the deck "cup": who acts'
    assert "dice: D6 for red-1: the raiders' table: 5" in said.lines
    assert said.lines[-2:] == ["asked: The raiders: action with red-1", "order: red-1 fires at ames"]
    out = sandtable("decide", "ford.toml", "--cards", CARDS, "--dice", "5", "--explain").out
    assert "PKT-CARD: bold: shoot: no (the mood is wary)\n" in out
    assert "PKT-TABLE: 5-6: shoot: yes\n" in out


A_PLAYERS = "the next decision is a player's"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("decide ford.toml --cards red-1,wary-1", "too few dice were given: next is D6 for red-1: the raiders' table"),
        ("decide ford.toml --dice 5", 'too few cards were given: next is a card of the deck "cup": who acts'),
        ("decide ford.toml --cards red-1,wary-1 --dice 5,4", "too many dice were given: nobody asked for 4"),
        ("decide ford.toml --cards red-1,wary-1 --dice 7", "7 is no face of the D6 (it has 1 to 6)"),
        ("decide ford.toml --cards red-9 --dice 5", 'card "red-9" is not there'),
        ("decide ford.toml --players picket=human --cards ames", f"{A_PLAYERS}: picket, action with ames"),
        ("decide ford.toml --players picket=human --cards ames --whole", f"{A_PLAYERS}: picket, action with ames"),
        ("decide battle.jsonl", "`sandtable position FILE --frame N` takes a position out of a record"),
        ("forecast ford.toml --runs 10", "more than 10 ways in which this can go; --runs N follows more of them\n"),
        ("forecast ford.toml --players picket=human,raiders=human", A_PLAYERS),
    ],
)
def test_what_cannot_be_decided_or_forecast_is_told(sandtable: Command, record: str, arguments: str, told: str) -> None:
    """Dice and cards that do not fit, a player's own decision, a record, more ways than allowed."""
    err = sandtable(*arguments.split()).refused()
    assert err.startswith("sandtable: ")
    assert told in err


@pytest.mark.parametrize("dice", [["five"], ["5;4"], ["1000000"], ["5", "--seed", "3"]])
def test_dice_are_numbers(sandtable: Command, dice: list[str]) -> None:
    """Anything else is a wrong command line, and so is a seed beside them."""
    assert sandtable("decide", "ford.toml", "--dice", *dice).code == ExitCode.USAGE


def test_a_position_decides_as_its_battle_did(sandtable: Command, position: str) -> None:
    """Seed and number of the request are in the file; else a made-up seed is printed, and decides the same again."""
    out = sandtable("decide", position, "--whole").out
    assert "red-2 goes to F4\n" in out
    assert "boyle snaps at red-2: hit\n" in out
    seed, *rest = sandtable("decide", "ford.toml").lines
    assert sandtable("decide", "ford.toml", "--seed", seed.removeprefix("seed ")).lines == rest


def test_a_position_of_a_battle_with_new_luck_has_its_dice(sandtable: Command, folder: Path, position: str) -> None:
    """They are those of the seed that the new luck came from."""
    data = json.loads((folder / position).read_text(encoding="utf-8"))
    told = set()
    for seed in range(6):
        (folder / "lucky.json").write_text(json.dumps({**data, "new_luck": [[0, seed]]}), encoding="utf-8")
        said = sandtable("decide", "lucky.json").out
        assert said == sandtable("decide", position, "--seed", str(seed)).out
        told.add(said)
    assert len(told) > 1


def test_a_decision_can_be_had_as_json(sandtable: Command) -> None:
    """The order as data and in words, with its reasons; of a whole activation orders and frames."""
    data = json.loads(sandtable("decide", "ford.toml", "--cards", CARDS, "--dice", "5", "--json").out)
    assert data["order"] == {"intent": "Shoot", "unit": "red-1", "target": "ames"}
    assert (data["by"], data["seed"], data["text"]) == ("solo", None, "red-1 fires at ames")
    assert data["notes"]
    arguments = ("--cards", CARDS, "--dice", "5,6,6", "--whole", "--json")
    data = json.loads(sandtable("decide", "ford.toml", *arguments).out)
    assert data["orders"] == [{"order": {"intent": "Shoot", "unit": "red-1", "target": "ames"}, "by": "solo"}]
    assert data["frames"][-1]["text"] == "red-1 fires at ames: hit"


def test_after_the_end_there_is_nothing_to_decide(sandtable: Command, record: str) -> None:
    """Neither to decide nor to forecast."""
    sandtable("position", record, "--frame", "72", "--out", "end.json")
    for command, *more in (["decide"], ["decide", "--whole"], ["forecast"]):
        told = sandtable(command, "end.json", *more).refused()
        assert told == "sandtable: the battle is over: nobody is left against them\n"


def test_an_edited_position_is_asked_as_it_is(sandtable: Command, folder: Path, position: str) -> None:
    """That is what positions are for: without ames, whom it had aimed at, red-1 thinks about somebody else."""
    data = json.loads((folder / position).read_text(encoding="utf-8"))
    data["state"]["units"] = [unit for unit in data["state"]["units"] if unit["id"] != "ames"]
    (folder / position).write_text(json.dumps(data), encoding="utf-8")
    out = sandtable("decide", position, "--cards", "red-1,wary-1", "--dice", "4", "--explain").out
    assert "whom to think about: boyle (the only one of the enemies on the map)" in out


# -- forecast -----------------------------------------------------------------------------------------------------


def test_a_forecast_is_a_table(sandtable: Command) -> None:
    """Fraction, percent and order, the likeliest first, and how likely a player is asked; as data with its dice."""
    said = sandtable("forecast", "ford.toml")
    assert said.code == ExitCode.OK
    fractions = [Fraction(line.split()[0]) for line in said.lines]
    assert sum(fractions) == 1
    assert fractions == sorted(fractions, reverse=True)
    assert said.lines[0] == "  1/5   20.0 %  The picket: action with boyle: boyle fires at red-2"
    prospects = json.loads(sandtable("forecast", "ford.toml", "--json").out)["prospects"]
    assert sum(Fraction(prospect["probability"]) for prospect in prospects) == 1
    assert {"asked", "result"} == set(prospects[0]["chance"][0])
    said = sandtable("forecast", "ford.toml", "--players", "picket=human")
    assert said.code == ExitCode.OK
    assert "  1/5   20.0 %  a player decides: The picket: action with ames" in said.lines
    assert any("The raiders: action with red-1" in line for line in said.lines)


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_forecast_adds_up_what_reads_the_same(sandtable: Command, how: tuple[str, ...]) -> None:
    """Four cards of one name are one prospect, with four times the probability."""
    said = sandtable("forecast", "tutorial", *how)
    texts = [each["text"] for each in json.loads(said.out)["prospects"]] if how else [line[14:] for line in said.lines]
    assert len(set(texts)) == len(texts) == 4
    first = json.loads(said.out)["prospects"][0]["probability"] if how else said.lines[0].split()[0]
    assert first == "4/11"
    assert "Adrenaline" in texts[0]
