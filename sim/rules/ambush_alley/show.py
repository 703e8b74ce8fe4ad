"""What only this game can say to viewers: what a player is asked, zones, reach, and every figure with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sim.board.cover import Cover
from sim.engine.check import Check
from sim.engine.insight import COVER, FIRE_ZONE, NEAREST, SAFE, VIEW, Band, CardFace, Fact, Marker, Odds, UnitAnswer
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.ruleset import SOLO
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.odds import Told, odds_of, worst_first
from sim.play.show import SCENARIO, Stride, lines, states, way_to
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat import fire
from sim.rules.ambush_alley.combat.assault import assault_ways
from sim.rules.ambush_alley.combat.fire import anti_tank, fire_refusal, firepower, listed_firepower
from sim.rules.ambush_alley.ground import moves
from sim.rules.ambush_alley.orders.base import next_player, owner, ready, ready_for
from sim.rules.ambush_alley.orders.fighting import Assault, Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.solo import conditions
from sim.rules.ambush_alley.state import (
    LEVELS,
    AasPosition,
    AasSituation,
    Team,
    check_die,
    is_pinned,
    is_shaken,
    only_reacts,
    quality,
    regulars,
)
from sim.solo.answers import by_list, under
from sim.tabletop.show import TableShow, by_range, stride

NUMBERS, CARD = "rules", "card"
"""Where facts come from, besides the list of teams, single rules and the scenario."""
QUALITIES = {6: "untrained", 8: "trained", 10: "veteran", 12: "elite"}
MORALE = {6: "low", 8: "average", 10: "good", 12: "high"}
PHASES = {
    "cards": "cards",
    "hot spots": "hot spots",
    "arrivals": "new Insurgents, first aid",
    "regulars": "Regulars",
    "insurgents": "Insurgents, then crowds",
}


class AasShow(TableShow):
    """What can be told of Ambush Alley."""

    source, ends = "list of teams", "nobody is left to fight"
    count, holder = staticmethod(state.standing), staticmethod(state.holder)
    is_lost = staticmethod(lambda position, unit: unit.gone)  # whoever joins another unit is not lost
    enemies = staticmethod(state.enemies)
    is_there = staticmethod(lambda unit: unit.on_table)
    topics = (NEAREST, SAFE, VIEW, FIRE_ZONE, COVER)
    view_rule, fire_rule, cover_rule = "AAS-R-measure", "AAS-R-optimum", "AAS-R-defence"
    questions = {
        state.HOT_SPOT: "Hot spot {ask.number} of {spots}: choose a cell out of which new Insurgents may come.",
        state.REACTION: "{about} would interrupt to {means}, but {unit} {unit:is|are} quicker: fire first, or do "
        "nothing and go on first.",
        state.RETURN_FIRE: "{about} fired at {unit}, which may answer once.",
        state.OVERWATCH: "{about} {does} in sight of {unit}, on overwatch: try to fire first, or let it be.",
        state.ACTIVATE: "{actor} {actor:is|are} acting. What is left undone now cannot be done later this turn.",
    }

    def slots(self, position: AasPosition, ask: Ask) -> dict[str, Any]:
        slots, moves = super().slots(position, ask), ask.number == state.MOVES
        does = "{about:moves|move}" if moves else "{about:is|are} about to fire"
        means = "move" if moves else f"fire at {slots['unit']}"
        spots = position.battle.data.numbers.hot_spot_count
        return {**slots, "means": means, "does": does.format(**slots), "spots": spots}

    def actors(self, position: AasPosition, ask: Ask) -> tuple[str, ...]:
        """Return whoever is asked; else everybody who has not acted, those of whoever is asked first."""
        if ask.unit or ask.occasion != state.ACTIVATE:
            return super().actors(position, ask)
        return tuple(unit.id for unit in ready_for(position, ask.player))

    def threat(self, position: AasPosition, enemy: Team, target: Team) -> tuple[Odds, ...]:
        """Return the worst that an enemy could do from where it stands: fire or assault."""
        able: list[Told] = []
        if position.battle.side(enemy.side).player == SOLO and enemy.profile.kind == "leader":
            return ()  # AAS-L-1 to AAS-L-5: a leader without a unit flees or joins one, and never fires
        if fire_refusal(position, enemy, target) is None and not enemy.barred:
            able.append(Fire(enemy.id, target.id).harm(position))
        if enemy.side == position.battle.data.mission.regulars:
            ways = list(assault_ways(position, enemy, target).values())[:1]
            able += [Assault(enemy.id, target.id, way).end(position) for way in ways]
        return worst_first(odds_of(position, Ask(enemy.side, state.ACTIVATE, enemy.id), Intent(), able))[:1]

    def answered(self, here: AasSituation, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """AAS-W-11, AAS-W-12, AAS-L-4: what is nearest; AAS-R-cover: whether and where it is in cover."""
        position, mission = here.position, here.battle.data.mission
        goals: list[tuple[str, str, Iterable[Any]]] = [
            ("nearest enemy", "AAS-W-12", state.enemies(position, unit.side)),
            ("nearest hot spot", "AAS-L-4", [spot.cell for spot in conditions.active_hot_spots(here)]),
            ("nearest objective", "AAS-W-11", conditions.objective_cells(here)),
        ]
        if unit.side == mission.civilians:
            goals[0] = "nearest Regulars in sight", "AAS-CIV-1", conditions.seen(here, regulars(position))
        elif unit.side == mission.insurgents:
            goals.append(("nearest friends", "AAS-R-friends", conditions.friendly_units(here)))
        for name, rule, goal in goals:
            yield from under(NEAREST, by_list(name, here, conditions.nearest_list(rule, name), goal))
        run = moves.run_at(here, "rapid")
        ends = [cell for cell in run.area if cell != unit.cell]
        for name, rule, line in (
            ("cells in cover", "AAS-R-cover", moves.covered_there(here)),
            ("cells out of sight", "AAS-R-measure", moves.unseen_there(here)),
        ):
            yield from under(SAFE, by_list(name, here, moves.end_list(run, rule, name, [line]), ends))
        sheltered = moves.watch(position, unit).sheltered(unit.place)
        told = f"{'yes' if sheltered.key else 'no'}: {sheltered.text}"
        yield UnitAnswer("in cover", "AAS-R-cover", told, topic=SAFE)
        yield from super().answered(here, unit, about)

    def fire_zone(self, position: AasPosition, unit: Any) -> tuple[Band, ...]:
        """Return what a unit covers with fire: within optimum range, up to double, and beyond."""
        if not unit.on_table or firepower(unit, position.battle.data.supports) <= 0:
            return ()
        near, seen = fire.optimum(position, unit), position.lines.field_of_view(unit.place)
        if fire.always_optimum(position, unit):
            return (Band("optimum range", seen, "short"),)
        ranges = (("optimum range", near, "short"), ("double optimum", 2 * near, "normal"), ("beyond", None, "long"))
        return by_range(position, unit.place, seen, *ranges)

    def strides(self, position: AasPosition, unit: Any) -> Iterator[Stride]:
        """Yield where a unit can get to: Cautious, and beyond that Rapid."""
        yield stride(moves.reach(position, unit, "cautious"))
        yield stride(moves.reach(position, unit, "rapid"), f", {unit.at_pace('rapid').name}")

    def no_order_to(self, position: AasPosition, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """Say what the rules say to the whole way there at the fastest pace."""
        if unit.cell is None:
            return self.book.refusal(position, ask, Move(unit.id, (cell,)))
        way = way_to(position, moves.mover(position, unit), unit, cell, "AAS-R-pace", moves.occupied(position, unit))
        if isinstance(way, Refusal):
            return way
        return self.book.refusal(position, ask, Move(unit.id, way, moves.fastest(position, unit)))

    def covered(self, position: AasPosition, check: Check, found: Sequence[Cover]) -> Check:
        """Add the dice that the best of some cover gives to whoever is fired at."""
        for best in found[:1]:
            check = check.plus(position.battle.data.cover[best.cover], f"{best.cover} cover: {best.reason}")
        return check

    def marked(self, position: AasPosition) -> Iterator[Marker]:
        for spot in position.state.hot_spots:
            side = position.battle.data.mission.insurgents if spot.active else None
            yield Marker(spot.cell, "spot", f"hot spot {spot.id}{'' if spot.active else ', out of use'}", side)
        yield from super().marked(position)

    def place_text(self, position: AasPosition, place: Any, side: str | None) -> str:
        done = ", done" if place.is_accomplished(position.state) else ""
        return f"{place.title}, to {place.kind}: {counted(place.points, 'point')}{done}"

    def moment(self, position: AasPosition) -> Iterator[Fact]:
        now = position.state
        yield Fact("step", PHASES[now.phase], "AAS-SEQ")
        yield from _acting(position) if now.phase == "regulars" else ()
        yield Fact("insurgency level", f"{now.level} of {LEVELS[-1]}", "AAS-CIV-5")
        if now.hot_spots:
            active = sum(spot.active for spot in now.hot_spots)
            yield Fact("hot spots", f"{active} of {len(now.hot_spots)} in use", "AAS-HOT")

    def besides(self, position: AasPosition) -> Iterator[Fact]:
        return (_card_fact(position, "in force", id_) for id_ in position.state.in_force)

    def worth(self, position: AasPosition, place: Any) -> str:
        if place.kind == "hold":
            return "whoever is there alone at the end"
        how = "end an activation there" if place.kind == "reach" else f"{place.kind} there, by an order of its own"
        return f"{position.battle.side(position.battle.data.mission.regulars).mention}: {how}"

    def stakes(self, position: AasPosition) -> tuple[Fact, ...]:
        """Return what brings points to whom, casualties included, and what ends the mission."""
        mission = position.battle.data.mission
        theirs, worth = position.battle.side(mission.insurgents).mention, counted(mission.casualties, "point")
        each = mission.casualties and f"{worth} for {theirs} for each enemy dead or seriously wounded"
        return (*super().stakes(position), *lines(("casualties", each, SCENARIO)))

    def hand(self, position: AasPosition, side: str) -> tuple[CardFace, ...]:
        hand = position.state.hand if side == position.battle.data.mission.regulars else ()
        return tuple(self.card(position, "", id_) for id_ in hand)

    def card(self, position: AasPosition, deck: str, card: str) -> CardFace:
        found = position.battle.data.card(card)
        return CardFace(found.id, found.name, found.text)

    def commander(self, position: AasPosition, unit: str) -> str:
        """AAS-COOP: return whose unit it is."""
        return owner(position, unit) if unit in position.state.units else ""

    def told(self, position: AasPosition, unit: Any) -> Iterator[Fact]:
        whose = owner(position, unit.id) if unit.id in position.state.units else unit.player
        yield from lines(("commanded by", whose, "AAS-COOP"), ("kind", unit.profile.name, self.source))
        yield from self._strength(position, unit)
        yield from self._arms(position, unit)
        yield from _condition(position, unit)
        yield from (_card_fact(position, "card", id_) for id_ in unit.marks)
        if unit.on_table:
            yield from self.seen_by(position, unit, regulars(position) if unit.profile.kind == "mob" else None)

    def _strength(self, position: AasPosition, unit: Team) -> Iterator[Fact]:
        full, faces, profile = unit.strength or unit.profile.figures, quality(position, unit), unit.profile
        hurt = {"down": unit.downed, "lightly wounded": unit.light, "seriously wounded": unit.serious}
        wounded = ", ".join(f"{count} {word}" for word, count in hurt.items() if count)
        led = f"is with them: D{unit.leader}, checks with {check_die(position, unit).name}"
        strength = f"{unit.figures} of {full}" if unit.figures != full else str(full)
        steady = profile.kind in ("team", "leader")
        return lines(
            ("crew" if profile.kind == "vehicle" else "figures", strength, self.source),
            ("wounded", wounded and f"{wounded}: no Rapid moves, -1 on reaction tests", NUMBERS),
            ("quality", f"D{faces}, {QUALITIES.get(faces, '')}", self.source),
            ("leader", unit.leader and profile.kind == "team" and led, SCENARIO),
            ("morale", steady and f"D{profile.morale}, {MORALE.get(profile.morale, '')}", self.source),
        )

    def _arms(self, position: AasPosition, unit: Team) -> Iterator[Fact]:
        data, profile = position.battle.data, unit.profile
        if profile.kind == "mob":
            yield Fact("moves", f"{data.numbers.mob_move} inches", NUMBERS)
            return
        pace, held = data.paces[profile.movement], fire.weapons(position, unit)
        slow, fast = unit.at_pace("cautious").name, unit.at_pace("rapid").name
        dice, listed = firepower(unit, data.supports), listed_firepower(position, unit)
        in_lists = f", {listed} in the lists of Insurgents" if listed != dice else ""
        yield Fact("moves", f"{slow} {pace.cautious}, {fast} {pace.rapid} inches", NUMBERS)
        yield Fact("firepower", f"{_dice(dice)}{in_lists}", "AAS-R-firepower")
        for weapon in held:
            tank = f", {weapon.anti_tank} against vehicles" if weapon.anti_tank else ""
            yield Fact("weapon", f"{weapon.name}: {_dice(weapon.dice)}{tank}", NUMBERS)
        men, support = fire.optimum(position, unit), fire.support_optimum(position, unit)
        more = f", {support} for the {held[0].name}" if support != men else ""
        range_ = "every range" if fire.always_optimum(position, unit) else f"{men} inches{more}"
        yield from lines(
            ("against vehicles", (tanks := anti_tank(position, unit)) and _dice(tanks), NUMBERS),
            ("optimum range", range_, "AAS-R-support"),
            ("body armour", profile.body_armour and _dice(profile.body_armour), self.source),
        )
        if profile.kind == "vehicle":
            (front, side, rear), die, behind = profile.armour, profile.armour_die, profile.rear_die
            armour = f"front {front}, sides {side}{f' of D{die}' if behind else ''}, rear {rear} of D{behind or die}"
            yield Fact("armour", armour, self.source)
            aboard = [each.id for each in position.state.units if each.aboard == unit.id]
            yield Fact("aboard", f"{', '.join(aboard) or 'nobody'}; {counted(profile.seats, 'seat')}", self.source)


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _card_fact(position: AasPosition, label: str, id_: str) -> Fact:
    card = position.battle.data.card(id_)
    return Fact(label, f"{card.name}: {card.text}", CARD)


def _acting(position: AasPosition) -> Iterator[Fact]:
    """AAS-COOP: say who acts, whose unit that is, and how many are left of each player."""
    actor, players, left = position.state.actor, position.battle.data.mission.players, ready(position)
    whose = owner(position, actor) if actor else ""
    each = (f"{player} {sum(unit.player == player for unit in left)}" for player in players)
    return lines(
        ("acting", f"{actor}, of {whose}" if whose else actor, "AAS-COOP" if whose else "AAS-SEQ"),
        ("at the mouse", not actor and players and left and next_player(position), "AAS-COOP"),
        ("still to act", ", ".join(each) or str(len(left)), "AAS-COOP" if players else "AAS-SEQ"),
    )


def _condition(position: AasPosition, unit: Team) -> Iterator[Fact]:
    """Return what has befallen a unit."""
    return states(
        (unit.gone, "out of the mission"),
        (bool(unit.aboard), f"aboard {unit.aboard}"),
        (is_pinned(position, unit), f"pinned until the end of turn {unit.pinned}: no move, fires worse", NUMBERS),
        (is_shaken(position, unit), f"shaken until the end of turn {unit.shaken}: it cannot fire", NUMBERS),
        (unit.immobilised, "immobilised"),
        (unit.weapon_out, "its weapon is out"),
        (only_reacts(position, unit), "looks after its casualties: only reacts this turn"),
        (unit.overwatch, "on overwatch"),
        (unit.barred, "can do nothing more this turn", "AAS-R-fail"),
        (unit.checked and not unit.barred, "has had its action check this turn", "AAS-CHECK-4"),
        (unit.reacted, "has reacted this turn", "AAS-SEQ"),
        (unit.acted, "has acted this turn", "AAS-SEQ"),
        (unit.pace == "rapid", f"moved at {unit.at_pace('rapid').name} this turn"),
        (unit.shots > 0, f"has fired {unit.shots} of {position.battle.data.numbers.shots_a_turn} times", NUMBERS),
    )
