"""Where rulebooks lie: that of a system in its folder, and the house's here. To read them no system is imported.

A commander plays by the printed rules, but what it wants of them nobody printed: whom to shoot at, when to storm, what
is worth a card. Its options, choices and notes carry the `HOUSE-` ids of `house.toml`, the same id for the same idea in
every system. A rule of the book that a commander merely applies keeps the book's id.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from sim.engine.rulebook import Rulebook, load_rulebook

HOUSE = load_rulebook(Path(__file__).with_name("house.toml"))
"""Sandtable's own ideas: what commanders want, under ids that no book has."""


@cache
def rulebook_in(folder: Path) -> Rulebook:
    """Read the rulebook of a system, in its folder `figures` or beside its module; it knows ids of the house, too.

    >>> rulebook_in(Path(__file__).parent.parent / "rules" / "outlaws").prefix
    'OUT'
    """
    path = folder / "figures" / "rulebook.toml"
    return replace(load_rulebook(path if path.exists() else folder / "rulebook.toml"), house=HOUSE)
