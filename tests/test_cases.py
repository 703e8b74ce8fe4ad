"""Cases as text: what is right passes, and whatever is wrong is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import QUESTIONS, Asked, read_cases

FARM = """# The farm

    scenario conflict_of_heroes/farm_at_kamenka
    players soviets:human germans:solo
    set stage:turn mover:soviets

"""


def complaints(tmp_path: Path, text: str) -> list[str]:
    """Return what is said of the cases of a text."""
    file = tmp_path / "farm.txt"
    file.write_text(FARM + text, encoding="utf-8")
    own = {
        "sum": lambda asked: sum(map(int, asked.words)),
        "boast": lambda asked: ["one", "two", "three"],
        "reach": lambda asked: '5" away',
    }
    return [complaint for case in read_cases(file) for complaint in case.complaints({**QUESTIONS, **own})]


def test_what_is_right_passes(tmp_path: Path) -> None:
    """Changes of one example, of a whole case, answers in three manners, and what comes of an example."""
    text = """## COH-3.0: facts
        Maxim spent | Maxim.spent => true
        Maxim.spent => false
        Maxim B3
        Maxim.cell => B3
        Maxim.profile.id => soviet_maxim
        set holders:[["barn","soviets"]] | state.holders => [["barn", "soviets"]]
        boast => one | two | three
        each B3 B4 | Maxim * | Maxim.cell => B3 | B4
        each 1 2 | boast =~ two | three
        each 1 2 | Maxim.spent => false
        each 1 2 | boast =! four
        Maxim.cell Maxim.spent => B3 | false
        each 1 2 | boast => one, two, three | one, two, three
        boast =~ one | three
        boast =! four
        reach => 5" away
        sum 1
            2 3 => 6
        map
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........

        sight A1 C1 => clear
        Maxim B3 | mistakes => none
        Maxim Z99 | Maxm B3 | mistakes =~ Maxm: found "Maxm"
        victory leader:nobody | mistakes =~ victory.leader: found "nobody", expected one of soviets, germans
        play pass
          =~ pass
        then events =~ Passed =! Fired
        play pass then state.mover => germans
        each soviets germans | set mover:* | state.turn => 0
        then state.mover => soviets | germans
    """
    assert complaints(tmp_path, text.replace("\n        ", "\n    ")) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Maxim.spent => true", "farm.txt:8: Maxim.spent => true\n  is: false"),
        ("boast => one | two", "is: one | two | three"),
        ("boast =~ two | one", "is: one"),
        ("boast =! two", "is: one"),
        ("each 1 2 | sum * =~ 1", "is: 1 | 2"),
        ("each 1 2 | sum * =~ 2 | 2", "is: 1 | 2"),
        ("each 1 2 | sum * => 2", "is: 1 | 2"),
        ("each 1 2 | sum * =! 2", "is: 1 | 2"),
        ("each Maxim Maxm | *.spent =! true", "is: false | no such unit"),
        ("Maxim.spent Maxm.spent => false | false", "is: false | no such unit"),
        ("Maxim.spent spent => false | false", "AssertionError: spent is no question"),
        ("bost => one", "AssertionError: bost is no question"),
        ("Maxm spent | boast => one", 'FileMistakes: farm.txt:8: Maxm: found "Maxm"'),
        ("dice 3 | play pass => x", "ChanceRefused: "),
        ("then why => x", "then asks of the example before it"),
        ("Nobody.spent => true", "is: no such unit"),
        ("Nobody.spent =! true", "is: no such unit"),
        ("boast =~ one =! three", "boast =! three\n  is: one"),
        ("boast then sum 1 => 2", "is: 1"),
        ("boast =~", "is: one"),
        ("boast =!", "is: one"),
        ("Maxim B3", "farm.txt:7: no example"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(line: str, told: str, tmp_path: Path) -> None:
    """The fact is not so, the question is none, the position cannot be set up, the dice do not come out."""
    (complaint,) = complaints(tmp_path, f"## COH-3.0: a fact\n    {line}\n")
    assert told in complaint


def test_rules_and_facts_are_read_from_the_heading(tmp_path: Path) -> None:
    """Several ids, with or without commas; a fact may belong to no rule."""
    file = tmp_path / "x.txt"
    file.write_text("## COH-3.0, COH-5.1-long AAS-R-fire: it is so\n## it is: so\n", encoding="utf-8")
    found = [(case.line, case.rules, case.fact) for case in read_cases(file)]
    assert found == [(1, ("COH-3.0", "COH-5.1-long", "AAS-R-fire"), "it is so"), (2, (), "it is: so")]


def test_a_question_gets_words_without_their_quotes(tmp_path: Path) -> None:
    """Names have spaces."""
    file = tmp_path / "x.txt"
    file.write_text(FARM + '## a fact\n    say "Rifles Bely" x => Rifles Bely;x\n', encoding="utf-8")

    def say(asked: Asked) -> str:
        return ";".join(asked.words)

    (case,) = read_cases(file)
    assert list(case.complaints({"say": say})) == []


def test_what_the_stage_beside_a_file_says_stands_for_all_its_sections(tmp_path: Path) -> None:
    """It is read as if it stood in each of them; a field that is a list is told as one writes it."""
    (tmp_path / "stage.txt").write_text("scenario conflict_of_heroes/farm_at_kamenka\nMaxim B3\n", encoding="utf-8")
    file = tmp_path / "x.txt"
    two = "# Two\n\n## b\n    state.hand => []\n"
    file.write_text(f"# One\n\n## a\n    Maxim.cell => B3\n\n{two}", encoding="utf-8")
    assert [told for case in read_cases(file) for told in case.complaints(QUESTIONS)] == []
