"""What the window asks of the engine, one class for each question: what is asked, and how the engine answers it.

A question is about a moment: a line of the battle, a frame of it, and who looks. It is a small frozen value, so that
the window can tell whether it has asked it before; its answer is what is shown: blocks for a panel, cells for the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.sight import Sight
from sim.board.zones import threat_count
from sim.engine.advice import advice_of
from sim.engine.battle import Position
from sim.engine.chances import short
from sim.engine.events import Unseen
from sim.engine.forecast import ForecastRefused, PlayerDecides
from sim.engine.grade import grade_of, side_to_grade
from sim.engine.insight import FIRE_ZONE, VIEW, Band, Insight, Reached, Scene, UnitAnswer
from sim.engine.notes import Note, Subject
from sim.engine.orders import Ask, Intent, Offer
from sim.engine.summary import summary_of
from sim.engine.units import Unit
from sim.engine.words import UNSEEN
from sim.grid import Cell
from sim.scenario.following import next_battle, title_of
from sim.view.blocks.forecasts import Arrow, Brought, arrows_of, asked_text, brought_by, forecast_blocks
from sim.view.blocks.ground import ground_blocks
from sim.view.blocks.kinds import Block, Row
from sim.view.blocks.lines import line_blocks
from sim.view.blocks.orders import OrderPreview, is_feared, meeting_text, preview_of
from sim.view.blocks.reports import hover_blocks
from sim.view.blocks.summaries import onward_blocks, summary_blocks
from sim.view.model.meanwhile import MeanwhileLine, meanwhile
from sim.view.model.menu import AskedFacts, MenuEntry, sight_note
from sim.view.model.outlook import aftermath_of, outlook_of
from sim.view.model.trail import TrailStep, trail_of
from sim.view.worker.studying import heat_for

if TYPE_CHECKING:
    from sim.view.worker.table import BattleTable

A = TypeVar("A")

OFFERED_AT_ONCE = 64
"""Offers in one message."""


@dataclass(frozen=True)
class Moment:
    """A frame of one line of a battle, and who looks at it."""

    line: int
    frame: int
    sides: tuple[str, ...]
    """Who looks: only what all of these know is answered. Nobody in particular sees everything."""


@dataclass(frozen=True)
class Question(Generic[A]):
    """Something to ask of the engine."""

    at: Moment
    lasts: ClassVar[bool] = False
    """Whether the answer is still wanted once another line of the battle is played."""
    too_late: ClassVar[Any] = None
    """The answer where another line had been taken before anybody could begin; none, if nobody waits for it."""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> A:
        """Return the answer; what takes long calls `pause` again and again, in which other things are answered."""
        raise AssertionError(f"{type(self).__name__} does not say how it is answered")

    def parts(self, table: BattleTable, pause: Callable[[], None]) -> Iterator[A]:
        """Yield the answer; one that takes long may come in several parts."""
        yield self.answer(table, pause)


# -- the panel under the cursor ---------------------------------------------------------------------------


@dataclass(frozen=True)
class UnderCursor:
    """What there is to say and to draw of what lies under the cursor."""

    blocks: tuple[Block, ...]
    sight: Sight | None = None
    """The line that is measured, if the ruler is out."""


@dataclass(frozen=True)
class Hover(Question[UnderCursor]):
    """What is there to know of a cell, and of how it lies to what is selected?"""

    cell: Cell
    selected: Subject | None
    ours: str
    ruler: bool = False
    threat: bool = False
    """Whether it is said who covers it."""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> UnderCursor:
        position = table.position(self.at)
        blocks = hover_blocks(
            position, position.battle.ruleset.insight, self.cell,
            selected=self.selected, ruler=self.ruler, ours=self.ours,
        )  # fmt: skip
        covered = (self._covered(table, position),) if self.threat else ()
        start = table.where(position, self.selected) if self.ruler and self.selected is not None else None
        sight = position.sight(start, self.cell) if start is not None and start != self.cell else None
        return UnderCursor((*blocks[:1], *covered, *blocks[1:]), sight)

    def _covered(self, table: BattleTable, position: Scene) -> Block:
        covering = [
            f"{table.model.naming(enemy.id)} ({band.name})"
            for enemy in _enemies(position, self.ours)
            for band in position.battle.ruleset.insight.fire_zone(position, enemy)
            if self.cell in band.area
        ]
        return Row("covered by", ", ".join(covering) or "nobody")


@dataclass(frozen=True)
class GroundRules(Question[tuple[Block, ...]]):
    """What do the rules say of the ground of a cell?"""

    cell: Cell

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[Block, ...]:
        position = table.position(self.at)
        return ground_blocks(position.ground, self.cell, position.battle.ruleset.insight.defence(position, self.cell))


# -- overlays ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class OverlayCells:
    """The answers that lie over the map; what is None is not shown."""

    view: tuple[Area, Cell, Area | None] | None = None
    """What is seen, from where, and what would be seen after turning."""
    fire: Mapping[str, tuple[Band, ...]] | None = None
    """What each unit covers."""
    threat: NDArray[np.int16] | None = None
    """How many cover each cell, in map order."""
    reach: Mapping[Cell, Reached] | None = None
    cover: Mapping[Cell, int] | None = None
    """What each cell adds to a defence."""
    heat: Mapping[Cell, float] | None = None
    """How often something happens in each cell, in a game of the study of this battle."""


@dataclass(frozen=True)
class Overlays(Question[OverlayCells]):
    """What do the overlays show that are on?"""

    view: Subject | None = None
    """The unit or the cell whose field of view is shown."""
    facing: int | None = None
    fire: str | None = None
    """The side whose fire zones are shown."""
    threat: str | None = None
    """The side against which enemies are counted."""
    reach: str | None = None
    """The unit whose reach is shown."""
    cover: bool = False
    heat: tuple[str, str] | None = None
    """What is shown of the study, and of which side."""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> OverlayCells:
        position = table.position(self.at)
        insight = position.battle.ruleset.insight
        return OverlayCells(
            view=self._view(table, position, insight),
            fire={u.id: insight.fire_zone(position, u) for u in _on_map(position, self.fire)} if self.fire else None,
            threat=_threat(position, insight, self.threat) if self.threat else None,
            reach=_reach(position, insight, self.reach) if self.reach else None,
            cover={cell: insight.defence(position, cell).total for cell in position.map.whole} if self.cover else None,
            heat=_heat(table, position, *self.heat) if self.heat else None,
        )

    def _view(self, table: BattleTable, position: Scene, insight: Insight) -> tuple[Area, Cell, Area | None] | None:
        place = None if self.view is None else table.where(position, self.view)
        if place is None:
            return None
        if isinstance(self.view, Cell):
            return position.lines.field_of_view(place), place, None
        unit = position.state.unit(self.view)
        turned = insight.view(position, unit, self.facing) if self.facing is not None else None
        return insight.view(position, unit), place, turned


def _heat(table: BattleTable, position: Scene, what: str, side: str) -> Mapping[Cell, float] | None:
    found = heat_for(table.scenario, what, side)
    return None if found is None else {position.map.cell(name): often for name, often in found.items() if name}


def _on_map(position: Scene, side: str | None) -> list[Unit]:
    return [unit for unit in position.state.units if unit.side == side and unit.cell is not None]


def _enemies(position: Scene, side: str) -> list[Unit]:
    return [unit for unit in position.state.units if unit.side != side and unit.cell is not None]


def _threat(position: Scene, insight: Insight, against: str) -> NDArray[np.int16]:
    """Return how many enemies of a side cover each cell, in map order: a unit counts once, whatever the band."""
    zones = (_union(position, insight.fire_zone(position, enemy)) for enemy in _enemies(position, against))
    return threat_count(position.battle.map, zones)


def _union(position: Scene, bands: tuple[Band, ...]) -> Area:
    bits = 0
    for band in bands:
        bits |= band.area.bits
    return Area(position.battle.map, bits)


def _reach(position: Scene, insight: Insight, unit: str) -> Mapping[Cell, Reached]:
    """Return where a unit can get to; the ways there are left out: nobody draws hundreds of them."""
    return {cell: replace(each, way=()) for cell, each in insight.reach(position, position.state.unit(unit)).items()}


# -- a unit -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class FoundByEye:
    """What the rules find out about a unit by eye."""

    answers: tuple[UnitAnswer, ...]
    enemies: tuple[str, ...]
    """Whom it can be asked against, the nearest first."""
    overlays: Mapping[str, OverlayCells]
    """What answers lay over the map, by their names."""


@dataclass(frozen=True)
class ByEye(Question[FoundByEye]):
    """What do the rules find out about a unit by eye, perhaps against one enemy?"""

    unit: str
    against: str | None = None

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> FoundByEye:
        position = table.position(self.at)
        insight, unit = position.battle.ruleset.insight, position.state.unit(self.unit)
        answers = insight.answers(position, unit, self.against)
        # The first lists are by nearness. Who is an enemy at all the rules know, and no side tells.
        weighed = dict.fromkeys(each.subject for answer in answers for each in answer.ranked)
        known = [position.state.unit(other) for other in weighed if isinstance(other, str)]
        overlays = {each.name: shown for each in answers if (shown := _laid_over(position, insight, unit, each))}
        return FoundByEye(answers, tuple(other.id for other in known if other.side != unit.side), overlays)


def _laid_over(position: Scene, insight: Insight, unit: Unit, answer: UnitAnswer) -> OverlayCells | None:
    """Return what an answer shows as an overlay does: what is seen now and by turning, who covers what."""
    areas = [Area.of(position.map, part.cells) for part in answer.areas]
    if answer.topic == VIEW and areas and unit.cell is not None:
        return OverlayCells(view=(areas[0], unit.cell, areas[0] | areas[1] if len(areas) > 1 else None))
    if answer.topic == FIRE_ZONE:
        whose = [unit] if areas else [position.state.unit(str(each.subject)) for each in answer.ranked if each.passes]
        return OverlayCells(fire={each.id: insight.fire_zone(position, each) for each in whose})
    return None


# -- orders -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offered:
    """Some of what a player may order; the first part says what the question is about, the last that it is the last."""

    entries: tuple[MenuEntry, ...]
    facts: AskedFacts | None = None
    is_last: bool = False


@dataclass(frozen=True)
class Offers(Question[Offered]):
    """What may be answered to a question?"""

    ask: Ask

    def parts(self, table: BattleTable, pause: Callable[[], None]) -> Iterator[Offered]:
        position = table.position(self.at)
        ruleset = position.battle.ruleset
        yield Offered((), asked_facts(position, self.ask))
        offers = ruleset.offers(position, self.ask)
        while part := tuple(menu_entry(position, offer) for offer in islice(offers, OFFERED_AT_ONCE)):
            yield Offered(part)
            pause()
        yield Offered((), is_last=True)


def menu_entry(position: Scene, offer: Offer) -> MenuEntry:
    """Return an offer with how it looks on the map."""
    return MenuEntry(offer, position.battle.ruleset.insight.sketch(position, offer.intent))


def asked_facts(position: Scene, ask: Ask) -> AskedFacts:
    """Return what the system says of a question besides what may be answered."""
    insight = position.battle.ruleset.insight
    units = [unit.id for unit in position.state.units]
    commanders = {unit: name for unit in units if (name := insight.commander(position, unit))}
    return AskedFacts(insight.question(position, ask), insight.hand(position, ask.side), commanders)


@dataclass(frozen=True)
class Preview(Question[OrderPreview]):
    """What may come of an order, and what could the enemy do then?"""

    ask: Ask
    choice: MenuEntry

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> OrderPreview:
        return preview_of(table.position(self.at), self.ask, self.choice)


@dataclass(frozen=True)
class Chances(Question[tuple[str, ...]]):
    """What stands on the button of each order: the chance that one hopes for, or what it costs?"""

    ask: Ask
    choices: tuple[MenuEntry, ...]

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[str, ...]:
        position = table.position(self.at)
        return tuple(self._chance(position, choice) for choice in self.choices)

    def _chance(self, position: Scene, choice: MenuEntry) -> str:
        if meeting := meeting_text(position, self.ask, choice):
            return meeting
        odds = position.battle.ruleset.insight.odds(position, self.ask, choice.offer.intent)
        hoped_for = odds and not is_feared(position, self.ask.side, odds[0])
        return short(odds[0].chance) if hoped_for else choice.offer.cost


@dataclass(frozen=True)
class WhyNotThere(Question[str]):
    """Why can a unit not be ordered to a cell?"""

    ask: Ask
    unit: str
    cell: Cell

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> str:
        position = table.position(self.at)
        actor = position.state.unit(self.unit)
        return position.battle.ruleset.insight.unreached(position, self.ask, actor, self.cell)


@dataclass(frozen=True)
class SightNote(Question[str]):
    """Does what is said of an enemy leave out that he cannot be seen?"""

    unit: str
    cell: Cell
    reason: str

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> str:
        return sight_note(table.position(self.at), self.unit, self.cell, self.reason)


@dataclass(frozen=True)
class Idle(Question[str]):
    """Why can a unit be given no order?"""

    ask: Ask
    unit: str

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> str:
        position = table.position(self.at)
        return position.battle.ruleset.insight.idle(position, self.ask, position.state.unit(self.unit))


@dataclass(frozen=True)
class AdvisedOrder:
    """What the commander would order, and why."""

    entry: MenuEntry
    why: tuple[Note, ...]


@dataclass(frozen=True)
class Advised(Question["AdvisedOrder | None"]):
    """What would the commander order?"""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> AdvisedOrder | None:
        session, reader = table.session, table.reader(self.at)
        if not isinstance(session.wanted, Ask) or (advice := advice_of(session)) is None:
            return None
        position = session.known_to(session.wanted.side)
        offer = Offer(advice.intent, position.battle.ruleset.order_text(position, advice.intent))
        return AdvisedOrder(menu_entry(position, offer), reader.notes(advice.why, reader.hidden(session.state)))


@dataclass(frozen=True)
class Brings(Question[Brought]):
    """What does an order bring by itself, before anybody decides anything and before any die?"""

    order: Intent

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> Brought:
        return brought_by(table.model, aftermath_of(table.session, table.reader(self.at), self.order))


# -- ahead and back ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Foreseen:
    """What may come next, or why that is not known."""

    words: str = ""
    """From where it looks ahead."""
    refusal: str = ""
    blocks: tuple[Block, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    brings: tuple[str, ...] = ()
    """What comes before anybody else decides, of the order in hand or of a pass."""
    is_idle: bool = False
    """Whether nobody gives an order in any of it."""


@dataclass(frozen=True)
class Ahead(Question[Foreseen]):
    """What may the automated side do next?"""

    picked: int | None = None
    """The one that is shown with all its dice and cards."""
    order: Intent | None = None
    """What the player is about to order: it looks ahead from there."""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> Foreseen:
        foreseen, brings = self._foreseen(table, pause), self._brings(table)
        # Where nobody decides anything, what it brings is all there is to say.
        return replace(foreseen, brings=brings, blocks=() if brings and foreseen.is_idle else foreseen.blocks)

    def _brings(self, table: BattleTable) -> tuple[str, ...]:
        session, wanted = table.session, table.session.wanted
        if self.at.frame < session.last_frame.number or not isinstance(wanted, Ask):
            return ()
        order = self.order or session.ruleset.insight.passing(session.known_to(wanted.side), wanted)
        return Brings(self.at, order).answer(table, lambda: None).lines if order is not None else ()

    def _foreseen(self, table: BattleTable, pause: Callable[[], None]) -> Foreseen:
        session, model, reader = table.session, table.model, table.reader(self.at)
        outlook = outlook_of(session, self.at.frame, self.order)
        if outlook.start is None:
            return Foreseen(refusal=outlook.words)
        try:
            found = table.forecast_from(outlook.start, pause)
        except PlayerDecides as refused:
            side, asks = model.mentioning(refused.asks.side), asked_text(refused.asks, model.mentioning)
            return Foreseen(refusal=f"The next decision is up to a player of {side}: {asks}.")
        except ForecastRefused as refused:
            text = str(refused)
            return Foreseen(refusal=text[:1].upper() + text[1:] + ".")
        shown = reader.forecast(found, outlook.start)
        start: Scene = Position(session.battle, reader.known(outlook.start))
        blocks = forecast_blocks(
            shown,
            model.mentioning,
            partial(session.ruleset.order_text, start),
            self.picked,
            lambda prospect: UNSEEN if Unseen() in prospect.events else "",
            model.card,
        )
        is_idle = not any(each.orders or each.asks or Unseen() in each.events for each in shown.prospects)
        arrows = arrows_of(shown, start, session.ruleset.insight)
        return Foreseen(outlook.words, "", blocks, arrows, is_idle=is_idle)


@dataclass(frozen=True)
class LookBack(Question[tuple[Block, ...]]):
    """What became of the battle so far: losses, luck, turning points; and once it is over, how to go on?"""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[Block, ...]:
        model, session = table.model_of(self.at), table.session
        summary = summary_of(session, table.reader(self.at))
        side = side_to_grade(session.players)
        grade = None if side is None else grade_of(summary, side)
        told = ""
        onward: tuple[Block, ...] = ()
        if summary.outcome is not None:
            told = table.scenario.epilogue(grade.side, summary.outcome) if grade is not None else ""
            following = next_battle(table.scenario.name)
            onward = onward_blocks(following, title_of(following) if following is not None else "")
        return summary_blocks(summary, model.naming, model.side_name, model.told, grade, told, onward)


@dataclass(frozen=True)
class KeptLines(Question[tuple[Block, ...]]):
    """Which lines of the battle are there, where do they part, and what differs?"""

    shown: int
    """How many frames have been shown: those after them give away what comes."""

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[Block, ...]:
        return line_blocks(table.session, self.shown, [session for session, _ in table.lines], table.reader(self.at))


@dataclass(frozen=True)
class TrailSince(Question[tuple[TrailStep, ...]]):
    """What did the others do since a frame?"""

    first: int

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[TrailStep, ...]:
        return trail_of(table.model_of(self.at), self.first, self.at.frame)


@dataclass(frozen=True)
class NewsSince(Question[tuple[MeanwhileLine, ...]]):
    """What of note happened since a frame?"""

    first: int

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> tuple[MeanwhileLine, ...]:
        return meanwhile(table.model_of(self.at), self.first, self.at.frame)
