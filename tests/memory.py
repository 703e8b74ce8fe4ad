"""How much memory a process has held at most."""

from __future__ import annotations

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory() -> int:
    """Return the most memory that this process has held, in MiB; 0 where the system does not say.

    On Linux not by `getrusage`: its figure survives the start of a program, so that a small program started by a large
    test run would seem large.
    """
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) >> 10
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20
