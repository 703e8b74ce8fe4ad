"""Every rule of every shipped system is proved by a test, and every test that names a rule names a real one."""

from pathlib import Path
from typing import Any

import pytest

from sim.engine.rulebook import Rule, Rulebook
from sim.play.rulebooks import HOUSE
from sim.rules import RULESETS
from tests.tools.loading import load

index = load("rule_index")
PLANTED = Rulebook(
    "planted", "Planted", "PLANTED", (Rule("PLANTED-1", "Nobody tests this", "It is here to be found.", "this test"),)
)


@pytest.fixture(scope="module")
def report() -> Any:
    """Hold all tests against the shipped systems and a planted one, once: there are hundreds of files to read."""
    return index.report_on([*(ruleset.rulebook for ruleset in RULESETS), HOUSE, PLANTED])


def test_every_rule_has_a_test_and_every_marker_a_rule(report: Any) -> None:
    """Held against all shipped systems at once, since a marker may name a rule of any of them."""
    faults = [fault for fault in report.faults if not fault.startswith("PLANTED-1: ")]
    assert faults == [], "\n".join(faults)


def test_no_two_systems_share_a_prefix() -> None:
    """An id tells by itself which rulebook it is from."""
    prefixes = [book.prefix.casefold() for book in (HOUSE, *(ruleset.rulebook for ruleset in RULESETS))]
    assert len(prefixes) == len(set(prefixes))


def test_a_system_goes_by_the_name_of_its_rulebook() -> None:
    """What a scenario calls it, and what `sandtable rules` lists, is the same."""
    assert [ruleset.id for ruleset in RULESETS] == [ruleset.rulebook.system for ruleset in RULESETS]


def test_a_rule_without_a_test_would_be_found(report: Any) -> None:
    """The check has teeth: a planted rule that nobody tests is reported, in this very folder of tests."""
    assert "PLANTED-1: no test proves it" in report.faults


def test_the_folder_of_tests_is_read() -> None:
    """The check looks where the tests are; an empty place would satisfy it as well."""
    assert Path(__file__).parent.samefile(index.TESTS)
    assert Path(__file__) in index.TESTS.rglob("test_*.py")


def test_the_page_of_every_system_is_as_its_code_and_tests_are(report: Any) -> None:
    """`python3 tools/rule_index.py --write` writes them anew."""
    stale = [
        path for path, text in index.pages(report) if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == []
