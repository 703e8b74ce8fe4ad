"""`sandtable rules`: systems, tables, single rules and searches, as text and as JSON."""

import json
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest

from sim.cli.output import ExitCode
from sim.cli.rules import rule_lines, rules_called, rules_with, system_lines, table_lines
from sim.engine.rulebook import Rule, Rulebook
from sim.play.rulebooks import HOUSE
from sim.scenario import systems
from tests.cli.commands import Command, Said

Rules = Callable[..., Said]
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


@pytest.fixture
def rules(sandtable: Command, monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Ask for rules, with two small systems in place of the real ones, whose rules are not the subject here."""
    known = (SimpleNamespace(id=book.system, title=book.title, rulebook=book) for book in (PICKET, RAID))
    monkeypatch.setattr(systems, "SHIPPED", ())
    monkeypatch.setattr(systems, "_ADOPTED", list(known))
    return partial(sandtable, "rules")


def ids(found: tuple[Rule, ...]) -> list[str]:
    """Return the ids of rules."""
    return [rule.id for rule in found]


# -- systems ------------------------------------------------------------------------------------------------------


def test_without_arguments_the_systems_are_listed(rules: Rules) -> None:
    """Names, titles, numbers of rules, the house last; as JSON; where there are none, or no such one, that is said."""
    said = rules()
    assert said.code == ExitCode.OK
    assert said.out == (
        "picket     Picket                 6 rules\n"
        "long_raid  Raid                   1 rule\n"
        f"house      Sandtable's own ideas  {len(HOUSE)} rules\n"
    )
    assert json.loads(rules("--json").out)[0] == {"system": "picket", "title": "Picket", "prefix": "PKT", "count": 6}
    assert list(system_lines([])) == ["There are no systems in this installation."]
    refused = rules("piket").refused()
    assert "piket" in refused and 'did you mean "picket"?' in refused and "long_raid" in refused


# -- a table ------------------------------------------------------------------------------------------------------


def test_a_system_is_shown_as_a_table(rules: Rules) -> None:
    """In the order of the file by subject, with marks that are explained where they occur; a part says it is one."""
    table = rules("picket").lines
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
    assert list(table_lines(RAID, RAID.rules)) == ["Raid: 1 rule", "", "  RAID-1  Riders"]
    assert next(table_lines(PICKET, PICKET.rules[:2])) == "Picket: 2 rules of 6"


def test_a_system_can_be_had_as_json(rules: Rules) -> None:
    """With every key of every rule; one rule has the shape of all, so that scripts read one."""
    data = json.loads(rules("picket", "--json").out)
    assert [rule["id"] for rule in data["rules"]] == ids(PICKET.rules)
    assert data["rules"][3] == {
        "id": "PKT-FIRE-1-long",
        "title": "Long range",
        "text": "Beyond three cells a roll is one worse.",
        "source": "section 2",
        "ruling": True,
        "base": False,
        "words": [],
        "setting": "",
        "why": "",
        "readings": [],
    }
    data = json.loads(rules("picket", "PKT-END", "--json").out)
    assert (data["system"], data["count"], [rule["id"] for rule in data["rules"]]) == ("picket", 6, ["PKT-END"])


# -- one rule -----------------------------------------------------------------------------------------------------


def test_a_rule_is_shown_in_full(rules: Rules) -> None:
    """Id, title, text, source, rules that go into detail, whether it is a ruling or base game; in any case."""
    assert rules("picket", "PKT-FIRE-1").lines == [
        "PKT-FIRE-1  Range",
        "",
        "A rifle reaches six cells.",
        "",
        "Source: section 2",
        "See also: PKT-FIRE-1-long",
    ]
    assert any(line.startswith("Ruling: the source is silent") for line in rule_lines(PICKET, PICKET.rules[3], 100))
    assert any(line.startswith("Base game: ") for line in rule_lines(PICKET, PICKET.rules[4], 100))
    assert rules("picket", "pkt-fire-2").out.startswith("PKT-FIRE-2  Cover\n")


@pytest.mark.parametrize("width", [1, 20, 33, 80])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """Down to twenty characters, below which nothing can be read anyway."""
    rule = Rule("PKT-1", "Title", "word " * 70, "section 2", ruling=True, base=True)
    assert max(map(len, rule_lines(PICKET, rule, width))) <= max(width, 20)


@pytest.mark.parametrize("start", ["PKT-FIRE", "pkt-fire", "PKT-F", "PKT-FIRE-"])
def test_the_beginning_of_ids_finds_them_all(start: str) -> None:
    """Where it is no id itself."""
    assert ids(rules_called(PICKET, start)) == ["PKT-FIRE-1", "PKT-FIRE-1-long", "PKT-FIRE-2"]


def test_several_rules_are_shown_as_a_table(rules: Rules) -> None:
    """For what they have in common; an id is no beginning of others, that of one alone shows it in full."""
    assert ids(rules_called(PICKET, "pkt-fire-1")) == ["PKT-FIRE-1"]
    assert rules("picket", "PKT-FIRE").out.startswith("Picket: 3 rules of 6\n")
    assert rules("picket", "PKT-E").out.startswith("PKT-END  The end\n\nA side without")


def test_an_unknown_id_is_answered_with_the_near_one(rules: Rules) -> None:
    """The end is 3, and it says how to see all ids; nothing typed repaints the terminal."""
    near = 'Picket has no rule "PKT-FIRE-3"; did you mean "PKT-FIRE-2"?'
    assert rules("picket", "PKT-FIRE-3").refused() == f"sandtable: {near} `sandtable rules picket` lists them all\n"
    assert "\x1b" not in rules("picket", "\x1b[31m").refused()


@pytest.mark.parametrize("id", ["", "nothing-like-it"])
def test_an_id_like_no_other_is_answered_with_the_prefix(id: str, rules: Rules) -> None:
    """Also an empty one, which begins everything."""
    told = "its ids begin with PKT-; `sandtable rules picket` lists them all"
    assert told in rules("picket", id).refused()


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


def test_a_search_shows_tables(rules: Rules) -> None:
    """Of one system even of one rule, of all without empty ones but as JSON; an id does not go with it."""
    assert rules("picket", "--search", "cup").out.startswith("Picket: 1 rule of 6\n\n  PKT-CUP  The cup\n")
    assert rules("--search", "riders").out == "Raid: 1 rule\n\n  RAID-1  Riders\n"
    data = json.loads(rules("--search", "riders", "--json").out)
    assert [(book["system"], len(book["rules"])) for book in data] == [("picket", 0), ("long_raid", 1), ("house", 0)]
    refused = rules("picket", "PKT-END", "--search", "cup").refused(ExitCode.USAGE)
    assert "ID and --search cannot be used together" in refused


@pytest.mark.parametrize(("system", "where"), [(["picket"], "of Picket"), ([], "of any system")])
def test_a_search_that_finds_nothing_says_so(system: list[str], where: str, rules: Rules) -> None:
    """It is an answer and no failure."""
    assert rules(*system, "--search", "tank").out == f'No rule {where} has "tank" in its id, title or text.\n'


# -- strangers' texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [list(system_lines([RUDE])), list(table_lines(RUDE, RUDE.rules)), list(rule_lines(RUDE, RUDE.rules[0], 80))],
)
def test_no_text_of_a_rulebook_repaints_the_terminal(lines: list[str]) -> None:
    """Colour codes, bells and turned reading directions are shown escaped."""
    assert all(line.isprintable() for line in lines)
