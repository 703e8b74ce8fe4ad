"""What is worded "if charged" in the tables (CUC-REACT)."""

from __future__ import annotations

from typing import Literal

from sim.engine.orders import Intent
from sim.rules.la_cucaracha.actions import Respond
from sim.rules.la_cucaracha.choices import Here, actor, ordered
from sim.rules.la_cucaracha.orders import Act
from sim.solo.plans import Cannot

How = Literal["shoot", "fight back", "counter-attack"]


def respond(how: How, *, test: bool = True, hasty: bool = False, back_foot: bool = False) -> Act:
    """Respond to the charge, by the test to respond unless the table does without."""

    def act(here: Here) -> Intent | Cannot:
        assert here.ask.about is not None
        return ordered(here, Respond(actor(here).id, here.ask.about, how, test, hasty, back_foot))

    return act


def evade(*, test: bool = True) -> Act:
    """Evade from the attackers, for skirmishers."""

    def act(here: Here) -> Intent | Cannot:
        assert here.ask.about is not None
        return ordered(here, Respond(actor(here).id, here.ask.about, "evade", test))

    return act
