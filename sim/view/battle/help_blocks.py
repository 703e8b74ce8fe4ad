"""The help: made of the table of keys, so that it cannot say anything else than the keys do."""

from __future__ import annotations

from sim.view.battle.keys import PARTS
from sim.view.ui.blocks import Block, Button, Columns, Do, Row, Title


def help_blocks() -> tuple[Block, ...]:
    """Return the table of keys, part by part."""
    columns: list[tuple[Block, ...]] = []
    for title, keys in PARTS:
        columns.append((Title(title), *(Row(key.name, key.text) for key in keys)))
    return Columns(tuple(columns)), Button("Close", Do("close_window"), "Esc")
