"""From the state of the screen to what is shown: blocks for every panel, and marks for the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pygame

from sim.engine.chance import DrawCard
from sim.engine.chances import short
from sim.engine.dice import Throw
from sim.engine.ruleset import HUMAN
from sim.grid import Cell
from sim.view.battle.candidates import candidates_of
from sim.view.battle.commands import ALL_KEYS, help_for
from sim.view.battle.overlays import Overlaid
from sim.view.battle.paint_battle import Marked, OrderInHand
from sim.view.battle.timeline import TimeLineContents
from sim.view.blocks.forecasts import Arrow
from sim.view.blocks.kinds import Block, Button, Buttons, Divider, Do, Row, Sign, SmallPrint, TextLine, Title, in_line
from sim.view.blocks.orders import order_blocks
from sim.view.blocks.prompts import draw_blocks, throw_blocks
from sim.view.blocks.reasons import reason_blocks, verdict_blocks
from sim.view.blocks.reports import RULE_DO, status_blocks
from sim.view.counters.bodies import emblem_points
from sim.view.counters.livery import livery
from sim.view.model.happened import NOTHING, Happened
from sim.view.model.model import Model
from sim.view.ui.panel import natural_height, tip_width
from sim.view.worker.questions import OverlayCells

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

_WHILE_WAITING = ("toggle_play", "forward", "next_decision", "skip")
"""What the panel of orders names the keys of while nobody is asked."""
_TABS = (("log", "Log"), ("reasons", "Why"), ("forecast", "Ahead"), ("unit", "Unit"))
"""The tabs. There is no room for their keys: pointing at one tells it."""

Composed = Mapping[str, tuple[pygame.Rect, tuple[Block, ...]]]


def composed(screen: BattleScreen) -> Composed:
    """Return where every panel lies and what it shows."""
    places, ui = screen.places, screen.ui
    nowhere = pygame.Rect(0, 0, 0, 0)
    shown: dict[str, tuple[pygame.Rect, tuple[Block, ...]]] = dict.fromkeys(screen.panels, (nowhere, ()))
    folded = screen.settings.folded
    if not places.is_narrow and "left" not in folded:
        status, wide = status_part(screen), places.left.width
        orders = (*_meanwhile(screen), *orders_part(screen))
        heights = natural_height(status, wide, ui), natural_height(orders, wide, ui)
        status_rect, orders_rect = places.left_parts(*heights)
        shown["status"] = (status_rect, status)
        shown["orders"] = (orders_rect, orders)
    if not places.is_narrow and "right" not in folded:
        tabs, right = tabs_part(screen), places.right
        tabs_rect = pygame.Rect(right.left, right.top, right.width, natural_height(tabs, right.width, ui))
        shown["tabs"] = (tabs_rect, tabs)
        side_rect = pygame.Rect(right.left, tabs_rect.bottom, right.width, right.bottom - tabs_rect.bottom)
        shown["side"] = (side_rect, side_part(screen))
        if "hover" not in folded:
            shown["hover"] = (places.hover, hover_part(screen))
    if not places.is_narrow and screen.tutorial is not None:
        lesson = screen.tutorial.blocks(screen)
        high = natural_height(lesson, places.lesson(0).width, ui)
        shown["lesson"] = (places.lesson(high), lesson)
    if menu := screen.context.blocks:
        shown["context"] = (screen.context.rect(menu), menu)
    if tip := tip_part(screen):
        shown["tip"] = tip
    front = front_part(screen)
    if front:
        wide = screen.pages.window.wide if screen.pages.window is not None else 480
        rect = places.centred(wide, 0)
        shown["window"] = (places.centred(wide, natural_height(front, rect.width, ui)), front)
    if screen.message and not places.is_narrow:
        said = (TextLine(screen.message),)
        if front:
            window, rect = places.with_message(shown["window"][0], said)
            shown["window"] = (window, front)
        else:
            rect = places.message(tuple(screen.picture.floats.places.values()))
            bottom, rect.height = rect.bottom, natural_height(said, rect.width, ui)
            rect.bottom = bottom
        shown["message"] = (rect, said)
    return shown


# -- panels -----------------------------------------------------------------------------------------------


def status_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Say which battle this is and how it stands."""
    title = screen.scenario.title or screen.scenario.name
    if "status" in screen.settings.folded:
        return (Title(title),)
    facts = status_blocks(screen.model.position, screen.model.insight)
    # Here there is room for the figures only; where they come from is in the rulebook that the log cites.
    return (Title(title), *(replace(fact, source="") if isinstance(fact, Row) else fact for fact in facts))


def orders_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Return the orders of the player who is asked, or say what is going on."""
    playback, ordering = screen.model.playback, screen.ordering
    if not screen.engine.is_caught_up:
        return (Title("Opening the battle"),)
    if ordering.is_deputised:
        return (
            Title("Your commander gives the orders"),
            SmallPrint("Space stops him; S skips to the end of his orders."),
        )
    if ordering.menu is not None:
        return order_blocks(screen.model, ordering.menu, ordering.answers)
    if playback.carries_out:
        return (Title("Carrying out your order"),)
    if playback.looks_back:
        return (
            Title("Looking back"),
            SmallPrint(
                f"Frame {playback.cursor} of {playback.shown - 1}. End goes to the latest; B plays on from here."
            ),
        )
    if playback.is_over:
        return (
            Title("The battle is over"),
            SmallPrint("F3 shows how it went. Look back at any moment on the time line."),
        )
    if isinstance(playback.wanted, Throw | DrawCard):
        return (Title("Your dice"), SmallPrint("Enter what you rolled or drew in the window in the middle."))
    automated = any(player != HUMAN for player in screen.session.players.values())
    names = [name for name in _WHILE_WAITING if automated or name != "next_decision"]
    keys = (key for key in ALL_KEYS if key.do is not None and key.do.name in names)
    return (Title("Playing on" if playback.is_going else "Paused"), *in_line(Row(key.name, key.text) for key in keys))


def _meanwhile(screen: BattleScreen) -> tuple[Block, ...]:
    """Tell what happened while was skipped, a click from where it can be seen."""
    menu = screen.ordering.menu
    if menu is not None and menu.picked is not None:  # the room is for the order, its odds and how it is paid
        return ()
    lines, cursor = screen.looking.meanwhile, screen.model.playback.cursor
    if not lines:
        return ()
    told = (TextLine(line.text, do=Do("jump", (line.frame,)), chosen=line.frame == cursor) for line in lines)
    return (TextLine("Meanwhile", "accent", bold=True), *told, Divider())


def hover_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Return the panel of what lies under the cursor: of an order, its rule."""
    looking, told_of = screen.looking, screen.looking.told_of
    spot = screen.spot_at(looking.mouse) if looking.mouse is not None else None
    if spot is not None and (tip := screen.ordering.tip(spot.do)):
        return tip
    if told_of is None:
        return (SmallPrint("Point at a cell or a unit to read about it. F1 lists the keys."),)
    blocks: tuple[Block, ...] = ()
    if looking.asks_why_not:
        subject = told_of.unit or told_of.cell
        verdict = verdict_blocks(screen.model.notes, subject, screen.model.naming(subject))
        blocks = (*verdict, Divider())
    elif said := screen.inspecting.said_of(told_of.unit, told_of.cell):
        blocks = (*said, Divider())
    elif told_of.unit is not None and screen.model.where(told_of.unit) is not None:
        blocks = _into(screen, told_of.unit)
    under = looking.under_cursor
    return (*blocks, *(under.blocks if under is not None else ()))


def _into(screen: BattleScreen, unit: str) -> tuple[Block, ...]:
    """Return the way to what the rules see of a unit; none where its tab shows that, or it has nothing to show."""
    if not screen.model.insight.topics or (screen.looking.tab == "unit" and screen.inspecting.unit == unit):
        return ()
    return (Button("What the rules see of it", Do("look_into", (unit,))),)


def tip_part(screen: BattleScreen) -> tuple[pygame.Rect, tuple[Block, ...]] | None:
    """Return what is said of the button that the mouse rests on, beside it."""
    mouse, ui = screen.looking.mouse, screen.ui
    spot = screen.spot_at(mouse) if mouse is not None and screen.front != "context" else None
    said = _tip(screen, spot.do) if spot is not None else ()
    # Of an order there is more to say: beside its button it would hide the others.
    if spot is None or not said or screen.ordering.tip(spot.do):
        return None
    blocks = tuple(SmallPrint(text[:1].upper() + text[1:], "ink" if n == 0 else "faint") for n, text in enumerate(said))
    wide = max(tip_width(text, ui) for text in said)
    return screen.places.beside(spot.box, wide, natural_height(blocks, wide, ui)), blocks


def _tip(screen: BattleScreen, do: Do) -> tuple[str, ...]:
    """Return what a button does and which key does it; of what opens a rule, its title and what it says."""
    rulebook, rule = screen.session.ruleset.rulebook, str(do.args[0]) if do.name == RULE_DO else ""
    if rule in rulebook:
        reading = screen.session.battle.unusual.get(rule)
        return rulebook.rule(rule).title, rulebook.rule(rule).text, *([str(reading)] if reading else [])
    return (text,) if (text := help_for(do)) else ()


def front_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Return what must be dealt with first: a window that is open, or dice and cards that are asked for."""
    if screen.pages.window is not None:
        return screen.pages.window.blocks
    match screen.model.wanted:
        case Throw() as throw:
            return throw_blocks(screen.model, throw, tuple(screen.ordering.typed))
        case DrawCard() as draw:
            card = screen.ordering.card
            return draw_blocks(screen.model, draw, card.text, marked=card.is_marked)
        case _:
            return ()


def timeline_of(screen: BattleScreen) -> TimeLineContents:
    """Return what the time line shows."""
    playback = screen.model.playback
    lines = f" · line {len(playback.branches) + 1}" if playback.branches else ""
    count, cursor = playback.shown, playback.cursor
    return TimeLineContents(
        frames=count,
        cursor=cursor,
        turns=tuple(turn for turn in playback.turns if turn[0] < count),
        decisions=tuple(frame for frame in playback.decisions if frame < count),
        playing=playback.is_going,
        speed=playback.speed,
        live=playback.is_live,
        words=f"turn {playback.frame.state.turn} · frame {cursor} of {count - 1}{lines}",
    )


# -- the right column -------------------------------------------------------------------------------------


def tabs_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Return the tabs."""
    shown = screen.looking.tab
    buttons = tuple(Button(text, Do("show_tab", (name,)), chosen=shown == name) for name, text in _TABS)
    return (Buttons(buttons, len(buttons)),)


@cache
def side_sign(place: int) -> Sign:
    """Return the sign of the side that comes so many places after the first: its colour, and its emblem besides."""
    colours = livery(place)
    return Sign(colours.field, colours.trim, tuple(emblem_points(colours.emblem, 1.0)))


def side_part(screen: BattleScreen) -> tuple[Block, ...]:
    """Return what the chosen tab shows."""
    match screen.looking.tab:
        case "log":
            return screen.log.blocks()
        case "reasons":
            return _reasons(screen)
        case "forecast":
            return _forecast(screen)
        case "unit":
            return screen.inspecting.blocks


def _reasons(screen: BattleScreen) -> tuple[Block, ...]:
    model, looking = screen.model, screen.looking
    number, step = looking.picked_note or (None, None)
    headline: list[Block] = [TextLine(model.told(model.playback.cursor), bold=True)]
    if model.playback.wanted is not None and model.session.why:
        headline = [TextLine("What led to this question", bold=True)]
    for order in model.orders_of(model.playback.cursor):
        words = model.session.ruleset.order_text(model.position, order.intent)
        headline.append(SmallPrint(f"order of {model.mentioning(order.ask.side)} ({order.by}): {words}", "accent"))
    if not model.notes:
        return (*headline, *_no_reasons(model))
    under = model.session.battle.unusual
    blocks = reason_blocks(model.notes, model.naming, picked=number, picked_step=step, card=model.card, under=under)
    copy = Button("Copy as text", Do("copy_reasons"), "Ctrl C")
    why_not = Button("Why not here?", Do("toggle_why_not"), "Y", chosen=looking.asks_why_not)
    return (*headline, *blocks, Buttons((copy, why_not), 2))


def _no_reasons(model: Model) -> tuple[Block, ...]:
    """Say that nothing was decided here, and show the way to where the AI decided last."""
    nothing = SmallPrint("Nothing was decided or rolled here.")
    before = [number for number in model.playback.decisions if number < model.playback.cursor]
    if not before:
        return (nothing,)
    last = Button("The AI's last decision", Do("previous_decision"), "Shift ,")
    return nothing, last, SmallPrint(model.told(before[-1]))


def _forecast(screen: BattleScreen) -> tuple[Block, ...]:
    title, playback = Title("What the AI might do next"), screen.model.playback
    if playback.goal is not None or (playback.playing and playback.may_go_on):
        return title, SmallPrint("It is worked out as soon as play is paused: press Space.")
    foreseen = screen.looking.foreseen
    if foreseen is None:
        return title, SmallPrint("working it out …")
    words = (SmallPrint(foreseen.words),) if foreseen.words else ()
    brings = (TextLine(line) for line in foreseen.brings)
    return (title, *words, *brings, *((SmallPrint(foreseen.refusal),) if foreseen.refusal else foreseen.blocks))


# -- the map ----------------------------------------------------------------------------------------------


def overlaid_of(screen: BattleScreen) -> Overlaid:
    """Return everything that is to be shown over the board, as far as the engine has answered."""
    question, preview = screen.looking.overlays, screen.ordering.preview
    cells = screen.engine.latest("overlays", question) if question is not None else None
    danger = preview.danger.area if preview is not None and preview.danger is not None else None
    if (eye := screen.inspecting.overlay) is not None:
        cells = replace(cells or OverlayCells(), view=eye.view, fire=eye.fire)
    if cells is None:
        return Overlaid(danger=danger)
    occupied = tuple(sorted({u.cell for u in screen.model.position.state.units if u.cell is not None}))
    return Overlaid(**vars(cells), occupied=occupied, danger=danger)


def marked_of(screen: BattleScreen) -> Marked:
    """Return what is marked on the map now."""
    model, looking, menu = screen.model, screen.looking, screen.ordering.menu
    # Candidates belong to the reasons: over a forecast they would be taken for a part of it.
    note = looking.picked_choice if looking.tab == "reasons" else None
    step = looking.picked_note[1] if looking.picked_note is not None else None
    under = looking.under_cursor if looking.shown.ruler else None
    return Marked(
        selected=screen.inspecting.cell or looking.selected_cell,
        pointed=looking.pointed_cell,
        ruler=under.sight if under is not None else None,
        concerned=_concerned(screen),
        happened=_happened(screen),
        trail=screen.looking.trail,
        is_aimed=menu is not None and menu.has_choice,
        order=_order(screen),
        candidates=candidates_of(note, model.where, step) if note is not None else screen.inspecting.candidates,
        arrows=_arrows(screen),
        spread_at=_spread(screen),
        on_top=_on_top(screen),
        ready=menu.actors if menu is not None and menu.unit is None and menu.verb is None else (),
        plates=screen.places.room if looking.shows_names else None,
        areas=looking.options.coordinates,
    )


def _concerned(screen: BattleScreen) -> tuple[Cell, ...]:
    """Return the cells of those whom the event that is shown speaks of."""
    return () if screen.ordering.menu is not None else screen.model.concerned_at(screen.model.playback.cursor)


def _happened(screen: BattleScreen) -> Happened:
    """Return what the event that is shown looks like; none while an order is put together that it did not provoke."""
    menu = screen.ordering.menu
    if menu is not None and (menu.ask.about is None or menu.has_choice):
        return NOTHING
    # What happened would be mistaken for what may come.
    return NOTHING if _arrows(screen) else screen.picture.happened


def _arrows(screen: BattleScreen) -> tuple[Arrow, ...]:
    """Return what may come as arrows, while its tab is open: then all that is not asked for keeps off the map."""
    foreseen, prospect = screen.looking.foreseen, screen.looking.prospect
    if foreseen is None:
        return ()
    return tuple(arrow for arrow in foreseen.arrows if prospect is None or prospect in arrow.prospects)


def _spread(screen: BattleScreen) -> Cell | None:
    """Return the cell whose counters are laid out: the one that is pointed at, as long as nothing is aimed at it."""
    cell = screen.looking.pointed_cell
    if cell is None or screen.steering.dragging:
        return None
    return cell if len(screen.model.position.state.units.at(cell)) > 1 else None


def _on_top(screen: BattleScreen) -> str | None:
    """Return who lies above all others: who is being ordered, else who is selected, else whom the event is about."""
    menu, model = screen.ordering.menu, screen.model
    chosen = menu.unit if menu is not None and menu.unit is not None else screen.looking.selected_unit
    return chosen or getattr(model.frame_at(model.playback.cursor).event, "unit", None)


def _order(screen: BattleScreen) -> OrderInHand:
    """Return the order that is being put together, as it looks on the map."""
    menu = screen.ordering.menu
    if menu is None or (menu.unit is None and menu.verb is None):
        return OrderInHand()
    where = screen.model.where
    picked = menu.picked
    if picked is None and (_arrows(screen) or screen.inspecting.answer is not None):
        return OrderInHand(start=where(menu.unit) if menu.unit else None)
    if picked is None:
        aims = menu.aimed_to.items()
        cells = tuple((aim, kind) for aim, kind in aims if isinstance(aim, Cell))
        standing = ((aim, where(aim), kind) for aim, kind in aims if isinstance(aim, str))
        units = tuple((aim, cell, kind) for aim, cell, kind in standing if cell is not None)
        return OrderInHand(cells, units, start=where(menu.unit) if menu.unit else None)
    sketch = picked.sketch
    start = where(sketch.units[0]) if sketch.units else None
    preview = screen.ordering.preview
    scope = preview.scope if preview is not None else None
    chance = short(preview.odds[0].chance) if preview is not None and preview.odds else ""
    return OrderInHand(
        aim_cells=((sketch.cell, sketch.aimed_to),) if sketch.cell is not None and not sketch.way else (),
        chosen=sketch.cell,
        start=start,
        way=sketch.way,
        costs=(*("" for _ in sketch.way[:-1]), picked.offer.cost) if sketch.way else (),
        shot_at=where(sketch.target) if sketch.target is not None else None,
        chance=chance,
        facings=menu.facings,
        facing=sketch.facing,
        facing_cell=screen.ordering.facing_cell,
        danger=preview.danger if preview is not None else None,
        reached=tuple(cell for unit in scope.units if (cell := where(unit)) is not None) if scope is not None else (),
        outlines=scope.outlines if scope is not None else (),
    )
