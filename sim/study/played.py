"""What is kept of one game: plain figures, read from its log when it is over.

Everything is counted by what every system can tell of itself (`Insight`): who stands where, who fires at whom, what is
held, who is lost. A clause is what decided something in the printed AI or the commander: the line of a list after which
one candidate was left, an option that was taken, a row of a table, a die for those who were level.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sim.engine.battle import Position
from sim.engine.game import Frame, Ordered
from sim.engine.notes import Checked, Note, Scored, Selection, Tried
from sim.engine.orders import Done
from sim.engine.session import Checkpoint, Session
from sim.engine.summary import Summary, summary_of
from sim.grid import Cell

CellCount = Literal["fire given", "fire taken", "lost", "stood", "entered"]
"""What is counted of a cell: orders to fire from it and at it, units lost in it, how many activations somebody stood in
it when they began, and how often somebody came into it. What is fired at a cell and at nobody in it is no side's."""


class DecidedBy(NamedTuple):
    """Something that decides: what kind it is, its rule, and its words."""

    kind: Literal["line", "option", "row", "die", "rule"]
    """A line of a list; an option; a row of a table; a die for those who were level; a rule that a reason names."""
    rule: str
    text: str = ""


class CellsCounted(NamedTuple):
    """What was counted of cells, of one side in one turn."""

    what: CellCount
    side: str
    turn: int
    cells: Mapping[str, int]
    """By the name of the cell."""


class SideFigures(NamedTuple):
    """How one side came out of it."""

    side: str
    points: int
    fielded: int
    lost: int
    throws: int
    """Dice that could succeed or fail, how many were expected to succeed, and how many did."""
    expected: float
    good: int


class UnitLost(NamedTuple):
    """A unit that was lost for good."""

    unit: str
    side: str
    turn: int
    cell: str


class TurnFigure(NamedTuple):
    """Something at the end of a turn: the points of a side, or by which side a place is held."""

    turn: int
    name: str
    value: int | str


@dataclass(frozen=True)
class Played:
    """All that is kept of one game."""

    winner: str | None
    """A side; None for a draw."""
    reason: str
    turn: int
    """The last one."""
    activations: int
    sides: tuple[SideFigures, ...]
    lost: tuple[UnitLost, ...]
    points: tuple[TurnFigure, ...]
    places: tuple[TurnFigure, ...]
    """Who holds a place, by its first cell: of the first turn, and of every turn at whose end it is somebody else."""
    turning_points: tuple[tuple[int, int], ...]
    """Turn and frame of the moments that changed most."""
    clauses: Mapping[DecidedBy, int]
    cells: tuple[CellsCounted, ...]


def played(session: Session[Any, Any]) -> Played:
    """Return what is kept of a battle that is over."""
    summary, cells = summary_of(session), _cells(session)
    outcome = summary.outcome
    if outcome is None:
        raise ValueError("the battle is not over")
    lost = tuple(_lost(session, summary))
    for unit in lost:
        cells["lost", unit.side, unit.turn][unit.cell] += 1
    return Played(
        winner=outcome.winner,
        reason=outcome.reason,
        turn=summary.turn,
        activations=session.checkpoint.number,
        sides=tuple(_sides(session, summary)),
        lost=lost,
        points=tuple(_by_turn(session, _points)),
        places=tuple(_changes(_by_turn(session, _places))),
        turning_points=tuple((point.turn, point.frame) for point in summary.turning_points),
        clauses=clauses(frame.why for frame in session.frames),
        cells=tuple(CellsCounted(*key, dict(sorted(counts.items()))) for key, counts in sorted(cells.items())),
    )


def _sides(session: Session[Any, Any], summary: Summary) -> Iterator[SideFigures]:
    points, luck = session.ruleset.insight.standing(session.position), {each.side: each for each in summary.luck}
    for losses in summary.losses:
        own = luck.get(losses.side)
        thrown = (own.throws, round(own.expected, 6), own.actual) if own else (0, 0.0, 0)
        yield SideFigures(losses.side, points.get(losses.side, 0), losses.fielded, len(losses.lost), *thrown)


def _lost(session: Session[Any, Any], summary: Summary) -> Iterator[UnitLost]:
    frames = session.frames
    for losses in summary.losses:
        for unit, number in losses.lost:
            before = frames[number - 1].state.units
            cell = before[unit].cell if unit in before else None
            yield UnitLost(unit, losses.side, frames[number].state.turn, session.position.name(cell))


# -- turn by turn -------------------------------------------------------------------------------------------------


def _by_turn(session: Session[Any, Any], told: Any) -> Iterator[TurnFigure]:
    """Yield figures of the last moment of every turn."""
    last: dict[int, Any] = {}
    for entry in session.log:
        if isinstance(entry, Checkpoint):
            last[entry.state.turn] = entry.state
    for turn, state in last.items():
        for name, value in told(session, Position(session.battle, state)):
            yield TurnFigure(turn, name, value)


def _changes(figures: Iterator[TurnFigure]) -> Iterator[TurnFigure]:
    last: dict[str, int | str] = {}
    for figure in figures:
        if last.get(figure.name) != figure.value:
            last[figure.name] = figure.value
            yield figure


def _points(session: Session[Any, Any], position: Position[Any, Any]) -> Iterator[tuple[str, int]]:
    yield from session.ruleset.insight.standing(position).items()


def _places(session: Session[Any, Any], position: Position[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield who holds each objective, by its first cell: a marker stands in every other one, too."""
    last = ""
    for marker in session.ruleset.insight.markers(position):
        if marker.kind in ("objective", "control") and (place := marker.of or marker.text) != last:
            last = place
            yield position.name(marker.cell), marker.side or ""


# -- what decided -------------------------------------------------------------------------------------------------


def clauses(reasons: Any) -> dict[DecidedBy, int]:
    """Count what decided, and every rule that is named, over the reasons of some frames."""
    found: defaultdict[tuple[str, ...], int] = defaultdict(int)
    for why in reasons:
        if why:
            _count_decided(why, found)
    return {DecidedBy(*clause): count for clause, count in sorted(found.items())}  # type: ignore[arg-type]


def _count_decided(notes: tuple[Note, ...], found: defaultdict[tuple[str, ...], int]) -> None:
    """Count what decided in some notes and in those inside them.

    In one go and with plain texts: a game has notes by the thousand, and a study should cost little more than it. Those
    that there are most of come first.
    """
    for note in notes:
        if rule := note.rule:
            found["rule", rule, ""] += 1
        match note:
            case Tried():
                if note.taken:
                    found["option", rule, note.option] += 1
            case Selection(chosen=chosen):
                if chosen is not None:
                    _count_chosen(note, found)
            case Checked():
                for part in note.check.parts:
                    if part.rule:
                        found["rule", part.rule, ""] += 1
            case Scored():
                found["row", rule, f"{note.table}: {note.row}"] += 1
        if inside := note.inside():
            _count_decided(inside, found)


def _count_chosen(choice: Selection, found: defaultdict[tuple[str, ...], int]) -> None:
    """Count by what a choice was made: the line after which one was left, and a die for those who were level."""
    if choice.roll is not None:
        found["die", choice.rule, choice.what] += 1
    left = len(choice.candidates)
    for step in choice.steps:
        kept = len(step.kept)
        if kept == 1 < left:
            found["line", step.rule, step.what] += 1
        left = kept


# -- where --------------------------------------------------------------------------------------------------------

_Counted = defaultdict[tuple[CellCount, str, int], Counter[str]]


def _cells(session: Session[Any, Any]) -> _Counted:
    found: _Counted = defaultdict(Counter)
    counted, name = _counted_by_cell(session), session.battle.map.grid.name
    for (what, side, turn, cell), count in counted.items():
        if cell is not None:
            found[what, side, turn][name(cell)] += count
    return found


def _counted_by_cell(session: Session[Any, Any]) -> Counter[tuple[CellCount, str, int, Cell | None]]:
    found: Counter[tuple[CellCount, str, int, Cell | None]] = Counter()
    stood: defaultdict[int, Counter[tuple[str, Cell | None]]] = defaultdict(Counter)
    insight, state = session.ruleset.insight, session.log[0].state  # type: ignore[union-attr]
    for entry in session.log:
        match entry:
            case Frame():
                units, before = entry.state.units, state.units
                for unit in units.since(before) if units is not before else ():
                    if unit.id not in before or before[unit.id].cell != unit.cell:
                        found["entered", unit.side, entry.state.turn, unit.cell] += 1
                state = entry.state
            case Checkpoint():
                stood[entry.state.turn].update([(unit.side, unit.cell) for unit in entry.state.units])
            case Ordered(intent=intent) if not isinstance(intent, Done):
                sketch = insight.drawn(Position(session.battle, state), intent)
                if sketch.aimed_to != "fire":
                    continue
                for unit in (state.units[id_] for id_ in sketch.units if id_ in state.units):
                    found["fire given", unit.side, state.turn, unit.cell] += 1
                at, side = sketch.cell, ""
                if sketch.target is not None and sketch.target in state.units:
                    at, side = state.units[sketch.target].cell, state.units[sketch.target].side
                found["fire taken", side, state.turn, at] += 1
    found.update({("stood", side, turn, at): n for turn, there in stood.items() for (side, at), n in there.items()})
    return found
