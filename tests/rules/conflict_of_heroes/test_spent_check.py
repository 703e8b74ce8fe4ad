"""Rule 3.1.1: the spent check, and the one deck that its cards come from."""

import pytest

from sim.engine.events import CardTaken, DeckShuffled
from sim.rules.conflict_of_heroes.events import SpentChecked
from sim.rules.conflict_of_heroes.orders.cards import Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.move import Pivot
from sim.rules.conflict_of_heroes.orders.rally import Rally
from sim.rules.conflict_of_heroes.state import ORDERS
from tests.rules.conflict_of_heroes.stage import (
    ALWAYS_SPENT,
    BLUE,
    FOUR,
    MAXIM,
    NEVER_SPENT,
    SMG,
    SYMBOL,
    Played,
    ai,
    stage,
    unit,
    with_terrain,
)

PAIR = (unit("u1", "C7"), ai("a1", "C4"))
GROUP = (unit("u1", "C7"), unit("u2", "C7", MAXIM), ai("a1", "C4"))


def checked(played: Played) -> list[SpentChecked]:
    """Return the checks that were made."""
    return played.of(SpentChecked)


@pytest.mark.rule("COH-3.1.1")
def test_a_cost_equal_to_the_number_spends() -> None:
    """4 AP against a 4."""
    played = stage(*PAIR).play(Fire("u1", "a1"), dice=(1, 1), cards=(FOUR,))
    assert checked(played) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.1.1")
def test_a_cost_below_the_number_leaves_fresh() -> None:
    """3 AP against a 4."""
    field = stage(unit("u1", "C6", SMG), ai("a1", "C4"))
    played = field.play(Fire("u1", "a1"), dice=(1, 1), cards=(FOUR,))
    assert checked(played) == [SpentChecked(("u1",), False)]
    assert played.state.unit("u1").fresh


@pytest.mark.rule("COH-3.1.1")
def test_a_cost_above_the_number_spends() -> None:
    """5 AP against a 4."""
    field = stage(unit("u1", "C7", hit="soft_unnerved"), ai("a1", "C4"))
    assert field.play(Rally(("u1",)), dice=(1, 1), cards=(FOUR,)).state.unit("u1").spent


@pytest.mark.rule("COH-3.1.1")
def test_ais_are_checked_by_the_same_rule() -> None:
    """German rifles fire for 3 AP: a 3 spends them, a 4 does not. Card 08 has a 3."""
    for card, spent in (("08", True), (FOUR, False)):
        played = stage(*PAIR).ai_play(Fire("a1", "u1"), dice=(1, 1), cards=(card,))
        assert played.state.unit("a1").spent is spent


@pytest.mark.rule("COH-3.1.1")
def test_the_check_follows_the_action_at_once() -> None:
    """First the action, then the check, then the next turn."""
    played = stage(*PAIR).play(Fire("u1", "a1"), dice=(1, 1), cards=(FOUR,))
    assert played.names()[1:] == ["Attacked", "CardTaken", "SpentChecked", "TurnTaken"]


@pytest.mark.rule("COH-3.1.1")
def test_a_blue_card_counts_by_its_number_like_any_other() -> None:
    """In a check its colour means nothing: 5 AP against the 5 of a blue card."""
    field = stage(unit("u1", "C7", hit="soft_unnerved"), ai("a1", "C4"))
    assert field.play(Rally(("u1",)), dice=(1, 1), cards=(BLUE,)).state.unit("u1").spent


@pytest.mark.rule("COH-3.1.1")
def test_who_was_destroyed_by_its_own_move_is_not_checked() -> None:
    """Mines destroy it, and nobody is left to check."""
    field = stage(unit("u1", "C7"), unit("u2", "A1"), ai("a1", "C1"), more='[features]\nmines = ["C6"]')
    played = field.play(field.move("u1", "C6"), dice=(6, 6))
    assert "u1" not in played.state.units
    assert checked(played) == []


@pytest.mark.rule("COH-3.1.1-symbol")
def test_the_symbol_keeps_fresh_whatever_the_cost() -> None:
    """Card 48 has the symbol and a 2; 5 AP would be enough for it without."""
    field = stage(unit("u1", "C7", hit="soft_unnerved"), ai("a1", "C4"))
    played = field.play(Rally(("u1",)), dice=(1, 1), cards=("48",))
    assert played.state.unit("u1").fresh
    assert "COH-3.1.1-symbol" in played.rules()


@pytest.mark.rule("COH-3.1.1-symbol")
def test_the_symbol_serves_ais_as_well() -> None:
    """An AI that draws it remains fresh."""
    played = stage(*PAIR).ai_play(Fire("a1", "u1"), dice=(1, 1), cards=("48",))
    assert played.state.unit("a1").fresh


@pytest.mark.rule("COH-3.1.1-symbol")
def test_the_symbol_is_on_the_card_that_is_drawn_for_the_check() -> None:
    """An order card with the symbol does nothing for the check that follows its order."""
    played = stage(*PAIR).ai_play(Fire("a1", "u1"), card=SYMBOL, dice=(1, 1), cards=(ALWAYS_SPENT,))
    assert played.state.unit("a1").spent


@pytest.mark.rule("COH-3.1.1-caps")
def test_an_action_paid_wholly_in_caps_is_not_checked() -> None:
    """No card is drawn."""
    played = stage(*PAIR).play(Fire("u1", "a1", caps=4), dice=(1, 1))
    assert (checked(played), played.of(CardTaken)) == ([], [])


@pytest.mark.rule("COH-3.1.1-caps")
def test_an_action_paid_in_caps_but_for_one_ap_is_checked() -> None:
    """One AP is left, and it counts."""
    played = stage(*PAIR).play(Fire("u1", "a1", caps=3), dice=(1, 1), cards=(ALWAYS_SPENT,))
    assert checked(played) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.1.1-caps")
def test_wire_does_not_undo_that_a_move_was_paid_in_caps() -> None:
    """What the die asks beyond the figure of the map is not charged to somebody who paid in CAPs."""
    field = stage(unit("u1", "C7"), ai("a1", "C1"), more='[features]\nwire = ["C6"]')
    played = field.play(field.move("u1", "C6", caps=4), dice=(6,))
    assert checked(played) == []


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_makes_one_check_and_all_are_spent() -> None:
    """One card for leader and supporter, and both turn over."""
    played = stage(*GROUP).play(Fire("u1", "a1", ("u2",)), dice=(1, 1), cards=(FOUR,))
    assert checked(played) == [SpentChecked(("u1", "u2"), True)]
    assert played.state.unit("u1").spent and played.state.unit("u2").spent
    assert len(played.of(CardTaken)) == 1


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_that_passes_its_check_remains_fresh() -> None:
    """4 AP against a 7."""
    played = stage(*GROUP).play(Fire("u1", "a1", ("u2",)), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.state.unit("u1").fresh and played.state.unit("u2").fresh


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_attack_costs_what_its_leader_costs() -> None:
    """The Maxim leads for 3 AP, so that a 4 does not spend; the rifles beside it would cost 4."""
    played = stage(*GROUP).play(Fire("u2", "a1", ("u1",)), dice=(1, 1), cards=(FOUR,))
    assert checked(played) == [SpentChecked(("u2", "u1"), False)]


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_rally_makes_one_check() -> None:
    """Each member rolls, and one card is drawn for all."""
    hit = {"hit": "soft_pinned"}
    field = stage(unit("u1", "C7", **hit), unit("u2", "C8", **hit), ai("a1", "C1"))
    played = field.play(Rally(("u1", "u2")), dice=(6, 6, 1, 1), cards=("02",))
    assert [played.state.unit(name).hit for name in ("u1", "u2")] == ["", "soft_pinned"]
    assert checked(played) == [SpentChecked(("u1", "u2"), True)]


@pytest.mark.rule("COH-3.1.1-group")
def test_an_ai_group_is_checked_together() -> None:
    """Group fire on a green card: the supporter is spent with its leader."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "B4"))
    played = field.ai_play(Fire("a1", "u1", ("a2",)), dice=(1, 1), cards=(ALWAYS_SPENT,))
    assert played.state.unit("a1").spent and played.state.unit("a2").spent


@pytest.mark.rule("COH-DECK-1")
def test_orders_and_checks_come_from_one_deck() -> None:
    """The card of the order and that of the check lie on one discard pile, and are left in no other."""
    played = stage(*PAIR).ai_play(Pivot("a1", 2), card=NEVER_SPENT, cards=(FOUR,))
    deck = played.state.deck(ORDERS)
    assert deck.discarded == (NEVER_SPENT, FOUR)
    assert len(deck.left) == 53 and not {NEVER_SPENT, FOUR} & set(deck.left)


@pytest.mark.rule("COH-DECK-1")
def test_the_checks_of_the_player_use_up_the_same_deck() -> None:
    """A card that a Unit has drawn cannot be the next order."""
    played = stage(*PAIR).play(Stall("u1"), cards=(FOUR,))
    assert played.state.deck(ORDERS).discarded == (FOUR,)


@pytest.mark.rule("COH-DECK-1")
def test_hex_numbers_are_on_the_cards_of_that_deck() -> None:
    """Every card of the deck has a hex number from 1 to 6, and all of these occur."""
    cards = stage(*PAIR).battle.data.orders.values()
    assert {card.hex_number for card in cards} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("COH-DECK-1")
def test_an_exhausted_deck_is_reshuffled_for_a_check() -> None:
    """No card is left: the discards go back first, and then one of them is drawn."""
    field = stage(*PAIR).left(ORDERS, discarded=(FOUR, NEVER_SPENT))
    played = field.play(Stall("u1"), cards=(FOUR,))
    assert [type(event) for event in played.of(DeckShuffled, CardTaken)] == [DeckShuffled, CardTaken]
    assert (played.state.deck(ORDERS).left, played.state.deck(ORDERS).discarded) == ((NEVER_SPENT,), (FOUR,))


@pytest.mark.rule("COH-DECK-1")
def test_an_exhausted_deck_is_reshuffled_for_an_order() -> None:
    """The AIs' turn begins with a shuffle if it must."""
    field = stage(*PAIR).left(ORDERS, discarded=(FOUR, NEVER_SPENT))
    played = field.ai_play(Pivot("a1", 2), card=FOUR, cards=(NEVER_SPENT,))
    assert len(played.of(DeckShuffled)) == 1


@pytest.mark.rule("COH-DECK-1")
def test_the_last_card_is_drawn_before_the_deck_is_shuffled() -> None:
    """With one card left that one comes, and the discards stay where they are."""
    field = stage(*PAIR).left(ORDERS, FOUR, discarded=(NEVER_SPENT,))
    played = field.play(Stall("u1"), cards=(FOUR,))
    assert played.of(DeckShuffled) == []
    assert played.state.deck(ORDERS).left == ()


@pytest.mark.rule("COH-DECK-1")
def test_a_mission_may_use_a_part_of_the_deck() -> None:
    """The cards of the mission are all there are."""
    field = stage(*PAIR, mission={"orders": "15-55 without 40"})
    assert len(field.state.deck(ORDERS).left) == 40
    assert "40" not in field.state.deck(ORDERS).left


@pytest.mark.rule("COH-4.5")
def test_a_card_has_all_its_sections() -> None:
    """Number, track, priority and tactical orders, symbol, AP Spent Number and hex number: card 11 as printed."""
    card = stage(*PAIR).battle.data.orders["11"]
    assert (card.number, card.colour, card.track, card.advance) == (11, "green", 12, 2)
    assert (len(card.priority), len(card.tactical)) == (2, 4)
    assert (card.remain_fresh, card.spent_number, card.hex_number) == (False, 1, 4)


@pytest.mark.rule("COH-4.5")
def test_priority_orders_stand_before_tactical_ones() -> None:
    """The orders of a card from the top."""
    card = stage(*PAIR).battle.data.orders["11"]
    assert card.orders == (*card.priority, *card.tactical)


@pytest.mark.rule("COH-3.1.1")
def test_heavy_woods_count_in_the_check() -> None:
    """A move of 1 AP into heavy woods costs 2: card 06 with its 2 spends, and into the open it does not."""
    for ground, spent in (("W", True), (".", False)):
        field = stage(*PAIR, rows=with_terrain(C6=ground))
        assert field.play(field.move("u1", "C6"), cards=("06",)).state.unit("u1").spent is spent
