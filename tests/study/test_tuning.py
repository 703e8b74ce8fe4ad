"""What a scenario could be changed by, and which changes are worth many games."""

from contextlib import closing
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.files.toml_document import parse_toml
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.study import tuning
from sim.study.plan import Arm
from sim.study.played import Played
from sim.study.rates import Rate
from sim.study.store import GamePlayed, Store
from sim.study.tuning import PlayedProposal, Proposal, proposals, tuned

KAMENKA = load_scenario(find_scenario("farm_at_kamenka"))
ARM = Arm(KAMENKA.name, KAMENKA.text, KAMENKA.map_text, {"soviets": "commander", "germans": "solo"}, {})


def test_what_a_file_allows_is_proposed_one_change_at_a_time() -> None:
    """Turns, points, strength and reinforcements; whoever wins too seldom loses nobody, and comments stay."""
    found = {each.change: each.arm.text for each in proposals(ARM, "germans")}
    for change in (
        "limits.turns 5 → 4",
        "objectives.house.points 3 → 2",
        "victory.points 2 → 3",
        "conflict_of_heroes.caps 5 → 6",
        "sides.germans.reinforcements.J5.turn 2 → 3",
        "without sides.soviets.units.Maxim",
    ):
        assert change in found
    assert not [change for change in found if change.startswith("without sides.germans")]
    before, after = parse_toml(ARM.text, "").data, parse_toml(found["objectives.house.points 3 → 2"], "").data
    assert after != before and after["objectives"][0].pop("points") == 2
    assert before["objectives"][0].pop("points") == 3 and after == before
    assert "# They take back what was taken" in found["without sides.soviets.units.Maxim"]


def test_no_two_proposals_are_the_same() -> None:
    """Nor is any the scenario as it is; counts of men are among what is changed, where there are any."""
    of = load_scenario(find_scenario("la_petite_guerre/ambush_at_fish_coulee"))
    found = list(proposals(Arm(of.name, of.text, of.map_text, dict(of.players), {}), ""))
    assert len({each.arm.text for each in found} | {of.text}) == len(found) + 1
    assert any(".count 8 → 7" in each.change for each in found)


def test_few_games_are_played_of_what_is_hopeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of twelve proposals only those near what is wanted play on to the end, and the nearest comes first."""
    shares = {f"change {n}": n / 12 for n in range(12)}
    arms = {change: Arm(change, "", "", {"blue": "solo", "red": "solo"}, {}) for change in ("as it is", *shares)}

    def run(store: Store, playing: list[Arm], games: int, *_: object) -> None:
        for arm in playing:
            share = shares.get(arm.name, 0.9)
            of = {True: "blue", False: "red"}
            kept = [(n, of[int((n + 1) * share) > int(n * share)]) for n in store.missing(store.arm(arm), games)]
            won = [GamePlayed(n, n, Played(side, "", 1, 1, (), (), (), (), (), {}, ())) for n, side in kept]
            store.add(store.arm(arm), won)

    monkeypatch.setattr(tuning, "run", run)
    monkeypatch.setattr(tuning, "proposals", lambda arm, weaker: [Proposal(name, arms[name]) for name in shares])
    with closing(Store.begun(tmp_path / "tuned.study", 1)) as store:
        as_it_is, found = tuned(store, arms["as it is"], "blue", 0.5, 128, None, print)  # type: ignore[arg-type]
    assert as_it_is == Rate(115, 128)
    assert (found[0].proposal.change, found[0].rate) == ("change 6", Rate(64, 128))
    games = {outcome.proposal.change: outcome.rate.games for outcome in found}
    assert games["change 0"] == games["change 11"] == 8 and sum(games.values()) < 12 * 128 / 2
    assert [outcome.is_through for outcome in found] == [count == 128 for count in games.values()]


def test_a_proposal_is_written_as_a_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table names every change with its rate, and the file can be played; a file in the way is left alone."""
    changed = next(each for each in proposals(ARM, "") if each.change == "limits.turns 5 → 4")
    outcome = PlayedProposal(changed, Rate(51, 100), True)
    monkeypatch.setattr(tuning, "tuned", lambda *_: (Rate(68, 100), [outcome]))
    command = ["study", "tune", "farm_at_kamenka", "--games", "8", "--out", str(out := tmp_path / "even.toml")]
    assert main(command) == ExitCode.OK
    told = capsys.readouterr().out
    assert "soviets wins 68.0% (58.3% to 76.3%) of 100 games as the file is; wanted: 50 %" in told
    assert "1. 51.0% (41.3% to 60.6%)" in told and "limits.turns 5 → 4" in told
    assert load_scenario(out).battle.turns == 4
    assert main(command) == ExitCode.INPUT_OUTPUT
    assert main([*command, "--force", "--side", "nobody"]) == ExitCode.USAGE
    assert 'there is no side "nobody": expected soviets, germans' in capsys.readouterr().err
