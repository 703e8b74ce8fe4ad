"""Meanwhile: what happened while somebody skipped ahead, in three lines at the most, each with its frame.

What counts comes first: who was lost, what it did to the points, who appeared. Only then what was done, in figures. All
of it is read as the viewer may know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sim.engine.summary import gone_for_good
from sim.engine.words import counted
from sim.view.model.cues import is_attack, landed
from sim.view.model.model import Model
from sim.view.model.trail import steps_of

_LINES = 3
_NAMED = 3
"""Units that are named in a line; of more it is said how many there are."""


@dataclass(frozen=True)
class MeanwhileLine:
    """Something that happened meanwhile, and the frame in which it can be seen."""

    text: str
    frame: int


def meanwhile(model: Model, first: int, last: int) -> tuple[MeanwhileLine, ...]:
    """Return what happened after one frame up to another, what counts most first."""
    return tuple(islice(_lines(model, first, last), _LINES)) if first < last else ()


def _lines(model: Model, first: int, last: int) -> Iterator[MeanwhileLine]:
    yield from _losses(model, first, last)
    yield from _points(model, first, last)
    yield from _arrivals(model, first, last)
    yield from _deeds(model, first, last)


def _losses(model: Model, first: int, last: int) -> Iterator[MeanwhileLine]:
    """Yield who was lost, those of the viewer's own side first. Whoever only goes out of sight is not lost."""
    known = {unit.id for number in range(first, last + 1) for unit in model.position_at(number).state.units}
    gone = [one for one in gone_for_good(model.session, model.playback.frames[first : last + 1]) if one[2] in known]
    for side in _sides(model):
        lost = [(frame, unit) for frame, of, unit in gone if of == side]
        if lost:
            names = _listed([model.naming(unit) for _, unit in lost])
            yield MeanwhileLine(f"{model.side_name(side)} lost {names}", _index(model, lost[0][0]))


def _index(model: Model, frame: int) -> int:
    """Return where a frame stands that is known by its number."""
    return frame - model.playback.frames[0].number


def _points(model: Model, first: int, last: int) -> Iterator[MeanwhileLine]:
    """Yield by how much the points have changed; it is seen where they changed last."""
    standing = [dict(model.insight.standing(model.position_at(number))) for number in range(first, last + 1)]
    before, now = standing[0], standing[-1]
    if now != before:
        changed = next(n for n in range(len(standing) - 1, 0, -1) if standing[n] != standing[n - 1])
        changes = {side: points - before.get(side, 0) for side, points in now.items()}
        told = (f"{model.side_name(side)} {now[side]} ({change:+d})" for side, change in changes.items() if change)
        yield MeanwhileLine(f"Points: {', '.join(told)}".replace("-", "−"), first + changed)


def _arrivals(model: Model, first: int, last: int) -> Iterator[MeanwhileLine]:
    """Yield who is on the map now of whom nothing was to be seen on it before."""
    seen = {unit.id for unit in model.position_at(first).state.units if unit.cell is not None}
    came: dict[str, tuple[int, str]] = {}
    for number in range(first + 1, last + 1):
        for unit in model.position_at(number).state.units:
            if unit.cell is not None and unit.id not in seen:
                came.setdefault(unit.id, (number, unit.side))
    there = {unit.id for unit in model.position_at(last).state.units if unit.cell is not None}
    for side in reversed(_sides(model)):
        arrived = [(number, unit) for unit, (number, of) in came.items() if of == side and unit in there]
        if arrived:
            names = _listed([model.naming(unit) for _, unit in arrived])
            yield MeanwhileLine(f"{model.side_name(side)}: {names} appeared", arrived[0][0])


def _deeds(model: Model, first: int, last: int) -> Iterator[MeanwhileLine]:
    """Yield how much each of the others moved and attacked, at arm's length as well."""
    moves = [step for step in steps_of(model, first + 1, last) if not step.is_shot]
    attacks = [n for n in range(first + 1, last + 1) if is_attack(model.frame_at(n).event)]
    for side in _sides(model):
        gone = [step.frame for step in moves if step.side == side]
        fought = [n for n in attacks if model.side_at(n) == side]
        if side != model.eyes and (gone or fought):
            hits = sum(landed(model.frame_at(n).event) is True for n in fought)
            figures = [counted(len(gone), "move")] if gone else []
            figures += [f"{counted(len(fought), 'attack')}, {counted(hits, 'hit')}"] if fought else []
            yield MeanwhileLine(f"{model.side_name(side)}: {', '.join(figures)}", min((*fought[:1], *gone[:1])))


def _sides(model: Model) -> list[str]:
    """Return all sides, the viewer's own first."""
    return sorted((side.id for side in model.session.battle.sides), key=lambda side: side != model.eyes)


def _listed(names: list[str]) -> str:
    if len(names) > _NAMED:
        return f"{', '.join(names[: _NAMED - 1])} and {len(names) - _NAMED + 1} more"
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
