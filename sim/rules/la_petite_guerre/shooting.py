"""Small arms: who can be fired at, what the die must show, and what a hit does (LPG-FIRE, LPG-BLIND, LPG-HIT).

Rulings:
- Whoever has not been acquired, or could not be hit even with a six, is fired at blind (5.3.10).
- Nobody fires beyond the longest range, blind or not.
- A gun can be fired at as a man can; of all results that a hit has only being killed puts it out of action.
- A weapon that takes no time to load is a repeater and never empty; it may fire twice a turn, the second time worse.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.events import Harm, Hit
from sim.rules.la_petite_guerre.figures import Weapon
from sim.rules.la_petite_guerre.ground import in_arc, in_hard_cover
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import inches_text, sees, within

BEST = max(D6.faces)


def weapon_of(position: Scene, man: Man) -> Weapon | None:
    """Return what a man has in his hands."""
    return position.battle.data.weapons.get(man.weapon)


def is_repeater(weapon: Weapon) -> bool:
    """LPG-ACT-2: say whether a weapon may fire twice."""
    return weapon.load == 0


def is_second(position: Scene, man: Man) -> bool:
    """LPG-FIRE: say whether a shot would be a man's second action this turn; the wounded have no second."""
    numbers = position.battle.data.numbers
    return man.left < (numbers.wounded_actions if man.wounded else numbers.actions)


def fire_refusal(position: Scene, man: Man, target: Man) -> Refusal | None:
    """LPG-FIRE: say why a man cannot fire at another; None if he can. His actions are not asked about."""
    weapon = weapon_of(position, man)
    if weapon is None or weapon.kind != "small arm":
        return Refusal(f"{man.id} has nothing in his hands to fire", "LPG-WPN")
    if target.side == man.side:
        return Refusal(f"{target.id} is a friend", TABLE_SENSE)
    if target.out:
        return Refusal(f"{target.id} is not on the table", TABLE_SENSE)
    if not man.loaded and not is_repeater(weapon):
        return Refusal(f"the {weapon.name} is not loaded", "LPG-WPN")
    if man.fired >= (2 if is_repeater(weapon) else 1):
        return Refusal(f"{man.id} has fired already this turn", "LPG-ACT-2")
    squared = position.map.grid.squared(man.place, target.place)
    if not within(position, man.place, target.place, weapon.longest):
        away = inches_text(squared, position.map.scale.per_cell)
        return Refusal(f'too far: {away}, and the {weapon.name} carries {weapon.longest}"', "LPG-WPN")
    if not sees(position, man, target):
        return Refusal(f"no line of sight to {target.id}", "LPG-FIRE")
    if not in_arc(position, man, target.place):
        return Refusal(f"{target.id} is not to the front of {man.id}", "LPG-FRONT")
    return None


def fire_check(position: Scene, man: Man, target: Man, *, second: bool) -> Check:
    """LPG-FIRE: what is added to the die of an aimed shot, part by part; `second` for a shot as second action."""
    weapon, parts = weapon_of(position, man), position.battle.data.fire
    assert weapon is not None
    return Check("to hit").where(
        "LPG-FIRE",
        (within(position, man.place, target.place, weapon.short), parts.short, "short range"),
        (man.profile.marksman, parts.marksman, "marksman"),
        (target.mounted, parts.mounted, "mounted target"),
        (second, parts.second, "second action"),
        (man.bayonet, parts.bayonet, "bayonet fixed"),
        (target.prone, parts.prone, "prone target"),
        (in_hard_cover(position, man, target), parts.cover, "hard cover"),
    )


def is_blind(position: Scene, man: Man, target: Man, *, second: bool) -> str:
    """LPG-BLIND: say why a shot is blind; empty for one that is aimed."""
    if not acquires(position, man, target):
        return f"{target.id} has not been acquired"
    if BEST + fire_check(position, man, target, second=second).total < position.battle.data.numbers.hit:
        return "he could not be hit even with a six"
    return ""


def fire_needed(position: Scene, man: Man, target: Man, *, second: bool) -> int:
    """LPG-FIRE, LPG-BLIND: what the bare die must show for a hit."""
    numbers = position.battle.data.numbers
    if is_blind(position, man, target, second=second):
        return numbers.blind_hit
    return numbers.hit - fire_check(position, man, target, second=second).total


# -- what a hit does ---------------------------------------------------------------------------------------------


def harm(position: Scene, target: Man, die: int, *, blind: bool) -> Harm:
    """LPG-HIT, LPG-BLIND: what the die for a hit comes to, before a rider's second die."""
    numbers = position.battle.data.numbers
    if blind and die <= numbers.blind_harmless:
        return "nothing"
    if die <= numbers.killed:
        return "killed"
    if target.profile.kind == "gun":
        return "nothing"
    if die <= numbers.wounded:
        return "wounded"
    if die <= numbers.stunned:
        return "stunned"
    return "nothing" if target.profile.grade == "A" else "stunned"


def asks_for_the_horse(position: Scene, target: Man, die: int, result: Harm) -> bool:
    """LPG-HIT: say whether a rider's hit is rolled for again: on 2-5, if it does anything."""
    numbers = position.battle.data.numbers
    return target.mounted and result != "nothing" and numbers.killed < die <= numbers.stunned


def horse_is_killed(position: Scene, die: int) -> bool:
    """LPG-HIT: say whether the second die kills the horse: the rider is thrown and stunned, and nothing else."""
    return die <= position.battle.data.numbers.thrown


def shot_down(game: Play, id_: str, *, blind: bool = False) -> None:
    """LPG-HIT: roll for what a hit does to a man; for a rider perhaps to his horse."""
    man = game.state.unit(id_)
    die = game.throw(Throw(D6, "what the hit does", id_), "LPG-HIT").total
    result = harm(game.position, man, die, blind=blind)
    if result == "nothing" and man.profile.kind == "gun":
        game.note(Said("it does a gun no harm", rule="LPG-GUNS-hit"))
    elif result == "nothing" and die > game.battle.data.numbers.stunned:
        game.note(Said("he is of A grade and ignores it", rule="LPG-HIT"))
    elif result == "nothing":
        game.note(Said("a blind shot: no effect", rule="LPG-BLIND"))
    if asks_for_the_horse(game.position, man, die, result):
        second = game.throw(Throw(D6, "the horse", id_), "LPG-HIT").total
        if horse_is_killed(game.position, second):
            result = "thrown"
    game.happen(Hit(id_, result))
