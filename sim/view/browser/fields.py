"""What can be typed into: the filter, the path of a file, and the seed."""

from __future__ import annotations

from typing import Literal, get_args

from sim.view.ui.blocks import Do

FieldName = Literal["filter", "path", "seed"]
FIELDS: tuple[FieldName, ...] = get_args(FieldName)

_LONGEST: dict[FieldName, int] = {"filter": 60, "path": 1000, "seed": 19}


def editing(name: FieldName) -> Do:
    """Return what a click on a field does."""
    return Do("edit", (name,))


def field_of(do: Do | None) -> FieldName | None:
    """Return the field that the keyboard is on, if it is on one."""
    return next((name for name in FIELDS if do == editing(name)), None)


def typed(name: FieldName, before: str, more: str) -> str:
    """Return what a field holds after something was typed: a seed has digits only, and nothing has control characters.

    >>> typed("seed", "12", "3a4"), typed("filter", "", "far\\n")
    ('1234', 'far')
    """
    fits = [mark for mark in more if mark.isprintable() and (name != "seed" or (mark.isascii() and mark.isdigit()))]
    return (before + "".join(fits))[: _LONGEST[name]]
