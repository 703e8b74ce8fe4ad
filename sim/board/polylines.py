"""Links threaded into lines, as a person would draw them: roads between cells, walls between corners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from sim.grid import Cell


def chains(links: Iterable[tuple[Cell, Cell]]) -> Iterator[list[Cell]]:
    """Join links end to end. Begun where an odd number of them meets, so that a line without branches becomes one.

    >>> list(chains([(Cell(0, 0), Cell(1, 0)), (Cell(2, 1), Cell(2, 0)), (Cell(1, 0), Cell(2, 0))]))
    [[Cell(q=0, r=0), Cell(q=1, r=0), Cell(q=2, r=0), Cell(q=2, r=1)]]
    """
    joined: defaultdict[Cell, set[Cell]] = defaultdict(set)
    for one, other in links:
        joined[one].add(other)
        joined[other].add(one)
    for start in sorted(joined, key=lambda point: (len(joined[point]) % 2 == 0, point)):
        while joined[start]:
            chain = [start]
            while following := min(joined[chain[-1]], default=None):
                joined[chain[-1]].remove(following)
                joined[following].remove(chain[-1])
                chain.append(following)
            yield chain


def straightened(chain: Sequence[Cell]) -> list[Cell]:
    """Leave out of a chain what a straight run merely passes.

    >>> straightened([Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(2, 1)])
    [Cell(q=0, r=0), Cell(q=2, r=0), Cell(q=2, r=1)]
    """
    steps = [after.minus(before) for before, after in pairwise(chain)]
    bends = [point for point, (step, following) in zip(chain[1:], pairwise(steps), strict=False) if step != following]
    return [chain[0], *bends, chain[-1]]
