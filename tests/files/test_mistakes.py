import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import (
    FileLocation,
    FileMistakes,
    KeyPath,
    Mistake,
    UnsupportedVersion,
    closest,
    one_of,
    printable,
    shown,
    written,
)


def mistake(line: int | None, where: str = "name") -> Mistake:
    """Make a mistake of no account on a line."""
    return Mistake("x.toml", line, where, '"a"', "a number")


def test_a_mistake_is_told_in_one_line_with_all_it_knows() -> None:
    """File, line, place, what was found, what is right, what was meant; or a story instead."""
    told = Mistake("maps/x.toml", 12, "edges[3].kind", '"wal"', "one of wall, hedge", 'did you mean "wall"?')
    expected = 'maps/x.toml:12: edges[3].kind: found "wal", expected one of wall, hedge; did you mean "wall"?'
    assert str(told) == expected
    assert str(mistake(None)) == 'x.toml: name: found "a", expected a number'
    assert str(Mistake("x.toml", 1, "rows", "", "the rows differ in length")) == (
        "x.toml:1: rows: the rows differ in length"
    )
    assert str(FileLocation("x.toml", 4, "kind").not_among("hegde", ["wall", "hedge"])) == (
        'x.toml:4: kind: found "hegde", expected one of wall, hedge; did you mean "hedge"?'
    )


@given(st.text(), st.text(), st.text(), st.text(), st.text())
def test_no_field_can_break_the_line(file: str, where: str, found: str, expected: str, hint: str) -> None:
    """Whatever a file holds, its mistake is one printable line of bounded length."""
    told = str(Mistake(file, 1, where, found, expected, hint))
    assert told.isprintable()
    assert len(told) < 1600


def test_what_cannot_be_shown_is_described() -> None:
    """Codes arrive as visible escapes, a long text is cut and marked, a number too long is called one."""
    assert printable("\x1b[31m\a\u202e") == "\\x1b[31m\\x07\\u202e"
    assert shown("a" * 10_000_000) == '"' + "a" * 59 + '…"'
    assert shown(1 << 100_000) == "a number beyond 64 bits"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('say "hi"\\', '"say \\"hi\\"\\\\"'),
        (True, "true"),
        (None, "null"),
        (3, "3"),
        (1.5, "1.5"),
        ([], "an empty array"),
        ((1,), "an array of 1"),
        ({"a": 1}, "a table of 1"),
    ],
)
def test_values_are_shown_as_a_file_writes_them(value: object, text: str) -> None:
    """Texts have quotes, truth values are lower case, arrays and tables are counted."""
    assert shown(value) == text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("edges", 3, "kind"), "edges[3].kind"),
        ((0, 1, "a"), "[0][1].a"),
        (("a.b", "c d", ""), '"a.b"."c d".""'),
        (("é",), '"é"'),
    ],
)
def test_paths_are_written_as_toml_would(path: KeyPath, text: str) -> None:
    """Keys that need quotes have them."""
    assert written(path) == text


def test_right_words_and_the_closest() -> None:
    """All that would fit, the likeliest first, and after a hundred the rest is counted; no guess that helps nobody."""
    assert one_of([str(number) for number in range(130)]).endswith("98, 99, … (130 in all)")
    profiles = [f"rifles_{number}" for number in range(40)]
    told = str(FileLocation("x.toml").not_among("mg_34", [*profiles, "mg34"]))
    assert told.startswith('x.toml: found "mg_34", expected one of mg34, rifles_0') and "rifles_39; did you" in told
    assert closest("bazooka", ["wall", "hedge"]) is None
    assert closest("WALL", ["hedge", "wall"]) == "wall"
    assert [closest(word, ["wall"]) for word in (3, None, "a" * 1_000_000)] == [None] * 3


def test_mistakes_are_listed_by_line() -> None:
    """Those without a line first, forty of them, a thousand kept, the count true; none is no error."""
    error = FileMistakes([mistake(9), mistake(None), mistake(2)])
    assert [each.line for each in error.mistakes] == [None, 2, 9]
    lines = str(FileMistakes(mistake(line) for line in range(1, 353))).splitlines()
    assert len(lines) == 41
    assert lines[-1] == "... and 312 more"
    error = FileMistakes([mistake(line) for line in range(1, 2001)], unlisted=5)
    assert (len(error.mistakes), error.unlisted) == (1000, 1005)
    assert str(error).endswith("... and 1965 more")
    with pytest.raises(ValueError, match="no error"):
        FileMistakes([])


@pytest.mark.parametrize("kind", [FileMistakes, UnsupportedVersion])
def test_mistakes_survive_the_way_between_processes(kind: type[FileMistakes]) -> None:
    """A batch run in another process hands its mistakes back whole."""
    error = kind([mistake(3), mistake(1)], unlisted=7)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), back.mistakes, back.unlisted) == (kind, error.mistakes, 7)
