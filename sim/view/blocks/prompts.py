"""The prompt for dice and cards that the player throws and draws at the table."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.chance import DrawCard
from sim.engine.chances import long
from sim.engine.dice import Throw, by_hand, probability
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Faces, Field, Gap, Row, SmallPrint, TextLine, Title
from sim.view.model.model import Model

_MOST_FACES = 24
_LISTED = 18


def throw_blocks(model: Model, throw: Throw, typed: tuple[int, ...]) -> tuple[Block, ...]:
    """Ask for the faces of dice: what to take, what for, for whom, and what is needed."""
    faces = tuple(dict.fromkeys(throw.die.faces))
    blocks: list[Block] = [Title(f"Roll {throw.dice}"), *_purpose(model, throw.purpose, throw.whom)]
    if throw.need is not None:
        chance = probability(throw.die, throw.count, throw.need)
        blocks.append(Row("needed", f"{throw.need}: {long(chance)}"))
    if how := by_hand(throw.die):
        blocks.append(SmallPrint(f"Throw {how}."))
    for face, option in zip(throw.die.faces, throw.options, strict=False):
        blocks.append(TextLine(f"{face} = {option}", depth=1))
    left = throw.count - len(typed)
    if typed:
        blocks.append(Faces(typed, len(throw.die.faces)))
    if left:
        blocks.append(
            SmallPrint(f"Which face {'does it show' if throw.count == 1 else f'does die {len(typed) + 1} show'}?")
        )
        buttons = tuple(
            Button(str(face), Do("type_face", (face,)), _digit(face, faces)) for face in faces[:_MOST_FACES]
        )
        blocks.append(Buttons(buttons, min(6, max(len(buttons), 1))))
    else:
        blocks.append(Button("That is what I rolled", Do("give_dice"), "Enter"))
    if typed:
        blocks.append(Button("Remove the last one", Do("untype_face"), "Backspace"))
    return (*blocks, Gap(), Button("Let the program roll this one", Do("roll_for_me"), "R"))


def _digit(face: int, faces: tuple[int, ...]) -> str:
    """Return the key of a face. Where there is no 0, that is the key of the ten, as it stands on many a D10."""
    if face == 10 and 0 not in faces:
        return "0"
    return str(face) if 0 <= face <= 9 else ""


def draw_blocks(model: Model, draw: DrawCard, filter_: str, *, marked: bool = False) -> tuple[Block, ...]:
    """Ask for a card: what is left of the deck, filtered by what has been typed."""
    blocks: list[Block] = [Title(f"Draw a card from the deck “{draw.deck.name}”")]
    blocks += _purpose(model, draw.purpose, draw.whom)
    blocks.append(Field("card", filter_, Do("nothing"), focused=True, marked=marked))
    fitting = fitting_cards(model, draw, filter_)
    blocks.append(_answers(fitting))
    for n, (card, copies) in enumerate(fitting[:_LISTED]):
        face = model.card(draw.deck.name, card)
        name = face.name if copies == 1 else f"{face.name} (one of {copies})"
        blocks.append(TextLine(name, do=Do("give_card", (card,)), bold=n == 0))
        if face.text and n == 0:
            blocks += [SmallPrint(line) for line in face.text.splitlines()]
    if len(fitting) > _LISTED:
        blocks.append(SmallPrint(f"and {len(fitting) - _LISTED} more: type some letters of its name"))
    if not fitting:
        blocks.append(SmallPrint("No card left in the deck has that name.", "bad"))
    return tuple(blocks)


def _answers(fitting: Sequence[tuple[str, int]]) -> Buttons:
    """Return what may be clicked above the list, of which large letters show only the beginning."""
    first = (Button("It is the first one", Do("give_card", (fitting[0][0],)), "Enter"),) if fitting else ()
    return Buttons((*first, Button("Let the program draw it", Do("roll_for_me"))), 2)


def fitting_cards(model: Model, draw: DrawCard, filter_: str) -> list[tuple[str, int]]:
    """Return the cards left in the deck whose id or name holds what was typed; cards that read alike are one entry."""
    wanted = filter_.strip().casefold()
    alike: dict[tuple[str, str], list[str]] = {}
    for card in sorted(draw.deck.left, key=lambda card: (len(card), card)):
        face = model.card(draw.deck.name, card)
        if wanted in card.casefold() or wanted in face.name.casefold():
            alike.setdefault((face.name, face.text), []).append(card)
    return [(cards[0], len(cards)) for cards in alike.values()]


def _purpose(model: Model, purpose: str, whom: str) -> list[Block]:
    """Say what for and of whom; a card that asks for it by itself is named in what it is for."""
    blocks: list[Block] = [Row("for", purpose.removeprefix("for "))]
    state = model.position.state
    cards = (card for deck in state.decks for card in (*deck.left, *deck.discarded, *deck.removed))
    if whom in {side.id for side in model.session.battle.sides}:
        blocks.append(Row("of", model.side_name(whom)))
    elif whom and (whom in state.units or whom not in cards):
        blocks.append(Row("of", model.naming(whom)))
    return blocks
