"""What the battle screen takes: a frame that stands still, one that moves, and the longest wait while the AI plays.

The board is the largest that a battle is promised to run well on: 50 × 40 hexes with 40 counters, seeded, in a window
of 1920 × 1080 that nobody sees. A frame is what the app does sixty times a second: one `tick` and one `paint`.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from bench_timing import CLOCK, WALL_CLOCK, Contender, Effort, Figures, Line, Target, race

from sim.board.warm_up import warm_up

if TYPE_CHECKING:  # pygame greets whoever imports it, and no other line of the benchmark needs it
    from sim.scenario.scenario import Scenario
    from sim.view.battle.screen import BattleScreen
    from sim.view.worker.beside import Beside

WIDTH, HEIGHT, COUNTERS = 50, 40, 40
WINDOW = (1920, 1080)
SEED = 1944
FRAMES = 40
"""Frames of one round."""
TICKS = 150
"""Ticks of the AI's battle in one round."""
SETTLING = 12
"""Frames that are looked at after each thing that is done."""
PAUSE = 0.004
"""Seconds between two frames while somebody works beside the window."""
BROWSED = 3.0
"""Seconds for which somebody looks through the browser before he opens a battle."""
LAST_TICKS = 1500
"""The most ticks that the rest of a battle takes."""
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


def opened(beside: Beside | None = None) -> BattleScreen:
    """Return the battle on a sheet of the size of a window, played by nobody but the program.

    Engine and painter are those beside a window, or everything is done at once as for a picture.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.engine.chance import Seeded
    from sim.engine.session import Session
    from sim.view.battle.screen import BattleScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.engine import Engine, StartBattle

    of, dice = board(), Seeded(SEED)
    if beside is None:
        session: Session[Any, Any] = Session(of.battle, of.state, of.players, dice)
        return BattleScreen(MemoryStage(WINDOW), Engine.in_process(of, session, SEED), ViewSettings())
    engine = Engine.beside(beside.worker.extension(), StartBattle(of, of.players, dice, SEED, None))
    return BattleScreen(MemoryStage(WINDOW), engine, ViewSettings(), beside.painter)


def _frame(screen: BattleScreen) -> None:
    screen.tick(1 / 60)
    screen.paint(screen.stage.surface())


def _settled() -> BattleScreen:
    """Return the battle stopped some frames in, closer than fitted, with everything painted that there is to paint."""
    screen = opened()
    _frame(screen)
    screen.timing.toggle_play()
    for _ in range(6):
        screen.timing.forward()
    for _ in range(3):
        screen.looking.zoom_in()
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
        screen.looking.mouse = (room.left + 40 + 9 * n, room.centery)

    def pan(n: int) -> None:
        far = 12 if n < FRAMES // 2 else -12
        screen.steering.pan(far, far / 2)

    on = f"{WIDTH}x{HEIGHT}, {COUNTERS} counters"
    still, pointing, panning = race([_round(screen, each) for each in (nothing, point, pan)], effort)
    yield Line("view-still", f"a frame, nothing changes ({on})", still, target=Target(under=8e-3))
    yield Line("view-pointing", f"a frame, the mouse moves ({on})", pointing)
    yield Line("view-panning", f"a frame, the map is moved ({on})", panning, target=Target(under=16e-3))


def longest_ticks(effort: Effort) -> Iterator[Line]:
    """Take the longest frame of all that somebody may do, each round on a map of which nothing is known yet."""
    warm_up()  # a window loads the kernels once, after its first picture
    screen = opened()
    for _ in range(20):
        _frame(screen)  # and so is the ground
    rounds = [_longest() for _ in range(effort.rounds)]
    on = f"{WIDTH}x{HEIGHT}, {COUNTERS} counters"
    for name in rounds[0]:
        figures = Figures(tuple(longest[name] for longest in rounds))
        yield Line(f"view-longest-{name}", f"the longest frame: {SITUATIONS[name]}", figures, target=ANSWERS)
    whole = Figures(tuple(max(longest.values()) for longest in rounds))
    yield Line("view-longest", f"the longest frame of all these ({on})", whole, target=ANSWERS)


LARGEST_MAP = "la_petite_guerre/ambush_at_fish_coulee"
PAINTED_IN = {(1920, 1080): Target(under=1.5), (3840, 2160): Target(under=4.0)}
"""How long it may take, from Enter on, until all is painted that a window of a size shows."""


def first_paint(effort: Effort) -> Iterator[Line]:
    """Open the largest shipped map, and wait until all of it that shows is painted; by the clock on the wall."""
    for size, target in PAINTED_IN.items():
        took = Figures(tuple(_painted_in(size) for _ in range(effort.rounds)))
        where = f"{LARGEST_MAP}, {size[0]}x{size[1]}"
        yield Line(f"paint-first-{size[1]}", f"from Enter to a map that is painted ({where})", took, target=target)


def _painted_in(size: tuple[int, int]) -> float:
    """Return how many seconds it takes; the processes beside the window run already, as they do in the browser."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.resources import find_scenario
    from sim.scenario.scenario import load_scenario
    from sim.view.battle.screen import BattleScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.beside import Beside
    from sim.view.worker.engine import Engine, new_battle

    beside, scenario = Beside.processes(), load_scenario(find_scenario(LARGEST_MAP))
    time.sleep(BROWSED)
    began = WALL_CLOCK()
    start, _ = new_battle(scenario, scenario.players, SEED)
    engine = Engine.beside(beside.worker.extension(), start)
    screen = BattleScreen(MemoryStage(size), engine, ViewSettings(), beside.painter)
    sheet, is_painted = MemoryStage(size).surface(), False
    while not is_painted:
        _frame(screen)
        is_painted = screen.picture.board.draw(sheet, screen.steering.camera)
        time.sleep(PAUSE)
    took = WALL_CLOCK() - began
    beside.close()
    return took


ANSWERS = Target(under=50e-3)
SITUATIONS = {
    "opening": "the battle opens",
    "ai": "the AI plays as fast as it may",
    "overlays": "an overlay is switched on",
    "zoom": "a step of the zoom, with one overlay after the other",
    "resize": "the window changes its size",
    "time": "a step back and forward, a jump",
    "panels": "help, menu, briefing and every tab are opened",
    "branch": "another line is begun",
    "end": "the battle ends",
}


class _Stopwatch:
    """The longest frame of each thing that is done."""

    def __init__(self, screen: BattleScreen, beside: Beside) -> None:
        self.screen, self._beside = screen, beside
        self.longest = dict.fromkeys(SITUATIONS, 0.0)

    def watch(self, name: str, act: Callable[[], object] | None = None, frames: int = SETTLING) -> None:
        """Do something, and take the longest of the frames after it, the doing included."""
        for n in range(frames):
            began = CLOCK()
            if n == 0 and act is not None:
                act()
            _frame(self.screen)
            self.longest[name] = max(self.longest[name], CLOCK() - began)
            if name == "end" and self.screen.pages.window is not None:
                break
            time.sleep(PAUSE if self._beside.worker.worker.is_busy else 0)


def _longest() -> dict[str, float]:
    """Play a while and do everything once; return the longest frame of each."""
    from sim.view.app import spare_the_old
    from sim.view.ui.palette import use_theme
    from sim.view.worker.beside import Beside

    board.cache_clear()  # a player, too, comes to a map of which nothing is known yet
    use_theme("light")
    use_theme("dark")  # nor is anything drawn
    beside = Beside.processes()
    watch, before = _Stopwatch(opened(beside), beside), gc.get_threshold()
    gc.collect()
    gc.freeze()  # as the app does
    spare_the_old(before)
    try:
        _do_everything(watch)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        beside.close()
    return watch.longest


def _do_everything(watch: _Stopwatch) -> None:
    """Go through the situations, in an order in which somebody might."""
    screen = watch.screen
    watch.watch("opening")
    watch.watch("ai", screen.timing.skip, TICKS)
    screen.model.playback.halt()
    screen.looking.selected = next(unit.id for unit in screen.model.position.state.units if unit.cell is not None)
    sides = (screen.looking.cycle_fire, screen.looking.toggle_threat)
    for switch in (*sides, screen.looking.toggle_cover, screen.looking.toggle_reach, screen.looking.toggle_view):
        watch.watch("overlays", switch)
        for turn in (screen.looking.zoom_in, screen.looking.zoom_in, screen.looking.zoom_out):
            watch.watch("zoom", turn)
    for size in ((1280, 720), WINDOW):
        watch.watch("resize", lambda size=size: screen.stage.resize(size))  # type: ignore[misc]
    for step in (
        screen.timing.back,
        screen.timing.back,
        screen.timing.forward,
        lambda: screen.timing.jump(0),
        lambda: screen.timing.jump(9),
    ):
        watch.watch("time", step)
    for page in (screen.pages.toggle_help, screen.pages.show_menu, screen.pages.show_briefing):
        watch.watch("panels", page)
        screen.pages.close_window()
    for tab in ("reasons", "forecast", "log"):
        watch.watch("panels", lambda tab=tab: screen.looking.show_tab(tab))  # type: ignore[misc]
    for switch in (
        screen.looking.toggle_threat,
        screen.looking.toggle_cover,
        screen.looking.toggle_reach,
        screen.looking.toggle_view,
    ):
        switch()
    watch.watch("branch", screen.timing.branch)
    watch.watch("end", screen.timing.skip, LAST_TICKS)
