from itertools import combinations

import pytest

from sim.view.counters.lettering_on import chip_colours
from sim.view.counters.livery import INK, LIVERIES, PAPER, Livery, livery
from sim.view.counters.marks import BLAST, GOOD, HARM, STATE
from sim.view.counters.portrait import Tone
from sim.view.ui.palette import Colour, contrast
from tests.view.eyes import KINDS, READABLE, Kind, difference, seen_by

FAR_APART = 40.0
"""The least distance in CIE Lab between two of the first four: about seventeen times what can just be noticed."""
APART = 25.0
"""The same between any two."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("one", "other"), list(combinations(LIVERIES, 2)))
def test_all_sides_look_different_to_all_eyes(one: Livery, other: Livery, kind: Kind) -> None:
    """The cards of any two sides can be told apart, with every kind of sight; those of the first four are far apart."""
    least = FAR_APART if {one, other} <= {*LIVERIES[:4]} else APART
    assert difference(seen_by(one.field, kind), seen_by(other.field, kind)) >= least


@pytest.mark.parametrize("side", LIVERIES, ids=lambda side: side.name)
def test_text_reads_on_every_card(side: Livery) -> None:
    """Labels and symbols have a contrast of 4.5 to 1 or more, on spent cards too."""
    texts = ((side.ink, side.field), (INK, side.light), (side.ink, side.spent.field))
    assert all(contrast(text, behind) >= READABLE for text, behind in texts)


@pytest.mark.parametrize("tone", ["plain", "dark", "red", "blue", "red_shield", "blue_shield"])
def test_figures_read_on_their_chips(tone: Tone) -> None:
    """A figure has a contrast of 4.5 to 1 or more with its chip."""
    chip, text = chip_colours(tone)
    assert contrast(chip, text) >= READABLE


@pytest.mark.parametrize("plate", [HARM, STATE, GOOD])
def test_icons_read_on_their_plates(plate: Colour) -> None:
    """An icon has a contrast of 4.5 to 1 or more with its plate, and so have letters with the burst of a hit."""
    assert contrast(plate, PAPER) >= READABLE
    assert contrast(BLAST, INK) >= READABLE


def test_no_two_sides_share_a_border_or_an_emblem_and_a_ninth_begins_again() -> None:
    """Whoever sees no colours at all still has two signs to go by; more sides than liveries are no error."""
    assert len({each.border for each in LIVERIES}) == len({each.emblem for each in LIVERIES}) == len(LIVERIES) == 8
    assert [livery(n) for n in range(9)] == [*LIVERIES, LIVERIES[0]]
