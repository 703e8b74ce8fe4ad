"""The set-up does each step once, repeats what was broken off, and says clearly what it cannot do.

The environments are real; the pip inside them is a stand-in that notes what it was asked to install.
"""

import ast
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from tests.tools.loading import load

TOOLS = Path(__file__).parent.parent.parent / "tools"

PIP = """\
import pathlib, sys
here = pathlib.Path(__file__).parent
if "install" in sys.argv:
    with (here / "asked").open("a") as asked:
        print(*sys.argv[1:], file=asked)
    if (here / "fail").exists():
        sys.exit("pip says: no network")
"""

WARM_UP = """\
import pathlib, sys
with pathlib.Path("compiled").open("a") as compiled:
    print("once", file=compiled)
sys.exit("no compiler" if pathlib.Path("fail").exists() else 0)
"""


setup_env = load("setup_env")
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


class Checkout:
    """A checkout with an environment made by hand, as somebody may have left it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = setup_env.Environment(folder)
        (folder / "pyproject.toml").write_text("first", encoding="utf-8")
        (folder / setup_env.LOCK).write_text("first", encoding="utf-8")
        venv.create(self.environment.folder, with_pip=False, symlinks=os.name != "nt")
        self.pip = self._site_packages() / "pip"
        self.pip.mkdir()
        (self.pip / "__init__.py").touch()
        (self.pip / "__main__.py").write_text(PIP, encoding="utf-8")

    def _site_packages(self) -> Path:
        base = {"base": str(self.environment.folder), "platbase": str(self.environment.folder)}
        return Path(sysconfig.get_path("purelib", "venv", base))

    @property
    def orders(self) -> list[list[str]]:
        """Return the words that pip was given, in order."""
        file = self.pip / "asked"
        return [line.split() for line in file.read_text().splitlines()] if file.exists() else []

    @property
    def asked(self) -> list[str]:
        """Return in which form pip was asked to install the project, in order."""
        return [words[-1] for words in self.orders if "--editable" in words]

    def install(self, extra: str = "") -> None:
        """Run the step under test."""
        setup_env.install(self.environment, VERSION, extra)

    def add_kernels(self) -> None:
        """Give the checkout something to compile."""
        board = self.folder / "sim" / "board"
        board.mkdir(parents=True)
        (board / "kernels.py").write_text("first", encoding="utf-8")
        (board / "warm_up.py").write_text(WARM_UP, encoding="utf-8")

    def compilations(self) -> int:
        """Compile if need be, and return how often that has happened so far."""
        setup_env.compile_kernels(self.environment, VERSION)
        return (self.folder / "compiled").read_text().count("once")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a fresh checkout."""
    return Checkout(tmp_path)


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10), (3, 15), (4, 0)])
def test_other_pythons_are_refused(version: tuple[int, int]) -> None:
    """Too old and too new are both named, with what would be right."""
    complaint = setup_env.python_complaint(version)
    assert "needs Python 3.11, 3.12, 3.13 or 3.14" in complaint
    assert f"this is Python {version[0]}.{version[1]}" in complaint


@pytest.mark.parametrize("version", [(3, 11), (3, 12, 1), (3, 14)])
def test_supported_pythons_are_accepted(version: tuple[int, ...]) -> None:
    """The versions of pyproject.toml pass."""
    assert setup_env.python_complaint(version) == ""


@pytest.mark.parametrize("name", ["setup_env", "play", "test"])
def test_the_tools_parse_on_an_old_python(name: str) -> None:
    """Otherwise a syntax error would be all that the user of an old Python sees."""
    tree = ast.parse((TOOLS / f"{name}.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    from_imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert "__future__" not in [node.module for node in from_imports]


@pytest.mark.parametrize("name", ["play", "test"])
def test_an_old_python_gets_the_message_and_nothing_else(name: str) -> None:
    """The tools stop before they import or define anything that an old Python lacks."""
    code = "import runpy, sys; sys.version_info = (3, 6, 9); sys.path.insert(0, sys.argv[1]); "
    code += f"runpy.run_path(sys.argv[1] + '/{name}.py', run_name='__main__')"
    answer = subprocess.run([sys.executable, "-c", code, str(TOOLS)], capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.strip() == setup_env.python_complaint((3, 6))


INSTALLED = {
    "an environment made by hand is kept, and pip runs once to be sure": (["game"], ["."]),
    "with the stamp in place pip is not called, so no network is needed": (["test", "test"], [".[test]"]),
    "a change of pyproject.toml may be a new dependency": (["game", "pyproject.toml", "game"], [".", "."]),
    "a renewed lock may have other versions": (["game", setup_env.LOCK, "game"], [".", "."]),
    "what is installed belongs to one version of Python": (["game", "3.99"], [".", "."]),
    "whoever has run the tests can play without installing anew": (["test", "game"], [".[test]"]),
    "whoever has played still needs the test tools": (["game", "test"], [".", ".[test]"]),
}


@pytest.mark.parametrize(("steps", "asked"), INSTALLED.values(), ids=INSTALLED)
def test_what_is_missing_is_installed(checkout: Checkout, steps: list[str], asked: list[str]) -> None:
    """For the game or for the tests, for another Python, and after a file has changed."""
    assert setup_env.ready_venv(checkout.environment) == VERSION
    for step in steps:
        if (checkout.folder / step).exists():
            (checkout.folder / step).write_text("second", encoding="utf-8")
        else:
            setup_env.install(
                checkout.environment, step if step == "3.99" else VERSION, "test" if step == "test" else ""
            )
    assert checkout.asked == asked


def test_a_failed_install_is_told_and_repeated(checkout: Checkout) -> None:
    """Pip's own words are shown, and the next start tries again, even if an older stamp was there."""
    checkout.install()
    (checkout.folder / "pyproject.toml").write_text("second", encoding="utf-8")
    (checkout.pip / "fail").touch()
    with pytest.raises(setup_env.SetupFailed, match="pip says: no network"):
        checkout.install()
    (checkout.pip / "fail").unlink()
    (checkout.folder / "pyproject.toml").write_text("first", encoding="utf-8")
    checkout.install()
    assert checkout.asked == [".", "."]
    assert len(checkout.orders) == 5  # the builder and the project each time, and of the one that failed the first only


def test_only_versions_of_the_lock_are_installed(checkout: Checkout) -> None:
    """Neither the project nor what builds it, which is named here once more, fetches what was released this morning."""
    checkout.install("test")
    lock = str(checkout.folder / setup_env.LOCK)
    assert [words[-1] for words in checkout.orders] == [setup_env.BUILDER, ".[test]"]
    assert all(words[words.index("--constraint") + 1] == lock for words in checkout.orders)
    assert "--no-build-isolation" in checkout.orders[-1]
    (required,) = tomllib.loads((TOOLS.parent / "pyproject.toml").read_text())["build-system"]["requires"]
    assert required.startswith(f"{setup_env.BUILDER}>=")


@pytest.mark.long  # pip takes ten seconds to install itself
def test_a_half_made_environment_is_remade(checkout: Checkout) -> None:
    """An environment whose Python is gone is made anew, pip included, and its stamps go with it."""
    checkout.install()
    shutil.rmtree(checkout.environment.python.parent)
    assert setup_env.ready_venv(checkout.environment) == VERSION
    assert setup_env.run_quietly([checkout.environment.python, "-m", "pip", "--version"]).returncode == 0
    assert list(checkout.environment.folder.glob("*.stamp")) == []


def test_a_python_of_the_system_does_not_pass_for_the_environments(checkout: Checkout) -> None:
    """Without pyvenv.cfg the linked Python is the system's, and pip would install there."""
    (checkout.environment.folder / "pyvenv.cfg").unlink()
    assert checkout.environment.version() == ""


def test_an_environment_that_is_of_no_use_is_remade(
    checkout: Checkout, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Where there is none, where pip would refuse to install, or where Python was upgraded beneath the packages."""
    nowhere = setup_env.Environment(tmp_path_factory.mktemp("nowhere"))
    assert "Making" in setup_env.venv_complaint(nowhere, "")
    assert setup_env.venv_complaint(checkout.environment, VERSION) == ""
    assert "not supported" in setup_env.venv_complaint(checkout.environment, "3.9")
    if os.name != "nt":  # there, all versions use one folder, and the environment holds a Python of its own
        other = "3.12" if VERSION != "3.12" else "3.13"
        assert "another Python" in setup_env.venv_complaint(checkout.environment, other)


def test_what_to_install_is_named_if_no_environment_can_be_made(tmp_path: Path) -> None:
    """When `python -m venv` fails, the message names the missing package and Python's own words."""
    (tmp_path / ".venv").write_text("in the way", encoding="utf-8")
    with pytest.raises(setup_env.SetupFailed, match=r"apt install python3-venv(.|\n)*What Python said:\n."):
        setup_env.make_venv(setup_env.Environment(tmp_path))


def test_nothing_in_the_current_folder_is_run(
    checkout: Checkout, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody starts a tool may lie a `pip`, a `venv` or a `sim` of anybody's making."""
    here = tmp_path_factory.mktemp("here")
    (here / "sim").mkdir()
    for name in ("pip", "venv", "ensurepip", "sim/__init__", "sim/__main__", "os", "runpy"):
        (here / f"{name}.py").write_text(f"open({str(here / 'sprung')!r}, 'a').write({name!r})\n", encoding="utf-8")
    monkeypatch.chdir(here)
    checkout.add_kernels()
    assert setup_env.start(checkout.environment, ["-P", "-c", "pass"]) == 0
    shutil.rmtree(checkout.pip)
    (checkout.folder / "pyproject.toml").write_text("second", encoding="utf-8")
    monkeypatch.setattr(setup_env, "CHECKOUT", checkout.folder)
    load("play").main(["--help"])  # ensurepip is asked for a pip, and the stand-in for a checkout has no game
    shutil.rmtree(checkout.environment.folder)
    checkout.environment.folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(setup_env.SetupFailed):
        setup_env.make_venv(checkout.environment)
    assert not (here / "sprung").exists(), (here / "sprung").read_text()


def test_kernels_are_compiled_once(checkout: Checkout) -> None:
    """The second start does not compile again; new kernels are compiled before the first battle, not during it."""
    checkout.add_kernels()
    assert [checkout.compilations(), checkout.compilations()] == [1, 1]
    for room, compiled in (("kernels.py", 2), ("sight_kernels.py", 3)):
        (checkout.folder / "sim" / "board" / room).write_text("second", encoding="utf-8")
        assert checkout.compilations() == compiled


def test_kernels_that_do_not_compile_stop_nobody(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """The failure is told, the game goes on, and the next start tries again."""
    checkout.add_kernels()
    (checkout.folder / "fail").touch()
    assert [checkout.compilations(), checkout.compilations()] == [1, 2]
    assert "no compiler" in capsys.readouterr().err


def test_the_childs_exit_code_is_ours(checkout: Checkout) -> None:
    """After the set-up the words are run, and their ending is the answer."""
    assert setup_env.start(checkout.environment, ["-c", "import sys; sys.exit(7)"]) == 7
    assert checkout.asked == ["."]


@pytest.mark.skipif(os.name == "nt", reason="signals are a matter of POSIX")
def test_a_child_ended_by_a_signal_gives_the_shells_number() -> None:
    """A crash inside a library must not look like success."""
    code = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert setup_env.run_child([sys.executable, "-c", code]) == 128 + 15


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent there")
class TestCtrlC:
    """Pressed while a tool runs: 130, and no traceback."""

    WAITING = """import signal, time
print('here', flush=True)
for _ in range(500):
    if signal.SIGINT in signal.sigpending(): break
    time.sleep(0.01)
"""

    def started(self, checkout: Checkout) -> "subprocess.Popen[str]":
        """Start the game in a checkout, as the leader of a group: Ctrl-C reaches all of it."""
        for name in ("setup_env", "play"):
            (checkout.folder / "tools").mkdir(exist_ok=True)
            shutil.copy(TOOLS / f"{name}.py", checkout.folder / "tools")
        pipe = subprocess.PIPE
        command = [sys.executable, str(checkout.folder / "tools" / "play.py")]
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)

    def pressed(self, tool: "subprocess.Popen[str]") -> tuple[int, str]:
        """Press it, and return how the tool ends and what it says."""
        os.killpg(tool.pid, signal.SIGINT)
        told = tool.communicate(timeout=120)[1]
        return tool.returncode, told

    def test_during_the_set_up(self, checkout: Checkout) -> None:
        """The set-up says that it can be gone on with."""
        (checkout.pip / "__main__.py").write_text("import time; time.sleep(20)", encoding="utf-8")
        tool = self.started(checkout)
        assert tool.stderr is not None
        assert tool.stderr.readline().startswith("Installing")
        assert self.pressed(tool) == (130, "\nStopped; start again to go on with the set-up.\n")

    LET_THROUGH = "import signal; signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})"
    GAMES = {
        "it ends by it as soon as it asks for it": (
            f"{WAITING}try: {LET_THROUGH}\nexcept KeyboardInterrupt: raise SystemExit(130)",
            130,
        ),
        "it goes on after it, and decides what it means": (
            f"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n{WAITING}raise SystemExit(7)",
            7,
        ),
    }

    @pytest.mark.parametrize(("game", "code"), GAMES.values(), ids=GAMES)
    def test_before_the_game_can_answer(self, checkout: Checkout, game: str, code: int) -> None:
        """It is kept for the game, and the tool waits for it."""
        (checkout.pip.parent / "sim").mkdir()
        (checkout.pip.parent / "sim" / "__main__.py").write_text(game, encoding="utf-8")
        tool = self.started(checkout)
        assert tool.stdout is not None
        assert tool.stdout.readline() == "here\n"
        ended, told = self.pressed(tool)
        assert ended == code and "Traceback" not in told


def test_a_failed_set_up_runs_nothing(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason is shown, the code is 1, and the words are not run."""
    (checkout.pip / "fail").touch()
    assert setup_env.start(checkout.environment, ["-c", "raise SystemExit(7)"]) == 1
    assert "pip could not install Sandtable" in capsys.readouterr().err
