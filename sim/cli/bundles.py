"""Crash bundles: when a bug ends a battle, its record is put beside the traceback, to reproduce the bug."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from sim.engine.session import Session
from sim.files import FileMistakes
from sim.resources import UnknownName
from sim.scenario.records import kept_after_crash
from sim.scenario.scenario import Scenario

EXPECTED = (OSError, click.ClickException, click.exceptions.Exit, click.Abort, FileMistakes, UnknownName)
"""What is nobody's bug: a full disk, a closed pipe, a file or an argument that is not as it should be."""


@contextmanager
def battle_bundle(session: Callable[[], Session[Any, Any]], scenario: Scenario, seed: int | None) -> Iterator[None]:
    """Write the record of the battle if a bug ends it, and note on the error how to reproduce it.

    `session` is asked only then: taking back an order puts another session in the place of the first.
    """
    with noting(lambda: kept_after_crash(session, scenario, seed)):
        yield


@contextmanager
def noting(how: Callable[[], str]) -> Iterator[None]:
    """Note on a bug how to reproduce it."""
    try:
        yield
    except EXPECTED:
        raise
    except Exception as bug:
        bug.add_note(how())
        raise
