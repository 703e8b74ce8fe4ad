"""Whether an AI fires at all, and at whom: rules 5.1 and 5.2, and close combat.

E3 and G3 are equally far from F7: five hexes. In every position of the list of targets the Unit that a line prefers
loses by all later lines.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.solo.cards import Colour
from tests.rules.conflict_of_heroes.positions import Card, Stand, field, rows

FIRE, LONG, CLOSE = (
    "AI closest to Unit -> Fire",
    "AI closest to Unit -> Long Range Fire",
    "AI closest to Unit -> Close Combat",
)
SOVIET, NKVD, MG = "soviet_rifles_41", "soviet_nkvd", "german_mg34"
WHO, WHOM = "which AI fires", "whom to fire at"
ABLE = "able to fire, needing less than 11"


def woods_at(*names: str) -> str:
    """Draw open ground with light woods in some hexes."""
    return rows(**dict.fromkeys(names, "w"))


# -- long range -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.1-long")
@pytest.mark.parametrize(
    ("at", "fire", "long"),
    [("F4", True, True), ("F5", True, True), ("F6", False, True), ("F8", False, True), ("F9", False, False)],
    ids=["2 hexes", "3 hexes, its range", "4 hexes", "6 hexes, twice its range", "7 hexes"],
)
def test_an_ai_fires_at_long_range_only_when_told(at: str, fire: bool, long: bool) -> None:
    """Submachine guns: range 3, and 10 is needed beyond it; told to fire at long range, they fire nearer as well."""
    there = field(Stand("ai-1", at, 0, "soviet_smg_rifles"), Stand("red", "F2", 3, SOVIET))
    assert there.decide(FIRE).short() == ("ai-1 fires at red" if fire else "pass")
    assert there.decide(LONG).short() == ("ai-1 fires at red" if long else "pass")


@pytest.mark.rule("COH-5.1-long")
def test_a_target_beyond_the_range_is_told() -> None:
    """With the distance and the range."""
    there = field(Stand("ai-1", "F6", 0, "soviet_smg_rifles"), Stand("red", "F2", 3, SOVIET))
    assert "out: ai-1 (no: red is 4 hexes away, beyond 3)" in there.decide(FIRE).text


@pytest.mark.rule("COH-5.1-long")
def test_an_ai_whose_nearest_unit_is_beyond_its_range_is_not_the_firing_one() -> None:
    """The other one is farther away, and has the range."""
    smg, mg = Stand("ai-1", "F6", 0, "soviet_smg_rifles"), Stand("ai-2", "F8", 0, MG)
    assert field(smg, mg, Stand("red", "F2", 3, SOVIET)).decide(FIRE).short() == "ai-2 fires at red"


# -- ten and eleven ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.1-eleven")
@pytest.mark.parametrize(
    ("target", "woods", "needed"),
    [(SOVIET, "L9", 10), (NKVD, "L9", 11), (SOVIET, "F3", 11), ("soviet_t26", "L9", 14)],
    ids=["10", "11 by its front", "11 by the woods", "14"],
)
def test_an_ai_fires_needing_ten_and_not_eleven(target: str, woods: str, needed: int) -> None:
    """Rifles with 2 against 12, against 13, and against 12 in light woods."""
    decided = field(Stand("ai-1", "F7"), Stand("red", "F3", 3, target), picture=woods_at(woods)).decide(FIRE)
    assert decided.step(WHO, ABLE).rule == "COH-5.1-eleven"
    if needed < 11:
        assert decided.short() == "ai-1 fires at red"
        assert decided.values(WHO, ABLE) == {"ai-1": f"yes: red at {needed}"}
    else:
        assert decided.short() == "pass"
        assert decided.values(WHO, ABLE) == {"ai-1": f"no: needs {needed} against red"}


@pytest.mark.rule("COH-5.1-eleven")
def test_the_selection_repeats_without_a_target_that_needs_eleven() -> None:
    """The nearer Unit would take an 11, the farther one a 10."""
    near, far = Stand("red-1", "F4", 3, NKVD), Stand("red-2", "F3", 3, SOVIET)
    decided = field(Stand("ai-1", "F7"), near, far).decide(FIRE)
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.sifted(WHOM).steps[0].kept == (1,)


@pytest.mark.rule("COH-5.1-eleven")
def test_an_ai_that_needs_eleven_leaves_the_order_to_another() -> None:
    """Though it is nearer."""
    there = field(Stand("ai-1", "F5"), Stand("ai-2", "F7", 0, SOVIET), Stand("red", "F3", 3, NKVD))
    assert there.decide(FIRE).short() == "ai-2 fires at red"


@pytest.mark.rule("COH-5.1-eleven")
@pytest.mark.parametrize(("at", "needed"), [("F4", 9), ("F5", 12)], ids=["short range", "two hexes"])
def test_short_range_counts_in_the_number(at: str, needed: int) -> None:
    """Rifles with 2, and 3 more next to the target, against NKVD in the woods."""
    decided = field(Stand("ai-1", at), Stand("red", "F3", 3, NKVD), picture=woods_at("F3")).decide(FIRE)
    assert decided.short() == ("ai-1 fires at red" if needed < 11 else "pass")
    assert str(needed) in str(decided.values(WHO, ABLE)["ai-1"])


@pytest.mark.rule("COH-5.1-eleven")
@pytest.mark.parametrize(("facing", "needed"), [(0, 10), (3, 11)], ids=["flank", "front"])
def test_long_range_counts_in_the_number(facing: int, needed: int) -> None:
    """Rifles with 3, and 2 less at six hexes, against a flank of 11 and a front of 12."""
    there = field(Stand("ai-1", "F9", 0, SOVIET), Stand("red", "F3", facing, SOVIET))
    decided = there.decide(LONG)
    assert decided.short() == ("ai-1 fires at red" if needed < 11 else "pass")
    assert str(needed) in str(decided.values(WHO, ABLE)["ai-1"])


# -- whom -------------------------------------------------------------------------------------------------------------

RED_1, RED_2 = Stand("red-1", "E3", 3, SOVIET), Stand("red-2", "G3", 3, SOVIET)
LINES = {
    "total DV": (
        replace(RED_1, profile=NKVD, hit="soft_unnerved"),
        replace(RED_2, spent=True),
        "L9",
        ("defence 13: +13 front", "defence 12: +12 front"),
    ),
    "hit": (RED_1, replace(RED_2, hit="soft_unnerved", spent=True), "L9", (False, True)),
    "fresh": (replace(RED_1, profile="soviet_smg_rifles", spent=True), RED_2, "L9", (False, True)),
    "firepower": (replace(RED_1, profile="german_rifles_41"), RED_2, "L9", (2, 3)),
    "its AP to fire": (RED_1, replace(RED_2, profile="soviet_maxim"), "L9", (4, 3)),
    "its AP to move": (
        replace(RED_1, profile="soviet_82mm_mortar"),
        replace(RED_2, profile="soviet_maxim"),
        "G3",
        (3, 2),
    ),
}


@pytest.mark.rule("COH-5.2")
@pytest.mark.parametrize("line", LINES)
def test_whom_an_ai_fires_at(line: str) -> None:
    """Each line of the list, and the same the other way round."""
    one, other, woods, values = LINES[line]
    ai = Stand("ai-1", "F7", 0, MG)
    decided = field(ai, one, other, picture=woods_at(woods)).decide(FIRE)
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.decider(WHOM) == ("COH-5.2", line)
    assert decided.values(WHOM, line) == dict(zip(("red-1", "red-2"), values, strict=True))
    mirrored = field(ai, replace(other, id="red-1"), replace(one, id="red-2"), picture=woods_at(woods)).decide(FIRE)
    assert mirrored.short() == "ai-1 fires at red-1"


@pytest.mark.rule("COH-5.2")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize("die", [1, 2])
def test_two_targets_that_are_level_are_rolled_for(die: int) -> None:
    """The die has two faces, and the Units are numbered in the order of the roster."""
    decided = field(Stand("ai-1", "F7", 0, MG), RED_1, RED_2).decide(FIRE, die)
    assert decided.short() == f"ai-1 fires at red-{die}"
    roll = decided.sifted(WHOM).roll
    assert roll is not None
    assert (roll.throw.options, roll.faces) == (("red-1", "red-2"), (die,))


@pytest.mark.rule("COH-5.2")
def test_the_nearest_target_comes_first() -> None:
    """Though the farther one is easier to hit."""
    near, far = Stand("red-1", "F4", 3, NKVD), Stand("red-2", "F3", 0, SOVIET, "soft_unnerved")
    decided = field(Stand("ai-1", "F7", 0, MG), near, far).decide(FIRE)
    assert decided.short() == "ai-1 fires at red-1"
    assert decided.decider(WHOM)[1] == "hexes from the AI"


@pytest.mark.rule("COH-5.2")
@pytest.mark.rule("COH-FLANK")
def test_total_dv_has_everything_in_it() -> None:
    """Flank 11 in light woods is 12, front 12 in the open is 12 as well: level, and a hit decides."""
    flank = replace(RED_1, facing=0)
    front = replace(RED_2, hit="soft_unnerved")
    decided = field(Stand("ai-1", "F7", 0, MG), flank, front, picture=woods_at("E3")).decide(FIRE)
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.decider(WHOM) == ("COH-5.2", "hit")
    bare = field(Stand("ai-1", "F7", 0, MG), flank, front).decide(FIRE)
    assert bare.short() == "ai-1 fires at red-1"
    assert "11 flank" in bare.text


@pytest.mark.rule("COH-5.2")
def test_a_hit_lowers_the_firepower_of_a_target_and_raises_its_cost() -> None:
    """Both are hit: a suppressed MG has 2 left, and rifles have 3."""
    one, other = replace(RED_1, profile=MG, hit="soft_suppressed"), replace(RED_2, hit="soft_unnerved")
    decided = field(Stand("ai-1", "F7", 0, MG), one, other).decide(FIRE)
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.values(WHOM, "firepower") == {"red-1": 2, "red-2": 3}


@pytest.mark.rule("COH-5.2")
def test_a_unit_that_cannot_fire_has_no_low_cost_to_fire() -> None:
    """A wagon has no cost at all, and comes last; a truck with -1 is weaker than its 0."""
    wagon, truck = Stand("red-1", "E3", 3, "soviet_wagon"), Stand("red-2", "G3", 3, "soviet_wagon")
    decided = field(Stand("ai-1", "F7", 0, MG), wagon, truck, Stand("far", "L1", 0, SOVIET)).decide(FIRE, 2)
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.values(WHOM, "its AP to fire") == {"red-1": "cannot", "red-2": "cannot"}


# -- what stops a shot ------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize(
    ("ai", "woods", "reason"),
    [
        (Stand("ai-1", "F7", 3), "L9", "red is outside the arc of fire"),
        (Stand("ai-1", "F7"), "F5", "red is out of sight"),
        (Stand("ai-1", "F7", hit="soft_panicked"), "L9", "ai-1 cannot attack"),
        (Stand("ai-1", "F4", 0, "german_5cm_mortar"), "L9", "red is nearer than 2 hexes"),
        (Stand("ai-1", "F7", hit="soft_stunned"), "L9", "ai-1 cannot attack"),
    ],
    ids=["arc", "sight", "panicked", "too near", "stunned"],
)
def test_an_ai_that_cannot_fire_is_not_eligible(ai: Stand, woods: str, reason: str) -> None:
    """And the trace says what keeps it from firing."""
    decided = field(ai, Stand("red", "F3", 3, SOVIET), picture=woods_at(woods)).decide(FIRE)
    assert decided.short() == "pass"
    assert f"(no: {reason}" in decided.text


@pytest.mark.rule("COH-5.0")
def test_an_order_for_adjacent_units_says_who_is_not() -> None:
    """A Unit that could be fired at, if it were nearer, is not spoken of."""
    decided = field(Stand("ai-1", "F7", 0, MG), Stand("red", "F3", 3, SOVIET)).decide(
        "AI closest to Adjacent Unit -> Fire"
    )
    assert "out: ai-1 (no: no such Unit next to it)" in decided.text


# -- group fire -------------------------------------------------------------------------------------------------------

GROUP = "AI closest to Unit -> Group Fire"
LEADER, TARGET = Stand("ai-1", "F6", 0, MG), Stand("red", "F3", 3, SOVIET)


@pytest.mark.rule("COH-5.0")
def test_neighbours_of_the_leader_support_it() -> None:
    """Next to it, facing the target, within normal range, fresh, unhindered: only the first of these does all that."""
    there = field(
        LEADER,
        Stand("ai-2", "E7"),
        Stand("ai-3", "D7"),
        Stand("ai-4", "G7", 3),
        Stand("ai-5", "F7", spent=True),
        Stand("ai-6", "G6", hit="soft_suppressed"),
        Stand("ai-7", "E6", 0, "rumour"),
        TARGET,
    )
    decided = there.decide(GROUP)
    assert decided.intent == Fire("ai-1", "red", ("ai-2",))
    assert "COH-5.0: in support: ai-2" in decided.text
    assert there.decide(FIRE).intent == Fire("ai-1", "red")


@pytest.mark.rule("COH-5.0")
def test_a_supporter_beyond_its_range_gives_none() -> None:
    """Submachine guns reach three hexes; a group of one is none, and the order cannot be carried out."""
    there = field(LEADER, Stand("ai-2", "F7", 0, "soviet_smg_rifles"), TARGET)
    assert there.decide(GROUP).short() == "pass"
    assert there.decide(Card((GROUP, "AI closest to Unit -> Fire"))).intent == Fire("ai-1", "red")


# -- close combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0")
def test_close_combat_is_first_a_move_into_the_hex() -> None:
    """An AI next to a Unit enters; one two hexes away does not come nearer by such an order."""
    assert field(Stand("ai-1", "F4"), TARGET).decide(CLOSE).short() == "ai-1 moves to F3"
    assert field(Stand("ai-1", "F5"), TARGET).decide(CLOSE).short() == "pass"


@pytest.mark.rule("COH-5.0")
def test_close_combat_is_then_an_attack_in_the_hex() -> None:
    """And an AI in close combat has precedence by its distance."""
    there = field(Stand("ai-1", "F4"), Stand("ai-2", "I3"), TARGET, Stand("blue", "I3", 3, SOVIET))
    decided = there.decide(CLOSE)
    assert decided.short() == "ai-2 fires at blue"
    assert decided.values("which AI goes into close combat", "hexes from its nearest target") == {
        "ai-1": "1: red",
        "ai-2": "0: blue",
    }


@pytest.mark.rule("COH-5.1-eleven")
@pytest.mark.parametrize(("tank", "fights"), [("soviet_t26", True), ("soviet_t34a", False)], ids=["9", "11"])
def test_close_combat_needs_less_than_eleven_too(tank: str, fights: bool) -> None:
    """Rifles have 0 + 4 against armour: 9 against a flank of 13; against 15 they leave the order to another AI."""
    there = field(Stand("ai-1", "I3"), Stand("ai-2", "F4"), TARGET, Stand("blue", "I3", 3, tank))
    assert there.decide(CLOSE).short() == ("ai-1 fires at blue" if fights else "ai-2 moves to F3")


@pytest.mark.rule("COH-5.0")
def test_an_ai_in_close_combat_fires_at_nobody_else() -> None:
    """A Unit next to the hex is no target of a fire order, nor of close combat if the Unit in the hex does not fit."""
    there = field(Stand("ai-1", "F4"), TARGET, Stand("blue", "F4", 3, SOVIET, spent=True))
    assert there.decide("AI closest to Fresh Unit -> Fire").short() == "pass"
    assert there.decide("AI closest to Fresh Unit -> Close Combat").short() == "pass"
    assert there.decide("AI closest to Spent Unit -> Close Combat").short() == "ai-1 fires at blue"


@pytest.mark.rule("COH-5.2")
@pytest.mark.parametrize(("order", "target"), [(CLOSE, "red-2"), ("AI closest to Fresh Unit -> Close Combat", "red-1")])
def test_one_of_several_units_in_the_hex_is_chosen_by_the_list(order: str, target: str) -> None:
    """The hit one, unless the order asks for another."""
    units = Stand("red-1", "F4", 3, SOVIET), Stand("red-2", "F4", 3, SOVIET, "soft_unnerved", spent=True)
    assert field(Stand("ai-1", "F4"), *units).decide(order).short() == f"ai-1 fires at {target}"


@pytest.mark.rule("COH-5.1-cc")
@pytest.mark.parametrize("profile", [MG, "german_5cm_mortar", "german_pak36"])
def test_crews_do_not_go_into_close_combat(profile: str) -> None:
    """Not by an order for it, and not by a move."""
    there = field(Stand("ai-1", "F4", 0, profile), TARGET)
    decided = there.decide(CLOSE)
    assert decided.short() == "pass"
    assert decided.step("which AI goes into close combat", "fit for close combat").rule == "COH-5.1-cc"
    assert there.decide("AI closest to Unit -> Move").short() == "pass"


@pytest.mark.rule("COH-5.1-eleven")
def test_a_nearer_unit_that_takes_eleven_is_named_with_its_reason() -> None:
    """It is struck off before the choice, and the reasons say so of it by name, as of one out of the arc."""
    near, behind = Stand("near", "F4", 3, SOVIET), Stand("behind", "F8", 3, SOVIET)
    far = Stand("far", "I4", 3, SOVIET)
    decided = field(Stand("ai-1", "F6"), near, behind, far, picture=rows(F4="W")).decide(FIRE)
    assert decided.short() == "ai-1 fires at far"
    step = decided.step("whom to fire at", "a target for it, needing less than 11")
    assert step.rule == "COH-5.1-eleven"
    told = decided.values("whom to fire at", "a target for it, needing less than 11")
    assert [str(value) for value in told.values()] == [
        "needs 12 against near",
        "behind is outside the arc of fire",
        "needs 10",
    ]


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("idler", [Stand("ai-2", "G4", 0, "german_wagon"), Stand("ai-2", "G4", hit="soft_panicked")])
def test_who_cannot_attack_does_not_go_into_close_combat(idler: Stand) -> None:
    """A wagon has nothing to fight with, whoever panics may not: neither can carry out the order."""
    hit = Stand("ai-1", "F4", hit="soft_pinned")
    assert field(idler, TARGET, Stand("ai-1", "E4", hit="soft_unnerved")).decide(CLOSE).short() == "ai-1 moves to F3"
    assert field(idler, TARGET, hit).decide(CLOSE).short() == "pass"


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("die", [1, 2])
def test_two_units_next_to_it_are_rolled_for(die: int) -> None:
    """Whom to close with is the target of a move: random."""
    there = field(Stand("ai-1", "F4"), Stand("red-1", "E4", 3, SOVIET), Stand("red-2", "G4", 3, SOVIET))
    decided = there.decide(CLOSE, die)
    assert decided.short() == f"ai-1 moves to {'E4' if die == 1 else 'G4'}"
    assert decided.sifted("whom to close with").rule == "COH-5.2-move"


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize(("word", "end"), [("Lowest DV", "G4"), ("Highest FP", "E4")])
def test_the_words_of_the_target_count_in_close_combat(word: str, end: str) -> None:
    """The one shows its flank, the other has more firepower."""
    strong, weak = Stand("red-1", "E4", 3, MG), Stand("red-2", "G4", 0, SOVIET)
    there = field(Stand("ai-1", "F4"), strong, weak)
    assert there.decide(f"AI closest to {word} Unit -> Close Combat").short() == f"ai-1 moves to {end}"


@pytest.mark.rule("COH-5.1-eleven")
def test_whether_a_group_needs_eleven_is_judged_with_its_supporters() -> None:
    """Alone each of the riflemen needs 11 against the flank of a Unit in heavy woods; together they need 10."""
    picture = rows(F3="W")
    pair = Stand("ai-1", "F6"), Stand("ai-2", "G6")
    hard = Stand("red", "F3", 0, SOVIET)
    assert field(*pair, hard, picture=picture).decide(FIRE).short() == "pass"
    decided = field(*pair, hard, picture=picture).decide("AI closest to Unit -> Group Fire", 1)
    assert isinstance(decided.intent, Fire) and len(decided.intent.supporters) == 1


@pytest.mark.rule("COH-5.0-hfp")
def test_only_an_ai_with_supporters_can_fire_as_a_group() -> None:
    """The gun with the highest firepower stands by itself, so that it is not eligible and the riflemen fire."""
    gun = Stand("ai-9", "A6", 1, "german_leig18")
    pair = Stand("ai-1", "F6"), Stand("ai-2", "G6")
    decided = field(gun, *pair, Stand("red", "F3", 0, SOVIET)).decide("Highest FP AI closest to Unit -> Group Fire", 1)
    assert isinstance(decided.intent, Fire) and decided.intent.unit != "ai-9"
    assert "nobody can support ai-9 against red" in decided.text


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("colour", "short"), [("green", "pass"), ("blue", "ai-1 fires at red")])
def test_spent_ais_support_on_a_blue_card_alone(colour: Colour, short: str) -> None:
    """A group is judged with those who can take part."""
    pair = Stand("ai-1", "F6"), Stand("ai-2", "G6", spent=True, hit="soft_pinned")
    card = Card(("AI closest to Unit -> Group Fire",), colour=colour)
    assert field(*pair, Stand("red", "F3", 0, SOVIET)).decide(card).short() == short
