"""The rulebook of a system: all rules, those that a search finds, and the text of the one that is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.engine.rulebook import Rule, Rulebook
from sim.engine.words import counted
from sim.view.blocks.kinds import Block, Divider, Do, Field, SmallPrint, TextLine, Title
from sim.view.blocks.reasons import NO_READINGS, rule_blocks


def rulebook_blocks(
    rulebook: Rulebook, search: Field, chosen: str, readings: Mapping[str, Any] = NO_READINGS
) -> tuple[Block, ...]:
    """Return the page: the field that is typed into, the rule that is read, and what was found."""
    found, every = found_rules(rulebook, search.text), len(found_rules(rulebook))
    told = counted(every, "rule") if len(found) == every else f"{len(found)} of {counted(every, 'rule')}"
    card = (*rule_blocks(rulebook, chosen, readings), Divider()) if chosen else ()
    return (
        Title(f"Rules of {rulebook.title}"),
        search,
        *card,
        SmallPrint(f"{told}; type to search, ↑ ↓ go through them"),
        *(_line(rule, chosen) for rule in found),
    )


def _line(rule: Rule, chosen: str) -> Block:
    show = Do("show_rule", (rule.id,))
    return TextLine(rule.title, do=show, chosen=rule.id == chosen, tag=rule.id, tag_do=show)


def found_rules(rulebook: Rulebook, text: str = "") -> list[Rule]:
    """Return the rules that have all words of a text; those that have them in id and title come first."""
    words = text.casefold().split()
    every = (*rulebook, *(rulebook.house or ()))

    def has(told: str) -> bool:
        return all(word in told.casefold() for word in words)

    found = [rule for rule in every if has(f"{rule.id} {rule.title} {rule.text} {' '.join(map(str, rule.readings))}")]
    return sorted(found, key=lambda rule: not has(f"{rule.id} {rule.title} {rule.setting}"))
