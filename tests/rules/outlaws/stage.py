"""A small stage for OUTLAWS!: a town that is drawn in the test, and a few characters.

Ids say whose a character is: "p…" is one of the player's "law", "a…" an auto, one of the "gang".

    Directions on the map: 0 n, 1 ne, 2 e, 3 se, 4 s, 5 sw, 6 w, 7 nw. A1 is the north-west corner.
    Edges are named by a square and its side: town(OPEN, wall="C2/s D2/s", door="E2/s").
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from textwrap import dedent
from typing import Any, cast

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.ground import NO_CHANGES, Changes
from sim.board.mapfile import parse_map
from sim.board.paths import Stand
from sim.engine.battle import Battle, Position, Side
from sim.engine.decks import Deck
from sim.engine.units import Roster
from sim.grid import Cell, Edge, SquareGrid
from sim.rules.outlaws.figures import CharacterProfile, ShotKind, WeaponKind, WoundChit, figures
from sim.rules.outlaws.state import (
    CUP,
    WOUNDS,
    Character,
    Horse,
    Item,
    OutlawsData,
    OutlawsPosition,
    OutlawsState,
    Shootout,
)

LAW, GANG = "law", "gang"
"""The player's side, and the side that the solitaire rules run."""

OPEN = "\n".join(["." * 12] * 12)
"""Twelve columns of street, A to L, and twelve rows."""

GRID = SquareGrid()
FACINGS = GRID.directions

# -- the figures of base_games.md 2.2, written down once more ----------------------------------------------------

_HANDGUN = {"standard": ShotKind(1, 0), "best": ShotKind(2, 2), "steady": ShotKind(3, 4)}
_RIFLE = {"poor": ShotKind(1, -2), "standard": ShotKind(2, 0), "best": ShotKind(3, 2), "steady": ShotKind(4, 4)}
_SHOTGUN = {"standard": ShotKind(1, 0), "best": ShotKind(2, 2)}
_BOW = {"standard": ShotKind(2, 0), "best": ShotKind(3, 2)}

WEAPONS: Mapping[str, WeaponKind] = {
    kind.id: kind
    for kind in (
        WeaponKind("colt", "Colt", "handgun", 1, 7, 2, None, 6, 2, shots=cast(Any, _HANDGUN)),
        WeaponKind("winchester", "Winchester", "rifle", 2, 7, 4, None, 12, 2, shots=cast(Any, _RIFLE), strikes=True),
        WeaponKind("shotgun", "shotgun", "shotgun", 2, 6, 2, 8, 1, 1, shots=cast(Any, _SHOTGUN), strikes=True),
        WeaponKind(
            "double_shotgun", "double shotgun", "shotgun", 2, 6, 2, 8, 2, 1, 2, cast(Any, _SHOTGUN), strikes=True
        ),
        WeaponKind("bow", "bow", "bow", 2, 7, 3, None, 1, 1, shots=cast(Any, _BOW), stands=True),
        WeaponKind("lance", "lance", "lance", 1, 7, 1, 3, thrown=3),
        WeaponKind("tomahawk", "tomahawk", "tomahawk", 1, 7, 1, 3, thrown=3),
        WeaponKind("knife", "knife", "knife", 1, 7, 1, 3, thrown=3),
        WeaponKind("object", "chair leg", "object", 1, strikes=True),
        WeaponKind("loot", "the loot", "object"),
    )
}

CHITS: Mapping[str, WoundChit] = {
    chit.id: chit
    for chit in (
        WoundChit("graze", "Graze", 4, owed=1),
        WoundChit("knocked_down", "Knocked Down", 3, prone=True),
        WoundChit("light", "Light", 4, lost=1),
        WoundChit("arm", "Arm", 3, arm=True),
        WoundChit("leg", "Leg", 2, leg=True),
        WoundChit("serious", "Serious", 2, lost=2, prone=True),
        WoundChit("unconscious", "Unconscious", 1, unconscious=True),
        WoundChit("dead", "Dead", 1, dead=True),
    )
}

NUMBERS = figures().numbers

# -- the town ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def town(rows: str = OPEN, **edges: str) -> BattleMap:
    """Read a town from its drawing; each keyword is a kind of edge with the edges that it stands on."""
    text = f'format = 1\ntitle = "Stage"\nterrain_set = "town"\nrows = """\n{dedent(rows).strip()}\n"""\n'
    laid = "".join(f"{kind} = {str(names.split()).replace(chr(39), chr(34))}\n" for kind, names in edges.items())
    grid = '[grid]\nkind = "square"\nneighbours = 8\ncell = 2.0\nunit = "metre"\n'
    return parse_map(f"{text}\n{grid}\n[edges]\n{laid}", "stage.toml")


def with_squares(rows: str = OPEN, **squares: str) -> str:
    """Draw a town with other ground in some squares: `with_squares(C5="u")`."""
    lines = [list(row) for row in dedent(rows).strip().splitlines()]
    for name, letter in squares.items():
        where = cell(name)
        lines[where.r][where.q] = letter
    return "\n".join(map("".join, lines))


def cell(name: str) -> Cell:
    """Return a square by its name."""
    return GRID.cell(name)


def edge(name: str) -> Edge:
    """Return an edge by its name, "C2/s"."""
    square, side = name.split("/")
    return Edge.between(cell(square), cell(square).plus(GRID.side_steps[GRID.sides.index(side)]))


def facing(name: str) -> int:
    """Return a direction by its name."""
    return FACINGS.index(name)


def stand(name: str) -> Stand:
    """Return a square and a direction: "C5 ne"."""
    square, direction = name.split()
    return Stand(cell(square), facing(direction))


def way(*names: str) -> tuple[Stand, ...]:
    """Return stands in order: `way("C5 ne", "D4 ne")`."""
    return tuple(map(stand, names))


def opened(*names: str, kind: str | None = "door_open") -> Changes:
    """Return the changes of a town whose doors, by their edges, have become another kind."""
    changes = NO_CHANGES
    for name in names:
        changes = changes.with_edge(edge(name), kind)
    return changes


# -- who is there -----------------------------------------------------------------------------------------------

_ON_THE_CARD = ("name", "actions", "gun", "brawl", "bow", "tuwa", "group")


def item(kind: str, owner: str = "x", loaded: int | None = None, reloads: int = 1) -> Item:
    """Return a weapon, full unless said otherwise; its id is "<kind>-<owner>"."""
    known = WEAPONS.get(kind)
    full = known.capacity if known else 0
    return Item(f"{kind}-{owner}", kind, full if loaded is None else loaded, reloads)


def character(
    id_: str,
    at: str | None,
    towards: str = "n",
    side: str = "",
    *,
    right: str | Item | None = None,
    left: str | Item | None = None,
    carried: tuple[str | Item, ...] = (),
    **more: Any,
) -> Character:
    """Return a character; `more` are words of its card (actions, gun, brawl, bow, tuwa, group) and of `Character`.

    Weapons are given by their kinds and are full, or as items. A long gun or a bow in the right hand fills both.
    """
    card = {"name": id_.capitalize(), "actions": 3, "kit": "empty_handed"}
    card |= {word: more.pop(word) for word in _ON_THE_CARD if word in more}

    def have(what: str | Item | None) -> Item | None:
        return item(what, id_) if isinstance(what, str) else what

    return Character(
        id=id_,
        side=side or (GANG if id_.startswith("a") else LAW),
        profile=CharacterProfile(id=f"card-{id_}", **card),
        cell=None if at is None else cell(at),
        facing=facing(towards),
        right=have(right),
        left=have(left),
        carried=tuple(found for what in carried if (found := have(what)) is not None),
        **more,
    )


def data(**shootout: Any) -> OutlawsData:
    """Return the figures of a battle; the keywords are those of `Shootout`."""
    printed = {**vars(figures()), "weapons": WEAPONS, "chits": CHITS}
    return OutlawsData(**printed, shootout=Shootout(**{"right_handed": {}, **shootout}), autos=(GANG,))


def read(scene: OutlawsPosition, **readings: Any) -> OutlawsPosition:
    """Return the same scene in a battle whose settings read clauses otherwise."""
    data_ = replace(scene.battle.data, readings=scene.battle.data.readings.model_copy(update=readings))
    return Position(replace(scene.battle, data=data_), scene.state)


def position(
    *characters: Character,
    on: BattleMap | None = None,
    actor: str = "",
    actions: int = 0,
    changes: Changes = NO_CHANGES,
    horses: tuple[Horse, ...] = (),
    shootout: Mapping[str, Any] | None = None,
    turns: int | None = None,
    **state: Any,
) -> OutlawsPosition:
    """Put characters into a town. The counters of all who are conscious are in the cup, but for the actor's."""
    map_ = town() if on is None else on
    hands = {unit.id: True for unit in characters}
    # The rule set is looked for and not imported: geometry is tested without it.
    ruleset = getattr(sys.modules.get("sim.rules.outlaws"), "OUTLAWS", None)
    battle = Battle(
        cast(Any, ruleset),
        map_,
        CONVENTIONS[map_.terrain_set.sight],
        (Side(LAW, "The law"), Side(GANG, "The gang", "solo")),
        data(**{"right_handed": hands, **(shootout or {})}),
        {unit.profile.id: unit.profile for unit in characters},
        turns,
    )
    cup = Deck(CUP, tuple(sorted(unit.id for unit in characters if not unit.out and unit.id != actor)))
    wounds = Deck(WOUNDS, tuple(sorted(chit.id for chit in CHITS.values() for _ in range(chit.count))))
    words = {"decks": (cup, wounds), **state}
    return Position(
        battle,
        OutlawsState(units=Roster(characters), actor=actor, actions=actions, changes=changes, horses=horses, **words),
    )
