"""Draw the pictures of the README again: `.venv/bin/python tools/pictures.py`. Needs no window.

Each is a moment that anybody can have: a scenario, a seed, and the keys that lead there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # `main` says first where the code is
    from pygame import Surface

    from sim.engine.session import Session
    from sim.scenario.scenario import Scenario
    from sim.view.battle.screen import BattleScreen

CHECKOUT = Path(__file__).resolve().parent.parent
SHOWN = CHECKOUT / "assets" / "pictures"
SIZE = (1440, 810)
FILM, FILMED, PICTURES = (720, 405), (960, 540), 26
"""How large the film is, the window that it is of, and how many pictures it has at most."""
AMBUSH_SEED = 4
"""Dice with which somebody wants to interrupt the first move, and is too slow."""
LIKELY = 0.3
"""The chance of a hit from which a shot of the Gatling is worth a picture: more than a blind one has."""


def main() -> int:
    """Draw all of them."""
    sys.path.insert(0, str(CHECKOUT))  # this checkout's code, whatever else is installed
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    _draw("battle_orders", _orders())
    _draw("battle_reasons", _reasons())
    _draw("shootout", _shootout())
    _draw("armoured_train", _armoured_train())
    _draw("ambush", _ambush())
    _draw("gatling", _gatling())
    _draw("browser", _browser())
    _film()
    return 0


def _draw(name: str, surface: Surface) -> None:
    import pygame

    file = SHOWN / f"{name}.jpg"
    pygame.image.save(surface, str(file))
    print(f"{file.name}: {file.stat().st_size // 1024} KB")


def _battle(name: str, seed: int, size: tuple[int, int] = SIZE) -> BattleScreen:
    """Return a battle on a sheet, at the player's first order."""
    from sim.engine.chance import Seeded
    from sim.engine.session import Session

    scenario = _scenario(name)
    return _screen(scenario, Session(scenario.battle, scenario.state, scenario.players, Seeded(seed)), seed, size)


def _scenario(name: str) -> Scenario:
    from sim.resources import find_scenario
    from sim.scenario.scenario import load_scenario

    return load_scenario(find_scenario(name))


def _screen(scenario: Scenario, session: Session[Any, Any], seed: int, size: tuple[int, int] = SIZE) -> BattleScreen:
    from sim.view.battle.screen import BattleScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.engine import Engine

    screen = BattleScreen(MemoryStage(size), Engine.in_process(scenario, session, seed), ViewSettings(animations=False))
    screen.timing.skip()
    _pass_time(screen, 60)
    return screen


def _pass_time(screen: BattleScreen, ticks: int) -> None:
    for _ in range(ticks):
        screen.tick(0.05)


def _shown(screen: BattleScreen) -> Surface:
    """Paint twice: where counters and panels lie is known only after the first time."""
    surface = screen.stage.surface()
    for _ in range(2):
        screen.tick(0.0)
        screen.paint(surface)
    return surface


def _orders() -> Surface:
    """Return an order that stands ready: odds, path, and what the enemy could do."""
    screen = _battle("conflict_of_heroes/farm_at_kamenka", 4)
    menu, chances = screen.ordering.menu, []
    assert menu is not None, "the player is asked first"
    for unit in menu.actors:
        screen.ordering.choose_unit(unit)
        for aim in (aim for aim in menu.aims if isinstance(aim, str)):
            screen.ordering.choose_aim(aim)
            if (preview := screen.ordering.preview) is not None and preview.odds:
                chances.append((preview.odds[0].chance, unit, aim))
    _, unit, aim = max(chances)
    screen.ordering.choose_unit(unit)
    screen.ordering.choose_aim(aim)
    return _shown(screen)


def _reasons() -> Surface:
    """Return a decision of the AI with its reasons, and the hexes it chose from."""
    from sim.engine.notes import Selection, walk
    from sim.grid import Cell
    from sim.rules.conflict_of_heroes.orders.move import Move

    screen = _battle("conflict_of_heroes/zimovets_ridge", 5)
    playback = screen.model.playback
    for _ in range(200):
        choices = [
            n
            for n, note in enumerate(walk(screen.model.notes))
            if isinstance(note, Selection) and len(note.candidates) > 2 and isinstance(note.candidates[0], Cell)
        ]
        if choices and playback.pasts[playback.cursor].is_decision:
            break
        if playback.wanted is not None and screen.ordering.menu is not None:
            screen.ordering.choose_side_order("pass")
        screen.timing.next_decision()
        _pass_time(screen, 10)
    screen.looking.show_tab("reasons")
    if choices:
        screen.looking.show_candidates(choices[-1])
    for _ in range(4):
        screen.looking.zoom_in()
    order = playback.pasts[playback.cursor].orders[0].intent
    assert isinstance(order, Move), "the picture is of a move"
    screen.steering.centre(screen.session.battle.map.grid.point(order.steps[0].way[-1]))
    return _shown(screen)


def _shootout() -> Surface:
    """Return a street of OUTLAWS! in which somebody may shoot: his view, his order and its odds."""
    screen = _battle("outlaws/street_gunfight", 6)
    for _ in range(40):
        if screen.ordering.menu is not None:
            shots = [
                choice for choice in screen.ordering.menu.choices if choice.is_open and choice.sketch.verb == "shoot"
            ]
            if shots and screen.ordering.menu.unit is not None:
                screen.ordering.choose_verb("shoot")
                screen.ordering.next_aim()
                break
            screen.ordering.choose_verb("wait")
            screen.ordering.confirm()
        screen.timing.skip()
        _pass_time(screen, 30)
    assert screen.ordering.menu is not None and screen.ordering.menu.unit is not None
    screen.looking.toggle_view()
    for _ in range(3):
        screen.looking.zoom_in()
    cell = screen.model.where(screen.ordering.menu.unit)
    assert cell is not None
    screen.steering.centre(screen.session.battle.map.grid.point(cell))
    return _shown(screen)


def _armoured_train() -> Surface:
    """Return the armoured train of La Cucaracha with its guns on the bridge, and the odds of a volley."""
    train = "La Valiente"
    screen = _battle("la_cucaracha/bridge_at_rio_colorado", 3)
    for _ in range(40):
        if screen.ordering.menu is not None and train in screen.ordering.menu.actors:
            break
        if screen.ordering.menu is not None:
            screen.ordering.choose_unit(screen.ordering.menu.actors[0])
            screen.ordering.choose_verb("nominate")
            screen.ordering.confirm()
        screen.timing.skip()
        _pass_time(screen, 30)
    assert screen.ordering.menu is not None
    screen.ordering.choose_unit(train)
    screen.ordering.choose_verb("shoot")
    screen.ordering.next_aim()
    for _ in range(3):
        screen.looking.zoom_in()
    cell = screen.session.battle.map.cell("M15")
    screen.steering.centre(screen.session.battle.map.grid.point(cell))
    return _shown(screen)


def _ambush() -> Surface:
    """Return Ambush Alley in the middle of a move: somebody would interrupt it, and may be shot at first."""
    screen = _battle("ambush_alley/airport_road", AMBUSH_SEED)
    goal = screen.session.battle.map.cell("AA17")
    screen.ordering.choose_unit("First team")
    screen.ordering.choose_aim(goal.q, goal.r)
    screen.ordering.confirm()
    for _ in range(8):
        screen.timing.skip()
        _pass_time(screen, 30)
        if screen.ordering.menu is not None and screen.ordering.menu.ask.about == "Guests from abroad":
            break
        if screen.ordering.menu is not None:
            screen.ordering.choose_verb("do nothing")
            screen.ordering.confirm()
    assert screen.ordering.menu is not None, "another seed is needed"
    screen.ordering.choose_verb("fire")
    for _ in range(5):
        screen.looking.zoom_in()
    screen.steering.centre(screen.session.battle.map.grid.point(goal))
    return _shown(screen)


def _gatling() -> Surface:
    """Return the Gatling of La Petite Guerre: its template, the cells that it sweeps, and the odds for who is there.

    Both sides play by themselves until it has several before it; there somebody takes over.
    """
    from sim.engine.chance import Seeded
    from sim.engine.ruleset import COMMANDER, SOLO
    from sim.engine.session import Session

    seed, scenario = 7, _scenario("la_petite_guerre/rifle_pits_of_saint_damase")
    players = {"canada": COMMANDER, "metis": SOLO}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(seed))
    odds, best = 0, None
    while odds < 2 and session.advance():
        if (best := _best_sweep(session)) is None:
            continue
        taken_over: Session[Any, Any] = Session.from_log(scenario.battle, scenario.players, Seeded(seed), session.log)
        screen = _screen(scenario, taken_over, seed)
        if screen.ordering.menu is None or "Gatling" not in screen.ordering.menu.actors:
            continue
        screen.ordering.choose_unit("Gatling")
        screen.ordering.choose_verb("fire")
        screen.ordering.choose_aim(best)
        # Whoever was acting has finished first, and may have gone out of the way.
        odds = len(preview.odds) if (preview := screen.ordering.preview) is not None else 0
    assert best is not None and odds > 1, "nobody came before the Gatling"
    for _ in range(3):
        screen.looking.zoom_in()
    cell = screen.model.where(best)
    assert cell is not None
    screen.steering.centre(scenario.battle.map.grid.point(cell))
    return _shown(screen)


def _best_sweep(session: Session[Any, Any]) -> str | None:
    """Return the enemy on whom the Gatling is to be laid so that two are in danger; None where there is none."""
    from sim.engine.orders import Ask
    from sim.rules.la_petite_guerre.orders.fire import FireGun
    from sim.rules.la_petite_guerre.orders.order import ACTION

    state, ask = session.state, Ask("canada", ACTION)
    if state.phase != "actions" or state.side != "canada" or state.actor or not state.unit("Gatling").left:
        return None
    known = session.known_to("canada")
    for enemy in known.state.units:
        if enemy.side != "canada" and enemy.cell is not None:
            shot = FireGun("Gatling", enemy.cell)
            refused = session.ruleset.refusal(known, ask, shot)
            odds = () if refused else session.ruleset.insight.odds(known, ask, shot)
            if len(odds) > 1 and odds[0].chance > LIKELY:
                return str(enemy.id)
    return None


def _film() -> None:
    """Write a film of the fight for the farm: what happens on the map, and beside it why."""
    from sim.engine.chance import Seeded
    from sim.engine.ruleset import COMMANDER, SOLO
    from sim.engine.session import Session
    from sim.view.battle.gif import write_gif

    scenario, seed, file = _scenario("conflict_of_heroes/farm_at_kamenka"), 4, SHOWN / "battle.gif"
    players = {"soviets": COMMANDER, "germans": SOLO}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(seed))
    session.play_out()
    screen = _screen(scenario, session, seed, FILMED)
    shown = write_gif(file, _moments(screen), [1.1] * (PICTURES - 1) + [2.5])
    print(f"{file.name}: {shown} pictures, {file.stat().st_size // 1024} KB")


def _moments(screen: BattleScreen) -> Iterator[Surface]:
    """Yield the window at each deed that is seen on the map, as large as the film."""
    from pygame.transform import smoothscale

    from sim.view.blocks.kinds import Do
    from sim.view.model.happened import NOTHING, happened_at

    screen.do(Do("close_window"))
    screen.looking.show_tab("reasons")
    deeds = (n for n in range(screen.model.playback.shown) if happened_at(screen.model, n) != NOTHING)
    for number in islice(deeds, PICTURES):
        screen.timing.jump(number)
        yield smoothscale(_shown(screen), FILM)


def _browser() -> Surface:
    """Return the scenario browser."""
    from sim.view.browser.screen import BrowserScreen
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.beside import Beside

    sheet, settings = MemoryStage(SIZE), ViewSettings(last_scenario="conflict_of_heroes/zimovets_ridge")
    screen = BrowserScreen(sheet, Beside.in_process(), settings, files=())
    for _ in range(40):
        screen.tick(0.05)
        screen.paint(sheet.surface())
    return sheet.surface()


if __name__ == "__main__":
    sys.exit(main())
