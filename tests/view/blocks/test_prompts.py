"""Dice and cards of one's own: what to take, what for, what is needed; and nothing but a right answer is taken."""

import pygame
import pytest

from sim.engine.chance import DrawCard, Typed
from sim.engine.dice import D6, Throw, probability
from sim.engine.game import Answered
from sim.engine.orders import Ask
from sim.rules.la_cucaracha.orders.fight import Shoot as Volley
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, Buttons, Field, Row, TextLine, Title
from sim.view.blocks.prompts import throw_blocks
from tests.picket.rules import Shoot
from tests.picket_positions import AMES, AUTOMATED, HUMAN_PICKET
from tests.view.battle.bot import (
    NEAR,
    click_named,
    clicked,
    keys,
    opened,
    page,
    passed,
    picket,
    picketed,
    pointed,
    sent,
    spots,
)


def prompted(kind: type, players: dict[str, str] = HUMAN_PICKET) -> BattleScreen:
    """Return a battle with the player's own dice, at its first throw or card."""
    screen = picketed(picket(AMES, NEAR), players=players, source=Typed())
    for _ in range(300):
        screen.tick(0.6)
        wanted = screen.model.playback.wanted
        if isinstance(wanted, kind):
            break
        match wanted:
            case DrawCard() as draw:
                screen.ordering.give_card("ames" if "ames" in draw.deck.left else draw.deck.left[0])
            case Throw() as throw:
                screen.model.playback.answer(tuple(throw.die.faces[0] for _ in range(throw.count)))
            case Ask() as ask:
                screen.model.playback.answer(Shoot(str(ask.unit), "red-1"))
    passed(screen)
    assert isinstance(screen.model.playback.wanted, kind)
    return screen


def blocks(screen: BattleScreen) -> tuple[Block, ...]:
    """Return what the prompt shows."""
    passed(screen)
    return screen.panels["window"].blocks


# -- dice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["0", "kp_0"])
def test_the_ten_of_a_d10_is_typed_as_the_0_that_stands_on_it(key: str) -> None:
    """By the keyboard alone, like every other face."""
    screen = opened("la_cucaracha/behaviour/hold", typed=True)
    for _ in range(200):
        screen.tick(0.6)
        match screen.model.playback.wanted:
            case Throw() as throw:
                break
            case DrawCard():
                screen.ordering.give_card("column")
            case Ask():
                screen.model.playback.answer(Volley("Wall", "Riders"))
    assert max(throw.die.faces) == 10
    assert keys(screen, key).ordering.typed == [10]


def test_the_prompt_says_which_dice_what_for_whose_and_what_is_needed() -> None:
    """All that a person with dice in hand must know."""
    screen = prompted(Throw)
    throw, shown = screen.model.playback.wanted, blocks(screen)
    assert isinstance(throw, Throw) and shown[0] == Title(f"Roll {throw.dice}")
    rows = {block.label: block.text for block in shown if isinstance(block, Row)}
    assert rows["for"] == throw.purpose == "ames fires at red-1" and "ames" in rows["of"]
    assert throw.need is not None and str(throw.need) in rows["needed"]
    assert str(probability(throw.die, throw.count, throw.need)) in rows["needed"]


def test_a_prompt_shows_no_id_that_stands_in_files_alone() -> None:
    """A card that asks for a die is named in what it is for; and what is for something is said so once."""
    screen = opened("ambush_alley/airport_road", typed=True)
    model, deck = screen.model, screen.session.state.deck("fog of war")
    concerned = Throw(D6, "whom Rubble and glass concerns", deck.left[0])
    first = Throw(D6, "for the first move", "marines")
    rows = [
        [(block.label, block.text) for block in throw_blocks(model, throw, ()) if isinstance(block, Row)]
        for throw in (concerned, first)
    ]
    assert rows == [[("for", "whom Rubble and glass concerns")], [("for", "the first move"), ("of", "Second Squad")]]


def test_dice_are_typed_one_by_one_and_given_by_enter() -> None:
    """What no die shows and more than were thrown is refused with the reason, an empty answer is none, a slip is taken
    back, the menu comes and goes meanwhile; nothing is answered before Enter, and then the shot has these very dice."""
    screen = prompted(Throw)
    for names, typed, said in (
        ("return", [], ""),
        ("0", [], ""),
        ("7", [], "A D6 shows 1 to 6, not 7."),
        ("9", [], "A D6 shows 1 to 6, not 9."),
        ("2 backspace", [], ""),
        ("5 kp_6", [5, 6], ""),
        ("3", [5, 6], "All of 2D6 are entered"),
    ):
        assert keys(screen, names).ordering.typed == typed and screen.message.startswith(said), names
        assert isinstance(screen.model.playback.wanted, Throw)
    screen.looking.selected = None
    for shown in ("menu", ""):
        assert page(keys(screen, "escape")) == shown
    assert screen.ordering.typed == [5, 6] and isinstance(screen.model.playback.wanted, Throw)
    assert keys(screen, "return").ordering.typed == [] and _last_faces(screen) == (5, 6)


def _last_faces(screen: BattleScreen) -> tuple[int, ...]:
    results = [entry.result for entry in screen.session.entries if isinstance(entry, Answered)]
    return tuple(result for result in results if isinstance(result, tuple))[-1]


def test_two_dice_by_mouse() -> None:
    """Every face has a button, and so has the answer; five clicks in one moment are two dice, since two are thrown."""
    screen = prompted(Throw)
    at = next(s.box.center for s in spots(screen) if s.do.name == "type_face" and s.do.args == (3,))
    for _ in range(5):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            sent(screen, kind, pos=at, button=1)
    assert screen.ordering.typed == [3, 3]
    keys(screen, "backspace backspace")
    for face in (2, 4):
        click_named(screen, "type_face", face)
    click_named(screen, "give_dice")
    assert _last_faces(screen) == (2, 4)


def test_the_program_can_roll_this_one() -> None:
    """R throws what is wanted, once; the next throw is the player's again."""
    faces = _last_faces(keys(prompted(Throw), "r"))
    assert len(faces) == 2 and all(1 <= face <= 6 for face in faces)


def test_dice_of_an_order_that_was_taken_back_are_forgotten() -> None:
    """One of two dice is typed, then the order is undone: no later throw has that die."""
    screen = keys(prompted(Throw), "5 u")
    passed(screen, 3, 0.6)
    assert isinstance(screen.model.playback.wanted, Ask) and screen.ordering.typed == []


# -- cards ------------------------------------------------------------------------------------------------


def cards(screen: BattleScreen) -> set[object]:
    """Return the cards that can be clicked."""
    return {block.do.args[0] for block in blocks(screen) if isinstance(block, TextLine) and block.do is not None}


def keys_on(screen: BattleScreen) -> set[str]:
    """Return the keys that stand on buttons of the prompt."""
    rows = [block.buttons for block in blocks(screen) if isinstance(block, Buttons)]
    return {button.key for row in rows for button in row}


def drawn(screen: BattleScreen) -> object:
    """Return the first card that was given."""
    return next(entry.result for entry in screen.session.entries if isinstance(entry, Answered))


def test_the_card_prompt_names_the_deck_and_lists_what_is_left() -> None:
    """Each card that can still be drawn can be clicked, and draws that very card."""
    screen = prompted(DrawCard)
    draw, shown = screen.model.playback.wanted, blocks(screen)
    assert isinstance(draw, DrawCard) and isinstance(shown[0], Title) and draw.deck.name in shown[0].text
    assert any(isinstance(block, Row) and block.text == draw.purpose for block in shown)
    assert cards(screen) == set(draw.deck.left)
    kinds = [type(block) for block in shown]
    assert kinds.index(Buttons) < kinds.index(TextLine), "of a long list large letters show only the beginning"
    click_named(screen, "give_card", "red-1")
    assert drawn(screen) == "red-1"


def test_letters_narrow_the_cards_down_and_enter_takes_the_first() -> None:
    """What is typed is shown, searched in the names, and does nothing else; where no card fits none can be given."""
    screen = prompted(DrawCard)
    draw, entries, shown = screen.model.playback.wanted, len(screen.session.entries), screen.looking.shown
    for letter in "rvlub":  # they are letters here, and no commands
        sent(screen, pygame.KEYDOWN, key=ord(letter), mod=0)
    assert len(screen.session.entries) == entries and not (shown.view or shown.ruler or shown.reach)
    sent(screen, pygame.TEXTINPUT, text="zzz")
    assert keys(screen, "return").model.playback.wanted == draw and "Enter" not in keys_on(screen)
    keys(screen, "backspace backspace backspace")
    assert screen.ordering.card.text == "" and "Enter" in keys_on(screen)
    for letter in "red":
        sent(screen, pygame.KEYDOWN, key=ord(letter), mod=0)
        sent(screen, pygame.TEXTINPUT, text=letter)
    assert any(isinstance(block, Field) and block.text == "red" for block in blocks(screen))
    assert cards(screen) == {"red-1"}
    assert drawn(keys(screen, "return")) == "red-1"


def test_letters_and_enter_in_one_breath_give_the_card_that_was_typed() -> None:
    """Whoever types faster than the window draws does not draw the card that was first in the list before."""
    screen = prompted(DrawCard)
    draw = screen.model.playback.wanted
    assert isinstance(draw, DrawCard) and draw.deck.left[0] != "red-1"
    sent(screen, pygame.TEXTINPUT, text="red-1")
    sent(screen, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    assert drawn(screen) == "red-1"


# -- in the way of nothing --------------------------------------------------------------------------------


def test_nothing_under_the_prompt_can_be_clicked() -> None:
    """A click beside it gives no order and selects nothing."""
    screen = prompted(Throw)
    before = (screen.looking.selected, len(screen.session.entries))
    for at in ((20, 400), (640, 60), (1200, 100), (640, 700)):
        if not screen.panels["window"].holds(at):
            clicked(screen, at)
    assert (screen.looking.selected, len(screen.session.entries)) == before


def test_a_whole_battle_can_be_typed() -> None:
    """With both sides automated and every die and card typed by mouse, it comes to its end."""
    screen = prompted(DrawCard, AUTOMATED)
    for _ in range(900):
        if screen.model.playback.is_over:
            return
        if screen.is_fronted:
            names = ("give_dice", "type_face", "give_card", "close_window")
            found = {spot.do.name: spot for spot in spots(screen)}
            clicked(screen, next(found[name] for name in names if name in found).box.center)
        else:
            screen.timing.skip()
            passed(screen, 1, 0.6)
    raise AssertionError("the battle never ended")


def test_the_prompt_can_be_answered_in_a_small_window() -> None:
    """Where there is no room for panels there is room for the prompt; the wheel scrolls it if it is longer."""
    screen = prompted(Throw)
    for size in ((640, 300), (500, 400)):
        sent(screen, pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        passed(screen)
        panel = screen.panels["window"]
        assert screen.stage.surface().get_rect().contains(panel.rect)
        if panel.most:
            pointed(screen, panel.rect.center)
            sent(screen, pygame.MOUSEWHEEL, x=0, y=-20)
            passed(screen)
            assert panel.scroll == panel.most
