"""A small table for La Petite Guerre: ground that is drawn in the test, a few men, and dice that are written down.

Ids say whose a man is: "p…" is one of the player's "militia", "a…" an automated one, of the "metis".

    squares(OPEN)                      one inch a square; directions n, ne, e, se, s, sw, w, nw; A1 is north-west
    hexes(OPEN)                        one inch a hex, flat top; directions n, ne, se, s, sw, nw
    squares(OPEN, wall="C2/s D2/s")    sides by cell and side; ways and features likewise: trail="A3-F3", rifle_pit="C4"
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
from sim.engine.orders import Ask
from sim.engine.units import Roster
from sim.rules.la_petite_guerre.figures import ManProfile, Weapon, figures
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES
from sim.rules.la_petite_guerre.state import Engagement, LpgData, LpgPosition, LpgState, Man, Settings
from tests.rules import playing, tabletop
from tests.rules.playing import Given, hand, played

MILITIA, METIS = "militia", "metis"
"""The player's side, and the side that the planner runs."""
N, NE, E, SE, S, SW, W, NW = range(8)
"""The directions of squares."""

OPEN = "\n".join(["." * 30] * 20)
"""Thirty columns of open ground, A to AD, and twenty rows."""
WIDE = "\n".join(["." * 60] * 5)
"""A strip long enough for every range: columns A to BH, five rows."""

# -- weapons by shorter names -------------------------------------------------------------------------------------

WEAPONS: Mapping[str, Weapon] = {
    kind.id: kind
    for kind in (
        Weapon("revolver", "revolver", 2, 4, 0, melee=1),
        Weapon("musket", "musket", 4, 10, 2, melee=1),
        Weapon("snider_enfield", "Snider-Enfield", 6, 12, 1, bayonet=True, melee=1),
        Weapon("winchester", "Winchester", 6, 10, 0, melee=1),
        Weapon("gatling", "Gatling gun", 6, 24, 1, "gatling"),
        Weapon("field_gun", "field gun", 10, 48, 2, "field gun"),
        Weapon("sabre", "sabre", 0, 0, 0, "melee", melee=2),
    )
}

# -- the ground --------------------------------------------------------------------------------------------------


def squares(rows: str = OPEN, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of squares; each keyword is a kind of side, way or feature with where it is."""
    return tabletop.squares(rows, scale, heights, **laid)


def hexes(rows: str = OPEN, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of hexes, likewise."""
    return tabletop.hexes(rows, scale, heights, **laid)


def with_cells(rows: str = OPEN, **cells: str) -> str:
    """Draw a table with other ground in some cells: `with_cells(C5="w")`. Hexes are drawn by column and row too."""
    return tabletop.with_cells(rows, **cells)


# -- who is there ------------------------------------------------------------------------------------------------

_ON_THE_CARD = ("name", "kind", "grade", "second", "command", "marksman", "metis", "rides", "crew", "points")


@dataclass(frozen=True)
class Placed:
    """A man who is still to be put on a map, on which his cell is looked up by name."""

    at: str | None
    unit: Man


def man(id_: str, at: str | None, towards: int = 0, side: str = "", **more: Any) -> Placed:
    """Return a man of B grade with a loaded Winchester, unless said otherwise, to be put on a table.

    `more` are words of his card (grade, command, marksman, …) and of `Man` (prone, stunned, acquired, …).
    """
    card = {word: more.pop(word) for word in _ON_THE_CARD if word in more}
    weapon = more.setdefault("weapon", "winchester")
    card.setdefault("name", id_.capitalize())
    card.setdefault("rides", bool(more.get("mounted")))
    whose = side or (METIS if id_.startswith("a") else MILITIA)
    more.setdefault("company", f"{whose} company")
    profile = ManProfile(id=f"card-{id_}", weapon=weapon, **card)
    return Placed(at, Man(id=id_, side=whose, profile=profile, facing=towards, **more))


def gun(id_: str, at: str, towards: int = 0, weapon: str = "gatling", crew: int = 2, **more: Any) -> Placed:
    """Return a gun."""
    return man(id_, at, towards, kind="gun", weapon=weapon, crew=crew, **more)


def data(readings: Settings | None = None, **engagement: Any) -> LpgData:
    """Return the figures of a battle; the other keywords are those of `Engagement`."""
    printed = {**vars(figures()), "weapons": WEAPONS}
    return LpgData(**printed, engagement=Engagement(**engagement), readings=readings or Settings())


def position(
    *placed: Placed,
    on: BattleMap | None = None,
    phase: str = "actions",
    side: str = MILITIA,
    changes: Changes = NO_CHANGES,
    engagement: Mapping[str, Any] | None = None,
    turns: int | None = None,
    **state: Any,
) -> LpgPosition:
    """Put men on a table, in the middle of the actions of the militia unless said otherwise, in the third turn."""
    map_ = squares() if on is None else on
    units = [each.unit.changed(cell=None if each.at is None else map_.cell(each.at)) for each in placed]
    # The rule set is looked for and not imported: geometry is tested without it.
    ruleset = getattr(sys.modules.get("sim.rules.la_petite_guerre"), "LA_PETITE_GUERRE", None)
    battle = Battle(
        cast(Any, ruleset),
        map_,
        CONVENTIONS[map_.terrain_set.sight],
        (Side(MILITIA, "The militia"), Side(METIS, "The Metis", "solo")),
        data(**(engagement or {})),
        {unit.profile.id: unit.profile for unit in units},
        turns,
    )
    words: dict[str, Any] = {"turn": 3, "order": (MILITIA, METIS), "changes": changes, **state}
    return Position(battle, LpgState(units=Roster(units), phase=cast(Any, phase), side=side, **words))


def unit(scene: LpgPosition, id_: str) -> Man:
    """Return a man of a position."""
    return scene.state.unit(id_)


# -- play --------------------------------------------------------------------------------------------------------


Played = playing.Played[Man]


def play_on(
    scene: LpgPosition,
    given: Given | None = None,
    dice: Iterable[int] = (),
    players: Mapping[str, str] | None = None,
) -> Played:
    """Go on by one activation of `turn.play`; orders by occasion. Every die and order must be used."""
    from sim.rules.la_petite_guerre.turn import play

    own = hand(given)
    result = played(scene, own, Scripted(dice), play, players)
    assert not own.left, f"nobody asked for {own.left}"
    return result


def order(
    scene: LpgPosition,
    intent: Any,
    dice: Iterable[int] = (),
    replies: Given | None = None,
    ask: Ask | None = None,
) -> Played:
    """Carry out one order that must be allowed; `replies` are the answers to what is asked meanwhile."""
    asked = ask or ask_of(scene, intent.unit)
    refused = refusal_of(scene, intent, asked)
    assert refused is None, refused
    return played(scene, hand(replies), Scripted(dice), lambda game: intent.resolve(game, asked))


def run(scene: LpgPosition, rule: Any, dice: Iterable[int] = (), given: Given | None = None) -> Played:
    """Let a function of play run on a position: `run(scene, lambda game: take_control_tests(game, METIS), [4])`."""
    return played(scene, hand(given), Scripted(dice), rule)


def charged(scene: LpgPosition, charges: Iterable[Charge], dice: Iterable[int] = ()) -> Played:
    """Let the militia declare charges, and resolve them to the last, as activation after activation does."""
    from sim.rules.la_petite_guerre.combat.charge import next_charge, resolve_charge
    from sim.rules.la_petite_guerre.turn import declare_charges

    def all_of_them(game: Any) -> None:
        declare_charges(game, MILITIA)
        while (charge := next_charge(game.state)) is not None:
            resolve_charge(game, charge)

    return run(scene, all_of_them, dice, {CHARGES: charges})


def refusal_of(scene: LpgPosition, intent: Any, ask: Ask | None = None) -> str | None:
    """Return why an order cannot be given; None if it can."""
    return BOOK.refusal(scene, ask or ask_of(scene, intent.unit), intent)


def ask_of(scene: LpgPosition, id_: str) -> Ask:
    """Return what a man who acts is asked."""
    return Ask(scene.state.unit(id_).side, ACTION, id_)
