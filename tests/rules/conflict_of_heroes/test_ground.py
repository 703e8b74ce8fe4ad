"""What the ground is to whom: water, bonus hexes, several ways to one hex, the one defence modifier (base game 1.3).

A kind of ground that a map makes "like" another has what the game asks of that one.
"""

from __future__ import annotations

import pytest

from sim.board.terrain_sets import terrain_set
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.attacks import hex_shelter
from sim.rules.conflict_of_heroes.ground.moves import all_move_paths, enterable, move_paths
from sim.rules.conflict_of_heroes.ground.zones import steps_to_flank
from sim.rules.conflict_of_heroes.orders.fire import LaySmoke
from sim.rules.conflict_of_heroes.orders.rally import rally_needs
from sim.rules.conflict_of_heroes.state import HEAVY_SMOKE, LIGHT_SMOKE
from tests.rules.conflict_of_heroes.positions import Stand, field
from tests.rules.conflict_of_heroes.positions import rows as picture
from tests.rules.conflict_of_heroes.stage import GERMAN_RIFLES, PAK, RIFLES, TANK, Stage, ai, stage, unit, with_terrain

T26, ARMOURED_CAR, HALF_TRACK = "soviet_t26", "german_sdkfz_232", "german_sdkfz_251"
SOVIET, MORTAR = "soviet_rifles_41", "german_8cm_mortar"
BRIDGE = '[ways]\nroad = [["C3", "C7"]]'
FORD = '[terrain.ford]\nlike = "water"\nmove = { foot = 1, gun = 2, wheeled = 2, tracked = 1 }\nletter = "="'
INSIGHT = CONFLICT_OF_HEROES.insight


def shelter_of(field: Stage, id_: str) -> int:
    """Return the defence modifier of the hex that a counter is in."""
    here = field.counter(id_)
    return sum(part.defence for part in hex_shelter(field.position, here, here.place))


def with_smoke(field: Stage, at: str, kind: str = HEAVY_SMOKE) -> Stage:
    """Return a stage with smoke in a hex."""
    return field.changed(changes=field.state.changes.with_feature(field.cell(at), kind))


# -- water -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-WATER")
@pytest.mark.parametrize(("profile", "fires"), [(TANK, True), ("soviet_45mm_at_gun", True), (RIFLES, False)])
def test_only_troops_on_foot_are_in_the_water(profile: str, fires: bool) -> None:
    """A tank or a gun on a bridge is not, and fires; riflemen cannot."""
    there = stage(unit("u1", "C5", profile), ai("a1", "C3"), rows=with_terrain(C5="~"), more=BRIDGE)
    assert (there.no_shot("u1", "a1") == "") == fires
    if not fires:
        assert there.no_shot("u1", "a1") == "u1 is in the water"


@pytest.mark.rule("COH-WATER")
@pytest.mark.parametrize(("profile", "worth"), [(TANK, 0), ("soviet_truck", 0), (RIFLES, -1)])
def test_only_troops_on_foot_are_easier_to_hit_in_a_ford(profile: str, worth: int) -> None:
    """The figure of water is one for foot; that of a ford is inherited from it."""
    there = stage(unit("u1", "C5", profile), ai("a1", "C3"), rows=with_terrain(C5="="), more=FORD)
    assert shelter_of(there, "u1") == worth
    told = {part.reason: part.value for part in there.attack("a1", "u1").defence.parts}
    assert told.get("ford in C5", 0) == worth


@pytest.mark.rule("COH-WATER")
def test_a_ford_is_water_to_troops_on_foot() -> None:
    """What a map makes like water has its traits: they cannot fire out of it, and no smoke stays there."""
    there = stage(
        unit("u1", "C5", "german_5cm_mortar"), unit("u2", "C6"), ai("a1", "C2"), rows=with_terrain(C5="="), more=FORD
    )
    assert there.no_shot("u1", "a1") == "u1 is in the water"
    assert there.refusal(LaySmoke(there.cell("C5"), card="smoke-1")) is not None


@pytest.mark.rule("COH-WATER")
@pytest.mark.parametrize(("profile", "refused"), [(RIFLES, "u1 is in the water"), (TANK, "")])
def test_troops_on_foot_do_not_attack_in_the_water_at_any_range(profile: str, refused: str) -> None:
    """Close combat is an attack as well; a tank on the bridge may fight for it."""
    there = stage(unit("u1", "C5", profile), ai("a1", "C5"), rows=with_terrain(C5="~"), more=BRIDGE)
    assert there.no_shot("u1", "a1") == refused


@pytest.mark.rule("COH-WATER")
def test_a_mortar_in_the_water_fires_no_smoke() -> None:
    """Smoke is laid as an attack is made, and on foot nobody attacks in the water."""
    there = stage(unit("u1", "C7", "soviet_82mm_mortar"), ai("a1", "A1"), rows=with_terrain(C7="~"))
    assert there.refusal(LaySmoke(there.cell("C4"), "u1")) == "u1 is in the water"


@pytest.mark.rule("COH-WATER")
@pytest.mark.parametrize(("profile", "moves"), [("german_pz3e", True), (GERMAN_RIFLES, False)])
def test_an_ai_tank_in_a_ford_is_no_worse_off_than_beside_it(profile: str, moves: bool) -> None:
    """Low Risk under fire asks for no less DM than here: for a tank a ford has as much as a meadow."""
    marsh = dict.fromkeys(("G6", "E6", "G5", "E5", "F4", "G4", "E4"), "m")
    there = field(
        Stand("ai-1", "F6", 0, profile), Stand("red", "F2", 3, SOVIET), picture=picture(F5="=", **marsh), extra=FORD
    )
    decided = there.decide("AI closest to Unit -> Low Risk Move", *(() if moves else (1,)))
    assert (decided.short() == "ai-1 moves to F5") == moves


# -- bonus hexes -------------------------------------------------------------------------------------------------------


def ends(field: Stage, id_: str = "u1") -> set[str]:
    """Return the hexes that a counter can move to by one action."""
    return {field.position.name(way.end) for way in move_paths(field.position, field.counter(id_))}


@pytest.mark.rule("COH-BONUS")
def test_a_hit_that_makes_moves_dearer_takes_no_bonus_hex_away() -> None:
    """What a lorry's crew pays for cowering makes the road no more difficult: two wheels, C9 to C6."""
    road = '[ways]\nroad = [["C9", "C5"]]'
    lorry = unit("u1", "C9", "soviet_truck", hit="soft_cowering")
    there = stage(lorry, ai("a1", "A1"), more=road)
    assert {"C8", "C7", "C6"} <= ends(there)
    assert "C5" not in ends(there)


@pytest.mark.rule("COH-BONUS")
def test_ploughed_land_as_the_first_hex_wins_nothing() -> None:
    """T-34, two tracks: over open ground C9 to C6, over a ploughed first hex to that hex alone."""
    assert {"C8", "C7", "C6"} <= ends(stage(unit("u1", "C9", TANK), ai("a1", "A1")))
    ploughed = with_terrain(**{f"{column}{row}": "p" for column in "BCD" for row in (7, 8, 9, 10)} | {"C9": "."})
    assert ends(stage(unit("u1", "C9", TANK), ai("a1", "A1"), rows=ploughed)) == {"C8", "D8", "D9", "C10", "B9", "B8"}


@pytest.mark.rule("COH-BONUS")
def test_a_road_through_ploughed_land_wins_as_any_road() -> None:
    """From road to road the ground does not count."""
    ploughed = with_terrain(**{f"{column}{row}": "p" for column in "ABCDE" for row in range(4, 12)})
    road = '[ways]\nroad = [["C9", "C5"]]'
    assert "C6" in ends(stage(unit("u1", "C9", TANK), ai("a1", "A1"), rows=ploughed, more=road))


@pytest.mark.rule("COH-BONUS")
def test_a_wall_crossed_into_the_first_hex_wins_nothing() -> None:
    """A T-34 that drives over a wall stops behind it."""
    walls = '[edges]\nwall = ["C9/n"]'
    there = stage(unit("u1", "C9", TANK), ai("a1", "A1"), more=walls)
    through = {
        tuple(map(there.position.name, way.cells)) for way in all_move_paths(there.position, there.counter("u1"))
    }
    assert ("C8",) in through
    assert not any(way[0] == "C8" and len(way) > 1 for way in through)


@pytest.mark.rule("COH-BONUS")
def test_a_wheel_and_a_track_are_counted_each_by_its_own_symbol() -> None:
    """SdKfz 232: a road hex by the wheel, then open ground by the track; two hexes of open ground it does not win."""
    road = '[ways]\nroad = [["C9", "C7"]]'
    there = stage(unit("u1", "C9", ARMOURED_CAR), ai("a1", "A1"), more=road)
    assert "C6" in ends(there)  # C8, then C7 along the road by the wheel, then C6 by the track
    assert "C6" not in ends(stage(unit("u1", "C9", ARMOURED_CAR), ai("a1", "A1")))
    assert "C7" in ends(stage(unit("u1", "C9", ARMOURED_CAR), ai("a1", "A1")))


@pytest.mark.rule("COH-BONUS")
def test_what_a_map_makes_like_a_ploughed_field_wins_nothing_either() -> None:
    """Traits are inherited; a meadow of the map's own is as open as any."""
    own = '[terrain.beet]\nlike = "plowed_field"\nletter = "t"\n\n[terrain.meadow]\nlike = "open"\nletter = "y"'
    beet = stage(unit("u1", "C9", TANK), ai("a1", "A1"), rows=with_terrain(C8="t", B8="t", D8="t"), more=own)
    assert "C7" not in ends(beet)
    meadow = stage(unit("u1", "C9", TANK), ai("a1", "A1"), rows=with_terrain(C8="y", C7="y", C6="y"), more=own)
    assert "C6" in ends(meadow)


@pytest.mark.rule("COH-RALLY")
def test_what_a_map_makes_like_woods_or_a_building_helps_to_rally() -> None:
    """A pine wood is wood, a barn is a building."""
    own = '[terrain.pines]\nlike = "light_woods"\nletter = "P"\n\n[terrain.barn]\nlike = "wood_building"\nletter = "N"'
    for letter in "PN":
        there = stage(unit("u1", "C9", hit="soft_pinned"), ai("a1", "A1"), rows=with_terrain(C9=letter), more=own)
        assert rally_needs(there.position, there.counter("u1")).total == 6


def test_every_trait_is_explained_and_used() -> None:
    """The words that kinds may have are those of the terrain set, each with what it means."""
    battlefield = terrain_set("battlefield")
    kinds = [*battlefield.terrain.values(), *battlefield.features.values(), *battlefield.edges.values()]
    assert {trait for kind in kinds for trait in kind.traits} == set(battlefield.traits)


# -- several ways to one hex -------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-WAYS")
def test_a_vehicle_takes_whichever_way_it_likes() -> None:
    """Two ways of two hexes lead from C9 to D7, by C8 and by D8: both are one action."""
    there = stage(unit("u1", "C9", T26), ai("a1", "A1"))
    for first in ("C8", "D8"):
        assert there.refusal(there.move("u1", first, "D7")) is None


@pytest.mark.rule("COH-WAYS")
@pytest.mark.rule("COH-5.3.1-cc")
def test_low_risk_goes_round_a_short_range_zone() -> None:
    """G5 can be reached by F5, next to a Unit, and by G6, which is not: the first is no reason to refuse the hex."""
    hunters = Stand("red", "E5", 2, "german_tank_hunters")
    there = field(Stand("ai-1", "F6", 0, T26), hunters, objectives={"farm": "H1"})
    decided = there.decide("AI closest to Objective -> Low Risk Move")
    values = decided.values("where to move", "out of every short-range fire zone")
    assert (values["F5"], values["G5"]) == ("F5 in the zone of red", "yes")
    found = {way.end: way for way in enterable(decided.scene, decided.scene.state.unit("ai-1"))}
    round_it = found[decided.scene.map.cell("G5")]
    assert [decided.scene.name(cell) for cell in round_it.cells] == ["G6", "G5"]


@pytest.mark.rule("COH-WAYS")
def test_the_player_offers_name_one_way_to_each_hex() -> None:
    """The cheapest, and of those the shortest."""
    there = stage(unit("u1", "C9", TANK), ai("a1", "A1"))
    found = [way.end for way in move_paths(there.position, there.counter("u1"))]
    assert len(found) == len(set(found))
    assert len(all_move_paths(there.position, there.counter("u1"))) > len(found)


# -- smoke and flanks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-CC")
@pytest.mark.rule("COH-SMOKE")
@pytest.mark.parametrize("kind", [LIGHT_SMOKE, HEAVY_SMOKE])
def test_smoke_does_not_blind_those_who_fight_inside_it(kind: str) -> None:
    """The penalty is for fire out of the smoke; in close combat within the hex there is none."""
    close = with_smoke(stage(unit("u1", "C5"), ai("a1", "C5")), "C5", kind)
    assert not any("firing out of" in part.reason for part in close.attack("u1", "a1").rating.parts)
    apart = with_smoke(stage(unit("u1", "C5"), ai("a1", "C4")), "C5", kind)
    assert any("firing out of" in part.reason for part in apart.attack("u1", "a1").rating.parts)


@pytest.mark.rule("COH-FLANK")
def test_the_flank_hexes_of_a_mortar_begin_at_its_least_range() -> None:
    """An 8 cm mortar fires from 3 hexes on: from a hex behind its target it is two steps to one that offers a shot."""
    there = stage(unit("u1", "C7", facing="n"), ai("a1", "C9", MORTAR), ai("a2", "C9"))
    position = there.position
    target, cell = there.counter("u1"), there.cell("C8")
    assert steps_to_flank(position, cell, there.counter("a2"), target) == 0
    assert steps_to_flank(position, cell, there.counter("a1"), target) == 2


# -- one defence modifier ----------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-DM")
@pytest.mark.parametrize(("walls", "worth"), [(("C5/nw", "C5/sw"), 1), (("C5/nw",), 0), (("C5/sw",), 0)])
def test_a_line_between_two_walled_sides_crosses_a_wall(walls: tuple[str, ...], worth: int) -> None:
    """Whichever of the two it is held to cross; with a wall on one hand alone it crosses none."""
    more = "[edges]\nwall = [{}]".format(", ".join(f'"{wall}"' for wall in walls))
    there = stage(unit("u1", "C5", facing="nw"), ai("a1", "A5"), more=more)
    position, one = there.position, there.counter("u1")
    attacked = [part.value for part in there.attack("a1", "u1").defence.parts if "wall" in part.reason]
    assert sum(attacked) == worth
    assert position.sight(there.cell("A5"), one.place).defence_modifier == worth
    assert INSIGHT.shelter(position, there.cell("A5"), one.place).total == worth
    assert sum(part.defence for part in hex_shelter(position, one, one.place, there.counter("a1"))) == worth


@pytest.mark.rule("COH-DM")
def test_the_corner_of_a_wood_beside_the_line_shelters_nobody() -> None:
    """Seen from a hill a line may pass between two woods: they are not what the target stands in, nor a wall."""
    heights = 'heights = """\n' + "\n".join(["2......"] + ["......."] * 11) + '\n"""\n'
    there = stage(unit("u1", "C2"), ai("a1", "A1"), rows=with_terrain(B1="w"), more=heights)
    sight = there.position.sight(there.cell("A1"), there.cell("C2"))
    assert sight.defence_modifier == 0


@pytest.mark.rule("COH-DM")
def test_shells_come_over_walls_on_both_hands() -> None:
    """Walls give nothing against high explosive, however the line meets them."""
    more = '[edges]\nwall = ["C5/nw", "C5/sw"]'
    there = stage(unit("u1", "C5", facing="nw"), ai("a1", "A5", "german_5cm_mortar", facing="se"), more=more)
    assert not any("wall" in part.reason for part in there.attack("a1", "u1").defence.parts)


@pytest.mark.rule("COH-DM")
@pytest.mark.parametrize(("profile", "worth"), [(PAK, 2), (GERMAN_RIFLES, 2), (HALF_TRACK, 0)])
def test_a_trench_shelters_no_vehicle_whoever_asks(profile: str, worth: int) -> None:
    """Attack, panel and the AI's choice of hexes agree."""
    there = stage(unit("u1", "C8"), ai("a1", "C5", profile), more='[features]\ntrench = ["C5"]')
    assert shelter_of(there, "a1") == worth
    facts = [fact.text for fact in INSIGHT.facts(there.position, there.counter("a1")) if fact.label == "shelter"]
    assert facts == (["+2 trench in C5"] if worth else [])


@pytest.mark.rule("COH-DM")
def test_smoke_counts_no_more_than_two_whoever_asks() -> None:
    """Heavy and light smoke in one hex are worth 2 to the AI that looks for a hex, as they are in an attack."""
    there = with_smoke(with_smoke(stage(unit("u1", "C8"), ai("a1", "C5")), "C5"), "C5", LIGHT_SMOKE)
    assert shelter_of(there, "a1") == 2
