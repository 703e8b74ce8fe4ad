"""What the automated side may do next: as a list with exact probabilities, and as arrows for the map.

Both are made of a `Forecast`, which follows every die and every card; nothing is sampled, and nothing guessed. Orders
that differ only in what a player does not care about, as the card that led to them, read the same: they share an entry
of the list and an arrow, and their probabilities are added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sim.engine.chance import DrawCard, Request, Result
from sim.engine.chances import LONGEST, long
from sim.engine.dice import Throw
from sim.engine.forecast import Forecast, ForecastOutcome
from sim.engine.insight import Insight, Scene, Sketch
from sim.engine.orders import Ask, Intent
from sim.engine.words import counted
from sim.grid import Cell
from sim.solo.explain import LISTED, Naming
from sim.view.blocks.kinds import Block, Do, Gap, Gauge, SmallPrint, TextLine
from sim.view.blocks.reasons import Card
from sim.view.model.model import Model
from sim.view.model.outlook import Aftermath

Worded = Callable[[Intent], str]
"""Puts an order in words."""

_PICKED, _OTHERS = 12, 2
"""Draws and throws of which the results are listed, of the picked entry and of the others; the rest are counted."""

_SINGLE_DIE = re.compile(r"D(\d+)\b")
_OPTION = re.compile(r"; (?=\d+ = )")
"""Parts a request from what each face of its die stands for."""
_CARD = re.compile(r'a card of the deck "(?P<deck>[^"]*)"(?: for (?P<whom>[^:]+))?: (?P<purpose>.+)')
"""A card that is asked for: players know what it is for, and the decks of a battle by no other name."""


# -- what comes first -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Brought:
    """What an order brings by itself, in words."""

    lines: tuple[str, ...]
    """What happens, and what is wanted then."""
    ends_turn: bool = False


def brought_by(model: Model, aftermath: Aftermath) -> Brought:
    """Put in words what an order brings by itself: all but the order."""
    told = [model.tell(frame) for frame in aftermath.frames[1:] if not frame.event.aside]
    return Brought((*dict.fromkeys(told), _then(model, aftermath.then)), aftermath.ends_turn)


def _then(model: Model, wanted: Ask | Request | None) -> str:
    """Say what is wanted then; whoever cannot be seen now is not named."""
    known = model.position.state.units
    match wanted:
        case Ask() if not all(name in known for name in (wanted.unit, wanted.about) if name):
            return f"Next: {model.side_name(wanted.side)}"
        case Throw() | DrawCard() if wanted.whom and wanted.whom not in known:
            return "Next: dice or a card"
        case Ask():
            return f"Next: {model.side_name(wanted.side)}, {asked_text(wanted, model.mentioning)}"
        case Throw() | DrawCard():
            what = wanted.dice if isinstance(wanted, Throw) else "a card"
            whom = f", {model.naming(wanted.whom)}" if wanted.whom else ""
            return f"Next: {what}, {wanted.purpose}{whom}"
        case None:
            return "Next: the battle is over"


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
    found: list[Block] = [SmallPrint(f"{counted(len(listed), 'possible outcome')}.")]
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
