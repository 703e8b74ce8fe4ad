"""An order that was on its way when the engine died is given again to the one that takes its place."""

import os
import signal
from time import monotonic, sleep

from sim.engine.chance import Seeded
from sim.engine.game import Ordered
from sim.engine.orders import Ask
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.worker.engine import Engine, StartBattle, engine_process


def _until_done(engine: Engine) -> None:
    end = monotonic() + 30
    while engine.is_waited_for:
        assert monotonic() < end, "nothing came of it"
        engine.tick()
        sleep(0.01)


def test_an_order_survives_the_death_of_the_engine() -> None:
    """It is carried out once, and whoever plays is told that nothing is lost."""
    scenario = load_scenario(find_scenario("conflict_of_heroes/tutorial"))
    worker = engine_process()
    try:
        engine = Engine.beside(worker, StartBattle(scenario, scenario.players, Seeded(7), 7, None))
        engine.advance(20)
        _until_done(engine)
        ask = engine.session.wanted
        assert isinstance(ask, Ask)
        position = engine.session.known_to(ask.side)
        order = next(o.intent for o in scenario.battle.ruleset.offers(position, ask) if not o.refusal)
        os.kill(worker.pid, signal.SIGKILL)
        while not worker.fault:
            sleep(0.01)
        engine.give(order)
        assert "nothing is lost" in engine.said()
        _until_done(engine)
        assert [each.intent for each in engine.session.entries if isinstance(each, Ordered)].count(order) == 1
    finally:
        worker.close()
