"""Mutants: `.venv/bin/python tools/mutants.py [--number 200] [--seed 1] [--only PART] [--out FILE] [--again FILE]`.

Break the rules and the engine in one small place at a time, and see whether their own tests notice. A comparison is
turned, a sign, an `and`, a `not`, a number is one more, a condition is always met: slips that a person makes. Each
mutant is run against the tests of its part alone (`tests/rules/<system>`, `tests/engine`, …), without golden battles
and contract, which would notice nearly anything and tell nothing of the tests beside the rule.

What was broken and whether it was noticed goes to --out as JSON; --again breaks the same places once more, so that the
tests of before and after can be compared. A place that is not there any more is said to be gone.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PARTS = {
    **{path.name: f"rules/{path.name}" for path in sorted((CHECKOUT / "sim" / "rules").iterdir()) if path.is_dir()},
    **{name: name for name in ("engine", "solo", "play", "tabletop")},
}
"""What is broken, by the name of its part; its tests lie in the folder of the same name."""
PATIENCE = 600
"""Seconds after which a mutant that never ends counts as noticed."""

TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One place, and what stands there instead."""

    file: str
    within: str
    """The function."""
    old: str
    new: str
    count: int
    """Which of the places in that function that look the same."""


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of its lines."""
    text = file.read_text(encoding="utf-8")
    seen: Counter[tuple[str, str, str]] = Counter()
    for within, node in _functions(ast.parse(text), ""):
        for part in ast.walk(node):
            for old, new in _changes(part, text):
                key = (within, old, new)
                yield Mutant(file.relative_to(CHECKOUT).as_posix(), *key, seen[key])
                seen[key] += 1


def _functions(tree: ast.AST, within: str) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        name = f"{within}.{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else within
        if isinstance(node, ast.FunctionDef):
            yield name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, name)


def _changes(node: ast.AST, text: str) -> Iterator[tuple[str, str]]:
    """Yield how a node may be broken: its text, and another."""
    old = ast.get_source_segment(text, node) or ""
    if "\n" in old or not old:
        return
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            one, other = (ast.get_source_segment(text, each) for each in (left, right))
            yield old, f"({one}) {TURNED[type(operator)]} ({other})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            one, other = (ast.get_source_segment(text, each) for each in (left, right))
            yield old, f"({one}) {'-' if isinstance(sign, ast.Add) else '+'} ({other})"
        case ast.BoolOp(op=operator_, values=[first, second]):
            one, other = (ast.get_source_segment(text, each) for each in (first, second))
            yield old, f"({one}) {'or' if isinstance(operator_, ast.And) else 'and'} ({other})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield old, f"({ast.get_source_segment(text, operand)})"
        case ast.Constant(value=bool() as truth):
            yield old, str(not truth)
        case ast.Constant(value=int() as number):
            yield old, str(number + 1)
        case ast.IfExp(body=body):
            yield old, f"({ast.get_source_segment(text, body)})"


def broken(text: str, mutant: Mutant) -> str | None:
    """Return a module with the mutant in it; None if its place is not there."""
    for within, node in _functions(ast.parse(text), ""):
        if within != mutant.within:
            continue
        found = [part for part in ast.walk(node) if (mutant.old, mutant.new) in _changes(part, text)]
        if len(found) > mutant.count:
            return _replaced(text, found[mutant.count], mutant.new)
    return None


def _replaced(text: str, node: ast.AST, new: str) -> str:
    lines = text.splitlines(keepends=True)
    row, start, end = node.lineno - 1, node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
    line = lines[row].encode()
    lines[row] = (line[:start] + new.encode() + line[end:]).decode()
    return "".join(lines)


def sampled(number: int, seed: int, parts: list[str]) -> list[Mutant]:
    """Return so many mutants, drawn from all modules of some parts alike."""
    every = [
        mutant
        for part in parts
        for file in sorted((CHECKOUT / "sim" / PARTS[part]).rglob("*.py"))
        for mutant in mutants_of(file)
    ]
    return random.Random(seed).sample(every, min(number, len(every)))


def verdict(mutant: Mutant, copies: list[Path]) -> str:
    """Say whether the tests of its part notice a mutant: noticed, missed or gone."""
    copy = copies.pop()
    file = copy / mutant.file
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        spoilt = broken(text, mutant)
        if spoilt is None:
            return "gone"
        file.write_text(spoilt, encoding="utf-8")
        try:
            return "noticed" if _fails(copy, mutant.file) else "missed"
        finally:
            file.write_text(text, encoding="utf-8")
    finally:
        copies.append(copy)


def _fails(copy: Path, file: str) -> bool:
    part = next(folder for folder in PARTS.values() if file.startswith(f"sim/{folder}/"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"tests/{part}"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=PATIENCE).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main() -> int:
    """Break, test, count; ends in 0 whatever is found: to judge it is somebody else's."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PARTS, action="append", help="break this part alone; may be said again")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--again", type=Path, help="break the places of an earlier run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.again:
        mutants = [Mutant(**entry["mutant"]) for entry in json.loads(given.again.read_text(encoding="utf-8"))]
    else:
        mutants = sampled(given.number, given.seed, given.only or [*PARTS])
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Path(folder) / str(number) for number in range(given.jobs)]
        for copy in copies:
            shutil.copytree(CHECKOUT, copy, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache"))
        with ThreadPoolExecutor(given.jobs) as pool:
            verdicts = []
            for mutant, found in zip(mutants, pool.map(partial(verdict, copies=copies), mutants), strict=True):
                verdicts.append(found)
                print(f"{found:8} {mutant.file} {mutant.within}: {mutant.old} -> {mutant.new}", flush=True)
    if given.out:
        entries = [{"mutant": asdict(each), "verdict": found} for each, found in zip(mutants, verdicts, strict=True)]
        given.out.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    print(", ".join(f"{number} {found}" for found, number in sorted(Counter(verdicts).items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
