"""What the cases of every system ask of what players are told: one word for each thing that an `Insight` answers.

A system says how it reads an order and a question from their words, and adds its own words to these.

| question | answer |
| --- | --- |
| `facts UNIT [LABEL …]`, `status [LABEL …]`, `stakes [LABEL …]` | `label: text` of all, or the texts of these labels |
| `actors [ASK]`, `question [ASK]`, `passing [ASK]` | who may be ordered, what is asked, how nothing is done |
| `can ORDER`, `says ORDER`, `sketch ORDER` | `yes` or why not; the order in a sentence; as it is drawn |
| `texts ORDER` | as it is typed, and in a sentence |
| `happens EVENT FIELD …` | the sentence about an event, which then has happened; `/` stands between several |
| `idle UNIT [ASK]`, `unreached UNIT CELL` | why it can be given no order, why it cannot be ordered there |
| `threats UNIT` | what its enemies could do to it, the worst first |
| `bands UNIT [CELL …]` | its fire zone: each band with its size, or in which of them cells lie |
| `gets UNIT [CELL …]` | what is told of the cells that it can get to |
| `defence CELL`, `shelter FROM CELL` | what a cell gives, from all sides and against fire from another |
| `markers`, `standing`, `face DECK CARD`, `known SIDE` | what lies on the map, points, a card, whom a side knows of |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from sim.engine.battle import Position
from sim.engine.insight import Fact
from sim.engine.orders import Ask, Refusal
from sim.engine.ruleset import Ruleset
from sim.scenario.statements import CELL, NUMBER
from tests.cases import Answer, Asked, Question

PLAIN = ("", "counter", "ground")
"""Sources of facts that go without saying."""


def told(refused: Refusal | None) -> str:
    """Say that an order is allowed, or why not, with the rule."""
    return "yes" if refused is None else refused.cited


def chance(of: Fraction) -> str:
    """Write a chance as a fraction, or in percent where that would be long."""
    return str(of) if of.denominator < 1000 else f"{float(of):.2%}"


def labelled(facts: Iterable[Fact], labels: tuple[str, ...]) -> list[str]:
    """Write facts: all of them with their labels, or those of some labels with their sources."""
    if not labels:
        return [f"{fact.label}: {fact.text}" for fact in facts]
    said = [(fact.label, f"{fact.text} [{fact.source}]" if fact.source not in PLAIN else fact.text) for fact in facts]
    return [text for label in labels for text in [text for each, text in said if each == label] or ["none"]]


def made(position: Position[Any, Any], kind: Any, words: Iterable[str]) -> Any:
    """Make an order or an event: the fields in their order, "-" for nothing, or NAME=VALUE."""
    values: dict[str, Any] = {}
    for field, word in zip(fields(kind), words, strict=False):
        key, _, text = word.rpartition("=")
        values[key or field.name] = _value(position, key or field.name, text)
    return kind(**values)


def _value(position: Position[Any, Any], name: str, text: str) -> Any:
    if name in ("way", "cells"):
        return tuple(map(position.map.cell, text.split(","))) if text != "-" else ()
    if CELL.fullmatch(text):
        return position.map.cell(text)
    plain: Mapping[str, Any] = {"-": "", "true": True, "false": False}
    return int(text) if NUMBER.fullmatch(text) else plain.get(text, text)


def shown(
    ruleset: Ruleset[Any, Any], order: Callable[[Asked], tuple[Ask, Any]], ask: Callable[[Asked], Ask]
) -> Mapping[str, Question]:
    """Return the questions about what is shown; `order` and `ask` read what the words of one mean."""
    show = ruleset.insight

    def sketch(asked: Asked) -> str:
        position, drawn = asked.position, show.sketch(asked.position, order(asked)[1])
        way = " ".join(map(position.name, drawn.way))
        parts = (
            *(drawn.verb, *drawn.units, drawn.target and f"at {drawn.target}"),
            *(drawn.cell and f"to {position.name(drawn.cell)}", way and f"by {way}"),
            drawn.facing is not None and f"facing {position.map.grid.directions[drawn.facing]}",
            *(drawn.manner and f"({drawn.manner})", drawn.card and f"with {drawn.card}"),
        )
        return " ".join(part for part in parts if part)

    def passing(asked: Asked) -> str:
        intent = show.passing(asked.position, ask(asked))
        return "none" if intent is None else ruleset.order_text(asked.position, intent)

    def idle(asked: Asked) -> str:
        rest = replace(asked, words=asked.words[1:])
        return show.idle(asked.position, ask(rest), asked.unit()) or "none"

    def unreached(asked: Asked) -> str:
        return show.unreached(asked.position, ask(replace(asked, words=())), asked.unit(), asked.cell(1)) or "none"

    def threats(asked: Asked) -> list[str]:
        found = show.threats(asked.position, asked.words[0])
        return [f"{each.unit} {each.what} {chance(each.chance)}" for each in found] or ["none"]

    def bands(asked: Asked) -> list[str]:
        found = show.fire_zone(asked.position, asked.unit())
        assert not any(one.area & other.area for one, other in combinations(found, 2)), "a cell is in two bands"
        if not asked.words[1:]:
            return [f"{band.name} {len(band.area)}" for band in found] or ["none"]
        cells = map(asked.cell, range(1, len(asked.words)))
        return [" ".join(band.name for band in found if cell in band.area) or "none" for cell in cells]

    def gets(asked: Asked) -> list[str]:
        name, reached = asked.position.name, show.reach(asked.position, asked.unit())
        found = {name(cell): each.text for cell, each in reached.items()}
        if not asked.words[1:]:
            return [f"{name} {text}" for name, text in found.items()] or ["none"]
        return [found.get(word, "no") for word in asked.words[1:]]

    def happens(asked: Asked) -> Answer:
        now, lines, events = asked.position, list[str](), list[Any]()
        for name, *words in (text.split() for text in " ".join(asked.words).split(" / ")):
            events.append(made(now, next(kind for kind in ruleset.events if kind.__name__ == name), words))
            now = Position(now.battle, events[-1].apply(now.state))
            lines.append(ruleset.event_text(now, events[-1]))
        return Answer(lines, now, events, lines)

    def texts(asked: Asked) -> list[str]:
        intent = order(asked)[1]
        return [intent.text(asked.position), ruleset.order_text(asked.position, intent)]

    def markers(asked: Asked) -> list[str]:
        marks = [(asked.position.name(each.cell), each) for each in show.markers(asked.position)]
        return [
            f"{cell} {each.kind}{f' of {each.side}' if each.side else ''}: {each.text}" for cell, each in marks
        ] or ["none"]

    return {
        "can": lambda asked: told(ruleset.refusal(asked.position, *order(asked))),
        "says": lambda asked: ruleset.order_text(asked.position, order(asked)[1]),
        "texts": texts,
        "happens": happens,
        "facts": lambda asked: labelled(show.facts(asked.position, asked.unit()), asked.words[1:]),
        "status": lambda asked: labelled(show.status(asked.position), asked.words),
        "stakes": lambda asked: labelled(show.stakes(asked.position), asked.words),
        "actors": lambda asked: " ".join(show.actors(asked.position, ask(asked))) or "nobody",
        "question": lambda asked: show.question(asked.position, ask(asked)) or "none",
        "threats": threats,
        "markers": markers,
        "defence": lambda asked: str(show.defence(asked.position, asked.cell(0))),
        "shelter": lambda asked: str(show.shelter(asked.position, asked.cell(0), asked.cell(1))),
        "face": lambda asked: [(card := show.card(asked.position, *asked.words)).name, *card.text.split("\n")],
        "standing": lambda asked: [f"{side} {points}" for side, points in show.standing(asked.position).items()],
        "known": lambda asked: " ".join(unit.id for unit in ruleset.known(asked.position, asked.words[0]).units),
        "sketch": sketch,
        "passing": passing,
        "idle": idle,
        "unreached": unreached,
        "bands": bands,
        "gets": gets,
    }
