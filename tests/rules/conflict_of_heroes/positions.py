"""Positions of Conflict of Heroes for tests: counters on a map that is drawn in the test, and one order card.

Flat hexes; directions: 0 n, 1 ne, 2 se, 3 s, 4 sw, 5 nw. The columns B, D, F … stand half a hex lower than A, C, E …
so that the neighbours of D4 are D3 (n), E4 (ne), E5 (se), D5 (s), C5 (sw) and C4 (nw), and those of C4 are C3 (n),
D3 (ne), D4 (se), C5 (s), B4 (sw) and B3 (nw).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from textwrap import dedent

from sim.board.battlemap import BattleMap
from sim.board.mapfile import parse_map
from sim.engine.battle import Battle, Position, Side
from sim.engine.chance import Scripted
from sim.engine.decide import Decision, decide
from sim.engine.decks import Deck
from sim.engine.notes import Note, Sifted, Step, Tried, walk
from sim.engine.orders import Intent
from sim.engine.setup import Objective, Setup
from sim.engine.units import Roster
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import Rally
from sim.rules.conflict_of_heroes.scenario import Mission, Response, Settings, Victory, When
from sim.rules.conflict_of_heroes.solo.cards import Colour, OrderCard
from sim.rules.conflict_of_heroes.state import ORDERS, CohData, CohPosition, CohState, Counter
from sim.solo.explain import explained

AI, PLAYER = "ai", "player"
PLAYERS = {AI: "solo", PLAYER: "human"}
CARD = "01"

OPEN = "\n".join(["." * 12] * 9)
"""Nothing but open ground, A1 to L9."""


@dataclass(frozen=True)
class Stand:
    """A counter to be put on the map; whoever is called ai is an AI."""

    id: str
    at: str
    facing: int = 0
    profile: str = "german_rifles_41"
    hit: str = ""
    spent: bool = False
    hidden: bool = False

    @property
    def side(self) -> str:
        """The side it belongs to."""
        return AI if self.id.startswith("ai") else PLAYER


@dataclass(frozen=True)
class Card:
    """An order card that exists only in a test."""

    tactical: tuple[str, ...]
    priority: tuple[str, ...] = ()
    colour: Colour = "green"

    def printed(self) -> OrderCard:
        """Return it as decks know it."""
        texts = {"priority_texts": self.priority, "tactical_texts": self.tactical}
        return OrderCard(number=1, colour=self.colour, spent_number=7, hex_number=1, **texts)


@dataclass(frozen=True)
class Decided:
    """What the AI decided in a position, and why."""

    scene: CohPosition
    decision: Decision

    @property
    def intent(self) -> Intent:
        """The order it gave."""
        assert self.decision.order is not None
        return self.decision.order.intent

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes and those inside them."""
        return tuple(walk(self.decision.notes))

    @property
    def text(self) -> str:
        """The whole trace in words."""
        return "\n".join(explained(self.decision.notes, lambda s: s if isinstance(s, str) else self.scene.name(s)))

    def short(self) -> str:
        """Return the order in few words: "ai-1 fires at red", "ai-1 moves to D4"."""
        match self.intent:
            case Fire(unit=unit, target=target):
                return f"{unit} fires at {target}"
            case Move(steps=(step,)):
                return f"{step.unit} moves to {self.scene.name(step.way[-1])}"
            case Pivot(unit=unit, facing=facing):
                return f"{unit} turns to {facing}"
            case Rally(units=(unit,)):
                return f"{unit} rallies"
            case Pass():
                return "pass"
            case other:
                return str(other)

    def sifted(self, what: str) -> Sifted:
        """Return the last choice of that name; the one that decided."""
        return [note for note in self.notes if isinstance(note, Sifted) and note.what == what][-1]

    def tried(self) -> list[tuple[str, str, bool]]:
        """Return what was tried, from the top: rule, text, whether it was taken."""
        return [(note.rule, note.option, note.taken) for note in self.notes if isinstance(note, Tried)]

    def decider(self, what: str) -> tuple[str, str]:
        """Return rule and wording of the line after which one candidate was left; of a die the rule of the list."""
        note = self.sifted(what)
        if note.roll:
            return note.rule, "die"
        left = len(note.candidates)
        decisive = ("", "only one")
        for step in note.steps:
            if len(step.kept) < left:
                decisive = (step.rule, step.what)
            left = len(step.kept)
        return decisive

    def step(self, what: str, line: str) -> Step:
        """Return a line of a choice."""
        return next(step for step in self.sifted(what).steps if step.what == line)

    def values(self, what: str, line: str) -> dict[str, object]:
        """Return what a line of a choice measured of each candidate that was still there."""
        note = self.sifted(what)
        left = list(range(len(note.candidates)))
        for step in note.steps:
            if step.what == line:
                return {self._name(note, n): value for n, value in zip(left, step.values, strict=True)}
            left = list(step.kept)
        raise LookupError(f"{what} has no line {line}: {[step.what for step in note.steps]}")

    def _name(self, note: Sifted, n: int) -> str:
        subject = note.candidates[n]
        return subject if isinstance(subject, str) else self.scene.name(subject)


@dataclass(frozen=True)
class Field:
    """A position in which it is the AI's turn."""

    battle: Battle[CohData]
    state: CohState

    @property
    def scene(self) -> CohPosition:
        """The position."""
        return Position(self.battle, self.state)

    def decide(self, card: Card | str, *dice: int) -> Decided:
        """Draw this card, or a green card with this one order, and let the AI decide; every die is used up."""
        printed = (Card((card,)) if isinstance(card, str) else card).printed()
        battle = replace(self.battle, data=replace(self.battle.data, orders={CARD: printed}))
        state = self.state.with_deck(Deck(ORDERS, (CARD,)))
        source = Scripted(dice, (CARD,))
        decision = decide(battle, state, PLAYERS, source)
        source.finish()
        return Decided(Position(battle, state), decision)


def field(
    *stands: Stand,
    picture: str = OPEN,
    extra: str = "",
    objectives: Mapping[str, str] | None = None,
    holders: Mapping[str, str] | None = None,
    counteractions: Iterable[Response] = (),
    mission_orders: Iterable[Response] = (),
    fired: bool = False,
    **settings: str,
) -> Field:
    """Put counters on a drawn map: `extra` are further tables of the map file, `objectives` are cells by name."""
    map_ = drawn(picture, extra)
    battle, state = _prepared(tuple(sorted(settings.items())))
    places = {
        name: Objective(name, name, tuple(map(map_.cell, cells.split())), 1)
        for name, cells in (objectives or {}).items()
    }
    said = {"counteractions": tuple(counteractions), "mission_orders": tuple(mission_orders)}
    mission = battle.data.mission.model_copy(update=said)
    battle = replace(battle, map=map_, data=replace(battle.data, objectives=places, mission=mission))
    return Field(
        battle,
        replace(
            state,
            units=Roster(_counter(battle, map_, stand) for stand in stands),
            holders=tuple((name, (holders or {}).get(name, "")) for name in places),
            turn=1,
            stage="turn",
            mover=AI,
            fired=fired,
        ),
    )


def _counter(battle: Battle[CohData], map_: BattleMap, stand: Stand) -> Counter:
    profile = battle.profiles[stand.profile]
    assert isinstance(profile, CounterProfile)
    return Counter(
        id=stand.id,
        side=stand.side,
        profile=profile,
        cell=map_.cell(stand.at),
        facing=stand.facing,
        hit=stand.hit,
        spent=stand.spent,
        hidden=stand.hidden,
    )


@cache
def _prepared(settings: tuple[tuple[str, str], ...]) -> tuple[Battle[CohData], CohState]:
    """Return a mission without counters, prepared once: reading the deck takes longer than deciding."""
    setup = Setup(
        "test",
        drawn("."),
        (Side(AI, "The deck", "solo"), Side(PLAYER, "The player", "human")),
        (),
        (),
        6,
        Settings.model_validate(dict(settings)),
        Victory(leader=PLAYER),
        Mission(ai=AI, initiative=PLAYER, caps=5),
    )
    return CONFLICT_OF_HEROES.prepare(setup)


def response(order: str, when: When = "always") -> Response:
    """Return a counteraction or a mission order."""
    return Response(order=order, when=when)


def rows(**terrain: str) -> str:
    """Draw open ground with other terrain in some hexes: rows(F6="w")."""
    lines = [list(line) for line in OPEN.splitlines()]
    for name, letter in terrain.items():
        lines[int(name[1:]) - 1]["ABCDEFGHIJKL".index(name[0])] = letter
    return "\n".join("".join(line) for line in lines)


def drawn(picture: str, extra: str = "") -> BattleMap:
    """Read a map of the terrain set "battlefield" from its drawing."""
    rows = "\n".join(line.strip() for line in dedent(picture).strip().splitlines())
    return parse_map(
        f'format = 1\ntitle = "drawn"\nterrain_set = "battlefield"\nrows = """\n{rows}\n"""\n'
        f'\n[grid]\nkind = "hex"\ncell = 50\nunit = "metre"\n{dedent(extra)}\n'
    )
