"""Ambush Alley: inches, ranges, sight, cover and combats."""

from random import Random
from typing import Any

import pytest

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes
from sim.board.mapfile import parse_map
from sim.grid import Edge
from sim.rules.ambush_alley.combat.fire import always_optimum, optimum, range_band, support_optimum, weapons
from sim.rules.ambush_alley.ground import cover
from sim.rules.ambush_alley.ground.cover import may_be_sheltered, own_cover_area, walled_area
from sim.rules.ambush_alley.ground.moves import in_cover, seen_by_enemies, watch
from sim.rules.ambush_alley.scenario import Settings
from sim.rules.ambush_alley.solo.conditions import nearest_combat
from sim.rules.ambush_alley.state import AasPosition, Combat, enemies, insurgents
from sim.tabletop.inches import area_within, best_cover, covers, inches, line_covers, nearest, sees, within
from tests.rules.ambush_alley.table import WIDE, chief, hexes, position, squares, team, unit, vehicle, with_cells
from tests.rules.positions import changed, names

# -- inches ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-measure")
@pytest.mark.parametrize("length", [2, 3, 6, 10])
def test_lengths_of_the_tables_end_exactly_on_squares(length: int) -> None:
    """So many squares in a row are within so many inches, one more is not, and the diagonal counts by ruler."""
    scene = position()
    here = scene.map.cell("A1")
    at = [scene.map.grid.at(column, 0) for column in range(length + 2)]
    assert within(scene, here, at[length], length)
    assert not within(scene, here, at[length + 1], length)
    assert not within(scene, here, scene.map.grid.at(length, 1), length)


@pytest.mark.parametrize("length", [2, 3, 6, 10])
def test_lengths_of_the_tables_end_exactly_on_hexes(length: int) -> None:
    """So many hexes in a row are within so many inches, and one more is not."""
    scene = position(on=hexes())
    here = scene.map.cell("A1")
    assert within(scene, here, scene.map.cell(f"A{length + 1}"), length)
    assert not within(scene, here, scene.map.cell(f"A{length + 2}"), length)


def test_three_by_four_is_five() -> None:
    """A length that comes out whole aslant is within it."""
    scene = position()
    assert within(scene, scene.map.cell("A1"), scene.map.cell("D5"), 5)
    assert not within(scene, scene.map.cell("A1"), scene.map.cell("E5"), 5)


@pytest.mark.rule("AAS-R-measure")
def test_a_scale_of_tenths_is_exact() -> None:
    """Ten squares of 1.3 inches are thirteen inches, though no binary number is 1.3."""
    scene = position(on=squares(scale=1.3))
    one = scene.map.cell("A1")
    assert within(scene, one, scene.map.cell("K1"), 13)
    assert not within(scene, one, scene.map.cell("L1"), 13)


@pytest.mark.parametrize("battle_map", [squares(), hexes(), squares(scale=1.5)], ids=["squares", "hexes", "wide"])
def test_the_area_within_a_length_is_the_cells_within_it(battle_map: BattleMap) -> None:
    """The area is those cells of which `within` says so."""
    scene = position(on=battle_map)
    centre = scene.map.cell("H9")
    assert list(area_within(scene, centre, 6)) == [cell for cell in scene.map.whole if within(scene, centre, cell, 6)]


def test_inches_are_for_show() -> None:
    """Inches count the scale of the map."""
    scene = position(on=hexes(scale=2))
    assert inches(scene, scene.map.cell("A1"), scene.map.cell("A4")) == pytest.approx(6)


# -- who is there, and who is nearest ----------------------------------------------------------------------------


def test_who_fights_whom() -> None:
    """Regulars and Insurgents fight each other; civilians fight nobody, and nobody fights them."""
    scene = position(team("r1", "A1"), team("i1", "B1"), chief("i2", "C1"), team("m1", "D1"))
    assert [[enemy.id for enemy in enemies(scene, side)] for side in ("regulars", "insurgents", "civilians")] == [
        ["i1", "i2"], ["r1"], [],
    ]  # fmt: skip


def test_nobody_is_on_the_table_without_anybody_left() -> None:
    """Units without a cell, or with nobody left to act, are not on the table."""
    scene = position(team("r1", "A1"), team("r2", None), team("r3", "B1", figures=0, full=4))
    assert [each.on_table for each in scene.state.units] == [True, False, False]


@pytest.mark.rule("AAS-CHECK-1")
def test_the_nearest_is_by_inches() -> None:
    """Five squares straight are nearer than four aslant."""
    scene = position(team("r1", "A1"), team("i1", "E5"), team("i2", "F1"))
    assert [each.id for each in nearest(scene, unit(scene, "r1").place, insurgents(scene))] == ["i2"]


@pytest.mark.rule("AAS-CHECK-1", "AAS-R-measure")
def test_equally_near_is_a_tie() -> None:
    """Five squares straight and three by four are a tie, in roster order; who is gone is nobody's nearest."""
    scene = position(
        team("r1", "A1"), team("i2", "D5"), team("i1", "F1"), team("i3", "G1"), team("i4", "B1", figures=0, full=4),
        team("i5", None),
    )  # fmt: skip
    assert [each.id for each in nearest(scene, unit(scene, "r1").place, insurgents(scene))] == [
        "i2", "i1",
    ]  # fmt: skip


# -- ranges ------------------------------------------------------------------------------------------------------


def duel(away: int, on: BattleMap | None = None, **who: Any) -> AasPosition:
    """An Insurgent in A1 and a Regular so many squares, or hexes, away."""
    battle_map = squares(WIDE) if on is None else on
    grid = battle_map.grid
    far = grid.name(grid.at(away, 0) if grid.kind == "square" else grid.at(0, away))
    return position(team("i1", "A1", **who), team("r1", far), on=battle_map)


def band(scene: AasPosition) -> str:
    """The range of the Regular to the Insurgent."""
    return range_band(scene, unit(scene, "i1"), unit(scene, "r1"))


@pytest.mark.rule("AAS-R-optimum")
@pytest.mark.parametrize("quality", [6, 8, 10, 12])
def test_the_optimum_range_is_the_quality_die(quality: int) -> None:
    """Up to the faces of the die is optimum, up to twice that is double, and more is far."""
    bands = [band(duel(away, quality=quality)) for away in (quality, quality + 1, 2 * quality, 2 * quality + 1)]
    assert bands == ["optimum", "double", "double", "far"]


@pytest.mark.rule("AAS-R-optimum")
@pytest.mark.parametrize(("away", "expected"), [(6, "optimum"), (7, "double"), (12, "double"), (13, "far")])
def test_ranges_end_exactly_on_hexes(away: int, expected: str) -> None:
    """On hexes of an inch the ranges of a D6 end after six and after twelve of them."""
    assert band(duel(away, on=hexes(), quality=6)) == expected


@pytest.mark.rule("AAS-R-support")
@pytest.mark.parametrize(("away", "expected"), [(6, "optimum"), (7, "double"), (12, "double"), (13, "far")])
def test_a_support_weapon_doubles_the_optimum_range_of_its_own_dice(away: int, expected: str) -> None:
    """A D6 with a machine gun has six inches of optimum range, and the gun twelve."""
    scene = duel(away, quality=6, support=("lmg",))
    assert (optimum(scene, unit(scene, "i1")), support_optimum(scene, unit(scene, "i1"))) == (6, 12)
    assert band(scene) == expected


@pytest.mark.rule("AAS-R-support")
def test_by_the_other_reading_it_doubles_that_of_the_whole_unit() -> None:
    """Twelve inches, for the men too."""
    scene = position(team("i1", "A1", quality=6, support=("lmg",)), readings=Settings(support_range="whole unit"))
    assert optimum(scene, unit(scene, "i1")) == 12


@pytest.mark.rule("AAS-R-support")
def test_all_dice_of_a_vehicle_are_its_weapons() -> None:
    """Its range is the weapon's."""
    scene = position(vehicle("r1", "A1", quality=8, support=("lmg",)))
    assert optimum(scene, unit(scene, "r1")) == 16


def test_a_mounted_weapon_is_always_in_optimum_range() -> None:
    """A heavy machine gun on its mount knows no other range."""
    scene = duel(55, quality=6, support=("heavy",))
    assert always_optimum(scene, unit(scene, "i1"))
    assert band(scene) == "optimum"


def test_a_weapon_that_is_out_gives_no_range() -> None:
    """A vehicle whose weapon is out has none to reach further with."""
    scene = position(vehicle("r1", "A1", quality=8, support=("heavy",), weapon_out=True))
    assert weapons(scene, unit(scene, "r1")) == ()
    assert optimum(scene, unit(scene, "r1")) == 8
    assert not always_optimum(scene, unit(scene, "r1"))


def test_the_range_from_another_cell() -> None:
    """A range can be asked of a cell that the unit is not in."""
    scene = duel(13, quality=6)
    assert range_band(scene, unit(scene, "i1").changed(cell=scene.map.cell("H1")), unit(scene, "r1")) == "optimum"


# -- sight -------------------------------------------------------------------------------------------------------


def test_buildings_hide() -> None:
    """A line through a building is blocked, and one into it is not."""
    scene = position(team("r1", "A3"), team("i1", "E3"), team("i2", "C3"), on=squares(with_cells(C3="b")))
    assert [sees(scene, unit(scene, "r1"), each) for each in insurgents(scene)] == [False, True]


def test_who_is_aboard_is_not_seen() -> None:
    """Without a cell of one's own one sees nobody and is seen by nobody."""
    scene = position(team("r1", None), team("i1", "A1"))
    assert not sees(scene, unit(scene, "r1"), unit(scene, "i1"))
    assert not sees(scene, unit(scene, "i1"), unit(scene, "r1"))


def test_who_sees_a_unit_there_or_elsewhere() -> None:
    """Enemies that see a unit are told in roster order; of another cell they may be others."""
    scene = position(team("i1", "A3"), team("r2", "E3"), team("r1", "A6"), on=squares(with_cells(C3="b")))
    assert [each.id for each in seen_by_enemies(scene, unit(scene, "i1"))] == ["r1"]
    assert [each.id for each in seen_by_enemies(scene, unit(scene, "i1"), scene.map.cell("E5"))] == ["r2", "r1"]


# -- cover -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "expected"), [("b", "hard"), ("s", "soft"), ("k", "hard")])
def test_the_ground_of_a_target_is_cover(letter: str, expected: str) -> None:
    """A building and rocks are hard cover, scrub is soft."""
    scene = position(on=squares(with_cells(E3=letter)))
    cover = best_cover(scene.lines, scene.map.cell("A3"), scene.map.cell("E3"))
    assert cover is not None
    assert cover.cover == expected


@pytest.mark.parametrize(("kind", "expected"), [("low_wall", "hard"), ("hedge", "soft")])
def test_a_wall_shelters_from_one_side(kind: str, expected: str) -> None:
    """What stands on the side that the line crosses into the cell is cover, and from the other side it is not."""
    scene = position(on=squares(**{kind: "E3/w"}))
    there = scene.map.cell("E3")
    cover = best_cover(scene.lines, scene.map.cell("A3"), there)
    assert cover is not None
    assert cover.cover == expected
    assert best_cover(scene.lines, scene.map.cell("I3"), there) is None


def test_the_best_single_cover_counts() -> None:
    """Behind a low wall in scrub: the wall first, and each is there."""
    scene = position(on=squares(with_cells(E3="s"), low_wall="E3/w"))
    found = covers(scene.lines, scene.map.cell("A3"), scene.map.cell("E3"))
    assert [cover.cover for cover in found] == ["hard", "soft"]


def test_without_a_line_there_is_no_cover() -> None:
    """Who cannot be seen has no cover from there, for nobody can fire."""
    scene = position(on=squares(with_cells(C3="b", E3="b")))
    assert best_cover(scene.lines, scene.map.cell("A3"), scene.map.cell("E3")) is None


def test_marsh_is_no_cover() -> None:
    """Ground without a class of cover gives none."""
    scene = position(on=squares(with_cells(E3="m")))
    assert best_cover(scene.lines, scene.map.cell("A3"), scene.map.cell("E3")) is None


def test_a_defence_without_a_class_of_cover_is_none() -> None:
    """Ground that a map gives a defence but no class of cover shelters nobody here, where only the class counts."""
    field = parse_map(
        'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nrows = """\n...q..\n"""\n'
        '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
        '[terrain.furrows]\nlike = "field"\nletter = "q"\ndefence = 1\n',
        "x.toml",
    )
    scene = position(on=field)
    assert best_cover(scene.lines, field.cell("A1"), field.cell("D1")) is None
    assert not own_cover_area(scene.map, scene.state.changes)


def test_cover_on_hexes() -> None:
    """A wall on the side of a hex shelters from that side alone."""
    scene = position(on=hexes(low_wall="C5/n"))
    there = scene.map.cell("C5")
    assert best_cover(scene.lines, scene.map.cell("C1"), there) is not None
    assert best_cover(scene.lines, scene.map.cell("C9"), there) is None


def at_the_wall(*regulars: str, **laid: str) -> AasPosition:
    """An Insurgent in E3, and Regulars."""
    placed = [team(f"r{n}", cell) for n, cell in enumerate(regulars, 1)]
    return position(team("i1", "E3"), *placed, on=squares(**laid))


def covered(scene: AasPosition) -> bool:
    """Whether the Insurgent is in cover."""
    return in_cover(scene, unit(scene, "i1"))


@pytest.mark.rule("AAS-N-2")
def test_in_cover_is_from_every_enemy_that_sees_the_unit() -> None:
    """A wall towards one enemy is cover from him; another one on the other side makes it none."""
    assert covered(at_the_wall("A3", low_wall="E3/w"))
    both = at_the_wall("A3", "I3", low_wall="E3/w")
    assert not covered(both)
    assert watch(both, unit(both, "i1")).sheltered(both.map.cell("E3")).text == "no cover from r2"


@pytest.mark.rule("AAS-N-2")
def test_in_the_open_is_not_in_cover() -> None:
    """Nothing shelters in the open, whether anybody looks or not."""
    assert not covered(at_the_wall("A3"))
    assert not covered(at_the_wall())


def test_unseen_at_a_wall_is_in_cover() -> None:
    """Where nobody looks, a side that would shelter is enough."""
    assert covered(at_the_wall(low_wall="E3/w"))


def beside_crates(*regulars: str) -> AasPosition:
    """An Insurgent in C1, a low stack of crates in D1, a wall across the yard between F and G, and Regulars."""
    yard = parse_map(
        'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nrows = """\n...x....\n........\n"""\n'
        '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
        '[terrain.crates]\nlike = "open"\nletter = "x"\ndefence = 2\ncover = "hard"\nshelters_behind = true\n'
        '[edges]\nwall = ["F1/e", "F2/e"]\n',
        "x.toml",
    )
    return position(team("i1", "C1"), *(team(f"r{n}", cell) for n, cell in enumerate(regulars, 1)), on=yard)


@pytest.mark.rule("AAS-R-cover")
@pytest.mark.parametrize("regulars", [("F1",), ("G1",), ()], ids=["seen over them", "nobody sees it", "nobody there"])
def test_crates_are_cover_whether_anybody_looks_or_not(regulars: tuple[str, ...]) -> None:
    """Behind a low object one is in cover from who looks over it, and from nobody at all."""
    assert covered(beside_crates(*regulars))


@pytest.mark.rule("AAS-R-cover")
def test_crates_shelter_from_their_side_alone() -> None:
    """Whoever is seen past them is not in cover, and neither is who stands a step away from them, seen or not."""
    assert not covered(beside_crates("A1"))
    assert not covered(changed(beside_crates("G1"), "i1", cell="B1"))


@pytest.mark.rule("AAS-R-cover")
@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
def test_what_shelters_from_who_looks_is_there_when_nobody_does(drawn: Any) -> None:
    """On level ground whoever is in cover from those who see it would be so if they went away."""
    dice = Random(11)
    rows = "\n".join("".join(dice.choices(".bsn", (12, 2, 1, 1), k=14)) for _ in range(14))
    on: BattleMap = drawn(rows, low_wall="C3/n G7/s J9/n", hedge="E11/n")
    for viewer in dice.sample(list(on.whole), 40):
        seen = position(team("i1", "A1"), team("r1", on.grid.name(viewer)), on=on)
        alone = position(team("i1", "A1"), on=on)
        looked, unlooked = (watch(scene, unit(scene, "i1")).sheltered for scene in (seen, alone))
        assert all(unlooked(cell).key for cell in on.whole if looked(cell).key)


def test_a_building_is_cover_from_everybody() -> None:
    """Cover of its own needs no line."""
    scene = position(team("i1", "E3"), team("r1", "A3"), team("r2", "I3"), on=squares(with_cells(E3="b")))
    assert in_cover(scene, unit(scene, "i1"))
    assert not in_cover(scene, unit(scene, "i1").changed(cell=scene.map.cell("E5")))


def test_who_is_not_there_is_not_in_cover() -> None:
    """A unit without a cell is nowhere."""
    scene = position(team("i1", None), on=squares(with_cells(E3="b")))
    assert not in_cover(scene, unit(scene, "i1"))


def test_places_with_cover() -> None:
    """Places with cover are ground that is cover, and both cells at a wall."""
    scene = position(on=squares("....\n.b..\n....", hedge="D1/s"))
    assert names(scene, own_cover_area(scene.map, scene.state.changes)) == ["B2"]
    assert names(scene, walled_area(scene.map, scene.state.changes)) == ["D1", "B2", "D2"]


@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
def test_no_line_finds_cover_where_none_may_be(drawn: Any) -> None:
    """Cells that are left out of the tracing are bare on every line to them, over random ground with steep hills."""
    dice = Random(7)
    rows = "\n".join("".join(dice.choices(".bsrn", (12, 2, 1, 1, 1), k=14)) for _ in range(14))
    heights = "\n".join("".join(dice.choices("0136", k=14)) for _ in range(14))
    scene = position(on=drawn(rows, heights=heights, low_wall="C3/n G7/s J9/n", hedge="E11/n"))
    may = may_be_sheltered(scene.map, NO_CHANGES, scene.lines.convention.grazing_cover)
    assert 0 < len(may) < len(scene.map.whole)
    for viewer in scene.map.whole:
        for cell in scene.lines.field_of_view(viewer) - may:
            assert cell == viewer or not line_covers(scene.lines, viewer, cell)


@pytest.mark.parametrize("drawn", [squares, hexes], ids=["squares", "hexes"])
@pytest.mark.parametrize("seed", range(4))
def test_where_cover_is_after_changes_is_what_a_look_at_every_cell_finds(
    drawn: Any, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever burns down, is blown up or put there: only what lies near a change is looked at again."""
    dice = Random(seed)
    rows = "\n".join("".join(dice.choices(".bsrn", (12, 2, 1, 1, 1), k=14)) for _ in range(14))
    battle_map, again = (drawn(rows, low_wall="C3/n G7/s J9/n", hedge="E11/n") for _ in range(2))
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


def _covers(battle_map: BattleMap, changes: Changes) -> list[Area]:
    hands = [may_be_sheltered(battle_map, changes, one_hand) for one_hand in (True, False)]
    return [own_cover_area(battle_map, changes), walled_area(battle_map, changes), *hands]


# -- combats -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-N-8")
@pytest.mark.parametrize(("at", "near"), [("G1", True), ("H1", False)])
@pytest.mark.parametrize("fired", [True, False], ids=["who fired", "who was fired at"])
def test_combat_is_near_at_either_party(at: str, near: bool, fired: bool) -> None:
    """Six inches from who fired, or from who was fired at, are within six inches of the combat; seven are not."""
    map_ = squares()
    here, far = map_.cell(at), map_.cell("Z26")
    combat = Combat(here, far) if fired else Combat(far, here)
    scene = position(combats=(combat,))
    assert bool(nearest_combat(scene, scene.map.cell("A1"), 6)) is near


@pytest.mark.rule("AAS-W-11")
@pytest.mark.parametrize(("at", "near"), [("K1", True), ("L1", False)])
def test_combat_within_ten_inches(at: str, near: bool) -> None:
    """Ten inches away is within ten inches, eleven are not."""
    map_ = squares()
    scene = position(combats=(Combat(map_.cell(at), map_.cell("Z26")),))
    assert bool(nearest_combat(scene, scene.map.cell("A1"), 10)) is near


def test_without_a_shot_there_is_no_combat() -> None:
    """A quiet turn has no combat anywhere."""
    assert not nearest_combat(position(), position().map.cell("A1"), 100)


@pytest.mark.rule("AAS-CIV-4")
def test_the_nearest_combat() -> None:
    """The nearest place of a combat within six inches; all that are equally near; none further off."""
    map_ = squares()
    place = map_.cell
    scene = position(combats=(Combat(place("F1"), place("A6")), Combat(place("A6"), place("G1"))))
    assert names(scene, nearest_combat(scene, place("A1"), 6)) == ["F1", "A6"]
    assert nearest_combat(changed_to_far(scene), place("A1"), 6) == ()


def changed_to_far(scene: AasPosition) -> AasPosition:
    """The same with its combat far away."""
    far = scene.map.cell("Z26")
    return type(scene)(scene.battle, scene.state.changed(combats=(Combat(far, far),)))


def test_changed_moves_by_name() -> None:
    """A cell may be named where a unit is changed."""
    assert unit(changed(position(team("i1", "A1")), "i1", cell="B2"), "i1").cell == squares().cell("B2")


def test_whoever_looked_around_knows_where_cover_is() -> None:
    """Bit by bit, before anybody decides: a decision asks for all of it at once."""
    scene = position(team("i1", "E3"), team("r1", "A3"), on=squares(with_cells(E3="b", C2="r")))
    parts = sum(1 for _ in scene.battle.ruleset.insight.look_around(scene))
    assert parts >= 5
    before = _kept_of_cover(scene)
    assert len(before) == 3
    watch(scene, unit(scene, "r1"))
    assert _kept_of_cover(scene) == before


def _kept_of_cover(scene: AasPosition) -> dict[str, int]:
    """Return how many answers the map keeps of each function about cover."""
    return {name: len(kept) for name, kept in vars(scene.map).items() if cover.__name__ in name}
