"""Which AI carries out an order: the words before "closest", the distance, and the priority lists behind them.

E6 and G6 are equally far from F2: four hexes, both behind the line F. Whoever faces 0 looks north, whoever faces 3
south. In every position of a list the counter that a line prefers loses by all later lines.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.conflict_of_heroes.positions import Card, Stand, field, rows

FIRE, MOVE = "AI closest to Unit -> Fire", "AI closest to Unit -> Move"
RED = Stand("red", "F2", 3, "soviet_rifles_41")
FAR = Stand("far", "L1", 0, "soviet_rifles_41")
"""A Unit that looks off the map, so that nobody has won yet."""
WHO_FIRES, WHO_MOVES = "which AI fires", "which AI moves"
WOODS_AT_E6, WOODS_AT_G6 = rows(E6="w"), rows(G6="w")
TALL = "\n".join(["....."] * 14)
"""Five columns of fourteen hexes."""


def ai(number: int, at: str, profile: str = "german_rifles_41", facing: int = 0, **changes: object) -> Stand:
    """Return an AI that looks north."""
    return replace(Stand(f"ai-{number}", at, facing, profile), **changes)  # type: ignore[arg-type]


# -- the words before "closest" ---------------------------------------------------------------------------------------

COVER = rows(G6="w")
FILTERS = {
    "Unhit AI": (ai(1, "E6", hit="soft_unnerved"), ai(2, "G6"), "unhit"),
    "Hit AI": (ai(1, "E6"), ai(2, "G6", hit="soft_unnerved"), "hit"),
    "MG AI": (ai(1, "E6"), ai(2, "G6", "german_mg34"), "a machine gun"),
    "Mortar AI": (ai(1, "E6", "german_mg34"), ai(2, "G6", "german_5cm_mortar"), "a mortar"),
    "Gun AI": (ai(1, "E6", "german_mg34"), ai(2, "G6", "german_leig18"), "a gun"),
    "Foot AI": (ai(1, "E6", "german_sdkfz_251"), ai(2, "G6"), "on foot"),
    "Vehicle AI": (ai(1, "E6"), ai(2, "G6", "german_sdkfz_251"), "a vehicle"),
    "AI in the open": (ai(1, "G6"), ai(2, "E6"), "in the open"),
    "AI in cover": (ai(1, "E6"), ai(2, "G6"), "in cover"),
    "AI on an Objective": (ai(1, "E6"), ai(2, "G6"), "on an objective"),
}


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("words", FILTERS)
def test_a_selector_names_who_may_act(words: str) -> None:
    """The other one could carry out the order as well, and would lose a tie by no die."""
    one, other, what = FILTERS[words]
    there = field(one, other, RED, picture=COVER, objectives={"farm": "G6 H6"})
    decided = there.decide(f"{words} closest to Unit -> Fire")
    assert decided.short() == "ai-2 fires at red"
    assert decided.decider(WHO_FIRES) == ("COH-5.0", what)
    assert decided.values(WHO_FIRES, what) == {"ai-1": False, "ai-2": True}


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(("words", "acting"), [("Spent AI", "ai-1"), ("Fresh AI", "ai-2")])
def test_a_blue_card_may_ask_for_spent_or_for_fresh_ais(words: str, acting: str) -> None:
    """On a green one only the fresh would act anyway."""
    there = field(ai(1, "E6", spent=True), ai(2, "G6"), RED)
    decided = there.decide(Card((f"{words} closest to Unit -> Fire",), colour="blue"))
    assert decided.short() == f"{acting} fires at red"
    assert decided.decider(WHO_FIRES) == ("COH-5.0", words.split()[0].lower())


@pytest.mark.rule("COH-5.0")
@pytest.mark.rule("COH-FZ")
def test_an_ai_in_a_fire_zone_is_one_that_a_unit_could_fire_at() -> None:
    """The nearer one stands behind the Unit and outside its arc."""
    there = field(ai(1, "F1", facing=3), ai(2, "F6"), RED)
    decided = there.decide("AI in a Fire Zone closest to Unit -> Fire")
    assert decided.short() == "ai-2 fires at red"
    assert decided.decider(WHO_FIRES) == ("COH-5.0", "in a fire zone")


@pytest.mark.rule("COH-5.0")
def test_an_ai_in_close_combat_shares_its_hex_with_a_unit() -> None:
    """A Unit next to it is not enough."""
    there = field(ai(1, "F3"), ai(2, "H5"), RED, Stand("blue", "H5", 0, "soviet_rifles_41"))
    decided = there.decide("AI in Close Combat closest to Unit -> Close Combat")
    assert decided.short() == "ai-2 fires at blue"
    assert decided.step("which AI goes into close combat", "in close combat").values == (False, True)


@pytest.mark.rule("COH-5.0")
def test_water_is_no_cover() -> None:
    """Its defence modifier makes things worse; whoever is in it is in the open, out of cover."""
    wet = rows(G6="~")
    there = field(ai(1, "G6", hit="soft_unnerved"), RED, picture=wet)
    assert there.decide("AI in cover -> Rally").short() == "pass"
    assert there.decide("AI in the open -> Rally").short() == "ai-1 rallies"
    swimmer = field(ai(1, "G9"), Stand("red", "G6", 3, "soviet_rifles_41"), picture=wet)
    assert swimmer.decide("AI closest to Unit in the open -> Fire").short() == "ai-1 fires at red"


# -- the target's words -----------------------------------------------------------------------------------------------

SOVIET = "soviet_rifles_41"
TARGETS = {
    "Hit": (Stand("red-1", "F3", 3, SOVIET), Stand("red-2", "F2", 3, SOVIET, "soft_unnerved")),
    "Unhit": (Stand("red-1", "F3", 3, SOVIET, "soft_unnerved"), Stand("red-2", "F2", 3, SOVIET)),
    "Spent": (Stand("red-1", "F3", 3, SOVIET), Stand("red-2", "F2", 3, SOVIET, spent=True)),
    "Fresh": (Stand("red-1", "F3", 3, SOVIET, spent=True), Stand("red-2", "F2", 3, SOVIET)),
    "Foot": (Stand("red-1", "F3", 3, "soviet_truck"), Stand("red-2", "F2", 3, SOVIET)),
    "Vehicle": (Stand("red-1", "F3", 3, SOVIET), Stand("red-2", "F2", 3, "soviet_truck")),
}


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("word", TARGETS)
@pytest.mark.parametrize("action", ["Fire", "Move"])
def test_a_target_selector_names_who_is_a_target(word: str, action: str) -> None:
    """The other one is nearer."""
    there = field(ai(1, "F7", "german_mg34"), *TARGETS[word])
    decided = there.decide(f"AI closest to {word} Unit -> {action}")
    what = WHO_FIRES if action == "Fire" else WHO_MOVES
    assert decided.short() == ("ai-1 fires at red-2" if action == "Fire" else "ai-1 moves to F6")
    assert decided.sifted("whom to fire at" if action == "Fire" else "which target to move towards").candidates == (
        "red-2",
    )
    assert what in decided.text


@pytest.mark.rule("COH-5.0")
def test_a_target_in_the_open_has_no_cover() -> None:
    """The nearer one is in the woods."""
    there = field(
        ai(1, "G9", "german_mg34"), Stand("red-1", "G6", 3, SOVIET), Stand("red-2", "H5", 3, SOVIET), picture=COVER
    )
    assert there.decide("AI closest to Unit in the open -> Fire").short() == "ai-1 fires at red-2"
    assert there.decide(FIRE).short() == "ai-1 fires at red-1"


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(("at", "fires", "moves"), [("F3", True, True), ("F4", False, False)])
def test_an_adjacent_unit_is_next_to_the_ai(at: str, fires: bool, moves: bool) -> None:
    """One hex away, and not two, whatever is done to it."""
    there = field(ai(1, at), RED)
    assert there.decide("AI closest to Adjacent Unit -> Fire").short() == ("ai-1 fires at red" if fires else "pass")
    assert there.decide("AI closest to Adjacent Unit -> Move").short() == ("ai-1 moves to F2" if moves else "pass")


# -- hidden Units -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    "order", [FIRE, MOVE, "AI closest to Unit -> Low Risk Move", "AI closest to Unit -> Close Combat"]
)
def test_a_hidden_unit_changes_nothing(order: str) -> None:
    """Neither the choice nor a word of the trace, wherever it is."""
    seen = (ai(1, "E6"), ai(2, "G3"), RED)
    without = field(*seen).decide(order)
    for place in ("E5", "G2", "E6", "F3"):
        hidden = field(*seen, Stand("sly", place, 3, SOVIET, hidden=True)).decide(order)
        assert hidden.intent == without.intent
        assert hidden.text == without.text


# -- objectives -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0-obj")
def test_an_objective_is_a_target() -> None:
    """A Unit is nearer, and does not matter."""
    there = field(ai(1, "F7"), Stand("red", "F8", 3, SOVIET), objectives={"farm": "F2"})
    decided = there.decide("AI closest to Objective -> Move", 1)
    assert decided.short() == "ai-1 moves to F6"
    assert decided.sifted("which target to move towards").candidates == ("farm",)
    assert decided.values(WHO_MOVES, "able to make such a move") == {"ai-1": "yes"}


@pytest.mark.rule("COH-5.0-obj")
def test_the_nearest_hex_of_an_objective_counts() -> None:
    """Whichever of its hexes is named first."""
    there = field(ai(1, "F7"), ai(2, "B6"), FAR, objectives={"farm": "B1 F4 F1"})
    decided = there.decide("AI closest to Objective -> Move")
    assert decided.short() == "ai-1 moves to F6"
    assert decided.values(WHO_MOVES, "hexes from its nearest target") == {"ai-1": "3: farm", "ai-2": "4: farm"}


@pytest.mark.rule("COH-5.0-obj")
@pytest.mark.parametrize("near", ["", "ai"], ids=["nobody's", "the AI's own"])
def test_only_the_players_control_markers_are_player_controlled(near: str) -> None:
    """An objective that nobody holds, or the AI itself, is none."""
    there = field(ai(1, "F6"), FAR, objectives={"near": "F8", "far": "F2"}, holders={"near": near, "far": "player"})
    assert there.decide("AI closest to Player-controlled Objective -> Move").short() == "ai-1 moves to F5"
    assert there.decide("AI closest to Objective -> Move").short() == "ai-1 moves to F7"


@pytest.mark.rule("COH-5.0-obj")
def test_an_ai_that_is_on_its_objective_cannot_move_towards_it() -> None:
    """Distance 0 cannot become less; the next order is tried."""
    there = field(ai(1, "F6"), FAR, objectives={"farm": "F6"})
    decided = there.decide("AI closest to Objective -> Move")
    assert decided.short() == "pass"
    assert "out: ai-1 (at farm already)" in decided.text
    assert there.decide("AI closest to Objective -> Low Risk Move").short() == "pass"


# -- highest and lowest -----------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0-hfp")
def test_highest_fp_is_among_those_who_can_do_it() -> None:
    """The MG has more firepower, and looks the other way."""
    there = field(ai(1, "E6", "german_mg34", 3), ai(2, "G6"), RED)
    decided = there.decide("Highest FP AI closest to Unit -> Fire")
    assert decided.short() == "ai-2 fires at red"
    assert decided.decider(WHO_FIRES) == ("COH-5.1-eleven", "able to fire, needing less than 11")


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize(("words", "acting"), [("Highest FP AI", "ai-2"), ("Lowest FP AI", "ai-1"), ("AI", "ai-1")])
def test_highest_and_lowest_fp_come_before_the_distance(words: str, acting: str) -> None:
    """The selector says who; only among those is the nearest looked for."""
    there = field(ai(1, "F5"), ai(2, "F7", "german_mg34"), RED)
    decided = there.decide(f"{words} closest to Unit -> Fire")
    assert decided.short() == f"{acting} fires at red"
    if words != "AI":
        assert decided.decider(WHO_FIRES) == ("COH-5.0-hfp", "firepower")
        assert decided.values(WHO_FIRES, "firepower") == {"ai-1": 2, "ai-2": 4}


@pytest.mark.rule("COH-5.0-hfp")
def test_lowest_fp_may_be_the_farther_one() -> None:
    """Both words are lines of their own."""
    there = field(ai(1, "F5", "german_mg34"), ai(2, "F7"), RED)
    assert there.decide("Lowest FP AI closest to Unit -> Fire").short() == "ai-2 fires at red"


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize("action", ["Move", "Low Risk Move", "Close Combat", "Rally", "Pivot", "Disengage"])
@pytest.mark.parametrize("words", ["Highest FP AI", "Lowest FP AI"])
def test_highest_fp_counts_in_orders_that_do_not_fire(action: str, words: str) -> None:
    """Among AIs that could all carry it out, of whom the nearer one has the other firepower."""
    strong, weak = "soviet_smg_rifles", "german_rifles_41"
    far, near = (strong, weak) if words == "Highest FP AI" else (weak, strong)
    hit = "soft_unnerved" if action == "Rally" else ""
    facing = 3 if action == "Pivot" else 0
    places = {"Close Combat": ("F3", "G3"), "Disengage": ("D5", "J5")}.get(action, ("F5", "F7"))
    others = [Stand(f"red-{at}", at, 0, SOVIET) for at in places] if action == "Disengage" else [RED]
    one, two = ai(1, places[0], near, facing, hit=hit), ai(2, places[1], far, facing, hit=hit)
    decided = field(one, two, *others).decide(
        f"{words} closest to Unit -> {action}", *{"Disengage": [2], "Pivot": [1]}.get(action, [])
    )
    assert decided.short().startswith("ai-2 ")
    assert ("COH-5.0-hfp", "firepower") in {
        (step.rule, step.what) for note in decided.notes for step in getattr(note, "steps", ())
    }


@pytest.mark.rule("COH-5.0-hfp")
def test_firepower_is_that_against_the_target() -> None:
    """An anti-tank gun has 8 against armour, and 3 against men; the MG's 4 are more."""
    gun, mg = ai(1, "E6", "german_pak38"), ai(2, "G6", "german_mg34")
    order = "Highest FP AI closest to Unit -> Fire"
    at_men = field(gun, mg, RED).decide(order)
    assert at_men.short() == "ai-2 fires at red"
    assert at_men.values(WHO_FIRES, "firepower") == {"ai-1": 3, "ai-2": 4}
    tank = Stand("red", "F2", 3, "soviet_t26")
    assert field(gun, mg, tank).decide(order).short() == "ai-1 fires at red"


@pytest.mark.rule("COH-5.0-hfp")
def test_firepower_is_that_against_the_nearest_target() -> None:
    """The gun's nearest target is men; the tank behind them, against which it has 8, is not what it would fire at."""
    there = field(ai(1, "E6", "german_pak38"), ai(2, "G6", "german_mg34"), RED, Stand("tank", "E1", 3, "soviet_t26"))
    decided = there.decide("Highest FP AI closest to Unit -> Fire")
    assert decided.short() == "ai-2 fires at red"
    assert decided.values(WHO_FIRES, "firepower") == {"ai-1": 3, "ai-2": 4}


@pytest.mark.rule("COH-5.0-hfp")
def test_a_hit_lowers_firepower() -> None:
    """A suppressed MG has 2, rifles have 3."""
    there = field(ai(1, "E6", "german_mg34", hit="soft_suppressed"), ai(2, "G6", SOVIET), RED)
    decided = there.decide("Highest FP AI closest to Unit -> Fire")
    assert decided.short() == "ai-2 fires at red"
    assert decided.values(WHO_FIRES, "firepower") == {"ai-1": 2, "ai-2": 3}


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("words", "acting"), [("Lowest", "ai-2"), ("Highest", "ai-1")])
def test_a_rumour_has_the_lowest_firepower(words: str, acting: str) -> None:
    """Lower than that of a truck, whose figure is negative."""
    there = field(ai(1, "E6", "german_opel_blitz"), ai(2, "G6", "rumour"), RED)
    decided = there.decide(f"{words} FP AI closest to Unit -> Move")
    assert decided.short().startswith(f"{acting} moves")
    assert decided.values(WHO_MOVES, "firepower") == {"ai-1": -2, "ai-2": "a rumour: lowest"}


@pytest.mark.rule("COH-5.0-hfp")
def test_lowest_dv_is_among_those_that_the_ai_can_target() -> None:
    """The Unit with its flank to the AI is behind the woods."""
    picture = rows(F6="w")
    hidden_by_woods = Stand("red-1", "F4", 0, SOVIET)
    there = field(ai(1, "F8", "german_mg34"), hidden_by_woods, Stand("red-2", "I4", 3, SOVIET), picture=picture)
    decided = there.decide("AI closest to Lowest DV Unit -> Fire")
    assert decided.short() == "ai-1 fires at red-2"
    assert decided.sifted("whom to fire at").steps[0].kept == (1,)


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize(("order", "target"), [("Lowest DV Unit", "red-2"), ("Unit", "red-1")])
def test_lowest_dv_comes_before_the_distance_of_the_target(order: str, target: str) -> None:
    """The farther one shows its flank: 11 against 12."""
    there = field(ai(1, "F7", "german_mg34"), Stand("red-1", "F4", 3, SOVIET), Stand("red-2", "F2", 0, SOVIET))
    decided = there.decide(f"AI closest to {order} -> Fire")
    assert decided.short() == f"ai-1 fires at {target}"
    if target == "red-2":
        assert decided.decider("whom to fire at") == ("COH-5.0-hfp", "total DV")


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.rule("COH-5.0-closest")
def test_each_ai_is_measured_from_its_own_lowest_dv_unit() -> None:
    """ai-1 is next to a Unit that is none of its targets: its own lowest DV is five hexes away, that of ai-2 three."""
    near, weak = Stand("red-1", "B6", 3, "soviet_nkvd"), Stand("red-2", "B2", 0, SOVIET)
    other = Stand("red-3", "J4", 3, "soviet_nkvd")
    there = field(ai(1, "B7", SOVIET), ai(2, "J7", SOVIET), near, weak, other)
    decided = there.decide("AI closest to Lowest DV Unit -> Fire")
    assert decided.values(WHO_FIRES, "hexes from its nearest target") == {"ai-1": "5: red-2", "ai-2": "3: red-3"}
    assert decided.short() == "ai-2 fires at red-3"


@pytest.mark.rule("COH-5.0-hfp")
@pytest.mark.parametrize("action", ["Fire", "Move"])
def test_highest_fp_unit_comes_before_the_distance_of_the_target(action: str) -> None:
    """The farther one has the MG."""
    there = field(ai(1, "F7", "german_mg34"), Stand("red-1", "F4", 3, SOVIET), Stand("red-2", "F1", 3, "german_mg34"))
    decided = there.decide(f"AI closest to Highest FP Unit -> {action}")
    if action == "Fire":
        assert decided.short() == "ai-1 fires at red-2"
        assert decided.decider("whom to fire at") == ("COH-5.0-hfp", "firepower")
    else:
        assert decided.decider("which target to move towards") == ("COH-5.0-hfp", "firepower")
        assert decided.values("which target to move towards", "firepower") == {"red-1": 3, "red-2": 4}


@pytest.mark.rule("COH-5.0-hfp")
def test_lowest_dv_names_the_target_of_a_move_too() -> None:
    """The farther Unit shows its flank, and ai-1 is measured from it."""
    units = Stand("red-1", "F4", 3, SOVIET), Stand("red-2", "B2", 0, SOVIET)
    there = field(ai(1, "F5"), ai(2, "B6"), *units)
    decided = there.decide("AI closest to Lowest DV Unit -> Move")
    assert decided.values(WHO_MOVES, "hexes from its nearest target") == {"ai-1": "5: red-2", "ai-2": "4: red-2"}


# -- closest and farthest ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0-closest")
@pytest.mark.parametrize(("word", "acting"), [("closest to", "ai-1"), ("farthest from", "ai-2")])
@pytest.mark.parametrize("action", ["Move", "Low Risk Move", "Rally"])
def test_each_ai_is_measured_from_its_own_nearest_target(word: str, acting: str, action: str) -> None:
    """ai-1 is 2 hexes from one Unit and 8 from the other, ai-2 6 and 4: 2 is closest and 4 farthest, 8 is nothing."""
    units = Stand("red-1", "C1", 0, SOVIET), Stand("red-2", "C11", 3, SOVIET)
    there = field(ai(1, "C3", hit="soft_unnerved"), ai(2, "C7", hit="soft_unnerved"), *units, picture=TALL)
    # Whoever goes south turns round, and it is all the same which way.
    turned = acting == "ai-2" and action != "Rally"
    decided = there.decide(f"AI {word} Unit -> {action}", *([1] if turned else []))
    what = "which AI rallies" if action == "Rally" else WHO_MOVES
    assert decided.short().startswith(f"{acting} ")
    assert decided.decider(what) == ("COH-5.0-closest", "hexes from its nearest target")
    assert decided.values(what, "hexes from its nearest target") == {"ai-1": "2: red-1", "ai-2": "4: red-2"}


@pytest.mark.rule("COH-5.0-closest")
@pytest.mark.parametrize(("word", "acting"), [("closest to", "ai-1"), ("farthest from", "ai-2")])
def test_a_fire_order_measures_what_can_be_fired_at(word: str, acting: str) -> None:
    """A Unit out of sight of ai-2, though nearer to it, is no target of its."""
    units = Stand("red-1", "C1", 3, SOVIET), Stand("red-2", "D8", 3, SOVIET)
    there = field(ai(1, "C4", "german_mg34"), ai(2, "C7", "german_mg34"), *units, picture=TALL)
    decided = there.decide(f"AI {word} Unit -> Fire")
    assert decided.short() == f"{acting} fires at red-1"
    assert decided.values(WHO_FIRES, "hexes from its nearest target") == {"ai-1": "3: red-1", "ai-2": "6: red-1"}


# -- equal distance: who moves ----------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.1.1-move")
@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        (ai(1, "E6", hit="soft_unnerved"), ai(2, "G6", "soviet_maxim"), "unhit"),
        (ai(1, "E6", "soviet_maxim"), ai(2, "G6"), "AP to move"),
        (ai(1, "E6", hit="soft_cowering"), ai(2, "G6", hit="soft_unnerved"), "AP to move"),
    ],
    ids=["unhit", "lowest cost to move", "a hit that makes moving dearer"],
)
def test_which_of_two_ais_moves(one: Stand, other: Stand, line: str) -> None:
    """Each line of the list, and the same the other way round."""
    for first, second in ((one, other), (replace(other, id="ai-1"), replace(one, id="ai-2"))):
        decided = field(first, second, RED).decide(MOVE)
        assert decided.decider(WHO_MOVES) == ("COH-5.1.1-move", line)
        winner = "ai-2" if first is one else "ai-1"
        assert decided.short().startswith(f"{winner} moves")


@pytest.mark.rule("COH-5.1.1-move")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize("die", [1, 2])
def test_two_ais_that_are_level_roll_for_the_move(die: int) -> None:
    """The options of the die are numbered in the order of the roster."""
    decided = field(ai(1, "E6"), ai(2, "G6"), RED).decide(MOVE, die)
    assert decided.short().startswith(f"ai-{die} moves")
    roll = decided.sifted(WHO_MOVES).roll
    assert roll is not None
    assert roll.throw.options == ("ai-1", "ai-2")
    assert roll.faces == (die,)
    assert f"D2 for ai: tie: which AI moves; 1 = ai-1; 2 = ai-2: {die}" in decided.text


# -- equal distance: who fires ----------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.1.1-fire")
@pytest.mark.parametrize(
    ("one", "other", "woods", "line", "values"),
    [
        (ai(1, "E6", "german_mg34", hit="soft_unnerved"), ai(2, "G6"), WOODS_AT_E6, "unhit", (False, True)),
        (ai(1, "E6"), ai(2, "G6", SOVIET), WOODS_AT_E6, "firepower", (2, 3)),
        (ai(1, "E6", SOVIET), ai(2, "G6", "soviet_maxim"), WOODS_AT_E6, "AP to fire", (4, 3)),
        (ai(1, "E6"), ai(2, "G6"), WOODS_AT_G6, "DM of its hex", (0, 1)),
    ],
    ids=["unhit", "highest firepower", "lowest cost to fire", "highest DM"],
)
def test_which_of_two_ais_fires(one: Stand, other: Stand, woods: str, line: str, values: tuple[object, object]) -> None:
    """Each line of the list, and the same the other way round."""
    there = field(one, other, RED, picture=woods).decide(FIRE)
    assert there.short() == "ai-2 fires at red"
    assert there.decider(WHO_FIRES) == ("COH-5.1.1-fire", line)
    assert there.values(WHO_FIRES, line) == dict(zip(("ai-1", "ai-2"), values, strict=True))
    swapped = field(replace(other, id="ai-1"), replace(one, id="ai-2"), RED, picture=woods).decide(FIRE)
    assert swapped.short() == "ai-1 fires at red"


@pytest.mark.rule("COH-5.1.1-fire")
def test_a_turned_turret_costs_more_to_fire() -> None:
    """The cost is what this shot would cost, as a hit and a turned turret make it."""
    there = field(ai(1, "E6", "german_sdkfz_251", 3), ai(2, "G6", "german_sdkfz_251"), RED)
    decided = there.decide(FIRE)
    assert decided.short() == "ai-2 fires at red"
    assert decided.values(WHO_FIRES, "AP to fire") == {"ai-1": 4, "ai-2": 2}


@pytest.mark.rule("COH-5.1.1-fire")
@pytest.mark.rule("COH-5.3-random")
@pytest.mark.parametrize("die", [1, 2])
def test_two_ais_that_are_level_roll_for_the_shot(die: int) -> None:
    """A die with as many faces as there are AIs, in the order of the roster."""
    decided = field(ai(1, "E6"), ai(2, "G6"), RED).decide(FIRE, die)
    assert decided.short() == f"ai-{die} fires at red"
    roll = decided.sifted(WHO_FIRES).roll
    assert roll is not None
    assert (roll.throw.options, roll.throw.purpose) == (("ai-1", "ai-2"), "tie: which AI fires")


@pytest.mark.rule("COH-5.1.1-fire")
@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        (ai(1, "E3", "german_rifles_41", hit="soft_unnerved"), ai(2, "G3"), "unhit"),
        (ai(1, "E3"), ai(2, "G3", SOVIET), "firepower"),
        (ai(1, "E3", SOVIET), ai(2, "G3", "german_sdkfz_251"), "AP to fire"),
    ],
    ids=["unhit", "highest firepower", "lowest cost to fire"],
)
def test_which_of_two_ais_goes_into_close_combat(one: Stand, other: Stand, line: str) -> None:
    """An attack in close combat is settled as any attack."""
    decided = field(one, other, RED).decide("AI closest to Unit -> Close Combat")
    assert decided.short() == "ai-2 moves to F2"
    assert decided.decider("which AI goes into close combat") == ("COH-5.1.1-fire", line)


# -- first the AI, then the target ------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.2-order")
def test_the_ai_is_settled_before_its_target() -> None:
    """ai-1 is chosen for its firepower, and fires at its own best target; ai-2 could have hit a weaker one."""
    strong, weak = Stand("red-1", "C3", 3, "soviet_nkvd"), Stand("red-2", "I3", 0, SOVIET)
    there = field(ai(1, "C7", "german_mg34"), ai(2, "I7"), strong, weak)
    decided = there.decide(FIRE)
    assert decided.short() == "ai-1 fires at red-1"
    order = [note.what for note in decided.notes if getattr(note, "what", "").startswith("wh")]
    assert order.index(WHO_FIRES) < order.index("whom to fire at")
    assert decided.sifted("whom to fire at").candidates[0] == "red-1"


@pytest.mark.rule("COH-5.2-order")
def test_the_moving_ai_is_rolled_for_before_its_target() -> None:
    """Two dice, and the first one is for the AI."""
    there = field(ai(1, "D6"), ai(2, "H6"), Stand("red-1", "D3", 0, SOVIET), Stand("red-2", "H3", 0, SOVIET))
    decided = there.decide(MOVE, 2)
    assert decided.short() == "ai-2 moves to H5"
    assert decided.sifted("which target to move towards").chosen == 1
