"""How large letters and panels are: by the size of the window, times what the user has chosen."""

from __future__ import annotations


def ui_scale(size: tuple[int, int], percent: int = 100) -> float:
    """Return the scale: 1 on a screen of 1920 × 1080 at 100 %. A narrow window counts as much as a low one.

    >>> ui_scale((1280, 720)), ui_scale((1920, 1080)), ui_scale((3840, 2160)), ui_scale((1920, 1080), 150)
    (0.85, 1.0, 2.0, 1.5)
    """
    suits = min(size[0] / 1920, size[1] / 1080)
    rounded = min(max(round(suits * 20) / 20, 0.85), 3.0)
    return round(rounded * percent / 100, 3)
