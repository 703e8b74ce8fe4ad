"""The rulebook of a system: every rule by its id, told in our own words, with its source.

Traces, tests, `sandtable rules` and the viewer's "why?" all name rules by these ids. A rulebook is TOML, so that it can
be read beside the printed rules and corrected by somebody who writes no Python::

    format = 1
    system = "picket"
    title = "Picket"
    prefix = "PKT"

    [[rule]]
    id = "PKT-1"
    title = "Who moves first"
    text = "The side with fewer units moves first; equal sides roll for it."
    source = "section 2"
    ruling = true        # our reading where the source is silent; left out: false
    base = false         # base-game matter that the source leans on; left out: false
    words = ["first"]    # words of the game that it explains, as panels write them; left out: none

A ruling of which both readings can be played names the setting that chooses, and says why the first reading is ours::

    setting = "ties"
    why = "The box mentions dice for ties nowhere else."

    [rule.readings]
    "a die" = "Equal sides roll for it."
    "the attacker" = "Of equal sides the attacker moves first."
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from sim.files import (
    FileMistakes,
    Mistake,
    TomlDocument,
    did_you_mean,
    parse_toml,
    printable,
    read_toml,
    require_version,
    shown,
)
from sim.files.strict import Strict, validated
from sim.files.wording import formed

RULING = "the source is silent or can be read in two ways; this is how Sandtable reads it."
BASE = "the source leans on this and does not contain it; figures are Sandtable's own default."
"""What the marks of a rule mean, in the words that every place which shows a rule uses."""
LONGEST_TEXT = 400
"""Two or three lines on a screen. A longer rule is two rules, or is copied rather than told."""
LONGEST_LINE = 80
"""Titles and sources stand in tables."""


@dataclass(frozen=True)
class Reading:
    """One way to read a clause."""

    value: str
    """What the setting says to choose it."""
    text: str
    """What is played then."""

    @property
    def chosen(self) -> str | int:
        """The value as a setting has it."""
        return int(self.value) if self.value.isdigit() else self.value

    @property
    def typed(self) -> str:
        """The value as a scenario has it: words stand in quotation marks, numbers do not."""
        return self.value if self.value.isdigit() else f'"{self.value}"'

    def __str__(self) -> str:
        return f"{self.typed}: {self.text}"


@dataclass(frozen=True)
class Rule:
    """One rule, told in one or two lines."""

    id: str
    title: str
    text: str
    source: str
    """Where it stands in the printed rules or in the rule sheet."""
    ruling: bool = False
    """Our reading, where the source is silent or can be read in two ways."""
    base: bool = False
    """Matter of the base game, which the source leans on and does not contain."""
    words: tuple[str, ...] = ()
    """Words of the game that it explains, as panels write them."""
    setting: str = ""
    """Which setting of a scenario chooses among the readings."""
    why: str = ""
    """Why the first reading is played unless a scenario chooses another."""
    readings: tuple[Reading, ...] = ()
    """How the clause can be read, the default first; none where only one reading can be played."""

    def reading(self, settings: object) -> Reading:
        """Return the reading that the settings of a battle choose."""
        chosen = str(getattr(settings, self.setting))
        return next(reading for reading in self.readings if reading.value == chosen)


@dataclass(frozen=True)
class Rulebook:
    """All rules of one system, in the order of its file, and by the way what Sandtable adds to every system.

    Its own rules are what it is counted and listed by; every id that a note may cite can be looked up.

    >>> book = Rulebook("picket", "Picket", "PKT", (Rule("PKT-1", "First move", "Roll for it.", "section 2"),))
    >>> "PKT-1" in book, book.rule("PKT-1").title, [rule.id for rule in book]
    (True, 'First move', ['PKT-1'])
    """

    system: str
    title: str
    prefix: str
    rules: tuple[Rule, ...]
    house: Rulebook | None = None
    """What commanders of every system want, which no book prints."""

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in (*(self.house or ()), *self.rules)}

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def rule(self, id: str) -> Rule:
        """Return the rule of this id; a LookupError says which id was probably meant."""
        if id not in self._by_id:
            near = did_you_mean(id, self._by_id) or f"its ids begin with {printable(self.prefix)}-"
            raise LookupError(f"{printable(self.title)} has no rule {shown(id)}; {near}")
        return self._by_id[id]

    @cached_property
    def rulings(self) -> tuple[Rule, ...]:
        """The register of readings: every rule of which a scenario can choose the reading."""
        return tuple(rule for rule in self if rule.readings)

    def unusual(self, settings: object) -> dict[str, Reading]:
        """Return the readings of a battle that are not the default, by the rules that are read so."""
        chosen = ((rule, rule.reading(settings)) for rule in self.rulings)
        return {rule.id: reading for rule, reading in chosen if reading is not rule.readings[0]}

    @cached_property
    def _by_word(self) -> dict[str, str]:
        return {word.casefold(): rule.id for rule in self for word in rule.words}

    def explaining(self, word: str) -> str:
        """Return the id of the rule that explains a word, what stands behind it in brackets left out; "" if none does.

        >>> book = Rulebook("picket", "Picket", "PKT", (Rule("PKT-1", "Zone", "In sight.", "1", words=("zone",)),))
        >>> book.explaining("Zone (of red-1)"), book.explaining("range")
        ('PKT-1', '')
        """
        return self._by_word.get(word.partition(" (")[0].casefold(), "")

    def book_of(self, id: str) -> Rulebook:
        """Return the rulebook that an id, or the beginning of one, belongs to: this one, or the house's."""
        prefix = id.partition("-")[0].casefold()
        return self.house if self.house and prefix == self.house.prefix.casefold() else self

    def beginning(self, start: str) -> tuple[Rule, ...]:
        """Return the rules whose ids begin like this, in small or capital letters.

        A number is not cut short: PKT-1 begins PKT-1.2 and PKT-1-tie, and not PKT-12.
        """
        return tuple(rule for rule in self.book_of(start) if _begins(rule.id.casefold(), start.casefold()))


def _begins(id: str, start: str) -> bool:
    rest = id.removeprefix(start)
    return bool(start) and id.startswith(start) and not (start[-1].isdigit() and rest[:1].isdigit())


# -- the file ---------------------------------------------------------------------------------------------------


def _told_in(longest: int) -> Callable[[str], str]:
    """Return a check that a text says something and says it briefly; its line breaks become spaces."""

    def told(text: str) -> str:
        words = " ".join(text.split())
        if not words:
            raise ValueError(f"found an empty text, expected 1 to {longest} characters")
        if len(words) > longest:
            raise ValueError(f"found a text of {len(words)} characters, expected at most {longest}")
        return words

    return told


_Line = Annotated[str, AfterValidator(_told_in(LONGEST_LINE))]
_Text = Annotated[str, AfterValidator(_told_in(LONGEST_TEXT))]
_SystemId = Annotated[
    str, formed("^[a-z][a-z0-9_]{0,39}$", "small letters, digits and _, a letter first and at most 40 in all")
]
_Setting = Annotated[str, formed("^([a-z][a-z0-9_]{0,39})?$", "the key of a setting: small letters, digits and _")]
_Value = Annotated[str, StringConstraints(min_length=1, max_length=40)]
_Prefix = Annotated[str, formed("^[A-Z][A-Z0-9]{1,7}$", "2 to 8 capital letters and digits, a letter first")]
_RuleId = Annotated[
    str,
    formed("^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$", "letters and digits, in parts joined by hyphens or dots"),
    StringConstraints(max_length=40),
]


class RuleTable(Strict):
    """How a rule is written in a rulebook file."""

    id: _RuleId
    title: _Line
    text: _Text
    source: _Line
    ruling: bool = False
    base: bool = False
    words: tuple[_Line, ...] = ()
    setting: _Setting = ""
    why: _Text | Literal[""] = ""
    readings: Annotated[dict[_Value, _Text], Field(max_length=6)] = Field(default_factory=dict)


class RulebookFile(Strict):
    """How a rulebook is written as a file."""

    format: int
    system: _SystemId
    title: _Line
    prefix: _Prefix
    rule: Annotated[tuple[RuleTable, ...], Field(min_length=1)]


def load_rulebook(path: str | os.PathLike[str]) -> Rulebook:
    """Read a rulebook file, or raise every mistake in it."""
    return _read(read_toml(path))


def parse_rulebook(text: str, file: str) -> Rulebook:
    """Read a rulebook from its text; `file` is the name that mistakes give."""
    return _read(parse_toml(text, file))


def _read(document: TomlDocument) -> Rulebook:
    require_version(document)
    file = validated(RulebookFile, document)
    checks = (_foreign_ids, _doubled_ids, _doubled_words, _half_readings)
    mistakes = [mistake for check in checks for mistake in check(file, document)]
    if mistakes:
        raise FileMistakes(mistakes)
    return Rulebook(file.system, file.title, file.prefix, tuple(map(_rule, file.rule)))


def _rule(table: RuleTable) -> Rule:
    readings = tuple(Reading(value, text) for value, text in table.readings.items())
    return Rule(**{**table.model_dump(), "readings": readings})


def _foreign_ids(file: RulebookFile, document: TomlDocument) -> Iterator[Mistake]:
    """Yield the ids that would be taken for those of another system."""
    for n, rule in enumerate(file.rule):
        if not rule.id.startswith(f"{file.prefix}-"):
            yield document.at(("rule", n, "id")).mistake(shown(rule.id), f"an id that begins with {file.prefix}-")


def _doubled_ids(file: RulebookFile, document: TomlDocument) -> Iterator[Mistake]:
    """Yield the ids that stand there a second time; players type them in any case, so that case makes no difference."""
    first: dict[str, int] = {}
    for n, rule in enumerate(file.rule):
        before = first.setdefault(rule.id.casefold(), n)
        if before != n:
            line = document.line_of(("rule", before, "id"))
            found = f"{shown(rule.id)}, which is the id of rule[{before}] on line {line}"
            yield document.at(("rule", n, "id")).mistake(found, "an id of its own")


def _doubled_words(file: RulebookFile, document: TomlDocument) -> Iterator[Mistake]:
    """Yield the words that two rules explain: whoever asks can be shown one."""
    first: dict[str, int] = {}
    for n, rule in enumerate(file.rule):
        for word in rule.words:
            before = first.setdefault(word.casefold(), n)
            if before != n:
                found = f"{shown(word)}, which {file.rule[before].id} explains"
                yield document.at(("rule", n, "words")).mistake(found, "a word of its own")


def _half_readings(file: RulebookFile, document: TomlDocument) -> Iterator[Mistake]:
    """Yield the rules that begin to say how they can be read, and do not say all of it, or that share a setting."""
    first: dict[str, int] = {}
    for n, rule in enumerate(file.rule):
        given = (rule.setting, rule.why, rule.readings)
        if any(given) and not (all(given) and rule.ruling and len(rule.readings) > 1):
            expected = "ruling = true, a setting, why, and at least two readings, or none of the last three"
            yield document.at(("rule", n)).mistake(rule.id, expected)
        before = first.setdefault(rule.setting, n)
        if rule.setting and before != n:
            found = f"{shown(rule.setting)}, which {file.rule[before].id} has"
            yield document.at(("rule", n, "setting")).mistake(found, "a setting of its own")
