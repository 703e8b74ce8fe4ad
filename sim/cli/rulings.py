"""`sandtable rulings`: the register of readings, every clause that can be read in two ways and what is played."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from sim.cli.output import Refused, as_json_option, echo, echo_json
from sim.cli.rules import WIDEST, counted_rules, reading_lines, rule_lines, rulebook_data, shown_text, wrapped

if TYPE_CHECKING:
    from sim.engine.rulebook import Rule, Rulebook


@click.command("rulings")
@click.argument("system", required=False)
@click.argument("id", required=False)
@as_json_option
def rulings_command(system: str | None, id: str | None, as_json: bool) -> None:
    """List the clauses that can be read in two ways, with their readings; the usual one stands first.

    A scenario chooses another in its table [settings]. With ID, which may be the setting, too, one clause is shown in
    full: where it stands, and why it is usually read so.
    """
    from sim.scenario.systems import find_rulebook, rulebooks

    books = rulebooks() if system is None else (find_rulebook(system),)
    found = [(book, book.rulings if id is None else (ruling_called(book, id),)) for book in books]
    if as_json:
        data = [rulebook_data(book, rules) for book, rules in found]
        echo_json(data if system is None else data[0])
        return
    width = min(shutil.get_terminal_size().columns, WIDEST)
    for place, (book, rules) in enumerate(part for part in found if part[1] or system):
        lines = ruling_lines(book, rules, width) if id is None else rule_lines(book, rules[0], width)
        for line in ("", *lines) if place else lines:
            echo(line)


def ruling_called(book: Rulebook, name: str) -> Rule:
    """Return the clause of a rule's id, or of the setting that chooses its reading."""
    from sim.files import shown

    wanted = name.casefold()
    for rule in book.rulings:
        if wanted in (rule.id.casefold(), rule.setting):
            return rule
    has = f"`sandtable rulings {book.system}` lists those that it has"
    if any(rule.id.casefold() == wanted for rule in book):
        raise Refused(f"{shown_text(name)} can be read in one way only; {has}")
    raise Refused(f"{shown_text(book.title)} has no clause {shown(name)} that can be read in two ways; {has}")


def ruling_lines(book: Rulebook, rules: tuple[Rule, ...], width: int) -> Iterator[str]:
    """Yield the clauses of a system that can be read in two ways, each with its readings."""
    number = counted_rules(len(rules)) if rules else "no rule"
    yield f"{shown_text(book.title)}: {number} can be read in more than one way"
    for rule in rules:
        yield ""
        yield f"{shown_text(rule.id)}  {shown_text(rule.title)} [{shown_text(rule.source)}]"
        yield from wrapped(rule.text, width, "  ")
        yield from reading_lines(rule, width)
