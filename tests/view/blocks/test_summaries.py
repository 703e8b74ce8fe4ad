"""What became of a battle, in a few lines: losses and luck as one would say them, and moments to jump to."""

import pytest

from sim.engine.summary import Losses, Luck, Summary, TurningPoint
from sim.view.blocks.kinds import Block, Row, SmallPrint, TextLine
from sim.view.blocks.summaries import summary_blocks


def told(summary: Summary) -> tuple[Block, ...]:
    """Return the page; units and sides are called as in files."""
    return summary_blocks(summary, str, str, lambda number: f"what frame {number} tells")


@pytest.mark.parametrize(("number", "units", "throws"), [(1, "1 unit", "1 throw"), (2, "2 units", "2 throws")])
def test_one_unit_is_no_units_and_one_throw_no_throws(number: int, units: str, throws: str) -> None:
    """A side that has one is told in the singular; luck says what came off and what could be expected."""
    blocks = told(Summary(None, 3, (Losses("reds", number, ()),), (Luck("reds", (0.5, 0.0)[:number], 1),), ()))
    rows = [block.text for block in blocks if isinstance(block, Row)]
    assert rows == [f"0 of {units}", f"1 of {throws} succeeded; 0.5 could be expected"]
    assert SmallPrint("Luckier than 75 % of all battles with the same throws; 50 % is average.") in blocks


def test_a_turning_point_without_losses_says_what_happened() -> None:
    """Points alone leave one guessing: where nobody was lost, the words of the log say what they were won by."""
    points = (TurningPoint(7, 2, (), (("picket", 3),)), TurningPoint(9, 3, ("red-1",), (("picket", 1),)))
    lines = [block for block in told(Summary(None, 3, (), (), points)) if isinstance(block, TextLine) and block.do]
    assert [line.text for line in lines] == ["Turn 2: what frame 7 tells, picket +3", "Turn 3: red-1 lost, picket +1"]
