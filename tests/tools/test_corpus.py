from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from tests.tools.loading import load

setup_env, corpus = load("setup_env"), load("corpus")

SCENE = "target_choice"


@pytest.fixture(scope="module")
def dumped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The offers of one small scenario, for one seed."""
    folder = tmp_path_factory.mktemp("corpus")
    assert corpus.dump(folder, [SCENE], corpus.Sampling(seeds=1, every=1, odds=1)) == 0
    return folder


def test_every_offer_is_written_with_all_that_people_see(dumped: Path) -> None:
    """Order, typed text, sentence, sketch and odds; a refused one has its reason and no odds."""
    (file,) = dumped.rglob("*.jsonl.gz")
    offers = list(corpus.lines(file))
    open_to_him = [offer for offer in offers if not offer["refusal"]]
    assert all(offer["order"]["is"] and offer["typed"] and offer["sentence"] and offer["sketch"] for offer in offers)
    assert any(offer["odds"] for offer in open_to_him)
    assert any(offer["refusal"] for offer in offers)
    assert all("odds" not in offer for offer in offers if offer["refusal"])


def test_a_changed_word_is_found_and_shown(dumped: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Under its kind, old above new; of a corpus and itself it is said that all is the same."""
    assert corpus.compare(dumped, dumped) == 0
    assert "all the same" in capsys.readouterr().out
    other = tmp_path / "other"
    shutil.copytree(dumped, other)
    (file,) = other.rglob("*.jsonl.gz")
    text = gzip.decompress(file.read_bytes()).decode()
    file.write_bytes(gzip.compress(text.replace("fires at", "shoots at", 1).encode()))
    assert corpus.compare(dumped, other) == 1
    said = capsys.readouterr().out
    assert "fires at" in said and "shoots at" in said
    assert "1 sentence" in said


def test_a_scenario_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt name writes nothing and says so."""
    assert corpus.dump(tmp_path, ["no_such_place"], corpus.Sampling(1, 1, 1)) == 2
    assert "no_such_place" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
