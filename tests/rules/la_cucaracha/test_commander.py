"""The stand-in for a player: whom it names for a card, what it orders, and how it answers."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.area import Area
from sim.board.sight import LinesOfSight
from sim.engine.notes import Tried, walk
from sim.engine.setup import Objective
from sim.grid import Cell
from sim.play.tally import Exit
from sim.rules.la_cucaracha.state import CHARGED, HOLD, NOMINATE, CucPosition
from tests.rules.la_cucaracha.deciding import card_of_the_commander, commanded
from tests.rules.la_cucaracha.table import (
    FEDERALES,
    OPEN,
    REBELS,
    WIDE,
    Placed,
    position,
    squares,
    troop,
    with_cells,
)

pytestmark = pytest.mark.rule("CUC-CARD")
SIX_MISSES = (2,) * 6


def at_objective(at: str, *placed: Placed, holder: str = FEDERALES, **more: Any) -> CucPosition:
    """Return a table with one objective, worth five points, that somebody holds."""
    on = more.pop("on", squares())
    place = Objective("well", "The well", (on.cell(at),), 5)
    held = (("well", holder),) if holder else ()
    return position(*placed, on=on, engagement={"objectives": (place,)}, holders=held, **more)


# -- with a card ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-SHOOT")
def test_it_shoots_the_best_volley() -> None:
    """Of two at short range: the one at machine gunners, whose every figure is worth more."""
    scene = position(
        troop("p1", "C3"), troop("a1", "C17", points=2), troop("a2", "Q3", troop="crew", points=4), on=squares()
    )
    assert commanded(scene).orders == ["p1: shoot a2"]


def test_it_shoots_at_who_has_not_acted_yet() -> None:
    """The two are alike otherwise."""
    scene = position(troop("p1", "C3"), troop("a1", "C17", acted=True, points=3), troop("a2", "Q3", points=3))
    assert commanded(scene).orders == ["p1: shoot a2"]


@pytest.mark.rule("HOUSE-STORM")
def test_it_charges_where_the_odds_are_good() -> None:
    """Horsemen and a machine gun that is packed up."""
    scene = position(troop("p1", "C3", troop="mounted", weapon=""), troop("a1", "C12", troop="crew", points=3))
    assert commanded(scene).orders == ["p1: charge a1"]


@pytest.mark.rule("HOUSE-STORM")
def test_it_does_not_charge_where_they_are_bad() -> None:
    """Two men against six who defend a house."""
    scene = position(troop("p1", "C3", figures=2), troop("a1", "C10", points=3), on=squares(with_cells(OPEN, C10="b")))
    assert commanded(scene).tried("charge").reason == "no charge is worth it"


@pytest.mark.rule("HOUSE-FIGHT")
def test_it_fights_on_where_that_goes_well() -> None:
    """Six against two."""
    scene = position(troop("p1", "C3", fighting=("a1",)), troop("a1", "C4", figures=2, fighting=("p1",)))
    assert commanded(scene).orders == ["p1: fighton"]


def test_it_does_not_fight_on_by_itself_where_that_goes_ill() -> None:
    """Two against six: let them come."""
    scene = position(troop("p1", "C3", figures=2, fighting=("a1",)), troop("a1", "C4", fighting=("p1",)))
    assert commanded(scene).orders == ["p1: stand"]


@pytest.mark.rule("HOUSE-RALLY")
def test_it_rallies_who_is_shaken() -> None:
    """There is nobody else."""
    assert commanded(position(troop("p1", "C3", shaken=True), troop("a1", "C20"))).orders == ["p1: rally"]


@pytest.mark.rule("HOUSE-READY")
def test_it_reloads_for_a_target() -> None:
    """In range of the musket."""
    scene = position(troop("p1", "C3", weapon="musket", loaded=False), troop("a1", "C20"))
    assert commanded(scene).options[-1] == ("HOUSE-READY", "reload")


@pytest.mark.rule("HOUSE-READY")
def test_it_deploys_for_a_target() -> None:
    """In range of the machine gun."""
    assert commanded(position(troop("p1", "C3", troop="crew"), troop("a1", "C20"))).orders == ["p1: deploy"]


def test_a_deployed_gun_stays_where_it_has_targets() -> None:
    """It shoots, though another objective is to be had."""
    scene = at_objective("W20", troop("p1", "C3", troop="crew", deployed=True), troop("a1", "C20"))
    assert commanded(scene).orders == ["p1: shoot a1"]


@pytest.mark.rule("HOUSE-POST")
def test_a_gun_without_targets_is_packed_up_to_follow() -> None:
    """The side is behind on points."""
    scene = at_objective("BA3", troop("p1", "C3", troop="crew", deployed=True), troop("a1", "CA3"), on=squares(WIDE))
    assert commanded(scene).orders == ["p1: packup"]


@pytest.mark.rule("HOUSE-TAKE")
def test_it_takes_an_objective_in_reach() -> None:
    """Ten inches away: a Rapid Advance."""
    scene = at_objective("C13", troop("p1", "C3", weapon=""), troop("a1", "W23"))
    assert commanded(scene).orders == ["p1: rapid C13"]


@pytest.mark.rule("HOUSE-CLOSER")
def test_it_goes_for_objectives_while_it_is_behind() -> None:
    """Thirty inches away, and out of everybody's range: as fast as it can."""
    scene = at_objective("AG3", troop("p1", "C3"), troop("a1", "CA3"), on=squares(WIDE))
    assert commanded(scene).options[-1] == ("HOUSE-CLOSER", "attack")
    assert commanded(scene).orders == ["p1: rapid M3"]


def test_it_stays_where_it_is_while_it_is_ahead() -> None:
    """It holds the objective already: whoever has a rifle is put on Hold."""
    scene = at_objective("C3", troop("p1", "C3"), troop("a1", "CA3"), holder=REBELS, on=squares(WIDE))
    assert commanded(scene).orders == ["p1: hold"]


@pytest.mark.rule("HOUSE-HOLD")
def test_a_guard_does_not_leave_its_objective() -> None:
    """Not even for a charge that would go well."""
    scene = at_objective("C3", troop("p1", "C3", weapon=""), troop("a1", "C9", troop="crew", points=4), holder=REBELS)
    assert commanded(scene).orders == ["p1: stand"]


def test_it_finds_the_way_round_a_wall() -> None:
    """Straight ahead there is none: along the wall to its end, no nearer to the objective at first."""
    wall = " ".join(f"{column}5/s" for column in "ABCDEFGHIJ")
    scene = at_objective(
        "C12", troop("p1", "C4", weapon=""), troop("a1", "W23", weapon=""), on=squares(OPEN, wall=wall)
    )
    assert commanded(scene).orders == ["p1: rapid J6"]


@pytest.mark.rule("HOUSE-POST")
def test_it_moves_to_shoot_and_shoots() -> None:
    """Behind a house; with one Advance it sees the enemy."""
    house = squares(with_cells(OPEN, **{f"{column}8": "b" for column in "ABCDE"}))
    scene = position(troop("p1", "D6"), troop("a1", "D18", points=4), on=house)
    decision = card_of_the_commander(scene, *SIX_MISSES)
    assert decision.orders[0].startswith("p1: advance ")
    assert decision.orders[1] == "p1: shoot a1, hasty"


def test_it_looks_from_where_units_are_and_not_from_every_cell_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sight is the same both ways: an enemy's one field of view tells from which of a hundred cells he is seen."""
    house = squares(with_cells(OPEN, **{f"{column}8": "b" for column in "ABCDEF"}))
    scene = position(troop("p1", "D6"), troop("a1", "D18", points=4), on=house)
    looked: list[Cell] = []
    row = LinesOfSight._row

    def counted(lines: LinesOfSight, viewer: Cell) -> Area:
        looked.append(viewer)
        return row(lines, viewer)

    monkeypatch.setattr(LinesOfSight, "_row", counted)
    decision = commanded(scene)
    assert decision.orders[0].startswith("p1: advance ")
    assert set(looked) <= {house.cell("D6"), house.cell("D18")}


@pytest.mark.rule("HOUSE-COVER")
def test_it_takes_cover_when_it_is_ahead_and_can_be_shot_at() -> None:
    """Swordsmen in the open: they go behind the house beside them."""
    house = squares(with_cells(OPEN, D4="b"))
    scene = at_objective(
        "W1", troop("p1", "C3", weapon=""), troop("p2", "W1", acted=True), troop("a1", "C17"), holder=REBELS, on=house
    )
    assert commanded(scene).orders == ["p1: half D3"]


@pytest.mark.rule("HOUSE-LEAVE")
def test_it_makes_for_an_exit_and_leaves() -> None:
    """Where the scenario rewards that."""
    exits = (Exit(REBELS, (squares().cell("C1"),), 3),)
    on_the_way = position(troop("p1", "C5"), troop("a1", "C20"), engagement={"exits": exits})
    assert commanded(on_the_way).orders == ["p1: advance C1"]
    there = position(troop("p1", "C1"), troop("a1", "C20"), engagement={"exits": exits})
    assert commanded(there).orders == ["p1: leave"]


def test_an_aircraft_flies_to_where_it_can_shoot() -> None:
    """And shoots, four dice."""
    scene = position(troop("p1", "C3", troop="aircraft"), troop("a1", "C23", points=4))
    decision = card_of_the_commander(scene, 2, 2, 2, 2)
    assert decision.orders[0].startswith("p1: advance ")
    assert decision.orders[1] == "p1: shoot a1, hasty"


@pytest.mark.rule("HOUSE-READY")
def test_it_loads_what_is_empty_while_there_is_nothing_else() -> None:
    """Nobody is in range of the field gun, and the side is ahead."""
    scene = at_objective(
        "C1",
        troop("p1", "C3", troop="crew", weapon="machine_gun", loaded=False, deployed=True),
        troop("a1", "CA3"),
        holder=REBELS,
        on=squares(WIDE),
    )
    assert commanded(scene).orders == ["p1: reload"]


def test_every_decision_leaves_its_notes() -> None:
    """What was tried, and why not."""
    decision = commanded(position(troop("p1", "C3"), troop("a1", "C20", armoured=True)))
    tried = [note.option for note in walk(decision.notes) if isinstance(note, Tried)]
    assert tried[:3] == ["leave the table", "go for an exit", "charge"]


# -- answers -------------------------------------------------------------------------------------------------------


def charge_at(target: Placed, charger: Placed) -> CucPosition:
    """Return a charge that is declared: it is the automated unit's card."""
    return position(target, charger, actor=charger.unit.id)


@pytest.mark.rule("CUC-REACT")
def test_it_shoots_at_attackers_on_hold() -> None:
    """Six riflemen, and swordsmen on foot ten inches away."""
    scene = charge_at(troop("p1", "C3", holding=True, leader=True), troop("a1", "C13", style="fighter", weapon=""))
    assert commanded(scene, occasion=CHARGED, about="a1", unit="p1").orders == ["shoot, tested"]


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.rule("CUC-REACT")
def test_it_stands_where_nothing_is_better() -> None:
    """Where failures are caught on the Back Foot, raw troops are likelier to be than to hit anything, in haste."""
    raw, swords = troop("p1", "C3", quality="raw", figures=2), troop("a1", "C13", style="fighter", weapon="")
    scene = position(raw, swords, actor="a1", readings={"failed_response": "back_foot"})
    decision = commanded(scene, occasion=CHARGED, about="a1", unit="p1")
    assert decision.orders == ["stand"]
    assert decision.chosen("the best answer") == "stand"


@pytest.mark.rule("CUC-REACT")
def test_its_skirmishers_evade_a_hopeless_fight() -> None:
    """Three men with nothing to shoot, twelve riders who cannot follow through the wood."""
    scene = charge_at(
        troop("p1", "C12", skirmisher=True, weapon="", figures=3, drilled=True),
        troop("a1", "C2", style="fighter", weapon=""),
    )
    assert commanded(scene, occasion=CHARGED, about="a1", unit="p1").orders == ["evade, tested"]


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.rule("CUC-REACT")
def test_its_riders_counter_attack() -> None:
    """Both count as charging then."""
    scene = charge_at(
        troop("p1", "C3", troop="mounted", weapon="", drilled=True), troop("a1", "C13", style="fighter", weapon="")
    )
    assert commanded(scene, occasion=CHARGED, about="a1", unit="p1").orders == ["counter-attack, tested"]


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.rule("CUC-HOLD")
def test_it_shoots_from_hold_at_who_is_worth_it() -> None:
    """Riflemen at short range are, an armoured car is not."""
    scene = position(
        troop("p1", "C3", holding=True),
        troop("a1", "C13", points=3),
        troop("a2", "M3", troop="armoured_car", armoured=True),
    )
    assert commanded(scene, occasion=HOLD, about="a1", unit="p1").orders == ["shoot, tested"]
    assert commanded(scene, occasion=HOLD, about="a2", unit="p1").orders == ["stand"]


@pytest.mark.rule("HOUSE-NEXT")
@pytest.mark.rule("CUC-NOMINATE")
def test_it_names_the_enemy_who_can_do_least() -> None:
    """A unit out of range of everything, before riflemen and before swordsmen who could charge."""
    scene = position(
        troop("p1", "C3"),
        troop("a1", "C13"),
        troop("a2", "F9", style="fighter", weapon=""),
        troop("a3", "X24", weapon="pistol"),
    )
    assert commanded(scene, occasion=NOMINATE, about=FEDERALES).orders == ["a3: nominate a3"]


@pytest.mark.rule("CUC-NOMINATE")
def test_it_does_not_name_who_has_acted() -> None:
    """Of the two that are left the shaken one can do nothing."""
    scene = position(
        troop("p1", "C3"), troop("a1", "C13"), troop("a2", "C9", shaken=True), troop("a3", "X24", acted=True, weapon="")
    )
    assert commanded(scene, occasion=NOMINATE, about=FEDERALES).orders == ["a2: nominate a2"]


def test_that_nobody_can_do_something_is_not_told_as_if_everybody_had_acted() -> None:
    """The riflemen have not; they are at no exit, and have nothing to deploy, to load or to pack up."""
    text = commanded(position(troop("p1", "A1"), troop("a1", "X24"), on=squares(OPEN, wall="A1/e A1/s B2/n B2/w"))).text
    assert "who leaves: there are no units at an exit" in text
    assert "leave the table: no, there are no units at an exit" in text
    assert "there are no units that have not acted" not in text
