"""Import a module in steps, so that a window can answer in between: a large package takes a quarter of a second.

Python imports in one go. But what takes long is not one module, it is the hundreds that a package imports in turn, and
where it does so is written at the head of each file. So the statements at the head are carried out one by one, each
after the modules that it names have been imported in the same way; the rest of the file follows as a whole. In the
`__init__` of a package, where imports stand between other statements, every statement is carried out by itself.
That is the order that Python keeps, and no module can tell the difference. No threads: they would take turns with the
very window that must not wait.

Whoever needs a module that is half there, because a step of something else asks for it, has the rest of it imported at
once (`_Half`).
"""

from __future__ import annotations
import __future__

import ast
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import decode_source, find_spec, module_from_spec, resolve_name
from types import CodeType, ModuleType

_OPENING = re.compile(r"""(?:\s|\#[^\n]*\n)*(?:[rR]?(\"{3}|'{3}).*?\1)?""", re.DOTALL)
"""Comments and the docstring at the top of a file."""
_OTHER = re.compile(r"^(?!from\b|import\b)[^\s#)]", re.MULTILINE)
"""The beginning of a statement that is no import."""

_UNDER_WAY = "__under_way__"
"""Under which name a module that is half there keeps its import."""


def import_steps(name: str) -> Iterator[None]:
    """Import a module, and all that it imports from its own package, a little in each step.

    What it imports from elsewhere comes in one go: mostly that is small, and what is not can be imported before. Of a
    module that is half there the import goes on where it was.
    """
    there = sys.modules.get(name)
    loading: _Loading | None = _Loading(name) if there is None else vars(there).get(_UNDER_WAY)
    while loading is not None and loading.step():
        yield


class _Loading:
    """An import under way."""

    def __init__(self, name: str) -> None:
        self.package = name.partition(".")[0]
        self.is_at_work = False
        self._steps = _steps(name, self)

    def step(self) -> bool:
        """Go on by one step; say whether there was one left to do."""
        self.is_at_work = True
        try:
            return next(self._steps, False)
        finally:
            self.is_at_work = False

    def finish(self) -> None:
        """Do all that is left."""
        while self.step():
            pass


class _Half(ModuleType):
    """A module that is being imported, for as long as that takes."""

    def __getattr__(self, name: str) -> object:
        """Return what is not there yet, where somebody else asks for it than the import itself."""
        loading: _Loading | None = vars(self).get(_UNDER_WAY)
        if loading is None or loading.is_at_work or name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} yet")
        loading.finish()
        return getattr(self, name)


def _steps(name: str, loading: _Loading) -> Iterator[bool]:
    parent, _, child = name.rpartition(".")
    if parent:
        yield from _steps(parent, loading)
    if name in sys.modules or (parent and not _may_be_in(sys.modules.get(parent), child)):
        return
    spec = find_spec(name)
    if spec is None:
        return
    if type(spec.loader) is SourceFileLoader and name.partition(".")[0] == loading.package:
        yield from _executing(spec, spec.loader, loading)
        if parent:
            setattr(sys.modules[parent], child, sys.modules[name])
    else:
        import_module(name)
    yield True


def _may_be_in(package: ModuleType | None, child: str) -> bool:
    """Say whether what is imported from a package can be a module of it, and not something that it defines."""
    return package is not None and hasattr(package, "__path__") and child not in package.__dict__


def _executing(spec: ModuleSpec, loader: SourceFileLoader, loading: _Loading) -> Iterator[bool]:
    """Carry out the statements of a module; one that fails leaves no module behind, as with any import."""
    module = sys.modules[spec.name] = _half(spec, loading)
    is_package = spec.submodule_search_locations is not None
    source = decode_source(loader.get_data(loader.path))
    try:
        for statement, code in _statements(source if is_package else head(source), loader.path, module.__dict__):
            for name in _named(statement, spec.parent or ""):
                yield from _steps(name, loading)
            exec(code, module.__dict__)
        if not is_package:
            loader.exec_module(module)
    except BaseException:
        sys.modules.pop(spec.name, None)
        raise
    finally:
        vars(module).pop(_UNDER_WAY, None)
        kind: type[ModuleType] = type(module)
        if kind is _Half:  # else it has made something of itself
            module.__class__ = ModuleType


def _half(spec: ModuleSpec, loading: _Loading) -> ModuleType:
    module = module_from_spec(spec)
    module.__class__ = _Half
    vars(module)[_UNDER_WAY] = loading
    return module


def _statements(source: str, path: str, names: dict[str, object]) -> Iterator[tuple[ast.stmt, CodeType]]:
    """Take a file apart, by what is defined when it comes to that. An import from the future holds for the whole."""
    flags, left = 0, ast.parse(source, path).body
    while left:
        statement = left.pop(0)
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            flags |= sum(getattr(__future__, alias.name).compiler_flag for alias in statement.names)
        if isinstance(statement, ast.If):
            is_so = eval(compile(ast.Expression(statement.test), path, "eval", flags, dont_inherit=True), names)
            left[:0] = statement.body if is_so else statement.orelse
        else:
            yield statement, compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)


def _named(statement: ast.stmt, package: str) -> Iterator[str]:
    """Yield the modules that a statement imports; whatever it takes from one may be a module, too."""
    match statement:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            origin = resolve_name("." * level + (module or ""), package) if level else module or ""
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in names)


def head(source: str) -> str:
    """Return the imports with which a file begins, and what stands above and between them.

    >>> head("import a\\nfrom b import (\\n    c\\n)\\n\\n# d\\ne = 1\\nimport f\\n")
    'import a\\nfrom b import (\\n    c\\n)\\n\\n# d\\n'
    """
    opening = _OPENING.match(source)
    other = _OTHER.search(source, opening.end() if opening else 0)
    return source[: other.start()] if other else source
