"""Picket: a tiny complete system, for tests alone. It uses every construct of the engine and of `solo`.

Two sides, single men. Counters come out of a cup (PKT-CUP); the raiders are played by a card and a table (PKT-CARD,
PKT-TABLE); whoever steps into view may be fired at in mid-move (PKT-SNAP); some lie hidden (PKT-HIDE).

    sequence of play   turn.play          what may be done   actions.BOOK
    moving, shooting   actions.BOOK       the printed table  solo.RAIDERS
"""

from collections.abc import Iterator
from pathlib import Path

from sim.engine.battle import Position
from sim.play.show import Show
from sim.play.system import System
from tests.picket import actions, scenario, solo, turn
from tests.picket.units import Data, Man, PicketState

HERE = Path(__file__).parent
SCENARIOS = tuple(sorted((HERE / "scenarios").glob("*.toml")))


class Picket(System[PicketState, Data]):
    """The ruleset."""

    id = "picket"
    title = "Picket"
    state_type = PicketState
    unit_type = Man
    own_events = actions.EVENTS
    book = actions.BOOK
    insight = Show(book)
    plans = solo.PLANS
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    entry = scenario.ManEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Extras

    def complaints(self, position: Position[PicketState, Data]) -> Iterator[str]:
        """PKT-HIT, PKT-CARD: nobody stands with two hits, and there is a mood to draw."""
        yield from (
            f"{man.id} has {man.hits} hits, and one is the most" for man in position.state.units if man.hits > 1
        )
        if not any((*deck.left, *deck.discarded) for deck in position.state.decks if deck.name == turn.CARDS):
            yield "there is no mood left or discarded"


PICKET = Picket()
