"""The record of a battle that a bug has ended, put beside the traceback, so that the bug can be had again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.crash import crash_file
from sim.engine.session import Session
from sim.scenario.records import write_record
from sim.scenario.scenario import Scenario


def kept_after_crash(session: Callable[[], Session[Any, Any]], scenario: Scenario, seed: int | None) -> str:
    """Write the record, and return what to say of it. Whatever fails here must not hide the bug itself."""
    try:
        file = crash_file("-battle.jsonl")
        write_record(file, scenario, session(), seed)
    except Exception as refused:
        return f"the battle could not be kept: {type(refused).__name__}: {refused}"
    return f"the battle up to there is kept; to have the error again: sandtable replay {file} --verify"
