"""What the engine answers is what the rules say; each thing is asked once, and nothing is answered in vain."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.engine.chance import Seeded
from sim.engine.forecast import Forecast, TooManyWays, forecast
from sim.engine.session import Session
from sim.resources import scenarios_folder
from sim.view.battle.compose import hover_part, overlaid_of
from sim.view.battle.overlays import Overlaid
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Row
from sim.view.worker.engine import Asked, Engine, EngineHandler
from sim.view.worker.questions import Ahead, Moment, OverlayCells, Overlays, Question
from sim.view.worker.table import BattleTable
from tests.picket_positions import AMES, RED, Field, Stand
from tests.view.battle.bot import asked, known, picket, picket_scenario, picketed
from tests.view.battle.overlay_pictures import shown_over, touched
from tests.view.worker.late import late

SET_BATTLES = sorted((scenarios_folder() / "conflict_of_heroes").glob("*.toml"))
MEN = (AMES, Stand("bell", "C5", 1), RED, Stand("red-2", "F4", 5))


def on_a_field(start: Field | None = None) -> BattleScreen:
    """Return two men against two, whom a person is to order."""
    return asked(picketed(start or picket(*MEN)))


# -- overlays ---------------------------------------------------------------------------------------------


def test_threat_counts_each_enemy_once_and_the_panel_names_as_many() -> None:
    """It is the number of enemies in one of whose bands a cell lies; who they are is told while they are shown."""
    screen = on_a_field()
    position, looking = screen.model.position, screen.looking
    zones = [screen.model.insight.fire_zone(position, position.state.unit(name)) for name in ("red-1", "red-2")]
    looking.mouse, looking.cell_cursor = None, position.map.cells[0]
    assert not covered_by(screen)
    looking.toggle_threat()
    counts = overlaid_of(screen).threat
    assert counts is not None and counts.max() > 0
    for count, looking.cell_cursor in zip(counts, position.map.cells, strict=True):
        assert count == sum(any(looking.cell_cursor in band.area for band in zone) for zone in zones)
        assert len(covered_by(screen)) == count


def covered_by(screen: BattleScreen) -> list[str]:
    """Return who covers the cell under the cursor, by the panel."""
    screen.looking.tick(0.0)
    told = [block.text for block in hover_part(screen) if isinstance(block, Row) and block.label == "covered by"]
    return [name for text in told if text != "nobody" for name in text.split(", ")]


def test_whoever_is_off_the_map_is_in_no_overlay() -> None:
    """He covers nothing, and reaches nothing."""
    start = picket(*MEN)
    gone = start.state.with_unit(start.state.unit("red-1").changed(cell=None))
    screen = on_a_field(Field(start.battle, gone))
    screen.looking.selected, screen.looking.shown.fire, screen.looking.shown.reach = "red-1", "raiders", True
    over = overlaid_of(screen)
    assert over.fire is not None and list(over.fire) == ["red-2"] and over.reach is None


@pytest.mark.parametrize("path", SET_BATTLES, ids=lambda path: path.stem)
def test_overlays_of_a_real_battle_are_the_areas_of_its_rules(path: Path) -> None:
    """Conflict of Heroes: fire zones, threat, reach and cover of the first position, cell by cell."""
    scenario = known(path)
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, scenario.players, Seeded(1))
    engine, insight, board = Engine.in_process(scenario, session), scenario.ruleset.insight, scenario.battle.map
    zones: dict[str, set[object]] = {side.id: set() for side in scenario.battle.sides}
    for unit in session.state.units:
        if unit.cell is not None:
            zones[unit.side] |= {cell for band in insight.fire_zone(session.position, unit) for cell in band.area}
    somebody = next(unit for unit in session.state.units if unit.cell is not None)
    for side, zone in zones.items():
        question = Overlays(Moment(0, 0, ()), fire=side, threat=side, reach=somebody.id, cover=True)
        cells = engine.answer("overlays", question)
        assert cells is not None and cells.threat is not None and cells.reach is not None and cells.cover is not None
        assert touched(board, shown_over(board, Overlaid(fire=cells.fire), 12.0), 12.0) == zone
        threatened = {board.cells[n] for n in np.flatnonzero(cells.threat)}
        assert threatened == set().union(*(other for key, other in zones.items() if key != side))
        reach = insight.reach(session.position, somebody)
        found, wanted = ([(cell, each.text) for cell, each in some.items()] for some in (cells.reach, reach))
        assert found == wanted
        assert cells.cover == {cell: insight.defence(session.position, cell).total for cell in board.whole}


# -- asking -----------------------------------------------------------------------------------------------


def test_a_question_is_asked_once_and_until_then_the_last_answer_is_shown() -> None:
    """So that nothing flickers; whoever comes back to a moment has its answer at once."""
    worker, engine = late(picket(*MEN))
    engine.advance(2)
    first, second = (Overlays(Moment(engine.session.line, frame, ()), fire="raiders") for frame in (0, 1))
    before = engine.latest("overlays", first)
    assert isinstance(before, OverlayCells)
    worker.comes, count = False, worker.count
    for _ in range(3):
        engine.tick()
        assert engine.answer("overlays", second) is None and engine.latest("overlays", second) is before
    assert worker.count == count + 1
    worker.comes = True
    engine.tick()
    assert engine.latest("overlays", second) not in (None, before) and engine.answer("overlays", first) is before
    assert worker.count == count + 1


class Since:
    """What has come while the engine is at work."""

    def __init__(self, *newer: object) -> None:
        self._newer = newer

    def __call__(self) -> Sequence[object]:
        return self._newer

    def attend(self) -> None:
        pass


@pytest.mark.parametrize(("kind", "answers"), [("ahead", 0), ("hover", 1)])
def test_what_a_newer_question_of_its_kind_has_replaced_is_not_answered(kind: str, answers: int) -> None:
    """One of another kind replaces nothing."""
    start = picket(*MEN)
    table = BattleTable(picket_scenario(start), start.session())
    question: Question[Any] = Ahead(Moment(table.line, 0, ()))
    replies = EngineHandler(table, packs=False)(Asked("ahead", question), Since(Asked(kind, question)))
    assert len([*replies]) == answers


@pytest.mark.parametrize("runs", [6000, 3])
def test_what_may_come_is_worked_out_once_also_where_it_is_refused(runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the same activation goes on, whatever else is asked of it; of another start it is worked out anew."""
    scenario, session, begun = picket_scenario(picket(*MEN)), picket(*MEN).session(), list[int]()

    def counted(*asked: Any) -> Forecast:
        begun.append(1)
        return forecast(*asked)

    def foresee(frame: int) -> tuple[int, bool]:
        before = len(begun)
        try:
            table.forecast_from(session.frames[frame].state, lambda: None)
        except TooManyWays:
            return len(begun) - before, True
        return len(begun) - before, False

    monkeypatch.setattr("sim.view.worker.table.FORECAST_RUNS", runs)
    monkeypatch.setattr("sim.view.worker.table.forecast", counted)
    table = BattleTable(scenario, session)
    session.advance()
    assert [foresee(0), foresee(0), foresee(1)] == [(each, runs < 10) for each in (1, 0, 1)]
