"""What Picket keeps track of, what its scenarios may say, and what the eye decides."""

from sim import kit

WALK = kit.Mover("foot")
SPREAD = 3
"""Compass points either side of the facing that a man can fire into."""
CUP, MOODS = "cup", "moods"


class ManProfile(kit.Profile, kit.Entry):
    """PKT-MAN: pace in cells, range in cells, and what is added to the dice."""

    pace: kit.Count
    range: kit.Count
    aim: kit.Printed


PROFILES = kit.ListFile("man", ManProfile, __name__, "men.toml")


class Man(kit.Unit):
    """One man."""

    profile: ManProfile
    hits: int = 0
    hidden: bool = False
    snapped: bool = False
    """PKT-SNAP: has had his snap shot of this turn."""


class PicketState(kit.State[Man]):
    """A moment of a battle."""

    arrivals: tuple[kit.Arrival, ...] = ()
    """PKT-ARRIVE: men who are yet to come."""
    mood: str = "wary"
    """PKT-CARD: the last card of the raiders."""


Data = kit.Setup
Scene = kit.Position[PicketState, Data]
Play = kit.Game[PicketState, Data]
Here = kit.Situation[PicketState, Data]


class ManEntry(kit.UnitEntry):
    """PKT-HIDE: a man may begin hidden."""

    hidden: bool = False


class Settings(kit.Strict):
    """What may be set."""

    to_hit: int = kit.Field(default=8, ge=2, le=20)


class Victory(kit.Strict):
    """PKT-END: how many must stand at the objective."""

    men: int = kit.Field(default=1, ge=1)


class Extras(kit.Strict):
    """PKT-CARD: the raiders' cards, by mood."""

    moods: dict[str, int] = kit.Field(default_factory=lambda: {"bold": 2, "wary": 3})


class Muster(kit.Preparation[PicketState, Data]):
    """PKT-CUP, PKT-CARD: men on any map, any number in a cell; all counters are in the cup, the cards in a deck."""

    kinds = staticmethod(PROFILES)
    stacks, last_turn = True, ""
    extras: Extras

    def state(self, units: list[Man]) -> PicketState:
        decks = kit.Deck(CUP, tuple(sorted(man.id for man in units))), kit.Deck(MOODS, kit.numbered(self.extras.moods))
        return PicketState(units=kit.Roster(units), decks=decks, arrivals=tuple(self.arrivals()))


def zone_of(position: Scene, man: Man) -> kit.Area:
    """PKT-ZONE: the cells a man can fire at: before him, in sight, in range."""
    return kit.fire_zone(position.lines, kit.Front(man.place, man.facing, SPREAD), man.profile.range)


def reach_of(position: Scene, man: Man) -> kit.Reach:
    """PKT-WALK: where a man can walk to; nobody enters a cell with a man that he knows of."""
    closed = position.map.area(*(other.cell for other in position.state.units if other.cell and other != man))
    return kit.reach(position.ground, WALK, man.place, kit.Limits(man.profile.pace, closed=closed))
