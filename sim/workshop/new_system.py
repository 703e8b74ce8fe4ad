"""A package to begin a system with: Picket, the tiny game that Sandtable's own tests play, under another name.

There is one Picket. A checkout has it in `tests/picket`, a wheel brings the same files along, and what is begun here is
written from them: so what a new author reads is what is tested every day.
"""

from __future__ import annotations

import re
import sys
from keyword import iskeyword

from sim import __version__
from sim.resources import shipped_folder
from sim.rules import SHIPPED, shipped_rulebook

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_PARTS = (".py", ".toml", ".md")


class WrongName(ValueError):
    """Tell why a system cannot be called so."""


def package_files(name: str) -> dict[str, str]:
    """Return the files of a package that holds a system of that name: way below its folder, and text.

    >>> sorted(package_files("long_march"))[:3]
    ['README.md', 'long_march/__init__.py', 'long_march/men.py']
    """
    _check(name)
    home = shipped_folder() / "tests" / "picket"
    found = {
        f"{name}/{file.relative_to(home).as_posix()}": _renamed(file.read_text(encoding="utf-8"), name)
        for file in sorted(home.rglob("*"))
        if file.suffix in _PARTS
    }
    found["README.md"] = found.pop(f"{name}/README.md")
    return found | {
        "pyproject.toml": _PROJECT.format(name=name, title=_title(name), object=name.upper(), version=__version__),
        f"tests/test_{name}.py": _TEST.format(name=name, title=_title(name), object=name.upper()),
    }


def _check(name: str) -> None:
    if not _NAME.fullmatch(name) or not 2 <= len(name) <= 40:
        raise WrongName(f"{name!r} is no name for a system: small letters, digits and single _ between them")
    if name in SHIPPED:
        raise WrongName(f"there is a shipped system {name!r}: choose another name")
    if iskeyword(name) or name in sys.stdlib_module_names or name in ("sim", "tests"):
        raise WrongName(f"Python itself has something called {name!r}: choose another name")


def _renamed(text: str, name: str) -> str:
    """Return a file of Picket as it reads in a system of another name; the side that is called the picket stays."""
    for before, after in (
        (r"\btests\.picket\b", name),
        (r"\btests/picket\b", name),
        (r'"picket", "Picket"', f'"{name}", "{_title(name)}"'),
        (r'(?m)^system = "picket"', f'system = "{name}"'),
        (r"(?m)^\[picket\.", f"[{name}."),
        (r'(?m)^title = "Picket"', f'title = "{_title(name)}"'),
        (r"(?<!-)\bPICKET\b", name.upper()),
        (r"\bPKT\b", _prefix(name)),
        (r"\bPicket", "".join(map(str.capitalize, name.split("_")))),
    ):
        text = re.sub(before, after, text)
    return text


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _prefix(name: str) -> str:
    """Return what the ids of its rules begin with: three letters of its name, or more if a shipped system has those."""
    taken = {shipped_rulebook(each).prefix for each in SHIPPED} | {"HOUSE"}
    letters = name.replace("_", "").upper()
    return next(letters[:most] for most in range(min(3, len(letters)), 41) if letters[:most] not in taken)


_PROJECT = """\
[build-system]
requires = ["hatchling>=1.25"]
build-backend = "hatchling.build"

[project]
name = "sandtable-{name}"
version = "0.1.0"
description = "{title}, a system for Sandtable"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["sandtable>={version}"]

[project.optional-dependencies]
test = ["pytest>=8.1"]

# How Sandtable finds it: the name is the id of the system.
[project.entry-points."sandtable.systems"]
{name} = "{name}:{object}"

[tool.hatch.build]
dev-mode-dirs = ["."]

[tool.hatch.build.targets.wheel]
packages = ["{name}"]

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]
"""

_TEST = '''\
"""What every system promises, asked of {title}."""

from sim.testing import contract
from {name} import {object}

TestContract = contract({object})
'''
