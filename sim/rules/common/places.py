"""Places of a map by their names, as a scenario gives them, and everything that is wrong with a scenario."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes
from sim.engine.setup import SetupMistake
from sim.files import Way, did_you_mean, one_of, shown
from sim.grid import Cell, Edge


class Places:
    """Looks up cells and doors for a system, and gathers every mistake of a scenario in the words of its rulebook."""

    def __init__(self, map_: BattleMap, *, cell: str = "cell", table: str = "table") -> None:
        self.map = map_
        self.mistakes: list[SetupMistake] = []
        self._cell, self._table = cell, table

    def refuse(self, way: Way, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake."""
        mistake = SetupMistake(way, found, expected, hint)
        # Those of whom a scenario has several share their entry, and its mistakes.
        if mistake not in self.mistakes:
            self.mistakes.append(mistake)

    def one_of(self, way: Way, word: str, known: list[str]) -> bool:
        """Say whether a word is among those known, and note it if not."""
        if word not in known:
            expected = one_of(known) if known else "nobody: there is none to name"
            self.refuse(way, shown(word) if word else "nothing", expected, did_you_mean(word, known))
        return word in known

    def check_inches(self, terrain_set: str) -> None:
        """Refuse a map on which nothing could be measured in inches, or entered as the game says."""
        set_, unit = self.map.terrain_set.id, self.map.scale.unit
        if set_ != terrain_set:
            self.refuse(("map",), f"the terrain set {shown(set_)}", f"a map of the set {shown(terrain_set)}")
        elif unit != "inch":
            self.refuse(("map",), f"a map measured by the {unit}", "one measured in inches")

    def cells(self, name: str, way: Way, objectives: Sequence[str] = ()) -> tuple[Cell, ...]:
        """Return the cell of that name, else those of the place or the area; none, with the mistake told.

        `objectives` are names that whoever asks knows already, and that are proposed together with the others.
        """
        try:
            return (self.map.cell(name),)
        except ValueError:
            pass
        for named in (self.map.places, self.map.areas):
            if name in named:
                return named[name]
        known = [*objectives, *self.map.places, *self.map.areas]
        last = self.map.grid.name(self.map.cells[-1])
        what = "an objective, a place or an area" if objectives else "a place or area"
        others = f", or {what}: {one_of(known)}" if known else ""
        expected = f"a {self._cell} of the map, which ends at {last}{others}"
        self.refuse(way, shown(name), expected, did_you_mean(name, known))
        return ()

    def at_the_edge(self, name: str, way: Way) -> tuple[Cell, ...]:
        """Return cells that one can leave the map from."""
        cells = self.cells(name, way)
        within = next((cell for cell in cells if not self.map.is_at_edge(cell)), None)
        if within is not None:
            told = f"{self.map.grid.name(within)}, in the middle of the {self._table}"
            self.refuse(way, told, f"{self._cell}s at an edge of the {self._table}")
        return cells

    def barred(self, cell: Cell, movement: str) -> str:
        """Return what keeps a movement class out of a cell; nothing if it can stand there.

        A road through the cell lets those in who could not enter the ground beside it.
        """
        class_ = self.map.terrain_set.movement[movement]
        links = (Edge.between(cell, other) for other in self.map.grid.neighbours(cell))
        if any((way := self.map.way_at(link)) and way.move.get(movement) is not None for link in links):
            return ""
        for kind in (self.map.terrain_at(cell), *self.map.features_at(cell)):
            if kind.move.get(class_.id, class_.default) is None:
                return kind.name
        return ""

    def worked(self, doors: tuple[str, ...], way: Way) -> Changes:
        """Return the doors and gates of some names worked: open ones closed, closed ones opened."""
        changes = NO_CHANGES
        for place, name in enumerate(doors):
            edge = self._door(name, (*way, place))
            kind = self.map.edge_at(edge) if edge else None
            if edge and kind:
                changes = changes.with_edge(edge, kind.becomes)
        return changes

    def _door(self, name: str, way: Way) -> Edge | None:
        first, slash, side = name.partition("/")
        if not slash or side not in self.map.grid.sides:
            self.refuse(way, shown(name), f'a side of a {self._cell}, as in "A1/{self.map.grid.sides[0]}"')
            return None
        try:
            edge = self.map.grid.edge(self.map.cell(first), side)
        except ValueError:
            found = f"a door on {shown(name)}, which is no part of the map"
            self.refuse(way, found, f"a side of a {self._cell} of the map")
            return None
        kind = self.map.edge_at(edge)
        if kind is None or not kind.becomes:
            found = f"{shown(name)}, where there is {article(kind.name) if kind else 'nothing'}"
            doors = [e for e in self.map.edges if (there := self.map.edge_at(e)) and there.becomes]
            known = [self.map.grid.edge_name(e) for e in sorted(doors)]
            self.refuse(way, found, f"a door: {one_of(known)}" if known else "a door, of which the map has none")
            return None
        return edge


def article(name: str) -> str:
    """Put an article before a name, unless it is one of many.

    >>> article("ambulance"), article("gun truck"), article("riflemen")
    ('an ambulance', 'a gun truck', 'riflemen')
    """
    if name.endswith(("s", "men")):
        return name
    return f"{'an' if name[0].casefold() in 'aeiou' else 'a'} {name}"
