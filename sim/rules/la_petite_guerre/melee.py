"""Hand to hand: who has the advantage, who cannot reply, and what a hit does (LPG-MELEE, LPG-MELEE-hit).

Rulings (base_games.md 5.3.13 to 5.3.15):
- However many advantages a man has, they add one; by the other reading, one each.
- Equal scores hit nobody.
- Of several a man fights the one whom he has come to blows with, and else the one most directly to his front. Every
  other who touches him strikes without a reply: both throw, and nobody is hit if the man who cannot reply wins.
"""

from __future__ import annotations

from functools import reduce

from sim.board.movement import step_cost
from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.rules.la_petite_guerre.events import Broke, Harm, Hit
from sim.rules.la_petite_guerre.geometry import faces_away, is_higher
from sim.rules.la_petite_guerre.scene import Play, Scene, enemies
from sim.rules.la_petite_guerre.shooting import harm
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import mover

ANOTHER = "he fights another"
"""Why a man does not reply to one of several: not even if the other has just been struck down."""


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
    reasons, score = [reason for so, reason in told if so], Check(f"{man.id} hand to hand")
    if position.battle.data.readings.advantages == "each":
        return reduce(lambda check, reason: check.plus(1, reason, "LPG-MELEE"), reasons, score)
    return score.plus(1 if reasons else 0, ", ".join(reasons), "LPG-MELEE")


def in_contact(position: Scene, one: Man, other: Man) -> bool:
    """Say whether two men stand side by side, with nothing between them that a man could not step over."""
    if not position.map.grid.adjacent(one.place, other.place):
        return False
    return bool(step_cost(position.ground, mover(position, one.changed(mounted=False)), one.place, other.place))


def fought(position: Scene, man: Man) -> str:
    """LPG-MELEE: return whom a man fights of the enemies who touch him, by his id; empty for nobody.

    Of those before him: one with whom he has come to blows this turn, and else the one most directly to his front.
    """
    grid = position.map.grid
    ahead = man.place.plus(grid.steps[man.facing])
    there = [
        enemy
        for enemy in enemies(position, man.side)
        if not enemy.hidden and in_contact(position, enemy, man) and not faces_away(position, man, enemy)
    ]
    struck = [enemy for enemy in there if enemy.id in man.fought]
    able = struck or [enemy for enemy in there if not cannot_reply(position, enemy, man)]
    nearest = min(able, key=lambda enemy: grid.squared(ahead, enemy.place), default=None)
    return nearest.id if nearest else ""


def cannot_reply(position: Scene, man: Man, enemy: Man) -> str:
    """LPG-MELEE: say why a man does not strike at an enemy, were there no other; empty if he does."""
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


def struck_down(game: Play, id_: str) -> None:
    """LPG-MELEE-hit: roll for what a hit hand to hand does: whoever would be stunned breaks, and has yet to run."""
    die = game.throw(Throw(D6, "what the hit does", id_), "LPG-MELEE-hit").total
    result = melee_harm(game.position, game.state.unit(id_), die)
    if result == "broken":
        game.happen(Broke(id_))
    else:
        done: Harm = result  # type: ignore[assignment]  # Everything but broken is as for a shot.
        game.happen(Hit(id_, done))
