"""LPG-SOLO, LPG-SEQ: whole battles by two planners: they end, everything is told, and nothing is impossible."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.state import LpgState
from tests.rules.la_petite_guerre.table import SCENARIOS, shipped

SCENES = sorted(path.stem for path in (SCENARIOS / "behaviour").glob("*.toml"))


def played(name: str, seed: int) -> Session[LpgState, Any]:
    """Play a scene to its end."""
    scenario = shipped(f"behaviour/{name}")
    players = {side.id: "solo" for side in scenario.battle.sides}
    state: Any = scenario.state
    session: Session[LpgState, Any] = Session(scenario.battle, state, players, Seeded(seed))
    session.play_out()
    return session


@pytest.mark.rule("LPG-SOLO", "LPG-SEQ")
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_played_to_its_end(name: str) -> None:
    """By a planner on each side, with nothing impossible on the table, and each event in a sentence of its own."""
    session = played(name, 7)
    assert session.over
    assert list(LA_PETITE_GUERRE.complaints(session.position)) == []
    for frame in session.frames:
        if isinstance(frame.event, LA_PETITE_GUERRE.own_events):
            told = LA_PETITE_GUERRE.event_text(session.position, frame.event)
            assert told and "(" not in told


@pytest.mark.rule("LPG-SOLO")
def test_the_same_dice_make_the_same_battle() -> None:
    """Event by event; nobody is ever where somebody else is, in any frame of a charge of horse."""
    one, other = (played("stance_advance", 3) for _ in range(2))
    assert [frame.event for frame in one.frames] == [frame.event for frame in other.frames]
    for frame in played("charge", 5).frames:
        cells = [unit.cell for unit in frame.state.units if unit.cell is not None]
        assert len(cells) == len(set(cells))


@pytest.mark.rule("LPG-SOLO")
def test_the_planner_names_a_rule_for_what_it_does() -> None:
    """Every order of an automated side has its reasons, and they name rules of this game or ideas of the house."""
    from sim.engine.notes import walk

    rules = {note.rule for frame in played("stance_defend", 2).frames for note in walk(frame.why) if note.rule}
    assert rules and all(rule.startswith(("LPG-", "HOUSE-")) for rule in rules)
