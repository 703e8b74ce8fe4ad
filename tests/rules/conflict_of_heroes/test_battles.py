"""What takes a whole battle, or a battle of one's own making."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Battle
from sim.engine.chance import Scripted, Seeded
from sim.engine.events import Event
from sim.engine.record import codec_of
from sim.engine.session import Session
from sim.grid import Cell
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.events import CounterMoved, PointsWon
from sim.rules.conflict_of_heroes.orders.rally import Rally
from sim.rules.conflict_of_heroes.state import ORDERS
from sim.scenario.scenario import load_scenario
from tests.contract.battles import players
from tests.rules.conflict_of_heroes.questions import staged


def played_out(battle: Battle[Any], state: Any, of: dict[str, str], seed: int) -> Session[Any, Any]:
    """Play a battle to its end."""
    session: Session[Any, Any] = Session(battle, state, of, Seeded(seed))
    session.play_out()
    return session


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_farm_at_kamenka_counts_when_the_last_round_is_over(seed: int) -> None:
    """Before that only losses do, so that whoever holds house and barn in the end has most of what there is to win."""
    of = load_scenario(find_scenario("conflict_of_heroes/farm_at_kamenka"))
    frames = played_out(of.battle, of.state, players(of), seed).frames
    held = [frame for frame in frames if isinstance(frame.event, PointsWon) and "holds" in frame.event.why]
    assert {frame.state.turn for frame in held} <= {of.battle.turns}
    stakes = sum(objective.points for objective in of.battle.data.objectives.values())
    assert stakes == 6 > sum(unit.side == "germans" for unit in of.state.units)


@pytest.mark.rule("COH-HEX")
def test_the_hex_number_decides_nothing_and_the_card_says_so() -> None:
    """Cards that differ in it alone are the same order, and a battle with other hex numbers goes the same way."""
    of = load_scenario(find_scenario("conflict_of_heroes/behaviour/eleven"))
    turned = {id_: replace(card, hex_number=7 - card.hex_number) for id_, card in of.battle.data.orders.items()}
    other = replace(of.battle, data=replace(of.battle.data, orders=turned))
    one, two = (played_out(battle, of.state, players(of), 3) for battle in (of.battle, other))
    assert [frame.event for frame in one.frames] == [frame.event for frame in two.frames]
    assert "(not used: COH-HEX)" in CONFLICT_OF_HEROES.insight.card(two.position, ORDERS, min(turned)).text


@pytest.mark.rule("COH-7.3-ai")
def test_a_whole_battle_removes_no_more_than_all_blue_cards_but_one() -> None:
    """However many AIs are lost."""
    units = "".join(
        f"reds: u{column} soviet_rifles_41 {column}9 n\ngreys: a{column} german_rifles_41 {column}6 s hit:soft_pinned\n"
        for column in "BCDEF"
    )
    position = staged(f'{units}rules orders:"1-9"\nturns 2\nset stage:round turn:0')
    session = played_out(position.battle, position.state, {"reds": "commander", "greys": "solo"}, 3)
    assert session.over
    assert len(session.state.deck(ORDERS).removed) <= 2


@pytest.mark.rule("COH-3.1")
def test_a_marker_goes_back_to_the_pool_that_its_file_names() -> None:
    """Whatever its id: markers of one's own may be called anything."""
    position = staged("reds: u1 soviet_rifles_41 C7 n\ngreys: a1 german_rifles_41 A1 s")
    data, people = position.battle.data, {"reds": "human", "greys": "human"}
    shaken = replace(data.hits["soft_pinned"], id="shaken")
    battle = replace(position.battle, data=replace(data, hits={**data.hits, "shaken": shaken}))
    state = position.state.with_unit(position.state.unit("u1").changed(hit="shaken"))
    session: Session[Any, Any] = Session(battle, state, people, Scripted((6, 6), ("03",)))
    session.advance()
    session.answer(Rally(("u1",)))
    assert "shaken" in session.state.deck("soft hits").left


def test_moves_of_older_records_are_read_as_ever() -> None:
    """The event was once called Moved."""
    position = staged("reds: u1 soviet_rifles_41 C7 n\ngreys: a1 german_rifles_41 A1 s")
    codec, moved = codec_of(position.battle), CounterMoved("u1", Cell(2, 3), 1, "bonus")
    written = codec.encode(Event, moved)
    assert written["event"] == "CounterMoved"
    assert codec.decode(Event, {**written, "event": "Moved"}) == moved
