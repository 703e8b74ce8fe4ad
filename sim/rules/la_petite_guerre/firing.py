"""Small arms as they are fired (LPG-FIRE, LPG-BLIND)."""

from __future__ import annotations

from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.rules.la_petite_guerre.events import Acted, Fired
from sim.rules.la_petite_guerre.harming import shot_down
from sim.rules.la_petite_guerre.moving import Play
from sim.rules.la_petite_guerre.shooting import fire_check, fire_needed, is_blind, is_repeater, is_second, weapon_of


def fire(game: Play, id_: str, target: str) -> None:
    """Fire at an enemy, aimed or blind."""
    second = is_second(game.position, game.state.unit(id_))
    game.happen(Acted(id_, "fire", target))
    position, man, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    blind = is_blind(position, man, enemy, second=second)
    if blind:
        game.note(Said(f"blind fire: {blind}", rule="LPG-BLIND"))
    else:
        game.note(Checked(fire_check(position, man, enemy, second=second)))
    rule = "LPG-BLIND" if blind else "LPG-FIRE"
    need = at_least(fire_needed(position, man, enemy, second=second))
    hit = game.met(Throw(D6, f"to hit {target}", id_, need), rule)
    weapon = weapon_of(position, man)
    game.happen(Fired(id_, target, hit, bool(blind), weapon is not None and not is_repeater(weapon)))
    if hit:
        shot_down(game, target, blind=bool(blind))
