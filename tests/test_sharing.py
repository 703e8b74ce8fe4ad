"""Who runs what in an everyday run."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from sim.resources import shipped_scenarios
from tests.sharing import LONGEST, Shares, in_order, share_of, tells_something, worth_collecting

CHECKOUT = Path(__file__).parent.parent
SIZES = {"long": 9, "short": 2, "single": 1, "other": 4, "last": 3}
"""How many tests some files have."""


@pytest.mark.parametrize("share", LONGEST)
def test_what_comes_first_exists(share: str) -> None:
    """A file or a scenario that was renamed would silently come last."""
    assert (CHECKOUT / share).is_file() or share in {f"contract of {file.stem}" for file in shipped_scenarios()}


def test_tests_come_share_by_share_and_the_longest_first(request: pytest.FixtureRequest) -> None:
    """Whatever the order in which they were collected, no share is torn apart."""
    items = in_order(reversed(request.session.items))
    shares = [share_of(item.nodeid) for item in items]
    began = list(dict.fromkeys(shares))
    assert shares == sorted(shares, key=began.index)
    longest = [share for share in LONGEST if share in began]
    assert began[: len(longest)] == longest


@pytest.mark.parametrize(("text", "kept"), [(">>> 1 + 1\n2\n", True), ("1 + 1\n", False)])
def test_examples_are_looked_for_where_there_are_some(
    request: pytest.FixtureRequest, tmp_path: Path, text: str, kept: bool
) -> None:
    """A file of tests is collected in any case, and asked for examples if it has any."""
    file = tmp_path / "test_it.py"
    file.write_text(text, encoding="utf-8")
    tests, examples = (kind.from_parent(request.session, path=file) for kind in (pytest.Module, DoctestModule))
    assert worth_collecting([tests, examples], file) == [tests, *[examples] * kept]


@pytest.mark.parametrize(
    ("when", "outcome", "seconds", "sent"),
    [
        ("call", "passed", 0, True),
        ("call", "failed", 0, True),
        ("setup", "passed", 0, False),
        ("setup", "skipped", 0, True),
        ("setup", "failed", 0, True),
        ("setup", "passed", 0.2, True),
        ("teardown", "passed", 0, False),
        ("teardown", "failed", 0, True),
    ],
)
def test_what_a_process_keeps_to_itself_is_that_nothing_was_amiss(
    when: Any, outcome: Any, seconds: float, sent: bool
) -> None:
    """A test, whatever failed or was skipped, and what took long are told; an uneventful set-up is not."""
    report = pytest.TestReport("a", ("a", 1, "a"), {}, outcome, None, when, duration=seconds)
    assert tells_something(report) == sent


class Process:
    """A process that takes down what it is given, as the scheduler of xdist knows one."""

    shutting_down = False
    gateway = SimpleNamespace(id="gw")

    def __init__(self) -> None:
        self.given: list[int] = []

    def send_runtest_some(self, places: list[int]) -> None:
        """Take tests by their places."""
        self.given += places

    def shutdown(self) -> None:
        """Take it that there is nothing more to come."""
        self.shutting_down = True


def test_every_test_is_given_to_one_process_and_a_share_to_one_alone() -> None:
    """Two processes that do what they are given, in turn, have done everything once at the end."""
    collection = [f"tests/test_{name}.py::test_{number}" for name, count in SIZES.items() for number in range(count)]
    processes: list[Any] = [Process(), Process()]
    config: Any = SimpleNamespace(option=SimpleNamespace(loadscopereorder=False), getvalue=lambda _: ["2*popen"])
    shares = Shares(config)
    for process in processes:
        shares.add_node(process)
        shares.add_node_collection(process, collection)
    shares.schedule()
    for place in range(len(collection)):
        for process in processes:
            if place < len(process.given):
                shares.mark_test_complete(process, process.given[place])
    assert sorted(processes[0].given + processes[1].given) == list(range(len(collection)))
    held = [{share_of(collection[place]) for place in process.given} for process in processes]
    assert all(held) and not held[0] & held[1]
    assert shares.tests_finished and not shares.has_pending
