"""The figures of La Petite Guerre, its weapons and its men."""

import tomllib
from dataclasses import asdict
from typing import Any, get_args

import pytest

from sim.rules.la_petite_guerre.figures import GUNS, Grade, figures, men
from tests.rules.la_petite_guerre.table import FOLDER

TABLES = asdict(figures())
NUMBERS = {**TABLES.pop("numbers"), **TABLES.pop("exact"), **TABLES}
WEAPONS = figures().weapons

# -- numbers ------------------------------------------------------------------------------------------------------

PRINTED: dict[str, Any] = {
    "actions": 2, "wounded_actions": 1, "crawl": 2, "gallop": 2, "full_speed": 2, "free_turn": 45, "charge": 1,
    "woods": -1, "scrub": -1, "stop": 2, "front": 90, "command": 4,
    "control_free": 4, "control_repeat": 2, "control_grade": {"A": 1, "B": 0, "C": -1}, "control_cover": 1,
    "acquire_open": 6, "acquire_cover": 2, "acquire_needs": 2, "acquire_far": 24, "come_upon": 6,
    "acquire": {"attention": 2, "moving": 1, "mounted": 1, "higher": 1, "prone": -2, "cover": -2, "far": -1,
                "observer": -1},
    "hit": 5,
    "fire": {"short": 1, "marksman": 1, "mounted": 1, "second": -1, "bayonet": -1, "prone": -1, "cover": -1},
    "blind_hit": 6, "blind_harmless": 3, "killed": 1, "wounded": 3, "stunned": 5, "thrown": 3,
    "beside": 2, "served": 2, "limber": 2,
    "wedge_half_angle": "5.625", "wedge_least": "0.5", "wedge_far_dice": 1,
    "wedge_band": ({"up_to": 6, "dice": 3, "source": "rules"}, {"up_to": 12, "dice": 2, "source": "rules"}),
    "wedge": {"prone": -1, "cover": -1, "mounted": 2}, "canister": 10,
    "arrows": 4, "scatter_short": 1, "scatter_long": 2, "burst_one": 1, "burst_two": 2,
    "scatter_near": 4, "scatter_first": 1, "shell_one": 3, "shell_two": 5, "shell_cover": -2,
    "charge_stand": 5, "charge_weak": 3, "charge_grade": {"A": 2, "B": 1, "C": 0},
    "charge_test": {"encouraged": 1, "friends": 1, "fire": -1, "wounded": -1, "fallen": -1, "mounted": -2},
    "charge_friends": 2, "charge_fallen": 6, "bayonet": 2, "rout": 12, "pursue": 4, "pursue_within": 6,
    "pursuit": {"mounted": 1, "metis": -1, "pit": -1, "a_grade": 1}, "morale": 8,
    "morale_grade": {"A": 1, "B": 0, "C": -1},
    "planner": {
        "close": 4, "skirmish": 6, "delay": 8, "far": 12, "move": 4, "turn": 4, "charge": 4, "charge_riding": 8,
        "charged": 6, "near": 6, "danger": 12, "stride": 2, "gun_near": 8, "gun_way": 24, "enough": 2,
    },
}  # fmt: skip
"""Every figure that belongs to no weapon and no man, as the rules and the notes on them have it."""


@pytest.mark.parametrize("name", [name for name in NUMBERS if name != "weapons"])
def test_the_number_is_the_printed_one(name: str) -> None:
    """Each by itself, so that a slip of one is told by its name."""
    assert NUMBERS[name] == PRINTED[name]


def test_what_is_our_own() -> None:
    """What the rules leave open, and no more."""
    file = _file("numbers.toml")
    tables = (file["number"], file["exact"], *(file[key] for key in ("acquire", "fire", "wedge", "charge_test")))
    ours = "full_speed free_turn front come_upon beside served arrows bayonet wedge_least"
    assert [name for table in tables for name, entry in table.items() if entry["source"] != "rules"] == ours.split()


# -- weapons ------------------------------------------------------------------------------------------------------

TABLE = {
    "revolver": (2, 4, 0), "musket": (4, 10, 2), "snider_enfield": (6, 12, 1), "winchester": (6, 10, 0),
    "gatling": (6, 24, 1), "field_gun": (10, 48, 2),
}  # fmt: skip


@pytest.mark.rule("LPG-WPN")
def test_the_table_of_weapons() -> None:
    """Short and longest range, actions to load; all others are better in close combat. One takes a bayonet."""
    assert {id: (WEAPONS[id].short, WEAPONS[id].longest, WEAPONS[id].load) for id in TABLE} == TABLE
    others = [weapon for id, weapon in WEAPONS.items() if id not in TABLE]
    assert {weapon.kind for weapon in others} == {"melee"}
    assert min(weapon.melee for weapon in others) > max(WEAPONS[id].melee for id in TABLE)
    assert [id for id, weapon in WEAPONS.items() if weapon.bayonet] == ["snider_enfield"]


# -- men ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-PURSUE")
def test_there_are_men_enough() -> None:
    """For both sides, told apart by name, of every grade and with every weapon, in one hand or the other."""
    assert len({profile.name for profile in men().values()}) == len(men()) >= 20
    everybody = men().values()
    assert {man.grade for man in everybody} == set(get_args(Grade))
    assert {arm for man in everybody for arm in (man.weapon, man.second)} - {""} == set(WEAPONS)
    assert {id.split("_")[0] for id, man in men().items() if man.metis} == {
        "gabriel", "metis", "cree", "dakota", "assiniboine",
    }  # fmt: skip


@pytest.mark.rule("LPG-CMD")
def test_leaders_have_one_to_three_points() -> None:
    """A corporal one, a captain two, Dumont three; whoever commands costs his side more than one point."""
    points = {id: men()[id].command for id in ("metis_corporal", "metis_captain", "gabriel_dumont")}
    assert points == {"metis_corporal": 1, "metis_captain": 2, "gabriel_dumont": 3}
    assert {man.command for man in men().values()} == {0, 1, 2, 3}
    assert all(man.points > 1 for man in men().values() if man.command)


def test_two_guns_and_their_crews() -> None:
    """Three men at a Gatling, five at a field gun; no man carries one."""
    assert {man.weapon: man.crew for man in men().values() if man.kind == "gun"} == {"gatling": 3, "field_gun": 5}
    assert not [man.id for man in men().values() if man.kind == "man" and WEAPONS[man.weapon].kind in GUNS]


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
