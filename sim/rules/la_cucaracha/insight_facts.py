"""What there is to know of a battle and of a unit, each figure with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.insight import Fact, Marker
from sim.engine.orders import Ask
from sim.engine.words import counted, verdict_text
from sim.play.tally import Exit
from sim.rules.la_cucaracha import scene
from sim.rules.la_cucaracha.courage import courage_number
from sim.rules.la_cucaracha.geometry import covers_of, leader_near, movement_of, sees
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import dice_of, weapon_of
from sim.rules.la_cucaracha.units import BANDS, DECK, JOKER, Troop
from sim.rules.la_cucaracha.victory import gone, standing
from sim.solo.plans import row_name

COUNTER, NUMBERS, SCENARIO = "troop list", "rules", "scenario"
"""Where facts come from, besides rules."""


def status(position: Scene) -> Iterator[Fact]:
    """Yield how the battle stands."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SCENARIO)
    if state.card:
        actor = f", {state.actor}" if state.actor else ""
        yield Fact("card", f"{battle.side(state.card).name}{actor}", "CUC-CARD")
    if not state.outcome:
        yield Fact("cards left", _cards_left(position), "CUC-CARD")
    for side, points in standing(position).items():
        yield Fact(battle.side(side).name, _tally(position, side, points), SCENARIO)


def _cards_left(position: Scene) -> str:
    left = position.state.deck(DECK).left
    cards = [f"{left.count(side.id)} of {side.mention}" for side in position.battle.sides]
    joker = ", and the joker" if JOKER in left else ""
    return f"{', '.join(cards)}{joker}" if left else "none: a new turn begins"


def _tally(position: Scene, side: str, points: int) -> str:
    """Tell the points of a side, how far it is from its goal, and from giving up."""
    engagement = position.battle.data.engagement
    words = [counted(points, "point")]
    if needs := engagement.needs.get(side):
        words.append(f"{needs} to win")
    if bears := engagement.breaks_at.get(side):
        lost = sum(gone(position, unit) for unit in position.state.units if unit.side == side)
        words.append(f"{counted(lost, 'unit')} lost: {bears} are too many")
    return ", ".join(words)


def stakes(position: Scene) -> Iterator[Fact]:
    """Yield what brings points to whom, and what ends the battle."""
    battle, engagement = position.battle, position.battle.data.engagement
    for objective in engagement.objectives:
        worth = counted(objective.points, "point")
        yield Fact(objective.title, f"{worth} for whoever was there last when the battle ends", SCENARIO)
    for leave in engagement.exits:
        yield Fact("leaving", _exit_text(position, leave), SCENARIO)
    yield Fact("losses", "points for each enemy unit that is destroyed or has fled, by what it is worth", SCENARIO)
    for side, points in engagement.needs.items():
        won = f"victory for {battle.side(side).mention} with {counted(points, 'point')}, objectives apart"
        yield Fact("at once", won, SCENARIO)
    for side, most in engagement.breaks_at.items():
        yield Fact("giving up", f"{battle.side(side).mention}, with {counted(most, 'unit')} lost", SCENARIO)
    if engagement.tie:
        yield Fact("equal points", f"victory for {battle.side(engagement.tie).mention}", SCENARIO)
    if battle.turns:
        yield Fact("end", f"with turn {battle.turns}, or when a side has nobody left", SCENARIO)


def _exit_text(position: Scene, leave: Exit) -> str:
    whose = position.battle.side(leave.side).mention
    return f"{counted(leave.points, 'point')} for {whose}: each unit by {position.span(leave.cells)}"


def markers(position: Scene) -> Iterator[Marker]:
    """Yield objectives with who holds them, and where leaving is rewarded."""
    engagement, holders = position.battle.data.engagement, dict(position.state.holders)
    for objective in engagement.objectives:
        holder = holders.get(objective.id)
        who = f", held by {position.battle.side(holder).mention}" if holder else ""
        for cell in objective.cells:
            yield Marker(cell, "objective", f"{objective.title}: {objective.points}{who}", holder)
    for leave in engagement.exits:
        who = position.battle.side(leave.side).name
        for cell in leave.cells:
            yield Marker(cell, "exit", f"{who} may leave here: {leave.points}", leave.side)


def facts(position: Scene, unit: Troop) -> Iterator[Fact]:
    """Yield all there is to know of a unit."""
    yield Fact("kind", f"{unit.profile.name}, {unit.profile.style}", COUNTER)
    yield from _strength(position, unit)
    yield from _arms(position, unit)
    yield from _condition(unit)
    if unit.cell is not None and not unit.lost:
        yield from _surroundings(position, unit)


def _strength(position: Scene, unit: Troop) -> Iterator[Fact]:
    fallen = f", {unit.fallen} of them this turn" if unit.fallen else ""
    lost = unit.profile.figures - unit.figures
    told = f"{unit.figures} of {unit.profile.figures}{fallen}" if lost else str(unit.figures)
    yield Fact("figures", told, COUNTER)
    yield Fact("courage", f"{unit.profile.quality}, {courage_number(position, unit)} or more on a die", NUMBERS)
    words = [
        word
        for word, so in (
            ("drilled", unit.profile.drilled),
            ("aggressive", unit.profile.aggressive),
            ("skirmishers", unit.profile.skirmisher),
            ("marksmen", unit.profile.marksmen),
            ("armoured", unit.profile.armoured),
        )
        if so
    ]
    if words:
        yield Fact("known as", ", ".join(words), COUNTER)
    if unit.leader:
        yield Fact("leader", "is with it", SCENARIO)
    elif unit.cell is not None and leader_near(position, unit):
        numbers = position.battle.data.numbers
        yield Fact("leader", f"within {numbers.leader_distance} inches: +{numbers.leader}", NUMBERS)


def _arms(position: Scene, unit: Troop) -> Iterator[Fact]:
    move = movement_of(position, unit)
    yield Fact("moves", f"Advance {move.advance}, Rapid Advance {move.rapid} inches", NUMBERS)
    weapon = weapon_of(position, unit)
    if weapon is None:
        yield Fact("weapon", "only for close combat", COUNTER)
        return
    least = f", not nearer than {weapon.least}" if weapon.least else ""
    yield Fact("weapon", f"{weapon.name}, {weapon.short} and {weapon.long} inches{least}", NUMBERS)
    yield Fact("shoots with", f"{dice_of(position, unit)} dice", "a die a figure" if not weapon.dice else NUMBERS)


def _condition(unit: Troop) -> Iterator[Fact]:
    """Yield what has befallen a unit."""
    told = (
        (unit.lost, "out of the battle", ""),
        (unit.shaken, "shaken: it can rally, stand, or go half an Advance away", "CUC-OVERRIDE"),
        (bool(unit.fighting), f"in close combat with {', '.join(unit.fighting)}", "CUC-OVERRIDE"),
        (unit.back_foot, "on the Back Foot", ""),
        (not unit.loaded, "not loaded", "CUC-OVERRIDE"),
        (unit.profile.style == "crew", "deployed" if unit.deployed else "packed up", "CUC-C2"),
        (unit.holding, "on Hold", "CUC-HOLD"),
        (bool(unit.broken), "has broken once: the next time it is lost", ""),
        (unit.acted, "has acted this turn", "CUC-CARD"),
    )
    for so, text, source in told:
        if so:
            yield Fact("state", text, source)
    if unit.score is not None:
        band = row_name(next(band for band in BANDS if unit.score in band))
        yield Fact("die for orders", f"{unit.score}, in the band {band}", "CUC-BAND")


def _surroundings(position: Scene, unit: Troop) -> Iterator[Fact]:
    """Yield who sees a unit, and what shelters it."""
    for enemy in enemies(position, unit.side):
        if sees(position, enemy, unit):
            shelter = covers_of(position, enemy.place, unit.place)
            yield Fact("seen by", f"{enemy.id}: {shelter[0].reason if shelter else 'no cover'}")


def question(position: Scene, ask: Ask) -> str:
    """Return what a player is asked, and what comes of it."""
    match ask.occasion:
        case scene.NOMINATE if ask.about:
            return (
                f"A card of {position.battle.side(ask.about).mention}. You name who acts; a die and the table say what."
            )
        case scene.REROLL:
            return f"The die for the orders of {ask.unit} shows {ask.number}. It may be rolled once more; that stands."
        case scene.CHARGED:
            return f"{ask.about} charges {ask.unit}, which may respond if it passes a test, or stands and fights."
        case scene.HOLD:
            return f"{ask.about} has shown itself to {ask.unit}, which is on Hold and may respond if it passes a test."
        case scene.ACTION if ask.unit:
            return f"{ask.unit} acts with this card."
        case scene.ACTION:
            return "Your card: one unit that has not acted this turn acts with it."
        case _:
            return ""
