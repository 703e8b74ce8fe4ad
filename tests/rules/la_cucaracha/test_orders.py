"""What the cells of the tables do, option by option: where moves end, who is nearest, what kills nothing."""

from __future__ import annotations

import random

import pytest

from sim.engine.chance import Seeded
from sim.engine.events import Passed
from sim.engine.notes import Checked, Rolled, walk
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.ground.sight import has_target_from
from sim.rules.la_cucaracha.orders.card import AnotherOrder
from sim.rules.la_cucaracha.orders.respond import StandFast
from sim.rules.la_cucaracha.state import CucPosition
from tests.rules.la_cucaracha.deciding import decide
from tests.rules.la_cucaracha.table import OPEN, WIDE, ask_of, order, position, squares, troop, unit, with_cells

SIX_MISSES, FIVE_MISSES, FOUR_MISSES = (2,) * 6, (2,) * 5, (2,) * 4


# -- CUC-NEAREST ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-NEAREST")
def test_the_nearest_is_nearest_by_the_ruler() -> None:
    """Eleven inches along the column are fewer than eight and eight across, though those are fewer steps."""
    scene = position(troop("a1", "C3"), troop("p1", "K11"), troop("p2", "C14"), actor="a1")
    assert decide(scene, score=7, first=True).orders == ["shoot p2"]


@pytest.mark.rule("CUC-NEAREST")
@pytest.mark.parametrize(("die", "whom"), [(1, "p1"), (2, "p2")])
def test_a_die_decides_between_two_who_are_equally_near(die: int, whom: str) -> None:
    """And is noted as what it is."""
    scene = position(troop("a1", "C3"), troop("p1", "C13"), troop("p2", "M3"), actor="a1")
    decision = decide(scene, die, score=7, first=True)
    assert decision.orders == [f"shoot {whom}"]
    assert "tie: the nearest enemy in range" in decision.thrown[0]


@pytest.mark.rule("CUC-NEAREST")
def test_shots_are_for_the_nearest_who_can_be_shot_at() -> None:
    """Behind a house somebody is nearer, and not seen."""
    on = squares(with_cells(OPEN, **{f"{column}5": "b" for column in "BCDEF"}))
    scene = position(troop("a1", "D3"), troop("p1", "D7"), troop("p2", "M3"), on=on, actor="a1")
    assert decide(scene, score=7, first=True).orders == ["shoot p2"]


@pytest.mark.rule("CUC-NEAREST")
def test_moves_go_to_the_nearest_even_if_nobody_sees_him() -> None:
    """The same two, and a 2: the house is in the way, and the unit goes into it."""
    on = squares(with_cells(OPEN, **{f"{column}5": "b" for column in "BCDEF"}))
    scene = position(troop("a1", "D3"), troop("p1", "D9"), troop("p2", "M3"), on=on, actor="a1")
    assert decide(scene, score=2, first=True).chosen("the nearest enemy") == "p1"


# -- CUC-AIR -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-AIR")
def test_nobody_on_the_ground_runs_after_an_aircraft() -> None:
    """The aeroplane is right above; the riflemen are the ones to go to."""
    scene = position(
        troop("a1", "C3", style="fighter", weapon=""),
        troop("p1", "C4", troop="aircraft"),
        troop("p2", "C20"),
        actor="a1",
    )
    assert decide(scene, score=7, first=True).orders == ["rapid C13"]


@pytest.mark.rule("CUC-AIR")
def test_an_aircraft_flies_over_everything() -> None:
    """Woods, houses and two units in the way: half an Advance is ten inches."""
    rows = with_cells(OPEN, **{f"C{row}": "wb"[row % 2] for row in range(4, 12)})
    scene = position(
        troop("a1", "C3", troop="aircraft"), troop("a2", "C5"), troop("p1", "C24"), on=squares(rows), actor="a1"
    )
    assert decide(scene, score=1, first=True).orders == ["half C13"]


@pytest.mark.rule("CUC-AIR")
def test_an_aircraft_circles_where_it_can_come_no_nearer() -> None:
    """Above its enemy with a 1: there is nothing to do."""
    scene = position(troop("a1", "C3", troop="aircraft"), troop("p1", "C3"), actor="a1")
    assert decide(scene, score=1, first=True).orders == ["stand"]
    (passed,) = order(scene, StandFast("a1")).of(Passed)
    assert passed.why == "circles"


@pytest.mark.rule("CUC-AIR")
def test_nobody_charges_an_aircraft() -> None:
    """It is the only enemy, and close enough: a fighter comes below it, and that is all."""
    scene = position(troop("a1", "C3", style="fighter", weapon=""), troop("p1", "C9", troop="aircraft"), actor="a1")
    decision = decide(scene, score=7, first=True)
    assert decision.orders == ["rapid C9"]
    assert decision.tried("close enough: charge the nearest enemy").reason == "no charge reaches p1"


# -- CUC-DEAD ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-DEAD", "CUC-S1")
@pytest.mark.parametrize("ground", [".", "w", "b"])
def test_cover_holds_nobody_back_with_a_one(ground: str) -> None:
    """Even from a house, with a target in range: no later option of that cell shoots."""
    on = squares(with_cells(OPEN, C3=ground))
    scene = position(troop("a1", "C3"), troop("p1", "C20"), on=on, actor="a1")
    assert decide(scene, score=1, first=True).orders == ["half C6"]


SHUT_IN = tuple(troop(f"a{n}", at) for n, at in enumerate(("B3", "D3", "B4", "C4", "D4", "B2", "C2", "D2"), 2))
"""Friends on all sides of C3."""


@pytest.mark.rule("CUC-S5")
def test_of_an_enemy_behind_a_house_it_is_not_said_that_he_is_out_of_range() -> None:
    """He is six inches away and cannot be seen: the reason is that nobody can be shot at."""
    hidden = position(troop("p1", "L6"), troop("a1", "L12"), actor="a1", on=squares(with_cells(OPEN, L9="b")))
    reason = decide(hidden, score=7, first=True).tried("in range: stand and shoot at the nearest enemy").reason
    assert reason == "there is no enemy it could shoot at"


@pytest.mark.rule("CUC-DEAD")
def test_no_step_nearer_and_nobody_in_range_is_no_advance() -> None:
    """Shut in by friends, a unit with a 2 has nothing to do, and is told why."""
    scene = position(troop("a1", "C3"), *SHUT_IN, troop("p1", "CA3"), on=squares(WIDE), actor="a1")
    decision = decide(scene, score=2, first=True)
    assert decision.options[-1][0] == "CUC-ORDER"
    tried = decision.tried("Advance to the nearest enemy, hasty shots if in range")
    assert tried.reason == "no step leads nearer to p1, and there is no enemy it could shoot at"


@pytest.mark.rule("CUC-DEAD", "CUC-S2", "CUC-V2", "CUC-A2")
@pytest.mark.parametrize("kind", ["foot", "armoured_car"])
def test_who_can_come_no_nearer_stands_and_shoots(kind: str) -> None:
    """Shut in by friends, with a target in range, and 2 to 4: hasty shots, for one part of an option will do."""
    scene = position(troop("a1", "C3", troop=kind), *SHUT_IN, troop("p1", "C20"), actor="a1")
    assert decide(scene, score=2, first=True).orders == ["shoot p1, hasty"]


@pytest.mark.rule("CUC-DEAD", "CUC-F2", "CUC-F5", "CUC-F10")
@pytest.mark.parametrize(("score", "order"), [(3, "advance C9"), (7, "rapid C13"), (10, "rapid C13")])
@pytest.mark.parametrize("away", ["C20", "C24"])
def test_fighters_with_missiles_move_in_the_printed_order(score: int, order: str, away: str) -> None:
    """The move without shots stands above the option with missiles, which are in range."""
    scene = position(troop("a1", "C3", style="fighter", weapon="carbine"), troop("p1", away), actor="a1")
    assert decide(scene, score=score, first=True).orders == [order]


@pytest.mark.rule("CUC-DEAD", "CUC-F2", "CUC-F5", "CUC-F10")
@pytest.mark.parametrize(("score", "order"), [(3, "shoot p1, hasty"), (7, "shoot p1, hasty"), (10, "shoot p1")])
def test_fighters_who_can_come_no_nearer_use_their_missiles(score: int, order: str) -> None:
    """Shut in by friends, with a target in range."""
    fighters = troop("a1", "C3", style="fighter", weapon="carbine")
    scene = position(fighters, *SHUT_IN, troop("p1", "C20"), actor="a1")
    assert decide(scene, score=score, first=True).orders == [order]


@pytest.mark.rule("CUC-NEARER", "CUC-F2")
def test_who_has_a_way_round_takes_it() -> None:
    """Water between the two: every step towards its end is a step away as the ruler lies."""
    on = squares("\n".join(["." * 9, *["....~...."] * 6, "." * 9]))
    scene = position(troop("a1", "D6", style="fighter", weapon=""), troop("p1", "F6"), on=on, actor="a1")
    decision = decide(scene, score=3, first=True)
    assert decision.orders == ["advance F8"]
    assert decision.sifted("where to go towards p1").steps[0].what == "way left to p1"


@pytest.mark.rule("CUC-NEARER", "CUC-F2")
def test_in_the_other_reading_he_stands_behind_the_water() -> None:
    """As the ruler lies nothing is nearer."""
    on = squares("\n".join(["." * 9, *["....~...."] * 6, "." * 9]))
    fighters = troop("a1", "D6", style="fighter", weapon="")
    scene = position(fighters, troop("p1", "F6"), on=on, actor="a1", readings={"nearer": "inches"})
    decision = decide(scene, score=3, first=True)
    assert decision.tried("Advance towards the nearest enemy").reason == "no step leads nearer to p1"


@pytest.mark.rule("CUC-CONTACT", "CUC-F2")
def test_an_advance_stops_an_inch_short() -> None:
    """Five inches away, and a move of six."""
    scene = position(troop("a1", "C3", style="fighter", weapon=""), troop("p1", "C8"), actor="a1")
    assert decide(scene, score=3, first=True).orders == ["advance C6"]


@pytest.mark.rule("CUC-ONE-NEAREST", "CUC-F5")
@pytest.mark.parametrize(("die", "goes"), [(1, "rapid M7"), (2, "rapid M19")])
def test_the_nearest_is_rolled_for_once_a_decision(die: int, goes: str) -> None:
    """Two are equally near and too far for a charge: the die for the charge serves the Rapid Advance as well."""
    slow = troop("a1", "M13", style="fighter", weapon="", troop="crew")
    scene = position(slow, troop("p1", "M2"), troop("p2", "M24"), actor="a1")
    decision = decide(scene, die, score=7, first=True)
    assert len(decision.thrown) == 1
    assert decision.orders == [goes]


@pytest.mark.rule("CUC-ONE-NEAREST", "CUC-V2")
@pytest.mark.parametrize(("die", "whom"), [(1, "p1"), (2, "p2")])
def test_who_was_rolled_for_is_shot_at_as_well(die: int, whom: str) -> None:
    """Shut in by friends, a car has rolled for the nearest of two before it finds that it can only shoot."""
    scene = position(
        troop("a1", "C3", troop="armoured_car"), *SHUT_IN, troop("p1", "C13"), troop("p2", "M3"), actor="a1"
    )
    decision = decide(scene, die, score=2, first=True)
    assert decision.orders == [f"shoot {whom}, hasty"]
    assert len(decision.thrown) == 1


@pytest.mark.rule("CUC-DEAD", "CUC-V5")
@pytest.mark.parametrize("seed", [1, 77, 134, 247, 572, 599])
@pytest.mark.rule("CUC-V-range")
def test_a_car_that_drives_to_shoot_has_somebody_to_shoot_at(seed: int) -> None:
    """Between houses it sees nobody from where it is: it takes the option with shots only where it will shoot."""
    chance = random.Random(seed)
    houses = {f"{chance.choice('GHIJKLMNOPQR')}{chance.randint(4, 20)}": "b" for _ in range(40)}
    scene = position(
        troop("a1", "M2", troop="armoured_car"), troop("p1", "M23"), on=squares(with_cells(OPEN, **houses)), actor="a1"
    )
    decision = decide(scene, score=7, first=True, chance=Seeded(seed))
    if decision.options[-1][1] == "Advance, hasty shots at the nearest enemy in range":
        (order,) = decision.orders
        assert has_target_from(scene, unit(scene, "a1"), scene.map.cell(order.split()[-1]))


@pytest.mark.rule("CUC-DEAD", "CUC-V5")
@pytest.mark.rule("CUC-V-range")
def test_a_vehicle_judges_the_cell_that_it_drives_to() -> None:
    """It would see nobody from there: so it makes its Rapid Advance, and does not roll twice where to."""
    scene = position(troop("a1", "C3", troop="armoured_car"), troop("p1", "CA3"), on=squares(WIDE), actor="a1")
    decision = decide(scene, score=7, first=True)
    assert decision.orders == ["rapid Q3"]
    tried = decision.tried("Advance, hasty shots at the nearest enemy in range")
    assert tried.reason == "there is no enemy it could shoot at, nor would there be from K3"


@pytest.mark.rule("CUC-DEAD", "CUC-C2-range")
@pytest.mark.parametrize("score", [2, 7, 10])
def test_a_gun_in_range_does_not_advance_to_get_in_range(score: int) -> None:
    """It deploys instead."""
    decision = decide(
        position(troop("a1", "C3", troop="crew"), troop("p1", "C20"), actor="a1"), score=score, first=True
    )
    assert decision.orders == ["deploy"]


@pytest.mark.rule("CUC-C2-range")
def test_a_gun_that_can_neither_come_nearer_nor_shoot_does_not_deploy() -> None:
    """Shut in by friends and out of range: it stands."""
    friends = [troop(f"a{n}", at) for n, at in enumerate(("B3", "D3", "B4", "C4", "D4", "B2", "C2", "D2"), 2)]
    scene = position(troop("a1", "C3", troop="crew"), *friends, troop("p1", "CA3"), on=squares(WIDE), actor="a1")
    assert decide(scene, score=2, first=True).orders == ["stand"]


@pytest.mark.rule("CUC-C2-range")
@pytest.mark.parametrize("score", [2, 7, 10])
@pytest.mark.parametrize("deployed", [False, True])
def test_a_gun_with_an_enemy_too_near_stands(score: int, deployed: bool) -> None:
    """Four inches, and it needs six: neither a step towards him nor packing up brings him in range.

    Deployed it has an answer to a charge, and holds.
    """
    gun = troop("a1", "C3", troop="crew", weapon="field_gun", deployed=deployed)
    decision = decide(position(gun, troop("p1", "C7"), actor="a1"), score=score, first=True)
    assert decision.orders == ["hold" if deployed else "stand"]


def _near_a_fight(at: str) -> CucPosition:
    return position(
        troop("a1", at),
        troop("a2", "I3", fighting=("p1",)),
        troop("p1", "H3", fighting=("a2",)),
        on=squares(WIDE),
        actor="a1",
    )


@pytest.mark.rule("CUC-DEAD", "CUC-S5", "CUC-S10")
@pytest.mark.parametrize(("score", "order"), [(7, "charge p1, back foot"), (10, "charge p1")])
def test_shooters_who_can_neither_shoot_nor_come_nearer_charge(score: int, order: str) -> None:
    """The only enemy is in a close combat, and an inch from contact."""
    assert decide(_near_a_fight("F3"), score=score, first=True).orders == [order]


@pytest.mark.rule("CUC-DEAD", "CUC-S5", "CUC-S10")
@pytest.mark.parametrize("score", [7, 10])
def test_shooters_who_can_come_nearer_do_so_before_they_charge(score: int) -> None:
    """Nobody could be shot at after it, and the charge would reach: the printed order stands."""
    assert decide(_near_a_fight("C3"), score=score, first=True).orders == ["advance F3"]


@pytest.mark.rule("CUC-DEAD", "CUC-F5")
def test_fighters_in_a_wood_use_their_missiles() -> None:
    """Nobody runs there: an Advance, at half speed, and shots."""
    wood = {f"{column}{row}": "w" for column in "ABCDEF" for row in range(1, 12)}
    scene = position(
        troop("a1", "C9", style="fighter", weapon="carbine"),
        troop("p1", "C20"),
        on=squares(with_cells(OPEN, **wood)),
        actor="a1",
    )
    decision = decide(scene, *SIX_MISSES, score=7)
    assert decision.options[-1] == ("CUC-F5", "with missiles: Advance, hasty shots if in range")
    assert decision.orders[1:] == ["shoot p1, hasty"]


# -- moves with shots ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-S2")
def test_shots_after_an_advance_are_hasty() -> None:
    """With 2 to 4."""
    scene = position(troop("a1", "C3"), troop("p1", "C20"), actor="a1")
    assert decide(scene, *SIX_MISSES, score=4).orders == ["advance C9", "shoot p1, hasty"]


@pytest.mark.rule("CUC-S10")
def test_shots_after_an_advance_are_not_hasty_with_a_ten() -> None:
    """Out of range before it, in range after it, and no die is rolled again."""
    scene = position(troop("a1", "C3"), troop("p1", "AN3"), on=squares(WIDE), actor="a1")
    assert decide(scene, *SIX_MISSES, score=10).orders == ["advance I3", "shoot p1"]


@pytest.mark.rule("CUC-S1")
def test_who_hesitates_does_nothing_else() -> None:
    """Half an Advance, with somebody in range of the rifles."""
    scene = position(troop("a1", "C3"), troop("p1", "C20"), actor="a1")
    assert decide(scene, score=1).orders == ["half C6"]


@pytest.mark.rule("CUC-V2", "CUC-V5", "CUC-V10")
@pytest.mark.parametrize(("score", "shots"), [(3, "shoot p1, hasty"), (7, "shoot p1, hasty"), (10, "shoot p1")])
def test_cars_shoot_after_an_advance(score: int, shots: str) -> None:
    """Not hasty with a ten."""
    scene = position(troop("a1", "C3", troop="armoured_car"), troop("p1", "AW3"), on=squares(WIDE), actor="a1")
    assert decide(scene, *FOUR_MISSES, score=score).orders == ["advance K3", shots]


@pytest.mark.rule("CUC-A2", "CUC-A5", "CUC-A10")
@pytest.mark.parametrize(("score", "shots"), [(3, "shoot p1, hasty"), (7, "shoot p1, hasty"), (10, "shoot p1")])
def test_aircraft_shoot_after_an_advance(score: int, shots: str) -> None:
    """Not hasty with a ten."""
    scene = position(troop("a1", "C3", troop="aircraft"), troop("p1", "C22"), actor="a1")
    assert decide(scene, *FOUR_MISSES, score=score).orders == ["advance C22", shots]


@pytest.mark.rule("CUC-C5", "CUC-C10")
@pytest.mark.parametrize(("score", "shots"), [(5, "shoot p1, hasty"), (10, "shoot p1")])
def test_a_gun_deploys_and_shoots(score: int, shots: str) -> None:
    """With the same card, in haste below a ten."""
    scene = position(troop("a1", "C3", troop="crew"), troop("p1", "C20"), actor="a1")
    assert decide(scene, *FIVE_MISSES, score=score).orders == ["deploy", shots]


@pytest.mark.rule("CUC-C2")
def test_a_gun_that_deploys_with_a_two_does_not_shoot() -> None:
    """It is ready for the next card."""
    scene = position(troop("a1", "C3", troop="crew"), troop("p1", "C20"), actor="a1")
    decision = decide(scene, score=2)
    assert decision.orders == ["deploy"]
    assert decision.state.unit("a1").deployed


@pytest.mark.rule("CUC-SHOOT", "CUC-COURAGE")
def test_dice_and_figures_name_their_rules() -> None:
    """Of shots that cost a figure: what is needed, to hit, for casualties and for courage, each by its rule."""
    scene = position(troop("a1", "C3", figures=1), troop("p1", "C9"), actor="a1")
    decision = decide(scene, 10, 10, 10, score=7)
    named = [note.rule for note in walk(decision.notes) if isinstance(note, Rolled | Checked)]
    assert named == ["CUC-SHOOT", "CUC-SHOOT", "CUC-SHOOT", "CUC-COURAGE", "CUC-COURAGE"]


@pytest.mark.rule("CUC-MELEE")
def test_blows_name_their_rule() -> None:
    """Of both."""
    fighting = troop("a1", "C3", figures=1, fighting=("p1",))
    scene = position(fighting, troop("p1", "C4", figures=1, fighting=("a1",)), actor="a1")
    decision = decide(scene, 1, 1)
    named = [note.rule for note in walk(decision.notes) if isinstance(note, Rolled | Checked)]
    assert named == ["CUC-MELEE"] * 4


# -- CUC-EXTRA -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-EXTRA", "CUC-F10")
def test_fighters_have_another_order_without_a_test() -> None:
    """After the Rapid Advance."""
    scene = position(troop("a1", "C3", style="fighter", weapon=""), troop("p1", "C20"), actor="a1")
    decision = decide(scene, score=10)
    assert decision.orders == ["rapid C13", "anotherorder"]
    assert decision.state.extra == 1


@pytest.mark.rule("CUC-EXTRA", "CUC-C10", "CUC-V10", "CUC-A10")
@pytest.mark.parametrize("kind", ["crew", "armoured_car", "aircraft"])
@pytest.mark.parametrize(("die", "extra"), [(5, 1), (4, 0)])
def test_everybody_else_tests_for_another_order(kind: str, die: int, extra: int) -> None:
    """With a 5 they have it, with a 4 they do not."""
    scene = position(troop("a1", "C3", troop=kind), troop("p1", "CA3"), on=squares(WIDE), actor="a1")
    decision = decide(scene, die, score=10)
    assert decision.orders[-1] == "anotherorder"
    assert decision.state.extra == extra


@pytest.mark.rule("CUC-EXTRA")
def test_there_is_one_further_order_and_no_more() -> None:
    """The second 10 gives a move and nothing after it."""
    scene = position(
        troop("a1", "C3", style="fighter", weapon=""), troop("p1", "CA3"), on=squares(WIDE), actor="a1", extra=1
    )
    assert decide(scene, score=10, first=False).orders == ["rapid M3"]


@pytest.mark.rule("CUC-EXTRA")
@pytest.mark.parametrize("score", [5, 9])
def test_less_than_a_ten_gives_no_further_order(score: int) -> None:
    """A Rapid Advance, and that is it."""
    scene = position(troop("a1", "C3", style="fighter", weapon=""), troop("p1", "C20"), actor="a1")
    assert decide(scene, score=score).orders == ["rapid C13"]


@pytest.mark.rule("CUC-EXTRA")
@pytest.mark.parametrize(("score", "allowed"), [(9, False), (10, True)])
def test_a_further_order_is_not_allowed_below_a_ten(score: int, allowed: bool) -> None:
    """Whoever asks for it."""
    fighter = troop("a1", "C13", style="fighter", weapon="", score=score)
    scene = position(fighter, troop("p1", "C24"), actor="a1", moved="rapid")
    assert (BOOK.refusal(scene, ask_of(scene, "a1"), AnotherOrder("a1")) is None) == allowed


# -- dice ----------------------------------------------------------------------------------------------------------


def test_a_mere_look_throws_no_die() -> None:
    """Two enemies are equally near; whether missiles would reach is found out without rolling for either."""
    words = {"style": "fighter", "weapon": "carbine"}
    scene = position(troop("a1", "M3", **words), troop("p1", "C20"), troop("p2", "W20"), actor="a1")
    decision = decide(scene, 1, score=3, first=True)
    assert ["tie: the nearest enemy" in thrown for thrown in decision.thrown] == [True]
