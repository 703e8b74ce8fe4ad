"""What is near a man, to his front and at his back, who serves a gun, and what cover there is.

Rulings (base_games.md 5.2, 5.3):
- A man looks all round and shoots within 90 degrees to his front.
- "In cover" is any cover on the line between two men, or the ground in which he lies; "hard cover" is hard.
- A rifle pit is a feature of the map.
"""

from __future__ import annotations

from itertools import takewhile

from sim.board.cover import Cover, own_cover
from sim.engine.orders import Refusal
from sim.grid import Cell, HexGrid
from sim.memo import memo
from sim.rules.la_petite_guerre.state import LpgPosition, Man, crew, known_enemies
from sim.tabletop.inches import HARD, best_cover, best_first, within

PIT = "rifle_pit"
"""The feature of the terrain set in which men lie hidden."""
FULL_CIRCLE = 360
"""Degrees of a whole turn."""


def near(position: LpgPosition, one: Man, other: Man, length: int) -> bool:
    """Say whether two men are no further apart than so many inches."""
    return within(position, one.place, other.place, length)


def gunners(position: LpgPosition, gun: Man, further: int = 0) -> tuple[Man, ...]:
    """Return the able men of the crew who are with their gun, or so many inches further from it."""
    length = position.battle.data.numbers.beside + further
    there = () if gun.out else crew(position, gun)
    return tuple(man for man in there if man.able and near(position, man, gun, length))


def gun_of(position: LpgPosition, man: Man) -> Man | None:
    """Return the gun that a man serves, if he is with it and able to; None for none."""
    gun = position.state.unit(man.serves) if man.serves in position.state.units else None
    return gun if gun is not None and man in gunners(position, gun) else None


def in_arc(position: LpgPosition, man: Man, cell: Cell) -> bool:
    """Say whether a cell lies to the front of a man: 45 degrees to either side, on hexes 60 or 30."""
    grid, data = position.map.grid, position.battle.data
    front = data.readings.hex_front if isinstance(grid, HexGrid) else data.numbers.front
    return grid.in_arc(man.place, man.facing, cell, front * len(grid.compass) // (2 * FULL_CIRCLE))


def front_refusal(position: LpgPosition, man: Man, cell: Cell, called: str) -> Refusal | None:
    """LPG-FRONT, LPG-FRONT-hex: say that a cell does not lie to the front of a man; None if it does."""
    if in_arc(position, man, cell):
        return None
    rule = "LPG-FRONT-hex" if isinstance(position.map.grid, HexGrid) else "LPG-FRONT"
    return Refusal(f"{called} is not in front of {man.id}", rule)


def in_hard_cover(position: LpgPosition, origin: Cell, target: Man) -> bool:
    """Say whether a man has hard cover from a cell."""
    cover = best_cover(position.lines, origin, target.place)
    return cover is not None and cover.cover == HARD


@memo(by=lambda position, man: (man.side, man.cell))
def sheltered(position: LpgPosition, man: Man) -> Cover | None:
    """LPG-CTRL: return the cover in which a man defends himself: his ground's own, or that from the enemies in sight.

    With enemies in sight it must shelter from all of them; then the least of it counts.
    """
    # Whom nobody knows of, nobody takes cover from: else the cover that is missing would tell of him.
    view = position.lines.field_of_view(man.place)
    seen = [enemy for enemy in known_enemies(position, man.side) if enemy.cell in view]
    if not seen:
        return next(iter(best_first(position.map, own_cover(position.ground, man.place))), None)
    each = [*takewhile(bool, (best_cover(position.lines, enemy.place, man.place) for enemy in seen))]
    return each[0] if len(each) == len(seen) else None


def is_higher(position: LpgPosition, man: Man, other: Man) -> bool:
    """Say whether a man stands on higher ground than another."""
    return position.ground.height_at(man.place) > position.ground.height_at(other.place)


def in_pit(position: LpgPosition, man: Man) -> bool:
    """Say whether a man is in a rifle pit."""
    return any(feature.id == PIT for feature in position.ground.features_at(man.place))


def faces_away(position: LpgPosition, man: Man, other: Man) -> bool:
    """Say whether a man has another at his back: more than a right angle from where he looks.

    Whom the angle is a right one, or less, he has at his side or before him: the square over the far side of a triangle
    is then no more than those over the two others.
    """
    grid, step = position.map.grid, position.map.grid.steps[man.facing]
    ahead = Cell(man.place.q + step.q, man.place.r + step.r)
    near, far = grid.squared(man.place, other.place), grid.squared(ahead, other.place)
    return far > near + grid.squared(man.place, ahead)
