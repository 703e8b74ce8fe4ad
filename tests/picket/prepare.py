"""From a scenario to the first state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from sim.board.convention import CONVENTIONS
from sim.engine.battle import Battle
from sim.engine.decks import Deck
from sim.engine.setup import Setup, SetupMistake, SetupRefused, UnitEntry
from sim.engine.units import Roster
from sim.files import did_you_mean, one_of, shown
from sim.files.strict import Strict
from tests.picket.units import Arrival, Data, Man, ManProfile, PicketState

if TYPE_CHECKING:
    from tests.picket import Picket

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


def prepared(ruleset: Picket, setup: Setup) -> tuple[Battle[Data], PicketState]:
    """Return the battle and its first state."""
    mistakes = [
        SetupMistake(
            (*man.way, "profile"), shown(man.entry.profile), one_of(PROFILES), did_you_mean(man.entry.profile, PROFILES)
        )
        for man in setup.units
        if man.entry.profile not in PROFILES
    ]
    if mistakes:
        raise SetupRefused(mistakes)
    men = Roster(
        Man(
            id=man.id,
            side=man.side,
            profile=PROFILES[man.entry.profile],
            cell=man.cells[0] if man.cells and not man.turn else None,
            facing=man.facing,
            hidden=man.entry.hidden,
        )
        for man in setup.units
    )
    arrivals = tuple(Arrival(man.id, man.turn, man.cells) for man in setup.units if man.turn)
    moods = tuple(f"{mood}-{n}" for mood, count in setup.extras.moods.items() for n in range(1, count + 1))
    decks = (Deck("cup", tuple(sorted(man.id for man in men))), Deck("moods", moods))
    objective = setup.objectives[0] if setup.objectives else None
    data = Data(objective, setup.settings.to_hit, setup.victory.men)
    convention = CONVENTIONS[setup.map.terrain_set.sight]
    battle = Battle(ruleset, setup.map, convention, setup.sides, data, PROFILES, setup.turns)
    return battle, PicketState(units=men, decks=decks, arrivals=arrivals)
