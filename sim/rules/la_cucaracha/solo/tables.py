"""The printed tables: five fighting styles, four bands of a D10, options in order (CUC-BAND, CUC-ORDER).

`TABLE` is laid out like the printed one, style by style and band by band. What is worded "if charged" is tried when an
enemy charges, everything else with the unit's own card; the first option that can be done is done.
Where nothing of a cell can be done the unit stands, aircraft circle.

CUC-DEAD: options stand in the printed order, and one is possible if any part of it is.
- "Move towards, and if in range shoot": a unit that can come no nearer stands and shoots.
- A bare move towards the enemy needs a step that leads nearer.
- A move "to get in range" is not for who is in range, nor "move and if in range shoot" of vehicles and aircraft for who
  is not and would not be: the later option of their cells is the move to get in range. Crews deploy for a target only.
- A gun whose nearest enemy is too near for it gets nobody in range by a step towards him: it stands, and packs up only
  for a move that would help.
- Of a weapon that is empty every option that shoots is to reload (CUC-OVERRIDE).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from sim.engine.dice import D10
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import Planned, allowed, does, ordered, unless
from sim.play.setup import article
from sim.rules.la_cucaracha.figures import Style
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.ground.moves import reach
from sim.rules.la_cucaracha.ground.sight import has_target_from
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Hold, RollAgain
from sim.rules.la_cucaracha.orders.fight import Deploy, FightOn, PackUp, Rally, Reload, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, ResponseKind, StandFast, means_refusal
from sim.rules.la_cucaracha.solo.choosing import (
    BACK,
    NEAREST_IN_RANGE,
    NO_TARGET,
    FollowUp,
    Outlook,
    chargers,
    followed_by,
    has_target,
    nearest_enemy,
    no_step_needed,
    way_length,
    where_to,
)
from sim.rules.la_cucaracha.state import (
    ACTION,
    BANDS,
    CHARGED,
    HOLD,
    REROLL,
    CucSituation,
    Pace,
    Troop,
    enemies,
    weapon_of,
)
from sim.solo.plans import Act, ByScore, Cannot, FirstOf, Option, Plan, When, options
from sim.solo.priority import Priority, least

P = ParamSpec("P")
R = TypeVar("R")


def stated(act: Callable[Concatenate[CucSituation, P], R]) -> Callable[P, Callable[[CucSituation], R]]:
    """Let a cell of a table state what it says of an act: `charge(back_foot=True)`."""
    return lambda *words, **more: lambda here: act(here, *words, **more)


stand, fight_on, rally, another_order = map(does, (StandFast, FightOn, Rally, AnotherOrder))


def if_deployed(act: Act) -> Act:
    """Return an act for a weapon that stands ready to shoot."""
    return unless({"it is not deployed": lambda here: not here.unit.deployed}, act)


# -- shooting --------------------------------------------------------------------------------------------------------


@stated
def shoot(here: CucSituation, *, hasty: bool = False, reroll: bool = False) -> Intent | Cannot:
    """Shoot at the nearest enemy in range from where the unit stands; a weapon that is empty is reloaded instead."""
    return reloading(here) or aimed(here, hasty=hasty, reroll=reroll)


def reloading(here: CucSituation) -> Intent | None:
    """CUC-OVERRIDE: return the order to reload a weapon that is empty."""
    if here.unit.loaded:
        return None
    here.say("not loaded: it reloads in place of the shot", "CUC-OVERRIDE")
    reload = ordered(here, Reload(here.unit.id))
    return None if isinstance(reload, Cannot) else reload


def aimed(here: CucSituation, *, hasty: bool, reroll: bool = False) -> Intent | Cannot:
    """CUC-NEAREST: return shots at the nearest enemy that can be shot at."""
    if weapon_of(here.position, here.unit) is None:
        return Cannot("it has nothing to shoot with")
    target = NEAREST_IN_RANGE.choose(here, enemies(here.position, here.side), "enemies on the table")
    return ordered(here, Shoot(here.unit.id, target.id, hasty, reroll)) if target else Cannot(NO_TARGET)


# -- moving ----------------------------------------------------------------------------------------------------------


@stated
def advance(here: CucSituation, pace: Pace, then: FollowUp = lambda here: None) -> Cannot | Plan:
    """Move towards the nearest enemy, and perhaps do something after it."""
    return followed_by(_towards(here, pace), then)


def _towards(here: CucSituation, pace: Pace) -> Intent | Cannot:
    way = where_to(here, pace)
    return way if isinstance(way, Cannot) else ordered(here, Advance(here.unit.id, way, pace))


@stated
def advance_and_shoot(here: CucSituation, pace: Pace = "advance", *, hasty: bool) -> Intent | Cannot | Plan:
    """Move towards the nearest enemy, and shoot if anybody is in range then; a unit that cannot come nearer shoots.

    CUC-DEAD: either part will do.
    """
    if reload := reloading(here):
        return reload
    order = _towards(here, pace)
    if not isinstance(order, Cannot):
        return followed_by(order, lambda here: aimed(here, hasty=hasty))
    if not has_target(here):
        return Cannot(f"{order.reason}, and {NO_TARGET}")
    here.say(order.reason, "CUC-DEAD")
    return aimed(here, hasty=hasty)


@stated
def into_range_and_shoot(here: CucSituation, *, hasty: bool) -> Intent | Cannot | Plan:
    """CUC-V-range: the same for vehicles and aircraft, but only if somebody is in range or will be.

    For who will not be, the same cell has a move to get in range.
    """
    if here.unit.loaded and not has_target(here):
        way = where_to(here, "advance")
        if not isinstance(way, Cannot) and not has_target_from(here.position, here.unit, way[-1]):
            return Cannot(f"{NO_TARGET}, nor would there be from {here.position.name(way[-1])}")
    return advance_and_shoot(hasty=hasty)(here)


@stated
def get_in_range(here: CucSituation, pace: Pace, then: FollowUp = lambda here: None) -> Cannot | Plan:
    """Move towards the nearest enemy if nobody is in range yet; with a 10 perhaps for another order."""
    return no_step_needed(here) or advance(pace, then)(here)


@stated
def charge(here: CucSituation, *, reroll: bool = False, back_foot: bool = False) -> Intent | Cannot:
    """Charge the nearest enemy by the shortest way, if it is close enough."""
    enemy = nearest_enemy(here)
    if enemy is None:
        return Cannot("there is no enemy on the table")
    ways = charge_ways(here.position, here.unit, enemy)
    order: Priority[Cell] = Priority(here.target.rule, f"from where to charge {enemy.id}", least(way_length(ways)))
    end = order.choose(here, ways.cells, "cells beside it in reach") if ways else None
    if end is None:
        return Cannot(f"no charge reaches {enemy.id}")
    return ordered(here, Charge(here.unit.id, enemy.id, ways[end], reroll, back_foot))


def with_missiles(pace: Pace, *, hasty: bool) -> Act:
    """Advance and shoot, for fighters who have something to shoot with."""
    unarmed = {"it has no missiles": lambda here: weapon_of(here.position, here.unit) is None}
    return unless(unarmed, advance_and_shoot(pace, hasty=hasty))


# -- crewed weapons --------------------------------------------------------------------------------------------------


def deploy(here: CucSituation) -> Intent | Cannot:
    """CUC-C2: make ready to shoot with the next card, if there is a target."""
    return ordered(here, Deploy(here.unit.id)) if has_target(here) else Cannot(NO_TARGET)


@stated
def deploy_and_shoot(here: CucSituation, *, hasty: bool) -> Intent | Cannot | Plan:
    """CUC-C5, CUC-C10: make ready and shoot at once, if there is a target."""
    if here.unit.deployed:
        return Cannot("it is deployed already")
    return reloading(here) or followed_by(deploy(here), lambda here: aimed(here, hasty=hasty))


def pack_up(here: CucSituation) -> Intent | Cannot:
    """Ruling 4.3.8: a weapon that is deployed out of range is packed up, to be moved with the next card."""
    return no_step_needed(here) or ordered(here, PackUp(here.unit.id))


@dataclass(frozen=True)
class Reply:
    """Respond to the charge, after the test to respond unless the table needs none."""

    how: ResponseKind
    test: bool = True
    hasty: bool = False
    back_foot: bool = False

    def __call__(self, here: CucSituation) -> Intent | Cannot:
        """Return the response to whoever charges."""
        charger = here.ask.about or ""
        return ordered(here, Respond(here.unit.id, charger, self.how, self.test, self.hasty, self.back_foot))


# -- the tables ------------------------------------------------------------------------------------------------------

WHEN = {ACTION: "with its own card", CHARGED: "if it is charged"}


def _cell(rule: str, *options: tuple[str, str, Act]) -> Plan:
    return FirstOf(*(Option(rule, text, act, occasion, WHEN[occasion]) for occasion, text, act in options))


def _on(occasion: str) -> Callable[[str, Act], tuple[str, str, Act]]:
    return lambda text, act: (occasion, text, act)


card, charged = _on(ACTION), _on(CHARGED)
"""An option for the unit's own card, and one worded "if charged"."""


def stand_ready(here: CucSituation) -> Intent | Cannot:
    """CUC-REACT: hold, if the cell has an answer to a charge for the unit; else stand."""
    unit: Troop = here.unit
    replies = [option.act for option in options(cell_of(unit)) if isinstance(option.act, Reply)]
    has_answer = any(means_refusal(here.position, unit, reply.how) is None for reply in replies)
    return ordered(here, Hold(unit.id)) if has_answer else stand(here)


# fmt: off
TABLE: Mapping[Style, tuple[Plan, Plan, Plan, Plan]] = {
    "shooter": (
        _cell("CUC-S1",
              card("half an Advance towards the nearest enemy, and nothing else", advance("half")),
              card("stand their ground", stand_ready),
              charged("skirmishers evade, by the test to respond", Reply("evade"))),
        _cell("CUC-S2",
              card("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot(hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              charged("skirmishers evade", Reply("evade", test=False))),
        _cell("CUC-S5",
              card("in range: stand and shoot at the nearest enemy", shoot()),
              card("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot(hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              card("charge the nearest enemy, on the Back Foot", charge(back_foot=True))),
        _cell("CUC-S10",
              card("in range: stand and shoot at the nearest enemy, one missed die again", shoot(reroll=True)),
              card("Advance to the nearest enemy, and shoot if in range", advance_and_shoot(hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              card("charge the nearest enemy", charge())),
    ),
    "fighter": (
        _cell("CUC-F1",
              card("half an Advance towards the nearest enemy", advance("half")),
              card("stand their ground", stand_ready),
              charged("fight back on the Back Foot, by the test to respond", Reply("fight back", back_foot=True))),
        _cell("CUC-F2",
              card("Advance towards the nearest enemy", advance("advance")),
              charged("stand and fight back, by the test to respond", Reply("fight back")),
              card("with missiles: half an Advance, hasty shots", with_missiles("half", hasty=True))),
        _cell("CUC-F5",
              card("close enough: charge the nearest enemy", charge()),
              charged("counter-attack, by the test to respond", Reply("counter-attack")),
              card("Rapid Advance towards the nearest enemy", advance("rapid")),
              card("with missiles: Advance, hasty shots if in range", with_missiles("advance", hasty=True))),
        _cell("CUC-F10",
              card("close enough: charge the nearest enemy, one missed die again", charge(reroll=True)),
              charged("counter-attack", Reply("counter-attack", test=False)),
              card("Rapid Advance, and another order", advance("rapid", another_order)),
              card("with missiles: Advance, and shoot if in range", with_missiles("advance", hasty=False))),
    ),
    "crew": (
        _cell("CUC-C1",
              card("half an Advance towards the enemy, and nothing else", advance("half")),
              card("deployed: not ready to fire", if_deployed(stand))),
        _cell("CUC-C2",
              card("Advance to get in range", get_in_range("advance")),
              card("deploy, to shoot next turn", deploy),
              card("deployed and in range: hasty shots at the nearest enemy", if_deployed(shoot(hasty=True))),
              charged("deployed: hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True)),
              card("deployed out of range: pack up", if_deployed(pack_up))),
        _cell("CUC-C5",
              card("deployed and in range: shoot at the nearest enemy", if_deployed(shoot())),
              card("deploy, and hasty shots at the nearest enemy", deploy_and_shoot(hasty=True)),
              charged("deployed: shoot at the attackers, by the test to respond", Reply("shoot")),
              card("Advance to get in range", get_in_range("advance")),
              card("deployed out of range: pack up", if_deployed(pack_up))),
        _cell("CUC-C10",
              card("deployed and in range: shoot, one missed die again", if_deployed(shoot(reroll=True))),
              card("deploy, and shoot at the nearest enemy", deploy_and_shoot(hasty=False)),
              charged("deployed: shoot at the attackers", Reply("shoot", test=False)),
              card("Advance to get in range, and test for another order", get_in_range("advance", another_order)),
              card("deployed out of range: pack up", if_deployed(pack_up))),
    ),
    "vehicle": (
        _cell("CUC-V1",
              card("half an Advance towards the enemy, and nothing else", advance("half"))),
        _cell("CUC-V2",
              card("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot(hasty=True)),
              card("Advance to get in range", get_in_range("advance")),
              charged("hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True))),
        _cell("CUC-V5",
              card("halt and shoot at the nearest enemy in range", shoot()),
              card("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot(hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              card("Rapid Advance to get in range", get_in_range("rapid"))),
        _cell("CUC-V10",
              card("halt and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              card("Advance, and shoot at the nearest enemy in range", into_range_and_shoot(hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              card("Rapid Advance to get in range, and test for another order", get_in_range("rapid", another_order))),
    ),
    "aircraft": (
        _cell("CUC-A1",
              card("fly half an Advance towards the enemy, and nothing else", advance("half"))),
        _cell("CUC-A2",
              card("fly an Advance, and hasty shots if in range", into_range_and_shoot(hasty=True)),
              card("fly an Advance to get in range", get_in_range("advance"))),
        _cell("CUC-A5",
              card("circle and shoot at the nearest enemy in range", shoot()),
              card("fly an Advance, and hasty shots if in range", into_range_and_shoot(hasty=True)),
              card("fly a Rapid Advance to get in range", get_in_range("rapid"))),
        _cell("CUC-A10",
              card("circle and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              card("fly an Advance, and shoot if in range", into_range_and_shoot(hasty=False)),
              card("fly a Rapid Advance to get in range, and test for another order",
                   get_in_range("rapid", another_order))),
    ),
}
# fmt: on
STYLE_TABLES: Mapping[Style, Plan] = {
    style: ByScore(
        "CUC-BAND",
        f"the table of {article(style)}",
        D10,
        dict[int | range, Plan](zip(BANDS, cells, strict=True)),
        score=lambda here: int(here.unit.score),
    )
    for style, cells in TABLE.items()
}


def cell_of(unit: Troop) -> Plan:
    """CUC-BAND: return the cell of its table to which the die for its orders leads a unit."""
    return next(cell for band, cell in zip(BANDS, TABLE[unit.profile.style], strict=True) if unit.score in band)


def by_style(here: CucSituation) -> Iterator[Intent]:
    """CUC-CAT: follow the table of the unit's fighting style.

    CUC-ONE-NEAREST: all options of a decision share what it has found out.
    """
    rule = next(options(cell_of(here.unit))).rule
    return STYLE_TABLES[here.unit.profile.style].orders(here.against(Outlook(rule)))


# -- what the die does not decide ------------------------------------------------------------------------------------


def roll_again(here: CucSituation) -> Intent | Cannot:
    """CUC-REROLL: roll again if the die does not bring the unit closer: a 1, and for a fighter 2-4."""
    unit, score = here.unit, here.ask.number or 0
    worst = 4 if unit.profile.style == "fighter" else 1
    if score > worst:
        again = "a fighter rolls again only on 4 or less" if worst > 1 else "only a 1 is rolled again"
        return Cannot(f"a {score} is good enough: {again}")
    return ordered(here, RollAgain(unit.id))


def draw_back(here: CucSituation) -> Intent | Cannot:
    """CUC-OVERRIDE: a shaken unit that could be charged goes half an Advance away, if that is far enough."""
    position, unit = here.position, here.unit
    if not chargers(position, unit, unit.place):
        return Cannot("nobody could charge it")
    run = reach(position, unit, "half")
    ways = {cell: Advance(unit.id, run.way(cell)[1:], "half") for cell in run.area if cell != unit.cell}
    open_ = [cell for cell, order in ways.items() if allowed(here, order)]
    cell = BACK.choose(here, open_, "cells in reach that are further from the enemy")
    return Cannot("half an Advance is not far enough") if cell is None else ways[cell]


AUTO: dict[str, Plan] = {
    ACTION: FirstOf(
        Option(
            "CUC-OVERRIDE",
            "in close combat: fight on",
            unless({"it is not in close combat": lambda here: not here.unit.fighting}, fight_on),
        ),
        When(
            "CUC-OVERRIDE",
            "shaken",
            lambda here: bool(here.unit.shaken),
            FirstOf(
                Option("CUC-OVERRIDE", "draw back out of reach of a charge", draw_back),
                Option("CUC-OVERRIDE", "try to rally", rally),
            ),
        ),
        Planned(by_style, tuple(STYLE_TABLES.values())),
        Option("CUC-ORDER", "none of it can be done: stand, or hold to answer a charge", stand_ready),
    ),
    CHARGED: FirstOf(Planned(by_style, ()), Option("CUC-REACT", "no option for it: stand and fight", stand)),
    REROLL: FirstOf(
        Option("CUC-REROLL", "roll again", roll_again), Option("CUC-REROLL", "let the die stand", does(Accept))
    ),
    HOLD: FirstOf(),
}
"""What the automated side does, by occasion; tables are listed once. On Hold it answers charges, which they tell of."""
