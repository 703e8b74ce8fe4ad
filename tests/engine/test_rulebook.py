"""Rulebooks: what a file may hold, and how a rule is found."""

from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

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
    words = ["range", "Rifle"]
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


def test_a_rulebook_says_what_the_file_says(book: Rulebook, tmp_path: Path) -> None:
    """Head and rules in the author's order, every key, marks only where set, a text as one paragraph."""
    assert (book.system, book.title, book.prefix) == ("picket", "Picket", "PKT")
    assert [rule.id for rule in book] == ["PKT-1", "PKT-1.1-tie", "PKT-12"]
    expected = Rule("PKT-1.1-tie", "Equal sides", "Equal sides roll for it.", "section 2", ruling=True)
    assert book.rule("PKT-1.1-tie") == expected
    assert [(rule.ruling, rule.base) for rule in book] == [(False, False), (True, False), (False, True)]
    assert book.rule("PKT-12").text == "A rifle reaches six cells."
    file = tmp_path / "rulebook.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert load_rulebook(file) == book


# -- finding ------------------------------------------------------------------------------------------------------


def test_an_unknown_id_is_answered_with_the_near_one(book: Rulebook) -> None:
    """Or with what an id looks like, and shown escaped; a rulebook contains its ids and nothing else."""
    assert "PKT-1" in book
    assert "PKT-2" not in book
    assert 1 not in book
    with pytest.raises(LookupError) as error:
        book.rule("PKT-1.1-tia")
    assert str(error.value) == 'Picket has no rule "PKT-1.1-tia"; did you mean "PKT-1.1-tie"?'
    with pytest.raises(LookupError, match="its ids begin with PKT-"):
        book.rule("flank")
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


EMPTY = "found an empty text, expected 1 to"
NO_ID = 'rulebook.toml:7: rule[0].id: found "{}", expected letters and digits, in parts joined by hyphens or dots'
READ = """\
ruling = true
setting = "tie"
why = "It says so."
[rule.readings]
"die" = "A die decides."
"both" = "Both move."
"""
HEAD, RULES = GOOD[: GOOD.index("[[rule]]")], GOOD[GOOD.index("[[rule]]") :]
BROKEN: list[tuple[str, str, str]] = [
    ('"PKT-1"', '"COH-1"', 'rulebook.toml:7: rule[0].id: found "COH-1", expected an id that begins with PKT-'),
    *(('"PKT-1"', f'"{id_}"', NO_ID.format(id_)) for id_ in ("PKT-", "PKT 1", "PKT-1.", "PKT--1", "PKT-1\\n")),
    ("PKT-12", "PKT-1", "rule[2].id: " + 'found "PKT-1", which is the id of rule[0] on line 7'),
    ("PKT-12", "PKT-1.1-TIE", '"PKT-1.1-TIE", which is the id of rule[1] on line 13, expected an id of its own'),
    *(("First move", blank, f"rulebook.toml:8: rule[0].title: {EMPTY} 80 characters") for blank in ("", "  ", "\\n")),
    ("The smaller side moves first.", " ", f"rulebook.toml:9: rule[0].text: {EMPTY} 400 characters"),
    ("The smaller side moves first.", "x" * 401, "rule[0].text: found a text of 401 characters, expected at most 400"),
    ("section 2", " ", f"rulebook.toml:10: rule[0].source: {EMPTY} 80 characters"),
    (RULES, "", "rule: found nothing, expected"),
    (RULES, "rule = []\n", "rule: found an empty array, expected"),
    (
        "ruling = true",
        'words = ["rifle"]',
        'rulebook.toml:27: rule[2].words: found "Rifle", which PKT-1.1-tie explains',
    ),
    *(
        ("ruling = true\n", text, f"{place}expected ruling = true, a setting, why, and at least two readings")
        for place, text in (
            ("rule[1]: found PKT-1.1-tie, ", READ.replace("ruling = true\n", "")),
            ("rule[1]: found PKT-1.1-tie, ", READ.replace('"die" = "A die decides."\n', "")),
            ("rule[1]: found PKT-1.1-tie, ", READ.replace('setting = "tie"\n', "")),
        )
    ),
    ("ruling = true\n", READ.replace('"tie"', '"A tie"'), 'setting: found "A tie", expected the key of a setting'),
]


@pytest.mark.parametrize(("before", "after", "told"), BROKEN)
def test_what_a_rulebook_may_not_say(before: str, after: str, told: str) -> None:
    """Each is one mistake: ids stand in traces and on command lines, a text of pages was copied and not told."""
    (said,) = mistakes(before, after)
    assert told in said
    assert LONGEST_TEXT == 400


def test_two_wrong_ids_are_two_mistakes() -> None:
    """One of them spoilt does not hide the other; of a newer format the version alone is told."""
    assert len(mistakes(text=GOOD.replace("PKT-12", "PKT-1").replace("PKT-1.1-tie", "OUT-1"))) == 2
    with pytest.raises(UnsupportedVersion, match="written by a newer Sandtable"):
        parse_rulebook("format = 2\nchapters = 7\n", "rulebook.toml")


def test_a_word_is_explained_by_its_rule(book: Rulebook) -> None:
    """In any case, without what follows in brackets."""
    asked = ("Range", "rifle (loaded)", "rifles")
    assert [book.explaining(word) for word in asked] == ["PKT-12", "PKT-12", ""]


@pytest.mark.parametrize("text", ["", "format = 1", "rule = 3\nformat = 1", "format = 1\nrule = [3]", "]["])
def test_no_text_is_more_than_a_mistake(text: str) -> None:
    """Whatever stands in the file, the error is one that names it."""
    with pytest.raises(FileMistakes, match=r"rulebook\.toml"):
        parse_rulebook(text, "rulebook.toml")


def test_the_readings_of_a_rule() -> None:
    """The default first, the one that settings choose, and those of a battle that are not the default."""
    book = parse_rulebook(GOOD.replace("ruling = true\n", READ), "rulebook.toml")
    (rule,) = book.rulings
    assert (rule.id, [str(reading) for reading in rule.readings]) == (
        "PKT-1.1-tie",
        ['"die": A die decides.', '"both": Both move.'],
    )
    assert rule.reading(SimpleNamespace(tie="both")).text == "Both move."
    assert book.unusual(SimpleNamespace(tie="both")) == {"PKT-1.1-tie": rule.readings[1]}
    assert book.unusual(SimpleNamespace(tie="die")) == {}


def test_two_rules_do_not_share_a_setting() -> None:
    """A scenario could not choose between them."""
    twice = GOOD.replace("ruling = true\n", READ).replace("base = true\n", "base = true\n" + READ)
    (said,) = mistakes('words = ["range", "Rifle"]\n', "", twice)
    assert 'rule[2].setting: found "tie", which PKT-1.1-tie has, expected a setting of its own' in said
