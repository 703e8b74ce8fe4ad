"""What cannot be in a mission of Ambush Alley, or in a file of the system, though each field by itself could.

That every field is checked by itself, for its type and limits, is tests/contract/test_bad_data.py.
"""

from pathlib import Path

import pytest

from sim.files import FileMistakes
from sim.rules.ambush_alley.figures import cards, figures, teams
from sim.scenario.scenario import Scenario, parse_scenario
from tests.rules.ambush_alley.staged import CASES, staged
from tests.rules.samples import changed, check_mistake

TRUCK, SHARED = "regulars: t cargo_truck B5\n", "rules players:Ann,Bob\nregulars: r1 peacekeepers A1 player:Ann\n"
BAD = {
    "a truck in a wood": ("ground H4:w\nregulars: t cargo_truck H4", "a cargo truck, in H4, on woods", "can enter"),
    "a team in the river": ("ground C8:~\nregulars: t contractors C8", "in C8, on deep water", "can enter"),
    "two units in a cell": ("regulars: t contractors A1", '"t" in a cell that is taken', "of its own"),
    "an unknown profile": ("regulars: t marine_fireteam C4", "marine_fireteam", "marine_fire_team"),
    "nowhere": ("regulars: t contractors", "nothing", "where it stands"),
    "more figures than it has": ("insurgents: t insurgent_riflemen C4 figures:9", "9 of riflemen", "at most 5"),
    "more wounded than it has": ("regulars: t army_fire_team C4 downed:7", "of army fire team", "at most 4"),
    "more scratches than men": ("regulars: t army_fire_team C4 downed:2 light:3", "3 lightly wounded of 2", "no more"),
    "an Insurgent on overwatch": ("insurgents: t insurgent_riflemen C4 overwatch", "on overwatch", "a Regular unit"),
    "an Insurgent who is downed": ("insurgents: t insurgent_riflemen C4 downed:1", "downed", "a Regular unit"),
    "a leader with a truck": ("regulars: t cargo_truck C4 leader:8", "a leader with a cargo truck", "with a team"),
    "a leader with a leader": ("insurgents: t insurgent_leader C4 leader:8", "a leader with a cell leader", "a team"),
    "an unknown weapon": ("insurgents: t insurgent_riflemen C4 support:rockets", "rockets", "rocket"),
    "a mounted gun with riflemen": ("insurgents: t insurgent_riflemen C4 support:heavy_machine_gun", "mounted", "a v"),
    "aboard nothing": (TRUCK + "regulars: u contractors aboard:tt", "tt", "t"),
    "aboard a team": (TRUCK + "regulars: u contractors aboard:r1", "r1", "t"),
    "aboard and in a cell": (TRUCK + "regulars: u contractors D5 aboard:t", "aboard a vehicle and in a cell", "or the"),
    "too many passengers": ("regulars: t scout_car B5 | u contractors aboard:t", '4 passengers of "t"', "at most 3"),
    "a leader takes a seat": (
        "regulars: t scout_car B5 | u contractors aboard:t figures:3 leader:8", '4 passengers of "t"', "at most 3",
    ),
    "a crowd of the Regulars": ("regulars: t families C4", "families of", "a side of their own"),
    "soldiers among the civilians": ("civilians: t contractors C4", "security contractors of", "a mob"),
    "a player where nobody shares": ("regulars: t contractors C4 player:Ann", '"Ann"', "of whom it is one"),
    "a player who is nobody": (SHARED + "regulars: t contractors C4 player:Bobb", "Bobb", "Bob"),
    "a unit without a player": (SHARED + "regulars: t contractors C4", "nothing", "who commands it: Ann, Bob"),
    "an Insurgent with a player": (
        SHARED + "regulars: t contractors C4 player:Bob\ninsurgents: u insurgent_riflemen D4 player:Bob",
        "a player for", "a Regular unit",
    ),
    "a player without a unit": (SHARED, '"Bob", who commands nobody', "every player"),
    "players of one name": (SHARED.replace("Bob", "Ann"), "Ann, Ann", "that differ"),
    "an exit of nobody": ('rules exits:[{"side":"regular","at":"A1","points":1}]', "regular", "regulars"),
    "an exit for nobody": ('rules exits:[{"side":"regulars","at":"A1","points":1,"units":["i1"]}]', "i1", "r1"),
    "an exit of the crowd": ('rules exits:[{"side":"civilians","at":"A1","points":1}]', "civilians", "regulars, ins"),
    "an entry nowhere": ("rules entry:west_end", "west_end", "a cell"),
    "a hot spot nowhere": ("settings hot_spots:scenario\nrules hot_spots:Z99", "Z99", "a cell of the map"),
    "a hot spot in the river": (
        "ground L8:~\nsettings hot_spots:scenario\nrules hot_spots:L8", 'a hot spot in "L8"', "can stand",
    ),
    "two hot spots in a cell": ("settings hot_spots:scenario\nrules hot_spots:L1,L1", "two hot spots in", "of its own"),
    "six hot spots": ("settings hot_spots:scenario\nrules hot_spots:A1,B1,C1,D1,E1,F1", "6 hot spots", "at most 5"),
    "hot spots of a scenario without any": ("settings hot_spots:scenario", "which names none", "automatic"),
    "an unknown asset": ("rules assets:drones", "drones", "drone"),
    "an asset twice": ("rules assets:drone,drone", '"drone" twice', "once"),
    "too many assets": ("rules assets:drone asset_cards:40", "41 asset cards", "at most 16"),
    "too much fog": ("rules fog_cards:60", "60 fog-of-war cards", "at most 27"),
    "an objective that is none": ('objective crate E3\nrules objectives:{"crates":"search"}', "crates", "crate"),
    "a holder of what is to be searched": (
        'objective crate E3 holder:insurgents\nrules objectives:{"crate":"search"}', "holder", "to hold",
    ),
    "a place that the crowd holds": ("objective crate E3 holder:civilians", "civilians", "regulars, insurgents"),
    "Regulars of nobody": ("rules regulars:marines", "marines", "regulars"),
    "one side twice": ("rules regulars:civilians civilians:civilians", "parts", "apart"),
    "a tie for the crowd": ("victory tie:civilians", "civilians", "regulars, insurgents"),
    "needs of the crowd": ('victory needs:{"civilians":9}', "civilians", "regulars, insurgents"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=[name.replace(" ", "_") for name in BAD])
def test_one_clear_mistake(case: str) -> None:
    """It names what was found and what would be right."""
    text, found, expected = BAD[case]
    with pytest.raises(FileMistakes) as told:
        staged(text)
    (mistake,) = told.value.mistakes
    assert found in mistake.found and expected in f"{mistake.expected} {mistake.hint}", str(mistake)


STAGE = (CASES / "stage.toml").read_text(encoding="utf-8")
YARD = (CASES / "yard.toml").read_text(encoding="utf-8")
LATER = '[[sides.insurgents.reinforcements]]\nturn = 3\nat = "C1"\n[[sides.insurgents.reinforcements.units]]\n'


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        (changed(STAGE, ("[limits]\nturns = 9\n", "")), "the number of turns"),
        (f'{STAGE}\n{LATER}profile = "insurgent_leader"\n', "who comes on turn 3"),
        (f'{STAGE}\n[sides.press]\nname = "The press"\n', "three with civilians"),
        (changed(STAGE, ("regulars.units", "insurgents.units")), "no units, expected Regulars, who have a mission"),
    ],
    ids=["no last turn", "who comes later", "a fourth side", "no Regulars"],
)
def test_what_the_frame_of_a_mission_cannot_be(scenario: str, told: str) -> None:
    """Turns and sides."""
    with pytest.raises(FileMistakes) as mistakes:
        parse_scenario(scenario, "stage.toml", map_text=YARD)
    assert told in str(mistakes.value)


def parties(text: str) -> tuple[str, str, str]:
    """Return Regulars, Insurgents and civilians of a mission."""
    scenario: Scenario = parse_scenario(text, "stage.toml", map_text=YARD)
    mission = scenario.battle.data.mission
    return mission.regulars, mission.insurgents, mission.civilians


def test_parties_in_the_order_of_the_file_or_as_they_are_named() -> None:
    """Two will do."""
    people, insurgents = STAGE.index("[sides.civilians]"), STAGE.index("[sides.insurgents]")
    assert parties(STAGE) == ("regulars", "insurgents", "civilians")
    assert parties(STAGE[:people]) == ("regulars", "insurgents", "")
    named = '[ambush_alley]\nregulars = "regulars"\ninsurgents = "insurgents"\n'
    turned = STAGE[: STAGE.index("[sides.regulars]")] + named + STAGE[people:] + STAGE[insurgents:people]
    assert parties(turned + STAGE[STAGE.index("[sides.regulars]") : insurgents]) == parties(STAGE)


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


@pytest.mark.parametrize(
    ("file", "bad"),
    [
        (file, each)
        for file, table in ((figures, BAD_FIGURES), (teams, BAD_TEAMS), (cards, BAD_CARDS))
        for each in table.values()
    ],
    ids=[name.replace(" ", "_") for table in (BAD_FIGURES, BAD_TEAMS, BAD_CARDS) for name in table],
)
def test_a_file_of_ones_own_is_told_where_it_is_wrong(file: object, bad: tuple[str, str, str], tmp_path: Path) -> None:
    """What belongs together in figures, teams and cards."""
    check_mistake(file, tmp_path, *bad)  # type: ignore[arg-type]
