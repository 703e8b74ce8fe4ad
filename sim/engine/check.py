"""Checks: a number that is made of parts, each with its reason. No rule adds up bare numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sim.board.cover import Cover
from sim.engine.frozen import fast_frozen


@fast_frozen
@dataclass(frozen=True)
class Part:
    """One part of a check.

    >>> print(Part(3, "short range"), Part(-1, "prone"))
    +3 short range -1 prone
    """

    value: int
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.reason}"


@fast_frozen
@dataclass(frozen=True)
class Check:
    """A number and where it comes from.

    >>> attack = Check("attack", (Part(3, "firepower"), Part(3, "short range")))
    >>> attack.total
    6
    >>> print(attack.plus(-2, "suppressed"))
    attack 4: +3 firepower, +3 short range, -2 suppressed
    """

    name: str
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum([part.value for part in self.parts])

    def plus(self, value: int, reason: str, rule: str = "") -> Check:
        """Add a part; one that adds nothing is left out."""
        return Check(self.name, (*self.parts, Part(value, reason, rule))) if value else self

    def where(self, rule: str, *told: tuple[object, int, str]) -> Check:
        """Add what is so, of parts that each say whether they are: what all of a rule's modifiers come to.

        >>> print(Check("to hit").where("LPG-FIRE", (True, 1, "short range"), (False, -1, "prone target")))
        to hit 1: +1 short range
        """
        there = tuple(Part(value, reason, rule) for so, value, reason in told if so and value)
        return Check(self.name, (*self.parts, *there)) if there else self

    def __str__(self) -> str:
        parts = ", ".join(map(str, self.parts))
        return f"{self.name} {self.total}: {parts}" if parts else f"{self.name} {self.total}"


def all_cover(name: str, covers: Iterable[Cover]) -> Check:
    """Add up the modifiers of everything that shelters."""
    check = Check(name)
    for cover in covers:
        check = check.plus(cover.defence, cover.reason)
    return check
