"""Ambush Alley: the table of the tests has the figures of the game."""

from sim.rules.ambush_alley.figures import figures
from tests.rules.ambush_alley.table import ARRIVALS


def test_the_reinforcements_of_the_table_are_those_of_the_game() -> None:
    """As many come, with a leader or not, and as often again, whatever they are called."""
    shipped = figures().arrivals
    told = {face: (row.figures if not row.again else "", row.leader, row.again) for face, row in shipped.items()}
    assert told == {face: (row.figures, row.leader, row.again) for face, row in ARRIVALS.items()}
