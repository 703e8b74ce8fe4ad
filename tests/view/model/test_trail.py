"""What the others did since one's last order, and what happened while somebody skipped: without a picture."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.reader import Reader
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.view.model.cues import is_attack
from sim.view.model.meanwhile import meanwhile
from sim.view.model.model import Model
from sim.view.model.playback import Playback
from sim.view.model.trail import last_order, trail_of
from tests.picket_positions import AMES, HUMAN_PICKET, RED, Stand
from tests.view.battle.bot import asked, known, picket, picketed

SHIPPED = ("farm_at_kamenka", "house_of_the_spring", "vespers_at_san_isidro", "ambush_at_fish_coulee", "saloon_brawl")
"""A battle of each system."""
FRAMES = 120


def watched(name: str) -> Model:
    """Return the first frames of a shipped battle, played by commanders, as the person sees it who would play it."""
    scenario = known(find_scenario(name))
    people = tuple(side for side, player in scenario.players.items() if player == HUMAN)
    players = {side: "commander" if side in people else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(2))
    while len(session.frames) < FRAMES and session.advance():
        pass
    return Model(scenario, Playback(session), Reader(scenario.battle, people))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_skip_is_told_in_three_lines_of_what_may_be_known(name: str) -> None:
    """At most three, each with a frame of what was skipped; who is named has been seen by then."""
    model = watched(name)
    last = len(model.playback.frames) - 1
    told = 0
    for first in range(0, last, 24):
        end = min(first + 24, last)
        lines = meanwhile(model, first, end)
        seen = {unit.id for n in range(first, end + 1) for unit in model.position_at(n).state.units}
        hidden = {unit.id for frame in model.playback.frames for unit in frame.state.units} - seen
        told += len(lines)
        assert len(lines) <= 3 and all(first < line.frame <= end for line in lines)
        assert not any(f" {name} " in f" {line.text} " for name in hidden for line in lines)
    assert told


@pytest.mark.parametrize("name", SHIPPED)
def test_who_was_lost_comes_first_and_a_trail_is_what_others_did_in_the_order_of_time(name: str) -> None:
    """The whole battle so far begins with a loss, if there was any, and with one of one's own, if there was one. Of the
    trail none is of one's own side, each is where a unit was seen to stand, and shots only where somebody attacked."""
    model = watched(name)
    last = len(model.playback.frames) - 1
    start, end = (model.insight.lost(model.position_at(n)) for n in (0, last))
    lines, trail = meanwhile(model, 0, last), trail_of(model, 0, last)
    if start is not None and end is not None and (fallen := end - start):
        own = {unit.id for unit in model.playback.frames[0].state.units if unit.side == model.eyes}
        assert " lost " in lines[0].text
        assert lines[0].text.startswith(model.side_name(str(model.eyes))) == bool(fallen & own)
    assert [step.frame for step in trail] == sorted(step.frame for step in trail)
    for step in trail:
        before = model.position_at(step.frame - 1).state.units
        assert step.side == before[step.unit].side != model.eyes
        assert step.cells[0] == before[step.unit].cell and len(step.cells) > 1
        assert not step.is_shot or is_attack(model.frame_at(step.frame).event)


def test_nothing_of_a_hidden_enemy_is_in_the_trail() -> None:
    """One who is never seen leaves no step."""
    screen = asked(picketed(picket(AMES, RED, Stand("red-9", "E5", 5, hidden=True)), players=HUMAN_PICKET))
    model = screen.model
    assert all(step.unit != "red-9" for step in trail_of(model, 0, model.playback.cursor))


def test_it_begins_anew_with_ones_next_order_and_what_was_skipped_is_known_until_then() -> None:
    """The frame to which the last order led is where it begins; before any order, the first frame. Looking at a frame
    of what was skipped keeps it; an order ends it."""
    screen = picketed(source=Seeded(3))
    screen.timing.skip()
    playback = asked(screen).model.playback
    asked_at, skipped = playback.cursor, playback.skipped
    assert last_order(playback, "picket", asked_at) == 0
    assert skipped is not None and skipped[1] == asked_at
    screen.timing.back()
    assert playback.skipped == skipped
    screen.timing.live()
    asked(screen)
    screen.ordering.take_advice()
    screen.ordering.confirm()
    assert playback.skipped is None
    assert last_order(playback, "picket", asked(screen).model.playback.cursor) == asked_at + 1
