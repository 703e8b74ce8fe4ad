"""A player aid: the tables of an AI as charts for the table, made of the plans that the program itself works down.

Nothing is written here that a plan does not say: what it asks, in which order, on which score, under which rule. Beside
it stand the texts of the rules that it cites. A part that several tables share is printed once, under a letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.engine.rulebook import Rulebook
from sim.files.markup import Html, element, page
from sim.solo.plans import Against, ByScore, FirstOf, InTurn, Option, Plan, When, options, row_name

_STYLE = Path(__file__).with_name("aid.css")
_HOUSE = "commander"
"""With this begin the names of tables that no book prints: those of the stand-in for a player."""


def aid_page(rulebook: Rulebook, tables: Mapping[str, Plan]) -> str:
    """Return the page of a system."""
    aid = _Aid(rulebook, tables)
    filled = {name: plan for name, plan in tables.items() if any(options(plan))}
    printed = {name: plan for name, plan in filled.items() if not name.startswith(_HOUSE)}
    house = {name: plan for name, plan in filled.items() if name.startswith(_HOUSE)}
    parts = [aid.chapter("The printed AI", printed), aid.chapter("The commander, a stand-in for a player", house)]
    legend = (
        "Work from the top to the bottom. ",
        element("b", "first of"),
        ": take the first that can be done, and no other. ",
        element("b", "in turn"),
        ": do each of them, and skip what cannot be done. ",
        "Priorities within an instruction, such as whom to choose, stand in the rules below, under the same id.",
    )
    return page(
        f"{rulebook.title}: player aid",
        _STYLE,
        None,
        element("header", element("h1", rulebook.title), element("p", *legend)),
        element("main", *parts, aid.rules()),
    )


Signature = tuple[Any, ...]
"""All that is printed of a plan."""


class _Aid:
    def __init__(self, rulebook: Rulebook, tables: Mapping[str, Plan]) -> None:
        self._rulebook = rulebook
        self._letters = _letters(tables)
        self._printed: set[str] = set()
        self._cited: dict[str, None] = {}

    def chapter(self, title: str, tables: Mapping[str, Plan]) -> Html:
        """Return a part of the aid: a chart for each table."""
        charts = (element("section", element("h3", name), self.shown(plan)) for name, plan in tables.items())
        return (
            element("section", element("h2", title), element("div", *charts, class_="charts")) if tables else Html("")
        )

    def shown(self, plan: Plan) -> Html:
        """Return the chart of a plan; of one that was printed already, where that is."""
        letter = self._letters.get(_signature(plan), "")
        if letter in self._printed:
            return element("p", "see ", element("a", letter, href=f"#part-{letter}", class_="letter"), class_="see")
        self._printed |= {letter} - {""}
        chart = self._chart(plan)
        mark = element("span", letter, class_="letter", id=f"part-{letter}") if letter else ""
        return element("div", mark, chart, class_="shared") if letter else chart

    def _chart(self, plan: Plan) -> Html:
        match plan:
            case Option(rule=rule, text=text, on=on):
                occasion = element("i", f" on {' or '.join(on)}") if on else ""
                return self._box("do", rule, element("b", text), occasion, *self._parts(plan))
            case When(rule=rule, text=text):
                return self._box("if", rule, "if ", element("b", text), *self._parts(plan))
            case Against(rule=rule, text=text):
                return self._box("if", rule, "against ", element("b", text), *self._parts(plan))
            case ByScore(rule=rule, table=table, die=die, rows=rows):
                lines = (
                    element("tr", element("th", row_name(row), scope="row"), element("td", self.shown(inner)))
                    for row, inner in rows.items()
                )
                return self._box("die", rule, element("b", table), f" ({die.name})", element("table", *lines))
            case FirstOf() | InTurn():
                how = "first of" if isinstance(plan, FirstOf) else "in turn"
                entries = (element("li", self.shown(part)) for part in plan.parts())
                return element("div", element("span", how, class_="how"), element("ol", *entries), class_="list")
        return element("div", *self._parts(plan), class_="list")

    def _parts(self, plan: Plan) -> Iterator[Html]:
        return (self.shown(part) for part in plan.parts())

    def _box(self, kind: str, rule: str, *content: object) -> Html:
        self._cited[rule] = None
        title = self._rulebook.rule(rule).title if rule in self._rulebook else None
        link = element("a", rule, href=f"#{rule}", title=title, class_="rule") if rule else ""
        return element("div", element("p", *content[:2], link), *content[2:], class_=f"box {kind}")

    def rules(self) -> Html:
        """Return the texts of the rules that the charts cite."""
        told = (self._rulebook.rule(id_) for id_ in self._cited if id_ in self._rulebook)
        entries = (
            element("div", element("dt", rule.id, " ", element("b", rule.title)), element("dd", rule.text), id=rule.id)
            for rule in sorted(told, key=lambda rule: rule.id)
        )
        return element("section", element("h2", "The rules that they cite"), element("dl", *entries, class_="rules"))


def _letters(tables: Mapping[str, Plan]) -> dict[Signature, str]:
    """Return a letter for whatever leads to several instructions and stands in several places, in order."""
    places: Counter[Signature] = Counter()

    def look(plan: Plan) -> None:
        places[signature := _signature(plan)] += 1
        if places[signature] == 1:
            for part in plan.parts():
                look(part)

    for plan in tables.values():
        look(plan)
    shared = [signature for signature, count in places.items() if count > 1 and _leaves(signature) > 1]
    return {signature: _letter(place) for place, signature in enumerate(shared)}


def _signature(plan: Plan) -> Signature:
    """Return all that is printed of a plan: what reads the same is the same."""
    said = [str(getattr(plan, name, "")) for name in ("rule", "text", "table", "on")]
    rows = [row_name(row) for row in plan.rows] if isinstance(plan, ByScore) else []
    return (type(plan).__name__, *said, *rows, *map(_signature, plan.parts()))


def _leaves(signature: Signature) -> int:
    """Count the instructions that lead to no others."""
    inner = [part for part in signature if isinstance(part, tuple)]
    return sum(map(_leaves, inner)) if inner else 1


def _letter(place: int) -> str:
    """Return A to Z, and then AA, AB and so on.

    >>> _letter(0), _letter(25), _letter(26)
    ('A', 'Z', 'AA')
    """
    return (_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)
