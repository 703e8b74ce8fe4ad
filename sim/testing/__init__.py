"""Proof that a system keeps what every system promises. One test file of one's own is enough::

    from sim.testing import contract
    from siege import SIEGE

    TestContract = contract(SIEGE)

The suite is the one that Sandtable asks of the systems that it ships. It needs pytest, and nothing else.
"""

try:
    import pytest
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("sim.testing needs pytest: pip install pytest", name="pytest") from missing

pytest.register_assert_rewrite("sim.testing.promises")

from sim.testing.promises import Contract, contract  # noqa: E402  # what failed is told only if asked for before

__all__ = ["Contract", "contract"]
