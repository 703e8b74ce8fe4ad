"""Settings for all tests: how hard hypothesis searches, and what is forgotten between them."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# No deadlines: the first call of a compiled kernel takes seconds, and a loaded machine any time it likes.
# The everyday profile is the same on every run, so that a failure belongs to the change that met it; the long
# one draws anew each time, so that the soak covers more ground. Ask for it with `--hypothesis-profile=long`.
settings.register_profile("everyday", deadline=None, derandomize=True)
settings.register_profile(
    "long", deadline=None, max_examples=5000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("everyday")


@pytest.fixture(autouse=True)
def _forget_maps() -> Iterator[None]:
    """Forget after each test what is kept of its maps: thousands of them would make the last tests slow and large."""
    yield
    sight = sys.modules.get("sim.board.sight")
    if sight is not None:
        sight.forget_lines()
