"""What there is to know of a shootout and of a character, each figure with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.insight import CardFace, Fact, Marker
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.rules.outlaws.brawling import brawlers, has_objects
from sim.rules.outlaws.figures import LOOT, WoundChit
from sim.rules.outlaws.geometry import cover_from, sees
from sim.rules.outlaws.hands import favoured, kind_of, named
from sim.rules.outlaws.scene import Scene, others
from sim.rules.outlaws.shooting import skill_of, snapshot_range
from sim.rules.outlaws.units import CUP, HANDS, WOUNDS, Character, Item, actions_text, fewer
from sim.rules.outlaws.victory import parties, points

CARD, WOUND, GROUND, SHOOTOUT = "card", "wounds", "ground", "shootout"
"""Where facts come from, besides rules."""


# -- the shootout ---------------------------------------------------------------------------------------------


def status(position: Scene) -> Iterator[Fact]:
    """Yield how the shootout stands."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SHOOTOUT)
    if state.actor:
        actions = actions_text(state.actions) if state.actions else "no action"
        yield Fact("counter", f"{state.actor}, {actions} left", "OUT-CUP")
    left = state.deck(CUP).left
    yield Fact("in the cup", ", ".join(left) or "no counter: a new turn begins", "OUT-CUP")
    for side in parties(position):
        needs = battle.data.shootout.needs.get(side)
        wanted = f", {needs} to win" if needs else ""
        yield Fact(battle.side(side).name, f"{counted(points(position, side), 'point')}{wanted}", SHOOTOUT)
    yield Fact("wound chits", f"{len(state.deck(WOUNDS).left)} in the pool", "each goes back")


# -- the map --------------------------------------------------------------------------------------------------


def markers(position: Scene) -> Iterator[Marker]:
    """Yield where leaving is rewarded, horses that stand about, and what lies on the ground."""
    for leave in position.battle.data.shootout.exits:
        who = position.battle.side(leave.side).name
        loot = f", {leave.points + leave.loot_points} with the loot" if leave.loot_points else ""
        for cell in leave.cells:
            yield Marker(cell, "exit", f"{who} may leave here: {leave.points}{loot}", leave.side)
    for horse in position.state.horses:
        yield Marker(horse.cell, "horse", "without a rider")
    lying: dict[Cell, list[Item]] = {}
    for cell, item in position.state.lying:
        lying.setdefault(cell, []).append(item)
    for cell, items in lying.items():
        kind = any(item.kind == LOOT for item in items)
        text = ", ".join(named(position, item) for item in items)
        yield Marker(cell, "objective" if kind else "spot", text)


# -- cards ------------------------------------------------------------------------------------------------------


def card_face(position: Scene, deck: str, card: str) -> CardFace:
    """Return what a counter or a chit says."""
    if deck == WOUNDS and card in position.battle.data.chits:
        chit = position.battle.data.chits[card]
        return CardFace(card, chit.name, "; ".join(effects(chit)))
    if deck == CUP and card in position.state.units:
        unit = position.state.unit(card)
        side = position.battle.side(unit.side).mention
        return CardFace(card, card, f"{unit.profile.name}, {side}: {unit.allowance} actions")
    return CardFace(card, card, "")


def effects(chit: WoundChit) -> tuple[str, ...]:
    """Return what a wound chit does."""
    told = (
        *((True, text) for text in fewer(chit.owed, chit.lost)),
        (chit.prone, "prone"),
        (chit.arm, "an arm: what it holds is dropped, and shots with it are harder"),
        (chit.leg, "a leg: no running, and walking costs more"),
        (chit.unconscious, "unconscious"),
        (chit.dead, "dead"),
    )
    return tuple(text for so, text in told if so)


# -- a character ----------------------------------------------------------------------------------------------


def facts(position: Scene, unit: Character) -> Iterator[Fact]:
    """Yield all there is to know of a character."""
    yield Fact("kind", unit.profile.name, CARD)
    if unit.profile.group:
        yield Fact("group", "goes away from shots, and is no target", "OUT-T-groups")
        return
    yield from _condition(position, unit)
    yield from _figures(unit)
    yield from _things(position, unit)
    if unit.cell is not None and not unit.out:
        yield from _surroundings(position, unit)


def _condition(position: Scene, unit: Character) -> Iterator[Fact]:
    """Yield what has befallen a character."""
    if unit.id in position.state.left:
        yield Fact("state", "has left the board")
    told = (
        (unit.dead, "dead"),
        (not unit.conscious and not unit.dead, "unconscious"),
        (unit.mounted, "in the saddle"),
        (unit.prone and not unit.out, "prone"),
        (unit.covering, "in the cover that it has taken"),
        (unit.running, "running: harder to hit until its next counter"),
    )
    for so, text in told:
        if so:
            yield Fact("state", text)
    for text in reversed(fewer(unit.owed, unit.lost)):
        yield Fact("wounds", text, WOUND)
    for arm in unit.arms:
        yield Fact("wounds", f"the {arm} arm: shots with it are harder", WOUND)
    if unit.leg:
        yield Fact("wounds", "a leg: no running, and walking costs more", WOUND)
    if unit.snapped:
        yield Fact("snapshots", f"tried at {', '.join(unit.snapped)}", "OUT-SNAP-1")


def _figures(unit: Character) -> Iterator[Fact]:
    full = unit.profile.actions
    less = f" of {full}" if unit.allowance < full else ""
    yield Fact("actions", f"{unit.allowance}{less}", f"card {full}, wounds -{unit.lost}" if unit.lost else CARD)
    yield Fact("gun", str(unit.profile.gun), CARD)
    yield Fact("brawl", str(unit.profile.brawl), CARD)
    if unit.profile.bow:
        yield Fact("bow", str(unit.profile.bow), CARD)
    if unit.profile.tuwa:
        yield Fact("people", "Tuwa", CARD)


def _things(position: Scene, unit: Character) -> Iterator[Fact]:
    better = favoured(position, unit)[0]
    for hand in HANDS:
        held: Item | None = getattr(unit, hand)
        label = f"{hand} hand" + (" (favoured)" if hand == better else "")
        yield Fact(label, thing_text(position, held) if held else "empty")
        kind = kind_of(position, held) if held else None
        if kind and kind.shots:
            snap = snapshot_range(position, unit, kind)
            yield Fact("skill", f"{skill_of(unit, kind)} with it; snapshots within {snap} squares", "OUT-SNAP-1")
    for item in unit.carried:
        yield Fact("carries", thing_text(position, item))


def thing_text(position: Scene, item: Item) -> str:
    """Say what an item is, and how it is loaded."""
    kind = kind_of(position, item)
    if not kind.capacity:
        return named(position, item)
    reloads = f", {item.reloads} {'reload' if item.reloads == 1 else 'reloads'}" if item.reloads else ", no reloads"
    loose = f" and {item.loose} loose" if item.loose else ""
    return f"{named(position, item)}, {item.loaded} of {kind.capacity} loaded{reloads}{loose}"


def _surroundings(position: Scene, unit: Character) -> Iterator[Fact]:
    """Yield what a character has to fear and to hope for where it stands."""
    fighting = brawlers(position, unit)
    if fighting:
        yield Fact("brawl", f"with {', '.join(other.id for other in fighting)}")
    if has_objects(position, unit.place):
        yield Fact("objects", "something to strike with lies at hand", GROUND)
    for enemy in others(position, unit.side):
        if not sees(position, enemy, unit):
            continue
        shelter = cover_from(position, unit.place, enemy.place, covering=unit.covering)
        text = f"{enemy.id}: {shelter[0].reason}" if shelter else f"{enemy.id}: no cover"
        yield Fact("in the view of", text, "OUT-COVER")
