"""When a bug ends a battle, what is left behind has the bug again."""

from pathlib import Path
from typing import Any

import pytest

from sim.cli.output import ExitCode
from sim.engine.battle import Position
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.orders import TABLE_SENSE, Ask, Intent, Refusal
from sim.scenario import systems
from sim.scenario.records import load_record
from tests.cli.commands import Command, Said
from tests.picket import Picket


class Buggy(Picket):
    """Picket with a bug of one's choice, from turn 2 on."""

    id = "buggy"
    title = "Buggy"
    bug = ""

    def play(self, game: Game[Any, Any]) -> None:
        """Play, and go wrong."""
        late = game.state.turn > 1
        if late and self.bug == "at once":
            raise ZeroDivisionError("at once")
        super().play(game)
        if late and self.bug == "at the end":
            raise ZeroDivisionError("at the end")
        while late and self.bug == "endless":
            game.happen(Passed("picket"))

    def refusal(self, position: Position[Any, Any], ask: Ask, intent: Intent) -> Refusal | None:
        """Refuse what the raiders plan."""
        if self.bug == "illegal" and position.state.turn > 1 and ask.side == "raiders":
            return Refusal("never", TABLE_SENSE)
        return super().refusal(position, ask, intent)


BUGGY = Buggy()
BUGS = {
    "at once": "ZeroDivisionError: at once",
    "at the end": "ZeroDivisionError: at the end",
    "endless": "EndlessLoop: an activation took more than 20000 steps",
    "illegal": "IllegalIntent: raiders",
}


@pytest.fixture(autouse=True)
def scenario(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put a scenario of the buggy system into the folder; no other test is to meet that system."""
    monkeypatch.setattr(systems, "_ADOPTED", [*systems._ADOPTED, BUGGY])
    text = (folder / "ford.toml").read_text(encoding="utf-8")
    text = text.replace('system = "picket"', 'system = "buggy"').replace("[picket.moods]", "[buggy.moods]")
    (folder / "buggy.toml").write_text(text, encoding="utf-8")
    return "buggy.toml"


def bundle(folder: Path) -> Path:
    """Return the record that was left behind."""
    (file,) = (folder / "home" / "logs").glob("crash-*-battle.jsonl")
    return file


def told(said: Said, bug: str) -> bool:
    """Say whether a command ended in this bug."""
    return said.code == ExitCode.INTERNAL_ERROR and said.err.startswith(f"sandtable: internal error: {BUGS[bug]}")


RUN = ("run", "buggy.toml", "--seed", "3", "--quiet")
TABLE = ("table", "buggy.toml", "--players", "picket=human", "--dice", "seeded", "--seed", "3")


@pytest.mark.parametrize(
    ("command", "bug"), [*((RUN, bug) for bug in BUGS), *((TABLE, bug) for bug in BUGS if bug != "endless")]
)
def test_a_bug_in_a_battle_can_be_had_again(
    sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], bug: str
) -> None:
    """The record beside the crash file is sound, with orders that were typed; to verify it ends in the same bug."""
    monkeypatch.setattr(BUGGY, "bug", bug)
    said = sandtable(*command, typed=("stay",) * 12)
    assert told(said, bug)
    file = bundle(folder)
    assert f"to see the error again: sandtable replay {file} --verify" in said.err
    assert load_record(file).seed == 3
    assert told(sandtable("replay", str(file), "--verify"), bug)


@pytest.mark.parametrize("bug", ["at once", "illegal"])
@pytest.mark.parametrize("whole", [(), ("--whole",)])
def test_a_bug_in_a_decision_can_be_had_again(
    sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, bug: str, whole: tuple[str, ...]
) -> None:
    """With the very dice of the position."""
    sandtable("run", "buggy.toml", "--seed", "3", "--quiet", "--record", "battle.jsonl")
    sandtable("position", "battle.jsonl", "--frame", "20", "--out", "position.json")
    monkeypatch.setattr(BUGGY, "bug", bug)
    assert told(sandtable("decide", "position.json", *whole), bug)
    assert told(sandtable("replay", str(bundle(folder)), "--verify"), bug)


def test_an_order_that_wakes_a_bug_is_in_the_bundle(
    sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is allowed itself; what the other side answers in the same activation is not."""
    monkeypatch.setattr(BUGGY, "refusal", _no_snap_shots)
    typed = ("ames", "walk d3", "quit")
    said = sandtable("table", "buggy.toml", "--players", "picket=human", typed=typed)
    assert said.code == ExitCode.INTERNAL_ERROR
    assert "IllegalIntent: raiders, snap shot" in said.err
    again = sandtable("replay", str(bundle(folder)), "--verify")
    assert "IllegalIntent: raiders, snap shot" in again.err


def _no_snap_shots(position: Position[Any, Any], ask: Ask, intent: Intent) -> Refusal | None:
    return Refusal("never", TABLE_SENSE) if ask.side == "raiders" else Picket.refusal(BUGGY, position, ask, intent)


def test_a_bug_and_what_cannot_be_kept_are_both_told(
    sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that was asked for is kept as well."""
    monkeypatch.setattr(BUGGY, "bug", "at once")
    (folder / "home").mkdir()
    (folder / "home" / "logs").write_text("in the way", encoding="utf-8")
    said = sandtable("run", "buggy.toml", "--seed", "3", "--quiet")
    assert said.code == ExitCode.INTERNAL_ERROR
    assert "internal error: ZeroDivisionError: at once" in said.err
    assert "the battle could not be kept" in said.err
    sandtable("run", "buggy.toml", "--seed", "3", "--quiet", "--record", "out.jsonl")
    assert len(load_record("out.jsonl").frames) > 1


def test_ctrl_c_in_mid_activation_keeps_what_was_typed(
    sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The activation is played again from its checkpoint for each answer; those before must outlive that."""
    calls = []

    def play(game: Game[Any, Any]) -> None:
        calls.append(game)
        if len(calls) == 3:
            raise KeyboardInterrupt
        Picket.play(BUGGY, game)

    monkeypatch.setattr(BUGGY, "play", play)
    assert sandtable("table", "buggy.toml", typed=("red-1", "wary-1")).code == ExitCode.INTERRUPTED
    said = sandtable("table", "buggy.toml", "--resume", typed=("wary-2", "quit"))
    assert '"wary-2" is drawn from the moods' in said.out
