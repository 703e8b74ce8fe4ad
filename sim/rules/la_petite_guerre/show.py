"""What only this game can say to viewers: whom to order, fire zones, reach, cover, and every figure with its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover
from sim.engine.battle import Position
from sim.engine.check import Check, Part
from sim.engine.dice import AVERAGE_DIE
from sim.engine.insight import COVER, FIRE_ZONE, NEAREST, TARGETS, VIEW, Band, Fact, Odds, Reached, UnitAnswer
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.memo import memo
from sim.play.show import SCENARIO, Stride, lines, states, traits, way_to
from sim.rules.la_petite_guerre.combat.fire import acquires, fire_refusal, gun_weapon, load_actions, weapon_of
from sim.rules.la_petite_guerre.events import STEPS
from sim.rules.la_petite_guerre.ground.moving import most_dice
from sim.rules.la_petite_guerre.ground.sight import gun_of, gunners, in_arc
from sim.rules.la_petite_guerre.ground.ways import (
    crawl_ways,
    full_ways,
    move_reach,
    mover,
    occupied,
    way_cost,
)
from sim.rules.la_petite_guerre.orders.fire import Fire
from sim.rules.la_petite_guerre.orders.moves import Crawl, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.scenario import holder, losses, lost, standing
from sim.rules.la_petite_guerre.solo.shots import LAID, TARGET, TO_ACQUIRE, TO_FACE
from sim.rules.la_petite_guerre.solo.situation import LpgSituation, known_enemies
from sim.rules.la_petite_guerre.state import LpgPosition, Man, enemies, is_under_fire
from sim.solo.answers import by_list, under
from sim.tabletop.inches import HARD, area_within
from sim.tabletop.show import TableShow, by_range, stride

CONTROLS = {
    "free": "does as he is told",
    "repeats": "out of control: repeats what he did last turn",
    "nothing": "out of control: does nothing",
}


class LpgShow(TableShow):
    """What can be told of La Petite Guerre."""

    source, each = "list of men", "man"
    count, is_lost, holder = staticmethod(standing), staticmethod(lost), staticmethod(holder)
    enemies, is_there = staticmethod(enemies), staticmethod(lambda man: not man.out)
    topics = (NEAREST, TARGETS, VIEW, FIRE_ZONE, COVER)
    view_rule, fire_rule, cover_rule = "LPG-FRONT", "LPG-WPN", "LPG-COVER"
    ends, gives_up = "a side has nobody left", "{most} men dead, fled or running"
    losses_count = "who is dead or has fled, by what he is worth"
    questions = {
        FIRST_MOVE: "You threw the higher die: choose which side takes every step of this turn first.",
        COMMAND: "{ask.unit} has {points}. Men whom no leader controls must take a control test.",
        MOVING: '{ask.unit} has {ask.number}" to move, and must move all of it unless something stops him.',
        CHARGES: "Declare who charges whom. The charges are tested and made once all are declared.",
        ACTION: "{actor} is acting. What he leaves undone now, he cannot do later this turn.",
    }

    def slots(self, position: LpgPosition, ask: Ask) -> dict[str, Any]:
        """LPG-CMD: add the command points that a leader has left."""
        man = position.state.unit(ask.unit) if ask.unit else None
        points = man and counted(man.profile.command - man.spent, "command point")
        return {**super().slots(position, ask), "points": points}

    def actors(self, position: LpgPosition, ask: Ask) -> tuple[str, ...]:
        """LPG-ACT-1, LPG-CHARGE: of all who may declare a charge those who are free to."""
        there = self.book.actors(position, ask)
        return tuple(man.id for man in there if ask.occasion != CHARGES or (man.able and not man.charged))

    def idle(self, position: LpgPosition, ask: Ask, unit: Any) -> str:
        """Say why a man of one's own, or a gun, can be given no order now: what is weightiest first."""
        is_gun, serving = unit.profile.kind == "gun", gun_of(position, unit) is not None
        worked = is_gun and unit.control == "repeats"
        hindrances = (
            (unit.dead and not is_gun, "is dead", "LPG-HIT"),
            (unit.dead, "is out of action, or taken", "LPG-GUNS"),
            (unit.broken, "is running away and listens to nobody", "LPG-ROUT"),
            (unit.out, "is not on the table", "LPG-LEAVE"),
            (ask.occasion != ACTION, "", ""),
            (unit.stunned and not unit.left, "is stunned", "LPG-STUN"),
            (worked, "is served by men out of control, who repeat what they did last turn", "LPG-REPEAT"),
            (is_gun and not unit.left and not unit.did, "has too few of its crew with it", "LPG-GUNS"),
            (serving and not unit.left, f"serves the {unit.serves}: order the gun", "LPG-ACT-1"),
            (unit.control == "repeats", "is out of control and repeats what he did last turn", "LPG-REPEAT"),
            (unit.control == "nothing", "is out of control and does nothing this turn", "LPG-CTRL"),
            (unit.left <= 0, "has no actions left this turn", "LPG-ACT-1"),
        )
        reason, rule = next(((text, rule) for so, text, rule in hindrances if so), ("", ""))
        return f"{unit.id} {Refusal(reason, rule).cited}." if reason else ""

    def threat(self, position: LpgPosition, enemy: Man, target: Man) -> tuple[Odds, ...]:
        """Return the shot that an enemy could fire at a man with a first action from where he stands."""
        there = _at_first_action(position, enemy)
        if not enemy.able or enemy.hidden or fire_refusal(there, there.state.unit(enemy.id), target):
            return ()
        return Fire(enemy.id, target.id).odds(there, Ask(enemy.side, ACTION, enemy.id))

    def answers(self, position: LpgPosition, unit: Any, about: str | None = None) -> tuple[UnitAnswer, ...]:
        """Return what the planner finds out about a man: of one who does not act now, as it will be when he does."""
        now = unit.out or position.state.actor == unit.id
        return super().answers(position if now else _at_first_action(position, unit), unit, about)

    def answered(self, here: LpgSituation, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """LPG-SOLO: the nearest enemy, and whom the planner would fire at, lay a gun on, and look for."""
        there = known_enemies(here)
        aims = by_list("whom to fire at", here, LAID if unit.profile.kind == "gun" else TARGET, there, none="nobody")
        sought = by_list("whom to look for", here, TO_ACQUIRE, there, none="nobody")
        yield from under(NEAREST, by_list("nearest enemy", here, TO_FACE, there))
        yield from under(TARGETS, aims, sought)
        yield from super().answered(here, unit, about)

    def fire_zone(self, position: LpgPosition, unit: Any) -> tuple[Band, ...]:
        """Part what lies to the front of a man, or a gun, by the ranges of his weapon."""
        weapon = gun_weapon(position, unit) if unit.profile.kind == "gun" else weapon_of(position, unit)
        if unit.out or weapon is None or weapon.kind == "melee" or unit.limbered:
            return ()
        far = position.lines.field_of_view(unit.place) & area_within(position, unit.place, weapon.longest)
        ahead = (cell for cell in far if cell != unit.cell and in_arc(position, unit, cell))
        front = Area.of(position.map, ahead)
        return by_range(position, unit.place, front, ("short range", weapon.short), ("long range", None))

    def reach(self, position: LpgPosition, unit: Any) -> Mapping[Cell, Reached]:
        """Return the ways for what was rolled; else what the best die of an action allows, or a crawl."""
        state = position.state
        if unit.able and state.rolled and state.actor == unit.id:
            ways = full_ways(position, unit, state.rolled)
            return {cell: Reached(2 * state.rolled, f'{state.rolled}"', way) for cell, way in ways.items()}
        if unit.able and unit.prone and unit.profile.kind == "man":
            ways = crawl_ways(position, unit)
            costs = {cell: way_cost(position, unit, way) for cell, way in ways.items()}
            halves = {cell: cost.total for cell, cost in costs.items() if isinstance(cost, Check)}
            return {cell: Reached(half, f'{half / 2:g}", crawling', ways[cell]) for cell, half in halves.items()}
        return super().reach(position, unit)

    def strides(self, position: LpgPosition, unit: Any) -> Iterator[Stride]:
        """Yield how far the best die of an action takes a man; a gun that is not limbered does not move."""
        if unit.able and (unit.limbered or unit.profile.kind != "gun"):
            most = most_dice(position, unit) * max(AVERAGE_DIE.faces)
            yield stride(move_reach(position, unit, most), " at most")

    def no_order_to(self, position: LpgPosition, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """Say why he cannot be sent there: how far a move goes is rolled for before anybody chooses where to."""
        if ask.occasion not in (ACTION, COMMAND, MOVING):
            return None
        if ask.occasion != MOVING and not unit.prone:
            first = Refusal("how far he goes is rolled for first: order him to move, then choose where", "LPG-MOVE-1")
            return self.book.refusal(position, ask, RollMove(unit.id)) or first
        way = way_to(position, mover(position, unit), unit, cell, TABLE_SENSE, occupied(position, unit))
        if isinstance(way, Refusal):
            return way
        return self.book.refusal(position, ask, Crawl(unit.id, way) if unit.prone else Move(unit.id, way))

    def covered(self, position: LpgPosition, check: Check, found: Sequence[Cover]) -> Check:
        """LPG-FIRE, LPG-ACQ: add what the best cover takes off an aimed shot; soft cover only hides."""
        for cover in found[:1]:
            data = position.battle.data
            if cover.cover == HARD:
                return check.plus(-data.fire["cover"], f"hard cover: {cover.reason}", "LPG-FIRE")
            hides = f"{cover.cover} cover: {cover.reason}, {data.acquire['cover']} to be seen, no harder to hit"
            return Check(check.name, (Part(0, hides, "LPG-ACQ"),))
        return check

    def shown_in(self, position: LpgPosition, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Mark a place in one cell, for a table has too many inches to mark all."""
        return _middle(position.map, cells)

    def moment(self, position: LpgPosition) -> Iterator[Fact]:
        state, battle = position.state, position.battle
        whose = f", {battle.side(state.side).mention}" if state.side else ""
        rolled = f', {state.rolled}" to move' if state.rolled else ""
        return lines(
            ("step", f"{STEPS[state.phase]}{whose}", "LPG-SEQ"),
            ("first move", state.order and battle.side(state.order[0]).name, "LPG-SEQ"),
            ("acts", state.actor and f"{state.actor}{rolled}", "LPG-ACT-1"),
        )

    def losses(self, position: LpgPosition, side: str) -> str:
        return str(losses(position, side))

    def worth(self, position: LpgPosition, place: Any) -> str:
        begins = f"; else for {position.battle.side(place.holder).mention}" if place.holder else ""
        return f"whoever has more able men there at the end{begins}"

    def told(self, position: LpgPosition, unit: Any) -> Iterator[Fact]:
        company = position.battle.data.engagement.companies.get(unit.company)
        yield Fact("kind", unit.profile.name, self.source)
        yield from lines(("company", company and company.name, SCENARIO), ("serves", unit.serves, SCENARIO))
        yield from self._gun(position, unit) if unit.profile.kind == "gun" else self._abilities(position, unit)
        yield from _condition(position, unit)
        if unit.out:
            return
        acquired = (enemy for enemy in enemies(position, unit.side) if acquires(position, unit, enemy))
        yield from (Fact("has acquired", enemy.id, "LPG-ACQ") for enemy in acquired)
        yield from self.seen_by(position, unit) if unit.profile.kind == "man" else ()

    def how_seen(self, position: LpgPosition, enemy: Man, unit: Man) -> str:
        """LPG-ACQ: say whether an enemy has acquired him."""
        return f", who {'has acquired him' if acquires(position, enemy, unit) else 'could see him'}"

    def _abilities(self, position: LpgPosition, man: Man) -> Iterator[Fact]:
        profile, weapon, weapons = man.profile, weapon_of(position, man), position.battle.data.weapons
        known = traits(profile, {"marksman": "marksman", "metis": "Metis or Indian"})
        horse = ["has a horse"] if profile.rides and not man.unhorsed else []
        arms, other = "", man.other_weapon
        if weapon is not None:
            ranges = f', {weapon.short}" and {weapon.longest}"' if weapon.longest else ""
            repeats = ", a repeater" if weapon.longest else ""
            load = f", {counted(weapon.load, 'action')} to load" if weapon.load else repeats
            arms = f"{weapon.name}{ranges}{load}"
        return lines(
            ("grade", ", ".join([profile.grade, *known, *horse]), self.source),
            ("command points", profile.command and f"{profile.command - man.spent} of {profile.command}", "LPG-CMD"),
            ("weapon", arms, "LPG-WPN"),
            ("also carries", weapons[other].name if other in weapons else other, self.source),
        )

    def _gun(self, position: LpgPosition, gun: Man) -> Iterator[Fact]:
        weapon = gun_weapon(position, gun)
        return lines(
            ("weapon", f'{weapon.name}, {weapon.short}" and {weapon.longest}"', "LPG-WPN"),
            ("crew", f"{len(gunners(position, gun))} of {gun.profile.crew} with it", self.source),
            ("to load", counted(load_actions(position, gun).total, "action"), "LPG-WPN"),
            ("laid on", gun.laid, "LPG-SHELL"),
        )


def _at_first_action(position: LpgPosition, man: Man) -> LpgPosition:
    """Return a position in which a man has all his actions."""
    numbers = position.battle.data.numbers
    ready = man.changed(fired=0, left=numbers.wounded_actions if man.wounded else numbers.actions)
    return Position(position.battle, position.state.with_unit(ready))


@memo
def _middle(battle_map: BattleMap, cells: tuple[Cell, ...]) -> tuple[Cell]:
    """Return the cell of a place that is nearest to all of it. Kept: markers are asked for with every picture."""
    squared = battle_map.grid.squared
    sample = cells[:: max(1, len(cells) // 32)]
    return (min(cells, key=lambda cell: (sum(squared(cell, other) for other in sample), battle_map.ordinal(cell))),)


def _condition(position: LpgPosition, man: Man) -> Iterator[Fact]:
    yield from states(
        (man.dead, "dead", "LPG-HIT"),
        (man.broken, "running away", "LPG-ROUT"),
        (man.stunned, f"stunned until the end of turn {man.stunned}", "LPG-STUN"),
        (man.wounded, "wounded: one action a turn", "LPG-WOUND"),
        (man.mounted, "mounted"),
        (man.unhorsed, "his horse is dead", "LPG-HIT"),
        (man.prone, "prone"),
        (man.limbered, "limbered", "LPG-ACT-1"),
        (man.bayonet, "bayonet fixed", "LPG-ACT-1"),
        (not man.loaded, "not loaded", "LPG-ACT-1"),
        (man.hidden, "hidden"),
        (man.follows, f"follows {man.follows} in single file", "LPG-MOVE-3"),
        (is_under_fire(position, man), "under fire", "LPG-CTRL"),
        (man.control and not man.out, CONTROLS.get(man.control, ""), "LPG-CTRL"),
        (man.encourages, f"encourages: +{man.encourages}", "LPG-CMD"),
    )
    if position.state.phase == "actions" and position.state.side == man.side and not man.out:
        yield Fact("actions left", str(man.left), "LPG-ACT-1")
