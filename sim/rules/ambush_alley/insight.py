"""What viewers ask of this system: odds, fire zones, reach, what a player is asked, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the mission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.ruleset import SOLO
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.facts import SCENARIO, course, exit_markers, points, stakes_of, states
from sim.play.far_ways import far_way, no_way
from sim.play.odds import Told, odds_of, worst_first
from sim.play.system import Show
from sim.rules.ambush_alley import activations, ground
from sim.rules.ambush_alley.activations import next_player, only_reacts, owner, ready, ready_for
from sim.rules.ambush_alley.assault import assault_ways
from sim.rules.ambush_alley.figures import TeamProfile
from sim.rules.ambush_alley.fire import anti_tank, fire_refusal, firepower, listed_firepower
from sim.rules.ambush_alley.ground import (
    always_optimum,
    cover_of,
    enemies,
    fastest,
    mover,
    occupied,
    optimum,
    pace_name,
    reach,
    sees,
    support_optimum,
    weapons,
)
from sim.rules.ambush_alley.orders.fighting import Assault, Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import check_die, is_pinned, is_shaken, quality, regulars
from sim.rules.ambush_alley.units import LEVELS, Pace, Team
from sim.rules.ambush_alley.victory import accomplished, holder, standing
from sim.tabletop.inches import area_within, best_first

COUNTER, NUMBERS, CARD = "list of teams", "rules", "card"
"""Where facts come from, besides rules and the scenario."""
QUALITIES = {6: "untrained", 8: "trained", 10: "veteran", 12: "elite"}
MORALE = {6: "low", 8: "average", 10: "good", 12: "high"}
PHASES = {
    "cards": "cards",
    "hot spots": "hot spots",
    "arrivals": "new Insurgents, first aid",
    "regulars": "Regulars",
    "insurgents": "Insurgents, then crowds",
}


class AasInsight(Show):
    """What can be told of Ambush Alley."""

    def unreached(self, position: Scene, ask: Ask, unit: Any, cell: Cell) -> str:
        """Say what the rules say to the whole way there at the fastest pace; empty if they have nothing against it."""
        move = Move(unit.id, (cell,))
        if unit.cell is not None:
            way = far_way(position, mover(position, unit), unit.cell, cell, occupied(position, unit))
            if not way:
                return Refusal(no_way(position, mover(position, unit), cell), "AAS-R-pace").cited
            move = Move(unit.id, way, fastest(position, unit))
        refused = self.book.refusal(position, ask, move)
        return refused.cited if refused else ""

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done, by whoever is asked or by the first who could act."""
        unit = next(iter(self.actors(position, ask)), None)
        return super().passing(position, replace(ask, unit=unit))

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """Return whoever is asked; else everybody who has not acted, those of whoever is asked first."""
        if ask.unit or ask.occasion != activations.ACTIVATE:
            return super().actors(position, ask)
        return tuple(unit.id for unit in ready_for(position, ask.player))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what has happened that somebody is asked, and what comes of either answer."""
        unit, other = (position.battle.ruleset.name(position, id_ or "") for id_ in (ask.unit, ask.about))
        match ask.occasion:
            case activations.HOT_SPOT:
                count = position.battle.data.numbers.hot_spot_count
                return f"Hot spot {ask.number} of {count}: choose a cell out of which new Insurgents may come."
            case activations.REACTION:
                means = f"would interrupt to {'move' if ask.number == activations.MOVES else f'fire at {unit}'}"
                quicker = unit.does("is quicker: fire first, or do nothing and go on first.")
                return f"{other} {means}, but {quicker}"
            case activations.RETURN_FIRE:
                return f"{other} fired at {unit}, which may answer once."
            case activations.OVERWATCH:
                means = "moves" if ask.number == activations.MOVES else "is about to fire"
                return other.does(f"{means} in sight of {unit}, on overwatch: try to fire first, or let it be.")
            case activations.ACTIVATE if unit and position.state.actor == unit:
                return unit.does("is acting. What is left undone now cannot be done later this turn.")
        return ""

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a unit from where it stands: fire or assault; the worst first."""
        target = position.state.unit(unit)
        found = enemies(position, target.side) if target.cell is not None and target.figures > 0 else ()
        return worst_first(worst for enemy in found for worst in _threat(position, enemy, target))

    # -- overlays ------------------------------------------------------------------------------------------------

    def view(self, position: Scene, unit: Any, facing: int | None = None) -> Area:
        """Return what a unit sees, whichever way it faces."""
        return position.lines.field_of_view(unit.cell) if ground.on_table(unit) else Area(position.map, 0)

    def fire_zone(self, position: Scene, unit: Any) -> tuple[Band, ...]:
        """Return what a unit covers with fire: within optimum range, up to double, and beyond."""
        if not ground.on_table(unit) or firepower(unit, position.battle.data.supports) <= 0:
            return ()
        seen = position.lines.field_of_view(unit.place)
        if always_optimum(position, unit):
            return (Band("optimum range", seen, "short"),)
        length = optimum(position, unit)
        near = seen & area_within(position, unit.place, length)
        double = (seen & area_within(position, unit.place, 2 * length)) - near
        parts = Band("optimum range", near, "short"), Band("double optimum", double, "normal")
        return tuple(band for band in (*parts, Band("beyond", seen - near - double, "long")) if band.area)

    def reach(self, position: Scene, unit: Any) -> Mapping[Cell, Reached]:
        """Return where a unit can get to: Cautious, and beyond that Rapid."""
        paces: tuple[Pace, ...] = ("cautious", "rapid") if ground.on_table(unit) else ()
        found: dict[Cell, Reached] = {}
        for pace in paces:
            run, told = reach(position, unit, pace), f", {pace_name(unit, pace)}" if pace == "rapid" else ""
            for cell in run.area:
                if cell != unit.cell and cell not in found:
                    cost = run.cost(cell) or 0
                    found[cell] = Reached(cost, f'{cost / 2:g}"{told}', run.way(cell)[1:])
        return found

    def reach_steps(self, position: Scene, unit: Any) -> Iterator[None]:
        """Work out what a step costs."""
        return step_cost_steps(position.map, mover(position, unit), position.state.changes)

    def look_around(self, position: Scene) -> Iterator[None]:
        """Work out where cover is, and what a step costs."""
        table = position.map, position.state.changes
        ground.own_cover_area(*table)
        yield
        ground.walled_area(*table)
        yield
        ground.may_be_sheltered(*table, position.lines.convention.grazing_cover)
        yield
        yield from super().look_around(position)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return the dice that the best cover of a cell gives to whoever is in it."""
        return _best(position, Check("defence"), best_first(position.map, own_cover(position.ground, cell)))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return the dice that the best cover on a line gives to whoever is fired at along it."""
        return _best(position, Check("shelter"), ground.covers_of(position, source, cell))

    # -- facts ---------------------------------------------------------------------------------------------------

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the mission stands, and whose turn with the mouse it is."""
        return tuple(_status(position))

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points to whom, and what ends the mission."""
        mission = position.battle.data.mission
        ours, theirs = (position.battle.side(side).mention for side in (mission.regulars, mission.insurgents))

        def worth(task: Task) -> str:
            if task.kind == "hold":
                return "whoever is there alone at the end"
            how = "end an activation there" if task.kind == "reach" else f"{task.kind} there, by an order of its own"
            return f"{ours}: {how}"

        found = tuple(stakes_of(position, mission, objective=worth, each="unit", ends="nobody is left to fight"))
        if not mission.casualties:
            return found
        each = f"{counted(mission.casualties, 'point')} for {theirs}: each of the others dead or seriously wounded"
        return (*found, Fact("casualties", each, SCENARIO))

    def facts(self, position: Scene, unit: Any) -> tuple[Fact, ...]:
        """Return all there is to know of a unit."""
        return tuple(_facts(position, unit))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return hot spots, objectives with who holds them, and where leaving is rewarded."""
        return tuple(_markers(position))

    def hand(self, position: Scene, side: str) -> tuple[CardFace, ...]:
        """Return the assets of the Regulars."""
        hand = position.state.hand if side == position.battle.data.mission.regulars else ()
        return tuple(self.card(position, "", id_) for id_ in hand)

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card of either deck says."""
        found = position.battle.data.card(card)
        return CardFace(found.id, found.name, found.text)

    def commander(self, position: Scene, unit: str) -> str:
        """AAS-COOP: return whose unit it is."""
        return owner(position, unit) if unit in position.state.units else ""

    def lost(self, position: Scene) -> frozenset[str]:
        """Return the units of which nobody is left; whoever joins another unit is not lost."""
        return frozenset(unit.id for unit in position.state.units if unit.gone)

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)


def _threat(position: Scene, enemy: Team, target: Team) -> tuple[Odds, ...]:
    able: list[Told] = []
    if position.battle.side(enemy.side).player == SOLO and enemy.profile.kind == "leader":
        return ()  # AAS-L-1 to AAS-L-5: a leader without a unit flees or joins one, and never fires
    if fire_refusal(position, enemy, target) is None and not enemy.barred:
        able.append(Fire(enemy.id, target.id).harm(position))
    if enemy.side == position.battle.data.mission.regulars:
        ways = list(assault_ways(position, enemy, target).values())[:1]
        able += [Assault(enemy.id, target.id, way).end(position) for way in ways]
    return worst_first(odds_of(position, Ask(enemy.side, activations.ACTIVATE, enemy.id), Intent(), able))[:1]


def _best(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best of some cover: no more counts."""
    for cover in covers[:1]:
        check = check.plus(position.battle.data.cover[cover.cover], f"{cover.cover} cover: {cover.reason}")
    return check


# -- the mission -------------------------------------------------------------------------------------------------


def _status(position: Scene) -> Iterator[Fact]:
    state, data = position.state, position.battle.data
    yield from course(position)
    yield Fact("step", PHASES[state.phase], "AAS-SEQ")
    if state.phase == "regulars":
        yield from _acting(position)
    yield Fact("insurgency level", f"{state.level} of {LEVELS[-1]}", "AAS-CIV-5")
    if state.hot_spots:
        active = sum(spot.active for spot in state.hot_spots)
        yield Fact("hot spots", f"{active} of {len(state.hot_spots)} in use", "AAS-HOT")
    yield from points(position, standing(position), data.mission)
    yield from (_card_fact(position, "in force", id_) for id_ in state.in_force)


def _card_fact(position: Scene, label: str, id_: str) -> Fact:
    card = position.battle.data.card(id_)
    return Fact(label, f"{card.name}: {card.text}", CARD)


def _acting(position: Scene) -> Iterator[Fact]:
    """AAS-COOP: say who acts, whose unit that is, and how many are left of each player."""
    actor, players = position.state.actor, position.battle.data.mission.players
    left = ready(position)
    if actor:
        whose = owner(position, actor)
        yield Fact("acting", f"{actor}, of {whose}" if whose else actor, "AAS-COOP" if whose else "AAS-SEQ")
    elif players and left:
        yield Fact("at the mouse", next_player(position), "AAS-COOP")
    if players:
        told = (f"{player} {sum(unit.player == player for unit in left)}" for player in players)
        yield Fact("still to act", ", ".join(told), "AAS-COOP")
    else:
        yield Fact("still to act", str(len(left)), "AAS-SEQ")


def _markers(position: Scene) -> Iterator[Marker]:
    mission = position.battle.data.mission
    for spot in position.state.hot_spots:
        told = f"hot spot {spot.id}" if spot.active else f"hot spot {spot.id}, out of use"
        yield Marker(spot.cell, "spot", told, mission.insurgents if spot.active else None)
    for task in mission.objectives:
        held = holder(position, task) if task.kind == "hold" else ""
        done = ", done" if accomplished(position, task) else ""
        text = f"{task.title}, to {task.kind}: {counted(task.points, 'point')}{done}"
        yield from (Marker(cell, "objective", text, held or None) for cell in task.cells)
    yield from exit_markers(position, mission.exits)


# -- a unit ------------------------------------------------------------------------------------------------------


def _facts(position: Scene, unit: Team) -> Iterator[Fact]:
    if whose := owner(position, unit.id) if unit.id in position.state.units else unit.player:
        yield Fact("commanded by", whose, "AAS-COOP")
    yield Fact("kind", unit.profile.name, COUNTER)
    yield from _strength(position, unit)
    yield from _arms(position, unit)
    yield from _condition(position, unit)
    yield from (_card_fact(position, "card", id_) for id_ in unit.marks)
    if ground.on_table(unit):
        yield from _surroundings(position, unit)


def _strength(position: Scene, unit: Team) -> Iterator[Fact]:
    full = unit.strength or unit.profile.figures
    crew = "crew" if unit.profile.kind == "vehicle" else "figures"
    yield Fact(crew, f"{unit.figures} of {full}" if unit.figures != full else str(full), COUNTER)
    hurt = {"down": unit.downed, "lightly wounded": unit.light, "seriously wounded": unit.serious}
    wounded = [f"{count} {word}" for word, count in hurt.items() if count]
    if wounded:
        yield Fact("wounded", f"{', '.join(wounded)}: no Rapid moves, -1 on reaction tests", NUMBERS)
    faces = quality(position, unit)
    yield Fact("quality", f"D{faces}, {QUALITIES.get(faces, '')}", COUNTER)
    if unit.leader and unit.profile.kind == "team":
        yield Fact("leader", f"is with them: D{unit.leader}, checks with {check_die(position, unit).name}", SCENARIO)
    if unit.profile.kind in ("team", "leader"):
        yield Fact("morale", f"D{unit.profile.morale}, {MORALE.get(unit.profile.morale, '')}", COUNTER)


def _arms(position: Scene, unit: Team) -> Iterator[Fact]:
    data = position.battle.data
    if unit.profile.kind == "mob":
        yield Fact("moves", f"{data.numbers.mob_move} inches", NUMBERS)
        return
    pace = data.paces[unit.profile.movement]
    slow, fast = pace_name(unit, "cautious"), pace_name(unit, "rapid")
    yield Fact("moves", f"{slow} {pace.cautious}, {fast} {pace.rapid} inches", NUMBERS)
    dice, listed = firepower(unit, data.supports), listed_firepower(position, unit)
    in_lists = f", {listed} in the lists of Insurgents" if listed != dice else ""
    yield Fact("firepower", f"{dice} dice{in_lists}", "AAS-R-firepower")
    for weapon in weapons(position, unit):
        tank = f", {weapon.anti_tank} against vehicles" if weapon.anti_tank else ""
        yield Fact("weapon", f"{weapon.name}: {weapon.dice} dice{tank}", NUMBERS)
    if anti_tank(position, unit):
        yield Fact("against vehicles", f"{anti_tank(position, unit)} dice", NUMBERS)
    men, support = optimum(position, unit), support_optimum(position, unit)
    more = f", {support} for the {weapons(position, unit)[0].name}" if support != men else ""
    reach = "every range" if always_optimum(position, unit) else f"{men} inches{more}"
    yield Fact("optimum range", reach, "AAS-R-support")
    if unit.profile.body_armour:
        yield Fact("body armour", f"{unit.profile.body_armour} dice", COUNTER)
    if unit.profile.kind == "vehicle":
        yield Fact("armour", _armour(unit.profile), COUNTER)
        aboard = [each.id for each in position.state.units if each.aboard == unit.id]
        yield Fact("aboard", f"{', '.join(aboard) or 'nobody'}; {unit.profile.seats} seats", COUNTER)


def _armour(card: TeamProfile) -> str:
    front, side, rear = card.armour
    own = f" of D{card.armour_die}" if card.rear_die else ""
    return f"front {front}, sides {side}{own}, rear {rear} of D{card.rear_die or card.armour_die}"


def _condition(position: Scene, unit: Team) -> Iterator[Fact]:
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
        (unit.pace == "rapid", f"moved at {pace_name(unit, 'rapid')} this turn"),
        (unit.shots > 0, f"has fired {unit.shots} of {position.battle.data.numbers.shots_a_turn} times", NUMBERS),
    )


def _surroundings(position: Scene, unit: Team) -> Iterator[Fact]:
    """Yield who sees a unit, and what shelters it; a mob sees Regulars."""
    others = enemies(position, unit.side) if unit.profile.kind != "mob" else regulars(position)
    for enemy in others:
        if sees(position, enemy, unit):
            cover = cover_of(position, enemy.place, unit.place)
            yield Fact("seen by", f"{enemy.id}: {cover.reason if cover else 'no cover'}")
