"""What the automated side may do next: as a list with exact probabilities, and as arrows on the map.

Both are made of a `Forecast`, which follows every die and every card; nothing is sampled, and nothing guessed. Orders
that differ only in what a player does not care about, as the card that led to them, read the same: they share an entry
of the list and an arrow, and their probabilities are added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot

import pygame

from sim.engine.chance import Result
from sim.engine.chances import LONGEST, long, short
from sim.engine.forecast import Forecast, ForecastOutcome
from sim.engine.insight import Insight, Scene, Sketch
from sim.engine.orders import Ask, Intent
from sim.grid import Cell, Point
from sim.solo.explain import LISTED, Naming
from sim.view.battle.reasons import Card
from sim.view.battle.shades import LABELLED
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.blocks import Block, Do, Gap, Gauge, SmallPrint, TextLine
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke

Worded = Callable[[Intent], str]
"""Puts an order in words."""

_PICKED, _OTHERS = 12, 2
"""Draws and throws of which the results are listed, of the picked entry and of the others; the rest are counted."""

_SINGLE_DIE = re.compile(r"D(\d+)\b")
_OPTION = re.compile(r"; (?=\d+ = )")
"""Parts a request from what each face of its die stands for."""
_CARD = re.compile(r'a card of the deck "(?P<deck>[^"]*)"(?: for (?P<whom>[^:]+))?: (?P<purpose>.+)')
"""A card that is asked for: players know what it is for, and the decks of a battle by no other name."""


# -- the list ---------------------------------------------------------------------------------------------


def forecast_blocks(
    forecast: Forecast,
    naming: Naming,
    worded: Worded,
    picked: int | None = None,
    told: Callable[[ForecastOutcome], str] | None = None,
    card: Card | None = None,
) -> tuple[Block, ...]:
    """Return what may come next, the likeliest first; the picked one with all its cards and dice.

    `told` puts in words what happens where no order is given, and `card` says what a card is called. An entry shows the
    likeliest of its prospects.
    """
    entries: dict[str, list[int]] = {}
    for n, prospect in enumerate(forecast.prospects):
        entries.setdefault(_prospect_text(prospect, naming, worded, told), []).append(n)
    listed = [_Entry(text, tuple(numbers), forecast.prospects) for text, numbers in entries.items()]
    listed.sort(key=lambda entry: -entry.probability)
    ways = sum(len(prospect.ways) or 1 for prospect in forecast.prospects)
    found: list[Block] = [SmallPrint(f"{_counted(len(listed), 'possible outcome')}, in {_counted(ways, 'way')}.")]
    for entry in listed:
        found += _entry_blocks(entry, _Leading(naming, card), picked in entry.numbers)
    return tuple(found)


@dataclass(frozen=True)
class _Entry:
    """All prospects that read the same."""

    text: str
    numbers: tuple[int, ...]
    every: tuple[ForecastOutcome, ...] = field(repr=False)

    @property
    def prospects(self) -> list[ForecastOutcome]:
        return [self.every[n] for n in self.numbers]

    @property
    def probability(self) -> Fraction:
        return sum((prospect.probability for prospect in self.prospects), Fraction(0))


def _entry_blocks(entry: _Entry, leading: _Leading, picked: bool) -> Iterator[Block]:
    """Yield how likely an entry is, what it is, and what leads there."""
    yield Gap(2)
    yield _gauge(entry.probability)
    if len(fraction := str(entry.probability)) > LONGEST:
        yield SmallPrint(fraction)
    show = Do("show_prospect", (entry.numbers[0],))
    yield TextLine(entry.text[:1].upper() + entry.text[1:], do=show, chosen=picked, bold=picked)
    yield from (TextLine(line, "faint", 1) for line in leading.lines(entry.prospects, picked))


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _gauge(probability: Fraction) -> Gauge:
    """Return a bar with the percentage and, where there is room for it, the exact fraction."""
    return Gauge("", float(probability), long(probability))


def _prospect_text(
    prospect: ForecastOutcome, naming: Naming, worded: Worded, told: Callable[[ForecastOutcome], str] | None
) -> str:
    """Say what is ordered; else who is asked, or what happens."""
    if prospect.orders:
        return "; then ".join(worded(order.intent) for order in prospect.orders)
    if prospect.asks is not None:
        return f"a player decides: {asked_text(prospect.asks, naming)}"
    return (told(prospect) if told else "") or "no order is given"


def asked_text(ask: Ask, naming: Naming) -> str:
    """Say what somebody is asked: what it is about, with whom, and because of whom."""
    unit = f" with {naming(ask.unit)}" if ask.unit else ""
    about = f" ({naming(ask.about)})" if ask.about else ""
    return f"{ask.occasion}{unit}{about}"


# -- what leads there -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Leading:
    """Tells of the draws and throws on the way to something."""

    naming: Naming
    card: Card | None

    def lines(self, prospects: Sequence[ForecastOutcome], picked: bool) -> Iterator[str]:
        """Yield the draws and throws, up to so many, each with all results that lead there.

        A die that may show anything leads nowhere: it is told of the picked entry alone.
        """
        most = _PICKED if picked else _OTHERS
        told = [(asked, found) for asked, found in _results(prospects).items() if picked or not _is_any(asked, found)]
        for asked, found in told[:most]:
            words, *options = _OPTION.split(asked)
            results = "whatever it shows" if _is_any(asked, found) else _listed(options, self._named(words, found))
            yield f"{self._request(words)}: {results}"
        if len(told) > most:
            yield f"and {len(told) - most} more"

    def _request(self, words: str) -> str:
        """Say what a card is drawn for, and for whom; a throw says so itself."""
        card = _CARD.fullmatch(words)
        if card is None:
            return words
        whom = f" for {self.naming(card['whom'])}" if card["whom"] else ""
        return f"{card['purpose']}{whom}"

    def _named(self, words: str, found: Sequence[Result]) -> Sequence[Result]:
        """Return cards by the names that players know, each once; dice as they are."""
        asked = _CARD.fullmatch(words)
        if asked is None or self.card is None:
            return found
        return tuple(dict.fromkeys(self.card(asked["deck"], str(result)).name for result in found))


def _is_any(asked: str, found: Sequence[Result]) -> bool:
    """Say whether one die may show anything."""
    single = _SINGLE_DIE.match(asked)
    return single is not None and len(found) == int(single.group(1))


def _listed(options: Sequence[str], found: Sequence[Result]) -> str:
    """List results, up to some; a face that stands for something with that, and not with the whole table."""
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    meant = {option.partition(" = ")[0]: option for option in options}
    return ", ".join(meant.get(text, text) for text in map(_result_text, found[:LISTED])) + more


def _results(prospects: Sequence[ForecastOutcome]) -> dict[str, list[Result]]:
    """Return by request what chance answers on the ways to prospects, without repeats."""
    ways = [way.answers for prospect in prospects for way in prospect.ways]
    found: dict[str, list[Result]] = {}
    for answers in ways or [prospect.answers for prospect in prospects]:
        for answer in answers:
            known = found.setdefault(answer.asked, [])
            if answer.result not in known:
                known.append(answer.result)
    return found


def _result_text(result: Result) -> str:
    return result if isinstance(result, str) else " + ".join(map(str, result))


# -- arrows -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arrow:
    """What may be done, as it lies on the map: from the unit that acts to where it acts."""

    start: Cell
    end: Cell | None
    """None of what is done on the spot."""
    probability: Fraction
    prospects: tuple[int, ...]
    """The places in the forecast of all that look like this."""
    verb: str = ""
    way: tuple[Cell, ...] = ()
    """The cells that are entered, the last one included; empty of a shot."""


def arrows_of(forecast: Forecast, position: Scene, insight: Insight) -> tuple[Arrow, ...]:
    """Return the arrows of a forecast, the likeliest first; orders that nobody on the map gives have none."""
    found: dict[tuple[str, Cell, Cell | None], Arrow] = {}
    for n, prospect in enumerate(forecast.prospects):
        arrow = _arrow(prospect, n, position, insight)
        if arrow is None:
            continue
        key = arrow.verb, arrow.start, arrow.end
        known = found.setdefault(key, arrow)
        if known is not arrow:
            total = known.probability + arrow.probability
            found[key] = replace(known, probability=total, prospects=(*known.prospects, n))
    return tuple(sorted(found.values(), key=lambda arrow: -arrow.probability))


def _arrow(prospect: ForecastOutcome, number: int, position: Scene, insight: Insight) -> Arrow | None:
    """Return the arrow of one prospect, by the first order that it begins with."""
    if not prospect.orders:
        return None
    order = prospect.orders[0]
    sketch = insight.sketch(position, order.intent)
    start = _cell_of(position, sketch.units[0] if sketch.units else order.ask.unit)
    if start is None:
        return None
    end = _end(position, sketch)
    return Arrow(start, None if end == start else end, prospect.probability, (number,), sketch.verb, sketch.way)


def _end(position: Scene, sketch: Sketch) -> Cell | None:
    """Return where an order ends: its cell, the last of its way, or where its target stands."""
    if sketch.cell is not None:
        return sketch.cell
    return sketch.way[-1] if sketch.way else _cell_of(position, sketch.target)


def _cell_of(position: Scene, unit: str | None) -> Cell | None:
    """Return where a unit stands; None if it is not on the map."""
    if unit is None or unit not in position.state.units:
        return None
    cell: Cell | None = position.state.unit(unit).cell
    return cell


_MOST, _TELLING = 8, Fraction(9, 10)
"""How many arrows have their weight and their figure at the most, and how much of what may come they tell."""
_THIN = 1.3
"""The width of the others, at scale 1."""


def paint_prospects(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    arrows: Sequence[Arrow],
    ui: float,
    picked: int | None = None,
) -> None:
    """Draw arrows, the thicker the likelier, with their percentages; that of the picked prospect in another colour.

    Of many, those that hardly ever come are thin lines without a figure: the list has it, and a map full of figures
    says nothing. The longest are drawn first, for a short one in the same direction would be hidden beneath.
    """
    weighty = weighty_arrows(arrows, picked)
    for arrow in sorted(arrows, key=lambda arrow: (arrow in weighty, -_length(layout, arrow))):
        colour = theme().selected if picked in arrow.prospects else theme().arrow
        points = _points(layout, camera, arrow)
        width = _width(camera, arrow) if arrow in weighty else _THIN * ui * theme().weight
        if len(points) > 1:
            _paint_arrow(surface, points, width, colour)
        else:
            _paint_ring(surface, points[0], camera.scale * 0.36, width, colour)
    if camera.scale >= LABELLED:
        _paint_percents(surface, layout, camera, weighty, ui, picked)


def weighty_arrows(arrows: Sequence[Arrow], picked: int | None = None) -> list[Arrow]:
    """Return the arrows that count, the picked one first and then the likeliest: at most eight.

    They make up nine tenths of all that arrows tell.
    """
    most, told = _TELLING * sum((arrow.probability for arrow in arrows), Fraction(0)), Fraction(0)
    found: list[Arrow] = []
    for arrow in sorted(arrows, key=lambda arrow: (picked not in arrow.prospects, -arrow.probability)):
        if len(found) < _MOST and told < most:
            found.append(arrow)
            told += arrow.probability
    return found


def _length(layout: Layout, arrow: Arrow) -> int:
    return 0 if arrow.end is None else layout.map.distance(arrow.start, arrow.end)


def _width(camera: Camera, arrow: Arrow) -> float:
    """Return how thick an arrow is: between a thin line and a fifth of a cell."""
    most = min(max(camera.scale * 0.2, 6.0), 26.0)
    return (2.0 + (most - 2.0) * float(arrow.probability)) * theme().weight


def _points(layout: Layout, camera: Camera, arrow: Arrow) -> list[Point]:
    """Return the line of an arrow on the screen, from beside the one cell's middle to just before the other's."""
    grid = layout.map.grid
    cells = [arrow.start, *(arrow.way or ((arrow.end,) if arrow.end else ()))]
    points = camera.pixels([grid.point(cell) for cell in cells])
    if len(points) < 2 or arrow.end is None:
        return points[:1]
    points[0] = _towards(points[0], points[1], camera.scale * 0.2)
    points[-1] = _towards(points[-1], points[-2], camera.scale * 0.16)
    return points


def _towards(start: Point, end: Point, by: float) -> Point:
    """Return the point so many pixels from one on the way to another."""
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 0.01)
    share = min(by / length, 0.45)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _paint_arrow(surface: pygame.Surface, points: Sequence[Point], width: float, colour: Colour) -> None:
    """Draw an arrow with a dark edge, so that it shows on any ground."""
    tip, before = points[-1], points[-2]
    head = min(width * 2.6 + 3, width * 1.6 + 6, hypot(tip[0] - before[0], tip[1] - before[1]) * 0.62)
    neck = _towards(tip, before, head * 0.85)
    line = [*points[:-1], neck]
    for ink, more in ((theme().map_ink, min(3.0, width + 0.7)), (colour, 0.0)):
        for n, point in enumerate(line[1:]):
            draw_stroke(surface, ink, line[n], point, width + more)
            if n + 2 < len(line):
                pygame.draw.circle(surface, ink, point, (width + more) / 2)
        _paint_head(surface, ink, before, tip, head, more)


def _paint_head(surface: pygame.Surface, colour: Colour, before: Point, tip: Point, size: float, more: float) -> None:
    across, down = tip[0] - before[0], tip[1] - before[1]
    length = max(hypot(across, down), 0.01)
    x, y = across / length, down / length
    top = tip[0] + x * more, tip[1] + y * more
    back = tip[0] - x * (size + more * 0.5), tip[1] - y * (size + more * 0.5)
    half = size * 0.58 + more * 0.8
    corners = (top, (back[0] - y * half, back[1] + x * half), (back[0] + y * half, back[1] - x * half))
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def _paint_ring(surface: pygame.Surface, at: Point, radius: float, width: float, colour: Colour) -> None:
    """Draw a ring around a unit that does something on the spot."""
    thick = max(2, round(width * 0.6))
    pygame.draw.circle(surface, theme().map_ink, at, radius + 1.5, thick + 3)
    pygame.draw.circle(surface, colour, at, radius, thick)


# -- percentages ------------------------------------------------------------------------------------------


def _paint_percents(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    arrows: Sequence[Arrow],
    ui: float,
    picked: int | None,
) -> None:
    """Write the percentage of each arrow on it, where it covers no other; the likeliest choose their place first."""
    window, taken = pygame.Rect(0, 0, camera.width, camera.height), list[pygame.Rect]()
    size = round(min(max(camera.scale * 0.2, 11.0 * ui), 18.0 * ui))
    for arrow in arrows:
        points = _points(layout, camera, arrow)
        if not any(window.collidepoint(point) for point in points):
            continue
        card = _percent_card(arrow, size, picked in arrow.prospects)
        for x, y in _places(points, camera.scale, card.get_size(), _width(camera, arrow)):
            box = card.get_rect(center=(round(x), round(y))).clamp(window)
            if box.collidelist(taken) < 0:
                surface.blit(card, box)
                taken.append(box)
                break


def _places(points: Sequence[Point], scale: float, size: tuple[int, int], width: float) -> Iterator[Point]:
    """Yield where a percentage may stand: on the last stretch of a long arrow, beside a short one, around a ring."""
    if len(points) == 1:
        x, y = points[0]
        yield from ((x, y + scale * 0.4), (x, y - scale * 0.4), (x + scale * 0.4, y), (x - scale * 0.4, y))
        return
    start, end = points[-2], points[-1]
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 0.01)
    x, y = -down / length, across / length
    aside = (abs(x) * size[0] + abs(y) * size[1]) / 2 + width + 3
    along = abs(across) / length * size[0] + abs(down) / length * size[1]
    places = [(share, side) for side in (aside, -aside) for share in (0.5, 0.3, 0.75, 1.0)]
    if length > 2.4 * along:
        places = [(0.45, 0.0), (0.3, 0.0), (0.6, 0.0), *places]
    for share, side in places:
        yield start[0] + across * share + x * side, start[1] + down * share + y * side


def _percent_card(arrow: Arrow, size: int, picked: bool) -> pygame.Surface:
    text = lettered(short(arrow.probability), size, theme().map_ink, "bold")
    card = pygame.Surface((text.get_width() + round(size * 0.8), round(size * 1.35)), pygame.SRCALPHA, 32)
    pygame.draw.rect(card, theme().map_ink, card.get_rect(), border_radius=size // 3)
    ground = theme().selected if picked else theme().map_halo
    pygame.draw.rect(card, ground, card.get_rect().inflate(-2, -2), border_radius=size // 3)
    card.blit(text, text.get_rect(center=card.get_rect().center))
    return card
