"""Every table of dice, face by face: what the printed rules say is written down here once more, and counted.

Nothing is sampled. Where several things are added to a die, all their combinations are put on a table.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused
from sim.engine.dice import AVERAGE_DIE, D6
from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.combat.charge import charge_check, charge_result, pursuit_check, struck_down
from sim.rules.la_petite_guerre.combat.fire import shot, shot_down
from sim.rules.la_petite_guerre.combat.guns import wedge_dice
from sim.rules.la_petite_guerre.combat.morale import control_result, morale_check
from sim.rules.la_petite_guerre.events import GunFired, Hit, MoveRolled
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.orders.moves import RollMove
from sim.rules.la_petite_guerre.orders.order import ACTION
from sim.rules.la_petite_guerre.solo.shots import acquire_chance, duel_odds, on_a_die, wedge_chance
from sim.rules.la_petite_guerre.state import Charges, LpgPosition
from tests.cases import Answer
from tests.rules.la_petite_guerre.table import WIDE, run, scene, unit
from tests.rules.positions import changed

BOTH = (False, True)
GRADES = ("A", "B", "C")
PRINTED = {1: "killed", 2: "wounded", 3: "wounded", 4: "stunned", 5: "stunned", 6: "stunned"}


def at_least(number: int) -> Fraction:
    """Return how likely a die shows a number or more."""
    return Fraction(max(0, min(6, 7 - number)), 6)


def of(answer: Answer, kind: type[Any]) -> Any:
    """Return the first event of a kind."""
    return next(event for event in answer.events if isinstance(event, kind))


# -- LPG-HIT: one table for men on foot, and a second die for riders --------------------------------------------------


def printed(grade: str, first: int, second: int, *, mounted: bool, blind: bool) -> str:
    """Return what a hit does, by the words of the rules."""
    if (blind and first <= 3) or (first == 6 and grade == "A"):
        return "nothing"
    return "thrown" if mounted and 2 <= first <= 5 and second <= 3 else PRINTED[first]


@pytest.mark.rule("LPG-HIT", "LPG-BLIND")
@pytest.mark.parametrize(("mounted", "blind", "grade"), [*product(BOTH, BOTH, GRADES)])
def test_a_hit_over_all_faces(grade: str, mounted: bool, blind: bool) -> None:
    """Every pair of dice, as it is rolled for."""
    here = changed(scene(f"a1 K10 w rides grade:{grade}"), "a1", mounted=mounted)
    for first, second in product(D6.faces, D6.faces):
        asks = mounted and 2 <= first <= 5 and not (blind and first <= 3)
        found = run(here, lambda game: shot_down(game, "a1", blind=blind), [first, second] if asks else [first])
        assert of(found, Hit).harm == printed(grade, first, second, mounted=mounted, blind=blind)


@pytest.mark.rule("LPG-MELEE-hit")
@pytest.mark.parametrize(("mounted", "grade"), [*product(BOTH, GRADES)])
def test_a_blow_over_all_faces(grade: str, mounted: bool) -> None:
    """The same, but who would be stunned breaks, and there is no die for the horse."""
    here = changed(scene(f"a1 K10 w rides grade:{grade}"), "a1", mounted=mounted)
    for first in D6.faces:
        told = "nothing" if first == 6 and grade == "A" else PRINTED[first]
        hit = unit(run(here, lambda game: struck_down(game, "a1"), [first]).position, "a1")
        assert (hit.dead, hit.wounded, hit.broken) == (told == "killed", told == "wounded", told == "stunned")
        assert bool(hit.stunned) is (told == "wounded")


# -- LPG-FIRE and LPG-ACQ: all combinations ---------------------------------------------------------------------------


@pytest.mark.rule("LPG-FIRE", "LPG-BLIND")
@pytest.mark.parametrize(("short", "pit", "marksman"), [*product(BOTH, repeat=3)])
def test_a_shot_with_everything_for_and_against_it(short: bool, pit: bool, marksman: bool) -> None:
    """Five hits, and what is beyond a six is blind."""
    at, card = "I10" if short else "J10", "marksman" if marksman else "-marksman"
    bare = scene(
        f"features rifle_pit {at if pit else 'A20'}", f"p1 C10 e weapon:winchester acquired:a1 {card} | a1 {at} w"
    )
    for rider, second, bayonet, prone in product(BOTH, repeat=4):
        here = changed(changed(bare, "p1", bayonet=bayonet), "a1", mounted=rider, prone=prone)
        added = short + marksman + rider - second - bayonet - prone - pit
        chance = Fraction(1, 6) if 6 + added < 5 else at_least(5 - added)
        assert on_a_die(shot(here, unit(here, "p1"), unit(here, "a1"), second=second).need) == chance


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize(("far", "higher", "cover"), [*product(BOTH, repeat=3)])
def test_a_look_with_everything_for_and_against_it(far: bool, higher: bool, cover: bool) -> None:
    """Two or more sees him."""
    at = "AB3" if far else "AA3"
    heights = "heights\n" + "\n".join(["01"[higher] * 8 + "0" * 52] * 5) + "\n\n"
    pit = f"features rifle_pit {at if cover else 'BH5'}"
    bare = scene(WIDE, heights, pit, "militia: p1 militia_veteran C3 e", f"metis: a1 militia_veteran {at} w")
    for fired, moved, rider, prone, observer in product(BOTH, repeat=5):
        here = changed(bare, "a1", shot=3 * fired, moved=moved, mounted=rider, prone=prone)
        here = changed(here, "p1", moved=observer)
        added = 2 * fired + moved + rider + higher - 2 * prone - 2 * cover - far - observer
        assert acquire_chance(here, unit(here, "p1"), unit(here, "a1")) == at_least(2 - added)


# -- LPG-GATLING and LPG-SHELL ----------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-GATLING", "LPG-BLIND")
@pytest.mark.parametrize(("at", "dice"), [("I3", 3), ("J3", 2), ("O3", 2), ("P3", 1)])
@pytest.mark.parametrize("pit", BOTH)
def test_the_beaten_zone_with_everything_for_and_against_it(at: str, dice: int, pit: bool) -> None:
    """Of all throws of so many dice those count that show one hit or more; of who was not acquired only sixes."""
    bare = scene(WIDE, f"features rifle_pit {at if pit else 'BH5'}", BATTERY, f"metis: a1 militia_veteran {at} w")
    throws = list(product(D6.faces, repeat=dice))
    for prone, rider, acquired in product(BOTH, repeat=3):
        here = changed(bare, "a1", prone=prone, mounted=rider)
        here = changed(here, "gun", acquired=("a1",) if acquired else ())
        added = 2 * rider - prone - pit
        noticed = acquired or (at == "I3" and not pit)
        need = 5 - added if noticed and 6 + added >= 5 else 6
        gun, target = unit(here, "gun"), unit(here, "a1")
        assert wedge_dice(here, gun, target) == dice
        assert wedge_chance(here, gun, target) == Fraction(sum(max(each) >= need for each in throws), len(throws))


BATTERY = "militia: gun gatling C3 e crew:2 | p1 gunner C1 e | p2 gunner C5 e serves:gun | p3 gunner B5 e serves:gun"


def shelled(dice: list[int], *, laid: bool, again: bool) -> tuple[int, int]:
    """Fire a shell at P10, and return by how many columns and rows it falls off."""
    here = changed(FIELD_GUN, "gun", laid="P10" if laid else "")
    order = FireGun("gun", here.map.cell("P10"), again=again)
    burst = of(run(here, lambda game: order.resolve(game, Ask("militia", ACTION, "gun")), dice), GunFired).burst
    (column, row), (to_column, to_row) = map(here.map.grid.offset, (burst, order.cell))
    return column - to_column, row - to_row


FIELD_GUN = scene("militia: gun nine_pounder B10 e crew:2 | g1 gunner B9 e serves:gun | g2 gunner B11 e serves:gun")


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize("laid", BOTH)
def test_where_a_shell_falls_over_all_faces(laid: bool) -> None:
    """Two faces of the scatter die are on target; else eight directions, and one inch or two, one more at first.

    Straight on, an inch is a cell. Aslant a cell is 1.41 inches: one, one and two cells are nearest to one, two, three.
    """
    fell: Counter[tuple[int, int]] = Counter()
    for scatter, arrow, far in product(D6.faces, range(1, 9), D6.faces):
        fell[shelled([scatter] if scatter > 4 else [scatter, arrow, far], laid=laid, again=False)] += 1
    expected: Counter[tuple[int, int]] = Counter({(0, 0): 2 * 8 * 6})
    for inches in (1, 2) if laid else (2, 3):
        for x, y in product((-1, 0, 1), repeat=2):
            cells = {1: 1, 2: 1, 3: 2}[inches] if x and y else inches
            if x or y:
                expected[x * cells, y * cells] += 4 * 3
    assert fell == expected


@pytest.mark.rule("LPG-SHELL")
def test_a_second_scatter_die_over_all_faces() -> None:
    """Five of nine shells fall on a target on which the gun is laid."""
    hits = 0
    for first, again in product(D6.faces, D6.faces):
        dice = [first] if first > 4 else [first, again] if again > 4 else [first, again, 1, 6]
        hits += shelled(dice, laid=True, again=True) == (0, 0)
    assert Fraction(hits, 36) == Fraction(5, 9)


# -- the tests of men and companies -----------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(("grade", "worth"), [*zip(GRADES, (1, 0, -1), strict=True)])
@pytest.mark.parametrize(("fire", "pit"), [*product(BOTH, BOTH)])
def test_control_over_all_faces(grade: str, worth: int, pit: bool, fire: bool) -> None:
    """Four and more, two and three, one and less."""
    here = scene(
        f"features rifle_pit {'C10' if pit else 'A20'}", f"p1 C10 e grade:{grade} under_fire:{2 * fire} | a1 Z10"
    )
    for face in D6.faces:
        total = face + worth + pit
        expected = "free" if total >= 4 else "repeats" if total >= 2 else "breaks" if fire else "stunned"
        assert control_result(here, unit(here, "p1"), face) == expected


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize("pit", BOTH)
@pytest.mark.parametrize(("grade", "worth"), [*zip(GRADES, (2, 1, 0), strict=True)])
def test_the_charge_test_over_all_faces(grade: str, worth: int, pit: bool) -> None:
    """With everything for and against it, for who charges and for who is charged by a rider."""
    others = ("p2 militia_captain I14 e", "p5 militia_veteran H10 e", "p6 militia_veteran H11 e")
    bare = scene(
        f"features rifle_pit {'I10' if pit else 'A20'}",
        f"militia: {' | '.join(others)} | p8 militia_veteran A2 e | p9 militia_veteran A3 e",
        f"p1 I10 e grade:{grade} rides | a1 M10 w rides mounted | p8 off dead | p9 off dead",
    )
    where = bare.map.cell("C10")
    for fire, wounded, mounted, friends in product(BOTH, repeat=4):
        for fallen, encourages in product((0, 1, 2), (0, 1, 2)):
            here = changed(bare, "p1", under_fire=3 * fire, wounded=wounded, mounted=mounted)
            here = changed(here, "p2", encourages=encourages)
            lost = tuple((f"p{8 + n}", where) for n in range(fallen))
            going = Charges(going=("p5", "p6") if friends else ())
            here = Position(here.battle, here.state.changed(fallen=lost, charges=going))
            for charging in BOTH:
                ridden_down = not charging and not mounted and not pit
                added = worth + encourages + (charging and friends) - fire - wounded - fallen - 2 * ridden_down
                assert charge_check(here, unit(here, "p1"), unit(here, "a1"), charging=charging).total == added
    for total in range(7):
        assert charge_result(bare, total) == ("steady" if total >= 5 else "hesitant" if total >= 3 else "fails")


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("grade", "metis", "pit"), [*product(GRADES, BOTH, BOTH)])
def test_pursuit_with_everything_for_and_against_it(grade: str, metis: bool, pit: bool) -> None:
    """Four and more."""
    card = f"grade:{grade} {'' if metis else '-'}metis rides"
    bare = scene(f"features rifle_pit {'I10' if pit else 'A20'}", f"p1 I10 e {card}")
    for rider in BOTH:
        here = changed(bare, "p1", mounted=rider)
        added = rider - metis - pit + (grade == "A")
        assert here.battle.data.numbers.pursue - pursuit_check(here, unit(here, "p1")).total == 4 - added


@pytest.mark.rule("LPG-MORALE")
@pytest.mark.parametrize(("grade", "worth"), [*zip(GRADES, (1, 0, -1), strict=True)])
def test_morale_over_all_faces(grade: str, worth: int) -> None:
    """Eight and more: the able men of a company, its grade, and a leader within four inches of any of them."""
    own = [f"m{n} militia_veteran {column}10 e grade:{grade}" for n, column in enumerate("CDEFGHI")]
    bare = scene(f"militia: {' | '.join(own)} | captain militia_captain C14 e", f"p1 C2 stunned:4 grade:{grade}")
    bare = changed(bare, "captain", company="staff")
    for able, points, at in product(range(1, 8), (0, 1, 2), ("C14", "C15")):
        here = changed(bare, "captain", encourages=points, cell=at)
        for n in range(able, 7):
            here = changed(here, f"m{n}", cell=None, dead=True)
        added = able + worth + (points if at == "C14" else 0)
        assert here.battle.data.numbers.morale - morale_check(here, "militia").total == 8 - added


@pytest.mark.rule("LPG-MELEE")
def test_blows_over_all_faces() -> None:
    """Equal dice hit nobody; an advantage turns fifteen of thirty-six into twenty-one."""
    assert duel_odds(0) == (Fraction(15, 36), Fraction(15, 36))
    assert duel_odds(1) == (Fraction(21, 36), Fraction(10, 36))


@pytest.mark.rule("LPG-MOVE-1")
@pytest.mark.parametrize(("dice", "mounted"), [(1, False), (1, True), (2, True)])
def test_the_average_die(dice: int, mounted: bool) -> None:
    """Two, two threes, two fours, five; men throw one of them, and horses one or two."""
    assert sorted(AVERAGE_DIE.faces) == [2, 3, 3, 4, 4, 5]
    # He can go nowhere: nobody is asked for a way.
    shut = scene("ground D9:F9:~ D11:F11:~ D10:~ F10:~", "p1 E10 e rides")
    here: LpgPosition = changed(shut, "p1", mounted=mounted)

    def rolled(faces: tuple[int, ...]) -> int:
        order, ask = RollMove("p1", dice), Ask("militia", ACTION, "p1")
        inches: int = of(run(here, lambda game: order.resolve(game, ask), faces), MoveRolled).inches
        return inches

    for faces in product(sorted(set(AVERAGE_DIE.faces)), repeat=dice):
        assert rolled(faces) == sum(faces)
    with pytest.raises(ChanceRefused, match="6"):
        rolled((6,) * dice)
