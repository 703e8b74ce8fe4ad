"""La Cucaracha: who can be shot at, how many dice, what each must show, and what comes of it."""

from fractions import Fraction
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.check import Check
from sim.play.commander import mean
from sim.rules.la_cucaracha.combat.fire import always_hasty, dice_of, needed, pierce
from sim.rules.la_cucaracha.combat.hits import on_a_die
from sim.rules.la_cucaracha.commander.values import mean_losses, spread
from sim.rules.la_cucaracha.ground.sight import sees, shot_area, shot_refusal
from sim.rules.la_cucaracha.state import CucPosition, Troop
from tests.rules.la_cucaracha.table import WEAPONS, WIDE, hexes, in_range, position, squares, troop, unit, with_cells
from tests.rules.positions import changed, names


def column(number: int) -> str:
    """The letters of a column, counted from 0."""
    return squares(WIDE).grid.name(squares(WIDE).grid.at(number, 0))[:-1]


def duel(away: int = 10, *, who: Any = None, whom: Any = None, on: BattleMap | None = None) -> CucPosition:
    """A shooter in A3 and its target so many squares to the east."""
    one, other = troop("p1", "A3", **(who or {})), troop("a1", f"{column(away)}3", **(whom or {}))
    return position(one, other, on=on or squares(WIDE))


def pair(scene: CucPosition) -> tuple[Any, Any]:
    """Both of them."""
    return unit(scene, "p1"), unit(scene, "a1")


def number(scene: CucPosition, *, hasty: bool = False) -> Check:
    """What a die of the shooter must reach."""
    return needed(scene, *pair(scene), hasty=hasty)


def refused(scene: CucPosition) -> str | None:
    """Why the shooter cannot shoot."""
    return shot_refusal(scene, *pair(scene))


# -- range -------------------------------------------------------------------------------------------------------

RANGES = [(weapon.id, weapon.short, weapon.long) for weapon in WEAPONS.values()]


@pytest.mark.parametrize(("weapon", "short", "far"), RANGES)
def test_short_range_ends_exactly(weapon: str, short: int, far: int) -> None:
    """At short range a die needs 7, one inch further 9."""
    near, beyond = duel(short, who={"weapon": weapon}), duel(short + 1, who={"weapon": weapon})
    assert (number(near).total, number(beyond).total) == (7, 9)


@pytest.mark.parametrize(("weapon", "short", "far"), RANGES)
def test_long_range_ends_exactly(weapon: str, short: int, far: int) -> None:
    """At long range it can be shot at, one inch further it is too far."""
    last, beyond = duel(far, who={"weapon": weapon}), duel(far + 1, who={"weapon": weapon})
    assert in_range(last, *pair(last))
    assert refused(last) is None
    assert not in_range(beyond, *pair(beyond))
    assert refused(beyond) == f"too far: {far + 1:.1f} inches, and the {WEAPONS[weapon].name} carries {far}"


@pytest.mark.parametrize(("away", "can"), [(5, False), (6, True)])
def test_a_field_gun_needs_its_least_range(away: int, can: bool) -> None:
    """Six inches are enough and five are too near."""
    scene = duel(away, who={"weapon": "field_gun"})
    assert in_range(scene, *pair(scene)) is can
    assert (refused(scene) is None) is can


@pytest.mark.parametrize(("at", "total"), [("A9", 7), ("A10", 9), ("A17", 9), ("A18", None)])
def test_ranges_on_hexes_count_two_inches_a_hex(at: str, total: int | None) -> None:
    """A rifle reaches eight hexes at short range and sixteen at long."""
    scene = position(troop("p1", "A1"), troop("a1", at), on=hexes())
    assert in_range(scene, *pair(scene)) is (total is not None)
    if total is not None:
        assert number(scene).total == total


def test_range_can_be_asked_from_another_cell() -> None:
    """From nearer by it would be in range."""
    scene = duel(40)
    one, other = pair(scene)
    assert not in_range(scene, one, other)
    assert in_range(scene, one, other, scene.map.cell("I3"))
    assert not in_range(scene, one, other, scene.map.cell("H3"))


@pytest.mark.parametrize(
    ("who", "whom"),
    [
        ({}, {}),
        ({"weapon": "field_gun"}, {}),
        ({"weapon": "pistol"}, {"troop": "aircraft"}),
        ({"troop": "aircraft"}, {}),
        ({"weapon": ""}, {}),
    ],
)
def test_all_cells_of_a_shot_at_once_are_those_asked_one_by_one(who: Any, whom: Any) -> None:
    """Whichever of the two stands still; houses are in the way, and a field gun needs some inches."""
    houses = squares(with_cells(WIDE, **{f"{letter}3": "b" for letter in "DEN"}))
    scene = duel(8, who=who, whom=whom, on=houses)
    one, other = pair(scene)
    froms = [
        cell
        for cell in houses.whole
        if in_range(scene, one, other, cell) and sees(scene, one.changed(cell=cell), other)
    ]
    assert list(shot_area(scene, one, other, other.place)) == froms
    ats = [cell for cell in houses.whole if could_be_shot(scene, one, other.changed(cell=cell))]
    assert list(shot_area(scene, one, other, one.place)) == ats


def could_be_shot(scene: CucPosition, one: Troop, other: Troop) -> bool:
    """In range and in sight."""
    return in_range(scene, one, other) and sees(scene, one, other)


def test_who_has_no_weapon_or_no_place_has_nobody_in_range() -> None:
    """Those who only fight hand to hand, and those off the table, have no range."""
    scene = duel(who={"weapon": ""})
    assert not in_range(scene, *pair(scene))
    away = changed(duel(), "a1", cell=None)
    assert not in_range(away, *pair(away))


# -- what forbids a shot -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "whom", "expected"),
    [
        ({}, {}, None),
        ({"weapon": ""}, {}, "p1 has nothing to shoot with"),
        ({"figures": 0}, {}, "not on the table"),
        ({}, {"figures": 0}, "not on the table"),
        ({}, {"side": "rebels"}, "a1 is a friend"),
        ({"fighting": ("a9",)}, {}, "in close combat"),
        ({}, {"fighting": ("p9",)}, "a1 is in close combat: nobody shoots into it"),
        ({"loaded": False}, {}, "not loaded: it has to be reloaded first"),
        ({"troop": "crew"}, {}, "not deployed"),
        ({"troop": "crew", "deployed": True}, {}, None),
        ({"troop": "tank"}, {}, None),
        ({"shaken": True}, {"shaken": True}, None),
    ],
)
@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.rule("CUC-SHOOT")
def test_what_forbids_a_shot_is_told(who: Any, whom: Any, expected: str | None) -> None:
    """Each reason alone forbids it, and says so."""
    assert refused(duel(who=who, whom=whom)) == expected


def test_a_shot_needs_a_line_of_sight() -> None:
    """Behind a house nobody is shot at, though he is in range."""
    scene = duel(10, on=squares(with_cells(WIDE, F3="b")))
    assert in_range(scene, *pair(scene))
    assert refused(scene) == "no line of sight to a1"


@pytest.mark.parametrize(
    ("weapon", "rested", "hasty"),
    [("single_shot", False, True), ("single_shot", True, False), ("rifle", False, False), ("", False, False)],
)
@pytest.mark.rule("CUC-RELOAD")
def test_single_shot_rifles_are_hasty_with_two_cards_running(weapon: str, rested: bool, hasty: bool) -> None:
    """What is loaded shot by shot shoots hastily unless it has rested; a magazine never minds."""
    scene = duel(who={"weapon": weapon, "rested": rested})
    assert always_hasty(scene, unit(scene, "p1")) is hasty


# -- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "dice"),
    [
        ({"figures": 6}, 6),
        ({"figures": 1}, 1),
        ({"troop": "crew", "figures": 3}, 5),
        ({"troop": "crew", "figures": 2}, 5),
        ({"troop": "crew", "figures": 1}, 3),
        ({"troop": "crew", "weapon": "field_gun", "figures": 1}, 2),
        ({"troop": "armoured_car", "figures": 1}, 4),
        ({"troop": "aircraft", "figures": 1}, 4),
        ({"weapon": ""}, 0),
    ],
)
@pytest.mark.rule("CUC-SHOOT")
def test_dice_are_the_figures_or_the_weapons(who: Any, dice: int) -> None:
    """A die a figure; a machine gun has five, and half of them, rounded up, with one man left."""
    scene = duel(who=who)
    assert dice_of(scene, unit(scene, "p1")) == dice


# -- modifiers, each alone ---------------------------------------------------------------------------------------

COVERED = {
    "open": squares(WIDE),
    "soft": squares(with_cells(WIDE, K3="s")),
    "hard": squares(with_cells(WIDE, K3="k")),
    "hedge": squares(WIDE, hedge="J3/e"),
    "low wall": squares(WIDE, low_wall="J3/e"),
    "wall and scrub": squares(with_cells(WIDE, K3="s"), low_wall="J3/e"),
    "hedge by the shooter": squares(WIDE, hedge="A3/e"),
}


@pytest.mark.parametrize(
    ("who", "whom", "ground", "hasty", "total"),
    [
        ({}, {}, "open", False, 7),
        ({}, {}, "open", True, 9),
        ({}, {}, "soft", False, 8),
        ({}, {}, "hard", False, 9),
        ({}, {}, "hedge", False, 8),
        ({}, {}, "low wall", False, 9),
        ({}, {}, "wall and scrub", False, 9),
        ({}, {}, "hedge by the shooter", False, 7),
        ({}, {"troop": "mounted"}, "open", False, 6),
        ({}, {"troop": "armoured_car"}, "open", False, 6),
        ({}, {"troop": "crew"}, "open", False, 7),
        ({}, {"skirmisher": True}, "open", False, 8),
        ({}, {"skirmisher": True, "troop": "mounted"}, "open", False, 6),
        ({"skirmisher": True}, {}, "open", False, 7),
        ({"marksmen": True}, {}, "open", False, 6),
        ({}, {"marksmen": True}, "open", False, 7),
        ({"shaken": True}, {}, "open", False, 8),
        ({}, {"shaken": True}, "open", False, 7),
        ({"back_foot": True}, {"back_foot": True}, "open", False, 7),
        ({"shaken": True}, {"skirmisher": True}, "hard", True, 13),
    ],
)
def test_each_modifier_counts_by_itself(who: Any, whom: Any, ground: str, hasty: bool, total: int) -> None:
    """Two positions that differ in one thing differ by its figure, and all of them add up."""
    scene = duel(10, who=who, whom=whom, on=COVERED[ground])
    assert names(scene, [unit(scene, "a1").place]) == ["K3"]
    assert number(scene, hasty=hasty).total == total


def test_a_number_tells_its_parts() -> None:
    """Range, haste and cover are named, the cover with what it is."""
    reasons = [str(part) for part in number(duel(on=COVERED["hedge"]), hasty=True).parts]
    assert reasons == ["+7 short range", "+2 hasty", "+1 soft cover: hedge crossed into the cell"]


@pytest.mark.parametrize(("total", "die"), [(1, 2), (2, 2), (10, 10), (11, 10), (13, 10), (-3, 2)])
def test_a_ten_always_hits_and_a_one_never_does(total: int, die: int) -> None:
    """No number on a die is below 2 or above 10."""
    assert on_a_die(total) == die


def test_who_has_no_weapon_has_no_number() -> None:
    """Asking for one is a mistake."""
    scene = duel(who={"weapon": ""})
    with pytest.raises(ValueError, match="nothing to shoot with"):
        number(scene)


# -- aircraft and armour -----------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-AIR")
@pytest.mark.parametrize(("weapon", "away", "can"), [("rifle", 16, True), ("rifle", 17, False)])
@pytest.mark.rule("CUC-SHOOT")
def test_at_aircraft_one_shoots_at_short_range(weapon: str, away: int, can: bool) -> None:
    """Sixteen inches with a rifle, and no more."""
    scene = duel(away, who={"weapon": weapon}, whom={"troop": "aircraft"})
    assert in_range(scene, *pair(scene)) is can
    assert (refused(scene) is None) is can


@pytest.mark.rule("CUC-AIR")
def test_anti_aircraft_guns_reach_aircraft_at_long_range() -> None:
    """They are made for it: full range, and no worse than at others."""
    scene = duel(72, who={"weapon": "anti_aircraft_gun"}, whom={"troop": "aircraft"})
    assert refused(scene) is None
    assert number(scene).total == 9


@pytest.mark.rule("CUC-AIR")
def test_aircraft_are_hard_to_hit_and_have_no_cover() -> None:
    """Two worse for a rifle, and rocks or a wall beneath it change nothing."""
    totals = [number(duel(whom={"troop": "aircraft"}, on=COVERED[ground])).total for ground in ("open", "hard")]
    assert totals == [9, 9]


@pytest.mark.rule("CUC-AIR")
def test_aircraft_shoot_over_walls_but_not_into_scrub() -> None:
    """What the target stands in shelters it from above, what stands before it does not."""
    grounds = ("open", "low wall", "soft")
    totals = [number(duel(10, who={"troop": "aircraft"}, on=COVERED[ground])).total for ground in grounds]
    assert totals == [9, 9, 10]


@pytest.mark.parametrize(
    ("weapon", "whom", "second"),
    [
        ("rifle", {}, None),
        ("rifle", {"armoured": True}, 10),
        ("machine_gun", {"armoured": True}, 10),
        ("field_gun", {"armoured": True}, 5),
        ("field_gun", {}, None),
        ("rifle", {"troop": "aircraft"}, 8),
        ("anti_aircraft_gun", {"troop": "aircraft"}, 8),
        ("rifle", {"troop": "tank"}, None),
    ],
)
def test_armour_and_aircraft_ask_for_a_second_die(weapon: str, whom: Any, second: int | None) -> None:
    """Small arms need a 10 against armour and guns a 5; against an aircraft everybody needs an 8."""
    scene = duel(who={"weapon": weapon}, whom=whom)
    assert pierce(scene, *pair(scene)) == second


# -- what comes of it --------------------------------------------------------------------------------------------


def test_six_rifles_at_short_range_cost_about_one_and_a_half_figures() -> None:
    """Six dice, 7 to hit and 5 for the casualty: 1.44 figures on average."""
    scene = duel()
    assert mean_losses(scene, *pair(scene), hasty=False) == Fraction(144, 100)


def test_armour_and_haste_are_in_the_losses() -> None:
    """A hasty volley at an armoured car: 6 dice, 8 to hit, a 10 to pierce, 5 for the casualty."""
    scene = duel(whom={"troop": "armoured_car", "armoured": True})
    assert mean(spread(6, (8, 10, 5), 99)) == 6 * Fraction(3, 10) * Fraction(1, 10) * Fraction(6, 10)
    assert mean_losses(scene, *pair(scene), hasty=True) == mean(spread(6, (8, 10, 5), 3))


@pytest.mark.rule("CUC-S10")
def test_no_more_figures_are_lost_than_there_are() -> None:
    """The last man is the most that can be lost."""
    scene = duel(whom={"figures": 1})
    assert mean_losses(scene, *pair(scene), hasty=False) == 1 - (1 - Fraction(4, 10) * Fraction(6, 10)) ** 6
