"""What several events do to a state alike."""

from __future__ import annotations

from sim.rules.outlaws.figures import LOOT
from sim.rules.outlaws.units import CUP, HANDS, Character, Horse, Item, OutState


def paid(state: OutState, spent: int) -> OutState:
    """Take actions off the counter that is out of the cup."""
    return state.changed(actions=max(0, state.actions - spent)) if spent else state


def with_item(unit: Character, item: Item) -> Character:
    """Return a character with one of its items as it now is."""
    for hand in HANDS:
        held: Item | None = getattr(unit, hand)
        if held is not None and held.id == item.id:
            return unit.changed(**{hand: item})
    return unit.changed(carried=tuple(item if each.id == item.id else each for each in unit.carried))


def unhorsed(state: OutState, unit: Character) -> OutState:
    """OUT-RIDE-2: the horse stays where its rider leaves it."""
    known = {horse.id for horse in state.horses}
    number = next(n for n in range(1, len(known) + 2) if f"horse-{unit.id}-{n}" not in known)
    horse = Horse(f"horse-{unit.id}-{number}", unit.place, unit.facing, unit.id)
    state = state.changed(horses=(*state.horses, horse))
    return state.with_unit(unit.changed(mounted=False, dismounted=True, covering=False))


def out_of_the_cup(state: OutState, id_: str) -> OutState:
    """OUT-CUP: only who is conscious, and on the board, has a counter in the cup."""
    cup = state.deck(CUP)
    return state.with_deck(cup.without(id_)) if id_ in cup.left else state


def fallen(state: OutState, id_: str) -> OutState:
    """Let somebody who is out drop the loot and lose the rest of the counter."""
    unit = state.unit(id_)
    loot = tuple((unit.place, item) for item in unit.items if item.kind == LOOT)
    kept = {hand: None for hand in HANDS if (held := getattr(unit, hand)) is not None and held.kind == LOOT}
    carried = tuple(item for item in unit.carried if item.kind != LOOT)
    state = state.with_unit(unit.changed(carried=carried, **kept)).changed(lying=(*state.lying, *loot))
    state = out_of_the_cup(state, id_)
    return state.changed(actions=0) if state.actor == id_ else state
