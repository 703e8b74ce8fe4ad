"""Every system says in its first lines where the sections of its rules are, and that is true."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

SYSTEMS = sorted(file.parent for file in Path(__file__).parents[2].glob("sim/rules/*/__init__.py"))


def named(system: Path) -> list[str]:
    """Return the files and folders that the map of a system names."""
    text = ast.get_docstring(ast.parse((system / "__init__.py").read_text(encoding="utf-8"))) or ""
    return re.findall(r"[a-z_/*]+(?:\.py|/)(?=[\s,)]|$)", text)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_file_on_the_map_is_there(system: Path) -> None:
    """A file that was merged into another leaves no name behind."""
    assert [name for name in named(system) if not list(system.glob(name))] == []


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_module_is_on_the_map(system: Path) -> None:
    """Whoever looks for a rule finds its module there."""
    modules = [file.name for file in system.glob("*.py") if file.name != "__init__.py"]
    assert [name for name in modules if not any(fnmatch(name, known) for known in named(system))] == []
