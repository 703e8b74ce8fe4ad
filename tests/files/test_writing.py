import os
import stat
from pathlib import Path

import pytest

from sim.files import remove_strays, write_atomically, writing


def names(folder: Path) -> list[str]:
    """List a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written(tmp_path: Path) -> None:
    """New or in place of an old one, under its name alone; when asked the previous one stays, under `.bak`."""
    file, previous = tmp_path / "save.json", tmp_path / "save.json.bak"
    for data in (b"old and longer", b"1"):
        write_atomically(file, data)
        assert (file.read_bytes(), names(tmp_path)) == (data, ["save.json"])
    for data, before in ((b"2", b"1"), (b"3", b"2")):
        write_atomically(file, data, keep_previous=True)
        assert (file.read_bytes(), previous.read_bytes()) == (data, before)
        assert names(tmp_path) == ["save.json", "save.json.bak"]
    write_atomically(tmp_path / "new", b"1", keep_previous=True)
    assert names(tmp_path) == ["new", "save.json", "save.json.bak"]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    """If the name cannot be taken or the data not be written, the temporary file goes and the error stays."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_atomically(tmp_path / "folder", b"data")
    (tmp_path / "save.json").write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(tmp_path / "save.json", "not bytes")  # type: ignore[arg-type]
    assert (tmp_path / "save.json").read_bytes() == b"old"
    assert names(tmp_path) == ["folder", "save.json"]


def refused(path: str | Path) -> str:
    """Tell why this cannot be written, after checking that it is named as it was given."""
    with pytest.raises(OSError) as caught:
        write_atomically(path, b"data")
    assert caught.value.filename == str(path)
    return str(caught.value.strerror)


def test_a_missing_folder_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named as somebody typed it; none is made on the way, and a file is not taken for one."""
    monkeypatch.chdir(tmp_path)
    assert refused("none/save.json") == f"there is no folder '{Path('none')}'"
    Path("file").touch()
    # Windows calls the folder missing.
    assert refused("file/save.json") in ("'file' is not a folder", "there is no folder 'file'")
    assert names(tmp_path) == ["file"]


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    """It is called a folder everywhere; of a name too long the reason is the system's, but the longest is taken."""
    assert refused(tmp_path) == "is a folder"
    assert refused(tmp_path / ("s" * 300))
    name = "s" * 250
    write_atomically(tmp_path / name, b"x")
    assert names(tmp_path) == [name]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever may do anything is refused nothing")
def test_a_closed_folder_is_named(tmp_path: Path) -> None:
    """It is the folder that lacks the permission, not the file."""
    tmp_path.chmod(0o500)
    assert refused(tmp_path / "save.json") == f"no permission to write into the folder '{tmp_path}'"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    """What is no file stays what it is."""
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "is not a regular file"
    assert (tmp_path / "pipe").is_fifo()


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


STRAY = ".save.json.0123456789abcdef.tmp"


def test_what_a_killed_writer_left_is_removed(tmp_path: Path) -> None:
    """Nothing else is: neither somebody else's temporary files, nor folders, nor what a link leads to."""
    old = (1_000_000, 1_000_000)
    kept = ["notes.0123456789abcdef.tmp", ".save.json.0123.tmp", ".0123456789abcdef.tmp", "save.json"]
    for name in (STRAY, *kept):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, old)
    (tmp_path / ".folder.0123456789abcdef.tmp").mkdir()
    remove_strays(tmp_path)
    assert names(tmp_path) == sorted([*kept, ".folder.0123456789abcdef.tmp"])
    remove_strays(tmp_path / "none")


def test_beside_a_file_only_its_own_strays_are_removed(tmp_path: Path) -> None:
    """The folder is not ours."""
    for name in (STRAY, STRAY.replace("save", "other")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_000_000, 1_000_000))
    remove_strays(tmp_path, "save.json")
    assert names(tmp_path) == [STRAY.replace("save", "other")]


@pytest.mark.skipif(os.name != "posix", reason="there the system itself keeps files that are open")
def test_a_file_that_is_being_written_is_no_stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever somebody tidies up while it is: before it is forced to the disk, and before it is renamed."""
    force, allow = os.fsync, Path.chmod

    def tidied(file: int) -> None:
        remove_strays(tmp_path)
        force(file)

    def allowed(path: Path, mode: int) -> None:
        remove_strays(tmp_path)
        allow(path, mode)

    monkeypatch.setattr(os, "fsync", tidied)
    monkeypatch.setattr(Path, "chmod", allowed)
    for data in (b"1", b"2"):
        write_atomically(tmp_path / "save.json", data, keep_previous=True)
        assert (tmp_path / "save.json").read_bytes() == data
    assert names(tmp_path) == ["save.json", "save.json.bak"]


@pytest.mark.skipif(os.name != "posix", reason="there the system itself keeps files that are open")
def test_a_file_removed_before_it_was_locked_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In that moment it looks like a stray."""
    lock, times = writing._lock, list[int]()

    def late(file: int) -> bool:
        if not times:
            times.append(1)
            remove_strays(tmp_path)
        return lock(file)

    monkeypatch.setattr(writing, "_lock", late)
    write_atomically(tmp_path / "save.json", b"x")
    assert times and (tmp_path / "save.json").read_bytes() == b"x"
    assert names(tmp_path) == ["save.json"]
