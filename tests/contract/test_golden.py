from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.battles import FILES
from tests.contract.golden import FOLDER, golden_file, golden_files, told


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_battle_is_as_it_was_when_somebody_last_looked(file: Path) -> None:
    """Every event and every reason of a scenario's first battle is as in its golden file; see `tools/regold.py`."""
    assert told(file) == golden_file(file).read_text(encoding="utf-8")


def test_no_golden_battle_is_left_over() -> None:
    """Each golden file belongs to a scenario."""
    assert sorted(FOLDER.rglob("*.txt")) == sorted(golden_files())
