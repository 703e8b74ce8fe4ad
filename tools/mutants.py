"""Mutants: `.venv/bin/python tools/mutants.py [--number 200] [--seed 1] [--only PART] [--out FILE] [--again FILE]`.

Break the rules and the engine in one small place at a time, and see whether their own tests notice; parts of the viewer
are broken only if they are named (`--only view/model`). A comparison is turned, a sign, an `and`, a `not`, a number is
one more, a condition is always met: slips that a person makes. Each mutant is run against the tests of its part alone
(`tests/rules/<system>`, `tests/engine`, …), without golden battles and contract, which would notice nearly anything and
tell nothing of the tests beside the rule.

What was broken and whether it was noticed goes to --out as JSON; --again breaks the same places once more, so that the
tests of before and after can be compared. A place that is not there any more is said to be gone.

Nothing is written into the checkout: the tests of a part are collected once and run once, to see which of them come
through which functions; then for every mutant the process forks, and the child puts the broken code into the function
and runs those tests until one fails. So this needs a system that can fork.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
PARTS = {
    **{path.name: f"rules/{path.name}" for path in sorted((CHECKOUT / "sim" / "rules").iterdir()) if path.is_dir()},
    **{name: name for name in ("grid", "board", "files", "engine", "solo", "scenario", "play", "tabletop")},
}
VIEW = {f"view/{path.name}": f"view/{path.name}" for path in sorted((CHECKOUT / "tests" / "view").glob("[a-z]*/"))}
PARTS |= VIEW
"""What is broken, by the name of its part; its tests lie in the folder of the same name."""
PATIENCE = 120
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
    lines = text.encode().splitlines()
    seen: Counter[tuple[str, str, str]] = Counter()
    for within, node in _functions(ast.parse(text), ""):
        for part in _inside(node):
            for old, new in _changes(part, lines):
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


def _inside(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of what a function does: not its decorators and defaults, which are no part of its code."""
    for statement in getattr(function, "body", ()):
        yield from ast.walk(statement)


def _segment(lines: Sequence[bytes], node: Any) -> str:
    """Return the text of a node on one line; nothing of any other. (`ast.get_source_segment` splits the whole text.)"""
    if getattr(node, "lineno", 0) != getattr(node, "end_lineno", None):
        return ""
    return str(lines[node.lineno - 1][node.col_offset : node.end_col_offset], "utf-8")


def _changes(node: ast.AST, text: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """Yield how a node may be broken: its text, and another."""
    if not (old := _segment(text, node)):
        return
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            one, other = (_segment(text, each) for each in (left, right))
            yield old, f"({one}) {TURNED[type(operator)]} ({other})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            one, other = (_segment(text, each) for each in (left, right))
            yield old, f"({one}) {'-' if isinstance(sign, ast.Add) else '+'} ({other})"
        case ast.BoolOp(op=operator_, values=[first, second]):
            one, other = (_segment(text, each) for each in (first, second))
            yield old, f"({one}) {'or' if isinstance(operator_, ast.And) else 'and'} ({other})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield old, f"({_segment(text, operand)})"
        case ast.Constant(value=bool() as truth):
            yield old, str(not truth)
        case ast.Constant(value=int() as number):
            yield old, str(number + 1)
        case ast.IfExp(body=body):
            yield old, f"({_segment(text, body)})"


def broken(text: str, mutant: Mutant) -> str | None:
    """Return a module with the mutant in it; None if its place is not there."""
    for within, node in _functions(ast.parse(text), ""):
        if within != mutant.within:
            continue
        lines = text.encode().splitlines()
        found = [part for part in _inside(node) if (mutant.old, mutant.new) in _changes(part, lines)]
        if len(found) > mutant.count:
            return _replaced(text, found[mutant.count], mutant.new)
    return None


def _replaced(text: str, node: ast.AST, new: str) -> str:
    lines = text.splitlines(keepends=True)
    row, start, end = node.lineno - 1, node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
    line = lines[row].encode()
    lines[row] = (line[:start] + new.encode() + line[end:]).decode()
    return "".join(lines)


def sampled(number: int, seed: int, parts: Sequence[str]) -> list[Mutant]:
    """Return so many mutants, drawn from all modules of some parts alike."""
    every = [
        mutant
        for part in parts
        for file in sorted((CHECKOUT / "sim" / PARTS[part]).rglob("*.py"))
        for mutant in mutants_of(file)
    ]
    return random.Random(seed).sample(every, min(number, len(every)))


def part_of(mutant: Mutant) -> str:
    """Return the part whose tests a mutant is for."""
    return next(part for part, folder in PARTS.items() if mutant.file.startswith(f"sim/{folder}/"))


# -- inside the process that runs the tests of a part ------------------------------------------------------------------


class Breaker:
    """A plug-in of pytest that runs the tests in its own manner."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants, self.verdicts = mutants, list[str]()
        self.places = {(str(CHECKOUT / each.file), each.within[1:]) for each in mutants}

    def pytest_runtestloop(self, session: Any) -> bool:
        """Find out which test comes through which function, then try every mutant."""
        items = session.items
        through = self._through(items)
        functions = self._functions()
        for mutant in self.mutants:
            place = (str(CHECKOUT / mutant.file), mutant.within[1:])
            tests = [items[number] for number in through.get(place, ())]
            self.verdicts.append(self._verdict(mutant, tests, functions[place]))
            print(f"{self.verdicts[-1]:8} {mutant.file} {mutant.within}: {mutant.old} -> {mutant.new}", flush=True)
        return True

    def _through(self, items: Sequence[Any]) -> dict[tuple[str, str], list[int]]:
        """Run all tests once, in a child, and note who comes by."""
        with tempfile.NamedTemporaryFile("r+", encoding="utf-8") as told:

            def look() -> int:
                seen: set[tuple[str, str]] = set()

                def watch(frame: FrameType, event: str, _: object) -> None:
                    if event == "call" and (place := (frame.f_code.co_filename, frame.f_code.co_qualname)) in places:
                        seen.add(place)

                places, found = self.places, []
                for number, item in enumerate(items):
                    seen.clear()
                    sys.setprofile(watch)
                    failed = _fails(item, items[number + 1] if number + 1 < len(items) else None)
                    sys.setprofile(None)
                    if failed:
                        print(f"fails unbroken: {item.nodeid}", file=sys.stderr)
                    found += [] if failed else [(*place, number) for place in seen]
                told.write(json.dumps(found))
                told.flush()
                return 0

            _in_child(look, None)
            told.seek(0)
            through = defaultdict(list)
            for file, within, number in json.load(told):
                through[file, within].append(number)
            return through

    def _functions(self) -> dict[tuple[str, str], list[FunctionType]]:
        gc.unfreeze()  # What the tests have frozen is not listed.
        found = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                found[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
        return found

    def _verdict(self, mutant: Mutant, tests: Sequence[Any], functions: list[FunctionType]) -> str:
        path = CHECKOUT / mutant.file
        text = broken(path.read_text(encoding="utf-8"), mutant) if path.exists() else None
        if text is None:
            return "gone"
        code = next(each for each in _codes(compile(text, str(path), "exec")) if each.co_qualname == mutant.within[1:])

        def test() -> int:
            for function in functions:
                function.__code__ = code
            following = [*tests[1:], None]
            return int(any(_fails(item, after) for item, after in zip(tests, following, strict=True)))

        return "noticed" if tests and _in_child(test, PATIENCE) else "missed"


def _fails(item: Any, after: Any) -> bool:
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _in_child(work: Callable[[], int], patience: int | None) -> int:
    """Do something in a forked child, and return its exit code; whatever kills it, or takes too long, is a failure."""
    child = os.fork()
    if child == 0:
        if patience is not None:
            signal.alarm(patience)
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
            try:
                code = work()
            except BaseException:
                code = 1
        os._exit(code)
    return os.waitpid(child, 0)[1]


def break_part(part: str, mutants: list[Mutant], out: Path) -> None:
    """Try the mutants of one part, in this process."""
    import pytest

    sys.path.insert(0, str(CHECKOUT))
    breaker = Breaker(mutants)
    pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", f"tests/{PARTS[part]}"], plugins=[breaker])
    out.write_text(json.dumps(breaker.verdicts), encoding="utf-8")


# -- all parts ---------------------------------------------------------------------------------------------------------


def main() -> int:
    """Break, test, count; ends in 0 whatever is found: to judge it is somebody else's."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PARTS, action="append", help="break this part alone; may be said again")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--again", type=Path, help="break the places of an earlier run")
    parser.add_argument("--part", nargs=3, metavar=("PART", "MUTANTS", "VERDICTS"), help="for this program itself")
    given = parser.parse_args()
    if given.part:
        listed = json.loads(Path(given.part[1]).read_text(encoding="utf-8"))
        break_part(given.part[0], [Mutant(**each) for each in listed], Path(given.part[2]))
        return 0
    if given.again:
        mutants = [Mutant(**entry["mutant"]) for entry in json.loads(given.again.read_text(encoding="utf-8"))]
        mutants = [each for each in mutants if not given.only or part_of(each) in given.only]
    else:
        mutants = sampled(given.number, given.seed, given.only or [part for part in PARTS if part not in VIEW])
    verdicts = {mutant: verdict for part in PARTS for mutant, verdict in _tried(part, mutants)}
    if given.out:
        entries = [{"mutant": asdict(each), "verdict": verdicts[each]} for each in mutants]
        given.out.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    print(", ".join(f"{number} {found}" for found, number in sorted(Counter(verdicts.values()).items())))
    return 0


def _tried(part: str, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Try the mutants of a part in a process of its own."""
    own = [each for each in mutants if part_of(each) == part]
    if not own:
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        asked, answered = Path(folder) / "mutants", Path(folder) / "verdicts"
        asked.write_text(json.dumps([asdict(each) for each in own]), encoding="utf-8")
        command = [sys.executable, str(Path(__file__)), "--part", part, str(asked), str(answered)]
        subprocess.run(command, cwd=CHECKOUT, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, check=True)
        yield from zip(own, json.loads(answered.read_text(encoding="utf-8")), strict=True)


if __name__ == "__main__":
    sys.exit(main())
