"""From a scenario to the first state of a mission."""

import pytest

from sim.grid import Cell
from sim.rules.ambush_alley.scenario import Settings
from sim.rules.ambush_alley.state import ASSETS, FOG
from tests.rules.ambush_alley.missions import COURT, VALID, changed, data_of, mission, state_of, unit

ALONE = changed(
    ('players = ["Ann", "Bob"]\n', ""), text=VALID.replace('player = "Ann"\n', "").replace('player = "Bob"\n', "")
)
"""The mission for one player."""


# -- units --------------------------------------------------------------------------------------------------------


def test_a_unit_of_whom_nothing_is_said() -> None:
    """Is at full strength and unhurt, and nobody leads it."""
    text = changed(('figures = 2\nsupport = ["rocket"]', ""))
    rifles = unit("Rifles", text)
    assert (rifles.figures, rifles.leader, rifles.support, rifles.penalty) == (5, 0, (), False)


def test_weapons_of_its_kind_are_with_it() -> None:
    """Those of the profile, unless the scenario says which."""
    assert unit("Team").support == ("squad_automatic", "grenade_launcher")
    assert unit("Rifles").support == ("rocket",)


def test_fewer_figures() -> None:
    """As the scenario counts them; half strength is reckoned from there."""
    rifles = unit("Rifles")
    assert (rifles.figures, rifles.strength) == (2, 2)


def test_the_wounded_are_of_its_number() -> None:
    """Four are the team: one waits for first aid, one has to be carried, and two can fight, one of them scratched."""
    hurt = unit("Hurt")
    assert (hurt.figures, hurt.downed, hurt.serious, hurt.light) == (2, 1, 1, 1)


def test_a_leader_with_his_team() -> None:
    """By his Quality die."""
    assert unit("Team").leader == 10


def test_a_lone_leader_has_his_own_die() -> None:
    """He needs no word for it."""
    assert unit("Chief").leader == 8


def test_a_unit_on_overwatch() -> None:
    """Before the first turn."""
    assert unit("Hurt").overwatch


def test_a_passenger_has_no_cell() -> None:
    """Only its vehicle has one."""
    riders = unit("Riders")
    assert (riders.aboard, riders.cell) == ("Truck", None)
    assert unit("Truck").cell is not None


def test_a_pinned_unit() -> None:
    """Until the end of the first turn."""
    assert unit("Team", changed(("leader = 10", "pinned = true"))).pinned == 1


@pytest.mark.rule("AAS-COOP")
def test_who_commands_whom() -> None:
    """Every Regular unit has its player."""
    owners = {each.id: each.player for each in state_of().units}
    assert owners == {
        "Team": "Ann", "Hurt": "Bob", "Truck": "Bob", "Riders": "Bob", "Rifles": "", "Chief": "", "Crowd": "",
    }  # fmt: skip
    assert data_of().mission.players == ("Ann", "Bob")


def test_nobody_shares_unless_it_is_said() -> None:
    """One player needs no names."""
    assert data_of(ALONE).mission.players == ()
    assert {each.player for each in state_of(ALONE).units} == {""}


# -- the first moment ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-SEQ")
def test_it_begins_with_the_cards() -> None:
    """Before the first turn, with both decks whole and nothing in hand."""
    state = state_of()
    assert (state.turn, state.phase, state.hand) == (0, "cards", ())
    assert set(state.deck(FOG).left) == set(data_of().fog)
    assert set(state.deck(ASSETS).left) == set(data_of().assets)


def test_the_insurgency_level() -> None:
    """As the scenario says; three, if it says nothing."""
    assert state_of().level == 4
    assert state_of(changed(("level = 4\n", ""))).level == 3


# -- hot spots ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-HOT")
def test_hot_spots_of_the_scenario() -> None:
    """In its order: a die will name them."""
    scenario = mission()
    spots = state_of().hot_spots
    assert [(spot.id, scenario.battle.map.grid.name(spot.cell), spot.active) for spot in spots] == [
        ("1", "L1", True), ("2", "L6", True),
    ]  # fmt: skip


@pytest.mark.rule("AAS-HOT")
@pytest.mark.parametrize("placing", ["player", "automatic"])
def test_hot_spots_that_are_placed_in_play(placing: str) -> None:
    """Nobody knows them yet, even if the scenario has a proposal."""
    text = changed(('hot_spots = "scenario"', f'hot_spots = "{placing}"'))
    assert data_of(text).mission.placing == placing
    assert state_of(text).hot_spots == ()


@pytest.mark.rule("AAS-HOT")
def test_who_places_them_if_nothing_is_said() -> None:
    """The scenario if it names any, and else the program."""
    silent = changed(('[settings]\nhot_spots = "scenario"\n', ""))
    assert data_of(silent).mission.placing == "scenario"
    assert data_of(changed(('hot_spots = ["L1", "L6"]\n', ""), text=silent)).mission.placing == "automatic"


@pytest.mark.rule("AAS-R-late", "AAS-R-active", "AAS-R-firepower", "AAS-R-support")
@pytest.mark.parametrize(
    ("setting", "reading"),
    [
        ("late_interruption", "kept"),
        ("action_checks", "moves and fire"),
        ("listed_firepower", "with leader"),
        ("support_range", "whole unit"),
    ],
)
def test_a_mission_may_read_a_clause_otherwise(setting: str, reading: str) -> None:
    """Its settings say so; where they say nothing the reading is that of the rulebook."""
    text = changed(("[settings]\n", f'[settings]\n{setting} = "{reading}"\n'))
    assert data_of(text).readings == data_of().readings.model_copy(update={setting: reading})
    assert getattr(data_of().readings, setting) == getattr(Settings(), setting) != reading


# -- what stays as it is ------------------------------------------------------------------------------------------


def test_parties_in_the_order_of_the_file() -> None:
    """Regulars, Insurgents, civilians."""
    found = data_of().mission
    assert (found.regulars, found.insurgents, found.civilians) == ("regulars", "insurgents", "civilians")


def test_parties_that_are_named() -> None:
    """In any order of the file."""
    text = ALONE[: ALONE.index("[sides.regulars]")] + _turned(ALONE)
    text = changed(("level = 4", 'level = 4\nregulars = "regulars"\ninsurgents = "insurgents"'), text=text)
    found = data_of(text).mission
    assert (found.regulars, found.insurgents, found.civilians) == ("regulars", "insurgents", "civilians")


def test_no_civilians() -> None:
    """Two sides will do."""
    text = VALID[: VALID.index("[sides.civilians]")] + VALID[VALID.index("[[objectives]]") :]
    assert data_of(text).mission.civilians == ""


def test_where_the_regulars_come_from() -> None:
    """The area of the scenario, and else where they stand."""
    assert len(data_of().mission.entry) == 8
    grid = mission().battle.map
    assert data_of(changed(('entry = "west_edge"\n', ""))).mission.entry == tuple(map(grid.cell, ("E3", "C4", "B5")))


def test_objectives_and_what_is_to_be_done_there() -> None:
    """To search the crate, and to hold the yard, which the others have."""
    found = {each.id: (each.kind, each.points, each.holder) for each in data_of().mission.objectives}
    assert found == {"crate": ("search", 4, None), "yard": ("hold", 2, "insurgents")}


def test_exits() -> None:
    """Whom they are for, and what they are worth."""
    (exit_,) = data_of().mission.exits
    assert (exit_.side, exit_.points, exit_.units, len(exit_.cells)) == ("regulars", 3, ("Hurt",), 8)


def test_what_decides() -> None:
    """Points that are enough, points for casualties, and who has the day if points are equal."""
    found = data_of().mission
    assert (found.needs, found.casualties, found.tie) == ({"regulars": 9}, 2, "insurgents")


def test_the_strength_from_which_the_fallen_are_missed() -> None:
    """Of the Regulars' teams, the wounded with them; not of vehicles."""
    assert data_of().mission.strength == {"Team": 4, "Hurt": 4, "Riders": 3}


def test_cards_to_draw_and_to_have() -> None:
    """A card of the fog, two assets, and one in any case."""
    found = data_of().mission
    assert (found.fog_cards, found.asset_cards, found.assets) == (1, 2, ("drone",))


def test_every_profile_is_known_to_the_mission() -> None:
    """Also those that only come later."""
    battle = mission().battle
    assert {row.profile for row in data_of().arrivals.values() if row.profile} <= set(battle.profiles)


def test_hexes_will_do_as_well() -> None:
    """Two inches each."""
    hexes = COURT.replace('kind = "square"\nneighbours = 8', 'kind = "hex"\ntop = "flat"\nshifted = "odd"')
    hexes = hexes.replace('"E3/w", "E3/e"', '"E3/nw", "E3/ne"')
    scenario = mission(changed(('facing = "e"', 'facing = "se"')), hexes)
    assert isinstance(scenario.state.unit("Truck").cell, Cell)


def _turned(text: str) -> str:
    """Return the sides of a mission and its objectives, the civilians first."""
    regulars, insurgents = text.index("[sides.regulars]"), text.index("[sides.insurgents]")
    civilians, objectives = text.index("[sides.civilians]"), text.index("[[objectives]]")
    parts = (text[civilians:objectives], text[insurgents:civilians], text[regulars:insurgents], text[objectives:])
    return "".join(parts)
