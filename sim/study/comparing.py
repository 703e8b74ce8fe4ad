"""Compare two arms: two versions of a scenario, two readings of a rule, two commanders.

The seeds of two arms differ, so that their games are independent of each other, and intervals are those of two samples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from sim.study.plan import Arm
from sim.study.rates import Average, AverageDifference, Difference, Rate
from sim.study.store import Store

NOBODY = "nobody"
"""Who wins a draw."""


@dataclass(frozen=True)
class ArmFigures:
    """What the games of an arm came to."""

    arm: Arm
    games: int
    turns: Average
    wins: dict[str, Rate]
    """By the side; draws under `NOBODY`."""
    lost: dict[str, Average]
    """What part of its units a side loses."""
    points: dict[str, Average]


def arm_figures(store: Store, id_: int, arm: Arm) -> ArmFigures:
    """Return what the games of an arm came to."""
    ask = store.connection.execute
    games = ask("SELECT winner, turn FROM game WHERE arm = ?", (id_,)).fetchall()
    rows = ask("SELECT side, lost, fielded, points FROM side WHERE arm = ? ORDER BY side", (id_,)).fetchall()
    sides = list(dict.fromkeys([*arm.players, *(row[0] for row in rows)]))
    winners = [NOBODY if winner is None else winner for winner, _ in games]
    return ArmFigures(
        arm=arm,
        games=len(games),
        turns=Average.of(turn for _, turn in games),
        wins={each: Rate(winners.count(each), len(games)) for each in [*sides, NOBODY]},
        lost={
            each: Average.of((lost / max(fielded, 1) for side, lost, fielded, _ in rows if side == each), (0.0, 1.0))
            for each in sides
        },
        points={each: Average.of(points for side, *_, points in rows if side == each) for each in sides},
    )


@dataclass(frozen=True)
class Compared:
    """One figure of two arms."""

    what: str
    side: str
    """Empty for what belongs to no side."""
    difference: Difference | AverageDifference
    is_share: bool

    def data(self) -> dict[str, Any]:
        """Return it as JSON; an end that is not known is null."""
        one, other = (_data(each) for each in self.difference)
        told = self.difference.is_told_from_chance
        return {
            "what": self.what,
            "side": self.side or None,
            "first": one,
            "second": other,
            "difference": {**_data(self.difference), "told_from_chance": told},
        }


def compared(one: ArmFigures, other: ArmFigures) -> Iterator[Compared]:
    """Yield every figure that both arms have."""
    for side in one.wins:
        if side in other.wins and (side != NOBODY or one.wins[side].won or other.wins[side].won):
            yield Compared("wins", side, Difference(one.wins[side], other.wins[side]), True)
    yield Compared("turns", "", AverageDifference(one.turns, other.turns), False)
    for what, mine, theirs in (("loses", one.lost, other.lost), ("points", one.points, other.points)):
        for side in mine:
            if side in theirs:
                yield Compared(what, side, AverageDifference(mine[side], theirs[side]), what == "loses")


def unlike(one: Arm, other: Arm) -> Iterator[tuple[str, str, str]]:
    """Yield in what two arms differ, and what each of them has."""
    if one.name != other.name:
        yield "scenario", one.name, other.name
    elif one.text != other.text:
        yield "scenario", "as it was", "changed"
    if one.map_text != other.map_text:
        yield "map", "as it was", "changed"
    for side in sorted({*one.players, *other.players}):
        if (mine := one.players.get(side, "nobody")) != (theirs := other.players.get(side, "nobody")):
            yield f"{side} played by", mine, theirs
    if one.settings != other.settings:
        yield "settings", one.shown_settings or "as in the file", other.shown_settings or "as in the file"


def _data(figure: Rate | Average | Difference | AverageDifference) -> dict[str, Any]:
    low, high = figure.interval
    key, value = ("share", figure.share) if isinstance(figure, Rate | Difference) else ("mean", figure.mean)
    return {key: value, "low": None if low == -inf else low, "high": None if high == inf else high}
