"""A small stage for Conflict of Heroes: a map that is drawn in the test, a few counters, and one order at a time.

Ids say whose a counter is: "u…" is a Unit, one of the player's "reds"; "a…" is an AI, one of the deck's "greys".

    Directions on the map: 0 n, 1 ne, 2 se, 3 s, 4 sw, 5 nw. A column runs straight from north to south:
    who stands in C7 and faces north has C6, C5, C4 … before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from textwrap import dedent
from typing import Any

from sim.board.battlemap import BattleMap
from sim.board.mapfile import parse_map
from sim.engine.battle import Battle, Position, Side
from sim.engine.chance import Scripted
from sim.engine.events import Event
from sim.engine.orders import Ask, Intent, Offer
from sim.engine.session import Session
from sim.engine.setup import Mustered, Objective, Setup
from sim.grid import Cell
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.attacks import ALONE, Attack, Support, attack, refusal
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.orders.move import CounterMove, Move
from sim.rules.conflict_of_heroes.scenario import CounterEntry, Mission, Settings, Victory
from sim.rules.conflict_of_heroes.state import CohData, CohPosition, CohState, Counter

REDS, GREYS = "reds", "greys"
BY_HAND = {REDS: "human", GREYS: "human"}
AGAINST_DECK = {REDS: "human", GREYS: "solo"}

RIFLES, SMG, MAXIM, TANK, TRUCK = "soviet_rifles_41", "soviet_smg_rifles", "soviet_maxim", "soviet_t34a", "soviet_truck"
GERMAN_RIFLES, MG34, HMG34, PAK = "german_rifles_41", "german_mg34", "german_hmg34", "german_pak38"

ALWAYS_SPENT, NEVER_SPENT, SYMBOL = "01", "03", "04"
"""Green order cards: one that spends at 1 AP, one that spends at 7, and one with the remain-fresh symbol (6)."""
BLUE, FOUR, ORDER = "02", "07", "10"
"""A blue one (5), a green one that spends at 4, and one without the requirement of the track."""

OPEN = "\n".join(["......."] * 12)
"""Seven columns, A to G, and twelve rows."""


@lru_cache(maxsize=64)
def drawn(rows: str = OPEN, more: str = "") -> BattleMap:
    """Read a map of the battlefield from its drawing; `more` are further tables of the map file."""
    text = f'format = 1\ntitle = "Stage"\nterrain_set = "battlefield"\nrows = """\n{dedent(rows).strip()}\n"""\n'
    plain, _, tables = dedent(more).partition("[")
    return parse_map(f'{text}{plain}\n[grid]\nkind = "hex"\n{"[" if tables else ""}{tables}', "stage.toml")


def with_terrain(**cells: str) -> str:
    """Draw the open stage with other ground in some hexes: `with_terrain(C5="w")`."""
    rows = [list(row) for row in OPEN.splitlines()]
    for name, letter in cells.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = letter
    return "\n".join(map("".join, rows))


def with_heights(**cells: int) -> str:
    """Return the heights of the open stage, with some hexes lifted."""
    rows = [["."] * 7 for _ in range(12)]
    for name, level in cells.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = str(level)
    drawing = "\n".join(map("".join, rows))
    return f'heights = """\n{drawing}\n"""\n'


@dataclass(frozen=True)
class Piece:
    """A counter to be put on the stage: the keywords are those of `Counter`, besides `turn` and `group`."""

    id: str
    profile: str
    at: str
    facing: str = "n"
    keywords: Mapping[str, Any] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """Whose it is."""
        return REDS if self.id.startswith("u") else GREYS


def unit(id_: str, at: str, profile: str = RIFLES, facing: str = "n", **keywords: Any) -> Piece:
    """Return a Unit of the player; without anything else rifles that face north."""
    return Piece(id_, profile, at, facing, keywords)


def ai(id_: str, at: str, profile: str = GERMAN_RIFLES, facing: str = "s", **keywords: Any) -> Piece:
    """Return an AI; without anything else rifles that face south."""
    return Piece(id_, profile, at, facing, keywords)


@dataclass(frozen=True)
class Played:
    """What came of an order."""

    session: Session[Any, Any]
    first: int
    """How many frames there were before."""

    @property
    def state(self) -> CohState:
        """The state after it."""
        state = self.session.state
        assert isinstance(state, CohState)
        return state

    @property
    def events(self) -> list[Event[Any]]:
        """What happened."""
        return [frame.event for frame in self.session.frames[self.first :]]

    def of(self, *kinds: type[Event[Any]]) -> list[Any]:
        """Return the events of some kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    def names(self) -> list[str]:
        """Return what kinds of events happened, in order."""
        return [type(event).__name__ for event in self.events]

    def rules(self) -> list[str]:
        """Return the rules that the notes name."""
        return [note.rule for frame in self.session.frames[self.first :] for note in frame.why]


@dataclass(frozen=True)
class Stage:
    """A battle in the middle of a round."""

    battle: Battle[CohData]
    state: CohState

    @property
    def position(self) -> CohPosition:
        """The battle as it stands."""
        return Position(self.battle, self.state)

    def cell(self, name: str) -> Cell:
        """Return a hex by its name."""
        return self.battle.map.cell(name)

    def counter(self, id_: str) -> Counter:
        """Return a counter."""
        return self.state.unit(id_)

    def changed(self, **fields: Any) -> Stage:
        """Return the stage with other fields of its state."""
        return replace(self, state=replace(self.state, **fields))

    def left(self, deck: str, *cards: str, discarded: tuple[str, ...] = ()) -> Stage:
        """Return the stage with these cards left in a deck, and others on its discard pile."""
        changed = replace(self.state.deck(deck), left=tuple(sorted(cards)), discarded=discarded)
        return replace(self, state=self.state.with_deck(changed))

    def step(self, id_: str, *cells: str, facing: int | None = None) -> CounterMove:
        """Return how a counter moves along some hexes."""
        turned = self.counter(id_).facing if facing is None else facing
        return CounterMove(id_, tuple(map(self.cell, cells)), turned)

    def move(self, id_: str, *cells: str, facing: int | None = None, **more: Any) -> Move:
        """Return the order to move one counter along some hexes."""
        return Move((self.step(id_, *cells, facing=facing),), **more)

    # -- playing -------------------------------------------------------------------------------------------

    def session(
        self, dice: Iterable[int] = (), cards: Iterable[str] = (), players: Mapping[str, str] = BY_HAND
    ) -> Session[Any, Any]:
        """Begin to play with dice and cards that are written down."""
        return Session(self.battle, self.state, players, Scripted(dice, cards))

    def play(
        self,
        *answers: Intent,
        dice: Iterable[int] = (),
        cards: Iterable[str] = (),
        players: Mapping[str, str] = BY_HAND,
    ) -> Played:
        """Play one activation: every question is answered in turn, and all dice and cards must be asked for."""
        session = self.session(dice, cards, players)
        first = len(session.frames)
        session.advance()
        for answer in answers:
            assert isinstance(session.wanted, Ask), f"nobody is asked, {answer} is left"
            session.answer(answer)
        assert session.wanted is None, f"{session.wanted} is still open"
        assert isinstance(session.source, Scripted)
        session.source.finish()
        return Played(session, first)

    def ai_play(self, *answers: Intent, card: str = ORDER, cards: Iterable[str] = (), **more: Any) -> Played:
        """Play a turn of the AIs by hand: the order card that is drawn comes first."""
        return self.changed(mover=GREYS).play(*answers, cards=(card, *cards), **more)

    def refusal(self, intent: Intent, side: str = REDS, card: str = NEVER_SPENT) -> str | None:
        """Say why an order cannot be given now."""
        known = Position(self.battle, CONFLICT_OF_HEROES.known(self.position, side))
        ask = Ask(side, TURN) if side == REDS else Ask(side, AI_TURN, about=card)
        return CONFLICT_OF_HEROES.refusal(known, ask, intent)

    def offers(self, ask: Ask | None = None) -> list[Offer]:
        """Return what the player is offered."""
        return list(CONFLICT_OF_HEROES.offers(self.position, ask or Ask(REDS, TURN)))

    # -- looking -------------------------------------------------------------------------------------------

    def attack(self, one: str, other: str, support: Support = ALONE) -> Attack:
        """Return an attack as it would be made now; it must be one that can be made."""
        assert refusal(self.position, self.counter(one), self.counter(other)) is None
        return attack(self.position, self.counter(one), self.counter(other), support)

    def needs(self, one: str, other: str, support: Support = ALONE) -> int:
        """Return what two dice must reach."""
        return self.attack(one, other, support).needed

    def no_shot(self, one: str, other: str, long_range: bool = True) -> str:
        """Return why there is no attack."""
        return refusal(self.position, self.counter(one), self.counter(other), long_range) or ""


def stage(
    *pieces: Piece,
    rows: str = OPEN,
    more: str = "",
    caps: int = 5,
    hand: tuple[str, ...] = (),
    objectives: Mapping[str, tuple[str, str | None]] | None = None,
    points: int = 0,
    rounds: int = 5,
    mission: Mapping[str, Any] | None = None,
    victory: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Stage:
    """Put counters on a map, in the first round, with the player to act.

    Objectives are given by their ids with a hex and the side that holds it; all have the same `points`.
    """
    map_ = drawn(rows, more)
    setup = Setup(
        "stage",
        map_,
        (Side(REDS, "The reds"), Side(GREYS, "The greys", "solo")),
        tuple(_mustered(map_, piece) for piece in pieces),
        tuple(
            Objective(id_, id_, (map_.cell(at),), points, holder) for id_, (at, holder) in (objectives or {}).items()
        ),
        rounds,
        Settings(**(settings or {})),
        Victory(**{"leader": REDS, **(victory or {})}),
        Mission.model_validate({"ai": GREYS, "initiative": REDS, "caps": caps, **(mission or {})}),
    )
    battle, state = CONFLICT_OF_HEROES.prepare(setup)
    assert isinstance(state, CohState)
    for piece in pieces:
        state = _with_hit(state, piece)
    return Stage(battle, replace(state, turn=1, stage="turn", mover=REDS, caps=caps, hand=hand))


def _mustered(map_: BattleMap, piece: Piece) -> Mustered:
    words = {key: piece.keywords[key] for key in ("hidden", "spent", "group") if key in piece.keywords}
    entry = CounterEntry(profile=piece.profile, **words)
    facing = map_.grid.directions.index(piece.facing)
    turn = piece.keywords.get("turn", 0)
    cells = tuple(map(map_.cell, piece.at.split()))
    return Mustered(piece.id, piece.side, entry, cells, facing, turn, ("sides", piece.side))


def _with_hit(state: CohState, piece: Piece) -> CohState:
    """Give a counter what play would have given it; a hit marker comes out of its pool."""
    words = {key: value for key, value in piece.keywords.items() if key in ("hit", "dug_in")}
    if "hit" in words:
        pool = "soft hits" if words["hit"].startswith("soft") else "armoured hits"
        state = state.with_deck(state.deck(pool).without(words["hit"]))
    return state.with_unit(replace(state.unit(piece.id), **words))
