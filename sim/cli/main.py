"""Start `sandtable`.

Ctrl-C is answered from the first moment on, and loading click alone takes long enough for somebody to press it. So
next to nothing is imported here before `main` is called, and `main` does so where it can be stopped.
"""

import sys

INTERRUPTED = 130
"""The same as `Exit.INTERRUPTED`, which is not imported yet when this is needed."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        from sim.cli.endings import run
        from sim.cli.group import sandtable

        return run(sandtable, sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        print("sandtable: stopped", file=sys.stderr)
        return INTERRUPTED
