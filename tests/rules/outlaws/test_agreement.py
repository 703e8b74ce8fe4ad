"""OUT-FOV and OUT-COVER on the shipped towns: the rule, what the overlay draws, and what the autos go by are the same.

The rule is `sees`, `could_turn_to_see` and `cover_from`. The overlay is asked the way the viewer asks it. The autos are
asked by letting one decide: which die it throws, and which squares its instructions find.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map
from sim.engine.chance import Scripted
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.ground.cover import cover_from
from sim.rules.outlaws.ground.moves import WALK
from sim.rules.outlaws.ground.sight import could_turn_to_see, sees
from sim.rules.outlaws.solo.acting import some_cover, target_in_view, within_reach
from sim.rules.outlaws.state import OutlawsPosition
from sim.solo.situation import Situation
from sim.view.battle.answers import OverlayAnswers
from tests.rules.outlaws.deciding import first_die, game_of
from tests.rules.outlaws.stage import FACINGS, character, position
from tests.rules.positions import changed

MAPS = Path(__file__).parents[3] / "maps"
TOWNS = sorted(path for path in MAPS.glob("*/*.toml") if 'terrain_set = "town"' in path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", params=TOWNS, ids=lambda path: path.stem)
def shipped(request: pytest.FixtureRequest) -> BattleMap:
    """Return a town that is shipped."""
    return load_map(request.param)


def face_to_face(battle_map: BattleMap) -> OutlawsPosition:
    """Return an auto and one of the law, both still in the corner; p1 holds a gun, so that it could be a threat."""
    return position(
        character("a1", "A1", right="colt"), character("p1", "A1", right="colt"), on=battle_map, actor="a1", actions=3
    )


def placed(scene: OutlawsPosition, here: Cell, facing: int, there: Cell, *, covering: bool = False) -> OutlawsPosition:
    """Return the scene with a1 here, facing so, and p1 there, looking at a1."""
    moved = changed(scene, "a1", cell=here, facing=facing, covering=covering)
    return changed(moved, "p1", cell=there, facing=scene.map.grid.towards(there, here)[0])


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
            auto, answers = now.state.unit("a1"), OverlayAnswers(OUTLAWS.insight)
            drawn = set(answers.view(now, "a1"))
            assert drawn == {cell for cell in there if sees(now, auto, there[cell])}, (here, FACINGS[facing])
            other = changed(now, "a1", facing=(facing + 3) % len(FACINGS))
            assert set(answers.view(other, "a1", facing)) == drawn, "turned in the overlay is turned on the map"
            turned |= drawn
        assert turned == {cell for cell in there if could_turn_to_see(now, auto, there[cell])}, here


def dice_agree(battle_map: BattleMap, pairs: list[tuple[Cell, Cell]]) -> None:
    """Compare the die that an auto throws with what is drawn and told of the same position."""
    scene, answers = face_to_face(battle_map), OverlayAnswers(OUTLAWS.insight)
    for n, (here, there) in enumerate(pairs):
        now = placed(scene, here, n % len(FACINGS), there, covering=n % 3 == 0)
        seen = any(there in answers.view(now, "a1", facing) for facing in range(len(FACINGS)))
        told = told_of(now)
        assert bool(told) == seen, "whom it sees sees it, if he looks that way"
        colour = "dark" if not seen else "medium" if told == ["p1: no cover"] else "light"
        assert f"the {colour} die" in first_die(now), (here, there)
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
            drawn = there in OverlayAnswers(OUTLAWS.insight).view(stood, "a1")
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
def test_what_is_drawn_as_seen_is_what_the_rule_sees(shipped: BattleMap) -> None:
    """In every facing, and all facings together are what one can turn to see."""
    views_agree(shipped, sample(shipped, 4))


@pytest.mark.rule("OUT-FOV")
@pytest.mark.rule("OUT-COVER")
@pytest.mark.rule("OUT-DIE-dark")
@pytest.mark.rule("OUT-DIE-medium")
@pytest.mark.rule("OUT-DIE-light")
def test_the_die_goes_by_what_is_drawn_and_told(shipped: BattleMap) -> None:
    """Dark where no turn would show the enemy, light where the viewer tells of cover from him, else medium."""
    dice_agree(shipped, pairs_of(sample(shipped, 8), sample(shipped, 11)))


@pytest.mark.rule("OUT-FOV")
@pytest.mark.rule("OUT-COVER")
def test_the_squares_that_an_auto_looks_for_are_what_is_drawn_and_told(shipped: BattleMap) -> None:
    """In view, and with some cover, as if it stood there and had taken it."""
    squares_agree(shipped, pairs_of(sample(shipped, 2), sample(shipped, 5)))


@pytest.mark.rule("OUT-COVER")
def test_what_the_map_draws_as_cover_shelters_from_everybody(shipped: BattleMap) -> None:
    """A square that gives cover by itself gives it from wherever it can be seen, by the figure that is drawn."""
    scene, answers = face_to_face(shipped), OverlayAnswers(OUTLAWS.insight)
    for cell, check in answers.cover(scene).items():
        if check.total:
            assert check.total == scene.battle.data.numbers.cover, cell
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
