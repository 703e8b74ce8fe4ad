"""LPG-MOVE-1 to LPG-MOVE-4: moves, hindrances, full distances, single file and the two inches."""

from functools import partial
from typing import Any

import pytest

from sim.engine.dice import AVERAGE_DIE
from sim.engine.orders import Ask
from sim.rules.la_petite_guerre.events import Moved, MoveRolled
from sim.rules.la_petite_guerre.ground.ways import (
    charge_ways,
    crawl_ways,
    full_ways,
    move_reach,
    rout_ways,
    way_refusal,
)
from sim.rules.la_petite_guerre.orders.moves import Crawl, Follow, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import MOVING, LieDown, Limber
from sim.rules.la_petite_guerre.state import LpgPosition
from sim.tabletop.inches import nearer_than, sees, within
from tests.rules.la_petite_guerre.table import (
    OPEN,
    E,
    W,
    gun,
    hexes,
    man,
    order,
    position,
    refusal_of,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed, names, way

crawl_refusal = partial(way_refusal, inches=2, crawling=True)
"""LPG-MOVE-1: two inches."""


def alone(rows: str = OPEN, **words: Any) -> LpgPosition:
    """One man in the middle of a table."""
    laid = {key: words.pop(key) for key in ("trail", "rifle_pit") if key in words}
    return position(man("p1", "C10", E, **words), on=squares(rows, **laid))


def refused(scene: LpgPosition, inches: int, *cells: str) -> str | None:
    """Return why the man cannot go that way."""
    return way_refusal(scene, unit(scene, "p1"), way(scene, *cells), inches)


@pytest.mark.rule("LPG-MOVE-1")
def test_the_average_die() -> None:
    """Two to five inches."""
    assert AVERAGE_DIE.faces == (2, 3, 3, 4, 4, 5)


@pytest.mark.rule("LPG-MOVE-1")
def test_a_man_moves_what_he_rolls() -> None:
    """Three inches are three squares."""
    scene = alone()
    played = order(scene, RollMove("p1"), [3], {MOVING: [Move("p1", way(scene, "D10", "E10", "F10"))]})
    assert played.of(MoveRolled)[0].inches == 3
    assert names(scene, [played.unit("p1").place]) == ["F10"]
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-MOVE-1")
def test_a_horse_may_have_two_dice() -> None:
    """Men on foot may not."""
    assert refusal_of(alone(), RollMove("p1", 2)) == "only a horse moves with two dice"
    scene = alone(mounted=True)
    going = Move("p1", way(scene, *(f"{column}10" for column in "DEFGHIJK")))
    assert order(scene, RollMove("p1", 2), [3, 5], {MOVING: [going]}).of(MoveRolled)[0].inches == 8


@pytest.mark.rule("LPG-MOVE-1")
def test_diagonals_cost_an_inch_and_a_half() -> None:
    """Two of them are three inches."""
    scene = alone()
    assert refused(scene, 3, "D9", "E8") is None
    assert refused(scene, 2, "D9", "E8") == 'too far: 3", and he has only 2"'


@pytest.mark.rule("LPG-MOVE-1")
def test_crawling_is_two_inches_at_most_and_not_all_of_it_need_be_gone() -> None:
    """For who is prone."""
    scene = alone(prone=True)
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10")) is None
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10", "E10")) is None
    assert "too far" in (crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10", "E10", "F10")) or "")


@pytest.mark.rule("LPG-MOVE-1")
def test_who_stands_shuffles_as_far() -> None:
    """Up to two inches without a die, and he stays on his feet; no rider does, nor who goes in single file."""
    played = order(alone(), Crawl("p1", way(alone(), "D10")))
    assert (played.of(Moved)[0].gait, played.unit("p1").prone, played.unit("p1").left) == ("shuffle", False, 1)
    assert "too far" in (refusal_of(alone(), Crawl("p1", way(alone(), "D10", "E10", "F10"))) or "")
    rider = refusal_of(alone(mounted=True), Crawl("p1", way(alone(), "D10")))
    assert rider == "p1 is mounted: nobody crawls or shuffles on a horse"
    behind = position(man("p1", "C10", E, follows="p2"), man("p2", "D11", E))
    assert refusal_of(behind, Crawl("p1", way(behind, "C11"))) == "p1 moves with p2, whom he follows"


@pytest.mark.rule("LPG-MOVE-2", "LPG-MOVE-1")
@pytest.mark.parametrize("letter", ["w", "s"])
def test_woods_and_scrub_take_an_inch_of_a_crawl(letter: str) -> None:
    """One is left of the two, and no way of two inches through them is offered."""
    scene = alone(with_cells(D10=letter, E10=letter), prone=True)
    assert crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10")) is None
    assert (
        crawl_refusal(scene, unit(scene, "p1"), way(scene, "D10", "E10"))
        == 'too far to crawl: 2", and a crawl is up to 1"'
    )
    ends = names(scene, crawl_ways(scene, unit(scene, "p1")))
    assert "D10" in ends and "E10" not in ends and "C12" in ends


@pytest.mark.rule("LPG-MOVE-1")
def test_who_crawls_stays_prone() -> None:
    """And turns the way that he crawls."""
    crawled = order(alone(prone=True), Crawl("p1", way(alone(), "C9"))).unit("p1")
    assert (crawled.prone, crawled.facing, crawled.left) == (True, 0, 1)


@pytest.mark.rule("LPG-MOVE-2")
@pytest.mark.parametrize("letter", ["w", "s"])
def test_woods_and_scrub_take_an_inch(letter: str) -> None:
    """Once for the whole move, wherever it enters them."""
    scene = alone(with_cells(D10=letter, E10=letter))
    assert refused(scene, 4, "D10", "E10", "F10") is None
    assert refused(scene, 4, "D10", "E10", "F10", "G10") == 'too far: 4", and he has only 3"'


@pytest.mark.rule("LPG-MOVE-2")
def test_an_inch_is_always_left() -> None:
    """Even of two inches into the wood."""
    scene = alone(with_cells(D10="w", E10="w"))
    assert refused(scene, 2, "D10") is None
    assert refused(scene, 1, "D10") is None


@pytest.mark.rule("LPG-MOVE-2")
def test_woods_are_closed_to_horses_off_the_trail() -> None:
    """On it they may ride."""
    rows = with_cells(D10="w", E10="w")
    assert "no way into D10" in (refused(alone(rows, mounted=True), 3, "D10", "E10") or "")
    assert refused(alone(rows, mounted=True, trail="A10-H10"), 4, "D10", "E10", "F10") is None


@pytest.mark.rule("LPG-MOVE-2")
def test_who_keeps_out_of_the_wood_keeps_his_inch() -> None:
    """A cell beyond it that is too far through it can be reached around it."""
    scene = alone(with_cells(D10="s"))
    ways = full_ways(scene, unit(scene, "p1"), 4)
    assert scene.map.cell("F10") in ways


@pytest.mark.rule("LPG-MOVE-3")
def test_the_full_distance_is_moved() -> None:
    """What is left must be too little for a step."""
    scene = alone()
    assert refused(scene, 4, "D10", "E10", "F10") == 'the full distance must be moved: 1" left over'
    assert refused(scene, 4, "D10", "E10", "F9") is None


@pytest.mark.rule("LPG-MOVE-3")
def test_the_edge_of_the_table_stops_a_man() -> None:
    """In a corner where nothing is left to go to."""
    rows = "..~\n~~~"
    scene = position(man("p1", "B1", W), on=squares(rows))
    assert refused(scene, 4, "A1") is None


@pytest.mark.rule("LPG-MOVE-4")
def test_two_inches_from_the_enemy_a_move_ends() -> None:
    """In the first cell within two inches of him, however much was rolled."""
    scene = position(man("p1", "C10", E), man("a1", "G10", W))
    assert refused(scene, 5, "D10", "E10") is None
    assert refused(scene, 5, "D10", "E10", "F10") == "he has to stop within two inches of the enemy"


@pytest.mark.rule("LPG-MOVE-4")
def test_who_is_so_near_can_only_go_away() -> None:
    """Farther from the enemy, and not around him."""
    scene = position(man("p1", "C10", E), man("a1", "E10", W))
    assert refused(scene, 2, "B10", "A10") is None
    assert refused(scene, 2, "D11") == "so close to the enemy he can only move away"


@pytest.mark.rule("LPG-MOVE-4")
def test_no_detour_leads_nearer_than_two_inches() -> None:
    """From just beyond two inches a step to the side of him, or at him, is refused; the one to two inches is not."""
    scene = position(man("p1", "E9", E), man("a1", "G10", W))
    only = "only a charge goes closer than two inches to the enemy"
    assert refused(scene, 2, "F9") == only and refused(scene, 2, "F10") == only
    assert refused(scene, 2, "E10") is None


@pytest.mark.rule("LPG-MOVE-4")
@pytest.mark.parametrize("inches", [2, 3, 4, 5])
@pytest.mark.parametrize("on", [squares(), hexes()], ids=["squares", "hexes"])
def test_no_move_ends_nearer_than_two_inches(on: Any, inches: int) -> None:
    """Whatever was rolled and wherever it began: nor does a crawl."""
    for start in ("C10", "D9", "E8", "F7"):
        scene = position(man("p1", start, E), man("a1", "G10", W), on=on)
        ends = [*full_ways(scene, unit(scene, "p1"), inches), *crawl_ways(scene, unit(scene, "p1"))]
        assert ends and not any(nearer_than(scene, unit(scene, "a1").place, cell, 2) for cell in ends)


@pytest.mark.rule("LPG-MOVE-4")
def test_who_is_in_contact_goes_away_at_his_full_pace() -> None:
    """The enemy from whom he goes does not stop him; another whom he meets on the way does."""
    scene = position(man("p1", "F10", E), man("a1", "G10", W))
    assert refused(scene, 4, "E10", "D10", "C10", "B10") is None
    assert "full distance" in (refused(scene, 4, "E10") or "")
    met = position(man("p1", "F10", E), man("a1", "G10", W), man("a2", "B10", E))
    assert refused(met, 4, "E10", "D10") is None
    assert refused(met, 4, "E10", "D10", "C10") == "he has to stop within two inches of the enemy"


@pytest.mark.rule("LPG-MOVE-4")
def test_who_has_left_an_enemy_does_not_come_back_to_him() -> None:
    """Out of two inches and in again is a charge's affair; the cell may be passed on the way out."""
    scene = position(man("p1", "F10", E), man("a1", "G10", W))
    assert refused(scene, 5, "E9", "F9") == "only a charge goes closer than two inches to the enemy"
    assert refused(scene, 4, "F9", "E8", "D8") is None
    assert refused(scene, 5, "E11", "E10", "D10") == "he has to stop within two inches of the enemy"


@pytest.mark.rule("LPG-MOVE-4")
@pytest.mark.parametrize("inches", [2, 3, 4, 5])
@pytest.mark.parametrize("on", [squares(), hexes(), squares(with_cells(E9="w", E10="b", F8="b", G8="s"))])
def test_no_way_leads_back_to_an_enemy_who_was_left(on: Any, inches: int) -> None:
    """Of all ways that a man in contact may go, walking or crawling: once more than two inches off, never nearer."""
    for start in ("F10", "F9", "G9", "G11"):
        scene = position(man("p1", start, E), man("a1", "G10", W), on=on)
        me, enemy = unit(scene, "p1"), unit(scene, "a1").place
        for each in (*full_ways(scene, me, inches).values(), *crawl_ways(scene, me).values()):
            near = [nearer_than(scene, enemy, cell, 2) for cell in each]
            out = [not within(scene, enemy, cell, 2) for cell in each]
            assert True not in out or not any(near[out.index(True) :]), names(scene, each)


@pytest.mark.rule("LPG-MOVE-4")
def test_round_a_corner_the_enemy_stops_a_man_where_he_sees_him() -> None:
    """Though he could not see him when he set out."""
    scene = position(man("p1", "E7", E), man("a1", "G10", W), on=squares(with_cells(F9="b", G9="b", F8="b", G8="b")))
    assert not sees(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert refused(scene, 4, "E8", "E9", "E10") is None
    assert refused(scene, 4, "E8", "E9", "E10", "F10") == "he has to stop within two inches of the enemy"


@pytest.mark.rule("LPG-MOVE-4")
def test_who_follows_stops_two_inches_from_the_enemy_too() -> None:
    """Where his lead comes from the enemy's side he does not step into contact behind him."""
    scene = position(man("p1", "F10", E), man("p2", "E9", E, follows="p1"), man("a1", "G10", W))
    played = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "E11"))]})
    assert not nearer_than(scene, played.unit("a1").place, played.unit("p2").place, 2)


@pytest.mark.rule("LPG-MOVE-4")
def test_who_cannot_be_seen_stops_nobody() -> None:
    """A house is between them."""
    scene = position(man("p1", "C10", E), man("a1", "G10", W), on=squares(with_cells(F10="b", F9="b", F11="b")))
    assert refused(scene, 2, "D10", "E10") is None


# -- single file --------------------------------------------------------------------------------------------------


def file() -> LpgPosition:
    """Three men, one behind the other."""
    return position(man("p1", "F10", E), man("p2", "E10", E, follows="p1"), man("p3", "D10", E, follows="p2"))


@pytest.mark.rule("LPG-MOVE-3")
def test_a_file_moves_on_one_roll() -> None:
    """Each comes up behind the one before."""
    scene = file()
    played = order(scene, RollMove("p1"), [3], {MOVING: [Move("p1", way(scene, "G10", "H10", "I10"))]})
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2", "p3")]) == ["I10", "H10", "G10"]
    assert [each.gait for each in played.of(Moved)] == ["walk", "follow", "follow"]
    assert [played.unit(id_).left for id_ in ("p1", "p2", "p3")] == [1, 1, 1]


@pytest.mark.rule("LPG-MOVE-3")
def test_who_follows_does_not_roll_himself() -> None:
    """He moves with his lead."""
    assert refusal_of(file(), RollMove("p2")) == "p2 moves with p1, whom he follows"


@pytest.mark.rule("LPG-MOVE-3")
def test_who_has_no_action_left_stays_behind() -> None:
    """And those behind him as well."""
    scene = changed(file(), "p2", left=0)
    played = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "G10", "H10"))]})
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2", "p3")]) == ["H10", "E10", "D10"]


@pytest.mark.rule("LPG-MOVE-3")
def test_falling_in_costs_nothing() -> None:
    """Beside the man whom one follows, whom nobody else follows."""
    scene = position(man("p1", "F10", E), man("p2", "E10", E), man("p3", "C3", E))
    played = order(scene, Follow("p2", "p1"))
    assert (played.unit("p2").follows, played.unit("p2").left) == ("p1", 2)
    assert refusal_of(scene, Follow("p3", "p1")) == "p3 is not beside p1"
    assert refusal_of(played.scene, Follow("p1", "p2")) == "that would be a circle"


# -- guns, prone men, runs, charges -------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-1")
def test_a_limbered_gun_moves_and_its_crew_with_it() -> None:
    """One die; unlimbered it stays."""
    crew = [man("p1", "C9", E, serves="gun", control="free"), man("p2", "C11", E, serves="gun", control="free")]
    scene = position(gun("gun", "C10", E, limbered=True, side="militia"), *crew)
    going = Move("gun", way(scene, "D10", "E10", "F10", "G10"))
    played = order(scene, RollMove("gun"), [4], {MOVING: [going]})
    assert names(scene, [played.unit("gun").place]) == ["G10"]
    here = played.unit("gun").place
    assert all(scene.map.grid.distance(played.unit(id_).place, here) <= 2 for id_ in ("p1", "p2"))
    assert refusal_of(changed(scene, "gun", limbered=False), RollMove("gun")) == "gun is not limbered"


@pytest.mark.rule("LPG-ACT-1")
def test_limbering_takes_both_actions() -> None:
    """With one left it cannot be done."""
    crew = [man("p1", "C9", serves="gun"), man("p2", "C11", serves="gun")]
    scene = position(gun("gun", "C10", E, side="militia"), *crew)
    played = order(scene, Limber("gun"))
    assert (played.unit("gun").limbered, played.unit("gun").left) == (True, 0)
    assert refusal_of(changed(scene, "gun", left=1), Limber("gun")) == "it takes 2 actions"


def test_who_is_prone_does_not_walk() -> None:
    """He crawls, or stands up first."""
    lying = order(alone(), LieDown("p1")).scene
    assert refusal_of(lying, RollMove("p1")) == "p1 is prone: he can crawl, or stand up first"


@pytest.mark.rule("LPG-MOVE-1")
def test_a_charge_does_not_stop_before_the_enemy() -> None:
    """It ends beside him; with too few inches it has no way."""
    scene = position(man("p1", "C10", E), man("a1", "H10", W))
    assert scene.map.cell("G10") in charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"), 4)
    assert not charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"), 3)


@pytest.mark.rule("LPG-ROUT")
def test_men_run_from_the_enemy() -> None:
    """As far as they can."""
    scene = position(man("p1", "J10", E), man("a1", "M10", W))
    ends = rout_ways(scene, unit(scene, "p1"), 4)
    assert names(scene, ends) == ["F10"]


@pytest.mark.rule("LPG-ROUT", "LPG-MOVE-2")
def test_woods_slow_who_runs() -> None:
    """The inch is taken off as of any move."""
    rows = "\n".join(["w" * 9 + "." * 21] * 20)
    scene = position(man("p1", "J10", E), man("a1", "M10", W), on=squares(rows))
    assert names(scene, rout_ways(scene, unit(scene, "p1"), 4)) == ["G10"]


def test_a_rolled_move_must_be_gone() -> None:
    """Nothing else is an answer."""
    scene = position(man("p1", "C10", E), rolled=3, actor="p1")
    assert (
        refusal_of(scene, LieDown("p1"), Ask("militia", MOVING, "p1"))
        == "the inches that were rolled must be moved first"
    )


@pytest.mark.rule("LPG-HIDDEN")
def test_a_move_ends_where_a_hidden_enemy_is_come_upon() -> None:
    """Six inches before him, and he is hidden no longer."""
    scene = position(man("p1", "C10", E), man("a1", "L10", W, hidden=True))
    going = Move("p1", way(scene, "D10", "E10", "F10", "G10", "H10"))
    played = order(scene, RollMove("p1"), [5], {MOVING: [going]})
    assert names(scene, [played.unit("p1").place]) == ["F10"]
    assert not played.unit("a1").hidden


@pytest.mark.rule("LPG-MOVE-3")
@pytest.mark.parametrize("inches", [2, 4, 5])
def test_the_ways_of_a_move_are_those_that_nothing_speaks_against(inches: int) -> None:
    """Every one is allowed; where none leads to, the shortest is refused: with woods, friends and enemies about."""
    rows = with_cells(D10="w", D11="s", E9="s", C12="w")
    others = (man("p2", "D9"), man("a1", "F12", W), man("a2", "B14", W))
    scene = position(man("p1", "C10", E), *others, on=squares(rows))
    me, ways = unit(scene, "p1"), full_ways(scene, unit(scene, "p1"), inches)
    assert ways and all(way_refusal(scene, me, each, inches) is None for each in ways.values())
    run = move_reach(scene, me, inches)
    missing = [cell for cell in run.area if cell not in ways and cell != me.cell]
    assert missing and all(way_refusal(scene, me, run.way(cell)[1:], inches) for cell in missing)


@pytest.mark.rule("LPG-CELL")
def test_nobody_goes_through_a_cell_in_which_another_stands() -> None:
    """Friend or enemy, upright or prone; over the dead he goes."""
    for other in (man("p2", "D10"), man("p2", "D10", prone=True)):
        scene = position(man("p1", "C10", E), other)
        assert refused(scene, 3, "D10", "E10", "F10") == "another unit is in D10"
    fallen = position(man("p1", "C10", E), man("p2", None, dead=True))
    assert refused(fallen, 3, "D10", "E10", "F10") is None
