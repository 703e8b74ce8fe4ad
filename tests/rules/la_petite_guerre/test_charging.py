"""LPG-CHARGE, LPG-MELEE, LPG-ROUT, LPG-PURSUE, LPG-MORALE: charges and what comes of them."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.notes import Rolled
from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.combat.charge import (
    cannot_reply,
    charge_check,
    charge_result,
    fight,
    melee_check,
    pursuit_check,
    rout,
)
from sim.rules.la_petite_guerre.combat.morale import morale_check, take_morale_tests
from sim.rules.la_petite_guerre.events import Broke, ChargeFailed, Hit, MoraleTested, Moved, RanOff, Struck, Stunned
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.orders.order import CHARGES
from sim.rules.la_petite_guerre.state import Charges, Company, LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    N,
    Played,
    S,
    W,
    charged,
    gun,
    man,
    position,
    refusal_of,
    run,
    squares,
    unit,
)
from tests.rules.positions import changed, names


def facing(at: str = "M10", on: Any = None, **words: Any) -> LpgPosition:
    """A man of each side, face to face, four inches apart unless said otherwise."""
    return position(man("p1", "I10", E, **words), man("a1", at, W), on=on, phase="charges")


def charging(scene: LpgPosition, *dice: int, orders: tuple[Charge, ...] = (Charge("p1", "a1"),)) -> Played:
    """Let the militia charge."""
    return charged(scene, orders, dice)


def fallen(scene: LpgPosition, *men: tuple[str, str]) -> LpgPosition:
    """Return a position in which some were killed or broke this turn, where they are said to be."""
    there = tuple((id_, scene.map.cell(name)) for id_, name in men)
    return Position(scene.battle, scene.state.changed(fallen=there))


COMPANY = {"militia company": Company("militia company", MILITIA, "The right company")}

# -- the test -----------------------------------------------------------------------------------------------------


def added(scene: LpgPosition, who: str = "p1", enemy: str = "a1", *, charges: bool = True) -> int:
    """Return what is added to the die."""
    return charge_check(scene, unit(scene, who), unit(scene, enemy), charging=charges).total


@pytest.mark.rule("LPG-CHARGE")
def test_every_total() -> None:
    """Five and more charges or stands, three and four hesitates, less fails."""
    scene = facing()
    found = [charge_result(scene, total) for total in range(1, 7)]
    assert found == ["fails", "fails", "hesitant", "hesitant", "steady", "steady"]


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("grade", "worth"), [("A", 2), ("B", 1), ("C", 0)])
def test_grades(grade: str, worth: int) -> None:
    """They count for more than elsewhere."""
    assert added(facing(grade=grade)) == worth


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(
    ("words", "worth"), [({"under_fire": 3}, -1), ({"under_fire": 2}, -1), ({"wounded": True}, -1)]
)
def test_each_modifier(words: dict[str, Any], worth: int) -> None:
    """One thing changes, and the die by so much."""
    assert added(facing(**words)) - added(facing()) == worth


@pytest.mark.rule("LPG-CHARGE")
def test_friends_who_charge_with_him() -> None:
    """One more, however many they are; not for who is charged."""
    friends = (man("p2", "I12", E), man("p3", "H10", E), man("p4", "I13", E))
    scene = position(man("p1", "I10", E), man("a1", "M10", W), *friends, phase="charges")
    for going, worth in ((), 0), (("p1",), 0), (("p4",), 0), (("p2",), 1), (("p2", "p3", "p4"), 1):
        there = Position(scene.battle, scene.state.changed(charges=Charges(going=going)))
        assert added(there) - added(facing()) == worth
        assert added(there, charges=False) == added(facing(), charges=False)


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(
    ("words", "needs"),
    [
        ({}, "4+ 2+"),
        ({"prone": True}, "2+ 2+"),
        ({"grade": "A", "command": 2, "encourages": 2}, "4+ 1+"),
    ],
)
def test_charge_dice_say_what_they_need(words: dict[str, Any], needs: str) -> None:
    """Five in all to charge, three at who is prone, three to stand; and never less than a die can show."""
    scene = position(man("p1", "I10", E), man("a1", "N10", W, **words), phase="charges")
    played = charging(scene, 6, 6, 2)
    thrown = [note.throw for frame in played.frames for note in frame.why if isinstance(note, Rolled)]
    assert " ".join(str(throw.need) for throw in thrown if throw.need) == needs


@pytest.mark.rule("LPG-MORALE")
def test_the_die_for_morale_names_the_company_and_is_the_luck_of_its_side() -> None:
    """A large company needs no more than the die shows in any case."""
    own = [man(f"p{n}", f"{column}10", E) for n, column in enumerate("ABCDEFGHIJ")]
    scene = position(*own, man("p99", None, dead=True), phase="morale", engagement={"companies": COMPANY})
    scene = fallen(scene, ("p99", "C10"))
    played = run(scene, lambda game: take_morale_tests(game, MILITIA), [1])
    (throw,) = [note.throw for frame in played.frames for note in frame.why if isinstance(note, Rolled)]
    assert str(throw) == "D6 for militia: morale of the right company, 1+ needed"


@pytest.mark.rule("LPG-CHARGE", "LPG-CMD")
@pytest.mark.parametrize(("cell", "points", "worth"), [("I14", 1, 1), ("I14", 2, 2), ("I15", 2, 0)])
def test_encouragement(cell: str, points: int, worth: int) -> None:
    """One for each command point, within four inches."""
    captain = man("captain", cell, E, side=MILITIA, command=2, encourages=points)
    scene = position(man("p1", "I10", E), man("a1", "M10", W), captain)
    assert added(scene) - added(facing()) == worth


@pytest.mark.rule("LPG-CHARGE", "LPG-CMD", "LPG-ROUT")
@pytest.mark.parametrize(("words", "worth"), [({"broken": True}, 0), ({"dead": True}, 0), ({"stunned": 4}, 2)])
def test_a_leader_who_runs_encourages_nobody(words: dict[str, Any], worth: int) -> None:
    """Nor does one who was killed; what one said who is stunned now was said before."""
    captain = man("captain", "I14", E, side=MILITIA, command=2, encourages=2, **words)
    scene = position(man("p1", "I10", E), man("a1", "M10", W), captain)
    assert added(scene) - added(facing()) == worth


@pytest.mark.rule("LPG-CHARGE")
def test_friends_who_fell_this_turn() -> None:
    """One less for each within six inches; enemies do not count."""
    friends = [man("p2", None), man("p3", None), man("p4", None), man("a2", None)]
    scene = position(man("p1", "I10", E), man("a1", "M10", W), *friends)
    assert added(fallen(scene, ("p2", "I16"), ("p3", "I9"), ("p4", "I17"), ("a2", "I9"))) - added(scene) == -2


@pytest.mark.rule("LPG-CHARGE")
def test_men_on_foot_whom_riders_charge_in_the_open() -> None:
    """Two less; not in a pit, not mounted themselves, and not for the rider."""
    riders = changed(facing(), "p1", mounted=True)
    plain = added(facing(), "a1", "p1", charges=False)
    assert added(riders, "a1", "p1", charges=False) - plain == -2
    assert added(changed(riders, "a1", mounted=True), "a1", "p1", charges=False) == plain
    pit = changed(facing(on=squares(rifle_pit="M10")), "p1", mounted=True)
    assert added(pit, "a1", "p1", charges=False) == plain
    assert added(riders) == added(facing())


# -- the charge ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
def test_a_charge_that_is_met() -> None:
    """Tested, tested, run in, and fought: nobody is hit where the scores are equal."""
    played = charging(facing(), 4, 4, 3, 3, 4)
    assert [event.gait for event in played.of(Moved)] == ["charge"]
    assert names(played.scene, [played.unit("p1").place]) == ["L10"]
    assert [event.hit for event in played.of(Struck)] == [""]


@pytest.mark.rule("LPG-CHARGE")
def test_who_fails_to_charge_is_stunned() -> None:
    """A one, with one for B grade."""
    assert charging(facing(), 1).of(Stunned)


@pytest.mark.rule("LPG-CHARGE")
def test_who_hesitates_does_not_charge_men_who_can_meet_him() -> None:
    """Three in all."""
    assert charging(facing(), 2).of(ChargeFailed)[0].why == "he thinks better of it"


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize("words", [{"stunned": 4}, {"prone": True}, {"facing": E}])
def test_who_hesitates_charges_the_helpless(words: dict[str, Any]) -> None:
    """The stunned, the prone, and those who look the other way."""
    played = charging(changed(facing(), "a1", **words), 2, 4, 3, 1, 2)
    assert played.of(Struck)


@pytest.mark.rule("LPG-CHARGE", "LPG-ROUT")
@pytest.mark.parametrize("stunned", [0, 4])
def test_who_is_charged_and_fails_breaks(stunned: int) -> None:
    """Even if he is stunned; the charge strikes at nothing."""
    scene = changed(facing(), "a1", stunned=stunned)
    played = charging(scene, 4, 1, 3, 3, 1)
    assert played.of(Broke)[0].unit == "a1"
    assert played.unit("a1").broken and not played.of(Struck)
    assert played.of(ChargeFailed)[0].why == "a1 did not wait for it"


@pytest.mark.rule("LPG-CHARGE")
def test_who_is_charged_and_hesitates_stands() -> None:
    """Three in all."""
    assert charging(facing(), 4, 2, 3, 1, 2).of(Struck)


@pytest.mark.rule("LPG-MOVE-1", "LPG-CHARGE")
def test_a_charge_is_an_inch_longer_than_a_move() -> None:
    """Two and one do not reach five inches, and end three from where he was."""
    played = charging(facing("N10"), 4, 4, 2)
    assert names(played.scene, [played.unit("p1").place]) == ["L10"]
    assert played.of(ChargeFailed)[0].why == '3" is not enough to reach a1'


@pytest.mark.rule("LPG-CHARGE")
def test_friends_near_him_are_counted() -> None:
    """A two with B grade and a friend beside him is four: with neither it would stun."""
    scene = position(man("p1", "I10", E, grade="C"), man("p2", "I11", E), man("a1", "M10", W), phase="charges")
    orders = (Charge("p1", "a1"), Charge("p2", "a1"))
    played = charging(scene, 2, 1, orders=orders)
    assert played.of(ChargeFailed)[0].unit == "p1"
    assert played.of(Stunned)[0].unit == "p2"


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(
    ("who", "words", "why"),
    [
        ("p1", {"broken": True}, "p1 is running away and cannot charge"),
        ("p1", {"stunned": 4}, "p1 is stunned and cannot charge"),
        ("p1", {"prone": True}, "p1 is prone and cannot charge"),
        ("p1", {"control": "repeats"}, "p1 is out of control"),
        ("p1", {"charged": True}, "p1 has already declared a charge"),
        ("a1", {"cell": "Q10"}, "a1 is too far away for any charge"),
    ],
)
def test_who_cannot_charge(who: str, words: dict[str, Any], why: str) -> None:
    """And the reason."""
    scene = changed(facing(), who, **words)
    assert refusal_of(scene, Charge("p1", "a1"), Ask(MILITIA, CHARGES)) == why


# -- blows --------------------------------------------------------------------------------------------------------


def beside(**words: Any) -> LpgPosition:
    """Two men in contact, face to face."""
    return position(man("p1", "L10", E, **words), man("a1", "M10", W), phase="charges")


def advantage(scene: LpgPosition, *, charges: bool = False) -> int:
    """Return what is added to the die of the first."""
    return melee_check(scene, unit(scene, "p1"), unit(scene, "a1"), charging=charges).total


@pytest.mark.rule("LPG-MELEE")
def test_no_advantage() -> None:
    """Two men with rifles."""
    assert advantage(beside()) == 0


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(
    ("who", "words"),
    [("a1", {"wounded": True}), ("p1", {"mounted": True}), ("p1", {"weapon": "sabre"}), ("p1", {"bayonet": True})],
)
def test_each_advantage_is_one(who: str, words: dict[str, Any]) -> None:
    """The enemy wounded, mounted against foot, a better weapon."""
    assert advantage(changed(beside(), who, **words)) == 1


@pytest.mark.rule("LPG-MELEE")
def test_charging_and_higher_ground_are_advantages() -> None:
    """One each, and no more together."""
    heights = "\n".join(["1" * 12 + "0" * 18] * 20)
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, wounded=True), on=squares(heights=heights))
    assert advantage(beside(), charges=True) == 1
    assert advantage(scene, charges=True) == 1


@pytest.mark.rule("LPG-MELEE", "LPG-MELEE-hit")
@pytest.mark.parametrize(("dice", "hit"), [([4, 2], "a1"), ([2, 5], "p1"), ([3, 4], "")])
def test_the_lower_is_hit(dice: list[int], hit: str) -> None:
    """One more for who charges; a two for the hit wounds."""
    played = run(beside(), lambda game: fight(game, "p1", "a1"), [*dice, 2] if hit else dice)
    assert played.of(Struck)[0].hit == hit
    assert [event.unit for event in played.of(Hit)] == ([hit] if hit else [])


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(
    ("words", "why"),
    [({"prone": True}, "prone"), ({"stunned": 4}, "stunned"), ({"facing": E}, "struck from the rear")],
)
def test_who_cannot_reply(words: dict[str, Any], why: str) -> None:
    """If he wins, nobody is hit."""
    scene = changed(beside(), "a1", **words)
    assert cannot_reply(scene, unit(scene, "a1"), unit(scene, "p1")) == why
    assert run(scene, lambda game: fight(game, "p1", "a1"), [1, 6]).of(Struck)[0].hit == ""


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(("dice", "hit"), [([1, 6], ""), ([3, 4], ""), ([3, 3, 2], "a1")])
def test_against_several_he_fights_the_one_before_him(dice: list[int], hit: str) -> None:
    """The other strikes without a reply: a die each, one more for the charge, and no hit if he who is struck wins."""
    scene = position(
        man("p1", "L10", E, fought=("a1",)), man("p2", "M11", N), man("a1", "M10", W, fought=("p1",)), phase="charges"
    )
    played = run(scene, lambda game: fight(game, "p2", "a1"), dice)
    assert [(event.unit, event.hit) for event in played.of(Struck)] == [("p2", hit)]


@pytest.mark.rule("LPG-MELEE-hit")
@pytest.mark.parametrize(
    ("die", "after"),
    [(1, "dead"), (2, "wounded"), (3, "wounded"), (4, "broken"), (5, "broken"), (6, "broken")],
)
def test_what_a_blow_does(die: int, after: str) -> None:
    """As a shot, but whoever would be stunned breaks and runs; the wounded do not."""
    runs = [3, 3, 1] if after == "broken" else []
    played = run(beside(), lambda game: fight(game, "p1", "a1"), [6, 1, die, *runs])
    struck = played.unit("a1")
    assert getattr(struck, after)
    assert struck.broken is (after == "broken")


@pytest.mark.rule("LPG-MELEE-hit")
def test_no_second_die_for_a_riders_horse() -> None:
    """Hand to hand it is safe."""
    scene = changed(beside(), "a1", mounted=True)
    assert run(scene, lambda game: fight(game, "p1", "a1"), [6, 1, 2]).unit("a1").mounted


@pytest.mark.rule("LPG-MELEE-hit")
def test_a_grade_ignores_a_six() -> None:
    """Hand to hand too."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, grade="A"), phase="charges")
    assert not run(scene, lambda game: fight(game, "p1", "a1"), [6, 1, 6]).unit("a1").broken


@pytest.mark.rule("LPG-MELEE-hit", "LPG-PURSUE")
def test_a_charger_who_is_beaten_back_is_pursued() -> None:
    """By the man whom he charged."""
    played = run(beside(), lambda game: fight(game, "p1", "a1"), [1, 6, 4, 3, 3, 4, 3])
    assert played.unit("p1").broken
    assert [(event.unit, event.gait) for event in played.of(Moved)] == [("p1", "run"), ("a1", "pursue")]


# -- rout ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ROUT")
def test_full_speed_is_two_moves() -> None:
    """Four dice for a rider."""
    scene = position(man("p1", "M10", E, broken=True), man("a1", "P10", W))
    assert names(scene, [run(scene, lambda game: run_away(game, "p1"), [3, 4]).unit("p1").place]) == ["F10"]
    rider = changed(scene, "p1", mounted=True)
    assert names(scene, [run(rider, lambda game: run_away(game, "p1"), [3, 3, 3, 2]).unit("p1").place]) == ["B10"]


@pytest.mark.rule("LPG-ROUT")
@pytest.mark.parametrize(("cell", "runs"), [("X10", True), ("Y10", False)])
def test_nobody_runs_beyond_twelve_inches(cell: str, runs: bool) -> None:
    """Twelve is near enough."""
    scene = position(man("p1", "L10", E, broken=True), man("a1", cell, W))
    played = run(scene, lambda game: run_away(game, "p1"), [2, 2] if runs else [])
    assert bool(played.of(Moved)) is runs


@pytest.mark.rule("LPG-ROUT")
def test_at_the_edge_he_runs_off_the_table() -> None:
    """While an enemy is within twelve inches."""
    scene = position(man("p1", "B1", E, broken=True), man("a1", "E1", W), on=squares("......"))
    played = run(scene, lambda game: run_away(game, "p1"), [2, 2])
    assert played.of(RanOff) and played.unit("p1").cell is None


# -- pursuit ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("words", "worth"), [({}, 0), ({"mounted": True}, 1), ({"metis": True}, -1)])
def test_what_is_added_for_pursuit(words: dict[str, Any], worth: int) -> None:
    """A horse, or people who do not run after anybody."""
    scene = facing(**words)
    assert pursuit_check(scene, unit(scene, "p1")).total == worth


@pytest.mark.rule("LPG-PURSUE")
def test_nobody_likes_to_leave_a_pit() -> None:
    """One less."""
    scene = facing(on=squares(rifle_pit="I10"))
    assert pursuit_check(scene, unit(scene, "p1")).total == -1


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("grade", "need"), [("A", 3), ("B", 4), ("C", 4)])
def test_a_grade_is_keen(grade: str, need: int) -> None:
    """One more, by the rule sheet; four is needed."""
    scene = facing(grade=grade)
    assert scene.battle.data.numbers.pursue - pursuit_check(scene, unit(scene, "p1")).total == need


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("cell", "asked"), [("K10", True), ("J10", False)])
def test_within_six_inches(cell: str, asked: bool) -> None:
    """Of where he broke."""
    scene = position(man("p1", cell, E), man("a1", "Q10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 3] if asked else [2, 2])
    assert [event.unit for event in played.of(Moved)] == ["a1"]


@pytest.mark.rule("LPG-PURSUE")
def test_a_pursuer_who_catches_him_strikes() -> None:
    """A rider who rolls enough; who runs cannot reply."""
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 3, 3, 3, 5, 1, 1])
    assert played.of(Struck)[0].hit == "a1"
    assert played.unit("a1").dead


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("die", "pursues"), [(2, False), (3, True)])
def test_a_man_of_a_grade_is_not_asked(die: int, pursues: bool) -> None:
    """Three is enough for him."""
    scene = position(man("p1", "L10", E, grade="A"), man("a1", "M10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [5, 5, die, *([2] if pursues else [])])
    assert not played.asked
    assert ("p1" in [event.unit for event in played.of(Moved)]) is pursues


# -- morale -------------------------------------------------------------------------------------------------------


def company(able: int, grade: str = "B", **words: Any) -> LpgPosition:
    """A company of so many able men of whom one more was killed this turn, and an enemy."""
    own = [man(f"p{n}", f"{'CDEFGHIJ'[n]}10", E, grade=grade, **words) for n in range(able)]
    scene = position(*own, man("p9", None, grade=grade, dead=True), man("a1", "P10", W), phase="morale")
    return fallen(scene, ("p9", "C11"))


@pytest.mark.rule("LPG-MORALE")
@pytest.mark.parametrize(("able", "grade", "total"), [(4, "B", 4), (5, "B", 5), (4, "A", 5), (4, "C", 3)])
def test_what_is_added_for_morale(able: int, grade: str, total: int) -> None:
    """One for each able man, and the grade."""
    assert morale_check(company(able, grade), "militia company").total == total


@pytest.mark.rule("LPG-MORALE")
def test_the_stunned_are_not_able() -> None:
    """They do not count."""
    assert morale_check(changed(company(4), "p0", stunned=4), "militia company").total == 3


@pytest.mark.rule("LPG-MORALE", "LPG-CMD")
def test_encouraging_a_company() -> None:
    """One for each command point of a leader within four inches."""
    assert morale_check(changed(company(4), "p0", encourages=2), "militia company").total == 6


@pytest.mark.rule("LPG-MORALE")
@pytest.mark.parametrize(("die", "holds"), [(5, True), (4, False)])
def test_eight_carries_on(die: int, holds: bool) -> None:
    """With three men a five does, and a four does not: each retires a move away, as he faces."""
    scene = changed(changed(changed(company(3), "p0", cell="M4"), "p1", cell="M10"), "p2", cell="M16")
    scene = changed(scene, "a1", cell="T10")
    dice = [die] if holds else [die, 2, 2, 2]
    played = run(scene, lambda game: take_morale_tests(game, MILITIA), dice)
    assert played.of(MoraleTested)[0].holds is holds
    assert [event.gait for event in played.of(Moved)] == ([] if holds else ["retire"] * 3)
    assert all(played.unit(f"p{n}").facing == E for n in range(3))


@pytest.mark.rule("LPG-MORALE")
def test_who_lost_nobody_is_not_tested() -> None:
    """Nor is a company twice in a turn."""
    scene = company(3)
    assert not run(scene, lambda game: take_morale_tests(game, METIS)).of(MoraleTested)
    tested = Position(scene.battle, scene.state.changed(tested=("militia company",)))
    assert not run(tested, lambda game: take_morale_tests(game, MILITIA)).of(MoraleTested)


def test_looking_aside_is_not_looking_away() -> None:
    """A man who is charged from the side can reply."""
    scene = changed(beside(), "a1", facing=S)
    assert cannot_reply(scene, unit(scene, "a1"), unit(scene, "p1")) == ""


@pytest.mark.rule("LPG-MORALE")
def test_whose_grade_a_company_has() -> None:
    """That of most of the able; guns are no men, and of equal numbers the worse grade counts."""
    dead = [man(f"p{n}", None, grade="C", dead=True) for n in (7, 8, 9)]
    able = [man("p1", "C10", E, grade="A"), man("p2", "D10", E, grade="A"), man("p3", "E10", E, grade="B")]
    scene = position(*able, *dead, gun("gun", "F10", E, grade="A", side=MILITIA), man("a1", "Z10", W))
    assert morale_check(scene, "militia company").total == 3 + 1
    equal = changed(scene, "p2", cell=None, dead=True)
    assert morale_check(equal, "militia company").total == 2 + 0


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("blows", "goes"), [((3, 4), True), ((1, 6, 2), False)])
def test_a_friend_who_was_struck_down_charges_no_more(blows: tuple[int, ...], goes: bool) -> None:
    """Blows without a hit leave him charging; wounded and stunned he heartens nobody: four is not enough then."""
    scene = position(
        man("p1", "L10", E), man("p2", "L12", E), man("a1", "M10", W), man("a2", "P12", W), phase="charges"
    )  # fmt: skip
    both = (Charge("p1", "a1"), Charge("p2", "a2"))
    played = charging(scene, 4, 4, 3, *blows, 3, *((4, 3, 3, 4) if goes else ()), orders=both)
    assert ("he thinks better of it" in [event.why for event in played.of(ChargeFailed)]) is not goes


@pytest.mark.rule("LPG-CHARGE")
def test_nobody_counts_himself_among_his_fallen_friends() -> None:
    """Nor the enemies who fell near him."""
    scene = facing()
    assert added(fallen(scene, ("p1", "I10"), ("a1", "I11"))) == added(scene)
