"""Charts of a report, drawn as SVG.

No library: those that draw for the web fetch a script or bring megabytes of one along, those that draw pictures bring
numpy and fonts and know neither dark pages nor paper. What a report needs is three forms with a few dozen marks each.
Colours are those of the page (`report.css`), by the number of the side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from sim.files.markup import Html, element

WIDTH = 640
LINE = 26
"""Height of a bar with its label."""
LABELS, VALUES = 180, 150
"""Room for labels at the left and for figures at the right of bars."""
WIDE, HIGH, FOOT, LEFT = 500, 190, 40, 46
"""Size of a chart over turns, height of what stands below it, and the room for its axis."""
LONGEST_LABEL = 28


class Bar(NamedTuple):
    """A share with its interval, of a side or of nobody."""

    label: str
    share: float
    low: float
    high: float
    colour: str
    """A class of the page: s0, s1 …, or none."""
    note: str


def bars(title: str, rows: Sequence[Bar]) -> Html:
    """Return one bar for each share, with its interval drawn over it."""
    room = WIDTH - LABELS - VALUES
    marks: list[Html] = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = LABELS + share * room
        marks.append(element("line", x1=x, x2=x, y1=0, y2=len(rows) * LINE, class_="grid"))
        marks.append(_text(f"{share:.0%}", x, len(rows) * LINE + 14, "tick middle"))
    for number, bar in enumerate(rows):
        y = number * LINE
        low, high = LABELS + bar.low * room, LABELS + bar.high * room
        marks.append(
            element(
                "g",
                element("title", f"{bar.label}: {bar.note}"),
                _text(_shortened(bar.label), LABELS - 8, y + 17, "end"),
                element("rect", x=LABELS, y=y + 5, width=bar.share * room, height=LINE - 10, rx=2, class_=bar.colour),
                element("path", d=_whisker(low, high, y + LINE / 2), class_="whisker"),
                _text(bar.note, WIDTH - VALUES + 10, y + 17, "value"),
            )
        )
    return _svg(title, len(rows) * LINE + 20, marks)


def _whisker(low: float, high: float, y: float) -> str:
    return f"M{low:.1f} {y - 4}v8m0-4H{high:.1f}m0-4v8"


def columns(title: str, series: Mapping[str, Mapping[int, float]], colours: Mapping[str, str], unit: str) -> Html:
    """Return a column for each turn, in which the series stand upon each other."""
    turns = _turns(series)
    tops = {turn: sum(of.get(turn, 0) for of in series.values()) for turn in turns}
    axis = _Axis(turns, max(tops.values(), default=0))
    marks = [*axis.marks(unit)]
    wide = min(axis.step * 0.72, 46)
    for turn in turns:
        base, parts = 0.0, []
        for name, of in series.items():
            if count := of.get(turn, 0):
                y, foot = axis.y(base + count), axis.y(base)
                shape = {"x": axis.x(turn) - wide / 2, "y": y, "width": wide, "height": foot - y}
                parts.append(element("rect", **shape, class_=colours[name]))
                base += count
        told = ", ".join(f"{name} {_plain(of[turn])}" for name, of in series.items() if of.get(turn))
        if parts:
            marks.append(element("g", element("title", f"turn {turn}: {told} {unit}"), *parts))
    return _svg(title, HIGH + FOOT, marks, WIDE)


def lines(
    title: str, series: Mapping[str, Mapping[int, float]], colours: Mapping[str, str], unit: str, is_share: bool
) -> Html:
    """Return a line over turns for each series."""
    turns = _turns(series)
    figures = [figure for of in series.values() for figure in of.values()]
    axis = _Axis(turns, max(figures, default=0), is_share, least=min(figures, default=0))
    marks, style = [*axis.marks(unit)], ".1%" if is_share else ".2f"
    for name, of in series.items():
        points = [(axis.x(turn), axis.y(figure)) for turn, figure in sorted(of.items())]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dots = [
            element(
                "circle",
                element("title", f"{name}, turn {turn}: {figure:{style}}"),
                cx=round(x, 1),
                cy=round(y, 1),
                r=3,
            )
            for (turn, figure), (x, y) in zip(sorted(of.items()), points, strict=True)
        ]
        marks.append(element("g", element("polyline", points=drawn), *dots, class_=f"line {colours[name]}"))
    return _svg(title, HIGH + FOOT, marks, WIDE)


def legend(colours: Mapping[str, str]) -> Html:
    """Return what the colours mean."""
    entries = (
        element("span", element("span", class_=f"swatch {colour}"), name, class_="entry")
        for name, colour in colours.items()
    )
    return element("p", *entries, class_="legend")


class _Axis:
    """Turns to the right, counts or shares upwards."""

    def __init__(self, turns: Sequence[int], most: float, is_share: bool = False, least: float = 0.0) -> None:
        self._turns, self._is_share = turns, is_share
        self.step = (WIDE - LEFT - 10) / max(len(turns), 1)
        most, least = max(most, 0.0), min(least, 0.0)
        self._tick = _round_up((most - least) / 4 or 1, is_share)
        self._ticks = range(floor(least / self._tick + 1e-9), max(ceil(most / self._tick - 1e-9), 1) + 1)

    def x(self, turn: int) -> float:
        """The middle of a turn."""
        return LEFT + (turn - self._turns[0] + 0.5) * self.step

    def y(self, value: float) -> float:
        """The height of a value."""
        foot, top = self._ticks[0], self._ticks[-1]
        return round(10 + (HIGH - 10) * (top - value / self._tick) / (top - foot), 1)

    def marks(self, unit: str) -> Iterator[Html]:
        """Yield lines and lettering."""
        for number in self._ticks:
            value = number * self._tick
            yield element("line", x1=LEFT, x2=WIDE - 10, y1=self.y(value), y2=self.y(value), class_="grid")
            yield _text(f"{value:.0%}" if self._is_share else _plain(value), LEFT - 6, self.y(value) + 4, "tick end")
        every = max(1, ceil(len(self._turns) / 24))
        for turn in self._turns[::every]:
            yield _text(str(turn), self.x(turn), HIGH + 16, "tick middle")
        yield _text(f"turn; {unit}", WIDE - 10, HIGH + 33, "tick end")


def _turns(series: Mapping[str, Mapping[int, float]]) -> Sequence[int]:
    found = [turn for of in series.values() for turn in of]
    return range(min(found), max(found) + 1) if found else range(1, 2)


def _round_up(step: float, is_share: bool) -> float:
    """Return the next larger step that people count in; games are counted whole.

    >>> [_round_up(step, False) for step in (0.3, 3, 18)], _round_up(0.07, True)
    ([1, 5, 20], 0.1)
    """
    power = 10.0 ** ceil(log10(step) - 1)
    found = next(factor * power for factor in (0.1, 0.2, 0.5, 1, 2, 5, 10) if factor * power >= step - 1e-9)
    return round(found, 6) if is_share else max(1, round(found))


def _svg(title: str, height: float, marks: Sequence[Html], width: int = WIDTH) -> Html:
    box = f"0 0 {width} {height}"
    return element("svg", element("title", title), *marks, viewBox=box, role="img", class_="chart")


def _text(text: str, x: float, y: float, class_: str) -> Html:
    return element("text", text, x=round(x, 1), y=y, class_=class_)


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def _shortened(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
