"""Cards that the player answers with, and the rolls that they change."""

from __future__ import annotations

from typing import Any

from sim.engine.dice import D6, Throw
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.state import CohGame, CohPosition

REROLL, ENEMY_ACTED, ENEMY_MOVED = "own roll", "enemy has acted", "enemy vehicle has moved"
"""The occasions on which the player may answer with a card."""
REACTIONS = {REROLL: ("reroll", "luck"), ENEMY_ACTED: ("enemy_cost",), ENEMY_MOVED: ("bog_down",)}
"""By occasion what the cards do that answer it."""


def held(position: CohPosition, *effects: str) -> list[ActionCard]:
    """Return the cards in the hand that have one of these effects and can be paid for."""
    state, cards = position.state, position.battle.data.action_cards
    return [card for name in state.hand if (card := cards[name]).effect in effects and (card.caps or 0) <= state.caps]


def answered(game: CohGame, ask: Ask) -> ActionCard | None:
    """COH-3.3: ask the player for a card that answers what has happened, if there is one in the hand."""
    if not held(game.position, *REACTIONS[ask.occasion]):
        return None
    answer: Any = game.order(ask)
    answer.resolve(game, ask)
    return None if answer.passes else game.battle.data.action_cards[answer.card]


def player_roll(game: CohGame, throw: Throw, side: str, rule: str, *beyond: int) -> int:
    """Roll dice, and ask the player who has missed and holds a card that could change that.

    `beyond` are the numbers besides what is needed that the roll is compared with.
    """
    needed = throw.need.low if throw.need is not None and throw.need.low is not None else 0
    if side != game.battle.data.player or not held(game.position, *REACTIONS[REROLL]):
        return game.total(throw, rule, (needed, *beyond))
    faces, added, changed = game.throw(throw, rule).faces, 0, False
    while (missing := needed - sum(faces) - added) > 0:
        if missing > most_added(game.position, faces):
            break
        card = answered(game, Ask(game.battle.data.player, REROLL, throw.whom, number=missing))
        if card is None:
            break
        changed = True
        if card.effect == "luck":
            added += luck(game, card, throw.whom)
        else:
            # Which dice is the player's choice, and of a roll that has missed there are none better than the lowest.
            kept, lowest = sorted(faces)[card.value :], sorted(faces)[: card.value]
            words = f"{card.name}: the {' and '.join(map(str, lowest))} again"
            thrown = game.throw(Throw(D6, words, throw.whom, count=len(lowest)), "COH-3.3")
            faces = (*thrown.faces, *kept)
    if changed:
        game.note(Said(f"with the card the roll is {sum(faces) + added}", rule=rule))
    return sum(faces) + added


def most_added(position: CohPosition, faces: tuple[int, ...]) -> int:
    """Return the most that the cards in the hand can add to a roll: luck, and a 6 on every die rolled again."""
    by_luck = sum(card.value for card in held(position, "luck"))
    again = sum(card.value for card in held(position, "reroll"))
    return by_luck + sum(D6.faces[-1] - face for face in sorted(faces)[:again])


def luck(game: CohGame, card: ActionCard, whom: str) -> int:
    """Return what luck adds to a roll."""
    numbers = game.battle.data.numbers
    thrown = game.throw(Throw(D6, card.name, whom), "COH-3.3").total
    return numbers.luck_spoilt if thrown <= numbers.luck_spoilt_at else card.value
