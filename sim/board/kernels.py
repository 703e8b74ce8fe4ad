"""The array kernels: plain Python over arrays, compiled by numba where it is there.

Each kernel (`sight_kernels.py`, `path_kernels.py`) is the fast form of a definition that stands elsewhere in readable
Python (`sight.py`, `paths.py`), and the tests compare the two cell by cell. Without numba the same functions run
uncompiled, with the same results.

This is the only module that imports numba, and only where a kernel is called for a map that is worth it: numba takes
half a second to import, which no command should pay that does not need it.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])

_LOG = logging.getLogger(__name__)
"""Where nobody has said otherwise Python writes its warnings to stderr, as they are."""
_SETTINGS = ".numba_config.yaml"
"""What numba reads its settings from, out of the current folder."""


@contextmanager
def _without_settings() -> Iterator[None]:
    """Import numba without the settings of the current folder, whoever put them there.

    They may say where compiled kernels are loaded from, and by what. What the environment says holds.
    """
    here = Path.cwd() if Path(_SETTINGS).exists() else None
    if here is not None:
        os.chdir(Path(__file__).parent)
    try:
        yield
    finally:
        if here is not None:
            os.chdir(here)
        # It looks for them again with everything that it compiles.
        if (config := sys.modules.get("numba.core.config")) is not None:
            vars(config)["_config_fname"] = ""


def _compiler() -> Callable[..., Callable[[_Function], _Function]] | None:
    if os.environ.get("SANDTABLE_KERNELS") == "plain":
        return None
    try:
        with _without_settings():
            import numba
    except ImportError:
        return None
    return cast(Callable[..., Callable[[_Function], _Function]], numba.njit)


_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
"""Nothing here divides by zero; to look out for it would cost a field of view a third more."""
FEW = 225
"""The most cells of a map on which a whole battle is over before numba would be loaded. Of the shipped battles those on
up to 224 cells take 0.6-0.9 s with plain kernels and 0.9-1.2 s with compiled ones; from 252 cells on compiled ones win,
and on 3,000 cells by seven to one. Decided by the map: on a small one nothing is loaded half-way through a battle. A
window has all of them ready before a battle begins, and says so."""

COMPILED = False
_KERNELS: list[tuple[Callable[..., Any], dict[str, Any]]] = []
"""Those that have been noted, and not been handed to the compiler yet."""


def kernel(function: _Function) -> _Function:
    """Note a function that is to be compiled where that pays, with all others that it calls."""
    _KERNELS.append((function, _OPTIONS))
    return function


def part(function: _Function) -> _Function:
    """Note what a kernel does in a tight loop: it is compiled into the kernel itself, for being called costs more."""
    _KERNELS.append((function, {**_OPTIONS, "forceinline": True}))
    return function


def compile_for(cells: int) -> None:
    """Compile the kernels if that can be done here, unless they are for a map of few cells and none is compiled yet."""
    if _KERNELS and (COMPILED or cells > FEW):
        compile_all()


def compile_all() -> None:
    """Compile the kernels if that can be done here; from then on everybody who calls one calls a compiled one."""
    global COMPILED
    plain = tuple(_KERNELS)  # another thread may be doing the same
    if (compiler := _compiler()) is not None:
        if not COMPILED:
            _tell_of_compiling()
        for function, options in plain:
            vars(sys.modules[function.__module__])[function.__name__] = compiler(**options)(function)
        COMPILED = True
    _KERNELS.clear()


def _tell_of_compiling() -> None:
    """Say when the first kernel is compiled, which stops a battle for seconds; one that numba has kept is only read."""
    from numba.core import event

    class CompilingListener(event.Listener):
        told = False

        def on_start(self, event: object) -> None:
            if not self.told:
                self.told = True
                _LOG.warning("sandtable: compiling for large maps, once on this machine; this takes some seconds")

        def on_end(self, event: object) -> None:
            """Say nothing."""

    event.register("numba:compile", CompilingListener())  # type: ignore[no-untyped-call]
