"""Which code stands behind a rule: every function and class whose docstring begins with its id, or that cites it.

The source is read and not run, as it lies on the disk: of a checkout, and of an installed package likewise. An id
counts in any text (a docstring, `rule="PKT-FIRE"`) and by the name of a constant that holds it, in its own module or
another; comments do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_ID = re.compile(r"[A-Z][A-Z0-9]{1,7}-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")
"""How a rulebook writes an id; whether there is such a rule, the rulebook knows."""
_HEAD = re.compile(rf"{_ID.pattern}(?:(?:, | and ){_ID.pattern})*:")
"""How a docstring begins that tells a rule: "PKT-HIDE, PKT-SNAP: ..."."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Citation:
    """A place in the source that names a rule."""

    rule: str
    file: Path
    line: int
    name: str
    """The function or class, as in `Shoot.resolve`; outside of any, the constant that is made there, or nothing."""
    tells: bool
    """Whether it is the rule itself, since its docstring begins with the id."""
    given: bool
    """Whether the id is given as a value there, as in `rule="PKT-FIRE"`; else a text speaks of it."""


def citations(files: Iterable[Path], known: Container[str]) -> list[Citation]:
    """Return who cites which of the known rules: by file, from the top, each place once.

    A file that cannot be read, or that is no Python of today, cites nothing.
    """
    trees = dict(filter(None, map(_parsed, files)))
    constants = {file: dict(_constants(tree, known)) for file, tree in trees.items()}
    return [found for file, tree in trees.items() for found in _in_file(file, tree, known, constants)]


def sources(*folders: Path) -> list[Path]:
    """Return the modules in folders, in the order of their paths; a file stands for itself."""
    return [file for top in folders for file in ([top] if top.suffix == ".py" else sorted(top.rglob("*.py")))]


def _parsed(file: Path) -> tuple[Path, ast.Module] | None:
    try:
        return file, ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _constants(tree: ast.Module, known: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the constants of a module that hold an id, with it: `RULE = "PKT-FIRE"`, alone or several in a line."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(id_))) if id_ in known:
                yield name, id_
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for each, value in zip(names, values, strict=False):
                    match each, value:
                        case ast.Name(id=name), ast.Constant(value=str(id_)) if id_ in known:
                            yield name, id_


def _in_file(
    file: Path, tree: ast.Module, known: Container[str], constants: dict[Path, dict[str, str]]
) -> Iterator[Citation]:
    names = dict(constants[file])
    for node in tree.body:  # those of its neighbours, under the names that it calls them by
        match node:
            case ast.ImportFrom(module=str(base), names=imported):
                theirs = next((held for other, held in constants.items() if _is_called(other, base)), {})
                names |= {each.asname or each.name: theirs[each.name] for each in imported if each.name in theirs}
    for name, top in _places(tree, ""):
        told, given, said = (set(filter(known.__contains__, ids)) for ids in _ids(top, names))
        for id_ in sorted(told | given | said):
            yield Citation(id_, file, getattr(top, "lineno", 1), name, id_ in told, id_ in given)


def _is_called(file: Path, module: str) -> bool:
    parts = module.split(".")
    return file.stem == parts[-1] and list(file.parent.parts[-len(parts) + 1 :]) == parts[:-1]


def _places(node: ast.Module | Definition, within: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every function and class with its full name, and what stands outside of them: each constant by its own."""
    for child in node.body:
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield within + name, child
            case ast.ClassDef(name=name):
                yield within + name, child
                yield from _places(child, f"{within}{name}.")
            case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)) if not within:
                yield name, child
            case _ if not within:
                yield "", child


def _ids(top: ast.AST, names: dict[str, str]) -> tuple[list[str], list[str], list[str]]:
    """Return the rules that a place tells, is given and speaks of; what the methods of a class cite is theirs."""
    head = _HEAD.match((ast.get_docstring(top) or "").strip()) if isinstance(top, Definition) else None
    given: list[str] = []
    said: list[str] = []
    for node in (top, *_own(top)):
        match node:
            case ast.Constant(value=str(text)):
                (given if _ID.fullmatch(text) else said).extend(_ID.findall(text))
            case ast.Name(id=name) if name in names:
                given.append(names[name])
    return _ID.findall(head[0]) if head else [], given, said


def _own(top: ast.AST) -> Iterator[ast.AST]:
    """Yield all parts of a place but the methods of a class, which are places of their own."""
    for child in ast.iter_child_nodes(top):
        if not (isinstance(top, ast.ClassDef) and isinstance(child, Definition)):
            yield child
            yield from _own(child)
