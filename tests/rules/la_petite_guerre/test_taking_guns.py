"""LPG-GUNS: guns are fired at, charged and taken."""

import pytest

import sim.rules.la_petite_guerre  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.combat.charge import resolve_charge
from sim.rules.la_petite_guerre.events import ChargeFailed, GunFired, GunTaken, Hit, Struck
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.orders.order import CHARGES
from sim.rules.la_petite_guerre.scenario import gained, lost
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import MILITIA, Ask, E, W, gun, man, order, position, run

pytestmark = pytest.mark.rule("LPG-GUNS")


def battery(*crew: str, at: str = "H10", **words: object) -> LpgPosition:
    """A man of the militia before a gun of the enemy with its crew, which stands a little behind."""
    there = [man(f"a{n}", cell, W, serves="agun") for n, cell in enumerate(crew, 1)]
    return position(man("p1", "C10", E, acquired=("agun",)), gun("agun", at, W, points=4, **words), *there)


@pytest.mark.rule("LPG-GUNS-hit")
@pytest.mark.rule("LPG-HIT")
@pytest.mark.parametrize(("die", "harm"), [(1, "killed"), (2, "nothing"), (4, "nothing"), (6, "nothing")])
def test_a_hit_puts_a_gun_out_of_action_with_a_one(die: int, harm: str) -> None:
    """Nothing else harms it."""
    played = order(battery(), Fire("p1", "agun"), [6, die])
    assert [event.harm for event in played.of(Hit)] == [harm]
    assert played.unit("agun").out is (harm == "killed")
    words = "agun is put out of action" if harm == "killed" else "agun is not damaged"
    assert played.of(Hit)[0].told(played.scene) == words


@pytest.mark.rule("LPG-GUNS-hit")
@pytest.mark.rule("LPG-BLIND")
def test_a_blind_hit_never_harms_a_gun() -> None:
    """What would put it out of action has no effect of a blind shot."""
    scene = position(man("p1", "C10", E), gun("agun", "L10", W))
    assert order(scene, Fire("p1", "agun"), [6, 1]).of(Hit)[0].harm == "nothing"


@pytest.mark.rule("LPG-ACQ")
def test_a_gun_is_looked_for_like_a_man() -> None:
    """And stays acquired; what threatens it is told too."""
    scene = position(man("p1", "C10", E), gun("agun", "L10", W), man("a1", "M12", W))
    assert order(scene, Acquire("p1", "agun"), [2]).unit("p1").acquired == ("agun",)
    assert [each.unit for each in LA_PETITE_GUERRE.insight.threats(battery(), "agun")] == ["p1"]


@pytest.mark.rule("LPG-MORALE")
def test_a_gun_that_is_lost_is_no_man_who_fell() -> None:
    """It makes nobody afraid, and counts as many points as it is worth, while its crew live."""
    played = order(battery("I10", "I11"), Fire("p1", "agun"), [6, 1])
    assert played.state.fallen == ()
    assert lost(played.scene, played.unit("agun")) and gained(played.scene, MILITIA) == 4


@pytest.mark.rule("LPG-SHELL")
def test_a_burst_hits_guns_too() -> None:
    """As everybody within an inch or two."""
    crew = [man(f"p{n}", f"C{9 + n}", E, serves="pgun") for n in (2, 3)]
    scene = position(gun("pgun", "C10", E, weapon="field_gun"), *crew, gun("agun", "P10", W))
    played = order(scene, FireGun("pgun", scene.map.cell("P10")), [6, 6, 1])
    assert played.of(GunFired)[0].under_fire == ("agun",)


# -- charges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
def test_the_crew_meets_a_charge_at_its_gun() -> None:
    """The nearest able man of it who is with the gun: he is tested, and fights."""
    scene = battery("H11", "J10")
    played = run(scene, lambda game: resolve_charge(game, Charge("p1", "agun")), [5, 5, 5, 3, 4])
    assert [(event.unit, event.enemy) for event in played.of(Struck)] == [("p1", "a1")]
    assert not played.of(GunTaken)


@pytest.mark.parametrize("crew", [(), ("H14",)])
def test_who_reaches_a_gun_without_a_crew_takes_it(crew: tuple[str, ...]) -> None:
    """Nobody stands there who could meet it; a man three inches off is not with his gun."""
    played = run(battery(*crew), lambda game: resolve_charge(game, Charge("p1", "agun")), [5, 3])
    assert [(event.unit, event.by) for event in played.of(GunTaken)] == [("agun", "p1")]
    assert played.unit("agun").out and gained(played.scene, MILITIA) == 4
    assert played.of(GunTaken)[0].told(played.scene) == "agun is taken by p1"


@pytest.mark.rule("LPG-CHARGE")
def test_hesitant_men_charge_a_gun_that_nobody_defends() -> None:
    """Three in all is enough, and too short a run does not take it."""
    played = run(battery(), lambda game: resolve_charge(game, Charge("p1", "agun")), [2, 2])
    assert played.of(ChargeFailed)[0].why == '3" is not enough to reach agun'


@pytest.mark.rule("LPG-CHARGE")
def test_the_odds_of_a_charge_at_a_gun() -> None:
    """Against its crew with all tests and blows; without one whether he goes and gets there."""
    for crew, parts in (((), 2), (("H11",), 4)):
        assert len(LA_PETITE_GUERRE.insight.odds(battery(*crew), Ask(MILITIA, CHARGES), Charge("p1", "agun"))) == parts
