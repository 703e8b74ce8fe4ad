"""Rule 4.3: the mission track."""

from typing import Any

import pytest

from sim.engine.events import Arrived, Passed
from sim.engine.notes import Said
from sim.rules.conflict_of_heroes.events import (
    CapsChanged,
    ControlTaken,
    Freshened,
    RallyTried,
    Revealed,
    Rumoured,
    TrackAdvanced,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.orders.cards import Pass, Stall
from sim.rules.conflict_of_heroes.orders.move import Pivot
from tests.rules.conflict_of_heroes.stage import GREYS, TRUCK, Piece, Played, ai, stage, unit

SEVEN, TWO_SPACES, NO_NUMBER = "07", "50", "10"
"""Green cards: at 7 or fewer by one space; at 9 or fewer by two; without the requirement."""
NOTHING = {"event": "nothing"}
AREA = '[areas]\nwoods = ["F1", "F2"]'


def units(count: int) -> tuple[Piece, ...]:
    """Return so many counters, of which one is an AI."""
    return (*(unit(f"u{n}", f"{'ABCDEFG'[n % 7]}{12 - n // 7}") for n in range(count - 1)), ai("a1", "C1"))


def draw(
    card: str,
    *pieces: Piece,
    track: tuple[dict[str, Any], ...] = (NOTHING,) * 4,
    dice: tuple[int, ...] = (),
    **more: Any,
) -> Played:
    """Draw a card as an AI order; the AIs then pass."""
    field = stage(*pieces, mission={"track": track}, **more)
    return field.ai_play(Pass(), card=card, dice=dice)


# -- when it advances ------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(("count", "space"), [(6, 1), (7, 1), (8, 0)])
def test_it_advances_if_no_more_counters_are_in_play(count: int, space: int) -> None:
    """Below the number and at it, and not above."""
    assert draw(SEVEN, *units(count)).state.track == space


@pytest.mark.rule("COH-4.3")
def test_a_card_without_the_number_does_not_advance_it() -> None:
    """However few are left."""
    assert draw(NO_NUMBER, *units(2)).state.track == 0


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(
    "counted",
    [
        unit("ux", "D6", spent=True),
        unit("ux", "D6", hidden=True),
        ai("ax", "D6", spent=True),
        ai("ax", "D6", hidden=True),
        ai("ax", "D6", "rumour"),
        ai("ax", "D6", turn=1),
    ],
    ids=["spent Unit", "hidden Unit", "spent AI", "hidden AI", "rumour", "arriving this round"],
)
def test_what_is_counted(counted: Piece) -> None:
    """With seven others it is the eighth."""
    assert draw(SEVEN, *units(7), counted).state.track == 0


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(
    "ignored",
    [
        unit("ux", "D6", TRUCK),
        unit("ux", "D6", "soviet_wagon"),
        ai("ax", "D6", "german_opel_blitz"),
        ai("ax", "D6", turn=2),
        ai("ax", "D6", group="late"),
    ],
    ids=["truck", "wagon", "AI truck", "arriving next round", "waiting for the track"],
)
def test_what_is_not_counted(ignored: Piece) -> None:
    """With seven others there are still seven."""
    assert draw(SEVEN, *units(7), ignored).state.track == 1


@pytest.mark.rule("COH-4.3")
def test_it_does_not_advance_on_a_card_drawn_for_a_check() -> None:
    """Only a card that is drawn as an order does it."""
    field = stage(*units(2), mission={"track": (NOTHING,)})
    assert field.play(Stall("u0"), cards=(SEVEN,)).state.track == 0


@pytest.mark.rule("COH-4.3")
def test_it_advances_before_the_order_is_carried_out() -> None:
    """The space reached happens at once."""
    played = draw(SEVEN, *units(2))
    assert played.names()[:3] == ["CardTaken", "TrackAdvanced", "Passed"]
    assert "COH-4.3" in played.rules()


@pytest.mark.rule("COH-4.3")
def test_a_mission_without_a_track_has_none() -> None:
    """The number means nothing then."""
    assert draw(SEVEN, *units(2), track=()).state.track == 0


@pytest.mark.rule("COH-4.3")
def test_at_its_end_it_stays() -> None:
    """Beyond the last space there is none."""
    field = stage(*units(2), mission={"track": (NOTHING,)}).changed(track=1)
    assert field.ai_play(Pass(), card=SEVEN).of(TrackAdvanced) == []


# -- two spaces ------------------------------------------------------------------------------------------------

SNIPER, YELLOW_SNIPER = {"event": "sniper fire"}, {"event": "sniper fire", "yellow": True}


@pytest.mark.rule("COH-4.3")
def test_two_spaces_pass_over_the_first() -> None:
    """Its event does not happen; that of the second does."""
    played = draw(TWO_SPACES, *units(2), track=(SNIPER, NOTHING))
    assert played.of(TrackAdvanced) == [TrackAdvanced(1, passing=True), TrackAdvanced(2)]
    assert played.of(CapsChanged) == []


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(
    ("first", "told"),
    [
        (SNIPER, "it passes space 1, sniper fire, not yellow: it does not happen"),
        (YELLOW_SNIPER, "it passes space 1, sniper fire, yellow: it happens in passing"),
    ],
)
def test_an_advance_of_two_spaces_says_so_and_names_the_space_it_passes(first: dict[str, object], told: str) -> None:
    """With what becomes of it, and the space that it reaches."""
    played = draw(TWO_SPACES, *units(2), track=(first, NOTHING), dice=(2,) if first is YELLOW_SNIPER else ())
    texts = [note.text for frame in played.session.frames for note in frame.why if isinstance(note, Said)]
    assert texts[0].endswith("or fewer needed: the marker advances 2 spaces")
    assert texts[1] == told
    assert "it reaches space 2, nothing" in texts


@pytest.mark.rule("COH-4.3")
def test_two_spaces_end_at_the_last_one() -> None:
    """And the reason speaks of one space."""
    played = draw(TWO_SPACES, *units(2), track=(NOTHING,))
    texts = [note.text for frame in played.session.frames for note in frame.why if isinstance(note, Said)]
    assert texts[0].endswith("the marker advances 1 space")


@pytest.mark.rule("COH-4.3")
def test_a_yellow_space_happens_in_passing() -> None:
    """Both happen, in order."""
    played = draw(TWO_SPACES, *units(2), track=(YELLOW_SNIPER, SNIPER), dice=(2, 4))
    assert played.of(CapsChanged) == [CapsChanged(-1), CapsChanged(-2)]


@pytest.mark.rule("COH-4.3")
def test_the_second_space_happens_whatever_its_colour() -> None:
    """It is the one reached."""
    assert draw(TWO_SPACES, *units(2), track=(NOTHING, SNIPER), dice=(6,)).of(CapsChanged) == [CapsChanged(-3)]


@pytest.mark.rule("COH-4.3")
def test_the_last_space_is_reached_by_a_card_for_two() -> None:
    """There is no second one: the first is where the marker stops, and it happens."""
    played = draw(TWO_SPACES, *units(2), track=(SNIPER,), dice=(6,))
    assert (played.state.track, played.of(CapsChanged)) == (1, [CapsChanged(-3)])


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(("count", "space"), [(9, 2), (10, 0)])
def test_a_card_for_two_has_its_number_too(count: int, space: int) -> None:
    """At 9 it advances by two, at 10 not at all."""
    assert draw(TWO_SPACES, *units(count)).state.track == space


# -- what a space brings ---------------------------------------------------------------------------------------


@pytest.mark.rule("COH-4.3")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_sniper_takes_caps(die: int, lost: int) -> None:
    """By the die: 1 none, 2 and 3 one, 4 and 5 two, 6 three."""
    assert draw(SEVEN, *units(2), track=(SNIPER,), dice=(die,)).state.caps == 5 - lost


@pytest.mark.rule("COH-4.3")
def test_a_sniper_takes_no_more_caps_than_there_are() -> None:
    """There is no less than none."""
    assert draw(SEVEN, *units(2), track=(SNIPER,), dice=(6,), caps=2).state.caps == 0


@pytest.mark.rule("COH-4.3")
def test_auto_rally_takes_the_marker_off_the_hit_ai_nearest_to_a_unit() -> None:
    """Even if it is spent and in no state to rally."""
    near, far = ai("a1", "C5", spent=True, hit="soft_pinned"), ai("a2", "C2", hit="soft_pinned")
    played = draw(SEVEN, unit("u1", "C9"), far, near, ai("a3", "C6"), track=({"event": "auto-rally"},))
    assert played.of(RallyTried) == [RallyTried("a1", True, "soft hits")]


@pytest.mark.rule("COH-4.3")
def test_zeal_makes_the_nearest_spent_ai_fresh() -> None:
    """The one nearest to a Unit."""
    near, far = ai("a1", "C5", spent=True), ai("a2", "C2", spent=True)
    played = draw(SEVEN, unit("u1", "C9"), far, near, track=({"event": "zeal"},))
    assert played.of(Freshened) == [Freshened("a1")]
    assert (played.state.unit("a1").spent, played.state.unit("a2").spent) == (False, True)


@pytest.mark.rule("COH-4.3")
def test_bog_down_makes_the_nearest_fresh_unit_spent() -> None:
    """The one nearest to an AI; of two a die decides."""
    pieces = (unit("u1", "C9"), unit("u2", "C6", spent=True), unit("u3", "B7"), unit("u4", "D7"), ai("a1", "C5"))
    played = draw(SEVEN, *pieces, track=({"event": "bog down"},), dice=(2,))
    assert played.of(Freshened) == [Freshened("u4", True)]


@pytest.mark.rule("COH-4.3")
def test_a_hidden_unit_does_not_draw_the_event() -> None:
    """What the AIs cannot know of does not say which of them is nearest."""
    near, far = ai("a1", "C5", spent=True), ai("a2", "C2", spent=True)
    played = draw(SEVEN, unit("u1", "C9"), unit("u2", "C1", hidden=True), far, near, track=({"event": "zeal"},))
    assert played.of(Freshened) == [Freshened("a1")]


@pytest.mark.rule("COH-4.3")
def test_an_event_may_concern_nobody() -> None:
    """That is told."""
    played = draw(SEVEN, *units(2), track=({"event": "zeal"},))
    assert Passed(GREYS, None, "nobody is affected") in played.events


@pytest.mark.rule("COH-4.3")
def test_swift_action_gives_the_ais_turns_in_a_row() -> None:
    """Three in a row: this one, another and another, and then the player is next."""
    field = stage(*units(2), mission={"track": ({"event": "swift action", "number": 3},)}).changed(mover=GREYS)
    session = field.session(cards=(SEVEN, "03", "04", "05", "06", "08"))
    movers = []
    for _ in range(3):
        session.advance()
        session.answer(Pivot("a1", 2))
        movers.append(session.state.mover)
    assert movers == [GREYS, GREYS, "reds"]


@pytest.mark.rule("COH-4.3")
def test_an_ai_that_passes_gives_up_its_turns_in_a_row() -> None:
    """Nothing could be done, and the player is next."""
    played = draw(SEVEN, *units(2), track=({"event": "swift action", "number": 3},))
    assert played.of(TurnTaken) == [TurnTaken(GREYS, "reds", True)]


@pytest.mark.rule("COH-6.0")
def test_rumours_appear_in_their_area() -> None:
    """Two of them, in free hexes that the dice choose."""
    track = ({"event": "rumours", "number": 2, "at": "woods"},)
    played = draw(SEVEN, *units(2), track=track, dice=(2,), more=AREA)
    assert [event.unit for event in played.of(Rumoured)] == ["rumour-1", "rumour-2"]
    field = stage(*units(2), more=AREA)
    places = [field.battle.map.grid.name(event.cell) for event in played.of(Rumoured)]
    assert places == ["F2", "F1"]
    assert played.state.unit("rumour-1").side == GREYS


@pytest.mark.rule("COH-6.0")
def test_no_rumour_appears_where_there_is_no_room() -> None:
    """A third one finds none, which is told."""
    track = ({"event": "rumours", "number": 3, "at": "woods"},)
    played = draw(SEVEN, *units(2), track=track, dice=(1,), more=AREA)
    assert len(played.of(Rumoured)) == 2
    assert Passed(GREYS, None, "no room for another rumour") in played.events


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_appears_before_the_eyes_of_a_unit_is_none_any_more() -> None:
    """Within three hexes it is revealed at once."""
    track = ({"event": "rumours", "number": 1, "at": "woods"},)
    mission = {"rumours": {"nothing": 1}, "track": track}
    field = stage(unit("u1", "F4"), ai("a1", "A1"), mission=mission, more=AREA)
    played = field.ai_play(Pass(), card=SEVEN, dice=(1,), cards=("nothing-1",))
    assert played.of(Revealed) == [Revealed("rumour-1", None)]


@pytest.mark.rule("COH-3.6")
def test_the_track_brings_on_its_group() -> None:
    """Those who wait for it and no others; they take what they come into."""
    track = ({"event": "reinforcements", "group": "late"},)
    pieces = (*units(2), ai("a7", "E2", group="late"), ai("a8", "E3", group="later"), ai("a9", "E4", turn=4))
    field = stage(*pieces, mission={"track": track}, objectives={"farm": ("E2", "reds")})
    played = field.ai_play(Pass(), card=SEVEN)
    assert [event.unit for event in played.of(Arrived)] == ["a7"]
    assert played.of(ControlTaken) == [ControlTaken("farm", GREYS)]


@pytest.mark.rule("COH-3.6")
def test_a_group_that_has_come_does_not_come_again() -> None:
    """That nobody is left to come is told."""
    track = ({"event": "reinforcements", "group": "late"},) * 2
    field = stage(*units(2), ai("a7", "E2", group="late"), mission={"track": track})
    first = field.ai_play(Pass(), card=SEVEN)
    again = field.changed(units=first.state.units, track=1).ai_play(Pass(), card=SEVEN)
    assert again.of(Arrived) == []
    assert Passed(GREYS, None, "nobody is left to come") in again.events


@pytest.mark.rule("COH-6.0")
def test_a_group_of_the_track_is_looked_round_for_as_it_comes() -> None:
    """A hidden Unit in the open two hexes away is made out."""
    track = ({"event": "reinforcements", "group": "late"},)
    pieces = (*units(2), unit("u7", "E4", hidden=True), ai("a7", "E2", group="late"))
    played = stage(*pieces, mission={"track": track}).ai_play(Pass(), card=SEVEN)
    assert not played.state.unit("u7").hidden
