"""Reaction tests as they are thrown (base_games.md 3.1).

whoever reacts: 4+ and more than the other          Regular throws a bare 1: a fog-of-war card
"""

from __future__ import annotations

from typing import Literal

from sim.engine.dice import Throw, at_least
from sim.engine.game import Game
from sim.engine.notes import Checked, Said
from sim.engine.words import agreeing
from sim.rules.ambush_alley.cards import draw_fog
from sim.rules.ambush_alley.checks import check_die, reaction_check, reaction_won
from sim.rules.ambush_alley.events import ReactionTested
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import AasState

Play = Game[AasState, AasData]
FOG_ON = 1
"""The bare die of a Regular that draws a card."""


def comes_first(game: Play, id_: str, other: str, how: Literal["interruption", "overwatch"]) -> bool:
    """Throw whether a unit that reacts comes before what it reacts to; the Regular of the two may draw a card.

    Who reacts needs a success; the other then needs as much to be quicker, and else throws for the card alone.
    """
    success = game.battle.data.numbers.success
    mine, bare = _thrown(game, id_, success)
    theirs, bare_of_other = _thrown(game, other, mine if mine >= success else None)
    first = reaction_won(game.position, mine, theirs)
    game.note(Said(agreeing(id_, f"{id_} has {mine}, {other} {theirs}"), rule="AAS-CHECK-1"))
    game.happen(ReactionTested(id_, other, first, how))
    is_regular = game.state.unit(id_).side == game.battle.data.mission.regulars
    if (bare if is_regular else bare_of_other) == FOG_ON:
        game.note(Said("a 1 for the Regulars: a fog-of-war card", rule="AAS-SEQ"))
        draw_fog(game)
    return first


def _thrown(game: Play, id_: str, total: int | None) -> tuple[int, int]:
    """Throw the die of a unit that needs a total in a reaction test; return it with all that is added, and bare."""
    position, unit = game.position, game.state.unit(id_)
    check = reaction_check(position, unit)
    if check.parts:
        game.note(Checked(check))
    need = None if total is None else at_least(total - check.total)
    bare = game.throw(Throw(check_die(position, unit), "reaction test", id_, need)).total
    return bare + check.total, bare
