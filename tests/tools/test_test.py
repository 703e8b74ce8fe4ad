import importlib.util
import os

import pytest

from tests.tools.loading import TOOLS, load


def test_python_keeps_what_it_compiles_for_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is to be kept, each process that a test starts would compile everything anew."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    load("setup_env")
    # Under a name of its own: as `test` it would hide Python's own.
    spec = importlib.util.spec_from_file_location("everyday_run", TOOLS / "test.py")
    assert spec is not None and spec.loader is not None
    everyday_run = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(everyday_run)
    everyday_run.keep_bytecode()
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
