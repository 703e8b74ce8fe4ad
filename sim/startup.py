"""Check, before a window opens, what would otherwise fail in a way nobody could read.

`pygame` and `pygame-ce` install the same folder `pygame`. With both installed, the files are a mixture of two
releases, and the first thing seen of it is a missing attribute or a crash deep inside SDL. Asking the
installer's records first costs a millisecond and can name the cause.
"""

import sys
from collections.abc import Iterable
from importlib import metadata

CLASH = """\
Both pygame and pygame-ce are installed; they overwrite each other's files. To mend it:

    python -m pip uninstall pygame pygame-ce
    python -m pip install pygame-ce
"""


def pygame_clash(installed: Iterable[str] | None = None) -> str | None:
    """Return how to mend an installation that has both pygames, or None if all is well.

    `installed` are names of distributions; without it this Python's own are asked.

    >>> pygame_clash(["numpy", "pygame-ce"]) is None
    True
    >>> print(pygame_clash(["pygame", "pygame_ce"]).splitlines()[0])
    Both pygame and pygame-ce are installed; they overwrite each other's files. To mend it:
    """
    names = _installed_pygames() if installed is None else installed
    present = {name.lower().replace("_", "-") for name in names}
    return CLASH if {"pygame", "pygame-ce"} <= present else None


def report_pygame_clash(installed: Iterable[str] | None = None) -> bool:
    """Print the mending to stderr if it is needed, and return whether it was."""
    clash = pygame_clash(installed)
    if clash is not None:
        print(clash, file=sys.stderr, end="")
    return clash is not None


def _installed_pygames() -> list[str]:
    """Ask for the two names alone; walking all distributions takes far longer."""
    return [name for name in ("pygame", "pygame-ce") if _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True
