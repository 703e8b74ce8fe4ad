"""The time line: every frame of the battle along the bottom, with the marks of turns and of decisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pygame

from sim.view.blocks.kinds import Do
from sim.view.ui.icons import Icon, paint_icon_button
from sim.view.ui.lettering import lettered, shortened, width_of
from sim.view.ui.measure_blocks import SMALL, ClickArea
from sim.view.ui.paint_blocks import button_colour
from sim.view.ui.palette import theme
from sim.view.ui.panel import paint_sheet

_BUTTON = 46
_PAD = 10
_WORDS = 215


@dataclass(frozen=True)
class TimeLineContents:
    """All that the time line shows."""

    frames: int
    cursor: int
    turns: tuple[tuple[int, int], ...]
    """Frame and number of each turn's beginning."""
    decisions: tuple[int, ...]
    """Frames to which an order of an automated side led."""
    playing: bool
    speed: int
    live: bool
    words: str
    """Where the battle stands: "turn 3 · frame 120 of 431"."""


_ICONS: tuple[tuple[Icon, str], ...] = (
    ("fast_back", "previous_decision"),
    ("back", "back"),
    ("play", "toggle_play"),
    ("forward", "forward"),
    ("fast_forward", "next_decision"),
    ("skip", "skip"),
)
"""The buttons left of the line: what is drawn on them, and what they do."""


@dataclass(frozen=True)
class TimeLine:
    """The time line in its place."""

    rect: pygame.Rect
    ui: float
    line: TimeLineContents

    @property
    def spots(self) -> list[ClickArea]:
        """What of it can be clicked: the buttons. The track is asked by `frame_at`."""
        return [ClickArea(box, Do(name)) for box, name in zip(self._boxes, self._names, strict=True)]

    @property
    def _names(self) -> tuple[str, ...]:
        return (*(name for _, name in _ICONS), "cycle_speed")

    @property
    def _boxes(self) -> list[pygame.Rect]:
        wide, high, pad = round(_BUTTON * self.ui), round(_BUTTON * 0.78 * self.ui), round(_PAD * self.ui)
        step = wide + round(5 * self.ui)
        top = self.rect.centery - high // 2
        return [pygame.Rect(self.rect.left + pad + n * step, top, wide, high) for n in range(len(self._names))]

    @cached_property
    def track(self) -> pygame.Rect:
        """The line itself; every mark on it is placed by it."""
        pad = round(_PAD * self.ui)
        left = self._boxes[-1].right + 2 * pad
        wide = max(self._words.left - 2 * pad - left, 1)
        return pygame.Rect(left, self.rect.centery, wide, max(3, round(5 * self.ui)))

    @property
    def _words(self) -> pygame.Rect:
        """Where it is written how far the battle has come: right of the track, whose marks take all room around it."""
        wide = min(round(_WORDS * self.ui), self.rect.width // 4)
        return pygame.Rect(self.rect.right - round(_PAD * self.ui) - wide, self.rect.top, wide, self.rect.height)

    def frame_at(self, at: tuple[float, float]) -> int | None:
        """Return the frame under a pixel of the track."""
        track = self.track
        if not track.inflate(round(10 * self.ui), self.rect.height).collidepoint(at):
            return None
        share = (at[0] - track.left) / max(track.width, 1)
        return min(max(round(share * (self.line.frames - 1)), 0), self.line.frames - 1)

    def x_of(self, frame: int) -> int:
        """Return where a frame lies on the track."""
        track = self.track
        return track.left + round(track.width * frame / max(self.line.frames - 1, 1))

    # -- drawing -----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, pointed: Do | None = None) -> None:
        """Draw the bar, the buttons, the track with its marks, and where the viewer is."""
        paint_sheet(surface, self.rect, self.ui)
        for spot in self.spots:
            self._paint_button(surface, spot, spot.do == pointed)
        self._paint_track(surface)
        self._paint_words(surface)

    def _paint_button(self, surface: pygame.Surface, spot: ClickArea, pointed: bool) -> None:
        chosen = spot.do.name == "toggle_play" and self.line.playing
        icon = next((icon for icon, name in _ICONS if name == spot.do.name), None)
        paint_icon_button(surface, spot.box, self.ui, "pause" if chosen else icon, pointed=pointed, chosen=chosen)
        if icon is None:
            text = lettered(f"× {self.line.speed}", round(SMALL * self.ui), theme().ink, "bold")
            surface.blit(text, text.get_rect(center=spot.box.center))

    def _paint_track(self, surface: pygame.Surface) -> None:
        track = self.track
        pygame.draw.rect(surface, button_colour(), track, border_radius=track.height // 2)
        done = pygame.Rect(track.left, track.top, self.x_of(self.line.cursor) - track.left, track.height)
        pygame.draw.rect(surface, theme().accent, done, border_radius=track.height // 2)
        short, long = round(5 * self.ui), round(9 * self.ui)
        for x in sorted({self.x_of(frame) for frame in self.line.decisions}):
            box = pygame.Rect(x - round(self.ui), track.bottom + 2, max(2, round(2 * self.ui)), short)
            pygame.draw.rect(surface, theme().accent, box)
        free = track.left - 1
        small = round(SMALL * self.ui)
        for frame, turn in self.line.turns:
            x = self.x_of(frame)
            pygame.draw.line(surface, theme().ink, (x, track.top - long), (x, track.top - 1), max(1, round(self.ui)))
            wide = width_of(str(turn), small)
            if x - wide // 2 > free:
                text = lettered(str(turn), small, theme().faint)
                surface.blit(text, text.get_rect(midbottom=(x, track.top - long + 1)))
                free = x + wide
        knob = (self.x_of(self.line.cursor), track.centery)
        pygame.draw.circle(surface, theme().accent, knob, round(7 * self.ui))
        pygame.draw.circle(surface, theme().panel[:3], knob, round(7 * self.ui), max(1, round(2 * self.ui)))

    def _paint_words(self, surface: pygame.Surface) -> None:
        small, place = round(SMALL * self.ui), self._words
        words = shortened(self.line.words, small, place.width)
        text = lettered(words, small, theme().ink if self.line.live else theme().accent)
        surface.blit(text, text.get_rect(midright=place.midright))
