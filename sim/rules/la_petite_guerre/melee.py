"""Hand to hand: who has the advantage, who cannot reply, and what a hit does (LPG-MELEE, LPG-MELEE-hit).

Rulings (base_games.md 5.3.13 to 5.3.15):
- However many advantages a man has, they add one.
- Equal scores hit nobody.
- Of several the one to whom a man faces fights him; every other rolls a die of his own, and 4+ hits.
"""

from __future__ import annotations

from fractions import Fraction

from sim.engine.check import Check
from sim.engine.dice import D6
from sim.rules.la_petite_guerre.geometry import faces_away, is_higher
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.shooting import Harm, harm
from sim.rules.la_petite_guerre.units import Man


def handiness(position: Scene, man: Man) -> int:
    """Return what a man's weapon is worth hand to hand."""
    weapon = position.battle.data.weapons.get(man.weapon)
    return max(weapon.melee if weapon else 0, position.battle.data.numbers.bayonet if man.bayonet else 0)


def melee_check(position: Scene, man: Man, enemy: Man, *, charging: bool) -> Check:
    """LPG-MELEE: one is added to the die of a man who has any advantage at all; the reasons are told."""
    told = (
        (enemy.wounded, "the enemy is wounded"),
        (man.mounted and not enemy.mounted, "mounted against foot"),
        (is_higher(position, man, enemy), "from higher ground"),
        (charging, "charging"),
        (handiness(position, man) > handiness(position, enemy), "better weapon"),
    )
    reasons = [reason for so, reason in told if so]
    return Check("hand to hand").plus(1 if reasons else 0, ", ".join(reasons), "LPG-MELEE")


def is_helpless(man: Man) -> bool:
    """LPG-MELEE: say whether a man strikes at nobody, wherever they stand: he lies, is stunned, or runs."""
    return man.prone or bool(man.stunned) or man.broken


def cannot_reply(position: Scene, man: Man, enemy: Man) -> str:
    """LPG-MELEE: say why a man does not strike back at an enemy; empty if he does."""
    if man.broken:
        return "running"
    if man.prone:
        return "prone"
    if man.stunned:
        return "stunned"
    return "struck from the rear" if faces_away(position, man, enemy) else ""


def melee_harm(position: Scene, target: Man, die: int) -> Harm | str:
    """LPG-MELEE-hit: what the die for a hit comes to: as for shots, but whoever would be stunned breaks instead."""
    result = harm(position, target, die, blind=False)
    return "broken" if result == "stunned" else result


def duel_odds(mine: int, theirs: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return how likely the first of two hits, neither does, and the second does, with so much added to their dice.

    >>> duel_odds(0, 0)
    (Fraction(5, 12), Fraction(1, 6), Fraction(5, 12))
    """
    margins = [one + mine - other - theirs for one in D6.faces for other in D6.faces]
    count = len(margins)
    return (
        Fraction(sum(margin > 0 for margin in margins), count),
        Fraction(sum(margin == 0 for margin in margins), count),
        Fraction(sum(margin < 0 for margin in margins), count),
    )
