"""AAS-HOT: hot spots that are placed automatically."""

from typing import Any

import pytest

from sim.engine.chance import Scripted, Seeded
from sim.engine.session import Session
from sim.rules.ambush_alley.orders.tasks import PlaceHotSpot
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import HOT_SPOT, AasPosition
from sim.tabletop.inches import inches
from tests.rules.ambush_alley.deciding import Decision, Question, decide
from tests.rules.ambush_alley.table import INSURGENTS, OPEN, position, squares, team, with_cells
from tests.rules.playing import hand, played

pytestmark = pytest.mark.rule("AAS-HOT")

HOUSES = ("C3", "M3", "W3", "C13", "W13", "M22", "X24")
"""Buildings of one cell each; the entry is A26, in the corner."""


def village(houses: tuple[str, ...] = HOUSES, objective: str = "L5", **laid: str) -> AasPosition:
    """Draw some houses in the open, with an objective, and the Regulars at the south-west corner."""
    map_ = squares(with_cells(OPEN, **dict.fromkeys(houses, "b")), **laid)
    places = (Task("well", "The well", (map_.cell(objective),), 2),)
    mission = {"entry": (map_.cell("A26"),), "objectives": places, "placing": "automatic"}
    return position(team("r1", "A26"), on=map_, mission=mission)


def placed(scene: AasPosition, number: int, *dice: int) -> Decision:
    """Let the next hot spot be placed."""
    return decide(Question(scene, None, HOT_SPOT, number=number, dice=dice, side=INSURGENTS))


def with_spots(scene: AasPosition, *cells: str) -> AasPosition:
    """Return a scene with hot spots in some cells."""

    def run(game: Any) -> None:
        for cell in cells:
            ask = Question(scene, None, HOT_SPOT, side=INSURGENTS).ask
            PlaceHotSpot(scene.map.cell(cell)).resolve(game, ask)

    return played(scene, hand(None), Scripted((), ()), run).scene


def test_it_is_in_cover() -> None:
    """In a building, and not in the open beside the objective."""
    assert placed(village(), 1).order == "places M3"


def test_the_first_two_are_as_near_to_the_objective_as_may_be() -> None:
    """The second is the next of the houses that are far enough from the first."""
    scene = with_spots(village(), "M3")
    assert placed(scene, 2).order == "places C3"


def test_the_others_are_spread_out() -> None:
    """As far from those before them as may be."""
    scene = with_spots(village(), "M3", "C3")
    assert placed(scene, 3).order == "places X24"


def test_it_is_twelve_inches_from_the_entry() -> None:
    """A house at eleven inches is passed over for one that is further from the objective."""
    scene = village(houses=("A15", "W3"), objective="A15")
    assert placed(scene, 1).order == "places W3"
    assert placed(village(houses=("A14", "W3"), objective="A15"), 1).order == "places A14"


def test_it_is_eight_inches_from_others() -> None:
    """Seven is too near."""
    near, far = (with_spots(village(houses=(other, "W13"), objective="M3"), "M3") for other in ("T3", "U3"))
    assert placed(near, 2).order == "places W13"
    assert placed(far, 2).order == "places U3"


def test_it_is_out_of_sight_of_the_entry() -> None:
    """Of two houses the one behind a wall, although the other is nearer to the objective."""
    walled = " ".join(f"W14/{side}" for side in ("w", "s"))
    scene = village(houses=("M14", "W14"), objective="M13", wall=walled)
    assert placed(scene, 1).order == "places W14"


@pytest.mark.parametrize("house", ["A15", "P3"], ids=["too near to the entry", "too near to another"])
def test_rather_in_any_cover_than_in_an_open_field(house: str) -> None:
    """Although the field is far from the entry, and from the hot spot in M3."""
    scene = with_spots(village(houses=("M3", house)), "M3")
    assert placed(scene, 2).order == f"places {house}"


def test_rather_near_to_another_than_in_sight_of_the_entry() -> None:
    """The walled house is four inches from the hot spot in M3, and the other one in full sight."""
    walled = " ".join(f"Q3/{side}" for side in ("w", "s"))
    scene = with_spots(village(houses=("M3", "Q3", "W13"), wall=walled), "M3")
    assert placed(scene, 2).order == "places Q3"


def test_rather_in_sight_than_near_the_entry() -> None:
    """A house in a corner that nobody sees, five inches from where they come, would soon be found."""
    walled = " ".join(f"A21/{side}" for side in ("s", "e"))
    scene = village(houses=("A21", "W13"), objective="A21", wall=walled)
    assert placed(scene, 1).order == "places W13"


def test_where_no_place_is_good_one_is_found_all_the_same() -> None:
    """On open ground: far from the entry, nearest to the objective."""
    assert placed(village(houses=()), 1).order == "places L5"


def test_five_are_placed_before_the_first_turn() -> None:
    """At least eight inches apart, twelve from the entry, and each in a house."""
    scene = village()
    start = scene.state.changed(turn=0, phase="hot spots")
    players = {"regulars": "commander", "insurgents": "solo", "civilians": "solo"}
    session: Session[Any, Any] = Session(scene.battle, start, players, Seeded(1))
    while len(session.state.hot_spots) < 5:
        session.advance()
    cells = [spot.cell for spot in session.state.hot_spots]
    assert {scene.name(cell) for cell in cells} <= set(HOUSES)
    apart = [inches(scene, one, other) for n, one in enumerate(cells) for other in cells[:n]]
    assert min(apart) >= 8
    assert min(inches(scene, cell, scene.map.cell("A26")) for cell in cells) >= 12


def test_every_line_is_in_the_trace() -> None:
    """With the cells that it left."""
    text = placed(village(), 1).text
    for line in ("at least 12", "at least 8", "in cover", "out of sight of the Regulars' entry", "inches from an"):
        assert line in text
