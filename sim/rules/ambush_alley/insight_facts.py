"""What there is to know of a mission and of a unit, each figure with its source, and what a player is asked."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.insight import Fact, Marker
from sim.engine.orders import Ask
from sim.engine.words import counted, verdict_text
from sim.play.tally import Exit
from sim.rules.ambush_alley import activations as actions
from sim.rules.ambush_alley.activations import next_player, only_reacts, owner, ready
from sim.rules.ambush_alley.figures import TeamProfile
from sim.rules.ambush_alley.fire import anti_tank, firepower, listed_firepower
from sim.rules.ambush_alley.geometry import always_optimum, cover_of, enemies, optimum, sees, support_optimum, weapons
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene, check_die, is_pinned, is_shaken, quality, regulars
from sim.rules.ambush_alley.units import LEVELS, Team
from sim.rules.ambush_alley.victory import accomplished, holder, standing
from sim.rules.ambush_alley.walking import pace_name

COUNTER, NUMBERS, SCENARIO, CARD = "list of teams", "rules", "scenario", "card"
"""Where facts come from, besides rules."""
QUALITIES = {6: "untrained", 8: "trained", 10: "veteran", 12: "elite"}
MORALE = {6: "low", 8: "average", 10: "good", 12: "high"}
PHASES = {
    "cards": "cards",
    "hot spots": "hot spots",
    "arrivals": "new Insurgents, first aid",
    "regulars": "Regulars",
    "insurgents": "Insurgents, then crowds",
}


def status(position: Scene) -> Iterator[Fact]:
    """Yield how the mission stands, and whose turn with the mouse it is."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SCENARIO)
    yield Fact("step", PHASES[state.phase], "AAS-SEQ")
    if state.phase == "regulars":
        yield from _acting(position)
    active = sum(spot.active for spot in state.hot_spots)
    yield Fact("insurgency level", f"{state.level} of {LEVELS[-1]}", "AAS-CIV-5")
    if state.hot_spots:
        yield Fact("hot spots", f"{active} of {len(state.hot_spots)} in use", "AAS-HOT")
    for side, points in standing(position).items():
        needs = battle.data.mission.needs.get(side)
        wanted = f", {needs} win" if needs else ""
        yield Fact(f"points of {battle.side(side).mention}", f"{points}{wanted}", SCENARIO)
    for id_ in state.in_force:
        card = battle.data.card(id_)
        yield Fact("in force", f"{card.name}: {card.text}", CARD)


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


def markers(position: Scene) -> Iterator[Marker]:
    """Yield hot spots, objectives with who holds them, and where leaving is rewarded."""
    mission = position.battle.data.mission
    for spot in position.state.hot_spots:
        told = f"hot spot {spot.id}" if spot.active else f"hot spot {spot.id}, out of use"
        yield Marker(spot.cell, "spot", told, mission.insurgents if spot.active else None)
    for objective in mission.objectives:
        held = holder(position, objective) if objective.kind == "hold" else ""
        done = ", done" if accomplished(position, objective) else ""
        for cell in objective.cells:
            text = f"{objective.title}, to {objective.kind}: {counted(objective.points, 'point')}{done}"
            yield Marker(cell, "objective", text, held or None)
    for leave in mission.exits:
        units = f" ({', '.join(leave.units)})" if leave.units else ""
        who = position.battle.side(leave.side).name
        for cell in leave.cells:
            text = f"{who}{units} may leave here: {counted(leave.points, 'point')}"
            yield Marker(cell, "exit", text, leave.side)


# -- a unit ------------------------------------------------------------------------------------------------------


def facts(position: Scene, unit: Team) -> Iterator[Fact]:
    """Yield all there is to know of a unit."""
    if whose := owner(position, unit.id) if unit.id in position.state.units else unit.player:
        yield Fact("commanded by", whose, "AAS-COOP")
    yield Fact("kind", unit.profile.name, COUNTER)
    yield from _strength(position, unit)
    yield from _arms(position, unit)
    yield from _condition(position, unit)
    for id_ in unit.marks:
        card = position.battle.data.card(id_)
        yield Fact("card", f"{card.name}: {card.text}", CARD)
    if unit.cell is not None and unit.figures > 0:
        yield from _surroundings(position, unit)


def _strength(position: Scene, unit: Team) -> Iterator[Fact]:
    full = unit.strength or unit.profile.figures
    crew = "crew" if unit.profile.kind == "vehicle" else "figures"
    yield Fact(crew, f"{unit.figures} of {full}" if unit.figures != full else str(full), COUNTER)
    wounded = [
        f"{count} {word}"
        for count, word in (
            (unit.downed, "down"),
            (unit.light, "lightly wounded"),
            (unit.serious, "seriously wounded"),
        )
        if count
    ]
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
    if card.rear_die:
        return f"front {front}, sides {side} of D{card.armour_die}, rear {rear} of D{card.rear_die}"
    return f"front {front}, sides {side}, rear {rear} of D{card.armour_die}"


def _condition(position: Scene, unit: Team) -> Iterator[Fact]:
    """Yield what has befallen a unit."""
    told = (
        (unit.gone, "out of the mission", ""),
        (bool(unit.aboard), f"aboard {unit.aboard}", ""),
        (is_pinned(position, unit), f"pinned until the end of turn {unit.pinned}: no move, fires worse", NUMBERS),
        (is_shaken(position, unit), f"shaken until the end of turn {unit.shaken}: it cannot fire", NUMBERS),
        (unit.immobilised, "immobilised", ""),
        (unit.weapon_out, "its weapon is out", ""),
        (only_reacts(position, unit), "looks after its casualties: only reacts this turn", ""),
        (unit.overwatch, "on overwatch", ""),
        (unit.barred, "can do nothing more this turn", "AAS-R-fail"),
        (unit.checked and not unit.barred, "has had its action check this turn", "AAS-CHECK-4"),
        (unit.reacted, "has reacted this turn", "AAS-SEQ"),
        (unit.acted, "has acted this turn", "AAS-SEQ"),
        (unit.pace == "rapid", f"moved at {pace_name(unit, 'rapid')} this turn", ""),
        (unit.shots > 0, f"has fired {unit.shots} of {position.battle.data.numbers.shots_a_turn} times", NUMBERS),
    )
    for so, text, source in told:
        if so:
            yield Fact("state", text, source)


def _surroundings(position: Scene, unit: Team) -> Iterator[Fact]:
    """Yield who sees a unit, and what shelters it; a mob sees Regulars."""
    others = enemies(position, unit.side) if unit.profile.kind != "mob" else regulars(position)
    for enemy in others:
        if sees(position, enemy, unit):
            cover = cover_of(position, enemy.place, unit.place)
            yield Fact("seen by", f"{enemy.id}: {cover.reason if cover else 'no cover'}")


SCENARIO = "scenario"


def question(position: Scene, ask: Ask) -> str:
    """Return what has happened that somebody is asked, and what comes of either answer."""
    unit, other = (position.battle.ruleset.name(position, id_ or "") for id_ in (ask.unit, ask.about))
    match ask.occasion:
        case actions.HOT_SPOT:
            count = position.battle.data.numbers.hot_spot_count
            return f"Hot spot {ask.number} of {count}: choose a cell out of which new Insurgents may come."
        case actions.REACTION:
            means = f"would interrupt to {'move' if ask.number == actions.MOVES else f'fire at {unit}'}"
            quicker = unit.does("is quicker: fire first, or do nothing and go on first.")
            return f"{other} {means}, but {quicker}"
        case actions.RETURN_FIRE:
            return f"{other} fired at {unit}, which may answer once."
        case actions.OVERWATCH:
            means = "moves" if ask.number == actions.MOVES else "is about to fire"
            return other.does(f"{means} in sight of {unit}, on overwatch: try to fire first, or let it be.")
        case actions.ACTIVATE if unit and position.state.actor == unit:
            return unit.does("is acting. What is left undone now cannot be done later this turn.")
        case _:
            return ""


def stakes(position: Scene) -> Iterator[Fact]:
    """Yield what brings points to whom, and what ends the mission."""
    battle, mission = position.battle, position.battle.data.mission
    regulars, insurgents = battle.side(mission.regulars).mention, battle.side(mission.insurgents).mention
    for objective in mission.objectives:
        yield Fact(objective.title, _objective_text(objective, regulars), SCENARIO)
    for leave in mission.exits:
        yield Fact("leaving", _exit_text(position, leave), SCENARIO)
    if mission.casualties:
        each = counted(mission.casualties, "point")
        yield Fact("casualties", f"{each} for {insurgents}: each of the others dead or seriously wounded", SCENARIO)
    for side, points in mission.needs.items():
        yield Fact("at once", f"victory for {battle.side(side).mention} with {counted(points, 'point')}", SCENARIO)
    if mission.tie:
        yield Fact("equal points", f"victory for {battle.side(mission.tie).mention}", SCENARIO)
    if battle.turns:
        yield Fact("end", f"with turn {battle.turns}, or when nobody is left to fight", SCENARIO)


def _objective_text(objective: Task, regulars: str) -> str:
    points = counted(objective.points, "point")
    match objective.kind:
        case "hold":
            return f"{points} for whoever is there alone at the end"
        case "reach":
            return f"{points} for {regulars}: end an activation there"
        case _:
            return f"{points} for {regulars}: {objective.kind} there, by an order of its own"


def _exit_text(position: Scene, leave: Exit) -> str:
    who = ", ".join(leave.units) or "each unit"
    each = " each" if len(leave.units) > 1 else ""
    whose = position.battle.side(leave.side).mention
    return f"{counted(leave.points, 'point')}{each} for {whose}: {who} by {position.span(leave.cells)}"
