"""From what was chosen to a battle on the screen. The commands start battles through the same doors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.view.browser.choices import Choices

if TYPE_CHECKING:
    from sim.engine.chance import Source
    from sim.engine.session import Session
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario
    from sim.view.battle.screen import BattleScreen
    from sim.view.screen import Screen
    from sim.view.settings import ViewSettings
    from sim.view.window import Stage


def begun(scenario: Scenario, choices: Choices) -> tuple[Session[Any, Any], int | None]:
    """Return a new battle, and the seed of its dice; None if they are typed in."""
    from sim.engine.chance import Seeded, Typed
    from sim.engine.session import Session

    seed = choices.number
    source: Source = Typed() if seed is None else Seeded(seed)
    return Session(scenario.battle, scenario.state, dict(choices.players), source), seed


def new_battle(stage: Stage, scenario: Scenario, choices: Choices, settings: ViewSettings) -> Screen:
    """Return the screen of a new battle; what was saved of the scenario before is put aside, not written over."""
    from sim.scenario.saves import SaveFile, freed_autosave
    from sim.view.battle.screen import BattleScreen

    session, seed = begun(scenario, choices)
    file, aside = freed_autosave(scenario)
    save = SaveFile(file, scenario, session, seed)
    screen = BattleScreen(stage, scenario, session, seed=seed, save=save, settings=settings)
    _tell_of(screen, aside)
    return screen


def old_battle(stage: Stage, record: Record, settings: ViewSettings) -> Screen:
    """Return the screen of a battle that was put aside. One that is over is only looked at, and not saved again."""
    from sim.scenario.saves import SaveFile, autosave_file, freed_autosave
    from sim.view.battle.screen import BattleScreen

    scenario, session = record.scenario, record.session()
    save, aside = None, None
    if not record.over:
        file = autosave_file(scenario)
        # Any other save must not be written over, least of all a damaged one over the sound one before it.
        if file.resolve() != Path(record.file).resolve():
            file, aside = freed_autosave(scenario)
        save = SaveFile.resumed(file, record, session)
    screen = BattleScreen(stage, scenario, session, seed=record.seed, save=save, settings=settings)
    _tell_of(screen, aside)
    return screen


def _tell_of(screen: BattleScreen, aside: Path | None) -> None:
    """Say where the save is that lay in the way: whoever wants it back must know its name."""
    if aside is not None:
        screen.say(f"The earlier save of this scenario is kept as {aside.name}")
