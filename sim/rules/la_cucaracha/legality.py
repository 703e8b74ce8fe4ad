"""What may be ordered: the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Ask, Intent
from sim.play.setup import barred
from sim.rules.la_cucaracha import actions
from sim.rules.la_cucaracha.actions import (
    INTENTS,
    Accept,
    Advance,
    AnotherOrder,
    Charge,
    Deploy,
    FightOn,
    Hold,
    Leave,
    Nominate,
    Pace,
    PackUp,
    Rally,
    Reload,
    Respond,
    RollAgain,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.geometry import class_of, flies, nearest
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import arms_refusal, has_target_from, shot_refusal, weapon_of
from sim.rules.la_cucaracha.units import JOKER, Troop
from sim.rules.la_cucaracha.walking import (
    DEPLOYED,
    anchored,
    away_cells,
    charge_refusal,
    is_further,
    reach,
    way_refusal,
)
from sim.rules.la_cucaracha.words import of_bodies

BEST = 10
"""CUC-BAND: the die that grants aimed fire after a move, a missed die again, responses without a test."""
OPEN_FIRE = 5
"""CUC-C5: the least die with which a crew deploys and shoots."""
CAUTIOUS = range(2, 5)
"""CUC-S2: the band in which skirmishers evade without a test."""


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer; None if it is."""
    reason = _refusal(position, ask, intent)
    return None if reason is None else of_bodies(position, reason)


def _refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    if not isinstance(intent, INTENTS):
        return "La Cucaracha knows no such order"
    who = getattr(intent, "unit", "")
    if who not in position.state.units:
        return f"there is no {who}"
    unit = position.state.unit(who)
    if unit.cell is None or unit.lost:
        return f"{who} is not on the table"
    match ask.occasion:
        case actions.NOMINATE:
            return _nomination_refusal(ask, unit, intent)
        case actions.REROLL:
            return _die_refusal(position, ask, unit, intent)
        case actions.CHARGED:
            return _response_refusal(position, ask, unit, intent)
        case actions.HOLD:
            return _hold_refusal(position, ask, unit, intent)
    return _plight_refusal(position, ask, unit, intent) or _of(position, unit, intent)


def beginning_refusal(position: Scene, ask: Ask, unit: Troop, intent: Intent) -> str | None:
    """Say why a unit cannot begin to move, wherever to: it is not the one to act, its plight, or it has moved."""
    reason = _plight_refusal(position, ask, unit, intent) or _moved_refusal(position, unit)
    return None if reason is None else of_bodies(position, reason)


def pace_refusal(position: Scene, unit: Troop, pace: Pace) -> str | None:
    """Say why a unit that may begin to move can go nowhere at a pace; None if it can go somewhere."""
    if anchored(unit):
        return DEPLOYED
    if unit.shaken and pace != "half":
        return of_bodies(position, f"{unit.id} is shaken: half an Advance and no more")
    if len(reach(position, unit, pace).area) > 1:
        return None
    return "no ground that it could run over is open to it" if pace == "rapid" else "no step is open to it"


def _plight_refusal(position: Scene, ask: Ask, unit: Troop, intent: Intent) -> str | None:
    return _actor_refusal(position, ask, unit) or _state_refusal(position, unit, intent)


def _nomination_refusal(ask: Ask, unit: Troop, intent: Intent) -> str | None:
    """CUC-NOMINATE: the player names a unit of the automated side that has not acted."""
    if not isinstance(intent, Nominate):
        return "a unit of the automated side is to be named"
    if unit.side != ask.about:
        return f"{unit.id} is not a unit of {ask.about}"
    return f"{unit.id} has acted already this turn" if unit.acted else None


def _die_refusal(position: Scene, ask: Ask, unit: Troop, intent: Intent) -> str | None:
    """CUC-REROLL: the die that was rolled stands, or is rolled again."""
    if not isinstance(intent, RollAgain | Accept):
        return "the die for orders stands, or is rolled again"
    if unit.id != ask.unit:
        return f"the die was rolled for {ask.unit}, not for {unit.id}"
    return _reroll_refusal(position, unit) if isinstance(intent, RollAgain) else None


def _reroll_refusal(position: Scene, unit: Troop) -> str | None:
    """CUC-REROLL: only the drilled and the aggressive roll again, and only to close with the enemy."""
    if not unit.profile.drilled and not unit.profile.aggressive:
        return f"{unit.id} is neither drilled nor aggressive"
    if unit.profile.drilled and position.battle.data.readings.reroll == "drilled":
        return None
    return None if is_closing(position, unit) else f"{unit.id} does not try to close with the enemy"


def is_closing(position: Scene, unit: Troop) -> bool:
    """CUC-REROLL: say whether a unit tries to close: a fighter always, others who have nobody in range and can move."""
    if unit.profile.style == "fighter":
        return True
    return not anchored(unit) and not has_target_from(position, unit, unit.place)


def _actor_refusal(position: Scene, ask: Ask, unit: Troop) -> str | None:
    """Say why a unit is not the one to act."""
    actor = position.state.actor
    if unit.side != ask.side:
        return f"{unit.id} is not a unit of {ask.side}"
    if actor and unit.id != actor:
        return f"{actor} acts with this card, not {unit.id}"
    if not actor and unit.acted:
        return f"{unit.id} has acted already this turn"
    return None


def _state_refusal(position: Scene, unit: Troop, intent: Intent) -> str | None:
    """CUC-OVERRIDE: say what a unit's plight keeps it from."""
    if isinstance(intent, Stand):
        return None
    if unit.fighting:
        return None if isinstance(intent, FightOn) else f"{unit.id} is in close combat with {unit.fighting[0]}"
    if unit.shaken and not isinstance(intent, Rally | Advance):
        return f"{unit.id} is shaken: it can rally, stand, or go half an Advance away from the enemy"
    if position.state.shot:
        return f"{unit.id} has shot already with this card"
    return None


# -- orders with a card ------------------------------------------------------------------------------------------


def _of(position: Scene, unit: Troop, intent: Intent) -> str | None:
    match intent:
        case Advance():
            return _advance_refusal(position, unit, intent)
        case Charge():
            return _charge_refusal(position, unit, intent)
        case Shoot():
            return _shot_refusal(position, unit, intent)
        case AnotherOrder():
            return _another_refusal(position, unit)
        case FightOn():
            return None if unit.fighting else f"{unit.id} is in no close combat"
        case Rally():
            return _moved_refusal(position, unit) if unit.shaken else f"{unit.id} is not shaken"
        case Stand():
            return None
        case Reload() | Deploy() | PackUp() | Hold() | Leave():
            return _moved_refusal(position, unit) or _quiet_refusal(position, unit, intent)
    return "that is no order for a card"


def _moved_refusal(position: Scene, unit: Troop) -> str | None:
    """Say why a unit that has moved or deployed with this order cannot begin anything else."""
    return f"{unit.id} has moved already with this order" if position.state.moved else None


def _advance_refusal(position: Scene, unit: Troop, intent: Advance) -> str | None:
    refused = _moved_refusal(position, unit) or way_refusal(position, unit, intent.way, intent.pace)
    if refused is None and unit.shaken:
        return _flight_refusal(position, unit, intent)
    return refused


def _flight_refusal(position: Scene, unit: Troop, intent: Advance) -> str | None:
    """A shaken unit goes half an Advance, and away from the nearest enemy."""
    if intent.pace != "half":
        return f"{unit.id} is shaken: half an Advance and no more"
    for enemy in nearest(position, unit, enemies(position, unit.side)):
        if not is_further(position, unit, intent.way[-1], enemy):
            return f"{unit.id} is shaken: only away from the enemy"
    return None


def _nobody(target: str) -> str:
    return f"there is no {target}" if target else "there is no enemy on the table"


def _charge_refusal(position: Scene, unit: Troop, intent: Charge) -> str | None:
    if intent.target not in position.state.units:
        return _nobody(intent.target)
    if intent.reroll and unit.score != BEST:
        return "a missed die is rolled again only with a 10 for orders"
    target = position.state.unit(intent.target)
    return _moved_refusal(position, unit) or charge_refusal(position, unit, target, intent.way)


def _shot_refusal(position: Scene, unit: Troop, intent: Shoot) -> str | None:
    if intent.target not in position.state.units:
        return _nobody(intent.target)
    moved, score = position.state.moved, unit.score
    if moved in ("rapid", "charge"):
        return "nobody shoots after a Rapid Advance or a charge"
    if moved == "deploy" and (score is None or score < OPEN_FIRE):
        return f"{unit.id} has only just deployed: it can shoot with its next card"
    if moved and not intent.hasty and score != BEST:
        return "after a move shots are hasty"
    if intent.reroll and (score != BEST or moved):
        return "a missed die is rolled again only with a 10 for orders, and from a stand"
    return shot_refusal(position, unit, position.state.unit(intent.target))


def _another_refusal(position: Scene, unit: Troop) -> str | None:
    """CUC-EXTRA: a 10, after the move that the table offers it with, and once."""
    move = "advance" if unit.profile.style == "crew" else "rapid"
    if unit.score != BEST or unit.profile.style == "shooter":
        return "another order is to be had with a 10 for orders, and not by shooters"
    if position.state.extra:
        return "one further order a card, and no more"
    return None if position.state.moved == move else "another order comes after the move, and not without it"


def _quiet_refusal(position: Scene, unit: Troop, intent: Intent) -> str | None:
    """Say why a unit cannot reload, deploy, pack up, hold or leave."""
    is_crew = unit.profile.style == "crew"
    match intent:
        case Reload():
            weapon = weapon_of(position, unit)
            return "it is loaded" if weapon is None or unit.loaded else None
        case Deploy():
            if not is_crew:
                return "there is no weapon to deploy"
            return "it is deployed already" if unit.deployed else None
        case PackUp():
            if not is_crew:
                return "there is no weapon to pack up"
            return None if unit.deployed else "it is packed up already"
        case Leave():
            return _exit_refusal(position, unit)
    return "aircraft do not hold" if flies(position, unit) else None


def _exit_refusal(position: Scene, unit: Troop) -> str | None:
    """A unit leaves over an edge for which its side is rewarded; to run away is another matter."""
    exits = [each for each in position.battle.data.engagement.exits if each.side == unit.side]
    if any(unit.cell in each.cells for each in exits):
        return None
    here = position.name(unit.cell)
    if unit.cell is not None and position.map.is_at_edge(unit.cell):
        return f"{here} is no exit for {unit.side}"
    return f"{here} is not at the edge of the table"


# -- responses ---------------------------------------------------------------------------------------------------


def _response_refusal(position: Scene, ask: Ask, unit: Troop, intent: Intent) -> str | None:
    """CUC-REACT: say why a charged unit cannot respond so."""
    if unit.id != ask.unit:
        return f"{ask.unit} is charged, not {unit.id}"
    if isinstance(intent, Stand):
        return None
    if not isinstance(intent, Respond) or intent.enemy != ask.about:
        return f"only a response to {ask.about} can be ordered now, or to stand"
    return _test_refusal(unit, intent) or manner_refusal(position, unit, intent)


def _test_refusal(unit: Troop, intent: Respond) -> str | None:
    """Say why a response is not to be had without a test, or without haste."""
    untested = unit.score == BEST or (intent.how == "evade" and unit.score in CAUTIOUS)
    if not intent.test and not untested:
        return "a response needs the test"
    if intent.how == "shoot" and unit.score is None and not unit.holding and not intent.hasty:
        return f"{unit.id} does not hold: it can only shoot in haste"
    return None


def manner_refusal(position: Scene, unit: Troop, intent: Respond) -> str | None:
    """Say why a unit cannot respond in this manner, whoever orders it."""
    enemy = position.state.unit(intent.enemy)
    match intent.how:
        case "shoot":
            return shot_refusal(position, unit, enemy)
        case "evade" if unit.profile.skirmisher:
            return None if away_cells(position, unit, enemy, "advance") else "there is nowhere to evade to"
    return means_refusal(position, unit, intent.how)


def means_refusal(position: Scene, unit: Troop, how: str) -> str | None:
    """Say why a unit can never respond in a manner, whoever charges it; None if it might."""
    match how:
        case "shoot":
            return arms_refusal(position, unit)
        case "evade":
            return None if unit.profile.skirmisher else "only skirmishers evade"
        case "counter-attack":
            can = unit.profile.style == "fighter" or unit.profile.troop == "mounted"
            return None if can else "only fighters and mounted troops counter-attack"
    return None


def _hold_refusal(position: Scene, ask: Ask, unit: Troop, intent: Intent) -> str | None:
    """CUC-HOLD: say why a unit on Hold cannot respond so."""
    if unit.id != ask.unit:
        return f"{ask.unit} may respond now, not {unit.id}"
    if isinstance(intent, Stand):
        return None
    if not isinstance(intent, Respond) or intent.how != "shoot" or intent.enemy != ask.about:
        return f"only shots at {ask.about} can be ordered now, or to hold on"
    return None if intent.test else "a response needs the test"


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state = position.state
    taken: dict[tuple[object, bool], str] = {}
    for unit in state.units:
        yield from _unit_complaints(position, unit)
        if unit.cell is not None and not unit.lost:
            key = (unit.cell, flies(position, unit))
            if key in taken:
                yield f"{unit.id} and {taken[key]} are both in {position.name(unit.cell)}"
            taken[key] = unit.id
    known = {JOKER, *(side.id for side in position.battle.sides)}
    for card in dict.fromkeys(card for deck in state.decks for card in deck.left):
        if card not in known:
            yield f'the deck has a card "{card}", and there is no such side'


def _unit_complaints(position: Scene, unit: Troop) -> Iterator[str]:
    if unit.cell is not None and unit.cell not in position.map:
        yield f"{unit.id} stands off the map"
    elif unit.cell is not None and (ground := barred(position.map, unit.cell, class_of(position, unit).id)):
        yield f"{unit.id} stands in {position.name(unit.cell)}, on {ground}, where it cannot be"
    if unit.figures > unit.profile.figures or unit.figures < 0:
        yield f"{unit.id} has {unit.figures} figures of {unit.profile.figures}"
    if unit.score is not None and not 1 <= unit.score <= BEST:
        yield f"the die of {unit.id} shows {unit.score}"
    if unit.fighting and unit.cell is None:
        yield f"{unit.id} is off the map, and fights"
    for enemy in unit.fighting:
        known = position.state.units
        if enemy not in known or known[enemy].side == unit.side or unit.id not in known[enemy].fighting:
            yield f"{unit.id} fights {enemy}, who does not fight it"
        elif (
            unit.cell is not None and (there := known[enemy].cell) and not position.map.grid.adjacent(unit.cell, there)
        ):
            yield f"{unit.id} fights {enemy}, who is not beside it"
