"""Name plates: where they lie, and what stands on them."""

from itertools import combinations

import pygame

from sim.view.battle.plates import paint_plates, plates_placed
from sim.view.counters.portrait import Figure, Portrait, Strength
from sim.view.counters.stacks import CounterBox

ROOM = (0, 0, 600, 400)


def test_plates_lie_on_no_counter_and_on_no_other_plate() -> None:
    """Even in a crowd; whoever finds no place has none."""
    crowd = tuple((100 + 20 * (n % 4), 100 + 20 * (n // 4), 22, 22) for n in range(24))
    places = [pygame.Rect(place) for place in plates_placed(crowd, ((70, 18),) * 24, crowd, ROOM) if place is not None]
    counters = [pygame.Rect(box) for box in crowd]
    assert 8 < len(places) < 24
    assert all(place.collidelist(counters) < 0 and pygame.Rect(ROOM).contains(place) for place in places)
    assert not any(one.colliderect(other) for one, other in combinations(places, 2))


def test_a_plate_is_drawn_only_where_no_panel_hides_it() -> None:
    """A counter outside the room has none."""
    window = pygame.Surface((600, 400))
    boxes = [CounterBox("Maxim", pygame.Rect(500, 300, 30, 30))]
    paint_plates(window, boxes, {"Maxim": Portrait(label="Maxim")}, pygame.Rect(0, 0, 300, 400), 1.0)
    assert not pygame.mask.from_threshold(window, (0, 0, 0), (1, 1, 1, 255)).count() < 600 * 400


def test_a_plate_lies_under_its_counter_with_the_strength_before_the_figures() -> None:
    """Where nothing is in the way it touches the foot of the counter, in its middle; how many are left of how many, and
    then what stands on the counter."""
    (place,) = plates_placed(((100, 100, 22, 22),), ((60, 16),), ((100, 100, 22, 22),), ROOM)
    assert place is not None and pygame.Rect(place).midtop == (111, 123)
    portrait = Portrait(strength=Strength(4, 6), figures=(Figure("nw", "3", "red"),))
    assert [figure.text for figure in portrait.values] == ["4/6", "3"]
