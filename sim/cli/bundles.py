"""Crash bundles: when a bug ends a battle, its record is put beside the traceback, so that the bug can be had again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from sim.cli.battles import write_record
from sim.cli.endings import crash_file
from sim.engine.session import Session
from sim.files import FileMistakes
from sim.resources import UnknownName
from sim.scenario.scenario import Scenario

EXPECTED = (OSError, click.ClickException, click.exceptions.Exit, click.Abort, FileMistakes, UnknownName)
"""What is nobody's bug: a full disk, a closed pipe, a file or an argument that is not as it should be."""


@contextmanager
def battle_bundle(session: Callable[[], Session[Any, Any]], scenario: Scenario, seed: int | None) -> Iterator[None]:
    """Write the record of the battle if a bug ends it, and note on the error how to have it again.

    `session` is asked only then: taking back an order puts another session in the place of the first.
    """
    with noting(lambda: _kept(session, scenario, seed)):
        yield


@contextmanager
def noting(how: Callable[[], str]) -> Iterator[None]:
    """Note on a bug how to have it again."""
    try:
        yield
    except EXPECTED:
        raise
    except Exception as bug:
        bug.add_note(how())
        raise


def _kept(session: Callable[[], Session[Any, Any]], scenario: Scenario, seed: int | None) -> str:
    """Write the record, and return what to say of it. Whatever fails here must not hide the bug itself."""
    try:
        file: Path = crash_file("-battle.jsonl")
        write_record(file, scenario, session(), seed)
    except Exception as refused:
        return f"the battle could not be kept: {type(refused).__name__}: {refused}"
    return f"the battle up to there is kept; to have the error again: sandtable replay {file} --verify"
