"""What is worded "if charged" in the tables (CUC-REACT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.orders import Intent
from sim.rules.la_cucaracha.choices import Here, actor, ordered
from sim.rules.la_cucaracha.orders import Respond
from sim.solo.plans import Cannot

How = Literal["shoot", "evade", "fight back", "counter-attack"]


@dataclass(frozen=True)
class Reply:
    """Respond to the charge, by the test to respond unless the table does without."""

    how: How
    test: bool = True
    hasty: bool = False
    back_foot: bool = False

    def __call__(self, here: Here) -> Intent | Cannot:
        """Return the response to whoever charges."""
        assert here.ask.about is not None
        return ordered(here, Respond(actor(here).id, here.ask.about, self.how, self.test, self.hasty, self.back_foot))
