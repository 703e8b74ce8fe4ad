"""Rewrite `assets/schema/map.schema.json` from the code, after a change to what map files may hold.

Run it with the Python of the checkout: `.venv/bin/python tools/write_schema.py`. A test compares the two.
"""

import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
SHIPPED = CHECKOUT / "assets" / "schema" / "map.schema.json"


def main() -> int:
    """Write the schema, and say whether that changed anything."""
    sys.path.insert(0, str(CHECKOUT))  # this checkout's code, whatever else is installed
    from sim.board.mapfile.schema import map_schema_text

    text = map_schema_text()
    before = SHIPPED.read_text(encoding="utf-8") if SHIPPED.exists() else ""
    if text != before:
        SHIPPED.parent.mkdir(parents=True, exist_ok=True)
        SHIPPED.write_text(text, encoding="utf-8", newline="\n")
    print(f"{SHIPPED.name}: {'unchanged' if text == before else 'rewritten'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
