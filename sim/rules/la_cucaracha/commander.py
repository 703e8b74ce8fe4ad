"""The stand-in for a player: it names a unit for every card and gives it orders, explained by the same trace.

What it looks for, in this order: whoever can leave the table for a reward, charges and volleys that are worth it,
fights that go well, an objective in reach; then it rallies, reloads and deploys, goes where more is to be won if it is
behind on points, takes cover if it is not, and leaves everybody else on Hold. It looks no further than one card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from sim.engine.chances import short
from sim.engine.orders import Intent
from sim.rules.la_cucaracha.answers import best_answer, harm
from sim.rules.la_cucaracha.choices import Here, actor, ordered
from sim.rules.la_cucaracha.commander_chances import melee_losses, nerve_odds, round_odds
from sim.rules.la_cucaracha.commander_moves import ATTACK, EXITS, OBJECTIVES, go, moves_to_shoot, take_cover
from sim.rules.la_cucaracha.orders import (
    Charge,
    Deploy,
    FightOn,
    Hold,
    Leave,
    Nominate,
    PackUp,
    Rally,
    Reload,
    Respond,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.prospects import (
    Onset,
    Volley,
    at_ease,
    could_aim,
    guards,
    is_ahead,
    onsets,
    ready,
    volley,
    volleys,
)
from sim.rules.la_cucaracha.scene import ACTION, CHARGED, HOLD, NOMINATE, friends
from sim.rules.la_cucaracha.shooting import weapon_of
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import anchored
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

GOOD, FAIR = Fraction(3, 10), Fraction(1, 20)
"""Points to be hoped for that make a volley worth a card at once, and one that is better than nothing."""
WORTH_A_HOLD = Fraction(1, 8)
"""Points to be hoped for that make a volley worth giving up a Hold."""


def shown(number: Fraction) -> Shown:
    """Show a fraction as players would."""
    return Shown(number, f"{float(number):.2f}")


POINTS: Measure[Here, Troop] = Measure("points", lambda _, unit: unit.profile.points)


def _first(
    idea: str, what: str, pool: str, units: Callable[[Here], Iterable[Troop]], order: Callable[[str], Intent]
) -> Callable[[Here], Intent | Cannot]:
    """Return an act: one of several units does something, whichever is worth the most."""
    choice: Priority[Troop] = Priority(idea, what, most(POINTS))

    def act(here: Here) -> Intent | Cannot:
        unit = choice.choose(here, units(here), pool)
        return Cannot("there is nobody") if unit is None else ordered(here, order(unit.id))

    return act


# -- charges and volleys -----------------------------------------------------------------------------------------

ONSET: Priority[Onset] = Priority(
    "HOUSE-STORM",
    "the charge with the best prospects",
    require(Measure("likelier won than lost", lambda _, each: Shown(each.won > each.lost, short(each.won)))),
    require(Measure("worth it", lambda _, each: Shown(each.points > FAIR, f"{float(each.points):.2f} points"))),
    require(Measure("better than a volley", lambda here, each: each.points > _best_volley(here, each.unit))),
    most(Measure("points to be hoped for", lambda _, each: shown(each.points))),
    prefer(Measure("has not acted", lambda _, each: not each.target.acted)),
)


def _best_volley(here: Here, unit: Troop) -> Fraction:
    return max((each.points for each in volleys(here.position, unit)), default=Fraction(0))


def charge(here: Here) -> Intent | Cannot:
    """Charge where that is likely to go well; who guards an objective stays."""
    found = [
        each for unit in at_ease(here) if guards(here.position, unit) is None for each in onsets(here.position, unit)
    ]
    best = ONSET.choose(here, found, "charges that could be made")
    if best is None:
        return Cannot("no charge is worth it")
    return ordered(here, Charge(best.unit.id, best.target.id, best.way))


def _volley(least_points: Fraction, words: str) -> Priority[Volley]:
    return Priority(
        "HOUSE-SHOOT",
        f"the volley with the {words} prospects",
        require(Measure("worth it", lambda _, each: Shown(each.points >= least_points, f"{float(each.points):.2f}"))),
        prefer(Measure("has not acted", lambda _, each: not each.target.acted)),
        most(Measure("points to be hoped for", lambda _, each: shown(each.points))),
    )


GOOD_VOLLEY, FAIR_VOLLEY = _volley(GOOD, "best"), _volley(FAIR, "better")


def shoot(choice: Priority[Volley]) -> Callable[[Here], Intent | Cannot]:
    """Return the act of shooting the best volley, if one is good enough."""

    def act(here: Here) -> Intent | Cannot:
        found = [each for unit in at_ease(here) for each in volleys(here.position, unit)]
        best = choice.choose(here, found, "volleys that could be shot")
        return Cannot("no volley is worth it") if best is None else ordered(here, Shoot(best.unit.id, best.target.id))

    return act


# -- close combat and courage ------------------------------------------------------------------------------------


def _edge(here: Here, unit: Troop) -> Shown:
    enemy = here.state.unit(unit.fighting[0])
    odds = round_odds(melee_losses(here.position, unit, enemy), melee_losses(here.position, enemy, unit))
    return Shown(odds.won - odds.lost, f"{short(odds.won)} against {short(odds.lost)}")


FIGHT: Priority[Troop] = Priority(
    "HOUSE-FIGHT",
    "whose fight goes best",
    require(Measure("no likelier lost than won", lambda here, unit: Shown((e := _edge(here, unit)).key >= 0, e.text))),
    most(Measure("won against lost", _edge)),
)


def fight_on(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: fight another round where it is no likelier lost than won."""
    unit = FIGHT.choose(here, [unit for unit in ready(here) if unit.fighting], "units in close combat")
    return Cannot("no fight goes well") if unit is None else ordered(here, FightOn(unit.id))


RALLY: Priority[Troop] = Priority(
    "HOUSE-RALLY",
    "who rallies",
    most(Measure("likely to", lambda here, unit: shown(nerve_odds(here.position, unit).passed))),
    most(POINTS),
)


def rally(here: Here) -> Intent | Cannot:
    """Let the shaken unit rally that is likeliest to."""
    shaken = [unit for unit in ready(here) if unit.shaken and not unit.fighting]
    unit = RALLY.choose(here, shaken, "shaken units")
    return Cannot("nobody is shaken") if unit is None else ordered(here, Rally(unit.id))


# -- weapons -----------------------------------------------------------------------------------------------------


def _empty(here: Here) -> list[Troop]:
    return [unit for unit in at_ease(here) if not unit.loaded and could_aim(here.position, unit)]


def _packed(here: Here) -> list[Troop]:
    crews = [unit for unit in at_ease(here) if unit.profile.style == "crew" and not unit.deployed]
    return [unit for unit in crews if could_aim(here.position, unit)]


def _useless(here: Here) -> list[Troop]:
    """Return deployed weapons that see nobody, while the side has to attack."""
    if is_ahead(here):
        return []
    return [unit for unit in at_ease(here) if anchored(unit) and not could_aim(here.position, unit)]


def _loading(here: Here) -> list[Troop]:
    return [unit for unit in at_ease(here) if not unit.loaded and weapon_of(here.position, unit) is not None]


# -- waiting -----------------------------------------------------------------------------------------------------


def hold(here: Here) -> Intent | Cannot:
    """CUC-HOLD: leave somebody on Hold who could shoot if the enemy came."""
    able = [unit for unit in at_ease(here) if weapon_of(here.position, unit) is not None and unit.loaded and unit.ready]
    found = [unit for unit in able if ordered(here, Hold(unit.id)) == Hold(unit.id)]
    unit = HOLDER.choose(here, found, "units that could hold")
    return Cannot("nobody has anything to hold with") if unit is None else ordered(here, Hold(unit.id))


HOLDER: Priority[Troop] = Priority("HOUSE-WATCH", "who holds", most(POINTS))

STANDS: Priority[Troop] = Priority("HOUSE-WAIT", "who stands", least(POINTS))


def stand(here: Here) -> Intent | Cannot:
    """Let the card go with somebody for whom there is nothing to do."""
    unit = STANDS.choose(here, ready(here), "units that have not acted")
    return Cannot("nobody is left") if unit is None else ordered(here, Stand(unit.id))


# -- answers to the enemy ----------------------------------------------------------------------------------------


def answer_charge(here: Here) -> Intent | Cannot:
    """CUC-REACT: answer a charge in the way that leaves the best fight."""
    answer = best_answer(here)
    return Cannot("nothing is better than to stand") if answer is None else ordered(here, answer)


def answer_hold(here: Here) -> Intent | Cannot:
    """CUC-HOLD: shoot at who has shown himself, if that is worth giving up the hold."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    hope = volley(here.position, unit, enemy, hasty=False).points
    if hope < WORTH_A_HOLD:
        return Cannot(f"{float(hope):.2f} points are to be hoped for")
    return ordered(here, Respond(unit.id, enemy.id, "shoot"))


def wait(here: Here) -> Intent | Cannot:
    """Let it pass."""
    return ordered(here, Stand(actor(here).id))


HARMLESS: Priority[Troop] = Priority(
    "HOUSE-NEXT",
    "who does the least harm",
    least(Measure("harm", lambda here, unit: shown(harm(here.position, unit)))),
)


def nominate(here: Here) -> Intent | Cannot:
    """CUC-NOMINATE: name the enemy that can do the least harm."""
    found = [unit for unit in friends(here.position, here.ask.about or "") if not unit.acted]
    unit = HARMLESS.choose(here, found, "enemies that have not acted")
    return Cannot("nobody is left") if unit is None else ordered(here, Nominate(unit.id))


# -- the plans ---------------------------------------------------------------------------------------------------


def _can_leave(here: Here) -> list[Troop]:
    exits = [each for each in here.battle.data.engagement.exits if each.side == here.side and each.points > 0]
    return [unit for unit in at_ease(here) if any(unit.cell in each.cells for each in exits)]


COMMANDER: dict[str, Plan] = {
    ACTION: FirstOf(
        Option(
            "HOUSE-LEAVE", "leave the table", _first("HOUSE-LEAVE", "who leaves", "units at an exit", _can_leave, Leave)
        ),
        Option("HOUSE-LEAVE", "go for an exit", go(EXITS)),
        Option("HOUSE-STORM", "charge", charge),
        Option("HOUSE-SHOOT", "a good volley", shoot(GOOD_VOLLEY)),
        Option("HOUSE-FIGHT", "fight on", fight_on),
        Option("HOUSE-TAKE", "take an objective", go(OBJECTIVES)),
        Option(
            "HOUSE-READY",
            "deploy",
            _first("HOUSE-READY", "who deploys", "packed weapons with a target", _packed, Deploy),
        ),
        Option(
            "HOUSE-READY", "reload", _first("HOUSE-READY", "who reloads", "empty weapons with a target", _empty, Reload)
        ),
        Option("HOUSE-RALLY", "rally", rally),
        Option("HOUSE-POST", "move to shoot", moves_to_shoot),
        Option("HOUSE-CLOSER", "attack", go(ATTACK)),
        Option("HOUSE-SHOOT", "a fair volley", shoot(FAIR_VOLLEY)),
        Option("HOUSE-COVER", "take cover", take_cover),
        Option("HOUSE-READY", "load", _first("HOUSE-READY", "who loads", "empty weapons", _loading, Reload)),
        Option(
            "HOUSE-POST",
            "pack up",
            _first("HOUSE-POST", "who packs up", "deployed weapons that had better move", _useless, PackUp),
        ),
        Option("HOUSE-WATCH", "hold", hold),
        Option("HOUSE-WAIT", "stand", stand),
    ),
    CHARGED: FirstOf(
        Option("HOUSE-ANSWER", "ours: the best answer", answer_charge), Option("HOUSE-ANSWER", "ours: stand", wait)
    ),
    HOLD: FirstOf(Option("HOUSE-ANSWER", "shoot", answer_hold), Option("HOUSE-ANSWER", "ours: hold on", wait)),
    NOMINATE: Option("HOUSE-NEXT", "name the most harmless", nominate),
}
"""What the player's side does, by occasion."""
