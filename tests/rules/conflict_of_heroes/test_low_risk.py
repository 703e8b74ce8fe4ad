"""Low Risk moves and fire zones: rules 5.3.1, COH-FZ and COH-FLANK.

Tank hunters have a range of 1, so that their fire zone reaches two hexes: the smallest there is. Whoever faces 0 looks
north, whoever faces 3 south. From F7 to G3 it is five hexes; F6 and G7 are both one nearer.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.rules.conflict_of_heroes.orders.move import Pivot
from tests.rules.conflict_of_heroes.positions import Decided, Stand, field, rows

LOW, PLAIN = "AI closest to Unit -> Low Risk Move", "AI closest to Unit -> Move"
TO_FARM = "AI closest to Objective -> Low Risk Move"
SOVIET, MG, HUNTERS, TRACK = "soviet_rifles_41", "german_mg34", "german_tank_hunters", "german_sdkfz_251"
WHERE, ROUND = "where to move", "where to move towards the flank"
FARM = {"farm": "G3"}
FAR = Stand("far", "L1", 0, SOVIET)
IN, OUT = "COH-5.3.1-in", "COH-5.3.1-out"
OUT_1, OUT_2 = "1. stay out of the fire zones", "2. into a fire zone with a DM"
IN_1, IN_2 = "1. out of the fire zones", "2. no less DM than here"
IN_3, IN_4 = "3. towards the target's flank", "4. turn towards a flanking Unit"


def steps(decided: Decided) -> list[tuple[str, str, bool]]:
    """Return which of the printed steps were tried, and which was taken."""
    return [tried for tried in decided.tried() if tried[0] in (IN, OUT)]


# -- what is ruled out ------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3.1-cc")
def test_a_low_risk_move_never_leads_into_close_combat() -> None:
    """From behind, out of all fire zones, where a plain move goes in."""
    there = field(Stand("ai-1", "F4"), Stand("red", "F3", 0, SOVIET))
    assert there.decide(PLAIN).short() == "ai-1 moves to F3"
    decided = there.decide(LOW)
    assert decided.short() == "pass"
    assert "no Low Risk move: F3 is not out of close combat (red)" in decided.text


@pytest.mark.rule("COH-5.3.1-cc")
@pytest.mark.parametrize("terrain", ["w", "B"])
def test_a_low_risk_move_never_leads_into_short_range(terrain: str) -> None:
    """Whatever cover there is; a plain move goes there."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F3", 3, SOVIET), picture=rows(F4=terrain))
    assert there.decide(PLAIN).short() == "ai-1 moves to F4"
    decided = there.decide(LOW)
    assert decided.short() == "pass"
    assert "no Low Risk move: F4 is not out of every short-range fire zone (F4 in the zone of red)" in decided.text


@pytest.mark.rule("COH-5.3.1-cc")
@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize(("facing", "done"), [(3, False), (0, True)], ids=["its front", "its back"])
def test_short_range_is_next_to_a_unit_in_its_arc(facing: int, done: bool) -> None:
    """Behind its back there is no fire zone at all."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F3", facing, SOVIET), picture=rows(F4="w"))
    assert (there.decide(LOW).short() == "ai-1 moves to F4") == done


@pytest.mark.rule("COH-5.3.1-cc")
def test_the_short_range_of_any_unit_counts() -> None:
    """Not the target's alone: G7 is next to a Unit that is no target, and woods there are no help."""
    other = Stand("red", "H7", 0, HUNTERS)
    there = field(Stand("ai-1", "F7"), other, picture=rows(G7="w"), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to F6"
    value = decided.values(WHERE, "out of every short-range fire zone")
    assert value == {"F6": "yes", "G7": "G7 in the zone of red"}
    assert decided.step(WHERE, "out of every short-range fire zone").rule == "COH-5.3.1-cc"


@pytest.mark.rule("COH-5.3.1-cc")
def test_driving_through_a_short_range_zone_is_moving_into_it() -> None:
    """A half-track could come out on the other side, and does by a plain move."""
    fields = rows(G7="p", G8="p", H6="p", H7="p")
    ai, red = Stand("ai-1", "F7", 0, TRACK), Stand("red", "G6", 5, HUNTERS)
    there = field(ai, red, picture=fields, objectives={"farm": "F1"})
    assert there.decide("AI closest to Objective -> Move").short() == "ai-1 moves to F4"
    decided = there.decide(TO_FARM)
    assert decided.short() != "ai-1 moves to F4"
    crossed = decided.values(WHERE, "out of every short-range fire zone")["F4"]
    assert crossed == "F6 in the zone of red; F5 in the zone of red"


# -- start out of fire zones ------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3.1-out")
def test_step_1_from_safety_is_another_safe_hex() -> None:
    """Woods in the hex under fire do not count against it."""
    there = field(Stand("ai-1", "F7"), Stand("red", "D5", 2, HUNTERS), picture=rows(F6="w"), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to G7"
    assert steps(decided) == [(OUT, OUT_1, True)]
    assert decided.decider(WHERE) == (OUT, "out of every fire zone")


@pytest.mark.rule("COH-5.3.1-out")
def test_step_1_comes_before_the_distance() -> None:
    """A half-track stops in a safe hex, where it could have gone on into woods under fire, nearer to the target."""
    watcher = Stand("red", "D4", 2, HUNTERS)
    there = field(Stand("ai-1", "F8", 0, TRACK), watcher, objectives={"farm": "F2"})
    plain = there.decide("AI closest to Objective -> Move")
    assert plain.short() == "ai-1 moves to F5"
    low = there.decide(TO_FARM, 1)
    assert low.short() == "ai-1 moves to F6"
    assert low.values(WHERE, "out of every fire zone")["F5"] == "in the zone of red"


@pytest.mark.rule("COH-5.3.1-out")
@pytest.mark.parametrize(
    ("extra", "terrain", "done"),
    [
        ("", {}, False),
        ("", {"F5": "w"}, True),
        ("", {"F5": "b"}, True),
        ('[edges]\nwall = ["F5/n"]', {}, True),
        ('[edges]\nwall = ["F5/s"]', {}, False),
        ('[features]\nheavy_smoke = ["F5"]', {}, True),
        ('[features]\ntrench = ["F5"]', {}, True),
        ("", {"F5": "p"}, False),
    ],
    ids=["open", "woods", "house", "wall", "wall behind", "smoke", "trench", "field"],
)
def test_step_2_from_safety_is_a_hex_under_fire_with_any_dm(extra: str, terrain: dict[str, str], done: bool) -> None:
    """The only nearer hex is the last of the Unit's zone of two hexes; the start lies just beyond it."""
    there = field(Stand("ai-1", "F6"), Stand("red", "F3", 3, HUNTERS), picture=rows(**terrain), extra=extra)
    decided = there.decide(LOW)
    if done:
        assert decided.short() == "ai-1 moves to F5"
        assert steps(decided) == [(OUT, OUT_1, False), (OUT, OUT_2, True)]
        assert decided.step(WHERE, "sheltered (any DM)").rule == OUT
    else:
        assert decided.short() == "pass"
        assert "no Low Risk move: F5 is not sheltered (any DM) (0)" in decided.text


# -- start in a fire zone ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3.1-in")
def test_step_1_under_fire_is_a_hex_out_of_it() -> None:
    """Though the other one, under fire as well, has more DM."""
    watcher = Stand("red", "D6", 2, HUNTERS)
    there = field(Stand("ai-1", "F7"), watcher, picture=rows(F6="w"), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to G7"
    assert steps(decided) == [(IN, IN_1, True)]
    assert decided.decider(WHERE) == (IN, "out of every fire zone")


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.parametrize(
    ("start", "end", "done"),
    [(".", ".", True), (".", "w", True), ("w", "w", True), ("w", ".", False), ("W", "w", False), ("w", "W", True)],
)
def test_step_2_under_fire_is_a_hex_with_as_much_dm(start: str, end: str, done: bool) -> None:
    """The same or more, and not less; F7, which would be nearer too, is taken."""
    friend, red = Stand("ai-2", "F7", spent=True), Stand("red", "G4", 3, SOVIET)
    decided = field(Stand("ai-1", "F8"), friend, red, picture=rows(F8=start, G8=end)).decide(LOW)
    if done:
        assert decided.short() == "ai-1 moves to G8"
        assert steps(decided) == [(IN, IN_1, False), (IN, IN_2, True)]
        assert decided.step(WHERE, "as sheltered as here (DM)").rule == IN
    else:
        assert decided.short() == "pass"
        assert "no Low Risk move: G8 is not as sheltered as here (DM)" in decided.text


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.parametrize("wall", ["F8/n", "F8/s"])
def test_a_wall_towards_the_target_is_part_of_the_dm_here(wall: str) -> None:
    """Whoever is behind a wall does not leave it for open ground; one at its back holds nobody."""
    there = field(Stand("ai-1", "F8"), Stand("red", "F3", 3, SOVIET), extra=f'[edges]\nwall = ["{wall}"]')
    assert (there.decide(LOW).short() == "ai-1 moves to F7") == (wall == "F8/s")


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.rule("COH-FLANK")
def test_step_3_under_fire_is_towards_the_flank() -> None:
    """The only nearer hex is at short range: the AI goes round the Unit instead, at the same distance."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F3", 2, SOVIET))
    decided = there.decide(LOW)
    assert decided.short() == "ai-1 moves to E5"
    assert steps(decided) == [(IN, IN_1, False), (IN, IN_2, False), (IN, IN_3, True)]
    assert decided.sifted(ROUND).rule == IN
    nearer = decided.values(ROUND, "nearer to the target's flank")
    assert nearer == {
        "G5": "2 against 2",
        "G6": "3 against 2",
        "F6": "2 against 2",
        "E6": "1 against 2",
        "E5": "1 against 2",
    }


@pytest.mark.rule("COH-5.3.1-in")
def test_step_3_only_if_it_cannot_get_closer() -> None:
    """One hex further back it comes nearer, and does not go round."""
    there = field(Stand("ai-1", "F6"), Stand("red", "F3", 2, SOVIET))
    decided = there.decide(LOW)
    assert decided.short() == "ai-1 moves to F5"
    assert steps(decided)[-1] == (IN, IN_2, True)


@pytest.mark.rule("COH-5.3.1-in")
def test_step_3_keeps_to_the_permissions() -> None:
    """From woods into the open under fire is as much of a risk on the way round."""
    red = Stand("red", "F3", 2, SOVIET)
    assert field(Stand("ai-1", "F5"), red, picture=rows(F5="w")).decide(LOW).short() == "pass"
    assert field(Stand("ai-1", "F5"), red, picture=rows(F5="w", E5="w")).decide(LOW).short() == "ai-1 moves to E5"
    assert field(Stand("ai-1", "F5"), red, picture=rows(F5="w", E6="w")).decide(LOW).short() == "ai-1 moves to E6"


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.rule("COH-FLANK")
def test_step_3_ends_where_the_flank_is_nearest() -> None:
    """A half-track gets there at once, though woods on the way are better cover."""
    there = field(Stand("ai-1", "F5", 0, TRACK), Stand("red", "F3", 3, SOVIET), picture=rows(E5="w"))
    decided = there.decide(LOW)
    assert decided.short() == "ai-1 moves to H3"
    assert decided.values(ROUND, "hexes to the target's flank")["H3"] == 1
    assert decided.values(ROUND, "hexes to the target's flank")["G5"] == 2


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.rule("COH-5.3")
def test_step_3_is_then_ranked_as_any_move() -> None:
    """Fewer hexes before woods."""
    decided = field(Stand("ai-1", "F5"), Stand("red", "F3", 2, SOVIET), picture=rows(E6="w")).decide(LOW)
    assert decided.short() == "ai-1 moves to E5"
    assert decided.decider(ROUND) == ("COH-5.3", "hexes from the target")


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.rule("COH-5.3")
@pytest.mark.parametrize(
    ("watched", "terrain", "end", "line"),
    [
        (True, {"G6": "w"}, "E6", "out of every fire zone"),
        (False, {"G6": "w"}, "G6", "DM"),
        (False, {"E6": "w"}, "E6", "DM"),
        (False, {}, "E6", "die"),
    ],
)
def test_step_3_between_the_two_flanks(watched: bool, terrain: dict[str, str], end: str, line: str) -> None:
    """E6 and G6 are equally near to both flanks and to the target: out of fire zones, highest DM, die."""
    threat = Stand("blue", "H7", 5, HUNTERS, spent=True) if watched else Stand("blue", "F8", 0, HUNTERS, spent=True)
    taken, red = Stand("ai-2", "F5", spent=True), Stand("red", "F3", 3, HUNTERS)
    there = field(Stand("ai-1", "F6"), taken, red, threat, picture=rows(**terrain))
    decided = there.decide("AI closest to Fresh Unit -> Low Risk Move", *([2] if line == "die" else []))
    assert decided.short() == f"ai-1 moves to {end}"
    assert decided.decider(ROUND)[1] == line


FLANKED = Stand("ai-1", "F5", 0)
"""Looks north."""


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.parametrize("profile", ["german_rifles_41", MG, "german_b2f"])
def test_step_4_under_fire_is_to_turn_towards_a_flanking_unit(profile: str) -> None:
    """All hexes round it are taken, and a Unit fires from behind; a turret does not protect the flank."""
    friends = [Stand(f"ai-{at}", at, spent=True) for at in ("F4", "G5", "G6", "F6", "E6", "E5")]
    there = field(replace(FLANKED, profile=profile), *friends, Stand("red", "F8", 0, SOVIET))
    # The friends in between do not hide anybody.
    decided = there.decide("Unhit AI closest to Unit -> Low Risk Move", 1)
    assert decided.short() == "ai-1 turns to 2"
    assert steps(decided) == [(IN, IN_1, False), (IN, IN_2, False), (IN, IN_3, False), (IN, IN_4, True)]


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.parametrize(
    ("ai", "red"),
    [
        (replace(FLANKED, facing=3), Stand("red", "F8", 0, SOVIET)),
        (replace(FLANKED, profile="rumour"), Stand("red", "F8", 0, SOVIET)),
        (replace(FLANKED, hit="soft_pinned"), Stand("red", "F8", 0, SOVIET)),
    ],
    ids=["not flanked", "a rumour has no facing", "pinned"],
)
def test_step_4_is_for_who_is_flanked_and_can_turn(ai: Stand, red: Stand) -> None:
    """Otherwise the order cannot be carried out."""
    friends = [Stand(f"ai-{at}", at, spent=True) for at in ("F4", "G5", "G6", "F6", "E6", "E5")]
    assert field(ai, *friends, red).decide(LOW).short() == "pass"


@pytest.mark.rule("COH-5.3.1-in")
@pytest.mark.parametrize("turned", [True, False])
def test_step_4_is_for_units_that_threaten_it(turned: bool) -> None:
    """A Unit behind it that looks away flanks nobody; the target before it keeps the AI in a fire zone."""
    friends = [Stand(f"ai-{at}", at, spent=True) for at in ("F4", "G5", "G6", "F6", "E6", "E5")]
    behind = Stand("blue", "F9", 0 if turned else 3, SOVIET)
    decided = field(FLANKED, *friends, Stand("red", "F2", 3, SOVIET), behind).decide(LOW, *([1] if turned else []))
    assert isinstance(decided.intent, Pivot) == turned


# -- closer -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3.1-closer")
def test_a_safe_hex_that_is_no_nearer_does_not_count() -> None:
    """From safety there are five safe hexes round it; the only nearer one is under fire in the open."""
    there = field(Stand("ai-1", "F6"), Stand("red", "F3", 3, HUNTERS))
    assert there.decide(LOW).short() == "pass"


@pytest.mark.rule("COH-5.3.1-closer")
def test_under_fire_too_only_nearer_hexes_count() -> None:
    """There are safe hexes behind it; it goes forward under fire all the same."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F3", 3, HUNTERS), objectives={"farm": "C4"})
    decided = there.decide(TO_FARM)
    nearer = decided.sifted(WHERE).candidates
    assert {there.scene.name(cell) for cell in nearer} <= {"E5", "F4", "E6"}  # type: ignore[arg-type]


@pytest.mark.rule("COH-5.3.1-closer")
def test_the_ranking_of_5_3_follows_the_permissions() -> None:
    """Of two permitted hexes the one with the higher DM."""
    there = field(Stand("ai-1", "F7"), FAR, picture=rows(G7="w"), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to G7"
    assert decided.decider(WHERE) == ("COH-5.3", "DM")


@pytest.mark.rule("COH-5.3.1-random")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize(("die", "end"), [(1, "F6"), (2, "G7")])
def test_hexes_that_are_level_are_rolled_for(die: int, end: str) -> None:
    """The last word of a Low Risk move too."""
    decided = field(Stand("ai-1", "F7"), FAR, objectives=FARM).decide(TO_FARM, die)
    assert decided.short() == f"ai-1 moves to {end}"
    roll = decided.sifted(WHERE).roll
    assert roll is not None
    assert roll.throw.options == ("F6", "G7")


# -- the AI and the target --------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3.1-out")
def test_an_ai_without_a_low_risk_move_leaves_the_order_to_another() -> None:
    """The nearer one would have to go into the fire zone without cover."""
    near, far = Stand("ai-1", "F6"), Stand("ai-2", "B9")
    decided = field(near, far, Stand("red", "F3", 3, HUNTERS)).decide(LOW, 1)
    assert decided.short().startswith("ai-2 moves")
    assert "ai-1 (no Low Risk move: F5 is not sheltered (any DM) (0))" in decided.text


@pytest.mark.rule("COH-5.3.1-out")
@pytest.mark.rule("COH-5.2-move")
@pytest.mark.parametrize("order", [("red-1", "red-2"), ("red-2", "red-1")])
def test_low_risk_is_judged_against_the_target_that_is_chosen(order: tuple[str, str]) -> None:
    """Of two Units equally near only the one that looks away can be approached; no die, whoever comes first."""
    units = {"red-1": Stand("red-1", "F3", 3, HUNTERS), "red-2": Stand("red-2", "F9", 3, SOVIET)}
    there = field(Stand("ai-1", "F6", 3), *(units[name] for name in order))
    decided = there.decide(LOW)
    assert decided.short() == "ai-1 moves to F7"
    assert decided.decider("which target to move towards") == ("COH-5.2-move", "a target that it can move towards")


# -- fire zones -------------------------------------------------------------------------------------------------------

TALL = "\n".join(["....."] * 16)
IN_ZONE = "AI in a Fire Zone closest to Unit -> Move"


def is_under_fire(ai_at: str, red: Stand, picture: str = TALL, **settings: str) -> bool:
    """Say whether an AI counts as one in a fire zone, so that an order for such AIs is carried out."""
    there = field(Stand("ai-1", ai_at, 0), red, picture=picture, **settings)
    return there.decide(IN_ZONE).short() != "pass"


@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize(("at", "under_fire"), [("C6", True), ("C11", True), ("C12", False)])
def test_a_fire_zone_reaches_twice_the_range(at: str, under_fire: bool) -> None:
    """Rifles: 5 hexes, so 10 and not 11."""
    assert is_under_fire(at, Stand("red", "C1", 3, SOVIET)) == under_fire


@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize(("at", "under_fire"), [("C6", True), ("C7", False)])
def test_a_setting_narrows_fire_zones_to_normal_range(at: str, under_fire: bool) -> None:
    """Then 5 and not 6."""
    assert is_under_fire(at, Stand("red", "C1", 3, SOVIET), fire_zone="normal") == under_fire


@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize(
    ("profile", "facing", "under_fire"),
    [(SOVIET, 3, True), (SOVIET, 0, False), ("soviet_t26", 0, True), ("german_pak36", 0, False)],
)
def test_a_turret_fires_all_round(profile: str, facing: int, under_fire: bool) -> None:
    """Everybody else only in the arc before it."""
    assert is_under_fire("C5", Stand("red", "C1", facing, profile)) == under_fire


@pytest.mark.rule("COH-FZ")
def test_a_fire_zone_needs_a_line_of_sight() -> None:
    """Behind woods there is none; in them there is."""
    lines = TALL.splitlines()
    lines[2] = "..w.."
    red = Stand("red", "C1", 3, SOVIET)
    assert not is_under_fire("C5", red, "\n".join(lines))
    assert is_under_fire("C3", red, "\n".join(lines))


@pytest.mark.rule("COH-FZ-idle")
@pytest.mark.parametrize(("reading", "under_fire"), [("kept", True), ("none", False)])
@pytest.mark.parametrize("hit", ["soft_panicked", "soft_stunned"])
def test_a_unit_that_cannot_attack_for_the_moment_keeps_its_fire_zone(hit: str, reading: str, under_fire: bool) -> None:
    """By the other reading it has none; a hit that lets it fire takes it from nobody."""
    assert is_under_fire("C5", Stand("red", "C1", 3, SOVIET, hit), idle_zones=reading) == under_fire
    assert is_under_fire("C5", Stand("red", "C1", 3, SOVIET, "soft_unnerved"), idle_zones=reading)


@pytest.mark.rule("COH-FZ-idle")
@pytest.mark.parametrize(("reading", "under_fire"), [("kept", True), ("none", False)])
def test_a_mortar_keeps_its_fire_zone_below_its_least_range(reading: str, under_fire: bool) -> None:
    """It does not fire at what is next to it, and that is in its zone all the same."""
    assert is_under_fire("C2", Stand("red", "C1", 3, "soviet_50mm_mortar"), idle_zones=reading) == under_fire


@pytest.mark.rule("COH-FZ")
def test_a_turret_has_short_range_all_round() -> None:
    """A half-track that looks away is not approached from behind, rifles are."""
    for profile, end in ((SOVIET, "ai-1 moves to F4"), ("soviet_t26", "pass")):
        there = field(Stand("ai-1", "F5"), Stand("red", "F3", 0, profile), picture=rows(F4="w", F5="w"))
        assert there.decide(LOW).short() == end
