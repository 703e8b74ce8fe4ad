"""Every value of a TOML text is found on its line: by hand, and in documents that note their lines as they grow."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import KeyPath, parse_toml
from sim.files.toml_lines import ValuePlace, places
from tests.files.test_fuzz import ways

SAMPLE = r'''# a comment with [brackets] and """quotes"""
3.14 = 5
rows = """
..#
"""   # after it
array = [ # [
  1,
  """first
  ,""",
]

[[edge]]
[edge.style]
colour = "red"
[[edge]]
kind = "hedge"
[[edge.part]]
x = 1
[[edge.part]]
x = 2

[late.deep]
x = 3
[late]
y = 2
'''
"""What the documents below do not grow: keys of numbers, arrays within arrays of tables, headers out of order."""


@pytest.fixture(scope="module", params=["\n", "\r\n"], ids=["lf", "crlf"])
def sample(request: pytest.FixtureRequest) -> Any:
    """Parse the sample, with either kind of line end."""
    return parse_toml(SAMPLE.replace("\n", request.param), "x.toml")


def numbered(mark: str) -> int | None:
    """Give the number of the one line that has `mark` in it; none of no mark."""
    found = [number for number, text in enumerate(SAMPLE.split("\n"), 1) if mark and mark in text]
    return found[0] if found else None


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        (("3", "14"), "3.14"),
        (("rows",), "rows"),
        (("array", 1), "first"),
        (("edge",), "[[edge]]"),
        (("edge", 0, "style", "colour"), "colour"),
        (("edge", 1, "kind"), "hedge"),
        (("edge", 1, "part"), "[[edge.part]]"),
        (("edge", 1, "part", 1, "x"), "x = 2"),
        (("late",), "[late]"),
        (("late", "deep"), "[late.deep]"),
        # what is missing is where it should have been: in the nearest table or array around it
        (("edge", 0, "style", "colour", "too", 3, "far"), "colour"),
        (("edge", 0, "style", "missing"), "[edge.style]"),
        (("array", 99), "array"),
        (("array", "x"), "array"),
        (("late", "missing"), "[late]"),
        # and at the top on no line
        ((), ""),
        (("missing",), ""),
        ((3,), ""),
    ],
)
def test_values_are_on_their_lines(sample: Any, path: KeyPath, mark: str) -> None:
    """Whatever the way of writing a key or value, its line is that where it begins."""
    assert sample.line_of(path) == numbered(mark)


def test_rows_of_backslashes_and_a_walk_that_is_lost() -> None:
    """Between ''' a backslash joins nothing; in some later TOML all before the unknown still has lines."""
    assert parse_toml("rows = '''\n\\\n..\n'''", "x.toml").first_text_line(("rows",)) == 2
    found = places("a = 1\nb = 2\nc := 3\nd = 4\n")
    assert found.nearest(("b",)) == 2
    assert isinstance(found.nearest(("d",)), ValuePlace)


@dataclass
class Growing:
    """A document that notes the line of everything that is added to it."""

    draw: Any
    text: str = ""
    lines: dict[KeyPath, int] = field(default_factory=dict)
    text_lines: dict[KeyPath, int] = field(default_factory=dict)
    names: int = 0

    def line(self) -> int:
        return self.text.count("\n") + 1

    def choose(self, *options: str) -> None:
        self.text += self.draw(st.sampled_from(options))

    def key(self, path: KeyPath, parts: int) -> KeyPath:
        """Write a key of several parts and give the path it leads to."""
        line = self.line()
        for part in range(parts):
            self.names += 1
            name, written = self.draw(KEYS)
            self.text += written.format(self.names) if part == 0 else self.draw(DOTS) + written.format(self.names)
            path = (*path, name.format(self.names))
            self.lines[path] = line
        return path

    def pair(self, path: KeyPath, depth: int) -> None:
        inner = self.key(path, self.draw(st.integers(1, 3)))
        self.choose("=", " = ", "\t=")
        self.value(inner, depth)

    def value(self, path: KeyPath, depth: int) -> None:
        self.lines.setdefault(path, self.line())
        kind = self.draw(st.integers(0, 5 if depth else 3))
        if kind <= 1:
            self.choose(*SCALARS)
        elif kind <= 3:
            self.quoted(path)
        elif kind == 4:
            self.array(path, depth - 1)
        else:
            self.table(path, depth - 1)

    def quoted(self, path: KeyPath) -> None:
        quotes = self.draw(st.sampled_from(['"""', "'''"]))
        self.text += quotes
        self.choose("", "\n", *(["\\\n", "\n\\\n ", "\\  \n\n \t"] if quotes == '"""' else []))
        self.text_lines[path] = self.line()
        self.text += "x"
        for _ in range(self.draw(st.integers(0, 3))):
            self.choose("x", "\n", "x\n", f"{quotes[:2]}x", "[[{", "# ", "= ,")
        self.text += f"x{quotes}"
        self.choose("", quotes[0], quotes[:2])

    def array(self, path: KeyPath, depth: int) -> None:
        self.text += "["
        for index in range(self.draw(st.integers(0, 3))):
            self.choose("", " ", "\n", "\n\n\t", " # [ ]\n", "#'''\n # \"\"\"\n ")
            self.value((*path, index), depth)
            self.choose("", " ", "\n", "# ,\n", "#]\n")
            self.text += ","
        self.choose("", "\n", " # ]\n")
        self.text += "]"

    def table(self, path: KeyPath, depth: int) -> None:
        self.text += "{"
        for index in range(self.draw(st.integers(0, 3))):
            self.text += ", " if index else " "
            self.pair(path, depth)
        self.text += " }"

    def statements(self, path: KeyPath) -> None:
        for _ in range(self.draw(st.integers(0, 3))):
            self.choose("", "\n", "  ", "# [x]\n", '\t# """\n\n')
            self.pair(path, 2)
            self.choose("\n", " # = \n", "\n\n")

    def header(self) -> None:
        if self.draw(st.booleans()):
            self.text += "["
            self.choose("", " ")
            path = self.key((), self.draw(st.integers(1, 3)))
            self.choose("]\n", " ]\n", "] # ]\n")
            self.statements(path)
            return
        self.names += 1
        name = f"many{self.names}"
        for index in range(self.draw(st.integers(1, 3))):
            self.lines.setdefault((name,), self.line())
            self.lines[name, index] = self.line()
            self.text += f"[[{name}]]\n"
            self.statements((name, index))
            if self.draw(st.booleans()):
                self.lines[name, index, "sub"] = self.line()
                self.text += f"[{name}.sub]\n"
                self.statements((name, index, "sub"))


KEYS = st.sampled_from(
    [
        ("k{}", "k{}"),
        ("{}", "{}"),
        ("-_{}", "-_{}"),
        ("a b{}", '"a b{}"'),
        ('q"{}', '"q\\"{}"'),
        ("aé{}", '"\\u0061é{}"'),
        ("l.\\{}", "'l.\\{}'"),
        ("] = {}", "'] = {}'"),
    ]
)
DOTS = st.sampled_from([".", " . ", "\t."])
SCALARS = ("1", "-2.5e3", "true", "1979-05-27 07:32:00.5", "07:32:00", "'#]'", '"\\"]"', "''", '""', '"é\\\\"', "0xff")


@st.composite
def grown(draw: Any) -> Growing:
    """Let a document grow."""
    document = Growing(draw)
    document.statements(())
    for _ in range(draw(st.integers(0, 3))):
        document.header()
    if draw(st.booleans()):
        document.text = document.text.replace("\n", "\r\n")
    return document


@given(grown())
def test_everything_is_found_on_the_line_it_was_written_on(made: Growing) -> None:
    """A document that notes where it puts each value agrees with the walk, which leads down to every path."""
    document = parse_toml(made.text, "x.toml")
    assert {path: document.line_of(path) for path in made.lines} == made.lines
    assert {path: document.first_text_line(path) for path in made.text_lines} == made.text_lines
    found = places(made.text)
    for way in ways(parse_toml(made.text, "x.toml").data)[1:]:
        owner = found.nearest(way[:-1])
        assert isinstance(owner, ValuePlace)
        assert owner.part(way[-1]) is not None, way
