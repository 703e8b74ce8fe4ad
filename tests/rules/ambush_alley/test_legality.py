"""Why an order is refused, in words that help."""

from typing import Any

import pytest

from sim.engine.orders import Ask, Done
from sim.grid import Cell
from sim.play.tally import Exit
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.fighting import Assault, Fire, Watch
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Leave, Move, Turn
from sim.rules.ambush_alley.orders.tasks import Disperse, Join, PlaceHotSpot, PlayAsset, Search, Stay
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import ACTIVATE, END_OF_TURN, HOT_SPOT, INTERRUPT, REACTION, AasPosition, complaints
from tests.rules.ambush_alley.table import INSURGENTS, REGULARS, position, refusal, squares, team, vehicle, with_cells
from tests.rules.positions import way, with_state

MAP = squares()
ACT = Ask(REGULARS, ACTIVATE)
LATE = Ask(INSURGENTS, END_OF_TURN, "i1")


def scene(**words: Any) -> AasPosition:
    """Return a little of everything."""
    return position(
        team("r1", "C10"),
        vehicle("r2", "D10", seats=6),
        team("r3", "C14", acted=True),
        team("r4", None),
        team("i1", "H10"),
        team("m1", "B10"),
        team("m2", None),
        **words,
    )


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (Done(), "Ambush Alley, solo and co-op has no such order"),
        (PlaceHotSpot(MAP.cell("C4")), "that cannot be done now"),
        (Stay("r9"), "there is no r9"),
        (Stay("i1"), "i1 is not a unit of regulars"),
        (Stay("r4"), "r4 is not on the table"),
        (Stay("r3"), "r3 has acted already this turn"),
        (Fire("r1", "i9"), "there is no i9"),
        (Fire("r1", "m1"), "m1 is not an enemy"),
        (Assault("r1", "i9", ()), "there is no i9"),
        (Assault("r2", "i1", ()), "a vehicle never assaults"),
        (Turn("r2", 9), "there is no such direction"),
        (Turn("r2", 0), "r2 faces that way"),
        (Disperse("r1", "i1"), "i1 is not a crowd"),
        (Disperse("r1", "m2"), "m2 is not on the table"),
        (Search("r2"), "vehicles cannot search"),
        (Embark("r1", "i1"), "i1 is not a vehicle"),
        (Embark("r2", "r2"), "a vehicle does not get into vehicles"),
        (Disembark("r1", MAP.cell("C9")), "r1 is in no vehicle"),
        (Join("r1", "r1"), "there is no r1 to join"),
        (Join("r1", "r4"), "r4 cannot be joined"),
        (Leave("r1"), "the mission rewards nobody for leaving"),
    ],
)
def test_why_a_regular_cannot(intent: Any, told: str) -> None:
    """In its activation."""
    assert refusal(scene(), ACT, intent) == told


def test_a_vehicle_of_the_enemy_is_not_there_for_one() -> None:
    """Nor one that is off the table."""
    here = position(team("r1", "C10"), vehicle("i1", "D10", seats=6), vehicle("r2", None, seats=6))
    assert refusal(here, ACT, Embark("r1", "i1")) == "r1 cannot get into i1"
    assert refusal(here, ACT, Embark("r1", "r2")) == "r1 cannot get into r2"


def test_who_watches_may_go_on_watching() -> None:
    """It was set up so, and gives up its activation for it."""
    here = position(team("r1", "C10", overwatch=True))
    assert refusal(here, ACT, Watch("r1")) is None


@pytest.mark.parametrize(
    ("cell", "told"),
    [("C4", "nobody can stand in C4: deep water"), ("D4", None)],
)
def test_where_a_hot_spot_can_be(cell: str, told: str | None) -> None:
    """Where somebody can stand."""
    here = position(on=squares(with_cells(C4="~")), phase="hot spots", turn=0)
    assert refusal(here, Ask(REGULARS, HOT_SPOT, number=1), PlaceHotSpot(here.map.cell(cell))) == told


def test_a_hot_spot_is_asked_for_and_nothing_else() -> None:
    """On the map."""
    here, ask = position(phase="hot spots", turn=0), Ask(REGULARS, HOT_SPOT, number=1)
    assert refusal(here, ask, Stay("r1")) == "a hot spot is to be placed"
    assert refusal(here, ask, PlaceHotSpot(Cell(99, 99))) == "that is off the map"


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (Watch("i1"), "that cannot be ordered at the end of a turn"),
        (Leave("i1"), "the mission rewards nobody for leaving"),
        (Fire("i1", "r9"), "there is no r9"),
    ],
)
def test_why_an_insurgent_cannot_at_the_end(intent: Any, told: str) -> None:
    """It moves, fires, joins, or stays."""
    assert refusal(scene(), LATE, intent) == told


@pytest.mark.parametrize("words", [{"pace": "cautious"}, {"shots": 1}])
def test_who_has_moved_or_fired_does_neither_again_at_the_end(words: dict[str, Any]) -> None:
    """It may join somebody."""
    here = position(team("r1", "C10"), team("i1", "H10", **words), team("i2", "I10"))
    assert refusal(here, LATE, Fire("i1", "r1")) == "i1 has moved or fired already"
    assert refusal(here, LATE, Move("i1", way(here, "H9"))) == "i1 has moved or fired already"
    assert refusal(here, LATE, Join("i1", "i2")) is None


def test_an_insurgent_may_leave_where_it_is_rewarded() -> None:
    """Over its own edge."""
    edge = Exit(INSURGENTS, (MAP.cell("A10"),), 2)
    here = position(team("r1", "C10"), team("i1", "A10"), mission={"exits": (edge,)})
    assert refusal(here, LATE, Leave("i1")) is None


@pytest.mark.parametrize(
    ("ask", "intent", "told"),
    [
        (Ask(INSURGENTS, INTERRUPT, "i1", "r1"), Fire("i1", "r2"), "only r1 can be fired at now"),
        (
            Ask(INSURGENTS, INTERRUPT, "i1", "r1"),
            Join("i1", "i2"),
            "now it can only fire at r1, move or do nothing",
        ),
        (Ask(REGULARS, REACTION, "r1", "i1"), Watch("r1"), "now it can only fire at i1 or do nothing"),
        (Ask(REGULARS, REACTION, "r1", "i1"), Fire("r2", "i1"), "r1 is asked, not r2"),
        (Ask(REGULARS, REACTION, "r1", "i1"), PlayAsset("smoke"), "assets are played when Regulars act"),
    ],
)
def test_why_one_cannot_react_so(ask: Ask, intent: Any, told: str) -> None:
    """Who is asked answers what it is about."""
    assert refusal(scene(), ask, intent) == told


@pytest.mark.rule("AAS-R-answer")
def test_a_regular_does_not_move_as_a_reaction() -> None:
    """He fires, or goes on."""
    here = scene()
    told = refusal(here, Ask(REGULARS, REACTION, "r1", "i1"), Move("r1", way(here, "C9")))
    assert told == "now it can only fire at i1 or do nothing"


def test_who_is_barred_does_not_react() -> None:
    """Nothing more this turn."""
    here = position(team("r1", "C10"), team("i1", "H10", barred=True))
    told = refusal(here, Ask(INSURGENTS, INTERRUPT, "i1", "r1"), Fire("i1", "r1"))
    assert told == "i1 can do nothing more this turn"


def test_an_asset_needs_somebody_on_the_table() -> None:
    """Not one who is aboard a vehicle."""
    card = Card("aid", "Aid", "Better first aid.", "extra aid", 1, "one regular", "this turn")
    here = position(team("r1", None, aboard="r2"), vehicle("r2", "C10"), assets=[card], hand=("aid",))
    assert refusal(here, ACT, PlayAsset("aid", "r1")) == "r1 is not on the table"


def test_what_is_complained_of_besides() -> None:
    """Somebody off the map, in two places, without men."""
    here = position(team("r1", "C10", aboard="r2", figures=-1), vehicle("r2", "D10"))
    off = here.state.with_unit(here.state.unit("r2").changed(cell=Cell(99, 99)))
    told = list(complaints(with_state(here, units=off.units)))
    assert told == [
        "r2 stands off the map",
        "r1 is aboard r2 and on the table",
        "r1 has fewer than no figures",
    ]


def test_the_places_to_search_are_told_apart() -> None:
    """One that is to be held is not searched."""
    held = Task("hill", "The hill", (MAP.cell("C10"),), 3, kind="hold")
    rescue = Task("cellar", "The cellar", (MAP.cell("C10"),), 3, kind="rescue")
    for objective, allowed in ((held, False), (rescue, True)):
        here = position(team("r1", "C10"), mission={"objectives": (objective,)})
        assert (refusal(here, ACT, Search("r1")) is None) == allowed
