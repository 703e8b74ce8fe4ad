"""From a scenario to the first state of a battle of 1885."""

import pytest

from sim.engine.setup import Objective
from sim.grid import Cell
from sim.rules.la_petite_guerre.state import LpgData, LpgState, Man
from sim.scenario.scenario import Scenario
from tests.rules.la_petite_guerre.battles import FIELD, VALID, battle, changed


def state_of(scenario: Scenario) -> LpgState:
    """Return the first state."""
    assert isinstance(scenario.state, LpgState)
    return scenario.state


def data_of(scenario: Scenario) -> LpgData:
    """Return what stays."""
    assert isinstance(scenario.battle.data, LpgData)
    return scenario.battle.data


def man(text: str, id_: str) -> Man:
    """Return a man of a battle."""
    return state_of(battle(text)).unit(id_)


# -- men ----------------------------------------------------------------------------------------------------------


def test_a_man_of_whom_nothing_is_said() -> None:
    """Stands on foot with his first weapon, loaded, and is himself."""
    captain = man(VALID, "Captain")
    assert (captain.weapon, captain.loaded, captain.mounted, captain.prone) == ("revolver", True, False, False)
    assert (captain.stunned, captain.wounded, captain.broken, captain.hidden) == (0, False, False, False)
    assert captain.able


def test_a_fixed_bayonet() -> None:
    """As the scenario says."""
    assert man(VALID, "Private").bayonet


def test_the_second_weapon() -> None:
    """A man can begin with the other one in his hands."""
    assert man(changed(('at = "C8"', 'at = "C8"\nweapon = "sabre"')), "Captain").weapon == "sabre"


def test_a_weapon_that_is_not_loaded() -> None:
    """A farmer with a musket, and a gun."""
    assert not man(VALID, "Farmer").loaded
    assert not man(VALID, "Nine").loaded


@pytest.mark.rule("LPG-STUN")
def test_a_man_who_is_stunned_at_the_beginning() -> None:
    """He comes to himself at the end of the first turn."""
    stunned = man(changed(('at = "C8"', 'at = "C8"\nstunned = true')), "Captain")
    assert stunned.stunned == 1
    assert not stunned.able


def test_a_man_under_fire_at_the_beginning() -> None:
    """He counts as shot at in the first turn."""
    assert man(changed(('at = "C8"', 'at = "C8"\nunder_fire = true')), "Captain").under_fire == 1


@pytest.mark.parametrize("word", ["prone", "wounded", "broken"])
def test_what_else_may_have_befallen_him(word: str) -> None:
    """Each by its word."""
    assert getattr(man(changed(('at = "C8"', f'at = "C8"\n{word} = true')), "Captain"), word)


@pytest.mark.rule("LPG-ACQ")
def test_whom_he_has_seen_already() -> None:
    """By their ids."""
    assert man(VALID, "Private").acquired == ("Rider",)


@pytest.mark.rule("LPG-MOVE-3")
def test_single_file_from_the_beginning() -> None:
    """One behind the other."""
    assert man(changed(("bayonet = true", 'follows = "Captain"')), "Private").follows == "Captain"


def test_one_who_is_hidden() -> None:
    """He knows it, and so does the battle."""
    assert man(VALID, "Hunter").hidden
    assert data_of(battle()).engagement.hidden == ("Hunter",)


def test_scrub_hides_a_man_too() -> None:
    """Whatever gives cover."""
    assert man(changed(('at = "H8"', 'at = "G6"')), "Hunter").hidden


def test_a_gun_and_its_crew() -> None:
    """Five men who serve it, and it is unlimbered unless the scenario says otherwise."""
    units = state_of(battle()).units
    assert [unit.id for unit in units if unit.serves == "Nine"] == [f"Gunner-{n}" for n in range(1, 6)]
    assert not units["Nine"].limbered
    assert man(changed(("loaded = false", "limbered = true")), "Nine").limbered


# -- where they stand ---------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-2")
def test_a_trail_lets_a_horse_into_the_wood() -> None:
    """The rider stands on it, with woods on either side."""
    scenario = battle()
    rider = state_of(scenario).unit("Rider")
    assert scenario.battle.map.terrain_at(rider.place).id == "woods"
    assert rider.mounted


# -- companies ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SOLO")
def test_companies_have_stances_and_goals() -> None:
    """The goal is looked up: an objective, or a place of the map."""
    companies = data_of(battle()).engagement.companies
    rifles, hunt = companies["rifles"], companies["hunt"]
    assert (rifles.name, rifles.stance, rifles.goal, len(rifles.cells)) == ("Ten Platoon", "advance", "house", 4)
    assert (hunt.stance, hunt.cells) == ("delay", tuple(Cell(0, row) for row in range(12)))


def test_a_company_without_a_name() -> None:
    """Is called by its id, and without a goal it goes for the enemy."""
    battery = data_of(battle()).engagement.companies["battery"]
    assert (battery.name, battery.goal, battery.cells) == ("battery", None, ())


def test_the_only_company_of_a_side() -> None:
    """Nobody has to name it."""
    assert man(VALID, "Rider").company == "hunt"


def test_a_side_without_companies() -> None:
    """Is one company, which defends."""
    start = VALID.index("[la_petite_guerre.companies.hunt]")
    text = VALID[:start] + VALID[VALID.index("[sides.militia]") :]
    scenario = battle(text)
    company = data_of(scenario).engagement.companies["metis"]
    assert (company.name, company.stance) == ("The Métis", "defend")
    assert state_of(scenario).unit("Rider").company == "metis"


# -- what else there is -------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SEQ")
def test_nothing_has_been_done_before_the_first_turn() -> None:
    """The dice for the first move begin it."""
    state = state_of(battle())
    assert (state.turn, state.phase, state.order, state.actor) == (0, "first move", (), "")


def test_objectives_and_their_holders() -> None:
    """The Métis have the house."""
    house = tuple(Cell(column, row) for row in (2, 3) for column in (4, 5))
    (objective,) = data_of(battle()).engagement.objectives
    assert objective == Objective("house", "The house", objective.cells, 4, "metis")
    assert sorted(objective.cells) == sorted(house)


def test_hexes_do_as_well_as_squares() -> None:
    """The cells of the game are those of the map."""
    field = FIELD.replace('kind = "square"\nneighbours = 8', 'kind = "hex"')
    field = field.replace('door = ["E4/s"]\nwall = ["E3/n", "F3/n"]', 'door = ["E4/n"]')
    field = field.replace('trail = [["A4", "X4"]]', 'trail = [["P4", "Q4"]]')
    text = changed(('doors = ["E4/s"]', "")).replace('facing = "e"\n', "").replace('facing = "w"\n', "")
    scenario = battle(text, field)
    assert state_of(scenario).unit("Captain").place == scenario.battle.map.cell("C8")
