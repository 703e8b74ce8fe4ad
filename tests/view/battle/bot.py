"""A player who knows nothing but what the viewer offers: it moves the mouse, clicks what can be clicked, and waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pygame

from sim.engine.chance import Seeded, Source, Typed
from sim.engine.dice import D6, Throw, at_least, probability
from sim.engine.insight import Odds, Scene, Sketch
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.saves import SaveFile
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.systems import adopt
from sim.view.battle.screen import BattleScreen
from sim.view.board.board_picture import MapPainter
from sim.view.model.menu import OrderMenu
from sim.view.model.model import Model
from sim.view.model.playback import Playback
from sim.view.settings import ViewSettings
from sim.view.ui.keys import CTRL, SHIFT
from sim.view.ui.measure_blocks import ClickArea
from sim.view.window import MemoryStage
from sim.view.worker.engine import Engine
from sim.view.worker.questions import asked_facts, menu_entry
from tests.picket import PICKET, SCENARIOS, Picket
from tests.picket.rules import ACTION, SNAP, Shoot, Stay, Walk, attack
from tests.picket_positions import AMES, HOTSEAT, HUMAN_PICKET, RED, Field, Stand
from tests.picket_positions import field as stood
from tests.view.battle.picket_insight import PicketInsight
from tests.view.flat import FlatPainter

STEPS = 6_000
"""More clicks than any battle takes; a bot that needs more is stuck."""


@cache
def known(file: Path) -> Scenario:
    """Return a scenario, read once: nothing ever changes one, or its map."""
    return load_scenario(file)


def opened(
    name: str,
    *,
    seed: int = 1,
    typed: bool = False,
    players: dict[str, str] | None = None,
    **sheet: Any,
) -> BattleScreen:
    """Return a battle on a sheet, as `sandtable play` opens it."""
    scenario = known(find_scenario(name))
    source: Source = Typed() if typed else Seeded(seed)
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players or scenario.players, source)
    return on_sheet(scenario, session, None if typed else seed, **sheet)


def on_sheet(
    scenario: Scenario,
    session: Session[Any, Any],
    seed: int | None = 1,
    *,
    size: tuple[int, int] = (1280, 720),
    save: Path | None = None,
    settings: ViewSettings | None = None,
    painter: MapPainter | None = None,
) -> BattleScreen:
    """Return a battle on a sheet, played in this process; it is saved if it is said where.

    Its ground is flat unless there is somebody who paints it.
    """
    file = None if save is None else SaveFile(save, scenario, session, seed)
    calm = settings or ViewSettings(animations=False)
    engine = Engine.in_process(scenario, session, seed, file)
    return BattleScreen(MemoryStage(size), engine, calm, painter or FlatPainter())


# -- Picket on the screen ----------------------------------------------------------------------------------


class Sketching(PicketInsight):
    """Picket with orders that can be put on a map, and with their odds."""

    def sketch(self, position: Scene, intent: Intent) -> Sketch:
        """Return who acts, at whom or where."""
        match intent:
            case Walk(man, way):
                return Sketch("walk", (man,), cell=way[-1], way=way)
            case Shoot(man, target):
                return Sketch("shoot", (man,), target)
            case Stay(man):
                return Sketch("stay", (man,))
            case _:
                return super().sketch(position, intent)

    def odds(self, position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return the chance of a shot by the system's own reckoning."""
        if not isinstance(intent, Shoot):
            return ()
        man, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        check = attack(position, man, target, ask.occasion == SNAP)
        need = at_least(position.battle.data.settings.to_hit - check.total)
        throw = Throw(D6, "to hit", man.id, need, count=2)
        chance = probability(D6, 2, need)
        return (Odds(f"a hit on {target.id}", man.id, target.id, chance, throw, (check,)),)


class Sketched(Picket):
    """Picket as a viewer wants it."""

    insight = Sketching()  # type: ignore[assignment]  # it shows less than that of Picket, on purpose


SKETCHED = Sketched()


def picket(*men: Stand, **more: Any) -> Field:
    """Put men of Picket on a field; by default one against one."""
    return stood(*(men or (AMES, RED)), ruleset=SKETCHED, **more)


def picket_scenario(start: Field) -> Scenario:
    """Return a scenario with the texts of the ford and the men of a field."""
    adopt(PICKET)
    ford = known(next(file for file in SCENARIOS if file.stem == "ford"))
    return replace(ford, ruleset=SKETCHED, battle=start.battle, state=start.state)


def picketed(
    start: Field | None = None,
    *,
    players: Mapping[str, str] = HUMAN_PICKET,
    source: Source | None = None,
    **sheet: Any,
) -> BattleScreen:
    """Return a battle of Picket on a sheet; a person plays the picket unless it is said otherwise."""
    start = start or picket()
    return on_sheet(picket_scenario(start), start.session(source, players), **sheet)


def model_of(session: Session[Any, Any], scenario: Scenario | None = None, **more: Any) -> Model:
    """Return what is shown of a battle that is played at once, in this process; one of Picket needs no scenario."""
    start: Any = session.frames[0].state
    scenario = scenario or picket_scenario(Field(session.battle, start))
    engine = Engine.in_process(scenario, session)
    return Model(scenario, Playback(engine.session, engine, **more))


def stepped(playback: Playback) -> bool:
    """Go on by one frame; say whether there was one."""
    before = playback.cursor
    playback.forward()
    return playback.cursor != before


def asked(screen: BattleScreen, most: int = 400) -> BattleScreen:
    """Let time pass until somebody is asked and all that may be ordered is known, or the battle is over."""
    for _ in range(most):
        screen.tick(0.6)
        if screen.model.playback.is_over or (screen.ordering.menu is not None and screen.ordering.menu.is_complete):
            break
    passed(screen)
    return screen


NEAR, FAR = Stand("red-1", "D3", 5), Stand("red-2", "H6", 1)


def amess_turn(*men: Stand) -> BattleScreen:
    """Return a battle of two people in a window that is soon painted, in which ames is asked; others stay till then."""
    screen = asked(picketed(picket(*(men or (AMES, NEAR))), players=HOTSEAT, size=(1000, 600)))
    while (ask := screen.model.playback.wanted) != Ask("picket", ACTION, "ames"):
        assert isinstance(ask, Ask)
        screen.ordering.choose_verb("stay")
        screen.ordering.confirm()
        asked(screen)
    return screen


def ended(screen: BattleScreen) -> BattleScreen:
    """Play a battle of automated sides to its end as fast as it goes, and close the summary."""
    screen.timing.skip()
    while not screen.model.playback.is_over:
        screen.tick(0.02)
    passed(screen)
    screen.pages.close_window()
    passed(screen)
    return screen


def first_question(name: str, seed: int = 1, **state: Any) -> tuple[Model, OrderMenu]:
    """Return a shipped battle at its first question to a person, with the whole menu of it."""
    scenario = known(find_scenario(name))
    start = replace(scenario.state, **state)
    session: Session[Any, Any] = Session(scenario.battle, start, scenario.players, Seeded(seed))
    session.play_out()
    assert isinstance(session.wanted, Ask)
    return Model(scenario, Playback(session)), whole_menu(session, session.wanted)


def whole_menu(session: Session[Any, Any], ask: Ask) -> OrderMenu:
    """Return the menu of a question with everything that may be ordered."""
    position = session.known_to(ask.side)
    menu = OrderMenu(position, ask)
    menu.facts = asked_facts(position, ask)
    menu.add(menu_entry(position, offer) for offer in session.ruleset.offers(position, ask))
    menu.complete()
    return menu


# -- mouse and keys ----------------------------------------------------------------------------------------


def passed(screen: BattleScreen, ticks: int = 1, seconds: float = 0.02) -> None:
    """Let some ticks pass, drawing after each."""
    for _ in range(ticks):
        screen.tick(seconds)
        screen.paint(screen.stage.surface())


def pressed(screen: BattleScreen, code: int, mod: int = 0) -> None:
    """Press a key and let it go."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        screen.handle(pygame.event.Event(kind, key=code, mod=mod))
    passed(screen)


def keys(screen: BattleScreen, names: str) -> BattleScreen:
    """Press keys one after the other, as `tab shift-n .` names them; return the battle."""
    for word in names.split():
        held, _, name = word.partition("-")
        name, mod = (name, _HELD[held]) if held in _HELD else (word, 0)
        pressed(screen, ord(name) if len(name) == 1 else getattr(pygame, f"K_{name.upper()}"), mod)
    return screen


_HELD = {"shift": SHIFT, "ctrl": CTRL}


def menu(screen: BattleScreen) -> OrderMenu:
    """Return the menu of the question that is open."""
    assert screen.ordering.menu is not None
    return screen.ordering.menu


def page(screen: BattleScreen) -> str:
    """Return which page lies over the map; nothing if none does."""
    return screen.pages.window.name if screen.pages.window is not None else ""


def sent(screen: BattleScreen, kind: int, **what: Any) -> None:
    """Let something happen to the window, and nothing else."""
    screen.handle(pygame.event.Event(kind, **what))


def pointed(screen: BattleScreen, at: tuple[int, int], held: bool = False) -> None:
    """Move the mouse to a place."""
    sent(screen, pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(int(held), 0, 0))
    passed(screen)


def pixel_of(screen: BattleScreen, name: str) -> tuple[int, int]:
    """Return the pixel in the middle of a cell."""
    battle_map = screen.session.battle.map
    x, y = screen.steering.camera.pixel(battle_map.grid.point(battle_map.cell(name)))
    return round(x), round(y)


def click_named(screen: BattleScreen, name: str, *args: object) -> None:
    """Click the first thing that does something, as the mouse would find it."""
    found = [spot for spot in spots(screen) if spot.do.name == name and (not args or spot.do.args == args)]
    assert found, f"nothing that can be clicked does {name}"
    clicked(screen, found[0].box.center)


def clicked(screen: BattleScreen, at: tuple[int, int], button: int = 1) -> None:
    """Move the mouse to a place and click."""
    pointed(screen, at)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        screen.handle(pygame.event.Event(kind, pos=at, button=button))
    passed(screen)


def spots(screen: BattleScreen) -> list[ClickArea]:
    """Return everything that can be clicked now, as the mouse would find it."""
    passed(screen)
    size = screen.stage.surface().get_rect()
    names = (screen.front,) if screen.front is not None else ("orders", "tabs", "side", "hover", "status")
    found = [spot for name in names for spot in screen.panels[name].spots]
    if screen.front is None:
        found += [*screen.picture.timeline.spots, *screen.picture.toolbar.spots, *screen.panes.spots]
    return [spot for spot in found if spot.box.clip(size).size == spot.box.size]


@dataclass
class Bot:
    """Plays one battle to its end by clicking."""

    screen: BattleScreen
    random: Random
    clicks: int = 0
    done: list[str] = field(default_factory=list)
    """The names of what was clicked, in order."""

    def play(self) -> None:
        """Click until the battle is over."""
        while not self.screen.model.playback.is_over:
            self._step()
            self.clicks += 1
            assert self.clicks < STEPS, f"the bot is stuck; it clicked last: {self.done[-12:]}"

    def _step(self) -> None:
        while self.screen.ordering.menu is not None and not self.screen.ordering.menu.is_complete:
            self.screen.tick(0.02)
        found = [spot for spot in spots(self.screen) if not spot.refusal]
        by_name: dict[str, list[ClickArea]] = {}
        for spot in found:
            by_name.setdefault(spot.do.name, []).append(spot)
        if self.screen.is_fronted:
            self._click_one(
                by_name, ("take_over", "close_window", "give_dice", "type_face", "give_card", "roll_for_me")
            )
        elif self.screen.ordering.menu is not None:
            self._order(by_name)
        else:
            self._click_one(by_name, ("skip",))

    def _order(self, by_name: dict[str, list[ClickArea]]) -> None:
        """Choose something at random, and mostly give the order once it stands ready."""
        if "confirm" in by_name and self.random.random() < 0.75:
            self._click(by_name["confirm"][0])
            return
        names = [name for name in _CHOICES if name in by_name]
        weights = [_CHOICES[name] for name in names]
        if not names:
            self._click_one(by_name, ("step_back",))
            return
        name = self.random.choices(names, weights)[0]
        self._click(self.random.choice(by_name[name]))

    def _click_one(self, by_name: dict[str, list[ClickArea]], names: tuple[str, ...]) -> None:
        for name in names:
            if name in by_name:
                self._click(self.random.choice(by_name[name]))
                return
        passed(self.screen)

    def _click(self, spot: ClickArea) -> None:
        self.done.append(spot.do.name)
        clicked(self.screen, spot.box.center)


_CHOICES = {
    "choose_unit": 6.0,
    "choose_verb": 8.0,
    "choose_aim": 8.0,
    "choose_facing": 1.0,
    "choose_manner": 1.0,
    "choose_side_order": 0.6,
    "pass_on": 0.6,
    "confirm": 4.0,
}
"""How often the bot clicks what; passing is rare, so that battles are fought."""


def everybody_human(name: str) -> dict[str, str]:
    """Return players that are all people, for a scenario in which no person plays."""
    return dict.fromkeys(known(find_scenario(name)).players, HUMAN)
