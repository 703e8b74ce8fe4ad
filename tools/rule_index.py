"""Say which code carries out which rule and which test proves it, which rules nobody proves, and which tests name a
rule that does not exist.

Run it with the Python of the checkout: `.venv/bin/python tools/rule_index.py [--summary] [--json] [--rulebook FILE]`.
Ends in 1 if a rule has no test, or a test names an unknown rule of a known system; in 2 if a rulebook cannot be read.
`--write` writes sim/rules/<system>/README.md for every system: each rule with the functions and the tests behind it.

Tests are read and not run: a test carries a rule by `@pytest.mark.rule("PKT-1")` on it or on its class, by the mark of
one of its parameters, or by a `pytestmark` of its class or module. A case (`cases/*.txt`) carries those of its heading.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.engine.rulebook import Rulebook

CHECKOUT = Path(__file__).resolve().parent.parent
TESTS = CHECKOUT / "tests"
SYSTEMS = CHECKOUT / "sim" / "rules"

# -- what the tests say -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Marker:
    """One id on one test."""

    id: str
    test: str
    """The test as pytest names it: `tests/rules/test_x.py::TestY::test_z`."""


@dataclass(frozen=True)
class Unreadable:
    """A marker or a file that cannot be understood without running it."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


Collected = Marker | Unreadable


def collected(folder: Path) -> list[Collected]:
    """Return the markers of all test files in a folder, and the rules of cases, in the order of files and lines."""
    files = sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py"), *folder.rglob("cases/*.txt")})
    read = {".py": markers_in, ".txt": cases_in}
    return [found for file in files for found in read[file.suffix](file, folder.parent)]


CASE = re.compile(r"## ((?:[A-Z]{2,}-[\w.+-]+,? )*[A-Z]{2,}-[\w.+-]+): (.+)")
"""The heading of a case that is written as text: its rules, and the fact."""


def cases_in(file: Path, top: Path) -> Iterator[Collected]:
    """Yield the rules of the cases of a file, each with the line of its heading."""
    name = file.relative_to(top).as_posix()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if found := CASE.fullmatch(line):
            for id_ in found[1].replace(",", "").split():
                yield Marker(id_, f"{name}:{number}")


def markers_in(file: Path, top: Path) -> Iterator[Collected]:
    """Yield the markers of one file, which is named by its path below `top`."""
    name = file.relative_to(top).as_posix()
    try:
        module = ast.parse(file.read_text(encoding="utf-8"))
    except SyntaxError as error:
        yield Unreadable(f"{name}:{error.lineno or 1}", f"not valid Python: {error.msg}")
        return
    except UnicodeDecodeError as error:
        yield Unreadable(name, f"not UTF-8: {error.reason}")
        return
    yield from _marked(module.body, name, _own_marks(module.body))


def _marked(body: Iterable[ast.stmt], name: str, around: Sequence[ast.Call]) -> Iterator[Collected]:
    """Yield the ids of the tests in the body of a module or class; `around` are the marks that hold for all of them.

    What pytest would not run proves nothing, whatever is marked on it.
    """
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test"):
                for mark in (*around, *_marks_in(node.decorator_list)):
                    yield from _ids(mark, f"{name}::{node.name}")
            case ast.ClassDef() if node.name.startswith("Test"):
                marks = (*around, *_marks_in(node.decorator_list), *_own_marks(node.body))
                yield from _marked(node.body, f"{name}::{node.name}", marks)


def _own_marks(body: Iterable[ast.stmt]) -> list[ast.Call]:
    """Return the marks that a module or class gives to all its tests by the name `pytestmark`."""
    marks: list[ast.Call] = []
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                marks += _marks_in([value])
            case ast.AnnAssign(target=ast.Name(id="pytestmark"), value=ast.expr() as value):
                marks += _marks_in([value])
    return marks


def _marks_in(expressions: Iterable[ast.expr]) -> list[ast.Call]:
    """Return the calls of `pytest.mark.rule` in expressions, also those that mark single parameters."""
    return [
        node
        for expression in expressions
        for node in ast.walk(expression)
        if isinstance(node, ast.Call) and _is_rule_mark(node.func)
    ]


def _is_rule_mark(func: ast.expr) -> bool:
    match func:
        case ast.Attribute(attr="rule", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return True
        case _:
            return False


def _ids(mark: ast.Call, test: str) -> Iterator[Collected]:
    values = [*mark.args, *(keyword.value for keyword in mark.keywords)]
    if not values:
        yield Unreadable(test, f'line {mark.lineno}: a rule marker without an id: expected one, as in "COH-5.3"')
    for value in values:
        match value:
            case ast.Constant(value=str(id)):
                yield Marker(id, test)
            case _:
                why = f"line {value.lineno}: {ast.unparse(value)[:60]} is no plain text: write the id itself"
                yield Unreadable(test, why)


# -- held against the rulebooks -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """Rulebooks and the tests that name their rules."""

    rulebooks: tuple[Rulebook, ...]
    markers: tuple[Marker, ...]
    unreadable: tuple[Unreadable, ...]

    def tests_of(self, id: str) -> list[str]:
        """Return the tests that carry an id, each once."""
        return list(dict.fromkeys(marker.test for marker in self.markers if marker.id == id))

    def untested(self, rulebook: Rulebook) -> list[str]:
        """Return the ids of a rulebook that no test carries."""
        carried = {marker.id for marker in self.markers}
        return [rule.id for rule in rulebook if rule.id not in carried]

    @property
    def unknown(self) -> list[Marker]:
        """The markers that no rulebook knows."""
        return [marker for marker in self.markers if not any(marker.id in book for book in self.rulebooks)]

    def is_ours(self, marker: Marker) -> bool:
        """Say whether an id is meant to be one of these rulebooks, by how it begins."""
        beginning = re.split("[^A-Za-z0-9]", marker.id)[0].casefold()
        return any(beginning == book.prefix.casefold() for book in self.rulebooks)

    @property
    def faults(self) -> list[str]:
        """Everything that must be mended, in a line each.

        An id of no known prefix is none: it may belong to a system that is not registered yet.
        """
        faults = [f"{id}: no test proves it" for book in self.rulebooks for id in self.untested(book)]
        faults += [f"{marker.test}: {self._no_such_rule(marker)}" for marker in self.unknown if self.is_ours(marker)]
        return faults + [str(unreadable) for unreadable in self.unreadable]

    def _no_such_rule(self, marker: Marker) -> str:
        from sim.files import did_you_mean, shown

        near = did_you_mean(marker.id, [rule.id for book in self.rulebooks for rule in book])
        return f"no rule is called {shown(marker.id)}" + (f"; {near}" if near else "")


def report_on(rulebooks: Iterable[Rulebook], folder: Path = TESTS) -> Report:
    """Hold the tests in a folder against rulebooks."""
    found = collected(folder)
    return Report(
        tuple(rulebooks),
        tuple(each for each in found if isinstance(each, Marker)),
        tuple(each for each in found if isinstance(each, Unreadable)),
    )


# -- told ---------------------------------------------------------------------------------------------------------


def lines(report: Report, *, summary: bool) -> Iterator[str]:
    """Yield the report as text: each system, ids that nobody knows, and what must be mended."""
    if not report.rulebooks:
        yield "No systems are registered."
    for book in report.rulebooks:
        yield from _system_lines(report, book, summary=summary)
    strangers = [marker for marker in report.unknown if not report.is_ours(marker)]
    if strangers:
        yield "Ids of no known system:"
        yield from (f"  {_text(marker.id)}  {_text(marker.test)}" for marker in strangers)
    if report.faults:
        yield "To be mended:"
        yield from (f"  {_text(fault)}" for fault in report.faults)


def _system_lines(report: Report, book: Rulebook, *, summary: bool) -> Iterator[str]:
    without = len(report.untested(book))
    yield f"{_text(book.title)}: {len(book) - without} of {len(book)} rules with tests, {without} without"
    if summary:
        return
    for rule in book:
        yield f"  {_text(rule.id)}  {_text(rule.title)}"
        yield from (f"    {_text(test)}" for test in report.tests_of(rule.id) or ["no test"])


def _text(text: str) -> str:
    """Make a text fit to be printed; a rulebook given as a file may come from anybody."""
    from sim.files import printable

    return printable(text, 300)


def data(report: Report) -> dict[str, Any]:
    """Return the report as data."""
    return {
        "systems": [_system_data(report, book) for book in report.rulebooks],
        "unknown": [
            {"id": marker.id, "test": marker.test, "known_prefix": report.is_ours(marker)} for marker in report.unknown
        ],
        "unreadable": [str(unreadable) for unreadable in report.unreadable],
        "faults": report.faults,
    }


def _system_data(report: Report, book: Rulebook) -> dict[str, Any]:
    rules = [{"id": rule.id, "title": rule.title, "tests": report.tests_of(rule.id)} for rule in book]
    return {
        "system": book.system,
        "title": book.title,
        "prefix": book.prefix,
        "rules": rules,
        "untested": report.untested(book),
    }


# -- as a page of every system -------------------------------------------------------------------------------------


def page(report: Report, book: Rulebook, folder: Path) -> str:
    """Return the README of a system: each rule, the code that carries it out, and the files with tests of it.

    Neither lines nor counts are told: a page would be stale after every change. `sandtable explain --code` tells lines.
    """
    from sim.engine.citations import citations, sources

    found = citations(sources(folder), book)
    rows = []
    for rule in book:
        speaking = [each for each in found if each.rule == rule.id]
        places: dict[str, list[str]] = defaultdict(list)
        for each in [each for each in speaking if each.tells or each.given] or speaking:
            places[each.file.relative_to(folder).as_posix()].append(each.name)
        code = "; ".join(_place(file, names) for file, names in places.items())
        proof = ", ".join(dict.fromkeys(_test_file(test, book) for test in report.tests_of(rule.id)))
        rows.append(f"| {rule.id} | {rule.title.replace('|', '/')} | {code} | {proof} |")
    return "\n".join((*_PAGE.format(book=book).splitlines(), *rows, ""))


_PAGE = """\
# {book.title}

Each rule with the functions, classes and tables that carry it out, and the files of its tests, in
tests/rules/{book.system} unless another folder is named. What the modules are for stands at the top
of `__init__.py`; what a rule says, in `sandtable rules {book.system} ID`; the lines behind a moment of
a battle, in `sandtable explain RECORD --frame N --code`. This page is written by
`python3 tools/rule_index.py --write`; a test fails where it is stale.

| rule | title | code | tests |
| --- | --- | --- | --- |
"""


def _place(file: str, names: Sequence[str]) -> str:
    said = ", ".join(dict.fromkeys(filter(None, names)))
    return f"`{file}: {said}`" if said else f"`{file}`"


def _test_file(test: str, book: Rulebook) -> str:
    return test.partition("::")[0].removeprefix(f"tests/rules/{book.system}/")


def pages(report: Report) -> Iterator[tuple[Path, str]]:
    """Yield the README of every shipped system, and where it belongs."""
    for book in report.rulebooks:
        folder = SYSTEMS / book.system
        if folder.is_dir():
            yield folder / "README.md", page(report, book, folder)


# -- run ----------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Print the report, and say by the exit code whether something must be mended."""
    sys.path.insert(0, str(CHECKOUT))  # this checkout's code, whatever else is installed
    from sim.files import FileMistakes

    options = _options(arguments)
    try:
        report = report_on(_rulebooks(options.rulebook), options.tests)
    except (FileMistakes, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.write:
        for path, text in pages(report):
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(CHECKOUT).as_posix()}")
    elif options.json:
        print(json.dumps(data(report), indent=2))
    else:
        for line in lines(report, summary=options.summary):
            print(line)
    return 1 if report.faults else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="rule_index.py", description="Say which test proves which rule.")
    parser.add_argument("--summary", action="store_true", help="count the rules with tests instead of listing them")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--write", action="store_true", help="write the README of every system instead")
    parser.add_argument("--rulebook", metavar="FILE", type=Path, help="report on this file, not on the systems")
    parser.add_argument("--tests", metavar="FOLDER", type=Path, default=TESTS, help="where the tests are")
    return parser.parse_args(arguments)


def _rulebooks(file: Path | None) -> list[Rulebook]:
    if file is not None:
        from sim.engine.rulebook import load_rulebook

        return [load_rulebook(file)]
    from sim.play.rulebooks import HOUSE
    from sim.rules import RULESETS

    return [*(ruleset.rulebook for ruleset in RULESETS), HOUSE]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
