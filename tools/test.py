"""Test: `python3 tools/test.py [PYTEST ARGUMENTS]` does all set-up itself and runs the tests.

Style and types are tests among the others. Paths are those of the checkout, wherever this is run from.
"""

import os
import sys

import setup_env

EVERYDAY = ["-n", "auto", "--dist", "loadfile"]
"""On all processors; `tests/sharing.py` says who runs what, so that what is slow to make is made once. Whoever gives
arguments of their own wants one test or another, and its output as it comes."""


def keep_bytecode() -> None:
    """Let Python keep what it compiles, as it does unless it is told not to.

    Dozens of tests start Python again, and pytest compiles every test in every process: a machine on which nothing is
    kept does all of that anew each time, and is kept waiting for it longer than for most of the tests.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def main(arguments: "list[str]") -> int:
    """Run pytest at the top of the checkout, where its settings are."""
    keep_bytecode()
    environment = setup_env.Environment(setup_env.CHECKOUT)
    words = ["-m", "pytest", *(arguments or EVERYDAY)]
    return setup_env.start(environment, words, extra="test", cwd=setup_env.CHECKOUT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
