"""Compare two arms: two versions of a scenario, two readings of a rule, two commanders.

The seeds of two arms differ, so that their games are independent, and intervals are those of two samples. Readings that
were measured (`study rulings`) have the same seeds: their games are compared one by one, and intervals are those of
pairs, which are narrower wherever a reading leaves most of a battle alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from sim.study.plan import Arm
from sim.study.rates import Average, AverageDifference, Difference, PairedAverageDifference, PairedDifference, Rate
from sim.study.store import Store

NOBODY = "nobody"
"""Who wins a draw."""
SHARES = (0.0, 1.0)
_AnyDifference = Difference | PairedDifference | AverageDifference | PairedAverageDifference


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
    by_seed: dict[int, dict[tuple[str, str], float]]
    """The same figures of every game, by what they are and whose."""


def arm_figures(store: Store, id_: int, arm: Arm) -> ArmFigures:
    """Return what the games of an arm came to."""
    ask = store.connection.execute
    games = ask("SELECT number, seed, winner, turn FROM game WHERE arm = ?", (id_,)).fetchall()
    rows = ask("SELECT number, side, lost, fielded, points FROM side WHERE arm = ? ORDER BY side", (id_,)).fetchall()
    sides = list(dict.fromkeys([*arm.players, *(side for _, side, *_ in rows)]))
    found: dict[int, dict[tuple[str, str], float]] = {}
    for number, _, winner, turn in games:
        wins = {("wins", each): float((winner or NOBODY) == each) for each in [*sides, NOBODY]}
        found[number] = {**wins, ("turns", ""): turn}
    for number, side, lost, fielded, points in rows:
        found[number] |= {("loses", side): lost / max(fielded, 1), ("points", side): points}

    def of(what: str, side: str) -> list[float]:
        return [figures[what, side] for figures in found.values() if (what, side) in figures]

    return ArmFigures(
        arm=arm,
        games=len(games),
        turns=Average.of(of("turns", "")),
        wins={each: Rate(round(sum(of("wins", each))), len(games)) for each in [*sides, NOBODY]},
        lost={each: Average.of(of("loses", each), SHARES) for each in sides},
        points={each: Average.of(of("points", each)) for each in sides},
        by_seed={seed: found[number] for number, seed, *_ in games},
    )


@dataclass(frozen=True)
class Compared:
    """One figure of two arms."""

    what: str
    side: str
    """Empty for what belongs to no side."""
    difference: _AnyDifference
    is_share: bool

    def data(self) -> dict[str, Any]:
        """Return it as JSON; an end that is not known is null."""
        one, other = _data(self.difference.one), _data(self.difference.other)
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
    pairs = pairs_of(one, other)
    for side in one.wins:
        if side in other.wins and (side != NOBODY or one.wins[side].won or other.wins[side].won):
            difference: _AnyDifference = Difference(one.wins[side], other.wins[side])
            if pairs:
                won = ("wins", side)
                difference = PairedDifference.of((bool(mine[won]), bool(theirs[won])) for mine, theirs in pairs)
            yield Compared("wins", side, difference, True)
    averages = [("turns", "", one.turns, other.turns)]
    for what, mine, theirs in (("loses", one.lost, other.lost), ("points", one.points, other.points)):
        averages += [(what, side, mine[side], theirs[side]) for side in mine if side in theirs]
    for what, side, first, second in averages:
        difference = AverageDifference(first, second)
        if pairs:
            both = [(mine[what, side], theirs[what, side]) for mine, theirs in pairs if (what, side) in mine]
            difference = PairedAverageDifference.of(both, first.bounds)
        yield Compared(what, side, difference, what == "loses")


def pairs_of(one: ArmFigures, other: ArmFigures) -> list[tuple[dict[tuple[str, str], float], ...]]:
    """Return the games that both arms played with the same dice; none of arms with seeds of their own."""
    if not (one.arm.paired and other.arm.paired):
        return []
    return [(figures, other.by_seed[seed]) for seed, figures in one.by_seed.items() if seed in other.by_seed]


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


def _data(figure: Rate | Average | _AnyDifference) -> dict[str, Any]:
    low, high = figure.interval
    if isinstance(figure, Rate | Difference | PairedDifference):
        found: dict[str, Any] = {"share": figure.share}
    else:
        found = {"mean": figure.mean}
    return {**found, "low": None if low == -inf else low, "high": None if high == inf else high}
