"""The commander at one's side: he says what he would order, or gives the orders of a step in one's stead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sim.engine.advice import advised
from sim.engine.game import Ordered
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.view.battle.order_commands import OrderCommands
from sim.view.battle.playback import Playback
from sim.view.battle.time_commands import TimeCommands


@dataclass(frozen=True)
class _Deputy:
    """Who orders in a player's stead, and since when."""

    side: str
    occasion: str
    turn: int
    decisions: int
    """Orders of automated sides before."""
    hurries: bool = False

    def still(self, session: Session[Any, Any], ask: Ask) -> bool:
        """Say whether this is the step that was left to him.

        The question is of the same kind and in the same turn, or it follows from an order of his in the same
        activation.
        """
        follows = any(isinstance(entry, Ordered) for entry in session.tail)
        is_alike = ask.occasion == self.occasion or follows
        return is_alike and ask.side == self.side and session.state.turn == self.turn

    def is_relieved(self, playback: Playback) -> bool:
        """Say whether somebody else has decided something since, and that is shown."""
        later = playback.decisions[self.decisions :]
        return bool(later) and later[0] <= playback.cursor


class AdviceCommands(OrderCommands, TimeCommands):
    """What the keys and buttons of the commander do."""

    _deputy: _Deputy | None = None

    @property
    def is_deputised(self) -> bool:
        """Say whether somebody gives the orders in the player's stead."""
        return self._deputy is not None

    def take_advice(self) -> None:
        """Have the order stand ready that the commander would give."""
        if self.menu is None:
            self.say("There is no order to give now.")
            return
        intent = advised(self.session)
        if intent is None:
            self.say("Your commander has no advice here.")
            return
        self.menu.take(intent)
        self.selected = self.menu.unit or self.selected
        self.look_at(self.model.where(self.menu.unit) if self.menu.unit else None)

    def delegate(self) -> None:
        """Let the commander give the orders of this step; whatever stops play stops him."""
        ask = self.model.playback.wanted
        if not isinstance(ask, Ask):
            self.say("There is no order to give now.")
            return
        self._deputy = _Deputy(ask.side, ask.occasion, self.session.state.turn, len(self.model.playback.decisions))
        self.model.playback.playing = True

    def skip(self) -> None:
        """Go on to the next order of one's own; while the commander orders, hurry through his as well."""
        playback, deputy = self.model.playback, self._deputy
        if deputy is None:
            super().skip()
            return
        self._deputy = replace(deputy, hurries=True)
        playback.hurry_to("end")

    def work_on_delegation(self) -> None:
        """Give the next order in the player's stead, once all that came of the last is shown."""
        playback, deputy = self.model.playback, self._deputy
        if deputy is None:
            return
        ask = playback.wanted
        is_over = deputy.is_relieved(playback) or (isinstance(ask, Ask) and not deputy.still(self.session, ask))
        if is_over or playback.is_over or not (playback.playing or playback.goal):
            self._deputy = None
            return
        if not isinstance(ask, Ask):
            return
        intent = advised(self.session)
        if intent is None:
            self._deputy = None
            self.say("Your commander leaves this to you.")
            return
        self.menu, self.preview = None, None
        playback.answer(intent)
        if deputy.hurries:
            playback.hurry_to("end")
