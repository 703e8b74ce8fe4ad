"""Every figure of Ambush Alley: numbers, support weapons, teams, cards, which are our own. Lengths are inches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.board.terrain_sets.kind_tables import spoken
from sim.engine.units import Profile
from sim.files import did_you_mean, one_of, shown
from sim.files.wording import formed
from sim.play.figures import Entry, Faults, ListFile, OwnFile, Table
from sim.play.limits import D6, D8, D10, Count, Every, KindId, Length, Listed, ListedThere, Name, Small, Sourced, figure

TERRAIN_SET = "tabletop"
"""Whose ground the teams move over."""

Kind = Literal["team", "leader", "mob", "vehicle"]
Wound = Literal["dead", "serious", "light", "fine"]
Damage = Literal["shaken", "immobilised", "weapon out", "knocked out"]
if TYPE_CHECKING:
    Covers = str  # the ground has the class of cover as a word
    Die = int
else:
    Covers = Literal["soft", "hard"]
    Die = Literal[6, 8, 10, 12]
"""The classes of cover, and the faces of a Quality or Morale die."""

Figure = Annotated[int, figure(-9, 99)]
Dice = Annotated[int, Field(ge=0, le=10)]
Coming = Annotated[str, formed(r"^(D6|D6/2\+1|[1-9][0-9]?)$", 'how many come: "D6", "D6/2+1" or a number as in "4"')]


# -- numbers.toml --------------------------------------------------------------------------------------------------


class Numbers(Table):
    """The figures that belong to no weapon and no team; base_games.md 3.1 and 3.2 have them, numbers.toml says more."""

    success: Figure
    """What a die needs: 4."""
    fog_on: Figure
    """The bare die of a Regular in a reaction test that draws a fog-of-war card."""
    mob_move: Figure
    support_range: Figure
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
    passenger_safe: Figure
    most_rolls: Figure
    """Of the reinforcement table at a time."""
    medic: Figure
    line_of_fire: Figure
    """A mob so near to the line of fire may be hit by stray shots."""
    stray: Figure
    """What an attack die shows that goes into such a crowd."""
    leader_die: Figure
    """The Quality die of a leader who comes with reinforcements."""
    hot_spots_near_objectives: Figure
    sniper_die: Figure
    strike_die: Figure
    strike_inches: Figure
    strike_damage: Figure


class Paces(Entry):
    """How far a movement class goes, in inches."""

    cautious: Length
    rapid: Length

    def faults(self) -> Faults:
        """Yield that a Rapid move is none."""
        if self.rapid < self.cautious:
            found = f"a Rapid move of {self.rapid} inches"
            yield "rapid", found, f"no less than the Cautious one, {self.cautious}"


class Arrivals(Entry):
    """A row of the reinforcement table: which profile comes, with how many."""

    profile: KindId = ""
    figures: Coming = ""
    leader: bool = False
    again: Annotated[int, Field(ge=0, le=3)] = 0
    """Roll so many times more instead."""

    def faults(self) -> Faults:
        """Yield that a row says neither who comes nor to roll again, or both."""
        if self.again and (self.profile or self.figures or self.leader):
            yield "again", "a row that rolls again, and somebody who comes", "one or the other"
        if not self.again and not self.profile:
            yield "profile", "nothing", "who comes, or again = 2 to roll twice"
        if not self.again and not self.figures:
            yield "figures", "nothing", "how many come"


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

    def faults(self) -> Faults:
        """Yield damage of what harms nothing."""
        if self.damage and not self.anti_tank:
            found = f"damage {self.damage} of a weapon that harms no vehicle"
            yield "damage", found, "anti_tank dice, or no damage"


class Figures(Table, kw_only=True):
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


def _check_classes(figures: Figures, findings: Findings) -> None:
    classes = list(terrain_set(TERRAIN_SET).movement)
    for id in figures.paces:
        if id not in classes:
            findings.add(("pace", id), "an unknown movement class", one_of(classes), did_you_mean(id, classes))


figures = OwnFile(Figures, __name__, "numbers.toml", _check_classes)


# -- teams.toml ----------------------------------------------------------------------------------------------------


class TeamProfile(Profile, Entry):
    """A kind of team."""

    name: Name
    quality: Die
    """The faces of the Quality die. It is the optimum range in inches as well."""
    morale: Die
    figures: Count
    kind: Kind = "team"
    support: Annotated[tuple[KindId, ...], ListedThere(figures, "supports")] = ()
    """Support weapons of numbers.toml that are with it."""
    body_armour: Dice = 0
    """Defence dice that body armour adds."""
    movement: Annotated[KindId, ListedThere(figures, "paces")] = "foot"
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

    def faults(self) -> Faults:
        """Yield what a vehicle cannot be, and what only a vehicle can have."""
        if self.kind == "vehicle":
            if self.movement == "foot":
                yield "movement", "a vehicle on foot", "wheeled or tracked"
            return
        for place, id in enumerate(self.support):
            if (weapon := figures().supports.get(id)) and weapon.mounted:
                found = f"{shown(id)}, which is mounted, with a {self.kind}"
                yield ("support", place), found, "a vehicle, or a weapon that can be carried"
        armoured = {"armour": any(self.armour), "rear_die": self.rear_die, "soft_skinned": self.soft_skinned}
        if key := next((key for key, said in {**armoured, "seats": self.seats}.items() if said), None):
            yield key, f"a {self.kind} with {spoken(key)}", 'kind = "vehicle"'
        if self.kind == "leader" and self.figures != 1:
            yield "figures", f"a leader of {self.figures} figures", "1"
        if self.kind == "mob" and self.support:
            yield "support", "a mob with a support weapon", "none, or another kind"


def _check_arrivals(teams: Mapping[str, TeamProfile], findings: Findings) -> None:
    for score, row in figures().arrivals.items():
        if not row.again and row.profile not in teams:
            found = f"no {shown(row.profile)}, who comes with a {score} of the reinforcement table"
            findings.add(("team",), found, "a team of that id")


teams = ListFile("team", TeamProfile, __name__, "teams.toml", _check_arrivals)


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


class Card(Table):
    """A card of either deck."""

    id: str
    name: Name
    text: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    effect: Effect
    amount: Annotated[int, Field(ge=-9, le=20)] = 0
    whom: Literal["", "regulars", "insurgents", "one regular", "one insurgent", "nearest", "random"] = ""
    lasts: Literal["at once", "this turn", "until it moves", "for good"] = "at once"

    def faults(self) -> Faults:
        """Yield that its words do not make an effect."""
        if self.effect in ON_SOMEBODY and not self.whom:
            yield "whom", "nothing", f"on whom {shown(self.effect)} is"
        if self.effect in IN_NUMBERS and not self.amount:
            yield "amount", "nothing", f"how much {shown(self.effect)} is"
        if (self.effect in LASTING) == (self.lasts == "at once"):
            expected = "how long" if self.effect in LASTING else 'lasts = "at once"'
            yield "lasts", f"{shown(self.effect)} that lasts {shown(self.lasts)}", expected


class Cards(Table, kw_only=True):
    """What cards.toml says."""

    fog: Listed[Card]
    assets: Annotated[Listed[Card], Field(alias="asset")]

    def faults(self) -> Faults:
        """Yield assets that nobody could aim."""
        for id, card in self.assets.items():
            if card.whom in ("random", "nearest"):
                yield ("asset", id, "whom"), f"an asset on {shown(card.whom)}", "one that the player names, or all"


cards = OwnFile(Cards, __name__, "cards.toml")
