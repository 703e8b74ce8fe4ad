"""Run a command, and turn whatever ends it into words and an exit code."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path
from typing import TextIO

import click

from sim import __version__
from sim.cli.exits import Exit
from sim.resources import UnknownName, user_logs_folder


def run(group: click.Group, arguments: Sequence[str]) -> int:
    """Run a group of commands; every way it can end becomes an `Exit`.

    Not click's own `main`: that ends in 1 for most failures, and leaves a traceback for the rest.
    A command ends by returning None or an `Exit`, by `ctx.exit(code)`, or by raising.
    """
    try:
        code = _invoke(group, arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        code = _ending(error)
    return int(code)


def _invoke(group: click.Group, arguments: Sequence[str]) -> int:
    try:
        with group.make_context("sandtable", list(arguments)) as context:
            answer = group.invoke(context)
    except click.exceptions.Exit as asked:
        return asked.exit_code
    return answer if isinstance(answer, int) else Exit.OK


def _ending(error: BaseException) -> int:
    """Tell the user what happened, and return the exit code for it."""
    match error:
        case KeyboardInterrupt() | click.Abort():
            return _say("stopped", Exit.INTERRUPTED)
        case _ if isinstance(error.__cause__, KeyboardInterrupt):
            # Pressed while a class was being made: Python up to 3.11 hands that on as a RuntimeError.
            return _say("stopped", Exit.INTERRUPTED)
        case click.ClickException():
            with _stderr_may_fail():
                error.show()
            return _click_exit(error)
        case UnknownName():
            return _say(str(error), Exit.INVALID_INPUT)
        case _ if code := _file_exit(error):
            _tell(str(error))
            return code
        case OSError() if _is_closed_output(error):
            _abandon(sys.stdout)
            return Exit.OK
        case OSError():
            _abandon(sys.stdout)
            return _say(_refusal(error), Exit.INPUT_OUTPUT)
        case _:
            return _say(crash_report(error), Exit.INTERNAL_ERROR)


def _say(text: str, code: Exit) -> Exit:
    _tell(f"sandtable: {text}")
    return code


def _tell(text: str) -> None:
    with _stderr_may_fail():
        print(text, file=sys.stderr)


@contextmanager
def _stderr_may_fail() -> Iterator[None]:
    """Let what cannot be told go untold: the exit code still says it, and scripts read nothing else."""
    try:
        yield
    except OSError:
        _abandon(sys.stderr)


def _click_exit(error: click.ClickException) -> Exit:
    match error:
        case click.UsageError():
            return Exit.USAGE
        case click.FileError():
            return Exit.INPUT_OUTPUT
        case _:
            return Exit.INVALID_INPUT


def _file_exit(error: BaseException) -> Exit | None:
    """Return the code for a refused file; if `sim.files` was never imported, it cannot have refused one."""
    if "sim.files" not in sys.modules:
        return None
    from sim.files import FileMistakes, UnsupportedVersion

    match error:
        case UnsupportedVersion():
            return Exit.UNSUPPORTED_VERSION
        case FileMistakes():
            return Exit.INVALID_INPUT
        case _:
            return None


def _is_closed_output(error: OSError) -> bool:
    """Say whether whoever read our output has had enough (`| head`); Windows reports it as EINVAL."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and error.errno == EINVAL and error.filename is None


def _abandon(stream: TextIO) -> None:
    """Throw away what cannot be written; Python would try once more at exit, complain, and change the exit code."""
    with suppress(OSError, ValueError, AttributeError):
        stream.flush()
        return
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refusal(error: OSError) -> str:
    """Say in one line what the system would not do."""
    reason = error.strerror or str(error) or type(error).__name__
    return reason if error.filename is None else f"{error.filename}: {reason}"


def crash_report(error: BaseException) -> str:
    """Put the traceback aside, and return the one line that says so.

    If it cannot be put aside it is shown: ugly, but a bug that leaves no trace is not mended.
    """
    first_line = _shortened((str(error).splitlines() or [""])[0])
    what = f"internal error: {type(error).__name__}: {first_line}".rstrip(": ")
    # Whoever caught the error on its way may have noted how to have it again.
    notes = "".join(f"\nsandtable: {note}" for note in getattr(error, "__notes__", ()))
    text = _crash_text(error)
    try:
        file = crash_file(".txt")
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as refused:
        _tell(text)
        return f"{what} (no crash file: {_refusal(refused)}){notes}"
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
