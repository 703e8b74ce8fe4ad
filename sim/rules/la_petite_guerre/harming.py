"""Hits as they are rolled for, by fire (LPG-HIT) and hand to hand (LPG-MELEE-hit)."""

from __future__ import annotations

from sim.engine.dice import D6, Throw
from sim.engine.notes import Said
from sim.rules.la_petite_guerre.events import Broke, Harm, Hit
from sim.rules.la_petite_guerre.melee import melee_harm
from sim.rules.la_petite_guerre.scene import Play
from sim.rules.la_petite_guerre.shooting import asks_for_the_horse, harm, horse_is_killed


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


def struck_down(game: Play, id_: str) -> None:
    """LPG-MELEE-hit: roll for what a hit hand to hand does: whoever would be stunned breaks, and has yet to run."""
    die = game.throw(Throw(D6, "what the hit does", id_), "LPG-MELEE-hit").total
    result = melee_harm(game.position, game.state.unit(id_), die)
    if result == "broken":
        game.happen(Broke(id_))
    else:
        done: Harm = result  # type: ignore[assignment]  # Everything but broken is as for a shot.
        game.happen(Hit(id_, done))
