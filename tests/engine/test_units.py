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
    """Its cell; asking one off the map for it is an error that names the unit."""
    assert A.place == Cell(1, 1)
    with pytest.raises(ValueError, match="c is not on the map"):
        _ = C.place


def test_a_roster_keeps_the_order_of_the_scenario() -> None:
    """Units are found by id, side and cell; two cannot have one id."""
    assert [unit.id for unit in ROSTER] == ["b", "a", "c"]
    assert len(ROSTER) == 3
    assert list(ROSTER.ids) == ["b", "a", "c"]
    assert ROSTER["a"] is A
    assert "a" in ROSTER
    assert "d" not in ROSTER
    with pytest.raises(ValueError, match="two units have one id"):
        Roster([A, replace(B, id="a")])
    assert ROSTER.of("picket") == (A, C)
    assert ROSTER.at(Cell(1, 1)) == (B, A)
    assert ROSTER.at(Cell(0, 0)) == ()


def test_a_changed_unit_keeps_its_place_in_the_order() -> None:
    """A new one comes last, a lost one leaves; the roster before stays as it was."""
    moved = replace(B, cell=Cell(5, 5))
    changed = ROSTER.with_unit(moved)
    assert list(changed) == [moved, A, C]
    assert list(ROSTER) == [B, A, C]
    new = replace(A, id="0")
    assert list(ROSTER.with_unit(new)) == [B, A, C, new]
    assert list(ROSTER.without("a")) == [B, C]
    assert "a" in ROSTER


def test_rosters_with_the_same_units_are_equal_however_they_came_about() -> None:
    """A value with a hash, of which the order is part; not the list of its units, and read as its ids."""
    there_and_back = ROSTER.with_unit(replace(A, facing=3)).with_unit(A)
    assert there_and_back == ROSTER
    assert hash(there_and_back) == hash(ROSTER)
    assert Roster([A, B, C]) != ROSTER
    assert ROSTER.without("b").with_unit(B) != ROSTER
    assert ROSTER != [B, A, C]
    assert repr(ROSTER) == "Roster(b, a, c)"


def test_a_change_makes_another() -> None:
    """As `dataclasses.replace` would; the first one stays, and a slip in a name is an error."""
    after = STATE.with_unit(replace(A, facing=2)).without_unit("b")
    assert [unit.id for unit in after.units] == ["a", "c"]
    assert after.unit("a").facing == 2
    assert STATE.unit("a") is A
    assert A.changed(facing=3) == replace(A, facing=3)
    assert A.facing == 0
    assert STATE.changed(turn=4) == replace(STATE, turn=4)
    assert STATE.turn == 1
    with pytest.raises(TypeError, match="Unit has no speed"):
        A.changed(speed=3)
    with pytest.raises(TypeError, match="State has no weather"):
        STATE.changed(weather="rain")


def test_a_deck_is_found_by_its_name() -> None:
    """A changed one takes its place; one that is not in the battle is neither found nor changed."""
    assert STATE.deck("moods").left == ("x",)
    with pytest.raises(LookupError, match='there is no deck "orders" in this battle'):
        STATE.deck("orders")
    after = STATE.with_deck(Deck("cup", ()))
    assert after.decks == (Deck("cup", ()), Deck("moods", ("x",)))
    with pytest.raises(LookupError, match='there is no deck "orders"'):
        STATE.with_deck(Deck("orders", ()))
