from pathlib import Path
from typing import Any

import pytest

from sim.view.ui import lettering
from sim.view.ui.lettering import FILES, font, forget_fonts, haloed, lettered, shortened, width_of, wrapped


@pytest.mark.parametrize("face", ["plain", "bold"])
def test_digits_are_all_of_one_width_and_words_do_not_run_together(face: lettering.Face) -> None:
    """Columns of figures line up; a space after v, r or y is hardly narrower than any other: it read "Antonovfire"."""
    assert len({width_of(digit, 40, face) for digit in "0123456789"}) == 1
    for size in (12, 14, 16):
        wide = width_of("n n", size, face) - 2 * width_of("n", size, face)
        for one, other in ("vf", "ru", "ya"):
            gap = width_of(f"{one} {other}", size, face) - width_of(one, size, face) - width_of(other, size, face)
            assert gap >= wide - 1


def test_bundled_fonts_come_with_their_licence() -> None:
    """Every font file is named in the list, next to the text of its licence."""
    from sim.resources import assets_folder

    folder = assets_folder() / "fonts"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for file in FILES.values():
        assert (folder / file).is_file()
        assert file in listed
    for licence in ("LICENCE-Lato.txt", "LICENCE-LinuxLibertine.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / licence).read_text(encoding="utf-8")
        assert licence in listed


@pytest.mark.parametrize("content", [None, b"", b"this is no font"])
def test_a_missing_or_broken_font_is_replaced(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the bundled fonts, text is still written, and a space shows no box."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    if content is not None:
        for file in FILES.values():
            (folder / file).write_bytes(content)
    monkeypatch.setattr(lettering, "assets_folder", lambda: tmp_path)
    forget_fonts()
    try:
        assert lettered("Farm 12", 20, (0, 0, 0)).get_width() > 20
        assert haloed("Farm 12", 20, (0, 0, 0), (255, 255, 255)).get_width() > 20
        assert lettered(" ", 20, (255, 255, 255)).get_bounding_rect().width == 0
    finally:
        forget_fonts()


@pytest.mark.parametrize("face", FILES)
def test_letters_stand_in_the_middle_of_their_line(face: lettering.Face) -> None:
    """Whatever is centred by its picture looks centred: capitals are as far from the top as from the bottom."""
    for size in (12, 14, 16, 21, 32, 42):
        picture = lettered("HEX", size, (0, 0, 0), face)
        ink = picture.get_bounding_rect()
        assert abs(ink.centery - picture.get_rect().centery) <= max(1, size / 14), size


def test_wrapped_lines_fit_and_a_word_too_long_for_its_line_is_cut() -> None:
    """No line is wider than asked, and no word is lost; an ellipsis shows that something is missing."""
    text = "blocked by stone building in F7: it rises to level 1, above level 0 of both ends"
    lines = wrapped(text, 16, 180)
    assert all(width_of(line, 16) <= 180 for line in lines) and " ".join(lines) == text
    cut = shortened("Wolfenbüttel-Nordwest", 16, 60)
    assert cut.endswith("…") and width_of(cut, 16) <= 60


def test_fonts_outlive_a_restart_of_pygame() -> None:
    """After pygame's font module was closed and opened, text is written anew."""
    import pygame

    font("plain", 14)
    pygame.font.quit()
    assert lettered("again", 14, (0, 0, 0)).get_width() > 5


def test_every_line_takes_all_the_words_that_fit() -> None:
    """However the number of words was guessed: long words after short ones, and short ones after long."""
    words = [*"abcdef", "incomprehensibilities", "of", "the", "unforeseeable", *"ijklmnopqrst"]
    for text in (" ".join(words), " ".join(reversed(words))):
        for width in range(30, 400, 7):
            lines, left = wrapped(text, 15, width), text.split()
            for line in lines:
                taken = max(len(line.split()), 1)
                assert taken == len(left) or width_of(" ".join(left[: taken + 1]), 15) > width
                left = left[taken:]
            assert not left


def test_a_line_is_measured_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each of its words."""
    asked: list[str] = []
    measure = lettering.width_of

    def noted(text: str, *how: Any) -> int:
        asked.append(text)
        return measure(text, *how)

    monkeypatch.setattr(lettering, "width_of", noted)
    lines = wrapped("the patrol crosses the ford and digs in behind the old mill " * 20, 15, 400)
    assert len(asked) < 4 * len(lines)


def test_a_label_is_set_once_to_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture asks again; with other fonts it is measured anew."""
    opened: list[int] = []
    font = lettering.font

    def noted(face: Any, size: int) -> Any:
        opened.append(size)
        return font(face, size)

    monkeypatch.setattr(lettering, "font", noted)
    forget_fonts()
    widths = [width_of("Rifle squad 12", 17) for _ in range(3)]
    times = opened.count(17)
    width_of("Rifle squad 12", 17)
    assert (len(set(widths)), opened.count(17)) == (1, times)
    forget_fonts()
    width_of("Rifle squad 12", 17)
    assert opened.count(17) > times


@pytest.mark.parametrize("text", ["", "\u202e", "\u200b\u200d"])
def test_a_text_without_width_is_drawn_as_nothing(text: str) -> None:
    """Nobody sees a mark that only turns letters round; a file may have one all the same."""
    assert lettered(text, 14, (0, 0, 0)).get_width() <= 1
