"""What a side may not know is told to nobody who plays it: in the log, the reasons, forecasts and the summary."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.events import Unseen
from sim.engine.forecast import forecast
from sim.engine.orders import Ask
from sim.engine.reader import Reader
from sim.engine.ruleset import COMMANDER
from sim.engine.session import Session
from sim.engine.summary import summary_of
from sim.engine.words import UNSEEN
from sim.resources import find_scenario
from sim.solo.explain import ALL, explained
from sim.view.blocks.log import Log
from sim.view.model.model import Model
from sim.view.model.playback import Playback
from tests.view.battle.bot import known

ORLOVKA, EYES, THEIRS = "conflict_of_heroes/orlovka_street", "germans", "soviets"
"""A battle in which the enemy lies hidden, who plays it, and who is hidden."""


def played(activations: int, name: str = ORLOVKA) -> Session[Any, Any]:
    """Return a battle after some activations of the commander and the AI."""
    scenario = known(find_scenario(name))
    players = {side: COMMANDER if player == "human" else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    for _ in range(activations):
        session.advance()
    return session


def seen_by_a_person(activations: int, name: str = ORLOVKA) -> Model:
    """Return what somebody who plays the player's side sees of it."""
    scenario, session = known(find_scenario(name)), played(activations, name)
    session.players.update(scenario.players)
    return Model(scenario, Playback(session))


def test_the_log_tells_nothing_of_enemies_that_are_hidden() -> None:
    """What a side may not know does not stand in its log, nor do the reasons for it; to those who only look on, where
    nobody plays, nothing is hidden."""
    model = seen_by_a_person(14)
    hidden = [
        n
        for n, frame in enumerate(model.playback.frames)
        for unit in frame.state.units
        if unit.hidden and unit.side != model.eyes and getattr(frame.event, "unit", None) == unit.id
    ]
    assert hidden, "nobody hidden did anything: another seed is needed"
    for n in hidden:
        assert model.told(n).casefold() == UNSEEN.casefold() and model.is_secret(n)
        model.playback.jump(n)
        assert model.notes == ()
    watched = Model(model.scenario, Playback(played(14)))
    assert not any(watched.is_secret(n) for n in range(len(watched.playback.frames)))


def test_what_cannot_be_seen_is_told_once_in_a_row() -> None:
    """How many hidden men did something is nobody's business, and six lines that say nothing are five too many."""
    model = seen_by_a_person(24, "la_petite_guerre/rifle_pits_of_saint_damase")
    secret = [n for n in range(len(model.playback.frames)) if model.told(n).casefold() == UNSEEN.casefold()]
    assert any(n + 1 in secret for n in secret), "no two in a row: another seed is needed"
    log = Log(model)
    lines = [line.text for line in log.lines]
    assert not any(one == other and one.casefold() == UNSEEN.casefold() for one, other in pairwise(lines))
    for n in range(len(model.playback.frames)):
        if not model.playback.frames[n].event.aside:
            assert lines[log.place(n)] == model.told(n)


def test_a_forecast_does_not_give_hidden_enemies_away() -> None:
    """All that they may do is one thing, as likely as all of it together."""
    session = seen_by_a_person(0).session
    while session.state.stage != "turn" or session.state.mover != session.battle.data.ai:
        session.advance()
        if isinstance(session.wanted, Ask):
            offers = session.ruleset.offers(session.known_to(session.wanted.side), session.wanted)
            session.answer(next(o.intent for o in offers if o.text == "pass" or o.text == "let it be"))
    ahead = forecast(session.battle, session.checkpoint.state, session.players)
    shown = Reader(session.battle, (EYES,)).forecast(ahead, session.state)
    hidden = {unit.id for unit in session.state.units if unit.hidden and unit.side != EYES}
    assert hidden
    orders = [order for prospect in shown.prospects for order in prospect.orders]
    sketches = [session.ruleset.insight.sketch(session.position, order.intent) for order in orders]
    assert not hidden & {unit for sketch in sketches for unit in sketch.units}
    asked = [answer.asked for prospect in shown.prospects for way in prospect.ways for answer in way.answers]
    assert not [text for text in asked if any(name in text for name in hidden)]
    assert sum((prospect.probability for prospect in shown.prospects), Fraction(0)) == 1
    assert [prospect for prospect in shown.prospects if Unseen() in prospect.events]
    assert Reader(session.battle).forecast(ahead, session.state) is ahead


def test_reasons_of_others_do_not_name_a_hidden_friend() -> None:
    """While one plays, no reason names an enemy who is hidden, though the AI weighed him with the others; what the
    other at the screen was told of a moment is not left standing."""
    model, weighed, told_to_other = seen_by_a_person(20), 0, 0
    for n, frame in enumerate(model.playback.frames):
        model.playback.jump(n)
        seen = {unit.id for unit in model.position.state.units}
        hidden = [unit.id for unit in frame.state.units if unit.id not in seen]
        weighed += sum(name in line for name in hidden for line in explained(frame.why, model.naming, listed=ALL))
        model.session.players.update({EYES: COMMANDER, THEIRS: "human"})
        told_to_other += sum(
            name in line for line in explained(model.notes, model.naming, listed=ALL) for name in hidden
        )
        model.session.players.update({EYES: "human", THEIRS: COMMANDER})
        assert not [line for line in explained(model.notes, model.naming) if any(name in line for name in hidden)]
    assert weighed and told_to_other, "nobody hidden was ever weighed: another seed is needed"


def test_the_summary_counts_no_hidden_enemies_while_one_plays() -> None:
    """Their number would give them away; to those who look on it is told."""
    session = played(3)
    hidden = {u.id for frame in session.frames for u in frame.state.units if u.side != EYES and u.hidden}
    shown = {
        u.id
        for frame in session.frames
        for u in session.ruleset.known(Position(session.battle, frame.state), EYES).units
        if u.side != EYES and u.cell is not None
    }
    assert hidden - shown
    mine, whole = summary_of(session, Reader(session.battle, (EYES,))), summary_of(session)
    fielded = {losses.side: losses.fielded for losses in mine.losses}
    enemy = next(side for side in fielded if side != EYES)
    assert fielded[enemy] == len(shown) < {losses.side: losses.fielded for losses in whole.losses}[enemy]
