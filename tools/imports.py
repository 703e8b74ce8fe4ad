"""Who imports whom in this checkout, read from the source: what a change can reach, and how deep a package is."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from pathlib import Path

FOLDERS = ("sim", "tests", "tools")


class Graph:
    """The modules of some folders, and which of them each imports when it runs: what is only for types is left out."""

    def __init__(self, top: Path, folders: Iterable[str] = FOLDERS) -> None:
        self.top = top
        self.paths = {
            _dotted(path.relative_to(top)): path for folder in folders for path in (top / folder).rglob("*.py")
        }
        self.names = {path: name for name, path in self.paths.items()}
        self.trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in self.paths.items()}

    @cached_property
    def imports(self) -> dict[str, frozenset[str]]:
        """By module those of the checkout that it imports."""
        found = {name: map(self._meant, _imported(tree)) for name, tree in self.trees.items()}
        return {name: frozenset(filter(None, meant)) - {name} for name, meant in found.items()}

    def _meant(self, dotted: str) -> str:
        """Return the module that a name stands in, or is; nothing for one that is from elsewhere."""
        while dotted and dotted not in self.paths:
            dotted = dotted.rpartition(".")[0]
        return dotted

    def reached_from(self, changed: Iterable[str]) -> set[str]:
        """Return the modules that import some of these, directly or through others, and these themselves.

        Whoever imports a module runs the packages around it before.
        """
        importers = defaultdict(list)
        for name, imported in self.imports.items():
            for each in imported:
                for package in accumulate(each.split("."), "{}.{}".format):
                    importers[package].append(name)
        found, waiting = set(changed), [*changed]
        while waiting:
            for name in importers[waiting.pop()]:
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return found

    def texts(self, name: str) -> Iterator[str]:
        """Yield the texts that stand in a module, docstrings among them."""
        for node in ast.walk(self.trees[name]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in _run(tree):
        match node:
            case ast.ImportFrom(module=str(base), names=names):
                yield from (f"{base}.{each.name}" for each in names)
            case ast.Import(names=names):
                yield from (each.name for each in names)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk what is run; `if TYPE_CHECKING:` is not."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            waiting += ast.iter_child_nodes(node)


# -- which tests a change can reach ------------------------------------------------------------------------------------

ALWAYS = ("tests/test_lint.py", "tests/test_layers.py", "tests/tools/test_house.py")
"""Asked of all code, whatever has changed."""
ASKED_OF_ALL = ("tests/contract", "tests/rules")
"""Where every system, or every scenario, is asked the same: of these tests those of the changed systems are enough."""


def _package(path: Path) -> Path:
    """Return the folder whose modules read a file of data; that of figures has none of its own."""
    return path.parent.parent if path.parent.name == "figures" else path.parent


class Selection:
    """The tests that some changed files can reach: files for pytest, and the systems that general tests are asked of.

    Systems are loaded by name when a scenario asks for them, which no import shows. So a change to a system reaches the
    tests that name it or one of its scenarios, too, and for it alone those that are asked of every system.
    """

    def __init__(self, graph: Graph, changed: Iterable[Path]) -> None:
        self._graph = graph
        self.everything = ""
        """Why all tests have to run; empty if some are enough."""
        self.systems: set[str] = set()
        modules: set[str] = set()
        for path in changed:
            self._sort(path, modules)
        reached = graph.reached_from(modules) | {name for name in graph.paths if self._names_one(name)}
        self.files = sorted({*ALWAYS, *self._general(), *filter(None, map(self._asked, reached))})

    def _sort(self, path: Path, modules: set[str]) -> None:
        """Write down which modules and systems a changed file stands for."""
        where = path.relative_to(self._graph.top)
        if system := next(filter(self._is_system, where.parts), None):
            self.systems.add(system)
        if path in self._graph.names:
            modules.add(self._graph.names[path])
        elif beside := {name for name, each in self._graph.paths.items() if each.parent == _package(path)}:
            modules |= beside  # data of a package, or of tests, that lies beside what reads it
        elif not system and path.suffix != ".md":
            self.everything = f"nothing says who reads {where.as_posix()}"
        if where.as_posix() in ("tests/conftest.py", "tests/sharing.py"):
            self.everything = f"{where.as_posix()} is part of every test"

    def _is_system(self, name: str) -> bool:
        folder = self._graph.top / "sim" / "rules" / name
        return any((folder / where / "rulebook.toml").exists() for where in ("figures", "."))

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """What a text looks like that names a changed system or a scenario of it; short words must stand alone."""
        stems = {file.stem for each in self.systems for file in (self._graph.top / "scenarios" / each).rglob("*.toml")}
        whole = [f"^{re.escape(stem)}(?:\\.toml)?$" for stem in stems if "_" not in stem]
        return re.compile("|".join([*whole, *(re.escape(stem) for stem in {*stems, *self.systems} if "_" in stem)]))

    def _names_one(self, name: str) -> bool:
        is_test = name.startswith("tests.") and not name.startswith("tests.rules.")
        return bool(self.systems) and is_test and any(map(self._named.search, self._graph.texts(name)))

    def _general(self) -> Iterator[str]:
        for folder in ASKED_OF_ALL if self.systems else ():
            yield from (
                path.relative_to(self._graph.top).as_posix() for path in (self._graph.top / folder).glob("test_*.py")
            )

    def _asked(self, name: str) -> str | None:
        """Return what pytest is to be asked for a module: itself if it is a test or has examples that run."""
        path = self._graph.paths[name]
        is_test = path.name.startswith("test_")
        has_examples = name.startswith("sim.") and ">>> " in path.read_text(encoding="utf-8")
        return path.relative_to(self._graph.top).as_posix() if is_test or has_examples else None
