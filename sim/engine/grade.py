"""How well a side has done: a grade in plain words, and what it is made of.

Every system says who has won, and counts points and units; how it counts them is its own affair. So the grade asks for
what all of them can tell, of the winner: whether it was far ahead on points or hardly, and whether it paid more or much
less than it took. Both together make a victory decisive, and what speaks against it more than for it makes it narrow.
Whoever has lost has the same grade as a defeat: what was narrow for one side was narrow for the other.

| part | worth |
| --- | --- |
| the side won (lost) | +2 (-2) |
| twice the points of the next side, and at least 3 more | +1 (-1) |
| fewer than 3 points more, or no more than a tenth of all points; or none at all | -1 (+1) |
| half the share of units lost, or less | +1 (-1) |
| a larger share of units lost | -1 (+1) |

4 is decisive, 2 and 3 are a victory, less is narrow. Where nobody has a point, points say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sim.engine.check import Check
from sim.engine.ruleset import SOLO
from sim.engine.summary import Losses, Summary
from sim.engine.words import counted

GradeName = Literal[
    "decisive victory", "victory", "narrow victory", "draw", "narrow defeat", "defeat", "decisive defeat"
]

WON = 2
CLEAR_LEAD = 3
"""Points by which a side must be ahead, so that it is not hardly ahead; in small battles a point is a man."""
CLOSE = Fraction(1, 10)
"""The share of all points that is hardly a lead, however many they are."""
DECISIVE, NARROW = 4, 1
"""The sum from which on a victory is decisive, and up to which it is narrow."""


@dataclass(frozen=True)
class Grade:
    """How well a side has done, and why that is so."""

    side: str
    name: GradeName
    check: Check
    """Every part with its reason, from the side's point of view: what speaks for it is positive."""


def grade_of(summary: Summary, side: str) -> Grade | None:
    """Grade what a side has done in a battle that was looked back on; None while that is not over."""
    if summary.outcome is None:
        return None
    winner = summary.outcome.winner
    if winner is None:
        return Grade(side, "draw", Check("grade"))
    won = winner == side
    sign, check = (1 if won else -1), Check("grade").plus(WON if won else -WON, "won" if won else "lost")
    for value, reason in (_points(summary, winner), _losses(summary, winner)):
        check = check.plus(sign * value, reason)
    return Grade(side, _named(won, abs(check.total)), check)


def side_to_grade(players: Mapping[str, str]) -> str | None:
    """Return the side that somebody plays, a person or a commander, against printed opponents; None if not just one."""
    played = [side for side, player in players.items() if player != SOLO]
    return played[0] if len(played) == 1 else None


def _named(won: bool, total: int) -> GradeName:
    if total >= DECISIVE:
        return "decisive victory" if won else "decisive defeat"
    if total <= NARROW:
        return "narrow victory" if won else "narrow defeat"
    return "victory" if won else "defeat"


def _points(summary: Summary, winner: str) -> tuple[int, str]:
    """Return what the points of the winner are worth, beside those of the side that came next."""
    scores = dict(summary.outcome.scores) if summary.outcome else {}
    own = scores.pop(winner, 0)
    other = max(scores.values(), default=0)
    if not own and not other:
        return 0, ""
    lead, told = own - other, f"on points, {own} to {other}"
    if lead <= 0:
        return -1, f"the winner was not ahead {told}"
    if lead < CLEAR_LEAD or lead <= CLOSE * (own + other):
        return -1, f"the winner was hardly ahead {told}"
    return (1, f"the winner was far ahead {told}") if own >= 2 * other else (0, "")


def _losses(summary: Summary, winner: str) -> tuple[int, str]:
    """Return what it is worth which share of its units the winner has lost, beside those who fought against it."""
    fighting = {side for side, _ in summary.outcome.scores} if summary.outcome else set()
    own = [losses for losses in summary.losses if losses.side == winner]
    others = [
        losses for losses in summary.losses if losses.side != winner and losses.side in (fighting or {losses.side})
    ]
    paid, took = _share(own), _share(others)
    told = f"the winner lost {_told(own)}, the other side {_told(others)}"
    if paid > took:
        return -1, told
    return (1, told) if took and paid <= took / 2 else (0, "")


def _share(of: list[Losses]) -> Fraction:
    fielded = sum(losses.fielded for losses in of)
    return Fraction(sum(len(losses.lost) for losses in of), fielded) if fielded else Fraction(0)


def _told(of: list[Losses]) -> str:
    lost, fielded = sum(len(losses.lost) for losses in of), sum(losses.fielded for losses in of)
    return f"{lost or 'none'} of {counted(fielded, 'unit')}"
