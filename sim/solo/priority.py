"""Priority lists: "fewest hexes, then out of a fire zone, then highest DM, then roll".

A list is applied line by line to candidates in map or roster order. Each line keeps some of them; the order is an
order, and no line can be outweighed by a later one. What every line saw of every candidate goes into one note.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from sim.engine.dice import Throw, die
from sim.engine.frozen import fast_frozen
from sim.engine.notes import Rolled, Selection, SelectionStep, Subject, Value
from sim.engine.units import Unit
from sim.grid import Cell
from sim.memo import memo
from sim.solo.situation import Situation

C = TypeVar("C")
S_contra = TypeVar("S_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)

Kind = Literal["require", "prefer", "least", "most"]


class Measured(NamedTuple):
    """A value that is compared in one form and shown in another: the square of a distance, and inches."""

    key: Any
    words: str | Callable[[], str]
    """What is shown, or where it takes long to find, what finds it: nobody asks where no notes are kept."""
    about: tuple[str, ...] = ()
    """The units that the text names, other than the candidate and who acts."""

    @property
    def text(self) -> str:
        """What is shown."""
        return self.words() if callable(self.words) else self.words


@fast_frozen
@dataclass(frozen=True)
class Measure(Generic[S_contra, C_contra]):
    """Something that can be measured of a candidate in a situation: a number, a truth, or a `Measured`."""

    what: str
    """What the trace calls it: "hexes from the target"."""
    of: Callable[[S_contra, C_contra], Any]
    look: Callable[[S_contra], Callable[[C_contra], Any]] | None = None
    """The same in two steps, a look at the situation and then at each candidate; see `at_a_look`."""

    def each(self, situation: S_contra) -> Callable[[C_contra], Any]:
        """Return what measures every candidate of a situation."""
        return partial(self.of, situation) if self.look is None else self.look(situation)


def measure(
    what: str,
) -> Callable[[Callable[[S_contra, C_contra], Any]], Measure[S_contra, C_contra]]:
    """Give a function the name under which the trace shows its values.

    >>> @measure("hexes from the target")
    ... def hexes(situation, cell):
    ...     return situation.position.map.distance(cell, situation.target.cell)
    >>> hexes.what
    'hexes from the target'
    """
    return lambda of: Measure(what, of)


def at_a_look(
    what: str,
) -> Callable[[Callable[[S_contra], Callable[[C_contra], Any]]], Measure[S_contra, C_contra]]:
    """Name a measure of which most is the same for all candidates: that is worked out once, and then each is measured.

    >>> @at_a_look("further than the nearest")
    ... def further(situation):
    ...     nearest = min(situation)
    ...     return lambda candidate: candidate - nearest
    >>> further.of([3, 5], 5), [*map(further.each([3, 5]), [3, 5])]
    (2, [0, 2])
    """
    return lambda look: Measure(what, lambda situation, candidate: look(situation)(candidate), look)


@fast_frozen
@dataclass(frozen=True)
class Line(Generic[S_contra, C_contra]):
    """One line of a priority list."""

    kind: Kind
    measure: Measure[S_contra, C_contra]
    rule: str = ""


def require(of: Measure[S_contra, C_contra], rule: str = "") -> Line[S_contra, C_contra]:
    """ "Will never", "may only": those of whom it is not true are out, even if nobody is left."""
    return Line("require", of, rule)


def prefer(of: Measure[S_contra, C_contra], rule: str = "") -> Line[S_contra, C_contra]:
    """ "If there is one": those of whom it is true, unless there are none."""
    return Line("prefer", of, rule)


def least(of: Measure[S_contra, C_contra], rule: str = "") -> Line[S_contra, C_contra]:
    """ "Nearest", "fewest", "lowest"."""
    return Line("least", of, rule)


def most(of: Measure[S_contra, C_contra], rule: str = "") -> Line[S_contra, C_contra]:
    """ "Furthest", "highest"."""
    return Line("most", of, rule)


@dataclass(frozen=True)
class Rated(Generic[C]):
    """A candidate with the place that a list gives it, and what each line of the list saw of it."""

    candidate: C
    place: int
    """1 for whom the list chooses, or throws for; 0 for whom it rules out."""
    values: tuple[tuple[Line[Any, C], Value], ...]
    """Up to the line that rules it out."""


class Priority(Generic[C]):
    """A priority list under the id of its rule. Whoever is still level at its end is rolled for, visibly."""

    def __init__(self, rule: str, what: str, *lines: Line[Any, C]) -> None:
        self.rule, self.what, self.lines = rule, what, lines
        self._bans = max((place for place, line in enumerate(lines, 1) if line.kind == "require"), default=0)
        """How many lines there are up to the last ban."""

    def choose(self, situation: Situation[Any, Any], candidates: Iterable[C], pool: str) -> C | None:
        """Return the candidate that the list leaves, or None; `pool` says who the candidates are."""
        everyone = tuple(candidates)
        if not everyone:
            # A quarter of all lists have nobody to choose from, and the same note serves each time.
            situation.note(self._found_nobody(pool))
            return None
        left: Sequence[int] = range(len(everyone))
        steps = list[SelectionStep]() if situation.keeps_notes else None
        for place, line in enumerate(self.lines):
            # With one left only a ban can still matter; with none, nothing does.
            if len(left) < 2:
                if not left or place >= self._bans:
                    break
                if line.kind != "require":
                    continue
            left = _applied(line, situation, everyone, left, self.rule, steps)
        chosen, roll = (left[0] if left else None), None
        if len(left) > 1:
            chosen, roll = self._rolled_for(situation, everyone, left)
        if steps is not None:
            note = Selection(self.what, pool, _subjects(everyone), tuple(steps), chosen, roll, rule=self.rule)
            situation.note(situation.marked(note, *_made_of(everyone)) if situation.has_secrets else note)
        if chosen is None:
            return None
        situation.choose(everyone[chosen])
        return everyone[chosen]

    def ranked(self, situation: Situation[Any, Any], candidates: Iterable[C]) -> tuple[Rated[C], ...]:
        """Return all candidates, the best first and those who are ruled out last, as often as one likes to ask.

        Nothing is noted and no die thrown: who is level shares a place. The first place is what `choose` decides among.
        Only where bans come first is there such an order: a ban after a preference may leave nobody, though some pass.
        """
        if any(line.kind != "require" for line in self.lines[: self._bans]):
            raise ValueError(f"{self.what}: a ban after a preference, so that there is no order of all candidates")
        open_, out = list[tuple[list[Any], Rated[C]]](), list[Rated[C]]()
        for candidate in candidates:
            keys, values, barred = list[Any](), list[tuple[Line[Any, C], Value]](), False
            for line in self.lines:
                value = line.measure.of(situation, candidate)
                key = value.key if type(value) is Measured else value
                values.append((line, _shown(value)))
                if barred := line.kind == "require" and not key:
                    break
                if line.kind != "require":
                    keys.append(-key if line.kind == "most" else not key if line.kind == "prefer" else key)
            placed = Rated(candidate, 0, tuple(values))
            out.append(placed) if barred else open_.append((keys, placed))
        open_.sort(key=lambda each: each[0])
        place, before, found = 0, None, list[Rated[C]]()
        for number, (keys, placed) in enumerate(open_, 1):
            place, before = (place if keys == before else number), keys
            found.append(replace(placed, place=place))
        return (*found, *out)

    @memo
    def _found_nobody(self, pool: str) -> Selection:
        return Selection(self.what, pool, (), (), None, rule=self.rule)

    def _rolled_for(
        self, situation: Situation[Any, Any], everyone: Sequence[C], left: Sequence[int]
    ) -> tuple[int, Rolled]:
        names = tuple(named(situation, everyone[n]) for n in left)
        whom = situation.ask.unit or situation.side
        return situation.pick(left, Throw(die(len(left)), f"tie: {self.what}", whom, options=names))


def _applied(
    line: Line[Any, C],
    situation: Situation[Any, Any],
    everyone: Sequence[C],
    left: Sequence[int],
    rule: str,
    steps: list[SelectionStep] | None,
) -> tuple[int, ...]:
    """Return whom a line keeps of those who are left; what it saw of each goes to the steps, where they are kept."""
    of, kind = line.measure.each(situation), line.kind
    values = [of(everyone[n]) for n in left]
    # Every value of every candidate comes by here, and nearly all can be shown as they are.
    plain = _PLAIN.issuperset(map(type, values))
    keys = values if plain else [value.key if type(value) is Measured else value for value in values]
    if kind == "require" or kind == "prefer":
        kept = tuple(compress(left, keys))
        wanted: Any = bool(kept) or kind == "require"
        if kind == "prefer" and not kept:
            kept = tuple(left)
    else:
        best = min(keys) if kind == "least" else max(keys)
        first = keys.index(best)
        wanted = values[first]
        # Most lines leave one, or all of them.
        match keys.count(best):
            case 1:
                kept = (left[first],)
            case many if many == len(keys):
                kept = tuple(left)
            case _:
                kept = tuple([n for n, key in zip(left, keys, strict=True) if key == best])
    if steps is not None:
        shown = tuple(values if plain else map(_shown, values))
        about = _named_in(values, situation) if situation.has_secrets else ()
        steps.append(SelectionStep(kind, line.measure.what, line.rule or rule, shown, kept, _shown(wanted), about))
    return kept


def _named_in(values: Iterable[Any], situation: Situation[Any, Any]) -> tuple[str, ...]:
    named = dict.fromkeys(unit for value in values if type(value) is Measured for unit in value.about)
    return tuple(unit for unit in named if situation.is_secret(unit))


def _made_of(candidates: Iterable[object]) -> Iterator[str]:
    """Yield the units of candidates that are more than one unit: "A with B at C"."""
    for each in candidates:
        if not isinstance(each, (Unit, Cell, str)) and isinstance(unit := getattr(each, "unit", None), Unit):
            yield from (unit.id, *getattr(each, "supporters", ()))


_PLAIN = frozenset((bool, int, str))


def _shown(value: Any) -> Value:
    if type(value) is Measured:
        words = value.words  # as `text` does it: every value of every candidate comes by here
        return words if isinstance(words, str) else words()
    return value if isinstance(value, (int, str)) else str(value)


def _subjects(candidates: tuple[Any, ...]) -> tuple[Subject, ...]:
    # Of long lists nearly all are cells, which are called what they are.
    if {*map(type, candidates)} == {Cell}:
        return candidates
    return tuple([each.id if isinstance(each, Unit) else subject(each) for each in candidates])


def subject(candidate: object) -> Subject:
    """Return what a candidate is called in notes: things of a system's own by their `subject`, or by their unit."""
    if isinstance(candidate, Unit):
        return candidate.id
    if isinstance(candidate, (Cell, str)):
        return candidate
    own = getattr(candidate, "subject", None) or getattr(getattr(candidate, "unit", None), "id", None)
    return own if isinstance(own, (Cell, str)) else str(candidate)


def named(situation: Situation[Any, Any], candidate: object) -> str:
    """Return what players call a candidate."""
    called = subject(candidate)
    return situation.position.name(called) if isinstance(called, Cell) else called
