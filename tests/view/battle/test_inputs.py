"""How many keys and clicks an order takes, counted over battles in which every order is the commander's advice.

A click and a key count one each, and so does what gives the order in the end: Enter, a second click on the target, or
the mouse drawn from the target to where to look afterwards, which gives it with that facing.
Of every order the shorter of two routes counts: by mouse, on the map and on the buttons of the panel; or by keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from sim.grid import Cell
from sim.view.battle.screen import BattleScreen
from sim.view.model.menu import MenuEntry, OrderMenu
from sim.view.worker.questions import Advised, AdvisedOrder
from tests.view.battle.bot import clicked, opened, passed, pointed, sent

MOST = 12
"""Inputs after which a route is given up."""
Route = Callable[[BattleScreen, OrderMenu, MenuEntry], None]
"""Does the next input on the way to an order."""


def asked(screen: BattleScreen) -> OrderMenu | None:
    """Play on until the player is asked for an order; None once it is over."""
    screen.timing.skip()
    for _ in range(2_000):
        screen.tick(0.05)
        if (menu := screen.ordering.menu) is not None and menu.is_complete:
            return menu
        if screen.model.playback.is_over:
            return None
    raise AssertionError("nobody was asked")


def advised(screen: BattleScreen, menu: OrderMenu) -> MenuEntry | None:
    """Return what the commander would order, as it stands in the menu."""
    found: list[AdvisedOrder | None] = []
    screen.engine.ask("advice", Advised(screen.looking.moment), found.append)
    screen.tick(0.0)
    assert found[0] is not None
    wanted = found[0].entry.sketch
    # He finds ways of his own to where the menu leads by another.
    alike = (entry for entry in menu.choices if replace(entry.sketch, way=()) == replace(wanted, way=()))
    return next((entry for entry in alike if entry.is_open), None)


def click(screen: BattleScreen, menu: OrderMenu, entry: MenuEntry) -> None:
    """Click who, then at whom or where, then what if that is still open, then which way and how."""
    ordering, sketch, picked = screen.ordering, entry.sketch, menu.picked
    aims = menu.aims_of(entry)
    if entry.unit not in (None, menu.unit):
        ordering.choose_unit(entry.unit or "")
    elif entry.unit is None and menu.verb != sketch.verb:
        menu.choose_unit(None)
        menu.choose_verb(sketch.verb)
    elif aims and menu.aim not in aims:
        ordering.choose_aim(*((aims[-1],) if isinstance(aims[-1], str) else (aims[-1].q, aims[-1].r)))
    elif picked is None or picked.sketch.verb != sketch.verb:
        ordering.choose_verb(sketch.verb)
    elif picked.sketch.facing != sketch.facing:
        ordering.choose_facing(sketch.facing or 0)
    else:
        ordering.choose_manner(sketch.manner)


def press(screen: BattleScreen, menu: OrderMenu, entry: MenuEntry) -> None:
    """Press the letter if it means who is to act, else Tab; then N to the target, ] and M to which way and how."""
    sketch, picked = entry.sketch, menu.picked
    meant = menu.by_letter(sketch.key) if sketch.key else None
    if menu.unit != entry.unit and (meant is None or meant[0] != entry.unit):
        key = "tab"
    elif menu.verb != sketch.verb:
        key = sketch.key.lower() or "1"
    elif menu.aim not in (None, *menu.aims_of(entry)) or picked is None:
        key = "n"
    elif picked.sketch.facing != sketch.facing:
        key = "]"
    else:
        key = "m"
    code, typed = pygame.K_TAB if key == "tab" else ord(key), key if key == "]" else ""
    screen.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=typed))


def inputs(screen: BattleScreen, menu: OrderMenu, entry: MenuEntry, route: Route) -> int:
    """Return how many inputs lead to an order and give it."""
    if entry.sketch.passes and entry.unit in (None, menu.unit):
        return 1
    for count in range(MOST):
        if menu.picked is not None and menu.picked.offer.intent == entry.offer.intent:
            return count + 1
        if route is click and screen.ordering.facing_cell is not None and menu.aim in menu.aims_of(entry):
            screen.ordering.choose_facing(entry.sketch.facing or 0)  # drawn there, it is given as it stands
            if menu.picked is not None and menu.picked.offer.intent == entry.offer.intent:
                return count + 1
        route(screen, menu, entry)
    return MOST


@pytest.mark.parametrize(
    ("name", "orders", "most"), [("conflict_of_heroes/farm_at_kamenka", 30, 2.5), ("outlaws/street_gunfight", 60, 2.0)]
)
def test_an_order_takes_few_inputs(name: str, orders: int, most: float) -> None:
    """On average fewer than three keys or clicks in Conflict of Heroes, and no more than two in OUTLAWS!."""
    screen, counts = opened(name, seed=2), list[int]()
    while len(counts) < orders and (menu := asked(screen)) is not None:
        entry = advised(screen, menu)
        if entry is None:
            screen.ordering.take_advice()
            screen.ordering.confirm()
            continue
        tried = []
        for route in (click, press):
            tried.append(inputs(screen, menu, entry, route))
            while menu.step_back():
                pass
        counts.append(min(tried))
        menu.take(entry)
        screen.ordering.confirm()
    assert len(counts) > 15 and sum(counts) / len(counts) <= most


def test_whoever_draws_the_mouse_from_a_target_gives_the_order_with_that_facing() -> None:
    """The facing is shown while the button is held; drawn back into the cell nothing is given, and the map stays."""
    screen = opened("outlaws/street_gunfight", seed=2)
    menu, entry = walk(screen)
    grid, camera = screen.session.battle.map.grid, screen.steering.camera
    cell = entry.sketch.way[-1]
    at, frames = pixel(screen, cell), len(screen.session.frames)
    clicked(screen, at)
    picked = menu.picked
    assert picked is not None
    wanted = next(facing for facing in menu.facings if facing != picked.sketch.facing)
    away = pixel(screen, cell.plus(grid.steps[wanted]))
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    for place in (away, at):
        pointed(screen, place, held=True)
        assert menu.picked is not None and menu.picked.sketch.facing == wanted
    sent(screen, pygame.MOUSEBUTTONUP, pos=at, button=1)
    assert screen.steering.camera == camera and len(screen.session.frames) == frames
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    pointed(screen, away, held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=away, button=1)
    passed(screen)
    assert screen.session.state.units[entry.unit or ""].facing == wanted


def walk(screen: BattleScreen) -> tuple[OrderMenu, MenuEntry]:
    """Play on until somebody may walk; return the menu and a walk of his."""
    while (menu := asked(screen)) is not None:
        for entry in menu.choices:
            if entry.is_open and entry.sketch.way and entry.sketch.facing is not None:
                screen.ordering.choose_unit(entry.unit or "")
                return menu, entry
        screen.ordering.take_advice()
        screen.ordering.confirm()
    raise AssertionError("nobody ever walks")


def pixel(screen: BattleScreen, cell: Cell) -> tuple[int, int]:
    """Return the pixel in the middle of a cell."""
    x, y = screen.steering.camera.pixel(screen.session.battle.map.grid.point(cell))
    return round(x), round(y)
