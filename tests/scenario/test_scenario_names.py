"""Shipped scenarios are found as shipped maps are."""

from pathlib import Path

import pytest

from sim.resources import UnknownName, find_scenario, find_shipped_map, scenario_name, shipped_scenarios


def test_a_shipped_scenario_goes_by_its_name(tmp_path: Path) -> None:
    """Sorted, whole or short; a folder of maps beside scenarios holds none, one of terrain does, unlike among maps."""
    for name in ("zone/bridge", "coh/bridge", "coh/ambush", "terrain/ridge", "coh/maps/ground"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.toml").touch()
    names = [scenario_name(file, tmp_path) for file in shipped_scenarios(tmp_path)]
    assert names == ["coh/ambush", "coh/bridge", "terrain/ridge", "zone/bridge"]
    assert {find_scenario(name, tmp_path) for name in ("ambush", "coh/AMBUSH")} == {tmp_path / "coh" / "ambush.toml"}
    with pytest.raises(UnknownName, match="'bridge' could be any of these scenarios: coh/bridge, zone/bridge"):
        find_scenario("bridge", tmp_path)
    told = r"scenario of that name; did you mean coh/ambush\? `sandtable list scenarios` lists"
    with pytest.raises(UnknownName, match=told):
        find_scenario("ambusch", tmp_path)
    with pytest.raises(UnknownName, match="the name of the scenario is empty"):
        find_scenario("", tmp_path)


def test_only_a_shipped_map_is_found_by_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file from a stranger names is not looked for in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("village").touch()
    with pytest.raises(UnknownName, match=r"^there is no shipped map 'village'$"):
        find_shipped_map("village", tmp_path)
