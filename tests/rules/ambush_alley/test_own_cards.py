"""Ambush Alley: cards that a file of one's own may have, and none of the shipped decks has."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused
from sim.rules.ambush_alley.combat.fire import defence_dice, shelter
from sim.rules.ambush_alley.figures import Card, cards
from sim.rules.ambush_alley.state import AasPosition, in_force, quality
from tests.cases import Asked
from tests.rules.ambush_alley.questions import QUESTIONS
from tests.rules.ambush_alley.staged import staged


def with_card(text: str, effect: Any, amount: int, whom: Any = "", lasts: Any = "this turn") -> AasPosition:
    """Put a card of one's own into the place of dust, and of the drone among the assets."""
    scene = staged(text)
    card = Card("dust", "The card", "It does what it does.", effect, amount, whom, lasts)
    data = replace(scene.battle.data, fog={"dust": card}, assets={"drone": replace(card, id="drone")})
    return Position(replace(scene.battle, data=data), scene.state)


@pytest.mark.parametrize(("amount", "dice"), [(1, 5), (0, 4), (3, 4)], ids=["a die", "all of it", "more than it is"])
def test_a_card_takes_cover_away(amount: int, dice: int) -> None:
    """So many dice of hard cover as it says, or all of it, whoever fires; never more than the cover is worth."""
    text = "edges low_wall U3/w\nfeatures rifle_pit U5\ni1 A3 | r1 U3 | r2 U5\nset in_force:dust"
    scene = with_card(text, "cover lost", amount, "regulars")
    units = scene.state.units
    assert defence_dice(scene, units["i1"], units["r1"], 4).total == shelter(scene, units["r2"], 4).total == dice


def test_a_card_for_all_is_in_force_on_all() -> None:
    """Whoever they are."""
    scene = with_card("r1 A1 | i1 B1\nset in_force:dust", "reaction", 1)
    assert [len(in_force(scene, scene.state.unit(id_), "reaction")) for id_ in ("r1", "i1")] == [1, 1]


@pytest.mark.parametrize(("faces", "then"), [(10, 8), (6, 6)])
def test_a_card_on_a_side_changes_the_dice_of_that_side(faces: int, then: int) -> None:
    """Every Regular is worse, though none worse than a D6, and Insurgents are left alone."""
    scene = with_card(f"r1 A1 quality:{faces} | i1 B1 quality:10\nset in_force:dust", "quality", -1, "regulars")
    assert [quality(scene, scene.state.unit(id_)) for id_ in ("r1", "i1")] == [then, 10]


def test_a_strike_at_a_cell_may_hit_nobody() -> None:
    """An empty street; the player points at it."""
    scene = with_card("r1 C10\nset hand:drone", "strike", 3, lasts="at once")
    told = QUESTIONS["step"](Asked(scene, ("PlayAsset drone cell=T20",)))
    assert "the Regulars hit nobody" in told.lines


@pytest.mark.parametrize("id_", sorted({**cards().fog, **cards().assets}))
def test_every_card_that_is_shipped_does_something(id_: str) -> None:
    """Drawn, or played on whoever it is for; no effect is left without its words and its deed."""
    units = 'r1 C10 acted light:1 | r2 E14 | i1 H10 checked | m1 T20\nset hot_spots:[{"id":"1","cell":"V13"}]'
    fog = id_ in cards().fog
    scene = staged(f"{units}\n" + ("rules fog_cards:1\nset phase:cards turn:0" if fog else f"set hand:{id_}"))
    on = ("", " r1", " i1", " - F10") if not fog else ("",)
    given = [() if fog else (f"PlayAsset {id_}{who}",) for who in on]
    allowed = [words for words in given if fog or QUESTIONS["can"](Asked(scene, words)) == "yes"]
    for count in range(40):
        with suppress(ChanceRefused):
            step = QUESTIONS["step"](Asked(scene, allowed[0], (2,) * count, (id_,) if fog else ()))
            assert len(step.events) > 1
            return
    raise AssertionError("no number of dice was right")
