"""The player's stand-in: it plays within the rules, and sensibly enough to win."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.engine.chance import Scripted
from sim.engine.decide import decide
from sim.engine.notes import Sifted
from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.actions import Fire, Move, Pass, PlayCard, Rally
from tests.rules.conflict_of_heroes.positions import AI, PLAYER, Decided, Field, Stand, field

PLAYERS = {AI: "solo", PLAYER: "commander"}
RED = Stand("red", "D6", 0, "soviet_rifles_41")


def commanded(at: Field, *dice: int, caps: int = 0, hand: tuple[str, ...] = ()) -> Decided:
    """Let the commander take the player's turn."""
    state = replace(at.state, mover=PLAYER, caps=caps, hand=hand)
    source = Scripted(dice)
    decision = decide(at.battle, state, PLAYERS, source)
    source.finish()
    return Decided(at.scene, decision)


def ordered(at: Field, *dice: int, caps: int = 0) -> Intent:
    """Return what the commander orders."""
    return commanded(at, *dice, caps=caps).intent


@pytest.mark.rule("COH-3.0")
def test_it_takes_the_shot_that_is_worth_most() -> None:
    """A target next to it, needing less, comes before one far away."""
    at = field(RED, Stand("ai-1", "D2", 3), Stand("ai-2", "D5", 3))
    assert ordered(at) == Fire("red", "ai-2")


def test_a_target_that_is_hit_is_worth_more() -> None:
    """A second hit destroys: of two that need the same, the hit one is fired at."""
    at = field(RED, Stand("ai-1", "C3", 3), Stand("ai-2", "E3", 3, hit="soft_unnerved"))
    assert ordered(at) == Fire("red", "ai-2")


def test_a_shot_that_needs_ten_is_not_taken() -> None:
    """Rifles against the front of rifles in woods need 10: nearer first."""
    woods = "\n".join(["." * 12, "." * 12, "...w........", *["." * 12] * 6])
    at = field(RED, Stand("ai-1", "D3", 3), picture=woods)
    assert isinstance(ordered(at), Move)


@pytest.mark.rule("COH-3.2.2")
def test_caps_pay_for_a_good_shot_of_a_spent_unit() -> None:
    """Nobody is fresh; four CAPs pay for the shot at whoever stands next to it."""
    at = field(replace(RED, spent=True), Stand("ai-1", "D5", 3))
    assert ordered(at, caps=4) == Fire("red", "ai-1", caps=4)


def test_without_enough_caps_it_passes() -> None:
    """A spent Unit and three CAPs for a shot of four: nothing is left to do."""
    at = field(replace(RED, spent=True), Stand("ai-1", "D5", 3))
    assert ordered(at, caps=3) == Pass()


def test_a_hit_unit_rallies_before_it_advances() -> None:
    """Nobody to fire at: the hit one tries to come round."""
    at = field(replace(RED, hit="soft_pinned"), Stand("ai-1", "L9", 3))
    assert ordered(at) == Rally(("red",))


def test_it_makes_for_an_objective_that_the_enemy_holds() -> None:
    """Not for the enemy who is nearer."""
    wall = "\n".join(["." * 12] * 9)
    at = field(
        Stand("red", "A5", 1, "soviet_rifles_41"),
        Stand("ai-1", "L1", 3),
        picture=wall,
        objectives={"bridge": "A1"},
        holders={"bridge": AI},
    )
    order = ordered(at)
    assert isinstance(order, Move)
    assert order.steps[0].way == (at.battle.map.cell("A4"),)


def test_the_last_unit_on_an_objective_stays() -> None:
    """It holds its post and passes, rather than running after an enemy far off."""
    at = field(
        Stand("red", "A5", 1, "soviet_rifles_41"),
        Stand("ai-1", "L1", 3),
        objectives={"bridge": "A5"},
        holders={"bridge": PLAYER},
    )
    assert ordered(at) == Pass()


def test_it_says_which_shots_it_compared() -> None:
    """The trace has every shot with what it would be worth."""
    decided = commanded(field(RED, Stand("ai-1", "D2", 3), Stand("ai-2", "D5", 3)))
    note = next(note for note in decided.notes if isinstance(note, Sifted) and note.what == "which shot to take")
    assert note.candidates == ("red at ai-1", "red at ai-2")


@pytest.mark.rule("COH-3.3")
def test_a_unit_that_cannot_rally_plays_the_officer() -> None:
    """A vehicle with damage that nobody can mend pays for the card that brings CAPs."""
    tank = Stand("red", "D6", 0, "soviet_t26", hit="armoured_light_damage")
    assert commanded(field(tank, Stand("ai-1", "L9", 5, "german_b2f")), hand=("frontline_officer",)).intent == PlayCard(
        "frontline_officer", "red"
    )
