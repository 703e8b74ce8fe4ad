"""When a mission is over, and who has won it."""

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.state import Outcome
from sim.rules.ambush_alley.state import AasPosition, casualties, gained, holder, outcome, standing
from tests.rules.ambush_alley.missions import changed, mission

PLAIN = changed(
    ('needs = { regulars = 9 }\ncasualties = 2\ntie = "insurgents"', ""),
    ('holder = "insurgents"\n', ""),
    ("downed = 1\nserious = 1\nlight = 1\n", ""),
)
"""The court without conditions of its own, everybody unhurt: a draw if points are equal."""
COUNTED = changed(("downed = 1\nserious = 1\nlight = 1\n", ""))
"""The same with its conditions."""

DEAD: dict[str, Any] = {"figures": 0, "cell": None}
OUT: dict[str, Any] = {"cell": None}
"""Left on purpose: a word of the stage below."""


def scene(text: str = PLAIN, turn: int = 1, spots: bool = True, **units: dict[str, Any]) -> AasPosition:
    """Return the court with something done to some of its units; `spots` says whether hot spots are left."""
    scenario = mission(text)
    state = scenario.state.changed(turn=turn)
    for id_, changes in units.items():
        words = {**changes}
        if isinstance(words.get("cell"), str):
            words["cell"] = scenario.battle.map.cell(words["cell"])
        state = state.with_unit(state.unit(id_).changed(**words))
    left = tuple(id_ for id_, changes in units.items() if changes is OUT)
    active = tuple(replace(spot, active=spots) for spot in state.hot_spots)
    return Position(scenario.battle, state.changed(left=left, hot_spots=active))


def with_state(position: AasPosition, **words: Any) -> AasPosition:
    """Return a position whose state is otherwise."""
    return Position(position.battle, position.state.changed(**words))


def searched(position: AasPosition, *names: str) -> AasPosition:
    """Return a position in which somebody has searched some places."""
    return with_state(position, searched=tuple(map(position.map.cell, names)))


def test_a_mission_goes_on() -> None:
    """While both sides stand, whether the turn has ended or not."""
    assert outcome(scene(), False) is None
    assert outcome(scene(), True) is None


# -- points -------------------------------------------------------------------------------------------------------


def test_insurgents_who_are_gone_are_worth_their_points() -> None:
    """A leader one, his men nothing."""
    assert gained(scene(Rifles=DEAD, Chief=DEAD), "regulars") == 1


def test_a_truck_is_worth_its_points() -> None:
    """To the Insurgents: three."""
    assert gained(scene(Truck=DEAD), "insurgents") == 3


def test_a_loss_is_worth_points_to_the_other_side_alone() -> None:
    """Nobody is rewarded for his own dead."""
    assert gained(scene(Truck=DEAD), "regulars") == 0
    assert gained(scene(Chief=DEAD), "insurgents") == 0


def test_a_place_of_several_cells_is_done_when_one_is() -> None:
    """The crate is somewhere in the yard."""
    wide = changed(('at = "house"', 'at = "west_edge"'), text=PLAIN)
    assert gained(searched(scene(wide), "A4"), "regulars") == 4


@pytest.mark.parametrize("last", [{"Team": {"figures": 1}}, {"Riders": {"figures": 1}}], ids=["on foot", "aboard"])
def test_one_man_who_is_left_is_somebody(last: dict[str, Any]) -> None:
    """On the table, or in a vehicle that nobody drives any more."""
    gone = dict.fromkeys(("Team", "Hurt", "Truck"), DEAD) | {"Riders": {**DEAD, "aboard": ""}}
    assert outcome(scene(**{**gone, **last}), False) is None
    assert outcome(scene(**gone), False) is not None


def test_civilians_are_worth_nothing_to_anybody() -> None:
    """A mob that is gone is no success."""
    assert standing(scene(Crowd=DEAD)) == {"regulars": 0, "insurgents": 0}


def test_casualties_are_the_dead_and_the_serious() -> None:
    """Of four, one waits for first aid, one is serious, one is dead: two."""
    assert casualties(scene(Hurt={"figures": 1, "downed": 1, "serious": 1})) == 2


def test_casualties_when_the_mission_begins() -> None:
    """Whoever is serious already counts already."""
    assert casualties(scene(changed())) == 1


def test_casualties_who_have_been_taken_away_still_count() -> None:
    """The helicopter makes nobody well."""
    assert casualties(scene(Hurt={"figures": 3, "serious": 0})) == 1


def test_men_who_have_joined_another_team_are_no_casualties() -> None:
    """They are counted over all teams."""
    position = scene(Team={"figures": 8})
    state = position.state.without_unit("Hurt")
    assert casualties(Position(position.battle, state)) == 0


def test_casualties_are_points_where_the_mission_says_so() -> None:
    """Two each, and none in one that says nothing."""
    fallen: dict[str, Any] = {"figures": 1}
    assert gained(scene(COUNTED, Hurt=fallen), "insurgents") == 6
    assert gained(scene(Hurt=fallen), "insurgents") == 0


def test_a_place_that_was_searched() -> None:
    """It is worth its points for good, whoever is there now."""
    position = searched(scene(Team={"cell": "A4"}, Rifles={"cell": "E3"}), "E3")
    assert gained(position, "regulars") == 4


def test_a_place_to_hold_is_not_accomplished_by_a_search() -> None:
    """One has to be there at the end."""
    position = searched(scene(), "A1")
    yard = position.battle.data.mission.objectives[1]
    assert not yard.is_accomplished(position.state)


def test_points_of_play_are_added() -> None:
    """Those for leaving over an exit."""
    assert gained(with_state(scene(Chief=DEAD), points=(("regulars", 3),)), "regulars") == 4


# -- places to hold -----------------------------------------------------------------------------------------------


def test_whoever_stands_there_alone_holds_a_place() -> None:
    """The yard, with one unit in it."""
    position = scene(Hurt={"cell": "B1"})
    assert holder(position, position.battle.data.mission.objectives[1]) == "regulars"
    assert standing(position)["regulars"] == 2


def test_two_sides_in_a_place_hold_nothing() -> None:
    """Even if it was one's own before."""
    position = scene(COUNTED, Hurt={"cell": "B1"}, Rifles={"cell": "K1"})
    assert holder(position, position.battle.data.mission.objectives[1]) == ""


def test_an_empty_place_is_whose_it_was() -> None:
    """The crowd in it counts for nothing."""
    position = scene(COUNTED)
    assert holder(position, position.battle.data.mission.objectives[1]) == "insurgents"


# -- at once ------------------------------------------------------------------------------------------------------


def test_enough_points_win_at_once() -> None:
    """The Regulars need nine."""
    assert outcome(with_state(scene(COUNTED), points=(("regulars", 8),)), False) is None
    ended = outcome(with_state(scene(COUNTED), points=(("regulars", 9),)), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("regulars", "having gained what was needed")


def test_places_to_hold_do_not_count_towards_it() -> None:
    """They are counted at the end."""
    position = with_state(scene(COUNTED, Hurt={"cell": "B1"}), points=(("regulars", 7),))
    assert standing(position)["regulars"] == 9
    assert outcome(position, False) is None


GONE = {"Team": DEAD, "Hurt": DEAD, "Truck": DEAD}


def test_no_regulars_are_left() -> None:
    """Nobody can do anything any more; the wounded on the ground do not change that."""
    down: dict[str, Any] = {"figures": 0, "downed": 2}
    ended = outcome(scene(Team=down, Hurt=DEAD, Truck=DEAD, Riders={"figures": 0, "aboard": ""}), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("insurgents", "nobody is left against them")


def test_passengers_are_there() -> None:
    """Whoever rides can get out."""
    assert outcome(scene(Team=DEAD, Hurt=DEAD), False) is None


def test_regulars_who_have_left() -> None:
    """Some got away: points decide."""
    position = scene(Team=OUT, Hurt=DEAD, Truck=DEAD, Riders={"figures": 0, "aboard": ""})
    ended = outcome(with_state(position, points=(("regulars", 12),)), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("regulars", "on points: nobody is left to fight")


def test_no_insurgents_and_no_hot_spots_are_left() -> None:
    """Nobody will come any more."""
    ended = outcome(scene(Rifles=DEAD, Chief=DEAD, spots=False), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("regulars", "nobody is left against them, or will come")


def test_insurgents_on_the_table_keep_it_going() -> None:
    """Though nobody else will come."""
    assert outcome(scene(Rifles=DEAD, spots=False), False) is None


def test_a_hot_spot_keeps_it_going() -> None:
    """Somebody may come out of it."""
    assert outcome(scene(Rifles=DEAD, Chief=DEAD), False) is None


def test_a_mission_without_hot_spots_goes_on() -> None:
    """There was never anything to take."""
    position = with_state(scene(Rifles=DEAD, Chief=DEAD), hot_spots=())
    assert outcome(position, False) is None


# -- the last turn ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-SEQ")
def test_the_last_turn_ends_it() -> None:
    """By points, and not before that turn is over."""
    late = searched(scene(turn=8), "E3")
    assert outcome(late, False) is None
    assert outcome(late, True) == Outcome(
        "regulars", "on points: the last turn is over", (("regulars", 4), ("insurgents", 0))
    )
