"""What there is to know of a battle and of a man, each figure with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sim.board.battlemap import BattleMap
from sim.engine.insight import Fact, Marker
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.courage import is_under_fire
from sim.rules.la_petite_guerre.events import STEPS
from sim.rules.la_petite_guerre.geometry import cover_from, gunners, sees
from sim.rules.la_petite_guerre.gunnery import gun_weapon, load_actions
from sim.rules.la_petite_guerre.scene import Scene, enemies
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.victory import losses, standing

COUNTER, NUMBERS, SCENARIO = "list of men", "rules", "scenario"
"""Where facts come from, besides rules."""
CONTROLS = {
    "free": "does as he is told",
    "repeats": "out of control: repeats what he did last turn",
    "nothing": "out of control: does nothing",
}


def status(position: Scene) -> Iterator[Fact]:
    """Yield how the battle stands."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SCENARIO)
    whose = f", {battle.side(state.side).mention}" if state.side else ""
    yield Fact("step", f"{STEPS[state.phase]}{whose}", "LPG-SEQ")
    if state.order:
        yield Fact("first move", battle.side(state.order[0]).name, "LPG-SEQ")
    if state.actor:
        rolled = f', {state.rolled}" to move' if state.rolled else ""
        yield Fact("acts", f"{state.actor}{rolled}", "LPG-ACT-1")
    for side, points in standing(position).items():
        needs = battle.data.engagement.needs.get(side)
        wanted = f", {needs} win" if needs else ""
        yield Fact(f"points of {battle.side(side).mention}", f"{points}{wanted}", SCENARIO)
    for side, most in battle.data.engagement.breaks_at.items():
        told = f"at {most} men lost, {losses(position, side)} now"
        yield Fact(f"{battle.side(side).name} give up", told, SCENARIO)


def markers(position: Scene) -> Iterator[Marker]:
    """Yield objectives, and where leaving is rewarded."""
    engagement = position.battle.data.engagement
    for objective in engagement.objectives:
        middle = _middle(position.map, objective.cells)
        yield Marker(middle, "objective", f"{objective.title}: {objective.points}", objective.holder or None)
    for leave in engagement.exits:
        who = position.battle.side(leave.side).name
        text = f"{who} may leave here: {leave.points}"
        yield Marker(_middle(position.map, leave.cells), "exit", text, leave.side)


@lru_cache(maxsize=64)
def _middle(battle_map: BattleMap, cells: tuple[Cell, ...]) -> Cell:
    """Return the cell of a place that is nearest to all of it: a table has too many inches to mark each of them.

    Kept, for markers are asked for with every picture of the table.
    """
    squared = battle_map.grid.squared
    sample = cells[:: max(1, len(cells) // 32)]
    return min(cells, key=lambda cell: (sum(squared(cell, other) for other in sample), battle_map.ordinal(cell)))


def facts(position: Scene, man: Man) -> Iterator[Fact]:
    """Yield all there is to know of a man or a gun."""
    yield Fact("kind", man.profile.name, COUNTER)
    yield from _belongs(position, man)
    if man.profile.kind == "gun":
        yield from _gun(position, man)
    else:
        yield from _abilities(position, man)
    yield from _condition(position, man)
    if not man.out and man.profile.kind == "man":
        yield from _surroundings(position, man)


def _belongs(position: Scene, man: Man) -> Iterator[Fact]:
    company = position.battle.data.engagement.companies.get(man.company)
    if company is not None:
        yield Fact("company", company.name, SCENARIO)
    if man.serves:
        yield Fact("serves", man.serves, SCENARIO)


def _abilities(position: Scene, man: Man) -> Iterator[Fact]:
    known = [
        word
        for word, so in (
            ("marksman", man.profile.marksman),
            ("Metis or Indian", man.profile.metis),
            ("has a horse", man.profile.rides and not man.unhorsed),
        )
        if so
    ]
    yield Fact("grade", ", ".join([man.profile.grade, *known]), COUNTER)
    if man.profile.command:
        left = man.profile.command - man.spent
        yield Fact("command points", f"{left} of {man.profile.command}", "LPG-CMD")
    weapon = weapon_of(position, man)
    if weapon is not None:
        ranges = f', {weapon.short}" and {weapon.longest}"' if weapon.longest else ""
        load = f", {actions_text(weapon.load)} to load" if weapon.load else ", a repeater" if weapon.longest else ""
        yield Fact("weapon", f"{weapon.name}{ranges}{load}", "LPG-WPN")
    if man.profile.second:
        other = man.profile.second if man.weapon == man.profile.weapon else man.profile.weapon
        kind = position.battle.data.weapons.get(other)
        yield Fact("besides", kind.name if kind else other, COUNTER)


def actions_text(number: int) -> str:
    """Write a number of actions."""
    return counted(number, "action")


def _gun(position: Scene, gun: Man) -> Iterator[Fact]:
    weapon = gun_weapon(position, gun)
    yield Fact("weapon", f'{weapon.name}, {weapon.short}" and {weapon.longest}"', "LPG-WPN")
    yield Fact("crew", f"{len(gunners(position, gun))} of {gun.profile.crew} with it", COUNTER)
    yield Fact("to load", actions_text(load_actions(position, gun).total), "LPG-WPN")
    if gun.laid:
        yield Fact("laid on", gun.laid, "LPG-SHELL")
    if not gun.out:
        yield from _acquired(position, gun)


def _condition(position: Scene, man: Man) -> Iterator[Fact]:
    """Yield what has befallen a man."""
    told = (
        (man.dead, "dead", "LPG-HIT"),
        (man.broken, "runs", "LPG-ROUT"),
        (bool(man.stunned), f"stunned until the end of turn {man.stunned}", "LPG-STUN"),
        (man.wounded, "wounded: one action a turn", "LPG-WOUND"),
        (man.mounted, "mounted", ""),
        (man.unhorsed, "his horse is dead", "LPG-HIT"),
        (man.prone, "prone", ""),
        (man.limbered, "limbered", "LPG-ACT-1"),
        (man.bayonet, "bayonet fixed", "LPG-ACT-1"),
        (not man.loaded, "not loaded", "LPG-ACT-1"),
        (man.hidden, "hidden", ""),
        (bool(man.follows), f"follows {man.follows} in single file", "LPG-MOVE-3"),
        (is_under_fire(position, man), "under fire", "LPG-CTRL"),
        (man.control != "" and not man.out, CONTROLS.get(man.control, ""), "LPG-CTRL"),
        (bool(man.encourages), f"encourages: +{man.encourages}", "LPG-CMD"),
    )
    for so, text, source in told:
        if so:
            yield Fact("state", text, source)
    if position.state.phase == "actions" and position.state.side == man.side and not man.out:
        yield Fact("actions left", str(man.left), "LPG-ACT-1")


def _surroundings(position: Scene, man: Man) -> Iterator[Fact]:
    """Yield whom a man has acquired, who has acquired him, and what shelters him."""
    yield from _acquired(position, man)
    for enemy in enemies(position, man.side):
        if sees(position, enemy, man):
            cover = cover_from(position, enemy, man)
            how = "has acquired him" if acquires(position, enemy, man) else "could see him"
            yield Fact("seen by", f"{enemy.id}, who {how}: {cover.reason if cover else 'no cover'}")


def _acquired(position: Scene, man: Man) -> Iterator[Fact]:
    """Yield whom a man, or the crew of a gun, has acquired."""
    for enemy in enemies(position, man.side):
        if acquires(position, man, enemy):
            yield Fact("has acquired", enemy.id, "LPG-ACQ")
