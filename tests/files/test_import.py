import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SLOW = ("pydantic", "tomllib", "json", "difflib", "tempfile", "sim.files.strict", "sim.files.toml_lines")


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """List the modules that an import of the layer loads."""
    code = "import sys, sim; before = set(sys.modules); import sim.files; print(*(set(sys.modules) - before))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


def test_the_files_layer_is_loaded(loaded: set[str]) -> None:
    """The import that is looked at did happen."""
    assert "sim.files" in loaded


@pytest.mark.parametrize("module", SLOW)
def test_importing_the_files_layer_is_cheap(module: str, loaded: set[str]) -> None:
    """Every command imports `sim.files`; what is slow to load is loaded when it is needed."""
    assert module not in loaded
