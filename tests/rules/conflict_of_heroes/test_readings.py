"""Clauses that can be read in two ways: both readings of each, and which of them is the default."""

from __future__ import annotations

import pytest

from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.ground.zones import in_front, steps_to_flank, zone_of
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.scenario import READINGS, Settings
from tests.rules.conflict_of_heroes.positions import Stand, field, rows
from tests.rules.conflict_of_heroes.stage import ai, stage, unit

SOVIET, MG, PANZER = "soviet_rifles_41", "german_mg34", "german_pz3e"
INFANTRY_GUN, AT_GUN = "soviet_76mm_infantry_gun", "soviet_45mm_at_gun"
FIRE = "AI closest to Unit -> Fire"


@pytest.mark.rule("COH-FZ-idle")
@pytest.mark.rule("COH-FLANK-abeam")
@pytest.mark.rule("COH-5.2-power")
@pytest.mark.rule("COH-CC-support")
@pytest.mark.rule("COH-DM")
@pytest.mark.rule("COH-CC-move")
def test_the_defaults_are_those_of_the_table_of_readings() -> None:
    """A mission that says nothing is read by the seed's own words."""
    told = Settings().model_dump()
    assert told == {
        "fire_zone": "long",
        "idle_zones": "kept",
        "abeam": "front",
        "target_firepower": "against the AI",
        "close_support": "same hex",
        "hex_defence": "target",
        "moves_in_close_combat": "obeyed",
        "cap_floor": None,
    }


@pytest.mark.rule("COH-FLANK-abeam")
@pytest.mark.parametrize(("reading", "front"), [("front", True), ("flank", False)])
def test_a_hex_exactly_abeam_is_in_front_or_on_the_flank(reading: str, front: bool) -> None:
    """E7 lies exactly to the right of one in C7 who faces north, and A7 to the left; C5 is before him either way."""
    there = stage(unit("u1", "C7"), ai("a1", "E7", facing="nw"), settings={"abeam": reading})
    position, one = there.position, there.counter("u1")
    assert [in_front(position, one, there.cell(name)) for name in ("A7", "E7", "C5", "C7", "C8")] == [
        front,
        front,
        True,
        True,
        False,
    ]
    assert (there.cell("E7") in zone_of(position, one)) == front
    assert (there.no_shot("u1", "a1") == "") == front
    assert there.attack("a1", "u1").defence.parts[0].reason == ("front" if front else "flank")
    assert steps_to_flank(position, there.cell("E7"), there.counter("a1"), one) == (1 if front else 0)


@pytest.mark.rule("COH-5.2-power")
@pytest.mark.parametrize(
    ("profile", "reading", "target"),
    [
        ("german_rifles_41", "against the AI", "infantry-gun"),
        ("german_rifles_41", "printed", "at-gun"),
        (PANZER, "against the AI", "at-gun"),
        (PANZER, "printed", "at-gun"),
    ],
)
def test_firepower_of_a_target_is_that_against_the_one_who_asks(profile: str, reading: str, target: str) -> None:
    """An infantry gun has 5 red, an anti-tank gun 3 red, 6 blue: the first is worse to riflemen, not to a tank."""
    guns = Stand("infantry-gun", "F3", 3, INFANTRY_GUN), Stand("at-gun", "I4", 1, AT_GUN)
    there = field(Stand("ai-1", "F6", 0, profile), *guns, target_firepower=reading)
    decided = there.decide("AI closest to Highest FP Unit -> Fire")
    assert decided.short() == f"ai-1 fires at {target}"


@pytest.mark.rule("COH-CC-support")
@pytest.mark.parametrize(("reading", "allowed"), [("same hex", False), ("next hex", True)])
def test_support_into_close_combat_comes_from_the_same_hex(reading: str, allowed: bool) -> None:
    """By the other reading from the next one too; from within the hex always."""
    there = stage(
        unit("u1", "C5"), unit("u2", "C6"), unit("u3", "C5"), ai("a1", "C5"), settings={"close_support": reading}
    )
    assert (there.refusal(Fire("u1", "a1", ("u2",))) is None) == allowed
    assert there.refusal(Fire("u1", "a1", ("u3",))) is None


@pytest.mark.rule("COH-DM")
@pytest.mark.parametrize(("reading", "behind_the_wall"), [("target", "1 against 0"), ("every zone", "0 against 0")])
def test_the_modifier_of_a_hex_is_against_the_target_or_against_every_zone(reading: str, behind_the_wall: str) -> None:
    """A wall shelters G5 from the target in the north; a second Unit in the east sees behind it. E5 has a rifle pit."""
    units = Stand("red", "F1", 3, SOVIET), Stand("far", "L6", 5, "soviet_maxim")
    extra = '[edges]\nwall = ["G5/n", "G5/nw", "G5/ne"]\n\n[features]\nrifle_pit = ["E5"]\n'
    there = field(Stand("ai-1", "F5"), *units, picture=rows(F4="m"), extra=extra, hex_defence=reading)
    decided = there.decide("AI closest to Unit -> Move to Cover", *((1,) if reading == "target" else ()))
    values = decided.values("where to find cover", "more DM than here")
    assert values["G5"] == behind_the_wall
    assert values["E5"] == "1 against 0"


@pytest.mark.rule("COH-FLANK-abeam")
def test_another_reading_is_named_in_the_reasons() -> None:
    """With its rule, before the orders of the card; ours goes without saying."""
    units = Stand("ai-1", "F5"), Stand("red", "F3", 3, SOVIET)
    assert "as the mission reads it" not in field(*units).decide(FIRE).text
    assert "COH-FLANK-abeam: as the mission reads it: abeam, flank" in field(*units, abeam="flank").decide(FIRE).text


def test_every_reading_has_a_rule() -> None:
    """Of all settings the floor of the CAPs alone is none."""
    assert {*READINGS, "cap_floor"} == set(Settings.model_fields)
    assert set(READINGS.values()) <= {rule.id for rule in CONFLICT_OF_HEROES.rulebook}
