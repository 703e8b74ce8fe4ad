"""What a side may not know is told to nobody who plays it: in the log, the reasons, forecasts and the summary."""

from fractions import Fraction
from itertools import pairwise

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
from sim.scenario.scenario import Scenario, load_scenario
from sim.solo.explain import ALL, explained
from sim.view.blocks.log import Log
from sim.view.model.model import Model
from sim.view.model.playback import Playback


def orlovka() -> Scenario:
    """Return a battle in which the enemy lies hidden."""
    return load_scenario(find_scenario("conflict_of_heroes/orlovka_street"))


def played(scenario: Scenario, activations: int) -> Session:  # type: ignore[type-arg]
    """Return it after some activations of the commander and the AI."""
    players = {side: COMMANDER if player == "human" else player for side, player in scenario.players.items()}
    session: Session = Session(scenario.battle, scenario.state, players, Seeded(1))  # type: ignore[type-arg]
    for _ in range(activations):
        session.advance()
    return session


def seen_by_a_person(scenario: Scenario, session: Session) -> Model:  # type: ignore[type-arg]
    """Return what somebody who plays the player's side sees of it."""
    session.players.update(scenario.players)
    return Model(scenario, Playback(session))


def test_the_log_tells_nothing_of_enemies_that_are_hidden() -> None:
    """What a side may not know does not stand in its log, nor do the reasons for it."""
    scenario = orlovka()
    model = seen_by_a_person(scenario, played(scenario, 14))
    hidden = [
        n
        for n, frame in enumerate(model.playback.frames)
        for unit in frame.state.units
        if unit.hidden and unit.side != model.eyes and getattr(frame.event, "unit", None) == unit.id
    ]
    assert hidden, "nobody hidden did anything: another seed is needed"
    for n in hidden:
        told = model.told(n)
        assert told.casefold() == UNSEEN.casefold()
        assert model.is_secret(n)
        model.playback.jump(n)
        assert model.notes == ()


def test_what_cannot_be_seen_is_told_once_in_a_row() -> None:
    """How many hidden men did something is nobody's business, and six lines that say nothing are five too many."""
    scenario = load_scenario(find_scenario("la_petite_guerre/rifle_pits_of_saint_damase"))
    model = seen_by_a_person(scenario, played(scenario, 24))
    secret = [n for n in range(len(model.playback.frames)) if model.told(n).casefold() == UNSEEN.casefold()]
    assert any(n + 1 in secret for n in secret), "no two in a row: another seed is needed"
    log = Log(model)
    lines = [line.text for line in log.lines]
    assert not any(one == other and one.casefold() == UNSEEN.casefold() for one, other in pairwise(lines))
    for n in range(len(model.playback.frames)):
        if not model.playback.frames[n].event.aside:
            assert lines[log.place(n)] == model.told(n)


def test_everything_is_told_to_those_who_only_look_on() -> None:
    """Where nobody plays, nothing is hidden."""
    scenario = orlovka()
    model = Model(scenario, Playback(played(scenario, 14)))
    assert not any(model.is_secret(n) for n in range(len(model.playback.frames)))


def test_a_forecast_does_not_give_hidden_enemies_away() -> None:
    """All that they may do is one thing, as likely as all of it together."""
    scenario = orlovka()
    session = played(scenario, 0)
    session.players.update(scenario.players)
    while session.state.stage != "turn" or session.state.mover != session.battle.data.ai:
        session.advance()
        if isinstance(session.wanted, Ask):
            offers = session.ruleset.offers(session.known_to(session.wanted.side), session.wanted)
            session.answer(next(o.intent for o in offers if o.text == "pass" or o.text == "let it be"))
    ahead = forecast(session.battle, session.checkpoint.state, session.players)
    eyes = next(side for side, player in scenario.players.items() if player == "human")
    shown = Reader(session.battle, (eyes,)).forecast(ahead, session.state)
    hidden = {unit.id for unit in session.state.units if unit.hidden and unit.side != eyes}
    assert hidden
    acting = {
        unit
        for prospect in shown.prospects
        for order in prospect.orders
        for unit in session.ruleset.insight.sketch(session.position, order.intent).units
    }
    assert not acting & hidden
    asked = [answer.asked for prospect in shown.prospects for way in prospect.ways for answer in way.answers]
    assert not [text for text in asked if any(name in text for name in hidden)]
    assert sum((prospect.probability for prospect in shown.prospects), Fraction(0)) == 1
    assert [prospect for prospect in shown.prospects if Unseen() in prospect.events]
    assert Reader(session.battle).forecast(ahead, session.state) is ahead


def test_reasons_of_others_do_not_name_a_hidden_friend() -> None:
    """While one plays, no reason names an enemy who is hidden, though the AI weighed him with the others."""
    scenario = orlovka()
    model = seen_by_a_person(scenario, played(scenario, 20))
    weighed = 0
    for n, frame in enumerate(model.playback.frames):
        seen = {unit.id for unit in model.position_at(n).state.units}
        hidden = [unit.id for unit in frame.state.units if unit.id not in seen]
        model.playback.jump(n)
        weighed += sum(name in line for name in hidden for line in explained(frame.why, model.naming, listed=ALL))
        assert not [line for line in explained(model.notes, model.naming) if any(name in line for name in hidden)]
    assert weighed, "nobody hidden was ever weighed: another seed is needed"


def test_reasons_are_told_anew_when_the_other_side_looks() -> None:
    """What one player at the screen was told of a moment is not left standing for the other."""
    scenario = orlovka()
    model = seen_by_a_person(scenario, played(scenario, 20))
    mine = model.eyes
    theirs = next(side.id for side in scenario.battle.sides if side.id != mine)
    told_to_one = 0
    for n, frame in enumerate(model.playback.frames):
        model.playback.jump(n)
        hidden = [unit.id for unit in frame.state.units if unit.id not in model.position.state.units]
        model.session.players.update({str(mine): COMMANDER, theirs: "human"})
        named = [line for line in explained(model.notes, model.naming, listed=ALL) for name in hidden if name in line]
        told_to_one += len(named)
        model.session.players.update({str(mine): "human", theirs: COMMANDER})
        assert not [line for line in explained(model.notes, model.naming) for name in hidden if name in line]
    assert told_to_one, "nobody hidden was ever weighed: another seed is needed"


def test_the_summary_counts_no_hidden_enemies_while_one_plays() -> None:
    """Their number would give them away; to those who look on it is told."""
    scenario = orlovka()
    session = played(scenario, 3)
    eyes = next(side for side, player in scenario.players.items() if player == "human")
    hidden = {u.id for frame in session.frames for u in frame.state.units if u.side != eyes and u.hidden}
    shown = {
        u.id
        for frame in session.frames
        for u in session.ruleset.known(Position(session.battle, frame.state), eyes).units
        if u.side != eyes and u.cell is not None
    }
    assert hidden - shown
    mine, whole = summary_of(session, Reader(session.battle, (eyes,))), summary_of(session)
    fielded = {losses.side: losses.fielded for losses in mine.losses}
    enemy = next(side for side in fielded if side != eyes)
    assert fielded[enemy] == len(shown) < {losses.side: losses.fielded for losses in whole.losses}[enemy]
