"""Orders that are chosen number by number: every one that is offered, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from sim.engine.orders import Intent
from sim.engine.ruleset import HUMAN, Ruleset
from sim.research.choosing import PLAIN, Choosing
from sim.research.match import Match
from tests.contract.battles import FILES, few_of_each_system, scenario
from tests.picket import PICKET

FEW = few_of_each_system()


def reached(choosing: Choosing) -> Iterator[Intent]:
    """Yield every order that some numbers lead to."""
    if choosing.order is not None:
        yield choosing.order
    for number in choosing.numbers:
        yield from reached(choosing.then(number))


def played(file: Path, players: dict[str, str], seed: int) -> Iterator[Match]:
    """Play a battle at random, and yield it at every question, before anything of the answer is chosen."""
    match, random = Match(scenario(file), players), Random(seed)
    match.reset(seed)
    while match.choosing is not None:
        if not match.choosing.chosen:
            yield match
        match.choose(random.choice(match.choosing.numbers))


def check(match: Match) -> None:
    """Compare all that can be chosen with all that a person is offered."""
    offered = [offer.intent for offer in match.session.offers() if offer.refusal is None]
    assert match.choosing is not None
    chosen = list(reached(match.choosing))
    assert len(chosen) == len(set(chosen)) and set(chosen) == set(offered)


@pytest.mark.parametrize("file", FEW, ids=[file.stem for file in FEW])
def test_the_numbers_lead_to_every_offer_once_and_to_nothing_else(file: Path) -> None:
    """At some questions of a battle of each system in which all sides are played."""
    everybody = {side.id: HUMAN for side in scenario(file).battle.sides}
    for match in islice(played(file, everybody, 1), 0, 40, 9):
        check(match)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_all_battles_are_chosen_as_they_are_offered(file: Path) -> None:
    """At every fifth question of all of them, whoever plays."""
    everybody = {side.id: HUMAN for side in scenario(file).battle.sides}
    for players in (everybody, {}) if HUMAN in scenario(file).players.values() else (everybody,):
        for match in islice(played(file, players, 2), 0, None, 5):
            check(match)


@pytest.mark.parametrize("name", ["tutorial", "bridge_at_rio_colorado"])
def test_the_way_to_an_order_can_be_asked_for(name: str) -> None:
    """Number by number, to each order that is offered; to none that is not."""
    match = Match(name)
    assert match.choosing is not None and match.choosing.towards(Intent()) is None
    for offer in [offer for offer in match.session.offers() if offer.refusal is None][::7]:
        choosing = match.choosing
        while choosing.order is None:
            number = choosing.towards(offer.intent)
            assert number is not None
            choosing = choosing.then(number)
        assert choosing.order == offer.intent


def test_a_way_is_chosen_by_the_cell_in_which_it_ends() -> None:
    """Though it stands deep inside an order for several units; the facing at its end by its own number."""
    match = Match("tutorial")
    moves = [offer.intent for offer in match.session.offers() if offer.refusal is None and " move " in offer.text]
    choosing, ends = match.choosing, set()
    assert choosing is not None
    for move in moves:
        on = choosing
        while on.order is None:
            number = on.towards(move)
            assert number is not None
            on = on.then(number)
        ends |= {place for block, place in map(match.words.meaning, on.chosen) if block == "cell"}
    cells = {match.words.map.ordinal(step.way[-1]) for move in moves for step in vars(move)["steps"]}
    assert len(ends) > 3 and ends <= cells


def test_what_is_open_can_be_read_off_the_offers_alone() -> None:
    """A system that says nothing of its openings has the same: they are made of its offers."""
    for match in islice(played(FILES[0], {"picket": HUMAN}, 3), 20):
        ask = match.ask
        assert ask is not None
        known = match.session.known_to(ask.side)
        plain, quick = (
            {(each.unit, kind.kind): {*kind.orders()} for each in of(known, ask) for kind in each.kinds()}
            for of in (lambda *asked: Ruleset.openings(PICKET, *asked), PICKET.openings)
        )
        assert plain == quick and plain


def test_units_and_cells_without_a_number_of_their_own_can_be_chosen_all_the_same() -> None:
    """In a table of one row, with orders by the hundred: some numbers stand for several, and the next tells which."""
    match = Match("farm_at_kamenka", units=1)
    check(match)
    assert match.choosing is not None
    plain = [number for number in match.choosing.numbers if number >= match.words.plain_from]
    assert 1 < len(plain) <= PLAIN
