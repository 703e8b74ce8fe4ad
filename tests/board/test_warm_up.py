"""Every kernel is there after warming up, and nothing in the current folder has a say in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent.parent
KERNELS = {
    "sight_kernels": ("sight_row", "sight_row_changed", "sight_matrix"),
    "path_kernels": ("reach", "reach_turning", "safest"),
}
IMPORTED = "from sim.board import kernels; kernels.compile_all()"
SETTINGS = "CACHE_DIR: /trap", "DISABLE_JIT: 1", "CACHE_LOCATOR_CLASSES: trap.Trap"


def numba_says(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, of which modules are found as well: there numba may be given a `yaml` of our own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment["PYTHONPATH"] = os.pathsep.join([str(CHECKOUT), str(folder)])
    command = [sys.executable, "-P", "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=environment)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_file_of_the_current_folder_sets_nothing_of_numba(tmp_path: Path, setting: str) -> None:
    """It would say where compiled kernels are loaded from, and a compiled kernel from elsewhere is anybody's code."""
    (tmp_path / ".numba_config.yaml").write_text(setting)
    (tmp_path / "yaml.py").write_text("def safe_load(file): return dict([file.read().split(': ')])")
    name = setting.partition(":")[0]
    script = f"{IMPORTED}; import os, numba; print(numba.config.{name} or None); numba.config.reload_config()"
    said = numba_says(tmp_path, f"{script}; print(numba.config.{name} or None, os.getcwd())")
    assert said.stdout.split() == ["None", "None", str(tmp_path.resolve())]


def test_numba_is_silent_about_settings_that_it_cannot_read(tmp_path: Path) -> None:
    """It would warn of a file that is none of ours, in the middle of what a command says."""
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1")
    (tmp_path / "yaml.py").write_text("raise ImportError")
    assert numba_says(tmp_path, f"{IMPORTED}; import numba; numba.config.reload_config()").stderr == ""


def test_whoever_warmed_up_has_every_kernel() -> None:
    """Each was called once, as play calls it; in a process of its own, where nobody else has."""
    told = (
        "from sim.board.warm_up import warm_up; warm_up(); from sim.board import kernels, path_kernels, sight_kernels\n"
        f"print(kernels.COMPILED, [len(getattr(globals()[room], name).signatures) for room, names in {KERNELS}.items()"
        " for name in names])"
    )
    answer = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert answer.stdout == "True [1, 1, 1, 1, 1, 1]\n"


def test_compiling_is_said_once_and_reading_what_was_compiled_is_not(tmp_path: Path) -> None:
    """Else a battle on a large map stands still for seconds, and nobody knows why."""
    pytest.importorskip("numba")
    search = (
        "from sim.board import kernels, paths, warm_up; kernels.compile_all(); map_ = warm_up._small_map()\n"
        "for cell in map_.cells[:2]: paths.reach(warm_up.Ground(map_), warm_up.Mover('foot'), cell)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = "sandtable: compiling for large maps, once on this machine; this takes some seconds\n"
    for told in (said, ""):
        words = [sys.executable, "-c", search]
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=CHECKOUT, env=environment)
        assert (done.stdout, done.stderr) == ("", told)
