"""Who runs what in an everyday run."""

from pathlib import Path

import pytest

from sim.resources import shipped_scenarios
from tests.sharing import LONGEST, in_order, share_of

CHECKOUT = Path(__file__).parent.parent


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
