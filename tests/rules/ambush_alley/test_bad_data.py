"""Bad data of Ambush Alley: one clear mistake each, with its file and line, and nothing starts."""

from pathlib import Path

import pytest

from sim.rules.ambush_alley.figures import cards, figures, teams
from tests.rules.ambush_alley.missions import COURT, THE_COURT, VALID, changed, unit
from tests.rules.samples import check_mistake, line_of

mistakes_of = THE_COURT.mistakes_of


def test_a_player_where_nobody_shares() -> None:
    """What is missing is the list of those who do."""
    text = changed(('players = ["Ann", "Bob"]\n', ""), text=VALID.replace('player = "Bob"\n', ""))
    (told,) = mistakes_of(text)
    assert f":{line_of(text, 'player = ')}: " in told
    assert told.endswith('found "Ann", expected players = [names] in [ambush_alley], of whom it is one')


# -- scenarios ----------------------------------------------------------------------------------------------------

BAD = {
    "a truck in a wood": ('at = "B5"', 'at = "H4"', "a cargo truck, in H4, on woods", "can enter"),
    "a team in the river": ('at = "C4"', 'at = "C8"', "in C8, on deep water", "can enter"),
    "two units in a cell": ('at = "C4"', 'at = "E3"', '"Hurt" in a cell that is taken', "of its own"),
    "an unknown profile": ('"marine_fire_team"', '"marine_fireteam"', "marine_fireteam", "marine_fire_team"),
    "nowhere": ('at = "C4"\n', "", "nothing", "where it stands"),
    "more figures than it has": ("figures = 2", "figures = 9", "9 of riflemen", "at most 5"),
    "more wounded than it has": ("downed = 1", "downed = 7", "of army fire team", "at most 4"),
    "more scratches than men": ("light = 1", "light = 3", "3 lightly wounded of 2", "no more than there are"),
    "an Insurgent on overwatch": ('support = ["rocket"]', "overwatch = true", "on overwatch", "a Regular unit"),
    "an Insurgent who is downed": ("figures = 2\n", "downed = 1\n", "downed", "a Regular unit"),
    "a leader with a truck": ('at = "B5"', 'at = "B5"\nleader = 8', "a leader with a cargo truck", "with a team"),
    "a leader with a leader": ('at = "J5"', 'at = "J5"\nleader = 8', "a leader with a cell leader", "with a team"),
    "a die that is none": ("leader = 10", "leader = 7", "7", "6"),
    "an unknown weapon": ('["rocket"]', '["rockets"]', "rockets", "rocket"),
    "a mounted gun with riflemen": ('["rocket"]', '["heavy_machine_gun"]', "which is mounted", "a vehicle"),
    "aboard nothing": ('aboard = "Truck"', 'aboard = "Trick"', "Trick", "Truck"),
    "aboard a team": ('aboard = "Truck"', 'aboard = "Hurt"', "Hurt", "Truck"),
    "aboard and in a cell": ('aboard = "Truck"', 'aboard = "Truck"\nat = "D5"', "aboard a vehicle and in a", "or the"),
    "a crowd of the Regulars": ('"contractors"\naboard', '"families"\naboard', "families of", "a side of their own"),
    "soldiers among the civilians": ('"market_crowd"', '"contractors"', "security contractors of", "a mob"),
    "a player who is nobody": ('player = "Ann"', 'player = "Anne"', "Anne", "Ann"),
    "a unit without a player": ('player = "Ann"\n', "", "nothing", "who commands it: Ann, Bob"),
    "an Insurgent with a player": ('at = "J5"', 'at = "J5"\nplayer = "Bob"', "a player for", "a Regular unit"),
    "an exit of nobody": ('side = "regulars"', 'side = "regular"', "regular", "regulars"),
    "an exit for nobody": ('units = ["Hurt"]', 'units = ["Rifles"]', "Rifles", "Hurt"),
    "an entry nowhere": ('entry = "west_edge"', 'entry = "west_end"', "west_end", "west_edge"),
    "a hot spot nowhere": ('"L6"]', '"Z99"]', "Z99", "a cell of the map"),
    "a hot spot in the river": ('"L6"]', '"L8"]', 'a hot spot in "L8"', "can stand"),
    "two hot spots in a cell": ('"L6"]', '"L1"]', 'two hot spots in "L1"', "of its own"),
    "six hot spots": ('["L1", "L6"]', '["A1", "B1", "C1", "D1", "E1", "F1"]', "6 hot spots", "at most 5"),
    "hot spots of a scenario without any": ('hot_spots = ["L1", "L6"]\n', "", "which names none", "automatic"),
    "an unknown way to place them": ('hot_spots = "scenario"', 'hot_spots = "scenery"', "scenery", "scenario"),
    "a level that is none": ("level = 4", "level = 7", "7", "6"),
    "an unknown asset": ('["drone"]', '["drones"]', "drones", "drone"),
    "an asset twice": ('["drone"]', '["drone", "drone"]', '"drone" twice', "once"),
    "too many assets": ("asset_cards = 2", "asset_cards = 40", "41 asset cards", "at most 16"),
    "too much fog": ("fog_cards = 1", "fog_cards = 60", "60 fog-of-war cards", "at most 27"),
    "one player who shares": ('["Ann", "Bob"]', '["Ann", "Bob", "Bob"]', "Ann, Bob, Bob", "names that differ"),
    "an objective that is none": ("{ crate = ", "{ crates = ", "crates", "crate"),
    "an unknown thing to do there": ('"search"', '"destroy"', "destroy", "search"),
    "a holder of what is to be searched": ("points = 4\n", 'points = 4\nholder = "insurgents"\n', "holder", "to hold"),
    "Regulars of nobody": ("level = 4", 'level = 4\nregulars = "marines"', "marines", "regulars"),
    "one side twice": ("level = 4", 'level = 4\nregulars = "civilians"\ncivilians = "civilians"', "parts", "apart"),
    "a tie for the crowd": ('tie = "insurgents"', 'tie = "civilians"', "civilians", "regulars, insurgents"),
    "needs of the crowd": ("needs = { regulars", "needs = { civilians", "civilians", "regulars, insurgents"),
    "an exit of the crowd": ('side = "regulars"\n', 'side = "civilians"\n', "civilians", "regulars, insurgents"),
    "a place that the crowd holds": ('holder = "insurgents"', 'holder = "civilians"', "civilians", "regulars, insu"),
    "a player without a unit": ('["Ann", "Bob"]', '["Ann", "Bob", "Cid"]', '"Cid", who commands', "every player"),
    "an unknown key": ("overwatch = true", "overwach = true", "overwach", "overwatch"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names the file, the line, what was found and what would be right."""
    THE_COURT.check_one_mistake(*BAD[case])


def test_the_line_is_that_of_the_mistake() -> None:
    """Of a truck in a wood the line that says where it stands."""
    THE_COURT.check_line('at = "B5"', 'at = "H4"')


def test_too_many_passengers() -> None:
    """A scout car has three seats, and four contractors want to ride."""
    (told,) = mistakes_of(
        changed(('"cargo_truck"', '"scout_car"'), ('aboard = "Truck"\nfigures = 3', 'aboard = "Truck"'))
    )
    assert '4 passengers of "Truck", expected at most 3' in told


def test_a_leader_takes_a_seat() -> None:
    """Three contractors would do, but not with theirs."""
    three = changed(('"cargo_truck"', '"scout_car"'))
    assert unit("Riders", three).aboard == "Truck"
    (told,) = mistakes_of(changed(('aboard = "Truck"', 'aboard = "Truck"\nleader = 8'), text=three))
    assert '4 passengers of "Truck", expected at most 3' in told


def test_no_last_turn() -> None:
    """Two sides that cannot find each other would play for ever."""
    assert "the number of turns" in mistakes_of(changed(("[limits]\nturns = 8\n", "")))[0]


def test_somebody_who_comes_later() -> None:
    """Insurgents come from hot spots, and Regulars are there."""
    later = '[[sides.insurgents.reinforcements]]\nturn = 3\nat = "yard"\n\n[[sides.insurgents.reinforcements.units]]\n'
    text = changed(('[[sides.insurgents.units]]\nid = "Chief"', f'{later}id = "Chief"'))
    assert "who comes on turn 3" in mistakes_of(text)[0]


def test_a_fourth_side() -> None:
    """Regulars, Insurgents and civilians are all there are."""
    text = VALID + '\n[sides.press]\nname = "The press"\n\n[[sides.press.units]]\nprofile = "families"\nat = "K1"\n'
    (told,) = mistakes_of(text)
    assert "4 sides" in told and "three with civilians" in told


def test_no_regulars() -> None:
    """A mission is somebody's."""
    text = VALID[: VALID.index("[[sides.regulars.units]]")] + VALID[VALID.index("[sides.insurgents]") :]
    text = changed(('units = ["Hurt"]\n', ""), text=text)
    assert "no units" in mistakes_of(text)[0]


def test_a_map_of_another_set() -> None:
    """Ground is that of the tabletop."""
    court = "format = 1\ntitle = 'Town'\nterrain_set = 'town'\nrows = '''\n" + f"{'.' * 12}\n" * 8 + "'''\n"
    court += "\n[grid]\nkind = 'square'\nneighbours = 8\ncell = 2\nunit = 'metre'\n"
    court += "\n[places]\nhouse = 'E3'\n\n[areas]\nwest_edge = 'A1:A8'\nyard = 'A1:L2'\n"
    assert 'the terrain set "town", expected a map of the set "tabletop"' in mistakes_of(VALID, court)[0]


def test_a_map_in_metres() -> None:
    """Nothing could be measured on it."""
    (told,) = mistakes_of(VALID, COURT.replace('unit = "inch"', 'unit = "metre"'))
    assert "measured by the metre" in told and "inches" in told


# -- the files of the system --------------------------------------------------------------------------------------

BAD_FIGURES = {
    "an unknown class": ("tracked = { cautious", "halftrack = { cautious", "halftrack"),
    "a Rapid move that is slow": ("cautious = 6, rapid = 12", "cautious = 6, rapid = 5", "the Cautious one, 6"),
    "a row that says nothing": ("10 = { again = 2, source", "10 = { source", "who comes"),
    "a row that says two things": ("10 = { again = 2", '10 = { again = 2, figures = "D6"', "one or the other"),
    "damage without a die": ("anti_tank = 2\ndamage = 1", "damage = 1", "that harms no vehicle"),
}  # fmt: skip

BAD_TEAMS = {
    "a weapon nobody defined": ('support = ["rocket"]', 'support = ["bazooka"]', "bazooka"),
    "a mounted weapon on the shoulder": ('support = ["rocket"]', 'support = ["automatic_cannon"]', "which is mounted"),
    "a way to move that is none": ('movement = "tracked"', 'movement = "hovering"', "hovering"),
    "a vehicle on foot": ('movement = "tracked"', 'movement = "foot"', "a vehicle on foot"),
    "a leader who is two": ("morale = 12\nfigures = 1", "morale = 12\nfigures = 2", "a leader of 2"),
    "an armed mob": ('name = "families"', 'name = "families"\nsupport = ["rocket"]', "a mob with a support weapon"),
    "a team with a rear": ('name = "peacekeepers"', 'name = "peacekeepers"\nrear_die = 6', "with rear die"),
    "an armoured team": ('name = "peacekeepers"', 'name = "peacekeepers"\narmour = [1, 1, 1]', "with armour"),
    "seats in a team": ('name = "peacekeepers"', 'name = "peacekeepers"\nseats = 2', "with seats"),
    "nobody of the name that arrives": ("[team.insurgent_gunners]", "[team.gunners]", "who comes with a 4"),
}  # fmt: skip

BAD_CARDS = {
    "nobody to do it to": ('"pinned"\namount = 1\nwhom = "random"', '"pinned"\namount = 1', "on whom"),
    "no amount": ('effect = "arrival"\namount = 2', 'effect = "arrival"', "how much"),
    "no time": ('whom = "random"\nlasts = "for good"', 'whom = "random"', "that lasts"),
    "a time for what is over": ('"level"\namount = 1', '"level"\namount = 1\nlasts = "this turn"', "that lasts"),
    "an asset for anybody": ('"reactivate"\nwhom = "one regular"', '"reactivate"\nwhom = "random"', "an asset on"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FIGURES, ids=[name.replace(" ", "_") for name in BAD_FIGURES])
def test_figures_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(figures, tmp_path, *BAD_FIGURES[case])


@pytest.mark.parametrize("case", BAD_TEAMS, ids=[name.replace(" ", "_") for name in BAD_TEAMS])
def test_teams_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(teams, tmp_path, *BAD_TEAMS[case])


@pytest.mark.parametrize("case", BAD_CARDS, ids=[name.replace(" ", "_") for name in BAD_CARDS])
def test_cards_with_a_mistake(case: str, tmp_path: Path) -> None:
    """A file of one's own is told where it is wrong."""
    check_mistake(cards, tmp_path, *BAD_CARDS[case])
