"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand: a charge is reckoned against a target that stands and fights.
"""

from __future__ import annotations

from dataclasses import replace

from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.insight import Odds
from sim.engine.notes import Checked, Rolled
from sim.play.consequences import (
    End,
    Outcomes,
    Resolve,
    Run,
    Told,
    consequences,
    happens,
    odds_of,
    otherwise,
)
from sim.rules.la_cucaracha.courage import take_courage_test
from sim.rules.la_cucaracha.events import NERVES, CourageTested, RoundFought, Shot
from sim.rules.la_cucaracha.melee import Stance, fight
from sim.rules.la_cucaracha.scene import Play, Scene
from sim.rules.la_cucaracha.shooting import HIGHEST, weapon_of
from sim.rules.la_cucaracha.units import Troop, figures_text

COURAGE, RESPOND, ARMOUR = "courage", "to respond", "through the armour"
"""What throws are for."""


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


def volley(
    position: Scene, found: Outcomes | None, unit: str, target: str, tests: tuple[Odds, ...] = ()
) -> tuple[Odds, ...]:
    """Tell how likely a volley costs the target anybody at all: one for which a test is passed, where there is one."""

    def end(run: Run) -> str:
        return f"{figures_text(_lost(run))} lost" if run.has(Shot) else "no response"

    def why(run: Run, rolled: Rolled) -> str:
        (check,), need = run.checks_before(rolled), _low(rolled)
        first = f"{long(tests[0].chance)} to respond; then " if tests else ""
        again = ", one that misses again" if any(_thrown(run, "one missed die again") for run in _runs(found)) else ""
        through = next((note for run in _runs(found) if (note := _thrown(run, ARMOUR))), None)
        pierced = f"; then {_low(through)} or more for each hit" if through is not None else ""
        dice = _dice_told(position, position.state.unit(unit), rolled.throw.count)
        fallen = f"a figure falls on {position.battle.data.numbers.casualty} or more"
        return f"{first}{dice}, {need} or more on each{clamped(check.total, need)}{again}{pierced}; {fallen}"

    counts = range(position.state.unit(target).figures + 1)
    told = Told(
        f"casualties of {target}",
        unit,
        target,
        "to hit",
        so=lambda run: _lost(run) > 0,
        given=otherwise if tests else None,
        ends=end,
        order=("no response", *(f"{figures_text(count)} lost" for count in counts)),
        because=why,
    )
    return odds_of(found, told)


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


def fights_on(position: Scene, unit: str, enemy: str) -> tuple[Odds, ...]:
    """Return how another round goes between two who are locked."""
    return round_fought(position, lambda game: fight(game, Stance(unit), Stance(enemy), first=False), unit, enemy)


def round_fought(position: Scene, resolve: Resolve, unit: str, enemy: str) -> tuple[Odds, ...]:
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


# -- tests -------------------------------------------------------------------------------------------------------


def courage_kept(position: Scene, target: str) -> tuple[Odds, ...]:
    """CUC-COURAGE: the odds that somebody stands who is charged."""

    def tested(game: Play) -> None:
        take_courage_test(game, target)

    told = Told(
        f"{target} keeps its courage",
        target,
        target,
        COURAGE,
        ends=lambda run: NERVES[run.all_of(CourageTested)[0].result],
        order=tuple(NERVES.values()),
        because="its courage when it is charged",
    )
    found = consequences(position, tested, until=happens(CourageTested))
    return _from_nothing(odds_of(found, told), _courage_of(position, target))


def rallied(position: Scene, found: Outcomes | None, unit: str) -> tuple[Odds, ...]:
    """CUC-COURAGE: the odds that a unit gets over being shaken."""
    told = Told(f"{unit} rallies", unit, None, COURAGE, because=_or_more)
    return _from_nothing(odds_of(found, told), _courage_of(position, unit))


def response_test(position: Scene, found: Outcomes | None, unit: str, what: str, passed: End) -> tuple[Odds, ...]:
    """CUC-HOLD: the odds of the test to respond."""

    def why(run: Run, rolled: Rolled) -> str:
        again = ", and once more for the drilled" if position.state.unit(unit).profile.drilled else ""
        return _or_more(run, rolled) + again

    told = Told(what, unit, None, RESPOND, so=passed, because=why)
    return _from_nothing(odds_of(found, told), "test to respond")
