"""What the rules find out about a unit by eye, as a panel: every answer with its rule, and of one who was weighed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sim.engine.insight import Ranked, UnitAnswer
from sim.engine.notes import Subject
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Gap, SmallPrint, TextLine, Title
from sim.view.blocks.reasons import NO
from sim.view.blocks.reports import RULE_DO

Named = Callable[[Subject], str]
LISTED = 10
"""How many of those who were weighed are written out; the map shows all of them."""
CHOICES = 8
"""How many enemies are offered to be asked against, the nearest first."""
NOBODY = (
    Title("What the rules see"),
    SmallPrint("Click a unit of either side: its nearest enemy, what it sees and covers, its cover and more."),
)


def answer_blocks(
    title: str,
    basis: str,
    answers: Sequence[UnitAnswer],
    picked: UnitAnswer | None,
    naming: Named,
    against: Sequence[Button] = (),
) -> tuple[Block, ...]:
    """Return all answers about a unit, each to be clicked; the one that is picked with everybody whom it weighs.

    `basis` says whose unit it is and how much of it is known; `against` offers enemies to ask the picked one against.
    """
    blocks: list[Block] = [Title(title), SmallPrint(basis)]
    if not answers:
        blocks.append(SmallPrint("Nothing can be told of it: it is off the map or out of the fight."))
    for answer in answers:
        show, cite = Do("show_answer", (answer.topic, answer.name)), Do(RULE_DO, (answer.rule,))
        name = TextLine(_capital(answer.name), "ink", 0, show, answer is picked, answer.rule, cite, bold=True)
        blocks += [Gap(2), name]
        if answer is not picked or not _says_the_same(answer):
            blocks.append(TextLine(answer.text, depth=1, do=show))
        if answer is picked:
            blocks += _weighed(answer, naming)
            if against:
                blocks += [SmallPrint("against whom:"), Buttons(tuple(against), 2)]
    return tuple(blocks)


def against_buttons(enemies: Sequence[str], chosen: str | None, naming: Named) -> tuple[Button, ...]:
    """Return whom a unit can be asked against: whoever the rules would take, or one of the nearest."""
    near = enemies[:CHOICES]
    listed = (*near, chosen) if chosen is not None and chosen not in near else near
    whom = (Button(naming(each), Do("choose_against", (each,)), chosen=each == chosen) for each in listed)
    return (Button("by the rules", Do("choose_against", ("",)), chosen=chosen is None), *whom)


def weighed_blocks(answer: UnitAnswer, subjects: Sequence[Subject | None], naming: Named) -> tuple[Block, ...]:
    """Return what an answer says of some units and cells; nothing of those that it does not weigh."""
    found = [each for each in answer.ranked if each.subject in subjects]
    if not found:
        return ()
    return (SmallPrint(answer.name, "accent"), *(_ranked_line(answer, each, naming) for each in found))


def _weighed(answer: UnitAnswer, naming: Named) -> Iterator[Block]:
    yield from (_ranked_line(answer, each, naming) for each in answer.ranked[:LISTED])
    more = len(answer.ranked) - LISTED
    if more > 0:
        yield SmallPrint(f"and {more} more on the map: point at one to read what is said of it")


def _says_the_same(answer: UnitAnswer) -> bool:
    """Say whether the answer in a sentence is the first line of its list again."""
    return len(answer.best) == 1 and answer.text.endswith(f": {answer.ranked[0].text}")


def _ranked_line(answer: UnitAnswer, each: Ranked, naming: Named) -> TextLine:
    """Write one line: its place, or a cross and the line that rules it out; a click finds it on the map."""
    text = f"{each.place or NO} {naming(each.subject)}: {each.text}"
    rule, find = each.rule if each.rule != answer.rule else "", Do("find", (each.subject,))
    return TextLine(text, "ink" if each.passes else "faint", 1, find, False, rule, Do(RULE_DO, (rule,)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
