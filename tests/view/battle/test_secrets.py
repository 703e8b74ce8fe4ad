from fractions import Fraction

from sim.engine.chance import Seeded
from sim.engine.forecast import forecast
from sim.engine.ruleset import COMMANDER
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.scenario import Scenario, load_scenario
from sim.view.battle.model import SECRET, Model
from sim.view.battle.outlook import UNSEEN, veiled


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
    return Model(scenario, session)


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
        assert told.casefold() == SECRET.casefold()
        assert model.is_secret(n)
        model.playback.jump(n)
        assert model.notes == ()


def test_everything_is_told_to_those_who_only_look_on() -> None:
    """Where nobody plays, nothing is hidden."""
    scenario = orlovka()
    model = Model(scenario, played(scenario, 14))
    assert not any(model.is_secret(n) for n in range(len(model.playback.frames)))


def test_a_forecast_does_not_give_hidden_enemies_away() -> None:
    """All that they may do is one thing, as likely as all of it together."""
    scenario = orlovka()
    session = played(scenario, 0)
    session.players.update(scenario.players)
    while session.state.stage != "turn" or session.state.mover != session.battle.data.ai:
        session.advance()
        if session.wanted is not None:
            offers = session.ruleset.offers(session.known_to(session.wanted.side), session.wanted)
            session.answer(next(o.intent for o in offers if o.text == "pass" or o.text == "let it be"))
    ahead = forecast(session.battle, session.checkpoint.state, session.players)
    eyes = next(side for side, player in scenario.players.items() if player == "human")
    shown = veiled(ahead, session, eyes)
    hidden = {unit.id for unit in session.state.units if unit.hidden and unit.side != eyes}
    assert hidden
    acting = {
        unit
        for prospect in shown.prospects
        for order in prospect.orders
        for unit in session.ruleset.insight.sketch(session.position, order.intent).units
    }
    assert not acting & hidden
    assert sum((prospect.probability for prospect in shown.prospects), Fraction(0)) == 1
    assert [prospect for prospect in shown.prospects if UNSEEN in prospect.events]
    assert veiled(ahead, session, None) is ahead
