"""From where a forecast looks ahead: where an automated side acts next, and never with dice that are yet to fall."""

from typing import Any

import pytest

from sim.engine.chance import Seeded, Source, Typed
from sim.engine.dice import Throw
from sim.engine.game import Answered, Frame
from sim.engine.orders import Ask, Intent
from sim.engine.session import Checkpoint, Session
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.view.model.outlook import outlook_of
from tests.picket_positions import AUTOMATED, HOTSEAT, HUMAN_PICKET, Stand
from tests.view.battle.bot import asked as settled
from tests.view.battle.bot import first_question, known, opened, picket

KAMENKA = "conflict_of_heroes/farm_at_kamenka"


def automated() -> Session[Any, Any]:
    """Return a battle without people, some activations old."""
    session = picket().session(Seeded(1), AUTOMATED)
    for _ in range(4):
        session.advance()
    return session


def test_people_are_not_foreseen_nor_what_comes_after_the_end() -> None:
    """Where nobody is automated, and where nothing is ahead, that is said; else it looks ahead from the checkpoint."""
    outlook = outlook_of(picket().session(Seeded(1), HOTSEAT), 0)
    assert outlook.start is None and "people" in outlook.words
    session = automated()
    assert outlook_of(session, session.last_frame.number).start is session.checkpoint.state
    session.play_out()
    outlook = outlook_of(session, session.last_frame.number)
    assert outlook.start is None and "over" in outlook.words


def test_looking_back_it_looks_ahead_from_before_the_activation_that_is_shown() -> None:
    """So that what did happen is among what could have happened."""
    session = automated()
    marks = [entry for entry in session.log if isinstance(entry, Checkpoint)]
    frames: dict[int, int] = {}
    number = 0
    for entry in session.log:
        if isinstance(entry, Checkpoint):
            number = entry.number
        elif isinstance(entry, Frame) and entry.number > 0:
            frames[entry.number] = number
    for frame, mark in frames.items():
        if frame < session.last_frame.number:
            assert outlook_of(session, frame).start is marks[mark].state, frame


def test_one_pass_after_the_other_leads_to_the_automated_side() -> None:
    """Of several units that are yet to act, each does nothing; then the Insurgents are to act."""
    session = first_question("ambush_alley/airport_road", seed=3)[0].session
    outlook = outlook_of(session, session.last_frame.number)
    assert outlook.words == "If you do nothing more:"
    assert outlook.start is not None and all(unit.acted for unit in outlook.start.units.of("marines"))
    assert not any(unit.acted for unit in session.position.state.units.of("marines"))


def test_a_reaction_that_leads_to_dice_is_not_foretold() -> None:
    """In mid-move, whoever lets a chance go by hears no more than the dice have said already."""
    session = first_question(KAMENKA, seed=3)[0].session
    for _ in range(60):
        ask = session.wanted
        if not isinstance(ask, Ask):
            break
        before = [entry for entry in session.entries if isinstance(entry, Answered)]
        outlook = outlook_of(session, session.last_frame.number)
        assert [entry for entry in session.entries if isinstance(entry, Answered)] == before
        assert outlook.start is not None or outlook.words
        session.answer(_first_open(session, ask))
        session.play_out()


def _first_open(session: Session[Any, Any], ask: Ask) -> Intent:
    offers = session.ruleset.offers(session.known_to(ask.side), ask)
    return next(offer.intent for offer in offers if not offer.refusal)


@pytest.mark.parametrize(("order", "words"), [(None, "If you pass now:"), (Pass(), "If you give this order:")])
def test_while_i_am_asked_it_looks_ahead_from_after_my_pass_or_the_order_in_hand(
    order: Pass | None, words: str
) -> None:
    """The state is the one that it leads to, and the words say so."""
    session = first_question(KAMENKA)[0].session
    outlook = outlook_of(session, session.last_frame.number, order)
    assert outlook.words == words
    session.answer(Pass())
    assert outlook.start == session.checkpoint.state


def test_two_seeds_see_the_same_ahead() -> None:
    """What is foretold must not know the dice: with other dice to come, the same state is looked ahead from."""
    starts = []
    for seed in (1, 2, 3, 4):
        session = picket(Stand("ames", "B3", 4), Stand("red-1", "H4", 1)).session(Seeded(seed), HUMAN_PICKET)
        session.play_out()
        if isinstance(session.wanted, Ask) and session.last_frame.number == 1:
            starts.append(outlook_of(session, 1))
    assert len({(outlook.words, repr(outlook.start)) for outlook in starts}) <= 1


@pytest.mark.parametrize("source", [Seeded(1), Typed()], ids=["seeded", "typed"])
def test_looking_ahead_changes_nothing_and_never_throws_my_own_dice(source: Source) -> None:
    """Not an entry more, and the same question; with typed dice, whatever a pass would need is left unthrown."""
    session = picket().session(source, HUMAN_PICKET)
    session.play_out()
    while not isinstance(session.wanted, Ask):
        session.answer("ames")
    before = (list(session.entries), session.wanted)
    for frame in range(session.last_frame.number + 1):
        outlook_of(session, frame)
    assert (list(session.entries), session.wanted) == before


def test_dice_that_led_to_the_question_stand() -> None:
    """One's own, too, though nothing has come of them yet but the question who goes first."""
    coulee = known(find_scenario("la_petite_guerre/ambush_at_fish_coulee"))
    session: Session[Any, Any] = Session(coulee.battle, coulee.state, coulee.players, Typed())
    session.play_out()
    while isinstance(throw := session.wanted, Throw):
        session.answer(tuple(throw.die.faces[:1] * throw.count))
    assert isinstance(session.wanted, Ask) and isinstance(session.entries[-1], Answered)
    assert outlook_of(session, session.last_frame.number, _first_open(session, session.wanted)).words


def test_a_player_whose_decision_is_next_is_called_by_the_name_of_the_side() -> None:
    """Not by what files call it."""
    screen = settled(opened("ambush_alley/airport_road", seed=5))
    screen.ordering.take_advice()
    screen.ordering.confirm()
    settled(screen)
    screen.timing.jump(screen.model.playback.cursor - 1)
    screen.looking.show_tab("forecast")
    foreseen = screen.looking.foreseen
    assert foreseen and foreseen.refusal == "The next decision is up to a player of Second Squad: activate."
