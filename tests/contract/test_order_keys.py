"""The letters of orders: fixed, one for each, and none that the battle screen uses for something else."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sim.engine.ruleset import Ruleset
from sim.play.order import PASSING, Order
from sim.view.battle.commands import ALL_KEYS
from tests.contract.battles import SYSTEMS

EVERY_SYSTEM = pytest.mark.parametrize("ruleset", SYSTEMS, ids=[ruleset.id for ruleset in SYSTEMS])


def kinds(ruleset: Ruleset[Any, Any]) -> list[type[Order[Any, Any]]]:
    """Return the kinds of orders that a system has."""
    return [kind for kind in ruleset.intents if issubclass(kind, Order)]


@EVERY_SYSTEM
def test_no_letter_stands_for_two_orders_of_one_occasion(ruleset: Ruleset[Any, Any]) -> None:
    """Kinds that may be asked for together share a letter only if they are one entry of the menu."""
    for one, other in combinations(kinds(ruleset), 2):
        if one.on and other.on and not {*one.on} & {*other.on}:
            continue
        mine, theirs = one.letters(), other.letters()
        clashes = [(a, b) for a in mine for b in theirs if mine[a] == theirs[b] and a != b]
        assert clashes == [], (one.__name__, other.__name__)


@EVERY_SYSTEM
def test_no_letter_is_a_key_of_the_screen(ruleset: Ruleset[Any, Any]) -> None:
    """A letter that gives an order does nothing else; whatever passes is on E everywhere, and nothing else is."""
    taken = {key.name for key in ALL_KEYS if not key.with_} - {PASSING}
    used = {letter for kind in kinds(ruleset) for letter in kind.letters().values()}
    assert used and used & taken == set()
    assert all(len(letter) == 1 and letter.isupper() for letter in used)
    for kind in kinds(ruleset):
        assert (PASSING in kind.letters().values()) is kind.passes, kind.__name__
