"""Let an auto, or the commander, decide on the stage: scripted dice, real resolving, orders in short words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from sim.board.paths import Stand
from sim.engine.chance import ChanceRefused, Scripted, Source
from sim.engine.game import Answered, Frame, Game, Start
from sim.engine.notes import Note, Sifted, Tried, walk
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.commander import COMMANDER
from sim.rules.outlaws.orders.moving import Wait
from sim.rules.outlaws.solo.tables import AUTO
from sim.rules.outlaws.state import ACTION, OutlawsPosition, OutlawsState
from sim.solo.explain import explained
from sim.solo.plans import Automated, Plan
from sim.solo.situation import Situation
from tests.rules.outlaws.stage import FACINGS, GANG, LAW

MISS = (1, 2)
"""Two dice that hit nobody, and are no stray shot."""


class LetsBe:
    """Whoever is not under test: snaps at nobody."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Let everything be."""
        assert ask.unit is not None
        yield Wait(ask.unit)


@dataclass(frozen=True)
class Decision:
    """What was ordered, what became of it, and why."""

    orders: list[str]
    state: OutlawsState
    notes: tuple[Note, ...]
    thrown: list[str]
    """What dice were asked for, in words."""
    scene: OutlawsPosition

    @property
    def text(self) -> str:
        """The whole trace."""
        names = self.scene.battle.map.grid.name
        return "\n".join(explained(self.notes, lambda subject: subject if isinstance(subject, str) else names(subject)))

    def tried(self, text: str) -> Tried:
        """Return the last note of an option."""
        return [note for note in walk(self.notes) if isinstance(note, Tried) and note.option == text][-1]

    def sifted(self, what: str) -> Sifted:
        """Return the last choice of something."""
        return [note for note in walk(self.notes) if isinstance(note, Sifted) and note.what == what][-1]

    @property
    def target(self) -> str | None:
        """Whom the die was about."""
        note = self.sifted("the target")
        return None if note.chosen is None else str(note.candidates[note.chosen])


def decide(
    scene: OutlawsPosition,
    *dice: int,
    cards: tuple[str, ...] = (),
    occasion: str = ACTION,
    plans: Mapping[str, Plan] = AUTO,
    about: str | None = None,
) -> Decision:
    """Let the actor of a scene decide and act to the end of its counter; every die and card must be used up."""
    source, game = Scripted(dice, cards), game_of(scene, plans, Scripted(dice, cards))
    game.source = source
    actor = game.state.unit(scene.state.actor)
    ask = Ask(actor.side, occasion, actor.id, about)
    orders = []
    for intent in game.orders(ask):
        orders.append(short(game.position, intent))
        OUTLAWS.resolve(game, ask, intent)
        now = game.state.unit(actor.id)
        if isinstance(intent, Wait) or now.out or now.cell is None:
            break
        if occasion == ACTION and in_brawl(game.position, now):
            break
    source.finish()
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    thrown = [entry.asked for entry in game.log if isinstance(entry, Answered)]
    return Decision(orders, game.state, (*notes, *game.notebook.seal()), thrown, scene)


def game_of(scene: OutlawsPosition, plans: Mapping[str, Plan], source: Source) -> Game[Any, Any]:
    """Return a game in which one side follows plans and the other lets everything be."""
    mine = scene.state.unit(scene.state.actor).side
    other = LAW if mine == GANG else GANG
    deciders: dict[str, Any] = {mine: ("solo", Automated(plans)), other: ("solo", LetsBe())}
    return Game(scene.battle, Start(scene.state), deciders, source)


def first_die(scene: OutlawsPosition) -> str:
    """Return which die an auto throws first, in the words of the request; nothing if it throws none."""
    try:
        thrown = decide(scene)
    except ChanceRefused as refused:
        return str(refused).partition("next is ")[2]
    return thrown.thrown[0] if thrown.thrown else ""


def followed(
    scene: OutlawsPosition, plan: Plan, *dice: int, target: str = "p1", cards: tuple[str, ...] = ()
) -> Decision:
    """Let the actor follow one instruction against a target."""

    class _Against:
        def orders(self, here: Situation[Any, Any]) -> Iterator[Intent]:
            return plan.orders(here.against(here.state.unit(target)))

        def parts(self) -> Iterator[Plan]:
            yield plan

    return decide(scene, *dice, cards=cards, plans={ACTION: _Against()})


def short(scene: OutlawsPosition, intent: Intent) -> str:
    """Put an order in short words: its name, and where to, at whom, with what."""
    said = {field.name: getattr(intent, field.name) for field in fields(cast(Any, intent))}
    written = {
        "way": lambda way: _stand(scene, way[-1]),
        "facing": lambda facing: FACINGS[facing],
        "beyond": scene.name,
        "both": lambda both: "both" if both else "",
        "hand": lambda hand: "" if "item" in said else hand,
    }
    words = (written.get(name, str)(value) for name, value in said.items() if name != "unit")
    return " ".join((type(intent).__name__, *filter(None, words)))


def _stand(scene: OutlawsPosition, stand: Stand) -> str:
    return f"{scene.name(stand.cell)} {FACINGS[stand.facing]}"


def by_commander(scene: OutlawsPosition, *dice: int, cards: tuple[str, ...] = (), occasion: str = ACTION) -> Decision:
    """Let the commander decide for the actor."""
    return decide(scene, *dice, cards=cards, occasion=occasion, plans=COMMANDER)
