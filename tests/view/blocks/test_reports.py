"""Panels say what the engine says: every figure with its parts or its source, and sums that add up."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, probability
from sim.engine.insight import Insight, Marker, Odds, Scene
from sim.engine.state import Outcome
from sim.grid import Cell
from sim.scenario.scenario import load_scenario
from sim.view.blocks.kinds import Block, Chart, Do, Gauge, Row, SmallPrint, TextLine, Title
from sim.view.blocks.reports import check_blocks, hover_blocks, odds_blocks, status_blocks, threat_blocks, unit_blocks
from sim.view.ui.panel import natural_height
from tests.picket_positions import AMES, RED, Stand, field
from tests.view.battle.picket_insight import PicketInsight, Talkative

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios" / "conflict_of_heroes").glob("*.toml"))
NEAR = Stand("red-2", "D4", 5)


def scene() -> Position[Any, Any]:
    """Return one man against two."""
    start = field(AMES, RED, NEAR)
    return Position(start.battle, start.state)


def report(name: str, *, selected: str | Cell | None = None, **more: Any) -> tuple[Block, ...]:
    """Return the panel of a cell."""
    position = scene()
    return hover_blocks(position, PicketInsight(), position.map.cell(name), selected=selected, **more)


def texts(blocks: tuple[Block, ...]) -> dict[str, str]:
    """Return what rows say, by label."""
    return {block.label: block.text for block in blocks if isinstance(block, Row)}


# -- the hover panel --------------------------------------------------------------------------------------


def test_a_cell_is_told_with_its_terrain_and_its_cover_in_parts() -> None:
    """The name comes first; the defence is the rules' own check."""
    blocks = report("D3")
    assert blocks[0] == Title("D3")
    assert texts(blocks) | {"terrain": "woods", "height": "level 0", "defence": "+1"} == texts(blocks)
    assert SmallPrint("+1  woods in D3") in blocks


def test_a_marker_is_told_with_who_holds_it() -> None:
    """In its own cell alone, and once, where a system says who holds a place in its own words."""

    class Naming(PicketInsight):
        def markers(self, position: Scene) -> tuple[Marker, ...]:
            return (Marker(position.map.cell("B3"), "control", "the ford, held by the picket", "picket"),)

    [row] = [block for block in report("C4") if isinstance(block, Row) and block.label == "objective"]
    assert (row.text, row.source) == ("The ford", "held by the picket")
    assert "objective" not in texts(report("C5"))
    rows = [b for b in hover_blocks(scene(), Naming(), scene().map.cell("B3")) if isinstance(b, Row)]
    assert [(row.text, row.source) for row in rows if row.label == "control"] == [("the ford, held by the picket", "")]


def test_each_unit_is_told_with_all_its_facts_and_their_sources() -> None:
    """Nothing is left out, and what a rule says opens it."""
    blocks = report("B3")
    assert Title("ames") in blocks
    assert SmallPrint("The picket") in blocks
    assert Row("range", "5", source="PKT-MAN", do=Do("show_rule", ("PKT-MAN",))) in blocks
    assert Row("weapon in hand", "a rifle", source="counter") in blocks


def test_sight_to_what_is_selected_is_the_engines_verdict() -> None:
    """From a unit as from a cell, with its reason; with the ruler the line is shown from the side, above all else: in a
    low window it would lie below the fold. Shelter against fire from there is listed."""
    position = scene()
    cell = position.map.cell("F3")
    for selected in ("ames", position.state.unit("ames").place):
        blocks = hover_blocks(position, PicketInsight(), cell, selected=selected, ruler=True)
        sight = position.sight(position.state.unit("ames").place, cell)
        assert texts(blocks)["sight"] == sight.reason
        [place] = [n for n, block in enumerate(blocks) if isinstance(block, Chart)]
        assert blocks[place].profile.clear == sight.clear  # type: ignore[union-attr]
        assert isinstance(blocks[0], Title) and natural_height(blocks[: place + 1], 297, 0.85) < 250
    assert texts(report("F3", selected="ames"))["from ames"] == "4 cells, 3.5 in"
    assert not any(isinstance(block, Chart) for block in report("F3", selected="ames"))
    assert texts(report("D3", selected="red-2"))["shelter"] == "+1 against fire from there"
    labels = [block.label for block in report("G2", selected="ames") if isinstance(block, Row)]
    assert labels[:2] == ["from ames", "sight"] and "terrain" in labels[2:]


@pytest.mark.parametrize("selected", ["nobody", None, "ames"])
def test_nothing_is_compared_with_itself_or_with_nothing(selected: str | None) -> None:
    """A unit that is gone, none at all, and the cell's own unit."""
    assert "sight" not in texts(report("B3", selected=selected))


def test_threats_are_listed_for_our_own_units() -> None:
    """By the side that reads; without one, for those of sides that people play, and here nobody does. A
    system without insight of its own has a panel, too."""
    threats = [block.label for block in report("B3", ours="picket") if isinstance(block, Gauge)]
    assert threats == [odds.unit for odds in PicketInsight().threats(scene(), "ames")]
    assert threats
    assert not [block for block in report("B3", ours="raiders") if isinstance(block, Gauge)]
    assert not [block for block in report("B3") if isinstance(block, Gauge)]
    blocks = hover_blocks(scene(), Insight(), scene().map.cell("B3"), selected="red-1", ruler=True, ours="picket")
    assert Row("kind", "Rifleman", source="counter") in blocks and natural_height(blocks, 300, 1.0) > 100


# -- odds -------------------------------------------------------------------------------------------------


def odds(unit: str, target: str) -> Odds:
    """Return the chance of 8 or more on two dice, with parts."""
    throw = Throw(D6, "to hit", unit, at_least(8), count=2)
    checks = (
        Check("attack").plus(3, "firepower", "PKT-MAN").plus(2, "short range").plus(-1, "in the wood", "PKT-HIT"),
        Check("defence").plus(12, "front"),
    )
    hit, words = Fraction(5, 12), "defence 12 less attack 4: 8 or more on 2D6"
    return Odds(f"a hit on {target}", unit, target, hit, throw, checks, words, (("hit", hit), ("miss", 1 - hit)))


def sums(blocks: tuple[Block, ...]) -> list[tuple[list[int], int]]:
    """Return the sums of a panel as they are written: the parts, and the total below them."""
    found: list[tuple[list[int], int]] = []
    parts: list[int] = []
    for block in blocks:
        if isinstance(block, TextLine) and block.depth:
            if block.text.startswith("= "):
                found.append((parts, int(block.text[2:])))
                parts = []
            else:
                parts = [*parts, int(block.text.split()[0])]
    return found


def test_a_chance_is_a_bar_with_percent_and_fraction_and_all_that_leads_there() -> None:
    """The share is the exact chance; every check is a column of figures with its sum below, each with its rule."""
    blocks = odds_blocks(odds("red-1", "ames"))
    assert Gauge("chance", 5 / 12, "41.7 %  (5/12)", "accent") in blocks
    assert texts(blocks)["throw"] == "2D6, 8+ needed"
    assert texts(blocks)["because"] == "defence 12 less attack 4: 8 or more on 2D6"
    shares = [block.share for block in blocks if isinstance(block, Gauge) and block.label in ("hit", "miss")]
    assert sum(shares) == pytest.approx(1)
    assert sums(blocks) == [([3, 2, -1], 4), ([12], 12)]
    [part] = [block for block in blocks if isinstance(block, TextLine) and "wood" in block.text]
    assert (part.tag, part.tag_do) == ("PKT-HIT", Do("show_rule", ("PKT-HIT",)))


def test_an_empty_check_has_no_sum_but_parts_that_cancel_out_have() -> None:
    """Where nothing counts, a nought would read as what is needed; where it is the sum, it is the news."""
    assert check_blocks(Check("to hit")) == (TextLine("to hit: no modifiers", "faint"),)
    blocks = check_blocks(Check("to hit").plus(1, "short range").plus(-1, "prone"))
    assert blocks[-1] == TextLine("= 0", depth=1, bold=True)


def test_threats_are_named_as_players_name_them() -> None:
    """In the order given."""
    blocks = threat_blocks(
        [odds("a", "x"), odds("b", "x")], lambda unit: {"a": "MG-1", "b": "Second Machine Gun"}[unit]
    )
    assert [block.label for block in blocks if isinstance(block, Gauge)] == ["MG-1", "Second Machine Gun"]
    assert threat_blocks(()) == (SmallPrint("not under threat as things stand", "good"),)


# -- how things stand -------------------------------------------------------------------------------------


def test_the_status_is_told_in_the_words_of_the_system() -> None:
    """And of a system that says nothing, the turn and the end."""
    position = scene()
    cite = Do("show_rule", ("PKT-CARD",))
    assert status_blocks(position, Talkative()) == (Row("mood", "wary", "ink", "PKT-CARD", cite, ("mood",)),)
    assert status_blocks(position, Insight()) == (Row("turn", "1 of 6", among=("turn",)),)
    ended = Position(position.battle, position.state.changed(outcome=Outcome("picket", "all are gone")))
    assert texts(status_blocks(ended, PicketInsight()))["result"] == "victory for the picket, all are gone"


# -- a real battle ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_panels_of_a_real_battle_add_up(path: Path) -> None:
    """Conflict of Heroes: of every unit all facts are shown, and of every threat the figures agree."""
    scenario = load_scenario(path)
    position, insight = Position(scenario.battle, scenario.state), scenario.ruleset.insight
    for unit in position.state.units:
        blocks = unit_blocks(position, insight, unit)
        facts = insight.facts(position, unit)
        assert [block.source for block in blocks if isinstance(block, Row)] == [fact.source for fact in facts]
        if unit.cell is None:
            continue
        blocks = hover_blocks(position, insight, unit.cell, ours=unit.side)
        assert natural_height(blocks, 320, 0.85) > 0
        for threat in insight.threats(position, unit.id):
            _agrees(threat)
    assert status_blocks(position, insight)


def _agrees(threat: Odds) -> None:
    blocks = odds_blocks(threat)
    assert all(sum(parts) == total for parts, total in sums(blocks))
    assert len(sums(blocks)) == len(threat.checks)
    if threat.throw is not None and threat.throw.need is not None:
        exact = probability(threat.throw.die, threat.throw.count, threat.throw.need)
        assert any(isinstance(block, Gauge) and block.share == float(exact) for block in blocks)


def test_shelter_is_what_the_rules_make_of_it() -> None:
    """A game in which only the best cover counts does not have all of it added up."""

    class Proof(PicketInsight):
        def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
            return Check("shelter").plus(7, f"{position.name(cell)} is proof against {position.name(source)}")

    position = scene()
    start = position.state.unit("ames").cell
    assert start is not None
    shown = hover_blocks(position, Proof(), position.map.cell("G2"), selected="ames")
    assert texts(shown)["shelter"] == "+7 against fire from there"
    told = f"+7  G2 is proof against {position.name(start)}"
    assert told in [block.text for block in shown if isinstance(block, SmallPrint)]
