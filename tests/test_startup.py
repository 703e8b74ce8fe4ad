"""No command waits for what it does not need, and two pygames in one Python are noticed before they crash."""

import gc
import subprocess
import sys
from pathlib import Path
from weakref import ref

import pytest

from sim.rules import SHIPPED
from sim.startup import look_between_battles, pygame_clash, report_pygame_clash, seldom_collected

CHECKOUT = Path(__file__).parent.parent
MODULES = "import sys; from sim.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
WINDOWS, GRAPHS, KERNELS = {"pygame", "sim.view"}, {"networkx", "shapely"}, {"numba"}
SYSTEMS = {f"sim.rules.{name}" for name in SHIPPED}


@pytest.mark.parametrize(
    ("command", "needless"),
    [
        ("rules", {"numpy", *KERNELS, *GRAPHS, *WINDOWS, *SYSTEMS}),
        ("rules outlaws OUT-SNAP-1", {"numpy", *KERNELS, *GRAPHS, *WINDOWS, *SYSTEMS}),
        ("list", {"numpy", "pydantic", *KERNELS, *GRAPHS, *WINDOWS, *SYSTEMS}),
        ("run tutorial", {*KERNELS, *GRAPHS, *WINDOWS, *SYSTEMS - {"sim.rules.conflict_of_heroes"}}),
    ],
)
def test_a_command_imports_nothing_that_it_does_not_need(
    command: str, needless: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries take longer to load than most commands run, and so do the systems; a list is kept from the first."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    words = [sys.executable, "-c", MODULES, *command.split()]
    for _ in range(2 if command == "list" else 1):
        done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    imported = set(done.stderr.splitlines()[-1].split())
    assert done.stdout and "sim.cli" in imported
    assert imported & needless == set()


def test_between_battles_garbage_goes_and_the_collector_counts_anew() -> None:
    """So that it never looks in the middle of one."""

    class Leftover:
        """Something that holds itself."""

        def __init__(self) -> None:
            self.itself = self

    with seldom_collected():
        left = ref(Leftover())
        kept = [[number] for number in range(10_000)]
        assert left() is not None and gc.get_count()[0] > len(kept) // 2
        look_between_battles()
        assert left() is None and gc.get_count()[0] < len(kept) // 2


def test_both_pygames_are_a_clash() -> None:
    """With both installed the answer is how to mend it."""
    clash = pygame_clash(["numpy", "pygame", "pygame-ce"])
    assert clash is not None
    assert "python -m pip uninstall pygame pygame-ce" in clash
    assert "python -m pip install pygame-ce" in clash


@pytest.mark.parametrize("installed", [[], ["pygame"], ["pygame-ce"], ["pygame-ce", "pygame-menu"]])
def test_one_pygame_is_no_clash(installed: list[str]) -> None:
    """One of the two, or neither, is nothing to complain of."""
    assert pygame_clash(installed) is None


@pytest.mark.parametrize("spelling", ["pygame_ce", "Pygame-CE"])
def test_spelling_does_not_hide_a_clash(spelling: str) -> None:
    """Installers write the name in several ways."""
    assert pygame_clash(["pygame", spelling]) is not None


def test_this_python_has_one_pygame() -> None:
    """Asked about the running Python, the check finds what the project itself installed: no clash."""
    assert pygame_clash() is None


def test_a_clash_is_reported_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """The report goes to stderr, and the caller learns that there was one."""
    assert report_pygame_clash(["pygame", "pygame-ce"])
    assert not report_pygame_clash(["pygame-ce"])
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("pip uninstall") == 1
