"""What the battle screen takes: a frame that stands still, one that moves, and the longest wait while the AI plays.

The board is the largest that a battle is promised to run well on: 50 × 40 hexes with 40 counters, seeded, in a window
of 1920 × 1080 that nobody sees. A frame is what the app does sixty times a second: one `tick` and one `paint`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from bench_timing import CLOCK, Contender, Effort, Figures, Line, Target, race

from sim.board.sight import forget_lines

if TYPE_CHECKING:  # pygame greets whoever imports it, and no other line of the benchmark needs it
    from sim.scenario.scenario import Scenario
    from sim.view.battle.screen import BattleScreen

WIDTH, HEIGHT, COUNTERS = 50, 40, 40
WINDOW = (1920, 1080)
SEED = 1944
FRAMES = 40
"""Frames of one round."""
TICKS = 150
"""Ticks of the AI's battle in one round."""
GROUND = "......,,wwoogpr"
"""What the ground is drawn from at random: mostly open."""
PROFILES = {
    "germans": ("german_rifles_41", "german_mg34", "german_pioneers", "german_8cm_mortar"),
    "soviets": ("soviet_rifles_41", "soviet_maxim", "soviet_nkvd", "soviet_82mm_mortar"),
}
_MAP = """\
format = 1
title = "Bench"
terrain_set = "battlefield"
grid = {{ kind = "hex", top = "flat", shifted = "odd", cell = 50, unit = "metre" }}
rows = \"\"\"
{rows}
\"\"\"
"""
_SCENARIO = """\
format = 1
system = "conflict_of_heroes"
title = "Bench"
map = "bench"
briefing = "Two lines face each other."
[limits]
turns = 4
[victory]
leader = "germans"
points = 1
[conflict_of_heroes]
ai = "germans"
initiative = "soviets"
caps = 6
orders = "15-55"
"""


@cache
def board() -> Scenario:
    """Return the battle: two lines of counters that face each other over a field of everything."""
    from sim.scenario.scenario import parse_scenario

    random = Random(SEED)
    rows = ["".join(random.choice(GROUND) for _ in range(WIDTH)) for _ in range(HEIGHT)]
    parts = [_SCENARIO]
    for side, player, first in (("germans", "solo", 8), ("soviets", "commander", 14)):
        parts.append(f'[sides.{side}]\nname = "{side.title()}"\nplayer = "{player}"')
        for n in range(COUNTERS // 2):
            column, row = 2 * n + 5, first + n % 3
            rows[row - 1] = rows[row - 1][: column - 1] + "." + rows[row - 1][column:]
            profile = PROFILES[side][n % len(PROFILES[side])]
            where = f'at = "{_letters(column)}{row}"\nfacing = "{"s" if side == "germans" else "n"}"'
            parts.append(f'[[sides.{side}.units]]\nid = "{side[:1].upper()}{n + 1}"\nprofile = "{profile}"\n{where}')
    return parse_scenario("\n".join(parts), "bench.toml", map_text=_MAP.format(rows="\n".join(rows)))


def _letters(column: int) -> str:
    """Return the letters of a column.

    >>> _letters(1), _letters(26), _letters(27)
    ('A', 'Z', 'AA')
    """
    over, place = divmod(column - 1, 26)
    return ("" if not over else chr(64 + over)) + chr(65 + place)


def opened() -> BattleScreen:
    """Return the battle on a sheet of the size of a window, played by nobody but the program."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.engine.chance import Seeded
    from sim.engine.session import Session
    from sim.view.battle.screen import BattleScreen
    from sim.view.settings import Settings
    from sim.view.window import Sheet

    of = board()
    session: Session[Any, Any] = Session(of.battle, of.state, of.players, Seeded(SEED))
    return BattleScreen(Sheet(WINDOW), of, session, seed=SEED, save=None, settings=Settings())


def _frame(screen: BattleScreen) -> None:
    screen.tick(1 / 60)
    screen.paint(screen.stage.surface())


def _settled() -> BattleScreen:
    """Return the battle stopped some frames in, closer than fitted, with everything painted that there is to paint."""
    screen = opened()
    _frame(screen)
    screen.toggle_play()
    for _ in range(6):
        screen.forward()
    for _ in range(3):
        screen.zoom_in()
    screen.finish()
    for _ in range(5):
        _frame(screen)
    return screen


def _round(screen: BattleScreen, change: Callable[[int], None]) -> Contender:
    """Return a contender that draws frames, each after something has changed."""

    def run() -> None:
        for n in range(FRAMES):
            change(n)
            _frame(screen)

    return Contender(lambda: run, FRAMES)


def frames(effort: Effort) -> Iterator[Line]:
    """Draw frames: nothing changes; the mouse goes over the map; the map is moved."""
    screen = _settled()
    room = screen.places.room

    def nothing(_: int) -> None:
        """Leave everything as it is."""

    def point(n: int) -> None:
        screen.mouse = (room.left + 40 + 9 * n, room.centery)

    def pan(n: int) -> None:
        far = 12 if n < FRAMES // 2 else -12
        screen.steering.pan(far, far / 2)

    on = f"{WIDTH}x{HEIGHT}, {COUNTERS} counters"
    still, pointing, panning = race([_round(screen, each) for each in (nothing, point, pan)], effort)
    yield Line("view-still", f"a frame, nothing changes ({on})", still, target=Target(under=8e-3))
    yield Line("view-pointing", f"a frame, the mouse moves ({on})", pointing)
    yield Line("view-panning", f"a frame, the map is moved ({on})", panning, target=Target(under=16e-3))


def longest_ticks(effort: Effort) -> Iterator[Line]:
    """Let the AI play as fast as it may, and take the longest frame of each round: the wait of an impatient click."""
    screen = opened()
    for _ in range(20):
        _frame(screen)  # the kernels are there, and so is the ground
    rounds = tuple(_longest() for _ in range(effort.rounds))
    what = f"the longest frame while the AI plays ({WIDTH}x{HEIGHT}, {COUNTERS} counters)"
    yield Line("view-longest", what, Figures(rounds), target=Target(under=50e-3))


def _longest() -> float:
    forget_lines()  # a player, too, comes to a map of which nothing is known yet
    screen = opened()
    screen.finish()
    for _ in range(30):
        _frame(screen)
    screen.skip()
    longest = 0.0
    gc.collect()
    gc.freeze()  # as the app does
    try:
        for _ in range(TICKS):
            began = CLOCK()
            _frame(screen)
            longest = max(longest, CLOCK() - began)
            if screen.model.playback.is_over:
                break
    finally:
        gc.unfreeze()
    return longest
