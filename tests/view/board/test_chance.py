import pickle
import random

import numpy as np

from sim.view.board.chance import PlaceNumbers, shares
from tests.view.drawn import drawn, picture


def test_the_same_place_has_the_same_chance_and_chances_are_spread_evenly() -> None:
    """Numbers depend on place and purpose alone; over a lattice every tenth is met about as often."""
    assert [PlaceNumbers(3, 4).share() for _ in range(3)] == [PlaceNumbers(3, 4).share()] * 3
    assert PlaceNumbers(3, 4).share() != PlaceNumbers(4, 3).share()
    columns, rows = (part.ravel() for part in np.meshgrid(np.arange(-50, 50), np.arange(-50, 50)))
    found = shares(columns, rows, 7)
    counts, _ = np.histogram(found, bins=10, range=(0, 1))
    assert abs(found.mean() - 0.5) < 0.01 and counts.min() > 850


def test_painting_leaves_the_random_modules_alone() -> None:
    """The dice of others do not notice that a map was painted."""
    before, numpy_before = random.getstate(), pickle.dumps(np.random.get_state())
    picture(drawn("wW\n.~"), 20)
    assert random.getstate() == before
    assert pickle.dumps(np.random.get_state()) == numpy_before
