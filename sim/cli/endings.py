"""Run a command, and turn whatever ends it into words and an exit code."""

import os
import sys
from collections.abc import Sequence
from errno import EINVAL

import click

from sim.cli.output import ExitCode
from sim.crash import abandon, crash_report, is_interrupt, refusal, stderr_may_fail, tell
from sim.resources import UnknownName


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
    return answer if isinstance(answer, int) else ExitCode.OK


def _ending(error: BaseException) -> int:
    """Tell the user what happened, and return the exit code for it."""
    match error:
        case click.Abort():
            return _say("stopped", ExitCode.INTERRUPTED)
        case _ if is_interrupt(error):
            return _say("stopped", ExitCode.INTERRUPTED)
        case click.ClickException():
            with stderr_may_fail():
                error.show()
            return _click_exit(error)
        case UnknownName():
            return _say(str(error), ExitCode.INVALID_INPUT)
        case _ if code := _file_exit(error):
            tell(str(error))
            return code
        case OSError() if _is_closed_output(error):
            abandon(sys.stdout)
            return ExitCode.OK
        case OSError():
            abandon(sys.stdout)
            return _say(refusal(error), ExitCode.INPUT_OUTPUT)
        case _:
            return _say(crash_report(error), ExitCode.INTERNAL_ERROR)


def _say(text: str, code: ExitCode) -> ExitCode:
    tell(f"sandtable: {text}")
    return code


def _click_exit(error: click.ClickException) -> ExitCode:
    match error:
        case click.UsageError():
            return ExitCode.USAGE
        case click.FileError():
            return ExitCode.INPUT_OUTPUT
        case _:
            return ExitCode.INVALID_INPUT


def _file_exit(error: BaseException) -> ExitCode | None:
    """Return the code for a refused file; if `sim.files` was never imported, it cannot have refused one."""
    if "sim.files" not in sys.modules:
        return None
    from sim.files import FileMistakes, UnsupportedVersion

    match error:
        case UnsupportedVersion():
            return ExitCode.UNSUPPORTED_VERSION
        case FileMistakes():
            return ExitCode.INVALID_INPUT
        case _:
            return None


def _is_closed_output(error: OSError) -> bool:
    """Say whether whoever read our output has had enough (`| head`); Windows reports it as EINVAL."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and error.errno == EINVAL and error.filename is None
