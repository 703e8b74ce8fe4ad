"""Let an automated unit, or the commander, decide on the table: scripted dice, and orders in short words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sim.engine.chance import Scripted
from sim.engine.game import Game, Start
from sim.engine.notes import Note, Rolled, Sifted, Tried, walk
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import COMMANDER
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley import state as act
from sim.rules.ambush_alley.orders import fighting, moving, tasks
from sim.rules.ambush_alley.solo.tables import AUTO, TABLES, table_of
from sim.rules.ambush_alley.state import AasPosition
from sim.solo.explain import explained
from sim.solo.plans import Automated, FirstOf, Option, Plan
from sim.solo.situation import Situation
from tests.rules.playing import hand


@dataclass(frozen=True)
class Question:
    """Who is asked what on which table, and with what dice."""

    scene: AasPosition
    unit: str | None = "i1"
    occasion: str = act.INTERRUPT
    about: str | None = "r1"
    number: int | None = 0
    dice: tuple[int, ...] = ()
    side: str = ""

    @property
    def ask(self) -> Ask:
        """The question in the words of the game."""
        side = self.side or self.scene.state.unit(cast(str, self.unit)).side
        about = self.about if self.occasion in (act.INTERRUPT, act.RETURN_FIRE, act.REACTION, act.OVERWATCH) else None
        return Ask(
            side, self.occasion, self.unit, about, number=self.number if self.occasion == act.INTERRUPT else None
        )


@dataclass(frozen=True)
class Decision:
    """What was ordered first, by which row, and why."""

    order: str
    """In short words; nothing for no order."""
    rule: str
    """The row of the table that fitted."""
    notes: tuple[Note, ...]
    scene: AasPosition

    @property
    def text(self) -> str:
        """The whole trace."""
        return "\n".join(explained(self.notes, lambda each: each if isinstance(each, str) else self.scene.name(each)))

    def tried(self, rule: str) -> Tried:
        """Return the note of a row."""
        return next(note for note in walk(self.notes) if isinstance(note, Tried) and note.rule == rule)

    def sifted(self, what: str) -> Sifted:
        """Return the last choice of something."""
        return [note for note in walk(self.notes) if isinstance(note, Sifted) and note.what == what][-1]

    @property
    def thrown(self) -> list[int]:
        """What dice fell."""
        return [face for note in walk(self.notes) if isinstance(note, Rolled) for face in note.faces]


def _situation(question: Question, plans: Mapping[str, Plan]) -> tuple[Game[Any, Any], Scripted]:
    source = Scripted(question.dice, ())
    deciders = {
        side.id: ("solo", Automated(plans) if side.id == question.ask.side else hand(None))
        for side in question.scene.battle.sides
    }
    return Game(question.scene.battle, Start(question.scene.state), cast(Any, deciders), source), source


def decide(question: Question, plans: Mapping[str, Plan] = AUTO) -> Decision:
    """Ask, and take the first order, which must be allowed; every die must be used up."""
    game, source = _situation(question, plans)
    first = next(iter(game.orders(question.ask)), None)
    source.finish()
    notes = game.notebook.seal()
    taken = [note.rule for note in notes if isinstance(note, Tried) and note.taken]
    return Decision(short(question.scene, first), taken[0] if taken else "", notes, question.scene)


def by_commander(question: Question) -> Decision:
    """Let the commander decide."""
    return decide(question, AMBUSH_ALLEY.plans[COMMANDER])


def fitting(question: Question) -> list[str]:
    """Return the rows of the unit's table that would give an order if each were the only one."""
    table = TABLES[table_of(question.scene.state.unit(cast(str, question.unit)))][question.occasion]
    rows = [part for part in table.parts() if isinstance(part, Option)] if isinstance(table, FirstOf) else [table]
    found = []
    for row in cast(Iterable[Option], rows):
        game, _ = _situation(question, AUTO)
        here: Situation[Any, Any] = Situation(game, question.ask)
        if next(row.orders(here), None) is not None:
            found.append(row.rule)
    return found


def short(scene: AasPosition, intent: Intent | None) -> str:
    """Put an order in short words: its name, and where to, at what speed, at whom."""
    match intent:
        case None:
            return ""
        case moving.Move(way=way, pace=pace):
            return f"{pace} to {scene.name(way[-1])}"
        case fighting.Fire(unit=unit, target=target):
            return f"{unit} fires at {target}"
        case tasks.Join(other=other):
            return f"joins {other}"
        case tasks.PlaceHotSpot(cell=cell):
            return f"places {scene.name(cell)}"
        case tasks.Stay():
            return "stays"
        case tasks.Disperse(mob=mob):
            return f"disperses {mob}"
        case moving.Embark(vehicle=vehicle):
            return f"embarks in {vehicle}"
        case tasks.PlayAsset(card=card, unit=unit):
            return f"plays {card} on {unit}"
        case fighting.Assault(target=target):
            return f"assaults {target}"
        case _:
            return type(intent).__name__
