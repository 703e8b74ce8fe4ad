"""Shooting (base_games.md 4.2): what the dice must show, and a volley with all that follows from it.

Rulings (CUC-SHOOT):
- Nothing shelters an aircraft.
- Skirmishing troops are hard to hit on foot, not in the saddle.
- A crew that is down to one man throws half of the dice of its weapon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sim.board.cover import Cover
from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.notes import Checked
from sim.memo import memo
from sim.play.consequences import Course, happens
from sim.play.happening import figures_text
from sim.play.odds import Telling, Told, low_of
from sim.rules.la_cucaracha import events, state
from sim.rules.la_cucaracha.combat.courage import take_courage_test
from sim.rules.la_cucaracha.combat.hits import ARMOUR, leader_dice, on_a_die, throw_hits, why_clamped
from sim.rules.la_cucaracha.combat.responses import RESPOND, responds
from sim.rules.la_cucaracha.events import Shot
from sim.rules.la_cucaracha.ground.sight import SHOOT, covers_of
from sim.rules.la_cucaracha.state import CucGame, CucPosition, Troop, class_of, flies, movement_of, weapon_of
from sim.tabletop.inches import HARD, within

NO_RESPONSE = "no response"


# -- what the dice must show -----------------------------------------------------------------------------------------


def always_hasty(position: CucPosition, unit: Troop) -> bool:
    """Say whether a shot would be hasty in any case: a single-shot weapon that has shot with its last card."""
    weapon = weapon_of(position, unit)
    return weapon is not None and weapon.reload == "single" and not unit.rested


def dice_of(position: CucPosition, unit: Troop) -> int:
    """Return how many dice a unit throws: one a figure, or those of its weapon."""
    weapon = weapon_of(position, unit)
    if weapon is None or not weapon.dice:
        return 0 if weapon is None else unit.figures
    alone = unit.profile.style == "crew" and unit.figures == 1
    return -(-weapon.dice // 2) if alone else weapon.dice


class Aim(NamedTuple):
    """All that matters for a shot of where two units are: the range, and the best single cover of the target."""

    near: bool
    covers: tuple[Cover, ...]


def aim(position: CucPosition, unit: Troop, target: Troop) -> Aim:
    """Return what matters of where a unit and its target are; nothing shelters an aircraft."""
    weapon, here, there = weapon_of(position, unit), unit.place, target.place
    if weapon is None:
        raise ValueError(f"{unit.id} has nothing to shoot with")
    near = within(position, here, there, weapon.short)
    if flies(position, target):
        return Aim(near, ())
    return Aim(near, covers_of(position, here, there, above=flies(position, unit))[:1])


def needed(position: CucPosition, unit: Troop, target: Troop, *, hasty: bool) -> Check:
    """Return what one die must reach to hit, part by part; `on_a_die` bounds it."""
    return needed_for(position, unit, target, aim(position, unit, target), hasty)


@memo(
    of=lambda position, *_: position.battle,
    by=lambda _, unit, target, *how: (unit.profile.id, unit.shaken, target.profile.id, *how),
)
def needed_for(position: CucPosition, unit: Troop, target: Troop, aim: Aim, hasty: bool) -> Check:
    """Return the same for units wherever they are: the same few sums are asked for time and again."""
    weapon, numbers = weapon_of(position, unit), position.battle.data.numbers
    check = (
        Check("needed on a die")
        .plus(numbers.hit_short if aim.near else numbers.hit_long, "short range" if aim.near else "long range")
        .plus(-numbers.hasty * hasty, "hasty")
        .plus(-numbers.marksmen * unit.profile.marksmen, "marksmen")
        .plus(-numbers.shaken * unit.shaken, "shaken")
        .plus(-numbers.large_target * movement_of(position, target).large, "large target")
    )
    if target.profile.skirmisher and class_of(position, target).id == "foot":
        check = check.plus(-numbers.skirmishing_target, "skirmishing target")
    if flies(position, target):
        made_for_it = weapon is not None and weapon.anti_aircraft
        return check if made_for_it else check.plus(-numbers.aircraft_target, "aircraft")
    return sheltered(position, check, aim.covers)


def sheltered(position: CucPosition, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best single cover; the rest does not count."""
    numbers = position.battle.data.numbers
    for cover in covers[:1]:
        worth = numbers.hard_cover if cover.cover == HARD else numbers.soft_cover
        check = check.plus(-worth, f"{cover.cover} cover: {cover.reason}")
    return check


def pierce(position: CucPosition, unit: Troop, target: Troop) -> int | None:
    """Return what a second die must show for a hit to count, against aircraft and armour; None where none is thrown."""
    weapon, numbers = weapon_of(position, unit), position.battle.data.numbers
    if flies(position, target):
        return numbers.aircraft_pierced
    if not target.profile.armoured:
        return None
    return numbers.armour_guns if weapon is not None and weapon.gun else numbers.armour_small_arms


# -- a volley --------------------------------------------------------------------------------------------------------


def shoot(game: CucGame, id_: str, target: str, *, hasty: bool, reroll: bool = False) -> None:
    """Shoot a volley, with all that follows from it: casualties, the leader's fate, courage."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    check = needed(position, unit, enemy, hasty=hasty or always_hasty(position, unit))
    game.note(Checked(check, rule=SHOOT))
    dice = Throw(D10, "to hit", id_, at_least(on_a_die(check.total), each=True), dice_of(position, unit))
    second, casualty = pierce(position, unit, enemy), game.battle.data.numbers.casualty
    hits, losses = throw_hits(game, target, dice, second, casualty, SHOOT, reroll=reroll)
    weapon, facing = weapon_of(position, unit), game.battle.map.grid.towards(unit.place, enemy.place)[0]
    game.happen(events.Shot(id_, target, hits, losses, facing, weapon is not None and weapon.reload == "slow"))
    if losses:
        leader_dice(game, target, losses)
        if not game.state.unit(target).lost:
            take_courage_test(game, target)


# -- what is told of its chances -------------------------------------------------------------------------------------


def volley(position: CucPosition, unit: str, target: str) -> Told:
    """Tell how likely a volley costs the target any figures, counting in a test that it depends on."""

    def lost(run: Course) -> int:
        return sum(shot.losses for shot in run.all_of(Shot))

    def why(telling: Telling) -> str:
        """Say how many dice are thrown, why so many, and what each must show."""
        weapon, dice = state.weapon_of(position, position.state.unit(unit)), telling.throw.count
        words = f"{dice} {'die' if dice == 1 else 'dice'} for {figures_text(dice)}"
        if weapon is not None and weapon.dice:
            words = f"{dice} dice of the {weapon.name}" + ("" if dice == weapon.dice else " with one man left")
        (check,) = telling.run.checks_before(telling.note)
        words += f", {telling.low} or more on each{why_clamped(check.total, telling.low)}"
        words += ", one miss rolled again" if telling.thrown("one missed die again") else ""
        if through := telling.thrown(ARMOUR):
            words += f"; then {low_of(through)} or more for each hit"
        if telling.thrown(RESPOND):
            words = f"{long(telling.chance(responds))} to respond; then {words}"
        return f"{words}; a figure falls on {position.battle.data.numbers.casualty} or more"

    counts = range(position.state.unit(target).figures + 1)
    return Told(
        f"casualties of {target}",
        unit,
        target,
        "to hit",
        so=lambda run: lost(run) > 0,
        ends=lambda run: f"{figures_text(lost(run))} lost" if run.has(Shot) else NO_RESPONSE,
        order=(NO_RESPONSE, *(f"{figures_text(count)} lost" for count in counts)),
        because=why,
        until=happens(Shot),
    )
