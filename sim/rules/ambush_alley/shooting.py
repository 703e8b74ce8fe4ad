"""Fire as it is thrown: attack dice, defence dice, casualties, morale (base_games.md 3.1, 3.2; AAS-CIV-5).

Dice that are judged alike are thrown together. How many there are comes from fire.py and vehicles.py.
"""

from __future__ import annotations

from sim.engine.dice import Throw, at_least, die
from sim.engine.notes import Checked, Said
from sim.rules.ambush_alley.events import LevelChanged
from sim.rules.ambush_alley.fire import attack_dice, defence_dice, defence_faces, hit_need, mobs_in_line, unsaved
from sim.rules.ambush_alley.harm import Fired, Struck
from sim.rules.ambush_alley.morale import after_casualties
from sim.rules.ambush_alley.scene import Play, quality_die
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.vehicles import damage_check
from sim.rules.ambush_alley.wrecks import damage_vehicle

STRAY = 1
"""An attack die that goes into a crowd in the line of fire."""


def shoot(game: Play, id_: str, target: str, *, reacting: bool = False) -> None:
    """Fire once, with all that follows from it but an answer: casualties or damage, people who are hit, morale."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    crowd = mobs_in_line(position, unit, enemy)
    faces, count = _attack(game, unit, enemy, reacting)
    need = hit_need(position, unit, enemy)
    hits = sum(face >= need for face in faces)
    success = game.battle.data.numbers.success
    left = unsaved(faces, _defence(game, unit, enemy, count), need, success) if hits else 0
    is_vehicle = enemy.profile.kind == "vehicle"
    downed = enemy.side == game.battle.data.mission.regulars
    losses = 0 if is_vehicle else min(left, enemy.figures)
    facing = _facing(game, unit, enemy)
    added = damage_check(position, unit)
    game.happen(Fired(id_, target, hits, losses, downed, unit.place, enemy.place, facing, reacting))
    if crowd:
        _hit_crowd(game, id_, crowd, faces.count(STRAY))
    if is_vehicle and left:
        damage_vehicle(game, target, left, added)
    elif losses:
        after_casualties(game, target)


def _attack(game: Play, unit: Team, enemy: Team, reacting: bool) -> tuple[tuple[int, ...], int]:
    check = attack_dice(game.position, unit, enemy, reacting=reacting)
    game.note(Checked(check))
    need = at_least(hit_need(game.position, unit, enemy), each=True)
    throw = Throw(quality_die(game.position, unit), f"fire at {enemy.id}", unit.id, need, check.total)
    return game.throw(throw).faces, check.total


def _defence(game: Play, unit: Team, enemy: Team, attack: int) -> tuple[int, ...]:
    check = defence_dice(game.position, unit, enemy, attack)
    game.note(Checked(check))
    if check.total < 1:
        return ()
    need = at_least(game.battle.data.numbers.success, each=True)
    thrown = die(defence_faces(game.position, enemy, unit.place))
    return game.throw(Throw(thrown, check.name, enemy.id, need, check.total)).faces


def _facing(game: Play, unit: Team, enemy: Team) -> int:
    """Men turn to what they fire at; a vehicle keeps its facing, on which its armour hangs."""
    if unit.profile.kind == "vehicle" or unit.cell == enemy.cell:
        return unit.facing
    return game.battle.map.grid.towards(unit.place, enemy.place)[0]


# -- people who are in the way -----------------------------------------------------------------------------------


def _hit_crowd(game: Play, id_: str, crowd: tuple[Team, ...], strays: int) -> None:
    """Let every 1 of the attack dice hit somebody of the crowd that is nearest to the target."""
    if not strays:
        return
    mob = game.state.unit(crowd[0].id)
    text = f"is in the line of fire: {'a 1' if strays == 1 else f'{strays} ones'} among the dice"
    game.note(Said(mob.name.does(text), rule="AAS-CIV-5"))
    struck = Struck(mob.id, min(strays, mob.figures), False, "in the line of fire")
    hit_mob(game, struck, game.state.unit(id_).side)


def hit_mob(game: Play, struck: Struck, by: str) -> None:
    """AAS-CIV-5: let people be hit; by Regulars that raises the insurgency, by Insurgents it lowers it, once a turn."""
    game.happen(struck)
    if not struck.casualties:
        return
    rises = by == game.battle.data.mission.regulars
    if not (game.state.raised if rises else game.state.lowered):
        game.note(Said("people have been hit", rule="AAS-CIV-5"))
        game.happen(LevelChanged(1 if rises else -1, civilians=True))
