"""What commanders weigh in closed form is what comes of the orders: held against the resolvers over shipped battles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded, told_apart
from sim.engine.dice import D6, at_least
from sim.engine.game import Game, Start
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Decider, Intent
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.play import consequences
from sim.play.commander import mean
from sim.resources import shipped_scenarios
from sim.rules.ambush_alley.commander import chances as aas_chances
from sim.rules.ambush_alley.orders import fighting as aas
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.state import ACTIVATE
from sim.rules.conflict_of_heroes.combat.attacks import chance_of
from sim.rules.conflict_of_heroes.orders import fire as coh
from sim.rules.conflict_of_heroes.orders.rally import Rally
from sim.rules.la_cucaracha.combat.fire import always_hasty
from sim.rules.la_cucaracha.commander import values as cuc_chances
from sim.rules.la_cucaracha.orders import fight, move
from sim.rules.la_petite_guerre.combat.charge import charge_check, charge_needs
from sim.rules.la_petite_guerre.orders import fire as lpg
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.solo import shots as lpg_chances
from sim.rules.outlaws.combat.shots import target_number
from sim.rules.outlaws.orders.shooting import Shoot, Snap
from sim.scenario.scenario import load_scenario

Scene = Position[Any, Any]
Question = tuple[Scene, Ask, Intent]
BATTLES = {
    "conflict_of_heroes": "orlovka_street",
    "outlaws": "street_gunfight",
    "la_cucaracha": "bridge_at_rio_colorado",
    "ambush_alley": "airport_road",
    "la_petite_guerre": "rifle_pits_of_saint_damase",
}
QUESTIONS, OFFERS = 40, 12
"""How many questions of a battle are looked at, and how many offers of a kind at each."""


class Listening:
    """Answers as somebody else does, after what is offered has been kept."""

    def __init__(self, decider: Decider, kept: list[Question]) -> None:
        self._decider, self._kept = decider, kept

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Keep some offers of each kind, then let the other answer."""
        position, kinds = game.known_to(ask.side), dict[type, int]()
        for offer in game.battle.ruleset.offers(position, ask):
            kind = type(offer.intent)
            if not offer.refusal and kinds.setdefault(kind, 0) < OFFERS:
                kinds[kind] += 1
                self._kept.append((position, ask, offer.intent))
        yield from self._decider.orders(game, ask)


@cache
def offered(name: str) -> tuple[Question, ...]:
    """Return what could be ordered in a shipped battle, from its beginning on."""
    (file,) = [file for file in shipped_scenarios() if file.stem == name]
    scenario, kept, asked = load_scenario(file), list[Question](), 0
    deciders: dict[str, tuple[str, Decider]] = {}
    for side, player in scenario.players.items():
        decider = scenario.ruleset.decider(COMMANDER if player == HUMAN else player)
        deciders[side] = (player, Listening(decider, kept) if player == HUMAN else decider)
    state = scenario.state
    while state.outcome is None and asked < QUESTIONS:
        game: Game[Any, Any] = Game(scenario.battle, Start(state, 0, asked), deciders, Seeded(7))
        scenario.ruleset.play(game)
        state, asked = game.state, asked + 1
    return tuple(kept)


def of_kind(battle: str, *kinds: type[Intent]) -> list[Question]:
    """Return the offers of some kinds in the battle of a system, or in one that is named; there must be any."""
    found = [question for question in offered(BATTLES.get(battle, battle)) if isinstance(question[2], kinds)]
    assert found
    return found[:: max(1, len(found) // 60)]


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return what is told of an order."""
    return position.battle.ruleset.insight.odds(position, ask, intent)


def test_conflict_of_heroes_shots() -> None:
    """How likely a shot hits, and destroys what is hit already."""
    for position, ask, intent in of_kind("conflict_of_heroes", coh.Fire):
        assert isinstance(intent, coh.Fire)
        told = odds(position, ask, intent)[0]
        assert told.throw is not None and told.throw.need is not None and told.throw.need.low is not None
        assert chance_of(told.throw.need.low) == float(told.chance)


def test_la_petite_guerre_shots_looks_and_wedges() -> None:
    """How likely a man hits, notices somebody, and is hit in a beaten zone."""
    for position, ask, intent in of_kind("la_petite_guerre", lpg.Fire, lpg.Acquire):
        assert isinstance(intent, lpg.Fire | lpg.Acquire)
        man, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        if isinstance(intent, lpg.Acquire):
            value = lpg_chances.acquire_chance(position, man, target)
        else:
            value = lpg_chances.hit_chance(position, man, target)
        assert odds(position, ask, intent)[0].chance == value
    for position, ask, intent in of_kind("la_petite_guerre", lpg.FireGun):
        gun = position.state.unit(intent.unit)  # type: ignore[attr-defined]
        for told in odds(position, ask, intent):
            if told.throw is not None and told.throw.need is not None and told.throw.need.each:
                assert told.chance == lpg_chances.wedge_chance(position, gun, position.state.unit(told.target or ""))


def test_la_petite_guerre_charges() -> None:
    """How likely a man charges at all, and how the first blow goes where the ground is even."""
    for position, ask, intent in of_kind("cree_charge", Charge):
        assert isinstance(intent, Charge)
        man, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        goes, *_, blow = odds(position, ask, intent)
        needed = charge_needs(position, man, target) - charge_check(position, man, target, charging=True).total
        assert goes.chance == lpg_chances.on_a_die(needed)
        mine, theirs = (check.total for check in blow.checks)
        assert blow.chance == lpg_chances.duel_odds(mine - theirs)[0]


def test_outlaws_shots() -> None:
    """How likely a shot hits."""
    for position, ask, intent in of_kind("outlaws", Shoot):
        assert isinstance(intent, Shoot)
        unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        needed = target_number(position, unit, target, intent.held(position), intent.aim).total
        assert odds(position, ask, intent)[0].chance == at_least(needed).chance(D6, 2)


def lost(told: Odds) -> Fraction:
    """Return how many are lost on average, by the names of the results."""
    counts = ((name.split()[0], share) for name, share in told.results)
    return sum((int(count) * share for count, share in counts if count.isdecimal()), Fraction(0))


def test_la_cucaracha_volleys_charges_and_courage() -> None:
    """How many a volley costs, how a first round goes, and how a target bears being charged."""
    for position, ask, intent in of_kind("la_cucaracha", fight.Shoot):
        assert isinstance(intent, fight.Shoot)
        unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        hasty = intent.hasty or always_hasty(position, unit)
        assert intent.reroll or lost(odds(position, ask, intent)[0]) == cuc_chances.mean_losses(
            position, unit, target, hasty=hasty
        )
    for position, ask, intent in of_kind("la_cucaracha", move.Charge):
        assert isinstance(intent, move.Charge)
        unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        there = unit.changed(cell=intent.way[-1] if intent.way else unit.cell, back_foot=intent.back_foot)
        struck = cuc_chances.melee_losses(position, there, target, charging=True, first=True)
        taken = cuc_chances.melee_losses(position, target, there, first=True, defending=True)
        onset, *courage = odds(position, ask, intent)
        assert intent.reroll or onset.chance == cuc_chances.round_odds(struck, taken).won
        assert [told.chance for told in courage] == [
            cuc_chances.nerve_odds(position, target)["passed"] for _ in courage
        ]


def test_ambush_alley_fire_and_assaults() -> None:
    """How many fire costs, and how an assault goes if those who do not stand can get away."""
    for position, ask, intent in of_kind("ambush_alley", aas.Fire):
        assert isinstance(intent, aas.Fire)
        unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        told = next(
            each for each in odds(position, ask, intent) if each.throw and each.throw.purpose.startswith("fire")
        )
        spread = aas_chances.losses(position, unit, target, reacting=ask.occasion != ACTIVATE)
        assert told.chance == 1 - spread.get(0, Fraction(0))
        assert target.profile.kind == "vehicle" or lost(told) == mean(spread)
    for position, ask, intent in of_kind("ambush_alley", aas.Assault):
        assert isinstance(intent, aas.Assault)
        unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
        value, results = aas_chances.assault_odds(position, unit, target), dict(odds(position, ask, intent)[0].results)
        assert results["hangs back"] == value.hangs_back
        if "they do not stand" in results:
            assert results["won"] == value.won


@pytest.mark.parametrize(
    ("system", "kinds"),
    [
        ("conflict_of_heroes", (coh.Fire, Rally, coh.ReconByFire)),
        ("outlaws", (Shoot, Snap)),
        ("ambush_alley", (Move,)),
        ("la_petite_guerre", (lpg.Fire, lpg.Acquire)),
    ],
)
def test_what_rules_say_they_learn_of_a_throw_is_all_that_they_go_by(
    system: str, kinds: tuple[type[Intent], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every face tried by itself the odds are the same."""
    questions = [question for kind in kinds for question in of_kind(system, kind)[::3]]
    merged = [odds(*question) for question in questions]
    monkeypatch.setattr(consequences, "told_apart", lambda request, reads="faces": told_apart(request))
    assert [figures(odds(*question)) for question in questions] == list(map(figures, merged))


def figures(told: tuple[Odds, ...]) -> list[tuple[str, Fraction, dict[str, Fraction]]]:
    """Return the chances of odds, in whatever order they were found."""
    return [(each.what, each.chance, dict(each.results)) for each in told]
