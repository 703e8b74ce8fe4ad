"""Sight, facing, cover: what rules, overlays and plans ask of two men.

Rulings (base_games.md 5.2, 5.3):
- A man looks all round and shoots within 90 degrees to his front.
- "In cover" is any cover on the line between two men, or the ground in which he lies; "hard cover" is hard.
- A rifle pit is a feature of the map.
"""

from __future__ import annotations

from sim.board.cover import Cover, own_cover
from sim.grid import Cell, HexGrid
from sim.rules.la_petite_guerre.scene import Scene, crew, enemies
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import HARD, best_first, covers, within

PIT = "rifle_pit"
"""The feature of the terrain set in which men lie hidden."""
FULL_CIRCLE = 360
"""Degrees of a whole turn."""


def near(position: Scene, one: Man, other: Man, length: int) -> bool:
    """Say whether two men are no further apart than so many inches."""
    return within(position, one.place, other.place, length)


def gunners(position: Scene, gun: Man, further: int = 0) -> tuple[Man, ...]:
    """Return the able men of the crew who are with their gun, or so many inches further from it."""
    length = position.battle.data.numbers.beside + further
    there = () if gun.out else crew(position, gun)
    return tuple(man for man in there if man.able and near(position, man, gun, length))


def sees(position: Scene, man: Man, target: Man) -> bool:
    """Say whether there is a line of sight between two men; whether one has noticed the other is another matter."""
    if man.cell is None or target.cell is None:
        return False
    return target.cell in position.lines.field_of_view(man.cell)


def in_arc(position: Scene, man: Man, cell: Cell) -> bool:
    """Say whether a cell lies to the front of a man."""
    return position.map.grid.in_arc(man.place, man.facing, cell, _spread(position))


def _spread(position: Scene) -> int:
    """Return how many points of the compass the front reaches to either side: 45 degrees, on hexes 60 or 30."""
    grid, data = position.map.grid, position.battle.data
    front = data.readings.hex_front if isinstance(grid, HexGrid) else data.numbers.front
    return front * len(grid.compass) // (2 * FULL_CIRCLE)


def cover_from(position: Scene, observer: Man, target: Man) -> Cover | None:
    """Return the best cover that a man has from another; None in the open."""
    found = covers(position.lines, observer.place, target.place)
    return found[0] if found else None


def in_hard_cover(position: Scene, observer: Man, target: Man) -> bool:
    """Say whether a man has hard cover from another."""
    cover = cover_from(position, observer, target)
    return cover is not None and cover.cover == HARD


def sheltered(position: Scene, man: Man) -> Cover | None:
    """LPG-CTRL: return the cover in which a man defends himself: his ground's own, or that from the enemies in sight.

    With enemies in sight it must shelter from all of them; then the least of it counts.
    """
    # Whom nobody knows of, nobody takes cover from: else the cover that is missing would tell of him.
    known = (enemy for enemy in enemies(position, man.side) if not enemy.hidden)
    seen = [enemy for enemy in known if sees(position, enemy, man)]
    if not seen:
        found = best_first(position.map, own_cover(position.ground, man.place))
        return found[0] if found else None
    each = [cover_from(position, enemy, man) for enemy in seen]
    return each[0] if all(each) else None


def is_higher(position: Scene, man: Man, other: Man) -> bool:
    """Say whether a man stands on higher ground than another."""
    return position.ground.height_at(man.place) > position.ground.height_at(other.place)


def in_pit(position: Scene, man: Man) -> bool:
    """Say whether a man is in a rifle pit."""
    return any(feature.id == PIT for feature in position.ground.features_at(man.place))


def faces_away(position: Scene, man: Man, other: Man) -> bool:
    """Say whether a man has another at his back: more than a right angle from where he looks.

    Whom the angle is a right one, or less, he has at his side or before him: the square over the far side of a triangle
    is then no more than those over the two others.
    """
    grid, step = position.map.grid, position.map.grid.steps[man.facing]
    ahead = Cell(man.place.q + step.q, man.place.r + step.r)
    near, far = grid.squared(man.place, other.place), grid.squared(ahead, other.place)
    return far > near + grid.squared(man.place, ahead)
