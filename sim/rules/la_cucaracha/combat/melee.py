"""Close combat (base_games.md 4.2): what a blow needs, and a round between two units.

Rulings (CUC-MELEE):
- Charging, defending an obstacle and being aggressive count in the first round only: later both are at it.
- "Mounted against foot in the open": nothing shelters those on foot, and the riders could have galloped up to them.
- Who was charged defends an obstacle if something stands on the side between that shelters or costs the charger extra,
  if wire or the like lies in its cell, or if its ground is hard cover. Woods are soft, and no obstacle.
"""

from __future__ import annotations

from sim.board.terrain import TerrainSet
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.memo import memo
from sim.play.consequences import Course, Resolve, happens
from sim.play.odds import Telling, Told, low_of, otherwise
from sim.play.ways import step_price
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.combat import responses
from sim.rules.la_cucaracha.combat.courage import at_half_strength, move, pick, take_courage_test
from sim.rules.la_cucaracha.combat.hits import ARMOUR, leader_dice, on_a_die, throw_hits
from sim.rules.la_cucaracha.combat.responses import Stance
from sim.rules.la_cucaracha.events import RoundFought
from sim.rules.la_cucaracha.ground import moves
from sim.rules.la_cucaracha.ground.moves import mover
from sim.rules.la_cucaracha.ground.sight import covers_of
from sim.rules.la_cucaracha.state import CucGame, CucPosition, Troop, class_of, movement_of
from sim.tabletop.inches import HARD

# -- what a blow needs -----------------------------------------------------------------------------------------------

MELEE = "CUC-MELEE"
BLOWS = "blows"


def blow_needed(
    position: CucPosition,
    unit: Troop,
    enemy: Troop,
    *,
    charging: bool = False,
    first: bool = False,
    defending: bool = False,
) -> Check:
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


def rides_down(position: CucPosition, unit: Troop, enemy: Troop) -> bool:
    """Say whether riders fight people on foot in the open."""
    ridden_at = class_of(position, unit).id == "mounted" and not movement_of(position, enemy).large
    if not ridden_at or covers_of(position, unit.place, enemy.place):
        return False
    return bool(step_price(position.ground, mover(position, unit, "rapid"), unit.place, enemy.place))


def obstacle(position: CucPosition, unit: Troop, enemy: Troop) -> str:
    """Return what a unit defends against an enemy beside it; empty if nothing."""
    for cover in covers_of(position, enemy.place, unit.place):
        if cover.cover == HARD or cover.how != "own":
            return cover.reason
    step = step_price(position.ground, mover(position, enemy), enemy.place, unit.place)
    standing = _obstacles(position.map.terrain_set)
    return next((reason for cost, reason in step.parts[1:] if cost > 0 and reason in standing), "")


@memo
def _obstacles(terrain_set: TerrainSet) -> frozenset[str]:
    """Return the names of what stands on sides and lies in cells: a step is dearer for slopes as well."""
    return frozenset(kind.name for kind in (*terrain_set.edges.values(), *terrain_set.features.values()))


def melee_pierce(position: CucPosition, enemy: Troop) -> int | None:
    """Return what a second die must show for a blow to count against armour; None where none is thrown."""
    return position.battle.data.numbers.melee_armour if enemy.profile.armoured else None


# -- a round ---------------------------------------------------------------------------------------------------------


def fight(game: CucGame, one: Stance, other: Stance, *, first: bool) -> None:
    """Fight one round between two units; the loser tests its courage, and so does a unit brought to half strength."""
    inflicted, suffered = _blows(game, one, other.unit, first), _blows(game, other, one.unit, first)
    game.happen(events.RoundFought(one.unit, other.unit, suffered, inflicted))
    for id_, losses in ((one.unit, suffered), (other.unit, inflicted)):
        if losses:
            leader_dice(game, id_, losses)
    if inflicted != suffered:
        loser, winner = (other.unit, one.unit) if inflicted > suffered else (one.unit, other.unit)
        _tested(game, loser, winner, abs(inflicted - suffered))
    for id_, enemy in ((one.unit, other.unit), (other.unit, one.unit)):
        if at_half_strength(game.state.unit(id_)):
            _tested(game, id_, enemy, 0)


def _blows(game: CucGame, stance: Stance, enemy: str, first: bool) -> int:
    """Throw the blows of one unit, a die a figure; return the figures that the other loses."""
    position, unit, target = game.position, game.state.unit(stance.unit), game.state.unit(enemy)
    if stance.idle:
        game.note(Said(f"{stance.unit} strikes no blow", rule="CUC-FAILED"))
        return 0
    check = blow_needed(position, unit, target, charging=stance.charging, first=first, defending=stance.defending)
    game.note(Checked(check, rule=MELEE))
    dice = Throw(D10, BLOWS, unit.id, at_least(on_a_die(check.total), each=True), unit.figures)
    second, casualty = melee_pierce(position, target), game.battle.data.numbers.melee_casualty
    return throw_hits(game, enemy, dice, second, casualty, MELEE, reroll=stance.reroll)[1]


def _tested(game: CucGame, id_: str, enemy: str, difference: int) -> None:
    """Test the courage of a unit in close combat: it fights on, falls back shaken half an Advance, or breaks."""
    lost = game.state.unit(id_).lost
    if lost or take_courage_test(game, id_, difference) != "shaken" or not game.state.unit(id_).fighting:
        return
    game.happen(events.BrokeOff(id_))
    unit, winner = game.state.unit(id_), game.state.unit(enemy)
    ways = moves.away_cells(game.position, unit, winner, "half") if winner.cell is not None else None
    if ways:
        move(game, id_, ways[pick(game, id_, ways, "where it falls back to")], "retire")


# -- what is told of its chances -------------------------------------------------------------------------------------


def fights_on(unit: str, enemy: str) -> Told:
    """Tell how another round goes between two who are locked."""
    one, other = responses.Stance(unit), responses.Stance(enemy)
    return round_fought(unit, enemy, lambda game: fight(game, one, other, first=False))


def round_fought(unit: str, enemy: str, resolve: Resolve) -> Told:
    """Tell how likely a round of close combat is won."""

    def won_by(run: Course) -> int:
        (fought,) = run.all_of(RoundFought)
        return int(fought.enemy_losses - fought.unit_losses)

    def why(telling: Telling) -> str:
        theirs, through = telling.thrown(BLOWS, enemy), telling.thrown(ARMOUR, unit)
        armour = f", then {low_of(through)} or more against armour" if through is not None else ""
        dice = "1 die" if telling.throw.count == 1 else f"{telling.throw.count} dice"
        return f"{dice} against {theirs.throw.count if theirs else 0}{armour}"

    return Told(
        f"a round won against {enemy}",
        unit,
        enemy,
        BLOWS,
        against=BLOWS,
        so=lambda run: won_by(run) > 0,
        ends={"won": lambda run: won_by(run) > 0, "equal": lambda run: won_by(run) == 0, "lost": otherwise},
        because=why,
        resolve=resolve,
        until=happens(RoundFought),
    )
