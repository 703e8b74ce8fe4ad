"""The viewer's settings, kept from one day to the next in a file that may be edited by hand.

Settings are a convenience and must never be in the way. Whatever the file says, `load_settings` returns settings: what
is wrong keeps its default and is listed in their `mistakes`. Whatever the folder allows, `save_settings` returns, and
says so if nothing could be written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BeforeValidator, Field, create_model

from sim.files import Document, FileLimits, FileMistakes, read_toml, write_atomically
from sim.files.strict import Strict, spoilt_places, validated
from sim.files.wording import formed
from sim.resources import user_settings_folder
from sim.view.ui.palette import ThemeName

SCALES = (75, 250)
"""The smallest and the largest scale of panels and letters, in percent."""
SPEEDS = (1, 3)
VOLUMES = (0, 100)
"""The softest and the loudest volume, in percent."""
WIDTHS = (200, 700)
"""How wide the columns beside the map may be, in pixels at scale 1."""
HOVERS = (15, 75)
"""How much of the right column may tell of what lies under the cursor, in percent."""
FoldName = Literal["left", "right", "status", "hover"]
"""What can be folded away: a column, or a panel of one."""
RECENT = 12
"""How many files are kept in mind."""
WINDOWS = (320, 16_384)
"""The shortest and the longest side of a window, in pixels."""
_LIMITS = FileLimits(size=1 << 16, depth=4, values=1000, tables=100)
_TOLD = 10
_LONGEST = 1000
"""Letters of a path that is kept in mind."""
"""Mistakes that are told of a file; nobody reads more in a window."""


_Side = Annotated[int, Field(ge=WINDOWS[0], le=WINDOWS[1])]
_Path = Annotated[str, formed(r"^[^\x00-\x1f\x7f]*$", "a text without control characters"), Field(max_length=_LONGEST)]
_Width = Annotated[int, Field(ge=WIDTHS[0], le=WIDTHS[1])]


@dataclass(frozen=True)
class ViewSettings:
    """What somebody has chosen about the viewer. What is chosen about a battle is saved with the battle.

    The file has the same keys, each with what it may hold; one that is missing has its default.
    """

    scale: Annotated[int, Field(ge=SCALES[0], le=SCALES[1])] = 100
    """The size of panels and letters in percent of what suits the window."""
    theme: ThemeName = "dark"
    safe: bool = False
    """Whether signals have colours that everybody can tell apart."""
    speed: Annotated[int, Field(ge=SPEEDS[0], le=SPEEDS[1])] = 2
    animations: bool = True
    sound: Annotated[bool, BeforeValidator(lambda said: True if said == "none" else said)] = True
    """Files from before there was any say "none"."""
    volume: Annotated[int, Field(ge=VOLUMES[0], le=VOLUMES[1])] = 40
    """In percent."""
    follow: bool = True
    """Whether the map moves to show who acts."""
    trail: bool = True
    """Whether what the others did since one's last order stays drawn on the map."""
    last_scenario: _Path = ""
    """The name or the path of the scenario played last; empty if there was none. It may be gone by now."""
    recent: Annotated[tuple[_Path, ...], Field(max_length=RECENT)] = ()
    """The paths of files that were opened or saved last, the latest first. Some may be gone by now."""
    full_screen: bool = False
    window: tuple[_Side, _Side] | None = None
    """Width and height of the window when it does not fill the screen; what suits the desktop until one was closed."""
    grid: bool = True
    coordinates: bool = False
    names: bool = False
    """Whether names and strengths stand beside all counters; while Alt is held they do in any case."""
    small_map: bool = True
    """Whether a small map lies over a large one of which the window shows a part."""
    left_width: _Width = 300
    right_width: _Width = 350
    hover_height: Annotated[int, Field(ge=HOVERS[0], le=HOVERS[1])] = 40
    folded: tuple[FoldName, ...] = ()
    """The panels of a battle that are folded away."""
    mistakes: tuple[str, ...] = field(default=(), compare=False)
    """What was wrong in the file these settings come from, one line each. Never saved."""


_KEYS = tuple(key for key in fields(ViewSettings) if key.name != "mistakes")
_TYPES = get_type_hints(ViewSettings, include_extras=True)
_HELD: dict[str, Any] = {key.name: (_TYPES[key.name], key.default) for key in _KEYS}
_SettingsFile = create_model("_SettingsFile", __base__=Strict, **_HELD)


def settings_file() -> Path:
    """Return where the settings are kept; there may be no such file yet."""
    return user_settings_folder() / "viewer.toml"


def load_settings(file: Path | None = None) -> ViewSettings:
    """Return the settings that were saved, or the defaults; look at `mistakes` for what could not be used."""
    path = settings_file() if file is None else file
    try:
        if not path.exists():
            return ViewSettings()
        if not path.is_file():
            return ViewSettings(mistakes=(f"{path}: is not a regular file, so the default settings are used",))
        data, mistakes = _sifted(read_toml(path, _LIMITS))
    except FileMistakes as wrong:
        return ViewSettings(mistakes=_told(wrong))
    except (OSError, ValueError) as refused:
        return ViewSettings(mistakes=(f"{path}: the settings could not be read: {_reason(refused)}",))
    return ViewSettings(**data, mistakes=mistakes)


def save_settings(settings: ViewSettings, file: Path | None = None) -> str | None:
    """Save the settings in one step; return a message if they, or some of them, could not be saved.

    A value that would be refused when the file is read is not written.
    """
    path = settings_file() if file is None else file
    chosen = {key.name: getattr(settings, key.name) for key in _KEYS}
    if chosen["window"] is None:
        del chosen["window"]  # TOML has no word for nothing: a key that is missing has its default
    data, mistakes = _sifted(Document(str(path), chosen))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _toml(data).encode())
    except (OSError, ValueError) as refused:
        return f"The settings could not be saved in {path}: {_reason(refused)}"
    return f"Some settings could not be saved: {'; '.join(mistakes)}" if mistakes else None


def changes(before: ViewSettings, after: ViewSettings) -> dict[str, Any]:
    """Return the settings that differ, by name."""
    names = [key.name for key in _KEYS]
    return {name: getattr(after, name) for name in names if getattr(before, name) != getattr(after, name)}


def keep_changes(before: ViewSettings, after: ViewSettings) -> str | None:
    """Save what was changed, and nothing else: what the command line says is for this time only.

    It goes into what the file says now, for another window may have written it. Return a message if that failed.
    """
    changed = changes(before, after)
    return save_settings(replace(load_settings(), **changed)) if changed else None


def noted(settings: ViewSettings, path: Path) -> ViewSettings:
    """Return settings in which a file is the one that was opened last, unless its path cannot be written down."""
    name = str(path.absolute())
    if len(name) > _LONGEST or not name.isprintable():
        return settings
    return replace(settings, recent=(name, *(other for other in settings.recent if other != name))[:RECENT])


def _sifted(document: Document) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what a document sets rightly, key by key, and what is wrong with the rest."""
    try:
        read = validated(_SettingsFile, document)
        return {key: getattr(read, key) for key in document.data}, ()
    except FileMistakes as wrong:
        spoilt = {place.path[0] for place in spoilt_places(_SettingsFile, document)}
        sound = {key: value for key, value in document.data.items() if key not in spoilt}
        return _sifted(Document(document.file, sound))[0], _told(wrong)


def _told(wrong: FileMistakes) -> tuple[str, ...]:
    lines = [str(mistake) for mistake in wrong.mistakes]
    more = len(lines) + wrong.unlisted - _TOLD
    return (*lines[:_TOLD], f"... and {more} more") if more > 0 else tuple(lines)


def _reason(refused: OSError | ValueError) -> str:
    return (refused.strerror if isinstance(refused, OSError) else None) or str(refused)


def _toml(data: dict[str, Any]) -> str:
    """Write keys and values as TOML, whose texts, numbers and arrays look as in JSON."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    return "\n".join(["# Settings of the Sandtable viewer, which rewrites this file.", *lines, ""])


def ui_scale(size: tuple[int, int], percent: int = 100) -> float:
    """Return the scale: 1 on a screen of 1920 × 1080 at 100 %. A narrow window counts as much as a low one.

    >>> ui_scale((1280, 720)), ui_scale((1920, 1080)), ui_scale((3840, 2160)), ui_scale((1920, 1080), 150)
    (0.85, 1.0, 2.0, 1.5)
    """
    suits = min(size[0] / 1920, size[1] / 1080)
    rounded = min(max(round(suits * 20) / 20, 0.85), 3.0)
    return round(rounded * percent / 100, 3)
