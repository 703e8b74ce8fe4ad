"""Panels: what is drawn can be clicked where it is drawn, and nothing else can."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pygame
import pytest

from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Columns,
    Divider,
    Do,
    Faces,
    Field,
    Gap,
    Gauge,
    Image,
    Row,
    SmallPrint,
    TextLine,
    Title,
    in_line,
)
from sim.view.settings import ui_scale
from sim.view.ui.measure_blocks import height_of, indent_of, label_place, lines_of, source_column
from sim.view.ui.paint_blocks import button_colour, field_colour, panel_colour
from sim.view.ui.palette import THEME_NAMES, ThemeName, contrast, theme, use_theme
from sim.view.ui.panel import Panel, _draw_sheet, _sheet, natural_height, paint_sheet, paint_veil
from tests.view.drawn import pixels

SIZE = (400, 600)
WORDS = "The quick patrol crosses the ford under fire from the far bank and digs in behind the mill"
BLOCKS: tuple[Block, ...] = (
    Title(WORDS),
    Row("label", WORDS, source="the counter"),
    Row("a label that is far too long for its column", WORDS),
    SmallPrint(WORDS),
    TextLine(WORDS, depth=2, tag="COH-5.1", tag_do=Do("rule"), do=Do("line")),
    Divider(),
    Gap(),
    Button(WORDS, Do("press"), "Enter", note="3 AP"),
    Button("No", Do("never"), refusal=WORDS),
    Buttons(tuple(Button(str(n), Do("digit", (n,))) for n in range(7)), 3),
    Gauge("chance", 0.4, "40 %"),
    Gauge("a label that is far too long for its column", 0.4, "40 %"),
    Faces((1, 6, 3), 6, True),
    Faces((8,), 10, False),
    Field("name", "text", Do("field"), focused=True),
    Columns(((Title("one"), Row("a", "b")), (Title("two"), Button("x", Do("inner"))))),
)


def colour_at(surface: pygame.Surface, x: int, y: int) -> tuple[int, int, int]:
    """Return the colour of a pixel."""
    colour = surface.get_at((x, y))
    return colour.r, colour.g, colour.b


def _ink_in(surface: pygame.Surface, row: int, panel: Panel) -> float:
    """Return how far the strongest pixel of a row stands out from the panel, less its edges and its scroll bar."""
    ground = colour_at(surface, panel.rect.left + 4, panel.rect.centery)
    colours = (colour_at(surface, x, row) for x in range(panel.rect.left + 6, panel.rect.right - 14))
    return max(contrast(colour, ground) for colour in colours)


def test_what_goes_on_beyond_an_edge_fades_away_there() -> None:
    """At the last row that shows, text is hardly seen; farther in it is as strong as ever, and at the end whole."""
    panel = placed(*(TextLine("IIIIIIIIIIIIIIIIIIIIII") for _ in range(40)), height=200)
    last = panel.rect.bottom - 11
    for scroll in range(0, 24, 3):
        panel.scroll = scroll
        surface = painted(panel)
        assert _ink_in(surface, last, panel) < 1.6
        assert max(_ink_in(surface, panel.rect.centery + n, panel) for n in range(24)) > 4.5
    panel.scroll = panel.most
    surface = painted(panel)
    assert max(_ink_in(surface, panel.rect.bottom - n, panel) for n in range(14, 34)) > 4.5


def placed(*blocks: Block, height: int = 600, ui: float = 1.0) -> Panel:
    """Return a panel with these blocks."""
    panel = Panel()
    panel.place(pygame.Rect(20, 10, 340, height), blocks, ui)
    return panel


def painted(panel: Panel) -> pygame.Surface:
    """Draw a panel on a loud ground."""
    surface = pygame.Surface(SIZE, depth=32)
    surface.fill((255, 0, 255))
    panel.paint(surface)
    return surface


@pytest.mark.parametrize("ui", [0.75, 1.0, 1.7, 2.5])
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: type(block).__name__)
def test_a_block_is_drawn_inside_the_height_it_was_measured_at(block: Block, ui: float) -> None:
    """Nothing of a block shows below the height that was measured for it, at any scale."""
    wide = round(340 * ui)
    panel, surface = Panel(), pygame.Surface((wide + 60, 4000), depth=32)
    high = natural_height((block,), wide, ui)
    panel.place(pygame.Rect(30, 30, wide, high), (block,), ui)
    surface.fill((255, 0, 255))
    panel.paint(surface)
    outside = pygame.Rect(0, 30 + high, wide + 60, 4000 - 30 - high)
    for x in range(0, outside.width, 3):
        for y in range(outside.top, min(outside.top + 60, 4000), 3):
            assert surface.get_at((x, y))[:3] == (255, 0, 255)


def test_text_of_a_narrow_panel_is_wrapped_and_a_picture_keeps_its_shape() -> None:
    """Narrow columns get more lines, not cut ones, and deep lines two thirds of the narrowest panel at the least; a
    picture is shrunk to the width or to the height that it may take."""
    assert height_of(TextLine(WORDS), 120, 1.0) > height_of(TextLine(WORDS), 600, 1.0)
    assert all(indent_of(TextLine("", depth=depth), 0.85) < 271 / 3 for depth in (3, 6, 12))
    picture = pygame.Surface((900, 300))
    assert height_of(Image(picture, 400), 300, 1.0) == 100
    assert height_of(Image(picture, 60), 300, 1.0) == 60


LONG = "weapon in hand"


def test_a_long_label_takes_a_line_of_its_own_only_where_its_text_does_not_fit_behind_it() -> None:
    """In the column of labels, before a short text, above a long one; a bar wants room beside it."""
    one, bar = height_of(Row("range", "5"), 300, 1.0), height_of(Gauge("hit", 0.5, "50 %"), 300, 1.0)
    for block, width, height in (
        (Row(LONG, "a rifle"), 300, one),
        (Row(LONG, "a rifle with a bayonet and ten rounds"), 300, 2 * one),
        (Gauge(LONG, 0.5, "50 %"), 300, bar),
        (Gauge(LONG, 0.5, "50 %"), 240, bar + one),
        (Gauge("hit", 0.5, "16.9 %  (21177/125000)"), 220, bar + one),
    ):
        assert height_of(block, width, 1.0) == height


def test_rows_and_bars_of_a_list_begin_in_one_line() -> None:
    """However long their labels are: a long text stands beside them where the panel is wide; the longest label has all
    bars moved on, or below their labels where there is no room for that."""
    sides = ("The town", "The Hatchers", "The law of Perdition")
    longer = ("Platoon Lenz", "Remnants of the 3rd Battalion")
    alike = ("The eastern bridgehead", "The western bridgehead")  # as many letters, but not as wide
    lists = ((sides[1:], "2 of 5 units", 300), (sides, WORDS, 620), (longer, WORDS, 620), (alike, WORDS, 620))
    for list_, text, width in lists:
        columns = {label_place(row, width, 1.0) for row in in_line(Row(side, text) for side in list_)}
        assert len(columns) == 1 and not columns.pop().is_above
    bars = in_line((Gauge("miss", 0.7, "72.2 %"), Gauge("knocked down", 0.05, "4.2 %"), Gauge("dead", 0.02, "1.4 %")))
    for width in (200, 240, 300):
        assert len({label_place(bar, width, 1.0) for bar in bars}) == 1


def test_small_print_stands_below_the_text_or_has_the_whole_width() -> None:
    """Under a long label, too, it stands below the text if it needs one line there; else it is not squeezed in."""
    short, long = Row(LONG, "a rifle", source="rules"), Row(LONG, "a rifle", source="counter 12, in hasty defence +1")
    one, small = height_of(Row("range", "5"), 300, 1.0), height_of(SmallPrint("x"), 300, 1.0)
    assert height_of(long, 300, 1.0) == one + small
    assert source_column(short, 300, 1.0) == label_place(short, 300, 1.0).column
    assert source_column(long, 300, 1.0) < label_place(long, 300, 1.0).column


def test_every_spot_lies_on_its_block_and_does_what_the_block_says() -> None:
    """Everything that has a `Do` can be clicked in its middle; a refused button carries its reason. Of two
    spots on one another the smaller counts: a tag rather than the line it stands on."""
    panel = placed(*BLOCKS, height=1600)
    found = [spot.do.name for spot in panel.spots]
    assert found.count("digit") == 7
    assert {"rule", "line", "press", "never", "field", "inner"} <= set(found)
    for spot in panel.spots:
        hit = panel.spot_at(spot.box.center)
        assert hit is not None
        assert hit.do == spot.do or spot.do == Do("line")
        assert spot.refusal == (WORDS if spot.do == Do("never") else "")
    line = next(spot for spot in panel.spots if spot.do == Do("line"))
    assert panel.spot_at((line.box.left + 4, line.box.bottom - 3)).do == Do("line")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "tag", "more"),
    [(WORDS, "OUT-ADV-ride-tuwa", 0), ("Mademoiselle", "OUT-T-suspected-armed", 1), ("Hit", "A-1", 0)],
)
def test_a_tag_takes_no_room_of_the_text(text: str, tag: str, more: int) -> None:
    """It stands after the last line, or below it where it does not fit: a long id must not leave a word a line."""
    lines = lines_of(TextLine(text, depth=6, tag=tag, tag_do=Do("rule")), 266, 1.0)
    assert lines == (*lines_of(TextLine(text, depth=6), 266, 1.0), *[""] * more)


def test_what_is_scrolled_out_of_sight_cannot_be_clicked_and_scrolling_ends_at_both_ends() -> None:
    """No click reaches what does not show; a panel that became shorter starts where it can be seen."""
    panel = placed(*(Button(str(n), Do("press", (n,))) for n in range(60)), height=200)
    panel.scroll_by(5)
    assert panel.scroll == 0
    for at_end in (False, True):
        shown = [spot.do.args[0] for spot in panel.spots]
        assert ((59 if at_end else 0) in shown, (0 if at_end else 59) in shown) == (True, False)
        assert all(panel.rect.contains(spot.box) for spot in panel.spots)
        panel.scroll_by(-10_000)
        assert panel.scroll == panel.most > 0
    panel.place(panel.rect, (TextLine("short"),), 1.0)
    assert panel.scroll == 0


def test_a_block_is_revealed_by_the_least_scrolling() -> None:
    """What shows already does not jump; what is brought into view does not lie where the panel fades."""
    panel = placed(*(Button(str(n), Do("press", (n,))) for n in range(60)), height=200)
    panel.reveal(2)
    assert panel.scroll == 0
    panel.reveal(30)
    seen = [spot.do.args[0] for spot in panel.spots]
    assert 30 in seen
    assert seen.index(30) >= len(seen) - 2
    panel.reveal(10)
    assert next(spot.do.args[0] for spot in panel.spots) in (9, 10)
    panel.reveal_first(20)
    assert next(spot.do.args[0] for spot in panel.spots) in (18, 19)
    for start in (0, panel.most):
        panel.scroll = start
        panel.reveal(20)
        spot = panel._tops[20] - panel.scroll
        assert spot >= 22 and spot + panel._heights[20] <= panel._room - 22


def test_a_long_list_costs_no_more_to_draw_than_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what shows is drawn."""
    drawn: list[Block] = []
    monkeypatch.setattr("sim.view.ui.panel.paint_block", lambda surface, block, rect, ui: drawn.append(block))
    painted(placed(*(TextLine(f"event {n}") for n in range(5000)), height=300))
    assert 5 < len(drawn) < 40


@pytest.mark.parametrize("size", [(1, 1), (0, 0), (20, 5), (3, 900)])
def test_no_size_is_too_small(size: tuple[int, int]) -> None:
    """A window of one pixel is no reason to fail."""
    panel = Panel()
    panel.place(pygame.Rect(0, 0, *size), BLOCKS, 1.0)
    panel.paint(pygame.Surface((10, 10), depth=32))
    assert all(panel.rect.colliderect(spot.box) for spot in panel.spots)


@pytest.mark.parametrize("name", THEME_NAMES)
@pytest.mark.parametrize("safe", [False, True])
def test_text_on_buttons_and_in_fields_reads_in_every_theme(name: ThemeName, safe: bool) -> None:
    """Text on buttons has a contrast of 4.5, signs of 3. What is typed reads at least as well as what is printed: a
    light theme has no dingy fields."""
    use_theme(name, safe=safe)
    for chosen in (False, True):
        assert contrast(theme().ink, button_colour(chosen=chosen)) >= 4.5
        assert contrast(theme().accent, button_colour(chosen=chosen)) >= 3.0
    assert min(contrast(theme().faint, button_colour(dim=dim)) for dim in (False, True)) >= 4.5
    assert contrast(theme().ink, field_colour()) >= contrast(theme().ink, panel_colour())


def test_letters_grow_with_the_window_and_with_what_the_user_wants() -> None:
    """The scale follows the window, times the setting."""
    assert 0 < ui_scale((1, 1)) <= ui_scale((1280, 720)) < ui_scale((1920, 1080)) < ui_scale((3840, 2160))
    assert (ui_scale((1920, 1080), 250), ui_scale((1920, 1080), 75)) == (2.5, 0.75)


@pytest.mark.parametrize("size", [(300, 200), (7, 64), (333, 129)])
@pytest.mark.parametrize("page", [(0, 0, 0, 0), (40, 30, 161, 90), (-20, -10, 90, 400), (-9, -9, 900, 900)])
def test_a_veil_around_a_page_is_one_over_everything(size: tuple[int, int], page: tuple[int, int, int, int]) -> None:
    """No pixel tells where a strip ends or that there is none under the page; another theme has a veil of its own."""
    rect = pygame.Rect(page)
    for name in ("light", "dark"):
        use_theme(name)
        surface, wanted = pygame.Surface(size, depth=32), pygame.Surface(size, depth=32)
        veil = pygame.Surface(size, depth=32)
        veil.fill(theme().table)
        veil.set_alpha(150)
        for under in (surface, wanted):
            under.fill((200, 90, 40))
            pygame.draw.line(under, (20, 250, 130), (0, 0), size, 5)
        wanted.blit(veil, (0, 0))
        paint_veil(surface, rect, 1.6)
        for over in (surface, wanted):
            paint_sheet(over, rect, 1.6, solid=True)
        assert np.array_equal(pixels(surface), pixels(wanted))


@pytest.mark.parametrize("ui", [1.0, 2.25])
def test_a_solid_sheet_is_drawn_as_if_it_were_copied(ui: float) -> None:
    """Its round corners leave what is under them, and nothing of it shines through; no picture of it is kept."""
    rect = pygame.Rect(-9, 20, 140, 90)
    surface, wanted = pygame.Surface((200, 150), depth=32), pygame.Surface((200, 150), depth=32)
    kept = _sheet.cache_info().currsize
    for under in (surface, wanted):
        under.fill((200, 90, 40))
        under.set_clip((0, 30, 120, 100))
    sheet = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
    radius = round(7 * ui)
    pygame.draw.rect(sheet, theme().panel[:3], sheet.get_rect(), border_radius=radius)
    pygame.draw.rect(sheet, theme().accent, sheet.get_rect(), max(1, round(ui)), radius)
    wanted.blit(sheet, rect)
    paint_sheet(surface, rect, ui, solid=True)
    assert np.array_equal(pixels(surface), pixels(wanted))
    assert _sheet.cache_info().currsize == kept


@pytest.mark.parametrize("ui", [0.6, 1.0, 2.0, 5.0])
@pytest.mark.parametrize("size", [(300, 500), (300, 64), (300, 11), (3, 200), (1, 1)])
def test_a_sheet_of_strips_looks_like_one_drawn_whole(size: tuple[int, int], ui: float) -> None:
    """Round corners, edge and what shines through: no pixel tells where one strip ends and the next begins."""
    strips, whole, rect = pygame.Surface((320, 520)), pygame.Surface((320, 520)), pygame.Rect((9, 7), size)
    for surface in (strips, whole):
        surface.fill((90, 140, 60))
    paint_sheet(strips, rect, ui)
    sheet = pygame.Surface(size, pygame.SRCALPHA, 32)
    _draw_sheet(sheet, sheet.get_rect(), ui, theme().panel, theme().panel_edge)
    whole.blit(sheet, rect)
    assert np.array_equal(pixels(strips), pixels(whole))
    kept = _sheet.cache_info().currsize  # of higher ones only the ends and one strip take memory
    paint_sheet(pygame.Surface((400, 2000)), pygame.Rect(0, 0, size[0], 1900), ui)
    paint_sheet(pygame.Surface((400, 2000)), pygame.Rect(0, 0, size[0], 1700), ui)
    assert _sheet.cache_info().currsize <= kept + 1


LOG = tuple(TextLine(" ".join([WORDS] * (n % 4) + [str(n)]), depth=n % 2) for n in range(900))


def long_panel() -> Panel:
    """Return a panel with a log of 900 lines."""
    panel = Panel()
    panel.place(pygame.Rect(0, 0, *SIZE), LOG, 1.0)
    return panel


def assert_stacked(panel: Panel) -> None:
    """What shows lies one below the other, each as high as its text, and fills the panel."""
    shown = panel._shown()
    assert all(place.height == height_of(block, panel._width, 1.0) for block, place in shown)
    assert {below.top - place.bottom for (_, place), (_, below) in pairwise(shown)} == {5}
    assert shown[0][1].top <= 13 and shown[-1][1].bottom >= SIZE[1] - 13 - 5


def test_of_a_long_column_only_what_shows_is_measured() -> None:
    """It lies there as if all were measured, wherever one goes, and is not gone over as a whole; it ends at its end."""
    panel = long_panel()
    assert_stacked(panel)
    for number in (899, 450, 3):
        panel.reveal(number)
        assert_stacked(panel)
        assert LOG[number] in [block for block, place in panel._shown() if place.bottom <= SIZE[1] - 13]
    panel.reveal_first(200)
    assert_stacked(panel)
    assert panel.text_at((60, 13 + 54 + 5)) == LOG[200].text
    assert len(panel._guessed) > 700
    while panel.scroll != panel.most:
        panel.scroll_by(-9)
    block, place = panel._shown()[-1]
    assert block is LOG[-1] and place.bottom == SIZE[1] - 13


@pytest.mark.parametrize("notches", [2, -2])
def test_a_long_column_scrolls_evenly_where_nothing_was_measured_before(notches: int) -> None:
    """What shows moves by one turn of the wheel, however wrong the guess was of what comes into view."""
    panel = long_panel()
    panel.reveal_first(450)
    for _ in range(8):
        before = {block: place.top for block, place in panel._shown()}
        panel.scroll_by(notches)
        moved = {place.top - before[block] for block, place in panel._shown() if block in before}
        assert moved == {notches * 54}
        assert_stacked(panel)
