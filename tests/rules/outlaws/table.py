"""Play one order, or one counter, on the stage with dice and chits that are written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sim.engine.chance import Scripted
from sim.engine.events import Event
from sim.engine.game import Frame, Game, Start
from sim.engine.notes import walk
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.actions import ACTION, BRAWL, SNAPSHOT, Snap, Wait
from sim.rules.outlaws.brawling import in_brawl
from sim.rules.outlaws.legality import refusal
from sim.rules.outlaws.resolving import resolve
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.turn import play
from sim.rules.outlaws.units import Character, OutState


@dataclass
class Played:
    """What came of it."""

    game: Game[Any, Any]
    asked: list[Ask]

    @property
    def state(self) -> OutState:
        """The state after it."""
        state: OutState = self.game.state
        return state

    def unit(self, id_: str) -> Character:
        """Return a character as it is now."""
        return self.state.unit(id_)

    @property
    def frames(self) -> list[Frame]:
        """Everything that happened, with its reasons."""
        return [entry for entry in self.game.log if isinstance(entry, Frame)]

    @property
    def events(self) -> list[Event[Any]]:
        """What happened."""
        return [frame.event for frame in self.frames]

    def of(self, *kinds: type[Event[Any]]) -> list[Any]:
        """Return the events of some kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    def names(self) -> list[str]:
        """Return what kinds of events happened, in order."""
        return [type(event).__name__ for event in self.events]

    def rules(self) -> set[str]:
        """Return the rules that the notes name."""
        return {note.rule for frame in self.frames for note in walk(frame.why)}


@dataclass
class _Hand:
    """Somebody who gives orders from a list, and tries the snapshots of those who are named."""

    given: list[Intent]
    snappers: tuple[str, ...]
    asked: list[Ask] = field(default_factory=list)

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield the orders; whoever is not named lets snapshots be."""
        self.asked.append(ask)
        if ask.occasion == SNAPSHOT:
            assert ask.unit is not None and ask.about is not None
            yield Snap(ask.unit, ask.about) if ask.unit in self.snappers else Wait(ask.unit)
            return
        while self.given:
            yield self.given.pop(0)


def _game(scene: Scene, hand: _Hand, source: Scripted, player: str) -> Game[Any, Any]:
    deciders = {side.id: (player, hand) for side in scene.battle.sides}
    return Game(scene.battle, Start(scene.state), deciders, source)


def ask_of(scene: Scene, unit: str) -> Ask:
    """Return what a character is asked as things stand."""
    who = scene.state.unit(unit)
    return Ask(who.side, BRAWL if in_brawl(scene, who) else ACTION, unit)


def why_not(scene: Scene, intent: Any) -> str | None:
    """Say why an order is refused; None if it is allowed."""
    return refusal(scene, ask_of(scene, intent.unit), intent)


def order(
    scene: Scene, intent: Any, dice: Iterable[int] = (), chits: Iterable[str] = (), snap: tuple[str, ...] = ()
) -> Played:
    """Carry out one order that must be allowed; every die and chit must be used."""
    assert scene.battle.ruleset is OUTLAWS
    assert why_not(scene, intent) is None
    hand, source = _Hand([], snap), Scripted(dice, chits)
    game = _game(scene, hand, source, "solo")
    resolve(game, ask_of(scene, intent.unit), intent)
    source.finish()
    return Played(game, hand.asked)


def counter(
    scene: Scene,
    *intents: Intent,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    snap: tuple[str, ...] = (),
    player: str = "human",
) -> Played:
    """Play one activation: the first card is the counter that comes out of the cup."""
    hand, source = _Hand(list(intents), snap), Scripted(dice, cards)
    game = _game(scene, hand, source, player)
    play(game)
    source.finish()
    assert not hand.given, f"nobody asked for {hand.given}"
    return Played(game, hand.asked)
