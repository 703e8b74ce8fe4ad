"""Fire that comes from off the table: snipers, mortars, helicopters.

Rulings:
- A sniper's dice have eight faces and a strike's ten. The target defends itself with a die a figure, no more than there
  are attack dice, its armour, and the cover of its own ground: nobody knows where the shots come from.
- AAS-CIV-5: people who are hit by an asset are hit by the Regulars, by a card of the fog of war by the Insurgents.
- What falls on a unit is combat where it stands, for those who heed combat near them (ruling 3.3.14).
- A vehicle laughs at a sniper; a strike hits its sides, with a medium weapon's damage.
"""

from __future__ import annotations

from sim.board.cover import own_cover
from sim.engine.check import Check
from sim.engine.dice import Throw, at_least, die
from sim.engine.notes import Checked
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.fire import defence_behind, defence_faces, unsaved
from sim.rules.ambush_alley.harm import Struck
from sim.rules.ambush_alley.morale import after_casualties
from sim.rules.ambush_alley.scene import Play, Scene
from sim.rules.ambush_alley.shooting import hit_mob
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.wrecks import damage_vehicle
from sim.tabletop.inches import best_first


def strike_unit(game: Play, id_: str, card: Card, faces: int) -> None:
    """Let the dice of a card fall on a unit from off the table, with all that follows."""
    name, dice = card.name, max(1, card.amount)
    unit, success = game.state.unit(id_), game.battle.data.numbers.success
    need = at_least(success, each=True)
    attack = game.throw(Throw(die(faces), name, id_, need, dice)).faces
    hits = sum(map(need.met_by, attack))
    defence: tuple[int, ...] = ()
    if hits:
        check = shelter(game.position, unit, dice)
        game.note(Checked(check))
        if check.total > 0:
            own = die(defence_faces(game.position, unit))
            defence = game.throw(Throw(own, check.name, id_, need, check.total)).faces
    left = unsaved(attack, defence, success, success)
    mission = game.battle.data.mission
    losses = 0 if unit.profile.kind == "vehicle" else min(left, unit.figures)
    struck = Struck(id_, losses, unit.side == mission.regulars, name, unit.place)
    if unit.profile.kind == "mob":
        hit_mob(game, struck, mission.regulars if card.id in game.battle.data.assets else mission.insurgents)
        return
    game.happen(struck)
    if unit.profile.kind == "vehicle":
        damage_vehicle(game, id_, left, Check("damage").plus(game.battle.data.numbers.strike_damage, name))
    elif losses:
        after_casualties(game, id_)


def shelter(position: Scene, unit: Team, attack: int) -> Check:
    """Return the dice that a unit throws against fire from anywhere, part by part."""
    if unit.profile.kind == "vehicle":
        return Check("armour").plus(unit.profile.armour[1], "armour at the sides")
    covers = best_first(position.map, own_cover(position.ground, unit.place))
    return defence_behind(position, unit, attack, covers[0] if covers else None)
