"""The printed figures: counters, hit markers, action cards, and every number of the rules.

All of them are TOML beside this module, each with its source, because most were gathered from public material and some
are proposals: whoever owns the boxed game can compare them, correct them, and hand a file of their own to the loaders.
Terrain is not here: its figures are those of the terrain set "battlefield".
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.files.strict import Strict, validated
from sim.rules.common.own_files import PathLike, check_keys, own_document
from sim.rules.conflict_of_heroes.data_tables import (
    CardsFile,
    HitsFile,
    NumbersFile,
    UnitsFile,
    UnitTable,
)
from sim.rules.conflict_of_heroes.kinds import TERRAIN_SET, CardEffect, Kind, Pool, Symbol


@dataclass(frozen=True, kw_only=True)
class CounterProfile(Profile):
    """What is printed on a counter."""

    nation: str
    """Whose it is; "any" for what every side may have."""
    kind: Kind
    movement: str
    """A movement class of the terrain set."""
    symbol: Symbol
    attack_ap: int | None
    """None: it cannot attack."""
    move_ap: int
    red: int
    """Firepower against soft targets."""
    blue: int
    """Firepower against armour."""
    range: int
    """Normal range in hexes; 0 for one that attacks in close combat only."""
    min_range: int = 0
    """Nearer targets are out of reach, save in close combat."""
    front: int
    flank: int
    front_armoured: bool = False
    flank_armoured: bool = False
    wheels: int = 0
    """Bonus hexes from road to road."""
    tracks: int = 0
    """Bonus hexes along roads or in the open."""
    turret: bool = False
    crewed: bool = False
    """Its firepower stands on a white field: a penalty in close combat in place of the bonus."""
    crewed_blue: bool = False
    """The same of its blue firepower; other than `crewed` only where the white field is behind the red figure alone."""
    flame: bool = False
    """It may attack with a flamethrower instead; see the `flame` figures of `Numbers`."""
    explosive: bool = False
    """It fires high explosive: at the flank always, and over walls."""
    indirect_ap: int | None = None
    """None: it cannot fire at what it does not see."""
    smoke: bool = False
    """It may lay smoke instead of attacking."""
    non_combat: bool = False
    """COH-4.3: it is not counted, and takes no control markers."""
    source: str = ""

    def __hash__(self) -> int:
        """Hash by the id alone: counters are keys to much that is kept, and a profile has two dozen fields."""
        return hash(self.id)


@dataclass(frozen=True)
class HitMarker:
    """What befalls a counter that is hit. Figures are added to those of the counter."""

    id: str
    name: str
    pool: Pool
    """The colour of the defence that was hit."""
    count: int
    """How many lie in the pool."""
    rally: int | None
    """What two dice must reach; None: cannot be rallied."""
    destroys: bool = False
    only_rally: bool = False
    no_attack: bool = False
    no_move: bool = False
    """Neither moves nor pivots."""
    no_red: bool = False
    no_blue: bool = False
    attack_ap: int = 0
    move_ap: int = 0
    """For moves and pivots."""
    red: int = 0
    blue: int = 0
    range: int | None = None
    """The range it is left with; None: its own."""
    front: int = 0
    flank: int = 0
    source: str = ""


@dataclass(frozen=True)
class ActionCard:
    """COH-3.3: a card that the player may hold. It has a cost in AP or one in CAPs, never both."""

    id: str
    name: str
    count: int
    effect: CardEffect
    ap: int | None
    caps: int | None
    text: str
    value: int = 0
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every figure of the rules that is neither on a counter nor in the terrain set.

    What modifies an attack is added to the attacker's side or, where the name says so, to the target's defence.
    """

    short_range: int
    short_range_distance: int
    long_range: int
    long_range_factor: int
    """How many times the printed range a shot may reach."""
    close_combat: int
    crewed_close_combat: int
    """In place of the other."""
    higher_attacker: int
    higher_target: int
    """To the defence of a target on higher ground."""
    group_fire: int
    """For each supporter of a group attack."""
    group_distance: int
    """How far from the leader a supporter may be."""
    never_needs: int
    """COH-5.1-eleven: an AI that needs this or more does not fire."""

    destroyed_by: int
    """A roll that exceeds the number needed by this destroys at once."""

    caps_on_dice: int
    """The most CAPs on one roll."""
    cap_on_dice: int
    """What each of them is worth there."""
    cap_loss: int
    """CAPs that a destroyed Unit takes off the level of its side."""
    cap_floor: int
    stall: int
    """AP or CAPs."""

    pivot_ap: int
    backward_ap: int
    """On top of the move."""
    turret_ap: int
    """On top of the attack, for a turret that fires out of the front arc."""
    rally_ap: int
    rally_cover: int
    """To the number needed: for each of woods, building, wall or fortification, heavy smoke."""
    rally_friend: int
    """To the number needed: for each unhit friend in the hex."""
    hasty_ap: int
    hasty_defence: int
    hide_ap: int
    """Hiding, and moving while hidden."""
    hidden_seen_at: int
    """Hidden foot in the open is seen by an enemy so near."""
    recon_needs: int
    """Recon by fire: what two dice must reach, and the defence modifier of the terrain on top."""
    smoke_ap: int
    """On top of the attack of whoever lays smoke."""
    initiative_needs: int

    vehicle_shelter: int
    """To the defence of foot in the hex of a friendly vehicle."""
    bunker_front: int
    """To the defence of a bunker's garrison from the front; the terrain set has what it gives otherwise."""
    wire_die: int
    """Sides of the die that foot adds to the cost of entering wire."""
    mines_need: int
    heavy_smoke_attack: int
    """Out of the smoke."""
    light_smoke_attack: int
    smoke_most: int
    """All smoke on a line together modifies by no more."""
    spotter_distance: int
    flame_red: int
    flame_blue: int
    flame_range: int

    reveal_distance: int
    """COH-6.0: a Unit that sees a rumour so near reveals it."""

    luck_spoilt_at: int
    luck_spoilt: int


# -- the files ------------------------------------------------------------------------------------------------


def load_profiles(path: PathLike | None = None) -> dict[str, CounterProfile]:
    """Read the counters by their ids, ours or those of a file, or raise every mistake in it."""
    document = own_document("conflict_of_heroes", "units.toml", path)
    tables, findings = validated(UnitsFile, document).unit, Findings(document)
    for id, table in tables.items():
        _check_unit(("unit", id), table, findings)
    findings.settle()
    return {id: _profile(id, table) for id, table in tables.items()}


def load_hits(path: PathLike | None = None) -> dict[str, HitMarker]:
    """Read the hit markers of both pools by their ids, ours or those of a file."""
    document = own_document("conflict_of_heroes", "hits.toml", path)
    tables, findings = validated(HitsFile, document).hit, Findings(document)
    for id, table in tables.items():
        if table.destroys and table.rally != "no":
            findings.add(("hit", id, "rally"), str(table.rally), '"no" for a marker that destroys')
    for pool in ("soft", "armoured"):
        if not any(table.pool == pool for table in tables.values()):
            findings.add(("hit",), f"no marker of the {pool} pool", "at least one to draw")
    findings.settle()
    return {id: HitMarker(id=id, **_said(table)) for id, table in tables.items()}


def load_action_cards(path: PathLike | None = None) -> dict[str, ActionCard]:
    """Read the action cards by their ids, ours or those of a file."""
    document = own_document("conflict_of_heroes", "action_cards.toml", path)
    tables, findings = validated(CardsFile, document).card, Findings(document)
    for id, table in tables.items():
        if (table.ap is None) == (table.caps is None):
            found = "no cost" if table.ap is None else "a cost in AP and one in CAPs"
            findings.add(("card", id), found, "either ap or caps")
    findings.settle()
    return {id: ActionCard(id=id, **_said(table)) for id, table in tables.items()}


def load_numbers(path: PathLike | None = None) -> Numbers:
    """Read the numbers, ours or those of a file, which must have them all."""
    document = own_document("conflict_of_heroes", "numbers.toml", path)
    tables, findings = validated(NumbersFile, document).number, Findings(document)
    check_keys(findings, "number", tables, [field.name for field in fields(Numbers)])
    findings.settle()
    return Numbers(**{name: table.value for name, table in tables.items()})


def _check_unit(way: tuple[str, str], table: UnitTable, findings: Findings) -> None:
    """Note what no single key of a counter can tell."""
    movements = list(terrain_set(TERRAIN_SET).movement)
    if table.movement not in movements:
        findings.not_among((*way, "movement"), table.movement, movements)
    if table.min_range > table.range:
        findings.add((*way, "min_range"), str(table.min_range), f"at most the range, {table.range}")
    if table.attack_ap == "no" and table.range > 0:
        findings.add((*way, "range"), str(table.range), "0 for a counter that cannot attack")
    if table.crewed_blue and not table.crewed:
        findings.add((*way, "crewed_blue"), "true", "crewed = true beside it")
    if table.indirect_ap is not None and not table.explosive:
        findings.add((*way, "indirect_ap"), str(table.indirect_ap), "explosive = true beside it")


def _profile(id: str, table: UnitTable) -> CounterProfile:
    said = _said(table)
    if table.crewed_blue is None:
        said["crewed_blue"] = table.crewed
    return CounterProfile(id=id, **said)


def _said(table: Strict) -> dict[str, Any]:
    """Return what a table says, with None for what it says cannot be done."""
    said = table.model_dump()
    return said | {key: None for key in ("attack_ap", "rally") if said.get(key) == "no"}
