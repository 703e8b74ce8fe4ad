"""A small table for La Cucaracha: ground that is drawn in the test, a few units, and dice that are written down.

Ids say whose a unit is: "p…" is one of the player's "rebels", "a…" an automated one, of the "federales".

    squares(OPEN)                      one inch a square; directions n, ne, e, se, s, sw, w, nw; A1 is north-west
    hexes(OPEN)                        two inches a hex, flat top; directions n, ne, se, s, sw, nw
    squares(OPEN, hedge="C2/s D2/s")   sides by cell and side; ways and features likewise: rail="A3-F3", wire="C4"
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
from sim.engine.orders import Ask
from sim.engine.units import Roster
from sim.grid import Cell
from sim.play.tally import Stakes
from sim.rules.la_cucaracha.figures import Movement, TroopProfile, Weapon
from sim.rules.la_cucaracha.figures import figures as shipped
from sim.rules.la_cucaracha.ground.sight import shot_refusal
from sim.rules.la_cucaracha.state import ACTION, DECK, JOKER, CucData, CucPosition, CucState, Settings, Troop
from tests.rules import playing, tabletop
from tests.rules.playing import Given, hand, played

REBELS, FEDERALES = "rebels", "federales"
"""The player's side, and the side that the solo rules run."""

OPEN = "\n".join(["." * 24] * 24)
"""Twenty-four columns of open ground, A to X, and twenty-four rows."""
WIDE = "\n".join(["." * 84] * 6)
"""A strip long enough for every range: columns A to CF, six rows."""

# -- ways to move and weapons of the tests, two inches for a hex ---------------------------------------------------

MOVEMENTS: Mapping[str, Movement] = {
    kind.id: kind
    for kind in (
        Movement("foot", "foot", "foot", 6, 10),
        Movement("mounted", "mounted", "mounted", 10, 16, large=True),
        Movement("crew", "crewed weapon", "gun", 4, 6, charges=False),
        Movement("armoured_car", "armoured car", "wheeled", 8, 14, large=True),
        Movement("tank", "tank", "tracked", 4, 8, large=True),
        Movement("train", "armoured train", "rail", 8, 12, charges=False, large=True),
        Movement("gunboat", "gunboat", "boat", 8, 12, charges=False, large=True),
        Movement("aircraft", "aircraft", "air", 20, 32, charges=False),
    )
}

WEAPONS: Mapping[str, Weapon] = {
    kind.id: kind
    for kind in (
        Weapon("pistol", "pistol", 6, 12),
        Weapon("carbine", "carbine", 12, 24),
        Weapon("rifle", "rifle", 16, 32),
        Weapon("single_shot", "single-shot rifle", 16, 32, reload="single"),
        Weapon("musket", "muzzle-loader", 16, 32, reload="slow"),
        Weapon("bow", "bow", 6, 12),
        Weapon("machine_gun", "machine gun", 20, 40, dice=5),
        Weapon("vehicle_machine_gun", "vehicle machine gun", 20, 40, dice=4),
        Weapon("field_gun", "field gun", 24, 72, least=6, dice=4, reload="slow", gun=True),
        Weapon("anti_aircraft_gun", "anti-aircraft gun", 24, 72, dice=4, gun=True, anti_aircraft=True),
        Weapon("aircraft_machine_gun", "aircraft machine gun", 8, 16, dice=4),
    )
}

# -- the ground --------------------------------------------------------------------------------------------------


def squares(rows: str = OPEN, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of squares; each keyword is a kind of side, way or feature with where it is."""
    return tabletop.squares(rows, scale, heights, **laid)


def hexes(rows: str = OPEN, scale: float = 2, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of hexes, likewise."""
    return tabletop.hexes(rows, scale, heights, **laid)


def with_cells(rows: str = OPEN, **cells: str) -> str:
    """Draw a table with other ground in some cells: `with_cells(C5="w")`. Hexes are drawn by column and row too."""
    return tabletop.with_cells(rows, **cells)


# -- who is there ------------------------------------------------------------------------------------------------

_ON_THE_CARD = (
    "name", "style", "troop", "weapon", "quality", "drilled", "aggressive", "skirmisher", "marksmen", "armoured",
    "points",
)  # fmt: skip

_STYLES = {
    "foot": "shooter", "mounted": "fighter", "crew": "crew", "aircraft": "aircraft", "armoured_car": "vehicle",
    "tank": "vehicle", "train": "vehicle", "gunboat": "vehicle",
}  # fmt: skip
_ARMS = {"crew": "machine_gun", "aircraft": "aircraft_machine_gun", "vehicle": "vehicle_machine_gun"}


@dataclass(frozen=True)
class Placed:
    """A unit that is still to be put on a map, on which its cell is looked up by name."""

    at: str | None
    unit: Troop


def troop(id_: str, at: str | None, towards: int = 0, side: str = "", **more: Any) -> Placed:
    """Return a unit of six men with rifles, unless said otherwise, to be put on a table.

    `more` are words of its card (style, troop, weapon, quality, drilled, …) and of `Troop` (figures, leader, …). The
    style and the weapon follow from the kind of troops: troop="crew" is a machine gun with three men.
    """
    card = {word: more.pop(word) for word in _ON_THE_CARD if word in more}
    kind = card.setdefault("troop", "foot")
    style = card.setdefault("style", _STYLES[kind])
    card.setdefault("weapon", _ARMS.get(style, "rifle"))
    card.setdefault("name", id_.capitalize())
    card.setdefault("quality", "average")
    figures = more.setdefault("figures", 3 if style in ("crew", "vehicle", "aircraft") else 6)
    whose = side or (FEDERALES if id_.startswith("a") else REBELS)
    profile = TroopProfile(id=f"card-{id_}", figures=figures, **card)
    return Placed(at, Troop(id=id_, side=whose, profile=profile, facing=towards, **more))


def data(readings: Mapping[str, Any] | None = None, **engagement: Any) -> CucData:
    """Return the figures of a battle; the keywords are those of `Stakes`, and `readings` those of `Settings`."""
    printed = {**vars(shipped()), "movements": MOVEMENTS, "weapons": WEAPONS}
    return CucData(**printed, engagement=Stakes(**engagement), readings=Settings(**(readings or {})))


def position(
    *placed: Placed,
    on: BattleMap | None = None,
    actor: str = "",
    changes: Changes = NO_CHANGES,
    engagement: Mapping[str, Any] | None = None,
    readings: Mapping[str, Any] | None = None,
    turns: int | None = None,
    **state: Any,
) -> CucPosition:
    """Put units on a table. The deck has a card for each unit that has not acted, and the joker.

    With an actor: its side's card is on the table, and it was nominated.
    """
    map_ = squares() if on is None else on
    units = [each.unit.changed(cell=None if each.at is None else map_.cell(each.at)) for each in placed]
    # The rule set is looked for and not imported: geometry is tested without it.
    ruleset = getattr(sys.modules.get("sim.rules.la_cucaracha"), "LA_CUCARACHA", None)
    battle = Battle(
        cast(Any, ruleset),
        map_,
        CONVENTIONS[map_.terrain_set.sight],
        (Side(REBELS, "The rebels"), Side(FEDERALES, "The federales", "solo")),
        data(readings, **(engagement or {})),
        {unit.profile.id: unit.profile for unit in units},
        turns,
    )
    cards = sorted([*(unit.side for unit in units if not unit.acted and unit.id != actor), JOKER])
    words: dict[str, Any] = {"decks": (Deck(DECK, tuple(cards)),), "actor": actor, "changes": changes, **state}
    if actor:
        words.setdefault("card", next(unit.side for unit in units if unit.id == actor))
    return Position(battle, CucState(units=Roster(units), **words))


def unit(scene: CucPosition, id_: str) -> Troop:
    """Return a unit of a position."""
    return scene.state.unit(id_)


def in_range(scene: CucPosition, one: Troop, other: Troop, cell: Cell | None = None) -> bool:
    """Say whether a shot at another unit would have the range, from another cell perhaps; sight is not asked."""
    able = one.changed(cell=cell or one.cell, loaded=True, deployed=True, fighting=())
    refused = shot_refusal(scene, able, other.changed(fighting=()))
    return refused is None or refused.startswith("no line of sight")


# -- play --------------------------------------------------------------------------------------------------------

Played = playing.Played[Troop]


def play_card(
    scene: CucPosition,
    given: Given | None = None,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    players: Mapping[str, str] | None = None,
) -> Played:
    """CucGame one card by `turn.play`; orders by occasion. Every die, card and order must be used."""
    from sim.rules.la_cucaracha.turn import play  # here, because geometry is tested without it

    orders = hand(given)
    result = played(scene, orders, Scripted(dice, cards), play, players)
    assert not orders.left, f"nobody asked for {orders.left}"
    return result


def order(
    scene: CucPosition,
    intent: Any,
    dice: Iterable[int] = (),
    cards: Iterable[str] = (),
    replies: Given | None = None,
    players: Mapping[str, str] | None = None,
    ask: Ask | None = None,
) -> Played:
    """Carry out one order that must be allowed; `replies` are what others say to what they are asked meanwhile."""
    from sim.rules.la_cucaracha import BOOK  # here, because geometry is tested without them

    asked = ask or ask_of(scene, intent.unit)
    refused = BOOK.refusal(scene, asked, intent)
    assert refused is None, refused
    source = Scripted(dice, cards)
    return played(scene, hand(replies), source, lambda game: BOOK.resolve(game, asked, intent), players)


def ask_of(scene: CucPosition, id_: str) -> Ask:
    """Return what a unit that acts is asked."""
    return Ask(scene.state.unit(id_).side, ACTION, id_)
