"""Player aids: everything that the AI of a system can do is on its page, and stands there in the order of the plan."""

import re
from html import unescape
from pathlib import Path

import pytest

from sim.engine.dice import D6
from sim.rules import SHIPPED
from sim.scenario.systems import system_of_id
from sim.share.aid import aid_page
from sim.solo.plans import ByScore, Cannot, FirstOf, InTurn, Option, When, options, row_name
from tests.cli.commands import Command


def texts(page: str) -> str:
    """Return the words of a page, in order."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page.partition("</head>")[2])))


@pytest.mark.parametrize("system", SHIPPED)
def test_every_option_of_every_table_is_on_the_page(system: str, sandtable: Command, tmp_path: Path) -> None:
    """With its rule, its occasion, and the text of that rule; every table has its heading; nothing can run."""
    out, ruleset = tmp_path / "aid.html", system_of_id(system)
    assert ruleset is not None and not sandtable("aid", system, "--out", str(out)).code
    page = out.read_text(encoding="utf-8")
    boxes = {
        re.sub(r"\s+", " ", texts(f"</head>{box}")).strip()
        for box in re.findall(r'<div class="box do"><p>(.*?)</p>', page)
    }
    told = texts(page)
    tables = ruleset.printed_tables()
    assert tables.keys() >= ruleset.tables().keys()
    for name, plan in tables.items():
        assert (f"<h3>{name}</h3>" in unescape(page)) is any(options(plan))  # a chart of nothing is none
        for option in options(plan):
            occasion = f" on {' or '.join(option.on)}" if option.on else ""
            assert re.sub(r"\s+", " ", f"{option.text} {occasion} {option.rule}") in boxes
            assert not option.rule or ruleset.rulebook.rule(option.rule).text in told
    anchors = set(re.findall(r'id="([^"]+)"', page))
    assert {link[1:] for link in re.findall(r'href="([^"]+)"', page)} <= anchors
    assert "<script" not in page and "script-src 'none'" in unescape(page)


def test_a_chart_is_in_the_order_of_the_plan_and_prints_what_is_shared_once() -> None:
    """First of, in turn, rows by their score, conditions; a part that stands in two tables gets a letter."""
    book = system_of_id("outlaws").rulebook  # type: ignore[union-attr]
    one, two, three = (Option("", text, lambda _: Cannot("")) for text in ("one & only", "two", "three"))
    several = InTurn(one, two)
    rows = ByScore(
        "", "a die", D6, {range(1, 5): several, 5: three, 6: FirstOf(three, When("", "it rains", bool, several))}
    )
    told = texts(aid_page(book, {"solo, wet": rows, "solo, dry": several}))
    wanted = ["solo, wet", "a die", row_name(range(1, 5)), "A", "in turn", "one & only", "two", "5", "three", "6"]
    wanted += ["first of", "three", "if", "it rains", "see A", "solo, dry", "see A"]
    place = told.index("The printed AI")
    for word in wanted:
        place = told.index(word, place) + len(word)
    assert told.count("one & only") == 1 and "The commander" not in told


def test_a_system_that_is_not_there_is_told_with_those_that_are(sandtable: Command, tmp_path: Path) -> None:
    """One sentence, and nothing is written."""
    said = sandtable("aid", "outlaw", "--out", str(tmp_path / "aid.html"))
    assert said.code and 'there is no system "outlaw"' in said.err and 'did you mean "outlaws"?' in said.err
    assert not (tmp_path / "aid.html").exists()
