"""Where an AI moves: towards which target, into which hex, out of close combat, and where it looks afterwards.

From F7 to G3 it is five hexes; F6 and G7 are both one nearer. In every position of the list of hexes the one that a
line prefers loses by all later lines.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import rally_needs
from sim.solo.explain import why_not
from tests.rules.conflict_of_heroes.positions import Card, Stand, field, rows

MOVE, TO_FARM = "AI closest to Unit -> Move", "AI closest to Objective -> Move"
TO_COVER = "AI closest to Unit -> Move to Cover"
SOVIET, MG, HUNTERS = "soviet_rifles_41", "german_mg34", "german_tank_hunters"
WHERE, TARGET = "where to move", "which target to move towards"
FARM = {"farm": "G3"}
FAR = Stand("far", "L1", 0, SOVIET)
"""A Unit that looks off the map, so that nobody has won yet."""


# -- the target of a move ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.2-move")
def test_an_ai_moves_towards_its_nearest_target() -> None:
    """And the trace shows how far both are."""
    there = field(Stand("ai-1", "F6"), Stand("red-1", "F1", 0, SOVIET), Stand("red-2", "F9", 3, SOVIET))
    decided = there.decide(MOVE, 1)
    assert decided.short() == "ai-1 moves to F7"
    assert decided.decider(TARGET) == ("COH-5.2-move", "hexes from the AI")
    assert decided.values(TARGET, "hexes from the AI") == {"red-1": 5, "red-2": 3}


@pytest.mark.rule("COH-5.2-move")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize(("die", "end"), [(1, "F4"), (2, "F6")])
def test_two_targets_equally_near_are_rolled_for(die: int, end: str) -> None:
    """Whatever else may be said of them: the one is hit, easier to hit and spent."""
    units = Stand("red-1", "F2", 0, SOVIET, "soft_unnerved", spent=True), Stand("red-2", "F8", 0, "soviet_nkvd")
    there = field(Stand("ai-1", "F5", 1), *units)
    decided = there.decide(MOVE, die)
    assert decided.short() == f"ai-1 moves to {end}"
    roll = decided.sifted(TARGET).roll
    assert roll is not None
    assert roll.throw.options == ("red-1", "red-2")


@pytest.mark.rule("COH-5.2-move")
def test_a_target_that_cannot_be_moved_towards_is_not_rolled_for() -> None:
    """Of two equally near ones the first has an AI in the only hex towards it."""
    units = Stand("red-1", "F2", 0, SOVIET), Stand("red-2", "F8", 0, SOVIET)
    there = field(Stand("ai-1", "F5"), Stand("ai-2", "F4", spent=True), *units)
    decided = there.decide(MOVE, 1)
    assert decided.short() == "ai-1 moves to F6"
    assert decided.decider(TARGET) == ("COH-5.2-move", "a target that it can move towards")
    assert (
        decided.values(TARGET, "a target that it can move towards")["red-1"]
        == "no hex nearer to red-1 that it can enter"
    )


# -- which hex --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.3")
def test_fewer_hexes_come_first() -> None:
    """A half-track drives three hexes, into a fire zone, past woods and out of no danger."""
    there = field(Stand("ai-1", "F8", 0, "german_sdkfz_251"), Stand("red", "C5", 1, HUNTERS), objectives={"farm": "F2"})
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to F5"
    assert decided.decider(WHERE) == ("COH-5.3", "hexes from the target")
    assert decided.values(WHERE, "hexes from the target")["F7"] == 5


@pytest.mark.rule("COH-5.3")
def test_out_of_a_fire_zone_comes_second() -> None:
    """Woods in the other hex do not count against that."""
    hunters = Stand("red", "D5", 2, HUNTERS)
    there = field(Stand("ai-1", "F7"), hunters, picture=rows(F6="w"), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == "ai-1 moves to G7"
    assert decided.decider(WHERE) == ("COH-5.3", "out of every fire zone")
    assert decided.values(WHERE, "out of every fire zone") == {"F6": "in the zone of red", "G7": "yes"}
    mirrored = field(Stand("ai-1", "F7"), replace(hunters, at="I6", facing=5), picture=rows(G7="w"), objectives=FARM)
    assert mirrored.decide(TO_FARM).short() == "ai-1 moves to F6"


@pytest.mark.rule("COH-5.3")
@pytest.mark.parametrize(
    ("terrain", "end", "values"),
    [
        ({"F6": "w"}, "F6", ("1 (light woods in F6)", "0")),
        ({"G7": "w"}, "G7", ("0", "1 (light woods in G7)")),
        ({"F6": "w", "G7": "W"}, "G7", ("1 (light woods in F6)", "2 (heavy woods in G7)")),
        ({"F6": "B", "G7": "w"}, "F6", ("2 (stone building in F6)", "1 (light woods in G7)")),
    ],
)
def test_the_highest_dm_comes_third(terrain: dict[str, str], end: str, values: tuple[str, str]) -> None:
    """Both hexes are out of all fire zones. That heavy woods cost more to enter is nothing to an AI."""
    there = field(Stand("ai-1", "F7"), FAR, picture=rows(**terrain), objectives=FARM)
    decided = there.decide(TO_FARM)
    assert decided.short() == f"ai-1 moves to {end}"
    assert decided.decider(WHERE) == ("COH-5.3", "DM")
    assert decided.values(WHERE, "DM") == dict(zip(("F6", "G7"), values, strict=True))


@pytest.mark.rule("COH-5.3")
@pytest.mark.parametrize(("side", "end"), [("F6/n", "F6"), ("G7/n", "G7"), ("F6/sw", None), ("G7/s", None)])
def test_a_wall_towards_the_target_is_a_dm(side: str, end: str | None) -> None:
    """Before the flank, to which F6 is nearer; one on the other side of the hex is none."""
    there = field(Stand("ai-1", "F7"), Stand("red", "G3", 3, SOVIET), extra=f'[edges]\nwall = ["{side}"]')
    decided = there.decide(MOVE)
    assert decided.short() == f"ai-1 moves to {end or 'F6'}"
    assert decided.decider(WHERE)[1] == ("DM" if end else "hexes to the target's flank")


@pytest.mark.rule("COH-5.3")
@pytest.mark.rule("COH-FLANK")
@pytest.mark.parametrize(("facing", "steps"), [(2, (2, 3)), (3, (4, 5)), (4, (3, 3)), (0, (0, 0))])
def test_the_flank_comes_fourth(facing: int, steps: tuple[int, int]) -> None:
    """Both hexes are in its fire zone and in the open; F6 is nearer to where its flank begins, or a die decides."""
    level = steps[0] == steps[1]
    decided = field(Stand("ai-1", "F7"), Stand("red", "G3", facing, SOVIET)).decide(MOVE, *([2] if level else []))
    assert decided.short() == f"ai-1 moves to {'G7' if level else 'F6'}"
    assert decided.decider(WHERE) == ("COH-5.3", "die" if level else "hexes to the target's flank")
    assert decided.values(WHERE, "hexes to the target's flank") == dict(zip(("F6", "G7"), steps, strict=True))


@pytest.mark.rule("COH-FLANK")
def test_a_flank_hex_is_one_from_which_the_target_can_be_fired_at() -> None:
    """With a range of 1 the nearest such hex is next to the target; with 5 it is nearer to the AI."""
    red = Stand("red", "G3", 2, SOVIET)
    rifles = field(Stand("ai-1", "F7"), red).decide(MOVE)
    hunters = field(Stand("ai-1", "F7", 0, "german_pioneers", "soft_cowering"), red).decide(MOVE)
    what = "hexes to the target's flank"
    assert rifles.values(WHERE, what)["F6"] == 2
    assert hunters.values(WHERE, what)["F6"] == 3


@pytest.mark.rule("COH-5.3")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize(("die", "end"), [(1, "F6"), (2, "G7")])
def test_hexes_that_are_level_are_rolled_for(die: int, end: str) -> None:
    """The options carry the names of the hexes."""
    decided = field(Stand("ai-1", "F7"), FAR, objectives=FARM).decide(TO_FARM, die)
    assert decided.short() == f"ai-1 moves to {end}"
    roll = decided.sifted(WHERE).roll
    assert roll is not None
    assert (roll.throw.options, roll.throw.die.name) == (("F6", "G7"), "D2")
    assert f"tie: where to move; 1 = F6; 2 = G7: {die}" in decided.text


@pytest.mark.rule("COH-5.3")
def test_a_move_never_leads_to_a_hex_that_is_no_nearer() -> None:
    """The way is barred by water that no vehicle enters, and there would be room at the sides."""
    barred = rows(F6="~", E7="~", G7="~")
    there = field(
        Stand("ai-1", "F7", 0, "german_opel_blitz"),
        Stand("ai-2", "A9", spent=True),
        FAR,
        picture=barred,
        objectives={"farm": "F2"},
    )
    decided = there.decide(TO_FARM)
    assert decided.short() == "pass"
    assert "out: ai-1 (no hex nearer to farm that it can enter)" in decided.text


@pytest.mark.rule("COH-5.3-stack")
def test_ais_do_not_stack() -> None:
    """Of two hexes the one with an AI in it is out, though its DM is higher; if there is no other, nobody moves."""
    woods = rows(F6="w")
    one, other = Stand("ai-1", "F7"), Stand("ai-2", "F6", spent=True)
    assert field(one, other, FAR, picture=woods, objectives=FARM).decide(TO_FARM).short() == "ai-1 moves to G7"
    third = Stand("ai-3", "G7", spent=True)
    assert field(one, other, third, FAR, objectives=FARM).decide(TO_FARM).short() == "pass"


@pytest.mark.rule("COH-5.3-stack")
def test_ais_do_not_stack_in_close_combat_either() -> None:
    """An AI that fights alone is not joined."""
    red = Stand("red", "F4", 3, SOVIET)
    there = field(Stand("ai-1", "F5"), Stand("ai-2", "F4", spent=True), red)
    assert there.decide(MOVE).short() == "pass"
    assert there.decide("AI closest to Unit -> Close Combat").short() == "pass"


@pytest.mark.rule("COH-5.1-cc")
@pytest.mark.parametrize(("profile", "end"), [("german_rifles_41", "ai-1 moves to F4"), (MG, "pass")])
def test_a_plain_move_may_lead_into_close_combat(profile: str, end: str) -> None:
    """Unless the AI is a crew."""
    assert field(Stand("ai-1", "F5", 0, profile), Stand("red", "F4", 3, SOVIET)).decide(MOVE).short() == end


@pytest.mark.rule("COH-CC-move")
@pytest.mark.parametrize("action", ["Move", "Low Risk Move", "Move to Cover"])
def test_by_one_reading_no_move_order_reaches_an_ai_in_close_combat(action: str) -> None:
    """It would have to disengage; woods next to it and a Unit further on are nothing to it."""
    units = Stand("red", "F5", 0, SOVIET), Stand("blue", "F2", 0, SOVIET)
    there = field(Stand("ai-1", "F5"), *units, picture=rows(F4="w"), moves_in_close_combat="never")
    decided = there.decide(f"AI closest to Unit -> {action}")
    assert decided.short() == "pass"
    assert "out: ai-1 (in close combat)" in decided.text


@pytest.mark.rule("COH-CC-move")
@pytest.mark.parametrize(("action", "end"), [("Move", "ai-1 moves to F4"), ("Low Risk Move", "ai-1 moves to F4")])
def test_an_ai_in_close_combat_obeys_a_move_order(action: str, end: str) -> None:
    """It leaves for an objective; a Unit in its own hex it has reached already."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F5", 3, SOVIET), objectives={"farm": "F2"}, picture=rows(F4="w"))
    assert there.decide(f"AI closest to Objective -> {action}", 1).short() == end
    decided = there.decide("AI closest to Unit -> Move")
    assert decided.short() == "pass"
    assert "out: ai-1 (at red already)" in decided.text


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("action", ["Move", "Low Risk Move", "Move to Cover", "Pivot"])
def test_a_pinned_ai_neither_moves_nor_turns(action: str) -> None:
    """And the trace says so."""
    there = field(Stand("ai-1", "F5", 3, hit="soft_pinned"), Stand("red", "F2", 3, SOVIET), picture=rows(F4="w"))
    decided = there.decide(f"AI closest to Unit -> {action}")
    assert decided.short() == "pass"
    assert "out: ai-1 (ai-1 is pinned and cannot move or turn)" in decided.text


# -- cover ------------------------------------------------------------------------------------------------------------

COVER = "AI closest to Unit -> Move to Cover"


@pytest.mark.rule("COH-5.3")
@pytest.mark.parametrize(
    ("terrain", "end"),
    [
        ({"F8": "w"}, "F8"),
        ({"F8": "w", "F6": "W"}, "F6"),
        ({"F8": "W", "F6": "w"}, "F8"),
        ({"F7": "w", "F6": "w"}, None),
        ({"F7": "w", "F6": "W"}, "F6"),
    ],
)
def test_a_move_to_cover_ends_in_more_dm_than_it_began(terrain: dict[str, str], end: str | None) -> None:
    """Backwards too; the highest first, and nowhere if there is none better."""
    there = field(Stand("ai-1", "F7"), Stand("red", "F1", 0, SOVIET), picture=rows(**terrain))
    decided = there.decide(COVER)
    assert decided.short() == (f"ai-1 moves to {end}" if end else "pass")


@pytest.mark.rule("COH-5.3")
def test_of_two_covers_the_nearer_to_the_target() -> None:
    """Then the one out of fire zones, then the die."""
    there = field(Stand("ai-1", "F7"), Stand("red", "F1", 0, SOVIET), picture=rows(F8="w", F6="w"))
    decided = there.decide(COVER)
    assert decided.short() == "ai-1 moves to F6"
    assert decided.decider("where to find cover") == ("COH-5.3", "hexes from the target")


@pytest.mark.rule("COH-5.3")
def test_of_two_covers_equally_near_the_one_out_of_fire_zones() -> None:
    """Then the die."""
    order, level = "AI closest to Objective -> Move to Cover", rows(E7="w", G7="w")
    hunters = Stand("red", "D5", 2, HUNTERS)
    decided = field(Stand("ai-1", "F7"), hunters, picture=level, objectives={"farm": "F3"}).decide(order)
    assert decided.short() == "ai-1 moves to G7"
    assert decided.decider("where to find cover") == ("COH-5.3", "out of every fire zone")
    both = field(Stand("ai-1", "F7"), FAR, picture=level, objectives={"farm": "F3"})
    assert both.decide(order, 2).short() == "ai-1 moves to E7"


# -- out of close combat ----------------------------------------------------------------------------------------------

ENEMY = Stand("red", "D5", 0, SOVIET)
"""Looks north: D4, E5 and C5 are in its short-range fire zone, E6, D6 and C6 are behind it."""
AWAY = "where to disengage to"


@pytest.mark.rule("COH-5.1-cc")
@pytest.mark.parametrize("order", ["AI in Close Combat -> Disengage", "Highest FP AI closest to Unit -> Disengage"])
def test_an_order_to_disengage_is_for_any_ai(order: str) -> None:
    """Out of the fire zones first, and a die over what is left."""
    decided = field(Stand("ai-1", "D5"), ENEMY).decide(order, 3)
    assert decided.short() == "ai-1 moves to C6"
    assert decided.values(AWAY, "out of every fire zone")["D4"] == "in the zone of red"
    roll = decided.sifted(AWAY).roll
    assert roll is not None
    assert roll.throw.options == ("E6", "D6", "C6")


@pytest.mark.rule("COH-5.1-cc")
def test_who_disengages_goes_where_the_dm_is_highest() -> None:
    """Among hexes out of the fire zones; better cover in front does not count against that."""
    decided = field(Stand("ai-1", "D5"), ENEMY, picture=rows(D4="W", C6="w")).decide("AI in Close Combat -> Disengage")
    assert decided.short() == "ai-1 moves to C6"
    assert decided.decider(AWAY) == ("COH-5.1-cc", "DM")


@pytest.mark.rule("COH-5.1-cc")
def test_who_disengages_keeps_out_of_short_range() -> None:
    """Where all hexes are in fire zones, another Unit looking on, those not at short range are better than woods."""
    watcher = Stand("blue", "D9", 0, MG)
    there = field(Stand("ai-1", "D5"), ENEMY, watcher, picture=rows(D4="W", C6="w"))
    decided = there.decide("AI in Close Combat -> Disengage")
    assert decided.short() == "ai-1 moves to C6"
    assert decided.values(AWAY, "out of every short-range fire zone")["D4"] == "D4 in the zone of red"


@pytest.mark.rule("COH-5.1-cc")
def test_nobody_disengages_into_another_fight_or_an_ai() -> None:
    """With all hexes round it taken there is no way out."""
    units = [Stand(f"red-{at}", at, 0, SOVIET) for at in ("D4", "E5", "E6")]
    friends = [Stand(f"ai-{at}", at, spent=True) for at in ("D6", "C6")]
    there = field(Stand("ai-1", "D5"), ENEMY, *units, *friends)
    assert there.decide("AI in Close Combat -> Disengage").short() == "ai-1 moves to C5"
    shut = field(Stand("ai-1", "D5"), ENEMY, *units, *friends, Stand("ai-C5", "C5", spent=True))
    decided = shut.decide("AI in Close Combat -> Disengage")
    assert decided.short() == "pass"
    assert "ai-1 (no way out)" in decided.text


@pytest.mark.rule("COH-5.1-cc")
@pytest.mark.rule("COH-5.1.1-move")
@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        (Stand("ai-1", "D5", 0, MG, "soft_unnerved"), Stand("ai-2", "J5", 0, "soviet_maxim"), "unhit"),
        (Stand("ai-1", "D5", 0, "soviet_maxim"), Stand("ai-2", "J5", 0, MG), "AP to move"),
    ],
)
def test_of_two_crews_that_could_disengage_one_is_chosen_as_for_a_move(one: Stand, other: Stand, line: str) -> None:
    """Unhit before hit, then the lowest cost."""
    decided = field(one, other, ENEMY, replace(ENEMY, id="blue", at="J5")).decide(MOVE, 2)
    assert decided.short() == "ai-2 moves to J6"
    assert decided.decider("which AI disengages") == ("COH-5.1.1-move", line)


@pytest.mark.rule("COH-5.0-closest")
@pytest.mark.parametrize(("word", "acting"), [("closest to", "ai-1"), ("farthest from", "ai-2")])
def test_who_disengages_may_be_named_by_an_objective(word: str, acting: str) -> None:
    """The distance is part of every order."""
    there = field(
        Stand("ai-1", "D5"), Stand("ai-2", "J5"), ENEMY, replace(ENEMY, id="blue", at="J5"), objectives={"farm": "B5"}
    )
    decided = there.decide(f"AI in Close Combat {word} Objective -> Disengage", 2)
    assert decided.short().startswith(f"{acting} moves")


# -- turning ----------------------------------------------------------------------------------------------------------

PIVOT = "AI closest to Unit -> Pivot"


@pytest.mark.rule("COH-5.0")
def test_an_ai_turns_to_a_unit_outside_its_arc() -> None:
    """It turns no further than it must."""
    decided = field(Stand("ai-1", "F5", 3), Stand("red", "I4", 3, SOVIET)).decide(PIVOT)
    assert decided.intent == Pivot("ai-1", 2)
    assert decided.decider("where to face") == ("COH-FACE", "hexsides turned")


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    ("ai", "woods"),
    [(Stand("ai-1", "F5", 0), {}), (Stand("ai-1", "F5", 3), {"F4": "w"}), (Stand("ai-1", "F5", 3, "rumour"), {})],
    ids=["in its arc already", "out of sight", "a rumour has no facing"],
)
def test_an_ai_does_not_turn_for_nothing(ai: Stand, woods: dict[str, str]) -> None:
    """To a Unit before it, to one that it cannot see; and a rumour cannot turn at all."""
    assert field(ai, Stand("red", "F2", 3, SOVIET), picture=rows(**woods)).decide(PIVOT).short() == "pass"


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(("word", "acting"), [("closest to", "ai-2"), ("farthest from", "ai-1")])
def test_who_turns_is_measured_from_whom_it_turns_to(word: str, acting: str) -> None:
    """ai-1 has a Unit close before it, which it need not turn to; the one behind it is far away."""
    units = Stand("red-1", "C7", 3, SOVIET), Stand("red-2", "G2", 3, SOVIET)
    there = field(Stand("ai-1", "C6", 3), Stand("ai-2", "H4", 3), *units)
    assert there.decide(f"AI {word} Unit -> Pivot").short().startswith(f"{acting} turns")


@pytest.mark.rule("COH-5.0-obj")
def test_an_ai_turns_to_an_objective() -> None:
    """Whether or not it sees it."""
    there = field(Stand("ai-1", "F5", 3), FAR, objectives={"farm": "F2"}, picture=rows(F4="w"))
    assert there.decide("AI closest to Objective -> Pivot").intent in (Pivot("ai-1", 1), Pivot("ai-1", 5))
    assert (
        field(Stand("ai-1", "F5", 0), FAR, objectives={"farm": "F2"}).decide("AI closest to Objective -> Pivot").short()
        == "pass"
    )


@pytest.mark.rule("COH-5.1.1-move")
def test_of_two_that_could_turn_the_unhit_one_does() -> None:
    """At an equal distance."""
    there = field(Stand("ai-1", "E6", 3, hit="soft_unnerved"), Stand("ai-2", "G6", 3), Stand("red", "F2", 3, SOVIET))
    assert there.decide(PIVOT, 2).short() == "ai-2 turns to 5"


# -- facing after a move ----------------------------------------------------------------------------------------------


def faced(*units: Stand, facing: int = 0, dice: tuple[int, ...] = ()) -> tuple[int, str]:
    """Return where an AI that goes from F5 to F4 looks then, and the line that decided it."""
    decided = field(Stand("ai-1", "F5", facing), *units, objectives={"farm": "F1"}).decide(TO_FARM, *dice)
    assert isinstance(decided.intent, Move)
    return decided.intent.steps[0].facing, decided.decider("where to face")[1]


@pytest.mark.rule("COH-FACE")
def test_an_ai_puts_most_units_before_it() -> None:
    """Two far away count more than one next to it."""
    two = Stand("red-1", "E9", 0, SOVIET), Stand("red-2", "G9", 0, SOVIET)
    assert faced(*two, Stand("red-3", "F3", 0, SOVIET), dice=(1,)) == (2, "die")


@pytest.mark.rule("COH-FACE")
def test_of_as_many_the_nearest_counts() -> None:
    """One behind and nearer, one before."""
    assert faced(Stand("red-1", "F1", 0, SOVIET), Stand("red-2", "F6", 3, SOVIET), dice=(1,)) == (2, "die")
    near_first = faced(Stand("red-1", "F8", 0, SOVIET), Stand("red-2", "F2", 3, SOVIET))
    assert near_first == (0, "hexsides turned")


@pytest.mark.rule("COH-FACE")
def test_otherwise_an_ai_turns_as_little_as_possible() -> None:
    """A Unit in the north: from se it turns to ne, and no further."""
    assert faced(Stand("red", "F1", 0, SOVIET), facing=2) == (1, "hexsides turned")


@pytest.mark.rule("COH-FACE")
def test_a_rumour_has_no_facing_to_choose() -> None:
    """No note, and no die."""
    decided = field(Stand("ai-1", "F5", 3, "rumour"), Stand("red", "F1", 0, SOVIET)).decide(MOVE)
    assert decided.short() == "ai-1 moves to F4"
    assert "where to face" not in decided.text


# -- rallying ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    ("ai", "others", "reason"),
    [
        (Stand("ai-1", "F5"), (), "ai-1 is not hit"),
        (Stand("ai-1", "F5", 0, "german_pz3h", "armoured_immobilised"), (), "Immobilised cannot be rallied"),
        (Stand("ai-1", "F5", hit="soft_pinned"), (Stand("blue", "F5", 0, SOVIET),), "an enemy is in the hex"),
    ],
)
def test_who_cannot_rally_is_told_why(ai: Stand, others: tuple[Stand, ...], reason: str) -> None:
    """An order to rally is for hit AIs whose hit can be shaken off, out of close combat."""
    decided = field(ai, *others, FAR).decide("AI -> Rally")
    assert decided.short() == "pass"
    assert f"out: ai-1 ({reason})" in decided.text


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("die", [1, 2])
def test_two_that_could_rally_are_rolled_for(die: int) -> None:
    """If the order does not say which."""
    there = field(Stand("ai-1", "C5", hit="soft_pinned"), Stand("ai-2", "H5", hit="soft_stunned"), FAR)
    assert there.decide(Card(("Hit AI -> Rally",)), die).short() == f"ai-{die} rallies"


@pytest.mark.parametrize(
    ("terrain", "extra", "needed"),
    [
        ({}, "", 7),
        ({"F5": "w"}, "", 6),
        ({"F5": "W"}, "", 6),
        ({"F5": "B"}, "", 6),
        ({}, '[edges]\nwall = ["F5/s"]', 6),
        ({}, '[features]\ntrench = ["F5"]', 6),
        ({}, '[features]\nheavy_smoke = ["F5"]', 6),
        ({}, '[features]\nlight_smoke = ["F5"]', 7),
        ({}, '[edges]\nwall = ["F5/s"]\n[features]\ntrench = ["F5"]', 6),
        ({"F5": "w"}, '[edges]\nwall = ["F5/n"]\n[features]\nheavy_smoke = ["F5"]', 4),
        ({"F4": "w"}, "", 7),
    ],
)
def test_shelter_makes_rallying_easier(terrain: dict[str, str], extra: str, needed: int) -> None:
    """One less for each of woods, a building, a wall or works, heavy smoke, in its own hex; walls and works are one."""
    there = field(Stand("ai-1", "F5", hit="soft_pinned"), FAR, picture=rows(**terrain), extra=extra)
    assert rally_needs(there.scene, there.state.unit("ai-1")).total == needed


@pytest.mark.parametrize(
    ("other", "needed"),
    [
        (Stand("red-2", "F5", 0, SOVIET), 6),
        (Stand("red-2", "F5", 0, SOVIET, "soft_unnerved"), 7),
        (Stand("red-2", "F4", 0, SOVIET), 7),
        (Stand("ai-1", "F5"), 7),
    ],
    ids=["unhit friend", "hit friend", "friend next to it", "enemy"],
)
def test_an_unhit_friend_in_the_hex_makes_rallying_easier(other: Stand, needed: int) -> None:
    """Units may stack, and AIs do not; the one that rallies is no friend of its own."""
    there = field(Stand("red-1", "F5", 0, SOVIET, "soft_pinned"), other, Stand("ai-9", "A1"))
    assert rally_needs(there.scene, there.state.unit("red-1")).total == needed


# -- to cover -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-COVER")
def test_move_to_cover_does_not_lead_into_the_hex_of_an_enemy() -> None:
    """Heavy woods with a Unit in them are no cover; light woods without one are."""
    units = Stand("red", "F4", 3, SOVIET), Stand("far", "F1", 3, SOVIET)
    decided = field(Stand("ai-1", "F5"), *units, picture=rows(F4="W", G5="w")).decide(TO_COVER)
    assert decided.short() == "ai-1 moves to G5"
    assert decided.values("where to find cover", "out of close combat")["F4"] == "red"


@pytest.mark.rule("COH-COVER")
def test_no_better_cover_has_its_numbers() -> None:
    """What it stands in, and every hex that it could enter."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F4", 3, SOVIET), picture=rows(F5="w", F6="w", F4="W"))
    decided = there.decide(TO_COVER)
    assert decided.short() == "pass"
    assert "no better cover than DM 1 (light woods in F5) within one move: F4 is the hex of red" in decided.text
    assert "F6 1 (light woods in F6)" in decided.text


@pytest.mark.rule("COH-COVER")
@pytest.mark.rule("COH-5.3.1-cc")
@pytest.mark.parametrize(
    ("order", "line"),
    [(TO_COVER, "more DM than here"), ("AI closest to Unit -> Low Risk Move", "out of every short-range fire zone")],
)
def test_why_not_here_is_answered_for_a_move_that_no_ai_can_make(order: str, line: str) -> None:
    """The hexes of the AI that the order would have meant are gone through."""
    there = field(Stand("ai-1", "F5"), Stand("red", "F3", 3, SOVIET), picture=rows(F5="w"))
    decided = there.decide(order)
    assert decided.short() == "pass"
    verdicts = why_not(decided.decision.notes, decided.scene.map.cell("F4"))
    assert (verdicts[0].fate, verdicts[0].criterion) == ("removed", line)


@pytest.mark.rule("COH-5.0-hfp")
def test_highest_firepower_of_a_turn_is_that_against_whom_it_turns_to() -> None:
    """A tank before it is not what an anti-tank gun turns for: against the riflemen behind it has less than an MG."""
    guns = Stand("ai-1", "D5", 0, "german_pak38"), Stand("ai-2", "H5", 0, MG)
    units = Stand("tank", "D3", 0, "soviet_t26"), Stand("red", "F8", 0, SOVIET)
    decided = field(*guns, *units).decide("Highest FP AI closest to Unit -> Pivot")
    assert decided.short().startswith("ai-2 turns")


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("action", ["Move", "Low Risk Move", "Move to Cover", "Fire", "Close Combat", "Pivot"])
def test_of_adjacent_units_no_reason_speaks_of_one_further_off(action: str) -> None:
    """Of two Units one is next to the AI; the other is two hexes away, and nothing to the order."""
    units = Stand("near", "F4", 0, SOVIET), Stand("distant", "H6", 0, SOVIET)
    decided = field(Stand("ai-1", "F5", 3), *units, picture=rows(E5="w")).decide(
        f"AI closest to Adjacent Unit -> {action}"
    )
    text = decided.text.partition("COH-FACE")[0]
    assert "distant" not in text.replace("in the zone of distant", "")
