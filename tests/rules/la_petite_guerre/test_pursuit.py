"""LPG-CHARGE, LPG-ROUT, LPG-PURSUE: several charges, runs and pursuits, one after the other."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.events import Passed
from sim.rules.la_petite_guerre.combat.charge import fight, resolve_charge, rout
from sim.rules.la_petite_guerre.combat.morale import take_morale_tests
from sim.rules.la_petite_guerre.events import Broke, ChargeFailed, Moved, RanOff, Struck
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.ground.ways import rout_ways
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    MILITIA,
    E,
    N,
    Placed,
    Played,
    W,
    charged,
    gun,
    man,
    play_on,
    position,
    run,
    squares,
)
from tests.rules.positions import changed, names


def charging(scene: LpgPosition, *dice: int, orders: tuple[Charge, ...] = (Charge("p1", "a1"),)) -> Played:
    """Let the militia charge."""
    return charged(scene, orders, dice)


# -- charges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE", "LPG-MOVE-1")
def test_a_rider_charges_with_two_dice_and_an_inch() -> None:
    """Five, five and one are eleven inches: twelve away is the man, beside whom he ends."""
    scene = position(man("p1", "C10", E, mounted=True), man("a1", "O10", W), phase="charges")
    played = charging(scene, 4, 5, 5, 5, 3, 4, orders=(Charge("p1", "a1", 2),))
    assert names(scene, [played.unit("p1").place]) == ["N10"]
    assert played.of(Struck)


@pytest.mark.rule("LPG-MOVE-1", "LPG-CHARGE")
def test_a_rider_may_charge_with_one_die() -> None:
    """He says which before he throws; who loses his horse before it comes to that runs with one anyway."""
    scene = position(man("p1", "H10", E, mounted=True), man("a1", "M10", W), phase="charges")
    assert charging(scene, 4, 5, 3, 3, 4, orders=(Charge("p1", "a1", 1),)).of(Struck)
    declared = changed(scene, "p1", mounted=False)
    assert run(declared, lambda game: resolve_charge(game, Charge("p1", "a1", 2)), [4, 5, 3, 3, 4]).of(Struck)


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("die", "breaks"), [(3, True), (4, False)])
def test_a_man_on_foot_whom_a_rider_charges_takes_two_off(die: int, breaks: bool) -> None:
    """With B grade a three comes to two, and a four to three."""
    scene = position(man("p1", "I10", E, mounted=True), man("a1", "M10", W), phase="charges")
    rest = [2, 2, 1] if breaks else [2, 3, 4]
    played = charging(scene, 4, die, *rest)
    assert bool(played.of(Broke)) is breaks


@pytest.mark.rule("LPG-CHARGE")
def test_who_comes_too_late_charges_nobody() -> None:
    """The first has killed him."""
    scene = position(man("p1", "L10", E), man("p2", "L12", E), man("a1", "M10", W), phase="charges")
    played = charging(scene, 4, 4, 3, 6, 1, 1, orders=(Charge("p1", "a1"), Charge("p2", "a1")))
    assert played.unit("a1").dead
    assert [(event.unit, event.why) for event in played.of(ChargeFailed)] == [("p2", "a1 is gone")]


@pytest.mark.rule("LPG-CHARGE", "LPG-ROUT")
def test_who_runs_already_is_not_tested() -> None:
    """He is run down and struck without a reply; there is no die whether he stands."""
    scene = position(man("p1", "L10", E), man("a1", "M10", E, broken=True), phase="charges")
    played = charging(scene, 4, 3, 1, 6, 2, 2, 1)
    assert [event.hit for event in played.of(Struck)] == [""]
    assert not played.of(Broke)


@pytest.mark.rule("LPG-CHARGE")
def test_who_charges_the_man_beside_him_turns_to_him() -> None:
    """He does not move."""
    scene = position(man("p1", "L10", N), man("a1", "M10", W), phase="charges")
    played = charging(scene, 4, 4, 3, 3, 4)
    assert (played.unit("p1").facing, played.of(Moved)) == (E, [])


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(("weapon", "hit"), [("winchester", "a1"), ("sabre", "")])
def test_who_is_charged_has_his_advantages_too(weapon: str, hit: str) -> None:
    """With a sabre he makes up for the charge: four against four is nothing."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, weapon=weapon), phase="charges")
    played = run(scene, lambda game: fight(game, "p1", "a1"), [4, 4, 2] if hit else [4, 4])
    assert played.of(Struck)[0].hit == hit


@pytest.mark.rule("LPG-MELEE")
def test_an_old_enemy_is_no_other_enemy() -> None:
    """Who has exchanged blows with him before, and comes again, is fought."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, fought=("p1",)), phase="charges")
    assert run(scene, lambda game: fight(game, "p1", "a1"), [1, 6, 2]).of(Struck)[0].hit == "p1"


# -- pursuit ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-PURSUE")
def test_the_dead_are_pursued_by_nobody() -> None:
    """The first rider kills him, and there is no die for the second."""
    riders = [man("p1", "L10", E, mounted=True), man("p2", "L11", E, mounted=True)]
    scene = position(*riders, man("a1", "M10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 3, 3, 3, 5, 1, 1])
    assert played.unit("a1").dead and len(played.of(Struck)) == 1


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize("words", [{"stunned": 4}, {"broken": True}])
def test_who_is_not_himself_pursues_nobody(words: dict[str, int]) -> None:
    """There is no die for him."""
    scene = changed(position(man("p1", "L10", E), man("a1", "M10", W, broken=True), man("p2", "L13", E)), "p1", **words)
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 1])
    assert [event.unit for event in played.of(Moved)] == ["a1"]


@pytest.mark.rule("LPG-PURSUE", "LPG-ROUT")
def test_who_is_caught_and_not_hit_runs_on() -> None:
    """Four inches, and four more after the blow."""
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 3, 3, 3, 1, 6, 2, 2])
    assert [(event.unit, event.gait) for event in played.of(Moved)] == [
        ("a1", "run"), ("p1", "pursue"), ("a1", "run"),
    ]  # fmt: skip


@pytest.mark.rule("LPG-PURSUE")
def test_nobody_goes_after_two_in_one_turn() -> None:
    """Two men break: one enemy pursues the first, and throws no die for the second; one who stayed throws again."""
    placed = (man("p1", "M2", E), man("p2", "O2", E), man("a1", "R2", W), man("a2", "S2", W))
    scene = position(*placed, on=squares("\n".join(["." * 30] * 3)), phase="charges")

    def both_break(game: Any) -> None:
        for id_ in ("p1", "p2"):
            game.happen(Broke(id_))
            rout(game, id_)

    # Inches to run; the first pursues and falls short, the second stays; inches to run; the second stays again.
    played = run(scene, both_break, [3, 3, 4, 3, 1, 2, 2, 1])
    assert [(event.unit, event.why) for event in played.of(Passed)] == [
        ("a1", "does not catch p1"), ("a2", "does not pursue"), ("a2", "does not pursue"),
    ]  # fmt: skip
    assert [event.gait for event in played.of(Moved) if event.unit == "a1"] == ["pursue"]


@pytest.mark.rule("LPG-PURSUE", "LPG-SEQ")
def test_in_the_next_turn_he_may_pursue_again() -> None:
    """What lasts for a turn is forgotten at its end."""
    scene = changed(position(man("p1", "O10", E), man("a1", "R10", W), phase="end"), "a1", pursued=True)
    assert not play_on(scene).unit("a1").pursued


@pytest.mark.rule("LPG-PURSUE")
@pytest.mark.parametrize(("hidden", "dice"), [(True, [3, 3]), (False, [3, 3, 1])])
def test_who_lies_hidden_does_not_pursue(hidden: bool, dice: list[int]) -> None:
    """No die is thrown for him, for it would tell of him; as soon as he is known he throws one."""
    on = squares(rifle_pit="O6", wall="M7/n N7/n O7/n P7/n Q7/n")
    scene = position(man("p1", "O10", E, broken=True), man("a1", "O6", hidden=hidden), man("a2", "X10", W), on=on)
    played = run(scene, lambda game: rout(game, "p1"), dice)
    assert [event.unit for event in played.of(Passed)] == ([] if hidden else ["a1"])


# -- the edge of the table ----------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ROUT")
def test_who_is_far_enough_away_stays_at_the_edge() -> None:
    """More than twelve inches: he has run far enough, and does not leave the table."""
    on = squares("." * 30)
    scene = position(man("p1", "E1", E, broken=True), man("a1", "P1", W), on=on)
    played = run(scene, lambda game: run_away(game, "p1"), [2, 2])
    assert names(scene, [played.unit("p1").place]) == ["A1"]
    assert not played.of(RanOff)


@pytest.mark.rule("LPG-ROUT")
def test_who_gets_no_further_away_does_not_run_about() -> None:
    """From a corner the others are as far, and no further: he stays."""
    scene = position(man("p1", "A1", E, broken=True), man("a1", "B2", W), on=squares("...\n...\n..."))
    assert not rout_ways(scene, scene.state.unit("p1"), 8)


@pytest.mark.rule("LPG-MORALE", "LPG-ACT-1")
def test_who_lay_is_on_his_feet_when_he_has_retired() -> None:
    """He does not crawl back."""
    scene = beaten(man("p1", "I10", E, prone=True))
    assert not run(scene, lambda game: take_morale_tests(game, MILITIA), [1, 2]).unit("p1").prone


@pytest.mark.rule("LPG-MORALE")
def test_who_retires_does_not_leave_the_table() -> None:
    """Although the enemy is near, and he has come to its edge."""
    on = squares("." * 30)
    scene = position(man("p1", "C1", E), man("p9", None, dead=True), man("a1", "F1", W), on=on, phase="morale")
    scene = Position(scene.battle, scene.state.changed(fallen=(("p9", on.cell("C1")),)))
    played = run(scene, lambda game: take_morale_tests(game, MILITIA), [1, 4])
    assert names(scene, [played.unit("p1").place]) == ["A1"]
    assert not played.of(RanOff)


# -- companies ----------------------------------------------------------------------------------------------------


def beaten(*placed: Placed) -> LpgPosition:
    """A company of which one man was killed this turn, and an enemy."""
    scene = position(*placed, man("p9", None, dead=True), man("a1", "P10", W), phase="morale")
    return Position(scene.battle, scene.state.changed(fallen=(("p9", scene.map.cell("C1")),)))


@pytest.mark.rule("LPG-MORALE")
def test_a_company_is_tested_while_one_of_it_is_able() -> None:
    """The able retire, the stunned stay; where nobody is able there is no die."""
    two = beaten(man("p1", "I10", E), man("p2", "I12", E, stunned=4))
    played = run(two, lambda game: take_morale_tests(game, MILITIA), [1, 2])
    assert [(event.unit, event.gait) for event in played.of(Moved)] == [("p1", "retire")]
    none = beaten(man("p2", "I12", E, stunned=4))
    assert not run(none, lambda game: take_morale_tests(game, MILITIA)).events


@pytest.mark.rule("LPG-MORALE")
def test_riders_retire_with_two_dice_and_guns_stay() -> None:
    """Two threes are six inches."""
    scene = beaten(man("p1", "I10", E, mounted=True), gun("gun", "I14", E, side=MILITIA))
    played = run(scene, lambda game: take_morale_tests(game, MILITIA), [1, 3, 3])
    assert names(scene, [played.unit("p1").place]) == ["C10"]
    assert [event.unit for event in played.of(Moved)] == ["p1"]
