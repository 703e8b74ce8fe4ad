"""Moves: towards, away, into cover, out of sight, by the safest way; and what they say when they cannot."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.engine.chance import Scripted
from sim.engine.notes import Said, Selection
from sim.grid import Cell, SquareGrid
from sim.solo.measures import cells_from, length_from
from sim.solo.moves import Goal, Going, SafeWay, away, into_cover, out_of_sight, safest_way, towards
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, least, most
from sim.solo.situation import Situation
from tests.board.drawn import at, drawn
from tests.picket.men import WALK, reach_of
from tests.picket_positions import Field, Stand, field

OPEN = ".......\n.......\n.......\n.......\n......."


class Scene:
    """Red-1 on a map with pickets about; what he chooses, and the notes of it."""

    def __init__(
        self, picture: str | BattleMap, red: str, *pickets: str, dice: tuple[int, ...] = (), profile: str = "rifleman"
    ) -> None:
        men = [Stand(f"man-{n}", name) for n, name in enumerate(pickets)]
        self.field: Field = field(*men, Stand("red-1", red, 0, profile), picture=picture, objective="")
        self.source = Scripted(dice)
        self.here: Situation[Any, Any]
        self.here, self.page = self.field.situation("red-1", self.source).page()
        self.reach = reach_of(self.here.position, self.here.unit)
        self.enemies = self.field.state.units.of("picket")

    def cell(self, name: str) -> Any:
        """Return a cell by its name."""
        return self.field.map.cell(name)

    def went(self, going: Going | Cannot) -> str:
        """Return the name of the cell where a move ends, after some looks at the move itself."""
        self.source.finish()
        assert isinstance(going, Going)
        assert going.way[-1] == going.end
        assert going.cost == self.reach.cost(going.end)
        assert self.cell_of_red not in going.way
        return self.field.map.grid.name(going.end)

    @property
    def cell_of_red(self) -> Any:
        """Where he stands."""
        return self.field.state.unit("red-1").cell

    def near(self, name: str) -> Line[Any, Cell]:
        """Wish for a cell near to another."""
        return least(cells_from("the wish", lambda _: self.cell(name)))

    def choice(self) -> Selection:
        """Return the choice that was noted."""
        (note,) = self.page.close()
        assert isinstance(note, Selection)
        return note


Move = Callable[[Scene], Going | Cannot]


def to(goal: str, **more: Any) -> Move:
    """Go towards a cell."""
    return lambda scene: towards(scene.here, scene.reach, Goal(scene.cell(goal), "the ford", **more), "PKT-X")


def off(danger: str) -> Move:
    """Get away from a cell."""
    return lambda scene: away(scene.here, scene.reach, Goal(scene.cell(danger), "the gun"), "PKT-X")


def under_cover(*wishes: str) -> Move:
    """Take cover, if possible near to a cell."""
    return lambda scene: into_cover(scene.here, scene.reach, scene.enemies, "PKT-X", *map(scene.near, wishes))


def unseen(*wishes: str) -> Move:
    """Get out of sight, if possible near to a cell."""
    return lambda scene: out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X", *map(scene.near, wishes))


def safely(start: str, goal: str, budget: int = 3) -> Move:
    """Go by the safest way where nothing is dangerous."""
    return lambda scene: safest_way(scene.here, scene.cell(start), scene.cell(goal), safe(scene, "", budget), "PKT-X")


PITS = drawn(OPEN, features={"D3": "pit", "B4": "pit"})
ONE_PIT = drawn(OPEN, features={"D2": "pit"})
SQUARES = drawn("\n".join(["......."] * 7), grid=SquareGrid(8))
OBJECT = ".....\n.....\n..o..\n.....\n.....\n....."
SCREEN = ".......\n.......\n..OOO..\n.......\n......."
ENDS: dict[str, tuple[Callable[[], Scene], Move, str]] = {
    "towards, as near as possible: three cells of a rifleman's pace": (partial(Scene, OPEN, "D5"), to("D1"), "D2"),
    "towards the goal, and no further than that": (partial(Scene, OPEN, "D3"), to("D1"), "D1"),
    "away, the cheapest of the furthest: the way to one of three has no woods": (
        partial(Scene, "...\n...\nww.\n...", "B2", profile="runner"),
        off("B1"),
        "C4",
    ),
    "into cover, the nearest": (partial(Scene, PITS, "D4", "D1"), under_cover(), "D3"),
    "into cover, with a wish before the cost": (partial(Scene, PITS, "D4", "D1"), under_cover("A4"), "B4"),
    "into cover, behind an object": (partial(Scene, OBJECT, "C5", "C1", profile="marksman"), under_cover(), "C4"),
    "out of sight, with a wish before the cost": (partial(Scene, SCREEN, "B3", "D1"), unseen("D4"), "D4"),
    "by ruler the straight way alone is the nearest": (partial(Scene, SQUARES, "A4"), to("G4", by=length_from), "D4"),
}


@pytest.mark.parametrize(("scene", "move", "end"), ENDS.values(), ids=ENDS)
def test_where_a_move_ends(scene: Callable[[], Scene], move: Move, end: str) -> None:
    """Without a die, where nothing is level."""
    made = scene()
    assert made.went(move(made)) == end


NO_NEARER, NOTHING_LEFT = "no cell in reach is nearer to the ford", "nothing is left of the cells in reach"
IMPOSSIBLE: dict[str, tuple[Callable[[], Scene], Move, str]] = {
    "a man on his goal does not walk about": (partial(Scene, OPEN, "D1"), to("D1"), NO_NEARER),
    "along the bank of a river is no nearer": (
        partial(Scene, "...\n~~~\n...", "B3", profile="runner"),
        to("B1"),
        NO_NEARER,
    ),
    "in a corner nothing is further": (
        partial(Scene, "...~...\n...~...", "A1", profile="marksman"),
        off("G1"),
        "no cell in reach is further from the gun",
    ),
    "there is no cover in the open": (partial(Scene, OPEN, "D4", "D1"), under_cover(), NOTHING_LEFT),
    "the cell one stands in is no move": (partial(Scene, ONE_PIT, "D2", "D1"), under_cover(), NOTHING_LEFT),
    "cover is needed from every enemy in sight": (
        partial(Scene, OBJECT, "C5", "C1", "C6", profile="marksman"),
        under_cover(),
        NOTHING_LEFT,
    ),
    "everybody sees everything in the open": (partial(Scene, OPEN, "D4", "D1"), unseen(), NOTHING_LEFT),
    "out of sight is of every enemy": (
        partial(Scene, SCREEN, "D5", "D1", "A5", "G5", profile="marksman"),
        unseen(),
        NOTHING_LEFT,
    ),
    "woods on all sides, and one point to spend": (
        partial(Scene, "www\nw.w\nwww", "B2"),
        safely("B2", "B1", 1),
        "the first step costs more than the move has",
    ),
    "beyond the water": (partial(Scene, "...\n~~~\n...", "B3"), safely("B3", "B1"), "there is no way to B1"),
    "where one stands already": (partial(Scene, "...\n~~~\n...", "B3"), safely("B3", "B3"), "there is no way to B3"),
}


@pytest.mark.parametrize(("scene", "move", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_move_that_cannot_be_made_says_why(scene: Callable[[], Scene], move: Move, why: str) -> None:
    """The unit never stays where it is and calls that a move."""
    assert move(scene()) == Cannot(why)


def test_towards_takes_the_cheapest_of_the_nearest() -> None:
    """The same with woods on one of the two ways, which cost one more; and no die."""
    scene = Scene("..~..\n.w~..\n.....\n.....", "C4", profile="runner")
    assert scene.went(to("C1")(scene)) == "D1"
    note = scene.choice()
    assert [step.what for step in note.steps] == ["cells from the ford", "cost of the move"]
    assert note.pool == "cells in reach that are nearer"


LEVEL: dict[str, tuple[Callable[[], Scene], str, str, str]] = {
    "the step ahead is closed by water": (
        partial(Scene, ".....\n..~..\n.....\n.....", "C4", dice=(2,)),
        "C1",
        "D1",
        "B1 D1",
    ),
    "in cells a diagonal is as near as a straight step": (
        partial(Scene, SQUARES, "A4", dice=(2,)),
        "G4",
        "D2",
        "D1 D2 D3 D4 D5 D6 D7",
    ),
}


@pytest.mark.parametrize(("scene", "goal", "end", "tied"), LEVEL.values(), ids=LEVEL)
def test_towards_rolls_for_what_is_level(scene: Callable[[], Scene], goal: str, end: str, tied: str) -> None:
    """Cells that are as near and as cheap: a visible die."""
    made = scene()
    assert made.went(to(goal)(made)) == end
    note = made.choice()
    assert note.roll is not None
    assert note.roll.throw.options == tuple(tied.split())


# -- away ---------------------------------------------------------------------------------------------------------


def test_away_ends_as_far_as_possible() -> None:
    """The furthest cells are three steps off, and a die decides; candidates are those that are further, no others."""
    scene = Scene(OPEN, "D2", dice=(1,))
    going, danger, distance = off("D1")(scene), scene.cell("D1"), scene.field.map.distance
    assert isinstance(going, Going)
    assert distance(going.end, danger) == max(distance(cell, danger) for cell in scene.reach.area) == 4
    assert going.cost == 3
    note = scene.choice()
    assert all(distance(cell, danger) > 1 for cell in note.candidates if not isinstance(cell, str))
    assert note.pool == "cells in reach that are further away"


# -- out of sight -------------------------------------------------------------------------------------------------


def test_out_of_sight_takes_the_nearest_cell_that_nobody_sees() -> None:
    """Behind the screen."""
    scene = Scene(SCREEN, "B3", "D1", dice=(1,))
    going = unseen()(scene)
    assert isinstance(going, Going)
    cells = [cell for cell in scene.reach.area if not scene.here.position.sight(scene.cell("D1"), cell)]
    cells.remove(scene.cell("B3"))
    assert going.end in cells
    assert going.cost == min(scene.reach.cost(cell) or 0 for cell in cells)


def test_out_of_sight_names_who_sees_what_was_removed() -> None:
    """The trace answers "why not there?"."""
    scene = Scene(OPEN, "D4", "D1")
    out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X")
    note = scene.choice()
    assert set(note.steps[0].values) == {"seen by man-0"}
    assert note.rule == "PKT-X"


# -- the safest way -----------------------------------------------------------------------------------------------


def safe(scene: Scene, danger: str, budget: int = 3, closed: str = "") -> SafeWay:
    """Describe a safe way with dangerous and closed cells by their names."""
    map_ = scene.field.map
    return SafeWay(WALK, budget, Area.of(map_, at(map_, danger)), Area.of(map_, at(map_, closed)) if closed else None)


def safest(scene: Scene, *ends: str, **more: Any) -> tuple[str, int]:
    """Go by the safest way from one cell to another; return the cells of the way, and what it costs."""
    going = safest_way(scene.here, *map(scene.cell, ends), safe(scene, **more), "PKT-X")  # type: ignore[call-arg]
    assert isinstance(going, Going) and going.end == going.way[-1]
    return " ".join(map(scene.field.map.grid.name, going.way)), going.cost


def test_the_safest_way_goes_round_what_is_dangerous_or_closed() -> None:
    """Longer, and taken as far as the move goes; without either the cheapest is the straight one."""
    way, cost = safest(Scene(OPEN, "D5"), "D5", "D1", danger="D4 D3 D2", budget=10)
    assert way.endswith("D1") and not set(way.split()) & {"D4", "D3", "D2"} and cost == len(way.split()) > 4
    assert safest(Scene(OPEN, "D5"), "D5", "D1", danger="", budget=10) == ("D4 D3 D2 D1", 4)
    assert "D3" not in safest(Scene(OPEN, "D5"), "D5", "D1", danger="", budget=10, closed="D3")[0]
    # Woods that the move cannot pay for end it before them.
    assert safest(Scene("...\nwww\n...\n...", "B4"), "B4", "B1", danger="", budget=2) == ("B3", 1)


def test_a_safe_way_is_followed_as_far_as_the_move_goes() -> None:
    """The note tells the whole way, its dangers, and where this move ends."""
    scene = Scene(OPEN, "D5")
    way, cost = safest(scene, "D5", "D1", danger="D1 D3", budget=2)
    assert len(way.split()) == cost == 2
    (note,) = scene.page.close()
    assert isinstance(note, Said) and note.rule == "PKT-X"
    assert note.text.startswith("the safest way to D1 enters 1 dangerous cells of ")
    assert note.text.endswith(f"; this move goes as far as {way.split()[-1]}")


def test_wishes_come_before_the_cost_of_a_move() -> None:
    """Of the cells that are as near, the one that is wished for is taken."""
    scene = Scene(SQUARES, "A4")
    low: Line[Any, Cell] = most(Measure("row", lambda situation, cell: cell.r))
    assert scene.went(towards(scene.here, scene.reach, Goal(scene.cell("G4"), "x"), "PKT-X", low)) == "D7"
