"""Battles as arrays: exact again by their seed, whole in a copy, and without a trace of whom a side does not know."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from sim.engine.battle import Position
from sim.engine.ruleset import COMMANDER, HUMAN, SOLO
from sim.research.choosing import Basis, Choosing
from sim.research.match import Match, NotAllowed, against
from sim.research.observing import Eyes
from tests.contract.battles import FILES, scenario


def told(match: Match, random: Random, steps: int) -> list[Any]:
    """Play at random, and return all that was seen and got."""
    found: list[Any] = []
    for _ in range(steps):
        if match.choosing is None or match.side is None:
            break
        seen = match.observation(match.side)
        found.append((match.side, {name: part.tobytes() for name, part in seen.items()}, match.choosing.numbers))
        found.append(match.choose(random.choice(match.choosing.numbers)))
    return found


def test_a_seed_brings_the_same_battle_again() -> None:
    """Every array, every mask, every reward; another seed another one."""
    match, other = Match("tutorial"), Match("tutorial")
    played = []
    for each, seed in ((match, 5), (other, 5), (match, 5), (other, 6)):
        each.reset(seed)
        played.append(told(each, Random(1), 400))
        assert each.over
    assert played[0] == played[1] == played[2] != played[3]


@pytest.mark.parametrize("name", ["tutorial", "bridge_at_rio_colorado"])
def test_a_copy_goes_on_by_itself(name: str) -> None:
    """From the middle of an order, by copying and by pickling, as the original does; neither disturbs the other."""
    match = Match(name)
    match.reset(3)
    told(match, Random(2), 25)
    while match.choosing is None or not match.choosing.chosen:
        told(match, Random(3), 1)
    copies = [deepcopy(match), pickle.loads(pickle.dumps(match))]
    ways = [told(each, Random(4), 60) for each in (*copies, match)]
    assert ways[0] == ways[1] == ways[2] and len(ways[0]) > 10


def test_rewards_add_up_to_the_points_and_the_end() -> None:
    """A lead of so many points more than at the beginning, and one for a victory or a defeat."""
    match = Match("tutorial", {"germans": HUMAN}, per_point=0.25)
    match.reset(1)
    start, random, got = dict(match._points), Random(1), dict.fromkeys(match.sides, 0.0)
    while match.choosing is not None:
        for side, reward in match.choose(random.choice(match.choosing.numbers)).items():
            got[side] += reward
    winner = match.session.state.outcome.winner
    for side in match.sides:
        end = 0 if winner is None else 1 if winner == side else -1
        assert got[side] == pytest.approx(end + 0.25 * (match._points[side] - start[side]))
    assert any(got.values())


HIDING = [
    ("orlovka_street", "germans"),
    ("pursuit_to_two_loons", "scouts"),
    ("acquisition", "militia"),
    ("ford", "picket"),
]


@pytest.mark.parametrize(("name", "side"), HIDING)
def test_nothing_is_seen_of_units_that_a_side_does_not_know(name: str, side: str) -> None:
    """Wherever they are, or if they are gone: the same arrays and the same numbers, all along a battle."""
    file = next(file for file in FILES if file.stem.startswith(name))
    match, random, tried = Match(scenario(file), {side: HUMAN}), Random(1), 0
    match.reset(2)
    while match.choosing is not None and tried < 12:
        state, battle = match.session.state, match.session.battle
        hidden = [unit for unit in state.units if getattr(unit, "hidden", False) and unit.side != side]
        if match.side == side and not match.choosing.chosen and hidden:
            taken = {unit.cell for unit in state.units}
            free = [cell for cell in battle.map.cells if cell in battle.map and cell not in taken]
            moved = state.with_unit(hidden[0].changed(cell=random.choice(free), facing=0))
            views = [seen_of(match, side, each) for each in (state, moved, without(state, hidden[0].id))]
            assert views[0] == views[1] == views[2]
            assert views[0][0] == {name: part.tobytes() for name, part in match.observation(side).items()}
            tried += 1
        match.choose(random.choice(match.choosing.numbers))
    assert tried


def without(state: Any, id_: str) -> Any:
    """Return a state in which somebody is not, nor in any cup."""
    decks = tuple(replace(deck, left=tuple(card for card in deck.left if card != id_)) for deck in state.decks)
    return state.without_unit(id_).changed(decks=decks)


def seen_of(match: Match, side: str, state: Any) -> tuple[Any, ...]:
    """Return all that a side observes of a state, and all that it could choose in it."""
    battle, ask = match.session.battle, match.ask
    assert ask is not None
    known = Position(battle, battle.ruleset.known(Position(battle, state), side))
    rows = match._rows[side]
    openings = tuple(battle.ruleset.openings(known, ask))
    choosing = Choosing(Basis(match.words, known, rows), openings) if openings else None
    seen = match.observer.seen(Eyes(known, side, rows), ask, choosing)
    return {name: part.tobytes() for name, part in seen.items()}, choosing and choosing.numbers


def test_the_arrays_say_what_stands_on_the_map() -> None:
    """A unit's row has its side, its cell and its figures; a layer has the ground; nothing has another shape later."""
    match = Match("tutorial")
    shapes = match.observer.shapes
    seen = match.observation("soviets")
    assert {name: part.shape for name, part in seen.items()} == shapes
    columns = {name: place for place, name in enumerate(match.observer.unit_columns)}
    units, here = match.session.state.units, match.session.position
    for unit, row in zip(units, seen["units"], strict=False):
        assert row[columns["side"]] == (1 if unit.side == "soviets" else 2)
        cell = divmod(here.map.ordinal(unit.place), here.map.width)
        assert (row[columns["cell row"]], row[columns["cell column"]]) == cell
        assert row[columns["spent"]] == unit.spent and row[columns["facing"]] == unit.facing
    assert not seen["units"][len(units) :].any()
    layer = {name: number for number, name in enumerate(match.observer.layers)}
    heights = [here.map.height_at(cell) for cell in here.map.cells]
    assert seen["map"][layer["height"]].ravel().tolist() == heights
    assert np.unique(seen["map"][layer["terrain"]]).size > 1


def test_what_cannot_be_is_told() -> None:
    """A side that is none, a player who is none, nobody left to play, a number that the mask leaves out."""
    with pytest.raises(ValueError, match='there is no side "germns": expected one of soviets, germans; did you mean'):
        Match("tutorial", {"germns": SOLO})
    with pytest.raises(ValueError, match='"nobody" cannot play germans: expected'):
        Match("tutorial", {"germans": "nobody"})
    with pytest.raises(ValueError, match=r'leave one to be played, as in players=\{"soviets": "human"\}'):
        Match("tutorial", {"soviets": "commander"})
    match = Match("tutorial")
    assert match.choosing is not None
    with pytest.raises(NotAllowed, match="0 cannot be chosen now: the mask of soviets leaves it out"):
        match.choose(0)
    told(match, Random(1), 1000)
    with pytest.raises(NotAllowed, match="the battle is over"):
        match.choose(0)


def test_one_side_is_left_to_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the printed AI wherever people would play, or whoever is named; against the commander without one."""
    of = Match("tutorial").scenario
    assert against(of, "germans") == {"soviets": SOLO, "germans": HUMAN}
    assert against(of, "germans", {"soviets": COMMANDER}) == {"soviets": COMMANDER, "germans": HUMAN}
    monkeypatch.setattr(type(of.ruleset), "players", (COMMANDER,))
    assert against(of, "germans") == {"soviets": COMMANDER, "germans": HUMAN}


def test_no_row_is_lost_when_more_units_come_than_there_is_room_for() -> None:
    """Those who are there keep theirs; the rest has none, and can be ordered all the same."""
    match = Match("tutorial", units=2)
    assert sorted(match._rows["soviets"].values()) == [0, 1]
    assert match.observation("soviets")["units"].shape[0] == 2
    told(match, Random(1), 1000)
    assert match.over


SET_BATTLES = [file for file in FILES if file.parent.parent.name == "scenarios"]


@pytest.mark.long
@pytest.mark.parametrize("everybody", [False, True], ids=["against the printed AI", "all sides"])
@pytest.mark.parametrize("file", SET_BATTLES, ids=[file.stem for file in SET_BATTLES])
def test_random_play_comes_to_an_end(file: Any, everybody: bool) -> None:
    """In every set battle, with every mask leading somewhere and every array of its shape."""
    told_of = scenario(file)
    match = Match(told_of, {side.id: HUMAN for side in told_of.battle.sides} if everybody else {})
    for seed in range(10):
        random = Random(seed)
        match.reset(seed)
        while match.choosing is not None and match.side is not None:
            seen = match.observation(match.side)
            assert {name: part.shape for name, part in seen.items()} == match.observer.shapes
            match.choose(random.choice(match.choosing.numbers))
        assert match.session.over and not match.stands_still
