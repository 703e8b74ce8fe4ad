"""A wheel holds all that the game needs, and works far from the checkout."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from sim.resources import map_name, shipped_maps

CHECKOUT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a command and return what it prints; its complaint is the failure."""
    words = [str(word) for word in command]
    answer = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8")
    if answer.returncode != 0:
        pytest.fail(f"{' '.join(words)}\n{answer.stdout}{answer.stderr}", pytrace=False)
    return answer.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as a release would, with the tools already installed, so without a network."""
    for tool in ("build", "hatchling"):
        if importlib.util.find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed; tools/test.py installs it")
    folder = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-P", "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, CHECKOUT),
        cwd=folder,  # not the checkout, where a folder `build` would be taken for the tool
    )
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--target", str(folder)]
    run(sys.executable, "-m", "pip", "install", *options, wheel, cwd=folder)
    return folder


def run_installed(installed: Path, *arguments: str, beside: Path | None = None) -> str:
    """Run Python with the installed wheel and the libraries, but without the checkout.

    `beside` is a folder in which something has been installed besides.

    `-S` leaves out the path lines of site-packages, of which the editable install is one; `PYTHONPATH` brings
    the libraries back without them.
    """
    libraries = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    path = os.pathsep.join([*([str(beside)] if beside else ()), str(installed), *libraries])
    env = os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    return run(sys.executable, "-S", "-P", *arguments, cwd=installed.parent, env=env)


def test_the_installed_command_shows_its_help(installed: Path) -> None:
    """`python -m sim --help` works from a folder that is not the checkout."""
    assert run_installed(installed, "-m", "sim", "--help").startswith("Usage: sandtable")


def test_the_checkout_is_out_of_reach(installed: Path) -> None:
    """The tests of this file look at the wheel; the checkout is not on the path they use."""
    answer = run_installed(installed, "-c", "import sim, sys; print(sim.__file__, *sys.path, sep='\\n')")
    found, *path = answer.splitlines()
    assert Path(found).is_relative_to(installed)
    assert not [folder for folder in path if folder and Path(folder).resolve() == CHECKOUT.resolve()]


def test_the_shipped_maps_are_found_in_the_wheel(installed: Path) -> None:
    """The wheel ships the same maps as the checkout, and `sim.resources` finds them there."""
    code = "from sim.resources import *; print(*(map_name(file) for file in shipped_maps()), sep='\\n')"
    names = run_installed(installed, "-c", code).split()
    assert names == [map_name(file) for file in shipped_maps()]
    assert names


@pytest.mark.parametrize("kind", ["maps", "scenarios", "assets"])
def test_a_shipped_folder_lies_inside_the_package(installed: Path, kind: str) -> None:
    """Each shipped folder is inside the installed package, with every file of the checkout."""
    answer = run_installed(installed, "-c", f"from sim.resources import *; print({kind}_folder())").strip()
    assert Path(answer) == (installed / "sim" / "shipped" / kind).resolve()
    assert _files(Path(answer)) == _files(CHECKOUT / kind)


def _files(folder: Path) -> list[str]:
    """List the files below a folder; hidden ones are droppings of the system, and are not shipped."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    return sorted(file.relative_to(folder).as_posix() for file in files)


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    """Only the package and its metadata are in the wheel: no tools, no stray top-level folders; of the tests Picket."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
        tests = {name for name in archive.namelist() if "/tests/" in name}
        assert tests and all(name.startswith("sim/shipped/tests/picket/") for name in tests)
        assert "sim/py.typed" in archive.namelist()
    assert {top for top in tops if not top.endswith(".dist-info")} == {"sim"}


def test_the_wheel_installs_the_command(wheel: Path) -> None:
    """The command `sandtable` is declared, and points at `main`."""
    with zipfile.ZipFile(wheel) as archive:
        (entry_points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "sandtable = sim.cli.main:main" in archive.read(entry_points).decode()


def test_the_installed_command_finds_the_code_behind_a_frame(installed: Path, tmp_path: Path) -> None:
    """`explain --code` reads the sources that the wheel has brought."""
    kept = tmp_path / "battle.jsonl"
    run_installed(installed, "-m", "sim", "run", "target_choice", "--seed", "1", "--record", str(kept))
    answer = run_installed(installed, "-m", "sim", "explain", str(kept), "--frame", "5", "--code")
    files = [Path(line.strip().rsplit(":", 1)[0]) for line in answer.splitlines() if ".py:" in line]
    assert files
    assert all(file.is_relative_to(installed) for file in files if file.is_absolute())


def test_every_folder_says_what_it_is_for_in_the_wheel_too(wheel: Path) -> None:
    """The READMEs of the folders are shipped: whoever follows a rule to its code can read on there."""
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith("sim/") and name.endswith("/README.md")}
    assert {file.relative_to(CHECKOUT).as_posix() for file in (CHECKOUT / "sim").rglob("README.md")} <= shipped


def test_a_system_that_is_begun_installs_is_listed_and_keeps_the_contract(installed: Path, tmp_path: Path) -> None:
    """`sandtable new system`, from the wheel: a package by itself, which plays what Picket plays."""
    name = "siege"
    run_installed(installed, "-c", f"import os; os.chdir({str(tmp_path)!r}); {COMMAND}(['new', 'system', {name!r}])")
    package, site = tmp_path / name, tmp_path / "site"
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "install", *options, "--target", site, package, cwd=tmp_path)
    listed = run_installed(installed, "-m", "sim", "list", "scenarios", beside=site)
    assert {"siege/ford", "siege/yard"} <= set(listed.split())
    played = run_installed(installed, "-m", "sim", "run", "siege/yard", "--seed", "1", beside=site)
    here = run(sys.executable, "-c", YARD, cwd=CHECKOUT, env=os.environ | {"SANDTABLE_SYSTEMS": "tests.picket"})
    assert played.replace("(Siege)", "(Picket)") == here
    test = package / "tests" / f"test_{name}.py"
    proved = run_installed(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test), beside=site)
    assert " passed" in proved


COMMAND = "from sim.cli.main import main; main"
YARD = "from sim.cli.main import main; main(['run', 'yard', '--seed', '1'])"
