"""Names for files that the viewer leaves in the current folder: with the time, so that none is written over."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path


def stamped(what: str, ending: str) -> Path:
    """Return the name of a new file: what it is, and when it was made to the thousandth of a second."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]
    return Path(f"{what}-{stamp}{ending}")
