"""The board is tested with compiled kernels, as for large maps; `test_kernels.py` compares them with plain ones."""

import pytest

from sim.board import kernels


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile the kernels, though the maps of these tests are small."""
    kernels.compile_all()
