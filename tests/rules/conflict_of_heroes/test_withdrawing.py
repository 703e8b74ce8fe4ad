"""Base game 6: whoever is walked in on may not withdraw to where the enemy came from, nor to the hexes beside it."""

import pytest

from sim.rules.conflict_of_heroes.events import CounterMoved
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from tests.rules.conflict_of_heroes.stage import GREYS, NEVER_SPENT, REDS, Stage, ai, stage, unit

AROUND = ("C6", "D6", "D7", "C8", "B7", "B6")
"""The neighbours of C7, clockwise from the north."""


def stormed(**more: object) -> Stage:
    """Let an AI walk from C6 into the hex of a Unit in C7, and give the player the turn."""
    field = stage(unit("u1", "C7"), unit("u9", "G12"), ai("a1", "C6"), ai("a9", "G1"), **more)
    played = field.ai_play(field.move("a1", "C7"), cards=(NEVER_SPENT,))
    return Stage(field.battle, played.state)


def open_to(field: Stage, id_: str, around: tuple[str, ...] = AROUND) -> list[str]:
    """Return the neighbours that a counter may leave to."""
    side = REDS if id_.startswith("u") else GREYS
    return [name for name in around if field.refusal(field.move(id_, name), side) is None]


@pytest.mark.rule("COH-CC-out")
def test_a_defender_does_not_withdraw_past_the_attacker() -> None:
    """He came from the north: that hex and the two beside it are barred, the other three are not."""
    assert open_to(stormed(), "u1") == ["D7", "C8", "B7"]


@pytest.mark.rule("COH-CC-out")
def test_the_reason_is_told() -> None:
    """Where the enemy came from."""
    field = stormed()
    assert field.refusal(field.move("u1", "D6")) == "u1 cannot withdraw to D6: an enemy has just come from there"


@pytest.mark.rule("COH-3.1")
def test_barred_hexes_are_not_offered() -> None:
    """They are listed with the reason, and none of their facings."""
    field = stormed()
    listed = [o for o in field.offers() if isinstance(o.intent, Move) and o.intent.steps[0].unit == "u1"]
    assert sum("cannot withdraw" in (offer.refusal or "") for offer in listed) == 3
    moves = [offer.intent for offer in listed if not offer.refusal]
    assert {field.position.name(move.steps[0].way[0]) for move in moves} == {"D7", "C8", "B7"}


@pytest.mark.rule("COH-3.1")
def test_the_attacker_himself_may_go_back() -> None:
    """Nothing bars his way but what bars everybody's."""
    field = stormed()
    assert open_to(field.changed(mover=GREYS), "a1") == list(AROUND)


@pytest.mark.rule("COH-3.1")
def test_others_may_go_where_the_attacker_came_from() -> None:
    """The ban is that of the defender."""
    field = stormed()
    moved = field.state.unit("u9").changed(cell=field.cell("C5"))
    field = field.changed(units=field.state.units.with_unit(moved))
    assert open_to(field, "u9", ("C6",)) == ["C6"]


@pytest.mark.rule("COH-3.1")
def test_the_ban_holds_for_the_turn_after_the_attack() -> None:
    """Whoever stays to fight has all ways open later on."""
    field = stormed()
    after = field.play(Pass())
    assert after.state.unit("a1").came_from is None
    assert open_to(Stage(field.battle, after.state).changed(mover=REDS), "u1") == list(AROUND)


@pytest.mark.rule("COH-3.1")
def test_the_ban_outlasts_a_second_turn_of_the_attacker() -> None:
    """It ends with the defender's own turn, not with another one of the enemy."""
    field = stormed().changed(mover=GREYS)
    again = field.play(Pivot("a1", 2), cards=("12", "05"))
    assert open_to(Stage(field.battle, again.state), "u1") == ["D7", "C8", "B7"]


@pytest.mark.rule("COH-3.1")
def test_whoever_joins_a_close_combat_bars_the_ways_of_the_first_attacker() -> None:
    """A second Unit comes in from the south: the AI may not leave to the south."""
    field = stormed()
    joined = field.state.unit("u9").changed(cell=field.cell("C8"))
    field = field.changed(units=field.state.units.with_unit(joined))
    after = field.play(field.move("u9", "C7"), cards=("05",))
    assert open_to(Stage(field.battle, after.state), "a1") == ["C6", "D6", "B6"]


@pytest.mark.rule("COH-3.1")
def test_a_card_does_not_lead_round_the_ban() -> None:
    """Not by a second hex either."""
    field = stormed(hand=("rapid_deployment",))
    assert field.refusal(field.move("u1", "D7", "D6", card="rapid_deployment")) == (
        "u1 cannot withdraw to D6: an enemy has just come from there"
    )


@pytest.mark.rule("COH-3.1")
def test_a_move_into_an_empty_hex_is_remembered_by_nobody() -> None:
    """There is nobody whose way it could bar."""
    field = stage(unit("u1", "C7"), ai("a1", "C5"))
    played = field.ai_play(field.move("a1", "C6"), cards=(NEVER_SPENT,))
    assert played.state.unit("a1").came_from is None
    assert len(played.of(CounterMoved)) == 1
