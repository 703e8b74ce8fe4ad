"""Ambush Alley: what holds on any ground: measures, cover, ways. Single facts are cases (ground.txt, searches.txt)."""

from random import Random
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes
from sim.board.paths import reach as reach_of
from sim.engine.orders import Ask
from sim.grid import Cell, Edge
from sim.rules.ambush_alley.combat.assault import assault_ways
from sim.rules.ambush_alley.combat.fire import fire_refusal, open_to_fire
from sim.rules.ambush_alley.ground import cover
from sim.rules.ambush_alley.ground.cover import may_be_sheltered, own_cover_area, walled_area
from sim.rules.ambush_alley.ground.moves import (
    danger,
    into_cover,
    leads,
    mover,
    nearest_free_cells,
    nearest_of,
    out_of_sight,
    price,
    pull_back,
    reach,
    watch,
    way_refusal,
)
from sim.rules.ambush_alley.solo.searches import safe_ways
from sim.rules.ambush_alley.state import INTERRUPT, AasPosition, enemies, regulars
from sim.solo.moves import Going
from sim.tabletop.inches import covers, line_covers
from tests.cases import Asked
from tests.rules.ambush_alley.questions import thinking
from tests.rules.ambush_alley.staged import drawn_at_random, staged
from tests.rules.positions import names, way

GRIDS = {"squares": "", "hexes": "scenario hexes.toml\n"}
on_both = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)


# -- inches ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-measure")
def test_a_step_counts_the_scale() -> None:
    """In half inches, and half as much again aslant."""
    double = staged("i1 A1", scale=2)
    mine = mover(double, double.state.unit("i1"))
    assert (mine.step, mine.diagonal) == (4, 6)


@pytest.mark.rule("AAS-R-pace")
def test_one_step_can_always_be_taken() -> None:
    """A step that costs more than a mob's whole move is taken all the same, by itself; two are not."""
    scene = staged("map\nrr..\n\nm1 A1", scale=2.5)
    mob = scene.state.unit("m1")
    assert [reach(scene, mob, "cautious").cost(scene.map.cell(name)) for name in ("B1", "C1")] == [10, None]
    assert way_refusal(scene, mob, way(scene, "B1"), "cautious") is None
    assert way_refusal(scene, mob, way(scene, "B1", "C1"), "cautious") is not None


# -- cover -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-cover")
@on_both
def test_what_shelters_from_who_looks_is_there_when_nobody_does(grid: str) -> None:
    """On level ground whoever is in cover from those who see it would be so if they went away."""
    dice = Random(11)
    ground = grid + drawn_at_random(dice, ".bsn", (12, 2, 1, 1))
    alone = staged(f"{ground}i1 A1")
    unlooked = watch(alone, alone.state.unit("i1")).sheltered
    for viewer in dice.sample(names(alone, alone.map.whole)[1:], 40):
        seen = staged(f"{ground}i1 A1 | r1 {viewer}")
        looked = watch(seen, seen.state.unit("i1")).sheltered
        assert all(unlooked(cell).key for cell in seen.map.whole if looked(cell).key)


@on_both
def test_no_line_finds_cover_where_none_may_be(grid: str) -> None:
    """Cells that are left out of the tracing are bare on every line to them, over random ground with steep hills."""
    scene = staged(grid + drawn_at_random(Random(7), ".bsrn", (12, 2, 1, 1, 1), heights="0136"))
    may = may_be_sheltered(scene.map, NO_CHANGES, scene.lines.convention.grazing_cover)
    assert 0 < len(may) < len(scene.map.whole)
    for viewer in scene.map.whole:
        for cell in scene.lines.field_of_view(viewer) - may:
            assert cell == viewer or not line_covers(scene.lines, viewer, cell)


@on_both
@pytest.mark.parametrize("seed", range(4))
def test_where_cover_is_after_changes_is_what_a_look_at_every_cell_finds(
    grid: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever burns down, is blown up or put there: only what lies near a change is looked at again."""
    dice = Random(seed)
    ground = grid + drawn_at_random(dice, ".bsrn", (12, 2, 1, 1, 1))
    battle_map, again = staged(ground).map, staged(f"{ground}ways road B1-B2").map  # a map that keeps no answers yet
    changes, kinds = NO_CHANGES, battle_map.terrain_set
    for cell in dice.sample(list(battle_map.whole), 4):
        beside = next(near for near in battle_map.grid.neighbours(cell) if battle_map.grid.share_side(cell, near))
        changes = changes.with_terrain(cell, dice.choice(sorted(kinds.terrain)))
        changes = changes.with_edge(Edge.between(cell, beside), dice.choice([None, *sorted(kinds.edges)]))
    changes = changes.with_feature(dice.choice(list(battle_map.whole)), dice.choice(sorted(kinds.features)))
    quick = _covers(battle_map, changes)
    assert quick != _covers(battle_map, NO_CHANGES)
    monkeypatch.setattr(cover, "NO_CHANGES", changes)  # then nothing is taken over from the printed map
    assert quick == _covers(again, changes)


def _covers(battle_map: BattleMap, changes: Changes) -> list[list[Cell]]:
    hands = [may_be_sheltered(battle_map, changes, one_hand) for one_hand in (True, False)]
    return [list(area) for area in (own_cover_area(battle_map, changes), walled_area(battle_map, changes), *hands)]


@pytest.mark.rule("AAS-R-cover")
@on_both
def test_what_is_watched_is_what_the_rules_say(grid: str) -> None:
    """Over random ground: who sees a cell, and whether it is in cover, cell by cell as geometry has it."""
    dice = Random(3)
    ground = grid + drawn_at_random(dice, ".bsrn", (12, 2, 1, 1, 1), 16)
    places = dice.sample(names(staged(ground), staged(ground).map.whole), 4)
    scene = staged(ground + " | ".join(f"{id_} {at}" for id_, at in zip(("i1", "r1", "r2", "r3"), places, strict=True)))
    watching, own, walled = watch(scene, scene.state.unit("i1")), *_covers(scene.map, scene.state.changes)[:2]
    for cell in scene.map.whole:
        looking = [each for each in regulars(scene) if cell in scene.lines.field_of_view(each.place)]
        eyes = [each.id for each in looking]
        sheltered = all(covers(scene.lines, each.place, cell) for each in looking)
        assert watching.unseen(cell)[:2] == (not eyes, f"seen by {', '.join(eyes)}" if eyes else "unseen")
        assert watching.seen(cell).key is bool(eyes) and watching.number(cell) == len(eyes)
        assert watching.sheltered(cell).key is ((sheltered if looking else cell in walled) or cell in own)


def test_more_enemies_than_bits() -> None:
    """Seventy enemies are told apart as well as two: one of the last is behind a house, and does not see the cell."""
    men = [f'unit {{"id": "x{n}", "side": "regulars", "profile": "local_police"}}' for n in range(71)]
    scene = staged("\n".join(["map", "." * 72, "." * 72, f"..b{'.' * 69}", "", "i1 A2", *men]))
    state = scene.state
    for n in range(71):
        cell = scene.map.grid.at(n, 0) if n < 69 else scene.map.cell(("A3", "B3")[n - 69])
        state = state.with_unit(state.unit(f"x{n}").changed(cell=cell))
    crowded: AasPosition = type(scene)(scene.battle, state)
    assert watch(crowded, state.unit("i1")).unseen(scene.map.cell("F3")).text.count("x") == 69


@on_both
def test_enemies_and_places_found_at_once_are_those_found_one_by_one(grid: str) -> None:
    """Over random ground: whom a unit can fire at, the nearest goal by the way there, and the nearest free cells."""
    dice = Random(5)
    ground = grid + drawn_at_random(dice, ".bsrn", (12, 2, 1, 1, 1), 16)
    places = dice.sample(names(staged(ground), staged(ground).map.whole), 5)
    who = ("i1", "i2", "r1", "r2", "m1")
    scene = staged(ground + " | ".join(f"{id_} {at}" for id_, at in zip(who, places, strict=True)))
    goals = tuple(dice.sample(list(scene.map.whole), 6))
    for unit in scene.state.units:
        if unit.cell is None:
            continue
        able = [enemy for enemy in enemies(scene, unit.side) if fire_refusal(scene, unit, enemy) is None]
        assert open_to_fire(scene, unit) == able
        ways = [(leads(scene, unit, goal).cost(unit.place), scene.map.ordinal(goal), goal) for goal in goals]
        known = [(cost, n, goal) for cost, n, goal in ways if cost is not None]
        assert nearest_of(scene, unit, goals) == (min(known)[::2] if known else None)
        for beside in (False, True):
            run = reach_of(scene.ground, mover(scene, unit), goals[0])
            barred = {each.cell for each in scene.state.units} | ({goals[0]} if beside else set())
            free = [(run.cost(cell) or 0, cell) for cell in run.area if cell not in barred]
            nearest = tuple(cell for cost, cell in free if cost == min(free)[0])
            assert nearest_free_cells(scene, unit, goals[0], beside=beside) == nearest


# -- ways --------------------------------------------------------------------------------------------------------


@on_both
@pytest.mark.parametrize("pace", ["cautious", "rapid"])
def test_a_reach_and_a_price_agree(grid: str, pace: Any) -> None:
    """Every cell of a reach has a way that is allowed and costs what the reach says."""
    ground = "\n".join(["." * 14] * 3 + ["....b........."] + ["." * 14] * 10)
    laid = "ground D3:r F6:s G7:w H5:n C6:m J9:~\nedges hedge F5/n wall H8/n\ni1 F5 | i2 G5 | m1 E6"
    scene = staged(f"{grid}map\n{ground}\n\n{laid}")
    unit = scene.state.unit("i1")
    found = reach(scene, unit, pace)
    for cell in (cell for cell in found.area if cell != found.start):
        steps = found.way(cell)[1:]
        assert way_refusal(scene, unit, steps, pace) is None
        assert price(scene, unit, steps) == found.cost(cell)


@pytest.mark.rule("AAS-R-safest")
def test_the_safest_way_goes_round_what_is_seen() -> None:
    """Along the lane is shorter; through the woods behind it fewer cells of the way are in sight."""
    scene = staged("map\n.........\nwwwwwwwww\n.........\n\ni1 A1 | r1 I1")
    who, end = scene.state.unit("i1"), scene.map.cell("F2")
    safe, short, seen = safe_ways(scene, who), reach(scene, who, "rapid"), danger(scene, who)
    counts = [sum(cell in seen for cell in ways.way(end)[1:]) for ways in (safe, short)]
    assert counts[0] == safe.danger(end) and counts[0] < counts[1]
    assert (safe.cost(end) or 0) > (short.cost(end) or 0)


def test_ways_of_an_assault_are_worked_out_when_asked_for() -> None:
    """A mapping of cells to ways, with what they cost; other cells have none."""
    scene = staged("r1 A3 | i1 E3")
    found = assault_ways(scene, scene.state.unit("r1"), scene.state.unit("i1"))
    beside, elsewhere = scene.map.cell("D3"), scene.map.cell("A1")
    assert (names(scene, found[beside]), found.cost(beside), len(found)) == (["B3", "C3", "D3"], 6, 8)
    assert elsewhere not in found
    for asked in (found.__getitem__, found.cost):
        with pytest.raises(KeyError):
            asked(elsewhere)


@pytest.mark.parametrize("search", [out_of_sight, into_cover, pull_back])
def test_the_way_that_is_found_can_be_walked(search: Any) -> None:
    """Step by step from where the unit stands, and as dear as it was said to be."""
    scene = staged("ground I2:b\ni1 C2 | r1 A2")
    who = scene.state.unit("i1")
    going = search(thinking(Asked(scene, dice=(1, 1)), Ask("insurgents", INTERRUPT, "i1"))[1], "x")
    assert isinstance(going, Going)
    assert way_refusal(scene, who, going.way, "rapid") is None
    assert price(scene, who, going.way) == going.cost
