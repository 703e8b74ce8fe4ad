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
    """A mistake gives file, line, place, what was found, what is right, and what was meant."""
    told = Mistake(
        file="maps/x.toml",
        line=12,
        where="edges[3].kind",
        found='"wal"',
        expected="one of wall, low_wall, hedge",
        hint='did you mean "wall"?',
    )
    assert str(told) == (
        'maps/x.toml:12: edges[3].kind: found "wal", expected one of wall, low_wall, hedge; did you mean "wall"?'
    )


def test_a_mistake_without_a_line_gives_none() -> None:
    """Where no line is known the file name stands alone."""
    assert str(mistake(None)) == 'x.toml: name: found "a", expected a number'


def test_a_mistake_may_tell_a_story_instead() -> None:
    """Without anything found, the expectation is the whole text."""
    assert str(Mistake("x.toml", 1, "rows", "", "the rows differ in length")) == (
        "x.toml:1: rows: the rows differ in length"
    )


@given(st.text(), st.text(), st.text(), st.text(), st.text())
def test_no_field_can_break_the_line(file: str, where: str, found: str, expected: str, hint: str) -> None:
    """Whatever a file holds, its mistake is one printable line of bounded length."""
    told = str(Mistake(file, 1, where, found, expected, hint))
    assert told.isprintable()
    assert len(told) < 1600


def test_terminal_codes_are_escaped() -> None:
    """A colour code, a bell and a right-to-left mark arrive as visible escapes."""
    assert printable("\x1b[31m\a\u202e") == "\\x1b[31m\\x07\\u202e"


def test_megabytes_are_not_shown() -> None:
    """A long text is cut, and the cut is marked."""
    assert shown("a" * 10_000_000) == '"' + "a" * 59 + '…"'


def test_a_number_too_long_to_write_out_is_described() -> None:
    """Python refuses to write numbers of more than some thousand digits; a mistake must not fail over that."""
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


def test_a_long_list_of_right_words_is_cut() -> None:
    """After twenty words the rest is counted."""
    assert one_of([str(number) for number in range(30)]).endswith("18, 19, … (30 in all)")


def test_nothing_is_closest_to_a_word_like_none() -> None:
    """A guess that helps nobody is not made."""
    assert closest("bazooka", ["wall", "hedge"]) is None


def test_the_closest_word_disregards_case() -> None:
    """`WALL` was meant to be `wall`."""
    assert closest("WALL", ["hedge", "wall"]) == "wall"


@pytest.mark.parametrize("word", [3, None, "a" * 1_000_000])
def test_only_words_have_a_closest_word(word: object) -> None:
    """A number is no misspelt word, nor is a megabyte of text."""
    assert closest(word, ["wall"]) is None


def test_mistakes_are_listed_by_line() -> None:
    """Mistakes come in the order of the file, those without a line first."""
    error = FileMistakes([mistake(9), mistake(None), mistake(2)])
    assert [each.line for each in error.mistakes] == [None, 2, 9]


def test_the_list_ends_after_forty() -> None:
    """Forty mistakes are listed and the rest is counted."""
    lines = str(FileMistakes(mistake(line) for line in range(1, 353))).splitlines()
    assert len(lines) == 41
    assert lines[-1] == "... and 312 more"


def test_no_more_than_a_thousand_are_kept() -> None:
    """Beyond a thousand mistakes are counted only, and the count stays true."""
    error = FileMistakes([mistake(line) for line in range(1, 2001)], unlisted=5)
    assert (len(error.mistakes), error.unlisted) == (1000, 1005)
    assert str(error).endswith("... and 1965 more")


def test_an_error_without_mistakes_cannot_be() -> None:
    """Raising nothing would be a bug in the loader."""
    with pytest.raises(ValueError, match="no error"):
        FileMistakes([])


@pytest.mark.parametrize("kind", [FileMistakes, UnsupportedVersion])
def test_mistakes_survive_the_way_between_processes(kind: type[FileMistakes]) -> None:
    """A batch run in another process hands its mistakes back whole."""
    error = kind([mistake(3), mistake(1)], unlisted=7)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), back.mistakes, back.unlisted) == (kind, error.mistakes, 7)


def test_a_spot_tells_which_word_was_meant() -> None:
    """One call tells a wrong word, the right ones and the likely one."""
    assert str(FileLocation("x.toml", 4, "kind").not_among("hegde", ["wall", "hedge"])) == (
        'x.toml:4: kind: found "hegde", expected one of wall, hedge; did you mean "hedge"?'
    )
