"""Every ending has its words and its exit code, and `--help` imports next to nothing."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import click
import pytest

from sim.cli.endings import run
from sim.cli.group import SUBCOMMANDS, LazyGroup, Subcommand, sandtable
from sim.cli.main import INTERRUPTED, main
from sim.cli.output import ExitCode
from sim.files import FileMistakes, UnsupportedVersion
from sim.files.mistakes import Mistake
from sim.resources import UnknownName
from sim.startup import SELDOM

CHECKOUT = Path(__file__).parent.parent.parent
HEAVY = {"numpy", "numba", "pygame", "pydantic", "networkx", "shapely", "platformdirs"}
OUR_LAYERS = {f"sim.{layer}" for layer in ("files", "grid", "board", "engine", "solo", "rules", "scenario", "view")}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep crash files out of the real log folder."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    return tmp_path


def ending(act: Callable[[], object]) -> int:
    """Return the exit code of a command that does this."""
    group = click.Group("sandtable", commands=[click.Command("act", callback=act)])
    return run(group, ["act"])


def raising(error: BaseException) -> int:
    """Return the exit code of a command that fails with this."""

    def act() -> None:
        raise error

    return ending(act)


def help_written_to(stdout: IO[str] | int) -> tuple[int, str]:
    """Show the help in a Python of its own; return its exit code and what it says on stderr."""
    command = [sys.executable, "-m", "sim", "--help"]
    answer = subprocess.run(command, cwd=CHECKOUT, stdout=stdout, stderr=subprocess.PIPE, text=True)
    return answer.returncode, answer.stderr


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ([], []),
        (["los"], ["--convention NAME"]),
        (["map"], ["list", "check", "show", "render", "convert", "schema"]),
        (["rules"], ["--search WORD"]),
    ],
)
def test_help_imports_nothing_heavy(command: list[str], told: list[str]) -> None:
    """`sandtable --help`, and that of a command, leaves numpy, numba, pygame, pydantic and our own layers alone."""
    words = [*command, "--help"]
    code = f"import sys; from sim.cli.main import main; main({words}); print(*sys.modules, file=sys.stderr)"
    answer = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True)
    assert answer.returncode == 0
    assert (HEAVY | OUR_LAYERS) & set(answer.stderr.split()) == set()
    assert [word for word in told if word not in answer.stdout] == []


def test_no_command_is_heavy_before_it_is_called() -> None:
    """Importing every command, as its own `--help` and shell completion do, brings nothing heavy along either."""
    modules = sorted({entry.where.partition(":")[0] for entry in SUBCOMMANDS.values()})
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True)
    assert answer.returncode == 0
    assert (HEAVY | OUR_LAYERS) & set(answer.stdout.split()) == set()


def test_help_lists_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    """With its summary; `--version` names the program; a mistyped command is answered with the near one."""
    assert main(["--help"]) == ExitCode.OK
    shown = capsys.readouterr().out
    for name, entry in SUBCOMMANDS.items():
        assert name in shown
        assert entry.summary in shown
    assert main(["--version"]) == ExitCode.OK
    assert capsys.readouterr().out.startswith("sandtable 0.")
    main(["veiw"])
    assert "No such command 'veiw'. Did you mean view?" in capsys.readouterr().err


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_table_points_at_real_commands(name: str) -> None:
    """Each entry of the table can be imported and is a click command."""
    assert sandtable.get_command(click.Context(sandtable), name) is not None


def test_only_the_called_command_is_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command that cannot even be imported does not disturb its neighbours."""
    source = "import click\n\n@click.command()\ndef good():\n    click.echo('done')\n"
    (tmp_path / "planted_command.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    table = {
        "good": Subcommand("planted_command:good", "Works."),
        "broken": Subcommand("no_such_module:command", "Does not."),
    }
    group = LazyGroup("sandtable", subcommands=table)
    assert run(group, ["--help"]) == ExitCode.OK
    assert run(group, ["good"]) == ExitCode.OK
    assert run(group, ["broken"]) == ExitCode.INTERNAL_ERROR


def test_garbage_is_looked_for_seldom_where_no_window_opens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the import of the command to its end, however it ends; a window finds what Python sets."""
    before = gc.get_threshold()
    say = "    click.echo(gc.get_threshold())\n"
    source = f"import gc, click\nif True:\n{say}\n@click.command()\ndef good():\n{say}    raise OSError('full')\n"
    monkeypatch.syspath_prepend(tmp_path)
    for name, opens_window, told in (("headless", False, SELDOM), ("windowed", True, before)):
        (tmp_path / f"{name}_command.py").write_text(source, encoding="utf-8")
        table = {"good": Subcommand(f"{name}_command:good", "Ends badly.", opens_window)}
        assert run(LazyGroup("sandtable", subcommands=table), ["good"]) == ExitCode.INPUT_OUTPUT
        assert capsys.readouterr().out == f"{told}\n" * 2
        assert gc.get_threshold() == before
    assert [name for name, entry in SUBCOMMANDS.items() if entry.opens_window] == ["play", "view", "edit"]


@pytest.mark.parametrize("arguments", [[], ["--nonsense"], ["nonsense"]])
def test_a_wrong_command_line_is_a_usage_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing, an unknown option and an unknown command end in 2 with the usage on stderr."""
    assert main(arguments) == ExitCode.USAGE
    output = capsys.readouterr()
    assert output.out == ""
    assert "Usage: sandtable" in output.err


def test_a_command_may_choose_its_ending(capsys: pytest.CaptureFixture[str]) -> None:
    """No news is good news; the start knows its own code, and mistakes are told in full, with file and reason."""
    assert ending(lambda: None) == 0
    assert ending(lambda: ExitCode.REPLAY_DIVERGED) == 7
    assert ending(lambda: click.get_current_context().exit(ExitCode.UNSUPPORTED_VERSION)) == 4
    assert INTERRUPTED == ExitCode.INTERRUPTED
    mistakes = FileMistakes([Mistake("a.toml", line, "", "", f"wrong {line}") for line in (1, 2)])
    assert raising(mistakes) == 3
    assert capsys.readouterr().err == f"{mistakes}\n"
    assert raising(UnknownName("no map 'x'")) == 3
    assert capsys.readouterr().err == "sandtable: no map 'x'\n"
    assert ending(lambda: Path("no-such-file").read_text()) == 5
    assert capsys.readouterr().err == "sandtable: no-such-file: No such file or directory\n"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnsupportedVersion([Mistake("a.toml", 1, "format", "9", "1")]), 4),
        (KeyError("x"), 8),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (click.UsageError("wrong"), 2),
        (click.BadParameter("wrong"), 2),
        (click.FileError("a.toml"), 5),
        (click.ClickException("wrong"), 3),
    ],
    ids=repr,
)
def test_every_error_has_its_code(error: BaseException, code: int) -> None:
    """Another format version, a bug, Ctrl-C, also at a prompt; click would end most of its own in 1."""
    assert raising(error) == code


def test_an_interrupt_while_a_class_is_made_ends_in_130(capsys: pytest.CaptureFixture[str]) -> None:
    """Which Python hands on as an error of another kind."""

    def made() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as pressed:
            raise RuntimeError("Error calling __set_name__ on 'Field' instance") from pressed

    assert ending(made) == 130
    assert capsys.readouterr().err == "sandtable: stopped\n"


def test_an_interrupt_while_starting_is_no_traceback() -> None:
    """Ctrl-C while click is being imported ends like Ctrl-C at any later time."""
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from sim.cli.main import main\n"
        "sys.exit(main(['--help']))\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "sandtable: stopped\n")


def test_a_bug_leaves_one_line_and_a_crash_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unforeseen exception ends in 8; its traceback lies where the one line says."""
    assert raising(ZeroDivisionError("division\nby zero")) == 8
    (crash,) = (home / "logs").glob("crash-*.txt")
    expected = f"sandtable: internal error: ZeroDivisionError: division (details in {crash})\n"
    assert capsys.readouterr().err == expected
    assert "Traceback" in crash.read_text(encoding="utf-8")


def test_a_bug_is_shown_if_it_cannot_be_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a place for the crash file the traceback goes to stderr rather than nowhere."""
    (home / "logs").write_text("in the way", encoding="utf-8")
    assert raising(ZeroDivisionError()) == 8
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert "no crash file" in shown.splitlines()[-1]


def test_a_closed_pipe_is_no_error() -> None:
    """`sandtable ... | head` ends quietly when the reader has had enough."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert help_written_to(writer) == (0, "")
    finally:
        os.close(writer)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which is always full")
def test_a_full_disk_is_one_line() -> None:
    """Output that cannot be written ends in 5 with the system's reason, and no traceback."""
    with Path("/dev/full").open("w") as full:
        assert help_written_to(full) == (5, "sandtable: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which is always full")
@pytest.mark.parametrize(("arguments", "code"), [(["map", "show", "nope"], 3), (["nonsense"], 2)])
def test_the_code_stays_if_the_message_cannot_be_written(arguments: list[str], code: int) -> None:
    """A full disk under stderr takes the words away, and nothing else."""
    with Path("/dev/full").open("w") as full:
        answer = subprocess.run([sys.executable, "-m", "sim", *arguments], cwd=CHECKOUT, stderr=full)
    assert answer.returncode == code
