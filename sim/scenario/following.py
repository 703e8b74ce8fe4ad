"""Which battle comes after which: those of a system from easy to hard, and then those of the next system.

No file says so: the order follows from what is there, so that a battle that is added, renamed or made harder has its
place by itself.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from sim.resources import TUTORIAL, find_scenario, scenario_name, shipped_scenarios
from sim.rules import SHIPPED
from sim.scenario.schema import HARDEST


def next_battle(name: str, folder: Path | None = None) -> str | None:
    """Return the name of the shipped battle to play after one; None after the last, and for what is no set battle.

    >>> next_battle("conflict_of_heroes/tutorial"), next_battle("conflict_of_heroes/zimovets_ridge")
    ('conflict_of_heroes/farm_at_kamenka', 'outlaws/saloon_brawl')
    """
    order = battles_in_order(folder)
    return dict(pairwise(order)).get(name)


def title_of(name: str) -> str:
    """Return what a shipped battle is called, without reading more of it; its name if it does not say.

    >>> title_of("conflict_of_heroes/farm_at_kamenka")
    'The farm at Kamenka'
    """
    return str(_head(find_scenario(name)).get("title", name))


def battles_in_order(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of all set battles, the tutorial first; small scenarios that show one behaviour are none."""
    placed = []
    for file in shipped_scenarios(folder):
        system, _, rest = (name := scenario_name(file, folder)).partition("/")
        if system in SHIPPED and "/" not in rest and (head := _head(file)):
            hard, title = head.get("difficulty"), str(head.get("title"))
            hard = hard if isinstance(hard, int) else HARDEST
            placed.append((name != TUTORIAL, SHIPPED.index(system), hard, title.casefold(), name))
    return tuple(place[-1] for place in sorted(placed))


def _head(file: Path) -> dict[str, Any]:
    """Return what a file says; nothing if it cannot be read, for then it is nobody's next battle."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
