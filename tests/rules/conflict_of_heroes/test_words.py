"""What the log says: the words of events and orders."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from sim.engine.battle import Position
from sim.engine.events import Event, Passed
from sim.engine.notes import Said
from sim.engine.record import codec_of
from sim.grid import Cell
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.attacks import Support, attack
from sim.rules.conflict_of_heroes.events import (
    Attacked,
    CapsChanged,
    CardPlayed,
    CounterMoved,
    Destroyed,
    PointsWon,
    Revealed,
    TrackAdvanced,
    TurnStarted,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.orders.cards import PlayCard
from sim.rules.conflict_of_heroes.orders.fire import Fire, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Pivot
from sim.rules.conflict_of_heroes.orders.rally import Rally
from tests.rules.conflict_of_heroes.stage import NEVER_SPENT, Played, Stage, ai, stage, unit

ROAD = '[ways]\nroad = [["C8", "C7", "C6", "C5", "C4"]]'


def log(field: Stage, played: Played) -> list[str]:
    """Return the log of a turn."""
    frames = played.session.frames[played.first :]
    return [CONFLICT_OF_HEROES.told(Position(field.battle, frame.state), frame.event) for frame in frames]  # type: ignore[arg-type]


@pytest.mark.rule("COH-7.3-ai")
def test_the_log_says_which_card_leaves_the_game() -> None:
    """The green one before it is only drawn."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hit="soft_pinned"), ai("a9", "G1"), mission={"orders": "1-9"})
    said = log(field, field.play(Fire("u1", "a1"), dice=(6, 6), cards=("01", "05", "06")))
    assert "order card 01 (green) is drawn" in said
    assert "order card 05 (blue) is drawn and leaves the game" in said


@pytest.mark.rule("COH-4.3")
def test_the_log_names_the_space_that_the_track_has_come_to() -> None:
    """Without it nobody knows what concerns nobody."""
    track = [{"event": "auto-rally"}, {"event": "zeal", "yellow": True}]
    position = stage(unit("u1", "C7"), ai("a1", "C4"), mission={"track": track}).position
    told = [CONFLICT_OF_HEROES.told(position, TrackAdvanced(space, over)) for over in (True, False) for space in (1, 2)]
    assert told == [
        "the mission track passes space 1 (auto-rally), which does not happen",
        "the mission track passes space 2 (zeal), which happens in passing",
        "the mission track advances to space 1 (auto-rally)",
        "the mission track advances to space 2 (zeal)",
    ]


PAIR = unit("u1", "C7"), ai("a1", "C4")
OBSTACLES = '[features]\nmines = ["C7"]\nwire = ["C6"]'


def attacked() -> Played:
    """Return an attack that hits."""
    return stage(*PAIR).play(Fire("u1", "a1"), dice=(5, 5), cards=("soft_pinned", NEVER_SPENT))


def searched() -> Played:
    """Return a search by fire that finds nobody."""
    field = stage(*PAIR)
    return field.play(ReconByFire("u1", field.cell("D5")), dice=(1, 1), cards=(NEVER_SPENT,))


def rallied() -> Played:
    """Return a rally."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C4"))
    return field.play(Rally(("u1",)), dice=(1, 1), cards=(NEVER_SPENT,))


def turned_on_mines() -> Played:
    """Return a turn in a hex with mines."""
    return stage(*PAIR, more=OBSTACLES).play(Pivot("u1", 1), dice=(1, 1), cards=(NEVER_SPENT,))


def went_into_wire() -> Played:
    """Return a step into wire."""
    field = stage(*PAIR, more=OBSTACLES)
    return field.play(field.move("u1", "C6"), dice=(1,), cards=(NEVER_SPENT,))


@pytest.mark.rule("COH-ATTACK")
@pytest.mark.rule("COH-HIT")
@pytest.mark.rule("COH-RECON")
@pytest.mark.rule("COH-RALLY")
@pytest.mark.rule("COH-WIRE")
@pytest.mark.parametrize(
    ("what", "rules"),
    [
        (attacked, {"COH-ATTACK", "COH-HIT"}),
        (searched, {"COH-RECON"}),
        (rallied, {"COH-RALLY"}),
        (turned_on_mines, {"COH-WIRE"}),
        (went_into_wire, {"COH-WIRE"}),
    ],
)
def test_every_roll_names_the_rule_it_is_made_by(what: Callable[[], Played], rules: set[str]) -> None:
    """Beside that of the spent check no other: how an order card is read has nothing to do with it."""
    assert {rule for rule in what().rules() if rule} == rules | {"COH-3.1.1"}


@pytest.mark.rule("COH-3.3")
def test_a_card_that_changes_a_roll_is_played_by_its_own_rule() -> None:
    """And the attack names the rule of attacks and what the roll has become: 4 and the 1 that is a 5 now."""
    field = stage(*PAIR, hand=("veteran_nco",))
    cards = ("soft_pinned", NEVER_SPENT)
    played = field.play(Fire("u1", "a1"), PlayCard("veteran_nco"), dice=(1, 4, 5), cards=cards)
    why = {type(frame.event): frame.why for frame in played.session.frames[played.first :]}
    assert why[CardPlayed][-1].rule == "COH-3.3"
    assert why[Attacked][-1] == Said("with the card the roll is 9", rule="COH-ATTACK")


def rumoured() -> Stage:
    """Return a stage with a rumour that turns out to be rifles, three hexes from a Unit."""
    field = stage(unit("u1", "C7"), ai("a9", "G1"), ai("a1", "C4", "rumour"), mission={"rumours": {"german_mg34": 1}})
    rumour = replace(field.counter("a1"), id="rumour-1")
    return field.changed(units=field.state.units.without("a1").with_unit(rumour))


@pytest.mark.rule("COH-6.0")
def test_the_log_says_what_a_rumour_has_turned_out_to_be() -> None:
    """In the line that reveals it, and whenever it is named afterwards."""
    field = rumoured()
    played = field.play(Fire("u1", "rumour-1"), dice=(3, 3), cards=("german_mg34-1", NEVER_SPENT))
    said = log(field, played)
    assert "rumour-1 turns out to be MG34" in said
    assert "u1 attacks rumour-1 (MG34), needing 9: missed" in said


@pytest.mark.rule("COH-6.0")
def test_the_points_for_a_rumour_name_what_it_was() -> None:
    """It is gone by then."""
    field = rumoured()
    cards = ("german_mg34-1", "soft_destroyed", "02", NEVER_SPENT)
    played = field.play(Fire("u1", "rumour-1"), dice=(6, 6), cards=cards)
    assert played.of(Revealed)[0].profile.id == "german_mg34"
    assert played.of(Attacked) and played.of(Destroyed)
    assert played.of(PointsWon)[0].why == "rumour-1 (MG34) is destroyed"


@pytest.mark.rule("COH-6.0")
def test_other_counters_are_called_by_their_ids() -> None:
    """A rumour that nobody has looked at, too."""
    field = rumoured()
    said = log(field, field.play(field.move("u1", "B7"), cards=(NEVER_SPENT,)))
    assert "u1 moves to B7, facing n" in said
    field = field.changed(mover="greys")
    said = log(field, field.play(field.move("rumour-1", "C3"), cards=("12", "05")))
    assert "rumour-1 moves to C3, facing s" in said


@pytest.mark.rule("COH-3.1")
def test_bonus_hexes_of_a_vehicle_are_told_as_such() -> None:
    """A truck wins two hexes from road to road: one move, of which two hexes are its bonus."""
    field = stage(unit("u1", "C8", "soviet_truck"), unit("u9", "A12"), ai("a1", "G1"), more=ROAD)
    played = field.play(field.move("u1", "C7", "C6", "C5"), cards=(NEVER_SPENT,))
    assert [event.by for event in played.of(CounterMoved)] == ["action", "bonus", "bonus"]
    assert log(field, played)[1:4] == [
        "u1 moves to C7, facing n",
        "u1 goes on to C6 by its bonus move, facing n",
        "u1 goes on to C5 by its bonus move, facing n",
    ]


@pytest.mark.rule("COH-3.3")
def test_a_hex_won_by_a_card_is_told_as_such() -> None:
    """After the bonus of a vehicle, and of foot at once."""
    hand = ("rapid_deployment",)
    field = stage(unit("u1", "C8", "soviet_truck"), unit("u9", "A12"), ai("a1", "G1"), more=ROAD, hand=hand)
    played = field.play(field.move("u1", "C7", "C6", "C5", "C4", card="rapid_deployment"), cards=(NEVER_SPENT,))
    assert [event.by for event in played.of(CounterMoved)] == ["action", "bonus", "bonus", "card"]
    foot = stage(unit("u1", "C8"), ai("a1", "G1"), hand=("rapid_deployment",))
    walked = foot.play(foot.move("u1", "C7", "C6", card="rapid_deployment"), cards=(NEVER_SPENT,))
    assert "u1 goes on to C6 by the card, facing n" in log(foot, walked)


@pytest.mark.rule("COH-3.2.1")
def test_a_rally_is_worded_with_its_caps() -> None:
    """CAPs on the dice and CAPs paid are told apart."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "G1"))
    worded = CONFLICT_OF_HEROES.worded(field.position, Rally(("u1",), caps=1, dice_caps=2))
    assert worded == "u1 tries to rally, 2 CAPs on the dice, 1 CAP paid"


@pytest.mark.rule("COH-5.0")
def test_what_several_do_is_told_of_several() -> None:
    """The log, the dice, the orders and the refusals agree with a name in the plural."""
    field = stage(unit("uhlans", "C7"), unit("u2", "C7"), ai("Orlova's SMGs", "C5"))
    position, fire = field.position, Fire("uhlans", "Orlova's SMGs", ("u2",))
    assert CONFLICT_OF_HEROES.worded(position, fire) == "uhlans fire at Orlova's SMGs with u2 in support"
    assert CONFLICT_OF_HEROES.worded(position, Rally(("uhlans",))) == "uhlans try to rally"
    played = field.play(fire, dice=(1, 1), cards=(NEVER_SPENT,))
    assert log(field, played)[1].startswith("uhlans attack Orlova's SMGs, with u2 in support, needing ")
    assert field.refusal(Rally(("uhlans",))) == "uhlans are not hit"


def test_moves_of_older_records_are_read_as_ever() -> None:
    """The event was once called Moved."""
    codec, moved = codec_of(stage(*PAIR).battle), CounterMoved("u1", Cell(2, 3), 1, "bonus")
    written = codec.encode(Event, moved)
    assert written["event"] == "CounterMoved"
    assert codec.decode(Event, {**written, "event": "Moved"}) == moved


def test_a_turn_is_told_as_what_a_side_does() -> None:
    """So is a pass; a reason stands behind a colon."""
    position = stage(*PAIR).position
    told = [
        CONFLICT_OF_HEROES.told(position, event)
        for event in (
            TurnStarted("reds"),
            Passed("reds", None, "passes"),
            TurnTaken("reds", "greys", passed=True, round_over=True),
            Passed("greys", None, "nobody is left to come"),
        )
    ]
    assert told == [
        "the reds begin their turn",
        "the reds pass",
        "the reds end their turn with a pass, and the round is over",
        "the greys: nobody is left to come",
    ]


def test_caps_are_told_by_how_many_there_are_more_or_fewer() -> None:
    """And how many are left."""
    position = stage(*PAIR, caps=3).position
    told = [CONFLICT_OF_HEROES.told(position, CapsChanged(by)) for by in (-1, -2, 0, 4)]
    assert told == ["1 CAP fewer; 3 left", "2 CAPs fewer; 3 left", "no CAP is lost; 3 left", "4 CAPs more; 3 left"]


@pytest.mark.rule("COH-GROUP")
@pytest.mark.parametrize(("helpers", "words"), [(1, "+1 support by another"), (2, "+2 support by 2 others")])
def test_support_is_told_without_a_second_number(helpers: int, words: str) -> None:
    """What it adds stands before it."""
    field = stage(*PAIR)
    made = attack(field.position, field.counter("u1"), field.counter("a1"), Support(helpers))
    assert str(made.rating.parts[-1]) == words
