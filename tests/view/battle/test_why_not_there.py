"""A click on what no order can be aimed at says why: how far it is, what bars it, what hides it, and by which rule."""

from __future__ import annotations

from typing import Any

import pytest

from sim.view.battle.screen import BattleScreen
from tests.view.battle.bot import asked, menu, opened

SMALL = (900, 600)


def ordering(name: str, unit: str, **more: Any) -> BattleScreen:
    """Return a battle in which a unit waits for an order; whoever is asked before it does nothing."""
    screen = opened(name, size=SMALL, **more)
    for _ in range(60):
        question = menu(asked(screen))
        if unit in question.actors:
            screen.ordering.choose_unit(unit)
            return screen
        passing = screen.model.insight.passing(question.position, question.ask)
        screen.model.playback.answer(passing or question.choices[0].offer.intent)
    raise AssertionError(f"{unit} never waits for an order")


def told(screen: BattleScreen, at: str) -> str:
    """Click a cell, or who stands there, and return what is said."""
    menu(screen).choose_unit(menu(screen).unit)
    units = menu(screen).position.state.units
    cell = units[at].cell if at in units else screen.session.battle.map.cell(at)
    screen.say("")
    screen.ordering.click_map(cell, at if at in units else None)
    return screen.message


KAMENKA, STREET = "conflict_of_heroes/farm_at_kamenka", "outlaws/street_gunfight"
BRIDGE, ROAD = "la_cucaracha/bridge_at_rio_colorado", "ambush_alley/airport_road"
SALOON = "outlaws/saloon_brawl"
PITS = "la_petite_guerre/rifle_pits_of_saint_damase"

SAID = {
    "a hex that is several moves away": (
        KAMENKA, "", "D1", "D1 is 3 hexes away, and one action does not go so far: 3 AP by moves in a row (COH-MOVE)",
    ),
    "a hex out of reach": (KAMENKA, "", "J1", "J1 is 7 hexes away: out of reach, even by moves in a row (COH-MOVE)"),
    "a square that is too far": (
        STREET, "Old Pike", "A1", "too far to run: 25 squares, and 3 actions make 6 (OUT-CUP)",
    ),
    "a man behind a wall": (
        STREET, "Old Pike", "Boone Hatcher",
        "no line of sight to Boone Hatcher (OUT-FOV); the line of sight is blocked by wall between T12 and T13: "
        "it rises to 3 where the line is at 1",
    ),
    "a man out of range": (STREET, "Old Pike", "Dutch", "too far: 15 squares, and its range is 8 (OUT-WEAPON)"),
    "a train off its rails": (BRIDGE, "", "H1", "no way leads to H1: trains may not enter open ground"),
    "a street too far": (ROAD, "", "A1", "inches, and a Rapid move is 12 inches"),
    "a man on a roof": (ROAD, "", "Man on the roof", "; the line of sight is blocked by house wall between AI15 and"),
    "a move that is not rolled for yet": (
        PITS, "Captain Straubenzie", "A1",
        "how far he goes is rolled for first: order him to move, then choose where (LPG-MOVE-1)",
    ),
    "a man who cannot be looked for": (
        PITS, "Captain Straubenzie", "Dumont",
        "no line of sight to Dumont (LPG-ACQ); the line of sight is blocked by building in AY15",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("scenario", "unit", "at", "said"), SAID.values(), ids=SAID)
def test_the_reason_is_said(scenario: str, unit: str, at: str, said: str) -> None:
    """In the words of the rules that would judge the order."""
    screen = first_ordering(scenario) if not unit else ordering(scenario, unit)
    heard = told(screen, at)
    assert heard[:1].isupper() and said.casefold() in heard.casefold()


def first_ordering(name: str) -> BattleScreen:
    """Return a battle in which the first unit that may be ordered is chosen."""
    return ordering(name, menu(asked(opened(name, size=SMALL))).actors[0])


@pytest.mark.parametrize("scenario", [KAMENKA, STREET, SALOON, BRIDGE, ROAD, PITS])
def test_no_click_on_ground_or_an_enemy_goes_without_an_answer(scenario: str) -> None:
    """Of any system: what cannot be aimed at has a reason of its own, and no order is given by it; so has an enemy who
    cannot be shot at from here, or by nobody."""
    screen = first_ordering(scenario)
    position, aims = menu(screen).position, set(menu(screen).all_aims)
    frames, units = len(screen.session.frames), position.state.units
    free = [cell for cell in position.map.whole if not screen.model.position.state.units.at(cell) and cell not in aims]
    enemies = [unit for unit in units if unit.side != menu(screen).ask.side and unit.cell is not None]
    out_of_aim = [unit.id for unit in enemies if unit.id not in aims and unit.cell not in aims]
    for at in (*map(position.name, free[:: max(1, len(free) // 25)]), *out_of_aim[:12]):
        said = told(screen, at)
        assert said and not said.startswith("No order for"), at
    assert len(screen.session.frames) == frames


def test_a_click_on_a_friend_in_a_brawl_aims_at_joining_it() -> None:
    """Nobody but the one who is asked can be ordered, so that a friend is not chosen in his place."""
    screen = ordering(SALOON, "Tall Joe")
    units, aims = menu(screen).position.state.units, menu(screen).all_aims
    opponents = {units[aim].cell: aim for aim in aims if isinstance(aim, str)}
    friend = next(unit for unit in units.of("cowhands") if unit.id != "Tall Joe" and unit.cell in opponents)
    screen.ordering.click_map(friend.cell, friend.id)
    assert (menu(screen).unit, menu(screen).aim) == ("Tall Joe", opponents[friend.cell])


def test_once_inches_are_rolled_the_way_there_is_judged() -> None:
    """It is longer than they are."""
    screen = ordering(PITS, "Captain Straubenzie")
    screen.ordering.choose_verb("move")
    screen.ordering.confirm()
    assert menu(asked(screen)).ask.occasion == "moving"
    assert told(screen, "AY30").startswith("Too far: ") and told(screen, "AY30").endswith(" (LPG-MOVE-1)")
    assert told(screen, "A1") == "No way leads to A1: a man on foot may not enter deep water"


def test_a_verb_that_is_aimed_at_units_says_nothing_of_ways() -> None:
    """Whoever shoots does not go there."""
    screen = ordering(STREET, "Old Pike")
    own = menu(screen).of_unit("Old Pike")
    menu(screen).choose_verb(next(choice.sketch.verb for choice in own if choice.sketch.target == "Dutch"))
    screen.ordering.click_map(screen.session.battle.map.cell("A1"), None)
    assert screen.message == "No order for Old Pike can be aimed at A1 now."
