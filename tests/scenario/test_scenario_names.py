"""Shipped scenarios are found as shipped maps are."""

from pathlib import Path

import pytest

from sim.resources import UnknownName, find_scenario, find_shipped_map, scenario_name, shipped_scenarios


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    """Draw up a folder of empty scenarios, two of them with the same short name."""
    folder = tmp_path / "scenarios"
    for name in ("zone/bridge", "coh/bridge", "coh/ambush", "terrain/ridge"):
        file = folder / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (folder / "README.md").touch()
    return folder


def test_shipped_scenarios_are_sorted(scenarios: Path) -> None:
    """Scenarios come in the order of their names; only maps have a folder of terrain that is left out."""
    names = [scenario_name(file, scenarios) for file in shipped_scenarios(scenarios)]
    assert names == ["coh/ambush", "coh/bridge", "terrain/ridge", "zone/bridge"]


@pytest.mark.parametrize("name", ["ambush", "coh/ambush", "coh/AMBUSH", "ambush.toml"])
def test_a_shipped_scenario_goes_by_its_name(scenarios: Path, name: str) -> None:
    """Short or whole, with or without the ending, in any case."""
    assert find_scenario(name, scenarios) == scenarios / "coh" / "ambush.toml"


def test_a_path_wins_over_a_shipped_scenario(scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that lies before the user is taken first."""
    monkeypatch.chdir(tmp_path)
    Path("ambush.toml").touch()
    assert find_scenario("ambush.toml", scenarios) == Path("ambush.toml")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bridge", "'bridge' could be any of these scenarios: coh/bridge, zone/bridge"),
        ("ambusch", r"scenario of that name; did you mean coh/ambush\? `sandtable list scenarios` lists"),
        ("", "the name of the scenario is empty"),
    ],
)
def test_a_name_that_leads_to_no_scenario_is_told(scenarios: Path, name: str, told: str) -> None:
    """With both where two have it, or the near one; and nothing is not taken for the current folder."""
    with pytest.raises(UnknownName, match=told):
        find_scenario(name, scenarios)


def test_only_a_shipped_map_is_found_by_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file from a stranger names is not looked for in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("village").touch()
    with pytest.raises(UnknownName, match=r"^there is no shipped map 'village'$"):
        find_shipped_map("village", tmp_path)


def test_maps_that_lie_beside_scenarios_are_no_scenarios(tmp_path: Path) -> None:
    """A folder called maps holds what scenarios of that folder are played on."""
    for name in ("one.toml", "maps/ground.toml", "small/maps/ground.toml", "small/two.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [file.name for file in shipped_scenarios(tmp_path)] == ["one.toml", "two.toml"]
