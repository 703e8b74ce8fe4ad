"""When a battle of La Cucaracha is over, and who has won it."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.state import Outcome
from sim.rules.la_cucaracha.state import CucPosition, gained, gone, outcome, standing
from tests.rules.la_cucaracha.battles import battle, changed

PLAIN = changed(
    ('needs = { rebels = 9 }\nbreaks_at = { rebels = 2 }\ntie = "federals"', ""), ('holder = "federals"\n', "")
)
"""The halt without conditions of its own, held by nobody: a draw if points are equal."""
HELD = changed(('needs = { rebels = 9 }\nbreaks_at = { rebels = 2 }\ntie = "federals"', ""))
"""The same, held by the garrison."""

DEAD: dict[str, Any] = {"figures": 0, "cell": None}
FLED: dict[str, Any] = {"broken": 1, "cell": None}
GONE: dict[str, Any] = {"cell": None}
"""Left on purpose: a word of the stage below."""


def scene(
    text: str = PLAIN, turn: int = 1, points: tuple[tuple[str, int], ...] = (), **units: dict[str, Any]
) -> CucPosition:
    """Return the halt with something done to some of its units."""
    scenario = battle(text)
    state = scenario.state.changed(turn=turn, points=points)
    for id_, changes in units.items():
        state = state.with_unit(state.unit(id_).changed(**changes))
    left = tuple(id_ for id_, changes in units.items() if changes is GONE)
    return Position(scenario.battle, state.changed(left=left))


def test_a_battle_goes_on_while_both_sides_stand() -> None:
    """Whether the turn has ended or not."""
    assert outcome(scene(), False) is None
    assert outcome(scene(), True) is None


# -- who is gone --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fate", [DEAD, FLED], ids=["destroyed", "fled"])
def test_who_is_lost_to_his_side(fate: dict[str, Any]) -> None:
    """Destroyed on the spot, or fled from the table."""
    position = scene(Riders=fate)
    assert gone(position, position.state.unit("Riders"))


def test_who_has_left_on_purpose_is_not_lost() -> None:
    """Nor does he count for the enemy."""
    position = scene(Riders=GONE)
    assert not gone(position, position.state.unit("Riders"))


def test_who_has_broken_before_may_still_leave_in_good_order() -> None:
    """What counts is that it left on purpose."""
    position = scene(Riders=GONE)
    position = Position(position.battle, position.state.with_unit(position.state.unit("Riders").changed(broken=1)))
    assert not gone(position, position.state.unit("Riders"))


def test_who_has_not_come_yet_is_not_lost() -> None:
    """Late stands nowhere."""
    position = scene()
    assert not gone(position, position.state.unit("Late"))


# -- points -------------------------------------------------------------------------------------------------------


def test_an_enemy_is_worth_his_points() -> None:
    """A launch three, riders two, and nothing for one's own losses."""
    position = scene(Launch=DEAD, Riders=FLED)
    assert (gained(position, "federals"), gained(position, "rebels")) == (5, 0)


def test_points_of_play_are_added() -> None:
    """Those for leaving over an exit."""
    assert gained(scene(points=(("rebels", 3),), Gun=DEAD), "rebels") == 6


def test_the_standing_counts_objectives_too() -> None:
    """As if it were over now."""
    assert standing(scene(HELD, Launch=DEAD)) == {"federals": 7, "rebels": 0}


def test_an_objective_of_nobody_counts_for_nobody() -> None:
    """The halt before anybody has been there."""
    assert standing(scene()) == {"federals": 0, "rebels": 0}


# -- at once ------------------------------------------------------------------------------------------------------


def test_enough_points_win_at_once() -> None:
    """The rebels need nine."""
    assert outcome(scene(changed(), points=(("rebels", 8),)), False) is None
    ended = outcome(scene(changed(), points=(("rebels", 9),)), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("rebels", "having gained what was needed")


def test_losses_count_towards_it() -> None:
    """Six, and three for the gun."""
    ended = outcome(scene(changed(), points=(("rebels", 6),), Gun=DEAD), False)
    assert ended is not None and ended.winner == "rebels"


def test_objectives_do_not_count_towards_it() -> None:
    """They are counted at the end: the garrison holds four points and needs four."""
    text = changed(("needs = { rebels = 9 }", "needs = { federals = 4 }"))
    assert outcome(scene(text), False) is None


def test_a_side_gives_up() -> None:
    """Two of the rebels' units are all that they can bear."""
    assert outcome(scene(changed(), Riders=DEAD), False) is None
    ended = outcome(scene(changed(), Riders=DEAD, Launch=FLED), False)
    assert ended is not None and ended.winner == "federals"
    assert ended.reason == "the rebels broke with 2 units lost"


# -- nobody left --------------------------------------------------------------------------------------------------

GARRISON_DEAD = {"Company": DEAD, "Maxim": DEAD, "Train": DEAD, "Gun": FLED}


def test_the_last_side_on_the_table_has_won() -> None:
    """At once, in the middle of a turn."""
    ended = outcome(scene(**GARRISON_DEAD), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("rebels", "nobody is left against them")


def test_whoever_is_still_to_come_keeps_it_going() -> None:
    """All rebels of the table are gone, and one company is on its way."""
    assert outcome(scene(Riders=DEAD, Launch=DEAD, Biplane=DEAD), False) is None


def test_nobody_is_to_come_any_more() -> None:
    """That company has come, and is gone as well."""
    ended = outcome(scene(Riders=DEAD, Launch=DEAD, Biplane=DEAD, Late=FLED), False)
    assert ended is not None and ended.winner == "federals"


def test_who_got_away_has_not_been_beaten() -> None:
    """The rebels have left with nine points, the garrison has none."""
    away = {"Riders": GONE, "Launch": GONE, "Biplane": GONE, "Late": GONE}
    ended = outcome(scene(points=(("rebels", 9),), **away), False)
    assert ended is not None and ended.winner == "rebels"


def test_nobody_left_at_all() -> None:
    """Then points decide."""
    ended = outcome(scene(**GARRISON_DEAD, Riders=DEAD, Launch=DEAD, Biplane=DEAD, Late=DEAD), False)
    assert ended is not None
    assert (ended.winner, ended.scores) == ("rebels", (("federals", 11), ("rebels", 13)))


# -- the last turn ------------------------------------------------------------------------------------------------


def test_the_last_turn_ends_it() -> None:
    """By points, objectives among them, and not before that turn is over."""
    late = scene(HELD, turn=8)
    assert outcome(late, False) is None
    assert outcome(late, True) == Outcome(
        "federals", "on points: the last turn is over", (("federals", 4), ("rebels", 0))
    )
