"""The tutorial: played through by keys and clicks; its lessons speak of keys that exist; its battle can be won."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from sim.engine.chance import Seeded
from sim.engine.notes import Subject
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Session
from sim.files import FileMistakes
from sim.grid import Cell
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.battle import tutorial
from sim.view.battle.commands import ALL_KEYS
from sim.view.battle.tutorial import CONDITIONS, NEEDS, load_lessons
from sim.view.blocks.kinds import Button, Buttons, Do, SmallPrint
from sim.view.settings import ViewSettings
from sim.view.ui.keys import SHIFT
from sim.view.ui.panel import natural_height
from tests.view.battle.bot import opened, pixel_of, sent

NAME = "conflict_of_heroes/tutorial"
SMGS = "Orlova's SMGs"
TICK = 0.25


class Pupil:
    """Somebody at the keyboard and the mouse, who has the tutorial before him."""

    def __init__(self) -> None:
        self.screen = opened(NAME)
        assert self.screen.tutorial is not None
        self.tutorial = self.screen.tutorial
        self.wait(1)

    def wait(self, ticks: int = 2, seconds: float = TICK) -> None:
        """Let ticks pass, and look at the window."""
        for _ in range(ticks):
            self.screen.tick(seconds)
        self.screen.paint(self.screen.stage.surface())

    def wait_until(self, met: Callable[[], bool], most: int = 600) -> None:
        """Let ticks pass until something is so; each is long enough for a frame, and only the last is drawn."""
        for _ in range(most):
            if met():
                self.screen.paint(self.screen.stage.surface())
                return
            self.screen.tick(1.5)
        raise AssertionError("it never came")

    def press(self, code: int, mod: int = 0, held: int = 0) -> None:
        """Press a key, hold it for some ticks, let it go, and let a tick pass."""
        sent(self.screen, pygame.KEYDOWN, key=code, mod=mod)
        self.wait(held, 0.02)
        sent(self.screen, pygame.KEYUP, key=code, mod=mod)
        self.wait(1)

    def pixel(self, subject: Subject) -> tuple[int, int]:
        """Return where a unit or a cell lies in the window."""
        cell = self.screen.model.where(subject)
        assert cell is not None
        return pixel_of(self.screen, self.screen.model.naming(cell))

    def cell(self, name: str) -> Cell:
        """Return a cell by its name."""
        return self.screen.session.battle.map.cell(name)

    def point(self, subject: Subject) -> None:
        """Move the mouse over something."""
        sent(self.screen, pygame.MOUSEMOTION, pos=self.pixel(subject), rel=(0, 0), buttons=(0, 0, 0))
        self.wait()

    def click_at(self, at: tuple[int, int]) -> None:
        """Click a pixel."""
        sent(self.screen, pygame.MOUSEBUTTONDOWN, button=1, pos=at)
        sent(self.screen, pygame.MOUSEBUTTONUP, button=1, pos=at)
        self.wait()

    def click_side(self, name: str) -> None:
        """Click the first thing in the right column that does this."""
        spots = self.screen.panels["side"].spots
        self.click_at(next(spot.box.center for spot in spots if spot.do.name == name))

    @property
    def asked(self) -> bool:
        """Say whether the player is asked, and all his orders have been gathered."""
        return self.screen.ordering.menu is not None and self.screen.ordering.menu.is_complete

    def pass_once(self) -> None:
        """Press the digit that stands on the button to pass, when it is one's turn."""
        self.press(pygame.K_s)
        self.wait_until(lambda: self.asked or self.screen.model.playback.is_over)
        for block in self.screen.panels["orders"].blocks:
            if isinstance(block, Button) and block.text == "Pass":
                self.press(ord(block.key.lower()))
                return

    def stand_on_a_decision(self) -> None:
        """Wait for the AI to act, and go back to what it decided."""
        self.wait_until(lambda: bool(self.screen.model.playback.decisions) and self.asked)
        self.press(pygame.K_COMMA, SHIFT)


# -- what a pupil does for each lesson --------------------------------------------------------------------


def _map(pupil: Pupil) -> None:
    pupil.press(pygame.K_EQUALS)
    assert pupil.tutorial.lesson is not None and pupil.tutorial.lesson.id == "map", "zooming is half of it"
    pupil.press(pygame.K_LEFT, SHIFT, held=3)
    pupil.press(pygame.K_z)


def _unit(pupil: Pupil) -> None:
    pupil.wait_until(lambda: pupil.asked)
    pupil.click_at(pupil.pixel("Maxim"))


def _why_not(pupil: Pupil) -> None:
    pupil.press(pygame.K_y)
    pupil.point(pupil.cell("E5"))


def _rule(pupil: Pupil) -> None:
    pupil.press(pygame.K_y)
    pupil.click_side("show_rule")
    pupil.press(pygame.K_ESCAPE)


def _forecast(pupil: Pupil) -> None:
    pupil.press(pygame.K_a)
    pupil.wait_until(lambda: "forecast" in pupil.tutorial.done)


def _time(pupil: Pupil) -> None:
    pupil.press(pygame.K_HOME)
    assert "time" not in pupil.tutorial.done, "going back is half of it"
    pupil.press(pygame.K_END)


def _sight(pupil: Pupil) -> None:
    pupil.click_at(pupil.pixel(SMGS))
    pupil.press(pygame.K_l)
    pupil.point("Mill squad")
    pupil.press(pygame.K_l)


def _undo(pupil: Pupil) -> None:
    pupil.wait_until(lambda: pupil.asked)
    pupil.click_at(pupil.pixel(SMGS))
    pupil.click_at(pupil.pixel(pupil.cell("B2")))
    pupil.press(pygame.K_RIGHTBRACKET)
    pupil.press(pygame.K_RETURN)
    pupil.wait_until(lambda: pupil.screen.model.where(SMGS) == pupil.cell("B2"))
    pupil.press(pygame.K_u)


def _branch(pupil: Pupil) -> None:
    pupil.press(pygame.K_COMMA)
    assert "branch" not in pupil.tutorial.done, "looking back is half of it"
    pupil.press(pygame.K_b)


def _help(pupil: Pupil) -> None:
    pupil.press(pygame.K_F1)
    pupil.press(pygame.K_ESCAPE)


def _finish(pupil: Pupil) -> None:
    for _ in range(60):
        if pupil.screen.model.playback.is_over:
            return
        pupil.pass_once()
    raise AssertionError("the battle never ended")


DEEDS: dict[str, Callable[[Pupil], None]] = {
    "look": lambda pupil: pupil.point("Maxim"),
    "map": _map,
    "unit": _unit,
    "odds": lambda pupil: pupil.click_at(pupil.pixel("Outpost")),
    "order": lambda pupil: pupil.press(pygame.K_RETURN),
    "decision": Pupil.stand_on_a_decision,
    "reasons": lambda pupil: pupil.press(pygame.K_w),
    "candidates": lambda pupil: pupil.click_side("show_candidates"),
    "why_not": _why_not,
    "rule": _rule,
    "forecast": _forecast,
    "time": _time,
    "sight": _sight,
    "zones": lambda pupil: pupil.press(pygame.K_f, pygame.KMOD_LSHIFT),
    "undo": _undo,
    "branch": _branch,
    "help": _help,
    "finish": _finish,
}


def test_the_whole_tutorial_can_be_done_by_keys_and_clicks_one_lesson_after_the_other() -> None:
    """No lesson is done before it is done, each is done by what it asks for, and none goes by with another."""
    pupil = Pupil()
    for number, lesson in enumerate(pupil.tutorial.lessons):
        pupil.wait(4)
        assert (pupil.tutorial.number, pupil.tutorial.lesson) == (number, lesson), f"{lesson.id} was done too early"
        DEEDS[lesson.id](pupil)
        pupil.wait()
        assert pupil.tutorial.done == [each.id for each in pupil.tutorial.lessons[: number + 1]], lesson.id
    assert pupil.tutorial.lesson is None


def test_every_lesson_has_its_deed_and_its_own_condition() -> None:
    """None is told twice, none is left untried here, and no condition or need lies idle."""
    lessons = load_lessons()
    assert [lesson.id for lesson in lessons] == list(DEEDS)
    assert [lesson.done for lesson in lessons] == list(dict.fromkeys(lesson.done for lesson in lessons))
    assert {lesson.done for lesson in lessons} == set(CONDITIONS)
    assert {lesson.needs for lesson in lessons} - {""} == set(NEEDS)


# -- what is said -----------------------------------------------------------------------------------------


def test_every_key_that_a_lesson_names_is_in_the_table_of_keys() -> None:
    """Whoever renames a key is told which lessons speak of it. A letter that stands alone, or a key with a name of its
    own, is a key, and none is named outside the marks."""
    known = {key.name for key in ALL_KEYS}
    hints = re.findall(r"`([^`]+)`", Path(tutorial.__file__).read_text(encoding="utf-8").split("# -- what stands")[1])
    assert {key for key in hints if len(key) < 8} <= known
    for lesson in load_lessons():
        assert {*lesson.keys} <= known, lesson.id
        bare = re.sub(r"`[^`]+`", "", f"{lesson.text} {lesson.hint}")
        assert not re.search(r"\b(F\d+|[B-HJ-Z]|Tab|Esc|Space|Home|End)\b", bare), lesson.id


def test_lessons_are_short_and_none_lies_over_the_map() -> None:
    """Two or three sentences each; the longest of them leaves all of the map to be seen, in any letters and any window,
    and the map stays where it is for all."""
    pupil = Pupil()
    screen, lessons = pupil.screen, pupil.tutorial
    for lesson in lessons.lessons:
        sentences = re.findall(r"[.:?](?= |$)", re.sub(r"`[^`]+`", "key", lesson.text))
        assert 2 <= len(sentences) <= 5, lesson.id
    for size, percent in product(((1280, 720), (1920, 1080), (3840, 2160)), (75, 100, 250)):
        screen.stage.resize(size)
        screen.settings = ViewSettings(scale=percent, animations=False)
        rooms = set()
        for number in range(len(lessons.lessons)):
            lessons.number = number
            places, blocks = screen.places, lessons.blocks(screen)
            assert natural_height(blocks, 640, 1.0) <= 225
            assert places.lesson(natural_height(blocks, places.lesson(0).width, screen.ui)).bottom <= places.room.top
            rooms.add(tuple(places.room))
        assert len(rooms) == 1 and places.room.height > size[1] / 3


def test_a_lesson_that_cannot_be_done_now_says_how_it_can() -> None:
    """Who is asked is not told to let the AI act, but gets the hint; who looks back is told how to come back to his
    turn, and what was played ahead is not called looking back: such frames lie before the pupil."""
    pupil = Pupil()
    pupil.wait_until(lambda: pupil.asked)
    assert NEEDS["the_ai_has_acted"](pupil.screen).startswith("The AI acts once you have answered what the panel")
    pupil.tutorial.number = next(n for n, lesson in enumerate(pupil.tutorial.lessons) if lesson.id == "unit")
    assert "Maxim" in _small_print(pupil)
    pupil.press(pygame.K_COMMA)
    assert "“End”" in _small_print(pupil)
    pupil.press(pygame.K_END)
    pupil.wait_until(lambda: pupil.asked)
    pupil.screen.ordering.choose_unit("Maxim")
    pupil.screen.ordering.choose_aim("Outpost")
    pupil.screen.ordering.confirm()
    assert not pupil.screen.model.playback.is_live
    assert NEEDS["my_turn"](pupil.screen).startswith("It is not your turn yet")


def _small_print(pupil: Pupil) -> str:
    return " ".join(block.text for block in pupil.tutorial.blocks(pupil.screen) if isinstance(block, SmallPrint))


# -- skipping and ending ----------------------------------------------------------------------------------


def test_every_lesson_can_be_skipped_and_the_tutorial_be_closed() -> None:
    """Each panel has the two buttons; after the last lesson there is nothing left to skip."""
    pupil = Pupil()
    for number in range(len(pupil.tutorial.lessons)):
        assert pupil.tutorial.number == number
        assert _dos(pupil) == [Do("skip_lesson"), Do("close_tutorial")]
        pupil.tutorial.skip()
    pupil.tutorial.skip()
    pupil.wait()
    assert (pupil.tutorial.lesson, pupil.tutorial.done) == (None, [])
    assert _dos(pupil) == [Do("close_tutorial")]


def _dos(pupil: Pupil) -> list[Do]:
    blocks = pupil.tutorial.blocks(pupil.screen)
    rows = [block.buttons if isinstance(block, Buttons) else (block,) for block in blocks]
    return [button.do for row in rows for button in row if isinstance(button, Button)]


def test_a_window_of_another_size_is_no_zoom() -> None:
    """The camera follows the window by itself; that is not the pupil's doing."""
    pupil = Pupil()
    pupil.tutorial.skip()
    for size in ((1100, 700), (1400, 800)):
        pupil.screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=size))
        pupil.wait()
    pupil.press(pygame.K_LEFT, SHIFT, held=3)
    assert pupil.tutorial.number == 1


# -- files ------------------------------------------------------------------------------------------------


def test_a_lesson_that_names_an_unknown_condition_is_a_mistake_of_its_file(tmp_path: Path) -> None:
    """It is told with its line, before anybody has begun."""
    file = tmp_path / "lessons.toml"
    lesson = '[[lesson]]\nid = "one"\ntitle = "One"\ntext = "Do it."\ndone = "did_it"\nneeds = "luck"\n'
    file.write_text(f"format = 1\n\n{lesson}", encoding="utf-8")
    with pytest.raises(FileMistakes, match="did_it") as told:
        load_lessons(file)
    assert "luck" in str(told.value) and "lessons.toml:7" in str(told.value)


# -- the battle -------------------------------------------------------------------------------------------


def _wins(games: range) -> dict[str, int]:
    scenario = load_scenario(find_scenario(NAME))
    players = {side: COMMANDER if player == HUMAN else player for side, player in scenario.players.items()}
    wins = dict.fromkeys(players, 0)
    for seed in games:
        session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(seed))
        session.play_out()
        outcome = session.last_frame.state.outcome
        assert outcome is not None and outcome.winner is not None
        wins[outcome.winner] += 1
    return wins


def test_the_battle_can_be_won_and_lost() -> None:
    """Neither side needs a miracle."""
    assert min(_wins(range(12)).values()) >= 2


@pytest.mark.long
def test_the_battle_is_fair_over_two_hundred_games() -> None:
    """Neither side wins more than 85 of 100 games, and the player's stand-in at least half of them."""
    assert 100 <= _wins(range(200))["soviets"] <= 170


def test_the_first_turn_has_all_that_the_lessons_need() -> None:
    """The Maxim and the riflemen have targets, the submachine guns have trees to walk to."""
    pupil = Pupil()
    pupil.wait_until(lambda: pupil.asked)
    menu = pupil.screen.ordering.menu
    assert menu is not None
    for unit in ("Maxim", "Rifles"):
        menu.choose_unit(unit)
        assert "Outpost" in menu.aims
    menu.choose_unit(SMGS)
    assert pupil.cell("B2") in menu.aims
