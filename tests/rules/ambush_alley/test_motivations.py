"""What the rows of the tables of motivations tell leaders, units and mobs to do, and where they do not fit."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.notes import Said, walk
from sim.engine.session import Session
from sim.rules.ambush_alley.events import Joined
from sim.solo.explain import why_not
from tests.rules.ambush_alley.deciding import Question, decide
from tests.rules.ambush_alley.rows import (
    ACROSS,
    BEHIND,
    FAR,
    armed,
    asked_at_end,
    dug_in,
    hidden,
    strip,
    table,
)
from tests.rules.ambush_alley.table import WIDE, Placed, chief, squares, team, vehicle, with_cells
from tests.rules.positions import with_state


def rule(question: Question) -> str:
    """Return the row that fits."""
    return decide(question).rule


def after_combat(combat: str, *, led: bool, covered: bool, seen: bool) -> Question:
    """AM3 after combat somewhere, with a pit in AM5, or in one."""
    laid = {"rifle_pit": "AM3" if covered else "AM5"}
    scene = table(armed("AM3", 5, led=led), combat=combat, on=strip(**laid, **({} if seen else {"wall": ACROSS})))
    return asked_at_end(scene)


# -- leaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-L-1", "AAS-L-2")
@pytest.mark.parametrize(("number", "expected"), [(0, "AAS-L-1"), (1, "AAS-L-2"), (2, "AAS-R-nothing")])
def test_a_leader_heeds_moves_and_fire_at_himself(number: int, expected: str) -> None:
    """Fire at somebody else has no row: he stays, and his check is used up."""
    scene = table(chief("i1", FAR), on=strip(wall=BEHIND))
    assert rule(Question(scene, number=number)) == expected


@pytest.mark.rule("AAS-L-2")
def test_a_leader_under_fire_would_rather_be_out_of_sight_than_in_cover() -> None:
    """Both are in reach."""
    decision = decide(Question(table(chief("i1", FAR), on=strip(wall=BEHIND, rifle_pit="BD5")), number=1))
    assert decision.order == "cautious to BF2"


@pytest.mark.rule("AAS-L-2")
def test_a_leader_in_cover_does_not_run_from_pit_to_pit() -> None:
    """Without a way out of sight the row does not fit for who is in cover."""
    scene = table(chief("i1", FAR), on=strip(rifle_pit=f"{FAR} BD5"))
    assert rule(Question(scene, number=1)) == "AAS-R-nothing"


@pytest.mark.rule("AAS-L-3")
def test_a_leader_in_cohesion_joins() -> None:
    """Without a step."""
    decision = decide(asked_at_end(hidden(chief("i1", "AM3"), team("i2", "AO3"))))
    assert (decision.rule, decision.order) == ("AAS-L-3", "joins i2")


@pytest.mark.rule("AAS-L-3")
def test_a_leader_who_comes_into_cohesion_joins_with_the_reason() -> None:
    """After his move; the men have his die then, and he is no unit any more."""
    scene = with_state(hidden(chief("i1", "AM3"), team("i2", "AV3")), phase="insurgents")
    players = {"regulars": "commander", "insurgents": "solo", "civilians": "solo"}
    session: Session[Any, Any] = Session(scene.battle, scene.state, players, Seeded(1))
    session.advance()
    assert "i1" not in session.state.units
    assert session.state.unit("i2").leader == 8
    told = [note for frame in session.frames for note in walk(frame.why) if isinstance(note, Said)]
    assert "it has come into cohesion with i2, and joins" in [note.text for note in told if note.rule == "AAS-L-3"]


@pytest.mark.rule("AAS-L-3")
@pytest.mark.parametrize("other", [team("i2", "AT3", leader=8), chief("i2", "AT3"), vehicle("i2", "AT3")])
def test_a_leader_seeks_men_who_have_none(other: Placed) -> None:
    """Neither a unit with a leader, nor another leader, nor a vehicle."""
    assert rule(asked_at_end(hidden(chief("i1", "AM3"), other))) == "AAS-R-nothing"


@pytest.mark.rule("AAS-L-3", "AAS-L-4")
def test_men_out_of_sight_are_not_sought() -> None:
    """The hot spot is, in their place."""
    scene = hidden(chief("i1", "AM3"), team("i2", "C3"), hot_spot="BC3")
    assert rule(asked_at_end(scene)) == "AAS-L-4"


# -- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-1")
@pytest.mark.parametrize(
    ("support", "fires"), [((), False), (("lmg",), False), (("rpg",), True), (("light_rocket",), True)]
)
@pytest.mark.parametrize("led", [False, True], ids=["leaderless", "led"])
def test_only_a_weapon_that_would_harm_it_is_fired_at_a_vehicle(
    support: tuple[str, ...], fires: bool, led: bool
) -> None:
    """In the open, with a pit near by: who has none takes cover."""
    scene = table(
        vehicle("r1", "A3"),
        team("i1", FAR, figures=6, leader=8 if led else 0, support=support),
        at=None,
        on=strip(rifle_pit="BD5"),
    )
    table_name = "W" if led else "N"
    assert rule(Question(scene)) == f"AAS-{table_name}-{1 if fires else 2}"


@pytest.mark.rule("AAS-N-1")
def test_men_are_not_fired_at_before_cover_is_taken() -> None:
    """The row of the rocket is about vehicles alone."""
    scene = table(team("i1", FAR, figures=6, support=("rpg",)), on=strip(rifle_pit="BD5"))
    assert rule(Question(scene)) == "AAS-N-2"


@pytest.mark.rule("AAS-N-3")
def test_the_weak_flee_toward_the_nearest_friends() -> None:
    """Of the cells out of sight the one nearest to them, and not the nearest to itself."""
    near, far = (
        decide(Question(table(armed(FAR, 5), *others, on=strip(wall=BEHIND)))) for others in ([team("i2", "BH5")], [])
    )
    assert (near.rule, far.rule) == ("AAS-N-3", "AAS-N-3")
    assert (near.order, far.order) == ("cautious to BG5", "cautious to BF2")


@pytest.mark.rule("AAS-N-3")
def test_a_leader_alone_is_nobody_to_flee_to() -> None:
    """Friends are a unit: a chief beyond the wall changes nothing."""
    decision = decide(Question(table(armed(FAR, 5), chief("i2", "BH5"), on=strip(wall=BEHIND))))
    assert (decision.rule, decision.order) == ("AAS-N-3", "cautious to BF2")


@pytest.mark.rule("AAS-N-6", "AAS-N-7", "AAS-W-7", "AAS-W-8")
@pytest.mark.parametrize("led", [False, True], ids=["leaderless", "led"])
@pytest.mark.parametrize("number", [0, 2])
def test_who_is_not_fired_on_has_no_such_row(led: bool, number: int) -> None:
    """Weak, in cover and beyond double optimum range: nothing fits."""
    assert rule(Question(dug_in(FAR, 5, led=led), number=number)) == "AAS-R-nothing"


@pytest.mark.rule("AAS-N-8")
def test_cover_in_sight_of_the_enemy_will_not_do_without_a_leader() -> None:
    """There is a pit, but r1 sees it: the row does not fit."""
    scene = table(armed("AM3", 5), combat="AS3", on=strip(rifle_pit="AM5"))
    assert rule(asked_at_end(scene)) == "AAS-R-nothing"


@pytest.mark.rule("AAS-N-8", "AAS-N-10", "AAS-R-nothing")
def test_without_cover_out_of_sight_a_leader_in_sight_draws_it() -> None:
    """The entry on cover does not fit, and the next that does is followed."""
    scene = table(armed("AM3", 5), chief("i2", "BC3"), combat="AS3", on=strip(rifle_pit="AM5"))
    assert rule(asked_at_end(scene)) == "AAS-N-10"


@pytest.mark.rule("AAS-W-9")
def test_cover_out_of_sight_will_not_do_with_a_leader() -> None:
    """There is a pit, but nobody is in sight from it: the unit goes to look for the enemy."""
    assert rule(after_combat("AS3", led=True, covered=False, seen=False)) == "AAS-W-12"


@pytest.mark.rule("AAS-N-9", "AAS-N-10")
def test_in_cover_after_combat_it_stays_whoever_is_in_sight() -> None:
    """A leader in sight does not draw it out."""
    scene = hidden(armed("AM3", 5), chief("i2", "BC3"), combat="AS3", laid={"rifle_pit": "AM3"})
    assert rule(asked_at_end(scene)) == "AAS-N-9"


@pytest.mark.rule("AAS-N-10", "AAS-N-11")
def test_a_leader_draws_more_than_a_unit_that_is_nearer() -> None:
    """Whether he is alone or has men."""
    for leader in (chief("i2", "BC3"), team("i2", "BC3", leader=8)):
        decision = decide(asked_at_end(hidden(armed("AM3", 5), leader, team("i3", "AS3"))))
        assert decision.rule == "AAS-N-10"


@pytest.mark.rule("AAS-N-10", "AAS-R-safest")
def test_it_goes_by_the_safest_way() -> None:
    """Of two ways to the leader the one that the enemy does not see."""
    scene = table(
        armed("AM3", 5), chief("i2", "AX3"), on=strip(wall=" ".join(f"A{letter}4/s" for letter in "MNOPQRSTUVWX"))
    )
    decision = decide(asked_at_end(scene))
    assert decision.rule == "AAS-N-10"
    assert "AAS-R-safest: the safest way to" in decision.text


@pytest.mark.rule("AAS-N-11")
def test_a_unit_in_cohesion_is_joined() -> None:
    """Without a step."""
    assert decide(asked_at_end(hidden(armed("AM3", 5), team("i2", "AN4")))).order == "joins i2"


# -- units with a leader, and an enemy in sight ------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-gap")
def test_in_cover_it_fires_at_the_nearest() -> None:
    """Two Regulars in sight."""
    scene = table(armed("AM3", 5, led=True), team("r2", "AA3"), on=strip(rifle_pit="AM3"))
    assert decide(asked_at_end(scene)).order == "i1 fires at r2"


@pytest.mark.rule("AAS-R-gap")
@pytest.mark.parametrize(("pit", "expected"), [("AM5", "cautious to AM5"), ("AT3", "stays")])
def test_out_of_cover_it_goes_there_at_cautious_speed(pit: str, expected: str) -> None:
    """Six inches, and no more; else nothing fits."""
    assert decide(asked_at_end(table(armed("AM3", 5, led=True), on=strip(rifle_pit=pit)))).order == expected


@pytest.mark.rule("AAS-W-11")
def test_it_goes_to_the_nearest_objective_at_cautious_speed() -> None:
    """And stays where it is one."""
    assert decide(asked_at_end(hidden(armed("AM3", 5, led=True), objective="BC3"))).order == "cautious to AS3"
    assert decide(asked_at_end(hidden(armed("AM3", 5, led=True), objective="AM3"))).order == "stays"


@pytest.mark.rule("AAS-W-12")
def test_it_looks_for_cover_with_sight_of_the_enemy_first() -> None:
    """A pit beyond the end of the wall, in reach: that, and not as near as it gets."""
    laid = strip(wall=" ".join(f"AD{row}/e" for row in range(1, 6)), rifle_pit="AI6")
    scene = table(armed("AK4", 5, led=True), at="AB6", combat="AT4", on=laid)
    decision = decide(asked_at_end(scene))
    assert (decision.rule, decision.order) == ("AAS-W-12", "cautious to AI6")


@pytest.mark.rule("AAS-MOT")
@pytest.mark.parametrize("leader", [0, 8], ids=["without a leader", "with one"])
def test_a_led_unit_with_nothing_to_do_goes_to_friends(leader: int) -> None:
    """Nobody in sight, no combat, no objective: into cohesion with the nearest unit in sight, by the safest way."""
    decision = decide(asked_at_end(hidden(armed("AM3", 5, led=True), team("i2", "BC3", leader=leader))))
    assert (decision.rule, decision.order) == ("AAS-MOT", "rapid to AY3")


@pytest.mark.rule("AAS-MOT", "AAS-W-11")
def test_a_led_unit_goes_for_its_objective_before_friends() -> None:
    """The list comes first: it finds and attacks the enemy."""
    scene = hidden(armed("AM3", 5, led=True), team("i2", "BC3"), objective="AH3")
    assert rule(asked_at_end(scene)) == "AAS-W-11"


@pytest.mark.rule("AAS-MOT", "AAS-W-11")
@pytest.mark.parametrize(("at", "joins"), [("AU3", True), ("AV3", False)])
def test_a_led_unit_joins_those_whom_it_comes_upon(at: str, joins: bool) -> None:
    """Two inches from where its move to the objective ends, and not three."""
    scene = hidden(armed("AM3", 5, led=True), team("i2", at, acted=True), objective="BD3", phase="insurgents")
    players = {"regulars": "commander", "insurgents": "solo", "civilians": "solo"}
    session: Session[Any, Any] = Session(scene.battle, scene.state, players, Seeded(1))
    session.advance()
    joined = [frame.event for frame in session.frames if isinstance(frame.event, Joined)]
    assert joined == ([Joined("i1", "i2")] if joins else [])


@pytest.mark.rule("AAS-MOT", "AAS-W-10")
def test_a_led_unit_in_the_fighting_does_not_leave_its_cover_for_friends() -> None:
    """It has found the enemy."""
    scene = table(armed("AM3", 5, led=True), team("i2", "AN3"), combat="AS3", on=strip(rifle_pit="AM3"))
    assert rule(asked_at_end(scene)) == "AAS-W-10"


YARD = "\n".join(["." * 26] * 12)
"""Twelve rows: the Regular is north of a wall, the Insurgents south of it."""


@pytest.mark.rule("AAS-W-12")
def test_no_cover_that_lies_further_from_the_enemy_than_the_unit_will_do() -> None:
    """A pit in the east, with sight of another enemy, is no way to the nearest one, round the wall in the west."""
    north = " ".join(f"{column}4/s" for column in "BCDEFGHIJKLMNOPQRSTUVWXYZ")
    east = " ".join(f"W{row}/w" for row in range(1, 8))
    on = squares(YARD, wall=f"{north} {east}", rifle_pit="X8")
    scene = table(armed("S6", 5, led=True), team("r2", "Z8"), at="N2", combat="I6", on=on)
    decision = decide(asked_at_end(scene))
    assert (decision.rule, decision.order) == ("AAS-W-12", "cautious to M6")
    told = why_not(decision.notes, on.cell("X8"))[0]
    assert told.criterion == 'nearer to N2 than now (6.4", way left 33")'


@pytest.mark.rule("AAS-W-12", "AAS-R-nothing")
def test_who_can_get_no_nearer_to_the_enemy_does_not_move() -> None:
    """People stand in the way in the lane: the row cannot be followed."""
    lane = squares("." * 20, wall="C1/e")
    scene = table(armed("E1", 5, led=True), team("m1", "D1"), at="A1", combat="J1", on=lane)
    assert rule(asked_at_end(scene)) == "AAS-R-nothing"


# -- civilians ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-CIV-2", "AAS-CIV-3")
def test_regulars_in_sight_keep_a_mob_from_everything_else() -> None:
    """Another crowd is in its way to them: it goes neither to the Insurgents in sight nor to the objective."""
    lane = squares("." * 20)
    mobs = (team("m1", "E1"), team("m2", "D1"))
    assert rule(asked_at_end(table(*mobs, team("i2", "J1"), at="A1", objective="T1", on=lane), "m1")) == "AAS-R-nothing"


@pytest.mark.rule("AAS-CIV-3")
def test_insurgents_in_sight_keep_a_mob_from_objectives() -> None:
    """Another crowd is in its way to them."""
    mobs = (team("m1", "E1"), team("m2", "D1"), team("i2", "A1"))
    scene = table(*mobs, at=None, objective="T1", on=squares("." * 20))
    assert rule(asked_at_end(scene, "m1")) == "AAS-R-nothing"


@pytest.mark.rule("AAS-CIV-1", "AAS-CIV-2")
def test_a_mob_runs_to_regulars_before_insurgents() -> None:
    """Who are nearer."""
    decision = decide(asked_at_end(table(team("m1", "M3"), team("i2", "P3")), "m1"))
    assert (decision.rule, decision.order) == ("AAS-CIV-1", "cautious to I3")


@pytest.mark.rule("AAS-CIV-1")
def test_a_mob_two_inches_away_comes_beside_them() -> None:
    """Near is not beside."""
    decision = decide(asked_at_end(table(team("m1", "C3")), "m1"))
    assert (decision.rule, decision.order) == ("AAS-CIV-1", "cautious to B3")


@pytest.mark.rule("AAS-CIV-1", "AAS-R-friends")
def test_a_mob_beside_regulars_stays_with_them() -> None:
    """Nothing draws it away."""
    decision = decide(asked_at_end(table(team("m1", "B4"), team("i2", "P3")), "m1"))
    assert (decision.rule, decision.order) == ("AAS-CIV-1", "stays")


@pytest.mark.rule("AAS-CIV-2", "AAS-CIV-4")
def test_insurgents_in_sight_draw_a_mob_before_combat() -> None:
    """Which it hears."""
    assert rule(asked_at_end(hidden(team("m1", "AM3"), team("i2", "AU3"), combat="AH3"), "m1")) == "AAS-CIV-2"


@pytest.mark.rule("AAS-CIV-3", "AAS-CIV-4")
def test_combat_draws_a_mob_before_objectives() -> None:
    """Although that row comes first on the printed page."""
    assert rule(asked_at_end(hidden(team("m1", "AM3"), combat="AS3", objective="AH3"), "m1")) == "AAS-CIV-4"


# -- rows that do not fit although a later one, or none, does --------------------------------------------------------

WATER = {f"BF{row}": "~" for row in range(2, 6)}
"""Behind the wall: nobody can stand right behind it, and what is further back is out of sight without cover."""
RIVER = {f"AX{row}": "~" for row in range(1, 7)}


@pytest.mark.rule("AAS-N-3", "AAS-W-3")
@pytest.mark.parametrize(("led", "expected"), [(False, "AAS-R-nothing"), (True, "AAS-W-6")])
def test_the_brave_do_not_flee_where_there_is_no_cover(led: bool, expected: str) -> None:
    """Although there is a way out of sight, which the weak take."""
    ground = squares(with_cells(WIDE, **WATER), wall=BEHIND)
    assert rule(Question(table(armed(FAR, 7, led=led), on=ground))) == expected
    assert rule(Question(table(armed(FAR, 5, led=led), on=ground))) == f"AAS-{'W' if led else 'N'}-3"


@pytest.mark.rule("AAS-L-4", "AAS-L-5")
@pytest.mark.parametrize("spot", ["AM3", "AS3"])
def test_men_in_sight_keep_a_leader_from_hot_spots(spot: str) -> None:
    """Even where no way leads to them: nothing fits."""
    ground = squares(with_cells(WIDE, **RIVER), wall=ACROSS, rifle_pit="AM5")
    assert rule(asked_at_end(table(chief("i1", "AM3"), team("i2", "BC3"), hot_spot=spot, on=ground))) == "AAS-R-nothing"


@pytest.mark.rule("AAS-N-9", "AAS-N-10")
def test_in_cover_but_in_sight_a_leader_draws_it_out() -> None:
    """To stay it has to be out of sight."""
    scene = table(armed("AM3", 5), chief("i2", "BC3"), combat="AS3", on=strip(rifle_pit="AM3"))
    assert rule(asked_at_end(scene)) == "AAS-N-10"


@pytest.mark.rule("AAS-W-9", "AAS-W-10")
def test_in_cover_it_does_not_change_for_other_cover() -> None:
    """Another pit is near."""
    scene = table(armed("AM3", 5, led=True), combat="AS3", on=strip(rifle_pit="AM3 AM5"))
    assert rule(asked_at_end(scene)) == "AAS-W-10"


@pytest.mark.rule("AAS-W-11")
def test_with_an_enemy_in_sight_it_does_not_go_for_objectives() -> None:
    """In the open without cover in reach: nothing fits."""
    assert rule(asked_at_end(table(armed("AM3", 5, led=True), objective="BC3"))) == "AAS-R-nothing"


@pytest.mark.rule("AAS-N-6", "AAS-W-7")
@pytest.mark.parametrize("led", [False, True], ids=["leaderless", "led"])
def test_who_is_fired_on_flees_by_the_shortest_way(led: bool) -> None:
    """And not toward friends."""
    scene = table(armed(FAR, 5, led=led), team("i2", "BH5"), on=strip(rifle_pit=FAR, wall=BEHIND))
    assert decide(Question(scene, number=1)).order == "cautious to BF2"
