"""The printed figures of Conflict of Heroes, and what is said of a file that has them wrong."""

import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest

from sim.board.terrain_sets import terrain_set
from sim.files import FileMistakes
from sim.play.figures import OwnFile
from sim.rules.conflict_of_heroes import figures
from sim.rules.conflict_of_heroes.figures import (
    CardEffect,
    CounterProfile,
    HitMarker,
    Symbol,
    action_cards,
    units,
)
from sim.scenario.scenario import parse_scenario
from tests.rules.conflict_of_heroes.questions import CASES
from tests.rules.samples import check_mistake

PROFILES, HITS, CARDS, NUMBERS = units(), figures.hits(), action_cards(), figures.figures().numbers


# -- counters -----------------------------------------------------------------------------------------------------

PRINTED = {
    "german_rifles_41": "3/1/2,0/0-5/11s,12s",
    "german_mg34": "2/1/4,0/0-9/10s,12s C",
    "german_hmg34": "2/2/5,1/0-12/10s,12s C",
    "german_pioneers": "2/1/4,3/0-3/12s,12s F",
    "german_tank_hunters": "4/1/1,3/0-1/11s,13s C",
    "german_5cm_mortar": "3/1/2,0/2-10/10s,13s C HE",
    "german_8cm_mortar": "3(4)/3/3,2/3-16/10s,13s C HE",
    "german_leig18": "3/4/5,0/0-25/10s,12s C",
    "german_pak38": "3/4/3,8/0-10/10s,13s C",
    "german_flak18": "3/7/6,12/0-19/10s,12s T C",
    "german_wagon": "-/1w/0,0/0-0/11s,11s",
    "german_opel_blitz": "3/1ww/-2,-1/0-0/11s,11s",
    "german_sdkfz_251": "2/1tt/3,0/0-5/12a,13a T",
    "german_sdkfz_232": "2/1wt/4,4/0-8/11a,14a T",
    "german_pzjg_35r": "4/1/2,7/0-8/13s,15a C",
    "german_pz3h": "3/1t/3,8/0-9/15a,17a T",
    "german_pz4f2": "3/1t/5,11/0-11/14a,17a T",
    "german_b2f": "4/1/4,7/0-8/16a,18a T F",
    "soviet_rifles_41": "4/1/3,0/0-5/11s,12s",
    "soviet_smg_rifles": "3/1/4,0/0-3/11s,12s",
    "soviet_nkvd": "4/1/3,0/0-5/11s,13s",
    "soviet_maxim": "3/2/3,0/0-9/10s,12s C",
    "soviet_82mm_mortar": "3(4)/3/3,1/3-18/10s,13s C HE",
    "soviet_45mm_at_gun": "3/4/3,6/0-7/10s,13s C",
    "soviet_truck": "3/1ww/-2,-2/0-0/11s,11s",
    "soviet_ba10": "5/1wt/4,6/0-8/12a,14a T",
    "soviet_ot26": "5/1t/2,0/0-5/12a,14a T F",
    "soviet_t34a": "5/1tt/5,7/0-8/15a,19a T",
    "soviet_kv1a": "5/1t/5,7/0-9/17a,20a T",
    "soviet_kv2": "6/1/7,10/0-8/16a,18a T",
    "soviet_zis30": "6/1t/2,9/0-7/11s,13a C",
}
"""Attack AP (indirect) / move AP and bonus hexes / red, blue / range / flank, front, soft or armoured / marks."""


def shorthand(profile: CounterProfile) -> str:
    """Write a counter as the list above does."""
    indirect = "" if profile.indirect_ap is None else f"({profile.indirect_ap})"
    attack = "-" if profile.attack_ap is None else f"{profile.attack_ap}{indirect}"
    move = f"{profile.move_ap}{'w' * profile.wheels}{'t' * profile.tracks}"
    flank = f"{profile.flank}{'a' if profile.flank_armoured else 's'}"
    front = f"{profile.front}{'a' if profile.front_armoured else 's'}"
    marks = {"T": profile.turret, "C": profile.crewed, "HE": profile.explosive, "F": profile.flame}
    figures = f"{attack}/{move}/{profile.red},{profile.blue}/{profile.min_range}-{profile.range}/{flank},{front}"
    return " ".join([figures, *(mark for mark, has in marks.items() if has)])


@pytest.mark.parametrize(("id", "printed"), PRINTED.items(), ids=PRINTED)
def test_a_counter_has_the_printed_figures(id: str, printed: str) -> None:
    """What the counter says is what the file says."""
    assert shorthand(PROFILES[id]) == printed


def test_a_counter_knows_its_id_and_name() -> None:
    """Profiles are found by their own ids; what is left out is nothing, and every symbol is on some counter."""
    assert [profile.id for profile in PROFILES.values()] == list(PROFILES)
    assert PROFILES["soviet_rifles_41"].name == "Rifles '41"
    rifles = PROFILES["german_rifles_41"]
    assert not (rifles.smoke or rifles.non_combat or rifles.crewed_blue or rifles.min_range)
    assert {profile.symbol for profile in PROFILES.values()} == {*get_args(Symbol)}


def test_what_kinds_of_counters_there_are() -> None:
    """Either side has foot, guns and vehicles, each with its own movement; flank and front are not exchanged."""
    sides = {(id.partition("_")[0], profile.kind) for id, profile in PROFILES.items()}
    assert sides >= {(nation, kind) for nation in ("german", "soviet") for kind in ("foot", "gun", "vehicle")}
    assert len(PROFILES) > 30
    pairs = {(profile.kind, profile.movement) for profile in PROFILES.values()}
    assert pairs == {("foot", "foot"), ("gun", "gun"), ("vehicle", "wheeled"), ("vehicle", "tracked")}
    assert [profile.id for profile in PROFILES.values() if profile.flank > profile.front] == []
    assert {profile.kind for profile in PROFILES.values() if profile.wheels or profile.tracks} == {"vehicle"}


def test_what_only_some_counters_are() -> None:
    """Trucks and wagons fight not, light mortars lay no smoke, tank hunters are crewed against soft targets alone."""
    idle = [profile for profile in PROFILES.values() if profile.non_combat]
    assert {profile.symbol for profile in idle} == {"truck", "wagon"} and len(idle) == 4
    hunters, mg = PROFILES["german_tank_hunters"], PROFILES["german_mg34"]
    assert (hunters.crewed, hunters.crewed_blue, mg.crewed, mg.crewed_blue) == (True, False, True, True)
    smoke = [profile.id for profile in PROFILES.values() if profile.smoke]
    assert smoke == ["german_pioneers", "german_8cm_mortar", "soviet_82mm_mortar"]


def test_a_rumour_is_no_stronger_than_what_may_lie_beneath() -> None:
    """It moves and reaches as printed, has no weaker side, and less firepower than any other counter of foot."""
    rumour = PROFILES["rumour"]
    assert (rumour.move_ap, rumour.range, rumour.front) == (1, 5, rumour.flank)
    others = [profile for profile in PROFILES.values() if profile.kind == "foot" and profile is not rumour]
    assert rumour.red < min(profile.red for profile in others)
    assert rumour.blue <= min(profile.blue for profile in others)


# -- hit markers --------------------------------------------------------------------------------------------------

MARKERS: dict[str, dict[str, Any]] = {
    "soft_stunned": {"count": 2, "rally": 7, "only_rally": True},
    "soft_unnerved": {"count": 2, "rally": 7},
    "soft_destroyed": {"count": 1, "rally": None, "destroys": True},
    "soft_panicked": {"count": 2, "rally": 8, "no_attack": True, "flank": 1, "front": -2},
    "soft_pinned": {"count": 5, "rally": 7, "no_move": True},
    "soft_suppressed": {"count": 5, "rally": 7, "attack_ap": 1, "red": -2, "blue": -2},
    "soft_cowering": {"count": 2, "rally": 8, "attack_ap": 2, "move_ap": 1, "range": 1, "front": 1, "flank": 1},
    "soft_berserk": {"count": 1, "rally": 8, "attack_ap": -1, "red": 1, "blue": 1, "range": 1, "flank": 1,
                     "front": 2},
    "armoured_stunned": {"count": 2, "rally": 9, "only_rally": True},
    "armoured_gun_damaged_red": {"count": 1, "rally": None, "no_red": True},
    "armoured_gun_damaged_blue": {"count": 1, "rally": None, "no_blue": True},
    "armoured_destroyed": {"count": 1, "rally": None, "destroys": True},
    "armoured_panicked": {"count": 1, "rally": 9, "no_attack": True, "front": -4},
    "armoured_immobilised": {"count": 5, "rally": None, "no_move": True, "flank": 1, "front": -1},
    "armoured_suppressed": {"count": 5, "rally": 8, "attack_ap": 1, "red": -3, "blue": -5},
    "armoured_light_damage": {"count": 4, "rally": None},
}  # fmt: skip
"""What is printed on each; all else is nothing."""


@pytest.mark.parametrize(("id", "printed"), MARKERS.items(), ids=MARKERS)
def test_a_hit_marker_has_the_printed_effect(id: str, printed: dict[str, Any]) -> None:
    """It does what is printed on it and nothing more."""
    marker = HITS[id]
    assert marker == HitMarker(id, marker.name, marker.pool, source=marker.source, **printed)


def test_a_pool_has_the_twenty_markers_of_the_box() -> None:
    """The list above is complete; markers of both pools that are called alike are told apart by their ids."""
    assert [*HITS] == [*MARKERS]
    for pool in ("soft", "armoured"):
        assert sum(marker.count for marker in HITS.values() if marker.pool == pool) == 20
    assert all(marker.id.startswith(f"{marker.pool}_") for marker in HITS.values())


# -- numbers ------------------------------------------------------------------------------------------------------

FIGURES = """
    short_range:3 long_range:-2 long_range_factor:2 close_combat:4 crewed_close_combat:-2 higher_attacker:1
    higher_target:1 destroyed_by:4 never_needs:11 pivot_ap:1 backward_ap:1 turret_ap:2 rally_ap:5
    rally_cover:-1 rally_friend:-1 hasty_ap:5 hasty_defence:1 hide_ap:5 recon_needs:6 group_fire:1
    group_distance:1 caps_on_dice:2 cap_floor:3 cap_loss:1 stall:1 initiative_needs:7 vehicle_shelter:1
    bunker_front:5 mines_need:8 heavy_smoke_attack:-2 light_smoke_attack:-1 spotter_distance:2 flame_red:3
    flame_blue:3 flame_range:1 reveal_distance:3
"""
"""Modifiers, costs and limits of the base game, as printed."""


def test_the_numbers_are_those_of_the_base_game() -> None:
    """Each is said a second time, so that a slip in the file is found."""
    printed = {name: int(figure) for name, figure in (word.split(":") for word in FIGURES.split())}
    assert {name: getattr(NUMBERS, name) for name in printed} == printed


# -- action cards -------------------------------------------------------------------------------------------------

COSTS = {
    "adrenaline": (4, None, 0, 0),
    "command_action": (8, None, 0, 0),
    "follow_me": (2, 2, None, 0),
    "rally_up": (2, None, 0, 0),
    "frontline_officer": (2, 2, None, 6),
    "seek_cover": (2, None, 0, 0),
    "rapid_deployment": (2, None, 0, 1),
    "careful_aiming": (2, None, 0, 2),
    "veteran_nco": (3, None, 0, 1),
    "luck": (3, None, 0, 2),
    "swift_action": (4, None, 1, 0),
    "scout_teams": (2, None, 1, 3),
    "battlefield_confusion": (2, None, 0, 3),
}
"""Copies, AP, CAPs and the figure of the effect."""


@pytest.mark.parametrize(("id", "printed"), COSTS.items(), ids=COSTS)
def test_a_card_has_the_printed_cost(id: str, printed: tuple[int, int | None, int | None, int]) -> None:
    """Copies, cost and figure are as printed."""
    card = CARDS[id]
    assert (card.count, card.ap, card.caps, card.value) == printed


@pytest.mark.rule("COH-4.3")
def test_every_effect_is_on_one_card() -> None:
    """The game learns no effect for nothing, and none twice; a 1 spoils luck, and a sniper costs up to three CAPs."""
    assert sorted(card.effect for card in CARDS.values()) == sorted(get_args(CardEffect))
    assert (NUMBERS.luck_spoilt_at, NUMBERS.luck_spoilt) == (1, -3)
    assert list(figures.figures().sniper_fire.values()) == [0, 1, 1, 2, 2, 3]


# -- sources ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [units, figures.hits, action_cards, figures.figures], ids=lambda file: file.name)
def test_every_entry_has_a_source(file: OwnFile[Any]) -> None:
    """Each says of which game it is, or that it is a proposal."""
    told = ("CoH 3e", "CoH 2e", "solo expansion", "proposal")
    entries = [
        entry for name, table in tomllib.loads(file.text).items() if name != "format" for entry in table.values()
    ]
    assert [entry for entry in entries if not entry["source"].startswith(told)] == []


# -- mistakes -----------------------------------------------------------------------------------------------------

BAD: dict[str, tuple[OwnFile[Any], str, str, str]] = {
    "an unknown movement class": (units, 'movement = "foot"', 'movement = "fot"', "one of foot, gun, wheeled, tracked"),
    "a range that is too short": (units, "range = 5", "range = 5\nmin_range = 6", "at most the range, 5"),
    "a range without an attack": (units, "attack_ap = 3", 'attack_ap = "no"', "0 for a counter that cannot attack"),
    "blue crews alone": (units, "range = 5", "range = 5\ncrewed_blue = true", "expected crewed = true beside it"),
    "rifles that fire over hills": (units, "range = 5", "range = 5\nindirect_ap = 4", "explosive = true beside it"),
    "a rally of the destroyed": (figures.hits, 'rally = "no"', "rally = 8", 'found 8, expected "no"'),
    "a card without a cost": (action_cards, "caps = 0\n", "", "found no cost, expected either ap or caps"),
    "a card with two costs": (action_cards, "caps = 0", "caps = 0\nap = 2", "found a cost in AP and one in CAPs"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_no_key_can_tell_by_itself(tmp_path: Path, case: str) -> None:
    """Figures that do not fit together are told with file and line."""
    file, old, new, told = BAD[case]
    check_mistake(file, tmp_path, old, new, told)


def test_a_pool_without_markers(tmp_path: Path) -> None:
    """Nothing could be drawn from it."""
    path = tmp_path / "hits.toml"
    path.write_text(figures.hits.text.replace('"soft"', '"armoured"'), encoding="utf-8")
    with pytest.raises(FileMistakes, match="no marker of the soft pool, expected at least one to draw"):
        figures.hits.read(path)


# -- traits ------------------------------------------------------------------------------------------


def test_every_trait_is_explained_and_used() -> None:
    """The words that kinds of ground may have are those of the terrain set, each with what it means."""
    battlefield = terrain_set("battlefield")
    kinds = [*battlefield.terrain.values(), *battlefield.features.values(), *battlefield.edges.values()]
    assert {trait for kind in kinds for trait in kind.traits} == set(battlefield.traits)


# -- missions -----------------------------------------------------------------------------------------------------

STAGE, BOARD = ((CASES / name).read_text(encoding="utf-8") for name in ("stage.toml", "board.toml"))
BOARD += '\n[areas]\nwoods = ["F1", "F2"]\n'
UNITS = """
[[sides.reds.units]]
profile = "soviet_maxim"
at = "woods"
count = 3

[[sides.greys.units]]
id = "gunners"
profile = "german_mg34"
at = "C3"

[[sides.greys.reinforcements]]
turn = 3
at = "woods"

[[sides.greys.reinforcements.units]]
profile = "german_rifles_41"
"""


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[limits]\nturns = 5", "", "turns = 6"),
        ('turn = 3\nat = "woods"', 'turn = 3\nat = "wodos"', "woods"),
        ("count = 3", 'id = "gunners"', "an id of its own"),
        (
            "count = 3",
            '[sides.blues]\nname = "B"\n[[sides.blues.units]]\nprofile = "soviet_maxim"\nat = "A5"',
            "3 sides",
        ),
    ],
)
def test_missions_that_cannot_be_played(old: str, new: str, told: str) -> None:
    """No rounds, an unknown place of arrival, one id twice, a third side: the mistake says what would be right."""
    with pytest.raises(FileMistakes, match=told):
        parse_scenario((STAGE + UNITS).replace(old, new), "stage.toml", map_text=BOARD)


@pytest.mark.rule("COH-3.6")
def test_counters_of_an_area_spread_over_it() -> None:
    """Two in two hexes; a third has to share."""
    scenario = parse_scenario(STAGE + UNITS, "stage.toml", map_text=BOARD)
    cells = [unit.cell for unit in scenario.state.units if "maxim" in unit.id]
    assert [cell and scenario.setup.map.grid.name(cell) for cell in cells] == ["F1", "F2", "F1"]
