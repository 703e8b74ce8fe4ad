import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import FileLocation, FileMistakes, path_within


@pytest.fixture
def linking(tmp_path: Path) -> Path:
    """Return a folder in which links can be made: Windows asks for a right to do so."""
    try:
        (tmp_path / "probe").symlink_to(tmp_path)
    except (OSError, NotImplementedError):
        pytest.skip("no links here")
    return tmp_path


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
    """Whatever is a way out, a device or no name at all on any system is refused on every one, where it was written."""
    with pytest.raises(FileMistakes, match=r"^s\.toml:3: map: found .*, expected"):
        path_within(tmp_path, name, lambda: FileLocation("s.toml", 3, "map"))


def test_a_link_that_leads_out_is_refused(linking: Path) -> None:
    """A link inside the folder may not lead outside."""
    folder = linking / "maps"
    folder.mkdir()
    (linking / "secret").write_text("x")
    (folder / "link").symlink_to(linking / "secret")
    (folder / "up").symlink_to(linking)
    for name in ("link", "up/secret"):
        with pytest.raises(FileMistakes, match="a link out of the folder"):
            path_within(folder, name)


def test_a_link_that_stays_inside_is_followed(linking: Path) -> None:
    """A link from one map to another is harmless."""
    (linking / "a").write_text("x")
    (linking / "b").symlink_to(linking / "a")
    assert path_within(linking, "b") == linking.resolve() / "a"


def test_links_in_a_ring_do_not_hang(linking: Path) -> None:
    """Two links to each other are refused, or lead to a path inside at which nothing can be opened."""
    (linking / "a").symlink_to(linking / "b")
    (linking / "b").symlink_to(linking / "a")
    try:
        path = path_within(linking, "a")
    except FileMistakes:
        return
    assert path.is_relative_to(linking.resolve())


@given(st.text(st.sampled_from("ab./\\:~ *\0\n") | st.characters(), max_size=20))
def test_any_name_is_inside_or_refused(name: str) -> None:
    """No name leads out of the folder, and none raises anything else."""
    try:
        path = path_within("maps", name)
    except FileMistakes:
        return
    assert path.is_relative_to(os.path.realpath("maps"))
    assert path != Path(os.path.realpath("maps"))
