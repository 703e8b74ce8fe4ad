"""Lines for terminals, for pipes, and for those who have had enough."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sim.cli.group import SUBCOMMANDS
from sim.cli.output import ExitCode
from sim.cli.telling import LogFormatter, wrapped
from sim.engine.state import Outcome
from sim.engine.words import paragraphs
from tests.cli.commands import Command
from tests.picket_positions import field

CHECKOUT = Path(__file__).parent.parent.parent
START = (
    "import sys; from sim.scenario.systems import adopt; from tests.picket import PICKET; adopt(PICKET); "
    "from sim.cli.main import main; sys.exit(main())"
)


def started(*arguments: str, **settings: Any) -> "subprocess.Popen[str]":
    """Start the command in a Python of its own."""
    command = [sys.executable, "-c", START, *arguments]
    paths = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(command, text=True, env=paths, stderr=subprocess.PIPE, **settings)


def test_a_long_line_is_wrapped_under_itself() -> None:
    """Ids are not broken at hyphens; for a pipe or a narrow terminal it stays whole; paragraphs keep their breaks."""
    line = "     PKT-TABLE: red-1 fires at somebody behind a red-brick wall"
    parts = wrapped(line, 40)
    assert len(parts) == 2
    assert all(len(part) <= 40 for part in parts)
    assert parts[1].startswith("         ")
    assert " ".join(part.strip() for part in parts) == line.strip()
    assert wrapped("word " * 100, 0) == ["word " * 100]
    assert wrapped(" " * 30 + "word " * 10, 20) == [" " * 30 + "word " * 10]
    assert list(paragraphs("\none\ntwo\n\nthree\n")) == ["one two", "three"]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent there")
def test_ctrl_c_at_a_real_prompt_saves(folder: Path) -> None:
    """It ends in 130, and the battle can be continued."""
    table = started("table", "ford.toml", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert table.stdout is not None
    while not table.stdout.readline().startswith("Draw a card"):
        pass
    time.sleep(0.1)  # for the prompt, which has no end of line to wait for
    table.send_signal(signal.SIGINT)
    _, err = table.communicate(timeout=120)
    assert table.returncode == ExitCode.INTERRUPTED
    assert "The battle is saved" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("name", [name for name in SUBCOMMANDS if name != "map"])
def test_every_command_has_help(sandtable: Command, name: str) -> None:
    """Which ends well and says more than its one line."""
    said = sandtable(name, "--help")
    assert said.code == ExitCode.OK
    assert "Usage: sandtable" in said.out


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome("raiders", "dusk", (("raiders", 2),)), "victory for the raiders, dusk (the raiders 2)."),
        (Outcome(None, "dusk"), "a draw, dusk."),
    ],
)
def test_the_last_line_says_who_has_won_and_why(outcome: Outcome, text: str) -> None:
    """As the log does."""
    assert LogFormatter(field().battle).outcome(outcome) == f"The battle is over: {text}"
