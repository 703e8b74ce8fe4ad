"""A small table for Ambush Alley: ground that is drawn in the test, a few units, and dice that are written down.

Ids say whose a unit is: "r…" is one of the player's Regulars, "i…" an automated Insurgent, "m…" a mob of civilians.

    squares(OPEN)                      one inch a square; directions n, ne, e, se, s, sw, w, nw; A1 is north-west
    hexes(OPEN)                        one inch a hex, flat top; directions n, ne, se, s, sw, nw
    squares(OPEN, low_wall="C2/s")     sides by cell and side; ways and features likewise: road="A3-F3", wreck="C4"
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.ground import NO_CHANGES, Changes
from sim.engine.battle import Battle, Position, Side
from sim.engine.chance import Scripted
from sim.engine.decks import Deck
from sim.engine.game import Game, Start
from sim.engine.notes import walk
from sim.engine.orders import Ask
from sim.engine.units import Roster
from sim.rules.ambush_alley.figures import Arrivals, Card, Numbers, Support, TeamProfile
from sim.rules.ambush_alley.figures import figures as shipped
from sim.rules.ambush_alley.scenario import AasData, Mission, Settings
from sim.rules.ambush_alley.state import ACTIVATE, ASSETS, END_OF_TURN, FOG, INTERRUPT, AasPosition, AasState, Team
from sim.solo.situation import Situation
from tests.rules import playing, tabletop
from tests.rules.playing import Given, hand, played

REGULARS, INSURGENTS, CIVILIANS = "regulars", "insurgents", "civilians"
"""The player's side, the side that the solo rules run, and those in between."""

OPEN = "\n".join(["." * 26] * 26)
"""Twenty-six columns of open ground, A to Z, and twenty-six rows."""
WIDE = "\n".join(["." * 60] * 6)
"""A strip long enough for every range: columns A to BH, six rows."""

# -- weapons and reinforcements of the tests -----------------------------------------------------------------------

SUPPORTS: Mapping[str, Support] = {
    kind.id: kind
    for kind in (
        Support("lmg", "light machine gun", 1),
        Support("medium", "medium machine gun", 2),
        Support("rpg", "RPG", 2, anti_tank=2, damage=1),
        Support("satchel", "satchel charge", 1, damage=2),
        Support("light_rocket", "light rocket", 1, anti_tank=1),
        Support("heavy", "heavy machine gun on a mount", 3, anti_tank=1, damage=2, mounted=True),
    )
}

NUMBERS = shipped().numbers

READINGS = Settings()
"""How the clauses are read by default."""

ARRIVALS: Mapping[int, Arrivals] = {
    **dict.fromkeys((1, 2, 3), Arrivals("rifles", "D6")),
    **dict.fromkeys((4, 5), Arrivals("gunners", "D6")),
    **dict.fromkeys((6, 7), Arrivals("rockets", "D6/2+1")),
    8: Arrivals("chief", "1"),
    9: Arrivals("rifles", "D6", leader=True),
    10: Arrivals("", "", again=2),
}

COMING: Mapping[str, TeamProfile] = {
    card.id: card
    for card in (
        TeamProfile("rifles", "Rifles", quality=6, morale=8, figures=6),
        TeamProfile("gunners", "Gunners", quality=6, morale=8, figures=6, support=("lmg",)),
        TeamProfile("rockets", "Rocket team", quality=6, morale=8, figures=4, support=("rpg",)),
        TeamProfile("chief", "Chief", kind="leader", quality=8, morale=10, figures=1),
    )
}
"""Whom the reinforcement table brings."""

# -- the ground --------------------------------------------------------------------------------------------------


def squares(rows: str = OPEN, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of squares; each keyword is a kind of side, way or feature with where it is."""
    return tabletop.squares(rows, scale, heights, **laid)


def hexes(rows: str = OPEN, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of hexes, likewise."""
    return tabletop.hexes(rows, scale, heights, **laid)


def with_cells(rows: str = OPEN, **cells: str) -> str:
    """Draw a table with other ground in some cells: `with_cells(C5="b")`. Hexes are drawn by column and row too."""
    return tabletop.with_cells(rows, **cells)


# -- who is there ------------------------------------------------------------------------------------------------

_ON_THE_CARD = (
    "name", "kind", "quality", "morale", "body_armour", "movement", "medic", "armour", "armour_die", "rear_die",
    "soft_skinned", "seats", "points",
)  # fmt: skip

_SIDES = {"r": REGULARS, "i": INSURGENTS, "m": CIVILIANS}
_FIGURES = {"team": 4, "leader": 1, "mob": 6, "vehicle": 2}


@dataclass(frozen=True)
class Placed:
    """A unit that is still to be put on a map, on which its cell is looked up by name."""

    at: str | None
    unit: Team


def team(id_: str, at: str | None, towards: int = 0, side: str = "", **more: Any) -> Placed:
    """Return a team of four with a D8, unless said otherwise, to be put on a table.

    `more` are words of its card (kind, quality, morale, body_armour, armour, …) and of `Team` (figures, leader,
    support, …). `full` is the figures of the card where some of them are lost.
    """
    card = {word: more.pop(word) for word in _ON_THE_CARD if word in more}
    whose = side or _SIDES[id_[0]]
    kind = card.setdefault("kind", "mob" if whose == CIVILIANS else "team")
    card.setdefault("name", id_.capitalize())
    card.setdefault("quality", 6 if kind == "mob" else 8)
    card.setdefault("morale", 8)
    figures = more.setdefault("figures", more.get("full", _FIGURES[kind]))
    support = more.setdefault("support", ())
    profile = TeamProfile(id=f"card-{id_}", figures=more.pop("full", figures), support=support, **card)
    if kind == "leader":
        more.setdefault("leader", profile.quality)
    return Placed(at, Team(id=id_, side=whose, profile=profile, facing=towards, **more))


def chief(id_: str, at: str | None, **more: Any) -> Placed:
    """Return a leader without a unit, with a D8."""
    return team(id_, at, kind="leader", **more)


def vehicle(id_: str, at: str | None, towards: int = 0, **more: Any) -> Placed:
    """Return a vehicle on wheels: 3 dice of armour at the front, 2 at the sides and 1 at the rear, D6."""
    words: dict[str, Any] = {"movement": "wheeled", "armour": (3, 2, 1), **more}
    return team(id_, at, towards, kind="vehicle", **words)


def data(
    fog: Iterable[Card] = (),
    assets: Iterable[Card] = (),
    /,
    numbers: Numbers = NUMBERS,
    readings: Settings = READINGS,
    **mission: Any,
) -> AasData:
    """Return the figures of a mission; the keywords are those of `Mission`."""
    words: dict[str, Any] = {"regulars": REGULARS, "insurgents": INSURGENTS, "civilians": CIVILIANS, **mission}
    printed = {**vars(shipped()), "supports": SUPPORTS, "numbers": numbers, "arrivals": ARRIVALS}
    printed["fog"], printed["assets"] = ({card.id: card for card in cards} for cards in (fog, assets))
    return AasData(**printed, mission=Mission(**words), readings=readings)


def position(
    *placed: Placed,
    on: BattleMap | None = None,
    actor: str = "",
    changes: Changes = NO_CHANGES,
    fog: Iterable[Card] = (),
    assets: Iterable[Card] = (),
    mission: Mapping[str, Any] | None = None,
    readings: Settings = READINGS,
    turns: int | None = None,
    **state: Any,
) -> AasPosition:
    """Put units on a table, in turn 1 among the Regulars' activations unless said otherwise.

    With an actor: it is the Regular that acts. `fog` and `assets` are the cards of the two decks.
    """
    map_ = squares() if on is None else on
    units = [each.unit.changed(cell=None if each.at is None else map_.cell(each.at)) for each in placed]
    figures = data(tuple(fog), tuple(assets), readings=readings, **(mission or {}))
    # The rule set is looked for and not imported: geometry is tested without it.
    ruleset = getattr(sys.modules.get("sim.rules.ambush_alley"), "AMBUSH_ALLEY", None)
    battle = Battle(
        cast(Any, ruleset),
        map_,
        CONVENTIONS[map_.terrain_set.sight],
        (
            Side(REGULARS, "The Regulars"),
            Side(INSURGENTS, "The Insurgents", "solo"),
            Side(CIVILIANS, "The civilians", "solo"),
        ),
        figures,
        {**COMING, **{unit.profile.id: unit.profile for unit in units}},
        turns,
    )
    decks = tuple(Deck(name, tuple(sorted(cards))) for name, cards in ((FOG, figures.fog), (ASSETS, figures.assets)))
    words: dict[str, Any] = {"decks": decks, "actor": actor, "changes": changes, "phase": "regulars", "turn": 1}
    return Position(battle, AasState(units=Roster(units), **{**words, **state}))


def unit(scene: AasPosition, id_: str) -> Team:
    """Return a unit of a position."""
    return scene.state.unit(id_)


# -- deciding ----------------------------------------------------------------------------------------------------


@dataclass
class Thinking:
    """A side that has to decide, and what it has noted so far."""

    here: Situation[Any, Any]
    game: Game[Any, Any]
    source: Scripted

    @property
    def notes(self) -> tuple[Any, ...]:
        """Everything noted since this was last asked, the notes inside others too."""
        return tuple(walk(self.game.notebook.seal()))


def thinking(
    scene: AasPosition,
    id_: str,
    occasion: str = INTERRUPT,
    dice: Iterable[int] = (),
    about: str | None = None,
    **more: Any,
) -> Thinking:
    """Return the situation of a unit that is asked something; the dice are those that it will throw."""
    source = Scripted(dice, ())
    deciders = {side.id: ("solo", hand(None)) for side in scene.battle.sides}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), cast(Any, deciders), source)
    # Everybody sees everything, so that no rule set need be asked what a side knows.
    game.known[unit(scene, id_).side] = scene
    return Thinking(Situation(game, Ask(unit(scene, id_).side, occasion, id_, about, **more)), game, source)


# -- play --------------------------------------------------------------------------------------------------------


Played = playing.Played[Team]


def play_step(
    scene: AasPosition,
    given: Given | None = None,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    players: Mapping[str, str] | None = None,
) -> Played:
    """Play one step by `turn.play`; orders by occasion. Every die, card and order must be used."""
    from sim.rules.ambush_alley.turn import play  # here, because geometry is tested without it

    orders = hand(given)
    result = played(scene, orders, Scripted(dice, cards), play, players)
    assert not orders.left, f"nobody asked for {orders.left}"
    return result


def order(
    scene: AasPosition,
    intent: Any,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    replies: Given | None = None,
    players: Mapping[str, str] | None = None,
    ask: Ask | None = None,
) -> Played:
    """Carry out one order that must be allowed; `replies` are what others say to what they are asked meanwhile."""
    asked = ask or ask_of(scene, intent.unit)
    refused = refusal(scene, asked, intent)
    assert refused is None, refused
    source = Scripted(dice, cards)
    return played(scene, hand(replies), source, lambda game: intent.resolve(game, asked), players)


def refusal(scene: AasPosition, ask: Ask, intent: Any) -> Any:
    """Say why an order may not be given; None if it may."""
    from sim.rules.ambush_alley.turn import BOOK  # here, because geometry is tested without them

    return BOOK.refusal(scene, ask, intent)


def ask_of(scene: AasPosition, id_: str) -> Ask:
    """Return what a unit that acts is asked: a Regular in its activation, others at the end of the turn."""
    who = unit(scene, id_)
    return Ask(who.side, ACTIVATE if who.side == REGULARS else END_OF_TURN, id_)
