"""Rule 6.0 and hidden counters: how they come to light."""

import pytest

from sim.engine.events import CardTaken, Passed
from sim.rules.conflict_of_heroes.events import Attacked, Concealed, Destroyed, PointsWon, Revealed, SpentChecked
from sim.rules.conflict_of_heroes.orders.cards import Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally
from tests.rules.conflict_of_heroes.stage import (
    FOUR,
    GREYS,
    MG34,
    NEVER_SPENT,
    REDS,
    TANK,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)

CUP = {"rumours": {"german_mg34": 1, "nothing": 1, "german_opel_blitz": 1, "german_5cm_mortar": 1}}
MG, NOTHING, TRUCK, MORTAR = "german_mg34-1", "nothing-1", "german_opel_blitz-1", "german_5cm_mortar-1"


def rumoured(at: str = "C4", unit_at: str = "C9", rows: str = "", **more: object) -> Stage:
    """Return a Unit and a rumour; another AI far away keeps the battle going."""
    ground = {"rows": rows} if rows else {}
    return stage(unit("u1", unit_at), ai("a1", at, "rumour"), ai("a9", "G1"), mission=CUP, **ground, **more)  # type: ignore[arg-type]


# -- rumours ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("start", "end", "revealed"), [("C8", "C7", True), ("C9", "C8", False)])
def test_a_unit_that_comes_within_three_hexes_reveals_a_rumour(start: str, end: str, revealed: bool) -> None:
    """At 3 it is revealed, at 4 it is not."""
    field = rumoured(unit_at=start)
    played = field.play(field.move("u1", end), cards=(MG, NEVER_SPENT) if revealed else (NEVER_SPENT,))
    assert bool(played.of(Revealed)) is revealed


@pytest.mark.rule("COH-6.0")
def test_a_rumour_out_of_sight_stays_one() -> None:
    """Woods are between them."""
    field = rumoured(unit_at="C8", rows=with_terrain(C6="w"))
    assert field.play(field.move("u1", "C7"), cards=(NEVER_SPENT,)).of(Revealed) == []


@pytest.mark.rule("COH-6.0")
def test_a_rumour_may_be_a_counter_which_faces_the_unit() -> None:
    """It keeps its id and place, and faces south, where the Unit is; the piece leaves the cup."""
    field = rumoured(unit_at="C8")
    played = field.play(field.move("u1", "C7"), cards=(MG, NEVER_SPENT))
    counter = played.state.unit("a1")
    assert (counter.profile.id, counter.facing, counter.place) == (MG34, 3, field.cell("C4"))
    assert played.of(CardTaken)[0] == CardTaken("rumours", MG, "removed")
    assert MG not in played.state.deck("rumours").left


@pytest.mark.rule("COH-6.0")
def test_a_rumour_may_be_nothing() -> None:
    """It is gone, without points and without a command card."""
    field = rumoured(unit_at="C8")
    played = field.play(field.move("u1", "C7"), cards=(NOTHING, NEVER_SPENT))
    assert "a1" not in played.state.units
    assert (played.of(Destroyed), played.of(PointsWon), played.state.deck("orders").removed) == ([], [], ())


@pytest.mark.rule("COH-6.0")
def test_an_empty_cup_makes_nothing_of_a_rumour() -> None:
    """All counters are on the map already."""
    field = rumoured(unit_at="C8").left("rumours")
    assert field.play(field.move("u1", "C7"), cards=(NEVER_SPENT,)).of(Revealed) == [Revealed("a1", None)]


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_comes_too_near_reveals_itself() -> None:
    """It moves as an AI, and is seen by the Unit three hexes away."""
    field = rumoured("C4", "C8")
    played = field.ai_play(field.move("a1", "C5"), cards=(MG, NEVER_SPENT))
    assert played.state.unit("a1").profile.id == MG34


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_turns_out_nothing_is_not_checked() -> None:
    """There is nobody left to be spent."""
    field = rumoured("C4", "C8")
    assert field.ai_play(field.move("a1", "C5"), cards=(NOTHING,)).of(SpentChecked) == []


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("drawn", "hidden"), [(NOTHING, True), (MG, False)])
def test_a_rumour_sees_nobody_until_it_is_somebody(drawn: str, hidden: bool) -> None:
    """A hidden Unit that it comes upon stays hidden if it is nothing, and is made out if it is a machine gun."""
    pieces = (unit("u1", "C6", hidden=True), unit("u2", "A12"), ai("a1", "C8", "rumour"), ai("a9", "G1"))
    field = stage(*pieces, mission=CUP)
    cards = (drawn,) if hidden else (drawn, NEVER_SPENT)
    assert field.ai_play(field.move("a1", "C7"), cards=cards).state.unit("u1").hidden is hidden


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_is_fired_at_shows_what_it_is_first() -> None:
    """The attack is then one on that counter: 3 at a machine gun's front of 12."""
    field = rumoured(unit_at="C8")
    played = field.play(Fire("u1", "a1"), dice=(1, 1), cards=(MG, NEVER_SPENT))
    assert [type(event) for event in played.of(Revealed, Attacked)] == [Revealed, Attacked]
    assert played.of(Attacked)[0].needed == 9


@pytest.mark.rule("COH-6.0")
def test_a_shot_at_nothing_ends_there() -> None:
    """Nobody is rolled for; the Unit has fired for its AP all the same."""
    field = rumoured(unit_at="C8")
    played = field.play(Fire("u1", "a1"), cards=(NOTHING, FOUR))
    assert played.of(Attacked) == []
    assert played.state.unit("u1").spent


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_fires_shows_what_it_is_first() -> None:
    """A machine gun: it fires with its 4 at a front of 12."""
    field = rumoured(unit_at="C8")
    played = field.ai_play(Fire("a1", "u1"), dice=(1, 1), cards=(MG, NEVER_SPENT))
    assert played.of(Attacked)[0].needed == 8


@pytest.mark.rule("COH-6.0")
def test_a_rumour_that_is_nothing_does_not_fire() -> None:
    """It is gone instead."""
    played = rumoured(unit_at="C8").ai_play(Fire("a1", "u1"), cards=(NOTHING,))
    assert (played.of(Attacked), "a1" in played.state.units) == ([], False)


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("at", "drawn", "reason"), [("C4", TRUCK, "beyond"), ("C7", MORTAR, "nearer than 2")])
def test_a_rumour_may_turn_out_unable_to_fire(at: str, drawn: str, reason: str) -> None:
    """A truck at a distance, a mortar too near: it does nothing, and says why."""
    played = rumoured(at, "C8").ai_play(Fire("a1", "u1"), cards=(drawn, NEVER_SPENT))
    assert played.of(Attacked) == []
    assert reason in played.of(Passed)[0].why


@pytest.mark.rule("COH-6.0")
def test_a_rumour_in_support_shows_what_it_is() -> None:
    """If it is nothing, it gives no support."""
    pieces = (unit("u1", "C8"), ai("a1", "C4"), ai("a2", "B4", "rumour"), ai("a9", "G1"))
    field = stage(*pieces, mission=CUP)
    order = Fire("a1", "u1", ("a2",))
    assert field.ai_play(order, dice=(1, 1), cards=(NOTHING, NEVER_SPENT)).of(Attacked)[0].needed == 10
    assert field.ai_play(order, dice=(1, 1), cards=(MG, NEVER_SPENT)).of(Attacked)[0].needed == 9


@pytest.mark.rule("COH-6.0")
def test_a_rumour_on_mines_shows_what_it_is_when_they_hit() -> None:
    """With 8 they do; with 7 it goes on as a rumour."""
    field = rumoured("C4", "C12", more='[features]\nmines = ["C5"]')
    hit = field.ai_play(field.move("a1", "C5"), dice=(4, 4), cards=(MG, "soft_pinned", NEVER_SPENT))
    assert (hit.state.unit("a1").profile.id, hit.state.unit("a1").hit) == (MG34, "soft_pinned")
    missed = field.ai_play(field.move("a1", "C5"), dice=(3, 4), cards=(NEVER_SPENT,))
    assert missed.state.unit("a1").is_rumour
    nothing = field.ai_play(field.move("a1", "C5"), dice=(4, 4), cards=(NOTHING,))
    assert "a1" not in nothing.state.units


@pytest.mark.rule("COH-6.0")
def test_a_rumour_takes_no_objective() -> None:
    """It has no firepower to hold it with."""
    field = rumoured("C4", "C12", objectives={"farm": ("C5", REDS)})
    assert field.ai_play(field.move("a1", "C5"), cards=(NEVER_SPENT,)).state.holder("farm") == REDS


# -- hiding ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_who_hides_pays_five_ap() -> None:
    """Out of every sight; checked like any action."""
    field = stage(unit("u1", "C9"), ai("a1", "C4"), rows=with_terrain(C8="w"))
    played = field.play(Hide("u1"), cards=("02",))
    assert played.state.unit("u1").hidden
    assert played.of(SpentChecked) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.1")
def test_nobody_hides_before_an_enemys_eyes() -> None:
    """In sight it is refused, and twice as well."""
    assert stage(unit("u1", "C9"), ai("a1", "C4")).refusal(Hide("u1")) == "a1 would see it"
    hidden = stage(unit("u1", "C9", hidden=True), ai("a1", "C4"))
    assert hidden.refusal(Hide("u1")) == "u1 is hidden already"


@pytest.mark.rule("COH-3.1")
def test_who_cannot_move_cannot_hide() -> None:
    """A pinned Unit stays where it is seen."""
    field = stage(unit("u1", "C9", hit="soft_pinned"), ai("a1", "C4"), rows=with_terrain(C8="w"))
    assert field.refusal(Hide("u1")) == "u1 is pinned and cannot move or turn"


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("ground", "end", "seen"), [(".", "C6", True), (".", "C7", False), ("w", "C5", False)])
def test_when_hidden_foot_is_made_out(ground: str, end: str, seen: bool) -> None:
    """In the open at 2 hexes, not at 3; in woods not even next to it."""
    start = f"C{int(end[1:]) + 1}"
    field = stage(unit("u1", start), ai("a1", "C4", hidden=True), ai("a9", "G1"), rows=with_terrain(C4=ground))
    played = field.play(field.move("u1", end), cards=(NEVER_SPENT,))
    assert played.of(Concealed) == ([Concealed("a1", False)] if seen else [])


@pytest.mark.rule("COH-3.1")
def test_a_hidden_counter_is_found_in_its_own_hex() -> None:
    """Whatever the ground; that is close combat then."""
    field = stage(unit("u1", "C5"), ai("a1", "C4", hidden=True), ai("a9", "G1"), rows=with_terrain(C4="w"))
    assert not field.play(field.move("u1", "C4"), cards=(NEVER_SPENT,)).state.unit("a1").hidden


@pytest.mark.rule("COH-3.1")
def test_a_hidden_vehicle_in_the_open_is_seen_from_afar() -> None:
    """As far as anybody sees."""
    field = stage(unit("u1", "C12"), ai("a1", "C2", "german_pz3h", hidden=True), ai("a9", "G1"))
    assert not field.play(field.move("u1", "C11"), cards=(NEVER_SPENT,)).state.unit("a1").hidden


@pytest.mark.rule("COH-3.1")
def test_light_smoke_hides_nobody() -> None:
    """Heavy smoke does."""
    for kind, hidden in (("light_smoke", False), ("heavy_smoke", True)):
        more = f'[features]\n{kind} = ["C4"]'
        field = stage(unit("u1", "C6"), ai("a1", "C4", hidden=True), ai("a9", "G1"), more=more)
        assert field.play(field.move("u1", "C5"), cards=(NEVER_SPENT,)).state.unit("a1").hidden is hidden


@pytest.mark.rule("COH-3.1")
def test_a_hidden_mover_is_made_out_where_it_ends() -> None:
    """A hidden Unit that comes within 2 hexes of an AI in the open is found."""
    field = stage(unit("u1", "C7", hidden=True), ai("a1", "C4"))
    assert not field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).state.unit("u1").hidden


@pytest.mark.rule("COH-3.1")
def test_a_hidden_move_takes_five_ap_whatever_the_ground() -> None:
    """Into heavy woods as into the open; a 5 spends it, where 1 or 2 would not have."""
    for ground in (".", "W"):
        field = stage(unit("u1", "C12", hidden=True), ai("a1", "C1"), rows=with_terrain(C11=ground))
        played = field.play(field.move("u1", "C11"), cards=("02",))
        assert (played.state.unit("u1").hidden, played.state.unit("u1").spent) == (True, True)
    fresh = field.play(field.move("u1", "C11"), cards=("27",))
    assert fresh.state.unit("u1").fresh


@pytest.mark.rule("COH-3.1")
def test_what_a_hidden_counter_may_do_and_stay_hidden() -> None:
    """It stalls and rallies unseen; digging and smoke show it."""
    hidden = unit("u1", "C12", "soviet_82mm_mortar", hidden=True, hit="soft_unnerved")
    field = stage(hidden, ai("a1", "C1"))
    smoke = LaySmoke(field.cell("C8"), "u1")
    shown = {
        order: field.play(order, dice=dice, cards=(NEVER_SPENT,)).state.unit("u1").hidden
        for order, dice in ((Stall("u1"), ()), (Rally(("u1",)), (1, 1)), (DigIn("u1"), ()), (smoke, ()))
    }
    assert list(shown.values()) == [True, True, False, False]


@pytest.mark.rule("COH-3.1")
def test_neither_side_knows_of_the_others_hidden_counters() -> None:
    """Nobody aims at them, and their own side has them."""
    field = stage(unit("u1", "C7", hidden=True), unit("u2", "A7"), ai("a1", "C4", hidden=True), ai("a2", "A4"))
    known = {side: {c.id for c in field.battle.ruleset.known(field.position, side).units} for side in (REDS, GREYS)}
    assert known == {REDS: {"u1", "u2", "a2"}, GREYS: {"u2", "a1", "a2"}}


@pytest.mark.rule("COH-3.1")
def test_a_vehicle_that_comes_upon_a_hidden_enemy_stops() -> None:
    """Its way led on through the hex where the enemy was hidden."""
    field = stage(unit("u1", "C9", TANK), ai("a1", "C8", hidden=True), ai("a9", "G1"), rows=with_terrain(G2="w"))
    played = field.play(field.move("u1", "C8", "C7", "C6"), cards=(NEVER_SPENT,))
    assert field.battle.map.grid.name(played.state.unit("u1").place) == "C8"
