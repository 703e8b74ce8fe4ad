"""The small scenes of OUTLAWS! begin as their briefings say: what is to be watched can happen."""

import pytest

from sim.engine.battle import Position
from sim.rules.outlaws.ground.cover import in_cover
from sim.rules.outlaws.ground.moves import actions_to_reach
from sim.rules.outlaws.ground.sight import could_turn_to_see, ruler
from sim.rules.outlaws.state import Character, OutlawsPosition
from tests.rules.outlaws.shootouts import shipped


def scene(name: str) -> OutlawsPosition:
    """Return the beginning of a scene."""
    scenario = shipped(f"behaviour/{name}")
    return Position(scenario.battle, scenario.state)


def everybody(position: OutlawsPosition) -> dict[str, Character]:
    """Return the characters by their ids."""
    return {unit.id: unit for unit in position.state.units}


def distance(one: Character, other: Character) -> int:
    """Return how far apart two characters are."""
    return ruler(one.place, other.place)


@pytest.mark.rule("OUT-DIE-dark")
@pytest.mark.parametrize("name", ["dark_die", "suspected", "run_unseen"])
def test_nobody_is_in_sight(name: str) -> None:
    """However the auto turns."""
    position = scene(name)
    cobb = everybody(position)["Cobb"]
    assert not any(could_turn_to_see(position, cobb, enemy) for enemy in position.state.units.of("law"))


@pytest.mark.rule("OUT-DIE-medium")
def test_no_cover_from_those_in_sight() -> None:
    """Both could be seen by turning, and the auto has cover from neither."""
    position = scene("medium_die")
    cobb = everybody(position)["Cobb"]
    for enemy in position.state.units.of("law"):
        assert could_turn_to_see(position, cobb, enemy)
        assert not in_cover(position, cobb, enemy)


@pytest.mark.rule("OUT-DIE-light")
def test_cover_from_all_in_sight() -> None:
    """The crate stands between."""
    position = scene("light_die")
    cobb = everybody(position)["Cobb"]
    for enemy in position.state.units.of("law"):
        assert could_turn_to_see(position, cobb, enemy)
        assert in_cover(position, cobb, enemy)


@pytest.mark.rule("OUT-T-closest", "OUT-T-tie")
def test_one_is_closest_and_two_are_equal() -> None:
    """The dice have something to decide once Ames is out."""
    who = everybody(scene("closest"))
    assert distance(who["Cobb"], who["Ames"]) < distance(who["Cobb"], who["Reed"]) == distance(who["Cobb"], who["Lane"])


@pytest.mark.rule("OUT-T-cover")
def test_the_nearer_one_is_in_cover() -> None:
    """And the farther one is not."""
    position = scene("cover_minus")
    who = everybody(position)
    assert distance(who["Cobb"], who["Ames"]) < distance(who["Cobb"], who["Reed"])
    assert in_cover(position, who["Ames"], who["Cobb"])
    assert not in_cover(position, who["Reed"], who["Cobb"])


@pytest.mark.rule("OUT-T-armed")
def test_the_closest_holds_nothing() -> None:
    """Then comes the rifle, then the revolver."""
    who = everybody(scene("handgun_or_long_gun"))
    order = sorted(("Ames", "Reed", "Lane"), key=lambda id_: distance(who["Cobb"], who[id_]))
    assert order == ["Lane", "Ames", "Reed"]
    assert [[item.kind for item in who[id_].held] for id_ in order] == [[], ["winchester"], ["colt_45"]]


@pytest.mark.rule("OUT-T-suspected")
def test_the_nearer_one_is_farther_to_walk() -> None:
    """A wall stands between."""
    position = scene("suspected")
    who = everybody(position)
    assert distance(who["Cobb"], who["Reed"]) < distance(who["Cobb"], who["Ames"])
    ames, reed = (actions_to_reach(position, who["Cobb"], who[id_]) for id_ in ("Ames", "Reed"))
    assert ames is not None
    assert reed is None or ames < reed


@pytest.mark.rule("OUT-BRAWL-2")
def test_a_chair_to_pick_up() -> None:
    """Where Ames and Cobb stand, and not where the others do."""
    position = scene("brawl_with_objects")
    who = everybody(position)
    objects = position.battle.data.shootout.objects
    assert who["Ames"].cell == who["Cobb"].cell and who["Cobb"].cell in objects
    assert who["Dunn"].cell not in objects


@pytest.mark.rule("OUT-SHOOT-8")
def test_an_archer_with_one_action() -> None:
    """Of the three only Old Crow."""
    units = scene("bow_and_lance").state.units.of("gang")
    assert [unit.id for unit in units if unit.allowance == 1] == ["Old Crow"]


@pytest.mark.rule("OUT-AMMO-1", "OUT-AMMO-2")
def test_three_ways_to_be_out_of_ammunition() -> None:
    """One has reloads, one a knife, one nothing."""
    units = scene("out_of_ammo").state.units.of("gang")
    assert all(item.loaded == 0 for unit in units for item in unit.items)
    assert [sum(item.reloads for item in unit.items) for unit in units] == [2, 0, 0]
    assert ["knife" in [item.kind for item in unit.items] for unit in units] == [False, False, True]


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1", "OUT-MOVE-ride-tuwa-2")
def test_one_in_cover_and_one_in_the_open() -> None:
    """For both riders."""
    position = scene("tuwa_riding")
    who = everybody(position)
    for rider in position.state.units.of("gang"):
        assert rider.mounted and rider.profile.tuwa
        assert in_cover(position, who["Reed"], rider)
        assert not in_cover(position, who["Ames"], rider)
