"""LPG-FIRE, LPG-BLIND, LPG-HIT, LPG-WPN: small arms and what they do."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.dice import D6
from sim.engine.notes import Checked, walk
from sim.rules.la_petite_guerre.events import Fired, Hit
from sim.rules.la_petite_guerre.orders import ChangeWeapon, Fire, Reload
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.shooting import (
    fire_check,
    fire_needed,
    fire_refusal,
    harm_odds,
    hit_chance,
    is_blind,
    shot_odds,
)
from tests.rules.la_petite_guerre.table import (
    E,
    N,
    S,
    W,
    man,
    order,
    position,
    refusal_of,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed


def duel(at: str = "K10", on: Any = None, **shooter: Any) -> Scene:
    """Two men, eight inches apart unless said otherwise; the first has acquired the second."""
    words = {"acquired": ("a1",), **shooter}
    return position(man("p1", "C10", E, **words), man("a1", at, W), on=on)


def needed(scene: Scene, *, second: bool = False) -> int:
    """Return what the die must show."""
    return fire_needed(scene, unit(scene, "p1"), unit(scene, "a1"), second=second)


@pytest.mark.rule("LPG-FIRE")
def test_five_or_more_hits() -> None:
    """At long range with nothing for or against it."""
    scene = duel()
    assert needed(scene) == 5
    assert hit_chance(scene, unit(scene, "p1"), unit(scene, "a1"), second=False) == Fraction(1, 3)


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

    def at(length: int) -> Scene:
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
    assert is_blind(scene, unit(scene, "p1"), unit(scene, "a1"), second=False) == "a1 has not been acquired"
    assert needed(scene) == 6


@pytest.mark.rule("LPG-BLIND")
def test_impossible_is_blind() -> None:
    """Prone in a pit at long range could not be hit with a six: seven would be needed."""
    scene = changed(duel(on=squares(rifle_pit="K10")), "a1", prone=True)
    assert fire_check(scene, unit(scene, "p1"), unit(scene, "a1"), second=False).total == -2
    assert needed(scene) == 6
    assert is_blind(scene, unit(scene, "p1"), unit(scene, "a1"), second=False) == "he could not be hit even with a six"


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


@pytest.mark.rule("LPG-HIT")
@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("grade", ["A", "B"])
def test_odds_of_a_hit_are_those_of_all_faces(mounted: bool, blind: bool, grade: str) -> None:
    """Every pair of dice is played, and counted."""
    acquired = () if blind else ("a1",)
    scene = position(man("p1", "C10", E, acquired=acquired), man("a1", "K10", W, grade=grade, mounted=mounted))
    counted: Counter[str] = Counter()
    for first in D6.faces:
        for second in D6.faces:
            counted[_harm(scene, first, second)] += 1
    exact = harm_odds(scene, unit(scene, "a1"), blind=blind)
    assert {harm: Fraction(count, 36) for harm, count in counted.items()} == exact


def _harm(scene: Scene, first: int, second: int) -> str:
    """Play a hit: the second die is thrown for some riders only."""
    for dice in ([6, first], [6, first, second]):
        try:
            harm: str = order(scene, Fire("p1", "a1"), dice=dice).of(Hit)[0].harm
        except Exception as short:
            if "too few" not in str(short):
                raise
            continue
        return harm
    raise AssertionError("no number of dice fits")


@pytest.mark.rule("LPG-FIRE")
def test_odds_of_a_shot_add_up() -> None:
    """To one, and a miss is among the nothings."""
    scene = duel()
    found = shot_odds(scene, unit(scene, "p1"), unit(scene, "a1"), second=False)
    assert sum(found.values()) == 1
    assert found == {
        "killed": Fraction(1, 18),
        "wounded": Fraction(1, 9),
        "stunned": Fraction(1, 6),
        "nothing": Fraction(2, 3),
    }


# -- shots that are fired -----------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-FIRE")
@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True)])
def test_the_die_decides(die: int, hit: bool) -> None:
    """Five hits and four does not."""
    played = order(duel(), Fire("p1", "a1"), dice=[die, 4] if hit else [die])
    assert played.of(Fired)[0].hit is hit


def test_who_was_shot_at_is_under_fire() -> None:
    """Hit or not."""
    assert order(duel(), Fire("p1", "a1"), dice=[1]).unit("a1").under_fire == 3


def test_who_fires_is_hidden_no_longer() -> None:
    """He gives himself away."""
    scene = changed(duel(), "p1", hidden=True)
    assert not order(scene, Fire("p1", "a1"), dice=[1]).unit("p1").hidden


@pytest.mark.rule("LPG-ACT-2")
def test_a_repeater_fires_twice_the_second_time_worse() -> None:
    """Five is no hit any more."""
    once = order(duel(), Fire("p1", "a1"), dice=[1]).scene
    twice = order(once, Fire("p1", "a1"), dice=[5])
    assert not twice.of(Fired)[-1].hit
    assert "already" in (refusal_of(changed(twice.scene, "p1", left=1), Fire("p1", "a1")) or "")


@pytest.mark.rule("LPG-ACT-2")
def test_riders_fire_repeaters_twice_too() -> None:
    """The horse does not matter."""
    once = order(changed(duel(), "p1", mounted=True), Fire("p1", "a1"), dice=[1]).scene
    assert refusal_of(once, Fire("p1", "a1")) is None


@pytest.mark.rule("LPG-ACT-2", "LPG-ACT-1")
def test_other_rifles_fire_once_and_are_reloaded() -> None:
    """The Snider takes one action to load, and does not fire a second time in the turn."""
    fired = order(duel(weapon="snider_enfield"), Fire("p1", "a1"), dice=[1]).scene
    assert refusal_of(fired, Fire("p1", "a1")) == "the Snider-Enfield is not loaded"
    loaded = order(fired, Reload("p1")).scene
    assert unit(loaded, "p1").loaded
    assert "already" in (refusal_of(changed(loaded, "p1", left=1), Fire("p1", "a1")) or "")


@pytest.mark.rule("LPG-WPN", "LPG-ACT-1")
def test_a_musket_takes_two_actions_to_load() -> None:
    """They may be of two turns."""
    scene = duel(weapon="musket", loaded=False)
    once = order(scene, Reload("p1")).scene
    assert (unit(once, "p1").loaded, unit(once, "p1").loading) == (False, 1)
    assert order(once, Reload("p1")).unit("p1").loaded


def test_an_empty_rifle_does_not_keep_a_revolver_from_firing() -> None:
    """And the rifle is as empty as it was, afterwards."""
    scene = duel("E10", weapon="snider_enfield", second="revolver", loaded=False)
    armed = order(scene, ChangeWeapon("p1")).scene
    fired = order(armed, Fire("p1", "a1"), dice=[1])
    assert not fired.unit("p1").loaded


@pytest.mark.rule("LPG-FIRE")
def test_a_leaders_move_by_command_is_no_first_action() -> None:
    """What he did with a command point does not spoil his aim."""
    from sim.rules.la_petite_guerre.units import Done

    scene = duel(command=1, did=(Done("move"),), left=2)
    assert order(scene, Fire("p1", "a1"), dice=[5, 4]).of(Fired)[0].hit


@pytest.mark.rule("LPG-WOUND")
def test_a_wounded_mans_only_action_is_his_first() -> None:
    """Nothing is taken off his shot."""
    assert order(duel(wounded=True, left=1), Fire("p1", "a1"), dice=[5, 4]).of(Fired)[0].hit


@pytest.mark.rule("LPG-FIRE")
def test_who_cannot_fire() -> None:
    """A man with a sabre in his hand; and at nobody who is gone, a friend, or behind a house."""
    assert refusal_of(duel(weapon="sabre"), Fire("p1", "a1")) == "p1 has nothing in his hands to fire"
    assert refusal_of(duel(weapon="fists"), Fire("p1", "a1")) == "p1 has nothing in his hands to fire"
    assert refusal_of(changed(duel(), "a1", cell=None), Fire("p1", "a1")) == "a1 is not on the table"
    friends = position(man("p1", "C10", E), man("p2", "H10", W))
    assert refusal_of(friends, Fire("p1", "p2")) == "p2 is a friend"
    house = duel(on=squares(with_cells(F10="b", G10="b")))
    assert refusal_of(house, Fire("p1", "a1")) == "no line of sight to a1"


@pytest.mark.rule("LPG-FIRE", "LPG-BLIND")
def test_the_reasons_name_the_rule_of_the_shot() -> None:
    """Aimed or blind, and what was added to the die."""
    aimed, blind = order(duel("H10"), Fire("p1", "a1"), dice=[1]), order(duel(acquired=()), Fire("p1", "a1"), dice=[1])
    assert ("LPG-FIRE" in aimed.rules(), "LPG-BLIND" in aimed.rules()) == (True, False)
    assert ("LPG-FIRE" in blind.rules(), "LPG-BLIND" in blind.rules()) == (False, True)
    told = [note for frame in aimed.frames for note in walk(frame.why) if isinstance(note, Checked)]
    assert [part.reason for note in told for part in note.check.parts] == ["short range"]


@pytest.mark.rule("LPG-ACT-1")
def test_a_revolver_does_not_empty_the_rifle() -> None:
    """Changed back, it is as loaded as it was."""
    scene = duel("E10", weapon="revolver", second="snider_enfield")
    assert order(scene, Fire("p1", "a1"), dice=[1]).unit("p1").loaded
