"""What records, saves and positions have in common: everything needed to set the battle up again, anywhere.

Scenario and map are carried along as text. A save from last month still loads after its scenario has been mended, and a
record sent by a friend needs no other file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from sim import __version__
from sim.engine.battle import Battle, Position
from sim.engine.chance import Seeded, Source, Typed
from sim.engine.codec import Unfit
from sim.engine.domains import misfits
from sim.engine.record import Scribe
from sim.engine.ruleset import HUMAN
from sim.engine.state import State
from sim.files import Document, FileMistakes, Mistake, did_you_mean, printable, require_version, shown
from sim.files.strict import Strict, validated
from sim.scenario.scenario import Scenario, carried_scenario
from sim.scenario.systems import system_of_id

FORMAT = 1
SUPPORTED = (FORMAT,)

Kind = Literal["record", "position"]


LONGEST_EXPECTED = 500
"""Characters of what somebody thinks is right."""


class Dispute(Strict):
    """What somebody thinks would have been right at a frame of a record."""

    frame: int = Field(ge=1)
    expected: str = Field(min_length=1, max_length=LONGEST_EXPECTED)

    def __str__(self) -> str:
        return f"In dispute, at {self.frame}. What is thought right: {self.expected}"


class Envelope(Strict):
    """The header of a record, and the whole of a position file."""

    sandtable: Kind
    format: int
    version: str = Field(max_length=40)
    """The release that wrote it: for people, not for the loader."""
    system: str
    name: str = Field(max_length=200)
    """The name of the scenario."""
    origin: str = Field(default="", pattern="^[0-9a-f]{0,16}$")
    """Of a save whose scenario is not a shipped one: what tells it from others of the same name."""
    players: dict[str, str]
    seed: int | None
    """None where the dice were typed in."""
    readings: dict[str, str | int] = Field(default_factory=dict, max_length=100)
    """By the setting, how each clause that can be read in two ways is read: the default may be another one some day."""
    new_luck: tuple[tuple[int, int], ...] = ()
    """Requests from which on the dice fell by another seed, each with that: the battle was branched with new luck."""
    requests: int = Field(default=0, ge=0)
    """How many throws and cards there had been: from there on seeded dice fall as they would have."""
    frame: int = Field(default=0, ge=0)
    dispute: Dispute | None = None
    state: dict[str, Any]
    scenario: str
    map: str


@dataclass(frozen=True, eq=False)
class Opened:
    """An envelope with its battle set up."""

    scenario: Scenario
    scribe: Scribe
    players: dict[str, str]
    seed: int | None
    requests: int
    frame: int
    state: State[Any]
    dice: tuple[int, ...] | None = None
    """The dice that a text gives with its position; None if they are to be made."""
    cards: tuple[str, ...] | None = None
    new_luck: tuple[tuple[int, int], ...] = ()
    dispute: Dispute | None = None

    @property
    def battle(self) -> Battle[Any]:
        """The battle."""
        return self.scenario.battle

    @property
    def source(self) -> Source:
        """Where its dice come from: the seed, or whoever sits at the table."""
        return Typed() if self.seed is None else Seeded(self.seed, self.new_luck, self.requests)


@dataclass(frozen=True)
class Contents:
    """What goes into an envelope besides the scenario."""

    players: dict[str, str]
    seed: int | None
    state: State[Any]
    requests: int = 0
    frame: int = 0
    origin: str = ""
    new_luck: tuple[tuple[int, int], ...] = ()
    dispute: Dispute | None = None


def sealed(kind: Kind, scenario: Scenario, scribe: Scribe, contents: Contents) -> dict[str, Any]:
    """Return an envelope as JSON data; what people may want to edit comes before the long texts."""
    return {
        "sandtable": kind,
        "format": FORMAT,
        "version": __version__,
        "system": scenario.ruleset.id,
        "name": scenario.name,
        **({"origin": contents.origin} if contents.origin else {}),
        "players": contents.players,
        "seed": contents.seed,
        **({"readings": scenario.battle.readings} if scenario.battle.readings else {}),
        **({"new_luck": contents.new_luck} if contents.new_luck else {}),
        "requests": contents.requests,
        "frame": contents.frame,
        **({"dispute": contents.dispute.model_dump()} if contents.dispute else {}),
        "state": scribe.state_data(contents.state),
        "scenario": scenario.text,
        "map": scenario.map_text,
    }


def opened(document: Document, kind: Kind) -> Opened:
    """Set up the battle of an envelope; everything wrong with it is told as a mistake of its file."""
    if not isinstance(document.data, dict) or document.data.get("sandtable") != kind:
        found = shown(document.data.get("sandtable")) if isinstance(document.data, dict) else shown(document.data)
        raise FileMistakes([document.at(("sandtable",)).mistake(found, shown(kind), f"is this a {kind}?")])
    require_version(document, supported=SUPPORTED)
    envelope = validated(Envelope, document)
    file = f"{document.file}: scenario"
    _check_readings(document, envelope)
    carried = (envelope.scenario, file, envelope.map, envelope.name, envelope.origin, envelope.readings)
    scenario = carried_scenario(*carried)
    _compare(document, envelope, scenario)
    scribe = Scribe(scenario.battle)
    try:
        state = scribe.state(envelope.state)
    except Unfit as wrong:
        raise FileMistakes([wrong.mistake(document, ("state",))]) from None
    look_over(document, scenario, state)
    players: dict[str, str] = dict(envelope.players)
    luck = envelope.new_luck
    where = (envelope.seed, envelope.requests, envelope.frame)
    return Opened(scenario, scribe, players, *where, state, new_luck=luck, dispute=envelope.dispute)


def _check_readings(document: Document, envelope: Envelope) -> None:
    """Refuse readings that the system does not have."""
    ruleset = system_of_id(envelope.system)
    known = (
        {rule.setting: [each.value for each in rule.readings] for rule in ruleset.rulebook.rulings} if ruleset else {}
    )
    for setting, value in envelope.readings.items():
        place = document.at(("readings", setting))
        if setting not in known:
            raise FileMistakes([place.not_among(setting, list(known))])
        if str(value) not in known[setting]:
            raise FileMistakes([place.not_among(str(value), known[setting])])


def _compare(document: Document, envelope: Envelope, scenario: Scenario) -> None:
    """Refuse an envelope that says other things than the scenario it carries."""
    sides = [side.id for side in scenario.battle.sides]
    if envelope.system != scenario.ruleset.id:
        expected = f"{shown(scenario.ruleset.id)}, as in the scenario that is carried along"
        raise FileMistakes([document.at(("system",)).mistake(shown(envelope.system), expected)])
    if sorted(envelope.players) != sorted(sides):
        expected = f"the sides of the scenario: {', '.join(sides)}"
        raise FileMistakes([document.at(("players",)).mistake(", ".join(map(printable, envelope.players)), expected)])
    players = (HUMAN, *scenario.ruleset.players)
    if wrong := [(side, player) for side, player in envelope.players.items() if player not in players]:
        raise FileMistakes(document.at(("players", side)).not_among(player, players) for side, player in wrong)


def look_over(document: Document, scenario: Scenario, state: State[Any]) -> None:
    """Refuse a state that the types allow and no battle could come to."""
    battle = scenario.battle
    sides, directions = [side.id for side in battle.sides], len(battle.map.grid.directions)
    mistakes = []
    for place, unit in enumerate(state.units):
        way = ("state", "units", place)
        if unit.side not in sides:
            mistakes.append(document.at((*way, "side")).not_among(unit.side, sides))
        if not 0 <= unit.facing < directions:
            expected = f"a direction from 0 to {directions - 1}"
            mistakes.append(document.at((*way, "facing")).mistake(str(unit.facing), expected))
    decks, found = [deck.name for deck in scenario.state.decks], [deck.name for deck in state.decks]
    if found != decks:
        expected = f"the decks of the scenario: {', '.join(decks) or 'none'}"
        mistakes.append(document.at(("state", "decks")).mistake(", ".join(map(printable, found)) or "none", expected))
    else:
        mistakes += _cards(document, scenario, state)
    for misfit in () if mistakes else misfits(Position(battle, state)):
        mistakes.append(document.at(("state", *misfit.way)).mistake(misfit.found, misfit.expected, misfit.hint))
    if mistakes:
        raise FileMistakes(mistakes)
    complaints = list(scenario.ruleset.complaints(Position(battle, state)))
    if complaints:
        raise FileMistakes(document.at(("state",)).mistake("", complaint) for complaint in complaints)


def _cards(document: Document, scenario: Scenario, state: State[Any]) -> Iterator[Mistake]:
    """Yield every card that a deck does not have; what a cup is filled with in play, the system says."""
    for number, (deck, full) in enumerate(zip(state.decks, scenario.state.decks, strict=True)):
        known = dict.fromkeys((*full.left, *full.discarded, *full.removed))
        if not known:
            continue
        for pile in ("left", "discarded", "removed"):
            for place, card in enumerate(getattr(deck, pile)):
                if card not in known:
                    spot = document.at(("state", "decks", number, pile, place))
                    expected = f'a card of the deck "{deck.name}" as the scenario has it'
                    yield spot.mistake(shown(card), expected, did_you_mean(card, known))
