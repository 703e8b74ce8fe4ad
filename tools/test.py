"""Test: `python3 tools/test.py [PYTEST ARGUMENTS]` does all set-up itself and runs the tests.

Style and types are tests among the others. Paths are those of the checkout, wherever this is run from.
"""

import sys

import setup_env

EVERYDAY = ["-n", "auto", "--dist", "loadfile"]
"""On all processors, file by file: tests of one file may share what is slow to make. Whoever gives arguments of
their own wants one test or another, and its output as it comes."""


def main(arguments: "list[str]") -> int:
    """Run pytest at the top of the checkout, where its settings are."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    words = ["-m", "pytest", *(arguments or EVERYDAY)]
    return setup_env.start(environment, words, extra="test", cwd=setup_env.CHECKOUT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
