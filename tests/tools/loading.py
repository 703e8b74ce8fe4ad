"""Load a tool by its path: with `tools` on the path, `tools/test.py` would hide Python's own `test`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

CHECKOUT = Path(__file__).parent.parent.parent
TOOLS = CHECKOUT / "tools"


def load(name: str) -> ModuleType:
    """Return the module of a tool."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
