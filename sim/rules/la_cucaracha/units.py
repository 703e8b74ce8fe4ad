"""What La Cucaracha keeps track of: units of several figures, whose card has come up, and who fights whom."""

from __future__ import annotations

from typing import Literal

from sim.engine.domains import Holder, SideId, UnitId
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, is_plural
from sim.play.happening import Points, PointsBySide
from sim.rules.la_cucaracha.figures import TroopProfile

DECK = "activation"
"""CUC-CARD: the activation deck; a card is the id of a side, or the joker."""
JOKER = "joker"

Pace = Literal["half", "advance", "rapid"]
"""Half an Advance, an Advance, a Rapid Advance."""
BANDS = HESITANT, CAUTIOUS, STEADY, BEST = range(1, 2), range(2, 5), range(5, 10), range(10, 11)
"""CUC-BAND: the die for orders; "5+" means 5-9, because 10 has a cell of its own."""
Nerve = Literal["passed", "shaken", "broken"]
"""What a courage test comes to."""
Move = Literal["", "half", "advance", "rapid", "charge", "evade", "retire", "deploy"]
"""How the acting unit has moved; empty while it stands. To deploy a weapon takes the place of a move."""


class Troop(Unit):
    """A unit and what has befallen it. It stands in one cell; contact is with a neighbouring one."""

    profile: TroopProfile
    figures: int = 6
    leader: bool = False
    """A leader is with it."""
    acted: bool = False
    """It has had its card this turn."""
    score: int | None = None
    """CUC-REACT: the last die for its orders this turn; None before there was one."""
    loaded: bool = True
    rested: bool = True
    """It has not shot with its last card: what is loaded shot by shot shoots hastily otherwise."""
    deployed: bool = False
    """A crewed weapon stands ready to shoot; vehicles and aircraft always count as deployed (ruling 4.3.9)."""
    holding: bool = False
    """It was ordered to Hold: it may respond to the enemy until its next card or the end of the turn."""
    responded: bool = False
    """It has responded, or tried to, this turn."""
    shaken: bool = False
    broken: int = 0
    """How often it has failed its courage badly: the second time it is lost."""
    back_foot: bool = False
    """On the Back Foot in the fight that is on."""
    fighting: tuple[UnitId, ...] = ()
    """CUC-OVERRIDE: the enemies with whom it is in close combat."""
    fallen: int = 0
    """Figures lost this turn."""
    halved: bool = False
    """It has tested for being at half strength."""

    @property
    def name(self) -> Name:
        """What it is called: a body of men may speak of several; a gunboat called Las Animas does not."""
        return Name(self.id, self.profile.figures > 1 and is_plural(self.id))

    @property
    def on_table(self) -> bool:
        """Say whether it stands on the table."""
        return self.cell is not None and not self.lost

    @property
    def lost(self) -> bool:
        """Say whether it is out of the battle for good."""
        return self.figures <= 0

    @property
    def ready(self) -> bool:
        """Say whether a weapon that has to be deployed is: everything but a crewed weapon always is."""
        return self.deployed or self.profile.style != "crew"


class CucState(PointsBySide, State[Troop]):
    """A moment of a battle of La Cucaracha."""

    card: SideId = ""
    """The side whose card is on the table; empty between cards."""
    actor: UnitId = ""
    """The unit that was nominated for it."""
    moved: Move = ""
    """How the actor has moved with this order."""
    shot: bool = False
    """The actor has shot, or reloaded, with this order."""
    extra: int = 0
    """CUC-EXTRA: extra orders that this card has given; never more than one."""
    points: Points = ()
    """Victory points by side, for what cannot be read off the map."""
    left: tuple[str, ...] = ()
    """Units that have left the table on purpose."""
    holders: tuple[tuple[str, Holder], ...] = ()
    """Who holds which objective: (objective, side)."""
