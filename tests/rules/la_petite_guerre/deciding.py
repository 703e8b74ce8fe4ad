"""Let the planner decide on a table: scripted dice, real resolving, orders in short words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sim.rules.la_petite_guerre  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.engine.chance import Scripted
from sim.engine.game import Answered, Frame, Game, Start
from sim.engine.notes import Note, Sifted, Tried, walk
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.commands import Assess, GoFirst, HearReport, Indicate, Wait
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge, Face, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import ACTION, MOVING
from sim.rules.la_petite_guerre.solo.planner import PLANS
from sim.rules.la_petite_guerre.state import Company, LpgPosition, LpgState, Stance
from sim.solo.explain import explained
from sim.solo.plans import Automated
from tests.rules.la_petite_guerre.table import METIS, MILITIA, Placed, position, squares

COMPANY = f"{METIS} company"
"""The company of every automated man, unless said otherwise."""


class LetsBe:
    """Whoever is not under test: orders nothing."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Let everything be."""
        return iter(())


@dataclass(frozen=True)
class Decision:
    """What was ordered, what became of it, and why."""

    orders: list[str]
    state: LpgState
    notes: tuple[Note, ...]
    thrown: list[str]
    """What dice were asked for, in words."""
    scene: LpgPosition

    @property
    def text(self) -> str:
        """The whole trace."""
        names = self.scene.battle.map.grid.name
        return "\n".join(explained(self.notes, lambda subject: subject if isinstance(subject, str) else names(subject)))

    @property
    def taken(self) -> list[tuple[str, str]]:
        """The innermost options that were taken: rule and words."""
        notes = [note for note in walk(self.notes) if isinstance(note, Tried) and note.taken]
        return [(note.rule, note.option) for note in notes]

    def why_not(self, text: str) -> str:
        """Return why an option could not be followed, the last time it was tried."""
        notes = [note for note in walk(self.notes) if isinstance(note, Tried) and note.option == text]
        assert notes, f"nobody tried: {text}"
        assert not notes[-1].taken, f"it was taken: {text}"
        return notes[-1].reason

    def sifted(self, what: str) -> Sifted:
        """Return the last choice of something."""
        return [note for note in walk(self.notes) if isinstance(note, Sifted) and note.what == what][-1]

    def counted(self, what: str) -> list[str]:
        """Return the lines of a list that left somebody out, in their order."""
        note = self.sifted(what)
        before = [range(len(note.candidates)), *(step.kept for step in note.steps)]
        return [step.what for step, were in zip(note.steps, before, strict=False) if len(step.kept) < len(were)]

    def decided_by(self, what: str) -> str:
        """Return which line of a list was the last to leave somebody out: it decided."""
        return (self.counted(what) or ["nothing"])[-1]


def stage(
    *placed: Placed,
    stance: Stance = "defend",
    goal: str = "",
    rows: str | None = None,
    companies: Mapping[str, Company] | None = None,
    **words: Any,
) -> LpgPosition:
    """Put men on a table with the Métis to act, their company with a stance and perhaps a cell as its goal."""
    laid = words.pop("laid", {})
    map_ = squares(**laid) if rows is None else squares(rows, **laid)
    cells = tuple(map_.cell(name) for name in goal.split())
    own = companies or {COMPANY: Company(COMPANY, METIS, "The company", stance, goal, cells)}
    engagement = {"companies": own, **words.pop("engagement", {})}
    return position(*placed, on=map_, side=words.pop("side", METIS), engagement=engagement, **words)


def decide(
    scene: LpgPosition,
    *dice: int,
    unit: str | None = "a1",
    occasion: str = ACTION,
    about: str | None = None,
    number: int | None = None,
    first: bool = True,
    side: str = METIS,
) -> Decision:
    """Let the planner answer; with `first` only its first order is looked at, and nothing is carried out.

    Every die must be used up.
    """
    source = Scripted(dice)
    deciders: dict[str, Any] = {side: ("solo", Automated(PLANS)), _other(side): ("human", LetsBe())}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), deciders, source)
    ask = Ask(side, occasion, unit, about, number=number)
    orders = []
    for intent in game.orders(ask):
        orders.append(short(game.position, intent))
        if first:
            break
        BOOK.resolve(game, ask, intent)
        if isinstance(intent, Wait) or (unit and game.state.unit(unit).out):
            break
    source.finish()
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    thrown = [entry.asked for entry in game.log if isinstance(entry, Answered)]
    return Decision(orders, game.state, (*notes, *game.notebook.seal()), thrown, scene)


def ordered(scene: LpgPosition, *dice: int, **words: Any) -> str:
    """Return the first order of the planner, in short words."""
    return next(iter(decide(scene, *dice, **words).orders), "")


def goes_to(scene: LpgPosition, inches: int, *dice: int, unit: str = "a1") -> str:
    """Return where the planner moves a man with inches that have been rolled."""
    rolled = scene.state.changed(rolled=inches, actor=unit)
    moved = type(scene)(scene.battle, rolled)
    return ordered(moved, *dice, unit=unit, occasion=MOVING, number=inches)


def _other(side: str) -> str:
    return MILITIA if side == METIS else METIS


def short(scene: LpgPosition, intent: Intent) -> str:
    """Put an order in short words: its name, and where to, at whom, how."""
    name = type(intent).__name__
    match intent:
        case Move(way=way):
            return f"{name} {scene.name(way[-1])}"
        case Face(facing=facing):
            return f"{name} {scene.map.grid.directions[facing]}"
        case FireGun(cell=cell, canister=canister):
            return f"{name} {scene.name(cell)}{' canister' if canister else ''}"
        case RollMove(dice=dice):
            return f"{name} {dice}"
        case Charge(unit=unit, target=target):
            return f"{unit} {name} {target}"
        case HearReport(man=man, target=target):
            return f"{name} {man} {target}"
        case Fire(target=target) | Acquire(target=target) | Assess(target=target):
            return f"{name} {target}"
        case Indicate(target=target):
            return f"{name} {target}"
        case GoFirst(first=first):
            return f"{name} {first}"
    return name
