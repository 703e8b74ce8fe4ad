"""Sandtable: a hex-and-grid tactical simulator that plays printed solo AIs and explains them.

Imports point down only, and a test proves it::

    cli   view   study      commands; the pygame viewer; batch runs and reports
          research          environments for programs that learn
       surface              what programs import: `import sim`
       scenario             a scenario file -> map, ruleset, first state
       rules/<system>       plug-ins; none imports another
       tabletop             what the games in inches share
       play                 what every system does in the same way
       solo                 priority lists, plans, notes: how a printed AI is written down
       engine               state, events, intents, dice, game, session, record
       board                terrain, map, map files, sight, cover, paths
    files   grid            strict reading of files; hexes and squares; neither knows anything else

Beside them stand `resources` (where shipped maps and the user's folders are) and `startup` (what to see to
before a command or a window begins); only `scenario` and the edge above it look there.

This module imports nothing until one of its names is used (PEP 562): `sandtable --help` passes through it.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sim.surface import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Bring a name of the public surface when it is first used; a module of the package is none."""
        if name == "__all__" or not (name.startswith("_") or _is_module(name)):
            from importlib import import_module

            surface = import_module("sim.surface")
            if name == "__all__" or name in surface.__all__:
                return globals().setdefault(name, getattr(surface, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """List what programs may use."""
        return sorted({*globals(), *__getattr__("__all__")})


def _is_module(name: str) -> bool:
    """Say so before anything is imported: `from sim import kit` asks for an attribute first."""
    from importlib.util import find_spec

    return find_spec(f"{__name__}.{name}") is not None
