"""The printed figures of Conflict of Heroes, and what is said of a file that has them wrong."""

import tomllib
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from sim.files import FileMistakes, UnsupportedVersion
from sim.rules import conflict_of_heroes
from sim.rules.conflict_of_heroes.data import (
    ActionCard,
    CardEffect,
    CounterProfile,
    HitMarker,
    Numbers,
    Symbol,
    load_action_cards,
    load_hits,
    load_numbers,
    load_profiles,
)


@pytest.fixture(scope="module")
def profiles() -> dict[str, CounterProfile]:
    """Read the shipped counters."""
    return load_profiles()


@pytest.fixture(scope="module")
def hits() -> dict[str, HitMarker]:
    """Read the shipped hit markers."""
    return load_hits()


@pytest.fixture(scope="module")
def cards() -> dict[str, ActionCard]:
    """Read the shipped action cards."""
    return load_action_cards()


@pytest.fixture(scope="module")
def numbers() -> Numbers:
    """Read the shipped numbers."""
    return load_numbers()


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
def test_a_counter_has_the_printed_figures(profiles: dict[str, CounterProfile], id: str, printed: str) -> None:
    """What the counter says is what the file says."""
    assert shorthand(profiles[id]) == printed


def test_a_counter_knows_its_id_and_name(profiles: dict[str, CounterProfile]) -> None:
    """Profiles are found by their own ids."""
    assert [profile.id for profile in profiles.values()] == list(profiles)
    assert profiles["soviet_rifles_41"].name == "Rifles '41"


def test_there_are_counters_enough_for_both_sides(profiles: dict[str, CounterProfile]) -> None:
    """Either side has foot, guns and vehicles, thirty counters and more together."""
    sides = {(profile.nation, profile.kind) for profile in profiles.values()}
    assert sides >= {(nation, kind) for nation in ("german", "soviet") for kind in ("foot", "gun", "vehicle")}
    assert len(profiles) > 30


def test_foot_guns_and_vehicles_move_as_such(profiles: dict[str, CounterProfile]) -> None:
    """No kind of counter has the movement class of another."""
    pairs = {(profile.kind, profile.movement) for profile in profiles.values()}
    assert pairs == {("foot", "foot"), ("gun", "gun"), ("vehicle", "wheeled"), ("vehicle", "tracked")}


def test_no_flank_is_stronger_than_its_front(profiles: dict[str, CounterProfile]) -> None:
    """The two figures, which the counters print in the other order, have not been exchanged."""
    assert [profile.id for profile in profiles.values() if profile.flank > profile.front] == []


def test_wheels_belong_to_vehicles(profiles: dict[str, CounterProfile]) -> None:
    """Only vehicles have bonus hexes."""
    assert {profile.kind for profile in profiles.values() if profile.wheels or profile.tracks} == {"vehicle"}


def test_trucks_and_wagons_are_no_combat_counters(profiles: dict[str, CounterProfile]) -> None:
    """Everything else is one."""
    idle = [profile for profile in profiles.values() if profile.non_combat]
    assert {profile.symbol for profile in idle} == {"truck", "wagon"} and len(idle) == 4


def test_tank_hunters_are_crewed_against_soft_targets_alone(profiles: dict[str, CounterProfile]) -> None:
    """The white field is behind their red figure; an MG has it behind both."""
    hunters, mg = profiles["german_tank_hunters"], profiles["german_mg34"]
    assert (hunters.crewed, hunters.crewed_blue, mg.crewed, mg.crewed_blue) == (True, False, True, True)


def test_the_heavier_mortars_and_pioneers_lay_smoke(profiles: dict[str, CounterProfile]) -> None:
    """Light mortars do not."""
    smoke = [profile.id for profile in profiles.values() if profile.smoke]
    assert smoke == ["german_pioneers", "german_8cm_mortar", "soviet_82mm_mortar"]


def test_a_rumour_is_no_stronger_than_what_may_lie_beneath(profiles: dict[str, CounterProfile]) -> None:
    """It moves and reaches as printed, has no weaker side, and less firepower than any other counter of foot."""
    rumour = profiles["rumour"]
    assert (rumour.nation, rumour.move_ap, rumour.range, rumour.front) == ("any", 1, 5, rumour.flank)
    others = [profile for profile in profiles.values() if profile.kind == "foot" and profile is not rumour]
    assert rumour.red < min(profile.red for profile in others)
    assert rumour.blue <= min(profile.blue for profile in others)


def test_every_symbol_is_on_some_counter(profiles: dict[str, CounterProfile]) -> None:
    """The painter draws none for nothing."""
    assert {profile.symbol for profile in profiles.values()} == {*get_args(Symbol)}


# -- hit markers --------------------------------------------------------------------------------------------------

MARKERS: dict[str, dict[str, Any]] = {
    "soft_stunned": {"count": 2, "rally": 7, "only_rally": True},
    "soft_unnerved": {"count": 2, "rally": 7},
    "soft_destroyed": {"count": 1, "rally": None, "destroys": True},
    "soft_panicked": {"count": 2, "rally": 8, "no_attack": True, "flank": 1, "front": -2},
    "soft_pinned": {"count": 5, "rally": 7, "no_move": True},
    "soft_suppressed": {"count": 5, "rally": 7, "attack_ap": 1, "red": -2, "blue": -2},
    "soft_cowering": {"count": 2, "rally": 8, "attack_ap": 2, "move_ap": 1, "range": 1, "front": 1, "flank": 1},
    "soft_berserk": {
        "count": 1,
        "rally": 8,
        "attack_ap": -1,
        "red": 1,
        "blue": 1,
        "range": 1,
        "flank": 1,
        "front": 2,
    },
    "armoured_stunned": {"count": 2, "rally": 9, "only_rally": True},
    "armoured_gun_damaged_red": {"count": 1, "rally": None, "no_red": True},
    "armoured_gun_damaged_blue": {"count": 1, "rally": None, "no_blue": True},
    "armoured_destroyed": {"count": 1, "rally": None, "destroys": True},
    "armoured_panicked": {"count": 1, "rally": 9, "no_attack": True, "front": -4},
    "armoured_immobilised": {"count": 5, "rally": None, "no_move": True, "flank": 1, "front": -1},
    "armoured_suppressed": {"count": 5, "rally": 8, "attack_ap": 1, "red": -3, "blue": -5},
    "armoured_light_damage": {"count": 4, "rally": None},
}
"""What is printed on each; all else is nothing."""


@pytest.mark.parametrize(("id", "printed"), MARKERS.items(), ids=MARKERS)
def test_a_hit_marker_has_the_printed_effect(hits: dict[str, HitMarker], id: str, printed: dict[str, Any]) -> None:
    """It does what is printed on it and nothing more."""
    marker = hits[id]
    assert marker == HitMarker(id, marker.name, marker.pool, source=marker.source, **printed)


def test_there_are_no_other_hit_markers(hits: dict[str, HitMarker]) -> None:
    """The list above is complete."""
    assert [*hits] == [*MARKERS]


@pytest.mark.parametrize("pool", ["soft", "armoured"])
def test_a_pool_has_twenty_markers(hits: dict[str, HitMarker], pool: str) -> None:
    """The markers of a pool are the twenty of the box."""
    assert sum(marker.count for marker in hits.values() if marker.pool == pool) == 20


def test_a_marker_lies_in_the_pool_of_its_name(hits: dict[str, HitMarker]) -> None:
    """Markers of both pools that are called alike are told apart by their ids."""
    assert all(marker.id.startswith(f"{marker.pool}_") for marker in hits.values())


# -- numbers ------------------------------------------------------------------------------------------------------

FIGURES = {
    "short_range": 3,
    "long_range": -2,
    "long_range_factor": 2,
    "close_combat": 4,
    "crewed_close_combat": -2,
    "higher_attacker": 1,
    "higher_target": 1,
    "destroyed_by": 4,
    "never_needs": 11,
    "pivot_ap": 1,
    "backward_ap": 1,
    "turret_ap": 2,
    "rally_ap": 5,
    "rally_cover": -1,
    "rally_friend": -1,
    "hasty_ap": 5,
    "hasty_defence": 1,
    "hide_ap": 5,
    "recon_needs": 6,
    "group_fire": 1,
    "group_distance": 1,
    "caps_on_dice": 2,
    "cap_floor": 3,
    "cap_loss": 1,
    "stall": 1,
    "initiative_needs": 7,
    "vehicle_shelter": 1,
    "bunker_front": 5,
    "mines_need": 8,
    "heavy_smoke_attack": -2,
    "light_smoke_attack": -1,
    "spotter_distance": 2,
    "flame_red": 3,
    "flame_blue": 3,
    "flame_range": 1,
    "reveal_distance": 3,
}


def test_the_numbers_are_those_of_the_base_game(numbers: Numbers) -> None:
    """Modifiers, costs and limits are as printed."""
    assert {name: getattr(numbers, name) for name in FIGURES} == FIGURES


def test_every_number_is_read() -> None:
    """A figure that nobody reads could be changed without any effect."""
    folder = Path(conflict_of_heroes.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    assert [field.name for field in fields(Numbers) if f".{field.name}" not in code] == []


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
def test_a_card_has_the_printed_cost(
    cards: dict[str, ActionCard], id: str, printed: tuple[int, int | None, int | None, int]
) -> None:
    """Copies, cost and figure are as printed."""
    card = cards[id]
    assert (card.count, card.ap, card.caps, card.value) == printed


def test_every_effect_is_on_one_card(cards: dict[str, ActionCard]) -> None:
    """The game learns no effect for nothing, and none twice."""
    assert sorted(card.effect for card in cards.values()) == sorted(get_args(CardEffect))


def test_luck_may_turn(numbers: Numbers) -> None:
    """A 1 takes three off."""
    assert (numbers.luck_spoilt_at, numbers.luck_spoilt) == (1, -3)


# -- sources ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "section"),
    [("units", "unit"), ("hits", "hit"), ("action_cards", "card"), ("numbers", "number")],
)
def test_every_entry_has_a_source(name: str, section: str) -> None:
    """Each says of which game it is, or that it is a proposal."""
    text = files("sim.rules.conflict_of_heroes").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text)[section]
    told = ("CoH 3e", "CoH 2e", "solo expansion", "proposal")
    assert [id for id, entry in entries.items() if not entry["source"].startswith(told)] == []


def test_what_is_read_keeps_its_source(
    profiles: dict[str, CounterProfile], hits: dict[str, HitMarker], cards: dict[str, ActionCard]
) -> None:
    """A player who doubts a figure can be told where it is from."""
    sources = [[entry.source for entry in read.values()] for read in (profiles, hits, cards)]
    assert all(map(all, sources))


# -- mistakes -----------------------------------------------------------------------------------------------------

UNITS = """\
format = 1

[unit.rifles]
name = "Rifles"
nation = "finnish"
kind = "foot"
movement = "foot"
symbol = "rifles"
attack_ap = 3
move_ap = 1
red = 2
blue = 0
range = 5
front = 12
flank = 11
source = "mine"
"""

HITS = """\
format = 1

[hit.pinned]
name = "Pinned"
pool = "soft"
count = 5
rally = 7
no_move = true
source = "mine"

[hit.knocked_out]
name = "Knocked out"
pool = "armoured"
count = 1
rally = "no"
destroys = true
source = "mine"
"""

CARDS = """\
format = 1

[card.luck]
name = "Luck"
count = 3
effect = "luck"
caps = 0
text = "Try it."
source = "mine"
"""

NUMBERS = "format = 1\n\n[number]\n" + "\n".join(
    f'{field.name} = {{ value = 1, source = "mine" }}' for field in fields(Numbers)
)

Load = Callable[[Path], object]


class Slip(NamedTuple):
    """A good file with one thing in place of another, and what is said of it on which line."""

    load: Load
    good: str
    before: str
    after: str
    line: int
    saying: str


BAD = {
    "an unknown key": Slip(
        load_profiles, UNITS, "red = 2", "red = 2\nrde = 2", 12, "unit.rifles.rde: found an unknown key"
    ),
    "no range": Slip(load_profiles, UNITS, "range = 5\n", "", 3, "unit.rifles.range: found nothing"),
    "no word on attacks": Slip(load_profiles, UNITS, "attack_ap = 3\n", "", 3, "unit.rifles.attack_ap: found nothing"),
    "a counter without a source": Slip(
        load_profiles, UNITS, 'source = "mine"\n', "", 3, "unit.rifles.source: found nothing"
    ),
    "an empty source": Slip(load_profiles, UNITS, '"mine"', '""', 16, "expected a text of at least 1 character"),
    "two counters with one id": Slip(
        load_profiles, UNITS, "red = 2", "[unit.rifles]", 11, "the table [unit.rifles] stands here a second time"
    ),
    "an unknown movement class": Slip(
        load_profiles,
        UNITS,
        'movement = "foot"',
        'movement = "fot"',
        7,
        'found "fot", expected one of foot, gun, wheeled, tracked; did you mean "foot"?',
    ),
    "an unknown symbol": Slip(load_profiles, UNITS, '"rifles"', '"rifle"', 8, 'did you mean "rifles"?'),
    "a range that is too short": Slip(
        load_profiles, UNITS, "range = 5", "range = 5\nmin_range = 6", 14, "found 6, expected at most the range, 5"
    ),
    "a range without an attack": Slip(
        load_profiles, UNITS, "attack_ap = 3", 'attack_ap = "no"', 13, "0 for a counter that cannot attack"
    ),
    "blue crews alone": Slip(
        load_profiles, UNITS, "blue = 0", "blue = 0\ncrewed_blue = true", 13, "expected crewed = true beside it"
    ),
    "rifles that fire over hills": Slip(
        load_profiles, UNITS, "blue = 0", "blue = 0\nindirect_ap = 4", 13, "expected explosive = true beside it"
    ),
    "a count that is no number": Slip(
        load_hits, HITS, "count = 5", 'count = "5"', 6, 'hit.pinned.count: found the text "5", expected a whole number'
    ),
    "no markers of a kind": Slip(load_hits, HITS, "count = 5", "count = 0", 6, "found 0, expected at least 1"),
    "an unknown pool": Slip(load_hits, HITS, '"soft"', '"sof"', 5, 'did you mean "soft"?'),
    "a pool without markers": Slip(
        load_hits, HITS, '"soft"', '"armoured"', 3, "found no marker of the soft pool, expected at least one to draw"
    ),
    "a rally of the destroyed": Slip(load_hits, HITS, 'rally = "no"', "rally = 8", 15, 'found 8, expected "no"'),
    "a card without a cost": Slip(
        load_action_cards, CARDS, "caps = 0\n", "", 3, "card.luck: found no cost, expected either ap or caps"
    ),
    "a card with two costs": Slip(
        load_action_cards, CARDS, "caps = 0", "caps = 0\nap = 2", 3, "found a cost in AP and one in CAPs"
    ),
    "an unknown effect": Slip(
        load_action_cards, CARDS, 'effect = "luck"', 'effect = "lukc"', 6, 'card.luck.effect: found "lukc", expected'
    ),
    "an unknown number": Slip(
        load_numbers, NUMBERS, "[number]", '[number]\nstal = { value = 1, source = "x" }', 4, 'did you mean "stall"?'
    ),
    "a number too few": Slip(
        load_numbers, NUMBERS, "stall =", "#", 3, "number.stall: found nothing, expected the number for stall"
    ),
    "a number without a source": Slip(
        load_numbers,
        NUMBERS,
        'stall = { value = 1, source = "mine" }',
        "stall = { value = 1 }",
        0,
        "number.stall.source",
    ),
    "half a number": Slip(load_numbers, NUMBERS, "stall = { value = 1,", "stall = { value = 1.5,", 0, "a whole number"),
}
"""Line 0 stands for wherever `stall` is among the numbers."""

STALL = next(n for n, row in enumerate(NUMBERS.splitlines(), 1) if row.startswith("stall ="))


def written(folder: Path, text: str) -> Path:
    """Write a file of a player's own."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("slip", BAD.values(), ids=BAD)
def test_a_mistake_is_told_in_one_line(tmp_path: Path, slip: Slip) -> None:
    """One slip gives one message, with file, line, what was found and what would be right."""
    assert slip.good.count(slip.before) == 1
    file = written(tmp_path, slip.good.replace(slip.before, slip.after))
    with pytest.raises(FileMistakes) as error:
        slip.load(file)
    (told,) = str(error.value).splitlines()
    assert told.startswith(f"{file}:{slip.line or STALL}: ") and slip.saying in told


def test_a_file_of_ones_own_takes_the_place_of_ours(tmp_path: Path) -> None:
    """What is read is what that file says, and nothing is added to it."""
    assert [*load_profiles(written(tmp_path, UNITS))] == ["rifles"]
    assert [*load_hits(written(tmp_path, HITS))] == ["pinned", "knocked_out"]
    assert [*load_action_cards(written(tmp_path, CARDS))] == ["luck"]
    assert load_numbers(written(tmp_path, NUMBERS)).rally_ap == 1


@pytest.mark.parametrize("load", [load_profiles, load_hits, load_action_cards, load_numbers])
def test_a_newer_file_is_refused(tmp_path: Path, load: Load) -> None:
    """The version of the format is asked first."""
    with pytest.raises(UnsupportedVersion):
        load(written(tmp_path, "format = 2\n"))


def test_what_is_left_out_is_nothing(tmp_path: Path) -> None:
    """A counter needs to say only what is special about it."""
    profile = load_profiles(written(tmp_path, UNITS))["rifles"]
    assert shorthand(profile) == "3/1/2,0/0-5/11s,12s"
    assert not (profile.smoke or profile.non_combat or profile.crewed_blue)


def test_no_is_an_answer_only_where_it_is_a_question(tmp_path: Path) -> None:
    """A counter that cannot attack says so with the same word that may be the nation of another."""
    text = (
        UNITS.replace('"finnish"', '"no"')
        .replace("attack_ap = 3", 'attack_ap = "no"')
        .replace("range = 5", "range = 0")
    )
    profile = load_profiles(written(tmp_path, text))["rifles"]
    assert (profile.nation, profile.attack_ap) == ("no", None)
