"""Places and battles made by chance, and scenarios that are begun on a map: they load, end, and can be lost."""

from collections import Counter

import pytest

from sim.board.mapfile import map_text, parse_map
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.summary import summary_of
from sim.files import parse_toml
from sim.resources import find_map
from sim.scenario.scenario import Scenario, read_scenario
from sim.study.plan import session_of
from sim.workshop.random_battle import MISSIONS, WrongMap, first_draft, forces, random_battle
from sim.workshop.random_place import SIZES, Size, random_place

SYSTEMS = list(forces())


def made(system: str, size: Size, seed: int) -> Scenario:
    """Return a battle made by chance, read from its files."""
    battle = random_battle(system, size, seed)
    return read_scenario(parse_toml(battle.scenario, battle.name), battle.name, battle.map)


def winner(scenario: Scenario, seed: int) -> str | None:
    """Play a battle to its end, the commander against the printed AI; return who has won."""
    session = session_of(scenario, {"player": COMMANDER, "enemy": SOLO}, seed)
    while not session.over:
        session.advance()
    outcome = summary_of(session).outcome
    assert outcome is not None
    return outcome.winner


@pytest.mark.parametrize("size", SIZES)
def test_a_place_has_roads_that_lead_somewhere(size: Size) -> None:
    """From the crossroads to three edges, without a break; houses have doors; the same number, the same map."""
    for seed in range(4):
        place = random_place("battlefield", size, seed)
        assert map_text(place) == map_text(random_place("battlefield", size, seed))
        assert parse_map(map_text(place)).digest == place.digest
        reached, rim = set(place.places["crossroads"]), list(place.places["crossroads"])
        while rim:
            cell = rim.pop()
            for link in place.ways:
                if cell in link and (other := link.other(cell)) not in reached:
                    reached.add(other)
                    rim.append(other)
        assert reached == {cell for link in place.ways for cell in link}
        columns = {place.grid.offset(cell)[0] for cell in reached}
        assert {0, place.width - 1} <= columns
        country = random_place("tabletop", size, seed)
        assert list(country.edges.values()).count("door") >= 2


def test_every_system_can_be_played_in_every_size() -> None:
    """Each loads, the same again, with more units in larger ones; every mission comes up."""
    found: Counter[str] = Counter()
    for number, system in enumerate(SYSTEMS):
        sizes = SIZES if system == "conflict_of_heroes" else SIZES[number % 3 :][:1]
        fielded = []
        for place, size in enumerate(sizes):
            scenario = made(system, size, 11 + number + place)
            fielded.append(len(scenario.setup.units))
            found[scenario.notes.rpartition("mission ")[2]] += 1
        assert fielded == sorted(fielded)
    assert random_battle("outlaws", "small", 1) == random_battle("outlaws", "small", 1)
    assert {f"{mission}." for mission in MISSIONS} == set(found)


def test_a_briefing_says_what_there_is() -> None:
    """Whole sentences, of which there are many; a place by the water is called so only where there is some."""
    told = set()
    for system in SYSTEMS:
        for seed in range(3):
            said = parse_toml(random_battle(system, "small", seed).scenario, "x.toml").data
            told.add(briefing := said["briefing"])
            assert "{" not in briefing and " The " not in briefing.replace(". The ", "")
            assert f"{len(said['sides']['player']['units'])} units" in briefing
    assert len(told) == 3 * len(SYSTEMS)
    for seed in range(8):
        place = random_place("battlefield", "small", seed)
        assert not place.title.endswith(("Ford", "Mill", "Bend")) or "water" in place.terrain


@pytest.mark.parametrize("system", ["conflict_of_heroes", "la_cucaracha"])
def test_a_small_one_ends(system: str) -> None:
    """With a winner; all systems and many more seeds are played by the long run."""
    assert winner(made(system, "small", 3), 3) in ("player", "enemy")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_either_side_wins_a_fair_part_of_fifty(system: str, size: Size) -> None:
    """Between a quarter and three quarters each, over fifty seeds."""
    won = Counter(winner(made(system, size, seed), seed) for seed in range(50))
    assert 12 <= won["player"] <= 38 and 12 <= won["enemy"] <= 38, won


def test_a_scenario_is_begun_on_any_map_of_the_right_set() -> None:
    """Also on one without named places; on a map of another terrain set it is refused, with the one that is wanted."""
    bare = parse_map(
        'format = 1\ntitle = "x"\nterrain_set = "town"\nsize = [14, 12]\nfill = "street"\ngrid.kind = "square"'
    )
    text = first_draft("outlaws", bare, "bare.toml", "Noon")
    scenario = read_scenario(parse_toml(text, "noon"), "noon", map_text(bare))
    assert scenario.title == "Noon" and len(scenario.setup.units) >= 6
    with pytest.raises(WrongMap, match="terrain set town, and this one is battlefield"):
        first_draft("outlaws", parse_map(find_map("kamenka_fields").read_text(encoding="utf-8")), "x", "x")
