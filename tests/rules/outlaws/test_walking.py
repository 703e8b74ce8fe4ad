"""OUTLAWS!: walking, running, crawling and riding with a facing, and the way to whom one suspects."""

from typing import Any

import pytest

from sim.engine.orders import Refusal
from sim.rules.outlaws.ground.moves import CRAWL, RIDE, RUN, WALK, Gait, actions_to_reach
from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.stage import GRID, cell, character, facing, opened, position, town, way, with_squares

POSTURE: dict[str, dict[str, Any]] = {"walk": {}, "run": {}, "crawl": {"prone": True}, "ride": {"mounted": True}}


def scene_of(towards: str = "n", at: str = "E6", **more: Any) -> OutlawsPosition:
    """Put one of the player's characters on the stage."""
    on = more.pop("on", None)
    others = more.pop("others", ())
    changes = {"changes": more.pop("changes")} if "changes" in more else {}
    return position(character("p1", at, towards, **more), *others, on=on, actor="p1", actions=4, **changes)


def cost(
    scene: OutlawsPosition, square: str, towards: str | None = None, gait: Gait = WALK, actions: int | None = 4
) -> int | None:
    """Return what a search says of a square."""
    found = gait.reach(scene, scene.state.unit("p1"), actions)
    return found.cost(cell(square), None if towards is None else facing(towards))


def price(scene: OutlawsPosition, *stands: str, gait: Gait = WALK) -> int | str:
    """Return what a way costs in actions, or why it cannot be gone."""
    found = gait.spends(scene, scene.state.unit("p1"), way(*stands))
    return found if isinstance(found, Refusal) else found[-1]


# -- walking ------------------------------------------------------------------------------------------------------


def test_one_action_leads_to_the_three_squares_ahead_and_the_one_behind() -> None:
    """Sideways needs a Turnaround first."""
    scene = scene_of()
    reach = WALK.reach(scene, scene.state.unit("p1"), 1)
    assert {GRID.name(square) for square in reach.area} == {"E6", "D5", "E5", "F5", "E7"}
    assert cost(scene, "F6") == 2


def test_a_step_keeps_the_facing_or_turns_it_by_45_degrees() -> None:
    """Ahead to E5 facing north, north-west or north-east; facing east takes a Turnaround besides."""
    scene = scene_of()
    assert [cost(scene, "E5", towards) for towards in ("n", "ne", "nw", "e", "s")] == [1, 1, 1, 2, 2]


def test_a_turnaround_leads_to_any_facing_for_one_action() -> None:
    """By 45 degrees or by 180."""
    scene = scene_of()
    assert [cost(scene, "E6", towards) for towards in ("n", "ne", "e", "se", "s")] == [0, 1, 1, 1, 1]
    assert [price(scene, f"E6 {towards}") for towards in ("ne", "s")] == [1, 1]


@pytest.mark.parametrize(
    ("stands", "total"),
    [
        (("E5 n",), 1),
        (("E5 ne", "F4 ne"), 2),
        (("E7 n",), 1),  # backing off
        (("E6 s", "E7 s"), 2),
        (("D5 n", "C4 n", "C4 w"), 3),
    ],
)
def test_what_a_way_costs(stands: tuple[str, ...], total: int) -> None:
    """Worked by hand: one for each square and each Turnaround."""
    assert price(scene_of(), *stands) == total


@pytest.mark.parametrize(
    ("stands", "why"),
    [
        ((), "that leads nowhere"),
        (("E6 n",), "that leads nowhere"),
        (("F6 n",), "F6 is not ahead: turn around first"),
        (("E5 e",), "a step turns by 45 degrees at most"),
        (("E4 n",), "E6 has no such neighbour"),
    ],
)
def test_what_is_no_way(stands: tuple[str, ...], why: str) -> None:
    """The reasons."""
    assert price(scene_of(), *stands) == why


def test_a_wounded_leg_makes_every_step_dearer_and_no_turn() -> None:
    """Two for each square, one for the Turnaround."""
    scene = scene_of(leg=True)
    assert (cost(scene, "E5"), cost(scene, "E4"), cost(scene, "E6", "s")) == (2, 4, 1)
    assert price(scene, "E5 n") == 2
    assert price(scene, "E7 n") == 2


def test_a_closed_door_bars_the_way_and_an_open_one_does_not() -> None:
    """The same room, the same door."""
    room = town(wall="D5/s F5/s C5/s G5/s", door="E5/s")
    shut, open_ = scene_of(on=room), scene_of(on=room, changes=opened("E5/s"))
    assert cost(shut, "E5", actions=3) is None
    assert "closed door" in str(price(shut, "E5 n"))
    assert (cost(open_, "E5"), price(open_, "E5 n")) == (1, 1)


def test_a_window_costs_its_climb_on_top_of_the_step() -> None:
    """Base game: 2 for the climb."""
    scene = scene_of(on=town(wall="D5/s F5/s C5/s G5/s", window="E5/s"))
    assert (cost(scene, "E5"), price(scene, "E5 n")) == (3, 3)


def test_nobody_walks_through_a_friend_and_a_fallen_one_bars_nobody() -> None:
    """E5 is a friend's; once he is out of the fight one steps over him."""
    friend = character("p2", "E5")
    assert cost(scene_of(others=(friend,)), "E5") is None
    assert price(scene_of(others=(friend,)), "E5 n") == "E5 is taken by p2"
    assert price(scene_of(others=(friend.changed(conscious=False),)), "E5 n", "E4 n") == 2


def test_an_enemys_square_is_the_last_one() -> None:
    """It may be entered, and that is all: behind him one gets round him only."""
    corridor = town(wall="E5/w E5/e E4/w E4/e E6/w E6/e")
    scene = scene_of(others=(character("a1", "E5"),), on=corridor)
    assert (cost(scene, "E5"), cost(scene, "E4")) == (1, None)
    assert price(scene, "E5 n") == 1
    assert price(scene, "E5 n", "E4 n") == "an enemy is in E5: the move ends there"


@pytest.mark.rule("OUT-T-groups")
def test_the_square_of_a_group_is_closed_unless_it_may_be_a_target() -> None:
    """Nobody brawls with townsfolk by accident."""
    crowd = character("a1", "E5", group=True)
    scene = position(character("p1", "E6"), crowd)
    fair = position(character("p1", "E6"), crowd, shootout={"targets_allowed": ("a1",)})
    assert WALK.reach(scene, scene.state.unit("p1"), 1).cost(cell("E5")) is None
    assert WALK.reach(fair, fair.state.unit("p1"), 1).cost(cell("E5")) == 1


def test_squares_can_be_avoided() -> None:
    """A detour round what is left out."""
    scene = scene_of()
    reach = WALK.reach(scene, scene.state.unit("p1"), 3, avoid=scene.map.area(cell("E5")))
    assert (reach.cost(cell("E5")), reach.cost(cell("E4"))) == (None, 2)


# -- the other gaits ----------------------------------------------------------------------------------------------


def test_a_run_is_two_squares_for_each_action_and_takes_all() -> None:
    """With four actions eight squares; running one square costs as much."""
    long = town("\n".join(["..........."] * 16))
    scene = scene_of(at="E12", on=long)
    assert (cost(scene, "E4", gait=RUN), cost(scene, "E3", gait=RUN)) == (8, None)
    assert price(scene, "E11 n", gait=RUN) == 4
    assert "too far" in str(price(scene, *(f"E{row} n" for row in range(11, 2, -1)), gait=RUN))


def test_a_runner_turns_by_45_degrees_at_a_time_and_never_on_the_spot() -> None:
    """Behind him nothing can be reached but in a circle."""
    scene = scene_of()
    assert cost(scene, "E7", gait=RUN, actions=1) is None
    assert price(scene, "D5 nw", gait=RUN) == 4
    assert price(scene, "E6 s", gait=RUN) == "no turning on the spot there"
    assert price(scene, "E7 n", gait=RUN) == "E7 is not ahead: turn around first"


def test_crawling_is_two_actions_a_square() -> None:
    """And one for turning round."""
    scene = scene_of(prone=True)
    assert (cost(scene, "E5", gait=CRAWL), cost(scene, "E4", gait=CRAWL), cost(scene, "F6", gait=CRAWL)) == (
        2,
        4,
        3,
    )
    assert price(scene, "E5 n", gait=CRAWL) == 2


@pytest.mark.rule("OUT-MOVE-crawl")
def test_nobody_crawls_through_doors_or_windows() -> None:
    """Shut in by walls, a door and a window there is no way."""
    cell_ = town(wall="E6/w E6/e", door="E6/n", window="E6/s")
    scene = scene_of(prone=True, on=cell_)
    assert {GRID.name(square) for square in CRAWL.reach(scene, scene.state.unit("p1"), 4).area} == {"E6"}


def test_riding_is_two_squares_for_each_action() -> None:
    """A part of an action counts as a whole."""
    scene = scene_of(mounted=True)
    assert [cost(scene, square, gait=RIDE) for square in ("E5", "E4", "E3")] == [1, 2, 3]
    assert [RIDE.actions(scene, squares) for squares in (1, 2, 3)] == [1, 1, 2]
    assert price(scene, "E5 n", "E4 n", "E3 n", gait=RIDE) == 2
    assert "not ahead" in str(price(scene, "E7 n", gait=RIDE)), "a horse does not back off"


def test_a_horse_goes_into_no_house() -> None:
    """Floors are not for riders."""
    scene = scene_of(mounted=True, on=town(with_squares(E5=":")))
    assert cost(scene, "E5", gait=RIDE) is None


@pytest.mark.parametrize("gait", [WALK, RUN, CRAWL, RIDE], ids=lambda gait: gait.word)
@pytest.mark.parametrize("leg", [False, True])
def test_searches_and_prices_agree(gait: Gait, leg: bool) -> None:
    """Every way that a search finds has a price, and the same one, in a town with everything in it."""
    if gait is RUN and leg:
        return
    rows = with_squares(C3="u", G4="t", D8="s", H8="r", B9="R", I3="G", F10="=", J7=":")
    street = town(
        rows, wall="D5/s F5/s G5/s C5/e", window="E5/s H5/s", door="B5/s", fence="G8/e G9/e", door_open="I5/s"
    )
    scene = scene_of(
        "ne", on=street, leg=leg, others=(character("p2", "F7"), character("a1", "D6")), **POSTURE[gait.word]
    )
    unit = scene.state.unit("p1")
    reach = gait.reach(scene, unit, 4)
    for square in reach.area:
        for towards in reach.facings(square):
            stands = reach.way(square, towards)[1:]
            if not stands:
                continue
            found = gait.spends(scene, unit, stands)
            assert not isinstance(found, Refusal), (GRID.name(square), found)
            spent = reach.cost(square, towards)
            assert spent is not None
            assert found[-1] == (4 if gait is RUN else gait.actions(scene, spent))


# -- suspected ----------------------------------------------------------------------------------------------------


def suspected(scene: OutlawsPosition, id_: str = "a1") -> int | None:
    """Return the actions to somebody."""
    return actions_to_reach(scene, scene.state.unit("p1"), scene.state.unit(id_))


@pytest.mark.rule("OUT-T-suspected")
def test_the_way_to_an_enemy_is_counted_with_its_turns() -> None:
    """Three squares ahead are three; three behind are three by backing off; one beside takes a Turnaround more."""
    scene = scene_of(others=(character("a1", "E3"), character("a2", "E9"), character("a3", "F6")))
    assert [suspected(scene, id_) for id_ in ("a1", "a2", "a3")] == [3, 3, 2]


@pytest.mark.rule("OUT-T-suspected")
def test_any_number_of_actions_is_counted() -> None:
    """Nobody could go as far with one counter."""
    scene = scene_of(at="A12", others=(character("a1", "A1"),))
    assert suspected(scene) == 11


@pytest.mark.rule("OUT-T-suspected")
@pytest.mark.rule("OUT-DOOR")
def test_a_closed_door_counts_as_its_opening() -> None:
    """Into a room with one door: 1 more while it is closed."""
    room = town(wall="D2/w E2/e D2/n E2/n D2/s", door="E2/s")
    others = (character("a1", "E2"),)
    assert suspected(scene_of(others=others, on=room, changes=opened("E2/s"))) == 4
    assert suspected(scene_of(others=others, on=room)) == 5


@pytest.mark.rule("OUT-T-suspected")
def test_walls_and_friends_make_the_way_longer() -> None:
    """And where no way leads there is none."""
    walled = town(wall="E4/s D4/s F4/s")
    plain, behind = scene_of(others=(character("a1", "E4"),)), scene_of(others=(character("a1", "E4"),), on=walled)
    assert suspected(plain) == 2
    assert suspected(behind) == 4, "to F5 and G4, turning east, and two squares backwards"
    shut = town(wall="E4/n E4/e E4/s E4/w")
    assert suspected(scene_of(others=(character("a1", "E4"),), on=shut)) is None


@pytest.mark.rule("OUT-T-suspected")
def test_other_enemies_bar_the_way_as_friends_do() -> None:
    """Through a corridor one comes no further than the first of them."""
    corridor = town(wall="E5/w E5/e E4/w E4/e E6/w E6/e E3/w E3/e E3/n")
    scene = scene_of(others=(character("a1", "E5"), character("a2", "E4")), on=corridor)
    assert (suspected(scene, "a1"), suspected(scene, "a2")) == (1, None)


def test_the_far_way_leads_through_doors_stand_by_stand() -> None:
    """What a plan walks along: the stand before a closed door is where it is opened."""
    room = town(wall="D2/w E2/e D2/n E2/n D2/s", door="E2/s")
    scene = scene_of(others=(character("a1", "E2"),), on=room)
    stands = WALK.far(scene, scene.state.unit("p1")).way(cell("E2"))
    assert [GRID.name(stand.cell) for stand in stands] in (
        ["E6", "D5", "D4", "E3", "E2"], ["E6", "E5", "E4", "E3", "E2"], ["E6", "F5", "F4", "E3", "E2"],
    )  # fmt: skip
