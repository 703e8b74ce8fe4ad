"""LPG-FIRE, LPG-BLIND, LPG-HIT, LPG-WPN: small arms and what they do."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.combat.fire import fire_refusal, shot
from sim.rules.la_petite_guerre.events import Hit
from sim.rules.la_petite_guerre.orders.fire import Fire
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import E, N, S, W, man, order, position, squares, unit
from tests.rules.positions import changed


def duel(at: str = "K10", on: Any = None, **shooter: Any) -> LpgPosition:
    """Two men, eight inches apart unless said otherwise; the first has acquired the second."""
    words = {"acquired": ("a1",), **shooter}
    return position(man("p1", "C10", E, **words), man("a1", at, W), on=on)


def needed(scene: LpgPosition, *, second: bool = False) -> int:
    """Return what the die must show."""
    return shot(scene, unit(scene, "p1"), unit(scene, "a1"), second=second).need


@pytest.mark.rule("LPG-FIRE")
def test_five_or_more_hits() -> None:
    """At long range with nothing for or against it."""
    scene = duel()
    assert needed(scene) == 5


@pytest.mark.rule("LPG-FIRE")
@pytest.mark.parametrize(
    ("who", "words", "worth"),
    [
        ("a1", {"cell": "H10"}, 1),
        ("a1", {"mounted": True}, 1),
        ("p1", {"bayonet": True}, -1),
        ("a1", {"prone": True}, -1),
    ],
)
def test_each_modifier(who: str, words: dict[str, Any], worth: int) -> None:
    """One thing changes, and what is needed by so much."""
    assert needed(duel()) - needed(changed(duel(), who, **words)) == worth


@pytest.mark.rule("LPG-FIRE")
def test_marksmen_add_one() -> None:
    """It is on their cards."""
    assert needed(duel()) - needed(duel(marksman=True)) == 1


@pytest.mark.rule("LPG-FIRE")
def test_a_second_action_takes_one_off() -> None:
    """Whatever the first one was."""
    assert needed(duel(), second=True) - needed(duel()) == 1


@pytest.mark.rule("LPG-FIRE")
def test_hard_cover_takes_one_off() -> None:
    """A rifle pit is."""
    assert needed(duel(on=squares(rifle_pit="K10"))) - needed(duel()) == 1


@pytest.mark.rule("LPG-FIRE")
def test_soft_cover_hides_and_does_not_stop_bullets() -> None:
    """A hedge takes nothing off an aimed shot."""
    assert needed(duel(on=squares(hedge="K10/w"))) == needed(duel())


@pytest.mark.rule("LPG-WPN")
@pytest.mark.parametrize(
    ("weapon", "short", "longest"),
    [("revolver", 2, 4), ("musket", 4, 10), ("snider_enfield", 6, 12), ("winchester", 6, 10)],
)
def test_ranges(weapon: str, short: int, longest: int) -> None:
    """Short and longest ranges end at the inch."""
    columns = "CDEFGHIJKLMNOPQ"

    def at(length: int) -> LpgPosition:
        return duel(f"{columns[length]}10", weapon=weapon)

    assert needed(at(short)) == 4 and needed(at(short + 1)) == 5
    assert fire_refusal(at(longest), unit(at(longest), "p1"), unit(at(longest), "a1")) is None
    beyond = at(longest + 1)
    assert "too far" in (fire_refusal(beyond, unit(beyond, "p1"), unit(beyond, "a1")) or "")


@pytest.mark.rule("LPG-FIRE")
@pytest.mark.parametrize(("facing", "allowed"), [(E, True), (N, False), (W, False), (S, False)])
def test_only_to_the_front(facing: int, allowed: bool) -> None:
    """Ninety degrees."""
    scene = changed(duel(), "p1", facing=facing)
    assert (fire_refusal(scene, unit(scene, "p1"), unit(scene, "a1")) is None) is allowed


@pytest.mark.rule("LPG-BLIND")
def test_unacquired_is_blind() -> None:
    """A six is needed, whatever is for or against it."""
    scene = duel(acquired=(), marksman=True)
    assert shot(scene, unit(scene, "p1"), unit(scene, "a1"), second=False).blind == "a1 has not been acquired"
    assert needed(scene) == 6


@pytest.mark.rule("LPG-BLIND")
def test_impossible_is_blind() -> None:
    """Prone in a pit at long range could not be hit with a six: seven would be needed."""
    scene = changed(duel(on=squares(rifle_pit="K10")), "a1", prone=True)
    aim = shot(scene, unit(scene, "p1"), unit(scene, "a1"), second=False)
    assert aim.check.total == -2
    assert needed(scene) == 6
    assert aim.blind == "not even a six could hit him"


@pytest.mark.rule("LPG-BLIND")
@pytest.mark.parametrize(
    ("die", "done"), [(1, "nothing"), (2, "nothing"), (3, "nothing"), (4, "stunned"), (6, "stunned")]
)
def test_a_blind_hit_does_less(die: int, done: str) -> None:
    """One to three does nothing."""
    played = order(duel(acquired=()), Fire("p1", "a1"), dice=[6, die])
    assert played.of(Hit)[0].harm == done


@pytest.mark.rule("LPG-HIT")
@pytest.mark.parametrize(
    ("die", "done"),
    [(1, "killed"), (2, "wounded"), (3, "wounded"), (4, "stunned"), (5, "stunned"), (6, "stunned")],
)
def test_what_a_hit_does(die: int, done: str) -> None:
    """By the die, to a man of B grade on foot."""
    played = order(duel(), Fire("p1", "a1"), dice=[5, die])
    assert played.of(Hit)[0].harm == done


@pytest.mark.rule("LPG-HIT")
def test_a_grade_ignores_a_six() -> None:
    """Coolly."""
    scene = position(man("p1", "C10", E, acquired=("a1",)), man("a1", "K10", W, grade="A"))
    assert order(scene, Fire("p1", "a1"), dice=[5, 6]).of(Hit)[0].harm == "nothing"


@pytest.mark.rule("LPG-HIT")
@pytest.mark.parametrize(
    ("dice", "done"),
    [
        ([1], "killed"),
        ([2, 3], "thrown"),
        ([2, 4], "wounded"),
        ([5, 1], "thrown"),
        ([5, 6], "stunned"),
        ([6], "stunned"),
    ],
)
def test_riders_have_a_second_die(dice: list[int], done: str) -> None:
    """On two to five: one to three kills the horse instead."""
    scene = changed(duel(), "a1", mounted=True)
    played = order(scene, Fire("p1", "a1"), dice=[4, *dice])
    assert played.of(Hit)[0].harm == done
    assert played.unit("a1").unhorsed is (done == "thrown")


@pytest.mark.rule("LPG-HIT")
def test_who_is_thrown_is_stunned_on_foot() -> None:
    """And not wounded."""
    hit = order(changed(duel(), "a1", mounted=True), Fire("p1", "a1"), dice=[4, 2, 1]).unit("a1")
    assert (hit.mounted, bool(hit.stunned), hit.wounded) == (False, True, False)
