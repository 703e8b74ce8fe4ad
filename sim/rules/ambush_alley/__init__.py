"""Ambush Alley, with its solo and co-op rules, in inches on a grid.

Where the sections of the rules are:

    the thirteen steps, what may be ordered                 turn.py
    who acts and is asked, interruptions, overwatch         orders/base.py, orders/reactions.py
    every order, and what comes of it                       orders/fighting.py, orders/moving.py, orders/tasks.py
    ranges, dice, fire, morale, damage, first aid           combat/fire.py, combat/losses.py
    close assault                                           combat/assault.py
    cards, reinforcements                                   combat/cards.py
    sight, cover, paces, where it is safe                   ground/cover.py, ground/moves.py
    the four tables of motivations, hot spots               solo/tables.py
    when a row fits; "safest way", "into range", …          solo/conditions.py, solo/searches.py
    the player's stand-in                                   commander/plans.py, commander/errands.py,
                                                            commander/chances.py
    what happens                                            events.py

Besides: state.py (a mission, a moment of it, who has won), scenario.py, figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.engine.events import CardTaken, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.words import Name, is_plural
from sim.play.system import System
from sim.rules.ambush_alley import scenario, turn
from sim.rules.ambush_alley.commander.plans import COMMANDER as COMMANDER_PLANS
from sim.rules.ambush_alley.events import said
from sim.rules.ambush_alley.orders.base import owner
from sim.rules.ambush_alley.show import AasShow
from sim.rules.ambush_alley.solo.tables import AUTO, BY_NAME
from sim.rules.ambush_alley.state import AasData, AasPosition, AasState, Settings, Team, Victory, complaints
from sim.rules.ambush_alley.turn import BOOK


class AmbushAlley(System[AasState, AasData]):
    """The system."""

    id = "ambush_alley"
    title = "Ambush Alley, solo and co-op"
    state_type = AasState
    unit_type = Team
    book = BOOK
    plans = {SOLO: AUTO, COMMANDER: {**AUTO, **COMMANDER_PLANS}}
    entry = scenario.TeamEntry
    settings = Settings
    victory = Victory
    extras = scenario.Extras
    insight = AasShow(BOOK)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(complaints)

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name; what several occasions share is there once."""
        return {**BY_NAME, **{f"commander, {name}": plan for name, plan in COMMANDER_PLANS.items()}}

    def event_text(self, position: AasPosition, event: Event[AasState]) -> str:
        """Tell an event in a sentence.

        AAS-COOP: where several share the Regulars, what a unit was ordered begins with who commands it.
        """
        if isinstance(event, CardTaken):
            return f"fog of war: {said(position, event.card)}"
        text, unit = super().event_text(position, event), getattr(event, "unit", "")
        who = owner(position, unit) if event.ordered and unit in position.state.units else ""
        return f"{who}: {text}" if who else text

    def name(self, position: AasPosition, unit: str) -> Name:
        """Return the name of a unit; one that has joined another is gone, and may have been several."""
        units = position.state.units
        return units[unit].name if unit in units else Name(unit, is_plural(unit))


AMBUSH_ALLEY = AmbushAlley()
