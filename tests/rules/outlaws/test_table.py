"""OUT-TABLE: what each of the 18 cells makes an auto do, in a position where every word on the die shows."""

from __future__ import annotations

import pytest

from sim.rules.outlaws.solo.tables import TABLE
from sim.rules.outlaws.state import OutlawsPosition
from sim.solo.plans import Against, Option
from tests.rules.outlaws.deciding import MISS, decide
from tests.rules.outlaws.stage import character, position, town, with_squares

PRINTED = """
| 1 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Closest; Shoot+; Prone 1-2 |
| 2 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Shoot+; Prone 1-2 | Closest Handgun; Shoot+; Prone 1-2 |
| 3 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Move; Prone 1-3 | Closest; Shoot; Move; *Prone 1-3 |
| 4 | Suspected Long Gun; Advance; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Cover-; Shoot+; Prone 1-2 |
| 5 | Suspected Handgun; Advance; *Prone 1-2 | Cover-; Prone 1-5; Shoot+ | Closest Long Gun; Shoot+; Prone 1-2 |
| 6 | Wait | Closest; Prone; Shoot; Crawl | Closest; Move; *Prone 1-3 |
"""


@pytest.mark.rule("OUT-TABLE")
def test_the_table_reads_like_the_printed_one() -> None:
    """Word for word: the names of its targets and instructions."""
    rows = []
    for roll, cells in TABLE.items():
        words = []
        for cell in cells:
            if isinstance(cell, Against):
                inner = [part.text for part in cell.plan.parts() if isinstance(part, Option)]
                words.append("; ".join([cell.text, *inner]))
            else:
                assert isinstance(cell, Option)
                words.append(cell.text)
        rows.append(f"| {roll} | {' | '.join(words)} |")
    assert "\n".join(rows) == PRINTED.strip()


# -- the dark die --------------------------------------------------------------------------------------------------
#
#     A wall south of the fourth row, with a gap at L. On foot p3, who has empty hands, is the nearest; p2 with a
#     Winchester is next; p1 with a Colt is right behind the wall, and the farthest to walk to.


def dark(**auto: object) -> OutlawsPosition:
    """Return a1 in C6 with nobody in sight."""
    wall = " ".join(f"{column}4/s" for column in "ABCDEFGHIJK")
    return position(
        character("a1", "C6", **{"right": "colt", **auto}),  # type: ignore[arg-type]
        character("p1", "C3", "s", right="colt"),
        character("p2", "I2", "s", right="winchester"),
        character("p3", "L2", "s"),
        on=town(wall=wall),
        actor="a1",
        actions=3,
    )


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize(
    ("roll", "target"), [(1, "p3"), (2, "p3"), (3, "p3"), (4, "p2"), (5, "p1")], ids=lambda value: str(value)
)
def test_dark_1_to_5_advance_on_the_suspected_one(roll: int, target: str) -> None:
    """3+ walks: to column F, towards the gap. Nothing is left for Shoot+, and nobody sees it: no Prone."""
    decision = decide(dark(), roll, 3)
    assert (decision.target, len(decision.orders)) == (target, 1)
    assert decision.orders[0].startswith("Walk F")
    assert "in no enemy's field of view (OUT-P-3)" in decision.text


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_dark_1_to_3_shoot_after_the_advance_with_what_is_left(roll: int) -> None:
    """From K5 two steps lead to where p3 is seen: a shot with the third action, and Prone on 1-2 because it is seen."""
    scene = _at_the_gap()
    decision = decide(scene, roll, 3, *MISS, 2)
    assert decision.orders[0].startswith("Walk")
    assert "Shoot p3 colt-a1 standard" in decision.orders
    assert decision.orders[-1] == "HitTheDirt"
    assert "prone, 1-2 needed" in decision.thrown[-1]


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize(("roll", "target"), [(4, "p2"), (5, "p1")])
def test_dark_4_and_5_do_not_shoot(roll: int, target: str) -> None:
    """Their dice have no Shoot: after the advance only Prone is left."""
    decision = decide(_at_the_gap(), roll, 3, 6) if _seen_after(roll) else decide(_at_the_gap(), roll, 3)
    assert decision.target == target
    assert not any(order.startswith("Shoot") for order in decision.orders)


def _seen_after(roll: int) -> bool:
    """Say whether the walk of a roll ends in somebody's view, where the star asks for a die."""
    return any("prone" in asked for asked in _peek(roll))


def _peek(roll: int) -> list[str]:
    from sim.engine.chance import ChanceRefused

    try:
        return decide(_at_the_gap(), roll, 3).thrown
    except ChanceRefused as refused:
        return [str(refused)]


def _at_the_gap() -> OutlawsPosition:
    scene = dark()
    there = scene.state.unit("a1").changed(cell=scene.map.cell("K5"), facing=2)
    return type(scene)(scene.battle, scene.state.with_unit(there))


@pytest.mark.rule("OUT-WAIT")
@pytest.mark.rule("OUT-TABLE")
def test_dark_6_waits() -> None:
    """No other die is thrown."""
    assert decide(dark(), 6).orders == ["Wait"]


# -- the medium die ------------------------------------------------------------------------------------------------
#
#     p1, four squares ahead, is the closest; a trough before it gives it cover from the south. p2, five squares to the
#     east, is in the open.


def medium() -> OutlawsPosition:
    """Return a1 in C6 in the open."""
    return position(
        character("a1", "C6", right="colt"),
        character("p1", "C2", "s"),
        character("p2", "H6", "w"),
        on=town(with_squares(C3="u")),
        actor="a1",
        actions=3,
    )


STEADY = "Shoot p1 colt-a1 steady"


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize(
    ("dice", "target", "orders"),
    [
        ((1, 4, *MISS), "p1", ["HitTheDirt", STEADY]),
        ((1, 5, *MISS), "p1", [STEADY]),
        ((2, *MISS, 2), "p1", [STEADY, "HitTheDirt"]),
        ((2, *MISS, 3), "p1", [STEADY]),
        ((3, 2, 3), "p1", ["Walk C4 n", "HitTheDirt"]),
        ((3, 2, 4), "p1", ["Walk C4 n"]),
        ((4, 4, *MISS), "p1", ["HitTheDirt", STEADY]),
        ((4, 5, *MISS), "p1", [STEADY]),
        ((5, 5, *MISS), "p2", ["HitTheDirt", "Turnaround e", "Shoot p2 colt-a1 best"]),
        ((5, 6, *MISS), "p2", ["Turnaround e", "Shoot p2 colt-a1 best"]),
        ((6, *MISS, 2, 2), "p1", ["HitTheDirt", "Shoot p1 colt-a1 standard", "Crawl C5 n"]),
        ((6, *MISS, 1), "p1", ["HitTheDirt", "Shoot p1 colt-a1 standard", "Crawl C7 n"]),
    ],
    ids=lambda value: "".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_medium(dice: tuple[int, ...], target: str, orders: list[str]) -> None:
    """C4 is behind the trough in C3: cover from p1 in C2, which is two squares away there."""
    decision = decide(medium(), *dice)
    assert (decision.target, decision.orders) == (target, orders)


# -- the light die -------------------------------------------------------------------------------------------------
#
#     The trough in C5 is cover from all of them, and p1's cover from a1: p1 is closest, with empty hands. p4 is the
#     closest in no cover, p2 the closest with a handgun, p3 the one with a long gun.


def light() -> OutlawsPosition:
    """Return a1 in C6 in cover from everybody."""
    return position(
        character("a1", "C6", right="colt"),
        character("p1", "C4", "s"),
        character("p2", "D2", "s", right="colt"),
        character("p3", "B1", "s", right="winchester"),
        character("p4", "D3", "s"),
        on=town(with_squares(C5="u")),
        actor="a1",
        actions=3,
    )


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize(
    ("dice", "target", "orders"),
    [
        ((1, *MISS, 2), "p1", [STEADY, "HitTheDirt"]),
        ((1, *MISS, 3), "p1", [STEADY]),
        ((2, *MISS, 2), "p2", ["Shoot p2 colt-a1 steady", "HitTheDirt"]),
        ((4, *MISS, 2), "p4", ["Shoot p4 colt-a1 steady", "HitTheDirt"]),
        ((5, *MISS, 2), "p3", ["Shoot p3 colt-a1 steady", "HitTheDirt"]),
        ((6, 2, 3), "p1", ["HitTheDirt"]),
        ((6, 2, 4), "p1", ["Wait"]),
        ((3, *MISS, 2, 3), "p1", ["Shoot p1 colt-a1 standard", "HitTheDirt"]),
    ],
    ids=lambda value: "".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_light(dice: tuple[int, ...], target: str, orders: list[str]) -> None:
    """A Move (3, 6) finds no nearer cover that is not next to p1, and a1 stays where it is."""
    decision = decide(light(), *dice)
    assert (decision.target, decision.orders) == (target, orders)


@pytest.mark.rule("OUT-TABLE")
@pytest.mark.parametrize(("dice", "shots"), [((3, *MISS, 1, 1, 6), 1), ((6, 1, 1, 6), 0)], ids=["3", "6"])
def test_light_3_and_6_move_away_on_odd(dice: tuple[int, ...], shots: int) -> None:
    """To one of the furthest squares, by a die; then *Prone is rolled for, because it is seen there."""
    decision = decide(light(), *dice)
    assert len(decision.orders) == shots + 1
    assert decision.orders[-1].startswith("Walk")


# -- in sequence ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SEQ")
def test_an_instruction_that_cannot_be_followed_is_skipped_with_its_reason() -> None:
    """Medium 6 for one who lies there already: Prone is skipped, Shoot and Crawl are not."""
    scene = medium()
    scene = type(scene)(scene.battle, scene.state.with_unit(scene.state.unit("a1").changed(prone=True)))
    decision = decide(scene, 6, *MISS, 1)
    assert decision.orders == ["Shoot p1 colt-a1 standard", "Crawl C7 n"]
    assert decision.tried("Prone").reason == "already prone (OUT-P-5)"


@pytest.mark.rule("OUT-SEQ")
def test_instructions_run_while_actions_last() -> None:
    """Light 3 with one action: the shot takes it, and no die is thrown for the Move."""
    scene = light()
    scene = type(scene)(scene.battle, scene.state.changed(actions=1))
    decision = decide(scene, 3, *MISS, 4)
    assert decision.orders == ["Shoot p1 colt-a1 standard"]
    assert decision.tried("Move").reason == "no actions are left"


@pytest.mark.rule("OUT-SEQ")
def test_without_actions_there_is_no_die() -> None:
    """Whoever has spent all in a brawl and won it is asked once more, and waits."""
    scene = medium()
    assert decide(type(scene)(scene.battle, scene.state.changed(actions=0))).orders == ["Wait"]


@pytest.mark.rule("OUT-UNCOVERED")
def test_where_nothing_on_the_die_can_be_done_it_waits() -> None:
    """Walled in, with nobody in sight and no way out: the advance leads nowhere."""
    scene = position(
        character("a1", "A1", right="colt"),
        character("p1", "F6", "s"),
        on=town(wall="A1/s A1/e"),
        actor="a1",
        actions=3,
    )
    assert decide(scene, 4, 3).orders == ["Wait"]


@pytest.mark.rule("OUT-SEQ")
def test_the_fallen_are_no_targets_any_more() -> None:
    """Light 3: the first shot kills p1, and the Move that follows is skipped; *Prone still counts."""
    decision = decide(light(), 3, 6, 6, 4, cards=("dead",))
    assert decision.orders == ["Shoot p1 colt-a1 standard"]
    assert decision.tried("Move").reason == "p1 is out of the fight"
