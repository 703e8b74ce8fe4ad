"""What is seen to before a command or a window begins: the collector of garbage, and that there is one pygame.

`pygame` and `pygame-ce` install the same folder `pygame`. With both installed, the files are a mixture of two
releases, and the first thing seen of it is a missing attribute or a crash deep inside SDL. Asking the
installer's records first costs a millisecond and can name the cause.
"""

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

SELDOM = (500_000, 5, 1_000)
"""Objects that come to be and stay between two looks for garbage among the young, and how many such looks there are
between two among the older and the oldest. No battle leaves garbage that only the collector finds: frames and states
stay, and what is dropped goes by itself. As often as Python looks, it took up to a quarter of a battle and paused it
for 200 ms. The longest shipped battles make 100,000 objects, so that they are never looked at; what a command would
leave behind all the same is found before it takes 100 MB."""

CLASH = """\
Both pygame and pygame-ce are installed; they overwrite each other's files. To mend it:

    python -m pip uninstall pygame pygame-ce
    python -m pip install pygame-ce
"""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage seldom where battles are read and played.

    Not in the process of a window: there the time between two frames says when to look.
    """
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def look_between_battles() -> None:
    """Look for garbage among what has come to be since the last look, and begin to count anew.

    Whoever plays hundreds of battles in one process keeps answers about their maps. The look that falls due once in a
    hundred battles stopped one of them for 400 ms; between two it takes a millisecond, and no battle is stopped.
    """
    gc.collect(0)


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
    from importlib import metadata  # not needed for `--help`, so not paid for by it

    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True
