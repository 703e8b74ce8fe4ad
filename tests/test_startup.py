"""Two pygames in one Python are noticed before they crash."""

import pytest

from sim.startup import pygame_clash, report_pygame_clash


def test_both_pygames_are_a_clash() -> None:
    """With both installed the answer is how to mend it."""
    clash = pygame_clash(["numpy", "pygame", "pygame-ce"])
    assert clash is not None
    assert "python -m pip uninstall pygame pygame-ce" in clash
    assert "python -m pip install pygame-ce" in clash


@pytest.mark.parametrize("installed", [[], ["pygame"], ["pygame-ce"], ["pygame-ce", "pygame-menu"]])
def test_one_pygame_is_no_clash(installed: list[str]) -> None:
    """One of the two, or neither, is nothing to complain of."""
    assert pygame_clash(installed) is None


@pytest.mark.parametrize("spelling", ["pygame_ce", "Pygame-CE"])
def test_spelling_does_not_hide_a_clash(spelling: str) -> None:
    """Installers write the name in several ways."""
    assert pygame_clash(["pygame", spelling]) is not None


def test_this_python_has_one_pygame() -> None:
    """Asked about the running Python, the check finds what the project itself installed: no clash."""
    assert pygame_clash() is None


def test_a_clash_is_reported_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """The report goes to stderr, and the caller learns that there was one."""
    assert report_pygame_clash(["pygame", "pygame-ce"])
    assert not report_pygame_clash(["pygame-ce"])
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("pip uninstall") == 1
