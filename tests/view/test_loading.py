"""A window answers while modules are loaded."""

import gc
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from sim.files.steps import Steps

from sim.view.loading import EVERY, WindowClosed, answering, attended, look_after


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Four modules that nobody has imported yet."""
    names = [f"loaded_in_a_test_{n}" for n in range(4)]
    for name in names:
        (tmp_path / f"{name}.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield names
    for name in names:
        sys.modules.pop(name, None)


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that goes on by a step whenever somebody looks at it."""
    now = [0.0]

    def clock() -> float:
        now[0] += step
        return now[0]

    return clock


def test_the_window_is_looked_at_between_modules(modules: list[str]) -> None:
    """Where each takes longer than the window should wait, it is looked at before each."""
    looks: list[int] = []
    with answering(lambda: looks.append(1), ticking(EVERY)):
        for name in modules:
            importlib.import_module(name)
    assert len(looks) == len(modules)


def test_the_window_is_not_looked_at_more_often_than_needed(modules: list[str]) -> None:
    """Modules that are there in no time are not held up."""
    looks: list[int] = []
    with answering(lambda: looks.append(1), ticking(EVERY / 100)):
        for name in modules:
            importlib.import_module(name)
    assert not looks


def test_the_window_is_looked_at_between_the_steps_of_a_piece_of_work() -> None:
    """A record of thousands of lines is read behind the title, and whoever closes the window need not wait for it."""
    looks: list[int] = []
    with answering(lambda: looks.append(1), ticking(EVERY)):
        assert attended(counting(5)) == 5
    assert len(looks) == 5
    with pytest.raises(WindowClosed), answering(closed, ticking(EVERY)):
        attended(counting(5))


def test_where_nobody_answers_a_piece_of_work_is_just_done() -> None:
    """Without a window there is nothing to look after."""
    assert attended(counting(3)) == 3


def counting(steps: int) -> Steps[int]:
    """Return a piece of work of so many steps."""
    for _ in range(steps):
        yield
    return steps


def closed() -> None:
    """Close the window."""
    raise WindowClosed


def test_closing_the_window_ends_the_loading(modules: list[str]) -> None:
    """Nothing more is imported."""
    with pytest.raises(WindowClosed), answering(closed, ticking(EVERY)):
        importlib.import_module(modules[0])
    assert modules[0] not in sys.modules


@pytest.mark.parametrize("look", [closed, lambda: None])
def test_afterwards_all_is_as_it_was(look: Callable[[], None], modules: list[str]) -> None:
    """Nobody stands in the way of imports, and the garbage is collected again."""
    before = list(sys.meta_path)
    try:
        with answering(look, ticking(EVERY)):
            assert not gc.isenabled()
            importlib.import_module(modules[0])
    except WindowClosed:
        pass
    assert (sys.meta_path, gc.isenabled()) == (before, True)


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A window of nobody, which can be told what has happened."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((40, 30))
    pygame.event.clear()
    yield
    pygame.event.clear()
    pygame.display.quit()


def test_that_a_window_is_to_be_closed_is_not_forgotten(events: None) -> None:
    """Whoever comes after the loading is told as well."""
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(2):
        with pytest.raises(WindowClosed):
            look_after(lambda: None)


def test_a_window_that_was_covered_is_painted_again(events: None) -> None:
    """Once; and what is typed meanwhile waits for the screen."""
    painted: list[int] = []
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
    look_after(lambda: painted.append(1))
    look_after(lambda: painted.append(1))
    assert (len(painted), pygame.event.peek(pygame.KEYDOWN)) == (1, True)


def test_a_battle_loads_no_system_but_its_own() -> None:
    """Whoever plays one need not wait for the others."""
    told = (
        "import sys; from sim.resources import find_scenario; from sim.scenario.scenario import load_scenario; "
        "load_scenario(find_scenario('conflict_of_heroes/tutorial')); "
        "print([name for name in sys.modules if name.startswith('sim.rules.outlaws')])"
    )
    command, checkout = [sys.executable, "-c", told], Path(__file__).parents[2]
    answer = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
