"""The benchmark runs, and every line of it has figures. How big they are is for people to read, not for a test."""

import ast
import doctest
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from sim.resources import shipped_scenarios
from tests.tools.loading import CHECKOUT, TOOLS, load

NAMES = (
    *("view-known", "view-still", "view-pointing", "view-panning", "view-longest", "view-state", "view-front"),
    *("view-first", "view-smoke", "all-pairs", "sight-new", "sight-way", "sight-known", "sight-table"),
    *("reach-hex-networkx", "reach-hex-tcod", "reach-square-networkx", "reach-square-tcod"),
    *("reach-square-tcod-simple", "reach-near", "reach-facing", "step-table", "engine-empty", "record-write"),
    *("record-verify", "coh-turn-farm_at_kamenka", "coh-turn-zimovets_ridge", "coh-game", "outlaws-activation"),
    *("research-step", "research-game"),
    *("coh-front-10", "coh-front-30", "coh-front-60", "coh-front-150"),
    *("cuc-turn", "aas-interrupt", "lpg-turn", "paint-first-1080", "paint-first-2160"),
    *("start-up-help", "command-run-tutorial", "command-list-scenarios", "command-rules", "map-large"),
    *("kernels-import", "kernels-load"),
)


def run_bench(*arguments: str) -> str:
    """Run the benchmark with this Python, not with that of the checkout, and return what it prints."""
    pytest.importorskip("tcod")
    command, paths = [sys.executable, str(TOOLS / "bench_report.py"), *arguments], {"PYTHONPATH": str(CHECKOUT)}
    answer = subprocess.run(command, cwd=CHECKOUT, env={**os.environ, **paths}, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


timing = load("bench_timing")


@pytest.fixture(scope="module")
def full_report() -> dict[str, Any]:
    """Run everything once, on small maps."""
    measured: dict[str, Any] = json.loads(run_bench("--quick", "--json"))
    return measured


SAMPLE = ("all-pairs", "reach-near", "engine-empty")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """Run some subjects once, on small maps; mypy sees every day that the others fit what they measure."""
    only = [word for name in SAMPLE for word in ("--only", name)]
    measured: dict[str, Any] = json.loads(run_bench("--quick", "--json", *only))
    return measured


@pytest.mark.parametrize(
    ("which", "name"),
    [
        *(("report", name) for name in SAMPLE),
        *(pytest.param("full_report", name, marks=[pytest.mark.long]) for name in NAMES),
    ],
)
def test_a_line_has_figures(request: pytest.FixtureRequest, which: str, name: str) -> None:
    """Each question that was asked for is there, took time, and so did its peer."""
    lines = [line for line in request.getfixturevalue(which)["lines"] if line["name"].startswith(name)]
    assert lines
    for line in lines:
        assert line["ours"] > 0 and line["calm"] > 0
        if line["peer"]:
            assert line["theirs"] > 0 and line["ratio"] > 0


def test_no_line_is_there_twice_and_none_is_judged(report: dict[str, Any]) -> None:
    """Two runs can be compared by names, statistic and versions; targets are for the full sizes."""
    names = [line["name"] for line in report["lines"]]
    assert len(names) == len(set(names))
    assert {line["verdict"] for line in report["lines"]} == {""}
    assert "median" in report["statistic"]
    assert {"python", "numpy", "networkx", "tcod", "kernels"} <= set(report["machine"])


def test_one_subject_alone_as_a_table() -> None:
    """`--only` leaves the others out, and the table tells the definitions apart."""
    table = run_bench("--quick", "--only", "all-pairs")
    assert table.splitlines()[2].startswith("all pairs, hex")
    assert "reach, whole map" not in table
    assert "no heights, no walls" in table


def test_every_battle_and_the_browser_can_be_surveyed_in_three_windows() -> None:
    """Each by a name of its own; none of the minutes that it takes are part of a run that names nothing."""
    answers = load("bench_answers")
    names = [survey.name for survey in answers.surveys()]
    assert len(names) == len(set(names))
    battles = {file.stem for file in shipped_scenarios() if file.parent.name != "behaviour"}
    assert {name.split("-")[1] for name in names} == {"browser", *battles}
    assert {name.split("-")[2] for name in names} == {"720", "1080", "2160"}
    assert not [line for line in NAMES if line.startswith("answers")]


@pytest.mark.long
def test_the_games_of_a_set_battle_are_timed_with_reasons_and_without() -> None:
    """And the longest activation of them all, which is the longest of a game, and no longer than one."""
    lines = json.loads(run_bench("--quick", "--json", "--only", "games-tutorial"))["lines"]
    game, bare, longest = (line["ours"] for line in lines)
    assert game > longest > 0 and bare > 0


@pytest.mark.long
@pytest.mark.parametrize("what", ["conflict_of_heroes/behaviour/eleven", "browser"])
def test_a_player_does_everything_once(what: str) -> None:
    """Each situation has its longest frame, and says what was done before it."""
    survey = load("bench_answers").Survey(what, "720")
    longest = survey._played()
    assert len(longest) > 8
    assert all(seconds > 0 and ", frame " in words for seconds, words in longest.values())


def test_a_ratio_is_that_of_the_median_round() -> None:
    """One slow round of a peer makes nobody fast."""
    assert timing.Figures((1.0, 1.0, 1.0)).times_faster_than(timing.Figures((3.0, 2.0, 90.0))) == 3.0


@pytest.mark.parametrize(
    ("target", "verdict"),
    [
        (timing.Target(times=3), "met"),
        (timing.Target(times=5), "missed"),
        (timing.Target(under=2.0), "met"),
        (timing.Target(under=0.5), "missed"),
        (timing.NO_TARGET, ""),
    ],
)
def test_a_line_says_whether_its_target_is_met(target: Any, verdict: str) -> None:
    """A ratio has to be reached, a time to be stayed under."""
    assert (
        timing.Line("line", "what", timing.Figures((1.0,)), "peer", timing.Figures((4.0,)), target).verdict == verdict
    )


def test_contenders_take_turns() -> None:
    """Nobody is always first, and the first round, which warms the caches, is not counted."""
    order: list[str] = []
    contenders = [timing.repeated(lambda name=name: order.append(name)) for name in "ab"]
    answer = timing.race(contenders, timing.Effort(rounds=3, seconds=0.0))
    assert "".join(order) == "ab" + "ab" + "ba" + "ab"
    assert [len(contender.rounds) for contender in answer] == [3, 3]


def test_the_examples_are_true() -> None:
    """The examples in the docstrings of the timing run as they stand."""
    assert doctest.testmod(timing).failed == 0


def test_the_benchmark_parses_on_an_old_python() -> None:
    """Otherwise a syntax error would be all that the user of an old Python sees."""
    ast.parse((TOOLS / "bench.py").read_text(encoding="utf-8"), feature_version=(3, 7))
