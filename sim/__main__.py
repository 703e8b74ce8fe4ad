"""Let `python -m sim` be the command `sandtable`."""

import sys

from sim.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
