"""From the state of the screen to what is shown: blocks for every panel, marks for the map, answers for overlays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from sim.engine.chance import DrawCard
from sim.engine.chances import short
from sim.engine.dice import Throw
from sim.grid import Cell
from sim.view.battle.answers import OverlayQuestions
from sim.view.battle.candidates import candidates_of
from sim.view.battle.core import Core
from sim.view.battle.forecast_view import Arrow, arrows_of
from sim.view.battle.happened import NOTHING, Happened
from sim.view.battle.keys import KEYS, help_for
from sim.view.battle.layers import SameObject
from sim.view.battle.model import concerned
from sim.view.battle.order_blocks import order_blocks
from sim.view.battle.paint_battle import Marked, OrderInHand, Overlaid
from sim.view.battle.prompt_blocks import draw_blocks, throw_blocks
from sim.view.battle.reasons import verdict_blocks
from sim.view.battle.reports import hover_blocks, status_blocks
from sim.view.battle.side_blocks import side_blocks, tab_blocks
from sim.view.battle.timeline import TimeLineContents as Track
from sim.view.ui.blocks import Block, Divider, Row, SmallPrint, TextLine, Title, in_line
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.panel import natural_height

if TYPE_CHECKING:
    from sim.view.battle.painted import PaintedBattle

_WHILE_WAITING = ("toggle_play", "forward", "next_decision", "skip")
"""What the panel of orders names the keys of while the AI plays."""

Composed = Mapping[str, tuple[pygame.Rect, tuple[Block, ...]]]


def composed(screen: PaintedBattle) -> Composed:
    """Return where every panel lies and what it shows."""
    places, ui = screen.places, screen.ui
    nowhere = pygame.Rect(0, 0, 0, 0)
    shown: dict[str, tuple[pygame.Rect, tuple[Block, ...]]] = dict.fromkeys(screen.panels, (nowhere, ()))
    if not places.is_narrow:
        status = status_part(screen)
        orders, wide = orders_part(screen), places.left.width
        heights = natural_height(status, wide, ui), natural_height(orders, wide, ui)
        status_rect, orders_rect = places.left_parts(*heights)
        shown["status"] = (status_rect, status)
        shown["orders"] = (orders_rect, orders)
        tabs, right = tab_blocks(screen), places.right
        tabs_rect = pygame.Rect(right.left, right.top, right.width, natural_height(tabs, right.width, ui))
        shown["tabs"] = (tabs_rect, tabs)
        side_rect = pygame.Rect(right.left, tabs_rect.bottom, right.width, right.bottom - tabs_rect.bottom)
        shown["side"] = (side_rect, side_blocks(screen))
        shown["hover"] = (places.hover, hover_part(screen))
        if screen.tutorial is not None:
            lesson = screen.tutorial.blocks(screen)
            high = natural_height(lesson, places.lesson(0).width, ui)
            shown["lesson"] = (places.lesson(high), lesson)
    front = front_part(screen)
    if front:
        wide = screen.window.wide if screen.window is not None else 480
        rect = places.centred(wide, 0)
        shown["window"] = (places.centred(wide, natural_height(front, rect.width, ui)), front)
    if screen.message and not places.is_narrow:
        said = (TextLine(screen.message),)
        if front:
            window, rect = places.with_message(shown["window"][0], said)
            shown["window"] = (window, front)
        else:
            rect = places.message(tuple(screen.floats.places.values()))
            bottom, rect.height = rect.bottom, natural_height(said, rect.width, ui)
            rect.bottom = bottom
        shown["message"] = (rect, said)
    return shown


# -- panels -----------------------------------------------------------------------------------------------


def status_part(screen: PaintedBattle) -> tuple[Block, ...]:
    """Say which battle this is and how it stands."""
    title = screen.scenario.title or screen.scenario.name
    facts = status_blocks(screen.model.position, screen.model.insight)
    # Here there is room for the figures only; where they come from is in the rulebook that the log cites.
    return (Title(title), *(replace(fact, source="") if isinstance(fact, Row) else fact for fact in facts))


def orders_part(screen: PaintedBattle) -> tuple[Block, ...]:
    """Return the orders of the player who is asked, or say what is going on."""
    playback = screen.model.playback
    if screen.is_deputised:
        return (
            Title("Your commander gives the orders"),
            SmallPrint("Space stops him; S skips to the end of his orders."),
        )
    if screen.menu is not None:
        return order_blocks(screen.model, screen.menu, screen.current_preview())
    if screen.is_cold:
        return (Title("Setting up the table …"),)
    if playback.carries_out:
        return (Title("Carrying out your order"),)
    if playback.looks_back:
        return (
            Title("Looking back"),
            SmallPrint(
                f"Frame {playback.cursor} of {len(playback.frames) - 1}. End goes to the latest; B plays on from here."
            ),
        )
    if playback.is_over:
        return (
            Title("The battle is over"),
            SmallPrint("F3 shows how it went. Look back at any moment on the time line."),
        )
    if isinstance(playback.wanted, Throw | DrawCard):
        return (Title("Your dice"), SmallPrint("Enter what you rolled or drew in the window in the middle."))
    going = "playing" if playback.is_going else "waiting"
    return (
        Title(f"The AI is {going}"),
        *in_line(Row(key.name, key.text) for key in KEYS if key.do is not None and key.do.name in _WHILE_WAITING),
    )


def hover_part(screen: PaintedBattle) -> tuple[Block, ...]:
    """Return the panel of what lies under the cursor."""
    pointed_do = screen.spot_at(screen.mouse) if screen.mouse is not None else None
    if pointed_do is not None and (text := help_for(pointed_do.do)):
        return (SmallPrint(text[:1].upper() + text[1:]),)
    cell = screen.pointed_cell or screen.selected_cell
    if cell is None:
        return (SmallPrint("Point at a cell or a unit to read about it. F1 lists the keys."),)
    position = screen.model.position
    blocks: tuple[Block, ...] = ()
    if screen.asks_why_not:
        subject = screen.pointed_unit or cell
        verdict = verdict_blocks(screen.model.notes, subject, screen.model.naming(subject))
        blocks = (*verdict, Divider())
    report = hover_blocks(
        position,
        screen.model.insight,
        cell,
        selected=screen.selected,
        ruler=screen.shown.ruler,
        ours=screen.own_side,
    )
    return (*blocks, *report[:1], *_covered(screen, cell), *report[1:])


def _covered(screen: PaintedBattle, cell: Cell) -> tuple[Block, ...]:
    """Name the enemies who cover a cell, while the map shows how many they are."""
    if not screen.shown.threat:
        return ()
    covering = screen.answers.coverers(screen.model.position, screen.own_side, cell)
    names = [f"{screen.model.naming(unit)} ({band})" for unit, band in covering]
    return (Row("covered by", ", ".join(names) or "nobody"),)


def front_part(screen: PaintedBattle) -> tuple[Block, ...]:
    """Return what must be dealt with first: a window that is open, or dice and cards that are asked for."""
    if screen.window is not None:
        return screen.window.blocks
    match screen.model.wanted:
        case Throw() as throw:
            return throw_blocks(screen.model, throw, tuple(screen.typed))
        case DrawCard() as draw:
            return draw_blocks(screen.model, draw, screen.filter)
        case _:
            return ()


def timeline_of(screen: Core) -> Track:
    """Return what the time line shows."""
    playback = screen.model.playback
    lines = f" · line {len(playback.branches) + 1}" if playback.branches else ""
    count, cursor = playback.shown, playback.cursor
    return Track(
        frames=count,
        cursor=cursor,
        turns=tuple(turn for turn in playback.turns if turn[0] < count),
        decisions=tuple(frame for frame in playback.decisions if frame < count),
        playing=playback.is_going,
        speed=playback.speed,
        live=playback.is_live,
        words=f"turn {playback.frame.state.turn} · frame {cursor} of {count - 1}{lines}",
    )


# -- the map ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OverlaidAt:
    """The answers that lie over the board, and what they depend on."""

    key: object
    overlaid: Overlaid


def overlaid_of(screen: PaintedBattle, budget: FrameBudget) -> OverlaidAt | None:
    """Ask the engine for everything that is to be shown over the board; None while it is still at work."""
    shown, position, answers = screen.shown, screen.model.position, screen.answers
    if screen.is_cold and (shown.view or shown.fire or shown.threat or shown.reach):
        return None  # what sight takes is being loaded, and would be in one go for whoever asks now
    unit = screen.selected_unit
    on_map = unit is not None and position.state.units[unit].cell is not None
    threatened, reaching = screen.own_side if shown.threat else None, unit if shown.reach and on_map else None
    if not answers.prepare(position, OverlayQuestions(shown.fire, threatened, shown.cover, reaching), budget):
        return None
    place = screen.selected_cell or screen.pointed_cell
    view = None
    if shown.view and place is not None:
        if unit is not None and on_map:
            turned = answers.view(position, unit, shown.facing) if shown.facing is not None else None
            view = (answers.view(position, unit), place, turned)
        else:
            view = (position.lines.field_of_view(place), place, None)
    overlaid = Overlaid(
        view,
        answers.fire_bands(position, shown.fire) if shown.fire is not None else None,
        answers.threat(position, screen.own_side) if shown.threat else None,
        answers.reach(position, reaching) if reaching is not None else None,
        answers.cover(position) if shown.cover else None,
        tuple(sorted({u.cell for u in position.state.units if u.cell is not None})),
    )
    flags = (shown.view and place, shown.facing, shown.fire, shown.threat and screen.own_side, shown.cover)
    needs_state = shown.fire or shown.threat or shown.cover or shown.reach or view
    key = (flags, shown.reach and unit, SameObject(position.state) if needs_state else None)
    return OverlaidAt(key, overlaid)


def marked_of(screen: PaintedBattle) -> Marked:
    """Return what is marked on the map now."""
    model = screen.model
    # Candidates belong to the reasons: over a forecast they would be taken for a part of it.
    note = screen.picked_choice() if screen.tab == "reasons" else None
    step = screen.picked_note[1] if screen.picked_note is not None else None
    pointed, selected = screen.pointed_cell, screen.selected_cell
    ruler = None
    if screen.shown.ruler and selected is not None and pointed is not None and selected != pointed:
        ruler = model.position.sight(selected, pointed)
    return Marked(
        selected=selected,
        pointed=pointed,
        ruler=ruler,
        concerned=_concerned(screen),
        happened=_happened(screen),
        order=_order(screen),
        candidates=candidates_of(note, model.where, step) if note is not None else None,
        arrows=_arrows(screen),
        spread_at=_spread(screen),
        areas=screen.dress.coordinates,
    )


def _concerned(screen: Core) -> tuple[Cell, ...]:
    """Return the cells of those whom the event that is shown speaks of."""
    cursor = screen.model.playback.cursor
    if screen.menu is not None or cursor == 0:
        return ()
    units = screen.model.position.state.units
    ids, cells = concerned(screen.model.frame_at(cursor).event, (unit.id for unit in units))
    places = {*(cell for cell in cells), *(unit.cell for unit in units if unit.id in ids and unit.cell is not None)}
    return tuple(sorted(places))


def _happened(screen: PaintedBattle) -> Happened:
    """Return what the event that is shown looks like; none while an order is put together that it did not provoke."""
    menu = screen.menu
    if menu is not None and (menu.ask.about is None or menu.has_choice):
        return NOTHING
    # What happened would be mistaken for what may come.
    return NOTHING if _foretells(screen) else screen.happened


def _foretells(screen: PaintedBattle) -> bool:
    """Say whether the map shows what may come: then all that is not asked for keeps off it."""
    return screen.tab == "forecast" and screen.foreseen is not None


def _arrows(screen: PaintedBattle) -> tuple[Arrow, ...]:
    forecast = screen.foreseen
    if forecast is None or not _foretells(screen):
        return ()
    arrows = arrows_of(forecast, screen.foreseen_from, screen.model.insight)
    return arrows if screen.prospect is None else tuple(arrow for arrow in arrows if screen.prospect in arrow.prospects)


def _spread(screen: Core) -> Cell | None:
    """Return the cell whose counters are laid out: the one that is pointed at, as long as nothing is aimed at it."""
    cell = screen.pointed_cell
    if cell is None or screen.steering.dragging:
        return None
    return cell if len(screen.model.position.state.units.at(cell)) > 1 else None


def _order(screen: PaintedBattle) -> OrderInHand:
    """Return the order that is being put together, as it looks on the map."""
    menu = screen.menu
    if menu is None or (menu.unit is None and menu.verb is None):
        return OrderInHand()
    where = screen.model.where
    picked = menu.picked
    if picked is None and _foretells(screen):
        return OrderInHand(start=where(menu.unit) if menu.unit else None)
    if picked is None:
        cells = tuple(aim for aim in menu.aims if isinstance(aim, Cell))
        units = tuple((aim, cell) for aim in menu.aims if isinstance(aim, str) and (cell := where(aim)) is not None)
        return OrderInHand(cells, units, start=where(menu.unit) if menu.unit else None)
    sketch = picked.sketch
    start = where(sketch.units[0]) if sketch.units else None
    preview = screen.current_preview()
    scope = preview.scope if preview is not None else None
    chance = short(preview.odds[0].chance) if preview is not None and preview.odds else ""
    end = sketch.way[-1] if sketch.way else start
    return OrderInHand(
        aim_cells=(sketch.cell,) if sketch.cell is not None and not sketch.way else (),
        chosen=sketch.cell,
        start=start,
        way=sketch.way,
        costs=(*("" for _ in sketch.way[:-1]), picked.offer.cost) if sketch.way else (),
        shot_at=where(sketch.target) if sketch.target is not None else None,
        chance=chance,
        facings=menu.facings,
        facing=sketch.facing,
        facing_cell=end if sketch.facing is not None else None,
        danger=preview.danger if preview is not None else None,
        reached=tuple(cell for unit in scope.units if (cell := where(unit)) is not None) if scope is not None else (),
        outlines=scope.outlines if scope is not None else (),
    )
