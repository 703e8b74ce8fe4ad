"""Guns as they are fired: the beaten zone and the shell (LPG-GATLING, LPG-SHELL).

The scatter die is a D6: 1-4 an arrow, 5-6 a hit; the arrow points in a direction of the grid that a second die picks.
"""

from __future__ import annotations

from typing import Literal

from sim.board.area import Area
from sim.engine.dice import D6, Throw, at_least, at_most, die
from sim.engine.notes import Checked, Said
from sim.grid import Cell
from sim.rules.la_petite_guerre.actions import FireGun
from sim.rules.la_petite_guerre.events import Acted, GunFired, Revealed
from sim.rules.la_petite_guerre.gunnery import (
    beaten_zone,
    blast,
    burst_cell,
    gun_weapon,
    in_danger,
    in_hiding,
    is_laid_blind,
    is_shell_blind,
    is_wedge_blind,
    shell_needed,
    wedge_check,
    wedge_dice,
    wedge_needed,
)
from sim.rules.la_petite_guerre.harming import shot_down
from sim.rules.la_petite_guerre.moving import Play
from sim.rules.la_petite_guerre.scene import crew


def fire_gun(game: Play, order: FireGun) -> None:
    """Fire a gun."""
    what: Literal["fire canister", "fire gun"] = "fire canister" if order.canister else "fire gun"
    game.happen(Acted(order.unit, what, game.position.name(order.cell)))
    gun = game.state.unit(order.unit)
    for man in crew(game.position, gun):
        # Whoever fires gives himself away.
        if man.hidden:
            game.happen(Revealed(man.id))
    if order.canister or gun_weapon(game.position, gun).kind == "gatling":
        _beat(game, order)
    else:
        _shell(game, order)


def _beat(game: Play, order: FireGun) -> None:
    """LPG-GATLING: everybody in the beaten zone has dice of his own."""
    gun = game.state.unit(order.unit)
    zone = beaten_zone(game.position, gun, order.cell, canister=order.canister)
    there = tuple(man.id for man in in_danger(game.position, zone) if man.id != gun.id and man.serves != gun.id)
    game.happen(GunFired(order.unit, order.cell, "canister" if order.canister else "gatling", None, there))
    for id_ in there:
        man = game.state.unit(id_)
        game.note(Checked(wedge_check(game.position, gun, man)))
        need = at_least(wedge_needed(game.position, gun, man), each=True)
        count = wedge_dice(game.position, gun, man)
        hits = game.successes(Throw(D6, f"to hit {id_}", order.unit, need, count), "LPG-GATLING")
        blind = is_wedge_blind(game.position, gun, man)
        if blind:
            game.note(Said(f"blind fire: {blind}", rule="LPG-BLIND"))
        for _ in range(hits):
            if not game.state.unit(id_).out:
                shot_down(game, id_, blind=bool(blind))
    if game.battle.data.engagement.hidden:
        need = at_least(game.battle.data.numbers.blind_hit)
        if game.met(Throw(D6, "to hit whoever may hide there", order.unit, need), "LPG-BLIND"):
            _flush(game, zone)


def _flush(game: Play, area: Area) -> None:
    """LPG-BLIND: hit those who lie hidden in an area; they are discovered by it."""
    for man in tuple(in_hiding(game.position, area)):
        game.happen(Revealed(man.id))
        shot_down(game, man.id, blind=True)


def _shell(game: Play, order: FireGun) -> None:
    """LPG-SHELL: where it falls, and whom it hits there."""
    gun, aim = game.state.unit(order.unit), game.position.name(order.cell)
    blind = is_laid_blind(game.position, gun, order.cell)
    if blind:
        game.note(Said("blind fire: nobody of the crew has acquired anybody there", rule="LPG-BLIND"))
    burst = _fall(game, order, first=gun.laid != aim)
    near = blast(game.position, burst) if burst else Area(game.battle.map, 0)
    there = tuple(man.id for man in in_danger(game.position, near))
    game.happen(GunFired(order.unit, order.cell, "shell", burst, there, aim))
    if burst is None:
        game.note(Said("it bursts off the table", rule="LPG-SHELL"))
        return
    if not there and not game.battle.data.engagement.hidden:
        return
    rolled = game.throw(Throw(D6, "the burst", order.unit), "LPG-SHELL").total
    for id_ in there:
        man = game.state.unit(id_)
        need = shell_needed(game.position, burst, man, blind=blind)
        if need is not None and rolled >= need:
            shot_down(game, id_, blind=blind or is_shell_blind(game.position, burst, man))
    if rolled >= game.battle.data.numbers.blind_hit:
        _flush(game, near)


def _fall(game: Play, order: FireGun, *, first: bool) -> Cell | None:
    """LPG-SHELL: throw the scatter die, once more at the same target and range if that is wanted."""
    if _on_target(game, order.unit):
        return order.cell
    if order.again and not first:
        game.note(Said("the same target at the same range: once more", rule="LPG-SHELL"))
        if _on_target(game, order.unit):
            return order.cell
    directions = game.battle.map.grid.directions
    arrow = Throw(die(len(directions)), "which way it goes astray", order.unit, options=tuple(directions))
    way = game.throw(arrow, "LPG-SHELL").total - 1
    numbers = game.battle.data.numbers
    near = at_least(numbers.scatter_near)
    is_near = game.met(Throw(D6, "how far", order.unit, near), "LPG-SHELL")
    inches = numbers.scatter_short if is_near else numbers.scatter_long
    if first:
        game.note(Said("the first shot at this target: further off", rule="LPG-SHELL"))
        inches += numbers.scatter_first
    return burst_cell(game.position, order.cell, way, inches)


def _on_target(game: Play, id_: str) -> bool:
    arrows = game.battle.data.numbers.arrows
    purpose = f"scatter die: 1-{arrows} an arrow"
    return not at_most(arrows).met_by(game.throw(Throw(D6, purpose, id_), "LPG-SHELL").total)
