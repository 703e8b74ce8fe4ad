"""The enemy's odds: of an auto only what its rules would lead it to, as playing it shows."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.game import Frame
from sim.engine.insight import Odds
from sim.engine.notes import Checked, Opposed
from sim.engine.orders import Ask
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.events import BlowStruck, EnteredSquare, Shot, Thrown
from sim.rules.outlaws.solo.tables import AUTO, ShootPlus
from sim.rules.outlaws.state import ACTION, BRAWL, OutlawsPosition
from sim.solo.plans import Plan
from tests.rules.outlaws.deciding import game_of
from tests.rules.outlaws.stage import cell, character, item, position

INSIGHT = OUTLAWS.insight

KITS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a knife in the hand": {"right": "knife"},
    "a knife on the belt": {"carried": ("knife",)},
    "a revolver in the hand": {"right": "colt"},
    "a revolver on the belt": {"carried": ("colt",)},
    "an empty revolver": {"right": item("colt", "a1", loaded=0, reloads=0)},
    "a revolver and a knife": {"right": "knife", "carried": ("colt",)},
    "a rifle": {"right": "winchester"},
    "a rifle with one action": {"right": "winchester", "actions": 1},
    "two barrels": {"right": "double_shotgun"},
    "a bow": {"right": "bow"},
    "a lance": {"right": "lance"},
    "a tomahawk": {"right": "tomahawk"},
    "a chair leg": {"right": "object"},
    "a chair leg and a knife": {"right": "object", "carried": ("knife",)},
}


def played(scene: OutlawsPosition, plan: Plan, occasion: str) -> list[Frame]:
    """Return what a plan of a1 does to p1 without taking a step, with dice that nobody has chosen."""

    class Against:
        def orders(self, here: Any) -> Any:
            return plan.orders(here.against(here.state.unit("p1")))

        def parts(self) -> Any:
            yield plan

    game = game_of(scene, {occasion: Against()}, Seeded(3))
    ask = Ask("gang", occasion, "a1")
    for intent in game.orders(ask):
        OUTLAWS.resolve(game, ask, intent)
    frames = [entry for entry in game.log if isinstance(entry, Frame)]
    return list(takewhile(lambda frame: not isinstance(frame.event, EnteredSquare), frames))


def of_a1(scene: OutlawsPosition) -> list[Odds]:
    """Return what a1 threatens p1 with."""
    return [told for told in INSIGHT.threats(scene, "p1") if told.unit == "a1"]


@pytest.mark.rule("OUT-SHOOT-plus")
@pytest.mark.parametrize("away", ["C9", "C8", "C7", "C4"])
@pytest.mark.parametrize("kit", KITS)
def test_an_auto_threatens_with_the_shot_that_it_would_take(kit: str, away: str) -> None:
    """The number that the dice need is that of its first shot or throw; who would take none is no threat."""
    words = {"actions": 3, **KITS[kit]}
    a1 = character("a1", away, "s", **words)
    scene = position(character("p1", "C10", "n"), a1, actor="a1", actions=words["actions"])
    needed = [
        note.check.total
        for frame in played(scene, ShootPlus, ACTION)
        if isinstance(frame.event, Shot | Thrown)
        for note in frame.why
        if isinstance(note, Checked)
    ]
    told = of_a1(position(character("p1", "C10", "n"), a1))
    assert [each.checks[0].total for each in told] == needed[:1]


@pytest.mark.rule("OUT-BRAWL-1")
@pytest.mark.parametrize("opponent", [{}, {"right": "object"}])
@pytest.mark.parametrize("objects", [False, True])
@pytest.mark.parametrize("prone", [False, True])
@pytest.mark.parametrize("kit", KITS)
def test_in_a_brawl_an_auto_threatens_with_its_first_blow(
    kit: str, prone: bool, objects: bool, opponent: dict[str, Any]
) -> None:
    """Strike, stab or fist, as its rules have it, after all that it does before; no handgun, which it never fires."""
    words = {"actions": 3, **KITS[kit], "prone": prone}
    shootout = {"objects": (cell("C10"),)} if objects else None
    two = character("p1", "C10", **opponent), character("a1", "C10", **words)
    scene = position(*two, actor="a1", actions=words["actions"], shootout=shootout)
    blows = [
        (frame.event.kind, note.chance)
        for frame in played(scene, AUTO[BRAWL], BRAWL)
        if isinstance(frame.event, BlowStruck)
        for note in frame.why
        if isinstance(note, Opposed)
    ]
    told = of_a1(position(*two, shootout=shootout))
    assert [(each.what, each.chance) for each in told] == [
        (f"a {kind} that lands on p1", chance) for kind, chance in blows[:1]
    ]


def test_who_brawls_with_another_is_no_threat() -> None:
    """It strikes at whoever is in its square, and at nobody else."""
    scene = position(character("p1", "C10"), character("p2", "C8"), character("a1", "C8", "s", right="colt"))
    assert INSIGHT.threats(scene, "p1") == ()
    assert [told.unit for told in INSIGHT.threats(scene, "p2")] == ["a1"]


def test_of_two_in_a_brawl_each_is_threatened() -> None:
    """Which of them is struck at a die says; the odds are told to both."""
    scene = position(character("p1", "C10"), character("p2", "C10", brawl=2), character("a1", "C10"))
    assert [INSIGHT.threats(scene, who)[0].target for who in ("p1", "p2")] == ["p1", "p2"]


def test_a_person_could_do_the_best_that_is_allowed() -> None:
    """Nobody knows what he will do: fist, strike, stab or handgun, whichever is worst."""
    for held, words in (("object", "strike"), ("knife", "stab"), (None, "body blow")):
        scene = position(character("p1", "C10", right=held), character("a1", "C10", right="knife"))
        (told,) = INSIGHT.threats(scene, "a1")
        assert told.what == f"a {words} that lands on a1"


def test_looking_ahead_throws_no_die_and_changes_nothing() -> None:
    """The position is the same afterwards, and asking twice gives the same answer."""
    scene = position(character("p1", "C10"), character("a1", "C10", carried=("knife",), right="double_shotgun"))
    before = scene.state
    assert INSIGHT.threats(scene, "p1") == INSIGHT.threats(scene, "p1")
    assert scene.state is before


@pytest.mark.rule("OUT-AMMO-1")
def test_who_hides_to_reload_threatens_nobody_with_his_knife() -> None:
    """All that takes rounds is empty, and there are more: no die is thrown, and no knife."""
    empty = item("colt", "a1", loaded=0, reloads=1)
    scene = position(character("a1", "C6", right=empty, carried=("knife",)), character("p1", "C4", "s"))
    assert INSIGHT.threats(scene, "p1") == ()
