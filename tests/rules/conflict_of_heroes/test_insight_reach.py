"""Threats, fire zones and reach: worked by hand, and compared with a search over the moves of the rules."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from sim.grid import Cell
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.ground.moves import enterable, move_paths
from sim.rules.conflict_of_heroes.ground.zones import field_of_fire, short_zone_of, zone_of
from sim.rules.conflict_of_heroes.state import Counter, opponents
from tests.rules.conflict_of_heroes.insight_questions import INSIGHT, SCENARIOS, of36, positions
from tests.rules.conflict_of_heroes.stage import (
    BLUE,
    GREYS,
    MG34,
    NEVER_SPENT,
    REDS,
    TANK,
    Stage,
    ai,
    stage,
    unit,
    with_heights,
    with_terrain,
)
from tests.rules.conflict_of_heroes.test_offers import crowded

MORTAR = "soviet_82mm_mortar"


# -- threats ----------------------------------------------------------------------------------------------------


def threatening(field: Stage, target: str) -> list[tuple[str, Fraction]]:
    """Return who threatens a counter, and how much."""
    return [(each.unit, each.chance) for each in INSIGHT.threats(field.position, target)]


@pytest.mark.rule("COH-FZ")
def test_threats_are_told_worst_first() -> None:
    """An MG (4) needs 8 in front, rifles (2) need 10, and those that look away threaten nobody."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "D4", MG34), ai("a3", "B4", facing="n"))
    assert threatening(field, "u1") == [("a2", of36(15)), ("a1", of36(6))]


@pytest.mark.rule("COH-5.1-eleven")
def test_an_ai_that_needs_eleven_is_no_threat() -> None:
    """Rifles (2) against 12 in light woods need 11; the player's would fire all the same."""
    field = stage(unit("u1", "C7", profile="german_rifles_41"), ai("a1", "C4"), rows=with_terrain(C7="w", C4="w"))
    assert threatening(field, "u1") == []
    assert threatening(field, "a1") == [("u1", of36(3))]


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("cards", "threatens"), [((NEVER_SPENT, BLUE), True), ((NEVER_SPENT,), False)])
def test_a_spent_ai_threatens_while_there_are_blue_cards(cards: tuple[str, ...], threatens: bool) -> None:
    """On a blue card it may fire."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", spent=True)).left("orders", *cards)
    assert bool(threatening(field, "u1")) is threatens


@pytest.mark.rule("COH-3.2.2")
@pytest.mark.parametrize(("caps", "threatens"), [(3, False), (4, True)])
def test_a_spent_unit_threatens_with_caps_enough(caps: int, threatens: bool) -> None:
    """A shot of rifles is 4."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=caps)
    assert bool(threatening(field, "a1")) is threatens


@pytest.mark.rule("COH-6.0")
def test_neither_hidden_enemies_nor_rumours_are_told_as_threats() -> None:
    """Nobody knows of the one, nor what the other is; nobody fires at who is hidden."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hidden=True), ai("a2", "C6", "rumour"))
    assert threatening(field, "u1") == []
    assert threatening(stage(unit("u1", "C7", hidden=True), ai("a1", "C6")), "u1") == []


# -- zones and reach --------------------------------------------------------------------------------------------


def zone(field: Stage, id_: str) -> dict[str, set[str]]:
    """Return what a counter covers, by range."""
    bands = INSIGHT.fire_zone(field.position, field.counter(id_))
    return {band.name: {field.position.name(cell) for cell in band.area} for band in bands}


@pytest.mark.rule("COH-FZ")
def test_a_fire_zone_has_three_bands() -> None:
    """Rifles with range 5 in C11: next to them is short, C6 normal, C5 long, and behind them is nothing."""
    bands = zone(stage(unit("u1", "C11"), ai("a1", "A1")), "u1")
    assert list(bands) == ["short range", "normal range", "long range"]
    assert bands["short range"] == {"B10", "C10", "D10"}
    assert {"C9", "C6"} <= bands["normal range"] and not {"C10", "C5"} & bands["normal range"]
    assert {"C5", "C1"} <= bands["long range"] and not {"C6", "C12"} & bands["long range"]


@pytest.mark.rule("COH-FZ")
def test_a_fire_zone_is_that_of_the_rules_in_parts() -> None:
    """All bands together are the zone, none has a cell of another, and the nearest is the zone at short range."""
    for field in (crowded(), stage(unit("u1", "C7", TANK), ai("a1", "C4", hit="soft_cowering"))):
        for counter in field.state.units:
            bands = INSIGHT.fire_zone(field.position, counter)
            cells = [cell for band in bands for cell in band.area]
            assert len(cells) == len(set(cells))
            assert set(cells) == set(zone_of(field.position, counter))
            short = next((set(band.area) for band in bands if band.name == "short range"), set())
            assert short == set(short_zone_of(field.position, counter) & field_of_fire(field.position, counter))


@pytest.mark.rule("COH-FZ")
def test_narrow_zones_have_no_long_range_and_mortars_no_short_one() -> None:
    """By a setting zones end at the range; a mortar's minimum is 3."""
    narrow = stage(unit("u1", "C11"), unit("u2", "D11", MORTAR), ai("a1", "A1"), settings={"fire_zone": "normal"})
    assert list(zone(narrow, "u1")) == ["short range", "normal range"]
    assert list(zone(narrow, "u2")) == ["normal range", "fire zone, but it cannot fire there now"]


@pytest.mark.rule("COH-FZ")
def test_one_sees_all_round() -> None:
    """Facing is for fire, not for sight; who is off the map sees and covers nothing."""
    field = stage(unit("u1", "C7"), unit("u2", "A1", turn=2), ai("a1", "C4"))
    for facing in (None, 3):
        seen = INSIGHT.view(field.position, field.counter("u1"), facing)
        assert {field.cell("C6"), field.cell("C8")} <= set(seen)
    waiting = field.counter("u2")
    assert not INSIGHT.view(field.position, waiting) and not INSIGHT.fire_zone(field.position, waiting)
    assert not INSIGHT.reach(field.position, waiting) and not INSIGHT.threats(field.position, "u2")


def reach(field: Stage, id_: str = "u1") -> dict[str, tuple[str, str]]:
    """Return where a counter gets to: the cost in words, and the way."""
    position = field.position
    found = INSIGHT.reach(position, field.counter(id_))
    return {position.name(cell): (each.text, " ".join(map(position.name, each.way))) for cell, each in found.items()}


@pytest.mark.rule("COH-3.1")
def test_several_moves_in_a_row_are_reached() -> None:
    """1 AP a hex ahead; backwards the first costs one more, and after it one may face anywhere."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "A1")))
    assert found["C6"] == ("1 AP", "C6")
    assert found["C5"] == ("2 AP", "C6 C5")
    assert found["C1"] == ("6 AP", "C6 C5 C4 C3 C2 C1")
    assert found["C8"] == ("2 AP", "C8")
    assert found["C12"] == ("6 AP", "C8 C9 C10 C11 C12")
    assert "C7" not in found


@pytest.mark.rule("COH-3.1")
def test_no_more_than_seven_ap_are_reached() -> None:
    """A Maxim moves for 2: three hexes ahead, not four."""
    found = reach(stage(unit("u1", "C7", "soviet_maxim"), ai("a1", "A1")))
    assert found["C4"] == ("6 AP", "C6 C5 C4")
    assert "C3" not in found


@pytest.mark.rule("COH-3.1")
def test_ground_is_paid_for_and_gone_round() -> None:
    """Heavy woods cost one more, uphill one more; beyond them the way round is as cheap as the way through."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "A1"), rows=with_terrain(C6="W", C8="W")))
    assert found["C6"][0] == "2 AP"
    assert found["C8"][0] == "3 AP"
    assert found["C5"][0] == "3 AP"
    assert reach(stage(unit("u1", "C7"), ai("a1", "A1"), more=with_heights(C6=1)))["C6"][0] == "2 AP"


@pytest.mark.rule("COH-3.1")
def test_a_tank_wins_hexes_on_the_way() -> None:
    """A T-34 has two tracks: three hexes of open ground for 1 AP, and no more than that for the next."""
    found = reach(stage(unit("u1", "C12", TANK), ai("a1", "A1")))
    assert found["C9"] == ("1 AP", "C11 C10 C9")
    assert found["C8"][0] == found["C6"][0] == "2 AP"
    assert found["C3"] == ("3 AP", "C11 C10 C9 C8 C7 C6 C5 C4 C3")


@pytest.mark.rule("COH-3.1")
def test_no_bonus_hex_lies_beyond_a_wall() -> None:
    """From C9 the second AP leads to C7, before the wall; it is crossed by another move, and that wins nothing."""
    sides = [f"{column}6/s" for column in "ABCDEFG"] + [
        f"{column}6/{side}" for column in "BDF" for side in ("sw", "se")
    ]
    wall = "[edges]\nwall = [{}]".format(", ".join(f'"{side}"' for side in sides))
    found = reach(stage(unit("u1", "C12", TANK), ai("a1", "A1"), more=wall))
    assert (found["C7"][0], found["C6"][0], found["C4"][0]) == ("2 AP", "3 AP", "4 AP")


@pytest.mark.rule("COH-3.1")
def test_a_hit_counts_in_the_reach() -> None:
    """Cowering moves for one more; whoever is pinned goes nowhere."""
    assert reach(stage(unit("u1", "C7", hit="soft_cowering"), ai("a1", "A1")))["C5"][0] == "4 AP"
    assert reach(stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1"))) == {}


@pytest.mark.rule("COH-BONUS")
def test_a_hit_that_makes_moves_dearer_leaves_the_bonus_hexes_of_later_moves() -> None:
    """A cowering lorry pays 2 a move, and each of its moves along the road is three hexes long."""
    road = '[ways]\nroad = [["C12", "C2"]]'
    found = reach(stage(unit("u1", "C12", "soviet_truck", hit="soft_cowering"), ai("a1", "A1"), more=road))
    assert (found["C9"][0], found["C6"][0]) == ("2 AP", "4 AP")


@pytest.mark.rule("COH-3.1")
def test_a_hidden_counter_takes_its_time() -> None:
    """5 AP a hex, whatever the ground: one hex."""
    found = reach(stage(unit("u1", "C7", hidden=True), ai("a1", "A1"), rows=with_terrain(C6="W")))
    assert len(found) == 6
    assert {text for text, _ in found.values()} == {"5 AP"}


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_unit_reaches_what_caps_pay() -> None:
    """2 CAPs are two hexes ahead or one behind; a spent AI has none."""
    found = reach(stage(unit("u1", "C7", spent=True), ai("a1", "A1"), caps=2))
    assert (found["C6"][0], found["C5"][0], found["C8"][0]) == ("1 CAP", "2 CAPs", "2 CAPs")
    assert "C4" not in found
    assert reach(stage(unit("u1", "C7"), ai("a1", "A1", spent=True)), "a1") == {}


@pytest.mark.rule("COH-3.1")
def test_nobody_gets_past_an_enemy() -> None:
    """His hex can be entered, and that is that: the hexes behind are reached by going round."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "C6")))
    assert found["C6"] == ("1 AP", "C6")
    assert found["C5"][0] == "3 AP"
    assert "C6" not in found["C5"][1]


@pytest.mark.rule("COH-5.3-stack")
def test_an_ai_does_not_reach_the_hex_of_another() -> None:
    """It walks through and past it, and does not stay."""
    field = stage(unit("u1", "G12"), ai("a1", "C4"), ai("a2", "C5"))
    found = reach(field, "a1")
    assert "C5" not in found
    assert "C6" in found
    assert "C5" in reach(stage(unit("u1", "C6"), unit("u2", "C5"), ai("a1", "A1")))


def searched(position: Any, counter: Counter, limit: int) -> dict[Cell, int]:
    """Return the cost of every hex by a search over the moves of the rules, with all facings after each."""
    allowed = move_paths if counter.side == position.battle.data.player else enterable
    enemies = {enemy.place for enemy in opponents(position, counter.side)}
    best, waiting = {counter.place: 0}, [(0, counter.place)]
    while waiting:
        paid, here = heappop(waiting)
        if paid > best[here] or (here in enemies and here != counter.place):
            continue
        for facing in range(6) if here != counter.place else (counter.facing,):
            for way in allowed(position, counter.changed(cell=here, facing=facing)):
                price = paid + way.cost.total
                if price <= limit and price < best.get(way.end, limit + 1):
                    best[way.end] = price
                    heappush(waiting, (price, way.end))
    return {cell: paid for cell, paid in best.items() if cell != counter.place}


BROKEN = """
    .w.p...
    ...pp..
    .W....b
    ..w.w..
    www.www
    .......
    p.....,
    .w~~...
    .......
    W.w.W..
    .......
    .......
"""
"""Ground with something of everything in it."""
IN_THE_WAY = """
    heights = '''
    .......
    ..1....
    ..12...
    .......
    .......
    .....1.
    .......
    .......
    .1.....
    .......
    .......
    .......
    '''
    [ways]
    road = [["A12", "A9"], ["D12", "D1"]]
    [edges]
    wall = ["C7/s", "E7/s", "D3/n", "A10/n"]
    [features]
    wire = ["F9", "B11"]
    mines = ["E9", "C6"]
    trench = ["G9", "B9"]
    heavy_smoke = ["E6"]
    """


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("side", [REDS, GREYS])
@pytest.mark.parametrize("profile", [TANK, "soviet_truck", "soviet_ba10", "soviet_maxim", "german_sdkfz_251", MG34])
@pytest.mark.parametrize("hit", ["", "soft_cowering"])
def test_reach_over_broken_ground_is_that_of_the_rules(profile: str, side: str, hit: str) -> None:
    """Woods, slopes, roads, walls, wire, mines, works and smoke: what hampers one hampers the other."""
    mover, other = (
        (unit("u1", "D11", profile), ai("a1", "D6")) if side == REDS else (ai("a1", "D11", profile), unit("u1", "D6"))
    )
    friend = unit("u2", "D8") if side == REDS else ai("a2", "D8")
    field = stage(mover, other, friend, rows=BROKEN, more=IN_THE_WAY)
    counter = field.counter(mover.id).changed(hit=hit, facing=0)
    found = INSIGHT.reach(field.position, counter)
    assert {cell: each.cost for cell, each in found.items()} == searched(field.position, counter, 7)


LARGE = ("last_train_from_borovka", "zimovets_ridge")
"""Left to the long run: what is different on them, broken ground and vehicles, is drawn above."""


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.stem, marks=[pytest.mark.long] if file.stem in LARGE else []) for file in SCENARIOS],
)
def test_reach_is_a_search_over_the_moves_of_the_rules(file: Path) -> None:
    """Hex by hex, for one counter of every way to move; all ways are made of steps, and end where they should."""
    position = positions(file)[-1]
    kinds = {}
    for each in position.state.units:
        if each.cell is not None and not each.hidden:
            kind = each.profile
            kinds[each.side, kind.movement, kind.move_ap, kind.wheels, kind.tracks, kind.crewed] = each
    for counter in kinds.values():
        fresh = counter.changed(spent=False)
        found = INSIGHT.reach(position, fresh)
        assert {cell: each.cost for cell, each in found.items()} == searched(position, fresh, 7), counter.id
        for cell, each in found.items():
            steps = zip((counter.place, *each.way), each.way, strict=False)
            assert each.way[-1] == cell and all(position.map.grid.adjacent(*step) for step in steps)


# -- speed ------------------------------------------------------------------------------------------------------


def test_the_viewer_can_ask_in_every_frame() -> None:
    """On the large map, once the sight lines are there: a generous limit, for machines have other things to do."""
    position = positions(next(path for path in SCENARIOS if path.stem == "zimovets_ridge"))[0]
    units = [each for each in position.state.units if each.cell is not None]
    insight = CONFLICT_OF_HEROES.insight

    def asked() -> float:
        start = process_time()
        for each in units:
            insight.threats(position, each.id)
            insight.fire_zone(position, each)
        return (process_time() - start) / len(units)

    asked()
    assert min(asked() for _ in range(3)) < 0.01


def test_whoever_looked_around_finds_every_step_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit by bit, so that no window waits for it; a search then works out none by itself."""
    field = stage(unit("u1", "C7", TANK), ai("a1", "C4"))
    parts = sum(1 for _ in INSIGHT.look_around(field.position))
    assert parts >= 2 * 2  # the steps and the reach of two kinds of counters

    def nothing_left(*_: object) -> None:
        raise AssertionError("worked out too late")

    monkeypatch.setattr("sim.rules.conflict_of_heroes.ground.reach._made_edges", nothing_left)
    assert all(INSIGHT.reach(field.position, field.position.state.units[id_]) for id_ in ("u1", "a1"))
