"""Shipped maps and the user's folders are found."""

import os
from pathlib import Path

import pytest

from sim.resources import (
    UnknownName,
    assets_folder,
    find_map,
    maps_folder,
    scenarios_folder,
    shipped_maps,
    user_cache_folder,
    user_data_folder,
    user_logs_folder,
    user_settings_folder,
)


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    """Draw up a folder of empty maps, two of them with the same short name."""
    folder = tmp_path / "maps"
    for name in ("village", "zone/bridge", "coh/bridge", "coh/Orchard", "terrain/woods"):
        file = folder / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (folder / "README.md").touch()
    return folder


def test_shipped_maps_are_sorted_and_leave_terrain_out(maps: Path) -> None:
    """Maps come in the order of their names below the folder; terrain files are no maps."""
    names = [file.relative_to(maps).as_posix() for file in shipped_maps(maps)]
    assert names == ["coh/Orchard.toml", "coh/bridge.toml", "village.toml", "zone/bridge.toml"]


def test_no_folder_no_maps(tmp_path: Path) -> None:
    """A folder that is not there holds no maps, and that is no error."""
    assert shipped_maps(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("village", "village.toml"),
        ("village.toml", "village.toml"),
        ("coh/bridge", "coh/bridge.toml"),
        ("orchard", "coh/Orchard.toml"),
    ],
)
def test_a_shipped_map_goes_by_its_name(maps: Path, name: str, file: str) -> None:
    """The stem is enough, the folder may be given, and case does not matter."""
    assert find_map(name, maps) == maps / file


def test_a_path_wins_over_a_shipped_name(maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that lies before the user is taken before a shipped map of the same name."""
    monkeypatch.chdir(tmp_path)
    Path("village.toml").touch()
    assert find_map("village.toml", maps) == Path("village.toml")
    assert find_map("village", maps) == maps / "village.toml"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("vilage", r"'vilage'.*did you mean village\?"),
        ("char", r"did you mean coh/Orchard\?"),
        ("xyzzy", r"shipped map of that name; `sandtable map list` lists"),
        ("", "the name of the map is empty"),
        ("bridge", "coh/bridge, zone/bridge"),
    ],
    ids=["misspelt", "a part of a name", "like no other", "not the current folder", "two of the same short name"],
)
def test_what_is_no_name_of_a_map_is_answered(maps: Path, name: str, told: str) -> None:
    """With what was probably meant where something comes near, and never by a guess."""
    with pytest.raises(UnknownName, match=told):
        find_map(name, maps)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_a_map(maps: Path, tmp_path: Path) -> None:
    """What exists and is no file is refused as such, and not called missing."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnknownName, match=r"pipe' is not a regular file$"):
        find_map(tmp_path / "pipe", maps)


def test_a_folder_is_not_a_map(maps: Path) -> None:
    """A folder is refused as such."""
    with pytest.raises(UnknownName, match="is a folder, not a map file"):
        find_map(maps / "coh", maps)


def test_every_shipped_map_is_found_by_its_stem() -> None:
    """No two shipped maps share a stem, so that each can be called by its short name."""
    for file in shipped_maps():
        assert find_map(file.stem) == file


def test_in_a_checkout_the_shipped_folders_lie_at_the_top() -> None:
    """Maps, scenarios and assets are found beside the package."""
    top = Path(__file__).resolve().parent.parent
    assert [maps_folder(), scenarios_folder(), assets_folder()] == [top / "maps", top / "scenarios", top / "assets"]


def test_user_folders_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`SANDTABLE_HOME` gathers all user folders in one place."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    folders = [user_data_folder(), user_settings_folder(), user_logs_folder(), user_cache_folder()]
    assert folders == [tmp_path / "data", tmp_path / "settings", tmp_path / "logs", tmp_path / "cache"]


def test_user_folders_are_the_systems_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it they are where the system keeps such things, and carry the name."""
    monkeypatch.delenv("SANDTABLE_HOME", raising=False)
    for folder in (user_data_folder(), user_settings_folder(), user_logs_folder(), user_cache_folder()):
        assert folder.is_absolute()
        assert "sandtable" in folder.parts
