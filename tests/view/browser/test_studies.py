"""A study from the browser: games are asked for, played beside it, cancelled, and lie over the map afterwards."""

from typing import Any

import pygame
import pytest

from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.blocks.kinds import Do
from sim.view.browser.studies import StudyDesk
from sim.view.worker.studying import PlayStudy, heat_for
from tests.view.browser.table import MIDDLING, WIDE, Table

TUTORIAL = find_scenario("tutorial")


class Slow:
    """Somebody who has been asked, and has not answered yet."""

    is_busy, fault, closed = False, "", False

    def ask(self, question: PlayStudy, /) -> int:
        self.is_busy = question.games > 0
        return 1

    def answers(self) -> list[Any]:
        return []

    def restart(self) -> None: ...

    def close(self, wait: float = 0.0) -> None:
        self.closed = True


@pytest.mark.parametrize("size", [WIDE, MIDDLING])
def test_a_study_is_played_and_lies_over_the_map(size: tuple[int, int]) -> None:
    """The page says who wins how often; what is chosen is drawn, and a battle finds the same figures."""
    table = Table(size, (TUTORIAL,))
    table.desk.take_games(2)
    table.key(pygame.K_F9)
    assert "Nothing has been played yet" in table.texts
    table.press(Do("play_study"))
    assert "2 games" in table.texts and "they have been played" in table.texts
    scenario = load_scenario(TUTORIAL)
    table.desk.show_heat("stood")
    table.tick(2)
    (shades,) = table.desk.studies.shades(TUTORIAL, scenario)
    found = heat_for(scenario, "stood", "")
    assert found and sum(level > 0 for level in shades.levels) == len(found)
    table.key(pygame.K_ESCAPE)
    assert table.desk.page == "battles"
    table.tick()
    assert table.desk.pictures.of(TUTORIAL, table.desk.scenario or scenario).shades == ()


def test_a_study_that_is_cancelled_is_played_no_further() -> None:
    """Its process ends, and another study can be begun; while it is played, a second one has to wait."""
    workers: list[Slow] = []

    def started() -> Slow:
        workers.append(Slow())
        return workers[-1]

    desk, scenario = StudyDesk(started), load_scenario(TUTORIAL)
    desk.begin(TUTORIAL, scenario)
    blocks = desk.blocks(TUTORIAL, scenario, None)
    assert desk.is_playing and Do("cancel_study") in [getattr(block, "do", None) for block in blocks]
    desk.begin(TUTORIAL, scenario)
    assert len(workers) == 1
    desk.cancel()
    assert workers[0].closed and not desk.is_playing
    desk.begin(TUTORIAL, scenario)
    assert len(workers) == 2
