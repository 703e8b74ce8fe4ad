"""Findings for designers: what is valid, and still probably not meant."""

from dataclasses import replace
from random import Random
from textwrap import dedent

import pytest

from sim.board.battlemap import BattleMap
from sim.board.lint import Finding, lint
from sim.board.mapfile import parse_map
from sim.board.terrain_sets import terrain_set


def drawn(rows: str, terrain_set: str = "town", more: str = "") -> BattleMap:
    """Return a map of squares drawn in rows."""
    lines = dedent(rows).strip()
    head = f'format = 1\ntitle = "x"\nterrain_set = "{terrain_set}"\nrows = """\n{lines}\n"""\n'
    return parse_map(f'{head}grid = {{ kind = "square" }}\n{dedent(more)}')


def told(battle_map: BattleMap, word: str = "") -> list[str]:
    """Return the findings in which a word occurs."""
    return [str(finding) for finding in lint(battle_map) if word in str(finding)]


def test_nothing_is_said_of_an_open_field() -> None:
    """Findings are for what somebody should look at; a single cell has no lines."""
    assert lint(drawn("....\n....\n....")) == ()
    assert lint(drawn(".")) == ()


def test_warnings_come_first() -> None:
    """What is most likely a slip stands at the top."""
    findings = lint(drawn("G...\n....", more='edges = { wall = ["B1/e"], door = ["D2/e"] }'))
    assert [finding.severity for finding in findings] == sorted((f.severity for f in findings), reverse=True)
    assert isinstance(findings[0], Finding)


# -- reach ------------------------------------------------------------------------------------------------------


ROOM = 'edges = { wall = ["B2/n", "B2/w", "B2/s"%s] }'
DOOR = '[edges]\nwall = ["B2/n", "B2/w", "B2/s"]\ndoor = ["B2/e"]'
WATER, BOULDER = terrain_set("tabletop").terrain["deep_water"].letter, terrain_set("town").terrain["boulder"].letter
RIVER = "....DDD..\n....DDD..".replace("D", WATER)
SEA = "\n".join(("." + WATER) * 10 if row % 2 == 0 else WATER * 20 for row in range(3))
MAZE = """
    .........
    .RRRRRRR.
    .R.....R.
    .R.RRR.R.
    .R.R.R.R.
    .R.RRR.R.
    .R.....R.
    .RRRRRRR.
    .........
""".replace("R", BOULDER)
CUT_OFF = "that troops on foot could enter cannot be reached from the rest of the map"
IN_TOWN = CUT_OFF.replace("troops on foot", "somebody walking")
REACHED: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "an island is told by its first cells and its size": ((RIVER, "tabletop"), [f"H1 I1 H2 I2: 4 cells {CUT_OFF}"]),
    "a way takes the place of the terrain it leads over": ((RIVER, "tabletop", 'ways = { road = [["D1", "H1"]] }'), []),
    "walls all around leave one cell cut off": (("....\n" * 3, "town", ROOM % ', "B2/e"'), [f"B2: 1 cell {IN_TOWN}"]),
    "what can be opened counts as open": (("....\n" * 3, "town", DOOR), []),
    "many parts are summed up": (
        (SEA, "tabletop"),
        [
            *(f"{column}1: 1 cell {CUT_OFF}" for column in "CEGIK"),
            "map: 14 more parts, 14 cells, cannot be reached by troops on foot",
        ],
    ),
    "a way that winds through the whole map is one part; what it winds around is another": (
        (MAZE,),
        [f"C3 D3 E3 F3 …: 16 cells {IN_TOWN}", f"E5: 1 cell {IN_TOWN}"],
    ),
}


@pytest.mark.parametrize(("ground", "findings"), REACHED.values(), ids=REACHED)
def test_ground_that_nobody_can_reach_is_told(ground: tuple[str, ...], findings: list[str]) -> None:
    """Part by part."""
    assert told(drawn(*ground), "reached") == [f"warning: {finding}" for finding in findings]


def test_reach_is_left_out_among_very_many_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take half a minute, and the designer is told that it was not looked at."""
    monkeypatch.setattr("sim.board.lint._MOST_OBSTACLES", 3)
    (finding,) = told(drawn("....\n....\n....", more=ROOM % ', "B2/e"'), "reached")
    assert finding == (
        "note: map: not looked at for ground that cannot be reached: "
        "4 edges, ways and cells with features are more than 3"
    )


# -- edges and places -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "expected"),
    [("D1/e", "warning: D1/e: the closed door leads off the map"), ("A1/e", "leads into boulder, closed to somebody")],
)
def test_a_door_that_leads_nowhere_is_told(side: str, expected: str) -> None:
    """Off the map, or into what nobody may enter."""
    (finding,) = told(drawn(".R..", more=f'edges = {{ door = ["{side}"] }}'), "leads")
    assert expected in finding


def test_a_lone_piece_of_wall_is_told() -> None:
    """Two that touch are a wall, one is probably forgotten; a door between two rooms is in order."""
    assert told(drawn("....", more='edges = { door = ["B1/e"] }'), "leads") == []
    lone, joined = 'edges = { wall = ["B2/n"] }', 'edges = { wall = ["B2/n", "C2/n"] }'
    assert told(drawn("....\n....", more=lone), "piece") == ["note: B1/s: a piece of wall that touches no other"]
    assert told(drawn("....\n....", more=joined), "piece") == []


def test_places_without_cells_and_places_alike_are_told() -> None:
    """The order of cells makes no other place."""
    field = drawn("....")
    one, other = field.cells[:2]
    places = {"nowhere": (), "yard": (one, other), "court": (other, one), "gate": (one,)}
    assert told(replace(field, places=places), "place") == [
        "warning: nowhere: the place has no cells on the map",
        'note: court: the place has the same cells as "yard"',
    ]


def test_many_findings_alike_are_summed_up() -> None:
    """Sixty thousand lines that say the same are read by nobody."""
    field = drawn("....", more='edges = { door = ["A1/n", "B1/n", "C1/n", "D1/n", "A1/s", "B1/s", "C1/s"] }')
    places = {f"yard {n}": field.cells[:2] for n in range(20)} | {f"gone {n}": () for n in range(8)}
    findings = [str(finding) for finding in lint(replace(field, places=places))]
    assert "note: map: … and 14 more places with the same cells as another" in findings
    assert "warning: map: … and 3 more places without cells on the map" in findings
    assert "warning: map: … and 2 more doors that lead nowhere" in findings
    assert len(findings) == 3 * 6


# -- sight ------------------------------------------------------------------------------------------------------


def test_lines_on_the_corner_rule_are_counted() -> None:
    """From A1 to B2 past the wagon in B1; with the worst cells; none in the open, none between two wagons."""
    (finding,) = told(drawn(".G\n.."), "corner rule")
    assert finding == (
        "note: map: 1 of 6 lines (16.7 %) depend on the corner rule: "
        "they pass a corner or run along a side with something blocking on one hand"
    )
    (finding,) = told(drawn("\n".join(["." * 9] * 4 + ["....G...."] + ["." * 9] * 4)), "corner rule")
    assert "120 of 3240 lines (3.7 %)" in finding
    assert "most often from E4 (8)" in finding
    assert told(drawn("\n".join(["." * 6] * 3)), "corner rule") == []
    assert told(drawn(".G\nG."), "corner rule") == []


def test_a_hill_that_sees_everything_is_told() -> None:
    """With how much it sees; a cell that sees twice what others do, and still next to nothing, is not."""
    rows = "\n".join("wwwwwwwww" for _ in range(9))
    heights = "\n".join(". . . . 30 . . . ." if row == 4 else ". . . . . . . . ." for row in range(9))
    wood = f'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nrows = """\n{rows}\n"""\n'
    hill = parse_map(f'{wood}heights = """\n{heights}\n"""\ngrid = {{ kind = "hex" }}')
    (finding,) = told(hill, "is seen from here")
    assert finding == "note: E5: 100 % of the map is seen from here, from the median cell 10 %"
    names = [f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(1, 11)]
    walls = [f"{name}/{side}" for name in names for side in "es" if (name, side) != ("E5", "s")]
    rooms = drawn("\n".join(["." * 10] * 10), more=f"edges = {{ wall = {walls} }}")
    assert told(rooms, "is seen from here") == []


def test_large_maps_are_sampled_by_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed finds the same, and says from how many cells it looked."""
    monkeypatch.setattr("sim.board.lint_sight.ALL_PAIRS", 25)
    monkeypatch.setattr("sim.board.lint_sight._CELLS_CROSSED", 3000)
    chance = Random(3)
    rows = "\n".join("".join(chance.choice("....G") for _ in range(10)) for _ in range(10))
    findings = lint(drawn(rows), seed=5)
    assert findings == lint(drawn(rows), seed=5) != lint(drawn(rows), seed=6)
    assert any("lines between 25 cells sampled" in finding.text for finding in findings)


def test_the_largest_map_is_looked_at_between_few_cells() -> None:
    """Lines over a large board are long, so that fewer of them take as long."""
    from sim.board.lint_sight import ALL_PAIRS, _sample

    text = 'format = 1\ntitle = "x"\nterrain_set = "town"\nsize = [512, 512]\nfill = "street"\ngrid.kind = "square"'
    assert 2 < len(_sample(parse_map(text), Random(1))) < ALL_PAIRS // 4
