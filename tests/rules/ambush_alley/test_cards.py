"""The two decks of Ambush Alley: every card does something that its words say."""

from typing import get_args

import pytest

from sim.rules.ambush_alley.figures import Card, Effect, cards
from tests.rules.ambush_alley.staged import FOLDER

FOG, ASSETS = cards().fog, cards().assets
ALL = [*FOG.values(), *ASSETS.values()]


def test_there_are_cards_enough() -> None:
    """Twenty of the fog of war and twelve assets at least, told apart by ids, whatever their deck, and by names."""
    assert len(FOG) >= 20
    assert len(ASSETS) >= 12
    assert not set(FOG) & set(ASSETS)
    names = [card.name for card in ALL]
    assert len(set(names)) == len(names)


def test_every_effect_is_on_some_card() -> None:
    """No word that nobody ever reads."""
    assert {card.effect for card in ALL} == set(get_args(Effect))


@pytest.mark.parametrize("card", ALL, ids=[card.id for card in ALL])
def test_a_card_says_what_it_does(card: Card) -> None:
    """In a sentence or two that fit the panel."""
    assert 20 <= len(card.text) <= 160
    assert card.text.endswith(".")


def test_assets_are_good_news() -> None:
    """Every one helps the Regulars, for all or for whom the player names; the fog is bad news, but for some of it."""
    good = [card.id for card in FOG.values() if _helps_regulars(card)]
    assert good == ["quiet_elder", "quarrel"]
    assert all(_helps_regulars(card) for card in ASSETS.values())
    assert {card.whom for card in ASSETS.values()} <= {"", "regulars", "insurgents", "one regular", "one insurgent"}


def test_a_file_of_ones_own_takes_their_place() -> None:
    """The same file from a path is the same."""
    assert cards.read(FOLDER / "figures" / "cards.toml") == cards()


def _helps_regulars(card: Card) -> bool:
    """Say whose card it is, by its words alone."""
    on_insurgents = card.whom in ("insurgents", "one insurgent", "nearest")
    if card.effect == "level":
        return card.amount < 0
    if card.effect in ("pinned", "sniper", "strike", "no rapid", "cover lost"):
        return on_insurgents
    if card.effect in ("smoke", "medevac", "reactivate", "recon", "extra aid"):
        return True
    if card.effect in ("arrival", "mob", "nothing"):
        return False
    return (card.amount < 0) == on_insurgents
