"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand: a charge is reckoned against a target that stands and fights.
"""

from __future__ import annotations

from sim.engine.chances import long
from sim.play.consequences import Course, Resolve, happens
from sim.play.happening import figures_text
from sim.play.odds import Telling, Told, low_of, otherwise
from sim.rules.la_cucaracha import combat
from sim.rules.la_cucaracha.events import NERVES, CourageTested, ExtraOrderWon, Rallied, Responded, RoundFought, Shot
from sim.rules.la_cucaracha.state import Play, Scene

COURAGE, RESPOND, ARMOUR, BLOWS = "courage", "to respond", "through the armour", "blows"
"""What throws are for."""
NO_RESPONSE, SHOT = "no response", happens(Shot)


def volley(position: Scene, unit: str, target: str) -> Told:
    """Tell how likely a volley costs the target anybody at all; one that hangs on a test, with that counted in."""

    def lost(run: Course) -> int:
        return sum(shot.losses for shot in run.all_of(Shot))

    def why(telling: Telling) -> str:
        """Say how many dice are thrown, why so many, and what each must show."""
        weapon, dice = combat.weapon_of(position, position.state.unit(unit)), telling.throw.count
        words = f"{dice} {'die' if dice == 1 else 'dice'} for {figures_text(dice)}"
        if weapon is not None and weapon.dice:
            words = f"{dice} dice of the {weapon.name}" + ("" if dice == weapon.dice else " with one man left")
        (check,) = telling.run.checks_before(telling.note)
        words += f", {telling.low} or more on each{clamped(check.total, telling.low)}"
        words += ", one that misses again" if telling.thrown("one missed die again") else ""
        if through := telling.thrown(ARMOUR):
            words += f"; then {low_of(through)} or more for each hit"
        if telling.thrown(RESPOND):
            words = f"{long(telling.chance(_responds))} to respond; then {words}"
        return f"{words}; a figure falls on {position.battle.data.numbers.casualty} or more"

    counts = range(position.state.unit(target).figures + 1)
    return Told(
        f"casualties of {target}",
        unit,
        target,
        "to hit",
        so=lambda run: lost(run) > 0,
        ends=lambda run: f"{figures_text(lost(run))} lost" if run.has(Shot) else NO_RESPONSE,
        order=(NO_RESPONSE, *(f"{figures_text(count)} lost" for count in counts)),
        because=why,
        until=SHOT,
    )


def clamped(total: int, need: int) -> str:
    """Say why the parts add up to something else than a die is thrown against."""
    if total == need:
        return ""
    return f" (not {total}: a {combat.HIGHEST} always hits)" if total > need else f" (not {total}: a 1 always misses)"


def fights_on(unit: str, enemy: str) -> Told:
    """Tell how another round goes between two who are locked."""
    one, other = combat.Stance(unit), combat.Stance(enemy)
    return round_fought(unit, enemy, lambda game: combat.fight(game, one, other, first=False))


def round_fought(unit: str, enemy: str, resolve: Resolve) -> Told:
    """Tell how likely a round of close combat is won."""

    def won_by(run: Course) -> int:
        (fought,) = run.all_of(RoundFought)
        return int(fought.enemy_losses - fought.unit_losses)

    def why(telling: Telling) -> str:
        theirs, through = telling.thrown(BLOWS, enemy), telling.thrown(ARMOUR, unit)
        armour = f", then {low_of(through)} or more against armour" if through is not None else ""
        return f"{telling.throw.count} dice against {theirs.throw.count if theirs else 0}{armour}"

    return Told(
        f"a round won against {enemy}",
        unit,
        enemy,
        BLOWS,
        against=BLOWS,
        so=lambda run: won_by(run) > 0,
        ends={"won": lambda run: won_by(run) > 0, "equal": lambda run: won_by(run) == 0, "lost": otherwise},
        because=why,
        resolve=resolve,
        until=happens(RoundFought),
    )


def courage_kept(position: Scene, target: str) -> Told:
    """CUC-COURAGE: tell how likely somebody stands who is charged."""

    def tested(game: Play) -> None:
        combat.take_courage_test(game, target)

    return Told(
        f"{target} keeps its courage",
        target,
        target,
        COURAGE,
        ends=lambda run: NERVES[run.all_of(CourageTested)[0].result],
        order=tuple(NERVES.values()),
        because="its courage when it is charged",
        asks=_courage_of(position, target),
        resolve=tested,
        until=happens(CourageTested),
    )


def rallied(position: Scene, unit: str) -> Told:
    """CUC-COURAGE: tell how likely a unit gets over being shaken."""
    return Told(f"{unit} rallies", unit, throw=COURAGE, asks=_courage_of(position, unit), until=happens(Rallied))


def _courage_of(position: Scene, unit: str) -> str:
    return f"courage of {position.state.unit(unit).profile.quality} troops"


def response_test(position: Scene, unit: str, what: str) -> Told:
    """CUC-HOLD: tell how likely the test to respond is passed."""
    again = ", and once more for the drilled" if position.state.unit(unit).profile.drilled else ""
    because = lambda telling: telling.or_more + again  # noqa: E731
    return Told(what, unit, throw=RESPOND, so=_responds, because=because, asks="test to respond", until=SHOT)


def _responds(run: Course) -> bool:
    return run.has(Responded, succeeded=True) or run.has(ExtraOrderWon)
