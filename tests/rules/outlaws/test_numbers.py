"""The figures of OUTLAWS!, and the characters with their kits: each a second time, so that a slip is found."""

from __future__ import annotations

from dataclasses import fields

import pytest

from sim.rules.outlaws.figures import Numbers, ShotKind, WeaponKind, cast, figures
from sim.rules.outlaws.solo.tables import TABLE
from sim.solo.plans import Against, Option

WEAPONS, CHITS, NUMBERS = figures().weapons, figures().chits, figures().numbers

PROPOSED = {
    "walk": 1, "back_off": 1, "turnaround": 1, "run_squares": 2, "crawl": 2, "get_up": 2, "take_cover": 1, "draw": 1,
    "stow": 1, "door": 1, "pick_up": 1, "saddle_up": 2, "ride_squares": 2, "leg_walk": 2,
    "snapshot_needs": 5, "snapshot_aim": -2, "cover": 2, "prone_target": 1, "prone_from": 3, "running_target": 1,
    "mounted_target": -1, "mounted_shooter": 1, "off_hand": 1, "wounded_arm": 2, "brawl_strike": 1, "brawl_stab": 1,
    "brawl_prone": -2, "brawl_unarmed": -1, "brawl_handgun": -1, "tuwa_distance": 5, "lance_distance": 3,
    "townsman_points": 1, "throw": 1, "brawl": 1, "point_blank": 1, "blow_fells": 3, "blow_stuns": 5,
    "strike_wounds": 2, "object_breaks": 1, "brawl_room": 4,
}  # fmt: skip
"""Every figure that belongs to no weapon and no wound, as the notes on the base game propose it."""

SHOTS = {
    "handgun": {"standard": ShotKind(1, 0), "best": ShotKind(2, 2), "steady": ShotKind(3, 4)},
    "rifle": {"poor": ShotKind(1, -2), "standard": ShotKind(2, 0), "best": ShotKind(3, 2), "steady": ShotKind(4, 4)},
    "shotgun": {"standard": ShotKind(1, 0), "best": ShotKind(2, 2)},
    "bow": {"standard": ShotKind(2, 0), "best": ShotKind(3, 2)},
}
CLASSES = {  # what two dice need, one more for each so many squares, hands, range, rounds that an action puts in
    "handgun": (7, 2, 1, None, 2), "rifle": (7, 4, 2, None, 2), "shotgun": (6, 2, 2, 8, 1), "bow": (7, 3, 2, None, 1),
    "lance": (7, 1, 1, 3, 0), "tomahawk": (7, 1, 1, 3, 0), "knife": (7, 1, 1, 3, 0),
}  # fmt: skip
SHORTER = {"pocket_revolver": 12, "derringer": 6}


def ids(what: str, value: object = True) -> set[str]:
    """Return the weapons of which something is so."""
    return {kind.id for kind in WEAPONS.values() if getattr(kind, what) == value}


@pytest.mark.parametrize("name", [field.name for field in fields(Numbers)])
def test_the_number_is_the_one_proposed(name: str) -> None:
    """Each by itself, so that a slip of one is told by its name."""
    assert getattr(NUMBERS, name) == PROPOSED[name]


@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.rule("OUT-BRAWL-2")
def test_how_near_a_snapshot_is_tried() -> None:
    """Before skill, and with nothing else; chairs and tables have objects to strike with, a crate of nails has not."""
    assert figures().snapshot_range == {"handgun": 4, "rifle": 8, "bow": 8, "shotgun": 3}
    assert {"chair", "table", "bar"} <= set(figures().objects)
    assert "crate" not in figures().objects


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=list(WEAPONS))
def test_weapons_of_a_class_are_alike(weapon: WeaponKind) -> None:
    """What dice need, both hands for long guns and bows, and what Shoot, Poor Shot, Best Shot and Steady Aim cost."""
    assert weapon.shots == SHOTS.get(weapon.cls, {})
    if weapon.cls != "object":
        base, per, hands, longest, reload = CLASSES[weapon.cls]
        assert (weapon.base, weapon.per, weapon.hands, weapon.reload) == (base, per, hands, reload)
        assert weapon.longest == SHORTER.get(weapon.id, longest)


@pytest.mark.rule("OUT-SHOOT-7", "OUT-SHOOT-8", "OUT-BRAWL-3")
def test_what_only_some_weapons_are() -> None:
    """Two barrels, fired standing, thrown three squares; one strikes with long guns, objects and tomahawks."""
    assert ids("barrels", 2) == {"double_shotgun"} and WEAPONS["double_shotgun"].capacity == 2
    assert ids("stands") == {"bow"}
    assert WEAPONS.keys() - ids("thrown", 0) == ids("thrown", 3) == {"lance", "tomahawk", "knife"}
    assert ids("strikes") == ids("is_long") | {"object", "tomahawk"}


def test_the_pool_has_twenty_chits() -> None:
    """In the order of severity: how many, actions off the next counter and off every one, and the footing."""
    assert [(chit.id, chit.count, chit.owed, chit.lost, chit.prone) for chit in CHITS.values()] == [
        ("graze", 4, 1, 0, False), ("knocked_down", 3, 0, 0, True), ("light", 4, 0, 1, False),
        ("arm", 3, 0, 0, False), ("leg", 2, 0, 0, False), ("serious", 2, 0, 2, True),
        ("unconscious", 1, 0, 0, False), ("dead", 1, 0, 0, False),
    ]  # fmt: skip
    assert CHITS["arm"].arm and CHITS["leg"].leg and CHITS["unconscious"].unconscious and CHITS["dead"].dead


def test_typical_characters() -> None:
    """As the notes on the base game have them: actions, gun, brawl, bow."""
    found = {id: (p.actions, p.gun, p.brawl, p.bow) for id, p in cast().profiles.items()}
    typical = {"outlaw_leader": (4, 2, 2, 0), "gunslinger": (4, 3, 1, 0), "deputy": (3, 1, 1, 0),
               "townsman": (3, 0, 0, 0), "tuwa_warrior": (4, 1, 2, 2)}  # fmt: skip
    assert typical.items() <= found.items()


def test_all_characters() -> None:
    """Twenty or more, Tuwa and groups among them; only Tuwa with the skill have a bow, and groups have nothing."""
    everybody = cast().profiles
    assert len(everybody) >= 20
    assert any(one.tuwa and not one.group for one in everybody.values())
    assert any(one.group for one in everybody.values())
    for id, one in everybody.items():
        kit = cast().kits[one.kit]
        archer = "bow" in {thing.kind for thing in (*kit.hands, *kit.carried)}
        assert not archer or (one.tuwa and one.bow), id
        assert not one.group or one.kit == "empty_handed", id


PRINTED = """
| 1 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Closest; Shoot+; Prone 1-2 |
| 2 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Shoot+; Prone 1-2 | Closest Handgun; Shoot+; Prone 1-2 |
| 3 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Move; Prone 1-3 | Closest; Shoot; Move; *Prone 1-3 |
| 4 | Suspected Long Gun; Advance; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Cover-; Shoot+; Prone 1-2 |
| 5 | Suspected Handgun; Advance; *Prone 1-2 | Cover-; Prone 1-5; Shoot+ | Closest Long Gun; Shoot+; Prone 1-2 |
| 6 | Wait | Closest; Prone; Shoot; Crawl | Closest; Move; *Prone 1-3 |
"""


@pytest.mark.rule("OUT-TABLE")
def test_the_table_reads_like_the_printed_one() -> None:
    """Word for word: the names of its targets and instructions."""
    rows = []
    for roll, cells in TABLE.items():
        words = []
        for cell in cells:
            if isinstance(cell, Against):
                inner = [part.text for part in cell.plan.parts() if isinstance(part, Option)]
                words.append("; ".join([cell.text, *inner]))
            else:
                assert isinstance(cell, Option)
                words.append(cell.text)
        rows.append(f"| {roll} | {' | '.join(words)} |")
    assert "\n".join(rows) == PRINTED.strip()
