"""How the tests are shared out among the processes of an everyday run.

A share goes to one process as a whole, so that what its tests have in common is made once:

    tests/contract, asked of one scenario   one share: its battle is played once, and asked everything
    any other file                          one share: its fixtures are made once

The shares that take longest come first, or one process would still be at them when the other has nothing left to do;
after them those with many tests, and the short ones fill up what is left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

LONGEST = (
    "tests/test_lint.py",
    "tests/view/test_real_window.py",
    "tests/view/battle/test_battle_window.py",
    "tests/test_packaging.py",
    "tests/contract/test_contract.py",
    "contract of rifle_pits_of_saint_damase",
    "contract of pursuit_to_two_loons",
    "contract of ambush_at_fish_coulee",
    "tests/view/battle/test_robust.py",
    "tests/view/battle/test_bot.py",
    "tests/view/browser/test_browser_screen.py",
)
"""Shares of few tests that start other programs, or play for long: the number of their tests does not tell it."""

SHORTEST_LISTED = 0.005
"""Seconds; `--durations` leaves out whatever took less."""

_OF_SCENARIO = re.compile(r"tests/contract/[^\[]*\[(?P<name>.+?)(-\d+)?\]")


_OF_ALL = re.compile(r"tests/(?:contract|rules)/test_[^\[]*\[(?P<id>.*)\]")
SCENARIOS = Path(__file__).parent.parent / "scenarios"


@cache
def _systems_by_name() -> dict[str, str]:
    """Return to which system each scenario belongs, by its name, and each system by its own."""
    found = {file.stem: file.relative_to(SCENARIOS).parts[0] for file in SCENARIOS.rglob("*.toml")}
    return found | {system: system for system in found.values()}


def asked_of_others(nodeid: str, systems: Sequence[str]) -> bool:
    """Say whether a test that is asked of every system, or of every scenario, is asked here of others than these.

    >>> asked_of_others("tests/contract/test_golden.py::test_a_battle_is_as_it_was[saloon_brawl]", ["outlaws"])
    False
    >>> asked_of_others("tests/contract/test_contract.py::test_a_battle_ends[saloon_brawl-3]", ["la_cucaracha"])
    True
    >>> asked_of_others("tests/rules/outlaws/test_move.py::test_walking[saloon_brawl]", ["la_cucaracha"])
    False
    """
    named = _OF_ALL.match(nodeid)
    words = re.split(r"[-/.]", named["id"]) if named else ()
    about = {_systems_by_name()[word] for word in words if word in _systems_by_name()}
    return bool(about) and about.isdisjoint(systems)


def share_of(nodeid: str) -> str:
    """Return the share that a test belongs to.

    >>> share_of("tests/grid/test_hexes.py::test_neighbours[2]")
    'tests/grid/test_hexes.py'
    >>> share_of("tests/contract/test_contract.py::test_a_battle_ends[ford-3]")
    'contract of ford'
    >>> share_of("tests/contract/test_golden.py::test_a_battle_is_as_it_was[ford]")
    'contract of ford'
    """
    of_scenario = _OF_SCENARIO.match(nodeid)
    return f"contract of {of_scenario['name']}" if of_scenario else nodeid.partition("::")[0]


def worth_collecting(found: list[pytest.Collector], file: Path) -> list[pytest.Collector]:
    """Leave out who looks for examples in a file that has none: hardly any test has, and each function is looked at."""
    if not found or ">>>" in file.read_text(encoding="utf-8"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


def in_order(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests share by share, the longest shares first."""
    kept = list(items)
    count = Counter(share_of(item.nodeid) for item in kept)
    first = {share: place for place, share in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[int, int, str]:
        share = share_of(item.nodeid)
        return first.get(share, len(first)), -count[share], share

    return sorted(kept, key=place)


def run_and_report(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Run a test, and send whoever shares the tests out what it has to say.

    That it begins, that it ends, and that it was set up and cleared away as it should be would each be a message of
    its own: thousands of tests are over sooner than their five messages are written, read and thrown away.
    """
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if tells_something(report):
            if report.passed:
                report.keywords = {}  # half of the message, and nobody asks for them
            item.ihook.pytest_runtest_logreport(report=report)
    if nextitem is None:
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)


def tells_something(report: pytest.TestReport) -> bool:
    """Say whether a report is of the test itself, of something amiss, or of what `--durations` lists."""
    return report.when == "call" or not report.passed or report.duration >= SHORTEST_LISTED


class Shares(LoadScopeScheduling):  # type: ignore[misc]  # xdist brings no types
    """Give each process the next share when it has nearly done the last.

    What xdist looks up after every test grows with the tests that are done, and here there are thousands: places are
    kept in a table, and a share that is done is not counted again.
    """

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Take down what a process has collected; it is the same in all of them."""
        super().add_node_collection(node, collection)
        self._places = {nodeid: place for place, nodeid in enumerate(collection)}

    def _assign_work_unit(self, node: WorkerController) -> None:
        share, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][share] = tests
        node.send_runtest_some([self._places[nodeid] for nodeid, done in tests.items() if not done])

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        for share in [share for share, tests in workload.items() if all(tests.values())]:
            del workload[share]
        pending: int = super()._pending_of(workload)
        return pending

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)
