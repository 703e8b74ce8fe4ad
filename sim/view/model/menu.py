"""What a player may order, as a menu: who, what, at whom, how. The same for every system.

It is made of the system's offers, each with its sketch, which come from the engine in parts: on a large map there are
hundreds of them. Nothing here knows any rule: what cannot be ordered carries the reason that the rules gave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import get_args

from sim.engine.insight import AimedTo, CardFace, Scene, Sketch
from sim.engine.orders import Ask, Offer
from sim.engine.words import counted
from sim.grid import Cell

Aim = Cell | str
"""What an order is aimed at: a cell or the id of a unit."""


@dataclass(frozen=True)
class MenuEntry:
    """An offer and how it looks."""

    offer: Offer
    sketch: Sketch

    @property
    def unit(self) -> str | None:
        """Who acts; None for orders of the whole side."""
        return self.sketch.units[0] if self.sketch.units else None

    @property
    def aim(self) -> Aim | None:
        """What it is aimed at, if anything."""
        return self.sketch.target if self.sketch.target is not None else self.sketch.cell

    @property
    def is_open(self) -> bool:
        """Say whether it can be ordered now."""
        return not self.offer.refusal


@dataclass(frozen=True)
class Verb:
    """One entry of the menu: how many ways there are to do it, or why there is none."""

    name: str
    ways: int
    refusal: str = ""
    to_choose: str = ""
    """What is still to be chosen, in words: "12 places"."""
    key: str = ""
    rule: str = ""
    passes: bool = False
    cards_only: bool = False
    """Whether a card is played for it, whichever way it is done."""


@dataclass(frozen=True)
class AskedFacts:
    """What the system says of a question besides what may be answered."""

    question: str = ""
    """What a player is asked, in a sentence or two; empty where what is on offer says it."""
    hand: tuple[CardFace, ...] = ()
    """The cards that the side holds."""
    commanders: Mapping[str, str] = field(default_factory=dict)
    """By unit, which player commands it, where several share a side."""


class OrderMenu:
    """The orders of one question, and how far the player has come in choosing one."""

    def __init__(self, position: Scene, ask: Ask) -> None:
        self.position, self.ask = position, ask
        self.facts = AskedFacts()
        self.choices: list[MenuEntry] = []
        self._by_unit: dict[str | None, list[MenuEntry]] = {}
        self._by_card: dict[str | None, list[MenuEntry]] = {}
        self._met: dict[Cell, list[str]] = {}
        """The enemies whom one meets in a cell."""
        for enemy in position.state.units.against(ask.side):
            self._met.setdefault(enemy.place, []).append(enemy.id)
        self.is_complete = False
        self.card: str | None = None
        """The card that is to be played; then nothing else is on offer."""
        self.unit: str | None = ask.unit
        self.verb: str | None = None
        self.aim: Aim | None = None
        self.facing: int | None = None
        self.manner: str | None = None

    # -- gathering ---------------------------------------------------------------------------------------

    def add(self, entries: Iterable[MenuEntry]) -> None:
        """Take in more of what may be ordered."""
        for choice in entries:
            self.choices.append(choice)
            self._by_unit.setdefault(choice.unit, []).append(choice)
            self._by_card.setdefault(choice.sketch.card, []).append(choice)

    def complete(self) -> None:
        """Take note that all there is to order is here."""
        self.is_complete = True
        self._choose_the_only_verb()

    def _choose_the_only_verb(self) -> None:
        """Take the one thing for granted that can be done, where that is of the whole side: only where is left open."""
        kinds = [verb for verb in self.verbs(None) if verb.ways]
        if self.unit is None and self.verb is None and not self.actors and len(kinds) == 1 and kinds[0].ways > 1:
            self.verb = kinds[0].name

    # -- what there is to choose -------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[str, ...]:
        """The units that can be ordered to do something, in the order of the offers."""
        return tuple(unit for unit in self._by_unit if unit and any(choice.is_open for choice in self.of_unit(unit)))

    def of_unit(self, unit: str | None) -> list[MenuEntry]:
        """Return the choices of a unit, or of the whole side; once a card is chosen, those for which it is played."""
        own = self._by_unit.get(unit, [])
        return own if self.card is None else [choice for choice in own if choice.sketch.card == self.card]

    def of_card(self, card: str) -> list[MenuEntry]:
        """Return the choices for which a card is played."""
        return self._by_card.get(card, [])

    def verbs(self, unit: str | None) -> tuple[Verb, ...]:
        """Return what a unit, or the whole side, may do; what it cannot do now comes with a reason."""
        found: dict[str, list[MenuEntry]] = {}
        for choice in self.of_unit(unit):
            found.setdefault(choice.sketch.verb, []).append(choice)
        return tuple(_verb(name, choices) for name, choices in found.items())

    @property
    def fitting(self) -> list[MenuEntry]:
        """The choices that fit what has been chosen so far."""
        asked = (self.unit, self.verb, self.aim, self.card, len(self.of_unit(self.unit)))
        if self._fitting is None or self._fitting[0] != asked:
            self._fitting = (asked, [c for c in self._of_verb if self.aim is None or self.aim in self.aims_of(c)])
        return self._fitting[1]

    _fitting: tuple[object, list[MenuEntry]] | None = None
    """What was asked last, and the answer: every picture asks forty times, of hundreds of choices."""

    @property
    def _of_verb(self) -> list[MenuEntry]:
        return [c for c in self.of_unit(self.unit) if self.verb is None or c.sketch.verb == self.verb]

    @property
    def all_aims(self) -> tuple[Aim, ...]:
        """What could be aimed at, whatever is aimed at now."""
        return tuple(dict.fromkeys(aim for c in self._of_verb if c.is_open for aim in self.aims_of(c)[-1:]))

    @property
    def aims(self) -> tuple[Aim, ...]:
        """What the orders that are left may be aimed at."""
        return tuple(self.aimed_to)

    @property
    def aimed_to(self) -> dict[Aim, AimedTo]:
        """What the orders that are left may be aimed at, each with what would be done: of several things the first."""
        found: dict[Aim, AimedTo] = {}
        for choice in self.fitting:
            for aim in self.aims_of(choice)[-1:] if choice.is_open else ():
                found[aim] = min(choice.sketch.aimed_to, found.get(aim, "other"), key=get_args(AimedTo).index)
        return found

    def met_by(self, choice: MenuEntry) -> tuple[str, ...]:
        """Return the enemies into whose cell an order leads: whoever goes there attacks them."""
        sketch = choice.sketch
        return tuple(self._met.get(sketch.way[-1], ())) if sketch.way and sketch.target is None else ()

    def aims_of(self, choice: MenuEntry) -> tuple[Aim, ...]:
        """Return what an order may be aimed at by, as it is shown last: an enemy rather than the cell that he is in."""
        return () if choice.aim is None else (choice.aim, *reversed(self.met_by(choice)))

    def refusal_at(self, aim: Aim) -> str:
        """Say why nothing can be ordered against a cell or a unit; empty if the rules give no reason."""
        return next((choice.offer.why_not for choice in self._refused_at(aim)), "")

    def _refused_at(self, aim: Aim) -> list[MenuEntry]:
        """Return the choices that are refused there: those of the verb, if one is chosen and any are."""
        refused = [choice for choice in self.of_unit(self.unit) if choice.aim == aim and not choice.is_open]
        return [choice for choice in refused if self.verb is None or choice.sketch.verb == self.verb] or refused

    def refused_at(self, cell: Cell | None, unit: str | None) -> str:
        """Say why what was offered there cannot be ordered; empty where nothing was."""
        return next((reason for aim in (unit, cell) if aim is not None and (reason := self.refusal_at(aim))), "")

    def could_go_to(self, cell: Cell | None) -> bool:
        """Say whether it makes sense to ask why the chosen unit cannot get to a cell."""
        if cell is None or not self.is_complete or self.unit not in self.position.state.units:
            return False
        goes = self.verb is None or any(isinstance(choice.aim, Cell) for choice in self._of_verb)
        return goes and self.position.state.units[self.unit].cell not in (None, cell)

    @property
    def verbs_there(self) -> tuple[MenuEntry, ...]:
        """What can be done to what has been aimed at, one order of each kind: what one would expect comes first.

        That is to go to a place, and to fire at an enemy rather than to go in.
        """
        open_ones = [choice for choice in self.fitting if choice.is_open] if self.aim is not None else []
        kinds = tuple({choice.sketch.verb: choice for choice in reversed(open_ones)}.values())[::-1]
        is_place = isinstance(self.aim, Cell)
        return tuple(sorted(kinds, key=lambda choice: bool(choice.sketch.way) is not is_place))

    @property
    def needs_aim(self) -> bool:
        """Say whether something must be aimed at first."""
        open_ones = [choice for choice in self.fitting if choice.is_open]
        return self.verb is not None and self.aim is None and len({choice.aim for choice in open_ones}) > 1

    @property
    def facings(self) -> tuple[int, ...]:
        """The facings to choose from for the order that has been aimed."""
        found = {choice.sketch.facing for choice in self._aimed}
        return tuple(sorted(facing for facing in found if facing is not None))

    def costs_by_facing(self, manner: str) -> dict[int, str]:
        """Return what the order that has been aimed costs with each facing, done in one manner where that is open."""
        found: dict[int, str] = {}
        for choice in sorted(self._aimed, key=lambda choice: choice.sketch.manner != manner):
            if choice.sketch.facing is not None:
                found.setdefault(choice.sketch.facing, choice.offer.cost)
        return found

    @property
    def manners(self) -> tuple[MenuEntry, ...]:
        """The ways to do the order that has been aimed, one choice for each: how it is paid, who supports it."""
        facing = self._facing
        alike = [choice for choice in self._aimed if facing is None or choice.sketch.facing in (None, facing)]
        return tuple({choice.sketch.manner: choice for choice in reversed(alike)}.values())[::-1]

    @property
    def _aimed(self) -> list[MenuEntry]:
        """The open choices that fit, once verb and aim leave no doubt."""
        if self.needs_aim or (self.verb is None and self.aim is None):
            return []
        there = self.verbs_there[:1] if self.verb is None else ()
        verb = there[0].sketch.verb if there else self.verb
        return [choice for choice in self.fitting if choice.is_open and choice.sketch.verb == verb]

    @property
    def _facing(self) -> int | None:
        facings = self.facings
        if not facings or self.facing in facings:
            return self.facing if facings else None
        return _natural_facing(self.position, self._aimed[0].sketch, facings)

    @property
    def picked(self) -> MenuEntry | None:
        """The order that stands ready to be given; None while something is still open."""
        wanted = [choice for choice in self.manners if self.manner in (None, choice.sketch.manner)]
        return next(iter(wanted or self.manners), None)

    @property
    def passing(self) -> MenuEntry | None:
        """The answer by which nothing is done: of whoever is chosen, of the side, or of the first who may act."""
        whose = (self.unit, None) if self.unit is not None else (None, *self.actors)
        own = (choice for unit in whose for choice in self.of_unit(unit))
        return next((choice for choice in own if choice.sketch.passes and choice.is_open), None)

    def by_letter(self, letter: str) -> tuple[str | None, Verb] | None:
        """Return what a letter stands for, and who does it: whoever is chosen, the side, or the first who can.

        What nobody can do now comes with the reason.
        """
        whose = (self.unit, None) if self.unit is not None else (None, *self.actors)
        found = [(unit, verb) for unit in whose for verb in self.verbs(unit) if verb.key == letter]
        return next((each for each in found if each[1].ways), next(iter(found), None))

    # -- choosing ----------------------------------------------------------------------------------------

    def choose_unit(self, unit: str | None) -> None:
        """Choose who acts; None for orders of the whole side. Where all can do but one thing, it is that."""
        self.unit, self.verb = unit, self.only_verb if unit is not None else None
        self._forget_aim()

    @property
    def only_verb(self) -> str | None:
        """What is asked of a unit, where only who it is has been left open: to name one, say."""
        verbs = {choice.sketch.verb for choice in self.choices}
        return verbs.pop() if self.ask.unit is None and self.is_complete and len(verbs) == 1 else None

    def choose_verb(self, verb: str | None) -> None:
        """Choose what is done; an aim that fits is kept."""
        self.verb = verb
        if self.aim is not None and not self.fitting:
            self._forget_aim()

    def choose_aim(self, aim: Aim | None) -> None:
        """Choose what it is aimed at."""
        self._forget_aim()
        self.aim = aim

    def choose_card(self, card: str) -> None:
        """Choose a card to play: what is left to choose is who plays it, for what."""
        self.unit, self.verb, self.card = self.ask.unit, None, card
        self._forget_aim()
        kinds = [verb for verb in self.verbs(None) if verb.ways]
        if not self.actors and len(kinds) == 1:
            self.unit, self.verb = None, kinds[0].name

    def take(self, choice: MenuEntry) -> None:
        """Have an order stand ready that somebody else has chosen: before all others that look like it."""
        known = next((each for each in self.choices if each.offer.intent == choice.offer.intent), choice)
        for choices in (self.choices, self._by_unit.setdefault(choice.unit, [])):
            alike = (n for n, each in enumerate(choices) if _kind(each) == _kind(choice))
            place = next(alike, len(choices))  # no other: buttons stay where they are
            if known in choices:
                choices.remove(known)
            choices.insert(place, known)
        sketch, self.card = choice.sketch, None
        self.unit, self.verb = sketch.units[0] if sketch.units else None, sketch.verb
        self.aim = sketch.target if sketch.target is not None else sketch.cell
        self.facing, self.manner, self._fitting = sketch.facing, sketch.manner, None

    def _forget_aim(self) -> None:
        self.aim = self.facing = self.manner = None

    @property
    def has_choice(self) -> bool:
        """Say whether anything has been chosen that can be taken back."""
        chosen = (self.aim, self.verb, self.card)
        return self.unit != self.ask.unit or any(choice is not None for choice in chosen)

    def step_back(self) -> bool:
        """Take back the last thing that was chosen; say whether there was any."""
        if self.aim is not None:
            self._forget_aim()
        elif self.verb is not None and (self.unit is None or self.verb != self.only_verb):
            self.choose_verb(None)
        elif self.unit is not None and self.unit != self.ask.unit:
            self.choose_unit(self.ask.unit)
        elif self.card is not None:
            self.card, self.unit = None, self.ask.unit
        else:
            return False
        return True


def _kind(choice: MenuEntry) -> tuple[str | None, str]:
    return choice.unit, choice.sketch.verb


def _verb(name: str, choices: list[MenuEntry]) -> Verb:
    """Count the ways to do something; where there is none, say why not, by the rule that says so."""
    open_ones, sketch = [choice for choice in choices if choice.is_open], choices[0].sketch
    reasons = list(dict.fromkeys(choice.offer.why_not for choice in choices if choice.offer.refusal))
    more = f" (and {counted(len(reasons) - 1, 'other reason')})" if len(reasons) > 1 else ""
    return Verb(
        name,
        len(open_ones),
        reasons[0] + more if reasons and not open_ones else "",
        _to_choose([choice.sketch for choice in open_ones]),
        sketch.key,
        sketch.rule,
        sketch.passes,
        all(choice.sketch.card for choice in choices),
    )


def _to_choose(sketches: list[Sketch]) -> str:
    """Say what there is to choose of orders of one kind: the first that there are several of."""
    kinds: dict[str, set[object]] = {
        "target": {sketch.target for sketch in sketches},
        "place": {sketch.cell for sketch in sketches},
        "direction": {sketch.facing for sketch in sketches},
    }
    return next((counted(len(kind - {None}), name) for name, kind in kinds.items() if len(kind - {None}) > 1), "")


def sight_note(position: Scene, unit: str, cell: Cell, reason: str) -> str:
    """Return the verdict on the line of sight to an enemy, if it is blocked and nobody has said by what."""
    here = position.state.units[unit].cell if unit in position.state.units else None
    if here is None:
        return ""
    sight = position.lines.sight(here, cell)
    return "" if sight.clear or sight.reason in reason else f"; the line of sight is {sight.reason}"


def _natural_facing(position: Scene, sketch: Sketch, facings: tuple[int, ...]) -> int:
    """Return the facing that one would expect: on the way that is taken, else as the unit stands."""
    unit = position.state.units[sketch.units[0]] if sketch.units and sketch.units[0] in position.state.units else None
    cells = [unit.cell, *sketch.way] if unit is not None and unit.cell is not None else list(sketch.way)
    steps = position.map.grid.steps
    if len(cells) > 1:
        one, other = cells[-2], cells[-1]
        assert one is not None and other is not None
        step = other.minus(one)
        if step in steps and steps.index(step) in facings:
            return steps.index(step)
    as_it_stands = None if unit is None else int(unit.facing)
    return as_it_stands if as_it_stands in facings else facings[0]
