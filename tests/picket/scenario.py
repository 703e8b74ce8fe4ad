"""What a scenario of Picket may say, and how the first state comes of it."""

from __future__ import annotations

from pydantic import Field

from sim.engine.decks import Deck
from sim.engine.setup import UnitEntry
from sim.engine.units import Roster
from sim.files.strict import Strict
from sim.play.setup import Preparation, numbered
from tests.picket.units import Data, Man, ManProfile, PicketState

PROFILES = {
    "rifleman": ManProfile("rifleman", "Rifleman", pace=3, range=5, aim=0),
    "marksman": ManProfile("marksman", "Marksman", pace=2, range=7, aim=1),
    "runner": ManProfile("runner", "Runner", pace=5, range=2, aim=-1),
}


class ManEntry(UnitEntry):
    """PKT-HIDE: a man may begin hidden."""

    hidden: bool = False


class Settings(Strict):
    """What may be set."""

    to_hit: int = Field(default=8, ge=2, le=20)


class Victory(Strict):
    """PKT-END: how many must stand at the objective."""

    men: int = Field(default=1, ge=1)


class Extras(Strict):
    """PKT-CARD: the raiders' cards, by mood."""

    moods: dict[str, int] = Field(default_factory=lambda: {"bold": 2, "wary": 3})


class Muster(Preparation[PicketState, Data]):
    """The men of a scenario, on any map, as many in a cell as it likes."""

    kinds = staticmethod(lambda: PROFILES)
    stacks, last_turn = True, ""
    extras: Extras

    def state(self, units: list[Man]) -> PicketState:
        """Return the first state: everybody's counter is in the cup, and the raiders' cards in their deck."""
        decks = (Deck("cup", tuple(sorted(man.id for man in units))), Deck("moods", numbered(self.extras.moods)))
        return PicketState(units=Roster(units), decks=decks, arrivals=tuple(self.arrivals()))

    def data(self, units: list[Man]) -> Data:
        """Return what stays as it is."""
        return Data(next(iter(self.setup.objectives), None), self.setup.settings.to_hit, self.setup.victory.men)
