"""The reasons panel: every kind of note, every rule as a tag, and why not here."""

from collections.abc import Iterator
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.insight import CardFace
from sim.engine.notes import (
    NOTES,
    Checked,
    Drawn,
    Note,
    Opposed,
    Rolled,
    Said,
    Scored,
    Selection,
    SelectionStep,
    Subject,
    Tried,
    walk,
)
from sim.engine.session import Session
from sim.grid import Cell
from sim.resources import scenarios_folder
from sim.scenario.scenario import load_scenario
from sim.solo.explain import ALL, explained
from sim.view.blocks.kinds import Block, Do, Faces, Row, SmallPrint, TextLine, Title
from sim.view.blocks.reasons import NO, YES, reason_blocks, reason_text, rule_blocks, verdict_blocks
from sim.view.ui.lettering import font
from tests.picket import PICKET
from tests.picket_positions import AMES, RED, Stand, field

KAMENKA = scenarios_folder() / "conflict_of_heroes" / "farm_at_kamenka.toml"
FIELD = field()
B2, C3, D4, E5 = (FIELD.map.cell(name) for name in ("B2", "C3", "D4", "E5"))
ROLL = Rolled(Throw(D6, "to hit", "ames", at_least(8), count=2), (3, 6), rule="PKT-FIRE")
TIE = Rolled(Throw(die(2), "tie: where to go", "red-1", options=("B2", "C3")), (2,))
SIFTED = Selection(
    "where to go",
    "cells in reach",
    (B2, C3, D4, E5),
    (
        SelectionStep("require", "out of sight", "PKT-HIDE", (True, True, "seen by ames", True), (0, 1, 3)),
        SelectionStep("prefer", "in cover", "PKT-MOVE", (False, False, False), (0, 1, 3), False),
        SelectionStep("least", "steps", "PKT-WALK", (2, 2, 5), (0, 1), 2),
    ),
    1,
    TIE,
    rule="PKT-MOVE",
)
EVERY = (
    Said("it is dark", rule="PKT-TURN"),
    Drawn("moods", "mood", "red-1", "bold-1", rule="PKT-CARD"),
    Scored("the table", 5, "5-6", Rolled(Throw(D6, "the table"), (5,)), rule="PKT-TABLE"),
    Tried(
        "creep", False, "nobody can", (Tried("crawl", False, "too far", (SIFTED,), rule="PKT-MOVE"),), rule="PKT-SNAP"
    ),
    Tried("shoot -> fire", True, "", (Said("he sees him", rule="PKT-ZONE"),), rule="PKT-FIRE"),
    Checked(Check("attack").plus(1, "aim", "PKT-FIRE").plus(-2, "snap shot", "PKT-SNAP"), rule="PKT-HIT"),
    ROLL,
    Opposed(Rolled(Throw(D6, "a blow", "ames"), (4,)), Rolled(Throw(D6, "against it"), (5,)), 2, rule="PKT-HIT"),
)


def name(subject: Subject) -> str:
    """Call cells and units as players do."""
    return FIELD.map.grid.name(subject) if isinstance(subject, Cell) else subject


def shown(*notes: Note, **more: Any) -> tuple[Block, ...]:
    """Return the blocks of notes."""
    return reason_blocks(notes, name, **more)


def lines(found: tuple[Block, ...]) -> list[TextLine]:
    """Return the lines among blocks."""
    return [block for block in found if isinstance(block, TextLine)]


def texts(*notes: Note, **more: Any) -> list[str]:
    """Return what the lines say."""
    return [line.text for line in lines(shown(*notes, **more))]


def rules_in(notes: tuple[Note, ...]) -> Iterator[str]:
    """Yield every rule that notes cite: their own, those of their lines, those of the parts of a number."""
    for note in walk(notes):
        yield note.rule
        if isinstance(note, Selection):
            yield from (step.rule for step in note.steps)
        if isinstance(note, Checked):
            yield from (part.rule for part in note.check.parts)


# -- each kind of note --------------------------------------------------------------------------------------------


def test_there_are_blocks_for_every_kind_of_note() -> None:
    """Each adds something, an unknown kind is refused, and that there are none is said: nothing goes in silence."""
    assert {type(note) for note in walk(EVERY)} == set(NOTES)
    assert all(shown(note) for note in EVERY)
    with pytest.raises(TypeError, match="there are no blocks for"):
        shown(Note())
    assert shown() == (SmallPrint("No reasons were recorded for this."),)


def test_a_card_is_shown_with_its_name_and_its_text() -> None:
    """As the system has it; a line for each of its lines, and one that says no more than its name is told once."""

    def card(deck: str, id_: str) -> CardFace:
        return CardFace(id_, f"Bold ({deck})", "fire at once\nHit AI -> Rally")

    assert texts(EVERY[1], card=card) == [
        'card "Bold (moods)" of the deck "moods"', "mood (for red-1)", "fire at once", "Hit AI → Rally"
    ]  # fmt: skip
    assert texts(EVERY[1])[0] == 'card "bold-1" of the deck "moods"'
    told = texts(EVERY[1], card=lambda deck, card: CardFace(card, "unconscious", "unconscious"))
    assert sum("unconscious" in text for text in told) == 1


def test_dice_are_shown_with_what_was_needed() -> None:
    """Good or bad by sign, word and tone."""
    line, dice, met = shown(ROLL)
    assert (line.text, dice) == ("2D6 for ames: to hit", Faces((3, 6), 6, True))  # type: ignore[union-attr]
    assert (met.text, met.tone) == (f"{YES} 3 + 6 = 9: 8+ needed", "good")  # type: ignore[union-attr]
    missed = shown(Rolled(ROLL.throw, (1, 2)))
    assert missed[1:] == (Faces((1, 2), 6, False), TextLine(f"{NO} 1 + 2 = 3: 8+ needed", "bad", 1, bold=True))


def test_dice_that_are_judged_one_by_one_lie_in_two_heaps_and_those_of_a_contest_are_compared() -> None:
    """First those that are good enough; of a contest both throws, then who is above."""
    found = shown(Rolled(Throw(D6, "saves", need=at_least(4, each=True), count=3), (2, 5, 4)))
    assert found[1:3] == (Faces((5, 4), 6, True), Faces((2,), 6, False))
    assert found[3] == TextLine(f"{YES} 2 of 3: 4+ on each die needed", "good", 1, bold=True)
    one, mine, other, theirs, end = shown(EVERY[-1])
    assert (mine, theirs) == (Faces((4,), 6), Faces((5,), 6))
    assert isinstance(end, TextLine) and end.text == f"{YES} 4 +2 against 5: higher by 1" and end.tone == "good"
    assert isinstance(one, TextLine) and isinstance(other, TextLine)


def test_a_tie_die_names_its_options() -> None:
    """The one it decided for, and the others: eight by name."""
    assert shown(TIE)[1] == Faces((2,), 2)
    assert texts(TIE) == ["D2 for red-1: tie: where to go", f"{YES} 2 = C3", "not 1 = B2"]
    tie = Rolled(Throw(die(20), "tie", options=tuple(f"r{n}" for n in range(20))), (1,))
    assert texts(tie)[-1].endswith("9 = r8 and 11 more")


def told(*notes: Note) -> list[str]:
    """Return the lines of notes with their depth, tone and tag, where they have one."""
    return [" ".join(["-" * line.depth, line.text, line.tone, line.tag]).strip() for line in lines(shown(*notes))]


def test_a_table_a_try_and_a_number_are_shown_with_what_lies_deeper() -> None:
    """The die of a table; what was looked at for a try, which has a tick or a cross and its reason; the parts of a
    number, each with its rule."""
    assert Faces((5,), 6) in shown(EVERY[2])
    assert told(EVERY[2]) == ["the table: 5, row 5-6 ink PKT-TABLE", "- D6: the table ink"]
    tries = [f"{NO} creep bad PKT-SNAP", "- nobody can ink", f"- {NO} crawl bad PKT-MOVE", "-- too far ink"]
    assert told(EVERY[3])[:4] == tries
    assert told(EVERY[4]) == [f"{YES} shoot → fire good PKT-FIRE", "- he sees him ink PKT-ZONE"]
    assert told(EVERY[5]) == ["attack -1 ink PKT-HIT", "- +1 aim ink PKT-FIRE", "- -2 snap shot ink PKT-SNAP"]


def test_signs_are_in_the_bundled_fonts() -> None:
    """A sign that a font lacks would be drawn as an empty box, the same for each."""
    for face in ("plain", "bold"):
        missing = font(face, 40).render("\uffff", True, (0, 0, 0))
        for sign in (YES, NO, "→", "–"):
            drawn = font(face, 40).render(sign, True, (0, 0, 0))
            assert drawn.get_size() != missing.get_size() or drawn.get_buffer().raw != missing.get_buffer().raw


# -- choices ------------------------------------------------------------------------------------------------------


def test_a_choice_is_told_line_by_line() -> None:
    """Kind, measure, what was wanted, how many stayed; who went and with what."""
    assert texts(SIFTED)[:7] == [
        "where to go: C3",
        "from 4 cells in reach",
        "1. only if out of sight: kept 3 of 4",
        f"{NO} D4: seen by ames",
        "2. if possible, in cover: not possible; kept 3 of 3",
        "3. fewest steps: 2; kept 2 of 3",
        f"{NO} E5: 5",
    ]


def test_a_choice_that_left_nobody_says_so() -> None:
    """Of units, of cells, of nothing at all."""
    assert texts(Selection("who", "men", (), (), None))[:2] == ["who: nobody", "there are no men"]
    step = SelectionStep("require", "hit", "R", (False,), ())
    assert texts(Selection("who", "men", ("ames",), (step,), None))[:2] == [
        "who: nobody",
        "the only one of the men is ruled out",
    ]
    assert texts(Selection("where", "cells", (B2,), (step,), None))[0] == "where: none"


def test_a_long_list_stays_readable() -> None:
    """Eight are named, the others counted; but the text to copy names everybody, as `explained` does. Values that are
    sentences stand one below the other, up to eight of them."""
    men, why = tuple(f"m{n}" for n in range(21)), "no: out of sight, behind the light woods"
    long = Selection("who", "men", men, (SelectionStep("least", "age", "R", tuple(range(21)), (0,), 0),), 0)
    assert texts(long)[-1] == f"{NO} m1: 1; m2: 2; m3: 3; m4: 4; m5: 5; m6: 6; m7: 7; m8: 8 and 12 more"
    assert reason_text(EVERY, name) == "\n".join(explained(EVERY, name, listed=ALL))
    assert "m20" in reason_text((long,), name)
    note = Selection("who", "men", men[:10], (SelectionStep("require", "x", "R", (why,) * 10, ()),), None)
    assert texts(note)[3:] == [*(f"{NO} m{n}: {why}" for n in range(8)), f"{NO} and 2 more"]


def test_a_choice_is_known_by_its_place_among_all_notes_and_a_line_of_it_by_its_own() -> None:
    """However deep it lies, and if another is equal to it; lines are counted from 0."""
    notes = (*EVERY, SIFTED)
    places = [n for n, note in enumerate(walk(notes)) if note == SIFTED]
    heads = [line.do for line in lines(reason_blocks(notes, name)) if line.text == "where to go: C3"]
    assert heads == [Do("show_candidates", (place,)) for place in places] and len(places) == 2
    found = lines(shown(EVERY[0], SIFTED))
    assert [line.do for line in found if line.text[0].isdigit()] == [Do("show_candidates", (1, n)) for n in range(3)]


def test_the_picked_choice_is_marked() -> None:
    """It alone, or one line of it."""
    notes = (SIFTED, SIFTED)
    heads = [line.chosen for line in lines(reason_blocks(notes, name, picked=2)) if line.bold and line.depth == 0]
    assert heads == [False, True]
    marked = [line.text for line in lines(reason_blocks(notes, name, picked=2, picked_step=1)) if line.chosen]
    assert marked == ["2. if possible, in cover: not possible; kept 3 of 3"]
    assert not any(line.chosen for line in lines(reason_blocks(notes, name)))


# -- all of it ----------------------------------------------------------------------------------------------------


def assert_cited(notes: tuple[Note, ...], found: tuple[Block, ...]) -> None:
    """Make sure that every rule of some notes is a tag that shows it."""
    tags = {line.tag: line.tag_do for line in lines(found) if line.tag}
    assert set(tags) == {rule for rule in rules_in(notes) if rule}
    assert all(do == Do("show_rule", (tag,)) for tag, do in tags.items())


def test_every_rule_is_a_tag() -> None:
    """Of notes, of lines, of parts; frame by frame in a battle of Picket."""
    assert_cited(EVERY, reason_blocks(EVERY, name))
    session = field(AMES, Stand("bell", "C5", 1), RED).session()
    session.play_out()
    for frame in session.frames:
        assert_cited(frame.why, reason_blocks(frame.why, name))
    assert sum(bool(frame.why) for frame in session.frames) > 10


def test_every_rule_of_a_real_scenario_is_a_tag_and_known() -> None:
    """In Conflict of Heroes, with its cards; each has its card in the rulebook."""
    scenario = load_scenario(KAMENKA)
    players = {side.id: "commander" if side.player == "human" else side.player for side in scenario.battle.sides}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(3))
    for _ in range(12):
        session.advance()
    insight, position = scenario.ruleset.insight, Position(scenario.battle, session.state)
    for frame in session.frames:
        found = reason_blocks(frame.why, name, card=lambda deck, card: insight.card(position, deck, card))
        assert_cited(frame.why, found)
        for tag in {line.tag for line in lines(found) if line.tag}:
            assert rule_blocks(scenario.ruleset.rulebook, tag)[0] == Title(tag)
            assert not any(
                isinstance(block, SmallPrint) and block.tone == "bad"
                for block in rule_blocks(scenario.ruleset.rulebook, tag)
            )


# -- rules --------------------------------------------------------------------------------------------------------


def test_a_rule_is_a_card() -> None:
    """Id, title, text and source; an unknown one is said to be unknown, with what may have been meant."""
    rule = PICKET.rulebook.rule("PKT-CUP")
    found = rule_blocks(PICKET.rulebook, "PKT-CUP")
    assert found[:3] == (Title("PKT-CUP"), TextLine(rule.title, bold=True), TextLine(rule.text))
    assert Row("source", "made up") in found
    title, note = rule_blocks(PICKET.rulebook, "PKT-CAP")
    assert title == Title("PKT-CAP") and isinstance(note, SmallPrint)
    assert "has no rule" in note.text and "PKT-CUP" in note.text


def test_rulings_and_base_matter_are_told_and_rules_in_more_detail_can_be_clicked() -> None:
    """Only where they are; those in more detail begin with the same id."""
    book = load_scenario(KAMENKA).ruleset.rulebook
    for rule in book:
        labels = [block.label for block in rule_blocks(book, rule.id) if isinstance(block, Row)]
        assert ("ruling" in labels, "base game" in labels) == (rule.ruling, rule.base)
    assert any(rule.ruling for rule in book) and any(rule.base for rule in book)
    further = [rule.id for rule in book.beginning("COH-5.0") if rule.id != "COH-5.0"]
    assert [line.tag for line in lines(rule_blocks(book, "COH-5.0")) if line.tag] == further != []


# -- why not? -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "text", "tone", "rule"),
    [
        (C3, f"{YES} where to go: C3 was chosen", "good", "PKT-MOVE"),
        (D4, f"{NO} where to go: D4 was ruled out, out of sight: seen by ames", "bad", "PKT-HIDE"),
        (E5, f"{NO} where to go: E5 was ruled out, steps: it has 5, 2 was needed", "bad", "PKT-WALK"),
        (B2, "= where to go: B2 was as good as the chosen one, and the die decided", "ink", "PKT-MOVE"),
    ],
)
def test_what_became_of_a_cell_is_told(cell: Cell, text: str, tone: str, rule: str) -> None:
    """In a sentence with its rule; a click shows the choice."""
    notes = (Said("first"), Tried("go", True, "", (SIFTED,)))
    title, line = verdict_blocks(notes, cell, name(cell))
    assert title == Title("Why C3?" if cell == C3 else f"Why not {name(cell)}?")
    show = Do("show_rule", (rule,))
    assert line == TextLine(text, tone, do=Do("show_candidates", (2,)), tag=rule, tag_do=show)  # type: ignore[arg-type]


def test_what_decided_comes_before_what_was_tried_in_vain() -> None:
    """Of many choices the one that was followed is the one that is asked about: it stands at the top."""
    notes = (Tried("creep", False, "nobody can", (SIFTED,)), Tried("go", True, "", (SIFTED,)))
    _, decided, between, vain = verdict_blocks(notes, D4, "D4")
    assert isinstance(decided, TextLine) and decided.do == Do("show_candidates", (4,))
    assert between == SmallPrint("In what was tried earlier, without success:")
    assert isinstance(vain, TextLine) and vain.do == Do("show_candidates", (1,))


def test_a_cell_that_nobody_considered_is_said_to_be_none() -> None:
    """With the pool that it was not in; where no such choice was made at all that is said, of units or of cells."""
    _, line, why = verdict_blocks((SIFTED,), FIELD.map.cell("H6"), "H6")
    assert line == TextLine("This decision never considered H6.", bold=True)
    assert "was not among the cells in reach" in why.text  # type: ignore[union-attr]
    subjects: dict[str, Subject] = {"units": "ames", "cells": B2}
    for things, subject in subjects.items():
        _, note = verdict_blocks((Said("x"),), subject, "it")
        assert note == SmallPrint(f"it was not considered: no choice among {things} was made here.")
