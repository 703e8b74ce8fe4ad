"""The player's stand-in: it plays within the rules, and sensibly enough to win."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.engine.chance import Scripted
from sim.engine.decide import decide
from sim.engine.notes import Sifted
from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally
from tests.rules.conflict_of_heroes.positions import AI, PLAYER, Decided, Field, Stand, field, rows

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


@pytest.mark.rule("HOUSE-SHOOT")
def test_it_takes_the_shot_that_is_worth_most() -> None:
    """A target next to it, needing less, comes before one far away."""
    at = field(RED, Stand("ai-1", "D2", 3), Stand("ai-2", "D5", 3))
    assert ordered(at) == Fire("red", "ai-2")


@pytest.mark.rule("HOUSE-SHOOT")
def test_a_target_that_is_hit_is_worth_more() -> None:
    """A second hit destroys: of two that need the same, the hit one is fired at."""
    at = field(RED, Stand("ai-1", "C3", 3), Stand("ai-2", "E3", 3, hit="soft_unnerved"))
    assert ordered(at) == Fire("red", "ai-2")


@pytest.mark.rule("HOUSE-SHOOT")
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


@pytest.mark.rule("HOUSE-WAIT")
def test_without_enough_caps_it_passes() -> None:
    """A spent Unit and three CAPs for a shot of four: nothing is left to do."""
    at = field(replace(RED, spent=True), Stand("ai-1", "D5", 3))
    assert ordered(at, caps=3) == Pass()


@pytest.mark.rule("HOUSE-RALLY")
def test_a_hit_unit_rallies_before_it_advances() -> None:
    """Nobody to fire at: the hit one tries to come round."""
    at = field(replace(RED, hit="soft_pinned"), Stand("ai-1", "L9", 3))
    assert ordered(at) == Rally(("red",))


@pytest.mark.rule("HOUSE-CLOSER")
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


@pytest.mark.rule("HOUSE-HOLD")
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


@pytest.mark.rule("HOUSE-CARD")
@pytest.mark.rule("COH-3.3")
def test_a_unit_that_cannot_rally_plays_the_officer() -> None:
    """A vehicle with damage that nobody can mend pays for the card that brings CAPs."""
    tank = Stand("red", "D6", 0, "soviet_t26", hit="armoured_light_damage")
    assert commanded(field(tank, Stand("ai-1", "L9", 5, "german_b2f")), hand=("frontline_officer",)).intent == PlayCard(
        "frontline_officer", "red"
    )


# -- what a sensible player does ------------------------------------------------------------------------------


def played(at: Field, hand: tuple[str, ...] = (), caps: int = 0, **changes: object) -> Intent:
    """Return what the commander orders in a state that is changed a little."""
    state = replace(at.state, mover=PLAYER, caps=caps, hand=hand, **changes)  # type: ignore[arg-type]
    decision = decide(at.battle, state, PLAYERS, Scripted(()))
    assert decision.order is not None
    return decision.order.intent


MAXIM = Stand("maxim", "D6", 0, "soviet_maxim")


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_fires_where_nobody_would_alone() -> None:
    """Machine gun and rifles need 10 each against rifles in woods, and 9 together; the cheaper of them leads."""
    at = field(MAXIM, Stand("red", "D7", 0, "soviet_rifles_41"), Stand("ai-1", "D3", 3), picture=rows(D3="w"))
    assert ordered(at) == Fire("maxim", "ai-1", ("red",))


@pytest.mark.rule("COH-3.1.1-group")
def test_who_has_a_good_shot_of_his_own_supports_nobody() -> None:
    """Two squads next to an enemy fire one after the other."""
    at = field(RED, Stand("red-2", "C6", 1, "soviet_rifles_41"), Stand("ai-1", "D5", 3))
    order = commanded(at, 1).intent
    assert isinstance(order, Fire) and order.supporters == ()


@pytest.mark.rule("COH-3.2.1")
def test_caps_go_on_the_dice_of_a_shot_that_would_destroy() -> None:
    """Two of them at a target that is hit already; none at one that is not."""
    hit, unhit = (field(RED, Stand("ai-1", "D3", 3, hit=hit)) for hit in ("soft_unnerved", ""))
    assert played(hit, caps=5) == Fire("red", "ai-1", dice_caps=2)
    assert played(unhit, caps=5) == Fire("red", "ai-1")


@pytest.mark.rule("COH-3.3")
def test_careful_aiming_goes_with_a_hard_shot() -> None:
    """With one that needs 9, and not with one that needs 6."""
    hard, easy = field(RED, Stand("ai-1", "D3", 3)), field(RED, Stand("ai-1", "D5", 3))
    assert played(hard, ("careful_aiming",)) == Fire("red", "ai-1", card="careful_aiming")
    assert played(easy, ("careful_aiming",)) == Fire("red", "ai-1")


@pytest.mark.rule("COH-3.3")
def test_a_second_turn_is_taken_while_others_can_fire() -> None:
    """For a CAP; a Unit by itself has no use for it."""
    two = field(RED, Stand("maxim", "B6", 0, "soviet_maxim"), Stand("ai-1", "D3", 3))
    assert getattr(played(two, ("swift_action",), caps=1), "card", "") == "swift_action"
    assert played(field(RED, Stand("ai-1", "D3", 3)), ("swift_action",), caps=1) == Fire("red", "ai-1")


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("hand", [("command_action", "adrenaline"), ("command_action",)])
def test_a_card_lets_a_spent_unit_fire(hand: tuple[str, ...]) -> None:
    """The one that only spent Units can use goes first."""
    at = field(replace(RED, spent=True), Stand("ai-1", "D5", 3))
    assert played(at, hand) == Fire("red", "ai-1", card=hand[-1])


@pytest.mark.rule("HOUSE-TAKE")
def test_an_open_objective_is_taken_before_anybody_fires() -> None:
    """It counts for points; the shot can wait."""
    at = field(RED, Stand("ai-1", "D4", 3), objectives={"farm": "E6"}, holders={"farm": AI})
    order = ordered(at)
    assert isinstance(order, Move)
    assert order.steps[0].way == (at.battle.map.cell("E6"),)


@pytest.mark.rule("HOUSE-STORM")
def test_the_spent_are_stormed() -> None:
    """Spent rifles in a stone building: 8 from outside, 6 in their hex."""
    building = rows(D5="B")
    at = field(RED, Stand("ai-1", "D5", 3, spent=True), picture=building)
    order = ordered(at)
    assert isinstance(order, Move)
    assert order.steps[0].way == (at.battle.map.cell("D5"),)


@pytest.mark.rule("HOUSE-STORM")
@pytest.mark.parametrize(
    ("red", "enemy"),
    [
        (RED, Stand("ai-1", "D5", 3)),
        (replace(RED, profile="soviet_maxim"), Stand("ai-1", "D5", 3, spent=True)),
        (replace(RED, hit="soft_unnerved"), Stand("ai-1", "D5", 3, spent=True)),
    ],
    ids=["a fresh enemy", "a crew", "a hit Unit"],
)
def test_who_strikes_first_is_not_stormed(red: Stand, enemy: Stand) -> None:
    """Nor does a crew go into close combat, nor whoever is hit."""
    assert isinstance(ordered(field(red, enemy, picture=rows(D5="B"))), Fire)


@pytest.mark.rule("HOUSE-SAVE")
@pytest.mark.rule("COH-5.1-cc")
def test_crews_get_out_of_close_combat() -> None:
    """A machine gun walks off before it does anything else; it prefers the wood."""
    at = field(MAXIM, Stand("ai-1", "D6", 3), picture=rows(D5="w"))
    order = ordered(at, 1)
    assert isinstance(order, Move)
    assert order.steps[0].way == (at.battle.map.cell("D5"),)


def test_a_crewed_weapon_with_a_target_stays() -> None:
    """A machine gun that needs 10 does not fire, and does not walk on either; without a target it does."""
    assert ordered(field(MAXIM, Stand("ai-1", "D3", 3), picture=rows(D3="w"))) == Pass()
    forest = rows(**{f"H{row}": "W" for row in range(1, 10)})
    unseen = field(MAXIM, Stand("ai-1", "L1", 3), picture=forest, objectives={"post": "L1"}, holders={"post": AI})
    assert isinstance(ordered(unseen, 1), Move)


@pytest.mark.rule("HOUSE-TURN")
def test_who_has_nobody_before_it_turns() -> None:
    """A machine gun that looks the other way turns round to fire."""
    assert ordered(field(replace(MAXIM, facing=3), Stand("ai-1", "D3", 3))) == Pivot("maxim", 0)


@pytest.mark.rule("HOUSE-CLOSER")
@pytest.mark.rule("COH-3.1.1-group")
def test_neighbours_advance_together() -> None:
    """Two squads that nobody sees go one hex each by one action; a machine gun stays out of it."""
    at = field(
        Stand("red", "A5", 1, "soviet_rifles_41"),
        Stand("red-2", "A6", 1, "soviet_rifles_41"),
        Stand("maxim", "A7", 1, "soviet_maxim"),
        Stand("ai-1", "L9", 3),
        objectives={"bridge": "A1"},
        holders={"bridge": AI},
    )
    order = ordered(at)
    assert isinstance(order, Move)
    assert [step.unit for step in order.steps] == ["red", "red-2"]


@pytest.mark.rule("HOUSE-RALLY")
@pytest.mark.rule("COH-3.3")
def test_cards_rally() -> None:
    """One that works by itself goes to a fresh Unit, one that lets it try to any; before anybody fires."""
    hit, spent = replace(RED, hit="soft_pinned"), replace(RED, hit="soft_pinned", spent=True)
    enemy = Stand("ai-1", "D5", 3)
    assert played(field(hit, enemy), ("rally_up", "follow_me")) == PlayCard("follow_me", "red")
    assert played(field(spent, enemy), ("rally_up", "follow_me")) == Rally(("red",), card="rally_up")


@pytest.mark.rule("COH-3.2.1")
@pytest.mark.parametrize(
    ("hit", "caps", "on_dice"), [("soft_pinned", 5, 1), ("soft_panicked", 5, 2), ("soft_panicked", 1, 1)]
)
def test_caps_help_a_hard_rally(hit: str, caps: int, on_dice: int) -> None:
    """As many as bring it down to 6, if there are so many."""
    at = field(replace(RED, hit=hit), Stand("ai-1", "L9", 3))
    assert played(at, caps=caps) == Rally(("red",), dice_caps=on_dice)


@pytest.mark.rule("HOUSE-SMOKE")
@pytest.mark.rule("COH-3.3")
def test_smoke_is_laid_before_open_ground_is_crossed() -> None:
    """Every hex towards the objective is open and under fire from the woods: the card goes on the next of them."""
    woods = {f"{column}2": "W" for column in "CDE"}
    at = field(
        RED,
        Stand("ai-1", "D2", 3, "german_mg34"),
        picture=rows(**woods),
        objectives={"wood": "D2"},
        holders={"wood": AI},
    )
    order = played(at, ("artillery_smoke",), caps=2)
    assert isinstance(order, LaySmoke)
    assert at.battle.map.distance(order.cell, at.battle.map.cell("D6")) == 1
    assert not isinstance(played(at, (), caps=2), LaySmoke)


@pytest.mark.rule("HOUSE-COVER")
def test_the_idle_dig_in_once_the_enemy_has_passed() -> None:
    """Alone on its objective and under fire, with no shot worth it; while the enemy still acts it keeps its AP."""
    at = field(
        RED,
        Stand("ai-1", "D3", 3, "german_hmg34"),
        picture=rows(D3="W"),
        objectives={"post": "D6"},
        holders={"post": PLAYER},
    )
    assert played(at) == Pass()
    assert played(at, passed=True) == DigIn("red")
    assert played(at, ("seek_cover",)) == DigIn("red", card="seek_cover")


@pytest.mark.rule("HOUSE-STALL")
@pytest.mark.rule("COH-3.4")
@pytest.mark.parametrize(
    ("changes", "stalls"),
    [
        ({"passed": True, "turn": 6, "leader": AI}, True),
        ({"passed": False, "turn": 6, "leader": AI}, False),
        ({"passed": True, "turn": 5, "leader": AI}, False),
        ({"passed": True, "turn": 6, "leader": PLAYER}, False),
    ],
)
def test_it_stalls_while_a_pass_would_lose(changes: dict[str, object], stalls: bool) -> None:
    """In the last round, behind in points, after the enemy has passed; the round may end otherwise."""
    at = field(replace(RED, spent=True, hit="soft_pinned"), Stand("ai-1", "L9", 3))
    assert played(at, caps=1, **changes) == (Stall() if stalls else Pass())


@pytest.mark.rule("HOUSE-TAKE")
@pytest.mark.rule("COH-3.2.2")
def test_a_spent_unit_takes_an_objective_for_caps_before_the_round_ends() -> None:
    """Once the enemy has passed; before that the CAPs may be wanted for something else."""
    at = field(replace(RED, spent=True), Stand("ai-1", "L9", 3), objectives={"farm": "E6"}, holders={"farm": AI})
    order = played(at, caps=2, passed=True)
    assert isinstance(order, Move) and order.caps == 1
    assert played(at, caps=2) == Pass()


@pytest.mark.rule("HOUSE-CARD")
@pytest.mark.rule("COH-3.3")
def test_scouts_go_out_when_nothing_else_is_to_be_done() -> None:
    """For their CAP."""
    at = field(replace(RED, spent=True), Stand("ai-1", "L9", 3))
    assert played(at, ("scout_teams",), caps=1) == PlayCard("scout_teams")
    assert played(at, ("scout_teams",)) == Pass()
