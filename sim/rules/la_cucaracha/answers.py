"""How a player answers a charge, and whom he lets act: what each answer leaves to be hoped for, in exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sim.engine.frozen import quickly_made
from sim.rules.la_cucaracha.choices import Here, actor
from sim.rules.la_cucaracha.commander_chances import mean, mean_losses, melee_losses, respond_chance
from sim.rules.la_cucaracha.orders import Respond, manner_refusal
from sim.rules.la_cucaracha.prospects import onsets, volleys, worth
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import away_cells, charge_ways
from sim.solo.priority import Measure, Priority, Shown, most, prefer

How = Literal["shoot", "evade", "counter-attack"]
HOWS: tuple[How, ...] = ("shoot", "evade", "counter-attack")


@quickly_made
@dataclass(frozen=True)
class Answer:
    """An answer to a charge; None stands for standing."""

    how: How | None
    points: Fraction
    """To be won less to be lost, in the first round and before it."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.how or "stand"


ANSWER: Priority[Answer] = Priority(
    "CUC-REACT",
    "the best answer",
    most(Measure("points to be hoped for", lambda _, each: Shown(each.points, f"{float(each.points):.2f}"))),
    prefer(Measure("needs no test", lambda _, each: each.how is None)),
)


def best_answer(here: Here) -> Respond | None:
    """CUC-REACT: return the answer that leaves the best fight; None to stand."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    best = ANSWER.choose(here, _answers(here.position, unit, enemy), "answers")
    if best is None or best.how is None:
        return None
    return Respond(unit.id, enemy.id, best.how, hasty=best.how == "shoot" and not unit.holding)


def _answers(position: Scene, unit: Troop, enemy: Troop) -> Iterator[Answer]:
    calm = _balance(position, unit, enemy)
    yield Answer(None, calm)
    on_back_foot = position.battle.data.readings.failed_response == "back_foot"
    caught = _balance(position, unit.changed(back_foot=True), enemy) if on_back_foot else calm
    chance = respond_chance(position, unit)
    for how in HOWS:
        if manner_refusal(position, unit, Respond(unit.id, enemy.id, how)) is None:
            success = _success(position, unit, enemy, how)
            yield Answer(how, chance * success + (1 - chance) * caught)


def _success(position: Scene, unit: Troop, enemy: Troop, how: How) -> Fraction:
    match how:
        case "shoot":
            shot = mean_losses(position, unit, enemy, hasty=not unit.holding)
            left = enemy.changed(figures=max(1, enemy.figures - round(shot)))
            return shot * worth(enemy) + _balance(position, unit, left)
        case "evade":
            ways = away_cells(position, unit, enemy, "advance")
            there = unit.changed(cell=ways.cells[0])
            if charge_ways(position, enemy, there):
                return _balance(position, there.changed(back_foot=True), enemy)
            return Fraction(0)
        case "counter-attack":
            return _balance(position, unit, enemy, charging=True)


def _balance(position: Scene, unit: Troop, enemy: Troop, *, charging: bool = False) -> Fraction:
    """Return what the first round of a fight that the enemy begins is worth."""
    near = _met(position, unit, enemy)
    struck = melee_losses(position, unit, near, charging=charging, first=True, defending=not charging)
    taken = melee_losses(position, near, unit, charging=True, first=True)
    return mean(struck) * worth(enemy) - mean(taken) * worth(unit)


def _met(position: Scene, unit: Troop, enemy: Troop) -> Troop:
    """Return a charger where its charge would end; where it is if that cannot be told."""
    ways = charge_ways(position, enemy, unit)
    return enemy.changed(cell=ways.cells[0]) if ways else enemy


def harm(position: Scene, unit: Troop) -> Fraction:
    """Return what an enemy could do to us with its next card: by its best volley or charge."""
    if unit.shaken:
        return Fraction(0)
    shots = [each.points for each in volleys(position, unit)]
    charges = [each.points for each in onsets(position, unit)]
    return max([Fraction(0), *shots, *charges])
