"""A battle in a real window on a real (virtual) screen: real clicks, real keys, real pictures, and a real save.

Where everything lies is found with a twin of the battle on a sheet: same scenario, same seed, same size.
"""

import time
from pathlib import Path

import pytest

from sim.engine.game import Ordered
from sim.engine.ruleset import HUMAN
from sim.scenario.saves import load_save
from sim.view.battle.screen import BattleScreen
from sim.view.settings import SPEEDS, ViewSettings, save_settings
from tests.view.battle.bot import asked, clicked, menu, opened, spots
from tests.view.test_real_window import PATIENCE, Desk, desk, differs_from, is_painted, pytestmark

__all__ = ["desk", "pytestmark"]

NAME, SEED, SIZE = "conflict_of_heroes/behaviour/eleven", 1, (1100, 700)


def play(desk: Desk, *options: str) -> None:
    """Start the battle, for somebody who wants the AI quick."""
    assert save_settings(ViewSettings(speed=SPEEDS[1], animations=False)) is None
    desk.open("play", NAME, "--size", f"{SIZE[0]}x{SIZE[1]}", "--seed", str(SEED), *options)


def orders(home: Path) -> int:
    """Return how many orders of a person the autosave has; -1 if there is none yet."""
    for file in home.rglob("*.auto.save.jsonl"):
        entries = load_save(file).session().entries
        return sum(isinstance(entry, Ordered) and entry.by == HUMAN for entry in entries)
    return -1


def twin() -> BattleScreen:
    """Return the same battle on a sheet, at its first question."""
    return asked(opened(NAME, seed=SEED, size=SIZE))


def place(screen: BattleScreen, name: str, *args: object) -> tuple[int, int]:
    """Return where something can be clicked that does something."""
    found = [spot for spot in spots(screen) if spot.do.name == name and not spot.refusal]
    chosen = next(spot for spot in found if not args or spot.do.args == args)
    x, y = chosen.box.center
    return int(x), int(y)


def test_a_battle_is_played_in_a_real_window_by_mouse_and_by_keys(desk: Desk, home: Path) -> None:
    """Orders by real clicks and by real keys arrive in the save; help, zoom and pictures work; Q leaves with code 0."""
    play(desk)
    painted = desk.picture(is_painted)
    assert painted.shape == (SIZE[1], SIZE[0], 3)
    desk.key("Return")  # the briefing has been read
    desk.wait(lambda: "asked" if orders(home) >= 0 else "", "the first autosave")
    # Help, and the wheel over the map.
    desk.key("F1")
    desk.picture(differs_from(painted, 0.2))
    desk.key("F1")
    desk.xdotool("mousemove", str(SIZE[0] // 2), "250", "click", "4", "click", "4", "click", "4")
    desk.picture(differs_from(painted, 0.1))
    desk.key("z")
    # An order by mouse alone.
    screen = twin()
    before = orders(home)
    for name, args in (("choose_unit", (menu(screen).actors[0],)), ("choose_verb", ("stall",)), ("confirm", ())):
        at = place(screen, name, *args)
        desk.click(at)
        clicked(screen, at)
        time.sleep(0.4)
    desk.wait(lambda: "given" if orders(home) > before else "", "the order by mouse")
    # An order by keys alone.
    now = orders(home)
    until = time.monotonic() + PATIENCE
    while orders(home) <= now and time.monotonic() < until:
        desk.key("s", "Tab", "1", "n", "Return", "Return")
        time.sleep(0.5)
    assert orders(home) > now
    desk.key("F10")
    time.sleep(0.5)
    desk.key("q")
    assert desk.ended() == 0 and "Traceback" not in desk.told, desk.told


def closed(desk: Desk) -> None:
    """Close the window as a system that shuts down does: SDL makes the same event of it as of the close button."""
    assert desk.viewer is not None
    desk.viewer.terminate()
    assert desk.ended() == 0, desk.told


@pytest.mark.long  # `test_robust` closes a window at several such moments every day, on a sheet
def test_a_real_window_closed_in_the_middle_of_an_ai_turn_saves_the_battle(desk: Desk, home: Path) -> None:
    """While the AI plays at its own pace: code 0, and a sound save."""
    play(desk, "--demo")
    desk.picture(is_painted)
    desk.key("space", "space", "period", "period", "greater")
    closed(desk)
    (file,) = home.rglob("*.auto.save.jsonl")
    assert len(load_save(file).session().frames) > 1


@pytest.mark.long  # `test_robust` does it every day, on a sheet
def test_a_real_window_can_be_made_tiny_and_large_again(desk: Desk) -> None:
    """Down to one pixel and back, and the picture is as before."""
    play(desk)
    before = desk.picture(is_painted)
    for size in (("1", "1"), ("300", "200"), (str(SIZE[0]), str(SIZE[1]))):
        desk.xdotool("windowsize", desk.window, *size)
        time.sleep(0.5)
    after = desk.picture(lambda image: image.shape == before.shape and is_painted(image))
    assert after.shape == before.shape
    closed(desk)
