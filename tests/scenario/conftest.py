"""What the tests of scenarios share."""

from collections.abc import Iterator

import pytest

from sim.scenario import systems
from tests.scenario.marker import BARE, MARKER


@pytest.fixture(scope="module")
def marker_systems() -> Iterator[None]:
    """Have the smallest systems at hand for the tests of one file, and for no others: they promise very little."""
    before = list(systems._ADOPTED)
    systems.adopt(MARKER)
    systems.adopt(BARE)
    yield
    systems._ADOPTED[:] = before
