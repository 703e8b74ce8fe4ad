"""Ambush Alley, with its solo and co-op rules, in inches on a grid.

Where the sections of the rules are:

    the thirteen steps, who has won        turn.py          the four tables of motivations    solo.py
    who acts, interruptions, overwatch     activations.py   "safest way", "out of sight", …   searches.py
    what may be ordered, what comes of it  orders/          the player's stand-in             commander.py
    checks, morale, fire, close assault    combat.py        what happens                      events.py
    sight, cover, ranges, paces            ground.py        cards, reinforcements             cards.py

Besides: state.py (a mission and a moment of it), scenario.py, figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import CardTaken, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.words import Name, is_plural
from sim.play.system import System
from sim.rules.ambush_alley import commander, scenario, solo, turn
from sim.rules.ambush_alley.activations import owner
from sim.rules.ambush_alley.events import said
from sim.rules.ambush_alley.figures import cards, figures, teams
from sim.rules.ambush_alley.orders import BOOK
from sim.rules.ambush_alley.show import AasShow
from sim.rules.ambush_alley.state import AasData, AasState, Settings, Team, Victory, complaints


class AmbushAlley(System[AasState, AasData]):
    """The system."""

    id = "ambush_alley"
    title = "Ambush Alley, solo and co-op"
    state_type = AasState
    unit_type = Team
    book = BOOK
    plans = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}
    entry = scenario.TeamEntry
    settings = Settings
    victory = Victory
    extras = scenario.Extras
    insight = AasShow(BOOK)
    own_files = (figures, teams, cards)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(complaints)

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name; what several occasions share is there once."""
        own = {name: plan for name, plan in commander.COMMANDER.items() if plan not in solo.AUTO.values()}
        return {**solo.BY_NAME, **{f"commander, {name}": plan for name, plan in own.items()}}

    def told(self, position: Position[AasState, AasData], event: Event[AasState]) -> str:
        """Tell an event in a sentence.

        AAS-COOP: where several share the Regulars, what a unit was ordered begins with who commands it.
        """
        if isinstance(event, CardTaken):
            return f"fog of war: {said(position, event.card)}"
        text, unit = super().told(position, event), getattr(event, "unit", "")
        who = owner(position, unit) if event.ordered and unit in position.state.units else ""
        return f"{who}: {text}" if who else text

    def name(self, position: Position[AasState, AasData], unit: str) -> Name:
        """Return the name of a unit; one that has joined another is gone, and may have been several."""
        units = position.state.units
        return units[unit].name if unit in units else Name(unit, is_plural(unit))


AMBUSH_ALLEY = AmbushAlley()
