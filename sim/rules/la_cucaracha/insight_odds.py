"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand: a charge is reckoned against a target that stands and fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sim.engine.chance import Seeded
from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.insight import Odds
from sim.engine.notes import Checked, Rolled
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import SOLO
from sim.play.consequences import (
    End,
    Outcomes,
    Resolve,
    Run,
    Told,
    consequences,
    happens,
    odds_of,
    of_order,
    otherwise,
    throws,
    worst_first,
)
from sim.rules.la_cucaracha import actions
from sim.rules.la_cucaracha.charging import drive_home, first_round
from sim.rules.la_cucaracha.choices import Outlook, within_grasp
from sim.rules.la_cucaracha.courage_tests import take_courage_test
from sim.rules.la_cucaracha.events import CourageTested, ExtraOrderWon, Rallied, Responded, RoundFought, Shot
from sim.rules.la_cucaracha.fighting import Stance, fight
from sim.rules.la_cucaracha.geometry import nearest
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.responses import Reaction
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import HIGHEST, shot_refusal, weapon_of
from sim.rules.la_cucaracha.solo import BANDS, STYLE_TABLES
from sim.rules.la_cucaracha.units import CucState, Troop
from sim.rules.la_cucaracha.walking import charge_ways
from sim.rules.la_cucaracha.words import figures_text
from sim.solo.situation import Situation

COURAGE, RESPOND, ARMOUR = "courage", "to respond", "through the armour"
"""What throws are for."""


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    return () if refusal(position, ask, intent) else tuple(_of(position, ask, intent))


def _of(position: Scene, ask: Ask, intent: Intent) -> Iterator[Odds]:
    match intent:
        case actions.Shoot(unit, target):
            found = of_order(position, ask, intent, until=happens(Shot))
            yield from odds_of(found, _volley(position, found, unit, target))
        case actions.Charge(unit, target):
            yield from _charge(position, intent)
        case actions.FightOn(unit):
            for enemy in position.state.unit(unit).fighting:
                yield from _round(position, _fights(unit, enemy), unit, enemy)
        case actions.Rally(unit):
            told = Told(f"{unit} rallies", unit, None, COURAGE, because=_or_more)
            found = of_order(position, ask, intent, until=happens(Rallied))
            yield from _from_nothing(odds_of(found, told), _courage_of(position, unit))
        case actions.Respond():
            yield from _response(position, ask, intent)
        case actions.AnotherOrder():
            found = of_order(position, ask, intent)
            yield from _test(position, found, intent.unit, "another order", _has_another)


def _has_another(run: Run) -> bool:
    return run.has(ExtraOrderWon)


def _or_more(_: Run, rolled: Rolled) -> str:
    return f"{_low(rolled)} or more on a die"


def _low(rolled: Rolled) -> int:
    return (rolled.throw.need.low or 0) if rolled.throw.need is not None else 0


def _from_nothing(told: tuple[Odds, ...], reason: str) -> tuple[Odds, ...]:
    """Tell what the bare die must show as a sum: what the test asks for, less what is added to the die."""

    def summed(odds: Odds) -> Check:
        added = [part for check in odds.checks for part in check.parts]
        assert odds.throw is not None
        total = Check("needed on a die").plus(_low(Rolled(odds.throw, ())) + sum(part.value for part in added), reason)
        for part in added:
            total = total.plus(-part.value, part.reason, part.rule)
        return total

    return tuple(replace(odds, checks=(summed(odds),)) for odds in told)


def _courage_of(position: Scene, unit: str) -> str:
    return f"courage of {position.state.unit(unit).profile.quality} troops"


# -- volleys -----------------------------------------------------------------------------------------------------


def _volley(position: Scene, found: Outcomes | None, unit: str, target: str, tested: Fraction | None = None) -> Told:
    """Tell how likely a volley costs the target anybody at all: one for which a test is passed, where there is one."""

    def end(run: Run) -> str:
        return f"{figures_text(_lost(run))} lost" if run.has(Shot) else "no response"

    def why(run: Run, rolled: Rolled) -> str:
        (check,), need = run.checks_before(rolled), _low(rolled)
        first = f"{long(tested)} to respond; then " if tested is not None else ""
        again = ", one that misses again" if any(_thrown(run, "one missed die again") for run in _runs(found)) else ""
        through = next((note for run in _runs(found) if (note := _thrown(run, ARMOUR))), None)
        pierced = f"; then {_low(through)} or more for each hit" if through is not None else ""
        dice = _dice_told(position, position.state.unit(unit), rolled.throw.count)
        fallen = f"a figure falls on {position.battle.data.numbers.casualty} or more"
        return f"{first}{dice}, {need} or more on each{clamped(check.total, need)}{again}{pierced}; {fallen}"

    counts = range(position.state.unit(target).figures + 1)
    return Told(
        f"casualties of {target}",
        unit,
        target,
        "to hit",
        so=lambda run: _lost(run) > 0,
        given=None if tested is None else otherwise,
        ends=end,
        order=("no response", *(f"{figures_text(count)} lost" for count in counts)),
        because=why,
    )


def _lost(run: Run) -> int:
    return sum(shot.losses for shot in run.all_of(Shot))


def _runs(found: Outcomes | None) -> tuple[Run, ...]:
    return found.runs if found is not None else ()


def _thrown(run: Run, purpose: str, whom: str = "") -> Rolled | None:
    note = run.thrown(purpose, whom)
    return note if isinstance(note, Rolled) else None


def _dice_told(position: Scene, unit: Troop, dice: int) -> str:
    """Say how many dice are thrown, and why so many."""
    weapon = weapon_of(position, unit)
    if weapon is None or not weapon.dice:
        return f"{dice} {'die' if dice == 1 else 'dice'} for {figures_text(dice)}"
    return f"{dice} dice of the {weapon.name}" + ("" if dice == weapon.dice else " with one man left")


def clamped(total: int, need: int) -> str:
    """Say why the parts add up to something else than a die is thrown against."""
    if total == need:
        return ""
    return f" (not {total}: a {HIGHEST} always hits)" if total > need else f" (not {total}: a 1 always misses)"


# -- close combat ------------------------------------------------------------------------------------------------


def _charge(position: Scene, order: actions.Charge) -> Iterator[Odds]:
    """Yield how the first round goes against a target that stands, and whether it does."""
    yield from _onset(position, order)
    target = order.target
    if not position.state.unit(target).fighting:
        found = consequences(
            position, lambda game: (take_courage_test(game, target), None)[1], until=happens(CourageTested)
        )
        names = {"passed": "keeps its courage", "shaken": "is shaken", "broken": "breaks"}
        told = Told(
            f"{target} keeps its courage",
            target,
            target,
            COURAGE,
            ends=lambda run: names[run.all_of(CourageTested)[0].result],
            order=tuple(names.values()),
            because="its courage when it is charged",
        )
        yield from _from_nothing(odds_of(found, told), _courage_of(position, target))


def _onset(position: Scene, order: actions.Charge) -> tuple[Odds, ...]:
    """Return how the first round goes after a charge that was neither feared nor answered."""
    stands = Reaction()
    found = consequences(position, lambda game: drive_home(game, order, order.way, stands), until=throws("blows"))
    assert found is not None
    met = found.runs[0].game.position
    return _round(met, lambda game: first_round(game, order, stands), order.unit, order.target)


def _fights(unit: str, enemy: str) -> Resolve:
    return lambda game: fight(game, Stance(unit), Stance(enemy), first=False)


def _round(position: Scene, resolve: Resolve, unit: str, enemy: str) -> tuple[Odds, ...]:
    """Return the odds of winning a round of close combat."""
    found = consequences(position, resolve, until=happens(RoundFought))

    def won_by(run: Run) -> int:
        (fought,) = run.all_of(RoundFought)
        return int(fought.enemy_losses - fought.unit_losses)

    def why(run: Run, rolled: Rolled) -> str:
        theirs = run.thrown("blows", enemy)
        count = theirs.throw.count if isinstance(theirs, Rolled) else 0
        through = next((note for run in _runs(found) if (note := _thrown(run, ARMOUR, unit))), None)
        armour = f", then {_low(through)} or more against armour" if through is not None else ""
        return f"{rolled.throw.count} dice against {count}{armour}"

    told = Told(
        f"a round won against {enemy}",
        unit,
        enemy,
        "blows",
        so=lambda run: won_by(run) > 0,
        ends={"won": lambda run: won_by(run) > 0, "equal": lambda run: won_by(run) == 0, "lost": otherwise},
        because=why,
    )
    checks = tuple(note.check for run in _runs(found)[:1] for note in run.notes if isinstance(note, Checked))
    return tuple(replace(odds, checks=checks) for odds in odds_of(found, told))


# -- responses ---------------------------------------------------------------------------------------------------


def _test(position: Scene, found: Outcomes | None, unit: str, what: str, passed: End) -> tuple[Odds, ...]:
    """CUC-HOLD: the odds of the test to respond."""

    def why(run: Run, rolled: Rolled) -> str:
        again = ", and once more for the drilled" if position.state.unit(unit).profile.drilled else ""
        return _or_more(run, rolled) + again

    told = Told(what, unit, None, RESPOND, so=passed, because=why)
    return _from_nothing(odds_of(found, told), "test to respond")


def _response(position: Scene, ask: Ask, intent: actions.Respond) -> Iterator[Odds]:
    """Yield what comes of a response, the test counted in, and the odds of the test."""
    found = of_order(position, ask, intent, until=happens(Shot))
    tests = _test(position, found, intent.unit, f"{intent.unit} responds: {intent.how}", _responds)
    if intent.how == "shoot":
        tested = tests[0].chance if tests else None
        yield from odds_of(found, _volley(position, found, intent.unit, intent.enemy, tested))
    yield from tests


def _responds(run: Run) -> bool:
    return run.has(Responded, succeeded=True)


# -- threats -----------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Troop) -> tuple[Odds, ...]:
    """Return what each enemy could do to a unit from where it stands: shoot, fight on, or charge; the worst first.

    Of an automated one what its table would most likely have it do.
    """
    if target.cell is None or target.lost:
        return ()
    return worst_first(worst for enemy in enemies(position, target.side) for worst in _threat(position, enemy, target))


def _threat(position: Scene, enemy: Troop, target: Troop) -> list[Odds]:
    if target.id in enemy.fighting:
        return list(_round(position, _fights(enemy.id, target.id), enemy.id, target.id))
    if enemy.shaken or enemy.fighting:
        return []
    able: list[Intent] = []
    if shot_refusal(position, enemy, target) is None:
        able.append(actions.Shoot(enemy.id, target.id))
    able += [
        actions.Charge(enemy.id, target.id, way) for way in list(charge_ways(position, enemy, target).values())[:1]
    ]
    if able and position.battle.side(enemy.side).player == SOLO:
        able = _likeliest(position, enemy, target)
    found = [odds for intent in able for odds in _attack(position, enemy, target, intent)]
    return [max(found, key=lambda odds: odds.chance)] if found else []


def _attack(position: Scene, enemy: Troop, target: Troop, intent: Intent) -> tuple[Odds, ...]:
    if isinstance(intent, actions.Charge):
        return _onset(position, intent)
    assert isinstance(intent, actions.Shoot)
    order = replace(intent, target=target.id)
    return tuple(_of(position, Ask(enemy.side, actions.ACTION, enemy.id), order))


def _likeliest(position: Scene, enemy: Troop, target: Troop) -> list[Intent]:
    """Return the shot or the charge at a target that the most dice for orders would have an automated unit begin with.

    The table itself is asked, band by band. Where the nearest are several the die is taken to name the target.
    """
    near = nearest(position, enemy, within_grasp(position, enemy))
    outlook = Outlook(next((each for each in near if each.id == target.id), near[0]))
    for band in sorted(BANDS, key=lambda band: -len(band)):
        intent = _begun(position, enemy.changed(score=band[0]), outlook)
        if isinstance(intent, actions.Shoot | actions.Charge) and _is_at(position, intent, enemy, target):
            return [intent]
    return []


def _begun(position: Scene, unit: Troop, outlook: Outlook) -> Intent | None:
    """Return the first order that its table would give a unit now, were a card turned over for it."""
    fresh = replace(position.state, card=unit.side, actor=unit.id, moved="", shot=False, extra=0)
    game: Game[CucState, CucData] = Game(position.battle, Start(fresh.with_unit(unit)), {}, Seeded(0))
    here = Situation(game, Ask(unit.side, actions.ACTION, unit.id))
    return next(STYLE_TABLES[unit.profile.style].orders(here.against(outlook)), None)


def _is_at(position: Scene, intent: actions.Shoot | actions.Charge, enemy: Troop, target: Troop) -> bool:
    """Say whether an attack is at a target, or at somebody as near in whose place the die could have named it."""
    if isinstance(intent, actions.Charge) or intent.target == target.id:
        return intent.target == target.id
    able = [each for each in enemies(position, enemy.side) if shot_refusal(position, enemy, each) is None]
    return target.id in {each.id for each in nearest(position, enemy, able)}
