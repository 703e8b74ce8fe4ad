"""What viewers are told in the same way of every game that is played in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.paths import Reach
from sim.engine.check import Check
from sim.engine.insight import Band, Fact, Scene
from sim.grid import Cell
from sim.play.show import Show, Stride, bands
from sim.tabletop.inches import area_within, best_first, covers, sees


class TableShow(Show):
    """Of cover the best single thing counts, and ranges and ways are told in inches."""

    sees: Callable[[Any, Any, Any], bool] = staticmethod(sees)
    """Whether a unit sees another."""
    covered: Callable[[Any, Check, Sequence[Cover]], Check]
    """Adds the best of some cover to a number: no more counts."""

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell does for whoever is in it."""
        return self.covered(position, Check("defence"), best_first(position.map, own_cover(position.ground, cell)))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line does for whoever is fired at along it."""
        return self.covered(position, Check("shelter"), covers(position.lines, source, cell))

    def seen_by(self, position: Scene, unit: Any, others: Iterable[Any] | None = None) -> Iterator[Fact]:
        """Yield the enemies who see a unit that is there, and what shelters it from each."""
        for enemy in self.enemies(position, unit.side) if others is None else others:
            if self.sees(position, enemy, unit):
                best = next(iter(covers(position.lines, enemy.place, unit.place)), None)
                how = self.how_seen(position, enemy, unit)
                yield Fact("seen by", f"{enemy.id}{how}: {best.reason if best else 'no cover'}")

    def how_seen(self, position: Scene, enemy: Any, unit: Any) -> str:
        """Say what else there is to the glance of an enemy."""
        return ""


def stride(run: Reach, manner: str = "") -> Stride:
    """Return a way to get about, told in inches: the searches count by halves."""
    return Stride(run, lambda halves: f'{halves / 2:g}"{manner}')


def by_range(
    position: Scene, place: Cell, seen: Area, *ranges: tuple[str, int | None] | tuple[str, int | None, Any]
) -> tuple[Band, ...]:
    """Part what is seen from a place by ranges in inches, the shortest first; None is any. Empty bands are left out."""
    near = (seen if most is None else area_within(position, place, most) for _, most, *_ in ranges)
    return bands(seen, *((name, area, *shown) for (name, _, *shown), area in zip(ranges, near, strict=True)))
