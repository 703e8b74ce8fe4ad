"""Sandtable's own ideas: one id for one idea, known in every system."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sim.rules
from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.engine.rulebook import Rule, Rulebook
from sim.engine.ruleset import Ruleset
from sim.play.rulebooks import HOUSE
from sim.rules import RULESETS
from sim.solo.plans import options

IDEA = re.compile('"(HOUSE-[^"]*)"')


@pytest.fixture(params=RULESETS, ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any, Any]:
    """One system after the other."""
    found: Ruleset[Any, Any] = request.param
    return found


def named(folder: Path) -> Iterator[str]:
    """Yield the ideas that the code of a folder names."""
    for file in folder.rglob("*.py"):
        yield from IDEA.findall(file.read_text(encoding="utf-8"))


def test_every_option_names_a_rule_or_an_idea(ruleset: Ruleset[Any, Any]) -> None:
    """It can be looked up; a commander's ideas go by the ids of the house, and all of them are told in its file."""
    cited = {option.rule for plan in ruleset.tables().values() for option in options(plan)}
    assert all(rule in ruleset.rulebook for rule in cited), cited
    ideas = set(named(Path(sim.rules.__file__).parent / ruleset.id))
    assert ideas
    assert all(idea in HOUSE for idea in ideas), ideas


def test_no_idea_is_told_that_nobody_has() -> None:
    """The file of the house is no longer than the lists of the commanders."""
    assert set(named(Path(sim.rules.__file__).parent)) == {rule.id for rule in HOUSE}


def test_every_system_knows_the_house_as_no_part_of_its_book(ruleset: Ruleset[Any, Any]) -> None:
    """An idea can be asked of the rulebook of any game, which is listed and counted without it."""
    book = ruleset.rulebook
    assert book.rule("HOUSE-SHOOT") is HOUSE.rule("HOUSE-SHOOT")
    assert book.beginning("house") == HOUSE.rules
    assert len(book) == len(book.rules)
    assert all(rule.id.startswith(f"{book.prefix}-") for rule in book)


def test_an_id_tells_by_its_prefix_whose_it_is() -> None:
    """The house's or the book's; a rulebook without a house answers for everything."""
    bare = Rulebook("picket", "Picket", "PKT", (Rule("PKT-1", "First", "Roll for it.", "section 2"),))
    assert bare.book_of("HOUSE-TAKE") is bare
    assert RULESETS[0].rulebook.book_of("house-take") is HOUSE
    assert RULESETS[0].rulebook.book_of("COH-3.0") is RULESETS[0].rulebook


@pytest.mark.parametrize("system", ["house", "House", "outlaws"])
def test_an_idea_can_be_looked_up(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By the name of the house, or under any game that is played."""
    assert main(["rules", system, "house-storm"]) == ExitCode.OK
    assert capsys.readouterr().out.startswith("HOUSE-STORM  Storm who is likely to lose\n")


def test_the_ideas_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """As a rulebook is."""
    assert main(["rules", "house"]) == ExitCode.OK
    assert capsys.readouterr().out.startswith(f"Sandtable's own ideas: {len(HOUSE)} rules\n")
