"""Sandtable's own ideas: what commanders want, under ids that no book has.

A commander plays by the printed rules, but what it wants of them nobody printed: whom to shoot at, when to storm, what
is worth a card. Its options, choices and notes carry the `HOUSE-` ids of `house.toml`, the same id for the same idea in
every system. A rule of the book that a commander merely applies keeps the book's id.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from sim.engine.rulebook import Rulebook, load_rulebook

HOUSE = load_rulebook(Path(__file__).with_name("house.toml"))


def system_rulebook(module: str) -> Rulebook:
    """Read the rulebook that lies in the package of a system; ids of the house can be looked up in it, too."""
    path = Path(sys.modules[module].__file__ or "")
    return replace(load_rulebook(path.with_name("rulebook.toml")), house=HOUSE)
