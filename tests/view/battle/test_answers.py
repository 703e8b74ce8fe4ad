"""The engine's answers for overlays: its own, each asked once, and painted cell by cell."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.grid import Cell
from sim.scenario.scenario import load_scenario
from sim.view.battle.answers import OverlayAnswers, OverlayQuestions
from sim.view.battle.compose import hover_part, overlaid_of
from sim.view.battle.overlays import fire_layer, threat_layer
from sim.view.board.layout import layout
from sim.view.ui.blocks import Row
from sim.view.ui.frame_budget import FrameBudget
from tests.picket_positions import AMES, RED, Stand, field
from tests.view.battle.bot import asked, picketed
from tests.view.battle.overlay_pictures import overlaid, touched
from tests.view.battle.picket_insight import PicketInsight

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios" / "conflict_of_heroes").glob("*.toml"))
BLUE, SECOND = Stand("bell", "C5", 1), Stand("red-2", "F4", 5)


def picket() -> Position[Any, Any]:
    """Return two men against two."""
    start = field(AMES, BLUE, RED, SECOND)
    return Position(start.battle, start.state)


def test_threat_counts_each_enemy_once() -> None:
    """It is the number of enemies in one of whose bands a cell lies."""
    position, insight = picket(), PicketInsight()
    counts = OverlayAnswers(insight).threat(position, "picket")
    enemies = [position.state.unit(name) for name in ("red-1", "red-2")]
    for n, cell in enumerate(position.map.cells):
        covering = sum(any(cell in band.area for band in insight.fire_zone(position, man)) for man in enemies)
        assert counts[n] == covering
    assert counts.max() > 0


def test_who_covers_a_cell_is_as_many_as_threaten_it() -> None:
    """The names in the panel and the figure on the map agree."""
    position = picket()
    answers = OverlayAnswers(PicketInsight())
    counts = answers.threat(position, "picket")
    for n, cell in enumerate(position.map.cells):
        assert len(answers.coverers(position, "picket", cell)) == counts[n]


def test_nothing_is_asked_twice_of_one_state() -> None:
    """Another position with the same state has the same answers; another state has its own."""
    position, insight = picket(), PicketInsight()
    answers = OverlayAnswers(insight)
    first = answers.fire_bands(position, "raiders")
    asked = insight.asked["fire_zone"]
    again = Position(position.battle, position.state)
    assert answers.fire_bands(again, "raiders") is first
    assert answers.threat(again, "picket") is answers.threat(position, "picket")
    assert answers.reach(again, "ames") is answers.reach(position, "ames")
    assert insight.asked["fire_zone"] == asked == 2
    turned = position.state.with_unit(position.state.unit("red-1").changed(facing=1))
    assert answers.fire_bands(Position(position.battle, turned), "raiders") is not first
    assert answers.fire_bands(position, "raiders") is first


def test_an_answer_that_says_the_same_is_the_same_object() -> None:
    """So that what was painted of it before an event is still good after it; who has moved has another reach."""
    position = picket()
    answers = OverlayAnswers(PicketInsight())
    cover, reach = answers.cover(position), answers.reach(position, "ames")
    man = position.state.unit("ames")
    turned = Position(position.battle, position.state.with_unit(man.changed(facing=3)))
    assert answers.cover(turned) is cover
    assert answers.reach(turned, "ames") is reach
    gone = Position(position.battle, position.state.with_unit(man.changed(cell=position.map.cell("B4"))))
    assert answers.reach(gone, "ames") != reach


def test_whoever_is_off_the_map_reaches_and_covers_nothing() -> None:
    """He is in no overlay."""
    position = picket()
    gone = Position(position.battle, position.state.with_unit(position.state.unit("red-1").changed(cell=None)))
    answers = OverlayAnswers(PicketInsight())
    assert answers.reach(gone, "red-1") == {}
    assert list(answers.fire_bands(gone, "raiders")) == ["red-2"]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_overlays_of_a_real_battle_are_the_areas_of_its_rules(path: Path) -> None:
    """Conflict of Heroes: fire zones, threat and cover of the first position, cell by cell."""
    scenario = load_scenario(path)
    position, insight = Position(scenario.battle, scenario.state), scenario.ruleset.insight
    answers, board = OverlayAnswers(insight), scenario.battle.map
    for side in scenario.battle.sides:
        bands = answers.fire_bands(position, side.id)
        covered = {cell for unit in bands.values() for band in unit for cell in band.area}
        image = overlaid(board, fire_layer(layout(board), bands), scale=12.0)
        assert touched(board, image, 12.0) == covered
        counts = answers.threat(position, side.id)
        image = overlaid(board, threat_layer(layout(board), counts), scale=12.0)
        others = {
            cell for unit in scenario.battle.sides if unit is not side for cell in _zone(answers, position, unit.id)
        }
        assert touched(board, image, 12.0) == others


def _zone(answers: OverlayAnswers, position: Position[Any, Any], side: str) -> Collection[Cell]:
    return {cell for unit in answers.fire_bands(position, side).values() for band in unit for cell in band.area}


def test_whoever_covers_a_cell_stands_in_the_panel_while_threats_are_shown() -> None:
    """By name and range, and as many as the figure on the map says; not while they are not shown."""
    screen = asked(picketed())
    counts = screen.answers.threat(screen.model.position, "picket")
    screen.mouse, screen.cell_cursor = None, screen.session.battle.map.cells[int(counts.argmax())]
    assert not [block for block in hover_part(screen) if isinstance(block, Row) and block.label == "covered by"]
    screen.toggle_threat()
    (row,) = [block for block in hover_part(screen) if isinstance(block, Row) and block.label == "covered by"]
    assert len(row.text.split(", ")) == counts.max() and "red-1" in row.text


def test_a_reach_is_worked_out_over_several_pictures() -> None:
    """A picture without time does one part of it; then it is the reach that the rules give."""
    scenario = load_scenario(next(path for path in SCENARIOS if path.stem == "zimovets_ridge"))
    position: Position[Any, Any] = Position(scenario.battle, scenario.state)
    unit = next(unit for unit in position.state.units if unit.cell is not None)
    insight = scenario.ruleset.insight
    answers, pictures = OverlayAnswers(insight), 1
    while not answers.prepare(position, OverlayQuestions(reach=unit.id), FrameBudget(0.0)):
        pictures += 1
    assert pictures > len(position.map.cells) // 100
    assert answers.reach(position, unit.id) == insight.reach(position, unit)


def test_no_overlay_is_asked_for_before_the_kernels_are_there() -> None:
    """Whoever switches one on while they are loaded does not have all the rest loaded in one go."""
    screen = picketed()
    screen.stage.patience, screen._warmth = 0.01, None
    screen.shown.threat = True
    assert screen.is_cold
    assert overlaid_of(screen, FrameBudget()) is None
    screen.shown.threat = False
    assert overlaid_of(screen, FrameBudget()) is not None
