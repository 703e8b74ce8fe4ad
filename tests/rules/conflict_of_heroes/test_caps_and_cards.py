"""Rules 3.2 and 3.3: command action points and action cards."""

import pytest

from sim.engine.chance import ChanceRefused
from sim.engine.events import CardTaken, Passed
from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED, ENEMY_MOVED, REROLL
from sim.rules.conflict_of_heroes.events import (
    Attacked,
    CapsChanged,
    CardPlayed,
    HitTaken,
    MinesLaid,
    RallyTried,
    SmokeLaid,
    SpentChecked,
    SwiftGiven,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.move import Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally
from tests.rules.conflict_of_heroes.stage import (
    ALWAYS_SPENT,
    BLUE,
    FOUR,
    GREYS,
    NEVER_SPENT,
    REDS,
    TANK,
    Piece,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)

PAIR = (unit("u1", "C7"), ai("a1", "C4"))
PANZER = "german_pz3h"


def holding(*cards: str, pieces: tuple[Piece, ...] = PAIR, caps: int = 5, rows: str = "", more: str = "") -> Stage:
    """Return a stage on which the player holds some cards."""
    return stage(*pieces, hand=cards, caps=caps, more=more, **({"rows": rows} if rows else {}))


# -- CAPs ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.2.1")
def test_only_the_part_in_ap_counts_in_the_check() -> None:
    """Of 4 AP one is paid by a CAP: 3 against a 4 leaves the Unit fresh, where 4 would have spent it."""
    played = stage(*PAIR).play(Fire("u1", "a1", caps=1), dice=(1, 1), cards=(FOUR,))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]
    assert played.state.caps == 4


@pytest.mark.rule("COH-3.2.1")
def test_no_more_caps_than_there_are() -> None:
    """With 2 CAPs two can be paid and three cannot; those on the dice count as well."""
    field = stage(*PAIR, caps=2)
    assert field.refusal(Fire("u1", "a1", caps=2)) is None
    assert field.refusal(Fire("u1", "a1", caps=3)) == "that takes 3 CAPs, and you have 2"
    assert field.refusal(Fire("u1", "a1", caps=1, dice_caps=2)) == "that takes 3 CAPs, and you have 2"


@pytest.mark.rule("COH-3.2.1")
def test_no_more_caps_than_the_action_costs() -> None:
    """4 AP take 4 CAPs and no fifth."""
    assert stage(*PAIR).refusal(Fire("u1", "a1", caps=4)) is None
    assert stage(*PAIR).refusal(Fire("u1", "a1", caps=5)) == "that is more CAPs than the action costs"


@pytest.mark.rule("COH-3.2.1")
def test_caps_are_never_negative() -> None:
    """Nobody wins CAPs back by an order."""
    assert stage(*PAIR).refusal(Fire("u1", "a1", caps=-1)) == "CAPs cannot be won back"
    assert stage(*PAIR).refusal(Fire("u1", "a1", dice_caps=-1)) == "CAPs cannot be won back"


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_unit_acts_for_caps_alone() -> None:
    """Paid wholly in CAPs, a spent Unit fires; it stays spent, and nobody is checked."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"))
    played = field.play(Fire("u1", "a1", caps=4), dice=(1, 1))
    assert (played.state.unit("u1").spent, played.state.caps, played.of(SpentChecked)) == (True, 1, [])


@pytest.mark.rule("COH-3.2.2")
def test_a_fresh_unit_stays_fresh_after_a_command_action() -> None:
    """Fresh or spent does not change."""
    assert stage(*PAIR).play(Fire("u1", "a1", caps=4), dice=(1, 1)).state.unit("u1").fresh


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_unit_needs_every_ap_in_caps() -> None:
    """3 of 4 are not enough."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"))
    assert "wholly in CAPs (1 more)" in (field.refusal(Fire("u1", "a1", caps=3)) or "")


@pytest.mark.rule("COH-3.2.2")
def test_a_command_action_is_the_one_action_of_a_turn() -> None:
    """The AIs are next."""
    assert stage(*PAIR).play(Fire("u1", "a1", caps=4), dice=(1, 1)).of(TurnTaken) == [TurnTaken(REDS, GREYS)]


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_supporter_needs_caps_for_the_whole_group_action() -> None:
    """One spent member is enough to refuse AP."""
    field = stage(unit("u1", "C7"), unit("u2", "C7", spent=True), ai("a1", "C4"))
    assert (field.refusal(Fire("u1", "a1", ("u2",))) or "").startswith("u2 is spent")
    assert field.refusal(Fire("u1", "a1", ("u2",), caps=4)) is None


# -- cards: whether they may be played -------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
def test_a_card_must_be_in_the_hand() -> None:
    """Others cannot be played."""
    assert stage(*PAIR).refusal(PlayCard("follow_me", "u1")) == "you do not hold the card follow_me"
    assert stage(*PAIR).refusal(Fire("u1", "a1", card="careful_aiming")) == "you do not hold the card careful_aiming"


@pytest.mark.rule("COH-3.3")
def test_a_card_that_is_played_leaves_the_hand() -> None:
    """One of two alike is left."""
    field = holding("careful_aiming", "careful_aiming")
    played = field.play(Fire("u1", "a1", card="careful_aiming"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.state.hand == ("careful_aiming",)


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(
    "card", ["careful_aiming", "veteran_nco", "battlefield_confusion", "bogged_down", "swift_action"]
)
def test_some_cards_are_no_action_by_themselves(card: str) -> None:
    """They go along with an order, or answer something."""
    reason = holding(card).refusal(PlayCard(card)) or ""
    assert "is played along with an order: " in reason or "is a reaction, played " in reason


@pytest.mark.rule("COH-3.3")
def test_a_card_goes_with_its_own_orders_only() -> None:
    """Careful aiming is no help in pivoting, nor does an officer join in fire."""
    assert (
        holding("careful_aiming").refusal(Pivot("u1", 1, card="careful_aiming"))
        == "Careful Aiming does not go with that"
    )
    assert "does not go with that" in (
        holding("frontline_officer").refusal(Fire("u1", "a1", card="frontline_officer")) or ""
    )


@pytest.mark.rule("COH-3.3")
def test_a_card_takes_its_caps() -> None:
    """Scout teams cost 1 CAP, which must be there."""
    assert holding("scout_teams", caps=0).refusal(PlayCard("scout_teams")) == "that takes 1 CAP, and you have 0"
    assert holding("scout_teams", caps=1).play(PlayCard("scout_teams")).state.caps == 0


@pytest.mark.rule("COH-3.3")
def test_a_card_paid_in_ap_is_checked() -> None:
    """Frontline officer costs 2 AP of a fresh Unit: a 2 spends it, card 06."""
    played = holding("frontline_officer").play(PlayCard("frontline_officer", "u1"), dice=(3,), cards=("06",))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.3")
def test_a_card_in_ap_needs_a_fresh_unit() -> None:
    """A spent one cannot pay, and nobody is no Unit."""
    spent = (unit("u1", "C7", spent=True), ai("a1", "C4"))
    assert holding("frontline_officer", pieces=spent).refusal(PlayCard("frontline_officer", "u1")) == "u1 is spent"
    assert holding("frontline_officer").refusal(PlayCard("frontline_officer")) == "Frontline Officer needs a Unit"


@pytest.mark.rule("COH-3.3")
def test_a_card_in_caps_is_not_checked() -> None:
    """Artillery smoke costs 2 CAPs and no AP."""
    field = holding("artillery_smoke")
    played = field.play(LaySmoke(field.cell("C5"), card="artillery_smoke"))
    assert (played.of(SpentChecked), played.state.caps) == ([], 3)


# -- cards: what they do ---------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("spent", [False, True])
def test_command_action_is_free_for_anybody(spent: bool) -> None:
    """Fresh or spent, the Unit acts for nothing, is not checked, and is afterwards as it was."""
    field = holding("command_action", pieces=(unit("u1", "C7", spent=spent), ai("a1", "C4")), caps=0)
    played = field.play(Fire("u1", "a1", card="command_action"), dice=(1, 1))
    assert (played.state.unit("u1").spent, played.of(SpentChecked)) == (spent, [])


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("card", ["rally_up", "rapid_deployment", "careful_aiming", "artillery_smoke", "seek_cover"])
def test_a_card_for_one_kind_of_order_goes_with_no_other(card: str) -> None:
    """None of them is a help in pivoting."""
    assert (holding(card).refusal(Pivot("u1", 1, card=card)) or "").endswith("does not go with that")


@pytest.mark.rule("COH-3.3")
def test_adrenaline_is_for_one_unit() -> None:
    """Two that are spent cannot share it."""
    spent = (unit("u1", "C7", spent=True), unit("u2", "C7", spent=True), ai("a1", "C4"))
    field = holding("adrenaline", pieces=spent)
    assert field.refusal(Fire("u1", "a1", ("u2",), card="adrenaline")) == "Adrenaline is for one Unit"


@pytest.mark.rule("COH-3.3")
def test_adrenaline_is_for_a_spent_unit() -> None:
    """A fresh one is refused; a spent one acts and stays spent."""
    assert holding("adrenaline").refusal(Pivot("u1", 1, card="adrenaline")) == "Adrenaline is for a spent Unit"
    field = holding("adrenaline", pieces=(unit("u1", "C7", spent=True), ai("a1", "C4")))
    played = field.play(Pivot("u1", 1, card="adrenaline"))
    assert played.state.unit("u1").spent


@pytest.mark.rule("COH-3.3")
def test_free_actions_are_for_one_unit() -> None:
    """A group cannot use them."""
    pieces = (unit("u1", "C7"), unit("u2", "C7"), ai("a1", "C4"))
    field = holding("command_action", pieces=pieces)
    assert field.refusal(Fire("u1", "a1", ("u2",), card="command_action")) == "Command Action is for one Unit"


@pytest.mark.rule("COH-3.3")
def test_a_free_action_takes_no_caps() -> None:
    """Its cost is nothing, and that leaves nothing to pay; CAPs on the dice are another matter."""
    field = holding("command_action")
    assert field.refusal(Fire("u1", "a1", caps=1, card="command_action")) == "that is more CAPs than the action costs"
    assert field.refusal(Fire("u1", "a1", dice_caps=1, card="command_action")) is None


@pytest.mark.rule("COH-3.3")
def test_a_free_move_into_wire_stays_free() -> None:
    """The die of the wire does not make a check of it."""
    field = holding("command_action", pieces=(unit("u1", "C7"), ai("a1", "C1")), more='[features]\nwire = ["C6"]')
    assert field.play(field.move("u1", "C6", card="command_action"), dice=(6,)).of(SpentChecked) == []


@pytest.mark.rule("COH-3.3")
def test_follow_me_takes_the_marker_off_without_a_roll() -> None:
    """Even with an enemy in the hex; 2 AP are checked."""
    pieces = (unit("u1", "C7", hit="soft_stunned"), ai("a1", "C7"))
    field = holding("follow_me", pieces=pieces)
    played = field.play(PlayCard("follow_me", "u1"), cards=("06",))
    assert played.state.unit("u1").hit == ""
    assert "soft_stunned" in played.state.deck("soft hits").left
    assert played.of(SpentChecked) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.3")
def test_follow_me_works_on_markers_that_cannot_be_rallied() -> None:
    """An immobilised tank moves again."""
    field = holding("follow_me", pieces=(unit("u1", "C7", TANK, hit="armoured_immobilised"), ai("a1", "C1")))
    assert field.play(PlayCard("follow_me", "u1"), cards=(FOUR,)).state.unit("u1").hit == ""


@pytest.mark.rule("COH-3.3")
def test_follow_me_is_for_a_hit_unit() -> None:
    """Nobody else has a marker to lose."""
    assert holding("follow_me").refusal(PlayCard("follow_me", "u1")) == "u1 is not hit"


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((3, 3), False)])
def test_rally_up_is_a_rally_for_nothing(dice: tuple[int, int], rallied: bool) -> None:
    """A spent Unit rolls against its 7, without a check."""
    field = holding("rally_up", pieces=(unit("u1", "C7", spent=True, hit="soft_pinned"), ai("a1", "C4")), caps=0)
    played = field.play(Rally(("u1",), card="rally_up"), dice=dice)
    assert played.of(RallyTried) == [RallyTried("u1", rallied, "soft hits" if rallied else None)]
    assert played.of(SpentChecked) == []


@pytest.mark.rule("COH-3.3")
def test_rally_up_keeps_to_the_usual_conditions() -> None:
    """Not with an enemy in the hex, and for one Unit."""
    field = holding("rally_up", pieces=(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C7")))
    assert field.refusal(Rally(("u1",), card="rally_up")) == "an enemy is in the hex"
    hit = {"hit": "soft_pinned"}
    two = holding("rally_up", pieces=(unit("u1", "C7", **hit), unit("u2", "C7", **hit), ai("a1", "C4")))
    assert two.refusal(Rally(("u1", "u2"), card="rally_up")) == "Rally Up! is for one Unit"


@pytest.mark.rule("COH-3.3")
def test_frontline_officer_adds_a_die_of_caps() -> None:
    """They may exceed the level, and the level stays."""
    played = holding("frontline_officer").play(PlayCard("frontline_officer", "u1"), dice=(6,), cards=(NEVER_SPENT,))
    assert (played.state.caps, played.state.cap_level) == (11, 5)


@pytest.mark.rule("COH-3.3")
def test_seek_cover_digs_anybody_in_for_nothing() -> None:
    """Even a vehicle, even a spent one; no AP, no check."""
    field = holding("seek_cover", pieces=(unit("u1", "C7", TANK, spent=True), ai("a1", "C4")), caps=0)
    played = field.play(DigIn("u1", card="seek_cover"))
    assert played.state.unit("u1").dug_in
    assert (played.of(SpentChecked), played.of(CapsChanged)) == ([], [])


@pytest.mark.rule("COH-3.3")
def test_seek_cover_is_not_for_close_combat() -> None:
    """With an enemy in the hex nobody digs."""
    field = holding("seek_cover", pieces=(unit("u1", "C7"), ai("a1", "C7")))
    assert field.refusal(DigIn("u1", card="seek_cover")) == "u1 is in close combat"


OBSTACLES = '[features]\nwire = ["C7"]\nmines = ["C7", "C6"]'


@pytest.mark.rule("COH-3.3")
def test_obstacle_clearing_takes_away_wire_and_mines() -> None:
    """All that is in the hex of the Unit, printed or laid; other hexes keep theirs."""
    field = holding("obstacle_clearing", more=OBSTACLES)
    laid = field.changed(changes=field.state.changes.with_feature(field.cell("C7"), "mines"))
    played = laid.play(PlayCard("obstacle_clearing", "u1"), cards=(FOUR,))
    after = laid.changed(changes=played.state.changes).position.ground
    assert [feature.id for feature in after.features_at(field.cell("C7"))] == []
    assert [feature.id for feature in after.features_at(field.cell("C6"))] == ["mines"]
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]


@pytest.mark.rule("COH-3.3")
def test_who_may_clear_obstacles() -> None:
    """An unhit Unit in no close combat, where there is something to clear."""
    card, order = "obstacle_clearing", PlayCard("obstacle_clearing", "u1")
    hit = (unit("u1", "C7", hit="soft_unnerved"), ai("a1", "C4"))
    close = (unit("u1", "C7"), ai("a1", "C7"))
    assert holding(card, pieces=hit, more=OBSTACLES).refusal(order) == "u1 is hit or in close combat"
    assert holding(card, pieces=close, more=OBSTACLES).refusal(order) == "u1 is hit or in close combat"
    assert holding(card).refusal(order) == "there is nothing to clear"


@pytest.mark.rule("COH-3.3")
def test_mine_laying_mines_the_next_hex() -> None:
    """At 1 hex, empty, on the map."""
    field = holding("mine_laying")
    played = field.play(PlayCard("mine_laying", "u1", field.cell("C6")), cards=(FOUR,))
    assert played.of(MinesLaid) == [MinesLaid(field.cell("C6"))]
    after = field.changed(changes=played.state.changes).position.ground
    assert [feature.id for feature in after.features_at(field.cell("C6"))] == ["mines"]


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("C5", "C5 is too far away"),
        ("C7", "C7 is not empty"),
        ("B7", "B7 is not empty"),
        ("D7", "D7 has an obstacle already"),
        ("Z9", "mines need a hex of the map"),
    ],
)
def test_where_no_mines_are_laid(at: str, reason: str) -> None:
    """Not at 2 hexes, nor where anybody is, nor twice, nor beyond the edge."""
    pieces = (*PAIR, unit("u2", "B7"))
    field = holding("mine_laying", pieces=pieces, more='[features]\nwire = ["D7"]')
    assert field.refusal(PlayCard("mine_laying", "u1", field.battle.map.grid.cell(at))) == reason
    assert field.refusal(PlayCard("mine_laying", "u1")) == "mines need a hex of the map"


@pytest.mark.rule("COH-3.3")
def test_artillery_smoke_rises_where_a_unit_sees() -> None:
    """Heavy smoke, in a hex in sight; not behind woods, not on water, not off the map."""
    field = holding("artillery_smoke", rows=with_terrain(C5="w", A7="~"))
    played = field.play(LaySmoke(field.cell("C6"), card="artillery_smoke"))
    assert played.of(SmokeLaid) == [SmokeLaid((field.cell("C6"),))]
    assert field.refusal(LaySmoke(field.cell("C3"), card="artillery_smoke")) == "none of your Units sees that hex"
    assert field.refusal(LaySmoke(field.cell("A7"), card="artillery_smoke")) == "no smoke on water"
    off = field.battle.map.grid.cell("Z9")
    assert field.refusal(LaySmoke(off, card="artillery_smoke")) == "smoke needs a hex of the map"


@pytest.mark.rule("COH-3.3")
def test_artillery_smoke_needs_nobody_to_fire_it() -> None:
    """A Unit named with it is one too many, and without the card somebody must."""
    field = holding("artillery_smoke", pieces=(unit("u1", "C10", "soviet_82mm_mortar"), ai("a1", "C4")))
    smoke = LaySmoke(field.cell("C5"), "u1", card="artillery_smoke")
    assert field.refusal(smoke) == "Artillery Smoke needs no Unit"
    assert field.refusal(LaySmoke(field.cell("C5"))) == "smoke needs somebody to lay it"


@pytest.mark.rule("COH-3.3")
def test_rapid_deployment_adds_one_hex_for_nothing() -> None:
    """Two hexes for the price of the first; three are too many."""
    field = holding("rapid_deployment", pieces=(unit("u1", "C7"), ai("a1", "C1")), rows=with_terrain(C5="W"))
    played = field.play(field.move("u1", "C6", "C5", card="rapid_deployment"), cards=("06",))
    assert field.battle.map.grid.name(played.state.unit("u1").place) == "C5"
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]
    assert "cannot move" in (field.refusal(field.move("u1", "C6", "C5", "C4", card="rapid_deployment")) or "")


@pytest.mark.rule("COH-3.3")
def test_without_the_card_there_is_no_second_hex() -> None:
    """Foot moves one hex."""
    field = holding(pieces=(unit("u1", "C7"), ai("a1", "C1")))
    assert field.refusal(field.move("u1", "C6", "C5")) == "u1 cannot move to C6 C5 in one action"


@pytest.mark.rule("COH-3.3")
def test_the_hex_more_must_be_one_that_it_can_enter() -> None:
    """Next to the last, and not through an enemy; a tank's hexes won by its tracks come before it."""
    pieces = (unit("u1", "C7"), ai("a1", "C6"), ai("a2", "A1"))
    field = holding("rapid_deployment", pieces=pieces)
    for way in (("C6", "C5"), ("B7", "E3")):
        assert "cannot move" in (field.refusal(field.move("u1", *way, card="rapid_deployment")) or "")
    tank = holding("rapid_deployment", pieces=(unit("u1", "C9", TANK), ai("a1", "A1")))
    assert tank.refusal(tank.move("u1", "C8", "C7", "C6", "C5", card="rapid_deployment")) is None
    assert tank.refusal(tank.move("u1", "C8", "C7", "C6", "C5")) is not None


@pytest.mark.rule("COH-3.3")
def test_rapid_deployment_is_for_one_unit() -> None:
    """A group cannot use it."""
    pieces = (unit("u1", "C7"), unit("u2", "C7"), ai("a1", "C1"))
    field = holding("rapid_deployment", pieces=pieces)
    order = field.move("u1", "C6", card="rapid_deployment")
    both = type(order)((*order.steps, field.step("u2", "C6")), card="rapid_deployment")
    assert field.refusal(both) == "Rapid Deployment is for one Unit"


@pytest.mark.rule("COH-3.3")
def test_careful_aiming_adds_two_to_every_roll_of_an_attack() -> None:
    """Needing 9 without it, 7 with it, against both in the hex; the cost in AP stays."""
    field = holding("careful_aiming", pieces=(*PAIR, ai("a2", "C4")))
    played = field.play(Fire("u1", "a1", card="careful_aiming"), dice=(1, 1, 1, 1), cards=(FOUR,))
    assert [event.needed for event in played.of(Attacked)] == [7, 7]
    assert played.state.unit("u1").spent


@pytest.mark.rule("COH-3.3")
def test_swift_action_gives_another_turn_after_this_one() -> None:
    """The action is checked as ever, and then the player is next, once."""
    field = holding("swift_action")
    played = field.play(Pivot("u1", 1, card="swift_action"), cards=(ALWAYS_SPENT,))
    assert played.of(SwiftGiven) == [SwiftGiven(1)]
    assert played.of(TurnTaken) == [TurnTaken(REDS, REDS)]
    assert (played.state.unit("u1").spent, played.state.caps, played.state.swift) == (True, 4, 0)
    again = stage(unit("u1", "C7"), ai("a1", "C4")).changed(swift=0).play(Pivot("u1", 1), cards=(NEVER_SPENT,))
    assert again.state.mover == GREYS


@pytest.mark.rule("COH-3.3")
def test_a_pass_gives_up_the_turns_in_a_row() -> None:
    """Whoever passes hands over, whatever is left to him."""
    played = stage(*PAIR).changed(swift=1).play(Pass())
    assert (played.state.mover, played.state.swift) == (GREYS, 0)


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("at", "found"), [("C4", True), ("C3", False)])
def test_scout_teams_see_three_hexes_far(at: str, found: bool) -> None:
    """A hidden AI in woods at 3 hexes comes to light, at 4 it does not."""
    pieces = (unit("u1", "C7"), ai("a1", at, hidden=True), ai("a2", "A1"))
    field = holding("scout_teams", pieces=pieces, rows=with_terrain(**{at: "w"}))
    played = field.play(PlayCard("scout_teams"))
    assert played.state.unit("a1").hidden is not found


@pytest.mark.rule("COH-3.3")
def test_scout_teams_need_to_see() -> None:
    """Behind woods nobody is found; that they found nobody is told."""
    pieces = (unit("u1", "C7"), ai("a1", "C5", hidden=True), ai("a2", "A1"))
    played = holding("scout_teams", pieces=pieces, rows=with_terrain(C6="w")).play(PlayCard("scout_teams"))
    assert played.state.unit("a1").hidden
    assert played.of(Passed) == [Passed(REDS, None, "the scouts find nobody")]


@pytest.mark.rule("COH-3.3")
def test_scout_teams_go_along_with_an_action() -> None:
    """They look round after it, and the action is still the one of the turn."""
    pieces = (unit("u1", "C8"), ai("a1", "C4", hidden=True), ai("a2", "A1"))
    field = holding("scout_teams", pieces=pieces, rows=with_terrain(C4="w"))
    played = field.play(field.move("u1", "C7", card="scout_teams"), cards=(NEVER_SPENT,))
    assert not played.state.unit("a1").hidden


# -- cards: after one's own roll -------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
def test_veteran_nco_rolls_one_die_again() -> None:
    """1 and 4 miss with 9 needed; the 1 becomes a 5, and 9 hits."""
    field = holding("veteran_nco")
    played = field.play(Fire("u1", "a1"), PlayCard("veteran_nco"), dice=(1, 4, 5), cards=("soft_pinned", NEVER_SPENT))
    assert played.of(Attacked)[0].result == "hit"
    assert played.state.hand == ()


@pytest.mark.rule("COH-3.3")
def test_a_second_veteran_rolls_a_die_of_the_roll_as_it_lies_then() -> None:
    """3 and 4 become 4 and 1, then 4 and 5: 9 hits, and 8 would not have."""
    for last, result in ((5, "hit"), (4, "missed")):
        field = holding("veteran_nco", "veteran_nco")
        answers = (Fire("u1", "a1"), PlayCard("veteran_nco"), PlayCard("veteran_nco"))
        cards = ("soft_pinned", NEVER_SPENT) if result == "hit" else (NEVER_SPENT,)
        played = field.play(*answers, dice=(3, 4, 1, last), cards=cards)
        assert played.of(Attacked)[0].result == result


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("die", "result"), [(1, "missed"), (2, "hit"), (6, "hit")])
def test_luck_adds_two_or_spoils_the_roll(die: int, result: str) -> None:
    """A 7 with 9 needed: with a 1 it becomes 4, with anything else 9."""
    cards = ("soft_pinned", NEVER_SPENT) if result == "hit" else (NEVER_SPENT,)
    played = holding("luck").play(Fire("u1", "a1"), PlayCard("luck"), dice=(3, 4, die), cards=cards)
    assert played.of(Attacked)[0].result == result


@pytest.mark.rule("COH-3.3")
def test_luck_may_not_be_enough() -> None:
    """A 7 with 9 needed becomes a 4, if the die shows a 1."""
    played = holding("luck").play(Fire("u1", "a1"), PlayCard("luck"), dice=(3, 4, 1), cards=(NEVER_SPENT,))
    assert played.of(Attacked)[0].result == "missed"


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(
    ("cards", "dice", "asked"),
    [
        (("luck",), (3, 4), True),
        (("luck",), (3, 3), False),
        (("veteran_nco",), (4, 2), True),
        (("luck", "veteran_nco"), (1, 1), True),
    ],
)
def test_a_card_is_asked_for_where_it_can_change_the_result(
    cards: tuple[str, ...], dice: tuple[int, ...], asked: bool
) -> None:
    """9 is needed: luck adds 2, and a die that is thrown again can become a 6; both together make 9 of 1 and 1."""
    answers = (Fire("u1", "a1"), Pass()) if asked else (Fire("u1", "a1"),)
    played = holding(*cards).play(*answers, dice=dice, cards=(NEVER_SPENT,))
    assert played.state.hand == cards


@pytest.mark.rule("COH-3.3")
def test_a_card_that_cannot_change_a_roll_says_so() -> None:
    """Luck adds two at most; with a die to be thrown again it may still be worth it."""
    ask = Ask(REDS, REROLL, "u1", number=3)
    assert holding("luck").battle.ruleset.refusal(holding("luck").position, ask, PlayCard("luck")) == (
        "Luck! cannot change the result: the roll falls short by 3"
    )
    both = holding("luck", "veteran_nco")
    assert both.battle.ruleset.refusal(both.position, ask, PlayCard("luck")) is None


@pytest.mark.rule("COH-3.3")
def test_careful_aiming_at_what_cannot_be_hit_says_so() -> None:
    """Riflemen need more than 12 against a tank, with the card or without it."""
    tank = stage(unit("u1", "C7"), ai("a1", "C4", PANZER), hand=("careful_aiming",))
    reason = tank.refusal(Fire("u1", "a1", card="careful_aiming")) or ""
    assert reason.startswith("Careful Aiming cannot change the result: the attack needs ")
    assert not [offer for offer in tank.offers() if "fire a1" in offer.text and "playing" in offer.text]


@pytest.mark.rule("COH-3.3")
def test_an_extra_hex_is_offered_beyond_what_the_action_gives() -> None:
    """Rapid Deployment is played to go further; to play it for the hex that is reached anyway is refused."""
    field = stage(unit("u1", "C7"), ai("a1", "A1"), hand=("rapid_deployment",))
    ends = {
        field.position.name(o.intent.steps[0].way[-1])
        for o in field.offers()
        if "Rapid Deployment" in o.text and "move" in o.text
    }
    assert "C5" in ends and "C6" not in ends
    assert "changes nothing" in (field.refusal(field.move("u1", "C6", card="rapid_deployment")) or "")


@pytest.mark.rule("COH-3.3")
def test_confusion_is_not_asked_for_where_every_card_says_the_same() -> None:
    """With only a card left that spends at 1 AP, three more make no difference."""
    field = holding("battlefield_confusion").left("orders", "01", "10")
    played = field.ai_play(field.move("a1", "C5"), card="10", cards=("01",))
    assert played.state.hand == ("battlefield_confusion",)


@pytest.mark.rule("COH-3.3")
def test_luck_stays_with_the_roll_when_a_die_is_rolled_again() -> None:
    """2 and 4 and luck are 8; the 2 becomes a 3, and 9 hits."""
    answers = (Fire("u1", "a1"), PlayCard("luck"), PlayCard("veteran_nco"))
    cards = ("soft_pinned", NEVER_SPENT)
    played = holding("luck", "veteran_nco").play(*answers, dice=(2, 4, 6, 3), cards=cards)
    assert played.of(Attacked)[0].result == "hit"


@pytest.mark.rule("COH-3.3")
def test_who_holds_no_such_card_is_not_asked() -> None:
    """A miss passes without a question."""
    played = holding("careful_aiming").play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.of(CardPlayed) == []


@pytest.mark.rule("COH-3.3")
def test_who_has_hit_is_not_asked() -> None:
    """There is nothing to change."""
    played = holding("luck").play(Fire("u1", "a1"), dice=(6, 4), cards=("soft_pinned", NEVER_SPENT))
    assert played.state.hand == ("luck",)


@pytest.mark.rule("COH-3.3")
def test_the_roll_may_be_left_as_it_is() -> None:
    """The card stays in the hand."""
    played = holding("luck").play(Fire("u1", "a1"), Pass(), dice=(4, 4), cards=(NEVER_SPENT,))
    assert played.state.hand == ("luck",)


@pytest.mark.rule("COH-3.3")
def test_rally_rolls_can_be_changed_as_well() -> None:
    """5 of 7 and luck."""
    field = holding("luck", pieces=(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C4")))
    played = field.play(Rally(("u1",)), PlayCard("luck"), dice=(2, 3, 2), cards=(NEVER_SPENT,))
    assert played.state.unit("u1").hit == ""


@pytest.mark.rule("COH-3.3")
def test_the_rolls_of_ais_are_not_the_players() -> None:
    """Nobody is asked when an AI misses."""
    played = holding("luck").ai_play(Fire("a1", "u1"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.state.hand == ("luck",)


@pytest.mark.rule("COH-3.3")
def test_only_a_card_that_fits_answers_a_roll() -> None:
    """Another card, a card that is not held, and another order are refused."""
    field = holding("luck", "battlefield_confusion")
    ask = Ask(REDS, REROLL, "u1")
    said = [
        field.battle.ruleset.refusal(field.position, ask, intent)
        for intent in (
            PlayCard("luck"),
            Pass(),
            PlayCard("battlefield_confusion"),
            PlayCard("veteran_nco"),
            Pivot("u1", 1),
        )
    ]
    assert said == [
        None,
        None,
        "Battlefield Confusion cannot answer that",
        "you do not hold the card veteran_nco",
        "only a card can be played now, or nothing done",
    ]


# -- cards: in the AIs' turn -----------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("card", "spent"), [(FOUR, True), ("02", False)])
def test_battlefield_confusion_adds_three_ap_to_the_check(card: str, spent: bool) -> None:
    """A pivot of 1 AP counts 4: against a 4 the AI is spent, against a 5 it is not."""
    field = holding("battlefield_confusion")
    played = field.ai_play(Pivot("a1", 2), PlayCard("battlefield_confusion"), cards=(card,))
    assert played.state.unit("a1").spent is spent
    assert played.state.hand == ()


@pytest.mark.rule("COH-3.3")
def test_the_cards_may_be_kept() -> None:
    """Then the AI pays what its action costs."""
    played = holding("battlefield_confusion").ai_play(Pivot("a1", 2), Pass(), cards=(FOUR,))
    assert (played.state.unit("a1").spent, played.state.hand) == (False, ("battlefield_confusion",))


@pytest.mark.rule("COH-3.3")
def test_confusion_is_not_asked_for_where_nobody_is_checked() -> None:
    """After a command order, and after a pass."""
    field = holding("battlefield_confusion")
    assert field.ai_play(Pivot("a1", 2), card=BLUE).state.hand == ("battlefield_confusion",)
    assert field.ai_play(Pass()).state.hand == ("battlefield_confusion",)


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("dice", "stuck"), [((1, 2), False), ((2, 2), True)])
def test_bogged_down_stops_a_vehicle_that_has_moved(dice: tuple[int, int], stuck: bool) -> None:
    """With 4 or more it takes the first marker that forbids moving."""
    field = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2", PANZER)))
    order = field.move("a1", "C3")
    played = field.ai_play(order, PlayCard("bogged_down"), dice=dice, cards=(NEVER_SPENT,))
    assert played.state.unit("a1").hit == ("armoured_immobilised" if stuck else "")


@pytest.mark.rule("COH-3.3")
def test_bogged_down_answers_a_command_order_too() -> None:
    """The vehicle has moved, whatever the colour of the card."""
    field = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2", PANZER)))
    played = field.ai_play(field.move("a1", "C3"), PlayCard("bogged_down"), card=BLUE, dice=(6, 6))
    assert played.of(HitTaken) == [HitTaken("a1", "armoured_immobilised", "armoured hits")]


@pytest.mark.rule("COH-3.3")
def test_bogged_down_is_for_unhit_vehicles_that_move() -> None:
    """Nobody is asked after rifles have moved, a tank has pivoted, or a hit tank has moved."""
    rifles = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2")))
    assert rifles.ai_play(rifles.move("a1", "C3"), cards=(NEVER_SPENT,)).state.hand == ("bogged_down",)
    tank = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2", PANZER)))
    assert tank.ai_play(Pivot("a1", 2), cards=(NEVER_SPENT,)).state.hand == ("bogged_down",)
    hit = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2", PANZER, hit="armoured_light_damage")))
    assert hit.ai_play(hit.move("a1", "C3"), cards=(NEVER_SPENT,)).state.hand == ("bogged_down",)


@pytest.mark.rule("COH-3.3")
def test_bogged_down_is_not_asked_for_when_the_vehicle_is_gone() -> None:
    """Mines have destroyed it, and there is nobody to stop."""
    pieces = (unit("u1", "C12"), ai("a1", "C2", PANZER), ai("a2", "A1"))
    field = stage(*pieces, hand=("bogged_down",), more='[features]\nmines = ["C3"]', mission={"orders": "1, 2, 10"})
    played = field.ai_play(field.move("a1", "C3"), dice=(6, 6))
    assert "a1" not in played.state.units
    assert played.state.hand == ("bogged_down",)


@pytest.mark.rule("COH-3.3")
def test_a_vehicle_that_cannot_be_stopped_any_more() -> None:
    """If no such marker is left, the card could change nothing, and nobody is asked for it."""
    field = holding("bogged_down", pieces=(unit("u1", "C12"), ai("a1", "C2", PANZER))).left("armoured hits")
    played = field.ai_play(field.move("a1", "C3"), cards=(NEVER_SPENT,))
    assert played.state.unit("a1").hit == ""


@pytest.mark.rule("COH-3.3")
def test_each_answer_has_its_own_occasion() -> None:
    """Confusion does not stop a vehicle, nor does mud confuse."""
    field = holding("battlefield_confusion", "bogged_down")
    refusal = field.battle.ruleset.refusal
    assert refusal(field.position, Ask(REDS, ENEMY_ACTED), PlayCard("bogged_down")) is not None
    assert refusal(field.position, Ask(REDS, ENEMY_MOVED), PlayCard("battlefield_confusion")) is not None
    assert refusal(field.position, Ask(REDS, ENEMY_MOVED), PlayCard("bogged_down")) is None


# -- drawing cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
def test_a_card_is_drawn_each_round() -> None:
    """It goes into the hand under its name."""
    played = stage(*PAIR).changed(stage="round").play(dice=(3, 4), cards=("luck-2",))
    assert played.state.hand == ("luck",)
    assert played.of(CardTaken) == [CardTaken("action cards", "luck-2")]


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(("held", "drawn"), [(2, 1), (3, 0)])
def test_a_full_hand_draws_nothing(held: int, drawn: int) -> None:
    """Three cards are the most."""
    field = stage(*PAIR, hand=("luck",) * held).changed(stage="round")
    assert len(field.play(dice=(3, 4), cards=("follow_me-1",) * drawn).state.hand) == 3


@pytest.mark.rule("COH-3.3")
def test_cards_run_out() -> None:
    """Those in hands and used ones do not come again."""
    field = stage(*PAIR).left("action cards", discarded=("luck-1",)).changed(stage="round")
    assert field.play(dice=(3, 4)).state.hand == ()


@pytest.mark.rule("COH-3.3")
def test_a_mission_says_which_cards_there_are() -> None:
    """Others cannot be drawn."""
    field = stage(*PAIR, mission={"action_cards": ("luck",)}).changed(stage="round")
    assert field.state.deck("action cards").left == ("luck-1", "luck-2", "luck-3")
    with pytest.raises(ChanceRefused):
        field.play(dice=(3, 4), cards=("follow_me-1",))


@pytest.mark.rule("COH-3.3")
def test_the_ai_does_not_look_into_the_hand() -> None:
    """What it knows of the state has no cards in it."""
    field = holding("luck")
    known = field.battle.ruleset.known(field.position, GREYS)
    assert known.hand == ()  # type: ignore[attr-defined]
    assert field.battle.ruleset.known(field.position, REDS).hand == ("luck",)  # type: ignore[attr-defined]
