"""Readings are measured in the same battles by the same seeds, and told apart game by game."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.resources import find_scenario, scenario_name, scenarios_folder, shipped_scenarios
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario
from sim.scenario.systems import rulebooks
from sim.study.plan import Arm
from sim.study.played import Played, SideFigures
from sim.study.rates import PairedDifference
from sim.study.readings import measured, page, reading_arms
from sim.study.store import TABLES, GamePlayed, Store
from tests.cli.commands import Command, Said

ELEVEN = "conflict_of_heroes/behaviour/eleven"
SIDES = {"soviets": "commander", "germans": "solo"}
OTHERWISE = [
    {"low_risk": "the target"},
    {"fire_zone": "normal"},
    {"idle_zones": "none"},
    {"abeam": "flank"},
    {"hex_defence": "every zone"},
    {"target_firepower": "printed"},
    {"close_support": "next hex"},
    {"moves_in_close_combat": "never"},
]


@pytest.fixture
def sandtable(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process."""

    def run(*arguments: str, typed: tuple[str, ...] = ()) -> Said:
        code = main(list(arguments))
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def eleven() -> Scenario:
    """Read a small battle."""
    return load_scenario(find_scenario(ELEVEN))


def test_there_is_an_arm_for_every_other_reading(eleven: Scenario) -> None:
    """The first reads as the file does; where the file reads otherwise than usual, the usual reading is the other."""
    assert [arm.settings for arm in reading_arms(eleven, SIDES)] == [{}, *OTHERWISE]
    text, folder = f'{eleven.text}\n[settings]\nabeam = "flank"\n', find_scenario(ELEVEN).parent
    flanked = reading_arms(parse_scenario(text, "eleven.toml", folder), SIDES)
    assert [arm.settings for arm in flanked] == [{}, *({"abeam": "front"} if "abeam" in o else o for o in OTHERWISE)]
    numbers = load_scenario(find_scenario("la_petite_guerre/behaviour/charge"))
    assert {"hex_front": 60} in [arm.settings for arm in reading_arms(numbers, {"metis": "solo", "militia": "solo"})]


def test_games_of_readings_have_the_seeds_of_the_usual_one(eleven: Scenario) -> None:
    """Number by number, though the arms are told apart; arms that are not paired keep seeds of their own."""
    usual, other, *_ = reading_arms(eleven, SIDES)
    assert [usual.seed(3, n) for n in range(4)] == [other.seed(3, n) for n in range(4)]
    assert usual.digest != other.digest
    alone = replace(other, paired=False)
    assert alone.seed(3, 0) not in (other.seed(3, 0), replace(usual, paired=False).seed(3, 0))


def test_a_study_of_readings_goes_on_where_it_was(sandtable: Command, tmp_path: Path) -> None:
    """One game of each reading and then another is the same as two at once, and FILE alone is shown without playing."""
    whole, parts, page_ = tmp_path / "whole.study", tmp_path / "parts.study", tmp_path / "page.md"
    common = ("study", "rulings", ELEVEN, "--seed", "5", "--processes", "1", "--out")
    assert sandtable(*common, str(parts), "--games", "1").code == ExitCode.OK
    said = sandtable(*common, str(parts), "--games", "2")
    assert sandtable(*common, str(whole), "--games", "2").out == said.out
    for table in TABLES:
        with closing(Store.read(whole)) as one, closing(Store.read(parts)) as other:
            assert set(one.dump(table)) == set(other.dump(table))
    assert said.lines[0] == f"{ELEVEN}: 2 games as in the file; wins of soviets"
    assert [line.split()[0] for line in said.lines[2:]][:3] == ["COH-5.3.1-cc", "COH-FZ-long", "COH-FZ-idle"]
    assert sandtable("study", "rulings", "--out", str(whole), "--page", str(page_)).out == said.out
    assert page_.read_text(encoding="utf-8").count("\n| COH-") == len(OTHERWISE)
    again = sandtable("study", "rulings", "--out", str(whole), "--page", str(page_))
    assert "page.md" in again.refused(ExitCode.INPUT_OUTPUT) or "page.md" in again.err


def game(winner: str, turn: int) -> Played:
    """Return a game that this side wins in this turn."""
    sides = tuple(SideFigures(side, 0, 4, 2, 0, 0.0, 0) for side in SIDES)
    return Played(winner, "", turn, 1, sides, (), (), (), (), {}, ())


def test_known_games_are_told_apart(eleven: Scenario, tmp_path: Path) -> None:
    """Of 100 games 30 of 60 won go over to the other side, in ten more the turn differs, the other 60 are alike."""
    usual, *others = reading_arms(eleven, SIDES)
    changed = next(arm for arm in others if arm.settings == {"abeam": "flank"})
    same = next(arm for arm in others if arm.settings == {"fire_zone": "normal"})
    with closing(Store.begun(tmp_path / "made.study", 1, paired=True)) as store:
        for arm, wins in ((usual, 60), (same, 60), (changed, 30)):
            turns = [6 if arm is changed and n >= 90 else 5 for n in range(100)]
            games = [game("soviets" if n < wins else "germans", turn) for n, turn in enumerate(turns)]
            store.add(store.arm(arm), [GamePlayed(n, n, each) for n, each in enumerate(games)])
        (battle,) = measured(store)
    assert (battle.games, battle.side, len(battle.figures)) == (100, "soviets", 2)
    zones, abeam = battle.figures
    assert (zones.rule.id, zones.alike, zones.row[-1]) == ("COH-FZ-long", 100, "no game differs")
    assert (abeam.rule.id, abeam.reading.value, abeam.alike) == ("COH-FLANK-abeam", "flank", 60)
    assert abeam.wins == PairedDifference(100, 30, 30, 0) and abeam.wins.is_told_from_chance
    assert abeam.row[4:6] == ("60.0% (50.2% to 69.1%)", "30.0% (21.9% to 39.6%)")
    assert "-30.0% (-38.7% to -20.2%): can be told from chance" in page([battle], "x").splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--out", "none.study"), "none.study"),
        (("--out", "plain.study"), "has no battle in which readings were measured"),
        ((ELEVEN, "--out", "plain.study"), "is a study of another kind: `sandtable study run` goes on with it"),
        (("nothing", "--out", "new.study"), "nothing"),
    ],
)
def test_what_cannot_be_measured_is_said(
    sandtable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    """No file, a study of something else, no such battle: nothing is written."""
    monkeypatch.chdir(tmp_path)
    with closing(Store.begun(Path("plain.study"), 1)) as store:
        store.arm(Arm("ford", "text", "map", SIDES, {}))
    said = sandtable("study", "rulings", *arguments)
    assert said.code != ExitCode.OK and told in said.err
    assert not Path("new.study").exists()


def test_what_tells_arms_apart_is_as_it_was(eleven: Scenario) -> None:
    """Studies from before arms could be paired are gone on with: their arms are found again."""
    arm = Arm("ford", "text", "map", SIDES, {})
    assert arm.digest == "8db04b7a77d42b0a" and "paired" in asdict(arm)


def test_the_shipped_page_has_every_battle_and_every_clause() -> None:
    """It is written by `study rulings --page`; a battle or a clause that is added is to be measured, too."""
    text = (scenarios_folder() / "READINGS.md").read_text(encoding="utf-8")
    battles = [name for name in map(scenario_name, shipped_scenarios()) if "/behaviour/" not in name]
    assert len(battles) > 16 and [name for name in battles if f"\n## {name}: " not in text] == []
    clauses = [rule for book in rulebooks() for rule in book.rulings if book.system != "picket"]
    missing = [f"{rule.setting} = {each.typed}" for rule in clauses for each in rule.readings[1:]]
    assert [told for told in missing if f"| {told} |" not in text] == []
