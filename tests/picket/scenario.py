"""What a scenario of Picket may say, and how the first state comes of it."""

from __future__ import annotations

from pydantic import Field

from sim.engine.decks import Deck
from sim.engine.setup import Mustered, UnitEntry
from sim.engine.units import Roster
from sim.files.strict import Strict
from sim.grid import Cell
from sim.play.setup import Preparation
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
    extras: Extras

    def check(self) -> None:
        """Say nothing: it may have no last turn, and is not won by points."""

    def placed(self, unit: Mustered) -> Cell | None:
        """PKT-ARRIVE: return where a man stands, if he is there."""
        return unit.cells[0] if unit.cells and not unit.turn else None

    def fit(self, unit: Mustered) -> list[Cell]:
        """Return that no ground bars a man who comes on."""
        return list(unit.cells)

    def unit(self, unit: Mustered, profile: ManProfile, cell: Cell | None) -> Man:
        """Return a man."""
        return Man(**self.said(unit, profile, cell))

    def state(self, units: list[Man]) -> PicketState:
        """Return the first state: everybody's counter is in the cup, and the raiders' cards in their deck."""
        moods = tuple(f"{mood}-{n}" for mood, count in self.extras.moods.items() for n in range(1, count + 1))
        decks = (Deck("cup", tuple(sorted(man.id for man in units))), Deck("moods", moods))
        return PicketState(units=Roster(units), decks=decks, arrivals=tuple(self.arrivals()))

    def data(self, units: list[Man]) -> Data:
        """Return what stays as it is."""
        return Data(next(iter(self.setup.objectives), None), self.setup.settings.to_hit, self.setup.victory.men)
