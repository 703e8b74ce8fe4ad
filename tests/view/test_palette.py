import pytest

from sim.view.ground_styles import GROUND_STYLES
from sim.view.palette import READABLE, THEME, Colour, contrast
from sim.view.textures import TEXTURES


@pytest.mark.parametrize(("name", "text", "behind"), THEME.texts)
def test_text_reads_on_what_lies_behind_it(name: str, text: Colour, behind: Colour) -> None:
    """Every pairing of text and panel has a contrast of 4.5 to 1 or more."""
    assert contrast(text, behind) >= READABLE, name


@pytest.mark.parametrize("look", GROUND_STYLES)
def test_every_ground_has_a_texture_and_a_ramp_that_grows_lighter(look: str) -> None:
    """A ramp runs from dark to light, and its texture exists."""
    style = GROUND_STYLES[look]
    assert style.texture in TEXTURES
    assert [sum(colour) for colour in style.ramp] == sorted(sum(colour) for colour in style.ramp)
