import os
import stat
from pathlib import Path

import pytest

from sim.files import write_atomically


def names(folder: Path) -> list[str]:
    """List a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_is_written(tmp_path: Path) -> None:
    """The data stands under the name, and nothing else does."""
    write_atomically(tmp_path / "save.json", b"new")
    assert (tmp_path / "save.json").read_bytes() == b"new"
    assert names(tmp_path) == ["save.json"]


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    """Without being asked to, nothing is kept."""
    (tmp_path / "save.json").write_bytes(b"old and longer")
    write_atomically(tmp_path / "save.json", b"new")
    assert (tmp_path / "save.json").read_bytes() == b"new"
    assert names(tmp_path) == ["save.json"]


def test_the_previous_file_is_kept(tmp_path: Path) -> None:
    """When asked, the file that stood there is found under `.bak`, also the second time."""
    for data in (b"1", b"2", b"3"):
        write_atomically(tmp_path / "save.json", data, keep_previous=True)
    assert (tmp_path / "save.json").read_bytes() == b"3"
    assert (tmp_path / "save.json.bak").read_bytes() == b"2"
    assert names(tmp_path) == ["save.json", "save.json.bak"]


def test_a_first_save_has_no_previous_one(tmp_path: Path) -> None:
    """Where nothing stood, nothing is kept."""
    write_atomically(tmp_path / "save.json", b"1", keep_previous=True)
    assert names(tmp_path) == ["save.json"]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    """If the name cannot be taken, the temporary file goes and the error stays."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_atomically(tmp_path / "folder", b"data")
    assert names(tmp_path) == ["folder"]


def test_a_failure_while_writing_leaves_no_temporary_file(tmp_path: Path) -> None:
    """If the data cannot be written, the old file is as it was."""
    (tmp_path / "save.json").write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(tmp_path / "save.json", "not bytes")  # type: ignore[arg-type]
    assert (tmp_path / "save.json").read_bytes() == b"old"
    assert names(tmp_path) == ["save.json"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """Folders are not made on the way."""
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "save.json", b"data")


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_permissions_stay(tmp_path: Path) -> None:
    """A file others may read stays readable, and a closed one closed; a new one is as any new file."""
    old = tmp_path / "old"
    old.write_bytes(b"")
    old.chmod(0o640)
    write_atomically(old, b"x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """A save reached by a link is written where the link leads."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_long_name_leaves_room_for_the_temporary_one(tmp_path: Path) -> None:
    """The longest name a file system takes can be saved to."""
    name = "s" * 250
    write_atomically(tmp_path / name, b"x")
    assert names(tmp_path) == [name]
