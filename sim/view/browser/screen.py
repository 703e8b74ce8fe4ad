"""The scenario browser: what mouse and keys do, and what is drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import pygame

from sim import __version__
from sim.view.blocks.kinds import Block, Do
from sim.view.browser.arrangement import BrowserLayout, arranged
from sim.view.browser.choices import field_of
from sim.view.browser.desk import Desk
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import ViewSettings, ui_scale
from sim.view.ui.lettering import lettered, width_of
from sim.view.ui.measure_blocks import SMALL, ClickArea, spots_of
from sim.view.ui.palette import between, theme, use_theme
from sim.view.ui.panel import NOTCH, Panel
from sim.view.window import Stage
from sim.view.worker.beside import Beside

_DOUBLE = 0.4
"""Seconds within which two clicks are one double click."""
_READING = ("about", "detail", "page", "all")
"""The panels that are read, of which one is there: Page up and Page down scroll it."""
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class BrowserScreen:
    """The scenario browser on a stage."""

    def __init__(self, stage: Stage, beside: Beside, settings: ViewSettings, files: Sequence[Path] = ()) -> None:
        use_theme(settings.theme, safe=settings.safe)
        self.stage = stage
        self.next: Screen | ScreenDone | None = None
        self.desk = Desk(stage, beside, settings, files)
        self.focus: Do | None = None
        """What the keyboard is on; None for the list."""
        self._mouse = (-1, -1)
        self._pointed: Do | None = None
        self._pressed: Do | None = None
        self._clicked: tuple[Do | None, float] = (None, 0.0)
        self._panels: dict[str, Panel] = {}
        self._places: BrowserLayout | None = None
        self._drawn: dict[str, object] = {}
        self._lay_out()

    @property
    def settings(self) -> ViewSettings:
        """The settings as they are now."""
        return self.desk.settings

    @property
    def ui(self) -> float:
        """How large letters and panels are."""
        return ui_scale(self.stage.surface().get_size(), self.desk.settings.scale)

    # -- what is shown -----------------------------------------------------------------------------------

    def _lay_out(self) -> BrowserLayout:
        """Put what there is to say into the panels."""
        size, ui = self.stage.surface().get_size(), self.ui
        places = arranged(size, ui, lambda name: self._blocks(name, 0), page=self.desk.is_on_page)
        for name, rect in places.panels.items():
            self._panels.setdefault(name, Panel()).place(rect, self._blocks(name, rect.width), ui)
        self._places = places
        return places

    def _blocks(self, name: str, width: int) -> tuple[Block, ...]:
        return self.desk.blocks(name, self.focus, width, self.ui)

    @property
    def places(self) -> BrowserLayout:
        """Where everything lies now."""
        return self._places or self._lay_out()

    @property
    def spots(self) -> list[ClickArea]:
        """Everything that can be clicked now."""
        return [spot for name in self.places.panels for spot in self._panels[name].spots]

    def panel(self, name: str) -> Panel:
        """Return a panel that is shown."""
        return self._panels[name]

    # -- time --------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Take in what has been read and painted, and go where that leads."""
        picture = self.places.picture
        self.desk.work(None if picture is None else picture.size, self._inner_width, self.ui)
        if self.desk.next is not None:
            self.next, self.desk.next = self.desk.next, None

    @property
    def _inner_width(self) -> int:
        """How wide the panel is that the picture is part of, where it has no place of its own."""
        names = [name for name in ("detail", "page", "all") if name in self.places.panels]
        return self.places.panels[names[0]].width if names else 0

    # -- drawing -----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the parts that have changed."""
        places = self._lay_out()
        whole = (surface.get_size(), self.ui, theme(), tuple((name, *rect) for name, rect in places.panels.items()))
        changed = False
        if self._drawn.get("whole") != whole:
            self._drawn = {"whole": whole}
            surface.fill(theme().table)
            if places.heading is not None:
                paint_heading(surface, places.heading, self.ui)
            changed = True
        if places.picture is not None:
            changed = self._paint_picture(surface, places.picture) or changed
        for name in places.panels:
            changed = self._paint_panel(surface, name) or changed
        return changed

    def _paint_picture(self, surface: pygame.Surface, rect: pygame.Rect) -> bool:
        key = self.desk.picture_key
        if self._drawn.get("picture") == key:
            return False
        self._drawn["picture"] = key
        surface.fill(theme().table, rect)
        self.desk.paint_picture(surface, rect, self.ui)
        pygame.draw.rect(surface, theme().panel_edge, rect, max(1, round(self.ui)))
        return True

    def _paint_panel(self, surface: pygame.Surface, name: str) -> bool:
        panel = self._panels[name]
        dos = {spot.do for spot in panel.spots}
        pointed = self._pointed if self._pointed in dos else None
        focused = self.focus if self.focus in dos else None
        key = (panel.blocks, panel.scroll, pointed, focused, self.desk.picture_key if name in ("detail", "all") else 0)
        if self._drawn.get(name) == key:
            return False
        self._drawn[name] = key
        surface.fill(theme().table, panel.rect)
        panel.paint(surface, pointed, focused)
        return True

    # -- events ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of what has happened."""
        match event.type:
            case pygame.KEYDOWN:
                self._press_key(event.key, getattr(event, "mod", 0))
            case pygame.TEXTINPUT:
                self._type(event.text)
            case pygame.MOUSEMOTION:
                self._mouse, self._pointed = event.pos, self._do_at(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._pressed = self._do_at(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._release(event.pos)
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event.y)
            case pygame.WINDOWLEAVE:
                self._pointed = None
            case pygame.DROPFILE:
                self.open_file(Path(event.file))
            case pygame.VIDEORESIZE:
                self._drawn.clear()
            case pygame.VIDEOEXPOSE:
                self._drawn.clear()
                self.desk.look_again()
            case _:
                return
        self._lay_out()

    def open_file(self, path: Path) -> None:
        """Open a file that was dropped on the window."""
        self.desk.open_path(str(path))

    def _do_at(self, at: tuple[int, int]) -> Do | None:
        spot = self._spot_at(at)
        return None if spot is None else spot.do

    def _spot_at(self, at: tuple[int, int]) -> ClickArea | None:
        return next((spot for spot in self.spots if spot.box.collidepoint(at)), None)

    def _release(self, at: tuple[int, int]) -> None:
        spot, pressed, self._pressed = self._spot_at(at), self._pressed, None
        if spot is None or spot.do != pressed:
            return
        now = perf_counter()
        is_double = self._clicked[0] == spot.do and now - self._clicked[1] < _DOUBLE
        self._clicked = (spot.do, now)
        self.focus = spot.do if spot.do.name not in ("select", "fold") else None
        self.press(spot.do, spot.refusal)
        if is_double and spot.do.name == "select":
            self.desk.start()

    def press(self, do: Do, refusal: str = "") -> None:
        """Do what a button says; if it cannot be done now, say why."""
        if refusal:
            self.desk.say(f"{refusal[:1].upper()}{refusal[1:]}.", bad=True)
            return
        self.desk.say("")
        getattr(self.desk, do.name)(*do.args)

    def _turn_wheel(self, notches: float) -> None:
        under = [name for name in self.places.panels if self._panels[name].holds(self._mouse)]
        reading = [name for name in _READING if name in self.places.panels]
        for name in (under or reading)[:1]:
            self._panels[name].scroll_by(notches)

    # -- keys --------------------------------------------------------------------------------------------

    def _press_key(self, key: int, modifiers: int) -> None:
        field = field_of(self.focus) or ("filter" if not self.desk.is_on_page else None)
        if field is not None and self.desk.press_in(field, key, modifiers):
            self._reveal_selected()
            return
        if modifiers & pygame.KMOD_CTRL:
            if key == pygame.K_o:
                self.press(Do("show_page", ("files",)))
            return
        if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
            return
        match key:
            case pygame.K_TAB:
                self._go_round(-1 if modifiers & pygame.KMOD_SHIFT else 1)
            case pygame.K_UP | pygame.K_DOWN | pygame.K_LEFT | pygame.K_RIGHT:
                self._move(-1 if key in (pygame.K_UP, pygame.K_LEFT) else 1, along=key in (pygame.K_UP, pygame.K_DOWN))
            case pygame.K_PAGEUP | pygame.K_PAGEDOWN:
                self._page(1 if key == pygame.K_PAGEUP else -1)
            case pygame.K_HOME | pygame.K_END:
                self.desk.step(-(10**6) if key == pygame.K_HOME else 10**6)
                self._reveal_selected()
            case pygame.K_ESCAPE:
                self._step_back()
            case _ if key in _ENTER:
                self._enter()
            case pygame.K_SPACE if self.focus is not None and field_of(self.focus) is None:
                self._press_focused()
            case _ if modifiers & pygame.KMOD_SHIFT and (do := _WITH_SHIFT.get(key)):
                self.press(do)
            case _ if do := _SHORT_CUTS.get(key):
                self.press(do, self._refusal(do))

    def _enter(self) -> None:
        match field_of(self.focus):
            case "path":
                self.desk.open_path(self.desk.path)
            case None if self.focus is not None:
                self._press_focused()
            case _ if self.desk.page == "refused":
                self.desk.try_again()
            case _ if self.desk.page == "leaving":
                self.desk.quit()
            case _ if self.desk.is_on_page:
                pass
            case _:
                self.press(Do("start"), self._refusal(Do("start")))

    def _press_focused(self) -> None:
        assert self.focus is not None
        self.press(self.focus, self._refusal(self.focus))
        if self.focus not in self._ring:
            self.focus = None

    def _refusal(self, do: Do) -> str:
        """Return why a button cannot be pressed, wherever it is: it may be scrolled out of sight, or not shown."""
        blocks = (*self._blocks("actions", 0), *(block for name in self.places.panels for block in self._of(name)))
        spots = (spot for block in blocks for spot in spots_of(block, pygame.Rect(0, 0, 400, 30), 1.0))
        return next((spot.refusal for spot in spots if spot.do == do), "")

    def _of(self, name: str) -> tuple[Block, ...]:
        return self._panels[name].blocks

    def _type(self, text: str) -> None:
        field = field_of(self.focus)
        if field is None and (self.desk.is_on_page or not text.strip()):
            return
        self.desk.type_into(field or "filter", text)
        self._reveal_selected()

    def _step_back(self) -> None:
        """Leave whatever was entered last: a page, a filter, a button; whoever wants to leave the browser is asked."""
        if self.desk.is_on_page:
            self.desk.show_page("battles")
        elif self.desk.filter:
            self.desk.clear_filter()
            self._reveal_selected()
        elif self.focus is not None:
            self.focus = None
        else:
            self.desk.show_page("leaving")

    # -- moving the focus --------------------------------------------------------------------------------

    @property
    def _ring(self) -> list[Do]:
        """What Tab goes round, besides the list: everything that can be pressed, the entries of the list apart."""
        order = [
            name
            for name in ("choices", "actions", "detail", "page", "all", "find", "list")
            if name in self.places.panels
        ]
        blocks = (block for name in order for block in self._of(name))
        dos = [spot.do for block in blocks for spot in spots_of(block, pygame.Rect(0, 0, 400, 30), 1.0)]
        return list(dict.fromkeys(do for do in dos if do.name != "select"))

    def _go_round(self, step: int) -> None:
        ring: list[Do | None] = [None, *self._ring]
        place = ring.index(self.focus) if self.focus in ring else 0
        self.focus = ring[(place + step) % len(ring)]
        self._reveal(self.focus)

    def _move(self, step: int, *, along: bool) -> None:
        """Go through the list, or from button to button once the keyboard has left the list."""
        field = field_of(self.focus)
        if self.focus is None or field == "filter":
            if along and not self.desk.is_on_page:
                self.desk.step(step)
                self._reveal_selected()
            elif self.desk.is_on_page:
                self._go_round(step)
        elif field is None or along:
            self._go_round(step)

    def _page(self, pages: int) -> None:
        for name in _READING:
            if name in self.places.panels:
                panel = self._panels[name]
                panel.scroll_by(pages * max(panel.rect.height / (NOTCH * self.ui) - 1.5, 1))

    def _reveal(self, do: Do | None) -> None:
        """Scroll to what the keyboard is on."""
        self._lay_out()
        for name in self.places.panels:
            for n, block in enumerate(self._of(name)):
                if any(spot.do == do for spot in spots_of(block, pygame.Rect(0, 0, 400, 30), 1.0)):
                    self._panels[name].reveal(n)

    def _reveal_selected(self) -> None:
        entry = self.desk.selected
        if entry is not None:
            self._reveal(Do("select", (str(entry.path),)))

    def leave(self) -> None:
        """Keep the settings, and play no further games of a study."""
        self.desk.keep_settings()
        self.desk.studies.close()


_WITH_SHIFT = {pygame.K_F7: Do("new_battle"), pygame.K_F8: Do("edit_battle")}
_SHORT_CUTS = {
    pygame.K_F2: Do("resume"),
    pygame.K_F3: Do("start_tutorial"),
    pygame.K_F4: Do("start_demo"),
    pygame.K_F5: Do("reload"),
    pygame.K_F7: Do("new_map"),
    pygame.K_F8: Do("edit_map"),
    pygame.K_F1: Do("show_page", ("keys",)),
    pygame.K_F6: Do("show_page", ("saves",)),
    pygame.K_F9: Do("show_page", ("study",)),
    pygame.K_F10: Do("show_page", ("settings",)),
}


_NAME = 34
_MOTTO = "printed solo wargames, and why the AI did what it did"


def paint_heading(surface: pygame.Surface, rect: pygame.Rect, ui: float) -> None:
    """Draw the name, what it is about, and the release."""
    ink, dim = _inks()
    name = lettered("Sandtable", round(_NAME * ui), ink, "place")
    place = name.get_rect(midleft=(rect.left + round(4 * ui), rect.centery - round(2 * ui)))
    surface.blit(name, place)
    small = round(SMALL * ui)
    release = lettered(__version__, small, dim)
    surface.blit(release, release.get_rect(midright=(rect.right - round(4 * ui), rect.centery)))
    left = place.right + round(16 * ui)
    if left + width_of(_MOTTO, small) < rect.right - release.get_width() - round(20 * ui):
        motto = lettered(_MOTTO, small, dim)
        surface.blit(motto, motto.get_rect(midleft=(left, rect.centery + round(3 * ui))))


def _inks() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the colours of letters on the bare table: those of panels, which all themes keep readable."""
    return theme().accent, between(theme().faint, theme().ink, 0.4)
