"""Fire: who has noticed whom, small arms, and guns (LPG-ACQ, LPG-FIRE, LPG-BLIND, LPG-HIT, LPG-GATLING, LPG-SHELL).

Rulings on who has noticed whom (5.3.9): a target that has been acquired stays so while there is a line of sight to it,
whether it was looked for or could not be overlooked; that is seen to before either side acts and at the end of the
turn. Attention is drawn to whoever has fired this turn or the last, as one is under fire, and to the crew of a gun that
has; and to whom a leader has pointed out to a man who could not see him then. A gun looks with the eyes of its crew:
one of its actions.

On small arms:
- Whoever has not been acquired, or could not be hit even with a six, is fired at blind (5.3.10).
- Nobody fires beyond the longest range, blind or not.
- A gun can be fired at as a man can; of all results that a hit has only being killed puts it out of action.
- A weapon that takes no time to load is a repeater and never empty; it may fire twice a turn, the second time worse.

On guns (base_games.md 5.3.11, 5.3.12, 5.3.24):
- A beaten zone is a wedge of 11.25 degrees, and never narrower than half an inch to either side of its middle.
- Everybody in it whom the gun has a line of sight to is in danger, friend or foe, guns too, but for the gun itself and
  its crew; each has dice of his own. An enemy whom nobody of the crew has acquired, or who could not be hit even with a
  six, is hit on sixes, as by blind fire; so it is with a shell that is laid on what nobody has acquired.
- Who lies hidden is hit by a blind six as well, and is discovered by that. For all of them in a beaten zone there is
  one die, in every battle in which somebody began hidden: it is thrown whether or not anybody is there, so that no die
  and no missing one tells of him. Nobody counts as under fire of whom the enemy knows nothing.
- A shell bursts at the centre of a cell. It goes astray along one of the directions of the grid, by as many cells as
  come nearest to the inches.
- What a gun takes to load grows by an action for each man of its crew who is out of action: dead, wounded, stunned,
  running or not with the gun. A wounded man can still serve it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import own_cover
from sim.board.templates import Circle, Wedge
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.rules.la_petite_guerre.events import Acquired, Harm, Hit, Looked
from sim.rules.la_petite_guerre.figures import Weapon
from sim.rules.la_petite_guerre.ground.sight import gunners, in_arc, in_hard_cover, is_higher
from sim.rules.la_petite_guerre.state import Man, Play, Scene, targets
from sim.tabletop.inches import HARD, best_cover, best_first, inches_text, sees, within

if TYPE_CHECKING:
    import shapely


RULE = "LPG-ACQ"
BEST = max(D6.faces)


def on_die(number: int) -> int:
    """Return a number as a die can need it: whatever is added to it, it shows one at the least.

    >>> on_die(4), on_die(-1)
    (4, 1)
    """
    return max(min(D6.faces), number)


def passes(game: Play, check: Check, needs: int, purpose: str, whom: str, rule: str, about: Sequence[str] = ()) -> bool:
    """Throw whether a die comes to what is needed with what is added to it, which is told before."""
    game.note(Checked(check, about=tuple(about)))
    return game.met(Throw(D6, purpose, whom, at_least(on_die(needs - check.total))), rule)


# -- acquiring -----------------------------------------------------------------------------------------------------


def automatic(position: Scene, man: Man, target: Man) -> bool:
    """LPG-ACQ: say whether a man cannot help noticing another: near enough, less so in cover, and in sight."""
    numbers = position.battle.data.numbers
    if not within(position, man.place, target.place, numbers.acquire_open) or not sees(position, man, target):
        return False
    covered = best_cover(position.lines, man.place, target.place) is not None
    return not covered or within(position, man.place, target.place, numbers.acquire_cover)


def acquires(position: Scene, man: Man, target: Man) -> bool:
    """Say whether a man has a target that he could aim at; a gun has what any of those has who serve it."""
    if man.profile.kind == "gun" and any(acquires(position, each, target) for each in gunners(position, man)):
        return True
    return (target.id in man.acquired and sees(position, man, target)) or automatic(position, man, target)


def sightings(position: Scene) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """LPG-ACQ: return whom each man has acquired, of those for whom that is no longer what is written down.

    Of whom he has lost sight, he has lost; whom he cannot help noticing, he has, and keeps when that one goes away.
    """
    found = []
    for man in position.state.units:
        if man.out:
            continue
        there = list(targets(position, man.side))
        seen = {enemy.id for enemy in there if enemy.id in man.acquired and sees(position, man, enemy)}
        kept = tuple(id_ for id_ in man.acquired if id_ in seen)
        new = tuple(enemy.id for enemy in there if enemy.id not in seen and automatic(position, man, enemy))
        if (*kept, *new) != man.acquired:
            found.append((man.id, (*kept, *new)))
    return tuple(found)


def acquire_check(position: Scene, man: Man, target: Man) -> Check:
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


def attention_drawn(position: Scene, man: Man, target: Man) -> str:
    """LPG-ACQ: say what has drawn the attention of a man to another: fire, or a leader; empty if nothing has."""
    units, since = position.state.units, max(1, position.state.turn - 1)
    if target.shot >= since:
        return "by fire"
    if target.serves in units and units[target.serves].shot >= since:
        return f"by the fire of {target.serves}"
    eyes = (man, *gunners(position, man)) if man.profile.kind == "gun" else (man,)
    return "by a leader" if any(target.id in each.shown for each in eyes) else ""


def acquire_needed(position: Scene, man: Man, target: Man) -> int:
    """LPG-ACQ: what the bare die must show."""
    return on_die(position.battle.data.numbers.acquire_needs - acquire_check(position, man, target).total)


def look(game: Play, id_: str, target: str) -> None:
    """LPG-ACQ: throw whether a man notices another."""
    check = acquire_check(game.position, game.state.unit(id_), game.state.unit(target))
    found = passes(game, check, game.battle.data.numbers.acquire_needs, f"to acquire {target}", id_, RULE)
    game.happen(Acquired((id_,), target) if found else Looked(id_, target))


# -- small arms ----------------------------------------------------------------------------------------------------


def weapon_of(position: Scene, man: Man) -> Weapon | None:
    """Return what a man has in his hands."""
    return position.battle.data.weapons.get(man.weapon)


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
    if not man.loaded and weapon.load:
        return Refusal(f"the {weapon.name} is not loaded", "LPG-WPN")
    if man.fired >= (1 if weapon.load else 2):
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


class Aim(NamedTuple):
    """How a shot is aimed."""

    check: Check
    """What is added to the die."""
    blind: str
    """LPG-BLIND: why only a six hits, and does less; empty for one that is aimed."""
    need: int
    """What the bare die must show."""


def _aim(position: Scene, man: Man, target: Man, check: Check) -> Aim:
    """LPG-BLIND: friends need not be acquired: everybody knows where they are."""
    numbers, blind = position.battle.data.numbers, ""
    if target.side != man.side and not acquires(position, man, target):
        blind = f"{target.id} has not been acquired"
    elif BEST + check.total < numbers.hit:
        blind = "he could not be hit even with a six"
    return Aim(check, blind, numbers.blind_hit if blind else numbers.hit - check.total)


def shot(position: Scene, man: Man, target: Man, *, second: bool) -> Aim:
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
    return _aim(position, man, target, check)


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


def shot_down(game: Play, id_: str, *, blind: bool = False) -> None:
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


# -- guns ----------------------------------------------------------------------------------------------------------


def gun_weapon(position: Scene, gun: Man) -> Weapon:
    """Return what a gun is."""
    return position.battle.data.weapons[gun.profile.weapon]


def load_actions(position: Scene, man: Man) -> Check:
    """LPG-WPN: how many actions it takes to load: a gun more for each man of the crew who is out of action."""
    weapon, check = weapon_of(position, man), Check("actions to load")
    missing = max(0, man.profile.crew - sum(not each.wounded for each in gunners(position, man)))
    check = check.plus(weapon.load, weapon.name, "LPG-WPN") if weapon else check
    return check.plus(missing, "crew out of action", "LPG-WPN")


def is_served(position: Scene, there: Sequence[Man]) -> bool:
    """Say whether so many men are enough for a gun to do anything."""
    return len(there) >= position.battle.data.numbers.served


def serve_refusal(position: Scene, gun: Man) -> Refusal | None:
    """LPG-GUNS: say why a gun can do nothing at all; None if it is served."""
    if is_served(position, gunners(position, gun)):
        return None
    return Refusal(f"{gun.id} has no crew to serve it", "LPG-GUNS")


def fire_gun_refusal(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Refusal | None:
    """LPG-GUNS: say why a gun cannot be fired at a cell; None if it can. Its actions are not asked about."""
    weapon = gun_weapon(position, gun)
    longest = position.battle.data.numbers.canister if canister else weapon.longest
    if refused := serve_refusal(position, gun):
        return refused
    if gun.limbered:
        return Refusal(f"{gun.id} is limbered", "LPG-ACT-1")
    if not gun.loaded:
        return Refusal(f"{gun.id} is not loaded", "LPG-WPN")
    if canister and weapon.kind != "field gun":
        return Refusal(f"a {weapon.name} fires no canister", "LPG-GATLING")
    if cell == gun.cell:
        return Refusal("nobody is known to be there", TABLE_SENSE)
    if cell not in position.map:
        return Refusal("that is no target", TABLE_SENSE)
    if not within(position, gun.place, cell, longest):
        away = inches_text(position.map.grid.squared(gun.place, cell), position.map.scale.per_cell)
        return Refusal(f'too far: {away}, and it carries {longest}"', "LPG-GATLING" if canister else "LPG-WPN")
    if not in_arc(position, gun, cell):
        return Refusal(f"{position.name(cell)} is not to the front of {gun.id}", "LPG-FRONT")
    if cell not in position.lines.field_of_view(gun.place):
        return Refusal(f"no line of sight to {position.name(cell)}", "LPG-GUNS")
    return None


# -- the beaten zone ---------------------------------------------------------------------------------------------


def wedge(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Wedge:
    """LPG-GATLING: return the beaten zone of a gun that is laid on a cell."""
    exact = position.battle.data.exact
    length = position.battle.data.numbers.canister if canister else gun_weapon(position, gun).longest
    return Wedge.about(gun.place, cell, exact.wedge_half_angle, length, exact.wedge_least)


def beaten_zone(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Area:
    """LPG-GATLING: return the cells of the beaten zone to which the gun has a line of sight."""
    zone = wedge(position, gun, cell, canister=canister)
    return _zone_cells(position.map, zone) & position.lines.field_of_view(gun.place)


@lru_cache(maxsize=512)
def _zone_cells(battle_map: BattleMap, zone: Wedge) -> Area:
    """Find the cells once: guns seldom move, and every enemy is weighed as a target by everybody whom it would hit."""
    return zone.cells(battle_map)


def in_danger(position: Scene, area: Area, *, hidden: bool = False) -> Iterator[Man]:
    """Yield the men and the guns in an area, of either side, in roster order: those who hide there, or all the others.

    Of those who hide nobody knows.
    """
    return (man for man in position.state.units if not man.out and man.cell in area and man.hidden is hidden)


def wedge_dice(position: Scene, gun: Man, target: Man) -> int:
    """LPG-GATLING: how many dice a target in the beaten zone has against him."""
    for band in position.battle.data.wedge_band:
        if within(position, gun.place, target.place, band.up_to):
            return band.dice
    return position.battle.data.numbers.wedge_far_dice


def swept(position: Scene, gun: Man, target: Man) -> Aim:
    """LPG-GATLING: return how each die is aimed that is thrown against a target in the beaten zone."""
    parts = position.battle.data.wedge
    check = Check("to hit").where(
        "LPG-GATLING",
        (target.prone, parts["prone"], "prone target"),
        (in_hard_cover(position, gun.place, target), parts["cover"], "hard cover"),
        (target.mounted, parts["mounted"], "mounted target"),
    )
    return _aim(position, gun, target, check)


# -- shells ------------------------------------------------------------------------------------------------------


def burst_cell(position: Scene, aimed: Cell, direction: int, inches: int) -> Cell | None:
    """LPG-SHELL: return where a shell bursts that is off by so many inches; None off the table."""
    map_, cell = position.map, aimed
    step = map_.grid.steps[direction]
    length = map_.length(aimed, Cell(aimed.q + step.q, aimed.r + step.r))
    for _ in range(max(1, round(inches / length))):
        cell = Cell(cell.q + step.q, cell.r + step.r)
    return cell if cell in map_ else None


def blast(position: Scene, cell: Cell) -> Area:
    """LPG-SHELL: return the cells that a burst reaches."""
    return Circle(cell, position.battle.data.numbers.burst_two).cells(position.map)


def blast_shapes(position: Scene, cell: Cell) -> tuple[shapely.Polygon, shapely.Polygon]:
    """Return the outlines of the two circles, in cells, for who draws them."""
    numbers = position.battle.data.numbers
    near, far = (Circle(cell, inches) for inches in (numbers.burst_one, numbers.burst_two))
    return near.shape(position.map), far.shape(position.map)


def shell_needed(position: Scene, cell: Cell, target: Man) -> int | None:
    """LPG-SHELL, LPG-BLIND: what the die must show for a burst to hit a man; None for who is out of its reach."""
    needed = burst_needed(position, cell, target)
    return needed if needed is None or needed <= BEST else position.battle.data.numbers.blind_hit


def burst_needed(position: Scene, cell: Cell, target: Man) -> int | None:
    """LPG-SHELL: by how far he is from the burst, and his cover; more than a six is no aimed hit."""
    numbers = position.battle.data.numbers
    for length, needed in ((numbers.burst_one, numbers.shell_one), (numbers.burst_two, numbers.shell_two)):
        if within(position, cell, target.place, length):
            return needed - (numbers.shell_cover if _shielded(position, cell, target) else 0)
    return None


def _shielded(position: Scene, burst: Cell, target: Man) -> bool:
    """Say whether hard cover, or something that cannot be seen through, is between a burst and a man."""
    if burst == target.cell:
        return any(cover.cover == HARD for cover in best_first(position.map, own_cover(position.ground, burst))[:1])
    return target.cell not in position.lines.field_of_view(burst) or in_hard_cover(position, burst, target)
