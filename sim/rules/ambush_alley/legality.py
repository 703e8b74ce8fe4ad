"""What may be ordered: the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.movement import step_cost
from sim.engine.orders import Ask, Intent
from sim.engine.words import counted
from sim.play.tally import Exit
from sim.rules.ambush_alley import actions
from sim.rules.ambush_alley.actions import (
    INTENTS,
    Assault,
    Disembark,
    Disperse,
    Embark,
    Fire,
    Join,
    Leave,
    Move,
    PlaceHotSpot,
    PlayAsset,
    Search,
    Stay,
    Turn,
    Watch,
)
from sim.rules.ambush_alley.activations import is_able, only_reacts
from sim.rules.ambush_alley.assets import asset_refusal
from sim.rules.ambush_alley.checks import is_pinned
from sim.rules.ambush_alley.events import LEVELS
from sim.rules.ambush_alley.fire import fire_refusal, unable
from sim.rules.ambush_alley.marks import card_of
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import assault_refusal, held, mover, way_refusal
from sim.rules.ambush_alley.words import of_bodies
from sim.tabletop.inches import within

TO_SEARCH = ("search", "rescue")
"""The kinds of objectives at which there is something to be found, or somebody."""


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer; None if it is."""
    reason = _refusal(position, ask, intent)
    return None if reason is None else of_bodies(position, reason)


def _refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    if not isinstance(intent, INTENTS):
        return "Ambush Alley knows no such order"
    if ask.occasion == actions.HOT_SPOT:
        return _hot_spot_refusal(position, intent)
    if isinstance(intent, PlayAsset):
        allowed = ask.occasion == actions.ACTIVATE and ask.side == position.battle.data.mission.regulars
        return asset_refusal(position, intent) if allowed else "assets are played when Regulars act"
    who = getattr(intent, "unit", "")
    if who not in position.state.units:
        return f"there is no {who}"
    unit = position.state.unit(who)
    if unit.side != ask.side:
        return f"{who} is not a unit of {ask.side}"
    if not is_able(unit):
        return f"{who} is not on the table"
    match ask.occasion:
        case actions.ACTIVATE:
            return _actor_refusal(position, unit) or _activation_refusal(position, unit, intent)
        case actions.END_OF_TURN:
            return _asked_refusal(ask, unit) or _end_refusal(position, unit, intent)
    return _asked_refusal(ask, unit) or _reaction_refusal(position, ask, unit, intent)


def _hot_spot_refusal(position: Scene, intent: Intent) -> str | None:
    """AAS-HOT: anywhere that somebody on foot can stand, and not where there is one; the rest is common sense."""
    if not isinstance(intent, PlaceHotSpot):
        return "a hot spot is to be placed"
    cell = intent.cell
    if cell not in position.map:
        return "that is off the map"
    if any(spot.cell == cell for spot in position.state.hot_spots):
        return f"there is a hot spot in {position.name(cell)} already"
    foot = position.map.terrain_set.movement["foot"]
    for kind in (position.ground.terrain_at(cell), *position.ground.features_at(cell)):
        if kind.move.get(foot.id, foot.default) is None:
            return f"nobody can stand in {position.name(cell)}: {kind.name}"
    return None


# -- a Regular unit that acts ------------------------------------------------------------------------------------


def _actor_refusal(position: Scene, unit: Team) -> str | None:
    """Say why a unit is not the one to act."""
    actor = position.state.actor
    if actor and unit.id != actor:
        return f"{actor} acts now, not {unit.id}"
    if unit.acted and not actor:
        return f"{unit.id} has acted already this turn"
    if only_reacts(position, unit):
        return f"{unit.id} looks after its casualties, and can only react this turn"
    return None


def _activation_refusal(position: Scene, unit: Team, intent: Intent) -> str | None:
    if isinstance(intent, Stay):
        return None
    if unit.aboard and not isinstance(intent, Disembark):
        return f"{unit.id} is aboard {unit.aboard}"
    state = position.state
    match intent:
        case Move(way=way, pace=pace):
            moved = f"{unit.id} has moved already" if state.moved else None
            return moved or way_refusal(position, unit, way, pace)
        case Fire(target=target):
            return _fired(position, unit) or _target_refusal(position, unit, target)
        case Assault(target=target, way=way):
            return _begun(position, unit) or _assault_refusal(position, unit, target, way)
        case Watch():
            return _begun(position, unit) or unable(position, unit)
        case Turn(facing=facing):
            return _turn_refusal(position, unit, facing)
        case Disembark():
            moved = f"{unit.id} has moved already" if state.moved else None
            return moved or _disembark_refusal(position, unit, intent)
        case Disperse() | Search() | Embark() | Join() | Leave():
            return _fired(position, unit) or _instead_of_fire(position, unit, intent)
    return "that is no order for a Regular unit"


def _begun(position: Scene, unit: Team) -> str | None:
    """Say why a unit that has moved or fired cannot begin with something that takes its whole activation."""
    begun = position.state.moved or position.state.fired
    return f"{unit.id} has moved or fired already" if begun else None


def _fired(position: Scene, unit: Team) -> str | None:
    """Say why a unit cannot fire, or do something else instead, with this activation."""
    return f"{unit.id} has fired already" if position.state.fired else None


def _target_refusal(position: Scene, unit: Team, target: str) -> str | None:
    if target not in position.state.units:
        return _nobody(target, "enemy")
    return fire_refusal(position, unit, position.state.unit(target))


def _nobody(id_: str, kind: str) -> str:
    """Say that there is nobody of a name, or of a kind if none was named."""
    return f"there is no {id_}" if id_ else f"there is no {kind} on the table"


def _assault_refusal(position: Scene, unit: Team, target: str, way: tuple[object, ...]) -> str | None:
    if target not in position.state.units:
        return _nobody(target, "enemy")
    return assault_refusal(position, unit, position.state.unit(target), way)  # type: ignore[arg-type]


def _turn_refusal(position: Scene, unit: Team, facing: int) -> str | None:
    if unit.profile.kind != "vehicle":
        return "only vehicles have a facing"
    if not 0 <= facing < len(position.map.grid.directions):
        return "there is no such direction"
    if facing == unit.facing:
        return f"{unit.id} faces that way"
    return held(position, unit)


def _instead_of_fire(position: Scene, unit: Team, intent: Intent) -> str | None:
    """Say why a unit cannot do something in place of firing.

    Whoever cannot move gets into no vehicle, and does not leave.
    """
    if isinstance(intent, Embark | Leave) and (reason := held(position, unit)):
        return reason
    match intent:
        case Disperse(mob=mob):
            return _disperse_refusal(position, unit, mob)
        case Search():
            return _search_refusal(position, unit)
        case Embark(vehicle=vehicle):
            return _embark_refusal(position, unit, vehicle)
        case Join(other=other):
            return join_refusal(position, unit, other)
    return _exit_refusal(position, unit)


def _disperse_refusal(position: Scene, unit: Team, mob: str) -> str | None:
    if mob not in position.state.units:
        return _nobody(mob, "crowd")
    if position.state.unit(mob).profile.kind != "mob":
        return f"{mob} is no mob"
    there, near = position.state.unit(mob), position.battle.data.numbers.disperse_distance
    if there.cell is None:
        return f"{mob} is not on the table"
    return None if within(position, unit.place, there.cell, near) else f"{mob} is more than {near} inches away"


def _search_refusal(position: Scene, unit: Team) -> str | None:
    """A place is searched once, by men on foot, where there is something to be found."""
    if unit.profile.kind == "vehicle":
        return "a vehicle searches nothing"
    for objective in position.battle.data.mission.objectives:
        if objective.kind in TO_SEARCH and unit.cell in objective.cells:
            done = any(cell in position.state.searched for cell in objective.cells)
            return f"{objective.title} has been searched" if done else None
    return f"there is nothing to search for in {position.name(unit.cell)}"


def _embark_refusal(position: Scene, unit: Team, vehicle: str) -> str | None:
    if unit.profile.kind not in ("team", "leader"):
        return f"a {unit.profile.kind} does not get into vehicles"
    if vehicle not in position.state.units:
        return _nobody(vehicle, "other vehicle of theirs")
    if position.state.unit(vehicle).profile.kind != "vehicle":
        return f"{vehicle} is no vehicle"
    other = position.state.unit(vehicle)
    if other.side != unit.side or other.cell is None:
        return f"{vehicle} is not there for {unit.id}"
    if not position.map.grid.adjacent(unit.place, other.cell):
        return f"{vehicle} is not beside {unit.id}"
    seats = other.profile.seats - sum(men(each) for each in position.state.units if each.aboard == vehicle)
    return None if men(unit) <= seats else f"{vehicle} has {counted(max(0, seats), 'seat')} left"


def men(unit: Team) -> int:
    """Return how many seats a unit takes, the wounded and the leader too."""
    leader = 1 if unit.leader and unit.profile.kind == "team" else 0
    return unit.figures + unit.downed + unit.serious + leader


def _disembark_refusal(position: Scene, unit: Team, intent: Disembark) -> str | None:
    vehicle = position.state.unit(unit.aboard) if unit.aboard in position.state.units else None
    if vehicle is None or vehicle.cell is None:
        return f"{unit.id} is in no vehicle"
    if intent.cell not in position.map or not position.map.grid.adjacent(vehicle.cell, intent.cell):
        return f"{position.name(intent.cell)} is not beside {vehicle.id}"
    if position.state.units.at(intent.cell):
        return f"somebody stands in {position.name(intent.cell)}"
    if is_pinned(position, unit):
        return "pinned"
    step = step_cost(position.ground, mover(position, unit), vehicle.cell, intent.cell)
    return None if step else f"no way out to {position.name(intent.cell)}: {step.barred}"


def join_refusal(position: Scene, unit: Team, other: str) -> str | None:
    """Say why a unit cannot join another: men on foot of one side, in cohesion, and not two leaders.

    Who goes to the other must be able to: the leader to his men, whichever of them is told to join, else the unit.
    """
    if not other:
        return "nobody else is there to be joined"
    if other not in position.state.units or other == unit.id:
        return f"there is no {other} to join"
    whom, near = position.state.unit(other), position.battle.data.numbers.cohesion
    if whom.side != unit.side or whom.cell is None or whom.figures <= 0 or unit.cell is None:
        return f"{other} is not there to be joined"
    kinds = (unit.profile.kind, whom.profile.kind)
    if any(kind not in ("team", "leader") for kind in kinds) or kinds == ("leader", "leader"):
        return f"{unit.id} and {other} cannot be one unit"
    if not within(position, unit.cell, whom.cell, near):
        return f"{other} is more than {near} inches away"
    return held(position, whom if kinds == ("team", "leader") else unit)


def exits_of(position: Scene, unit: Team) -> list[Exit]:
    """Return the exits over which a unit could leave from where it stands."""
    return [
        each
        for each in position.battle.data.mission.exits
        if each.side == unit.side and unit.cell in each.cells and (not each.units or unit.id in each.units)
    ]


def _exit_refusal(position: Scene, unit: Team) -> str | None:
    """A unit leaves over an edge that the mission names for it."""
    if exits_of(position, unit):
        return None
    if not any(each.side == unit.side for each in position.battle.data.mission.exits):
        return "the mission rewards nobody for leaving"
    here = position.name(unit.cell)
    if unit.cell is not None and position.map.is_at_edge(unit.cell):
        return f"{here} is no exit for {unit.id}"
    return f"{here} is not at the edge of the table"


# -- others ------------------------------------------------------------------------------------------------------


def _asked_refusal(ask: Ask, unit: Team) -> str | None:
    return None if unit.id == ask.unit else f"{ask.unit} is asked, not {unit.id}"


def _end_refusal(position: Scene, unit: Team, intent: Intent) -> str | None:
    """AAS-SEQ: at the end of a turn an Insurgent moves or fires, and joins others; mobs move."""
    match intent:
        case Stay():
            return None
        case Move(way=way, pace=pace):
            return _spent(unit) or way_refusal(position, unit, way, pace)
        case Fire(target=target):
            return _spent(unit) or _target_refusal(position, unit, target)
        case Join() | Leave():
            return _instead_of_fire(position, unit, intent)
    return "that is no order for the end of a turn"


def _spent(unit: Team) -> str | None:
    """Say why a unit that has moved or fired this turn does neither at its end."""
    return f"{unit.id} has moved or fired already" if unit.pace or unit.shots else None


def _reaction_refusal(position: Scene, ask: Ask, unit: Team, intent: Intent) -> str | None:
    """Say why a unit cannot answer so to what another does."""
    if isinstance(intent, Stay):
        return None
    if unit.barred:
        return f"{unit.id} can do nothing more this turn"
    match intent:
        case Fire(target=target):
            if target != ask.about:
                return f"only {ask.about} can be fired at now"
            return _target_refusal(position, unit, target)
        case Move(way=way, pace=pace) if _may_move(position, ask):
            return way_refusal(position, unit, way, pace)
    moves = " or a move" if _may_move(position, ask) else ""
    return f"only fire at {ask.about}{moves} can be ordered now, or nothing"


def _may_move(position: Scene, ask: Ask) -> bool:
    """Insurgents who interrupt, or were fired at, may move; Regulars only fire."""
    insurgents = ask.side == position.battle.data.mission.insurgents
    return insurgents and ask.occasion in (actions.INTERRUPT, actions.RETURN_FIRE)


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state, taken = position.state, dict[object, str]()
    for unit in state.units:
        yield from _unit_complaints(position, unit)
        if unit.cell is not None:
            if unit.cell in taken:
                yield f"{unit.id} and {taken[unit.cell]} are both in {position.name(unit.cell)}"
            taken[unit.cell] = unit.id
    if state.level not in LEVELS:
        yield f"the insurgency level is {state.level}, and goes from {LEVELS[0]} to {LEVELS[-1]}"
    yield from (f"there is no card {card}" for card in (*state.hand, *state.in_force) if not _is_card(position, card))


def _unit_complaints(position: Scene, unit: Team) -> Iterator[str]:
    if unit.cell is not None and unit.cell not in position.map:
        yield f"{unit.id} stands off the map"
    if unit.aboard and unit.cell is not None:
        yield f"{unit.id} is aboard {unit.aboard} and on the table"
    if min(unit.figures, unit.downed, unit.light, unit.serious) < 0:
        yield f"{unit.id} has fewer than no figures"
    for weapon in unit.support:
        if weapon not in position.battle.data.supports:
            yield f"{unit.id} has a {weapon}, which nobody knows"
    yield from (f"there is no card {card}" for card in unit.marks if not _is_card(position, card))


def _is_card(position: Scene, id_: str) -> bool:
    data = position.battle.data
    return id_ in data.fog or (id_ in data.assets and card_of(data, id_) is not None)
