"""Settings for all tests: how hard hypothesis searches, who runs what, and what is forgotten between them."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No deadlines: the first call of a compiled kernel takes seconds, and a loaded machine any time it likes.
# The everyday profile is the same on every run, so that a failure belongs to the change that met it; the long
# one draws anew each time, so that the soak covers more ground. Ask for it with `--hypothesis-profile=long`.
settings.register_profile("everyday", deadline=None, derandomize=True, max_examples=50)
settings.register_profile(
    "long", deadline=None, max_examples=5000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("everyday")

# The collector of garbage comes less often than it would: most of what a battle makes is kept for as long as the
# battle, and to look through all of it again and again takes as long as to play. While tests are collected it does not
# come at all: nearly everything that is made then stays to the end.
gc.set_threshold(100_000, 10, 50)
gc.disable()

# What a test writes is gone after it: that it shall outlast a power cut is no reason to wait for the disk.
os.fsync = lambda fd: None

# Shells have Ctrl-C ignored by what runs in the background, and so by all that it starts: tests of Ctrl-C start much.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share the tests out as `tests/sharing.py` says, in the order in which they were collected."""
    from tests.sharing import Shares

    config.option.loadscopereorder = False
    return Shares(config, log)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test, and report it in one message instead of five, where several processes run them."""
    if not hasattr(item.config, "workerinput"):
        return None
    from tests.sharing import run_and_report

    run_and_report(item, nextitem)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Read cases that are written as text, and look for examples only in those files of the tests that have some."""
    from tests.cases import CaseFile, is_case_file
    from tests.sharing import worth_collecting

    found = worth_collecting((yield), file_path)
    return [*found, CaseFile.from_parent(parent, path=file_path)] if is_case_file(file_path) else found


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let what is asked of every system be asked of some alone, as `tools/test.py --changed` does."""
    parser.addoption("--systems", default="", help="ask the tests of all systems and scenarios only of these: ID,…")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is asked of other systems; bring the rest into the order of shares, where several run them."""
    if systems := config.getoption("--systems"):
        from tests.sharing import asked_of_others

        left_out = [item for item in items if asked_of_others(item.nodeid, systems.split(","))]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in {*left_out}]
    if hasattr(config, "workerinput"):
        from tests.sharing import in_order

        items[:] = in_order(items)


def pytest_collection_finish() -> None:
    """Let the collector of garbage come, and spare it what stays to the end: thousands of tests, and all modules."""
    gc.freeze()
    gc.enable()
