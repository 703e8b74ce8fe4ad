"""Read a map of any kind of file that is known, by the ending of its name. Whoever asks has a map, and no kinds."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap

TILED = (".tmj", ".tmx", ".json")
"""Maps of the Tiled editor."""

UNLIKE = (".board", ".map")
"""Boards of MegaMek and maps of Wesnoth, which know other ground than we do."""
FOREIGN = (*TILED, *UNLIKE)
"""Endings of the maps of other programs; all else is read as a map file of ours."""


def load_any_map(path: str | os.PathLike[str]) -> BattleMap:
    """Read a map, or raise `FileMistakes` with every mistake in it.

    What reads each kind is imported when it is needed.
    """
    match PurePath(path).suffix.lower():
        case ending if ending in TILED:
            from sim.board.tiled import load_tiled

            return load_tiled(path)
        case ".board":
            from sim.board.foreign import load_megamek

            return load_megamek(path)
        case ".map":
            from sim.board.foreign import load_wesnoth

            return load_wesnoth(path)
    from sim.board.mapfile import load_map

    return load_map(path)
