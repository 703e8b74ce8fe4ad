"""Rewrite the JSON Schemas in `assets/schema/` from the code, after a change to what files may hold.

Run it with the Python of the checkout: `.venv/bin/python tools/write_schema.py`. Tests compare the two.
"""

import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
SHIPPED = CHECKOUT / "assets" / "schema"


def main() -> int:
    """Write the schemas, and say whether that changed anything."""
    sys.path.insert(0, str(CHECKOUT))  # this checkout's code, whatever else is installed
    from sim.board.mapfile.schema import map_schema_text
    from sim.scenario.schema import scenario_schema_text

    write(SHIPPED / "map.schema.json", map_schema_text())
    write(SHIPPED / "scenario.schema.json", scenario_schema_text())
    return 0


def write(file: Path, text: str) -> None:
    """Write one schema unless it stands there already."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if text != before:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    print(f"{file.name}: {'unchanged' if text == before else 'rewritten'}")


if __name__ == "__main__":
    sys.exit(main())
