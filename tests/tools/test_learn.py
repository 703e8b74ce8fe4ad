"""The example that teaches a side to play runs, and what it learns is what paid."""

import numpy as np
import pytest

from tests.tools.loading import load

learn = load("learn")


def test_it_teaches_and_tells_how_well(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """By a few games of the smallest scene; the same seed learns the same."""
    monkeypatch.setattr(learn, "BATCH", 2)
    words = ["target_choice", "--games", "1", "--watched", "1", "--lessons", "4"]
    told = []
    for _ in range(2):
        assert learn.main(words) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert (
        "random play wins" in told[0]
        and "after watching 1 games" in told[0]
        and "after 4 games of its own it wins" in told[0]
    )


def test_it_teaches_the_side_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that does not come first in the scenario, and that the printed AI would play."""
    assert learn.main(["tutorial", "--side", "germans", "--games", "1", "--watched", "0", "--lessons", "0"]) == 0
    assert "germans against {'soviets': 'solo', 'germans': 'human'}" in capsys.readouterr().out


def test_what_paid_becomes_likelier() -> None:
    """Of two numbers that differ in a feature, the one towards which the policy was changed."""
    match = learn.Match("target_choice")
    policy = learn.Policy(learn.Features(match))
    rows = np.zeros((2, policy.features.size))
    rows[1, 3] = 1
    assert policy.chances(rows).tolist() == [0.5, 0.5]
    policy.learn(rows[1] - policy.chances(rows) @ rows)
    assert policy.chances(rows)[1] > 0.5
