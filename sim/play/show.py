"""What viewers ask of a battle, derived from the book of orders, the searches, and what the scenario says is at stake.

No rule is written a second time: the answers are those of what plays the battle. A system derives its own `Show`,
declares what it counts by, and overrides what it alone can say::

    class PicketShow(Show):
        source, grave = "list of men", ("dead",)
        count, is_lost = staticmethod(standing), staticmethod(is_dead)
        questions = {ACTION: "{unit} is to act."}

        def told(self, position, unit):
            yield Fact("kind", unit.profile.name, self.source)
            yield from lines(("range", unit.profile.range, self.source), ("hits", unit.hits, "PKT-HIT"))

        def strides(self, position, unit):
            yield Stride(reach_of(position, unit), lambda cost: counted(cost, "step"))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from sim.board.area import Area
from sim.board.movement import Mover, step_cost
from sim.board.paths import Limits, Reach, TurningReach, reach
from sim.engine.check import Check
from sim.engine.insight import (
    COVER,
    FIRE_ZONE,
    VIEW,
    Band,
    Danger,
    Fact,
    Insight,
    Marker,
    NamedCells,
    Odds,
    Ranked,
    Reached,
    Scene,
    Scope,
    Sketch,
    UnitAnswer,
)
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.setup import Objective
from sim.engine.units import Unit
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.play.book import OrderBook, of_this_book
from sim.play.odds import worst_first
from sim.play.tally import Exit, Stakes
from sim.solo.answers import Here, asked_about, under

SCENARIO = "scenario"
"""Where facts come from that the scenario says."""


class Stride(NamedTuple):
    """One way for a unit to get about: where it leads, and its costs in words and as a figure."""

    run: Reach | TurningReach
    said: Callable[[int], str]
    price: Callable[[int], int] = int


class Show(Insight):
    """What viewers ask. A system adds what it alone can say."""

    source: ClassVar[str] = "counter"
    """Where the figures of a unit are printed."""
    questions: ClassVar[Mapping[str, str | tuple[str, ...]]] = {}
    """What a player is asked, by occasion: the first of some sentences whose slots (see `slots`) can all be filled."""
    acts_on: ClassVar[str] = "action"
    """The occasion on which a unit is given orders in its own turn."""
    grave: ClassVar[tuple[str, ...]] = ()
    """The results by which of two threats as likely the worse is told."""
    each, ends = "unit", ""
    """Who leaves by an exit, in one word, and what ends a battle besides its last turn; empty: no stakes are told."""
    losses_count, gives_up = "", ""
    """For each enemy of whom there are points, and with how many lost a side gives up: "{units} lost"."""
    count: Callable[[Any], Mapping[str, int]] = staticmethod(lambda position: {})
    """The points of every side: `count = staticmethod(standing)`."""
    is_lost: Callable[[Any, Any], bool] | None = None
    """Whether a unit is lost for good, of a system that keeps the lost in its roster."""
    is_there: Callable[[Any], bool] = staticmethod(lambda unit: unit.cell is not None)
    """Whether a unit stands somewhere and can still do something."""
    enemies: Callable[[Any, str], Iterable[Any]] = staticmethod(
        lambda position, side: position.state.units.against(side)
    )
    """Whom a side has to fear."""
    holder: Callable[[Any, Any], str | None] = staticmethod(lambda position, place: None)
    """Which side holds an objective."""
    sees: Callable[[Any, Any, Any], bool] = staticmethod(
        lambda position, unit, other: other.place in position.lines.field_of_view(unit.place)
    )
    """Whether a unit sees another, or would if it turned."""
    view_rule, fire_rule, cover_rule = "", "", ""
    """The rules that say what is seen, what is covered with fire, and what shelters; empty: there is no such answer."""

    def __init__(self, book: OrderBook[Any, Any]) -> None:
        self.book = book

    # -- orders --------------------------------------------------------------------------------------------------

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return how an order looks on the map and in a menu."""
        order, drawn = of_this_book(intent), self.drawn(position, intent)
        key, manner = order.letters().get(drawn.verb, ""), order.manner(position)
        return replace(drawn, manner=manner, key=key, rule=order.rule, passes=order.passes)

    def drawn(self, position: Scene, intent: Intent) -> Sketch:
        """Return how it looks on the map alone."""
        return of_this_book(intent).sketch(position)

    def letters(self) -> Mapping[str, str]:
        """Return the letters that choose orders, each with the entries of a menu that it chooses."""
        found: dict[str, dict[str, None]] = {}
        for kind in self.book.kinds:
            for name, letter in kind.letters().items():
                found.setdefault(letter, {})[name] = None
        return {letter: ", ".join(found[letter]) for letter in sorted(found)}

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a unit that has moved and turned as ordered with whatever else the order does to it."""
        left: Unit = of_this_book(intent).once_done(unit)
        return left

    def danger(self, position: Scene, intent: Intent) -> Danger | None:
        """Return what an order endangers besides its target."""
        return of_this_book(intent).danger(position)

    def scope(self, position: Scene, intent: Intent) -> Scope | None:
        """Return whom an order reaches besides its target."""
        return of_this_book(intent).scope(position)

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed; nothing of what may not be given, or needs no die."""
        return () if self.book.refusal(position, ask, intent) else of_this_book(intent).odds(position, ask)

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done, by the first who could act if nobody is named; None for none."""
        found = self.book.passing(position, ask)
        if found is not None or ask.unit:
            return found
        return self.book.passing(position, replace(ask, unit=next(iter(self.actors(position, ask)), None)))

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """Return the units that may be given orders now, in roster order."""
        return tuple(unit.id for unit in self.book.actors(position, ask))

    def idle(self, position: Scene, ask: Ask, unit: Unit) -> str:
        """Say in a sentence why a unit can be given no order now: what all of them are refused for, if that is one."""
        found = dict.fromkeys(self._refusals(position, ask, unit))
        reason = next(iter(found), "")
        return reason.cited if len(found) == 1 and isinstance(reason, Refusal) else ""

    def _refusals(self, position: Scene, ask: Ask, unit: Unit) -> Iterator[Refusal | str]:
        for kind in self.book.kinds:
            for order in kind.candidates(position, ask, unit) if not kind.on or ask.occasion in kind.on else ():
                yield self.book.refusal(position, ask, order) or ""

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it, where the orders on offer do not say it."""
        said, slots = self.questions.get(ask.occasion, ()), {"ask": ask, **self.slots(position, ask)}
        known = {slot: value for slot, value in slots.items() if value}
        for sentence in (said,) if isinstance(said, str) else said:
            with suppress(KeyError):
                return sentence.format(**known)
        return ""

    def slots(self, position: Scene, ask: Ask) -> dict[str, Any]:
        """Return what may stand in questions: the `unit` that is asked, the `actor` if it is acting, and whom, or
        `whose` side, it is `about`."""
        unit, about = (position.battle.ruleset.name(position, name or "") for name in (ask.unit, ask.about))
        actor = unit if getattr(position.state, "actor", None) == ask.unit else None
        whose = next((side.mention for side in position.battle.sides if side.id == ask.about), "")
        return {"unit": unit, "actor": actor, "about": about, "whose": whose}

    # -- enemies -------------------------------------------------------------------------------------------------

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what each enemy could do to a unit as things stand, the worst first."""
        target = position.state.unit(unit)
        others = self.enemies(position, target.side) if self.is_there(target) else ()
        return worst_first((odds for each in others for odds in self.threat(position, each, target)), *self.grave)

    def threat(self, position: Scene, enemy: Any, target: Any) -> Iterable[Odds]:
        """Return the worst that an enemy could do to a target from where it stands: of all orders that aim at it."""
        ask = Ask(enemy.side, self.acts_on, enemy.id)
        aimed = (order for kind in self.book.kinds for order in kind.candidates(position, ask, enemy))
        orders = (order for order in aimed if getattr(order, "target", None) == target.id)
        able = (order for order in orders if self.book.refusal(position, ask, order) is None)
        return worst_first((odds for order in able for odds in order.odds(position, ask)), *self.grave)[:1]

    # -- what the rules find out by eye ---------------------------------------------------------------------------

    def answers(self, position: Scene, unit: Unit, about: str | None = None) -> tuple[UnitAnswer, ...]:
        """Return what the rules find out about a unit by eye, each as the list that decides by it says."""
        here = asked_about(position, unit)
        known = here.state.unit(unit.id) if unit.id in here.state.units else None
        return tuple(self.answered(here, known, about)) if known is not None and self.is_there(known) else ()

    def answered(self, here: Here, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """Yield what a unit that is there is told: what it sees, covers, is covered by, and is sheltered from."""
        position, others = here.position, tuple(self.enemies(here.position, unit.side))
        if self.view_rule:
            yield from under(VIEW, self._viewed(position, unit, others))
        if self.fire_rule:
            found = self.fire_zone(position, unit)
            told = [(enemy, _band_over(found, enemy)) for enemy in others]
            text = ", ".join(f"{band.name} {counted(len(band.area), 'cell')}" for band in found) or "it covers nothing"
            areas = tuple(NamedCells(band.name, tuple(band.area)) for band in found)
            own = UnitAnswer("fire zone", self.fire_rule, text, _sorted_out(told), areas)
            told = [(enemy, _band_over(self.fire_zone(position, enemy), unit)) for enemy in others]
            text = f"in that of {_names(enemy.id for enemy, band in told if band)}"
            yield from under(
                FIRE_ZONE, own, UnitAnswer("fire zones of enemies", self.fire_rule, text, _sorted_out(told))
            )
        if self.cover_rule:
            yield from under(COVER, self._sheltered(position, unit, others, about))

    def _viewed(self, position: Scene, unit: Any, others: tuple[Any, ...]) -> UnitAnswer:
        now, turned = self.view(position, unit), Area(position.map, 0)
        for facing in range(len(position.map.grid.directions)):
            turned |= self.view(position, unit, facing)
        aside, words = turned - now, ("", "in view", "seen by turning")

        def glimpse(enemy: Any) -> str:
            seen = enemy.place in now or self.sees(position, unit, enemy)
            return words[2 if enemy.place in aside else int(seen)]

        told = [(enemy, glimpse(enemy)) for enemy in others]
        hidden = {enemy.id: position.sight(unit.place, enemy.place).reason for enemy, text in told if not text}
        text = f"it sees {_names(enemy.id for enemy, text in told if text)}"
        areas = (NamedCells("in view", tuple(now)), NamedCells("by turning", tuple(aside)))
        ranked = _sorted_out(told, hidden)
        return UnitAnswer("field of view", self.view_rule, text, ranked, tuple(each for each in areas if each.cells))

    def _sheltered(self, position: Scene, unit: Any, others: Iterable[Any], about: str | None) -> UnitAnswer:
        """Return what shelters a unit from the enemy who is chosen; without one, from each who sees it, least first."""
        chosen = [enemy for enemy in others if enemy.id == about]
        seen = chosen or [enemy for enemy in others if self.sees(position, enemy, unit)]
        found = [(self.cover_against(position, unit, enemy), enemy) for enemy in seen]
        found.sort(key=lambda each: each[0].total)
        whom, bare = f" against {about}" if chosen else "", [enemy.id for check, enemy in found if not check.parts]
        text = f"none from {_names(bare)}" if bare else "from all who see it" if found else "no enemy sees it"
        ranked = tuple(
            Ranked(enemy.id, str(check) if check.parts else "no cover", int(bool(check.parts)))
            for check, enemy in found
        )
        return UnitAnswer(f"cover{whom}", self.cover_rule, ranked[0].text if chosen else text, ranked, is_against=True)

    def cover_against(self, position: Scene, unit: Any, enemy: Any) -> Check:
        """Return what shelters a unit from an enemy, as the rules count it, part by part."""
        return self.shelter(position, enemy.place, unit.place)

    # -- the map -------------------------------------------------------------------------------------------------

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a unit sees, whichever way it faces."""
        return super().view(position, unit, facing) if self.is_there(unit) else Area(position.map, 0)

    def reach(self, position: Scene, unit: Any) -> Mapping[Cell, Reached]:
        """Return where a unit can get to by any of its strides, and at what cost."""
        found: dict[Cell, Reached] = {}
        for run, said, price in self.strides(position, unit) if self.is_there(unit) else ():
            for cell in run.area:
                if cell != unit.cell and cell not in found:
                    cost = run.cost(cell) or 0
                    found[cell] = Reached(price(cost), said(cost), entered(run, cell))
        return found

    def strides(self, position: Scene, unit: Any) -> Iterator[Stride]:
        """Yield how a unit that is there can get about now, what it would do first before what costs it more."""
        return iter(())

    def unreached(self, position: Scene, ask: Ask, unit: Any, cell: Cell) -> str:
        """Say why a unit cannot be ordered to a cell now; empty where the rules have nothing against it."""
        refused = self.no_order_to(position, ask, unit, cell)
        return refused.cited if refused else ""

    def no_order_to(self, position: Scene, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """Say what the rules say to going all the way there; None if they have nothing against it."""
        return None

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives with what they are worth and who holds them, and where leaving is rewarded."""
        return tuple(self.marked(position))

    def marked(self, position: Scene) -> Iterator[Marker]:
        """Yield what lies on the map: first the objectives, then the exits."""
        if stakes := at_stake(position):
            for place in stakes.objectives:
                side = self.holder(position, place) or None
                text = self.place_text(position, place, side)
                cells = self.shown_in(position, place.cells)
                yield from (Marker(cell, "objective", text, side, place.id) for cell in cells)
            for leave in stakes.exits:
                text = f"{position.battle.side(leave.side).name}{self.exit_text(leave)}"
                yield from (Marker(cell, "exit", text, leave.side) for cell in self.shown_in(position, leave.cells))

    def shown_in(self, position: Scene, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return in which of the cells of a place a marker stands."""
        return cells

    def place_text(self, position: Scene, place: Objective, side: str | None) -> str:
        """Say what an objective is worth, and who holds it."""
        held = f", held by {position.battle.side(side).mention}" if side else ""
        return f"{place.title}: {counted(place.points, 'point')}{held}"

    def exit_text(self, leave: Exit) -> str:
        """Say who may leave by an exit, if not the whole side, and for how many points."""
        units = f" ({', '.join(leave.units)})" if leave.units else ""
        return f"{units} may leave here: {counted(leave.points, 'point')}"

    # -- how things stand ----------------------------------------------------------------------------------------

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how it ended, if it has, which turn it is, what goes on, and the points."""
        return (*course(position), *self.moment(position), *self._points(position), *self.besides(position))

    def moment(self, position: Scene) -> Iterator[Fact]:
        """Yield what goes on in the turn."""
        return iter(())

    def besides(self, position: Scene) -> Iterator[Fact]:
        """Yield what is told after the points."""
        return iter(())

    def _points(self, position: Scene) -> Iterator[Fact]:
        """Yield the points of every side, how far it is from its goal, and from giving up."""
        stakes = at_stake(position) or Stakes()
        for side, gained in self.standing(position).items():
            words = [counted(gained, "point")]
            if needs := stakes.needs.get(side):
                words.append(f"{needs} to win")
            if (bears := stakes.breaks_at.get(side)) and (lost := self.losses(position, side)):
                words.append(f"{lost} lost: {bears} {'is' if bears == 1 else 'are'} too many")
            yield Fact(position.battle.side(side).name, ", ".join(words), SCENARIO)

    def losses(self, position: Scene, side: str) -> str:
        """Say how many a side has lost; empty where nobody gives up for that."""
        return ""

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points to which side, and what ends the battle."""
        stakes = at_stake(position)
        return tuple(self._stakes(position, stakes)) if stakes and self.ends else ()

    def _stakes(self, position: Scene, stakes: Stakes) -> Iterator[Fact]:
        battle = position.battle
        for place in stakes.objectives:
            yield Fact(place.title, f"{counted(place.points, 'point')} for {self.worth(position, place)}", SCENARIO)
        for leave in stakes.exits:
            yield Fact("leaving", self._leaving(position, leave), SCENARIO)
        for side, needs in stakes.needs.items():
            yield Fact("at once", f"victory for {battle.side(side).mention} with {counted(needs, 'point')}", SCENARIO)
        if stakes.tie:
            yield Fact("equal points", f"victory for {battle.side(stakes.tie).mention}", SCENARIO)
        if battle.turns:
            yield Fact("end", f"with turn {battle.turns}, or when {self.ends}", SCENARIO)
        if self.losses_count:
            yield Fact("losses", f"points for each enemy {self.losses_count}", SCENARIO)
        for side, most in stakes.breaks_at.items() if self.gives_up else ():
            borne = self.gives_up.format(most=most, units=counted(most, self.each))
            yield Fact("giving up", f"{battle.side(side).mention}, with {borne}", SCENARIO)

    def _leaving(self, position: Scene, leave: Exit) -> str:
        who, whose = ", ".join(leave.units) or f"each {self.each}", position.battle.side(leave.side).mention
        apiece = " each" if len(leave.units) > 1 else ""
        return f"{counted(leave.points, 'point')}{apiece} for {whose}: {who} by {position.span(leave.cells)}"

    def worth(self, position: Scene, place: Objective) -> str:
        """Say which side gets the points of an objective."""
        return "whoever is there"

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points of each side, where the system counts any."""
        return self.count(position)

    def lost(self, position: Scene, among: Collection[str] | None = None) -> frozenset[str] | None:
        """Return who is lost for good, of a system that keeps them in its roster; None: whoever leaves that is lost."""
        is_lost, units = self.is_lost, position.state.units
        if is_lost is None:
            return None
        asked = units if among is None else (units[id_] for id_ in among if id_ in units)
        return frozenset(unit.id for unit in asked if is_lost(position, unit))

    def facts(self, position: Scene, unit: Any) -> tuple[Fact, ...]:
        """Return all there is to know of a unit, each figure with where it comes from."""
        return tuple(self.told(position, unit))

    def told(self, position: Scene, unit: Any) -> Iterator[Fact]:
        """Yield all there is to know of a unit."""
        yield Fact("kind", unit.profile.name, self.source)


# -- facts -----------------------------------------------------------------------------------------------------------


def lines(*told: tuple[str, object] | tuple[str, object, str]) -> Iterator[Fact]:
    """Yield what there is to tell: label, text, source. What there is nothing of is left out.

    >>> [fact.text for fact in lines(("bow", 0, "card"), ("gun", 4, "card"), ("state", False and "prone"))]
    ['4']
    """
    return (Fact(label, str(text), *source) for label, text, *source in told if text)


def traits(thing: Any, words: Mapping[str, str]) -> list[str]:
    """Return the words of those fields of a thing that are not as they are by default; a slot is for the value."""
    values = {field: getattr(thing, field) for field in words}
    return [words[field].format(value) for field, value in values.items() if value != getattr(type(thing), field)]


def states(*told: tuple[object, str] | tuple[object, str, str]) -> Iterator[Fact]:
    """Yield what has befallen a unit: each of these that is so, with the rule that says what it means."""
    return (Fact("state", text, *source) for so, text, *source in told if so)


def course(position: Scene) -> Iterator[Fact]:
    """Yield how it ended, if it has, and which turn it is."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SCENARIO)


def at_stake(position: Scene) -> Stakes | None:
    """Return what a battle is about: the part of its data that says so."""
    return next((part for part in vars(position.battle.data).values() if isinstance(part, Stakes)), None)


# -- answers ---------------------------------------------------------------------------------------------------------


def _band_over(found: Iterable[Band], unit: Any) -> str:
    """Return the name of the band in which a unit stands; nothing for none."""
    return next((band.name for band in found if unit.place in band.area), "")


def _sorted_out(told: Iterable[tuple[Any, str]], reasons: Mapping[str, str] | None = None) -> tuple[Ranked, ...]:
    """Put those first of whom there is something to tell; of the others there may be reasons."""
    why = reasons or {}
    ranked = [Ranked(unit.id, text or why.get(unit.id, "outside it"), 1 if text else 0) for unit, text in told]
    return tuple(sorted(ranked, key=lambda each: not each.place))


def _names(units: Iterable[str]) -> str:
    return ", ".join(units) or "nobody"


# -- the map ---------------------------------------------------------------------------------------------------------


def bands(seen: Area, *parts: tuple[str, Area] | tuple[str, Area, Any]) -> tuple[Band, ...]:
    """Part what is seen by range: each band is what the ones before it have left of an area. Empty ones are left out.

    A third word says as which range a band is shown, where its name does not.
    """
    found, left = list[Band](), seen
    for name, area, *shown in parts:
        found.append(Band(name, left & area, *shown))
        left = left - area
    return tuple(band for band in found if band.area)


def entered(run: Reach | TurningReach, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that are entered on the way to one; whoever turns on the spot enters none."""
    if isinstance(run, Reach):
        return run.way(cell)[1:]
    return tuple(dict.fromkeys(stand.cell for stand in run.way(cell)[1:] if stand.cell != run.start.cell))


def way_to(
    position: Scene, moving: Mover, unit: Any, cell: Cell, rule: str, *closed: Area
) -> tuple[Cell, ...] | Refusal:
    """Return the cheapest way to a cell, however long, past the first of some closed areas that leaves one; else why.

    A cell in which somebody stands is led to all the same: the rules then say that he does.
    """
    for shut in closed:
        others = shut - Area.of(position.map, (cell,))
        if way := reach(position.ground, moving, unit.place, Limits(closed=others)).way(cell)[1:]:
            return way
    return Refusal(no_way(position, moving, cell), rule)


def no_way(position: Scene, moving: Mover, cell: Cell) -> str:
    """Say that no way leads to a cell, and what bars it where that is the cell itself."""
    barred = not_entered(position, moving, cell)
    return f"no way leads to {position.name(cell)}{f': {barred}' if barred else ''}"


def not_entered(position: Scene, moving: Mover, cell: Cell) -> str:
    """Say why a cell can be entered from none of its neighbours; empty if it can."""
    beside = [other for other in position.map.grid.neighbours(cell) if other in position.map]
    steps = [step_cost(position.ground, moving, other, cell) for other in beside]
    return "" if any(steps) else next((step.barred for step in steps), "")
