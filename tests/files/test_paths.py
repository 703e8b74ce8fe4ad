import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import FileLocation, FileMistakes, path_within


def can_link(folder: Path) -> bool:
    """Say whether links can be made here: Windows asks for a right to do so."""
    try:
        (folder / "probe").symlink_to(folder)
    except (OSError, NotImplementedError):
        return False
    (folder / "probe").unlink()
    return True


@pytest.mark.parametrize("name", ["a.toml", "set/a.toml", "a..b", ".hidden", "console.toml", "Ålesund 1940.toml"])
def test_names_inside_the_folder_are_joined(tmp_path: Path, name: str) -> None:
    """An ordinary name, in a folder of the folder or not, is joined to it."""
    assert path_within(tmp_path, name) == tmp_path.resolve() / name


OUTSIDE = (
    *("", ".", "..", "../a", "a/../../b", "a/..", "./a", "a//b", "a/", "/etc/passwd", "//server/share", "C:a", "c:/a"),
    *(
        "C:\\a",
        "..\\a",
        "a\\b",
        "\\\\server\\share",
        "a:stream",
        "a\0b",
        "a\nb",
        "a\u202eb",
        "\ud800",
        "NUL",
        "con.toml",
    ),
    *("sub/COM1.toml", "LPT¹", "aux .txt", "CONOUT$", "a.", "a ", "a*", "a" * 201, "a/" * 600 + "a"),
)


@pytest.mark.parametrize("name", OUTSIDE)
def test_names_that_lead_out_or_fail_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    """Whatever is a way out, a device or no name at all on any system is refused on every one."""
    with pytest.raises(FileMistakes):
        path_within(tmp_path, name)


def test_the_mistake_points_at_where_the_name_was_written(tmp_path: Path) -> None:
    """A scenario that names a map outside is blamed at its own line."""
    with pytest.raises(FileMistakes, match=r'^s\.toml:3: map: found "\.\./m\.toml", expected'):
        path_within(tmp_path, "../m.toml", lambda: FileLocation("s.toml", 3, "map"))


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    """A link inside the folder may not lead outside."""
    if not can_link(tmp_path):
        pytest.skip("no links here")
    folder = tmp_path / "maps"
    folder.mkdir()
    (tmp_path / "secret").write_text("x")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)
    for name in ("link", "up/secret"):
        with pytest.raises(FileMistakes, match="a link out of the folder"):
            path_within(folder, name)


def test_a_link_that_stays_inside_is_followed(tmp_path: Path) -> None:
    """A link from one map to another is harmless."""
    if not can_link(tmp_path):
        pytest.skip("no links here")
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert path_within(tmp_path, "b") == tmp_path.resolve() / "a"


def test_links_in_a_ring_do_not_hang(tmp_path: Path) -> None:
    """Two links to each other are refused, or lead to a path inside at which nothing can be opened."""
    if not can_link(tmp_path):
        pytest.skip("no links here")
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    try:
        path = path_within(tmp_path, "a")
    except FileMistakes:
        return
    assert path.is_relative_to(tmp_path.resolve())


@given(st.text(st.sampled_from("ab./\\:~ *\0\n") | st.characters(), max_size=20))
def test_any_name_is_inside_or_refused(name: str) -> None:
    """No name leads out of the folder, and none raises anything else."""
    try:
        path = path_within("maps", name)
    except FileMistakes:
        return
    assert path.is_relative_to(os.path.realpath("maps"))
    assert path != Path(os.path.realpath("maps"))
