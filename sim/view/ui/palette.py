"""Colours, and how well text reads on them.

The colours of the ground stand with its textures (`ground_styles.py`); here are those of everything drawn on top and
around: panels, lettering, marks, overlays. A theme is one value, so that another can take its place while the viewer
runs. Whoever draws asks `theme()` at that moment and keeps no colour; whoever keeps pictures says so with
`keeps_pictures`, and they are dropped when the theme changes::

    theme    dark, light, contrast    what things look like
    palette  standard, safe           which colours tell one thing from another

The safe palette keeps to blue against orange and to light against dark, which everybody can tell apart; a test
measures it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

Colour = tuple[int, int, int]
Tint = tuple[int, int, int, int]
"""A colour with its opacity."""
Ramp = tuple[Tint, Tint, Tint, Tint, Tint]
"""Five steps from little to much."""

ThemeName = Literal["dark", "light", "contrast"]
THEME_NAMES: tuple[ThemeName, ...] = get_args(ThemeName)

HALO = 215
"""The opacity of the light around lettering on the map."""


@dataclass(frozen=True)
class Theme:
    """The colours of everything that is not terrain. The values that stand here are those of the dark theme."""

    name: ThemeName = "dark"
    safe: bool = False
    """Whether its signals are those of the safe palette."""
    weight: float = 1.0
    """How heavy lines are: what their usual width is multiplied with."""

    # around the map
    table: Colour = (38, 36, 33)
    """What the map lies on."""
    frame: Colour = (22, 20, 17)
    """The line around the map."""
    panel: Tint = (27, 30, 33, 236)
    panel_edge: Colour = (86, 84, 76)
    ink: Colour = (237, 232, 220)
    """Text on panels."""
    faint: Colour = (176, 171, 158)
    """Labels and hints on panels."""
    accent: Colour = (235, 190, 96)
    """Headings, keys, and what is selected on panels."""
    good: Colour = (134, 208, 132)
    bad: Colour = (245, 138, 116)
    """Good and bad news, as text on panels."""

    # a profile of heights; dark in every theme, since the lines in it are those of the map
    chart: Colour = (40, 44, 48)
    chart_ground: Colour = (134, 112, 74)
    chart_growth: Colour = (92, 128, 76)

    # on the map
    grid: Tint = (26, 24, 14, 74)
    map_ink: Colour = (34, 28, 20)
    """Lettering on the map, and the dark edge of every line on it."""
    map_halo: Colour = (250, 244, 226)
    hover: Colour = (255, 250, 232)
    selected: Colour = (255, 205, 84)
    mark: Colour = (235, 190, 96)
    """The border of what is seen, and points in a chart."""
    seen: Colour = (255, 253, 244)
    unseen: Colour = (104, 106, 124)
    """The light on what is seen and on what is not: the map's colours are multiplied with it."""
    clear_line: Colour = (92, 214, 110)
    blocked_line: Colour = (236, 84, 66)

    # overlays: a tint fills cells; its first three parts are for their outline
    reach: Tint = (120, 190, 255, 92)
    """Where a unit can go."""
    fire_short: Tint = (214, 44, 36, 112)
    fire_normal: Tint = (250, 146, 30, 100)
    fire_long: Tint = (255, 232, 120, 88)
    """Fire zones by range."""
    threat: Ramp = (
        (255, 240, 170, 92),
        (252, 188, 80, 112),
        (238, 112, 48, 130),
        (198, 40, 40, 148),
        (116, 4, 44, 170),
    )
    """How many enemies fire at a cell: one, two, and so on; the last for five or more."""
    cover: Ramp = (
        (236, 250, 214, 92),
        (174, 228, 160, 112),
        (98, 190, 122, 130),
        (34, 138, 92, 148),
        (2, 78, 58, 170),
    )
    """How much cover a cell gives."""
    candidate: Tint = (250, 240, 190, 84)
    """A choice that is still open in the decision shown."""
    chosen: Tint = (64, 210, 90, 128)
    removed: Tint = (176, 40, 48, 104)
    """The choice that was made, and those that a rule took away."""
    arrow: Colour = (255, 250, 232)
    """Moves and shots, drawn as arrows with an edge of `map_ink`."""
    enemy: Colour = (222, 70, 56)

    @property
    def board(self) -> tuple[object, ...]:
        """All that the picture of a board depends on: if it stays the same, nothing has to be painted again."""
        return self.table, self.frame, self.grid, self.map_ink, self.map_halo, self.weight


# -- the themes ------------------------------------------------------------------------------------------

_DARK = Theme()

_LIGHT = Theme(
    name="light",
    table=(203, 191, 166),
    frame=(74, 60, 42),
    panel=(249, 242, 226, 242),
    panel_edge=(168, 150, 120),
    ink=(44, 36, 26),
    faint=(92, 80, 62),
    accent=(126, 68, 6),
    good=(22, 96, 40),
    bad=(158, 34, 22),
    chart=(58, 54, 48),
)

_CONTRAST = Theme(
    name="contrast",
    weight=1.7,
    table=(0, 0, 0),
    frame=(255, 255, 255),
    panel=(0, 0, 0, 255),
    panel_edge=(255, 255, 255),
    ink=(255, 255, 255),
    faint=(226, 226, 226),
    accent=(255, 230, 0),
    good=(96, 255, 128),
    bad=(255, 138, 112),
    chart=(0, 0, 0),
    grid=(0, 0, 0, 190),
    map_ink=(0, 0, 0),
    map_halo=(255, 255, 255),
    hover=(255, 255, 255),
    selected=(255, 230, 0),
    mark=(255, 230, 0),
    seen=(255, 255, 255),
    unseen=(66, 66, 78),
    clear_line=(0, 255, 96),
    blocked_line=(255, 64, 40),
    arrow=(255, 255, 255),
)

_THEMES: dict[ThemeName, Theme] = {theme.name: theme for theme in (_DARK, _LIGHT, _CONTRAST)}

_SAFE_TEXTS: dict[ThemeName, tuple[Colour, Colour]] = {
    "dark": ((116, 196, 255), (255, 158, 64)),
    "light": ((0, 74, 142), (150, 52, 0)),
    "contrast": ((92, 200, 255), (255, 160, 48)),
}
"""Good and bad on the panels of each theme."""


def _made_safe(theme: Theme) -> Theme:
    """Return a theme with the signals of the safe palette."""
    good, bad = _SAFE_TEXTS[theme.name]
    return replace(
        theme,
        safe=True,
        good=good,
        bad=bad,
        clear_line=(110, 200, 255),
        blocked_line=(232, 96, 0),
        reach=(110, 190, 255, 96),
        fire_short=(104, 14, 66, 132),
        fire_normal=(240, 138, 20, 108),
        fire_long=(255, 240, 150, 96),
        threat=((255, 246, 190, 92), (252, 196, 60, 112), (226, 116, 20, 130), (152, 48, 52, 148), (70, 6, 60, 170)),
        cover=((236, 246, 255, 92), (166, 208, 246, 112), (90, 160, 224, 130), (26, 100, 180, 148), (4, 38, 100, 170)),
        candidate=(186, 214, 240, 100),
        chosen=(255, 226, 40, 140),
        removed=(54, 40, 110, 120),
        enemy=(226, 92, 10),
    )


def theme_named(name: str, *, safe: bool = False) -> Theme:
    """Return a theme by its name, with the standard or the safe palette."""
    found = next((theme for theme in _THEMES.values() if theme.name == name), None)
    if found is None:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEME_NAMES)}")
    return _made_safe(found) if safe else found


# -- the theme in use ------------------------------------------------------------------------------------

_in_use = _DARK
_clearings: list[Callable[[], object]] = []


def theme() -> Theme:
    """Return the theme in use: asked whenever something is drawn, and never kept."""
    return _in_use


def use_theme(name: str, *, safe: bool = False) -> None:
    """Change the theme, and drop every picture that was made with the one before."""
    global _in_use
    wanted = theme_named(name, safe=safe)
    if wanted == _in_use:
        return
    _in_use = wanted
    for clear in _clearings:
        clear()


def keeps_pictures(clear: Callable[[], object]) -> None:
    """Have something called whenever the theme changes: the `cache_clear` of a function that keeps pictures.

    For modules, once each, when they are imported. An object that keeps pictures compares `theme()` with the theme
    it last drew with instead, for nothing here lets go of it again.
    """
    _clearings.append(clear)


# -- arithmetic ------------------------------------------------------------------------------------------


def over(tint: Tint, below: Colour) -> Colour:
    """Return what a tint looks like on top of a colour.

    >>> over((0, 0, 0, 51), (100, 200, 250))
    (80, 160, 200)
    """
    share = tint[3] / 255
    red, green, blue = (round(top * share + under * (1 - share)) for top, under in zip(tint[:3], below, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 (the same) to 21 (black and white).

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Colour) -> float:
    """Return how bright a colour looks, from 0 to 1, as the guidelines define it."""
    red, green, blue = (linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """Return how much light a stored part of a colour stands for, both from 0 to 1."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def between(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour on the way from one to the other.

    >>> between((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def shaded(colour: Colour, light: float) -> Colour:
    """Return a colour in more (above 1) or less light.

    >>> shaded((100, 200, 50), 1.5)
    (150, 255, 75)
    """
    red, green, blue = (min(255, max(0, round(part * light))) for part in colour)
    return red, green, blue


def ramp(colours: Sequence[Colour]) -> list[Colour]:
    """Return a run of 256 colours through the given ones, evenly spaced."""
    steps = len(colours) - 1
    places = [n * steps / 255 for n in range(256)]
    return [
        between(colours[min(int(p), steps - 1)], colours[min(int(p), steps - 1) + 1], p - min(int(p), steps - 1))
        for p in places
    ]
