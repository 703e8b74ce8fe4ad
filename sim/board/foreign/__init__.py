"""Maps of other programs that have no terrain set of ours: MegaMek boards and Wesnoth maps.

megamek.py   `.board`: levels, woods, buildings, water, roads by their exits
wesnoth.py   `.map`: terrain codes, starting positions
imported.py  a map in the making, with what of it has no counterpart here
"""

from sim.board.foreign.megamek import load_megamek, parse_megamek
from sim.board.foreign.wesnoth import load_wesnoth, parse_wesnoth

__all__ = ["load_megamek", "load_wesnoth", "parse_megamek", "parse_wesnoth"]
