"""Full scenarios played by somebody who knows nothing but what the viewer offers, from the first click to the end."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.resources import scenario_name, scenarios_folder, shipped_scenarios
from sim.rules import RULESETS
from sim.scenario.records import departure
from sim.scenario.saves import load_save
from sim.view.battle.screen import BattleScreen
from sim.view.board.board_picture import PainterAtOnce
from tests.picket_positions import AMES, HOTSEAT, HUMAN_PICKET, Stand
from tests.view.battle.bot import Bot, everybody_human, opened, passed, picket, picketed

TINY = sorted(scenario_name(file) for file in shipped_scenarios() if "behaviour" in file.parts)
_LONG = [name for name in TINY if name.startswith("la_petite_guerre/")]
"""Those that take five times the clicks of the others."""
EVERYDAY = [*[name for name in TINY if name not in _LONG][4::9], _LONG[1]]
"""Some of every system; all of them are played in the long run."""
BATTLES = sorted(scenario_name(file) for file in shipped_scenarios() if "behaviour" not in file.parts)
SMALL = (1000, 600)


def played(name: str, whims: int, save: Path, **more: Any) -> Bot:
    """Let the bot play a shipped scenario to its end: what was saved is this battle."""
    screen = opened(name, save=save, **more)
    bot = ended(screen, whims)
    screen.leave()
    record = load_save(save)
    assert [frame.event for frame in record.session().frames] == [frame.event for frame in screen.session.frames]
    assert departure(record) is None
    return bot


def ended(screen: BattleScreen, whims: int) -> Bot:
    """Let the bot play to the end: what is on the screen then is the end."""
    bot = Bot(screen, Random(whims))
    bot.play()
    passed(screen, 2)
    assert screen.session.over
    # The bot may have closed the summary with its last click.
    assert bot.done[-1] == "close_window" or (screen.pages.window is not None and screen.pages.window.name == "summary")
    return bot


def test_there_is_enough_to_play() -> None:
    """Tiny scenarios and set battles, in the folder of scenarios; and every day some of every system."""
    assert len(EVERYDAY) >= 10 and len(BATTLES) >= 4 and scenarios_folder().is_dir()
    assert {name.partition("/")[0] for name in EVERYDAY} == {ruleset.id for ruleset in RULESETS}


@pytest.mark.parametrize("name", EVERYDAY)
def test_a_tiny_scenario_against_the_ai(name: str, tmp_path: Path) -> None:
    """As it is given: the player clicks, the AI answers, and the save is the battle."""
    played(name, 1, tmp_path / "a.save.jsonl", size=SMALL)


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 7))])
def test_picket_with_its_reactions(seed: int) -> None:
    """Reactions in mid-move, hidden men and two people at one screen."""
    men = (AMES, Stand("boyle", "B5", 1), Stand("red-1", "E3", 5), Stand("red-2", "G5", 5, hidden=True))
    players = HOTSEAT if seed % 2 else HUMAN_PICKET
    ended(picketed(picket(*men, turns=3), players=players, source=Seeded(seed), size=SMALL), seed)


@pytest.mark.parametrize("name", [TINY[0], pytest.param(TINY[1], marks=pytest.mark.long)])
def test_a_tiny_scenario_with_dice_and_cards_of_ones_own(name: str, tmp_path: Path) -> None:
    """Every die and every card comes from clicks."""
    bot = played(name, 2, tmp_path / "a.save.jsonl", size=SMALL, typed=True)
    assert {"type_face", "give_card", "roll_for_me"} & set(bot.done)


# -- the long run -----------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", TINY)
def test_every_tiny_scenario_against_the_ai(name: str, tmp_path: Path) -> None:
    """As every day some are, on ground that is painted."""
    played(name, 1, tmp_path / "a.save.jsonl", size=SMALL, painter=PainterAtOnce())


@pytest.mark.long
def test_a_set_battle_against_the_ai(tmp_path: Path) -> None:
    """The smallest of them, from the first click to the summary."""
    played("conflict_of_heroes/farm_at_kamenka", 1, tmp_path / "a.save.jsonl", size=SMALL)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("name", BATTLES)
def test_every_set_battle(name: str, seed: int, tmp_path: Path) -> None:
    """With several seeds."""
    played(name, seed, tmp_path / "a.save.jsonl", seed=seed)


@pytest.mark.long
@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("name", TINY)
def test_every_tiny_scenario_with_people_on_all_sides(name: str, typed: bool, tmp_path: Path) -> None:
    """Whoever plays, whosever dice."""
    played(name, 5, tmp_path / "a.save.jsonl", typed=typed, players=everybody_human(name))
