"""What is left of a bug: the traceback in a file, and one line that says where.

Commands and the window end in the same way, so it lies below both. It imports next to nothing: whatever else there is
may be what has failed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sim import __version__
from sim.resources import user_logs_folder


def is_interrupt(error: BaseException | None) -> bool:
    """Say whether Ctrl-C is what lies behind an error.

    Whoever is in the middle of something may hand it on as an error of their own: Python up to 3.11 does so where a
    class is being made, and libraries where a module cannot be loaded to its end.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return False


def crash_report(error: BaseException) -> str:
    """Put the traceback aside, and return the one line that says so.

    If it cannot be put aside it is shown: ugly, but a bug that leaves no trace is not mended.
    """
    first_line = _shortened((str(error).splitlines() or [""])[0])
    what = f"internal error: {type(error).__name__}: {first_line}".rstrip(": ")
    # Whoever caught the error on its way may have noted how to reproduce it.
    notes = "".join(f"\nsandtable: {note}" for note in getattr(error, "__notes__", ()))
    text = _crash_text(error)
    try:
        file = crash_file(".txt")
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as refused:
        tell(text)
        return f"{what} (no crash file: {refusal(refused)}){notes}"
    return f"{what} (details in {file}){notes}"


def _shortened(text: str, longest: int = 300) -> str:
    """Cut a text short, and show what is not plainly visible as a question mark: it may come out of a file.

    `printable` of `sim.files` does this better, and is not imported for it: that import may be what has failed.
    """
    cut = "".join(mark if mark.isprintable() else "?" for mark in text[:longest])
    return cut if len(text) <= longest else cut[:-1] + "…"


def _crash_text(error: BaseException) -> str:
    import platform
    import traceback

    return "\n".join(
        (
            f"sandtable {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {sys.argv[1:]}",
            "".join(traceback.format_exception(error)),
        )
    )


def crash_file(ending: str) -> Path:
    """Return the file for one part of a crash, in a folder that exists."""
    from datetime import datetime

    folder = user_logs_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}{ending}"


def tell(text: str) -> None:
    """Print a line to stderr, if there is anybody to read it."""
    with stderr_may_fail():
        print(text, file=sys.stderr)


@contextmanager
def stderr_may_fail() -> Iterator[None]:
    """Let what cannot be told go untold: the exit code still says it, and scripts read nothing else."""
    try:
        yield
    except OSError:
        abandon(sys.stderr)


def abandon(stream: TextIO) -> None:
    """Throw away what cannot be written; Python would try once more at exit, complain, and change the exit code."""
    with suppress(OSError, ValueError, AttributeError):
        stream.flush()
        return
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def refusal(error: OSError) -> str:
    """Say in one line what the system would not do."""
    reason = error.strerror or str(error) or type(error).__name__
    return reason if error.filename is None else f"{error.filename}: {reason}"
