"""Rule 7.3: what a destroyed counter costs its side."""

from dataclasses import replace

import pytest

from sim.engine.chance import Seeded
from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.session import Session
from sim.rules.conflict_of_heroes.events import ControlTaken, Destroyed, HitTaken, PointsWon
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.rally import Rally
from sim.rules.conflict_of_heroes.state import ORDERS
from tests.rules.conflict_of_heroes.stage import (
    BY_HAND,
    GREYS,
    NEVER_SPENT,
    REDS,
    TRUCK,
    Played,
    Stage,
    ai,
    stage,
    unit,
)

OTHERS = (unit("u9", "A12"), ai("a9", "G1"))


def lose_unit(level: int, floor: int = 3, profile: str = "soviet_rifles_41") -> Played:
    """Destroy a Unit of a side with so many CAPs a round."""
    field = stage(
        unit("u1", "C7", profile, hit="soft_unnerved"),
        ai("a1", "C5"),
        *OTHERS,
        caps=level,
        settings={"cap_floor": floor},
    )
    return field.ai_play(Fire("a1", "u1"), dice=(6, 6), cards=(NEVER_SPENT,))


def ai_in_danger(orders: str = "1-55", **more: object) -> Stage:
    """Return a stage with an AI that the next hit destroys, and a part of the order deck."""
    mission = {"orders": orders}
    return stage(unit("u1", "C7"), ai("a1", "C5", hit="soft_unnerved"), *OTHERS, mission=mission, **more)  # type: ignore[arg-type]


def lose_ai(field: Stage, *cards: str) -> Played:
    """Destroy that AI; the cards are those that are drawn, the last of them for the spent check."""
    return field.play(Fire("u1", "a1"), dice=(6, 6), cards=cards)


# -- Units -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-7.3-unit")
def test_a_lost_unit_lowers_the_caps_of_every_round_to_come() -> None:
    """The level falls by one; what is left of this round's CAPs stays."""
    played = lose_unit(6)
    assert "u1" not in played.state.units
    assert (played.state.cap_level, played.state.caps) == (5, 6)
    assert played.of(Destroyed) == [Destroyed("u1", 5, "soft hits")]


@pytest.mark.rule("COH-7.3-unit")
@pytest.mark.parametrize(("level", "after"), [(4, 3), (3, 3), (2, 2), (0, 0)])
def test_losses_do_not_take_the_player_below_the_floor(level: int, after: int) -> None:
    """Down to 3, not further; a mission that gives less takes nothing off, and adds nothing."""
    assert lose_unit(level).state.cap_level == after


@pytest.mark.rule("COH-7.3-unit")
def test_the_floor_is_a_setting() -> None:
    """With a floor of 1 the level falls from 3 to 2."""
    assert lose_unit(3, floor=1).state.cap_level == 2


@pytest.mark.rule("COH-7.3-unit")
def test_trucks_go_to_the_cap_track_like_any_unit() -> None:
    """The rule has no exception."""
    assert lose_unit(6, profile=TRUCK).state.cap_level == 5


@pytest.mark.rule("COH-7.3-unit")
def test_the_lower_level_is_what_the_next_round_gives() -> None:
    """5 CAPs in the next round."""
    state = lose_unit(6).state
    field = stage(*OTHERS).changed(cap_level=state.cap_level, stage="round")
    assert field.play(dice=(3, 4), cards=("luck-1",)).state.caps == 5


@pytest.mark.rule("COH-7.3-unit")
def test_a_lost_unit_takes_no_order_card() -> None:
    """Command cards leave the game for AIs alone."""
    assert lose_unit(6).state.deck(ORDERS).removed == ()


@pytest.mark.rule("COH-7.3-unit")
def test_a_lost_ai_lowers_no_caps() -> None:
    """They are the player's."""
    played = lose_ai(ai_in_danger("1-3"), "01")
    assert played.state.cap_level == 5
    assert played.of(Destroyed) == [Destroyed("a1", None, "soft hits")]


# -- AIs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-7.3-ai")
def test_cards_are_drawn_until_a_blue_one_comes_which_leaves_the_game() -> None:
    """Two green ones, then the blue 05; all discards go back, and the deck is shuffled."""
    field = ai_in_danger("1-9")
    played = lose_ai(field, "01", "03", "05", "06")
    assert [(event.card, event.to) for event in played.of(CardTaken)[:3]] == [
        ("01", "discard"),
        ("03", "discard"),
        ("05", "removed"),
    ]
    deck = played.state.deck(ORDERS)
    assert deck.removed == ("05",)
    assert (deck.left, deck.discarded) == (("01", "02", "03", "04", "07", "08", "09"), ("06",))


@pytest.mark.rule("COH-7.3-ai")
def test_cards_that_were_discarded_before_go_back_as_well() -> None:
    """After the removal no discard is left but that of the check."""
    field = ai_in_danger("1-9").left(ORDERS, "02", "05", "09", discarded=("01", "03"))
    played = lose_ai(field, "02", "01")
    assert played.state.deck(ORDERS).left == ("03", "05", "09")
    assert isinstance(played.of(DeckShuffled)[0], DeckShuffled)


@pytest.mark.rule("COH-7.3-ai")
def test_a_deck_that_runs_out_on_the_way_is_shuffled() -> None:
    """Only green ones are left: the discards come back, and drawing goes on."""
    field = ai_in_danger("1-9").left(ORDERS, "01", discarded=("02", "05", "03"))
    played = lose_ai(field, "01", "02", "05")
    assert played.state.deck(ORDERS).removed == ("02",)
    assert len(played.of(DeckShuffled)) == 2


@pytest.mark.rule("COH-7.3-ai")
@pytest.mark.parametrize(("orders", "removed"), [("1-5", ("02",)), ("1-4", ())])
def test_the_last_blue_card_is_not_removed(orders: str, removed: tuple[str, ...]) -> None:
    """Of two blue cards one goes; a single one stays in the deck."""
    field = ai_in_danger(orders)
    played = lose_ai(field, *removed, "01")
    assert played.state.deck(ORDERS).removed == removed
    blue = [card for card in played.state.deck(ORDERS).left if field.battle.data.orders[card].colour == "blue"]
    assert len(blue) == 1


@pytest.mark.rule("COH-7.3-ai")
def test_a_last_blue_card_among_the_discards_counts() -> None:
    """One in the deck and one discarded are two: one of them goes."""
    field = ai_in_danger("1-5").left(ORDERS, "01", "02", discarded=("05", "03", "04"))
    assert lose_ai(field, "02", "01").state.deck(ORDERS).removed == ("02",)


@pytest.mark.rule("COH-7.3-ai")
def test_the_deck_is_shuffled_even_if_no_card_is_removed() -> None:
    """All discards go back."""
    field = ai_in_danger("1-4").left(ORDERS, "01", "02", discarded=("03", "04"))
    assert lose_ai(field, "03").state.deck(ORDERS).left == ("01", "02", "04")


@pytest.mark.rule("COH-7.3-ai")
def test_a_deck_without_blue_cards_does_not_hang() -> None:
    """There is nothing to look for."""
    assert lose_ai(ai_in_danger("3, 4"), "03").state.deck(ORDERS).removed == ()


@pytest.mark.rule("COH-7.3-ai")
def test_a_destroyed_ai_leaves_the_game_with_its_marker() -> None:
    """It is on no map and in no roster; the marker is back in its pool."""
    field = ai_in_danger("1-3")
    played = lose_ai(field, "01")
    assert "a1" not in played.state.units
    assert played.state.deck("soft hits").left.count("soft_unnerved") == 2


# -- hits ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_a_marker_goes_back_to_the_pool_that_its_file_names() -> None:
    """Whatever its id: markers of one's own may be called anything."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1"))
    shaken = replace(field.battle.data.hits["soft_pinned"], id="shaken")
    data = replace(field.battle.data, hits={**field.battle.data.hits, "shaken": shaken})
    field = replace(field, battle=replace(field.battle, data=data))
    field = field.changed(units=field.state.units.with_unit(replace(field.counter("u1"), hit="shaken")))
    assert "shaken" in field.play(Rally(("u1",)), dice=(6, 6), cards=("03",)).state.deck("soft hits").left


@pytest.mark.rule("COH-3.0")
def test_a_marker_that_is_drawn_leaves_its_pool() -> None:
    """Of five one is gone, and lies on the counter."""
    field = stage(unit("u1", "C7"), ai("a1", "C5"))
    played = field.play(Fire("u1", "a1"), dice=(4, 5), cards=("soft_pinned", NEVER_SPENT))
    assert played.state.deck("soft hits").left.count("soft_pinned") == 4
    assert played.state.unit("a1").hit == "soft_pinned"


@pytest.mark.rule("COH-3.1")
def test_a_hit_for_which_no_marker_is_left_destroys() -> None:
    """The pool is empty."""
    field = stage(unit("u1", "C7"), ai("a1", "C5"), *OTHERS, mission={"orders": "1-3"}).left("soft hits")
    played = field.play(Fire("u1", "a1"), dice=(4, 5), cards=("01",))
    assert (played.of(HitTaken), "a1" in played.state.units) == ([], False)


# -- points ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.6")
def test_a_loss_is_worth_a_point_to_the_other_side() -> None:
    """One, if the mission says nothing."""
    played = lose_ai(ai_in_danger("1-3"), "01")
    assert played.of(PointsWon) == [PointsWon(REDS, 1, "a1 is destroyed")]
    assert played.state.points == 2


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("each", "points"), [(3, 4), (0, 1)])
def test_a_mission_says_what_losses_are_worth(each: int, points: int) -> None:
    """By side; with 0 nothing is won."""
    field = ai_in_danger("1-3", victory={"per_loss": {REDS: each}})
    played = lose_ai(field, "01")
    assert (played.state.leader, played.state.points) == (REDS, points)
    assert len(played.of(PointsWon)) == (each > 0)


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(
    ("points", "won", "after"),
    [(3, 1, (REDS, 2)), (3, 2, (REDS, 1)), (3, 3, (GREYS, 1)), (3, 4, (GREYS, 2)), (1, 1, (GREYS, 1))],
)
def test_the_track_of_points_has_no_zero(points: int, won: int, after: tuple[str, int]) -> None:
    """Below 1 the lead changes hands: a 1 of the one side lies next to a 1 of the other."""
    state = stage(*OTHERS, victory={"leader": REDS, "points": points}).state
    state = PointsWon(GREYS, won).apply(state)
    assert (state.leader, state.points) == after


@pytest.mark.rule("COH-3.6")
def test_who_leads_goes_on() -> None:
    """Points of the leader are added."""
    state = PointsWon(REDS, 2).apply(stage(*OTHERS, victory={"leader": REDS, "points": 3}).state)
    assert (state.leader, state.points) == (REDS, 5)


@pytest.mark.rule("COH-3.6")
def test_the_winner_of_a_close_combat_takes_the_objective() -> None:
    """The owner's last counter there is destroyed, and an armed enemy is in the hex."""
    pieces = (unit("u1", "C5"), ai("a1", "C5", hit="soft_unnerved"), *OTHERS)
    field = stage(*pieces, objectives={"farm": ("C5", GREYS)}, mission={"orders": "1-3"})
    played = field.play(Fire("u1", "a1"), dice=(6, 6), cards=("01",))
    assert played.of(ControlTaken) == [ControlTaken("farm", REDS)]


@pytest.mark.rule("COH-7.3-ai")
def test_a_whole_battle_removes_no_more_than_all_blue_cards_but_one() -> None:
    """However many AIs are lost."""
    pieces = [unit(f"u{n}", f"{column}9") for n, column in enumerate("BCDEF")]
    pieces += [ai(f"a{n}", f"{column}6", hit="soft_pinned") for n, column in enumerate("BCDEF")]
    field = stage(*pieces, mission={"orders": "1-9"}, rounds=2).changed(stage="round", turn=0)
    session = Session(field.battle, field.state, {**BY_HAND, REDS: "commander", GREYS: "solo"}, Seeded(3))
    session.play_out()
    assert session.over
    assert len(session.state.deck(ORDERS).removed) <= 2
