"""Missions that cannot be played: one clear mistake each, with its file and line, and nothing starts."""

import re

import pytest

from sim.files import FileMistakes
from sim.scenario.scenario import parse_scenario
from tests.rules.conflict_of_heroes.stage import OPEN

MAP = f"""\
format = 1
title = "Field"
terrain_set = "battlefield"
rows = '''
{OPEN}
'''

[grid]
kind = "hex"

[areas]
woods = ["F1", "F2"]
lake = ["A1"]
"""
VALID = """\
format = 1
system = "conflict_of_heroes"
title = "The farm"
map = "field.toml"
briefing = "Hold the farm."

[limits]
turns = 5

[victory]
leader = "reds"

[conflict_of_heroes]
ai = "greys"
initiative = "reds"
caps = 4
orders = "15-55"
action_cards = ["luck"]

[conflict_of_heroes.rumours]
german_mg34 = 1
nothing = 2

[[conflict_of_heroes.counteractions]]
order = "AI closest to Spent Unit -> Move"
when = "no Unit fired"

[[conflict_of_heroes.track]]
event = "rumours"
at = "woods"

[[conflict_of_heroes.track]]
event = "reinforcements"
group = "late"

[[conflict_of_heroes.track]]
event = "swift action"
number = 2

[sides.reds]
name = "The reds"

[[sides.reds.units]]
id = "rifles"
profile = "soviet_rifles_41"
at = "C9"

[sides.greys]
name = "The greys"
player = "solo"

[[sides.greys.units]]
id = "gunners"
profile = "german_mg34"
at = "C3"

[[sides.greys.units]]
profile = "german_rifles_41"
at = "woods"
group = "late"

[[sides.greys.reinforcements]]
turn = 3
at = "woods"

[[sides.greys.reinforcements.units]]
profile = "german_rifles_41"
"""


def mistakes(text: str) -> list[str]:
    """Return what is wrong with a scenario, each in one line."""
    with pytest.raises(FileMistakes) as refused:
        parse_scenario(text, "farm.toml", map_text=MAP)
    return [str(mistake) for mistake in refused.value.mistakes]


def changed(old: str, new: str) -> tuple[str, int]:
    """Change one thing of the scenario; return the text and the line of the change."""
    assert VALID.count(old) == 1, old
    return VALID.replace(old, new), VALID[: VALID.index(old)].count("\n") + 1


@pytest.mark.rule("COH-3.6")
def test_the_mission_itself_can_be_played() -> None:
    """Whatever is refused below is refused for its one change."""
    scenario = parse_scenario(VALID, "farm.toml", map_text=MAP)
    assert scenario.state.turn == 0
    assert len(scenario.state.units) == 4


BAD = {
    "unknown profile": ('profile = "soviet_rifles_41"', 'profile = "soviet_rifels_41"', 0, "soviet_rifles_41"),
    "unknown card": ('action_cards = ["luck"]', 'action_cards = ["lukc"]', 0, "luck"),
    "unknown rumour": ("german_mg34 = 1", "german_mg43 = 1", 0, "german_mg34"),
    "bad order": (
        'order = "AI closest to Spent Unit -> Move"',
        'order = "AI closest to Spent Unit -> Mvoe"',
        0,
        "Move",
    ),
    "order to carry out another": (
        'order = "AI closest to Spent Unit -> Move"',
        'order = "Counteraction"',
        0,
        "what to do",
    ),
    "unknown place of arrival": ('turn = 3\nat = "woods"', 'turn = 3\nat = "wodos"', 1, "woods"),
    "unknown AI side": ('ai = "greys"', 'ai = "grays"', 0, "greys"),
    "unknown first side": ('initiative = "reds"', 'initiative = "rads"', 0, "reds"),
    "unknown leader": ('leader = "reds"', 'leader = "rods"', 0, "reds"),
    "no rounds": ("turns = 5", "", -1, "turns = 6"),
    "one id twice": ('id = "gunners"', 'id = "rifles"', 0, "an id of its own"),
    "rumours without their area": ('event = "rumours"\nat = "woods"', 'event = "rumours"', -1, "woods"),
    "rumours in an unknown area": ('event = "rumours"\nat = "woods"', 'event = "rumours"\nat = "hills"', 1, "woods"),
    "reinforcements without a group": (
        'event = "reinforcements"\ngroup = "late"',
        'event = "reinforcements"',
        -1,
        "late",
    ),
    "swift action of one turn": ("number = 2", "number = 1", 0, "at least 2"),
    "empty deck": ('orders = "15-55"', 'orders = "15-20 without 15-20"', 0, "at least one card"),
    "unknown order card": ('orders = "15-55"', 'orders = "56"', 0, "1-55"),
    "unknown event": ('event = "swift action"', 'event = "swift actoin"', 0, "swift action"),
    "nowhere to stand": ('profile = "german_mg34"\nat = "C3"', 'profile = "german_mg34"', -2, "where it stands"),
    "an own card with a slip": (
        '[[conflict_of_heroes.track]]\nevent = "swift action"',
        '[[conflict_of_heroes.card]]\nnumber = 60\ncolour = "green"\ntactical = ["AI closest to Unit -> Fir"]\n'
        'spent_number = 3\nhex_number = 1\n\n[[conflict_of_heroes.track]]\nevent = "swift action"',
        3,
        "Fire",
    ),
    "stress": ("[victory]", "[settings]\nstress = true\n\n[victory]", 1, "stress"),
}


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(("old", "new", "below", "expected"), BAD.values(), ids=BAD)
def test_one_thing_that_is_wrong_is_one_mistake_with_its_line(old: str, new: str, below: int, expected: str) -> None:
    """It names the file, the line, and what would be right."""
    text, line = changed(old, new)
    (told,) = mistakes(text)
    assert told.startswith(f"farm.toml:{line + below}:"), told
    assert expected in told, told


@pytest.mark.rule("COH-3.6")
def test_several_mistakes_are_told_at_once() -> None:
    """A profile, a card and a side."""
    text = VALID.replace('"soviet_rifles_41"', '"x"').replace('["luck"]', '["y"]').replace('ai = "greys"', 'ai = "z"')
    assert len(mistakes(text)) == 3


@pytest.mark.rule("COH-3.6")
def test_a_counter_that_cannot_be_where_it_stands_is_refused() -> None:
    """A truck in a lake."""
    text, _ = changed('profile = "german_mg34"\nat = "C3"', 'profile = "german_opel_blitz"\nat = "lake"')
    with pytest.raises(FileMistakes) as refused:
        parse_scenario(text, "farm.toml", map_text=MAP.replace(".......", "~......", 1))
    assert "ground that it can enter" in str(refused.value)


@pytest.mark.rule("COH-3.6")
def test_a_third_side_is_refused() -> None:
    """There is one player and one deck."""
    text = VALID + '\n[sides.blues]\nname = "The blues"\n\n[[sides.blues.units]]\nprofile = "soviet_maxim"\nat = "A5"\n'
    assert any("3 sides" in told for told in mistakes(text))


@pytest.mark.rule("COH-3.6")
def test_points_for_losses_are_those_of_a_side() -> None:
    """An unknown side has none."""
    text, _ = changed('leader = "reds"', 'leader = "reds"\nper_loss = { rads = 2 }')
    (told,) = mistakes(text)
    assert "rads" in told and "reds" in told


@pytest.mark.rule("COH-3.6")
def test_counters_of_an_area_spread_over_it() -> None:
    """Two in two hexes; a third has to share."""
    entry = '[[sides.reds.units]]\nprofile = "soviet_maxim"\nat = "woods"\ncount = 3\n\n[sides.greys]'
    scenario = parse_scenario(VALID.replace("[sides.greys]", entry), "farm.toml", map_text=MAP)
    places = [scenario.setup.map.grid.name(unit.cell) for unit in scenario.state.units if "maxim" in unit.id]
    assert places == ["F1", "F2", "F1"]


OWN_CARD = """[[conflict_of_heroes.card]]
number = {number}
colour = "green"
tactical = ["AI closest to Unit -> Pivot"]
spent_number = 3
hex_number = 1

[[conflict_of_heroes.track]]
event = "swift action\""""


@pytest.mark.rule("COH-4.5")
@pytest.mark.parametrize("number", [7, 60])
def test_a_mission_may_bring_cards_of_its_own(number: int) -> None:
    """One of a number that there is replaces the shipped card, any other is added; nothing but the file is touched."""
    text, _ = changed('[[conflict_of_heroes.track]]\nevent = "swift action"', OWN_CARD.format(number=number))
    text = re.sub(r'(?m)^orders = ".*"$', 'orders = "1-60"', text)
    cards = parse_scenario(text, "farm.toml", map_text=MAP).battle.data.orders
    (card,) = [card for card in cards.values() if card.number == number]
    assert [order.text for order in card.orders] == ["AI closest to Unit -> Pivot"]
    assert len(cards) == (55 if number == 7 else 56)
