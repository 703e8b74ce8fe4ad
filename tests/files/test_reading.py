import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import FileMistakes, decoded, read_bytes, read_text


def told(data: bytes) -> str:
    """Give the mistake in these bytes."""
    with pytest.raises(FileMistakes) as caught:
        decoded(data, "x.toml")
    return str(caught.value)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    """Up to the limit; over it it is refused with its size, which is asked before anything is read."""
    (tmp_path / "x").write_bytes(b"12345")
    assert read_bytes(tmp_path / "x", 5) == b"12345"
    (tmp_path / "x").write_bytes(b"123456")
    with pytest.raises(FileMistakes, match="found 6 bytes, expected at most 5 bytes"):
        read_bytes(tmp_path / "x", 5)
    with (tmp_path / "x").open("wb") as file:
        file.truncate(1 << 26)
    with pytest.raises(FileMistakes, match="found 67108864 bytes"):
        read_bytes(tmp_path / "x", 5)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless device here")
def test_an_endless_device_ends() -> None:
    """What has no size is read no further than the limit."""
    with pytest.raises(FileMistakes, match="more than 1000 bytes"):
        read_bytes("/dev/zero", 1000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """A pipe that stays within the limit is a file like any other, however it arrives."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"x" * 100_000))
    writer.start()
    data = read_bytes(pipe, 200_000)
    writer.join()
    assert len(data) == 100_000


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    """No mistake in a file: nor is a folder, nor a name with a NUL, which no file can have."""
    with pytest.raises(FileNotFoundError):
        read_text(tmp_path / "none.toml")
    with pytest.raises(IsADirectoryError):
        read_text(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_bytes("a\0b", 10)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here that opens and cannot be read")
def test_a_failure_while_reading_names_the_file() -> None:
    """The system names a file that it does not open, but not one that it does not read."""
    with pytest.raises(OSError) as caught:
        read_bytes("/proc/self/mem")
    assert caught.value.filename == "/proc/self/mem"


def test_text_is_utf8(tmp_path: Path) -> None:
    """Without its mark, line ends as they are; a wrong byte and a NUL are named by line and byte."""
    assert decoded(b"\xef\xbb\xbfa = 1", "x.toml") == "a = 1"
    (tmp_path / "x").write_bytes(b"a\r\nb\n")
    assert read_text(tmp_path / "x") == "a\r\nb\n"
    assert told(b"a = 1\nname = 'Ren\xe9'\n") == "x.toml:2: byte 12: found 0xe9, expected UTF-8 text"
    assert told(b"a = 1\nb\0") == "x.toml:2: byte 2: found a NUL byte, expected UTF-8 text without it"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_other_unicode_is_recognised(encoding: str) -> None:
    """A file that says it is UTF-16 or UTF-32 is told so."""
    data = "\ufeffa = 1".encode(encoding)
    assert told(data) == f"x.toml:1: found {encoding[:6].upper()} text, expected UTF-8 text; save it as UTF-8"


@given(st.binary())
def test_any_bytes_are_text_or_one_mistake(data: bytes) -> None:
    """Bytes are UTF-8 without NUL, or exactly one mistake."""
    try:
        text = decoded(data, "x.toml")
    except FileMistakes as error:
        assert len(error.mistakes) == 1
    else:
        assert text.encode() == data.removeprefix(b"\xef\xbb\xbf")
