"""Picket: a tiny complete system, for tests alone. It uses every construct of the engine and of `solo`.

Two sides, single men. Counters come out of a cup (PKT-CUP); the raiders are played by a card and a table (PKT-CARD,
PKT-TABLE); whoever steps into view may be fired at in mid-move (PKT-SNAP); some lie hidden (PKT-HIDE).

    sequence of play   turn.play          what may be done   actions.refusal, actions.offers
    moving, shooting   actions.resolve    the printed table  solo.RAIDERS
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.orders import Ask, Decider, Intent, Offer
from sim.engine.rulebook import load_rulebook
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Setup
from sim.solo.plans import Automated, Plan
from tests.picket import actions, scenario, solo, turn, words
from tests.picket.units import Data, Man, PicketState

HERE = Path(__file__).parent
SCENARIOS = tuple(sorted((HERE / "scenarios").glob("*.toml")))


class Picket(Ruleset[PicketState, Data]):
    """The ruleset."""

    id = "picket"
    title = "Picket"
    rulebook = load_rulebook(HERE / "rulebook.toml")
    state_type = PicketState
    unit_type = Man
    own_events = actions.EVENTS
    intents = actions.INTENTS
    entry = scenario.ManEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Extras

    def prepare(self, setup: Setup) -> tuple[Battle[Data], PicketState]:
        """Return the battle and its first state."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[PicketState, Data]) -> None:
        """Draw a counter and let that man act, or begin a turn."""
        turn.play(game)

    def refusal(self, position: Position[PicketState, Data], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        return actions.refusal(position, ask, intent)

    def offers(self, position: Position[PicketState, Data], ask: Ask) -> Iterator[Offer]:
        """Yield what may be ordered."""
        return actions.offers(position, ask)

    def known(self, position: Position[PicketState, Data], side: str) -> PicketState:
        """PKT-HIDE: leave out the other side's hidden men."""
        return turn.known(position, side)

    def decider(self, player: str) -> Decider:
        """Return the printed raiders, or the commander of the picket."""
        plans: dict[str, Mapping[str, Plan]] = {"solo": solo.RAIDERS, "commander": solo.PICKET}
        return Automated(plans[player])

    def tables(self) -> Mapping[str, Any]:
        """Return every plan."""
        return {f"{who} {occasion}": plan for who, plans in solo.PLANS.items() for occasion, plan in plans.items()}

    def complaints(self, position: Position[PicketState, Data]) -> Iterator[str]:
        """PKT-HIT, PKT-CARD: nobody stands with two hits, and there is a mood to draw."""
        yield from (
            f"{man.id} has {man.hits} hits, and one is the most" for man in position.state.units if man.hits > 1
        )
        if not any((*deck.left, *deck.discarded) for deck in position.state.decks if deck.name == turn.CARDS):
            yield "there is no mood left or discarded"

    def told(self, position: Position[PicketState, Data], event: Event[PicketState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)


PICKET = Picket()
