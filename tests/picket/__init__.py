"""Picket: a tiny complete system. It uses every construct of the engine and of `solo`.

Two sides, single men. Counters come out of a cup (PKT-CUP); the raiders are played by a card and a table (PKT-CARD,
PKT-TABLE); whoever steps into view may be fired at in mid-move (PKT-SNAP); some lie hidden (PKT-HIDE).

    what a man is, and sees      men      moving, shooting, the turn   rules
    the printed table            solo     what viewers are told        here
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim import kit
from tests.picket import men, rules, solo

SCENARIOS = tuple(sorted(Path(__file__).parent.glob("scenarios/*.toml")))


class PicketShow(kit.Show):
    """What only Picket can say of itself."""

    def told(self, position: men.Scene, unit: Any) -> Iterator[kit.Fact]:
        figures = [(name, getattr(unit.profile, name), self.source) for name in ("name", "pace", "range", "aim")]
        yield from kit.lines(*figures)
        yield from kit.states((unit.hits, "hit", "PKT-HIT"), (unit.hidden, "hidden", "PKT-HIDE"))

    def strides(self, position: men.Scene, unit: Any) -> Iterator[kit.Stride]:
        """PKT-WALK: a man walks."""
        yield kit.Stride(men.reach_of(position, unit), lambda cost: kit.counted(cost, "step"))

    def fire_zone(self, position: men.Scene, unit: Any) -> tuple[kit.Band, ...]:
        """PKT-ZONE: what he can fire at."""
        return kit.bands(men.zone_of(position, unit), ("in range", position.map.whole))


class Picket(kit.System[men.PicketState, men.Data]):
    """The ruleset."""

    id, title = "picket", "Picket"
    state_type, unit_type, muster = men.PicketState, men.Man, men.Muster
    entry, settings, victory, extras = men.ManEntry, men.Settings, men.Victory, men.Extras
    book, plans = rules.BOOK, solo.PLANS
    insight = PicketShow(book)
    sequence = staticmethod(rules.play)

    def complaints(self, position: men.Scene) -> Iterator[str]:
        """PKT-HIT, PKT-CARD: nobody stands with two hits, and there is a mood to draw."""
        units, decks = position.state.units, position.state.decks
        yield from (f"{man.id} has {man.hits} hits, and one is the most" for man in units if man.hits > 1)
        if not any((*deck.left, *deck.discarded) for deck in decks if deck.name == men.MOODS):
            yield "there is no mood left or discarded"


PICKET = Picket()
