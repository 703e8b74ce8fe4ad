"""The odds that the viewer is told: worked by hand from the rule sheet."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sim.engine.dice import probability
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Done, Intent
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_MOVED, REROLL
from sim.rules.conflict_of_heroes.orders.base import AI_TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally
from tests.rules.conflict_of_heroes.insight_questions import ASK, odds, of36
from tests.rules.conflict_of_heroes.stage import (
    ALWAYS_SPENT,
    BLUE,
    GREYS,
    HMG34,
    MG34,
    NEVER_SPENT,
    REDS,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)
from tests.rules.conflict_of_heroes.test_offers import ALL_CARDS, crowded

PANZER = "german_pz3h"


def spent_odds(field: Stage, intent: Intent, ask: Ask = ASK) -> Odds | None:
    """Return the odds of the spent check after an order."""
    return next((each for each in odds(field, intent, ask) if each.what.endswith("spent")), None)


def adds_up(told: Odds) -> bool:
    """Say whether all parts of the odds agree."""
    throw = told.throw
    if throw is not None:
        assert throw.need is not None
        assert told.chance == probability(throw.die, throw.count, throw.need)
    return not told.results or sum(chance for _, chance in told.results) == 1


# -- odds by hand -----------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_a_second_hit_destroys() -> None:
    """Whatever hits somebody who is hit already destroys it; 9 or more is 10 of 36."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hit="soft_unnerved"), ai("a9", "G1"))
    told = odds(field, Fire("u1", "a1"))[0]
    assert dict(told.results) == {"miss": of36(26), "destroyed": of36(10)}
    assert told.reckoning.endswith("a1 is hit already, and a second hit destroys")


@pytest.mark.rule("COH-3.1")
def test_where_no_marker_is_left_any_hit_destroys() -> None:
    """At short range 6 or more is 26 of 36; with one marker of two that destroys it is half of what is not 4 better."""
    near = stage(unit("u1", "C5"), ai("a1", "C4"), ai("a9", "G1"))
    none = odds(near.left("soft hits"), Fire("u1", "a1"))[0]
    assert dict(none.results) == {"miss": of36(10), "destroyed": of36(26)}
    assert none.reckoning.endswith("no hit marker is left, and any hit destroys")
    few = odds(near.left("soft hits", "soft_destroyed", "soft_pinned"), Fire("u1", "a1"))[0]
    assert dict(few.results) == {"miss": of36(10), "hit": of36(10), "destroyed": of36(16)}


@pytest.mark.rule("COH-3.1")
def test_the_odds_of_a_rally() -> None:
    """Pinned is 7, in light woods 6: 26 of 36 rolls."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1"), rows=with_terrain(C7="w"))
    assert odds(field, Rally(("u1",)))[0].chance == of36(26)


@pytest.mark.rule("COH-3.3")
def test_cards_in_hand_are_not_counted_in() -> None:
    """Whether a roll is thrown again is up to the player: the odds are those of the first."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "C4"), hand=("veteran_nco", "luck"))
    assert [each.chance for each in odds(field, Fire("u1", "a1")) if each.throw] == [of36(10), of36(10)]


@pytest.mark.rule("COH-3.1")
def test_every_part_of_a_shot_is_told() -> None:
    """Soviet rifles (3) at German rifles in front (12): 9, which is 10 of 36; one soft marker of 20 destroys."""
    told = odds(stage(unit("u1", "C7"), ai("a1", "C4")), Fire("u1", "a1"))[0]
    assert (told.unit, told.target, told.chance) == ("u1", "a1", of36(10))
    assert told.throw is not None and told.throw.need is not None
    assert (told.throw.dice, told.throw.need.low) == ("2D6", 9)
    assert [(check.name, check.total) for check in told.checks] == [("attack", 3), ("defence", 12)]
    assert told.reckoning == "defence 12 less attack 3: 9 or more on 2D6; 1 of 20 hit markers destroys"
    assert dict(told.results) == {"miss": of36(26), "hit": Fraction(19, 72), "destroyed": Fraction(1, 72)}


@pytest.mark.rule("COH-3.1")
def test_a_roll_that_is_four_better_destroys() -> None:
    """At short range 6 hits (26 of 36) and 10 destroys (6 of 36), besides one of the twenty markers."""
    told = odds(stage(unit("u1", "C5"), ai("a1", "C4")), Fire("u1", "a1"))[0]
    assert dict(told.results) == {"miss": of36(10), "hit": of36(19), "destroyed": of36(7)}
    assert "10 or more destroys" in told.reckoning


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("intent", "needed", "ways_"),
    [
        (Fire("u1", "a1"), 9, 10),
        (Fire("u1", "a1", ("u2",)), 8, 15),
        (Fire("u1", "a1", dice_caps=1), 8, 15),
        (Fire("u1", "a1", dice_caps=2), 7, 21),
        (Fire("u1", "a1", ("u2",), dice_caps=2), 6, 26),
        (Fire("u1", "a1", card="careful_aiming"), 7, 21),
        (Fire("u1", "a1", card="command_action"), 9, 10),
        (Fire("u1", "a1", card="scout_teams"), 9, 10),
    ],
)
def test_what_goes_into_a_shot_counts(intent: Fire, needed: int, ways_: int) -> None:
    """A supporter is worth 1, each CAP on the dice 1, careful aiming 2; a card that only pays is worth nothing."""
    field = stage(unit("u1", "C7"), unit("u2", "B7"), ai("a1", "C4"), hand=ALL_CARDS)
    told = odds(field, intent)[0]
    assert told.throw is not None and told.throw.need is not None
    assert (told.throw.need.low, told.chance) == (needed, of36(ways_))


@pytest.mark.rule("COH-3.1")
def test_close_combat_counts_the_flank() -> None:
    """Rifles (3+4) against the flank of an HMG (10) in light woods: 4, which is 33 of 36."""
    field = stage(unit("u1", "C4"), ai("a1", "C4", HMG34), rows=with_terrain(C4="w"))
    told = odds(field, Fire("u1", "a1"))[0]
    assert (told.chance, [check.total for check in told.checks]) == (of36(33), [7, 11])


@pytest.mark.rule("COH-3.1")
def test_everybody_in_the_hex_is_rolled_for() -> None:
    """From afar one roll each, friends too, but nobody who is hidden; in close combat one alone."""
    field = stage(unit("u1", "C7"), unit("u2", "C4"), ai("a1", "C4"), ai("a2", "C4", MG34), ai("a3", "C4", hidden=True))
    fired = [each.target for each in odds(field, Fire("u1", "a2")) if each.target]
    assert fired == ["a2", "u2", "a1"]
    assert [each.target for each in odds(field, Fire("u2", "a1")) if each.target] == ["a1"]


@pytest.mark.rule("COH-3.1")
def test_what_cannot_be_done_has_no_odds() -> None:
    """Out of the arc, nobody to rally, nobody of that name, and an order that nobody knows."""
    field = stage(unit("u1", "C7", facing="s"), ai("a1", "C4"))
    for intent in (Fire("u1", "a1"), Rally(("u1",)), Fire("u7", "a1"), Fire("u1", "a7"), Move(()), Done(), Pass()):
        assert odds(field, intent) == ()


@pytest.mark.rule("COH-3.1")
def test_a_group_rally_has_odds_for_each() -> None:
    """Pinned 7 and cowering 8, in hexes of their own; one check for both."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), unit("u2", "C8", hit="soft_cowering"), ai("a1", "A1"))
    told = odds(field, Rally(("u1", "u2")))
    assert [(each.unit, each.chance) for each in told[:2]] == [("u1", of36(21)), ("u2", of36(15))]
    assert told[2].what == "u1, u2 are spent"


@pytest.mark.rule("COH-3.1.1")
@pytest.mark.parametrize(
    ("ap", "cards"),
    # The numbers of the deck: 1 on 11 cards, 2 on 5, 3 on 11, 4 on 6, 5 on 11, 6 on 5, 7 on 6; the symbol is on one
    # with 1, two with 2, one with 6 and one with 7.
    [(1, 10), (2, 13), (3, 24), (4, 30), (5, 41)],
)
def test_the_spent_check_counts_the_cards_left(ap: int, cards: int) -> None:
    """Of 55 cards those that spend at a cost, without those that have the symbol."""
    field = stage(unit("u1", "C7", "soviet_t26"), ai("a1", "C4"), caps=4)
    told = spent_odds(field, Fire("u1", "a1", caps=5 - ap))
    assert told is not None
    assert told.chance == Fraction(cards, 55)
    assert told.reckoning.startswith(f"{ap} AP: {cards} of 55 order cards")


@pytest.mark.rule("COH-DECK-1")
def test_an_empty_deck_is_shuffled_before_the_check() -> None:
    """The discards are what is drawn from: one of two spends at 1 AP."""
    field = stage(unit("u1", "C7"), ai("a1", "C4")).left("orders", discarded=(ALWAYS_SPENT, NEVER_SPENT))
    told = spent_odds(field, Stall("u1"))
    assert told is not None and told.chance == Fraction(1, 2)


@pytest.mark.rule("COH-3.1.1-caps")
@pytest.mark.parametrize("intent", [Fire("u1", "a1", caps=4), Fire("u2", "a1", caps=4), Stall(), Pass()])
def test_what_is_paid_in_caps_is_not_checked(intent: Intent) -> None:
    """Wholly in CAPs, by a fresh Unit or a spent one."""
    field = stage(unit("u1", "C7"), unit("u2", "B7", spent=True), ai("a1", "C4"))
    assert spent_odds(field, intent) is None


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("card", "checked"), [(BLUE, False), (NEVER_SPENT, True)])
def test_an_ai_is_checked_after_a_green_card_only(card: str, checked: bool) -> None:
    """A blue card is a command order."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"))
    told = odds(field, Fire("a1", "u1"), Ask(GREYS, AI_TURN, about=card))
    assert told[0].chance == of36(6)
    assert (len(told) == 2) is checked


@pytest.mark.rule("COH-6.0")
def test_a_rumour_shows_first_what_it_is() -> None:
    """One machine gun and two dummies in the cup: somebody once in three times, and no die is told."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", "rumour"), mission={"rumours": {"german_mg34": 1, "nothing": 2}})
    told = odds(field, Fire("u1", "a1"))[0]
    assert (told.chance, told.throw) == (Fraction(1, 3), None)
    assert dict(told.results) == {"MG34": Fraction(1, 3), "nothing": Fraction(2, 3)}


@pytest.mark.rule("COH-3.1")
def test_mines_are_told_before_they_are_entered() -> None:
    """8 or more is 15 of 36, and 12 destroys: 1, and one in twenty of the other 14."""
    field = stage(unit("u1", "C7"), ai("a1", "A1"), more='[features]\nmines = ["C6"]')
    told = odds(field, field.move("u1", "C6"))[0]
    assert told.chance == of36(15)
    assert dict(told.results) == {"miss": of36(21), "hit": of36(14) * Fraction(19, 20), "destroyed": Fraction(17, 360)}
    assert not [each for each in odds(field, field.move("u1", "B6")) if each.throw]


@pytest.mark.rule("COH-3.3")
def test_cards_with_a_die_of_their_own_are_told() -> None:
    """The officer brings 1 to 6 CAPs; a vehicle sticks at 4 (33 of 36); luck adds 2 but on a 1."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", PANZER), hand=ALL_CARDS)
    officer = odds(field, PlayCard("frontline_officer", "u1"))[0]
    assert (officer.chance, officer.results[0]) == (Fraction(1), ("1 CAP", Fraction(1, 6)))
    stuck = odds(field, PlayCard("bogged_down"), Ask(REDS, ENEMY_MOVED, None, "a1"))
    assert [each.chance for each in stuck] == [of36(33)]
    for missing, chance in ((1, Fraction(5, 6)), (2, Fraction(5, 6)), (3, Fraction(0))):
        (luck,) = odds(field, PlayCard("luck"), Ask(REDS, REROLL, "u1", number=missing))
        assert (luck.chance, adds_up(luck)) == (chance, True)
    assert odds(field, PlayCard("veteran_nco"), Ask(REDS, REROLL, "u1", number=1)) == ()


@pytest.mark.rule("COH-3.1")
def test_all_odds_of_a_crowd_add_up() -> None:
    """Whatever is offered: the chance is that of its throw, and what may come of it is certain."""
    field = crowded()
    told = [each for offer in field.offers() for each in odds(field, offer.intent)]
    assert len(told) > 100
    assert all(map(adds_up, told))


def test_searching_a_hex_tells_the_terrain_that_makes_it_harder() -> None:
    """Base game 11: 6 on two dice, and the defence of the terrain; 6 is thrown in 26 of 36 ways."""
    field = stage(unit("u1", "C7"), ai("a1", "C1"))
    (found, *_) = odds(field, ReconByFire("u1", field.cell("C5")))
    assert found.chance == Fraction(26, 36)
    assert [check.total for check in found.checks] == [6]
    (with_caps, *_) = odds(field, ReconByFire("u1", field.cell("C5"), dice_caps=1))
    assert with_caps.chance == Fraction(30, 36)


def test_caps_on_the_dice_of_a_rally_count() -> None:
    """Base game 3: each CAP lowers what a rally needs by one."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C1"))
    marker = next(iter(odds(field, Rally(("u1",)))))
    helped = next(iter(odds(field, Rally(("u1",), dice_caps=2))))
    assert helped.checks[0].total == marker.checks[0].total - 2
    assert helped.chance > marker.chance


@pytest.mark.rule("COH-3.1")
def test_the_enemys_odds_are_against_a_counter_as_an_order_leaves_it() -> None:
    """A hasty defence is there once it is dug, and stays behind when its Unit moves or pivots."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"))
    insight, man = field.battle.ruleset.insight, field.counter("u1")
    dug = insight.once_done(DigIn("u1"), man)
    assert dug == man.changed(dug_in=True)
    assert insight.once_done(field.move("u1", "C6"), dug) == insight.once_done(Pivot("u1", 1), dug) == man
    assert insight.once_done(Fire("u1", "a1"), dug) == dug
