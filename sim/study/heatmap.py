"""Heat maps of a report: what happened in every cell, over the drawn map.

The page carries every count once, by what, side, winner and turn, and the script adds up what is chosen. One map is
there without it, and a table names the leading cells of all.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from typing import get_args

from sim.board.battlemap import BattleMap
from sim.study.figures import ArmTables
from sim.study.markup import Html, element, joined, table
from sim.study.played import CellCount

STEPS = 5
"""How many colours there are."""
FIRST: tuple[CellCount, ...] = ("fire taken", "lost", "entered")
"""What the page shows first, if there was any."""
LEADING = 6
"""How many cells the table names."""
ANY = "*"
"""What is chosen if nothing is."""


@dataclass(frozen=True)
class MapPicture:
    """A map as it was drawn: a point of the plane lies at `scale` times itself, less `left` and `top`."""

    png: bytes
    width: int
    height: int
    scale: float
    left: float
    top: float


def shared_by_arms(key: str, picture: MapPicture, battle_map: BattleMap) -> Html:
    """Return the picture of a map and the outline of a cell, which every arm on it uses."""
    grid = battle_map.grid
    cell = grid.at(0, 0)
    x, y = grid.point(cell)
    corners = (
        f"{(right - x) * picture.scale:.1f} {(down - y) * picture.scale:.1f}" for right, down in grid.outline(cell)
    )
    uri = f"data:image/png;base64,{b64encode(picture.png).decode()}"
    image = element("image", href=uri, width=picture.width, height=picture.height, id=key)
    return element("defs", image, element("path", d=f"M{'L'.join(corners)}Z", id=f"{key}-cell"))


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
            yield element("script", Html(self._data()), type="application/json", class_="counts")

    def _drawn(self, what: str, totals: Counter[str]) -> Html:
        picture, grid, most, marks = self._picture, self._map.grid, max(totals.values()), []
        for cell in self._cells:
            x, y = grid.point(self._map.cell(cell))
            place = {"x": round(x * picture.scale - picture.left), "y": round(y * picture.scale - picture.top)}
            step = f"h{ceil(STEPS * sqrt(totals[cell] / most))}" if totals[cell] else None
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

    def _data(self) -> str:
        """Return the counts for the script: a row for what, side, winner and turn, with cell and count in turns."""
        grouped: dict[tuple[str, str, str, int], list[int]] = defaultdict(list)
        for *key, cell, often in self._rows:
            grouped[tuple(key)] += (self._cells[cell], often)  # type: ignore[index]
        rows = [[*key, counts] for key, counts in grouped.items()]
        data = json.dumps({"cells": list(self._cells), "games": self._games, "rows": rows}, separators=(",", ":"))
        # In a script nothing is escaped by entities; without this sign nothing in it can end it or begin another.
        return data.replace("<", "\\u003c")
