"""Two arms are told apart by their games, and only where there are enough of them."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.study.comparing import SHARES
from sim.study.plan import Arm
from sim.study.played import Played, SideFigures
from sim.study.rates import Average, AverageDifference, PairedAverageDifference
from sim.study.store import GamePlayed, Store


def game(winner: str | None, turn: int, lost: int) -> Played:
    """Return a game in which blue loses so many of four units, and has a point for each turn."""
    blue, red = SideFigures("blue", turn, 4, lost, 0, 0.0, 0), SideFigures("red", 0, 2, 0, 0, 0.0, 0)
    return Played(winner, "", turn, 1, (blue, red), (), (), (), (), {}, ())


@pytest.fixture
def constructed(tmp_path: Path) -> str:
    """A study of three arms: blue wins 60 of 100 games, 40 of 100, and one that has none yet."""
    with closing(Store.begun(path := tmp_path / "made.study", 1)) as store:
        for wins, settings in ((60, {}), (40, {"fire": "far"}), (0, {"fire": "near"})):
            id_ = store.arm(Arm("ford", "text", "map", {"blue": "solo", "red": "solo"}, settings))
            games = [game("blue", 4 + n % 3, 2) if n < wins else game("red", 6, 4) for n in range(100 if wins else 0)]
            store.add(id_, [GamePlayed(number, number, played) for number, played in enumerate(games)])
    return str(path)


def test_known_counts_are_compared(constructed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """60 % against 40 % can be told from chance, and so can losses that hang on it; red's points are the same."""
    assert main(["study", "compare", f"{constructed}:1", f"{constructed}:2", "--json"]) == ExitCode.OK
    found = json.loads(capsys.readouterr().out)
    assert found["unlike"] == [{"what": "settings", "first": "as in the file", "second": "fire=far"}]
    figures = {(each["what"], each["side"]): each for each in found["figures"]}
    wins = figures["wins", "blue"]
    assert (wins["first"]["share"], wins["second"]["share"]) == (0.6, 0.4)
    assert [round(wins["difference"][key], 3) for key in ("share", "low", "high")] == [-0.2, -0.328, -0.061]
    lost = figures["loses", "blue"]
    assert lost["first"]["mean"] == pytest.approx(0.6 * 0.5 + 0.4) and lost["difference"]["told_from_chance"]
    assert figures["points", "red"]["difference"] == {"mean": 0, "low": 0, "high": 0, "told_from_chance": False}
    assert figures["turns", None]["first"]["mean"] == pytest.approx(5.4)
    assert ("wins", "nobody") not in figures


def test_the_lines_say_it_in_words(constructed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Which arms, in what they differ, and each figure of both with the difference."""
    assert main(["study", "compare", f"{constructed}:2", f"{constructed}:1"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "  settings: fire=far | as in the file"
    told = "+20.0% (+6.1% to +32.8%): can be told from chance"
    assert lines[3].startswith("blue wins  ") and lines[3].endswith(told)


@pytest.mark.parametrize(
    ("end", "told"), [("", "has 3 arms: name one"), (":4", "has no arm 4"), (":3", "has no games yet")]
)
def test_an_arm_that_is_not_there_is_said(
    constructed: str, end: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which are there, and how to name one."""
    assert main(["study", "compare", f"{constructed}:1", constructed + end]) == ExitCode.INVALID_INPUT
    assert told in capsys.readouterr().err


def test_a_single_game_says_nothing_of_a_mean() -> None:
    """Its interval has no end but what a share can be at all, and no difference from it is told from chance."""
    one, many = Average.of([0.5], (0, 1)), Average.of([0.9, 0.8, 0.9], (0, 1))
    assert one.interval == (0, 1) and not AverageDifference(one, many).is_told_from_chance


def test_a_share_differs_by_no_more_than_all() -> None:
    """However few games there are, one by one or as two samples."""
    few, all_ = [0.0, 0.5, 0.0], [1.0, 1.0, 1.0]
    apart = AverageDifference(Average.of(few, SHARES), Average.of(all_, SHARES))
    pairs = PairedAverageDifference.of(zip(few, all_, strict=True), SHARES)
    for each in (apart, pairs):
        assert each.mean == pytest.approx(5 / 6) and each.interval[1] == 1


def test_readings_are_compared_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten of 100 games go over to red: as pairs that can be told from chance, as two samples it cannot."""
    told = {}
    for paired in (True, False):
        with closing(Store.begun(path := tmp_path / f"{paired}.study", 1, paired=paired)) as store:
            for wins, settings in ((60, {}), (50, {"fire": "far"})):
                arm = Arm("ford", "text", "map", {"blue": "solo", "red": "solo"}, settings, paired)
                games = [game("blue" if n < wins else "red", 4 + n % 3, 2) for n in range(100)]
                store.add(store.arm(arm), [GamePlayed(n, arm.seed(1, n), played) for n, played in enumerate(games)])
        assert main(["study", "compare", f"{path}:1", f"{path}:2", "--json"]) == ExitCode.OK
        found = json.loads(capsys.readouterr().out)
        figures = {(each["what"], each["side"]): each for each in found["figures"]}
        assert figures["wins", "blue"]["difference"]["share"] == pytest.approx(-0.1)
        turns = figures["turns", None]["difference"]
        assert (turns["low"] == turns["high"] == 0) == paired
        assert found["pairs"] == (100 if paired else 0)
        told[paired] = figures["wins", "blue"]["difference"]["told_from_chance"]
    assert told == {True: True, False: False}
