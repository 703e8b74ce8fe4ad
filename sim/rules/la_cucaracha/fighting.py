"""Rounds of close combat: blows, casualties, and who has had enough (base_games.md 4.2, CUC-OVERRIDE)."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.notes import Checked, Said
from sim.rules.la_cucaracha.courage_tests import at_half_strength, fall_back, take_courage_test
from sim.rules.la_cucaracha.events import RoundFought
from sim.rules.la_cucaracha.melee import blow_needed, blows, melee_pierce
from sim.rules.la_cucaracha.scene import Play
from sim.rules.la_cucaracha.shooting import on_a_die
from sim.rules.la_cucaracha.volleys import Dice, leader_dice, thrown

MELEE = "CUC-MELEE"


@dataclass(frozen=True)
class Stance:
    """How a unit comes into a round."""

    unit: str
    charging: bool = False
    defending: bool = False
    """It was charged where it stood."""
    reroll: bool = False
    """CUC-F10: one die that misses is thrown again."""
    idle: bool = False
    """It strikes no blow in this round."""


def fight(game: Play, one: Stance, other: Stance, *, first: bool) -> None:
    """Fight one round between two units; the loser tests its courage, and who is brought to half strength as well."""
    inflicted, suffered = _blows(game, one, other.unit, first), _blows(game, other, one.unit, first)
    game.happen(RoundFought(one.unit, other.unit, suffered, inflicted))
    for id_, losses in ((one.unit, suffered), (other.unit, inflicted)):
        if losses:
            leader_dice(game, id_, losses)
    if inflicted != suffered:
        loser, winner = (other.unit, one.unit) if inflicted > suffered else (one.unit, other.unit)
        _tested(game, loser, winner, abs(inflicted - suffered))
    for id_, enemy in ((one.unit, other.unit), (other.unit, one.unit)):
        if at_half_strength(game.state.unit(id_)):
            _tested(game, id_, enemy, 0)


def _blows(game: Play, stance: Stance, enemy: str, first: bool) -> int:
    """Throw the blows of one unit; return the figures that the other loses."""
    position, unit, target = game.position, game.state.unit(stance.unit), game.state.unit(enemy)
    if stance.idle:
        game.note(Said(f"{stance.unit} strikes no blow", rule="CUC-FAILED"))
        return 0
    check = blow_needed(position, unit, target, charging=stance.charging, first=first, defending=stance.defending)
    game.note(Checked(check, rule=MELEE))
    casualty, second = game.battle.data.numbers.melee_casualty, melee_pierce(position, target)
    count, need = blows(unit), on_a_die(check.total)
    return thrown(game, Dice(unit.id, enemy, "blows", count, need, second, casualty, MELEE, stance.reroll)).losses


def _tested(game: Play, id_: str, enemy: str, difference: int) -> None:
    """Test the courage of a unit in close combat: it fights on, falls back shaken, or breaks."""
    if game.state.unit(id_).lost:
        return
    if take_courage_test(game, id_, difference) == "shaken" and game.state.unit(id_).fighting:
        fall_back(game, id_, game.state.unit(enemy))


def fight_on(game: Play, id_: str) -> None:
    """CUC-OVERRIDE: fight another round against everybody with whom the unit is locked, one after the other."""
    for enemy in game.state.unit(id_).fighting:
        if enemy in game.state.unit(id_).fighting:
            fight(game, Stance(id_), Stance(enemy), first=False)
