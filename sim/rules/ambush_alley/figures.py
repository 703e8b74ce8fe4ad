"""Every figure of Ambush Alley: numbers, support weapons, teams, cards. Lengths are inches.

All of them are TOML beside this module, each figure with its source, because the printed ones are not public: whoever
owns the rules can compare them, correct them, and have a file of their own read. The cards are our own. Terrain is not
here: its figures are those of the terrain set "tabletop".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.board.terrain_sets.kind_tables import spoken
from sim.engine.units import Profile
from sim.files import did_you_mean, one_of, shown
from sim.files.wording import formed
from sim.play.figures import (
    D6,
    D8,
    D10,
    Entry,
    Every,
    KindId,
    Listed,
    Name,
    OwnFile,
    Sourced,
    Table,
    Written,
    figure,
)

TERRAIN_SET = "tabletop"
"""Whose ground the teams move over."""

Kind = Literal["team", "leader", "mob", "vehicle"]
Wound = Literal["dead", "serious", "light", "fine"]
Damage = Literal["shaken", "immobilised", "weapon out", "knocked out"]
if TYPE_CHECKING:
    Covers = str  # the ground has the class of cover as a word
else:
    Covers = Literal["soft", "hard"]

Figure = Annotated[int, figure(-9, 99)]
Length = Annotated[int, Field(ge=1, le=200)]
Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Dice = Annotated[int, Field(ge=0, le=10)]
Die = Annotated[int, Written(Literal[6, 8, 10, 12])]
"""The faces of a Quality or Morale die."""
Coming = Annotated[str, formed(r"^(D6|D6/2\+1|[1-9][0-9]?)$", 'how many come: "D6", "D6/2+1" or a number as in "4"')]


# -- numbers.toml --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers(Table):
    """The figures that belong to no weapon and no team; base_games.md 3.1 and 3.2 have them."""

    success: Figure
    """What a die needs: 4."""
    fog_on: Figure
    """The bare die of a Regular in a reaction test that draws a fog-of-war card."""
    mob_move: Figure
    support_range: Figure
    """Support weapons multiply the optimum range by this."""
    optimum_dice: Figure
    rapid_target: Figure
    exposed_target: Figure
    rapid_firer: Figure
    later_fire: Figure
    """For each fire of a unit in a turn after the first."""
    pinned_firer: Figure
    most_dice: Figure
    shots_a_turn: Figure
    half_strength: Figure
    assault_morale: Figure
    cohesion: Figure
    disperse_distance: Figure
    brave: Figure
    """AAS-R-six: the Firepower that counts as more than six."""
    combat_near: Figure
    combat_far: Figure
    leader_hot_spot: Figure
    hot_spot_blocked: Figure
    hot_spot_taken: Figure
    hot_spot_clear: Figure
    hot_spot_from_entry: Figure
    hot_spot_apart: Figure
    hot_spot_count: Figure
    penalty: Figure
    """The casualty penalty on reaction tests."""
    small_arms_harm: Figure
    """What small arms need to harm a soft-skinned vehicle."""
    passenger_safe: Figure
    most_rolls: Figure
    """Of the reinforcement table at a time."""
    medic: Figure
    """What a medic with the unit adds to the first-aid die."""
    line_of_fire: Figure
    """A mob so near to the line of fire may be hit by stray shots."""
    stray: Figure
    """What an attack die shows that goes into such a crowd."""
    leader_die: Figure
    """The Quality die of a leader who comes with reinforcements."""
    hot_spots_near_objectives: Figure
    """So many of the hot spots are placed as near to an objective as the other wishes allow."""
    sniper_die: Figure
    """Faces of the dice of a sniper, and of a strike from off the table."""
    strike_die: Figure
    strike_inches: Figure
    """How far a strike reaches around its cell."""
    strike_damage: Figure
    """What it adds to the damage die."""


@dataclass(frozen=True)
class Paces(Entry):
    """How far a movement class goes, in inches."""

    cautious: Length
    rapid: Length


@dataclass(frozen=True)
class Arrivals(Entry):
    """A row of the reinforcement table: which profile comes, with how many."""

    profile: KindId = ""
    figures: Coming = ""
    leader: bool = False
    again: Annotated[int, Field(ge=0, le=3)] = 0
    """Roll so many times more instead."""


@dataclass(frozen=True)
class Support(Entry):
    """A support weapon."""

    id: str
    name: Name
    dice: Dice
    """Firepower dice that it adds; none in close assault."""
    anti_tank: Dice = 0
    """Dice against vehicles; without any it harms none."""
    damage: Annotated[int, Field(ge=0, le=2)] = 0
    """What it adds to the damage die: light 0, medium 1, heavy 2."""
    mounted: bool = False
    """On a vehicle or emplaced: always within optimum range."""


@dataclass(frozen=True, kw_only=True)
class Figures(Table):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    paces: Annotated[Mapping[KindId, Paces], Field(alias="pace", min_length=1)]
    """By movement class."""
    cover: Every[Covers, Figure]
    """Defence dice by class of cover."""
    first_aid: Every[D6, Annotated[Wound, Sourced(Wound, key="is")]]
    damage: Every[D8, Annotated[Damage, Sourced(Damage, key="is")]]
    """By D6 and what the weapon adds, 2 for the heaviest."""
    arrivals: Annotated[Every[D10, Arrivals], Field(alias="arrival")]
    """The reinforcement table."""
    supports: Annotated[Listed[Support], Field(alias="support")]


def _check_figures(figures: Figures, findings: Findings) -> None:
    classes = list(terrain_set(TERRAIN_SET).movement)
    for id, pace in figures.paces.items():
        if id not in classes:
            findings.add(("pace", id), "an unknown movement class", one_of(classes), did_you_mean(id, classes))
        if pace.rapid < pace.cautious:
            found = f"a Rapid move of {pace.rapid} inches"
            findings.add(("pace", id, "rapid"), found, f"no less than the Cautious one, {pace.cautious}")
    for score, row in figures.arrivals.items():
        _check_arrival(("arrival", str(score)), row, findings)
    for id, weapon in figures.supports.items():
        if weapon.damage and not weapon.anti_tank:
            found = f"damage {weapon.damage} of a weapon that harms no vehicle"
            findings.add(("support", id, "damage"), found, "anti_tank dice, or no damage")


def _check_arrival(way: tuple[str, str], row: Arrivals, findings: Findings) -> None:
    """Note a row that says neither who comes nor to roll again, or both."""
    if row.again:
        if row.profile or row.figures or row.leader:
            findings.add((*way, "again"), "a row that rolls again, and somebody who comes", "one or the other")
        return
    if not row.profile:
        findings.add((*way, "profile"), "nothing", "who comes, or again = 2 to roll twice")
    if not row.figures:
        findings.add((*way, "figures"), "nothing", "how many come")


figures = OwnFile(Figures, __name__, "numbers.toml", _check_figures)


# -- teams.toml ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TeamProfile(Profile, Entry):
    """A kind of team."""

    name: Name
    quality: Die
    """The faces of the Quality die. It is the optimum range in inches as well."""
    morale: Die
    figures: Count
    kind: Kind = "team"
    support: tuple[KindId, ...] = ()
    """Support weapons of numbers.toml that are with it."""
    body_armour: Dice = 0
    """Defence dice that body armour adds."""
    movement: KindId = "foot"
    """The movement class of the terrain set."""
    medic: bool = False
    armour: tuple[Dice, Dice, Dice] = (0, 0, 0)
    """Of a vehicle: defence dice at the front, at the sides and at the rear."""
    armour_die: Die = 6
    rear_die: Die = 0
    """The faces of the dice at the rear; 0 for the same as elsewhere."""
    soft_skinned: bool = False
    """A vehicle that small arms can harm."""
    seats: Small = 0
    points: Small = 1
    """What its loss is worth to the other side."""


@dataclass(frozen=True)
class Teams(Table):
    """What teams.toml says."""

    team: Listed[TeamProfile]


def _check_teams(teams: Teams, findings: Findings) -> None:
    known = figures()
    for id, team in teams.team.items():
        _check_equipment(("team", id), team, known, findings)
        _check_kind(("team", id), team, findings)
    for score, row in known.arrivals.items():
        if not row.again and row.profile not in teams.team:
            found = f"no {shown(row.profile)}, who comes with a {score} of the reinforcement table"
            findings.add(("team",), found, "a team of that id")


def _check_equipment(way: tuple[str, str], team: TeamProfile, known: Figures, findings: Findings) -> None:
    if team.movement not in known.paces:
        findings.not_among((*way, "movement"), team.movement, list(known.paces))
    for place, weapon in enumerate(team.support):
        if weapon not in known.supports:
            findings.not_among((*way, "support", place), weapon, list(known.supports))
        elif known.supports[weapon].mounted and team.kind != "vehicle":
            found = f"{shown(weapon)}, which is mounted, with a {team.kind}"
            findings.add((*way, "support", place), found, "a vehicle, or a weapon that can be carried")


def _check_kind(way: tuple[str, str], team: TeamProfile, findings: Findings) -> None:
    """Note what a vehicle cannot be, and what only a vehicle can have."""
    if team.kind == "vehicle":
        if team.movement == "foot":
            findings.add((*way, "movement"), "a vehicle on foot", "wheeled or tracked")
        return
    armoured = {"armour": any(team.armour), "rear_die": team.rear_die, "soft_skinned": team.soft_skinned}
    if key := next((key for key, said in {**armoured, "seats": team.seats}.items() if said), None):
        findings.add((*way, key), f"a {team.kind} with {spoken(key)}", 'kind = "vehicle"')
    if team.kind == "leader" and team.figures != 1:
        findings.add((*way, "figures"), f"a leader of {team.figures} figures", "1")
    if team.kind == "mob" and team.support:
        findings.add((*way, "support"), "a mob with a support weapon", "none, or another kind")


teams = OwnFile(Teams, __name__, "teams.toml", _check_teams)


def profiles() -> Mapping[str, TeamProfile]:
    """Return the teams of the shipped file by their ids."""
    return teams().team


# -- cards.toml ----------------------------------------------------------------------------------------------------

Effect = Literal[
    "defence dice", "firepower dice", "quality", "level", "pinned", "arrival", "sniper", "smoke", "strike", "medevac",
    "reaction", "no rapid", "cover lost", "morale", "reactivate", "mob", "recon", "extra aid", "nothing",
]  # fmt: skip
LASTING: tuple[Effect, ...] = (
    "defence dice", "firepower dice", "quality", "reaction", "morale", "extra aid", "no rapid", "cover lost", "recon",
)  # fmt: skip
"""Effects that are in force for a time; the others happen at once."""
ON_SOMEBODY = (*LASTING, "pinned", "sniper", "strike", "medevac", "reactivate")
"""Effects that need to know on whom."""
IN_NUMBERS = (
    "defence dice", "firepower dice", "quality", "reaction", "morale", "extra aid", "cover lost", "level", "arrival",
    "mob", "pinned", "sniper", "strike",
)  # fmt: skip
"""Effects that do nothing without an amount."""


@dataclass(frozen=True)
class Card(Table):
    """A card of either deck."""

    id: str
    name: Name
    text: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    effect: Effect
    amount: Annotated[int, Field(ge=-9, le=20)] = 0
    whom: Literal["", "regulars", "insurgents", "one regular", "one insurgent", "nearest", "random"] = ""
    lasts: Literal["at once", "this turn", "until it moves", "for good"] = "at once"


@dataclass(frozen=True, kw_only=True)
class Cards(Table):
    """What cards.toml says."""

    fog: Listed[Card]
    assets: Annotated[Listed[Card], Field(alias="asset")]


def _check_cards(cards: Cards, findings: Findings) -> None:
    for deck, entries in (("fog", cards.fog), ("asset", cards.assets)):
        for id, card in entries.items():
            _check_card((deck, id), card, findings)


def _check_card(way: tuple[str, str], card: Card, findings: Findings) -> None:
    """Note a card whose words do not make an effect."""
    if card.effect in ON_SOMEBODY and not card.whom:
        findings.add((*way, "whom"), "nothing", f"on whom {shown(card.effect)} is")
    if card.effect in IN_NUMBERS and not card.amount:
        findings.add((*way, "amount"), "nothing", f"how much {shown(card.effect)} is")
    if (card.effect in LASTING) == (card.lasts == "at once"):
        expected = "how long" if card.effect in LASTING else 'lasts = "at once"'
        findings.add((*way, "lasts"), f"{shown(card.effect)} that lasts {shown(card.lasts)}", expected)
    if way[0] == "asset" and card.whom in ("random", "nearest"):
        findings.add((*way, "whom"), f"an asset on {shown(card.whom)}", "one that the player names, or all")


cards = OwnFile(Cards, __name__, "cards.toml", _check_cards)
