"""No word of any panel is cut off, in any system, at any size of the letters."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, Button, Buttons, Columns, Gauge, Row, SmallPrint, TextLine, Title
from sim.view.ui.lettering import width_of
from sim.view.ui.measure_blocks import TEXT, button_texts, lines_of, refusal_lines, source_lines
from tests.view.battle.bot import asked, opened, passed

BATTLES = (
    "conflict_of_heroes/zimovets_ridge",
    "outlaws/street_gunfight",
    "la_cucaracha/vespers_at_san_isidro",
    "ambush_alley/eleven_kilometres",
    "la_petite_guerre/rifle_pits_of_saint_damase",
)


def _lines(block: Block, width: int, ui: float) -> Iterator[str]:
    """Yield all lines of text that a block takes at a width."""
    match block:
        case Title() | SmallPrint() | TextLine():
            yield from lines_of(block, width, ui)
        case Row():
            yield from lines_of(block, width, ui)
            yield from source_lines(block, width, ui) if block.source else ()
        case Button():
            yield from (*button_texts(block, width, ui), *(refusal_lines(block, width, ui) if block.refusal else ()))
        case Buttons(buttons, columns):
            across = width // columns - round(5 * ui)
            yield from (line for button in buttons for line in _lines(button, across, ui))
        case Columns(columns):
            yield from (line for part in columns for inner in part for line in _lines(inner, width // len(columns), ui))


def _cut(screen: BattleScreen) -> list[str]:
    """Return what is cut off in the panels that are shown, and labels for which a panel is too narrow."""
    found = []
    for panel in screen.panels.values():
        for block in panel.blocks:
            written = [line for line in _lines(block, panel._width, screen.ui) if line.endswith("…")]
            found += [line for line in written if line not in str(block)]
            if isinstance(block, Row | Gauge) and width_of(block.label, round(TEXT * screen.ui)) > panel._width:
                found.append(block.label)
    return found


@pytest.mark.parametrize("name", BATTLES)
def test_no_word_is_cut_off(name: str) -> None:
    """How it stands, orders, log, reasons, what is pointed at, menu, help and briefing, in small letters and large."""
    screen = asked(opened(name))
    assert screen.ordering.menu is not None
    if screen.ordering.menu.actors:
        screen.ordering.choose_unit(screen.ordering.menu.actors[0])
    for size in ((1280, 720), (1920, 1080)):
        screen.stage.resize(size)
        for percent in (75, 100, 150, 250):
            screen.settings = replace(screen.settings, scale=percent)
            for tab in ("log", "reasons"):
                screen.looking.show_tab(tab)
                passed(screen)
                assert not _cut(screen), (size, percent, tab)
            for window in (screen.pages.show_menu, screen.pages.toggle_help, screen.pages.show_briefing):
                window()
                passed(screen)
                assert not _cut(screen), (size, percent, window.__name__)
                screen.pages.close_window()
