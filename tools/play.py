"""Play: `python3 tools/play.py [MAP]` does all set-up itself and opens the viewer.

What follows is passed on to `sandtable view`. Run it from anywhere; paths are those of the current folder.
"""

import sys

import setup_env


def main(arguments: "list[str]") -> int:
    """Start the viewer; `-P` keeps a folder `sim` in the current folder from being taken for ours."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    return setup_env.start(environment, ["-P", "-m", "sim", "view", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
