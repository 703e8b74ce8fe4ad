"""Rule 3.6: rounds, reinforcements, points for objectives, and the end."""

import pytest

from sim.engine.events import Arrived, BattleEnded, Passed
from sim.rules.conflict_of_heroes.events import (
    ControlTaken,
    InitiativeTaken,
    PointsWon,
    Revealed,
    RoundBegan,
    SmokeLaid,
    SmokeThinned,
)
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.orders.fire import LaySmoke
from tests.rules.conflict_of_heroes.stage import (
    GREYS,
    NEVER_SPENT,
    REDS,
    TANK,
    TRUCK,
    Played,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)

PAIR = (unit("u1", "C7"), ai("a1", "C4"))
MORTAR = "soviet_82mm_mortar"


def new_round(field: Stage, dice: tuple[int, ...] = (3, 4), turn: int = 1) -> Played:
    """Begin the next round; no action card is drawn."""
    return field.left("action cards").changed(stage="round", turn=turn).play(dice=dice)


# -- what a new round brings -----------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.6")
def test_everybody_is_fresh_again() -> None:
    """On both sides; hits and facing stay."""
    field = stage(unit("u1", "C7", spent=True, hit="soft_pinned", facing="ne"), ai("a1", "C4", spent=True))
    state = new_round(field).state
    assert state.unit("u1").fresh and state.unit("a1").fresh
    assert (state.unit("u1").hit, state.unit("u1").facing) == ("soft_pinned", 1)


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize("left", [0, 3, 9])
def test_caps_are_reset_to_the_level(left: int) -> None:
    """Whatever was left of them, none are carried over."""
    assert new_round(stage(*PAIR).changed(caps=left, cap_level=4)).state.caps == 4


@pytest.mark.rule("COH-3.6")
def test_the_marker_advances_by_one_round() -> None:
    """From 2 to 3."""
    played = new_round(stage(*PAIR), turn=2)
    assert played.of(RoundBegan) == [RoundBegan(3)]
    assert played.state.turn == 3


@pytest.mark.rule("COH-3.6")
def test_passes_and_turns_in_a_row_do_not_reach_into_the_next_round() -> None:
    """The first pass of a round is the first of two."""
    state = new_round(stage(*PAIR).changed(passed=True, swift=2, fired=True)).state
    assert (state.passed, state.swift, state.fired, state.stage) == (False, 0, False, "turn")


@pytest.mark.rule("COH-3.6")
def test_the_mission_gives_the_first_turn_of_the_first_round() -> None:
    """Without a die."""
    for side in (REDS, GREYS):
        field = stage(*PAIR, mission={"initiative": side})
        assert new_round(field, dice=(), turn=0).of(InitiativeTaken) == [InitiativeTaken(side)]


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("dice", "first"), [((3, 4), GREYS), ((3, 3), REDS)])
def test_who_is_behind_rolls_for_the_first_turn(dice: tuple[int, int], first: str) -> None:
    """The reds lead; the greys take it with 7 and not with 6."""
    assert new_round(stage(*PAIR), dice).state.mover == first


# -- reinforcements --------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (3, False)])
def test_reinforcements_come_in_their_round(turn: int, comes: bool) -> None:
    """Those of round 3 when round 3 begins; not before, and once."""
    field = stage(*PAIR, unit("u2", "A9", turn=3))
    if turn == 3:
        field = field.changed(units=new_round(field, turn=2).state.units)
    assert bool(new_round(field, turn=turn).of(Arrived)) is comes


@pytest.mark.rule("COH-3.6")
def test_reinforcements_find_a_free_hex() -> None:
    """Of those they may come into a die chooses a free one; they are fresh and face as the mission says."""
    field = stage(*PAIR, unit("u2", "C7 A9 B9", turn=2, facing="ne"))
    played = new_round(field, dice=(2, 3, 4))
    assert played.of(Arrived) == [Arrived("u2", field.cell("B9"), 1)]


@pytest.mark.rule("COH-3.6")
def test_reinforcements_without_room_wait() -> None:
    """That is told, and they come in a later round."""
    field = stage(*PAIR, unit("u2", "C4", turn=2))
    first = new_round(field)
    assert first.of(Passed) == [Passed(REDS, "u2", "finds no room to come on")]
    room = field.changed(
        units=first.state.units.without("a1").with_unit(stage(unit("u9", "A1"), ai("a9", "G1")).counter("a9"))
    )
    assert [event.unit for event in new_round(room, turn=2).of(Arrived)] == ["u2"]


@pytest.mark.rule("COH-3.6")
def test_groups_of_the_track_do_not_come_by_themselves() -> None:
    """They wait for their space."""
    assert new_round(stage(*PAIR, ai("a2", "A1", group="late"))).of(Arrived) == []


@pytest.mark.rule("COH-3.6")
def test_reinforcements_take_an_objective_they_come_into() -> None:
    """Its owner is not there."""
    field = stage(*PAIR, unit("u2", "A9", turn=2), objectives={"farm": ("A9", GREYS)})
    assert new_round(field).of(ControlTaken) == [ControlTaken("farm", REDS)]


@pytest.mark.rule("COH-6.0")
def test_reinforcements_look_around_when_they_come() -> None:
    """A rumour three hexes from where they come on is revealed."""
    pieces = (unit("u1", "G12"), unit("u2", "A9", turn=2), ai("a1", "A6", "rumour"), ai("a9", "G1"))
    field = stage(*pieces, mission={"rumours": {"nothing": 1}}).left("action cards").changed(stage="round")
    assert field.play(dice=(3, 4), cards=("nothing-1",)).of(Revealed) == [Revealed("a1", None)]


# -- smoke -----------------------------------------------------------------------------------------------------


def smoke_of(field: Stage, played: Played, at: str) -> list[str]:
    """Return the smoke in a hex."""
    ground = field.changed(changes=played.state.changes).position.ground
    return [feature.id for feature in ground.features_at(field.cell(at))]


def smoky(*kinds: str) -> Stage:
    """Return a stage with clouds in C6."""
    field = stage(*PAIR)
    changes = field.state.changes
    for kind in kinds:
        changes = changes.with_feature(field.cell("C6"), kind)
    return field.changed(changes=changes)


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["heavy_smoke"], ["light_smoke"]),
        (["light_smoke"], []),
        (["heavy_smoke", "light_smoke"], ["light_smoke"]),
        (["heavy_smoke", "heavy_smoke"], ["light_smoke", "light_smoke"]),
        (["light_smoke", "light_smoke"], []),
        (["heavy_smoke", "mines"], ["light_smoke", "mines"]),
    ],
)
def test_smoke_thins(before: list[str], after: list[str]) -> None:
    """Heavy becomes light and light is gone, cloud by cloud; nothing else drifts away."""
    field = smoky(*before)
    assert smoke_of(field, new_round(field), "C6") == after


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(
    ("printed", "laid", "rounds"),
    [
        ("heavy_smoke", (), (["light_smoke"], [])),
        ("light_smoke", (), ([], [])),
        ("light_smoke", ("light_smoke",), ([], [])),
        ("heavy_smoke", ("heavy_smoke",), (["light_smoke", "light_smoke"], [])),
        ("heavy_smoke", ("light_smoke",), (["light_smoke"], [])),
    ],
)
def test_printed_smoke_thins_as_well(printed: str, laid: tuple[str, ...], rounds: tuple[list[str], ...]) -> None:
    """What a map or mission has put there drifts away like any other: heavy, light, gone, and it does not come back."""
    field = stage(*PAIR, more=f'[features]\n{printed} = ["C6"]')
    changes = field.state.changes
    for kind in laid:
        changes = changes.with_feature(field.cell("C6"), kind)
    field = field.changed(changes=changes)
    for after in rounds:
        played = new_round(field)
        assert smoke_of(field, played, "C6") == after
        field = field.changed(changes=played.state.changes)


@pytest.mark.rule("COH-3.6")
def test_smoke_of_the_mission_stands_in_the_first_round() -> None:
    """The first round begins with the map as the mission has it."""
    field = stage(*PAIR, more='[features]\nheavy_smoke = ["C6"]')
    assert smoke_of(field, new_round(field, (), turn=0), "C6") == ["heavy_smoke"]


@pytest.mark.rule("COH-3.6")
def test_where_there_is_no_smoke_none_thins() -> None:
    """Mines alone are no cloud."""
    assert new_round(smoky("mines")).of(SmokeThinned) == []
    assert len(new_round(smoky("light_smoke")).of(SmokeThinned)) == 1


@pytest.mark.rule("COH-3.1")
def test_mortars_lay_smoke_for_the_price_of_an_attack() -> None:
    """3 AP: a 4 leaves the mortar fresh, and a 3 spends it (card 08)."""
    for card, spent in (("07", False), ("08", True)):
        field = stage(unit("u1", "C10", MORTAR), ai("a1", "C2"))
        played = field.play(LaySmoke(field.cell("C5"), "u1"), cards=(card,))
        assert played.of(SmokeLaid) == [SmokeLaid((field.cell("C5"),))]
        assert smoke_of(field, played, "C5") == ["heavy_smoke"]
        assert played.state.unit("u1").spent is spent


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("profile", "at", "keywords", "reason"),
    [
        ("soviet_rifles_41", "C5", {}, "u1 has no smoke"),
        (MORTAR, "C8", {}, "C8 is 2 hexes away"),
        (MORTAR, "C7", {}, None),
        (MORTAR, "A5", {}, "no smoke on water"),
        (MORTAR, "C3", {}, "u1 does not see C3"),
        (MORTAR, "C12", {}, "C12 is outside the arc of fire"),
        (MORTAR, "C7", {"hit": "soft_stunned"}, "u1 cannot fire smoke now"),
    ],
)
def test_who_lays_smoke_and_where(profile: str, at: str, keywords: dict[str, str], reason: str | None) -> None:
    """Who has smoke and can fire, in its arc and range, where it sees, and not on water."""
    field = stage(unit("u1", "C10", profile, **keywords), ai("a1", "G1"), rows=with_terrain(C4="w", A5="~"))
    assert field.refusal(LaySmoke(field.cell(at), "u1")) == reason


# -- control ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize("holder", [GREYS, None])
def test_an_armed_counter_takes_an_objective_it_enters(holder: str | None) -> None:
    """From the enemy, or from nobody."""
    field = stage(unit("u1", "C7"), ai("a1", "C1"), objectives={"farm": ("C6", holder)})
    played = field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,))
    assert played.of(ControlTaken) == [ControlTaken("farm", REDS)]
    assert played.state.holder("farm") == REDS


@pytest.mark.rule("COH-3.6")
def test_an_objective_is_taken_in_passing() -> None:
    """A tank drives through, and holds it."""
    field = stage(unit("u1", "C9", TANK), ai("a1", "C1"), objectives={"farm": ("C8", GREYS)})
    assert field.play(field.move("u1", "C8", "C7"), cards=(NEVER_SPENT,)).state.holder("farm") == REDS


@pytest.mark.rule("COH-3.6")
def test_an_objective_with_its_owner_there_is_not_taken() -> None:
    """That is close combat."""
    field = stage(unit("u1", "C7"), ai("a1", "C6"), objectives={"farm": ("C6", GREYS)})
    assert field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).of(ControlTaken) == []


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize("profile", [TRUCK, "soviet_wagon"])
def test_trucks_and_wagons_take_nothing(profile: str) -> None:
    """They have no firepower to speak of."""
    field = stage(unit("u1", "C7", profile), unit("u2", "A12"), ai("a1", "C1"), objectives={"farm": ("C6", GREYS)})
    assert field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).of(ControlTaken) == []


@pytest.mark.rule("COH-3.6")
def test_an_objective_stays_with_who_has_left_it() -> None:
    """Control is not lost by leaving."""
    field = stage(unit("u1", "C7"), ai("a1", "C1"), objectives={"farm": ("C7", REDS)})
    assert field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).state.holder("farm") == REDS


@pytest.mark.rule("COH-3.6")
def test_objectives_are_counted_each_round() -> None:
    """Before the next one begins, to whoever holds them."""
    field = stage(*PAIR, objectives={"farm": ("A1", REDS), "mill": ("A2", GREYS), "ford": ("A3", None)}, points=2)
    won = [(event.side, event.points) for event in new_round(field).of(PointsWon)]
    assert won == [(REDS, 2), (GREYS, 2)]


@pytest.mark.rule("COH-3.6")
def test_nothing_is_counted_before_the_first_round() -> None:
    """Nobody has held anything yet."""
    field = stage(*PAIR, objectives={"farm": ("A1", REDS)}, points=2)
    assert new_round(field, dice=(), turn=0).of(PointsWon) == []


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("turn", "counted"), [(1, 0), (4, 0), (5, 1)])
def test_objectives_may_be_counted_at_the_end(turn: int, counted: int) -> None:
    """After the fifth and last round, and after no other."""
    field = stage(*PAIR, objectives={"farm": ("A1", REDS)}, points=2, victory={"holding": "at the end"})
    dice = () if turn == 5 else (3, 4)
    assert len(new_round(field, dice, turn).of(PointsWon)) == counted


# -- the end ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("turn", "over"), [(4, False), (5, True)])
def test_the_mission_ends_after_its_last_round(turn: int, over: bool) -> None:
    """After the fifth of five, with whoever leads as the winner."""
    played = new_round(stage(*PAIR), dice=() if over else (3, 4), turn=turn)
    assert bool(played.of(BattleEnded)) is over
    if over:
        outcome = played.state.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.scores) == (REDS, ((REDS, 1), (GREYS, 0)))


@pytest.mark.rule("COH-3.6")
def test_the_last_round_counts_before_the_winner_is_named() -> None:
    """Two points for the mill turn a lead of one round."""
    field = stage(*PAIR, objectives={"mill": ("A2", GREYS)}, points=2)
    outcome = new_round(field, dice=(), turn=5).state.outcome
    assert outcome is not None and outcome.winner == GREYS


@pytest.mark.rule("COH-3.6")
def test_a_side_with_nobody_left_has_lost() -> None:
    """At once, whatever the points."""
    for pieces, winner in (((unit("u1", "C7"),), REDS), ((ai("a1", "C7"),), GREYS)):
        outcome = stage(*pieces).play().state.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (winner, "nobody else is left")


@pytest.mark.rule("COH-3.6")
def test_trucks_alone_are_nobody() -> None:
    """Non-combat counters do not keep a side in the battle."""
    outcome = stage(unit("u1", "C7"), ai("a1", "C4", "german_opel_blitz")).play().state.outcome
    assert outcome is not None and outcome.winner == REDS


@pytest.mark.rule("COH-3.6")
def test_reinforcements_to_come_keep_a_side_in_the_battle() -> None:
    """Nobody is on the map, and somebody will be."""
    assert stage(unit("u1", "C7"), ai("a1", "C4", turn=3)).play(Pass()).state.outcome is None


@pytest.mark.rule("COH-3.6")
def test_if_nobody_at_all_is_left_nobody_wins() -> None:
    """A draw."""
    outcome = stage(unit("u1", "C7", TRUCK), ai("a1", "C4", "german_opel_blitz")).play().state.outcome
    assert outcome is not None and outcome.winner is None
