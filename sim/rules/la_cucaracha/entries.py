"""What a scenario says in the words of La Cucaracha."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sim.engine.setup import UnitEntry
from sim.files.strict import Strict
from sim.rules.la_cucaracha.data import Nomination

Count = Annotated[int, Field(ge=1, le=99)]
Points = Annotated[int, Field(ge=0, le=99)]


class TroopEntry(UnitEntry):
    """What a scenario says of a unit. One of whom it says nothing is at full strength, loaded and packed up."""

    figures: Count | None = None
    """Fewer than its kind has."""
    leader: bool = False
    """A leader is with it."""
    deployed: bool = False
    """A crewed weapon stands ready to shoot."""
    loaded: bool = True
    """A weapon that takes a card to reload is loaded."""
    shaken: bool = False
    fighting: tuple[str, ...] = ()
    """CUC-OVERRIDE: enemies beside it with whom it is in close combat; of the two one is enough to say so."""


class Settings(Strict):
    """What may be played in one way or another."""

    nominate: Nomination | None = None
    """CUC-NOMINATE: who names the unit that acts with a card of the automated side. Left out, the player does where a
    person plays, and else the dice."""
    reroll: Literal["closing", "drilled"] = "closing"
    """CUC-REROLL: who rolls again for orders: only those who try to close with the enemy, or anybody who is drilled."""
    failed_response: Literal["nothing", "back_foot"] = "nothing"
    """CUC-FAILED: who fails the test to respond does not respond, or is caught on the Back Foot."""
    nearer: Literal["way", "inches"] = "way"
    """CUC-NEARER: a move leads nearer if less of the way is left to go, or if the ruler says so."""
    contact: Literal["short", "touching"] = "short"
    """CUC-CONTACT: ordinary moves stop short of contact with an enemy, or may end in it without a fight."""


class Victory(Strict):
    """How it is decided who has won."""

    needs: dict[str, Count] = Field(default_factory=dict)
    """Points at which a side wins at once. Objectives are not among them: they count at the end."""
    breaks_at: dict[str, Count] = Field(default_factory=dict)
    """Units lost, or fled from the table, at which a side gives up."""
    tie: str | None = None
    """The side that wins if the points are equal; left out, nobody does."""


class ExitEntry(Strict):
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    at: str
    points: Points = 0
    """For each unit that leaves."""


class Extras(Strict):
    """The table of the system in a scenario file."""

    exits: tuple[ExitEntry, ...] = ()
    doors: tuple[str, ...] = ()
    """Doors and gates that are worked before the first turn, as in "I15/s": a closed one stands open, an open one is
    closed."""
