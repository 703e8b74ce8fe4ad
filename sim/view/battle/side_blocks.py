"""The right column: the log, the reasons, the forecast, and the tabs above them."""

from __future__ import annotations

from dataclasses import replace

from sim.engine.events import Unseen
from sim.engine.words import UNSEEN
from sim.view.battle.forecast_view import forecast_blocks
from sim.view.battle.look_commands import LookCommands
from sim.view.battle.model import Model
from sim.view.battle.reasons import reason_blocks
from sim.view.ui.blocks import Block, Button, Buttons, Do, SmallPrint, TextLine, Title
from sim.view.ui.frame_budget import Job

_TABS = (("log", "Log", "J"), ("reasons", "Why", "W"), ("forecast", "Ahead", "A"))


def tab_blocks(screen: LookCommands) -> tuple[Block, ...]:
    """Return the tabs."""
    buttons = tuple(Button(text, Do("show_tab", (name,)), key, chosen=screen.tab == name) for name, text, key in _TABS)
    return (Buttons(buttons, len(buttons)),)


def side_blocks(screen: LookCommands) -> tuple[Block, ...]:
    """Return what the chosen tab shows."""
    match screen.tab:
        case "log":
            return log_blocks(screen.model)
        case "reasons":
            return _reasons(screen)
        case "forecast":
            return _forecast(screen)


def log_blocks(model: Model) -> tuple[Block, ...]:
    """Return the log: one line for each event, under the heading of its turn."""
    lines = model.log_lines
    blocks = lines[: model.log_place(model.playback.shown - 1) + 1]
    place = log_place(model)
    if place < len(blocks):  # else it is not told yet
        blocks[place] = replace(blocks[place], chosen=True)
    return tuple(blocks)


def log_place(model: Model) -> int:
    """Return which block of the log is the one of the frame that is shown."""
    return model.log_place(model.playback.cursor)


def _reasons(screen: LookCommands) -> tuple[Block, ...]:
    model = screen.model
    number, step = screen.picked_note or (None, None)
    headline: list[Block] = [TextLine(model.told(model.playback.cursor), bold=True)]
    if model.playback.wanted is not None and model.session.why:
        headline = [TextLine("What led to this question", bold=True)]
    for order in model.orders_of(model.playback.cursor):
        words = model.session.ruleset.order_text(model.position, order.intent)
        headline.append(SmallPrint(f"order of {model.mentioning(order.ask.side)} ({order.by}): {words}", "accent"))
    if not model.notes:
        return (*headline, *_no_reasons(model))
    blocks = reason_blocks(model.notes, model.naming, picked=number, picked_step=step, card=model.card)
    copy = Button("Copy as text", Do("copy_reasons"), "Ctrl C")
    why_not = Button("Why not here?", Do("toggle_why_not"), "Y", chosen=screen.asks_why_not)
    return (*headline, *blocks, Buttons((copy, why_not), 2))


def _no_reasons(model: Model) -> tuple[Block, ...]:
    """Say that nothing was decided here, and show the way to where the AI decided last."""
    nothing = SmallPrint("Nothing was decided or rolled here.")
    before = [number for number in model.playback.decisions if number < model.playback.cursor]
    if not before:
        return (nothing,)
    last = Button("The AI's last decision", Do("previous_decision"), "Shift ,")
    return nothing, last, SmallPrint(model.told(before[-1]))


def _forecast(screen: LookCommands) -> tuple[Block, ...]:
    model = screen.model
    blocks: list[Block] = [Title("What the AI might do next")]
    if screen.outlook is not None and screen.outlook.words:
        blocks.append(SmallPrint(screen.outlook.words))
    match screen.forecast:
        case None:
            return (*blocks, SmallPrint("It is worked out as soon as play is paused: press Space."))
        case str(text):
            return (*blocks, SmallPrint(text))
        case Job():
            return (*blocks, SmallPrint("working it out …"))
        case ready:
            listed = forecast_blocks(
                ready,
                model.mentioning,
                lambda intent: model.session.ruleset.order_text(model.position, intent),
                screen.prospect,
                lambda prospect: UNSEEN if Unseen() in prospect.events else "",
                model.card,
            )
            return (*blocks, *listed)
