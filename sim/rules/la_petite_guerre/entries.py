"""What a scenario says in the words of La Petite Guerre."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.engine.setup import UnitEntry
from sim.files.strict import Strict
from sim.rules.la_petite_guerre.units import Stance

Count = Annotated[int, Field(ge=1, le=99)]
Points = Annotated[int, Field(ge=0, le=99)]


class ManEntry(UnitEntry):
    """What a scenario says of a man or a gun. One of whom it says nothing stands on foot, unhurt and loaded."""

    company: str | None = None
    """One of the companies of the scenario; it can be left out where his side has only one, or none."""
    serves: str | None = None
    """The gun of whose crew he is."""
    weapon: str | None = None
    """Which of his two weapons he has in his hands; left out, the first."""
    loaded: bool = True
    bayonet: bool = False
    """It is fixed."""
    mounted: bool = False
    limbered: bool = False
    """Of a gun: it is ready to move, and not to fire."""
    prone: bool = False
    stunned: bool = False
    """Until the end of the first turn."""
    wounded: bool = False
    broken: bool = False
    """He runs."""
    under_fire: bool = False
    """He has just been shot at."""
    hidden: bool = False
    """He lies in a rifle pit or other cover, and the enemy does not know of him."""
    follows: str | None = None
    """LPG-MOVE-3: the man behind whom he goes in single file."""
    acquired: tuple[str, ...] = ()
    """LPG-ACQ: enemies whom he has seen already."""


class Settings(Strict):
    """Clauses that can be read in two ways; what is left out is read as the printed words are most easily read."""

    charged_men: Literal["may charge", "do not charge"] = "may charge"
    """LPG-CHARGE: whether who was charged this turn may charge in the step of his own side: the rules do not forbid
    it."""
    wounded_men: Literal["run one move", "run two moves"] = "run one move"
    """LPG-ROUT: how far wounded men run at once: they have one action a turn."""
    prone_men: Literal["do not pursue", "pursue"] = "do not pursue"
    """LPG-PURSUE: whether men who lie spring up and go after whoever breaks: getting up is an action."""
    catching: Literal["is no charge", "is a charge"] = "is no charge"
    """LPG-PURSUE: whether who catches a man who runs has the advantage of a charge, which he has not declared."""
    advantages: Literal["together", "each"] = "together"
    """LPG-MELEE: whether all advantages of a man add one to his die, as it is printed, or each of them does."""
    hex_front: Literal[120, 60] = 120
    """LPG-FIRE: degrees before a man in which he can shoot on hexes: two of them, or one."""


class Victory(Strict):
    """How it is decided who has won."""

    needs: dict[str, Count] = Field(default_factory=dict)
    """Points at which a side wins at once. Objectives are not among them: they count at the end."""
    breaks_at: dict[str, Count] = Field(default_factory=dict)
    """Men dead, running or fled at which a side gives up."""
    tie: str | None = None
    """The side that wins if the points are equal; left out, nobody does."""


class CompanyEntry(Strict):
    """A unit of men, which tests its morale together, and what the planner is to do with it."""

    name: Name | None = None
    """Left out, its id."""
    side: str
    stance: Stance = "defend"
    goal: str | None = None
    """LPG-SOLO: an objective, or a cell, a place or an area of the map, such as an exit; left out, the enemy."""


class ExitEntry(Strict):
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    at: str
    points: Points = 0
    """For each man who leaves."""


class Extras(Strict):
    """The table of the system in a scenario file."""

    companies: dict[KindId, CompanyEntry] = Field(default_factory=dict)
    exits: tuple[ExitEntry, ...] = ()
    doors: tuple[str, ...] = ()
    """Doors and gates that are worked before the first turn, as in "I15/s": a closed one stands open, an open one is
    closed."""
