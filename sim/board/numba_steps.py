"""Load numba a little at a time, so that a window can answer in between.

It takes half a second: two hundred modules, of which the larger are imported only when something is compiled for the
first time, and then the tables of all that it can compile. What is named here is inside of numba, and another release
may have it elsewhere: what is not found is passed over, and comes in one go when a kernel is first called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sim.importing import import_steps

_SETTINGS = ".numba_config.yaml"
"""What numba reads its settings from, out of the current folder."""

_FIRST = (
    "importlib.resources",
    "importlib.metadata",
    "socket",
    "subprocess",
    "numpy.random",
    "numpy.ma",
    "llvmlite.binding",
    "llvmlite.ir",
    "pycparser.c_lexer",
    "cffi.cparser",
)
"""What numba imports from elsewhere, as far as it takes long."""
_LATER = (
    "numba.cpython.unicode",
    "numba.cpython.charseq",
    "numba.cpython.listobj",
    "numba.cpython.setobj",
    "numba.cpython.randomimpl",
    "numba.np.arrayobj",
    "numba.np.arraymath",
    "numba.np.linalg",
    "numba.np.npdatetime",
    "numba.np.npyimpl",
    "numba.np.polynomial.polynomial_functions",
    "numba.np.random.legacy",
    "numba.np.random.generator_methods",
    "numba.typed.typeddict",
    "numba.typed.typedlist",
    "numba.typed.typedset",
    "numba.core.typing.arraydecl",
    "numba.core.typing.npydecl",
    "numba.core.typing.mathdecl",
    "numba.core.typing.cffi_utils",
    "numba.experimental.jitclass.base",
    "numba.misc.cffiimpl",
    "numba.misc.gdb_hook",
)
"""The largest of the modules that it imports only when something is compiled."""


def is_wanted() -> bool:
    """Say whether kernels are to be compiled, if that can be done here."""
    return os.environ.get("SANDTABLE_KERNELS") != "plain"


@contextmanager
def without_settings() -> Iterator[None]:
    """Import numba, or a part of it, without the settings of the current folder, whoever put them there.

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


def numba_steps() -> Iterator[None]:
    """Import numba and fill its tables, a part in each step; where it is not installed, or not wanted, do nothing."""
    if not is_wanted():
        return
    for name in (*_FIRST, "numba", *_LATER):
        with suppress(ImportError):
            steps = import_steps(name)
            while _step(steps):
                yield
    # Without these a kernel would do the same and its own work in one go.
    with suppress(KeyError, AttributeError):
        yield from _table_steps()


def _step(steps: Iterator[None]) -> bool:
    """Go on by one step; say whether there was one left to do."""
    with without_settings():
        return next(steps, steps) is None


def _table_steps() -> Iterator[None]:
    """Have numba take note of all that it can compile."""
    target = sys.modules["numba.core.registry"].cpu_target
    types, machine = target.typing_context, target.target_context
    yield
    sys.modules["numba.core.runtime.nrt"].rtsys.initialize(machine)
    yield
    machine.load_additional_registries()
    yield
    types.load_additional_registries()
    yield
    machine.install_registry(sys.modules["numba.core.imputils"].builtin_registry)
    yield
    # Each of some hundreds of entries would have the machine's table looked through again, which is complete now.
    machine.refresh = lambda: None
    try:
        types.refresh()
    finally:
        del machine.refresh
    yield
    machine.refresh()
