"""Let the tables, or the commander, decide on a table: scripted dice, real resolving, orders in short words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sim.rules.la_cucaracha  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.engine.chance import Scripted, Source
from sim.engine.game import Answered, Frame, Game, Ordered, Start
from sim.engine.notes import Note, Sifted, Tried, walk
from sim.engine.orders import Ask, Intent
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.commander.plans import COMMANDER
from sim.rules.la_cucaracha.orders.card import Nominate
from sim.rules.la_cucaracha.orders.fight import Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.solo.tables import AUTO
from sim.rules.la_cucaracha.state import ACTION, CucPosition, CucState
from sim.rules.la_cucaracha.turn import play
from sim.solo.explain import explained
from sim.solo.plans import Automated, Plan
from tests.rules.la_cucaracha.table import FEDERALES, REBELS
from tests.rules.positions import changed


class LetsBe:
    """Whoever is not under test: answers nothing."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Let everything be."""
        assert ask.unit is not None
        yield StandFast(ask.unit)


@dataclass(frozen=True)
class Decision:
    """What was ordered, what became of it, and why."""

    orders: list[str]
    state: CucState
    notes: tuple[Note, ...]
    thrown: list[str]
    """What dice were asked for, in words."""
    scene: CucPosition

    @property
    def text(self) -> str:
        """The whole trace."""
        names = self.scene.battle.map.grid.name
        return "\n".join(explained(self.notes, lambda subject: subject if isinstance(subject, str) else names(subject)))

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options that were taken: rule and words."""
        notes = [note for note in walk(self.notes) if isinstance(note, Tried) and note.taken]
        return [(note.rule, note.option) for note in notes]

    def tried(self, text: str) -> Tried:
        """Return the last note of an option."""
        return [note for note in walk(self.notes) if isinstance(note, Tried) and note.option == text][-1]

    def sifted(self, what: str) -> Sifted:
        """Return the last choice of something."""
        return [note for note in walk(self.notes) if isinstance(note, Sifted) and note.what == what][-1]

    def chosen(self, what: str) -> str | None:
        """Return what the last choice of something came to."""
        note = self.sifted(what)
        return None if note.chosen is None else str(note.candidates[note.chosen])


def decide(
    scene: CucPosition,
    *dice: int,
    score: int | None = None,
    occasion: str = ACTION,
    about: str | None = None,
    number: int | None = None,
    unit: str | None = None,
    side: str = "",
    plans: Mapping[str, Plan] = AUTO,
    first: bool = False,
    chance: Source | None = None,
) -> Decision:
    """Let a unit, by default the actor, decide; with its own card also act. Every die must be used.

    `score` is its die for orders. With `first` only its first order is looked at, and nothing is carried out. Where it
    is all one what the dice show, `chance` throws them.
    """
    id_ = unit or scene.state.actor or None
    assert first or id_ is not None
    if id_ is not None and score is not None:
        scene = changed(scene, id_, score=score)
    who = side or scene.state.unit(id_ or "").side
    script = Scripted(dice)
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), _deciders(who, plans), chance or script)
    ask = Ask(who, occasion, id_, about, number=number)
    orders = []
    for intent in game.orders(ask):
        orders.append(short(game.position, intent) if id_ is not None else _whose(game.position, intent))
        if first or occasion != ACTION:
            break
        BOOK.resolve(game, ask, intent)
        now = game.state.unit(game.state.actor)
        if game.state.extra > scene.state.extra or now.cell is None or game.state.shot:
            break
    script.finish()
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    thrown = [entry.asked for entry in game.log if isinstance(entry, Answered)]
    return Decision(orders, game.state, (*notes, *game.notebook.seal()), thrown, scene)


def _deciders(who: str, plans: Mapping[str, Plan]) -> dict[str, Any]:
    other = REBELS if who == FEDERALES else FEDERALES
    return {who: ("solo", Automated(plans)), other: ("human", LetsBe())}


def short(scene: CucPosition, intent: Intent) -> str:
    """Put an order in short words: its name, and where to, at whom, how."""
    name = type(intent).__name__
    match intent:
        case Advance(way=way, pace=pace):
            return f"{pace} {scene.name(way[-1])}"
        case Charge(target=target, reroll=reroll, back_foot=back_foot):
            return f"charge {target}{', again' if reroll else ''}{', back foot' if back_foot else ''}"
        case Shoot(target=target, hasty=hasty, reroll=reroll):
            return f"shoot {target}{', hasty' if hasty else ''}{', again' if reroll else ''}"
        case Respond(how=how, test=test, hasty=hasty, back_foot=back_foot):
            words = [how, *(["tested"] if test else []), *(["hasty"] if hasty else [])]
            return ", ".join([*words, *(["back foot"] if back_foot else [])])
        case Nominate(unit=unit):
            return f"nominate {unit}"
        case StandFast():
            return "stand"
    return name.lower()


# -- the commander -------------------------------------------------------------------------------------------------


def commanded(
    scene: CucPosition, *dice: int, occasion: str = ACTION, about: str | None = None, unit: str | None = None
) -> Decision:
    """Let the commander of the rebels give his first order; dice are for ties."""
    return decide(scene, *dice, occasion=occasion, about=about, unit=unit, side=REBELS, plans=COMMANDER, first=True)


def card_of_the_commander(scene: CucPosition, *dice: int) -> Decision:
    """Turn over a card of the rebels, and let their commander use it."""
    source = Scripted(dice, [REBELS])
    deciders: dict[str, Any] = {REBELS: ("commander", Automated(COMMANDER)), FEDERALES: ("human", LetsBe())}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), deciders, source)
    play(game)
    source.finish()
    orders = [_whose(game.position, entry.intent) for entry in game.log if isinstance(entry, Ordered)]
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    return Decision(orders, game.state, notes, [], scene)


def _whose(scene: CucPosition, intent: Intent) -> str:
    return f"{getattr(intent, 'unit', '')}: {short(scene, intent)}"
