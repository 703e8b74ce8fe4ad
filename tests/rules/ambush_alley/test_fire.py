"""Ambush Alley: who can be fired at, how many dice are thrown on either side, and what is left of them."""

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.check import Check
from sim.engine.matching import spread
from sim.rules.ambush_alley.combat.fire import (
    anti_tank,
    attack_dice,
    defence_dice,
    defence_faces,
    fighters,
    fire_refusal,
    firepower,
    hit_need,
    mobs_in_line,
    would_harm,
)
from sim.rules.ambush_alley.commander.chances import losses
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.state import AasPosition
from tests.rules.ambush_alley.table import (
    SUPPORTS,
    WIDE,
    chief,
    hexes,
    position,
    squares,
    team,
    unit,
    vehicle,
    with_cells,
)
from tests.rules.positions import changed

EAGER = Card("eager", "Eager", "", "firepower dice", 2, "one insurgent", "for good")
STARVED = Card("starved", "Out of ammunition", "", "firepower dice", -2, "one insurgent", "for good")
DUG_IN = Card("dug_in", "Dug in", "", "defence dice", 1, "one regular", "until it moves")
FLIMSY = Card("flimsy", "Flimsy walls", "", "cover lost", 1, "regulars", "this turn")
RUBBLE = Card("rubble", "Nothing but rubble", "", "cover lost", 0, "regulars", "this turn")
LEVELLED = Card("levelled", "Levelled", "", "cover lost", 3, "regulars", "this turn")
CARDS = (EAGER, STARVED, DUG_IN, FLIMSY, RUBBLE, LEVELLED)

FAR, DOUBLE, NEAR = 20, 16, 8
"""Columns at which a D8 is far away, within double and within optimum range."""


def duel(
    away: int = FAR, *, who: Any = None, whom: Any = None, on: BattleMap | None = None, target: Any = team, **state: Any
) -> AasPosition:
    """An Insurgent in A3 and a Regular so many squares to the east."""
    map_ = on or squares(WIDE)
    far = map_.grid.name(map_.grid.at(away, 2))
    return position(team("i1", "A3", **(who or {})), target("r1", far, **(whom or {})), on=map_, fog=CARDS, **state)


def pair(scene: AasPosition) -> tuple[Any, Any]:
    """Both of them."""
    return unit(scene, "i1"), unit(scene, "r1")


def attack(scene: AasPosition) -> Check:
    """The dice of the Insurgent."""
    return attack_dice(scene, *pair(scene))


def defence(scene: AasPosition, dice: int = 4) -> Check:
    """The dice of the Regular against so many."""
    return defence_dice(scene, *pair(scene), dice)


def refused(scene: AasPosition) -> str | None:
    """Why the Insurgent cannot fire."""
    return fire_refusal(scene, *pair(scene))


def sheltered(kind: str = "low_wall") -> BattleMap:
    """A strip with something before the cell far away."""
    return squares(WIDE, **{kind: "U3/w"})


# -- how strong --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-firepower")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"figures": 5}, 5),
        ({"figures": 5, "support": ("lmg",)}, 6),
        ({"figures": 4, "support": ("rpg", "lmg")}, 7),
        ({"figures": 5, "leader": 8}, 6),
        ({"figures": 2, "full": 6}, 2),
        ({"figures": 0, "full": 4, "leader": 8}, 0),
        ({"kind": "leader"}, 1),
        ({"kind": "mob"}, 0),
        ({"kind": "vehicle", "support": ("heavy",)}, 3),
        ({"kind": "vehicle", "support": ("heavy",), "weapon_out": True}, 0),
    ],
)
def test_firepower(more: dict[str, Any], expected: int) -> None:
    """Figures and support dice, one for a leader with them; of a vehicle its weapons alone."""
    scene = position(team("i1", "A1", **more))
    assert firepower(unit(scene, "i1"), SUPPORTS) == expected


@pytest.mark.rule("AAS-R-firepower")
def test_firepower_is_without_range_and_situation() -> None:
    """The same near and far, at a target that ran and stands in the open, though the dice differ."""
    scenes = [duel(NEAR, whom={"pace": "rapid"}), duel(FAR, on=sheltered())]
    assert [firepower(unit(scene, "i1"), SUPPORTS) for scene in scenes] == [4, 4]
    assert attack(scenes[0]).total > attack(scenes[1]).total


def test_fighters_are_those_without_weapons_of_support() -> None:
    """Support dice are not among the figures."""
    scene = position(team("i1", "A1", figures=4, support=("rpg",), leader=8))
    assert fighters(unit(scene, "i1")) == 5


# -- each modifier by a pair that differs in it alone --------------------------------------------------------------


@pytest.mark.rule("AAS-R-fire")
def test_a_die_a_figure() -> None:
    """One figure more is one die more."""
    more, fewer = duel(on=sheltered(), who={"figures": 5}), duel(on=sheltered())
    assert (fewer_dice := attack(fewer).total) == 4
    assert attack(more).total == fewer_dice + 1


def test_support_weapons_add_their_dice() -> None:
    """A machine gun of two dice adds two; it reaches no further here."""
    armed, bare = duel(40, who={"support": ("medium",)}), duel(40)
    assert attack(armed).total == attack(bare).total + 2


def test_a_leader_adds_a_die() -> None:
    """Who is led throws one die more."""
    assert attack(duel(who={"leader": 8})).total == attack(duel()).total + 1


@pytest.mark.parametrize(("away", "more"), [(8, 1), (9, 0), (16, 0), (17, 0)])
def test_optimum_range_adds_a_die(away: int, more: int) -> None:
    """Up to eight inches a D8 has a die more, and beyond it none, double range or not."""
    assert attack(duel(away)).total == attack(duel(40)).total + more


@pytest.mark.parametrize(("row", "more"), [("A9", 1), ("A10", 0)])
def test_optimum_range_adds_a_die_on_hexes(row: str, more: int) -> None:
    """Eight hexes are optimum for a D8 and nine are not."""
    scene = position(team("i1", "A1"), team("r1", row), on=hexes())
    far = changed(scene, "r1", cell="A24")
    assert attack(scene).total == attack(far).total + more


@pytest.mark.rule("AAS-R-support")
def test_a_support_weapon_in_its_range_adds_the_optimum_die() -> None:
    """Sixteen inches are optimum for the machine gun of a D8, and seventeen are not."""
    near, far = (duel(away, who={"support": ("lmg",)}) for away in (16, 17))
    assert attack(near).total == attack(far).total + 1
    assert 'within optimum range (16" for the light machine gun)' in [part.reason for part in attack(near).parts]


def test_a_mounted_weapon_says_why_a_far_target_is_in_its_optimum_range() -> None:
    """Every range is; a figure that the target is beyond would be a lie."""
    far = attack(duel(30, who={"support": ("heavy",)}))
    assert "within optimum range (any range, for a mounted weapon)" in [part.reason for part in far.parts]


@pytest.mark.parametrize(("pace", "more"), [("", 0), ("cautious", 0), ("rapid", 1)])
def test_a_target_that_moved_rapid_is_easier(pace: str, more: int) -> None:
    """One die more at who ran; a Cautious move makes no difference."""
    assert attack(duel(whom={"pace": pace})).total == attack(duel()).total + more


@pytest.mark.parametrize("kind", ["low_wall", "hedge"])
def test_an_exposed_target_is_easier(kind: str) -> None:
    """One die more at who has no cover at all on the line of fire."""
    assert attack(duel()).total == attack(duel(on=sheltered(kind))).total + 1


def test_exposed_is_by_the_line_of_fire() -> None:
    """A wall on the other side does not shelter."""
    assert attack(duel(on=squares(WIDE, low_wall="U3/e"))).total == attack(duel()).total


@pytest.mark.parametrize(("pace", "less"), [("", 0), ("cautious", 0), ("rapid", 1)])
def test_who_moved_rapid_fires_worse(pace: str, less: int) -> None:
    """One die less after a Rapid move; a Cautious move makes no difference."""
    assert attack(duel(who={"pace": pace})).total == attack(duel()).total - less


@pytest.mark.rule("AAS-R-fire")
@pytest.mark.parametrize("shots", [0, 1, 2])
def test_each_later_fire_is_worse(shots: int) -> None:
    """One die less for each fire after the first of the turn."""
    assert attack(duel(who={"shots": shots})).total == attack(duel()).total - shots


@pytest.mark.parametrize(("until", "less"), [(0, 0), (1, 1), (3, 1)])
def test_who_is_pinned_fires_worse(until: int, less: int) -> None:
    """One die less until the end of the turn that is named."""
    assert attack(duel(who={"pinned": until})).total == attack(duel()).total - less


@pytest.mark.parametrize(("mark", "more"), [("eager", 2), ("starved", -2)])
def test_cards_change_the_dice(mark: str, more: int) -> None:
    """A card on the firer adds or takes its dice."""
    assert attack(duel(who={"marks": (mark,)})).total == attack(duel()).total + more


@pytest.mark.rule("AAS-R-fire")
def test_no_more_than_ten_dice() -> None:
    """Eleven figures in the open are ten dice."""
    assert attack(duel(who={"figures": 9})).total == 10
    assert attack(duel(who={"figures": 11})).total == 10


@pytest.mark.rule("AAS-R-fire")
@pytest.mark.parametrize(
    "more",
    [{"pace": "rapid"}, {"shots": 1}, {"pinned": 1}, {"marks": ("starved",)}],
    ids=["ran", "shot", "pinned", "card"],
)
def test_what_is_taken_off_comes_after_the_cap(more: dict[str, Any]) -> None:
    """Twelve figures with a hindrance throw fewer than ten dice."""
    assert attack(duel(who={"figures": 12, **more})).total < 10


def test_what_is_added_comes_before_the_cap() -> None:
    """A card that gives dice gives none beyond the tenth."""
    assert attack(duel(who={"figures": 12, "marks": ("eager",)})).total == 10


@pytest.mark.rule("AAS-R-fire")
def test_at_least_one_die() -> None:
    """A single man who ran, pinned, for the third time, still throws a die."""
    scene = duel(who={"figures": 1, "pace": "rapid", "shots": 2, "pinned": 1}, on=sheltered())
    assert attack(scene).total == 1


def test_the_check_says_what_it_is_made_of() -> None:
    """Every part has its reason, and a reaction is called one."""
    scene = duel(NEAR, who={"support": ("lmg",), "leader": 8}, whom={"pace": "rapid"})
    assert str(attack(scene)) == (
        'fire 9: +4 figures, +1 leader with them, +1 light machine gun, +1 within optimum range (8"), '
        "+1 target moved Rapid, +1 target exposed"
    )
    assert attack_dice(scene, *pair(scene), reacting=True).name == "reaction fire"


# -- defence -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-defence")
@pytest.mark.parametrize(("dice", "expected"), [(1, 1), (3, 3), (4, 4), (9, 4)])
def test_basic_defence_is_figures_or_attack_dice(dice: int, expected: int) -> None:
    """Whichever is fewer: four men against three dice throw three."""
    assert defence(duel(), dice).total == expected


def test_basic_defence_is_at_least_a_die() -> None:
    """Against no dice at all one is thrown, and those of cover with it."""
    assert defence(duel(), 0).total == 1
    assert defence(duel(on=sheltered()), 0).total == 3


@pytest.mark.rule("AAS-R-defence")
@pytest.mark.parametrize(("kind", "more"), [("hedge", 1), ("low_wall", 2)])
def test_cover_adds_defence_dice(kind: str, more: int) -> None:
    """Soft cover is worth a die and hard cover two."""
    assert defence(duel(on=sheltered(kind))).total == defence(duel()).total + more


def test_cover_behind_the_target_adds_nothing() -> None:
    """Cover is on the line of fire or none."""
    assert defence(duel(on=squares(WIDE, low_wall="U3/e"))).total == defence(duel()).total


@pytest.mark.parametrize("armour", [1, 2])
def test_body_armour_adds_defence_dice(armour: int) -> None:
    """As many as the card says."""
    assert defence(duel(whom={"body_armour": armour})).total == defence(duel()).total + armour


def test_a_card_adds_defence_dice() -> None:
    """A card on the target adds its dice."""
    assert defence(duel(whom={"marks": ("dug_in",)})).total == defence(duel()).total + 1


@pytest.mark.parametrize(
    ("card", "kind", "more"),
    [("flimsy", "low_wall", 1), ("flimsy", "hedge", 0), ("rubble", "low_wall", 0), ("levelled", "hedge", 0)],
)
def test_a_card_takes_cover_away(card: str, kind: str, more: int) -> None:
    """So many dice of the cover as it says, or all of it; never more than the cover is worth."""
    assert defence(duel(on=sheltered(kind), in_force=(card,))).total == defence(duel()).total + more


def test_the_target_throws_its_quality() -> None:
    """The Quality die of men, the armour die of a vehicle."""
    men, armour = duel(whom={"quality": 10}), duel(target=vehicle, whom={"armour_die": 8, "quality": 10})
    assert defence_faces(men, unit(men, "r1")) == 10
    assert defence_faces(armour, unit(armour, "r1")) == 8


# -- what comes of it --------------------------------------------------------------------------------------------


def test_losses_are_those_of_these_dice() -> None:
    """Six D8 at four men behind a wall with a D10 and body armour: seven dice against them."""
    scene = duel(NEAR, who={"figures": 5}, whom={"quality": 10, "body_armour": 1}, on=squares(WIDE, low_wall="I3/w"))
    assert losses(scene, *pair(scene)) == spread((6, 8), (7, 10), 4, 4, 4)


def test_losses_of_a_vehicle_are_hits() -> None:
    """Two anti-tank dice against three of the front armour, D6; a crew of one can be hit twice."""
    scene = duel(target=vehicle, who={"support": ("rpg",)}, whom={"figures": 1})
    facing_west = changed(scene, "r1", facing=6)
    assert losses(facing_west, *pair(facing_west)) == spread((2, 8), (3, 6), 4, 4, 2)


# -- vehicles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-1")
@pytest.mark.parametrize(
    ("support", "expected"), [((), False), (("lmg",), False), (("rpg",), True), (("light_rocket",), True)]
)
def test_what_would_harm_a_vehicle(support: tuple[str, ...], expected: bool) -> None:
    """Any anti-tank die would, and nothing else."""
    scene = duel(target=vehicle, who={"support": support})
    assert would_harm(scene, *pair(scene)) is expected


@pytest.mark.rule("AAS-N-1")
def test_only_vehicles_are_harmed_as_vehicles() -> None:
    """A rocket at men is support and no anti-tank weapon."""
    scene = duel(who={"support": ("rpg",)})
    assert not would_harm(scene, *pair(scene))


@pytest.mark.rule("AAS-R-vehicle")
def test_at_a_vehicle_only_anti_tank_dice_are_thrown() -> None:
    """Neither figures, nor range, nor exposure count; two weapons add up."""
    scene = duel(NEAR, target=vehicle, who={"support": ("rpg", "light_rocket"), "figures": 6})
    assert anti_tank(scene, unit(scene, "i1")) == 3
    assert attack(scene).total == 3


def test_hindrances_count_at_vehicles() -> None:
    """Who ran throws an anti-tank die less, but one at least."""
    assert attack(duel(target=vehicle, who={"support": ("rpg",), "pace": "rapid"})).total == 1
    assert attack(duel(target=vehicle, who={"support": ("light_rocket",), "pace": "rapid"})).total == 1


@pytest.mark.rule("AAS-R-vehicle")
def test_small_arms_need_a_six_at_soft_skins() -> None:
    """Four is enough at men, and for a rocket at a truck; rifles at a truck need a six."""
    soft = {"soft_skinned": True}
    cases = [duel(), duel(target=vehicle, whom=soft, who={"support": ("rpg",)}), duel(target=vehicle, whom=soft)]
    assert [hit_need(scene, *pair(scene)) for scene in cases] == [4, 4, 6]


def test_small_arms_throw_their_firepower_at_soft_skins() -> None:
    """Figures and range count; a vehicle is never exposed."""
    assert attack(duel(NEAR, target=vehicle, whom={"soft_skinned": True})).total == 5


def test_armour_answers_for_a_vehicle() -> None:
    """The defence dice of a vehicle are its armour, whatever cover there is."""
    scene = changed(duel(target=vehicle, on=sheltered()), "r1", facing=6)
    assert defence(scene).total == 3


# -- whether it can be -------------------------------------------------------------------------------------------


def test_who_sees_an_enemy_can_fire_at_any_range() -> None:
    """Any range with a line of sight is allowed."""
    assert refused(duel(58)) is None


@pytest.mark.rule("AAS-R-fire")
@pytest.mark.parametrize(
    ("who", "whom", "on", "reason"),
    [
        ({"figures": 0, "full": 4}, {}, None, "not on the table"),
        ({}, {"figures": 0, "full": 4}, None, "not on the table"),
        ({}, {"side": "insurgents"}, None, "not an enemy"),
        ({}, {"side": "civilians"}, None, "not an enemy"),
        ({"kind": "vehicle", "shaken": 1, "support": ("heavy",)}, {}, None, "shaken"),
        ({"kind": "vehicle"}, {}, None, "nothing to fire with"),
        ({"kind": "vehicle", "support": ("heavy",), "weapon_out": True}, {}, None, "nothing to fire with"),
        ({"shots": 2}, {}, None, "it has fired 2 times this turn"),
        ({}, {"kind": "vehicle"}, None, "no weapon that would harm r1"),
        ({}, {}, with_cells(WIDE, J3="b"), "no line of sight to r1"),
    ],
)
def test_why_nobody_fires(who: dict[str, Any], whom: dict[str, Any], on: str | None, reason: str) -> None:
    """Each reason by itself."""
    told = refused(duel(who=who, whom=whom, on=squares(on) if on else None))
    assert told is not None
    assert reason in told


@pytest.mark.rule("AAS-R-defence")
def test_mobs_do_not_fire() -> None:
    """Civilians are nobody's enemy, and have none."""
    scene = position(team("m1", "A1"), team("r1", "C1"))
    assert fire_refusal(scene, unit(scene, "m1"), unit(scene, "r1")) == "r1 is not an enemy"


@pytest.mark.parametrize(
    "more",
    [{"shots": 1}, {"pinned": 1}, {"pace": "rapid"}, {"kind": "leader"}],
    ids=["second shot", "pinned", "ran", "leader"],
)
def test_what_keeps_nobody_from_firing(more: dict[str, Any]) -> None:
    """A second shot, being pinned, having run or being alone only costs dice."""
    assert refused(duel(who=more)) is None


def test_small_arms_may_fire_at_soft_skins() -> None:
    """A truck can be fired at with rifles, armour cannot."""
    assert refused(duel(target=vehicle, whom={"soft_skinned": True})) is None
    assert refused(duel(target=vehicle)) is not None


# -- mobs in the line of fire --------------------------------------------------------------------------------------


def crossfire(mob: str, on: BattleMap | None = None, target: str = "M6") -> list[str]:
    """Who is in the line of fire from C6 to M6, with a mob somewhere."""
    scene = position(team("i1", "C6"), team("r1", target), team("m1", mob), on=on)
    return [found.id for found in mobs_in_line(scene, *pair(scene))]


@pytest.mark.rule("AAS-R-line")
@pytest.mark.parametrize(
    ("mob", "inside"),
    [
        ("H6", True), ("H8", True), ("H9", False), ("H4", True), ("H3", False), ("D8", True), ("C8", False),
        ("B6", False), ("M8", True), ("O6", True), ("P6", False), ("N7", True), ("O7", False),
    ],
)  # fmt: skip
def test_a_mob_within_two_inches_of_the_line_is_in_it(mob: str, inside: bool) -> None:
    """Before the target or about it, never beside or behind the shooter; two inches to the line are near enough."""
    assert crossfire(mob) == (["m1"] if inside else [])


@pytest.mark.parametrize(("mob", "inside"), [("C7", True), ("E6", True), ("F7", False)])
def test_a_mob_near_a_line_on_hexes(mob: str, inside: bool) -> None:
    """From C6 down the column to C14: two columns aside are 1.7 inches, three are 2.6."""
    scene = position(team("i1", "C2"), team("r1", "C14"), team("m1", mob), on=hexes())
    assert bool(mobs_in_line(scene, *pair(scene))) is inside


def test_a_slanting_line_is_measured_exactly() -> None:
    """Beside a line that runs three by four a mob ten fifths of an inch aside is in, and one eleven fifths is not."""
    assert crossfire("H9", target="O22") == []
    assert crossfire("G8", target="O22") == ["m1"]


def test_the_nearest_mob_to_the_target_comes_first() -> None:
    """Of two in the line, whoever is nearer to the target, in roster order where equal."""
    scene = position(team("i1", "C6"), team("r1", "M6"), team("m1", "F6"), team("m2", "L6"), chief("i2", "H6"))
    assert [found.id for found in mobs_in_line(scene, *pair(scene))] == ["m2", "m1"]
