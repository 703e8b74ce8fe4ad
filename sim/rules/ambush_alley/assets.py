"""Asset cards in the Regulars' hand: what each needs to be played, and why it cannot be."""

from __future__ import annotations

from sim.rules.ambush_alley.actions import PlayAsset
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team

AT_A_CELL = ("smoke", "strike")
"""Effects that an asset has at a cell."""


def needs_unit(card: Card) -> bool:
    """Say whether a card concerns one unit."""
    return card.whom in ("one regular", "one insurgent", "nearest", "random")


def needs_cell(card: Card) -> bool:
    """Say whether an asset has to name a cell."""
    return card.effect in AT_A_CELL and not needs_unit(card)


def asset_refusal(position: Scene, order: PlayAsset) -> str | None:
    """Say why an asset cannot be played so; None if it can."""
    if not order.card:
        return "there is no card in the hand"
    if order.card not in position.state.hand:
        return f"there is no card {order.card} in the hand"
    card = position.battle.data.assets[order.card]
    if needs_cell(card) and (order.cell is None or order.cell not in position.map):
        return f"{card.name} needs a cell"
    if order.cell is not None and not needs_cell(card):
        return f"{card.name} concerns no cell"
    if not needs_unit(card):
        return f"{card.name} concerns no single unit" if order.unit else None
    if order.unit not in position.state.units:
        return f"{card.name} needs a unit"
    return whom_refusal(position, card, position.state.unit(order.unit))


def whom_refusal(position: Scene, card: Card, unit: Team) -> str | None:
    """Say why an asset cannot be played on a unit."""
    mission = position.battle.data.mission
    side = mission.insurgents if card.whom in ("one insurgent", "nearest") else mission.regulars
    if unit.side != side:
        return f"{card.name} is not for {unit.id}"
    if unit.cell is None:
        return f"{unit.id} is not on the table"
    if card.effect == "reactivate" and not unit.acted:
        return f"{unit.id} has not acted yet"
    if card.effect == "medevac" and not (unit.serious or unit.light):
        return f"{unit.id} has no wounded to be taken away"
    return None if unit.figures > 0 or card.effect == "medevac" else f"nobody of {unit.id} can use it"
