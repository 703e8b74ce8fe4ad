"""Heat maps of a report: what happened in every cell, over the drawn map.

The page carries every count once, by what, side, winner and turn, and the script adds up what is chosen. One map is
there without it, and a table names the leading cells of all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import ceil, sqrt
from typing import get_args

from sim.board.battlemap import BattleMap
from sim.files.markup import Html, data_script, element, joined, table
from sim.share.map_picture import MapPicture
from sim.study.figures import ArmTables
from sim.study.played import CellCount

STEPS = 5
"""How many colours there are."""
FIRST: tuple[CellCount, ...] = ("fire taken", "lost", "entered")
"""What the page shows first, if there was any."""
LEADING = 6
"""How many cells the table names."""
ANY = "*"
"""What is chosen if nothing is."""


def heat(often: float, most: float) -> int:
    """Return the step of the colours for something that happened so often; by the root, for few cells have much.

    >>> [heat(often, 100) for often in (0, 1, 4, 5, 99, 100)]
    [0, 1, 1, 2, 5, 5]
    """
    return ceil(STEPS * sqrt(often / most)) if often else 0


def shared_by_arms(key: str, picture: MapPicture, battle_map: BattleMap) -> Html:
    """Return the picture of a map and the outline of a cell, which every arm on it uses."""
    image = element("image", href=picture.uri, width=picture.width, height=picture.height, id=key)
    return element("defs", image, element("path", d=picture.outline(battle_map), id=f"{key}-cell"))


class HeatMap:
    """What happened in the cells of an arm."""

    def __init__(self, key: str, picture: MapPicture, battle_map: BattleMap, tables: ArmTables) -> None:
        self._key, self._picture, self._map = key, picture, battle_map
        names = {battle_map.grid.name(cell) for cell in battle_map.cells}
        self._rows, self._games = [row for row in tables.cells if row.cell in names], tables.games
        """Whoever is lost off the map is lost nowhere."""
        self._cells = {cell: number for number, cell in enumerate(sorted({row.cell for row in self._rows}))}

    @cached_property
    def _sums(self) -> dict[tuple[str, str], Counter[str]]:
        """Over all turns and games, by what and side."""
        found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for row in self._rows:
            found[row.what, row.side][row.cell] += row.often
        return dict(found)

    @property
    def _kinds(self) -> list[CellCount]:
        there = {what for what, _ in self._sums}
        return [what for what in get_args(CellCount) if what in there]

    def shown(self) -> Iterator[Html]:
        """Yield what is to be chosen, the first map, the table, and the counts for the script."""
        if self._rows:
            first = next((what for what in FIRST if what in self._kinds), self._kinds[0])
            totals = sum((own for (what, _), own in self._sums.items() if what == first), Counter[str]())
            yield self._choices(first)
            yield element("p", f"{first}, any side, all turns, all games", class_="chosen")
            yield self._legend(max(totals.values()))
            yield self._drawn(first, totals)
            yield self._leading()
            yield data_script(self._data(), class_="counts")

    def _drawn(self, what: str, totals: Counter[str]) -> Html:
        picture, most, marks = self._picture, max(totals.values()), []
        for cell in self._cells:
            x, y = picture.place(self._map, self._map.cell(cell))
            place = {"x": round(x), "y": round(y)}
            step = f"h{heat(totals[cell], most)}" if totals[cell] else None
            title = element("title", f"{cell}: {self._in_a_game(totals[cell])} a game")
            marks.append(element("use", title, href=f"#{self._key}-cell", **place, class_=step))
        parts = (
            element("title", f"{what}, over the map"),
            element("use", href=f"#{self._key}"),
            element("g", *marks, class_="cells"),
        )
        return element("svg", *parts, viewBox=f"0 0 {picture.width} {picture.height}", role="img", class_="map")

    def _choices(self, first: str) -> Html:
        """Return the form, which the script uncovers."""
        sides = [(side, side or "nobody's") for side in sorted({side for _, side in self._sums})]
        turns = [(str(turn), f"turn {turn}") for turn in sorted({row.turn for row in self._rows})]
        options: dict[str, list[tuple[str, str]]] = {
            "what": [(what, what) for what in self._kinds],
            "side": [(ANY, "any side"), *sides],
            "turn": [(ANY, "all turns"), *turns],
            "winner": [(ANY, "all games"), *((who, f"won by {who}") for who in self._games)],
        }
        labels = []
        for name, own in options.items():
            choices = (element("option", text, value=value, selected=value == first) for value, text in own)
            labels.append(element("label", f"{name} ", element("select", *choices, name=name)))
        return element("form", *labels, hidden=True)

    def _legend(self, most: int) -> Html:
        """Return the colours with the most that each stands for; in steps of the root, for few cells have much."""
        entries = []
        for step in range(1, STEPS + 1):
            limit = f"to {self._in_a_game(most * (step / STEPS) ** 2)}"
            entries.append(element("span", element("span", class_=f"swatch h{step}"), limit, class_="entry"))
        return element("p", *entries, " a game", class_="legend heat")

    def _leading(self) -> Html:
        """Return the cells with the most of everything, for paper and for those who cannot tell the colours apart."""
        rows = []
        for what in self._kinds:
            for side in sorted(side for of, side in self._sums if of == what):
                most = self._sums[what, side].most_common(LEADING)
                told = (f"{cell} ({self._in_a_game(often)})" for cell, often in most)
                rows.append((what, side or "nobody's", joined(told, ", ")))
        return table("Where most of it happens, and how often in a game", ("what", "side", "cells"), rows)

    def _in_a_game(self, often: float) -> str:
        value = often / sum(self._games.values())
        return f"{value:.2f}" if value < 10 else f"{value:.0f}"

    def _data(self) -> dict[str, object]:
        """Return the counts for the script: a row for what, side, winner and turn, with cell and count in turns."""
        grouped: dict[tuple[str, str, str, int], list[int]] = defaultdict(list)
        for *key, cell, often in self._rows:
            grouped[tuple(key)] += (self._cells[cell], often)  # type: ignore[index]
        rows = [[*key, counts] for key, counts in grouped.items()]
        return {"cells": list(self._cells), "games": self._games, "rows": rows}
