"""`sandtable rules`: systems, tables, single rules and searches, as text and as JSON."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.cli.rules import rule_lines, rules_called, rules_with, system_lines, table_lines
from sim.engine.rulebook import Rule, Rulebook
from sim.play.system import HOUSE
from sim.scenario import systems

CHECKOUT = Path(__file__).parent.parent.parent

PICKET = Rulebook(
    "picket",
    "Picket",
    "PKT",
    (
        Rule("PKT-CUP", "The cup", "Every unit has a counter in one cup.", "section 1"),
        Rule("PKT-SEQ", "Order of play", "Draw, move, fire.", "section 1"),
        Rule("PKT-FIRE-1", "Range", "A rifle reaches six cells.", "section 2"),
        Rule("PKT-FIRE-1-long", "Long range", "Beyond three cells a roll is one worse.", "section 2", ruling=True),
        Rule("PKT-FIRE-2", "Cover", "Cover makes a roll two worse.", "base game", base=True),
        Rule("PKT-END", "The end", "A side without units has lost.", "section 3"),
    ),
)
RAID = Rulebook("long_raid", "Raid", "RAID", (Rule("RAID-1", "Riders", "Riders move first.", "page 1"),))
RUDE = Rulebook("rude", "\x1b[31mred", "RD", (Rule("RD-1", "\x1b]0;x", "a\u202eb " * 40, "\x07", True, True),))


@pytest.fixture(autouse=True)
def two_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put two small systems in place of the real ones, whose rules are not the subject here."""
    known = (SimpleNamespace(id=book.system, title=book.title, rulebook=book) for book in (PICKET, RAID))
    monkeypatch.setattr(systems, "SHIPPED", ())
    monkeypatch.setattr(systems, "_ADOPTED", list(known))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command, which must end well, and return what it prints."""
    assert main(["rules", *arguments]) == ExitCode.OK
    return capsys.readouterr().out


def ids(rules: tuple[Rule, ...]) -> list[str]:
    """Return the ids of rules."""
    return [rule.id for rule in rules]


# -- systems ------------------------------------------------------------------------------------------------------


def test_without_arguments_the_systems_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """What to call each, title, number of rules, the house last; as JSON; where there are none, that is said."""
    assert said(capsys) == (
        "picket     Picket                 6 rules\n"
        "long_raid  Raid                   1 rule\n"
        f"house      Sandtable's own ideas  {len(HOUSE)} rules\n"
    )
    assert json.loads(said(capsys, "--json"))[0] == {"system": "picket", "title": "Picket", "prefix": "PKT", "count": 6}
    assert list(system_lines([])) == ["There are no systems in this installation."]


def test_an_unknown_system_is_invalid_input(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the one that was probably meant, and all there are."""
    assert main(["rules", "piket"]) == ExitCode.INVALID_INPUT
    said = capsys.readouterr().err
    assert "piket" in said and 'did you mean "picket"?' in said and "long_raid" in said


# -- a table ------------------------------------------------------------------------------------------------------


def test_a_system_is_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the file, a blank line around each subject, with marks and what they mean."""
    table = said(capsys, "picket").splitlines()
    assert table[:11] == [
        "Picket: 6 rules",
        "",
        "  PKT-CUP          The cup",
        "  PKT-SEQ          Order of play",
        "",
        "  PKT-FIRE-1       Range",
        "  PKT-FIRE-1-long  Long range [R]",
        "  PKT-FIRE-2       Cover [B]",
        "",
        "  PKT-END          The end",
        "",
    ]
    assert [line[:12] for line in table[11:]] == ["[R] ruling: ", "[B] base gam"]


def test_tables_of_some_rules() -> None:
    """Marks that do not occur are not explained; nobody takes a part for the whole."""
    assert list(table_lines(RAID, RAID.rules)) == ["Raid: 1 rule", "", "  RAID-1  Riders"]
    assert next(table_lines(PICKET, PICKET.rules[:2])) == "Picket: 2 rules of 6"


def test_a_system_can_be_had_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With every key of every rule; one rule has the shape of all, so that scripts read one."""
    data = json.loads(said(capsys, "picket", "--json"))
    assert [rule["id"] for rule in data["rules"]] == ids(PICKET.rules)
    assert data["rules"][3] == {
        "id": "PKT-FIRE-1-long",
        "title": "Long range",
        "text": "Beyond three cells a roll is one worse.",
        "source": "section 2",
        "ruling": True,
        "base": False,
        "words": [],
    }
    data = json.loads(said(capsys, "picket", "PKT-END", "--json"))
    assert (data["system"], data["count"], [rule["id"] for rule in data["rules"]]) == ("picket", 6, ["PKT-END"])


# -- one rule -----------------------------------------------------------------------------------------------------


def test_a_rule_is_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """Id, title, text, source, rules that go into detail, whether it is a ruling or base game; in any case."""
    assert said(capsys, "picket", "PKT-FIRE-1").splitlines() == [
        "PKT-FIRE-1  Range",
        "",
        "A rifle reaches six cells.",
        "",
        "Source: section 2",
        "See also: PKT-FIRE-1-long",
    ]
    assert any(line.startswith("Ruling: the source is silent") for line in rule_lines(PICKET, PICKET.rules[3], 100))
    assert any(line.startswith("Base game: ") for line in rule_lines(PICKET, PICKET.rules[4], 100))
    assert said(capsys, "picket", "pkt-fire-2").startswith("PKT-FIRE-2  Cover\n")


@pytest.mark.parametrize("width", [1, 20, 33, 80])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """Down to twenty characters, below which nothing can be read anyway."""
    rule = Rule("PKT-1", "Title", "word " * 70, "section 2", ruling=True, base=True)
    assert max(map(len, rule_lines(PICKET, rule, width))) <= max(width, 20)


@pytest.mark.parametrize("start", ["PKT-FIRE", "pkt-fire", "PKT-F", "PKT-FIRE-"])
def test_the_beginning_of_ids_finds_them_all(start: str) -> None:
    """Where it is no id itself."""
    assert ids(rules_called(PICKET, start)) == ["PKT-FIRE-1", "PKT-FIRE-1-long", "PKT-FIRE-2"]


def test_several_rules_are_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """For what they have in common; an id is no beginning of others, that of one alone shows it in full."""
    assert ids(rules_called(PICKET, "pkt-fire-1")) == ["PKT-FIRE-1"]
    assert said(capsys, "picket", "PKT-FIRE").startswith("Picket: 3 rules of 6\n")
    assert said(capsys, "picket", "PKT-E").startswith("PKT-END  The end\n\nA side without")


def test_an_unknown_id_is_answered_with_the_near_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The end is 3, and the message says how to see all ids."""
    assert main(["rules", "picket", "PKT-FIRE-3"]) == ExitCode.INVALID_INPUT
    near = 'Picket has no rule "PKT-FIRE-3"; did you mean "PKT-FIRE-2"?'
    assert capsys.readouterr().err == f"sandtable: {near} `sandtable rules picket` lists them all\n"


@pytest.mark.parametrize("id", ["", "nothing-like-it"])
def test_an_id_like_no_other_is_answered_with_the_prefix(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also an empty one, which begins everything."""
    assert main(["rules", "picket", id]) == ExitCode.INVALID_INPUT
    assert "its ids begin with PKT-; `sandtable rules picket` lists them all" in capsys.readouterr().err


# -- searching ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("COVER", ["PKT-FIRE-2"]),
        ("worse", ["PKT-FIRE-1-long", "PKT-FIRE-2"]),
        ("fire-1", ["PKT-FIRE-1", "PKT-FIRE-1-long"]),
        ("six   cells", ["PKT-FIRE-1"]),
        ("cavalry", []),
    ],
)
def test_a_word_is_sought_in_ids_titles_and_texts(word: str, expected: list[str]) -> None:
    """In capital or small letters, however the words are spaced."""
    assert ids(rules_with(PICKET, word)) == expected


def test_a_search_shows_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one system even of one rule, of all without empty ones but as JSON; an id does not go with it."""
    assert said(capsys, "picket", "--search", "cup").startswith("Picket: 1 rule of 6\n\n  PKT-CUP  The cup\n")
    assert said(capsys, "--search", "riders") == "Raid: 1 rule\n\n  RAID-1  Riders\n"
    data = json.loads(said(capsys, "--search", "riders", "--json"))
    assert [(book["system"], len(book["rules"])) for book in data] == [("picket", 0), ("long_raid", 1), ("house", 0)]
    assert main(["rules", "picket", "PKT-END", "--search", "cup"]) == ExitCode.USAGE
    assert "ID and --search cannot be used together" in capsys.readouterr().err


@pytest.mark.parametrize(("system", "where"), [(["picket"], "of Picket"), ([], "of any system")])
def test_a_search_that_finds_nothing_says_so(system: list[str], where: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is an answer and no failure."""
    assert said(capsys, *system, "--search", "tank") == f'No rule {where} has "tank" in its id, title or text.\n'


# -- strangers' texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [list(system_lines([RUDE])), list(table_lines(RUDE, RUDE.rules)), list(rule_lines(RUDE, RUDE.rules[0], 80))],
)
def test_no_text_of_a_rulebook_repaints_the_terminal(lines: list[str]) -> None:
    """Colour codes, bells and turned reading directions are shown escaped."""
    assert all(line.isprintable() for line in lines)


def test_nothing_typed_repaints_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """An id may come from a trace that somebody sent."""
    assert main(["rules", "picket", "\x1b[31m"]) == ExitCode.INVALID_INPUT
    assert "\x1b" not in capsys.readouterr().err
