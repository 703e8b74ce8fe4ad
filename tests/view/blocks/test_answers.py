"""The tab of a unit: every answer with its rule, whom the picked one weighs, and against whom it can be asked."""

from sim.engine.insight import Ranked, UnitAnswer
from sim.grid import Cell
from sim.view.blocks.answers import LISTED, against_buttons, answer_blocks, weighed_blocks
from sim.view.blocks.kinds import Do, SmallPrint, TextLine, Title

FOES = (
    Ranked("red-1", "2 hexes away", 1),
    Ranked("red-2", "5 hexes away", 2),
    Ranked("red-3", "hidden: yes", 0, "PKT-2"),
)
NEAR = UnitAnswer("nearest enemy", "PKT-1", "red-1: 2 hexes away", FOES, topic="nearest")
VIEW = UnitAnswer("field of view", "PKT-3", "it sees nobody", topic="view")


def lines(picked: UnitAnswer | None, *answers: UnitAnswer) -> list[TextLine]:
    """Return the lines of the tab."""
    blocks = answer_blocks("ames", "The picket", answers or (NEAR, VIEW), picked, str)
    return [block for block in blocks if isinstance(block, TextLine)]


def test_every_answer_is_a_line_with_its_rule_and_a_sentence_and_the_picked_one_lists_whom_it_weighs() -> None:
    """Both show it on the map, the chip opens the rule; with places, a cross and the rule of the line for who is ruled
    out, and nothing is said twice."""
    name, text, *_ = lines(None)
    show = Do("show_answer", ("nearest", "nearest enemy"))
    assert (name.text, name.do, name.tag, name.tag_do) == ("Nearest enemy", show, "PKT-1", Do("show_rule", ("PKT-1",)))
    assert (text.text, text.do) == (NEAR.text, show)
    weighed = [("1 red-1: 2 hexes away", ""), ("2 red-2: 5 hexes away", ""), ("× red-3: hidden: yes", "PKT-2")]
    assert [(line.text, line.tag) for line in lines(NEAR)][:4] == [("Nearest enemy", "PKT-1"), *weighed]


def test_of_many_the_first_are_listed_and_the_rest_are_counted() -> None:
    """The map shows all of them."""
    many = UnitAnswer("flank", "PKT-4", "some", tuple(Ranked(Cell(n, 0), "there", n + 1) for n in range(LISTED + 5)))
    blocks = answer_blocks("ames", "The picket", (many,), many, str)
    assert len(lines(many, many)) == LISTED + 2
    assert any(isinstance(block, SmallPrint) and block.text.startswith("and 5 more") for block in blocks)


def test_of_a_unit_out_of_the_fight_it_is_said_that_there_is_nothing_to_tell() -> None:
    """An empty tab would be taken for a fault."""
    title, _, said = answer_blocks("ames", "The picket", (), None, str)
    assert title == Title("ames") and isinstance(said, SmallPrint) and "out of the fight" in said.text


def test_what_is_pointed_at_is_told_by_the_line_of_the_answer() -> None:
    """Of a unit or its cell; nothing of what the answer does not weigh."""
    assert [
        block.text for block in weighed_blocks(NEAR, ("red-2", Cell(3, 3)), str)[1:] if isinstance(block, TextLine)
    ] == ["2 red-2: 5 hexes away"]
    assert weighed_blocks(NEAR, (None, Cell(3, 3)), str) == ()


def test_the_enemy_who_is_chosen_is_among_those_offered() -> None:
    """However far away he is; without one the rules say whom they mean."""
    foes = [f"red-{n}" for n in range(20)]
    far = against_buttons(foes, "red-19", str)
    assert [button.text for button in far if button.chosen] == ["red-19"]
    assert against_buttons(foes, None, str)[0].chosen
