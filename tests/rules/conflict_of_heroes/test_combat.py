"""Attacks: firepower against defence, each modifier by a pair of positions that differ in it alone.

The base game is proved under COH-3.1, the unit action that needs it; flanks, arcs and firepower under their own rules.
"""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.rules.conflict_of_heroes.combat.attacks import Support
from sim.rules.conflict_of_heroes.events import Attacked, Destroyed, HitTaken
from sim.rules.conflict_of_heroes.orders.fire import Fire
from tests.rules.conflict_of_heroes.stage import (
    ALWAYS_SPENT,
    GERMAN_RIFLES,
    HMG34,
    MAXIM,
    MG34,
    NEVER_SPENT,
    PAK,
    RIFLES,
    SMG,
    TANK,
    TRUCK,
    Piece,
    ai,
    stage,
    unit,
    with_heights,
    with_terrain,
)

PANZER, MORTAR = "german_pz3h", "soviet_50mm_mortar"
GUN_CARRIER = "german_pzjg_35r"
"""Armoured in front, soft in flank."""
BASE = 9
"""Soviet rifles (3) at German rifles' front (12) in the open, at normal range."""

Keywords = dict[str, Any]


def needs(*pieces: Piece, support: Support | None = None, **more: Any) -> int:
    """Return what the first Unit needs against the first AI."""
    return stage(*pieces, **more).needs("u1", "a1", support or Support())


def shooter(at: str = "C7", profile: str = RIFLES, facing: str = "n", **keywords: Any) -> Piece:
    """Return the Unit that attacks."""
    return unit("u1", at, profile, facing, **keywords)


def target(at: str = "C4", profile: str = GERMAN_RIFLES, facing: str = "s", **keywords: Any) -> Piece:
    """Return the AI that is attacked."""
    return ai("a1", at, profile, facing, **keywords)


# -- worked examples -------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_machine_gun_against_rifles_in_light_woods() -> None:
    """MG34 (4) at a front of 12 in light woods: 9."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", MG34), rows=with_terrain(C7="w"))
    assert field.needs("a1", "u1") == 9


@pytest.mark.rule("COH-3.1")
def test_rifles_next_to_the_flank_of_a_gun_in_a_wood_building() -> None:
    """Rifles (3) at short range against a PaK's flank of 10 in a wood building: 5."""
    assert needs(shooter("C5"), target("C4", PAK, "n"), rows=with_terrain(C4="b")) == 5


GROUP = (unit("u1", "C7"), ai("a1", "C4", HMG34), ai("a2", "C4"), ai("a3", "C4"))


@pytest.mark.rule("COH-3.1")
def test_machine_gun_with_two_in_support() -> None:
    """HMG (5) and two supporters at 12: 5."""
    assert stage(*GROUP).needs("a1", "u1", Support(2)) == 5


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("dice", "result"), [((1, 3), "missed"), ((1, 4), "hit"), ((4, 4), "hit"), ((4, 5), "destroyed")]
)
def test_the_group_hits_at_five_and_destroys_at_nine(dice: tuple[int, int], result: str) -> None:
    """4 misses, 5 to 8 hit, 9 is a critical hit."""
    cards = {"missed": (NEVER_SPENT,), "hit": ("soft_pinned", NEVER_SPENT), "destroyed": (NEVER_SPENT,)}[result]
    field = stage(*GROUP, unit("u2", "A12"))
    played = field.ai_play(Fire("a1", "u1", ("a2", "a3")), dice=dice, cards=cards)
    assert played.of(Attacked) == [Attacked("a1", "u1", 5, result, ("a2", "a3"))]


@pytest.mark.rule("COH-3.1")
def test_rifles_in_close_combat_with_a_machine_gun_in_light_woods() -> None:
    """Rifles (3 + 4) against an HMG's flank of 10 in light woods: 4."""
    assert needs(shooter("C4"), target("C4", HMG34), rows=with_terrain(C4="w")) == 4


@pytest.mark.rule("COH-3.1")
def test_machine_gun_against_a_bunker_on_a_hill() -> None:
    """MG (5) at a front of 12 in a bunker, higher: 13, which no two dice reach."""
    more = with_heights(C7=1) + '[features]\nbunker = ["C7"]'
    field = stage(unit("u1", "C7", MAXIM), ai("a1", "C4", HMG34), more=more)
    assert field.needs("a1", "u1") == 13


# -- range -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("at", "needed"), [("C6", BASE - 3), ("C5", BASE), ("C2", BASE), ("C1", BASE + 2)])
def test_range_bands_of_rifles(at: str, needed: int) -> None:
    """Next to it +3, from 2 to 5 hexes nothing, from 6 on -2."""
    assert needs(shooter(), target(at)) == needed


@pytest.mark.rule("COH-3.1")
def test_twice_the_range_is_the_end() -> None:
    """At 10 hexes rifles still fire, at 11 no more."""
    assert needs(shooter("C11"), target("C1")) == BASE + 2
    assert stage(shooter("C12"), target("C1")).no_shot("u1", "a1") == "a1 is 11 hexes away, beyond 10"


@pytest.mark.rule("COH-5.1-long")
def test_beyond_the_printed_range_is_long_range() -> None:
    """Who may not fire at long range fires at 5 hexes and not at 6."""
    field = stage(shooter(), target("C2"), ai("a2", "C1"))
    assert field.no_shot("u1", "a1", long_range=False) == ""
    assert field.no_shot("u1", "a2", long_range=False) == "a2 is 6 hexes away, beyond 5"


@pytest.mark.rule("COH-3.1")
def test_close_combat_is_worth_four_and_strikes_the_flank() -> None:
    """In one hex: 11 - 3 - 4, whichever way the target faces."""
    for facing in ("n", "s"):
        assert needs(shooter("C4"), target("C4", facing=facing)) == 4


@pytest.mark.rule("COH-3.1")
def test_crewed_weapons_are_worth_less_in_close_combat() -> None:
    """A Maxim (3) loses 2 where rifles (3) gain 4."""
    assert needs(shooter("C4", MAXIM), target("C4")) - needs(shooter("C4"), target("C4")) == 6


@pytest.mark.rule("COH-3.1")
def test_a_white_field_behind_red_alone_counts_against_soft_targets_alone() -> None:
    """Tank hunters: -2 against rifles, +4 against a tank."""
    hunters = "german_tank_hunters"
    assert stage(ai("a1", "C4", hunters), unit("u1", "C4")).needs("a1", "u1") == 11 - 1 + 2
    assert stage(ai("a1", "C4", hunters), unit("u1", "C4", TANK)).needs("a1", "u1") == 15 - 3 - 4


@pytest.mark.rule("COH-3.1")
def test_mortars_have_a_least_range() -> None:
    """A light mortar fires at 2 hexes, not at 1; in close combat it may attack."""
    assert stage(shooter("C6", MORTAR), target()).no_shot("u1", "a1") == ""
    assert stage(shooter("C5", MORTAR), target()).no_shot("u1", "a1") == "a1 is nearer than 2 hexes"
    assert stage(shooter("C4", MORTAR), target()).no_shot("u1", "a1") == ""


@pytest.mark.rule("COH-3.1")
def test_a_truck_attacks_in_close_combat_only() -> None:
    """Its range is its own hex."""
    assert stage(shooter("C5", TRUCK), target()).no_shot("u1", "a1") != ""
    assert stage(shooter("C4", TRUCK), target()).no_shot("u1", "a1") == ""


@pytest.mark.rule("COH-3.1")
def test_a_wagon_never_attacks() -> None:
    """It has no cost to attack."""
    assert stage(shooter("C4", "soviet_wagon"), target()).no_shot("u1", "a1") == "u1 cannot attack: it is unarmed"


@pytest.mark.rule("COH-3.1")
def test_nobody_in_close_combat_fires_out_of_the_hex() -> None:
    """With an enemy in the hex the one outside is no target."""
    field = stage(shooter(), ai("a2", "C7"), target())
    assert field.no_shot("u1", "a1") == "u1 is in close combat and cannot fire out of its hex"
    assert field.no_shot("u1", "a2") == ""


@pytest.mark.rule("COH-3.1")
def test_nobody_fires_out_of_water() -> None:
    """Foot may wade, and does not attack there."""
    assert stage(shooter(), target(), rows=with_terrain(C7="~")).no_shot("u1", "a1") == "u1 is in the water"


# -- arcs and flanks -------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-FLANK")
@pytest.mark.parametrize(("facing", "needed"), [("s", 9), ("se", 9), ("sw", 9), ("ne", 8), ("nw", 8), ("n", 8)])
def test_front_and_flank(facing: str, needed: int) -> None:
    """From the south the front counts as long as the target is turned by no more than one hexside."""
    assert needs(shooter(), target(facing=facing)) == needed


@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize(("facing", "fires"), [("n", True), ("ne", True), ("se", False), ("s", False)])
def test_the_arc_of_fire(facing: str, fires: bool) -> None:
    """What is ahead, or one turn off, can be fired at; two turns off it cannot."""
    said = stage(shooter(facing=facing), target()).no_shot("u1", "a1")
    assert said == ("" if fires else "a1 is outside the arc of fire")


@pytest.mark.rule("COH-FZ")
def test_a_turret_fires_all_round_for_two_ap_more() -> None:
    """Ahead a T-34 fires for 5 AP, behind it for 7."""
    ahead, behind = stage(shooter(profile=TANK), target()), stage(shooter(profile=TANK, facing="s"), target())
    assert (ahead.attack("u1", "a1").cost.total, behind.attack("u1", "a1").cost.total) == (5, 7)


@pytest.mark.rule("COH-FZ")
def test_a_turret_need_not_turn_in_close_combat() -> None:
    """In its own hex there is no behind."""
    assert stage(shooter("C4", TANK, "s"), target()).attack("u1", "a1").cost.total == 5


@pytest.mark.rule("COH-FZ")
def test_nobody_fires_at_what_is_out_of_sight() -> None:
    """Woods between them block."""
    assert "out of sight" in stage(shooter(), target(), rows=with_terrain(C5="w")).no_shot("u1", "a1")


@pytest.mark.rule("COH-3.1")
def test_a_hidden_counter_is_no_target() -> None:
    """Nobody fires at what he does not know of."""
    assert stage(shooter(), target(hidden=True)).no_shot("u1", "a1") == "a1 is hidden"


# -- colours ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0-hfp")
def test_red_against_soft_and_blue_against_armour() -> None:
    """A T-34 has 5 against rifles and 7 against a tank."""
    assert needs(shooter(profile=TANK), target()) == 12 - 5
    assert needs(shooter(profile=TANK), target(profile=PANZER)) == 17 - 7


@pytest.mark.rule("COH-5.0-hfp")
def test_a_counter_may_be_armoured_in_front_alone() -> None:
    """Blue at its front of 15, red at its flank of 13."""
    front = stage(shooter(profile=TANK), target(profile=GUN_CARRIER)).attack("u1", "a1")
    flank = stage(shooter(profile=TANK), target(profile=GUN_CARRIER, facing="n")).attack("u1", "a1")
    assert (front.needed, front.armoured) == (15 - 7, True)
    assert (flank.needed, flank.armoured) == (13 - 5, False)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("profile", "facing", "marker", "pool"),
    [
        (GERMAN_RIFLES, "s", "soft_unnerved", "soft hits"),
        (PANZER, "s", "armoured_light_damage", "armoured hits"),
        (GUN_CARRIER, "s", "armoured_light_damage", "armoured hits"),
        (GUN_CARRIER, "n", "soft_unnerved", "soft hits"),
    ],
)
def test_the_colour_of_the_defence_names_the_pool(profile: str, facing: str, marker: str, pool: str) -> None:
    """Red defence draws a soft marker, blue an armoured one; the side that is hit decides."""
    field = stage(shooter(profile=TANK), target(profile=profile, facing=facing))
    needed = field.needs("u1", "a1")
    dice = (needed - needed // 2, needed // 2)
    played = field.play(Fire("u1", "a1"), dice=dice, cards=(marker, NEVER_SPENT))
    assert played.of(HitTaken) == [HitTaken("a1", marker, pool)]


# -- ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("letter", "defence"), [(".", 0), ("w", 1), ("W", 2), ("b", 1), ("B", 2), ("p", 0), ("~", -1), (",", 0)]
)
def test_terrain_of_the_target(letter: str, defence: int) -> None:
    """Each kind of ground gives what it gives."""
    assert needs(shooter(), target(), rows=with_terrain(C4=letter)) == BASE + defence


@pytest.mark.rule("COH-3.1")
def test_terrain_of_the_attacker_gives_nothing() -> None:
    """Woods shelter who is shot at, not who shoots."""
    assert needs(shooter(), target(), rows=with_terrain(C7="w")) == BASE


@pytest.mark.rule("COH-3.1")
def test_higher_ground_of_the_attacker() -> None:
    """+1 for the attacker who is higher, however much."""
    assert needs(shooter(), target(), more=with_heights(C7=1)) == BASE - 1
    assert needs(shooter(), target(), more=with_heights(C7=2)) == BASE - 1


@pytest.mark.rule("COH-3.1")
def test_higher_ground_of_the_target() -> None:
    """+1 for the target that is higher; none on the same level."""
    assert needs(shooter(), target(), more=with_heights(C4=1)) == BASE + 1
    assert needs(shooter(), target(), more=with_heights(C4=2, C7=2)) == BASE


@pytest.mark.rule("COH-3.1")
def test_a_wall_on_the_hexside_that_is_crossed() -> None:
    """It shelters from the south, and not from the side where it does not stand."""
    wall = '[edges]\nwall = ["C4/s"]'
    assert needs(shooter(), target(), more=wall) == BASE + 1
    assert needs(shooter("C1", facing="s"), target(facing="n"), more=wall) == BASE


@pytest.mark.rule("COH-3.1")
def test_a_wall_gives_nothing_in_close_combat() -> None:
    """Nobody fires across it."""
    assert needs(shooter("C4"), target(), more='[edges]\nwall = ["C4/s"]') == 4


@pytest.mark.rule("COH-3.1")
def test_mortars_fire_over_walls() -> None:
    """A wall is nothing against them."""
    wall = '[edges]\nwall = ["C4/s"]'
    assert needs(shooter(profile=MORTAR), target(), more=wall) == needs(shooter(profile=MORTAR), target())


@pytest.mark.rule("COH-FLANK")
def test_mortars_always_hit_the_flank() -> None:
    """Light mortar (2) at a flank of 11, from the front."""
    assert needs(shooter(profile=MORTAR), target()) == 11 - 2


@pytest.mark.rule("COH-3.1")
def test_heavy_woods_are_nothing_against_shells() -> None:
    """They burst in the trees, where the target is soft; light woods shelter as ever."""
    assert needs(shooter(profile=MORTAR), target(), rows=with_terrain(C4="W")) == 9
    assert needs(shooter(profile=MORTAR), target(), rows=with_terrain(C4="w")) == 10


@pytest.mark.rule("COH-3.1")
def test_heavy_woods_shelter_armour_from_shells() -> None:
    """A tank in heavy woods keeps its 2: 15 in flank, blue 0."""
    assert needs(shooter(profile=MORTAR), target(profile=PANZER), rows=with_terrain(C4="W")) == 17


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("kind", "worth"), [("light_smoke", 1), ("heavy_smoke", 2)])
def test_smoke_shelters_within_and_hinders_without(kind: str, worth: int) -> None:
    """Fire into smoke is as much harder as fire out of it."""
    assert needs(shooter(), target(), more=f'[features]\n{kind} = ["C4"]') == BASE + worth
    assert needs(shooter(), target(), more=f'[features]\n{kind} = ["C7"]') == BASE + worth


@pytest.mark.rule("COH-FZ")
def test_smoke_on_the_line() -> None:
    """Heavy smoke blocks, one light smoke does not, and two light ones do."""
    light, both, heavy = 'light_smoke = ["C5"]', 'light_smoke = ["C5", "C6"]', 'heavy_smoke = ["C5"]'
    for smoke, clear in ((heavy, False), (light, True), (both, False)):
        said = stage(shooter(), target(), more=f"[features]\n{smoke}").no_shot("u1", "a1")
        assert (said == "") is clear


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("smoke", "worth"),
    [
        ('light_smoke = ["C5"]', 1),
        ('light_smoke = ["C6"]', 1),
        ('light_smoke = ["C5", "C4"]', 2),
        ('light_smoke = ["C6", "C7"]', 2),
        ('light_smoke = ["C5", "C4", "C7"]', 3),
        ('light_smoke = ["C5"]\nheavy_smoke = ["C4"]', 2),
        ('light_smoke = ["B5"]', 0),
    ],
)
def test_light_smoke_between_shelters_the_target(smoke: str, worth: int) -> None:
    """One cloud on the line is worth 1 to those behind it; all smoke together gives no more than 2 to a defence."""
    assert needs(shooter(), target(), more=f"[features]\n{smoke}") == BASE + worth


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("smoke", "worth"), [('["C6"]', 0), ('["B6"]', 0), ('["B6", "C6"]', 1)])
def test_a_line_along_a_hexside_goes_through_smoke_on_both_hands(smoke: str, worth: int) -> None:
    """From C7 to B5 the line runs between B6 and C6; one of them alone does not veil it."""
    field = stage(unit("u1", "C7"), ai("a1", "B5"), more=f"[features]\nlight_smoke = {smoke}")
    assert field.needs("u1", "a1") == BASE + worth


@pytest.mark.rule("COH-3.1")
def test_brush_on_the_other_hand_is_no_smoke() -> None:
    """Between smoke and brush the line is hindered, and yet it does not go through smoke."""
    smoke = '[features]\nlight_smoke = ["B6"]'
    field = stage(unit("u1", "C7"), ai("a1", "B5"), rows=with_terrain(C6=","), more=smoke)
    assert field.needs("u1", "a1") == BASE


@pytest.mark.rule("COH-3.1")
def test_trench_and_bunker() -> None:
    """A trench gives 2 all round, a bunker 5 in front and 3 in flank and in close combat."""
    trench, bunker = '[features]\ntrench = ["C4"]', '[features]\nbunker = ["C4"]'
    assert needs(shooter(), target(), more=trench) == BASE + 2
    assert needs(shooter(), target(), more=bunker) == BASE + 5
    assert needs(shooter(), target(facing="n"), more=bunker) == 8 + 3
    assert needs(shooter("C4"), target(), more=bunker) == 4 + 3


@pytest.mark.rule("COH-3.1")
def test_vehicles_keep_no_terrain_in_close_combat() -> None:
    """Foot in woods does, a tank does not."""
    woods = with_terrain(C4="w")
    assert needs(shooter("C4"), target(), rows=woods) == 5
    assert needs(shooter("C4", TANK), target(profile=PANZER), rows=woods) == 15 - 7 - 4


# -- counters --------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_hasty_defence_is_worth_one_from_all_sides() -> None:
    """Front, flank and close combat."""
    assert needs(shooter(), target(dug_in=True)) == BASE + 1
    assert needs(shooter(), target(facing="n", dug_in=True)) == 8 + 1
    assert needs(shooter("C4"), target(dug_in=True)) == 4 + 1


@pytest.mark.rule("COH-3.1")
def test_foot_beside_a_friendly_vehicle() -> None:
    """+1 for rifles in the hex of a tank of theirs; not for guns, nor beside an enemy's."""
    assert needs(shooter(), target(), ai("a2", "C4", PANZER)) == BASE + 1
    assert needs(shooter(), target(), ai("a2", "C3", PANZER)) == BASE
    assert needs(shooter(), target(), ai("a2", "C4")) == BASE
    assert needs(shooter(), target(profile=PAK), ai("a2", "C4", PANZER)) == 13 - 3
    assert needs(shooter(), target(), unit("u2", "C4", TANK)) == BASE


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("supporters", [0, 1, 2, 3])
def test_each_supporter_is_worth_one(supporters: int) -> None:
    """A group attack gains as many as support it."""
    assert needs(shooter(), target(), support=Support(supporters)) == BASE - supporters


@pytest.mark.rule("COH-3.2.1")
@pytest.mark.parametrize("caps", [0, 1, 2])
def test_caps_on_the_dice(caps: int) -> None:
    """Each is worth one, up to two."""
    assert needs(shooter(), target(), support=Support(0, caps)) == BASE - caps
    assert stage(shooter(), target()).refusal(Fire("u1", "a1", dice_caps=caps)) is None


@pytest.mark.rule("COH-3.2.1")
def test_no_more_than_two_caps_on_the_dice() -> None:
    """A third is refused."""
    assert stage(shooter(), target()).refusal(Fire("u1", "a1", dice_caps=3)) == "at most 2 CAPs go on the dice"


@pytest.mark.rule("COH-3.2.1")
def test_caps_on_the_dice_are_spent_and_count_in_the_roll() -> None:
    """With two CAPs a 7 hits where 9 would be needed; the cost in AP stays what it was."""
    played = stage(shooter(), target()).play(Fire("u1", "a1", dice_caps=2), dice=(3, 4), cards=("soft_pinned", "07"))
    assert played.of(Attacked)[0].needed == 7
    assert played.state.caps == 3
    assert played.state.unit("u1").spent


# -- hit markers -----------------------------------------------------------------------------------------------

OF_TARGET = [
    ("soft_stunned", 0, 0),
    ("soft_unnerved", 0, 0),
    ("soft_panicked", -2, 1),
    ("soft_pinned", 0, 0),
    ("soft_suppressed", 0, 0),
    ("soft_cowering", 1, 1),
    ("soft_berserk", 2, 1),
]


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("marker", "front", "flank"), OF_TARGET)
def test_soft_markers_change_the_defence(marker: str, front: int, flank: int) -> None:
    """In front and in flank, each by its own figure."""
    assert needs(shooter(), target(hit=marker)) == 9 + front
    assert needs(shooter(), target(hit=marker, facing="n")) == 8 + flank


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("marker", "front", "flank"),
    [
        ("armoured_stunned", 0, 0),
        ("armoured_gun_damaged_red", 0, 0),
        ("armoured_gun_damaged_blue", 0, 0),
        ("armoured_panicked", -4, 0),
        ("armoured_immobilised", -1, 1),
        ("armoured_suppressed", 0, 0),
        ("armoured_light_damage", 0, 0),
    ],
)
def test_armoured_markers_change_the_defence(marker: str, front: int, flank: int) -> None:
    """In front and in flank, each by its own figure."""
    assert needs(shooter(profile=TANK), target(profile=PANZER, hit=marker)) == 10 + front
    assert needs(shooter(profile=TANK), target(profile=PANZER, hit=marker, facing="n")) == 8 + flank


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("marker", "power", "cost"),
    [
        ("soft_unnerved", 0, 0),
        ("soft_pinned", 0, 0),
        ("soft_suppressed", -2, 1),
        ("soft_cowering", 0, 2),
        ("soft_berserk", 1, -1),
    ],
)
def test_soft_markers_change_the_attack(marker: str, power: int, cost: int) -> None:
    """Firepower and cost, seen at short range, which all of them leave."""
    made = stage(shooter("C5", hit=marker), target()).attack("u1", "a1")
    assert (made.needed, made.cost.total) == (BASE - 3 - power, 4 + cost)


@pytest.mark.rule("COH-3.1")
def test_armoured_suppression_takes_off_red_and_blue() -> None:
    """3 of the red, 5 of the blue, and 1 AP on top."""
    field = stage(shooter(profile=TANK, hit="armoured_suppressed"), target(), ai("a2", "B4", PANZER))
    assert field.attack("u1", "a1").cost.total == 6
    assert (field.needs("u1", "a1"), field.needs("u1", "a2")) == (12 - 2, 17 - 2)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("marker", ["soft_stunned", "soft_panicked"])
def test_soft_markers_that_forbid_to_attack(marker: str) -> None:
    """Stunned and panicked counters attack nobody, not even in their hex."""
    reason = f"u1 cannot attack: {marker.partition('_')[2]}"
    assert stage(shooter(hit=marker), target()).no_shot("u1", "a1") == reason
    assert stage(shooter("C4", hit=marker), target()).no_shot("u1", "a1") == reason


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("marker", ["armoured_stunned", "armoured_panicked"])
def test_armoured_markers_that_forbid_to_attack(marker: str) -> None:
    """The same of vehicles."""
    assert (
        stage(shooter(profile=TANK, hit=marker), target()).no_shot("u1", "a1")
        == f"u1 cannot attack: {marker.partition('_')[2]}"
    )


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("marker", "soft", "hard"), [("armoured_gun_damaged_red", False, True), ("armoured_gun_damaged_blue", True, False)]
)
def test_a_damaged_gun_is_of_one_colour(marker: str, soft: bool, hard: bool) -> None:
    """The other gun fires as ever."""
    field = stage(shooter(profile=TANK, hit=marker), target(), ai("a2", "B4", PANZER))
    assert (field.no_shot("u1", "a1") == "", field.no_shot("u1", "a2") == "") == (soft, hard)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("marker", ["soft_cowering", "soft_berserk"])
def test_markers_that_shorten_the_range(marker: str) -> None:
    """A range of 1: at 2 hexes it is long, at 3 there is no shot."""
    assert stage(shooter("C6", hit=marker), target()).attack("u1", "a1").range == "long"
    assert "beyond 2" in stage(shooter("C7", hit=marker), target()).no_shot("u1", "a1")


# -- rolls -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("dice", "result"), [((4, 4), "missed"), ((4, 5), "hit"), ((6, 6), "hit")])
def test_the_number_itself_hits(dice: tuple[int, int], result: str) -> None:
    """Needing 9, an 8 misses, a 9 hits, and a 12 does not destroy, being but 3 more."""
    cards = ("soft_pinned", NEVER_SPENT) if result == "hit" else (NEVER_SPENT,)
    played = stage(shooter(), target()).play(Fire("u1", "a1"), dice=dice, cards=cards)
    assert played.of(Attacked) == [Attacked("u1", "a1", 9, result, (), True)]


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("dice", "result"), [((4, 5), "hit"), ((5, 5), "destroyed")])
def test_four_more_destroy(dice: tuple[int, int], result: str) -> None:
    """Needing 6, a 9 hits and a 10 destroys."""
    field = stage(shooter("C5"), target(), ai("a2", "A1"), mission={"orders": "1, 3, 2"})
    cards = ("soft_pinned", "01") if result == "hit" else ("01",)
    played = field.play(Fire("u1", "a1"), dice=dice, cards=cards)
    assert played.of(Attacked)[0].result == result
    assert ("a1" in played.state.units) is (result == "hit")


@pytest.mark.rule("COH-3.2.1")
def test_caps_on_the_dice_count_for_one_roll() -> None:
    """Against the target that was named 9 becomes 7; against the other in its hex it remains 9."""
    field = stage(shooter(), target(), ai("a2", "C4"), ai("a9", "A1"))
    played = field.play(Fire("u1", "a1", dice_caps=2), dice=(1, 1, 1, 1), cards=("01",))
    assert [(event.target, event.needed) for event in played.of(Attacked)] == [("a1", 7), ("a2", 9)]
    assert played.state.caps == 3


@pytest.mark.rule("COH-3.1")
def test_a_second_hit_destroys() -> None:
    """Whatever its first was, and by the bare number."""
    field = stage(shooter(), target(hit="soft_unnerved"), ai("a2", "A1"), mission={"orders": "1, 3, 2"})
    played = field.play(Fire("u1", "a1"), dice=(4, 5), cards=("01",))
    assert played.of(Attacked)[0].result == "destroyed"
    assert played.of(Destroyed) == [Destroyed("a1", None, "soft hits")]
    assert played.of(HitTaken) == []


@pytest.mark.rule("COH-3.1")
def test_the_destroyed_marker_destroys_at_once() -> None:
    """It is drawn, the counter goes, and the marker is back in its pool."""
    field = stage(shooter(), target(), ai("a2", "A1"), mission={"orders": "1, 3, 2"})
    played = field.play(Fire("u1", "a1"), dice=(4, 5), cards=("soft_destroyed", "01"))
    assert [type(event) for event in played.of(HitTaken, Destroyed)] == [HitTaken, Destroyed]
    assert "a1" not in played.state.units
    assert played.state.deck("soft hits") == field.state.deck("soft hits")


@pytest.mark.rule("COH-3.1")
def test_a_stack_is_rolled_for_one_by_one() -> None:
    """A shot from afar meets everybody in the hex, friend or foe, and is checked once."""
    field = stage(shooter(), ai("a1", "C4"), ai("a2", "C4"), unit("u2", "C4"), unit("u3", "C3"))
    played = field.play(Fire("u1", "a2"), dice=(1, 1, 6, 5, 1, 2), cards=("soft_pinned", ALWAYS_SPENT))
    assert [(event.target, event.result) for event in played.of(Attacked)] == [
        ("a2", "missed"),
        ("a1", "hit"),
        ("u2", "missed"),
    ]


@pytest.mark.rule("COH-3.1")
def test_close_combat_picks_one() -> None:
    """Of two enemies in the hex the one that was named is rolled for, and no other."""
    field = stage(shooter("C4"), target(), ai("a2", "C4"))
    played = field.play(Fire("u1", "a2"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert [event.target for event in played.of(Attacked)] == ["a2"]


@pytest.mark.rule("COH-3.1")
def test_a_stack_is_met_by_the_gun_that_is_left() -> None:
    """With the red gun damaged the tank of a stack is rolled for, and the rifles beside it are not."""
    field = stage(shooter(profile=TANK, hit="armoured_gun_damaged_red"), target(profile=PANZER), ai("a2", "C4"))
    played = field.play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert [event.target for event in played.of(Attacked)] == ["a1"]
    assert played.of(Passed) == []


@pytest.mark.rule("COH-3.1")
def test_who_fires_comes_out_of_hiding() -> None:
    """Attacker and supporters are seen from then on."""
    field = stage(shooter(hidden=True), unit("u2", "C8", hidden=True), target())
    played = field.play(Fire("u1", "a1", ("u2",)), dice=(1, 1), cards=(NEVER_SPENT,))
    assert not played.state.unit("u1").hidden and not played.state.unit("u2").hidden


# -- groups ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1.1-group")
@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (unit("u2", "B7"), None),
        (unit("u2", "C9"), "u2 is too far from u1 to support it"),
        (unit("u2", "B7", hit="soft_suppressed"), "u2 is suppressed and gives no support"),
        (unit("u2", "B7", hit="soft_unnerved"), None),
        (unit("u2", "B7", facing="s"), "a1 is outside the arc of fire"),
        (unit("u2", "C8", SMG), "a1 is 4 hexes away, beyond 3"),
    ],
)
def test_who_may_support(other: Piece, reason: str | None) -> None:
    """Next to the leader, able to fire itself at normal range, and with no hit on its firepower."""
    assert stage(shooter(), other, target()).refusal(Fire("u1", "a1", ("u2",))) == reason


@pytest.mark.rule("COH-3.1")
def test_flames_pass_by_all_shelter_but_smoke() -> None:
    """Pioneers next to a stone building: 3 + 3 against a flank of 11; heavy smoke takes 2 of it."""
    pioneers = ai("a1", "C4", "german_pioneers")
    house = stage(unit("u1", "C5"), pioneers, rows=with_terrain(C5="B"))
    assert house.needs("a1", "u1") == 11 - 6
    smoke = stage(unit("u1", "C5"), pioneers, rows=with_terrain(C5="B"), more='[features]\nheavy_smoke = ["C5"]')
    assert smoke.needs("a1", "u1") == 11 + 2 - 6


@pytest.mark.rule("COH-3.1")
def test_no_flames_beyond_a_hex() -> None:
    """At 2 hexes pioneers fire with their 4 at the front."""
    assert stage(unit("u1", "C6"), ai("a1", "C4", "german_pioneers")).needs("a1", "u1") == 12 - 4
