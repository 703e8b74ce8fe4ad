"""The systems that Sandtable plays, each a package of its own; none imports another.

A system takes a quarter of a second to import, and the engine longer: whoever plays one system need not wait for the
others, and a list of scenarios that only asks for their names waits for none.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.engine.rulebook import Rulebook
    from sim.engine.ruleset import Ruleset

SHIPPED = ("conflict_of_heroes", "outlaws", "la_cucaracha", "ambush_alley", "la_petite_guerre")
"""The ids of all systems that are shipped, in the order in which lists show them. Each is the name of its package, in
which the system itself stands under the same name in capitals."""


def shipped(name: str) -> Ruleset[Any, Any]:
    """Return one of the systems that are shipped, imported now if it was not."""
    found: Ruleset[Any, Any] = getattr(import_module(f"{__name__}.{name}"), name.upper())
    return found


def shipped_rulebook(name: str) -> Rulebook:
    """Return the rulebook of one of the systems that are shipped; the system itself is not imported."""
    from sim.play.rulebooks import rulebook_in

    return rulebook_in(Path(__file__).with_name(name))


@cache
def game_title(name: str, folder: Path | None = None) -> str:
    """Return what the game of a system is called: its rulebook says so, and only the head of that is read.

    `folder` is where the system lies, if it is not shipped.

    >>> game_title("outlaws")
    'OUTLAWS! Adventures in the Old West'
    """
    (book,) = (folder or Path(__file__).with_name(name)).rglob("rulebook.toml")
    with book.open(encoding="utf-8") as file:
        head = "".join(takewhile(lambda line: not line.startswith("["), file))
    return str(tomllib.loads(head)["title"]).partition(",")[0]


def __getattr__(name: str) -> tuple[Ruleset[Any, Any], ...]:
    """`RULESETS`: every system that is shipped, imported when somebody asks for all of them."""
    if name == "RULESETS":
        return tuple(shipped(each) for each in SHIPPED)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
