"""OUT-FOV and OUT-COVER on the shipped towns: line, rule, what the overlay draws and what the autos go by agree.

The rule is `sees`, `could_turn_to_see` and `cover_from`. The overlay is asked the way the viewer asks it. The autos are
asked by letting one decide: which die it throws, and which squares its instructions find.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map
from sim.engine.battle import Position
from sim.engine.chance import Scripted
from sim.engine.orders import Ask
from sim.grid import Cell, SquareGrid
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.ground.cover import arrival, cover_from
from sim.rules.outlaws.ground.moves import WALK
from sim.rules.outlaws.ground.sight import all_round, could_turn_to_see, fov, in_arc, sees
from sim.rules.outlaws.solo.acting import some_cover, target_in_view, within_reach
from sim.rules.outlaws.state import OutlawsPosition
from sim.solo.situation import Situation
from tests.cases import Asked
from tests.rules.outlaws.questions import die_of, game_of, stage
from tests.rules.positions import changed

MAPS = Path(__file__).parents[3] / "maps"
TOWNS = sorted(path for path in MAPS.glob("*/*.toml") if 'terrain_set = "town"' in path.read_text(encoding="utf-8"))
FACINGS = SquareGrid().directions


@pytest.fixture(scope="module", params=TOWNS, ids=lambda path: path.stem)
def shipped(request: pytest.FixtureRequest) -> BattleMap:
    """Return a town that is shipped."""
    return load_map(request.param)


def face_to_face(battle_map: BattleMap) -> OutlawsPosition:
    """Return an auto and one of the law, both still in the corner; p1 holds a gun, so that it could be a threat."""
    position = stage("gang: a1 townsman A1", "law: p1 townsman A1", "set turn:1 actor:a1 actions:3")
    return Position(replace(position.battle, map=battle_map), position.state)


def placed(scene: OutlawsPosition, here: Cell, facing: int, there: Cell, *, covering: bool = False) -> OutlawsPosition:
    """Return the scene with a1 here, facing so, and p1 there, looking at a1."""
    moved = changed(scene, "a1", cell=here, facing=facing, covering=covering)
    return changed(moved, "p1", cell=there, facing=scene.map.grid.towards(there, here)[0])


def seen_by_a1(scene: OutlawsPosition, facing: int | None = None) -> set[Cell]:
    """Return what the overlay draws as seen by a1, as it stands or turned."""
    return set(OUTLAWS.insight.view(scene, scene.state.unit("a1"), facing))


def sample(battle_map: BattleMap, least: int) -> list[Cell]:
    """Return at least so many squares, spread over the map; all of a small one."""
    cells = list(battle_map.whole)
    return cells[:: max(1, len(cells) // least)]


def views_agree(battle_map: BattleMap, heres: list[Cell]) -> None:
    """Compare what is drawn as seen, and as seen after turning, with what the rule says of every square."""
    scene = face_to_face(battle_map)
    for here in heres:
        there = {cell: scene.state.unit("p1").changed(cell=cell) for cell in battle_map.whole}
        turned = set()
        for facing in range(len(FACINGS)):
            now = changed(scene, "a1", cell=here, facing=facing)
            auto, drawn = now.state.unit("a1"), seen_by_a1(now)
            assert drawn == {cell for cell in there if sees(now, auto, there[cell])}, (here, FACINGS[facing])
            other = changed(now, "a1", facing=(facing + 3) % len(FACINGS))
            assert seen_by_a1(other, facing) == drawn, "turned in the overlay is turned on the map"
            turned |= drawn
        assert turned == {cell for cell in there if could_turn_to_see(now, auto, there[cell])}, here


def dice_agree(battle_map: BattleMap, pairs: list[tuple[Cell, Cell]]) -> None:
    """Compare the die that an auto throws with what is drawn and told of the same position."""
    scene = face_to_face(battle_map)
    for n, (here, there) in enumerate(pairs):
        now = placed(scene, here, n % len(FACINGS), there, covering=n % 3 == 0)
        seen = any(there in seen_by_a1(now, facing) for facing in range(len(FACINGS)))
        told = told_of(now)
        assert bool(told) == seen, "whom it sees sees it, if he looks that way"
        colour = "dark" if not seen else "medium" if told == ["p1: no cover"] else "light"
        assert die_of(Asked(now)) == colour, (here, there)
        rule = cover_from(now, here, there, covering=n % 3 == 0)
        assert bool(rule) == (colour == "light"), (here, there)
        if seen:
            assert told == [f"p1: {rule[0].reason if rule else 'no cover'}"]


def squares_agree(battle_map: BattleMap, pairs: list[tuple[Cell, Cell]]) -> None:
    """Compare the squares that Advance and Move look at with what is drawn, and told, of an auto that stands there."""
    scene, ask = face_to_face(battle_map), Ask("gang", "action", "a1")
    for n, (here, there) in enumerate(pairs):
        now = placed(scene, here, n % len(FACINGS), there)
        situation: Situation[Any, Any] = Situation(game_of(now, {}, Scripted(())), ask).against(now.state.unit("p1"))
        for square in within_reach(situation, WALK, actions=3):
            stood = placed(scene, square.cell, square.facing, there, covering=True)
            auto, law = stood.state.unit("a1"), stood.state.unit("p1")
            drawn = there in seen_by_a1(stood)
            assert target_in_view.of(situation, square) == drawn == sees(stood, auto, law), (square, there)
            found = some_cover.of(situation, square)
            assert found.key == bool(cover_from(stood, square.cell, there, covering=True)), (square, there)
            if drawn:
                assert told_of(stood) == [f"p1: {found.text if found.key else 'no cover'}"], (square, there)


def told_of(scene: OutlawsPosition) -> list[str]:
    """Return what the viewer tells of a1: in whose view it is, and what shelters it from him."""
    return [
        fact.text for fact in OUTLAWS.insight.facts(scene, scene.state.unit("a1")) if fact.label == "in the view of"
    ]


def pairs_of(cells: list[Cell], others: list[Cell]) -> list[tuple[Cell, Cell]]:
    """Return pairs of two different squares: each of the first with a few of the others, not always the same."""
    return [(here, there) for n, here in enumerate(cells) for there in others[n % 3 :: 3] if here != there]


@pytest.mark.rule("OUT-FOV")
@pytest.mark.rule("OUT-COVER")
@pytest.mark.rule("OUT-DIE-dark")
@pytest.mark.rule("OUT-DIE-medium")
@pytest.mark.rule("OUT-DIE-light")
def test_rule_overlay_and_autos_agree(shipped: BattleMap) -> None:
    """On the view in every facing; by it and by cover told goes the die, and go the squares that an auto looks for."""
    views_agree(shipped, sample(shipped, 4))
    dice_agree(shipped, pairs_of(sample(shipped, 8), sample(shipped, 11)))
    squares_agree(shipped, pairs_of(sample(shipped, 2), sample(shipped, 5)))


@pytest.mark.rule("OUT-COVER")
def test_what_the_map_draws_as_cover_shelters_from_everybody(shipped: BattleMap) -> None:
    """A square that gives cover by itself gives it from wherever it can be seen, by the figure that is drawn."""
    scene = face_to_face(shipped)
    for cell in shipped.whole:
        if total := OUTLAWS.insight.defence(scene, cell).total:
            assert total == scene.battle.data.numbers.cover, cell
            enemies = scene.lines.field_of_view(cell)
            assert all(cover_from(scene, cell, enemy, covering=False) for enemy in enemies), cell


@pytest.mark.long
@pytest.mark.rule("OUT-FOV")
@pytest.mark.rule("OUT-COVER")
def test_rule_overlay_and_autos_agree_on_every_square(shipped: BattleMap) -> None:
    """Nothing is left to the sample."""
    cells = list(shipped.whole)
    views_agree(shipped, cells)
    dice_agree(shipped, pairs_of(cells, sample(shipped, 24)))
    squares_agree(shipped, pairs_of(cells[::5], sample(shipped, 6)))


@pytest.mark.rule("OUT-FOV")
def test_views_agree_with_the_line_square_by_square(shipped: BattleMap) -> None:
    """The field of view, the arc, all facings together and the line say the same, both ways."""
    scene = face_to_face(shipped)
    p1, a1, cells = scene.state.unit("p1"), scene.state.unit("a1"), list(shipped.whole)
    for n, here in enumerate(sample(shipped, 4)):
        unit = p1.changed(cell=here, facing=n % 8)
        view, circle = fov(scene, unit), all_round(scene, unit)
        assert set(circle) == {cell for facing in range(8) for cell in fov(scene, unit, facing)}
        for there in cells[n % 7 :: 7]:
            clear, other = scene.sight(here, there).clear, a1.changed(cell=there)
            assert could_turn_to_see(scene, unit, other) == (there in circle) == clear == scene.sight(there, here).clear
            assert sees(scene, unit, other) == (there in view) == (clear and in_arc(scene, here, n % 8, there))


@pytest.mark.rule("OUT-COVER")
def test_cover_agrees_with_the_line_square_by_square(shipped: BattleMap) -> None:
    """Without Take Cover it is what the board finds on the line, but for openings crossed."""
    scene, cells = face_to_face(shipped), list(shipped.whole)
    looks = ("window", "door_open", "batwing_door")
    openings = {kind.id for kind in shipped.terrain_set.edges.values() if kind.look in looks}
    for n, enemy in enumerate(sample(shipped, 4)):
        for target in cells[n % 7 :: 7]:
            line = scene.sight(enemy, target)
            board = [found for found in line.cover if found.how != "crossed" or found.kind not in openings]
            ours = cover_from(scene, target, enemy, covering=False)
            assert [found for found in ours if found in board] == board
            come = arrival(target, enemy)
            assert set(ours) <= set(board) or (come is not None and 0 not in come.step), "more on the diagonal only"
            assert set(ours) <= set(cover_from(scene, target, enemy, covering=True))


@pytest.mark.rule("OUT-COVER")
@pytest.mark.parametrize("covering", [False, True])
def test_a_mirrored_town_gives_the_same_cover(covering: bool) -> None:
    """From north to south everything is the other way round, and nothing else."""
    anybody = ("gang: a1 townsman A1", "set turn:1 actor:a1")
    one = stage(*anybody, "ground G4:u I6:R", "edges wall D5/n C5/n E4/w H8/e window E5/n G7/w")
    other = stage(*anybody, "ground G9:u I7:R", "edges wall D8/s C8/s E9/w H5/e window E8/s G6/w")
    for target in one.map.cells:
        for enemy in one.map.cells[::3]:
            here = cover_from(one, target, enemy, covering=covering)
            there = cover_from(other, Cell(target.q, 11 - target.r), Cell(enemy.q, 11 - enemy.r), covering=covering)
            assert [(found.kind, found.how) for found in here] == [(found.kind, found.how) for found in there]
