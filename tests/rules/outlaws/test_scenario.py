"""From a scenario to the first state of a shootout."""

import pytest

from sim.files import FileMistakes
from sim.grid import Cell
from sim.rules.outlaws.state import CUP, WOUNDS, Character, OutlawsData, OutlawsState, Settings
from sim.scenario.scenario import Scenario
from tests.rules.outlaws.shootouts import FIELD, SCENARIOS, changed, shipped, shootout

BATTLES = ("street_gunfight", "bank_hold_up", "ranch_under_attack", "saloon_brawl")
READINGS = ("could_wound", "prone_away", "prone_archer", "prone_run", "no_way", "in_place")
BEHAVIOURS = sorted(f"behaviour/{path.stem}" for path in (SCENARIOS / "behaviour").glob("*.toml"))


def state_of(scenario: Scenario) -> OutlawsState:
    """Return the first state."""
    assert isinstance(scenario.state, OutlawsState)
    return scenario.state


def data_of(scenario: Scenario) -> OutlawsData:
    """Return what stays."""
    assert isinstance(scenario.battle.data, OutlawsData)
    return scenario.battle.data


def unit(text: str, id_: str) -> Character:
    """Return a character of a shootout."""
    return state_of(shootout(text)).unit(id_)


VALID = changed()

# -- characters ---------------------------------------------------------------------------------------------------


def test_hands_hold_what_the_scenario_says() -> None:
    """The favoured hand first; rounds that are not counted are all there."""
    ames = unit(VALID, "Ames")
    assert ames.right is not None and ames.left is not None
    assert (ames.right.kind, ames.right.loaded, ames.right.reloads) == ("colt_45", 4, 2)
    assert (ames.left.kind, ames.left.loaded, ames.left.reloads) == ("colt_45", 6, 0)
    assert [item.kind for item in ames.carried] == ["knife"]


def test_no_two_things_share_an_id() -> None:
    """Not even two Colts of one man."""
    items = [item.id for unit in state_of(shootout()).units for item in unit.items]
    assert len(set(items)) == len(items)
    assert {"colt_45-Ames", "colt_45-Ames-2"} <= set(items)


def test_the_favoured_hand_may_be_the_left() -> None:
    """It holds the first thing."""
    boone = unit(VALID, "Boone")
    assert boone.left is not None and boone.left.kind == "colt_45"
    assert boone.right is None
    assert data_of(shootout()).shootout.right_handed == {"Ames": True, "folk": True, "Boone": False, "Scar": True}


def test_who_is_told_nothing_has_the_usual_kit() -> None:
    """As characters.toml has it."""
    assert [item.kind for item in unit(VALID, "Boone").items] == ["colt_45", "winchester", "knife"]


def test_a_kit_by_its_name() -> None:
    """In place of the usual one."""
    text = changed(('favours = "left"', 'kit = "buffalo_gun"'))
    assert [item.kind for item in unit(text, "Boone").items] == ["sharps", "knife"]


def test_nothing_in_the_favoured_hand() -> None:
    """The other one may hold something all the same."""
    text = changed(('favours = "left"', 'hands = ["nothing", "knife"]'))
    boone = unit(text, "Boone")
    assert boone.right is None
    assert boone.left is not None and boone.left.kind == "knife"


def test_empty_hands_are_said_by_an_empty_list() -> None:
    """Then nothing is carried either, unless that is said."""
    assert unit(changed(('favours = "left"', "hands = []")), "Boone").items == ()


def test_what_has_befallen_somebody_before() -> None:
    """Old wounds, and how somebody waits."""
    old = 'prone = true\ncovering = true\nlost = 2\nleg = true\narms = ["left"]'
    boone = unit(changed(('favours = "left"', old)), "Boone")
    assert (boone.prone, boone.covering, boone.lost, boone.leg, boone.arms) == (True, True, 2, True, ("left",))
    assert boone.allowance == 2


def test_a_rider() -> None:
    """Sits on a horse from the start, which is then none of those that stand about."""
    state = state_of(shootout())
    assert state.unit("Scar").mounted
    assert [horse.id for horse in state.horses] == ["Buck"]


def test_an_enemy_in_the_same_square_is_a_brawl() -> None:
    """Only friends keep apart."""
    state = state_of(shootout(changed(('at = "C2"', 'at = "E3"'))))
    assert state.unit("Boone").cell == state.unit("Ames").cell


def test_somebody_lies_under_a_wagon() -> None:
    """Where nobody could stand."""
    assert unit(changed(('at = "C2"', 'at = "H4"\nprone = true')), "Boone").prone


# -- what else there is -------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-CUP")
def test_the_cup_is_empty_before_the_first_turn() -> None:
    """Filling it begins a turn."""
    state = state_of(shootout())
    assert (state.turn, state.deck(CUP).left) == (0, ())


def test_the_pool_of_wounds_is_full() -> None:
    """Twenty chits, each as often as it is printed."""
    left = state_of(shootout()).deck(WOUNDS).left
    assert (len(left), left.count("graze"), left.count("dead")) == (20, 4, 1)


def test_loot_lies_on_the_floor() -> None:
    """For anybody to pick up."""
    ((cell, item),) = state_of(shootout()).lying
    assert (cell, item.kind) == (Cell(2, 2), "loot")


@pytest.mark.rule("OUT-BRAWL-2")
def test_squares_with_objects() -> None:
    """Tables by themselves, and whatever the scenario names."""
    assert data_of(shootout()).shootout.objects == (Cell(0, 0), Cell(1, 5))


def test_exits() -> None:
    """All squares of the edge that is named."""
    (exit_,) = data_of(shootout()).shootout.exits
    assert (exit_.side, exit_.points, exit_.loot_points) == ("gang", 1, 5)
    assert exit_.cells == tuple(Cell(0, row) for row in range(6))


def test_victory_as_the_scenario_has_it() -> None:
    """Points, and who wins a draw."""
    said = data_of(shootout()).shootout
    assert (said.kill_points, said.last_standing, dict(said.needs), said.tie) == (2, True, {"gang": 9}, "law")


def test_the_solo_side_is_the_one_of_the_autos() -> None:
    """Unless the scenario says otherwise."""
    assert data_of(shootout()).autos == ("gang",)
    text = changed(("[outlaws]\n", '[outlaws]\nautos = ["law", "gang"]\n'))
    assert data_of(shootout(text)).autos == ("law", "gang")


@pytest.mark.rule("OUT-T-groups")
def test_groups_that_are_targets_after_all() -> None:
    """Where the shootout says so, by the id of the group."""
    assert data_of(shootout()).shootout.targets_allowed == ()
    text = changed(("[outlaws]\n", '[outlaws]\ntargets = ["folk"]\n'))
    assert data_of(shootout(text)).shootout.targets_allowed == ("folk",)


def test_settings_change_a_figure() -> None:
    """Of this shootout alone."""
    text = changed(("[victory]", "[settings]\ntownsman_points = 3\nsnapshot_needs = 6\n\n[victory]"))
    numbers = data_of(shootout(text)).numbers
    assert (numbers.townsman_points, numbers.snapshot_needs) == (3, 6)
    assert data_of(shootout()).numbers.townsman_points == 1


@pytest.mark.rule("OUT-RIDE-2")
def test_a_shootout_may_say_that_horses_are_led() -> None:
    """Left out, they stay behind."""
    text = changed(("[outlaws]\n", "[outlaws]\nlead_horses = true\n"))
    assert (data_of(shootout(text)).shootout.lead_horses, data_of(shootout()).shootout.lead_horses) == (True, False)


def test_settings_choose_a_reading() -> None:
    """Of this shootout alone."""
    text = changed(("[victory]", '[settings]\nno_way = "goes nearer"\n\n[victory]'))
    assert data_of(shootout(text)).readings == Settings(no_way="goes nearer")
    assert data_of(shootout()).readings == Settings()


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_that_is_none_is_refused(name: str) -> None:
    """It says which there are."""
    with pytest.raises(FileMistakes, match=str(getattr(Settings(), name))):
        shootout(changed(("[victory]", f'[settings]\n{name} = "anyhow"\n\n[victory]')))


def test_a_map_with_chairs_has_objects() -> None:
    """Also of a kind that only that map has."""
    chair = '\n[terrain.chair]\nlike = "barrel"\nletter = "h"\n'
    field = FIELD.replace(".t........", ".t..h.....") + chair
    assert Cell(4, 5) in data_of(shootout(map_text=field)).shootout.objects


# -- those that are shipped ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BATTLES, *BEHAVIOURS])
def test_shipped_shootouts_can_be_set_up(name: str) -> None:
    """And every one of them has a last turn, a person's side and one of the autos."""
    scenario = shipped(name)
    assert scenario.battle.turns
    assert {"human", "solo"} <= set(scenario.players.values())


@pytest.mark.parametrize("name", BATTLES)
def test_battles_tell_what_they_are_about(name: str) -> None:
    """A briefing, one for each side that fights, and how hard it is."""
    scenario = shipped(name)
    assert len(scenario.briefing) > 600
    assert scenario.difficulty
    assert all(scenario.side_briefings[side.id] for side in scenario.battle.sides if side.id != "town")


def test_there_is_a_scene_for_each_behaviour() -> None:
    """Dice, targets, and what autos do."""
    assert len(BEHAVIOURS) >= 10


def test_the_loot_of_the_bank_is_worth_the_victory() -> None:
    """And nothing else is."""
    data = data_of(shipped("bank_hold_up"))
    needed = data.shootout.needs["robbers"]
    assert all(exit_.loot_points >= needed and exit_.points < needed for exit_ in data.shootout.exits)
    assert data.shootout.kill_points == 0
    assert state_of(shipped("bank_hold_up")).lying


def test_the_tuwa_come_on_horses() -> None:
    """All of them."""
    assert all(unit.mounted for unit in state_of(shipped("ranch_under_attack")).units.of("tuwa"))


def test_autos_of_the_brawl_have_something_to_fight_with() -> None:
    """OUT-AMMO-2: an auto with nothing at all would lie down for good."""
    assert all(unit.items for unit in state_of(shipped("saloon_brawl")).units.of("miners"))
