"""Play one order, or one counter, on the stage with dice and chits that are written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sim.engine.chance import Scripted
from sim.engine.game import Game
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.orders.moving import Wait
from sim.rules.outlaws.orders.shooting import Snap
from sim.rules.outlaws.state import ACTION, BRAWL, SNAPSHOT, Character, OutlawsPosition
from sim.rules.outlaws.turn import play
from tests.rules import playing

Played = playing.Played[Character]


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


def ask_of(scene: OutlawsPosition, unit: str) -> Ask:
    """Return what a character is asked as things stand."""
    who = scene.state.unit(unit)
    return Ask(who.side, BRAWL if in_brawl(scene, who) else ACTION, unit)


def why_not(scene: OutlawsPosition, intent: Any) -> str | None:
    """Say why an order is refused; None if it is allowed."""
    return OUTLAWS.refusal(scene, ask_of(scene, intent.unit), intent)


def order(
    scene: OutlawsPosition, intent: Any, dice: Iterable[int] = (), chits: Iterable[str] = (), snap: tuple[str, ...] = ()
) -> Played:
    """Carry out one order that must be allowed; every die and chit must be used."""
    assert scene.battle.ruleset is OUTLAWS
    assert why_not(scene, intent) is None
    asked, source = ask_of(scene, intent.unit), Scripted(dice, chits)
    return _played(scene, _Hand([], snap), source, "solo", lambda game: OUTLAWS.resolve(game, asked, intent))


def counter(
    scene: OutlawsPosition,
    *intents: Intent,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    snap: tuple[str, ...] = (),
    player: str = "human",
) -> Played:
    """Play one activation: the first card is the counter that comes out of the cup."""
    hand, source = _Hand(list(intents), snap), Scripted(dice, cards)
    result = _played(scene, hand, source, player, play)
    assert not hand.given, f"nobody asked for {hand.given}"
    return result


def _played(
    scene: OutlawsPosition, hand: _Hand, source: Scripted, player: str, run: Callable[[Game[Any, Any]], None]
) -> Played:
    return playing.played(scene, hand, source, run, {side.id: player for side in scene.battle.sides})
