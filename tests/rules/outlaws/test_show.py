"""The enemy's odds are those of what it would do."""

from __future__ import annotations

from itertools import takewhile

import pytest

from sim.cli.table_words import _rule_of_order
from sim.engine.chance import Seeded
from sim.engine.codec import Codec, Family
from sim.engine.game import Frame
from sim.engine.notes import Checked, Opposed
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.events import BlowStruck, EnteredSquare, Shot, Thrown
from sim.rules.outlaws.orders.shooting import ThrowWeapon
from sim.rules.outlaws.solo.tables import AUTO, ShootPlus
from sim.rules.outlaws.state import ACTION, BRAWL, Character, OutlawsPosition
from sim.solo.plans import Plan
from tests.cases import Asked
from tests.rules.outlaws.questions import Against, game_of, instruction, stage
from tests.rules.positions import with_state

KITS = (
    *("hands:[]", "hands:knife", "carried:knife", "hands:colt_45", "carried:colt_45", "hands:knife carried:colt_45"),
    *("hands:winchester", "hands:winchester actions:1", "hands:double_shotgun", "hands:bow", "hands:lance"),
    *("hands:tomahawk", "hands:object", "hands:object carried:knife", 'hands:[{"kind":"colt_45","loaded":0}]'),
)


def two(kit: str, *lines: str) -> OutlawsPosition:
    """Return p1 in C10, who faces north, and a1 with a kit, who faces south."""
    return stage(
        "law: p1 townsman C10 n hands:[]", "gang: a1 townsman C9 s hands:[]", f"a1 {kit}", *lines, "set turn:1"
    )


def played(position: OutlawsPosition, plan: Plan, occasion: str) -> list[Frame]:
    """Return what a plan of a1 does to p1 without taking a step, with dice that nobody has chosen."""
    acting = with_state(position, actor="a1", actions=position.state.unit("a1").allowance)
    game, ask = game_of(acting, {occasion: Against(plan)}, Seeded(3)), Ask("gang", occasion, "a1")
    for intent in game.orders(ask):
        OUTLAWS.resolve(game, ask, intent)
    frames = [entry for entry in game.log if isinstance(entry, Frame)]
    return list(takewhile(lambda frame: not isinstance(frame.event, EnteredSquare), frames))


@pytest.mark.rule("OUT-SHOOT-plus")
@pytest.mark.parametrize("at", ["C9", "C8", "C7", "C4"])
@pytest.mark.parametrize("kit", KITS)
def test_an_auto_threatens_with_the_shot_that_it_would_take(kit: str, at: str) -> None:
    """The number that the dice need is that of its first shot or throw; who would take none is no threat."""
    position = two(kit, f"a1 {at}")
    shots = [frame for frame in played(position, ShootPlus, ACTION) if isinstance(frame.event, Shot | Thrown)]
    needed = [note.check.total for frame in shots for note in frame.why if isinstance(note, Checked)]
    assert [each.checks[0].total for each in OUTLAWS.insight.threats(position, "p1")] == needed[:1]


@pytest.mark.rule("OUT-BRAWL-1")
@pytest.mark.parametrize("opponent", ["hands:[]", "hands:object"])
@pytest.mark.parametrize("objects", ["turns 9", "rules objects:C10"])
@pytest.mark.parametrize("prone", ["-prone", "prone"])
@pytest.mark.parametrize("kit", KITS)
def test_in_a_brawl_an_auto_threatens_with_its_first_blow(kit: str, prone: str, objects: str, opponent: str) -> None:
    """Strike, stab or fist, as its rules have it, after all that it does before; no handgun, which it never fires.

    To look ahead changes nothing: asked twice, it is the same.
    """
    position = two(kit, f"a1 C10 {prone}", f"p1 {opponent}", objects)
    blows = [
        (f"a {frame.event.kind} that lands on p1", note.chance)
        for frame in played(position, AUTO[BRAWL], BRAWL)
        if isinstance(frame.event, BlowStruck)
        for note in frame.why
        if isinstance(note, Opposed)
    ]
    told = OUTLAWS.insight.threats(position, "p1")
    assert [(each.what, each.chance) for each in told] == blows[:1]
    assert OUTLAWS.insight.threats(position, "p1") == told


def test_the_rule_of_an_order_is_that_of_the_clause_which_led_to_it() -> None:
    """A Shoot+ that became a Move: who gets up does so by the Move's own clause."""
    position = two("C8 n prone hands:colt_45", "p1 C2", "edges wall A6/s B6/s C6/s D6/s", "set actor:a1 actions:3")
    answer = instruction(ShootPlus)(Asked(position, dice=(2,)))
    assert answer.lines[0] == "GetUp"
    first = [note for note in answer.notes if note.rule == "OUT-SHOOT-plus"][:1]
    assert _rule_of_order(tuple(first)) == "OUT-MOVE-walk-0"


def test_a_throw_of_an_older_file_is_read() -> None:
    """It was called Throw, as dice are thrown."""
    codec = Codec(two("hands:[]").map, {}, Character, [Family(Intent, "intent", OUTLAWS.intents)])
    old = {"intent": "Throw", "unit": "p1", "target": "a1", "item": "knife-p1"}
    assert codec.decode(Intent, old) == ThrowWeapon("p1", "a1", "knife-p1")
