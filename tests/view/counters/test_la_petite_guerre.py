"""What the figures of La Petite Guerre look like: marks of what a man does and what has befallen him."""

from typing import Any

import pytest

from sim.view.counters.la_petite_guerre import marks
from tests.rules.la_petite_guerre.table import man


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ({"broken": True}, "routed"),
        ({"stunned": 3}, "stunned"),
        ({"wounded": True}, "wounded"),
        ({"loaded": False}, "reloading"),
        ({"prone": True}, "prone"),
        ({"hidden": True}, "hidden"),
        ({"bayonet": True, "weapon": "snider_enfield"}, "bayonet"),
        ({"mounted": True}, "mounted"),
        ({"command": 2}, "leader"),
    ],
)
def test_what_has_befallen_a_man_shows(words: dict[str, Any], mark: str) -> None:
    """One mark each, and none on a man in good order."""
    assert marks(man("b1", "B2", **words).unit) == (mark,)
    assert marks(man("b1", "B2").unit) == ()
