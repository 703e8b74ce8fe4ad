from dataclasses import replace
from itertools import combinations
from math import cos, pi, sin
from typing import Any, get_args

import pygame
import pytest

from sim.view.counters.detail import Detail, detail
from sim.view.counters.lettering_on import lines
from sim.view.counters.livery import LIVERIES
from sim.view.counters.paint_counter import counter_picture, margin
from sim.view.counters.portrait import MARKS, Form, Mark, Portrait, Size, Strength, Symbol, Weapon
from sim.view.counters.symbols import SYMBOLS
from sim.view.ui.palette import theme_named, use_theme
from tests.view.counters.pictures import FIGURES, FULL, all_differ, differ, grey, image

FORMS: tuple[Form, ...] = get_args(Form)
PLAIN = Portrait(symbol="infantry", label="Rifles")
POSTURES: tuple[tuple[Mark, ...], ...] = ((), ("spent",), ("unconscious",))

# -- level of detail -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_very_small_counter_shows_only_form_side_and_facing(form: Form) -> None:
    """Below 18 pixels neither label nor most marks, figures or strength change it; but one that is spent is dull, and
    one that has fallen is crossed out: a large map is played on at that size."""
    full, bare = replace(FULL, form=form), Portrait(form=form)
    assert (image(full, 17) == image(bare, 17)).all()
    assert differ(image(bare, 17), image(replace(bare, colours=LIVERIES[1]), 17))
    assert all_differ([image(Portrait(marks=marks), 17) for marks in POSTURES])


MIDDLING = {"label": "other", "marks": ("hit", "dug_in"), "strength": None, "figures": ()}
FIRST = replace(FULL, marks=("hit",))


@pytest.mark.parametrize(
    ("portrait", "size", "shows", "hides"),
    [
        (FIRST, 31, {"symbol": "mortar", "marks": ()}, {"label": "other", "figures": (), "strength": None}),
        (FIRST, 31, {}, {"marks": FULL.marks}),
        (FULL, 32, {"figures": ()}, {"label": "other"}),
        (FULL, 60, MIDDLING, {}),
        (FULL, 90, {"figures": (), "strength": Strength(6, 8)}, {}),
    ],
    ids=["small", "small, with more marks", "a card has figures before its name", "middling", "large"],
)
def test_a_larger_counter_shows_more(
    portrait: Portrait, size: int, shows: dict[str, Any], hides: dict[str, Any]
) -> None:
    """From 18 pixels the symbol and the first mark, from 32 figures, from 40 label, strength and all marks, from 70 on
    there is nothing that it does not show."""
    found = image(portrait, size)
    for name, value in shows.items():
        assert differ(found, image(replace(portrait, **{name: value}), size)), name
    assert (found == image(replace(portrait, **hides), size)).all()


def test_levels_begin_where_they_are_said_to() -> None:
    """The limits are 18 pixels for a card and 22 for a man on his base, then 32, 40 and 70."""
    expected = [level for level in Detail for _ in range(2)][1:-1]
    assert [detail(size, is_round=False) for size in (17, 18, 31, 32, 40, 41, 70, 71)] == expected
    assert [detail(size, is_round=True) for size in (21, 22, 31, 32, 40, 41, 70, 71)] == expected


# -- keeping ---------------------------------------------------------------------------------------------------------


def test_equal_portraits_share_one_picture_and_another_theme_makes_another() -> None:
    """It is kept by value: an equal portrait gets the very same surface, and so do angles a full turn apart. A theme
    that is given counts; one that is put into use drops what was kept."""
    again = Portrait(symbol="infantry", label="Rifles")
    assert again is not PLAIN
    before = counter_picture(PLAIN, 48, 1.0)
    assert counter_picture(again, 48, 1.0) is before is not counter_picture(PLAIN, 49, 1.0)
    assert counter_picture(PLAIN, 48, -pi / 2) is counter_picture(PLAIN, 48, 1.5 * pi)
    assert counter_picture(PLAIN, 48, 1.0, theme_named("contrast")) is not before
    use_theme("contrast")
    assert counter_picture(PLAIN, 48, 1.0) is not before


@pytest.mark.parametrize("size", [0, 1, 3.4, 5000])
def test_any_size_is_drawn(size: float) -> None:
    """Sizes nobody would ask for end in a picture, of the nearest size that makes sense."""
    assert 4 <= counter_picture(FULL, size).get_width() <= 1000


# -- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("label", ["MG-2", "76mm infantry gun of the second battery", "WWWWWWWWWW", "gjpqy ÅÖ"])
def test_text_stays_on_its_counter(form: Form, label: str) -> None:
    """Every line of text lies within the counter and over no other line, whatever its length."""
    portrait = replace(FULL, form=form, label=label, count=12 if form == "mob" else 1)
    for size in (24, 36, 41, 48, 71, 110):
        body = pygame.Rect(0, 0, size, size)
        rects = [pygame.Rect(line.rect) for line in lines(portrait, size)]
        assert all(body.contains(rect) for rect in rects), (size, rects)
        assert not any(one.colliderect(other) for one, other in combinations(rects, 2)), (size, rects)


@pytest.mark.parametrize("size", [41, 60, 72, 200])
def test_a_label_leaves_the_emblem_alone(size: int) -> None:
    """However wide a label is, the emblem of the side stands clear at the left of it."""
    wide = Portrait(symbol="infantry", label="WWWWWWWWWWWW")
    (label,) = lines(wide, size)
    beside = slice(0, margin(size) + label.rect[0])
    assert (image(wide, size)[:, beside] == image(replace(wide, label=""), size)[:, beside]).all()
    assert label.rect[0] >= size * 0.21 - 1


def test_text_is_as_long_as_the_room_allows_and_one_that_is_cut_says_so() -> None:
    """A short label is whole as soon as there are labels, in letters that can be read; a number without its last digit
    would be another number. Outside its rectangle a label changes nothing."""
    for size in (41, 60, 72, 110):
        (line,) = (line for line in lines(PLAIN, size) if line.is_label)
        assert line.text == "Rifles" and line.size >= 8
    (cut,) = lines(Portrait(label="SdKfz 251 of the second battery"), 60)
    assert cut.text.endswith("…")
    (line,), edge = lines(PLAIN, 72), margin(72)
    changed = abs(image(PLAIN, 72) - image(replace(PLAIN, label=""), 72)).max(axis=2) > 0
    left, top, width, height = line.rect
    changed[edge + top : edge + top + height, edge + left : edge + left + width] = False
    assert not changed.any()


# -- what shows ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("form", ["unit", "pawn", "vehicle"])
def test_every_mark_changes_the_picture(mark: Mark, form: Form) -> None:
    """A mark shows from 20 pixels on, on every kind of counter."""
    portrait = Portrait(form=form, symbol="infantry", label="A")
    for size in (24, 48):
        assert differ(image(portrait, size), image(portrait.marked(mark), size))


@pytest.mark.parametrize("size", [16, 24, 48, 110])
def test_marks_and_forms_differ_by_shape(size: int) -> None:
    """Without colours, too, no two forms look the same at any size, and no two marks where marks are shown."""
    assert all_differ([grey(Portrait(form=form, symbol="infantry", weapon="rifle"), size, 0.0) for form in FORMS])
    assert size < 24 or all_differ([grey(PLAIN.marked(mark), size) for mark in MARKS])


@pytest.mark.parametrize("form", ["unit", "pawn"])
@pytest.mark.parametrize("size", [12, 24, 48])
def test_sides_differ_without_colours(form: Form, size: int) -> None:
    """The emblem and the border tell two sides apart even where their colours are equally light."""
    dyed = [replace(each, field=LIVERIES[0].field, ink=LIVERIES[0].ink) for each in LIVERIES]
    pictures = [grey(Portrait(form=form, colours=each), size) for each in dyed]
    assert all_differ(pictures)


MACHINES: dict[Form, tuple[Symbol, ...]] = {
    "vehicle": ("tank", "assault_gun", "armoured_car", "halftrack", "truck", "wagon"),
    "gun": ("artillery", "anti_tank", "anti_aircraft", "gatling"),
}
UNLIKE: dict[str, tuple[list[Portrait], int, float | None]] = {
    "symbols": ([Portrait(symbol=symbol) for symbol in ("none", *SYMBOLS)], 36, None),
    "sizes of units": ([Portrait(symbol="infantry", size=size) for size in get_args(Size)], 72, None),
    "weapons": ([Portrait(form="pawn", weapon=weapon) for weapon in get_args(Weapon)], 72, 0.0),
    **{form: ([Portrait(form=form, symbol=each) for each in MACHINES[form]], 36, 0.5) for form in MACHINES},
    "numbers of people": ([Portrait(form="mob", count=count) for count in range(1, 13)], 36, None),
}


@pytest.mark.parametrize(("portraits", "size", "angle"), UNLIKE.values(), ids=UNLIKE)
def test_no_two_are_alike(portraits: list[Portrait], size: int, angle: float | None) -> None:
    """Without colours, too: a truck is no tank, and a Gatling no anti-tank gun."""
    assert all_differ([grey(portrait, size, angle) for portrait in portraits])


def test_a_man_lies_down() -> None:
    """Prone and unconscious change the man himself, not only his marks: also where no icon is."""
    postures: tuple[tuple[Mark, ...], ...] = ((), ("prone",), ("unconscious",))
    assert all_differ([grey(Portrait(form="pawn", weapon="rifle", marks=each), 36, 0.0)[:, :22] for each in postures])


def test_marks_have_their_rank_and_a_large_crowd_its_number() -> None:
    """Each mark is shown once, the most important first; crowds of more than a dozen have their figure."""
    assert Portrait(marks=("moved", "hit", "moved")).ranked_marks == ("hit", "moved")
    assert "40×" in lines(Portrait(form="mob", label="Mob", count=40), 72)[0].text


# -- facing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [12, 24, 48])
def test_facing_changes_the_picture(form: Form, size: int) -> None:
    """All eight directions of squares, and none at all, look different."""
    portrait = Portrait(form=form, symbol="infantry", weapon="rifle")
    pictures = [image(portrait, size, n * pi / 4) for n in range(8)] + [image(portrait, size, None)]
    assert all_differ(pictures)


@pytest.mark.parametrize("degrees", [0, 30, 90, 150, 180, 210, 270, 330])
@pytest.mark.parametrize("form", ["unit", "pawn"])
def test_the_wedge_points_where_it_faces(degrees: int, form: Form) -> None:
    """Angles run clockwise from the right: just outside the rim there is the wedge on that side and none opposite."""
    size, angle = 60, degrees * pi / 180
    pixels = image(Portrait(form=form), size, angle)
    middle = pixels.shape[0] / 2
    reach = size * (0.56 if form == "pawn" else 0.5 / max(abs(cos(angle)), abs(sin(angle))) + 0.06)
    ahead = pixels[int(middle + reach * sin(angle)), int(middle + reach * cos(angle))]
    behind = pixels[int(middle - reach * sin(angle)), int(middle - reach * cos(angle))]
    assert ahead[3] > 230
    assert ahead[:3].min() > 180
    assert behind[3] < 160


def test_nothing_is_cut_off() -> None:
    """The outermost pixels of a picture are empty: wedge, marks and shadow have room in the margin."""
    for form in FORMS:
        for size in (12, 18, 36, 48, 72):
            for angle in (0.0, pi / 6, pi / 4):
                opacity = image(replace(FULL, form=form, figures=FIGURES), size, angle)[..., 3]
                rim = max(opacity[0].max(), opacity[-1].max(), opacity[:, 0].max(), opacity[:, -1].max())
                assert rim < 60, (form, size, angle)
