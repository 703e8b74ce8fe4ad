"""The player's stand-in: whom it lets act, what it tells them, and what it answers."""

from typing import Any

import pytest

from sim.engine.notes import Tried
from sim.play.tally import Exit
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import ACTIVATE, HOT_SPOT, OVERWATCH, REACTION, RETURN_FIRE, AasPosition, HotSpot
from tests.rules.ambush_alley.deciding import Decision, Question, by_commander
from tests.rules.ambush_alley.table import OPEN, REGULARS, Placed, chief, position, squares, team, vehicle, with_cells
from tests.rules.positions import with_state

WALL = " ".join(f"M{row}/e" for row in range(1, 27))
"""A wall from north to south that hides the halves of the table from each other."""


def table(*placed: Placed, to: str = "", kind: Any = "search", out: Any = (), **more: Any) -> AasPosition:
    """Put units on open ground; `to` is an objective of a kind, `out` exits by cell, points and units."""
    map_ = more.pop("on", None) or squares()
    goals = (Task("well", "The well", (map_.cell(to),), 2, kind=kind),) if to else ()
    exits = tuple(Exit(REGULARS, (map_.cell(cell),), points, units) for cell, points, units in out)
    return position(*placed, on=map_, mission={"objectives": goals, "exits": exits}, **more)


def told(scene: AasPosition, unit: str | None = "r1", **more: Any) -> Decision:
    """Let the commander decide what a unit does, or which unit does something."""
    if unit:
        scene = with_state(scene, actor=unit)
    return by_commander(Question(scene, unit, ACTIVATE, side=REGULARS, **more))


def taken(decision: Decision) -> list[str]:
    """Return the options that were taken, from the outermost inwards."""
    return [note.option for note in decision.notes if isinstance(note, Tried) and note.taken]


# -- what a unit does --------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-TAKE")
def test_it_searches_the_place_where_it_stands() -> None:
    """Before it fires at anybody."""
    assert told(table(team("r1", "C3"), team("i1", "H3"), to="C3")).order == "Search"


@pytest.mark.rule("HOUSE-SHOOT")
def test_it_fires_before_it_moves_on() -> None:
    """At the enemy of whom it will hit the most."""
    scene = table(team("r1", "C3", quality=10), team("i1", "H3", quality=6), team("i2", "C24", quality=6), to="Z26")
    assert told(scene).order == "r1 fires at i1"


def test_it_moves_after_it_has_fired() -> None:
    """One of each."""
    scene = with_state(table(team("r1", "C3", quality=10), team("i1", "H3", quality=6), to="C20"), fired=True)
    assert "to C9" in told(scene).order


@pytest.mark.rule("HOUSE-SHOOT")
def test_it_does_not_fire_past_a_crowd() -> None:
    """It goes on its way, although the shot would be good."""
    scene = table(team("r1", "C3", quality=10), team("i1", "T3", quality=6), team("m1", "J4"), to="C20")
    assert told(scene).order == "cautious to C9"


@pytest.mark.rule("HOUSE-CROWD")
@pytest.mark.rule("AAS-CIV-1")
def test_it_disperses_a_crowd_that_is_near() -> None:
    """Two inches away."""
    assert told(table(team("r1", "C3"), team("m1", "E3"), to="C20")).order == "disperses m1"


def test_it_runs_where_nobody_sees_it() -> None:
    """Twelve inches."""
    assert told(table(team("r1", "C3"), to="C26")).order == "rapid to C15"


def test_it_does_not_run_where_somebody_does() -> None:
    """Six inches; the shot at who sees it is not worth it."""
    scene = table(team("r1", "C3", figures=1), team("i1", "Z3", figures=9, quality=12), to="C14")
    assert told(scene).order == "cautious to C9"


@pytest.mark.rule("HOUSE-CLOSER")
def test_a_bound_ends_in_cover() -> None:
    """Five inches with a pit at the end of it, and not six without."""
    scene = table(
        team("r1", "C3", figures=1),
        team("i1", "Z3", figures=9, quality=12),
        to="C14",
        on=squares(OPEN, rifle_pit="C8"),
    )
    assert told(scene).order == "cautious to C8"


def test_who_is_late_runs_in_sight_of_the_enemy() -> None:
    """Eleven inches in the last turn."""
    scene = table(team("r1", "C3", figures=1), team("i1", "Z3", figures=9, quality=12), to="C14", turns=1)
    assert told(scene).order == "rapid to C14"


def test_it_takes_a_hot_spot_that_is_near() -> None:
    """One that a Cautious move leads to, without Insurgents near by."""
    scene = table(team("r1", "C3"), to="Z26")
    near = with_state(scene, hot_spots=(HotSpot("1", scene.map.cell("C8")),))
    far = with_state(scene, hot_spots=(HotSpot("1", scene.map.cell("C12")),))
    assert "the hot spot" in told(near).sifted("where it is wanted").candidates[-1]  # type: ignore[operator]
    assert told(near).order == "rapid to C8"
    assert "to C8" not in told(far).order


@pytest.mark.rule("HOUSE-HOLD")
def test_whoever_guards_a_place_stays() -> None:
    """And watches."""
    scene = table(
        team("r1", "C3"), team("i1", "Z26", figures=9, quality=12), to="C3", kind="hold", on=squares(wall=WALL)
    )
    assert told(scene).order == "Watch"


@pytest.mark.rule("HOUSE-COVER")
def test_it_gets_out_of_the_open() -> None:
    """Where it is wanted nowhere else, somebody sees it, and it has fired."""
    scene = table(
        team("r1", "C3", figures=1), team("i1", "Z3", figures=9, quality=12), on=squares(OPEN, rifle_pit="C5")
    )
    assert told(with_state(scene, fired=True)).order == "cautious to C5"


@pytest.mark.rule("HOUSE-STORM")
def test_it_assaults_who_will_hardly_stand() -> None:
    """Two men with a D6, around a corner where nobody else sees them."""
    corner = " ".join(f"F{row}/e" for row in range(1, 6))
    scene = table(
        team("r1", "D3", quality=10), team("i1", "H3", figures=2, quality=6), to="Z26", on=squares(wall=corner)
    )
    assert told(scene).order == "assaults i1"


@pytest.mark.rule("HOUSE-WAIT")
def test_without_anything_to_do_and_anybody_to_watch_for_it_stays() -> None:
    """Nobody is left, and nobody will come."""
    assert told(table(team("r1", "C3"))).order == "stays"


# -- exits -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-LEAVE")
def test_the_valuable_leave_at_once() -> None:
    """Eight points."""
    assert told(table(team("r1", "A3"), to="C3", out=[("A3", 8, ("r1",))])).order == "Leave"


def test_the_others_leave_when_nothing_else_is_to_be_done() -> None:
    """And not before the place has been searched."""
    wanted = table(team("r1", "A3"), to="F3", out=[("A3", 1, ())])
    assert told(wanted).order.endswith("to F3")
    done = with_state(wanted, searched=(wanted.map.cell("F3"),))
    assert told(done).order == "Leave"


def test_the_others_go_to_whom_they_escort() -> None:
    """Until they are within six inches."""
    scene = table(team("r1", "C3"), team("r2", "C24"), out=[("A24", 8, ("r2",)), ("A24", 1, ("r1",))])
    assert told(scene).order == "rapid to C15"
    assert told(scene, "r2").order == "rapid to A24"


@pytest.mark.rule("HOUSE-LEAVE")
def test_it_goes_to_the_exit_while_there_is_time() -> None:
    """Two turns for twelve inches."""
    scene = table(team("r1", "C14"), to="Z26", out=[("C2", 1, ())], turns=2)
    assert told(scene).order == "rapid to C2"


# -- vehicles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-RIDE")
def test_men_get_out_where_they_are_wanted() -> None:
    """Six inches from a place to search, and not seven."""
    near, far = (table(vehicle("r2", at, seats=8), team("r1", None, aboard="r2"), to="K3") for at in ("E3", "D3"))
    assert told(near, dice=(1,)).order == "Disembark"
    assert told(far).order == "stays"


def test_men_get_out_of_a_vehicle_that_goes_no_further() -> None:
    """Wherever that is."""
    scene = table(vehicle("r2", "D3", seats=8, immobilised=True), team("r1", None, aboard="r2"))
    assert told(scene, dice=(1,)).order == "Disembark"


@pytest.mark.rule("HOUSE-SAVE")
def test_the_wounded_are_carried_into_a_vehicle() -> None:
    """If there are seats for all."""
    for seats, order in ((4, "embarks in r2"), (3, "stays")):
        scene = table(team("r1", "C3", figures=3, serious=1), vehicle("r2", "D3", seats=seats))
        assert told(scene).order == order


def test_a_vehicle_brings_its_gun_near_a_place_to_search() -> None:
    """It searches nothing itself."""
    assert told(table(vehicle("r1", "C3", towards=2, support=("heavy",)), to="Z3")).order.startswith("rapid to")
    assert told(table(vehicle("r1", "Q3", towards=2, support=("heavy",)), to="Z3")).order == "stays"


# -- who acts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-NEXT")
def test_first_who_can_finish_something() -> None:
    """Search comes before a good shot of somebody else."""
    scene = table(team("r1", "C3", quality=10), team("r2", "C9"), team("i1", "H3", quality=6), to="C9")
    assert taken(told(scene, None)) == ["first, who can finish something"]
    assert told(scene, None).order == "Search"


@pytest.mark.rule("HOUSE-NEXT")
def test_then_who_has_the_best_shot() -> None:
    """Of two the one with more dice."""
    scene = table(team("r1", "C3", figures=2), team("r2", "C5", figures=6), team("i1", "H4", quality=6), to="Z26")
    assert told(scene, None).order == "r2 fires at i1"


@pytest.mark.rule("HOUSE-NEXT", "HOUSE-WATCH")
def test_then_somebody_covers_the_others() -> None:
    """The one in cover that has furthest to go."""
    scene = table(
        team("r1", "C3"),
        team("r2", "C9"),
        team("i1", "Z26"),
        to="C24",
        on=squares(OPEN, wall=WALL, rifle_pit="C3 C9"),
    )
    decision = told(scene, None)
    assert decision.order == "Watch"
    assert decision.sifted("who covers the others").candidates[0] == "r1"


def test_nobody_else_covers_where_somebody_does() -> None:
    """The others go, the nearest to the goal first."""
    scene = table(
        team("r1", "C3", overwatch=True, acted=True),
        team("r2", "C9"),
        team("r3", "C12"),
        team("i1", "Z26"),
        to="C24",
        on=squares(OPEN, wall=WALL, rifle_pit="C9 C12"),
    )
    decision = told(scene, None)
    assert taken(decision) == ["then, the others"]
    assert decision.order == "rapid to C24"


# -- answers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.parametrize("occasion", [REACTION, RETURN_FIRE, OVERWATCH])
def test_it_answers_with_fire(occasion: str) -> None:
    """Whatever the occasion."""
    scene = table(team("r1", "C3"), team("i1", "H3", quality=6))
    assert by_commander(Question(scene, "r1", occasion, about="i1")).order == "r1 fires at i1"


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.parametrize("occasion", [REACTION, RETURN_FIRE, OVERWATCH])
def test_it_does_not_answer_past_a_crowd(occasion: str) -> None:
    """It lets it be."""
    scene = table(team("r1", "C3"), team("i1", "H3", quality=6), team("m1", "F3"))
    assert by_commander(Question(scene, "r1", occasion, about="i1")).order == "stays"


@pytest.mark.rule("AAS-HOT")
def test_it_places_hot_spots_as_an_insurgent_would() -> None:
    """Where the player has to."""
    scene = table(team("r1", "C3"), to="M3", on=squares(with_cells(OPEN, M5="b")))
    assert by_commander(Question(scene, None, HOT_SPOT, side=REGULARS)).order == "places M5"


# -- assets ------------------------------------------------------------------------------------------------------


def with_card(effect: Any, *placed: Placed, whom: Any = "", **more: Any) -> AasPosition:
    """Give the Regulars one card."""
    card = Card("card", "Card", "", effect, 1, whom)
    return table(*placed, assets=[card], hand=("card",), **more)


@pytest.mark.rule("HOUSE-CARD")
@pytest.mark.parametrize(
    ("effect", "whom", "placed", "on"),
    [
        ("medevac", "one regular", [team("r1", "C3"), team("r2", "E3", serious=1)], "r2"),
        ("extra aid", "one regular", [team("r1", "C3"), team("r2", "E3", downed=1)], "r2"),
        ("reactivate", "one regular", [team("r1", "C3"), team("r2", "E3", acted=True)], "r2"),
        ("sniper", "one insurgent", [team("r1", "C3"), team("i1", "P3")], "i1"),
        ("strike", "one insurgent", [team("r1", "C3"), team("i1", "P3")], "i1"),
        ("pinned", "one insurgent", [team("r1", "C3"), team("i1", "P3"), team("i2", "P5", figures=6)], "i2"),
        ("firepower dice", "one regular", [team("r1", "C3"), team("i1", "P3", figures=2)], "r1"),
        ("defence dice", "one regular", [team("r1", "C3"), team("r2", "E3", acted=True), team("i1", "P3")], "r2"),
        ("level", "", [team("r1", "C3")], ""),
        ("recon", "", [team("r1", "C3")], ""),
        ("reaction", "regulars", [team("r1", "C3"), team("i1", "P3"), team("i2", "P5")], ""),
        ("smoke", "", [team("r1", "C3"), team("i1", "P3")], ""),
    ],
)
def test_a_card_is_played_on_whom_it_helps(effect: Any, whom: Any, placed: list[Placed], on: str) -> None:
    """Or on nobody in particular."""
    assert told(with_card(effect, *placed, whom=whom)).order == f"plays card on {on}"


@pytest.mark.rule("HOUSE-CARD")
@pytest.mark.parametrize(
    ("effect", "whom", "placed"),
    [
        ("medevac", "one regular", [team("r1", "C3")]),
        ("extra aid", "one regular", [team("r1", "C3")]),
        ("reactivate", "one regular", [team("r1", "C3"), team("r2", "E3", acted=True), team("r3", "E5")]),
        ("sniper", "one insurgent", [team("r1", "C3"), team("i1", "P3", figures=3)]),
        ("strike", "one insurgent", [team("r1", "C3"), team("i1", "P3"), team("m1", "P5")]),
        ("firepower dice", "one regular", [team("r1", "C3")]),
        ("defence dice", "one regular", [team("r1", "C3"), team("i1", "P3")]),
        ("reaction", "regulars", [team("r1", "C3"), chief("i1", "P3")]),
        ("smoke", "", [team("r1", "C3")]),
        ("quality", "one regular", [team("r1", "C3"), team("i1", "P3")]),
    ],
)
def test_a_card_is_kept_until_it_helps(effect: Any, whom: Any, placed: list[Placed]) -> None:
    """There is nobody to play it on."""
    assert not told(with_card(effect, *placed, whom=whom)).order.startswith("plays")


@pytest.mark.parametrize("level", [2, 3])
def test_the_level_is_lowered_when_it_is_high(level: int) -> None:
    """Three is worth a card."""
    scene = with_card("level", team("r1", "C3"))
    played = told(with_state(scene, level=level)).order.startswith("plays")
    assert played == (level >= 3)
