"""Who has noticed whom, small arms, what a hit does, and what it takes to load (LPG-ACQ, LPG-FIRE, LPG-BLIND, LPG-HIT).

Rulings on who has noticed whom (5.3.9): a target that has been acquired stays so while there is a line of sight to it,
whether it was looked for or could not be overlooked; that is seen to before either side acts and at the end of the
turn. Attention is drawn to whoever has fired this turn or the last, as one is under fire, and to the crew of a gun that
has; and to whom a leader has pointed out to a man who could not see him then. A gun looks with the eyes of its crew:
one of its actions.

On small arms, and on loading:
- Whoever has not been acquired, or could not be hit even with a six, is fired at blind (5.3.10).
- Nobody fires beyond the longest range, blind or not.
- A gun can be fired at as a man can; of all results that a hit has only being killed puts it out of action.
- A weapon that takes no time to load is a repeater and never empty; it may fire twice a turn, the second time worse.
- What a gun takes to load grows by an action for each man of its crew who is out of action: dead, wounded, stunned,
  running or not with the gun. A wounded man can still serve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.la_petite_guerre.events import Acquired, Harm, Hit, Looked
from sim.rules.la_petite_guerre.figures import Weapon
from sim.rules.la_petite_guerre.ground.sight import front_refusal, gunners, in_hard_cover, is_higher
from sim.rules.la_petite_guerre.state import LpgGame, LpgPosition, Man, targets
from sim.tabletop.inches import best_cover, inches_text, sees, squared_from, squared_limit, within

RULE = "LPG-ACQ"
BEST = max(D6.faces)


def on_die(number: int) -> int:
    """Return a number as a die can need it: whatever is added to it, it shows one at the least.

    >>> on_die(4), on_die(-1)
    (4, 1)
    """
    return max(min(D6.faces), number)


def passes(
    game: LpgGame, check: Check, needs: int, purpose: str, whom: str, rule: str, about: Sequence[str] = ()
) -> bool:
    """Throw whether a die comes to what is needed with what is added to it, which is told before."""
    game.note(Checked(check, about=tuple(about)))
    return game.met(Throw(D6, purpose, whom, at_least(on_die(needs - check.total))), rule)


# -- acquiring -----------------------------------------------------------------------------------------------------


def automatic(position: LpgPosition, man: Man, target: Man) -> bool:
    """LPG-ACQ: say whether a man cannot help noticing another: near enough, less so in cover, and in sight."""
    numbers = position.battle.data.numbers
    if not within(position, man.place, target.place, numbers.acquire_open) or not sees(position, man, target):
        return False
    covered = best_cover(position.lines, man.place, target.place) is not None
    return not covered or within(position, man.place, target.place, numbers.acquire_cover)


def acquires(position: LpgPosition, man: Man, target: Man) -> bool:
    """Say whether a man has a target that he could aim at; a gun has what any of those has who serve it."""
    if man.profile.kind == "gun" and any(acquires(position, each, target) for each in gunners(position, man)):
        return True
    return (target.id in man.acquired and sees(position, man, target)) or automatic(position, man, target)


def sightings(position: LpgPosition) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """LPG-ACQ: return whom each man has acquired, of those for whom that is no longer what is written down.

    Of whom he has lost sight, he has lost; whom he cannot help noticing, he has, and keeps when that one goes away.
    """
    found, map_ = [], position.map
    sides = {side.id: list(targets(position, side.id)) for side in position.battle.sides}
    places = {side: [enemy.place for enemy in there] for side, there in sides.items()}
    limit = squared_limit(map_.scale.per_cell, position.battle.data.numbers.acquire_open)
    for man in position.state.units:
        if man.out:
            continue
        there, away = sides[man.side], squared_from(map_, man.place, places[man.side])
        acquired = [enemy for enemy in there if enemy.id in man.acquired] if man.acquired else []
        seen = {enemy.id for enemy in acquired if sees(position, man, enemy)}
        kept = tuple(id_ for id_ in man.acquired if id_ in seen)
        close = [enemy for enemy, squared in zip(there, away, strict=True) if squared <= limit]
        new = tuple(enemy.id for enemy in close if enemy.id not in seen and automatic(position, man, enemy))
        if (*kept, *new) != man.acquired:
            found.append((man.id, (*kept, *new)))
    return tuple(found)


def acquire_check(position: LpgPosition, man: Man, target: Man) -> Check:
    """LPG-ACQ: what is added to the die of a man who looks for another, part by part."""
    parts, check = position.battle.data.acquire, Check("to acquire")
    beyond = position.battle.data.numbers.acquire_far
    cover, attention = best_cover(position.lines, man.place, target.place), attention_drawn(position, man, target)
    return check.where(
        RULE,
        (bool(attention), parts["attention"], f"attention drawn {attention}"),
        (target.moved, parts["moving"], "it moves"),
        (target.mounted, parts["mounted"], "it is mounted"),
        (is_higher(position, man, target), parts["higher"], "from higher ground"),
        (target.prone, parts["prone"], "it is prone"),
        (cover is not None, parts["cover"], f"in cover: {cover.reason}" if cover else ""),
        (not within(position, man.place, target.place, beyond), parts["far"], "far away"),
        (man.moved, parts["observer"], "the observer has moved"),
    )


def attention_drawn(position: LpgPosition, man: Man, target: Man) -> str:
    """LPG-ACQ: say what has drawn the attention of a man to another: fire, or a leader; empty if nothing has."""
    units, since = position.state.units, max(1, position.state.turn - 1)
    if target.shot >= since:
        return "by fire"
    if target.serves in units and units[target.serves].shot >= since:
        return f"by the fire of {target.serves}"
    eyes = (man, *gunners(position, man)) if man.profile.kind == "gun" else (man,)
    return "by a leader" if any(target.id in each.shown for each in eyes) else ""


def acquire_needed(position: LpgPosition, man: Man, target: Man) -> int:
    """LPG-ACQ: what the bare die must show."""
    return on_die(position.battle.data.numbers.acquire_needs - acquire_check(position, man, target).total)


def look(game: LpgGame, id_: str, target: str) -> None:
    """LPG-ACQ: throw whether a man notices another."""
    check = acquire_check(game.position, game.state.unit(id_), game.state.unit(target))
    found = passes(game, check, game.battle.data.numbers.acquire_needs, f"to acquire {target}", id_, RULE)
    game.happen(Acquired((id_,), target) if found else Looked(id_, target))


# -- small arms ----------------------------------------------------------------------------------------------------


def weapon_of(position: LpgPosition, man: Man) -> Weapon | None:
    """Return what a man has in his hands."""
    return position.battle.data.weapons.get(man.weapon)


def is_second(position: LpgPosition, man: Man) -> bool:
    """LPG-FIRE: say whether a shot would be a man's second action this turn; the wounded have no second."""
    numbers = position.battle.data.numbers
    return man.left < (numbers.wounded_actions if man.wounded else numbers.actions)


def fire_refusal(position: LpgPosition, man: Man, target: Man) -> Refusal | None:
    """LPG-FIRE: say why a man cannot fire at another; None if he can. His actions are not asked about."""
    weapon = weapon_of(position, man)
    if weapon is None or weapon.kind != "small arm":
        return Refusal(f"{man.id} has no firearm in his hands", "LPG-WPN")
    if target.side == man.side:
        return Refusal(f"{target.id} is a friend", TABLE_SENSE)
    if target.out:
        return Refusal(f"{target.id} is not on the table", TABLE_SENSE)
    if not man.loaded and weapon.load:
        return Refusal(f"the {weapon.name} is not loaded", "LPG-WPN")
    if man.fired >= (1 if weapon.load else 2):
        return Refusal(f"{man.id} has fired already this turn", "LPG-ACT-2")
    map_ = position.map
    squared = map_.grid.squared(man.place, target.place)
    if squared > squared_limit(map_.scale.per_cell, weapon.longest):
        return _too_far(inches_text(squared, map_.scale.per_cell), weapon.name, weapon.longest)
    if not sees(position, man, target):
        return Refusal(f"no line of sight to {target.id}", "LPG-FIRE")
    return front_refusal(position, man, target.place, target.id)


@cache
def _too_far(away: str, weapon: str, reaches: int) -> Refusal:
    """Return what is said of most enemies, whenever a man looks for somebody to fire at."""
    return Refusal(f'too far: {away}, and the {weapon} reaches {reaches}"', "LPG-WPN")


class Aim(NamedTuple):
    """How a shot is aimed."""

    check: Check
    """What is added to the die."""
    blind: str
    """LPG-BLIND: why only a six hits, and does less; empty for one that is aimed."""
    need: int
    """What the bare die must show."""


def aimed(position: LpgPosition, man: Man, target: Man, check: Check) -> Aim:
    """LPG-BLIND: friends need not be acquired: everybody knows where they are."""
    numbers, blind = position.battle.data.numbers, ""
    if target.side != man.side and not acquires(position, man, target):
        blind = f"{target.id} has not been acquired"
    elif BEST + check.total < numbers.hit:
        blind = "not even a six could hit him"
    return Aim(check, blind, numbers.blind_hit if blind else numbers.hit - check.total)


def shot(position: LpgPosition, man: Man, target: Man, *, second: bool) -> Aim:
    """LPG-FIRE: return how a shot with small arms is aimed; `second` for one as second action."""
    weapon, parts = weapon_of(position, man), position.battle.data.fire
    assert weapon is not None
    check = Check("to hit").where(
        "LPG-FIRE",
        (within(position, man.place, target.place, weapon.short), parts["short"], "short range"),
        (man.profile.marksman, parts["marksman"], "marksman"),
        (target.mounted, parts["mounted"], "mounted target"),
        (second, parts["second"], "second action"),
        (man.bayonet, parts["bayonet"], "bayonet fixed"),
        (target.prone, parts["prone"], "prone target"),
        (in_hard_cover(position, man.place, target), parts["cover"], "hard cover"),
    )
    return aimed(position, man, target, check)


# -- what a hit does ---------------------------------------------------------------------------------------------


def harm(position: LpgPosition, target: Man, die: int, *, blind: bool) -> Harm:
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


def shot_down(game: LpgGame, id_: str, *, blind: bool = False) -> None:
    """LPG-HIT: roll for what a hit does to a man; for a rider perhaps to his horse."""
    man, numbers = game.state.unit(id_), game.battle.data.numbers
    die = game.throw(Throw(D6, "what the hit does", id_), "LPG-HIT").total
    result = harm(game.position, man, die, blind=blind)
    if result == "nothing" and man.profile.kind == "gun":
        game.note(Said("it does a gun no harm", rule="LPG-GUNS-hit"))
    elif result == "nothing" and die > numbers.stunned:
        game.note(Said("he is of A grade and ignores it", rule="LPG-HIT"))
    elif result == "nothing":
        game.note(Said("a blind shot: no effect", rule="LPG-BLIND"))
    # A rider's hit is rolled for again on 2-5, if it does anything: he may be thrown and stunned, and nothing else.
    again = man.mounted and result != "nothing" and numbers.killed < die <= numbers.stunned
    if again and game.throw(Throw(D6, "the horse", id_), "LPG-HIT").total <= numbers.thrown:
        result = "thrown"
    game.happen(Hit(id_, result))


# -- loading, and the crew of a gun ----------------------------------------------------------------------------------


def gun_weapon(position: LpgPosition, gun: Man) -> Weapon:
    """Return what a gun is."""
    return position.battle.data.weapons[gun.profile.weapon]


def load_actions(position: LpgPosition, man: Man) -> Check:
    """LPG-WPN: how many actions it takes to load: a gun more for each man of the crew who is out of action."""
    weapon, check = weapon_of(position, man), Check("actions to load")
    missing = max(0, man.profile.crew - sum(not each.wounded for each in gunners(position, man)))
    check = check.plus(weapon.load, weapon.name, "LPG-WPN") if weapon else check
    return check.plus(missing, "crew out of action", "LPG-WPN")


def is_served(position: LpgPosition, there: Sequence[Man]) -> bool:
    """Say whether so many men are enough for a gun to do anything."""
    return len(there) >= position.battle.data.numbers.served


def serve_refusal(position: LpgPosition, gun: Man) -> Refusal | None:
    """LPG-GUNS: say why a gun can do nothing at all; None if it is served."""
    if is_served(position, gunners(position, gun)):
        return None
    return Refusal(f"{gun.id} has no crew to serve it", "LPG-GUNS")
