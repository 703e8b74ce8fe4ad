"""The printed figures: counters, hit markers, action cards, and every number of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.play.figures import Entry, Faults, ListFile, OwnFile, Table
from sim.play.limits import D6, Count, Every, ListedThere, Name, Printed, Small, figure, or_no

TERRAIN_SET = "battlefield"
"""Whose movement classes the counters use."""

Figure = Annotated[int, figure(-99, 99)]

Kind = Literal["foot", "gun", "vehicle"]
Pool = Literal["soft", "armoured"]
Symbol = Literal[
    "rifles", "smg", "mg", "mortar", "engineers", "tank_hunters", "infantry_gun", "at_gun", "flak", "tank",
    "armoured_car", "halftrack", "assault_gun", "truck", "wagon", "rumour",
]  # fmt: skip
"""What the picture of a counter shows."""


# -- units.toml --------------------------------------------------------------------------------------------------


class CounterProfile(Profile, Entry, kw_only=True):
    """What is printed on a counter."""

    name: Name
    kind: Kind
    movement: Annotated[str, ListedThere(partial(terrain_set, TERRAIN_SET), "movement")]
    """A movement class of the terrain set."""
    symbol: Symbol
    attack_ap: Annotated[int | None, or_no(Small)]
    """None: it cannot attack."""
    move_ap: Small
    red: Printed
    """Firepower against soft targets."""
    blue: Printed
    """Firepower against armour."""
    range: Small
    """Normal range in hexes; 0 for one that attacks in close combat only."""
    min_range: Small = 0
    """Nearer targets are out of reach, save in close combat."""
    front: Printed
    flank: Printed
    front_armoured: bool = False
    flank_armoured: bool = False
    wheels: Small = 0
    """Bonus hexes from road to road."""
    tracks: Small = 0
    """Bonus hexes along roads or in the open."""
    turret: bool = False
    crewed: bool = False
    """Its firepower stands on a white field: a penalty in close combat in place of the bonus."""
    crewed_blue: bool | None = None
    """The same of its blue firepower; left out, it is as `crewed`, save where the field is behind the red one alone."""
    flame: bool = False
    """It may attack with a flamethrower instead; see the `flame` figures of `Numbers`."""
    explosive: bool = False
    """It fires high explosive: at the flank always, and over walls."""
    indirect_ap: Small | None = None
    """None: it cannot fire at what it does not see."""
    smoke: bool = False
    """It may lay smoke instead of attacking."""
    non_combat: bool = False
    """COH-4.3: it is not counted, and takes no control markers."""

    def __post_init__(self) -> None:
        if self.crewed_blue is None:
            object.__setattr__(self, "crewed_blue", self.crewed)

    def faults(self) -> Faults:
        """Yield the figures that contradict others of the counter."""
        if self.min_range > self.range:
            yield "min_range", str(self.min_range), f"at most the range, {self.range}"
        if self.attack_ap is None and self.range > 0:
            yield "range", str(self.range), "0 for a counter that cannot attack"
        if self.crewed_blue and not self.crewed:
            yield "crewed_blue", "true", "crewed = true beside it"
        if self.indirect_ap is not None and not self.explosive:
            yield "indirect_ap", str(self.indirect_ap), "explosive = true beside it"


units = ListFile("unit", CounterProfile, __name__, "units.toml")


# -- hits.toml ---------------------------------------------------------------------------------------------------


class HitMarker(Entry):
    """What befalls a counter that is hit. Figures are added to those of the counter."""

    id: str
    name: Name
    pool: Pool
    """The colour of the defence that was hit."""
    count: Count
    """How many lie in the pool."""
    rally: Annotated[int | None, or_no(Annotated[int, Field(ge=2, le=12)])]
    """What two dice must reach; None: cannot be rallied."""
    destroys: bool = False
    only_rally: bool = False
    no_attack: bool = False
    no_move: bool = False
    """Neither moves nor pivots."""
    no_red: bool = False
    no_blue: bool = False
    attack_ap: Printed = 0
    move_ap: Printed = 0
    """For moves and pivots."""
    red: Printed = 0
    blue: Printed = 0
    range: Small | None = None
    """The range it is left with; None: its own."""
    front: Printed = 0
    flank: Printed = 0

    def faults(self) -> Faults:
        """Yield a rally number on a marker that destroys."""
        if self.destroys and self.rally is not None:
            yield "rally", str(self.rally), '"no" for a marker that destroys'


def _check_pools(hits: Mapping[str, HitMarker], findings: Findings) -> None:
    for pool in ("soft", "armoured"):
        if not any(marker.pool == pool for marker in hits.values()):
            findings.add(("hit",), f"no marker of the {pool} pool", "at least one to draw")


hits = ListFile("hit", HitMarker, __name__, "hits.toml", _check_pools)


# -- action_cards.toml -------------------------------------------------------------------------------------------

CardEffect = Literal[
    "free_action", "free_action_spent", "rally_at_once", "rally_try", "extra_hex", "enemy_cost", "reroll", "caps_die",
    "hasty_defence", "firepower", "second_turn", "luck", "scout", "bog_down", "clear_obstacle", "lay_mines", "smoke",
]  # fmt: skip
"""What an action card does. `value` is the card's figure; the cost, where it is in AP, is paid by one Unit and checked.

Played as the one action of the player's turn (COH-3.3):

- `free_action`: any Unit, fresh or spent, takes one action of any kind, and the action costs nothing. No spent check.
- `free_action_spent`: the same, and the Unit must be spent. It stays spent.
- `rally_at_once`: the hit marker of the Unit that pays goes back to its pool, without a roll; an enemy in the hex or a
  marker that cannot be rallied does not prevent it.
- `rally_try`: a hit Unit, fresh or spent, makes a rally roll under all the usual conditions, for nothing and without a
  spent check.
- `caps_die`: a die of `value` sides; that many CAPs are added for this round, and they may exceed the side's level.
- `hasty_defence`: a Unit that is not in close combat, a vehicle too, is in hasty defence as if it had paid for it.
- `clear_obstacle`: all wire and mines in the hex of the Unit that pays are removed; it is unhit and in no close combat.
- `lay_mines`: mines in a hex at most `value` hexes from the Unit that pays; it is unhit and in no close combat, and no
  counter is in that hex.
- `smoke`: heavy smoke in a hex that some Unit on the map can see, and in all hexes at most `value` hexes from it; a
  hex of water gets none.

Played in addition to an action of one's own, which is still the one action of the turn:

- `extra_hex`: after a complete move, bonus hexes included, the Unit enters up to `value` more hexes, any that it is
  able to enter; they cost nothing.
- `firepower`: `value` is added to the firepower in every roll of one attack. Chosen before the first roll.
- `reroll`: after one of the player's own rolls of dice, up to `value` of its dice, the player's choice, are rolled
  again; the new result stands. Order cards drawn for a spent check are no dice.
- `luck`: after one of the player's own rolls of dice, one die: up to `Numbers.luck_spoilt_at` it adds
  `Numbers.luck_spoilt` to the roll, otherwise `value`.
- `second_turn`: after this turn, spent check included, the player has another at once, and the AI none in between. Not
  with a pass, which is no action.
- `scout`: before or after the action, every hidden AI and every rumour that some Unit can see and that is at most
  `value` hexes from that Unit is revealed.

Played in the AI's turn:

- `enemy_cost`: before the spent check of an AI order, `value` is added to the AP that its action cost. Useless after a
  command order, which is not checked.
- `bog_down`: after an unhit AI vehicle has moved, two dice: with `value` or more it gets a marker of the armoured pool,
  even if it is soft: the first in the order of the file that forbids moving. If none of these is left, nothing.
"""


class ActionCard(Entry):
    """COH-3.3: a card that the player may hold. It has a cost in AP or one in CAPs, never both."""

    id: str
    name: Name
    count: Count
    effect: CardEffect
    text: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    ap: Small | None = None
    caps: Small | None = None
    value: Printed = 0

    def faults(self) -> Faults:
        if (self.ap is None) == (self.caps is None):
            found = "no cost" if self.ap is None else "a cost in AP and one in CAPs"
            yield "", found, "either ap or caps"


action_cards = ListFile("card", ActionCard, __name__, "action_cards.toml")


# -- numbers.toml ------------------------------------------------------------------------------------------------


class Numbers(Table, kw_only=True):
    """Every figure of the rules that is neither on a counter nor in the terrain set.

    What modifies an attack is added to the attacker's side or, where the name says so, to the target's defence.
    """

    short_range: Figure
    short_range_distance: Figure
    long_range: Figure
    long_range_factor: Figure
    """How many times the printed range a shot may reach."""
    close_combat: Figure
    crewed_close_combat: Figure
    """In place of the other."""
    higher_attacker: Figure
    higher_target: Figure
    """To the defence of a target on higher ground."""
    group_fire: Figure
    """For each supporter of a group attack."""
    group_distance: Figure
    """How far from the leader a supporter may be."""
    never_needs: Figure
    """COH-5.1-eleven: an AI that needs this or more does not fire."""

    destroyed_by: Figure
    """A roll that exceeds the number needed by this destroys at once."""

    caps_on_dice: Figure
    """The most CAPs on one roll."""
    cap_on_dice: Figure
    """What each of them is worth there."""
    cap_loss: Figure
    """CAPs that a destroyed Unit takes off the level of its side."""
    cap_floor: Figure
    stall: Figure
    """AP or CAPs."""

    pivot_ap: Figure
    backward_ap: Figure
    """On top of the move."""
    turret_ap: Figure
    """On top of the attack, for a turret that fires out of the front arc."""
    rally_ap: Figure
    rally_cover: Figure
    """To the number needed: for each of woods, building, wall or fortification, heavy smoke."""
    rally_friend: Figure
    """To the number needed: for each unhit friend in the hex."""
    hasty_ap: Figure
    hasty_defence: Figure
    hide_ap: Figure
    """Hiding, and moving while hidden."""
    hidden_seen_at: Figure
    """Hidden foot in the open is seen by an enemy so near."""
    recon_needs: Figure
    """Recon by fire: what two dice must reach, and the defence modifier of the terrain on top."""
    smoke_ap: Figure
    """On top of the attack of whoever lays smoke."""
    initiative_needs: Figure

    vehicle_shelter: Figure
    """To the defence of foot in the hex of a friendly vehicle."""
    bunker_front: Figure
    """To the defence of a bunker's garrison from the front; the terrain set has what it gives otherwise."""
    wire_die: Figure
    """Sides of the die that foot adds to the cost of entering wire."""
    mines_need: Figure
    heavy_smoke_attack: Figure
    """Out of the smoke."""
    light_smoke_attack: Figure
    smoke_most: Figure
    """All smoke on a line together modifies by no more."""
    spotter_distance: Figure
    flame_red: Figure
    flame_blue: Figure
    flame_range: Figure

    reveal_distance: Figure
    """COH-6.0: a Unit that sees a rumour so near reveals it."""

    luck_spoilt_at: Figure
    luck_spoilt: Figure

    activation: Figure
    """AP of an activated counter in the base game, by which it is shown how far one gets: the solo rules know no store
    of AP, and hardly a card leaves anybody fresh after so many."""


class Figures(Table):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    sniper_fire: Every[D6, Figure]
    """COH-4.3: CAPs lost to a sniper, by the die."""


figures = OwnFile(Figures, __name__, "numbers.toml")
