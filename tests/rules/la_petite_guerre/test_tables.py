"""Every table of dice, face by face: what the printed rules say is written down here once more, and counted.

Nothing is sampled. Where several things are added to a die, all their combinations are put on a table.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.engine.dice import AVERAGE_DIE, D6
from sim.rules.la_petite_guerre.combat.charge import charge_check, charge_result, pursuit_check, struck_down
from sim.rules.la_petite_guerre.combat.fire import shot, shot_down
from sim.rules.la_petite_guerre.combat.guns import wedge_dice
from sim.rules.la_petite_guerre.combat.morale import control_result, morale_check
from sim.rules.la_petite_guerre.events import GunFired, Hit, MoveRolled
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.orders.moves import RollMove
from sim.rules.la_petite_guerre.solo.shots import acquire_chance, duel_odds, on_a_die, wedge_chance
from sim.rules.la_petite_guerre.state import Charges, LpgPosition
from tests.rules.la_petite_guerre.table import MILITIA, WIDE, E, W, gun, man, order, position, run, squares, unit

BOTH = (False, True)


def at_least(number: int) -> Fraction:
    """Return how likely a die shows a number or more."""
    return Fraction(max(0, min(6, 7 - number)), 6)


# -- LPG-HIT: one table for men on foot, and a second die for riders ----------------------------------------------

PRINTED = {1: "killed", 2: "wounded", 3: "wounded", 4: "stunned", 5: "stunned", 6: "stunned"}


def printed(grade: str, first: int, second: int, *, mounted: bool, blind: bool) -> str:
    """Return what a hit does, by the words of the rules."""
    if blind and first <= 3:
        return "nothing"
    if first == 6 and grade == "A":
        return "nothing"
    if mounted and 2 <= first <= 5 and second <= 3:
        return "thrown"
    return PRINTED[first]


@pytest.mark.rule("LPG-HIT", "LPG-BLIND")
@pytest.mark.parametrize("mounted", BOTH)
@pytest.mark.parametrize("blind", BOTH)
@pytest.mark.parametrize("grade", ["A", "B", "C"])
def test_a_hit_over_all_faces(grade: str, mounted: bool, blind: bool) -> None:
    """Every pair of dice, as it is rolled for."""
    scene = position(man("a1", "K10", W, grade=grade, mounted=mounted), man("p1", "C10", E))
    for first, second in product(D6.faces, D6.faces):
        expected = printed(grade, first, second, mounted=mounted, blind=blind)
        asks = mounted and 2 <= first <= 5 and not (blind and first <= 3)
        played = run(scene, lambda game: shot_down(game, "a1", blind=blind), [first, second] if asks else [first])
        assert played.of(Hit)[0].harm == expected


@pytest.mark.rule("LPG-MELEE-hit")
@pytest.mark.parametrize("mounted", BOTH)
@pytest.mark.parametrize("grade", ["A", "B", "C"])
def test_a_blow_over_all_faces(grade: str, mounted: bool) -> None:
    """The same, but who would be stunned breaks, and there is no die for the horse."""
    scene = position(man("a1", "K10", W, grade=grade, mounted=mounted), man("p1", "C10", E))
    for first in D6.faces:
        told = "nothing" if first == 6 and grade == "A" else PRINTED[first]
        struck = run(scene, lambda game: struck_down(game, "a1"), [first]).unit("a1")
        assert (struck.dead, struck.wounded, struck.broken) == (told == "killed", told == "wounded", told == "stunned")
        assert bool(struck.stunned) is (told == "wounded")


# -- LPG-FIRE: all 128 combinations -------------------------------------------------------------------------------


@pytest.mark.rule("LPG-FIRE", "LPG-BLIND")
@pytest.mark.parametrize("pit", BOTH)
@pytest.mark.parametrize("short", BOTH)
def test_a_shot_with_everything_for_and_against_it(short: bool, pit: bool) -> None:
    """Five hits, and what is beyond a six is blind."""
    at = "I10" if short else "J10"
    on = squares(rifle_pit=at) if pit else squares()
    for marksman, rider, second, bayonet, prone in product(BOTH, repeat=5):
        shooter = man("p1", "C10", E, marksman=marksman, bayonet=bayonet, acquired=("a1",))
        scene = position(shooter, man("a1", at, W, mounted=rider, prone=prone), on=on)
        added = short + marksman + rider - second - bayonet - prone - pit
        chance = Fraction(1, 6) if 6 + added < 5 else at_least(5 - added)
        one, other = unit(scene, "p1"), unit(scene, "a1")
        assert on_a_die(shot(scene, one, other, second=second).need) == chance


# -- LPG-ACQ: all combinations -------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ACQ")
@pytest.mark.parametrize("far", BOTH)
@pytest.mark.parametrize("higher", BOTH)
@pytest.mark.parametrize("cover", BOTH)
def test_a_look_with_everything_for_and_against_it(far: bool, higher: bool, cover: bool) -> None:
    """Two or more sees him."""
    at = "AB3" if far else "AA3"
    heights = "\n".join([("1" if higher else "0") * 8 + "0" * 52] * 5)
    on = squares(WIDE, heights=heights, rifle_pit=at) if cover else squares(WIDE, heights=heights)
    for fired, moved, rider, prone, observer in product(BOTH, repeat=5):
        target = man("a1", at, W, shot=3 * fired, moved=moved, mounted=rider, prone=prone)
        scene = position(man("p1", "C3", E, moved=observer), target, on=on)
        added = 2 * fired + moved + rider + higher - 2 * prone - 2 * cover - far - observer
        assert acquire_chance(scene, unit(scene, "p1"), unit(scene, "a1")) == at_least(2 - added)


# -- LPG-GATLING ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-GATLING", "LPG-BLIND")
@pytest.mark.parametrize(("at", "dice"), [("I3", 3), ("J3", 2), ("O3", 2), ("P3", 1)])
@pytest.mark.parametrize("pit", BOTH)
def test_the_beaten_zone_with_everything_for_and_against_it(at: str, dice: int, pit: bool) -> None:
    """Of all throws of so many dice those count that show one hit or more; of who was not acquired only sixes."""
    on = squares(WIDE, rifle_pit=at) if pit else squares(WIDE)
    for prone, rider, acquired in product(BOTH, repeat=3):
        piece = gun("gun", "C3", E, side=MILITIA, acquired=("a1",) if acquired else ())
        scene = position(piece, man("a1", at, W, prone=prone, mounted=rider), on=on)
        added = 2 * rider - prone - pit
        noticed = acquired or (at == "I3" and not pit)
        need = 5 - added if noticed and 6 + added >= 5 else 6
        throws = list(product(D6.faces, repeat=dice))
        hits = Fraction(sum(max(throw) >= need for throw in throws), len(throws))
        gun_, target = unit(scene, "gun"), unit(scene, "a1")
        assert wedge_dice(scene, gun_, target) == dice
        assert wedge_chance(scene, gun_, target) == hits


# -- LPG-SHELL -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize("laid", BOTH)
def test_where_a_shell_falls_over_all_faces(laid: bool) -> None:
    """Two faces of the scatter die are on target; else eight directions, and one inch or two, one more at first.

    Straight on, an inch is a cell. Aslant a cell is 1.41 inches: one, one and two cells are nearest to one, two, three.
    """
    crew = [man("p1", "B9", E, serves="gun"), man("p2", "B11", E, serves="gun")]
    scene = position(gun("gun", "B10", E, "field_gun", side=MILITIA, laid="P10" if laid else ""), *crew)
    aim = scene.map.cell("P10")
    fell: Counter[tuple[int, int]] = Counter()
    for scatter, arrow, far in product(D6.faces, range(1, 9), D6.faces):
        dice = [scatter] if scatter > 4 else [scatter, arrow, far]
        burst = order(scene, FireGun("gun", aim), dice).of(GunFired)[0].burst
        (column, row), (at_column, at_row) = scene.map.grid.offset(burst), scene.map.grid.offset(aim)
        fell[column - at_column, row - at_row] += 1
    expected: Counter[tuple[int, int]] = Counter({(0, 0): 2 * 8 * 6})
    for inches, faces in ((1 if laid else 2, 3), (2 if laid else 3, 3)):
        aslant = {1: 1, 2: 1, 3: 2}[inches]
        for x, y in product((-1, 0, 1), repeat=2):
            cells = aslant if x and y else inches
            if x or y:
                expected[x * cells, y * cells] += 4 * faces
    assert fell == expected


@pytest.mark.rule("LPG-SHELL")
def test_a_second_scatter_die_over_all_faces() -> None:
    """Five of nine shells fall on a target on which the gun is laid."""
    crew = [man("p1", "B9", E, serves="gun"), man("p2", "B11", E, serves="gun")]
    scene = position(gun("gun", "B10", E, "field_gun", side=MILITIA, laid="P10"), *crew)
    aim = scene.map.cell("P10")
    hits = 0
    for first, again in product(D6.faces, D6.faces):
        dice = [first] if first > 4 else [first, again] if again > 4 else [first, again, 1, 6]
        played = order(scene, FireGun("gun", aim, again=True), dice)
        hits += played.of(GunFired)[0].burst == aim
    assert Fraction(hits, 36) == Fraction(5, 9)


# -- the tests of men and companies --------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize("fire", BOTH)
@pytest.mark.parametrize("pit", BOTH)
@pytest.mark.parametrize(("grade", "worth"), [("A", 1), ("B", 0), ("C", -1)])
def test_control_over_all_faces(grade: str, worth: int, pit: bool, fire: bool) -> None:
    """Four and more, two and three, one and less."""
    on = squares(rifle_pit="C10") if pit else squares()
    scene = position(man("p1", "C10", E, grade=grade, under_fire=2 * fire), man("a1", "Z10", W), on=on)
    for face in D6.faces:
        total = face + worth + pit
        expected = "free" if total >= 4 else "repeats" if total >= 2 else "breaks" if fire else "stunned"
        assert control_result(scene, unit(scene, "p1"), face) == expected


def charge_scene(**words: Any) -> LpgPosition:
    """A man, a rider before him, and what is said of the man."""
    fallen = words.pop("fallen", 0)
    encourages = words.pop("encourages", 0)
    pit = words.pop("pit", False)
    rides = words.pop("against_rider", False)
    charges = Charges(going=("p5", "p6") if words.pop("friends", False) else ())
    scene = position(
        man("p1", "I10", E, **words),
        man("p2", "I14", E, command=2, encourages=encourages),
        man("p5", "H10", E),
        man("p6", "H11", E),
        man("p8", None, dead=True),
        man("p9", None, dead=True),
        man("a1", "M10", W, mounted=rides),
        on=squares(rifle_pit="I10") if pit else squares(),
        charges=charges,
    )
    cells = [(f"p{8 + n}", scene.map.cell("C10")) for n in range(fallen)]
    return type(scene)(scene.battle, scene.state.changed(fallen=tuple(cells)))


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize("charging", BOTH)
@pytest.mark.parametrize(("grade", "worth"), [("A", 2), ("B", 1), ("C", 0)])
def test_the_charge_test_over_all_faces(grade: str, worth: int, charging: bool) -> None:
    """With everything for and against it, for who charges and for who is charged by a rider."""
    for fire, wounded, mounted, pit, friends in product(BOTH, repeat=5):
        for fallen, encourages in product((0, 1, 2), (0, 1, 2)):
            scene = charge_scene(
                grade=grade, under_fire=3 * fire, wounded=wounded, mounted=mounted, pit=pit, fallen=fallen,
                encourages=encourages, against_rider=True, friends=friends,
            )  # fmt: skip
            man_, enemy = unit(scene, "p1"), unit(scene, "a1")
            check = charge_check(scene, man_, enemy, charging=charging)
            ridden_down = not charging and not mounted and not pit
            added = worth + encourages + (charging and friends) - fire - wounded - fallen - 2 * ridden_down
            assert check.total == added
    found = [charge_result(charge_scene(), face + worth) for face in D6.faces]
    assert found == [
        "steady" if face + worth >= 5 else "hesitant" if face + worth >= 3 else "fails" for face in D6.faces
    ]


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize("grade", ["A", "B", "C"])
def test_pursuit_with_everything_for_and_against_it(grade: str) -> None:
    """Four and more."""
    for rider, metis, pit in product(BOTH, repeat=3):
        on = squares(rifle_pit="I10") if pit else squares()
        scene = position(man("p1", "I10", E, mounted=rider, metis=metis, grade=grade), on=on)
        added = rider - metis - pit + (grade == "A")
        assert scene.battle.data.numbers.pursue - pursuit_check(scene, unit(scene, "p1")).total == 4 - added


@pytest.mark.rule("LPG-MORALE")
@pytest.mark.parametrize(("grade", "worth"), [("A", 1), ("B", 0), ("C", -1)])
def test_morale_over_all_faces(grade: str, worth: int) -> None:
    """Eight and more: the able men of a company, its grade, and a leader within four inches of any of them."""
    for able, points, near in product(range(1, 8), (0, 1, 2), BOTH):
        own = [man(f"p{n}", f"{'CDEFGHI'[n]}10", E, grade=grade) for n in range(able)]
        lost = [man("p8", "C2", E, grade=grade, stunned=4), man("p9", None, grade=grade, dead=True)]
        leader = man(
            "captain", "C14" if near else "C15", E, command=2, encourages=points, company="staff", side=MILITIA
        )
        scene = position(*own, *lost, leader, man("a1", "Z10", W))
        added = able + worth + (points if near else 0)
        assert scene.battle.data.numbers.morale - morale_check(scene, "militia company").total == 8 - added


@pytest.mark.rule("LPG-MELEE")
def test_blows_over_all_faces() -> None:
    """Equal dice hit nobody; an advantage turns fifteen of thirty-six into twenty-one."""
    assert duel_odds(0) == (Fraction(15, 36), Fraction(15, 36))
    assert duel_odds(1) == (Fraction(21, 36), Fraction(10, 36))


@pytest.mark.rule("LPG-MOVE-1")
def test_the_average_die() -> None:
    """Two, two threes, two fours, five; men throw one of them, and horses one or two."""
    assert sorted(AVERAGE_DIE.faces) == [2, 3, 3, 4, 4, 5]
    for dice, mounted in ((1, False), (1, True), (2, True)):
        scene = position(man("p1", "A1", E, mounted=mounted), on=squares(".~"))
        for faces in product(sorted(set(AVERAGE_DIE.faces)), repeat=dice):
            played = order(scene, RollMove("p1", dice), list(faces))
            assert played.of(MoveRolled)[0].inches == sum(faces)
        with pytest.raises(Exception, match="6"):
            order(scene, RollMove("p1", dice), [6] * dice)
