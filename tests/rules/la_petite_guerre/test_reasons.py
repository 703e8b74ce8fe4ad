"""What was added to each die, and why, is told with what came of it: nobody has to take a result on trust."""

from typing import Any

import pytest

from sim.engine.notes import Checked, Said, walk
from sim.rules.la_petite_guerre.combat.charge import fight, rout
from sim.rules.la_petite_guerre.combat.fire import shot_down
from sim.rules.la_petite_guerre.combat.morale import take_control_tests, take_morale_tests
from sim.rules.la_petite_guerre.events import Revealed
from sim.rules.la_petite_guerre.orders.fire import Acquire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge
from tests.rules.la_petite_guerre.table import (
    MILITIA,
    WIDE,
    E,
    Played,
    W,
    charged,
    gun,
    man,
    order,
    position,
    run,
    squares,
)


def reasons(played: Played, rule: str) -> list[str]:
    """Return the reasons of all checks under a rule, in their order."""
    notes = [note for frame in played.frames for note in walk(frame.why) if isinstance(note, Checked)]
    return [part.reason for note in notes for part in note.check.parts if part.rule == rule]


def said(played: Played, rule: str) -> list[str]:
    """Return what was said besides under a rule."""
    notes = [note for frame in played.frames for note in walk(frame.why) if isinstance(note, Said)]
    return [note.text for note in notes if note.rule == rule]


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
def test_a_charge_tells_both_tests_and_both_scores() -> None:
    """Grades, then advantages, and why the one who is charged cannot reply."""
    scene = position(man("p1", "L10", E), man("a1", "M10", E, grade="A", weapon="sabre"), phase="charges")
    played = charged(scene, [Charge("p1", "a1")], [3, 4, 3, 1, 1])
    assert reasons(played, "LPG-CHARGE") == ["B grade", "A grade"]
    assert said(played, "LPG-CHARGE") == ["he charges, because the enemy cannot meet him"]
    assert reasons(played, "LPG-MELEE") == ["charging", "better weapon"]
    assert said(played, "LPG-MELEE") == ["a1 cannot reply: struck from the rear"]


@pytest.mark.rule("LPG-HIT", "LPG-BLIND")
@pytest.mark.parametrize(
    ("die", "blind", "told"),
    [
        (6, True, [("he is of A grade and ignores it", "LPG-HIT")]),
        (6, False, [("he is of A grade and ignores it", "LPG-HIT")]),
        (3, True, [("a blind shot: no effect", "LPG-BLIND")]),
        (4, True, []),
    ],
)
def test_why_a_hit_does_nothing(die: int, blind: bool, told: list[tuple[str, str]]) -> None:
    """A six is ignored by A grade, aimed or blind; of a blind hit 1 to 3 comes to nothing."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, grade="A"))
    played = run(scene, lambda game: shot_down(game, "a1", blind=blind), [die])
    assert [(text, rule) for rule in ("LPG-HIT", "LPG-BLIND") for text in said(played, rule)] == told


@pytest.mark.rule("LPG-MELEE")
def test_who_has_another_before_him_is_told() -> None:
    """And nothing is said of a reply where there is one."""
    two = position(
        man("p1", "L10", E, fought=("a1",)), man("p2", "M11", E), man("a1", "M10", W, fought=("p1",)), phase="charges"
    )
    told = said(run(two, lambda game: fight(game, "p2", "a1"), [1, 4]), "LPG-MELEE")
    assert told == ["a1 cannot reply: he is fighting somebody else"]
    one = position(man("p1", "L10", E), man("a1", "M10", W), phase="charges")
    assert said(run(one, lambda game: fight(game, "p1", "a1"), [3, 4]), "LPG-MELEE") == []


@pytest.mark.rule("LPG-PURSUE")
def test_a_pursuit_tells_its_parts() -> None:
    """Whether he goes or not; and that he does not is told."""
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, broken=True), phase="charges")
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 1])
    assert reasons(played, "LPG-PURSUE") == ["mounted"]
    assert played.names()[-1] == "Refrained"


@pytest.mark.rule("LPG-CTRL", "LPG-MORALE")
def test_the_tests_of_men_and_companies_tell_theirs() -> None:
    """Grade and cover; able men and grade; and that a man in a file went by his lead."""
    alone = position(man("p1", "C10", E, grade="C"), man("a1", "Z10", W), phase="control")
    tested = run(alone, lambda game: take_control_tests(game, MILITIA), [3])
    assert reasons(tested, "LPG-CTRL") == ["C grade"]
    assert said(tested, "LPG-CTRL") == ["he did nothing last turn that he could repeat"]
    file = position(man("p1", "C10", E), man("p2", "B10", E, follows="p1"), man("a1", "Z10", W), phase="control")
    assert said(run(file, lambda game: take_control_tests(game, MILITIA), [4]), "LPG-CTRL") == [
        "in single file behind p1"
    ]
    beaten: Any = position(man("p1", "C10", E, grade="A"), man("p9", None, dead=True), man("a1", "Z10", W))
    beaten = type(beaten)(beaten.battle, beaten.state.changed(fallen=(("p9", beaten.map.cell("C11")),)))
    played = run(beaten, lambda game: take_morale_tests(game, MILITIA), [6])
    assert reasons(played, "LPG-MORALE") == ["able men", "A grade"]


@pytest.mark.rule("LPG-ACQ")
def test_a_look_tells_its_parts() -> None:
    """What made it easier or harder."""
    scene = position(man("p1", "C10", E), man("a1", "M10", W, mounted=True, prone=False))
    assert reasons(order(scene, Acquire("p1", "a1"), [1]), "LPG-ACQ") == ["it is mounted"]


@pytest.mark.rule("LPG-GATLING", "LPG-SHELL", "LPG-BLIND")
def test_guns_tell_theirs() -> None:
    """The parts of each die, why a shot is blind, and where a shell went; of a crew that is known nothing more."""

    def battery(weapon: str, **words: Any) -> Any:
        crew = [man("p1", "B2", E, serves="gun"), man("p2", "B4", E, serves="gun")]
        piece = gun("gun", "C3", E, weapon, side=MILITIA, **words)
        return position(piece, *crew, man("a1", "P3", W, mounted=True), on=squares(WIDE))

    def fired(scene: Any, *dice: int, **words: Any) -> Played:
        return order(scene, FireGun("gun", scene.map.cell("P3"), **words), dice)

    seen = fired(battery("gatling", acquired=("a1",)), 3, 6)
    assert reasons(seen, "LPG-GATLING") == ["mounted target"]
    assert said(seen, "LPG-BLIND") == [] and not seen.of(Revealed)
    assert said(fired(battery("gatling"), 6, 4, 6), "LPG-BLIND") == ["blind fire: a1 has not been acquired"]
    shell = fired(battery("field_gun"), 5, 1)
    assert said(shell, "LPG-BLIND") == ["blind fire: nobody of the crew has acquired anybody there"]
    assert not said(fired(battery("field_gun", acquired=("a1",)), 5, 1), "LPG-BLIND")
    astray = fired(battery("field_gun", acquired=("a1",)), 1, 3, 6, 1)
    assert said(astray, "LPG-SHELL") == ["the first shot at this target falls further off"]
    again = fired(battery("field_gun", acquired=("a1",), laid="P3"), 1, 5, 1, again=True)
    assert said(again, "LPG-SHELL") == ["the same target at the same range: thrown again"]
