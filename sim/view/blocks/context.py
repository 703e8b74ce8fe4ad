"""The menu of the right button: what can be ordered at a cell or a unit, and what can be asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.grid import Cell
from sim.view.blocks.kinds import Block, Button, Divider, Do, Title
from sim.view.model.menu import Aim, MenuEntry, OrderMenu
from sim.view.model.model import Model

_MANY = 6
"""Orders that are listed; whoever wants another chooses a unit first."""
_REFUSED = 2
"""Orders that are listed with the reason why they cannot be given."""


@dataclass(frozen=True)
class Pointed:
    """What lies under the mouse: a cell, and the unit on top if there is one."""

    cell: Cell
    unit: str | None = None

    @property
    def aims(self) -> tuple[Aim, ...]:
        """What an order could be aimed at there."""
        return (self.cell,) if self.unit is None else (self.unit, self.cell)


def context_blocks(model: Model, menu: OrderMenu | None, at: Pointed, questions: Sequence[Button]) -> tuple[Block, ...]:
    """Return the menu: orders first, then what can be asked; digits press its buttons."""
    orders = list(_orders(model, menu, at)) if menu is not None else []
    back = [Button("Back one step", Do("step_back"), "Backspace")] if menu is not None and menu.has_choice else []
    name = model.naming(at.cell)
    title = name if at.unit is None else f"{model.naming(at.unit)} · {name}"
    first = [*orders, *back]
    return (Title(title), *_numbered(first), *([Divider()] if first else []), *_numbered(questions, len(first)))


def _numbered(buttons: Sequence[Button], before: int = 0) -> Iterator[Button]:
    for n, button in enumerate(buttons, before + 1):
        key = button.key or (str(n) if n <= 9 else "")
        yield Button(button.text, button.do, "" if button.refusal else key, button.refusal, note=button.note)


def _orders(model: Model, menu: OrderMenu, at: Pointed) -> Iterator[Button]:
    """Yield what can be ordered there: of the chosen unit, else of everybody who may act; then what is refused."""
    if at.unit is not None and at.unit in menu.actors and at.unit != menu.unit:
        yield Button(f"Give {model.naming(at.unit)} an order", Do("choose_unit", (at.unit,)))
    found: dict[tuple[str | None, str, Aim], MenuEntry] = {}
    for unit in (menu.unit,) if menu.unit is not None else (*menu.actors, None):
        for choice in menu.of_unit(unit):
            if choice.aim is not None and choice.aim in at.aims:
                key = (unit, choice.sketch.verb, choice.aim)
                if key not in found or (choice.is_open and not found[key].is_open):
                    found[key] = choice
    open_ones = [choice for choice in found.values() if choice.is_open]
    yield from (_order(model, menu, choice) for choice in open_ones[:_MANY])
    if menu.unit is None:
        return
    refused = [choice for choice in found.values() if not choice.is_open]
    yield from (_order(model, menu, choice) for choice in refused[:_REFUSED])
    if not found and menu.is_complete and model.where(menu.unit) != at.cell:
        yield Button(f"Why can {model.naming(menu.unit)} do nothing here?", Do("explain_refusal", (at.cell, at.unit)))


def _order(model: Model, menu: OrderMenu, choice: MenuEntry) -> Button:
    verb, aim = choice.sketch.verb, choice.aim
    assert aim is not None
    who = f"{model.naming(choice.unit)}: {verb}" if choice.unit and menu.unit is None else _capital(verb)
    where = "" if isinstance(aim, str) else " here"  # the title names the unit
    do = Do("aim_order", (choice.unit, verb, aim))
    return Button(who + where, do, refusal=choice.offer.why_not if not choice.is_open else "", note=choice.offer.cost)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
