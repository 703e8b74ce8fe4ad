"""Style and types are tests like any other."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent


def run_checker(name: str, *arguments: str) -> None:
    """Run a checker at the top of the checkout, and fail with its own words."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed; tools/test.py installs it")
    command = [sys.executable, "-m", name, *arguments]
    answer = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, encoding="utf-8")
    if answer.returncode != 0:
        pytest.fail(f"{' '.join(command[1:])}\n{answer.stdout}{answer.stderr}", pytrace=False)


def test_ruff_has_nothing_to_say() -> None:
    """All Python of the checkout passes `ruff check` with the settings of pyproject.toml."""
    run_checker("ruff", "check", ".")


def test_types_are_strict() -> None:
    """The package, the tools and the tests pass `mypy --strict`, with the settings of pyproject.toml."""
    run_checker("mypy")
