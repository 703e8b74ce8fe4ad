"""Rolls that the player may still change with a card."""

from __future__ import annotations

from sim.engine.dice import D6, Throw
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.actions import REROLL, PlayCard
from sim.rules.conflict_of_heroes.events import CapsChanged, CardPlayed
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.legality import most_added
from sim.rules.conflict_of_heroes.units import CohData, CohState

Play = Game[CohState, CohData]


def player_roll(game: Play, throw: Throw, side: str, rule: str) -> int:
    """Throw dice; the player who holds a card that changes a roll, and has missed, is asked."""
    faces, luck, changed = game.throw(throw, rule).faces, 0, False
    while side == game.battle.data.player and throw.need is not None and not throw.need.met_by(sum(faces) + luck):
        missing = (throw.need.low or 0) - sum(faces) - luck
        if missing > most_added(game.position, faces):
            break
        card = _card_played(game, throw.whom, missing)
        if card is None:
            break
        changed = True
        if card.effect == "luck":
            luck += _luck(game, card, throw.whom)
        else:
            faces = _thrown_again(game, card, faces, throw.whom)
    if changed:
        game.note(Said(f"with the card the roll is {sum(faces) + luck}", rule=rule))
    return sum(faces) + luck


def play_answer(game: Play, name: str) -> ActionCard:
    """COH-3.3: play a card that answers what has just happened, and pay for it."""
    card = game.battle.data.action_cards[name]
    game.note(Said(card.text, rule="COH-3.3"))
    game.happen(CardPlayed(card.id))
    if card.caps:
        game.happen(CapsChanged(-card.caps))
    return card


def _card_played(game: Play, whom: str, missing: int) -> ActionCard | None:
    """Ask whether a card is played on a roll; nobody who holds none is asked."""
    cards = game.battle.data.action_cards
    held = [name for name in game.state.hand if cards[name].effect in ("reroll", "luck")]
    if not any((cards[name].caps or 0) <= game.state.caps for name in held):
        return None
    answer = game.order(Ask(game.battle.data.player, REROLL, whom, number=missing))
    if not isinstance(answer, PlayCard):
        game.happen(Passed(game.battle.data.player, None, "lets the roll stand"))
        return None
    return play_answer(game, answer.card)


def _luck(game: Play, card: ActionCard, whom: str) -> int:
    """Return what luck adds to a roll."""
    numbers = game.battle.data.numbers
    thrown = game.throw(Throw(D6, card.name, whom), "COH-3.3").total
    return numbers.luck_spoilt if thrown <= numbers.luck_spoilt_at else card.value


def _thrown_again(game: Play, card: ActionCard, faces: tuple[int, ...], whom: str) -> tuple[int, ...]:
    """Throw the lowest dice of a roll again, as many as the card says, and return all of them as they lie then.

    Which ones is the player's choice, and of a roll that has missed there is no better one.
    """
    kept, lowest = sorted(faces)[card.value :], sorted(faces)[: card.value]
    words = " and ".join(map(str, lowest))
    thrown = game.throw(Throw(D6, f"{card.name}: the {words} again", whom, count=len(lowest)), "COH-3.3")
    return (*thrown.faces, *kept)
