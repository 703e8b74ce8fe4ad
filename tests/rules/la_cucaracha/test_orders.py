"""What the cells of the tables do, option by option: where moves end, who is nearest, what kills nothing."""

from __future__ import annotations

import pytest

from sim.rules.la_cucaracha.actions import AnotherOrder
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.scene import Scene
from tests.rules.la_cucaracha.deciding import decide
from tests.rules.la_cucaracha.table import OPEN, WIDE, Placed, ask_of, position, squares, troop, with_cells

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


@pytest.mark.rule("CUC-AIR")
def test_nobody_charges_an_aircraft() -> None:
    """It is the only enemy, and close enough: a fighter comes below it, and that is all."""
    scene = position(troop("a1", "C3", style="fighter", weapon=""), troop("p1", "C9", troop="aircraft"), actor="a1")
    decision = decide(scene, score=7, first=True)
    assert decision.orders == ["rapid C9"]
    assert decision.tried("close enough: charge the nearest enemy").reason == "no charge reaches p1"


# -- CUC-DEAD ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-DEAD", "CUC-S1")
def test_hard_cover_without_a_target_holds_nobody_back() -> None:
    """In a house, and everybody out of range."""
    on = squares(with_cells(WIDE, C3="b"))
    scene = position(troop("a1", "C3"), troop("p1", "CA3"), on=on, actor="a1")
    assert decide(scene, score=1, first=True).orders == ["half F3"]


@pytest.mark.rule("CUC-DEAD", "CUC-S1")
def test_soft_cover_holds_nobody_back() -> None:
    """In a wood, with a target in range: half an Advance all the same."""
    on = squares(with_cells(OPEN, C3="w"))
    assert decide(position(troop("a1", "C3"), troop("p1", "C20"), on=on, actor="a1"), score=1, first=True).orders == [
        "half C6"
    ]


@pytest.mark.rule("CUC-DEAD")
def test_no_step_nearer_is_no_move() -> None:
    """Shut in by friends, a unit with a 2 stands."""
    friends = [troop(f"a{n}", at) for n, at in enumerate(("B3", "D3", "B4", "C4", "D4", "B2", "C2", "D2"), 2)]
    scene = position(troop("a1", "C3"), *friends, troop("p1", "C20"), actor="a1")
    decision = decide(scene, score=2, first=True)
    assert decision.orders == ["stand"]
    assert decision.options[-1] == ("CUC-ORDER", "nothing of it can be done: stand")


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
    """Four inches, and it needs six: neither a step towards him nor packing up brings him in range."""
    gun = troop("a1", "C3", troop="crew", weapon="field_gun", deployed=deployed)
    decision = decide(position(gun, troop("p1", "C7"), actor="a1"), score=score, first=True)
    assert decision.orders == ["stand"]


def _near_a_fight(*more: Placed) -> Scene:
    return position(
        troop("a1", "C3"),
        troop("a2", "I3", fighting=("p1",)),
        troop("p1", "H3", fighting=("a2",)),
        *more,
        on=squares(WIDE),
        actor="a1",
    )


@pytest.mark.rule("CUC-DEAD", "CUC-S5", "CUC-S10")
@pytest.mark.parametrize(("score", "order"), [(7, "charge p1, back foot"), (10, "charge p1")])
def test_shooters_who_would_have_nobody_to_shoot_at_charge(score: int, order: str) -> None:
    """The only enemy is in a close combat, and near enough."""
    assert decide(_near_a_fight(), score=score, first=True).orders == [order]


@pytest.mark.rule("CUC-DEAD", "CUC-S5")
def test_shooters_who_will_have_somebody_to_shoot_at_do_not_charge() -> None:
    """Somebody else is 35 inches away, and 31 after an Advance to the nearest."""
    decision = decide(_near_a_fight(troop("p2", "AL3")), *SIX_MISSES, score=7)
    assert decision.orders == ["advance G3", "shoot p2, hasty"]


@pytest.mark.rule("CUC-DEAD", "CUC-F2")
def test_fighters_without_anybody_in_range_of_their_missiles_advance() -> None:
    """Carbines carry 24 inches."""
    words = {"style": "fighter", "weapon": "carbine"}
    scene = position(troop("a1", "C3", **words), troop("p1", "CA3"), on=squares(WIDE), actor="a1")
    assert decide(scene, score=3, first=True).orders == ["advance I3"]


@pytest.mark.rule("CUC-DEAD", "CUC-F5")
def test_fighters_with_missiles_run_where_they_can_charge_next() -> None:
    """Seventeen inches: ten of a Rapid Advance leave seven, which a charge covers."""
    scene = position(troop("a1", "C3", style="fighter", weapon="carbine"), troop("p1", "C20"), actor="a1")
    assert decide(scene, score=7, first=True).orders == ["rapid C13"]


@pytest.mark.rule("CUC-DEAD", "CUC-F5", "CUC-AIR")
def test_an_aircraft_is_nobody_to_charge_with_the_next_card() -> None:
    """Twenty-one inches are too far for that: carbines, though an aeroplane is above."""
    scene = position(
        troop("a1", "C3", style="fighter", weapon="carbine"),
        troop("p1", "C24"),
        troop("p2", "C12", troop="aircraft"),
        actor="a1",
    )
    assert decide(scene, score=7, first=True).orders == ["advance C9"]


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
    assert (refusal(scene, ask_of(scene, "a1"), AnotherOrder("a1")) is None) == allowed


# -- dice ----------------------------------------------------------------------------------------------------------


def test_a_mere_look_throws_no_die() -> None:
    """Two enemies are equally near; whether missiles would reach is found out without rolling for either."""
    words = {"style": "fighter", "weapon": "carbine"}
    scene = position(troop("a1", "M3", **words), troop("p1", "C20"), troop("p2", "W20"), actor="a1")
    decision = decide(scene, 1, score=3, first=True)
    assert ["tie: the nearest enemy" in thrown for thrown in decision.thrown] == [True]
