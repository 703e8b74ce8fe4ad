"""From a scenario to the first state of a battle."""

import pytest

from sim.engine.setup import Objective
from sim.grid import Cell
from sim.rules.la_cucaracha.state import DECK, CucData, CucState, Settings, Troop
from sim.scenario.scenario import Scenario
from tests.rules.la_cucaracha.battles import FIELD, VALID, battle, changed


def state_of(scenario: Scenario) -> CucState:
    """Return the first state."""
    assert isinstance(scenario.state, CucState)
    return scenario.state


def data_of(scenario: Scenario) -> CucData:
    """Return what stays."""
    assert isinstance(scenario.battle.data, CucData)
    return scenario.battle.data


def unit(text: str, id_: str) -> Troop:
    """Return a unit of a battle."""
    return state_of(battle(text)).unit(id_)


# -- units --------------------------------------------------------------------------------------------------------


def test_a_unit_of_whom_nothing_is_said() -> None:
    """Is at full strength, loaded and steady, and nobody leads it."""
    riders = unit(VALID, "Riders")
    assert (riders.figures, riders.leader, riders.loaded, riders.shaken) == (6, False, True, False)
    assert riders.profile.id == "villista_cavalry"


def test_fewer_figures() -> None:
    """As the scenario counts them."""
    assert unit(VALID, "Gun").figures == 2


def test_half_strength_from_the_start_is_no_shock() -> None:
    """Whoever begins with half the figures does not test for it, whoever begins with more will."""
    assert unit(VALID, "Gun").halved
    assert not unit(VALID, "Company").halved


def test_a_leader_is_with_a_unit() -> None:
    """With one of them."""
    assert [unit.id for unit in state_of(battle()).units if unit.leader] == ["Company"]


def test_a_weapon_that_is_not_loaded() -> None:
    """The field gun has shot before."""
    assert not unit(VALID, "Gun").loaded


def test_a_machine_gun_that_is_deployed() -> None:
    """And a gun that is not, because nothing is said."""
    assert unit(VALID, "Maxim").ready
    assert not unit(VALID, "Gun").ready


@pytest.mark.rule("CUC-V10")
def test_vehicles_and_aircraft_always_count_as_deployed() -> None:
    """Train, launch and biplane."""
    assert all(unit(VALID, id_).deployed for id_ in ("Train", "Launch", "Biplane"))


def test_a_shaken_unit() -> None:
    """From an earlier fight."""
    assert unit(changed(("leader = true", "shaken = true")), "Company").shaken


@pytest.mark.rule("CUC-AIR")
def test_an_aircraft_takes_no_room() -> None:
    """Biplane and riders share a cell."""
    assert unit(VALID, "Biplane").cell == unit(VALID, "Riders").cell == Cell(9, 2)


def test_a_train_stands_on_rails() -> None:
    """Where the way says so; the grass beside it bars it."""
    assert unit(VALID, "Train").cell == Cell(1, 4)


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_close_combat_that_is_on() -> None:
    """One of the two says so, and both are in it."""
    text = changed(('at = "J3"\nfacing = "w"', 'at = "D4"\nfighting = ["Maxim"]'))
    assert unit(text, "Riders").fighting == ("Maxim",)
    assert unit(text, "Maxim").fighting == ("Riders",)


# -- what else there is -------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-CARD")
def test_there_are_no_cards_before_the_first_turn() -> None:
    """Building the deck begins a turn."""
    state = state_of(battle())
    assert (state.turn, state.deck(DECK).left, state.card, state.actor) == (0, (), "", "")


@pytest.mark.rule("CUC-NOMINATE")
def test_who_nominates() -> None:
    """As the scenario says; nobody in particular if it says nothing."""
    assert data_of(battle()).readings.nominate == "nearest"
    assert data_of(battle(changed(('nominate = "nearest"', "")))).readings.nominate is None


@pytest.mark.rule("CUC-REROLL", "CUC-FAILED", "CUC-NEARER", "CUC-CONTACT")
def test_what_can_be_read_in_two_ways_is_a_setting() -> None:
    """The default of each, and what a scenario may say instead."""
    usual = data_of(battle()).readings
    assert (usual.reroll, usual.failed_response, usual.nearer, usual.contact) == ("closing", "nothing", "way", "short")
    said = 'reroll = "drilled"\nfailed_response = "back_foot"\nnearer = "inches"\ncontact = "touching"'
    other = data_of(battle(changed(('nominate = "nearest"', said))))
    assert other.readings == Settings(
        reroll="drilled", failed_response="back_foot", nearer="inches", contact="touching"
    )


def test_objectives_and_their_holders() -> None:
    """The garrison has the halt."""
    scenario = battle()
    assert data_of(scenario).engagement.objectives == (Objective("halt", "The halt", (Cell(4, 2),), 4, "federals"),)
    assert state_of(scenario).holders == (("halt", "federals"),)


def test_an_objective_of_nobody() -> None:
    """Has no holder until somebody takes it."""
    assert state_of(battle(changed(('holder = "federals"\n', "")))).holders == ()


def test_hexes_do_as_well_as_squares() -> None:
    """The cells of the game are those of the map."""
    field = FIELD.replace('kind = "square"\nneighbours = 8', 'kind = "hex"')
    field = field.replace('door = ["E3/s"]\nwall = ["E3/n", "E3/w", "E3/e"]', 'door = ["E3/n"]')
    text = changed(('doors = ["E3/s"]', ""), ('facing = "w"\n', ""))
    assert state_of(battle(text, field)).unit("Company").place == battle(text, field).battle.map.cell("E3")
