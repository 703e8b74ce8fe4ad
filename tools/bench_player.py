"""Do everything in a window that a player may do, and say which frame of each situation took longest.

`python tools/bench_player.py SCENARIO 1920x1080` plays a shipped scenario, `browser` in its place goes through the
scenario browser. Each run is a Python of its own, so that nothing is loaded, looked at or drawn before the player comes
to it. A frame is what the app does sixty times a second: what the player did, one `tick`, one `paint`, and the app's
own care of memory. Engine and painter work beside the window, in processes of their own, as they do for a player. Only
the copying of the picture to a screen is missing, since there is none.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from bench_timing import CLOCK

if TYPE_CHECKING:  # what is measured is loaded by a window
    from sim.scenario.scenario import Scenario
    from sim.view.battle.screen import BattleScreen
    from sim.view.browser.screen import BrowserScreen
    from sim.view.screen import Screen
    from sim.view.worker.beside import Beside

BROWSER = "browser"
SEED = 1944
FEWEST, MOST = 4, 16
"""Frames that are looked at after each thing that is done: as many as it takes until all is answered, within limits."""
PAUSE = 0.004
"""Seconds between two frames: whoever works beside the window gets on meanwhile."""
TICKS = 150
"""Ticks for which the AI plays at each of its speeds."""
LAST_TICKS = 4000
"""The most ticks that the rest of a battle takes."""
UNITS, AIMS = 6, 2
"""Units that are tried, here and there in the roster, and aims of each kind of order of each."""
ACROSS, DOWN = 16, 9
"""Places that the mouse goes to, in the whole window."""

Thing = TypeVar("Thing")


class Watch:
    """The longest frame of each situation, and what was done just before it."""

    def __init__(self, screen: Screen, surface: Callable[[], Any], beside: Beside) -> None:
        self.screen, self._surface, self.beside = screen, surface, beside
        self.longest: dict[str, tuple[float, str]] = {}
        self._ticks = 0

    def see(self, situation: str, what: str, act: Callable[[], object] | None = None, most: int = MOST) -> None:
        """Do something, and take the frames after it, the doing included."""
        for n in range(most):
            began = CLOCK()
            if n == 0 and act is not None:
                act()
            self._frame()
            took = CLOCK() - began
            self.longest[situation] = max(self.longest.get(situation, (0.0, "")), (took, f"{what}, frame {n + 1}"))
            if self.screen.next is not None or (n + 1 >= FEWEST and not self.beside.worker.worker.is_busy):
                break
            time.sleep(PAUSE)

    def _frame(self) -> None:
        from sim.view.app import SETTLING, settle_memory

        self.screen.tick(1 / 60)
        if self.screen.next is None:  # else the app shows another screen in the next frame
            self.screen.paint(self._surface())
        self._ticks += 1
        if self._ticks % SETTLING == 0:
            settle_memory()


# -- a battle ---------------------------------------------------------------------------------------------


def play(name: str, size: tuple[int, int]) -> dict[str, tuple[float, str]]:
    """Play a scenario; return the longest frame of each situation."""
    from sim.resources import find_scenario
    from sim.scenario.scenario import load_scenario
    from sim.view.worker.beside import Beside

    scenario, beside = load_scenario(find_scenario(name)), Beside.processes()
    watch = Watch(screen := _battle(scenario, size, SEED, beside), lambda: screen.stage.surface(), beside)
    _as_the_app()
    for part in (_open, _order, _point, _ask_by_menu, _inspect, _name, _overlay, _steer, _arrange, _resize, _read):
        part(watch, screen)
    for part in (_search, _look_back, _leave_to_ai, _end):
        part(watch, screen)
    typed = Watch(prompted := _battle(scenario, size, None, beside), lambda: prompted.stage.surface(), beside)
    _type_dice(typed, prompted)
    beside.close()
    return {**watch.longest, **typed.longest}


def _battle(scenario: Scenario, size: tuple[int, int], seed: int | None, beside: Beside) -> BattleScreen:
    """Return a battle as the app opens it; without a seed the player types his dice."""
    from sim.view.battle.screen import BattleScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.engine import Engine, new_battle

    start, _ = new_battle(scenario, scenario.players, seed)
    engine = Engine.beside(beside.worker.extension(), start)
    return BattleScreen(MemoryStage(size), engine, ViewSettings(), beside.painter)


def _as_the_app() -> None:
    from sim.view.app import spare_the_old

    gc.collect()
    gc.freeze()
    spare_the_old(gc.get_threshold())


def _open(watch: Watch, screen: BattleScreen) -> None:
    watch.see("opening", "the battle opens", most=200)
    _wait_for_order(watch, screen, "opening")


def _wait_for_order(watch: Watch, screen: BattleScreen, situation: str) -> None:
    """Skip to where the player is asked, and until all is there that he may order."""
    for _ in range(40):
        if screen.ordering.menu is not None or screen.session.over:
            break
        watch.see(situation, "skip", screen.timing.skip)
    for _ in range(60):
        if screen.ordering.menu is None or screen.ordering.menu.is_complete:
            break
        watch.see(situation, "orders come in", most=4)


def _order(watch: Watch, screen: BattleScreen) -> None:
    """Look at what each unit may be ordered, and give some orders."""
    for unit in _some(screen.ordering.menu.actors, UNITS) if screen.ordering.menu is not None else ():
        watch.see("orders", f"choose {unit}", lambda unit=unit: screen.ordering.choose_unit(unit))  # type: ignore[misc]
        for verb in screen.ordering.menu.verbs(unit) if screen.ordering.menu is not None else ():
            _aim(watch, screen, unit, verb.name)
    watch.see("orders", "advice", screen.ordering.take_advice)
    watch.see("orders", "give the order", screen.ordering.confirm, 60)
    _wait_for_order(watch, screen, "orders")
    watch.see("orders", "take it back", screen.timing.undo, 60)
    _wait_for_order(watch, screen, "orders")
    watch.see("orders", "advice once more", screen.ordering.take_advice)
    watch.see("orders", "give it once more", screen.ordering.confirm, 60)
    _wait_for_order(watch, screen, "orders")


def _aim(watch: Watch, screen: BattleScreen, unit: str, verb: str) -> None:
    """Aim one kind of order at some of what it can be aimed at, here and there on the map."""
    assert screen.ordering.menu is not None
    watch.see("orders", f"{unit}: {verb}", lambda: screen.ordering.choose_verb(verb))
    for aim in _some(screen.ordering.menu.all_aims, AIMS):
        words = (aim,) if isinstance(aim, str) else (aim.q, aim.r)
        watch.see("orders", f"{unit}: {verb} at {aim}", lambda words=words: screen.ordering.choose_aim(*words))  # type: ignore[misc]
        watch.see("orders", f"{unit}: {verb}, turned", lambda: screen.ordering.turn_facing(1))
        watch.see("orders", f"{unit}: {verb}, another way", screen.ordering.next_manner)


def _point(watch: Watch, screen: BattleScreen) -> None:
    """Go over the whole window with the mouse, with the ruler on and off."""
    wide, high = screen.size
    screen.looking.selected = next(iter(_units(screen)), None)
    places = [
        ((2 * x + 1) * wide // (2 * ACROSS), (2 * y + 1) * high // (2 * DOWN))
        for x in range(ACROSS)
        for y in range(DOWN)
    ]
    for switch in (None, screen.looking.toggle_ruler, screen.looking.toggle_why_not):
        if switch is not None:
            watch.see("pointing", switch.__name__, switch)
        for place in places[:: 1 if switch is None else 3]:
            watch.see("pointing", f"at {place}", lambda place=place: setattr(screen.looking, "mouse", place), 2)  # type: ignore[misc]
    screen.looking.toggle_ruler()
    screen.looking.toggle_why_not()
    screen.looking.mouse = None


def _ask_by_menu(watch: Watch, screen: BattleScreen) -> None:
    """Open the menu of the right button here and there, go through it, and over the toolbar and lines of the log."""
    pixel, point = screen.steering.camera.pixel, screen.session.battle.map.grid.point
    units = (screen.model.where(unit) for unit in _some(_units(screen), UNITS))
    for cell in (*units, *_some(sorted(screen.session.battle.map.whole), UNITS)):
        x, y = pixel(point(cell)) if cell is not None else (0, 0)
        at = (round(x), round(y))
        screen.looking.mouse = at
        watch.see("menu", f"right click at {at}", lambda at=at: _click(screen, at, 3))  # type: ignore[misc]
        for spot in list(screen.panels["context"].spots):
            _hover(watch, screen, "menu", spot.box.center)
        watch.see("menu", "closed", screen.context.close)
    for spot in screen.picture.toolbar.spots:
        _hover(watch, screen, "toolbar", spot.box.center)
    for spot in list(screen.panels["side"].spots):
        _hover(watch, screen, "log lines", spot.box.center)
    side = screen.panels["side"].rect
    for y in range(side.top, side.bottom, max(side.height // (2 * DOWN), 1)):
        _hover(watch, screen, "log lines", (side.left + side.width // 3, y))
    screen.looking.mouse = None


def _hover(watch: Watch, screen: BattleScreen, situation: str, at: tuple[int, int]) -> None:
    watch.see(situation, f"pointing at {at}", lambda: screen.handle(_motion(at)), 2)


def _click(screen: BattleScreen, at: tuple[int, int], button: int = 1) -> None:
    import pygame

    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        screen.handle(pygame.event.Event(kind, pos=at, button=button))


def _inspect(watch: Watch, screen: BattleScreen) -> None:
    """Ask what the rules see of some units, answer by answer, and point about on the map meanwhile."""
    eye, room = screen.inspecting, screen.places.room
    for unit in _some(_units(screen), UNITS):
        watch.see("unit tab", f"look into {unit}", lambda unit=unit: eye.look_into(unit), 60)  # type: ignore[misc]
        found = eye.found
        for answer in found.answers if found is not None else ():
            what, words = f"{unit}: {answer.topic} {answer.name}", (answer.topic, answer.name)
            watch.see("unit tab", what, lambda words=words: eye.show_answer(*words), 40)  # type: ignore[misc]
            for x in range(room.left, room.right, max(room.width // 3, 1)):
                _hover(watch, screen, "unit tab", (x, room.centery))
        for enemy in _some(found.enemies, 2) if found is not None else ():
            watch.see("unit tab", f"{unit} against {enemy}", lambda enemy=enemy: eye.choose_against(enemy), 40)  # type: ignore[misc]
    screen.looking.mouse, eye.chosen, eye.picked = None, None, None
    watch.see("unit tab", "log", lambda: screen.looking.show_tab("log"))


def _name(watch: Watch, screen: BattleScreen) -> None:
    """Have names beside all counters, for a moment and always, wherever the map is moved."""
    for is_held in (True, False):
        watch.see("names", f"Alt held {is_held}", lambda is_held=is_held: setattr(screen.looking, "holds_alt", is_held))  # type: ignore[misc]
    watch.see("names", "toggle_names", screen.looking.toggle_names)
    for turn in (screen.looking.zoom_in,) * 3 + (screen.looking.zoom_out,) * 2:
        watch.see("names", turn.__name__, turn, 8)
        for across, down in ((30, 10), (-30, -20)):
            for _ in range(8):
                watch.see("names", f"by {across}, {down}", lambda: screen.steering.pan(across, down), 1)  # noqa: B023
    watch.see("names", "fit", screen.looking.fit)
    watch.see("names", "toggle_names off", screen.looking.toggle_names)


def _arrange(watch: Watch, screen: BattleScreen) -> None:
    """Drag the edges of panels, and fold panels away."""
    import pygame

    for name in ("left", "right", "hover"):
        places = screen.places
        left, right, low = places.left, places.right, places.hover
        start = {"left": (left.right, left.top + 9), "right": (right.left, right.top + 9), "hover": low.midtop}[name]
        screen.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        for far in (*range(0, 90, 15), *range(90, -90, -30)):
            at = (start[0], start[1] - far) if name == "hover" else (start[0] + far, start[1])
            watch.see("panels", f"{name} dragged by {far}", lambda at=at: screen.handle(_motion(at)), 1)  # type: ignore[misc]
        watch.see("panels", f"{name} let go", lambda at=start: _click(screen, at))  # type: ignore[misc]
    for fold in ("left", "right", "status", "hover"):
        for _ in range(2):
            watch.see("panels", f"fold {fold}", lambda fold=fold: screen.panes.fold(fold), 6)  # type: ignore[misc]


def _search(watch: Watch, screen: BattleScreen) -> None:
    """Look for something in the rules, letter by letter, and read rule after rule."""
    import pygame

    watch.see("rules", "show_rules", screen.pages.show_rules)
    for letter in "moving":
        watch.see("rules", f"type {letter}", lambda letter=letter: screen.pages.type_text(letter), 3)  # type: ignore[misc]
    for key in (*(pygame.K_BACKSPACE,) * 6, *(pygame.K_DOWN,) * 6, pygame.K_UP):
        watch.see("rules", pygame.key.name(key), lambda key=key: screen.pages.press_key(key, 0), 2)  # type: ignore[misc]
    for _ in range(4):
        watch.see("rules", "read on", lambda: screen.panels["window"].scroll_by(-3), 2)
    watch.see("rules", "closed", screen.pages.close_window)


def _some(things: Sequence[Thing], count: int) -> Sequence[Thing]:
    """Return about so many of some things, from the first to the last."""
    return things[:: -(-len(things) // count) or 1]


def _units(screen: BattleScreen) -> list[str]:
    return [unit.id for unit in screen.model.position.state.units if unit.cell is not None]


def _overlay(watch: Watch, screen: BattleScreen) -> None:
    """Show one overlay after the other, each with steps of the zoom, and units selected under them."""
    sides = (screen.looking.cycle_fire, screen.looking.cycle_fire, screen.looking.toggle_threat)
    looks = (
        screen.looking.toggle_cover,
        screen.looking.toggle_reach,
        screen.looking.toggle_view,
        screen.looking.turn_view,
    )
    dress = (
        screen.looking.toggle_heights,
        screen.looking.toggle_coordinates,
        screen.looking.toggle_grid,
        screen.looking.toggle_grid,
    )
    for switch in (*sides, *looks, *dress):
        watch.see("overlays", switch.__name__, switch)
        for turn in (screen.looking.zoom_in, screen.looking.zoom_out):
            watch.see("zoom", f"{turn.__name__} after {switch.__name__}", turn)
    screen.looking.zoom_in()
    for unit in _some(_units(screen), UNITS):
        watch.see("overlays", f"select {unit}", lambda unit=unit: screen.looking.look_at_unit(unit))  # type: ignore[misc]
    for switch in (screen.looking.cycle_fire, screen.looking.toggle_threat, *looks[:-1], *dress[:2]):
        watch.see("overlays", f"{switch.__name__} off", switch)
    watch.see("zoom", "fit", screen.looking.fit)


def _steer(watch: Watch, screen: BattleScreen) -> None:
    """Turn the wheel far in and out again, and move the map about."""
    for turn in (screen.looking.zoom_in,) * 8 + (screen.looking.zoom_out,) * 10:
        watch.see("zoom", turn.__name__, turn, 8)
    screen.looking.fit()
    for _ in range(4):
        watch.see("zoom", "zoom_in", screen.looking.zoom_in)
    for across, down in ((40, 0), (0, 40), (-70, 0), (0, -70)):
        for _ in range(15):
            watch.see("pan", f"by {across}, {down}", lambda: screen.steering.pan(across, down), 1)  # noqa: B023
        watch.see("pan", "standing still again")
    watch.see("zoom", "fit", screen.looking.fit)


def _resize(watch: Watch, screen: BattleScreen) -> None:
    """Change the size of the window and of its letters, and all the colours."""
    wide, high = screen.size
    for size in (
        (wide * 2 // 3, high * 2 // 3),
        (wide, high),
        (wide - 160, high - 90),
        (wide, high),
        (1, 1),
        (wide, high),
    ):
        watch.see("resize", f"to {size}", lambda size=size: screen.stage.resize(size))  # type: ignore[misc]
    for step in (25, 25, 25, -25, -25, -25, -25, 25):
        watch.see("letters", f"by {step}", lambda step=step: screen.pages.change_scale(step))  # type: ignore[misc]
    for change in (
        screen.pages.next_theme,
        screen.pages.next_theme,
        screen.pages.next_theme,
        screen.pages.toggle_safe,
        screen.pages.toggle_safe,
    ):
        watch.see("theme", change.__name__, change)


def _read(watch: Watch, screen: BattleScreen) -> None:
    """Open every page and every tab, and read on in them."""
    pages = (
        screen.pages.toggle_help,
        screen.pages.show_menu,
        screen.pages.show_briefing,
        screen.pages.show_summary,
        screen.pages.show_lines,
    )
    for page in pages:
        watch.see("pages", page.__name__, page)
        for _ in range(3):
            watch.see("pages", f"{page.__name__}, read on", lambda: screen.panels["window"].scroll_by(-3), 2)
        watch.see("pages", f"{page.__name__} closed", screen.pages.close_window)
    for tab in ("reasons", "forecast", "log"):
        watch.see("tabs", tab, lambda tab=tab: screen.looking.show_tab(tab), 200 if tab == "forecast" else MOST)  # type: ignore[misc]
        for _ in range(3):
            watch.see("tabs", f"{tab}, read on", lambda: screen.panels["side"].scroll_by(-3), 2)
    watch.see("pages", "a rule", lambda: screen.pages.show_rule(next(iter(screen.session.ruleset.rulebook)).id))
    watch.see("pages", "a rule closed", screen.pages.close_window)


def _look_back(watch: Watch, screen: BattleScreen) -> None:
    """Go back and forth in time, in each of the tabs; keep a line, and take another."""
    for tab in ("log", "reasons", "forecast"):
        watch.see("tabs", tab, lambda tab=tab: screen.looking.show_tab(tab))  # type: ignore[misc]
        for step in (
            screen.timing.back,
            screen.timing.back,
            screen.timing.forward,
            screen.timing.previous_decision,
            screen.timing.previous_turn,
        ):
            watch.see("time", f"{step.__name__} under {tab}", step)
        watch.see("time", f"first_frame under {tab}", screen.timing.first_frame)
        watch.see("time", f"live under {tab}", screen.timing.live)
    screen.looking.show_tab("log")
    watch.see("time", "half way", lambda: screen.timing.jump(len(screen.model.playback.frames) // 2))
    watch.see("branch", "branch", screen.timing.branch, 60)
    watch.see("branch", "lines", screen.pages.show_lines)
    if screen.model.playback.branches:  # where nobody has given an order yet, there is no other line
        watch.see("branch", "switch_line", lambda: screen.timing.switch_line(0), 60)
    watch.see("saving", "save_now", screen.pages.save_now)
    watch.see("saving", "live", screen.timing.live)


def _leave_to_ai(watch: Watch, screen: BattleScreen) -> None:
    """Let the program play, at each of its speeds; near enough to the map that it has to follow."""
    for _ in range(4):
        watch.see("zoom", "zoom_in", screen.looking.zoom_in)
    for _ in range(3):
        watch.see("ai", "cycle_speed", screen.timing.cycle_speed)
        speed = screen.model.playback.speed
        for _ in range(TICKS // 10):
            if screen.ordering.menu is not None and not screen.ordering.is_deputised:
                watch.see("ai", f"delegate at speed {speed}", screen.ordering.delegate, 1)
            if not screen.model.playback.is_going:
                watch.see("ai", f"play at speed {speed}", screen.timing.toggle_play, 1)
            watch.see("ai", f"speed {speed}", most=10)
    watch.see("names", "toggle_names", screen.looking.toggle_names)
    for _ in range(TICKS // 10):
        watch.see("ai", "with names", screen.timing.next_decision, 10)
    watch.see("names", "toggle_names off", screen.looking.toggle_names)
    for tab in ("reasons", "forecast", "log"):
        screen.looking.show_tab(tab)
        _hurry(watch, screen, f"skip under {tab}", TICKS)
    watch.see("saving", "film_turn", screen.films.film_turn, TICKS)


def _hurry(watch: Watch, screen: BattleScreen, what: str, ticks: int) -> None:
    """Have all orders given by the commander, as fast as may be."""
    for n in range(ticks // 5):
        if screen.session.over:
            break
        if screen.ordering.menu is not None and not screen.ordering.is_deputised:
            watch.see("skip", f"{what}: delegate", screen.ordering.delegate, 1)
        watch.see("skip", what, screen.timing.skip, 4)
        if n % 40 == 0:
            watch.see("meanwhile", what, screen.timing.next_meanwhile)
            watch.see("meanwhile", "back to the latest", screen.timing.live)


def _end(watch: Watch, screen: BattleScreen) -> None:
    """Hurry to the end, and look back on all of it."""
    _hurry(watch, screen, "to the end", LAST_TICKS)
    watch.see("end", "the end is shown", most=200)
    watch.see("end", "the summary closed", screen.pages.close_window)
    for tab in ("reasons", "log"):
        watch.see("end", tab, lambda tab=tab: screen.looking.show_tab(tab))  # type: ignore[misc]
        for jump in (screen.timing.first_frame, screen.timing.live):
            watch.see("end", f"{jump.__name__} under {tab}", jump)
    watch.see("end", "letters", lambda: screen.pages.change_scale(25))
    watch.see("end", "letters", lambda: screen.pages.change_scale(-25))
    watch.see("end", "leave", screen.leave)


def _type_dice(watch: Watch, screen: BattleScreen) -> None:
    """Answer some prompts for dice and cards."""
    watch.see("dice", "the battle opens", most=100)
    for _ in range(12):
        if screen.ordering.menu is not None and not screen.ordering.is_deputised:
            watch.see("dice", "delegate", screen.ordering.delegate, 1)
        watch.see("dice", "skip", screen.timing.skip)
        watch.see("dice", "roll_for_me", screen.ordering.roll_for_me)


# -- the browser ------------------------------------------------------------------------------------------


def browse(size: tuple[int, int]) -> dict[str, tuple[float, str]]:
    """Go through the scenario browser; return the longest frame of each situation."""
    import sim.view.battle.screen  # noqa: F401 - `sandtable play` loads it behind its title, too
    from sim.view.browser.screen import BrowserScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.beside import Beside

    beside = Beside.processes()
    screen = BrowserScreen(MemoryStage(size), beside, ViewSettings())
    watch = Watch(screen, lambda: screen.stage.surface(), beside)
    _as_the_app()
    watch.see("opening", "the browser opens", most=300)
    _go_through(watch, screen)
    _choose(watch, screen)
    _start(watch, screen)
    beside.close()
    return watch.longest


def _go_through(watch: Watch, screen: BrowserScreen) -> None:
    desk = screen.desk
    for group in desk.groups:
        if group.title in desk.folded:
            watch.see("list", f"open {group.title}", lambda group=group: desk.fold(group.title), 8)  # type: ignore[misc]
    for entry in desk.shown:
        watch.see("list", f"select {entry.name}", lambda entry=entry: desk.select(str(entry.path)), 25)  # type: ignore[misc]
    for letter in "ridge":
        watch.see("filter", f"type {letter}", lambda letter=letter: desk.type_into("filter", letter), 10)  # type: ignore[misc]
    watch.see("filter", "clear_filter", desk.clear_filter, 10)


def _choose(watch: Watch, screen: BrowserScreen) -> None:
    """Change settings, letters, colours and the size of the window."""
    desk, (wide, high) = screen.desk, screen.stage.surface().get_size()
    watch.see("settings", "open", lambda: desk.show_page("settings"))
    for name, value in (("scale", 125), ("scale", 100), ("theme", "light"), ("theme", "dark"), ("safe", True)):
        watch.see("settings", f"{name} {value}", lambda name=name, value=value: desk.set(name, value))  # type: ignore[misc]
    watch.see("settings", "close", lambda: desk.show_page("battles"))
    for name, value in (("scale", 125), ("scale", 100), ("theme", "light"), ("theme", "dark")):
        watch.see("letters", f"{name} {value}", lambda name=name, value=value: desk.set(name, value))  # type: ignore[misc]
    for size in ((wide * 2 // 3, high * 2 // 3), (wide, high), (700, 500), (wide, high)):
        watch.see("resize", f"to {size}", lambda size=size: screen.stage.resize(size))  # type: ignore[misc]
    for x in range(0, wide, wide // 12):
        for y in range(0, high, high // 8):
            watch.see("pointing", f"at {x}, {y}", lambda at=(x, y): screen.handle(_motion(at)), 2)  # type: ignore[misc]


def _motion(at: tuple[int, int]) -> Any:
    import pygame

    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))


def _start(watch: Watch, screen: BrowserScreen) -> None:
    """Start a battle of each system, and go on with a save and a record of it."""
    desk, seen = screen.desk, set()
    for entry in [entry for entry in desk.entries if "/behaviour/" not in entry.name]:
        watch.see("list", f"select {entry.name}", lambda entry=entry: desk.select(str(entry.path)), 60)  # type: ignore[misc]
        for way in (desk.start, desk.start_demo) if entry.system not in seen else (desk.start,):
            watch.see("start", f"{way.__name__} {entry.name}", way)
            _enter(watch, screen, entry.name)
        if entry.system not in seen:
            watch.see("start", f"resume {entry.name}", desk.resume)
            _enter(watch, screen, entry.name)
            for file in _saves():
                watch.see("file", f"open a save of {entry.system}", lambda file=file: desk.open_path(str(file)), 300)  # type: ignore[misc]
                _enter(watch, screen, entry.name)
        seen.add(entry.system)
    watch.see("file", "open a scenario", lambda: desk.open_path(str(_copied(desk.entries[0].path))), 60)
    watch.see("file", "open what is none", lambda: desk.open_path("nothing.toml"))
    watch.see("start", "tutorial", desk.start_tutorial)
    _enter(watch, screen, "tutorial")


def _enter(watch: Watch, screen: BrowserScreen, name: str) -> None:
    """Play for a while in the battle that was opened, leave it, and come back to the browser."""
    import pygame

    from sim.view.battle.screen import BattleScreen
    from sim.view.screen import ScreenDone

    battle, screen.next = screen.next, None
    if battle is None or isinstance(battle, ScreenDone):
        return
    inside = Watch(battle, lambda: screen.stage.surface(), watch.beside)
    uncovered = pygame.event.Event(pygame.VIDEOEXPOSE)
    inside.see("first", f"in {name}", lambda: battle.handle(uncovered), 60)
    inside.see("first", f"skip in {name}", battle.timing.skip if isinstance(battle, BattleScreen) else None, 40)
    inside.see("first", f"leave {name}", battle.leave, 1)
    watch.longest |= _longer(watch.longest, inside.longest)
    watch.see("back", f"from {name}", lambda: screen.handle(uncovered))


def _longer(one: dict[str, tuple[float, str]], other: dict[str, tuple[float, str]]) -> dict[str, tuple[float, str]]:
    return {name: max(took, one.get(name, took)) for name, took in other.items()}


def _saves() -> list[Path]:
    return sorted(Path(os.environ["SANDTABLE_HOME"]).rglob("*.save.jsonl"))[:1]


def _copied(file: Path) -> Path:
    """Return a scenario as somebody has it in a folder of his own."""
    return Path(shutil.copy(file, Path.cwd()))


# -- from outside -----------------------------------------------------------------------------------------


def main(words: list[str]) -> None:
    """Play or browse as the words say, in a folder that is gone afterwards; print the longest frames as JSON."""
    name, size = words[0], words[1].split("x")
    window = int(size[0]), int(size[1])
    checkout = str(Path(__file__).resolve().parent.parent)
    sys.path.insert(0, checkout)
    os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy", "PYTHONPATH": checkout}
    with TemporaryDirectory() as folder:
        os.environ["SANDTABLE_HOME"] = folder
        os.chdir(folder)
        longest = browse(window) if name == BROWSER else play(name, window)
        os.chdir(checkout)
    print(json.dumps(longest))


if __name__ == "__main__":
    main(sys.argv[1:])
