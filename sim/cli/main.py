"""Run `sandtable`: find the subcommand, and turn whatever ends it into words and an exit code.

`sandtable --help` and a mistyped command must answer at once, so nothing here imports more than click: the
subcommands are named in a table, help text included, and imported when one of them is called.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import EINVAL
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click

from sim import __version__
from sim.cli.exits import Exit
from sim.resources import UnknownName, user_logs_folder


class Subcommand(NamedTuple):
    """Name a command without importing it."""

    where: str
    """`module:attribute` of the click command."""
    summary: str
    """The line shown by `sandtable --help`; here, because reading it there would import the module."""


SUBCOMMANDS = {
    "view": Subcommand("sim.cli.view:view_command", "Open a map in the viewer."),
    "map": Subcommand("sim.cli.maps:map_group", "Work with map files."),
}


class LazyGroup(click.Group):
    """Offer commands from a table, in the table's order, and import only the one that is called."""

    def __init__(self, *args: Any, subcommands: Mapping[str, Subcommand], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.subcommands = subcommands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table: the everyday ones first, not the alphabet's."""
        return list(self.subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        entry = self.subcommands.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.where.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.where} is not a click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.subcommands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Answer a mistyped name with the likely one; click knows only commands it has imported."""
        name = args[0]
        if name not in self.subcommands and not name.startswith("-"):
            ctx.fail(f"No such command '{name}'.{_did_you_mean(name, self.subcommands)}")
        return super().resolve_command(ctx, args)


def _did_you_mean(name: str, names: Mapping[str, object]) -> str:
    from difflib import get_close_matches  # only needed once something has gone wrong

    near = get_close_matches(name.casefold(), names, n=2)
    return f" Did you mean {' or '.join(near)}?" if near else ""


@click.group(
    cls=LazyGroup,
    subcommands=SUBCOMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", message="sandtable %(version)s")
def sandtable() -> None:
    """Play printed solo wargames on hexes and squares, and see why the AI did what it did."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    return run(sandtable, sys.argv[1:] if arguments is None else arguments)


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
        case click.ClickException():
            error.show()
            return _click_exit(error)
        case UnknownName():
            return _say(str(error), Exit.INVALID_INPUT)
        case _ if code := _file_exit(error):
            print(error, file=sys.stderr)
            return code
        case OSError() if _is_closed_output(error):
            _abandon_output()
            return Exit.OK
        case OSError():
            _abandon_output()
            return _say(_refusal(error), Exit.INPUT_OUTPUT)
        case _:
            return _say(_crash_report(error), Exit.INTERNAL_ERROR)


def _say(text: str, code: Exit) -> Exit:
    print(f"sandtable: {text}", file=sys.stderr)
    return code


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


def _abandon_output() -> None:
    """Throw away what cannot be written; Python would try once more at exit, and print a traceback."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refusal(error: OSError) -> str:
    """Say in one line what the system would not do."""
    reason = error.strerror or str(error) or type(error).__name__
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _crash_report(error: BaseException) -> str:
    """Put the traceback aside, and return the one line that says so.

    If it cannot be put aside it is shown: ugly, but a bug that leaves no trace is not mended.
    """
    first_line = (str(error).splitlines() or [""])[0]
    what = f"internal error: {type(error).__name__}: {first_line}".rstrip(": ")
    text = _crash_text(error)
    try:
        file = _write_crash_file(text)
    except OSError as refused:
        print(text, file=sys.stderr)
        return f"{what} (no crash file: {_refusal(refused)})"
    return f"{what} (details in {file})"


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


def _write_crash_file(text: str) -> Path:
    from datetime import datetime

    folder = user_logs_folder()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    file.write_text(text, encoding="utf-8", errors="backslashreplace")
    return file
