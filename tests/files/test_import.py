import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
SLOW = ("pydantic", "tomllib", "json", "difflib", "tempfile", "sim.files.strict", "sim.files.toml_lines")


def test_importing_the_files_layer_is_cheap() -> None:
    """Every command imports `sim.files`; what is slow to load is loaded when it is needed."""
    code = "import sys, sim; before = set(sys.modules); import sim.files; print(*(set(sys.modules) - before))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert "sim.files" in loaded
    assert loaded.isdisjoint(SLOW)
