"""Rulebooks: what a file may hold, and how a rule is found."""

from pathlib import Path
from textwrap import dedent

import pytest

from sim.engine.rulebook import LONGEST_TEXT, Rule, Rulebook, load_rulebook, parse_rulebook
from sim.files import FileMistakes, UnsupportedVersion

GOOD = dedent("""\
    format = 1
    system = "picket"
    title = "Picket"
    prefix = "PKT"

    [[rule]]
    id = "PKT-1"
    title = "First move"
    text = "The smaller side moves first."
    source = "section 2"

    [[rule]]
    id = "PKT-1.1-tie"
    title = "Equal sides"
    text = "Equal sides roll for it."
    source = "section 2"
    ruling = true

    [[rule]]
    id = "PKT-12"
    title = "Range"
    text = \"\"\"
    A rifle reaches
    six cells.\"\"\"
    source = "base game"
    base = true
    """)


@pytest.fixture
def book() -> Rulebook:
    """Read the rulebook above."""
    return parse_rulebook(GOOD, "rulebook.toml")


def mistakes(before: str = "", after: str = "", text: str = GOOD) -> list[str]:
    """Put one thing in place of another in the good rulebook, and return what is said of it."""
    assert before in text
    with pytest.raises(FileMistakes) as refused:
        parse_rulebook(text.replace(before, after, 1), "rulebook.toml")
    return str(refused.value).splitlines()


# -- reading ------------------------------------------------------------------------------------------------------


def test_the_head_of_the_file_is_kept(book: Rulebook) -> None:
    """System, title and prefix are those of the file."""
    assert (book.system, book.title, book.prefix) == ("picket", "Picket", "PKT")


def test_rules_come_in_the_order_of_the_file(book: Rulebook) -> None:
    """The order is the author's and not the alphabet's."""
    assert [rule.id for rule in book] == ["PKT-1", "PKT-1.1-tie", "PKT-12"]


def test_a_rule_says_what_the_file_says(book: Rulebook) -> None:
    """Every key of a rule arrives."""
    expected = Rule("PKT-1.1-tie", "Equal sides", "Equal sides roll for it.", "section 2", ruling=True)
    assert book.rule("PKT-1.1-tie") == expected


def test_neither_mark_is_set_unless_the_file_sets_it(book: Rulebook) -> None:
    """A rule without marks is one of the source."""
    assert [(rule.ruling, rule.base) for rule in book] == [(False, False), (True, False), (False, True)]


def test_a_text_over_several_lines_is_one_paragraph(book: Rulebook) -> None:
    """Where the author broke the lines is of no interest to the reader's terminal."""
    assert book.rule("PKT-12").text == "A rifle reaches six cells."


def test_a_rulebook_is_loaded_from_a_file(tmp_path: Path, book: Rulebook) -> None:
    """The file gives the same rulebook as its text."""
    file = tmp_path / "rulebook.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert load_rulebook(file) == book


# -- finding ------------------------------------------------------------------------------------------------------


def test_a_rulebook_contains_its_ids(book: Rulebook) -> None:
    """And nothing else, of whatever type."""
    assert "PKT-1" in book
    assert "PKT-2" not in book
    assert 1 not in book


def test_an_unknown_id_is_answered_with_the_near_one(book: Rulebook) -> None:
    """The error names system and id, and what was probably meant."""
    with pytest.raises(LookupError) as error:
        book.rule("PKT-1.1-tia")
    assert str(error.value) == 'Picket has no rule "PKT-1.1-tia"; did you mean "PKT-1.1-tie"?'


def test_an_id_like_no_other_is_answered_with_the_prefix(book: Rulebook) -> None:
    """Where nothing is near, the error still says what an id looks like."""
    with pytest.raises(LookupError, match="its ids begin with PKT-"):
        book.rule("flank")


def test_an_unknown_id_cannot_repaint_the_terminal(book: Rulebook) -> None:
    """What was asked for is shown escaped."""
    with pytest.raises(LookupError, match=r'no rule "\\x1b\[31m"'):
        book.rule("\x1b[31m")


@pytest.mark.parametrize(
    ("start", "ids"),
    [
        ("pkt-1", ["PKT-1", "PKT-1.1-tie"]),
        ("PKT-1.1", ["PKT-1.1-tie"]),
        ("PKT", ["PKT-1", "PKT-1.1-tie", "PKT-12"]),
        ("PKT-2", []),
        ("", []),
    ],
)
def test_rules_are_found_by_how_their_ids_begin(book: Rulebook, start: str, ids: list[str]) -> None:
    """In either case, and without taking PKT-12 for a part of PKT-1."""
    assert [rule.id for rule in book.beginning(start)] == ids


# -- mistakes -----------------------------------------------------------------------------------------------------


def test_an_id_of_another_system_is_refused() -> None:
    """The line is that of the id, and the message says how it should begin."""
    expected = 'rulebook.toml:7: rule[0].id: found "COH-1", expected an id that begins with PKT-'
    assert mistakes("PKT-1", "COH-1") == [expected]


def test_an_id_twice_is_refused() -> None:
    """The line is that of the second; the first is named."""
    found = 'found "PKT-1", which is the id of rule[0] on line 7'
    assert mistakes("PKT-12", "PKT-1") == [f"rulebook.toml:20: rule[2].id: {found}, expected an id of its own"]


def test_ids_that_differ_in_case_alone_are_the_same() -> None:
    """Players who ask for one could not tell which they get."""
    (said,) = mistakes("PKT-12", "PKT-1.1-TIE")
    assert '"PKT-1.1-TIE", which is the id of rule[1] on line 13' in said


@pytest.mark.parametrize("id", ["", "PKT-", "PKT 1", "PKT-1.", "PKT--1", "PKT-1\\n"])
def test_an_id_of_no_known_form_is_refused(id: str) -> None:
    """Ids stand in traces and on command lines: no spaces, no loose ends."""
    (said,) = mistakes('"PKT-1"', f'"{id}"')
    assert said.startswith("rulebook.toml:7: rule[0].id: found")
    assert said.endswith("expected letters and digits, in parts joined by hyphens or dots")


@pytest.mark.parametrize("empty", ['""', '"  "', '"\\n"'])
@pytest.mark.parametrize(("key", "line", "longest"), [("title", 8, 80), ("text", 9, 400), ("source", 10, 80)])
def test_an_empty_text_is_refused(key: str, line: int, longest: int, empty: str) -> None:
    """A rule says what it is called, what it says, and where it comes from."""
    old = next(row for row in GOOD.splitlines()[6:] if row.startswith(key))
    (said,) = mistakes(old, f"{key} = {empty}")
    expected = f"rule[0].{key}: found an empty text, expected 1 to {longest} characters"
    assert said == f"rulebook.toml:{line}: {expected}"


def test_a_long_text_is_refused() -> None:
    """A text of whole pages was copied, not told."""
    (said,) = mistakes("The smaller side moves first.", "x" * (LONGEST_TEXT + 1))
    assert said == "rulebook.toml:9: rule[0].text: found a text of 401 characters, expected at most 400"


@pytest.mark.parametrize(("rest", "found"), [("", "nothing"), ("rule = []\n", "an empty array")])
def test_a_rulebook_without_rules_is_refused(rest: str, found: str) -> None:
    """Neither an empty list nor none at all will do."""
    head = GOOD[: GOOD.index("[[rule]]")]
    (said,) = mistakes(text=head + rest)
    assert f"rule: found {found}, expected" in said


def test_every_wrong_id_is_told() -> None:
    """A doubled id does not hide a foreign one."""
    spoilt = GOOD.replace("PKT-12", "PKT-1").replace("PKT-1.1-tie", "OUT-1")
    assert len(mistakes(text=spoilt)) == 2


def test_a_newer_format_is_not_blamed_for_its_keys() -> None:
    """The version is asked before anything else."""
    with pytest.raises(UnsupportedVersion, match="written by a newer Sandtable"):
        parse_rulebook("format = 2\nchapters = 7\n", "rulebook.toml")


@pytest.mark.parametrize("text", ["", "format = 1", "rule = 3\nformat = 1", "format = 1\nrule = [3]", "]["])
def test_no_text_is_more_than_a_mistake(text: str) -> None:
    """Whatever stands in the file, the error is one that names it."""
    with pytest.raises(FileMistakes, match=r"rulebook\.toml"):
        parse_rulebook(text, "rulebook.toml")
