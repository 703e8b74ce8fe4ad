"""The stand-in for a player: it names a unit for every card and gives it orders, explained by the same trace.

What it looks for, in this order: whoever can leave the table for a reward, charges and volleys that are worth it,
fights that go well, an objective in reach; then it rallies, reloads and deploys, goes where more is to be won if it is
behind on points, takes cover if it is not, and leaves everybody else on Hold. It looks no further than one card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sim.engine.chances import short
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.play.commander import best, hundredths, ordered
from sim.rules.la_cucaracha import orders, prospects
from sim.rules.la_cucaracha.choices import Here, actor
from sim.rules.la_cucaracha.commander_moves import ATTACK, EXITS, OBJECTIVES, go, moves_to_shoot, take_cover
from sim.rules.la_cucaracha.ground import anchored, away_cells, charge_ways
from sim.rules.la_cucaracha.prospects import Onset, Volley, at_ease, ready, volleys
from sim.rules.la_cucaracha.scene import ACTION, CHARGED, HOLD, NOMINATE, Scene, friends
from sim.rules.la_cucaracha.shooting import has_target_from, weapon_of
from sim.rules.la_cucaracha.units import Troop
from sim.solo.plans import Act, Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require

GOOD, FAIR = Fraction(3, 10), Fraction(1, 20)
"""Points to be hoped for that make a volley worth a card at once, and one that is better than nothing."""
WORTH_A_HOLD = Fraction(1, 8)
"""Points to be hoped for that make a volley worth giving up a Hold."""

POINTS: Measure[Here, Troop] = Measure("points", lambda _, unit: unit.profile.points)


def _by(order: Callable[[str], Intent]) -> Callable[[Here, Troop], Intent]:
    return lambda here, unit: order(unit.id)


def _worthiest(
    idea: str,
    does: str,
    who: str,
    units: Callable[[Here], Iterable[Troop]],
    pool: str,
    order: Callable[[str], Intent],
    none: str = "there is nobody",
) -> Option:
    """Return the option that one of several units does something, whichever is worth the most."""
    choice: Priority[Troop] = Priority(idea, who, most(POINTS))
    return Option(idea, does, best(choice, units, pool, _by(order), none))


# -- charges and volleys -----------------------------------------------------------------------------------------

UNTRIED: Line[Here, Onset | Volley] = prefer(Measure("has not acted", lambda _, each: not each.target.acted))
HOPED: Line[Here, Onset | Volley] = most(Measure("points to be hoped for", lambda _, each: hundredths(each.points)))
ONSET: Priority[Onset] = Priority(
    "HOUSE-STORM",
    "the charge with the best prospects",
    require(Measure("likelier won than lost", lambda _, each: Shown(each.won > each.lost, short(each.won)))),
    require(Measure("worth it", lambda _, each: Shown(each.points > FAIR, f"{float(each.points):.2f} points"))),
    require(Measure("better than a volley", lambda here, each: each.points > _best_volley(here, each.unit))),
    HOPED,
    UNTRIED,
)


def _best_volley(here: Here, unit: Troop) -> Fraction:
    return max((each.points for each in volleys(here.position, unit)), default=Fraction(0))


def _onsets(here: Here) -> list[Onset]:
    """Return every charge that could be made; who guards an objective stays."""
    free = [unit for unit in at_ease(here) if not prospects.guards(here.position, unit)]
    return [each for unit in free for each in prospects.onsets(here.position, unit)]


def _volleys(here: Here) -> list[Volley]:
    return [each for unit in at_ease(here) for each in volleys(here.position, unit)]


def shoot(least_points: Fraction, words: str) -> Act:
    """Return the act of shooting the best volley, if one is good enough."""
    worth_it: Measure[Here, Volley] = Measure(
        "worth it", lambda _, each: Shown(each.points >= least_points, f"{float(each.points):.2f}")
    )
    choice: Priority[Volley] = Priority(
        "HOUSE-SHOOT", f"the volley with the {words} prospects", require(worth_it), UNTRIED, HOPED
    )
    return best(
        choice,
        _volleys,
        "volleys that could be shot",
        lambda here, each: orders.Shoot(each.unit.id, each.target.id),
        "no volley is worth it",
    )


# -- close combat and courage ------------------------------------------------------------------------------------


def _edge(here: Here, unit: Troop) -> Shown:
    position, enemy = here.position, here.state.unit(unit.fighting[0])
    struck, taken = prospects.melee_losses(position, unit, enemy), prospects.melee_losses(position, enemy, unit)
    odds = prospects.round_odds(struck, taken)
    return Shown(odds.won - odds.lost, f"{short(odds.won)} against {short(odds.lost)}")


FIGHT: Priority[Troop] = Priority(
    "HOUSE-FIGHT",
    "whose fight goes best",
    require(Measure("no likelier lost than won", lambda here, unit: Shown((e := _edge(here, unit)).key >= 0, e.text))),
    most(Measure("won against lost", _edge)),
)
RALLY: Priority[Troop] = Priority(
    "HOUSE-RALLY",
    "who rallies",
    most(Measure("likely to", lambda here, unit: hundredths(prospects.nerve_odds(here.position, unit).passed))),
    most(POINTS),
)


def _fighting(here: Here) -> list[Troop]:
    return [unit for unit in ready(here) if unit.fighting]


def _shaken(here: Here) -> list[Troop]:
    return [unit for unit in ready(here) if unit.shaken and not unit.fighting]


# -- weapons, leaving, waiting -----------------------------------------------------------------------------------


def _at_ease(test: Callable[[Here, Troop], object]) -> Callable[[Here], list[Troop]]:
    return lambda here: [unit for unit in at_ease(here) if test(here, unit)]


def _could_aim(here: Here, unit: Troop) -> bool:
    return has_target_from(here.position, unit, unit.place)


def _is_at_an_exit(here: Here, unit: Troop) -> bool:
    exits = [each for each in here.battle.data.engagement.exits if each.side == here.side and each.points > 0]
    return any(unit.cell in each.cells for each in exits)


def _could_hold(here: Here, unit: Troop) -> bool:
    """CUC-HOLD: say whether a unit could shoot if the enemy came."""
    armed = weapon_of(here.position, unit) is not None and unit.loaded and unit.ready
    return armed and not isinstance(ordered(here, orders.Hold(unit.id)), Cannot)


_leaving = _at_ease(_is_at_an_exit)
_empty = _at_ease(lambda here, unit: not unit.loaded and _could_aim(here, unit))
_loading = _at_ease(lambda here, unit: not unit.loaded and weapon_of(here.position, unit) is not None)
_packed = _at_ease(lambda here, unit: unit.profile.style == "crew" and not unit.deployed and _could_aim(here, unit))
_useless = _at_ease(lambda here, unit: anchored(unit) and not prospects.is_ahead(here) and not _could_aim(here, unit))
"""Deployed weapons that see nobody, while the side has to attack."""


# -- answers to the enemy ----------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Answer:
    """An answer to a charge; None stands for standing."""

    how: orders.How | None
    points: Fraction
    """To be won less to be lost, in the first round and before it."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.how or "stand"


ANSWER: Priority[Answer] = Priority(
    "CUC-REACT",
    "the best answer",
    most(Measure("points to be hoped for", lambda _, each: hundredths(each.points))),
    prefer(Measure("needs no test", lambda _, each: each.how is None)),
)


def answer_charge(here: Here) -> Intent | Cannot:
    """CUC-REACT: answer a charge in the way that leaves the best fight."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    chosen = ANSWER.choose(here, _answers(here.position, unit, enemy), "answers")
    if chosen is None or chosen.how is None:
        return Cannot("nothing is better than to stand")
    hasty = chosen.how == "shoot" and not unit.holding
    return ordered(here, orders.Respond(unit.id, enemy.id, chosen.how, hasty=hasty))


def _answers(position: Scene, unit: Troop, enemy: Troop) -> Iterator[Answer]:
    calm = _balance(position, unit, enemy)
    yield Answer(None, calm)
    on_back_foot = position.battle.data.readings.failed_response == "back_foot"
    caught = _balance(position, unit.changed(back_foot=True), enemy) if on_back_foot else calm
    chance = prospects.respond_chance(position, unit)
    hows: tuple[orders.How, ...] = ("shoot", "evade", "counter-attack")
    for how in hows:
        if orders.manner_refusal(position, unit, orders.Respond(unit.id, enemy.id, how)) is None:
            success = _success(position, unit, enemy, how)
            yield Answer(how, chance * success + (1 - chance) * caught)


def _success(position: Scene, unit: Troop, enemy: Troop, how: orders.How) -> Fraction:
    if how == "shoot":
        shot = prospects.mean_losses(position, unit, enemy, hasty=not unit.holding)
        left = enemy.changed(figures=max(1, enemy.figures - round(shot)))
        return shot * prospects.worth(enemy) + _balance(position, unit, left)
    if how == "counter-attack":
        return _balance(position, unit, enemy, charging=True)
    there = unit.changed(cell=away_cells(position, unit, enemy, "advance").cells[0])
    caught = bool(charge_ways(position, enemy, there))
    return _balance(position, there.changed(back_foot=True), enemy) if caught else Fraction(0)


def _balance(position: Scene, unit: Troop, enemy: Troop, *, charging: bool = False) -> Fraction:
    """Return what the first round of a fight that the enemy begins is worth, where its charge would end."""
    ways = charge_ways(position, enemy, unit)
    near = enemy.changed(cell=ways.cells[0]) if ways else enemy
    struck = prospects.melee_losses(position, unit, near, charging=charging, first=True, defending=not charging)
    taken = prospects.melee_losses(position, near, unit, charging=True, first=True)
    return prospects.mean(struck) * prospects.worth(enemy) - prospects.mean(taken) * prospects.worth(unit)


def answer_hold(here: Here) -> Intent | Cannot:
    """CUC-HOLD: shoot at who has shown himself, if that is worth giving up the hold."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    hope = prospects.volley(here.position, unit, enemy, hasty=False).points
    if hope < WORTH_A_HOLD:
        return Cannot(f"{float(hope):.2f} points are to be hoped for")
    return ordered(here, orders.Respond(unit.id, enemy.id, "shoot"))


def wait(here: Here) -> Intent | Cannot:
    """Let it pass."""
    return ordered(here, orders.Stand(actor(here).id))


def _harm(here: Here, unit: Troop) -> Shown:
    """Show what an enemy could do to us with its next card: by its best volley or charge."""
    if unit.shaken:
        return hundredths(Fraction(0))
    able: list[Volley | Onset] = [*volleys(here.position, unit), *prospects.onsets(here.position, unit)]
    return hundredths(max([Fraction(0), *(each.points for each in able)]))


HARMLESS: Priority[Troop] = Priority("HOUSE-NEXT", "who does the least harm", least(Measure("harm", _harm)))


def _unspent(here: Here) -> list[Troop]:
    return [unit for unit in friends(here.position, here.ask.about or "") if not unit.acted]


# -- the plans ---------------------------------------------------------------------------------------------------

# fmt: off
COMMANDER: dict[str, Plan] = {
    ACTION: FirstOf(
        _worthiest("HOUSE-LEAVE", "leave the table", "who leaves", _leaving, "units at an exit", orders.Leave),
        Option("HOUSE-LEAVE", "go for an exit", go(EXITS)),
        Option("HOUSE-STORM", "charge",
               best(ONSET, _onsets, "charges that could be made",
                    lambda here, each: orders.Charge(each.unit.id, each.target.id, each.way), "no charge is worth it")),
        Option("HOUSE-SHOOT", "a good volley", shoot(GOOD, "best")),
        Option("HOUSE-FIGHT", "fight on",
               best(FIGHT, _fighting, "units in close combat", _by(orders.FightOn), "no fight goes well")),
        Option("HOUSE-TAKE", "take an objective", go(OBJECTIVES)),
        _worthiest("HOUSE-READY", "deploy", "who deploys", _packed, "packed weapons with a target", orders.Deploy),
        _worthiest("HOUSE-READY", "reload", "who reloads", _empty, "empty weapons with a target", orders.Reload),
        Option("HOUSE-RALLY", "rally", best(RALLY, _shaken, "shaken units", _by(orders.Rally), "nobody is shaken")),
        Option("HOUSE-POST", "move to shoot", moves_to_shoot),
        Option("HOUSE-CLOSER", "attack", go(ATTACK)),
        Option("HOUSE-SHOOT", "a fair volley", shoot(FAIR, "better")),
        Option("HOUSE-COVER", "take cover", take_cover),
        _worthiest("HOUSE-READY", "load", "who loads", _loading, "empty weapons", orders.Reload),
        _worthiest("HOUSE-POST", "pack up", "who packs up", _useless, "deployed weapons that had better move",
                   orders.PackUp),
        _worthiest("HOUSE-WATCH", "hold", "who holds", _at_ease(_could_hold), "units that could hold", orders.Hold,
                   "nobody has anything to hold with"),
        Option("HOUSE-WAIT", "stand",
               best(Priority("HOUSE-WAIT", "who stands", least(POINTS)), ready, "units that have not acted",
                    _by(orders.Stand), "nobody is left")),
    ),
    CHARGED: FirstOf(
        Option("HOUSE-ANSWER", "ours: the best answer", answer_charge), Option("HOUSE-ANSWER", "ours: stand", wait)
    ),
    HOLD: FirstOf(Option("HOUSE-ANSWER", "shoot", answer_hold), Option("HOUSE-ANSWER", "ours: hold on", wait)),
    NOMINATE: Option("HOUSE-NEXT", "name the most harmless",
                     best(HARMLESS, _unspent, "enemies that have not acted", _by(orders.Nominate), "nobody is left")),
}
# fmt: on
"""What the player's side does, by occasion."""
