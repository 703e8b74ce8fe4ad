"""Close combat (base_games.md 4.2): what a blow must show, who defends an obstacle, and what a round comes to.

As in shooting, modifiers of the die are taken off the number that the bare die must reach; a 10 always strikes home and
a 1 never does.

Rulings (CUC-MELEE):
- Charging, defending an obstacle and being aggressive count in the first round only: later both are at it.
- "Mounted against foot in the open": nothing shelters those on foot, and the riders could have galloped up to them.
- Who was charged defends an obstacle if something stands on the side between that shelters or costs the charger extra,
  if wire or the like lies in its cell, or if its ground is hard cover. Woods are soft, and no obstacle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sim.board.movement import step_cost
from sim.board.terrain import TerrainSet
from sim.engine.check import Check
from sim.engine.notes import Checked, Said
from sim.rules.la_cucaracha.courage import at_half_strength, fall_back, take_courage_test
from sim.rules.la_cucaracha.events import RoundFought
from sim.rules.la_cucaracha.ground import class_of, covers_of, movement_of, mover
from sim.rules.la_cucaracha.scene import Play, Scene
from sim.rules.la_cucaracha.shooting import Dice, leader_dice, on_a_die, thrown
from sim.rules.la_cucaracha.units import Troop
from sim.tabletop.inches import HARD

MOUNTED = "mounted"
"""The movement class of riders."""


def blows(unit: Troop) -> int:
    """Return how many dice a unit throws in close combat: one a figure."""
    return unit.figures


def blow_needed(position: Scene, unit: Troop, enemy: Troop, *, charging: bool, first: bool, defending: bool) -> Check:
    """Return what one die of a unit must reach against an enemy, part by part; `on_a_die` bounds it.

    `charging` is for who charges or counter-attacks, `first` for the round in which they meet, `defending` for who was
    charged: whether it has anything to defend is looked up here.
    """
    numbers = position.battle.data.numbers
    behind = obstacle(position, unit, enemy) if defending else ""
    return (
        Check("needed on a die")
        .plus(numbers.melee, "close combat")
        .plus(-numbers.melee_charging * (charging and first), "charging")
        .plus(-numbers.melee_mounted * rides_down(position, unit, enemy), "mounted against foot in the open")
        .plus(-numbers.melee_back_foot * unit.back_foot, "on the Back Foot")
        .plus(-numbers.melee_obstacle * bool(behind), f"defending: {behind}")
        .plus(-numbers.melee_aggressive * (unit.profile.aggressive and first), "aggressive")
        .plus(-numbers.shaken * unit.shaken, "shaken")
    )


def rides_down(position: Scene, unit: Troop, enemy: Troop) -> bool:
    """Say whether riders fight people on foot in the open."""
    if class_of(position, unit).id != MOUNTED or movement_of(position, enemy).large:
        return False
    if covers_of(position, unit.place, enemy.place):
        return False
    galloping = replace(mover(position, unit), rushes=True)
    return bool(step_cost(position.ground, galloping, unit.place, enemy.place))


def obstacle(position: Scene, unit: Troop, enemy: Troop) -> str:
    """Return what a unit defends against an enemy beside it; empty if nothing."""
    for cover in covers_of(position, enemy.place, unit.place):
        if cover.cover == HARD or cover.how != "own":
            return cover.reason
    step = step_cost(position.ground, mover(position, enemy), enemy.place, unit.place)
    standing = _obstacles(position.map.terrain_set)
    return next((reason for cost, reason in step.parts[1:] if cost > 0 and reason in standing), "")


@lru_cache(maxsize=16)
def _obstacles(terrain_set: TerrainSet) -> frozenset[str]:
    """Return the names of what stands on sides and lies in cells: a step has slopes among its parts as well."""
    kinds = (*terrain_set.edges.values(), *terrain_set.features.values())
    return frozenset(kind.name for kind in kinds)


def melee_pierce(position: Scene, enemy: Troop) -> int | None:
    """Return what a second die must show for a blow to count against armour; None where none is thrown."""
    return position.battle.data.numbers.melee_armour if enemy.profile.armoured else None


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
