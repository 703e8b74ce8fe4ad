"""`sandtable rules`: look up the rules of a system by the ids that traces and tests give."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from sim.cli.output import as_json_option, echo, echo_json
from sim.resources import UnknownName

if TYPE_CHECKING:
    from sim.engine.rulebook import Rule, Rulebook

WIDEST = 100
"""Lines longer than this are hard to read, however wide the terminal is."""
_MOST = 2000
"""Characters shown of one text; those of a rulebook file are shorter, and others are not worth more."""


@click.command("rules")
@click.argument("system", required=False)
@click.argument("id", required=False)
@click.option("--search", "word", metavar="WORD", help="Only rules that have this in their id, title or text.")
@as_json_option
def rules_command(system: str | None, id: str | None, word: str | None, as_json: bool) -> None:
    """Show the rules of a system, or of the house: the ideas that Sandtable's commanders add to every system.

    Without SYSTEM the systems are listed, and without ID the rules of one. The beginning of an ID shows all rules that
    begin with it.
    """
    if id is not None and word is not None:
        raise click.UsageError("ID and --search cannot be used together: search the whole system, or name a rule")
    books = _rulebooks(system) if id is None else [book.book_of(id) for book in _rulebooks(system)]
    if system is None and word is None:
        _say(as_json, [system_data(book) for book in books], system_lines(books))
        return
    found = [(book, _chosen(book, id, word)) for book in books]
    data = [rulebook_data(book, rules) for book, rules in found]
    lines = found_lines(found, id) if any(rules for _, rules in found) else not_found_lines(books, word or "")
    _say(as_json, data if system is None else data[0], lines)


def _say(as_json: bool, data: object, lines: Iterable[str]) -> None:
    if as_json:
        echo_json(data)
        return
    for line in lines:
        echo(line)


def _rulebooks(system: str | None) -> list[Rulebook]:
    from sim.play.rulebooks import HOUSE
    from sim.scenario.systems import find_rulebook, rulebooks

    if system is None:
        return [*rulebooks(), HOUSE]
    return [HOUSE if system.casefold() == HOUSE.system else find_rulebook(system)]


def _chosen(book: Rulebook, id: str | None, word: str | None) -> tuple[Rule, ...]:
    if id is not None:
        return rules_called(book, id)
    return book.rules if word is None else rules_with(book, word)


def rules_called(book: Rulebook, id: str) -> tuple[Rule, ...]:
    """Return the rule of this id, else those whose ids begin with it; capital and small letters are the same."""
    fitting = book.beginning(id)
    exact = tuple(rule for rule in fitting if rule.id.casefold() == id.casefold())
    if fitting:
        return exact or fitting
    try:
        return (book.rule(id),)
    except LookupError as error:
        told = str(error) if str(error).endswith("?") else f"{error};"
        raise UnknownName(f"{told} `sandtable rules {shown_text(book.system)}` lists them all") from None


def rules_with(book: Rulebook, word: str) -> tuple[Rule, ...]:
    """Return the rules that have a word, or part of one, in their id, title or text."""
    sought = " ".join(word.casefold().split())
    return tuple(rule for rule in book if sought in f"{rule.id}\n{rule.title}\n{rule.text}".casefold())


# -- as text ------------------------------------------------------------------------------------------------------


def shown_text(text: str) -> str:
    """Make a text of a file fit to be printed; rulebooks may come from strangers."""
    from sim.files import printable

    return printable(text, _MOST)


def found_lines(found: list[tuple[Rulebook, tuple[Rule, ...]]], id: str | None) -> Iterator[str]:
    """Yield the rules that were found: in full if an id was given and led to one, else as a table for each system."""
    telling = [(book, rules) for book, rules in found if rules]
    for n, (book, rules) in enumerate(telling):
        if n:
            yield ""
        if id is not None and len(rules) == 1:
            yield from rule_lines(book, rules[0], min(shutil.get_terminal_size().columns, WIDEST))
        else:
            yield from table_lines(book, rules)


def not_found_lines(books: list[Rulebook], word: str) -> Iterator[str]:
    """Yield what is said of a search that found nothing."""
    from sim.files import shown

    where = f"of {shown_text(books[0].title)}" if len(books) == 1 else "of any system"
    yield f"No rule {where} has {shown(word)} in its id, title or text."


def system_lines(books: list[Rulebook]) -> Iterator[str]:
    """Yield a line for each system: what to call it, its title, and how many rules it has."""
    if not books:
        yield "There are no systems in this installation."
    names, titles = _widest(book.system for book in books), _widest(book.title for book in books)
    for book in books:
        yield f"{shown_text(book.system):{names}}  {shown_text(book.title):{titles}}  {counted_rules(len(book))}"


def table_lines(book: Rulebook, rules: tuple[Rule, ...]) -> Iterator[str]:
    """Yield ids and titles in the order of the file, with the marks of rulings and base-game matter."""
    from sim.engine.rulebook import BASE, RULING

    yield f"{shown_text(book.title)}: {counted_rules(len(rules))}" + (
        "" if len(rules) == len(book) else f" of {len(book)}"
    )
    ids = _widest(rule.id for rule in rules)
    for group in _groups(rules):
        yield ""
        yield from (f"  {shown_text(rule.id):{ids}}  {shown_text(rule.title)}{_marks(rule)}" for rule in group)
    legend = [f"[R] ruling: {RULING}"] if any(rule.ruling for rule in rules) else []
    legend += [f"[B] base game: {BASE}"] if any(rule.base for rule in rules) else []
    yield from ["", *legend] if legend else []


def rule_lines(book: Rulebook, rule: Rule, width: int) -> Iterator[str]:
    """Yield one rule in full: title, text, source, whether it is a ruling, and the rules that go into more detail."""
    from sim.engine.rulebook import BASE, RULING

    yield f"{shown_text(rule.id)}  {shown_text(rule.title)}"
    yield ""
    yield from wrapped(rule.text, width)
    yield ""
    if rule.readings:
        yield from reading_lines(rule, width)
        yield from wrapped(f"Why {rule.readings[0].typed}: {rule.why}", width)
        yield ""
    yield from wrapped(f"Source: {rule.source}", width)
    if rule.ruling:
        yield from wrapped(f"Ruling: {RULING}", width)
    if rule.base:
        yield from wrapped(f"Base game: {BASE}", width)
    further = [other.id for other in book.beginning(rule.id) if other is not rule]
    if further:
        yield from wrapped(f"See also: {', '.join(further)}", width)


def reading_lines(rule: Rule, width: int) -> Iterator[str]:
    """Yield how a rule can be read, each with the line of a scenario that chooses it; the usual one stands first."""
    for place, reading in enumerate(rule.readings):
        usual = "" if place else " (usual)"
        yield from wrapped(f"{rule.setting} = {reading.typed}{usual}: {reading.text}", width, "    ")


def wrapped(text: str, width: int, within: str = "") -> list[str]:
    """Break a paragraph into lines; ids are not broken at their hyphens, so that they can be copied whole."""
    from textwrap import wrap

    lead = within[:2]  # the lines after the first may stand further in
    return wrap(shown_text(text), max(width, 20), initial_indent=lead, subsequent_indent=within, break_on_hyphens=False)


def _groups(rules: tuple[Rule, ...]) -> Iterator[list[Rule]]:
    """Yield the rules in groups of one subject, as they follow each other in the file; loners share a group."""
    loners: list[Rule] = []
    for _, members in groupby(rules, key=_subject):
        group = list(members)
        if len(group) == 1:
            loners += group
            continue
        if loners:
            yield loners
            loners = []
        yield group
    if loners:
        yield loners


def _subject(rule: Rule) -> str:
    """Return the part of an id that rules of one subject share: 3 of COH-3.1.1, SHOOT of OUT-SHOOT-2, A of CUC-A10."""
    part = re.split("[-.]", rule.id.partition("-")[2])[0]
    return part.rstrip("0123456789") or part


def _marks(rule: Rule) -> str:
    return (" [R]" if rule.ruling else "") + (" [B]" if rule.base else "")


def counted_rules(count: int) -> str:
    """Put a number of rules into words."""
    return "1 rule" if count == 1 else f"{count} rules"


def _widest(texts: Iterable[str]) -> int:
    return max((len(shown_text(text)) for text in texts), default=0)


# -- as data ------------------------------------------------------------------------------------------------------


def system_data(book: Rulebook) -> dict[str, Any]:
    """Return a system as data, without its rules."""
    return {"system": book.system, "title": book.title, "prefix": book.prefix, "count": len(book)}


def rulebook_data(book: Rulebook, rules: tuple[Rule, ...]) -> dict[str, Any]:
    """Return a system and some of its rules as data; the shape is the same for one rule, several and all."""
    return {**system_data(book), "rules": [asdict(rule) for rule in rules]}
