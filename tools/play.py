"""Play: `python3 tools/play.py [SCENARIO]` does all set-up itself and opens the scenario browser.

What follows is passed on to `sandtable play`; with a first word `view`, to `sandtable view`, which opens a map. Run it
from anywhere; paths are those of the current folder.
"""

import sys

import setup_env


def main(arguments: "list[str]") -> int:
    """Start the viewer."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    command = arguments if arguments[:1] == ["view"] else ["play", *arguments]
    words = [setup_env.NOT_FROM_HERE, "-m", "sim", *command]
    return setup_env.start(environment, words, hold_back=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
