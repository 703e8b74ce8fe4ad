"""Units, rosters, and the state that holds them."""

from dataclasses import replace

import pytest

from sim.engine.decks import Deck
from sim.engine.state import State
from sim.engine.units import Profile, Roster, Unit
from sim.grid import Cell

RIFLES = Profile("rifles", "Rifles")
A = Unit(id="a", side="picket", profile=RIFLES, cell=Cell(1, 1))
B = Unit(id="b", side="raiders", profile=RIFLES, cell=Cell(1, 1))
C = Unit(id="c", side="picket", profile=RIFLES)
ROSTER = Roster([B, A, C])
STATE: State[Unit] = State(units=ROSTER, decks=(Deck("cup", ("a",)), Deck("moods", ("x",))))


def test_a_unit_on_the_map_has_a_place() -> None:
    """Its cell."""
    assert A.place == Cell(1, 1)


def test_a_unit_off_the_map_has_no_place() -> None:
    """Asking for it is an error that names the unit."""
    with pytest.raises(ValueError, match="c is not on the map"):
        _ = C.place


def test_a_roster_keeps_the_order_of_the_scenario() -> None:
    """Not the alphabet's, nor that of hashing."""
    assert [unit.id for unit in ROSTER] == ["b", "a", "c"]
    assert len(ROSTER) == 3


def test_a_unit_is_found_by_its_id() -> None:
    """And one that is not there is not."""
    assert ROSTER["a"] is A
    assert "a" in ROSTER
    assert "d" not in ROSTER


def test_two_units_cannot_have_one_id() -> None:
    """The second would hide the first."""
    with pytest.raises(ValueError, match="two units have one id"):
        Roster([A, replace(B, id="a")])


def test_a_changed_unit_keeps_its_place_in_the_order() -> None:
    """A unit that moves does not become the last candidate."""
    moved = replace(B, cell=Cell(5, 5))
    changed = ROSTER.with_unit(moved)
    assert list(changed) == [moved, A, C]
    assert list(ROSTER) == [B, A, C]


def test_a_new_unit_comes_last() -> None:
    """Reinforcements stand at the end of the roster."""
    new = replace(A, id="0")
    assert list(ROSTER.with_unit(new)) == [B, A, C, new]


def test_a_unit_that_is_lost_leaves_the_roster() -> None:
    """The others keep their order; the roster before still has it."""
    assert list(ROSTER.without("a")) == [B, C]
    assert "a" in ROSTER


def test_the_units_of_a_side() -> None:
    """In roster order, those off the map too."""
    assert ROSTER.of("picket") == (A, C)


def test_the_units_in_a_cell() -> None:
    """In roster order, of any side."""
    assert ROSTER.at(Cell(1, 1)) == (B, A)
    assert ROSTER.at(Cell(0, 0)) == ()


def test_rosters_with_the_same_units_are_equal_however_they_came_about() -> None:
    """A value: equal, and with the same hash."""
    there_and_back = ROSTER.with_unit(replace(A, facing=3)).with_unit(A)
    assert there_and_back == ROSTER
    assert hash(there_and_back) == hash(ROSTER)


def test_the_order_is_part_of_what_a_roster_says() -> None:
    """The same units in another order are another roster."""
    assert Roster([A, B, C]) != ROSTER
    assert ROSTER.without("b").with_unit(B) != ROSTER


def test_a_roster_is_nothing_but_a_roster() -> None:
    """It does not equal the list of its units, and reads as its ids."""
    assert ROSTER != [B, A, C]
    assert repr(ROSTER) == "Roster(b, a, c)"


def test_a_state_changes_by_making_another() -> None:
    """The first one stays."""
    after = STATE.with_unit(replace(A, facing=2)).without_unit("b")
    assert [unit.id for unit in after.units] == ["a", "c"]
    assert after.unit("a").facing == 2
    assert STATE.unit("a") is A


def test_a_deck_is_found_by_its_name() -> None:
    """And a battle without such a deck says so."""
    assert STATE.deck("moods").left == ("x",)
    with pytest.raises(LookupError, match='there is no deck "orders" in this battle'):
        STATE.deck("orders")


def test_a_changed_deck_takes_the_place_of_the_old() -> None:
    """The other decks, and their order, stay."""
    after = STATE.with_deck(Deck("cup", ()))
    assert after.decks == (Deck("cup", ()), Deck("moods", ("x",)))


def test_a_deck_that_is_not_in_the_battle_cannot_be_changed() -> None:
    """It would be lost without a word."""
    with pytest.raises(LookupError, match='there is no deck "orders"'):
        STATE.with_deck(Deck("orders", ()))


def test_a_changed_unit_is_another_with_the_rest_as_it_was() -> None:
    """As `dataclasses.replace` would make it."""
    assert A.changed(facing=3) == replace(A, facing=3)
    assert A.facing == 0


def test_a_changed_state_is_another_with_the_rest_as_it_was() -> None:
    """As `dataclasses.replace` would make it."""
    assert STATE.changed(turn=4) == replace(STATE, turn=4)
    assert STATE.turn == 1


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    """A slip in a name is an error, as it would be with `dataclasses.replace`."""
    with pytest.raises(TypeError, match="Unit has no speed"):
        A.changed(speed=3)
    with pytest.raises(TypeError, match="State has no weather"):
        STATE.changed(weather="rain")
