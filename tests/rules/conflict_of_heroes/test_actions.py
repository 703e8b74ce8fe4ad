"""Actions of the base game besides fire: moving, pivoting, rallying, digging in, obstacles."""

import pytest

from sim.rules.conflict_of_heroes.events import (
    Attacked,
    CounterMoved,
    Destroyed,
    DugIn,
    HitTaken,
    PointsWon,
    RallyTried,
    SpentChecked,
)
from sim.rules.conflict_of_heroes.ground.moves import move_paths
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally
from tests.rules.conflict_of_heroes.stage import (
    FOUR,
    GREYS,
    MAXIM,
    NEVER_SPENT,
    REDS,
    TANK,
    TRUCK,
    Stage,
    ai,
    stage,
    unit,
    with_heights,
    with_terrain,
)

FAR = ai("a1", "G1")


def price(field: Stage, id_: str, *cells: str) -> int:
    """Return what a move costs."""
    order = field.move(id_, *cells)
    assert field.refusal(order) is None
    return order.price(field.position).total


def ends(field: Stage, id_: str) -> set[str]:
    """Return the hexes that a counter can get to by one action."""
    return {field.battle.map.grid.name(way.end) for way in move_paths(field.position, field.counter(id_))}


# -- moving ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("letter", "ap"), [(".", 1), ("w", 1), ("W", 2), ("b", 2), ("B", 2), ("p", 1), ("~", 6)])
def test_what_foot_pays_for_the_ground(letter: str, ap: int) -> None:
    """One AP and what the hex asks on top."""
    assert price(stage(unit("u1", "C7"), FAR, rows=with_terrain(C6=letter)), "u1", "C6") == ap


@pytest.mark.rule("COH-3.1")
def test_backwards_costs_one_more() -> None:
    """Into its own flank hexes, not into its three front hexes."""
    field = stage(unit("u1", "C7"), FAR)
    assert [price(field, "u1", cell) for cell in ("C6", "B6", "D6")] == [1, 1, 1]
    assert [price(field, "u1", cell) for cell in ("C8", "B7", "D7")] == [2, 2, 2]


@pytest.mark.rule("COH-3.1")
def test_uphill_costs_one_more_on_foot() -> None:
    """Up one level; not down, and not for vehicles."""
    up, down = with_heights(C6=1), with_heights(C7=1)
    assert price(stage(unit("u1", "C7"), FAR, more=up), "u1", "C6") == 2
    assert price(stage(unit("u1", "C7"), FAR, more=down), "u1", "C6") == 1
    assert price(stage(unit("u1", "C7", TANK), FAR, more=up), "u1", "C6") == 1


@pytest.mark.rule("COH-3.1")
def test_a_wall_costs_foot_one_more_and_stops_wheels() -> None:
    """On the side that is crossed."""
    wall = '[edges]\nwall = ["C6/s"]'
    assert price(stage(unit("u1", "C7"), FAR, more=wall), "u1", "C6") == 2
    assert "C6" not in ends(stage(unit("u1", "C7", TRUCK), unit("u2", "A1"), FAR, more=wall), "u1")


@pytest.mark.rule("COH-3.1")
def test_a_road_takes_the_ground_away() -> None:
    """Along it heavy woods cost nothing more."""
    road = '[ways]\nroad = [["C7", "C6"]]'
    assert price(stage(unit("u1", "C7"), FAR, rows=with_terrain(C6="W"), more=road), "u1", "C6") == 1


@pytest.mark.rule("COH-3.1")
def test_a_move_ends_with_a_free_pivot() -> None:
    """Any facing, for the price of the move."""
    field = stage(unit("u1", "C7"), FAR)
    played = field.play(field.move("u1", "C6", facing=3), cards=(NEVER_SPENT,))
    assert played.of(CounterMoved) == [CounterMoved("u1", field.cell("C6"), 3)]


@pytest.mark.rule("COH-3.1")
def test_there_are_six_directions() -> None:
    """0 to 5, for moves and pivots."""
    field = stage(unit("u1", "C7"), FAR)
    assert field.refusal(field.move("u1", "C6", facing=5)) is None
    assert field.refusal(field.move("u1", "C6", facing=6)) == "there are 6 directions"
    assert field.refusal(Pivot("u1", -1)) == "there are 6 directions"


@pytest.mark.rule("COH-3.1")
def test_a_move_leads_to_the_next_hex() -> None:
    """Not two hexes, not nowhere, not off the map, and somebody must make it."""
    field = stage(unit("u1", "C7"), FAR)
    assert field.refusal(field.move("u1", "C5")) == "u1 cannot move to C5 in one action"
    assert field.refusal(field.move("u1")) == "u1 cannot move to nowhere in one action"
    assert field.refusal(Move(())) == "nobody moves"


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("marker", ["soft_pinned", "soft_stunned"])
def test_hits_that_forbid_to_move(marker: str) -> None:
    """Neither move nor pivot."""
    field = stage(unit("u1", "C7", hit=marker), FAR)
    name = marker.partition("_")[2]
    assert field.refusal(field.move("u1", "C6")) == f"u1 is {name} and cannot move or turn"
    assert field.refusal(Pivot("u1", 1)) == f"u1 is {name} and cannot move or turn"


@pytest.mark.rule("COH-3.1")
def test_an_immobilised_vehicle_neither_moves_nor_turns() -> None:
    """It still fires all round."""
    field = stage(unit("u1", "C7", TANK, "s", hit="armoured_immobilised"), ai("a1", "C4"))
    assert field.refusal(field.move("u1", "C6")) == "u1 is immobilised and cannot move or turn"
    assert field.refusal(Pivot("u1", 0)) == "u1 is immobilised and cannot move or turn"
    assert field.refusal(Fire("u1", "a1")) is None


@pytest.mark.rule("COH-3.1")
def test_cowering_makes_moves_and_pivots_dearer() -> None:
    """One AP more each."""
    field = stage(unit("u1", "C7", hit="soft_cowering"), FAR)
    assert price(field, "u1", "C6") == 2
    assert Pivot("u1", 1).price(field.position).total == 2


@pytest.mark.rule("COH-3.1")
def test_a_pivot_costs_one_ap() -> None:
    """Any turn, for anybody: a 2 leaves it fresh (card 06), a 1 spends it."""
    field = stage(unit("u1", "C7", MAXIM), FAR)
    assert Pivot("u1", 3).price(field.position).total == 1
    assert field.play(Pivot("u1", 3), cards=("06",)).state.unit("u1").facing == 3


# -- vehicles --------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_tracks_win_hexes_in_the_open() -> None:
    """Two track symbols: three hexes by one action, for the cost of the first."""
    field = stage(unit("u1", "C9", TANK), FAR)
    assert price(field, "u1", "C8", "C7", "C6") == 1
    assert "C6" in ends(field, "u1") and "C5" not in ends(field, "u1")


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("letter", ["w", "p"])
def test_tracks_win_nothing_in_woods_and_on_ploughed_land(letter: str) -> None:
    """The hex beyond it costs another action."""
    field = stage(unit("u1", "C9", "soviet_t26"), FAR, rows=with_terrain(C7=letter))
    assert "C8" in ends(field, "u1") and "C7" not in ends(field, "u1")


@pytest.mark.rule("COH-3.1")
def test_no_hexes_are_won_backwards_or_after_a_hard_first_hex() -> None:
    """The first hex must be easy and ahead."""
    back = ends(stage(unit("u1", "C9", TANK, "s"), FAR), "u1")
    hard = ends(stage(unit("u1", "C9", TANK), FAR, rows=with_terrain(C8="w", B8="w", D8="w")), "u1")
    assert "C8" in back and "C7" not in back
    assert "C8" in hard and "C7" not in hard


@pytest.mark.rule("COH-3.1")
def test_wheels_win_hexes_on_roads_only() -> None:
    """Two wheel symbols: three hexes along a road, one in the open."""
    road = '[ways]\nroad = [["C9", "C5"]]'
    truck = (unit("u1", "C9", TRUCK), unit("u2", "A12"), FAR)
    assert {"C8", "C7", "C6"} <= ends(stage(*truck, more=road), "u1")
    assert "C5" not in ends(stage(*truck, more=road), "u1")
    assert "C7" not in ends(stage(*truck), "u1")


@pytest.mark.rule("COH-3.1")
def test_wheels_stay_out_of_heavy_woods_and_ploughed_land() -> None:
    """They cannot enter; tracks can."""
    ground = with_terrain(C8="W", B8="p")
    assert not {"C8", "B8"} & ends(stage(unit("u1", "C9", TRUCK), unit("u2", "A1"), FAR, rows=ground), "u1")
    assert {"C8", "B8"} <= ends(stage(unit("u1", "C9", TANK), FAR, rows=ground), "u1")


# -- groups ----------------------------------------------------------------------------------------------------


def together(field: Stage, *moves: tuple[str, str]) -> Move:
    """Return a move of a group."""
    return Move(tuple(field.step(id_, cell) for id_, cell in moves))


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_moves_for_the_price_of_its_dearest_member() -> None:
    """A Maxim (2) and rifles (1): 2 AP, one check, both are spent (card 06)."""
    field = stage(unit("u1", "C7"), unit("u2", "C8", MAXIM), FAR)
    played = field.play(together(field, ("u1", "C6"), ("u2", "C7")), cards=("06",))
    assert played.of(SpentChecked) == [SpentChecked(("u1", "u2"), True)]
    assert [field.battle.map.grid.name(played.state.unit(id_).place) for id_ in ("u1", "u2")] == ["C6", "C7"]


@pytest.mark.rule("COH-3.1.1-group")
@pytest.mark.parametrize(("third", "fine"), [("C9", True), ("C10", False)])
def test_a_group_is_a_chain_of_neighbours(third: str, fine: bool) -> None:
    """Each next to another; a gap breaks it."""
    field = stage(unit("u1", "C7"), unit("u2", "C8"), unit("u3", third), FAR)
    onto = f"C{int(third[1:]) - 1}"
    said = field.refusal(together(field, ("u1", "C6"), ("u3", onto), ("u2", "C7")))
    assert (said is None) is fine


@pytest.mark.rule("COH-3.1.1-group")
def test_wire_counts_once_for_a_group() -> None:
    """The dearest member's die: 1 + 4, not 1 + 4 + 2; a 6 would spend at 6 and does not (card 27)."""
    field = stage(unit("u1", "C7"), unit("u2", "C7"), FAR, more='[features]\nwire = ["C6"]')
    order = together(field, ("u1", "C6"), ("u2", "C6"))
    assert field.play(order, dice=(4, 2), cards=("27",)).of(SpentChecked) == [SpentChecked(("u1", "u2"), False)]
    assert field.play(order, dice=(4, 2), cards=("02",)).of(SpentChecked) == [SpentChecked(("u1", "u2"), True)]


# -- rallying --------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.2.1")
@pytest.mark.parametrize(("caps", "dice", "rallied"), [(1, (3, 3), True), (1, (3, 2), False), (2, (3, 2), True)])
def test_caps_on_the_dice_help_a_rally(caps: int, dice: tuple[int, int], rallied: bool) -> None:
    """Pinned needs 7: one CAP makes it 6, two make it 5; they are gone whatever comes of it."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), FAR, caps=5)
    played = field.play(Rally(("u1",), dice_caps=caps), dice=dice, cards=("02",))
    assert played.state.caps == 5 - caps
    assert (played.state.unit("u1").hit == "") is rallied


@pytest.mark.rule("COH-3.2.1")
def test_caps_on_the_dice_of_a_rally_are_limited() -> None:
    """Two at most, and no more than there are; an AI has none."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "G1", hit="soft_pinned"), caps=2)
    assert field.refusal(Rally(("u1",), dice_caps=2)) is None
    assert field.refusal(Rally(("u1",), dice_caps=3)) == "at most 2 CAPs go on the dice"
    assert field.refusal(Rally(("u1",), caps=1, dice_caps=2)) == "that takes 3 CAPs, and you have 2"
    assert field.refusal(Rally(("u1",), dice_caps=-1)) == "CAPs cannot be won back"
    assert field.refusal(Rally(("a1",), dice_caps=1), GREYS) == "AIs have neither CAPs nor cards"


@pytest.mark.rule("COH-3.2.1")
def test_a_group_pays_for_every_roll_that_caps_help() -> None:
    """Two Units with one CAP on the dice of each: two CAPs; a 6 and a 6 are enough for both."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), unit("u2", "C8", hit="soft_pinned"), FAR, caps=2)
    together = Rally(("u1", "u2"), dice_caps=1)
    played = field.play(together, dice=(3, 3, 3, 3), cards=("02",))
    assert (played.state.caps, played.state.unit("u1").hit, played.state.unit("u2").hit) == (0, "", "")
    assert field.changed(caps=1).refusal(together) == "that takes 2 CAPs, and you have 1"


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((2, 4), False)])
def test_a_rally_needs_the_number_of_the_marker(dice: tuple[int, int], rallied: bool) -> None:
    """Pinned: 7 does, 6 does not; the check is made whatever comes of it."""
    played = stage(unit("u1", "C7", hit="soft_pinned"), FAR).play(Rally(("u1",)), dice=dice, cards=("02",))
    assert played.of(RallyTried) == [RallyTried("u1", rallied, "soft hits" if rallied else None)]
    assert played.state.unit("u1").hit == ("" if rallied else "soft_pinned")
    assert played.of(SpentChecked) == [SpentChecked(("u1",), True)]


@pytest.mark.rule("COH-3.1")
def test_a_rally_costs_five_ap() -> None:
    """5 against a 6 leaves it fresh (card 27)."""
    played = stage(unit("u1", "C7", hit="soft_pinned"), FAR).play(Rally(("u1",)), dice=(1, 1), cards=("27",))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("ground", "more", "eases"),
    [
        (".", "", 0),
        ("w", "", 1),
        ("W", "", 1),
        ("b", "", 1),
        ("B", "", 1),
        (".", '[edges]\nwall = ["C7/n"]', 1),
        (".", '[features]\ntrench = ["C7"]', 1),
        (".", '[features]\nheavy_smoke = ["C7"]', 1),
        (".", '[features]\nlight_smoke = ["C7"]', 0),
        ("w", '[features]\nheavy_smoke = ["C7"]', 2),
    ],
)
def test_what_eases_a_rally(ground: str, more: str, eases: int) -> None:
    """Each of woods, building, wall or works, heavy smoke takes one off the 7."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), FAR, rows=with_terrain(C7=ground), more=more)
    just, below = 7 - eases, 6 - eases
    for total, rallied in ((just, True), (below, False)):
        played = field.play(Rally(("u1",)), dice=(total // 2, total - total // 2), cards=(NEVER_SPENT,))
        assert played.of(RallyTried)[0].rallied is rallied


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("other", "eases"),
    [
        (unit("u2", "C7"), 1),
        (unit("u2", "C7", spent=True), 1),
        (unit("u2", "C7", hit="soft_pinned"), 0),
        (unit("u2", "C8"), 0),
    ],
)
def test_unhit_friends_in_the_hex_ease_a_rally(other: object, eases: int) -> None:
    """One for each; not those who are hit, nor next to it."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), other, FAR)  # type: ignore[arg-type]
    for dice, rallied in (((3, 4 - eases), True), ((2, 4 - eases), False)):
        assert field.play(Rally(("u1",)), dice=dice, cards=(NEVER_SPENT,)).of(RallyTried)[0].rallied is rallied


@pytest.mark.rule("COH-3.1")
def test_who_cannot_rally() -> None:
    """Who is not hit, whose marker forbids it, and who has an enemy in the hex."""
    assert stage(unit("u1", "C7"), FAR).refusal(Rally(("u1",))) == "u1 is not hit"
    tank = stage(unit("u1", "C7", TANK, hit="armoured_immobilised"), FAR)
    assert tank.refusal(Rally(("u1",))) == "Immobilised cannot be rallied"
    close = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C7"))
    assert close.refusal(Rally(("u1",))) == "an enemy is in the hex"


@pytest.mark.rule("COH-3.1")
def test_a_rallied_marker_goes_back_to_its_pool() -> None:
    """It can be drawn again."""
    field = stage(unit("u1", "C7", TANK, hit="armoured_suppressed"), FAR)
    played = field.play(Rally(("u1",)), dice=(4, 4), cards=(NEVER_SPENT,))
    assert played.state.deck("armoured hits").left.count("armoured_suppressed") == 5


# -- hasty defence ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_digging_in_costs_five_ap() -> None:
    """Spent by a 5, fresh by a 6 (card 27)."""
    for card, spent in (("02", True), ("27", False)):
        played = stage(unit("u1", "C7"), FAR).play(DigIn("u1"), cards=(card,))
        assert played.of(DugIn) == [DugIn("u1")]
        assert played.state.unit("u1").spent is spent


@pytest.mark.rule("COH-3.1")
def test_a_hasty_defence_is_lost_by_moving_and_by_pivoting() -> None:
    """Not by firing."""
    field = stage(unit("u1", "C7", dug_in=True), ai("a1", "C4"))
    assert not field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).state.unit("u1").dug_in
    assert not field.play(Pivot("u1", 1), cards=(NEVER_SPENT,)).state.unit("u1").dug_in
    assert field.play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,)).state.unit("u1").dug_in


@pytest.mark.rule("COH-3.1")
def test_who_cannot_dig_in() -> None:
    """Vehicles, who is dug in already, who is in close combat, and who can only rally; a pinned Unit can."""
    assert stage(unit("u1", "C7", TANK), FAR).refusal(DigIn("u1")) == "vehicles do not dig in"
    assert stage(unit("u1", "C7", dug_in=True), FAR).refusal(DigIn("u1")) == "u1 is in hasty defence already"
    assert stage(unit("u1", "C7"), ai("a1", "C7")).refusal(DigIn("u1")) == "u1 is in close combat"
    assert stage(unit("u1", "C7", hit="soft_stunned"), FAR).refusal(DigIn("u1")) == "u1 is stunned and can only rally"
    assert stage(unit("u1", "C7", hit="soft_pinned"), FAR).refusal(DigIn("u1")) is None


# -- close combat ----------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_entering_an_enemys_hex_is_a_move_and_no_attack() -> None:
    """The attack takes a later turn."""
    field = stage(unit("u1", "C7"), ai("a1", "C6"))
    played = field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,))
    assert (len(played.of(CounterMoved)), played.of(Attacked)) == (1, [])


@pytest.mark.rule("COH-3.1")
def test_who_is_in_close_combat_may_leave_it() -> None:
    """By an ordinary move."""
    field = stage(unit("u1", "C7"), ai("a1", "C7"))
    assert field.refusal(field.move("u1", "C6")) is None


# -- wire and mines --------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("die", "spent"), [(1, False), (2, True)])
def test_wire_adds_the_whole_die_to_a_hidden_move(die: int, spent: bool) -> None:
    """5 AP whatever the ground, and the die: 6 do not spend against a 7, and 7 do."""
    field = stage(unit("u1", "C7", hidden=True), FAR, more='[features]\nwire = ["C6"]')
    played = field.play(field.move("u1", "C6"), dice=(die,), cards=(NEVER_SPENT,))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), spent)]


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("die", "ap"), [(1, 2), (3, 4), (6, 7)])
def test_wire_adds_a_die_to_the_cost_of_foot(die: int, ap: int) -> None:
    """1 AP and the die: a card with that number spends, one with a number above it does not."""
    field = stage(unit("u1", "C7"), FAR, more='[features]\nwire = ["C6"]')
    by_number = {2: "06", 3: "08", 4: FOUR, 5: "02", 7: NEVER_SPENT}
    spends = field.play(field.move("u1", "C6"), dice=(die,), cards=(by_number[ap],))
    assert spends.of(SpentChecked) == [SpentChecked(("u1",), True)]
    if ap + 1 in by_number:
        fresh = field.play(field.move("u1", "C6"), dice=(die,), cards=(by_number[ap + 1],))
        assert fresh.of(SpentChecked) == [SpentChecked(("u1",), False)]


@pytest.mark.rule("COH-3.1")
def test_tanks_roll_no_die_for_wire() -> None:
    """Wheels cannot enter it at all."""
    wire = '[features]\nwire = ["C6"]'
    tank = stage(unit("u1", "C7", TANK), FAR, more=wire)
    assert tank.play(tank.move("u1", "C6"), cards=("06",)).of(SpentChecked) == [SpentChecked(("u1",), False)]
    assert "C6" not in ends(stage(unit("u1", "C7", TRUCK), unit("u2", "A1"), FAR, more=wire), "u1")


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("dice", "fate"), [((3, 4), "unharmed"), ((4, 4), "hit"), ((5, 6), "hit"), ((6, 6), "gone")])
def test_mines_hit_at_eight(dice: tuple[int, int], fate: str) -> None:
    """7 does nothing, 8 to 11 hit, and 12, four more, destroys."""
    field = stage(unit("u1", "C7"), unit("u2", "A12"), FAR, more='[features]\nmines = ["C6"]')
    cards = {"unharmed": (NEVER_SPENT,), "hit": ("soft_unnerved", NEVER_SPENT), "gone": ()}[fate]
    played = field.play(field.move("u1", "C6"), dice=dice, cards=cards)
    assert [len(played.of(HitTaken)), len(played.of(Destroyed))] == [fate == "hit", fate == "gone"]


@pytest.mark.rule("COH-3.1")
def test_mines_go_off_under_who_turns_on_them() -> None:
    """A pivot in their hex is rolled for as well."""
    field = stage(unit("u1", "C7"), FAR, more='[features]\nmines = ["C7"]')
    played = field.play(Pivot("u1", 1), dice=(4, 4), cards=("soft_unnerved", NEVER_SPENT))
    assert played.of(HitTaken) == [HitTaken("u1", "soft_unnerved", "soft hits")]


@pytest.mark.rule("COH-3.1")
def test_mines_do_not_go_off_under_who_leaves() -> None:
    """Moving out of their hex is safe."""
    field = stage(unit("u1", "C7"), FAR, more='[features]\nmines = ["C7"]')
    assert field.play(field.move("u1", "C6"), cards=(NEVER_SPENT,)).of(HitTaken) == []


@pytest.mark.rule("COH-3.1")
def test_mines_draw_from_the_pool_of_the_target() -> None:
    """A tank takes an armoured marker."""
    field = stage(unit("u1", "C7", TANK), FAR, more='[features]\nmines = ["C6"]')
    played = field.play(field.move("u1", "C6"), dice=(4, 4), cards=("armoured_light_damage", NEVER_SPENT))
    assert played.of(HitTaken)[0].pool == "armoured hits"


@pytest.mark.rule("COH-3.1")
def test_mines_destroy_who_is_hit_already() -> None:
    """It is a second hit, and the loss counts."""
    field = stage(unit("u1", "C7", hit="soft_unnerved"), unit("u2", "A12"), FAR, more='[features]\nmines = ["C6"]')
    played = field.play(field.move("u1", "C6"), dice=(4, 4))
    assert played.of(Destroyed) == [Destroyed("u1", 4, "soft hits")]
    assert played.of(PointsWon)[0].side != REDS


@pytest.mark.rule("COH-3.1")
def test_no_bonus_hex_is_won_through_mines() -> None:
    """A tank that enters mined ground goes no further by that action; on clear ground it does."""
    mined = stage(unit("u1", "C9", TANK), FAR, more='[features]\nmines = ["C8"]')
    assert "cannot move" in (mined.refusal(mined.move("u1", "C8", "C7", facing=3)) or "")
    clear = stage(unit("u1", "C9", TANK), FAR)
    assert clear.refusal(clear.move("u1", "C8", "C7", facing=3)) is None
