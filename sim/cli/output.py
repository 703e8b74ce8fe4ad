"""What a command leaves behind: text for people, JSON for scripts, and an exit code that tells the endings apart."""

import json
import sys
from enum import IntEnum
from typing import IO, Any

import click


class ExitCode(IntEnum):
    """Name each ending; the numbers are part of the interface and are never reused.

    1 is left out on purpose: Python and shells use it for anything, so a script could not rely on it.
    """

    OK = 0
    USAGE = 2
    """The command line itself is wrong: no such command, option or argument."""
    INVALID_INPUT = 3
    """A file, or a name given for one, is not what it should be; the message says what and where.

    A missing map file ends here too: what was typed may as well be a misspelt name of a shipped map.
    """
    UNSUPPORTED_VERSION = 4
    """A file is of a format version that this release does not read."""
    INPUT_OUTPUT = 5
    """The system refused: no permission, no folder to write into, a file in the way, disk full."""
    REPLAY_DIVERGED = 7
    """A record was replayed and did not arrive where it says it did."""
    INTERNAL_ERROR = 8
    """A bug; the traceback lies in the crash file that the message names."""
    BROKEN_GAMES = 9
    """A study was played to its end, and some of its games broke a rule or the program; they are kept with it."""
    INTERRUPTED = 130
    """Stopped with Ctrl-C; the number shells use for it."""


class Refused(click.ClickException):
    """Tell that what was asked for cannot be had, though the command line is well formed: ends in `INVALID_INPUT`."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Say it in the form of all our other messages."""
        click.echo(f"sandtable: {self.message}", err=True)


as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def echo(text: str, err: bool = False) -> None:
    """Print text, and write what the terminal cannot show as it is shown in Python."""
    encoding = getattr(sys.stderr if err else sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def echo_json(data: object) -> None:
    """Print data as JSON, in ASCII alone, which no terminal can misread."""
    click.echo(json.dumps(data, indent=2))
