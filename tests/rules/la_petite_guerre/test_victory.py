"""When a battle of 1885 is over, and who has won it."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.state import Outcome
from sim.rules.la_petite_guerre.scenario import gained, losses, lost, outcome, standing
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.battles import battle, changed

PLAIN = changed(('needs = { metis = 9 }\nbreaks_at = { metis = 2 }\ntie = "militia"', ""), ('holder = "metis"\n', ""))
"""The crossing without conditions of its own, and a house that nobody holds: a draw if points are equal."""
HELD = changed(('needs = { metis = 9 }\nbreaks_at = { metis = 2 }\ntie = "militia"', ""))
"""The same, and the house is the Métis'."""

DEAD: dict[str, Any] = {"dead": True, "cell": None}
FLED: dict[str, Any] = {"broken": True, "cell": None}
GONE: dict[str, Any] = {"cell": None}
"""Left on purpose: a word of the stage below."""
CREW = {f"Gunner-{n}": DEAD for n in range(1, 6)}


def scene(
    text: str = PLAIN, turn: int = 1, points: tuple[tuple[str, int], ...] = (), **units: dict[str, Any]
) -> LpgPosition:
    """Return the crossing with something done to some of its men; a cell may be named."""
    scenario = battle(text)
    state = scenario.state.changed(turn=turn, points=points)
    for id_, changes in units.items():
        changed_ = {**changes}
        if isinstance(changed_.get("cell"), str):
            changed_["cell"] = scenario.battle.map.cell(changed_["cell"])
        state = state.with_unit(state.unit(id_).changed(**changed_))
    gone = tuple(id_ for id_, changes in units.items() if changes is GONE)
    return Position(scenario.battle, state.changed(gone=gone))


def test_a_battle_goes_on_while_both_sides_stand() -> None:
    """Whether the turn has ended or not."""
    assert outcome(scene(), False) is None
    assert outcome(scene(), True) is None


# -- who is lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fate", [DEAD, FLED, {"dead": True}], ids=["dead", "fled", "dead_where_he_fell"])
def test_who_is_lost_to_his_side(fate: dict[str, Any]) -> None:
    """Killed, or fled from the table."""
    position = scene(Rider=fate)
    assert lost(position, position.state.unit("Rider"))


@pytest.mark.parametrize("fate", [GONE, {"wounded": True}, {"stunned": 1}, {"broken": True}])
def test_who_is_not(fate: dict[str, Any]) -> None:
    """Left on purpose, hurt, or running while there is still table to run on."""
    position = scene(Rider=fate)
    assert not lost(position, position.state.unit("Rider"))


def test_who_has_not_come_yet_is_not_lost() -> None:
    """Late stands nowhere."""
    position = scene()
    assert not lost(position, position.state.unit("Late"))


def test_a_gun_is_lost_with_the_last_of_its_crew() -> None:
    """Not before."""
    four = {id_: fate for id_, fate in CREW.items() if id_ != "Gunner-1"}
    for crew, expected in ((four, False), (CREW, True)):
        position = scene(**crew)
        assert lost(position, position.state.unit("Nine")) is expected


# -- points -------------------------------------------------------------------------------------------------------


def test_an_enemy_is_worth_his_points() -> None:
    """A captain three, and nothing for one's own losses."""
    position = scene(Captain=DEAD, Private=FLED)
    assert (gained(position, "metis"), gained(position, "militia")) == (4, 0)


def test_points_of_play_are_added() -> None:
    """Those for leaving over an exit."""
    assert gained(scene(points=(("metis", 3),), Captain=DEAD), "metis") == 6


def test_the_standing_counts_objectives_too() -> None:
    """As if it were over now."""
    assert standing(scene(HELD, Captain=DEAD)) == {"militia": 0, "metis": 7}


def test_an_objective_of_nobody_counts_for_nobody() -> None:
    """The house before anybody has been there."""
    assert standing(scene()) == {"militia": 0, "metis": 0}


def test_able_men_take_an_objective() -> None:
    """A private in the house takes it from those who have left it."""
    assert standing(scene(HELD, Private={"cell": "E3"})) == {"militia": 4, "metis": 0}


@pytest.mark.parametrize("fate", [{"stunned": 2}, {"broken": True}], ids=["stunned", "running"])
def test_others_do_not(fate: dict[str, Any]) -> None:
    """A man who is stunned or runs holds nothing."""
    assert standing(scene(HELD, Private={"cell": "E3", **fate})) == {"militia": 0, "metis": 4}


def test_the_larger_number_has_it() -> None:
    """Two against one."""
    there = {"Private": {"cell": "E3"}, "Captain": {"cell": "E4"}, "Farmer": {"cell": "F3"}}
    assert standing(scene(HELD, **there)) == {"militia": 4, "metis": 0}


def test_while_they_fight_for_it_it_stays_as_it_was() -> None:
    """One against one."""
    there = {"Private": {"cell": "E3"}, "Farmer": {"cell": "F3"}}
    assert standing(scene(HELD, **there)) == {"militia": 0, "metis": 4}


# -- at once ------------------------------------------------------------------------------------------------------


def test_enough_points_win_at_once() -> None:
    """The Métis need nine."""
    assert outcome(scene(changed(), points=(("metis", 8),)), False) is None
    ended = outcome(scene(changed(), points=(("metis", 9),)), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("metis", "having gained what was needed")


def test_losses_count_towards_it() -> None:
    """Six, and three for the captain."""
    ended = outcome(scene(changed(), points=(("metis", 6),), Captain=DEAD), False)
    assert ended is not None and ended.winner == "metis"


def test_objectives_do_not_count_towards_it() -> None:
    """They are counted at the end: the Métis hold four points and need four."""
    text = changed(("needs = { metis = 9 }", "needs = { metis = 4 }"))
    assert outcome(scene(text), False) is None


def test_a_side_gives_up() -> None:
    """Two of the Métis' men are all that they can bear: dead, fled or running."""
    assert outcome(scene(changed(), Rider=DEAD), False) is None
    ended = outcome(scene(changed(), Rider=DEAD, Farmer={"broken": True}), False)
    assert ended is not None
    assert ended.winner == "militia"
    assert ended.reason == "the Métis gave up with 2 dead or on the run, though ahead on points"


def test_guns_are_no_men() -> None:
    """A crew of five that is lost is five."""
    assert losses(scene(**CREW), "militia") == 5


def test_the_last_on_the_table_win() -> None:
    """Late is still to come: nothing is over before he too is lost."""
    fallen = {"Rider": DEAD, "Hunter": DEAD, "Farmer": FLED}
    assert outcome(scene(**fallen), False) is None
    ended = outcome(scene(**fallen, Late=DEAD), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("militia", "nobody is left against them")


def test_points_decide_where_some_got_away() -> None:
    """The Métis have left with more than they lost."""
    away = {"Rider": GONE, "Hunter": GONE, "Farmer": DEAD, "Late": GONE}
    ended = outcome(scene(points=(("metis", 9),), **away), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("metis", "on points: nobody is left to fight")


def test_a_gun_alone_does_not_hold_the_field() -> None:
    """Men do."""
    ended = outcome(scene(Captain=DEAD, Private=DEAD, **CREW), False)
    assert ended is not None and ended.winner == "metis"


# -- at the end ---------------------------------------------------------------------------------------------------


def test_the_last_turn_decides() -> None:
    """By points, objectives among them, and not before that turn is over."""
    late = scene(HELD, turn=8)
    assert outcome(late, False) is None
    assert outcome(late, True) == Outcome("metis", "on points: the last turn is over", (("militia", 0), ("metis", 4)))


def test_nobody_gives_up_for_the_losses_of_the_enemy() -> None:
    """Each side counts its own men."""
    position = scene(Rider=DEAD)
    assert (losses(position, "metis"), losses(position, "militia")) == (1, 0)


def test_a_gun_without_a_crew_is_not_lost() -> None:
    """Nobody was there to lose it."""
    position = scene(**{f"Gunner-{n}": {"serves": ""} for n in range(1, 6)})
    assert not lost(position, position.state.unit("Nine"))
