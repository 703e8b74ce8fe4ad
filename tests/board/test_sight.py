"""Line of sight, fact by fact, as the rulebooks tell it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND, TABLETOP, TOWN, SightConvention
from sim.board.ground import Changes
from sim.board.sight import Sight, lines_of_sight
from sim.grid import SquareGrid
from tests.board.drawn import at, drawn

SQUARES = SquareGrid(8)


def seen(battle_map: BattleMap, line: str, convention: SightConvention = HIGH_GROUND) -> Sight:
    """The sight between two named cells."""
    one, other = at(battle_map, line)
    return lines_of_sight(battle_map, convention).sight(one, other)


# -- hexes on one level: COH ----------------------------------------------------------------------------------


NINE = "...\n...\n..."
CLEAR = {
    # On hexes: the line from A2 to C2 runs along the side between B1 and B2, that from A1 to C1 along the map's edge.
    "nothing in the way": (drawn(".....\n....."), "A1 E1", True),
    "the hexes of viewer and target never block": (drawn("w\n.\nw"), "A1 A3", True),
    "a hex sees itself": (drawn("w"), "A1 A1", True),
    "a hexside between open hexes": (drawn(NINE), "A2 C2", True),
    "a hexside with woods on the left": (drawn(".w.\n...\n..."), "A2 C2", True),
    "a hexside with woods on the right": (drawn("...\n.w.\n..."), "A2 C2", True),
    "a hexside is blocked only if both hexes beside it block": (drawn(".w.\n.w.\n..."), "A2 C2", False),
    "two hexsides on one line are judged apart": (drawn(".w...\n...w.\n....."), "A2 E2", True),
    "nobody looks past woods through the outside": (drawn(".w."), "A1 C1", False),
    "along the edge of an open map": (drawn("..."), "A1 C1", True),
    "a hole blocks like the edge of the map": (drawn(".\n_\n."), "A1 A3", False),
    # walls on hexsides
    "a high wall that the line crosses": (drawn(".\n.\n.", edges={"A1/s": "wall"}), "A1 A3", False),
    "also directly before an end": (drawn(".\n.", edges={"A1/s": "wall"}), "A1 A2", False),
    "a low wall is seen over": (drawn(".\n.\n.", edges={"A1/s": "low_wall"}), "A1 A3", True),
    "a wall that the line runs along stands beside it": (drawn(NINE, edges={"B1/s": "wall"}), "A2 C2", True),
    "past the end of one wall": (drawn(NINE, edges={"A2/ne": "wall"}), "A2 C2", True),
    "past the ends of walls on both hands": (drawn(NINE, edges={"A2/ne": "wall", "A2/se": "wall"}), "A2 C2", False),
    "a wall on one hand and woods on the other": (drawn("...\n.w.\n...", edges={"A2/ne": "wall"}), "A2 C2", False),
    # smoke
    "heavy smoke blocks at once": (drawn(".\n.\n.", features={"A2": "heavy_smoke"}), "A1 A3", False),
}


@pytest.mark.parametrize(("battle_map", "line", "clear"), CLEAR.values(), ids=CLEAR)
def test_a_line_is_clear_or_blocked(battle_map: BattleMap, line: str, clear: bool) -> None:
    """On one level, by what stands between its ends and on its hands."""
    assert seen(battle_map, line).clear is clear


def test_what_blocks_is_named() -> None:
    """Woods between the ends, or the blind spot behind them; there is no cover where nothing is seen."""
    sight = seen(drawn(".\n.\nw\n."), "A1 A4")
    assert not sight.clear
    assert sight.blocker is not None
    assert sight.blocker.name == "woods in A3"
    sight = seen(column("2000", "..w."), "A1 A4")
    assert sight.blocker is not None
    assert "blind spot" in sight.reason
    assert "woods in A3" in sight.reason
    assert seen(drawn(".\nw\nw"), "A1 A3").cover == ()


def test_either_hand_may_be_enough() -> None:
    """Where the convention says so, a grazing line is blocked by one hand alone, and hindered by the worse one."""
    strict = replace(HIGH_GROUND, grazing="either")
    sight = seen(drawn(".w.\n...\n..."), "A2 C2", strict)
    assert not sight.clear
    assert "one hand is enough" in sight.reason
    assert seen(drawn("...\n...\n..."), "A2 C2", strict).clear
    assert seen(drawn(".b.\n...\n..."), "A2 C2", strict).hindrance == 1
    assert seen(drawn("..."), "A1 C1", strict).clear, "the edge of the map alone is no obstacle"


# -- heights: COH high ground ---------------------------------------------------------------------------------


def column(levels: str, woods: str = "") -> BattleMap:
    """A column of hexes with these levels, woods where a `w` stands."""
    return drawn("\n".join(woods or "." * len(levels)), heights="\n".join(levels))


@pytest.mark.parametrize(
    ("levels", "woods", "clear", "why"),
    [
        ("000", ".w.", False, "woods on the level of both ends"),
        ("010", "...", False, "a hill between two low hexes"),
        ("101", "...", True, "a valley between two hills"),
        ("101", ".w.", True, "woods in the valley rise to level 1, not above it"),
        ("111", ".w.", False, "woods on the plateau itself"),
        ("111", "...", True, "a plateau without woods"),
        ("1100", "....", False, "back from the crest: the plateau is not strictly lower than high ground"),
        ("1000", "....", True, "down from the crest"),
        ("1000", ".w..", False, "level 1 does not look over woods on level 0, which rise to level 1"),
        ("2000", ".w..", True, "level 2 looks over woods on level 0"),
        ("2000", "..w.", False, "but not into the hex directly behind them"),
        ("2010", "....", True, "a bare hill makes no blind spot"),
        ("2011", "..w.", False, "woods on level 1 reach level 2"),
        ("2001", "..w.", True, "woods in the valley do not overtop the hex behind them"),
        ("2100", ".w..", False, "woods on level 1 reach the high ground"),
    ],
)
def test_levels(levels: str, woods: str, clear: bool, why: str) -> None:
    """High ground sees over what is strictly lower, except into the blind spot behind blocking terrain."""
    battle_map = column(levels, woods)
    ends = f"A1 A{len(levels)}"
    assert seen(battle_map, ends).clear is clear, why
    back = " ".join(reversed(ends.split()))
    assert seen(battle_map, back).clear is clear, f"backwards: {why}"


def test_blind_spot_along_a_hexside_needs_both_sides() -> None:
    """Looking down along a hexside, one side of woods before the low hex leaves it in view, two do not."""
    heights = "2..\n...\n..."
    assert seen(drawn("...\n...\n...", heights=heights), "A1 B2").clear
    assert seen(drawn("...\nw..\n...", heights=heights), "A1 B2").clear
    assert not seen(drawn(".w.\nw..\n...", heights=heights), "A1 B2").clear


# -- hindrance and smoke --------------------------------------------------------------------------------------


def test_hindrances_add_up() -> None:
    """One leaves the line clear, two block; none at the ends or from hill to hill, on a hexside the lesser."""
    sight = seen(drawn(".\n.\n.", features={"A2": "light_smoke"}), "A1 A3")
    assert (sight.clear, sight.hindrance) == (True, 1)
    sight = seen(drawn(".\n.\n.\n.", features={"A2": "light_smoke", "A3": "light_smoke"}), "A1 A4")
    assert not sight.clear
    assert "add up to 2" in sight.reason
    smoke = {"A1": "light_smoke", "A3": "light_smoke"}
    assert seen(drawn(".\n.\n.", features=smoke), "A1 A3").hindrance == 0
    assert seen(drawn(".b.\n...\n..."), "A2 C2").hindrance == 0
    assert seen(drawn(".b.\n.b.\n..."), "A2 C2").hindrance == 1
    assert seen(column("202", ".b."), "A1 A3").hindrance == 0


# -- squares: OUT-FOV -----------------------------------------------------------------------------------------


def town(picture: str, **more: dict[str, str]) -> BattleMap:
    """A map of squares."""
    return drawn(picture, grid=SQUARES, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "clear"), [("wall", False), ("door", False), ("door_open", True), ("window", True), ("low_wall", True)]
)
def test_what_stands_on_a_side(kind: str, clear: bool) -> None:
    """Walls and closed doors block; open doors, windows and low walls do not."""
    assert seen(town("...", edges={"A1/e": kind}), "A1 C1", TOWN).clear is clear


def test_objects() -> None:
    """High objects block, low ones do not; nobody looks through the crack between two that touch."""
    assert not seen(town(".O."), "A1 C1", TOWN).clear
    assert seen(town(".o."), "A1 C1", TOWN).clear
    assert seen(town(".O\n.."), "A1 B2", TOWN).clear
    assert not seen(town(".O\nO."), "A1 B2", TOWN).clear


@pytest.mark.parametrize(
    ("edges", "clear"),
    [
        ((), True),
        (("A1/e",), True),
        (("A1/e", "B1/s"), True),  # both walls of the square on one hand
        (("A1/e", "A1/s"), False),  # a corner around the viewer
        (("A1/e", "A2/e"), False),  # one straight wall through the corner
        (("B1/s", "A2/e"), False),  # a corner around the target
    ],
)
def test_through_a_corner(edges: tuple[str, ...], clear: bool) -> None:
    """A line through a corner is blocked only if something blocks on both hands of it."""
    assert seen(town("..\n..", edges=dict.fromkeys(edges, "wall")), "A1 B2", TOWN).clear is clear


# -- straight lines between eyes ------------------------------------------------------------------------------


#   The viewer stands 4 up, its eye at 5; the target's eye is at 1. Tall trees rise to 3. Over nine steps the line
#   falls by 4/9 a step and is at exactly 3 after 4 1/2 steps: where it leaves the fifth square.
@pytest.mark.parametrize(("trees", "clear"), [(1, True), (3, True), (4, True), (5, False), (8, False)])
def test_straight_line_clears_what_stays_below(trees: int, clear: bool) -> None:
    """What rises above the straight line between the eyes blocks; touching it does not."""
    row = "".join("T" if n == trees else "." for n in range(10))
    battle_map = drawn(row, heights="4" + "." * 9, grid=SQUARES)
    assert seen(battle_map, "A1 J1", TABLETOP).clear is clear
    assert seen(battle_map, "J1 A1", TABLETOP).clear is clear


def test_heights_along_a_straight_line() -> None:
    """Each thing met has the line's height as a fraction; a hill above both eyes hides; walls stand on high sides."""
    battle_map = drawn("..........", heights="4.........", grid=SQUARES)
    passed = seen(battle_map, "A1 J1", TABLETOP).passed
    assert passed[0].line == 5 - 4 * Fraction(1, 18)
    assert passed[-1].line == 5 - 4 * Fraction(17, 18)
    assert seen(drawn("...", heights=".1.", grid=SQUARES), "A1 C1", TABLETOP).clear
    assert not seen(drawn("...", heights=".2.", grid=SQUARES), "A1 C1", TABLETOP).clear
    walls = {"A1/e": "wall"}
    sight = seen(drawn("...", heights="3..", grid=SQUARES, edges=walls), "A1 C1", TABLETOP)
    assert sight.blocker is not None
    assert sight.blocker.top == 5


# -- cover ----------------------------------------------------------------------------------------------------


def test_walls_and_own_ground_shelter() -> None:
    """A low wall into the target's hex, not at the viewer's; woods and a pit from all sides, each with its line."""
    sight = seen(drawn(".\n.\n.", edges={"A2/s": "low_wall"}), "A1 A3")
    assert sight.defence_modifier == 1
    assert sight.cover[0].reason == "low wall crossed into the cell"
    battle_map = drawn(".\n.\n.", edges={"A1/s": "low_wall"})
    assert seen(battle_map, "A1 A3").defence_modifier == 0
    assert seen(battle_map, "A3 A1").defence_modifier == 1
    sight = seen(drawn(".\nw", features={"A2": "pit"}), "A1 A2")
    assert [(part.defence, part.reason) for part in sight.cover] == [(1, "woods in A2"), (2, "rifle pit in A2")]


def test_low_object_shelters_only_from_across_it() -> None:
    """A low object shelters the square behind it, not one further on, not from the side, and not its own square."""
    battle_map = town(".o..\n....")
    assert [part.reason for part in seen(battle_map, "A1 C1", TOWN).cover] == ["behind low object in B1"]
    assert seen(battle_map, "A1 D1", TOWN).cover == ()
    assert seen(battle_map, "C2 C1", TOWN).cover == ()
    assert seen(battle_map, "A1 B1", TOWN).cover == ()


def test_what_a_line_grazes_shelters() -> None:
    """In town the better hand at the target's corner, elsewhere both are needed and the worse one counts."""
    battle_map = town(".O\n..")
    assert seen(battle_map, "A1 B2", TOWN).cover[0].reason == "corner of high object in B1"
    assert seen(battle_map, "A1 B2", TABLETOP).cover == ()
    for one, other in (("B2/n", "B2/w"), ("B2/w", "B2/n")):
        battle_map = town("..\n..", edges={one: "window", other: "low_wall"})
        assert [part.kind for part in seen(battle_map, "A1 B2", TOWN).cover] == ["window"]
        assert [part.kind for part in seen(battle_map, "A1 B2", TABLETOP).cover] == ["low_wall"]
    assert seen(town("..\n..", edges={"A1/e": "low_wall"}), "A1 B2", TOWN).cover == ()
    (cover,) = seen(town(".o\n.."), "A1 B2", TOWN).cover
    assert (cover.kind, cover.how, cover.reason) == ("low", "grazed", "behind low object in B1")
    for walls, modifier in ((["C2/nw", "C2/sw"], 1), (["C2/nw"], 0)):
        sight = seen(drawn(NINE, edges=dict.fromkeys(walls, "low_wall")), "A2 C2")
        assert sight.defence_modifier == modifier


# -- changes in play ------------------------------------------------------------------------------------------


def test_changes_are_seen_through() -> None:
    """A door opened or printed smoke cleared, at once, and the map itself stays as it was."""
    battle_map = town("...", edges={"A1/e": "door"})
    one, other = at(battle_map, "A1 C1")
    opened = Changes().with_edge(SQUARES.edge(one, "e"), "door_open")
    assert not lines_of_sight(battle_map, TOWN).sight(one, other).clear
    assert lines_of_sight(battle_map, TOWN, opened).sight(one, other).clear
    assert other in lines_of_sight(battle_map, TOWN, opened).field_of_view(one)
    assert other not in lines_of_sight(battle_map, TOWN).field_of_view(one)
    battle_map = drawn(".\n.\n.", features={"A2": "heavy_smoke"})
    one, middle, other = at(battle_map, "A1 A2 A3")
    cleared = Changes().without_feature(middle, "heavy_smoke")
    assert lines_of_sight(battle_map, HIGH_GROUND, cleared).sight(one, other).clear
    assert other in lines_of_sight(battle_map, HIGH_GROUND, cleared).field_of_view(one)


def test_smoke_comes_and_goes() -> None:
    """Smoke put down and lifted again leaves the changes as they were: the same value, the same answers."""
    battle_map = drawn(".\n.\n.")
    one, middle, other = at(battle_map, "A1 A2 A3")
    smoke = Changes().with_feature(middle, "heavy_smoke")
    assert not lines_of_sight(battle_map, HIGH_GROUND, smoke).sight(one, other).clear
    assert smoke.without_feature(middle, "heavy_smoke") == Changes()
    wired = Changes().with_feature(middle, "wire")
    assert smoke.with_feature(middle, "wire") == wired.with_feature(middle, "heavy_smoke")


def test_same_question_same_object() -> None:
    """Equal changes share one set of lines, and those over the printed map stay while smoke comes and goes."""
    battle_map = drawn("..")
    assert lines_of_sight(battle_map, TOWN) is lines_of_sight(battle_map, TOWN, Changes())
    battle_map = drawn("...\n...")
    one, other = at(battle_map, "A1 B1")
    first = Changes().with_feature(one, "light_smoke").with_feature(other, "light_smoke")
    second = Changes().with_feature(other, "light_smoke").with_feature(one, "light_smoke")
    assert lines_of_sight(battle_map, TOWN, first) is lines_of_sight(battle_map, TOWN, second)
    battle_map = drawn("...\n...")
    printed = lines_of_sight(battle_map, TOWN)
    for count in range(100):
        one, other = at(battle_map, "A1 B1")
        lines_of_sight(battle_map, TOWN, Changes(features=((one, ("light_smoke",) * count), (other, ("smoke",)))))
    assert lines_of_sight(battle_map, TOWN) is printed


def test_off_the_map_is_an_error() -> None:
    """Asking about a cell that is not there says so instead of answering."""
    battle_map = drawn("..")
    with pytest.raises(ValueError, match="not on the map"):
        lines_of_sight(battle_map, TOWN).sight(*at(battle_map, "A1 D9"))
