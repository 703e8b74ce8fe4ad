"""Start `sandtable`.

Ctrl-C is answered from the first moment on, and loading click alone takes long enough for somebody to press it. So
next to nothing is imported here before `main` is called, and `main` does so where it can be stopped.
"""

import sys

INTERRUPTED = 130
"""The same as `Exit.INTERRUPTED`, which is not imported yet when this is needed."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code; without arguments it is the command of this process."""
    try:
        return _command() if arguments is None else _run(arguments)
    except KeyboardInterrupt:
        print("sandtable: stopped", file=sys.stderr)
        return INTERRUPTED


def _command() -> int:
    from sim.cli import stopping

    is_ours = stopping.while_loading()
    from sim.cli import endings, group  # noqa: F401  # loaded now, where nothing has to be put in order

    if not is_ours:
        return _run(sys.argv[1:])
    try:
        stopping.while_running()
        code = _run(sys.argv[1:])
        stopping.when_over()
    except KeyboardInterrupt:
        stopping.leave(stopping.STOPPED)
    if code == INTERRUPTED:
        stopping.leave()
    return code


def _run(arguments: list[str]) -> int:
    from sim.cli.endings import run
    from sim.cli.group import sandtable

    return run(sandtable, arguments)
